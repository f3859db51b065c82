(* Expectations, and the plays of any policy among available choices: how v is related to what n
   steps pay if each step is worth at least, or at most, v; and that ranks which fall end the play,
   whatever the policy, after a number of steps that depends on the ranks alone.

   The ranks are those of check_ranks of exactbox/checker/process.py. *)
From Coq Require Import QArith List Lia Lqa Setoid Bool.
From exactbox Require Import Definitions.
From exactbox Require Export Sums.
Import ListNotations.
Local Open Scope Q_scope.

Section Plays.
  Variable P : process.
  Variable available : state P -> list (choice P).
  Variable nodes : list (state P).     (* finitely many, which no play leaves *)

  Record closed : Prop := {
    some_option : forall x, In x nodes -> available x <> [];
    stays_inside : forall x c w z,
      In x nodes -> In c (available x) -> In (w, z) (branches P c) -> In z nodes }.

  Hypothesis inside : closed.

  (* The least probability of a branch. *)
  Lemma least_probability : exists q, 0 < q /\ q <= 1 /\ forall x c p z,
    In x nodes -> In c (available x) -> In (p, z) (probabilities (branches P c)) -> q <= p.
  Proof.
    destruct (positive_bound
      (flat_map (fun x => flat_map (fun c => probabilities (branches P c)) (available x)) nodes)
      fst) as [q [q0 [q1 H]]].
    - intros [p z] i. apply in_flat_map in i as [x [ix i]]. apply in_flat_map in i as [c [ic i]].
      apply probabilities_in in i as [w [_ ->]]. reflexivity.
    - exists q. split; [exact q0 | split; [exact q1 | ]]. intros x c p z i j k.
      apply (H (p, z)). apply in_flat_map. exists x. split; [exact i | ]. apply in_flat_map.
      exists c. split; assumption.
  Qed.

  Lemma lands x c p z :
    In x nodes -> In c (available x) -> In (p, z) (probabilities (branches P c)) -> In z nodes.
  Proof.
    intros i j k. apply probabilities_in in k as [w [k _]].
    exact (stays_inside inside x c w z i j k).
  Qed.

  Section Under.
    Variable s : policy P.
    Hypothesis Hs : plays P available s.

    Lemma policy_dist h x : In x nodes -> distribution (s h x).
    Proof. intros i. exact (proj1 (Hs h x (some_option inside x i))). Qed.

    Lemma policy_in h x q c : In x nodes -> In (q, c) (s h x) -> In c (available x).
    Proof. intros i j. exact (proj2 (Hs h x (some_option inside x i)) q c j). Qed.

    Lemma E_policy_le h x f g : In x nodes ->
      (forall c, In c (available x) -> f c <= g c) -> E (s h x) f <= E (s h x) g.
    Proof.
      intros i H. apply E_le; [exact (proj1 (policy_dist h x i)) | ].
      intros q c j. exact (H c (policy_in h x q c i j)).
    Qed.

    Lemma E_policy_eq h x f g : In x nodes ->
      (forall c, In c (available x) -> f c == g c) -> E (s h x) f == E (s h x) g.
    Proof. intros i H. apply E_eq. intros q c j. exact (H c (policy_in h x q c i j)). Qed.

    Lemma E_policy_nonneg h x f : In x nodes ->
      (forall c, In c (available x) -> 0 <= f c) -> 0 <= E (s h x) f.
    Proof.
      intros i H. apply E_nonneg; [exact (proj1 (policy_dist h x i)) | ].
      intros q c j. exact (H c (policy_in h x q c i j)).
    Qed.

    Lemma E_policy_upper h x f k : In x nodes ->
      (forall c, In c (available x) -> f c <= k) -> E (s h x) f <= k.
    Proof.
      intros i H. apply E_dist_le; [exact (policy_dist h x i) | ].
      intros q c j. exact (H c (policy_in h x q c i j)).
    Qed.

    Lemma E_policy_lower h x f k : In x nodes ->
      (forall c, In c (available x) -> k <= f c) -> k <= E (s h x) f.
    Proof.
      intros i H. apply E_dist_ge; [exact (policy_dist h x i) | ].
      intros q c j. exact (H c (policy_in h x q c i j)).
    Qed.

    (* The expectation of f(z) over the branches of an available choice. *)
    Lemma E_branches_le x c f g : In x nodes -> In c (available x) ->
      (forall z, In z nodes -> f z <= g z) ->
      E (probabilities (branches P c)) f <= E (probabilities (branches P c)) g.
    Proof.
      intros i j H. apply E_le; [apply probabilities_weighted | ].
      intros p z k. exact (H z (lands x c p z i j k)).
    Qed.

    Lemma E_branches_nonneg x c f : In x nodes -> In c (available x) ->
      (forall z, In z nodes -> 0 <= f z) -> 0 <= E (probabilities (branches P c)) f.
    Proof.
      intros i j H. apply E_nonneg; [apply probabilities_weighted | ].
      intros p z k. exact (H z (lands x c p z i j k)).
    Qed.

    Lemma E_branches_upper x c f k : In x nodes -> In c (available x) -> 0 <= k ->
      (forall z, In z nodes -> f z <= k) -> E (probabilities (branches P c)) f <= k.
    Proof.
      intros i j k0 H. destruct (branches P c) as [ | b l] eqn:e; [simpl; lra | ].
      rewrite <- e. apply E_dist_le; [apply probabilities_dist; congruence | ].
      intros p z m. exact (H z (lands x c p z i j m)).
    Qed.

    (* If f is at least k at one branch, and nowhere negative, its mean is at least q k. *)
    Lemma E_one_branch x c w z f q k :
      In x nodes -> In c (available x) -> In (w, z) (branches P c) ->
      (forall p b, In (p, b) (probabilities (branches P c)) -> q <= p) -> 0 <= k ->
      (forall b, In b nodes -> 0 <= f b) -> k <= f z -> q * k <= E (probabilities (branches P c)) f.
    Proof.
      intros i j ib least k0 nonneg Hz.
      assert (ip : In (Zpos w # total (branches P c), z) (probabilities (branches P c))).
      { apply probabilities_in. exists w. split; [exact ib | reflexivity]. }
      assert (L := E_le_one (probabilities (branches P c)) (fun _ => 0) f _ z k
        (probabilities_weighted _)
        (fun p b m => nonneg b (lands  x c p b i j m)) ip ltac:(cbn; lra)).
      rewrite E_const in L. assert (lq := least _ _ ip).
      set (p := Zpos w # total (branches P c)) in *. nra.
    Qed.

    (* f(x_n), counted d^n times, if the play goes on after n steps, in none of the states that
       stop it. *)
    Fixpoint still (stopped : state P -> bool) (d : Q) (f : state P -> Q)
        (n : nat) (h : history P) (x : state P) : Q :=
      if stopped x then 0 else
      match n with
      | O => f x
      | S n =>
          E (s h x) (fun c =>
            d * E (probabilities (branches P c)) (still stopped d f n ((x, c) :: h)))
      end.

    (* The probability that the play goes on after n steps. *)
    Definition alive stopped : nat -> history P -> state P -> Q := still stopped 1 (fun _ => 1).

    Section Still.
      Variable stopped : state P -> bool.
      Variable d : Q.
      Hypothesis d0 : 0 <= d.

      Lemma still_le f g : (forall x, In x nodes -> stopped x = false -> f x <= g x) ->
        forall n h x, In x nodes -> still stopped d f n h x <= still stopped d g n h x.
      Proof.
        intros H. induction n as [ | n IH]; intros h x i; simpl; destruct (stopped x) eqn:e;
          try lra; [exact (H x i e) | ].
        apply E_policy_le; [exact i | ]. intros c j.
        assert (L := E_branches_le x c _ _ i j (fun z iz => IH ((x, c) :: h) z iz)). nra.
      Qed.

      Lemma still_scale k f : forall n h x,
        still stopped d (fun z => k * f z) n h x == k * still stopped d f n h x.
      Proof.
        induction n as [ | n IH]; intros h x; simpl; destruct (stopped x); try lra.
        rewrite <- E_scale. apply E_eq. intros q c _.
        rewrite (E_eq _ _ (fun z => k * still stopped d f n ((x, c) :: h) z)).
        - rewrite E_scale. ring.
        - intros p z _. apply IH.
      Qed.

      Lemma still_plus f g : forall n h x,
        still stopped d (fun z => f z + g z) n h x
        == still stopped d f n h x + still stopped d g n h x.
      Proof.
        induction n as [ | n IH]; intros h x; simpl; destruct (stopped x); try lra.
        rewrite <- E_plus. apply E_eq. intros q c _.
        rewrite (E_eq _ _ (fun z => still stopped d f n ((x, c) :: h) z
          + still stopped d g n ((x, c) :: h) z)).
        - rewrite E_plus. ring.
        - intros p z _. apply IH.
      Qed.

      Lemma still_nonneg f : (forall x, In x nodes -> stopped x = false -> 0 <= f x) ->
        forall n h x, In x nodes -> 0 <= still stopped d f n h x.
      Proof.
        intros H. induction n as [ | n IH]; intros h x i; simpl; destruct (stopped x) eqn:e;
          try lra; [exact (H x i e) | ].
        apply E_policy_nonneg; [exact i | ]. intros c j.
        assert (L := E_branches_nonneg x c _ i j (fun z iz => IH ((x, c) :: h) z iz)). nra.
      Qed.

      (* At most d^n M if f is at most M. *)
      Lemma still_upper f M : 0 <= M ->
        (forall x, In x nodes -> stopped x = false -> f x <= M) ->
        forall n h x, In x nodes -> still stopped d f n h x <= pow d n * M.
      Proof.
        intros M0 H. induction n as [ | n IH]; intros h x i; simpl; destruct (stopped x) eqn:e.
        - lra.
        - specialize (H x i e). lra.
        - assert (G := pow_nonneg d n d0). assert (0 <= d * pow d n) by nra. nra.
        - apply E_policy_upper; [exact i | ]. intros c j. assert (G := pow_nonneg d n d0).
          assert (L := E_branches_upper x c (still stopped d f n ((x, c) :: h)) (pow d n * M) i j
            ltac:(nra) (fun z iz => IH ((x, c) :: h) z iz)). nra.
      Qed.
    End Still.

    Lemma pow_1 n : pow 1 n == 1.
    Proof. induction n as [ | n IH]; simpl; [lra | rewrite IH; lra]. Qed.

    Lemma alive_nonneg stopped n h x : In x nodes -> 0 <= alive stopped n h x.
    Proof. apply still_nonneg; [lra | intros; lra]. Qed.

    Lemma alive_le_1 stopped n h x : In x nodes -> alive stopped n h x <= 1.
    Proof.
      intros i. assert (L := still_upper stopped 1 ltac:(lra) (fun _ => 1) 1 ltac:(lra)
        (fun _ _ _ => Qle_refl 1) n h x i). rewrite pow_1 in L. unfold alive. lra.
    Qed.

    Lemma alive_falls stopped n : forall h x, In x nodes ->
      alive stopped (S n) h x <= alive stopped n h x.
    Proof.
      induction n as [ | n IH]; intros h x i.
      - assert (L := alive_le_1 stopped 1 h x i). unfold alive in *. simpl in *.
        destruct (stopped x); lra.
      - unfold alive in *. cbn [still]. cbn [still] in IH. destruct (stopped x) eqn:e; [lra | ].
        apply E_policy_le; [exact i | ]. intros c j.
        assert (L := E_branches_le x c _ _ i j (fun z iz => IH ((x, c) :: h) z iz)). cbn beta in L.
        lra.
    Qed.

    Lemma alive_falls_le stopped n m h x : (n <= m)%nat -> In x nodes ->
      alive stopped m h x <= alive stopped n h x.
    Proof.
      intros le i. induction le as [ | m le IH]; [lra | ].
      eapply Qle_trans; [apply alive_falls; exact i | exact IH].
    Qed.

    (* After m more steps at most the fraction a of what goes on still does. *)
    Lemma alive_product stopped m a : 0 <= a ->
      (forall h x, In x nodes -> alive stopped m h x <= a) ->
      forall n h x, In x nodes -> alive stopped (n + m) h x <= a * alive stopped n h x.
    Proof.
      intros a0 H. induction n as [ | n IH]; intros h x i.
      - specialize (H h x i). simpl. unfold alive in *. destruct m; simpl in *;
          destruct (stopped x); lra.
      - simpl Nat.add. unfold alive in *. cbn [still]. destruct (stopped x); [lra | ].
        rewrite <- E_scale. apply E_policy_le; [exact i | ]. intros c j.
        assert (L := E_branches_le x c _ _ i j (fun z iz => IH ((x, c) :: h) z iz)).
        rewrite E_scale in L. lra.
    Qed.

    (* |f| at most M: what is still paid is at most M times the probability to go on. *)
    Lemma still_alive stopped f M : (forall x, In x nodes -> stopped x = false -> f x <= M) ->
      forall n h x, In x nodes -> still stopped 1 f n h x <= M * alive stopped n h x.
    Proof.
      intros H n h x i. unfold alive. rewrite <- still_scale.
      apply still_le; [lra | | exact i]. intros z j e. specialize (H z j e). lra.
    Qed.

  End Under.

  (* A payoff, and what a choice is worth if v is what states are worth. *)
  Section Paid.
    Variable y : payoff_of P.

    Definition stopped (x : state P) : bool :=
      match stop y x with Some _ => true | None => false end.

    Definition worth (v : state P -> Q) (c : choice P) : Q :=
      paid y c + discount y *
        match branches P c with [] => over y | l => E (probabilities l) v end.

    Definition worth_lower (v : state P -> Q) := forall x, In x nodes ->
      match stop y x with
      | Some q => v x <= q
      | None => forall c, In c (available x) -> v x <= worth v c
      end.

    Definition worth_upper (v : state P -> Q) := forall x, In x nodes ->
      match stop y x with
      | Some q => q <= v x
      | None => forall c, In c (available x) -> worth v c <= v x
      end.

    Hypothesis discount_nonneg : 0 <= discount y.
    Variable s : policy P.
    Hypothesis Hs : plays P available s.

    (* If whatever is available is worth v or more: v is at most what n steps pay, and what the
       state then is worth. *)
    Lemma n_steps_lower v : worth_lower v -> forall n h x, In x nodes ->
      v x <= J P y s n h x + still s stopped (discount y) v n h x.
    Proof.
      intros W. induction n as [ | n IH]; intros h x i; specialize (W x i);
        cbn [J still]; unfold stopped at 1; destruct (stop y x) as [q | ]; try lra.
      rewrite <- E_plus. apply (E_policy_lower s Hs); [exact i | ]. intros c j.
      eapply Qle_trans; [exact (W c j) | ]. unfold worth.
      destruct (branches P c) as [ | b l] eqn:e; [simpl; lra | ]. rewrite <- e.
      assert (L := E_branches_le x c v _ i j (fun z iz => IH ((x, c) :: h) z iz)).
      rewrite E_plus in L. nra.
    Qed.

    Lemma n_steps_upper v : worth_upper v -> forall n h x, In x nodes ->
      J P y s n h x + still s stopped (discount y) v n h x <= v x.
    Proof.
      intros W. induction n as [ | n IH]; intros h x i; specialize (W x i);
        cbn [J still]; unfold stopped at 1; destruct (stop y x) as [q | ]; try lra.
      rewrite <- E_plus. apply (E_policy_upper s Hs); [exact i | ]. intros c j.
      eapply Qle_trans; [ | exact (W c j)]. unfold worth.
      destruct (branches P c) as [ | b l] eqn:e; [simpl; lra | ]. rewrite <- e.
      assert (L := E_branches_le x c _ v i j (fun z iz => IH ((x, c) :: h) z iz)).
      rewrite E_plus in L. nra.
    Qed.

    (* Nothing is negative. *)
    Record nonneg : Prop := {
      paid_nonneg : forall x c,
        In x nodes -> stop y x = None -> In c (available x) -> 0 <= paid y c;
      stop_nonneg : forall x q, In x nodes -> stop y x = Some q -> 0 <= q;
      over_nonneg : 0 <= over y }.

    Hypothesis pays : nonneg.

    Lemma worth_nonneg v x c : (forall z, In z nodes -> 0 <= v z) -> In x nodes ->
      stop y x = None -> In c (available x) -> 0 <= worth v c.
    Proof.
      intros H i e j. unfold worth. assert (p0 := paid_nonneg pays x c i e j).
      assert (o0 := over_nonneg pays). destruct (branches P c) as [ | b l] eqn:eb; [nra | ].
      rewrite <- eb. assert (L := E_branches_nonneg x c v i j H). nra.
    Qed.

    Lemma J_nonneg n : forall h x, In x nodes -> 0 <= J P y s n h x.
    Proof.
      induction n as [ | n IH]; intros h x i; cbn [J]; destruct (stop y x) as [q | ] eqn:e;
        try exact (stop_nonneg pays x q i e); [lra | ].
      apply (E_policy_nonneg s Hs); [exact i | ]. intros c j.
      exact (worth_nonneg (J P y s n ((x, c) :: h)) x c (IH ((x, c) :: h)) i e j).
    Qed.

    Lemma J_grows n : forall h x, In x nodes -> J P y s n h x <= J P y s (S n) h x.
    Proof.
      induction n as [ | n IH]; intros h x i.
      - assert (N := J_nonneg 1 h x i). cbn [J] in *. destruct (stop y x); lra.
      - cbn [J]. cbn [J] in IH. destruct (stop y x); [lra | ].
        apply (E_policy_le s Hs); [exact i | ]. intros c j.
        destruct (branches P c) as [ | b l] eqn:e; [lra | ]. rewrite <- e.
        assert (L := E_branches_le x c _ _ i j (fun z iz => IH ((x, c) :: h) z iz)). nra.
    Qed.

    Lemma J_grows_le n m h x : (n <= m)%nat -> In x nodes -> J P y s n h x <= J P y s m h x.
    Proof.
      intros le i. induction le as [ | m le IH]; [lra | ].
      eapply Qle_trans; [exact IH | apply J_grows; exact i].
    Qed.
  End Paid.

  (* To stop in more states, for nothing, pays less. *)
  Definition stop_at (zero : state P -> bool) (y : payoff_of P) : payoff_of P := {|
    paid := paid y;
    stop x := match stop y x with Some q => Some q | None => if zero x then Some 0 else None end;
    over := over y;
    discount := discount y |}.

  Lemma stop_at_less zero y s : 0 <= discount y -> nonneg y -> plays P available s ->
    forall n h x, In x nodes -> J P (stop_at zero y) s n h x <= J P y s n h x.
  Proof.
    intros d0 pays Hs. induction n as [ | n IH]; intros h x i.
    - cbn [J stop_at stop]. destruct (stop y x); [lra | ]. destruct (zero x); lra.
    - assert (N := J_nonneg y d0 s Hs pays (S n) h x i).
      cbn [J stop_at stop paid over discount] in *.
      destruct (stop y x); [lra | ]. destruct (zero x); [exact N | ].
      apply (E_policy_le s Hs); [exact i | ]. intros c j.
      destruct (branches P c) as [ | b l] eqn:e; [lra | ]. rewrite <- e.
      assert (L := E_branches_le x c _ _ i j (fun z iz => IH ((x, c) :: h) z iz)). nra.
  Qed.

  (* Ranks: each available choice may end the play, or lead to a state that stops it, or to one
     all of whose available choices have a lower rank. *)
  Definition ranks_fall (stopped : state P -> bool) (rank : choice P -> nat) :=
    forall x c, In x nodes -> stopped x = false -> In c (available x) ->
    branches P c = [] \/ exists w z, In (w, z) (branches P c) /\
      (stopped z = true \/ forall o, In o (available z) -> (rank o < rank c)%nat).

  Section Ending.
    Variable stopped : state P -> bool.
    Variable rank : choice P -> nat.
    Hypothesis falls : ranks_fall stopped rank.
    Variable q : Q.
    Hypothesis q0 : 0 < q.
    Hypothesis q1 : q <= 1.
    Hypothesis least : forall x c p z, In x nodes -> In c (available x) ->
      In (p, z) (probabilities (branches P c)) -> q <= p.
    Variable s : policy P.
    Hypothesis Hs : plays P available s.

    Lemma ends_with_rank n : forall h x, In x nodes ->
      (forall c, In c (available x) -> (rank c < n)%nat) -> alive s stopped n h x <= 1 - pow q n.
    Proof.
      induction n as [ | n IH]; intros h x i lt.
      - destruct (available x) as [ | c l] eqn:e; [exfalso; exact (some_option inside x i e) | ].
        specialize (lt c (or_introl eq_refl)). lia.
      - assert (Q1 := pow_le_1 q (S n) ltac:(lra) q1). assert (Q0 := pow_pos q n q0).
        unfold alive in *. cbn [still]. destruct (stopped x) eqn:e; [lra | ].
        apply (E_policy_upper s Hs); [exact i | ]. intros c j.
        destruct (falls x c i e j) as [eb | [w [z [ib Hz]]]]; [rewrite eb; simpl in *; lra | ].
        assert (ne : branches P c <> []) by (intros eb; rewrite eb in ib; exact ib).
        assert (ip : In (Zpos w # total (branches P c), z) (probabilities (branches P c))).
        { apply probabilities_in. exists w. split; [exact ib | reflexivity]. }
        assert (lq := least x c _ z i j ip).
        assert (L := E_le_one (probabilities (branches P c))
          (still s stopped 1 (fun _ => 1) n ((x, c) :: h)) (fun _ => 1) _ z (pow q n)
          (probabilities_weighted _)
          (fun p b k => alive_le_1 s Hs stopped n ((x, c) :: h) b (lands x c p b i j k)) ip).
        rewrite (E_dist _ 1 (probabilities_dist _ ne)) in L.
        assert (Hp : still s stopped 1 (fun _ => 1) n ((x, c) :: h) z + pow q n <= 1).
        { destruct Hz as [Hz | Hz].
          - assert (R := pow_le_1 q n ltac:(lra) q1). destruct n; cbn [still]; rewrite Hz; lra.
          - specialize (IH ((x, c) :: h) z (stays_inside inside x c w z i j ib)).
            assert (alive s stopped n ((x, c) :: h) z <= 1 - pow q n); [ | unfold alive in *; lra].
            apply IH. intros o io. specialize (Hz o io). specialize (lt c j). lia. }
        specialize (L Hp). simpl pow. set (p := Zpos w # total (branches P c)) in *.
        assert (q * pow q n <= p * pow q n) by nra. lra.
    Qed.
  End Ending.

  (* The probability that the play goes on falls exponentially, whatever the policy. *)
  Theorem ranks_end stopped rank : ranks_fall stopped rank -> forall eps, 0 < eps ->
    exists n0, forall s, plays P available s -> forall n h x, (n0 <= n)%nat -> In x nodes ->
    alive s stopped n h x <= eps.
  Proof.
    intros falls eps e0. destruct least_probability as [q [q0 [q1 Hq]]].
    destruct (nat_bound (flat_map available nodes) rank) as [R HR].
    assert (lt : forall x c, In x nodes -> In c (available x) -> (rank c < R)%nat).
    { intros x c i j. apply HR. apply in_flat_map. exists x. split; assumption. }
    assert (x0 := pow_pos q R q0). assert (x1 := pow_le_1 q R ltac:(lra) q1).
    destruct (pow_vanishes (pow q R) eps x0 x1 e0) as [k Hk]. exists (k * R)%nat.
    intros s Hs n h x le i.
    assert (H : forall h x, In x nodes -> alive s stopped R h x <= 1 - pow q R).
    { intros g z j. apply (ends_with_rank stopped rank falls q q0 q1 Hq s Hs); [exact j | ].
      intros c. apply lt. exact j. }
    assert (K : forall k h x, In x nodes -> alive s stopped (k * R) h x <= pow (1 - pow q R) k).
    { induction k0 as [ | m IH]; intros g z j; [apply (alive_le_1 s Hs); exact j | ].
      simpl Nat.mul. rewrite Nat.add_comm.
      eapply Qle_trans.
      { apply (alive_product s Hs stopped R (1 - pow q R)); [lra | exact H | exact j]. }
      simpl. specialize (IH g z j). nra. }
    eapply Qle_trans; [apply (alive_falls_le s Hs stopped (k * R) n h x le i) | ].
    eapply Qle_trans; [apply K; exact i | apply Hk; lia].
  Qed.
End Plays.
