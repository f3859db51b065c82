(* Two games of chance and a puzzle: a die made of coins, craps, and dominoes on a chessboard.
   Nothing is proved here. *)
From Coq Require Import QArith NArith List.
From exactbox Require Import Definitions Games LinearDefinitions.
Import ListNotations.

(* The player has nothing to choose: in each state there is one option, to go on. *)
Definition chain (S : Type) (goes_to : S -> list (positive * S)) : process := {|
  state := S; choice := S; options x := [x]; reward _ := 0%Q; branches := goes_to |}.

(* The probability to get from x to a goal; nothing that a player could do changes it. *)
Definition probability {S} (goes_to : S -> list (positive * S)) (goal : S -> bool) (x : S) (v : Q)
    : Prop :=
  forall s, allowed (chain S goes_to) s ->
  converges (reaching (P := chain S goes_to) goal everywhere false x s) v.

(* Knuth and Yao's die: heads and tails, three tosses for a face, and what is too many of their
   eight results goes back to the first toss. *)
Inductive tossed := Start | Heads | Tails | HH | HT | TH | TT | Face (n : N).

Definition toss (x : tossed) : list (positive * tossed) :=
  let either a b := [(1%positive, a); (1%positive, b)] in
  match x with
  | Start => either Heads Tails
  | Heads => either HH HT
  | Tails => either TH TT
  | HH => either Heads (Face 1)
  | HT => either (Face 2) (Face 3)
  | TH => either (Face 4) (Face 5)
  | TT => either (Face 6) Tails
  | Face _ => []
  end.

Definition shows (n : N) (x : tossed) : bool :=
  match x with Face m => (m =? n)%N | _ => false end.

(* Craps, the pass line: 7 and 11 win at once, 2, 3 and 12 lose; any other sum is the point, which
   wins if it is rolled again before a 7. *)
Inductive pass_line := First_roll | Point (sum : N) | Won | Lost.

Definition roll (x : pass_line) : list (positive * pass_line) :=
  let dice after := map (fun '(w, faces) => (w, after (sum_of faces))) (rolls [fair 6; fair 6]) in
  match x with
  | First_roll =>
      dice (fun sum =>
        if existsb (N.eqb sum) [7; 11]%N then Won
        else if existsb (N.eqb sum) [2; 3; 12]%N then Lost
        else Point sum)
  | Point point =>
      dice (fun sum =>
        if (sum =? point)%N then Won else if (sum =? 7)%N then Lost else Point point)
  | Won | Lost => []
  end.

Definition wins (x : pass_line) : bool := match x with Won => true | _ => false end.

(* A chessboard without two opposite corners: an equation for each square, an unknown for each
   domino, which covers a square and the next one, to the right or below. Weights of the dominoes
   that cover each square add up to 1. *)
Definition squares : list (nat * nat) :=
  filter (fun s => negb (existsb (fun t => (fst s =? fst t)%nat && (snd s =? snd t)%nat)
                                 [(0, 0); (7, 7)]%nat))
    (list_prod (seq 0 8) (seq 0 8)).

Definition adjacent (s t : nat * nat) : bool :=
  let '(i, j) := s in
  let '(k, l) := t in
  ((i =? k) && (l =? j + 1) || (k =? i + 1) && (l =? j))%nat%bool.

Definition dominoes : list ((nat * nat) * (nat * nat)) :=
  filter (fun '(s, t) => adjacent s t) (list_prod squares squares).

Definition covers (square : nat * nat) (domino : (nat * nat) * (nat * nat)) : bool :=
  let same s := ((fst s =? fst square)%nat && (snd s =? snd square)%nat)%bool in
  (same (fst domino) || same (snd domino))%bool.

Definition chessboard : list equation :=
  map (fun square =>
    Equation 1
      (flat_map (fun '(n, domino) => if covers square domino then [(N.of_nat n, 1%Z)] else [])
                (combine (seq 0 (length dominoes)) dominoes))
      [(0%N, 1%Z)]) squares.
