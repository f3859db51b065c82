(* What a file says of a process in continuous time (proofs/FORMAT.md, version 2), and what an
   answer means; like Reading.v a reader of the extracted checker's verdict believes this.

   A choice has a rate e, an impulse i, and accrues a in a unit of time; it takes the time 1/e on
   average, and none if e = 0. So its expected reward is i + a/e: costs and totals are those of the
   process with these rewards, and averages are by time. *)
From Coq Require Import QArith String List Bool ZArith NArith.
From exactbox Require Import Definitions TimedDefinitions Arrays Questions Reading.
From exactbox Require Import Certificates Checkers MeanPayoffChecker TimedChecker.
Import ListNotations.
Local Open Scope string_scope.

(* The question of the process with expected rewards, and the mean times of its choices. *)
Record timed := Timed { expected : question; times : list Q }.

Definition time_of (t : timed) : N -> Q :=
  let times := of_list (times t) in
  fun c => match get times c with Some d => d | None => 0 end.

Definition timed_means (t : timed) (x : N) (a : answer) : Prop :=
  let q := expected t in
  match asks q, a with
  | Mean_payoff, Exactly v =>
      second q = [] /\
      let P := explicit (asked_of q) in
      (if maximise q then greatest_by_time else least_by_time) P (time_of t) x v
  | Mean_payoff, _ => False
  | _, _ => means q x a
  end.

(* Questions ------------------------------------------------------------------------------------ *)

(* The question without its rates, as it is asked of a process, and what it then has too much. *)
Definition without (key : string) (j : json) : json :=
  match j with
  | Object l => Object (filter (fun e => negb (fst e =? key)) l)
  | _ => j
  end.

Definition untimed (j : json) : json :=
  match without "rates" j with
  | Object l =>
      Object (map (fun e => (fst e, if fst e =? "reward" then without "rate" (snd e) else snd e)) l)
  | j => j
  end.

Definition mean_time (rate : Q) : Q := if Qeq_bool rate 0 then 0 else Qred (/ rate).

(* A choice without a clock accrues nothing. *)
Definition expected_reward (choice : Q * (Q * Q)) : option Q :=
  let '(impulse, (accrued, time)) := choice in
  need negb (Qeq_bool time 0) || Qeq_bool accrued 0;
  Some (Qred (impulse + accrued * time)).

Definition read_timed (j : json) : option (timed * list N) :=
  asked <- read_question (untimed j);
  let (q, start) := asked in
  need match asks q with Cost _ _ | Total | Mean_payoff => true | _ => false end;
  rates <- field "rates" j; rates <- items rational rates;
  need (forallb (Qle_bool 0) rates);
  reward <- field "reward" j; accrued <- field "rate" reward; accrued <- items rational accrued;
  let m := asked_of q in
  let times := map mean_time rates in
  clocked <- zip_onto accrued times [];
  choices <- zip_onto (rewards_of m) clocked [];
  rewards <- each expected_reward choices;
  let m := Model (options_of m) (branches_of m) rewards in
  Some (Timed (Question m (asks q) (maximise q) (second q)) times, start).

(* Nothing below need be read to believe a verdict ---------------------------------------------- *)

Definition check_timed (t : timed) (e : evidence) (start : list N)
    : option (list (N * answer)) :=
  let q := expected t in
  let m := asked_of q in
  match asks q with
  | Mean_payoff =>
      let count := N.of_nat (List.length (options_of m)) in
      let tau := time_of t in
      let bias := bias_of e in
      let a := arrays_of m in
      need no_second q && forallb (fun x => (x <? count)%N) start;
      f <- exact_values m a e (no_reward (P := process_of a))
        (fun w => check_timed_average (process_of a) w (maximise q) bias tau);
      Some (map (fun x => (x, f x)) start)
  | _ => check_certificate q e start
  end.

Theorem timed_sound t e start l : check_timed t e start = Some l ->
  map fst l = start /\ forall x a, In (x, a) l -> timed_means t x a.
Proof.
  unfold check_timed, timed_means.
  destruct (asks (expected t)); try exact (certificate_sound _ _ _ _). cbv zeta.
  unfold no_second. destruct (second (expected t)); [ | discriminate]. cbn [andb].
  destruct (forallb _ start) eqn:inside; [ | discriminate].
  destruct (exact_values _ _ _ _ _) as [f | ] eqn:found; [ | discriminate]. intros H.
  injection H as <-. split; [rewrite map_map; apply map_id | ]. intros x a i.
  apply in_map_iff in i as [z [k i]]. injection k as <- <-.
  apply exact_values_spec in found as [w [made [c V]]]. rewrite V. split; [reflexivity | ].
  apply (timed_average_checked _ w _ made _ _ _ _ c). apply in_numbers. apply N.ltb_lt.
  exact (proj1 (forallb_forall _ _) inside z i).
Qed.
