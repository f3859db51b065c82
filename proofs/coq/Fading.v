(* Rewards of any sign, where under any policy the play for sure ends or gets to where nothing is
   paid any more: there the state is idle. By ranks the probability that it is not yet so vanishes;
   so if whatever is available is worth no more than v, or no less, the limit of what n steps pay is
   no more than v, or no less. *)
From Coq Require Import QArith List Lqa.
From exactbox Require Import Definitions Plays.
Import ListNotations.
Local Open Scope Q_scope.

Section Fading.
  Variable P : process.
  Variable available : state P -> list (choice P).
  Variable nodes : list (state P).
  Hypothesis inside : closed P available nodes.
  Variable idle : state P -> bool.
  Hypothesis idle_for_good : forall x c, In x nodes -> idle x = true -> In c (available x) ->
    reward P c == 0 /\ forall w z, In (w, z) (branches P c) -> idle z = true.
  Variable rank : choice P -> nat.
  Hypothesis ranks : ranks_fall P available nodes idle rank.
  Variable s : policy P.
  Hypothesis Hs : plays P available s.

  Lemma idle_pays n : forall past x, In x nodes -> idle x = true ->
    J P total_reward s n past x == 0.
  Proof.
    induction n as [ | n IH]; intros past x i o; cbn [J stop total_reward discounted]; [lra | ].
    rewrite (E_policy_eq P available nodes inside s Hs _ _ _ (fun _ => 0) i).
    - rewrite E_const. lra.
    - intros c j. destruct (idle_for_good x c i o j) as [e on].
      cbn [paid discount total_reward discounted]. rewrite e, Qplus_0_l, Qmult_1_l.
      destruct (branches P c) as [ | b l] eqn:eb; [reflexivity | ]. rewrite <- eb in *.
      rewrite (E_eq _ _ (fun _ => 0)); [rewrite E_const; lra | ]. intros p z k.
      assert (iz := lands P available nodes inside x c p z i j k).
      apply probabilities_in in k as [w [k _]]. exact (IH _ z iz (on w z k)).
  Qed.

  Lemma until_idle n : forall past x, In x nodes ->
    J P total_reward s n past x == J P (until idle) s n past x.
  Proof.
    induction n as [ | n IH]; intros past x i; (destruct (idle x) eqn:o;
      [rewrite (idle_pays _ past x i o); cbn [J stop until]; rewrite o; reflexivity | ]);
      cbn [J stop until total_reward discounted]; rewrite o; [reflexivity | ].
    apply (E_policy_eq P available nodes inside s Hs); [exact i | ].
    intros c j. cbn [paid discount over total_reward discounted until].
    destruct (branches P c) as [ | b l] eqn:eb; [reflexivity | ]. rewrite <- eb.
    rewrite (E_eq _ _ (J P (until idle) s n ((x, c) :: past))); [reflexivity | ].
    intros p z k. exact (IH _ z (lands P available nodes inside x c p z i j k)).
  Qed.

  Variable v : state P -> Q.

  Lemma fades M x : (forall z, In z nodes -> v z <= M) -> 0 <= M -> In x nodes ->
    forall eps, 0 < eps -> exists n0, forall n, (n0 <= n)%nat ->
    still P s (stopped P (until idle)) 1 v n [] x <= eps.
  Proof.
    intros HM M0 i eps e0. assert (F : (M + 1) * / (M + 1) == 1) by (apply Qmult_inv_r; lra).
    assert (I0 : 0 < / (M + 1)) by (apply Qinv_lt_0_compat; lra).
    assert (same : forall z, stopped P (until idle) z = idle z).
    { intros z. unfold stopped. cbn [stop until]. destruct (idle z); reflexivity. }
    assert (ranks' : ranks_fall P available nodes (stopped P (until idle)) rank).
    { intros z c iz e j. rewrite same in e. destruct (ranks z c iz e j) as [eb | [w [t [b H]]]];
        [left; exact eb | right]. exists w, t. rewrite same. split; assumption. }
    destruct (ranks_end P available nodes inside _ rank ranks' (eps * / (M + 1)) ltac:(nra))
      as [n0 H]. exists n0. intros n le. specialize (H s Hs n [] x le i).
    assert (L := still_alive P available nodes inside s Hs (stopped P (until idle)) v M
      (fun z iz _ => HM z iz) n [] x i).
    set (a := alive P s (stopped P (until idle)) n [] x) in *. set (k := / (M + 1)) in *.
    clearbody a k. assert (M * a <= M * (eps * k)) by nra.
    assert (eps * (M * k) <= eps * 1) by nra. lra.
  Qed.
End Fading.

Section Faded.
  Variable P : process.
  Variable available : state P -> list (choice P).
  Variable nodes : list (state P).
  Hypothesis inside : closed P available nodes.
  Variable idle : state P -> bool.
  Hypothesis idle_for_good : forall x c, In x nodes -> idle x = true -> In c (available x) ->
    reward P c == 0 /\ forall w z, In (w, z) (branches P c) -> idle z = true.
  Variable rank : choice P -> nat.
  Hypothesis ranks : ranks_fall P available nodes idle rank.
  Variable s : policy P.
  Hypothesis Hs : plays P available s.
  Variable v : state P -> Q.
  Variable x : state P.
  Hypothesis is_node : In x nodes.

  Theorem faded_at_most : worth_upper P available nodes (until idle) v ->
    at_most (earning 1 x s) (v x).
  Proof.
    intros W eps e0. destruct (bounded nodes v) as [M [M0 HM]].
    destruct (fades P available nodes inside idle rank ranks s Hs (fun z => - (1) * v z) M x
      (fun z iz => ltac:(destruct (HM z iz); lra)) M0 is_node eps e0) as [n0 H].
    exists n0. intros n le. specialize (H n le). rewrite still_scale in H.
    assert (L := n_steps_upper P available nodes inside (until idle) ltac:(cbn; lra) s Hs v W n []
      x is_node). cbn [discount until] in L.
    change (earning 1 x s n) with (J P total_reward s n [] x).
    rewrite (until_idle P available nodes inside idle idle_for_good s Hs n [] x is_node). lra.
  Qed.

  Theorem faded_at_least : worth_lower P available nodes (until idle) v ->
    at_least (earning 1 x s) (v x).
  Proof.
    intros W eps e0. destruct (bounded nodes v) as [M [M0 HM]].
    destruct (fades P available nodes inside idle rank ranks s Hs v M x
      (fun z iz => proj2 (HM z iz)) M0 is_node eps e0) as [n0 H].
    exists n0. intros n le. specialize (H n le).
    assert (L := n_steps_lower P available nodes inside (until idle) ltac:(cbn; lra) s Hs v W n []
      x is_node). cbn [discount until] in L.
    change (earning 1 x s n) with (J P total_reward s n [] x).
    rewrite (until_idle P available nodes inside idle idle_for_good s Hs n [] x is_node). lra.
  Qed.
End Faded.
