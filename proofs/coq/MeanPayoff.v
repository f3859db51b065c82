(* Mean payoff: the average reward of the first n steps, as n grows, where plays do not end.
   States have a gain g and a bias h. If whatever is available leads to gains that are on average g
   or more, and its reward with the biases that it leads to is g + h or more, then n steps pay at
   least n g + h - M, with M a bound of |h|, whatever the policy; so the mean is in the limit g or
   more. Likewise from above.

   The conditions are those of check_mean_payoff of exactbox/checker/average.py. *)
From Coq Require Import QArith List Lqa.
From exactbox Require Import Definitions Plays Players.
Import ListNotations.
Local Open Scope Q_scope.

(* The mean of f over where a choice leads. *)
Definition leads {P} (f : state P -> Q) (c : choice P) : Q := E (probabilities (branches P c)) f.

(* Any policy among what is available ----------------------------------------------------------- *)

Section Halves.
  Variable P : process.
  Variable available : state P -> list (choice P).
  Variable nodes : list (state P).
  Hypothesis inside : closed P available nodes.
  Hypothesis goes_on : forall x c, In x nodes -> In c (available x) -> branches P c <> [].
  Variables g h : state P -> Q.

  Definition mean_lower := forall x c, In x nodes -> In c (available x) ->
    g x <= leads g c /\ g x + h x <= reward P c + leads h c.

  Definition mean_upper := forall x c, In x nodes -> In c (available x) ->
    leads g c <= g x /\ reward P c + leads h c <= g x + h x.

  Variable s : policy P.
  Hypothesis Hs : plays P available s.

  Lemma leads_linear x c k M : In x nodes -> In c (available x) ->
    leads (fun z => k * g z + h z + M) c == k * leads g c + leads h c + M.
  Proof.
    intros i j. unfold leads. rewrite !E_plus, E_scale.
    rewrite (E_dist _ M (probabilities_dist _ (goes_on x c i j))). reflexivity.
  Qed.

  Lemma J_one_more n past x : In x nodes ->
    J P total_reward s (S n) past x
    == E (s past x) (fun c => reward P c + leads (J P total_reward s n ((x, c) :: past)) c).
  Proof.
    intros i. cbn [J total_reward discounted stop].
    apply (E_policy_eq inside Hs); [exact i | ]. intros c j.
    assert (ne := goes_on x c i j). unfold leads. destruct (branches P c); [contradiction | ].
    cbn [paid discount total_reward discounted]. lra.
  Qed.

  (* What n steps pay is n g + h up to M. *)
  Lemma n_steps_mean_lower M : mean_lower -> (forall x, In x nodes -> h x <= M) ->
    forall n past x, In x nodes ->
    inject_Z (Z.of_nat n) * g x + h x + - M <= J P total_reward s n past x.
  Proof.
    intros W HM. induction n as [ | n IH]; intros past x i.
    { specialize (HM x i). change (inject_Z (Z.of_nat 0)) with 0. cbn. lra. }
    rewrite J_one_more by exact i.
    apply (E_policy_lower inside Hs); [exact i | ]. intros c j.
    destruct (W x c i j) as [Wg Wh].
    assert (L := E_branches_le inside x c _ _ i j (IH ((x, c) :: past))).
    assert (K := leads_linear x c (inject_Z (Z.of_nat n)) (- M) i j).
    unfold leads in *. rewrite K in L. rewrite inject_S. assert (N := inject_nonneg n).
    set (k := inject_Z (Z.of_nat n)) in *. clearbody k.
    set (a := E _ g) in *. set (b := E _ h) in *. set (r := E _ (J _ _ _ _ _)) in *.
    clearbody a b r. assert (k * g x <= k * a) by nra. lra.
  Qed.

  Lemma n_steps_mean_upper M : mean_upper -> (forall x, In x nodes -> - M <= h x) ->
    forall n past x, In x nodes ->
    J P total_reward s n past x <= inject_Z (Z.of_nat n) * g x + h x + M.
  Proof.
    intros W HM. induction n as [ | n IH]; intros past x i.
    { specialize (HM x i). change (inject_Z (Z.of_nat 0)) with 0. cbn. lra. }
    rewrite J_one_more by exact i.
    apply (E_policy_upper inside Hs); [exact i | ]. intros c j.
    destruct (W x c i j) as [Wg Wh].
    assert (L := E_branches_le inside x c _ _ i j (IH ((x, c) :: past))).
    assert (K := leads_linear x c (inject_Z (Z.of_nat n)) M i j).
    unfold leads in *. rewrite K in L. rewrite inject_S. assert (N := inject_nonneg n).
    set (k := inject_Z (Z.of_nat n)) in *. clearbody k.
    set (a := E _ g) in *. set (b := E _ h) in *. set (r := E _ (J _ _ _ _ _)) in *.
    clearbody a b r. assert (k * a <= k * g x) by nra. lra.
  Qed.

  Theorem mean_payoff_lower x : In x nodes -> mean_lower -> at_least (mean x s) (g x).
  Proof.
    intros i W eps e0. destruct (bounded nodes h) as [M [M0 HM]].
    destruct (constant_fades (2 * M) eps e0) as [n0 H]. exists n0. intros n le.
    destruct (H n le) as [N0 N]. destruct (HM x i).
    assert (L := n_steps_mean_lower M W (fun z iz => proj2 (HM z iz)) n [] x i).
    unfold mean. apply Qle_shift_div_l; [exact N0 | ].
    set (k := inject_Z (Z.of_nat n)) in *. lra.
  Qed.

  Theorem mean_payoff_upper x : In x nodes -> mean_upper -> at_most (mean x s) (g x).
  Proof.
    intros i W eps e0. destruct (bounded nodes h) as [M [M0 HM]].
    destruct (constant_fades (2 * M) eps e0) as [n0 H]. exists n0. intros n le.
    destruct (H n le) as [N0 N]. destruct (HM x i).
    assert (L := n_steps_mean_upper M W (fun z iz => proj1 (HM z iz)) n [] x i).
    unfold mean. apply Qle_shift_div_r; [exact N0 | ].
    set (k := inject_Z (Z.of_nat n)) in *. lra.
  Qed.
End Halves.

(* One player ----------------------------------------------------------------------------------- *)

(* All options obey the inequalities; what pi picks, the equations. *)
Section One.
  Variable P : process.
  Variable pi : state P -> choice P.
  Hypothesis picked : picks P pi.
  Variable nodes : list (state P).
  Hypothesis inside : closed P (options P) nodes.
  Hypothesis goes_on : forall x c, In x nodes -> In c (options P x) -> branches P c <> [].
  Variables g h : state P -> Q.
  Hypothesis gain_of_pi : forall x, In x nodes -> leads g (pi x) == g x.
  Hypothesis bias_of_pi : forall x, In x nodes -> reward P (pi x) + leads h (pi x) == g x + h x.
  Variable x : state P.
  Hypothesis is_node : In x nodes.

  Lemma pi_attains : converges (mean x (always P pi)) (g x).
  Proof.
    assert (Hs := plays_only pi). assert (C := closed_only picked inside).
    assert (G : forall z c, In z nodes -> In c (only pi z) -> branches P c <> []).
    { intros z c i [<- | []]. exact (goes_on z _ i (picked z (some_option inside z i))). }
    split.
    - apply (mean_payoff_lower P _ nodes C G g h _ Hs x is_node).
      intros z c i [<- | []]. rewrite (gain_of_pi z i), (bias_of_pi z i). split; apply Qle_refl.
    - apply (mean_payoff_upper P _ nodes C G g h _ Hs x is_node).
      intros z c i [<- | []]. rewrite (gain_of_pi z i), (bias_of_pi z i). split; apply Qle_refl.
  Qed.

  Theorem mean_payoff_greatest :
    (forall z c, In z nodes -> In c (options P z) -> leads g c <= g z) ->
    (forall z c, In z nodes -> In c (options P z) -> reward P c + leads h c <= g z + h z) ->
    greatest P (mean x) (g x).
  Proof.
    intros Ug Uh. split; [ | exists (always P pi)].
    - intros s Hs. apply (mean_payoff_upper P _ nodes inside goes_on g h s Hs x is_node).
      intros z c i j. split; [exact (Ug z c i j) | exact (Uh z c i j)].
    - split; [exact (always_allowed picked) | exact pi_attains].
  Qed.

  Theorem mean_payoff_least :
    (forall z c, In z nodes -> In c (options P z) -> g z <= leads g c) ->
    (forall z c, In z nodes -> In c (options P z) -> g z + h z <= reward P c + leads h c) ->
    least P (mean x) (g x).
  Proof.
    intros Lg Lh. split; [ | exists (always P pi)].
    - intros s Hs. apply (mean_payoff_lower P _ nodes inside goes_on g h s Hs x is_node).
      intros z c i j. split; [exact (Lg z c i j) | exact (Lh z c i j)].
    - split; [exact (always_allowed picked) | exact pi_attains].
  Qed.
End One.
