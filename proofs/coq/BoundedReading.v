(* What a file says of bounds on what is spent (proofs/FORMAT.md, version 2), and what an answer
   means; like Reading.v a reader of the extracted checker's verdict believes this.

   What branches spend, and the bounds, are counted in units: numbers of which all that they spend
   are multiples. A choice that ends the play has a branch as well, which leads to a state more, the
   last: it stands for the end of the play. *)
From Coq Require Import QArith Qround String List Bool ZArith NArith.
From exactbox Require Import Definitions BoundedDefinitions Arrays Questions Certificates Reading.
Import ListNotations.
Local Open Scope string_scope.

(* Something that is spent: its bounds, and what each branch of each choice spends, in units. The
   first amount has the greatest bound. *)
Record amount := Amount { bounds : limit; spent : list (list N) }.

(* Goals as in Questions.v; or what each branch of each choice brings. *)
Inductive within_bounds :=
  | Reach_goal (goal : list N) (ended : bool) (stay : option (list N))
  | Gain (gains : list (list Q)).

Record bounded := Bounded {
  bounded_model : model;
  asks_bounded : within_bounds;
  bounded_maximise : bool;
  first_amount : amount;
  further : list amount }.

Definition end_of_play (m : model) : N := N.of_nat (Nat.pred (List.length (options_of m))).

(* The number of a choice's branch to a state. *)
Definition along_branches {A} (d : A) (m : model) (l : list (list A)) : N -> N -> A :=
  let row b := of_pairs (combine (map (fun e => N.succ_pos (snd e)) (fst b)) (snd b)) in
  let t := of_list (map row (combine (branches_of m) l)) in
  fun c z =>
    match get t c with
    | Some row => match get row z with Some a => a | None => d end
    | None => d
    end.

Definition spends (m : model) (a : amount) : N -> N -> N := along_branches 0%N m (spent a).

(* So much is told from more. *)
Definition greatest_told (l : limit) : N :=
  match at_most_so_much l with Some most => most | None => at_least_so_much l end.

(* The memory: what has been spent of each further amount; none where it was too much. *)
Fixpoint count_further (l : list (limit * (N -> N -> N))) (c z : N) (counts : list N)
    : option (list N) :=
  match l, counts with
  | (bounds, spends) :: l, n :: counts =>
      match count bounds (n + spends c z), count_further l c z counts with
      | Some n, Some counts => Some (n :: counts)
      | _, _ => None
      end
  | _, _ => Some []
  end.

Definition remember_further (b : bounded) : option (list N) -> N -> N -> option (list N) :=
  let l := map (fun a => (bounds a, spends (bounded_model b) a)) (further b) in
  fun counts c z => match counts with Some n => count_further l c z n | None => None end.

Definition nothing_spent (b : bounded) : option (list N) := Some (map (fun _ => 0%N) (further b)).

(* With k left of the first amount, that it is enough; and that the further ones are. *)
Definition first_enough (b : bounded) (k : nat) : bool :=
  let l := bounds (first_amount b) in (N.of_nat k + at_least_so_much l <=? greatest_told l)%N.

Definition further_enough (b : bounded) (counts : option (list N)) : bool :=
  match counts with
  | Some n =>
      forallb (fun e => at_least_so_much (bounds (fst e)) <=? snd e)%N (combine (further b) n)
  | None => false
  end.

Definition in_goal (m : model) (goal : list N) (ended : bool) : N -> bool :=
  let goal := set (if ended then end_of_play m :: goal else goal) in fun z => member goal z.

Definition still_counted (counts : option (list N)) : bool :=
  match counts with Some _ => true | None => false end.

(* The probability, or the expected gain, of the first n steps from x on. *)
Definition bounded_pays (b : bounded) (x : N) : policy (explicit (bounded_model b)) -> nat -> Q :=
  let m := bounded_model b in
  let P := explicit m in
  let first := first_amount b in
  let spend c z := N.to_nat (spends m first c z) in
  let endless := match at_most_so_much (bounds first) with None => true | Some _ => false end in
  let remember := remember_further b in
  let K := N.to_nat (greatest_told (bounds first)) in
  match asks_bounded b with
  | Reach_goal goal ended stay =>
      reaching_several P spend endless _ remember
        (fun k counts z => first_enough b k && (further_enough b counts && in_goal m goal ended z))
        (fun _ counts z => still_counted counts && staying stay z)
        false K (nothing_spent b) x
  | Gain gains =>
      gaining_several P spend endless _ remember
        (fun counts c z => if still_counted counts then along_branches 0 m gains c z else 0)
        K (nothing_spent b) x
  end.

(* The greatest, or least, of them is v. *)
Definition bounded_means (b : bounded) (x : N) (v : Q) : Prop :=
  let P := explicit (bounded_model b) in
  (if bounded_maximise b then greatest else least) P (bounded_pays b x) v.

(* Questions ------------------------------------------------------------------------------------ *)

Definition with_end (m : model) : model :=
  let over := N.of_nat (List.length (options_of m)) in
  let branches :=
    map (fun l => match l with [] => [(1%positive, over)] | _ => l end) (branches_of m) in
  Model (app (options_of m) [[N.of_nat (List.length branches)]]) (app branches [[]])
    (map (fun _ => 0) (app branches [[]])).

(* Of each branch of a model with an end. *)
Definition read_along (m : model) (j : json) : option (list (list Q)) :=
  f <- fields ["name"; "of"] j;
  match f with
  | [_; of] => l <- items rational of; cut (map (@List.length _) (branches_of m)) l []
  | _ => None
  end.

(* A number of which all are multiples. *)
Definition unit_of (l : list Q) : Q :=
  let d := common_denominator l in
  let whole q := (Qnum q * (Zpos d / Zpos (Qden q)))%Z in
  match fold_left (fun g q => Z.gcd g (whole q)) l 0%Z with Zpos g => Zpos g # d | _ => 1 end.

Definition in_units (u q : Q) : option N :=
  let n := Qfloor (q / u) in
  need (0 <=? n)%Z && Qeq_bool (inject_Z n * u) q; Some (Z.to_N n).

Definition read_amount (m : model) (of_goal : bool) (j : json) : option amount :=
  spending <- field "spending" j; l <- read_along m spending;
  at_least <- optional "at_least" rational j;
  at_most <- optional "at_most" rational j;
  need match at_least, at_most with None, None => false | _, _ => true end;
  need match at_least with Some q => of_goal && negb (Qle_bool q 0) | None => true end;
  need match at_most with Some q => Qle_bool 0 q | None => true end;
  let u := unit_of (List.concat l) in
  spent <- each (each (in_units u)) l;
  let least := match at_least with Some q => Z.to_N (Qceiling (q / u)) | None => 0%N end in
  Some (Amount (Limit least (option_map (fun q => Z.to_N (Qfloor (q / u))) at_most)) spent).

Definition has_key (key : string) (j : json) : bool :=
  match field key j with Some _ => true | None => false end.

(* Just keys of these, in this order. *)
Definition only_fields (keys : list string) (j : json) : bool :=
  match fields (filter (fun key => has_key key j) keys) j with Some _ => true | None => false end.

Definition read_further (m : model) (of_goal : bool) (j : json) : option amount :=
  need only_fields ["at_least"; "at_most"; "spending"] j; read_amount m of_goal j.

Definition read_bounded (j : json) : option (bounded * list N) :=
  need only_fields ["at_least"; "at_most"; "further"; "goal"; "model"; "objective"; "rewards";
    "sense"; "spending"; "start"; "stay"] j;
  objective <- field "objective" j; objective <- word objective;
  need (objective =? "within_reward");
  sense <- field "sense" j; sense <- word sense;
  need (if sense =? "max" then true else sense =? "min");
  model <- field "model" j; m <- read_model model None;
  let count := N.of_nat (List.length (options_of m)) in
  let inside l := forallb (fun x => (x <? count)%N) l in
  start <- field "start" j; start <- items natural start;
  need match start with [] => false | _ => inside start end;
  need (forallb (fun l => inside (map snd l) && increase (map snd l)) (branches_of m));
  goal <- optional "goal" goal_in j;
  stay <- optional "stay" states_in j;
  let m := with_end m in
  rewards <- optional "rewards" (read_along m) j;
  asks <- match goal, rewards, stay with
    | Some (goal, ended), None, _ =>
        need inside goal && match stay with Some l => inside l | None => true end;
        Some (Reach_goal goal ended stay)
    | None, Some gains, None => Some (Gain gains)
    | _, _, _ => None
    end;
  let of_goal := match asks with Reach_goal _ _ _ => true | Gain _ => false end in
  first <- read_amount m of_goal j;
  further <- optional "further" (items (read_further m of_goal)) j;
  need match further with Some [] => false | _ => true end;
  let further := match further with Some l => l | None => [] end in
  let told a := greatest_told (bounds a) in
  need (forallb (fun a => told a <=? told first)%N further);
  Some (Bounded m asks (sense =? "max") first further, start).
