(* Files of every kind that the extracted checker reads, and that what it says of them is so. *)
From Coq Require Import QArith String List Bool ZArith NArith.
From exactbox Require Import Definitions LinearDefinitions MatchDefinitions.
From exactbox Require Import ProgramDefinitions ProgramChecker Questions.
From exactbox Require Import Reading LinearReading ProgramReading MatchReading Classes NormalForm.
From exactbox Require Import TimedReading BoundedReading BoundedAnswers.
From exactbox Require Import TransientDefinitions TransientReading.
From exactbox Require Import TradeOffDefinitions TradeOffReading TradeOffWitness.
From exactbox Require Import PropertyDefinitions PropertyChecker PropertyReading.
Import ListNotations.
Local Open Scope string_scope.

Inductive finding :=
  | Of_process (v : verdict)
  | Of_program (a : claim)
  | Of_game (v : Q)
  | Of_system (s : system) (a : system_claim)
  | Of_match (v : Q)
  | Of_timed (l : list (N * answer))
  | Of_bounded (l : list (N * Q))
  | Of_chain (l : list (N * answer))
  | Of_trade_off (o : trade_off_question) (c : trade_off_claim)
  | Of_values (l : list (N * answer)) (c : claim_of_values) (r : result)
  | Not_covered (what : string).

(* What has no theorem, or none that is extracted. *)
Definition uncovered (kind : string) (q w : json) : option string :=
  let model := match field "model" q with Some m => m | None => q end in
  let has key j := match field key j with Some _ => true | None => false end in
  let words key := match field key q with Some (Text s _) => s | _ => "" end in
  if existsb (String.eqb kind) ["lock"] then
    Some ("kind " ++ kind)
  else if (kind =? "linear") && (words "statement" =? "determinant") then
    Some "statement determinant"
  else if has "each" model then Some "dice taken apart"
  else if has "doubles" model then Some "doubles that count twice"
  else if has "double_stake" q then Some "double stakes"
  else if match field "steps" q with Some (Number n) => (10 ^ 7 <=? n)%Z | _ => false end then
    Some "ten million steps or more"
  else if has "normalised" model then Some "probabilities that were divided"
  else None.

(* What is refused of expected costs with negative rewards may be so by a newer theorem. *)
Definition not_covered_cost (q : question) (w : json) : option string :=
  match asks q with
  | Cost goal ended =>
      let ends :=
        existsb (fun l => match l with [] => true | _ => false end) (branches_of (asked_of q)) in
      if negb (has_negative (asked_of q) goal) then None
      else if match field "infinite" w with Some _ => true | None => false end
      then Some "infinite states where a reward is negative"
      else if ends && negb ended then Some "ends before the goal where a reward is negative"
      else None
  | _ => None
  end.

Definition check_process_file (j q w : json) : finding :=
  match check_file j, read_question q with
  | Invalid, Some (q, _) =>
      match not_covered_cost q w with Some what => Not_covered what | None => Of_process Invalid end
  | v, Some (q, _) => Of_process (if classes_alike q w then v else Invalid)
  | v, None => Of_process v
  end.

Definition check_timed_file (q w : json) : finding :=
  match read_timed q with
  | Some (t, start) =>
      match check_timed t (read_evidence w false) start, not_covered_cost (expected t) w with
      | Some l, _ => Of_timed l
      | None, Some what => Not_covered what
      | None, None => Of_process Invalid
      end
  | None => Of_process Unreadable
  end.

Definition check_bounded_file (q w : json) : finding :=
  match read_bounded q, read_givens w with
  | Some (b, start), Some (base, parts) =>
      match check_bounded b base parts start with
      | Some l => Of_bounded l
      | None => Of_process Invalid
      end
  | _, _ => Of_process Unreadable
  end.

Definition check_program_file (q w : json) : finding :=
  match read_program q, read_table q with
  | Some (q, s), _ =>
      match check_program q s (read_witness w) with
      | Some a => Of_program a
      | None => Of_process Invalid
      end
  | None, Some (columns, d, rows) =>
      match check_game columns rows d (read_numbers "rows" w) (read_numbers "columns" w) with
      | Some v => Of_game v
      | None => Of_process Invalid
      end
  | None, None => Of_process Unreadable
  end.

Definition check_system_file (q w : json) : finding :=
  match read_system q with
  | Some (s, a) =>
      match read_system_witness s a w with
      | Some w =>
          match check_system s a w with
          | Some c => Of_system s c
          | None => Of_process Invalid
          end
      | None => Of_process Unreadable
      end
  | None => Of_process Unreadable
  end.

Definition check_match_file (q w : json) : finding :=
  match read_match q with
  | Some g =>
      match check_match_stages g w with
      | Expected v => Of_match v
      | Not_so => Of_process Invalid
      | In_no_form => Of_process Unreadable
      | Not_found => Not_covered "match whose moves are not in an order"
      end
  | None => Of_process Unreadable
  end.

Definition check_transient_file (q w : json) : finding :=
  match read_transient q with
  | Some (o, start) =>
      match check_transient_witness o start w with
      | Bounds l => Of_chain l
      | Not_proved => Of_process Invalid
      | Not_in_form => Of_process Unreadable
      end
  | None => Of_process Unreadable
  end.

Definition check_trade_off_file (q w : json) : finding :=
  match read_trade_off q with
  | Some (Curve, _) => Not_covered "Pareto curve"
  | Some (asks, o) =>
      match read_trade_off_witness asks o w with
      | Some w =>
          match check_trade_off asks o w with
          | Some c => Of_trade_off o c
          | None => Of_process Invalid
          end
      | None => Of_process Unreadable
      end
  | None => Of_process Unreadable
  end.

(* Of a property the other question is checked as a file of its own. *)
Definition check_property_file (q w : json) : finding :=
  match read_property q with
  | Some (kind, of, c) =>
      match uncovered kind of w with
      | Some what => Not_covered ("property of " ++ what)
      | None =>
          let claimed l :=
            let bounds := match field "lower" w with Some _ => true | None => false end in
            match check_claim c bounds l with
            | Some r => Of_values l c r
            | None => Of_process Invalid
            end in
          let found :=
            if kind =? "process" then check_process_file (file_of kind of w) of w
            else if kind =? "timed" then check_timed_file of w
            else if kind =? "bounded" then check_bounded_file of w
            else if kind =? "transient" then check_transient_file of w
            else if kind =? "trade_off" then check_trade_off_file of w
            else Of_process Unreadable in
          match found with
          | Of_process (Valid l) | Of_timed l | Of_chain l => claimed l
          | Of_bounded l => claimed (map (fun e => (fst e, Exactly (snd e))) l)
          | Of_trade_off o (Best_ratio v) => claimed [(begins o, Exactly v)]
          | Of_process (Game_valid _) => Not_covered "property of a game"
          | Of_trade_off _ _ => Of_process Unreadable
          | f => f
          end
      end
  | None => Of_process Unreadable
  end.

Definition check_any_file (j : json) : finding :=
  match fields ["certificate"; "kind"; "question"; "witness"] j with
  | Some [Number 2%Z; Text kind _; q; w] =>
      match uncovered kind q w with
      | Some what => Not_covered what
      | None =>
          if kind =? "program" then
            if program_in_form q w then check_program_file q w else Of_process Unreadable
          else if kind =? "linear" then check_system_file q w
          else if kind =? "match" then check_match_file q w
          else if kind =? "timed" then check_timed_file q w
          else if kind =? "bounded" then check_bounded_file q w
          else if kind =? "transient" then check_transient_file q w
          else if kind =? "trade_off" then check_trade_off_file q w
          else if kind =? "property" then check_property_file q w
          else if process_in_form q w then check_process_file j q w else Of_process Unreadable
      end
  | _ => Of_process Unreadable
  end.

Lemma process_file_found j q w :
  match check_process_file j q w with
  | Of_process v => v = Invalid \/ v = check_file j
  | Not_covered _ => True
  | _ => False
  end.
Proof.
  unfold check_process_file.
  destruct (check_file j), (read_question q) as [[m start] | ]; auto;
    [ | destruct (not_covered_cost m w); auto | | ]; destruct (classes_alike m w); auto.
Qed.

Lemma timed_file_found q w :
  match check_timed_file q w with
  | Of_process v => v = Unreadable \/ v = Invalid
  | Of_timed l =>
      exists t start, read_timed q = Some (t, start) /\ map fst l = start /\
      forall x a, In (x, a) l -> timed_means t x a
  | Not_covered _ => True
  | _ => False
  end.
Proof.
  unfold check_timed_file. destruct (read_timed q) as [[t start] | ] eqn:et; [ | auto].
  destruct (check_timed t _ start) as [l | ] eqn:el; [ | destruct (not_covered_cost _ _); auto].
  exists t, start. split; [reflexivity | exact (timed_sound _ _ _ _ el)].
Qed.

Lemma bounded_file_found q w :
  match check_bounded_file q w with
  | Of_process v => v = Unreadable \/ v = Invalid
  | Of_bounded l =>
      exists b start, read_bounded q = Some (b, start) /\ map fst l = start /\
      forall x v, In (x, v) l -> bounded_means b x v
  | _ => False
  end.
Proof.
  unfold check_bounded_file. destruct (read_bounded q) as [[b start] | ] eqn:eb; [ | auto].
  destruct (read_givens w) as [[base parts] | ]; [ | auto].
  destruct (check_bounded b base parts start) as [l | ] eqn:el; [ | auto].
  exists b, start. split; [reflexivity | exact (bounded_sound _ _ _ _ _ el)].
Qed.

Lemma transient_file_found q w :
  match check_transient_file q w with
  | Of_process v => v = Unreadable \/ v = Invalid
  | Of_chain l =>
      exists o start, read_transient q = Some (o, start) /\ map fst l = start /\
      forall x a, In (x, a) l -> transient_means o x a
  | _ => False
  end.
Proof.
  unfold check_transient_file. destruct (read_transient q) as [[o start] | ] eqn:er; [ | auto].
  destruct (check_transient_witness o start w) as [ | | l] eqn:e; auto. exists o, start.
  split; [reflexivity | exact (transient_file_sound _ _ _ _ e)].
Qed.

Lemma trade_off_file_found q w :
  match check_trade_off_file q w with
  | Of_process v => v = Unreadable \/ v = Invalid
  | Of_trade_off o c => (exists asks, read_trade_off q = Some (asks, o)) /\ trade_off_means o c /\
      (forall v, c = Best_ratio v -> read_trade_off q = Some (Ratio, o))
  | Not_covered _ => True
  | _ => False
  end.
Proof.
  unfold check_trade_off_file. destruct (read_trade_off q) as [[asks o] | ] eqn:er; [ | auto].
  assert (R : forall w c, check_trade_off asks o w = Some c ->
    forall v, c = Best_ratio v -> asks = Ratio).
  { intros x c e v ->. exact (ratio_asked asks o x v e). }
  destruct asks; try exact I; destruct (read_trade_off_witness _ o w) as [x | ]; auto;
    destruct (check_trade_off _ o x) as [c | ] eqn:e; auto;
    (split; [eexists; reflexivity | split; [exact (trade_off_sound _ _ _ _ e) | ]]);
    intros v ev; assert (A := R x c e v ev); first [discriminate A | reflexivity].
Qed.

Lemma property_file_sound j q w : field "question" j = Some q ->
  match check_property_file q w with
  | Of_process v => v = Unreadable \/ v = Invalid
  | Of_values l c r =>
      exists q kind of, field "question" j = Some q /\ read_property q = Some (kind, of, c) /\
      answers kind of l /\ claim_means l c r
  | Not_covered _ => True
  | _ => False
  end.
Proof.
  intros Q. unfold check_property_file. destruct (read_property q) as [[[kind of] c] | ] eqn:ep;
    [ | auto]. destruct (uncovered kind of w); [exact I | ]. cbv zeta.
  assert (C : forall b l, answers kind of l ->
    match match check_claim c b l with
      | Some r => Of_values l c r
      | None => Of_process Invalid
      end with
    | Of_process v => v = Unreadable \/ v = Invalid
    | Of_values l c r =>
        exists q kind of, field "question" j = Some q /\ read_property q = Some (kind, of, c) /\
        answers kind of l /\ claim_means l c r
    | Not_covered _ => True
    | _ => False
    end).
  { intros b l A. destruct (check_claim c b l) as [r | ] eqn:er; [ | auto].
    exists q, kind, of. exact (conj Q (conj ep (conj A (claim_sound _ _ _ _ er)))). }
  destruct (String.eqb_spec kind "process") as [-> | n1].
  { assert (P := process_file_found (file_of "process" of w) of w).
    assert (S := file_sound (file_of "process" of w)).
    destruct (check_process_file (file_of "process" of w) of w) as [v | | | | | | | | | | ];
      auto;
      try tauto.
    destruct v as [ | | | l]; auto. apply C.
    destruct P as [P | P]; [discriminate | ]. rewrite <- P in S.
    destruct S as [q' [m [start [E S]]]]. injection E as <-. exists m, start. exact S. }
  destruct (String.eqb_spec kind "timed") as [-> | n4].
  { assert (T := timed_file_found of w).
    destruct (check_timed_file of w) as [v | | | | | l | | | | | ]; try tauto;
      [destruct v; intuition discriminate | exact (C _ l T)]. }
  destruct (String.eqb_spec kind "bounded") as [-> | n5].
  { assert (T := bounded_file_found of w).
    destruct (check_bounded_file of w) as [v | | | | | | l | | | | ]; try tauto;
      [destruct v; intuition discriminate | ].
    apply C. destruct T as [b [start [E [T F]]]]. exists b, start. split; [exact E | split].
    - rewrite map_map. exact T.
    - intros x a H. apply in_map_iff in H. destruct H as [[y v] [e H]]. injection e as <- <-.
      exists v. exact (conj eq_refl (F _ _ H)). }
  destruct (String.eqb_spec kind "transient") as [-> | n2].
  { assert (T := transient_file_found of w).
    destruct (check_transient_file of w) as [v | | | | | | | l | | | ]; try tauto;
      [destruct v; intuition discriminate | exact (C _ l T)]. }
  destruct (String.eqb_spec kind "trade_off") as [-> | n3]; [ | auto].
  assert (T := trade_off_file_found of w).
  destruct (check_trade_off_file of w) as [v | | | | | | | | o d | | ]; try tauto;
    [destruct v; intuition discriminate | ].
  destruct T as [_ [T R]]. destruct d; auto. apply C. exists o, v.
  exact (conj (R v eq_refl) (conj eq_refl T)).
Qed.

(* What a verdict says of a file's question is so. *)
Theorem any_file_sound j :
  match check_any_file j with
  | Of_process v => v = Unreadable \/ v = Invalid \/ v = check_file j    (* file_sound *)
  | Of_program a =>
      exists q p s, field "question" j = Some q /\ read_program q = Some (p, s) /\ program_means p a
  | Of_game v =>
      exists q k d s, field "question" j = Some q /\ read_table q = Some (k, d, s) /\
      game_has_value (List.length s) k (lhs s) v
  | Of_system s a =>
      exists q r, field "question" j = Some q /\ read_system q = Some (s, r) /\ system_means s a
  | Of_match v =>
      exists q g, field "question" j = Some q /\ read_match q = Some g /\ first_player_expects g v
  | Of_timed l =>
      exists q t start, field "question" j = Some q /\ read_timed q = Some (t, start) /\
      map fst l = start /\ forall x a, In (x, a) l -> timed_means t x a
  | Of_bounded l =>
      exists q b start, field "question" j = Some q /\ read_bounded q = Some (b, start) /\
      map fst l = start /\ forall x v, In (x, v) l -> bounded_means b x v
  | Of_chain l =>
      exists q o start, field "question" j = Some q /\ read_transient q = Some (o, start) /\
      map fst l = start /\ forall x a, In (x, a) l -> transient_means o x a
  | Of_trade_off o c =>
      exists q asks, field "question" j = Some q /\ read_trade_off q = Some (asks, o) /\
      trade_off_means o c
  | Of_values l c r =>
      exists q kind of, field "question" j = Some q /\ read_property q = Some (kind, of, c) /\
      answers kind of l /\ claim_means l c r
  | Not_covered _ => True
  end.
Proof.
  unfold check_any_file.
  destruct (fields ["certificate"; "kind"; "question"; "witness"] j) as [f | ] eqn:ef; [ | auto].
  assert (Q : forall a b q w, f = [a; b; q; w] -> field "question" j = Some q).
  { intros a b q w ->. destruct j as [ | | | l | ]; try discriminate. cbn [fields] in ef.
    rewrite (fields_are _ _ _ ef). reflexivity. }
  destruct f as [ | [[ | p | p] | | | | ] [ | [ | kind n | | | ] [ | q [ | w [ | ]]]]]; auto;
    destruct p as [p | p | ]; auto; destruct p; auto.
  destruct (uncovered kind q w); [exact I | ]. specialize (Q _ _ q w eq_refl).
  destruct (kind =? "program").
  { destruct (program_in_form q w); [ | auto]. unfold check_program_file. destruct (read_program q) as [[p s] | ] eqn:ep.
    - destruct (check_program p s _) as [a | ] eqn:ea; [ | auto].
      exists q, p, s. split; [exact Q | split; [exact ep | exact (program_sound _ _ _ _ ea)]].
    - destruct (read_table q) as [[[k d] s] | ] eqn:et; [ | auto].
      destruct (check_game k s d _ _) as [v | ] eqn:ev; [ | auto].
      exists q, k, d, s. split; [exact Q | split; [exact et | exact (game_sound _ _ _ _ _ _ ev)]]. }
  destruct (kind =? "linear").
  { unfold check_system_file. destruct (read_system q) as [[s r] | ] eqn:es; [ | auto].
    destruct (read_system_witness s r w) as [x | ]; [ | auto].
    destruct (check_system s r x) as [c | ] eqn:ec; [ | auto].
    exists q, r. split; [exact Q | split; [exact es | exact (system_sound _ _ _ _ ec)]]. }
  destruct (kind =? "match").
  { unfold check_match_file. destruct (read_match q) as [g | ] eqn:eg; [ | auto].
    destruct (check_match_stages g w) as [ | | | v] eqn:ev; auto.
    exists q, g. split; [exact Q | split; [exact eg | exact (match_sound g w v ev)]]. }
  destruct (kind =? "timed").
  { assert (T := timed_file_found q w). destruct (check_timed_file q w); try tauto.
    exists q. destruct T as [t [start T]]. exists t, start. exact (conj Q T). }
  destruct (kind =? "bounded").
  { assert (T := bounded_file_found q w). destruct (check_bounded_file q w); try tauto.
    exists q. destruct T as [b [start T]]. exists b, start. exact (conj Q T). }
  destruct (kind =? "transient").
  { assert (T := transient_file_found q w). destruct (check_transient_file q w); try tauto.
    exists q. destruct T as [o [start T]]. exists o, start. exact (conj Q T). }
  destruct (kind =? "trade_off").
  { assert (T := trade_off_file_found q w). destruct (check_trade_off_file q w); try tauto.
    destruct T as [[asks e] [T _]]. exists q, asks. exact (conj Q (conj e T)). }
  destruct (kind =? "property").
  { assert (P := property_file_sound j q w Q). destruct (check_property_file q w); tauto. }
  destruct (process_in_form q w); [ | auto].
  assert (P := process_file_found j q w). destruct (check_process_file j q w); tauto.
Qed.
