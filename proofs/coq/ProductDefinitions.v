(* The product of a process and what is remembered of several objectives: the definitions that a
   reader of answers about these must believe. Nothing is proved here.

   Of each until, and of the goal of each reward until a goal, a status is remembered, and how many
   steps were made. An objective pays, choice by choice: a conjunction of untils 1 when the last of
   them is won, in the mean over where the choice leads. *)
From Coq Require Import QArith List Bool.
From exactbox Require Import Definitions.
Import ListNotations.
Local Open Scope Q_scope.

Definition one (b : bool) : Q := if b then 1 else 0.

(* What r pays in all; sums (reward P) is total_reward. *)
Definition sums {P : process} (r : choice P -> Q) : payoff_of P := {|
  paid := r; stop _ := None; over := 0; discount := 1 |}.

(* A process with a memory, which what was met and chosen changes. *)
Section Unfolded.
  Variable P : process.
  Variable memory : Type.
  Variable remember : memory -> choice P -> state P -> memory.
  Variable pay : memory -> choice P -> Q.

  Definition unfolded : process := {|
    state := memory * state P;
    choice := memory * choice P;
    options x := map (pair (fst x)) (options P (snd x));
    reward c := pay (fst c) (snd c);
    branches c :=
      map (fun b => (fst b, (remember (fst c) (snd c) (snd b), snd b))) (branches P (snd c)) |}.

  Variable y : payoff_of unfolded.

  (* What n steps pay, by what is remembered. *)
  Fixpoint J_with (s : policy P) (n : nat) (m : memory) (past : history P) (x : state P) : Q :=
    match stop y (m, x) with
    | Some q => q
    | None =>
        match n with
        | O => 0
        | S n =>
            E (s past x) (fun c => paid y (m, c) + discount y *
              match branches P c with
              | [] => over y
              | l => E (probabilities l)
                  (fun z => J_with s n (remember m c z) ((x, c) :: past) z)
              end)
        end
    end.
End Unfolded.

(* 1 for a play that wins all goals; whether a choice ends the play early, before that. *)
Definition win (P : process) (won : state P -> bool) (early : choice P -> bool) : payoff_of P := {|
  paid c := match branches P c with [] => one (negb (early c)) | _ => 0 end;
  stop x := if won x then Some 1 else None; over := 0; discount := 1 |}.

Inductive status := Open | Won | Lost.

Definition is_open (now : status) : bool := match now with Open => true | _ => false end.

(* What is to be reached, by way of which states, in how many steps; whether the end will do. *)
Record until_of (P : process) := Until {
  goal : state P -> bool; stay : state P -> bool; ended : bool; limit : option nat }.
Arguments goal {P}.
Arguments stay {P}.
Arguments ended {P}.
Arguments limit {P}.

(* The status when the play is in t after k steps. *)
Definition judge {P} (u : until_of P) (now : status) (k : nat) (t : state P) : status :=
  match now with
  | Open =>
      if goal u t then Won
      else if match limit u with Some most => (most <=? k)%nat | None => false end then Lost
      else if stay u t then Open else Lost
  | _ => now
  end.

Section Product.
  Variable P : process.
  Variable untils : list (until_of P).
  Variable most : nat.

  (* The statuses, one for each until, and the steps. *)
  Definition memory : Type := list status * nat.

  Definition remember (m : memory) (_ : choice P) (t : state P) : memory :=
    let k := Nat.min (S (snd m)) most in
    (map (fun b => judge (fst b) (snd b) k t) (combine untils (fst m)), k).

  Variable weighted_pay : memory -> choice P -> Q.
  Definition product : process := unfolded P memory remember weighted_pay.

  Definition status_of (j : nat) (m : memory) : status := nth j (fst m) Lost.

  Definition all_won (js : list nat) (m : memory) : bool :=
    forallb (fun j => match status_of j m with Won => true | _ => false end) js.

  (* Where the play ends. *)
  Definition judge_end (u : until_of P) (now : status) : status :=
    match now with Open => if ended u then Won else Open | _ => now end.

  Definition at_end (m : memory) : memory :=
    (map (fun b => judge_end (fst b) (snd b)) (combine untils (fst m)), snd m).

  (* The objectives, which name untils by their numbers, and what they pay for a choice. *)
  Inductive objective :=
  | Conjunction (js : list nat)
  | Cost (j : nat) (r : choice P -> Q)
  | Total (r : choice P -> Q)
  | First (k : nat) (r : choice P -> Q).

  Definition pay_of (o : objective) (n : memory * choice P) : Q :=
    let (m, c) := n in
    match o with
    | Conjunction js =>
        if all_won js m then 0 else
        match branches P c with
        | [] => one (all_won js (at_end m))
        | l => E (probabilities l) (fun t => one (all_won js (remember m c t)))
        end
    | Cost j r => if is_open (status_of j m) then r c else 0
    | Total r => r c
    | First k r => if (snd m <? k)%nat then r c else 0
    end.

  (* The goals of rewards until a goal. *)
  Variable costs : list nat.

  Definition goals_won (n : memory * state P) : bool := all_won costs (fst n).

  Definition ends_early (n : memory * choice P) : bool :=
    match branches P (snd n) with [] => negb (all_won costs (at_end (fst n))) | _ => false end.
End Product.
