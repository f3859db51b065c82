(* The long-run average by time, where steps take time: a choice c pays its reward, and takes the
   time tau(c), or on average tau(c). States have a gain g and a bias h. If whatever is available
   leads to gains that are on average g or less, and its reward with the biases that it leads to is
   g tau + h or less, then under any policy and for any n

     the reward of n steps <= the sum over n steps of g(x_i) tau(c_i), and h(x) - h(x_n),

   in expectation; and the expectation of g(x_n) is g(x) or less. Likewise from below, and so with
   equality for choices that obey the equations.

   Where one number G bounds all gains, the reward of n steps is at most G times their time, up to
   twice the bound of |h|: so if the time grows without end, G bounds what they pay by time. It does
   if ranks fall wherever a choice takes no time, so that no end component is without time. Where
   gains differ, the reward of n steps by their time says little, for how many steps fit into a time
   depends on where the play goes: TimedUntil.v stops at a time instead.

   The conditions are those of check_average of exactbox/checker/timed.py. *)
From Coq Require Import QArith Qminmax List Lia Lqa.
From exactbox Require Import Definitions Plays Players MeanPayoff Total Potentials.
Import ListNotations.
Local Open Scope Q_scope.

(* The sum of f over the choices of n steps; the reward of n steps by their time. *)
Definition counted {P} (f : choice P -> Q) : payoff_of P := {|
  paid := f; stop _ := None; over := 0; discount := 1 |}.

Definition lasting {P} (tau : choice P -> Q) (x : state P) : policy P -> nat -> Q :=
  fun s n => J P (counted tau) s n [] x.

Definition by_time {P} (tau : choice P -> Q) (x : state P) : policy P -> nat -> Q :=
  fun s n => earning 1 x s n / lasting tau x s n.

Section Steps.
  Variable P : process.

  (* The expectation of the sum of f(x_i, c_i) over n steps, and of f(x_n). *)
  Fixpoint steps (f : state P -> choice P -> Q) (s : policy P) (n : nat) (past : history P)
      (x : state P) : Q :=
    match n with
    | O => 0
    | S n => E (s past x) (fun c => f x c + leads (steps f s n ((x, c) :: past)) c)
    end.

  Fixpoint after (f : state P -> Q) (s : policy P) (n : nat) (past : history P) (x : state P)
      : Q :=
    match n with
    | O => f x
    | S n => E (s past x) (fun c => leads (after f s n ((x, c) :: past)) c)
    end.
End Steps.

(* Any policy among what is available ----------------------------------------------------------- *)

Section Halves.
  Variable P : process.
  Variable available : state P -> list (choice P).
  Variable nodes : list (state P).
  Hypothesis inside : closed P available nodes.
  Hypothesis goes_on : forall x c, In x nodes -> In c (available x) -> branches P c <> [].
  Variable tau : choice P -> Q.
  Variables g h : state P -> Q.

  Definition timed_lower := forall x c, In x nodes -> In c (available x) ->
    g x <= leads g c /\ g x * tau c + h x <= reward P c + leads h c.

  Definition timed_upper := forall x c, In x nodes -> In c (available x) ->
    leads g c <= g x /\ reward P c + leads h c <= g x * tau c + h x.

  Section Under.
    Variable s : policy P.
    Hypothesis Hs : plays P available s.

    Lemma steps_le f f' : (forall x c, In x nodes -> In c (available x) -> f x c <= f' x c) ->
      forall n past x, In x nodes -> steps P f s n past x <= steps P f' s n past x.
    Proof.
      intros H. induction n as [ | n IH]; intros past x i; cbn [steps]; [lra | ].
      apply (E_policy_le inside Hs); [exact i | ]. intros c j.
      assert (L := E_branches_le inside x c (steps P f s n ((x, c) :: past))
        (steps P f' s n ((x, c) :: past)) i j (IH ((x, c) :: past))).
      specialize (H x c i j). unfold leads. lra.
    Qed.

    Lemma steps_plus f f' n : forall past x,
      steps P (fun x c => f x c + f' x c) s n past x
      == steps P f s n past x + steps P f' s n past x.
    Proof.
      induction n as [ | n IH]; intros past x; cbn [steps]; [lra | ].
      rewrite <- E_plus. apply E_eq. intros q c _. unfold leads.
      rewrite (E_eq _ _ (fun z => steps P f s n ((x, c) :: past) z
        + steps P f' s n ((x, c) :: past) z)) by (intros; apply IH).
      rewrite E_plus. ring.
    Qed.

    Lemma steps_scale k f n : forall past x,
      steps P (fun x c => k * f x c) s n past x == k * steps P f s n past x.
    Proof.
      induction n as [ | n IH]; intros past x; cbn [steps]; [lra | ].
      rewrite <- E_scale. apply E_eq. intros q c _. unfold leads.
      rewrite (E_eq _ _ (fun z => k * steps P f s n ((x, c) :: past) z)) by (intros; apply IH).
      rewrite E_scale. ring.
    Qed.

    Lemma steps_counted f n : forall past x, In x nodes ->
      J P (counted f) s n past x == steps P (fun _ c => f c) s n past x.
    Proof.
      induction n as [ | n IH]; intros past x i; cbn [J steps stop counted]; [lra | ].
      apply (E_policy_eq inside Hs); [exact i | ]. intros c j.
      assert (ne := goes_on x c i j). cbn [paid over discount counted]. unfold leads.
      destruct (branches P c) as [ | b l] eqn:e; [congruence | ]. rewrite <- e.
      rewrite (E_eq _ _ (steps P (fun _ c => f c) s n ((x, c) :: past))); [lra | ].
      intros p z k. exact (IH _ z (lands inside x c p z i j k)).
    Qed.

    (* What f loses in all steps, on average, is what it is at first and no longer after n. *)
    Lemma telescopes f n : forall past x, In x nodes ->
      steps P (fun x c => f x - leads f c) s n past x + after P f s n past x == f x.
    Proof.
      induction n as [ | n IH]; intros past x i; cbn [steps after]; [lra | ].
      rewrite <- E_plus, <- (E_dist (s past x) (f x)) by exact (policy_dist inside Hs past x i).
      apply (E_policy_eq inside Hs); [exact i | ]. intros c j.
      assert (L : leads f c == leads (steps P (fun x c => f x - leads f c) s n ((x, c) :: past)) c
        + leads (after P f s n ((x, c) :: past)) c).
      { unfold leads. rewrite <- E_plus. apply E_eq. intros p z k. symmetry.
        exact (IH _ z (lands inside x c p z i j k)). }
      lra.
    Qed.

    Variable x : state P.
    Hypothesis is_node : In x nodes.

    (* The sum over n steps of the gain, times the time that the step takes. *)
    Definition gained (n : nat) : Q := steps P (fun z c => g z * tau c) s n [] x.

    Lemma rewards_are_steps n : earning 1 x s n == steps P (fun _ c => reward P c) s n [] x.
    Proof. exact (steps_counted (reward P) n [] x is_node). Qed.

    Theorem timed_average_at_most : timed_upper -> forall n,
      earning 1 x s n <= gained n + (h x - after P h s n [] x) /\ after P g s n [] x <= g x.
    Proof.
      intros W n. assert (Th := telescopes h n [] x is_node).
      assert (Tg := telescopes g n [] x is_node). rewrite rewards_are_steps. split.
      - assert (L := steps_le (fun _ c => reward P c)
          (fun z c => g z * tau c + (h z - leads h c))
          (fun z c i j => ltac:(destruct (W z c i j); lra)) n [] x is_node).
        rewrite steps_plus in L. unfold gained. lra.
      - assert (L := steps_le (fun z c => 0 * (g z - leads g c)) (fun z c => g z - leads g c)
          (fun z c i j => ltac:(destruct (W z c i j); lra)) n [] x is_node).
        rewrite steps_scale in L. lra.
    Qed.

    Theorem timed_average_at_least : timed_lower -> forall n,
      gained n + (h x - after P h s n [] x) <= earning 1 x s n /\ g x <= after P g s n [] x.
    Proof.
      intros W n. assert (Th := telescopes h n [] x is_node).
      assert (Tg := telescopes g n [] x is_node). rewrite rewards_are_steps. split.
      - assert (L := steps_le (fun z c => g z * tau c + (h z - leads h c))
          (fun _ c => reward P c)
          (fun z c i j => ltac:(destruct (W z c i j); lra)) n [] x is_node).
        rewrite steps_plus in L. unfold gained. lra.
      - assert (L := steps_le (fun z c => g z - leads g c) (fun z c => 0 * (g z - leads g c))
          (fun z c i j => ltac:(destruct (W z c i j); lra)) n [] x is_node).
        rewrite steps_scale in L. lra.
    Qed.
  End Under.
End Halves.

(* One number bounds all gains: what is paid in excess of G for the time is up to h. *)
Section Number.
  Context {P : process} {available : state P -> list (choice P)} {nodes : list (state P)}.
  Hypothesis inside : closed P available nodes.
  Variable tau : choice P -> Q.
  Variable G : Q.
  Variable h : state P -> Q.
  Context {s : policy P}.
  Hypothesis Hs : plays P available s.
  Variable x : state P.
  Hypothesis is_node : In x nodes.
  Let excess (c : choice P) : Q := reward P c + - G * tau c.

  Lemma excess_is n : J P (sums excess) s n [] x == earning 1 x s n - G * lasting tau x s n.
  Proof.
    rewrite (J_linear P s excess (reward P) tau (- G) (fun _ => Qeq_refl _)).
    change (earning 1 x s n - G * lasting tau x s n) with
      (J P (sums (reward P)) s n [] x - G * J P (sums tau) s n [] x). ring.
  Qed.

  Lemma bias_left : exists M, forall n, - M <= expected P s h n [] x <= M.
  Proof.
    destruct (bounded nodes h) as [M [M0 HM]]. exists M. intros n.
    assert (U := still_upper inside Hs (fun _ => false) 1 ltac:(lra) h M M0
      (fun z i _ => proj2 (HM z i)) n [] x is_node).
    assert (L := still_upper inside Hs (fun _ => false) 1 ltac:(lra) (fun z => - (1) * h z) M M0
      (fun z i _ => ltac:(destruct (HM z i); cbn beta; lra)) n [] x is_node).
    rewrite still_scale in L. rewrite pow_1 in U, L. unfold expected. lra.
  Qed.

  Theorem timed_rewards_at_most :
    (forall z c, In z nodes -> In c (available z) -> reward P c + leads h c <= G * tau c + h z) ->
    exists K, forall n, earning 1 x s n <= G * lasting tau x s n + K.
  Proof.
    intros W. destruct bias_left as [M HM]. exists (h x + M). intros n. specialize (HM n).
    assert (U := n_steps_upper inside (sums excess) ltac:(cbn; lra) Hs h
      ltac:(intros z i c j; rewrite worth_sums; specialize (W z c i j); unfold leads in W;
        unfold Potentials.after, excess; lra) n [] x is_node).
    rewrite excess_is in U. unfold expected in HM. cbn [discount sums] in U.
    change (stopped P (sums excess)) with (fun _ : state P => false) in U. lra.
  Qed.

  Theorem timed_rewards_at_least :
    (forall z c, In z nodes -> In c (available z) -> G * tau c + h z <= reward P c + leads h c) ->
    exists K, forall n, G * lasting tau x s n - K <= earning 1 x s n.
  Proof.
    intros W. destruct bias_left as [M HM]. exists (M - h x). intros n. specialize (HM n).
    assert (L := n_steps_lower inside (sums excess) ltac:(cbn; lra) Hs h
      ltac:(intros z i c j; rewrite worth_sums; specialize (W z c i j); unfold leads in W;
        unfold Potentials.after, excess; lra) n [] x is_node).
    rewrite excess_is in L. unfold expected in HM. cbn [discount sums] in L.
    change (stopped P (sums excess)) with (fun _ : state P => false) in L. lra.
  Qed.
End Number.

(* Time that grows ------------------------------------------------------------------------------ *)

Section Growing.
  Variable P : process.
  Variable available : state P -> list (choice P).
  Variable nodes : list (state P).
  Hypothesis inside : closed P available nodes.
  Hypothesis goes_on : forall x c, In x nodes -> In c (available x) -> branches P c <> [].
  Variable tau : choice P -> Q.
  Variable rank : choice P -> nat.

  (* What is available takes time, or may lead to where all that is available has a lower rank. *)
  Definition takes_time := forall x c, In x nodes -> In c (available x) ->
    0 <= tau c /\ (0 < tau c \/ exists w z, In (w, z) (branches P c) /\
      forall o, In o (available z) -> (rank o < rank c)%nat).

  (* Time as a reward. *)
  Lemma time_lower : takes_time ->
    total_lower P available nodes (fun _ => 0) (fun _ => true) (fun _ => false) tau rank
      (fun _ => O).
  Proof.
    intros T. split; try discriminate.
    - intros x c i _ j. exact (proj1 (T x c i j)).
    - intros x c i _ j. destruct (T x c i j) as [_ [lt | [w [z [ib H]]]]]; [left; exact lt | ].
      right. right. exists w, z. split; [exact ib | right; exact H].
    - split; [reflexivity | ]. intros x c i _ j. right. right.
      split; [exact (goes_on x c i j) | ]. intros w z _. split; reflexivity.
  Qed.

  Theorem time_grows s x : takes_time -> plays P available s -> In x nodes ->
    diverges (lasting tau x s).
  Proof. intros T Hs i. exact (total_diverges inside (time_lower T) Hs x i eq_refl). Qed.

  (* A potential that rises, with the time, by b or more in each step. *)
  Lemma time_potential : takes_time -> exists (p : state P -> Q) (b top : Q), 0 < b /\
    (forall x, 0 <= p x <= top) /\
    (forall x c, In x nodes -> In c (available x) -> p x + b <= tau c + leads p c).
  Proof.
    intros T.
    destruct (potential inside (time_lower T)) as [p [b [top [b0 [bounds rises]]]]].
    exists p, b, top. split; [exact b0 | split; [exact bounds | ]]. intros x c i j.
    exact (rises x c i eq_refl j (goes_on x c i j)).
  Qed.

  (* What is at most G times the time, up to a constant, is by time in the limit at most G. *)
  Lemma by_time_at_most s x G K : diverges (lasting tau x s) ->
    (forall n, earning 1 x s n <= G * lasting tau x s n + K) -> at_most (by_time tau x s) G.
  Proof.
    intros T H eps e0. destruct (T (Qmax 1 (K * / eps))) as [n0 Hn]. exists n0. intros n le.
    specialize (Hn n le). specialize (H n). unfold by_time.
    assert (L := Q.le_max_l 1 (K * / eps)). assert (R := Q.le_max_r 1 (K * / eps)).
    assert (F : eps * / eps == 1) by (apply Qmult_inv_r; lra).
    apply Qle_shift_div_r; [lra | ]. set (t := lasting tau x s n) in *. set (i := / eps) in *.
    clearbody t i. assert (eps * (K * i) <= eps * t) by nra.
    assert (E : eps * (K * i) == K * (eps * i)) by ring. rewrite F in E. lra.
  Qed.

  Lemma by_time_at_least s x G K : diverges (lasting tau x s) ->
    (forall n, G * lasting tau x s n - K <= earning 1 x s n) -> at_least (by_time tau x s) G.
  Proof.
    intros T H eps e0. destruct (T (Qmax 1 (K * / eps))) as [n0 Hn]. exists n0. intros n le.
    specialize (Hn n le). specialize (H n). unfold by_time.
    assert (L := Q.le_max_l 1 (K * / eps)). assert (R := Q.le_max_r 1 (K * / eps)).
    assert (F : eps * / eps == 1) by (apply Qmult_inv_r; lra).
    apply Qle_shift_div_l; [lra | ]. set (t := lasting tau x s n) in *. set (i := / eps) in *.
    clearbody t i. assert (eps * (K * i) <= eps * t) by nra.
    assert (E : eps * (K * i) == K * (eps * i)) by ring. rewrite F in E. lra.
  Qed.
End Growing.

(* One player ----------------------------------------------------------------------------------- *)

(* What pi picks obeys the equations: so there is equality. *)
Theorem timed_average_of_policy P (pi : state P -> choice P) nodes tau g h :
  picks P pi -> closed P (options P) nodes ->
  (forall z, In z nodes -> branches P (pi z) <> []) ->
  (forall z, In z nodes -> leads g (pi z) == g z) ->
  (forall z, In z nodes -> reward P (pi z) + leads h (pi z) == g z * tau (pi z) + h z) ->
  forall x, In x nodes -> forall n,
  earning 1 x (always P pi) n
  == gained P tau g (always P pi) x n + (h x - after P h (always P pi) n [] x) /\
  after P g (always P pi) n [] x == g x.
Proof.
  intros picked inside on Eg Eh x i n. assert (Hs := plays_only pi).
  assert (C := closed_only picked inside).
  assert (on' : forall z c, In z nodes -> In c (only pi z) -> branches P c <> []).
  { intros z c j [<- | []]. exact (on z j). }
  destruct (timed_average_at_most P _ nodes C on' tau g h _ Hs x i) with (n := n) as [U Ug].
  { intros z c j [<- | []]. rewrite (Eg z j), (Eh z j). split; lra. }
  destruct (timed_average_at_least P _ nodes C on' tau g h _ Hs x i) with (n := n) as [L Lg].
  { intros z c j [<- | []]. rewrite (Eg z j), (Eh z j). split; lra. }
  split; lra.
Qed.

(* One gain: all options obey the inequality; what pi picks, the equation. *)
Section One.
  Variable P : process.
  Variable pi : state P -> choice P.
  Hypothesis picked : picks P pi.
  Variable nodes : list (state P).
  Hypothesis inside : closed P (options P) nodes.
  Hypothesis goes_on : forall x c, In x nodes -> In c (options P x) -> branches P c <> [].
  Variable tau : choice P -> Q.
  Variable rank : choice P -> nat.
  Hypothesis takes : takes_time P (options P) nodes tau rank.
  Variable G : Q.
  Variable h : state P -> Q.
  Hypothesis pi_equal : forall x, In x nodes ->
    reward P (pi x) + leads h (pi x) == G * tau (pi x) + h x.
  Variable x : state P.
  Hypothesis is_node : In x nodes.

  Lemma grows s : allowed P s -> diverges (lasting tau x s).
  Proof.
    intros Hs. exact (time_grows P (options P) nodes inside goes_on tau rank s x takes Hs is_node).
  Qed.

  Lemma pi_attains_by_time : converges (by_time tau x (always P pi)) G.
  Proof.
    assert (Hs := plays_only pi). assert (C := closed_only picked inside).
    assert (T := grows _ (always_allowed picked)). split.
    - destruct (timed_rewards_at_least C tau G h Hs x is_node) as [K H];
        [ | exact (by_time_at_least P tau _ x G K T H)].
      intros z c i [<- | []]. rewrite (pi_equal z i). lra.
    - destruct (timed_rewards_at_most C tau G h Hs x is_node) as [K H];
        [ | exact (by_time_at_most P tau _ x G K T H)].
      intros z c i [<- | []]. rewrite (pi_equal z i). lra.
  Qed.

  Theorem timed_average_greatest :
    (forall z c, In z nodes -> In c (options P z) ->
      reward P c + leads h c <= G * tau c + h z) ->
    greatest P (by_time tau x) G.
  Proof.
    intros W. split; [intros s Hs | ].
    - destruct (timed_rewards_at_most inside tau G h Hs x is_node W) as [K H].
      exact (by_time_at_most P tau s x G K (grows s Hs) H).
    - exists (always P pi). split; [exact (always_allowed picked) | exact pi_attains_by_time].
  Qed.

  Theorem timed_average_least :
    (forall z c, In z nodes -> In c (options P z) ->
      G * tau c + h z <= reward P c + leads h c) ->
    least P (by_time tau x) G.
  Proof.
    intros W. split; [intros s Hs | ].
    - destruct (timed_rewards_at_least inside tau G h Hs x is_node W) as [K H].
      exact (by_time_at_least P tau s x G K (grows s Hs) H).
    - exists (always P pi). split; [exact (always_allowed picked) | exact pi_attains_by_time].
  Qed.
End One.
