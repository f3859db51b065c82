(* The checkers of headlines refuse what is wrong: each number of their data changed by one, ranks,
   values, and games. And what a headline states has one value only. *)
From Coq Require Import QArith ZArith NArith List Bool.
From exactbox Require Import Definitions LinearDefinitions Plays Players LinearChecker.
From exactbox Require Import Games Chances GameCheckers ChanceCheckers.
Import ListNotations.

(* All lists in which one member is another one, by one of the changes. *)
Fixpoint changed {A} (changes : A -> list A) (l : list A) : list (list A) :=
  match l with
  | [] => []
  | a :: l => map (fun b => b :: l) (changes a) ++ map (cons a) (changed changes l)
  end.

(* All lists without one of the members. *)
Fixpoint shortened {A} (l : list A) : list (list A) :=
  match l with [] => [] | a :: l => l :: map (cons a) (shortened l) end.

Definition by_one (n : Z) : list Z := [(n + 1)%Z; (n - 1)%Z].

Definition other_places (last : N) (p : placed) : list placed :=
  match p with
  | At c place r =>
      map (fun k => At c k r)
          (filter (fun k => negb (k =? place)%N) (map N.of_nat (seq 0 (N.to_nat last))))
  end.

Definition with_rank (r : N) (p : placed) : placed := match p with At c place _ => At c place r end.

Definition with_numerators data n := Sorted (denominator data) n (places data).
Definition with_places data p := Sorted (denominator data) (numerators data) p.
Definition without_ranks data := with_places data (map (with_rank 0) (places data)).

(* Whether a checker accepts the data, and refuses them with another denominator, with a numerator
   changed by one, with any other value of a choice, and without a choice. *)
Definition only_these (check : sorted_values -> bool) (data : sorted_values) : bool :=
  check data &&
  negb (check (Sorted (denominator data + 1) (numerators data) (places data))) &&
  forallb (fun n => negb (check (with_numerators data n))) (changed by_one (numerators data)) &&
  forallb (fun p => negb (check (with_places data p)))
    (changed (other_places (N.of_nat (length (numerators data)))) (places data)) &&
  forallb (fun p => negb (check (with_places data p))) (shortened (places data)).

Definition refused {A} (check : A -> bool) (l : list A) : bool :=
  forallb (fun a => negb (check a)) l.

(* The card game with four cards ---------------------------------------------------------------- *)

Definition cards_data := {|
  denominator := 1575;
  numerators := [
    0; 1575; 2415; 3360; 3675; 4200; 5096; 5579; 6975; 7200; 7410; 7815; 8040; 8235; 8564; 8936]%Z;
  places := [
    At 1 15 4; At 2 13 3; At 3 14 3; At 4 12 2; At 5 11 3; At 6 9 2; At 7 10 2; At 8 8 1;
    At 9 7 3; At 10 5 2; At 11 6 2; At 12 4 1; At 13 3 2; At 14 1 1; At 15 2 1; At 16 0 0] |}.

Definition cards_with (n : nat) : cards :=
  Cards (N.of_nat (2 * n)) [fair n; fair n] 0 (N.ones (N.of_nat (2 * n))).

Goal only_these (fun data => check_cards (cards_with 2) data (8936 # 1575)) cards_data = true.
Proof. vm_compute. reflexivity. Qed.

Goal refused (check_cards (cards_with 2) cards_data)
  [8935 # 1575; 8937 # 1575; 8936 # 1576; 0; -8936 # 1575] = true.
Proof. vm_compute. reflexivity. Qed.

(* Other games: cards, dice, a die that is not fair, another start or goal. *)
Goal refused (fun g => check_cards g cards_data (8936 # 1575)) [
    cards_with 1; cards_with 3;
    Cards 3 [fair 2; fair 2] 0 15; Cards 4 [fair 2; fair 3] 0 15; Cards 4 [fair 2] 0 15;
    Cards 4 [[(1, 1%positive); (2, 2%positive)]; fair 2] 0 15; Cards 4 [fair 2; fair 2] 1 15;
    Cards 4 [fair 2; fair 2] 0 14]%N = true.
Proof. vm_compute. reflexivity. Qed.

Theorem flip_2 : least_expected_cost (flip 2) Begin (8936 # 1575).
Proof. apply (cards_checked _ cards_data). vm_compute. reflexivity. Qed.

Corollary flip_2_only v : least_expected_cost (flip 2) Begin v -> v == 8936 # 1575.
Proof. intros H. exact (least_unique _ _ _ _ H flip_2). Qed.

(* A turn of Shut the Box with three tiles, and the least expected score ------------------------ *)

Definition box_data := {|
  denominator := 162;
  numerators := [0; 162; 315; 324; 450; 459; 486; 567; 648; 652; 972]%Z;
  places := [
    At 2 0 0; At 4 1 0; At 6 3 0; At 8 6 0; At 10 8 0; At 14 10 0;
    At 9 1 2; At 13 2 2; At 17 4 3; At 21 5 2; At 25 7 3; At 33 9 4] |}.

Definition three_tiles (tiles : list N) dice one score goal start : box_rules := {|
  tiles := tiles; behind := []; dice := dice; one_die := one; may_choose := false;
  single := false; most := 0; first := 0; ending := 0; score := score; goal := goal;
  start := start |}.

Definition plain : box_rules := three_tiles [1; 2; 3]%N [6; 6]%nat Never Sum Score 7.
Definition check_score (g : box_rules) : bool := check_box g false box_data (652 # 162).

Goal only_these (fun data => check_box plain false data (652 # 162)) box_data = true.
Proof. vm_compute. reflexivity. Qed.

Goal refused (check_box plain false box_data) [651 # 162; 653 # 162; 6; 0] = true.
Proof. vm_compute. reflexivity. Qed.

(* Nor for a player who maximises; nor without ranks, as a roll pays nothing by itself. *)
Goal check_box plain true box_data (652 # 162) = false /\
  check_box plain false (without_ranks box_data) (652 # 162) = false.
Proof. vm_compute. split; reflexivity. Qed.

Goal refused check_score [
    three_tiles [1; 2; 4]%N [6; 6]%nat Never Sum Score 7;
    three_tiles [1; 2]%N [6; 6]%nat Never Sum Score 3;
    three_tiles [1; 2; 3]%N [6; 4]%nat Never Sum Score 7;
    three_tiles [1; 2; 3]%N [6]%nat Never Sum Score 7;
    three_tiles [1; 2; 3]%N [6; 6]%nat (If_sum 3) Sum Score 7;
    three_tiles [1; 2; 3]%N [6; 6]%nat (If_each 2) Sum Score 7;
    three_tiles [1; 2; 3]%N [6; 6]%nat Never Count Score 7;
    three_tiles [1; 2; 3]%N [6; 6]%nat Never Digits Score 7;
    three_tiles [1; 2; 3]%N [6; 6]%nat Never Sum Shut 7;
    three_tiles [1; 2; 3]%N [6; 6]%nat Never Sum (Beat 3 (1 # 2)) 7;
    three_tiles [1; 2; 3]%N [6; 6]%nat Never Sum Score 6] = true.
Proof. vm_compute. reflexivity. Qed.

(* Each other rule: two rows, a choice of dice, one tile a move, at most one, the first to be shut,
   a total that ends the turn. *)
Goal refused check_score (
    let rules behind one choice single most first ending := {|
      tiles := [1; 2; 3]%N; behind := behind; dice := [6; 6]%nat; one_die := one;
      may_choose := choice; single := single; most := most; first := first; ending := ending;
      score := Sum; goal := Score; start := 7 |} in [
    rules [1; 2; 3] Never false false 0 0 0;
    rules [] (If_sum 6) true false 0 0 0;
    rules [] Never false true 0 0 0;
    rules [] Never false false 1 0 0;
    rules [] Never false false 0 3 0;
    rules [] Never false false 0 0 3]%N) = true.
Proof. vm_compute. reflexivity. Qed.

Theorem score_of_three : least_expected_cost (box 3 Never Score) Begin (652 # 162).
Proof. apply (box_least_checked _ box_data). vm_compute. reflexivity. Qed.

Corollary score_of_three_only v :
  least_expected_cost (box 3 Never Score) Begin v -> v == 652 # 162.
Proof. intros H. exact (least_unique _ _ _ _ H score_of_three). Qed.

(* Knuth and Yao's die: ranks are what makes a probability be attained -------------------------- *)

Definition two_data := {|
  denominator := 6;
  numerators := [0; 1; 2; 3]%Z;
  places := [
    At 1 1 0; At 3 2 1; At 5 0 0; At 7 1 0; At 9 3 0; At 11 0 0; At 13 0 0;
    At 4 0 0; At 6 0 0; At 8 0 0; At 10 0 0; At 12 0 0; At 14 0 0] |}.

Definition check_two (data : sorted_values) : bool :=
  check_probability tossed toss toss_code toss_decode (shows 2) Start data (1 # 6).

Goal only_these check_two two_data = true.
Proof. vm_compute. reflexivity. Qed.

(* The rank of heads has to be above that of heads and tails. *)
Goal check_two (without_ranks two_data) = false.
Proof. vm_compute. reflexivity. Qed.

(* Another face has other values, unless it is the three, which the same tosses lead to. *)
Goal refused (fun face =>
    check_probability tossed toss toss_code toss_decode (shows face) Start two_data (1 # 6))
  [0; 1; 4; 5; 6; 7]%N = true.
Proof. vm_compute. reflexivity. Qed.

(* A probability of one that is none: a coin that is tossed for ever never shows a one. *)
Definition for_ever (x : tossed) : list (positive * tossed) := [(1%positive, Start)].

Goal refused (fun rank =>
    check_probability tossed for_ever toss_code toss_decode (shows 1) Start
      (Sorted 1 [1%Z] [At 1 0 rank]) 1) [0; 1; 2]%N = true.
Proof. vm_compute. reflexivity. Qed.

(* The chessboard ------------------------------------------------------------------------------- *)

(* A light square weighs 1, a dark one -1. *)
Definition colours : list Z :=
  map (fun '(i, j) => if Nat.even (i + j) then 1%Z else (-1)%Z) squares.

Goal check_inconsistent 62 108 1 chessboard colours = true /\
  refused (check_inconsistent 62 108 1 chessboard)
    (changed by_one colours ++ shortened colours ++ [map (fun _ => 0%Z) colours]) = true.
Proof. vm_compute. split; reflexivity. Qed.

(* As many light squares as dark ones: that proves nothing of a board without corners of the
   first row. *)
Goal check_inconsistent 60 105 1 (firstn 60 chessboard) (firstn 60 colours) = false.
Proof. vm_compute. reflexivity. Qed.

(* The chessboard's system has an equation for each square, and an unknown for each domino. *)
Example chessboard_size :
  (length chessboard, length squares, length dominoes) = (62, 62, 108)%nat.
Proof. vm_compute. reflexivity. Qed.
