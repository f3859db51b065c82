(* Potentials: a function of the state that rises, in the mean and in each step, by as much as
   something pays, bounds what it pays in all; and sets that grow on a finite list stop growing, as
   do those from which something is reached. *)
From Coq Require Import QArith Qabs List Lia Lqa Setoid Bool.
From exactbox Require Import Definitions Plays Players Settling.
From exactbox Require Export ProductDefinitions.
Import ListNotations.
Local Open Scope Q_scope.

Lemma J_linear P s (r f g : choice P -> Q) k : (forall c, r c == f c + k * g c) ->
  forall n h x, J P (sums r) s n h x == J P (sums f) s n h x + k * J P (sums g) s n h x.
Proof. intros e. apply (J_pays P s r f g (fun _ => false) 0 0 0 0 0 0 k e); ring. Qed.

(* The mean of f after a choice; nothing is counted at the end of the play. *)
Definition after P (c : choice P) (f : state P -> Q) : Q := E (probabilities (branches P c)) f.

Lemma after_plus P c k f g : after P c (fun z => f z + k * g z) == after P c f + k * after P c g.
Proof. unfold after. rewrite E_plus, E_scale. reflexivity. Qed.

Lemma after_scale P c k f : after P c (fun z => k * f z) == k * after P c f.
Proof. apply E_scale. Qed.

Lemma worth_sums P r v c : worth P (sums r) v c == r c + after P c v.
Proof.
  unfold worth, after. cbn [sums paid over discount]. destruct (branches P c); [simpl; ring | ring].
Qed.

(* A choice falls if it may lead lower, or end the play; it stays if all it leads to is as high
   as the state. *)
Definition falls P (height : state P -> nat) (x : state P) (c : choice P) : Prop :=
  branches P c = [] \/ exists w z, In (w, z) (branches P c) /\ (height z < height x)%nat.

Definition stays P (height : state P -> nat) (x : state P) (c : choice P) : Prop :=
  forall w z, In (w, z) (branches P c) -> height z = height x.

(* f(x_n), nothing after the end of the play. *)
Definition expected P (s : policy P) (f : state P -> Q) := still P s (fun _ => false) 1 f.

Section Potentials.
  Context {P : process} {available : state P -> list (choice P)} {nodes : list (state P)}.
  Hypothesis inside : closed P available nodes.
  Implicit Types f phi : state P -> Q.
  Local Notation after := (after P).

  Lemma after_one q f x c w z : branch_bound P available nodes q ->
    In x nodes -> In c (available x) -> (forall y, In y nodes -> 0 <= f y) ->
    In (w, z) (branches P c) -> q * f z <= after c f.
  Proof.
    intros bound i j H k. assert (z0 := H z (stays_inside inside i j k)).
    exact (E_one_branch inside q x c w z f (f z) bound i j k z0 H (Qle_refl _)).
  Qed.

  (* What f pays in all n steps, if phi falls by f in the mean. *)
  Section Visits.
    Context {s : policy P}.
    Hypothesis Hs : plays P available s.

    Local Notation expected := (expected P s).

    Lemma expected_step f g : (forall x c, In x nodes -> In c (available x) -> after c f <= g x) ->
      forall n h x, In x nodes -> expected f (S n) h x <= expected g n h x.
    Proof.
      intros H. unfold expected. induction n as [ | n IH]; intros h x i.
      - cbn [still]. apply (E_policy_upper inside Hs); [exact i | ].
        intros c j. specialize (H x c i j). change (1 * after c f <= g x). lra.
      - cbn [still]. cbn [still] in IH.
        apply (E_policy_le inside Hs); [exact i | ]. intros c j.
        assert (L := E_branches_le inside x c _ _ i j
          (IH ((x, c) :: h))). cbn beta in L. lra.
    Qed.

    Lemma expected_sum phi f : (forall x, In x nodes -> 0 <= phi x) ->
      (forall x c, In x nodes -> In c (available x) -> after c phi + f x <= phi x) ->
      forall n h x, In x nodes -> sum (fun k => expected f k h x) n <= phi x.
    Proof.
      intros phi0 H n h x i.
      cut (sum (fun k => expected f k h x) n + expected phi n h x <= phi x).
      { assert (N : 0 <= expected phi n h x); [ | lra].
        apply (still_nonneg inside Hs); [lra | | exact i].
        intros z iz _. exact (phi0 z iz). }
      induction n as [ | n IH]; [cbn; lra | ]. cbn [sum].
      assert (L := expected_step phi (fun z => phi z + (- (1)) * f z)
        ltac:(intros y c iy jc; specialize (H y c iy jc); cbn beta; lra) n h x i).
      unfold expected in *. rewrite still_plus, still_scale in L. lra.
    Qed.
  End Visits.

  Lemma falls_potential height : exists phi, (forall x, In x nodes -> 1 <= phi x) /\
    forall x c, In x nodes -> In c (available x) ->
      (falls P height x c -> after c phi + 1 <= phi x) /\
      (stays P height x c -> after c phi <= phi x).
  Proof.
    destruct (least_probability P available nodes) as [q bound].
    assert (q0 := bound_pos bound). assert (q1 := bound_le_1 bound).
    destruct (nat_bound nodes height) as [K HK]. set (t := q * (1 # 2)).
    assert (t0 : 0 < t) by (unfold t; lra). assert (t1 : t <= 1) by (unfold t; lra).
    assert (b0 := pow_pos t K t0). set (b := pow t K) in *.
    assert (F : b * / b == 1) by (apply Qmult_inv_r; lra).
    assert (i0 : 0 < / b) by (apply Qinv_lt_0_compat; exact b0). set (d := / b) in *.
    set (phi := fun x => 1 + d - d * pow t (height x)).
    assert (Hphi : forall x, 1 <= phi x).
    { intros x. assert (L := pow_le_1 t (height x) ltac:(lra) t1). unfold phi. nra. }
    exists phi. split; [intros x _; apply Hphi | ]. intros x c i j. assert (px := Hphi x). split.
    - intros [e | low]; [unfold after; rewrite e; cbn [probabilities map E]; lra | ].
      assert (L := level_rises inside q height x c bound i j low). fold t in L.
      assert (Hb : b <= pow t (height x)).
      { apply pow_falls; [lra | exact t1 | ]. specialize (HK x i). lia. }
      destruct low as [w [z [k _]]].
      assert (ne : branches P c <> []) by (intros e; rewrite e in k; exact k).
      unfold after, phi. rewrite E_minus, E_scale, (E_dist _ (1 + d) (probabilities_dist _ ne)).
      set (a := E _ _) in *. set (p := pow t (height x)) in *. clearbody a p d b. nra.
    - intros st. unfold after. destruct (branches P c) as [ | b' l] eqn:e;
        [cbn [probabilities map E]; lra | ].
      apply E_dist_le; [apply probabilities_dist; congruence | ]. rewrite <- e.
      intros p z k. apply probabilities_in in k as [w [k _]]. unfold phi. rewrite (st w z k). lra.
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

(* What t is reached from by steps of `next`, and in how many: each other member of h has a step to
   a lower one, and from what is not in h no step leads there. *)
Lemma attractor {A} (next : A -> list A) (t : A -> bool) l :
  (forall x z, In x l -> In z (next x) -> In z l) ->
  exists (h : A -> bool) (d : A -> nat), forall x, In x l ->
  if h x then t x = true \/ exists z, In z (next x) /\ h z = true /\ (d z < d x)%nat
  else t x = false /\ forall z, In z (next x) -> h z = false.
Proof.
  intros inside.
  set (within := fix within k x :=
    match k with O => t x | S k => within k x || existsb (within k) (next x) end).
  destruct (sets_stop_growing within l) as [K HK].
  { intros k x e. cbn. rewrite e. reflexivity. }
  assert (D : forall k, exists d, forall x, In x l -> within k x = true -> t x = true \/
    exists z, In z (next x) /\ within k z = true /\ (d z < d x)%nat).
  { induction k as [ | k [d Hd]]; [exists (fun _ => O); auto | ].
    destruct (nat_bound l d) as [R HR]. exists (fun x => if within k x then d x else R).
    intros x i e. cbn [within] in e. fold within in e. destruct (within k x) eqn:ex.
    - destruct (Hd x i ex) as [tx | [z [iz [ez lt]]]]; [left; exact tx | right].
      exists z. cbn. rewrite ez. auto.
    - apply existsb_exists in e as [z [iz ez]]. right. exists z. cbn. fold within. rewrite ez.
      exact (conj iz (conj eq_refl (HR z (inside x z i iz)))). }
  destruct (D K) as [d Hd]. exists (within K), d. intros x i. destruct (within K x) eqn:e.
  - exact (Hd x i e).
  - assert (N : within (S K) x = false).
    { destruct (within (S K) x) eqn:e'; [rewrite (HK x i e') in e; discriminate | reflexivity]. }
    cbn in N. fold within in N. apply orb_false_iff in N as [_ N]. split.
    + clear - e. induction K as [ | K IH]; [exact e | ]. cbn in e.
      apply orb_false_iff in e as [e _]. exact (IH e).
    + intros z iz. destruct (within K z) eqn:ez; [ | reflexivity].
      assert (existsb (within K) (next x) = true); [ | congruence].
      apply existsb_exists. exists z. split; assumption.
Qed.
