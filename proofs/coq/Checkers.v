(* Checkers: for each objective a boolean function of a process and a witness, and the proof that
   what it accepts is so. *)
From Coq Require Import QArith List Lia Lqa Bool ZArith NArith.
From exactbox Require Import Definitions Plays Players Kernel Ranks Reach Total Discounted.
Import ListNotations.
Local Open Scope Q_scope.

(* A witness: the states and choices within reach, what is picked, and the entries of choices. *)
Record witness (P : process) := Witness {
  code : choice P -> positive;
  nodes : list (state P);
  listed : list (choice P);
  pick : state P -> choice P;
  den : N -> positive;
  look : positive -> option entry }.
Arguments Witness {P}.
Arguments code {P}.
Arguments nodes {P}.
Arguments listed {P}.
Arguments pick {P}.
Arguments den {P}.
Arguments look {P}.

(* What is true of it by the way it is made. *)
Record well_made (P : process) (w : witness P) : Prop := {
  codes : forall c d, code w c = code w d -> c = d;
  orders : forall k l a b, look w k = Some a -> look w l = Some b ->
    finite a = true -> finite b = true -> (order a < order b)%Z ->
    value (den w) a <= value (den w) b;
  complete : forall c, look w (code w c) <> None -> In c (listed w);
  targets : forall c p z, In c (listed w) -> In (p, z) (branches P c) -> In z (nodes w) }.

Definition nowhere {S : Type} : S -> bool := fun _ => false.

Section Checkers.
  Variable P : process.
  Variable w : witness P.
  Hypothesis made : well_made P w.
  Variable up : state P -> bool.
  Variables lower upper : bool.      (* which bounds are asked for *)

  Definition step (y : payoff_of P) (infinite : state P -> bool) (over_infinite : bool) : bool :=
    check_step P (code w) (nodes w) (listed w) y up infinite over_infinite (pick w) (den w) (look w)
      lower upper.

  (* What pi picks, what is available, and what a state is worth. *)
  Definition chosen : state P -> choice P := pi P (code w) (pick w).
  Definition below : state P -> list (choice P) := available P up chosen false.
  Definition above : state P -> list (choice P) := available P up chosen true.
  Definition worth_of (y : payoff_of P) : state P -> Q := v P (code w) y (pick w) (den w) (look w).
  Definition rank_of (c : choice P) : N :=
    match look w (code w c) with Some e => rank e | None => 0%N end.

  (* The sign of what an open state is worth. *)
  Definition sign_at_least (least : Z) (x : state P) : bool :=
    match look w (code w (chosen x)) with Some e => (least <=? num e)%Z | None => false end.

  Lemma chosen_picks : picks P chosen.
  Proof. exact (pi_picks P (code w) (codes P w made) (pick w)). Qed.

  Lemma below_closed y i o : step y i o = true -> closed P below (nodes w).
  Proof.
    intros H. exact (available_closed P _ (codes P w made) _ _ y up i o _ _ _ lower upper
      (complete P w made) (targets P w made) H false).
  Qed.

  Lemma above_closed y i o : step y i o = true -> closed P above (nodes w).
  Proof.
    intros H. exact (available_closed P _ (codes P w made) _ _ y up i o _ _ _ lower upper
      (complete P w made) (targets P w made) H true).
  Qed.

  Lemma below_worth y i o : step y i o = true -> lower = true ->
    forall x, In x (nodes w) -> stop y x = None -> i x = false -> forall c, In c (below x) ->
    leads_to_infinity P i o c = true \/ worth_of y x <= worth P y (worth_of y) c.
  Proof.
    intros H lo. exact (step_lower P _ (codes P w made) _ _ y up i o _ _ _ (orders P w made)
      lower upper (complete P w made) (targets P w made) H lo).
  Qed.

  Lemma above_worth y i o : step y i o = true -> upper = true ->
    forall x, In x (nodes w) -> stop y x = None -> i x = false -> forall c, In c (above x) ->
    leads_to_infinity P i o c = false /\ worth P y (worth_of y) c <= worth_of y x.
  Proof.
    intros H hi. exact (step_upper P _ (codes P w made) _ _ y up i o _ _ _ (orders P w made)
      lower upper (complete P w made) (targets P w made) H hi).
  Qed.

  (* Where nothing is infinite. *)
  Lemma never_infinite c : leads_to_infinity P nowhere false c = false.
  Proof.
    unfold leads_to_infinity. destruct (branches P c) as [ | b l]; [reflexivity | ].
    generalize (b :: l). intros m. induction m as [ | a m IH]; [reflexivity | exact IH].
  Qed.

  Lemma worth_of_stopped y x q : stop y x = Some q -> worth_of y x = q.
  Proof. intros e. unfold worth_of, v. rewrite e. reflexivity. Qed.

  Lemma step_worth_lower y : step y nowhere false = true -> lower = true ->
    worth_lower P below (nodes w) y (worth_of y).
  Proof.
    intros H lo x i. destruct (stop y x) as [q | ] eqn:e.
    - rewrite (worth_of_stopped y x q e). lra.
    - intros c j. destruct (below_worth y _ _ H lo x i e eq_refl c j) as [F | W]; [ | exact W].
      rewrite never_infinite in F. discriminate.
  Qed.

  Lemma step_worth_upper y : step y nowhere false = true -> upper = true ->
    worth_upper P above (nodes w) y (worth_of y).
  Proof.
    intros H hi x i. destruct (stop y x) as [q | ] eqn:e.
    - rewrite (worth_of_stopped y x q e). lra.
    - intros c j. exact (proj2 (above_worth y _ _ H hi x i e eq_refl c j)).
  Qed.

  (* The sign of an open state, and that of its value. *)
  Lemma sign_spec y x : stop y x = None ->
    (sign_at_least 1 x = true -> 0 < worth_of y x) /\
    (sign_at_least 1 x = false -> worth_of y x <= 0) /\
    (sign_at_least 0 x = true -> 0 <= worth_of y x).
  Proof.
    intros e. unfold sign_at_least, worth_of, v, chosen. rewrite e.
    destruct (look w (code w (pi P (code w) (pick w) x))) as [n | ].
    - unfold value, Qlt, Qle. cbn [Qnum Qden]. split; [ | split]; intros H.
      + apply Z.leb_le in H. lia.
      + apply Z.leb_gt in H. lia.
      + apply Z.leb_le in H. lia.
    - split; [discriminate | split; [intros _; lra | discriminate]].
  Qed.

  (* check_reach -------------------------------------------------------------------------------- *)

  Section Reach.
    Variables goal stay : state P -> bool.
    Variable ended : bool.
    Let y : payoff_of P := reach goal stay ended.

    Definition open (x : state P) : bool := if goal x then false else stay x.
    Definition reach_moves (x : state P) : bool := if open x then sign_at_least 1 x else false.

    Definition check_reach : bool :=
      if step y nowhere false then
        if (if upper then all (fun x => if open x then sign_at_least 0 x else true) (nodes w)
            else true)
        then if lower then check_ranks P (nodes w) below rank_of reach_moves false else true
        else false
      else false.

    Lemma open_spec x : open x = true <-> stop y x = None.
    Proof.
      unfold open, y. cbn [stop reach].
      destruct (goal x), (stay x); split; intros; try reflexivity; discriminate.
    Qed.

    Lemma reach_settled x : settled P y (worth_of y) x = negb (reach_moves x).
    Proof.
      unfold settled, stopped, reach_moves. destruct (open x) eqn:o.
      - apply open_spec in o. rewrite o. destruct (sign_spec y x o) as [S1 [S2 _]].
        destruct (sign_at_least 1 x).
        + specialize (S1 eq_refl). destruct (Qle_bool (worth_of y x) 0) eqn:q; [ | reflexivity].
          apply Qle_bool_iff in q. lra.
        + apply Qle_bool_iff. exact (S2 eq_refl).
      - destruct (stop y x) eqn:e; [reflexivity | ]. apply open_spec in e. congruence.
    Qed.

    Theorem reach_checked x : check_reach = true -> In x (nodes w) ->
      (lower = true -> secures_at_least P up (reaching goal stay ended x) (worth_of y x)) /\
      (upper = true -> secures_at_most P up (reaching goal stay ended x) (worth_of y x)).
    Proof.
      intros H i. apply if_and in H as [H R]. apply if_and in R as [U R].
      split.
      - intros lo. rewrite lo in R.
        apply (reach_secures_at_least P up chosen chosen_picks (nodes w) goal stay ended x i _
          (fun c => N.to_nat (rank_of c))).
        + exact (below_closed y _ _ H).
        + exact (step_worth_lower y H lo).
        + intros z c iz e j. fold y in e. rewrite reach_settled in e. apply negb_false_iff in e.
          destruct (ranks_checked P _ _ _ _ _ R z c iz e j) as [B | [[F _] | [p [t [b T]]]]];
            [left; exact B | discriminate | right].
          exists p, t. split; [exact b | ]. fold y. rewrite reach_settled.
          destruct T as [-> | T]; [left; reflexivity | right; exact T].
      - intros hi. rewrite hi in U.
        apply (reach_secures_at_most P up chosen chosen_picks (nodes w) goal stay ended x i).
        + exact (above_closed y _ _ H).
        + exact (step_worth_upper y H hi).
        + intros z iz. fold y. assert (K := all_spec _ _ U z iz). cbn beta in K.
          destruct (open z) eqn:o.
          * apply open_spec in o. exact (proj2 (proj2 (sign_spec y z o)) K).
          * destruct (stop y z) as [q | ] eqn:e; [ | apply open_spec in e; congruence].
            rewrite (worth_of_stopped y z q e). unfold y in e. cbn [stop reach] in e.
            destruct (goal z); [injection e as <-; lra | ].
            destruct (stay z); [discriminate | injection e as <-; lra].
    Qed.
  End Reach.

  (* check_discounted --------------------------------------------------------------------------- *)

  Section Discounted.
    Variable d : Q.

    Definition check_discounted : bool :=
      if Qle_bool 0 d then if Qle_bool 1 d then false else step (discounted d) nowhere false
      else false.

    Theorem discounted_checked x : check_discounted = true -> In x (nodes w) ->
      (lower = true -> secures_at_least P up (earning d x) (worth_of (discounted d) x)) /\
      (upper = true -> secures_at_most P up (earning d x) (worth_of (discounted d) x)).
    Proof.
      intros H i. apply if_and in H as [D0 H]. apply Qle_bool_iff in D0.
      destruct (Qle_bool 1 d) eqn:D1; [discriminate | ].
      assert (d1 : d < 1).
      { apply Qnot_le_lt. intros F. apply Qle_bool_iff in F. congruence. }
      split; intros b.
      - apply (discounted_at_least P up chosen chosen_picks (nodes w) d D0 d1 x i).
        + exact (below_closed _ _ _ H).
        + exact (step_worth_lower _ H b).
      - apply (discounted_at_most P up chosen chosen_picks (nodes w) d D0 d1 x i).
        + exact (above_closed _ _ _ H).
        + exact (step_worth_upper _ H b).
    Qed.
  End Discounted.
  (* check_total -------------------------------------------------------------------------------- *)

  Section Total.
    Variable infinite : state P -> bool.
    Variable level : state P -> N.
    Let y : payoff_of P := total_reward.

    (* Where v is positive, or infinite. *)
    Definition total_moves (x : state P) : bool :=
      if infinite x then true else sign_at_least 1 x.

    Definition rewards_nonneg : bool :=
      all (fun x => all (fun c => (0 <=? Qnum (reward P c))%Z) (options P x)) (nodes w).

    Definition check_total : bool :=
      if step y infinite false then
        if rewards_nonneg then
          if (if upper then all (fun x => if infinite x then true else sign_at_least 0 x) (nodes w)
              else true)
          then
            if lower then
              if check_ranks P (nodes w) below rank_of total_moves true
              then check_levels P (nodes w) below infinite false level else false
            else true
          else false
        else false
      else false.

    Lemma leads_to_infinity_spec c :
      leads_to_infinity P infinite false c = true <-> risks_infinity P infinite c.
    Proof.
      unfold leads_to_infinity, risks_infinity. destruct (branches P c) as [ | b l].
      - split; [discriminate | intros [p [z [[] _]]]].
      - rewrite any_spec. split.
        + intros [[p z] [i e]]. exists p, z. split; [exact i | exact e].
        + intros [p [z [i e]]]. exists (p, z). split; [exact i | exact e].
    Qed.

    Lemma total_unpaid x : unpaid P (worth_of y) infinite x = negb (total_moves x).
    Proof.
      unfold unpaid, total_moves. destruct (infinite x); [reflexivity | ]. cbn [negb andb].
      destruct (sign_spec y x eq_refl) as [S1 [S2 _]]. destruct (sign_at_least 1 x).
      - specialize (S1 eq_refl). destruct (Qle_bool (worth_of y x) 0) eqn:q; [ | reflexivity].
        apply Qle_bool_iff in q. lra.
      - apply Qle_bool_iff. exact (S2 eq_refl).
    Qed.

    Lemma total_checked_lower : check_total = true -> lower = true ->
      total_lower P below (nodes w) (worth_of y) infinite
        (fun c => N.to_nat (rank_of c)) (fun x => N.to_nat (level x)).
    Proof.
      intros H lo. apply if_and in H as [H R]. apply if_and in R as [G R].
      apply if_and in R as [_ R]. rewrite lo in R. apply if_and in R as [R L]. split.
      - intros x c i j. assert (K := all_spec _ _ (all_spec _ _ G x i) c). cbn beta in K.
        assert (o : In c (options P x)).
        { exact (available_option P _ (codes P w made) _ _ y up infinite false _ _ _ lower upper
            (complete P w made) (targets P w made) H false x c i j). }
        specialize (K o). apply Z.leb_le in K. unfold Qle. simpl. lia.
      - intros x c i e j. rewrite <- leads_to_infinity_spec.
        exact (below_worth y _ _ H lo x i eq_refl e c j).
      - intros x c i e j. rewrite total_unpaid in e. apply negb_false_iff in e.
        destruct (ranks_checked P _ _ _ _ _ R x c i e j) as [B | [[_ B] | [p [t [b T]]]]];
          [right; left; exact B | left; exact B | right; right].
        exists p, t. split; [exact b | ]. rewrite total_unpaid.
        destruct T as [-> | T]; [left; reflexivity | right; exact T].
      - intros x c i e j. destruct (levels_checked P _ _ _ _ _ L x c i e j) as [[_ F] | T];
          [discriminate | exact T].
    Qed.

    Lemma total_checked_upper : check_total = true -> upper = true ->
      total_upper P above (nodes w) (worth_of y) infinite.
    Proof.
      intros H hi. apply if_and in H as [H R]. apply if_and in R as [_ R].
      apply if_and in R as [U _]. rewrite hi in U.
      assert (A := fun x i e c j => above_worth y _ _ H hi x i eq_refl e c j). split.
      - intros x i e. assert (K := all_spec _ _ U x i). cbn beta in K. rewrite e in K.
        exact (proj2 (proj2 (sign_spec y x eq_refl)) K).
      - intros x c i e j F. apply leads_to_infinity_spec in F.
        destruct (A x i e c j) as [F' _]. congruence.
      - intros x c i e j. exact (proj2 (A x i e c j)).
    Qed.

    Theorem total_checked x : check_total = true -> In x (nodes w) ->
      if infinite x then
        lower = true ->
        exists s, allowed P s /\ forall t, allowed P t -> diverges (earning 1 x (join up s t))
      else
        (lower = true -> secures_at_least P up (earning 1 x) (worth_of y x)) /\
        (upper = true -> secures_at_most P up (earning 1 x) (worth_of y x)).
    Proof.
      intros H i. assert (C : closed P (options P) (nodes w)).
      { apply if_and in H as [H _]. exact (nodes_closed P _ _ _ y up infinite false _ _ _ lower upper
          (complete P w made) (targets P w made) H). }
      destruct (infinite x) eqn:e; [ | split]; intros b.
      - exact (total_infinite P up chosen chosen_picks (nodes w) C infinite _ _ x i _
          (total_checked_lower H b) e).
      - exact (total_at_least P up chosen chosen_picks (nodes w) C infinite _ _ x i _
          (total_checked_lower H b) e).
      - exact (total_at_most P up chosen chosen_picks (nodes w) C infinite x i _
          (total_checked_upper H b) e).
    Qed.
  End Total.
End Checkers.
