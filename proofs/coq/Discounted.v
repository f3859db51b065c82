(* Discounted reward: the payment of step k counts d^k times, 0 <= d < 1, and rewards have any
   sign. If whatever is available is worth v or more, the expected reward of n steps is at least v
   less d^n M, with M a bound of |v|, whatever the policy; so its limit is v or more. Likewise from
   above. With both, v is the value of the game for two players.

   The conditions are those of check_discounted of exactbox/checker/steps.py. *)
From Coq Require Import QArith List Lqa.
From exactbox Require Import Definitions Plays Players.
Import ListNotations.
Local Open Scope Q_scope.

(* Any policy among what is available ----------------------------------------------------------- *)

Section Halves.
  Context {P : process} {available : state P -> list (choice P)} {nodes : list (state P)}.
  Hypothesis inside : closed P available nodes.
  Variable d : Q.
  Hypothesis d0 : 0 <= d.
  Hypothesis d1 : d < 1.
  Variable v : state P -> Q.               (* what states are worth *)
  Variable x : state P.
  Hypothesis is_node : In x nodes.
  Context {s : policy P}.
  Hypothesis Hs : plays P available s.

  Theorem discounted_lower :
    worth_lower P available nodes (discounted d) v -> at_least (earning d x s) (v x).
  Proof.
    intros W eps e0. destruct (bounded nodes v) as [M [M0 HM]].
    destruct (discount_fades d M eps d0 d1 M0 e0) as [n0 H]. exists n0. intros n le.
    specialize (H n le).
    assert (L := n_steps_lower inside (discounted d) d0 Hs v W n [] x is_node).
    assert (U := still_upper inside Hs (stopped P (discounted d)) d d0 v M M0
      (fun z i _ => proj2 (HM z i)) n [] x is_node).
    unfold earning. cbn [discount discounted] in L. lra.
  Qed.

  Theorem discounted_upper :
    worth_upper P available nodes (discounted d) v -> at_most (earning d x s) (v x).
  Proof.
    intros W eps e0. destruct (bounded nodes v) as [M [M0 HM]].
    destruct (discount_fades d M eps d0 d1 M0 e0) as [n0 H]. exists n0. intros n le.
    specialize (H n le).
    assert (L := n_steps_upper inside (discounted d) d0 Hs v W n [] x is_node).
    assert (B : forall z, In z nodes -> stopped P (discounted d) z = false -> -1 * v z <= M).
    { intros z i _. destruct (HM z i). lra. }
    assert (U := still_upper inside Hs (stopped P (discounted d)) d d0
      (fun z => -1 * v z) M M0 B n [] x is_node).
    rewrite still_scale in U. unfold earning. cbn [discount discounted] in L. lra.
  Qed.
End Halves.

(* Two players ---------------------------------------------------------------------------------- *)

Section Game.
  Variable P : process.
  Variable up : state P -> bool.
  Variable pi : state P -> choice P.
  Hypothesis picked : picks P pi.
  Variable nodes : list (state P).
  Variable d : Q.
  Hypothesis d0 : 0 <= d.
  Hypothesis d1 : d < 1.
  Variable x : state P.
  Hypothesis is_node : In x nodes.

  (* One half alone bounds the value. *)
  Theorem discounted_at_least v :
    closed P (available P up pi false) nodes ->
    worth_lower P (available P up pi false) nodes (discounted d) v ->
    secures_at_least P up (earning d x) (v x).
  Proof.
    intros inside W. apply (secure_at_least picked). intros s Hs.
    exact (discounted_lower inside d d0 d1 v x is_node Hs W).
  Qed.

  Theorem discounted_at_most v :
    closed P (available P up pi true) nodes ->
    worth_upper P (available P up pi true) nodes (discounted d) v ->
    secures_at_most P up (earning d x) (v x).
  Proof.
    intros inside W. apply (secure_at_most picked). intros s Hs.
    exact (discounted_upper inside d d0 d1 v x is_node Hs W).
  Qed.

  Theorem discounted_value v :
    closed P (available P up pi false) nodes ->
    closed P (available P up pi true) nodes ->
    worth_lower P (available P up pi false) nodes (discounted d) v ->
    worth_upper P (available P up pi true) nodes (discounted d) v ->
    game_value P up (earning d x) (v x).
  Proof.
    intros lo hi L U. split.
    - exact (discounted_at_least v lo L).
    - exact (discounted_at_most v hi U).
  Qed.
End Game.

(* One player ----------------------------------------------------------------------------------- *)

Section One.
  Variable P : process.
  Variable pi : state P -> choice P.
  Hypothesis picked : picks P pi.
  Variable nodes : list (state P).
  Hypothesis inside : closed P (options P) nodes.
  Variable d : Q.
  Hypothesis d0 : 0 <= d.
  Hypothesis d1 : d < 1.
  Variable v : state P -> Q.
  Variable x : state P.
  Hypothesis is_node : In x nodes.

  Theorem discounted_greatest :
    (forall z c, In z nodes -> In c (options P z) -> worth P (discounted d) v c <= v z) ->
    (forall z, In z nodes -> v z <= worth P (discounted d) v (pi z)) ->
    greatest P (earning d x) (v x).
  Proof.
    intros U L. apply greatest_is_value.
    apply (discounted_value P (fun _ => true) pi picked nodes d d0 d1 x is_node v);
      try exact (closed_available _ _ picked inside).
    - intros z i c [<- | []]. exact (L z i).
    - intros z i c j. exact (U z c i j).
  Qed.

  Theorem discounted_least :
    (forall z c, In z nodes -> In c (options P z) -> v z <= worth P (discounted d) v c) ->
    (forall z, In z nodes -> worth P (discounted d) v (pi z) <= v z) ->
    least P (earning d x) (v x).
  Proof.
    intros L U. apply least_is_value.
    apply (discounted_value P (fun _ => false) pi picked nodes d d0 d1 x is_node v);
      try exact (closed_available _ _ picked inside).
    - intros z i c j. exact (L z c i j).
    - intros z i c [<- | []]. exact (U z i).
  Qed.
End One.
