(* The checker of certificates about games that are given by their rules, and the proof that what
   it finds is so. A certificate numbers the choices within reach; that numbering is found anew
   here, and nothing need be proved of it.

   Like check of exactbox/checker/objectives.py. *)
From Coq Require Import QArith List Lia Lqa Bool ZArith NArith FMapPositive.
From exactbox Require Import Definitions Plays Players Kernel Tables Prepare Checkers TotalChecker.
From exactbox Require Import CostChecker Games GameCheckers Questions Sorting Certificates.
Import ListNotations.

(* Numbers within reach of some, in increasing order. *)
Section Search.
  Variable next : N -> list N.

  Definition search := (list N * table unit)%type.      (* those to be visited, those seen *)

  Definition see (s : search) (n : N) : search :=
    match get (snd s) n with
    | Some _ => s
    | None => (n :: fst s, PositiveMap.add (N.succ_pos n) tt (snd s))
    end.

  Definition visit (s : search) : search :=
    match fst s with [] => s | n :: rest => fold_left see (next n) (rest, snd s) end.

  Fixpoint visit_all (fuel : positive) (s : search) : search :=
    match fst s with
    | [] => s
    | _ =>
        match fuel with
        | xH => visit s
        | xO fuel => visit_all fuel (visit_all fuel s)
        | xI fuel => visit_all fuel (visit_all fuel (visit s))
        end
    end.

  Definition within_reach (start : list N) : list N :=
    let s := fold_left see start ([], PositiveMap.empty unit) in
    sorted_by (fun n => n) (map Pos.pred_N (keys (snd (visit_all (2 ^ 60) s)))).
End Search.

(* The masks of cards: what a turn turns over does not depend on the mask. *)
Definition card_choices (g : cards) : list N :=
  let turns := within_reach (fun _ => []) (flat_map (fun '(_, faces) => after_turn g 0 faces)
                                                    (rolls (card_dice g))) in
  within_reach (fun mask => if (mask =? down_at_goal g)%N then [] else map (N.lxor mask) turns)
    [down_at_start g].

(* First the ends, by their scores; then rolls, by score, mask, and all dice before one. Keys are as
   short as they can be, since what has been seen is found by their bits. *)
Definition box_choices (g : box_rules) : list box_choice :=
  let masks := (2 ^ N.of_nat (length (tiles g ++ behind g)))%N in
  let key c :=
    match c with
    | Ended score => 2 * score
    | Roll mask all_dice =>
        2 * (2 * (score_of g mask * masks + mask) + (if all_dice then 0 else 1)) + 1
    end%N in
  let choice_of k :=
    if (k mod 2 =? 0)%N then Ended (k / 2)
    else Roll (k / 4 mod masks) (k / 2 mod 2 =? 0)%N in
  let P := shut_the_box g in
  let found := map choice_of (within_reach
    (fun k => map key (flat_map (fun b => options P (snd b)) (branches P (choice_of k))))
    (map key (options P Begin))) in
  let ends := flat_map (fun c => match c with Ended s => [s] | Roll mask _ => [score_of g mask] end)
                       found in
  map Ended (within_reach (fun _ => []) ends) ++
  filter (fun c => match c with Ended _ => false | Roll _ _ => true end) found.

Section Game.
  Variable P : process.
  Variable code : choice P -> positive.
  Variable decode : positive -> choice P.
  Hypothesis decodes : forall c, decode (code c) = c.
  Variable begin : state P.
  Variable maximise : bool.
  Variable choices : list (choice P).
  Variable e : evidence.

  Definition certificate_witness (y : payoff_of P) : witness P :=
    let raw := given P code choices (ranks e) (values e) in
    let raw_dens := given_dens (values e) in
    let leading := PositiveMap.map (lead (den_of raw_dens)) raw in
    let pick := best_option P code decode maximise (den_of raw_dens) leading in
    let (entries, dens) := filled P code y nowhere false choices (ranks e) (values e)
      raw raw_dens pick in
    game_witness P code decode begin (den_of dens) (PositiveMap.map (lead (den_of dens)) entries)
      pick.

  Lemma certificate_made y : exists states,
    well_made P (certificate_witness y) states /\ In begin states.
  Proof.
    unfold certificate_witness. cbv zeta. destruct (filled _ _ _ _ _ _ _ _ _ _ _) as [entries dens].
    eexists. split; [ | apply begin_node].
    apply (game_made P code decode decodes begin). exact (lead_orders (den_of dens) entries).
  Qed.

  Definition best_value (y : payoff_of P) (check : witness P -> bool) : option Q :=
    let w := certificate_witness y in if check w then Some (worth_of P w y begin) else None.

  Lemma best_value_spec y check v : best_value y check = Some v ->
    exists w states, well_made P w states /\ In begin states /\ check w = true /\
      v = worth_of P w y begin.
  Proof.
    unfold best_value. destruct (check (certificate_witness y)) eqn:c; [ | discriminate].
    intros H. injection H as <-. destruct (certificate_made y) as [states [made i]].
    exists (certificate_witness y), states.
    split; [exact made | split; [exact i | split; [exact c | reflexivity]]].
  Qed.

  Definition least_cost_found : option Q :=
    best_value (until nowhere) (fun w => check_cost P w false true true nowhere true nowhere
      (fun _ => 0%N)).

  Lemma least_cost_sound v : least_cost_found = Some v ->
    least_of_reaching P (fun _ => false) true begin v.
  Proof.
    intros H. unfold least_cost_found in H.
    apply best_value_spec in H as [w [states [made [i [c ->]]]]].
    exact (least_cost_checked P w _ made nowhere true begin nowhere (fun _ => 0%N) c i).
  Qed.

  Definition greatest_reward_found : option Q :=
    best_value total_reward (fun w => check_total P w (fun _ => true) true true nowhere
      (fun _ => 0%N)).

  Lemma greatest_reward_sound v : greatest_reward_found = Some v ->
    greatest_expected_reward P begin v.
  Proof.
    intros H. unfold greatest_reward_found in H.
    apply best_value_spec in H as [w [states [made [i [c ->]]]]]. apply greatest_is_value.
    destruct (total_checked P w _ made (fun _ => true) true true nowhere (fun _ => 0%N) begin c i)
      as [lo hi].
    exact (conj (lo eq_refl) (hi eq_refl)).
  Qed.
End Game.

(* A rank for each choice, and values of some of them, of each once. *)
Definition numbers_fit (choices : nat) (e : evidence) : bool :=
  let valued b := map fst (flat_map snd b) in
  let fits l := forallb (fun k => (k <? N.of_nat choices)%N) l
    && Nat.eqb (length (sorted_by (fun k => k) l)) (length l) in
  Nat.eqb (length (ranks e)) choices && fits (valued (values e))
  && match upper_values e with Some b => fits (valued b) | None => true end.

Inductive game_finding := Worth (v : Q) | Not_proved | Ill_formed.

Definition find_worth {C} (choices : list C) (e : evidence) (found : list C -> option Q) :=
  if numbers_fit (length choices) e
  then match found choices with Some v => Worth v | None => Not_proved end
  else Ill_formed.

(* What the start of a game is worth, if the witness proves it. *)
Definition check_game_certificate (g : game) (e : evidence) : game_finding :=
  match g with
  | Card_game g => find_worth (card_choices g) e (fun choices =>
      least_cost_found (card_game g) N.succ_pos Pos.pred_N Begin false choices e)
  | Box_turn g true => find_worth (box_choices g) e (fun choices =>
      greatest_reward_found (shut_the_box g) box_code box_decode Begin true choices e)
  | Box_turn g false => find_worth (box_choices g) e (fun choices =>
      least_cost_found (shut_the_box g) box_code box_decode Begin false choices e)
  end.

Lemma find_worth_found {C} (choices : list C) e found v :
  find_worth choices e found = Worth v -> found choices = Some v.
Proof.
  unfold find_worth. destruct (numbers_fit _ e); [ | discriminate].
  destruct (found choices); [ | discriminate]. intros H. injection H as <-. reflexivity.
Qed.

Theorem game_certificate_sound g e v : check_game_certificate g e = Worth v -> game_means g v.
Proof.
  destruct g as [g | g [ | ]]; cbn [check_game_certificate game_means]; intros H;
    apply find_worth_found in H; revert H.
  - apply least_cost_sound. intros c. apply N.pos_pred_succ.
  - apply greatest_reward_sound. exact box_decodes.
  - apply least_cost_sound. exact box_decodes.
Qed.
