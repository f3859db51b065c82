(* The expected total reward of one player, rewards having any sign, by heights and ranks.

   The rewards of n steps have a limit under every policy, but one cannot compute from which n on
   they are near it: a policy may wait as long as it likes before it moves. So that the limit is at
   most v is said without such an n: for every eps, u n exceeds v + eps for k numbers n at most.
   With excluded middle this is the same as `at_most` (`finally_at_most_classically`), and the
   answer is `greatest` or `least` of Definitions.v. The policy that attains v converges to it in
   the sense of Definitions.v.

   Each option of a state falls, that is, may lead lower or end the play; or it stays as high, has
   no reward, and v is not negative in the state (for the least total: not positive). A potential,
   which depends on the height, bounds the expected number of options that fall, under all
   policies. So it bounds how often the play is in states with v < 0, and the sum of all |rewards|.
   Under pi it bounds how often the play leaves states with v = 0 for others: the choice falls, or
   there are states with v < 0 among the others. With the ranks it bounds how often v <> 0; and how
   often the play is in states from which pi may lead to v <> 0, which it never enters again.

   The conditions are those of check_signed_total of exactbox/checker/signed.py, where heights
   are those of components, and a choice that stays leads to its own component only. *)
From Coq Require Import QArith Qabs List Lia Lqa Setoid Bool.
From exactbox Require Import Definitions Plays Players Settling Potentials.
From exactbox Require Export ProductDefinitions.
Import ListNotations.
Local Open Scope Q_scope.

(* The greatest total --------------------------------------------------------------------------- *)

Lemma one_bounds b : 0 <= one b /\ one b <= 1.
Proof. destruct b; simpl; split; lra. Qed.

Section Greatest.
  Variable P : process.
  Variable nodes : list (state P).
  Variable pi : state P -> choice P.
  Variable height : state P -> nat.
  Variable rank : choice P -> nat.
  Variable r : choice P -> Q.
  Variable v : state P -> Q.
  Hypothesis inside : closed P (options P) nodes.
  Hypothesis picked : picks P pi.
  Hypothesis step : forall x c, In x nodes -> In c (options P x) -> worth P (sums r) v c <= v x.
  Hypothesis own : forall x, In x nodes -> worth P (sums r) v (pi x) == v x.
  Hypothesis kinds : forall x c, In x nodes -> In c (options P x) ->
    falls P height x c \/ stays P height x c /\ r c == 0 /\ 0 <= v x.
  Hypothesis ranked : forall x, In x nodes -> ~ v x == 0 -> branches P (pi x) = [] \/
    exists w z, In (w, z) (branches P (pi x)) /\ (v z == 0 \/ (rank (pi z) < rank (pi x))%nat).

  Lemma worth_sums c : worth P (sums r) v c == r c + after P c v.
  Proof.
    unfold worth, after. cbn [sums paid over discount].
    destruct (branches P c); [simpl; ring | ring].
  Qed.

  Definition negative_part (x : state P) : Q := if Qle_bool 0 (v x) then 0 else - v x.

  Lemma negative_part_bounds x :
    0 <= negative_part x /\ - v x <= negative_part x /\ (0 <= v x -> negative_part x == 0).
  Proof.
    unfold negative_part. destruct (Qle_bool 0 (v x)) eqn:e.
    - apply Qle_bool_iff in e. repeat split; lra.
    - assert (v x < 0).
      { apply Qnot_le_lt. intros le. apply Qle_bool_iff in le. congruence. }
      repeat split; lra.
  Qed.

  Lemma after_scale c k f : after P c (fun z => k * f z) == k * after P c f.
  Proof. apply E_scale. Qed.

  Theorem no_policy_does_better s x : allowed P s -> In x nodes ->
    finally_at_most (fun n => J P (sums r) s n [] x) (v x).
  Proof.
    intros Hs i eps e0.
    destruct (falls_potential P (options P) nodes inside height) as [phi [phi1 Hphi]].
    destruct (bounded nodes negative_part) as [M [M0 HM]].
    assert (T : forall n, sum (fun k => expected P s negative_part k [] x) n <= M * phi x).
    { intros n. apply (expected_sum P (options P) nodes inside s Hs (fun z => M * phi z)).
      - intros z iz. specialize (phi1 z iz). nra.
      - intros z c iz jc. rewrite after_scale. specialize (phi1 z iz). specialize (HM z iz).
        destruct (Hphi z c iz jc) as [Hf Hst]. destruct (kinds z c iz jc) as [f | [st [_ v0]]].
        + specialize (Hf f). nra.
        + specialize (Hst st). rewrite (proj2 (proj2 (negative_part_bounds z)) v0). nra.
      - exact i. }
    assert (N : forall n, 0 <= expected P s negative_part n [] x).
    { intros n. apply (still_nonneg P (options P) nodes inside s Hs); [lra | | exact i].
      intros z _ _. apply negative_part_bounds. }
    destruct (bounded_sum_exceptions _ _ eps N T e0) as [k Hk]. exists k. intros l d Hl.
    apply Hk; [exact d | ]. intros n j. specialize (Hl n j). cbn beta in Hl |- *.
    assert (U := n_steps_upper P (options P) nodes inside (sums r) ltac:(simpl; lra) s Hs v
      (fun z iz c jc => step z c iz jc) n [] x i).
    change (stopped P (sums r)) with (fun _ : state P => false) in U. cbn [discount sums] in U.
    assert (B : 0 <= still P s (fun _ => false) 1 (fun z => v z + negative_part z) n [] x).
    { apply (still_nonneg P (options P) nodes inside s Hs); [lra | | exact i].
      intros z _ _. assert (B := negative_part_bounds z). lra. }
    rewrite still_plus in B. unfold expected. lra.
  Qed.

  Theorem every_policy_settles s x : allowed P s -> In x nodes ->
    settles (fun n => J P (sums r) s n [] x).
  Proof.
    intros Hs i. set (a := fun c => Qabs (r c)).
    destruct (falls_potential P (options P) nodes inside height) as [phi [phi1 Hphi]].
    destruct (bounded (flat_map (options P) nodes) a) as [M [M0 HM]].
    exists (M * phi x). intros n.
    assert (U : worth_upper P (options P) nodes (sums a) (fun z => M * phi z)).
    { intros z iz c jc. assert (L : worth P (sums a) (fun z => M * phi z) c == a c
        + M * after P c phi).
      { rewrite <- after_scale. unfold worth, after. cbn [sums paid over discount].
        destruct (branches P c); [simpl; ring | ring]. }
      rewrite L. specialize (phi1 z iz). destruct (Hphi z c iz jc) as [Hf Hst].
      assert (HMc := HM c ltac:(apply in_flat_map; exists z; split; assumption)).
      destruct (kinds z c iz jc) as [f | [st [r0 _]]].
      - specialize (Hf f). nra.
      - specialize (Hst st). assert (a0 : a c == 0) by (unfold a; rewrite r0; reflexivity).
        rewrite a0. nra. }
    assert (B := n_steps_upper P (options P) nodes inside (sums a) ltac:(simpl; lra) s Hs _ U
      n [] x i).
    assert (N : 0 <= still P s (stopped P (sums a)) 1 (fun z => M * phi z) n [] x).
    { apply (still_nonneg P (options P) nodes inside s Hs); [lra | | exact i].
      intros z iz _. specialize (phi1 z iz). nra. }
    cbn [discount sums] in B. cut (sum (fun k => Qabs (J P (sums r) s (S k) [] x
      - J P (sums r) s k [] x)) n <= J P (sums a) s n [] x); [cbn beta in *; lra | ].
    clear - inside Hs i. induction n as [ | n IH]; [cbn; lra | ]. cbn [sum].
    assert (G : forall k, k == 1 \/ k == - (1) ->
      k * (J P (sums r) s (S n) [] x - J P (sums r) s n [] x)
      <= J P (sums a) s (S n) [] x - J P (sums a) s n [] x).
    { intros k Hk. assert (pays : nonneg P (options P) nodes (sums (fun c => a c + - k * r c))).
      { split; cbn [sums paid stop over]; [ | discriminate | lra]. intros _ c _ _ _. unfold a.
        assert (A := Qle_Qabs (r c)). assert (B := Qle_Qabs (- r c)). rewrite Qabs_opp in B.
        set (b := Qabs (r c)) in *. destruct Hk as [e | e]; rewrite e; lra. }
      assert (L := J_grows P (options P) nodes inside (sums (fun c => a c + - k * r c))
        ltac:(simpl; lra) s Hs pays n [] x i).
      rewrite (J_linear P s _ a r (- k) (fun c => Qeq_refl _) n) in L.
      rewrite (J_linear P s _ a r (- k) (fun c => Qeq_refl _) (S n)) in L. lra. }
    assert (G1 := G 1 ltac:(left; lra)). assert (G2 := G (- (1)) ltac:(right; lra)).
    assert (H : Qabs (J P (sums r) s (S n) [] x - J P (sums r) s n [] x)
      <= J P (sums a) s (S n) [] x - J P (sums a) s n [] x) by (apply Qabs_Qle_condition; lra).
    lra.
  Qed.

  (* Under pi. *)
  Let inside_pi : closed P (only pi) nodes := closed_only P pi nodes picked inside.

  Lemma branches_inside x w z : In x nodes -> In (w, z) (branches P (pi x)) -> In z nodes.
  Proof. intros i k. exact (stays_inside _ _ _ inside_pi x (pi x) w z i (or_introl eq_refl) k). Qed.

  Lemma after_le x f g : In x nodes -> (forall w z, In (w, z) (branches P (pi x)) -> f z <= g z) ->
    after P (pi x) f <= after P (pi x) g.
  Proof.
    intros i H. apply E_le; [apply probabilities_weighted | ]. intros p z k.
    apply probabilities_in in k as [w [k _]]. exact (H w z k).
  Qed.

  Lemma after_0 x : after P (pi x) (fun _ => 0) == 0.
  Proof. unfold after. rewrite E_const. ring. Qed.

  Lemma after_nonneg x f : In x nodes -> (forall z, In z nodes -> 0 <= f z) ->
    0 <= after P (pi x) f.
  Proof.
    intros i H. rewrite <- (after_0 x). apply after_le; [exact i | ]. intros w z k.
    exact (H z (branches_inside x w z i k)).
  Qed.

  Lemma after_le_1 x f : In x nodes -> (forall z, In z nodes -> f z <= 1) ->
    after P (pi x) f <= 1.
  Proof.
    intros i H. exact (E_branches_upper P (only pi) nodes inside_pi x (pi x) f 1 i
      (or_introl eq_refl) ltac:(lra) H).
  Qed.

  Definition moving (x : state P) : bool := negb (Qeq_bool (v x) 0).
  Definition negative (x : state P) : bool := negb (Qle_bool 0 (v x)).

  Lemma moving_iff x : moving x = true <-> ~ v x == 0.
  Proof.
    unfold moving. rewrite negb_true_iff. split; intros e.
    - exact (Qeq_bool_neq _ _ e).
    - destruct (Qeq_bool (v x) 0) eqn:f; [apply Qeq_bool_iff in f; contradiction | reflexivity].
  Qed.

  Lemma not_moving x : moving x = false -> v x == 0.
  Proof. unfold moving. rewrite negb_false_iff. apply Qeq_bool_iff. Qed.

  Lemma not_negative x : negative x = false -> 0 <= v x.
  Proof. unfold negative. rewrite negb_false_iff. apply Qle_bool_iff. Qed.

  Lemma negative_iff x : negative x = true <-> v x < 0.
  Proof.
    unfold negative. rewrite negb_true_iff. split; intros H.
    - apply Qnot_le_lt. intros le. apply Qle_bool_iff in le. congruence.
    - destruct (Qle_bool 0 (v x)) eqn:e; [apply Qle_bool_iff in e; lra | reflexivity].
  Qed.

  Section Least_probability.
    Variable q : Q.
    Hypothesis q0 : 0 < q.
    Hypothesis q1 : q <= 1.
    Hypothesis Hq : forall x c p z, In x nodes -> In c (only pi x) ->
      In (p, z) (probabilities (branches P c)) -> q <= p.

    Lemma after_branch x f w z : In x nodes -> (forall y, In y nodes -> 0 <= f y) ->
      In (w, z) (branches P (pi x)) -> q * f z <= after P (pi x) f.
    Proof.
      intros i H k. exact (after_one P (only pi) nodes inside_pi q f x (pi x) w z Hq i
        (or_introl eq_refl) H k).
    Qed.

    (* A choice that stays and leads from v = 0 to v <> 0 leads to v < 0 as well. *)
    Lemma leads_to_negative x w z : In x nodes -> v x == 0 -> r (pi x) == 0 ->
      In (w, z) (branches P (pi x)) -> moving z = true ->
      exists w' z', In (w', z') (branches P (pi x)) /\ negative z' = true.
    Proof.
      intros i vx r0 k mz.
      destruct (existsb (fun b => negative (snd b)) (branches P (pi x))) eqn:e.
      - apply existsb_exists in e as [[w' z'] [k' n]]. exists w', z'. split; assumption.
      - exfalso. assert (H : forall w z, In (w, z) (branches P (pi x)) -> 0 <= v z).
        { intros w' z' k'. apply not_negative. destruct (negative z') eqn:n; [ | reflexivity].
          rewrite <- e. symmetry. apply existsb_exists. exists (w', z'). split; assumption. }
        assert (O := own x i). rewrite worth_sums in O.
        assert (N : forall y, In y nodes -> 0 <= v y + negative_part y).
        { intros y _. assert (N := negative_part_bounds y). lra. }
        assert (L := after_branch x (fun y => v y + negative_part y) w z i N k). cbn beta in L.
        assert (C : after P (pi x) (fun y => v y + negative_part y) <= after P (pi x) v).
        { apply after_le; [exact i | ]. intros w' z' k'. specialize (H w' z' k').
          rewrite (proj2 (proj2 (negative_part_bounds z')) H). lra. }
        specialize (H w z k). rewrite (proj2 (proj2 (negative_part_bounds z)) H) in L.
        apply moving_iff in mz. apply mz. nra.
    Qed.

    (* How often the play leaves states with v = 0 for others. *)
    Lemma exits_potential : exists f, (forall x, In x nodes -> 0 <= f x) /\
      forall x, In x nodes -> after P (pi x) f <= f x /\
        (v x == 0 -> (exists w z, In (w, z) (branches P (pi x)) /\ moving z = true) ->
          after P (pi x) f + 1 <= f x).
    Proof.
      destruct (falls_potential P (only pi) nodes inside_pi height) as [phi [phi1 Hphi]].
      assert (i0 : 0 < / q) by (apply Qinv_lt_0_compat; exact q0).
      assert (F : q * / q == 1) by (apply Qmult_inv_r; lra).
      set (g := fun z => 2 * phi z + - (1) * one (negative z)).
      assert (G : forall x, In x nodes -> after P (pi x) g <= g x /\
        (v x == 0 -> (exists w z, In (w, z) (branches P (pi x)) /\ moving z = true) ->
          after P (pi x) g + q <= g x)).
      { intros x i. assert (e : after P (pi x) g == 2 * after P (pi x) phi
          + - (1) * after P (pi x) (fun z => one (negative z))).
        { unfold g. rewrite after_plus, after_scale. reflexivity. }
        rewrite e. unfold g. assert (B := one_bounds (negative x)).
        assert (A := after_nonneg x (fun z => one (negative z)) i
          (fun z _ => proj1 (one_bounds (negative z)))).
        destruct (Hphi x (pi x) i (or_introl eq_refl)) as [Hf Hst].
        destruct (kinds x (pi x) i (picked x (some_option _ _ _ inside x i))) as [f | [st [r0 v0]]].
        - specialize (Hf f). split; [lra | intros _ _; lra].
        - specialize (Hst st). assert (n : negative x = false).
          { destruct (negative x) eqn:n; [apply negative_iff in n; lra | reflexivity]. }
          rewrite n in *. cbn [one] in *. split; [lra | ]. intros vx [w [z [k mz]]].
          destruct (leads_to_negative x w z i vx r0 k mz) as [w' [z' [k' n']]].
          assert (L := after_branch x (fun z => one (negative z)) w' z' i
            (fun z _ => proj1 (one_bounds (negative z))) k'). cbn beta in L. rewrite n' in L.
          cbn [one] in L. lra. }
      exists (fun z => / q * g z). split.
      - intros x i. specialize (phi1 x i). assert (B := one_bounds (negative x)). unfold g.
        set (o := one (negative x)) in *. nra.
      - intros x i. rewrite after_scale. destruct (G x i) as [G1 G2].
        split; [nra | ]. intros vx ex. specialize (G2 vx ex). nra.
    Qed.

    (* How often the play is in states with v <> 0. *)
    Lemma moving_potential : exists f, (forall x, In x nodes -> 0 <= f x) /\
      forall x, In x nodes -> after P (pi x) f + one (moving x) <= f x.
    Proof.
      destruct exits_potential as [g [g0 Hg]].
      set (level := fun x => if moving x then S (rank (pi x)) else O).
      destruct (nat_bound nodes level) as [K HK].
      set (t := q * (1 # 2)). assert (t0 : 0 < t) by (unfold t; lra).
      assert (t1 : t <= 1 # 2) by (unfold t; lra).
      assert (b0 := pow_pos t K t0). set (b := pow t K) in *.
      assert (F : b * / b == 1) by (apply Qmult_inv_r; lra).
      assert (i0 : 0 < / b) by (apply Qinv_lt_0_compat; exact b0).
      set (rho := fun x => 1 - pow t (level x)).
      assert (R0 : forall x, 0 <= rho x /\ rho x <= 1).
      { intros x. unfold rho. assert (A := pow_le_1 t (level x) ltac:(lra) ltac:(lra)).
        assert (B := pow_nonneg t (level x) ltac:(lra)). split; lra. }
      assert (G : forall x, In x nodes ->
        after P (pi x) rho + after P (pi x) g + b * one (moving x) <= rho x + g x).
      { intros x i. destruct (Hg x i) as [G1 G2]. destruct (moving x) eqn:m; cbn [one].
        - cut (after P (pi x) rho + b <= rho x); [lra | ].
          assert (Hb : b <= pow t (level x)).
          { apply pow_falls; [lra | lra | ]. specialize (HK x i). lia. }
          assert (lx : level x = S (rank (pi x))) by (unfold level; rewrite m; reflexivity).
          destruct (ranked x i (proj1 (moving_iff x) m)) as [e | [w [z [k Hz]]]].
          + unfold after. rewrite e. cbn [probabilities map E]. unfold rho. rewrite lx in *.
            simpl pow in *. assert (L := pow_le_1 t (rank (pi x)) ltac:(lra) ltac:(lra)).
            assert (L0 := pow_nonneg t (rank (pi x)) ltac:(lra)). nra.
          + assert (L := level_falls P (only pi) nodes inside_pi q level x (pi x) q0 q1 Hq i
              (or_introl eq_refl)). fold t in L. fold rho in L. unfold rho at 2.
            cut (after P (pi x) rho <= 1 - 2 * pow t (level x)); [lra | ]. apply L.
            exists w, z. split; [exact k | ]. rewrite lx. unfold level.
            destruct (moving z) eqn:mz; [ | lia]. destruct Hz as [vz | lt]; [ | lia].
            apply moving_iff in mz. contradiction.
        - assert (rx : rho x == 0) by (unfold rho, level; rewrite m; simpl; ring).
          destruct (existsb (fun b => moving (snd b)) (branches P (pi x))) eqn:e.
          + apply existsb_exists in e as [[w z] [k mz]]. simpl in mz.
            specialize (G2 (not_moving x m) (ex_intro _ w (ex_intro _ z (conj k mz)))).
            assert (A := after_le_1 x rho i (fun z _ => proj2 (R0 z))). lra.
          + assert (A : after P (pi x) rho <= 0); [ | lra]. rewrite <- (after_0 x).
            apply after_le; [exact i | ]. intros w z k. destruct (moving z) eqn:mz.
            * exfalso. assert (C : existsb (fun b => moving (snd b)) (branches P (pi x)) = true);
                [ | congruence]. apply existsb_exists. exists (w, z). split; assumption.
            * unfold rho, level. rewrite mz. simpl. lra. }
      exists (fun z => / b * (rho z + 1 * g z)). split.
      - intros x i. specialize (g0 x i). destruct (R0 x). nra.
      - intros x i. rewrite after_scale, after_plus. specialize (G x i).
        set (u := after P (pi x) rho) in *. set (w := after P (pi x) g) in *.
        set (o := one (moving x)) in *. set (y := rho x) in *. set (z := g x) in *.
        set (d := / b) in *. clearbody u w o y z d b.
        assert (d * (u + w + b * o) <= d * (y + z)) by nra.
        assert (d * (b * o) == o) by (rewrite Qmult_assoc, (Qmult_comm d b), F; ring). lra.
    Qed.

    (* The states from which pi may lead to v <> 0 within k steps. *)
    Fixpoint moving_within (k : nat) (x : state P) : bool :=
      match k with
      | O => moving x
      | S k => moving x || existsb (fun b => moving_within k (snd b)) (branches P (pi x))
      end.

    Lemma moving_within_grows k : forall x,
      moving_within k x = true -> moving_within (S k) x = true.
    Proof.
      induction k as [ | k IH]; intros x H.
      - simpl in *. rewrite H. reflexivity.
      - cbn [moving_within] in H. apply orb_true_iff in H as [m | e].
        + cbn [moving_within]. rewrite m. reflexivity.
        + apply existsb_exists in e as [b [i m]]. cbn [moving_within]. apply orb_true_iff. right.
          apply existsb_exists. exists b. split; [exact i | exact (IH _ m)].
    Qed.

    Lemma moving_within_0 k x : moving x = true -> moving_within k x = true.
    Proof. intros m. destruct k; simpl; rewrite m; reflexivity. Qed.

    (* How often it is in these. *)
    Lemma moving_within_potential k : exists f, (forall x, In x nodes -> 0 <= f x) /\
      forall x, In x nodes -> after P (pi x) f + one (moving_within k x) <= f x.
    Proof.
      induction k as [ | k [f [f0 H]]]; [exact moving_potential | ].
      assert (i0 : 0 < / q) by (apply Qinv_lt_0_compat; exact q0).
      assert (F : q * / q == 1) by (apply Qmult_inv_r; lra).
      set (o := fun z => one (moving_within k z)).
      set (g := fun z => 2 * f z + - (1) * o z).
      assert (f1 : forall x, In x nodes -> o x <= f x).
      { intros x i. specialize (H x i). assert (A := after_nonneg x f i f0). unfold o. lra. }
      assert (G : forall x, In x nodes ->
        after P (pi x) g + q * one (moving_within (S k) x) <= g x).
      { intros x i.
        assert (e : after P (pi x) g == 2 * after P (pi x) f + - (1) * after P (pi x) o).
        { unfold g. rewrite after_plus, after_scale. reflexivity. }
        rewrite e. unfold g. specialize (H x i). fold (o x) in H.
        assert (A := after_nonneg x o i (fun z _ => proj1 (one_bounds (moving_within k z)))).
        assert (B : 0 <= o x) by apply one_bounds.
        cut (q * one (moving_within (S k) x) <= o x + after P (pi x) o); [lra | ].
        destruct (moving_within (S k) x) eqn:m; cbn [one]; [ | lra].
        cbn [moving_within] in m. apply orb_true_iff in m as [m | m].
        - assert (C : o x == 1) by (unfold o; rewrite (moving_within_0 k x m); reflexivity). lra.
        - apply existsb_exists in m as [[w z] [j m]]. simpl in m.
          assert (L := after_branch x o w z i
            (fun z _ => proj1 (one_bounds (moving_within k z))) j).
          assert (C : o z == 1) by (unfold o; rewrite m; reflexivity). rewrite C in L. lra. }
      exists (fun z => / q * g z). split.
      - intros x i. specialize (f0 x i). specialize (f1 x i). unfold g.
        assert (B := one_bounds (moving_within k x)). fold (o x) in B. nra.
      - intros x i. rewrite after_scale. specialize (G x i).
        set (a := after P (pi x) g) in *. set (p := one _) in *. set (y := g x) in *.
        set (d := / q) in *. clearbody a p y d. assert (d * (a + q * p) <= d * y) by nra.
        assert (d * (q * p) == p) by (rewrite Qmult_assoc, (Qmult_comm d q), F; ring). lra.
    Qed.
  End Least_probability.

  Theorem pi_attains x : In x nodes -> converges (fun n => J P (sums r) (always P pi) n [] x) (v x).
  Proof.
    intros i. destruct (least_probability P (only pi) nodes) as [q [q0 [q1 Hq]]].
    destruct (sets_stop_growing moving_within nodes moving_within_grows) as [k Hk].
    destruct (moving_within_potential q q0 q1 Hq k) as [f [f0 Hf]].
    destruct (bounded nodes v) as [M [M0 HM]].
    set (a := fun z => M * one (moving_within k z)).
    assert (a0 : forall z, 0 <= a z).
    { intros z. assert (B := one_bounds (moving_within k z)). unfold a. nra. }
    assert (va : forall z, In z nodes -> - a z <= v z /\ v z <= a z).
    { intros z iz. specialize (HM z iz). unfold a. destruct (moving_within k z) eqn:m.
      - simpl. lra.
      - destruct (moving z) eqn:m0; [rewrite (moving_within_0 k z m0) in m; discriminate | ].
        rewrite (not_moving z m0). simpl. split; lra. }
    set (u := fun n => expected P (always P pi) a n [] x).
    assert (small : forall n, - u n <= expected P (always P pi) v n [] x
      /\ expected P (always P pi) v n [] x <= u n).
    { intros n. unfold u, expected. split.
      - assert (N : 0 <= still P (always P pi) (fun _ => false) 1 (fun z => a z + v z) n [] x).
        { apply (still_nonneg P (only pi) nodes inside_pi _ (plays_only P pi)); [lra | | exact i].
          intros z iz _. specialize (va z iz). lra. }
        rewrite still_plus in N. lra.
      - apply (still_le P (only pi) nodes inside_pi _ (plays_only P pi)); [lra | | exact i].
        intros z iz _. specialize (va z iz). lra. }
    assert (shrinks : forall n, u (S n) <= u n).
    { intros n. apply (expected_step P (only pi) nodes inside_pi _ (plays_only P pi)); [ | exact i].
      intros z c iz [<- | []]. unfold a. rewrite after_scale.
      cut (after P (pi z) (fun z => one (moving_within k z)) <= one (moving_within k z)); [nra | ].
      destruct (moving_within k z) eqn:m.
      - apply after_le_1; [exact iz | ]. intros y _. apply one_bounds.
      - cbn [one]. rewrite <- (after_0 z). apply after_le; [exact iz | ]. intros w y j.
        destruct (moving_within k y) eqn:my; [exfalso | simpl; lra].
        rewrite (Hk z iz) in m; [discriminate | ]. cbn [moving_within]. apply orb_true_iff. right.
        apply existsb_exists. exists (w, y). split; assumption. }
    assert (T : forall n, sum u n <= M * f x).
    { intros n. apply (expected_sum P (only pi) nodes inside_pi _ (plays_only P pi)
        (fun z => M * f z)).
      - intros z iz. specialize (f0 z iz). nra.
      - intros z c iz [<- | []]. rewrite after_scale. specialize (Hf z iz). unfold a. nra.
      - exact i. }
    assert (lo : worth_lower P (only pi) nodes (sums r) v).
    { intros z iz c [<- | []]. rewrite (own z iz). lra. }
    assert (hi : worth_upper P (only pi) nodes (sums r) v).
    { intros z iz c [<- | []]. rewrite (own z iz). lra. }
    assert (L := fun n => n_steps_lower P (only pi) nodes inside_pi (sums r) ltac:(simpl; lra)
      _ (plays_only P pi) v lo n [] x i).
    assert (U := fun n => n_steps_upper P (only pi) nodes inside_pi (sums r) ltac:(simpl; lra)
      _ (plays_only P pi) v hi n [] x i).
    change (stopped P (sums r)) with (fun _ : state P => false) in L, U.
    cbn [discount sums] in L, U.
    split; intros eps e0; destruct (bounded_sum_vanishes u (M * f x) eps shrinks T e0) as [n0 H];
      exists n0; intros n le; specialize (H n le); specialize (small n); specialize (L n);
      specialize (U n); unfold expected in small; lra.
  Qed.
End Greatest.

(* The theorems --------------------------------------------------------------------------------- *)

(* Here height stands for that of a state's component. That a choice which stays leads to its own
   component only is not needed, just that all it leads to is as high. *)
Section Theorems.
  Variable P : process.
  Variable nodes : list (state P).
  Variable pi : state P -> choice P.
  Variable height : state P -> nat.
  Variable rank : choice P -> nat.
  Variable v : state P -> Q.

  (* What pi picks where v is not 0 ends the play, or may lead to a state where v is 0 or where the
     pick has a lower rank. *)
  Definition ranks_of_pi : Prop := forall x, In x nodes -> ~ v x == 0 ->
    branches P (pi x) = [] \/ exists w z, In (w, z) (branches P (pi x)) /\
      (v z == 0 \/ (rank (pi z) < rank (pi x))%nat).

  Theorem greatest_total :
    closed P (options P) nodes -> picks P pi ->
    (forall x c, In x nodes -> In c (options P x) -> worth P total_reward v c <= v x) ->
    (forall x, In x nodes -> worth P total_reward v (pi x) == v x) ->
    (forall x c, In x nodes -> In c (options P x) ->
      falls P height x c \/ stays P height x c /\ reward P c == 0 /\ 0 <= v x) ->
    ranks_of_pi ->
    forall x, In x nodes -> greatest_limit P (earning 1 x) (v x).
  Proof.
    intros inside picked step own kinds ranked x i. split.
    - intros s Hs. split.
      + exact (every_policy_settles P nodes height (reward P) v inside kinds s x Hs i).
      + exact (no_policy_does_better P nodes height (reward P) v inside step kinds s x Hs i).
    - exists (always P pi). split; [exact (always_allowed P pi picked) | ].
      exact (pi_attains P nodes pi height rank (reward P) v inside picked own kinds ranked x i).
  Qed.

  Theorem least_total :
    closed P (options P) nodes -> picks P pi ->
    (forall x c, In x nodes -> In c (options P x) -> v x <= worth P total_reward v c) ->
    (forall x, In x nodes -> worth P total_reward v (pi x) == v x) ->
    (forall x c, In x nodes -> In c (options P x) ->
      falls P height x c \/ stays P height x c /\ reward P c == 0 /\ v x <= 0) ->
    ranks_of_pi ->
    forall x, In x nodes -> least_limit P (earning 1 x) (v x).
  Proof.
    intros inside picked step own kinds ranked x i.
    set (r := fun c => - reward P c). set (v' := fun z => - v z).
    assert (W : forall c, worth P (sums r) v' c == - worth P total_reward v c).
    { intros c. change (@total_reward P) with (sums (reward P)). rewrite !worth_sums.
      unfold v', r, after. rewrite (E_eq _ _ (fun z => - (1) * v z)) by (intros; ring).
      rewrite E_scale. ring. }
    assert (step' : forall z c, In z nodes -> In c (options P z) -> worth P (sums r) v' c <= v' z).
    { intros z c iz jc. rewrite W. specialize (step z c iz jc). unfold v'. lra. }
    assert (own' : forall z, In z nodes -> worth P (sums r) v' (pi z) == v' z).
    { intros z iz. rewrite W, (own z iz). reflexivity. }
    assert (kinds' : forall z c, In z nodes -> In c (options P z) ->
      falls P height z c \/ stays P height z c /\ r c == 0 /\ 0 <= v' z).
    { intros z c iz jc. destruct (kinds z c iz jc) as [f | [st [r0 v0]]]; [left; exact f | right].
      unfold r, v'. split; [exact st | split; lra]. }
    assert (ranked' : forall z, In z nodes -> ~ v' z == 0 -> branches P (pi z) = [] \/
      exists w y, In (w, y) (branches P (pi z)) /\
        (v' y == 0 \/ (rank (pi y) < rank (pi z))%nat)).
    { unfold v'. intros z iz ne. destruct (ranked z iz) as [e | [w [y [k H]]]];
        [intros e; apply ne; lra | left; exact e | right]. exists w, y. split; [exact k | ].
      destruct H as [e | lt]; [left; lra | right; exact lt]. }
    assert (O : forall s n, J P (sums r) s n [] x == - earning 1 x s n).
    { intros s n. exact (J_opposite P s (reward P) n [] x). }
    split.
    - intros s Hs. split.
      + apply (settles_opposite _ _ (O s)).
        exact (every_policy_settles P nodes height r v' inside kinds' s x Hs i).
      + apply (finally_at_least_opposite _ _ (O s)).
        exact (no_policy_does_better P nodes height r v' inside step' kinds' s x Hs i).
    - exists (always P pi). split; [exact (always_allowed P pi picked) | ].
      apply (converges_opposite _ _ (O (always P pi))).
      exact (pi_attains P nodes pi height rank r v' inside picked own' kinds' ranked' x i).
  Qed.
End Theorems.
