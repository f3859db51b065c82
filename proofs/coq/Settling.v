(* Sequences that settle, and bounds that hold for all but finitely many n: their opposites, that
   there is one value, and that with excluded middle they are limits in the usual sense. *)
From Coq Require Import QArith Qabs List Lia Lqa Setoid Bool.
From exactbox Require Import Definitions Plays Players.
Import ListNotations.
Local Open Scope Q_scope.

(* The opposite numbers exchange what is said of the greatest and of the least. *)
Section Opposite.
  Variables u w : nat -> Q.
  Hypothesis opposite : forall n, w n == - u n.

  Lemma holds_at_most_opposite k v eps :
    holds_at_most k (fun n => - v + eps < w n) -> holds_at_most k (fun n => u n < v - eps).
  Proof.
    intros H l d Hl. apply H; [exact d | ]. intros n i. specialize (Hl n i). cbn beta in Hl |- *.
    rewrite (opposite n). lra.
  Qed.

  Lemma finally_at_least_opposite v : finally_at_most w (- v) -> finally_at_least u v.
  Proof.
    intros H eps e0. destruct (H eps e0) as [k Hk]. exists k.
    exact (holds_at_most_opposite k v eps Hk).
  Qed.
End Opposite.

(* The usual bounds are bounds in this sense. *)
Lemma at_most_finally u v : at_most u v -> finally_at_most u v.
Proof.
  intros H eps e0. destruct (H eps e0) as [k Hk]. exists k. intros l d Hl.
  rewrite <- (seq_length k 0). apply NoDup_incl_length; [exact d | ]. intros n i.
  apply in_seq. specialize (Hl n i). cbn beta in Hl. destruct (Nat.lt_ge_cases n k) as [lt | ge].
  - lia.
  - specialize (Hk n ge). lra.
Qed.

Lemma at_least_finally u v : at_least u v -> finally_at_least u v.
Proof.
  intros H. apply (finally_at_least_opposite u (fun n => - u n)); [reflexivity | ].
  apply at_most_finally. intros eps e0. destruct (H eps e0) as [k Hk]. exists k. intros n le.
  specialize (Hk n le). lra.
Qed.

Lemma two_parts {A} (p : A -> bool) l :
  length l = (length (filter p l) + length (filter (fun a => negb (p a)) l))%nat.
Proof. induction l as [ | a l IH]; simpl; [reflexivity | ]. destruct (p a); simpl; lia. Qed.

Lemma finally_ordered u v w : finally_at_least u v -> finally_at_most u w -> v <= w.
Proof.
  intros lo hi. destruct (Qlt_le_dec w v) as [lt | le]; [exfalso | exact le].
  destruct (lo ((v - w) * (1 # 4)) ltac:(lra)) as [k Hk].
  destruct (hi ((v - w) * (1 # 4)) ltac:(lra)) as [m Hm].
  set (l := seq 0 (S (k + m))). assert (d : NoDup l) by apply seq_NoDup.
  set (p := fun n => Qle_bool (u n) (w + (v - w) * (1 # 4))).
  assert (A := Hk (filter p l) (NoDup_filter p d)).
  assert (B := Hm (filter (fun n => negb (p n)) l) (NoDup_filter _ d)).
  assert (C := two_parts p l). unfold l in C at 1. rewrite seq_length in C.
  assert (length (filter p l) <= k)%nat; [apply A | assert (length (filter (fun n => negb (p n)) l)
    <= m)%nat; [apply B | lia]]; intros n i; apply filter_In in i as [_ i]; unfold p in i.
  - apply Qle_bool_iff in i. lra.
  - apply Qnot_le_lt. intros le. apply Qle_bool_iff in le. rewrite le in i. discriminate.
Qed.

(* So there is one value. *)
Theorem greatest_limit_unique P u v w : greatest_limit P u v -> greatest_limit P u w -> v == w.
Proof.
  intros [a [s [Hs [b _]]]] [c [t [Ht [d _]]]]. apply Qle_antisym.
  - exact (finally_ordered _ _ _ (at_least_finally _ _ b) (proj2 (c s Hs))).
  - exact (finally_ordered _ _ _ (at_least_finally _ _ d) (proj2 (a t Ht))).
Qed.

Theorem least_limit_unique P u v w : least_limit P u v -> least_limit P u w -> v == w.
Proof.
  intros [a [s [Hs [_ b]]]] [c [t [Ht [_ d]]]]. apply Qle_antisym.
  - exact (finally_ordered _ _ _ (proj2 (a t Ht)) (at_most_finally _ _ d)).
  - exact (finally_ordered _ _ _ (proj2 (c s Hs)) (at_most_finally _ _ b)).
Qed.

Lemma multiple_exceeds b eps : 0 < eps -> exists k, b < inject_Z (Z.of_nat k) * eps.
Proof.
  intros e0. destruct (above_any (/ eps * (b + 1))) as [k Hk]. specialize (Hk k (le_n k)).
  exists k. assert (F : eps * / eps == 1) by (apply Qmult_inv_r; lra).
  set (z := inject_Z (Z.of_nat k)) in *. generalize dependent (/ eps). intros i Hk F.
  assert (eps * (i * (b + 1)) <= eps * z) by nra.
  assert (eps * (i * (b + 1)) == b + 1) by (rewrite Qmult_assoc, F; ring). lra.
Qed.

(* With excluded middle, these are the bounds of Definitions.v, and what settles has a limit. *)
Section Classically.
  Hypothesis excluded_middle : forall A : Prop, A \/ ~ A.

  Theorem finally_at_most_classically u v : finally_at_most u v -> at_most u v.
  Proof.
    intros H eps e0. destruct (H eps e0) as [k Hk].
    destruct (excluded_middle (exists n0, forall n, (n0 <= n)%nat -> u n <= v + eps)) as [y | no];
      [exact y | exfalso].
    assert (A : forall m, exists l, NoDup l /\ length l = m /\ forall n, In n l -> v + eps < u n).
    { induction m as [ | m [l [d [e Hl]]]].
      - exists []. split; [constructor | split; [reflexivity | intros n []]].
      - destruct (nat_bound l (fun n => n)) as [R HR].
        destruct (excluded_middle (exists n, (R <= n)%nat /\ v + eps < u n))
          as [[n [le lt]] | none].
        + exists (n :: l). split; [ | split; [simpl; lia | ]].
          * constructor; [ | exact d]. intros i. specialize (HR n i). lia.
          * intros a [<- | i]; [exact lt | exact (Hl a i)].
        + exfalso. apply no. exists R. intros n le. apply Qnot_lt_le. intros lt. apply none.
          exists n. split; assumption. }
    destruct (A (S k)) as [l [d [e Hl]]]. specialize (Hk l d Hl). lia.
  Qed.

  Theorem finally_at_least_classically u v : finally_at_least u v -> at_least u v.
  Proof.
    intros H. assert (O : finally_at_most (fun n => - u n) (- v)).
    { intros d d0. destruct (H d d0) as [k Hk]. exists k. intros l nd Hl. apply Hk; [exact nd | ].
      intros n i. specialize (Hl n i). cbn beta in *. lra. }
    intros eps e0. destruct (finally_at_most_classically _ _ O eps e0) as [k Hk]. exists k.
    intros n le. specialize (Hk n le). lra.
  Qed.

  Theorem settles_classically u : settles u -> forall eps, 0 < eps ->
    exists n0, forall m n, (n0 <= m)%nat -> (n0 <= n)%nat -> Qabs (u n - u m) <= eps.
  Proof.
    intros [b Hb]. set (w := sum (fun k => Qabs (u (S k) - u k))) in *.
    assert (G : forall m n, (m <= n)%nat -> Qabs (u n - u m) <= w n - w m).
    { intros m n le. induction le as [ | n le IH].
      - setoid_replace (u m - u m) with 0 by ring. cbn. lra.
      - unfold w at 1. cbn [sum]. fold w. assert (T := Qabs_triangle (u (S n) - u n) (u n - u m)).
        setoid_replace (u (S n) - u n + (u n - u m)) with (u (S n) - u m) in T by ring. lra. }
    assert (A : forall eps, 0 < eps -> exists n0, forall n, (n0 <= n)%nat -> w n - w n0 <= eps).
    { intros eps e0. destruct (multiple_exceeds b eps e0) as [K HK].
      assert (B : forall j, (exists n0, forall n, (n0 <= n)%nat -> w n - w n0 <= eps) \/
        exists n, inject_Z (Z.of_nat j) * eps <= w n).
      { induction j as [ | j [y | [n0 Hn]]]; [ | left; exact y | ].
        { right. exists O. change (inject_Z (Z.of_nat 0)) with 0. unfold w. cbn [sum]. lra. }
        destruct (excluded_middle (exists n, (n0 <= n)%nat /\ w n0 + eps < w n))
          as [[n [le lt]] | none].
        - right. exists n. rewrite inject_S. lra.
        - left. exists n0. intros n le. apply Qnot_lt_le. intros lt. apply none. exists n.
          split; [exact le | lra]. }
      destruct (B K) as [y | [n Hn]]; [exact y | exfalso]. specialize (Hb n). lra. }
    intros eps e0. destruct (A eps e0) as [n0 H]. exists n0.
    assert (C : forall m n, (n0 <= m)%nat -> (m <= n)%nat -> Qabs (u n - u m) <= eps).
    { intros m n i j. specialize (H n ltac:(lia)). assert (L := G m n j).
      assert (D := G n0 m i). assert (N := Qabs_nonneg (u m - u n0)). lra. }
    intros m n i j. destruct (Nat.le_ge_cases m n) as [le | le]; [exact (C m n i le) | ].
    rewrite Qabs_Qminus. exact (C n m j le).
  Qed.

  Theorem greatest_limit_classically P u v : greatest_limit P u v -> greatest P u v.
  Proof.
    intros [a b]. split; [ | exact b]. intros s Hs. exact (finally_at_most_classically _ _
      (proj2 (a s Hs))).
  Qed.

  Theorem least_limit_classically P u v : least_limit P u v -> least P u v.
  Proof.
    intros [a b]. split; [ | exact b]. intros s Hs. exact (finally_at_least_classically _ _
      (proj2 (a s Hs))).
  Qed.
End Classically.

(* Where the sum is bounded, few terms exceed eps; and none from some point on if they fall. *)
Lemma exceptions_add_up u eps : (forall n, 0 <= u n) -> 0 < eps ->
  forall N l, NoDup l -> (forall n, In n l -> (n < N)%nat /\ eps < u n) ->
  inject_Z (Z.of_nat (length l)) * eps <= sum u N.
Proof.
  intros u0 e0. induction N as [ | N IH]; intros l d H.
  - destruct l as [ | n l].
    { change (inject_Z (Z.of_nat (length (@nil nat)))) with 0. cbn [sum]. lra. }
    destruct (H n (or_introl eq_refl)). lia.
  - cbn [sum]. destruct (in_dec Nat.eq_dec N l) as [i | no].
    + destruct (H N i) as [_ lt]. destruct (in_split _ _ i) as [l1 [l2 ->]].
      assert (nd := NoDup_remove _ _ _ d). destruct nd as [nd ni].
      assert (L := IH (l1 ++ l2) nd). rewrite app_length in *. cbn [length].
      rewrite Nat.add_succ_r, inject_S. cut (inject_Z (Z.of_nat (length l1 + length l2)) * eps
        <= sum u N); [lra | ]. apply L. intros n j.
      destruct (H n) as [lt' gt]; [apply in_app_iff in j; apply in_app_iff; simpl; tauto | ].
      split; [ | exact gt]. assert (n <> N) by (intros ->; exact (ni j)). lia.
    + specialize (u0 N). cut (inject_Z (Z.of_nat (length l)) * eps <= sum u N); [lra | ].
      apply IH; [exact d | ]. intros n j. destruct (H n j) as [lt gt]. split; [ | exact gt].
      assert (n <> N) by (intros ->; exact (no j)). lia.
Qed.

Lemma bounded_sum_exceptions u b eps : (forall n, 0 <= u n) -> (forall n, sum u n <= b) ->
  0 < eps -> exists k, holds_at_most k (fun n => eps < u n).
Proof.
  intros u0 H e0. destruct (multiple_exceeds b eps e0) as [k Hk]. exists k. intros l d Hl.
  destruct (nat_bound l (fun n => n)) as [N HN].
  assert (L := exceptions_add_up u eps u0 e0 N l d (fun n i => conj (HN n i) (Hl n i))).
  specialize (H N). apply Nat.le_ngt. intros lt.
  assert (inject_Z (Z.of_nat k) <= inject_Z (Z.of_nat (length l))) by (rewrite <- Zle_Qle; lia).
  nra.
Qed.
