(* Witnesses for games that are given by their rules: a table of entries is all they take. The
   states are those that the listed choices lead to, and what is picked is the best option, of
   equally good ones one with the least rank. *)
From Coq Require Import QArith List Lia Lqa Bool ZArith NArith FMapPositive Hexadecimal.
From exactbox Require Import Definitions Plays Players Kernel Tables Checkers TotalChecker Games.
Import ListNotations.

Section Game.
  Variable P : process.
  Variable code : choice P -> positive.
  Variable decode : positive -> choice P.
  Hypothesis decodes : forall c, decode (code c) = c.
  Variable begin : state P.
  Variable maximise : bool.
  Variable den : N -> positive.
  Variable m : table entry.
  Hypothesis ordered : forall k l a b, find k m = Some a -> find l m = Some b ->
    finite a = true -> finite b = true -> (order a < order b)%Z ->
    (value den a <= value den b)%Q.

  (* Whether a is better than b. *)
  Definition better (a b : entry) : bool :=
    let smaller x y := negb (at_most_value den y x) in
    if (order a =? order b)%Z then
      if (if maximise then smaller b a else smaller a b) then true
      else if (if maximise then smaller a b else smaller b a) then false
      else (rank a <? rank b)%N
    else if maximise then (order b <? order a)%Z else (order a <? order b)%Z.

  Fixpoint best (c : choice P) (e : option entry) (l : list (choice P)) : choice P :=
    match l with
    | [] => c
    | d :: l =>
        let f := find (code d) m in
        match f, e with
        | None, _ => best c e l
        | Some _, None => best d f l
        | Some b, Some a => if better b a then best d f l else best c e l
        end
    end.

  Definition best_option (x : state P) (l : list (choice P)) : choice P :=
    match l with [] => decode 1 | c :: l => best c (find (code c) m) l end.

  Definition game_choices : list (choice P) := map decode (keys m).

  Definition game_witness (pick : state P -> list (choice P) -> choice P) : witness P := {|
    Checkers.code := code;
    every f :=
      if f begin
      then all (fun c => all (fun b => f (snd b)) (branches P c)) game_choices else false;
    listed := game_choices;
    Checkers.pick := pick;
    Checkers.den := den;
    look k := find k m |}.

  Definition game_states : list (state P) :=
    begin :: flat_map (fun c => map snd (branches P c)) game_choices.

  Lemma game_made pick : well_made P (game_witness pick) game_states.
  Proof.
    split; cbn [Checkers.code listed look Checkers.den every game_witness].
    - intros c d e. rewrite <- (decodes c), <- (decodes d), e. reflexivity.
    - intros f H x [<- | i]; apply if_and in H as [B H]; [exact B | ].
      apply in_flat_map in i as [c [j k]]. apply in_map_iff in k as [b [<- k]].
      exact (all_spec _ _ (all_spec _ _ H c j) b k).
    - exact ordered.
    - intros c H. apply in_keys in H. apply in_map_iff. exists (code c).
      split; [exact (decodes c) | exact H].
    - intros c p z i j. right. apply in_flat_map. exists c. split; [exact i | ].
      apply in_map_iff. exists (p, z). split; [reflexivity | exact j].
  Qed.

  Lemma begin_node : In begin game_states.
  Proof. left. reflexivity. Qed.
End Game.

(* What a headline takes: the denominator of all values, their numerators sorted, and for each
   choice, by its code, the place of its value there, and a rank. *)
Inductive placed := At (code : positive) (place rank : N).

Record sorted_values := Sorted {
  denominator : positive;
  numerators : list Z;
  places : list placed }.

(* A number of hexadecimal digits, in linear time: those that follow, the lowest first, times 16,
   plus a digit. *)
Fixpoint lowest_first (digits : Hexadecimal.uint) : N :=
  let put rest of zero := match rest with N0 => zero | Npos p => Npos (of p) end in
  match digits with
  | Nil => 0
  | D0 l => put (lowest_first l) (fun p => p~0~0~0~0)%positive 0
  | D1 l => put (lowest_first l) (fun p => p~0~0~0~1)%positive 1
  | D2 l => put (lowest_first l) (fun p => p~0~0~1~0)%positive 2
  | D3 l => put (lowest_first l) (fun p => p~0~0~1~1)%positive 3
  | D4 l => put (lowest_first l) (fun p => p~0~1~0~0)%positive 4
  | D5 l => put (lowest_first l) (fun p => p~0~1~0~1)%positive 5
  | D6 l => put (lowest_first l) (fun p => p~0~1~1~0)%positive 6
  | D7 l => put (lowest_first l) (fun p => p~0~1~1~1)%positive 7
  | D8 l => put (lowest_first l) (fun p => p~1~0~0~0)%positive 8
  | D9 l => put (lowest_first l) (fun p => p~1~0~0~1)%positive 9
  | Da l => put (lowest_first l) (fun p => p~1~0~1~0)%positive 10
  | Db l => put (lowest_first l) (fun p => p~1~0~1~1)%positive 11
  | Dc l => put (lowest_first l) (fun p => p~1~1~0~0)%positive 12
  | Dd l => put (lowest_first l) (fun p => p~1~1~0~1)%positive 13
  | De l => put (lowest_first l) (fun p => p~1~1~1~0)%positive 14
  | Df l => put (lowest_first l) (fun p => p~1~1~1~1)%positive 15
  end%N.

Definition hex (digits : Number.uint) : Z :=
  match digits with
  | Number.UIntHexadecimal d => Z.of_N (lowest_first (Hexadecimal.rev d))
  | Number.UIntDecimal _ => 0
  end.

Section Sorted.
  Variable data : sorted_values.

  Definition sorted_den : N -> positive := fun _ => denominator data.

  Definition sorted_table : table entry :=
    by_place (numerators data) (of_pairs (map (fun '(At c p r) => (c, (p, r))) (places data))).

  Definition sorted_witness P code decode (begin : state P) maximise : witness P :=
    game_witness P code decode begin sorted_den sorted_table
      (best_option P code decode maximise sorted_den sorted_table).

  Lemma sorted_ordered : sorted (numerators data) = true ->
    forall k l a b, find k sorted_table = Some a -> find l sorted_table = Some b ->
    finite a = true -> finite b = true -> (order a < order b)%Z ->
    (value sorted_den a <= value sorted_den b)%Q.
  Proof. intros H. exact (by_place_orders (numerators data) sorted_den _ H). Qed.
End Sorted.

(* The least expected cost, and the greatest expected reward, of a play from its beginning. *)
Section Total.
  Variable P : process.
  Variable code : choice P -> positive.
  Variable decode : positive -> choice P.
  Hypothesis decodes : forall c, decode (code c) = c.
  Variable begin : state P.
  Variable maximise : bool.

  Definition check_best_total (data : sorted_values) (claim : Q) : bool :=
    if sorted (numerators data) then
      let w := sorted_witness data P code decode begin maximise in
      if check_total P w (fun _ => maximise) true true nowhere (fun _ => 0%N) then
        Qeq_bool (worth_of P w total_reward begin) claim
      else false
    else false.

  Lemma best_total data claim : check_best_total data claim = true ->
    game_value P (fun _ => maximise) (earning 1 begin) claim.
  Proof.
    unfold check_best_total. intros H. apply if_and in H as [S H]. apply if_and in H as [H C].
    apply Qeq_bool_iff in C.
    assert (made := game_made P code decode decodes begin _ _ (sorted_ordered data S)
      (best_option P code decode maximise (sorted_den data) (sorted_table data))).
    destruct (total_checked P _ _ made _ true true nowhere _ begin H (begin_node _ _ _ _))
      as [[s [Hs L]] [t [Ht U]]]; try reflexivity.
    split.
    - exists s. split; [exact Hs | ]. intros r Hr. exact (at_least_eq _ _ _ C (L r Hr)).
    - exists t. split; [exact Ht | ]. intros r Hr. exact (at_most_eq _ _ _ C (U r Hr)).
  Qed.
End Total.

(* The card game -------------------------------------------------------------------------------- *)

Definition check_cards (g : cards) (data : sorted_values) (claim : Q) : bool :=
  check_best_total (card_game g) N.succ_pos Pos.pred_N Begin false data claim.

Theorem cards_checked g data claim :
  check_cards g data claim = true -> least_expected_cost (card_game g) Begin claim.
Proof.
  intros H. apply least_is_value. apply (best_total (card_game g) N.succ_pos Pos.pred_N) in H.
  - exact H.
  - intros c. apply N.pos_pred_succ.
Qed.

(* Shut the Box --------------------------------------------------------------------------------- *)

Definition box_code (c : box_choice) : positive :=
  match c with
  | Ended score => (N.succ_pos score)~0
  | Roll position all_dice =>
      if all_dice then (N.succ_pos position)~0~1 else (N.succ_pos position)~1~1
  end.

Definition box_decode (k : positive) : box_choice :=
  match k with
  | (k~0)%positive => Ended (Pos.pred_N k)
  | (k~0~1)%positive => Roll (Pos.pred_N k) true
  | (k~1~1)%positive => Roll (Pos.pred_N k) false
  | _ => Ended 0
  end.

Lemma box_decodes c : box_decode (box_code c) = c.
Proof.
  destruct c as [score | position [ | ]]; cbn [box_code box_decode]; rewrite N.pos_pred_succ;
    reflexivity.
Qed.

Definition check_box (g : box_rules) (maximise : bool) (data : sorted_values) (claim : Q) : bool :=
  check_best_total (shut_the_box g) box_code box_decode Begin maximise data claim.

Theorem box_greatest_checked g data claim :
  check_box g true data claim = true -> greatest_expected_reward (shut_the_box g) Begin claim.
Proof.
  intros H. apply greatest_is_value.
  exact (best_total (shut_the_box g) box_code box_decode box_decodes Begin true data claim H).
Qed.

Theorem box_least_checked g data claim :
  check_box g false data claim = true -> least_expected_cost (shut_the_box g) Begin claim.
Proof.
  intros H. apply least_is_value.
  exact (best_total (shut_the_box g) box_code box_decode box_decodes Begin false data claim H).
Qed.
