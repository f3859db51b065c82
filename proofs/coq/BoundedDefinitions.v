(* What a reader must believe of bounds on what is spent: what it is to reach a goal, or to gain
   something, while all that steps spend keeps to bounds. Of the first amount what is left of the
   bound is known; of the others what has been spent is counted, in a memory. Nothing is proved
   here. *)
From Coq Require Import QArith List Bool NArith.
From exactbox Require Import Definitions.
Import ListNotations.
Local Open Scope Q_scope.

Section Bounded.
  Variable P : process.
  Variable spend : choice P -> state P -> nat.      (* of the first amount, on the way to a state *)
  Variable endless : bool.     (* whether the play goes on, with nothing left, beyond the bound *)

  Definition enough (k : nat) (c : choice P) (z : state P) : bool :=
    endless || (spend c z <=? k)%nat.

  Variable memory : Type.                           (* what is counted *)
  Variable remember : memory -> choice P -> state P -> memory.

  (* To reach the goal by way of states in stay only, with k left of the first amount and the
     counts m; both sets may depend on these. What a step leads to without enough counts for
     nothing. *)
  Section Reach.
    Variables goal stay : nat -> memory -> state P -> bool.
    Variable ended : bool.

    Fixpoint reached_several (s : policy P) (n : nat) (k : nat) (m : memory) (past : history P)
        (x : state P) : Q :=
      if goal k m x then 1
      else if stay k m x then
        match n with
        | O => 0
        | S n =>
            E (s past x) (fun c =>
              match branches P c with
              | [] => if ended then 1 else 0
              | l => E (probabilities l) (fun z =>
                  if enough k c z
                  then reached_several s n (k - spend c z) (remember m c z) ((x, c) :: past) z
                  else 0)
              end)
        end
      else 0.

    Definition reaching_several (K : nat) (m : memory) (x : state P) : policy P -> nat -> Q :=
      fun s n => reached_several s n K m [] x.
  End Reach.

  (* What steps gain while all amounts keep to their bounds; gain knows what has been counted, that
     of the step included. *)
  Section Gains.
    Variable gain : memory -> choice P -> state P -> Q.

    Fixpoint gained_several (s : policy P) (n : nat) (k : nat) (m : memory) (past : history P)
        (x : state P) : Q :=
      match n with
      | O => 0
      | S n =>
          E (s past x) (fun c =>
            match branches P c with
            | [] => 0
            | l => E (probabilities l) (fun z =>
                if enough k c z
                then gain (remember m c z) c z
                  + gained_several s n (k - spend c z) (remember m c z) ((x, c) :: past) z
                else 0)
            end)
      end.

    Definition gaining_several (K : nat) (m : memory) (x : state P) : policy P -> nat -> Q :=
      fun s n => gained_several s n K m [] x.
  End Gains.
End Bounded.

(* The bounds of an amount that is counted, from below and perhaps from above: it is counted up to
   the upper bound, beyond which nothing counts any more; if there is none, up to the lower. *)
Record limit := Limit { at_least_so_much : N; at_most_so_much : option N }.

Definition count (l : limit) (spent : N) : option N :=
  match at_most_so_much l with
  | None => Some (N.min spent (at_least_so_much l))
  | Some most => if (spent <=? most)%N then Some spent else None
  end.
