(* Reads JSON files, has the extracted checker check them, and prints what it finds. *)
module R = Q
open Checker
module Z = Integer

exception Malformed of int
exception Too_deep

let most_brackets = 100  (* certificates have up to ten in one another *)
let longest_name = 1000  (* characters *)

(* Of a processor, and of address space; shutbox-12-sum-6-score, 0.2 MB, takes 4 to 12 s. *)
let least_seconds, seconds_per_megabyte = 60, 8
let least_memory, memory_per_byte = 900 lsl 20, 40

(* The characters of a text as JSON spells it; two escapes are one beyond U+FFFF. *)
let characters s =
  let rec count i found =
    if i >= String.length s then found
    else if s.[i] <> '\\' then count (i + 1) (found + 1)
    else if s.[i + 1] <> 'u' then count (i + 2) (found + 1)
    else
      let half i first last =
        i + 6 <= String.length s && s.[i] = '\\' && s.[i + 1] = 'u' && s.[i + 2] = 'd'
        && first <= s.[i + 3] && s.[i + 3] <= last in
      count (if half i '8' 'b' && half (i + 6) 'c' 'f' then i + 12 else i + 6) (found + 1) in
  count 0 0

(* Certificates have no floats, and no literals but null; escapes in names are left as they are, and
   must be those of Python's json: \u for what is not printable ASCII and has no letter. *)
let parse text =
  let at = ref 0 in
  let wrong () = raise (Malformed !at) in
  let next () = if !at < String.length text then text.[!at] else '\000' in
  let expect c = if next () = c then incr at else wrong () in
  let upto stop =
    let start = !at in
    while not (stop (next ())) do if next () = '\\' then incr at; incr at done;
    if !at > String.length text then (at := start; wrong ());
    String.sub text start (!at - start) in
  let digit c = '0' <= c && c <= '9' || 'a' <= c && c <= 'f' in
  let rec canonical s i =
    if i < String.length s then match s.[i] with
    | '\\' when String.contains "\"\\bfnrt" s.[i + 1] -> canonical s (i + 2)
    | '\\' when s.[i + 1] = 'u' && i + 6 <= String.length s ->
        let code = String.sub s (i + 2) 4 in
        let n = if String.for_all digit code then int_of_string ("0x" ^ code) else wrong () in
        if 32 <= n && n <= 126 || 8 <= n && n <= 13 && n <> 11 then wrong ();
        canonical s (i + 6)
    | c -> if c = '\\' || c < ' ' || c > '~' then wrong () else canonical s (i + 1) in
  let quoted () =
    expect '"';
    let s = upto (fun c -> c = '"' || c = '\000') in
    expect '"'; canonical s 0; s in
  let hexadecimal s =
    let digits = if s <> "" && s.[0] = '-' then String.sub s 1 (String.length s - 1) else s in
    if digits <> "" && digits.[0] <> '0' && String.for_all digit digits
    then Some (Z.of_string_base 16 s) else None in
  let rec items close item found =
    if next () = close then (incr at; List.rev found)
    else begin
      if found <> [] then expect ',';
      let i = item () in
      items close item (i :: found)
    end in
  let rec increase = function
    | (a, _) :: ((b, _) :: _ as l) -> if String.compare a b < 0 then increase l else wrong ()
    | _ -> () in
  let rec value depth = match next () with
    | '{' | '[' when depth = 0 -> raise Too_deep
    | '{' -> incr at; let l = items '}' (member (depth - 1)) [] in increase l; Object l
    | '[' -> incr at; Items (items ']' (fun () -> value (depth - 1)) [])
    | '"' -> let s = quoted () in Text (s, hexadecimal s)
    | 'n' -> String.iter expect "null"; Null
    | '0' .. '9' ->
        let s = upto (fun c -> c < '0' || c > '9') in
        if s <> "0" && s.[0] = '0' then wrong () else Number (Z.of_string s)
    | _ -> wrong ()
  and member depth () =
    let key = quoted () in
    expect ':';
    let v = value depth in
    (match v with
     | Text (s, _) when key = "name" && characters s > longest_name -> wrong ()
     | _ -> ());
    (key, v) in
  let found = value most_brackets in
  if !at <> String.length text then wrong () else found

let read file max_bytes =
  if not (Limits.is_regular file) then raise (Sys_error "not a regular file");
  let channel = open_in_bin file in
  Fun.protect ~finally:(fun () -> close_in channel) (fun () ->
    let size = in_channel_length channel in
    if size > max_bytes then
      raise (Limits.Gave_up (Printf.sprintf "larger than %d bytes (see --max-bytes)" max_bytes));
    really_input_string channel size)

(* The SHA-256 of the bytes without the witness, as check.py has it. No theorem is about it. *)
let question_hash text =
  let ends = ",\"witness\":" in
  let rec find at = if String.sub text at (String.length ends) = ends then at else find (at + 1) in
  Sha256.hexadecimal (String.sub text 0 (find 0) ^ "}")

let fraction v = R.to_string (R.make v.qnum v.qden)

let value_of = function
  | Exactly v -> fraction v
  | Infinite -> "infinite"
  | Between (low, high) -> Printf.sprintf "at least %s, at most %s" (fraction low) (fraction high)

let said (x, answer) = Printf.sprintf "%s from state %s" (value_of answer) (Z.to_string x)
let each_said l = List.rev (List.rev_map said l)

let claimed = function
  | Feasible -> "feasible"
  | Infeasible -> "infeasible"
  | Unbounded -> "unbounded"
  | Optimal v -> Printf.sprintf "optimal: %s" (fraction v)
  | Only_optimal v -> Printf.sprintf "optimal at one point: %s" (fraction v)

let natural n =
  let rec count found = function Iterative.O -> found | Iterative.S n -> count (found + 1) n in
  count 0 n

(* A vector of one to three entries, in full. *)
let listed s x =
  let entry = function [] -> "0" | (_, v) :: _ -> R.to_string (R.make v x.over_all) in
  match natural s.right_columns, natural s.unknowns with
  | 1, (1 | 2 | 3) -> ": " ^ String.concat ", " (List.map entry x.integers)
  | _ -> ""

let stated s = function
  | Solution _ -> "the solution that it lists"
  | Unique_solution x -> "exactly one solution" ^ listed s x
  | Singular -> "singular"
  | Inconsistent -> "no solution"
  | Rank (r, _) -> Printf.sprintf "rank %d, and a basis of the null space" (natural r)
  | General_solution (r, _, _) -> Printf.sprintf "all solutions, and rank %d" (natural r)
  | No_integer_solution -> "no solution in integers"
  | Entry (row, column, v) ->
      Printf.sprintf "X(%d, %d) is %s" (1 + natural row) (1 + natural column) (fraction v)
  | Least_squares _ -> "least squares"
  | Unique_least_squares x -> "least squares at one point" ^ listed s x
  | Minimum_norm x -> "the least norm of least squares" ^ listed s x

let comes_to = function
  | Truth b -> [ if b then "true" else "false" ]
  | How_many n -> [ Printf.sprintf "from %d states" (natural n) ]
  | States [] -> [ "from no state" ]
  | States l -> [ "from states " ^ String.concat ", " (List.rev (List.rev_map Z.to_string l)) ]
  | Amount a -> [ value_of a ]
  | From_to (low, high) -> [ Printf.sprintf "from %s to %s" (value_of low) (value_of high) ]
  | Amounts l -> each_said l

let said_of_several = function
  | Best v | Best_ratio v -> fraction v
  | Achieved -> "true"
  | Not_achieved -> "false"

(* The exit code, and what is printed after the file's name: 0 valid, 1 invalid, 2 unreadable or not
   covered, 3 gave up or failed. *)
let verdict text =
  let valid lines =
    (0, String.concat "\n" (("VALID" :: lines) @ [ "question " ^ question_hash text ])) in
  match check_any_file (parse text) with
  | Of_process (Game_valid v) | Of_game v | Of_match v -> valid [ fraction v ]
  | Of_process (Valid l) | Of_timed l | Of_chain l -> valid (each_said l)
  | Of_bounded l -> valid (List.rev (List.rev_map (fun (x, v) -> said (x, Exactly v)) l))
  | Of_values (_, _, r) -> valid (comes_to r)
  | Of_trade_off (_, c) -> valid [ said_of_several c ]
  | Of_program a -> valid [ claimed a ]
  | Of_system (s, a) -> valid [ stated s a ]
  | Of_process Invalid -> (1, "INVALID")
  | Not_covered what -> (2, "NOT COVERED: " ^ what)
  | Of_process Unreadable -> (2, "UNREADABLE: not a certificate, version 2, in its normal form")
  | exception Malformed at -> (2, Printf.sprintf "UNREADABLE: at byte %d" at)
  | exception Too_deep -> (2, "UNREADABLE: brackets are nested too deeply")
  | exception Out_of_memory -> (3, "GAVE UP: the check needs more memory than a file of this size gets")
  | exception Stack_overflow -> (3, "GAVE UP: needs a larger stack (ulimit -s)")
  | exception error -> (3, "FAILED: " ^ Printexc.to_string error)

let check max_bytes max_seconds file =
  let code, words = match
    let text = read file max_bytes in
    let size = String.length text in
    let seconds = match max_seconds with
      | Some n -> n
      | None -> max least_seconds (seconds_per_megabyte * size / 1_000_000) in
    Limits.run ~seconds ~memory:(least_memory + memory_per_byte * size) (fun () -> verdict text)
  with
  | made -> made
  | exception Limits.Gave_up why -> (3, "GAVE UP: " ^ why)
  | exception Sys_error why -> (2, "UNREADABLE: " ^ why) in
  Printf.printf "%S: %s\n" file words;
  code

let usage = "usage: checker [--max-bytes N] [--max-seconds N] CERTIFICATE..."

let () =
  let wrong why = prerr_endline why; exit 2 in
  let number option text =
    match int_of_string_opt text with
    | Some n when n >= 0 && String.for_all (fun c -> '0' <= c && c <= '9') text -> n
    | _ -> wrong (Printf.sprintf "%s %S: need a number" option text) in
  let rec checked max_bytes max_seconds = function
    | "--max-bytes" :: n :: rest -> checked (number "--max-bytes" n) max_seconds rest
    | "--max-seconds" :: n :: rest when Limits.enforced ->
        checked max_bytes (Some (number "--max-seconds" n)) rest
    | "--max-seconds" :: _ :: _ -> wrong "--max-seconds: a script has no limit of time"
    | ([] | [ "--max-bytes" | "--max-seconds" ]) -> wrong usage
    | files -> List.fold_left (fun worst file -> max worst (check max_bytes max_seconds file)) 0 files in
  match checked (1 lsl 30) None (List.tl (Array.to_list Sys.argv)) with
  | worst -> flush stdout; exit worst
  | exception Sys_error why -> prerr_endline why; exit 3
