(* The definitions of a match say what they should: shares of the pot, the tie-break, and a match
   at a box with one tile, whose answers are found by hand; other answers are refused, and there is
   one answer only. *)
From Coq Require Import QArith NArith List Lia.
From exactbox Require Import Definitions Games MatchDefinitions Match MatchSearch MatchChecker.
Import ListNotations.

(* Two of three hold the lowest score; then one alone. *)
Definition rules (t : tie_rule) : match_rules :=
  {| box_of := box_of (match_at_box 3 9 Never); players := 3; ties := t; at_once := false |}.

Definition shares (t : tie_rule) (l : scores) : list Q :=
  map (fun i => share (rules t) i l) [0; 1; 2]%nat.

Example shares_shared : shares Share [7; 3; 3]%N = [0; 1 # 2; 1 # 2]. Proof. reflexivity. Qed.
Example shares_lost : shares Lose [7; 3; 3]%N = [0; 0; 0]. Proof. reflexivity. Qed.
Example shares_earlier : shares Earlier [7; 3; 3]%N = [0; 1; 0]. Proof. reflexivity. Qed.
Example shares_alone : map (fun t => shares t [7; 3; 4]%N) [Share; Lose; Earlier]
  = [[0; 1; 0]; [0; 1; 0]; [0; 1; 0]].
Proof. reflexivity. Qed.

(* Of two positions the highest tile in which they differ is shut in that with the lower mask. *)
Lemma lower_mask_differs p q : (p < q)%N -> exists k, N.testbit p k = false /\
  N.testbit q k = true /\ forall j, (k < j)%N -> N.testbit p j = N.testbit q j.
Proof.
  revert p. induction q as [q IH] using (well_founded_induction N.lt_wf_0). intros p lt.
  destruct (N.exists_div2 p) as [a [b ep]], (N.exists_div2 q) as [c [d eq]].
  assert (bound : (a < c \/ (a = c /\ b = false /\ d = true))%N).
  { destruct b, d; cbn [N.b2n] in *; lia. }
  destruct bound as [less | [-> [-> ->]]].
  - destruct (IH c ltac:(destruct d; cbn [N.b2n] in eq; lia) a less) as [k [Hp [Hq H]]].
    exists (N.succ k). rewrite ep, eq, !N.testbit_succ_r. split; [exact Hp | split; [exact Hq | ]].
    intros j l.
    replace j with (N.succ (N.pred j)) by lia. rewrite !N.testbit_succ_r. apply H. lia.
  - exists 0%N. rewrite ep, eq, !N.testbit_0_r. split; [reflexivity | split; [reflexivity | ]].
    intros j l. replace j with (N.succ (N.pred j)) by lia. rewrite !N.testbit_succ_r. reflexivity.
Qed.

Theorem lower_mask p q : (p < q)%N <-> exists k, N.testbit p k = false /\
  N.testbit q k = true /\ forall j, (k < j)%N -> N.testbit p j = N.testbit q j.
Proof.
  split; [apply lower_mask_differs | ]. intros [k [Hp [Hq H]]].
  destruct (N.lt_trichotomy p q) as [lt | [-> | gt]]; [exact lt | congruence | exfalso].
  destruct (lower_mask_differs q p gt) as [i [Iq [Ip I]]].
  destruct (N.lt_trichotomy k i) as [lt | [<- | gt']].
  - rewrite (H i lt) in Ip. congruence.
  - congruence.
  - rewrite (I k gt') in Hq. congruence.
Qed.

(* One tile, 1, and a die with two sides: it is shut with probability 1/2. If the first player
   shuts it at once, that wins; else the second one wins or ties, with probability 1/2 each. *)
Definition tiny (t : tie_rule) (once : bool) : match_rules := {|
  box_of := {|
    tiles := [1%N]; behind := []; dice := [2%nat]; one_die := Never; may_choose := false;
    single := false; most := 0; first := 0; ending := 0; score := Sum; goal := Score; start := 1 |};
  players := 2; ties := t; at_once := once |}.

Example tiny_share : first_player_expects (tiny Share true) (5 # 8).
Proof. apply match_checked with (choices := all_rolls (tiny Share true)). reflexivity. Qed.

Example tiny_lose : first_player_expects (tiny Lose true) (1 # 2).
Proof. apply match_checked with (choices := all_rolls (tiny Lose true)). reflexivity. Qed.

Example tiny_earlier : first_player_expects (tiny Earlier true) (3 # 4).
Proof. apply match_checked with (choices := all_rolls (tiny Earlier true)). reflexivity. Qed.

(* If the second player plays on, both may shut it: that is a tie, too. *)
Example tiny_play_on : first_player_expects (tiny Share false) (1 # 2).
Proof. apply match_checked with (choices := all_rolls (tiny Share false)). reflexivity. Qed.

Example tiny_other v : first_player_expects (tiny Share true) v -> v == 5 # 8.
Proof. intros H. exact (expected_once _ _ _ _ _ _ _ _ H tiny_share). Qed.

(* What is not so is refused. *)
Example other_claims_refused :
  map (check_match (tiny Share true) (all_rolls (tiny Share true))) [1 # 2; 4 # 8; 6 # 8; -5 # 8]
  = [false; false; false; false].
Proof. reflexivity. Qed.

(* With tiles 1, 2 and 3 the first move leads to masks 1 to 5. They may be listed in any order that
   puts each before those that lead to it; one that is missing, late or there twice is refused. *)
Definition small : match_rules := match_at_box 2 3 Never.

Definition found_from (masks : list N) : bool :=
  match match_value small (rolls_at small masks) with Some _ => true | None => false end.

Example order_matters : map found_from
    [[1; 2; 3; 4; 5; 6; 7]; [2; 1; 4; 3; 5; 7]; [1; 2; 3; 4; 7]; [1; 2; 3; 4; 7; 5];
     [3; 1; 2; 4; 5; 7]; [1; 1; 2; 3; 4; 5; 7]; []]%N
  = [true; true; false; false; false; false; false].
Proof. reflexivity. Qed.
