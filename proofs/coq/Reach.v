(* The probability to reach a goal, by way of the states in stay only.

   Above: if nothing that is available is worth more than v, and v is nowhere negative, no play
   reaches the goal within n steps with a probability above v, for all n. Below: if everything that
   is available is worth v or more, and ranks fall wherever v is positive, the play almost surely
   gets to the goal, leaves stay, ends, or is where v is 0 or less; so the probability to reach the
   goal is v or more. A bound from below may be negative. With both, v is the value of the game
   for two players, and the greatest or the least probability for one.

   From some states, by levels, the goal is missed with positive probability, whatever the policy:
   so the others are those that a policy may come to which reaches it almost surely. That is said of
   all payoffs of 1 for a goal.

   The conditions are those of check_reach of exactbox/checker/objectives.py, and of check_levels of
   exactbox/checker/process.py. *)
From Coq Require Import QArith Qminmax List Bool Lia Lqa.
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
  Context {P : process} {available : state P -> list (choice P)} {nodes : list (state P)}.
  Hypothesis inside : closed P available nodes.
  Variables goal stay : state P -> bool.
  Variable ended : bool.
  Context {s : policy P}.
  Hypothesis Hs : plays P available s.
  Variable v : state P -> Q.
  Let y : payoff_of P := reach goal stay ended.

  (* Up to a play in a settled state the expectation of v does not fall. *)
  Theorem reach_lower rank x :
    worth_lower P available nodes y v ->
    ranks_fall P available nodes (settled P y v) rank ->
    In x nodes -> at_least (reaching goal stay ended x s) (v x).
  Proof.
    intros W falls i eps e0. destruct (bounded nodes v) as [M [M0 HM]].
    set (y' := stop_at P y (fun z => Qle_bool (v z) 0)).
    assert (W' : worth_lower P available nodes y' v).
    { intros z iz. specialize (W z iz). unfold y'. cbn [stop stop_at stop_early].
      destruct (stop y z); [exact W | ]. destruct (Qle_bool (v z) 0) eqn:e; [ | exact W].
      apply Qle_bool_iff. exact e. }
    assert (falls' : ranks_fall P available nodes (stopped P y') rank).
    { refine (ranks_fall_same _ falls). intros z. unfold settled, stopped, y'.
      cbn [stop stop_at stop_early]. destruct (stop y z); [reflexivity | ].
      destruct (Qle_bool (v z) 0); reflexivity. }
    destruct (small_multiple M eps M0 e0) as [d [d0 Md]].
    destruct (ranks_end inside (stopped P y') rank falls' d d0) as [n0 H]. exists n0.
    intros n le. specialize (H s Hs n [] x le i).
    assert (L := n_steps_lower inside y' ltac:(cbn; lra) Hs v W' n [] x i).
    assert (U := still_alive inside Hs (stopped P y') v M (fun z iz _ => proj2 (HM z iz)) n [] x i).
    assert (less := stop_at_less inside y ltac:(cbn; lra) Hs
      (reach_nonneg P available nodes goal stay ended) (fun z => Qle_bool (v z) 0) n [] x i).
    change (v x - eps <= J P y s n [] x). fold y' in less. change (discount y') with 1 in L.
    assert (M * alive P s (stopped P y') n [] x <= M * d) by nra. lra.
  Qed.

  Theorem reach_upper x :
    worth_upper P available nodes y v -> (forall z, In z nodes -> 0 <= v z) ->
    In x nodes -> at_most (reaching goal stay ended x s) (v x).
  Proof.
    intros W v0 i eps e0. exists O. intros n _.
    assert (L := n_steps_at_most inside y ltac:(cbn; lra) Hs v W v0 n [] x i).
    unfold reaching. fold y. lra.
  Qed.
End Halves.

(* A payoff of 1 for reaching the goal, or of 1 or less for the end of the play. *)
Record winning (P : process) (y : payoff_of P) (goal : state P -> bool) : Prop := {
  win_stop : forall x, stop y x = if goal x then Some 1 else None;
  win_discount : discount y = 1;
  win_end : forall c, branches P c = [] -> paid y c + over y <= 1;
  win_on : forall c, branches P c <> [] -> paid y c == 0 }.

Lemma reach_wins P goal ended : winning P (reach goal everywhere ended) goal.
Proof. split; try reflexivity. intros c _. cbn. destruct ended; lra. Qed.

(* The choice ends the play, and that is not the goal. *)
Definition loses P (ended : bool) (c : choice P) := branches P c = [] /\ ended = false.

Lemma reach_loses P goal ended c : loses P ended c ->
  branches P c = [] /\ paid (@reach P goal everywhere ended) c
    + over (@reach P goal everywhere ended) <= 0.
Proof. intros [e ->]. split; [exact e | discriminate]. Qed.

(* It may lead to an infinite state. *)
Definition risks_infinity P (inf : state P -> bool) (c : choice P) : Prop :=
  exists w z, In (w, z) (branches P c) /\ inf z = true.

Definition risky P (inf : state P -> bool) (c : choice P) : bool :=
  existsb (fun b => inf (snd b)) (branches P c).

Lemma risky_spec P inf c : risky P inf c = true <-> risks_infinity P inf c.
Proof.
  unfold risky. rewrite existsb_exists. split.
  - intros [[w z] H]. exists w, z. exact H.
  - intros [w [z H]]. exists (w, z). exact H.
Qed.

Lemma not_risky P inf c w z : risky P inf c = false -> In (w, z) (branches P c) -> inf z = false.
Proof.
  intros e i. destruct (inf z) eqn:f; [ | reflexivity].
  assert (risky P inf c = true) by (apply risky_spec; exists w, z; auto). congruence.
Qed.

(* Some states are infinite. Each of them has a level: what is available there fails, or may lead to
   a lower level, or leads to infinite states only, and not higher. *)
Record levels_hold P available nodes (goal : state P -> bool) (fails : choice P -> Prop)
    (inf : state P -> bool) (level : state P -> nat) : Prop := {
  infinite_not_goal : forall x, In x nodes -> inf x = true -> goal x = false;
  infinite_step : forall x c, In x nodes -> inf x = true -> In c (available x) ->
    fails c \/
    (exists w z, In (w, z) (branches P c) /\ inf z = true /\ (level z < level x)%nat) \/
    branches P c <> [] /\
      forall w z, In (w, z) (branches P c) -> inf z = true /\ (level z <= level x)%nat }.
Arguments infinite_not_goal {P available nodes goal fails inf level}.
Arguments infinite_step {P available nodes goal fails inf level} _ {x c}.

(* So the goal is missed from them with a probability that depends on the levels alone, whatever the
   policy; and who reaches the goal almost surely does not take a choice that may lead there. *)
Section Levels.
  Context {P : process} {available : state P -> list (choice P)} {nodes : list (state P)}.
  Hypothesis inside : closed P available nodes.
  Context {y : payoff_of P} {goal : state P -> bool} {fails : choice P -> Prop}.
  Hypothesis wins : winning P y goal.
  Hypothesis failing : forall c, fails c -> branches P c = [] /\ paid y c + over y <= 0.
  Context {inf : state P -> bool}.

  Lemma win_worth f c : worth P y f c == match branches P c with
    [] => paid y c + over y | l => E (probabilities l) f end.
  Proof.
    assert (on := win_on _ _ _ wins c). unfold worth. rewrite (win_discount _ _ _ wins).
    destruct (branches P c); [ring | rewrite on by discriminate; ring].
  Qed.

  Lemma won_at_most_1 {s} : plays P available s -> forall n h x, In x nodes -> J P y s n h x <= 1.
  Proof.
    intros Hs n h x i.
    refine (n_steps_at_most inside y _ Hs (fun _ => 1) _ ltac:(discriminate) n h x i).
    { rewrite (win_discount _ _ _ wins). lra. }
    intros z iz. rewrite (win_stop _ _ _ wins). destruct (goal z); [lra | ]. intros c j.
    rewrite win_worth. assert (L := E_branches_upper inside z c (fun _ => 1) 1 iz j ltac:(lra)
      (fun _ _ => Qle_refl 1)). assert (W := win_end _ _ _ wins c).
    destruct (branches P c); [exact (W eq_refl) | exact L].
  Qed.

  Theorem infinite_missed level : levels_hold P available nodes goal fails inf level ->
    exists p, 0 < p /\ forall s, plays P available s -> forall n h x, In x nodes -> inf x = true ->
    J P y s n h x <= 1 - p.
  Proof.
    intros H. destruct (least_probability P available nodes) as [q bound].
    assert (q0 := bound_pos bound). assert (q1 := bound_le_1 bound).
    destruct (nat_bound nodes level) as [R HR]. exists (pow q R).
    split; [exact (pow_pos q R q0) | ]. intros s Hs n h x i ef.
    set (v z := if inf z then 1 - pow q (level z) else 1).
    assert (v0 : forall z, 0 <= v z <= 1).
    { intros z. assert (A := pow_pos q (level z) q0).
      assert (B := pow_le_1 q (level z) ltac:(lra) q1). unfold v. destruct (inf z); lra. }
    assert (L : J P y s n h x <= v x).
    { refine (n_steps_at_most inside y _ Hs v _ (fun z _ => proj1 (v0 z)) n h x i).
      { rewrite (win_discount _ _ _ wins). lra. }
      intros z iz. rewrite (win_stop _ _ _ wins). destruct (goal z) eqn:eg.
      { unfold v. destruct (inf z) eqn:e; [ | lra].
        rewrite (infinite_not_goal H z iz e) in eg. discriminate. }
      intros c j. rewrite win_worth.
      assert (U := E_branches_upper inside z c v 1 iz j ltac:(lra) (fun b _ => proj2 (v0 b))).
      assert (W := win_end _ _ _ wins c). assert (vz := v0 z). unfold v at 2.
      unfold v in vz. destruct (inf z) eqn:e;
        [ | destruct (branches P c); [exact (W eq_refl) | lra]].
      destruct (infinite_step H iz e j) as [f | [[w [b [ib [eb lt]]]] | [ne Hz]]].
      - destruct (failing c f) as [-> f']. lra.
      - assert (F := pow_falls q (S (level b)) (level z) ltac:(lra) q1 lt). simpl pow in F.
        assert (G := E_one_branch_upper inside q z c w b v (pow q (level b)) bound iz j ib
          (pow_nonneg q _ (Qlt_le_weak _ _ q0)) (fun b _ => proj2 (v0 b))
          ltac:(unfold v; rewrite eb; lra)). destruct (branches P c); [destruct ib | lra].
      - assert (G : E (probabilities (branches P c)) v <= 1 - pow q (level z)).
        { apply E_dist_le; [exact (probabilities_dist _ ne) | ]. intros p b k.
          apply probabilities_in in k as [w [k _]]. destruct (Hz w b k) as [eb le].
          assert (F := pow_falls q (level b) (level z) ltac:(lra) q1 le).
          unfold v. rewrite eb. lra. }
        destruct (branches P c); [congruence | exact G]. }
    unfold v in L. rewrite ef in L. specialize (HR x i).
    assert (F := pow_falls q (level x) R ltac:(lra) q1 ltac:(lia)). lra.
  Qed.

  (* How often choices to avoid are taken before the goal and before infinite states. *)
  Variable avoid : choice P -> bool.
  Local Notation risks :=
    (paying (fun c => if avoid c then 1 else 0) (fun x => goal x || inf x) 0 0).

  Lemma risks_nonneg : nonneg P available nodes risks.
  Proof.
    split; cbn [paid stop over paying].
    - intros z c _ _ _. destruct (avoid c); lra.
    - intros z q _. destruct (goal z || inf z); [ | discriminate]. intros e. injection e as <-. lra.
    - lra.
  Qed.

  Hypothesis avoided : forall c, avoid c = true -> fails c \/ risky P inf c = true.

  Theorem no_risk level s x : levels_hold P available nodes goal fails inf level ->
    plays P available s -> In x nodes -> at_least (fun n => J P y s n [] x) 1 ->
    forall n, J P risks s n [] x == 0.
  Proof.
    intros levels Hs i R n. destruct (infinite_missed level levels) as [p' [p0' Hp']].
    destruct (least_probability P available nodes) as [q bound].
    assert (q0 := bound_pos bound). assert (q1 := bound_le_1 bound).
    set (p := Qmin p' 1). assert (p0 : 0 < p <= 1 /\ p <= p').
    { split; [split | ]; [apply Q.min_glb_lt; lra | apply Q.le_min_r | apply Q.le_min_l]. }
    assert (d0 : 0 < q * p) by nra. assert (one := won_at_most_1 Hs).
    assert (H : forall n h x, In x nodes ->
      J P y s n h x + q * p * J P risks s n h x <= if inf x then 1 - p else 1).
    { assert (B : forall n h x, In x nodes -> J P y s n h x <= if inf x then 1 - p else 1).
      { intros m h z iz. destruct (inf z) eqn:e; [ | exact (one m h z iz)].
        specialize (Hp' s Hs m h z iz e). lra. }
      clear n x i R. induction n as [ | n IH]; intros h x i; destruct (goal x || inf x) eqn:e;
        try (rewrite (J_stopped risks s x 0), Qmult_0_r, Qplus_0_r
          by (cbn; rewrite e; reflexivity); exact (B _ h x i));
        cbn [J paying stop]; rewrite e; apply orb_false_iff in e as [eg ef];
        rewrite ef, (win_stop _ _ _ wins), eg; [lra | ].
      rewrite <- E_scale, <- E_plus. apply (E_policy_upper inside Hs); [exact i | ]. intros c j.
      assert (W := win_worth (J P y s n ((x, c) :: h)) c). unfold worth in W. rewrite W.
      cbn [paid over discount paying].
      assert (le1 : forall z, In z nodes ->
        J P y s n ((x, c) :: h) z + q * p * J P risks s n ((x, c) :: h) z <= 1).
      { intros z iz. specialize (IH ((x, c) :: h) z iz). destruct (inf z); lra. }
      destruct (avoid c) eqn:ea; [destruct (avoided c ea) as [f | er] | ].
      - destruct (failing c f) as [-> f']. assert (q * p <= 1) by nra. lra.
      - apply risky_spec in er as [w [z [ib ez]]].
        assert (G := IH ((x, c) :: h) z (stays_inside inside i j ib)). rewrite ez in G.
        assert (U := E_one_branch_upper inside q x c w z _ p bound i j ib ltac:(lra) le1 G).
        rewrite E_plus, E_scale in U. destruct (branches P c); [destruct ib | lra].
      - assert (U := E_branches_upper inside x c _ 1 i j ltac:(lra) le1).
        rewrite E_plus, E_scale in U. assert (V := win_end _ _ _ wins c).
        destruct (branches P c); [specialize (V eq_refl) | ]; lra. }
    assert (J0 := J_nonneg inside risks ltac:(cbn; lra) Hs risks_nonneg n [] x i).
    destruct (Qlt_le_dec 0 (J P risks s n [] x)) as [lt | le]; [exfalso | lra].
    assert (e0 : 0 < q * p * J P risks s n [] x) by nra.
    destruct (R (q * p * J P risks s n [] x * (1 # 2)) ltac:(lra)) as [n0 Hn].
    specialize (Hn (n + n0)%nat ltac:(lia)). cbn beta in Hn. specialize (H (n + n0)%nat [] x i).
    assert (G := J_grows_le inside risks ltac:(cbn; lra) Hs risks_nonneg n (n + n0) [] x
      ltac:(lia) i).
    assert (q * p * J P risks s n [] x <= q * p * J P risks s (n + n0) [] x) by nra.
    destruct (inf x); lra.
  Qed.
End Levels.

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
    intros inside W falls. apply (secure_at_least picked). intros s Hs.
    exact (reach_lower inside goal stay ended Hs v rank x W falls is_node).
  Qed.

  Theorem reach_secures_at_most v :
    closed P above nodes ->
    worth_upper P above nodes y v ->
    (forall z, In z nodes -> 0 <= v z) ->
    secures_at_most P up (reaching goal stay ended x) (v x).
  Proof.
    intros inside W v0. apply (secure_at_most picked). intros s Hs.
    exact (reach_upper inside goal stay ended Hs v x W v0 is_node).
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
      (closed_only picked inside) inside lo hi v0 falls).
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
      inside (closed_only picked inside) lo hi v0 falls).
  Qed.
End One.
