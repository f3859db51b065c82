(* The expected reward until the goal is reached. Two checkers: for rewards that are not negative
   before the goal, where the answer may be infinite; and for rewards of any sign, among the
   policies that reach the goal almost surely. And the proofs that what they accept is so.

   The conditions are those of check_cost of exactbox/checker/objectives.py and check_signed_cost
   of exactbox/checker/signed.py. *)
From Coq Require Import QArith List Lqa Bool ZArith NArith.
From exactbox Require Import Definitions Plays Players Kernel Ranks Checkers Reach Cost.
Import ListNotations.
Local Open Scope Q_scope.

Section CostCheckers.
  Variable P : process.
  Variable w : witness P.
  Variable nodes : list (state P).     (* all states within reach *)
  Hypothesis made : well_made P w nodes.
  Variable maximise : bool.
  Variables lower upper : bool.
  Variable goal : state P -> bool.
  Variable ended : bool.
  Local Notation up := (fun _ : state P => maximise).
  Local Notation y := (until goal).
  Local Notation v := (worth_of P w y).
  Local Notation rank := (fun c => N.to_nat (rank_of P w c)).

  Lemma worth_of_goal x : goal x = true -> v x == 0.
  Proof.
    intros e. rewrite (worth_of_stopped P w y x 0) by (cbn [stop until]; rewrite e; reflexivity).
    reflexivity.
  Qed.

  Lemma not_goal x : goal x = false -> stop y x = None.
  Proof. intros e. cbn [stop until]. rewrite e. reflexivity. Qed.

  Lemma not_ended : negb ended = true -> ended = false.
  Proof. apply negb_true_iff. Qed.

  Lemma infinity_loses i c : leads_to_infinity P i (negb ended) c = true ->
    loses P ended c \/ exists p z, In (p, z) (branches P c) /\ i z = true.
  Proof.
    intros H. apply leads_to_infinity_spec in H as [[e f] | R]; [left | right; exact R].
    exact (conj e (not_ended f)).
  Qed.

  Lemma finite_keeps i c : leads_to_infinity P i (negb ended) c = false ->
    ~ loses P ended c /\ risky P i c = false.
  Proof.
    assert (S := leads_to_infinity_spec P i (negb ended) c). intros H. rewrite H in S. split.
    - intros [e f]. enough (false = true) by discriminate. apply S. left. rewrite f. auto.
    - destruct (risky P i c) eqn:e; [ | reflexivity]. symmetry. apply S. right.
      apply risky_spec. exact e.
  Qed.

  Lemma step_cost_lower infinite : step P w up lower upper y infinite (negb ended) = true ->
    lower = true -> cost_lower P (below P w up) nodes goal ended infinite (reward P) v.
  Proof.
    intros S lo. split.
    - intros x i e. rewrite (worth_of_goal x e). lra.
    - intros x c i eg ei j. destruct (below_worth made S lo x i (not_goal x eg) ei c j) as [F | W].
      + apply infinity_loses in F as [F | F]; auto.
      + right. right. exact W.
  Qed.

  Lemma step_cost_upper infinite : step P w up lower upper y infinite (negb ended) = true ->
    upper = true -> cost_upper P (above P w up) nodes goal ended infinite v.
  Proof.
    intros S hi. split.
    - intros x i e. rewrite (worth_of_goal x e). lra.
    - intros x c i eg ei j. right. right.
      exact (proj2 (above_worth made S hi x i (not_goal x eg) ei c j)).
  Qed.

  (* No reward is negative ---------------------------------------------------------------------- *)

  Section Cost.
    Variable infinite : state P -> bool.
    Variable level : state P -> N.

    Definition cost_moves (x : state P) : bool := negb (goal x || infinite x).

    Definition check_cost : bool :=
      if step P w up lower upper y infinite (negb ended) then
        if (if lower then
              if rewards_nonneg_before P w goal then
                if every w (fun x => if infinite x then negb (goal x) else true)
                then check_levels P (every w) (below P w up) infinite (negb ended) level else false
              else false
            else true)
        then
          if upper
          then ranks_hold P w (above P w up) cost_moves false else true
        else false
      else false.

    Hypothesis checked : check_cost = true.

    Lemma cost_step : step P w up lower upper y infinite (negb ended) = true.
    Proof. apply if_and in checked as [S _]. exact S. Qed.

    Lemma cost_levels : lower = true ->
      levels_hold P (below P w up) nodes goal (loses P ended) infinite
        (fun x => N.to_nat (level x)).
    Proof.
      intros lo. apply if_and in checked as [S H]. apply if_and in H as [H _]. rewrite lo in H.
      apply if_and in H as [_ H]. apply if_and in H as [I L]. split.
      - intros x i e. assert (K := every_node P w nodes made _ I x i). cbn beta in K.
        rewrite e in K. apply negb_true_iff. exact K.
      - intros x c i e j.
        destruct (levels_checked P _ _ (every_node P w nodes made) _ _ _ _ L x c i e j)
          as [[b f] | H]; [left; exact (conj b (not_ended f)) | right; exact H].
    Qed.

    Lemma cost_proper : upper = true ->
      proper P (above P w up) nodes goal ended infinite rank.
    Proof.
      intros hi. apply if_and in checked as [S H]. apply if_and in H as [_ H]. rewrite hi in H.
      split.
      - intros x c i eg ei j.
        exact (finite_keeps _ c (proj1 (above_worth made S hi x i (not_goal x eg) ei c j))).
      - apply (ranks_hold_fall made S (above_option made S) H). intros x. unfold cost_moves.
        rewrite negb_involutive. reflexivity.
    Qed.
  End Cost.

  (* Rewards of any sign ------------------------------------------------------------------------ *)

  Definition check_signed_cost : bool :=
    if step P w up lower upper y nowhere (negb ended) then
      ranks_hold P w (only (chosen P w)) (fun x => negb (goal x)) false
    else false.

  Lemma signed_step : check_signed_cost = true ->
    step P w up lower upper y nowhere (negb ended) = true.
  Proof. intros H. apply if_and in H as [S _]. exact S. Qed.

  Lemma signed_proper : check_signed_cost = true ->
    proper P (only (chosen P w)) nodes goal ended nowhere rank.
  Proof.
    intros H. apply if_and in H as [S H]. split.
    - intros x c i e _ [<- | []].
      exact (finite_keeps _ _ (chosen_finite made S x i (not_goal x e) eq_refl)).
    - apply (ranks_hold_fall made S (chosen_option made S) H). intros x.
      rewrite negb_involutive. apply orb_false_r.
  Qed.
End CostCheckers.
Arguments step_cost_lower {P w nodes} made {maximise lower upper goal ended infinite}.
Arguments step_cost_upper {P w nodes} made {maximise lower upper goal ended infinite}.
Arguments cost_step {P w maximise lower upper goal ended infinite level}.
Arguments cost_levels {P w nodes} made {maximise lower upper goal ended infinite level}.
Arguments cost_proper {P w nodes} made {maximise lower upper goal ended infinite level}.
Arguments signed_step {P w maximise lower upper goal ended}.
Arguments signed_proper {P w nodes} made {maximise lower upper goal ended}.

Lemma nothing_infinite P available nodes goal ended level :
  levels_hold P available nodes goal (loses P ended) nowhere level.
Proof. split; discriminate. Qed.

(* The answers ---------------------------------------------------------------------------------- *)

Section Answers.
  Variable P : process.
  Variable w : witness P.
  Variable nodes : list (state P).     (* all states within reach *)
  Hypothesis made : well_made P w nodes.
  Variables lower upper : bool.
  Variable goal : state P -> bool.
  Variable ended : bool.
  Local Notation v := (worth_of P w (until goal)).
  Local Notation pi := (chosen P w).
  Variable x : state P.
  Hypothesis is_node : In x nodes.
  Let picked : picks P pi := chosen_picks made.

  Section Cost.
    Variable infinite : state P -> bool.
    Variable level : state P -> N.

    Theorem least_cost_bounds_checked :
      check_cost P w false lower upper goal ended infinite level = true ->
      if infinite x then lower = true -> forall s, allowed P s -> misses goal ended x s
      else
        (lower = true -> forall s, allowed P s -> reaches goal ended x s ->
          at_least (collecting goal x s) (v x)) /\
        (upper = true -> exists s, allowed P s /\ reaches goal ended x s /\
          at_most (collecting goal x s) (v x)).
    Proof.
      intros H. assert (S := cost_step H). assert (C := options_closed made S).
      assert (L := cost_levels made H).
      destruct (infinite x) eqn:e; [ | split]; intros b.
      - exact (least_cost_infinite P _ C _ _ _ _ x (L b) is_node e).
      - intros s Hs. exact (cost_at_least C _ v (L b) (step_cost_lower made S b) s x Hs is_node e).
      - exact (pi_at_most P _ C pi picked goal ended _ _ x is_node e v (step_cost_upper made S b)
          (cost_proper made H b)).
    Qed.

    Theorem greatest_cost_bounds_checked :
      check_cost P w true lower upper goal ended infinite level = true ->
      if infinite x then lower = true -> exists s, allowed P s /\ misses goal ended x s
      else
        (lower = true -> exists s, allowed P s /\
          (reaches goal ended x s -> at_least (collecting goal x s) (v x))) /\
        (upper = true -> forall s, allowed P s ->
          reaches goal ended x s /\ at_most (collecting goal x s) (v x)).
    Proof.
      intros H. assert (S := cost_step H). assert (C := options_closed made S).
      assert (L := cost_levels made H).
      destruct (infinite x) eqn:e; [ | split]; intros b.
      - exact (greatest_cost_infinite P _ C pi picked _ _ _ _ x (L b) is_node e).
      - exists (always P pi). split; [exact (always_allowed picked) | ].
        exact (cost_at_least (closed_only picked C) _ v (L b) (step_cost_lower made S b) _ x
          (plays_only pi) is_node e).
      - intros s Hs. exact (proper_at_most C _ (cost_proper made H b) Hs x is_node e v
          (step_cost_upper made S b)).
    Qed.
  End Cost.

  Theorem least_signed_bounds_checked :
    check_signed_cost P w false lower upper goal ended = true ->
    (lower = true -> forall s, allowed P s -> reaches goal ended x s ->
      at_least (collecting goal x s) (v x)) /\
    (upper = true -> exists s, allowed P s /\ reaches goal ended x s /\
      at_most (collecting goal x s) (v x)).
  Proof.
    intros H. assert (S := signed_step H). assert (C := options_closed made S).
    split; intros b.
    - intros s Hs. exact (cost_at_least C (fun _ => O) v (nothing_infinite P _ _ _ _ _)
        (step_cost_lower made S b) s x Hs is_node eq_refl).
    - exact (pi_at_most P _ C pi picked goal ended _ _ x is_node eq_refl v
        (step_cost_upper made S b) (signed_proper made H)).
  Qed.

  Theorem greatest_signed_bounds_checked :
    check_signed_cost P w true lower upper goal ended = true ->
    (lower = true -> exists s, allowed P s /\ reaches goal ended x s /\
      at_least (collecting goal x s) (v x)) /\
    (upper = true -> forall s, allowed P s -> reaches goal ended x s ->
      at_most (collecting goal x s) (v x)).
  Proof.
    intros H. assert (S := signed_step H). assert (C := options_closed made S).
    split; intros b.
    - exact (pi_at_least P _ C pi picked goal ended _ _ x is_node eq_refl v
        (step_cost_lower made S b) (signed_proper made H)).
    - intros s Hs. exact (cost_at_most C (fun _ => O) v (nothing_infinite P _ _ _ _ _)
        (step_cost_upper made S b) s x Hs is_node eq_refl).
  Qed.
End Answers.

(* One vector that is both bounds. *)
Theorem least_cost_checked P w nodes (made : well_made P w nodes) goal ended x infinite level :
  check_cost P w false true true goal ended infinite level = true -> In x nodes ->
  if infinite x then forall s, allowed P s -> misses goal ended x s
  else least_of_reaching P goal ended x (worth_of P w (until goal) x).
Proof.
  intros H i. assert (B := least_cost_bounds_checked P w nodes made _ _ goal ended x i _ _ H).
  destruct (infinite x); [exact (B eq_refl) | ].
  exact (least_of_bounds (proj1 B eq_refl) (proj2 B eq_refl)).
Qed.
