(* Expectations, and the plays of any policy among available choices: how v is related to what n
   steps pay if each step is worth at least, or at most, v; that payments are linear, so that bounds
   from above are bounds from below of the opposite; and that levels and ranks which fall end the
   play, whatever the policy, after a number of steps that depends on them alone.

   Lemmas take `inside`, that no play leaves the nodes, and `Hs`, that s plays among what is
   available: process, choices and nodes follow from these.

   The ranks are those of check_ranks of exactbox/checker/process.py. *)
From Coq Require Import QArith List Lia Lqa Setoid Bool.
From exactbox Require Import Definitions.
From exactbox Require Export Sums.
Import ListNotations.
Local Open Scope Q_scope.

Section Definitions.
  Variable P : process.
  Variable available : state P -> list (choice P).
  Variable nodes : list (state P).     (* finitely many, which no play leaves *)

  Record closed : Prop := {
    some_option : forall x, In x nodes -> available x <> [];
    stays_inside : forall x c w z,
      In x nodes -> In c (available x) -> In (w, z) (branches P c) -> In z nodes }.

  (* No branch has a probability below q. *)
  Record branch_bound (q : Q) : Prop := {
    bound_pos : 0 < q;
    bound_le_1 : q <= 1;
    bound_least : forall x c p z,
      In x nodes -> In c (available x) -> In (p, z) (probabilities (branches P c)) -> q <= p }.

  Lemma least_probability : exists q, branch_bound q.
  Proof.
    destruct (positive_bound
      (flat_map (fun x => flat_map (fun c => probabilities (branches P c)) (available x)) nodes)
      fst) as [q [q0 [q1 H]]].
    exists q. split; [exact q0 | exact q1 | ]. intros x c p z i j k.
    apply (H (p, z) (in_flat _ _ x _ i (in_flat _ _ c _ j k))).
    apply probabilities_in in k as [w [_ ->]]. reflexivity.
  Qed.

  (* f(x_n), counted d^n times, if the play goes on after n steps, in none of the states that
     stop it. *)
  Fixpoint still (s : policy P) (stopped : state P -> bool) (d : Q) (f : state P -> Q)
      (n : nat) (h : history P) (x : state P) : Q :=
    if stopped x then 0 else
    match n with
    | O => f x
    | S n =>
        E (s h x) (fun c =>
          d * E (probabilities (branches P c)) (still s stopped d f n ((x, c) :: h)))
    end.

  (* The probability that the play goes on after n steps. *)
  Definition alive s stopped : nat -> history P -> state P -> Q := still s stopped 1 (fun _ => 1).

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

    (* Nothing is negative. *)
    Record nonneg : Prop := {
      paid_nonneg : forall x c,
        In x nodes -> stop y x = None -> In c (available x) -> 0 <= paid y c;
      stop_nonneg : forall x q, In x nodes -> stop y x = Some q -> 0 <= q;
      over_nonneg : 0 <= over y }.

    (* To stop in more states. *)
    Definition stop_early (early : state P -> option Q) : payoff_of P := {|
      paid := paid y;
      stop x := match stop y x with Some q => Some q | None => early x end;
      over := over y;
      discount := discount y |}.

    Definition stop_at (zero : state P -> bool) : payoff_of P :=
      stop_early (fun x => if zero x then Some 0 else None).
  End Paid.

  (* Ranks: each available choice may end the play, or lead to a state that stops it, or to one
     all of whose available choices have a lower rank. *)
  Definition ranks_fall (stopped : state P -> bool) (rank : choice P -> nat) :=
    forall x c, In x nodes -> stopped x = false -> In c (available x) ->
    branches P c = [] \/ exists w z, In (w, z) (branches P c) /\
      (stopped z = true \/ forall o, In o (available z) -> (rank o < rank c)%nat).
End Definitions.
Arguments some_option {P available nodes}.
Arguments stays_inside {P available nodes} _ {x c w z}.
Arguments bound_pos {P available nodes q}.
Arguments bound_le_1 {P available nodes q}.
Arguments bound_least {P available nodes q} _ {x c p z}.

(* What is paid is linear in the payments, where the same states stop the play. *)
Definition paying {P : process} (r : choice P -> Q) (goal : state P -> bool) (a o : Q) : payoff_of P
  := {| paid := r; stop x := if goal x then Some a else None; over := o; discount := 1 |}.

Lemma J_pays P s (r f g : choice P -> Q) goal a b d o p q k :
  (forall c, r c == f c + k * g c) -> a == b + k * d -> o == p + k * q -> forall n h x,
  J P (paying r goal a o) s n h x
  == J P (paying f goal b p) s n h x + k * J P (paying g goal d q) s n h x.
Proof.
  intros er ea eo. induction n as [ | n IH]; intros h x; cbn [J paying stop paid over discount];
    destruct (goal x); try lra.
  rewrite <- E_scale, <- E_plus. apply E_eq. intros w c _. rewrite (er c).
  destruct (branches P c) as [ | b' l] eqn:eb; [lra | ]. rewrite <- eb.
  rewrite (E_eq _ _ _ (fun p z _ => IH ((x, c) :: h) z)), E_plus, E_scale. ring.
Qed.

Lemma J_opposite P s r goal a o n h x :
  J P (paying (fun c => - r c) goal (- a) (- o)) s n h x == - J P (paying r goal a o) s n h x.
Proof.
  assert (Z := J_pays P s (fun _ => 0) (fun _ => 0) (fun _ => 0) goal 0 0 0 0 0 0 1
    ltac:(intros; reflexivity) ltac:(reflexivity) ltac:(reflexivity) n h x).
  rewrite (J_pays P s _ (fun _ => 0) r goal _ 0 a _ 0 o (- (1))) by (intros; ring). lra.
Qed.

Lemma worth_opposite P r goal a o v c :
  worth P (paying (fun c => - r c) goal (- a) (- o)) (fun z => - v z) c
  == - worth P (paying r goal a o) v c.
Proof.
  unfold worth. cbn [paying paid over discount]. destruct (branches P c) as [ | b l]; [ring | ].
  rewrite (E_eq _ _ (fun z => - (1) * v z)) by (intros; ring). rewrite E_scale. ring.
Qed.

Lemma ranks_fall_same {P available nodes stopped stopped' rank} :
  (forall z, stopped' z = stopped z) -> ranks_fall P available nodes stopped rank ->
  ranks_fall P available nodes stopped' rank.
Proof.
  intros same falls x c i e j. rewrite same in e.
  destruct (falls x c i e j) as [eb | [w [z [ib H]]]]; [left; exact eb | right].
  exists w, z. rewrite same. split; assumption.
Qed.

(* Ranks of choices make levels of states: that of the highest available. *)
Lemma rank_levels {P} (available : state P -> list (choice P)) stopped (rank : choice P -> nat) :
  exists level : state P -> nat, (forall x, level x = O -> stopped x = true) /\
  forall x c z, stopped x = false -> In c (available x) ->
  (stopped z = true \/ forall o, In o (available z) -> (rank o < rank c)%nat) ->
  (level z < level x)%nat.
Proof.
  set (highest := fun x => list_max (map (fun o => S (rank o)) (available x))).
  exists (fun x => if stopped x then O else S (highest x)). split.
  - intros x e. destruct (stopped x); [reflexivity | discriminate].
  - intros x c z e j H. rewrite e. destruct (stopped z); [lia | ].
    destruct H as [H | H]; [discriminate | ].
    assert (L := list_max_bound _ (available z) (rank c) H).
    assert (G := list_max_member (fun o => S (rank o)) _ c j). unfold highest. cbn beta in *. lia.
Qed.

Section Plays.
  Context {P : process} {available : state P -> list (choice P)} {nodes : list (state P)}.
  Hypothesis inside : closed P available nodes.

  Lemma lands x c p z :
    In x nodes -> In c (available x) -> In (p, z) (probabilities (branches P c)) -> In z nodes.
  Proof.
    intros i j k. apply probabilities_in in k as [w [k _]]. exact (stays_inside inside i j k).
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
  Lemma E_one_branch q x c w z f k : branch_bound P available nodes q ->
    In x nodes -> In c (available x) -> In (w, z) (branches P c) -> 0 <= k ->
    (forall b, In b nodes -> 0 <= f b) -> k <= f z -> q * k <= E (probabilities (branches P c)) f.
  Proof.
    intros bound i j ib k0 nonneg Hz.
    assert (ip := branch_in _ _ _ ib).
    assert (L := E_le_one (probabilities (branches P c)) (fun _ => 0) f _ z k
      (probabilities_weighted _)
      (fun p b m => nonneg b (lands x c p b i j m)) ip ltac:(cbn; lra)).
    rewrite E_const in L. assert (lq := bound_least bound i j ip).
    set (p := Zpos w # total (branches P c)) in *. nra.
  Qed.

  (* And if it is at most 1 - k there, and nowhere above 1, at most 1 - q k. *)
  Lemma E_one_branch_upper q x c w z f k : branch_bound P available nodes q ->
    In x nodes -> In c (available x) -> In (w, z) (branches P c) -> 0 <= k ->
    (forall b, In b nodes -> f b <= 1) -> f z <= 1 - k ->
    E (probabilities (branches P c)) f <= 1 - q * k.
  Proof.
    intros bound i j ib k0 H Hz.
    assert (L := E_one_branch q x c w z (fun z => 1 - f z) k bound i j ib k0
      ltac:(intros b ib'; specialize (H b ib'); cbn beta; lra) ltac:(cbn beta; lra)).
    rewrite E_minus, (E_dist _ 1) in L; [lra | ]. apply probabilities_dist.
    intros e. rewrite e in ib. exact ib.
  Qed.

  (* Where the level may fall, the mean of t^level, t being half the least probability, rises to
     twice what it was. *)
  Lemma level_rises q (level : state P -> nat) x c : branch_bound P available nodes q ->
    In x nodes -> In c (available x) ->
    (exists w z, In (w, z) (branches P c) /\ (level z < level x)%nat) ->
    2 * pow (q * (1 # 2)) (level x)
    <= E (probabilities (branches P c)) (fun z => pow (q * (1 # 2)) (level z)).
  Proof.
    intros bound i j [w [z [k lt]]].
    assert (q0 := bound_pos bound). assert (q1 := bound_le_1 bound).
    set (t := q * (1 # 2)). assert (t0 : 0 <= t) by (unfold t; lra).
    assert (L := E_one_branch q x c w z _ _ bound i j k (pow_nonneg t (level z) t0)
      (fun y _ => pow_nonneg t (level y) t0) (Qle_refl _)).
    assert (M := pow_falls t (S (level z)) (level x) t0 ltac:(unfold t; lra) lt). simpl pow in M.
    unfold t at 2 in M. lra.
  Qed.

  Section Under.
    Context {s : policy P}.
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

    Section Still.
      Variable stopped : state P -> bool.
      Variable d : Q.
      Hypothesis d0 : 0 <= d.
      Local Notation still := (still P s stopped d).

      Lemma still_le f g : (forall x, In x nodes -> stopped x = false -> f x <= g x) ->
        forall n h x, In x nodes -> still f n h x <= still g n h x.
      Proof.
        intros H. induction n as [ | n IH]; intros h x i; simpl; destruct (stopped x) eqn:e;
          try lra; [exact (H x i e) | ].
        apply E_policy_le; [exact i | ]. intros c j.
        assert (L := E_branches_le x c _ _ i j (IH ((x, c) :: h))). nra.
      Qed.

      Lemma still_scale k f : forall n h x, still (fun z => k * f z) n h x == k * still f n h x.
      Proof.
        induction n as [ | n IH]; intros h x; simpl; destruct (stopped x); try lra.
        rewrite <- E_scale. apply E_eq. intros q c _.
        rewrite (E_eq _ _ _ (fun p z _ => IH ((x, c) :: h) z)), E_scale. ring.
      Qed.

      Lemma still_plus f g : forall n h x,
        still (fun z => f z + g z) n h x == still f n h x + still g n h x.
      Proof.
        induction n as [ | n IH]; intros h x; simpl; destruct (stopped x); try lra.
        rewrite <- E_plus. apply E_eq. intros q c _.
        rewrite (E_eq _ _ _ (fun p z _ => IH ((x, c) :: h) z)), E_plus. ring.
      Qed.

      Lemma still_nonneg f : (forall x, In x nodes -> stopped x = false -> 0 <= f x) ->
        forall n h x, In x nodes -> 0 <= still f n h x.
      Proof.
        intros H n h x i. assert (L := still_le (fun z => 0 * f z) f
          ltac:(intros z iz e; specialize (H z iz e); cbn beta; lra) n h x i).
        rewrite still_scale in L. lra.
      Qed.

      (* At most d^n M if f is at most M. *)
      Lemma still_upper f M : 0 <= M ->
        (forall x, In x nodes -> stopped x = false -> f x <= M) ->
        forall n h x, In x nodes -> still f n h x <= pow d n * M.
      Proof.
        intros M0 H. induction n as [ | n IH]; intros h x i; simpl; destruct (stopped x) eqn:e.
        - lra.
        - specialize (H x i e). lra.
        - assert (G := pow_nonneg d n d0). assert (0 <= d * pow d n) by nra. nra.
        - apply E_policy_upper; [exact i | ]. intros c j. assert (G := pow_nonneg d n d0).
          assert (L := E_branches_upper x c (still f n ((x, c) :: h)) (pow d n * M) i j
            ltac:(nra) (IH ((x, c) :: h))). nra.
      Qed.
    End Still.

    Lemma pow_1 n : pow 1 n == 1.
    Proof. induction n as [ | n IH]; simpl; [lra | rewrite IH; lra]. Qed.

    Lemma alive_nonneg stopped n h x : In x nodes -> 0 <= alive P s stopped n h x.
    Proof. apply still_nonneg; [lra | intros; lra]. Qed.

    Lemma alive_le_1 stopped n h x : In x nodes -> alive P s stopped n h x <= 1.
    Proof.
      intros i. assert (L := still_upper stopped 1 ltac:(lra) (fun _ => 1) 1 ltac:(lra)
        (fun _ _ _ => Qle_refl 1) n h x i). rewrite pow_1 in L. unfold alive. lra.
    Qed.

    Lemma alive_less early stopped : (forall x, stopped x = true -> early x = true) ->
      forall n h x, In x nodes -> alive P s early n h x <= alive P s stopped n h x.
    Proof.
      intros H. induction n as [ | n IH]; intros h x i; assert (e := H x);
        assert (N := fun n => alive_nonneg stopped n h x i);
        [specialize (N O) | specialize (N (S n))];
        unfold alive in *; cbn [still] in *; destruct (stopped x), (early x);
        try discriminate (e eq_refl); try lra.
      apply E_policy_le; [exact i | ]. intros c j.
      assert (L := E_branches_le x c _ _ i j (IH ((x, c) :: h))). lra.
    Qed.

    (* |f| at most M: what is still paid is at most M times the probability to go on. *)
    Lemma still_alive stopped f M : (forall x, In x nodes -> stopped x = false -> f x <= M) ->
      forall n h x, In x nodes -> still P s stopped 1 f n h x <= M * alive P s stopped n h x.
    Proof.
      intros H n h x i. unfold alive. rewrite <- still_scale.
      apply still_le; [lra | | exact i]. intros z j e. specialize (H z j e). lra.
    Qed.
  End Under.

  (* What states are worth, and so choices. *)
  Section Paid.
    Variable y : payoff_of P.
    Hypothesis discount_nonneg : 0 <= discount y.
    Local Notation worth := (worth P y).

    Lemma worth_le x c f g : In x nodes -> In c (available x) ->
      (forall z, In z nodes -> f z <= g z) -> worth f c <= worth g c.
    Proof.
      intros i j H. assert (L := E_branches_le x c f g i j H). unfold worth.
      destruct (branches P c); [lra | nra].
    Qed.

    Lemma worth_plus c f g : worth (fun z => f z + g z) c
      == worth f c + discount y * E (probabilities (branches P c)) g.
    Proof. unfold worth. destruct (branches P c); [simpl; ring | rewrite E_plus; ring]. Qed.

    Lemma J_stopped s x q : stop y x = Some q -> forall n h, J P y s n h x = q.
    Proof. intros e [ | n] h; cbn [J]; rewrite e; reflexivity. Qed.

    Context {s : policy P}.
    Hypothesis Hs : plays P available s.

    (* If whatever is available is worth v or more: v is at most what n steps pay, and what the
       state then is worth. *)
    Lemma n_steps_lower v : worth_lower P available nodes y v -> forall n h x, In x nodes ->
      v x <= J P y s n h x + still P s (stopped P y) (discount y) v n h x.
    Proof.
      intros W. induction n as [ | n IH]; intros h x i; specialize (W x i);
        cbn [J still]; unfold stopped at 1; destruct (stop y x) as [q | ]; try lra.
      rewrite <- E_plus. apply (E_policy_lower Hs); [exact i | ]. intros c j.
      eapply Qle_trans; [exact (W c j) | ].
      assert (L := worth_le x c v _ i j (IH ((x, c) :: h))). rewrite worth_plus in L. exact L.
    Qed.

    Lemma n_steps_upper v : worth_upper P available nodes y v -> forall n h x, In x nodes ->
      J P y s n h x + still P s (stopped P y) (discount y) v n h x <= v x.
    Proof.
      intros W. induction n as [ | n IH]; intros h x i; specialize (W x i);
        cbn [J still]; unfold stopped at 1; destruct (stop y x) as [q | ]; try lra.
      rewrite <- E_plus. apply (E_policy_upper Hs); [exact i | ]. intros c j.
      eapply Qle_trans; [ | exact (W c j)].
      assert (L := worth_le x c _ v i j (IH ((x, c) :: h))). rewrite worth_plus in L. exact L.
    Qed.

    Lemma n_steps_at_most v : worth_upper P available nodes y v ->
      (forall z, In z nodes -> 0 <= v z) -> forall n h x, In x nodes -> J P y s n h x <= v x.
    Proof.
      intros W v0 n h x i. assert (L := n_steps_upper v W n h x i).
      assert (N := still_nonneg Hs (stopped P y) (discount y) discount_nonneg v
        (fun z iz _ => v0 z iz) n h x i). lra.
    Qed.

    Hypothesis pays : nonneg P available nodes y.

    Lemma worth_nonneg v x c : (forall z, In z nodes -> 0 <= v z) -> In x nodes ->
      stop y x = None -> In c (available x) -> 0 <= worth v c.
    Proof.
      intros H i e j. unfold worth. assert (p0 := paid_nonneg _ _ _ _ pays x c i e j).
      assert (o0 := over_nonneg _ _ _ _ pays). assert (L := E_branches_nonneg x c v i j H).
      destruct (branches P c); nra.
    Qed.

    Lemma J_nonneg n : forall h x, In x nodes -> 0 <= J P y s n h x.
    Proof.
      induction n as [ | n IH]; intros h x i; cbn [J]; destruct (stop y x) as [q | ] eqn:e;
        try exact (stop_nonneg _ _ _ _ pays x q i e); [lra | ].
      apply (E_policy_nonneg Hs); [exact i | ]. intros c j.
      exact (worth_nonneg (J P y s n ((x, c) :: h)) x c (IH ((x, c) :: h)) i e j).
    Qed.

    Lemma J_grows n : forall h x, In x nodes -> J P y s n h x <= J P y s (S n) h x.
    Proof.
      induction n as [ | n IH]; intros h x i.
      - assert (N := J_nonneg 1 h x i). cbn [J] in *. destruct (stop y x); lra.
      - cbn [J]. cbn [J] in IH. destruct (stop y x); [lra | ].
        apply (E_policy_le Hs); [exact i | ]. intros c j.
        exact (worth_le x c _ _ i j (IH ((x, c) :: h))).
    Qed.

    Lemma J_grows_le n m h x : (n <= m)%nat -> In x nodes -> J P y s n h x <= J P y s m h x.
    Proof.
      intros le i. induction le as [ | m le IH]; [lra | ].
      eapply Qle_trans; [exact IH | apply J_grows; exact i].
    Qed.

    (* To stop early, for no more than what n0 or more steps pay, pays no more. *)
    Lemma stop_early_less early n0 :
      (forall n h x q, In x nodes -> early x = Some q -> q <= J P y s (n0 + n) h x) ->
      forall n h x, In x nodes -> J P (stop_early P y early) s n h x <= J P y s (n0 + n) h x.
    Proof.
      intros H. induction n as [ | n IH]; intros h x i; destruct (stop y x) as [q | ] eqn:e;
        try (rewrite (J_stopped s x q e); cbn [J stop_early stop]; rewrite e; lra);
        destruct (early x) as [q | ] eqn:e';
        try (cbn [J stop_early stop]; rewrite e, e'; exact (H _ h x q i e')).
      - cbn [J stop_early stop]. rewrite e, e'. exact (J_nonneg _ h x i).
      - rewrite Nat.add_succ_r. cbn [J stop_early stop]. rewrite e, e'.
        apply (E_policy_le Hs); [exact i | ]. intros c j.
        exact (worth_le x c _ _ i j (IH ((x, c) :: h))).
    Qed.

    Lemma stop_at_less zero n h x : In x nodes -> J P (stop_at P y zero) s n h x <= J P y s n h x.
    Proof.
      apply (stop_early_less _ 0). intros m g z q i e. destruct (zero z); [ | discriminate].
      injection e as <-. exact (J_nonneg m g z i).
    Qed.
  End Paid.

  (* Where the level may fall until it is 0 for good, or the play is stopped, f vanishes
     exponentially if it is 0 there: the mean of 1 - t^level falls by a factor in each step. *)
  Theorem levels_fade stopped (level : state P -> nat) f :
    (forall x c, In x nodes -> stopped x = false -> In c (available x) -> branches P c = [] \/
      (exists w z, In (w, z) (branches P c) /\ (level z < level x)%nat) \/
      level x = O /\ forall w z, In (w, z) (branches P c) -> level z = O) ->
    (forall x, In x nodes -> stopped x = false -> level x = O -> f x == 0) ->
    forall eps, 0 < eps -> exists n0, forall s, plays P available s ->
    forall n h x, (n0 <= n)%nat -> In x nodes -> - eps <= still P s stopped 1 f n h x <= eps.
  Proof.
    intros H f0 eps e0. destruct (least_probability P available nodes) as [q bound].
    assert (q0 := bound_pos bound). assert (q1 := bound_le_1 bound).
    destruct (nat_bound nodes level) as [K HK]. set (t := q * (1 # 2)).
    assert (t0 : 0 < t) by (unfold t; lra). assert (t1 : t <= 1 # 2) by (unfold t; lra).
    assert (b0 := pow_pos t K t0). assert (b1 := pow_le_1 t K ltac:(lra) ltac:(lra)).
    set (b := pow t K) in *. set (rho := fun x => 1 - pow t (level x)).
    assert (R : forall x, 0 <= rho x <= 1).
    { intros x. unfold rho. assert (A := pow_le_1 t (level x) ltac:(lra) ltac:(lra)).
      assert (B := pow_nonneg t (level x) ltac:(lra)). lra. }
    assert (step : forall x c, In x nodes -> stopped x = false -> In c (available x) ->
      E (probabilities (branches P c)) rho <= (1 - b) * rho x).
    { intros x c i e j. assert (Rx := R x). destruct (H x c i e j) as [eb | [low | [lx lz]]].
      - rewrite eb. cbn [probabilities map E]. nra.
      - assert (L := level_rises q level x c bound i j low). fold t in L.
        assert (Hb : b <= pow t (level x)).
        { apply pow_falls; [lra | lra | ]. specialize (HK x i). lia. }
        destruct low as [w [z [k _]]].
        assert (ne : branches P c <> []) by (intros e'; rewrite e' in k; exact k).
        unfold rho at 1. rewrite E_minus, (E_dist _ 1 (probabilities_dist _ ne)).
        set (a := E _ _) in *. unfold rho. nra.
      - unfold rho at 2. rewrite lx, (E_eq _ _ (fun _ => 0)); [rewrite E_const; cbn [pow]; lra | ].
        intros p z k. apply probabilities_in in k as [w [k _]]. unfold rho.
        rewrite (lz w z k). cbn [pow]. lra. }
    destruct (bounded nodes f) as [M [M0 HM]].
    destruct (discount_fades (1 - b) (2 * M) eps ltac:(lra) ltac:(lra) ltac:(lra) e0) as [n0 Hn].
    exists n0. intros s Hs n h x le i. specialize (Hn n le).
    assert (F : forall n h x, In x nodes ->
      still P s stopped 1 rho (S n) h x <= (1 - b) * still P s stopped 1 rho n h x).
    { clear - inside Hs R step. induction n as [ | n IH]; intros h x i; cbn [still] in *;
        destruct (stopped x) eqn:e; try lra.
      - apply (E_policy_upper Hs); [exact i | ]. intros c j. rewrite Qmult_1_l.
        apply (Qle_trans _ _ _) with (2 := step x c i e j).
        apply (E_branches_le x); [exact i | exact j | ]. intros z _.
        destruct (stopped z); [apply R | lra].
      - rewrite <- E_scale. apply (E_policy_le Hs); [exact i | ]. intros c j.
        assert (L := E_branches_le x c _ _ i j (IH ((x, c) :: h))). rewrite E_scale in L. lra. }
    assert (G : still P s stopped 1 rho n h x <= pow (1 - b) n).
    { clear Hn le. induction n as [ | n IH].
      - assert (Rx := R x). cbn. destruct (stopped x); lra.
      - specialize (F n h x i). cbn [pow]. nra. }
    assert (B : forall z, In z nodes -> stopped z = false ->
      - (2 * M) * rho z <= f z /\ f z <= 2 * M * rho z).
    { intros z iz ez. specialize (HM z iz). destruct (level z) as [ | l] eqn:e.
      - specialize (f0 z iz ez e). assert (Rz := R z). split; nra.
      - assert (A := pow_le_1 t l ltac:(lra) ltac:(lra)).
        assert (B := pow_nonneg t l ltac:(lra)). unfold rho. rewrite e. cbn [pow].
        assert (t * pow t l <= 1 # 2) by nra. split; nra. }
    assert (L := still_le Hs stopped 1 ltac:(lra) (fun z => - (2 * M) * rho z) f
      (fun z iz e => proj1 (B z iz e)) n h x i).
    assert (U := still_le Hs stopped 1 ltac:(lra) f (fun z => 2 * M * rho z)
      (fun z iz e => proj2 (B z iz e)) n h x i).
    rewrite still_scale in L, U. set (e := still P s stopped 1 rho n h x) in *. split; nra.
  Qed.

  (* So where ranks fall the play ends, whatever the policy. *)
  Theorem ranks_end stopped rank : ranks_fall P available nodes stopped rank ->
    forall eps, 0 < eps -> exists n0, forall s, plays P available s ->
    forall n h x, (n0 <= n)%nat -> In x nodes -> alive P s stopped n h x <= eps.
  Proof.
    intros falls eps e0. destruct (rank_levels available stopped rank) as [level [zero low]].
    destruct (levels_fade stopped level (fun _ => 1)) with (eps := eps) as [n0 H].
    - intros x c i e j. destruct (falls x c i e j) as [eb | [w [z [k Hz]]]]; [left; exact eb | ].
      right. left. exists w, z. exact (conj k (low x c z e j Hz)).
    - intros x _ e l. rewrite (zero x l) in e. discriminate.
    - exact e0.
    - exists n0. intros s Hs n h x le i. exact (proj2 (H s Hs n h x le i)).
  Qed.
End Plays.
