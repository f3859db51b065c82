(* Reads pairs of integers in hexadecimal and a number of bits, and prints what operations make of
   them; both sets of integers of the extracted checker are compared by it. *)
let () =
  try
    while true do
      Scanf.scanf " %s %s %d" (fun s t n ->
        let open Integer in
        let a = of_string_base 16 s and b = of_string_base 16 t in
        let q, r = if sign b = 0 then (zero, zero) else ediv_rem a b in
        let numbers =
          [ add a b; sub a b; mul a b; neg a; abs a; succ a; pred a; min a b; max a b; q; r; gcd a b;
            logand (abs a) (abs b); logxor (abs a) (abs b); shift_left a n; shift_right a n;
            pow a (Stdlib.( land ) n 3); of_string (to_string (abs a)); of_int (sign a) ] in
        let truths = [ equal a b; lt a b; leq a b; is_odd a; Stdlib.( < ) (compare a b) 0 ] in
        print_endline (String.concat " "
          (List.map to_string numbers @ List.map (fun b -> if b then "1" else "0") truths)))
    done
  with End_of_file | Scanf.Scan_failure _ -> ()
