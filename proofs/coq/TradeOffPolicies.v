(* Several objectives at once: what one policy pays, that mixtures attain bounds, and ratios.

   From each state that pi meets there is a path, of choices of pi, to where nothing is paid any
   more and all goals are won, or to the end of the play. So there are ranks that fall, almost
   surely the play gets there, and what pi pays of each objective is the only solution of its
   equations. The conditions are those of check_policy of exactbox/checker/trade_off.py. *)
From Coq Require Import QArith List Lia Lqa Setoid Bool.
From exactbox Require Import Definitions Plays Players Reach Settling Potentials Fading Unfolded
  TradeOff Mixtures.
Import ListNotations.
Local Open Scope Q_scope.

Section Own.
  Variable P : process.
  Variable nodes : list (state P).       (* those that pi meets *)
  Variable pi : state P -> choice P.
  Hypothesis inside : closed P (only pi) nodes.
  Variable idle : state P -> bool.

  Inductive leads : state P -> Prop :=
  | leads_there x : idle x = true -> leads x
  | leads_end x : branches P (pi x) = [] -> leads x
  | leads_on x w z : In (w, z) (branches P (pi x)) -> leads z -> leads x.

  Hypothesis paths : forall x, In x nodes -> leads x.

  Lemma paths_rank : exists rank, ranks_fall P (only pi) nodes idle rank.
  Proof.
    set (next := fun c => map (fun b => pi (snd b)) (branches P c)).
    set (near := fun c => match branches P c with
      [] => true | l => existsb (fun b => idle (snd b)) l end).
    destruct (attractor next near (map pi nodes)) as [h [d H]].
    { intros c o i j. apply in_map_iff in i as [x [<- i]]. apply in_map_iff in j as [[w z] [<- j]].
      apply in_map. exact (stays_inside inside i (or_introl eq_refl) j). }
    assert (on : forall x w z, In (w, z) (branches P (pi x)) -> In (pi z) (next (pi x))).
    { intros x w z j. apply in_map_iff. exists (w, z). split; [reflexivity | exact j]. }
    assert (there : forall x, leads x -> In x nodes -> idle x = false -> h (pi x) = true).
    { intros x l. induction l as [x e | x e | x w z m _ IH]; intros i live;
        [congruence | | ]; specialize (H (pi x) (in_map pi _ x i)); unfold near in H;
        destruct (h (pi x)); try reflexivity; destruct H as [n H].
      - rewrite e in n. discriminate.
      - assert (iz : idle z = false).
        { destruct (idle z) eqn:iz; [ | reflexivity]. destruct (branches P (pi x)); [destruct m | ].
          rewrite <- n. symmetry. apply existsb_exists. exists (w, z). split; assumption. }
        rewrite <- (H _ (on x w z m)).
        exact (IH (stays_inside inside i (or_introl eq_refl) m) iz). }
    exists d. intros x c i e [<- | []].
    specialize (H (pi x) (in_map pi _ x i)). rewrite (there x (paths x i) i e) in H.
    destruct H as [n | [o [j [_ lt]]]]; unfold near in *.
    - destruct (branches P (pi x)) as [ | b l]; [left; reflexivity | right].
      apply existsb_exists in n as [[w z] [m n]]. exists w, z. split; [exact m | left; exact n].
    - right. apply in_map_iff in j as [[w z] [<- j]]. exists w, z. split; [exact j | right].
      intros o [<- | []]. exact lt.
  Qed.

  (* What pi pays of an objective r. *)
  Section Paid.
    Variable r : choice P -> Q.
    Hypothesis idle_for_good : forall x, In x nodes -> idle x = true ->
      r (pi x) == 0 /\ forall w z, In (w, z) (branches P (pi x)) -> idle z = true.

    Theorem own_pay v :
      (forall x, In x nodes -> idle x = true -> v x == 0) ->
      (forall x, In x nodes -> idle x = false -> v x == worth P (sums r) v (pi x)) ->
      forall x, In x nodes -> converges (fun n => J P (sums r) (always P pi) n [] x) (v x).
    Proof.
      intros v0 own x i. destruct paths_rank as [rank ranks]. assert (Hs := plays_only pi).
      assert (good : forall x c, In x nodes -> idle x = true -> In c (only pi x) ->
        r c == 0 /\ forall w z, In (w, z) (branches P c) -> idle z = true).
      { intros z c iz e [<- | []]. exact (idle_for_good z iz e). }
      split; [apply (faded_at_least inside idle r good ranks Hs) | apply (faded_at_most P (only pi)
        nodes inside idle r good rank ranks _ Hs)]; try exact i; intros z iz; cbn [stop paying];
        (destruct (idle z) eqn:e; [rewrite (v0 z iz e); lra | ]); intros c [<- | []];
        rewrite (own z iz e); apply Qle_refl.
    Qed.
  End Paid.

  (* And it counts: it wins the goals almost surely. *)
  Theorem own_counts won early :
    (forall x, In x nodes -> idle x = true -> won x = true) ->
    (forall x, In x nodes -> idle x = false -> early (pi x) = false) ->
    forall x, In x nodes -> counts P won early x (always P pi).
  Proof.
    intros Hw He x i eps e0. destruct paths_rank as [rank ranks].
    set (y := win P won early).
    assert (live : forall z, In z nodes -> won z = false -> idle z = false).
    { intros z iz e. destruct (idle z) eqn:ez; [rewrite (Hw z iz ez) in e; discriminate | ].
      reflexivity. }
    assert (ranks' : ranks_fall P (only pi) nodes (stopped P y) rank).
    { apply (ranks_fall_same (stopped := won)).
      { intros z. unfold stopped. cbn [y stop win]. destruct (won z); reflexivity. }
      intros z c iz e j.
      destruct (ranks z c iz (live z iz e) j) as [eb | [w [t [m H]]]]; [left; exact eb | right].
      exists w, t. split; [exact m | ]. destruct H as [et | lt]; [left | right; exact lt].
      exact (Hw t (stays_inside inside iz j m) et). }
    destruct (ranks_end inside _ rank ranks' eps e0) as [n0 H]. exists n0.
    intros n le. specialize (H _ (plays_only pi) n [] x le i).
    assert (L : worth_lower P (only pi) nodes y (fun _ => 1)).
    { intros z iz. cbn [y stop win]. destruct (won z) eqn:ew; [lra | ]. intros c [<- | []].
      unfold worth. cbn [y paid over discount win]. rewrite (He z iz (live z iz ew)).
      destruct (branches P (pi z)) as [ | b l]; [cbn; lra | ].
      rewrite (E_dist _ 1 (probabilities_dist (b :: l) ltac:(discriminate))). lra. }
    assert (S := n_steps_lower inside y ltac:(cbn; lra) (plays_only pi) _ L
      n [] x i). cbn [y discount win] in S. unfold alive in H. fold y in S. lra.
  Qed.
End Own.

(* What follows for the questions. Each objective pays something for each choice, with a sign so
   that more is better; W bounds a weighted sum of them for all policies that count. *)
Section Questions.
  Variable P : process.
  Variable x : state P.
  Variable objective : Type.
  Variable pay : objective -> choice P -> Q.
  Variable count : policy P -> Prop.
  Implicit Types (weights : list (Q * objective)) (z b : objective -> Q).

  Definition weighted_sum weights (c : choice P) : Q := E weights (fun i => pay i c).

  Lemma J_weighted weights s n : J P (sums (weighted_sum weights)) s n [] x
    == E weights (fun i => J P (sums (pay i)) s n [] x).
  Proof.
    induction weights as [ | [w i] l IH]; cbn [E].
    - assert (L := J_linear P s (weighted_sum []) (weighted_sum []) (weighted_sum []) 1
        ltac:(intros; cbn; ring) n [] x). lra.
    - rewrite (J_linear P s _ (weighted_sum l) (pay i) w), IH; [ring | ].
      intros c. unfold weighted_sum. cbn [E]. ring.
  Qed.

  (* The policy's point: the limits of what n steps pay of each. *)
  Definition has_point (s : policy P) z : Prop :=
    forall i, converges (fun n => J P (sums (pay i)) s n [] x) (z i).

  Definition bounded_by weights (W : Q) : Prop := forall s, count s ->
    finally_at_most (fun n => J P (sums (weighted_sum weights)) s n [] x) W.

  (* Weights of any sign. *)
  Theorem points_bounded weights W s z : bounded_by weights W -> count s -> has_point s z ->
    E weights z <= W.
  Proof.
    intros B Hs H. apply (finally_ordered _ _ _ (at_least_finally _ _ (at_least_same _ _ _
      (fun n => Qeq_sym _ _ (J_weighted weights s n)) (proj1 (sum_converges weights
        (fun i n => J P (sums (pay i)) s n [] x) z (fun _ i _ => H i))))) (B s Hs)).
  Qed.

  (* One objective, where the others keep to bounds: no more than what is left of W. *)
  Theorem value_under_bounds w i others W b s z : 0 < w -> weighted others ->
    bounded_by ((w, i) :: others) W -> count s -> has_point s z ->
    (forall u j, In (u, j) others -> b j <= z j) -> z i <= (W - E others b) / w.
  Proof.
    intros w0 H0 B Hs H Hb. assert (L := points_bounded _ _ _ _ B Hs H). cbn [E] in L.
    assert (A := E_le others b z H0 Hb). apply Qle_shift_div_l; [exact w0 | lra].
  Qed.

  (* No policy keeps to all bounds, if they lie beyond W. *)
  Theorem not_achievable weights W b s z : weighted weights -> bounded_by weights W ->
    W < E weights b -> count s -> has_point s z ->
    ~ (forall w i, In (w, i) weights -> b i <= z i).
  Proof.
    intros H0 B lt Hs H Hb. assert (L := points_bounded _ _ _ _ B Hs H).
    assert (A := E_le weights b z H0 Hb). lra.
  Qed.

  (* If they lie on it, none exceeds one that has a weight. *)
  Theorem not_achievable_strictly weights W b s z : weighted weights -> bounded_by weights W ->
    W <= E weights b -> count s -> has_point s z ->
    (forall w i, In (w, i) weights -> b i <= z i) ->
    forall w i, In (w, i) weights -> 0 < w -> z i <= b i.
  Proof.
    intros H0 B le Hs H Hb w i m w0. assert (L := points_bounded _ _ _ _ B Hs H).
    assert (A := E_le_one weights b z w i (z i - b i) H0 Hb m ltac:(lra)). nra.
  Qed.

  (* The probability of both, over that of the condition. *)
  Theorem ratio_bounded both condition q s z :
    bounded_by [(1, both); (- q, condition)] 0 -> count s -> has_point s z -> 0 < z condition ->
    z both / z condition <= q.
  Proof.
    intros B Hs H b0. assert (L := points_bounded _ _ _ _ B Hs H). cbn [E] in L.
    apply Qle_shift_div_r; [exact b0 | lra].
  Qed.
End Questions.

(* Strict bounds: z keeps to them and comes up to the value, z' keeps to them strictly; so mixtures
   of both keep to them strictly, and come near. *)
Theorem mixtures_come_near {A} (z z' b : A -> Q) (first : A) eps : 0 < eps ->
  exists t, 0 < t /\ t < 1 /\ z first - eps <= (1 - t) * z first + t * z' first /\
    forall i, b i <= z i ->
      (b i <= z' i -> b i <= (1 - t) * z i + t * z' i) /\
      (b i < z' i -> b i < (1 - t) * z i + t * z' i).
Proof.
  intros e0. set (d := z first - z' first). assert (N := Qabs.Qabs_nonneg d).
  destruct (small_multiple (Qabs.Qabs d + 2 * eps) eps ltac:(lra) e0) as [t [t0 H]]. exists t.
  assert (L := Qabs.Qle_Qabs d). set (a := Qabs.Qabs d) in *.
  assert (t1 : t <= 1 # 2) by nra. assert (a * t <= eps) by nra. assert (d * t <= eps) by nra.
  split; [exact t0 | split; [lra | split; [unfold d in *; nra | ]]].
  intros i le. split; intros H'; nra.
Qed.

(* The mixture counts if each of its policies does, and its point is the mean of theirs. *)
Theorem mixture_attains P same available nodes won early x objective
    (pay : objective -> choice P -> Q) shares (point : policy P -> objective -> Q) :
  closed P available nodes -> goals_hold P available nodes won early -> In x nodes ->
  distribution shares ->
  (forall p s, In (p, s) shares ->
    plays P available s /\ counts P won early x s /\ has_point P x objective pay s (point s)) ->
  plays P available (mixture P same available shares) /\
  counts P won early x (mixture P same available shares) /\
  has_point P x objective pay (mixture P same available shares)
    (fun i => E shares (fun s => point s i)).
Proof.
  intros inside goals i d H. assert (each := fun p s m => proj1 (H p s m)).
  split; [exact (mixture_plays P same available shares d each) | split].
  - assert (C := mixture_converges P same available shares d each nodes inside (win P won early) x
      (fun _ => 1) i). cbn beta in C. destruct C as [lo _].
    + intros p s m. destruct (H p s m) as [Hs [R _]]. split; [exact R | ]. intros eps e0. exists O.
      intros n _.
      assert (L := won_at_most_1 inside (win_wins P won early) Hs n [] x i). lra.
    + apply (at_least_eq _ (E shares (fun _ => 1))); [exact (proj2 d) | exact lo].
  - intros o. apply (mixture_converges P same available shares d each nodes inside (sums (pay o)) x
      (fun s => point s o) i). intros p s m. exact (proj2 (proj2 (H p s m)) o).
Qed.

(* Together: no policy that remembers and tosses coins does better by these weights than v, and the
   mixture attains it, if its point lies on the bound. *)
Theorem mixture_is_best P same nodes won early lost level pays heights objective
    (pay : objective -> choice P -> Q) weights v k x shares (point : policy P -> objective -> Q) :
  closed P (options P) nodes -> goals_hold P (options P) nodes won early ->
  levels_hold P (options P) nodes won (fun c => early c = true) lost level ->
  heights_fall P (options P) nodes pays heights ->
  (forall z c, In z nodes -> lost z = false -> In c (options P z) -> avoid P early lost c = true \/
    worth P (sums (weighted_sum P objective pay weights)) v c <= v z) ->
  (forall z, In z nodes -> rests P (options P) won pays k z = true -> 0 <= v z) ->
  In x nodes -> lost x = false -> distribution shares ->
  (forall p s, In (p, s) shares ->
    allowed P s /\ counts P won early x s /\ has_point P x objective pay s (point s)) ->
  E weights (fun i => E shares (fun s => point s i)) == v x ->
  let u := fun s n => J P (sums (weighted_sum P objective pay weights)) s n [] x in
  (forall s, allowed P s -> counts P won early x s -> finally_at_most (u s) (v x)) /\
  let m := mixture P same (options P) shares in
  allowed P m /\ counts P won early x m /\ converges (u m) (v x).
Proof.
  intros inside goals levels falling step rest i live d H e u. split.
  - intros s Hs R. exact (no_policy_pays_more P (options P) nodes inside won early goals lost level
      levels pays heights falling _ v step k s x rest Hs i live R).
  - intros m. destruct (mixture_attains P same (options P) nodes won early x objective pay shares
      point inside goals i d H) as [Hm [R z]]. split; [exact Hm | split; [exact R | ]].
    destruct (sum_converges weights (fun i n => J P (sums (pay i)) m n [] x) _ (fun _ i _ => z i))
      as [lo hi].
    assert (W := fun n => Qeq_sym _ _ (J_weighted P x objective pay weights m n)). split.
    + exact (at_least_same _ _ _ W (at_least_eq _ _ _ e lo)).
    + exact (at_most_same _ _ _ W (at_most_eq _ _ _ e hi)).
Qed.
