(* Checkers for least squares, in integers: where one says true, the statement holds. The normal
   equations are added up column by column, without A' A.

   The conditions are those of check_least_squares and check_minimum_norm of
   exactbox/checker/statements/least_squares.py, and of check_minor of exactbox/checker/linear.py.
   Here all numbers of a witness have one denominator, and all rows one common multiple of their
   denominators; there each block of rows, and each column, has one. *)
From Coq Require Import QArith ZArith NArith List Lia Lqa Setoid Bool.
From exactbox Require Import LinearDefinitions Linear LinearChecker LeastSquares.
Import ListNotations.
Local Open Scope Z_scope.

(* Rows that are added up ----------------------------------------------------------------------- *)

Definition rows_together (g : nat -> row) (m : nat) : row := flat_map g (seq 0 m).

Lemma entry_together g c d m :
  (sum m (fun i => entry (g i) c # d) == entry (rows_together g m) c # d)%Q.
Proof.
  unfold rows_together. induction m as [ | m IH]; [reflexivity | ].
  rewrite seq_S, flat_map_app, entry_app. cbn [flat_map sum Nat.add]. rewrite app_nil_r, IH.
  by_integers.
Qed.

(* Row i of A X - B: the integers are those of rows of integers, times d. *)
Definition misses (s : list equation) (d : positive) (X : list row) (i : nat) : row :=
  let e := nth_equation s i in times (coefficients e) X ++ scale (Zneg d) (constants e).

Lemma residual_row m n s d X i c : shape m n s = true -> (i < m)%nat ->
  (residual n (lhs s) (column (fractions d X) c) (column (rhs s) c) i
   == entry (misses s d X i) (N.of_nat c) # over (nth_equation s i) * d)%Q.
Proof.
  intros W l. unfold residual, misses. rewrite entry_app, entry_scale.
  change (apply n (lhs s) (column (fractions d X) c) i)
    with (product n (lhs s) (fractions d X) i c).
  rewrite (row_times_X m) by assumption. unfold column, rhs. by_integers.
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
  unfold is_normal. intros W V H j c lj lc. rewrite forallb_forall in H.
  specialize (H j ltac:(apply in_seq; lia)).
  rewrite (sum_eq m _ (fun i => entry (normal_row s L d X j i) (N.of_nat c) # L * L * d)).
  { rewrite entry_together, vanishes_sound by exact H. reflexivity. }
  intros i l. rewrite (residual_row m) by assumption. unfold normal_row, lhs. rewrite entry_scale.
  apply (nth_all _ m n s i W V), Z.eqb_eq, Z.div_exact in l as D; [ | discriminate].
  set (e := nth_equation s i) in *. set (q := Zpos L / Zpos (over e)) in *.
  unfold Qeq. cbn [Qmult Qnum Qden]. rewrite !Pos2Z.inj_mul, D. ring.
Qed.

Definition check_least_squares (m n : nat) s (L d : positive) X : bool :=
  shape m n s && divide L s && is_normal m n s L d X.

Lemma check_least_squares_normal m n k s L d X : check_least_squares m n s L d X = true ->
  normal m n k (lhs s) (rhs s) (fractions d X).
Proof.
  intros H. conditions H as [[W V] N]. exact (is_normal_sound m n k s L d X W V N).
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
  intros H. conditions H as [H G].
  apply only_least_squares; [exact (check_least_squares_normal m n k s L d X H) | ].
  conditions H as [[W _] _]. exact (regular_independent m n s g W G).
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
  intros H. conditions H as [H C]. conditions C as C.
  apply (least_norm m n k _ _ _
    (fun i c => Zpos (over (nth_equation s i)) * entry (nth i W []) (N.of_nat c) # e)).
  { exact (check_least_squares_normal m n k s L d X H). }
  intros j c lj lc. specialize (C j ltac:(apply in_seq; lia)).
  apply vanishes_sound with (j := N.of_nat c) in C. rewrite entry_app, entry_scale in C.
  apply Z.add_move_0_l in C. set (g := fun i => scale _ _) in C.
  rewrite (sum_eq m _ (fun i => -(1) * (entry (g i) (N.of_nat c) # d * e))%Q).
  - rewrite sum_scale, entry_together, C. unfold fractions, row in *. by_integers.
  - intros i _. unfold lhs, g. rewrite entry_scale. by_integers.
Qed.
