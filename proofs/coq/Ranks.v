(* Ranks and levels, checked: boolean conditions, and what follows from them about branches. They
   are those of check_ranks and check_levels of exactbox/checker/process.py. *)
From Coq Require Import QArith List Lia Lqa Bool ZArith NArith.
From exactbox Require Import Definitions Plays Players Arrays Kernel.
Import ListNotations.
Local Open Scope Q_scope.

Section Ranks.
  Variable P : process.
  Variable code : choice P -> positive.
  Hypothesis code_injective : forall c d, code c = code d -> c = d.
  Variable nodes : list (state P).
  Variable every : (state P -> bool) -> bool.
  Hypothesis every_node : forall f, every f = true -> forall x, In x nodes -> f x = true.
  Variable listed : list (choice P).
  Variable available : state P -> list (choice P).
  Hypothesis all_listed : forall x c, In x nodes -> In c (available x) -> In c listed.
  Variable rank_of : choice P -> N.
  Variable moves : state P -> bool.   (* the states where ranks fall; the others are the aim *)
  Variable paid : bool.               (* a positive reward will do *)

  Definition rank_falls (c : choice P) : bool :=
    match branches P c with
    | [] => true
    | l =>
        if (if paid then (0 <? Qnum (reward P c))%Z else false) then true
        else
          let r := rank_of c in
          any (fun b =>
            if moves (snd b) then all (fun o => (rank_of o <? r)%N) (available (snd b)) else true) l
    end.

  (* The choices whose ranks do not fall must not be available where they matter. *)
  Definition check_ranks : bool :=
    match filter (fun c => negb (rank_falls c)) listed with
    | [] => true
    | l =>
        let bad := of_pairs (map (fun c => (code c, tt)) l) in
        let good c := match find (code c) bad with Some _ => false | None => true end in
        every (fun x => if all good (available x) then true else negb (moves x))
    end.

  Lemma ranks_fall_where_moving : check_ranks = true -> forall x c, In x nodes -> moves x = true ->
    In c (available x) -> rank_falls c = true.
  Proof.
    unfold check_ranks. intros H x c i m j. assert (l := all_listed x c i j).
    destruct (rank_falls c) eqn:f; [reflexivity | exfalso].
    assert (b : In c (filter (fun c => negb (rank_falls c)) listed)).
    { apply filter_In. rewrite f. split; [exact l | reflexivity]. }
    destruct (filter (fun c => negb (rank_falls c)) listed) as [ | d k]; [exact b | ].
    set (n := d :: k) in *. clearbody n. assert (K := every_node _ H x i). cbn beta zeta in K.
    rewrite m in K. destruct (all _ (available x)) eqn:g; [ | discriminate].
    assert (G := all_spec _ _ g c j). cbn beta in G.
    destruct (of_pairs_finds (map (fun c => (code c, tt)) n) (code c) tt) as [u e].
    { apply in_map_iff. exists c. split; [reflexivity | exact b]. }
    rewrite e in G. discriminate.
  Qed.

  Theorem ranks_checked : check_ranks = true -> forall x c, In x nodes -> moves x = true ->
    In c (available x) ->
    branches P c = [] \/ (paid = true /\ 0 < reward P c) \/
    exists w z, In (w, z) (branches P c) /\ (moves z = false \/
      forall o, In o (available z) -> (N.to_nat (rank_of o) < N.to_nat (rank_of c))%nat).
  Proof.
    intros H x c i m j. assert (K := ranks_fall_where_moving H x c i m j).
    unfold rank_falls in K. destruct (branches P c) as [ | b l] eqn:eb; [left; reflexivity | right].
    destruct (if paid then (0 <? Qnum (reward P c))%Z else false) eqn:ep.
    - left. destruct paid; [ | discriminate]. split; [reflexivity | ].
      apply Z.ltb_lt in ep. unfold Qlt. simpl. lia.
    - right. apply any_spec in K as [[w z] [ib K]]. exists w, z. split; [exact ib | ].
      cbn [snd] in K. destruct (moves z); [right | left; reflexivity].
      intros o k. apply all_spec with (a := o) in K; [ | exact k]. apply N.ltb_lt in K. lia.
  Qed.

End Ranks.

Section Levels.
  Variable P : process.
  Variable nodes : list (state P).
  Variable every : (state P -> bool) -> bool.
  Hypothesis every_node : forall f, every f = true -> forall x, In x nodes -> f x = true.
  Variable available : state P -> list (choice P).
  Variable infinite : state P -> bool.
  Variable over_infinite : bool.
  Variable level : state P -> N.

  (* It may lead to a lower level of infinite states; or to these alone, none on a higher level. *)
  Definition level_holds (x : state P) (c : choice P) : bool :=
    match branches P c with
    | [] => over_infinite
    | l =>
        if any (fun b => if infinite (snd b) then (level (snd b) <? level x)%N else false) l
        then true
        else all (fun b => if infinite (snd b) then (level (snd b) <=? level x)%N else false) l
    end.

  Definition check_levels : bool :=
    every (fun x => if infinite x then all (level_holds x) (available x) else true).

  Theorem levels_checked : check_levels = true -> forall x c, In x nodes -> infinite x = true ->
    In c (available x) ->
    (branches P c = [] /\ over_infinite = true) \/
    (exists w z, In (w, z) (branches P c) /\ infinite z = true /\
      (N.to_nat (level z) < N.to_nat (level x))%nat) \/
    (branches P c <> [] /\ forall w z, In (w, z) (branches P c) -> infinite z = true /\
      (N.to_nat (level z) <= N.to_nat (level x))%nat).
  Proof.
    intros H x c i m j. assert (K := every_node _ H x i). cbn beta in K. rewrite m in K.
    apply all_spec with (a := c) in K; [ | exact j]. unfold level_holds in K.
    destruct (branches P c) as [ | b l] eqn:eb; [left; split; [reflexivity | exact K] | right].
    rewrite <- eb in *. destruct (any _ _) eqn:ea.
    - left. apply any_spec in ea as [[w z] [ib L]]. exists w, z. split; [exact ib | ].
      cbn [snd] in L. destruct (infinite z); [ | discriminate]. apply N.ltb_lt in L.
      split; [reflexivity | lia].
    - right. split; [congruence | ]. intros w z ib.
      assert (L := all_spec _ _ K (w, z) ib). cbn [snd] in L.
      destruct (infinite z); [ | discriminate]. apply N.leb_le in L. split; [reflexivity | lia].
  Qed.
End Levels.
