(* The expected total reward, no reward being negative; in some states it may be infinite. Bounds
   from below are of rewards up to a goal, and there need be none.

   Above: v is not negative, and where it is finite what is available leads to no infinite state,
   and is worth v or less. Then v is at least what n steps pay, for all n.

   Below: where v is finite what is available may lead to an infinite state, or is worth v or more.
   Stop the play, for nothing, where v is finite and not positive: this pays less. By the ranks it
   then has, time and again, a reward or a chance to stop: so n times the probability that it goes
   on after n steps is at most what they pay, up to constants. An infinite state has a level, and
   by the levels the play goes on for ever from there with a positive probability (Reach.v): so
   what n steps pay diverges. From a finite state v is at most what n steps pay, up to a constant
   times the probability that the play goes on: so the limit is at least v.

   The conditions are those of check_total of exactbox/checker/objectives.py, and of check_levels of
   exactbox/checker/process.py, where no option has a negative reward, available or not. That all
   rewards are positive is not asked there. *)
From Coq Require Import QArith Qminmax List Lia Lqa Setoid Bool.
From exactbox Require Import Definitions Plays Players Reach.
Import ListNotations.
Local Open Scope Q_scope.

Section Conditions.
  Variable P : process.
  Variable available : state P -> list (choice P).
  Variable nodes : list (state P).
  Variable v : state P -> Q.
  Variable inf : state P -> bool.      (* where the total is infinite, and v says nothing *)

  Local Notation risks_infinity := (risks_infinity P inf).

  Record total_upper : Prop := {
    upper_nonneg : forall x, In x nodes -> inf x = false -> 0 <= v x;
    upper_finite : forall x c, In x nodes -> inf x = false -> In c (available x) ->
      ~ risks_infinity c;
    upper_step : forall x c, In x nodes -> inf x = false -> In c (available x) ->
      worth P total_reward v c <= v x }.

  (* Below, of rewards r up to a goal. Where nothing is left to prove: there, and where v is finite
     and not positive. *)
  Variable goal : state P -> bool.
  Variable r : choice P -> Q.

  Definition unpaid (x : state P) : bool := goal x || negb (inf x) && Qle_bool (v x) 0.

  Variable rank : choice P -> nat.
  Variable level : state P -> nat.

  Record total_lower : Prop := {
    lower_rewards : forall x c, In x nodes -> goal x = false -> In c (available x) ->
      0 <= r c;
    lower_goal : forall x, In x nodes -> goal x = true -> v x <= 0;
    lower_step : forall x c, In x nodes -> goal x = false -> inf x = false -> In c (available x) ->
      risks_infinity c \/ v x <= worth P (paying r goal 0 0) v c;
    (* Elsewhere each choice has a reward, or ends the play, or may lead to a state that is unpaid,
       or to one all of whose choices have a lower rank. *)
    lower_ranks : forall x c, In x nodes -> unpaid x = false -> In c (available x) ->
      0 < r c \/ branches P c = [] \/ exists w z, In (w, z) (branches P c) /\
        (unpaid z = true \/ forall o, In o (available z) -> (rank o < rank c)%nat);
    lower_levels : levels_hold P available nodes goal (fun _ => False) inf level }.
End Conditions.
Arguments upper_nonneg {P available nodes v inf}.
Arguments upper_finite {P available nodes v inf} _ {x c}.
Arguments upper_step {P available nodes v inf} _ {x c}.
Arguments lower_rewards {P available nodes v inf goal r rank level} _ {x c}.
Arguments lower_goal {P available nodes v inf goal r rank level}.
Arguments lower_step {P available nodes v inf goal r rank level} _ {x c}.
Arguments lower_ranks {P available nodes v inf goal r rank level} _ {x c}.
Arguments lower_levels {P available nodes v inf goal r rank level}.

(* Above ---------------------------------------------------------------------------------------- *)

Section Above.
  Context {P : process} {available : state P -> list (choice P)} {nodes : list (state P)}.
  Hypothesis inside : closed P available nodes.
  Context {v : state P -> Q} {inf : state P -> bool}.
  Hypothesis upper : total_upper P available nodes v inf.
  Context {s : policy P}.
  Hypothesis Hs : plays P available s.

  Lemma finite_node x :
    In x (filter (fun x => negb (inf x)) nodes) <-> In x nodes /\ inf x = false.
  Proof. rewrite filter_In, negb_true_iff. reflexivity. Qed.

  Lemma finite_closed : closed P available (filter (fun x => negb (inf x)) nodes).
  Proof.
    split.
    - intros x i. apply finite_node in i as [i _]. exact (some_option inside x i).
    - intros x c w z i j k. apply finite_node in i as [i e]. apply finite_node.
      split; [exact (stays_inside inside i j k) | ].
      destruct (inf z) eqn:ez; [exfalso | reflexivity].
      apply (upper_finite upper i e j). exists w, z. split; assumption.
  Qed.

  (* v is at least what n steps pay. *)
  Theorem total_of_steps n h x : In x nodes -> inf x = false -> J P total_reward s n h x <= v x.
  Proof.
    intros i e. refine (n_steps_at_most finite_closed total_reward ltac:(cbn; lra) Hs v _ _ n h x
      (proj2 (finite_node x) (conj i e))).
    - intros z j c k. apply finite_node in j as [j ez]. exact (upper_step upper j ez k).
    - intros z j. apply finite_node in j as [j ez]. exact (upper_nonneg upper z j ez).
  Qed.

  Theorem total_upper_bound x : In x nodes -> inf x = false -> at_most (earning 1 x s) (v x).
  Proof.
    intros i e eps e0. exists O. intros n _. assert (L := total_of_steps n [] x i e).
    change (earning 1 x s n) with (J P total_reward s n [] x). lra.
  Qed.
End Above.

(* Below ---------------------------------------------------------------------------------------- *)

Section Below.
  Context {P : process} {available : state P -> list (choice P)} {nodes : list (state P)}.
  Hypothesis inside : closed P available nodes.
  Context {goal : state P -> bool} {v : state P -> Q} {inf : state P -> bool}.
  Context {r : choice P -> Q} {rank : choice P -> nat} {level : state P -> nat}.
  Hypothesis lower : total_lower P available nodes v inf goal r rank level.

  Local Notation zero := (unpaid P v inf goal).
  Local Notation y := (paying r goal 0 0).

  Lemma zero_not_goal x : zero x = false -> goal x = false.
  Proof. unfold unpaid. destruct (goal x); [discriminate | reflexivity]. Qed.

  Lemma infinite_not_zero x : In x nodes -> inf x = true -> zero x = false.
  Proof.
    intros i e. unfold unpaid.
    rewrite e, (infinite_not_goal (lower_levels lower) x i e). reflexivity.
  Qed.

  Lemma rewards_nonneg : nonneg P available nodes y.
  Proof.
    split; cbn [paying paid stop over]; [ | | lra]; intros x.
    - intros c i e. destruct (goal x) eqn:eg; [discriminate | ]. exact (lower_rewards lower i eg).
    - intros q _. destruct (goal x); [ | discriminate]. intros e. injection e as <-. lra.
  Qed.

  (* A potential that rises, in the mean and with the reward, by b or more in each step. *)
  Lemma potential : exists (g : state P -> Q) (b top : Q), 0 < b /\
    (forall x, 0 <= g x <= top) /\
    (forall x c, In x nodes -> zero x = false -> In c (available x) -> branches P c <> [] ->
      g x + b <= r c + E (probabilities (branches P c)) g).
  Proof.
    destruct (positive_bound (flat_map available nodes) r) as [k [k0 [k1 Hk]]].
    destruct (least_probability P available nodes) as [q bound].
    assert (q0 := bound_pos bound). assert (q1 := bound_le_1 bound).
    destruct (rank_levels available zero rank) as [lev [open low]].
    destruct (nat_bound nodes lev) as [R HR]. set (u := q * (1 # 2)).
    assert (u0 : 0 < u) by (unfold u; lra). assert (u1 : u <= 1 # 2) by (unfold u; lra).
    exists (fun x => k * pow u (lev x)), (k * pow u R), k.
    split; [assert (N := pow_pos u R u0); nra | split].
    { intros x. assert (N := pow_nonneg u (lev x) ltac:(lra)).
      assert (L := pow_le_1 u (lev x) ltac:(lra) ltac:(lra)). nra. }
    intros x c i ez j ne. rewrite E_scale.
    assert (F := pow_falls u (lev x) R ltac:(lra) ltac:(lra) (Nat.lt_le_incl _ _ (HR x i))).
    assert (N := E_branches_nonneg inside x c (fun z => pow u (lev z)) i j
      (fun z _ => pow_nonneg u (lev z) ltac:(lra))).
    assert (rc := lower_rewards lower i (zero_not_goal x ez) j).
    destruct (lower_ranks lower i ez j) as [pays | [eb | [w [z [ib Hz]]]]]; [ | contradiction | ].
    - assert (kr := Hk c (in_flat _ _ x c i j) pays).
      assert (H : pow u (lev x) <= 1 # 2); [ | nra]. destruct (lev x) as [ | m] eqn:l.
      { rewrite (open x l) in ez. discriminate. }
      cbn [pow]. assert (L := pow_le_1 u m ltac:(lra) ltac:(lra)).
      assert (L0 := pow_nonneg u m ltac:(lra)). nra.
    - assert (L := level_rises inside q lev x c bound i j). fold u in L.
      cut (2 * pow u (lev x) <= E (probabilities (branches P c)) (fun z => pow u (lev z)));
        [nra | ]. apply L. exists w, z. exact (conj ib (low x c z ez j Hz)).
  Qed.

  (* So the probability that the play goes on is small, unless much is paid. *)
  Lemma goes_on_paid : exists b top, 0 < b /\ forall s, plays P available s ->
    forall n h x, In x nodes ->
    inject_Z (Z.of_nat n) * b * alive P s zero n h x <= J P y s n h x + top.
  Proof.
    destruct potential as [g [b [t [b0 [bounds rises]]]]]. exists b, t.
    split; [exact b0 | ]. intros s Hs.
    assert (H : forall n h x, In x nodes ->
      inject_Z (Z.of_nat n) * b * alive P s zero n h x + (g x - t) <= J P y s n h x).
    { assert (J0 := J_nonneg inside y ltac:(cbn; lra) Hs rewards_nonneg).
      induction n as [ | n IH]; intros h x i; assert (gx := bounds x);
        [specialize (J0 O h x i) | specialize (J0 (S n) h x i)];
        unfold alive; cbn [still]; destruct (zero x) eqn:ez; try lra.
      { change (inject_Z (Z.of_nat 0)) with 0. lra. }
      cbn [J paying stop paid over discount]. rewrite (zero_not_goal x ez), <- E_scale.
      rewrite <- (E_dist (s h x) (g x - t)) by exact (policy_dist inside Hs h x i).
      rewrite <- E_plus. apply (E_policy_le inside Hs); [exact i | ]. intros c j.
      destruct (branches P c) as [ | a l] eqn:eb.
      - assert (r0 := lower_rewards lower i (zero_not_goal x ez) j).
        cbn [probabilities map E]. lra.
      - rewrite <- eb. assert (ne : branches P c <> []) by congruence.
        assert (L := rises x c i ez j ne). rewrite inject_S.
        change (still P s zero 1 (fun _ => 1) n ((x, c) :: h)) with
          (alive P s zero n ((x, c) :: h)).
        set (on := alive P s zero n ((x, c) :: h)). set (k := inject_Z (Z.of_nat n)) in *.
        assert (M := E_branches_le inside x c (fun z => k * b * on z + (g z - t)) _ i j
          (IH ((x, c) :: h))).
        rewrite E_plus, E_scale, E_minus, (E_dist _ t (probabilities_dist _ ne)) in M.
        assert (A := E_branches_upper inside x c on 1 i j ltac:(lra)
          (alive_le_1 inside Hs zero n ((x, c) :: h))).
        set (e := E (probabilities (branches P c)) on) in *. assert (b * e <= b) by nra. lra. }
    intros n h x i. specialize (H n h x i). assert (gx := bounds x). lra.
  Qed.

  (* What n steps pay from an infinite state exceeds every bound, whatever the policy: from there
     the play goes on for ever with positive probability. *)
  Lemma infinite_exceeds k : exists n0, forall s, plays P available s -> forall n h x,
    (n0 <= n)%nat -> In x nodes -> inf x = true -> k <= J P y s n h x.
  Proof.
    assert (levels : levels_hold P available nodes zero (fun _ => False) inf level).
    { split; [exact infinite_not_zero | exact (fun x c => infinite_step (lower_levels lower))]. }
    destruct (infinite_missed inside (reach_wins P zero true) (fun c => False_ind _)
      level levels) as [a [a0 Ha]].
    destruct goes_on_paid as [b [top [b0 Hb]]].
    destruct (constant_fades (k + top) (b * a) ltac:(nra)) as [n0 H0]. exists n0.
    intros s Hs n h x le i e. destruct (H0 n le) as [_ L]. specialize (Hb s Hs n h x i).
    specialize (Ha s Hs n h x i e). set (reached := reach zero everywhere true) in *.
    assert (one : 1 <= J P reached s n h x + alive P s (stopped P reached) n h x).
    { refine (n_steps_lower inside reached ltac:(cbn; lra) Hs (fun _ => 1) _ n h x i).
      intros z iz. cbn [stop reach everywhere reached]. destruct (zero z); [lra | ]. intros c j.
      unfold worth. cbn [paid over discount reach reached].
      assert (D := fun ne => E_dist _ 1 (probabilities_dist (branches P c) ne)).
      destruct (branches P c); [lra | rewrite D by discriminate; lra]. }
    assert (A := alive_less inside Hs (stopped P reached) zero ltac:(intros z ez;
      unfold stopped; cbn; rewrite ez; reflexivity) n h x i).
    assert (N := inject_nonneg n). set (m := inject_Z (Z.of_nat n)) in *.
    set (on := alive P s zero n h x) in *. assert (0 <= m * b) by nra.
    assert (m * b * a <= m * b * on) by nra. lra.
  Qed.

  (* From a finite state v is at most what some more steps pay, up to a constant times the
     probability that the play goes on: stop it early, for nothing where nothing is left to prove,
     for k in infinite states. *)
  Lemma finite_approached : exists k n0, 0 <= k /\
    forall s, plays P available s -> forall n h x, In x nodes -> inf x = false ->
    v x <= J P y s (n0 + n) h x + k * alive P s zero n h x.
  Proof.
    destruct (least_probability P available nodes) as [q bound]. assert (q0 := bound_pos bound).
    destruct (bounded nodes v) as [B [B0 HB]].
    assert (kq : q * (B / q) == B) by (field; lra).
    set (k := B / q) in *. assert (Bk : B <= k) by (assert (q1 := bound_le_1 bound); nra).
    destruct (infinite_exceeds k) as [n0 H0]. exists k, n0. split; [lra | ].
    intros s Hs n h x i ei.
    set (f := fun x => if inf x then k else Qmax 0 (v x)).
    assert (f0 : forall x, 0 <= f x).
    { intros z. unfold f. destruct (inf z); [lra | apply Q.le_max_l]. }
    assert (fk : forall x, In x nodes -> f x <= k).
    { intros z iz. unfold f. destruct (inf z); [lra | ]. specialize (HB z iz).
      apply Q.max_lub; lra. }
    assert (vf : forall x, In x nodes -> v x <= f x).
    { intros z iz. unfold f. destruct (inf z); [specialize (HB z iz); lra | apply Q.le_max_r]. }
    assert (fz : forall x, In x nodes -> zero x = true -> f x <= 0).
    { intros z iz ez. unfold f. destruct (inf z) eqn:e.
      - rewrite (infinite_not_zero z iz e) in ez. discriminate.
      - apply Q.max_lub; [lra | ]. unfold unpaid in ez. destruct (goal z) eqn:eg.
        + exact (lower_goal lower z iz eg).
        + rewrite e in ez. apply Qle_bool_iff. exact ez. }
    set (early := fun x => if inf x then Some k else if zero x then Some 0 else None).
    assert (W : worth_lower P available nodes (stop_early P y early) f).
    { intros z iz. cbn [stop stop_early paying]. destruct (goal z) eqn:eg.
      { apply (fz z iz). unfold unpaid. rewrite eg. reflexivity. }
      unfold early. destruct (inf z) eqn:e; [exact (fk z iz) | ].
      destruct (zero z) eqn:ez; [exact (fz z iz ez) | ]. intros c j.
      unfold f at 1. rewrite e. apply Q.max_lub.
      { refine (worth_nonneg inside y ltac:(cbn; lra) rewards_nonneg f z c (fun z _ => f0 z) iz
          _ j). cbn [stop paying]. rewrite eg. reflexivity. }
      destruct (lower_step lower iz eg e j) as [[w [t [ib it]]] | V].
      - assert (G := E_one_branch inside q z c w t f k bound iz j ib ltac:(lra) (fun b _ => f0 b)
          ltac:(unfold f; rewrite it; lra)).
        assert (r0 := lower_rewards lower iz eg j). destruct (HB z iz). unfold worth.
        cbn [stop_early paying paid discount over]. destruct (branches P c); [destruct ib | lra].
      - exact (Qle_trans _ _ _ V (worth_le inside y ltac:(cbn; lra) z c v f iz j vf)). }
    assert (L := n_steps_lower inside (stop_early P y early) ltac:(cbn; lra) Hs f W n h x i).
    assert (U := still_alive inside Hs (stopped P (stop_early P y early)) f k
      (fun z iz _ => fk z iz) n h x i).
    assert (A := alive_less inside Hs (stopped P (stop_early P y early)) zero ltac:(intros z ez;
      unfold stopped, early; cbn [stop stop_early paying]; rewrite ez;
      destruct (goal z), (inf z); reflexivity) n h x i).
    assert (S := stop_early_less inside y ltac:(cbn; lra) Hs rewards_nonneg early n0).
    assert (M := S ltac:(intros m g z t iz e; unfold early in e; destruct (inf z) eqn:iz';
      [injection e as <-; exact (H0 s Hs (n0 + m)%nat g z ltac:(lia) iz iz') | ];
      destruct (zero z); [ | discriminate]; injection e as <-;
      exact (J_nonneg inside y ltac:(cbn; lra) Hs rewards_nonneg _ g z iz)) n h x i).
    specialize (vf x i). cbn [discount stop_early paying] in L.
    set (on := alive P s zero n h x) in *. assert (k0 : 0 <= k) by lra. nra.
  Qed.

  Context {s : policy P}.
  Hypothesis Hs : plays P available s.

  Theorem total_lower_bound x : In x nodes -> inf x = false ->
    at_least (fun n => J P y s n [] x) (v x).
  Proof.
    intros i e eps e0. destruct finite_approached as [k [n0 [k0 Hk]]].
    destruct goes_on_paid as [b [top [b0 Hb]]].
    destruct (constant_fades (k * (v x + top)) (eps * b) ltac:(nra)) as [m Hm].
    exists (n0 + m)%nat. intros n le. assert (parts : n = (n0 + (n - n0))%nat) by lia.
    destruct (Hm (n - n0)%nat ltac:(lia)) as [r0 M]. specialize (Hk s Hs (n - n0)%nat [] x i e).
    specialize (Hb s Hs (n - n0)%nat [] x i).
    assert (L := J_grows_le inside y ltac:(cbn; lra) Hs rewards_nonneg (n - n0) n [] x ltac:(lia)
      i).
    rewrite <- parts in Hk.
    set (a := alive P s zero (n - n0) [] x) in *. set (paid := J P y s n [] x) in *.
    set (m' := inject_Z (Z.of_nat (n - n0))) in *.
    destruct (Qlt_le_dec paid (v x - eps)) as [lt | le']; [exfalso | exact le'].
    assert (mb : 0 < m' * b) by nra. assert (m' * b * eps < m' * b * (k * a)) by nra.
    assert (k * (m' * b * a) <= k * (v x + top)) by nra. lra.
  Qed.

  Theorem total_diverges x : In x nodes -> inf x = true -> diverges (fun n => J P y s n [] x).
  Proof.
    intros i e k. destruct (infinite_exceeds k) as [n0 H0]. exists n0. intros n le.
    exact (H0 s Hs n [] x le i e).
  Qed.
End Below.

(* Two players ---------------------------------------------------------------------------------- *)

Section Game.
  Variable P : process.
  Variable up : state P -> bool.
  Variable pi : state P -> choice P.
  Hypothesis picked : picks P pi.
  Variable nodes : list (state P).
  Hypothesis inside : closed P (options P) nodes.
  Variable inf : state P -> bool.
  Variable rank : choice P -> nat.
  Variable level : state P -> nat.
  Variable x : state P.
  Hypothesis is_node : In x nodes.

  (* Bounds: v of the one need not be that of the other. *)
  Theorem total_at_least v :
    total_lower P (available P up pi false) nodes v inf (fun _ => false) (reward P) rank level ->
    inf x = false -> secures_at_least P up (earning 1 x) (v x).
  Proof.
    intros L e. apply (secure_at_least picked). intros s Hs.
    exact (total_lower_bound (closed_available up false picked inside) L Hs x is_node e).
  Qed.

  Theorem total_at_most v :
    total_upper P (available P up pi true) nodes v inf -> inf x = false ->
    secures_at_most P up (earning 1 x) (v x).
  Proof.
    intros U e. apply (secure_at_most picked). intros s Hs.
    exact (total_upper_bound (closed_available up true picked inside) U Hs x is_node e).
  Qed.

  Theorem total_value v :
    total_lower P (available P up pi false) nodes v inf (fun _ => false) (reward P) rank level ->
    total_upper P (available P up pi true) nodes v inf -> inf x = false ->
    game_value P up (earning 1 x) (v x).
  Proof. intros L U e. split; [exact (total_at_least v L e) | exact (total_at_most v U e)]. Qed.

  (* From an infinite state who maximises gets above every bound, whatever the other does. *)
  Theorem total_infinite v :
    total_lower P (available P up pi false) nodes v inf (fun _ => false) (reward P) rank level ->
    inf x = true ->
    exists s, allowed P s /\ forall t, allowed P t -> diverges (earning 1 x (join up s t)).
  Proof.
    intros L e. exists (always P pi). split; [exact (always_allowed picked) | ]. intros t Ht.
    exact (total_diverges (closed_available up false picked inside) L (join_below P up pi t Ht)
      x is_node e).
  Qed.
End Game.
