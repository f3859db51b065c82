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

Lemma leads_opp {P} f c : leads (P := P) (fun z => - f z) c == - leads f c.
Proof.
  unfold leads. rewrite (E_eq _ _ (fun z => - (1) * f z)) by (intros; ring).
  rewrite E_scale. ring.
Qed.

(* Any policy among what is available ----------------------------------------------------------- *)

Section Halves.
  Context {P : process} {available : state P -> list (choice P)} {nodes : list (state P)}.
  Hypothesis inside : closed P available nodes.
  Hypothesis goes_on : forall x c, In x nodes -> In c (available x) -> branches P c <> [].
  Context {s : policy P}.
  Hypothesis Hs : plays P available s.

  (* What n steps pay, of rewards r, is n g + h up to M. *)
  Lemma n_steps_mean (r : choice P -> Q) (g h : state P -> Q) M :
    (forall x c, In x nodes -> In c (available x) ->
      g x <= leads g c /\ g x + h x <= r c + leads h c) -> (forall x, In x nodes -> h x <= M) ->
    forall n past x, In x nodes ->
    inject_Z (Z.of_nat n) * g x + h x - M <= J P (paying r (fun _ => false) 0 0) s n past x.
  Proof.
    intros W HM. induction n as [ | n IH]; intros past x i.
    { specialize (HM x i). change (inject_Z (Z.of_nat 0)) with 0. cbn. lra. }
    cbn [J paying stop paid over discount].
    apply (E_policy_lower inside Hs); [exact i | ]. intros c j. destruct (W x c i j) as [Wg Wh].
    assert (ne := goes_on x c i j).
    assert (L := E_branches_le inside x c _ _ i j (IH ((x, c) :: past))).
    rewrite E_minus, E_plus, E_scale, (E_dist _ M (probabilities_dist _ ne)) in L.
    unfold leads in *. rewrite inject_S. assert (N := inject_nonneg n).
    destruct (branches P c) as [ | b l]; [contradiction | ].
    set (k := inject_Z (Z.of_nat n)) in *. set (a := E _ g) in *.
    assert (k * g x <= k * a) by nra. lra.
  Qed.

  Lemma mean_at_least (r : choice P -> Q) (g h : state P -> Q) x : In x nodes ->
    (forall x c, In x nodes -> In c (available x) ->
      g x <= leads g c /\ g x + h x <= r c + leads h c) ->
    at_least (fun n => J P (paying r (fun _ => false) 0 0) s n [] x / inject_Z (Z.of_nat n)) (g x).
  Proof.
    intros i W eps e0. destruct (bounded nodes h) as [M [M0 HM]].
    destruct (constant_fades (2 * M) eps e0) as [n0 H]. exists n0. intros n le.
    destruct (H n le) as [N0 N]. destruct (HM x i).
    assert (L := n_steps_mean r g h M W (fun z iz => proj2 (HM z iz)) n [] x i).
    apply Qle_shift_div_l; [exact N0 | ]. set (k := inject_Z (Z.of_nat n)) in *. lra.
  Qed.

  Variables g h : state P -> Q.
  Variable x : state P.
  Hypothesis is_node : In x nodes.

  Theorem mean_payoff_lower :
    (forall x c, In x nodes -> In c (available x) ->
      g x <= leads g c /\ g x + h x <= reward P c + leads h c) ->
    at_least (mean x s) (g x).
  Proof. exact (mean_at_least (reward P) g h x is_node). Qed.

  Theorem mean_payoff_upper :
    (forall x c, In x nodes -> In c (available x) ->
      leads g c <= g x /\ reward P c + leads h c <= g x + h x) ->
    at_most (mean x s) (g x).
  Proof.
    intros W. refine (at_most_opposite _ _ _ _ (mean_at_least (fun c => - reward P c)
      (fun z => - g z) (fun z => - h z) x is_node _)).
    - intros n. assert (O := J_opposite P s (reward P) (fun _ => false) 0 0 n [] x).
      unfold Qdiv. rewrite O. unfold mean, Qdiv. unfold total_reward, discounted, paying. ring.
    - intros z c i j. destruct (W z c i j). rewrite !leads_opp. split; lra.
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
    - apply (mean_payoff_lower C G Hs g h x is_node).
      intros z c i [<- | []]. rewrite (gain_of_pi z i), (bias_of_pi z i). split; apply Qle_refl.
    - apply (mean_payoff_upper C G Hs g h x is_node).
      intros z c i [<- | []]. rewrite (gain_of_pi z i), (bias_of_pi z i). split; apply Qle_refl.
  Qed.

  Theorem mean_payoff_greatest :
    (forall z c, In z nodes -> In c (options P z) -> leads g c <= g z) ->
    (forall z c, In z nodes -> In c (options P z) -> reward P c + leads h c <= g z + h z) ->
    greatest P (mean x) (g x).
  Proof.
    intros Ug Uh. split; [ | exists (always P pi)].
    - intros s Hs. apply (mean_payoff_upper inside goes_on Hs g h x is_node).
      intros z c i j. split; [exact (Ug z c i j) | exact (Uh z c i j)].
    - split; [exact (always_allowed picked) | exact pi_attains].
  Qed.

  Theorem mean_payoff_least :
    (forall z c, In z nodes -> In c (options P z) -> g z <= leads g c) ->
    (forall z c, In z nodes -> In c (options P z) -> g z + h z <= reward P c + leads h c) ->
    least P (mean x) (g x).
  Proof.
    intros Lg Lh. split; [ | exists (always P pi)].
    - intros s Hs. apply (mean_payoff_lower inside goes_on Hs g h x is_node).
      intros z c i j. split; [exact (Lg z c i j) | exact (Lh z c i j)].
    - split; [exact (always_allowed picked) | exact pi_attains].
  Qed.
End One.
