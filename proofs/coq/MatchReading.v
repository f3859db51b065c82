(* What a file says of players in order at Shut the Box (proofs/FORMAT.md, version 2); like
   Reading.v a reader of the extracted checker's verdict believes read_match. What the first player
   expects is calculated anew, from the rules alone; that the stages of the witness say the same is
   looked at besides, so that a file which says otherwise is refused. *)
From Coq Require Import QArith String List Bool ZArith NArith FMapPositive.
From exactbox Require Import Definitions Arrays Games MatchDefinitions.
From exactbox Require Import MatchStage MatchStandings MatchSearch MatchChecker GameCheckers.
From exactbox Require Import Questions Sorting Json GameReading.
Import ListNotations.
Local Open Scope string_scope.

Definition read_match (j : json) : option match_rules :=
  _ <- fields ["at_once"; "behind"; "choice"; "dice"; "first"; "limit"; "most"; "one_die";
    "players"; "rule"; "score"; "single"; "start"; "stop"; "tie_break"; "ties"; "tiles"] j;
  box <- read_rules Score j;
  at_once <- field "at_once" j; at_once <- truth at_once;
  players <- field "players" j; players <- small players; need (Nat.ltb 0 players);
  tie_break <- field "tie_break" j; tie_break <- word tie_break;
  need (tie_break =? "lowest-score-left");
  ties <- field "ties" j; ties <- word ties;
  ties <- match ties with
    | "share" => Some Share
    | "lose" => Some Lose
    | "earlier" => Some Earlier
    | _ => None
    end;
  Some (Match box players ties at_once).

(* Nothing below need be read to believe a verdict ---------------------------------------------- *)

(* Positions that one roll may lead to. *)
Definition positions_after (g : box_rules) (position : N) : list N :=
  let turn := shut_the_box g in
  flat_map (fun c => flat_map (fun b => flat_map (fun d =>
    match d with
    | Roll p _ => [p]
    | Ended s => if (s =? 0)%N then [0%N] else []    (* the shut box *)
    end) (options turn (snd b))) (branches turn c))
    (next g position).

(* Those within reach, each before those that it leads to: moves shut tiles. *)
Fixpoint visit (g : box_rules) (depth : nat) (position : N) (found : table unit * list N)
    : table unit * list N :=
  match get (fst found) position, depth with
  | None, S depth =>
      let begun := (PositiveMap.add (N.succ_pos position) tt (fst found), snd found) in
      let (seen, l) := fold_left (fun found p => visit g depth p found)
        (positions_after g position) begun in
      (seen, position :: l)
  | _, _ => found
  end.

Definition positions_of (g : match_rules) : list N :=
  let box := box_of g in
  let depth := S (S (List.length (app (tiles box) (behind box)))) in
  rev' (snd (visit box depth (all_tiles g)
    (visit box depth (start box) (PositiveMap.empty unit, [])))).

(* What the witness says of the stages, compared with what has been found ----------------------- *)

(* All denominators and numerators: of each number of open tiles, over the rolls. *)
Definition vector := list (positive * list Z).

Definition read_stages (w : json) : option (list (vector * vector)) :=
  let vector := items (pair_of positive_number (items integer)) in
  f <- fields ["stages"] w;
  match f with
  | [stages] => items (fun j =>
      f <- fields ["held"; "values"] j;
      match f with
      | [held; values] => held <- vector held; values <- vector values; Some (values, held)
      | _ => None
      end) stages
  | _ => None
  end.

Record layout := Layout {
  scores_of : list N;                         (* increasing *)
  rolls_by_tiles : list (list box_choice) }.  (* of each number of tiles, by score and position *)

Definition layout_of (g : match_rules) (positions : list N) : layout :=
  let box := box_of g in
  let count := List.length (app (tiles box) (behind box)) in
  let all := N.ones (N.of_nat count) in
  let open_tiles p := List.length (concat (open box p)) in
  let key p := (score_of box p * (all + 1) + p)%N in
  let lines := map (fun n => sorted_by key (filter (fun p => Nat.eqb (open_tiles p) n) positions))
    (seq 1 count) in
  Layout (sorted_by (fun s => s) (map (score_of box) positions)) (map (flat_map (next box)) lines).

Section Stages.
  Variable g : match_rules.
  Variable l : layout.
  Variable in_form_only : bool.

  Definition faced_scores : list N :=
    filter (fun b => negb (at_once g && (b =? 0)%N)) (scores_of l).

  (* The most that may hold the lowest score when so many are still to come. *)
  Definition most_holders (n : nat) : nat := if earlier g then 1 else players g - S n.

  (* The stages of each player, the last one's first; of one only for who begins. *)
  Definition stages_of (n : nat) : nat :=
    if Nat.eqb (S n) (players g) then 1 else List.length faced_scores * most_holders n.

  Fixpoint is_vector (D : positive) (found : list (list Z)) (v : vector) : bool :=
    match found, v with
    | [], [] => true
    | row :: found, (d, numbers) :: v =>
        Nat.eqb (List.length row) (List.length numbers)
        && (in_form_only || forallb (fun e => (fst e * Zpos D =? snd e * Zpos d)%Z)
             (combine numbers row))
        && is_vector D found v
    | _, _ => false
    end.

  (* Up to a score at which all ends pay the same, what is rolled is left out. *)
  Fixpoint last_settled (of : N -> Z * Z) (first : Z * Z) (s : N) (rest : list N) : N :=
    match rest with
    | [] => s
    | t :: rest =>
        let (u, v) := of t in
        if (u =? fst first)%Z && (v =? snd first)%Z then last_settled of first t rest else s
    end.

  Definition is_stage (st : standing) (D : positive) (m : table prospects) (given : vector * vector)
      : bool :=
    let of c := match find (box_code c) m with Some e => (own e, held e) | None => (0, 0)%Z end in
    let ends s := of (Ended s) in
    let top :=
      match scores_of l with s :: rest => last_settled ends (ends s) s rest | [] => 0%N end in
    let rolls := filter (fun r => match r with [] => false | _ => true end)
      (map (filter (fun c => (top <? score_left g c)%N)) (rolls_by_tiles l)) in
    let all f := map (map (fun c => f (of c))) rolls in
    let follows := match st with
      | None => true
      | Some (_, k) => forallb (fun s =>
          let (u, v) := ends s in (u + Z.of_nat (S k) * v =? Zpos D)%Z) (scores_of l)
      end in
    is_vector D (all fst) (fst given)
    && if follows then match snd given with [] => true | _ => false end
       else is_vector D (all snd) (snd given).

  Definition agree (stages : list (list (vector * vector))) (n : nat) (st : standing)
      (D : positive) (m : table prospects) : bool :=
    match nth_error stages n with
    | None => false
    | Some here =>
        let place := match st with
          | None => Some O
          | Some (b, k) =>
              option_map (fun e => (N.to_nat (snd e) * most_holders n + k)%nat)
                (List.find (fun e => (fst e =? b)%N)
                  (combine faced_scores (numbers (List.length faced_scores))))
          end in
        match place with
        | None => true     (* of a score that no turn ends with *)
        | Some k => match nth_error here k with Some s => is_stage st D m s | None => false end
        end
    end.
End Stages.

Inductive outcome := In_no_form | Not_so | Not_found | Expected (v : Q).

Definition check_match_stages (g : match_rules) (w : json) : outcome :=
  let positions := positions_of g in
  let l := layout_of g positions in
  let choices := flat_map (next (box_of g)) positions in
  match read_stages w with
  | None => In_no_form
  | Some stages =>
      match cut (map (stages_of g l) (seq 0 (players g))) stages [] with
      | None => In_no_form
      | Some stages =>
          match match_value_if g choices (agree g l false stages) with
          | Some v => Expected v
          | None =>
              match match_value_if g choices (agree g l true stages), match_value g choices with
              | Some _, _ => Not_so
              | None, Some _ => In_no_form
              | None, None => Not_found
              end
          end
      end
  end.

Theorem match_sound g w v : check_match_stages g w = Expected v -> first_player_expects g v.
Proof.
  unfold check_match_stages. destruct (read_stages w) as [stages | ]; [ | discriminate].
  destruct (cut _ stages []) as [parts | ]; [ | discriminate].
  destruct (match_value_if g _ (agree _ _ false _)) as [u | ] eqn:e.
  - intros H. injection H as <-. apply (match_value_sound _ _ _ _ _ e). reflexivity.
  - intros H. destruct (match_value_if g _ (agree _ _ true _)); [discriminate H | ].
    destruct (match_value g (flat_map _ _)); discriminate H.
Qed.
