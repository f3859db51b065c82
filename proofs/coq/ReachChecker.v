(* The probability to reach a goal: the checker, and the proof that what it accepts is so.

   The conditions are those of check_reach of exactbox/checker/objectives.py. *)
From Coq Require Import QArith List Lqa Bool ZArith NArith.
From exactbox Require Import Definitions Plays Players Kernel Ranks Checkers Reach.
Import ListNotations.
Local Open Scope Q_scope.

Section Reach.
  Variable P : process.
  Variable w : witness P.
  Variable nodes : list (state P).     (* all states within reach *)
  Hypothesis made : well_made P w nodes.
  Variable up : state P -> bool.
  Variables lower upper : bool.
  Variables goal stay : state P -> bool.
  Variable ended : bool.
  Local Notation y := (reach goal stay ended).
  Local Notation v := (worth_of P w y).

  Definition open (x : state P) : bool := if goal x then false else stay x.
  Definition reach_moves (x : state P) : bool := if open x then is_positive P w x else false.

  Definition check_reach : bool :=
    if step P w up lower upper y nowhere false then
      if (if upper then values_nonneg P w else true) then
        if lower then ranks_hold P w (below P w up) reach_moves false
        else true
      else false
    else false.

  Lemma open_spec x : open x = true <-> stop y x = None.
  Proof.
    unfold open. cbn [stop reach].
    destruct (goal x), (stay x); split; intros; try reflexivity; discriminate.
  Qed.

  Lemma reach_settled x : settled P y v x = negb (reach_moves x).
  Proof.
    unfold settled, stopped, reach_moves. destruct (open x) eqn:o.
    - apply open_spec in o. rewrite o. destruct (is_positive_spec P w y x o) as [S1 S2].
      destruct (is_positive P w x).
      + specialize (S1 eq_refl). destruct (Qle_bool (v x) 0) eqn:q; [ | reflexivity].
        apply Qle_bool_iff in q. lra.
      + apply Qle_bool_iff. exact (S2 eq_refl).
    - destruct (stop y x) eqn:e; [reflexivity | ]. apply open_spec in e. congruence.
  Qed.

  Theorem reach_checked x : check_reach = true -> In x nodes ->
    (lower = true -> secures_at_least P up (reaching goal stay ended x) (v x)) /\
    (upper = true -> secures_at_most P up (reaching goal stay ended x) (v x)).
  Proof.
    intros H i. apply if_and in H as [H R]. apply if_and in R as [U R].
    assert (picked := chosen_picks made). split.
    - intros lo. rewrite lo in R.
      apply (reach_secures_at_least P up (chosen P w) picked nodes goal stay ended x i _
        (fun c => N.to_nat (rank_of P w c))).
      + exact (below_closed made H).
      + exact (step_worth_lower made H lo).
      + exact (ranks_hold_fall made H (below_option made H) R reach_settled).
    - intros hi. rewrite hi in U.
      apply (reach_secures_at_most P up (chosen P w) picked nodes goal stay ended x i).
      + exact (above_closed made H).
      + exact (step_worth_upper made H hi).
      + intros z iz. destruct (open z) eqn:o.
        * apply open_spec in o. exact (values_nonneg_spec made z H U iz o eq_refl).
        * destruct (stop y z) as [q | ] eqn:e; [ | apply open_spec in e; congruence].
          rewrite (worth_of_stopped P w y z q e). cbn [stop reach] in e.
          destruct (goal z); [injection e as <-; lra | ].
          destruct (stay z); [discriminate | injection e as <-; lra].
  Qed.
End Reach.
