(* The checker of bounds of a Markov chain up to a time: the chain with one rate q for all clocks,
   and its stages, from the last in time to the first; and the proof that the bounds are so. The
   conditions are those of enclose of exactbox/checker/transient.py. *)
From Coq Require Import QArith Qround List Lia Lqa Bool ZArith NArith.
From exactbox Require Import Definitions Sums Arrays Plays Kernel Questions Certificates Reading.
From exactbox Require Import TransientDefinitions Transient TransientStage.
Import ListNotations.
Local Open Scope Q_scope.

(* The mean number of rings, of those up to n, tends to L. *)
Section Mean.
  Variable L : Q.
  Hypothesis L_nonneg : 0 <= L.

  Definition mean_rings (n : nat) : Q := numerator L nat_Q n / denominator L n.

  Lemma rings_sum n : numerator L nat_Q (S n) == L * denominator L n.
  Proof.
    unfold numerator, denominator. rewrite !sum_from_0, <- sum_of_k. cbn [sum].
    assert (E : a L 0 * nat_Q 0 == 0) by (unfold nat_Q; cbn; ring). rewrite E, Qplus_0_l.
    assert (same : forall f g i n, (forall k, f k == g k) -> sum f i n == sum g i n).
    { clear. intros f g i n H. revert i. induction n as [ | n IH]; intros i; cbn [sum];
        [reflexivity | rewrite H, IH; reflexivity]. }
    apply same. intros k. ring.
  Qed.

  Lemma mean_near k : let n := S (S k) in
    L - mean_rings n <= L * L / nat_Q (S k) /\ mean_rings n <= L.
  Proof.
    cbn zeta. set (n := S (S k)). assert (D := denominator_positive L L_nonneg (S k)). fold n in D.
    assert (R : numerator L nat_Q n == L * (denominator L n - a L (S k))).
    { unfold n. rewrite rings_sum. unfold denominator. cbn [Definitions.sum]. ring. }
    assert (A := a_nonneg L L_nonneg (S k)). assert (B := a_step L k).
    assert (K : 0 < nat_Q (S k)) by (rewrite nat_Q_S; pose proof (nat_Q_nonneg k); lra).
    assert (C : a L k <= denominator L n).
    { unfold n, denominator. cbn [Definitions.sum].
      assert (0 <= Definitions.sum (a L) k); [ | lra].
      rewrite sum_from_0. apply sum_nonneg. exact (a_nonneg L L_nonneg). }
    assert (M : mean_rings n == L - L * a L (S k) / denominator L n).
    { unfold mean_rings. rewrite R. field. lra. }
    rewrite M. split.
    - assert (T : L * a L (S k) / denominator L n <= L * L / nat_Q (S k)); [ | lra].
      apply Qle_shift_div_r; [exact D | ].
      assert (E : L * L / nat_Q (S k) * denominator L n == L * L * denominator L n / nat_Q (S k))
        by (field; lra).
      rewrite E. apply Qle_shift_div_l; [exact K | ]. rewrite <- Qmult_assoc, B.
      assert (L * a L k <= L * denominator L n); [ | nra].
      rewrite !(Qmult_comm L). apply Qmult_le_compat_r; assumption.
    - assert (0 <= L * a L (S k) / denominator L n); [ | lra].
      apply Qle_shift_div_l; [exact D | ]. rewrite Qmult_0_l. apply Qmult_le_0_compat; assumption.
  Qed.

  Lemma mean_converges d eps : 0 < eps -> exists n0, forall n, (n0 <= n)%nat ->
    d * L - eps <= d * mean_rings n <= d * L + eps.
  Proof.
    intros e0. set (b := Qabs.Qabs d).
    assert (b0 : 0 <= b) by apply Qabs.Qabs_nonneg.
    assert (b1 : d <= b) by apply Qabs.Qle_Qabs.
    assert (b2 : - d <= b) by (unfold b; rewrite <- Qabs.Qabs_opp; apply Qabs.Qle_Qabs).
    exists (S (S (Z.to_nat (Qceiling (b * (L * L) / eps))))). intros n le.
    destruct n as [ | [ | k]]; try lia. destruct (mean_near k) as [lo hi].
    set (m := mean_rings (S (S k))) in *.
    assert (K : b * (L * L) / eps <= nat_Q (S k)).
    { apply (Qle_trans _ _ _ (Qle_ceiling _)). unfold nat_Q. rewrite <- Zle_Qle. lia. }
    assert (K0 : 0 < nat_Q (S k)) by (rewrite nat_Q_S; pose proof (nat_Q_nonneg k); lra).
    assert (K1 : b * (L * L) <= nat_Q (S k) * eps).
    { assert (E : b * (L * L) == b * (L * L) / eps * eps) by (field; lra). rewrite E.
      apply Qmult_le_compat_r; [exact K | lra]. }
    assert (D : b * (L - m) <= eps).
    { assert (T : b * (L - m) <= b * (L * L / nat_Q (S k))).
      { rewrite !(Qmult_comm b). apply Qmult_le_compat_r; assumption. }
      apply (Qle_trans _ _ _ T).
      assert (E : b * (L * L / nat_Q (S k)) == b * (L * L) / nat_Q (S k)) by (field; lra).
      rewrite E. apply Qle_shift_div_r; [exact K0 | lra]. }
    split; nra.
  Qed.
End Mean.

(* The chain ------------------------------------------------------------------------------------ *)

Section Chain.
  Variable next : N -> list (positive * N).
  Variable rate : N -> Q.
  Variable count : nat.
  Local Notation inside s := (s < N.of_nat count)%N.

  (* Like `leaving`, in lowest terms. *)
  Definition leaving_of (fixed : N -> bool) (s : N) : list (Q * N) :=
    if fixed s then []
    else
      let l := next s in
      let e := rate s in
      let w := total l in
      map (fun b => (reduced (e * (Zpos (fst b) # w)), snd b))
        (filter (fun b => negb (snd b =? s)%N) l).

  Definition sum_of_rates (l : list (Q * N)) : Q := fold_left (fun q b => reduced (q + fst b)) l 0.

  Definition jump_of (q : Q) (s : N) (l : list (Q * N)) : list (Q * N) :=
    (reduced (1 - sum_of_rates l / q), s) :: map (fun b => (reduced (fst b / q), snd b)) l.

  Definition alike (l m : list (Q * N)) : Prop :=
    Forall2 (fun a b => fst a == fst b /\ snd a = snd b) l m.

  Lemma alike_E l m f : alike l m -> E l f == E m f.
  Proof.
    intros H. induction H as [ | [p s] [q t] l m [e e'] H IH]; cbn [E]; [reflexivity | ].
    cbn [fst snd] in *. rewrite e, e', IH. reflexivity.
  Qed.

  Lemma alike_map f g l m : alike l m -> (forall p q, p == q -> f p == g q) ->
    alike (map (fun b => (f (fst b), snd b)) l) (map (fun b => (g (fst b), snd b)) m).
  Proof.
    intros H F. induction H as [ | [p s] [q t] l m [e e'] H IH]; cbn [map]; constructor;
      [ | exact IH]. cbn [fst snd] in *. split; [exact (F p q e) | exact e'].
  Qed.

  Lemma leaving_alike fixed s : alike (leaving next rate fixed s) (leaving_of fixed s).
  Proof.
    unfold leaving, leaving_of. destruct (fixed s); [constructor | ]. unfold probabilities.
    generalize (total (next s)). intros w. generalize (next s). intros l.
    induction l as [ | [p t] l IH]; cbn [map filter fst snd]; [constructor | ].
    destruct (negb (t =? s)%N); cbn [map fst snd]; [ | exact IH]. constructor; [ | exact IH].
    cbn [fst snd]. rewrite reduced_same. split; reflexivity.
  Qed.

  Lemma sum_of_rates_is l : sum_of_rates l == E l (fun _ => 1).
  Proof.
    unfold sum_of_rates. assert (H : forall q, fold_left (fun q b => reduced (q + fst b)) l q
      == q + E l (fun _ => 1)); [ | rewrite (H 0); ring].
    induction l as [ | [p s] l IH]; intros q; cbn [fold_left E fst]; [ring | ].
    rewrite IH, reduced_same. ring.
  Qed.

  Lemma leaving_rate_is fixed s :
    leaving_rate next rate fixed s == sum_of_rates (leaving_of fixed s).
  Proof.
    unfold leaving_rate. rewrite sum_of_rates_is. exact (alike_E _ _ _ (leaving_alike fixed s)).
  Qed.

  Lemma jump_alike fixed q s :
    alike (jump next rate fixed q s) (jump_of q s (leaving_of fixed s)).
  Proof.
    unfold jump, jump_of. constructor.
    - cbn [fst snd]. rewrite reduced_same, leaving_rate_is. split; reflexivity.
    - apply alike_map with (f := fun p => p / q) (g := fun p => reduced (p / q)).
      + apply leaving_alike.
      + intros a b e. rewrite reduced_same, e. reflexivity.
  Qed.

  Hypothesis rate_nonneg : forall s, 0 <= rate s.
  Hypothesis next_outside : forall s, ~ inside s -> next s = [].
  Hypothesis next_inside : forall s w t, In (w, t) (next s) -> inside t.

  Section Jumps.
    Variable fixed : N -> bool.
    Variable q : Q.
    Hypothesis fast : fast_enough next rate fixed q.
    Local Notation P := (jump next rate fixed q).

    Lemma leaving_in s p t : In (p, t) (leaving next rate fixed s) ->
      0 <= p /\ exists w, In (w, t) (next s).
    Proof.
      unfold leaving. destruct (fixed s); [intros [] | ]. intros i.
      apply in_map_iff in i as [[r z] [e i]]. cbn [fst snd] in e. injection e as <- <-.
      apply filter_In in i as [i _].
      assert (r0 := probabilities_weighted (next s) r z i).
      apply probabilities_in in i as [w [i _]].
      split; [apply Qmult_le_0_compat; [apply rate_nonneg | exact r0] | exists w; exact i].
    Qed.

    Lemma jump_in s p t : In (p, t) (P s) -> t = s \/ exists w, In (w, t) (next s).
    Proof.
      unfold jump. intros [e | i]; [injection e as _ <-; left; reflexivity | right].
      apply in_map_iff in i as [[r z] [e i]]. cbn [fst snd] in e. injection e as _ <-.
      exact (proj2 (leaving_in s r z i)).
    Qed.

    Lemma jump_inside s p t : inside s -> In (p, t) (P s) -> inside t.
    Proof.
      intros i j. destruct (jump_in s p t j) as [-> | [w k]]; [exact i | ].
      exact (next_inside s w t k).
    Qed.

    Lemma jump_weighted s : weighted (P s).
    Proof.
      destruct fast as [q0 F]. intros p t i. unfold jump in i. destruct i as [e | i].
      - injection e as <- _. specialize (F s).
        assert (leaving_rate next rate fixed s / q <= 1); [ | lra].
        apply Qle_shift_div_r; [exact q0 | lra].
      - apply in_map_iff in i as [[r z] [e i]]. cbn [fst snd] in e. injection e as <- _.
        destruct (leaving_in s r z i) as [r0 _].
        apply Qle_shift_div_l; [exact q0 | rewrite Qmult_0_l; exact r0].
    Qed.

    Lemma E_divided (l : list (Q * N)) f : E (map (fun b => (fst b / q, snd b)) l) f == E l f / q.
    Proof.
      destruct fast as [q0 _]. induction l as [ | [p t] l IH]; cbn [map E fst snd]; [field; lra | ].
      rewrite IH. field. lra.
    Qed.

    Lemma jump_sum s : E (P s) (fun _ => 1) == 1.
    Proof.
      unfold jump. cbn [E]. rewrite E_divided. unfold leaving_rate. destruct fast. field. lra.
    Qed.

    Lemma jump_outside s : ~ inside s -> forall f, E (P s) f == f s.
    Proof.
      intros o f. unfold jump, leaving_rate, leaving. rewrite (next_outside s o).
      destruct fast. destruct (fixed s); cbn; field; lra.
    Qed.

    Lemma jump_fixed s : fixed s = true -> forall f, E (P s) f == f s.
    Proof.
      intros x f. unfold jump, leaving_rate, leaving. rewrite x. destruct fast. cbn. field. lra.
    Qed.

    (* y inside follows from g and c inside. *)
    Lemma y_inside u g c g' c' : (forall s, inside s -> g' s == u * g s) ->
      (forall s, inside s -> c' s == u * c s) ->
      forall k s, inside s -> y P g' c' k s == u * y P g c k s.
    Proof.
      intros G C. induction k as [ | k IH]; intros s i; cbn [y]; [exact (G s i) | ].
      rewrite (C s i), (E_eq (P s) (y P g' c' k) (fun t => u * y P g c k t)), E_scale; [ring | ].
      intros p t j. apply IH. exact (jump_inside s p t i j).
    Qed.

    (* What is the same for all states adds up. *)
    Lemma y_shifted g c g' c' x d : (forall s, inside s -> g s == g' s + x) ->
      (forall s, inside s -> c s == c' s + d) ->
      forall k s, inside s -> y P g c k s == y P g' c' k s + x + nat_Q k * d.
    Proof.
      intros G C. induction k as [ | k IH]; intros s i; cbn [y].
      - rewrite (G s i). unfold nat_Q. cbn. ring.
      - rewrite (C s i), (E_eq (P s) (y P g c k)
          (fun t => y P g' c' k t + (x + nat_Q k * d))).
        + rewrite E_plus, E_const, jump_sum, nat_Q_S. ring.
        + intros p t j. rewrite (IH t (jump_inside s p t i j)). ring.
    Qed.

    Lemma y_at_most_1 g : (forall s, inside s -> g s <= 1) ->
      forall k s, inside s -> y P g zero k s <= 1.
    Proof.
      intros G. induction k as [ | k IH]; intros s i; cbn [y]; [exact (G s i) | ].
      change (zero s) with 0.
      assert (L : E (P s) (y P g zero k) <= E (P s) (fun _ => 1)).
      { apply E_le; [apply jump_weighted | ]. intros p t j. apply IH.
        exact (jump_inside s p t i j). }
      rewrite jump_sum in L. lra.
    Qed.

    Lemma y_fixed g s : fixed s = true -> forall k, y P g zero k s == g s.
    Proof.
      intros x k. induction k as [ | k IH]; cbn [y]; [reflexivity | ].
      rewrite (jump_fixed s x), IH. change (zero s) with 0. ring.
    Qed.

    (* Quotients. *)
    Variable time : Q.
    Hypothesis mean_nonneg : 0 <= q * time.
    Local Notation L := (q * time).
    Local Notation paid := (paid_in next rate fixed q time).

    Lemma denominator_above_0 n : (0 < n)%nat -> 0 < denominator L n.
    Proof. destruct n; [lia | ]. intros _. apply denominator_positive. exact mean_nonneg. Qed.

    Lemma sum_same u v n : (forall k, (k < n)%nat -> u k == v k) ->
      Definitions.sum u n == Definitions.sum v n.
    Proof.
      induction n as [ | n IH]; intros H; [reflexivity | ]. cbn [Definitions.sum].
      rewrite IH, (H n) by (intros; try apply H; lia). reflexivity.
    Qed.

    Lemma sum_ordered u v n : (forall k, (k < n)%nat -> u k <= v k) ->
      Definitions.sum u n <= Definitions.sum v n.
    Proof.
      induction n as [ | n IH]; intros H; [apply Qle_refl | ]. cbn [Definitions.sum].
      assert (A := IH ltac:(intros; apply H; lia)). assert (B := H n ltac:(lia)). lra.
    Qed.

    Lemma sum_times u x n : Definitions.sum (fun k => u k * x) n == Definitions.sum u n * x.
    Proof. induction n as [ | n IH]; cbn [Definitions.sum]; [ring | rewrite IH; ring]. Qed.

    Lemma paid_at_most_1 g n s : (0 < n)%nat -> (forall t, inside t -> g t <= 1) -> inside s ->
      paid g zero n s <= 1.
    Proof.
      intros n0 G i. apply Qle_shift_div_r; [exact (denominator_above_0 n n0) | ].
      assert (S : numerator L (fun k => y P g zero k s) n
        <= Definitions.sum (fun k => a L k * 1) n).
      { apply sum_ordered. intros k _. rewrite !(Qmult_comm (a L k)).
        apply Qmult_le_compat_r;
          [exact (y_at_most_1 g G k s i) | exact (a_nonneg L mean_nonneg k)]. }
      rewrite sum_times in S. unfold denominator. lra.
    Qed.

    Lemma paid_fixed g n s : (0 < n)%nat -> fixed s = true -> paid g zero n s == g s.
    Proof.
      intros n0 x. assert (D := denominator_above_0 n n0). unfold paid_in.
      assert (S : numerator L (fun k => y P g zero k s) n
        == Definitions.sum (fun k => a L k * g s) n).
      { apply sum_same. intros k _. rewrite (y_fixed g s x k). reflexivity. }
      rewrite S, sum_times. fold (denominator L n). field. lra.
    Qed.
  End Jumps.

  (* A stage: q, and both bounds of each wanted state, in units, if g is at most low + error. *)
  Definition run_stage (unit : positive) (fixed : N -> bool) (time : Q) (r : N -> Q)
      (low : list Z) (error : Z) (window : Z * Z) (wanted : list N)
      : option (Q * list (N * (Z * Z))) :=
    let states := numbers count in
    let rates := map (fun s => sum_of_rates (leaving_of fixed s)) states in
    let top := fold_left (fun q x => if Qle_bool x q then q else x) rates 0 in
    let q := if Qle_bool top 0 then 1 else top in
    let c s := r s * inject_Z (Zpos unit) / q in
    let most := (fold_left Z.max low 0 + error)%Z in
    let most_gain := fold_left (fun m s => Z.max m (Qceiling (c s))) states 0%Z in
    need forallb (fun x => Qle_bool x q) rates
      && forallb (fun s => Qle_bool 0 (r s) && Qle_bool (c s) (inject_Z most_gain)) states
      && forallb (fun v => (0 <=? v) && (v + error <=? most))%Z low
      && (length low =? count)%nat && (0 <=? error)%Z && (0 <=? most)%Z && (0 <=? most_gain)%Z;
    rows <- each (fun s => row_for (jump_of q s (leaving_of fixed s)) (c s)) states;
    ends <- stage_ends unit rows (q * time) most most_gain low error (fst window) (snd window)
      wanted;
    Some (q, ends).

  Lemma numbers_nth n s :
    nth_error (numbers n) s = if (s <? n)%nat then Some (N.of_nat s) else None.
  Proof.
    assert (from : forall n first s, nth_error (numbers_from first n) s
      = if (s <? n)%nat then Some (first + N.of_nat s)%N else None).
    { clear. induction n as [ | n IH]; intros first s; cbn [numbers_from];
        [destruct s; reflexivity | ]. destruct s as [ | s]; cbn [nth_error].
      - cbn. f_equal. lia.
      - rewrite IH. change (S s <? S n)%nat with (s <? n)%nat.
        destruct (s <? n)%nat; [f_equal; lia | reflexivity]. }
    unfold numbers. rewrite from. destruct (s <? n)%nat; [f_equal; lia | reflexivity].
  Qed.

  Lemma inside_nth s : inside s -> nth_error (numbers count) (N.to_nat s) = Some s.
  Proof.
    intros i. rewrite numbers_nth. assert (lt : (N.to_nat s < count)%nat) by lia.
    apply Nat.ltb_lt in lt. rewrite lt, N2Nat.id. reflexivity.
  Qed.

  Lemma Forall2_nth {A B} (R : A -> B -> Prop) l m : Forall2 R l m -> forall i b,
    nth_error m i = Some b -> exists a, nth_error l i = Some a /\ R a b.
  Proof.
    intros H. induction H as [ | a b l m r H IH]; intros [ | i] x e; try discriminate.
    - injection e as <-. exists a. auto.
    - exact (IH i x e).
  Qed.

  Theorem run_stage_sound unit fixed time r low error window wanted g q ends :
    (forall i v, nth_error low i = Some v -> inject_Z v
      <= inject_Z (Zpos unit) * g (N.of_nat i) <= inject_Z (v + error)) ->
    run_stage unit fixed time r low error window wanted = Some (q, ends) ->
    fast_enough next rate fixed q /\ 0 <= q * time /\ map fst ends = wanted /\
    forall n, (Z.to_nat (snd window) < n)%nat -> forall s l h, In (s, (l, h)) ends -> inside s ->
    inject_Z l <= inject_Z (Zpos unit)
      * paid_in next rate fixed q time g (fun s => r s / q) n s <= inject_Z h.
  Proof.
    intros Hlow. unfold run_stage. cbv zeta.
    set (rates := map _ (numbers count)). set (top := fold_left _ rates 0).
    set (q' := if Qle_bool top 0 then 1 else top).
    set (most := (fold_left Z.max low 0 + error)%Z).
    set (most_gain := fold_left _ (numbers count) 0%Z).
    destruct (_ && _) eqn:C; [ | discriminate].
    apply andb_prop in C as [C mg]. apply andb_prop in C as [C m0]. apply andb_prop in C as [C e0].
    apply andb_prop in C as [C ll]. apply andb_prop in C as [C lows].
    apply andb_prop in C as [rs cs].
    apply Z.leb_le in mg, m0, e0. apply Nat.eqb_eq in ll.
    rewrite forallb_forall in rs, cs, lows.
    destruct (each _ (numbers count)) as [rows | ] eqn:er; [ | discriminate].
    destruct (stage_ends _ _ _ _ _ _ _ _ _ _) as [ends' | ] eqn:ee; [ | discriminate].
    intros H. injection H as <- <-. apply each_spec in er.
    assert (q0 : 0 < q').
    { unfold q'. destruct (Qle_bool top 0) eqn:et; [reflexivity | ]. apply Qnot_le_lt. intros le.
      apply Qle_bool_iff in le. congruence. }
    assert (fast : fast_enough next rate fixed q').
    { split; [exact q0 | ]. intros s. destruct (N.lt_ge_cases s (N.of_nat count)) as [i | o].
      - rewrite leaving_rate_is. apply Qle_bool_iff, rs. apply in_map_iff. exists s.
        split; [reflexivity | ]. exact (nth_error_In _ _ (inside_nth s i)).
      - unfold leaving_rate, leaving. rewrite (next_outside s ltac:(lia)).
        destruct (fixed s); cbn; lra. }
    set (P := jump next rate fixed q').
    set (U := inject_Z (Zpos unit)) in *. assert (U0 : 0 < U) by reflexivity.
    set (g' := fun s => if (s <? N.of_nat count)%N then U * g s else 0).
    set (c' := fun s => if (s <? N.of_nat count)%N then r s * U / q' else 0).
    assert (g_in : forall s, inside s -> g' s == U * g s).
    { intros s i. unfold g'. apply N.ltb_lt in i. rewrite i. reflexivity. }
    assert (c_in : forall s, inside s -> c' s == U * (r s / q')).
    { intros s i. unfold c'. apply N.ltb_lt in i. rewrite i. field. lra. }
    assert (len : length rows = count).
    { assert (same : length rows = length (numbers count)).
      { clear - er. induction er as [ | s r0 l m e F IH]; [reflexivity | ]. cbn. congruence. }
      rewrite same. unfold numbers. generalize 0%N. clear.
      induction count as [ | n IH]; intros f; [reflexivity | ]. cbn. f_equal. apply IH. }
    assert (at_row : forall s r0, nth_error rows s = Some r0 ->
      row_is r0 (P (N.of_nat s)) (c' (N.of_nat s))).
    { intros s r0 e. destruct (Forall2_nth _ _ _ er s r0 e) as [s' [es' row]].
      rewrite numbers_nth in es'. destruct (s <? count)%nat eqn:lt; [ | discriminate].
      injection es' as <-. apply row_for_spec in row. destruct row as [R1 [R2 [R3 R4]]].
      split; [exact R1 | split; [exact R2 | split]].
      - intros f. rewrite <- R3. unfold P.
        rewrite (alike_E _ _ f (jump_alike fixed q' (N.of_nat s))). reflexivity.
      - unfold c'. assert (i : (N.of_nat s <? N.of_nat count)%N = true).
        { apply N.ltb_lt. apply Nat.ltb_lt in lt. lia. }
        rewrite i. exact R4. }
    assert (low_in : forall v, In v low -> (0 <= v)%Z /\ (v + error <= most)%Z).
    { intros v i. specialize (lows v i). apply andb_prop in lows as [a0 a1].
      apply Z.leb_le in a0, a1. auto. }
    assert (between' : forall i v, nth_error low i = Some v ->
      inject_Z v <= g' (N.of_nat i) <= inject_Z (v + error)).
    { intros i v e. rewrite g_in; [exact (Hlow i v e) | ].
      assert (lt : (i < length low)%nat) by (apply nth_error_Some; congruence). lia. }
    destruct (stage_between unit rows (q' * time) most most_gain low error (fst window) (snd window)
      wanted P g' c') with (ends := ends') as [S1 [S2 S3]]; try assumption.
    - intros s. exact (jump_weighted fixed q' fast s).
    - intros s. unfold P. rewrite (jump_sum fixed q' fast s). apply Qle_refl.
    - intros s o. assert (out : ~ inside s) by lia. unfold g', c'.
      destruct (N.ltb_spec s (N.of_nat count)) as [i | _]; [contradiction | ].
      split; [reflexivity | split; [reflexivity | exact (jump_outside fixed q' fast s out)]].
    - congruence.
    - intros v i. exact (proj1 (low_in v i)).
    - intros s. destruct (N.lt_ge_cases s (N.of_nat count)) as [i | o].
      + destruct (nth_error low (N.to_nat s)) as [v | ] eqn:e.
        * assert (B := between' _ v e). rewrite N2Nat.id in B.
          assert (le := proj2 (low_in v (nth_error_In _ _ e))). rewrite inject_le in le. lra.
        * apply nth_error_None in e. lia.
      + unfold g'. destruct (N.ltb_spec s (N.of_nat count)); [lia | ].
        change 0 with (inject_Z 0). rewrite <- Zle_Qle. exact m0.
    - intros s. unfold c'. destruct (N.ltb_spec s (N.of_nat count)) as [i | o].
      + assert (m : In s (numbers count)) by exact (nth_error_In _ _ (inside_nth s i)).
        specialize (cs s m). apply andb_prop in cs as [r0 c1]. apply Qle_bool_iff in r0, c1.
        split; [ | exact c1]. apply Qle_shift_div_l; [exact q0 | ]. rewrite Qmult_0_l.
        apply Qmult_le_0_compat; [exact r0 | lra].
      + split; [apply Qle_refl | ]. change 0 with (inject_Z 0). rewrite <- Zle_Qle. exact mg.
    - split; [exact fast | split; [exact S2 | split; [exact S1 | ]]].
      intros n lt s l h i ins.
      specialize (S3 s l h i (n - S (Z.to_nat (snd window)))%nat). cbv zeta in S3.
      replace (S (Z.to_nat (snd window)) + (n - S (Z.to_nat (snd window))))%nat with n in S3 by lia.
      assert (D := denominator_above_0 q' time S2 n ltac:(lia)).
      assert (N : numerator (q' * time) (fun k => y P g' c' k s) n
        == U * numerator (q' * time) (fun k => y P g (fun s => r s / q') k s) n).
      { unfold numerator. rewrite (Qmult_comm U), <- sum_times. apply sum_same. intros k _.
        assert (E := y_inside fixed q' U g _ g' c' g_in c_in k s ins). fold P in E.
        rewrite E. ring. }
      rewrite N in S3. unfold paid_in. fold P.
      set (x := numerator _ _ n) in *. set (dn := denominator _ n) in *.
      assert (E : U * (x / dn) == U * x / dn) by (field; lra). rewrite E.
      split; [apply Qle_shift_div_l | apply Qle_shift_div_r]; lra.
  Qed.

  Lemma paid_shifted fixed q time g c g' c' x d n s : fast_enough next rate fixed q ->
    0 <= q * time -> (0 < n)%nat ->
    (forall s, inside s -> g s == g' s + x) -> (forall s, inside s -> c s == c' s + d) ->
    inside s -> paid_in next rate fixed q time g c n s
      == paid_in next rate fixed q time g' c' n s + x + d * mean_rings (q * time) n.
  Proof.
    intros fast mean0 n0 G C i. assert (D := denominator_above_0 q time mean0 n n0).
    unfold paid_in, mean_rings. set (P := jump next rate fixed q). set (L := q * time) in *.
    assert (N : numerator L (fun k => y P g c k s) n == numerator L (fun k => y P g' c' k s) n
      + denominator L n * x + numerator L nat_Q n * d).
    { unfold numerator, denominator. clear D n0.
      induction n as [ | n IH]; cbn [Definitions.sum]; [ring | ].
      rewrite IH. assert (E := y_shifted fixed q fast g c g' c' x d G C n s i). fold P in E.
      rewrite E. ring. }
    rewrite N. field. lra.
  Qed.

  Lemma paid_same fixed q time g c g' c' n s : fast_enough next rate fixed q ->
    (forall s, inside s -> g s == g' s) -> (forall s, inside s -> c s == c' s) -> inside s ->
    paid_in next rate fixed q time g c n s == paid_in next rate fixed q time g' c' n s.
  Proof.
    intros fast G C i. unfold paid_in. apply Qdiv_comp; [ | reflexivity]. apply sum_same.
    intros k _. rewrite (y_inside fixed q 1 g' c' g c) by (intros; rewrite ?G, ?C; auto; ring).
    ring.
  Qed.

  (* A probability is no more than 1, and fixed states keep theirs. *)
  Definition run_until (unit : positive) (fixed : N -> bool) (time : Q) (low : list Z) (error : Z)
      (window : Z * Z) (wanted : list N) : option (list (N * (Z * Z))) :=
    found <- run_stage unit fixed time zero low error window wanted;
    let t := of_list low in
    Some (map (fun e =>
      let s := fst e in
      if fixed s then let v := value_at t s in (s, (v, v + error)%Z)
      else (s, (fst (snd e), Z.min (snd (snd e)) (Zpos unit)))) (snd found)).

  Theorem run_until_sound unit fixed time low error window wanted ends :
    run_until unit fixed time low error window wanted = Some ends ->
    length low = count -> map fst ends = wanted /\
    exists q, fast_enough next rate fixed q /\ 0 <= q * time /\ forall g,
    (forall i v, nth_error low i = Some v -> inject_Z v
      <= inject_Z (Zpos unit) * g (N.of_nat i) <= inject_Z (v + error)) ->
    (forall s, inside s -> g s <= 1) ->
    forall n, (Z.to_nat (snd window) < n)%nat -> forall s l h, In (s, (l, h)) ends -> inside s ->
    inject_Z l <= inject_Z (Zpos unit) * paid_in next rate fixed q time g zero n s <= inject_Z h.
  Proof.
    unfold run_until. destruct (run_stage _ _ _ _ _ _ _ _) as [[q ends'] | ] eqn:e;
      [ | discriminate]. intros H len. injection H as <-. cbn [snd].
    assert (U0 : 0 < inject_Z (Zpos unit)) by reflexivity. set (U := inject_Z (Zpos unit)) in *.
    (* something that is between low and low + error *)
    set (g0 := fun s => inject_Z (value_at (of_list low) s) / U).
    assert (e0 : (0 <= error)%Z).
    { unfold run_stage in e. cbv zeta in e. destruct (_ && _) eqn:C; [ | discriminate].
      apply andb_prop in C as [C _]. apply andb_prop in C as [C _]. apply andb_prop in C as [_ C].
      apply Z.leb_le in C. exact C. }
    assert (G0 : forall i v, nth_error low i = Some v ->
      inject_Z v <= U * g0 (N.of_nat i) <= inject_Z (v + error)).
    { intros i v ei. unfold g0. rewrite value_at_nth, Nat2N.id, (nth_error_nth _ _ _ ei).
      assert (E : U * (inject_Z v / U) == inject_Z v) by (field; lra). rewrite E.
      split; [apply Qle_refl | rewrite <- inject_le; lia]. }
    destruct (run_stage_sound _ _ _ _ _ _ _ _ g0 _ _ G0 e) as [fast [mean0 [same _]]].
    split.
    { rewrite map_map, <- same. apply map_ext. intros [s x]. cbn. destruct (fixed s); reflexivity. }
    exists q. split; [exact fast | split; [exact mean0 | ]]. intros g G G1 n lt s l h i ins.
    destruct (run_stage_sound _ _ _ _ _ _ _ _ g _ _ G e) as [_ [_ [_ B]]].
    apply in_map_iff in i as [[s' [l' h']] [ei i]]. cbn [fst snd] in ei.
    destruct (fixed s') eqn:fx; injection ei as <- <- <-.
    - rewrite (paid_fixed fixed q fast time mean0 g n s' ltac:(lia) fx).
      destruct (nth_error low (N.to_nat s')) as [v | ] eqn:en.
      + assert (K := G _ v en). rewrite N2Nat.id in K.
        rewrite value_at_nth, (nth_error_nth _ _ _ en). exact K.
      + apply nth_error_None in en. lia.
    - specialize (B n lt s' l' h' i ins).
      assert (S := paid_same fixed q time g (fun s => zero s / q) g zero n s' fast
        ltac:(intros; reflexivity) ltac:(intros; unfold zero; field; destruct fast; lra) ins).
      rewrite S in B. split; [exact (proj1 B) | ].
      assert (A := paid_at_most_1 fixed q fast time mean0 g n s' ltac:(lia) G1 ins).
      destruct (Z.min_dec h' (Zpos unit)) as [-> | ->]; [exact (proj2 B) | ]. fold U.
      set (x := paid_in _ _ _ _ _ _ _ _ _) in *. assert (U * x <= U * 1); [ | lra].
      rewrite !(Qmult_comm U). apply Qmult_le_compat_r; [exact A | lra].
  Qed.
End Chain.

(* Questions ------------------------------------------------------------------------------------ *)

Section Question.
  Variable o : transient_question.
  Variable digits : N.
  Variable windows : list (Z * Z).        (* the last stage first *)
  Variable base : option evidence.        (* of the probability to reach the goal at any time *)
  Variable start : list N.
  Local Notation m := (chain o).

  Definition unit_of : positive := Z.to_pos (10 ^ Z.of_N digits).

  (* Rounded down, and whether nothing is lost by that. *)
  Definition rounded (values : list Q) : list Z * Z :=
    let scaled := map (fun v => reduced (v * inject_Z (Zpos unit_of))) values in
    (map Qfloor scaled, if forallb (fun v => (Zpos (Qden v) =? 1)%Z) scaled then 0 else 1)%Z.

  Definition answer_of (shift : Z * Z) (e : N * (Z * Z)) : N * answer :=
    (fst e, Between (fst shift + fst (snd e) # unit_of) (snd shift + snd (snd e) # unit_of)).

  Definition least_of (values : list Q) : Q :=
    match values with
    | [] => 0
    | v :: l => fold_left (fun v w => if Qle_bool v w then v else w) l v
    end.

  (* What the stage before has, where the later one leads to such values. *)
  Definition carried (lost : N -> bool) (low : list Z) : list Z :=
    map (fun sv => if lost (fst sv) then 0%Z else snd sv) (combine (states_of m) low).

  Definition widest_of (ends : list (N * (Z * Z))) : Z :=
    fold_left (fun w e => Z.max w (snd (snd e) - fst (snd e))) ends 0%Z.

  Definition exact_value (e : N * answer) : option Q :=
    match snd e with Exactly v => Some v | _ => None end.

  Definition chain_is_closed : bool :=
    let count := length (options_of m) in
    (length (branches_of m) =? count)%nat
    && forallb (fun l => forallb (fun b => (snd b <? N.of_nat count)%N) l) (branches_of m)
    && forallb (Qle_bool 0) (rates o)
    && forallb (fun s => (s <? N.of_nat count)%N) start.

  Definition find_bounds : option (list (N * answer)) :=
    let states := states_of m in
    let count := length (options_of m) in
    let next := branches (explicit m) in
    let rate := number_of (rates o) in
    let nowhere (_ : N) := false in
    let none := map (fun _ => 0%Z) states in
    match objective_of o, windows with
    | Cumulative accrues rings time, [window] =>
        let accrues := number_of accrues in
        let rings := number_of rings in
        let r s := reduced (accrues s + rate s * rings s) in
        let least := least_of (map r states) in
        found <- run_stage next rate count unit_of nowhere time (fun s => r s - least)
          none 0 window start;
        let shift := least * time * inject_Z (Zpos unit_of) in
        Some (map (answer_of (Qfloor shift, Qceiling shift)) (snd found))
    | Instantaneous accrues time, [window] =>
        let accrues := number_of accrues in
        let least := least_of (map accrues states) in
        let (low, error) := rounded (map (fun s => accrues s - least) states) in
        found <- run_stage next rate count unit_of nowhere time zero low error window start;
        let shift := least * inject_Z (Zpos unit_of) in
        Some (map (answer_of (Qfloor shift, Qceiling shift)) (snd found))
    | Until goal stay earliest latest, _ =>
        let reached := member (set goal) in
        let stays := staying stay in
        let outside s := negb (stays s) in
        let decided s := reached s || outside s in
        let reward := map (fun s => if reached s then Zpos unit_of else 0%Z) states in
        match earliest, latest, windows, base with
        | None, Some t, [window], _ =>
            ends <- run_until next rate count unit_of decided t reward 0 window start;
            Some (map (answer_of (0, 0)%Z) ends)
        | Some t, Some t', [window; first], _ =>
            later <- run_until next rate count unit_of decided (t' - t) reward 0 window states;
            let error := widest_of later in
            need (0 <=? error)%Z
              && forallb (fun e => (snd (snd e) - fst (snd e) <=? error)%Z) later;
            ends <- run_until next rate count unit_of outside t
              (carried outside (map (fun e => fst (snd e)) later)) error first start;
            Some (map (answer_of (0, 0)%Z) ends)
        | Some t, None, [window], Some e =>
            found <- check_certificate (Question m (Reach goal false stay) true []) e states;
            values <- each exact_value found;
            let (low, error) := rounded values in
            need (0 <=? error)%Z && forallb (fun v => Qle_bool v 1) values;
            ends <- run_until next rate count unit_of outside t (carried outside low) error window
              start;
            Some (map (answer_of (0, 0)%Z) ends)
        | _, _, _, _ => None
        end
    | _, _ => None
    end.

  Definition check_transient : option (list (N * answer)) :=
    need chain_is_closed; find_bounds.

  Local Notation U := (inject_Z (Zpos unit_of)).
  Local Notation count := (length (options_of m)).
  Local Notation inside s := (s < N.of_nat count)%N.

  Lemma U_positive : 0 < U.
  Proof. reflexivity. Qed.

  Lemma over_unit a : (a # unit_of) == inject_Z a / U.
  Proof. rewrite Qmake_Qdiv. reflexivity. Qed.

  (* Bounds from some n on, of what is shifted by what tends to a limit. *)
  Lemma limit_shifted u u' L x d l h down up n0 : 0 <= L ->
    (forall n, (n0 < n)%nat -> inject_Z l <= U * u' n <= inject_Z h) ->
    (forall n, (0 < n)%nat -> u n == u' n + x + d * mean_rings L n) ->
    inject_Z down <= (x + d * L) * U <= inject_Z up ->
    limit_between u (Between (down + l # unit_of) (up + h # unit_of)).
  Proof.
    intros L0 H same [D1 D2]. assert (U0 := U_positive).
    assert (K : forall eps, 0 < eps -> exists n1, forall n, (n1 <= n)%nat ->
      (down + l # unit_of) - eps <= u n <= (up + h # unit_of) + eps).
    { intros eps e0. destruct (mean_converges L L0 d eps e0) as [n1 M].
      exists (S n0 + n1)%nat. intros n le. destruct (H n ltac:(lia)) as [lo hi].
      destruct (M n ltac:(lia)) as [m1 m2]. rewrite (same n ltac:(lia)), !over_unit, !inject_Z_plus.
      assert (A : (inject_Z down + inject_Z l) / U <= x + d * L + u' n)
        by (apply Qle_shift_div_r; lra).
      assert (B : x + d * L + u' n <= (inject_Z up + inject_Z h) / U)
        by (apply Qle_shift_div_l; lra).
      split; lra. }
    split; intros eps e0; destruct (K eps e0) as [n1 M]; exists n1; intros n le;
      apply (M n le).
  Qed.

  Lemma limit_of_bounds u l h n0 :
    (forall n, (n0 < n)%nat -> inject_Z l <= U * u n <= inject_Z h) ->
    limit_between u (Between (0 + l # unit_of) (0 + h # unit_of)).
  Proof.
    intros H. apply (limit_shifted u u 0 0 0 l h 0 0 n0); [lra | exact H | intros; ring | ].
    split; apply Qeq_sym_le; ring.
  Qed.

  Lemma rounded_spec values low error : rounded values = (low, error) ->
    length low = length values /\ forall i v, nth_error low i = Some v ->
    exists x, nth_error values i = Some x /\ inject_Z v <= U * x <= inject_Z (v + error).
  Proof.
    unfold rounded. set (scaled := map _ values). intros H. injection H as <- <-.
    unfold scaled. rewrite !map_length. split; [reflexivity | ]. intros i v e.
    rewrite map_map, nth_error_map in e. destruct (nth_error values i) as [x | ] eqn:ex;
      [ | discriminate]. cbn [option_map] in e. set (z := reduced (x * U)) in e.
    assert (ev : v = Qfloor z) by congruence. rewrite ev. clear e ev. exists x.
    split; [reflexivity | ].
    assert (same : U * x == z) by (unfold z; rewrite reduced_same; ring). rewrite same.
    split; [exact (Qfloor_le z) | ]. destruct (forallb _ _) eqn:ex1.
    - rewrite forallb_forall in ex1. assert (i1 : In z (map (fun v => reduced (v * U)) values)).
      { apply in_map_iff. exists x. split; [reflexivity | exact (nth_error_In _ _ ex)]. }
      assert (ex2 : (Zpos (Qden z) =? 1)%Z = true) by exact (ex1 z i1).
      apply Z.eqb_eq in ex2. rewrite Z.add_0_r. clear - ex2.
      destruct z as [n d]. cbn [Qden] in ex2. injection ex2 as ->.
      assert (F : Qfloor (n # 1) = n) by exact (Z.div_1_r n). rewrite F. apply Qle_refl.
    - exact (Qlt_le_weak _ _ (Qlt_floor z)).
  Qed.

  Hypothesis closed_chain : chain_is_closed = true.
  Local Notation next := (branches (explicit m)).
  Local Notation rate := (number_of (rates o)).

  Lemma rate_nonneg s : 0 <= rate s.
  Proof.
    unfold chain_is_closed in closed_chain. apply andb_prop in closed_chain as [C _].
    apply andb_prop in C as [_ C]. rewrite forallb_forall in C. unfold number_of.
    rewrite of_list_spec. destruct (nth_error (rates o) (N.to_nat s)) as [v | ] eqn:e; [ | lra].
    apply Qle_bool_iff, C. exact (nth_error_In _ _ e).
  Qed.

  Lemma next_is s : next s = match nth_error (branches_of m) (N.to_nat s) with
    | Some l => l | None => [] end.
  Proof. cbn. rewrite of_list_spec. reflexivity. Qed.

  Lemma next_outside s : ~ inside s -> next s = [].
  Proof.
    intros out. rewrite next_is. unfold chain_is_closed in closed_chain.
    apply andb_prop in closed_chain as [C _]. apply andb_prop in C as [C _].
    apply andb_prop in C as [C _]. apply Nat.eqb_eq in C.
    destruct (nth_error _ _) as [l | ] eqn:e; [ | reflexivity].
    assert (lt : (N.to_nat s < length (branches_of m))%nat) by (apply nth_error_Some; congruence).
    lia.
  Qed.

  Lemma next_inside s w t : In (w, t) (next s) -> inside t.
  Proof.
    rewrite next_is. unfold chain_is_closed in closed_chain.
    apply andb_prop in closed_chain as [C _]. apply andb_prop in C as [C _].
    apply andb_prop in C as [_ C]. rewrite forallb_forall in C.
    destruct (nth_error _ _) as [l | ] eqn:e; [ | intros []]. intros i.
    specialize (C l (nth_error_In _ _ e)). rewrite forallb_forall in C. apply N.ltb_lt.
    exact (C (w, t) i).
  Qed.

  Lemma start_inside s : In s start -> inside s.
  Proof.
    unfold chain_is_closed in closed_chain. apply andb_prop in closed_chain as [_ C].
    rewrite forallb_forall in C. intros i. apply N.ltb_lt. exact (C s i).
  Qed.

  Lemma answers_of_ends shift ends : map fst ends = start ->
    map fst (map (answer_of shift) ends) = start /\
    forall x a, In (x, a) (map (answer_of shift) ends) -> exists l h, In (x, (l, h)) ends /\
      inside x /\ a = Between (fst shift + l # unit_of) (snd shift + h # unit_of).
  Proof.
    intros same. split; [rewrite map_map; rewrite <- same; reflexivity | ]. intros x a i.
    apply in_map_iff in i as [[s [l h]] [e i]]. unfold answer_of in e. cbn [fst snd] in e.
    injection e as <- <-. exists l, h. split; [exact i | split; [ | reflexivity]].
    apply start_inside. rewrite <- same. apply in_map_iff. exists (s, (l, h)). auto.
  Qed.

  Local Notation stage_sound := (run_stage_sound next rate count rate_nonneg next_outside
    next_inside).
  Local Notation until_sound := (run_until_sound next rate count rate_nonneg next_outside
    next_inside).

  Lemma none_is i v : nth_error (map (fun _ => 0%Z) (states_of m)) i = Some v -> v = 0%Z.
  Proof.
    rewrite nth_error_map. destruct (nth_error _ i); [ | discriminate]. cbn. congruence.
  Qed.

  Lemma states_length : length (states_of m) = count.
  Proof.
    unfold states_of, numbers. generalize 0%N. generalize count. clear.
    induction n as [ | n IH]; intros f; [reflexivity | ]. cbn. f_equal. apply IH.
  Qed.

  Lemma states_nth {A} (f : N -> A) i v : nth_error (map f (states_of m)) i = Some v ->
    v = f (N.of_nat i) /\ inside (N.of_nat i).
  Proof.
    rewrite nth_error_map. unfold states_of. rewrite numbers_nth.
    destruct (Nat.ltb_spec i count) as [lt | ge]; [ | discriminate]. cbn [option_map].
    intros e. injection e as <-. split; [reflexivity | lia].
  Qed.

  Lemma carried_spec lost low i v : nth_error (carried lost low) i = Some v ->
    exists w, nth_error low i = Some w /\ v = (if lost (N.of_nat i) then 0%Z else w).
  Proof.
    unfold carried. rewrite nth_error_map.
    assert (C : forall (l : list N) (k : list Z) j, nth_error (combine l k) j =
      match nth_error l j, nth_error k j with Some a, Some b => Some (a, b) | _, _ => None end).
    { clear. induction l as [ | a l IH]; intros [ | b k] [ | j]; cbn; try reflexivity.
      - destruct (nth_error l j); reflexivity.
      - apply IH. }
    rewrite C. unfold states_of. rewrite numbers_nth.
    destruct (i <? count)%nat; [ | discriminate].
    destruct (nth_error low i) as [w | ]; [ | discriminate]. cbn [option_map fst snd]. intros e.
    exists w. split; [reflexivity | ]. destruct (lost _); congruence.
  Qed.

  Lemma carried_length lost low : length low = count -> length (carried lost low) = count.
  Proof.
    intros e. unfold carried. rewrite map_length, combine_length, states_length. lia.
  Qed.

  Theorem bounds_sound l : find_bounds = Some l -> map fst l = start /\
    forall x a, In (x, a) l -> transient_means o x a.
  Proof.
    unfold find_bounds, transient_means. cbv zeta. set (states := states_of m).
    destruct (objective_of o) as [goal stay earliest latest | accrues rings time | accrues time].
    2: { destruct windows as [ | window [ | ]]; try discriminate.
      set (r := fun s => reduced (number_of accrues s + rate s * number_of rings s)).
      set (least := least_of (map r states)).
      destruct (run_stage _ _ _ _ _ _ _ _ _ _ _) as [[q ends] | ] eqn:e; [ | discriminate].
      intros H. injection H as <-. cbn [snd].
      assert (G : forall i v, nth_error (map (fun _ => 0%Z) states) i = Some v ->
        inject_Z v <= U * zero (N.of_nat i) <= inject_Z (v + 0)).
      { intros i v ei. apply none_is in ei. subst v. unfold zero. rewrite Qmult_0_r.
        split; apply Qle_refl. }
      destruct (stage_sound _ _ _ _ _ _ _ _ zero q ends G e) as [fast [mean0 [same B]]].
      set (shift := least * time * U).
      destruct (answers_of_ends (Qfloor shift, Qceiling shift) ends same) as [A1 A2].
      split; [exact A1 | ]. intros x a i. destruct (A2 x a i) as [l [h [ie [ix ->]]]].
      exists q. split; [exact fast | ]. cbn [fst snd].
      apply (limit_shifted _ (fun n => paid_in next rate (fun _ => false) q time zero
        (fun s => (r s - least) / q) n x) (q * time) 0 (least / q) l h _ _
        (Z.to_nat (snd window))); [exact mean0 | | | ].
      - intros n lt. exact (B n lt x l h ie ix).
      - intros n n0. apply (paid_shifted next rate count rate_nonneg next_inside _ q time);
          [exact fast | exact mean0 | exact n0 | | | exact ix]; intros s _.
        + change (zero s) with 0. lra.
        + unfold r. rewrite reduced_same. destruct fast. field. lra.
      - assert (E : (0 + least / q * (q * time)) * U == shift).
        { unfold shift. destruct fast. field. lra. }
        rewrite E. exact (conj (Qfloor_le shift) (Qle_ceiling shift)). }
    2: { destruct windows as [ | window [ | ]]; try discriminate.
      set (least := least_of (map (number_of accrues) states)).
      set (g := fun s => number_of accrues s - least).
      destruct (rounded (map _ states)) as [low error] eqn:er.
      destruct (run_stage _ _ _ _ _ _ _ _ _ _ _) as [[q ends] | ] eqn:e; [ | discriminate].
      intros H. injection H as <-. cbn [snd].
      destruct (rounded_spec _ _ _ er) as [_ R].
      assert (G : forall i v, nth_error low i = Some v ->
        inject_Z v <= U * g (N.of_nat i) <= inject_Z (v + error)).
      { intros i v ei. destruct (R i v ei) as [x [ex B]]. rewrite nth_error_map in ex.
        unfold states, states_of in ex. rewrite numbers_nth in ex.
        destruct (i <? count)%nat; [ | discriminate]. cbn [option_map] in ex. injection ex as <-.
        exact B. }
      destruct (stage_sound _ _ _ _ _ _ _ _ g q ends G e) as [fast [mean0 [same B]]].
      set (shift := least * U).
      destruct (answers_of_ends (Qfloor shift, Qceiling shift) ends same) as [A1 A2].
      split; [exact A1 | ]. intros x a i. destruct (A2 x a i) as [l [h [ie [ix ->]]]].
      exists q. split; [exact fast | ]. cbn [fst snd].
      apply (limit_shifted _ (fun n => paid_in next rate (fun _ => false) q time g
        (fun s => zero s / q) n x) (q * time) least 0 l h _ _
        (Z.to_nat (snd window))); [exact mean0 | | | ].
      - intros n lt. exact (B n lt x l h ie ix).
      - intros n n0. apply (paid_shifted next rate count rate_nonneg next_inside _ q time);
          [exact fast | exact mean0 | exact n0 | | | exact ix]; intros s _.
        + unfold g. ring.
        + change (zero s) with 0. destruct fast. field. lra.
      - assert (E : (least + 0 * (q * time)) * U == shift) by (unfold shift; ring).
        rewrite E. exact (conj (Qfloor_le shift) (Qle_ceiling shift)). }
    set (reached := member (set goal)). set (outside := fun s => negb (staying stay s)).
    set (decided := fun s => reached s || negb (staying stay s)).
    set (reward := fun s => if reached s then 1 else 0).
    set (units := map (fun s => if reached s then Zpos unit_of else 0%Z) states).
    assert (units_length : length units = count).
    { unfold units. rewrite map_length. exact states_length. }
    assert (R : forall i v, nth_error units i = Some v ->
      inject_Z v <= U * reward (N.of_nat i) <= inject_Z (v + 0)).
    { intros i v e. apply states_nth in e as [-> _]. rewrite Z.add_0_r. unfold reward.
      destruct (reached _); split; apply Qeq_sym_le; ring. }
    assert (R1 : forall s, inside s -> reward s <= 1).
    { intros s _. unfold reward. destruct (reached s); lra. }
    assert (concluded : forall ends (P : N -> answer -> Prop), map fst ends = start ->
      (forall x l h, In (x, (l, h)) ends -> inside x ->
        P x (Between (0 + l # unit_of) (0 + h # unit_of))) ->
      map fst (map (answer_of (0, 0)%Z) ends) = start /\
      forall x a, In (x, a) (map (answer_of (0, 0)%Z) ends) -> P x a).
    { intros ends P same H. destruct (answers_of_ends (0, 0)%Z ends same) as [A1 A2].
      split; [exact A1 | ]. intros x a i. destruct (A2 x a i) as [v [w [ie [ix ->]]]].
      exact (H x v w ie ix). }
    destruct earliest as [t | ], latest as [t' | ]; try discriminate.
    - destruct windows as [ | window [ | first [ | ]]]; try discriminate.
      destruct (run_until _ _ _ _ _ _ _ _ _ _) as [later | ] eqn:e1; [ | discriminate].
      destruct (_ && _) eqn:we; [ | discriminate].
      destruct (run_until _ _ _ _ outside _ _ _ _ _) as [ends | ] eqn:e2; [ | discriminate].
      intros H. injection H as <-. set (error := widest_of later) in *.
      apply andb_prop in we as [e0 we]. apply Z.leb_le in e0. rewrite forallb_forall in we.
      destruct (until_sound _ _ _ _ _ _ _ _ e1 units_length) as [same1 [q' [fast' [mean' B']]]].
      assert (later_length : length (map (fun e => fst (snd e)) later) = count).
      { rewrite map_length, <- (map_length fst), same1. exact states_length. }
      destruct (until_sound _ _ _ _ _ _ _ _ e2 (carried_length outside _ later_length))
        as [same [q [fast [mean0 B]]]].
      apply concluded; [exact same | ]. intros x v w ie ix. exists q, q'.
      split; [exact fast | split; [exact fast' | ]].
      apply (limit_of_bounds _ v w (Z.to_nat (snd window) + Z.to_nat (snd first))).
      intros n lt. refine (B _ _ _ n ltac:(lia) x v w ie ix).
      + intros i v' ei. destruct (carried_spec _ _ _ _ ei) as [w' [ew ->]].
        rewrite nth_error_map in ew.
        destruct (nth_error later i) as [[s [l' h']] | ] eqn:el; [ | discriminate].
        cbn [option_map fst snd] in ew. injection ew as <-.
        assert (es : nth_error (map fst later) i = Some s)
          by (rewrite nth_error_map, el; reflexivity).
        unfold states in same1. rewrite same1, <- (map_id (states_of m)) in es.
        apply states_nth in es as [-> inn].
        change (negb (staying stay (N.of_nat i))) with (outside (N.of_nat i)).
        destruct (outside (N.of_nat i)).
        * rewrite Z.add_0_l, Qmult_0_r. split; [apply Qle_refl | ].
          change 0 with (inject_Z 0). rewrite <- inject_le. exact e0.
        * assert (K := nth_error_In _ _ el). destruct (B' reward R R1 n ltac:(lia) _ _ _ K inn)
            as [lo hi]. split; [exact lo | ]. apply (Qle_trans _ _ _ hi). rewrite <- inject_le.
          specialize (we _ K). cbn [fst snd] in we. apply Z.leb_le in we. lia.
      + intros s ins. destruct (negb (staying stay s)); [lra | ].
        exact (paid_at_most_1 next rate count rate_nonneg next_inside decided q' fast' (t' - t)
          mean' reward n s ltac:(lia) R1 ins).
    - destruct windows as [ | window [ | ]]; try discriminate. destruct base as [ev | ];
        [ | discriminate].
      destruct (check_certificate _ ev states) as [found | ] eqn:ec; [ | discriminate].
      destruct (each exact_value found) as [values | ] eqn:ev'; [ | discriminate].
      destruct (rounded values) as [low error] eqn:er.
      destruct (_ && _) eqn:we; [ | discriminate].
      destruct (run_until _ _ _ _ outside _ _ _ _ _) as [ends | ] eqn:e2; [ | discriminate].
      intros H. injection H as <-. apply andb_prop in we as [e0 we]. apply Z.leb_le in e0.
      rewrite forallb_forall in we. apply each_spec in ev'.
      destruct (certificate_sound _ _ _ _ ec) as [same1 F].
      destruct (rounded_spec _ _ _ er) as [low_length R2].
      assert (values_length : length values = count).
      { assert (K : length values = length found).
        { clear - ev'. induction ev' as [ | a b l k e H IH]; cbn; congruence. }
        rewrite K, <- (map_length fst), same1. exact states_length. }
      assert (value_of : forall i v, nth_error values i = Some v ->
        In (N.of_nat i, Exactly v) found /\ number_of values (N.of_nat i) = v /\
        inside (N.of_nat i)).
      { intros i v e. destruct (Forall2_nth _ _ _ ev' i v e) as [[s a] [ef ex]].
        unfold exact_value in ex. cbn [snd] in ex. destruct a; try discriminate.
        injection ex as ->.
        assert (es : nth_error (map fst found) i = Some s)
          by (rewrite nth_error_map, ef; reflexivity).
        unfold states in same1. rewrite same1, <- (map_id (states_of m)) in es.
        apply states_nth in es as [-> inn]. split; [exact (nth_error_In _ _ ef) | ].
        split; [ | exact inn]. unfold number_of. rewrite of_list_spec, Nat2N.id, e. reflexivity. }
      destruct (until_sound _ _ _ _ _ _ _ _ e2 (carried_length outside low
        ltac:(congruence))) as [same [q [fast [mean0 B]]]].
      apply concluded; [exact same | ]. intros x v w ie ix. exists q, (number_of values).
      split; [exact fast | split].
      + intros z iz. apply F. apply In_nth_error in iz as [i ei]. unfold states in ei.
        rewrite <- (map_id (states_of m)) in ei. apply states_nth in ei as [-> inn].
        destruct (nth_error values i) as [z | ] eqn:e.
        * destruct (value_of i z e) as [V1 [V2 _]]. rewrite V2. exact V1.
        * apply nth_error_None in e. lia.
      + apply (limit_of_bounds _ v w (Z.to_nat (snd window))). intros n lt.
        refine (B _ _ _ n lt x v w ie ix).
        * intros i v' ei. destruct (carried_spec _ _ _ _ ei) as [w' [ew ->]].
          destruct (R2 i w' ew) as [x' [ex bx]]. destruct (value_of i x' ex) as [_ [V _]].
          change (negb (staying stay (N.of_nat i))) with (outside (N.of_nat i)).
          destruct (outside (N.of_nat i)); [ | rewrite V; exact bx].
          rewrite Z.add_0_l, Qmult_0_r. split; [apply Qle_refl | ].
          change 0 with (inject_Z 0). rewrite <- inject_le. exact e0.
        * intros s ins. destruct (negb (staying stay s)); [lra | ].
          destruct (nth_error values (N.to_nat s)) as [z | ] eqn:e.
          -- destruct (value_of _ z e) as [_ [V _]]. rewrite N2Nat.id in V. rewrite V.
             apply Qle_bool_iff, we. exact (nth_error_In _ _ e).
          -- apply nth_error_None in e. lia.
    - destruct windows as [ | window [ | ]]; try discriminate.
      destruct (run_until _ _ _ _ _ _ _ _ _ _) as [ends | ] eqn:e1; [ | discriminate].
      intros H. injection H as <-.
      destruct (until_sound _ _ _ _ _ _ _ _ e1 units_length) as [same [q [fast [mean0 B]]]].
      apply concluded; [exact same | ]. intros x v w ie ix. exists q. split; [exact fast | ].
      apply (limit_of_bounds _ v w (Z.to_nat (snd window))). intros n lt.
      exact (B reward R R1 n lt x v w ie ix).
  Qed.
End Question.

Theorem transient_sound o digits windows base start l :
  check_transient o digits windows base start = Some l -> map fst l = start /\
  forall x a, In (x, a) l -> transient_means o x a.
Proof.
  unfold check_transient. destruct (chain_is_closed o start) eqn:C; [ | discriminate].
  exact (bounds_sound o digits windows base start C l).
Qed.
