(* The checker of certificates about explicit processes: from a question and a witness, as a file
   has them, to what each initial state is worth; and the proof that this is so.

   Like check of exactbox/checker/objectives.py. *)
From Coq Require Import QArith List Lia Lqa Bool ZArith NArith FMapPositive.
From exactbox Require Import Definitions Arrays Plays Players Kernel Tables Prepare Checkers.
From exactbox Require Import Cost ReachChecker TotalChecker DiscountedChecker CostChecker.
From exactbox Require Import MeanPayoffChecker SignedTotalChecker Backward Questions.
Import ListNotations.
Local Open Scope Q_scope.

(* The witness of a file. If there are upper values, the values bound from below, those from
   above. *)
Record evidence := Evidence {
  policy_of_states : list N;         (* which of its options each state takes *)
  values : blocks;
  upper_values : option blocks;
  ranks : list N;
  infinite_states : list N;
  levels : list N;
  components : list N;
  heights : list N;
  biases : blocks }.

Lemma in_numbers n x : In x (numbers n) <-> (x < N.of_nat n)%N.
Proof.
  assert (from : forall n first, In x (numbers_from first n) <->
    (first <= x < first + N.of_nat n)%N).
  { induction n0 as [ | k IH]; intros first; cbn [numbers_from].
    - split; [intros [] | lia].
    - split.
      + intros [-> | i]; [lia | ]. apply IH in i. lia.
      + intros b. destruct (N.eq_dec first x) as [-> | ne]; [left; reflexivity | right].
        apply IH. lia. }
  unfold numbers. rewrite from. lia.
Qed.

(* An entry of a list that is counted from 0, in N: numbers in files may be large. *)
Definition nth_number (k : N) (l : list N) : N :=
  match option_number k l with Some n => n | None => 0 end.

Section Explicit.
  Variable m : model.
  Variable a : arrays.               (* those of the model, made once *)
  Variable e : evidence.
  Local Notation P := (process_of a).

  (* A witness for the checkers, if no branch leads to a state that is not there. *)
  Section Witness.
    Variable y : payoff_of P.
    Variable infinite : N -> bool.
    Variable over_infinite : bool.
    Variable blocks : blocks.

    Definition explicit_witness : witness P :=
      let policy := of_list (policy_of_states e) in
      let pick x (l : list N) :=
        match get policy x with Some k => nth_number k l | None => 0%N end in
      let choices := numbers (length (branches_of m)) in
      let (entries, dens) := filled P N.succ_pos y infinite over_infinite choices (ranks e) blocks
        (given P N.succ_pos choices (ranks e) blocks) (given_dens blocks) pick in
      let den := den_of dens in
      let table := PositiveMap.map (lead den) entries in
      let states := states_of m in
      Witness (P := P) N.succ_pos (fun f => all f states) (map Pos.pred_N (keys table))
        pick den (fun k => find k table).

    Definition targets_inside (w : witness P) : bool :=
      let count := N.of_nat (length (options_of m)) in
      all (fun c => all (fun b => (snd b <? count)%N) (branches P c)) (listed w).

    Definition run (check : witness P -> bool) : option (N -> Q) :=
      let w := explicit_witness in
      if targets_inside w then if check w then Some (worth_of P w y) else None else None.

    Lemma run_spec check f : run check = Some f ->
      exists w, well_made P w (states_of m) /\ check w = true /\ f = worth_of P w y.
    Proof.
      unfold run. destruct (targets_inside explicit_witness) eqn:t; [ | discriminate].
      destruct (check explicit_witness) eqn:c; [ | discriminate]. intros H. injection H as <-.
      exists explicit_witness. split; [ | split; [exact c | reflexivity]].
      unfold targets_inside, explicit_witness in *. destruct (filled _ _ _ _ _ _ _ _ _ _ _) as [m0 d].
      cbn [listed] in t. split; cbn [code look Checkers.den listed every].
      - intros x z k. rewrite <- (N.pos_pred_succ x), <- (N.pos_pred_succ z), k. reflexivity.
      - intros g H x i. exact (all_spec _ _ H x i).
      - exact (lead_orders (den_of d) m0).
      - intros x H. apply in_keys in H. apply in_map_iff. exists (N.succ_pos x).
        split; [apply N.pos_pred_succ | exact H].
      - intros x p z i j. apply in_numbers. apply N.ltb_lt.
        exact (all_spec _ _ (all_spec _ _ t x i) (p, z) j).
    Qed.
  End Witness.

  (* Exact values, or bounds, by a checker that is told which halves are asked for. *)
  Section Bounds.
    Variable y : payoff_of P.
    Variable infinite : N -> bool.
    Variable over_infinite : bool.
    Variable check : bool -> bool -> witness P -> bool.

    Definition exact_or_bounds : option (N -> answer) :=
      match upper_values e with
      | None =>
          match run y infinite over_infinite (values e) (check true true) with
          | Some f => Some (fun x => if infinite x then Infinite else Exactly (f x))
          | None => None
          end
      | Some above =>
          match run y infinite over_infinite (values e) (check true false),
                run y infinite over_infinite above (check false true) with
          | Some low, Some high =>
              Some (fun x => if infinite x then Infinite else Between (low x) (high x))
          | _, _ => None
          end
      end.

    Variable low high : N -> Q -> Prop.
    Variable endless : N -> Prop.
    Hypothesis sound : forall lower upper w x, well_made P w (states_of m) ->
      check lower upper w = true -> In x (states_of m) ->
      if infinite x then lower = true -> endless x
      else
        (lower = true -> low x (worth_of P w y x)) /\ (upper = true -> high x (worth_of P w y x)).

    Lemma exact_or_bounds_spec f : exact_or_bounds = Some f -> forall x, In x (states_of m) ->
      match f x with
      | Exactly v => low x v /\ high x v
      | Between v w => low x v /\ high x w
      | Infinite => infinite x = true /\ endless x
      end.
    Proof.
      unfold exact_or_bounds. destruct (upper_values e) as [above | ].
      - destruct (run _ _ _ (values e) _) as [l | ] eqn:el; [ | discriminate].
        destruct (run _ _ _ above _) as [h | ] eqn:eh; [ | discriminate].
        intros H x i. injection H as <-.
        apply run_spec in el as [w [made [c ->]]]. apply run_spec in eh as [w' [made' [c' ->]]].
        assert (S := sound _ _ w x made c i).
        assert (S' := sound _ _ w' x made' c' i).
        destruct (infinite x); [split; [reflexivity | exact (S eq_refl)] | ].
        exact (conj (proj1 S eq_refl) (proj2 S' eq_refl)).
      - destruct (run _ _ _ (values e) _) as [l | ] eqn:el; [ | discriminate].
        intros H x i. injection H as <-. apply run_spec in el as [w [made [c ->]]].
        assert (S := sound _ _ w x made c i).
        destruct (infinite x); [split; [reflexivity | exact (S eq_refl)] | ].
        exact (conj (proj1 S eq_refl) (proj2 S eq_refl)).
    Qed.
  End Bounds.

  (* Exact values where nothing is infinite, for what has no bounds. *)
  Definition exact_values (y : payoff_of P) (check : witness P -> bool) : option (N -> answer) :=
    match upper_values e, run y nowhere false (values e) check with
    | None, Some f => Some (fun x => Exactly (f x))
    | _, _ => None
    end.

  Lemma exact_values_spec y check f : exact_values y check = Some f ->
    exists w, well_made P w (states_of m) /\ check w = true /\
      forall x, f x = Exactly (worth_of P w y x).
  Proof.
    unfold exact_values. destruct (upper_values e); [discriminate | ].
    destruct (run _ _ _ _ _) as [g | ] eqn:r; [ | discriminate]. intros H. injection H as <-.
    apply run_spec in r as [w [made [c ->]]].
    exists w. split; [exact made | split; [exact c | reflexivity]].
  Qed.
End Explicit.

(* A common denominator of rationals. *)
Definition common_denominator (l : list Q) : positive :=
  fold_left (fun d q => Z.to_pos (Z.lcm (Zpos d) (Zpos (Qden q)))) l 1%positive.

Section Certificate.
  Variable q : question.
  Variable e : evidence.
  Local Notation m := (asked_of q).

  Definition infinite_set : N -> bool := member (set (infinite_states e)).

  Definition level_of : N -> N :=
    let t := of_pairs (combine (map N.succ_pos (infinite_states e)) (levels e)) in
    fun x => match get t x with Some l => l | None => 0%N end.

  Definition height_of : N -> N :=
    let c := of_list (components e) in
    let h := of_list (heights e) in
    fun x => match get c x with
             | Some k => match get h k with Some n => n | None => 0%N end
             | None => 0%N
             end.

  Definition bias_of : positive -> option Q :=
    let t := of_pairs (flat_map (fun b => map (fun cn => (N.succ_pos (fst cn), snd cn # fst b))
                                              (snd b)) (biases e)) in
    fun k => find k t.

  Definition within (a : arrays) (y : payoff_of (process_of a)) (n : nat) : option (N -> answer) :=
    let P := process_of a in
    let D := Pos.mul (Qden (discount y)) (common_denominator
      (flat_map (fun c => [reward P c; 1 # total (branches P c)])
        (numbers (length (branches_of m))))) in
    match backward P N.succ_pos (states_of m) y (maximise q) D n with
    | Some f => Some (fun x => Exactly (f x))
    | None => None
    end.

  Definition no_second : bool := match second q with [] => true | _ => false end.

  Definition find_answers : option (N -> answer) :=
    let a := arrays_of m in
    let P := process_of a in
    let up := let s := set (second q) in fun x => xorb (maximise q) (member s x) in
    match asks q with
    | Reach goal ended stay =>
        let g := member (set goal) in
        let st := staying stay in
        exact_or_bounds m a e (reach (P := P) g st ended) nowhere false
          (fun lower upper w => check_reach P w up lower upper g st ended)
    | Cost goal ended =>
        let g := member (set goal) in
        if negb no_second then None
        else if has_negative m goal then
          exact_or_bounds m a e (until (P := P) g) nowhere (negb ended)
            (fun lower upper w => check_signed_cost P w (maximise q) lower upper g ended)
        else
          let i := infinite_set in
          let l := level_of in
          exact_or_bounds m a e (until (P := P) g) i (negb ended)
            (fun lower upper w => check_cost P w (maximise q) lower upper g ended i l)
    | Total =>
        if has_negative m [] then
          if no_second then
            let h := height_of in
            exact_values m a e (total_reward (P := P))
              (fun w => check_signed_total P w (maximise q) h)
          else None
        else
          let i := infinite_set in
          let l := level_of in
          exact_or_bounds m a e (total_reward (P := P)) i false
            (fun lower upper w => check_total P w up lower upper i l)
    | Discounted d =>
        exact_or_bounds m a e (discounted (P := P) d) nowhere false
          (fun lower upper w => check_discounted P w up lower upper d)
    | Mean_payoff =>
        if negb no_second then None else
        let b := bias_of in
        exact_values m a e (no_reward (P := P)) (fun w => check_mean_payoff P w (maximise q) b)
    | Reach_within n goal ended stay =>
        if negb no_second then None else
        within a (reach (P := P) (member (set goal)) (staying stay) ended) n
    | Reward_within n d =>
        if negb no_second then None
        else if Qle_bool 0 d then within a (discounted (P := P) d) n else None
    end.

  Lemma within_spec y n f : 0 <= discount y -> within (arrays_of m) y n = Some f ->
    forall x, In x (states_of m) -> exists v, f x = Exactly v /\
      (if maximise q then greatest_within else least_within) (explicit m) n
        (fun s n => J (explicit m) y s n [] x) v.
  Proof.
    unfold within. intros d0. destruct (backward _ _ _ _ _ _ _) as [g | ] eqn:b; [ | discriminate].
    intros H x i. injection H as <-. exists (g x). split; [reflexivity | ].
    assert (injective : forall x z, N.succ_pos x = N.succ_pos z -> x = z).
    { intros c d k. rewrite <- (N.pos_pred_succ c), <- (N.pos_pred_succ d), k. reflexivity. }
    destruct (maximise q).
    - exact (backward_max _ _ _ y _ n g injective d0 b x i).
    - exact (backward_min _ _ _ y _ n g injective d0 b x i).
  Qed.

  (* What `exact_or_bounds_spec` says of H, for two halves and what is infinite. *)
  Ltac by_halves H low high endless :=
    match type of H with
    | exact_or_bounds ?m ?a ?e ?y ?i ?o ?c = Some ?f =>
        let K := fresh "K" in
        assert (K := fun sound => exact_or_bounds_spec m a e y i o c low high endless sound f H);
        clear H; rename K into H
    end.

  Theorem answers_sound f : find_answers = Some f ->
    forall x, In x (states_of m) -> means q x (f x).
  Proof.
    unfold find_answers, means. cbv zeta. change (process_of (arrays_of m)) with (explicit m).
    set (P := explicit m).
    set (up := fun x : state P => xorb (maximise q) (member (set (second q)) x)).
    destruct (asks q) as [goal ended stay | goal ended | | d | | n goal ended stay | n d];
      intros H x i.
    - set (u := fun x => reaching (P := P) (member (set goal)) (staying stay) ended x).
      by_halves H (fun x v => secures_at_least P up (u x) v)
        (fun x v => secures_at_most P up (u x) v) (fun _ : N => False).
      specialize (H ltac:(intros lower upper w z made c j;
        exact (reach_checked P w _ made up lower upper _ _ _ z c j)) x i).
      destruct (f x) as [v | | v w]; [exact H | destruct H as [_ []] | exact H].
    - set (g := member (set goal) : state P -> bool) in *. unfold no_second in H.
      destruct (second q) as [ | c0 l0]; [ | discriminate]. cbn [negb] in H.
      split; [reflexivity | ].
      destruct (has_negative m goal), (maximise q).
      + by_halves H
          (fun x v => exists s, allowed P s /\ reaches g ended x s /\ at_least (collecting g x s) v)
          (fun x v => forall s, allowed P s -> reaches g ended x s -> at_most (collecting g x s) v)
          (fun _ : N => False).
        specialize (H ltac:(intros lower upper w z made c j;
          exact (greatest_signed_bounds_checked P w _ made lower upper g ended z j c)) x i).
        destruct (f x) as [v | | v w]; [ | destruct H as [_ []] | ]; destruct H as [L U].
        * exact (greatest_of_bounds U L).
        * destruct L as [s [Hs [R L]]]. split; [exists s; exact (conj (conj Hs R) L) | ].
          intros t [Ht Rt]. exact (U t Ht Rt).
      + by_halves H
          (fun x v => forall s, allowed P s -> reaches g ended x s -> at_least (collecting g x s) v)
          (fun x v => exists s, allowed P s /\ reaches g ended x s /\ at_most (collecting g x s) v)
          (fun _ : N => False).
        specialize (H ltac:(intros lower upper w z made c j;
          exact (least_signed_bounds_checked P w _ made lower upper g ended z j c)) x i).
        destruct (f x) as [v | | v w]; [ | destruct H as [_ []] | ]; destruct H as [L U].
        * exact (least_of_bounds L U).
        * destruct U as [s [Hs [R U]]]. split; [intros t [Ht Rt]; exact (L t Ht Rt) | ].
          exists s. exact (conj (conj Hs R) U).
      + by_halves H
          (fun x v => exists s, allowed P s /\
            (reaches g ended x s -> at_least (collecting g x s) v))
          (fun x v => forall s, allowed P s ->
            reaches g ended x s /\ at_most (collecting g x s) v)
          (fun x => exists s, allowed P s /\ misses (P := P) g ended x s).
        specialize (H ltac:(intros lower upper w z made c j;
          exact (greatest_cost_bounds_checked P w _ made lower upper g ended z j _ _ c)) x i).
        destruct (f x) as [v | | v w]; [ | exact (proj2 H) | ]; destruct H as [[s [Hs L]] U].
        * split; [intros t Ht; exact (proj1 (U t Ht)) | ]. destruct (U s Hs) as [R _].
          apply greatest_of_bounds; [intros t Ht _; exact (proj2 (U t Ht)) | ].
          exists s. exact (conj Hs (conj R (L R))).
        * split; [ | exact U]. destruct (U s Hs) as [R _]. exists s.
          exact (conj (conj Hs R) (L R)).
      + by_halves H
          (fun x v => forall s, allowed P s -> reaches g ended x s -> at_least (collecting g x s) v)
          (fun x v => exists s, allowed P s /\ reaches g ended x s /\ at_most (collecting g x s) v)
          (fun x => forall s, allowed P s -> misses (P := P) g ended x s).
        specialize (H ltac:(intros lower upper w z made c j;
          exact (least_cost_bounds_checked P w _ made lower upper g ended z j _ _ c)) x i).
        destruct (f x) as [v | | v w]; [ | exact (proj2 H) | ]; destruct H as [L U].
        * exact (least_of_bounds L U).
        * destruct U as [s [Hs [R U]]]. split; [intros t [Ht Rt]; exact (L t Ht Rt) | ].
          exists s. exact (conj (conj Hs R) U).
    - destruct (has_negative m []).
      + unfold no_second in H. destruct (second q) as [ | c l]; [ | discriminate].
        apply exact_values_spec in H as [w [made [c V]]]. rewrite V. split; [reflexivity | ].
        assert (S := signed_total_checked P w _ made (maximise q) height_of x c i).
        destruct (maximise q); exact S.
      + set (u := fun x => earning (P := P) 1 x).
        by_halves H (fun x v => secures_at_least P up (u x) v)
          (fun x v => secures_at_most P up (u x) v)
          (fun x => exists s, allowed P s /\
            forall t, allowed P t -> diverges (earning (P := P) 1 x (join (P := P) up s t))).
        specialize (H ltac:(intros lower upper w z made c j;
          exact (total_checked P w _ made up lower upper _ _ z c j)) x i).
        destruct (f x) as [v | | v w]; [exact H | exact (proj2 H) | exact H].
    - set (u := fun x => earning (P := P) d x).
      by_halves H (fun x v => secures_at_least P up (u x) v)
        (fun x v => secures_at_most P up (u x) v) (fun _ : N => False).
      specialize (H ltac:(intros lower upper w z made c j;
        exact (discounted_checked P w _ made up lower upper d z c j)) x i).
      destruct (f x) as [v | | v w]; [exact H | destruct H as [_ []] | exact H].
    - unfold no_second in H. destruct (second q) as [ | c0 l0]; [ | discriminate]. cbn [negb] in H.
      apply exact_values_spec in H as [w [made [c V]]]. rewrite V. split; [reflexivity | ].
      assert (S := mean_payoff_checked P w _ made (maximise q) bias_of x c i).
      destruct (maximise q); exact S.
    - unfold no_second in H. destruct (second q) as [ | c0 l0]; [ | discriminate]. cbn [negb] in H.
      assert (W := fun d0 => within_spec _ n f d0 H x i).
      destruct (W ltac:(cbn; lra)) as [v [-> V]]. exact (conj eq_refl V).
    - unfold no_second in H. destruct (second q) as [ | c0 l0]; [ | discriminate]. cbn [negb] in H.
      destruct (Qle_bool 0 d) eqn:d0; [ | discriminate]. apply Qle_bool_iff in d0.
      destruct (within_spec (discounted (P := P) d) n f d0 H x i) as [v [-> V]].
      exact (conj eq_refl V).
  Qed.

  (* Bounds of a probability say something, and nothing that is known. *)
  Definition says_something (a : answer) : bool :=
    match asks q, a with
    | Reach _ _ _, Between low high =>
        Qle_bool 0 low && Qle_bool high 1 && negb (Qle_bool low 0 && Qle_bool 1 high)
    | _, _ => true
    end.

  (* What each of some states is worth, if the witness proves it. *)
  Definition check_certificate (start : list N) : option (list (N * answer)) :=
    let count := N.of_nat (length (options_of m)) in
    if all (fun x => (x <? count)%N) start then
      match find_answers with
      | Some f =>
          let l := map (fun x => (x, f x)) start in
          if forallb (fun xa => says_something (snd xa)) l then Some l else None
      | None => None
      end
    else None.

  Theorem certificate_sound start l : check_certificate start = Some l ->
    map fst l = start /\ forall x a, In (x, a) l -> means q x a.
  Proof.
    unfold check_certificate. destruct (all _ start) eqn:inside; [ | discriminate].
    destruct find_answers as [f | ] eqn:found; [ | discriminate]. cbv zeta.
    destruct (forallb _ _); [ | discriminate]. intros H. injection H as <-.
    split; [rewrite map_map; apply map_id | ]. intros x a i.
    apply in_map_iff in i as [z [k i]]. injection k as <- <-.
    apply (answers_sound f found). apply in_numbers. apply N.ltb_lt.
    exact (all_spec _ _ inside z i).
  Qed.
End Certificate.
