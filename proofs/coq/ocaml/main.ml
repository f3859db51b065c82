(* Reads JSON files, has the extracted checker check them, and prints what it finds. *)
module R = Q
open Checker
module Z = Integer

exception Malformed of int

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
  let rec value () = match next () with
    | '{' -> incr at; let l = items '}' member [] in increase l; Object l
    | '[' -> incr at; Items (items ']' value [])
    | '"' -> let s = quoted () in Text (s, hexadecimal s)
    | 'n' -> String.iter expect "null"; Null
    | '0' .. '9' ->
        let s = upto (fun c -> c < '0' || c > '9') in
        if s <> "0" && s.[0] = '0' then wrong () else Number (Z.of_string s)
    | _ -> wrong ()
  and member () =
    let key = quoted () in
    expect ':';
    let v = value () in
    (key, v) in
  let found = value () in
  if !at <> String.length text then wrong () else found

let read file =
  let channel = open_in_bin file in
  Fun.protect ~finally:(fun () -> close_in channel)
    (fun () -> really_input_string channel (in_channel_length channel))

let fraction v = R.to_string (R.make v.qnum v.qden)

let value_of = function
  | Exactly v -> fraction v
  | Infinite -> "infinite"
  | Between (low, high) -> Printf.sprintf "at least %s, at most %s" (fraction low) (fraction high)

let said (x, answer) = Printf.printf "%s from state %s\n" (value_of answer) (Z.to_string x)

let claimed = function
  | Feasible -> "feasible"
  | Infeasible -> "infeasible"
  | Unbounded -> "unbounded"
  | Optimal v -> Printf.sprintf "optimal: %s" (fraction v)
  | Only_optimal v -> Printf.sprintf "optimal at one point: %s" (fraction v)

let rec natural = function O -> 0 | S n -> 1 + natural n

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
  | Truth b -> print_endline (if b then "true" else "false")
  | How_many n -> Printf.printf "from %d states\n" (natural n)
  | States [] -> print_endline "from no state"
  | States l -> print_endline ("from states " ^ String.concat ", " (List.map Z.to_string l))
  | Amount a -> print_endline (value_of a)
  | From_to (low, high) -> Printf.printf "from %s to %s\n" (value_of low) (value_of high)
  | Amounts l -> List.iter said l

let said_of_several = function
  | Best v | Best_ratio v -> fraction v
  | Achieved -> "true"
  | Not_achieved -> "false"

(* 0 valid, 1 invalid, 2 unreadable or not covered, 3 gave up or failed. There is no budget: a file
   may ask for any amount of work and memory. *)
let check file =
  let verdict word code = Printf.printf "%S: %s\n" file word; code in
  let valid lines = let code = verdict "VALID" 0 in List.iter print_endline lines; code in
  match check_any_file (parse (read file)) with
  | Of_process (Game_valid v) | Of_game v | Of_match v -> valid [ fraction v ]
  | Of_process (Valid l) | Of_timed l | Of_chain l ->
      let code = verdict "VALID" 0 in List.iter said l; code
  | Of_bounded l -> let code = verdict "VALID" 0 in List.iter (fun (x, v) -> said (x, Exactly v)) l; code
  | Of_values (_, _, r) -> let code = verdict "VALID" 0 in comes_to r; code
  | Of_trade_off (_, c) -> valid [ said_of_several c ]
  | Of_program a -> valid [ claimed a ]
  | Of_system (s, a) -> valid [ stated s a ]
  | Of_process Invalid -> verdict "INVALID" 1
  | Not_covered what -> verdict ("NOT COVERED: " ^ what) 2
  | Of_process Unreadable -> verdict "UNREADABLE: not a certificate, version 2" 2
  | exception Malformed at -> verdict (Printf.sprintf "UNREADABLE: at byte %d" at) 2
  | exception Sys_error why -> verdict ("UNREADABLE: " ^ why) 2
  | exception Stack_overflow -> verdict "GAVE UP: needs a larger stack (ulimit -s)" 3
  | exception error -> verdict ("FAILED: " ^ Printexc.to_string error) 3

let () =
  match List.tl (Array.to_list Sys.argv) with
  | [] -> prerr_endline "usage: checker CERTIFICATE..."; exit 2
  | files ->
      (match List.fold_left (fun worst file -> max worst (check file)) 0 files with
       | worst -> flush stdout; exit worst
       | exception Sys_error why -> prerr_endline why; exit 3)
