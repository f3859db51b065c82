(* What a file about a process asks: from JSON to an explicit model and a question about it. A reader
   of the extracted checker's verdict believes this, like Questions.v: what is not in these forms is
   not checked. A question has just the fields it should, in their order. *)
From Coq Require Import QArith String List Bool ZArith NArith.
From exactbox Require Import Definitions Arrays Prepare Games Questions GameReading.
From exactbox Require Import Certificates GameCertificates.
From exactbox Require Export Json.
Import ListNotations.
Local Open Scope string_scope.

Definition read_model (j : json) (rewards : option (list Q)) : option model :=
  f <- fields ["branches"; "choice"; "options"; "rule"; "target"; "weight"] j;
  match f with
  | [branches; choice; options; rule; target; weight] =>
      rule <- word rule; need (rule =? "explicit");
      branches <- items small branches;
      choice <- items natural choice;
      options <- items small options;
      target <- items natural target;
      weight <- items positive_number weight;
      need (forallb (fun n => negb (Nat.eqb n 0)) options);
      let choice := match choice with [] => numbers (list_sum options) | _ => choice end in
      options <- cut options choice [];
      both <- zip_onto weight target [];
      branches <- cut branches both [];
      let count := N.of_nat (List.length branches) in
      need (forallb (fun c => (c <? count)%N) choice);
      let rewards := match rewards with Some l => l | None => map (fun _ => 0) branches end in
      need (Nat.eqb (List.length rewards) (List.length branches));
      Some (Model options branches rewards)
  | _ => None
  end.

Definition states_in (j : json) : option (list N) :=
  f <- fields ["name"; "states"] j; match f with [_; s] => items natural s | _ => None end.

Definition goal_in (j : json) : option (list N * bool) :=
  f <- fields ["ended"; "name"; "states"] j;
  match f with
  | [ended; _; states] => s <- items natural states; ended <- truth ended; Some (s, ended)
  | _ => None
  end.

Definition rewards_in (j : json) : option (list Q) :=
  f <- fields ["name"; "of"] j; match f with [_; l] => items rational l | _ => None end.

(* The question, and its initial states. *)
Definition read_question (j : json) : option (question * list N) :=
  objective <- field "objective" j; objective <- word objective;
  sense <- field "sense" j; sense <- word sense;
  need (if sense =? "max" then true else sense =? "min");
  start <- field "start" j; start <- items natural start;
  need (match start with [] => false | _ => true end);
  goal <- optional "goal" goal_in j;
  stay <- optional "stay" states_in j;
  rewards <- optional "reward" rewards_in j;
  second <- optional "second" (items natural) j;
  discount <- optional "discount" rational j;
  steps <- optional "steps" small j;
  model <- field "model" j;
  model <- read_model model rewards;
  let inside l := forallb (fun x => (x <? N.of_nat (List.length (options_of model)))%N) l in
  need (match goal with Some (l, _) => inside l | None => true end);
  need (match stay with Some l => inside l | None => true end);
  need (match second with Some l => inside l | None => true end);
  let has keys := match fields keys j with Some _ => true | None => false end in
  let ask o := Some (Question model o (sense =? "max")
    (match second with Some l => l | None => [] end), start) in
  match objective, goal, stay, discount, steps with
  | "reach", Some (g, ended), None, _, _ =>
      need has ["goal"; "model"; "objective"; "second"; "sense"; "start"];
      ask (Reach g ended None)
  | "reach", Some (g, ended), Some s, _, _ =>
      need has ["goal"; "model"; "objective"; "second"; "sense"; "start"; "stay"];
      ask (Reach g ended (Some s))
  | "cost", Some (g, ended), _, _, _ =>
      need has ["goal"; "model"; "objective"; "reward"; "sense"; "start"];
      ask (Cost g ended)
  | "total", _, _, _, _ =>
      need has ["model"; "objective"; "reward"; "second"; "sense"; "start"];
      ask Total
  | "discounted", _, _, Some d, _ =>
      need has ["discount"; "model"; "objective"; "reward"; "second"; "sense"; "start"];
      ask (Discounted d)
  | "mean_payoff", _, _, _, _ =>
      need has ["model"; "objective"; "reward"; "sense"; "start"];
      ask Mean_payoff
  | "within_steps", Some (g, ended), None, _, Some n =>
      need has ["goal"; "model"; "objective"; "sense"; "start"; "steps"];
      ask (Reach_within n g ended None)
  | "within_steps", Some (g, ended), Some s, _, Some n =>
      need has ["goal"; "model"; "objective"; "sense"; "start"; "stay"; "steps"];
      ask (Reach_within n g ended (Some s))
  | "within_steps", None, _, None, Some n =>
      need has ["model"; "objective"; "reward"; "sense"; "start"; "steps"];
      ask (Reward_within n 1)
  | "within_steps", None, _, Some d, Some n =>
      need (Qle_bool 0 d && negb (Qle_bool 1 d));
      need has ["discount"; "model"; "objective"; "reward"; "sense"; "start"; "steps"];
      ask (Reward_within n d)
  | _, _, _, _, _ => None
  end.

(* Nothing below need be read to believe a verdict ---------------------------------------------- *)

Definition read_blocks (j : json) : option blocks :=
  items (fun b =>
    match b with
    | Items [d; keys; ns] =>
        d <- positive_number d; keys <- items natural keys; ns <- items integer ns;
        members <- zip_onto keys ns []; Some (d, members)
    | _ => None
    end) j.

Definition or_nothing {A} (l : option (option (list A))) : list A :=
  match l with Some (Some l) => l | _ => [] end.

(* Where there are lower and upper values, they are bounds. A policy is not read for a game. *)
Definition read_evidence (j : json) (of_game : bool) : evidence :=
  let naturals key := or_nothing (optional key (items natural) j) in
  let blocks key := or_nothing (optional key read_blocks j) in
  let bounds := match field "lower" j with Some _ => true | None => false end in
  Evidence (if of_game then [] else naturals "policy")
    (blocks (if bounds then "lower" else "values")) (if bounds then Some (blocks "upper") else None)
    (naturals "ranks") (naturals "infinite") (naturals "levels") (naturals "components")
    (naturals "heights") (blocks "bias").

(* Files ---------------------------------------------------------------------------------------- *)

Inductive verdict :=
  | Unreadable
  | Invalid
  | Game_valid (v : Q)
  | Valid (l : list (N * answer)).

Definition check_file (j : json) : verdict :=
  match fields ["certificate"; "kind"; "question"; "witness"] j with
  | Some [Number 2%Z; Text kind _; q; w] =>
      if kind =? "process" then
        match read_game q with
        | Some g =>
            match check_game_certificate g (read_evidence w true) with
            | Worth v => Game_valid v
            | Not_proved => Invalid
            | Ill_formed => Unreadable
            end
        | None =>
            match read_question q with
            | Some (q, start) =>
                match check_certificate q (read_evidence w false) start with
                | Some l => Valid l
                | None => Invalid
                end
            | None => Unreadable
            end
        end
      else Unreadable
  | _ => Unreadable
  end.

(* What a verdict says of a file's question is so. *)
Theorem file_sound j :
  match check_file j with
  | Game_valid v =>
      exists q g, field "question" j = Some q /\ read_game q = Some g /\ game_means g v
  | Valid l =>
      exists q m start, field "question" j = Some q /\ read_question q = Some (m, start) /\
      map fst l = start /\ forall x a, In (x, a) l -> means m x a
  | _ => True
  end.
Proof.
  unfold check_file.
  destruct (fields ["certificate"; "kind"; "question"; "witness"] j) as [f | ] eqn:ef; [ | exact I].
  assert (Q : forall a b q w, f = [a; b; q; w] -> field "question" j = Some q).
  { intros a b q w ->. destruct j as [ | | | l | ]; try discriminate. cbn [fields] in ef.
    rewrite (fields_are _ _ _ ef). reflexivity. }
  destruct f as [ | [[ | p | p] | | | | ] [ | [ | kind n | | | ] [ | q [ | w [ | ]]]]]; try exact I;
    destruct p as [p | p | ]; try exact I; destruct p; try exact I.
  destruct (kind =? "process"); [ | exact I]. specialize (Q _ _ q w eq_refl).
  destruct (read_game q) as [g | ] eqn:eg.
  - destruct (check_game_certificate g _) as [v | | ] eqn:ev; try exact I.
    exists q, g. split; [exact Q | split; [exact eg | exact (game_certificate_sound _ _ _ ev)]].
  - destruct (read_question q) as [[m start] | ] eqn:eq; [ | exact I].
    destruct (check_certificate m _ start) as [l | ] eqn:el; [ | exact I].
    exists q, m, start. split; [exact Q | split; [exact eq | ]].
    exact (certificate_sound _ _ _ _ el).
Qed.
