(* The normal form of files about processes, games, programs and matrix games, beyond what reading
   asks (proofs/FORMAT.md, version 2): of what says the same, one spelling, and nothing that is not
   looked at. Nothing is proved of it, and nothing need be: a file in no normal form is refused. *)
From Coq Require Import QArith String List Bool ZArith NArith.
From exactbox Require Import Definitions Arrays Sorting Games GameCheckers Questions Prepare.
From exactbox Require Import LinearDefinitions LinearChecker ProgramDefinitions ProgramChecker.
From exactbox Require Import Certificates GameCertificates.
From exactbox Require Import GameReading Reading Classes LinearReading ProgramReading.
Import ListNotations.
Local Open Scope string_scope.

Definition is {A} (o : option A) : bool := match o with Some _ => true | None => false end.

Definition below (n : nat) (l : list N) : bool :=
  let n := N.of_nat n in forallb (fun k => (k <? n)%N) l.

Definition has_fields (j : json) (keys : list (list string)) : bool :=
  existsb (fun keys => is (fields keys j)) keys.

(* Whether the numbers are these, each once. *)
Definition are_once (l : list N) (these : table unit) : bool :=
  let s := set l in
  Nat.eqb (List.length (sorted_by (fun n => n) l)) (List.length l) && forallb (member these) l
  && forallb (fun k => is (find k s)) (keys these).

(* Weights have no common divisor, where there are any. *)
Definition no_common_divisor {A} (l : list (positive * A)) : bool :=
  match l with
  | [] => true
  | _ => (fold_left (fun d e => Z.gcd d (Zpos (fst e))) l 0 =? 1)%Z
  end.

(* Processes ------------------------------------------------------------------------------------ *)

(* Choices are listed where they are not the options in order; each is an option. *)
Definition choices_in_form (m : model) (given : json) : bool :=
  let count := List.length (branches_of m) in
  match items natural given with
  | Some [] => Nat.eqb (list_sum (map (@List.length N) (options_of m))) count
  | Some l =>
      forallb (member (set l)) (Questions.numbers count)
      && negb (Nat.eqb (List.length l) count
               && forallb (fun e => (fst e =? snd e)%N) (combine l (Questions.numbers count)))
  | None => false
  end.

Definition is_named (key : string) (q : json) : bool :=
  match field key q with
  | Some j => is (name <- field "name" j; word name)
  | None => true
  end.

Definition question_in_form (q : json) (ask : question) (start : list N) : bool :=
  let m := asked_of ask in
  let states := List.length (options_of m) in
  let is_set l := increase l && below states l in
  let goes_to (l : list (positive * N)) := is_set (map snd l) && no_common_divisor l in
  is_named "goal" q && is_named "stay" q && is_named "reward" q
  && match field "model" q with
     | Some j => match field "choice" j with Some c => choices_in_form m c | None => false end
     | None => false
     end
  && forallb goes_to (branches_of m) && is_set start && is_set (second ask)
  && match asks ask with
     | Reach goal _ stay | Reach_within _ goal _ stay =>
         is_set goal && match stay with Some l => is_set l | None => true end
     | Cost goal _ => is_set goal
     | Total => negb (has_negative m []) || match second ask with [] => true | _ => false end
     | Discounted d => Qle_bool 0 d && negb (Qle_bool 1 d)
     | Mean_payoff => forallb (fun l => match l with [] => false | _ => true end) (branches_of m)
     | Reward_within _ _ => true
     end.

(* Values of just these choices. *)
Definition values_in_form (these : table unit) (j : json) : bool :=
  match read_blocks j with
  | Some l =>
      forallb (fun b => match snd b with [] => false | _ => true end) l
      && are_once (map fst (flat_map snd l)) these
  | None => false
  end.

Definition witness_in_form (ask : question) (w : json) : bool :=
  let m := asked_of ask in
  let states := List.length (options_of m) in
  let naturals key (ok : list N -> bool) :=
    match field key w with
    | Some j => match items natural j with Some l => ok l | None => false end
    | None => true
    end in
  let numbers_at key := or_nothing (optional key (items natural) w) in
  let infinite := numbers_at "infinite" in
  let so_many n (l : list N) := Nat.eqb (List.length l) n in
  let bounds := is (field "lower" w) in
  let with_values :=
    if bounds then ["lower"; "policy"; "ranks"; "upper"] else ["policy"; "ranks"; "values"] in
  let with_levels := app ["infinite"; "levels"] with_values in
  let shows := match asks ask with
    | Reach _ _ _ => [with_values]
    | Cost goal _ => if has_negative m goal then [with_levels; with_values] else [with_levels]
    | Total => if has_negative m [] then [["components"; "heights"; "policy"; "ranks"; "values"]]
               else [with_levels]
    | Discounted _ => [if bounds then ["lower"; "policy"; "upper"] else ["policy"; "values"]]
    | Mean_payoff => [["bias"; "policy"; "values"]]
    | Reach_within _ _ _ _ | Reward_within _ _ => [[]; ["classes"]]
    end in
  let known := set (app infinite (match asks ask with
    | Reach goal _ _ | Cost goal _ => goal | _ => [] end)) in
  let stays := match asks ask with Reach _ _ stay => staying stay | _ => fun _ => true end in
  let picks := combine (Questions.numbers states) (combine (options_of m) (numbers_at "policy")) in
  let picked := set (flat_map (fun '(s, (l, k)) =>
    if member known s || negb (stays s) then [] else [nth_number k l]) picks) in
  let values key := match field key w with Some j => values_in_form picked j | None => true end in
  has_fields w shows
  && naturals "infinite" (fun l => increase l && below states l)
  && naturals "classes" (fun l => so_many states l && numbered_by_first l)
  && naturals "levels" (so_many (List.length infinite))
  && naturals "policy" (fun l => so_many states l
       && forallb (fun e => (snd e <? N.of_nat (List.length (fst e)))%N) (combine (options_of m) l))
  && values "values" && values "lower" && values "upper" && values "bias"
  && naturals "ranks" (so_many (List.length (branches_of m)))
  && naturals "heights" (fun _ => true)
  && naturals "components" (fun l => so_many states l && below (List.length (numbers_at "heights")) l).

(* Games that are named: what reading does not look at, nor `numbers_fit`. Of the policy that is
   just whether it has natural numbers. *)
Definition game_in_form (g : game) (w : json) : bool :=
  let values key := match field key w with
    | Some j => match read_blocks j with
        | Some l => forallb (fun b => match snd b with [] => false | _ => true end) l
        | None => false
        end
    | None => true
    end in
  match g with
  | Card_game g => forallb no_common_divisor (map (map (fun e => (snd e, fst e))) (card_dice g))
                   && Nat.leb (List.length (card_dice g)) 32
  | Box_turn _ _ => true
  end
  && has_fields w [["infinite"; "levels"; "policy"; "ranks"; "values"];
                   ["infinite"; "levels"; "lower"; "policy"; "ranks"; "upper"]]
  && is (p <- field "policy" w; items natural p)
  && match field "infinite" w, field "levels" w with
     | Some (Items l), Some (Items m) => Nat.eqb (List.length l) (List.length m)
     | _, _ => false
     end
  && is (r <- field "ranks" w; items natural r)
  && values "values" && values "lower" && values "upper".

Definition process_in_form (q w : json) : bool :=
  match read_game q with
  | Some g => game_in_form g w
  | None =>
      match read_question q with
      | Some (ask, start) => question_in_form q ask start && witness_in_form ask w
      | None => true
      end
  end.

(* Programs and matrix games -------------------------------------------------------------------- *)

Definition divisor (d : Z) (r : LinearDefinitions.row) : Z :=
  fold_left (fun d e => Z.gcd d (snd e)) r d.

Definition row_in_form (b : equation * sides Z) : bool :=
  let with_bound d o := match o with Some v => Z.gcd d v | None => d end in
  let d := divisor (Zpos (over (fst b))) (coefficients (fst b)) in
  (with_bound (with_bound d (fst (snd b))) (snd (snd b)) =? 1)%Z.

Definition listed_in_form (q : listed) : bool :=
  forallb row_in_form (bounded q)
  && proper_row (N.of_nat (List.length (column_sides q))) (costs q)
  && (divisor (Zpos (costs_over q)) (costs q) =? 1)%Z.

Definition program_in_form (q w : json) : bool :=
  let has key height := is (x <- field key w; read_rationals height 1 x) in
  match read_program q, read_table q with
  | Some (p, s), _ =>
      let m := List.length (bounded p) in
      let n := List.length (column_sides p) in
      listed_in_form p
      && match s with
         | Is_feasible => has_fields w [["point"]] && has "point" n
         | Is_infeasible => has_fields w [["dual"]] && has "dual" m
         | Is_optimal => has_fields w [["dual"; "point"]] && has "dual" m && has "point" n
         | Is_unbounded => has_fields w [["point"; "ray"]] && has "point" n && has "ray" n
         | Is_only =>
             has_fields w [["dual"; "minor"; "point"]] && has "dual" m && has "point" n
             && is (g <- field "minor" w; read_order m n g)
         end
  | None, Some (columns, d, rows) =>
      (fold_left (fun d e => divisor d (coefficients e)) rows (Zpos d) =? 1)%Z
      && negb (Nat.eqb columns 0) && negb (Nat.eqb (List.length rows) 0)
      && has_fields w [["columns"; "rows"]]
      && has "rows" (List.length rows) && has "columns" columns
  | None, None => true
  end.
