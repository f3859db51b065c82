(* Reads certificates of processes, version 2 (proofs/FORMAT.md), and has the extracted checker
   check them. This file is trusted: it says which question is asked, and what was answered. *)
module R = Q
open Checker
module Z = Integer

(* For long lists. *)
let map f l = List.rev (List.rev_map f l)
let map2 f k l = List.rev (List.rev_map2 f k l)

exception Malformed of string

let malformed message = raise (Malformed message)

(* JSON without floats, escapes or literals, which certificates do not have. *)
type json = Number of Z.t | Text of string | List of json list | Object of (string * json) list

let parse (text : string) : json =
  let at = ref 0 in
  let next () = if !at < String.length text then text.[!at] else '\000' in
  let expect c = if next () = c then incr at else malformed (Printf.sprintf "byte %d" !at) in
  let upto stop =
    let start = !at in
    while not (stop (next ())) do incr at done;
    String.sub text start (!at - start) in
  let quoted () = expect '"'; let s = upto (fun c -> c = '"' || c = '\000') in expect '"'; s in
  let rec items close item found =
    if next () = close then (incr at; List.rev found)
    else begin
      if found <> [] then expect ',';
      let found = item () :: found in items close item found
    end in
  let rec value () = match next () with
    | '{' -> incr at; Object (items '}' (fun () -> let k = quoted () in expect ':'; (k, value ())) [])
    | '[' -> incr at; List (items ']' value [])
    | '"' -> Text (quoted ())
    | '0' .. '9' -> Number (Z.of_string (upto (fun c -> c < '0' || c > '9')))
    | _ -> malformed (Printf.sprintf "byte %d" !at) in
  let found = value () in
  if !at < String.length text - 1 || (next () <> '\n' && next () <> '\000') then malformed "end";
  found

let field key = function
  | Object l -> (match List.assoc_opt key l with Some v -> v | None -> malformed (key ^ " is missing"))
  | _ -> malformed ("no object with " ^ key)
let given key = function Object l -> List.mem_assoc key l | _ -> false
let list = function List l -> l | _ -> malformed "need a list"
let text = function Text s -> s | _ -> malformed "need a text"
let integer = function
  | Number n -> n
  | Text s -> (try Z.of_string_base 16 s with _ -> malformed ("need an integer, found " ^ s))
  | _ -> malformed "need an integer"
let natural j = let n = integer j in if Z.sign n < 0 then malformed "need 0 or more" else n
let positive j = let n = integer j in if Z.sign n <= 0 then malformed "need 1 or more" else n
let naturals j = map natural (list j)
let boolean j = not (Z.equal (natural j) Z.zero)
let small j = Z.to_int (natural j)
let rec nat n = if n = 0 then O else S (nat (n - 1))
let rational = function
  | List [p; q] -> { qnum = integer p; qden = positive q }
  | j -> { qnum = integer j; qden = Z.one }
let pair first second = function List [a; b] -> (first a, second b) | _ -> malformed "need a pair"

(* A list cut into pieces of these lengths. *)
let pieces sizes l =
  let rec take n l found =
    if n = 0 then (List.rev found, l)
    else match l with x :: l -> take (n - 1) l (x :: found) | [] -> malformed "too few" in
  let rest, found = List.fold_left
    (fun (l, found) n -> let (piece, l) = take n l [] in (l, piece :: found)) (l, []) sizes in
  if rest <> [] then malformed "too many";
  List.rev found

let explicit question =
  let m = field "model" question in
  let branches = map2 (fun w t -> (positive w, natural t))
    (list (field "weight" m)) (list (field "target" m)) in
  let sizes = map small (list (field "options" m)) in
  let options = match naturals (field "choice" m) with
    | [] -> List.init (List.fold_left ( + ) 0 sizes) Z.of_int
    | l -> l in
  { options_of = pieces sizes options;
    branches_of = pieces (map small (list (field "branches" m))) branches;
    rewards_of = if given "reward" question
      then map rational (list (field "of" (field "reward" question))) else [] }

let asked question =
  let part key = field key question in
  let goal () = naturals (field "states" (part "goal")) in
  let ended () = boolean (field "ended" (part "goal")) in
  let stay () = if given "stay" question then Some (naturals (field "states" (part "stay"))) else None in
  let discount () = rational (part "discount") in
  match text (part "objective") with
  | "reach" -> Reach (goal (), ended (), stay ())
  | "cost" -> Cost (goal (), ended ())
  | "total" -> Total
  | "discounted" -> Discounted (discount ())
  | "mean_payoff" -> Mean_payoff
  | "within_steps" when given "goal" question ->
      Reach_within (nat (small (part "steps")), goal (), ended (), stay ())
  | "within_steps" -> Reward_within (nat (small (part "steps")),
      if given "discount" question then discount () else rational (Number Z.one))
  | other -> malformed ("objective " ^ other)

let cards m =
  { how_many = natural (field "cards" m);
    card_dice = map (fun die -> map (pair natural positive) (list die)) (list (field "dice" m));
    down_at_start = natural (field "start" m); down_at_goal = natural (field "goal" m) }

let box m =
  let natural key = natural (field key m) and naturals key = naturals (field key m) in
  { tiles = naturals "tiles"; behind = naturals "behind";
    dice = map (fun n -> nat (Z.to_int n)) (naturals "dice");
    one_die = (match text (field "one_die" m) with
      | "never" -> Never | "sum" -> If_sum (natural "limit") | "above" -> If_each (natural "limit")
      | other -> malformed ("one_die " ^ other));
    may_choose = boolean (field "choice" m); single = boolean (field "single" m);
    most = natural "most"; first = natural "first"; ending = natural "stop";
    score = (match text (field "score" m) with
      | "sum" -> Sum | "count" -> Count | "digits" -> Digits | other -> malformed ("score " ^ other));
    goal = (match text (field "goal" m) with
      | "shut" -> Shut | "score" -> Score
      | "beat" -> Beat (natural "best", rational (field "tie" m)) | other -> malformed ("goal " ^ other));
    start = natural "start" }

let evidence w =
  let lists key = if given key w then naturals (field key w) else [] in
  let blocks key = if not (given key w) then [] else map (function
    | List [d; keys; ns] ->
        (positive d, map2 (fun k n -> (natural k, integer n)) (list keys) (list ns))
    | _ -> malformed "block") (list (field key w)) in
  { policy_of_states = lists "policy"; values = blocks (if given "lower" w then "lower" else "values");
    upper_values = if given "upper" w then Some (blocks "upper") else None; ranks = lists "ranks";
    infinite_states = lists "infinite"; levels = lists "levels";
    components = lists "components"; heights = lists "heights"; biases = blocks "bias" }

let fraction v = R.to_string (R.make v.qnum v.qden)

let check file =
  let channel = open_in_bin file in
  let json = parse (Fun.protect ~finally:(fun () -> close_in channel)
    (fun () -> really_input_string channel (in_channel_length channel))) in
  if not (Z.equal (natural (field "certificate" json)) (Z.of_int 2)) || text (field "kind" json) <> "process"
  then malformed "need a certificate of a process, version 2";
  let question = field "question" json and e = evidence (field "witness" json) in
  let model = field "model" question in
  let objective = text (field "objective" question) and sense = text (field "sense" question) in
  if sense <> "max" && sense <> "min" then malformed ("sense " ^ sense);
  let game g = Option.map (fun v -> ["", Exactly v]) (check_game_certificate g e) in
  match text (field "rule" model), objective, sense with
  | "flip", "cost", "min" -> game (Card_game (cards model))
  | "shutbox", "cost", "min" -> game (Box_turn (box model, false))
  | "shutbox", "total", "max" -> game (Box_turn (box model, true))
  | "explicit", _, _ ->
      let q = { asked_of = explicit question; asks = asked question; maximise = sense = "max";
                second = if given "second" question then naturals (field "second" question) else [] } in
      Option.map (map (fun (x, a) -> (Printf.sprintf " from state %s" (Z.to_string x), a)))
        (check_certificate q e (naturals (field "start" question)))
  | rule, _, _ -> malformed (Printf.sprintf "%s does not ask for %s %s" rule sense objective)

let said (where, answer) = match answer with
  | Exactly v -> Printf.printf "%s%s\n" (fraction v) where
  | Infinite -> Printf.printf "infinite%s\n" where
  | Between (low, high) -> Printf.printf "at least %s, at most %s%s\n" (fraction low) (fraction high) where

let () =
  let worst = ref 0 in
  let verdict file word code = Printf.printf "%s: %s\n" file word; worst := max !worst code in
  List.iter (fun file -> match check file with
    | Some answers -> verdict file "VALID" 0; List.iter said answers
    | None -> verdict file "INVALID" 1
    | exception Malformed why -> verdict file ("UNREADABLE: " ^ why) 2
    | exception (Invalid_argument why | Sys_error why) -> verdict file ("UNREADABLE: " ^ why) 2
    | exception (Stack_overflow | Out_of_memory) -> verdict file "GAVE UP: ulimit -s unlimited" 3)
    (List.tl (Array.to_list Sys.argv));
  exit !worst
