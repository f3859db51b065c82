(* What the first of some players in order expects at Shut the Box, found by backward induction in
   integers, from the last player to the first, and the proof that what is found is so.

   What a player faces is a standing: the lowest score so far, and how many tie with who holds it.
   For each standing that a player may face, one pass over the rolls within reach finds what the
   player expects of each roll and what each holder of the lowest score does, the best move being
   picked with the tie-break. Those values are integers over one denominator; that a division
   leaves no rest is checked. The rolls are listed so that moves lead to earlier ones; nothing is
   believed of the list: what a roll leads to and has no value yet makes the search fail. *)
From Coq Require Import QArith List Lia Lqa Bool ZArith NArith Arith FMapPositive Setoid.
From exactbox Require Import Definitions Plays Kernel Tables Games GameCheckers.
From exactbox Require Import MatchDefinitions Match MatchStage.
Import ListNotations.
Local Open Scope Q_scope.

(* Standings ------------------------------------------------------------------------------------ *)

(* The lowest score so far, and how many tie with a player who holds it; if only the earliest of
   those who tie counts, none do. *)
Definition standing := option (N * nat).

Section Match.
  Variable g : match_rules.
  Variable choices : list box_choice.   (* the rolls, each after those that its moves lead to *)

  Definition earlier : bool := match ties g with Earlier => true | _ => false end.

  Definition meet (st : standing) (s : N) : N * nat :=
    match st with
    | None => (s, O)
    | Some (b, m) =>
        if (s <? b)%N then (s, O)
        else if (s =? b)%N then if earlier then (b, m) else (b, S m)
        else (b, m)
    end.

  (* Whether a player with this score comes to hold the lowest, and whether who holds it keeps it. *)
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

  (* What the player and each holder expect when the turn ends with this score, those who are to
     come leaving to a holder what later says. *)
  Definition after (later : N -> nat -> option Q) (st : standing) (s : N) : option (Q * Q) :=
    let left :=
      if at_once g && (s =? 0)%N then Some 1 else let (b, m) := meet st s in later b m in
    match left with
    | None => None
    | Some q => Some (if joins st s then q else 0, if keeps st s then q else 0)
    end.

  Definition place_in_tie_break (c : box_choice) : N * N * N :=
    (score_left g c, position_left c, how_rolled c).

  Definition throw_of (c : box_choice) : throw :=
    let l := branches (shut_the_box (box_of g)) c in
    Throw (box_code c) (place_in_tie_break c) (total l)
      (fold_right (fun '(w, z) => add_outcome w
        (map box_code (options (shut_the_box (box_of g)) z))) [] l).

  Definition throws : list throw :=
    flat_map (fun c => match c with Ended _ => [] | Roll _ _ => [throw_of c] end) choices.

  Definition end_scores : list N :=
    map Pos.pred_N (keys (set (map (score_left g) (Ended 0 :: choices)))).

  (* Enough for all denominators. *)
  Definition scale : positive :=
    let n := fold_right Pos.mul 1%positive (map Pos.of_nat (dice (box_of g))) in
    Pos.pow n (Pos.of_nat (length (tiles (box_of g) ++ behind (box_of g)))).

  Definition scaled (D : positive) (q : Q) : option Z := divide (Qnum q * Zpos D)%Z (Qden q).

  Section Tables.
    Variable all_throws : list throw.
    Variable all_scores : list N.
    Variable most_scale : positive.

    Fixpoint add_ends (D : positive) (l : list (N * (Q * Q))) : option (table prospects) :=
      match l with
      | [] => Some (PositiveMap.empty prospects)
      | (s, (u, t)) :: l =>
          match scaled D u, scaled D t, add_ends D l with
          | Some u, Some t, Some m =>
              Some (PositiveMap.add (box_code (Ended s))
                                    (Prospects u t (place_in_tie_break (Ended s))) m)
          | _, _, _ => None
          end
      end.

    Fixpoint ends_paid (later : N -> nat -> option Q) (st : standing) (l : list N)
        : option (list (N * (Q * Q))) :=
      match l with
      | [] => Some []
      | s :: l =>
          match after later st s, ends_paid later st l with
          | Some p, Some m => Some ((s, p) :: m)
          | _, _ => None
          end
      end.

    Definition common (l : list (N * (Q * Q))) : positive :=
      fold_right (fun '(_, (u, t)) d =>
        Z.to_pos (Z.lcm (Zpos (Qden u)) (Z.lcm (Zpos (Qden t)) (Zpos d)))) 1%positive l.

    (* A stage: the denominator, and the prospects of all choices. *)
    Definition stage (later : N -> nat -> option Q) (st : standing)
        : option (positive * table prospects) :=
      match ends_paid later st all_scores with
      | None => None
      | Some l =>
          let D := (most_scale * common l)%positive in
          match add_ends D l with
          | None => None
          | Some m => match add_throws all_throws m with Some m => Some (D, m) | None => None end
          end
      end.

    (* What the player, and what each holder expects of a turn that begins at this position. *)
    Definition of_stage (later : N -> nat -> option Q) (st : standing) (position : N)
        : option (Q * Q) :=
      match stage later st with
      | None => None
      | Some (D, m) =>
          match best_of m (map box_code (next (box_of g) position)) with
          | None => None
          | Some (_, e) => Some (Qred (own e # D), Qred (held e # D))
          end
      end.

    (* What each holder expects if n players are still to come, of those that follow the first. *)
    Fixpoint left_by (n : nat) : N -> nat -> option Q :=
      match n with
      | O => fun _ m => Some (final m)
      | S n =>
          let later := left_by n in
          let full := N.ones (N.of_nat (length (tiles (box_of g) ++ behind (box_of g)))) in
          let ms := seq 0 (if earlier then 1 else players g - S n) in
          let faced := filter (fun b => negb (at_once g && (b =? 0)%N)) all_scores in
          let found := of_pairs (map (fun b => (N.succ_pos b,
            map (fun m => option_map snd (of_stage later (Some (b, m)) full)) ms)) faced) in
          fun b m =>
            match find (N.succ_pos b) found with
            | None => None
            | Some row => match nth_error row m with Some q => q | None => None end
            end
      end.

    Definition first_expects : option Q :=
      match players g with
      | O => None
      | S n => option_map fst (of_stage (left_by n) None (start (box_of g)))
      end.
  End Tables.

  Definition match_value : option Q := first_expects throws end_scores scale.

  Definition check_match (claim : Q) : bool :=
    match match_value with Some v => Qeq_bool v claim | None => false end.
End Match.

(* All rolls from a box of one row: moves lead to lower masks. *)
Definition rolls_of_one_row (g : box_rules) : list box_choice :=
  flat_map (fun n => next g (N.of_nat n)) (seq 1 (Nat.pow 2 (length (tiles g)) - 1)).

(* Standings and shares ------------------------------------------------------------------------- *)

Section Standings.
  Variable g : match_rules.

  Definition standing_of (l : scores) : standing :=
    fold_left (fun st s => Some (meet g st s)) l None.

  Lemma standing_next l s : standing_of (l ++ [s]) = Some (meet g (standing_of l) s).
  Proof. unfold standing_of. rewrite fold_left_app. reflexivity. Qed.

  (* Player i holds the lowest score. *)
  Definition holds (i : nat) (l : scores) : bool :=
    match nth_error l i with
    | None => false
    | Some s =>
        if lowest l s then if earlier g then negb (existsb (lowest l) (firstn i l)) else true
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
    tied : earlier g = false -> length (filter (lowest l) l) = S m;
    not_tied : earlier g = true -> m = O }.

  Lemma lowest_is l b m t : stands l b m -> In t l -> lowest l t = (t =? b)%N.
  Proof.
    intros St i. apply eq_true_iff_eq. rewrite lowest_spec, N.eqb_eq.
    assert (B := is_lowest l b m St). split.
    - intros H. specialize (H b (is_score l b m St)). specialize (B t i). lia.
    - intros -> s j. exact (B s j).
  Qed.

  Lemma filter_all_in {A} (f h : A -> bool) l : (forall a, In a l -> f a = h a) ->
    filter f l = filter h l.
  Proof.
    induction l as [ | a l IH]; intros H; [reflexivity | ]. cbn [filter].
    rewrite (H a (or_introl eq_refl)), IH; [reflexivity | ]. intros c i. apply H. right. exact i.
  Qed.

  Lemma filter_none {A} (f : A -> bool) l : (forall a, In a l -> f a = false) -> filter f l = [].
  Proof.
    intros H. rewrite (filter_all_in f (fun _ => false) l H). clear H.
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
        { apply filter_all_in. intros t i. rewrite lowest_next, (lowest_is l b m t IH i).
          destruct (N.eqb_spec t b) as [-> | ]; [apply N.leb_refl | reflexivity]. }
        destruct (earlier g) eqn:e; (split; [apply in_or_app; left; exact Ib | exact low | | ]);
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
          rewrite filter_app. cbn [filter]. rewrite N, app_nil_r. apply filter_all_in.
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
  Lemma holds_next_self l s : holds (length l) (l ++ [s]) = joins g (standing_of l) s.
  Proof.
    unfold holds. rewrite nth_error_app2, Nat.sub_diag by lia. cbn [nth_error].
    rewrite firstn_app, firstn_all, Nat.sub_diag. cbn [firstn]. rewrite app_nil_r.
    assert (St := standing_spec l). destruct (standing_of l) as [[b m] | ].
    - cbn [joins]. assert (B := is_lowest l b m St). assert (Ib := is_score l b m St).
      destruct (N.ltb_spec s b) as [lt | ge]; [ | destruct (N.eqb_spec s b) as [-> | ne]].
      + assert (H : lowest (l ++ [s]) s = true).
        { rewrite lowest_next, N.leb_refl, andb_true_r. apply lowest_spec. intros t i.
          specialize (B t i). lia. }
        rewrite H. destruct (earlier g); [ | reflexivity]. apply negb_true_iff.
        apply not_true_iff_false. intros X. apply existsb_exists in X as [t [i X]].
        rewrite lowest_next in X. apply andb_true_iff in X as [_ X]. apply N.leb_le in X.
        specialize (B t i). lia.
      + assert (H : lowest (l ++ [b]) b = true).
        { rewrite lowest_next, N.leb_refl, andb_true_r. apply lowest_spec. exact B. }
        rewrite H. destruct (earlier g); [ | reflexivity]. apply negb_false_iff.
        apply existsb_exists. exists b. split; [exact Ib | exact H].
      + assert (H : lowest (l ++ [s]) s = false); [ | rewrite H; reflexivity].
        rewrite lowest_next. apply andb_false_intro1. apply not_true_iff_false. intros H.
        rewrite lowest_spec in H. specialize (H b Ib). lia.
    - subst l. cbn. rewrite N.leb_refl. destruct (earlier g); reflexivity.
  Qed.

  Lemma holds_next l s i : (i < length l)%nat ->
    holds i (l ++ [s]) = if keeps (standing_of l) s then holds i l else false.
  Proof.
    intros lt. unfold holds. rewrite nth_error_app1 by exact lt.
    rewrite firstn_app. replace (i - length l)%nat with O by lia. cbn [firstn].
    rewrite app_nil_r. assert (St := standing_spec l). destruct (standing_of l) as [[b m] | ].
    - destruct (nth_error l i) as [t | ] eqn:n; [ | destruct (keeps _ s); reflexivity].
      apply nth_error_In in n. cbn [keeps].
      assert (L : forall r, In r l -> lowest (l ++ [s]) r = if (b <=? s)%N then lowest l r else false).
      { intros r j. rewrite lowest_next, (lowest_is l b m r St j).
        destruct (N.eqb_spec r b) as [-> | ne]; [ | destruct (b <=? s)%N; reflexivity].
        destruct (b <=? s)%N; reflexivity. }
      rewrite (L t n). destruct (b <=? s)%N; [ | reflexivity]. destruct (lowest l t); [ | reflexivity].
      destruct (earlier g); [ | reflexivity]. f_equal. apply eq_true_iff_eq.
      rewrite !existsb_exists. assert (F : forall r, In r (firstn i l) -> In r l).
      { intros r j. rewrite <- (firstn_skipn i l). apply in_or_app. left. exact j. }
      split; intros [r [j H]]; exists r; (split; [exact j | ]); rewrite (L r (F r j)) in *; exact H.
    - subst l. cbn in lt. lia.
  Qed.

  (* In the end the pot is a holder's, or shared. *)
  Lemma share_is l i b m : standing_of l = Some (b, m) ->
    share g i l == if holds i l then final g m else 0.
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

(* Soundness ------------------------------------------------------------------------------------ *)

Section Sound.
  Variable g : match_rules.
  Variable choices : list box_choice.

  Notation box := (box_of g).
  Notation P := (match_play g).
  Notation turn := (shut_the_box box).

  Definition place_of_code (k : positive) (a : N * N * N) : Prop :=
    exists c, k = box_code c /\ a = place_in_tie_break g c.

  Lemma code_injective c d : box_code c = box_code d -> c = d.
  Proof. intros e. rewrite <- (box_decodes c), <- (box_decodes d), e. reflexivity. Qed.

  Lemma place_injective c d : place_in_tie_break g c = place_in_tie_break g d -> c = d.
  Proof.
    unfold place_in_tie_break. destruct c as [s | p a], d as [s' | p' a'];
      cbn [score_left position_left how_rolled].
    - congruence.
    - destruct a'; discriminate.
    - destruct a; discriminate.
    - destruct a, a'; congruence.
  Qed.

  Lemma one_code j k a : place_of_code j a -> place_of_code k a -> j = k.
  Proof.
    intros [c [-> ->]] [d [-> e]]. rewrite (place_injective c d e). reflexivity.
  Qed.

  Lemma precedes_place c d : place_before (place_in_tie_break g c) (place_in_tie_break g d) = true <->
    precedes g c d.
  Proof. unfold place_in_tie_break. rewrite place_before_spec. reflexivity. Qed.

  Lemma precedes_asymmetric c d : precedes g c d -> precedes g d c -> False.
  Proof. unfold precedes. lia. Qed.

  (* Throws *)
  Definition offers (z : moment) : list positive := map box_code (options turn z).

  Lemma throw_in r : In r (throws g choices) -> exists p a, r = throw_of g (Roll p a).
  Proof.
    unfold throws. intros i. apply in_flat_map in i as [c [_ i]]. destruct c as [s | p a]; [destruct i | ].
    destruct i as [<- | []]. exists p, a. reflexivity.
  Qed.

  Lemma outcomes_sum c F : wsum (outcomes (throw_of g c)) F ==
    wsum (branches turn c) (fun z => F (offers z)).
  Proof.
    unfold throw_of. cbv zeta. cbn [outcomes]. generalize (branches turn c). intros l.
    induction l as [ | [w z] l IH]; [reflexivity | ]. cbn [fold_right wsum].
    rewrite add_outcome_sum, IH. reflexivity.
  Qed.

  Lemma outcomes_in c w z : In (w, z) (branches turn c) ->
    In (offers z) (map snd (outcomes (throw_of g c))).
  Proof.
    unfold throw_of. cbv zeta. cbn [outcomes]. generalize (branches turn c). intros l.
    induction l as [ | [v y] l IH]; intros i; [destruct i | ]. cbn [fold_right].
    apply add_outcome_in. destruct i as [e | i]; [left; injection e as -> ->; reflexivity | ].
    right. exact (IH i).
  Qed.

  (* Stages *)
  Lemma ends_paid_spec later st : forall l p, ends_paid g later st l = Some p ->
    map fst p = l /\ forall s q, In (s, q) p -> after g later st s = Some q.
  Proof.
    induction l as [ | s l IH]; intros p H; cbn [ends_paid] in H.
    - injection H as <-. split; [reflexivity | intros s q []].
    - destruct (after g later st s) as [q | ] eqn:a; [ | discriminate].
      destruct (ends_paid g later st l) as [m | ]; [ | discriminate]. injection H as <-.
      destruct (IH m eq_refl) as [M A]. split; [cbn; rewrite M; reflexivity | ].
      intros t r [e | i]; [injection e as <- <-; exact a | exact (A t r i)].
  Qed.

  Lemma scaled_spec D q k : scaled D q = Some k -> k # D == q.
  Proof.
    unfold scaled. intros H. apply divide_spec in H. unfold Qeq. cbn [Qnum Qden]. lia.
  Qed.

  Lemma add_ends_spec D : forall p m, add_ends g D p = Some m ->
    (forall k e, find k m = Some e ->
       exists s, In s (map fst p) /\ k = box_code (Ended s) /\ place e = place_in_tie_break g (Ended s)) /\
    (forall s, In s (map fst p) -> exists e u t, find (box_code (Ended s)) m = Some e /\
       In (s, (u, t)) p /\ own e # D == u /\ held e # D == t).
  Proof.
    induction p as [ | [s [u t]] p IH]; intros m H; cbn [add_ends] in H.
    - injection H as <-. split; [ | intros s []]. intros k e f. unfold find in f.
      rewrite PositiveMap.gempty in f. discriminate.
    - destruct (scaled D u) as [a | ] eqn:du; [ | discriminate].
      destruct (scaled D t) as [b | ] eqn:dt; [ | discriminate].
      destruct (add_ends g D p) as [n | ]; [ | discriminate]. apply some_equal in H as <-.
      destruct (IH n eq_refl) as [K V]. split.
      + intros k e f. rewrite find_add in f. destruct (Pos.eq_dec k (box_code (Ended s))) as [-> | ne].
        * injection f as <-. exists s. split; [left; reflexivity | split; reflexivity].
        * destruct (K k e f) as [r [i R]]. exists r. split; [right; exact i | exact R].
      + intros r i. rewrite find_add.
        destruct (Pos.eq_dec (box_code (Ended r)) (box_code (Ended s))) as [e | ne].
        * apply code_injective in e. injection e as ->.
          exists (Prospects a b (place_in_tie_break g (Ended s))), u, t. split; [reflexivity | ].
          split; [left; reflexivity | ]. cbn [own held].
          split; [exact (scaled_spec _ _ _ du) | exact (scaled_spec _ _ _ dt)].
        * destruct i as [e | i]; [cbn [fst] in e; congruence | ].
          destruct (V r i) as [e [u' [t' [f [j R]]]]]. exists e, u', t'.
          split; [exact f | split; [right; exact j | exact R]].
  Qed.

  Notation the_stage := (stage g (throws g choices) (end_scores g choices) (scale g)).

  (* A table of a stage. *)
  Record staged (later : N -> nat -> option Q) (st : standing) (D : positive) (m : table prospects)
      : Prop := {
    all_placed : placed place_of_code m;
    at_end : forall s, find (box_code (Ended s)) m <> None ->
      exists e u t, find (box_code (Ended s)) m = Some e /\ after g later st s = Some (u, t) /\
      own e # D == u /\ held e # D == t;
    at_roll : forall p a, find (box_code (Roll p a)) m <> None ->
      In (throw_of g (Roll p a)) (throws g choices) /\
      exists e, find (box_code (Roll p a)) m = Some e /\
      let r := throw_of g (Roll p a) in
      sums m (outcomes r) = Some (Zpos (whole r) * own e, Zpos (whole r) * held e)%Z }.

  Lemma stage_spec later st D m : the_stage later st = Some (D, m) -> staged later st D m /\
    exists number : positive -> nat, forall r, In r (throws g choices) ->
    forall o k, In o (map snd (outcomes r)) -> In k o -> (number k < number (thrown r))%nat.
  Proof.
    unfold stage. intros H. destruct (ends_paid _ _ _ _) as [p | ] eqn:ep; [ | discriminate].
    destruct (add_ends _ _ p) as [m0 | ] eqn:ea; [ | discriminate].
    destruct (add_throws _ m0) as [m1 | ] eqn:et; [ | discriminate]. injection H as eD em.
    subst m1. rewrite eD in ea. clear eD.
    destruct (ends_paid_spec _ _ _ _ ep) as [Fst After].
    destruct (add_ends_spec D p m0 ea) as [K V].
    destruct (add_throws_spec _ m0 m et) as [X [Back [Sums [number [_ Falls]]]]].
    split; [ | exists number; exact Falls]. split.
    - intros k e f. destruct (Back k e f) as [f0 | [r [i [ek epl]]]].
      + destruct (K k e f0) as [s [_ [ek epl]]]. exists (Ended s). split; assumption.
      + apply throw_in in i as [q [a ->]]. exists (Roll q a). split; assumption.
    - intros s f. destruct (find (box_code (Ended s)) m) as [e | ] eqn:fe; [ | congruence].
      destruct (Back _ e fe) as [f0 | [r [i [ek _]]]].
      + destruct (K _ e f0) as [t [j [ek _]]]. apply code_injective in ek. injection ek as <-.
        destruct (V s j) as [e' [u [t [f' [k R]]]]]. rewrite f0 in f'. injection f' as <-.
        exists e, u, t. split; [reflexivity | ]. split; [exact (After s (u, t) k) | exact R].
      + apply throw_in in i as [q [a ->]].
        change (box_code (Ended s) = box_code (Roll q a)) in ek. apply code_injective in ek. discriminate.
    - intros q a f. destruct (find (box_code (Roll q a)) m) as [e | ] eqn:fe; [ | congruence].
      destruct (Back _ e fe) as [f0 | [r [i [ek _]]]].
      + destruct (K _ e f0) as [t [_ [ek _]]]. apply code_injective in ek. discriminate.
      + destruct (throw_in r i) as [q' [a' ->]].
        change (box_code (Roll q a) = box_code (Roll q' a')) in ek. apply code_injective in ek.
        injection ek as <- <-. split; [exact i | ]. exists e. split; [reflexivity | ].
        destruct (Sums _ i) as [e' [f' R]]. change (find (box_code (Roll q a)) m = Some e') in f'. rewrite fe in f'.
        injection f' as <-. exact R.
  Qed.

  (* What later players leave *)
  Notation left := (left_by g (throws g choices) (end_scores g choices) (scale g)).

  Definition full : N := N.ones (N.of_nat (length (tiles box ++ behind box))).

  Lemma of_stage_spec later st position u t :
    of_stage g (throws g choices) (end_scores g choices) (scale g) later st position = Some (u, t) ->
    exists D m k e, the_stage later st = Some (D, m) /\
      best_of m (map box_code (next box position)) = Some (k, e) /\
      own e # D == u /\ held e # D == t.
  Proof.
    unfold of_stage. destruct (the_stage later st) as [[D m] | ]; [ | discriminate].
    destruct (best_of m _) as [[k e] | ] eqn:b; [ | discriminate]. intros H. injection H as <- <-.
    exists D, m, k, e. split; [reflexivity | split; [exact b | ]].
    split; symmetry; [exact (Qred_correct (own e # D)) | exact (Qred_correct (held e # D))].
  Qed.

  Lemma left_spec n b m q : left (S n) b m = Some q ->
    exists D M k e, the_stage (left n) (Some (b, m)) = Some (D, M) /\
      best_of M (map box_code (next box full)) = Some (k, e) /\ held e # D == q.
  Proof.
    cbn [left_by]. cbv zeta. fold full. set (ms := seq 0 _). set (faced := filter _ _).
    destruct (find (N.succ_pos b) _) as [row | ] eqn:f; [ | discriminate].
    apply of_pairs_found in f. apply in_map_iff in f as [b' [eb _]]. injection eb as eb <-.
    assert (b' = b) as -> by (rewrite <- (N.pos_pred_succ b'), eb; apply N.pos_pred_succ).
    destruct (nth_error _ m) as [q' | ] eqn:n'; [ | discriminate]. intros ->.
    rewrite nth_error_map in n'. destruct (nth_error ms m) as [m' | ] eqn:nm; [ | discriminate].
    cbn [option_map] in n'.
    assert (m' = m) as ->.
    { assert (lt : (m < length ms)%nat) by (apply nth_error_Some; congruence).
      unfold ms in *. rewrite seq_length in lt. rewrite (nth_error_nth' _ 0%nat) in nm
        by (rewrite seq_length; exact lt).
      rewrite seq_nth in nm by exact lt. injection nm as <-. reflexivity. }
    destruct (of_stage _ _ _ _ _ _ _) as [[u t] | ] eqn:o; [ | discriminate].
    cbn [option_map snd] in n'. injection n' as <-.
    destruct (of_stage_spec _ _ _ _ _ o) as [D [M [k [e [S [B [_ V]]]]]]].
    exists D, M, k, e. split; [exact S | split; [exact B | exact V]].
  Qed.

  (* The play ------------------------------------------------------------------------------------ *)

  Definition stage_at (l : scores) : option (positive * table prospects) :=
    the_stage (left (players g - S (length l))) (standing_of g l).

  Definition offered (l : scores) (x : moment) : list box_choice :=
    match x with
    | Begin => next box (begins_with g l)
    | Rolled _ _ => options turn x
    end.

  Lemma options_are l x : options P (l, x) = map (pair l) (offered l x).
  Proof. destruct x; reflexivity. Qed.

  Lemma in_options l x c : In c (options P (l, x)) <-> fst c = l /\ In (snd c) (offered l x).
  Proof.
    rewrite options_are, in_map_iff. split.
    - intros [d [<- i]]. split; [reflexivity | exact i].
    - destruct c as [l' d]. cbn [fst snd]. intros [-> i]. exists d. split; [reflexivity | exact i].
  Qed.

  (* What everybody does. *)
  Definition pi (x : state P) : choice P :=
    (fst x,
     match stage_at (fst x) with
     | Some (_, m) =>
         match best_of m (map box_code (offered (fst x) (snd x))) with
         | Some (k, _) => box_decode k
         | None => Ended 0
         end
     | None => Ended 0
     end).

  Definition known (l : scores) (x : moment) : Prop :=
    finished g l = false /\
    exists D m k e, stage_at l = Some (D, m) /\
      best_of m (map box_code (offered l x)) = Some (k, e).

  Lemma not_finished l : finished g l = false ->
    (length l < players g)%nat /\ (at_once g = true -> ~ In 0%N l).
  Proof.
    unfold finished. intros H. apply orb_false_iff in H as [H0 H]. apply Nat.leb_gt in H0.
    split; [exact H0 | ]. intros e i. rewrite e in H. cbn [andb] in H.
    assert (X : existsb (fun s => s =? 0)%N l = true); [ | congruence].
    apply existsb_exists. exists 0%N. split; [exact i | reflexivity].
  Qed.

  Lemma option_found D m l x : stage_at l = Some (D, m) ->
    best_of m (map box_code (offered l x)) <> None -> forall c, In c (offered l x) ->
    find (box_code c) m <> None.
  Proof.
    intros _ B c i. apply (best_of_known m _ B). apply in_map. exact i.
  Qed.

  Lemma next_turn D m l s : stage_at l = Some (D, m) -> finished g (l ++ [s]) = false ->
    find (box_code (Ended s)) m <> None ->
    exists b n D' m' k e q u t, meet g (standing_of g l) s = (b, n) /\
      stage_at (l ++ [s]) = Some (D', m') /\
      best_of m' (map box_code (offered (l ++ [s]) Begin)) = Some (k, e) /\
      held e # D' == q /\
      after g (left (players g - S (length l))) (standing_of g l) s = Some (u, t) /\
      u = (if joins g (standing_of g l) s then q else 0) /\
      t = (if keeps (standing_of g l) s then q else 0).
  Proof.
    intros St F f. destruct (stage_spec _ _ _ _ St) as [[_ Ends _] _].
    destruct (Ends s f) as [_ [u [t [_ [A _]]]]].
    destruct (not_finished _ F) as [lt z]. rewrite app_length in lt. cbn [length] in lt.
    assert (A' := A). unfold after in A.
    assert (nz : (at_once g && (s =? 0)%N) = false).
    { destruct (at_once g); [ | reflexivity]. cbn [andb]. apply N.eqb_neq. intros ->.
      apply z; [reflexivity | ]. apply in_or_app. right. left. reflexivity. }
    rewrite nz in A. destruct (meet g (standing_of g l) s) as [b n] eqn:M.
    replace (players g - S (length l))%nat with (S (players g - S (length (l ++ [s])))) in *
      by (rewrite app_length; cbn [length]; lia).
    destruct (left _ b n) as [q | ] eqn:L; [ | discriminate]. injection A as <- <-.
    destruct (left_spec _ _ _ _ L) as [D' [m' [k [e [S' [B V]]]]]].
    exists b, n, D', m', k, e, q. do 2 eexists. split; [reflexivity | ].
    split; [unfold stage_at; rewrite standing_next, M; exact S' | ].
    split; [ | split; [exact V | split; [exact A' | split; reflexivity]]].
    unfold offered, begins_with. destruct (l ++ [s]) eqn:e'; [destruct l; discriminate | exact B].
  Qed.

  Lemma known_next l x c w l' z : known l x -> In c (offered l x) ->
    In (w, (l', z)) (branches P (l, c)) -> known l' z.
  Proof.
    intros [F [D [m [k [e [St B]]]]]] i j.
    assert (f := option_found D m l x St ltac:(congruence) c i). destruct c as [s | p a].
    - cbn [branches match_play] in j. destruct (finished g (l ++ [s])) eqn:F'; [destruct j | ].
      destruct j as [e' | []]. injection e' as _ <- <-. split; [exact F' | ].
      destruct (next_turn D m l s St F' f)
        as [b [n [D' [m' [k' [e' [q [u [t [_ [St' [B' _]]]]]]]]]]]].
      exists D', m', k', e'. split; assumption.
    - cbn [branches match_play] in j. apply in_map_iff in j as [[w' z'] [e' j]].
      injection e' as _ <- <-. split; [exact F | ].
      destruct (stage_spec _ _ _ _ St) as [[_ _ Rolls] _].
      destruct (Rolls p a f) as [_ [d [_ Sm]]]. cbv zeta in Sm.
      assert (B' := sums_best m (outcomes (throw_of g (Roll p a))) ltac:(congruence) _
        (outcomes_in _ _ _ j)).
      assert (O : offers z' = map box_code (offered l z')).
      { cbn [branches shut_the_box] in j. unfold rolled in j.
        apply in_map_iff in j as [[v fs] [e' _]]. injection e' as _ <-. reflexivity. }
      rewrite O in B'. destruct (best_of m (map box_code (offered l z'))) as [[k' d'] | ] eqn:b';
        [ | congruence].
      exists D, m, k', d'. split; [exact St | exact b'].
  Qed.

  Hypothesis started : known [] Begin.

  Notation reachable := (MatchDefinitions.reachable P ([], Begin)).

  Lemma reachable_known x : reachable x -> known (fst x) (snd x).
  Proof.
    induction 1 as [ | [l x] [l' c] w [l'' z] r IH o j]; [exact started | ].
    apply in_options in o as [e i]. cbn [fst snd] in *. subst l'.
    exact (known_next l x c w l'' z IH i j).
  Qed.

  Lemma reachable_options x : reachable x -> options P x <> [].
  Proof.
    intros r. destruct (reachable_known x r) as [_ [D [m [k [e [_ B]]]]]]. destruct x as [l x].
    cbn [fst snd] in B. rewrite options_are. destruct (offered l x); discriminate.
  Qed.

  (* Heights *)
  Lemma numbered : exists (number : positive -> nat) (R : nat), forall r, In r (throws g choices) ->
    (number (thrown r) < R)%nat /\
    forall o k, In o (map snd (outcomes r)) -> In k o -> (number k < number (thrown r))%nat.
  Proof.
    destruct started as [_ [D [m [_ [_ [St _]]]]]].
    destruct (stage_spec _ _ _ _ St) as [_ [number Falls]].
    destruct (nat_bound (throws g choices) (fun r => number (thrown r))) as [R HR].
    exists number, R. intros r i. split; [exact (HR r i) | exact (Falls r i)].
  Qed.

  Definition height_of (number : positive -> nat) (R : nat) (x : state P) : nat :=
    (players g - length (fst x)) * (R + 2) +
    list_max (map (fun c => S (Nat.min (number (box_code c)) R)) (offered (fst x) (snd x))).

  Lemma list_max_bound {A} (f : A -> nat) l b : (forall a, In a l -> f a <= b)%nat ->
    (list_max (map f l) <= b)%nat.
  Proof.
    intros H. apply list_max_le, Forall_forall. intros n i.
    apply in_map_iff in i as [a [<- i]]. exact (H a i).
  Qed.

  Lemma list_max_member {A} (f : A -> nat) l a : In a l -> (f a <= list_max (map f l))%nat.
  Proof.
    intros i. assert (F := proj1 (list_max_le (map f l) _) (le_n _)). rewrite Forall_forall in F.
    apply F, in_map. exact i.
  Qed.

  Lemma heights_fall : exists height : state P -> nat, forall x c w z,
    reachable x -> In c (options P x) -> In (w, z) (branches P c) -> (height z < height x)%nat.
  Proof.
    destruct numbered as [number [R HR]]. exists (height_of number R).
    intros [l x] [l' c] w [l'' z] r o j. apply in_options in o as [e i]. cbn [fst snd] in e, i.
    subst l'. unfold height_of. cbn [fst snd].
    assert (M := list_max_member (fun c => S (Nat.min (number (box_code c)) R)) _ c i).
    cbn beta in M. set (top := list_max (map _ (offered l x))) in *. clearbody top.
    destruct (reachable_known _ r) as [F [D [m [k [e [St B]]]]]]. cbn [fst snd] in *.
    assert (f := option_found D m l x St ltac:(congruence) c i). destruct c as [s | p a].
    - cbn [branches match_play] in j. destruct (finished g (l ++ [s])); [destruct j | ].
      destruct j as [e' | []]. injection e' as _ <- <-.
      assert (L := list_max_bound (fun c => S (Nat.min (number (box_code c)) R))
        (offered (l ++ [s]) Begin) (S R) (fun a _ => le_n_S _ _ (Nat.le_min_r _ _))).
      destruct (not_finished l F) as [lt _]. rewrite app_length. cbn [length].
      replace (players g - length l)%nat with (S (players g - (length l + 1))) by lia.
      set (n := (players g - (length l + 1))%nat) in *. clearbody n. cbn [Nat.mul]. lia.
    - destruct (stage_spec _ _ _ _ St) as [[_ _ Rolls] _]. destruct (Rolls p a f) as [it _].
      destruct (HR _ it) as [lt Falls]. cbn [branches match_play] in j.
      apply in_map_iff in j as [[w' z'] [e' j]]. injection e' as _ <- <-.
      assert (O := outcomes_in _ _ _ j).
      change (thrown (throw_of g (Roll p a))) with (box_code (Roll p a)) in *.
      set (n := number (box_code (Roll p a))) in *.
      assert (same_offers : offers z' = map box_code (offered l z')).
      { cbn [branches shut_the_box] in j. unfold rolled in j.
        apply in_map_iff in j as [[v fs] [e' _]]. injection e' as _ <-. reflexivity. }
      assert (L := list_max_bound (fun c => S (Nat.min (number (box_code c)) R))
        (offered l z') n).
      enough (list_max (map (fun c => S (Nat.min (number (box_code c)) R)) (offered l z')) <= n)%nat
        by lia.
      apply L. intros d id. assert (Fd := Falls _ (box_code d) O).
      rewrite same_offers in Fd. specialize (Fd (in_map _ _ _ id)). lia.
  Qed.

  (* What is expected --------------------------------------------------------------------------- *)

  Lemma wsum_eq {A} (l : list (positive * A)) f h :
    (forall w a, In (w, a) l -> f a == h a) -> wsum l f == wsum l h.
  Proof.
    induction l as [ | [w a] l IH]; intros H; cbn [wsum]; [reflexivity | ].
    rewrite (H w a (or_introl eq_refl)), IH; [reflexivity | ].
    intros v b i. apply (H v b). right. exact i.
  Qed.

  Lemma wsum_zero {A} (l : list (positive * A)) : wsum l (fun _ => 0) == 0.
  Proof. induction l as [ | [w a] l IH]; cbn [wsum]; [reflexivity | rewrite IH; ring]. Qed.

  Lemma at_scores_total (l : scores) (b : list (positive * moment)) :
    total (map (fun '(w, z) => (w, (l, z))) b) = total b.
  Proof.
    induction b as [ | [w z] b IH]; [reflexivity | ]. cbn [map total].
    destruct b as [ | c b]; [reflexivity | ]. rewrite <- IH. destruct c. reflexivity.
  Qed.

  Lemma at_scores_wsum (l : scores) (b : list (positive * moment)) f :
    wsum (map (fun '(w, z) => (w, (l, z))) b) f = wsum b (fun z => f (l, z)).
  Proof.
    induction b as [ | [w z] b IH]; [reflexivity | ]. cbn [map wsum]. rewrite IH. reflexivity.
  Qed.

  Section Expected.
    Variable height : state P -> nat.
    Hypothesis falls : forall x c w z,
      reachable x -> In c (options P x) -> In (w, z) (branches P c) -> (height z < height x)%nat.

    Notation val i := (value P (part_of g) height i pi).
    Notation gain i l c := (worth P (part_of g i) (val i) (l, c)).

    Lemma pi_spec x : reachable x -> exists D m c e,
      stage_at (fst x) = Some (D, m) /\ pi x = (fst x, c) /\ In c (offered (fst x) (snd x)) /\
      best_of m (map box_code (offered (fst x) (snd x))) = Some (box_code c, e) /\
      find (box_code c) m = Some e /\
      forall d, In d (offered (fst x) (snd x)) ->
        exists f, find (box_code d) m = Some f /\ (d = c \/ beats e f).
    Proof.
      intros r. destruct (reachable_known x r) as [_ [D [m [k [e [St B]]]]]].
      destruct (stage_spec _ _ _ _ St) as [[Pl _ _] _].
      destruct (best_of_spec place_of_code one_code m Pl _ k e B) as [ik [fk Best]].
      apply in_map_iff in ik as [c [<- ic]]. exists D, m, c, e.
      split; [exact St | split; [ | split; [exact ic | split; [exact B | split; [exact fk | ]]]]].
      - unfold pi. rewrite St, B, box_decodes. reflexivity.
      - intros d i. destruct (Best (box_code d) (in_map _ _ _ i)) as [f [fd [e' | b]]].
        + exists f. split; [exact fd | left; exact (code_injective _ _ e')].
        + exists f. split; [exact fd | right; exact b].
    Qed.

    Lemma pi_picks : picks_options P ([], Begin) pi.
    Proof.
      intros [l x] r. destruct (pi_spec _ r) as [D [m [c [e [_ [-> [i _]]]]]]].
      apply in_options. split; [reflexivity | exact i].
    Qed.

    Lemma val_step i x : reachable x -> val i x == worth P (part_of g i) (val i) (pi x).
    Proof.
      intros r. refine (value_step P ([], Begin) (part_of g) _ height falls pi pi_picks i x r).
      reflexivity.
    Qed.

    (* The player's number is that of the scores before; other numbers below are of those who have
       played, and either hold the lowest score or get nothing. *)
    Definition gets (i : nat) (l : scores) (u t : Q) : Q :=
      if (i =? length l)%nat then u else if holds g i l then t else 0.

    Lemma worth_is i l c f : worth P (part_of g i) f (l, c) ==
      paid (part_of g i) (l, c) + E (probabilities (branches P (l, c))) f.
    Proof.
      unfold worth. change (discount (part_of g i)) with 1. change (over (part_of g i)) with 0.
      destruct (branches P (l, c)); [cbn [probabilities map E] | ]; ring.
    Qed.

    Lemma end_pays l s i q b n : finished g l = false -> finished g (l ++ [s]) = true ->
      meet g (standing_of g l) s = (b, n) ->
      (if at_once g && (s =? 0)%N then Some 1 else left (players g - S (length l)) b n) = Some q ->
      share g i (l ++ [s]) == if holds g i (l ++ [s]) then q else 0.
    Proof.
      intros F F' M Q. rewrite (share_is g _ i b n) by (rewrite standing_next, M; reflexivity).
      destruct (holds g i (l ++ [s])); [ | reflexivity].
      destruct (not_finished l F) as [lt z]. destruct (at_once g && (s =? 0)%N) eqn:shut.
      - injection Q as <-. apply andb_true_iff in shut as [ao s0]. apply N.eqb_eq in s0 as ->.
        assert (St := standing_spec g l). destruct (standing_of g l) as [[b' m'] | ].
        + assert (b0 : b' <> 0%N) by (intros ->; exact (z ao (is_score g l _ _ St))).
          cbn [meet] in M. destruct (N.ltb_spec 0 b') as [_ | ge]; [ | lia].
          injection M as _ <-. unfold final. destruct (ties g); reflexivity.
        + injection M as _ <-. unfold final. destruct (ties g); reflexivity.
      - assert (last : (players g - S (length l) = 0)%nat).
        { unfold finished in F'. apply orb_true_iff in F' as [F' | F'].
          - apply Nat.leb_le in F'. rewrite app_length in F'. cbn [length] in F'. lia.
          - apply andb_true_iff in F' as [ao X]. rewrite ao in shut. cbn [andb] in shut.
            apply existsb_exists in X as [t' [j X]]. apply N.eqb_eq in X as ->.
            apply in_app_or in j as [j | [-> | []]]; [exfalso; exact (z ao j) | discriminate]. }
        rewrite last in Q. cbn [left_by] in Q. injection Q as <-. reflexivity.
    Qed.

    Lemma holds_gets i l s q u t : (i <= length l)%nat ->
      u = (if joins g (standing_of g l) s then q else 0) ->
      t = (if keeps (standing_of g l) s then q else 0) ->
      (if holds g i (l ++ [s]) then q else 0) = gets i l u t.
    Proof.
      intros le -> ->. unfold gets. destruct (Nat.eqb_spec i (length l)) as [-> | ne].
      - rewrite holds_next_self. reflexivity.
      - rewrite holds_next by lia. destruct (keeps _ s), (holds g i l); reflexivity.
    Qed.

    Lemma gets_eq i l u u' t t' : u == u' -> t == t' -> gets i l u t == gets i l u' t'.
    Proof.
      intros e e'. unfold gets. destruct (i =? length l)%nat; [exact e | ].
      destruct (holds g i l); [exact e' | reflexivity].
    Qed.

    Theorem expected n : forall x, reachable x -> (height x < n)%nat ->
      forall D m, stage_at (fst x) = Some (D, m) ->
      forall c e, In c (offered (fst x) (snd x)) -> find (box_code c) m = Some e ->
      forall i, (i <= length (fst x))%nat ->
      gain i (fst x) c == gets i (fst x) (own e # D) (held e # D).
    Proof.
      induction n as [ | n IH]; [intros; lia | ]. intros [l x] r lt D m St c e ic fc i le.
      cbn [fst snd] in *.
      assert (at_state : forall w z, In (w, z) (branches P (l, c)) -> (i <= length (fst z))%nat ->
        forall D' m' k e', stage_at (fst z) = Some (D', m') ->
        best_of m' (map box_code (offered (fst z) (snd z))) = Some (k, e') ->
        val i z == gets i (fst z) (own e' # D') (held e' # D')).
      { intros w z j lz D' m' k e' St' B'. assert (o : In (l, c) (options P (l, x))).
        { apply in_options. split; [reflexivity | exact ic]. }
        assert (rz := further P ([], Begin) (l, x) (l, c) w z r o j).
        assert (fz := falls _ _ _ _ r o j).
        destruct (pi_spec z rz) as [D2 [m2 [d [e2 [St2 [pz [id [B2 [fd _]]]]]]]]].
        rewrite St' in St2. injection St2 as <- <-. rewrite B' in B2. injection B2 as -> <-.
        rewrite (val_step i z rz), pz.
        exact (IH z rz ltac:(lia) D' m' St' d e' id fd i lz). }
      destruct (reachable_known _ r) as [F _]. cbn [fst] in F.
      destruct (stage_spec _ _ _ _ St) as [[_ Ends Rolls] _]. rewrite worth_is.
      destruct c as [s | p a].
      - destruct (Ends s ltac:(congruence)) as [e2 [u [t [f2 [A [eu et]]]]]].
        rewrite fc in f2. injection f2 as <-. rewrite (gets_eq i l _ u _ t eu et).
        cbn [paid part_of branches match_play] in *.
        destruct (finished g (l ++ [s])) eqn:F'.
        + cbn [probabilities map E]. rewrite Qplus_0_r. unfold after in A.
          destruct (meet g (standing_of g l) s) as [b k] eqn:M.
          destruct (if at_once g && (s =? 0)%N then Some 1 else _) as [q | ] eqn:Q;
            [ | discriminate]. injection A as eu' et'.
          rewrite (end_pays l s i q b k F F' M Q).
          rewrite (holds_gets i l s q u t le); [reflexivity | symmetry; exact eu' | ].
          symmetry. exact et'.
        + destruct (next_turn D m l s St F' ltac:(congruence))
            as [b [k [D' [m' [j [e' [q [u' [t' [_ [St' [B' [V [A' [eu' et']]]]]]]]]]]]]]].
          rewrite A in A'. injection A' as <- <-.
          assert (H := at_state _ _ (or_introl eq_refl)). cbn [fst snd] in H.
          rewrite app_length in H. cbn [length] in H.
          specialize (H ltac:(lia) D' m' j e' St' B').
          rewrite <- (holds_gets i l s q u t le eu' et').
          cbn [probabilities map E total fst snd]. rewrite H. unfold gets.
          rewrite app_length. cbn [length].
          destruct (Nat.eqb_spec i (length l + 1)) as [ | _]; [lia | ].
          destruct (holds g i (l ++ [s])); [rewrite V | ]; ring.
      - destruct (Rolls p a ltac:(congruence)) as [_ [e2 [f2 Sm]]].
        rewrite fc in f2. injection f2 as <-. cbv zeta in Sm.
        cbn [paid part_of] in *. rewrite Qplus_0_l, E_wsum. cbn [branches match_play] in *.
        rewrite at_scores_total, at_scores_wsum.
        set (G o := match best_of m o with
                    | Some (_, d) => gets i l (own d # D) (held d # D) | None => 0 end).
        assert (W : wsum (branches turn (Roll p a)) (fun z => val i (l, z)) ==
                    wsum (outcomes (throw_of g (Roll p a))) G).
        { rewrite outcomes_sum. apply wsum_eq. intros w z j. unfold G.
          assert (O : offers z = map box_code (offered l z)).
          { cbn [branches shut_the_box] in j. unfold rolled in j.
            apply in_map_iff in j as [[v fs] [e' _]]. injection e' as _ <-. reflexivity. }
          assert (B := sums_best m (outcomes (throw_of g (Roll p a))) ltac:(congruence) _
            (outcomes_in _ _ _ j)). rewrite O in *.
          destruct (best_of m (map box_code (offered l z))) as [[k d] | ] eqn:b; [ | congruence].
          refine (at_state w (l, z) _ le D m k d St b).
          apply in_map_iff. exists (w, z). split; [reflexivity | exact j]. }
        rewrite W. destruct (sums_spec m D _ _ _ Sm) as [Own Held].
        change (whole (throw_of g (Roll p a))) with (total (branches turn (Roll p a))) in *.
        set (T := total (branches turn (Roll p a))) in *.
        assert (part : forall k : Z, (1 # T) * (Zpos T * k # D) == k # D).
        { intros k. unfold Qeq, Qmult, Qnum, Qden. rewrite Pos2Z.inj_mul. ring. }
        unfold G, gets. destruct (i =? length l)%nat; [rewrite Own; apply part | ].
        destruct (holds g i l); [rewrite Held; apply part | ].
        rewrite (wsum_eq _ _ (fun _ => 0)), wsum_zero; [ring | ].
        intros w o _. destruct (best_of m o) as [[k d] | ]; reflexivity.
    Qed.

    Theorem pi_sensible : sensible P ([], Begin) (turn_of g) (part_of g)
      (fun c d => precedes g (snd c) (snd d)) pi.
    Proof.
      refine (proj2 (sensible_in_one_step P ([], Begin) (turn_of g) (part_of g) _ _ height falls pi) _);
        [reflexivity | ].
      intros [l x] r. split; [exact (pi_picks _ r) | ]. intros [l' d] o.
      apply in_options in o as [el id]. cbn [fst snd] in el, id. subst l'.
      destruct (pi_spec _ r) as [D [m [c [e [St [pz [ic [_ [fc Best]]]]]]]]]. rewrite pz.
      cbn [fst snd] in *.
      destruct (Best d id) as [f [fd [-> | b]]]; [left; reflexivity | right].
      assert (lt : (height (l, x) < S (height (l, x)))%nat) by lia.
      assert (V := fun c e ic fc => expected _ _ r lt D m St c e ic fc (length l) (le_n _)).
      assert (Vc := V c e ic fc). assert (Vd := V d f id fd). cbn [fst snd] in Vc, Vd.
      unfold gets in Vc, Vd. rewrite Nat.eqb_refl in Vc, Vd.
      unfold second_to. change (turn_of g (l, x)) with (length l). rewrite Vc, Vd.
      destruct b as [lt' | [eq' b]].
      - left. unfold Qlt. cbn [Qnum Qden]. nia.
      - right. rewrite eq'. split; [reflexivity | ]. cbn [snd].
        destruct (stage_spec _ _ _ _ St) as [[Pl _ _] _].
        destruct (Pl _ _ fc) as [c' [ec Ec]]. destruct (Pl _ _ fd) as [d' [ed Ed]].
        apply code_injective in ec, ed. subst c' d'. rewrite Ec, Ed in b.
        apply precedes_place. exact b.
    Qed.

    Theorem first_expects_value D m k e : stage_at [] = Some (D, m) ->
      best_of m (map box_code (offered [] Begin)) = Some (k, e) ->
      val 0 ([], Begin) == own e # D.
    Proof.
      intros St B. assert (r := at_begin P ([], Begin)).
      destruct (pi_spec _ r) as [D2 [m2 [c [e2 [St2 [pz [ic [B2 [fc _]]]]]]]]]. cbn [fst snd] in *.
      rewrite St in St2. injection St2 as <- <-. rewrite B in B2. injection B2 as -> <-.
      rewrite (val_step 0 _ r), pz. exact (expected _ _ r (le_n _) D m St c e ic fc 0 (le_n _)).
    Qed.
  End Expected.
End Sound.

Theorem match_checked g choices claim :
  check_match g choices claim = true -> first_player_expects g claim.
Proof.
  unfold check_match, match_value, first_expects. destruct (players g) as [ | n] eqn:pl; [discriminate | ].
  destruct (of_stage _ _ _ _ _ _ _) as [[u t] | ] eqn:o; [ | discriminate].
  cbn [option_map fst]. intros C. apply Qeq_bool_iff in C.
  destruct (of_stage_spec _ _ _ _ _ _ _ o) as [D [m [k [e [St [B [V _]]]]]]].
  assert (at_start : stage_at g choices [] = Some (D, m)).
  { unfold stage_at. cbn [length standing_of fold_left]. rewrite pl. cbn [Nat.sub].
    rewrite Nat.sub_0_r. exact St. }
  assert (started : known g choices [] Begin).
  { split; [ | exists D, m, k, e; split; [exact at_start | exact B]].
    unfold finished. rewrite pl. cbn. rewrite andb_false_r. reflexivity. }
  destruct (heights_fall g choices started) as [height falls].
  unfold first_player_expects.
  apply (expected_among_sensible (match_play g) ([], Begin) (turn_of g) (part_of g)
    (fun c d => precedes g (snd c) (snd d))) with (height := height) (pi := pi g choices).
  - reflexivity.
  - intros i. discriminate.
  - intros c d. apply precedes_asymmetric.
  - exact (reachable_options g choices started).
  - exact falls.
  - exact (pi_sensible g choices started height falls).
  - rewrite <- C, <- V. exact (first_expects_value g choices started height falls D m k e at_start B).
Qed.
