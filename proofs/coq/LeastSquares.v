(* Least squares: why the normal equations, independent columns, and combinations of the rows prove
   what is said. The one tool is Pythagoras: what A x misses b by is orthogonal to all A y.

   The reasons are those of check_least_squares and check_minimum_norm of
   exactbox/checker/statements/least_squares.py, and of check_minor of
   exactbox/checker/linear.py. *)
From Coq Require Import QArith List Lia Lqa Setoid.
From exactbox Require Import LinearDefinitions Linear.
Local Open Scope Q_scope.

(* Squares -------------------------------------------------------------------------------------- *)

Lemma square_eq n x y : same n x y -> square n x == square n y.
Proof. intros H. apply sum_eq. intros j l. rewrite (H j l). reflexivity. Qed.

Lemma Qsquare_nonneg a : 0 <= a * a.
Proof. destruct (Qlt_le_dec a 0) as [l | l]; nra. Qed.

Lemma square_nonneg n x : 0 <= square n x.
Proof.
  unfold square. induction n as [ | n IH]; simpl; [lra | ].
  pose proof (Qsquare_nonneg (x n)). lra.
Qed.

Lemma square_0 n x : square n x <= 0 -> same n x (fun _ => 0).
Proof.
  unfold square. induction n as [ | n IH]; simpl; intros H j l; [lia | ].
  pose proof (Qsquare_nonneg (x n)). pose proof (square_nonneg n x). unfold square in *.
  destruct (Nat.eq_dec j n) as [-> | d]; [ | apply IH; [lra | lia]].
  assert (E : x n * x n == 0) by lra. apply Qmult_integral in E. tauto.
Qed.

(* Pythagoras. *)
Lemma square_plus n x y : sum n (fun j => x j * y j) == 0 ->
  square n (fun j => x j + y j) == square n x + square n y.
Proof.
  intros H. unfold square.
  rewrite (sum_eq n _ (fun j => x j * x j + (2 * (x j * y j) + y j * y j)))
    by (intros j _; ring).
  rewrite !sum_plus, sum_scale, H. ring.
Qed.

(* What is orthogonal to the columns of A is so to all A y. *)
Lemma orthogonal m n A r y : (forall j, (j < n)%nat -> sum m (fun i => A i j * r i) == 0) ->
  sum m (fun i => r i * apply n A y i) == 0.
Proof.
  intros H. rewrite sum_apply. apply sum_of_0. intros j l.
  rewrite (sum_eq m _ (fun i => A i j * r i)) by (intros; ring). rewrite (H j l). ring.
Qed.

(* The normal equations ------------------------------------------------------------------------- *)

(* A' (A X - B) = 0, where A' is A transposed. *)
Definition normal (m n k : nat) (A B X : matrix) : Prop :=
  forall j c, (j < n)%nat -> (c < k)%nat ->
  sum m (fun i => A i j * residual n A (column X c) (column B c) i) == 0.

Lemma residual_of_another m n k A B X c y : normal m n k A B X -> (c < k)%nat ->
  square m (residual n A y (column B c)) ==
  square m (residual n A (column X c) (column B c)) + square m (apply n A (minus y (column X c))).
Proof.
  intros N l. rewrite <- square_plus.
  - apply square_eq. intros i _. unfold residual. rewrite apply_minus. ring.
  - apply orthogonal. intros j lj. apply N; assumption.
Qed.

Theorem normal_equations m n k A B X : normal m n k A B X -> least_squares m n k A B X.
Proof.
  intros N c l y. rewrite (residual_of_another m n k A B X c y N l).
  pose proof (square_nonneg m (apply n A (minus y (column X c)))). lra.
Qed.

Lemma other_minimiser m n k A B X Y c :
  normal m n k A B X -> least_squares m n k A B Y -> (c < k)%nat ->
  null m n A (minus (column Y c) (column X c)).
Proof.
  intros N M l. apply square_0. specialize (M c l (column X c)).
  rewrite (residual_of_another m n k A B X c _ N l) in M. lra.
Qed.

Theorem only_least_squares m n k A B X :
  normal m n k A B X -> independent m n A -> unique_least_squares m n k A B X.
Proof.
  intros N I. split; [apply normal_equations, N | ]. intros Y M j c lj lc.
  exact (minus_0 n _ _ (I _ (other_minimiser m n k A B X Y c N M lc)) j lj).
Qed.

(* X = A' Y, so X is orthogonal to what others differ by, which A takes to 0. *)
Theorem least_norm m n k A B X Y : normal m n k A B X ->
  (forall j c, (j < n)%nat -> (c < k)%nat -> X j c == sum m (fun i => A i j * Y i c)) ->
  minimum_norm m n k A B X.
Proof.
  intros N W. split; [apply normal_equations, N | ]. intros Z M c l.
  assert (K := other_minimiser m n k A B X Z c N M l).
  set (d := minus (column Z c) (column X c)) in *.
  assert (P : square n (column Z c) == square n (column X c) + square n d).
  { rewrite <- square_plus.
    - apply square_eq. intros j _. unfold d, minus. ring.
    - rewrite (sum_eq n _ (fun j => sum m (fun i => Y i c * A i j) * d j)).
      + rewrite <- sum_apply. apply sum_of_0. intros i li. rewrite (K i li). ring.
      + intros j lj. unfold column. rewrite (W j c lj l). apply Qmult_comp; [ | reflexivity].
        apply sum_eq. intros i _. ring. }
  pose proof (square_nonneg n d). split; [lra | ]. intros L. apply minus_0, square_0.
  fold d. lra.
Qed.
