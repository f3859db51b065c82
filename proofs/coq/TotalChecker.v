(* The expected total reward, no reward being negative: the checker, and the proof that what it
   accepts is so.

   The conditions are those of check_total of exactbox/checker/objectives.py. *)
From Coq Require Import QArith List Lqa Bool ZArith NArith.
From exactbox Require Import Definitions Plays Players Kernel Ranks Checkers Reach Total.
Import ListNotations.
Local Open Scope Q_scope.

Section Total.
  Variable P : process.
  Variable w : witness P.
  Variable nodes : list (state P).     (* all states within reach *)
  Hypothesis made : well_made P w nodes.
  Variable up : state P -> bool.
  Variables lower upper : bool.
  Variable infinite : state P -> bool.
  Variable level : state P -> N.
  Local Notation y := total_reward.
  Local Notation v := (worth_of P w y).

  (* Where v is positive, or infinite. *)
  Definition total_moves (x : state P) : bool :=
    if infinite x then true else is_positive P w x.

  Definition check_total : bool :=
    if step P w up lower upper y infinite false then
      if rewards_nonneg_before P w nowhere then
        if (if upper then values_nonneg P w else true) then
          if lower then
            if ranks_hold P w (below P w up) total_moves true
            then check_levels P (every w) (below P w up) infinite false level else false
          else true
        else false
      else false
    else false.

  Lemma leads_to_infinity_risks c :
    leads_to_infinity P infinite false c = true <-> risks_infinity P infinite c.
  Proof.
    rewrite leads_to_infinity_spec. split; [intros [[_ F] | R] | intros R; right]; try exact R.
    discriminate.
  Qed.

  Lemma total_unpaid x : unpaid P v infinite nowhere x = negb (total_moves x).
  Proof.
    unfold unpaid, total_moves. destruct (infinite x); [reflexivity | ].
    cbn [nowhere orb negb andb].
    destruct (is_positive_spec P w y x eq_refl) as [S1 S2]. destruct (is_positive P w x).
    - specialize (S1 eq_refl). destruct (Qle_bool (v x) 0) eqn:q; [ | reflexivity].
      apply Qle_bool_iff in q. lra.
    - apply Qle_bool_iff. exact (S2 eq_refl).
  Qed.

  Lemma total_checked_lower : check_total = true -> lower = true ->
    total_lower P (below P w up) nodes v infinite nowhere (reward P)
      (fun c => N.to_nat (rank_of P w c)) (fun x => N.to_nat (level x)).
  Proof.
    intros H lo. apply if_and in H as [H R]. apply if_and in R as [G R].
    apply if_and in R as [_ R]. rewrite lo in R. apply if_and in R as [R L]. split.
    - intros x c i _ j.
      exact (rewards_checked made nowhere H G x i eq_refl c (below_option made H x c i j)).
    - discriminate.
    - intros x c i _ e j. rewrite <- leads_to_infinity_risks.
      exact (below_worth made H lo x i eq_refl e c j).
    - intros x c i e j. rewrite total_unpaid in e. apply negb_false_iff in e.
      destruct (ranks_hold_spec made H (below_option made H) R x c i e j)
        as [B | [[_ B] | [p [t [b T]]]]];
        [right; left; exact B | left; exact B | right; right].
      exists p, t. split; [exact b | ]. rewrite total_unpaid.
      destruct T as [-> | T]; [left; reflexivity | right; exact T].
    - split; [reflexivity | ]. intros x c i e j.
      destruct (levels_checked P _ _ (every_node P w nodes made) _ _ _ _ L x c i e j)
        as [[_ F] | T]; [discriminate | right; exact T].
  Qed.

  Lemma total_checked_upper : check_total = true -> upper = true ->
    total_upper P (above P w up) nodes v infinite.
  Proof.
    intros H hi. apply if_and in H as [H R]. apply if_and in R as [_ R].
    apply if_and in R as [U _]. rewrite hi in U.
    assert (A := fun x i e c j => above_worth made H hi x i eq_refl e c j). split.
    - intros x i e. exact (values_nonneg_spec made x H U i eq_refl e).
    - intros x c i e j F. apply leads_to_infinity_risks in F.
      destruct (A x i e c j) as [F' _]. congruence.
    - intros x c i e j. exact (proj2 (A x i e c j)).
  Qed.

  Theorem total_checked x : check_total = true -> In x nodes ->
    if infinite x then
      lower = true ->
      exists s, allowed P s /\ forall t, allowed P t -> diverges (earning 1 x (join up s t))
    else
      (lower = true -> secures_at_least P up (earning 1 x) (v x)) /\
      (upper = true -> secures_at_most P up (earning 1 x) (v x)).
  Proof.
    intros H i. assert (C : closed P (options P) nodes).
    { apply if_and in H as [H _]. exact (options_closed made H). }
    assert (picked := chosen_picks made). destruct (infinite x) eqn:e; [ | split]; intros b.
    - exact (total_infinite P up _ picked _ C infinite _ _ x i _ (total_checked_lower H b) e).
    - exact (total_at_least P up _ picked _ C infinite _ _ x i _ (total_checked_lower H b) e).
    - exact (total_at_most P up _ picked _ C infinite x i _ (total_checked_upper H b) e).
  Qed.
End Total.
