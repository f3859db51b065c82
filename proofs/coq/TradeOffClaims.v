(* What follows from bounds of weighted sums over all policies, and from what mixtures have, for the
   questions about several objectives. All is said in z, what an objective pays with a sign by which
   more is better. The conditions are those of one_keeps, none_keeps, best_value and ratio of
   exactbox/checker/trade_off.py. *)
From Coq Require Import QArith List Lia Lqa Bool ZArith NArith.
From exactbox Require Import Definitions Sums Plays Players Questions Settling Potentials.
From exactbox Require Import Unfolded TradeOff.
From exactbox Require Import Mixtures TradeOffPolicies TradeOffProduct TradeOffDefinitions.
From exactbox Require Import TradeOffChecker.
Import ListNotations.
Local Open Scope Q_scope.

Definition sign (a : aim) : Q := if xorb (maximised a) (complemented a) then 1 else - (1).

Definition shift (a : aim) : Q :=
  if complemented a then if maximised a then 1 else - (1) else 0.

(* A bound, in z. *)
Definition least_z (a : aim) : Q :=
  match bound_of a with Some (b, _) => as_gain a b - shift a | None => 0 end.

Definition has_bound (a : aim) : bool := match bound_of a with Some _ => true | None => false end.

Definition value_of_z (a : aim) (z : Q) : Q :=
  if complemented a then 1 - sign a * z else sign a * z.

Lemma value_is_gain a z : as_gain a (value_of_z a z) == z + shift a.
Proof.
  unfold as_gain, value_of_z, shift, sign. destruct (complemented a), (maximised a); cbn; ring.
Qed.

Lemma finally_at_least_of u v : finally_at_most (fun n => - u n) (- v) -> finally_at_least u v.
Proof.
  intros H eps e0. destruct (H eps e0) as [k Hk]. exists k. intros l nd Hl. apply Hk; [exact nd | ].
  intros n i. specialize (Hl n i). cbn beta in *. lra.
Qed.

Lemma finally_at_least_weaker u x y : y <= x -> finally_at_least u x -> finally_at_least u y.
Proof.
  intros le H eps e0. destruct (H eps e0) as [k Hk]. exists k. intros l nd Hl.
  apply Hk; [exact nd | ]. intros n i. specialize (Hl n i). cbn beta in *. lra.
Qed.

Lemma finally_at_least_shifted u w x d : (forall n, w n == u n + d) -> finally_at_least u x ->
  finally_at_least w (x + d).
Proof.
  intros S H eps e0. destruct (H eps e0) as [k Hk]. exists k. intros l nd Hl.
  apply Hk; [exact nd | ]. intros n i. specialize (Hl n i). specialize (S n). cbn beta in *. lra.
Qed.

Lemma finally_at_most_shifted u w x d : (forall n, w n == u n + d) -> finally_at_most u x ->
  finally_at_most w (x + d).
Proof.
  intros S H eps e0. destruct (H eps e0) as [k Hk]. exists k. intros l nd Hl.
  apply Hk; [exact nd | ]. intros n i. specialize (Hl n i). specialize (S n). cbn beta in *. lra.
Qed.

Lemma converges_shifted u w x d : (forall n, w n == u n + d) -> converges u x ->
  converges w (x + d).
Proof.
  intros S [lo hi]. split; intros eps e0;
    [destruct (lo eps e0) as [k H] | destruct (hi eps e0) as [k H]];
    exists k; intros n le; specialize (H n le); specialize (S n); lra.
Qed.

Lemma E_nonzero {A} (l : list (Q * A)) f :
  E (filter (fun b => negb (Qeq_bool (fst b) 0)) l) f == E l f.
Proof.
  induction l as [ | [w a] l IH]; [reflexivity | ]. cbn [filter fst].
  destruct (Qeq_bool w 0) eqn:e; cbn [negb E]; rewrite IH; [ | reflexivity].
  apply Qeq_bool_iff in e. rewrite e. ring.
Qed.

Section Claims.
  Variable q : trade_off_question.
  Local Notation P := (explicit (of_model q)).
  Local Notation goal_of := (aim * objective P)%type.

  Definition z (ao : goal_of) (s : policy P) (n : nat) : Q :=
    sign (fst ao) * paid_of q (snd ao) s n.

  Lemma gain_is ao s n : gain q ao s n == z ao s n + shift (fst ao).
  Proof.
    unfold gain, z, shift, sign. destruct (complemented (fst ao)), (maximised (fst ao)); cbn; ring.
  Qed.

  Definition bounded (weights : list Q) (W : Q) : Prop := forall s, counting q s ->
    finally_at_most (fun n => E (combine weights (asked q)) (fun ao => z ao s n)) W.

  Definition reached (point : list Q) : Prop := exists s, counting q s /\
    forall i ao, nth_error (asked q) i = Some ao -> converges (z ao s) (nth i point 0).

  (* Whether a point keeps to the bounds: all of them strictly that are strict, or none. *)
  Definition point_keeps (strictly : bool) (ax : aim * Q) : bool :=
    if has_bound (fst ax) then
      if is_strict (fst ax) && strictly then negb (Qle_bool (snd ax) (least_z (fst ax)))
      else Qle_bool (least_z (fst ax)) (snd ax)
    else true.

  Lemma keeps_z s ao : has_bound (fst ao) = true -> keeps q s ao ->
    finally_at_least (z ao s) (least_z (fst ao)) /\
    (is_strict (fst ao) = true -> exists x, least_z (fst ao) < x /\ finally_at_least (z ao s) x).
  Proof.
    unfold has_bound, keeps, least_z, is_strict.
    destruct (bound_of (fst ao)) as [[b strict] | ]; [ | discriminate]. intros _ K.
    assert (G : forall n, z ao s n == gain q ao s n + - shift (fst ao))
      by (intros n; rewrite gain_is; ring).
    destruct strict.
    - destruct K as [g [lt K]]. assert (F := finally_at_least_shifted _ _ _ _ G K).
      split; [apply (finally_at_least_weaker _ (g + - shift (fst ao))); [lra | exact F] | ].
      intros _.
      exists (g + - shift (fst ao)). split; [lra | exact F].
    - split; [exact (finally_at_least_shifted _ _ _ _ G K) | discriminate].
  Qed.

  Lemma keeps_point s ao x : converges (z ao s) x -> point_keeps true (fst ao, x) = true ->
    keeps q s ao.
  Proof.
    intros C K. unfold point_keeps, has_bound, least_z, is_strict in K. unfold keeps.
    cbn [fst snd] in K. destruct (bound_of (fst ao)) as [[b strict] | ]; [ | exact I].
    assert (F : finally_at_least (gain q ao s) (x + shift (fst ao))).
    { apply (finally_at_least_shifted (z ao s)); [intros n; apply gain_is | ].
      exact (at_least_finally _ _ (proj1 C)). }
    destruct strict; cbn [andb] in K.
    - exists (x + shift (fst ao)). split; [ | exact F]. apply negb_true_iff in K.
      apply Qnot_le_lt. intros le. apply Bool.not_true_iff_false in K. apply K, Qle_bool_iff. lra.
    - apply Qle_bool_iff in K. apply (finally_at_least_weaker _ (x + shift (fst ao)));
        [lra | exact F].
  Qed.

  Lemma all_keep_point s point l i0 :
    (forall i ao, nth_error l i = Some ao -> converges (z ao s) (nth (i0 + i) point 0)) ->
    (forall i ao, nth_error l i = Some ao ->
      point_keeps true (fst ao, nth (i0 + i) point 0) = true) ->
    all_keep q s l.
  Proof.
    intros C K ao i. apply In_nth_error in i as [i e].
    exact (keeps_point s ao _ (C i ao e) (K i ao e)).
  Qed.

  Theorem achieved point : reached point ->
    (forall i ao, nth_error (asked q) i = Some ao ->
      point_keeps true (fst ao, nth i point 0) = true) ->
    trade_off_means q Achieved.
  Proof.
    intros [s [Hs C]] K. exists s. split; [exact Hs | ].
    exact (all_keep_point s point (asked q) 0 C K).
  Qed.

  (* What policies that keep to bounds have at least of a sum of those with a bound. *)
  Lemma kept_sum l s : (forall w ao, In (w, ao) l -> 0 <= w /\ has_bound (fst ao) = true) ->
    (forall w ao, In (w, ao) l -> keeps q s ao) ->
    finally_at_most (fun n => - E l (fun ao => z ao s n)) (- E l (fun ao => least_z (fst ao))).
  Proof.
    intros H K. apply (finally_weighted l (fun ao n => z ao s n) (fun ao => least_z (fst ao))).
    intros w ao i. destruct (H w ao i) as [w0 b]. split; [exact w0 | ].
    exact (proj1 (keeps_z s ao b (K w ao i))).
  Qed.

  Theorem not_achieved weights W : bounded weights W ->
    (forall w ao, In (w, ao) (combine weights (asked q)) ->
      0 <= w /\ (w == 0 \/ has_bound (fst ao) = true)) ->
    W <= E (combine weights (asked q)) (fun ao => least_z (fst ao)) ->
    (W < E (combine weights (asked q)) (fun ao => least_z (fst ao)) \/
      exists w ao, In (w, ao) (combine weights (asked q)) /\ 0 < w /\ is_strict (fst ao) = true) ->
    trade_off_means q Not_achieved.
  Proof.
    intros B H le strictly s Hs K. specialize (B s Hs). set (l := combine weights (asked q)) in *.
    set (used := filter (fun b => negb (Qeq_bool (fst b) 0)) l).
    assert (in_l : forall w ao, In (w, ao) used -> In (w, ao) l /\ ~ w == 0).
    { intros w ao i. apply filter_In in i as [i n]. split; [exact i | ]. cbn [fst] in n.
      apply negb_true_iff, Qeq_bool_neq in n. exact n. }
    assert (good : forall w ao, In (w, ao) used -> 0 <= w /\ has_bound (fst ao) = true).
    { intros w ao i. destruct (in_l w ao i) as [j n]. destruct (H w ao j) as [w0 [e | b]];
        [contradiction | auto]. }
    assert (kept : forall w ao, In (w, ao) used -> keeps q s ao).
    { intros w ao i. apply K. exact (in_combine_r _ _ _ _ (proj1 (in_l w ao i))). }
    assert (same : forall f, E used f == E l f) by (intros f; apply E_nonzero).
    assert (B' : finally_at_most (fun n => E used (fun ao => z ao s n)) W).
    { apply (finally_at_most_le _ (fun n => E l (fun ao => z ao s n))); [ | exact B].
      intros n. rewrite same. apply Qle_refl. }
    assert (X : forall x, finally_at_most (fun n => - E used (fun ao => z ao s n)) (- x) -> x <= W).
    { intros x F. exact (finally_no_more _ _ _ (finally_at_least_of _ _ F) B'). }
    assert (S := X _ (kept_sum used s good kept)). rewrite same in S.
    destruct strictly as [lt | [w [ao [i [w0 st]]]]]; [lra | ].
    assert (iu : In (w, ao) used).
    { apply filter_In. split; [exact i | ]. cbn [fst]. apply negb_true_iff.
      apply Bool.not_true_iff_false. intros e. apply Qeq_bool_iff in e. lra. }
    destruct (keeps_z s ao (proj2 (good w ao iu)) (kept w ao iu)) as [_ F].
    destruct (F st) as [x [xl Fx]]. apply in_split in iu as [l1 [l2 e]].
    assert (S1 := kept_sum l1 s ltac:(intros w' a' j; apply good; rewrite e; apply in_or_app; auto)
      ltac:(intros w' a' j; apply (kept w'); rewrite e; apply in_or_app; auto)).
    assert (S2 := kept_sum l2 s
      ltac:(intros w' a' j; apply good; rewrite e; apply in_or_app; right; right; exact j)
      ltac:(intros w' a' j; apply (kept w'); rewrite e; apply in_or_app; right; right; exact j)).
    set (b := fun ao' : goal_of => least_z (fst ao')) in *.
    assert (T : finally_at_most (fun n => - E used (fun ao => z ao s n))
      (w * - x + (1 * - E l1 b + - E l2 b))).
    { apply (finally_at_most_sum _ (fun n => - z ao s n)
        (fun n => - E l1 (fun ao => z ao s n) + - E l2 (fun ao => z ao s n)));
        [lra | | exact (finally_at_least_minus _ _ Fx) | ].
      - intros n. rewrite e, E_app. cbn [E].
        assert (Q : - (E l1 (fun ao => z ao s n) + (w * z ao s n + E l2 (fun ao => z ao s n)))
          == w * - z ao s n + (- E l1 (fun ao => z ao s n) + - E l2 (fun ao => z ao s n))) by ring.
        rewrite Q. apply Qle_refl.
      - apply (finally_at_most_sum _ (fun n => - E l1 (fun ao => z ao s n))
          (fun n => - E l2 (fun ao => z ao s n))); [lra | intros n; lra | exact S1 | exact S2]. }
    assert (R : w * x + (E l1 b + E l2 b) <= W).
    { apply X. apply (finally_at_most_weaker _ (w * - x + (1 * - E l1 b + - E l2 b))); [ | exact T].
      assert (Q : w * - x + (1 * - E l1 b + - E l2 b) == - (w * x + (E l1 b + E l2 b))) by ring.
      rewrite Q. apply Qle_refl. }
    assert (V : E l b == E l1 b + (w * b ao + E l2 b)).
    { rewrite <- same, e, E_app. reflexivity. }
    fold b in le. rewrite V in le. unfold b in xl. fold (b ao) in xl.
    assert (w * b ao < w * x) by (rewrite !(Qmult_comm w); apply Qmult_lt_compat_r; assumption).
    lra.
  Qed.

  (* The first objective, under the bounds of the others. *)
  Section Best.
    Variable ao : goal_of.
    Variable others : list goal_of.
    Hypothesis asked_is : asked q = ao :: others.
    Variable w : Q.
    Variable weights : list Q.
    Variable W : Q.
    Hypothesis w_positive : 0 < w.
    Hypothesis weights_good : forall u o, In (u, o) (combine weights others) ->
      0 <= u /\ has_bound (fst o) = true.
    Hypothesis all_bounded : bounded (w :: weights) W.

    Lemma no_better best : W == w * best + E (combine weights others) (fun o => least_z (fst o)) ->
      forall s, counting q s -> all_keep q s others ->
      finally_at_most (gain q ao s) (best + shift (fst ao)).
    Proof.
      intros e s Hs K. apply (finally_at_most_shifted (z ao s)); [intros n; apply gain_is | ].
      assert (B := all_bounded s Hs). rewrite asked_is in B. cbn [combine] in B.
      set (l := combine weights others) in *.
      assert (S := kept_sum l s weights_good (fun u o i => K o (in_combine_r _ _ _ _ i))).
      set (b := fun o : goal_of => least_z (fst o)) in *.
      assert (i0 : 0 < / w) by (apply Qinv_lt_0_compat; exact w_positive).
      assert (T : finally_at_most (z ao s) (/ w * W + / w * - E l b)).
      { apply (finally_at_most_sum _ (fun n => E ((w, ao) :: l) (fun o => z o s n))
          (fun n => / w * - E l (fun o => z o s n))); [lra | | exact B | ].
        - intros n. cbn [E]. assert (Q : / w * (w * z ao s n + E l (fun o => z o s n))
            + / w * - E l (fun o => z o s n) == z ao s n) by (field; lra).
          rewrite Q. apply Qle_refl.
        - apply (finally_at_most_weaker _ (/ w * - E l b + 0)); [lra | ].
          apply (finally_at_most_sum _ (fun n => - E l (fun o => z o s n)) (fun _ => 0));
            [lra | intros n; lra | exact S | ].
          intros eps e0. exists O. intros l' nd Hl. destruct l' as [ | n l']; [cbn; lia | ].
          specialize (Hl n (or_introl eq_refl)). cbn beta in Hl. lra. }
      apply (finally_at_most_weaker _ (/ w * W + / w * - E l b)); [ | exact T]. rewrite e.
      assert (Q : / w * (w * best + E l b) + / w * - E l b == best) by (field; lra).
      rewrite Q. apply Qle_refl.
    Qed.

    Theorem best point : reached point ->
      (forall i o, nth_error others i = Some o ->
        point_keeps true (fst o, nth (S i) point 0) = true) ->
      W == w * nth 0 point 0 + E (combine weights others) (fun o => least_z (fst o)) ->
      existsb (fun b => is_strict (fst b)) others = false ->
      trade_off_means q (Best (value_of_z (fst ao) (nth 0 point 0))).
    Proof.
      intros [s [Hs C]] K e st. unfold trade_off_means. rewrite asked_is, st.
      set (x := nth 0 point 0) in *. assert (V := value_is_gain (fst ao) x). split.
      - intros t Ht Kt. apply (finally_at_most_weaker _ (x + shift (fst ao))); [rewrite V; lra | ].
        exact (no_better x e t Ht Kt).
      - exists s. split; [exact Hs | split].
        + apply (all_keep_point s point others 1); [ | exact K]. intros i o eo. apply C.
          rewrite asked_is. exact eo.
        + assert (C0 := C O ao ltac:(rewrite asked_is; reflexivity)). fold x in C0.
          destruct (converges_shifted _ _ _ _ (gain_is ao s) C0) as [lo hi]. split.
          * apply (at_least_eq _ _ _ (Qeq_sym _ _ V) lo).
          * apply (at_most_eq _ _ _ (Qeq_sym _ _ V) hi).
    Qed.

    (* Where bounds are strict: mixtures with another point that keeps to them come near. *)
    Theorem best_limit point other :
      (forall t, 0 < t -> t < 1 -> exists s, counting q s /\
        forall i o, nth_error (asked q) i = Some o ->
        converges (z o s) ((1 - t) * nth i point 0 + t * nth i other 0)) ->
      (forall i o, nth_error others i = Some o ->
        point_keeps false (fst o, nth (S i) point 0) = true) ->
      (forall i o, nth_error others i = Some o ->
        point_keeps true (fst o, nth (S i) other 0) = true) ->
      W == w * nth 0 point 0 + E (combine weights others) (fun o => least_z (fst o)) ->
      existsb (fun b => is_strict (fst b)) others = true ->
      trade_off_means q (Best (value_of_z (fst ao) (nth 0 point 0))).
    Proof.
      intros M K K' e st. unfold trade_off_means. rewrite asked_is, st.
      set (x := nth 0 point 0) in *. assert (V := value_is_gain (fst ao) x). split.
      - intros t Ht Kt. apply (finally_at_most_weaker _ (x + shift (fst ao))); [rewrite V; lra | ].
        exact (no_better x e t Ht Kt).
      - intros eps e0.
        set (b := fun i => match nth_error (asked q) i with
          | Some o => least_z (fst o) | None => 0 end).
        destruct (mixtures_come_near (fun i => nth i point 0) (fun i => nth i other 0) b O eps e0)
          as [t [t0 [t1 [near keep]]]].
        destruct (M t t0 t1) as [s [Hs C]]. exists s. split; [exact Hs | split].
        + intros o io. apply In_nth_error in io as [i eo].
          assert (ei : nth_error (asked q) (S i) = Some o) by (rewrite asked_is; exact eo).
          apply (keeps_point s o _ (C (S i) o ei)).
          assert (bi : b (S i) = least_z (fst o)) by (unfold b; rewrite ei; reflexivity).
          specialize (K i o eo). specialize (K' i o eo). specialize (keep (S i)).
          rewrite bi in keep.
          cbv beta in keep. unfold point_keeps in *. cbn [fst snd] in *.
          destruct (has_bound (fst o)); [ | reflexivity].
          rewrite andb_false_r in K. apply Qle_bool_iff in K. destruct (keep K) as [keep1 keep2].
          rewrite andb_true_r in *. destruct (is_strict (fst o)).
          * apply negb_true_iff. apply Bool.not_true_iff_false. intros le.
            apply Qle_bool_iff in le. apply negb_true_iff, Bool.not_true_iff_false in K'.
            assert (lt : least_z (fst o) < nth (S i) other 0).
            { apply Qnot_le_lt. intros le'. apply K', Qle_bool_iff. exact le'. }
            specialize (keep2 lt). lra.
          * apply Qle_bool_iff. apply Qle_bool_iff in K'. exact (keep1 K').
        + assert (C0 := C O ao ltac:(rewrite asked_is; reflexivity)).
          destruct (converges_shifted _ _ _ _ (gain_is ao s) C0) as [lo _].
          intros d d0. destruct (lo d d0) as [n0 H]. exists n0. intros n le. specialize (H n le).
          cbv beta in near. fold x in near. fold x in H. rewrite V. lra.
    Qed.
  End Best.

  (* A probability, over that of a condition. *)
  Lemma quotient_converges u d x y : 0 < y -> converges u x -> converges d y ->
    converges (fun n => u n / d n) (x / y).
  Proof.
    intros y0 Cu Cd. set (v := x / y).
    assert (S := sum_converges [(1, true); (- v, false)] (fun b : bool => if b then u else d)
      (fun b => if b then x else y) ltac:(intros p [ | ] _; assumption)).
    cbn [E] in S. assert (e : 1 * x + (- v * y + 0) == 0) by (unfold v; field; lra).
    destruct S as [lo hi]. apply (at_least_eq _ _ _ e) in lo. apply (at_most_eq _ _ _ e) in hi.
    assert (K : forall eps, 0 < eps -> exists n0, forall n, (n0 <= n)%nat ->
      0 < d n /\ v - eps <= u n / d n <= v + eps).
    { intros eps e0. set (h := y * (1 # 2)). assert (h0 : 0 < h) by (unfold h; lra).
      destruct (proj1 Cd h h0) as [n0 D]. assert (eh : 0 < eps * h) by nra.
      destruct (lo _ eh) as [n1 L]. destruct (hi _ eh) as [n2 U].
      exists (n0 + n1 + n2)%nat. intros n le. specialize (D n ltac:(lia)).
      specialize (L n ltac:(lia)). specialize (U n ltac:(lia)). cbv beta in *.
      assert (dh : h <= d n) by (unfold h in *; lra). assert (d0 : 0 < d n) by lra.
      assert (M : eps * h <= eps * d n)
        by (rewrite !(Qmult_comm eps); apply Qmult_le_compat_r; lra).
      split; [exact d0 | split; [apply Qle_shift_div_l | apply Qle_shift_div_r]];
        try exact d0; lra. }
    split; intros eps e0; destruct (K eps e0) as [n0 H]; exists n0; intros n le; apply (H n le).
  Qed.

  Theorem best_ratio both condition point W : asked q = [both; condition] ->
    complemented (fst both) = false -> complemented (fst condition) = false ->
    maximised (fst condition) = maximised (fst both) ->
    reached point ->
    let y := sign (fst condition) * nth 1 point 0 in
    0 < y ->
    let v := sign (fst both) * nth 0 point 0 / y in
    bounded [1; - v] W -> W <= 0 -> trade_off_means q (Best_ratio v).
  Proof.
    intros asked_is c1 c2 same [s [Hs C]] y y0 v B W0. unfold trade_off_means. rewrite asked_is.
    assert (s2 : sign (fst condition) = sign (fst both))
      by (unfold sign; rewrite c1, c2, same; reflexivity).
    assert (sq : sign (fst both) * sign (fst both) == 1)
      by (unfold sign; destruct (xorb _ _); ring).
    set (sg := sign (fst both)) in *. split.
    - intros t Ht [p [p0 Fp]]. specialize (B t Ht). rewrite asked_is in B. cbn [combine E] in B.
      apply (finally_at_most_weaker _ _ 0 W0) in B. unfold z in B. fold sg in B. rewrite s2 in B.
      set (u := paid_of q (snd both) t) in *. set (d := paid_of q (snd condition) t) in *.
      (* all but finitely many d are p / 2 or more, and u - v d no more than eps p / 2, with sg *)
      assert (K : forall eps, 0 < eps -> exists k, holds_at_most k (fun n =>
        ~ (0 < d n /\ sg * (u n - v * d n) <= eps * d n))).
      { intros eps e0. set (h := p * (1 # 2)). assert (h0 : 0 < h) by (unfold h; lra).
        assert (eh : 0 < eps * h) by nra.
        destruct (Fp h h0) as [k Hk]. destruct (B _ eh) as [m Hm]. exists (k + m)%nat.
        refine (exceptions_add _ _ _ (fun n => negb (Qle_bool (p - h) (d n))) k m _ Hk Hm).
        intros n N. destruct (Qle_bool (p - h) (d n)) eqn:le; cbn [negb].
        - apply Qle_bool_iff in le. apply Qnot_le_lt. intros le'. apply N.
          assert (dh : h <= d n) by (unfold h in *; lra). split; [lra | ].
          assert (M : eps * h <= eps * d n)
            by (rewrite !(Qmult_comm eps); apply Qmult_le_compat_r; lra).
          assert (Q : sg * (u n - v * d n) == 1 * (sg * u n) + (- v * (sg * d n) + 0)) by ring.
          rewrite Q. lra.
        - apply Qnot_le_lt. intros le'. apply Qle_bool_iff in le'. congruence. }
      destruct (maximised (fst both)) eqn:mx.
      + assert (sg1 : sg == 1) by (unfold sg, sign; rewrite mx, c1; reflexivity).
        intros eps e0. destruct (K eps e0) as [k Hk]. exists k. intros l nd Hl.
        apply Hk; [exact nd | ]. intros n i [d0 le]. specialize (Hl n i). cbv beta in Hl.
        rewrite sg1 in le.
        assert (R : u n / d n <= v + eps) by (apply Qle_shift_div_r; [exact d0 | lra]). lra.
      + assert (sg1 : sg == - (1)) by (unfold sg, sign; rewrite mx, c1; reflexivity).
        intros eps e0. destruct (K eps e0) as [k Hk]. exists k. intros l nd Hl.
        apply Hk; [exact nd | ]. intros n i [d0 le]. specialize (Hl n i). cbv beta in Hl.
        rewrite sg1 in le.
        assert (R : v - eps <= u n / d n) by (apply Qle_shift_div_l; [exact d0 | lra]). lra.
    - assert (C0 := C O both ltac:(rewrite asked_is; reflexivity)).
      assert (C1 := C 1%nat condition ltac:(rewrite asked_is; reflexivity)).
      assert (unsigned : forall o (x : Q), sign (fst o) = sg -> converges (z o s) x ->
        converges (paid_of q (snd o) s) (sg * x)).
      { intros o x so K.
        assert (S := sum_converges [(sg, tt)] (fun _ : unit => z o s) (fun _ => x)
          ltac:(intros; exact K)). cbn [E] in S. destruct S as [lo hi].
        assert (e : sg * x + 0 == sg * x) by ring.
        assert (same' : forall n, sg * z o s n + 0 == paid_of q (snd o) s n).
        { intros n. unfold z. rewrite so, Qplus_0_r, Qmult_assoc, sq. ring. }
        split; [apply (at_least_same _ _ _ same'), (at_least_eq _ _ _ e lo)
          | apply (at_most_same _ _ _ same'), (at_most_eq _ _ _ e hi)]. }
      assert (D := unsigned condition _ s2 C1).
      assert (ey : sg * nth 1 point 0 = y) by (unfold y; rewrite s2; reflexivity). rewrite ey in D.
      exists s. split; [exact Hs | split].
      + exists (y * (1 # 2)). split; [lra | ]. apply (finally_at_least_weaker _ y); [lra | ].
        exact (at_least_finally _ _ (proj1 D)).
      + exact (quotient_converges _ _ _ _ y0 (unsigned both _ eq_refl C0) D).
  Qed.
End Claims.

(* A question has one answer. *)
Theorem achieved_or_not q : trade_off_means q Achieved -> ~ trade_off_means q Not_achieved.
Proof. intros [s [Hs K]] N. exact (N s Hs K). Qed.

Theorem best_once q v w : trade_off_means q (Best v) -> trade_off_means q (Best w) -> v == w.
Proof.
  unfold trade_off_means. destruct (asked q) as [ | ao others]; [contradiction | ].
  set (strict := existsb _ others). cbv zeta. intros [U A] [V B].
  assert (G : as_gain (fst ao) v == as_gain (fst ao) w).
  { destruct strict.
    - assert (H : forall x y, (forall eps, 0 < eps -> x - eps <= y) -> x <= y).
      { intros x y H. apply Qnot_lt_le. intros lt. specialize (H ((x - y) * (1 # 2)) ltac:(lra)).
        lra. }
      apply Qle_antisym; apply H; intros eps e0;
        [destruct (A eps e0) as [s [Hs [K L]]] | destruct (B eps e0) as [s [Hs [K L]]]];
        [apply (finally_no_more _ _ _ (at_least_finally _ _ L) (V s Hs K))
        | apply (finally_no_more _ _ _ (at_least_finally _ _ L) (U s Hs K))].
    - destruct A as [s [Hs [K [L _]]]], B as [t [Ht [K' [L' _]]]]. apply Qle_antisym;
        [exact (finally_no_more _ _ _ (at_least_finally _ _ L) (V s Hs K))
        | exact (finally_no_more _ _ _ (at_least_finally _ _ L') (U t Ht K'))]. }
  unfold as_gain in G. destruct (maximised (fst ao)); lra.
Qed.
