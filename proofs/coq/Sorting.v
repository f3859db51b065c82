(* Merge sort by increasing keys; of elements with one key, one is kept. Nothing is proved of it, and
   nothing need be: it puts in order what certificates number or list. *)
From Coq Require Import List NArith.
Import ListNotations.

Section Sorting.
  Context {A : Type}.
  Variable key : A -> N.

  (* The fuel is the length of both lists. *)
  Fixpoint merge (fuel : nat) (l m found : list A) : list A :=
    match fuel, l, m with
    | S fuel, a :: l', b :: m' =>
        match N.compare (key a) (key b) with
        | Lt => merge fuel l' m (a :: found)
        | Eq => merge fuel l' m found
        | Gt => merge fuel l m' (b :: found)
        end
    | _, [], _ => rev_append found m
    | _, _, _ => rev_append found l
    end.

  Fixpoint merge_neighbours (l found : list (list A)) : list (list A) :=
    match l with
    | a :: b :: l => merge_neighbours l (merge (length a + length b) a b [] :: found)
    | _ => rev_append l found
    end.

  Fixpoint merge_together (rounds : nat) (l : list (list A)) : list A :=
    match rounds, l with
    | S rounds, _ :: _ :: _ => merge_together rounds (merge_neighbours l [])
    | _, _ => concat l
    end.

  Definition sorted_by (l : list A) : list A := merge_together 64 (map (fun a => [a]) l).
End Sorting.
