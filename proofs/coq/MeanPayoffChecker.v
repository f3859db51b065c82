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
  Variable tau : choice P -> Q.              (* the time that a choice takes *)
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

  (* Each option goes on, and with the biases that it leads to pays no more, if minimised no less,
     than the gain times the time that it takes and the bias; what pi picks pays that. *)
  Definition check_biases (x : state P) : bool :=
    let gain := g x in
    let bias := h x in
    let due c := Qred (gain * tau c + bias) in
    if Qeq_bool (earned (pi x)) (due (pi x)) then
      all (fun c =>
        if goes_on c
        then if maximise then Qle_bool (earned c) (due c) else Qle_bool (due c) (earned c)
        else false) (options P x)
    else false.

  Definition check_gains : bool :=
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

  Hypothesis checked : check_gains = true.

  Lemma gains_closed : closed P (options P) nodes.
  Proof. apply if_and in checked as [S _]. exact (options_closed made S). Qed.

  Lemma biases_checked z : In z nodes ->
    reward P (pi z) + leads h (pi z) == g z * tau (pi z) + h z /\
    forall c, In c (options P z) -> branches P c <> [] /\
    if maximise then reward P c + leads h c <= g z * tau c + h z
    else g z * tau c + h z <= reward P c + leads h c.
  Proof.
    intros j. apply if_and in checked as [_ B].
    assert (A := every_node P w nodes made _ B z j). apply if_and in A as [A O].
    apply Qeq_bool_iff in A. rewrite earned_is, Qred_correct in A. split; [exact A | ].
    intros c k. assert (D := all_spec _ _ O c k). cbn beta in D. apply if_and in D as [G D].
    split; [unfold goes_on in G; destruct (branches P c); congruence | ].
    destruct maximise; apply Qle_bool_iff in D; rewrite earned_is, Qred_correct in D; exact D.
  Qed.

  Lemma gains_go_on z c : In z nodes -> In c (options P z) -> branches P c <> [].
  Proof. intros j k. exact (proj1 (proj2 (biases_checked z j) c k)). Qed.

  Lemma gains_of_pi z : In z nodes -> leads g (pi z) == g z.
  Proof.
    intros j. assert (picked := chosen_picks made). assert (B := checked).
    apply if_and in B as [S _]. rewrite <- (leads_is (pi z)).
    - exact (chosen_worth made S eq_refl eq_refl z j eq_refl).
    - exact (gains_go_on z _ j (picked z (some_option gains_closed z j))).
  Qed.

  Lemma gains_checked z c : In z nodes -> In c (options P z) ->
    if maximise then leads g c <= g z /\ reward P c + leads h c <= g z * tau c + h z
    else g z <= leads g c /\ g z * tau c + h z <= reward P c + leads h c.
  Proof.
    intros j k. assert (D := proj2 (proj2 (biases_checked z j) c k)). assert (B := checked).
    apply if_and in B as [S _]. assert (same := leads_is c (gains_go_on z c j k)).
    assert (L := step_worth_lower made S eq_refl z j).
    assert (U := step_worth_upper made S eq_refl z j).
    destruct maximise; (split; [rewrite <- same | exact D]); [exact (U c k) | exact (L c k)].
  Qed.
End MeanPayoff.

(* Each choice counts once. *)
Definition check_mean_payoff (P : process) (w : witness P) (maximise : bool)
    (bias : positive -> option Q) : bool :=
  check_gains P w maximise bias (fun _ => 1).

Theorem mean_payoff_checked P w nodes (made : well_made P w nodes) maximise bias x :
  check_mean_payoff P w maximise bias = true -> In x nodes ->
  if maximise then greatest P (mean x) (worth_of P w no_reward x)
  else least P (mean x) (worth_of P w no_reward x).
Proof.
  intros H i. assert (C := gains_closed P w nodes made _ _ _ H).
  assert (picked := chosen_picks made).
  assert (on := gains_go_on P w nodes made _ _ _ H).
  assert (gain_of_pi := gains_of_pi P w nodes made _ _ _ H).
  assert (bias_of_pi : forall z, In z nodes -> _) by
    exact (fun z j => proj1 (biases_checked P w nodes made _ _ _ H z j)).
  assert (all := gains_checked P w nodes made _ _ _ H).
  destruct maximise.
  - apply (mean_payoff_greatest P _ picked _ C on _ (h P w bias) gain_of_pi) with (x := x);
      [ | exact i | | ].
    + intros z j. assert (B := bias_of_pi z j). cbn beta in B. lra.
    + intros z c j k. destruct (all z c j k). lra.
    + intros z c j k. destruct (all z c j k). lra.
  - apply (mean_payoff_least P _ picked _ C on _ (h P w bias) gain_of_pi) with (x := x);
      [ | exact i | | ].
    + intros z j. assert (B := bias_of_pi z j). cbn beta in B. lra.
    + intros z c j k. destruct (all z c j k). lra.
    + intros z c j k. destruct (all z c j k). lra.
Qed.
