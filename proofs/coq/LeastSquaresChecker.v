(* Checkers for least squares, in integers: where one says true, the statement holds. The normal
   equations are added up column by column, without A' A.

   The conditions are those of check_least_squares and check_minimum_norm of
   exactbox/checker/statements/least_squares.py, and of check_minor of exactbox/checker/linear.py. Here all
   numbers of a witness have one denominator, and all rows one common multiple of their
   denominators; there each block of rows, and each column, has one. *)
From Coq Require Import QArith ZArith NArith List Lia Lqa Setoid Bool.
From exactbox Require Import LinearDefinitions Linear LinearChecker LeastSquares.
Import ListNotations.
Local Open Scope Z_scope.

(* Rows that are added up ----------------------------------------------------------------------- *)

Definition rows_together (g : nat -> row) (m : nat) : row := flat_map g (seq 0 m).

Lemma entry_together g c m :
  (inject_Z (entry (rows_together g m) c) == sum m (fun i => inject_Z (entry (g i) c)))%Q.
Proof.
  unfold rows_together. induction m as [ | m IH]; [reflexivity | ].
  rewrite seq_S, flat_map_app, entry_app, inject_Z_plus, IH. cbn [flat_map sum Nat.add].
  rewrite app_nil_r. reflexivity.
Qed.

(* Row i of A X - B: the integers are those of rows of integers, times d. *)
Definition misses (s : list equation) (d : positive) (X : list row) (i : nat) : row :=
  let e := nth_equation s i in times (coefficients e) X ++ scale (Zneg d) (constants e).

Lemma residual_row m n s d X i c : shape m n s = true -> (i < m)%nat ->
  (residual n (lhs s) (column (fractions d X) c) (column (rhs s) c) i
   == (1 # over (nth_equation s i))
      * ((1 # d) * inject_Z (entry (misses s d X i) (N.of_nat c))))%Q.
Proof.
  intros W l. unfold residual.
  change (apply n (lhs s) (column (fractions d X) c) i)
    with (product n (lhs s) (fractions d X) i c).
  rewrite (row_times_X m) by assumption. unfold column, rhs, misses.
  rewrite entry_app, entry_scale, inject_Z_plus, inject_Z_mult.
  set (t := entry (times _ _) _). set (b := entry (constants _) _). set (o := over _).
  rewrite (over_denominator b o). change (Zneg d) with (- Zpos d). rewrite inject_Z_opp.
  assert (D : ((1 # d) * inject_Z (Zpos d) == 1)%Q)
    by (unfold Qeq; cbn [Qmult Qnum Qden inject_Z]; lia).
  transitivity ((1 # o) * ((1 # d) * inject_Z t) - (1 # o) * ((1 # d) * inject_Z (Zpos d))
    * inject_Z b)%Q; [rewrite D; ring | ring].
Qed.

(* The normal equations ------------------------------------------------------------------------- *)

Definition divide (L : positive) (s : list equation) : bool :=
  forallb (fun e => Z.eqb (Zpos L mod Zpos (over e)) 0) s.

(* Row i of A' (A X - B) counts 1 / over(i)^2 of its integers: times L^2 that is a square. *)
Definition normal_row (s : list equation) (L d : positive) (X : list row) (j i : nat) : row :=
  let e := nth_equation s i in
  let q := Zpos L / Zpos (over e) in
  scale (entry (coefficients e) (N.of_nat j) * (q * q)) (misses s d X i).

Definition is_normal (m n : nat) s (L d : positive) (X : list row) : bool :=
  forallb (fun j => vanishes (rows_together (normal_row s L d X j) m)) (seq 0 n).

Lemma is_normal_sound m n k s L d X : shape m n s = true -> divide L s = true ->
  is_normal m n s L d X = true -> normal m n k (lhs s) (rhs s) (fractions d X).
Proof.
  unfold divide, is_normal. intros W V H j c lj lc. rewrite forallb_forall in H, V.
  specialize (H j ltac:(apply in_seq; lia)).
  assert (E := vanishes_sound _ H (N.of_nat c)). apply (f_equal inject_Z) in E.
  assert (Q := entry_together (normal_row s L d X j) (N.of_nat c) m). rewrite E in Q.
  set (f := ((1 # L) * (1 # L) * (1 # d))%Q).
  rewrite (sum_eq m _ (fun i =>
    f * inject_Z (entry (normal_row s L d X j i) (N.of_nat c)))%Q).
  { rewrite sum_scale, <- Q. change (inject_Z 0) with 0%Q. ring. }
  intros i l. rewrite (residual_row m) by assumption. unfold normal_row, lhs, f.
  rewrite entry_scale, !inject_Z_mult.
  assert (I : In (nth_equation s i) s)
    by (apply nth_In; rewrite (proj1 (shape_sound m n s W)); exact l).
  specialize (V _ I). apply Z.eqb_eq in V. set (e := nth_equation s i) in *.
  set (q := Zpos L / Zpos (over e)).
  assert (P : ((1 # L) * inject_Z q == 1 # over e)%Q).
  { pose proof (Z.div_mod (Zpos L) (Zpos (over e)) ltac:(discriminate)) as D. fold q in D.
    unfold Qeq. cbn [Qmult Qnum Qden inject_Z]. lia. }
  rewrite <- P, (over_denominator _ (over e)), <- P. ring.
Qed.

Definition check_least_squares (m n : nat) s (L d : positive) X : bool :=
  shape m n s && divide L s && is_normal m n s L d X.

Lemma check_least_squares_normal m n k s L d X : check_least_squares m n s L d X = true ->
  normal m n k (lhs s) (rhs s) (fractions d X).
Proof.
  intros H. apply andb_prop in H as [H N]. apply andb_prop in H as [W V].
  exact (is_normal_sound m n k s L d X W V N).
Qed.

Theorem least_squares_checked m n k s L d X : check_least_squares m n s L d X = true ->
  least_squares m n k (lhs s) (rhs s) (fractions d X).
Proof. intros H. apply normal_equations, (check_least_squares_normal m n k s L), H. Qed.

Definition check_unique_least_squares (m n : nat) s (L d : positive) X g : bool :=
  check_least_squares m n s L d X && regular m n n s g.

Theorem unique_least_squares_checked m n k s L d X g :
  check_unique_least_squares m n s L d X g = true ->
  unique_least_squares m n k (lhs s) (rhs s) (fractions d X).
Proof.
  intros H. apply andb_prop in H as [H G].
  apply only_least_squares; [exact (check_least_squares_normal m n k s L d X H) | ].
  apply andb_prop in H as [H _]. apply andb_prop in H as [W _].
  exact (regular_independent m n s g W G).
Qed.

(* The shortest --------------------------------------------------------------------------------- *)

(* X / d = the rows of integers times W / e. *)
Definition is_combination (m n : nat) s (d : positive) X (e : positive) (W : list row) : bool :=
  forallb (fun j => vanishes (scale (Zpos e) (nth j X []) ++ rows_together (fun i =>
    scale (- (Zpos d * entry (coefficients (nth_equation s i)) (N.of_nat j))) (nth i W [])) m))
    (seq 0 n).

Definition check_minimum_norm (m n : nat) s (L d : positive) X (e : positive) W : bool :=
  check_least_squares m n s L d X && is_combination m n s d X e W.

Theorem minimum_norm_checked m n k s L d X e W : check_minimum_norm m n s L d X e W = true ->
  minimum_norm m n k (lhs s) (rhs s) (fractions d X).
Proof.
  intros H. apply andb_prop in H as [H C]. unfold is_combination in C.
  rewrite forallb_forall in C.
  apply (least_norm m n k _ _ _
    (fun i c => inject_Z (Zpos (over (nth_equation s i))) * fractions e W i c)%Q).
  { exact (check_least_squares_normal m n k s L d X H). }
  intros j c lj lc. specialize (C j ltac:(apply in_seq; lia)).
  assert (E := vanishes_sound _ C (N.of_nat c)). rewrite entry_app, entry_scale in E.
  assert (T := entry_together (fun i => scale
    (- (Zpos d * entry (coefficients (nth_equation s i)) (N.of_nat j))) (nth i W []))
    (N.of_nat c) m). cbv beta in T.
  set (x := entry (nth j X []) (N.of_nat c)) in *.
  set (t := entry (rows_together _ m) _) in *. change (Zpos e * x + t = 0) in E.
  rewrite (sum_eq m _ (fun i => (- (1 # d) * (1 # e)) * inject_Z (entry (scale
    (- (Zpos d * entry (coefficients (nth_equation s i)) (N.of_nat j))) (nth i W []))
    (N.of_nat c)))%Q).
  - rewrite sum_scale, <- T. unfold fractions. fold x. rewrite (over_denominator x d).
    assert (D : ((1 # e) * inject_Z (Zpos e) == 1)%Q)
      by (unfold Qeq; cbn [Qmult Qnum Qden inject_Z]; lia).
    assert (F : (inject_Z t == - (inject_Z (Zpos e) * inject_Z x))%Q).
    { assert (G : (inject_Z (Zpos e) * inject_Z x + inject_Z t == 0)%Q)
        by (rewrite <- inject_Z_mult, <- inject_Z_plus, E; reflexivity). lra. }
    rewrite F. transitivity ((1 # d) * ((1 # e) * inject_Z (Zpos e)) * inject_Z x)%Q;
      [rewrite D; ring | ring].
  - intros i l. unfold lhs, fractions. rewrite entry_scale, inject_Z_mult, inject_Z_opp,
      inject_Z_mult. set (a := entry (coefficients _) _). set (v := entry (nth i W []) _).
    set (o := over _). rewrite (over_denominator a o), (over_denominator v e).
    assert (O : ((1 # o) * inject_Z (Zpos o) == 1)%Q)
      by (unfold Qeq; cbn [Qmult Qnum Qden inject_Z]; lia).
    assert (D : ((1 # d) * inject_Z (Zpos d) == 1)%Q)
      by (unfold Qeq; cbn [Qmult Qnum Qden inject_Z]; lia).
    transitivity (((1 # o) * inject_Z (Zpos o)) * inject_Z a * ((1 # e) * inject_Z v))%Q; [ring | ].
    transitivity (((1 # d) * inject_Z (Zpos d)) * inject_Z a * ((1 # e) * inject_Z v))%Q; [ | ring].
    rewrite O, D. reflexivity.
Qed.
