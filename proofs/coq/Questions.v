(* The questions of certificates, as proofs/FORMAT.md has them, and what an answer says: the
   definitions that a reader of the extracted checker's verdict must believe. Nothing is proved. *)
From Coq Require Import QArith List Bool NArith.
From exactbox Require Import Definitions Arrays Games.
Import ListNotations.
Local Open Scope Q_scope.

(* An explicit model: states and choices are numbers, counted from 0. The lists say of each state
   which choices its options are; of each choice its branches, weights with states; its reward. *)
Record model := Model {
  options_of : list (list N);
  branches_of : list (list (positive * N));
  rewards_of : list Q }.

Record arrays := Arrays {
  options_at : table (list N);
  branches_at : table (list (positive * N));
  rewards_at : table Q }.

Definition arrays_of (m : model) : arrays := {|
  options_at := of_list (options_of m);
  branches_at := of_list (branches_of m);
  rewards_at := of_list (rewards_of m) |}.

Definition process_of (a : arrays) : process := {|
  state := N;
  choice := N;
  options x := match get (options_at a) x with Some l => l | None => [] end;
  reward c := match get (rewards_at a) c with Some r => r | None => 0 end;
  branches c := match get (branches_at a) c with Some l => l | None => [] end |}.

Definition explicit (m : model) : process := process_of (arrays_of m).

(* What is asked. Goals are lists of states; whether the end of the play is one as well says
   ended; without a list of states to stay in, all will do. *)
Inductive objective :=
  | Reach (goal : list N) (ended : bool) (stay : option (list N))
  | Cost (goal : list N) (ended : bool)
  | Total
  | Discounted (d : Q)
  | Mean_payoff
  | Reach_within (steps : nat) (goal : list N) (ended : bool) (stay : option (list N))
  | Reward_within (steps : nat) (d : Q).

Record question := Question {
  asked_of : model;
  asks : objective;
  maximise : bool;
  second : list N }.     (* the states where a second player chooses, who wants the opposite: of a
                            probability without a limit of time, a total or discounted reward *)

Inductive answer := Exactly (v : Q) | Infinite | Between (low high : Q).

Definition staying (stay : option (list N)) : N -> bool :=
  match stay with Some l => member (set l) | None => everywhere end.

(* So many numbers, from one on. *)
Fixpoint numbers_from (first : N) (n : nat) : list N :=
  match n with O => [] | S n => first :: numbers_from (N.succ first) n end.

Definition numbers (n : nat) : list N := numbers_from 0 n.

Definition states_of (m : model) : list N := numbers (length (options_of m)).

(* The number of a state, or a choice, in a list of all; 0 of what is none. *)
Definition number_of (l : list Q) : N -> Q :=
  let t := of_list l in fun s => match get t s with Some v => v | None => 0 end.

(* Whether a reward is negative in a state outside the goal. *)
Definition has_negative (m : model) (goal : list N) : bool :=
  let P := explicit m in
  let inside := set goal in
  existsb (fun x => negb (member inside x) &&
    existsb (fun c => negb (Qle_bool 0 (reward P c))) (options P x)) (states_of m).

Definition means (q : question) (x : N) (a : answer) : Prop :=
  let P := explicit (asked_of q) in
  let up (y : state P) := xorb (maximise q) (member (set (second q)) y) in
  match asks q, a with
  | Reach goal ended stay, Exactly v =>
      game_value P up (reaching (P := P) (member (set goal)) (staying stay) ended x) v
  | Reach goal ended stay, Between low high =>
      secures_at_least P up (reaching (P := P) (member (set goal)) (staying stay) ended x) low /\
      secures_at_most P up (reaching (P := P) (member (set goal)) (staying stay) ended x) high
  | Cost goal ended, _ =>
      second q = [] /\
      let g : state P -> bool := member (set goal) in
      let cost := collecting (P := P) g x in
      let sure s := allowed P s /\ reaches (P := P) g ended x s in
      match has_negative (asked_of q) goal, maximise q, a with
      | _, false, Exactly v => least_of_reaching P g ended x v
      | false, true, Exactly v => greatest_until P g ended x v
      | true, true, Exactly v => greatest_of_reaching P g ended x v
      | _, false, Between low high =>
          (forall s, sure s -> at_least (cost s) low) /\ (exists s, sure s /\ at_most (cost s) high)
      | false, true, Between low high =>
          (exists s, sure s /\ at_least (cost s) low) /\
          (forall s, allowed P s -> reaches (P := P) g ended x s /\ at_most (cost s) high)
      | true, true, Between low high =>
          (exists s, sure s /\ at_least (cost s) low) /\ (forall s, sure s -> at_most (cost s) high)
      | false, false, Infinite => forall s, allowed P s -> misses (P := P) g ended x s
      | false, true, Infinite => exists s, allowed P s /\ misses (P := P) g ended x s
      | true, _, Infinite => False
      end
  | Total, _ =>
      match has_negative (asked_of q) [], a with
      | false, Exactly v => game_value P up (earning (P := P) 1 x) v
      | false, Between low high =>
          secures_at_least P up (earning (P := P) 1 x) low /\
          secures_at_most P up (earning (P := P) 1 x) high
      | false, Infinite =>
          exists s, allowed P s /\
          forall t, allowed P t -> diverges (earning (P := P) 1 x (join (P := P) up s t))
      | true, Exactly v =>
          second q = [] /\
          (if maximise q then greatest_limit else least_limit) P (earning (P := P) 1 x) v
      | true, _ => False
      end
  | Discounted d, Exactly v => game_value P up (earning (P := P) d x) v
  | Discounted d, Between low high =>
      secures_at_least P up (earning (P := P) d x) low /\
      secures_at_most P up (earning (P := P) d x) high
  | Mean_payoff, Exactly v =>
      second q = [] /\
      (if maximise q then greatest else least) P (mean (P := P) x) v
  | Reach_within n goal ended stay, Exactly v =>
      second q = [] /\
      (if maximise q then greatest_within else least_within) P n
        (reaching (P := P) (member (set goal)) (staying stay) ended x) v
  | Reward_within n d, Exactly v =>
      second q = [] /\
      (if maximise q then greatest_within else least_within) P n (earning (P := P) d x) v
  | _, _ => False
  end.

(* Games by their rules: the least expected number of turns until all cards are as they shall be;
   the greatest expectation of what a turn of Shut the Box pays, or the least. *)
Inductive game := Card_game (g : cards) | Box_turn (g : box_rules) (maximise : bool).

Definition game_means (g : game) (v : Q) : Prop :=
  match g with
  | Card_game g => least_of_reaching (card_game g) (fun _ => false) true Begin v
  | Box_turn g true => greatest_expected_reward (shut_the_box g) Begin v
  | Box_turn g false => least_of_reaching (shut_the_box g) (fun _ => false) true Begin v
  end.
