(* Two matrix games by their rules: Kuhn's poker and Colonel Blotto. Nothing is proved here. *)
From Coq Require Import QArith List.
From exactbox Require Import LinearDefinitions.
Import ListNotations.
Local Open Scope Z_scope.

(* Kuhn's poker (1950): of three cards each of two players has one; both put in 1. The first player
   passes, and folds or calls after a bet of 1, or bets. The second bets or passes after a pass, and
   calls a bet or folds. *)
Inductive opening := Pass_and_fold | Pass_and_call | Bet.
Record reply := Reply { bets : bool; calls : bool }.

(* What the first player receives, who has the better card or the worse one. *)
Definition receives (first : opening) (second : reply) (better : bool) : Z :=
  let won := if better then 1 else -1 in
  match first with
  | Bet => if calls second then 2 * won else 1
  | Pass_and_fold => if bets second then -1 else won
  | Pass_and_call => if bets second then 2 * won else won
  end.

(* A plan says what to do with each of the three cards. *)
Definition plans {T} (l : list T) : list (list T) :=
  flat_map (fun a => flat_map (fun b => map (fun c => [a; b; c]) l) l) l.

Definition openings : list (list opening) := plans [Pass_and_fold; Pass_and_call; Bet].
Definition replies : list (list reply) :=
  plans [Reply false false; Reply false true; Reply true false; Reply true true].

Definition deals : list (nat * nat) :=
  filter (fun d => negb (Nat.eqb (fst d) (snd d))) (list_prod (seq 0 3) (seq 0 3)).

Definition total (l : list Z) : Z := fold_right Z.add 0 l.

(* On average of the six deals, by plans in this order: 27 rows and 64 columns. *)
Definition kuhns_poker : matrix := fun i j =>
  let first := nth i openings [] in
  let second := nth j replies [] in
  total (map (fun d => receives (nth (fst d) first Bet) (nth (snd d) second (Reply false false))
    (Nat.ltb (snd d) (fst d))) deals) # 6.

(* Colonel Blotto (Borel 1921): both send soldiers to three fields; who sends more to a field wins
   it. Fields won less fields lost, by placings in this order: of 10 soldiers there are 66. *)
Definition placings (soldiers : nat) : list (list nat) :=
  flat_map (fun a => map (fun b => [a; b; soldiers - a - b]%nat) (seq 0 (soldiers - a + 1)))
    (seq 0 (soldiers + 1)).

Definition blotto (soldiers : nat) : matrix := fun i j =>
  let fields := combine (nth i (placings soldiers) []) (nth j (placings soldiers) []) in
  inject_Z (total (map (fun f => Z.sgn (Z.of_nat (fst f) - Z.of_nat (snd f))) fields)).
