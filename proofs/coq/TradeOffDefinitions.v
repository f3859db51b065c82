(* Several objectives of one process at once (proofs/FORMAT.md, kind trade_off): what is asked, and
   what an answer says. With ProductDefinitions.v these are the definitions that a reader must
   believe; nothing is proved here. *)
From Coq Require Import QArith List Bool ZArith NArith.
From exactbox Require Import Definitions Arrays Questions ProductDefinitions.
Import ListNotations.
Local Open Scope Q_scope.

(* To be reached: one of these states, or the end of the play, by way of these states, within so
   many steps. *)
Record until_asked := Until_asked {
  goals : list N; goal_ended : bool; by_way_of : option (list N); within : option nat }.

Inductive objective_asked :=
  | Probability (all : list until_asked)            (* that all of these are reached *)
  | Reward_until (goal : until_asked) (r : list Q)  (* of each choice *)
  | Reward_total (r : list Q) (steps : option nat).

(* A probability may be that of the complement. The bound, which may be strict, is the least that is
   asked for, or where the objective is minimised the most. *)
Record aim := Aim {
  objective_of : objective_asked;
  complemented : bool;
  maximised : bool;
  bound_of : option (Q * bool) }.

Inductive trade_off_claim :=
  | Best (v : Q)          (* of the first objective, where the others keep to their bounds *)
  | Achieved              (* all keep to their bounds *)
  | Not_achieved
  | Best_ratio (v : Q).   (* of the probability of both, over that of the second *)

Record trade_off_question := Trade_off { of_model : model; aims : list aim; begins : N }.

Section Meaning.
  Variable q : trade_off_question.
  Local Notation P := (explicit (of_model q)).

  Definition until_in (u : until_asked) : until_of P :=
    @Until P (member (set (goals u))) (staying (by_way_of u)) (goal_ended u) (within u).

  Definition untils_of (a : aim) : list until_asked :=
    match objective_of a with Probability l => l | Reward_until u _ => [u] | _ => [] end.

  Definition untils : list (until_of P) := map until_in (flat_map untils_of (aims q)).

  (* The objectives, which name the untils by their numbers, from k on. *)
  Fixpoint objectives_from (k : nat) (l : list aim) : list (objective P) :=
    match l with
    | [] => []
    | a :: l =>
        match objective_of a with
        | Probability us => Conjunction P (seq k (length us))
        | Reward_until _ r => Cost P k (number_of r)
        | Reward_total r None => Total P (number_of r)
        | Reward_total r (Some n) => First P n (number_of r)
        end :: objectives_from (k + length (untils_of a)) l
    end.

  Definition objectives : list (objective P) := objectives_from 0 (aims q).

  (* Steps are counted up to this number. *)
  Definition most : nat :=
    let steps a := match objective_of a with
      | Probability us => map within us
      | Reward_total _ k => [k]
      | Reward_until _ _ => []
      end in
    fold_right (fun k n => match k with Some k => Nat.max k n | None => n end) O
      (flat_map steps (aims q)).

  (* The goals of rewards until a goal: policies count that reach them almost surely. *)
  Definition costs : list nat :=
    flat_map (fun o => match o with Cost _ j _ => [j] | _ => [] end) objectives.

  Definition no_pay (_ : memory) (_ : choice P) : Q := 0.
  Definition remembers := remember P untils most.
  Definition played y s n first x := J_with P memory remembers no_pay y s n first [] x.

  (* What is remembered at first: a goal may be reached where the play begins. *)
  Definition first : memory := (map (fun u => judge (P := P) u Open 0 (begins q)) untils, O).

  Definition counting (s : policy P) : Prop :=
    allowed P s /\
    at_least (fun n => played (win (product P untils most no_pay) (goals_won P costs)
      (ends_early P untils costs)) s n first (begins q)) 1.

  (* What n steps pay, in the mean. *)
  Definition paid_of (o : objective P) (s : policy P) (n : nat) : Q :=
    match o with Conjunction _ js => if all_won js first then 1 else 0 | _ => 0 end
    + played (sums (P := product P untils most no_pay) (pay_of P untils most o)) s n
        first (begins q).

  (* The more the better. *)
  Definition gain (ao : aim * objective P) (s : policy P) (n : nat) : Q :=
    let v := if complemented (fst ao) then 1 - paid_of (snd ao) s n else paid_of (snd ao) s n in
    if maximised (fst ao) then v else - v.

  Definition as_gain (a : aim) (v : Q) : Q := if maximised a then v else - v.

  Definition keeps (s : policy P) (ao : aim * objective P) : Prop :=
    match bound_of (fst ao) with
    | None => True
    | Some (b, false) => finally_at_least (gain ao s) (as_gain (fst ao) b)
    | Some (b, true) => exists g, as_gain (fst ao) b < g /\ finally_at_least (gain ao s) g
    end.

  Definition asked : list (aim * objective P) := combine (aims q) objectives.

  Definition all_keep (s : policy P) (l : list (aim * objective P)) : Prop :=
    forall ao, In ao l -> keeps s ao.

  Definition is_strict (a : aim) : bool :=
    match bound_of a with Some (_, strict) => strict | None => false end.

  Definition trade_off_means (c : trade_off_claim) : Prop :=
    match c, asked with
    | Achieved, _ => exists s, counting s /\ all_keep s asked
    | Not_achieved, _ => forall s, counting s -> ~ all_keep s asked
    | Best v, ao :: others =>
        let g := as_gain (fst ao) v in
        (forall s, counting s -> all_keep s others -> finally_at_most (gain ao s) g) /\
        if existsb (fun b => is_strict (fst b)) others
        then forall eps, 0 < eps ->
          exists s, counting s /\ all_keep s others /\ at_least (gain ao s) (g - eps)
        else exists s, counting s /\ all_keep s others /\ converges (gain ao s) g
    | Best_ratio v, [both; condition] =>
        let quotient s n := paid_of (snd both) s n / paid_of (snd condition) s n in
        let possible s := exists p, 0 < p /\ finally_at_least (paid_of (snd condition) s) p in
        (forall s, counting s -> possible s ->
          if maximised (fst both) then finally_at_most (quotient s) v
          else finally_at_least (quotient s) v) /\
        exists s, counting s /\ possible s /\ converges (quotient s) v
    | _, _ => False
    end.
End Meaning.
