(* From a certificate's values, which are those of the choices that its policy picks, to a table
   with an entry for every choice: what the others are worth follows by one step. Nothing is proved
   of this, and nothing need be: the checkers believe no entry. *)
From Coq Require Import QArith List Bool ZArith NArith FMapPositive.
From exactbox Require Import Definitions Kernel Tables.
Import ListNotations.

(* Values in blocks: a denominator each, and choices, by number, with numerators. *)
Definition blocks := list (positive * list (N * Z)).

Definition den_of (dens : table positive) (b : N) : positive :=
  match get dens b with Some d => d | None => 1 end.

Section Prepare.
  Variable P : process.
  Variable code : choice P -> positive.
  Variable y : payoff_of P.
  Variable infinite : state P -> bool.
  Variable over_infinite : bool.

  (* The choices of the certificate, in its numbering, and their ranks. *)
  Variable choices : list (choice P).
  Variable ranks : list N.
  Variable values : blocks.

  Definition ranked : list (choice P * N) :=
    (fix go l r found :=
       match l, r with
       | c :: l, k :: r => go l r ((c, k) :: found)
       | c :: l, [] => go l [] ((c, 0%N) :: found)
       | [], _ => rev' found
       end) choices ranks [].

  Definition given_dens : table positive := of_list (map fst values).

  Fixpoint put_blocks (by_number : table (choice P * N)) (block : N) (values : blocks)
      (m : table entry) : table entry :=
    match values with
    | [] => m
    | (_, members) :: values =>
        put_blocks by_number (N.succ block) values
          (fold_left (fun m '(c, n) =>
             match get by_number c with
             | Some (c, r) => PositiveMap.add (code c) (Entry true n block 0 r) m
             | None => m
             end) members m)
    end.

  Definition given : table entry := put_blocks (of_list ranked) 0 values (PositiveMap.empty _).

  (* The block with the largest denominator. *)
  Definition widest (den : N -> positive) (l : list (Z * N)) : N * positive :=
    fold_left (fun '(b, d) '(_, c) =>
      let e := den c in if (d <? e)%positive then (c, e) else (b, d)) l (0%N, den 0%N).

  Definition worth_exactly (pick : state P -> list (choice P) -> choice P) (den : N -> positive)
      (look : positive -> option entry) (c : choice P) : option Q :=
    match branches P c with
    | [] => Some (paid y c + discount y * over y)%Q
    | l =>
        let '(q, g) := gather P code y pick l in
        match by_block look g with
        | None => None
        | Some g =>
            let (b, D) := widest den g in
            let (t, x) := add_up den b D g in
            Some (paid y c + discount y * ((1 # total l) * (q + (t # (x * D)))))%Q
        end
    end.

  (* What is given, and the missing entries, each with a block of its own. *)
  Definition filled (given : table entry) (dens : table positive)
      (pick : state P -> list (choice P) -> choice P) : table entry * table positive :=
    let den := den_of dens in
    let look k := find k given in
    let '(m, dens, _) :=
      fold_left (fun '(m, dens, next) '(c, r) =>
        match look (code c) with
        | Some _ => (m, dens, next)
        | None =>
            if leads_to_infinity P infinite over_infinite c
            then (PositiveMap.add (code c) (Entry false 0 0 0 r) m, dens, next)
            else
              match worth_exactly pick den look c with
              | None => (m, dens, next)
              | Some v => (PositiveMap.add (code c) (Entry true (Qnum v) next 0 r) m,
                           PositiveMap.add (N.succ_pos next) (Qden v) dens, N.succ next)
              end
        end) ranked (given, dens, N.of_nat (length values)) in
    (m, dens).
End Prepare.
