(* What is found of players in order at Shut the Box is what the first of them expects:
   check of exactbox/checker/match.py. The play has heights: players to come, and the places of
   rolls in the list. By induction on the height, what a stage finds of a choice is what the player,
   and who holds the lowest score, expect of it; so what a stage picks is sensible. *)
From Coq Require Import QArith List Lia Bool ZArith NArith Arith.
From exactbox Require Import Definitions Plays Kernel Tables Games GameCheckers.
From exactbox Require Import MatchDefinitions Match MatchStage MatchStandings MatchSearch.
Import ListNotations.
Local Open Scope Q_scope.

Section Sound.
  Variable g : match_rules.
  Variable choices : list box_choice.
  Variable agrees : nat -> standing -> positive -> table prospects -> bool.

  Notation box := (box_of g).
  Notation P := (match_play g).
  Notation turn := (shut_the_box box).
  Notation the_stage := (stage g (throws g choices) (end_scores g choices) (scale g)).
  Notation left := (left_by g (throws g choices) (end_scores g choices) (scale g) agrees).

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

  Lemma option_found m l x : best_of m (map box_code (offered l x)) <> None ->
    forall c, In c (offered l x) -> find (box_code c) m <> None.
  Proof. intros B c i. apply (best_of_known m _ B). apply in_map. exact i. Qed.

  (* What a roll leads to offers the same whatever the scores. *)
  Lemma offers_are p a w z l : In (w, z) (branches turn (Roll p a)) ->
    offers g z = map box_code (offered l z).
  Proof.
    cbn [branches shut_the_box]. unfold rolled. intros j.
    apply in_map_iff in j as [[v fs] [e _]]. injection e as _ <-. reflexivity.
  Qed.

  (* The stage of the next player, after the score s. *)
  Lemma next_turn l s u t : finished g (l ++ [s]) = false ->
    after g (left (players g - S (length l))) (standing_of g l) s = Some (u, t) ->
    exists D m k e q, stage_at (l ++ [s]) = Some (D, m) /\
      best_of m (map box_code (offered (l ++ [s]) Begin)) = Some (k, e) /\ held e # D == q /\
      u = (if joins g (standing_of g l) s then q else 0) /\
      t = (if keeps (standing_of g l) s then q else 0).
  Proof.
    intros F A. destruct (not_finished _ F) as [lt z]. rewrite app_length in lt.
    cbn [length] in lt. unfold after in A.
    assert (nz : (at_once g && (s =? 0)%N) = false).
    { destruct (at_once g); [ | reflexivity]. cbn [andb]. apply N.eqb_neq. intros ->.
      apply z; [reflexivity | ]. apply in_or_app. right. left. reflexivity. }
    rewrite nz in A. destruct (meet g (standing_of g l) s) as [b n] eqn:M.
    replace (players g - S (length l))%nat with (S (players g - S (length (l ++ [s])))) in A
      by (rewrite app_length; cbn [length]; lia).
    destruct (left _ b n) as [q | ] eqn:L; [ | discriminate]. injection A as <- <-.
    destruct (left_spec _ _ _ _ _ _ _ L) as [D [m [k [e [St [B V]]]]]].
    exists D, m, k, e, q. split; [unfold stage_at; rewrite standing_next, M; exact St | ].
    split; [ | split; [exact V | split; reflexivity]].
    unfold offered, begins_with. destruct (l ++ [s]) eqn:e'; [destruct l; discriminate | exact B].
  Qed.

  Lemma known_next l x c w l' z : known l x -> In c (offered l x) ->
    In (w, (l', z)) (branches P (l, c)) -> known l' z.
  Proof.
    intros [F [D [m [k [e [St B]]]]]] i j.
    assert (f := option_found m l x ltac:(congruence) c i). destruct c as [s | p a].
    - cbn [branches match_play] in j. destruct (finished g (l ++ [s])) eqn:F'; [destruct j | ].
      destruct j as [e' | []]. injection e' as _ <- <-. split; [exact F' | ].
      destruct (stage_spec _ _ _ _ _ _ St) as [[_ Ends _] _].
      destruct (Ends s f) as [_ [u [t [_ [A _]]]]].
      destruct (next_turn l s u t F' A) as [D' [m' [k' [e' [q [St' [B' _]]]]]]].
      exists D', m', k', e'. split; assumption.
    - cbn [branches match_play] in j. apply in_map_iff in j as [[w' z'] [e' j]].
      injection e' as _ <- <-. split; [exact F | ].
      destruct (stage_spec _ _ _ _ _ _ St) as [[_ _ Rolls] _].
      destruct (Rolls p a f) as [_ [d [_ Sm]]]. cbv zeta in Sm.
      assert (B' := sums_best m (outcomes (throw_of g (Roll p a))) ltac:(congruence) _
        (outcomes_in g _ _ _ j)).
      rewrite (offers_are p a w' z' l j) in B'.
      destruct (best_of m (map box_code (offered l z'))) as [[k' d'] | ] eqn:b'; [ | congruence].
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
    destruct (stage_spec _ _ _ _ _ _ St) as [_ [number Falls]].
    destruct (nat_bound (throws g choices) (fun r => number (thrown r))) as [R HR].
    exists number, R. intros r i. split; [exact (HR r i) | exact (Falls r i)].
  Qed.

  Definition height_of (number : positive -> nat) (R : nat) (x : state P) : nat :=
    (players g - length (fst x)) * (R + 2) +
    list_max (map (fun c => S (Nat.min (number (box_code c)) R)) (offered (fst x) (snd x))).

  Lemma heights_fall : exists height : state P -> nat, forall x c w z,
    reachable x -> In c (options P x) -> In (w, z) (branches P c) -> (height z < height x)%nat.
  Proof.
    destruct numbered as [number [R HR]]. exists (height_of number R).
    intros [l x] [l' c] w [l'' z] r o j. apply in_options in o as [e i]. cbn [fst snd] in e, i.
    subst l'. unfold height_of. cbn [fst snd].
    assert (M := list_max_member (fun c => S (Nat.min (number (box_code c)) R)) _ c i).
    cbn beta in M. set (top := list_max (map _ (offered l x))) in *. clearbody top.
    destruct (reachable_known _ r) as [F [D [m [k [e [St B]]]]]]. cbn [fst snd] in *.
    assert (f := option_found m l x ltac:(congruence) c i). destruct c as [s | p a].
    - cbn [branches match_play] in j. destruct (finished g (l ++ [s])); [destruct j | ].
      destruct j as [e' | []]. injection e' as _ <- <-.
      assert (L := list_max_bound (fun c => S (Nat.min (number (box_code c)) R))
        (offered (l ++ [s]) Begin) (S R) (fun a _ => le_n_S _ _ (Nat.le_min_r _ _))).
      destruct (not_finished l F) as [lt _]. rewrite app_length. cbn [length].
      replace (players g - length l)%nat with (S (players g - (length l + 1))) by lia.
      set (n := (players g - (length l + 1))%nat) in *. clearbody n. cbn [Nat.mul]. lia.
    - destruct (stage_spec _ _ _ _ _ _ St) as [[_ _ Rolls] _]. destruct (Rolls p a f) as [it _].
      destruct (HR _ it) as [lt Falls]. cbn [branches match_play] in j.
      apply in_map_iff in j as [[w' z'] [e' j]]. injection e' as _ <- <-.
      assert (O := outcomes_in g _ _ _ j).
      change (thrown (throw_of g (Roll p a))) with (box_code (Roll p a)) in *.
      set (n := number (box_code (Roll p a))) in *.
      assert (L := list_max_bound (fun c => S (Nat.min (number (box_code c)) R)) (offered l z') n).
      rewrite (offers_are p a w' z' l j) in O. set (most := list_max _) in *.
      assert (most <= n)%nat; [ | lia]. apply L. intros d id.
      specialize (Falls _ (box_code d) O (in_map _ _ _ id)). lia.
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
      destruct (stage_spec _ _ _ _ _ _ St) as [[Pl _ _] _].
      destruct (best_of_spec (place_of_code g) (one_code g) m Pl _ k e B) as [ik [fk Best]].
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
      intros F F' M Q.
      rewrite (share_is g _ i b n) by (rewrite standing_next, M; reflexivity).
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
      destruct (stage_spec _ _ _ _ _ _ St) as [[_ Ends Rolls] _]. rewrite worth_is.
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
        + destruct (next_turn l s u t F' A) as [D' [m' [j [e' [q [St' [B' [V [eu' et']]]]]]]]].
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
          assert (B := sums_best m (outcomes (throw_of g (Roll p a))) ltac:(congruence) _
            (outcomes_in g _ _ _ j)).
          rewrite (offers_are p a w z l j) in *.
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
      apply (sensible_in_one_step P ([], Begin) (turn_of g) (part_of g)) with (height := height);
        [reflexivity | exact falls | ].
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
        destruct (stage_spec _ _ _ _ _ _ St) as [[Pl _ _] _].
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

Theorem match_value_sound g choices agrees v claim :
  match_value_if g choices agrees = Some v -> v == claim -> first_player_expects g claim.
Proof.
  unfold match_value_if, first_expects.
  destruct (players g) as [ | n] eqn:pl; [discriminate | ].
  destruct (of_stage _ _ _ _ _ _ _ _ _) as [[u t] | ] eqn:o; [ | discriminate].
  cbn [option_map fst]. intros C is_v. injection C as C.
  destruct (of_stage_spec _ _ _ _ _ _ _ _ _ o) as [D [m [k [e [St [B [V _]]]]]]].
  assert (at_start : stage_at g choices agrees [] = Some (D, m)).
  { unfold stage_at. cbn [length standing_of fold_left]. rewrite pl. cbn [Nat.sub].
    rewrite Nat.sub_0_r. exact St. }
  assert (started : known g choices agrees [] Begin).
  { split; [ | exists D, m, k, e; split; [exact at_start | exact B]].
    unfold finished. rewrite pl. cbn. rewrite andb_false_r. reflexivity. }
  destruct (heights_fall g choices agrees started) as [height falls].
  apply (expected_among_sensible (match_play g) ([], Begin) (turn_of g) (part_of g)
    (fun c d => precedes g (snd c) (snd d))) with (height := height) (pi := pi g choices agrees).
  - reflexivity.
  - intros i. discriminate.
  - intros c d. apply precedes_asymmetric.
  - exact (reachable_options g choices agrees started).
  - exact falls.
  - exact (pi_sensible g choices agrees started height falls).
  - rewrite <- is_v, <- C, <- V.
    exact (first_expects_value g choices agrees started height falls D m k e at_start B).
Qed.

Theorem match_checked g choices claim :
  check_match g choices claim = true -> first_player_expects g claim.
Proof.
  unfold check_match. destruct (match_value g choices) as [v | ] eqn:e; [ | discriminate].
  intros C. apply Qeq_bool_iff in C. exact (match_value_sound _ _ _ _ _ e C).
Qed.

(* A box of one row has a roll for every mask. *)
Corollary match_of_one_row_checked g claim :
  check_match g (all_rolls g) claim = true -> first_player_expects g claim.
Proof. apply match_checked. Qed.
