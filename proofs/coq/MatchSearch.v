(* What the first of some players in order expects at Shut the Box, found by backward induction in
   integers, from the last player to the first.

   What a player faces is a standing: the lowest score so far, and how many tie with who holds it.
   For each standing that a player may face, one pass over the rolls within reach finds what the
   player expects of each roll and what each holder of the lowest score does, the best move being
   picked with the tie-break. Those values are integers over one denominator; that a division
   leaves no rest is checked. The rolls are listed so that moves lead to earlier ones; nothing is
   believed of the list: what a roll leads to and has no value yet makes the search fail. *)
From Coq Require Import QArith List Lia Bool ZArith NArith Arith FMapPositive.
From exactbox Require Import Definitions Plays Kernel Tables Games GameCheckers.
From exactbox Require Import MatchDefinitions MatchStage MatchStandings.
Import ListNotations.
Local Open Scope Q_scope.

Section Match.
  Variable g : match_rules.
  Variable choices : list box_choice.   (* the rolls, each after those that its moves lead to *)

  (* What the player and each holder expect when the turn ends with this score, those who are to
     come leaving to a holder what later says. *)
  Definition after (later : N -> nat -> option Q) (st : standing) (s : N) : option (Q * Q) :=
    let left :=
      if at_once g && (s =? 0)%N then Some 1 else let (b, m) := meet g st s in later b m in
    match left with
    | None => None
    | Some q => Some (if joins g st s then q else 0, if keeps st s then q else 0)
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

  (* These are found once, for all stages. *)
  Section Tables.
    Variable all_throws : list throw.
    Variable all_scores : list N.
    Variable most_scale : positive.

    (* Whether what has been found is what somebody says of the stage, so many being still to come;
       else the search fails. *)
    Variable agrees : nat -> standing -> positive -> table prospects -> bool.

    Definition add_ends (D : positive) : list (N * (Q * Q)) -> option (table prospects) :=
      fold_right (fun '(s, (u, t)) m =>
        match scaled D u, scaled D t, m with
        | Some u, Some t, Some m =>
            Some (PositiveMap.add (box_code (Ended s))
                                  (Prospects u t (place_in_tie_break (Ended s))) m)
        | _, _, _ => None
        end) (Some (PositiveMap.empty prospects)).

    Definition ends_paid (later : N -> nat -> option Q) (st : standing)
        : list N -> option (list (N * (Q * Q))) :=
      fold_right (fun s m =>
        match after later st s, m with
        | Some p, Some m => Some ((s, p) :: m)
        | _, _ => None
        end) (Some []).

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
    Definition of_stage (n : nat) (later : N -> nat -> option Q) (st : standing) (position : N)
        : option (Q * Q) :=
      match stage later st with
      | None => None
      | Some (D, m) =>
          if agrees n st D m then match best_of m (map box_code (next (box_of g) position)) with
          | None => None
          | Some (_, e) => Some (Qred (own e # D), Qred (held e # D))
          end else None
      end.

    Definition known (q : option Q) : bool := match q with Some _ => true | None => false end.

    (* What each holder expects if n players are still to come, of those that follow the first; of
       all holders, or of none. *)
    Fixpoint left_by (n : nat) : N -> nat -> option Q :=
      match n with
      | O => fun _ m => Some (final g m)
      | S n =>
          let later := left_by n in
          let ms := seq 0 (if earlier g then 1 else players g - S n) in
          let faced := filter (fun b => negb (at_once g && (b =? 0)%N)) all_scores in
          let holder b m := option_map snd (of_stage n later (Some (b, m)) (all_tiles g)) in
          let rows := map (fun b => (N.succ_pos b, map (holder b) ms)) faced in
          let found := if forallb (fun e => forallb known (snd e)) rows then of_pairs rows
                       else PositiveMap.empty _ in
          fun b m =>
            match find (N.succ_pos b) found with
            | None => None
            | Some row => match nth_error row m with Some q => q | None => None end
            end
      end.

    Definition first_expects : option Q :=
      match players g with
      | O => None
      | S n => option_map fst (of_stage n (left_by n) None (start (box_of g)))
      end.
  End Tables.

  Definition match_value_if agrees : option Q := first_expects throws end_scores scale agrees.

  Definition match_value : option Q := match_value_if (fun _ _ _ _ => true).

  Definition check_match (claim : Q) : bool :=
    match match_value with Some v => Qeq_bool v claim | None => false end.
End Match.

(* The rolls at some positions. Moves lead to lower masks, so that for a box of one row these are
   all from the lowest. *)
Definition rolls_at (g : match_rules) (positions : list N) : list box_choice :=
  flat_map (next (box_of g)) positions.

Definition all_rolls (g : match_rules) : list box_choice :=
  rolls_at g (map N.of_nat (seq 1 (Nat.pow 2 (length (tiles (box_of g))) - 1))).

(* What the stages find ------------------------------------------------------------------------- *)

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

  Lemma precedes_place c d :
    place_before (place_in_tie_break g c) (place_in_tie_break g d) = true <-> precedes g c d.
  Proof. unfold place_in_tie_break. rewrite place_before_spec. reflexivity. Qed.

  Lemma precedes_asymmetric c d : precedes g c d -> precedes g d c -> False.
  Proof. unfold precedes. lia. Qed.

  (* Throws *)
  Definition offers (z : moment) : list positive := map box_code (options turn z).

  Lemma throw_in r : In r (throws g choices) -> exists p a, r = throw_of g (Roll p a).
  Proof.
    unfold throws. intros i. apply in_flat_map in i as [c [_ i]].
    destruct c as [s | p a]; [destruct i | ]. destruct i as [<- | []]. exists p, a. reflexivity.
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
    induction l as [ | s l IH]; intros p H; cbn [ends_paid fold_right] in H.
    - injection H as <-. split; [reflexivity | intros s q []].
    - destruct (after g later st s) as [q | ] eqn:a; [ | discriminate].
      fold (ends_paid g later st) in H. destruct (ends_paid g later st l) as [m | ]; [ | discriminate]. injection H as <-.
      destruct (IH m eq_refl) as [M A]. split; [cbn; rewrite M; reflexivity | ].
      intros t r [e | i]; [injection e as <- <-; exact a | exact (A t r i)].
  Qed.

  Lemma scaled_spec D q k : scaled D q = Some k -> k # D == q.
  Proof.
    unfold scaled. intros H. apply divide_spec in H. unfold Qeq. cbn [Qnum Qden]. lia.
  Qed.

  Lemma add_ends_spec D : forall p m, add_ends g D p = Some m ->
    (forall k e, find k m = Some e -> exists s, In s (map fst p) /\
       k = box_code (Ended s) /\ place e = place_in_tie_break g (Ended s)) /\
    (forall s, In s (map fst p) -> exists e u t, find (box_code (Ended s)) m = Some e /\
       In (s, (u, t)) p /\ own e # D == u /\ held e # D == t).
  Proof.
    induction p as [ | [s [u t]] p IH]; intros m H; cbn [add_ends fold_right] in H.
    - injection H as <-. split; [ | intros s []]. intros k e f. unfold find in f.
      rewrite PositiveMap.gempty in f. discriminate.
    - destruct (scaled D u) as [a | ] eqn:du; [ | discriminate].
      destruct (scaled D t) as [b | ] eqn:dt; [ | discriminate].
      fold (add_ends g D) in H. destruct (add_ends g D p) as [n | ]; [ | discriminate]. apply some_equal in H as <-.
      destruct (IH n eq_refl) as [K V]. split.
      + intros k e f. rewrite find_add in f.
        destruct (Pos.eq_dec k (box_code (Ended s))) as [-> | ne].
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
        change (box_code (Ended s) = box_code (Roll q a)) in ek. apply code_injective in ek.
        discriminate.
    - intros q a f. destruct (find (box_code (Roll q a)) m) as [e | ] eqn:fe; [ | congruence].
      destruct (Back _ e fe) as [f0 | [r [i [ek _]]]].
      + destruct (K _ e f0) as [t [_ [ek _]]]. apply code_injective in ek. discriminate.
      + destruct (throw_in r i) as [q' [a' ->]].
        change (box_code (Roll q a) = box_code (Roll q' a')) in ek. apply code_injective in ek.
        injection ek as <- <-. split; [exact i | ]. exists e. split; [reflexivity | ].
        destruct (Sums _ i) as [e' [f' R]].
        change (find (box_code (Roll q a)) m = Some e') in f'. rewrite fe in f'.
        injection f' as <-. exact R.
  Qed.

  (* What later players leave *)
  Variable agrees : nat -> standing -> positive -> table prospects -> bool.
  Notation left := (left_by g (throws g choices) (end_scores g choices) (scale g) agrees).

  Lemma of_stage_spec n later st position u t :
    of_stage g (throws g choices) (end_scores g choices) (scale g) agrees n later st position
      = Some (u, t) ->
    exists D m k e, the_stage later st = Some (D, m) /\
      best_of m (map box_code (next box position)) = Some (k, e) /\
      own e # D == u /\ held e # D == t.
  Proof.
    unfold of_stage. destruct (the_stage later st) as [[D m] | ]; [ | discriminate].
    destruct (agrees n st D m); [ | discriminate].
    destruct (best_of m _) as [[k e] | ] eqn:b; [ | discriminate]. intros H. injection H as <- <-.
    exists D, m, k, e. split; [reflexivity | split; [exact b | ]].
    split; symmetry; [exact (Qred_correct (own e # D)) | exact (Qred_correct (held e # D))].
  Qed.

  Lemma left_spec n b m q : left (S n) b m = Some q ->
    exists D M k e, the_stage (left n) (Some (b, m)) = Some (D, M) /\
      best_of M (map box_code (next box (all_tiles g))) = Some (k, e) /\ held e # D == q.
  Proof.
    cbn [left_by]. cbv zeta. set (ms := seq 0 _). set (faced := filter _ _).
    destruct (find (N.succ_pos b) _) as [row | ] eqn:f; [ | discriminate].
    destruct (forallb _ _); [ | unfold find in f; rewrite PositiveMap.gempty in f; discriminate f].
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
    destruct (of_stage _ _ _ _ _ _ _ _ _) as [[u t] | ] eqn:o; [ | discriminate].
    cbn [option_map snd] in n'. injection n' as <-.
    destruct (of_stage_spec _ _ _ _ _ _ o) as [D [M [k [e [S [B [_ V]]]]]]].
    exists D, M, k, e. split; [exact S | split; [exact B | exact V]].
  Qed.
End Sound.
