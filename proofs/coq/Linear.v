(* Linear systems over the rationals: why kernels, weights and independent columns prove what is
   said. The one tool is that homogeneous equations in more unknowns than there are equations have
   a solution other than 0.

   The reasons are those of check_minor of exactbox/checker/linear.py, of check_singular and
   check_null_space of exactbox/checker/statements/null_space.py, and of check_inconsistent,
   check_no_integer_solution and check_entry of exactbox/checker/statements/weights.py. *)
From Coq Require Import QArith List Lia Lqa Setoid.
From exactbox Require Import LinearDefinitions.
Import ListNotations.
Local Open Scope Q_scope.

(* Sums ----------------------------------------------------------------------------------------- *)

Lemma sum_eq n f g : (forall j, (j < n)%nat -> f j == g j) -> sum n f == sum n g.
Proof.
  induction n as [ | n IH]; intros H; simpl; [reflexivity | ].
  rewrite IH by (intros j l; apply H; lia). rewrite (H n) by lia. reflexivity.
Qed.

Lemma sum_of_0 n f : (forall j, (j < n)%nat -> f j == 0) -> sum n f == 0.
Proof.
  induction n as [ | n IH]; intros H; simpl; [reflexivity | ].
  rewrite IH by (intros j l; apply H; lia). rewrite (H n) by lia. ring.
Qed.

Lemma sum_plus n f g : sum n (fun j => f j + g j) == sum n f + sum n g.
Proof. induction n as [ | n IH]; simpl; [ring | rewrite IH; ring]. Qed.

Lemma sum_scale n k f : sum n (fun j => k * f j) == k * sum n f.
Proof. induction n as [ | n IH]; simpl; [ring | rewrite IH; ring]. Qed.

Lemma sum_scale_r n k f : sum n (fun j => f j * k) == sum n f * k.
Proof. induction n as [ | n IH]; simpl; [ring | rewrite IH; ring]. Qed.

Lemma sum_swap m n (f : nat -> nat -> Q) :
  sum m (fun i => sum n (fun j => f i j)) == sum n (fun j => sum m (fun i => f i j)).
Proof.
  induction m as [ | m IH]; simpl.
  - symmetry. apply sum_of_0. reflexivity.
  - rewrite IH. symmetry. apply sum_plus.
Qed.

Lemma sum_add a b f : sum (a + b) f == sum a f + sum b (fun j => f (a + j)%nat).
Proof.
  induction b as [ | b IH]; [rewrite Nat.add_0_r; simpl; ring | ].
  rewrite Nat.add_succ_r. simpl. rewrite IH. ring.
Qed.

Lemma sum_single n p f : (p < n)%nat -> (forall j, (j < n)%nat -> j <> p -> f j == 0) ->
  sum n f == f p.
Proof.
  intros l H. replace n with (p + (1 + (n - S p)))%nat by lia. rewrite !sum_add.
  rewrite (sum_of_0 p), (sum_of_0 (n - S p)) by (intros j i; apply H; lia).
  simpl. rewrite Nat.add_0_r. ring.
Qed.

(* The numbers from 0 but p, and the place of each of them. *)
Definition skip (p j : nat) : nat := if Nat.ltb j p then j else S j.
Definition unskip (p j : nat) : nat := if Nat.ltb j p then j else pred j.

Lemma unskip_skip p j : unskip p (skip p j) = j.
Proof.
  unfold unskip, skip. destruct (Nat.ltb_spec j p).
  - rewrite (proj2 (Nat.ltb_lt j p)) by lia. reflexivity.
  - rewrite (proj2 (Nat.ltb_ge (S j) p)) by lia. reflexivity.
Qed.

Lemma skip_not p j : skip p j <> p.
Proof. unfold skip. destruct (Nat.ltb_spec j p); lia. Qed.

Lemma skip_lt p n j : (p <= n)%nat -> (j < n)%nat -> (skip p j < S n)%nat.
Proof. unfold skip. destruct (Nat.ltb_spec j p); lia. Qed.

Lemma sum_skip n p f : (p <= n)%nat -> sum (S n) f == f p + sum n (fun j => f (skip p j)).
Proof.
  intros l. replace (S n) with (p + (1 + (n - p)))%nat by lia. rewrite !sum_add.
  replace n with (p + (n - p))%nat at 2 by lia. rewrite sum_add. simpl. rewrite Nat.add_0_r.
  rewrite (sum_eq p (fun j => f (skip p j)) f).
  2: { intros j i. unfold skip. rewrite (proj2 (Nat.ltb_lt j p)) by lia. reflexivity. }
  rewrite (sum_eq (n - p) (fun j => f (skip p (p + j))) (fun j => f (p + S j)%nat)).
  2: { intros j i. unfold skip. rewrite (proj2 (Nat.ltb_ge (p + j) p)) by lia.
       rewrite Nat.add_succ_r. reflexivity. }
  ring.
Qed.

(* Vectors -------------------------------------------------------------------------------------- *)

Lemma zero_or_not n (x : vector) :
  same n x (fun _ => 0) \/ exists j, (j < n)%nat /\ ~ x j == 0.
Proof.
  induction n as [ | n [IH | [j [l H]]]].
  - left. intros j l. lia.
  - destruct (Qeq_dec (x n) 0) as [e | e].
    + left. intros j l. destruct (Nat.eq_dec j n) as [-> | d]; [exact e | apply IH; lia].
    + right. exists n. split; [lia | exact e].
  - right. exists j. split; [lia | exact H].
Qed.

Lemma apply_eq n A x y i : same n x y -> apply n A x i == apply n A y i.
Proof. intros H. apply sum_eq. intros j l. rewrite (H j l). reflexivity. Qed.

Lemma apply_plus n A x y i : apply n A (fun j => x j + y j) i == apply n A x i + apply n A y i.
Proof.
  unfold apply. rewrite <- sum_plus. apply sum_eq. intros j _. ring.
Qed.

Lemma apply_scale n A k x i : apply n A (fun j => k * x j) i == k * apply n A x i.
Proof. unfold apply. rewrite <- sum_scale. apply sum_eq. intros j _. ring. Qed.

(* A (X y) = (A X) y, where X has k columns. *)
Lemma apply_apply n k A X y i : apply n A (apply k X y) i == apply k (product n A X) y i.
Proof.
  unfold apply, product.
  rewrite (sum_eq n _ (fun j => sum k (fun c => A i j * X j c * y c))).
  2: { intros j _. rewrite <- sum_scale. apply sum_eq. intros c _. ring. }
  rewrite sum_swap. apply sum_eq. intros c _. rewrite <- sum_scale_r. reflexivity.
Qed.

Lemma apply_zero m n k A X y i :
  (i < m)%nat -> equal m k (product n A X) zero -> apply n A (apply k X y) i == 0.
Proof.
  intros l H. rewrite apply_apply. apply sum_of_0. intros c lc. rewrite (H i c l lc).
  unfold zero. ring.
Qed.

(* More unknowns than equations ----------------------------------------------------------------- *)

(* What remains of the other rows and columns when the pivot in row m, column p is eliminated. *)
Definition without_pivot (A : matrix) (m p : nat) : matrix :=
  fun i j => A i (skip p j) - A i p / A m p * A m (skip p j).

Lemma apply_without_pivot n A m p x i : (p <= n)%nat -> ~ A m p == 0 ->
  apply n (without_pivot A m p) (fun j => x (skip p j)) i
  == apply (S n) A x i - A i p / A m p * apply (S n) A x m.
Proof.
  intros l H. unfold apply. rewrite !(sum_skip n p) by exact l. unfold without_pivot.
  rewrite (sum_eq n _ (fun j => A i (skip p j) * x (skip p j)
    + - (A i p / A m p) * (A m (skip p j) * x (skip p j)))) by (intros j _; ring).
  rewrite sum_plus, sum_scale. field. exact H.
Qed.

(* The pivot's equation gives the pivot's unknown by the others. *)
Lemma dependent_by_pivot m n A p : (p <= n)%nat -> ~ A m p == 0 ->
  dependent m n (without_pivot A m p) -> dependent (S m) (S n) A.
Proof.
  intros l H [z [N [q [lq Hq]]]].
  set (x := fun j => if Nat.eqb j p then - (sum n (fun j => A m (skip p j) * z j) / A m p)
                     else z (unskip p j)).
  assert (X : forall j, x (skip p j) = z j).
  { intros j. unfold x. rewrite (proj2 (Nat.eqb_neq _ _) (skip_not p j)), unskip_skip.
    reflexivity. }
  assert (M : apply (S n) A x m == 0).
  { unfold apply. rewrite (sum_skip n p) by exact l.
    rewrite (sum_eq n _ (fun j => A m (skip p j) * z j)) by (intros j _; rewrite X; reflexivity).
    unfold x. rewrite Nat.eqb_refl. field. exact H. }
  exists x. split.
  - intros i li. destruct (Nat.eq_dec i m) as [-> | d]; [exact M | ].
    assert (E := apply_without_pivot n A m p x i l H).
    rewrite M, (apply_eq n _ _ z) in E by (intros j _; rewrite X; reflexivity).
    rewrite (N i ltac:(lia)) in E. rewrite Qmult_0_r in E. lra.
  - exists (skip p q). split; [apply skip_lt; lia | ]. rewrite X. exact Hq.
Qed.

Lemma dependent_by_zero_row m n A :
  same n (A m) (fun _ => 0) -> dependent m n A -> dependent (S m) n A.
Proof.
  intros H [x [N D]]. exists x. split; [ | exact D]. intros i l.
  destruct (Nat.eq_dec i m) as [-> | d]; [ | apply N; lia].
  apply sum_of_0. intros j lj. rewrite (H j lj). ring.
Qed.

Theorem more_unknowns_than_equations m : forall n A, (m < n)%nat -> dependent m n A.
Proof.
  induction m as [ | m IH]; intros n A l.
  - exists (fun _ => 1). split; [intros i li; lia | ].
    exists 0%nat. split; [exact l | discriminate].
  - destruct (zero_or_not n (A m)) as [H | [p [lp H]]].
    + apply dependent_by_zero_row; [exact H | apply IH; lia].
    + destruct n as [ | n]; [lia | ].
      apply (dependent_by_pivot m n A p); [lia | exact H | apply IH; lia].
Qed.

(* Vectors in two lists, more of them than they have entries: some combination of the one list is
   one of the other, and not all coefficients are 0. *)
Lemma combinations_meet n a b U V : (n < a + b)%nat -> exists x y,
  same n (apply a U x) (apply b V y) /\
  ((exists j, (j < a)%nat /\ ~ x j == 0) \/ (exists j, (j < b)%nat /\ ~ y j == 0)).
Proof.
  intros l.
  set (W := fun i j => if Nat.ltb j a then U i j else V i (j - a)%nat).
  destruct (more_unknowns_than_equations n (a + b) W l) as [z [N [j [lj H]]]].
  exists z, (fun t => - z (a + t)%nat). split.
  - intros i li. specialize (N i li). cbv beta in N. unfold apply in N. rewrite sum_add in N.
    rewrite (sum_eq a _ (fun t => U i t * z t)) in N.
    2: { intros t lt. unfold W. rewrite (proj2 (Nat.ltb_lt t a)) by lia. reflexivity. }
    rewrite (sum_eq b _ (fun t => -1 * (V i t * - z (a + t)%nat))) in N.
    2: { intros t lt. unfold W. rewrite (proj2 (Nat.ltb_ge (a + t) a)) by lia.
         replace (a + t - a)%nat with t by lia. ring. }
    rewrite sum_scale in N. unfold apply. lra.
  - destruct (Nat.lt_ge_cases j a) as [c | c].
    + left. exists j. split; assumption.
    + right. exists (j - a)%nat. split; [lia | ]. replace (a + (j - a))%nat with j by lia. lra.
Qed.

(* Solutions ------------------------------------------------------------------------------------ *)

Lemma not_zero_one (n : nat) (x : vector) :
  same n x (fun _ => 0) -> (exists j, (j < n)%nat /\ ~ x j == 0) -> False.
Proof. intros H [j [l d]]. apply d, H, l. Qed.

Theorem only_solution m n k A B X :
  solution m n k A B X -> independent m n A -> unique_solution m n k A B X.
Proof.
  intros S I. split; [exact S | ]. intros Y T j c lj lc.
  assert (H : Y j c + -1 * X j c == 0); [ | lra].
  apply (I (fun j => Y j c + -1 * X j c)); [ | exact lj]. intros i li.
  rewrite apply_plus, apply_scale.
  assert (E : apply n A (fun j => Y j c) i == B i c) by (apply (T i c); assumption).
  assert (F : apply n A (fun j => X j c) i == B i c) by (apply (S i c); assumption).
  rewrite E, F. ring.
Qed.

Lemma apply_identity n x : same n (apply n identity x) x.
Proof.
  intros j l. unfold apply. rewrite (sum_single n j); [ | exact l | ].
  - unfold identity. rewrite Nat.eqb_refl. ring.
  - intros i _ d. unfold identity. rewrite (proj2 (Nat.eqb_neq j i)) by congruence. ring.
Qed.

Lemma inverse_applied n M A x :
  equal n n (product n M A) identity -> same n (apply n M (apply n A x)) x.
Proof.
  intros H j l. rewrite apply_apply, <- (apply_identity n x j l). apply sum_eq.
  intros c lc. rewrite (H j c l lc). reflexivity.
Qed.

(* With a left inverse M, k = M A k = 0. With a right inverse M, M x + b k = 0 for an x and a b that
   are not both 0; but A M x + b A k is x, hence b k = 0, and b = 0. *)
Theorem no_inverse n A k : null n n A k -> (exists j, (j < n)%nat /\ ~ k j == 0) -> singular n A.
Proof.
  intros N K [M [H | H]].
  - apply (not_zero_one n k); [ | exact K]. intros j l.
    rewrite <- (inverse_applied n M A k H j l). apply sum_of_0. intros c lc.
    rewrite (N c lc). ring.
  - destruct (combinations_meet n n 1 M (fun i _ => k i) ltac:(lia)) as [x [y [E D]]].
    assert (Y : forall i, apply 1 (fun i _ => k i) y i == y 0%nat * k i).
    { intros i. unfold apply. simpl. ring. }
    assert (X : same n x (fun _ => 0)).
    { intros j l. rewrite <- (inverse_applied n A M x H j l).
      rewrite (apply_eq n A _ (fun i => y 0%nat * k i)).
      - rewrite apply_scale, (N j l). ring.
      - intros i li. rewrite (E i li). apply Y. }
    destruct D as [D | [j [l d]]]; [exact (not_zero_one n x X D) | ].
    replace j with 0%nat in d by lia. destruct K as [i [li di]].
    assert (P : y 0%nat * k i == 0).
    { rewrite <- Y, <- (E i li). apply sum_of_0. intros c lc. rewrite (X c lc). ring. }
    apply Qmult_integral in P. tauto.
Qed.

Theorem no_solution m n k A B w :
  (forall j, (j < n)%nat -> sum m (fun i => w i * A i j) == 0) ->
  (exists c, (c < k)%nat /\ ~ sum m (fun i => w i * B i c) == 0) -> inconsistent m n k A B.
Proof.
  intros HA [c [l HB]] [X S]. apply HB.
  rewrite (sum_eq m _ (fun i => sum n (fun j => w i * A i j * X j c))).
  2: { intros i li. rewrite <- (S i c li l). unfold product. rewrite <- sum_scale.
       apply sum_eq. intros j _. ring. }
  rewrite sum_swap. apply sum_of_0. intros j lj. rewrite sum_scale_r, (HA j lj). ring.
Qed.

(* w B = w A X would be whole. *)
Theorem no_integers m n k A B w :
  (forall j, (j < n)%nat -> exists z, sum m (fun i => w i * A i j) == inject_Z z) ->
  (exists c, (c < k)%nat /\ ~ exists z, sum m (fun i => w i * B i c) == inject_Z z) ->
  no_integer_solution m n k A B.
Proof.
  intros HA [c [l HB]] [X S]. apply HB.
  assert (W : forall p, (p <= n)%nat ->
    exists z, sum p (fun j => sum m (fun i => w i * A i j) * inject_Z (X j c)) == inject_Z z).
  { induction p as [ | p IH]; intros lp; [exists 0%Z; reflexivity | ].
    destruct (IH ltac:(lia)) as [y Hy]. destruct (HA p ltac:(lia)) as [z Hz].
    exists (y + z * X p c)%Z. simpl. rewrite Hy, Hz, inject_Z_plus, inject_Z_mult. reflexivity. }
  destruct (W n (le_n n)) as [z Hz]. exists z. rewrite <- Hz.
  rewrite (sum_eq m _ (fun i => sum n (fun j => w i * A i j * inject_Z (X j c)))).
  2: { intros i li. rewrite <- (S i c li l). unfold product. rewrite <- sum_scale.
       apply sum_eq. intros j _. ring. }
  rewrite sum_swap. apply sum_eq. intros j lj. apply sum_scale_r.
Qed.

(* n independent columns and b are n + 1 vectors of n entries. *)
Lemma independent_solvable n A b :
  independent n n A -> exists x, same n (apply n A x) b.
Proof.
  intros I. destruct (combinations_meet n n 1 A (fun i _ => b i) ltac:(lia)) as [x [y [E D]]].
  assert (Y : forall i, apply 1 (fun i _ => b i) y i == y 0%nat * b i)
    by (intros i; unfold apply; simpl; ring).
  destruct (Qeq_dec (y 0%nat) 0) as [e | e].
  - exfalso. assert (X : same n x (fun _ => 0)).
    { apply I. intros i l. rewrite (E i l), Y, e. ring. }
    destruct D as [D | [j [l d]]]; [exact (not_zero_one n x X D) | ].
    apply d. replace j with 0%nat by lia. exact e.
  - exists (fun j => (1 / y 0%nat) * x j). intros i l. rewrite apply_scale, (E i l), Y.
    field. exact e.
Qed.

(* A finite number of choices. *)
Lemma finite_choice {T} (t0 : T) k (P : nat -> T -> Prop) :
  (forall c, (c < k)%nat -> exists x, P c x) -> exists f, forall c, (c < k)%nat -> P c (f c).
Proof.
  induction k as [ | k IH]; intros H; [exists (fun _ => t0); lia | ].
  destruct IH as [f F]; [intros c l; apply H; lia | ].
  destruct (H k ltac:(lia)) as [x Px].
  exists (fun c => if Nat.eqb c k then x else f c). intros c l.
  destruct (Nat.eqb_spec c k) as [-> | d]; [exact Px | apply F; lia].
Qed.

Theorem entry_by_weights n k A B i c w : (i < n)%nat -> (c < k)%nat -> independent n n A ->
  (forall j, (j < n)%nat -> sum n (fun l => w l * A l j) == identity i j) ->
  entry_of_solution n k A B i c (sum n (fun l => w l * B l c)).
Proof.
  intros li lc I W.
  destruct (finite_choice (fun _ => 0) k (fun c x => same n (apply n A x) (fun i => B i c)))
    as [x H]; [intros d _; apply independent_solvable, I | ].
  assert (S : solution n n k A B (fun j c => x c j)) by (intros l d ll ld; exact (H d ld l ll)).
  exists (fun j c => x c j). split; [apply only_solution; assumption | ].
  rewrite (sum_eq n _ (fun l => sum n (fun j => w l * A l j * x c j))).
  2: { intros l ll. rewrite <- (S l c ll lc). unfold product. rewrite <- sum_scale.
       apply sum_eq. intros j _. ring. }
  rewrite sum_swap. rewrite (sum_eq n _ (fun j => identity i j * x c j)).
  2: { intros j lj. rewrite sum_scale_r, (W j lj). reflexivity. }
  symmetry. exact (apply_identity n (x c) i li).
Qed.

(* Rank and null space -------------------------------------------------------------------------- *)

Lemma sum_pick n (f : nat -> Q) p : (p < n)%nat ->
  sum n (fun j => f j * (if Nat.eqb p j then 1 else 0)) == f p.
Proof.
  intros l. rewrite (sum_single n p _ l).
  - rewrite Nat.eqb_refl. ring.
  - intros j _ d. rewrite (proj2 (Nat.eqb_neq p j)) by congruence. ring.
Qed.

(* The unit vectors for the places c 0, c 1, ... : A times such a vector is a column of A. *)
Definition units (c : nat -> nat) : matrix := fun j t => if Nat.eqb (c t) j then 1 else 0.

Lemma apply_units n r A c z i : places r n c ->
  apply n A (apply r (units c) z) i == apply r (columns A c) z i.
Proof.
  intros P. rewrite apply_apply. apply sum_eq. intros t l. unfold product, units, columns.
  rewrite sum_pick by (apply P, l). reflexivity.
Qed.

(* Where r columns of A are independent, and n - r independent vectors are in the null space, there
   is no more of either.

   Take any y with A y = 0. The columns of K, and y, and r unit vectors are n + 1 vectors of n
   entries, so K a + b y = E z with E the unit vectors and not all of a, b, z zero. A times that is
   0, and the r columns times z: so z = 0. If b = 0, then K a = 0 and a = 0. So y = - K a / b. *)
Theorem null_space m n r A K c :
  (r <= n)%nat -> places r n c -> independent m r (columns A c) ->
  equal m (n - r) (product n A K) zero -> independent n (n - r) K ->
  null_space_basis m n (n - r) A K.
Proof.
  intros l P I Z IK. split; [exact Z | ]. split; [exact IK | ]. intros y Y.
  set (w := (n - r)%nat) in *.
  set (Ky := fun j t => if Nat.ltb t w then K j t else y j).
  destruct (combinations_meet n (S w) r Ky (units c) ltac:(lia)) as [a [z [E D]]].
  assert (S : forall j, apply (S w) Ky a j == apply w K a j + a w * y j).
  { intros j. unfold apply. simpl. unfold Ky at 2. rewrite Nat.ltb_irrefl.
    rewrite (sum_eq w _ (fun t => K j t * a t)); [ring | ].
    intros t lt. unfold Ky. rewrite (proj2 (Nat.ltb_lt t w)) by lia. reflexivity. }
  assert (Z0 : same r z (fun _ => 0)).
  { apply I. intros i li. rewrite <- (apply_units n r A c z i P).
    rewrite (apply_eq n A _ (fun j => apply w K a j + a w * y j)).
    - rewrite apply_plus, apply_scale, (apply_zero m n w A K a i li Z), (Y i li). ring.
    - intros j lj. rewrite <- (E j lj). apply S. }
  assert (V : forall j, (j < n)%nat -> apply w K a j + a w * y j == 0).
  { intros j lj. rewrite <- S, (E j lj). apply sum_of_0. intros t lt. rewrite (Z0 t lt). ring. }
  destruct (Qeq_dec (a w) 0) as [e | e].
  - exfalso. destruct D as [D | D]; [ | exact (not_zero_one r z Z0 D)].
    apply (not_zero_one (Datatypes.S w) a); [ | exact D]. intros j lj.
    destruct (Nat.eq_dec j w) as [-> | d]; [exact e | ].
    apply IK; [ | lia]. intros i li. specialize (V i li). rewrite e in V.
    rewrite Qmult_0_l, Qplus_0_r in V. exact V.
  - exists (fun t => - (1 / a w) * a t). intros j lj. rewrite apply_scale. specialize (V j lj).
    assert (F : apply w K a j == - (a w * y j)) by lra. rewrite F. field. exact e.
Qed.

(* Any r + 1 columns of A: with the n - r columns of K these unit vectors are n + 1. *)
Theorem rank_is m n r A K c :
  (r <= n)%nat -> places r n c -> independent m r (columns A c) ->
  equal m (n - r) (product n A K) zero -> independent n (n - r) K ->
  rank m n A r.
Proof.
  intros l P I Z IK. split; [exists c; split; assumption | ]. intros d Pd.
  destruct (combinations_meet n (n - r) (S r) K (units d) ltac:(lia)) as [a [x [E D]]].
  exists x. split.
  - intros i li. rewrite <- (apply_units n (S r) A d x i Pd).
    rewrite (apply_eq n A _ (apply (n - r) K a)).
    + exact (apply_zero m n (n - r) A K a i li Z).
    + intros j lj. symmetry. exact (E j lj).
  - destruct (zero_or_not (S r) x) as [X | X]; [exfalso | exact X].
    destruct D as [D | D]; [ | exact (not_zero_one _ x X D)].
    apply (not_zero_one (n - r) a); [ | exact D]. apply IK. intros j lj. rewrite (E j lj).
    apply sum_of_0. intros t lt. rewrite (X t lt). ring.
Qed.

Theorem all_solutions m n k w A B X K :
  solution m n k A B X -> null_space_basis m n w A K -> general_solution m n k w A B X K.
Proof.
  intros S [Z [_ N]]. split; [exact S | ]. intros Y. split.
  - intros T.
    destruct (finite_choice (fun _ => 0) k
      (fun c x => same n (fun j => Y j c + -1 * X j c) (apply w K x))) as [C H].
    + intros c lc. apply N. intros i li. rewrite apply_plus, apply_scale.
      assert (E : apply n A (fun j => Y j c) i == B i c) by (apply (T i c); assumption).
      assert (F : apply n A (fun j => X j c) i == B i c) by (apply (S i c); assumption).
      rewrite E, F. ring.
    + exists (fun t c => C c t). intros j c lj lc. specialize (H c lc j lj). cbv beta in H.
      unfold plus. change (product w K (fun t c => C c t) j c) with (apply w K (C c) j). lra.
  - intros [C H] i c li lc.
    change (apply n A (fun j => Y j c) i == B i c).
    rewrite (apply_eq n A _ (fun j => X j c + apply w K (fun t => C t c) j)).
    + rewrite apply_plus, (apply_zero m n w A K _ i li Z), <- (S i c li lc).
      unfold apply, product. ring.
    + intros j lj. exact (H j c lj lc).
Qed.
