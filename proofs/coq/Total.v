(* The expected total reward, no reward being negative; in some states it may be infinite.

   Above: v is not negative, and where it is finite what is available leads to no infinite state,
   and is worth v or less. Then v is at least what n steps pay, for all n.

   Below: where v is finite what is available may lead to an infinite state, or is worth v or more.
   Stop the play, for nothing, where v is finite and not positive: this pays less. By the ranks it
   then has, time and again, a reward or a chance to stop: so n times the probability that it goes
   on after n steps is at most what they pay, up to constants. An infinite state has a level, and
   by the levels the play stays among infinite states with a positive probability, for ever: so
   what n steps pay diverges there. From a finite state v is at most what n steps pay, up to a
   constant times the probability that the play goes on: so the limit is at least v.

   The conditions are those of check_total of exactbox/checker/objectives.py, and of check_levels of
   exactbox/checker/process.py, where no option has a negative reward, available or not. That all
   rewards are positive is not asked there. *)
From Coq Require Import QArith Qminmax List Lia Lqa Setoid Bool.
From exactbox Require Import Definitions Plays Players.
Import ListNotations.
Local Open Scope Q_scope.

Section Conditions.
  Variable P : process.
  Variable available : state P -> list (choice P).
  Variable nodes : list (state P).
  Variable v : state P -> Q.
  Variable inf : state P -> bool.      (* where the total is infinite, and v says nothing *)

  (* It may lead to an infinite state. *)
  Definition risks_infinity (c : choice P) : Prop :=
    exists w z, In (w, z) (branches P c) /\ inf z = true.

  Record total_upper : Prop := {
    upper_nonneg : forall x, In x nodes -> inf x = false -> 0 <= v x;
    upper_finite : forall x c, In x nodes -> inf x = false -> In c (available x) ->
      ~ risks_infinity c;
    upper_step : forall x c, In x nodes -> inf x = false -> In c (available x) ->
      worth P total_reward v c <= v x }.

  (* Where v is finite and not positive. *)
  Definition unpaid (x : state P) : bool := negb (inf x) && Qle_bool (v x) 0.

  Variable rank : choice P -> nat.
  Variable level : state P -> nat.

  Record total_lower : Prop := {
    lower_rewards : forall x c, In x nodes -> In c (available x) -> 0 <= reward P c;
    lower_step : forall x c, In x nodes -> inf x = false -> In c (available x) ->
      risks_infinity c \/ v x <= worth P total_reward v c;
    (* Where v is positive or infinite each choice has a reward, or ends the play, or may lead to a
       state that is unpaid, or to one all of whose choices have a lower rank. *)
    lower_ranks : forall x c, In x nodes -> unpaid x = false -> In c (available x) ->
      0 < reward P c \/ branches P c = [] \/ exists w z, In (w, z) (branches P c) /\
        (unpaid z = true \/ forall o, In o (available z) -> (rank o < rank c)%nat);
    (* From an infinite state each choice may lead to an infinite one of lower level, or leads only
       to infinite ones, of no higher level. *)
    lower_levels : forall x c, In x nodes -> inf x = true -> In c (available x) ->
      (exists w z, In (w, z) (branches P c) /\ inf z = true /\ (level z < level x)%nat) \/
      (branches P c <> [] /\ forall w z, In (w, z) (branches P c) ->
        inf z = true /\ (level z <= level x)%nat) }.
End Conditions.

(* Above ---------------------------------------------------------------------------------------- *)

Section Above.
  Variable P : process.
  Variable available : state P -> list (choice P).
  Variable nodes : list (state P).
  Hypothesis inside : closed P available nodes.
  Variable v : state P -> Q.
  Variable inf : state P -> bool.
  Hypothesis upper : total_upper P available nodes v inf.
  Variable s : policy P.
  Hypothesis Hs : plays P available s.

  Definition finite_nodes := filter (fun x => negb (inf x)) nodes.

  Lemma finite_node x : In x finite_nodes <-> In x nodes /\ inf x = false.
  Proof. unfold finite_nodes. rewrite filter_In, negb_true_iff. reflexivity. Qed.

  Lemma finite_closed : closed P available finite_nodes.
  Proof.
    split.
    - intros x i. apply finite_node in i as [i _]. exact (some_option P available nodes inside x i).
    - intros x c w z i j k. apply finite_node in i as [i e]. apply finite_node.
      split; [exact (stays_inside P available nodes inside x c w z i j k) | ].
      destruct (inf z) eqn:ez; [exfalso | reflexivity].
      apply (upper_finite _ _ _ _ _ upper x c i e j). exists w, z. split; assumption.
  Qed.

  (* v is at least what n steps pay. *)
  Lemma total_of_steps n h x : In x nodes -> inf x = false -> J P total_reward s n h x <= v x.
  Proof.
    intros i e.
    assert (N : 0 <= still P s (stopped P total_reward) 1 v n h x).
    { apply (still_nonneg P available finite_nodes finite_closed s Hs); [lra | | ].
      - intros z j _. apply finite_node in j as [j ez].
        exact (upper_nonneg _ _ _ _ _ upper z j ez).
      - apply finite_node. split; assumption. }
    assert (U : worth_upper P available finite_nodes total_reward v).
    { intros z j c k. apply finite_node in j as [j ez].
      exact (upper_step _ _ _ _ _ upper z c j ez k). }
    assert (L := n_steps_upper P available finite_nodes finite_closed total_reward
      ltac:(cbn; lra) s Hs v U n h x (proj2 (finite_node x) (conj i e))).
    cbn [discount total_reward discounted] in L. lra.
  Qed.

  Theorem total_upper_bound x : In x nodes -> inf x = false -> at_most (earning 1 x s) (v x).
  Proof.
    intros i e eps e0. exists O. intros n _. assert (L := total_of_steps n [] x i e).
    unfold earning. unfold total_reward in L. lra.
  Qed.
End Above.

(* Below ---------------------------------------------------------------------------------------- *)

Section Below.
  Variable P : process.
  Variable available : state P -> list (choice P).
  Variable nodes : list (state P).
  Hypothesis inside : closed P available nodes.
  Variable v : state P -> Q.
  Variable inf : state P -> bool.
  Variable rank : choice P -> nat.
  Variable level : state P -> nat.
  Hypothesis lower : total_lower P available nodes v inf rank level.

  Notation zero := (unpaid P v inf).
  Notation stopping := (stop_at P zero total_reward).

  Lemma total_nonneg : nonneg P available nodes total_reward.
  Proof.
    split; cbn [paid stop over total_reward discounted].
    - intros x c i _ j. exact (lower_rewards _ _ _ _ _ _ _ lower x c i j).
    - discriminate.
    - lra.
  Qed.

  (* The least positive reward, or 1. *)
  Lemma least_reward : exists r, 0 < r /\ r <= 1 /\ forall x c,
    In x nodes -> In c (available x) -> 0 < reward P c -> r <= reward P c.
  Proof.
    destruct (positive_bound
      (filter (fun r => negb (Qle_bool r 0)) (map (reward P) (flat_map available nodes)))
      (fun r => r)) as [r [r0 [r1 H]]].
    - intros r i. apply filter_In in i as [_ e]. apply negb_true_iff in e.
      destruct (Qlt_le_dec 0 r) as [lt | le]; [exact lt | ].
      apply Qle_bool_iff in le. congruence.
    - exists r. split; [exact r0 | split; [exact r1 | ]]. intros x c i j lt. apply H.
      apply filter_In. split.
      + apply in_map. apply in_flat_map. exists x. split; assumption.
      + apply negb_true_iff. destruct (Qle_bool (reward P c) 0) eqn:e; [ | reflexivity].
        apply Qle_bool_iff in e. exfalso. lra.
  Qed.

  (* A potential that rises, in the mean and with the reward, by b or more in each step. *)
  Lemma potential : exists (g : state P -> Q) (b top : Q), 0 < b /\ 0 <= top /\
    (forall x, 0 <= g x <= top) /\
    (forall x c, In x nodes -> zero x = false -> In c (available x) -> branches P c <> [] ->
      g x + b <= reward P c + E (probabilities (branches P c)) g).
  Proof.
    destruct least_reward as [r [r0 [r1 Hr]]].
    destruct (least_probability P available nodes) as [q [q0 [q1 Hq]]].
    set (highest := fun x => list_max (map rank (available x))).
    assert (high : forall x c, In c (available x) -> (rank c <= highest x)%nat).
    { intros x c j. assert (L := proj1 (list_max_le _ _) (le_n (highest x))).
      rewrite Forall_forall in L. apply L. apply in_map. exact j. }
    destruct (nat_bound nodes highest) as [R HR].
    set (u := q * (1 # 2)). assert (u0 : 0 < u) by (unfold u; lra).
    assert (u1 : u <= 1 # 2) by (unfold u; lra).
    assert (falls := fun m n => pow_falls u m n ltac:(lra) ltac:(lra)).
    set (g := fun x => if zero x then r else r * pow u (S (highest x))).
    assert (bounds : forall x, 0 <= g x <= r).
    { intros x. unfold g. destruct (zero x); [lra | ].
      assert (N := pow_nonneg u (S (highest x)) ltac:(lra)).
      assert (L := pow_le_1 u (S (highest x)) ltac:(lra) ltac:(lra)). nra. }
    exists g, (r * pow u (S R)), r.
    split; [assert (N := pow_pos u (S R) u0); nra | split; [lra | split; [exact bounds | ]]].
    intros x c i ez j ne.
    assert (gx : g x + r * pow u (S R) <= 2 * r * pow u (S (highest x))).
    { unfold g. rewrite ez. specialize (HR x i).
      assert (L := falls (S (highest x)) (S R) ltac:(lia)). nra. }
    assert (U := pow_nonneg u (highest x) ltac:(lra)).
    assert (N := E_branches_nonneg P available nodes inside x c g i j
      (fun z _ => proj1 (bounds z))).
    assert (r' := lower_rewards _ _ _ _ _ _ _ lower x c i j).
    destruct (lower_ranks _ _ _ _ _ _ _ lower x c i ez j) as [pays | [eb | [w [z [ib Hz]]]]].
    - specialize (Hr x c i j pays). simpl pow in gx at 2.
      assert (L := pow_le_1 u (highest x) ltac:(lra) ltac:(lra)).
      assert (2 * r * (u * pow u (highest x)) <= r); [ | lra].
      assert (u * pow u (highest x) <= 1 # 2) by nra. nra.
    - contradiction.
    - assert (Gz : r * pow u (highest x) <= g z).
      { unfold g. destruct (zero z) eqn:e.
        - assert (L := pow_le_1 u (highest x) ltac:(lra) ltac:(lra)). nra.
        - destruct Hz as [Hz | Hz]; [congruence | ].
          assert (lt : (S (highest z) <= highest x)%nat).
          { assert (jz := stays_inside P available nodes inside x c w z i j ib).
            apply (Nat.le_trans _ (rank c)); [ | exact (high x c j)].
            apply list_max_lt.
            - intros e'. apply map_eq_nil in e'.
              exact (some_option P available nodes inside z jz e').
            - apply Forall_forall. intros m im. apply in_map_iff in im as [o [<- io]].
              exact (Hz o io). }
          assert (L := falls (S (highest z)) (highest x) lt). nra. }
      assert (L := E_one_branch P available nodes inside x c w z g q (r * pow u (highest x)) i j ib
        (fun p b k => Hq x c p b i j k) ltac:(nra) (fun b _ => proj1 (bounds b)) Gz).
      simpl pow in gx at 2. unfold u at 2 in gx. lra.
  Qed.

  (* So the probability that the play goes on is small, unless much is paid. *)
  Lemma goes_on_paid : exists b top, 0 < b /\ 0 <= top /\
    forall s, plays P available s -> forall n h x, In x nodes ->
    inject_Z (Z.of_nat n) * b * alive P s zero n h x <= J P total_reward s n h x + top.
  Proof.
    destruct potential as [g [b [t [b0 [t0 [bounds rises]]]]]]. exists b, t.
    split; [exact b0 | split; [exact t0 | ]]. intros s Hs.
    assert (H : forall n h x, In x nodes ->
      inject_Z (Z.of_nat n) * b * alive P s zero n h x + (g x - t) <= J P stopping s n h x).
    { induction n as [ | n IH]; intros h x i; assert (gx := bounds x).
      - change (inject_Z (Z.of_nat 0)) with 0. cbn [J stop stop_at total_reward discounted].
        destruct (zero x); lra.
      - unfold alive. cbn [J still stop stop_at total_reward discounted paid over discount].
        destruct (zero x) eqn:ez; [lra | ].
        rewrite <- E_scale.
        rewrite <- (E_dist (s h x) (g x - t))
          by exact (policy_dist P available nodes inside s Hs h x i).
        rewrite <- E_plus. apply (E_policy_le P available nodes inside s Hs); [exact i | ].
        intros c j. destruct (branches P c) as [ | a l] eqn:eb.
        + cbn [probabilities map E]. assert (r0 := lower_rewards _ _ _ _ _ _ _ lower x c i j).
          lra.
        + rewrite <- eb. assert (ne : branches P c <> []) by congruence.
          assert (L := rises x c i ez j ne).
          rewrite inject_S. change (still P s zero 1 (fun _ => 1) n ((x, c) :: h)) with
            (alive P s zero n ((x, c) :: h)).
          set (on := alive P s zero n ((x, c) :: h)). set (k := inject_Z (Z.of_nat n)) in *.
          assert (M := E_branches_le P available nodes inside x c
            (fun z => k * b * on z + (g z + - t)) _ i j (fun z iz => IH ((x, c) :: h) z iz)).
          rewrite E_plus, E_scale, E_plus, (E_dist _ (- t) (probabilities_dist _ ne)) in M.
          assert (A := E_branches_upper P available nodes inside x c on 1 i j ltac:(lra)
            (fun z iz => alive_le_1 P available nodes inside s Hs zero n ((x, c) :: h) z iz)).
          set (e := E (probabilities (branches P c)) on) in *.
          assert (b * e <= b) by nra. lra. }
    intros n h x i. specialize (H n h x i). assert (gx := bounds x).
    assert (L := stop_at_less P available nodes inside zero total_reward s ltac:(cbn; lra)
      total_nonneg Hs n h x i). lra.
  Qed.

  (* From an infinite state the play goes on for ever with positive probability. *)
  Lemma goes_on_for_ever : exists a, 0 < a /\
    forall s, plays P available s -> forall n h x, In x nodes -> inf x = true ->
    a <= alive P s zero n h x.
  Proof.
    destruct (least_probability P available nodes) as [q [q0 [q1 Hq]]].
    destruct (nat_bound nodes level) as [L HL].
    assert (falls := fun m n => pow_falls q m n ltac:(lra) q1).
    exists (pow q L). split; [exact (pow_pos q L q0) | ]. intros s Hs.
    assert (H : forall n h x, In x nodes -> inf x = true ->
      pow q (level x) <= alive P s zero n h x).
    { induction n as [ | n IH]; intros h x i e; unfold alive; cbn [still];
        assert (ez : zero x = false) by (unfold unpaid; rewrite e; reflexivity); rewrite ez.
      - exact (pow_le_1 q _ ltac:(lra) q1).
      - apply (E_policy_lower P available nodes inside s Hs); [exact i | ]. intros c j.
        rewrite Qmult_1_l.
        destruct (lower_levels _ _ _ _ _ _ _ lower x c i e j)
          as [[w [z [ib [iz lt]]]] | [ne all]].
        + assert (jz := stays_inside P available nodes inside x c w z i j ib).
          assert (N := E_one_branch P available nodes inside x c w z
            (alive P s zero n ((x, c) :: h)) q (pow q (level z)) i j ib
            (fun p b k => Hq x c p b i j k) (pow_nonneg q _ ltac:(lra))
            (fun b ib' => alive_nonneg P available nodes inside s Hs zero n ((x, c) :: h) b ib')
            (IH ((x, c) :: h) z jz iz)).
          assert (F := falls (S (level z)) (level x) lt). simpl pow in F. unfold alive in N. lra.
        + apply E_dist_ge; [exact (probabilities_dist _ ne) | ]. intros p z ip.
          assert (jz := lands P available nodes inside x c p z i j ip).
          apply probabilities_in in ip as [w [ib _]]. destruct (all w z ib) as [iz le].
          eapply Qle_trans; [exact (falls _ _ le) | exact (IH ((x, c) :: h) z jz iz)]. }
    intros n h x i e. eapply Qle_trans; [ | exact (H n h x i e)].
    apply falls. specialize (HL x i). lia.
  Qed.

  (* What n steps pay from an infinite state exceeds every bound, whatever the policy. *)
  Lemma infinite_exceeds k : exists n0, forall s, plays P available s -> forall n h x,
    (n0 <= n)%nat -> In x nodes -> inf x = true -> k <= J P total_reward s n h x.
  Proof.
    destruct goes_on_paid as [b [top [b0 [T0 Hb]]]]. destruct goes_on_for_ever as [a [a0 Ha]].
    assert (ba : 0 < b * a) by nra.
    destruct (above_any ((k + top) / (b * a))) as [n0 H0]. exists n0.
    intros s Hs n h x le i e. specialize (H0 n le). specialize (Hb s Hs n h x i).
    specialize (Ha s Hs n h x i e). assert (N := inject_nonneg n).
    set (m := inject_Z (Z.of_nat n)) in *.
    assert (L : k + top <= m * (b * a)).
    { assert (F : (k + top) / (b * a) * (b * a) == k + top) by (field; lra).
      rewrite <- F. apply Qmult_le_compat_r; lra. }
    set (y := alive P s zero n h x) in *. assert (0 <= m * b) by nra.
    assert (m * b * a <= m * b * y) by nra. lra.
  Qed.

  (* From a finite state v is at most what some more steps pay, up to a constant times the
     probability that the play goes on. *)
  Lemma finite_approached : exists k n0, 0 <= k /\
    forall s, plays P available s -> forall n h x, In x nodes -> inf x = false ->
    v x <= J P total_reward s (n + n0) h x + k * alive P s zero n h x.
  Proof.
    destruct (least_probability P available nodes) as [q [q0 [q1 Hq]]].
    destruct (bounded nodes v) as [B [B0 HB]].
    assert (kq : q * (B / q) == B) by (field; lra).
    set (k := B / q) in *. assert (Bk : B <= k) by nra.
    destruct (infinite_exceeds k) as [n0 H0]. exists k, n0. split; [lra | ]. intros s Hs.
    set (f := fun x => if inf x then k else Qmax 0 (v x)).
    assert (f0 : forall x, 0 <= f x).
    { intros x. unfold f. destruct (inf x); [lra | apply Q.le_max_l]. }
    assert (fk : forall x, In x nodes -> f x <= k).
    { intros x i. unfold f. destruct (inf x); [lra | ]. specialize (HB x i).
      apply Q.max_lub; lra. }
    assert (vk : forall x, In x nodes -> v x <= f x).
    { intros x i. unfold f. destruct (inf x); [specialize (HB x i); lra | apply Q.le_max_r]. }
    assert (J0 := fun n h x => J_nonneg P available nodes inside total_reward ltac:(cbn; lra)
      s Hs total_nonneg n h x).
    assert (H : forall n h x, In x nodes ->
      f x <= J P total_reward s (n + n0) h x + k * alive P s zero n h x).
    { induction n as [ | n IH]; intros h x i.
      - unfold alive. cbn [still]. assert (j0 := J0 (0 + n0)%nat h x i).
        destruct (zero x) eqn:ez; [ | specialize (fk x i); lra].
        assert (f x <= 0); [ | lra]. unfold unpaid in ez. apply andb_true_iff in ez as [e le].
        apply negb_true_iff in e. apply Qle_bool_iff in le. unfold f. rewrite e.
        apply Q.max_lub; lra.
      - assert (a0 := alive_nonneg P available nodes inside s Hs zero (S n) h x i).
        assert (ka : 0 <= k * alive P s zero (S n) h x) by nra.
        assert (j0 := J0 (S n + n0)%nat h x i).
        destruct (inf x) eqn:e.
        { specialize (H0 s Hs (S n + n0)%nat h x ltac:(lia) i e). specialize (fk x i). lra. }
        destruct (zero x) eqn:ez.
        { assert (f x <= 0); [ | lra]. unfold unpaid in ez. apply andb_true_iff in ez as [_ le].
          apply Qle_bool_iff in le. unfold f. rewrite e. apply Q.max_lub; lra. }
        unfold alive in *. cbn [still Nat.add J] in *. rewrite ez in *.
        cbn [stop paid over discount total_reward discounted] in *.
        rewrite <- E_scale, <- E_plus. unfold f at 1. rewrite e.
        apply Q.max_lub; [rewrite E_plus, E_scale; lra | ].
        apply (E_policy_lower P available nodes inside s Hs); [exact i | ]. intros c j.
        assert (r0 := lower_rewards _ _ _ _ _ _ _ lower x c i j).
        assert (W := lower_step _ _ _ _ _ _ _ lower x c i e j). unfold worth in W.
        change (still P s zero 1 (fun _ => 1) n ((x, c) :: h)) with
          (alive P s zero n ((x, c) :: h)).
        set (on := alive P s zero n ((x, c) :: h)) in *.
        set (then_paid := J P total_reward s (n + n0) ((x, c) :: h)).
        destruct (branches P c) as [ | a l] eqn:eb.
        { destruct W as [[w [z [ib _]]] | W]; [rewrite eb in ib; destruct ib | ].
          cbn [paid over discount total_reward discounted probabilities map E] in *. lra. }
        rewrite <- eb in *.
        assert (M := E_branches_le P available nodes inside x c f
          (fun z => then_paid z + k * on z) i j (fun z iz => IH ((x, c) :: h) z iz)).
        rewrite E_plus, E_scale in M. destruct W as [[w [z [ib iz]]] | W].
        + assert (N := E_one_branch P available nodes inside x c w z f q k i j ib
            (fun p b m => Hq x c p b i j m) ltac:(lra) (fun b _ => f0 b)
            ltac:(unfold f; rewrite iz; lra)).
          specialize (HB x i). lra.
        + assert (L := E_branches_le P available nodes inside x c v f i j vk).
          cbn [paid discount total_reward discounted] in W. lra. }
    intros n h x i e. eapply Qle_trans; [exact (vk x i) | exact (H n h x i)].
  Qed.

  Variable s : policy P.
  Hypothesis Hs : plays P available s.

  Theorem total_lower_bound x : In x nodes -> inf x = false -> at_least (earning 1 x s) (v x).
  Proof.
    intros i e eps e0. destruct finite_approached as [k [n0 [k0 Hk]]].
    destruct goes_on_paid as [b [top [b0 [T0 Hb]]]]. assert (eb : 0 < eps * b) by nra.
    destruct (above_any (k * (v x + top) / (eps * b) + 1)) as [m Hm].
    exists (n0 + m)%nat. intros n le. assert (parts : n = (n - n0 + n0)%nat) by lia.
    specialize (Hm (n - n0)%nat ltac:(lia)). specialize (Hk s Hs (n - n0)%nat [] x i e).
    specialize (Hb s Hs (n - n0)%nat [] x i).
    assert (L := J_grows_le P available nodes inside total_reward ltac:(cbn; lra) s Hs
      total_nonneg (n - n0) n [] x ltac:(lia) i).
    rewrite <- parts in Hk. change (earning 1 x s n) with (J P total_reward s n [] x).
    assert (a0 := alive_nonneg P available nodes inside s Hs zero (n - n0) [] x i).
    set (a := alive P s zero (n - n0) [] x) in *.
    set (paid := J P total_reward s n [] x) in *.
    set (paid' := J P total_reward s (n - n0) [] x) in *.
    set (r := inject_Z (Z.of_nat (n - n0))) in *.
    destruct (Qlt_le_dec paid (v x - eps)) as [lt | le']; [exfalso | exact le'].
    assert (M : k * (v x + top) + eps * b <= r * (eps * b)).
    { assert (F : (k * (v x + top) / (eps * b) + 1) * (eps * b) == k * (v x + top) + eps * b)
        by (field; split; lra).
      rewrite <- F. apply Qmult_le_compat_r; [exact Hm | lra]. }
    assert (ka : eps <= k * a) by lra. assert (r0 := inject_nonneg (n - n0)). fold r in r0.
    assert (rb : 0 <= r * b) by nra.
    assert (r * b * eps <= r * b * (k * a)) by nra.
    assert (k * (r * b * a) <= k * (v x + top)) by nra. lra.
  Qed.

  Theorem total_diverges x : In x nodes -> inf x = true -> diverges (earning 1 x s).
  Proof.
    intros i e k. destruct (infinite_exceeds k) as [n0 H0]. exists n0. intros n le.
    exact (H0 s Hs n [] x le i e).
  Qed.
End Below.

(* Two players ---------------------------------------------------------------------------------- *)

Section Game.
  Variable P : process.
  Variable up : state P -> bool.
  Variable pi : state P -> choice P.
  Hypothesis picked : picks P pi.
  Variable nodes : list (state P).
  Hypothesis inside : closed P (options P) nodes.
  Variable inf : state P -> bool.
  Variable rank : choice P -> nat.
  Variable level : state P -> nat.
  Variable x : state P.
  Hypothesis is_node : In x nodes.

  (* Bounds: v of the one need not be that of the other. *)
  Theorem total_at_least v :
    total_lower P (available P up pi false) nodes v inf rank level -> inf x = false ->
    secures_at_least P up (earning 1 x) (v x).
  Proof.
    intros L e. apply (secure_at_least P up pi picked). intros s Hs.
    exact (total_lower_bound P _ nodes (closed_available P up pi false nodes picked inside)
      v inf rank level L s Hs x is_node e).
  Qed.

  Theorem total_at_most v :
    total_upper P (available P up pi true) nodes v inf -> inf x = false ->
    secures_at_most P up (earning 1 x) (v x).
  Proof.
    intros U e. apply (secure_at_most P up pi picked). intros s Hs.
    exact (total_upper_bound P _ nodes (closed_available P up pi true nodes picked inside)
      v inf U s Hs x is_node e).
  Qed.

  Theorem total_value v :
    total_lower P (available P up pi false) nodes v inf rank level ->
    total_upper P (available P up pi true) nodes v inf -> inf x = false ->
    game_value P up (earning 1 x) (v x).
  Proof. intros L U e. split; [exact (total_at_least v L e) | exact (total_at_most v U e)]. Qed.

  (* From an infinite state who maximises gets above every bound, whatever the other does. *)
  Theorem total_infinite v :
    total_lower P (available P up pi false) nodes v inf rank level -> inf x = true ->
    exists s, allowed P s /\ forall t, allowed P t -> diverges (earning 1 x (join up s t)).
  Proof.
    intros L e. exists (always P pi). split; [exact (always_allowed P pi picked) | ]. intros t Ht.
    exact (total_diverges P _ nodes (closed_available P up pi false nodes picked inside)
      v inf rank level L _ (join_below P up pi t Ht) x is_node e).
  Qed.
End Game.

(* One player ----------------------------------------------------------------------------------- *)

Section One.
  Variable P : process.
  Variable pi : state P -> choice P.
  Hypothesis picked : picks P pi.
  Variable nodes : list (state P).
  Hypothesis inside : closed P (options P) nodes.
  Variable x : state P.
  Hypothesis is_node : In x nodes.

  Section Infinite.
    Variable v : state P -> Q.
    Variable inf : state P -> bool.
    Variable rank : choice P -> nat.
    Variable level : state P -> nat.

    Theorem total_greatest :
      total_lower P (only pi) nodes v inf rank level ->
      total_upper P (options P) nodes v inf ->
      inf x = false -> greatest_expected_reward P x (v x).
    Proof.
      intros L U e. apply greatest_is_value.
      exact (total_value P (fun _ => true) pi picked nodes inside inf rank level x is_node
        v L U e).
    Qed.

    Theorem total_greatest_infinite :
      total_lower P (only pi) nodes v inf rank level ->
      inf x = true -> exists s, allowed P s /\ diverges (earning 1 x s).
    Proof.
      intros L e. destruct (total_infinite P (fun _ => true) pi picked nodes inside inf rank level
        x is_node v L e) as [s [Hs H]]. exists s. split; [exact Hs | exact (H s Hs)].
    Qed.

    Theorem total_least :
      total_lower P (options P) nodes v inf rank level ->
      total_upper P (only pi) nodes v inf ->
      inf x = false -> least_expected_cost P x (v x).
    Proof.
      intros L U e. apply least_is_value.
      exact (total_value P (fun _ => false) pi picked nodes inside inf rank level x is_node
        v L U e).
    Qed.

    Theorem total_least_infinite :
      total_lower P (options P) nodes v inf rank level ->
      inf x = true -> forall s, allowed P s -> diverges (earning 1 x s).
    Proof.
      intros L e s Hs.
      exact (total_diverges P _ nodes inside v inf rank level L s Hs x is_node e).
    Qed.
  End Infinite.

  (* If each step costs something, unless it ends the play, no ranks are needed. *)
  Theorem total_least_of_costs v :
    (forall z c, In z nodes -> In c (options P z) ->
      0 < reward P c \/ (branches P c = [] /\ 0 <= reward P c)) ->
    (forall z, In z nodes -> 0 <= v z) ->
    (forall z c, In z nodes -> In c (options P z) -> v z <= worth P total_reward v c) ->
    (forall z, In z nodes -> worth P total_reward v (pi z) <= v z) ->
    least_expected_cost P x (v x).
  Proof.
    intros costs v0 L U.
    apply (total_least v (fun _ => false) (fun _ => O) (fun _ => O)); [split | split | reflexivity].
    - intros z c i j. destruct (costs z c i j) as [lt | [_ le]]; lra.
    - intros z c i _ j. right. exact (L z c i j).
    - intros z c i _ j. destruct (costs z c i j) as [lt | [eb _]]; [left; exact lt | ].
      right. left. exact eb.
    - discriminate.
    - intros z i _. exact (v0 z i).
    - intros z c _ _ _ [w [y [_ e]]]. discriminate.
    - intros z c i _ [<- | []]. exact (U z i).
  Qed.
End One.
