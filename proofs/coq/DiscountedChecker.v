(* Discounted reward: the checker, and the proof that what it accepts is so.

   The conditions are those of check_discounted of exactbox/checker/steps.py. *)
From Coq Require Import QArith List Bool.
From exactbox Require Import Definitions Plays Players Kernel Checkers Discounted.
Local Open Scope Q_scope.

Section Discounted.
  Variable P : process.
  Variable w : witness P.
  Variable nodes : list (state P).     (* all states within reach *)
  Hypothesis made : well_made P w nodes.
  Variable up : state P -> bool.
  Variables lower upper : bool.
  Variable d : Q.
  Local Notation v := (worth_of P w (discounted d)).

  Definition check_discounted : bool :=
    if Qle_bool 0 d then
      if Qle_bool 1 d then false else step P w up lower upper (discounted d) nowhere false
    else false.

  Theorem discounted_checked x : check_discounted = true -> In x nodes ->
    (lower = true -> secures_at_least P up (earning d x) (v x)) /\
    (upper = true -> secures_at_most P up (earning d x) (v x)).
  Proof.
    intros H i. apply if_and in H as [D0 H]. apply Qle_bool_iff in D0.
    destruct (Qle_bool 1 d) eqn:D1; [discriminate | ].
    assert (d1 : d < 1).
    { apply Qnot_le_lt. intros F. apply Qle_bool_iff in F. congruence. }
    assert (picked := chosen_picks made). split; intros b.
    - exact (discounted_at_least P up _ picked _ d D0 d1 x i _ (below_closed made H)
        (step_worth_lower made H b)).
    - exact (discounted_at_most P up _ picked _ d D0 d1 x i _ (above_closed made H)
        (step_worth_upper made H b)).
  Qed.
End Discounted.
