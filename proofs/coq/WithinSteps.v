(* Within n steps: the probability to reach a goal, or the reward of n steps, discounted or not.

   Backward induction: with no step left a state is worth what stopping pays there, or nothing;
   with k + 1 steps left it is worth the best of its options, if states are then worth what they
   are with k steps left. No policy gets more in n steps (if minimised, less), and one that always
   takes an option which is best for as many steps as are left gets just that.

   This is what check_within_steps of exactbox/checker/steps.py finds. *)
From Coq Require Import QArith Qminmax List Lia Lqa.
From exactbox Require Import Definitions Plays Players.
Import ListNotations.
Local Open Scope Q_scope.

(* The greatest of some numbers, if up; else the least. *)
Definition better (up : bool) : Q -> Q -> Q := if up then Qmax else Qmin.

Fixpoint best (up : bool) (l : list Q) : Q :=
  match l with [] => 0 | [q] => q | q :: l => better up q (best up l) end.

Fixpoint best_within (P : process) (y : payoff_of P) (up : bool) (n : nat) (x : state P) : Q :=
  match stop y x with
  | Some q => q
  | None =>
      match n with
      | O => 0
      | S n => best up (map (worth P y (best_within P y up n)) (options P x))
      end
  end.

(* Induction ------------------------------------------------------------------------------------ *)

(* a is no better than b. *)
Definition no_better (up : bool) (a b : Q) : Prop := if up then a <= b else b <= a.

Lemma best_bounds up l q : In q l -> no_better up q (best up l).
Proof.
  induction l as [ | p l IH]; intros i; [destruct i | ]. destruct l as [ | r l].
  - destruct i as [<- | []]. destruct up; apply Qle_refl.
  - change (best up (p :: r :: l)) with (better up p (best up (r :: l))).
    set (b := best up (r :: l)) in *. clearbody b. destruct up; cbn [better no_better] in *.
    + destruct i as [<- | i]; [apply Q.le_max_l | ].
      eapply Qle_trans; [exact (IH i) | apply Q.le_max_r].
    + destruct i as [<- | i]; [apply Q.le_min_l | ].
      eapply Qle_trans; [apply Q.le_min_r | exact (IH i)].
Qed.

(* One of a and l that is best, by f. *)
Fixpoint best_option {A} (up : bool) (f : A -> Q) (a : A) (l : list A) : A :=
  match l with
  | [] => a
  | b :: l =>
      let c := best_option up f b l in
      if (if up then Qle_bool (f c) (f a) else Qle_bool (f a) (f c)) then a else c
  end.

Lemma Qle_bool_false a b : Qle_bool a b = false -> b <= a.
Proof.
  intros e. apply Qlt_le_weak. apply Qnot_le_lt. intros le. apply Qle_bool_iff in le. congruence.
Qed.

Lemma best_option_in {A} up (f : A -> Q) l : forall a, In (best_option up f a l) (a :: l).
Proof.
  induction l as [ | b l IH]; intros a; [left; reflexivity | ]. cbn [best_option].
  destruct (if up then _ else _); [left; reflexivity | right; exact (IH b)].
Qed.

Lemma best_option_best {A} up (f : A -> Q) l : forall a,
  f (best_option up f a l) == best up (map f (a :: l)).
Proof.
  induction l as [ | b l IH]; intros a; [reflexivity | ].
  change (best up (map f (a :: b :: l))) with (better up (f a) (best up (map f (b :: l)))).
  cbn [best_option]. specialize (IH b). set (c := best_option up f b l) in *.
  set (m := best up (map f (b :: l))) in *. clearbody c m.
  destruct up; cbn [better]; destruct (Qle_bool _ _) eqn:e;
    (apply Qle_bool_iff in e || apply Qle_bool_false in e); symmetry; rewrite ?IH.
  - apply Q.max_l. lra.
  - apply Q.max_r. lra.
  - apply Q.min_l. lra.
  - apply Q.min_r. lra.
Qed.

Section WithinSteps.
  Variable P : process.
  Variable nodes : list (state P).
  Hypothesis inside : closed P (options P) nodes.
  Variable y : payoff_of P.
  Hypothesis discount_nonneg : 0 <= discount y.
  Variable up : bool.

  Lemma no_policy_better s : allowed P s -> forall n h x, In x nodes ->
    no_better up (J P y s n h x) (best_within P y up n x).
  Proof.
    intros Hs. induction n as [ | n IH]; intros h x i; cbn [J best_within];
      destruct (stop y x) as [q | ]; try (destruct up; apply Qle_refl).
    assert (H : forall c, In c (options P x) ->
      no_better up (worth P y (J P y s n ((x, c) :: h)) c)
        (best up (map (worth P y (best_within P y up n)) (options P x)))).
    { intros c j.
      assert (B := best_bounds up _ _ (in_map (worth P y (best_within P y up n)) _ _ j)).
      destruct up; cbn [no_better] in *;
        assert (L := worth_le inside y discount_nonneg x c _ _ i j (IH ((x, c) :: h))); lra. }
    set (b := best up _) in *. clearbody b. destruct up; cbn [no_better] in *.
    - exact (E_policy_upper inside Hs h x _ b i H).
    - exact (E_policy_lower inside Hs h x _ b i H).
  Qed.

  (* The policy that takes what is best for as many of the n steps as are left. *)
  Definition best_policy (n : nat) : policy P := fun h x =>
    match options P x with
    | [] => []
    | c :: l => [(1, best_option up (worth P y (best_within P y up (n - S (length h)))) c l)]
    end.

  Lemma best_policy_allowed n : allowed P (best_policy n).
  Proof.
    intros h x ne. unfold best_policy. destruct (options P x) as [ | c l]; [congruence | ].
    apply sure, best_option_in.
  Qed.

  Lemma best_policy_gets n : forall k h x, (n = k + length h)%nat -> In x nodes ->
    J P y (best_policy n) k h x == best_within P y up k x.
  Proof.
    induction k as [ | k IH]; intros h x e i; cbn [J best_within];
      destruct (stop y x) as [q | ]; try reflexivity.
    unfold best_policy at 1. replace (n - S (length h))%nat with k by lia.
    assert (some := some_option inside x i).
    destruct (options P x) as [ | c l] eqn:eo; [congruence | ].
    assert (j := best_option_in up (worth P y (best_within P y up k)) l c). rewrite <- eo in j.
    rewrite <- best_option_best. set (a := best_option _ _ _ _) in *. clearbody a. cbn [E].
    unfold worth. destruct (branches P a) as [ | b0 l0] eqn:eb; [lra | ]. rewrite <- eb.
    rewrite (E_eq _ _ (best_within P y up k)); [lra | ].
    intros p z m. apply IH; [cbn [length]; lia | ].
    exact (lands inside x a p z i j m).
  Qed.
End WithinSteps.

(* What induction finds ------------------------------------------------------------------------- *)

Section Answers.
  Variable P : process.
  Variable nodes : list (state P).
  Hypothesis inside : closed P (options P) nodes.
  Variable x : state P.
  Hypothesis is_node : In x nodes.
  Variable n : nat.

  Theorem within_steps_max y : 0 <= discount y ->
    greatest_within P n (fun s n => J P y s n [] x) (best_within P y true n x).
  Proof.
    intros d0. split.
    - intros s Hs. exact (no_policy_better P nodes inside y d0 true s Hs n [] x is_node).
    - exists (best_policy P y true n). split; [apply best_policy_allowed | ].
      exact (best_policy_gets P nodes inside y true n n [] x (plus_n_O n) is_node).
  Qed.

  Theorem within_steps_min y : 0 <= discount y ->
    least_within P n (fun s n => J P y s n [] x) (best_within P y false n x).
  Proof.
    intros d0. split.
    - intros s Hs. exact (no_policy_better P nodes inside y d0 false s Hs n [] x is_node).
    - exists (best_policy P y false n). split; [apply best_policy_allowed | ].
      exact (best_policy_gets P nodes inside y false n n [] x (plus_n_O n) is_node).
  Qed.

  Corollary greatest_probability_within goal stay ended :
    greatest_within P n (reaching goal stay ended x)
      (best_within P (reach goal stay ended) true n x).
  Proof. apply within_steps_max. cbn. lra. Qed.

  Corollary least_probability_within goal stay ended :
    least_within P n (reaching goal stay ended x) (best_within P (reach goal stay ended) false n x).
  Proof. apply within_steps_min. cbn. lra. Qed.

  Corollary greatest_reward_within d : 0 <= d ->
    greatest_within P n (earning d x) (best_within P (discounted d) true n x).
  Proof. exact (within_steps_max (discounted d)). Qed.

  Corollary least_reward_within d : 0 <= d ->
    least_within P n (earning d x) (best_within P (discounted d) false n x).
  Proof. exact (within_steps_min (discounted d)). Qed.
End Answers.
