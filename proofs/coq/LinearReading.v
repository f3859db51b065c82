(* What a file says of a linear system (proofs/FORMAT.md, version 2), and what an answer means; like
   Reading.v a reader of the extracted checker's verdict believes this. *)
From Coq Require Import QArith String List Bool ZArith NArith.
From exactbox Require Import Arrays LinearDefinitions LinearChecker.
From exactbox Require Import LeastSquaresChecker WeightsChecker Questions Json.
Import ListNotations.
Local Open Scope string_scope.

(* Claims --------------------------------------------------------------------------------------- *)

(* A X = B: the rows of both, and how many columns A and B have. *)
Record system := System { equations : list equation; unknowns : nat; right_columns : nat }.

(* A matrix of rationals: rows of integers over one denominator. *)
Record rationals := Over { over_all : positive; integers : list row }.

Definition matrix_of (x : rationals) : matrix := fractions (over_all x) (integers x).

Inductive system_claim :=
  | Solution (x : rationals)
  | Unique_solution (x : rationals)
  | Singular
  | Inconsistent
  | Rank (r : nat) (null : rationals)
  | General_solution (r : nat) (x null : rationals)
  | No_integer_solution
  | Entry (row column : nat) (v : Q)
  | Least_squares (x : rationals)
  | Unique_least_squares (x : rationals)
  | Minimum_norm (x : rationals).

Definition system_means (s : system) (a : system_claim) : Prop :=
  let m := List.length (equations s) in
  let n := unknowns s in
  let k := right_columns s in
  let A := lhs (equations s) in
  let B := rhs (equations s) in
  match a with
  | Solution x => solution m n k A B (matrix_of x)
  | Unique_solution x => unique_solution m n k A B (matrix_of x)
  | Singular => m = n /\ singular n A
  | Inconsistent => inconsistent m n k A B
  | Rank r null => rank m n A r /\ null_space_basis m n (n - r) A (matrix_of null)
  | General_solution r x null =>
      general_solution m n k (n - r) A B (matrix_of x) (matrix_of null) /\
      rank m n A r /\ null_space_basis m n (n - r) A (matrix_of null)
  | No_integer_solution => no_integer_solution m n k A B
  | Entry i c v => m = n /\ entry_of_solution n k A B i c v
  | Least_squares x => least_squares m n k A B (matrix_of x)
  | Unique_least_squares x => unique_least_squares m n k A B (matrix_of x)
  | Minimum_norm x => minimum_norm m n k A B (matrix_of x)
  end.

(* Questions ------------------------------------------------------------------------------------ *)

(* Whether columns increase and are below n, and no entry is 0. *)
Fixpoint proper_row (n : N) (r : row) : bool :=
  match r with
  | [] => true
  | (j, v) :: r =>
      if (j <? n)%N && negb (v =? 0)%Z && match r with (i, _) :: _ => (j <? i)%N | [] => true end
      then proper_row n r
      else false
  end.

(* So many rows of integers, as sizes, places and numerators say. *)
Definition rows_of (width : nat) (numerators places sizes : json) : option (list row) :=
  numerators <- items integer numerators;
  places <- items natural places;
  sizes <- items small sizes;
  entries <- zip_onto places numerators [];
  rows <- cut sizes entries [];
  let n := N.of_nat width in
  need (forallb (proper_row n) rows);
  Some rows.

Definition read_rows (j : json) : option (nat * list row) :=
  f <- fields ["columns"; "numerators"; "places"; "sizes"] j;
  match f with
  | [columns; numerators; places; sizes] =>
      columns <- small columns;
      rows <- rows_of columns numerators places sizes;
      Some (columns, rows)
  | _ => None
  end.

Definition in_lowest_terms (e : equation) : bool :=
  let divisor := fold_left (fun d v => Z.gcd d (snd v)) in
  (divisor (constants e) (divisor (coefficients e) (Zpos (over e))) =? 1)%Z.

(* What is asked; of a system with one solution an entry, in a row and a column. *)
Inductive system_statement :=
  | Is_solution | Is_unique | Is_singular | Is_inconsistent | Is_rank | Is_general
  | Is_in_no_integers | Is_entry (row column : nat)
  | Is_least | Is_unique_least | Is_least_norm.

Definition read_system_statement (j : json) : option system_statement :=
  name <- field "statement" j; name <- word name;
  match name with
  | "solution" => Some Is_solution
  | "unique" => Some Is_unique
  | "singular" => Some Is_singular
  | "inconsistent" => Some Is_inconsistent
  | "rank" => Some Is_rank
  | "general" => Some Is_general
  | "no_integer_solution" => Some Is_in_no_integers
  | "entry" =>
      i <- field "row" j; i <- small i; c <- field "column" j; c <- small c;
      Some (Is_entry i c)
  | "least_squares" => Some Is_least
  | "unique_least_squares" => Some Is_unique_least
  | "minimum_norm" => Some Is_least_norm
  | _ => None
  end.

Definition read_system (j : json) : option (system * system_statement) :=
  statement <- read_system_statement j;
  _ <- fields (match statement with
    | Is_singular | Is_rank => ["denominators"; "matrix"; "statement"]
    | Is_entry _ _ => ["column"; "denominators"; "matrix"; "right"; "row"; "statement"]
    | _ => ["denominators"; "matrix"; "right"; "statement"]
    end) j;
  denominators <- field "denominators" j; denominators <- items positive_number denominators;
  matrix <- field "matrix" j; matrix <- read_rows matrix;
  given <- optional "right" read_rows j;
  let constants := match given with
    | Some rows => rows
    | None => (O, map (fun _ => []) denominators)
    end in
  rows <- zip_onto denominators (snd matrix) [];
  rows <- zip_onto rows (snd constants) [];
  let equations := map (fun e => Equation (fst (fst e)) (snd (fst e)) (snd e)) rows in
  need (forallb in_lowest_terms equations);
  need (match statement with
    | Is_entry i c => Nat.ltb i (fst matrix) && Nat.ltb c (fst constants)
    | _ => true
    end);
  Some (System equations (fst matrix) (fst constants), statement).

(* Nothing below need be read to believe a verdict ---------------------------------------------- *)

Definition least_multiple (l : list positive) : positive :=
  Z.to_pos (fold_left (fun a d => Z.lcm a (Zpos d)) l 1%Z).

(* A matrix of so many rows and columns. *)
Definition read_rationals (height width : nat) (j : json) : option rationals :=
  f <- fields ["blocks"; "denominators"; "numerators"; "places"; "sizes"] j;
  match f with
  | [blocks; denominators; numerators; places; sizes] =>
      blocks <- items natural blocks;
      denominators <- items positive_number denominators;
      rows <- rows_of width numerators places sizes;
      need (Nat.eqb (List.length rows) height);
      let used := set blocks in
      let count := N.of_nat (List.length denominators) in
      need (forallb (fun b => (b <? count)%N) blocks);
      need (match denominators with
        | [_] => true
        | _ => forallb (member used) (numbers (List.length denominators))
        end);
      rows <- zip_onto blocks rows [];
      let common := least_multiple denominators in
      let factors := of_list (map (fun d => (Zpos common / Zpos d)%Z) denominators) in
      Some (Over common (map (fun e =>
        match get factors (fst e) with Some f => scale f (snd e) | None => [] end) rows))
  | _ => None
  end.

Definition read_order (m n : nat) (j : json) : option minor :=
  f <- fields ["columns"; "modulus"; "rows"] j;
  match f with
  | [columns; modulus; rows] =>
      columns <- items natural columns; modulus <- natural modulus; rows <- items natural rows;
      need (Nat.eqb (List.length columns) (List.length rows)
        && forallb (fun i => (i <? N.of_nat m)%N) rows
        && forallb (fun j => (j <? N.of_nat n)%N) columns);
      Some (Minor (Z.of_N modulus) rows columns)
  | _ => None
  end.

Record system_witness := Shown {
  shown : rationals;       (* a solution, a vector, or weights *)
  others : rationals;      (* the null space, or weights *)
  corners_of : minor }.

Definition read_system_witness (s : system) (a : system_statement) (w : json)
    : option system_witness :=
  let m := List.length (equations s) in
  let n := unknowns s in
  let k := right_columns s in
  let none := Over 1 [] in
  let of key height width := x <- field key w; read_rationals height width x in
  let order := g <- field "minor" w; read_order m n g in
  let solution_and g := x <- of "solution" n k; Some (Shown x none g) in
  let kernel g :=
    let r := List.length (minor_rows g) in of "kernel" n (if Nat.leb r n then n - r else n)%nat in
  let no_minor := Minor 0 [] [] in
  match a with
  | Is_solution | Is_least =>
      _ <- fields ["solution"] w; solution_and no_minor
  | Is_unique | Is_unique_least =>
      _ <- fields ["minor"; "solution"] w; g <- order; solution_and g
  | Is_singular =>
      _ <- fields ["kernel"] w; x <- of "kernel" n 1%nat; Some (Shown x none no_minor)
  | Is_inconsistent | Is_in_no_integers =>
      _ <- fields ["weights"] w; x <- of "weights" m 1%nat; Some (Shown x none no_minor)
  | Is_rank =>
      _ <- fields ["kernel"; "minor"] w; g <- order; y <- kernel g; Some (Shown none y g)
  | Is_general =>
      _ <- fields ["kernel"; "minor"; "solution"] w;
      g <- order; x <- of "solution" n k; y <- kernel g; Some (Shown x y g)
  | Is_entry _ _ =>
      _ <- fields ["minor"; "weights"] w;
      g <- order; x <- of "weights" m 1%nat; Some (Shown x none g)
  | Is_least_norm =>
      _ <- fields ["solution"; "weights"] w;
      x <- of "solution" n k; y <- of "weights" m k; Some (Shown x y no_minor)
  end.

(* Checks --------------------------------------------------------------------------------------- *)

Definition first_column (x : rationals) : list Z :=
  map (fun r => match r with (_, v) :: _ => v | [] => 0%Z end) (integers x).

Definition check_system (s : system) (a : system_statement) (w : system_witness)
    : option system_claim :=
  let e := equations s in
  let m := List.length e in
  let n := unknowns s in
  let k := right_columns s in
  let L := least_multiple (map over e) in
  let x := shown w in
  let d := over_all x in
  let X := integers x in
  let y := others w in
  let g := corners_of w in
  let r := List.length (minor_rows g) in
  let claim (b : bool) a := if b then Some a else None in
  match a with
  | Is_solution => claim (check_solution m n e d X) (Solution x)
  | Is_unique => claim (check_unique m n e d X g) (Unique_solution x)
  | Is_singular => claim (Nat.eqb m n && check_singular n e (first_column x)) Singular
  | Is_inconsistent => claim (check_inconsistent m n k e (first_column x)) Inconsistent
  | Is_rank => claim (check_null_space m n r e (integers y) g) (Rank r y)
  | Is_general => claim (check_general m n r e d X (integers y) g) (General_solution r x y)
  | Is_in_no_integers =>
      claim (check_no_integer_solution m n k e d (first_column x)) No_integer_solution
  | Is_entry i c =>
      let v := entry (weigh (first_column x) (map constants e)) (N.of_nat c) # d in
      claim (Nat.eqb m n && check_entry n k e i c g d (first_column x) v) (Entry i c v)
  | Is_least => claim (check_least_squares m n e L d X) (Least_squares x)
  | Is_unique_least => claim (check_unique_least_squares m n e L d X g) (Unique_least_squares x)
  | Is_least_norm =>
      claim (check_minimum_norm m n e L d X (over_all y) (integers y)) (Minimum_norm x)
  end.

Theorem system_sound s a w c : check_system s a w = Some c -> system_means s c.
Proof.
  unfold check_system. cbv zeta. set (m := List.length (equations s)).
  destruct a as [ | | | | | | | i j | | | ];
    match goal with |- (if ?b then _ else _) = _ -> _ => destruct b eqn:C; [ | discriminate] end;
    intros e; injection e as <-; unfold system_means; cbv zeta; fold m; unfold matrix_of.
  - exact (solution_checked m _ _ _ _ _ C).
  - exact (unique_checked m _ _ _ _ _ _ C).
  - apply andb_prop in C as [M C]. apply Nat.eqb_eq in M. split; [exact M | ].
    exact (singular_checked _ _ _ C).
  - exact (inconsistent_checked m _ _ _ _ C).
  - exact (rank_checked m _ _ _ (over_all (others w)) _ _ C).
  - exact (general_checked m _ _ _ _ _ _ (over_all (others w)) _ _ C).
  - exact (no_integer_solution_checked m _ _ _ _ _ C).
  - apply andb_prop in C as [M C]. apply Nat.eqb_eq in M. split; [exact M | ].
    exact (entry_checked _ _ _ _ _ _ _ _ _ C).
  - exact (least_squares_checked m _ _ _ _ _ _ C).
  - exact (unique_least_squares_checked m _ _ _ _ _ _ _ C).
  - exact (minimum_norm_checked m _ _ _ _ _ _ _ _ C).
Qed.
