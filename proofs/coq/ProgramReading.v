(* What a file says of a linear program or a matrix game (proofs/FORMAT.md, version 2); like
   Reading.v a reader of the extracted checker's verdict believes this. *)
From Coq Require Import QArith String List Bool ZArith NArith.
From exactbox Require Import Arrays LinearDefinitions LinearChecker.
From exactbox Require Import ProgramDefinitions ProgramChecker Reading.
Import ListNotations.
Local Open Scope string_scope.

(* Rows of integers, and how many columns there are. *)
Definition read_rows (j : json) : option (nat * list row) :=
  f <- fields ["columns"; "numerators"; "places"; "sizes"] j;
  match f with
  | [columns; numerators; places; sizes] =>
      columns <- small columns;
      numerators <- items integer numerators;
      places <- items natural places;
      sizes <- items small sizes;
      entries <- zip_onto places numerators [];
      rows <- cut sizes entries [];
      Some (columns, rows)
  | _ => None
  end.

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

(* Witnesses, of which nothing need be believed ------------------------------------------------- *)

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

(* The s with s a = 1 modulo b, if s x + ... = a and t x + ... = b: Euclid's algorithm. *)
Fixpoint euclid (steps : nat) (a b s t : Z) : Z :=
  match steps with
  | O => s
  | S steps => if (b =? 0)%Z then s else euclid steps b (a mod b) t (s - a / b * t)
  end.

Fixpoint pivots (modulus : Z) (columns : list N) (rows : list (list Z)) : list Z :=
  match columns, rows with
  | _ :: columns, pivot :: rows =>
      let u := (euclid 300 (hd 0 pivot) modulus 1 0 mod modulus)%Z in
      u :: pivots modulus columns (map (fun l =>
        if (hd 0 l =? 0)%Z then tl l
        else subtract modulus ((hd 0 l * u) mod modulus)%Z (tl l) (tl pivot)) rows)
  | _, _ => []
  end.

Definition read_minor (q : listed) (j : json) : minor :=
  let read :=
    v <- field "minor" j;
    f <- fields ["columns"; "modulus"; "rows"] v;
    match f with
    | [columns; modulus; rows] =>
        columns <- items natural columns; modulus <- integer modulus; rows <- items natural rows;
        need (1 <? modulus)%Z;
        let g := Minor modulus rows columns [] in
        Some (Minor modulus rows columns
          (pivots modulus columns (map (minor_row (ProgramDefinitions.rows q) g) rows)))
    | _ => None
    end in
  match read with Some g => g | None => Minor 0 [] [] [] end.

Definition read_witness (q : listed) (j : json) : witness :=
  Witness (read_numbers "point" j) (read_numbers "dual" j) (read_numbers "ray" j) (read_minor q j).

(* Files ---------------------------------------------------------------------------------------- *)

Inductive finding :=
  | Of_process (v : verdict)
  | Of_program (a : claim)
  | Of_game (v : Q).

Definition check_program_file (q w : json) : finding :=
  match read_program q, read_table q with
  | Some (q, s), _ =>
      match check_program q s (read_witness q w) with
      | Some a => Of_program a
      | None => Of_process Invalid
      end
  | None, Some (columns, d, rows) =>
      match check_game columns rows d (read_numbers "rows" w) (read_numbers "columns" w) with
      | Some v => Of_game v
      | None => Of_process Invalid
      end
  | None, None => Of_process Unreadable
  end.

Definition check_any_file (j : json) : finding :=
  match fields ["certificate"; "kind"; "question"; "witness"] j with
  | Some [Number 2%Z; Text kind _; q; w] =>
      if kind =? "program" then check_program_file q w else Of_process (check_file j)
  | _ => Of_process Unreadable
  end.

(* What a verdict says of a file's question is so. *)
Theorem any_file_sound j :
  match check_any_file j with
  | Of_process v => v = Unreadable \/ v = Invalid \/ v = check_file j    (* file_sound *)
  | Of_program a =>
      exists q p s, field "question" j = Some q /\ read_program q = Some (p, s) /\ program_means p a
  | Of_game v =>
      exists q k d s, field "question" j = Some q /\ read_table q = Some (k, d, s) /\
      game_has_value (List.length s) k (lhs s) v
  end.
Proof.
  unfold check_any_file.
  destruct (fields ["certificate"; "kind"; "question"; "witness"] j) as [f | ] eqn:ef; [ | auto].
  assert (Q : forall a b q w, f = [a; b; q; w] -> field "question" j = Some q).
  { intros a b q w ->. destruct j as [ | | | l | ]; try discriminate. cbn [fields] in ef.
    rewrite (fields_are _ _ _ ef). reflexivity. }
  destruct f as [ | [[ | p | p] | | | | ] [ | [ | kind n | | | ] [ | q [ | w [ | ]]]]]; auto;
    destruct p as [p | p | ]; auto; destruct p; auto.
  destruct (kind =? "program"); [ | auto]. specialize (Q _ _ q w eq_refl).
  unfold check_program_file. destruct (read_program q) as [[p s] | ] eqn:ep.
  - destruct (check_program p s _) as [a | ] eqn:ea; [ | auto].
    exists q, p, s. split; [exact Q | split; [exact ep | exact (program_sound _ _ _ _ ea)]].
  - destruct (read_table q) as [[[k d] s] | ] eqn:et; [ | auto].
    destruct (check_game k s d _ _) as [v | ] eqn:ev; [ | auto].
    exists q, k, d, s. split; [exact Q | split; [exact et | exact (game_sound _ _ _ _ _ _ ev)]].
Qed.
