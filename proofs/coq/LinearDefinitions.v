(* Linear systems A X = B over the rationals: what can be said of them. This file has nothing but
   definitions; whoever believes them, and Coq, need believe nothing else of the theorems on linear
   systems. *)
From Coq Require Import QArith NArith List.
Import ListNotations.
Local Open Scope Q_scope.

(* Matrices ------------------------------------------------------------------------------------- *)

(* The entry in row i and column j, both from 0. How many rows and columns a matrix has is said
   wherever it matters; entries beyond mean nothing. *)
Definition matrix := nat -> nat -> Q.
Definition vector := nat -> Q.

(* f 0 + f 1 + ... + f (n - 1) *)
Fixpoint sum (n : nat) (f : nat -> Q) : Q :=
  match n with
  | O => 0
  | S n => sum n f + f n
  end.

(* A x and A X, where A has n columns. *)
Definition apply (n : nat) (A : matrix) (x : vector) : vector :=
  fun i => sum n (fun j => A i j * x j).

Definition product (n : nat) (A X : matrix) : matrix :=
  fun i c => sum n (fun j => A i j * X j c).

Definition plus (X Y : matrix) : matrix := fun j c => X j c + Y j c.
Definition zero : matrix := fun i j => 0.
Definition identity : matrix := fun i j => if Nat.eqb i j then 1 else 0.

(* As vectors of n entries, as matrices of m rows and n columns. *)
Definition same (n : nat) (x y : vector) : Prop := forall j, (j < n)%nat -> x j == y j.

Definition equal (m n : nat) (A B : matrix) : Prop :=
  forall i j, (i < m)%nat -> (j < n)%nat -> A i j == B i j.

(* Statements ----------------------------------------------------------------------------------- *)

(* A has m rows and n columns, B has m rows and k columns, X has n rows and k columns. *)
Definition solution (m n k : nat) (A B X : matrix) : Prop := equal m k (product n A X) B.

Definition unique_solution (m n k : nat) (A B X : matrix) : Prop :=
  solution m n k A B X /\ forall Y, solution m n k A B Y -> equal n k Y X.

Definition inconsistent (m n k : nat) (A B : matrix) : Prop := ~ exists X, solution m n k A B X.

(* A has n rows and n columns, and no inverse, neither on the left nor on the right. *)
Definition singular (n : nat) (A : matrix) : Prop :=
  ~ exists M, equal n n (product n M A) identity \/ equal n n (product n A M) identity.

(* x is in the null space of A: A x = 0. *)
Definition null (m n : nat) (A : matrix) (x : vector) : Prop := same m (apply n A x) (fun _ => 0).

(* The n columns of A are linearly independent; they are linearly dependent. *)
Definition independent (m n : nat) (A : matrix) : Prop :=
  forall x, null m n A x -> same n x (fun _ => 0).

Definition dependent (m n : nat) (A : matrix) : Prop :=
  exists x, null m n A x /\ exists j, (j < n)%nat /\ ~ x j == 0.

(* The columns c 0, ..., c (r - 1) of A. *)
Definition columns (A : matrix) (c : nat -> nat) : matrix := fun i t => A i (c t).
Definition places (r n : nat) (c : nat -> nat) : Prop := forall t, (t < r)%nat -> (c t < n)%nat.

(* The rank is the greatest number of independent columns: some r columns are independent, and any
   r + 1 columns are dependent. *)
Definition rank (m n : nat) (A : matrix) (r : nat) : Prop :=
  (exists c, places r n c /\ independent m r (columns A c)) /\
  (forall c, places (S r) n c -> dependent m (S r) (columns A c)).

(* The w columns of K are a basis of the null space of A. *)
Definition null_space_basis (m n w : nat) (A K : matrix) : Prop :=
  equal m w (product n A K) zero /\ independent n w K /\
  (forall y, null m n A y -> exists c, same n y (apply w K c)).

(* The solutions of A X = B are X and what X + K C is, for any C of w rows and k columns. *)
Definition general_solution (m n k w : nat) (A B X K : matrix) : Prop :=
  solution m n k A B X /\
  forall Y, solution m n k A B Y <-> exists C, equal n k Y (plus X (product w K C)).

(* No solution has integers alone. *)
Definition no_integer_solution (m n k : nat) (A B : matrix) : Prop :=
  ~ exists X : nat -> nat -> Z, solution m n k A B (fun j c => inject_Z (X j c)).

(* A has n rows and columns, A X = B has exactly one solution, and its entry (i, c) is v. *)
Definition entry_of_solution (n k : nat) (A B : matrix) (i c : nat) (v : Q) : Prop :=
  exists X, unique_solution n n k A B X /\ X i c == v.

(* Least squares -------------------------------------------------------------------------------- *)

(* The square of the Euclidean norm of x; column c of X; A x - b. *)
Definition square (n : nat) (x : vector) : Q := sum n (fun j => x j * x j).
Definition column (X : matrix) (c : nat) : vector := fun j => X j c.
Definition residual (n : nat) (A : matrix) (x b : vector) : vector := fun i => apply n A x i - b i.

(* In each column no y is better than what X has. *)
Definition least_squares (m n k : nat) (A B X : matrix) : Prop :=
  forall c, (c < k)%nat -> forall y,
  square m (residual n A (column X c) (column B c)) <= square m (residual n A y (column B c)).

Definition unique_least_squares (m n k : nat) (A B X : matrix) : Prop :=
  least_squares m n k A B X /\ forall Y, least_squares m n k A B Y -> equal n k Y X.

(* Of all that do, X has the least norm in each column, and no other has one as small. *)
Definition minimum_norm (m n k : nat) (A B X : matrix) : Prop :=
  least_squares m n k A B X /\
  forall Y, least_squares m n k A B Y -> forall c, (c < k)%nat ->
  square n (column X c) <= square n (column Y c) /\
  (square n (column Y c) <= square n (column X c) -> same n (column Y c) (column X c)).

(* How matrices are written down ---------------------------------------------------------------- *)

(* A row of integers: the columns where it is not 0, from 0, each with the integer there. *)
Definition row := list (N * Z).

Fixpoint entry (r : row) (j : N) : Z :=
  match r with
  | [] => 0
  | (p, v) :: r => (if N.eqb p j then v else 0) + entry r j
  end.

(* Row i of A and row i of B, over one denominator. *)
Record equation := Equation { over : positive; coefficients : row; constants : row }.

Definition nth_equation (s : list equation) (i : nat) : equation := nth i s (Equation 1 [] []).

(* A and B. *)
Definition lhs (s : list equation) : matrix :=
  fun i j => entry (coefficients (nth_equation s i)) (N.of_nat j) # over (nth_equation s i).

Definition rhs (s : list equation) : matrix :=
  fun i c => entry (constants (nth_equation s i)) (N.of_nat c) # over (nth_equation s i).

(* Rows over a denominator that all of them share. *)
Definition fractions (d : positive) (rows : list row) : matrix :=
  fun j c => entry (nth j rows []) (N.of_nat c) # d.
