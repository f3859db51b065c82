(* The expected total reward of one player, rewards having any sign: the checker, and the proof that
   what it accepts is so.

   The conditions are those of check_signed_total of exactbox/checker/signed.py. *)
From Coq Require Import QArith List Lqa Lia Bool ZArith NArith.
From exactbox Require Import Definitions Plays Players Kernel Ranks Checkers Potentials SignedTotal.
Import ListNotations.
Local Open Scope Q_scope.

Section SignedTotal.
  Variable P : process.
  Variable w : witness P.
  Variable nodes : list (state P).     (* all states within reach *)
  Hypothesis made : well_made P w nodes.
  Variable maximise : bool.
  Variable height : state P -> N.       (* that of the component of a state *)
  Local Notation up := (fun _ : state P => maximise).
  Local Notation pi := (chosen P w).
  Local Notation v := (worth_of P w total_reward).
  Local Notation high := (fun x => N.to_nat (height x)).
  Local Notation rank := (fun c => N.to_nat (rank_of P w c)).

  Definition own_num (x : state P) : Z :=
    match look w (code w (pi x)) with Some e => num e | None => 0%Z end.

  (* It ends the play, or may lead lower. *)
  Definition check_falls (h : N) (c : choice P) : bool :=
    match branches P c with [] => true | l => any (fun b => (height (snd b) <? h)%N) l end.

  (* It leads to states that are as high only, and has no reward. *)
  Definition check_stays (h : N) (c : choice P) : bool :=
    if (Qnum (reward P c) =? 0)%Z
    then all (fun b => (height (snd b) =? h)%N) (branches P c) else false.

  Definition check_kinds (x : state P) : bool :=
    let h := height x in
    let may_stay := if maximise then (0 <=? own_num x)%Z else (own_num x <=? 0)%Z in
    all (fun c => if check_falls h c then true else if may_stay then check_stays h c else false)
      (options P x).

  Definition not_zero (x : state P) : bool := negb (own_num x =? 0)%Z.

  Definition check_signed_total : bool :=
    if step P w up true true total_reward nowhere false then
      if every w check_kinds then ranks_hold P w (only pi) not_zero false else false
    else false.

  Lemma own_num_spec x :
    ((own_num x = 0)%Z <-> v x == 0) /\ ((0 <= own_num x)%Z -> 0 <= v x) /\
    ((own_num x <= 0)%Z -> v x <= 0).
  Proof.
    unfold own_num, worth_of, Kernel.v. cbn [stop total_reward discounted].
    unfold chosen. destruct (look w (code w (Kernel.pi P (code w) (pick w) x))) as [e | ].
    - unfold value, Qeq, Qle. cbn [Qnum Qden]. lia.
    - split; [split; reflexivity | split; intros _; lra].
  Qed.

  Lemma kinds_checked x : check_kinds x = true -> forall c, In c (options P x) ->
    falls P high x c \/ stays P high x c /\ reward P c == 0 /\
      if maximise then 0 <= v x else v x <= 0.
  Proof.
    intros H c j. assert (K := all_spec _ _ H c j). cbn beta in K.
    destruct (check_falls (height x) c) eqn:f; [left | right].
    - unfold check_falls in f. unfold falls.
      destruct (branches P c) as [ | b l]; [left; reflexivity | right].
      apply any_spec in f as [[p z] [i lt]]. apply N.ltb_lt in lt. exists p, z.
      split; [exact i | cbn [snd] in lt; lia].
    - apply if_and in K as [S K]. apply if_and in K as [R K]. apply Z.eqb_eq in R.
      destruct (own_num_spec x) as [_ [pos neg]]. split; [ | split].
      + intros p z i. assert (e := all_spec _ _ K (p, z) i). apply N.eqb_eq in e.
        cbn [snd] in e. rewrite e. reflexivity.
      + unfold Qeq. cbn [Qnum Qden]. rewrite R. reflexivity.
      + destruct maximise; apply Z.leb_le in S; [exact (pos S) | exact (neg S)].
  Qed.

  Theorem signed_total_checked x : check_signed_total = true -> In x nodes ->
    if maximise then greatest_limit P (earning 1 x) (v x) else least_limit P (earning 1 x) (v x).
  Proof.
    intros H i. apply if_and in H as [S H]. apply if_and in H as [K R].
    assert (C := options_closed made S). assert (picked := chosen_picks made).
    assert (L := step_worth_lower made S eq_refl). assert (U := step_worth_upper made S eq_refl).
    assert (kinds := fun z j => kinds_checked z (every_node P w nodes made _ K z j)).
    assert (own := fun z j => chosen_worth made S eq_refl eq_refl z j eq_refl).
    assert (ranks : ranks_of_pi P nodes pi rank v).
    { intros z j ne. assert (m : not_zero z = true).
      { unfold not_zero. apply negb_true_iff, Z.eqb_neq. intros e. apply ne.
        apply (proj1 (own_num_spec z)). exact e. }
      destruct (ranks_hold_spec made S (chosen_option made S) R z (pi z) j m (or_introl eq_refl))
        as [B | [[F _] | [p [t [b T]]]]]; [left; exact B | discriminate | right].
      exists p, t. split; [exact b | ]. destruct T as [T | T].
      - left. apply (proj1 (own_num_spec t)). apply Z.eqb_eq. apply negb_false_iff. exact T.
      - right. exact (T (pi t) (or_introl eq_refl)). }
    destruct maximise.
    - exact (greatest_total P _ pi high rank v C picked own ranks x i (fun z c j => U z j c)
        (fun z c j => kinds z j c)).
    - exact (least_total P _ pi high rank v C picked own ranks x i (fun z c j => L z j c)
        (fun z c j => kinds z j c)).
  Qed.
End SignedTotal.
