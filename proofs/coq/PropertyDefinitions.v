(* Claims about the values that a question has from its start states: thresholds, filters and sets
   (proofs/FORMAT.md, kind property). The definitions that a reader must believe; nothing is proved.

   What is known of the values are answers, one for each start state (Questions.v): the value, or
   bounds of it. A claim is so if it is so of all values that the answers leave. *)
From Coq Require Import QArith List ZArith NArith.
From exactbox Require Import Questions.
Import ListNotations.
Local Open Scope Q_scope.

(* Values --------------------------------------------------------------------------------------- *)

Inductive value := Finite (v : Q) | Infinity.

Definition lies_in (v : value) (a : answer) : Prop :=
  match v, a with
  | Finite v, Exactly w => v == w
  | Finite v, Between low high => low <= v <= high
  | Infinity, Infinite => True
  | _, _ => False
  end.

Definition up_to (v w : value) : Prop :=
  match v, w with
  | Finite v, Finite w => v <= w
  | Finite _, Infinity | Infinity, Infinity => True
  | Infinity, Finite _ => False
  end.

Definition plus (v w : value) : value :=
  match v, w with Finite v, Finite w => Finite (v + w) | _, _ => Infinity end.

Definition times (p : Q) (v : value) : value :=
  match v with Finite v => Finite (p * v) | Infinity => Infinity end.

(* 1 minus a probability. *)
Definition other_of (v : value) : value :=
  match v with Finite v => Finite (1 - v) | Infinity => Infinity end.

Inductive relation := At_least | More_than | At_most | Less_than.

Definition compares (r : relation) (b : Q) (v : value) : Prop :=
  match r, v with
  | At_least, Finite v => b <= v
  | More_than, Finite v => b < v
  | At_most, Finite v => v <= b
  | Less_than, Finite v => v < b
  | At_least, Infinity | More_than, Infinity => True
  | At_most, Infinity | Less_than, Infinity => False
  end.

(* Claims --------------------------------------------------------------------------------------- *)

(* The first four are about whether values REL a bound. *)
Inductive property_filter :=
  | From_all (r : relation) (b : Q)
  | From_some (r : relation) (b : Q)
  | From_how_many (r : relation) (b : Q)
  | From_just (r : relation) (b : Q) (states : list N)
  | Maximum | Minimum | Sum | Mean
  | Range | Argmax | Argmin
  | First | Each.

Record claim_of_values := Claim_of { about : property_filter; complement : bool }.

(* What the claim comes to. *)
Inductive result :=
  | Truth (b : bool)
  | How_many (n : nat)
  | States (l : list N)
  | Amount (a : answer)
  | From_to (low high : answer)
  | Amounts (l : list (N * answer)).

Section Claims.
  Variable start : list N.
  Variable u : N -> value.

  Definition greatest_from s : Prop := In s start /\ forall t, In t start -> up_to (u t) (u s).
  Definition least_from s : Prop := In s start /\ forall t, In t start -> up_to (u s) (u t).

  Definition sum_of_values : value := fold_right (fun s v => plus (u s) v) (Finite 0) start.

  Definition comes_to (f : property_filter) (r : result) : Prop :=
    match f, r with
    | From_all rel b, Truth t =>
        if t then forall s, In s start -> compares rel b (u s)
        else exists s, In s start /\ ~ compares rel b (u s)
    | From_some rel b, Truth t =>
        if t then exists s, In s start /\ compares rel b (u s)
        else forall s, In s start -> ~ compares rel b (u s)
    | From_how_many rel b, How_many n =>
        exists l, NoDup l /\ length l = n /\ forall s, In s l <-> In s start /\ compares rel b (u s)
    | From_just rel b l, States m =>
        l = m /\ forall s, In s l <-> In s start /\ compares rel b (u s)
    | Maximum, Amount a => exists s, greatest_from s /\ lies_in (u s) a
    | Minimum, Amount a => exists s, least_from s /\ lies_in (u s) a
    | Sum, Amount a => lies_in sum_of_values a
    | Mean, Amount a => lies_in (times (1 # Pos.of_nat (length start)) sum_of_values) a
    | Range, From_to low high =>
        (exists s, least_from s /\ lies_in (u s) low) /\
        (exists s, greatest_from s /\ lies_in (u s) high)
    | Argmax, States l => forall s, In s l <-> greatest_from s
    | Argmin, States l => forall s, In s l <-> least_from s
    | First, Amount a => exists s l, start = s :: l /\ lies_in (u s) a
    | Each, Amounts l => map fst l = start /\ forall s a, In (s, a) l -> lies_in (u s) a
    | _, _ => False
    end.
End Claims.

(* What is claimed of the values of which so much is known; and such values there may be. *)
Definition claim_means (known : list (N * answer)) (c : claim_of_values) (r : result) : Prop :=
  let possible v := forall s a, In (s, a) known -> lies_in (v s) a in
  let u v s := if complement c then other_of (v s) else v s in
  (exists v, possible v) /\
  forall v, possible v -> comes_to (map fst known) (u v) (about c) r.
