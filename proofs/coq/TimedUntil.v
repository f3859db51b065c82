(* What the steps that begin before a time u pay. The time of a choice is tossed: it has finitely
   many values, of mean tau, and says nothing of where the choice leads. With the gains g and the
   biases h of TimedAverage.v, and ranks that fall wherever a choice takes no time, the expected
   reward is u g(x) or less, up to a constant that depends neither on u nor on the policy, which may
   have looked at the clock; under a policy that obeys the equations it is no further than a
   constant from u g(x). So g(x) is the long-run average by time, also where gains differ.

   By induction on the steps with u - d left after a step of the time d: the gains that it leads to
   are on average g or less, and u - d of them, and d of g(x), are u of g(x) or less. Where u - d is
   negative the play is over, and that counts for no more than a constant.

   A clock whose times are exponential has infinitely many values, and is not among these: that
   continuous time obeys the same bounds stays in words. The conditions are those of check_average
   of exactbox/checker/timed.py. *)
From Coq Require Import QArith Qminmax List Lia Lqa.
From exactbox Require Import Definitions Plays Players MeanPayoff TimedAverage.
From exactbox Require Export TimedDefinitions.
Import ListNotations.
Local Open Scope Q_scope.

Section Clock.
  Variable P : process.
  Variable available : state P -> list (choice P).
  Variable nodes : list (state P).
  Hypothesis inside : closed P available nodes.
  Hypothesis goes_on : forall x c, In x nodes -> In c (available x) -> branches P c <> [].
  Variable tau : choice P -> Q.
  Variable lasts : choice P -> list (Q * Q).
  Variable longest : Q.

  (* Probabilities of times whose mean is tau. *)
  Record tossed := {
    times_tossed : forall x c, In x nodes -> In c (available x) -> distribution (lasts c);
    times_bounded : forall x c p d, In x nodes -> In c (available x) -> In (p, d) (lasts c) ->
      0 <= d <= longest;
    times_mean : forall x c, In x nodes -> In c (available x) ->
      E (lasts c) (fun d => d) == tau c }.

  Hypothesis times : tossed.

  Section Under.
    Variable s : clock_policy P.
    Hypothesis Hs : forall ts, plays P available (s ts).

    (* That some time is left after n steps. *)
    Definition running := clock lasts (fun _ => 0) 1 s.

    Lemma leads_affine x c k a b f f' f'' m : In x nodes -> In c (available x) ->
      leads (fun z => k * f z + a * f' z + b * f'' z + m) c
      == k * leads f c + a * leads f' c + b * leads f'' c + m.
    Proof.
      intros i j. unfold leads. rewrite !E_plus, !E_scale.
      rewrite (E_dist _ m (probabilities_dist _ (goes_on x c i j))). reflexivity.
    Qed.

    Lemma leads_le x c f f' : In x nodes -> In c (available x) ->
      (forall z, In z nodes -> f z <= f' z) -> leads f c <= leads f' c.
    Proof. exact (E_branches_le inside x c f f'). Qed.

    Lemma leads_bounds x c f k m : In x nodes -> In c (available x) ->
      (forall z, In z nodes -> k <= f z <= m) -> k <= leads f c <= m.
    Proof.
      intros i j H. assert (d := probabilities_dist _ (goes_on x c i j)). split.
      - apply E_dist_ge; [exact d | ]. intros p z l.
        exact (proj1 (H z (lands inside x c p z i j l))).
      - apply E_dist_le; [exact d | ]. intros p z l.
        exact (proj2 (H z (lands inside x c p z i j l))).
    Qed.

    (* Nothing is left once the time is over. *)
    Lemma clock_over f F n u ts past x : u <= 0 -> clock lasts f F s n u ts past x == 0.
    Proof.
      intros le. apply Qle_bool_iff in le. destruct n; cbn [clock]; rewrite le; reflexivity.
    Qed.

    Lemma leads_over f F n u ts past c : u <= 0 -> leads (clock lasts f F s n u ts past) c == 0.
    Proof.
      intros le. unfold leads. rewrite (E_eq _ _ (fun _ => 0)).
      - rewrite E_const. lra.
      - intros p z _. exact (clock_over f F n u ts past z le).
    Qed.

    Lemma running_bounds n : forall u ts past x, In x nodes -> 0 <= running n u ts past x <= 1.
    Proof.
      unfold running. induction n as [ | n IH]; intros u ts past x i; cbn [clock];
        destruct (Qle_bool u 0); try lra.
      assert (H : forall c, In c (available x) -> 0 <= 0 + E (lasts c) (fun d =>
        leads (clock lasts (fun _ => 0) 1 s n (u - d) (d :: ts) ((x, c) :: past)) c) <= 1).
      { intros c j. assert (D := times_tossed times x c i j).
        assert (B := fun d => leads_bounds x c _ 0 1 i j
          (fun z iz => IH (u - d) (d :: ts) ((x, c) :: past) z iz)). split.
        - assert (0 <= E (lasts c) (fun d =>
            leads (clock lasts (fun _ => 0) 1 s n (u - d) (d :: ts) ((x, c) :: past)) c)); [ | lra].
          apply E_dist_ge; [exact D | ]. intros p d _. exact (proj1 (B d)).
        - assert (E (lasts c) (fun d =>
            leads (clock lasts (fun _ => 0) 1 s n (u - d) (d :: ts) ((x, c) :: past)) c) <= 1);
            [ | lra].
          apply E_dist_le; [exact D | ]. intros p d _. exact (proj2 (B d)). }
      split.
      - apply (E_policy_lower inside (Hs ts)); [exact i | ].
        intros c j. exact (proj1 (H c j)).
      - apply (E_policy_upper inside (Hs ts)); [exact i | ].
        intros c j. exact (proj2 (H c j)).
    Qed.

    (* What is paid, up to what is paid in the time that is left after n steps. *)
    Lemma clock_at_most f g h K M T :
      (forall x c, In x nodes -> In c (available x) ->
        leads g c <= g x /\ f c + leads h c <= g x * tau c + h x) ->
      (forall x, In x nodes -> - K <= g x <= K) -> (forall x, In x nodes -> - M <= h x <= M) ->
      0 <= longest -> forall n u ts past x, In x nodes -> - longest <= u -> u <= T -> 0 <= T ->
      clock lasts f 0 s n u ts past x
      <= u * g x + h x + (K * longest + M) + K * T * running n u ts past x.
    Proof.
      intros W HK HM l0 n. induction n as [ | n IH]; intros u ts past x i lo hi T0;
        destruct (HK x i) as [k1 k2]; destruct (HM x i) as [m1 m2];
        unfold running; cbn [clock]; destruct (Qle_bool u 0) eqn:e.
      - apply Qle_bool_iff in e. nra.
      - assert (0 < u) by (apply Qnot_le_lt; intros q; apply Qle_bool_iff in q; congruence). nra.
      - apply Qle_bool_iff in e. nra.
      - assert (u0 : 0 < u) by (apply Qnot_le_lt; intros q; apply Qle_bool_iff in q; congruence).
        clear e. change (clock lasts (fun _ => 0) 1 s) with running.
        rewrite <- E_scale.
        rewrite <- (E_dist (s ts past x) (u * g x + h x + (K * longest + M)))
          by exact (policy_dist inside (Hs ts) past x i).
        rewrite <- E_plus. apply (E_policy_le inside (Hs ts));
          [exact i | ].
        intros c j. destruct (W x c i j) as [Wg Wh]. assert (D := times_tossed times x c i j).
        set (on := fun d => leads (running n (u - d) (d :: ts) ((x, c) :: past)) c).
        assert (L : E (lasts c) (fun d =>
            leads (clock lasts f 0 s n (u - d) (d :: ts) ((x, c) :: past)) c)
          <= E (lasts c) (fun d => K * T * on d + (- g x * d
              + (u * g x + leads h c + (K * longest + M))))).
        { apply E_le; [exact (proj1 D) | ]. intros p d k.
          destruct (times_bounded times x c p d i j k) as [d0 d1].
          destruct (leads_bounds x c h (- M) M i j HM) as [h1 h2].
          destruct (Qlt_le_dec (u - d) 0) as [neg | pos].
          - unfold on, running. rewrite !leads_over by lra.
            assert (0 <= (d - u) * (g x + K)) by nra.
            assert (0 <= (longest - (d - u)) * K) by nra. nra.
          - assert (IHd := leads_le x c _ _ i j (fun z iz =>
              IH (u - d) (d :: ts) ((x, c) :: past) z iz ltac:(lra) ltac:(lra) T0)).
            assert (A := leads_affine x c (u - d) 1 (K * T) g h
              (running n (u - d) (d :: ts) ((x, c) :: past)) (K * longest + M) i j).
            fold (on d) in A.
            assert (A' : leads (fun z => (u - d) * g z + h z + (K * longest + M)
                + K * T * running n (u - d) (d :: ts) ((x, c) :: past) z) c
              == (u - d) * leads g c + leads h c + K * T * on d + (K * longest + M)).
            { rewrite <- (Qmult_1_l (leads h c)), <- A. apply E_eq. intros. ring. }
            rewrite A' in IHd. assert ((u - d) * leads g c <= (u - d) * g x) by nra. lra. }
        rewrite E_plus, E_scale, E_plus, E_scale in L.
        rewrite (E_dist _ (u * g x + leads h c + (K * longest + M)) D) in L.
        rewrite (times_mean times x c i j) in L.
        assert (Z : E (lasts c) on == 0 + E (lasts c) on) by ring. rewrite Z in L. lra.
    Qed.

    (* A play that is sure to take time leaves no time after many steps. *)
    Lemma running_vanishes rank : takes_time P available nodes tau rank -> 0 <= longest ->
      exists b top, 0 < b /\ forall n u ts past x, In x nodes -> - longest <= u ->
      inject_Z (Z.of_nat n) * b * running n u ts past x <= u + longest + top.
    Proof.
      intros T l0.
      destruct (time_potential P available nodes inside goes_on tau rank T)
        as [p [b [top [b0 [bounds rises]]]]].
      exists b, top. split; [exact b0 | ].
      assert (H : forall n u ts past x, In x nodes -> - longest <= u ->
        inject_Z (Z.of_nat n) * b * running n u ts past x <= u + longest + top - p x).
      { induction n as [ | n IH]; intros u ts past x i lo; destruct (bounds x) as [p0 p1].
        { change (inject_Z (Z.of_nat 0)) with 0. lra. }
        unfold running. cbn [clock]. destruct (Qle_bool u 0) eqn:e; [lra | ].
        assert (u0 : 0 < u) by (apply Qnot_le_lt; intros q; apply Qle_bool_iff in q; congruence).
        clear e. change (clock lasts (fun _ => 0) 1 s) with running.
        rewrite <- E_scale. apply (E_policy_upper inside (Hs ts));
          [exact i | ].
        intros c j. assert (D := times_tossed times x c i j).
        assert (R := rises x c i j).
        rewrite inject_S. set (k := inject_Z (Z.of_nat n)) in *.
        assert (L : E (lasts c) (fun d => (k + 1) * b *
            leads (running n (u - d) (d :: ts) ((x, c) :: past)) c)
          <= E (lasts c) (fun d => -1 * d + (u + longest + top - leads p c + b))).
        { apply E_le; [exact (proj1 D) | ]. intros q d m.
          destruct (times_bounded times x c q d i j m) as [d0 d1].
          set (on := running n (u - d) (d :: ts) ((x, c) :: past)).
          assert (A : leads (fun z => k * b * on z + 1 * p z + 0 * p z + 0) c
            <= u - d + longest + top).
          { apply E_dist_le; [exact (probabilities_dist _ (goes_on x c i j)) | ]. intros q' z l.
            assert (X := IH (u - d) (d :: ts) ((x, c) :: past) z
              (lands inside x c q' z i j l) ltac:(lra)).
            fold on in X. lra. }
          rewrite (leads_affine x c) in A by assumption.
          assert (L1 := proj2 (leads_bounds x c on 0 1 i j (fun z iz =>
            running_bounds n (u - d) (d :: ts) ((x, c) :: past) z iz))).
          fold on. assert (b * leads on c <= b) by nra. lra. }
        rewrite E_scale, E_plus, E_scale in L.
        rewrite (E_dist _ (u + longest + top - leads p c + b) D) in L.
        rewrite (times_mean times x c i j) in L. lra. }
      intros n u ts past x i lo. specialize (H n u ts past x i lo).
      destruct (bounds x) as [p0 _]. lra.
    Qed.
  End Under.

  Variable rank : choice P -> nat.
  Hypothesis takes : takes_time P available nodes tau rank.
  Hypothesis longest_nonneg : 0 <= longest.

  Lemma paid_before_at_most f g h :
    (forall x c, In x nodes -> In c (available x) ->
      leads g c <= g x /\ f c + leads h c <= g x * tau c + h x) ->
    exists C, forall u, 0 <= u -> forall s, (forall ts, plays P available (s ts)) ->
    forall x, In x nodes -> at_most (fun n => clock lasts f 0 s n u [] [] x) (u * g x + C).
  Proof.
    intros W. destruct (bounded nodes g) as [K [K0 HK]]. destruct (bounded nodes h) as [M [M0 HM]].
    exists (K * longest + 2 * M). intros u u0 s Hs x i eps e0.
    destruct (running_vanishes s Hs rank takes longest_nonneg) as [b [top [b0 H]]].
    destruct (constant_fades (K * u * (u + longest + top)) (eps * b) ltac:(nra)) as [n0 N].
    exists n0. intros n le. destruct (N n le) as [n1 Hn].
    specialize (H n u [] [] x i ltac:(lra)). destruct (HM x i) as [_ hM].
    assert (L := clock_at_most s Hs f g h K M u W HK HM longest_nonneg n u [] [] x i ltac:(lra)
      ltac:(lra) u0).
    destruct (running_bounds s Hs n u [] [] x i) as [r0 _].
    set (r := running s n u [] [] x) in *. set (k := inject_Z (Z.of_nat n)) in *.
    clearbody r k. assert (Ku : 0 <= K * u) by nra.
    assert (K * u * (k * b * r) <= K * u * (u + longest + top)) by nra.
    assert (kb : 0 < k * b) by nra.
    assert (K * u * r <= eps); [ | lra].
    apply (proj1 (Qmult_le_l _ _ _ kb)). lra.
  Qed.

  Lemma clock_opp f s n : forall u ts past x,
    clock lasts (fun c => - f c) 0 s n u ts past x == - clock lasts f 0 s n u ts past x.
  Proof.
    induction n as [ | n IH]; intros u ts past x; cbn [clock]; destruct (Qle_bool u 0); try lra.
    set (m := E (s ts past x) (fun c => f c + _)). assert (X : - m == - (1) * m) by ring.
    rewrite X. unfold m. rewrite <- E_scale. apply E_eq. intros q c _.
    rewrite (E_eq (lasts c) _ (fun d => - (1) *
      leads (clock lasts f 0 s n (u - d) (d :: ts) ((x, c) :: past)) c)).
    - rewrite E_scale. ring.
    - intros p d _. unfold leads. rewrite <- E_scale. apply E_eq. intros p' z _.
      rewrite IH. ring.
  Qed.

  Theorem timed_average_until_at_most g h : timed_upper P available nodes tau g h ->
    exists C, forall u, 0 <= u -> forall s, (forall ts, plays P available (s ts)) ->
    forall x, In x nodes -> at_most (paid_before lasts u x s) (u * g x + C).
  Proof. exact (paid_before_at_most (reward P) g h). Qed.

  Theorem timed_average_until_at_least g h : timed_lower P available nodes tau g h ->
    exists C, forall u, 0 <= u -> forall s, (forall ts, plays P available (s ts)) ->
    forall x, In x nodes -> at_least (paid_before lasts u x s) (u * g x - C).
  Proof.
    intros W. destruct (paid_before_at_most (fun c => - reward P c) (fun z => - g z)
      (fun z => - h z)) as [C H].
    { intros x c i j. destruct (W x c i j). rewrite !leads_opp. split; lra. }
    exists C. intros u u0 s Hs x i eps e0. destruct (H u u0 s Hs x i eps e0) as [n0 K].
    exists n0. intros n le. specialize (K n le). rewrite clock_opp in K. unfold paid_before. lra.
  Qed.
End Clock.

(* One player: all options obey the inequalities; what pi picks, the equations. *)
Section Until.
  Variable P : process.
  Variable pi : state P -> choice P.
  Hypothesis picked : picks P pi.
  Variable nodes : list (state P).
  Hypothesis inside : closed P (options P) nodes.
  Hypothesis goes_on : forall x c, In x nodes -> In c (options P x) -> branches P c <> [].
  Variable tau : choice P -> Q.
  Variable lasts : choice P -> list (Q * Q).
  Variable longest : Q.
  Hypothesis longest_nonneg : 0 <= longest.
  Hypothesis times : tossed P (options P) nodes tau lasts longest.
  Variable rank : choice P -> nat.
  Hypothesis takes : takes_time P (options P) nodes tau rank.
  Variables g h : state P -> Q.
  Hypothesis gain_of_pi : forall x, In x nodes -> leads g (pi x) == g x.
  Hypothesis bias_of_pi : forall x, In x nodes ->
    reward P (pi x) + leads h (pi x) == g x * tau (pi x) + h x.

  Let clocked_always : clock_policy P := fun _ => always P pi.

  Lemma pi_option z c : In z nodes -> In c (only pi z) -> In c (options P z).
  Proof. intros i [<- | []]. exact (picked z (some_option inside z i)). Qed.

  Lemma pi_goes_on z c : In z nodes -> In c (only pi z) -> branches P c <> [].
  Proof. intros i j. exact (goes_on z c i (pi_option z c i j)). Qed.

  Lemma pi_takes_time : takes_time P (only pi) nodes tau rank.
  Proof.
    intros z c i j. destruct (takes z c i (pi_option z c i j)) as [t0 T]. split; [exact t0 | ].
    destruct T as [lt | [w [t [ib H]]]]; [left; exact lt | right].
    exists w, t. split; [exact ib | ]. intros o jo. apply H.
    exact (pi_option t o (stays_inside inside i (pi_option z c i j) ib) jo).
  Qed.

  Lemma pi_tossed : tossed P (only pi) nodes tau lasts longest.
  Proof.
    split.
    - intros z c i j. exact (times_tossed _ _ _ _ _ _ times z c i (pi_option z c i j)).
    - intros z c p d i j. exact (times_bounded _ _ _ _ _ _ times z c p d i (pi_option z c i j)).
    - intros z c i j. exact (times_mean _ _ _ _ _ _ times z c i (pi_option z c i j)).
  Qed.

  Lemma pi_until : exists C, forall u, 0 <= u -> forall x, In x nodes ->
    at_least (paid_before lasts u x clocked_always) (u * g x - C) /\
    at_most (paid_before lasts u x clocked_always) (u * g x + C).
  Proof.
    assert (closed_pi := closed_only picked inside).
    destruct (timed_average_until_at_least P (only pi) nodes closed_pi pi_goes_on tau lasts longest
      pi_tossed rank pi_takes_time longest_nonneg g h) as [A HA].
    { intros z c i [<- | []]. rewrite (gain_of_pi z i), (bias_of_pi z i). split; lra. }
    destruct (timed_average_until_at_most P (only pi) nodes closed_pi pi_goes_on tau lasts longest
      pi_tossed rank pi_takes_time longest_nonneg g h) as [B HB].
    { intros z c i [<- | []]. rewrite (gain_of_pi z i), (bias_of_pi z i). split; lra. }
    exists (Qmax A B). intros u u0 x i. assert (LA := Q.le_max_l A B).
    assert (LB := Q.le_max_r A B). split.
    - intros eps e0. destruct (HA u u0 clocked_always (fun _ => plays_only pi) x i eps e0)
        as [n0 H]. exists n0. intros n le. specialize (H n le). lra.
    - intros eps e0. destruct (HB u u0 clocked_always (fun _ => plays_only pi) x i eps e0)
        as [n0 H]. exists n0. intros n le. specialize (H n le). lra.
  Qed.

  (* What the steps before u pay is u g(x) up to a constant under pi, and no more, if minimised no
     less, under any policy. So g(x) is what the best policy gets by time, as u grows. *)
  Theorem timed_average_until_greatest :
    (forall z c, In z nodes -> In c (options P z) ->
      leads g c <= g z /\ reward P c + leads h c <= g z * tau c + h z) ->
    exists C, forall u, 0 <= u -> forall x, In x nodes ->
      (forall s, (forall ts, allowed P (s ts)) ->
        at_most (paid_before lasts u x s) (u * g x + C)) /\
      at_least (paid_before lasts u x (fun _ => always P pi)) (u * g x - C).
  Proof.
    intros W. destruct pi_until as [A HA].
    destruct (timed_average_until_at_most P (options P) nodes inside goes_on tau lasts longest
      times rank takes longest_nonneg g h W) as [B HB].
    exists (Qmax A B). intros u u0 x i. assert (LA := Q.le_max_l A B).
    assert (LB := Q.le_max_r A B). split.
    - intros s Hs eps e0. destruct (HB u u0 s Hs x i eps e0) as [n0 H]. exists n0.
      intros n le. specialize (H n le). lra.
    - intros eps e0. destruct (proj1 (HA u u0 x i) eps e0) as [n0 H]. exists n0.
      intros n le. specialize (H n le). fold clocked_always. lra.
  Qed.

  Theorem timed_average_until_least :
    (forall z c, In z nodes -> In c (options P z) ->
      g z <= leads g c /\ g z * tau c + h z <= reward P c + leads h c) ->
    exists C, forall u, 0 <= u -> forall x, In x nodes ->
      (forall s, (forall ts, allowed P (s ts)) ->
        at_least (paid_before lasts u x s) (u * g x - C)) /\
      at_most (paid_before lasts u x (fun _ => always P pi)) (u * g x + C).
  Proof.
    intros W. destruct pi_until as [A HA].
    destruct (timed_average_until_at_least P (options P) nodes inside goes_on tau lasts longest
      times rank takes longest_nonneg g h W) as [B HB].
    exists (Qmax A B). intros u u0 x i. assert (LA := Q.le_max_l A B).
    assert (LB := Q.le_max_r A B). split.
    - intros s Hs eps e0. destruct (HB u u0 s Hs x i eps e0) as [n0 H]. exists n0.
      intros n le. specialize (H n le). lra.
    - intros eps e0. destruct (proj2 (HA u u0 x i) eps e0) as [n0 H]. exists n0.
      intros n le. specialize (H n le). fold clocked_always. lra.
  Qed.
End Until.
