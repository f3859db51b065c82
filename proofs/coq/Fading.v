(* Rewards r of any sign, where under any policy the play for sure ends or gets to where nothing is
   paid any more: there the state is idle. By ranks the probability that it is not yet so vanishes;
   so if whatever is available is worth no more than v, or no less, the limit of what n steps pay is
   no more than v, or no less. *)
From Coq Require Import QArith List Lqa.
From exactbox Require Import Definitions Plays Players.
From exactbox Require Export ProductDefinitions.
Import ListNotations.
Local Open Scope Q_scope.

Section Fading.
  Context {P : process} {available : state P -> list (choice P)} {nodes : list (state P)}.
  Hypothesis inside : closed P available nodes.
  Variable idle : state P -> bool.
  Variable r : choice P -> Q.
  Hypothesis idle_for_good : forall x c, In x nodes -> idle x = true -> In c (available x) ->
    r c == 0 /\ forall w z, In (w, z) (branches P c) -> idle z = true.
  Context {rank : choice P -> nat}.
  Hypothesis ranks : ranks_fall P available nodes idle rank.
  Context {s : policy P}.
  Hypothesis Hs : plays P available s.
  Local Notation until_idle := (paying r idle 0 0).

  Lemma idle_pays n : forall past x, In x nodes -> idle x = true -> J P (sums r) s n past x == 0.
  Proof.
    induction n as [ | n IH]; intros past x i o; cbn [J stop sums]; [lra | ].
    rewrite (E_policy_eq inside Hs _ _ _ (fun _ => 0) i).
    - rewrite E_const. lra.
    - intros c j. destruct (idle_for_good x c i o j) as [e on].
      cbn [paid discount sums]. rewrite e, Qplus_0_l, Qmult_1_l.
      destruct (branches P c) as [ | b l] eqn:eb; [reflexivity | ]. rewrite <- eb in *.
      rewrite (E_eq _ _ (fun _ => 0)); [rewrite E_const; lra | ]. intros p z k.
      assert (iz := lands inside x c p z i j k).
      apply probabilities_in in k as [w [k _]]. exact (IH _ z iz (on w z k)).
  Qed.

  Lemma paid_until_idle n : forall past x, In x nodes ->
    J P (sums r) s n past x == J P until_idle s n past x.
  Proof.
    induction n as [ | n IH]; intros past x i; (destruct (idle x) eqn:o;
      [rewrite (idle_pays _ past x i o); cbn [J stop paying]; rewrite o; reflexivity | ]);
      cbn [J stop paying sums]; rewrite o; [reflexivity | ].
    apply (E_policy_eq inside Hs); [exact i | ].
    intros c j. cbn [paid discount over sums paying].
    destruct (branches P c) as [ | b l] eqn:eb; [reflexivity | ]. rewrite <- eb.
    rewrite (E_eq _ _ (J P until_idle s n ((x, c) :: past))); [reflexivity | ].
    intros p z k. exact (IH _ z (lands inside x c p z i j k)).
  Qed.

  Theorem faded_at_least v x : worth_lower P available nodes until_idle v -> In x nodes ->
    at_least (fun n => J P (sums r) s n [] x) (v x).
  Proof.
    intros W i eps e0. destruct (bounded nodes v) as [M [M0 HM]].
    destruct (small_multiple M eps M0 e0) as [d [d0 Hd]].
    assert (ranks' : ranks_fall P available nodes (stopped P until_idle) rank).
    { refine (ranks_fall_same _ ranks). intros z. unfold stopped. cbn [stop paying].
      destruct (idle z); reflexivity. }
    destruct (ranks_end inside _ rank ranks' d d0) as [n0 H]. exists n0.
    intros n le. specialize (H s Hs n [] x le i).
    assert (U := still_alive inside Hs (stopped P until_idle) v M (fun z iz _ => proj2 (HM z iz))
      n [] x i).
    assert (L := n_steps_lower inside until_idle ltac:(cbn; lra) Hs v W n [] x i).
    cbn [discount paying] in L. rewrite (paid_until_idle n [] x i).
    set (a := alive P s (stopped P until_idle) n [] x) in *. nra.
  Qed.
End Fading.

Theorem faded_at_most P available nodes (inside : closed P available nodes) idle r
    (idle_for_good : forall x c, In x nodes -> idle x = true -> In c (available x) ->
      r c == 0 /\ forall w z, In (w, z) (branches P c) -> idle z = true)
    rank (ranks : ranks_fall P available nodes idle rank) s (Hs : plays P available s) v x :
  worth_upper P available nodes (paying r idle 0 0) v -> In x nodes ->
  at_most (fun n => J P (sums r) s n [] x) (v x).
Proof.
  intros W i.
  apply (at_most_opposite _ (fun n => J P (sums (fun c => - r c)) s n [] x)).
  { intros n. exact (J_opposite P s r (fun _ => false) 0 0 n [] x). }
  apply (faded_at_least inside idle (fun c => - r c)) with (v := fun z => - v z) (rank := rank);
    try assumption.
  - intros z c iz e j. destruct (idle_for_good z c iz e j) as [rc on]. split; [ | exact on].
    rewrite rc. reflexivity.
  - intros z iz. specialize (W z iz). cbn [stop paying] in *. destruct (idle z); [lra | ].
    intros c j. specialize (W c j). assert (O := worth_opposite P r idle 0 0 v c).
    apply Qopp_le_compat in W. rewrite <- O in W. exact W.
Qed.
