(* Classes of bisimilar states in a file about a number of steps: whether they are so is looked at as
   the plain checker does. Nothing rests on it, and nothing is proved of it: the value is calculated
   of all states. *)
From Coq Require Import QArith String List Bool ZArith NArith FMapPositive.
From exactbox Require Import Definitions Arrays Questions Reading.
Import ListNotations.
Local Open Scope string_scope.

(* Whether classes are numbered from 0 by their first states. *)
Definition numbered_by_first (l : list N) : bool :=
  match
    fold_left (fun next k =>
      match next with
      | Some n => if (k <? n)%N then next else if (k =? n)%N then Some (N.succ n) else None
      | None => None
      end) l (Some 0%N)
  with Some _ => true | None => false end.

(* What an action pays, whether it ends the play in the goal, the weight of all that it leads to,
   and that of each class that is kept, without a common divisor. *)
Definition seen_action := (Q * bool * Z * list (positive * Z))%type.

Definition action_seen (class : N -> N) (kept : N -> bool) (ended : bool)
    (c : list (positive * N) * Q) : seen_action :=
  let (l, r) := c in
  let ends := match l with [] => true | _ => false end in
  let whole := if ends then 1%Z else fold_left (fun n e => (n + Zpos (fst e))%Z) l 0%Z in
  let to := PositiveMap.elements (fold_left (fun t e =>
    let k := class (snd e) in
    let old := match get t k with Some v => v | None => 0%Z end in
    if kept k then PositiveMap.add (N.succ_pos k) (old + Zpos (fst e))%Z t else t)
    l (PositiveMap.empty Z)) in
  let d := fold_left (fun d e => Z.gcd d (snd e)) to whole in
  (r, ended && ends, (whole / d)%Z, map (fun e => (fst e, (snd e / d)%Z)) to).

Definition same_action (a b : seen_action) : bool :=
  match a, b with
  | (r, e, n, l), (r', e', n', l') =>
      Qeq_bool r r' && Bool.eqb e e' && (n =? n')%Z
      && same_lists (fun p q => Pos.eqb (fst p) (fst q) && (snd p =? snd q)%Z) l l'
  end.

Definition classes_alike (ask : question) (w : json) : bool :=
  match optional "classes" (items natural) w with
  | Some (Some label) =>
      let m := asked_of ask in
      let of_label := of_list label in
      let class s := match get of_label s with Some k => k | None => 0%N end in
      let '(goal, ended, stays) := match asks ask with
        | Reach_within _ goal ended stay => (member (set goal), ended, staying stay)
        | _ => (fun _ => false, false, fun _ => true)
        end in
      let boundary s := if goal s then Some true else if stays s then None else Some false in
      let each := combine label (states_of m) in
      let first := of_list (rev' (snd (fold_left (fun found e =>
        if (fst e =? fst found)%N then (N.succ (fst found), snd e :: snd found) else found)
        each (0%N, [])))) in
      let first_of k := match get first k with Some s => s | None => 0%N end in
      let kept k := match boundary (first_of k) with Some false => false | _ => true end in
      let seen := of_list (map (action_seen class kept ended)
        (combine (branches_of m) (rewards_of m))) in
      let options := of_list (options_of m) in
      let actions s := match get options s with
        | Some l => flat_map (fun c => match get seen c with Some a => [a] | None => [] end) l
        | None => []
        end in
      forallb (fun e =>
        let '(k, s) := e in
        let t := first_of k in
        match boundary s, boundary t with
        | Some b, Some b' => Bool.eqb b b'
        | None, None =>
            let mine := actions s in
            let theirs := actions t in
            forallb (fun a => existsb (same_action a) theirs) mine
            && forallb (fun a => existsb (same_action a) mine) theirs
        | _, _ => false
        end) each
  | _ => true
  end.
