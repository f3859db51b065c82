(* Several objectives at once: bounds for one weighted sum of them, in the product of the process
   and what is remembered of the objectives (TradeOffProduct.v), and what one policy pays.

   Where goals are asked for, policies count that win them almost surely; else all states are won.
   Above: v is superharmonic, so what n steps pay is at most v, up to a bound of v times the
   probability to be where v is negative. Lost states, from which every policy misses the goals by
   their levels, and choices that may lead there, are for no policy that counts. A state rests if
   the play can stay for ever among won states of this kind for nothing. From elsewhere each choice
   pays, or may lead to where the set was left in an earlier round; and what pays falls in one of
   the heights, so it pays finitely often in the mean: the play rests in the end, or is over.

   The conditions are those of check_bound, check_heights, lost_nodes, Product.resting and
   check_policy of exactbox/checker/trade_off.py. That pays stands for: an objective without a goal
   pays. From which n on the play rests nobody can compute, as in SignedTotal.v. *)
From Coq Require Import QArith List Lia Lqa Setoid Bool.
From exactbox Require Import Definitions Plays Players Settling Potentials Fading SignedTotal
  SignedAvoiding.
Import ListNotations.
Local Open Scope Q_scope.

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

Section Bound.
  Variable P : process.
  Variable available : state P -> list (choice P).
  Variable nodes : list (state P).
  Hypothesis inside : closed P available nodes.

  (* Goals ---------------------------------------------------------------------------------------- *)

  Variable won : state P -> bool.        (* all goals are won *)
  Variable early : choice P -> bool.     (* ends the play before they are *)

  Record goals_hold : Prop := {
    won_for_good : forall x c, In x nodes -> won x = true -> In c (available x) ->
      early c = false /\ forall w z, In (w, z) (branches P c) -> won z = true;
    early_is_end : forall c, early c = true -> branches P c = [] }.

  Hypothesis goals : goals_hold.

  (* 1 for a play that wins them. *)
  Definition win : payoff_of P := {|
    paid c := match branches P c with [] => one (negb (early c)) | _ => 0 end;
    stop x := if won x then Some 1 else None; over := 0; discount := 1 |}.

  (* The policies that count win almost surely. *)
  Definition counts (x : state P) (s : policy P) : Prop :=
    at_least (fun n => J P win s n [] x) 1.

  (* Lost states have levels, as in Cost.v. *)
  Variable lost : state P -> bool.
  Variable level : state P -> nat.

  Record levels_lose : Prop := {
    lost_open : forall x, In x nodes -> lost x = true -> won x = false;
    lost_step : forall x c, In x nodes -> lost x = true -> In c (available x) ->
      early c = true \/
      (exists w z, In (w, z) (branches P c) /\ lost z = true /\ (level z < level x)%nat) \/
      branches P c <> [] /\
        forall w z, In (w, z) (branches P c) -> lost z = true /\ (level z <= level x)%nat }.

  Hypothesis levels : levels_lose.

  (* What no policy that counts takes. *)
  Definition avoid (c : choice P) : bool := early c || risky P lost c.

  Lemma won_avoids_nothing x c : In x nodes -> won x = true -> In c (available x) ->
    avoid c = false.
  Proof.
    intros i e j. destruct (won_for_good goals x c i e j) as [ec H]. unfold avoid. rewrite ec.
    destruct (risky P lost c) eqn:er; [exfalso | reflexivity].
    apply risky_spec in er as [w [z [k ez]]].
    assert (wz := lost_open levels z (stays_inside _ _ _ inside x c w z i j k) ez).
    rewrite (H w z k) in wz. discriminate.
  Qed.

  (* How often it is taken before the play is lost, in the mean. *)
  Definition risk : payoff_of P := {|
    paid c := one (avoid c); stop x := if won x || lost x then Some 0 else None;
    over := 0; discount := 1 |}.

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
            apply (expected_step P available nodes inside s Hs); [ | exact i]. intros z c iz j.
            destruct (won z) eqn:ez.
            + unfold f, after. rewrite (E_eq _ _ (fun _ => 0)), E_const, ez; [cbn; lra | ].
              intros p t k. apply probabilities_in in k as [w [k _]].
              rewrite (proj2 (won_for_good goals z c iz ez j) w t k). reflexivity.
            + unfold f at 2. rewrite ez. apply (E_branches_upper P available nodes inside z c f 1 iz
                j ltac:(lra)). intros t _. apply f1.
          - unfold expected, f. cbn [still]. rewrite e. cbn. lra. }
        unfold alive. revert h x i. induction n as [ | n IH]; intros h x i;
          cbn [still]; unfold stopped at 1; cbn [stop win]; destruct (won x) eqn:e;
          try exact (Z _ h x i e); [apply f1 | ].
        unfold expected. cbn [still]. apply (E_policy_le P available nodes inside s Hs); [exact i | ].
        intros c j. assert (L := E_branches_le P available nodes inside x c _ _ i j
          (fun z iz => IH ((x, c) :: h) z iz)). unfold expected in L. cbn beta in L. lra. }
      assert (U : worth_upper P available nodes win (fun _ => 1)).
      { intros z iz. cbn [stop win]. destruct (won z); [lra | ]. intros c j. unfold worth.
        cbn [paid over discount win]. destruct (branches P c) as [ | b l] eqn:e.
        - assert (B := one_bounds (negb (early c))). lra.
        - rewrite (E_dist _ 1 (probabilities_dist (b :: l) ltac:(discriminate))). lra. }
      assert (L := n_steps_upper P available nodes inside win ltac:(cbn; lra) s Hs _ U n h x i).
      cbn [discount win] in L. unfold alive in A. lra.
    Qed.

    Lemma win_at_most_1 n h x : In x nodes -> J P win s n h x <= 1.
    Proof.
      intros i. assert (L := open_or_win n h x i).
      assert (N : 0 <= expected P s (fun z => one (negb (won z))) n h x); [ | lra].
      apply (still_nonneg P available nodes inside s Hs); [lra | | exact i].
      intros z _ _. apply one_bounds.
    Qed.

    Lemma lost_misses : exists p, 0 < p /\ p <= 1 /\ forall n h x, In x nodes ->
      lost x = true -> J P win s n h x <= 1 - p.
    Proof.
      destruct (least_probability P available nodes) as [q [q0 [q1 Hq]]].
      destruct (nat_bound nodes level) as [R HR]. exists (pow q R).
      split; [exact (pow_pos q R q0) | split; [apply pow_le_1; lra | ]].
      assert (H : forall n h x, In x nodes -> lost x = true ->
        J P win s n h x <= 1 - pow q (level x)).
      { induction n as [ | n IH]; intros h x i e; cbn [J stop win];
          rewrite (lost_open levels x i e);
          assert (P1 := pow_le_1 q (level x) ltac:(lra) q1); [lra | ].
        apply (E_policy_upper P available nodes inside s Hs); [exact i | ]. intros c j.
        cbn [paid over discount win].
        destruct (lost_step levels x c i e j) as [ec | [[w [z [k [ez lt]]]] | [ne H]]].
        - rewrite (early_is_end goals c ec), ec. cbn. lra.
        - assert (ne : branches P c <> []) by (intros eb; rewrite eb in k; exact k).
          assert (ip : In (Zpos w # total (branches P c), z) (probabilities (branches P c))).
          { apply probabilities_in. exists w. split; [exact k | reflexivity]. }
          assert (lq := Hq x c _ z i j ip).
          assert (L := E_le_one (probabilities (branches P c)) (J P win s n ((x, c) :: h))
            (fun _ => 1) _ z (pow q (level z)) (probabilities_weighted _)
            (fun r a l => win_at_most_1 n _ a (lands P available nodes inside x c r a i j l)) ip
            ltac:(cbn beta; specialize (IH ((x, c) :: h) z
              (stays_inside _ _ _ inside x c w z i j k) ez); lra)). cbn beta in L.
          rewrite (E_dist _ 1 (probabilities_dist _ ne)) in L.
          assert (F := pow_falls q (S (level z)) (level x) ltac:(lra) q1 lt). cbn [pow] in F.
          assert (G := pow_pos q (level z) q0).
          set (r := Zpos w # total (branches P c)) in *. set (g := pow q (level z)) in *.
          assert (q * g <= r * g) by nra. destruct (branches P c); [congruence | lra].
        - assert (L : E (probabilities (branches P c)) (J P win s n ((x, c) :: h))
            <= 1 - pow q (level x)).
          { apply E_dist_le; [exact (probabilities_dist _ ne) | ]. intros r z l.
            assert (iz := lands P available nodes inside x c r z i j l).
            apply probabilities_in in l as [w [l _]]. destruct (H w z l) as [ez le].
            specialize (IH ((x, c) :: h) z iz ez).
            assert (F := pow_falls q (level z) (level x) ltac:(lra) q1 le). lra. }
          destruct (branches P c); [congruence | lra]. }
      intros n h x i e. specialize (H n h x i e). specialize (HR x i).
      assert (F := pow_falls q (level x) R ltac:(lra) q1 ltac:(lia)). lra.
    Qed.

    Lemma risk_pays : nonneg P available nodes risk.
    Proof.
      split; cbn [paid stop over risk]; [ | | lra].
      - intros x c _ _ _. apply one_bounds.
      - intros x q _. destruct (won x || lost x); [ | discriminate]. intros e. injection e as <-.
        lra.
    Qed.

    Lemma risk_nonneg n h x : In x nodes -> 0 <= J P risk s n h x.
    Proof.
      exact (J_nonneg P available nodes inside risk ltac:(cbn; lra) s Hs risk_pays n h x).
    Qed.

    (* Who takes risks does not win. *)
    Lemma win_or_risk : exists d, 0 < d /\ forall n h x, In x nodes ->
      J P win s n h x + d * J P risk s n h x <= 1.
    Proof.
      destruct lost_misses as [p [p0 [p1 Hp]]].
      destruct (least_probability P available nodes) as [q [q0 [q1 Hq]]].
      exists (q * p). assert (d0 : 0 < q * p) by nra. assert (d1 : q * p <= 1) by nra.
      split; [exact d0 | ]. set (d := q * p) in *.
      assert (idle : forall n h x, won x || lost x = true -> J P risk s n h x = 0).
      { intros n h x e. destruct n; cbn [J stop risk]; rewrite e; reflexivity. }
      induction n as [ | n IH]; intros h x i; (destruct (won x || lost x) eqn:e;
        [rewrite (idle _ h x e); assert (L := win_at_most_1); specialize (fun n => L n h x i);
          first [specialize (L (S n)) | specialize (L O)]; lra | ]);
        cbn [J stop win risk]; rewrite e; apply orb_false_iff in e as [ew el]; rewrite ew; [lra | ].
      rewrite <- E_scale, <- E_plus. apply (E_policy_upper P available nodes inside s Hs);
        [exact i | ]. intros c j. cbn [paid over discount win risk].
      destruct (branches P c) as [ | b l] eqn:eb.
      - assert (B := one_bounds (avoid c)). unfold avoid in *. destruct (early c); cbn in *; [lra | ].
        unfold risky in *. rewrite eb in *. cbn in *. lra.
      - rewrite <- eb in *. assert (ne : branches P c <> []) by congruence.
        assert (IHz : forall r z, In (r, z) (probabilities (branches P c)) ->
          J P win s n ((x, c) :: h) z + d * J P risk s n ((x, c) :: h) z <= 1).
        { intros r z k. exact (IH _ z (lands P available nodes inside x c r z i j k)). }
        assert (G : E (probabilities (branches P c)) (fun z => J P win s n ((x, c) :: h) z
          + d * J P risk s n ((x, c) :: h) z) + d * one (avoid c) <= 1);
          [ | rewrite E_plus, E_scale in G; lra].
        destruct (avoid c) eqn:ea; cbn [one].
        + assert (er : risky P lost c = true).
          { unfold avoid in ea. apply orb_true_iff in ea as [ec | er]; [ | exact er].
            rewrite (early_is_end goals c ec) in ne. congruence. }
          apply risky_spec in er as [w [z [k ez]]].
          assert (ip : In (Zpos w # total (branches P c), z) (probabilities (branches P c))).
          { apply probabilities_in. exists w. split; [exact k | reflexivity]. }
          assert (lq := Hq x c _ z i j ip).
          assert (L := E_le_one (probabilities (branches P c)) _ (fun _ => 1) _ z p
            (probabilities_weighted _) IHz ip
            ltac:(cbn beta; rewrite (idle n ((x, c) :: h) z
                ltac:(rewrite ez; apply orb_true_r));
              specialize (Hp n ((x, c) :: h) z (stays_inside _ _ _ inside x c w z i j k) ez);
              lra)). cbn beta in L.
          rewrite (E_dist _ 1 (probabilities_dist _ ne)) in L.
          set (r := Zpos w # total (branches P c)) in *. unfold d in *.
          assert (q * p <= r * p) by nra. lra.
        + assert (L := E_dist_le _ _ 1 (probabilities_dist _ ne) IHz). cbn beta in L. lra.
    Qed.

    Lemma no_risk x : In x nodes -> counts x s -> forall n, J P risk s n [] x == 0.
    Proof.
      intros i R n. destruct win_or_risk as [d [d0 H]]. assert (r0 := risk_nonneg n [] x i).
      destruct (Qlt_le_dec 0 (J P risk s n [] x)) as [lt | le]; [exfalso | lra].
      destruct (R (d * J P risk s n [] x * (1 # 2)) ltac:(nra)) as [n0 Hn].
      specialize (Hn (n + n0)%nat ltac:(lia)). specialize (H (n + n0)%nat [] x i).
      assert (G := J_grows_le P available nodes inside risk ltac:(cbn; lra) s Hs risk_pays
        n (n + n0) [] x ltac:(lia) i).
      assert (0 < d * J P risk s n [] x) by nra. cbn beta in Hn.
      assert (d * J P risk s n [] x <= d * J P risk s (n + n0) [] x) by nra. lra.
    Qed.
  End Under.
End Bound.
