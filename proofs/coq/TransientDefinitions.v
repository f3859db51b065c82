(* Markov chains up to a time (proofs/FORMAT.md, kind transient): what is asked, and what bounds of
   it say. The definitions that a reader must believe; nothing is proved here.

   In a state s a clock rings with the rate e(s); then the play jumps to t with the probability
   p(s, t). Fixed states are not left. With clocks that change nothing besides, all ring with one
   rate q, and the play jumps as a chain P in steps does. With L = q times the time, the probability
   of k rings is a_k = L^k / k! over the sum of all, which is exp(L). So what is meant is the limit
   of

     (a_0 y_0 + ... + a_(n-1) y_(n-1)) / (a_0 + ... + a_(n-1)),   y_0 = g,  y_(k+1) = c + P y_k,

   for a reward g of the state at the time, and c = r / q for rewards r in a unit of time. That is
   uniformisation: any q will do that is as great as the rate of leaving each state. *)
From Coq Require Import QArith List Bool ZArith NArith.
From exactbox Require Import Definitions Arrays Questions.
Import ListNotations.
Local Open Scope Q_scope.

Definition nat_Q (k : nat) : Q := inject_Z (Z.of_nat k).

Fixpoint a (L : Q) (k : nat) : Q :=
  match k with O => 1 | S k => a L k * L / nat_Q (S k) end.

Definition numerator (L : Q) (y : nat -> Q) (n : nat) : Q := sum (fun k => a L k * y k) n.

Definition denominator (L : Q) (n : nat) : Q := sum (a L) n.

Fixpoint y {state} (P : state -> list (Q * state)) (g c : state -> Q) (k : nat) (s : state) : Q :=
  match k with O => g s | S k => c s + E (P s) (y P g c k) end.

(* Chains --------------------------------------------------------------------------------------- *)

Section Chain.
  Variable next : N -> list (positive * N).    (* weights and states *)
  Variable rate : N -> Q.                      (* how often the clock rings in a unit of time *)
  Variable fixed : N -> bool.

  (* Where it jumps to, and how often; to the state itself is no jump. *)
  Definition leaving (s : N) : list (Q * N) :=
    if fixed s then []
    else map (fun b => (rate s * fst b, snd b))
      (filter (fun b => negb (snd b =? s)%N) (probabilities (next s))).

  Definition leaving_rate (s : N) : Q := E (leaving s) (fun _ => 1).

  Variable q : Q.

  Definition fast_enough : Prop := 0 < q /\ forall s, leaving_rate s <= q.

  Definition jump (s : N) : list (Q * N) :=
    (1 - leaving_rate s / q, s) :: map (fun b => (fst b / q, snd b)) (leaving s).

  (* What is paid in this time, rings beyond n left out; its limit is meant. *)
  Definition paid_in (time : Q) (g c : N -> Q) (n : nat) (s : N) : Q :=
    numerator (q * time) (fun k => y jump g c k s) n / denominator (q * time) n.
End Chain.

(* Questions ------------------------------------------------------------------------------------ *)

(* Rewards are lists, of each state: what accrues in a unit of time, and what a ring pays. *)
Inductive transient_objective :=
  | Until (goal : list N) (stay : option (list N)) (earliest latest : option Q)
  | Cumulative (accrues rings : list Q) (time : Q)
  | Instantaneous (accrues : list Q) (time : Q).

(* The state s has one choice, the choice s of the model. *)
Record transient_question := Transient_question {
  chain : model;
  rates : list Q;
  objective_of : transient_objective }.

Definition zero : N -> Q := fun _ => 0.

Definition limit_between (u : nat -> Q) (a : answer) : Prop :=
  match a with Between low high => at_least u low /\ at_most u high | _ => False end.

Definition transient_means (o : transient_question) (x : N) (a : answer) : Prop :=
  let next := branches (explicit (chain o)) in
  let rate := number_of (rates o) in
  let fast := fast_enough next rate in
  let paid := paid_in next rate in
  let nowhere (_ : N) := false in
  match objective_of o with
  | Cumulative accrues rings t =>
      let r s := number_of accrues s + rate s * number_of rings s in
      exists q, fast nowhere q /\
      limit_between (fun n => paid nowhere q t zero (fun s => r s / q) n x) a
  | Instantaneous accrues t =>
      exists q, fast nowhere q /\
      limit_between (fun n => paid nowhere q t (number_of accrues) zero n x) a
  | Until goal stay earliest latest =>
      let reached := member (set goal) in
      let outside s := negb (staying stay s) in
      let decided s := reached s || outside s in
      let reward s := if reached s then 1 else 0 in
      let unless_outside f s : Q := if outside s then 0 else f s in
      match earliest, latest with
      | None, Some t =>
          exists q, fast decided q /\
          limit_between (fun n => paid decided q t reward zero n x) a
      (* Before the earliest time goals are passed through; what follows is paid then. *)
      | Some t, Some t' =>
          exists q q', fast outside q /\ fast decided q' /\
          limit_between (fun n => paid outside q t (unless_outside
            (paid decided q' (t' - t) reward zero n)) zero n x) a
      | Some t, None =>
          exists q f, fast outside q /\
          (forall z, In z (states_of (chain o)) ->
            means (Question (chain o) (Reach goal false stay) true []) z (Exactly (f z))) /\
          limit_between (fun n => paid outside q t (unless_outside f) zero n x) a
      | None, None => False
      end
  end.
