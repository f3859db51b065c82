(* Layers for bounds on what is spent: where steps that spend nothing make no circle they are
   calculated, as check of exactbox/checker/bounded.py does, from the layer of nothing left on; else
   they are taken from a witness, one wherever something changes. Nothing is proved of this, and
   nothing need be: BoundedChecker.v looks at all layers. *)
From Coq Require Import QArith List Bool ZArith NArith FMapPositive.
From exactbox Require Import Definitions Arrays Sorting Kernel BoundedChecker.
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

(* A tree of layers, each with the number where it begins, in increasing order. *)
Fixpoint pair_up (l found : list (N * layers)) : list (N * layers) :=
  match l with
  | (s, a) :: (n, b) :: l => pair_up l ((s, Split n a b) :: found)
  | _ => rev_append found l
  end.

Fixpoint tree_of (rounds : nat) (l : list (N * layers)) : option layers :=
  match rounds, l with
  | _, [(_, t)] => Some t
  | S rounds, _ => tree_of rounds (pair_up l [])
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

  Local Notation node := (knot (state P) (choice P)).

  Variable nodes : list node.
  Variable endless : bool.
  Variable last : N.
  Variable lowest : N.
  Variable of_goal : bool.
  Variable maximise : bool.
  Variable amounts : list N.              (* increasing *)
  Variable goal_is_told : bool.           (* whether states beside the end of the play are goals *)

  Definition each_arm {A} (f : A -> arm (state P) -> A) (a : A) (x : node) : A :=
    fold_left (fun a r => fold_left f (arms r) a) (rows x) a.

  Definition put {A} (k : positive) (a : A) (m : table (list A)) : table (list A) :=
    PositiveMap.add k (a :: match find k m with Some l => l | None => [] end) m.

  Definition is_in (m : table unit) (k : positive) : bool :=
    match find k m with Some _ => true | None => false end.

  (* States that are not told a value in all layers, and those of them from which, by way of such,
     branches lead to a goal or to a gain. *)
  Definition active (x : node) : bool :=
    if of_goal then at_stay x && negb (at_goal x && (lowest =? 0)%N) else true.

  Definition alive : table unit :=
    let before := fold_left (fun m x =>
      if active x then each_arm (fun m a => put (target_code a) (own_code x) m) m x else m)
      nodes (PositiveMap.empty _) in
    let gains x := each_arm (fun b a => b || negb (Qeq_bool (gained_by a) 0)) false x in
    let roots := map own_code (filter (fun x => if of_goal then at_goal x else gains x) nodes) in
    match repeat_until as_often_as_need_be (fun '(queue, found) =>
      match queue with
      | [] => inr found
      | z :: queue =>
          if is_in found z then inl (queue, found)
          else inl (rev_append (match find z before with Some l => l | None => [] end) queue,
            PositiveMap.add z tt found)
      end) (roots, PositiveMap.empty unit)
    with
    | inr found =>
        fold_left (fun m x =>
          if is_in found (own_code x) && active x then PositiveMap.add (own_code x) tt m else m)
          nodes (PositiveMap.empty unit)
    | inl _ => PositiveMap.empty unit
    end.

  Section Order.
    Variable among : table unit.          (* the states that are alive *)

    Definition is_free (a : arm (state P)) : bool :=
      (spent_by a =? 0)%N && is_in among (target_code a).

    (* In an order in which branches that spend nothing lead back; none if there is a circle. *)
    Definition topological : option (list node) :=
      let all_alive := filter (fun x => is_in among (own_code x)) nodes in
      let '(before, counts, ready) := fold_left (fun '(before, counts, ready) x =>
        match each_arm (fun l a => if is_free a then target_code a :: l else l) [] x with
        | [] => (before, counts, x :: ready)
        | l => (fold_left (fun m z => put z x m) l before,
                PositiveMap.add (own_code x) (N.of_nat (length l)) counts, ready)
        end) all_alive (PositiveMap.empty (list node), PositiveMap.empty N, []) in
      match repeat_until as_often_as_need_be (fun '(queue, counts, order) =>
        match queue with
        | [] => inr order
        | z :: queue =>
            let (counts, queue) := fold_left (fun '(counts, queue) x =>
              let n := match find (own_code x) counts with Some n => n | None => 0%N end in
              (PositiveMap.add (own_code x) (N.pred n) counts,
               if (n =? 1)%N then x :: queue else queue))
              (match find (own_code z) before with Some l => l | None => [] end)
              (counts, queue) in
            inl (queue, counts, z :: order)
        end) (ready, counts, [])
      with
      | inr order => if Nat.eqb (length order) (length all_alive) then Some (rev' order) else None
      | inl _ => None
      end.

    (* Ranks by that order. *)
    Definition order_ranks (order : list node) : table N :=
      snd (fold_left (fun '(of_states, of_choices) x =>
        let '(highest, of_choices) := fold_left (fun '(highest, of_choices) r =>
          let n := fold_left (fun n a =>
            if is_free a
            then N.max n (N.succ
              (match find (target_code a) of_states with Some n => n | None => 0%N end))
            else n) (arms r) 0%N in
          (N.max highest n, PositiveMap.add (choice_code (of_choice r)) n of_choices))
          (rows x) (0%N, of_choices) in
        (PositiveMap.add (own_code x) highest of_states, of_choices))
        order (PositiveMap.empty N, PositiveMap.empty N)).
  End Order.

  Definition counts_at (k : N) : bool := (k + lowest <=? last)%N.

  Definition told_at (k : N) (x : node) : option Q :=
    if of_goal
    then if counts_at k && at_goal x then Some 1 else if at_stay x then None else Some 0
    else None.

  Definition goals : list node := if of_goal then filter at_goal nodes else [].

  (* Layers so far, the latest first. *)
  Fixpoint layer_so_far (found : list (N * layer)) (k : N) : layer :=
    match found with
    | [] => Layer (PositiveMap.empty _) (PositiveMap.empty _) (PositiveMap.empty _)
    | (s, l) :: found => if (s <=? k)%N then l else layer_so_far found k
    end.

  Definition there_so_far (found : list (N * layer)) (k : N) : table (option layer) :=
    of_pairs (map (fun e => (N.succ_pos e,
      if endless || (e <=? k)%N then Some (layer_so_far found (k - e)) else None)) amounts).

  (* What a branch brings, and what is then left, by a table of this layer. *)
  Definition rest_of (there : table (option layer)) (now : table Q) (a : arm (state P)) : Q :=
    let k := target_code a in
    let from (m : table Q) :=
      match find k m with
      | Some q => if (Qnum (gained_by a) =? 0)%Z then q else gained_by a + q
      | None => gained_by a
      end in
    let e := spent_by a in
    if (e =? 0)%N then from now
    else match get there e with Some (Some l) => from (worths l) | _ => 0 end.

  Definition told_values (told : list node) (k : N) : table Q :=
    if counts_at k
    then fold_left (fun m x => PositiveMap.add (own_code x) 1 m) told (PositiveMap.empty Q)
    else PositiveMap.empty Q.

  (* What branches lead to that is no matter of this layer, and whether goals count. *)
  Definition signature (told : list node) (k : N) (there : table (option layer))
      : bool * list Q :=
    let now := told_values told k in
    (goal_is_told && counts_at k,
     fold_left (fun l x =>
       if active x then each_arm (fun l a => rest_of there now a :: l) l x else l) nodes []).

  Definition calculated (told order : list node) (ranks : table N) (k : N)
      (there : table (option layer)) : layer :=
    let '(worths, picks) := fold_left (fun '(worths, picks) x =>
      match told_at k x with
      | Some _ => (worths, picks)
      | None =>
          let '(_, best) := fold_left (fun '(i, best) r =>
            let own := mean_of (rest_of there worths) r in
            (N.succ i,
             match best with
             | None => Some (own, i)
             | Some (q, _) =>
                 if (if maximise then Qle_bool own q else Qle_bool q own)
                 then best else Some (own, i)
             end)) (rows x) (0%N, None) in
          match best with
          | Some (q, i) => (PositiveMap.add (own_code x) q worths,
                            PositiveMap.add (own_code x) i picks)
          | None => (worths, picks)
          end
      end) order (told_values told k, PositiveMap.empty N) in
    Layer worths picks ranks.

  Definition same_layer (l : list node) (a b : layer) : bool :=
    let value m x := match find (own_code x) (worths m) with Some q => q | None => 0 end in
    let pick m x := match find (own_code x) (picks m) with Some i => i | None => 0%N end in
    all (fun x => (pick a x =? pick b x)%N && Qeq_bool (value a x) (value b x)) l.

  (* A choice of several states has the lowest of its ranks where it matters. *)
  Definition of_part (k : N) (p : part (state P)) : option layer :=
    let '(worths, picks, ranks) := fold_left (fun '(worths, picks, ranks) x =>
      let own := part_pick p (of_state x) in
      let told := told_at k x in
      let q := match told with Some q => q | None => part_value p (of_state x) own end in
      let matters := match told with Some _ => false | None => negb (Qle_bool q 0) end in
      let '(_, ranks) := fold_left (fun '(i, ranks) r =>
        (N.succ i,
         if matters && (negb maximise || (i =? own)%N) then
           let n := part_rank p (of_state x) i in
           let k := choice_code (of_choice r) in
           PositiveMap.add k (match find k ranks with Some m => N.min m n | None => n end) ranks
         else ranks)) (rows x) (0%N, ranks) in
      (PositiveMap.add (own_code x) q worths, PositiveMap.add (own_code x) own picks, ranks))
      nodes (PositiveMap.empty Q, PositiveMap.empty N, PositiveMap.empty N) in
    let told := fold_left (fun m x =>
      match told_at k x with Some _ => PositiveMap.add (own_code x) tt m | None => m end)
      nodes (PositiveMap.empty unit) in
    if part_fits p (fun x => is_in told (node_code x))
    then Some (Layer worths picks ranks) else None.

  Definition later (k : N) (pending : list N) : list N :=
    sorted_by (fun n => n) (app pending
      (map (N.add k) (filter (fun e => (0 <? e)%N && (k + e <=? last)%N) amounts))).

  (* The end of the play alone is a goal: it has its value, and nothing else changes with it. *)
  Definition with_end_told (told : list node) (k : N) (l : layer) : option layer :=
    let q := if counts_at k then 1 else 0 in
    let of x := match find (own_code x) (worths l) with Some q => q | None => 0 end in
    let other := filter (fun x => negb (Qeq_bool (of x) q)) (if goal_is_told then [] else told) in
    match other with
    | [] => None
    | _ =>
        Some (Layer (fold_left (fun m x => PositiveMap.add (own_code x) q m) other (worths l))
          (picks l) (layer_ranks l))
    end.

  (* One number after the other where something may change. *)
  Definition find_layers (order : option (list node * table N)) (base : option (part (state P)))
      (parts : list (part (state P))) : option layers :=
    let told := goals in
    let ranks := match order with Some (_, r) => r | None => PositiveMap.empty N end in
    let changing := match order with Some (l, _) => app told l | None => [] end in
    let below := match base with
      | Some p => of_part 0 p
      | None => Some (Layer (PositiveMap.empty Q) (PositiveMap.empty N) ranks)
      end in
    let turn := (last + 1 - lowest)%N in
    let first := match base with Some _ => 1%N | None => 0%N end in
    let pending := sorted_by (fun k => k) (filter (fun k => (first <=? k)%N && (k <=? last)%N)
      (first :: app amounts (map (N.add turn) (0%N :: amounts)))) in
    let before := match base, order with
      | Some _, _ => None
      | None, Some _ => Some (false, [])
      | None, None =>
          Some (false, fold_left (fun l x =>
            if active x then each_arm (fun l _ => 0 :: l) l x else l) nodes [])
      end in
    match repeat_until as_often_as_need_be (fun '(pending, found, before, parts) =>
      match pending with
      | [] => inr (match parts, below with [], Some _ => Some found | _, _ => None end)
      | k :: pending =>
          let there := there_so_far found k in
          let now := layer_so_far found k in
          match order with
          | Some (order, ranks) =>
              let l := calculated told order ranks k there in
              if match before with Some _ => same_layer changing now l | None => false end
              then inl (pending, found, before, parts)
              else inl (later k pending, (k, l) :: found, Some (false, []), parts)
          | None =>
              let (counting, numbers) := signature told k there in
              if match before with
                 | Some (b, l) => Bool.eqb b counting && same_lists Qeq_bool l numbers
                 | None => false
                 end
              then
                match with_end_told told k now with
                | Some l => inl (pending, (k, l) :: found, before, parts)
                | None => inl (pending, found, before, parts)
                end
              else
                match parts with
                | [] => inr None
                | p :: parts =>
                    match of_part k p with
                    | Some l =>
                        inl (later k pending, (k, l) :: found, Some (counting, numbers), parts)
                    | None => inr None
                    end
                end
          end
      end) (pending, match below with Some l => [(0%N, l)] | None => [] end, before, parts)
    with
    | inr (Some found) => tree_of 64 (map (fun e => (fst e, Always (snd e))) (rev' found))
    | _ => None
    end.
End Search.
