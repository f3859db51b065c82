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

Lemma sum_pick n (f : nat -> Q) p : (p < n)%nat ->
  sum n (fun j => f j * (if Nat.eqb p j then 1 else 0)) == f p.
Proof.
  intros l. rewrite (sum_single n p _ l).
  - rewrite Nat.eqb_refl. ring.
  - intros j _ d. rewrite (proj2 (Nat.eqb_neq p j)) by congruence. ring.
Qed.

Lemma sum_first n f : sum (S n) f == f 0%nat + sum n (fun j => f (S j)).
Proof. rewrite (sum_add 1 n). simpl. ring. Qed.

(* Vectors -------------------------------------------------------------------------------------- *)

Lemma not_zero_one (n : nat) (x : vector) :
  same n x (fun _ => 0) -> (exists j, (j < n)%nat /\ ~ x j == 0) -> False.
Proof. intros H [j [l d]]. apply d, H, l. Qed.

Lemma apply_eq n A x y i : same n x y -> apply n A x i == apply n A y i.
Proof. intros H. apply sum_eq. intros j l. rewrite (H j l). reflexivity. Qed.

Lemma apply_0 n A x i : same n x (fun _ => 0) -> apply n A x i == 0.
Proof. intros H. apply sum_of_0. intros j l. rewrite (H j l). ring. Qed.

Lemma apply_plus n A x y i : apply n A (fun j => x j + y j) i == apply n A x i + apply n A y i.
Proof.
  unfold apply. rewrite <- sum_plus. apply sum_eq. intros j _. ring.
Qed.

Lemma apply_scale n A k x i : apply n A (fun j => k * x j) i == k * apply n A x i.
Proof. unfold apply. rewrite <- sum_scale. apply sum_eq. intros j _. ring. Qed.

Definition minus (y x : vector) : vector := fun j => y j + -1 * x j.

Lemma apply_minus n A y x i : apply n A (minus y x) i == apply n A y i - apply n A x i.
Proof. unfold minus. rewrite apply_plus, apply_scale. ring. Qed.

Lemma minus_0 n y x : same n (minus y x) (fun _ => 0) -> same n y x.
Proof. intros H j l. specialize (H j l). unfold minus in H. cbv beta in H. lra. Qed.

(* A (X y) = (A X) y, where X has k columns; where A is but a row w, w (X y) = (w X) y. *)
Lemma sum_apply n k w X y :
  sum n (fun j => w j * apply k X y j) == sum k (fun c => sum n (fun j => w j * X j c) * y c).
Proof.
  unfold apply. rewrite (sum_eq n _ (fun j => sum k (fun c => w j * X j c * y c))).
  - rewrite sum_swap. apply sum_eq. intros c _. apply sum_scale_r.
  - intros j _. rewrite <- sum_scale. apply sum_eq. intros c _. ring.
Qed.

Lemma apply_apply n k A X y i : apply n A (apply k X y) i == apply k (product n A X) y i.
Proof. apply sum_apply. Qed.

Lemma apply_zero m n k A X y i :
  (i < m)%nat -> equal m k (product n A X) zero -> apply n A (apply k X y) i == 0.
Proof.
  intros l H. rewrite apply_apply. apply sum_of_0. intros c lc. rewrite (H i c l lc).
  unfold zero. ring.
Qed.

(* More unknowns than equations ----------------------------------------------------------------- *)

(* x solves m equations, and has these zeros. *)
Definition solves (m n : nat) (A : matrix) (zeros : list nat) (x : vector) : Prop :=
  null m n A x /\ forall j, In j zeros -> x j == 0.

(* By induction on the equations: let x solve m of them, with x(q) not 0. Where a y that is 0 in q,
   and not everywhere, solves them too, y + k x solves one equation more for some k. Where there is
   none, all that solve them are multiples of x: x solves one more, or 0 alone does. *)
Lemma only_zero_or_another m n A : forall zeros,
  ((forall x, solves m n A zeros x -> same n x (fun _ => 0)) /\ (n <= m + length zeros)%nat) \/
  exists x, solves m n A zeros x /\ exists j, (j < n)%nat /\ ~ x j == 0.
Proof.
  induction m as [ | m IH]; intros zeros.
  - destruct (Forall_Exists_dec (fun j => In j zeros) (fun j => in_dec Nat.eq_dec j zeros)
      (seq 0 n)) as [F | E]; [left | right].
    + rewrite Forall_forall in F. split; [intros x [_ O] j l; apply O, F, in_seq; lia | ].
      rewrite <- (seq_length n 0). apply NoDup_incl_length; [apply seq_NoDup | exact F].
    + apply Exists_exists in E as [q [i out]]. apply in_seq in i.
      exists (fun j => if Nat.eqb j q then 1 else 0). split; [split; [intros k l; lia | ] | ].
      * intros j s. destruct (Nat.eqb_spec j q) as [-> | _]; [contradiction | reflexivity].
      * exists q. rewrite Nat.eqb_refl. split; [lia | discriminate].
  - assert (Next : forall x, solves m n A zeros x -> apply n A x m == 0 ->
      solves (S m) n A zeros x).
    { intros x [N O] e. split; [ | exact O]. intros i l.
      destruct (Nat.eq_dec i m) as [-> | d]; [exact e | apply N; lia]. }
    destruct (IH zeros) as [[I L] | [x [[N O] [q [lq X]]]]].
    { left. split; [ | lia]. intros z [Z R]. apply I. split; [intros i l; apply Z; lia | exact R]. }
    destruct (Qeq_dec (apply n A x m) 0) as [ex | ex].
    { right. exists x. split; [apply Next; [split | ]; assumption | exists q; split; assumption]. }
    destruct (IH (q :: zeros)) as [[I L] | [y [[M P] Y]]].
    + left. split; [ | cbn [length] in L; lia]. intros z [Z R]. set (k := - (z q / x q)).
      assert (W : same n (fun j => z j + k * x j) (fun _ => 0)).
      { apply I. split.
        - intros i l. rewrite apply_plus, apply_scale, (Z i), (N i) by lia. ring.
        - intros j [<- | s]; [unfold k; field; exact X | rewrite (R j s), (O j s); ring]. }
      assert (k0 : k * apply n A x m == 0).
      { rewrite <- (apply_0 n A _ m W), apply_plus, apply_scale, (Z m) by lia. ring. }
      apply Qmult_integral in k0 as [k0 | ]; [ | contradiction].
      intros j l. specialize (W j l). cbv beta in W. rewrite k0 in W. lra.
    + right. set (k := - (apply n A y m / apply n A x m)).
      exists (fun j => k * x j + y j). split; [apply Next; [split | ] | ].
      * intros i l. rewrite apply_plus, apply_scale, (N i l), (M i l). ring.
      * intros j s. rewrite (O j s), (P j (or_intror s)). ring.
      * rewrite apply_plus, apply_scale. unfold k. field. exact ex.
      * destruct (Qeq_dec k 0) as [e | e].
        { destruct Y as [j [l Y]]. exists j. split; [exact l | ]. rewrite e. lra. }
        exists q. split; [exact lq | ]. rewrite (P q (or_introl eq_refl)), Qplus_0_r. intros z.
        apply Qmult_integral in z. tauto.
Qed.

Theorem more_unknowns_than_equations m n A : (m < n)%nat -> dependent m n A.
Proof.
  intros l. destruct (only_zero_or_another m n A []) as [[_ le] | [x [[N _] X]]].
  - cbn [length] in le. lia.
  - exists x. split; assumption.
Qed.

Lemma independent_or_dependent m n A : independent m n A \/ dependent m n A.
Proof.
  destruct (only_zero_or_another m n A []) as [[I _] | [x [[N _] X]]]; [left | right].
  - intros x N. apply I. split; [exact N | intros j []].
  - exists x. split; assumption.
Qed.

Lemma dependent_is_not_independent m n A : dependent m n A -> ~ independent m n A.
Proof. intros [x [N D]] I. exact (not_zero_one n x (I x N) D). Qed.

(* The a columns of U, and then those of V. *)
Definition beside (a : nat) (U V : matrix) : matrix :=
  fun i j => if Nat.ltb j a then U i j else V i (j - a)%nat.

Lemma apply_beside a b U V z i :
  apply (a + b) (beside a U V) z i == apply a U z i + apply b V (fun t => z (a + t)%nat) i.
Proof.
  unfold apply. rewrite sum_add. apply Qplus_comp; apply sum_eq; intros t l; unfold beside.
  - rewrite (proj2 (Nat.ltb_lt t a)) by lia. reflexivity.
  - rewrite (proj2 (Nat.ltb_ge _ a)), Nat.add_comm, Nat.add_sub by lia. reflexivity.
Qed.

(* What depends on independent columns is a combination of them. *)
Lemma combination m r U b : independent m r U ->
  dependent m (S r) (beside r U (fun i _ => b i)) -> exists x, same m (apply r U x) b.
Proof.
  intros I [x [N X]]. assert (E : forall i, (i < m)%nat -> apply r U x i + b i * x r == 0).
  { intros i l. rewrite <- (N i l). rewrite <- (Nat.add_1_r r), apply_beside. unfold apply at 3.
    simpl. rewrite Nat.add_0_r. ring. }
  destruct (Qeq_dec (x r) 0) as [e | e].
  - exfalso. apply (not_zero_one (S r) x); [ | exact X]. intros j l.
    destruct (Nat.eq_dec j r) as [-> | ne]; [exact e | ]. apply I; [ | lia].
    intros i li. rewrite <- (E i li), e. ring.
  - exists (fun t => - (1 / x r) * x t). intros i l. rewrite apply_scale. specialize (E i l).
    assert (F : apply r U x i == - (b i * x r)) by lra. rewrite F. field. exact e.
Qed.

(* n independent columns and b are n + 1 vectors of n entries. *)
Lemma independent_solvable n A b : independent n n A -> exists x, same n (apply n A x) b.
Proof. intros I. apply combination; [exact I | ]. apply more_unknowns_than_equations. lia. Qed.

(* Solutions ------------------------------------------------------------------------------------ *)

Lemma solutions_differ m n k A B X Y c : solution m n k A B X -> solution m n k A B Y ->
  (c < k)%nat -> null m n A (minus (column Y c) (column X c)).
Proof.
  intros S T l i li. rewrite apply_minus.
  change (product n A Y i c - product n A X i c == 0). rewrite (S i c), (T i c) by assumption. ring.
Qed.

Theorem only_solution m n k A B X :
  solution m n k A B X -> independent m n A -> unique_solution m n k A B X.
Proof.
  intros S I. split; [exact S | ]. intros Y T j c lj lc.
  exact (minus_0 n _ _ (I _ (solutions_differ m n k A B X Y c S T lc)) j lj).
Qed.

Lemma apply_identity n x : same n (apply n identity x) x.
Proof.
  intros j l. rewrite <- (sum_pick n x j l). apply sum_eq. intros i _. apply Qmult_comm.
Qed.

Lemma inverse_applied n M A x :
  equal n n (product n M A) identity -> same n (apply n M (apply n A x)) x.
Proof.
  intros H j l. rewrite apply_apply, <- (apply_identity n x j l). apply sum_eq.
  intros c lc. rewrite (H j c l lc). reflexivity.
Qed.

(* With a left inverse M, k = M A k = 0. With a right inverse M, whose columns are independent,
   k = M x for an x, which is A M x = A k = 0. *)
Theorem no_inverse n A k : null n n A k -> (exists j, (j < n)%nat /\ ~ k j == 0) -> singular n A.
Proof.
  intros N K [M [H | H]]; apply (not_zero_one n k); try exact K; intros j l.
  - rewrite <- (inverse_applied n M A k H j l). apply apply_0, N.
  - assert (I : forall x, null n n M x -> same n x (fun _ => 0)).
    { intros x X i li. rewrite <- (inverse_applied n A M x H i li). apply apply_0, X. }
    destruct (independent_solvable n M k I) as [x E]. rewrite <- (E j l). apply apply_0.
    intros i li. rewrite <- (inverse_applied n A M x H i li), (apply_eq n A _ k _ E). apply N, li.
Qed.

(* w B = w A X. *)
Lemma weighed_solution m n k A B X w c : solution m n k A B X -> (c < k)%nat ->
  sum m (fun i => w i * B i c) == sum n (fun j => sum m (fun i => w i * A i j) * X j c).
Proof.
  intros S l. rewrite <- (sum_apply m n w A (fun j => X j c)). apply sum_eq. intros i li.
  rewrite <- (S i c li l). reflexivity.
Qed.

Theorem no_solution m n k A B w :
  (forall j, (j < n)%nat -> sum m (fun i => w i * A i j) == 0) ->
  (exists c, (c < k)%nat /\ ~ sum m (fun i => w i * B i c) == 0) -> inconsistent m n k A B.
Proof.
  intros HA [c [l HB]] [X S]. apply HB. rewrite (weighed_solution m n k A B X w c S l).
  apply sum_of_0. intros j lj. rewrite (HA j lj). ring.
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
  exact (weighed_solution m n k A B _ w c S l).
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
  rewrite (weighed_solution n n k A B _ w c S lc), <- (apply_identity n (x c) i li).
  apply sum_eq. intros j lj. rewrite (W j lj). reflexivity.
Qed.

(* Rank and null space -------------------------------------------------------------------------- *)

(* The unit vectors for the places c 0, c 1, ... : A times such a vector is a column of A. *)
Definition units (c : nat -> nat) : matrix := fun j t => if Nat.eqb (c t) j then 1 else 0.

Lemma apply_units n r A c z i : places r n c ->
  apply n A (apply r (units c) z) i == apply r (columns A c) z i.
Proof.
  intros P. rewrite apply_apply. apply sum_eq. intros t l. unfold product, units, columns.
  rewrite sum_pick by (apply P, l). reflexivity.
Qed.

(* The columns of K, which A takes to 0, and r unit vectors for independent columns of A: where A
   takes a combination of them to 0, no unit vector is in it; so they are independent. *)
Section Basis.
Variables m n r w : nat.
Variables A K : matrix.
Variable c : nat -> nat.
Hypothesis P : places r n c.
Hypothesis I : independent m r (columns A c).
Hypothesis Z : equal m w (product n A K) zero.

Lemma no_units x : null m n A (apply (w + r) (beside w K (units c)) x) ->
  same r (fun t => x (w + t)%nat) (fun _ => 0).
Proof.
  intros N. apply I. intros i li. rewrite <- (apply_units n r A c _ i P), <- (N i li).
  rewrite (apply_eq n A _ _ i (fun j _ => apply_beside w r K _ x j)), apply_plus.
  rewrite (apply_zero m n w A K x i li Z). ring.
Qed.

Lemma independent_beside : independent n w K ->
  independent n (w + r) (beside w K (units c)).
Proof.
  intros IK x X. assert (R := no_units x (fun i _ => apply_0 n A _ i X)). intros j lj.
  destruct (Nat.lt_ge_cases j w) as [lt | ge].
  - apply IK; [ | exact lt]. intros i li.
    rewrite <- (X i li), apply_beside, (apply_0 r _ _ i R). ring.
  - replace j with (w + (j - w))%nat by lia. apply R. lia.
Qed.
End Basis.

(* Where r columns of A are independent, and n - r independent vectors are in the null space, there
   is no more of either: any vector is a combination of these and of the r unit vectors, and r + 1
   columns would make n + 1 independent vectors of n entries. *)
Theorem null_space m n r A K c :
  (r <= n)%nat -> places r n c -> independent m r (columns A c) ->
  equal m (n - r) (product n A K) zero -> independent n (n - r) K ->
  null_space_basis m n (n - r) A K.
Proof.
  intros l P I Z IK. split; [exact Z | ]. split; [exact IK | ]. intros y Y.
  destruct (independent_solvable n (beside (n - r) K (units c)) y) as [x E].
  { replace n with (n - r + r)%nat at 2 by lia. apply (independent_beside m n r _ A); assumption. }
  replace n with (n - r + r)%nat in E at 2 by lia.
  assert (R := no_units m n r (n - r) A K c P I Z x). exists x. intros j lj.
  rewrite <- (E j lj), apply_beside, (apply_0 r); [ring | ].
  apply R. intros i li. rewrite (apply_eq n A _ y i E). exact (Y i li).
Qed.

Theorem rank_is m n r A K c :
  (r <= n)%nat -> places r n c -> independent m r (columns A c) ->
  equal m (n - r) (product n A K) zero -> independent n (n - r) K ->
  rank m n A r.
Proof.
  intros l P I Z IK. split; [exists c; split; assumption | ]. intros d Pd.
  destruct (independent_or_dependent m (S r) (columns A d)) as [J | D]; [exfalso | exact D].
  apply (dependent_is_not_independent n (n - r + S r) (beside (n - r) K (units d))).
  - apply more_unknowns_than_equations. lia.
  - apply (independent_beside m n (S r) _ A); assumption.
Qed.

Theorem all_solutions m n k w A B X K :
  solution m n k A B X -> null_space_basis m n w A K -> general_solution m n k w A B X K.
Proof.
  intros S [Z [_ N]]. split; [exact S | ]. intros Y. split.
  - intros T.
    destruct (finite_choice (fun _ => 0) k
      (fun c x => same n (minus (column Y c) (column X c)) (apply w K x))) as [C H].
    + intros c lc. exact (N _ (solutions_differ m n k A B X Y c S T lc)).
    + exists (fun t c => C c t). intros j c lj lc. specialize (H c lc j lj).
      unfold plus, product. unfold minus, column, apply in H. lra.
  - intros [C H] i c li lc.
    change (apply n A (fun j => Y j c) i == B i c).
    rewrite (apply_eq n A _ (fun j => X j c + apply w K (fun t => C t c) j)).
    + rewrite apply_plus, (apply_zero m n w A K _ i li Z), <- (S i c li lc).
      unfold apply, product. ring.
    + intros j lj. exact (H j c lj lc).
Qed.
