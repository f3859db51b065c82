(* What a file says of players in order at Shut the Box (proofs/FORMAT.md, version 2); like
   Reading.v a reader of the extracted checker's verdict believes read_match. What the first player
   expects is calculated anew, from the rules alone. *)
From Coq Require Import QArith String List Bool ZArith NArith FMapPositive.
From exactbox Require Import Definitions Arrays Games MatchDefinitions MatchSearch MatchChecker.
From exactbox Require Import Reading.
Import ListNotations.
Local Open Scope string_scope.

Definition read_match (j : json) : option match_rules :=
  _ <- fields ["at_once"; "behind"; "choice"; "dice"; "first"; "limit"; "most"; "one_die";
    "players"; "rule"; "score"; "single"; "start"; "stop"; "tie_break"; "ties"; "tiles"] j;
  box <- read_rules Score j;
  at_once <- field "at_once" j; at_once <- truth at_once;
  players <- field "players" j; players <- small players; need (Nat.ltb 0 players);
  tie_break <- field "tie_break" j; tie_break <- word tie_break;
  need (tie_break =? "lowest-score-left");
  ties <- field "ties" j; ties <- word ties;
  ties <- match ties with
    | "share" => Some Share
    | "lose" => Some Lose
    | "earlier" => Some Earlier
    | _ => None
    end;
  Some (Match box players ties at_once).

(* Positions that one roll may lead to. *)
Definition positions_after (g : box_rules) (position : N) : list N :=
  let turn := shut_the_box g in
  flat_map (fun c => flat_map (fun b => flat_map (fun d =>
    match d with Roll p _ => [p] | Ended _ => [] end) (options turn (snd b))) (branches turn c))
    (next g position).

(* Those within reach, each before those that it leads to: moves shut tiles. *)
Fixpoint visit (g : box_rules) (depth : nat) (position : N) (found : table unit * list N)
    : table unit * list N :=
  match get (fst found) position, depth with
  | None, S depth =>
      let begun := (PositiveMap.add (N.succ_pos position) tt (fst found), snd found) in
      let (seen, l) := fold_left (fun found p => visit g depth p found)
        (positions_after g position) begun in
      (seen, position :: l)
  | _, _ => found
  end.

Definition rolls_of (g : match_rules) : list box_choice :=
  let box := box_of g in
  let depth := S (S (List.length (app (tiles box) (behind box)))) in
  let found := visit box depth (start box) (PositiveMap.empty unit, []) in
  let found := visit box depth (all_tiles g) found in
  flat_map (next box) (rev' (snd found)).

Definition value_of_match (g : match_rules) : option Q := match_value g (rolls_of g).

Theorem match_sound g v : value_of_match g = Some v -> first_player_expects g v.
Proof.
  intros e. apply match_checked with (choices := rolls_of g). unfold check_match.
  unfold value_of_match in e. rewrite e. apply Qeq_bool_iff. reflexivity.
Qed.
