(* Rewards of any sign until the goal is reached, where some states are infinite: by levels, as in
   Cost.v, every policy misses the goal from there with positive probability. So a policy that
   reaches it almost surely takes choices that may lead there with probability 0 only, and these may
   as well pay so much, or cost so much, that nothing need be asked of them; with the infinite
   states as goals, SignedCost.v then has the bounds.

   The conditions are those of check_signed_cost of exactbox/checker/signed.py, and of
   check_levels of exactbox/checker/process.py, the levels being those of all options. *)
From Coq Require Import QArith List Lqa Bool.
From exactbox Require Import Definitions Plays Players Cost SignedCost.
Import ListNotations.
Local Open Scope Q_scope.

Lemma E_same {A} (l : list (Q * A)) f g :
  (forall p a, In (p, a) l -> p == 0 \/ f a == g a) -> E l f == E l g.
Proof.
  induction l as [ | [p a] l IH]; intros H; cbn [E]; [reflexivity | ].
  rewrite IH by (intros q b i; exact (H q b (or_intror i))).
  destruct (H p a (or_introl eq_refl)) as [e | e]; rewrite e; [ring | reflexivity].
Qed.

Lemma E_zero {A} (l : list (Q * A)) f : weighted l -> (forall p a, In (p, a) l -> 0 <= f a) ->
  E l f == 0 -> forall p a, In (p, a) l -> p == 0 \/ f a == 0.
Proof.
  intros w H e p a i.
  assert (L := E_le_one l (fun _ => 0) f p a (f a) w H i ltac:(cbn; lra)). rewrite E_const in L.
  assert (p0 := w p a i). assert (f0 := H p a i). cbn beta in f0.
  destruct (Qlt_le_dec 0 p) as [lt | le]; [right | left; lra].
  destruct (Qlt_le_dec 0 (f a)) as [f1 | f1]; [exfalso | lra].
  assert (0 < p * f a) by nra. lra.
Qed.

Section Avoiding.
  Variable P : process.
  Variable available : state P -> list (choice P).
  Variable nodes : list (state P).
  Hypothesis inside : closed P available nodes.
  Variable goal : state P -> bool.
  Variable ended : bool.
  Variable inf : state P -> bool.
  Variable level : state P -> nat.
  Hypothesis levels : levels_hold P available nodes goal ended inf level.

  (* It may lead to an infinite state. *)
  Definition risky (c : choice P) : bool := existsb (fun b => inf (snd b)) (branches P c).

  Lemma risky_spec c : risky c = true <-> exists w z, In (w, z) (branches P c) /\ inf z = true.
  Proof.
    unfold risky. rewrite existsb_exists. split.
    - intros [[w z] H]. exists w, z. exact H.
    - intros [w [z H]]. exists (w, z). exact H.
  Qed.

  Lemma not_risky c w z : risky c = false -> In (w, z) (branches P c) -> inf z = false.
  Proof.
    intros e i. destruct (inf z) eqn:f; [ | reflexivity].
    assert (risky c = true) by (apply risky_spec; exists w, z; auto). congruence.
  Qed.

  (* What is available is worth v or less, or loses, or is risky; cost_lower of Cost.v is the
     same from below. *)
  Record avoiding_upper (v : state P -> Q) : Prop := {
    avoiding_upper_goal : forall x, In x nodes -> goal x = true -> 0 <= v x;
    avoiding_upper_step : forall x c,
      In x nodes -> goal x = false -> inf x = false -> In c (available x) ->
      loses P ended c \/ (exists w z, In (w, z) (branches P c) /\ inf z = true) \/
      worth P (until goal) v c <= v x }.

  (* The probability to take a risky choice within n steps, before the goal. *)
  Fixpoint risk (s : policy P) (n : nat) (h : history P) (x : state P) : Q :=
    if goal x then 0 else
    match n with
    | O => 0
    | S n => E (s h x) (fun c =>
        if risky c then 1 else E (probabilities (branches P c)) (risk s n ((x, c) :: h)))
    end.

  (* Risky choices pay k, and infinite states are goals. *)
  Variable k : Q.

  Definition safe : process := {|
    state := state P; choice := choice P; options := options P;
    reward c := if risky c then k else reward P c;
    branches := branches P |}.

  Definition goal_or_inf (x : state P) : bool := goal x || inf x.

  Lemma safe_closed : closed safe available nodes.
  Proof. split; [exact (some_option _ _ _ inside) | exact (stays_inside _ _ _ inside)]. Qed.

  Section Under.
    Variable s : policy P.
    Hypothesis Hs : plays P available s.
    Local Notation reached := (J P (reach goal everywhere ended)).

    Lemma risk_nonneg n : forall h x, In x nodes -> 0 <= risk s n h x.
    Proof.
      induction n as [ | n IH]; intros h x i; cbn [risk]; destruct (goal x); try lra.
      apply (E_policy_nonneg P available nodes inside s Hs); [exact i | ]. intros c j.
      destruct (risky c); [lra | ].
      exact (E_branches_nonneg P available nodes inside x c _ i j
        (fun z iz => IH ((x, c) :: h) z iz)).
    Qed.

    (* Who takes risks misses the goal. *)
    Lemma risk_misses : exists d, 0 < d /\ forall m n h x, In x nodes ->
      reached s (n + m) h x + d * risk s n h x <= 1.
    Proof.
      destruct (infinite_missed P available nodes inside goal ended inf level levels)
        as [p [p0 Hp]].
      destruct (least_probability P available nodes) as [q [q0 [q1 Hq]]].
      exists (q * p). split; [nra | ]. intros m.
      assert (one := fun n h x i =>
        reached_at_most_1 P available nodes inside goal ended s Hs n h x i).
      induction n as [ | n IH]; intros h x i.
      { assert (L := one m h x i). cbn [Nat.add risk]. destruct (goal x); lra. }
      cbn [Nat.add risk J reach stop everywhere paid over discount]. destruct (goal x); [lra | ].
      rewrite <- E_scale, <- E_plus. apply (E_policy_upper P available nodes inside s Hs);
        [exact i | ].
      intros c j. destruct (risky c) eqn:er.
      - apply risky_spec in er as [w [z [ib ez]]].
        assert (ip : In (Zpos w # total (branches P c), z) (probabilities (branches P c))).
        { apply probabilities_in. exists w. split; [exact ib | reflexivity]. }
        assert (ne : branches P c <> []) by (intros e; rewrite e in ib; exact ib).
        assert (iz := stays_inside _ _ _ inside x c w z i j ib).
        assert (L := E_le_one (probabilities (branches P c)) (reached s (n + m) ((x, c) :: h))
          (fun _ => 1) _ z p (probabilities_weighted _)
          (fun r a l => one (n + m)%nat ((x, c) :: h) a
            (lands P available nodes inside x c r a i j l)) ip).
        rewrite (E_dist _ 1 (probabilities_dist _ ne)) in L.
        specialize (Hp s Hs (n + m)%nat ((x, c) :: h) z iz ez). specialize (L ltac:(lra)).
        specialize (Hq x c _ z i j ip). set (r := Zpos w # total (branches P c)) in *.
        assert (q * p <= r * p) by nra. destruct (branches P c); [congruence | lra].
      - destruct (branches P c) as [ | b l] eqn:e; [destruct ended; cbn; lra | ].
        rewrite <- e in *.
        assert (L : E (probabilities (branches P c)) (fun z =>
          reached s (n + m) ((x, c) :: h) z + q * p * risk s n ((x, c) :: h) z) <= 1).
        { apply E_dist_le; [apply probabilities_dist; congruence | ]. intros r z l'.
          exact (IH _ z (lands P available nodes inside x c r z i j l')). }
        rewrite E_plus, E_scale in L. lra.
    Qed.

    Lemma no_risk x : In x nodes -> reaches goal ended x s -> forall n, risk s n [] x == 0.
    Proof.
      intros i [R _] n. destruct risk_misses as [d [d0 H]].
      assert (r0 := risk_nonneg n [] x i).
      destruct (Qlt_le_dec 0 (risk s n [] x)) as [lt | le]; [exfalso | lra].
      destruct (R (d * risk s n [] x * (1 # 2)) ltac:(nra)) as [n0 Hn].
      specialize (Hn (n + n0)%nat ltac:(apply Nat.le_add_l)). unfold reaching in Hn.
      specialize (H n0 n [] x i). assert (0 < d * risk s n [] x) by nra. lra.
    Qed.

    (* Who takes none collects the same. *)
    Lemma safe_collects n : forall h x, In x nodes -> inf x = false -> risk s n h x == 0 ->
      J safe (until (P := safe) goal_or_inf) s n h x == J P (until goal) s n h x.
    Proof.
      induction n as [ | n IH]; intros h x i f e; cbn [J until stop risk] in *;
        unfold goal_or_inf at 1; rewrite f, orb_false_r; destruct (goal x) eqn:eg;
        try reflexivity.
      apply E_same. intros q c iq.
      assert (j := policy_in P available nodes inside s Hs h x q c i iq).
      assert (nonneg : forall p a, In (p, a) (s h x) -> 0 <= (if risky a then 1
        else E (probabilities (branches P a)) (risk s n ((x, a) :: h)))).
      { intros p a ia. destruct (risky a); [lra | ].
        assert (ja := policy_in P available nodes inside s Hs h x p a i ia).
        exact (E_branches_nonneg P available nodes inside x a _ i ja
          (fun z iz => risk_nonneg n _ z iz)). }
      destruct (E_zero _ _ (proj1 (policy_dist P available nodes inside s Hs h x i)) nonneg e q c
        iq) as [z0 | none]; [left; exact z0 | right].
      destruct (risky c) eqn:er; [exfalso; lra | ].
      cbn [paid discount over until reward safe branches]. rewrite er.
      apply Qplus_comp; [reflexivity | ]. apply Qmult_comp; [reflexivity | ].
      destruct (branches P c) as [ | b l] eqn:eb; [reflexivity | ].
      apply (@E_eq (state P)). rewrite <- eb in *. intros p z l'.
      assert (iz := lands P available nodes inside x c p z i j l').
      destruct (E_zero _ _ (probabilities_weighted _)
        (fun r a m => risk_nonneg n _ a (lands P available nodes inside x c r a i j m)) none p z l')
        as [p0 | rz].
      - exfalso. apply probabilities_in in l' as [w [_ ->]]. discriminate p0.
      - apply IH; [exact iz | | exact rz]. apply probabilities_in in l' as [w [l' _]].
        exact (not_risky c w z er l').
    Qed.

    Lemma safe_reaches_more n : forall h x, In x nodes ->
      reached s n h x <= J safe (reach (P := safe) goal_or_inf everywhere ended) s n h x.
    Proof.
      assert (stops : forall n h x, goal_or_inf x = true ->
        J safe (reach (P := safe) goal_or_inf everywhere ended) s n h x == 1).
      { intros m h x e. destruct m; cbn [J reach stop]; rewrite e; reflexivity. }
      induction n as [ | n IH]; intros h x i; destruct (goal_or_inf x) eqn:e;
        try (rewrite (stops _ h x e);
          exact (reached_at_most_1 P available nodes inside goal ended s Hs _ h x i));
        cbn [J reach stop everywhere]; rewrite e;
        apply orb_false_iff in e as [eg _]; rewrite eg; [lra | ].
      apply (E_policy_le P available nodes inside s Hs); [exact i | ]. intros c j.
      cbn [paid discount over reach branches safe].
      assert (L := E_branches_le P available nodes inside x c _ _ i j
        (fun z iz => IH ((x, c) :: h) z iz)).
      destruct (branches P c) as [ | b l] eqn:eb; [lra | ].
      apply Qplus_le_r. rewrite !Qmult_1_l. exact L.
    Qed.

    Lemma safe_reaches x : In x nodes -> reaches goal ended x s ->
      reaches (P := safe) goal_or_inf ended x s.
    Proof.
      intros i [R _]. split; intros eps e0.
      - destruct (R eps e0) as [n0 H]. exists n0. intros n le. specialize (H n le).
        exact (Qle_trans _ _ _ H (safe_reaches_more n [] x i)).
      - exists O. intros n _.
        assert (L := reached_at_most_1 safe available nodes safe_closed goal_or_inf ended s Hs n []
          x i). apply (Qle_trans _ 1); [exact L | lra].
    Qed.
  End Under.
End Avoiding.

(* Bounds for whoever reaches the goal. *)
Section Halves.
  Variable P : process.
  Variable available : state P -> list (choice P).
  Variable nodes : list (state P).
  Hypothesis inside : closed P available nodes.
  Variable goal : state P -> bool.
  Variable ended : bool.
  Variable inf : state P -> bool.
  Variable level : state P -> nat.
  Hypothesis levels : levels_hold P available nodes goal ended inf level.
  Variable v : state P -> Q.
  Local Notation v0 := (fun z => if inf z then 0 else v z).

  (* Of a choice that is not risky, both processes say the same. *)
  Lemma safe_worth k c : risky P inf c = false ->
    worth (safe P inf k) (until (P := safe P inf k) (goal_or_inf P goal inf)) v0 c
    == worth P (until goal) v c.
  Proof.
    intros e. unfold worth. cbn [paid discount over until reward safe branches]. rewrite e.
    apply Qplus_comp; [reflexivity | ]. apply Qmult_comp; [reflexivity | ].
    destruct (branches P c) as [ | b l] eqn:eb; [reflexivity | ].
    apply (@E_eq (state P)). rewrite <- eb. intros p z i. apply probabilities_in in i as [w [i _]].
    rewrite (not_risky P inf c w z e i). reflexivity.
  Qed.

  (* Of one that is, the worth is k up to a bound of v. *)
  Lemma risky_worth k M x c : In x nodes -> In c (available x) ->
    (forall z, In z nodes -> - M <= v z <= M) -> 0 <= M -> risky P inf c = true ->
    k - M <= worth (safe P inf k) (until (P := safe P inf k) (goal_or_inf P goal inf)) v0 c
      <= k + M.
  Proof.
    intros i j HM M0 e. unfold worth. cbn [paid discount over until reward safe branches].
    rewrite e. apply risky_spec in e as [w [y [ib _]]].
    assert (d : distribution (probabilities (branches P c))).
    { apply probabilities_dist. intros eb. rewrite eb in ib. exact ib. }
    assert (H : forall p z, In (p, z) (probabilities (branches P c)) -> - M <= v0 z <= M).
    { intros p z l'. destruct (HM z (lands P available nodes inside x c p z i j l')).
      destruct (inf z); lra. }
    assert (lo := E_dist_ge _ v0 (- M) d (fun p z l' => proj1 (H p z l'))).
    assert (hi := E_dist_le _ v0 M d (fun p z l' => proj2 (H p z l'))).
    destruct (branches P c) as [ | b l]; [destruct ib | ].
    set (m := E (probabilities (b :: l)) v0) in *. change (k - M <= k + 1 * m <= k + M). lra.
  Qed.

  Theorem avoiding_at_least : cost_lower P available nodes goal ended inf v ->
    forall s x, plays P available s -> In x nodes -> inf x = false ->
    reaches goal ended x s -> at_least (collecting goal x s) (v x).
  Proof.
    intros H s x Hs i f R. destruct (bounded nodes v) as [M [M0 HM]].
    set (k := M + M).
    assert (L : signed_lower (safe P inf k) available nodes (goal_or_inf P goal inf) ended v0).
    { split.
      - intros z j e. destruct (inf z) eqn:ez; [lra | ].
        unfold goal_or_inf in e. rewrite ez, orb_false_r in e.
        exact (cost_lower_goal _ _ _ _ _ _ _ H z j e).
      - intros z c j e jc. apply orb_false_iff in e as [eg ez]. rewrite ez.
        destruct (risky P inf c) eqn:er.
        + right. destruct (risky_worth k M z c j jc HM M0 er) as [lo _].
          destruct (HM z j). unfold k in *. lra.
        + destruct (cost_lower_step _ _ _ _ _ _ _ H z c j eg ez jc) as [l | [r | le]].
          * left. exact l.
          * apply risky_spec in r. congruence.
          * right. rewrite (safe_worth k c er). exact le. }
    assert (A := signed_at_least (safe P inf k) available nodes
      (safe_closed P available nodes inside inf k) (goal_or_inf P goal inf) ended v0 L s x Hs i
      (safe_reaches P available nodes inside goal ended inf k s Hs x i R)).
    cbn beta in A. rewrite f in A. intros eps e0. destruct (A eps e0) as [n0 B]. exists n0.
    intros n le. specialize (B n le). unfold collecting in *.
    rewrite (safe_collects P available nodes inside goal inf k s Hs n [] x i f
      (no_risk P available nodes inside goal ended inf level levels s Hs x i R n)) in B. exact B.
  Qed.

  Theorem avoiding_at_most : avoiding_upper P available nodes goal ended inf v ->
    forall s x, plays P available s -> In x nodes -> inf x = false ->
    reaches goal ended x s -> at_most (collecting goal x s) (v x).
  Proof.
    intros H s x Hs i f R. destruct (bounded nodes v) as [M [M0 HM]].
    set (k := - (M + M)).
    assert (L : signed_upper (safe P inf k) available nodes (goal_or_inf P goal inf) ended v0).
    { split.
      - intros z j e. destruct (inf z) eqn:ez; [lra | ].
        unfold goal_or_inf in e. rewrite ez, orb_false_r in e.
        exact (avoiding_upper_goal _ _ _ _ _ _ _ H z j e).
      - intros z c j e jc. apply orb_false_iff in e as [eg ez]. rewrite ez.
        destruct (risky P inf c) eqn:er.
        + right. destruct (risky_worth k M z c j jc HM M0 er) as [_ hi].
          destruct (HM z j). unfold k in *. lra.
        + destruct (avoiding_upper_step _ _ _ _ _ _ _ H z c j eg ez jc) as [l | [r | le]].
          * left. exact l.
          * apply risky_spec in r. congruence.
          * right. rewrite (safe_worth k c er). exact le. }
    assert (A := signed_at_most (safe P inf k) available nodes
      (safe_closed P available nodes inside inf k) (goal_or_inf P goal inf) ended v0 L s x Hs i
      (safe_reaches P available nodes inside goal ended inf k s Hs x i R)).
    cbn beta in A. rewrite f in A. intros eps e0. destruct (A eps e0) as [n0 B]. exists n0.
    intros n le. specialize (B n le). unfold collecting in *.
    rewrite (safe_collects P available nodes inside goal inf k s Hs n [] x i f
      (no_risk P available nodes inside goal ended inf level levels s Hs x i R n)) in B. exact B.
  Qed.
End Halves.

(* One player: what bounds the optimum on one side holds for all options, what bounds it on the
   other for the picks of pi, which stay among finite states and have ranks that fall. *)
Section Answers.
  Variable P : process.
  Variable nodes : list (state P).
  Hypothesis inside : closed P (options P) nodes.
  Variable pi : state P -> choice P.
  Hypothesis picked : picks P pi.
  Variable goal : state P -> bool.
  Variable ended : bool.
  Variable inf : state P -> bool.
  Variable level : state P -> nat.
  Hypothesis levels : levels_hold P (options P) nodes goal ended inf level.
  Variable rank : choice P -> nat.
  Hypothesis finite : stays_finite P (only pi) nodes goal ended inf.
  Hypothesis ranks : ranks_fall P (only pi) nodes (fun x => goal x || inf x) rank.

  Let inside_only : closed P (only pi) nodes := closed_only P pi nodes picked inside.

  Lemma levels_of_pi : levels_hold P (only pi) nodes goal ended inf level.
  Proof.
    split; [exact (infinite_not_goal _ _ _ _ _ _ _ levels) | ].
    intros x c i f [<- | []].
    exact (infinite_step _ _ _ _ _ _ _ levels x _ i f (picked x (some_option _ _ _ inside x i))).
  Qed.

  Lemma pi_reaches x : In x nodes -> inf x = false -> reaches goal ended x (always P pi).
  Proof.
    intros i f. exact (ranks_reach P (only pi) nodes inside_only goal ended inf rank finite ranks
      _ x (plays_only P pi) i f).
  Qed.

  Theorem least_avoiding_bounds lo hi :
    cost_lower P (options P) nodes goal ended inf lo ->
    avoiding_upper P (only pi) nodes goal ended inf hi ->
    forall x, In x nodes -> inf x = false ->
    (forall s, allowed P s -> reaches goal ended x s -> at_least (collecting goal x s) (lo x)) /\
    (exists s, allowed P s /\ reaches goal ended x s /\ at_most (collecting goal x s) (hi x)).
  Proof.
    intros L H x i f. split.
    - intros s Hs.
      exact (avoiding_at_least P _ nodes inside goal ended inf level levels lo L s x Hs i f).
    - exists (always P pi). assert (R := pi_reaches x i f).
      split; [exact (always_allowed P pi picked) | split; [exact R | ]].
      exact (avoiding_at_most P _ nodes inside_only goal ended inf level levels_of_pi hi H _ x
        (plays_only P pi) i f R).
  Qed.

  Theorem greatest_avoiding_bounds lo hi :
    cost_lower P (only pi) nodes goal ended inf lo ->
    avoiding_upper P (options P) nodes goal ended inf hi ->
    forall x, In x nodes -> inf x = false ->
    (forall s, allowed P s -> reaches goal ended x s -> at_most (collecting goal x s) (hi x)) /\
    (exists s, allowed P s /\ reaches goal ended x s /\ at_least (collecting goal x s) (lo x)).
  Proof.
    intros L H x i f. split.
    - intros s Hs.
      exact (avoiding_at_most P _ nodes inside goal ended inf level levels hi H s x Hs i f).
    - exists (always P pi). assert (R := pi_reaches x i f).
      split; [exact (always_allowed P pi picked) | split; [exact R | ]].
      exact (avoiding_at_least P _ nodes inside_only goal ended inf level levels_of_pi lo L _ x
        (plays_only P pi) i f R).
  Qed.
End Answers.
