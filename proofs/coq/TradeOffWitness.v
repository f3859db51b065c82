(* What a file shows of several objectives: reading it, of which nothing need be believed; the claim
   that it proves, if it does; and that this is so. *)
From Coq Require Import QArith Lia Lqa String List Bool ZArith NArith FMapPositive.
From exactbox Require Import Definitions Sums Arrays Players Kernel Prepare Questions Certificates.
From exactbox Require Import Reading Unfolded TradeOffProduct TradeOffDefinitions TradeOffChecker.
From exactbox Require Import TradeOffClaims TradeOffEvidence TradeOffReading.
Import ListNotations.
Local Open Scope string_scope.

Record trade_off_witness := Trade_off_witness {
  shown_bounds : list (list Q * blocks);
  shown_policies : list (list nat * list (N * list Q));    (* actions, and values by node *)
  shares : list Q;
  inside : list Q;                                         (* which keep strictly to bounds *)
  shown_levels : list nat;
  shown_heights : list nat;
  shown_components : list N }.

(* Rows of the same length, turned. *)
Fixpoint columns (keys : list N) (d : positive) (rows : list (list Z))
    : option (list (N * list Q)) :=
  match keys with
  | [] => need (forallb (fun r => match r with [] => true | _ => false end) rows); Some []
  | key :: keys =>
      heads <- each (fun r => match r with n :: _ => Some (n # d) | [] => None end) rows;
      rest <- columns keys d (map (@tl Z) rows);
      Some ((key, heads) :: rest)
  end.

Definition read_policy (count : nat) (j : json) : option (list nat * list (N * list Q)) :=
  f <- fields ["actions"; "values"] j;
  match f with
  | [actions; values] =>
      actions <- items small actions;
      values <- items (fun b =>
        match b with
        | Items (d :: keys :: rows) =>
            d <- positive_number d; keys <- items natural keys; rows <- each (items integer) rows;
            need (Nat.eqb (List.length rows) count); columns keys d rows
        | _ => None
        end) values;
      Some (actions, List.concat values)
  | _ => None
  end.

Definition read_trade_off_witness (asks : trade_off_asks) (q : trade_off_question) (w : json)
    : option trade_off_witness :=
  let has (b : bool) key := if b then [key : string] else [] in
  let some f := existsb (fun x => f (objective_of x)) (aims q) in
  let costs := some (fun o => match o with Reward_until _ _ => true | _ => false end) in
  let totals := some (fun o => match o with Reward_total _ None => true | _ => false end) in
  let strict := existsb is_strict (aims q) in
  let count := List.length (aims q) in
  policies <- field "policies" w; policies <- items (read_policy count) policies;
  let mixed := match asks, policies with (Value | Achievable), _ :: _ => true | _, _ => false end in
  let limit := mixed && match asks with Value => strict | _ => false end in
  _ <- fields (["bounds"] ++ has totals "components" ++ has totals "heights" ++ has limit "inside"
    ++ has costs "levels" ++ ["policies"] ++ has mixed "shares")%list w;
  bounds <- field "bounds" w;
  bounds <- items (fun j =>
    f <- fields ["values"; "weights"] j;
    match f with
    | [values; weights] =>
        values <- read_blocks values; weights <- items rational weights;
        need (Nat.eqb (List.length weights) count);
        Some (weights, values)
    | _ => None
    end) bounds;
  let list {A} key (f : json -> option A) := l <- optional key (items f) w;
    Some (match l with Some l => l | None => [] end) in
  shares <- list "shares" rational; inside <- list "inside" rational;
  levels <- list "levels" small; heights <- list "heights" small;
  components <- list "components" natural;
  Some (Trade_off_witness bounds policies shares inside levels heights components).

(* Checks --------------------------------------------------------------------------------------- *)

Local Open Scope Q_scope.

Section Claim.
  Variable asks : trade_off_asks.
  Variable q : trade_off_question.
  Variable a : arrays.
  Variable untils : list (until_of (process_of a)).
  Variable all : list (aim * objective (process_of a)).
  Local Notation start := (begins q).
  Variable bounds : list shown_bound.
  Variable policies : list shown_policy.

  Definition point_of (l : list (Q * shown_policy)) : list Q := mixed_point a untils all start l.

  Definition mixture_of (parts : list Q) : option (list (Q * shown_policy)) :=
    l <- zip_onto parts policies []; need is_mixture l; Some l.

  Definition keep_to (strictly : bool) (l : list (aim * objective (process_of a))) (point : list Q)
      : bool :=
    Nat.eqb (List.length l) (List.length point)
    && forallb (fun ax => point_keeps strictly (fst (fst ax), snd ax)) (combine l point).

  Definition sum_of_bounds (weights : list Q) (l : list (aim * objective (process_of a))) : Q :=
    E_reduced (combine weights l) (fun ao => least_z (fst ao)).

  Definition find_ratio : option trade_off_claim :=
    match policies, bounds, all with
    | [p], [b], [both; condition] =>
        let point := z_point a untils all start p in
        let y := sign (fst condition) * nth 1 point 0 in
        let v := sign (fst both) * nth 0 point 0 / y in
        match weights_of b with
        | [w; u] =>
            need negb (Qle_bool y 0) && Qeq_bool w 1 && Qeq_bool u (- v)
              && Qle_bool (top a untils all start b) 0
              && negb (complemented (fst both)) && negb (complemented (fst condition))
              && Bool.eqb (maximised (fst condition)) (maximised (fst both));
            Some (Best_ratio v)
        | _ => None
        end
    | _, _, _ => None
    end.

  Definition find_none : option trade_off_claim :=
    match bounds with
    | [b] =>
        let l := combine (weights_of b) all in
        let total := sum_of_bounds (weights_of b) all in
        let W := top a untils all start b in
        need forallb (fun wa => Qle_bool 0 (fst wa)
            && (Qeq_bool (fst wa) 0 || has_bound (fst (snd wa)))) l
          && Qle_bool W total
          && (negb (Qle_bool total W)
              || existsb (fun wa => negb (Qle_bool (fst wa) 0) && is_strict (fst (snd wa))) l);
        Some Not_achieved
    | _ => None
    end.

  Definition find_one (parts : list Q) : option trade_off_claim :=
    need match bounds with [] => true | _ => false end;
    l <- mixture_of parts; need keep_to true all (point_of l); Some Achieved.

  Definition find_best (parts inner : list Q) : option trade_off_claim :=
    match bounds, all with
    | [b], ao :: others =>
        match weights_of b with
        | w :: ws =>
            l <- mixture_of parts;
            let point := point_of l in
            let strict := existsb (fun o => is_strict (fst o)) others in
            need negb (Qle_bool w 0)
              && forallb (fun wa => Qle_bool 0 (fst wa) && has_bound (fst (snd wa)))
                   (combine ws others)
              && keep_to (negb strict) others (tl point)
              && Qeq_bool (top a untils all start b) (w * nth 0 point 0 + sum_of_bounds ws others);
            let found := Some (Best (value_of_z (fst ao) (nth 0 point 0))) in
            if strict then
              l' <- mixture_of inner; need keep_to true others (tl (point_of l')); found
            else found
        | [] => None
        end
    | _, _ => None
    end.

  Definition find_claim (parts inner : list Q) : option trade_off_claim :=
    let none := match policies with [] => true | _ => false end in
    match asks with
    | Curve => None
    | Ratio => find_ratio
    | Achievable => if none then find_none else find_one parts
    | Value => if none then find_none else find_best parts inner
    end.
End Claim.

(* What does not fall stays in its component, as check.py asks; heights that are equal suffice. *)
Definition stays_or_falls a count (component : N -> N) (height : N -> nat) : bool :=
  all (fun x => all (fun c =>
    match branches (process_of a) c with
    | [] => true
    | l => existsb (fun b => (height (snd b) <? height x)%nat) l
        || all (fun b => (component (snd b) =? component x)%N) l
    end) (options (process_of a) x)) (numbers count).

Definition check_trade_off (asks : trade_off_asks) (q : trade_off_question) (w : trade_off_witness)
    : option trade_off_claim :=
  let m := of_model q in
  let a := arrays_of m in
  let count := List.length (options_of m) in
  let us := untils q in
  let k := most q in
  let all := asked q in
  let objs := objectives q in
  let cs := costs q in
  need closed_process a count;
  let nodes := found_nodes a us k (begins q) in
  let place := places k nodes in
  let number := index k place in
  let of_node {A} (t : table A) (zero : A) n :=
    match number n with
    | Some i => match get t i with Some x => x | None => zero end
    | None => zero
    end in
  let level := of_node (of_list (shown_levels w)) O in
  let lost n := negb (Nat.eqb (level n) 0) in
  let heights := of_list (shown_heights w) in
  let components := of_list (shown_components w) in
  let component x := match get components x with Some c => c | None => 0%N end in
  let height x := match get heights (component x) with Some h => h | None => O end in
  let bounds := map (fun b =>
    let t := of_pairs (flat_map (fun b => map (fun cn => (N.succ_pos (fst cn), snd cn # fst b))
      (snd b)) (snd b)) in
    Shown_bound (fst b) (of_node t 0)) (shown_bounds w) in
  let policies := map (fun p =>
    let actions := of_list (fst p) in
    let t := of_pairs (map (fun e => (N.succ_pos (fst e), snd e)) (snd p)) in
    let moves n := match number n with
      | Some i => match get t i with Some _ => true | None => false end
      | None => false
      end in
    Shown_policy (of_node actions O) moves
      (map (fun i n => nth i (of_node t [] n) 0) (seq 0 (List.length objs)))) (shown_policies w) in
  need stays_or_falls a count component height
    && closed_product a count us k (begins q) nodes place
    && heights_good a count us k objs cs height
    && levels_good a us k cs (begins q) nodes lost level;
  let rest := resting a us k objs cs nodes in
  need forallb (bound_holds a us k all cs nodes lost rest) bounds
    && forallb (policy_holds a us k all cs (begins q) nodes place) policies;
  find_claim asks q a us all bounds policies (shares w) (inside w).

Section Sound.
  Variable q : trade_off_question.
  Local Notation a := (arrays_of (of_model q)).
  Local Notation us := (untils q).
  Variable policies : list shown_policy.
  Hypothesis mixtures : forall l : list (Q * shown_policy),
    (forall p x, In (p, x) l -> 0 <= p /\ In x policies) -> E l (fun _ => 1) == 1 ->
    exists s, counting q s /\ forall i ao, nth_error (asked q) i = Some ao ->
      converges (z q ao s) (E l (fun p => nth i (z_point a us (asked q) (begins q) p) 0)).

  Lemma zip_onto_is {A B} (l : list A) : forall (m : list B) found r, zip_onto l m found = Some r ->
    r = app (rev' found) (combine l m) /\ List.length l = List.length m.
  Proof.
    induction l as [ | x l IH]; intros [ | y m] found r; cbn [zip_onto]; try discriminate.
    - intros e. injection e as <-. cbn. rewrite app_nil_r. auto.
    - intros e. destruct (IH m _ _ e) as [-> len]. split; [ | cbn; congruence].
      unfold rev'. rewrite <- !rev_alt. cbn [rev combine]. rewrite <- app_assoc. reflexivity.
  Qed.

  Lemma mixture_of_spec parts l : mixture_of policies parts = Some l ->
    (forall p x, In (p, x) l -> 0 <= p /\ In x policies) /\ E l (fun _ => 1) == 1 /\
    l = combine parts policies /\ List.length parts = List.length policies.
  Proof.
    unfold mixture_of. destruct (zip_onto parts policies []) as [r | ] eqn:e; [ | discriminate].
    destruct (is_mixture r) eqn:m; [ | discriminate]. intros H. injection H as <-.
    destruct (zip_onto_is _ _ _ _ e) as [-> len]. cbn [rev' app] in *.
    apply andb_prop in m as [pos one]. rewrite forallb_forall in pos.
    apply Qeq_bool_iff in one. rewrite E_reduced_is in one.
    split; [ | split; [exact one | split; [reflexivity | exact len]]].
    intros p x i. split; [apply Qle_bool_iff; exact (pos _ i) | exact (in_combine_r _ _ _ _ i)].
  Qed.

  Lemma nth_point l i ao : nth_error (asked q) i = Some ao ->
    nth i (point_of q a us (asked q) l) 0
    == E l (fun p => nth i (z_point a us (asked q) (begins q) p) 0).
  Proof.
    intros e. unfold point_of, mixed_point.
    assert (lt : (i < List.length (asked q))%nat) by (apply nth_error_Some; congruence).
    set (f := fun i => E_reduced l _).
    assert (N : nth_error (map f (seq 0 (List.length (asked q)))) i = Some (f i)).
    { rewrite nth_error_map. rewrite (nth_error_nth' (seq 0 (List.length (asked q))) O)
        by (rewrite seq_length; exact lt). rewrite seq_nth by exact lt. reflexivity. }
    rewrite (nth_error_nth _ _ _ N). unfold f. apply E_reduced_is.
  Qed.

  Lemma mixture_reached l : (forall p x, In (p, x) l -> 0 <= p /\ In x policies) ->
    E l (fun _ => 1) == 1 -> reached q (point_of q a us (asked q) l).
  Proof.
    intros H one. destruct (mixtures l H one) as [s [Hs C]]. exists s. split; [exact Hs | ].
    intros i ao e. destruct (C i ao e) as [lo hi]. assert (N := nth_point l i ao e).
    split; [exact (at_least_eq _ _ _ (Qeq_sym _ _ N) lo)
      | exact (at_most_eq _ _ _ (Qeq_sym _ _ N) hi)].
  Qed.

  Lemma keep_to_spec strictly l : forall point, keep_to a strictly l point = true ->
    forall i ao, nth_error l i = Some ao -> point_keeps strictly (fst ao, nth i point 0) = true.
  Proof.
    induction l as [ | o l IH]; intros [ | x point] K i ao e; try discriminate;
      [destruct i; discriminate | ].
    unfold keep_to in K. apply andb_prop in K as [len K]. cbn [combine forallb] in K.
    apply andb_prop in K as [K0 K]. destruct i as [ | i].
    - injection e as <-. exact K0.
    - apply (IH point); [ | exact e]. unfold keep_to. rewrite K, andb_true_r. exact len.
  Qed.

  Variable bounds : list shown_bound.
  Hypothesis bounds_hold : forall b, In b bounds ->
    bounded q (weights_of b) (top a us (asked q) (begins q) b).

  Lemma none_sound c : find_none q a us (asked q) bounds = Some c -> trade_off_means q c.
  Proof.
    unfold find_none. destruct bounds as [ | b [ | ]] eqn:eb; try discriminate. cbv zeta.
    destruct (_ && _) eqn:C; [ | discriminate]. intros H. injection H as <-.
    apply andb_prop in C as [C S]. apply andb_prop in C as [C le]. rewrite forallb_forall in C.
    unfold sum_of_bounds in *.
    set (total := E_reduced _ _) in *. set (W := top _ _ _ _ _) in *.
    assert (T : total == E (combine (weights_of b) (asked q)) (fun ao => least_z (fst ao)))
      by apply E_reduced_is.
    apply (not_achieved q (weights_of b) W).
    - apply bounds_hold. left. reflexivity.
    - intros w ao i. specialize (C _ i). apply andb_prop in C as [C1 C2]. cbn [fst snd] in *.
      split; [apply Qle_bool_iff; exact C1 | ]. apply orb_prop in C2 as [C2 | C2];
        [left; apply Qeq_bool_iff; exact C2 | right; exact C2].
    - rewrite <- T. apply Qle_bool_iff. exact le.
    - apply orb_prop in S as [S | S].
      + left. rewrite <- T. apply Qnot_le_lt. intros le'. apply Qle_bool_iff in le'.
        rewrite le' in S. discriminate.
      + right. apply existsb_exists in S as [[w ao] [i S]]. cbn [fst snd] in S.
        apply andb_prop in S as [S1 S2]. exists w, ao. split; [exact i | split; [ | exact S2]].
        apply Qnot_le_lt. intros le'. apply Qle_bool_iff in le'. rewrite le' in S1. discriminate.
  Qed.

  Lemma one_sound parts c : find_one q a us (asked q) bounds policies parts = Some c ->
    trade_off_means q c.
  Proof.
    unfold find_one. destruct bounds; [ | discriminate].
    destruct (mixture_of policies parts) as [l | ] eqn:e; [ | discriminate].
    destruct (keep_to _ _ _ _) eqn:K; [ | discriminate]. intros H. injection H as <-.
    destruct (mixture_of_spec _ _ e) as [L [one _]].
    apply (achieved q (point_of q a us (asked q) l)); [exact (mixture_reached l L one) | ].
    exact (keep_to_spec true _ _ K).
  Qed.

  Lemma nth_tl i (l : list Q) : nth i (tl l) 0 = nth (S i) l 0.
  Proof. destruct l; [destruct i; reflexivity | reflexivity]. Qed.

  Lemma best_sound parts inner c :
    find_best q a us (asked q) bounds policies parts inner = Some c -> trade_off_means q c.
  Proof.
    unfold find_best. destruct bounds as [ | b [ | ]] eqn:eb; try discriminate.
    assert (B := bounds_hold b (or_introl eq_refl)).
    destruct (asked q) as [ | ao others] eqn:ea; [discriminate | ]. rewrite <- ea in *.
    destruct (weights_of b) as [ | w ws] eqn:ew; [discriminate | ].
    destruct (mixture_of policies parts) as [l | ] eqn:e; [ | discriminate]. cbv zeta.
    destruct (_ && _) eqn:C; [ | discriminate]. apply andb_prop in C as [C V].
    apply andb_prop in C as [C K]. apply andb_prop in C as [w0 C]. rewrite forallb_forall in C.
    apply negb_true_iff in w0.
    assert (w1 : 0 < w).
    { apply Qnot_le_lt. intros le. apply Qle_bool_iff in le. congruence. }
    destruct (mixture_of_spec _ _ e) as [L [one [l_is len]]].
    set (point := point_of q a us (asked q) l) in *.
    assert (good : forall u o, In (u, o) (combine ws others) -> 0 <= u /\ has_bound (fst o) = true).
    { intros u o i. specialize (C _ i). apply andb_prop in C as [C1 C2].
      split; [apply Qle_bool_iff; exact C1 | exact C2]. }
    assert (W : top a us (asked q) (begins q) b == w * nth 0 point 0
      + E (combine ws others) (fun o => least_z (fst o))).
    { apply Qeq_bool_iff in V. rewrite V. unfold sum_of_bounds. rewrite E_reduced_is. reflexivity. }
    assert (K1 : forall i o, nth_error others i = Some o ->
      point_keeps (negb (existsb (fun o : aim * objective (process_of a) => is_strict (fst o))
        others)) (fst o, nth (S i) point 0) = true).
    { intros i o eo. rewrite <- nth_tl. exact (keep_to_spec _ _ _ K i o eo). }
    destruct (existsb (fun o : aim * objective (process_of a) => is_strict (fst o)) others) eqn:st;
      cbn [negb] in K1.
    - destruct (mixture_of policies inner) as [l' | ] eqn:e'; [ | discriminate].
      destruct (keep_to a true others _) eqn:K'; [ | discriminate]. intros H. injection H as <-.
      destruct (mixture_of_spec _ _ e') as [L' [one' [l_is' len']]].
      apply (best_limit q ao others ea w ws _ w1 good B point (point_of q a us (asked q) l'));
        [ | exact K1 | | exact W | exact st].
      + intros t t0 t1.
        set (both := app (map (fun b => ((1 - t) * fst b, snd b)) l)
          (map (fun b => (t * fst b, snd b)) l')).
        assert (scaled : forall (x : Q) (m : list (Q * shown_policy)) f,
          E (map (fun b => (x * fst b, snd b)) m) f == x * E m f).
        { intros x m f. induction m as [ | [p y] m IH]; cbn [map E fst snd]; [ring | ].
          rewrite IH. ring. }
        destruct (mixtures both) as [s [Hs M]].
        * intros p x i. apply in_app_or in i as [i | i]; apply in_map_iff in i as [[p' y] [ei i]];
            cbn [fst snd] in ei; injection ei as <- <-;
            [destruct (L _ _ i) as [p0 ip] | destruct (L' _ _ i) as [p0 ip]];
            (split; [apply Qmult_le_0_compat; lra | exact ip]).
        * unfold both. rewrite E_app, !scaled, one, one'. ring.
        * exists s. split; [exact Hs | ]. intros i o eo. destruct (M i o eo) as [lo hi].
          assert (EQ : E both (fun p => nth i (z_point a us (asked q) (begins q) p) 0)
            == (1 - t) * nth i point 0 + t * nth i (point_of q a us (asked q) l') 0).
          { unfold both. rewrite E_app, !scaled. unfold point. rewrite !(nth_point _ i o eo).
            reflexivity. }
          split; [exact (at_least_eq _ _ _ EQ lo) | exact (at_most_eq _ _ _ EQ hi)].
      + intros i o eo. rewrite <- nth_tl. exact (keep_to_spec _ _ _ K' i o eo).
    - intros H. injection H as <-.
      exact (best q ao others ea w ws _ w1 good B point (mixture_reached l L one) K1 W st).
  Qed.

  Lemma ratio_sound c : find_ratio q a us (asked q) bounds policies = Some c ->
    trade_off_means q c.
  Proof.
    unfold find_ratio. destruct policies as [ | p [ | ]] eqn:ep; try discriminate.
    destruct bounds as [ | b [ | ]] eqn:eb; try discriminate.
    assert (B := bounds_hold b (or_introl eq_refl)).
    destruct (asked q) as [ | both [ | condition [ | ]]] eqn:ea; try discriminate.
    rewrite <- ea in *. cbv zeta. destruct (weights_of b) as [ | w [ | u [ | ]]] eqn:ew;
      try discriminate.
    set (point := z_point a us (asked q) (begins q) p).
    set (y := sign (fst condition) * nth 1 point 0).
    destruct (_ && _) eqn:C; [ | discriminate]. intros H. injection H as <-.
    apply andb_prop in C as [C same]. apply andb_prop in C as [C c2].
    apply andb_prop in C as [C c1].
    apply andb_prop in C as [C t0]. apply andb_prop in C as [C u1]. apply andb_prop in C as [y0 w1].
    apply negb_true_iff in y0, c1, c2. apply Bool.eqb_prop in same. apply Qle_bool_iff in t0.
    apply Qeq_bool_iff in w1, u1. change (Qle_bool y 0 = false) in y0.
    assert (y1 : 0 < y).
    { apply Qnot_le_lt. intros le. apply Qle_bool_iff in le. congruence. }
    apply (best_ratio q both condition point (top a us (asked q) (begins q) b) ea c1 c2 same);
      [ | exact y1 | | exact t0].
    - destruct (mixtures [(1, p)]) as [s [Hs M]].
      + intros p' x [i | []]. injection i as <- <-. split; [lra | left; reflexivity].
      + cbn. ring.
      + exists s. split; [exact Hs | ]. intros i ao e. destruct (M i ao e) as [lo hi].
        cbn [E] in lo, hi. fold point in lo, hi.
        assert (EQ : 1 * nth i point 0 + 0 == nth i point 0) by ring.
        split; [exact (at_least_eq _ _ _ EQ lo) | exact (at_most_eq _ _ _ EQ hi)].
    - intros s Hs. apply (finally_at_most_le _ (fun n => E (combine [w; u] (asked q))
        (fun ao => z q ao s n))); [ | exact (B s Hs)].
      intros n. rewrite ea. cbn [combine E]. rewrite w1, u1. apply Qle_refl.
  Qed.

  Theorem claim_sound asks parts inner c :
    find_claim asks q a us (asked q) bounds policies parts inner = Some c -> trade_off_means q c.
  Proof.
    unfold find_claim. cbv zeta. destruct asks; [discriminate | | | exact (ratio_sound c)];
      destruct (match policies with [] => true | _ => false end);
      [exact (none_sound c) | exact (best_sound parts inner c) | exact (none_sound c)
      | exact (one_sound parts c)].
  Qed.
End Sound.

Theorem trade_off_sound asks q w c : check_trade_off asks q w = Some c -> trade_off_means q c.
Proof.
  unfold check_trade_off. cbv zeta. set (a := arrays_of (of_model q)).
  set (count := List.length (options_of (of_model q))).
  destruct (closed_process a count) eqn:PC; [ | discriminate].
  set (nodes := found_nodes _ _ _ _). set (place := places _ nodes).
  destruct (_ && _) eqn:C; [ | discriminate]. apply andb_prop in C as [C LV].
  apply andb_prop in C as [C HG]. apply andb_prop in C as [_ CP].
  destruct (_ && _) eqn:C; [ | discriminate]. apply andb_prop in C as [BH PH].
  rewrite forallb_forall in BH, PH. intros H.
  apply (claim_sound q) in H; [exact H | | ].
  - intros l Hl one.
    apply (mixture_sound q count nodes place _ eq_refl PC CP HG l); [ | exact one].
    intros p x i. destruct (Hl p x i) as [p0 ix]. split; [exact p0 | exact (PH x ix)].
  - intros b ib. exact (bound_sound q count nodes place _ eq_refl PC CP HG _ _ b LV (BH b ib)).
Qed.

(* A ratio is an answer to that question only. *)
Theorem ratio_asked asks q w v : check_trade_off asks q w = Some (Best_ratio v) -> asks = Ratio.
Proof.
  unfold check_trade_off. cbv zeta. destruct (closed_process _ _); [ | discriminate].
  destruct (_ && _); [ | discriminate]. destruct (_ && _); [ | discriminate].
  unfold find_claim. destruct asks; try discriminate; try reflexivity;
    destruct (match _ with [] => true | _ => false end);
    unfold find_none, find_one, find_best;
    repeat (match goal with |- match ?x with _ => _ end = _ -> _ => destruct x end;
      try discriminate).
Qed.
