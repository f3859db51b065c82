(* Standings: all that a player has to know of the scores so far. They are the lowest of them, and
   how many tie with a player who holds it. What a score does to the standing, and to who holds the
   lowest score; and that in the end those who hold it get what the rules say, and others nothing.
   If of those who tie only the earliest counts, nobody else is said to hold the lowest score. *)
From Coq Require Import QArith List Lia Bool NArith Arith.
From exactbox Require Import Definitions MatchDefinitions.
Import ListNotations.
Local Open Scope Q_scope.

Definition standing := option (N * nat).

Section Standings.
  Variable g : match_rules.

  Definition earlier : bool := match ties g with Earlier => true | _ => false end.

  Definition meet (st : standing) (s : N) : N * nat :=
    match st with
    | None => (s, O)
    | Some (b, m) =>
        if (s <? b)%N then (s, O)
        else if (s =? b)%N then if earlier then (b, m) else (b, S m)
        else (b, m)
    end.

  (* Whether a player with this score comes to hold the lowest, and whether holders keep it. *)
  Definition joins (st : standing) (s : N) : bool :=
    match st with
    | None => true
    | Some (b, _) => if (s <? b)%N then true else if (s =? b)%N then negb earlier else false
    end.

  Definition keeps (st : standing) (s : N) : bool :=
    match st with None => true | Some (b, _) => (b <=? s)%N end.

  (* What a holder gets in the end. *)
  Definition final (m : nat) : Q :=
    match ties g with
    | Lose => match m with O => 1 | _ => 0 end
    | _ => 1 # Pos.of_succ_nat m
    end.

  Definition standing_of (l : scores) : standing :=
    fold_left (fun st s => Some (meet st s)) l None.

  Lemma standing_next l s : standing_of (l ++ [s]) = Some (meet (standing_of l) s).
  Proof. unfold standing_of. rewrite fold_left_app. reflexivity. Qed.

  (* Player i holds the lowest score. *)
  Definition holds (i : nat) (l : scores) : bool :=
    match nth_error l i with
    | None => false
    | Some s =>
        if lowest l s then if earlier then negb (existsb (lowest l) (firstn i l)) else true
        else false
    end.

  Lemma lowest_next l s t : lowest (l ++ [s]) t = lowest l t && (t <=? s)%N.
  Proof. unfold lowest. rewrite forallb_app. cbn [forallb]. rewrite andb_true_r. reflexivity. Qed.

  Lemma lowest_spec l t : lowest l t = true <-> forall s, In s l -> (t <= s)%N.
  Proof.
    unfold lowest. rewrite forallb_forall. split; intros H s i; specialize (H s i);
      apply N.leb_le; exact H.
  Qed.

  (* All is known of the lowest score. *)
  Record stands (l : scores) (b : N) (m : nat) : Prop := {
    is_score : In b l;
    is_lowest : forall s, In s l -> (b <= s)%N;
    tied : earlier = false -> length (filter (lowest l) l) = S m;
    not_tied : earlier = true -> m = O }.

  Lemma lowest_is l b m t : stands l b m -> In t l -> lowest l t = (t =? b)%N.
  Proof.
    intros St i. apply eq_true_iff_eq. rewrite lowest_spec, N.eqb_eq.
    assert (B := is_lowest l b m St). split.
    - intros H. specialize (H b (is_score l b m St)). specialize (B t i). lia.
    - intros -> s j. exact (B s j).
  Qed.

  Lemma filter_none {A} (f : A -> bool) l : (forall a, In a l -> f a = false) -> filter f l = [].
  Proof.
    intros H. rewrite (filter_ext_in f (fun _ => false) l H). clear H.
    induction l as [ | a l IH]; [reflexivity | exact IH].
  Qed.

  Lemma standing_spec l :
    match standing_of l with None => l = [] | Some (b, m) => stands l b m end.
  Proof.
    induction l as [ | s l IH] using rev_ind; [reflexivity | ]. rewrite standing_next.
    destruct (standing_of l) as [[b m] | ].
    - cbn [meet]. assert (B := is_lowest l b m IH). assert (Ib := is_score l b m IH).
      destruct (N.ltb_spec s b) as [lt | ge]; [ | destruct (N.eqb_spec s b) as [-> | ne]].
      + split.
        * apply in_or_app. right. left. reflexivity.
        * intros t i. apply in_app_or in i as [i | [<- | []]]; [specialize (B t i) | ]; lia.
        * intros _. rewrite filter_app, filter_none.
          -- cbn [filter app]. assert (H : lowest (l ++ [s]) s = true); [ | rewrite H; reflexivity].
             apply lowest_spec. intros t i.
             apply in_app_or in i as [i | [<- | []]]; [specialize (B t i) | ]; lia.
          -- intros t i. rewrite lowest_next. specialize (B t i).
             apply andb_false_intro2. apply N.leb_gt. lia.
        * reflexivity.
      + assert (low : forall t, In t (l ++ [b]) -> (b <= t)%N).
        { intros t i. apply in_app_or in i as [i | [<- | []]]; [exact (B t i) | lia]. }
        assert (H : lowest (l ++ [b]) b = true) by (apply lowest_spec; exact low).
        assert (F : filter (lowest (l ++ [b])) l = filter (lowest l) l).
        { apply filter_ext_in. intros t i. rewrite lowest_next, (lowest_is l b m t IH i).
          destruct (N.eqb_spec t b) as [-> | ]; [apply N.leb_refl | reflexivity]. }
        destruct (earlier) eqn:e; (split; [apply in_or_app; left; exact Ib | exact low | | ]);
          try congruence.
        * intros _. exact (not_tied l b m IH e).
        * intros _. rewrite filter_app, F, app_length, (tied l b m IH e). cbn [filter].
          rewrite H. cbn [length]. lia.
      + split.
        * apply in_or_app. left. exact Ib.
        * intros t i. apply in_app_or in i as [i | [<- | []]]; [exact (B t i) | lia].
        * intros e. rewrite <- (tied l b m IH e). f_equal.
          assert (N : lowest (l ++ [s]) s = false).
          { rewrite lowest_next. apply andb_false_intro1. apply not_true_iff_false. intros H.
            rewrite lowest_spec in H. specialize (H b Ib). lia. }
          rewrite filter_app. cbn [filter]. rewrite N, app_nil_r. apply filter_ext_in.
          intros t i. rewrite lowest_next, (lowest_is l b m t IH i).
          destruct (N.eqb_spec t b) as [-> | ]; [apply N.leb_le; lia | reflexivity].
        * exact (not_tied l b m IH).
    - subst l. cbn [meet app]. split.
      + left. reflexivity.
      + intros t [<- | []]. lia.
      + intros _. unfold lowest. cbn [filter forallb]. rewrite N.leb_refl. reflexivity.
      + reflexivity.
  Qed.

  (* What the next score does to who holds the lowest. *)
  Lemma holds_next_self l s : holds (length l) (l ++ [s]) = joins (standing_of l) s.
  Proof.
    unfold holds. rewrite nth_error_app2, Nat.sub_diag by lia. cbn [nth_error].
    rewrite firstn_app, firstn_all, Nat.sub_diag. cbn [firstn]. rewrite app_nil_r.
    assert (St := standing_spec l). destruct (standing_of l) as [[b m] | ].
    - cbn [joins]. assert (B := is_lowest l b m St). assert (Ib := is_score l b m St).
      destruct (N.ltb_spec s b) as [lt | ge]; [ | destruct (N.eqb_spec s b) as [-> | ne]].
      + assert (H : lowest (l ++ [s]) s = true).
        { rewrite lowest_next, N.leb_refl, andb_true_r. apply lowest_spec. intros t i.
          specialize (B t i). lia. }
        rewrite H. destruct (earlier); [ | reflexivity]. apply negb_true_iff.
        apply not_true_iff_false. intros X. apply existsb_exists in X as [t [i X]].
        rewrite lowest_next in X. apply andb_true_iff in X as [_ X]. apply N.leb_le in X.
        specialize (B t i). lia.
      + assert (H : lowest (l ++ [b]) b = true).
        { rewrite lowest_next, N.leb_refl, andb_true_r. apply lowest_spec. exact B. }
        rewrite H. destruct (earlier); [ | reflexivity]. apply negb_false_iff.
        apply existsb_exists. exists b. split; [exact Ib | exact H].
      + assert (H : lowest (l ++ [s]) s = false); [ | rewrite H; reflexivity].
        rewrite lowest_next. apply andb_false_intro1. apply not_true_iff_false. intros H.
        rewrite lowest_spec in H. specialize (H b Ib). lia.
    - subst l. cbn. rewrite N.leb_refl. destruct (earlier); reflexivity.
  Qed.

  Lemma holds_next l s i : (i < length l)%nat ->
    holds i (l ++ [s]) = if keeps (standing_of l) s then holds i l else false.
  Proof.
    intros lt. unfold holds. rewrite nth_error_app1 by exact lt.
    rewrite firstn_app. replace (i - length l)%nat with O by lia. cbn [firstn].
    rewrite app_nil_r. assert (St := standing_spec l). destruct (standing_of l) as [[b m] | ].
    - destruct (nth_error l i) as [t | ] eqn:n; [ | destruct (keeps _ s); reflexivity].
      apply nth_error_In in n. cbn [keeps].
      assert (L : forall r, In r l ->
        lowest (l ++ [s]) r = if (b <=? s)%N then lowest l r else false).
      { intros r j. rewrite lowest_next, (lowest_is l b m r St j).
        destruct (N.eqb_spec r b) as [-> | ne]; [ | destruct (b <=? s)%N; reflexivity].
        destruct (b <=? s)%N; reflexivity. }
      rewrite (L t n). destruct (b <=? s)%N; [ | reflexivity].
      destruct (lowest l t); [ | reflexivity].
      destruct (earlier); [ | reflexivity]. f_equal. apply eq_true_iff_eq.
      rewrite !existsb_exists. assert (F : forall r, In r (firstn i l) -> In r l).
      { intros r j. rewrite <- (firstn_skipn i l). apply in_or_app. left. exact j. }
      split; intros [r [j H]]; exists r; (split; [exact j | ]); rewrite (L r (F r j)) in *; exact H.
    - subst l. cbn in lt. lia.
  Qed.

  (* In the end the pot is a holder's, or shared. *)
  Lemma share_is l i b m : standing_of l = Some (b, m) ->
    share g i l == if holds i l then final m else 0.
  Proof.
    intros e. assert (St := standing_spec l). rewrite e in St. unfold share, holds, final.
    destruct (nth_error l i) as [s | ]; [ | reflexivity].
    destruct (lowest l s); [ | destruct (ties g); reflexivity].
    assert (T := tied l b m St). assert (N := not_tied l b m St). unfold earlier in *.
    destruct (ties g).
    - rewrite (T eq_refl). rewrite Pos.of_nat_succ. reflexivity.
    - rewrite (T eq_refl). destruct m; reflexivity.
    - rewrite (N eq_refl). destruct (existsb _ _); reflexivity.
  Qed.
End Standings.

