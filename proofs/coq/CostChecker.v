(* The expected reward until the goal is reached. Two checkers: for rewards that are not negative
   before the goal, where the answer may be infinite; and for rewards of any sign, among the
   policies that reach the goal almost surely. And the proofs that what they accept is so.

   The conditions are those of check_cost of exactbox/checker/objectives.py and check_signed_cost
   of exactbox/checker/signed.py. *)
From Coq Require Import QArith List Lqa Bool ZArith NArith.
From exactbox Require Import Definitions Plays Players Kernel Ranks Checkers Cost SignedCost.
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

  Lemma worth_of_goal x : goal x = true -> v x = 0.
  Proof. intros e. apply worth_of_stopped. cbn [stop until]. rewrite e. reflexivity. Qed.

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
    ~ loses P ended c /\ forall p z, In (p, z) (branches P c) -> i z = false.
  Proof.
    assert (S := leads_to_infinity_spec P i (negb ended) c). intros H. rewrite H in S. split.
    - intros [e f]. enough (false = true) by discriminate. apply S. left. rewrite f. auto.
    - intros p z b. destruct (i z) eqn:e; [ | reflexivity].
      enough (false = true) by discriminate. apply S. right. exists p, z. auto.
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

    Lemma cost_closed : closed P (options P) nodes.
    Proof. apply if_and in checked as [H _]. exact (options_closed made H). Qed.

    Lemma cost_checked_lower : lower = true ->
      rewards_nonneg P (below P w up) nodes goal /\
      levels_hold P (below P w up) nodes goal ended infinite (fun x => N.to_nat (level x)) /\
      cost_lower P (below P w up) nodes goal ended infinite v.
    Proof.
      intros lo. apply if_and in checked as [S H]. apply if_and in H as [H _]. rewrite lo in H.
      apply if_and in H as [R H]. apply if_and in H as [I L]. split; [ | split; [split | split]].
      - intros x c i e j.
        exact (rewards_checked made goal S R x i e c (below_option made S x c i j)).
      - intros x i e. assert (K := every_node P w nodes made _ I x i). cbn beta in K.
        rewrite e in K.
        apply negb_true_iff. exact K.
      - intros x c i e j.
        destruct (levels_checked P _ _ (every_node P w nodes made) _ _ _ _ L x c i e j)
          as [[b f] | H].
        + left. exact (conj b (not_ended f)).
        + right. exact H.
      - intros x i e. rewrite (worth_of_goal x e). lra.
      - intros x c i eg ei j.
        destruct (below_worth made S lo x i (not_goal x eg) ei c j) as [F | W];
          [ | right; right; exact W].
        apply infinity_loses in F as [F | F]; auto.
    Qed.

    Lemma cost_checked_upper : upper = true ->
      cost_upper P (above P w up) nodes goal ended infinite v rank.
    Proof.
      intros hi. apply if_and in checked as [S H]. apply if_and in H as [_ H]. rewrite hi in H.
      assert (A := fun x c i eg ei j => above_worth made S hi x i (not_goal x eg) ei c j). split.
      - intros x i e. rewrite (worth_of_goal x e). lra.
      - intros x c i eg ei j. exact (finite_keeps _ c (proj1 (A x c i eg ei j))).
      - intros x c i eg ei j. exact (proj2 (A x c i eg ei j)).
      - apply (ranks_hold_fall made S (above_option made S) H). intros x. unfold cost_moves.
        rewrite negb_involutive. reflexivity.
    Qed.
  End Cost.

  (* Rewards of any sign ------------------------------------------------------------------------ *)

  Definition check_signed_cost : bool :=
    if step P w up lower upper y nowhere (negb ended) then
      ranks_hold P w (only (chosen P w)) (fun x => negb (goal x)) false
    else false.

  Section Signed.
    Hypothesis checked : check_signed_cost = true.

    Lemma signed_closed : closed P (options P) nodes.
    Proof. apply if_and in checked as [H _]. exact (options_closed made H). Qed.

    Lemma signed_proper : proper P nodes (chosen P w) goal ended rank.
    Proof.
      apply if_and in checked as [S H]. split.
      - intros x i e.
        exact (proj1 (finite_keeps _ _ (chosen_finite made S x i (not_goal x e) eq_refl))).
      - apply (ranks_hold_fall made S (chosen_option made S) H). intros x.
        rewrite negb_involutive. reflexivity.
    Qed.

    Lemma signed_checked_lower : lower = true ->
      signed_lower P (below P w up) nodes goal ended v.
    Proof.
      intros lo. apply if_and in checked as [S _]. split.
      - intros x i e. rewrite (worth_of_goal x e). lra.
      - intros x c i e j.
        destruct (below_worth made S lo x i (not_goal x e) eq_refl c j) as [F | W];
          [left | right; exact W].
        apply infinity_loses in F as [F | [p [z [_ F]]]]; [exact F | discriminate].
    Qed.

    Lemma signed_checked_upper : upper = true ->
      signed_upper P (above P w up) nodes goal ended v.
    Proof.
      intros hi. apply if_and in checked as [S _]. split.
      - intros x i e. rewrite (worth_of_goal x e). lra.
      - intros x c i e j. right.
        exact (proj2 (above_worth made S hi x i (not_goal x e) eq_refl c j)).
    Qed.
  End Signed.
End CostCheckers.

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
  Local Notation picked := (chosen_picks made).
  Local Notation pi := (chosen P w).

  Section Cost.
    Variable infinite : state P -> bool.
    Variable level : state P -> N.

    Theorem least_cost_bounds_checked x :
      check_cost P w false lower upper goal ended infinite level = true -> In x nodes ->
      if infinite x then lower = true -> forall s, allowed P s -> misses goal ended x s
      else
        (lower = true -> forall s, allowed P s -> reaches goal ended x s ->
          at_least (collecting goal x s) (v x)) /\
        (upper = true -> exists s, allowed P s /\ reaches goal ended x s /\
          at_most (collecting goal x s) (v x)).
    Proof.
      intros H i. assert (C := cost_closed P w nodes made _ _ _ _ _ _ _ H).
      assert (L := cost_checked_lower P w nodes made _ _ _ _ _ _ _ H).
      assert (U := cost_checked_upper P w nodes made _ _ _ _ _ _ _ H).
      destruct (infinite x) eqn:e; [ | split]; intros b.
      - destruct (L b) as [_ [levels _]].
        exact (least_cost_infinite P _ C _ _ _ _ levels x i e).
      - destruct (L b) as [pays [levels lo]]. intros s Hs.
        exact (cost_at_least P _ _ C goal ended _ _ _ pays levels lo s x Hs i e).
      - exists (always P pi). split; [exact (always_allowed P pi picked) | ].
        exact (cost_at_most P _ _ (closed_only P pi _ picked C) goal ended _ _ _ (U b) _ x
          (plays_only P pi) i e).
    Qed.

    Theorem greatest_cost_bounds_checked x :
      check_cost P w true lower upper goal ended infinite level = true -> In x nodes ->
      if infinite x then lower = true -> exists s, allowed P s /\ misses goal ended x s
      else
        (lower = true -> exists s, allowed P s /\
          (reaches goal ended x s -> at_least (collecting goal x s) (v x))) /\
        (upper = true -> forall s, allowed P s ->
          reaches goal ended x s /\ at_most (collecting goal x s) (v x)).
    Proof.
      intros H i. assert (C := cost_closed P w nodes made _ _ _ _ _ _ _ H).
      assert (L := cost_checked_lower P w nodes made _ _ _ _ _ _ _ H).
      assert (U := cost_checked_upper P w nodes made _ _ _ _ _ _ _ H).
      assert (O := closed_only P pi _ picked C). assert (Ha := always_allowed P pi picked).
      destruct (infinite x) eqn:e; [ | split]; intros b.
      - destruct (L b) as [_ [levels _]].
        exact (greatest_cost_infinite P _ C pi picked _ _ _ _ levels x i e).
      - destruct (L b) as [pays [levels lo]]. exists (always P pi). split; [exact Ha | ].
        exact (cost_at_least P _ _ O goal ended _ _ _ pays levels lo _ x (plays_only P pi) i e).
      - intros s Hs. exact (cost_at_most P _ _ C goal ended _ _ _ (U b) s x Hs i e).
    Qed.
  End Cost.

  Theorem least_signed_bounds_checked x :
    check_signed_cost P w false lower upper goal ended = true -> In x nodes ->
    (lower = true -> forall s, allowed P s -> reaches goal ended x s ->
      at_least (collecting goal x s) (v x)) /\
    (upper = true -> exists s, allowed P s /\ reaches goal ended x s /\
      at_most (collecting goal x s) (v x)).
  Proof.
    intros H i. assert (C := signed_closed P w nodes made _ _ _ _ _ H).
    assert (R := proper_reaches P _ C pi picked _ _ _ (signed_proper P w nodes made _ _ _ _ _ H)
      x i).
    split; intros b.
    - intros s Hs. apply (signed_at_least P _ _ C goal ended _); [ | exact Hs | exact i].
      exact (signed_checked_lower P w nodes made _ _ _ _ _ H b).
    - exists (always P pi). split; [exact (always_allowed P pi picked) | split; [exact R | ]].
      exact (signed_at_most P _ _ (closed_only P pi _ picked C) goal ended _
        (signed_checked_upper P w nodes made _ _ _ _ _ H b) _ x (plays_only P pi) i R).
  Qed.

  Theorem greatest_signed_bounds_checked x :
    check_signed_cost P w true lower upper goal ended = true -> In x nodes ->
    (lower = true -> exists s, allowed P s /\ reaches goal ended x s /\
      at_least (collecting goal x s) (v x)) /\
    (upper = true -> forall s, allowed P s -> reaches goal ended x s ->
      at_most (collecting goal x s) (v x)).
  Proof.
    intros H i. assert (C := signed_closed P w nodes made _ _ _ _ _ H).
    assert (R := proper_reaches P _ C pi picked _ _ _ (signed_proper P w nodes made _ _ _ _ _ H)
      x i).
    split; intros b.
    - exists (always P pi). split; [exact (always_allowed P pi picked) | split; [exact R | ]].
      exact (signed_at_least P _ _ (closed_only P pi _ picked C) goal ended _
        (signed_checked_lower P w nodes made _ _ _ _ _ H b) _ x (plays_only P pi) i R).
    - intros s Hs. apply (signed_at_most P _ _ C goal ended _); [ | exact Hs | exact i].
      exact (signed_checked_upper P w nodes made _ _ _ _ _ H b).
  Qed.
End Answers.

(* One vector that is both bounds. *)
Section Exact.
  Variable P : process.
  Variable w : witness P.
  Variable nodes : list (state P).     (* all states within reach *)
  Hypothesis made : well_made P w nodes.
  Variable goal : state P -> bool.
  Variable ended : bool.
  Variable x : state P.
  Hypothesis is_node : In x nodes.
  Local Notation v := (worth_of P w (until goal)).
  Local Notation picked := (chosen_picks made).
  Local Notation pi := (chosen P w).

  Section Cost.
    Variable infinite : state P -> bool.
    Variable level : state P -> N.

    Theorem least_cost_checked :
      check_cost P w false true true goal ended infinite level = true ->
      if infinite x then forall s, allowed P s -> misses goal ended x s
      else least_of_reaching P goal ended x (v x).
    Proof.
      intros H. assert (C := cost_closed P w nodes made _ _ _ _ _ _ _ H).
      destruct (cost_checked_lower P w nodes made _ _ _ _ _ _ _ H eq_refl) as [pays [levels lo]].
      assert (hi := cost_checked_upper P w nodes made _ _ _ _ _ _ _ H eq_refl).
      destruct (infinite x) eqn:e.
      - exact (least_cost_infinite P _ C _ _ _ _ levels x is_node e).
      - exact (least_cost P _ C pi picked _ _ _ _ _ pays levels v lo hi x is_node e).
    Qed.

    Theorem greatest_cost_checked :
      check_cost P w true true true goal ended infinite level = true ->
      if infinite x then exists s, allowed P s /\ misses goal ended x s
      else greatest_until P goal ended x (v x).
    Proof.
      intros H. assert (C := cost_closed P w nodes made _ _ _ _ _ _ _ H).
      destruct (cost_checked_lower P w nodes made _ _ _ _ _ _ _ H eq_refl) as [pays [levels lo]].
      assert (hi := cost_checked_upper P w nodes made _ _ _ _ _ _ _ H eq_refl).
      destruct (infinite x) eqn:e.
      - exact (greatest_cost_infinite P _ C pi picked _ _ _ _ levels x is_node e).
      - exact (greatest_cost P _ C pi picked _ _ _ _ _ pays levels v lo hi x is_node e).
    Qed.
  End Cost.

  Theorem least_signed_cost_checked :
    check_signed_cost P w false true true goal ended = true ->
    least_of_reaching P goal ended x (v x).
  Proof.
    intros H. apply (least_signed_cost P _ (signed_closed P w nodes made _ _ _ _ _ H) pi picked goal
      ended _ (signed_proper P w nodes made _ _ _ _ _ H)); [ | | exact is_node].
    - exact (signed_checked_lower P w nodes made _ _ _ _ _ H eq_refl).
    - exact (signed_checked_upper P w nodes made _ _ _ _ _ H eq_refl).
  Qed.

  Theorem greatest_signed_cost_checked :
    check_signed_cost P w true true true goal ended = true ->
    greatest_of_reaching P goal ended x (v x).
  Proof.
    intros H. apply (greatest_signed_cost P _ (signed_closed P w nodes made _ _ _ _ _ H) pi picked
      goal ended _ (signed_proper P w nodes made _ _ _ _ _ H)); [ | | exact is_node].
    - exact (signed_checked_lower P w nodes made _ _ _ _ _ H eq_refl).
    - exact (signed_checked_upper P w nodes made _ _ _ _ _ H eq_refl).
  Qed.
End Exact.
