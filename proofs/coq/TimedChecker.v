(* Averages by time: the checker, and the proof that what it accepts is so. Gains and biases are
   those of MeanPayoffChecker.v, where a choice takes its time; and no play goes on without taking
   time, as ranks fall wherever a choice takes none.

   The conditions are those of check_average of exactbox/checker/timed.py. *)
From Coq Require Import QArith List Lia Lqa Bool ZArith NArith.
From exactbox Require Import Definitions Plays Players Kernel Checkers MeanPayoff MeanPayoffChecker.
From exactbox Require Import TimedAverage TimedUntil.
Import ListNotations.
Local Open Scope Q_scope.

Section Timed.
  Variable P : process.
  Variable w : witness P.
  Variable nodes : list (state P).     (* all states within reach *)
  Hypothesis made : well_made P w nodes.
  Variable maximise : bool.
  Variable bias : positive -> option Q.
  Variable tau : choice P -> Q.
  Local Notation pi := (chosen P w).
  Local Notation g := (worth_of P w no_reward).
  Local Notation rank := (fun c => N.to_nat (rank_of P w c)).

  Definition time_passes (c : choice P) : bool :=
    let t := Qnum (tau c) in
    if (0 <? t)%Z then true
    else if (t =? 0)%Z then
      let r := rank_of P w c in
      any (fun b => all (fun o => (rank_of P w o <? r)%N) (options P (snd b))) (branches P c)
    else false.

  Definition check_timed_average : bool :=
    if check_gains P w maximise bias tau
    then every w (fun x => all time_passes (options P x)) else false.

  Lemma time_passes_spec c : time_passes c = true -> 0 <= tau c /\
    (0 < tau c \/ exists p z, In (p, z) (branches P c) /\
      forall o, In o (options P z) -> (rank o < rank c)%nat).
  Proof.
    unfold time_passes, Qle, Qlt. cbn [Qnum Qden]. cbn zeta.
    destruct (Z.ltb_spec 0 (Qnum (tau c))) as [lt | ge].
    - intros _. split; [lia | left; lia].
    - destruct (Z.eqb_spec (Qnum (tau c)) 0) as [e | ]; [ | discriminate]. intros H.
      split; [lia | right]. apply any_spec in H as [[p z] [j H]]. exists p, z.
      split; [exact j | ]. intros o k. cbn [snd] in H.
      apply all_spec with (a := o) in H; [ | exact k]. apply N.ltb_lt in H. lia.
  Qed.

  Theorem timed_average_checked x : check_timed_average = true -> In x nodes ->
    (if maximise then greatest_by_time else least_by_time) P tau x (g x).
  Proof.
    intros H i. apply if_and in H as [H T]. assert (C := gains_closed P w nodes made _ _ _ H).
    assert (picked := chosen_picks made).
    assert (on := gains_go_on P w nodes made _ _ _ H).
    assert (gain_of_pi := gains_of_pi P w nodes made _ _ _ H).
    assert (bias_of_pi : forall z, In z nodes -> _) by
      exact (fun z j => proj1 (biases_checked P w nodes made _ _ _ H z j)).
    assert (all := gains_checked P w nodes made _ _ _ H).
    assert (takes : takes_time P (options P) nodes tau rank).
    { intros z c j k. apply time_passes_spec.
      exact (all_spec _ _ (every_node P w nodes made _ T z j) c k). }
    assert (times : forall lasts longest, clocks tau lasts longest ->
      tossed P (options P) nodes tau lasts longest).
    { intros lasts longest K. split.
      - intros z c _ _. exact (clocks_tossed _ _ _ K c).
      - intros z c p d _ _. exact (clocks_bounded _ _ _ K c p d).
      - intros z c _ _. exact (clocks_mean _ _ _ K c). }
    assert (ours : clock_allowed P (fun _ => always P pi)).
    { intros ts. exact (always_allowed picked). }
    destruct maximise; intros lasts longest l0 K.
    - destruct (timed_average_until_greatest P pi picked nodes C on tau lasts longest l0
        (times _ _ K) rank takes g (h P w bias) gain_of_pi bias_of_pi all) as [B HB].
      split; exists B.
      + intros u s u0 Hs. exact (proj1 (HB u u0 x i) s Hs).
      + exists (fun _ => always P pi). split; [exact ours | ].
        intros u u0. exact (proj2 (HB u u0 x i)).
    - destruct (timed_average_until_least P pi picked nodes C on tau lasts longest l0
        (times _ _ K) rank takes g (h P w bias) gain_of_pi bias_of_pi all) as [B HB].
      split; exists B.
      + intros u s u0 Hs. exact (proj1 (HB u u0 x i) s Hs).
      + exists (fun _ => always P pi). split; [exact ours | ].
        intros u u0. exact (proj2 (HB u u0 x i)).
  Qed.
End Timed.
