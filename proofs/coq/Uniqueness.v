(* A question has one answer: if two exact values are proved of it, they are equal, and bounds
   contain them. So the words of Questions.v determine what they describe. *)
From Coq Require Import QArith Qabs List Lqa Bool NArith.
From exactbox Require Import Definitions TimedDefinitions Plays Players Settling Questions.
From exactbox Require Import BoundedReading.
Import ListNotations.
Local Open Scope Q_scope.

(* Among the policies that reach the goal one bounds, one attains. *)
Lemma reaching_ordered P goal ended (x : state P) v w :
  (forall s, allowed P s -> reaches goal ended x s -> at_least (collecting goal x s) v) ->
  (exists s, allowed P s /\ reaches goal ended x s /\ at_most (collecting goal x s) w) -> v <= w.
Proof.
  intros lo [s [Hs [R hi]]]. exact (limits_ordered _ _ _ (lo s Hs R) hi).
Qed.

Lemma reaching_ordered_above P goal ended (x : state P) v w :
  (exists s, allowed P s /\ reaches goal ended x s /\ at_least (collecting goal x s) v) ->
  (forall s, allowed P s -> reaches goal ended x s -> at_most (collecting goal x s) w) -> v <= w.
Proof.
  intros [s [Hs [R lo]]] hi. exact (limits_ordered _ _ _ lo (hi s Hs R)).
Qed.

Lemma least_of_reaching_unique P goal ended (x : state P) v w :
  least_of_reaching P goal ended x v -> least_of_reaching P goal ended x w -> v == w.
Proof.
  intros [a [s [Hs [R [_ b]]]]] [c [t [Ht [S [_ d]]]]]. apply Qle_antisym.
  - apply (reaching_ordered P goal ended x); [exact a | exists t; auto].
  - apply (reaching_ordered P goal ended x); [exact c | exists s; auto].
Qed.

Lemma greatest_of_reaching_unique P goal ended (x : state P) v w :
  greatest_of_reaching P goal ended x v -> greatest_of_reaching P goal ended x w -> v == w.
Proof.
  intros [a [s [Hs [R [b _]]]]] [c [t [Ht [S [d _]]]]]. apply Qle_antisym.
  - apply (reaching_ordered_above P goal ended x); [exists s; auto | exact c].
  - apply (reaching_ordered_above P goal ended x); [exists t; auto | exact a].
Qed.

Lemma within_unique P (maximise : bool) n u v w :
  (if maximise then greatest_within else least_within) P n u v ->
  (if maximise then greatest_within else least_within) P n u w -> v == w.
Proof.
  destruct maximise; intros [a [s [Hs b]]] [c [t [Ht d]]].
  - assert (A := a t Ht). assert (C := c s Hs). lra.
  - assert (A := a t Ht). assert (C := c s Hs). lra.
Qed.

Theorem exact_answers_agree q x v w :
  means q x (Exactly v) -> means q x (Exactly w) -> v == w.
Proof.
  unfold means. destruct (asks q) as [goal ended stay | goal ended | | d | | n g e st | n d];
    try exact (value_unique _ _ _ v w).
  - intros [_ A] [_ B]. revert A B. destruct (has_negative _ _), (maximise q).
    + apply greatest_of_reaching_unique.
    + apply least_of_reaching_unique.
    + intros [_ A] [_ B]. exact (greatest_of_reaching_unique _ _ _ _ _ _ A B).
    + apply least_of_reaching_unique.
  - destruct (has_negative _ _); [ | exact (value_unique _ _ _ v w)]. intros [_ A] [_ B].
    destruct (maximise q).
    + exact (greatest_limit_unique _ _ _ _ A B).
    + exact (least_limit_unique _ _ _ _ A B).
  - intros [_ A] [_ B]. revert A B.
    destruct (maximise q); [apply greatest_unique | apply least_unique].
  - intros [_ A] [_ B]. exact (within_unique _ _ _ _ _ _ A B).
  - intros [_ A] [_ B]. exact (within_unique _ _ _ _ _ _ A B).
Qed.

Theorem bounds_contain q x v low high :
  means q x (Exactly v) -> means q x (Between low high) -> low <= v /\ v <= high.
Proof.
  unfold means. destruct (asks q) as [goal ended stay | goal ended | | d | | n g e st | n d];
    try (intros _ []; fail).
  - intros [a b] [c d]. split; [exact (value_between _ _ _ _ _ c b) | ].
    exact (value_between _ _ _ _ _ a d).
  - intros [_ A] [_ B]. revert A B. destruct (has_negative _ _), (maximise q).
    + intros [a [s [Hs [R [b _]]]]] [[t [[Ht Rt] c]] d]. split.
      * exact (limits_ordered _ _ _ c (a t Ht Rt)).
      * exact (limits_ordered _ _ _ b (d s (conj Hs R))).
    + intros [a [s [Hs [R [_ b]]]]] [c [t [[Ht Rt] d]]]. split.
      * exact (limits_ordered _ _ _ (c s (conj Hs R)) b).
      * exact (limits_ordered _ _ _ (a t Ht Rt) d).
    + intros [_ [a [s [Hs [R [b _]]]]]] [[t [[Ht Rt] c]] d]. split.
      * exact (limits_ordered _ _ _ c (a t Ht Rt)).
      * exact (limits_ordered _ _ _ b (proj2 (d s Hs))).
    + intros [a [s [Hs [R [_ b]]]]] [c [t [[Ht Rt] d]]]. split.
      * exact (limits_ordered _ _ _ (c s (conj Hs R)) b).
      * exact (limits_ordered _ _ _ (a t Ht Rt) d).
  - destruct (has_negative _ _); [intros _ [] | ]. intros [a b] [c d].
    split; [exact (value_between _ _ _ _ _ c b) | exact (value_between _ _ _ _ _ a d)].
  - intros [a b] [c e]. split; [exact (value_between _ _ _ _ _ c b) | ].
    exact (value_between _ _ _ _ _ a e).
Qed.

(* What is infinite is not a number. *)
Lemma reaches_or_misses P goal ended (x : state P) s :
  reaches goal ended x s -> misses goal ended x s -> False.
Proof.
  intros [lo _] [p [p0 H]]. destruct (lo (p * (1 # 2)) ltac:(lra)) as [n K].
  specialize (K n (le_n n)). specialize (H n). lra.
Qed.

Lemma diverges_unbounded u v : diverges u -> at_most u v -> False.
Proof.
  intros D U. destruct (U 1 ltac:(lra)) as [n H]. destruct (D (v + 2)) as [k K].
  specialize (H (n + k)%nat (Nat.le_add_r _ _)). specialize (K (n + k)%nat (Nat.le_add_l _ _)). lra.
Qed.

Theorem infinite_is_not_exact q x v : means q x Infinite -> means q x (Exactly v) -> False.
Proof.
  unfold means. destruct (asks q) as [goal ended stay | goal ended | | d | | n g e st | n d];
    try (intros []; fail).
  - intros [_ A] [_ B]. revert A B.
    destruct (has_negative _ _), (maximise q); try (intros []; fail).
    + intros [s [Hs M]] [R _]. exact (reaches_or_misses _ _ _ _ _ (R s Hs) M).
    + intros M [_ [s [Hs [R _]]]]. exact (reaches_or_misses _ _ _ _ _ R (M s Hs)).
  - destruct (has_negative _ _); [intros [] | ]. intros [s [Hs D]] [_ [t [Ht U]]].
    exact (diverges_unbounded _ _ (D t Ht) (U s Hs)).
Qed.

(* Averages by time, where there are clocks of these mean times. *)
Lemma by_time_ordered v w B C : (forall u, 0 <= u -> u * v - B <= u * w + C) -> v <= w.
Proof.
  intros H. apply Qnot_lt_le. intros lt. set (i := / (v - w)).
  assert (i0 : 0 < i) by (apply Qinv_lt_0_compat; lra).
  assert (one : (v - w) * i == 1) by (apply Qmult_inv_r; lra).
  assert (A := Qle_Qabs (B + C)). assert (A0 := Qabs_nonneg (B + C)).
  set (a := Qabs (B + C)) in *. specialize (H ((a + 1) * i) ltac:(nra)).
  assert (E : (a + 1) * i * (v - w) == a + 1).
  { transitivity ((a + 1) * ((v - w) * i)); [ring | rewrite one; ring]. }
  lra.
Qed.

Theorem by_time_agree P tau x lasts longest v w (maximise : bool) :
  0 <= longest -> clocks tau lasts longest ->
  (if maximise then greatest_by_time else least_by_time) P tau x v ->
  (if maximise then greatest_by_time else least_by_time) P tau x w -> v == w.
Proof.
  intros l0 K A B. destruct maximise; destruct (A _ _ l0 K) as [[C all] [C' [s [Hs one]]]];
    destruct (B _ _ l0 K) as [[D all'] [D' [s' [Hs' one']]]]; apply Qle_antisym.
  - apply (by_time_ordered v w C' D). intros u u0.
    exact (limits_ordered _ _ _ (one u u0) (all' u s u0 Hs)).
  - apply (by_time_ordered w v D' C). intros u u0.
    exact (limits_ordered _ _ _ (one' u u0) (all u s' u0 Hs')).
  - apply (by_time_ordered v w C D'). intros u u0.
    exact (limits_ordered _ _ _ (all u s' u0 Hs') (one' u u0)).
  - apply (by_time_ordered w v D C'). intros u u0.
    exact (limits_ordered _ _ _ (all' u s u0 Hs) (one u u0)).
Qed.

Theorem bounded_agree b x v w : bounded_means b x v -> bounded_means b x w -> v == w.
Proof.
  unfold bounded_means. destruct (bounded_maximise b); [apply greatest_unique | apply least_unique].
Qed.
