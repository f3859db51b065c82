(* Players in one process that surely ends: each state has a height, and each choice leads to lower
   states only. Then a player's expectation is what some number of steps pay, exactly, and every
   further step pays nothing. By induction on the height: what is sensible is best in one step, the
   others going on as they do; there is only one way to be sensible, if the tie-break is an order;
   and nobody gains by a policy of their own. *)
From Coq Require Import QArith List Lia Lqa Setoid Bool Arith.
From exactbox Require Import Definitions Plays Players MatchDefinitions.
Import ListNotations.
Local Open Scope Q_scope.

(* A sequence that stays at q, from some point on, converges to q, and to nothing else. *)
Lemma stays_converges u q n0 : (forall n, (n0 <= n)%nat -> u n == q) -> converges u q.
Proof. intros H. split; intros eps e0; exists n0; intros n le; rewrite (H n le); lra. Qed.

Lemma converges_once u v w : converges u v -> converges u w -> v == w.
Proof.
  intros [a b] [c d]. apply Qle_antisym; [exact (limits_ordered u v w a d) | ].
  exact (limits_ordered u w v c b).
Qed.

Section Players.
  Variable P : process.
  Variable begin : state P.
  Variable player : state P -> nat.
  Variable part : nat -> payoff_of P.
  Variable precedes : choice P -> choice P -> Prop.

  Hypothesis never_stops : forall i x, stop (part i) x = None.
  Hypothesis discount_nonneg : forall i, 0 <= discount (part i).
  Hypothesis asymmetric : forall c d, precedes c d -> precedes d c -> False.

  Notation reachable := (reachable P begin).
  Notation expects := (expects P part).
  Notation steady := (steady P).

  Variable height : state P -> nat.
  Hypothesis some_option : forall x, reachable x -> options P x <> [].
  Hypothesis falls : forall x c w z, reachable x -> In c (options P x) ->
    In (w, z) (branches P c) -> (height z < height x)%nat.

  Lemma leads_lower x c p z : reachable x -> In c (options P x) ->
    In (p, z) (probabilities (branches P c)) -> reachable z /\ (height z < height x)%nat.
  Proof.
    intros r i j. apply probabilities_in in j as [w [j _]].
    split; [exact (further P begin x c w z r i j) | exact (falls x c w z r i j)].
  Qed.

  Lemma worth_at_branches y c f g :
    (forall p z, In (p, z) (probabilities (branches P c)) -> f z == g z) ->
    worth P y f c == worth P y g c.
  Proof.
    intros H. unfold worth. destruct (branches P c) as [ | b l]; [reflexivity | ].
    rewrite (E_eq _ f g H). reflexivity.
  Qed.

  (* n steps by a policy that takes c for sure. *)
  Lemma J_sure i s n h x c : s h x = [(1, c)] ->
    J P (part i) s (S n) h x == worth P (part i) (J P (part i) s n ((x, c) :: h)) c.
  Proof.
    intros e. cbn [J]. rewrite never_stops, e. cbn [E]. unfold worth. ring.
  Qed.

  (* The expectation of player i from state x. *)
  Definition value i pi x := J P (part i) (steady pi) (S (height x)) [] x.

  Definition picks_options (pi : state P -> choice P) : Prop :=
    forall x, reachable x -> In (pi x) (options P x).

  Section Steady.
    Variable pi : state P -> choice P.
    Hypothesis picked : picks_options pi.

    Lemma over_in_time i n : forall h x, reachable x -> (height x < n)%nat ->
      J P (part i) (steady pi) n h x == value i pi x.
    Proof.
      induction n as [n IH] using lt_wf_ind. intros h x r lt. destruct n as [ | n]; [lia | ].
      unfold value. rewrite !(J_sure i _ _ _ x (pi x)) by reflexivity.
      apply worth_at_branches. intros p z j.
      destruct (leads_lower x (pi x) p z r (picked x r) j) as [rz lz].
      rewrite (IH n ltac:(lia) _ z rz ltac:(lia)).
      rewrite (IH (height x) ltac:(lia) _ z rz lz). reflexivity.
    Qed.

    Lemma value_step i x : reachable x ->
      value i pi x == worth P (part i) (value i pi) (pi x).
    Proof.
      intros r. unfold value at 1. rewrite (J_sure i _ _ _ x (pi x)) by reflexivity.
      apply worth_at_branches. intros p z j.
      destruct (leads_lower x (pi x) p z r (picked x r) j) as [rz lz].
      exact (over_in_time i _ _ z rz lz).
    Qed.

    Lemma expects_value i x : reachable x -> expects i (steady pi) x (value i pi x).
    Proof.
      intros r. apply stays_converges with (S (height x)). intros n le.
      apply over_in_time; [exact r | lia].
    Qed.

    Lemma after_first i c n : forall h x, h <> [] ->
      J P (part i) (first_then P c pi) n h x == J P (part i) (steady pi) n h x.
    Proof.
      induction n as [ | n IH]; intros h x ne; [reflexivity | ].
      rewrite (J_sure i (steady pi) n h x (pi x)) by reflexivity.
      rewrite (J_sure i (first_then P c pi) n h x (pi x)).
      - apply worth_at_branches. intros p z _. apply IH. discriminate.
      - destruct h; [congruence | reflexivity].
    Qed.

    Lemma expects_first i x c : reachable x -> In c (options P x) ->
      expects i (first_then P c pi) x (worth P (part i) (value i pi) c).
    Proof.
      intros r o. apply stays_converges with (S (height x)). intros n le.
      destruct n as [ | n]; [lia | ].
      rewrite (J_sure i (first_then P c pi) n [] x c) by reflexivity.
      apply worth_at_branches. intros p z j.
      destruct (leads_lower x c p z r o j) as [rz lz].
      rewrite after_first by discriminate. apply over_in_time; [exact rz | lia].
    Qed.
  End Steady.

  (* c is worse than d for player i, or as good and later in the tie-break. *)
  Definition second_to (i : nat) (pi : state P -> choice P) (c d : choice P) : Prop :=
    let worth_it := worth P (part i) (value i pi) in
    worth_it c < worth_it d \/ (worth_it c == worth_it d /\ precedes d c).

  Theorem sensible_in_one_step pi : sensible P begin player part precedes pi <->
    forall x, reachable x -> In (pi x) (options P x) /\
    forall c, In c (options P x) -> c = pi x \/ second_to (player x) pi c (pi x).
  Proof.
    split; intros H x r; destruct (H x r) as [o B]; (split; [exact o | ]); intros c j.
    - assert (picked : picks_options pi) by (intros z rz; exact (proj1 (H z rz))).
      destruct (B c j) as [e | [v [w [Hv [Hw L]]]]]; [left; exact e | right].
      apply (converges_once _ _ _ (expects_value pi picked (player x) x r)) in Hv.
      apply (converges_once _ _ _ (expects_first pi picked (player x) x c r j)) in Hw.
      rewrite (value_step pi picked (player x) x r) in Hv.
      unfold second_to. destruct L as [lt | [e p]]; [left; lra | right].
      split; [lra | exact p].
    - assert (picked : picks_options pi) by (intros z rz; exact (proj1 (H z rz))).
      destruct (B c j) as [e | S]; [left; exact e | right].
      exists (value (player x) pi x), (worth P (part (player x)) (value (player x) pi) c).
      split; [exact (expects_value pi picked _ x r) | ].
      split; [exact (expects_first pi picked _ x c r j) | ].
      rewrite (value_step pi picked _ x r). unfold second_to in S.
      destruct S as [lt | [e p]]; [left; exact lt | right; split; [exact e | exact p]].
  Qed.

  Lemma sensible_picks pi : sensible P begin player part precedes pi -> picks_options pi.
  Proof. intros H x r. exact (proj1 (H x r)). Qed.

  Theorem sensible_once pi other :
    sensible P begin player part precedes pi -> sensible P begin player part precedes other ->
    forall x, reachable x -> other x = pi x /\ forall i, value i other x == value i pi x.
  Proof.
    intros H K. assert (Hp := sensible_picks pi H). assert (Kp := sensible_picks other K).
    rewrite sensible_in_one_step in H, K.
    assert (G : forall n x, reachable x -> (height x < n)%nat ->
      other x = pi x /\ forall i, value i other x == value i pi x).
    { induction n as [ | n IH]; intros x r lt; [lia | ].
      assert (W : forall i c, In c (options P x) ->
        worth P (part i) (value i other) c == worth P (part i) (value i pi) c).
      { intros i c o. apply worth_at_branches. intros p z j.
        destruct (leads_lower x c p z r o j) as [rz lz].
        exact (proj2 (IH z rz ltac:(lia)) i). }
      destruct (H x r) as [o B]. destruct (K x r) as [o' B'].
      assert (e : other x = pi x).
      { destruct (B _ o') as [e | S]; [exact e | ]. destruct (B' _ o) as [e | S'].
        { symmetry. exact e. }
        exfalso. unfold second_to in S, S'.
        rewrite !W in S' by assumption.
        destruct S as [lt1 | [e1 p1]], S' as [lt2 | [e2 p2]]; try lra.
        exact (asymmetric _ _ p1 p2). }
      split; [exact e | ]. intros i.
      rewrite (value_step pi Hp i x r), (value_step other Kp i x r), e. exact (W i _ o). }
    intros x r. exact (G (S (height x)) x r (le_n _)).
  Qed.

  Theorem sensible_nobody_gains pi :
    sensible P begin player part precedes pi -> nobody_gains P begin player part pi.
  Proof.
    intros H i s x v Hs r Hv eps e0. assert (picked := sensible_picks pi H).
    rewrite sensible_in_one_step in H.
    apply (converges_once _ _ _ (expects_value pi picked i x r)) in Hv.
    assert (G : forall n h x, reachable x -> (height x < n)%nat ->
      J P (part i) (alone P player i s pi) n h x <= value i pi x).
    { induction n as [ | n IH]; intros h z rz lt; [lia | ].
      assert (L : forall c, In c (options P z) ->
        worth P (part i) (J P (part i) (alone P player i s pi) n ((z, c) :: h)) c
        <= worth P (part i) (value i pi) c).
      { intros c o. unfold worth. assert (d0 := discount_nonneg i).
        destruct (branches P c) as [ | b l] eqn:eb; [lra | ]. rewrite <- eb.
        assert (M : E (probabilities (branches P c))
            (J P (part i) (alone P player i s pi) n ((z, c) :: h))
          <= E (probabilities (branches P c)) (value i pi)); [ | nra].
        apply E_le; [apply probabilities_weighted | ]. intros p a j.
        destruct (leads_lower z c p a rz o j) as [ra la]. apply IH; [exact ra | lia]. }
      destruct (Nat.eqb (player z) i) eqn:who.
      - cbn [J]. rewrite never_stops. unfold alone at 1. rewrite who.
        destruct (Hs h z (some_option z rz)) as [dist among].
        apply E_dist_le; [exact dist | ]. intros q c j. apply among in j.
        eapply Qle_trans; [exact (L c j) | ]. rewrite (value_step pi picked i z rz).
        apply Nat.eqb_eq in who. destruct (H z rz) as [_ B]. rewrite who in B.
        destruct (B c j) as [-> | [lt' | [e _]]]; lra.
      - rewrite (J_sure i (alone P player i s pi) n h z (pi z)).
        + rewrite (value_step pi picked i z rz). exact (L _ (picked z rz)).
        + unfold alone. rewrite who. reflexivity. }
    exists (S (height x)). intros n le. specialize (G n [] x r ltac:(lia)). lra.
  Qed.

  (* So one sensible way to play gives the answer. *)
  Theorem expected_among_sensible pi i v :
    sensible P begin player part precedes pi -> value i pi begin == v ->
    expects_among_sensible P begin player part precedes i v.
  Proof.
    intros H e. exists pi. split; [exact H | ].
    split; [intros other K x r; exact (proj1 (sensible_once pi other H K x r)) | ].
    split; [exact (sensible_nobody_gains pi H) | ].
    apply stays_converges with (S (height begin)). intros n le. rewrite <- e.
    apply over_in_time; [exact (sensible_picks pi H) | constructor | lia].
  Qed.
End Players.

(* There is one answer. *)
Theorem expected_once P begin player part precedes i v w :
  expects_among_sensible P begin player part precedes i v ->
  expects_among_sensible P begin player part precedes i w -> v == w.
Proof.
  intros [pi [H [U [_ V]]]] [other [K [_ [_ W]]]].
  assert (same : forall n h x, reachable P begin x ->
    J P (part i) (steady P other) n h x == J P (part i) (steady P pi) n h x).
  { induction n as [ | n IH]; intros h x r; [reflexivity | ]. cbn [J].
    destruct (stop (part i) x); [reflexivity | ]. unfold steady at 1 3. rewrite (U other K x r).
    cbn [E]. destruct (branches P (pi x)) as [ | b l] eqn:eb; [reflexivity | ]. rewrite <- eb.
    rewrite (E_eq _ _ (J P (part i) (steady P pi) n ((x, pi x) :: h))); [reflexivity | ].
    intros p z j. apply probabilities_in in j as [u [j _]]. apply IH.
    exact (further P begin x (pi x) u z r (proj1 (H x r)) j). }
  apply (converges_once _ v w V). assert (r := at_begin P begin).
  destruct W as [lo hi]. split; intros eps e0.
  - destruct (lo eps e0) as [n0 L]. exists n0. intros n le. specialize (L n le).
    rewrite (same n [] begin r) in L. exact L.
  - destruct (hi eps e0) as [n0 L]. exists n0. intros n le. specialize (L n le).
    rewrite (same n [] begin r) in L. exact L.
Qed.
