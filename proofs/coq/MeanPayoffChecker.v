(* Mean payoff: the checker, and the proof that what it accepts is so. The gains are the values of
   the witness, which obey the step if nothing is paid. Each choice that is picked has a bias as
   well, and the biases are checked in exact arithmetic.

   The conditions are those of check_mean_payoff of exactbox/checker/average.py. *)
From Coq Require Import QArith List Lqa Bool ZArith NArith.
From exactbox Require Import Definitions Plays Players Kernel Checkers MeanPayoff.
Import ListNotations.
Local Open Scope Q_scope.

Definition no_reward {P} : payoff_of P := {|
  paid _ := 0; stop _ := None; over := 0; discount := 1 |}.

Section MeanPayoff.
  Variable P : process.
  Variable w : witness P.
  Variable nodes : list (state P).     (* all states within reach *)
  Hypothesis made : well_made P w nodes.
  Variable maximise : bool.
  Variable bias : positive -> option Q.      (* by the code of what is picked *)
  Local Notation pi := (chosen P w).
  Local Notation g := (worth_of P w no_reward).

  Definition h (x : state P) : Q :=
    match bias (code w (pi x)) with Some q => q | None => 0 end.

  (* The sum of weights times h, in lowest terms. *)
  Definition sum_of_biases (l : list (positive * state P)) : Q :=
    fold_right (fun e s => Qred (inject_Z (Zpos (fst e)) * h (snd e) + s)) 0 l.

  (* The reward and the bias that a choice leads to. *)
  Definition earned (c : choice P) : Q :=
    Qred (reward P c + (1 # total (branches P c)) * sum_of_biases (branches P c)).

  Definition goes_on (c : choice P) : bool := match branches P c with [] => false | _ => true end.

  Definition check_biases (x : state P) : bool :=
    let due := Qred (g x + h x) in
    if Qeq_bool (earned (pi x)) due then
      all (fun c =>
        if goes_on c
        then if maximise then Qle_bool (earned c) due else Qle_bool due (earned c)
        else false) (options P x)
    else false.

  Definition check_mean_payoff : bool :=
    if step P w (fun _ => maximise) true true no_reward nowhere false
    then every w check_biases else false.

  Lemma sum_of_biases_wsum l : sum_of_biases l == wsum l h.
  Proof.
    induction l as [ | [k z] l IH]; cbn [sum_of_biases fold_right fst snd wsum]; [reflexivity | ].
    rewrite Qred_correct, IH. reflexivity.
  Qed.

  Lemma earned_is c : earned c == reward P c + leads h c.
  Proof.
    unfold earned, leads. rewrite Qred_correct, sum_of_biases_wsum, E_wsum. reflexivity.
  Qed.

  Lemma leads_is c : branches P c <> [] -> worth P no_reward g c == leads g c.
  Proof.
    intros ne. unfold worth, leads. destruct (branches P c); [congruence | ].
    cbn [paid discount no_reward]. lra.
  Qed.

  Theorem mean_payoff_checked x : check_mean_payoff = true -> In x nodes ->
    if maximise then greatest P (mean x) (g x) else least P (mean x) (g x).
  Proof.
    intros H i. apply if_and in H as [S B]. assert (C := options_closed made S).
    assert (picked := chosen_picks made).
    assert (K : forall z, In z nodes -> reward P (pi z) + leads h (pi z) == g z + h z /\
      forall c, In c (options P z) -> branches P c <> [] /\
      if maximise then reward P c + leads h c <= g z + h z
      else g z + h z <= reward P c + leads h c).
    { intros z j. assert (A := every_node P w nodes made _ B z j). apply if_and in A as [A O].
      apply Qeq_bool_iff in A. rewrite earned_is, Qred_correct in A. split; [exact A | ].
      intros c k. assert (D := all_spec _ _ O c k). cbn beta in D. apply if_and in D as [G D].
      split; [unfold goes_on in G; destruct (branches P c); congruence | ].
      destruct maximise; apply Qle_bool_iff in D; rewrite earned_is, Qred_correct in D; exact D. }
    assert (on : forall z c, In z nodes -> In c (options P z) -> branches P c <> []).
    { intros z c j k. exact (proj1 (proj2 (K z j) c k)). }
    assert (bias_of_pi := fun z j => proj1 (K z j)).
    assert (gain_of_pi : forall z, In z nodes -> leads g (pi z) == g z).
    { intros z j. rewrite <- (leads_is (pi z)).
      - exact (chosen_worth made S eq_refl eq_refl z j eq_refl).
      - exact (on z _ j (picked z (some_option _ _ _ C z j))). }
    assert (L := step_worth_lower made S eq_refl). assert (U := step_worth_upper made S eq_refl).
    destruct maximise.
    - apply (mean_payoff_greatest P pi picked _ C on g h gain_of_pi bias_of_pi x i).
      + intros z c j k. rewrite <- (leads_is c (on z c j k)). exact (U z j c k).
      + intros z c j k. exact (proj2 (proj2 (K z j) c k)).
    - apply (mean_payoff_least P pi picked _ C on g h gain_of_pi bias_of_pi x i).
      + intros z c j k. rewrite <- (leads_is c (on z c j k)). exact (L z j c k).
      + intros z c j k. exact (proj2 (proj2 (K z j) c k)).
  Qed.
End MeanPayoff.
