(* The probability to reach a goal, by way of the states in stay only.

   Above: if nothing that is available is worth more than v, and v is nowhere negative, no play
   reaches the goal within n steps with a probability above v, for all n. Below: if everything that
   is available is worth v or more, and ranks fall wherever v is positive, the play almost surely
   gets to the goal, leaves stay, ends, or is where v is 0 or less; so the probability to reach the
   goal is v or more. A bound from below may be negative. With both, v is the value of the game
   for two players, and the greatest or the least probability for one.

   The conditions are those of check_reach of exactbox/checker/objectives.py. *)
From Coq Require Import QArith List Bool Lqa.
From exactbox Require Import Definitions Plays Players.
Import ListNotations.
Local Open Scope Q_scope.

Lemma reach_nonneg P available nodes (goal stay : state P -> bool) ended :
  nonneg P available nodes (reach goal stay ended).
Proof.
  split.
  - intros. cbn [paid reach]. lra.
  - intros x q _. cbn [stop reach]. destruct (goal x); [intros e; injection e as <-; lra | ].
    destruct (stay x); [discriminate | intros e; injection e as <-; lra].
  - cbn [over reach]. destruct ended; lra.
Qed.

(* Nothing is left to prove of a state that stops the play, nor of one where v is 0 or less. *)
Definition settled P (y : payoff_of P) (v : state P -> Q) (x : state P) : bool :=
  if stopped P y x then true else Qle_bool (v x) 0.

(* Any policy among what is available ----------------------------------------------------------- *)

Section Halves.
  Variable P : process.
  Variable available : state P -> list (choice P).
  Variable nodes : list (state P).
  Hypothesis inside : closed P available nodes.
  Variables goal stay : state P -> bool.
  Variable ended : bool.
  Variable v : state P -> Q.
  Variable s : policy P.
  Hypothesis Hs : plays P available s.
  Let y : payoff_of P := reach goal stay ended.

  (* Up to a play in a settled state the expectation of v does not fall. *)
  Theorem reach_lower rank x :
    worth_lower P available nodes y v ->
    ranks_fall P available nodes (settled P y v) rank ->
    In x nodes -> at_least (reaching goal stay ended x s) (v x).
  Proof.
    intros W falls i eps e0. destruct (bounded nodes v) as [M [M0 HM]].
    set (y' := stop_at P (fun z => Qle_bool (v z) 0) y).
    assert (W' : worth_lower P available nodes y' v).
    { intros z iz. specialize (W z iz). unfold y'. cbn [stop stop_at].
      destruct (stop y z); [exact W | ]. destruct (Qle_bool (v z) 0) eqn:e; [ | exact W].
      apply Qle_bool_iff. exact e. }
    assert (falls' : ranks_fall P available nodes (stopped P y') rank).
    { assert (same : forall z, stopped P y' z = settled P y v z).
      { intros z. unfold settled, stopped, y'. cbn [stop stop_at].
        destruct (stop y z); [reflexivity | ]. destruct (Qle_bool (v z) 0); reflexivity. }
      intros z c iz e j. rewrite same in e. destruct (falls z c iz e j) as [eb | [w [t [b H]]]];
        [left; exact eb | right]. exists w, t. rewrite same. split; assumption. }
    assert (F : (M + 1) * / (M + 1) == 1) by (apply Qmult_inv_r; lra).
    assert (I0 : 0 < / (M + 1)) by (apply Qinv_lt_0_compat; lra).
    destruct (ranks_end P available nodes inside (stopped P y') rank falls' (eps * / (M + 1))
      ltac:(nra)) as [n0 H]. exists n0. intros n le. specialize (H s Hs n [] x le i).
    assert (L := n_steps_lower P available nodes inside y' ltac:(cbn; lra) s Hs v W' n [] x i).
    assert (U := still_alive P available nodes inside s Hs (stopped P y') v M
      (fun z iz _ => proj2 (HM z iz)) n [] x i).
    assert (less := stop_at_less P available nodes inside (fun z => Qle_bool (v z) 0) y s
      ltac:(cbn; lra) (reach_nonneg P available nodes goal stay ended) Hs n [] x i).
    change (v x - eps <= J P y s n [] x). fold y' in less. change (discount y') with 1 in L.
    set (a := alive P s (stopped P y') n [] x) in *. set (k := / (M + 1)) in *. clearbody a k.
    assert (M * a <= M * (eps * k)) by nra. assert (eps * (M * k) <= eps * 1) by nra. lra.
  Qed.

  Theorem reach_within_upper x :
    worth_upper P available nodes y v -> (forall z, In z nodes -> 0 <= v z) ->
    In x nodes -> forall n, reaching goal stay ended x s n <= v x.
  Proof.
    intros W v0 i n.
    assert (L := n_steps_upper P available nodes inside y ltac:(cbn; lra) s Hs v W n [] x i).
    assert (N := still_nonneg P available nodes inside s Hs (stopped P y) (discount y)
      ltac:(cbn; lra) v (fun z iz _ => v0 z iz) n [] x i).
    unfold reaching. fold y. lra.
  Qed.

  Theorem reach_upper x :
    worth_upper P available nodes y v -> (forall z, In z nodes -> 0 <= v z) ->
    In x nodes -> at_most (reaching goal stay ended x s) (v x).
  Proof.
    intros W v0 i eps e0. exists O. intros n _. assert (L := reach_within_upper x W v0 i n). lra.
  Qed.
End Halves.

(* Two players ---------------------------------------------------------------------------------- *)

Section Game.
  Variable P : process.
  Variable up : state P -> bool.
  Variable pi : state P -> choice P.
  Hypothesis picked : picks P pi.
  Variable nodes : list (state P).
  Variables goal stay : state P -> bool.
  Variable ended : bool.
  Variable x : state P.
  Hypothesis is_node : In x nodes.
  Let y : payoff_of P := reach goal stay ended.
  Let below := available P up pi false.
  Let above := available P up pi true.

  Theorem reach_secures_at_least v rank :
    closed P below nodes ->
    worth_lower P below nodes y v ->
    ranks_fall P below nodes (settled P y v) rank ->
    secures_at_least P up (reaching goal stay ended x) (v x).
  Proof.
    intros inside W falls. apply (secure_at_least P up pi picked). intros s Hs.
    exact (reach_lower P below nodes inside goal stay ended v s Hs rank x W falls is_node).
  Qed.

  Theorem reach_secures_at_most v :
    closed P above nodes ->
    worth_upper P above nodes y v ->
    (forall z, In z nodes -> 0 <= v z) ->
    secures_at_most P up (reaching goal stay ended x) (v x).
  Proof.
    intros inside W v0. apply (secure_at_most P up pi picked). intros s Hs.
    exact (reach_upper P above nodes inside goal stay ended v s Hs x W v0 is_node).
  Qed.

  Theorem reach_value v rank :
    closed P below nodes ->
    closed P above nodes ->
    worth_lower P below nodes y v ->
    worth_upper P above nodes y v ->
    (forall z, In z nodes -> 0 <= v z) ->
    ranks_fall P below nodes (settled P y v) rank ->
    game_value P up (reaching goal stay ended x) (v x).
  Proof.
    intros inside_below inside_above lo hi v0 falls. split.
    - exact (reach_secures_at_least v rank inside_below lo falls).
    - exact (reach_secures_at_most v inside_above hi v0).
  Qed.
End Game.

(* One player ----------------------------------------------------------------------------------- *)

Section One.
  Variable P : process.
  Variable nodes : list (state P).
  Hypothesis inside : closed P (options P) nodes.
  Variable pi : state P -> choice P.
  Hypothesis picked : picks P pi.
  Variables goal stay : state P -> bool.
  Variable ended : bool.
  Variable x : state P.
  Hypothesis is_node : In x nodes.
  Let y : payoff_of P := reach goal stay ended.

  Theorem greatest_probability_to_reach v rank :
    worth_lower P (only pi) nodes y v ->
    worth_upper P (options P) nodes y v ->
    (forall z, In z nodes -> 0 <= v z) ->
    ranks_fall P (only pi) nodes (settled P y v) rank ->
    greatest P (reaching goal stay ended x) (v x).
  Proof.
    intros lo hi v0 falls. apply greatest_is_value.
    exact (reach_value P (fun _ => true) pi picked nodes goal stay ended x is_node v rank
      (closed_only P pi nodes picked inside) inside lo hi v0 falls).
  Qed.

  Theorem least_probability_to_reach v rank :
    worth_lower P (options P) nodes y v ->
    worth_upper P (only pi) nodes y v ->
    (forall z, In z nodes -> 0 <= v z) ->
    ranks_fall P (options P) nodes (settled P y v) rank ->
    least P (reaching goal stay ended x) (v x).
  Proof.
    intros lo hi v0 falls. apply least_is_value.
    exact (reach_value P (fun _ => false) pi picked nodes goal stay ended x is_node v rank
      inside (closed_only P pi nodes picked inside) lo hi v0 falls).
  Qed.

  (* Bounds. *)
  Theorem greatest_probability_at_least v rank :
    worth_lower P (only pi) nodes y v ->
    ranks_fall P (only pi) nodes (settled P y v) rank ->
    exists s, allowed P s /\ at_least (reaching goal stay ended x s) (v x).
  Proof.
    intros lo falls. exists (always P pi). split; [exact (always_allowed P pi picked) | ].
    exact (reach_lower P (only pi) nodes (closed_only P pi nodes picked inside) goal stay ended v _
      (plays_only P pi) rank x lo falls is_node).
  Qed.

  Theorem greatest_probability_at_most v :
    worth_upper P (options P) nodes y v ->
    (forall z, In z nodes -> 0 <= v z) ->
    forall s, allowed P s -> forall n, reaching goal stay ended x s n <= v x.
  Proof.
    intros hi v0 s Hs.
    exact (reach_within_upper P (options P) nodes inside goal stay ended v s Hs x hi v0 is_node).
  Qed.

  Theorem least_probability_at_least v rank :
    worth_lower P (options P) nodes y v ->
    ranks_fall P (options P) nodes (settled P y v) rank ->
    forall s, allowed P s -> at_least (reaching goal stay ended x s) (v x).
  Proof.
    intros lo falls s Hs.
    exact (reach_lower P (options P) nodes inside goal stay ended v s Hs rank x lo falls is_node).
  Qed.

  Theorem least_probability_at_most v :
    worth_upper P (only pi) nodes y v ->
    (forall z, In z nodes -> 0 <= v z) ->
    exists s, allowed P s /\ forall n, reaching goal stay ended x s n <= v x.
  Proof.
    intros hi v0. exists (always P pi). split; [exact (always_allowed P pi picked) | ].
    exact (reach_within_upper P (only pi) nodes (closed_only P pi nodes picked inside) goal stay
      ended v _ (plays_only P pi) x hi v0 is_node).
  Qed.
End One.
