(* What a reader must believe of players who take one turn each of Shut the Box, in order, for a
   pot that the lowest score wins: the match as a process, what each player gets of the pot, and
   what it means that everybody maximises their own part of it, with a tie-break among equally good
   moves. Nothing is proved here. *)
From Coq Require Import QArith NArith List Bool.
From exactbox Require Import Definitions Games.
Import ListNotations.

(* Players in one process ----------------------------------------------------------------------- *)

Section Players.
  Variable P : process.
  Variable begin : state P.
  Variable player : state P -> nat.                   (* who chooses *)
  Variable part : nat -> payoff_of P.                 (* what is paid to each of them *)
  Variable precedes : choice P -> choice P -> Prop.   (* the tie-break *)

  Inductive reachable : state P -> Prop :=
  | at_begin : reachable begin
  | further x c w z :
      reachable x -> In c (options P x) -> In (w, z) (branches P c) -> reachable z.

  (* What player i expects from state x if all play as the policy s says. *)
  Definition expects (i : nat) (s : policy P) (x : state P) (v : Q) : Prop :=
    converges (fun n => J P (part i) s n [] x) v.

  (* All do what pi says; or so they do after a first choice; or all but player i do, who follows a
     policy of their own. *)
  Definition steady (pi : state P -> choice P) : policy P := fun _ x => [(1, pi x)].

  Definition first_then (c : choice P) (pi : state P -> choice P) : policy P :=
    fun h x => match h with [] => [(1, c)] | _ => [(1, pi x)] end.

  Definition alone (i : nat) (s : policy P) (pi : state P -> choice P) : policy P :=
    fun h x => if Nat.eqb (player x) i then s h x else [(1, pi x)].

  (* Whoever chooses takes what is best for themselves, all going on as pi says; and of what is
     equally good the first in the tie-break. *)
  Definition sensible (pi : state P -> choice P) : Prop :=
    forall x, reachable x ->
    In (pi x) (options P x) /\
    forall c, In c (options P x) -> c = pi x \/
      exists v w, expects (player x) (steady pi) x v /\
                  expects (player x) (first_then c pi) x w /\
                  (w < v \/ (w == v /\ precedes (pi x) c)).

  (* Nowhere does anybody get more by a policy of their own, even one that remembers the past and
     tosses coins. *)
  Definition nobody_gains (pi : state P -> choice P) : Prop :=
    forall i s x v, allowed P s -> reachable x -> expects i (steady pi) x v ->
    at_most (fun n => J P (part i) (alone i s pi) n [] x) v.

  (* What player i expects if everybody is sensible: there is but one way to be. *)
  Definition expects_among_sensible (i : nat) (v : Q) : Prop :=
    exists pi, sensible pi /\
      (forall other, sensible other -> forall x, reachable x -> other x = pi x) /\
      nobody_gains pi /\
      expects i (steady pi) begin v.
End Players.

(* The match ------------------------------------------------------------------------------------ *)

(* What those who tie for the lowest score get: equal shares of the pot; nothing; or all of it the
   one who played before the others. *)
Inductive tie_rule := Share | Lose | Earlier.

Record match_rules := Match {
  box_of : box_rules;   (* the goal there says nothing; the first player begins at the start there,
                           the others with all tiles *)
  players : nat;
  ties : tie_rule;
  at_once : bool }.     (* who shuts the box wins, and nobody plays on *)

Section Match.
  Variable g : match_rules.

  (* The scores of those who have played, in order. *)
  Definition scores := list N.

  Definition finished (l : scores) : bool :=
    (players g <=? length l)%nat || (at_once g && existsb (fun s => s =? 0)%N l).

  (* A score is the lowest. *)
  Definition lowest (l : scores) (s : N) : bool := forallb (fun t => s <=? t)%N l.

  (* What player i gets, counted from 0. *)
  Definition share (i : nat) (l : scores) : Q :=
    match nth_error l i with
    | None => 0
    | Some s =>
        if lowest l s then
          match ties g with
          | Share => 1 # Pos.of_nat (length (filter (lowest l) l))
          | Lose => if (length (filter (lowest l) l) =? 1)%nat then 1 else 0
          | Earlier => if existsb (lowest l) (firstn i l) then 0 else 1
          end
        else 0
    end.

  Definition all_tiles : N := N.ones (N.of_nat (length (tiles (box_of g) ++ behind (box_of g)))).

  Definition begins_with (l : scores) : N :=
    match l with [] => start (box_of g) | _ => all_tiles end.

  Definition match_play : process := {|
    state := scores * moment;
    choice := scores * box_choice;
    options '(l, x) :=
      map (pair l) (match x with
                    | Begin => next (box_of g) (begins_with l)
                    | Rolled _ _ => options (shut_the_box (box_of g)) x
                    end);
    reward _ := 0;
    branches '(l, c) :=
      match c with
      | Ended s => if finished (l ++ [s]) then [] else [(1%positive, (l ++ [s], Begin))]
      | Roll _ _ => map (fun '(w, z) => (w, (l, z))) (branches (shut_the_box (box_of g)) c)
      end |}.

  Definition turn_of (x : state match_play) : nat := length (fst x).

  (* The end of the match pays. *)
  Definition part_of (i : nat) : payoff_of match_play := {|
    paid '(l, c) :=
      match c with
      | Ended s => if finished (l ++ [s]) then share i (l ++ [s]) else 0
      | Roll _ _ => 0
      end;
    stop _ := None;
    over := 0;
    discount := 1 |}.

  (* The tie-break: the lowest score left; then the higher tile shut where two moves differ, the
     row behind being higher, so that the mask is less; then all dice before one. *)
  Definition score_left (c : box_choice) : N :=
    match c with Ended s => s | Roll position _ => score_of (box_of g) position end.

  Definition position_left (c : box_choice) : N :=
    match c with Ended _ => 0 | Roll position _ => position end.

  Definition how_rolled (c : box_choice) : N :=
    match c with Ended _ => 0 | Roll _ true => 1 | Roll _ false => 2 end.

  Definition precedes (c d : box_choice) : Prop :=
    (score_left c < score_left d \/ (score_left c = score_left d /\
      (position_left c < position_left d \/ (position_left c = position_left d /\
        how_rolled c < how_rolled d))))%N.

  (* The first player's expected part of the pot. *)
  Definition first_player_expects (v : Q) : Prop :=
    expects_among_sensible match_play ([], Begin) turn_of part_of
      (fun c d => precedes (snd c) (snd d)) 0 v.
End Match.

(* So many players at a box with tiles 1 to n and two dice with six sides: those who tie share, and
   who shuts the box wins at once. *)
Definition match_at_box (players n : nat) (one : one_die_rule) : match_rules := {|
  box_of := {|
    tiles := map N.of_nat (seq 1 n); behind := []; dice := [6; 6]%nat;
    one_die := one; may_choose := false; single := false; most := 0; first := 0; ending := 0;
    score := Sum; goal := Score; start := N.ones (N.of_nat n) |};
  players := players; ties := Share; at_once := true |}.
