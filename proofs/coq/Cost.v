(* The expected reward until the goal is reached, where no reward is negative before it, and where
   it is infinite for a policy that misses the goal with positive probability.

   Above: a finite v that is superharmonic is at least the expected reward; where the ranks fall
   towards the goal, whatever is chosen, it is reached almost surely. Below: v is at most the
   expected reward of a policy that reaches the goal almost surely, as that avoids infinite states;
   from these, by the levels, every policy misses the goal with a probability that depends on the
   levels alone. The least and the greatest expected reward follow.

   The conditions are those of check_cost of exactbox/checker/objectives.py, and of check_levels of
   exactbox/checker/process.py, where no option before the goal has a negative reward, available or
   not. That all rewards are positive is not asked there. *)
From Coq Require Import QArith List Lia Lqa Bool.
From exactbox Require Import Definitions Plays Players Reach.
Import ListNotations.
Local Open Scope Q_scope.

(* All rewards until the goal is reached, and k for reaching it. *)
Definition bonus {P} (goal : state P -> bool) (ended : bool) (k : Q) : payoff_of P := {|
  paid := reward P;
  stop x := if goal x then Some k else None;
  over := if ended then k else 0;
  discount := 1 |}.

Section Cost.
  Variable P : process.
  Variable available : state P -> list (choice P).
  Variable nodes : list (state P).
  Hypothesis inside : closed P available nodes.
  Variable goal : state P -> bool.
  Variable ended : bool.

  (* What n steps pay before the goal; the probability that they reach it; what they pay with a
     bonus of k there. *)
  Local Notation collected := (J P (until goal)).
  Local Notation reached := (J P (reach goal everywhere ended)).
  Local Notation rewarded k := (J P (bonus goal ended k)).

  (* The choice ends the play, and that is not the goal. *)
  Definition loses (c : choice P) := branches P c = [] /\ ended = false.

  Definition rewards_nonneg := forall x c, In x nodes -> goal x = false -> In c (available x) ->
    0 <= reward P c.

  (* Some states are infinite. Each of them has a level: what is available there loses, or may lead
     to a lower level, or leads to infinite states only, and not higher. *)
  Record levels_hold (inf : state P -> bool) (level : state P -> nat) : Prop := {
    infinite_not_goal : forall x, In x nodes -> inf x = true -> goal x = false;
    infinite_step : forall x c, In x nodes -> inf x = true -> In c (available x) ->
      loses c \/
      (exists w z, In (w, z) (branches P c) /\ inf z = true /\ (level z < level x)%nat) \/
      branches P c <> [] /\
        forall w z, In (w, z) (branches P c) -> inf z = true /\ (level z <= level x)%nat }.

  (* In finite states, what is available is worth v or more, or is infinite. *)
  Record cost_lower (inf : state P -> bool) (v : state P -> Q) : Prop := {
    cost_lower_goal : forall x, In x nodes -> goal x = true -> v x <= 0;
    cost_lower_step : forall x c,
      In x nodes -> goal x = false -> inf x = false -> In c (available x) ->
      loses c \/ (exists w z, In (w, z) (branches P c) /\ inf z = true) \/
      v x <= worth P (until goal) v c }.

  Definition stays_finite (inf : state P -> bool) := forall x c,
    In x nodes -> goal x = false -> inf x = false -> In c (available x) ->
    ~ loses c /\ forall w z, In (w, z) (branches P c) -> inf z = false.

  (* There, what is available is finite, is worth v or less, and has ranks that fall. *)
  Record cost_upper (inf : state P -> bool) (v : state P -> Q) (rank : choice P -> nat) : Prop := {
    cost_upper_goal : forall x, In x nodes -> goal x = true -> 0 <= v x;
    cost_upper_finite : stays_finite inf;
    cost_upper_step : forall x c,
      In x nodes -> goal x = false -> inf x = false -> In c (available x) ->
      worth P (until goal) v c <= v x;
    cost_upper_ranks : ranks_fall P available nodes (fun x => goal x || inf x) rank }.

  Lemma J_bonus k s n : forall h x,
    rewarded k s n h x == collected s n h x + k * reached s n h x.
  Proof.
    induction n as [ | n IH]; intros h x;
      cbn [J bonus until reach stop everywhere paid over discount]; destruct (goal x); try lra.
    rewrite <- E_scale, <- E_plus. apply E_eq. intros q c _.
    destruct (branches P c) as [ | b l]; [destruct ended; lra | ].
    rewrite (E_eq _ _ _ (fun p z _ => IH ((x, c) :: h) z)), E_plus, E_scale. ring.
  Qed.

  Lemma until_nonneg : rewards_nonneg -> nonneg P available nodes (until goal).
  Proof.
    intros H. split; cbn [until paid stop over]; [ | | lra]; intros x.
    - intros c i e. destruct (goal x) eqn:eg; [discriminate | ]. exact (H x c i eg).
    - intros q _. destruct (goal x); [ | discriminate]. intros e. injection e as <-. lra.
  Qed.

  Section Under.
    Variable s : policy P.
    Hypothesis Hs : plays P available s.

    Lemma reached_at_most_1 n : forall h x, In x nodes -> reached s n h x <= 1.
    Proof.
      induction n as [ | n IH]; intros h x i; cbn [J reach stop everywhere paid over discount];
        destruct (goal x); try lra.
      apply (E_policy_upper P available nodes inside s Hs); [exact i | ]. intros c j.
      destruct (branches P c) as [ | b l] eqn:e; [destruct ended; lra | ]. rewrite <- e.
      assert (L := E_branches_upper P available nodes inside x c _ 1 i j ltac:(lra)
        (fun z iz => IH ((x, c) :: h) z iz)). lra.
    Qed.

    Lemma reached_nonneg n h x : In x nodes -> 0 <= reached s n h x.
    Proof.
      apply (J_nonneg P available nodes inside); [simpl; lra | exact Hs | apply reach_nonneg].
    Qed.

    (* Where each choice is worth w or more, w is at most what is collected and K times the
       probability to miss the goal, if that is so in the states `far`. *)
    Lemma collect_lower K w far : 0 <= K ->
      (forall x, In x nodes -> w x <= K) ->
      (forall x, In x nodes -> goal x = true -> w x <= 0) ->
      (forall n h x, In x nodes -> far x = true -> w x <= rewarded (- K) s n h x + K) ->
      (forall x c, In x nodes -> goal x = false -> far x = false -> In c (available x) ->
        loses c /\ w x <= reward P c + K \/ w x <= worth P (until goal) w c) ->
      forall n h x, In x nodes -> w x <= rewarded (- K) s n h x + K.
    Proof.
      intros K0 HK Hg Hf Hc. induction n as [ | n IH]; intros h x i;
        destruct (far x) eqn:ef; try exact (Hf _ h x i ef);
        cbn [J bonus stop paid over discount]; destruct (goal x) eqn:eg;
        try (specialize (Hg x i eg); lra); [specialize (HK x i); lra | ].
      assert (H : w x - K <= E (s h x) (fun c => reward P c + 1 * match branches P c with
        | [] => if ended then - K else 0
        | l => E (probabilities l) (rewarded (- K) s n ((x, c) :: h)) end)); [ | lra].
      apply (E_policy_lower P available nodes inside s Hs); [exact i | ]. intros c j.
      specialize (Hc x c i eg ef j). unfold worth in Hc. cbn [until paid over discount] in Hc.
      destruct (branches P c) as [ | b l] eqn:e.
      - destruct Hc as [[[_ ->] Hc] | Hc]; [lra | ]. destruct ended; lra.
      - destruct Hc as [[[Hc _] _] | Hc]; [congruence | ]. rewrite <- e in *.
        assert (L := E_branches_le P available nodes inside x c w _ i j
          (fun z iz => IH ((x, c) :: h) z iz)).
        rewrite E_plus, (E_dist _ K) in L by (apply probabilities_dist; congruence). lra.
    Qed.

    Lemma collect_upper K w inf : 0 <= K ->
      (forall x, In x nodes -> - K <= w x) ->
      (forall x, In x nodes -> goal x = true -> 0 <= w x) ->
      (forall x c, In x nodes -> goal x = false -> inf x = false -> In c (available x) ->
        loses c /\ reward P c <= w x + K \/
        (forall p z, In (p, z) (branches P c) -> inf z = false) /\
          worth P (until goal) w c <= w x) ->
      forall n h x, In x nodes -> inf x = false -> rewarded K s n h x <= w x + K.
    Proof.
      intros K0 HK Hg Hc. induction n as [ | n IH]; intros h x i ef;
        cbn [J bonus stop paid over discount]; destruct (goal x) eqn:eg;
        try (specialize (Hg x i eg); lra); [specialize (HK x i); lra | ].
      apply (E_policy_upper P available nodes inside s Hs); [exact i | ]. intros c j.
      specialize (Hc x c i eg ef j). unfold worth in Hc. cbn [until paid over discount] in Hc.
      destruct (branches P c) as [ | b l] eqn:e.
      - destruct Hc as [[[_ ->] Hc] | [_ Hc]]; [lra | ]. destruct ended; lra.
      - destruct Hc as [[[Hc _] _] | [Hf Hc]]; [congruence | ]. rewrite <- e in *.
        assert (L : E (probabilities (branches P c)) (rewarded K s n ((x, c) :: h))
          <= E (probabilities (branches P c)) (fun z => w z + K)).
        { apply E_le; [apply probabilities_weighted | ]. intros p z k.
          apply IH; [exact (lands P available nodes inside x c p z i j k) | ].
          apply probabilities_in in k as [q [k _]]. exact (Hf q z k). }
        rewrite E_plus, (E_dist _ K) in L by (apply probabilities_dist; congruence). lra.
    Qed.

    (* By the ranks, the goal is missed by those only that are still going on. *)
    Lemma reach_if_not_alive inf : stays_finite inf ->
      forall n h x, In x nodes -> inf x = false ->
      1 <= reached s n h x + alive P s (fun z => goal z || inf z) n h x.
    Proof.
      intros H. unfold alive. induction n as [ | n IH]; intros h x i ef;
        cbn [J still reach stop everywhere paid over discount]; rewrite ef, orb_false_r;
        destruct (goal x) eqn:eg; try lra.
      rewrite <- E_plus. apply (E_policy_lower P available nodes inside s Hs); [exact i | ].
      intros c j. destruct (H x c i eg ef j) as [Hl Hf].
      destruct (branches P c) as [ | b l] eqn:e.
      - unfold loses in Hl. destruct ended; [simpl; lra | ]. exfalso. apply Hl. auto.
      - rewrite <- e in *.
        assert (L : 1 <= E (probabilities (branches P c)) (fun z =>
          reached s n ((x, c) :: h) z
          + still P s (fun z => goal z || inf z) 1 (fun _ => 1) n ((x, c) :: h) z)).
        { apply E_dist_ge; [apply probabilities_dist; congruence | ]. intros p z k.
          apply IH; [exact (lands P available nodes inside x c p z i j k) | ].
          apply probabilities_in in k as [q [k _]]. exact (Hf q z k). }
        rewrite E_plus in L. lra.
    Qed.

    (* By the levels, infinite states miss it. *)
    Lemma levels_miss inf level q : 0 < q -> q <= 1 ->
      (forall x c p z, In x nodes -> In c (available x) ->
        In (p, z) (probabilities (branches P c)) -> q <= p) ->
      levels_hold inf level ->
      forall n h x, In x nodes -> inf x = true -> reached s n h x <= 1 - pow q (level x).
    Proof.
      intros q0 q1 Hq H. induction n as [ | n IH]; intros h x i ef;
        assert (l1 := pow_le_1 q (level x) ltac:(lra) q1);
        cbn [J reach stop everywhere paid over discount];
        rewrite (infinite_not_goal inf level H x i ef); [lra | ].
      apply (E_policy_upper P available nodes inside s Hs); [exact i | ]. intros c j.
      assert (M : forall p z, In (p, z) (probabilities (branches P c)) -> In z nodes).
      { intros p z k. exact (lands P available nodes inside x c p z i j k). }
      destruct (infinite_step inf level H x c i ef j)
        as [[-> ->] | [[p [z [k [ez lt]]]] | [ne Hz]]].
      - lra.
      - assert (k' : In (Zpos p # total (branches P c), z) (probabilities (branches P c))).
        { apply probabilities_in. exists p. auto. }
        assert (ne : branches P c <> []) by (intros e; rewrite e in k; exact k).
        assert (L := E_le_one (probabilities (branches P c)) (reached s n ((x, c) :: h))
          (fun _ => 1) _ z (pow q (level z)) (probabilities_weighted _)
          (fun r a m => reached_at_most_1 n ((x, c) :: h) a (M r a m)) k').
        rewrite (E_dist _ 1 (probabilities_dist _ ne)) in L.
        specialize (IH ((x, c) :: h) z (M _ _ k') ez). specialize (Hq x c _ z i j k').
        specialize (L ltac:(lra)). assert (z0 := pow_pos q (level z) q0).
        assert (F := pow_falls q (S (level z)) (level x) ltac:(lra) q1 lt). simpl pow in F.
        set (r := Zpos p # total (branches P c)) in *.
        assert (q * pow q (level z) <= r * pow q (level z)) by nra.
        destruct (branches P c) as [ | b l]; [congruence | lra].
      - assert (L : E (probabilities (branches P c)) (reached s n ((x, c) :: h))
          <= 1 - pow q (level x)).
        { apply E_dist_le; [apply probabilities_dist; exact ne | ]. intros p z k.
          assert (k' := k). apply probabilities_in in k' as [w [k' _]].
          destruct (Hz w z k') as [ez le].
          specialize (IH ((x, c) :: h) z (M p z k) ez).
          assert (F := pow_falls q (level z) (level x) ltac:(lra) q1 le). lra. }
        destruct (branches P c) as [ | b l]; [congruence | lra].
    Qed.

    (* Where each step costs b or more, n steps that miss the goal cost n b or more. *)
    Lemma collect_grows b : 0 <= b ->
      (forall x c, In x nodes -> goal x = false -> In c (available x) ->
        0 <= reward P c /\ ~ loses c /\ (branches P c <> [] -> b <= reward P c)) ->
      forall n h x, In x nodes ->
      inject_Z (Z.of_nat n) * b * (1 - reached s n h x) <= collected s n h x.
    Proof.
      intros b0 H. induction n as [ | n IH]; intros h x i; [change (inject_Z _) with 0 | ];
        cbn [J until reach stop everywhere paid over discount]; destruct (goal x) eqn:eg; try lra.
      set (N := inject_Z (Z.of_nat (S n)) * b).
      assert (G : N <= E (s h x) (fun c => reward P c + 1 * match branches P c with
          | [] => 0 | l => E (probabilities l) (collected s n ((x, c) :: h)) end
        + N * (0 + 1 * match branches P c with
          | [] => if ended then 1 else 0
          | l => E (probabilities l) (reached s n ((x, c) :: h)) end))).
      { apply (E_policy_lower P available nodes inside s Hs); [exact i | ]. intros c j.
        destruct (H x c i eg j) as [H0 [Hl Hb]]. destruct (branches P c) as [ | d l] eqn:e.
        - unfold loses in Hl. destruct ended; [lra | ]. exfalso. apply Hl. auto.
        - specialize (Hb ltac:(discriminate)). rewrite <- e. set (K := inject_Z (Z.of_nat n) * b).
          assert (L := E_branches_le P available nodes inside x c _ _ i j
            (fun z iz => IH ((x, c) :: h) z iz)). cbv beta in L. fold K in L.
          rewrite E_scale, E_minus, (E_dist _ 1) in L by (apply probabilities_dist; congruence).
          assert (EN : N == K + b). { unfold N, K. rewrite inject_S. ring. }
          assert (R := E_branches_nonneg P available nodes inside x c _ i j
            (fun z iz => reached_nonneg n ((x, c) :: h) z iz)). cbv beta in R.
          rewrite EN. set (g := E _ (collected s n _)) in *.
          set (r := E _ (reached s n _)) in *.
          assert (0 <= b * r) by nra. lra. }
      rewrite E_plus, E_scale in G. lra.
    Qed.
  End Under.

  (* From the inequalities of n steps to limits. *)
  Lemma missing_vanishes s x K eps : reaches goal ended x s -> 0 <= K -> 0 < eps ->
    exists n0, forall n, (n0 <= n)%nat -> K * (1 - reached s n [] x) <= eps.
  Proof.
    intros [R _] K0 e0. assert (d0 : 0 < eps / (K + 1)) by (apply Qlt_shift_div_l; lra).
    assert (F : eps / (K + 1) * (K + 1) == eps) by (field; lra).
    destruct (R _ d0) as [n0 Hn]. exists n0. intros n le. specialize (Hn n le).
    unfold reaching in Hn. set (d := eps / (K + 1)) in *. set (r := reached s n [] x) in *. nra.
  Qed.

  Lemma collecting_at_least s x v K : 0 <= K ->
    (forall n, v <= rewarded (- K) s n [] x + K) ->
    reaches goal ended x s -> at_least (collecting goal x s) v.
  Proof.
    intros K0 H R eps e0. destruct (missing_vanishes s x K eps R K0 e0) as [n0 Hn]. exists n0.
    intros n le. specialize (Hn n le). specialize (H n). rewrite J_bonus in H.
    unfold collecting. lra.
  Qed.

  Lemma collecting_at_most s x v K : 0 <= K ->
    (forall n, rewarded K s n [] x <= v + K) ->
    reaches goal ended x s -> at_most (collecting goal x s) v.
  Proof.
    intros K0 H R eps e0. destruct (missing_vanishes s x K eps R K0 e0) as [n0 Hn]. exists n0.
    intros n le. specialize (Hn n le). specialize (H n). rewrite J_bonus in H.
    unfold collecting. lra.
  Qed.

  (* Above -------------------------------------------------------------------------------------- *)

  Theorem ranks_reach inf rank :
    stays_finite inf ->
    ranks_fall P available nodes (fun x => goal x || inf x) rank ->
    forall s x, plays P available s -> In x nodes -> inf x = false -> reaches goal ended x s.
  Proof.
    intros H falls s x Hs i ef. split; intros eps e0.
    - destruct (ranks_end P available nodes inside _ rank falls eps e0) as [n0 Hn]. exists n0.
      intros n le. specialize (Hn s Hs n [] x le i).
      assert (R := reach_if_not_alive s Hs inf H n [] x i ef). unfold reaching. lra.
    - exists O. intros n _. assert (R := reached_at_most_1 s Hs n [] x i). unfold reaching. lra.
  Qed.

  Theorem cost_at_most inf v rank : cost_upper inf v rank ->
    forall s x, plays P available s -> In x nodes -> inf x = false ->
    reaches goal ended x s /\ at_most (collecting goal x s) (v x).
  Proof.
    intros H s x Hs i ef.
    assert (R := ranks_reach inf rank (cost_upper_finite _ _ _ H) (cost_upper_ranks _ _ _ H)
      s x Hs i ef).
    split; [exact R | ]. destruct (bounded nodes v) as [M [M0 HM]].
    apply (collecting_at_most s x (v x) M M0); [ | exact R]. intros n.
    apply (collect_upper s Hs M v inf M0); [ | | | exact i | exact ef].
    - intros z j. exact (proj1 (HM z j)).
    - exact (cost_upper_goal _ _ _ H).
    - intros z c j eg ez k. right.
      split; [exact (proj2 (cost_upper_finite _ _ _ H z c j eg ez k)) | ].
      exact (cost_upper_step _ _ _ H z c j eg ez k).
  Qed.

  (* Below -------------------------------------------------------------------------------------- *)

  Theorem infinite_missed inf level : levels_hold inf level ->
    exists p, 0 < p /\ forall s, plays P available s -> forall n h x, In x nodes -> inf x = true ->
    reached s n h x <= 1 - p.
  Proof.
    intros H. destruct (least_probability P available nodes) as [q [q0 [q1 Hq]]].
    destruct (nat_bound nodes level) as [R HR]. exists (pow q R).
    split; [exact (pow_pos q R q0) | ]. intros s Hs n h x i ef.
    assert (L := levels_miss s Hs inf level q q0 q1 Hq H n h x i ef). specialize (HR x i).
    assert (F := pow_falls q (level x) R ltac:(lra) q1 ltac:(lia)). lra.
  Qed.

  (* An infinite state counts as L, so much that what may lead there is worth more than v. *)
  Lemma collect_below inf level v : rewards_nonneg -> levels_hold inf level -> cost_lower inf v ->
    exists K, 0 <= K /\ forall s, plays P available s -> forall n h x,
    In x nodes -> inf x = false -> v x <= rewarded (- K) s n h x + K.
  Proof.
    intros pays Hl H. destruct (infinite_missed inf level Hl) as [p [p0 Hp]].
    destruct (least_probability P available nodes) as [q [q0 [q1 Hq]]].
    destruct (bounded nodes v) as [M [M0 HM]].
    set (L := (M + M) / q). assert (eL : q * L == M + M) by (unfold L; field; lra).
    set (D := L / p). assert (eD : p * D == L) by (unfold D; field; lra). clearbody L D.
    assert (ML : M <= L) by nra. assert (D0 : 0 <= D) by nra.
    set (w := fun z => if inf z then L else v z). exists (D + L). split; [lra | ].
    assert (vw : forall z, In z nodes -> v z <= w z).
    { intros z j. destruct (HM z j). unfold w. destruct (inf z); lra. }
    assert (lo : forall z, In z nodes -> - M <= w z).
    { intros z j. destruct (HM z j). unfold w. destruct (inf z); lra. }
    intros s Hs n h x i ef. eapply Qle_trans; [exact (vw x i) | ].
    apply (collect_lower s Hs (D + L) w inf); [lra | | | | | exact i].
    - intros z j. destruct (HM z j). unfold w. destruct (inf z); lra.
    - intros z j eg. unfold w. destruct (inf z) eqn:e; [ | exact (cost_lower_goal _ _ H z j eg)].
      rewrite (infinite_not_goal _ _ Hl z j e) in eg. discriminate.
    - intros m g z j ez. specialize (Hp s Hs m g z j ez). rewrite J_bonus.
      assert (N := J_nonneg P available nodes inside (until goal) ltac:(simpl; lra) s Hs
        (until_nonneg pays) m g z j).
      unfold w. rewrite ez. set (r := reached s m g z) in *.
      assert ((D + L) * p <= (D + L) * (1 - r)) by nra. assert (0 <= L * p) by nra. lra.
    - intros z c j eg ez k. assert (r0 := pays z c j eg k). destruct (HM z j) as [_ zM].
      replace (w z) with (v z) by (unfold w; rewrite ez; reflexivity).
      destruct (cost_lower_step _ _ H z c j eg ez k) as [l | [[a [y [b ey]]] | le]].
      + left. split; [exact l | lra].
      + right. unfold worth. cbn [until paid over discount].
        assert (b' : In (Zpos a # total (branches P c), y) (probabilities (branches P c))).
        { apply probabilities_in. exists a. auto. }
        assert (ne : branches P c <> []) by (intros e; rewrite e in b; exact b).
        assert (G := E_le_one (probabilities (branches P c)) (fun _ => - M) w _ y (L + M)
          (probabilities_weighted _)
          (fun t u m => lo u (lands P available nodes inside z c t u j k m)) b').
        rewrite (E_dist _ (- M) (probabilities_dist _ ne)) in G.
        specialize (Hq z c _ y j k b'). set (t := Zpos a # total (branches P c)) in *.
        assert (q * (L + M) <= t * (L + M)) by nra. assert (0 <= q * M) by nra.
        specialize (G ltac:(unfold w; rewrite ey; lra)).
        destruct (branches P c) as [ | d l]; [congruence | lra].
      + right. eapply Qle_trans; [exact le | ]. unfold worth.
        cbn [until paid over discount]. destruct (branches P c) as [ | d l] eqn:e; [lra | ].
        rewrite <- e.
        assert (G := E_branches_le P available nodes inside z c v w j k vw). lra.
  Qed.

  Theorem cost_at_least inf level v :
    rewards_nonneg -> levels_hold inf level -> cost_lower inf v ->
    forall s x, plays P available s -> In x nodes -> inf x = false ->
    reaches goal ended x s -> at_least (collecting goal x s) (v x).
  Proof.
    intros pays Hl H s x Hs i ef R. destruct (collect_below inf level v pays Hl H) as [K [K0 HK]].
    exact (collecting_at_least s x (v x) K K0 (fun n => HK s Hs n [] x i ef) R).
  Qed.

  (* Where every choice before the goal costs something, unless it ends the play, that holds for
     all policies: if they miss the goal, they pay without end. *)
  Definition rewards_positive := forall x c, In x nodes -> goal x = false -> In c (available x) ->
    0 <= reward P c /\ ~ loses c /\ (branches P c <> [] -> 0 < reward P c).

  Lemma positive_nonneg : rewards_positive -> rewards_nonneg.
  Proof. intros H x c i eg j. exact (proj1 (H x c i eg j)). Qed.

  Lemma positive_grows : rewards_positive -> exists b, 0 < b /\
    forall s, plays P available s -> forall n h x, In x nodes ->
    inject_Z (Z.of_nat n) * b * (1 - reached s n h x) <= collected s n h x.
  Proof.
    intros H. set (goes_on := fun c => match branches P c with [] => false | _ => true end).
    set (before := filter (fun x => negb (goal x)) nodes).
    destruct (positive_bound (filter goes_on (flat_map available before)) (reward P))
      as [b [b0 [_ Hb]]].
    - intros c i. apply filter_In in i as [i ne]. apply in_flat_map in i as [x [i j]].
      apply filter_In in i as [i eg]. apply negb_true_iff in eg. apply (H x c i eg j).
      intros e. unfold goes_on in ne. rewrite e in ne. discriminate.
    - exists b. split; [exact b0 | ]. intros s Hs. apply (collect_grows s Hs); [lra | ].
      intros x c i eg j. destruct (H x c i eg j) as [r0 [l _]].
      split; [exact r0 | split; [exact l | ]]. intros ne. apply Hb. apply filter_In. split.
      + apply in_flat_map. exists x. split; [ | exact j]. apply filter_In. rewrite eg. auto.
      + unfold goes_on. destruct (branches P c); [congruence | reflexivity].
  Qed.

  Theorem cost_at_least_always inf level v :
    rewards_positive -> levels_hold inf level -> cost_lower inf v ->
    forall s x, plays P available s -> In x nodes ->
    if inf x then diverges (collecting goal x s) else at_least (collecting goal x s) (v x).
  Proof.
    intros pos Hl H s x Hs i. destruct (positive_grows pos) as [b [b0 Hb]].
    destruct (inf x) eqn:ef.
    - destruct (infinite_missed inf level Hl) as [p [p0 Hp]]. intros d.
      assert (bp : 0 < b * p) by nra. destruct (above_any (d / (b * p))) as [k Hk].
      exists k. intros n le. specialize (Hk n le). specialize (Hp s Hs n [] x i ef).
      specialize (Hb s Hs n [] x i). unfold collecting.
      assert (F : d / (b * p) * (b * p) == d) by (field; lra). assert (N := inject_nonneg n).
      set (y := inject_Z _) in *. set (z := d / (b * p)) in *.
      set (r := reached s n [] x) in *. clearbody y z r.
      assert (z * (b * p) <= y * (b * p)) by nra. assert (0 <= y * b) by nra.
      assert (y * b * p <= y * b * (1 - r)) by nra. lra.
    - destruct (collect_below inf level v (positive_nonneg pos) Hl H) as [K [K0 HK]].
      intros eps e0. assert (be : 0 < b * eps) by nra.
      set (M := if Qlt_le_dec (v x) 0 then 0 else v x).
      destruct (above_any ((K * M + 1) / (b * eps))) as [k Hk].
      exists k. intros n le. specialize (Hk n le). specialize (HK s Hs n [] x i ef).
      rewrite J_bonus in HK. specialize (Hb s Hs n [] x i). unfold collecting.
      assert (F : (K * M + 1) / (b * eps) * (b * eps) == K * M + 1) by (field; lra).
      assert (N := inject_nonneg n). assert (R := reached_at_most_1 s Hs n [] x i).
      set (y := inject_Z _) in *. set (z := (K * M + 1) / (b * eps)) in *.
      set (r := reached s n [] x) in *. set (g := collected s n [] x) in *.
      assert (M0 : 0 <= M /\ v x <= M) by (unfold M; destruct (Qlt_le_dec (v x) 0); lra).
      clearbody y z r g M. destruct M0 as [M0 Mv].
      destruct (Qlt_le_dec g (v x - eps)) as [lt | ok]; [exfalso | exact ok].
      (* then K (1 - r) > eps, and n b (1 - r) <= g < M *)
      assert (z * (b * eps) <= y * (b * eps)) by nra.
      assert (G : eps < K * (1 - r)) by lra.
      assert (y * b * (1 - r) <= M) by lra.
      assert (y * b * eps <= y * b * (K * (1 - r))).
      { assert (0 <= y * b) by nra. nra. }
      assert (K * (y * b * (1 - r)) <= K * M) by nra. lra.
  Qed.
End Cost.

(* One player: what bounds the optimum on one side holds for all options, what bounds it on the
   other for the picks of pi alone. *)
Section Answers.
  Variable P : process.
  Variable nodes : list (state P).
  Hypothesis inside : closed P (options P) nodes.
  Variable pi : state P -> choice P.
  Hypothesis picked : picks P pi.
  Variable goal : state P -> bool.
  Variable ended : bool.

  Let inside_only : closed P (only pi) nodes := closed_only P pi nodes picked inside.

  Variable inf : state P -> bool.
  Variable level : state P -> nat.
  Variable rank : choice P -> nat.

  Section Least.
    Hypothesis pays : rewards_nonneg P (options P) nodes goal.
    Hypothesis levels : levels_hold P (options P) nodes goal ended inf level.

    Theorem least_cost_infinite x : In x nodes -> inf x = true ->
      forall s, allowed P s -> misses goal ended x s.
    Proof.
      intros i ef s Hs. destruct (infinite_missed _ _ _ inside _ _ _ _ levels) as [p [p0 Hp]].
      exists p. split; [exact p0 | ]. intros n. exact (Hp s Hs n [] x i ef).
    Qed.

    Theorem least_cost_bounds lo hi :
      cost_lower P (options P) nodes goal ended inf lo ->
      cost_upper P (only pi) nodes goal ended inf hi rank ->
      forall x, In x nodes -> inf x = false ->
      (forall s, allowed P s -> reaches goal ended x s ->
        at_least (collecting goal x s) (lo x)) /\
      (exists s, allowed P s /\ reaches goal ended x s /\
        at_most (collecting goal x s) (hi x)).
    Proof.
      intros Hlo Hhi x i ef. split.
      - intros s Hs. exact (cost_at_least _ _ _ inside _ _ _ _ _ pays levels Hlo s x Hs i ef).
      - exists (always P pi). split; [exact (always_allowed P pi picked) | ].
        exact (cost_at_most _ _ _ inside_only _ _ _ _ _ Hhi _ x (plays_only P pi) i ef).
    Qed.

    Theorem least_cost v :
      cost_lower P (options P) nodes goal ended inf v ->
      cost_upper P (only pi) nodes goal ended inf v rank ->
      forall x, In x nodes -> inf x = false -> least_of_reaching P goal ended x (v x).
    Proof.
      intros Hlo Hhi x i ef. destruct (least_cost_bounds v v Hlo Hhi x i ef) as [L [s [Hs [R U]]]].
      split; [exact L | ]. exists s. exact (conj Hs (conj R (conj (L s Hs R) U))).
    Qed.
  End Least.

  Theorem least_cost_always v :
    rewards_positive P (options P) nodes goal ended ->
    levels_hold P (options P) nodes goal ended inf level ->
    cost_lower P (options P) nodes goal ended inf v ->
    cost_upper P (only pi) nodes goal ended inf v rank ->
    forall x, In x nodes ->
    if inf x then forall s, allowed P s -> diverges (collecting goal x s)
    else least P (collecting goal x) (v x).
  Proof.
    intros pos levels Hlo Hhi x i.
    assert (L := fun s Hs =>
      cost_at_least_always _ _ _ inside _ _ _ _ _ pos levels Hlo s x Hs i).
    destruct (inf x) eqn:ef; [exact L | split; [exact L | ]].
    assert (Ha := always_allowed P pi picked). exists (always P pi).
    split; [exact Ha | split; [exact (L _ Ha) | ]].
    exact (proj2 (cost_at_most _ _ _ inside_only _ _ _ _ _ Hhi _ x (plays_only P pi) i ef)).
  Qed.

  Section Greatest.
    Hypothesis pays : rewards_nonneg P (only pi) nodes goal.
    Hypothesis levels : levels_hold P (only pi) nodes goal ended inf level.

    Theorem greatest_cost_infinite x : In x nodes -> inf x = true ->
      exists s, allowed P s /\ misses goal ended x s.
    Proof.
      intros i ef. exists (always P pi). split; [exact (always_allowed P pi picked) | ].
      destruct (infinite_missed _ _ _ inside_only _ _ _ _ levels) as [p [p0 Hp]].
      exists p. split; [exact p0 | ]. intros n. exact (Hp _ (plays_only P pi) n [] x i ef).
    Qed.

    Theorem greatest_cost_bounds lo hi :
      cost_lower P (only pi) nodes goal ended inf lo ->
      cost_upper P (options P) nodes goal ended inf hi rank ->
      forall x, In x nodes -> inf x = false ->
      (forall s, allowed P s ->
        reaches goal ended x s /\ at_most (collecting goal x s) (hi x)) /\
      (exists s, allowed P s /\ at_least (collecting goal x s) (lo x)).
    Proof.
      intros Hlo Hhi x i ef.
      assert (U := fun s Hs => cost_at_most _ _ _ inside _ _ _ _ _ Hhi s x Hs i ef).
      split; [exact U | ]. assert (Ha := always_allowed P pi picked).
      exists (always P pi). split; [exact Ha | ].
      exact (cost_at_least _ _ _ inside_only _ _ _ _ _ pays levels Hlo _ x (plays_only P pi)
        i ef (proj1 (U _ Ha))).
    Qed.

    Theorem greatest_cost v :
      cost_lower P (only pi) nodes goal ended inf v ->
      cost_upper P (options P) nodes goal ended inf v rank ->
      forall x, In x nodes -> inf x = false -> greatest_until P goal ended x (v x).
    Proof.
      intros Hlo Hhi x i ef. destruct (greatest_cost_bounds v v Hlo Hhi x i ef) as [U [s [Hs L]]].
      destruct (U s Hs) as [R C].
      split; [intros t Ht; exact (proj1 (U t Ht)) | split].
      - intros t Ht _. exact (proj2 (U t Ht)).
      - exists s. exact (conj Hs (conj R (conj L C))).
    Qed.
  End Greatest.
End Answers.
