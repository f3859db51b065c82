(* Linear programs and matrix games over the rationals: what can be said of them. This file has
   nothing but definitions; whoever believes them, those of LinearDefinitions.v, and Coq, need
   believe nothing else of the theorems on linear programs. *)
From Coq Require Import QArith NArith List.
From exactbox Require Import LinearDefinitions.
Import ListNotations.
Local Open Scope Q_scope.

(* A bound of each variable; None where there is none. *)
Definition bounds := nat -> option Q.

Definition from_below (b : option Q) (x : Q) : Prop :=
  match b with Some b => b <= x | None => True end.

Definition from_above (b : option Q) (x : Q) : Prop :=
  match b with Some b => x <= b | None => True end.

Definition within (n : nat) (low high : bounds) (x : vector) : Prop :=
  forall j, (j < n)%nat -> from_below (low j) (x j) /\ from_above (high j) (x j).

(* A program: A has m rows and n columns, l <= x <= u and L <= A x <= U, and c x is minimised. *)
Record program := {
  m : nat; n : nat; A : matrix; L : bounds; U : bounds; l : bounds; u : bounds; c : vector }.

Definition objective (P : program) (x : vector) : Q := sum (n P) (fun j => c P j * x j).

Definition feasible (P : program) (x : vector) : Prop :=
  within (n P) (l P) (u P) x /\ within (m P) (L P) (U P) (apply (n P) (A P) x).

Definition optimal (P : program) (x : vector) : Prop :=
  feasible P x /\ forall y, feasible P y -> objective P x <= objective P y.

Definition only_optimal (P : program) (x : vector) : Prop :=
  optimal P x /\ forall y, optimal P y -> same (n P) y x.

Definition infeasible (P : program) : Prop := ~ exists x, feasible P x.

Definition unbounded (P : program) : Prop :=
  forall b, exists x, feasible P x /\ objective P x < b.

(* A game: the row player receives A i j of the column player, where they choose row i and column j;
   both may toss coins. *)
Definition mixture (n : nat) (p : vector) : Prop :=
  (forall j, (j < n)%nat -> 0 <= p j) /\ sum n p == 1.

Definition payoff (m n : nat) (A : matrix) (p q : vector) : Q :=
  sum m (fun i => p i * apply n A q i).

(* The row player has a mixture that brings v or more against every other one, the column player
   one that costs v or less. *)
Definition game_has_value (m n : nat) (A : matrix) (v : Q) : Prop :=
  (exists p, mixture m p /\ forall q, mixture n q -> v <= payoff m n A p q) /\
  (exists q, mixture n q /\ forall p, mixture m p -> payoff m n A p q <= v).

(* How programs are written down ---------------------------------------------------------------- *)

Definition sides (T : Type) : Type := option T * option T.    (* a lower and an upper bound *)

(* Rows, each over a denominator that its bounds share (and without constants); bounds of columns;
   the objective, its coefficients over one denominator. *)
Record listed := Listed {
  bounded : list (equation * sides Z);
  column_sides : list (sides Q);
  costs : row;
  costs_over : positive;
  constant : Q;
  maximised : bool }.

Definition rows (q : listed) : list equation := map fst (bounded q).

Definition row_sides (b : equation * sides Z) : sides Q :=
  let fraction := option_map (fun z => z # over (fst b)) in
  (fraction (fst (snd b)), fraction (snd (snd b))).

Definition nothing : equation * sides Z := (Equation 1 [] [], (None, None)).
Definition row_at (q : listed) (i : nat) : sides Q := row_sides (nth i (bounded q) nothing).
Definition column_at (q : listed) (j : nat) : sides Q := nth j (column_sides q) (None, None).
Definition cost_at (q : listed) (j : nat) : Q := entry (costs q) (N.of_nat j) # costs_over q.

(* What is maximised is minimised with the signs of its coefficients changed. *)
Definition program_of (q : listed) : program := {|
  m := length (bounded q); n := length (column_sides q); A := lhs (rows q);
  L := fun i => fst (row_at q i); U := fun i => snd (row_at q i);
  l := fun j => fst (column_at q j); u := fun j => snd (column_at q j);
  c := fun j => if maximised q then - cost_at q j else cost_at q j |}.

Definition value_at (q : listed) (x : vector) : Q :=
  constant q + sum (length (column_sides q)) (fun j => cost_at q j * x j).

Inductive claim :=
  | Feasible
  | Infeasible
  | Optimal (v : Q)
  | Only_optimal (v : Q)
  | Unbounded.

Definition program_means (q : listed) (a : claim) : Prop :=
  let P := program_of q in
  match a with
  | Feasible => exists x, feasible P x
  | Infeasible => infeasible P
  | Optimal v => exists x, optimal P x /\ value_at q x == v
  | Only_optimal v => exists x, only_optimal P x /\ value_at q x == v
  | Unbounded => unbounded P
  end.
