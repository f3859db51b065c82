(* The rank, as it is defined here, is that of the textbooks: every matrix has exactly one, and its
   rows have the same; and all bases of a null space have the same number of vectors. The checkers
   do not need this file. *)
From Coq Require Import QArith List Lia Lqa Setoid.
From exactbox Require Import LinearDefinitions Linear.
Local Open Scope Q_scope.

Lemma no_more_independent_columns m n A r s :
  (exists c, places r n c /\ independent m r (columns A c)) ->
  (forall c, places (S s) n c -> dependent m (S s) (columns A c)) -> (r <= s)%nat.
Proof.
  intros [c [P I]] D. destruct (Nat.le_gt_cases r s) as [l | l]; [exact l | exfalso].
  destruct (D c) as [x [N X]]; [intros t lt; apply P; lia | ].
  apply (not_zero_one (S s) x); [ | exact X].
  set (y := fun t => if Nat.ltb t (S s) then x t else 0).
  assert (E : forall t, (t < S s)%nat -> y t == x t).
  { intros t lt. unfold y. rewrite (proj2 (Nat.ltb_lt t (S s)) lt). reflexivity. }
  intros t lt. rewrite <- (E t lt). apply I; [ | lia]. intros i li. rewrite <- (N i li).
  unfold apply. replace r with (S s + (r - S s))%nat by lia. rewrite sum_add.
  rewrite (sum_of_0 (r - S s)).
  - rewrite Qplus_0_r. apply sum_eq. intros j lj. rewrite (E j lj). reflexivity.
  - intros j _. unfold y. rewrite (proj2 (Nat.ltb_ge (S s + j) (S s))) by lia. ring.
Qed.

Theorem rank_unique m n A r s : rank m n A r -> rank m n A s -> r = s.
Proof.
  intros [I D] [J E].
  apply Nat.le_antisymm; eapply no_more_independent_columns; eassumption.
Qed.

Lemma dependent_is_not_independent m n A : dependent m n A -> ~ independent m n A.
Proof. intros [x [N D]] I. exact (not_zero_one n x (I x N) D). Qed.

Lemma independent_or_dependent m n A : independent m n A \/ dependent m n A.
Proof.
  destruct (only_zero_or_another m n A nil) as [[I _] | [x [[N _] X]]]; [left | right].
  - intros x N. apply I. split; [exact N | intros j []].
  - exists x. split; assumption.
Qed.

(* The columns c of A are independent, and A is these times C: take any column that is not a
   combination of those before. *)
Lemma independent_columns_that_span m A n : exists r c C,
  places r n c /\ independent m r (columns A c) /\ equal m n A (product r (columns A c) C).
Proof.
  induction n as [ | n [r [c [C [P [I E]]]]]].
  - exists 0%nat, (fun t => t), zero. split; [intros t l; lia | ].
    split; [intros x _ j l; lia | intros i j _ l; lia].
  - set (d := fun t => if Nat.ltb t r then c t else n).
    assert (D : forall t, (t < r)%nat -> d t = c t).
    { intros t l. unfold d. rewrite (proj2 (Nat.ltb_lt t r) l). reflexivity. }
    assert (Dr : d r = n) by (unfold d; rewrite Nat.ltb_irrefl; reflexivity).
    assert (S' : forall x i, apply (S r) (columns A d) x i
      == apply r (columns A c) x i + A i n * x r).
    { intros x i. unfold apply. cbn [sum]. unfold columns at 2. rewrite Dr.
      rewrite (sum_eq r _ (fun t => columns A c i t * x t)); [reflexivity | ].
      intros t l. unfold columns. rewrite (D t l). reflexivity. }
    destruct (independent_or_dependent m (S r) (columns A d)) as [J | [x [N X]]].
    + exists (S r), d, (fun s j => if Nat.eqb j n then (if Nat.eqb s r then 1 else 0)
                                   else if Nat.eqb s r then 0 else C s j).
      split; [ | split; [exact J | ]].
      { intros t l. destruct (Nat.eq_dec t r) as [-> | ne]; [rewrite Dr; lia | ].
        rewrite D by lia. specialize (P t ltac:(lia)). lia. }
      intros i j li lj. unfold product. cbn [sum]. unfold columns at 2. rewrite Dr, Nat.eqb_refl.
      assert (R : forall s, (s < r)%nat -> Nat.eqb s r = false)
        by (intros s l; apply Nat.eqb_neq; lia).
      destruct (Nat.eqb_spec j n) as [-> | ne].
      * rewrite sum_of_0; [ring | ]. intros s l. rewrite (R s l). ring.
      * rewrite (E i j li) by lia. unfold product.
        rewrite (sum_eq r (fun s => columns A d i s * _) (fun s => columns A c i s * C s j));
          [ring | ].
        intros s l. unfold columns. rewrite (R s l), (D s l). reflexivity.
    + assert (X0 : ~ x r == 0).
      { intros e. apply (not_zero_one (S r) x); [ | exact X]. intros j l.
        destruct (Nat.eq_dec j r) as [-> | ne]; [exact e | ]. apply I; [ | lia].
        intros i li. specialize (N i li). cbv beta in N. rewrite S', e in N.
        rewrite Qmult_0_r, Qplus_0_r in N. exact N. }
      exists r, c, (fun s j => if Nat.eqb j n then - (1 / x r) * x s else C s j).
      split; [intros t l; specialize (P t l); lia | ]. split; [exact I | ].
      intros i j li lj. unfold product. destruct (Nat.eqb_spec j n) as [-> | ne].
      * specialize (N i li). cbv beta in N. rewrite S' in N.
        change (A i n == apply r (columns A c) (fun s => - (1 / x r) * x s) i).
        rewrite apply_scale. set (a := apply r _ x i) in *.
        assert (F : a == - (A i n * x r)) by lra.
        rewrite F. field. exact X0.
      * apply (E i j li). lia.
Qed.

(* Where A is U V with r columns in U, any r + 1 of its columns are dependent. *)
Lemma dependent_by_factors m n r A U V : equal m n A (product r U V) ->
  forall c, places (S r) n c -> dependent m (S r) (columns A c).
Proof.
  intros E c P.
  destruct (more_unknowns_than_equations r (S r) (columns V c)) as [x [N D]]; [lia | ].
  exists x. split; [ | exact D]. intros i li. unfold apply, columns.
  rewrite (sum_eq (S r) _ (fun t => product r U (columns V c) i t * x t)).
  - change (apply (S r) (product r U (columns V c)) x i == 0). rewrite <- apply_apply.
    apply sum_of_0. intros s l. rewrite (N s l). ring.
  - intros t l. rewrite (E i (c t) li (P t l)). reflexivity.
Qed.

Theorem rank_exists m n A : exists r, rank m n A r.
Proof.
  destruct (independent_columns_that_span m A n) as [r [c [C [P [I E]]]]]. exists r. split.
  - exists c. split; assumption.
  - exact (dependent_by_factors m n r A _ C E).
Qed.

Definition transpose (A : matrix) : matrix := fun i j => A j i.

Theorem rank_of_rows m n A r : rank m n A r -> rank n m (transpose A) r.
Proof.
  intros R.
  destruct (independent_columns_that_span m A n) as [a [c [C [P [I E]]]]].
  destruct (independent_columns_that_span n (transpose A) m) as [b [d [D [Q [J F]]]]].
  assert (T : forall m n r A U V, equal m n A (product r U V) ->
    equal n m (transpose A) (product r (transpose V) (transpose U))).
  { intros p q s A' U V G j i lj li. unfold transpose. rewrite (G i j li lj). unfold product.
    apply sum_eq. intros t _. ring. }
  assert (HA := dependent_by_factors _ _ _ _ _ _ E).
  assert (HB := dependent_by_factors _ _ _ _ _ _ F).
  assert (KA := dependent_by_factors _ _ _ _ _ _ (T _ _ _ _ _ _ E)).
  assert (KB := dependent_by_factors _ _ _ _ _ _ (T _ _ _ _ _ _ F)).
  assert (IA : exists c, places a n c /\ independent m a (columns A c)) by (exists c; auto).
  assert (IB : exists d, places b m d /\ independent n b (columns (transpose A) d))
    by (exists d; auto).
  replace r with b; [split; assumption | ].
  transitivity a; [ | apply (rank_unique m n A); [split; assumption | exact R]].
  apply Nat.le_antisymm.
  - exact (no_more_independent_columns _ _ _ _ _ IB KA).
  - exact (no_more_independent_columns _ _ _ _ _ IA KB).
Qed.

(* Null spaces ---------------------------------------------------------------------------------- *)

Theorem null_space_dimension m n A w v K L :
  null_space_basis m n w A K -> null_space_basis m n v A L -> w = v.
Proof.
  assert (H : forall w v K L,
    null_space_basis m n w A K -> null_space_basis m n v A L -> (w <= v)%nat).
  { intros a b U V [Z [I _]] [_ [_ N]]. destruct (Nat.le_gt_cases a b) as [l | l]; [exact l | ].
    exfalso.
    destruct (finite_choice (fun _ => 0) a
      (fun t x => same n (fun j => U j t) (apply b V x))) as [C H].
    { intros t lt. apply N. intros i li. exact (Z i t li lt). }
    apply (dependent_is_not_independent n a U); [ | exact I].
    destruct (more_unknowns_than_equations b a (fun q t => C t q) l) as [x [X D]].
    exists x. split; [ | exact D]. intros j lj. unfold apply.
    rewrite (sum_eq a _ (fun t => product b V (fun q t => C t q) j t * x t)).
    - change (apply a (product b V (fun q t => C t q)) x j == 0). rewrite <- apply_apply.
      apply sum_of_0. intros q lq. rewrite (X q lq). ring.
    - intros t lt. rewrite (H t lt j lj). reflexivity. }
  intros P Q. apply Nat.le_antisymm; eapply H; eassumption.
Qed.
