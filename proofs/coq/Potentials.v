(* Potentials: a function of the state that rises, in the mean and in each step, by as much as
   something pays, bounds what it pays in all; and sets that grow on a finite list stop growing. *)
From Coq Require Import QArith Qabs List Lia Lqa Setoid Bool.
From exactbox Require Import Definitions Plays Players Settling.
From exactbox Require Export ProductDefinitions.
Import ListNotations.
Local Open Scope Q_scope.

Lemma J_linear P s (r f g : choice P -> Q) k : (forall c, r c == f c + k * g c) ->
  forall n h x, J P (sums r) s n h x == J P (sums f) s n h x + k * J P (sums g) s n h x.
Proof.
  intros e. induction n as [ | n IH]; intros h x; cbn [J sums stop paid over discount]; [lra | ].
  rewrite <- E_scale, <- E_plus. apply E_eq. intros q c _. rewrite (e c).
  destruct (branches P c) as [ | b l] eqn:eb; [ring | ]. rewrite <- eb.
  rewrite (E_eq _ _ _ (fun p z _ => IH ((x, c) :: h) z)), E_plus, E_scale. ring.
Qed.

Lemma J_opposite P s (r : choice P -> Q) n h x :
  J P (sums (fun c => - r c)) s n h x == - J P (sums r) s n h x.
Proof.
  assert (Z := J_linear P s (fun _ => 0) (fun _ => 0) (fun _ => 0) 1
    ltac:(intros; cbn beta; lra) n h x).
  rewrite (J_linear P s _ (fun _ => 0) r (- (1))) by (intros; ring). lra.
Qed.

Section Potentials.
  Variable P : process.
  Variable available : state P -> list (choice P).
  Variable nodes : list (state P).
  Hypothesis inside : closed P available nodes.
  Implicit Types f phi : state P -> Q.

  (* The mean of f after a choice; nothing is counted at the end of the play. *)
  Definition after (c : choice P) f : Q := E (probabilities (branches P c)) f.

  Lemma after_one q f x c w z :
    (forall x c p z, In x nodes -> In c (available x) ->
      In (p, z) (probabilities (branches P c)) -> q <= p) ->
    In x nodes -> In c (available x) -> (forall y, In y nodes -> 0 <= f y) ->
    In (w, z) (branches P c) -> q * f z <= after c f.
  Proof.
    intros Hq i j H k. assert (z0 := H z (stays_inside _ _ _ inside x c w z i j k)).
    exact (E_one_branch P available nodes inside x c w z f q (f z) i j k
      (fun p b m => Hq x c p b i j m) z0 H (Qle_refl _)).
  Qed.

  Lemma after_plus c k f g : after c (fun z => f z + k * g z) == after c f + k * after c g.
  Proof. unfold after. rewrite E_plus, E_scale. reflexivity. Qed.

  (* The mean of 1 - t^level, if t is half the least probability: it falls by t^level where the
     level may fall. *)
  Lemma level_falls q (level : state P -> nat) x c : 0 < q -> q <= 1 ->
    (forall x c p z, In x nodes -> In c (available x) ->
      In (p, z) (probabilities (branches P c)) -> q <= p) ->
    In x nodes -> In c (available x) ->
    (exists w z, In (w, z) (branches P c) /\ (level z < level x)%nat) ->
    after c (fun z => 1 - pow (q * (1 # 2)) (level z)) <= 1 - 2 * pow (q * (1 # 2)) (level x).
  Proof.
    intros q0 q1 Hq i j [w [z [k lt]]]. set (t := q * (1 # 2)).
    assert (t0 : 0 <= t) by (unfold t; lra). assert (t1 : t <= 1) by (unfold t; lra).
    assert (L := after_one q (fun z => pow t (level z)) x c w z Hq i j
      (fun y _ => pow_nonneg t (level y) t0) k). cbn beta in L.
    assert (ne : branches P c <> []) by (intros e; rewrite e in k; exact k).
    assert (e : after c (fun z => 1 - pow t (level z)) == 1 - after c (fun z => pow t (level z))).
    { unfold after. rewrite (E_eq _ _ (fun z => 1 + (- (1)) * pow t (level z))) by (intros; ring).
      rewrite E_plus, E_scale, (E_dist _ 1 (probabilities_dist _ ne)). ring. }
    rewrite e. assert (M := pow_falls t (S (level z)) (level x) t0 t1 lt). simpl pow in M.
    unfold t at 2 in M. set (a := pow t (level z)) in *. lra.
  Qed.

  (* What f pays in all n steps, if phi falls by f in the mean. *)
  Section Visits.
    Variable s : policy P.
    Hypothesis Hs : plays P available s.

    (* f(x_n), nothing after the end of the play. *)
    Definition expected f := still P s (fun _ => false) 1 f.

    Lemma expected_step f g : (forall x c, In x nodes -> In c (available x) -> after c f <= g x) ->
      forall n h x, In x nodes -> expected f (S n) h x <= expected g n h x.
    Proof.
      intros H. unfold expected. induction n as [ | n IH]; intros h x i.
      - cbn [still]. apply (E_policy_upper P available nodes inside s Hs); [exact i | ].
        intros c j. specialize (H x c i j). change (1 * after c f <= g x). lra.
      - cbn [still]. cbn [still] in IH.
        apply (E_policy_le P available nodes inside s Hs); [exact i | ]. intros c j.
        assert (L := E_branches_le P available nodes inside x c _ _ i j
          (fun z iz => IH ((x, c) :: h) z iz)). cbn beta in L. lra.
    Qed.

    Lemma expected_sum phi f : (forall x, In x nodes -> 0 <= phi x) ->
      (forall x c, In x nodes -> In c (available x) -> after c phi + f x <= phi x) ->
      forall n h x, In x nodes -> sum (fun k => expected f k h x) n <= phi x.
    Proof.
      intros phi0 H n h x i.
      cut (sum (fun k => expected f k h x) n + expected phi n h x <= phi x).
      { assert (N : 0 <= expected phi n h x); [ | lra].
        apply (still_nonneg P available nodes inside s Hs); [lra | | exact i].
        intros z iz _. exact (phi0 z iz). }
      induction n as [ | n IH]; [cbn; lra | ]. cbn [sum].
      assert (L := expected_step phi (fun z => phi z + (- (1)) * f z)
        ltac:(intros y c iy jc; specialize (H y c iy jc); cbn beta; lra) n h x i).
      unfold expected in *. rewrite still_plus, still_scale in L. lra.
    Qed.
  End Visits.

  (* A choice falls if it may lead lower, or end the play; it stays if all it leads to is as high
     as the state. *)
  Variable height : state P -> nat.

  Definition falls (x : state P) (c : choice P) : Prop :=
    branches P c = [] \/ exists w z, In (w, z) (branches P c) /\ (height z < height x)%nat.

  Definition stays (x : state P) (c : choice P) : Prop :=
    forall w z, In (w, z) (branches P c) -> height z = height x.

  Lemma falls_potential : exists phi, (forall x, In x nodes -> 1 <= phi x) /\
    forall x c, In x nodes -> In c (available x) ->
      (falls x c -> after c phi + 1 <= phi x) /\ (stays x c -> after c phi <= phi x).
  Proof.
    destruct (least_probability P available nodes) as [q [q0 [q1 Hq]]].
    destruct (nat_bound nodes height) as [K HK].
    set (t := q * (1 # 2)). assert (t0 : 0 < t) by (unfold t; lra).
    assert (t1 : t <= 1) by (unfold t; lra).
    assert (b0 := pow_pos t K t0). set (b := pow t K) in *.
    assert (F : b * / b == 1) by (apply Qmult_inv_r; lra).
    assert (i0 : 0 < / b) by (apply Qinv_lt_0_compat; exact b0).
    assert (Hb : forall x, In x nodes -> b <= pow t (height x)).
    { intros x i. apply pow_falls; [lra | exact t1 | ]. specialize (HK x i). lia. }
    assert (H1 : forall x, pow t (height x) <= 1) by (intros x; apply pow_le_1; lra).
    exists (fun x => 1 + / b * (1 - pow t (height x))).
    assert (Hphi : forall x, 1 <= 1 + / b * (1 - pow t (height x))).
    { intros x. specialize (H1 x). nra. }
    split; [intros x _; apply Hphi | ]. intros x c i j. split.
    - intros [e | low].
      + unfold after. rewrite e. cbn [probabilities map E]. specialize (Hphi x). lra.
      + assert (L := level_falls q height x c q0 q1 Hq i j low). fold t in L.
        destruct low as [w [z [k _]]].
        assert (ne : branches P c <> []) by (intros e; rewrite e in k; exact k).
        rewrite after_plus. unfold after at 1. rewrite (E_dist _ 1 (probabilities_dist _ ne)).
        specialize (Hb x i). set (a := after c _) in *. set (p := pow t (height x)) in *.
        set (d := / b) in *. clearbody a p d b. nra.
    - intros st. destruct (branches P c) as [ | b' l] eqn:e.
      + unfold after. rewrite e. cbn [probabilities map E]. specialize (Hphi x). lra.
      + unfold after. apply E_dist_le; [apply probabilities_dist; congruence | ].
        intros p z k. apply probabilities_in in k as [w [k _]]. rewrite (st w z k). lra.
  Qed.
End Potentials.

(* A growing sequence of sets stops to grow on a finite list. *)
Lemma filters_grow {A} (p q : A -> bool) l : (forall x, p x = true -> q x = true) ->
  (length (filter p l) <= length (filter q l))%nat /\
  (length (filter q l) = length (filter p l) -> forall x, In x l -> q x = true -> p x = true).
Proof.
  intros H. induction l as [ | a l [le IH]]; simpl; [split; [lia | intros _ x []] | ].
  assert (Ha := H a). destruct (p a) eqn:pa; [rewrite Ha by reflexivity | destruct (q a) eqn:qa];
    simpl; (split; [lia | ]); intros e x [<- | i] qx; try congruence; try (apply IH; [lia | | ]);
    try assumption; lia.
Qed.

Lemma sets_stop_growing {A} (R : nat -> A -> bool) l :
  (forall k x, R k x = true -> R (S k) x = true) ->
  exists k, forall x, In x l -> R (S k) x = true -> R k x = true.
Proof.
  intros H. set (g := fun k => length (filter (R k) l)).
  assert (B : forall m, (exists k, g (S k) = g k) \/ (m <= g m)%nat).
  { induction m as [ | m [y | le]]; [right; lia | left; exact y | ].
    destruct (filters_grow (R m) (R (S m)) l (H m)) as [G _].
    destruct (Nat.eq_dec (g (S m)) (g m)) as [e | ne]; [left; exists m; exact e | ].
    right. unfold g in *. lia. }
  destruct (B (S (length l))) as [[k e] | le].
  - exists k. exact (proj2 (filters_grow (R k) (R (S k)) l (H k)) e).
  - exfalso. unfold g in le. assert (F := two_parts (R (S (length l))) l). lia.
Qed.
