(* Sums of weighted things, probabilities, and bounds: what expectations and limits are proved
   with. *)
From Coq Require Import QArith Qabs Qround Qminmax List Lia Lqa Setoid.
From exactbox Require Import Definitions.
Import ListNotations.
Local Open Scope Q_scope.

(* Sums ----------------------------------------------------------------------------------------- *)

Section Sums.
  Context {A : Type}.
  Implicit Types (l : list (Q * A)) (f g : A -> Q).

  Definition weighted l := forall p a, In (p, a) l -> 0 <= p.

  Lemma E_le l f g :
    weighted l -> (forall p a, In (p, a) l -> f a <= g a) -> E l f <= E l g.
  Proof.
    induction l as [ | [p a] l IH]; intros w H; simpl; [lra | ].
    assert (E l f <= E l g).
    { apply IH; [intros q b i; apply (w q b) | intros q b i; apply (H q b)]; right; exact i. }
    assert (0 <= p) by (apply (w p a); left; reflexivity).
    assert (f a <= g a) by (apply (H p a); left; reflexivity). nra.
  Qed.

  Lemma E_eq l f g : (forall p a, In (p, a) l -> f a == g a) -> E l f == E l g.
  Proof.
    induction l as [ | [p a] l IH]; intros H; simpl; [reflexivity | ].
    rewrite IH by (intros q b i; apply (H q b); right; exact i).
    rewrite (H p a) by (left; reflexivity). reflexivity.
  Qed.

  Lemma E_plus l f g : E l (fun a => f a + g a) == E l f + E l g.
  Proof. induction l as [ | [p a] l IH]; simpl; [lra | rewrite IH; lra]. Qed.

  Lemma E_scale l k f : E l (fun a => k * f a) == k * E l f.
  Proof. induction l as [ | [p a] l IH]; simpl; [lra | rewrite IH; lra]. Qed.

  Lemma E_minus l f g : E l (fun a => f a - g a) == E l f - E l g.
  Proof. induction l as [ | [p a] l IH]; simpl; [lra | rewrite IH; lra]. Qed.

  Lemma E_app l m f : E (l ++ m) f == E l f + E m f.
  Proof. induction l as [ | [p a] l IH]; simpl; [lra | rewrite IH; lra]. Qed.

  Lemma E_const l k : E l (fun _ => k) == k * E l (fun _ => 1).
  Proof. induction l as [ | [p a] l IH]; simpl; [lra | rewrite IH; lra]. Qed.

  Lemma E_dist l k : distribution l -> E l (fun _ => k) == k.
  Proof. intros [_ m]. rewrite E_const, m. lra. Qed.

  Lemma E_dist_le l f k :
    distribution l -> (forall p a, In (p, a) l -> f a <= k) -> E l f <= k.
  Proof. intros d H. rewrite <- (E_dist l k d). apply E_le; [exact (proj1 d) | exact H]. Qed.

  Lemma E_dist_ge l f k :
    distribution l -> (forall p a, In (p, a) l -> k <= f a) -> k <= E l f.
  Proof. intros d H. rewrite <- (E_dist l k d). apply E_le; [exact (proj1 d) | exact H]. Qed.

  Lemma E_nonneg l f : weighted l -> (forall p a, In (p, a) l -> 0 <= f a) -> 0 <= E l f.
  Proof.
    intros w H. assert (Z : E l (fun _ => 0) == 0) by (rewrite E_const; lra).
    rewrite <- Z. apply E_le; assumption.
  Qed.

  (* Where f is nowhere above g, and at a branch of weight p below it by x, its mean is below by
     p x. *)
  Lemma E_le_one l f g p a x :
    weighted l -> (forall q b, In (q, b) l -> f b <= g b) -> In (p, a) l -> f a + x <= g a ->
    E l f + p * x <= E l g.
  Proof.
    intros w H i Ha. destruct (in_split _ _ i) as [l1 [l2 ->]].
    rewrite !E_app. simpl.
    assert (E l1 f <= E l1 g).
    { apply E_le; intros q b j; [apply (w q b) | apply (H q b)]; apply in_or_app; left; exact j. }
    assert (E l2 f <= E l2 g).
    { apply E_le; intros q b j; [apply (w q b) | apply (H q b)]; apply in_or_app;
        right; right; exact j. }
    assert (0 <= p) by (apply (w p a); exact i). nra.
  Qed.
End Sums.

Lemma E_same {A} (l : list (Q * A)) f g :
  (forall p a, In (p, a) l -> p == 0 \/ f a == g a) -> E l f == E l g.
Proof.
  induction l as [ | [p a] l IH]; intros H; cbn [E]; [reflexivity | ].
  rewrite IH by (intros q b i; exact (H q b (or_intror i))).
  destruct (H p a (or_introl eq_refl)) as [e | e]; rewrite e; [ring | reflexivity].
Qed.

Lemma E_zero {A} (l : list (Q * A)) f : weighted l -> (forall p a, In (p, a) l -> 0 <= f a) ->
  E l f == 0 -> forall p a, In (p, a) l -> p == 0 \/ f a == 0.
Proof.
  intros w H e p a i.
  assert (L := E_le_one l (fun _ => 0) f p a (f a) w H i ltac:(cbn; lra)). rewrite E_const in L.
  assert (p0 := w p a i). assert (f0 := H p a i). cbn beta in f0.
  destruct (Qlt_le_dec 0 p) as [lt | le]; [right | left; lra].
  destruct (Qlt_le_dec 0 (f a)) as [f1 | f1]; [exfalso | lra].
  assert (0 < p * f a) by nra. lra.
Qed.

(* Probabilities are positive, and their sum is 1. *)
Lemma probabilities_in {A} (l : list (positive * A)) q a :
  In (q, a) (probabilities l) <-> exists w, In (w, a) l /\ q = Zpos w # total l.
Proof.
  unfold probabilities. rewrite in_map_iff. split.
  - intros [[w b] [e i]]. injection e as <- <-. exists w. split; [exact i | reflexivity].
  - intros [w [i ->]]. exists (w, a). split; [reflexivity | exact i].
Qed.

Lemma branch_in {A} w a (l : list (positive * A)) :
  In (w, a) l -> In (Zpos w # total l, a) (probabilities l).
Proof. intros i. apply probabilities_in. exists w. split; [exact i | reflexivity]. Qed.

Lemma E_over {A} (l : list (positive * A)) (t : positive) (f : A -> Q) :
  E (map (fun b => (Zpos (fst b) # t, snd b)) l) f
  == (1 # t) * E (map (fun b => (inject_Z (Zpos (fst b)), snd b)) l) f.
Proof.
  induction l as [ | [w a] l IH]; cbn [map E fst snd]; [lra | ]. rewrite IH.
  assert (H : (Zpos w # t) == (1 # t) * inject_Z (Zpos w)) by (unfold Qeq; simpl; lia).
  rewrite H. ring.
Qed.

Lemma weights_add_up {A} (l : list (positive * A)) : l <> [] ->
  E (map (fun b => (inject_Z (Zpos (fst b)), snd b)) l) (fun _ => 1) == inject_Z (Zpos (total l)).
Proof.
  induction l as [ | [w a] l IH]; intros ne; [congruence | ]. cbn [map E fst snd].
  destruct l as [ | b l].
  - simpl. lra.
  - rewrite IH by discriminate.
    change (total ((w, a) :: b :: l)) with (w + total (b :: l))%positive.
    rewrite Pos2Z.inj_add, inject_Z_plus. lra.
Qed.

Lemma probabilities_dist {A} (l : list (positive * A)) :
  l <> [] -> distribution (probabilities l).
Proof.
  intros ne. split.
  - intros p a i. apply probabilities_in in i as [w [_ ->]]. unfold Qle. simpl. lia.
  - unfold probabilities. rewrite E_over, weights_add_up by exact ne.
    unfold Qeq. simpl. lia.
Qed.

Lemma probabilities_weighted {A} (l : list (positive * A)) : weighted (probabilities l).
Proof. intros p a i. apply probabilities_in in i as [w [_ ->]]. unfold Qle. simpl. lia. Qed.

(* Where the mean is the greatest value, all values are. *)
Lemma all_greatest {A} (l : list (positive * A)) (f : A -> Q) k : l <> [] ->
  (forall w a, In (w, a) l -> f a <= k) -> k <= E (probabilities l) f ->
  forall w a, In (w, a) l -> f a == k.
Proof.
  intros ne H le w a i. assert (i' := branch_in w a l i). specialize (H w a i) as fa.
  assert (p0 : 0 < Zpos w # total l) by reflexivity. set (p := Zpos w # total l) in *.
  assert (L := E_le_one (probabilities l) f (fun _ => k) p a (k - f a) (probabilities_weighted l)).
  rewrite (E_dist _ k (probabilities_dist l ne)) in L. specialize (L
    ltac:(intros q b j; apply probabilities_in in j as [u [j _]]; exact (H u b j)) i' ltac:(lra)).
  nra.
Qed.

Lemma in_flat {A B} (f : A -> list B) l a b : In a l -> In b (f a) -> In b (flat_map f l).
Proof. intros i j. apply in_flat_map. exists a. split; assumption. Qed.

(* Bounds --------------------------------------------------------------------------------------- *)

Lemma bounded {A} (l : list A) (f : A -> Q) :
  exists M, 0 <= M /\ forall a, In a l -> - M <= f a <= M.
Proof.
  induction l as [ | a l [M [M0 IH]]]; [exists 0; split; [lra | intros a []] | ].
  exists (M + Qabs (f a)). assert (N := Qabs_nonneg (f a)). split; [lra | ].
  intros b [<- | i].
  - assert (B := Qle_Qabs (f a)). assert (C := Qle_Qabs (- f a)). rewrite Qabs_opp in C.
    set (x := Qabs (f a)) in *. split; lra.
  - destruct (IH b i). split; lra.
Qed.

Lemma positive_bound {A} (l : list A) (f : A -> Q) :
  exists b, 0 < b /\ b <= 1 /\ forall a, In a l -> 0 < f a -> b <= f a.
Proof.
  induction l as [ | a l [b [b0 [b1 Hb]]]].
  { exists 1. split; [lra | split; [lra | intros a []]]. }
  destruct (Qlt_le_dec 0 (f a)) as [a0 | le]; [ | exists b; repeat split; try assumption].
  - exists (Qmin b (f a)). assert (L := Q.le_min_l b (f a)). assert (R := Q.le_min_r b (f a)).
    split; [apply Q.min_glb_lt; assumption | split; [lra | ]].
    intros x [<- | i] x0; [exact R | specialize (Hb x i x0); lra].
  - intros x [<- | i] x0; [lra | exact (Hb x i x0)].
Qed.

Lemma greatest_in {A} (l : list A) (p : A -> bool) (f : A -> Q) :
  (forall a, In a l -> p a = false) \/
  exists m, In m l /\ p m = true /\ forall a, In a l -> p a = true -> f a <= f m.
Proof.
  induction l as [ | b l IH]; [left; intros a [] | ]. destruct (p b) eqn:pb.
  - right. destruct IH as [none | [m [i [pm H]]]].
    + exists b. split; [left; reflexivity | split; [exact pb | ]].
      intros a [<- | j] pa; [lra | rewrite (none a j) in pa; discriminate].
    + destruct (Qlt_le_dec (f m) (f b)); [exists b | exists m];
        (split; [simpl; auto | split; [assumption | ]]);
        intros a [<- | j] pa; try lra; specialize (H a j pa); lra.
  - destruct IH as [none | [m [i [pm H]]]]; [left | right; exists m].
    + intros a [<- | j]; [exact pb | exact (none a j)].
    + split; [right; exact i | split; [exact pm | ]].
      intros a [<- | j] pa; [congruence | exact (H a j pa)].
Qed.

Lemma nat_bound {A} (l : list A) (f : A -> nat) : exists R, forall a, In a l -> (f a < R)%nat.
Proof.
  induction l as [ | a l [R IH]]; [exists O; intros a [] | ].
  exists (max R (S (f a))). intros b [<- | i]; [lia | specialize (IH b i); lia].
Qed.

Lemma list_max_bound {A} (f : A -> nat) l b : (forall a, In a l -> f a <= b)%nat ->
  (list_max (map f l) <= b)%nat.
Proof.
  intros H. apply list_max_le, Forall_forall. intros n i.
  apply in_map_iff in i as [a [<- i]]. exact (H a i).
Qed.

Lemma list_max_member {A} (f : A -> nat) l a : In a l -> (f a <= list_max (map f l))%nat.
Proof.
  intros i. assert (F := proj1 (list_max_le (map f l) _) (le_n _)). rewrite Forall_forall in F.
  apply F, in_map. exact i.
Qed.

Fixpoint pow (x : Q) (n : nat) : Q := match n with O => 1 | S n => x * pow x n end.

Lemma pow_pos x n : 0 < x -> 0 < pow x n.
Proof. intros H. induction n as [ | n IH]; simpl; [lra | nra]. Qed.

Lemma pow_nonneg x n : 0 <= x -> 0 <= pow x n.
Proof. intros H. induction n as [ | n IH]; simpl; [lra | nra]. Qed.

Lemma pow_le_1 x n : 0 <= x -> x <= 1 -> pow x n <= 1.
Proof. intros H0 H1. induction n; simpl; [lra | assert (N := pow_nonneg x n H0); nra]. Qed.

Lemma pow_falls x m n : 0 <= x -> x <= 1 -> (m <= n)%nat -> pow x n <= pow x m.
Proof.
  intros x0 x1 le. induction le as [ | n le IH]; [lra | ].
  assert (N := pow_nonneg x n x0). simpl. nra.
Qed.

Lemma pow_eq x y n : x == y -> pow x n == pow y n.
Proof.
  intros e. induction n as [ | n IH]; cbn [pow]; [reflexivity | ]. rewrite IH, e. reflexivity.
Qed.

Lemma inject_S n : inject_Z (Z.of_nat (S n)) == inject_Z (Z.of_nat n) + 1.
Proof. rewrite Nat2Z.inj_succ. unfold Z.succ. rewrite inject_Z_plus. reflexivity. Qed.

Lemma inject_nonneg n : 0 <= inject_Z (Z.of_nat n).
Proof. change 0 with (inject_Z 0). rewrite <- Zle_Qle. lia. Qed.

Lemma above_any (b : Q) : exists k, forall n, (k <= n)%nat -> b <= inject_Z (Z.of_nat n).
Proof.
  exists (Z.to_nat (Qceiling b)). intros n le. assert (C := Qle_ceiling b).
  eapply Qle_trans; [exact C | ]. rewrite <- Zle_Qle. lia.
Qed.

(* (1 - x)^k (1 + k x) <= 1 *)
Lemma bernoulli x k : 0 <= x -> x <= 1 ->
  0 <= pow (1 - x) k /\ pow (1 - x) k * (1 + inject_Z (Z.of_nat k) * x) <= 1.
Proof.
  intros x0 x1. induction k as [ | k [IH0 IH]].
  { simpl. change (inject_Z 0) with 0. split; lra. }
  rewrite inject_S. simpl pow. assert (K := inject_nonneg k).
  set (y := pow (1 - x) k) in *. set (z := inject_Z (Z.of_nat k)) in *.
  split; [nra | ].
  assert (0 <= z * x) by nra. assert (0 <= y * (x * x)) by nra.
  assert (0 <= y * (x * (z * x))) by nra. nra.
Qed.

(* (1 - x)^k tends to 0. *)
Lemma pow_vanishes x eps : 0 < x -> x <= 1 -> 0 < eps ->
  exists k, forall n, (k <= n)%nat -> pow (1 - x) n <= eps.
Proof.
  intros x0 x1 e0. destruct (above_any (/ (eps * x))) as [k Hk]. exists k. intros n le.
  specialize (Hk n le). destruct (bernoulli x n ltac:(lra) x1) as [B0 B].
  set (y := pow (1 - x) n) in *. set (z := inject_Z (Z.of_nat n)) in *.
  assert (ex : 0 < eps * x) by nra.
  assert (F : eps * x * / (eps * x) == 1) by (apply Qmult_inv_r; lra).
  set (w := / (eps * x)) in *. clearbody y z w.
  assert (G : 1 <= eps * x * z) by nra.
  assert (y * 1 <= y * (eps * x * z)) by nra.
  assert (eps * (y * (1 + z * x)) <= eps * 1) by nra. nra.
Qed.

Lemma small_multiple K eps : 0 <= K -> 0 < eps -> exists d, 0 < d /\ K * d <= eps.
Proof.
  intros K0 e0. exists (eps * / (K + 1)). assert (F : (K + 1) * / (K + 1) == 1)
    by (apply Qmult_inv_r; lra).
  assert (I0 : 0 < / (K + 1)) by (apply Qinv_lt_0_compat; lra). set (i := / (K + 1)) in *.
  clearbody i. split; [nra | ]. assert (eps * (K * i) <= eps * 1) by nra. lra.
Qed.

(* d^n M tends to 0. *)
Lemma discount_fades d M eps : 0 <= d -> d < 1 -> 0 <= M -> 0 < eps ->
  exists n0, forall n, (n0 <= n)%nat -> pow d n * M <= eps.
Proof.
  intros d0 d1 M0 e0. destruct (small_multiple M eps M0 e0) as [k [k0 Hk]].
  destruct (pow_vanishes (1 - d) k ltac:(lra) ltac:(lra) k0) as [n0 H].
  exists n0. intros n le. specialize (H n le). rewrite (pow_eq _ d) in H by ring. nra.
Qed.

(* K / n tends to 0. *)
Lemma constant_fades K eps : 0 < eps ->
  exists n0, forall n, (n0 <= n)%nat ->
  0 < inject_Z (Z.of_nat n) /\ K <= eps * inject_Z (Z.of_nat n).
Proof.
  intros e0. destruct (above_any 1) as [n1 H1]. destruct (above_any (K * / eps)) as [n2 H2].
  exists (n1 + n2)%nat. intros n le.
  specialize (H1 n (Nat.le_trans _ _ _ (Nat.le_add_r n1 n2) le)).
  specialize (H2 n (Nat.le_trans _ _ _ (Nat.le_add_l n2 n1) le)).
  assert (F : eps * / eps == 1) by (apply Qmult_inv_r; lra). set (i := / eps) in *.
  set (z := inject_Z (Z.of_nat n)) in *. clearbody i z. split; [lra | ].
  assert (eps * (K * i) <= eps * z) by nra.
  assert (E : eps * (K * i) == K * (eps * i)) by ring. rewrite F in E. lra.
Qed.
