(* What the first of some players in order expects at Shut the Box, found by backward induction in
   integers, from the last player to the first, and the proof that what is found is so.

   What a player faces is a standing: the lowest score so far, and how many tie with who holds it.
   For each standing that a player may face, one pass over the rolls within reach finds what the
   player expects of each roll and what each holder of the lowest score does, the best move being
   picked with the tie-break. Those values are integers over one denominator; that a division
   leaves no rest is checked. The rolls are listed so that moves lead to earlier ones; nothing is
   believed of the list: what a roll leads to and has no value yet makes the search fail. *)
From Coq Require Import QArith List Lia Lqa Bool ZArith NArith Arith FMapPositive Setoid.
From exactbox Require Import Definitions Plays Kernel Tables Games GameCheckers.
From exactbox Require Import MatchDefinitions Match.
Import ListNotations.
Local Open Scope Q_scope.

(* Standings ------------------------------------------------------------------------------------ *)

(* The lowest score so far, and how many tie with a player who holds it; if only the earliest of
   those who tie counts, none do. *)
Definition standing := option (N * nat).

Section Match.
  Variable g : match_rules.
  Variable choices : list box_choice.   (* the rolls, each after those that its moves lead to *)

  Definition earlier : bool := match ties g with Earlier => true | _ => false end.

  Definition meet (st : standing) (s : N) : N * nat :=
    match st with
    | None => (s, O)
    | Some (b, m) =>
        if (s <? b)%N then (s, O)
        else if (s =? b)%N then if earlier then (b, m) else (b, S m)
        else (b, m)
    end.

  (* Whether a player with this score comes to hold the lowest, and whether who holds it keeps it. *)
  Definition joins (st : standing) (s : N) : bool :=
    match st with
    | None => true
    | Some (b, _) => if (s <? b)%N then true else if (s =? b)%N then negb earlier else false
    end.

  Definition keeps (st : standing) (s : N) : bool :=
    match st with None => true | Some (b, _) => (b <=? s)%N end.

  (* What a holder gets in the end. *)
  Definition final (m : nat) : Q :=
    match ties g with
    | Lose => match m with O => 1 | _ => 0 end
    | _ => 1 # Pos.of_succ_nat m
    end.

  (* What the player and each holder expect when the turn ends with this score, those who are to
     come leaving to a holder what later says. *)
  Definition after (later : N -> nat -> option Q) (st : standing) (s : N) : option (Q * Q) :=
    let left :=
      if at_once g && (s =? 0)%N then Some 1 else let (b, m) := meet st s in later b m in
    match left with
    | None => None
    | Some q => Some (if joins st s then q else 0, if keeps st s then q else 0)
    end.

  Definition place_in_tie_break (c : box_choice) : N * N * N :=
    (score_left g c, position_left c, how_rolled c).

  Definition throw_of (c : box_choice) : throw :=
    let l := branches (shut_the_box (box_of g)) c in
    Throw (box_code c) (place_in_tie_break c) (total l)
      (fold_right (fun '(w, z) => add_outcome w
        (map box_code (options (shut_the_box (box_of g)) z))) [] l).

  Definition throws : list throw :=
    flat_map (fun c => match c with Ended _ => [] | Roll _ _ => [throw_of c] end) choices.

  Definition end_scores : list N :=
    map Pos.pred_N (keys (set (map (score_left g) (Ended 0 :: choices)))).

  (* Enough for all denominators. *)
  Definition scale : positive :=
    let n := fold_right Pos.mul 1%positive (map Pos.of_nat (dice (box_of g))) in
    Pos.pow n (Pos.of_nat (length (tiles (box_of g) ++ behind (box_of g)))).

  Definition scaled (D : positive) (q : Q) : option Z := divide (Qnum q * Zpos D)%Z (Qden q).

  Section Tables.
    Variable all_throws : list throw.
    Variable all_scores : list N.
    Variable most_scale : positive.

    Fixpoint add_ends (D : positive) (l : list (N * (Q * Q))) : option (table prospects) :=
      match l with
      | [] => Some (PositiveMap.empty prospects)
      | (s, (u, t)) :: l =>
          match scaled D u, scaled D t, add_ends D l with
          | Some u, Some t, Some m =>
              Some (PositiveMap.add (box_code (Ended s))
                                    (Prospects u t (place_in_tie_break (Ended s))) m)
          | _, _, _ => None
          end
      end.

    Fixpoint ends_paid (later : N -> nat -> option Q) (st : standing) (l : list N)
        : option (list (N * (Q * Q))) :=
      match l with
      | [] => Some []
      | s :: l =>
          match after later st s, ends_paid later st l with
          | Some p, Some m => Some ((s, p) :: m)
          | _, _ => None
          end
      end.

    Definition common (l : list (N * (Q * Q))) : positive :=
      fold_right (fun '(_, (u, t)) d =>
        Z.to_pos (Z.lcm (Zpos (Qden u)) (Z.lcm (Zpos (Qden t)) (Zpos d)))) 1%positive l.

    (* A stage: the denominator, and the prospects of all choices. *)
    Definition stage (later : N -> nat -> option Q) (st : standing)
        : option (positive * table prospects) :=
      match ends_paid later st all_scores with
      | None => None
      | Some l =>
          let D := (most_scale * common l)%positive in
          match add_ends D l with
          | None => None
          | Some m => match add_throws all_throws m with Some m => Some (D, m) | None => None end
          end
      end.

    (* What the player, and what each holder expects of a turn that begins at this position. *)
    Definition of_stage (later : N -> nat -> option Q) (st : standing) (position : N)
        : option (Q * Q) :=
      match stage later st with
      | None => None
      | Some (D, m) =>
          match best_of m (map box_code (next (box_of g) position)) with
          | None => None
          | Some (_, e) => Some (Qred (own e # D), Qred (held e # D))
          end
      end.

    (* What each holder expects if n players are still to come, of those that follow the first. *)
    Fixpoint left_by (n : nat) : N -> nat -> option Q :=
      match n with
      | O => fun _ m => Some (final m)
      | S n =>
          let later := left_by n in
          let full := N.ones (N.of_nat (length (tiles (box_of g) ++ behind (box_of g)))) in
          let ms := seq 0 (if earlier then 1 else players g - S n) in
          let faced := filter (fun b => negb (at_once g && (b =? 0)%N)) all_scores in
          let found := of_pairs (map (fun b => (N.succ_pos b,
            map (fun m => option_map snd (of_stage later (Some (b, m)) full)) ms)) faced) in
          fun b m =>
            match find (N.succ_pos b) found with
            | None => None
            | Some row => match nth_error row m with Some q => q | None => None end
            end
      end.

    Definition first_expects : option Q :=
      match players g with
      | O => None
      | S n => option_map fst (of_stage (left_by n) None (start (box_of g)))
      end.
  End Tables.

  Definition match_value : option Q := first_expects throws end_scores scale.

  Definition check_match (claim : Q) : bool :=
    match match_value with Some v => Qeq_bool v claim | None => false end.
End Match.

(* All rolls from a box of one row: moves lead to lower masks. *)
Definition rolls_of_one_row (g : box_rules) : list box_choice :=
  flat_map (fun n => next g (N.of_nat n)) (seq 1 (Nat.pow 2 (length (tiles g)) - 1)).
