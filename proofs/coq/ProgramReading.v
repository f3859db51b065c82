(* What a file says of a linear program or a matrix game (proofs/FORMAT.md, version 2); like
   Reading.v a reader of the extracted checker's verdict believes this. *)
From Coq Require Import QArith String List Bool ZArith NArith.
From exactbox Require Import Arrays LinearDefinitions LinearChecker.
From exactbox Require Import ProgramDefinitions ProgramChecker Json LinearReading.
Import ListNotations.
Local Open Scope string_scope.

Definition bound {T} (f : json -> option T) (j : json) : option (option T) :=
  match j with Null => Some None | _ => a <- f j; Some (Some a) end.

Definition read_bounds (j : json) : option (list (option Q) * list (option Z)) :=
  f <- fields ["columns"; "rows"] j;
  match f with
  | [columns; rows] =>
      columns <- items (bound rational) columns; rows <- items (bound integer) rows;
      Some (columns, rows)
  | _ => None
  end.

Definition read_statement (j : json) : option statement :=
  s <- word j;
  match s with
  | "feasible" => Some Is_feasible
  | "infeasible" => Some Is_infeasible
  | "optimal" => Some Is_optimal
  | "unbounded" => Some Is_unbounded
  | "unique" => Some Is_only
  | _ => None
  end.

Definition read_program (j : json) : option (listed * statement) :=
  f <- fields ["denominators"; "lower"; "matrix"; "objective"; "sense"; "statement"; "upper"] j;
  match f with
  | [denominators; lower; matrix; objective; sense; statement; upper] =>
      denominators <- items positive_number denominators;
      lower <- read_bounds lower;
      matrix <- read_rows matrix;
      g <- fields ["constant"; "denominator"; "numerators"; "places"] objective;
      sense <- word sense;
      need (if sense =? "max" then true else sense =? "min");
      statement <- read_statement statement;
      upper <- read_bounds upper;
      columns <- zip_onto (fst lower) (fst upper) [];
      need (Nat.eqb (List.length columns) (fst matrix));
      sides <- zip_onto (snd lower) (snd upper) [];
      over <- zip_onto denominators (snd matrix) [];
      rows <- zip_onto (map (fun e => Equation (fst e) (snd e) []) over) sides [];
      match g with
      | [constant; denominator; numerators; places] =>
          constant <- rational constant;
          denominator <- positive_number denominator;
          numerators <- items integer numerators;
          places <- items natural places;
          costs <- zip_onto places numerators [];
          Some (Listed rows columns costs denominator constant (sense =? "max"), statement)
      | _ => None
      end
  | _ => None
  end.

(* A game: its columns, and its rows over one denominator. *)
Definition read_table (j : json) : option (nat * positive * list equation) :=
  f <- fields ["denominator"; "matrix"; "statement"] j;
  match f with
  | [denominator; matrix; statement] =>
      d <- positive_number denominator; matrix <- read_rows matrix;
      statement <- word statement; need (statement =? "game");
      Some (fst matrix, d, map (fun r => Equation d r []) (snd matrix))
  | _ => None
  end.

(* Nothing below need be read to believe a verdict ---------------------------------------------- *)

Definition read_numbers (key : string) (j : json) : numbers :=
  let read :=
    v <- field key j;
    f <- fields ["blocks"; "denominators"; "numerators"; "places"; "sizes"] v;
    match f with
    | [blocks; denominators; numerators; _; sizes] =>
        blocks <- items natural blocks;
        denominators <- items positive_number denominators;
        numerators <- items integer numerators;
        sizes <- items small sizes;
        rows <- cut sizes numerators [];
        rows <- zip_onto blocks rows [];
        let common := fold_left (fun a d => Z.lcm a (Zpos d)) denominators 1%Z in
        let factors := of_list (map (fun d => (common / Zpos d)%Z) denominators) in
        Some (Numbers (Z.to_pos common) (map (fun e => match e with
          | (b, [v]) => (v * at_ factors b)%Z
          | _ => 0%Z
          end) rows))
    | _ => None
    end in
  match read with Some x => x | None => Numbers 1 [] end.

Definition read_minor (j : json) : minor :=
  let read :=
    v <- field "minor" j;
    f <- fields ["columns"; "modulus"; "rows"] v;
    match f with
    | [columns; modulus; rows] =>
        columns <- items natural columns; modulus <- integer modulus; rows <- items natural rows;
        Some (Minor modulus rows columns)
    | _ => None
    end in
  match read with Some g => g | None => Minor 0 [] [] end.

Definition read_witness (j : json) : witness :=
  Witness (read_numbers "point" j) (read_numbers "dual" j) (read_numbers "ray" j) (read_minor j).
