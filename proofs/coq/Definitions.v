(* What a reader must believe of decision processes: the process, policies, the expectation J of
   n steps, limits, and what it means that v is the answer. Nothing is proved here. *)
From Coq Require Import QArith Qabs List.
Import ListNotations.
Local Open Scope Q_scope.

(* The sum of p * f a over a list of weighted things. *)
Fixpoint E {A} (l : list (Q * A)) (f : A -> Q) : Q :=
  match l with [] => 0 | (p, a) :: l => p * f a + E l f end.

Definition distribution {A} (l : list (Q * A)) : Prop :=
  (forall p a, In (p, a) l -> 0 <= p) /\ E l (fun _ => 1) == 1.

(* Positive weights stand for probabilities: each over their sum. *)
Fixpoint total {A} (l : list (positive * A)) : positive :=
  match l with [] => 1 | [(w, _)] => w | (w, _) :: l => w + total l end.

Definition probabilities {A} (l : list (positive * A)) : list (Q * A) :=
  map (fun b => (Zpos (fst b) # total l, snd b)) l.

(* Processes ------------------------------------------------------------------------------------ *)

(* A state has options, each a choice, which other states may share. A choice pays a reward (or
   costs it) and leads to states; a choice without branches ends the play. *)
Record process := Process {
  state : Type;
  choice : Type;
  options : state -> list choice;
  reward : choice -> Q;
  branches : choice -> list (positive * state) }.

(* What was met and chosen so far, the latest first. *)
Definition history (P : process) := list (state P * choice P).

(* A policy may remember the past and toss coins. *)
Definition policy (P : process) := history P -> state P -> list (Q * choice P).

(* It picks among the choices that are available. Where there are none, nothing is asked of it:
   processes are meant to have an option in every state, and checkers refuse others. *)
Definition plays (P : process) (available : state P -> list (choice P)) (s : policy P) : Prop :=
  forall h x, available x <> [] ->
  distribution (s h x) /\ forall q c, In (q, c) (s h x) -> In c (available x).

Definition allowed (P : process) : policy P -> Prop := plays P (options P).

(* What is paid --------------------------------------------------------------------------------- *)

Record payoff (S C : Type) := Payoff {
  paid : C -> Q;               (* for each choice *)
  stop : S -> option Q;        (* the states where the play stops, and what that pays *)
  over : Q;                    (* what the end of the play pays *)
  discount : Q }.              (* a payment after k steps counts discount^k times *)
Arguments Payoff {S C}.
Arguments paid {S C}.
Arguments stop {S C}.
Arguments over {S C}.
Arguments discount {S C}.

Definition payoff_of (P : process) := payoff (state P) (choice P).

(* The expectation of what the first n steps pay, from state x with the past h, under policy s. *)
Fixpoint J (P : process) (y : payoff_of P) (s : policy P) (n : nat) (h : history P) (x : state P)
    : Q :=
  match stop y x with
  | Some q => q
  | None =>
      match n with
      | O => 0
      | S n =>
          E (s h x) (fun c => paid y c + discount y *
            match branches P c with
            | [] => over y
            | l => E (probabilities l) (J P y s n ((x, c) :: h))
            end)
      end
  end.

(* 1 for a play that reaches the goal, by way of states in stay only; whether the end of the play
   is a goal as well says ended. So J is the probability to have reached it within n steps. *)
Definition reach {P} (goal stay : state P -> bool) (ended : bool) : payoff_of P := {|
  paid _ := 0;
  stop x := if goal x then Some 1 else if stay x then None else Some 0;
  over := if ended then 1 else 0;
  discount := 1 |}.

Definition everywhere {S : Type} : S -> bool := fun _ => true.

(* All rewards until the goal is reached. *)
Definition until {P} (goal : state P -> bool) : payoff_of P := {|
  paid := reward P; stop x := if goal x then Some 0 else None; over := 0; discount := 1 |}.

(* All rewards, that of step k counted d^k times. *)
Definition discounted {P} (d : Q) : payoff_of P := {|
  paid := reward P; stop _ := None; over := 0; discount := d |}.

(* All rewards. *)
Definition total_reward {P} : payoff_of P := discounted 1.

(* Limits --------------------------------------------------------------------------------------- *)

(* From some point on the sequence is at least v - eps, at most v + eps, for every eps: the lower
   limit is at least v, the upper limit at most v. *)
Definition at_least (u : nat -> Q) (v : Q) : Prop :=
  forall eps, 0 < eps -> exists n0, forall n, (n0 <= n)%nat -> v - eps <= u n.

Definition at_most (u : nat -> Q) (v : Q) : Prop :=
  forall eps, 0 < eps -> exists n0, forall n, (n0 <= n)%nat -> u n <= v + eps.

Definition converges (u : nat -> Q) (v : Q) : Prop := at_least u v /\ at_most u v.

(* The sequence gets above every bound, and stays there. *)
Definition diverges (u : nat -> Q) : Prop :=
  forall b, exists n0, forall n, (n0 <= n)%nat -> b <= u n.

(* What an answer means ------------------------------------------------------------------------- *)

(* u s n : what n steps pay under the policy s. *)
Definition greatest (P : process) (u : policy P -> nat -> Q) (v : Q) : Prop :=
  (forall s, allowed P s -> at_most (u s) v) /\ (exists s, allowed P s /\ converges (u s) v).

Definition least (P : process) (u : policy P -> nat -> Q) (v : Q) : Prop :=
  (forall s, allowed P s -> at_least (u s) v) /\ (exists s, allowed P s /\ converges (u s) v).

(* No policy gets more, or less, in n steps than v, and one gets v. *)
Definition greatest_within (P : process) (n : nat) (u : policy P -> nat -> Q) (v : Q) : Prop :=
  (forall s, allowed P s -> u s n <= v) /\ (exists s, allowed P s /\ u s n == v).

Definition least_within (P : process) (n : nat) (u : policy P -> nat -> Q) (v : Q) : Prop :=
  (forall s, allowed P s -> v <= u s n) /\ (exists s, allowed P s /\ u s n == v).

(* Two players: one maximises, and chooses in the states that are up; the other minimises. *)
Definition join {P} (up : state P -> bool) (s t : policy P) : policy P :=
  fun h x => if up x then s h x else t h x.

Definition secures_at_least (P : process) (up : state P -> bool) (u : policy P -> nat -> Q) v :=
  exists s, allowed P s /\ forall t, allowed P t -> at_least (u (join up s t)) v.

Definition secures_at_most (P : process) (up : state P -> bool) (u : policy P -> nat -> Q) v :=
  exists t, allowed P t /\ forall s, allowed P s -> at_most (u (join up s t)) v.

Definition game_value (P : process) (up : state P -> bool) (u : policy P -> nat -> Q) (v : Q) :=
  secures_at_least P up u v /\ secures_at_most P up u v.

(* The probability to reach the goal. *)
Definition reaching {P} (goal stay : state P -> bool) (ended : bool) (x : state P) :
    policy P -> nat -> Q :=
  fun s n => J P (reach goal stay ended) s n [] x.

(* The goal is reached almost surely; it is missed with positive probability. *)
Definition reaches {P} (goal : state P -> bool) (ended : bool) (x : state P) (s : policy P) :=
  converges (reaching goal everywhere ended x s) 1.

Definition misses {P} (goal : state P -> bool) (ended : bool) (x : state P) (s : policy P) :=
  exists p, 0 < p /\ forall n, reaching goal everywhere ended x s n <= 1 - p.

(* The expected reward until the goal is reached, which is infinite for a policy that misses it:
   so the least is that among the policies that reach it almost surely, and for the greatest all
   policies have to. *)
Definition collecting {P} (goal : state P -> bool) (x : state P) : policy P -> nat -> Q :=
  fun s n => J P (until goal) s n [] x.

Definition least_of_reaching (P : process) goal ended (x : state P) (v : Q) : Prop :=
  (forall s, allowed P s -> reaches goal ended x s -> at_least (collecting goal x s) v) /\
  (exists s, allowed P s /\ reaches goal ended x s /\ converges (collecting goal x s) v).

Definition greatest_of_reaching (P : process) goal ended (x : state P) (v : Q) : Prop :=
  (forall s, allowed P s -> reaches goal ended x s -> at_most (collecting goal x s) v) /\
  (exists s, allowed P s /\ reaches goal ended x s /\ converges (collecting goal x s) v).

Definition greatest_until (P : process) goal ended (x : state P) (v : Q) : Prop :=
  (forall s, allowed P s -> reaches goal ended x s) /\ greatest_of_reaching P goal ended x v.

(* The expected total reward, discounted or not, and the mean of n steps. *)
Definition earning {P} (d : Q) (x : state P) : policy P -> nat -> Q :=
  fun s n => J P (discounted d) s n [] x.

Definition mean {P} (x : state P) : policy P -> nat -> Q :=
  fun s n => J P total_reward s n [] x / inject_Z (Z.of_nat n).

Definition least_expected_cost (P : process) (x : state P) (v : Q) : Prop :=
  least P (earning 1 x) v.

Definition greatest_expected_reward (P : process) (x : state P) (v : Q) : Prop :=
  greatest P (earning 1 x) v.

(* Limits without a place from which on they are near. In the processes of which totals of rewards
   of any sign are asked, n steps have a limit under every policy; but one cannot compute from which
   n on they are near it: a policy may wait as long as it likes before it moves. *)

(* The property holds for k numbers n, or fewer. *)
Definition holds_at_most (k : nat) (A : nat -> Prop) : Prop :=
  forall l, NoDup l -> (forall n, In n l -> A n) -> (length l <= k)%nat.

(* All but finitely many u n are at most v + eps, at least v - eps, for every eps. *)
Definition finally_at_most (u : nat -> Q) (v : Q) : Prop :=
  forall eps, 0 < eps -> exists k, holds_at_most k (fun n => v + eps < u n).

Definition finally_at_least (u : nat -> Q) (v : Q) : Prop :=
  forall eps, 0 < eps -> exists k, holds_at_most k (fun n => u n < v - eps).

Fixpoint sum (u : nat -> Q) (n : nat) : Q :=
  match n with O => 0 | S n => sum u n + u n end.

(* The sequence goes up and down by no more than a constant in all; so, classically, it has a
   limit. *)
Definition settles (u : nat -> Q) : Prop :=
  exists b, forall n, sum (fun k => Qabs (u (S k) - u k)) n <= b.

(* Under every policy there is a limit, and that of one policy is the greatest, or the least. *)
Definition greatest_limit (P : process) (u : policy P -> nat -> Q) (v : Q) : Prop :=
  (forall s, allowed P s -> settles (u s) /\ finally_at_most (u s) v) /\
  (exists s, allowed P s /\ converges (u s) v).

Definition least_limit (P : process) (u : policy P -> nat -> Q) (v : Q) : Prop :=
  (forall s, allowed P s -> settles (u s) /\ finally_at_least (u s) v) /\
  (exists s, allowed P s /\ converges (u s) v).
