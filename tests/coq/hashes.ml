(* Reads texts in hexadecimal, one a line, and prints the SHA-256 of each. *)
let () =
  try
    while true do
      let digits = input_line stdin in
      let byte i = Char.chr (int_of_string ("0x" ^ String.sub digits (2 * i) 2)) in
      print_endline (Sha256.hexadecimal (String.init (String.length digits / 2) byte))
    done
  with End_of_file -> ()
