(* The expected reward until the goal is reached, rewards having any sign, among the policies that
   reach it almost surely; or among all, where it is infinite for a policy that misses the goal with
   positive probability.

   Some states are infinite: by the levels every policy misses the goal from there with positive
   probability (Reach.v). So a policy that reaches it almost surely takes choices that may lead
   there, which are risky, with probability 0 only, and nothing is asked of these. Below: if v is at
   most what each other choice is worth, v is at most the expected reward of n steps, up to a bound
   times the probability that they miss the goal, which tends to 0. Above: the same of the opposite
   numbers. Where what is available leads to no infinite state and the ranks fall towards the goal
   it is reached almost surely, whatever is chosen. A choice that ends the play where that is not
   the goal needs no worth: a policy that reaches the goal does not take it.

   The conditions are those of check_cost of exactbox/checker/objectives.py, of check_signed_cost of
   exactbox/checker/signed.py and of check_levels of exactbox/checker/process.py. The first asks for
   rewards that are not negative too, as it calls infinite what a policy that misses the goal
   pays. *)
From Coq Require Import QArith List Lia Lqa Bool.
From exactbox Require Import Definitions Plays Players Reach Total.
Import ListNotations.
Local Open Scope Q_scope.

Section Conditions.
  Variable P : process.
  Variable available : state P -> list (choice P).
  Variable nodes : list (state P).
  Variable goal : state P -> bool.
  Variable ended : bool.
  Variable inf : state P -> bool.

  (* With rewards r: what is available is worth v or more, or loses, or is risky. *)
  Record cost_lower (r : choice P -> Q) (v : state P -> Q) : Prop := {
    cost_lower_goal : forall x, In x nodes -> goal x = true -> v x <= 0;
    cost_lower_step : forall x c,
      In x nodes -> goal x = false -> inf x = false -> In c (available x) ->
      loses P ended c \/ risks_infinity P inf c \/ v x <= worth P (paying r goal 0 0) v c }.

  (* It is worth v or less, or loses, or is risky. *)
  Record cost_upper (v : state P -> Q) : Prop := {
    cost_upper_goal : forall x, In x nodes -> goal x = true -> 0 <= v x;
    cost_upper_step : forall x c,
      In x nodes -> goal x = false -> inf x = false -> In c (available x) ->
      loses P ended c \/ risks_infinity P inf c \/ worth P (until goal) v c <= v x }.

  (* It neither loses nor is risky, and has ranks that fall. *)
  Record proper (rank : choice P -> nat) : Prop := {
    proper_step : forall x c,
      In x nodes -> goal x = false -> inf x = false -> In c (available x) ->
      ~ loses P ended c /\ risky P inf c = false;
    proper_ranks : ranks_fall P available nodes (fun x => goal x || inf x) rank }.

  Lemma cost_opposite v : cost_upper v -> cost_lower (fun c => - reward P c) (fun x => - v x).
  Proof.
    intros [Hg Hc]. split.
    - intros x i e. specialize (Hg x i e). lra.
    - intros x c i eg ef j. destruct (Hc x c i eg ef j) as [l | [l | le]]; [auto | auto | ].
      right. right. rewrite (worth_opposite P (reward P) goal 0 0 v c : _ == _).
      change (worth P (until goal) v c <= v x) in le.
      change (- v x <= - worth P (until goal) v c). lra.
  Qed.
End Conditions.
Arguments cost_lower_goal {P available nodes goal ended inf r v}.
Arguments cost_lower_step {P available nodes goal ended inf r v} _ {x c}.
Arguments proper_step {P available nodes goal ended inf rank} _ {x c}.
Arguments proper_ranks {P available nodes goal ended inf rank}.

Section Cost.
  Context {P : process} {available : state P -> list (choice P)} {nodes : list (state P)}.
  Hypothesis inside : closed P available nodes.
  Context {goal : state P -> bool} {ended : bool} {inf : state P -> bool}.
  Local Notation levels := (levels_hold P available nodes goal (loses P ended) inf).
  Local Notation lower := (cost_lower P available nodes goal ended inf).
  Local Notation upper := (cost_upper P available nodes goal ended inf).
  Local Notation are_proper := (proper P available nodes goal ended inf).
  Local Notation reached := (J P (reach goal everywhere ended)).
  Local Notation risky := (risky P inf).
  Local Notation risks :=
    (paying (fun c => if risky c then 1 else 0) (fun x => goal x || inf x) 0 0).
  Local Notation risk := (J P risks).

  Section Under.
    Context {s : policy P}.
    Hypothesis Hs : plays P available s.

    Lemma risk_nonneg n h x : In x nodes -> 0 <= risk s n h x.
    Proof. exact (J_nonneg inside risks ltac:(cbn; lra) Hs (risks_nonneg risky) n h x). Qed.

    (* Who reaches the goal takes no risk, as Reach.v has it; and nobody does where what is
       available is proper. *)
    Lemma reaching_risks_nothing level x : levels level -> In x nodes ->
      reaches goal ended x s -> forall n, risk s n [] x == 0.
    Proof.
      intros L i [R _]. exact (no_risk inside (reach_wins P goal ended)
        (reach_loses P goal ended) risky (fun _ => @or_intror _ _) level s x L Hs i R).
    Qed.

    Lemma proper_risks_nothing rank x : are_proper rank -> In x nodes ->
      forall n, risk s n [] x == 0.
    Proof.
      intros ranks i n. apply Qle_antisym; [ | exact (risk_nonneg n [] x i)].
      refine (n_steps_at_most inside risks ltac:(cbn; lra) Hs (fun _ => 0) _ ltac:(discriminate)
        n [] x i).
      intros z j. cbn [stop paying]. destruct (goal z || inf z) eqn:e; [lra | ].
      apply orb_false_iff in e as [eg ef]. intros c k. unfold worth.
      cbn [paid over discount paying]. rewrite (proj2 (proper_step ranks j eg ef k)).
      assert (Z := E_const (probabilities (branches P c)) 0). destruct (branches P c); lra.
    Qed.
  End Under.

  Section Rewards.
    (* What n steps pay, of rewards r, and with a bonus of k for the goal. *)
    Variable r : choice P -> Q.
    Context {s : policy P}.
    Hypothesis Hs : plays P available s.
    Local Notation collected := (J P (paying r goal 0 0)).
    Local Notation bonus k := (paying r goal k (if ended then k else 0)).

    Lemma J_bonus k n h x :
      J P (bonus k) s n h x == collected s n h x + k * reached s n h x.
    Proof. apply J_pays; [intros c; ring | ring | destruct ended; ring]. Qed.

    (* Where rewards are -B or more, and |v| at most M, K = M + B: a risk costs no more than K. *)
    Lemma collected_below v : lower r v ->
      exists K, 0 <= K /\ forall n h x, In x nodes -> inf x = false ->
      v x - K <= J P (bonus (- K)) s n h x + inject_Z (Z.of_nat n) * K * risk s n h x.
    Proof.
      intros H. destruct (bounded nodes v) as [M [M0 HM]].
      destruct (bounded (flat_map available nodes) r) as [B [B0 HB]]. exists (M + B).
      set (K := M + B). assert (KM : M + B == K) by reflexivity. clearbody K. split; [lra | ].
      assert (least : forall n h x, In x nodes ->
        - (inject_Z (Z.of_nat n) * B + K) <= J P (bonus (- K)) s n h x).
      { assert (N0 := fun n => Qmult_le_0_compat _ _ (inject_nonneg n) B0).
        induction n as [ | n IH]; intros h x i; [assert (p := N0 O) | assert (p := N0 (S n))];
          cbn [J paying stop paid over discount]; destruct (goal x); try lra.
        apply (E_policy_lower inside Hs); [exact i | ]. intros c j. rewrite inject_S.
        destruct (HB c (in_flat _ _ x c i j)) as [rc _]. specialize (N0 n).
        destruct (branches P c) as [ | b l] eqn:e; [destruct ended; lra | ]. rewrite <- e.
        assert (L := E_branches_le inside x c (fun _ => - (inject_Z (Z.of_nat n) * B + K)) _ i j
          (IH ((x, c) :: h))).
        rewrite (E_dist _ _ (probabilities_dist (branches P c) ltac:(congruence))) in L. lra. }
      induction n as [ | n IH]; intros h x i ef; cbn [J paying stop paid over discount]; rewrite ef;
        rewrite orb_false_r; destruct (HM x i) as [_ vM]; destruct (goal x) eqn:eg;
        try (assert (G := cost_lower_goal H x i eg); lra); [lra | ].
      rewrite <- E_scale, <- E_plus. apply (E_policy_lower inside Hs); [exact i | ]. intros c j.
      destruct (HB c (in_flat _ _ x c i j)) as [rc _]. assert (n0 := inject_nonneg n).
      rewrite inject_S.
      assert (pos := E_branches_nonneg inside x c _ i j (risk_nonneg Hs n ((x, c) :: h))).
      set (N := inject_Z (Z.of_nat n)) in *. destruct (risky c) eqn:er.
      - apply risky_spec in er as [w [z [ib _]]].
        assert (ne : branches P c <> []) by (intros e; rewrite e in ib; exact ib).
        assert (L := E_dist_ge _ _ _ (probabilities_dist _ ne) (fun p z k =>
          least n ((x, c) :: h) z (lands inside x c p z i j k))). fold N in L.
        destruct (branches P c) as [ | b l]; [congruence | ].
        set (y := E _ (J P (bonus _) s n _)) in *. set (t := E _ (risk s n _)) in *.
        assert (0 <= (N + 1) * K) by nra. assert (0 <= (N + 1) * K * t) by nra.
        assert (0 <= N * M) by nra. assert (N * K == N * M + N * B) by (rewrite <- KM; ring).
        lra.
      - destruct (cost_lower_step H i eg ef j) as [[-> ->] | [W | W]];
          [lra | apply risky_spec in W; congruence | ].
        unfold worth in W. cbn [paid over discount paying] in W.
        destruct (branches P c) as [ | b l] eqn:e; [destruct ended; lra | ].
        rewrite <- e in *. assert (d := probabilities_dist (branches P c) ltac:(congruence)).
        assert (L : E (probabilities (branches P c)) (fun z => v z - K)
          <= E (probabilities (branches P c)) (fun z => J P (bonus (- K)) s n ((x, c) :: h) z
            + N * K * risk s n ((x, c) :: h) z)).
        { apply E_le; [exact (proj1 d) | ]. intros p z k.
          apply IH; [exact (lands inside x c p z i j k) | ].
          apply probabilities_in in k as [w [k _]]. exact (not_risky P inf c w z er k). }
        rewrite E_minus, (E_dist _ K d), E_plus, E_scale in L.
        set (t := E _ (risk s n _)) in *. assert (0 <= K * t) by nra. lra.
    Qed.

    Lemma collects_at_least v x : lower r v -> In x nodes -> inf x = false ->
      (forall n, risk s n [] x == 0) -> reaches goal ended x s ->
      at_least (fun n => collected s n [] x) (v x).
    Proof.
      intros H i ef none [R _] eps e0. destruct (collected_below v H) as [K [K0 HK]].
      destruct (small_multiple K eps K0 e0) as [d [d0 Kd]]. destruct (R d d0) as [n0 Hn].
      exists n0. intros n le. specialize (Hn n le). specialize (HK n [] x i ef).
      rewrite J_bonus, none in HK. unfold reaching in Hn.
      set (t := reached s n [] x) in *. nra.
    Qed.
  End Rewards.

  Lemma collects_at_most s v x : plays P available s -> upper v -> In x nodes -> inf x = false ->
    (forall n, risk s n [] x == 0) -> reaches goal ended x s ->
    at_most (collecting goal x s) (v x).
  Proof.
    intros Hs H i ef none R.
    apply (at_most_opposite _ (fun n => J P (paying (fun c => - reward P c) goal 0 0) s n [] x)).
    - intros n. exact (J_opposite P s (reward P) goal 0 0 n [] x).
    - exact (collects_at_least _ Hs _ x (cost_opposite _ _ _ _ _ _ v H) i ef none R).
  Qed.

  (* Bounds for whoever reaches the goal. *)
  Theorem cost_at_least level v : levels level -> lower (reward P) v ->
    forall s x, plays P available s -> In x nodes -> inf x = false ->
    reaches goal ended x s -> at_least (collecting goal x s) (v x).
  Proof.
    intros L H s x Hs i ef R.
    exact (collects_at_least _ Hs v x H i ef (reaching_risks_nothing Hs level x L i R) R).
  Qed.

  Theorem cost_at_most level v : levels level -> upper v ->
    forall s x, plays P available s -> In x nodes -> inf x = false ->
    reaches goal ended x s -> at_most (collecting goal x s) (v x).
  Proof.
    intros L H s x Hs i ef R.
    exact (collects_at_most s v x Hs H i ef (reaching_risks_nothing Hs level x L i R) R).
  Qed.

  (* Where what is available is proper, everybody reaches it. *)
  Section Proper.
    Variable rank : choice P -> nat.
    Hypothesis ranks : are_proper rank.
    Context {s : policy P}.
    Hypothesis Hs : plays P available s.
    Variable x : state P.
    Hypothesis is_node : In x nodes.

    Hypothesis finite : inf x = false.

    Theorem proper_reaches : reaches goal ended x s.
    Proof.
      split.
      - set (v z := if inf z then 0 else 1).
        assert (L := reach_lower inside goal everywhere ended Hs v rank x).
        unfold v at 3 in L. rewrite finite in L. apply L; [ | | exact is_node].
        + intros z i. cbn [stop reach everywhere].
          assert (v01 : forall z, 0 <= v z <= 1) by (intros y; unfold v; destruct (inf y); lra).
          destruct (goal z) eqn:eg; [apply v01 | ]. intros c j. unfold worth.
          cbn [paid over discount reach].
          assert (N := E_branches_nonneg inside z c v i j (fun y _ => proj1 (v01 y))).
          unfold v at 1. destruct (inf z) eqn:ef; [destruct (branches P c), ended; lra | ].
          destruct (proper_step ranks i eg ef j) as [l F].
          destruct (branches P c) as [ | b k] eqn:eb.
          * unfold loses in l. destruct ended; [lra | tauto].
          * rewrite <- eb in *. assert (G := E_dist_ge _ v 1 (probabilities_dist (branches P c)
              ltac:(congruence))). cbn beta in G. cut (1 <= E (probabilities (branches P c)) v);
              [lra | ]. apply G. intros p y m. apply probabilities_in in m as [w [m _]].
            unfold v. rewrite (not_risky P inf c w y F m). lra.
        + refine (ranks_fall_same _ (proper_ranks ranks)). intros z. unfold settled, stopped, v.
          cbn [stop reach everywhere]. destruct (goal z), (inf z); reflexivity.
      - intros eps e0. exists O. intros n _.
        assert (L := won_at_most_1 inside (reach_wins P goal ended) Hs n [] x is_node).
        unfold reaching. lra.
    Qed.

    Theorem proper_at_least v : lower (reward P) v ->
      reaches goal ended x s /\ at_least (collecting goal x s) (v x).
    Proof.
      intros H. assert (none := proper_risks_nothing Hs rank x ranks is_node).
      exact (conj proper_reaches (collects_at_least _ Hs v x H is_node finite none proper_reaches)).
    Qed.

    Theorem proper_at_most v : upper v ->
      reaches goal ended x s /\ at_most (collecting goal x s) (v x).
    Proof.
      intros H. assert (none := proper_risks_nothing Hs rank x ranks is_node).
      exact (conj proper_reaches (collects_at_most s v x Hs H is_node finite none proper_reaches)).
    Qed.
  End Proper.
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
  Variable inf : state P -> bool.
  Variable level : state P -> nat.
  Variable rank : choice P -> nat.
  Local Notation reaches := (reaches goal ended).
  Local Notation levels_of available :=
    (levels_hold P available nodes goal (loses P ended) inf level).
  Local Notation lower available := (cost_lower P available nodes goal ended inf (reward P)).
  Local Notation upper available := (cost_upper P available nodes goal ended inf).
  Local Notation proper_are available := (proper P available nodes goal ended inf rank).

  Let inside_only : closed P (only pi) nodes := closed_only picked inside.
  Let pi_allowed : allowed P (always P pi) := always_allowed picked.

  Theorem least_cost_infinite x : levels_of (options P) -> In x nodes -> inf x = true ->
    forall s, allowed P s -> misses goal ended x s.
  Proof.
    intros levels i ef s Hs.
    destruct (infinite_missed inside (reach_wins P goal ended)
      (reach_loses P goal ended) _ levels) as [p [p0 Hp]].
    exists p. split; [exact p0 | ]. intros n. exact (Hp s Hs n [] x i ef).
  Qed.

  Theorem greatest_cost_infinite x : levels_of (only pi) -> In x nodes -> inf x = true ->
    exists s, allowed P s /\ misses goal ended x s.
  Proof.
    intros levels i ef. exists (always P pi). split; [exact pi_allowed | ].
    destruct (infinite_missed inside_only (reach_wins P goal ended)
      (reach_loses P goal ended) _ levels) as [p [p0 Hp]].
    exists p. split; [exact p0 | ]. intros n. exact (Hp _ (plays_only pi) n [] x i ef).
  Qed.

  (* Where every choice before the goal costs something, unless it ends the play, no policy pays
     less: if they miss the goal, they pay without end (Total.v). *)
  Theorem least_cost_always v :
    (forall x c, In x nodes -> goal x = false -> In c (options P x) ->
      0 <= reward P c /\ ~ loses P ended c /\ (branches P c <> [] -> 0 < reward P c)) ->
    levels_of (options P) -> lower (options P) v -> upper (only pi) v -> proper_are (only pi) ->
    forall x, In x nodes ->
    if inf x then forall s, allowed P s -> diverges (collecting goal x s)
    else least P (collecting goal x) (v x).
  Proof.
    intros costs levels Hlo Hhi ranks x i.
    assert (L : total_lower P (options P) nodes v inf goal (reward P) rank level).
    { split.
      - intros z c iz eg j. exact (proj1 (costs z c iz eg j)).
      - exact (cost_lower_goal Hlo).
      - intros z c iz eg ef j. destruct (cost_lower_step Hlo iz eg ef j) as [l | R]; [ | exact R].
        destruct (proj1 (proj2 (costs z c iz eg j)) l).
      - intros z c iz e j. apply orb_false_iff in e as [eg _].
        destruct (branches P c) as [ | b l] eqn:eb; [right; left; reflexivity | left].
        apply (proj2 (proj2 (costs z c iz eg j))). congruence.
      - split; [exact (infinite_not_goal levels) | ]. intros z c iz ef j.
        destruct (infinite_step levels iz ef j) as [l | R]; [ | auto].
        assert (eg := infinite_not_goal levels z iz ef).
        destruct (proj1 (proj2 (costs z c iz eg j)) l). }
    destruct (inf x) eqn:ef; [intros s Hs; exact (total_diverges inside L Hs x i ef) | ].
    assert (lo := fun s Hs => total_lower_bound inside L (s := s) Hs x i ef).
    split; [exact lo | ]. exists (always P pi).
    split; [exact pi_allowed | split; [exact (lo _ pi_allowed) | ]].
    exact (proj2 (proper_at_most inside_only rank ranks (plays_only pi) x i ef v Hhi)).
  Qed.

  Variable x : state P.
  Hypothesis is_node : In x nodes.
  Hypothesis finite : inf x = false.

  (* Among the policies that reach the goal almost surely: pi does, by its ranks. *)
  Lemma pi_at_least v : lower (only pi) v -> proper_are (only pi) ->
    exists s, allowed P s /\ reaches x s /\ at_least (collecting goal x s) (v x).
  Proof.
    intros H ranks. exists (always P pi). split; [exact pi_allowed | ].
    exact (proper_at_least inside_only rank ranks (plays_only pi) x is_node finite v H).
  Qed.

  Lemma pi_at_most v : upper (only pi) v -> proper_are (only pi) ->
    exists s, allowed P s /\ reaches x s /\ at_most (collecting goal x s) (v x).
  Proof.
    intros H ranks. exists (always P pi). split; [exact pi_allowed | ].
    exact (proper_at_most inside_only rank ranks (plays_only pi) x is_node finite v H).
  Qed.

  Theorem least_cost_bounds lo hi :
    levels_of (options P) -> lower (options P) lo -> upper (only pi) hi -> proper_are (only pi) ->
    (forall s, allowed P s -> reaches x s -> at_least (collecting goal x s) (lo x)) /\
    (exists s, allowed P s /\ reaches x s /\ at_most (collecting goal x s) (hi x)).
  Proof.
    intros levels Hlo Hhi ranks. split; [ | exact (pi_at_most hi Hhi ranks)].
    intros s Hs. exact (cost_at_least inside level lo levels Hlo s x Hs is_node finite).
  Qed.

  Theorem greatest_reaching_bounds lo hi :
    levels_of (options P) -> lower (only pi) lo -> upper (options P) hi -> proper_are (only pi) ->
    (forall s, allowed P s -> reaches x s -> at_most (collecting goal x s) (hi x)) /\
    (exists s, allowed P s /\ reaches x s /\ at_least (collecting goal x s) (lo x)).
  Proof.
    intros levels Hlo Hhi ranks. split; [ | exact (pi_at_least lo Hlo ranks)].
    intros s Hs. exact (cost_at_most inside level hi levels Hhi s x Hs is_node finite).
  Qed.

  (* All policies reach it, by the ranks of all options. *)
  Theorem greatest_cost_bounds lo hi :
    levels_of (only pi) -> lower (only pi) lo -> upper (options P) hi -> proper_are (options P) ->
    (forall s, allowed P s -> reaches x s /\ at_most (collecting goal x s) (hi x)) /\
    (exists s, allowed P s /\ at_least (collecting goal x s) (lo x)).
  Proof.
    intros levels Hlo Hhi ranks.
    assert (U := fun s Hs => proper_at_most inside rank ranks (s := s) Hs x is_node finite hi Hhi).
    split; [exact U | ]. exists (always P pi). split; [exact pi_allowed | ].
    exact (cost_at_least inside_only level lo levels Hlo _ x (plays_only pi) is_node finite
      (proj1 (U _ pi_allowed))).
  Qed.
End Answers.

(* Bounds that are equal. *)
Lemma least_of_bounds {P goal ended} {x : state P} {v} :
  (forall s, allowed P s -> reaches goal ended x s -> at_least (collecting goal x s) v) ->
  (exists s, allowed P s /\ reaches goal ended x s /\ at_most (collecting goal x s) v) ->
  least_of_reaching P goal ended x v.
Proof. intros L [s [Hs [R U]]]. split; [exact L | ]. exists s. repeat (split; auto). Qed.

Lemma greatest_of_bounds {P goal ended} {x : state P} {v} :
  (forall s, allowed P s -> reaches goal ended x s -> at_most (collecting goal x s) v) ->
  (exists s, allowed P s /\ reaches goal ended x s /\ at_least (collecting goal x s) v) ->
  greatest_of_reaching P goal ended x v.
Proof. intros U [s [Hs [R L]]]. split; [exact U | ]. exists s. repeat (split; auto). Qed.
