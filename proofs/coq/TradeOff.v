(* Several objectives at once: bounds for one weighted sum of them, in the product of the process
   and what is remembered of the objectives (TradeOffProduct.v), and what one policy pays.

   Where goals are asked for, policies count that win them almost surely; else all states are won.
   Above: v is superharmonic, so what n steps pay is at most v, up to a bound of v times the
   probability to be where v is negative. Lost states, from which every policy misses the goals by
   their levels, and choices that may lead there, are for no policy that counts. A state rests if
   the play can stay for ever among won states of this kind for nothing. From elsewhere each choice
   pays, or may lead to where the set was left in an earlier round; and what pays falls in one of
   the heights, so it pays finitely often in the mean: the play rests in the end, or is over.

   The conditions are those of check_bound of exactbox/checker/trade_off.py, of the levels, heights
   and resting nodes that it takes; pays says that an objective without a goal pays. From which n
   on the play rests nobody can compute, as in SignedTotal.v. *)
From Coq Require Import QArith List Lia Lqa Setoid Bool.
From exactbox Require Import Definitions Plays Players Reach Settling Potentials Fading.
Import ListNotations.
Local Open Scope Q_scope.

Lemma one_bounds b : 0 <= one b /\ one b <= 1.
Proof. destruct b; simpl; split; lra. Qed.

Lemma E_dist_le_or {A} (l : list (Q * A)) f k : distribution l ->
  (forall p a, In (p, a) l -> p == 0 \/ f a <= k) -> E l f <= k.
Proof.
  intros d H. rewrite <- (E_dist l k d). destruct d as [w _].
  induction l as [ | [p a] l IH]; cbn [E]; [lra | ].
  assert (L := IH (fun q b i => w q b (or_intror i)) (fun q b i => H q b (or_intror i))).
  specialize (w p a (or_introl eq_refl)). destruct (H p a (or_introl eq_refl)); nra.
Qed.

(* What is at most half of the next, and what adds up, and what vanishes, is small in the end. *)
Lemma halves_fade u p d b : (forall n, u n <= 1) -> (forall n, 0 <= p n) ->
  (forall n, sum p n <= b) -> at_most d 0 ->
  (forall n, u n <= (1 # 2) * u (S n) + p n + d n) -> finally_at_most u 0.
Proof.
  intros u1 p0 pb dv H eps e0. destruct (dv (eps * (1 # 4)) ltac:(lra)) as [n0 Hd].
  set (e := eps * (1 # 2)). set (cut := fun n => (n <? n0)%nat || Qle_bool (u n) e).
  set (w := fun n => if cut n then 0 else u n - e).
  assert (B : forall n, 0 <= w n /\ ((n0 <= n)%nat -> u n - e <= w n) /\ w n <= 1).
  { intros n. unfold w, cut. specialize (u1 n). destruct (n <? n0)%nat eqn:en; cbn [orb].
    - apply Nat.ltb_lt in en. split; [lra | split; [lia | lra]].
    - destruct (Qle_bool (u n) e) eqn:eu; [apply Qle_bool_iff in eu | ].
      + repeat split; lra.
      + assert (e < u n).
        { apply Qnot_le_lt. intros le. apply Qle_bool_iff in le. congruence. }
        unfold e in *. repeat split; lra. }
  assert (W : forall n, w n <= p n + (1 # 2) * w (S n)).
  { intros n. specialize (p0 n). destruct (B (S n)) as [S0 [S1 _]]. unfold w at 1.
    destruct (cut n) eqn:en; [lra | ]. unfold cut in en. apply orb_false_iff in en as [en _].
    apply Nat.ltb_ge in en. specialize (S1 ltac:(lia)). specialize (H n). specialize (Hd n en).
    unfold e in *. lra. }
  assert (T : forall n, sum w n <= b + b + 1).
  { intros n. cut (sum w n <= 2 * sum p n + w n).
    - specialize (pb n). destruct (B n) as [_ [_ B1]]. lra.
    - induction n as [ | n IH]; [destruct (B O); cbn; lra | ]. cbn [sum]. specialize (W n). lra. }
  destruct (bounded_sum_exceptions w _ e (fun n => proj1 (B n)) T ltac:(unfold e; lra)) as [k Hk].
  exists (n0 + k)%nat. intros l nd Hl. rewrite (two_parts (fun n => n <? n0)%nat l).
  apply Nat.add_le_mono.
  - eapply Nat.le_trans; [apply (NoDup_incl_length (l' := seq 0 n0) (NoDup_filter _ nd)) | ];
      [ | rewrite seq_length; lia].
    intros n i. apply filter_In in i as [_ lt]. apply Nat.ltb_lt in lt. apply in_seq. lia.
  - apply Hk; [exact (NoDup_filter _ nd) | ]. intros n i. apply filter_In in i as [i ge].
    apply negb_true_iff, Nat.ltb_ge in ge. specialize (Hl n i). cbn beta in Hl.
    destruct (B n) as [_ [L _]]. specialize (L ge). unfold e in *. lra.
Qed.

Lemma win_wins P won early : winning P (win P won early) won.
Proof.
  split; try reflexivity; intros c; cbn [paid over win]; destruct (branches P c); try congruence.
  intros _. destruct (early c); cbn; lra.
Qed.

Section Bound.
  Variable P : process.
  Variable available : state P -> list (choice P).
  Variable nodes : list (state P).
  Hypothesis inside : closed P available nodes.

  (* Goals -------------------------------------------------------------------------------------- *)

  Variable won : state P -> bool.        (* all goals are won *)
  Variable early : choice P -> bool.     (* ends the play before they are *)

  Record goals_hold : Prop := {
    won_for_good : forall x c, In x nodes -> won x = true -> In c (available x) ->
      early c = false /\ forall w z, In (w, z) (branches P c) -> won z = true;
    early_is_end : forall c, early c = true -> branches P c = [] }.

  Hypothesis goals : goals_hold.

  Local Notation win := (win P won early).
  Local Notation wins := (win_wins P won early).

  (* The policies that count win almost surely. *)
  Definition counts (x : state P) (s : policy P) : Prop :=
    at_least (fun n => J P win s n [] x) 1.

  (* Lost states have levels. *)
  Variable lost : state P -> bool.
  Variable level : state P -> nat.
  Hypothesis levels : levels_hold P available nodes won (fun c => early c = true) lost level.

  (* What no policy that counts takes. *)
  Definition avoid (c : choice P) : bool := early c || risky P lost c.

  Lemma won_avoids_nothing x c : In x nodes -> won x = true -> In c (available x) ->
    avoid c = false.
  Proof.
    intros i e j. destruct (won_for_good goals x c i e j) as [ec H]. unfold avoid. rewrite ec.
    destruct (risky P lost c) eqn:er; [exfalso | reflexivity].
    apply risky_spec in er as [w [z [k ez]]].
    assert (wz := infinite_not_goal levels z (stays_inside inside i j k) ez).
    rewrite (H w z k) in wz. discriminate.
  Qed.

  (* How often it is taken before the play is lost, in the mean. *)
  Definition risk : payoff_of P :=
    paying (fun c => one (avoid c)) (fun x => won x || lost x) 0 0.

  Section Under.
    Variable s : policy P.
    Hypothesis Hs : plays P available s.

    (* The probability that goals are open after n steps. *)
    Lemma open_or_win n h x : In x nodes ->
      expected P s (fun z => one (negb (won z))) n h x + J P win s n h x <= 1.
    Proof.
      intros i. set (f := fun z => one (negb (won z))).
      assert (f1 : forall z, 0 <= f z /\ f z <= 1) by (intros z; apply one_bounds).
      assert (A : expected P s f n h x <= alive P s (stopped P win) n h x).
      { assert (Z : forall n h x, In x nodes -> won x = true -> expected P s f n h x <= 0).
        { clear n h x i. intros n h x i e. apply (Qle_trans _ (expected P s f O h x)).
          - induction n as [ | n IH]; [lra | ]. apply (Qle_trans _ _ _) with (2 := IH).
            apply (expected_step inside Hs); [ | exact i]. intros z c iz j.
            destruct (won z) eqn:ez.
            + unfold f, after. rewrite (E_eq _ _ (fun _ => 0)), E_const, ez; [cbn; lra | ].
              intros p t k. apply probabilities_in in k as [w [k _]].
              rewrite (proj2 (won_for_good goals z c iz ez j) w t k). reflexivity.
            + unfold f at 2. rewrite ez. apply (E_branches_upper inside z c f 1 iz
                j ltac:(lra)). intros t _. apply f1.
          - unfold expected, f. cbn [still]. rewrite e. cbn. lra. }
        unfold alive. revert h x i. induction n as [ | n IH]; intros h x i;
          cbn [still]; unfold stopped at 1; cbn [stop ProductDefinitions.win];
          destruct (won x) eqn:e;
          try exact (Z _ h x i e); [apply f1 | ].
        unfold expected. cbn [still].
        apply (E_policy_le inside Hs); [exact i | ].
        intros c j. assert (L := E_branches_le inside x c _ _ i j
          (IH ((x, c) :: h))). unfold expected in L. cbn beta in L. lra. }
      assert (U : worth_upper P available nodes win (fun _ => 1)).
      { intros z iz. rewrite (win_stop _ _ _ wins). destruct (won z); [lra | ]. intros c j.
        rewrite (win_worth wins). assert (W := win_end _ _ _ wins c).
        destruct (branches P c) as [ | b l]; [exact (W eq_refl) | ].
        rewrite (E_dist _ 1 (probabilities_dist (b :: l) ltac:(discriminate))). lra. }
      assert (L := n_steps_upper inside win ltac:(cbn; lra) Hs _ U n h x i).
      cbn [discount ProductDefinitions.win] in L. unfold alive in A. lra.
    Qed.

    Lemma risk_nonneg n h x : In x nodes -> 0 <= J P risk s n h x.
    Proof. exact (J_nonneg inside risk ltac:(cbn; lra) Hs (risks_nonneg avoid) n h x). Qed.

    Lemma risks_nothing x : In x nodes -> counts x s -> forall n, J P risk s n [] x == 0.
    Proof.
      intros i R. refine (no_risk inside wins _ avoid _ level s x levels Hs i R); intros c e.
      - cbn [paid over ProductDefinitions.win]. rewrite (early_is_end goals c e), e.
        split; [reflexivity | discriminate].
      - apply orb_true_iff. exact e.
    Qed.
  End Under.

  (* Rest --------------------------------------------------------------------------------------- *)

  Variable pays : choice P -> bool.

  (* The states left after k rounds: won ones, with a choice for nothing that stays among them. *)
  Fixpoint rests (k : nat) (x : state P) : bool :=
    match k with
    | O => won x
    | S k => rests k x && existsb (fun c => negb (pays c) &&
        forallb (fun b => rests k (snd b)) (branches P c)) (available x)
    end.

  (* The play can stay in Y for ever, for nothing. *)
  Definition can_stay (Y : state P -> bool) : Prop := forall x, In x nodes -> Y x = true ->
    won x = true /\ exists c, In c (available x) /\ pays c = false /\
    forall w z, In (w, z) (branches P c) -> Y z = true.

  Lemma rests_won k x : rests k x = true -> won x = true.
  Proof.
    induction k as [ | k IH]; intros e; [exact e | ].
    apply andb_true_iff in e as [e _]. exact (IH e).
  Qed.

  (* In the end, the greatest such set. *)
  Theorem rests_contains Y : can_stay Y -> forall k x, In x nodes -> Y x = true ->
    rests k x = true.
  Proof.
    intros H. induction k as [ | k IH]; intros x i e; destruct (H x i e) as [ew [c [j [free H']]]];
      [exact ew | ].
    cbn [rests]. rewrite (IH x i e). apply existsb_exists. exists c. split; [exact j | ].
    rewrite free. apply forallb_forall. intros [w z] m.
    exact (IH z (stays_inside inside i j m) (H' w z m)).
  Qed.

  Theorem rests_can_stay : exists k, can_stay (rests k).
  Proof.
    destruct (sets_stop_growing (fun k x => negb (rests k x)) nodes) as [k Hk].
    - intros k x. cbn [rests]. intros e. apply negb_true_iff in e. rewrite e. reflexivity.
    - exists k. intros x i e. split; [exact (rests_won k x e) | ]. specialize (Hk x i).
      cbn beta in Hk. rewrite e in Hk. cbn [rests negb] in Hk. rewrite e in Hk. cbn [andb] in Hk.
      destruct (existsb _ (available x)) eqn:ex; [ | discriminate (Hk eq_refl)].
      apply existsb_exists in ex as [c [j ec]]. apply andb_true_iff in ec as [free all].
      apply negb_true_iff in free. exists c. split; [exact j | split; [exact free | ]].
      rewrite forallb_forall in all. intros w z m. exact (all (w, z) m).
  Qed.

  (* The round in which a state is left out. *)
  Fixpoint left_in (k : nat) (x : state P) : nat :=
    match k with O => O | S k => if rests k x then S k else left_in k x end.

  Lemma left_in_le k x : (left_in k x <= k)%nat.
  Proof. induction k as [ | k IH]; cbn [left_in]; [ | destruct (rests k x)]; lia. Qed.

  Lemma leaves k : forall x c, won x = true -> rests k x = false -> In c (available x) ->
    pays c = true \/ exists w z, In (w, z) (branches P c) /\
      rests k z = false /\ (left_in k z < left_in k x)%nat.
  Proof.
    induction k as [ | k IH]; intros x c e out j; [cbn in out; congruence | ].
    cbn [rests left_in] in *. destruct (rests k x) eqn:ex.
    - destruct (pays c) eqn:ep; [left; reflexivity | right].
      destruct (existsb (fun b => negb (rests k (snd b))) (branches P c)) eqn:eb.
      + apply existsb_exists in eb as [[w z] [m n]]. apply negb_true_iff in n. cbn [snd] in n.
        exists w, z. rewrite n. assert (L := left_in_le k z). split; [exact m | ].
        split; [reflexivity | lia].
      + exfalso. cbn [andb] in out. rewrite <- Bool.not_true_iff_false in out, eb. apply out.
        apply existsb_exists. exists c. split; [exact j | ]. rewrite ep. apply forallb_forall.
        intros b m. destruct (rests k (snd b)) eqn:er; [reflexivity | exfalso]. apply eb.
        apply existsb_exists. exists b. rewrite er. split; [exact m | reflexivity].
    - destruct (IH x c e ex j) as [p | [w [z [m [out' lt]]]]]; [left; exact p | right].
      exists w, z. rewrite out'. split; [exact m | split; [reflexivity | exact lt]].
  Qed.

  (* What pays falls in some height, and each choice falls or stays in each. *)
  Variable heights : list (state P -> nat).

  Record heights_fall : Prop := {
    height_holds : forall h x c, In h heights -> In x nodes -> In c (available x) ->
      falls P h x c \/ stays P h x c;
    pay_falls : forall x c, In x nodes -> In c (available x) -> pays c = true ->
      exists h, In h heights /\ falls P h x c }.

  Hypothesis falling : heights_fall.

  Lemma payments_potential : exists phi, (forall x, In x nodes -> 0 <= phi x) /\
    forall x c, In x nodes -> In c (available x) -> one (pays c) + after P c phi <= phi x.
  Proof.
    assert (H : forall l, incl l heights -> exists phi, (forall x, In x nodes -> 0 <= phi x) /\
      forall x c, In x nodes -> In c (available x) -> after P c phi <= phi x /\
        ((exists h, In h l /\ falls P h x c) -> after P c phi + 1 <= phi x)).
    { induction l as [ | h l IH]; intros sub.
      - exists (fun _ => 0). unfold after. split; [intros; lra | ]. intros x c _ _. rewrite E_const.
        split; [lra | intros [h [[] _]]].
      - destruct IH as [phi [phi0 Hphi]]; [intros a m; exact (sub a (or_intror m)) | ].
        destruct (falls_potential inside h) as [f [f1 Hf]].
        exists (fun x => phi x + 1 * f x). split.
        + intros x i. specialize (phi0 x i). specialize (f1 x i). lra.
        + intros x c i j. rewrite after_plus. destruct (Hphi x c i j) as [G1 G2].
          destruct (Hf x c i j) as [F1 F2].
          destruct (height_holds falling h x c (sub h (or_introl eq_refl)) i j) as [fl | st].
          * specialize (F1 fl). split; [lra | intros _; lra].
          * specialize (F2 st). split; [lra | ].
            intros [a [[<- | m] fl]]; [specialize (F1 fl); lra | ].
            specialize (G2 (ex_intro _ a (conj m fl))). lra. }
    destruct (H heights (incl_refl _)) as [phi [phi0 Hphi]]. exists phi. split; [exact phi0 | ].
    intros x c i j. destruct (Hphi x c i j) as [G1 G2].
    destruct (pays c) eqn:e; cbn [one]; [ | lra].
    specialize (G2 (pay_falls falling x c i j e)). lra.
  Qed.

  Section Resting.
    Variable s : policy P.
    Hypothesis Hs : plays P available s.
    Variable k : nat.
    Variable q : Q.
    Hypothesis bound : branch_bound P available nodes q.
    Let q0 : 0 < q := bound_pos bound.
    Let q1 : q <= 1 := bound_le_1 bound.

    Definition far (x : state P) : Q :=
      if rests k x then 0 else pow (q * (1 # 2)) (left_in k x).

    Lemma far_bounds x : 0 <= far x /\ far x <= 1.
    Proof.
      unfold far. destruct (rests k x); [lra | ]. split; [apply pow_nonneg | apply pow_le_1]; lra.
    Qed.

    Lemma far_doubles x c : In x nodes -> In c (available x) ->
      2 * far x <= after P c far + 2 * one (pays c) + 2 * one (negb (won x)).
    Proof.
      intros i j. assert (B := far_bounds x). assert (P0 := one_bounds (pays c)).
      assert (W0 := one_bounds (negb (won x))).
      assert (A : 0 <= after P c far).
      { apply E_nonneg; [apply probabilities_weighted | ]. intros p z _. apply far_bounds. }
      destruct (won x) eqn:ew; cbn [one negb]; [ | lra].
      destruct (pays c) eqn:ep; cbn [one]; [lra | ].
      destruct (rests k x) eqn:er; [unfold far at 1; rewrite er; lra | ].
      destruct (leaves k x c ew er j) as [p | [w [z [m [out lt]]]]]; [congruence | ].
      assert (L := after_one inside q far x c w z bound i j (fun y _ => proj1 (far_bounds y)) m).
      assert (F := pow_falls (q * (1 # 2)) _ _ ltac:(lra) ltac:(lra) lt). cbn [pow] in F.
      unfold far at 1. unfold far at 1 in L. rewrite er. rewrite out in L. lra.
    Qed.

    Local Notation payments := (J P (sums (fun c => one (pays c))) s).
    Local Notation unwon := (fun z => one (negb (won z))).

    Lemma expected_S f n h x : expected P s f (S n) h x
      == E (s h x) (fun c => after P c (expected P s f n ((x, c) :: h))).
    Proof. unfold expected, after. cbn [still]. apply E_eq. intros p c _. ring. Qed.

    Lemma payments_S n h x : payments (S n) h x
      == E (s h x) (fun c => one (pays c) + after P c (payments n ((x, c) :: h))).
    Proof.
      cbn [J stop sums paid over discount]. apply E_eq. intros p c _. unfold after.
      destruct (branches P c); [cbn [probabilities map E]; ring | ring].
    Qed.

    Lemma far_step n : forall h x, In x nodes -> 2 * expected P s far n h x + 2 * payments n h x
      <= expected P s far (S n) h x + 2 * payments (S n) h x + 2 * expected P s unwon n h x.
    Proof.
      induction n as [ | n IH]; intros h x i; rewrite !payments_S, (expected_S far).
      - unfold expected. cbn [still J stop sums].
        assert (L : 2 * far x - 2 * one (negb (won x)) <= E (s h x) (fun c =>
          after P c (fun z => far z) + 2 * (one (pays c) + after P c (fun _ => 0)))).
        { apply (E_policy_lower inside Hs); [exact i | ]. intros c j.
          assert (F := far_doubles x c i j). unfold after in *. rewrite E_const.
          change (fun z => far z) with far. lra. }
        rewrite E_plus, E_scale in L. lra.
      - rewrite !expected_S, <- !E_scale, <- !E_plus.
        apply (E_policy_le inside Hs); [exact i | ]. intros c j.
        assert (L := E_branches_le inside x c _ _ i j
          (IH ((x, c) :: h))). cbn beta in L.
        rewrite !E_plus, !E_scale in L. unfold after. lra.
    Qed.

    Lemma far_fades x : In x nodes -> counts x s ->
      finally_at_most (fun n => expected P s far n [] x) 0.
    Proof.
      intros i R. destruct payments_potential as [phi [phi0 Hphi]].
      set (p := fun n => payments (S n) [] x - payments n [] x).
      assert (T : forall n, sum p n == payments n [] x).
      { induction n as [ | n IH]; [reflexivity | ]. cbn [sum]. rewrite IH. unfold p. ring. }
      apply (halves_fade _ p (fun n => expected P s unwon n [] x) (phi x)).
      - intros n. assert (L := still_upper inside Hs (fun _ => false) 1
          ltac:(lra) far 1 ltac:(lra) (fun z _ _ => proj2 (far_bounds z)) n [] x i).
        rewrite pow_1 in L. unfold expected. lra.
      - intros n. assert (L := J_grows inside (sums (fun c => one (pays c)))
          ltac:(cbn; lra) Hs ltac:(split; cbn; [intros; apply one_bounds | discriminate | lra])
          n [] x i). unfold p. lra.
      - intros n. rewrite T. assert (U : worth_upper P available nodes
          (sums (fun c => one (pays c))) phi).
        { intros z iz c j. rewrite worth_sums. exact (Hphi z c iz j). }
        exact (n_steps_at_most inside (sums (fun c => one (pays c))) ltac:(cbn; lra) Hs phi U phi0
          n [] x i).
      - intros eps e0. destruct (R eps e0) as [n0 H]. exists n0. intros n le. specialize (H n le).
        assert (L := open_or_win s Hs n [] x i). cbn beta in *. lra.
      - intros n. assert (L := far_step n [] x i). unfold p. lra.
    Qed.
  End Resting.

  (* Every policy that counts rests in the end, or is over. *)
  Theorem rests_in_the_end s x k : plays P available s -> In x nodes -> counts x s ->
    finally_at_most (fun n => expected P s (fun z => one (negb (rests k z))) n [] x) 0.
  Proof.
    intros Hs i R. destruct (least_probability P available nodes) as [q bound].
    assert (q0 := bound_pos bound). assert (q1 := bound_le_1 bound).
    set (b := pow (q * (1 # 2)) k). assert (b0 : 0 < b) by (apply pow_pos; lra).
    assert (L : forall n, b * expected P s (fun z => one (negb (rests k z))) n [] x
      <= expected P s (far k q) n [] x).
    { intros n. unfold expected. rewrite <- still_scale.
      apply (still_le inside Hs); [lra | | exact i]. intros z _ _. unfold far.
      destruct (rests k z); cbn [negb one]; [lra | ].
      assert (F := pow_falls (q * (1 # 2)) _ _ ltac:(lra) ltac:(lra) (left_in_le k z)). fold b in F.
      lra. }
    intros eps e0. destruct (far_fades s Hs k q bound x i R (b * eps) ltac:(nra)) as [m Hm].
    exists m. intros l nd Hl. apply Hm; [exact nd | ]. intros n j. specialize (Hl n j).
    specialize (L n). cbn beta in *. nra.
  Qed.

  (* Bounds ------------------------------------------------------------------------------------- *)

  Variable r : choice P -> Q.        (* the weighted sum of what the objectives pay *)
  Variable v : state P -> Q.

  Hypothesis step : forall x c, In x nodes -> lost x = false -> In c (available x) ->
    avoid c = true \/ worth P (sums r) v c <= v x.

  Lemma n_steps_bounded s : plays P available s -> forall n h x, In x nodes -> lost x = false ->
    J P risk s n h x == 0 -> J P (sums r) s n h x + expected P s v n h x <= v x.
  Proof.
    intros Hs. induction n as [ | n IH]; intros h x i live e; unfold expected in *;
      [cbn; lra | ]. cbn [J still stop sums paid over discount]. rewrite <- E_plus.
    apply E_dist_le_or; [exact (policy_dist inside Hs h x i) | ].
    intros p c m. assert (j := policy_in inside Hs h x p c i m).
    assert (H : p == 0 \/ avoid c = false /\ forall a z, In (a, z) (probabilities (branches P c)) ->
      J P risk s n ((x, c) :: h) z == 0).
    { destruct (won x) eqn:ew.
      - right. split; [exact (won_avoids_nothing x c i ew j) | ]. intros a z l.
        apply probabilities_in in l as [w [l _]].
        assert (wz := proj2 (won_for_good goals x c i ew j) w z l).
        destruct n; cbn [J stop paying risk]; rewrite wz; reflexivity.
      - cbn [J stop paying risk paid over discount] in e. rewrite ew, live in e. cbn [orb] in e.
        assert (N : forall p c, In (p, c) (s h x) -> 0 <= one (avoid c) + 1 *
          match branches P c with [] => 0
          | l => E (probabilities l) (J P risk s n ((x, c) :: h)) end).
        { intros p' c' m'. assert (B := one_bounds (avoid c')).
          assert (j' := policy_in inside Hs h x p' c' i m').
          assert (L := E_branches_nonneg inside x c' _ i j'
            (risk_nonneg s Hs n ((x, c') :: h))).
          destruct (branches P c'); lra. }
        destruct (E_zero _ _ (proj1 (policy_dist inside Hs h x i)) N e p c m)
          as [p0 | none]; [left; exact p0 | right].
        assert (L := E_branches_nonneg inside x c _ i j
          (risk_nonneg s Hs n ((x, c) :: h))).
        assert (B := one_bounds (avoid c)).
        assert (none' : E (probabilities (branches P c)) (J P risk s n ((x, c) :: h)) == 0
          /\ one (avoid c) == 0).
        { destruct (branches P c); [cbn [probabilities map E] in *; lra | lra]. }
        destruct none' as [none' ea].
        split; [destruct (avoid c); [discriminate ea | reflexivity] | ].
        intros a z l. destruct (E_zero _ _ (probabilities_weighted _)
          (fun a z l => risk_nonneg s Hs n _ z (lands inside x c a z i j l))
          none' a z l) as [a0 | ez]; [exfalso | exact ez].
        apply probabilities_in in l as [w [_ ->]]. discriminate a0. }
    destruct H as [p0 | [ea H]]; [left; exact p0 | right].
    destruct (step x c i live j) as [f | le]; [congruence | ].
    apply (Qle_trans _ _ _) with (2 := le). rewrite worth_sums. unfold avoid in ea.
    apply orb_false_iff in ea as [_ er].
    assert (L : E (probabilities (branches P c)) (fun z => J P (sums r) s n ((x, c) :: h) z
      + still P s (fun _ => false) 1 v n ((x, c) :: h) z) <= after P c v).
    { apply E_le; [apply probabilities_weighted | ]. intros a z l.
      assert (iz := lands inside x c a z i j l).
      apply IH; [exact iz | | exact (H a z l)]. apply probabilities_in in l as [w [l _]].
      exact (not_risky P lost c w z er l). }
    rewrite E_plus in L. destruct (branches P c); [cbn [probabilities map E] in *; lra | lra].
  Qed.

  Lemma pay_bounded X : (forall x, In x nodes -> X x = true -> 0 <= v x) ->
    exists M, 0 <= M /\ forall s x, plays P available s -> In x nodes -> lost x = false ->
    counts x s -> forall n, J P (sums r) s n [] x
      <= v x + M * expected P s (fun z => one (negb (X z))) n [] x.
  Proof.
    intros HX. destruct (bounded nodes v) as [M [M0 HM]]. exists M. split; [exact M0 | ].
    intros s x Hs i live R n.
    assert (U := n_steps_bounded s Hs n [] x i live (risks_nothing s Hs x i R n)).
    assert (N : 0 <= expected P s (fun z => v z + M * one (negb (X z))) n [] x).
    { apply (still_nonneg inside Hs); [lra | | exact i]. intros z iz _.
      specialize (HM z iz).
      destruct (X z) eqn:e; cbn [negb one]; [specialize (HX z iz e) | ]; lra. }
    unfold expected in *. rewrite still_plus, still_scale in N. lra.
  Qed.

  (* A policy whose play is in X, or over, with a probability that tends to 1. *)
  Theorem at_most_in_rest X s x : (forall x, In x nodes -> X x = true -> 0 <= v x) ->
    plays P available s -> In x nodes -> lost x = false -> counts x s ->
    at_most (fun n => expected P s (fun z => one (negb (X z))) n [] x) 0 ->
    at_most (fun n => J P (sums r) s n [] x) (v x).
  Proof.
    intros HX Hs i live R D eps e0. destruct (pay_bounded X HX) as [M [M0 H]].
    destruct (small_multiple M eps M0 e0) as [e [e1 Me]]. destruct (D e e1) as [n0 Hn].
    exists n0. intros n le. specialize (Hn n le). specialize (H s x Hs i live R n).
    cbn beta in *. nra.
  Qed.

  (* Every policy that counts, v being 0 or more where the play can rest. *)
  Theorem no_policy_pays_more k s x : (forall x, In x nodes -> rests k x = true -> 0 <= v x) ->
    plays P available s -> In x nodes -> lost x = false -> counts x s ->
    finally_at_most (fun n => J P (sums r) s n [] x) (v x).
  Proof.
    intros HX Hs i live R eps e0. destruct (pay_bounded (rests k) HX) as [M [M0 H]].
    destruct (small_multiple M eps M0 e0) as [e [e1 Me]].
    destruct (rests_in_the_end s x k Hs i R e e1) as [m Hm].
    exists m. intros l nd Hl. apply Hm; [exact nd | ]. intros n j. specialize (Hl n j).
    specialize (H s x Hs i live R n). cbn beta in *. apply Qnot_le_lt. intros le. nra.
  Qed.
End Bound.
