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
   Under pi the play leaves the states from which it may yet come to v <> 0, or ends, with a
   probability that tends to 1: else it stayed, for ever and as high, among some of them; there v is
   a mean of itself, so constant where it is greatest, and by the ranks 0.

   The conditions are those of check_signed_total of exactbox/checker/signed.py, where heights
   are those of components, and a choice that stays leads to its own component only. *)
From Coq Require Import QArith Qabs Qminmax List Lia Lqa Setoid Bool.
From exactbox Require Import Definitions Plays Players Settling Potentials.
From exactbox Require Export ProductDefinitions.
Import ListNotations.
Local Open Scope Q_scope.

(* All policies --------------------------------------------------------------------------------- *)

Section Policies.
  Context {P : process} {nodes : list (state P)}.
  Variable height : state P -> nat.
  Variable r : choice P -> Q.
  Hypothesis inside : closed P (options P) nodes.
  Context {s : policy P}.
  Hypothesis Hs : allowed P s.
  Variable x : state P.
  Hypothesis is_node : In x nodes.

  (* Where v is negative, each option falls. *)
  Theorem no_policy_does_better v :
    (forall z c, In z nodes -> In c (options P z) -> worth P (sums r) v c <= v z) ->
    (forall z c, In z nodes -> In c (options P z) ->
      falls P height z c \/ stays P height z c /\ 0 <= v z) ->
    finally_at_most (fun n => J P (sums r) s n [] x) (v x).
  Proof.
    intros step kinds eps e0. destruct (falls_potential inside height) as [phi [phi1 Hphi]].
    set (neg := fun z => Qmax 0 (- v z)).
    assert (bounds : forall z, 0 <= neg z /\ 0 <= v z + neg z).
    { intros z. assert (A := Q.le_max_l 0 (- v z)). assert (B := Q.le_max_r 0 (- v z)).
      unfold neg. split; lra. }
    destruct (bounded nodes neg) as [M [M0 HM]].
    assert (T : forall n, sum (fun k => expected P s neg k [] x) n <= M * phi x).
    { intros n. apply (expected_sum inside Hs (fun z => M * phi z)); [ | | exact is_node].
      - intros z iz. specialize (phi1 z iz). nra.
      - intros z c iz jc. rewrite after_scale. specialize (phi1 z iz). specialize (HM z iz).
        destruct (Hphi z c iz jc) as [Hf Hst]. destruct (kinds z c iz jc) as [f | [st v0]].
        + specialize (Hf f). nra.
        + specialize (Hst st). assert (neg z == 0) by (apply Q.max_l; lra). nra. }
    assert (N : forall n, 0 <= expected P s neg n [] x).
    { intros n. apply (still_nonneg inside Hs); [lra | | exact is_node]. intros z _ _.
      apply bounds. }
    destruct (bounded_sum_exceptions _ _ eps N T e0) as [k Hk]. exists k. intros l d Hl.
    apply Hk; [exact d | ]. intros n j. specialize (Hl n j). cbn beta in Hl |- *.
    assert (U := n_steps_upper inside (sums r) ltac:(cbn; lra) Hs v
      (fun z iz c jc => step z c iz jc) n [] x is_node).
    change (stopped P (sums r)) with (fun _ : state P => false) in U. cbn [discount sums] in U.
    assert (B : 0 <= still P s (fun _ => false) 1 (fun z => v z + neg z) n [] x).
    { apply (still_nonneg inside Hs); [lra | | exact is_node]. intros z _ _. apply bounds. }
    rewrite still_plus in B. unfold expected. lra.
  Qed.

  (* Where an option has a reward, it falls. *)
  Theorem every_policy_settles :
    (forall z c, In z nodes -> In c (options P z) ->
      falls P height z c \/ stays P height z c /\ r c == 0) ->
    settles (fun n => J P (sums r) s n [] x).
  Proof.
    intros kinds. set (a := fun c => Qabs (r c)).
    destruct (falls_potential inside height) as [phi [phi1 Hphi]].
    destruct (bounded (flat_map (options P) nodes) a) as [M [M0 HM]].
    exists (M * phi x). intros n.
    assert (U : worth_upper P (options P) nodes (sums a) (fun z => M * phi z)).
    { intros z iz c jc. rewrite worth_sums, after_scale. specialize (phi1 z iz).
      destruct (Hphi z c iz jc) as [Hf Hst].
      assert (HMc := HM c (in_flat _ _ z c iz jc)).
      destruct (kinds z c iz jc) as [f | [st r0]].
      - specialize (Hf f). nra.
      - specialize (Hst st). assert (a0 : a c == 0) by (unfold a; rewrite r0; reflexivity).
        rewrite a0. nra. }
    assert (B := n_steps_at_most inside (sums a) ltac:(cbn; lra) Hs _ U
      ltac:(intros z iz; specialize (phi1 z iz); cbn beta; nra) n [] x is_node).
    cut (sum (fun k => Qabs (J P (sums r) s (S k) [] x
      - J P (sums r) s k [] x)) n <= J P (sums a) s n [] x); [cbn beta in *; lra | ].
    clear - inside Hs is_node. induction n as [ | n IH]; [cbn; lra | ]. cbn [sum].
    assert (G : forall k, k == 1 \/ k == - (1) ->
      k * (J P (sums r) s (S n) [] x - J P (sums r) s n [] x)
      <= J P (sums a) s (S n) [] x - J P (sums a) s n [] x).
    { intros k Hk. set (b := fun c => a c + - k * r c).
      assert (pays : nonneg P (options P) nodes (sums b)).
      { split; cbn [sums paid stop over]; [ | discriminate | lra]. intros _ c _ _ _. unfold b, a.
        assert (A := Qle_Qabs (r c)). assert (B := Qle_Qabs (- r c)). rewrite Qabs_opp in B.
        destruct Hk as [e | e]; rewrite e; lra. }
      assert (L := J_grows inside (sums b) ltac:(cbn; lra) Hs pays n [] x is_node).
      rewrite !(J_linear P s b a r (- k) (fun c => Qeq_refl _)) in L. lra. }
    assert (G1 := G 1 ltac:(left; lra)). assert (G2 := G (- (1)) ltac:(right; lra)).
    assert (H : Qabs (J P (sums r) s (S n) [] x - J P (sums r) s n [] x)
      <= J P (sums a) s (S n) [] x - J P (sums a) s n [] x) by (apply Qabs_Qle_condition; lra).
    lra.
  Qed.
End Policies.

(* What pi picks -------------------------------------------------------------------------------- *)

Section Picks.
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

  Variable r : choice P -> Q.
  Hypothesis inside : closed P (only pi) nodes.
  Hypothesis own : forall x, In x nodes -> worth P (sums r) v (pi x) == v x.
  Hypothesis kinds : forall x, In x nodes ->
    falls P height x (pi x) \/ stays P height x (pi x) /\ r (pi x) == 0.
  Hypothesis ranked : ranks_of_pi.

  (* In a closed set where no pick falls v is 0: it is constant where it, or its opposite, is
     greatest. *)
  Lemma closed_zero (C : state P -> bool) :
    (forall x, In x nodes -> C x = true -> branches P (pi x) <> [] /\ r (pi x) == 0 /\
      forall w z, In (w, z) (branches P (pi x)) -> C z = true) ->
    forall x, In x nodes -> C x = true -> v x == 0.
  Proof.
    intros H. assert (K : forall k, ~ k == 0 -> forall x, In x nodes -> C x = true -> k * v x <= 0).
    { intros k k0 x i Cx. destruct (greatest_in nodes C (fun z => k * v z)) as [none | [g [ig
        [Cg G]]]]; [rewrite (none x i) in Cx; discriminate | ].
      cut (v g == 0); [intros e; specialize (G x i Cx); cbn beta in G; rewrite e in G; lra | ].
      destruct (Qeq_dec (v g) 0) as [e | ne]; [exact e | exfalso]. clear x i Cx.
      assert (F : forall n x, In x nodes -> C x = true -> v x == v g -> (rank (pi x) < n)%nat ->
        False); [ | exact (F _ g ig Cg (Qeq_refl _) (le_n _))].
      induction n as [ | n IH]; intros x i Cx e lt; [lia | ].
      destruct (H x i Cx) as [ns [r0 next]].
      assert (same : forall w z, In (w, z) (branches P (pi x)) -> In z nodes /\ v z == v g).
      { intros w z j. assert (iz := fun w z => stays_inside (w := w) (z := z) inside i
          (or_introl eq_refl)). split; [exact (iz w z j) | ].
        assert (O := own x i). rewrite worth_sums, r0 in O. unfold after in O.
        assert (L := all_greatest (branches P (pi x)) (fun z => k * v z) (k * v g) ns
          (fun w z j => G z (iz w z j) (next w z j))). rewrite E_scale in L.
        assert (D : k * (v z - v g) == 0).
        { specialize (L ltac:(rewrite <- e, <- O; lra) w z j). cbn beta in L. lra. }
        apply Qmult_integral in D as [D | D]; [contradiction | lra]. }
      destruct (ranked x i ltac:(rewrite e; exact ne)) as [eb | [w [z [j [vz | lz]]]]].
      - contradiction.
      - apply ne. rewrite <- (proj2 (same w z j)). exact vz.
      - destruct (same w z j) as [iz ez]. exact (IH z iz (next w z j) ez ltac:(lia)). }
    intros x i Cx. assert (A := K 1 ltac:(discriminate) x i Cx).
    assert (B := K (- (1)) ltac:(discriminate) x i Cx). lra.
  Qed.

  (* The level of a state from which v <> 0 may be reached: in so many steps the play may end, or
     leave these states. *)
  Lemma pi_levels : exists level : state P -> nat,
    (forall x, In x nodes -> branches P (pi x) = [] \/
      (exists w z, In (w, z) (branches P (pi x)) /\ (level z < level x)%nat) \/
      level x = O /\ forall w z, In (w, z) (branches P (pi x)) -> level z = O) /\
    forall x, In x nodes -> level x = O -> v x == 0.
  Proof.
    set (next := fun x => map snd (branches P (pi x))).
    assert (from : forall x z, In z (next x) -> exists w, In (w, z) (branches P (pi x))).
    { intros x z j. apply in_map_iff in j as [[w z'] [<- j]]. exists w. exact j. }
    assert (to : forall x w z, In (w, z) (branches P (pi x)) -> In z (next x)).
    { intros x w z. exact (in_map snd _ (w, z)). }
    assert (closed : forall x z, In x nodes -> In z (next x) -> In z nodes).
    { intros x z i j. destruct (from x z j) as [w k].
      exact (stays_inside inside i (or_introl eq_refl) k). }
    destruct (attractor next (fun x => negb (Qeq_bool (v x) 0)) nodes closed) as [D [d Hd]].
    set (leaves := fun x => negb (D x) || match next x with [] => true | _ => false end).
    destruct (attractor next leaves nodes closed) as [R [e He]].
    assert (all : forall n x, In x nodes -> (height x < n)%nat -> R x = true).
    { induction n as [ | n IH]; intros x i lt; [lia | ].
      destruct (R x) eqn:Rx; [reflexivity | exfalso].
      set (C := fun z => negb (R z) && (height z =? height x)%nat).
      assert (Cs : forall z, C z = true <-> R z = false /\ height z = height x).
      { intros z. unfold C. rewrite andb_true_iff, negb_true_iff, Nat.eqb_eq. reflexivity. }
      assert (out : forall z, In z nodes -> C z = true -> D z = true /\ branches P (pi z) <> [] /\
        r (pi z) == 0 /\ forall w y, In (w, y) (branches P (pi z)) -> C y = true).
      { intros z iz Cz. apply Cs in Cz as [Rz hz]. assert (Hz := He z iz). rewrite Rz in Hz.
        destruct Hz as [tz nz]. apply orb_false_iff in tz as [Dz tz].
        apply negb_false_iff in Dz. split; [exact Dz | ]. unfold next in tz.
        assert (ne : branches P (pi z) <> []) by (intros eb; rewrite eb in tz; discriminate).
        split; [exact ne | ]. destruct (kinds z iz) as [[eb | [w [y [j l]]]] | [st r0]].
        - contradiction.
        - assert (jy := to z w y j). specialize (nz y jy).
          rewrite (IH y (closed z y iz jy) ltac:(lia)) in nz. discriminate.
        - split; [exact r0 | ]. intros w y j. apply Cs. rewrite (st w y j).
          exact (conj (nz y (to z w y j)) hz). }
      assert (zero := closed_zero C (fun z iz Cz => proj2 (out z iz Cz))).
      assert (G : forall m z, In z nodes -> C z = true -> (d z < m)%nat -> False);
        [ | exact (G _ x i (proj2 (Cs x) (conj Rx eq_refl)) (le_n _))].
      induction m as [ | m IHm]; intros z iz Cz l; [lia | ].
      destruct (out z iz Cz) as [Dz [_ [_ nz]]]. assert (Hz := Hd z iz). rewrite Dz in Hz.
      destruct Hz as [t | [y [j [_ ly]]]].
      - apply negb_true_iff, Qeq_bool_neq in t. exact (t (zero z iz Cz)).
      - destruct (from z y j) as [w j'].
        exact (IHm y (closed z y iz j) (nz w y j') ltac:(lia)). }
    exists (fun x => if D x then S (e x) else O). split; intros x i; assert (Hx := Hd x i).
    - assert (Ex := He x i). rewrite (all _ x i (le_n _)) in Ex. destruct (D x) eqn:Dx.
      + destruct Ex as [l | [z [j [_ lt]]]].
        * left. unfold leaves in l. rewrite Dx in l. unfold next in l.
          destruct (branches P (pi x)); [reflexivity | discriminate].
        * right. left. destruct (from x z j) as [w k]. exists w, z. split; [exact k | ].
          destruct (D z); lia.
      + right. right. split; [reflexivity | ]. intros w z j.
        rewrite (proj2 Hx z (to x w z j)). reflexivity.
    - destruct (D x); [discriminate | ]. intros _. destruct Hx as [t _].
      apply negb_false_iff, Qeq_bool_iff in t. exact t.
  Qed.

  Theorem pi_attains x : In x nodes -> converges (fun n => J P (sums r) (always P pi) n [] x) (v x).
  Proof.
    intros i. destruct pi_levels as [level [Hl zero]]. assert (Hs := plays_only pi).
    assert (J_is : forall n, J P (sums r) (always P pi) n [] x
      + expected P (always P pi) v n [] x == v x).
    { intros n. apply Qle_antisym.
      - refine (n_steps_upper inside (sums r) ltac:(cbn; lra) Hs v _ n [] x i).
        intros z iz c [<- | []]. rewrite (own z iz). lra.
      - refine (n_steps_lower inside (sums r) ltac:(cbn; lra) Hs v _ n [] x i).
        intros z iz c [<- | []]. rewrite (own z iz). lra. }
    split; intros eps e0;
      (destruct (levels_fade inside (fun _ => false) level v) with (eps := eps) as [n0 H];
      [intros z c iz _ [<- | []]; exact (Hl z iz) | auto | exact e0 | exists n0]);
      intros n le; specialize (H _ Hs n [] x le i); specialize (J_is n); unfold expected in J_is;
      lra.
  Qed.
End Picks.

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
  Hypothesis inside : closed P (options P) nodes.
  Hypothesis picked : picks P pi.
  Hypothesis own : forall x, In x nodes -> worth P total_reward v (pi x) == v x.
  Hypothesis ranked : ranks_of_pi P nodes pi rank v.
  Variable x : state P.
  Hypothesis is_node : In x nodes.

  Lemma settles_and_attained :
    (forall x c, In x nodes -> In c (options P x) ->
      falls P height x c \/ stays P height x c /\ reward P c == 0) ->
    (forall s, allowed P s -> settles (earning 1 x s)) /\
    exists s, allowed P s /\ converges (earning 1 x s) (v x).
  Proof.
    intros kinds. split.
    - intros s Hs. exact (every_policy_settles height (reward P) inside Hs x is_node kinds).
    - exists (always P pi). split; [exact (always_allowed picked) | ].
      apply (pi_attains P nodes pi height rank v (reward P) (closed_only picked inside) own);
        [ | exact ranked | exact is_node].
      intros z i. exact (kinds z _ i (picked z (some_option inside z i))).
  Qed.

  Theorem greatest_total :
    (forall x c, In x nodes -> In c (options P x) -> worth P total_reward v c <= v x) ->
    (forall x c, In x nodes -> In c (options P x) ->
      falls P height x c \/ stays P height x c /\ reward P c == 0 /\ 0 <= v x) ->
    greatest_limit P (earning 1 x) (v x).
  Proof.
    intros step kinds. destruct settles_and_attained as [settle attained].
    { intros z c i j. destruct (kinds z c i j) as [f | [st [r0 _]]]; auto. }
    split; [ | exact attained]. intros s Hs. split; [exact (settle s Hs) | ].
    apply (no_policy_does_better height (reward P) inside Hs x is_node v step).
    intros z c i j. destruct (kinds z c i j) as [f | [st [_ v0]]]; auto.
  Qed.

  Theorem least_total :
    (forall x c, In x nodes -> In c (options P x) -> v x <= worth P total_reward v c) ->
    (forall x c, In x nodes -> In c (options P x) ->
      falls P height x c \/ stays P height x c /\ reward P c == 0 /\ v x <= 0) ->
    least_limit P (earning 1 x) (v x).
  Proof.
    intros step kinds. destruct settles_and_attained as [settle attained].
    { intros z c i j. destruct (kinds z c i j) as [f | [st [r0 _]]]; auto. }
    split; [ | exact attained]. intros s Hs. split; [exact (settle s Hs) | ].
    apply (finally_at_least_opposite _ (fun n => J P (sums (fun c => - reward P c)) s n [] x)).
    { intros n. exact (J_opposite P s (reward P) (fun _ => false) 0 0 n [] x). }
    apply (no_policy_does_better height _ inside Hs x is_node (fun z => - v z)).
    - intros z c i j. assert (W := worth_opposite P (reward P) (fun _ => false) 0 0 v c).
      specialize (step z c i j). eapply Qle_trans; [apply Qle_lteq; right; exact W | ].
      apply Qopp_le_compat. exact step.
    - intros z c i j. destruct (kinds z c i j) as [f | [st [_ v0]]]; [left; exact f | right].
      split; [exact st | lra].
  Qed.
End Theorems.
