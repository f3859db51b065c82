(* Markov chains up to a time. With L the number of times that all clocks ring on average, and

     a_0 = 1,  a_(k+1) = a_k L / (k + 1),      y_0 = g,  y_(k+1) = c + P y_k,

   the value of a state is the sum over all k of a_k y_k, divided by that of a_k, which is exp(L). No
   real number is needed to say so: what the quotients of the sums up to n tend to lies in each
   interval in which they are from some n on.

   The weights are known between bounds for k in a window, up to a factor z; what lies outside of it
   is bounded by geometric series, as the ratios a_(k+1) / a_k fall. The y_k are known between Y_k and
   Y_k + e + k, as each step is rounded down by less than a unit, and P's rows add up to 1 at most.

   The conditions are those of evolve of exactbox/checker/transient.py. *)
From Coq Require Import QArith Qabs Qminmax List Lia Lqa.
From exactbox Require Import Definitions Sums TransientDefinitions.
Import ListNotations.
Local Open Scope Q_scope.

(* Sums of f(i), ..., f(i + n - 1). *)
Fixpoint sum (f : nat -> Q) (i n : nat) : Q :=
  match n with
  | O => 0
  | S n => f i + sum f (S i) n
  end.

Lemma sum_le f g i n :
  (forall k, (i <= k < i + n)%nat -> f k <= g k) -> sum f i n <= sum g i n.
Proof.
  revert i. induction n as [ | n IH]; intros i H; simpl; [lra | ].
  assert (f i <= g i) by (apply H; lia).
  assert (sum f (S i) n <= sum g (S i) n) by (apply IH; intros; apply H; lia). lra.
Qed.

Lemma sum_split f i m n : sum f i (m + n) == sum f i m + sum f (i + m) n.
Proof.
  revert i. induction m as [ | m IH]; intros i; simpl.
  - replace (i + 0)%nat with i by lia. lra.
  - rewrite IH. replace (S i + m)%nat with (i + S m)%nat by lia. lra.
Qed.

Lemma sum_scale f x i n : sum (fun k => x * f k) i n == x * sum f i n.
Proof. revert i. induction n as [ | n IH]; intros i; simpl; [lra | rewrite IH; lra]. Qed.

Lemma sum_plus f g i n : sum (fun k => f k + g k) i n == sum f i n + sum g i n.
Proof. revert i. induction n as [ | n IH]; intros i; simpl; [lra | rewrite IH; lra]. Qed.

Lemma sum_nonneg f i n : (forall k, 0 <= f k) -> 0 <= sum f i n.
Proof.
  intros H. revert i. induction n as [ | n IH]; intros i; simpl; [lra | ].
  specialize (H i). specialize (IH (S i)). lra.
Qed.

Lemma sum_from_0 f n : Definitions.sum f n == sum f 0 n.
Proof.
  induction n as [ | n IH]; [reflexivity | ]. cbn [Definitions.sum].
  replace (S n) with (n + 1)%nat by lia. rewrite sum_split, IH. simpl. lra.
Qed.

Lemma nat_Q_S k : nat_Q (S k) == nat_Q k + 1.
Proof. unfold nat_Q. rewrite Nat2Z.inj_succ. unfold Z.succ. rewrite inject_Z_plus. reflexivity. Qed.

Lemma nat_Q_nonneg k : 0 <= nat_Q k.
Proof. unfold nat_Q. change 0 with (inject_Z 0). rewrite <- Zle_Qle. lia. Qed.

Lemma nat_Q_le j k : (j <= k)%nat -> nat_Q j <= nat_Q k.
Proof. intros H. unfold nat_Q. rewrite <- Zle_Qle. lia. Qed.

(* Weights -------------------------------------------------------------------------------------- *)

Section Weights.
  Variable L : Q.
  Hypothesis L_nonneg : 0 <= L.

  Local Notation a := (a L).

  Lemma a_nonneg k : 0 <= a k.
  Proof.
    induction k as [ | k IH]; simpl; [lra | ].
    assert (0 < nat_Q (S k)) by (rewrite nat_Q_S; pose proof (nat_Q_nonneg k); lra).
    apply Qle_shift_div_l; [assumption | nra].
  Qed.

  (* (k + 1) a_(k+1) = L a_k *)
  Lemma a_step k : a (S k) * nat_Q (S k) == L * a k.
  Proof.
    simpl. assert (0 < nat_Q (S k)) by (rewrite nat_Q_S; pose proof (nat_Q_nonneg k); lra).
    field. lra.
  Qed.

  (* What is right of the window: a_(r+1) + ... + a_(r+n) <= a_r L / (r + 1 - L). *)
  Lemma right_tail r n :
    L < nat_Q (S r) -> sum a (S r) n * (nat_Q (S r) - L) <= a r * L.
  Proof.
    revert r. induction n as [ | n IH]; intros r H.
    - simpl. pose proof (a_nonneg r). nra.
    - assert (H2 : L < nat_Q (S (S r))) by (rewrite (nat_Q_S (S r)); lra).
      specialize (IH (S r) H2). pose proof (a_step r) as E. pose proof (a_nonneg (S r)) as N.
      assert (0 <= sum a (S (S r)) n) by (apply sum_nonneg; exact a_nonneg).
      rewrite (nat_Q_S (S r)) in IH. change (sum a (S r) (S n)) with (a (S r) + sum a (S (S r)) n).
      (* s (r + 1 - L) <= s (r + 2 - L) <= a_(r+1) L *)
      set (s := sum a (S (S r)) n) in *. rewrite (Qmult_plus_distr_l (a (S r))). lra.
  Qed.

  (* What is left of it: a_0 + ... + a_(l-1) <= a_l l / (L - l). *)
  Lemma left_tail l : nat_Q l < L -> sum a 0 l * (L - nat_Q l) <= a l * nat_Q l.
  Proof.
    induction l as [ | l IH]; intros H.
    - change (nat_Q 0) with 0. simpl. lra.
    - rewrite nat_Q_S in H. assert (H2 : nat_Q l < L) by lra. specialize (IH H2).
      replace (S l) with (l + 1)%nat at 1 by lia. rewrite sum_split, a_step, nat_Q_S.
      change (sum a (0 + l) 1) with (a l + 0). pose proof (a_nonneg l).
      assert (0 <= sum a 0 l) by (apply sum_nonneg; exact a_nonneg).
      (* s (L - l - 1) <= s (L - l) <= a_l l *)
      set (s := sum a 0 l) in *. rewrite Qmult_plus_distr_l. lra.
  Qed.

  (* The sum of k a_k is L times that of a_k, one earlier. *)
  Lemma sum_of_k r n : sum (fun k => nat_Q k * a k) (S r) n == L * sum a r n.
  Proof.
    revert r. induction n as [ | n IH]; intros r; simpl; [lra | ].
    rewrite IH. pose proof (a_step r) as E. simpl in E. lra.
  Qed.

  (* Values --------------------------------------------------------------------------------------- *)

  (* y_k >= 0 grows at most as G + k C. *)
  Variables (y : nat -> Q) (G C : Q).
  Hypothesis y_nonneg : forall k, 0 <= y k.
  Hypothesis y_most : forall k, y k <= G + nat_Q k * C.
  Hypotheses (G_nonneg : 0 <= G) (C_nonneg : 0 <= C).

  Local Notation numerator := (numerator L y).
  Local Notation denominator := (denominator L).

  Lemma denominator_positive n : 0 < denominator (S n).
  Proof.
    unfold TransientDefinitions.denominator. rewrite sum_from_0. simpl. pose proof (sum_nonneg a 1 n a_nonneg). lra.
  Qed.

  (* In the window first, ..., last = first + count there are bounds of z a_k, and of y_k. *)
  Variables (first count : nat) (z : Q) (below above Y e : nat -> Q).
  Let last := (first + count)%nat.
  Let inside (f : nat -> Q) : Q := sum f first (S count).
  Hypothesis z_positive : 0 < z.
  Hypothesis weights_between :
    forall k, (first <= k <= last)%nat -> 0 <= below k /\ below k <= z * a k <= above k.
  Hypothesis values_between :
    forall k, (first <= k <= last)%nat -> 0 <= Y k /\ Y k <= y k <= Y k + e k.

  (* Bounds of what is left and right of the window, times z. *)
  Variables left right : Q.
  Hypothesis left_enough : (first = O /\ 0 <= left) \/
    (nat_Q first < L /\ above first * nat_Q first <= left * (L - nat_Q first)).
  Hypothesis L_below : L < nat_Q (S last).
  Hypothesis right_enough : above last * L <= right * (nat_Q (S last) - L).

  Lemma left_bound : z * sum a 0 first <= left.
  Proof.
    destruct left_enough as [[E H] | [B H]].
    - rewrite E. simpl. lra.
    - pose proof (left_tail first B) as T.
      assert (W : z * a first <= above first) by (apply weights_between; lia).
      pose proof (nat_Q_nonneg first) as N.
      assert (z * a first * nat_Q first <= above first * nat_Q first)
        by (apply Qmult_le_compat_r; assumption).
      assert (z * (sum a 0 first * (L - nat_Q first)) <= z * (a first * nat_Q first))
        by (apply Qmult_le_l; assumption).
      apply Qmult_le_r with (z := L - nat_Q first); lra.
  Qed.

  Lemma right_bound n : z * sum a (S last) n <= right.
  Proof.
    pose proof (right_tail last n L_below) as T.
    assert (W : z * a last <= above last) by (apply weights_between; lia).
    assert (z * a last * L <= above last * L) by (apply Qmult_le_compat_r; assumption).
    assert (z * (sum a (S last) n * (nat_Q (S last) - L)) <= z * (a last * L))
      by (apply Qmult_le_l; assumption).
    apply Qmult_le_r with (z := nat_Q (S last) - L); lra.
  Qed.

  Lemma parts f m :
    sum f 0 (S last + m) == sum f 0 first + inside f + sum f (S last) m.
  Proof.
    unfold inside, last. replace (S (first + count) + m)%nat with (first + (S count + m))%nat by lia.
    rewrite sum_split, sum_split. replace (0 + first + S count)%nat with (S (first + count)) by lia.
    simpl (0 + first)%nat. lra.
  Qed.

  Lemma left_nonneg : 0 <= left.
  Proof.
    pose proof left_bound. pose proof (sum_nonneg a 0 first a_nonneg).
    assert (0 <= z * sum a 0 first) by (apply Qmult_le_0_compat; lra). lra.
  Qed.

  (* Theorem: the quotients of the sums are at least l from the window on. *)
  Theorem window_at_least l m :
    0 <= l -> l * (left + inside above + right) <= inside (fun k => below k * Y k) ->
    l * denominator (S last + m) <= numerator (S last + m).
  Proof.
    intros Hl H. apply Qmult_le_l with (z := z); [exact z_positive | ].
    assert (D : z * denominator (S last + m) <= left + inside above + right).
    { unfold TransientDefinitions.denominator. rewrite sum_from_0, parts. pose proof left_bound. pose proof (right_bound m).
      assert (z * inside a <= inside above); [ | lra].
      unfold inside. rewrite <- sum_scale. apply sum_le. intros k K.
      apply weights_between. unfold last. lia. }
    assert (N : inside (fun k => below k * Y k) <= z * numerator (S last + m)).
    { unfold TransientDefinitions.numerator. rewrite sum_from_0, parts.
      assert (P : forall k, 0 <= a k * y k)
        by (intros k; apply Qmult_le_0_compat; [apply a_nonneg | apply y_nonneg]).
      pose proof (sum_nonneg _ 0 first P). pose proof (sum_nonneg _ (S last) m P).
      assert (inside (fun k => below k * Y k) <= z * inside (fun k => a k * y k)).
      { unfold inside. rewrite <- sum_scale. apply sum_le. intros k K.
        destruct (weights_between k) as [B [B1 _]]; [unfold last; lia | ].
        destruct (values_between k) as [V [V1 _]]; [unfold last; lia | ].
        apply Qle_trans with (z * a k * Y k).
        - apply Qmult_le_compat_r; assumption.
        - assert (z * a k * Y k <= z * a k * y k); [ | lra].
          rewrite (Qmult_comm _ (Y k)), (Qmult_comm _ (y k)). apply Qmult_le_compat_r; lra. }
      assert (0 <= z * sum (fun k => a k * y k) 0 first) by (apply Qmult_le_0_compat; lra).
      assert (0 <= z * sum (fun k => a k * y k) (S last) m) by (apply Qmult_le_0_compat; lra).
      lra. }
    assert (l * (z * denominator (S last + m)) <= l * (left + inside above + right)).
    { rewrite (Qmult_comm l), (Qmult_comm l (_ + _)). apply Qmult_le_compat_r; assumption. }
    lra.
  Qed.

  (* What is outside of the window adds at most this. *)
  Definition beyond : Q :=
    G * (left + right) + C * (nat_Q first * left + L * (above last + right)).

  Lemma left_values : z * sum (fun k => a k * y k) 0 first <= (G + nat_Q first * C) * left.
  Proof.
    pose proof left_bound as B. pose proof (nat_Q_nonneg first).
    assert (F : 0 <= nat_Q first * C) by (apply Qmult_le_0_compat; assumption).
    assert (S : sum (fun k => a k * y k) 0 first <= (G + nat_Q first * C) * sum a 0 first).
    { rewrite <- sum_scale. apply sum_le. intros k K. rewrite Qmult_comm.
      apply Qmult_le_compat_r; [ | apply a_nonneg].
      pose proof (y_most k). assert (nat_Q k * C <= nat_Q first * C); [ | lra].
      apply Qmult_le_compat_r; [apply nat_Q_le; lia | assumption]. }
    apply Qle_trans with ((G + nat_Q first * C) * (z * sum a 0 first)).
    - assert (z * sum (fun k => a k * y k) 0 first <= z * ((G + nat_Q first * C) * sum a 0 first))
        by (apply Qmult_le_l; assumption). lra.
    - rewrite (Qmult_comm _ (z * _)), (Qmult_comm _ left). apply Qmult_le_compat_r; lra.
  Qed.

  Lemma right_values m :
    z * sum (fun k => a k * y k) (S last) m <= G * right + C * (L * (above last + right)).
  Proof.
    assert (S1 : sum (fun k => a k * y k) (S last) m <=
        G * sum a (S last) m + C * (L * sum a last m)).
    { rewrite <- sum_of_k, <- !sum_scale, <- sum_plus. apply sum_le. intros k K.
      pose proof (y_most k). pose proof (a_nonneg k).
      assert (a k * y k <= a k * (G + nat_Q k * C)); [ | lra].
      rewrite (Qmult_comm _ (y k)), (Qmult_comm _ (G + _)). apply Qmult_le_compat_r; assumption. }
    assert (T : sum a last m <= a last + sum a (S last) m).
    { pose proof (sum_split a last 1 m) as P. rewrite Nat.add_comm in P.
      replace (last + 1)%nat with (S last) in P by lia. simpl (sum a last 1) in P.
      pose proof (sum_split a last m 1) as P2. simpl (sum a (last + m) 1) in P2.
      pose proof (a_nonneg (last + m)). lra. }
    assert (W : z * a last <= above last) by (apply weights_between; lia).
    pose proof (right_bound m) as R.
    assert (0 <= C * L) by (apply Qmult_le_0_compat; assumption).
    assert (z * sum a last m <= above last + right).
    { assert (z * sum a last m <= z * (a last + sum a (S last) m)) by (apply Qmult_le_l; assumption).
      lra. }
    assert (A1 : G * (z * sum a (S last) m) <= G * right)
      by (rewrite !(Qmult_comm G); apply Qmult_le_compat_r; assumption).
    assert (A2 : C * L * (z * sum a last m) <= C * L * (above last + right))
      by (rewrite !(Qmult_comm (C * L)); apply Qmult_le_compat_r; assumption).
    assert (z * sum (fun k => a k * y k) (S last) m <=
      z * (G * sum a (S last) m + C * (L * sum a last m))) by (apply Qmult_le_l; assumption).
    lra.
  Qed.

  (* Theorem: the quotients are at most u from the window on. *)
  Theorem window_at_most u m :
    0 <= u -> inside (fun k => above k * (Y k + e k)) + beyond <= u * inside below ->
    numerator (S last + m) <= u * denominator (S last + m).
  Proof.
    intros Hu H. apply Qmult_le_l with (z := z); [exact z_positive | ].
    assert (D : inside below <= z * denominator (S last + m)).
    { unfold TransientDefinitions.denominator. rewrite sum_from_0, parts.
      pose proof (sum_nonneg a 0 first a_nonneg). pose proof (sum_nonneg a (S last) m a_nonneg).
      assert (inside below <= z * inside a).
      { unfold inside. rewrite <- sum_scale. apply sum_le. intros k K.
        apply weights_between. unfold last. lia. }
      assert (0 <= z * sum a 0 first) by (apply Qmult_le_0_compat; lra).
      assert (0 <= z * sum a (S last) m) by (apply Qmult_le_0_compat; lra). lra. }
    assert (N : z * numerator (S last + m) <= inside (fun k => above k * (Y k + e k)) + beyond).
    { unfold TransientDefinitions.numerator. rewrite sum_from_0, parts. unfold beyond.
      pose proof left_values. pose proof (right_values m).
      assert (z * inside (fun k => a k * y k) <= inside (fun k => above k * (Y k + e k))); [ | lra].
      unfold inside. rewrite <- sum_scale. apply sum_le. intros k K.
      destruct (weights_between k) as [B [B1 B2]]; [unfold last; lia | ].
      destruct (values_between k) as [V [V1 V2]]; [unfold last; lia | ].
      pose proof (y_nonneg k). pose proof (a_nonneg k).
      apply Qle_trans with (above k * y k).
      - assert (z * a k * y k <= above k * y k); [ | lra]. apply Qmult_le_compat_r; assumption.
      - rewrite !(Qmult_comm (above k)). apply Qmult_le_compat_r; [assumption | lra]. }
    assert (u * inside below <= u * (z * denominator (S last + m))).
    { rewrite !(Qmult_comm u). apply Qmult_le_compat_r; assumption. }
    lra.
  Qed.
End Weights.

(* What the quotients tend to ------------------------------------------------------------------- *)

(* v is the value: the quotient of the sums up to n gets and stays as near to it as one likes. *)
Definition quotient_tends (N D : nat -> Q) (v : Q) : Prop :=
  forall eps, 0 < eps -> exists k, forall n, (k <= n)%nat -> Qabs (N n - v * D n) <= eps * D n.

Section Values.
  Variables N D : nat -> Q.
  Hypothesis D_positive : forall n, 0 < D (S n).

  (* Theorem: bounds of the quotients from some n on are bounds of the value. *)
  Theorem value_between v l u k :
    (forall m, l * D (S k + m) <= N (S k + m)) -> (forall m, N (S k + m) <= u * D (S k + m)) ->
    quotient_tends N D v -> l <= v <= u.
  Proof.
    intros Hl Hu T. split; apply Qnot_lt_le; intros B.
    - destruct (T ((l - v) / (2 # 1))) as [i H]; [apply Qlt_shift_div_l; lra | ].
      specialize (H (S k + i)%nat ltac:(lia)). specialize (Hl i).
      assert (P : 0 < D (S k + i)) by apply (D_positive (k + i)).
      apply Qabs_Qle_condition in H. destruct H as [_ H].
      assert ((l - v) / (2 # 1) == (l - v) * (1 # 2)) by field. rewrite H0 in H.
      assert (0 < (l - v) * D (S k + i)) by (apply Qmult_lt_0_compat; lra). lra.
    - destruct (T ((v - u) / (2 # 1))) as [i H]; [apply Qlt_shift_div_l; lra | ].
      specialize (H (S k + i)%nat ltac:(lia)). specialize (Hu i).
      assert (P : 0 < D (S k + i)) by apply (D_positive (k + i)).
      apply Qabs_Qle_condition in H. destruct H as [H _].
      assert ((v - u) / (2 # 1) == (v - u) * (1 # 2)) by field. rewrite H0 in H.
      assert (0 < (v - u) * D (S k + i)) by (apply Qmult_lt_0_compat; lra). lra.
  Qed.

  (* Theorem: two pairs of bounds of one question have a number in common. *)
  Theorem bounds_meet l u i j :
    (forall m, l * D (S i + m) <= N (S i + m)) -> (forall m, N (S j + m) <= u * D (S j + m)) ->
    l <= u.
  Proof.
    intros Hl Hu. specialize (Hl j). specialize (Hu i).
    replace (S j + i)%nat with (S i + j)%nat in Hu by lia.
    assert (P : 0 < D (S i + j)) by apply (D_positive (i + j)).
    apply Qmult_le_r with (z := D (S i + j)); [exact P | lra].
  Qed.
End Values.

(* Chains --------------------------------------------------------------------------------------- *)

Section Chain.
  Context {state : Type}.
  Variables (P : state -> list (Q * state)) (g c : state -> Q).
  Hypothesis P_weighted : forall s, weighted (P s).
  Hypothesis P_most : forall s, E (P s) (fun _ => 1) <= 1.

  (* y_0 = g, y_(k+1) = c + P y_k *)
  Local Notation y := (y P g c).

  Lemma E_at_most s f x : 0 <= x -> (forall t, f t <= x) -> E (P s) f <= x.
  Proof.
    intros Hx H. apply Qle_trans with (E (P s) (fun _ => x)).
    - apply E_le; [apply P_weighted | intros; apply H].
    - rewrite E_const. pose proof (P_most s).
      assert (x * E (P s) (fun _ => 1) <= x * 1); [ | lra].
      rewrite !(Qmult_comm x). apply Qmult_le_compat_r; assumption.
  Qed.

  Section Growth.
    Variables G C : Q.
    Hypotheses (g_nonneg : forall s, 0 <= g s) (c_nonneg : forall s, 0 <= c s).
    Hypotheses (g_most : forall s, g s <= G) (c_most : forall s, c s <= C).
    Hypotheses (G_nonneg : 0 <= G) (C_nonneg : 0 <= C).

    Lemma y_nonneg k s : 0 <= y k s.
    Proof.
      revert s. induction k as [ | k IH]; intros s; simpl; [apply g_nonneg | ].
      pose proof (c_nonneg s). pose proof (E_nonneg (P s) (y k) (P_weighted s) ltac:(intros; apply IH)).
      lra.
    Qed.

    Lemma y_most k s : y k s <= G + nat_Q k * C.
    Proof.
      revert s. induction k as [ | k IH]; intros s; simpl.
      - change (nat_Q 0) with 0. pose proof (g_most s). lra.
      - rewrite nat_Q_S. pose proof (c_most s).
        assert (0 <= nat_Q k * C) by (apply Qmult_le_0_compat; [apply nat_Q_nonneg | assumption]).
        assert (E (P s) (y k) <= G + nat_Q k * C) by (apply E_at_most; [lra | exact IH]). lra.
    Qed.
  End Growth.

  (* Theorem: rounded down by less than a unit in each step, Y stays below y, and within e + k. *)
  Theorem rounded_between (Y : nat -> state -> Q) e :
    0 <= e -> (forall s, Y O s <= g s <= Y O s + e) ->
    (forall k s, Y (S k) s <= c s + E (P s) (Y k) <= Y (S k) s + 1) ->
    forall k s, Y k s <= y k s <= Y k s + (e + nat_Q k).
  Proof.
    intros He H0 H. induction k as [ | k IH]; intros s; simpl.
    - change (nat_Q 0) with 0. specialize (H0 s). lra.
    - destruct (H k s) as [A B]. rewrite nat_Q_S. split.
      + assert (E (P s) (Y k) <= E (P s) (y k)); [ | lra].
        apply E_le; [apply P_weighted | intros p t _; apply IH].
      + pose proof (nat_Q_nonneg k).
        assert (E (P s) (fun t => y k t - Y k t) <= e + nat_Q k).
        { apply E_at_most; [lra | ]. intros t. destruct (IH t). lra. }
        rewrite E_minus in H2. lra.
  Qed.

  (* Theorem: what the checker calculates bounds the quotients of a state s from the window on. *)
  Theorem quotients_between L G C first count z below above (Y : nat -> state -> Q) e left right
      s l u :
    0 <= L < nat_Q (S (first + count)) -> 0 < z -> 0 <= G -> 0 <= C -> 0 <= e ->
    (forall t, 0 <= g t <= G) -> (forall t, 0 <= c t <= C) ->
    (forall k, (first <= k <= first + count)%nat ->
      0 <= below k /\ below k <= z * a L k <= above k) ->
    (forall t, Y O t <= g t <= Y O t + e) ->
    (forall k t, 0 <= Y k t /\ Y (S k) t <= c t + E (P t) (Y k) <= Y (S k) t + 1) ->
    (first = O /\ 0 <= left) \/
      (nat_Q first < L /\ above first * nat_Q first <= left * (L - nat_Q first)) ->
    above (first + count)%nat * L <= right * (nat_Q (S (first + count)) - L) ->
    0 <= l -> l * (left + sum above first (S count) + right) <=
      sum (fun k => below k * Y k s) first (S count) ->
    0 <= u -> sum (fun k => above k * (Y k s + (e + nat_Q k))) first (S count) +
      beyond L G C first count above left right <= u * sum below first (S count) ->
    forall m, let n := (S (first + count) + m)%nat in
    l * denominator L n <= numerator L (fun k => y k s) n <= u * denominator L n.
  Proof.
    intros [HL HL2] Hz HG HC He Hg Hc Hw H0 HY Hleft Hright Hl Hl2 Hu Hu2 m.
    assert (N : forall k t, 0 <= y k t).
    { apply y_nonneg; intros t; [apply (Hg t) | apply (Hc t)]. }
    assert (M : forall k t, y k t <= G + nat_Q k * C).
    { apply y_most; try assumption; intros t; [apply (Hg t) | apply (Hc t)]. }
    assert (B : forall k t, Y k t <= y k t <= Y k t + (e + nat_Q k)).
    { apply rounded_between; [exact He | exact H0 | intros k t; apply (HY k t)]. }
    split.
    - apply (window_at_least L HL (fun k => y k s)) with (z := z) (below := below)
        (above := above) (Y := fun k => Y k s) (e := fun k => e + nat_Q k) (left := left)
        (right := right); auto.
      intros k _. split; [apply (HY k s) | apply B].
    - apply (window_at_most L HL (fun k => y k s) G C) with (z := z) (below := below)
        (above := above) (Y := fun k => Y k s) (e := fun k => e + nat_Q k) (left := left)
        (right := right); auto.
      intros k _. split; [apply (HY k s) | apply B].
  Qed.

  (* So what they tend to, if there is such a rational. *)
  Theorem transient_between L s l u k v : 0 <= L ->
    (forall m, let n := (S k + m)%nat in
      l * denominator L n <= numerator L (fun k => y k s) n <= u * denominator L n) ->
    quotient_tends (numerator L (fun k => y k s)) (denominator L) v -> l <= v <= u.
  Proof.
    intros HL H. apply (value_between _ _ (denominator_positive L HL) v l u k);
      intros m; apply (H m).
  Qed.
End Chain.
