(* What the checkers of all objectives share. Each has a file NAMEChecker.v: a boolean function of a
   process and a witness, and the proof that what it accepts is so. *)
From Coq Require Import QArith List Lia Lqa Bool ZArith NArith.
From exactbox Require Import Definitions Plays Players Kernel Ranks.
Import ListNotations.
Local Open Scope Q_scope.

(* A witness: the choices within reach, what is picked, and the entries of choices. *)
Record witness (P : process) := Witness {
  code : choice P -> positive;
  every : (state P -> bool) -> bool;               (* whether it holds for all states *)
  listed : list (choice P);
  pick : state P -> list (choice P) -> choice P;   (* among the options that a state has *)
  den : N -> positive;
  look : positive -> option entry }.
Arguments Witness {P}.
Arguments code {P}.
Arguments every {P}.
Arguments listed {P}.
Arguments pick {P}.
Arguments den {P}.
Arguments look {P}.

(* What is true of it by the way it is made. *)
Record well_made (P : process) (w : witness P) (nodes : list (state P)) : Prop := {
  codes : forall c d, code w c = code w d -> c = d;
  every_node : forall f, every w f = true -> forall x, In x nodes -> f x = true;
  orders : forall k l a b, look w k = Some a -> look w l = Some b ->
    finite a = true -> finite b = true -> (order a < order b)%Z ->
    value (den w) a <= value (den w) b;
  complete : forall c, look w (code w c) <> None -> In c (listed w);
  targets : forall c p z, In c (listed w) -> In (p, z) (branches P c) -> In z nodes }.

Definition nowhere {S : Type} : S -> bool := fun _ => false.

Section Checkers.
  Variable P : process.
  Variable w : witness P.
  Variable nodes : list (state P).     (* all states within reach *)
  Hypothesis made : well_made P w nodes.
  Local Notation codes := (codes P w nodes made).
  Local Notation everywhere_node := (every_node P w nodes made).
  Local Notation orders := (orders P w nodes made).
  Local Notation complete := (complete P w nodes made).
  Local Notation targets := (targets P w nodes made).
  Variable up : state P -> bool.
  Variables lower upper : bool.      (* which bounds are asked for *)

  Definition step (y : payoff_of P) (infinite : state P -> bool) (over_infinite : bool) : bool :=
    check_step P (code w) (every w) (listed w) y up infinite over_infinite (pick w) (den w) (look w)
      lower upper.

  (* What pi picks, what is available, and what a state is worth. *)
  Definition chosen : state P -> choice P := pi P (code w) (pick w).
  Definition below : state P -> list (choice P) := available P up chosen false.
  Definition above : state P -> list (choice P) := available P up chosen true.
  Definition worth_of (y : payoff_of P) : state P -> Q := v P (code w) y (pick w) (den w) (look w).
  Definition rank_of (c : choice P) : N :=
    match look w (code w c) with Some e => rank e | None => 0%N end.

  (* Whether an open state is worth more than 0. *)
  Definition is_positive (x : state P) : bool :=
    match look w (code w (chosen x)) with Some e => (0 <? num e)%Z | None => false end.

  Lemma chosen_picks : picks P chosen.
  Proof. exact (pi_picks P (code w) codes (pick w)). Qed.

  Lemma options_closed y i o : step y i o = true -> closed P (options P) nodes.
  Proof.
    intros H. exact (nodes_closed P _ _ _ everywhere_node _ y up i o _ _ _ lower upper complete
      targets H).
  Qed.

  Lemma options_listed y i o : step y i o = true ->
    forall x, In x nodes -> forall c, In c (options P x) -> In c (listed w).
  Proof.
    intros H x j. exact (proj2 (option_listed P _ _ _ everywhere_node _ y up i o _ _ _
      lower upper complete H x j)).
  Qed.

  Lemma above_option y i o : step y i o = true ->
    forall x c, In x nodes -> In c (above x) -> In c (options P x).
  Proof.
    intros H x c j. exact (available_option P _ codes _ _ everywhere_node _ y up i
      o _ _ _ lower upper complete targets H true x c j).
  Qed.

  Lemma chosen_option y i o : step y i o = true ->
    forall x c, In x nodes -> In c [chosen x] -> In c (options P x).
  Proof.
    intros H x c j [<- | []]. apply chosen_picks.
    exact (some_option (options_closed y i o H) x j).
  Qed.

  Lemma below_option y i o : step y i o = true ->
    forall x c, In x nodes -> In c (below x) -> In c (options P x).
  Proof.
    intros H x c j. exact (available_option P _ codes _ _ everywhere_node _ y up i o _ _ _
      lower upper
      complete targets H false x c j).
  Qed.

  Lemma below_closed y i o : step y i o = true -> closed P below nodes.
  Proof.
    intros H. exact (closed_available up false chosen_picks (options_closed y i o H)).
  Qed.

  Lemma above_closed y i o : step y i o = true -> closed P above nodes.
  Proof.
    intros H. exact (closed_available up true chosen_picks (options_closed y i o H)).
  Qed.

  Lemma below_worth y i o : step y i o = true -> lower = true ->
    forall x, In x nodes -> stop y x = None -> i x = false -> forall c, In c (below x) ->
    leads_to_infinity P i o c = true \/ worth_of y x <= worth P y (worth_of y) c.
  Proof.
    intros H lo. exact (step_lower P _ codes _ _ everywhere_node _ y up i o _ _ _ orders
      lower upper complete targets H lo).
  Qed.

  Lemma above_worth y i o : step y i o = true -> upper = true ->
    forall x, In x nodes -> stop y x = None -> i x = false -> forall c, In c (above x) ->
    leads_to_infinity P i o c = false /\ worth P y (worth_of y) c <= worth_of y x.
  Proof.
    intros H hi. exact (step_upper P _ codes _ _ everywhere_node _ y up i o _ _ _ orders
      lower upper complete targets H hi).
  Qed.

  Lemma chosen_finite y i o : step y i o = true ->
    forall x, In x nodes -> stop y x = None -> i x = false ->
    leads_to_infinity P i o (chosen x) = false.
  Proof.
    intros H. exact (pick_finite P _ _ _ everywhere_node _ y up i o _ _ _ orders lower upper
      complete H).
  Qed.

  Lemma leads_to_infinity_spec i o c : leads_to_infinity P i o c = true <->
    branches P c = [] /\ o = true \/ exists p z, In (p, z) (branches P c) /\ i z = true.
  Proof.
    unfold leads_to_infinity. destruct (branches P c) as [ | b l].
    - split; [left; split; [reflexivity | assumption] | ].
      intros [[_ e] | [p [z [[] _]]]]. exact e.
    - rewrite any_spec. split.
      + intros [[p z] [j e]]. right. exists p, z. split; [exact j | exact e].
      + intros [[e _] | [p [z [j e]]]]; [discriminate | exists (p, z); split; [exact j | exact e]].
  Qed.

  (* Where nothing is infinite. *)
  Lemma never_infinite c : leads_to_infinity P nowhere false c = false.
  Proof.
    destruct (leads_to_infinity P nowhere false c) eqn:e; [ | reflexivity].
    apply leads_to_infinity_spec in e as [[_ e] | [p [z [_ e]]]]; discriminate.
  Qed.

  (* No reward is negative but in the states of the goal. *)
  Definition rewards_nonneg_before (goal : state P -> bool) : bool :=
    let nonneg c := (0 <=? Qnum (reward P c))%Z in
    if all nonneg (listed w) then true
    else every w (fun x => if goal x then true else all nonneg (options P x)).

  Lemma rewards_checked y i o goal : step y i o = true -> rewards_nonneg_before goal = true ->
    forall x, In x nodes -> goal x = false -> forall c, In c (options P x) -> 0 <= reward P c.
  Proof.
    intros S H x ix e c j. enough (0 <= Qnum (reward P c))%Z by (unfold Qle; cbn [Qnum Qden]; lia).
    unfold rewards_nonneg_before in H. cbn zeta in H. destruct (all _ (listed w)) eqn:f.
    - apply Z.leb_le. exact (all_spec _ _ f c (options_listed y i o S x ix c j)).
    - assert (K := everywhere_node _ H x ix). cbn beta in K. rewrite e in K.
      apply all_spec with (a := c) in K; [ | exact j]. apply Z.leb_le. exact K.
  Qed.

  (* Ranks fall among what is available: whether all that is listed is good saves a look at the
     states. *)
  Definition ranks_hold (available : state P -> list (choice P)) (moves : state P -> bool)
      (paid : bool) : bool :=
    check_ranks P (code w) (every w) (listed w) available rank_of moves paid.

  Lemma ranks_hold_spec y i o available moves paid : step y i o = true ->
    (forall x c, In x nodes -> In c (available x) -> In c (options P x)) ->
    ranks_hold available moves paid = true ->
    forall x c, In x nodes -> moves x = true -> In c (available x) ->
    branches P c = [] \/ (paid = true /\ 0 < reward P c) \/
    exists p z, In (p, z) (branches P c) /\ (moves z = false \/
      forall d, In d (available z) -> (N.to_nat (rank_of d) < N.to_nat (rank_of c))%nat).
  Proof.
    intros S sub. apply (ranks_checked P (code w) nodes (every w) everywhere_node).
    intros x c ix j. exact (options_listed y i o S x ix c (sub x c ix j)).
  Qed.

  Lemma ranks_hold_fall y i o available moves stopped : step y i o = true ->
    (forall x c, In x nodes -> In c (available x) -> In c (options P x)) ->
    ranks_hold available moves false = true -> (forall x, stopped x = negb (moves x)) ->
    ranks_fall P available nodes stopped (fun c => N.to_nat (rank_of c)).
  Proof.
    intros S sub H same. refine (ranks_fall_same same _). intros x c ix e j.
    apply negb_false_iff in e.
    destruct (ranks_hold_spec y i o available moves false S sub H x c ix e j)
      as [B | [[F _] | [p [z [b T]]]]]; [left; exact B | discriminate | right].
    exists p, z. rewrite negb_true_iff. split; assumption.
  Qed.

  Lemma worth_of_stopped y x q : stop y x = Some q -> worth_of y x = q.
  Proof. intros e. unfold worth_of, v. rewrite e. reflexivity. Qed.

  Lemma step_worth_lower y : step y nowhere false = true -> lower = true ->
    worth_lower P below nodes y (worth_of y).
  Proof.
    intros H lo x i. destruct (stop y x) as [q | ] eqn:e.
    - rewrite (worth_of_stopped y x q e). lra.
    - intros c j. destruct (below_worth y _ _ H lo x i e eq_refl c j) as [F | W]; [ | exact W].
      rewrite never_infinite in F. discriminate.
  Qed.

  Lemma step_worth_upper y : step y nowhere false = true -> upper = true ->
    worth_upper P above nodes y (worth_of y).
  Proof.
    intros H hi x i. destruct (stop y x) as [q | ] eqn:e.
    - rewrite (worth_of_stopped y x q e). lra.
    - intros c j. exact (proj2 (above_worth y _ _ H hi x i e eq_refl c j)).
  Qed.

  (* Where both bounds are asked for, an open state is worth just what pi picks. *)
  Lemma chosen_worth y : step y nowhere false = true -> lower = true -> upper = true ->
    forall x, In x nodes -> stop y x = None ->
    worth P y (worth_of y) (chosen x) == worth_of y x.
  Proof.
    intros H lo hi x i e. assert (some := some_option (options_closed y _ _ H) x i).
    assert (A := fun b => pi_available P up chosen chosen_picks b x some).
    assert (L := step_worth_lower y H lo x i). assert (U := step_worth_upper y H hi x i).
    rewrite e in L, U. apply Qle_antisym; [exact (U _ (A true)) | exact (L _ (A false))].
  Qed.

  (* It is positive where its value is. *)
  Lemma is_positive_spec y x : stop y x = None ->
    (is_positive x = true -> 0 < worth_of y x) /\
    (is_positive x = false -> worth_of y x <= 0).
  Proof.
    intros e. unfold is_positive, worth_of, v, chosen. rewrite e.
    destruct (look w (code w (pi P (code w) (pick w) x))) as [n | ].
    - unfold value, Qlt, Qle. cbn [Qnum Qden]. split; intros H.
      + apply Z.ltb_lt in H. lia.
      + apply Z.ltb_ge in H. lia.
    - split; [discriminate | intros _; lra].
  Qed.

  (* No value is negative. *)
  Definition values_nonneg : bool :=
    all (fun c =>
      match look w (code w c) with
      | Some e => if finite e then (0 <=? num e)%Z else true
      | None => true
      end) (listed w).

  Lemma values_nonneg_spec y i o x : step y i o = true -> values_nonneg = true ->
    In x nodes -> stop y x = None -> i x = false -> 0 <= worth_of y x.
  Proof.
    intros H V ix e f.
    destruct (open_state P _ _ _ everywhere_node _ y up i o _ _ _ orders lower upper H
      x ix e f) as [own [l [fo [ev _]]]].
    unfold worth_of. rewrite ev.
    assert (il : In (pi P (code w) (pick w) x) (listed w)).
    { apply complete. rewrite l. discriminate. }
    assert (K := all_spec _ _ V _ il). cbn beta in K. rewrite l, fo in K.
    apply Z.leb_le in K. unfold value, Qle. cbn [Qnum Qden]. lia.
  Qed.
End Checkers.
Arguments chosen_picks {P w nodes}.
Arguments options_closed {P w nodes} made {up lower upper y i o}.
Arguments below_closed {P w nodes} made {up lower upper y i o}.
Arguments above_closed {P w nodes} made {up lower upper y i o}.
Arguments options_listed {P w nodes} made {up lower upper y i o}.
Arguments chosen_option {P w nodes} made {up lower upper y i o}.
Arguments above_option {P w nodes} made {up lower upper y i o}.
Arguments below_option {P w nodes} made {up lower upper y i o}.
Arguments rewards_checked {P w nodes} made {up lower upper y i o}.
Arguments ranks_hold_spec {P w nodes} made {up lower upper y i o available moves paid}.
Arguments ranks_hold_fall {P w nodes} made {up lower upper y i o available moves stopped}.
Arguments below_worth {P w nodes} made {up lower upper y i o}.
Arguments above_worth {P w nodes} made {up lower upper y i o}.
Arguments chosen_finite {P w nodes} made {up lower upper y i o}.
Arguments values_nonneg_spec {P w nodes} made {up lower upper y i o} x.
Arguments chosen_worth {P w nodes} made {up lower upper y}.
Arguments step_worth_lower {P w nodes} made {up lower upper y}.
Arguments step_worth_upper {P w nodes} made {up lower upper y}.
