(* Files of every kind that the extracted checker reads, and that what it says of them is so. *)
From Coq Require Import QArith String List Bool ZArith NArith.
From exactbox Require Import Definitions LinearDefinitions MatchDefinitions.
From exactbox Require Import ProgramDefinitions ProgramChecker Questions.
From exactbox Require Import Reading LinearReading ProgramReading MatchReading NormalForm.
Import ListNotations.
Local Open Scope string_scope.

Inductive finding :=
  | Of_process (v : verdict)
  | Of_program (a : claim)
  | Of_game (v : Q)
  | Of_system (s : system) (a : system_claim)
  | Of_match (v : Q)
  | Not_covered (what : string).

(* What has no theorem, or none that is extracted. *)
Definition uncovered (kind : string) (q w : json) : option string :=
  let model := match field "model" q with Some m => m | None => q end in
  let has key j := match field key j with Some _ => true | None => false end in
  let words key := match field key q with Some (Text s _) => s | _ => "" end in
  if existsb (String.eqb kind)
      ["bounded"; "lock"; "property"; "timed"; "trade_off"; "transient"] then
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
Definition check_process_file (j q w : json) : finding :=
  match check_file j, read_question q with
  | Invalid, Some (Question m (Cost goal ended) _ _, _) =>
      let ends := existsb (fun l => match l with [] => true | _ => false end) (branches_of m) in
      if negb (has_negative m goal) then Of_process Invalid
      else if match field "infinite" w with Some _ => true | None => false end
      then Not_covered "infinite states where a reward is negative"
      else if ends && negb ended then Not_covered "ends before the goal where a reward is negative"
      else Of_process Invalid
  | v, _ => Of_process v
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
          else if process_in_form q w then check_process_file j q w else Of_process Unreadable
      end
  | _ => Of_process Unreadable
  end.

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
  2: { destruct (process_in_form q w); [ | auto]. unfold check_process_file.
    destruct (check_file j); auto.
    destruct (read_question q) as [[[m [ | goal ended | | | | | ] up two] start] | ]; auto.
    destruct (has_negative m goal); cbn [negb]; auto. destruct (field "infinite" w); auto.
    destruct (existsb _ _ && negb ended); auto. }
  unfold check_match_file. destruct (read_match q) as [g | ] eqn:eg; [ | auto].
  destruct (check_match_stages g w) as [ | | | v] eqn:ev; auto.
  exists q, g. split; [exact Q | split; [exact eg | exact (match_sound g w v ev)]].
Qed.
