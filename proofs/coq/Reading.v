(* What a file says: from JSON to questions, games and witnesses (proofs/FORMAT.md, version 2). A
   reader of the extracted checker's verdict believes this, like Questions.v: what is
   not in these forms is not checked. A question has just the fields it should, in their order. *)
From Coq Require Import QArith String List Bool ZArith NArith.
From exactbox Require Import Definitions Arrays Prepare Games Questions.
From exactbox Require Import Certificates GameCertificates.
Import ListNotations.
Local Open Scope string_scope.

(* A text comes with the number that its hexadecimal digits are, if they are. *)
Inductive json :=
  | Number (n : Z)
  | Text (s : string) (n : option Z)
  | Items (l : list json)
  | Object (l : list (string * json))
  | Null.

Notation "x <- a ; b" := (match a with Some x => b | None => None end)
  (at level 100, a at next level, right associativity).
Notation "'need' a ; b" := (if a then b else None) (at level 100, right associativity).

(* All or nothing; without a deep stack. *)
Fixpoint each_onto {A B} (f : A -> option B) (l : list A) (found : list B) : option (list B) :=
  match l with [] => Some (rev' found) | a :: l => b <- f a; each_onto f l (b :: found) end.

Definition each {A B} (f : A -> option B) (l : list A) : option (list B) := each_onto f l [].

Definition items {B} (f : json -> option B) (j : json) : option (list B) :=
  match j with Items l => each f l | _ => None end.

(* Long integers are texts of hexadecimal digits; others are not. *)
Definition short (n : Z) : bool := (Z.abs n <? 10 ^ 18)%Z.

Definition integer (j : json) : option Z :=
  match j with
  | Number n => need (short n); Some n
  | Text _ (Some n) => need ((n <? 0)%Z || negb (short n)); Some n
  | _ => None
  end.

Definition natural (j : json) : option N :=
  match j with Number n => need (0 <=? n)%Z && short n; Some (Z.to_N n) | _ => None end.

Definition positive_number (j : json) : option positive :=
  n <- integer j; need (0 <? n)%Z; Some (Z.to_pos n).

Definition truth (j : json) : option bool :=
  n <- natural j; need (n <? 2)%N; Some (n =? 1)%N.

Definition small (j : json) : option nat :=
  n <- natural j; need (n <? 10 ^ 7)%N; Some (N.to_nat n).

Definition rational (j : json) : option Q :=
  match j with
  | Items [p; q] =>
      p <- integer p; q <- positive_number q;
      need (1 <? Zpos q)%Z && (Z.gcd p (Zpos q) =? 1)%Z; Some (p # q)
  | _ => n <- integer j; Some (n # 1)
  end.

Definition pair_of {A B} (f : json -> option A) (g : json -> option B) (j : json)
    : option (A * B) :=
  match j with Items [a; b] => a <- f a; b <- g b; Some (a, b) | _ => None end.

Definition word (j : json) : option string := match j with Text s _ => Some s | _ => None end.

(* The values of an object that has these keys, in this order. *)
Fixpoint fields_of (keys : list string) (l : list (string * json)) : option (list json) :=
  match keys, l with
  | [], [] => Some []
  | key :: keys, (k, j) :: l => need (k =? key); l <- fields_of keys l; Some (j :: l)
  | _, _ => None
  end.

Definition fields (keys : list string) (j : json) : option (list json) :=
  match j with Object l => fields_of keys l | _ => None end.

Definition field (key : string) (j : json) : option json :=
  match j with
  | Object l =>
      match List.find (fun e => fst e =? key) l with Some (_, j) => Some j | None => None end
  | _ => None
  end.

Definition optional {A} (key : string) (f : json -> option A) (j : json) : option (option A) :=
  match field key j with Some j => a <- f j; Some (Some a) | None => Some None end.

(* Lists side by side; and a list cut into pieces. *)
Fixpoint zip_onto {A B} (l : list A) (m : list B) (found : list (A * B)) : option (list (A * B)) :=
  match l, m with
  | [], [] => Some (rev' found)
  | a :: l, b :: m => zip_onto l m ((a, b) :: found)
  | _, _ => None
  end.

Fixpoint take {A} (n : nat) (l : list A) (found : list A) : option (list A * list A) :=
  match n, l with
  | O, _ => Some (rev' found, l)
  | S n, a :: l => take n l (a :: found)
  | S _, [] => None
  end.

Fixpoint cut {A} (sizes : list nat) (l : list A) (found : list (list A)) : option (list (list A)) :=
  match sizes, l with
  | [], [] => Some (rev' found)
  | n :: sizes, l =>
      match take n l [] with Some (piece, l) => cut sizes l (piece :: found) | None => None end
  | [], _ :: _ => None
  end.

(* Explicit models ------------------------------------------------------------------------------ *)

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

(* Games ---------------------------------------------------------------------------------------- *)

Definition increase (l : list N) : bool :=
  (fix go l := match l with a :: ((b :: _) as m) => (a <? b)%N && go m | _ => true end) l.

Definition some_positive (l : list N) : bool :=
  match l with [] => false | _ => forallb (fun n => negb (n =? 0)%N) l end.

Definition read_cards (j : json) : option cards :=
  f <- fields ["cards"; "dice"; "goal"; "rule"; "start"] j;
  match f with
  | [count; dice; goal; _; start] =>
      count <- natural count;
      dice <- items (items (pair_of natural positive_number)) dice;
      goal <- natural goal;
      start <- natural start;
      let fits mask := (mask <? 2 ^ count)%N in
      need (count <? 60)%N;
      need (forallb (fun die => increase (map fst die) && some_positive (map fst die)) dice
        && fits goal && fits start && negb (Nat.eqb (List.length dice) 0));
      Some (Cards count dice start goal)
  | _ => None
  end.

(* Whether it is a game, and the turn begins where no tile is shut behind one that is open. *)
Definition valid_box (g : box_rules) : bool :=
  let n := N.of_nat (List.length (tiles g)) in
  some_positive (tiles g) && increase (tiles g) && (n + N.of_nat (List.length (behind g)) <? 60)%N
  && match behind g with
     | [] => true
     | b => some_positive b && Nat.eqb (List.length b) (List.length (tiles g))
            && match score g with Digits => false | _ => true end
            && (N.ldiff (start g mod 2 ^ n) (start g / 2 ^ n) =? 0)%N
     end
  && (start g <? 2 ^ (n + N.of_nat (List.length (behind g))))%N
  && some_positive (map N.of_nat (dice g))
  && ((first g =? 0)%N || existsb (N.eqb (first g)) (tiles g)).

(* The rules of a box, but for what the turn pays. *)
Definition read_rules (goal : aim) (j : json) : option box_rules :=
  rule <- field "rule" j; rule <- word rule; need (rule =? "shutbox");
  let number key := k <- field key j; natural k in
  let all_numbers key := k <- field key j; items natural k in
  tiles <- all_numbers "tiles";
  behind <- all_numbers "behind";
  dice <- field "dice" j; dice <- items small dice;
  limit <- number "limit";
  one_die <- field "one_die" j; one_die <- word one_die;
  one_die <- match one_die with
    | "never" => need (limit =? 0)%N; Some Never
    | "sum" => Some (If_sum limit)
    | "above" => Some (If_each limit)
    | _ => None
    end;
  may_choose <- field "choice" j; may_choose <- truth may_choose;
  need (match one_die with Never => negb may_choose | _ => Nat.ltb 1 (List.length dice) end);
  single <- field "single" j; single <- truth single;
  most <- number "most"; need (negb single || (most =? 0)%N);
  first <- number "first";
  ending <- number "stop";
  score <- field "score" j; score <- word score;
  score <- match score with
    | "sum" => Some Sum
    | "count" => Some Count
    | "digits" => Some Digits
    | _ => None
    end;
  start <- number "start";
  let g := Rules tiles behind dice one_die may_choose single most first ending score goal start in
  need (forallb (fun n => n <? 10 ^ 9)%N (app tiles behind) && Nat.leb (List.length dice) 32);
  need (valid_box g);
  Some g.

Definition read_box (j : json) : option box_rules :=
  aim <- field "goal" j; aim <- word aim;
  let rest := ["first"; "goal"; "limit"; "most"; "one_die"; "rule"; "score"; "single"; "start";
    "stop"] in
  let all := if aim =? "beat"
    then app ["behind"; "best"; "choice"; "dice"] (app rest ["tie"; "tiles"])
    else app ["behind"; "choice"; "dice"] (app rest ["tiles"]) in
  _ <- fields all j;
  goal <- match aim with
    | "shut" => Some Shut
    | "score" => Some Score
    | "beat" =>
        best <- field "best" j; best <- natural best; tie <- field "tie" j; tie <- rational tie;
        need (Qle_bool 0 tie && Qle_bool tie 1);
        Some (Beat best tie)
    | _ => None
    end;
  read_rules goal j.

Definition read_game (j : json) : option game :=
  f <- fields ["model"; "objective"; "sense"] j;
  match f with
  | [model; objective; sense] =>
      objective <- word objective; sense <- word sense;
      rule <- field "rule" model; rule <- word rule;
      match rule, objective, sense with
      | "flip", "cost", "min" => g <- read_cards model; Some (Card_game g)
      | "shutbox", "cost", "min" => g <- read_box model; Some (Box_turn g false)
      | "shutbox", "total", "max" => g <- read_box model; Some (Box_turn g true)
      | _, _, _ => None
      end
  | _ => None
  end.

(* Witnesses, of which nothing need be believed ------------------------------------------------- *)

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

Lemma each_onto_spec {A B} (f : A -> option B) l : forall found m, each_onto f l found = Some m ->
  exists r, m = app (rev' found) r /\ Forall2 (fun a b => f a = Some b) l r.
Proof.
  induction l as [ | a l IH]; intros found m; cbn [each_onto].
  - intros e. injection e as <-. exists []. rewrite app_nil_r. split; [reflexivity | constructor].
  - destruct (f a) as [b | ] eqn:e; [ | discriminate]. intros H.
    destruct (IH _ _ H) as [r [-> F]]. exists (b :: r). split; [ | constructor; assumption].
    unfold rev'. rewrite <- !rev_alt. cbn [rev]. rewrite <- app_assoc. reflexivity.
Qed.

Lemma each_spec {A B} (f : A -> option B) l m :
  each f l = Some m -> Forall2 (fun a b => f a = Some b) l m.
Proof. intros H. destruct (each_onto_spec f l [] m H) as [r [-> F]]. exact F. Qed.

Lemma fields_are keys : forall l f, fields_of keys l = Some f -> l = combine keys f.
Proof.
  induction keys as [ | key keys IH]; intros [ | [k j] l] f H; cbn [fields_of] in H;
    try discriminate; [injection H as <-; reflexivity | ].
  destruct (String.eqb_spec k key) as [-> | ne]; [ | discriminate].
  destruct (fields_of keys l) as [r | ] eqn:e; [ | discriminate]. injection H as <-.
  cbn [combine]. rewrite (IH l r e). reflexivity.
Qed.

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
