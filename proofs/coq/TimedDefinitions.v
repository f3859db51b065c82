(* What a reader must believe of averages by time. Each choice takes a time that is tossed: it has
   finitely many values, and says nothing of where the choice leads. What is paid before a time u
   is compared with v u. Clocks whose times are exponential are not among these. Nothing is proved
   here; leads f c is the mean of f over where the choice c leads (MeanPayoff.v). *)
From Coq Require Import QArith List.
From exactbox Require Import Definitions MeanPayoff.
Import ListNotations.
Local Open Scope Q_scope.

(* A policy that has seen all times until now. *)
Definition clock_policy (P : process) := list Q -> policy P.

Definition clock_allowed (P : process) (s : clock_policy P) : Prop :=
  forall times, allowed P (s times).

(* The sum of f over the steps that begin before the time u, of the first n; and F of the time that
   is then left, where some is. *)
Fixpoint clock {P} (lasts : choice P -> list (Q * Q)) (f : choice P -> Q) (F : Q)
    (s : clock_policy P) (n : nat) (u : Q) (times : list Q) (past : history P) (x : state P) : Q :=
  if Qle_bool u 0 then 0 else
  match n with
  | O => F
  | S n =>
      E (s times past x) (fun c => f c +
        E (lasts c) (fun d =>
          leads (clock lasts f F s n (u - d) (d :: times) ((x, c) :: past)) c))
  end.

Definition paid_before {P} lasts (u : Q) (x : state P) (s : clock_policy P) (n : nat) : Q :=
  clock lasts (reward P) 0 s n u [] [] x.

(* Probabilities of times of mean tau, the longest of which is known. *)
Record clocks {P} (tau : choice P -> Q) (lasts : choice P -> list (Q * Q)) (longest : Q)
    : Prop := {
  clocks_tossed : forall c, distribution (lasts c);
  clocks_bounded : forall c p d, In (p, d) (lasts c) -> 0 <= d <= longest;
  clocks_mean : forall c, E (lasts c) (fun d => d) == tau c }.

(* The long-run average by time is v at most, for all policies, and for one at least v: the steps
   that begin before u pay v u, up to a constant that does not depend on u. *)
Definition greatest_by_time (P : process) (tau : choice P -> Q) (x : state P) (v : Q) : Prop :=
  forall lasts longest, 0 <= longest -> clocks tau lasts longest ->
  (exists C, forall u s, 0 <= u -> clock_allowed P s ->
    at_most (paid_before lasts u x s) (u * v + C)) /\
  (exists C s, clock_allowed P s /\
    forall u, 0 <= u -> at_least (paid_before lasts u x s) (u * v - C)).

Definition least_by_time (P : process) (tau : choice P -> Q) (x : state P) (v : Q) : Prop :=
  forall lasts longest, 0 <= longest -> clocks tau lasts longest ->
  (exists C, forall u s, 0 <= u -> clock_allowed P s ->
    at_least (paid_before lasts u x s) (u * v - C)) /\
  (exists C s, clock_allowed P s /\
    forall u, 0 <= u -> at_most (paid_before lasts u x s) (u * v + C)).
