(* Layers for bounds on what is spent: where steps that spend nothing make no circle they are
   calculated, as check of exactbox/checker/bounded.py does, from the layer of nothing left on; else
   they are taken from a witness, one wherever something changes. Nothing is proved of this, and
   nothing need be: BoundedChecker.v looks at all layers. *)
From Coq Require Import QArith List Bool ZArith NArith FMapPositive.
From exactbox Require Import Definitions Arrays Kernel BoundedChecker.
Import ListNotations.
Local Open Scope Q_scope.

(* So many times at most, until there is a result. *)
Fixpoint repeat_until {S R} (n : positive) (f : S -> S + R) (s : S) : S + R :=
  match n with
  | xH => f s
  | xO n =>
      match repeat_until n f s with inl s => repeat_until n f s | r => r end
  | xI n =>
      match f s with
      | inl s => match repeat_until n f s with inl s => repeat_until n f s | r => r end
      | r => r
      end
  end.

Definition as_often_as_need_be : positive := (2 ^ 60)%positive.

(* Sorted numbers, each once. *)
Fixpoint insert_number (k : N) (l : list N) : list N :=
  match l with
  | [] => [k]
  | n :: m =>
      match (k ?= n)%N with Lt => k :: l | Eq => l | Gt => n :: insert_number k m end
  end.

(* A tree of layers, each with the number where it begins, in increasing order. *)
Fixpoint pair_up (l : list (N * layers)) : list (N * layers) :=
  match l with
  | (s, a) :: (n, b) :: l => (s, Split n a b) :: pair_up l
  | _ => l
  end.

Fixpoint tree_of (rounds : nat) (l : list (N * layers)) : option layers :=
  match rounds, l with
  | _, [(_, t)] => Some t
  | S rounds, _ => tree_of rounds (pair_up l)
  | O, _ => None
  end.

(* A part of a witness, by a state and the number of an option; and whether it is of the form that
   it should be, where the question says what some states are worth. *)
Record part (S : Type) := Part {
  part_fits : (S -> bool) -> bool;
  part_pick : S -> N;
  part_value : S -> N -> Q;
  part_rank : S -> N -> N }.
Arguments part_fits {S}.
Arguments part_pick {S}.
Arguments part_value {S}.
Arguments part_rank {S}.

Section Search.
  Variable P : process.
  Variable node_code : state P -> positive.
  Variable choice_code : choice P -> positive.

  Definition at_node {A} (m : table A) (x : state P) : option A := find (node_code x) m.

  (* All states that can be met from some. *)
  Definition reachable (roots : list (state P)) : option (table (state P)) :=
    match repeat_until as_often_as_need_be (fun '(queue, found) =>
      match queue with
      | [] => inr found
      | x :: queue =>
          match at_node found x with
          | Some _ => inl (queue, found)
          | None =>
              let after := flat_map (fun c => map snd (branches P c)) (options P x) in
              inl (rev_append after queue, PositiveMap.add (node_code x) x found)
          end
      end) (roots, PositiveMap.empty _)
    with inr found => Some found | inl _ => None end.

  Variable nodes : list (state P).
  Variable cost : choice P -> state P -> N.
  Variable gain : choice P -> state P -> Q.
  Variable endless : bool.
  Variable last : N.
  Variable goal : state P -> bool.
  Variable lowest : N.
  Variable stay : state P -> bool.
  Variable of_goal : bool.
  Variable maximise : bool.
  Variable amounts : list N.              (* increasing *)
  Variable goal_is_told : bool.           (* whether states beside the end of the play are goals *)

  Definition each_branch {A} (f : A -> choice P -> state P -> A) (a : A) (x : state P) : A :=
    fold_left (fun a c => fold_left (fun a b => f a c (snd b)) (branches P c) a) (options P x) a.

  Definition put {A} (k : positive) (a : A) (m : table (list A)) : table (list A) :=
    PositiveMap.add k (a :: match find k m with Some l => l | None => [] end) m.

  (* States that are not told a value in all layers, and those of them from which, by way of such,
     branches lead to a goal or to a gain. *)
  Definition active (x : state P) : bool :=
    if of_goal then stay x && negb (goal x && (lowest =? 0)%N) else true.

  Definition alive : table unit :=
    let before := fold_left (fun m x =>
      if active x then each_branch (fun m _ z => put (node_code z) x m) m x else m)
      nodes (PositiveMap.empty _) in
    let gains x := each_branch (fun b c z => b || negb (Qeq_bool (gain c z) 0)) false x in
    let roots := filter (fun x => if of_goal then goal x else gains x) nodes in
    match repeat_until as_often_as_need_be (fun '(queue, found) =>
      match queue with
      | [] => inr found
      | z :: queue =>
          match at_node found z with
          | Some _ => inl (queue, found)
          | None =>
              inl (rev_append (match at_node before z with Some l => l | None => [] end) queue,
                PositiveMap.add (node_code z) tt found)
          end
      end) (roots, PositiveMap.empty unit)
    with
    | inr found =>
        fold_left (fun m x =>
          match at_node found x with
          | Some _ => if active x then PositiveMap.add (node_code x) tt m else m
          | None => m
          end) nodes (PositiveMap.empty unit)
    | inl _ => PositiveMap.empty unit
    end.

  Definition is_in (m : table unit) (x : state P) : bool :=
    match at_node m x with Some _ => true | None => false end.

  Section Order.
    Variable among : table unit.          (* the states that are alive *)

    Definition free (x : state P) : list (state P) :=
      each_branch (fun l c z => if (cost c z =? 0)%N && is_in among z then z :: l else l) [] x.

    (* In an order in which branches that spend nothing lead back; none if there is a circle. *)
    Definition topological : option (list (state P)) :=
      let all_alive := filter (is_in among) nodes in
      let '(before, counts, ready) := fold_left (fun '(before, counts, ready) x =>
        match free x with
        | [] => (before, counts, x :: ready)
        | l => (fold_left (fun m z => put (node_code z) x m) l before,
                PositiveMap.add (node_code x) (N.of_nat (length l)) counts, ready)
        end) all_alive (PositiveMap.empty _, PositiveMap.empty N, []) in
      match repeat_until as_often_as_need_be (fun '(queue, counts, order) =>
        match queue with
        | [] => inr order
        | z :: queue =>
            let (counts, queue) := fold_left (fun '(counts, queue) x =>
              let n := match at_node counts x with Some n => n | None => 0%N end in
              (PositiveMap.add (node_code x) (N.pred n) counts,
               if (n =? 1)%N then x :: queue else queue))
              (match at_node before z with Some l => l | None => [] end) (counts, queue) in
            inl (queue, counts, z :: order)
        end) (ready, counts, [])
      with
      | inr order => if Nat.eqb (length order) (length all_alive) then Some (rev order) else None
      | inl _ => None
      end.

    (* Ranks by that order. *)
    Definition order_ranks (order : list (state P)) : table N :=
      snd (fold_left (fun '(of_states, of_choices) x =>
        let '(highest, of_choices) := fold_left (fun '(highest, of_choices) c =>
          let r := fold_left (fun r b =>
            let z := snd b in
            if (cost c z =? 0)%N && is_in among z
            then N.max r (N.succ (match at_node of_states z with Some n => n | None => 0%N end))
            else r) (branches P c) 0%N in
          (N.max highest r, PositiveMap.add (choice_code c) r of_choices))
          (options P x) (0%N, of_choices) in
        (PositiveMap.add (node_code x) highest of_states, of_choices))
        order (PositiveMap.empty N, PositiveMap.empty N)).
  End Order.

  Definition told_at (k : N) (x : state P) : option Q :=
    if of_goal
    then if (k + lowest <=? last)%N && goal x then Some 1 else if stay x then None else Some 0
    else None.

  Definition value_by (m : table Q) (x : state P) : Q :=
    match at_node m x with Some q => q | None => 0 end.

  (* Layers so far, the latest first. *)
  Fixpoint layer_so_far (found : list (N * layer)) (k : N) : layer :=
    match found with
    | [] => Layer (PositiveMap.empty _) (PositiveMap.empty _) (PositiveMap.empty _)
    | (s, l) :: found => if (s <=? k)%N then l else layer_so_far found k
    end.

  Definition there_so_far (found : list (N * layer)) (k : N) : table (option layer) :=
    of_pairs (map (fun e => (N.succ_pos e,
      if endless || (e <=? k)%N then Some (layer_so_far found (k - e)) else None)) amounts).

  Definition rest_of (there : table (option layer)) (now : state P -> Q) (c : choice P)
      (z : state P) : Q :=
    let e := cost c z in
    if (e =? 0)%N then gain c z + now z
    else match get there e with Some (Some l) => gain c z + value_by (worths l) z | _ => 0 end.

  Definition zero_or (a : option Q) : Q := match a with Some q => q | None => 0 end.

  (* What branches lead to that is no matter of this layer, and whether goals count. *)
  Definition signature (k : N) (there : table (option layer)) : bool * list Q :=
    let now z := zero_or (told_at k z) in
    (goal_is_told && (k + lowest <=? last)%N,
     fold_left (fun l x =>
       if active x then each_branch (fun l c z => rest_of there now c z :: l) l x else l) nodes []).

  Fixpoint same_numbers (l m : list Q) : bool :=
    match l, m with
    | [], [] => true
    | a :: l, b :: m => if Qeq_bool a b then same_numbers l m else false
    | _, _ => false
    end.

  Definition calculated (order : list (state P)) (ranks : table N) (k : N)
      (there : table (option layer)) : layer :=
    let told := fold_left (fun m x =>
      match told_at k x with
      | Some q => PositiveMap.add (node_code x) q m
      | None => m
      end) nodes (PositiveMap.empty Q) in
    let '(worths, picks) := fold_left (fun '(worths, picks) x =>
      match told_at k x with
      | Some _ => (worths, picks)
      | None =>
          let '(_, best) := fold_left (fun '(i, best) c =>
            let own :=
              match branches P c with
              | [] => 0
              | l => Qred ((1 # total l) * weigh P (rest_of there (value_by worths) c) l)
              end in
            (N.succ i,
             match best with
             | None => Some (own, i)
             | Some (q, _) =>
                 if (if maximise then Qle_bool own q else Qle_bool q own)
                 then best else Some (own, i)
             end)) (options P x) (0%N, None) in
          match best with
          | Some (q, i) => (PositiveMap.add (node_code x) q worths,
                            PositiveMap.add (node_code x) i picks)
          | None => (worths, picks)
          end
      end) order (told, PositiveMap.empty N) in
    Layer worths picks ranks.

  (* A choice of several states has the lowest of its ranks where it matters. *)
  Definition of_part (k : N) (p : part (state P)) : option layer :=
    let is_told x := match told_at k x with Some _ => true | None => false end in
    let '(worths, picks, ranks) := fold_left (fun '(worths, picks, ranks) x =>
      let own := part_pick p x in
      let q := match told_at k x with Some q => q | None => part_value p x own end in
      let matters := match told_at k x with Some _ => false | None => negb (Qle_bool q 0) end in
      let '(_, ranks) := fold_left (fun '(i, ranks) c =>
        (N.succ i,
         if matters && (negb maximise || (i =? own)%N) then
           let r := part_rank p x i in
           let r := match find (choice_code c) ranks with Some n => N.min n r | None => r end in
           PositiveMap.add (choice_code c) r ranks
         else ranks)) (options P x) (0%N, ranks) in
      (PositiveMap.add (node_code x) q worths, PositiveMap.add (node_code x) own picks, ranks))
      nodes (PositiveMap.empty Q, PositiveMap.empty N, PositiveMap.empty N) in
    if part_fits p is_told then Some (Layer worths picks ranks) else None.

  Definition later (k : N) (pending : list N) : list N :=
    fold_left (fun l e => if (0 <? e)%N && (k + e <=? last)%N then insert_number (k + e) l else l)
      amounts pending.

  (* The end of the play alone is a goal: it has its value, and nothing else changes with it. *)
  Definition with_end_told (k : N) (l : layer) : option layer :=
    let q := if (k + lowest <=? last)%N then 1 else 0 in
    let other := filter (fun x => goal x && negb (Qeq_bool (value_by (worths l) x) q)) nodes in
    match of_goal && negb goal_is_told, other with
    | false, _ | _, [] => None
    | true, _ =>
        Some (Layer (fold_left (fun m x => PositiveMap.add (node_code x) q m) other (worths l))
          (picks l) (layer_ranks l))
    end.

  (* One number after the other where something may change. *)
  Definition find_layers (order : option (list (state P) * table N))
      (base : option (part (state P))) (parts : list (part (state P))) : option layers :=
    let ranks := match order with Some (_, r) => r | None => PositiveMap.empty N end in
    let below := match base with
      | Some p => of_part 0 p
      | None => Some (Layer (PositiveMap.empty Q) (PositiveMap.empty N) ranks)
      end in
    let turn := (last + 1 - lowest)%N in
    let first := match base with Some _ => 1%N | None => 0%N end in
    let pending := fold_left (fun l k =>
      if (first <=? k)%N && (k <=? last)%N then insert_number k l else l)
      (first :: app amounts (map (N.add turn) (0%N :: amounts))) [] in
    let before := match base with
      | Some _ => None
      | None =>
          Some (false, fold_left (fun l x =>
            if active x then each_branch (fun l _ _ => 0 :: l) l x else l) nodes [])
      end in
    match repeat_until as_often_as_need_be (fun '(pending, found, before, parts) =>
      match pending with
      | [] => inr (match parts, below with [], Some _ => Some found | _, _ => None end)
      | k :: pending =>
          let there := there_so_far found k in
          let (counting, numbers) := signature k there in
          if match before with
             | Some (b, l) => Bool.eqb b counting && same_numbers l numbers
             | None => false
             end
          then
            match with_end_told k (layer_so_far found k) with
            | Some l => inl (pending, (k, l) :: found, before, parts)
            | None => inl (pending, found, before, parts)
            end
          else
            match order, parts with
            | Some (order, ranks), _ =>
                inl (later k pending, (k, calculated order ranks k there) :: found,
                  Some (counting, numbers), parts)
            | None, p :: parts =>
                match of_part k p with
                | Some l => inl (later k pending, (k, l) :: found, Some (counting, numbers), parts)
                | None => inr None
                end
            | None, [] => inr None
            end
      end) (pending, match below with Some l => [(0%N, l)] | None => [] end, before, parts)
    with
    | inr (Some found) => tree_of 64 (map (fun e => (fst e, Always (snd e))) (rev found))
    | _ => None
    end.
End Search.
