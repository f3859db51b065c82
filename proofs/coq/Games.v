(* The rules of two games of dice, as processes: cards that are turned over, and one turn of Shut
   the Box. Nothing is proved here.

   A position is a mask: the sum of 1 for the first card or tile, 2 for the second, 4 for the third
   and so on, as far as they are face down, or open.

   The rules are those of game of exactbox/checker/rules/flip.py, and of game of
   exactbox/checker/rules/shutbox.py, where rolls that offer the same are one state. *)
From Coq Require Import QArith NArith List Bool.
From exactbox Require Import Definitions.
Import ListNotations.
Local Open Scope N_scope.

(* When a player chooses: before the first roll, and whenever dice have been rolled. *)
Inductive moment := Begin | Rolled (position : N) (faces : list N).

(* Dice ----------------------------------------------------------------------------------------- *)

(* The faces of a die, from 1, each with its weight: how likely it is, next to the others. *)
Definition die := list (N * positive).

Definition fair (sides : nat) : die := map (fun face => (N.of_nat face, 1%positive)) (seq 1 sides).

(* What dice may show, one face each; its weight is the product of theirs. *)
Fixpoint rolls (dice : list die) : list (positive * list N) :=
  match dice with
  | [] => [(1%positive, [])]
  | first :: others =>
      flat_map (fun '(face, w) => map (fun '(v, faces) => ((w * v)%positive, face :: faces))
                                      (rolls others)) first
  end.

Definition rolled (position : N) (dice : list die) : list (positive * moment) :=
  map (fun '(w, faces) => (w, Rolled position faces)) (rolls dice).

Definition sum_of (numbers : list N) : N := fold_right N.add 0 numbers.

(* Cards 1, 2, 3, ..., each face up or face down ------------------------------------------------ *)

(* A turn costs 1: roll all dice, then turn over one card that a single die shows or that is the
   total of the dice; pass if there is no such card. The game ends at the goal. *)
Record cards := Cards {
  how_many : N;
  card_dice : list die;
  down_at_start : N;          (* the positions at the start and at the goal *)
  down_at_goal : N }.

Definition turned_over (position card : N) : N := N.lxor position (2 ^ (card - 1)).

(* A choice is the position that it leads to, to roll there. *)
Definition after_turn (g : cards) (position : N) (faces : list N) : list N :=
  match filter (fun card => card <=? how_many g) (sum_of faces :: faces) with
  | [] => [position]
  | shown => map (turned_over position) shown
  end.

Definition card_game (g : cards) : process := {|
  state := moment;
  choice := N;
  options x :=
    match x with
    | Begin => [down_at_start g]
    | Rolled position faces => after_turn g position faces
    end;
  reward position := if position =? down_at_goal g then 0%Q else 1%Q;
  branches position := if position =? down_at_goal g then [] else rolled position (card_dice g) |}.

(* 2 n cards and two dice with n sides: turn all cards face down. *)
Definition flip (n : nat) : process :=
  let count := N.of_nat (2 * n) in card_game (Cards count [fair n; fair n] 0 (N.ones count)).

(* One turn of Shut the Box --------------------------------------------------------------------- *)

(* When the first die is rolled alone: never; if the numbers that show add up to a limit or less;
   if none of them is above a limit. A tile shows if it is open and no open tile is before it. *)
Inductive one_die_rule := Never | If_sum (limit : N) | If_each (limit : N).

(* What the open tiles count: their sum, front tiles twice if there is a row behind them; how many
   they are; or, in a box of one row, their numbers from left to right, read as one number. *)
Inductive score_rule := Sum | Count | Digits.

(* What the turn pays: 1 for the shut box; the score; 1 for a score below the best one of others,
   and part of that for a tie. *)
Inductive aim := Shut | Score | Beat (best : N) (tie : Q).

(* Numbers and sides are 1 or more, and the tiles of the front row differ from each other. *)
Record box_rules := Rules {
  tiles : list N;
  behind : list N;            (* as many, each behind a tile; or none *)
  dice : list nat;            (* their sides *)
  one_die : one_die_rule;
  may_choose : bool;          (* all dice may be rolled even so *)
  single : bool;              (* a move shuts one tile, whose number is the total or on a die *)
  most : N;                   (* else tiles that add up to the total, at most so many; 0: any *)
  first : N;                  (* the first roll, from all tiles, must shut this one; 0: none *)
  ending : N;                 (* a total that ends the turn; 0: none *)
  score : score_rule;
  goal : aim;
  start : N }.                (* the position where the turn begins *)

Inductive box_choice := Ended (score : N) | Roll (position : N) (all_dice : bool).

Record tile := Tile { bit : N; number : N }.  (* an open tile adds its bit to the position *)

(* The tiles with these numbers from left to right, the first having this bit. *)
Fixpoint row (bit : N) (numbers : list N) : list tile :=
  match numbers with [] => [] | n :: numbers => Tile bit n :: row (2 * bit) numbers end.

Section Box.
  Variable g : box_rules.

  Definition behind_bit : N := 2 ^ N.of_nat (length (tiles g)).  (* of the first tile behind *)
  Definition in_front (t : tile) : bool := bit t <? behind_bit.

  (* A column is a front tile and the one behind it, if any. *)
  Definition columns : list (list tile) :=
    match behind g with
    | [] => map (fun t => [t]) (row 1 (tiles g))
    | _ => map (fun '(t, u) => [t; u]) (combine (row 1 (tiles g)) (row behind_bit (behind g)))
    end.

  (* The open tiles, by columns. *)
  Definition open (position : N) : list (list tile) :=
    let is_open t := negb (N.land position (bit t) =? 0) in
    flat_map (fun c => match filter is_open c with [] => [] | c => [c] end) columns.

  Definition score_of (position : N) : N :=
    let left := concat (open position) in
    let numbers := map number left in
    match score g, behind g with
    | Sum, [] => sum_of numbers
    | Sum, _ => sum_of numbers + sum_of (map number (filter in_front left))
    | Count, _ => N.of_nat (length left)
    | Digits, _ => N.of_uint (fold_right Decimal.app Decimal.Nil (map N.to_uint numbers))
    end.

  Definition one_die_allowed (position : N) : bool :=
    let shows := map number (flat_map (firstn 1) (open position)) in
    match one_die g with
    | Never => false
    | If_sum limit => sum_of shows <=? limit
    | If_each limit => forallb (fun n => n <=? limit) shows
    end.

  (* How the turn goes on in a position. *)
  Definition next (position : N) : list box_choice :=
    if position =? 0 then [Ended 0]
    else if one_die_allowed position
    then (if may_choose g then [Roll position true] else []) ++ [Roll position false]
    else [Roll position true].

  (* What may be shut in a column: nothing, its first open tile, or both. *)
  Fixpoint beginnings (column : list tile) : list (list tile) :=
    [] :: match column with [] => [] | t :: column => map (cons t) (beginnings column) end.

  (* The sets of tiles of some open columns that may be shut and add up to the total. *)
  Fixpoint sets (total : N) (columns : list (list tile)) : list (list tile) :=
    match total, columns with
    | 0, _ => [[]]
    | _, [] => []
    | _, column :: columns =>
        flat_map (fun shut => let sum := sum_of (map number shut) in
                              if sum <=? total then map (app shut) (sets (total - sum) columns)
                              else []) (beginnings column)
    end.

  Definition legal (position : N) (shut : list tile) : bool :=
    let count := N.of_nat (length shut) in
    let all_open := N.ones (N.of_nat (length (tiles g ++ behind g))) in
    (if single g then count =? 1 else (most g =? 0) || (count <=? most g)) &&
    (if (0 <? first g) && (position =? all_open)
     then existsb (fun t => in_front t && (number t =? first g)) shut else true).

  (* The positions after each move that the roll allows. *)
  Definition moves (position : N) (faces : list N) : list N :=
    let total := sum_of faces in
    let totals := if total =? ending g then [] else if single g then total :: faces else [total] in
    let from_the_right := rev (open position) in  (* high numbers first: fewer dead ends *)
    map (fun shut => N.lxor position (sum_of (map bit shut)))
        (filter (legal position) (flat_map (fun sum => sets sum from_the_right) totals)).

  Definition pays (score : N) : Q :=
    match goal g with
    | Shut => if score =? 0 then 1%Q else 0%Q
    | Score => inject_Z (Z.of_N score)
    | Beat best tie => if score <? best then 1%Q else if score =? best then tie else 0%Q
    end.

  Definition shut_the_box : process := {|
    state := moment;
    choice := box_choice;
    options x :=
      match x with
      | Begin => next (start g)
      | Rolled position faces =>
          match moves position faces with
          | [] => [Ended (score_of position)]
          | after => flat_map next after
          end
      end;
    reward c := match c with Ended score => pays score | Roll _ _ => 0%Q end;
    branches c :=
      match c with
      | Ended _ => []
      | Roll position all =>
          rolled position (map fair (if all then dice g else firstn 1 (dice g)))
      end |}.
End Box.

(* Tiles 1 to n, two dice with six sides, any number of tiles a move, the sum as score. So
   [box 12 Never Shut] is always played with both dice, [box 12 (If_sum 6) Shut] with one die,
   which must be rolled alone, once the open tiles add up to 6 or less. *)
Definition box (n : nat) (one : one_die_rule) (goal : aim) : process :=
  shut_the_box {|
    tiles := map N.of_nat (seq 1 n); behind := []; dice := [6; 6]%nat;
    one_die := one; may_choose := false; single := false; most := 0; first := 0; ending := 0;
    score := Sum; goal := goal; start := N.ones (N.of_nat n) |}.
