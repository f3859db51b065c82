(* Witnesses for the probabilities of games of chance: a table of entries is all they take. *)
From Coq Require Import QArith List Lqa Bool ZArith NArith.
From exactbox Require Import Definitions Plays Players Kernel Tables Checkers ReachChecker.
From exactbox Require Import GameCheckers Games Chances.
Import ListNotations.

Section Chain.
  Variable S : Type.
  Variable goes_to : S -> list (positive * S).
  Variable code : S -> positive.
  Variable decode : positive -> S.
  Hypothesis decodes : forall x, decode (code x) = x.
  Variable goal : S -> bool.
  Variable begin : S.
  Local Notation P := (chain S goes_to).

  Definition chain_witness (maximise : bool) (data : sorted_values) : witness P :=
    sorted_witness data P code decode begin maximise.

  (* As for a player who maximises, and for one who minimises. *)
  Definition check_probability (data : sorted_values) (claim : Q) : bool :=
    if sorted (numerators data) then
      all (fun maximise =>
        let w := chain_witness maximise data in
        if check_reach P w (fun _ => maximise) true true goal everywhere false then
          Qeq_bool (worth_of P w (reach (P := P) goal everywhere false) begin) claim
        else false) [true; false]
    else false.

  Theorem probability_checked data claim :
    check_probability data claim = true -> probability goes_to goal begin claim.
  Proof.
    unfold check_probability. intros H. apply if_and in H as [O H].
    assert (K : forall maximise,
      game_value P (fun _ => maximise) (reaching (P := P) goal everywhere false begin) claim).
    { intros maximise. assert (i : In maximise [true; false]).
      { destruct maximise; [left | right; left]; reflexivity. }
      assert (C := all_spec _ _ H maximise i). cbn beta zeta in C. apply if_and in C as [C E].
      apply Qeq_bool_iff in E.
      assert (made := game_made P code decode decodes begin _ _ (sorted_ordered data O)
        (best_option P code decode maximise (sorted_den data) (sorted_table data))).
      destruct (reach_checked P _ _ made _ true true goal everywhere false begin C
        (begin_node _ _ _ _)) as [L U].
      destruct (L eq_refl) as [s [Hs lo]]. destruct (U eq_refl) as [t [Ht hi]]. split.
      - exists s. split; [exact Hs | ]. intros r Hr. exact (at_least_eq _ _ _ E (lo r Hr)).
      - exists t. split; [exact Ht | ]. intros r Hr. exact (at_most_eq _ _ _ E (hi r Hr)). }
    intros s Hs. split.
    - exact (proj1 (least_is_value _ _ _ (K false)) s Hs).
    - exact (proj1 (greatest_is_value _ _ _ (K true)) s Hs).
  Qed.
End Chain.

(* Knuth and Yao's die -------------------------------------------------------------------------- *)

Definition toss_code (x : tossed) : positive :=
  match x with
  | Face n => (N.succ_pos n)~0
  | Start => 1 | Heads => 3 | Tails => 5 | HH => 7 | HT => 9 | TH => 11 | TT => 13
  end%positive.

Definition toss_decode (k : positive) : tossed :=
  match k with
  | (k~0)%positive => Face (Pos.pred_N k)
  | 3%positive => Heads | 5%positive => Tails | 7%positive => HH | 9%positive => HT
  | 11%positive => TH | 13%positive => TT
  | _ => Start
  end.

Lemma toss_decodes x : toss_decode (toss_code x) = x.
Proof. destruct x; try reflexivity. cbn. rewrite N.pos_pred_succ. reflexivity. Qed.

Theorem toss_checked face data claim :
  check_probability tossed toss toss_code toss_decode (shows face) Start data claim = true ->
  probability toss (shows face) Start claim.
Proof. apply probability_checked. exact toss_decodes. Qed.

(* Craps ---------------------------------------------------------------------------------------- *)

Definition pass_code (x : pass_line) : positive :=
  match x with Point n => (N.succ_pos n)~0 | First_roll => 1 | Won => 3 | Lost => 5 end%positive.

Definition pass_decode (k : positive) : pass_line :=
  match k with
  | (k~0)%positive => Point (Pos.pred_N k)
  | 3%positive => Won | 5%positive => Lost
  | _ => First_roll
  end.

Lemma pass_decodes x : pass_decode (pass_code x) = x.
Proof. destruct x; try reflexivity. cbn. rewrite N.pos_pred_succ. reflexivity. Qed.

Theorem pass_checked data claim :
  check_probability pass_line roll pass_code pass_decode wins First_roll data claim = true ->
  probability roll wins First_roll claim.
Proof. apply probability_checked. exact pass_decodes. Qed.
