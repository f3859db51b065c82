(* The product of a process and what is remembered of several objectives: a status of each until
   and of each cost's goal, and the number of steps up to the largest that is asked about. It is the
   process unfolded, so the policies of both pay the same; what an until pays in it is the
   probability of the until, what a cost pays is the reward until the goal; and untils that are won
   fall in a height, the number of those that are open.

   Statuses, steps and pay are those of Product of exactbox/checker/trade_off.py. *)
From Coq Require Import QArith List Lia Lqa Setoid Bool.
From exactbox Require Import Definitions Plays Players Reach Settling Potentials Unfolded TradeOff.
Import ListNotations.
Local Open Scope Q_scope.

Section Product.
  Variable P : process.
  Variable untils : list (until_of P).
  Variable most : nat.

  Variable weighted_pay : memory -> choice P -> Q.
  Local Notation remember := (remember P untils most).
  Local Notation product := (product P untils most weighted_pay).
  Local Notation objective := (objective P).
  Local Notation at_end := (at_end P untils).
  Local Notation pay_of := (pay_of P untils most).
  Local Notation judge_end := (judge_end P).

  Lemma nth_updated (f : until_of P -> status -> status) j u now :
    nth_error untils j = Some u -> nth j now Lost <> Lost ->
    nth j (map (fun b => f (fst b) (snd b)) (combine untils now)) Lost = f u (nth j now Lost).
  Proof.
    revert j now. induction untils as [ | u' l IH]; intros [ | j] [ | a now] e d;
      try discriminate; cbn in *; try congruence. exact (IH j now e d).
  Qed.

  Lemma nth_lost (f : until_of P -> status -> status) j now : (forall u, f u Lost = Lost) ->
    nth j now Lost = Lost ->
    nth j (map (fun b => f (fst b) (snd b)) (combine untils now)) Lost = Lost.
  Proof.
    intros F. revert j now. induction untils as [ | u' l IH]; intros [ | j] [ | a now] e;
      cbn in *; try reflexivity; [rewrite e; apply F | exact (IH j now e)].
  Qed.

  Lemma remember_status j u m c t : nth_error untils j = Some u -> status_of j m = Open ->
    status_of j (remember m c t) = judge u Open (Nat.min (S (snd m)) most) t.
  Proof.
    intros e o. unfold status_of in *. rewrite <- o. cbn [ProductDefinitions.remember fst].
    apply (nth_updated (fun u' now => judge u' now (Nat.min (S (snd m)) most) t)); congruence.
  Qed.

  Lemma remember_done j m c t : status_of j m <> Open -> status_of j (remember m c t) <> Open.
  Proof.
    unfold status_of, ProductDefinitions.remember. cbn [fst].
    generalize (Nat.min (S (snd m)) most). intros k.
    destruct m as [now k0]. cbn [fst snd]. clear k0. revert j now.
    induction untils as [ | u l IH]; intros [ | j] [ | o now] f; cbn in *; try discriminate.
    - destruct o; [contradiction | | ]; discriminate.
    - exact (IH j now f).
  Qed.

  (* Of one until, or of one cost. *)
  Section One.
    Variable j : nat.
    Variable u : until_of P.
    Hypothesis asked : nth_error untils j = Some u.
    Variable s : policy P.

    Definition until_pay (c : memory * choice P) : Q :=
      if is_open (status_of j (fst c)) then
        match branches P (snd c) with
        | [] => one (ended u)
        | l => E (probabilities l) (fun t => one (goal u t))
        end
      else 0.

    Definition cost_pay (r : choice P -> Q) (c : memory * choice P) : Q :=
      if is_open (status_of j (fst c)) then r (snd c) else 0.

    Local Notation pays f := (J_with P memory remember weighted_pay (sums (P := product) f) s).

    Lemma done_pays_nothing f : (forall m c, status_of j m <> Open -> f (m, c) == 0) ->
      forall n m past x, status_of j m <> Open -> pays f n m past x == 0.
    Proof.
      intros F. induction n as [ | n IH]; intros m past x d; cbn [J_with sums stop];
        [reflexivity | ].
      rewrite (E_eq _ _ (fun _ => 0)); [rewrite E_const; ring | ]. intros p c _.
      cbn [paid over discount sums]. rewrite (F m c d).
      destruct (branches P c) as [ | b l]; [ring | ].
      rewrite (E_eq _ _ (fun _ => 0)); [rewrite E_const; ring | ]. intros q t _.
      exact (IH _ _ t (remember_done j m c t d)).
    Qed.

    (* The steps that are left, of n. *)
    Definition left (n : nat) (m : memory) : nat :=
      match limit u with Some k => Nat.min n (k - snd m) | None => n end.

    Theorem until_pays n : (forall k, limit u = Some k -> (k <= most)%nat) ->
      forall m past x, status_of j m = Open ->
      (forall k, limit u = Some k -> (snd m < k)%nat) -> goal u x = false -> stay u x = true ->
      pays until_pay n m past x == J P (reach (goal u) (stay u) (ended u)) s (left n m) past x.
    Proof.
      intros enough. induction n as [ | n IH]; intros m past x o lt g w.
      { assert (e : left O m = O) by (unfold left; destruct (limit u); reflexivity). rewrite e.
        cbn [J_with J sums reach stop]. rewrite g, w. reflexivity. }
      set (k := Nat.min (S (snd m)) most).
      assert (e : exists n', left (S n) m = S n' /\
        forall now, left n (now, k) = n').
      { unfold left. destruct (limit u) as [a | ] eqn:el; [ | exists n; split; reflexivity].
        specialize (enough a eq_refl). specialize (lt a eq_refl).
        exists (Nat.min n (a - k)). split; [unfold k; lia | reflexivity]. }
      destruct e as [n' [-> left_n]]. cbn [J_with J sums reach stop]. rewrite g, w.
      apply E_eq. intros p c _. cbn [paid over discount sums reach]. unfold until_pay at 1.
      cbn [fst snd]. rewrite o. cbn [is_open].
      destruct (branches P c) as [ | b l] eqn:eb; [destruct (ended u); cbn; ring | ].
      rewrite Qmult_1_l, Qplus_0_l, Qmult_1_l, <- E_plus. apply E_eq. intros q t _.
      assert (R := remember_status j u m c t asked o). fold k in R. unfold judge in R.
      assert (S : forall h, J P (reach (goal u) (stay u) (ended u)) s n' h t
        == if goal u t then 1 else if stay u t
           then J P (reach (goal u) (stay u) (ended u)) s n' h t else 0).
      { intros h. destruct n'; cbn [J reach stop]; destruct (goal u t); try reflexivity;
          destruct (stay u t); reflexivity. }
      rewrite S. clear S. destruct (goal u t) eqn:gt; cbn [one].
      - rewrite done_pays_nothing; [ring | | congruence]. intros m' c' d. unfold until_pay.
        cbn [fst]. destruct (status_of j m'); [contradiction | | ]; reflexivity.
      - assert (none : status_of j (remember m c t) = Lost ->
          pays until_pay n (remember m c t) ((x, c) :: past) t == 0).
        { intros el. apply done_pays_nothing; [ | congruence]. intros m' c' d. unfold until_pay.
          cbn [fst]. destruct (status_of j m'); [contradiction | | ]; reflexivity. }
        destruct (limit u) as [a | ] eqn:el.
        + destruct (a <=? k)%nat eqn:late.
          * rewrite (none R). apply Nat.leb_le in late.
            assert (e : n' = O).
            { rewrite <- (left_n []). unfold left. rewrite el. cbn [snd]. lia. }
            subst n'. cbn [J reach stop]. rewrite gt. destruct (stay u t); reflexivity.
          * destruct (stay u t) eqn:st; [ | rewrite (none R); reflexivity].
            rewrite <- (left_n (fst (remember m c t))). rewrite Qplus_0_l.
            apply (IH (remember m c t)); try assumption. intros a' ea. injection ea as <-.
            apply Nat.leb_gt in late. exact late.
        + destruct (stay u t) eqn:st; [ | rewrite (none R); reflexivity].
          rewrite <- (left_n (fst (remember m c t))). rewrite Qplus_0_l.
          apply (IH (remember m c t)); try assumption. intros a ea. discriminate.
    Qed.

    (* All rewards r until the goal. *)
    Theorem cost_pays r n : limit u = None -> (forall t, stay u t = true) ->
      forall m past x, status_of j m = Open -> goal u x = false ->
      pays (cost_pay r) n m past x == J P {| paid := r;
        stop x := if goal u x then Some 0 else None; over := 0; discount := 1 |} s n past x.
    Proof.
      intros el all. induction n as [ | n IH]; intros m past x o g; cbn [J_with J sums stop];
        rewrite g; [reflexivity | ].
      apply E_eq. intros p c _. cbn [paid over discount sums]. unfold cost_pay at 1. cbn [fst snd].
      rewrite o. cbn [is_open]. apply Qplus_comp; [reflexivity | ].
      destruct (branches P c) as [ | b l]; [reflexivity | ]. apply Qmult_comp; [reflexivity | ].
      apply E_eq. intros q t _. assert (R := remember_status j u m c t asked o).
      unfold judge in R. rewrite el, all in R. destruct (goal u t) eqn:gt.
      - rewrite done_pays_nothing; [ | | congruence].
        { destruct n; cbn [J stop]; rewrite gt; reflexivity. }
        intros m' c' d. unfold cost_pay. cbn [fst].
        destruct (status_of j m'); [contradiction | | ]; reflexivity.
      - exact (IH _ _ t R gt).
    Qed.
  End One.

  (* The policies of the process and of the product pay the same. *)
  Theorem same_policies nodes first x : closed P (options P) nodes -> In x nodes ->
    (forall s, allowed P s -> exists t, allowed product t /\ forall y n,
      J product y t n [] (first, x) == J_with P memory remember weighted_pay y s n first [] x) /\
    (forall t, allowed product t -> exists s, allowed P s /\ forall y n,
      J product y t n [] (first, x) == J_with P memory remember weighted_pay y s n first [] x).
  Proof.
    intros inside i. split.
    - intros s Hs. exists (raised P memory remember weighted_pay s).
      split; [exact (raised_allowed P memory remember weighted_pay s Hs) | ]. intros y n.
      exact (raised_pays P memory remember weighted_pay y s n [] first x).
    - intros t Ht. exists (lowered P memory remember weighted_pay first t).
      split; [exact (lowered_allowed P memory remember weighted_pay first t Ht) | ]. intros y n.
      symmetry.
      exact (lowered_pays P memory remember weighted_pay y first nodes inside t Ht n [] x i).
  Qed.

  (* Heights in which what pays falls: the number of open statuses, the steps to come, and for
     totals without steps those of the process. *)
  Definition opens (n : memory * state P) : nat := length (filter is_open (fst (fst n))).
  Definition steps_to_come (n : memory * state P) : nat := most - snd (fst n).

  Lemma opens_fall m c t x : (opens (remember m c t, t) <= opens (m, x))%nat /\
    ((exists j, status_of j m = Open /\ status_of j (remember m c t) <> Open) ->
      (opens (remember m c t, t) < opens (m, x))%nat).
  Proof.
    unfold opens, status_of, ProductDefinitions.remember. cbn [fst].
    generalize (Nat.min (S (snd m)) most). intros k.
    destruct m as [now k0]. cbn [fst snd]. clear k0. revert now.
    induction untils as [ | u l IH]; intros [ | o now]; cbn [combine map filter length fst snd].
    - split; [lia | intros [[ | j] [e _]]; discriminate].
    - split; [lia | ]. intros [j [e _]].
      assert (i : In Open (o :: now)).
      { rewrite <- e. apply nth_In. apply Nat.nle_gt. intros le.
        rewrite (nth_overflow (o :: now) Lost le) in e. discriminate. }
      destruct (in_split _ _ i) as [l1 [l2 e2]].
      change (0 < length (filter is_open (o :: now)))%nat.
      rewrite e2, filter_app, app_length. cbn. lia.
    - split; [lia | intros [[ | j] [e _]]; discriminate].
    - destruct (IH now) as [L1 L2]. destruct o; cbn [is_open].
      + destruct (judge u Open k t) eqn:ej; cbn [is_open length]; (split; [lia | ]).
        * intros [[ | j] [e d]]; cbn [nth] in *; [congruence | ].
          specialize (L2 (ex_intro _ j (conj e d))). lia.
        * intros _. lia.
        * intros _. lia.
      + cbn [judge is_open]. split; [exact L1 | ]. intros [[ | j] [e d]]; cbn [nth] in *;
          [discriminate | exact (L2 (ex_intro _ j (conj e d)))].
      + cbn [judge is_open]. split; [exact L1 | ]. intros [[ | j] [e d]]; cbn [nth] in *;
          [discriminate | exact (L2 (ex_intro _ j (conj e d)))].
  Qed.

  Lemma product_branches m c w n : In (w, n) (branches product (m, c)) ->
    exists t, In (w, t) (branches P c) /\ n = (remember m c t, t).
  Proof.
    intros i. apply in_map_iff in i as [[w' t] [e i]]. cbn [fst snd] in e. injection e as <- <-.
    exists t. split; [exact i | reflexivity].
  Qed.

  Lemma branch_of_product m c w t : In (w, t) (branches P c) ->
    In (w, (remember m c t, t)) (branches product (m, c)).
  Proof. intros i. exact (in_map (fun b => (fst b, (remember m c (snd b), snd b))) _ (w, t) i). Qed.

  Theorem opens_hold m x c : falls product opens (m, x) (m, c) \/ stays product opens (m, x) (m, c).
  Proof.
    destruct (existsb (fun b => opens (remember m c (snd b), snd b) <? opens (m, x))%nat
      (branches P c)) eqn:e; [left; right | right].
    - apply existsb_exists in e as [[w t] [i lt]]. apply Nat.ltb_lt in lt.
      exists w, (remember m c t, t). split; [exact (branch_of_product m c w t i) | exact lt].
    - intros w n i. apply product_branches in i as [t [i ->]].
      destruct (opens_fall m c t x) as [le _]. apply Nat.le_antisymm; [exact le | ].
      apply Nat.nlt_ge. intros lt. apply Nat.ltb_lt in lt.
      assert (C : existsb (fun b => opens (remember m c (snd b), snd b) <? opens (m, x))%nat
        (branches P c) = true); [ | congruence].
      apply existsb_exists. exists (w, t). split; [exact i | exact lt].
  Qed.

  Theorem won_falls js m x c w t : all_won js m = false -> In (w, t) (branches P c) ->
    all_won js (remember m c t) = true -> falls product opens (m, x) (m, c).
  Proof.
    intros before i now. right. exists w, (remember m c t, t).
    split; [exact (branch_of_product m c w t i) | ]. apply opens_fall.
    induction js as [ | j js IH]; [discriminate | ]. cbn [all_won forallb] in *.
    apply andb_true_iff in now as [nj now].
    destruct (status_of j m) eqn:e.
    - exists j. split; [exact e | ]. destruct (status_of j (remember m c t)); congruence.
    - exact (IH before now).
    - assert (d : status_of j (remember m c t) = Lost).
      { exact (nth_lost (fun u now => judge u now (Nat.min (S (snd m)) most) t) j (fst m)
          (fun u => eq_refl) e). }
      rewrite d in nj. discriminate.
  Qed.

  Theorem steps_hold m x c :
    ((snd m < most)%nat -> falls product steps_to_come (m, x) (m, c)) /\
    ((most <= snd m)%nat -> stays product steps_to_come (m, x) (m, c)).
  Proof.
    split.
    - intros lt. destruct (branches P c) as [ | [w t] l] eqn:e.
      + left. cbn [branches ProductDefinitions.product unfolded snd]. rewrite e. reflexivity.
      + right. exists w, (remember m c t, t). split.
        * apply branch_of_product. rewrite e. left. reflexivity.
        * unfold steps_to_come, ProductDefinitions.remember. cbn [fst snd]. lia.
    - intros le w n i. apply product_branches in i as [t [_ ->]].
      unfold steps_to_come, ProductDefinitions.remember. cbn [fst snd]. lia.
  Qed.

  Theorem process_heights_hold h m x c :
    (falls P h x c -> falls product (fun n => h (snd n)) (m, x) (m, c)) /\
    (stays P h x c -> stays product (fun n => h (snd n)) (m, x) (m, c)).
  Proof.
    split.
    - intros [e | [w [t [i lt]]]]; [left | right].
      + cbn [branches ProductDefinitions.product unfolded snd]. rewrite e. reflexivity.
      + exists w, (remember m c t, t). split; [exact (branch_of_product m c w t i) | exact lt].
    - intros st w n i. apply product_branches in i as [t [i ->]]. exact (st w t i).
  Qed.

  (* A conjunction of one until pays as said of the until above. *)
  Theorem conjunction_of_one j u n : nth_error untils j = Some u ->
    pay_of (Conjunction P [j]) n == until_pay j u n.
  Proof.
    intros e. destruct n as [m c]. unfold until_pay.
    cbn [ProductDefinitions.pay_of all_won forallb fst snd].
    destruct (status_of j m) eqn:o; cbn [andb is_open]; [ | reflexivity | ].
    - destruct (branches P c) as [ | b l].
      + unfold status_of in *. cbn [ProductDefinitions.at_end fst].
        rewrite (nth_updated judge_end j u _ e) by congruence. rewrite o. cbn.
        destruct (ended u); reflexivity.
      + apply E_eq. intros p t _. rewrite (remember_status j u m c t e o). unfold judge.
        destruct (goal u t); [reflexivity | ].
        destruct (match limit u with Some k => _ | None => _ end); [reflexivity | ].
        destruct (stay u t); reflexivity.
    - destruct (branches P c) as [ | b l].
      + assert (d : status_of j (at_end m) = Lost)
          by exact (nth_lost judge_end j (fst m) (fun u => eq_refl) o).
        rewrite d. reflexivity.
      + rewrite (E_eq _ _ (fun _ => 0)); [rewrite E_const; ring | ]. intros p t _.
        assert (d : status_of j (remember m c t) = Lost)
          by exact (nth_lost (fun u now => judge u now (Nat.min (S (snd m)) most) t) j (fst m)
            (fun u => eq_refl) o). rewrite d. reflexivity.
  Qed.

  (* The rewards of the first k steps. *)
  Theorem first_pays k r s n : (k <= most)%nat -> forall m past x,
    J_with P memory remember weighted_pay (sums (P := product) (pay_of (First P k r))) s n m past x
    == J P (sums r) s (Nat.min n (k - snd m)) past x.
  Proof.
    intros enough. induction n as [ | n IH]; intros m past x; cbn [J_with sums stop];
      [reflexivity | ].
    destruct (Nat.lt_ge_cases (snd m) k) as [lt | ge].
    - replace (Nat.min (S n) (k - snd m)) with (S (Nat.min n (k - S (snd m)))) by lia.
      cbn [J sums stop]. apply E_eq. intros p c _.
      cbn [paid over discount sums ProductDefinitions.pay_of].
      apply Nat.ltb_lt in lt as e. rewrite e. apply Qplus_comp; [reflexivity | ].
      apply Qmult_comp; [reflexivity | ]. destruct (branches P c) as [ | b l]; [reflexivity | ].
      apply E_eq. intros q t _. rewrite (IH (remember m c t)).
      cbn [ProductDefinitions.remember snd].
      rewrite (Nat.min_l (S (snd m)) most) by lia. reflexivity.
    - replace (Nat.min (S n) (k - snd m)) with O by lia. cbn [J sums stop].
      rewrite (E_eq _ _ (fun _ => 0)); [rewrite E_const; ring | ]. intros p c _.
      cbn [paid over discount sums ProductDefinitions.pay_of]. apply Nat.ltb_ge in ge as e.
      rewrite e.
      destruct (branches P c) as [ | b l]; [ring | ].
      rewrite (E_eq _ _ (fun _ => 0)); [rewrite E_const; ring | ]. intros q t _.
      rewrite (IH (remember m c t)). cbn [ProductDefinitions.remember snd].
      replace (Nat.min n (k - Nat.min (S (snd m)) most)) with O by lia. reflexivity.
  Qed.

  Theorem total_pays r s n : forall m past x,
    J_with P memory remember weighted_pay (sums (P := product) (pay_of (Total P r))) s n m past x
    == J P (sums r) s n past x.
  Proof.
    induction n as [ | n IH]; intros m past x; cbn [J_with J sums stop]; [reflexivity | ].
    apply E_eq. intros p c _. cbn [paid over discount sums ProductDefinitions.pay_of].
    apply Qplus_comp; [reflexivity | ]. apply Qmult_comp; [reflexivity | ].
    destruct (branches P c) as [ | b l]; [reflexivity | ].
    apply E_eq. intros q t _. exact (IH _ _ t).
  Qed.

  Variable objectives : list objective.

  (* An objective without a goal pays. *)
  Definition pays (n : memory * choice P) : bool := existsb (fun o =>
    match o with Cost _ _ _ => false | _ => negb (Qeq_bool (pay_of o n) 0) end) objectives.

  (* Those within reach, perhaps, of all pairs. *)
  Variable nodes : list (state P).
  Variable pairs : list (memory * state P).
  Hypothesis of_nodes : forall n, In n pairs -> In (snd n) nodes.

  (* So what pays falls, if by the heights of the process totals pay finitely often. *)
  Theorem product_falls h :
    (forall x c, In x nodes -> In c (options P x) ->
      falls P h x c \/ stays P h x c /\ forall r, In (Total P r) objectives -> r c == 0) ->
    (forall k r, In (First P k r) objectives -> (k <= most)%nat) ->
    heights_fall product (options product) pairs pays
      [opens; steps_to_come; fun n => h (snd n)].
  Proof.
    intros H enough. split.
    - intros g [m x] c ig i j. apply of_nodes in i. cbn [snd] in i.
      apply in_map_iff in j as [o [<- j]]. cbn [fst snd] in *.
      destruct ig as [<- | [<- | [<- | []]]]; [exact (opens_hold m x o) | | ].
      + destruct (Nat.lt_ge_cases (snd m) most) as [lt | ge];
          [left; exact (proj1 (steps_hold m x o) lt) | right; exact (proj2 (steps_hold m x o) ge)].
      + destruct (H x o i j) as [f | [st _]];
          [left; exact (proj1 (process_heights_hold h m x o) f)
          | right; exact (proj2 (process_heights_hold h m x o) st)].
    - intros [m x] c i j p. apply of_nodes in i. cbn [snd] in i.
      apply in_map_iff in j as [o [<- j]]. cbn [fst snd] in *.
      apply existsb_exists in p as [b [ib p]]. destruct b as [js | b r | r | k r];
        [ | discriminate | | ]; apply negb_true_iff, Qeq_bool_neq in p;
          cbn [ProductDefinitions.pay_of] in p.
      + exists opens. split; [left; reflexivity | ].
        destruct (all_won js m) eqn:before; [exfalso; apply p; reflexivity | ].
        destruct (branches P o) as [ | d l] eqn:eb.
        { left. cbn [branches ProductDefinitions.product unfolded snd]. rewrite eb. reflexivity. }
        rewrite <- eb in p.
        destruct (existsb (fun d => all_won js (remember m o (snd d))) (branches P o)) eqn:e.
        * apply existsb_exists in e as [[w t] [it now]].
          exact (won_falls js m x o w t before it now).
        * exfalso. apply p. clear p.
          rewrite (E_eq _ _ (fun _ => 0)); [rewrite E_const; ring | ]. intros q t it.
          apply probabilities_in in it as [w [it _]].
          destruct (all_won js (remember m o t)) eqn:now; [ | reflexivity]. exfalso.
          rewrite <- Bool.not_true_iff_false in e. apply e. apply existsb_exists.
          exists (w, t). split; [exact it | exact now].
      + exists (fun n => h (snd n)). split; [right; right; left; reflexivity | ].
        apply process_heights_hold. destruct (H x o i j) as [f | [_ zero]]; [exact f | ].
        destruct (p (zero r ib)).
      + exists steps_to_come. split; [right; left; reflexivity | ]. apply steps_hold.
        specialize (enough k r ib). destruct (snd m <? k)%nat eqn:lt.
        * apply Nat.ltb_lt in lt. lia.
        * exfalso. apply p. reflexivity.
  Qed.

  (* The goals of all costs stay won. *)
  Variable costs : list nat.
  Hypothesis known : forall j, In j costs -> exists u, nth_error untils j = Some u.

  Local Notation goals_won := (goals_won P costs).
  Local Notation ends_early := (ends_early P untils costs).

  Lemma all_won_updated (f : until_of P -> status -> status) now k k' :
    (forall u, f u Won = Won) -> all_won costs (now, k) = true ->
    all_won costs (map (fun b => f (fst b) (snd b)) (combine untils now), k') = true.
  Proof.
    intros F H. unfold all_won in *. rewrite forallb_forall in *. intros j i. specialize (H j i).
    destruct (known j i) as [u e]. unfold status_of in *. cbn [fst] in *.
    assert (won : nth j now Lost = Won) by (destruct (nth j now Lost); congruence).
    rewrite (nth_updated f j u now e) by congruence. rewrite won, F. reflexivity.
  Qed.

  Theorem product_goals :
    goals_hold product (options product) pairs goals_won ends_early.
  Proof.
    split.
    - intros [[now k] x] c _ w j. apply in_map_iff in j as [o [<- _]].
      unfold ProductDefinitions.goals_won in w.
      cbn [fst snd] in *. split.
      + unfold ProductDefinitions.ends_early. cbn [fst snd]. destruct (branches P o);
        [ | reflexivity].
        apply negb_false_iff. exact (all_won_updated judge_end now k k (fun u => eq_refl) w).
      + intros p n i. apply product_branches in i as [t [_ ->]].
        unfold ProductDefinitions.goals_won. cbn [fst].
        apply (all_won_updated (fun u now => judge u now (Nat.min (S k) most) t) now k); auto.
    - intros [m o] e. unfold ProductDefinitions.ends_early in e. cbn [fst snd] in e.
      cbn [branches ProductDefinitions.product unfolded snd]. destruct (branches P o);
      [reflexivity | discriminate].
  Qed.

  (* All together: no policy of the process pays more than v, of the weighted sum r of all. *)
  Theorem trade_off_bound h lost level (r : choice product -> Q) v k first x :
    closed P (options P) nodes -> closed product (options product) pairs ->
    In (first, x) pairs ->
    (forall z c, In z nodes -> In c (options P z) ->
      falls P h z c \/ stays P h z c /\ forall r, In (Total P r) objectives -> r c == 0) ->
    (forall k r, In (First P k r) objectives -> (k <= most)%nat) ->
    levels_hold product (options product) pairs goals_won (fun c => ends_early c = true) lost
      level ->
    (forall n c, In n pairs -> lost n = false -> In c (options product n) ->
      avoid product ends_early lost c = true \/ worth product (sums r) v c <= v n) ->
    (forall n, In n pairs -> rests product (options product) goals_won pays k n = true ->
      0 <= v n) ->
    lost (first, x) = false ->
    forall s, allowed P s ->
    at_least (fun n => J_with P memory remember weighted_pay
      (win product goals_won ends_early) s n first [] x) 1 ->
    finally_at_most (fun n => J_with P memory remember weighted_pay
      (sums (P := product) r) s n first [] x) (v (first, x)).
  Proof.
    intros inside inside' i falling enough levels step rest live s Hs R.
    destruct (same_policies nodes first x inside (of_nodes _ i)) as [same _].
    destruct (same s Hs) as [t [Ht e]]. intros eps e0.
    destruct (no_policy_pays_more product (options product) pairs inside' goals_won ends_early
      product_goals lost level levels pays _ (product_falls h falling enough) r v step k t
      (first, x) rest Ht i live
      (at_least_same _ _ _ (fun n => Qeq_sym _ _ (e (win product goals_won ends_early) n)) R)
      eps e0) as [b Hb].
    exists b. intros l nd Hl. apply Hb; [exact nd | ]. intros n j. cbn beta.
    rewrite (e (sums r) n). exact (Hl n j).
  Qed.
End Product.
