(* Games by their rules, as a file says them. *)
From Coq Require Import QArith String List Bool ZArith NArith.
From exactbox Require Import Definitions Games Questions Json.
Import ListNotations.
Local Open Scope string_scope.

Definition some_positive (l : list N) : bool :=
  match l with [] => false | _ => forallb (fun n => negb (n =? 0)%N) l end.

Definition read_cards (j : json) : option cards :=
  f <- fields ["cards"; "dice"; "goal"; "rule"; "start"] j;
  match f with
  | [count; dice; goal; _; start] =>
      count <- natural count;
      dice <- items (items (pair_of natural positive_number)) dice;
      goal <- natural goal;
      start <- natural start;
      let fits mask := (mask <? 2 ^ count)%N in
      need (count <? 60)%N;
      need (forallb (fun die => increase (map fst die) && some_positive (map fst die)) dice
        && fits goal && fits start && negb (Nat.eqb (List.length dice) 0));
      Some (Cards count dice start goal)
  | _ => None
  end.

(* Whether it is a game, and the turn begins where no tile is shut behind one that is open. *)
Definition valid_box (g : box_rules) : bool :=
  let n := N.of_nat (List.length (tiles g)) in
  some_positive (tiles g) && increase (tiles g) && (n + N.of_nat (List.length (behind g)) <? 60)%N
  && match behind g with
     | [] => true
     | b => some_positive b && Nat.eqb (List.length b) (List.length (tiles g))
            && match score g with Digits => false | _ => true end
            && (N.ldiff (start g mod 2 ^ n) (start g / 2 ^ n) =? 0)%N
     end
  && (start g <? 2 ^ (n + N.of_nat (List.length (behind g))))%N
  && some_positive (map N.of_nat (dice g))
  && ((first g =? 0)%N || existsb (N.eqb (first g)) (tiles g)).

(* The rules of a box, but for what the turn pays. *)
Definition read_rules (goal : aim) (j : json) : option box_rules :=
  rule <- field "rule" j; rule <- word rule; need (rule =? "shutbox");
  let number key := k <- field key j; natural k in
  let all_numbers key := k <- field key j; items natural k in
  tiles <- all_numbers "tiles";
  behind <- all_numbers "behind";
  dice <- field "dice" j; dice <- items small dice;
  limit <- number "limit";
  one_die <- field "one_die" j; one_die <- word one_die;
  one_die <- match one_die with
    | "never" => need (limit =? 0)%N; Some Never
    | "sum" => Some (If_sum limit)
    | "above" => Some (If_each limit)
    | _ => None
    end;
  may_choose <- field "choice" j; may_choose <- truth may_choose;
  need (match one_die with Never => negb may_choose | _ => Nat.ltb 1 (List.length dice) end);
  single <- field "single" j; single <- truth single;
  most <- number "most"; need (negb single || (most =? 0)%N);
  first <- number "first";
  ending <- number "stop";
  score <- field "score" j; score <- word score;
  score <- match score with
    | "sum" => Some Sum
    | "count" => Some Count
    | "digits" => Some Digits
    | _ => None
    end;
  start <- number "start";
  let g := Rules tiles behind dice one_die may_choose single most first ending score goal start in
  need (forallb (fun n => n <? 10 ^ 9)%N (app tiles behind) && Nat.leb (List.length dice) 32);
  need (valid_box g);
  Some g.

Definition read_box (j : json) : option box_rules :=
  aim <- field "goal" j; aim <- word aim;
  let rest := ["first"; "goal"; "limit"; "most"; "one_die"; "rule"; "score"; "single"; "start";
    "stop"] in
  let all := if aim =? "beat"
    then app ["behind"; "best"; "choice"; "dice"] (app rest ["tie"; "tiles"])
    else app ["behind"; "choice"; "dice"] (app rest ["tiles"]) in
  _ <- fields all j;
  goal <- match aim with
    | "shut" => Some Shut
    | "score" => Some Score
    | "beat" =>
        best <- field "best" j; best <- natural best; tie <- field "tie" j; tie <- rational tie;
        need (Qle_bool 0 tie && Qle_bool tie 1);
        Some (Beat best tie)
    | _ => None
    end;
  read_rules goal j.

Definition read_game (j : json) : option game :=
  f <- fields ["model"; "objective"; "sense"] j;
  match f with
  | [model; objective; sense] =>
      objective <- word objective; sense <- word sense;
      rule <- field "rule" model; rule <- word rule;
      match rule, objective, sense with
      | "flip", "cost", "min" => g <- read_cards model; Some (Card_game g)
      | "shutbox", "cost", "min" => g <- read_box model; Some (Box_turn g false)
      | "shutbox", "total", "max" => g <- read_box model; Some (Box_turn g true)
      | _, _, _ => None
      end
  | _ => None
  end.
