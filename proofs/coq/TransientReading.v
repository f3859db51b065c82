(* What a file says of a Markov chain up to a time (proofs/FORMAT.md, version 2); like Reading.v a
   reader of the extracted checker's verdict believes read_transient. *)
From Coq Require Import QArith String List Bool ZArith NArith.
From exactbox Require Import Definitions Questions Certificates Reading.
From exactbox Require Import TransientDefinitions TransientChecker.
Import ListNotations.
Local Open Scope string_scope.

(* A chain: state s has the choice s, which leads somewhere. *)
Definition read_chain (j : json) : option model :=
  m <- read_model j None;
  need (forallb (fun sl => match snd sl with [c] => (c =? fst sl)%N | _ => false end)
      (combine (states_of m) (options_of m))
    && forallb (fun l => match l with [] => false | _ => true end) (branches_of m)
    && Nat.eqb (List.length (branches_of m)) (List.length (options_of m)));
  Some m.

(* The question, and its initial states. *)
Definition read_transient (j : json) : option (transient_question * list N) :=
  objective <- field "objective" j; objective <- word objective;
  chain <- field "model" j; chain <- read_chain chain;
  let count := N.of_nat (List.length (options_of chain)) in
  let inside l := forallb (fun x => (x <? count)%N) l in
  let for_each l := Nat.eqb (List.length l) (List.length (options_of chain)) in
  start <- field "start" j; start <- items natural start;
  need (increase start && inside start && match start with [] => false | _ => true end);
  rates <- field "rates" j; rates <- items rational rates;
  need (for_each rates && forallb (fun e => negb (Qle_bool e 0)) rates);
  let ask o := Some (Transient_question chain rates o, start) in
  let has keys := match fields keys j with Some _ => true | None => false end in
  let rest := ["model"; "objective"; "rates"] in
  if objective =? "until" then
      goal <- field "goal" j; goal <- goal_in goal;
      stay <- optional "stay" states_in j;
      earliest <- optional "at_least" rational j;
      latest <- optional "at_most" rational j;
      let there {A} (key : string) (a : option A) :=
        match a with Some _ => [key] | None => [] end in
      need has (there "at_least" earliest ++ there "at_most" latest ++ ["goal"] ++ rest
        ++ ["start"] ++ there "stay" stay)%list;
      need (inside (fst goal) && negb (snd goal)
        && inside (match stay with Some l => l | None => [] end));
      need (match earliest, latest with
        | Some t, Some t' => negb (Qle_bool t 0) && Qle_bool t t'
        | Some t, None => negb (Qle_bool t 0)
        | None, Some t => Qle_bool 0 t
        | None, None => false
        end);
      ask (Until (fst goal) stay earliest latest)
  else
      need has (rest ++ ["reward"; "start"; "time"])%list;
      reward <- field "reward" j; name <- field "name" reward; _ <- word name;
      time <- field "time" j; time <- rational time; need Qle_bool 0 time;
      accrues <- field "rate" reward; accrues <- items rational accrues; need for_each accrues;
      if objective =? "cumulative" then
        _ <- fields ["name"; "of"; "rate"] reward;
        rings <- field "of" reward; rings <- items rational rings; need for_each rings;
        ask (Cumulative accrues rings time)
      else
        need objective =? "instantaneous";
        _ <- fields ["name"; "rate"] reward; ask (Instantaneous accrues time).

(* Nothing below need be read to believe a verdict ---------------------------------------------- *)

(* The witness: digits, windows, and evidence of a base. *)
Definition read_transient_witness (o : transient_question) (w : json)
    : option (N * list (Z * Z) * option evidence) :=
  let endless := match objective_of o with Until _ _ _ None => true | _ => false end in
  let stages := match objective_of o with Until _ _ (Some _) (Some _) => 2 | _ => 1 end%nat in
  _ <- fields ((if endless then ["base"] else []) ++ ["digits"; "windows"])%list w;
  digits <- field "digits" w; digits <- natural digits; need (digits <=? 1000)%N;
  windows <- field "windows" w; windows <- items (items natural) windows;
  windows <- each (fun l =>
    match l with [a; b] => Some (Z.of_N a, Z.of_N b) | _ => None end) windows;
  need (Nat.eqb (List.length windows) stages);
  base <- optional "base" (fun j =>
    _ <- fields ["policy"; "ranks"; "values"] j; Some (read_evidence j false)) w;
  Some (digits, windows, base).

Inductive transient_outcome := Not_in_form | Not_proved | Bounds (l : list (N * answer)).

Definition check_transient_witness (o : transient_question) (start : list N) (w : json)
    : transient_outcome :=
  match read_transient_witness o w with
  | None => Not_in_form
  | Some (digits, windows, base) =>
      match check_transient o digits windows base start with
      | Some l => Bounds l
      | None => Not_proved
      end
  end.

Theorem transient_file_sound o start w l : check_transient_witness o start w = Bounds l ->
  map fst l = start /\ forall x a, In (x, a) l -> transient_means o x a.
Proof.
  unfold check_transient_witness.
  destruct (read_transient_witness o w) as [[[digits windows] base] | ]; [ | discriminate].
  destruct (check_transient _ _ _ _ _) as [l' | ] eqn:e; [ | discriminate]. intros H.
  injection H as <-. exact (transient_sound _ _ _ _ _ _ e).
Qed.
