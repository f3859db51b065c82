(* Small systems: what is right is accepted, each wrong is refused, and the statements exclude each
   other as they should. *)
From Coq Require Import QArith ZArith NArith List Lia.
From exactbox Require Import LinearDefinitions Linear LinearChecker LinearRank WeightsChecker.
From exactbox Require Import LeastSquaresChecker.
Import ListNotations.
Local Open Scope Z_scope.

(* x/2 + 3 y = 1 and 2 x + 5 y = 0: x = -10/7, y = 4/7. The determinant of (1 6; 2 5) is -7. *)
Definition two : list equation :=
  [Equation 2 [(0%N, 1); (1%N, 6)] [(0%N, 2)]; Equation 1 [(0%N, 2); (1%N, 5)] []].
Definition x_y : list row := [[(0%N, -10)]; [(0%N, 4)]].
Definition modulo_3 : minor := Minor 3 [0%N; 1%N] [0%N; 1%N].

Example two_solved : unique_solution 2 2 1 (lhs two) (rhs two) (fractions 7 x_y).
Proof. apply (unique_checked 2 2 1 two 7 x_y modulo_3). reflexivity. Qed.

Goal lhs two 0%nat 0%nat = 1 # 2 /\ lhs two 0%nat 1%nat = 6 # 2 /\ rhs two 0%nat 0%nat = 2 # 2.
Proof. repeat split. Qed.

Goal check_solution 2 2 two 7 x_y = true /\ check_solution 2 2 two 14 x_y = false /\
  check_solution 2 2 two 7 [[(0%N, -10)]; [(0%N, 5)]] = false /\
  check_solution 2 2 two 7 [[(0%N, -10)]] = false /\
  check_solution 2 2 two 7 [[(0%N, -10)]; [(0%N, 4); (1%N, 1)]] = false /\
  check_solution 3 2 two 7 x_y = false /\ check_solution 2 1 two 7 x_y = false.
Proof. repeat split. Qed.

(* Three orders in which each pivot is a unit, after that of the certificate; a pivot that is 0
   modulo 3, another one modulo 7, no modulus, a row or a column twice, one that is not there, an
   order that is too small. *)
Goal
  map (check_unique 2 2 two 7 x_y) [modulo_3;
    Minor 4 [0%N; 1%N] [0%N; 1%N];
    Minor 3 [1%N; 0%N] [1%N; 0%N];
    Minor 3 [1%N; 0%N] [0%N; 1%N];
    Minor 3 [0%N; 1%N] [1%N; 0%N];
    Minor 7 [0%N; 1%N] [0%N; 1%N];
    Minor 1 [0%N; 1%N] [0%N; 1%N];
    Minor 0 [0%N; 1%N] [0%N; 1%N];
    Minor 3 [0%N; 0%N] [0%N; 1%N];
    Minor 3 [0%N; 1%N] [0%N; 0%N];
    Minor 3 [0%N; 2%N] [0%N; 1%N];
    Minor 3 [0%N; 1%N] [0%N; 2%N];
    Minor 3 [0%N] [0%N]]
  = [true; true; true; true; false; false; false; false; false; false; false; false; false].
Proof. reflexivity. Qed.

(* (1 2; 2 4) (2, -1) = 0. *)
Definition one_twice : list equation :=
  [Equation 1 [(0%N, 1); (1%N, 2)] [(0%N, 1)]; Equation 1 [(0%N, 2); (1%N, 4)] [(0%N, 3)]].

Example one_twice_is_singular : singular 2 (lhs one_twice).
Proof. apply (singular_checked 2 one_twice [2; -1]). reflexivity. Qed.

Goal map (check_singular 2 one_twice) [[2; -1]; [-4; 2]; [0; 0]; [2; 1]; [2]; [2; -1; 1]; []]
  = [true; true; false; false; false; false; false].
Proof. reflexivity. Qed.

Goal check_singular 2 two [2; -1] = false /\ check_singular 1 [Equation 1 [] []] [1] = true /\
  check_singular 0 [] [] = false /\ check_singular 2 (firstn 1 one_twice) [2; -1] = false.
Proof. repeat split. Qed.

Goal ~ singular 2 identity.
Proof.
  intros H. apply H. exists identity. left. intros i j li lj.
  exact (apply_identity 2 (fun i => identity i j) i li).
Qed.

(* -2 times x + 2 y = 1, and once 2 x + 4 y = 3: 0 = 1. *)
Example one_twice_is_inconsistent : inconsistent 2 2 1 (lhs one_twice) (rhs one_twice).
Proof. apply (inconsistent_checked 2 2 1 one_twice [-2; 1]). reflexivity. Qed.

Goal map (check_inconsistent 2 2 1 one_twice) [[-2; 1]; [4; -2]; [0; 0]; [2; 1]; [-2]; [-2; 1; 0]]
  = [true; true; false; false; false; false].
Proof. reflexivity. Qed.

(* No right-hand side; the right-hand side that is consistent; a second column that is not. *)
Goal let twice b c := [Equation 1 [(0%N, 1); (1%N, 2)] b; Equation 1 [(0%N, 2); (1%N, 4)] c] in
  check_inconsistent 2 2 1 (twice [] []) [-2; 1] = false /\
  check_inconsistent 2 2 1 (twice [(0%N, 1)] [(0%N, 2)]) [-2; 1] = false /\
  check_inconsistent 2 2 1 (twice [(0%N, 1)] [(0%N, 2); (1%N, 5)]) [-2; 1] = false /\
  check_inconsistent 2 2 2 (twice [(0%N, 1)] [(0%N, 2); (1%N, 5)]) [-2; 1] = true.
Proof. repeat split. Qed.

Goal ~ inconsistent 2 2 1 (lhs two) (rhs two).
Proof. intros H. apply H. exists (fractions 7 x_y). exact (proj1 two_solved). Qed.

(* x + 2 y + 3 z = 1 and 2 x + 4 y + 7 z = 3: x = -2, y = 0, z = 1, and any multiple of (-2, 1, 0)
   added. The minor is that of the columns of x and z. *)
Definition wide : list equation :=
  [Equation 1 [(0%N, 1); (1%N, 2); (2%N, 3)] [(0%N, 1)];
   Equation 1 [(0%N, 2); (1%N, 4); (2%N, 7)] [(0%N, 3)]].
Definition one_of_them : list row := [[(0%N, -2)]; []; [(0%N, 1)]].
Definition line : list row := [[(0%N, -2)]; [(0%N, 1)]; []].
Definition x_and_z : minor := Minor 2 [0%N; 1%N] [0%N; 2%N].

Example wide_solved :
  general_solution 2 3 1 1 (lhs wide) (rhs wide) (fractions 1 one_of_them) (fractions 1 line) /\
  rank 2 3 (lhs wide) 2 /\ null_space_basis 2 3 1 (lhs wide) (fractions 1 line).
Proof. apply (general_checked 2 3 1 2 wide 1 one_of_them 1 line x_and_z). reflexivity. Qed.

Goal map (fun X => check_general 2 3 2 wide 1 X line x_and_z)
  [one_of_them; [[(0%N, -4)]; [(0%N, 1)]; [(0%N, 1)]]; [[(0%N, -2)]; []; []]; []]
  = [true; true; false; false].
Proof. reflexivity. Qed.

(* A vector of zeros, one that is not in the null space, none, a second one. *)
Goal map (fun K => check_null_space 2 3 2 wide K x_and_z)
  [line; [[(0%N, -4)]; [(0%N, 2)]; []]; [[]; []; []]; [[(0%N, -2)]; [(0%N, 1)]; [(0%N, 1)]]; [];
   [[(0%N, -2)]; [(0%N, 1); (1%N, 1)]; []]]
  = [true; true; false; false; false; false].
Proof. reflexivity. Qed.

(* Dependent columns of the minor; an order that is too small, too great; a rank that is. *)
Goal check_null_space 2 3 2 wide line (Minor 2 [0%N; 1%N] [0%N; 1%N]) = false /\
  check_null_space 2 3 1 wide line (Minor 2 [0%N] [0%N]) = false /\
  check_null_space 2 3 1 wide line x_and_z = false /\
  check_null_space 2 3 3 wide line x_and_z = false.
Proof. repeat split. Qed.

(* Two vectors of the null space of (1 1 1): each needs a row of its own, though any two that are
   independent would do. *)
Goal let ones := [Equation 1 [(0%N, 1); (1%N, 1); (2%N, 1)] []] in
  let first := Minor 2 [0%N] [0%N] in
  check_null_space 1 3 1 ones [[(0%N, -1); (1%N, -1)]; [(0%N, 1)]; [(1%N, 1)]] first = true /\
  check_null_space 1 3 1 ones [[(0%N, -1); (1%N, -1)]; [(0%N, 1); (1%N, 1)]; []] first = false /\
  check_null_space 1 3 1 ones [[(0%N, 1); (1%N, -1)]; [(0%N, -2)]; [(0%N, 1); (1%N, 1)]] first
    = false.
Proof. repeat split. Qed.

(* The rank and the dimension are no others. *)
Goal forall r, rank 2 3 (lhs wide) r -> r = 2%nat.
Proof. intros r H. exact (rank_unique 2 3 _ r 2 H (proj1 (proj2 wide_solved))). Qed.

Goal forall w K, null_space_basis 2 3 w (lhs wide) K -> w = 1%nat.
Proof.
  intros w K H. exact (null_space_dimension 2 3 _ w 1 K _ H (proj2 (proj2 wide_solved))).
Qed.

(* A matrix of zeros has rank 0, and the unit vectors are a basis of its null space. *)
Goal rank 1 1 zero 0 /\ null_space_basis 1 1 1 zero identity.
Proof.
  assert (Z : forall i x, (apply 1 zero x i == 0)%Q)
    by (intros i x; apply sum_of_0; intros j _; unfold zero; ring).
  split; [split | split; [ | split]].
  - exists (fun t => t). split; [intros t l; lia | intros x _ j l; lia].
  - intros c _. exists (fun _ => 1%Q). split; [intros i _; apply Z | ].
    exists 0%nat. split; [lia | discriminate].
  - intros i j _ _. apply (Z i (fun t => identity t j)).
  - intros x N j l. rewrite <- (N j l). symmetry. apply apply_identity, l.
  - intros y _. exists y. intros j l. symmetry. apply apply_identity, l.
Qed.

(* Integers and entries ------------------------------------------------------------------------- *)

(* x + y = 1 and (x - y)/3 = 2/3: x = 3/2. Half of the first and half of three times the second. *)
Definition sum_and_difference : list equation :=
  [Equation 1 [(0%N, 1); (1%N, 1)] [(0%N, 1)]; Equation 3 [(0%N, 1); (1%N, -1)] [(0%N, 2)]].

Example halves : no_integer_solution 2 2 1 (lhs sum_and_difference) (rhs sum_and_difference).
Proof. apply (no_integer_solution_checked 2 2 1 sum_and_difference 2 [1; 1]). reflexivity. Qed.

(* Half of one of them alone; all of both; thirds; too few; too many. *)
Goal map (fun dw => check_no_integer_solution 2 2 1 sum_and_difference (fst dw) (snd dw))
  [(2%positive, [1; 1]); (2%positive, [-1; 3]); (2%positive, [1; 0]); (2%positive, [2; 2]);
   (3%positive, [1; 1]); (2%positive, [1]); (2%positive, [1; 1; 0])]
  = [true; true; false; false; false; false; false].
Proof. reflexivity. Qed.

(* 2 x = 2, and 2 x = 3 in a second column: that one has none, whatever the first has. *)
Goal let evens b := [Equation 1 [(0%N, 2)] b] in
  check_no_integer_solution 1 1 1 (evens [(0%N, 2)]) 2 [1] = false /\
  check_no_integer_solution 1 1 1 (evens [(0%N, 2); (1%N, 3)]) 2 [1] = false /\
  check_no_integer_solution 1 1 2 (evens [(0%N, 2); (1%N, 3)]) 2 [1] = true /\
  ~ no_integer_solution 1 1 1 (lhs (evens [(0%N, 2)])) (rhs (evens [(0%N, 2)])).
Proof.
  repeat split. intros H. apply H. exists (fun _ _ => 1). intros [ | i] [ | c] li lc; [ | lia ..].
  reflexivity.
Qed.

(* Of `two`: twice x + 6 y = 2 less 2 x + 5 y = 0 is 7 y = 4. *)
Example y_of_two : entry_of_solution 2 1 (lhs two) (rhs two) 1 0 (4 # 7).
Proof. apply (entry_checked 2 1 two 1 0 modulo_3 7 [2; -1]). reflexivity. Qed.

(* Another value, another unknown, another multiple, no minor, one that is not there. *)
Goal map (fun v => check_entry 2 1 two 1 0 modulo_3 7 [2; -1] v) [4 # 7; 8 # 14; 5 # 7]%Q
    = [true; true; false] /\
  check_entry 2 1 two 0 0 modulo_3 7 [2; -1] (4 # 7) = false /\
  check_entry 2 1 two 1 0 modulo_3 8 [2; -1] (4 # 8) = false /\
  check_entry 2 1 two 1 0 (Minor 7 [0%N; 1%N] [0%N; 1%N]) 7 [2; -1] (4 # 7) = false /\
  check_entry 2 1 two 2 0 modulo_3 7 [0; 0] 0 = false /\
  check_entry 2 1 two 1 1 modulo_3 7 [2; -1] 0 = false.
Proof. repeat split. Qed.

Goal forall v, entry_of_solution 2 1 (lhs two) (rhs two) 1 0 v -> (v == 4 # 7)%Q.
Proof.
  intros v [X [[S _] V]]. destruct y_of_two as [Y [[_ U] W]].
  rewrite <- V, <- W. apply (U X S); lia.
Qed.

(* Least squares -------------------------------------------------------------------------------- *)

(* The line a/2 + b t/3 nearest to 1, 2, 2 at t = 0, 1, 3: 3 a/2 + 4 b/3 = 5, 4 a/2 + 10 b/3 = 8. *)
Definition line_through : list equation :=
  [Equation 2 [(0%N, 1)] [(0%N, 2)]; Equation 6 [(0%N, 3); (1%N, 2)] [(0%N, 12)];
   Equation 2 [(0%N, 1); (1%N, 2)] [(0%N, 4)]].
Definition a_b : list row := [[(0%N, 18)]; [(0%N, 6)]].

Example nearest_line : unique_least_squares 3 2 1 (lhs line_through) (rhs line_through)
  (fractions 7 a_b).
Proof.
  apply (unique_least_squares_checked 3 2 1 line_through 6 7 a_b
    (Minor 5 [0%N; 1%N] [0%N; 1%N])). reflexivity.
Qed.

(* Another line; another denominator; a multiple that is none; what is nearest to the integers. *)
Goal map (fun X => check_least_squares 3 2 line_through 6 7 X)
    [a_b; [[(0%N, 18)]; [(0%N, 7)]]; [[(0%N, 18)]]; []] = [true; false; false; false] /\
  check_least_squares 3 2 line_through 12 7 a_b = true /\
  check_least_squares 3 2 line_through 6 8 a_b = false /\
  check_least_squares 3 2 line_through 4 7 a_b = false /\
  check_least_squares 2 1 [Equation 1 [(0%N, 1)] [(0%N, 1)]; Equation 2 [(0%N, 1)] [(0%N, 2)]] 2 5
    [[(0%N, 6)]] = true /\
  check_least_squares 2 1 [Equation 1 [(0%N, 1)] [(0%N, 1)]; Equation 2 [(0%N, 1)] [(0%N, 2)]] 2 2
    [[(0%N, 3)]] = false.
Proof. repeat split. Qed.

(* x + 2 y + 2 z = 3: of all solutions (1, 2, 2)/3 is nearest to 0. *)
Definition plane : list equation :=
  [Equation 1 [(0%N, 1); (1%N, 2); (2%N, 2)] [(0%N, 3)]].

Example foot : minimum_norm 1 3 1 (lhs plane) (rhs plane)
  (fractions 3 [[(0%N, 1)]; [(0%N, 2)]; [(0%N, 2)]]).
Proof.
  apply (minimum_norm_checked 1 3 1 plane 1 3 [[(0%N, 1)]; [(0%N, 2)]; [(0%N, 2)]] 3
    [[(0%N, 1)]]). reflexivity.
Qed.

(* Another solution; a multiple of the row that is none; weights over another denominator. *)
Goal check_minimum_norm 1 3 plane 1 1 [[(0%N, 3)]; []; []] 3 [[(0%N, 1)]] = false /\
  check_least_squares 1 3 plane 1 1 [[(0%N, 3)]; []; []] = true /\
  check_minimum_norm 1 3 plane 1 3 [[(0%N, 2)]; [(0%N, 4)]; [(0%N, 4)]] 3 [[(0%N, 2)]] = false /\
  check_minimum_norm 1 3 plane 1 3 [[(0%N, 1)]; [(0%N, 2)]; [(0%N, 2)]] 1 [[(0%N, 1)]] = false.
Proof. repeat split. Qed.

(* The least squares solution of the plane is not the only one, and (3, 0, 0) is not the shortest. *)
Goal ~ unique_least_squares 1 3 1 (lhs plane) (rhs plane) (fractions 1 [[(0%N, 3)]; []; []]).
Proof.
  intros [_ U]. specialize (U _ (proj1 foot) 1%nat 0%nat ltac:(lia) ltac:(lia)). discriminate.
Qed.

Goal ~ minimum_norm 1 3 1 (lhs plane) (rhs plane) (fractions 1 [[(0%N, 3)]; []; []]).
Proof.
  intros [_ M]. destruct (M _ (proj1 foot) 0%nat ltac:(lia)) as [L _].
  apply L. reflexivity.
Qed.
