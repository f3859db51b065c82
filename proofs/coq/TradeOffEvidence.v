(* From what a file shows of several objectives to bounds and points (TradeOffClaims.v): values of
   nodes bound a weighted sum over all policies; policies, and mixtures of them, have points. *)
From Coq Require Import QArith List Lia Lqa Bool ZArith NArith FMapPositive.
From exactbox Require Import Definitions Sums Arrays Plays Players Kernel Questions Certificates.
From exactbox Require Import Settling Potentials Unfolded TradeOff.
From exactbox Require Import Mixtures.
From exactbox Require Import TradeOffPolicies TradeOffProduct TradeOffDefinitions.
From exactbox Require Import TradeOffChecker TradeOffClaims.
Import ListNotations.
Local Open Scope Q_scope.

(* A policy: the option that it takes in a node, where something may still be paid, and how much. *)
Record shown_policy := Shown_policy {
  picks_of : node -> nat; moves_of : node -> bool; paid_from : list (node -> Q) }.

Record shown_bound := Shown_bound { weights_of : list Q; values_of : node -> Q }.

Section Evidence.
  Variable a : arrays.
  Variable count : nat.
  Variable untils : list (until_of (process_of a)).
  Variable most : nat.
  Variable asked : list (aim * objective (process_of a)).
  Variable costs : list nat.
  Variable start : N.
  Variable nodes : list node.
  Variable place : table (N * node).
  Local Notation P := (process_of a).
  Local Notation objectives := (map snd asked).
  Local Notation first := (map (fun u => judge (P := P) u Open 0 start) untils, O).

  Definition once (o : objective P) : Q :=
    match o with Conjunction _ js => if all_won js first then 1 else 0 | _ => 0 end.

  Definition weighted_pay (weights : list Q) (c : memory * N) : Q :=
    E_reduced (combine weights asked) (fun ao => sign (fst ao) * pay a untils most (snd ao) c).

  (* No policy has more of the weighted sum. *)
  Definition top (b : shown_bound) : Q :=
    values_of b (first, start)
    + E_reduced (combine (weights_of b) asked) (fun ao => sign (fst ao) * once (snd ao)).

  Definition bound_holds (lost : node -> bool) (rest : table node) (b : shown_bound) : bool :=
    bound_good a untils most costs nodes lost (weighted_pay (weights_of b)) (values_of b) rest.

  Definition raw_point (p : shown_policy) : list Q :=
    map (fun f : node -> Q => if moves_of p (first, start) then f (first, start) else 0)
      (paid_from p).

  Definition z_point (p : shown_policy) : list Q :=
    map (fun ax => sign (fst (fst ax)) * (once (snd (fst ax)) + snd ax))
      (combine asked (raw_point p)).

  Definition policy_holds (p : shown_policy) : bool :=
    let met := met_nodes a untils most start (picks_of p) in
    policy_good a untils most objectives costs start nodes place (picks_of p) (moves_of p)
      (paid_from p) met (leading a untils most nodes (picks_of p) (moves_of p) met).

  (* What a mixture has of each objective. *)
  Definition mixed_point (l : list (Q * shown_policy)) : list Q :=
    map (fun i => E_reduced l (fun p => nth i (z_point p) 0)) (seq 0 (length asked)).

  Definition is_mixture (l : list (Q * shown_policy)) : bool :=
    forallb (fun b => Qle_bool 0 (fst b)) l && Qeq_bool (E_reduced l (fun _ => 1)) 1.
End Evidence.

Section Sound.
  Variable q : trade_off_question.
  Local Notation a := (arrays_of (of_model q)).
  Local Notation P := (process_of a).
  Local Notation us := (untils q).
  Local Notation k := (most q).
  Local Notation PP := (product P us k (fun (_ : memory) (_ : N) => 0)).
  Variable count : nat.
  Variable nodes : list node.
  Variable place : table (N * node).
  Variable height : N -> nat.
  Hypothesis place_is : place = places k nodes.
  Hypothesis process_is_closed : closed_process a count = true.
  Hypothesis product_is_closed : closed_product a count us k (begins q) nodes place = true.
  Hypothesis heights_are_good : heights_good a count us k (objectives q) (costs q) height = true.

  Lemma objectives_length j l : length (objectives_from q j l) = length l.
  Proof.
    revert j. induction l as [ | x l IH]; intros j; [reflexivity | ]. cbn. rewrite IH. reflexivity.
  Qed.

  Lemma asked_objectives :
    @map (aim * objective P) (objective P) (@snd aim (objective P)) (asked q) = objectives q.
  Proof.
    unfold asked. assert (len := objectives_length 0 (aims q)). fold (objectives q) in len.
    revert len. generalize (objectives q) (aims q). clear.
    induction l as [ | o l IH]; intros [ | x m]; cbn; try discriminate; [reflexivity | ].
    intros e. f_equal. apply IH. congruence.
  Qed.

  Lemma z_is ao s n : z q ao s n
    == sign (fst ao) * played q (sums (P := PP) (pay_of P us k (snd ao))) s n (first q) (begins q)
       + sign (fst ao) * once a us (begins q) (snd ao).
  Proof.
    unfold z, paid_of, once. eapply Qeq_trans; [apply Qmult_plus_distr_r | apply Qplus_comm].
  Qed.

  Lemma J_zero (R : process) s n h x : J R (sums (P := R) (fun _ => 0)) s n h x == 0.
  Proof.
    assert (L := J_linear R s (fun _ => 0) (fun _ => 0) (fun _ => 0) 1
      ltac:(intros; cbv beta; ring) n h x). lra.
  Qed.

  Lemma played_weighted (l : list (Q * (aim * objective P))) (r : memory * N -> Q) s n :
    (forall c, r c == E l (fun ao => sign (fst ao) * pay_of P us k (snd ao) c)) ->
    played q (sums (P := PP) r) s n (first q) (begins q)
    == E l (fun ao => sign (fst ao)
         * played q (sums (P := PP) (pay_of P us k (snd ao))) s n (first q) (begins q)).
  Proof.
    intros H. set (t := raised P memory (remember P us k) (fun _ _ => 0) s).
    assert (R : forall y, played q y s n (first q) (begins q) == J PP y t n [] (first q, begins q)).
    { intros y. unfold played. symmetry.
      exact (raised_pays P memory (remember P us k) (fun _ _ => 0) y s n [] (first q) (begins q)). }
    rewrite R. rewrite (J_linear PP t r
      (weighted_sum PP (aim * objective P) (fun ao c => sign (fst ao) * pay_of P us k (snd ao) c) l)
      (fun _ => 0) 0 ltac:(intros c; rewrite (H c); unfold weighted_sum; cbv beta; ring)).
    rewrite J_zero, Qmult_0_r, Qplus_0_r.
    rewrite (J_weighted PP (first q, begins q)). apply E_eq. intros w ao _. rewrite R.
    rewrite (J_linear PP t (fun c => sign (fst ao) * pay_of P us k (snd ao) c) (fun _ => 0)
      (pay_of P us k (snd ao)) (sign (fst ao)) ltac:(intros; cbv beta; ring)).
    rewrite J_zero. ring.
  Qed.

  Theorem bound_sound lost level b :
    levels_good a us k (costs q) (begins q) nodes lost level = true ->
    bound_holds a us k (asked q) (costs q) nodes lost
      (resting a us k (objectives q) (costs q) nodes) b = true ->
    bounded q (weights_of b) (top a us (asked q) (begins q) b).
  Proof.
    intros HL HB s [Hs R].
    assert (F := bound_found a count us k (objectives q) (costs q) (begins q) nodes place place_is
      process_is_closed product_is_closed height lost level
      (weighted_pay a us k (asked q) (weights_of b)) (values_of b) heights_are_good HL HB s Hs R).
    set (l := combine (weights_of b) (asked q)) in *.
    assert (S : forall n, E l (fun ao => z q ao s n)
      == played q (sums (P := PP) (weighted_pay a us k (asked q) (weights_of b))) s n (first q)
           (begins q) + E l (fun ao => sign (fst ao) * once a us (begins q) (snd ao))).
    { intros n. rewrite (played_weighted l).
      - rewrite <- E_plus. apply E_eq. intros w ao _. apply z_is.
      - intros c. unfold weighted_pay. rewrite E_reduced_is. fold l. apply E_eq. intros w ao _.
        rewrite pay_is. reflexivity. }
    apply (finally_at_most_weaker _ (values_of b (first q, begins q)
      + E l (fun ao => sign (fst ao) * once a us (begins q) (snd ao)))).
    - unfold top. rewrite E_reduced_is. apply Qle_refl.
    - exact (finally_at_most_shifted _ _ _ _ S F).
  Qed.

  Lemma policy_attains p :
    policy_holds a us k (asked q) (costs q) (begins q) nodes place p = true ->
    attained a us k (objectives q) (costs q) (begins q) (raw_point a us (begins q) p)
      (always PP (pi a us k (picks_of p))) /\
    length (raw_point a us (begins q) p) = length (objectives q).
  Proof.
    unfold policy_holds. cbv zeta. rewrite asked_objectives. intros H.
    assert (F := policy_found a count us k (objectives q) (costs q) (begins q) nodes place place_is
      process_is_closed product_is_closed _ _ _ _ H). destruct F as [C V].
    split; [split; [ | split] | ].
    - apply pi_allowed.
    - exact C.
    - intros o x i. unfold raw_point in i.
      assert (G : exists f, In (o, f) (combine (objectives q) (paid_from p)) /\
        x = (if moves_of p (first q, begins q) then f (first q, begins q) else 0)).
      { revert i. generalize (objectives q) (paid_from p). clear.
        induction l as [ | o' l IH]; intros m i; [destruct i | ].
        destruct m as [ | f m]; [destruct i | ]. destruct i as [i | i].
        - injection i as <- <-. exists f. split; [left; reflexivity | reflexivity].
        - destruct (IH m i) as [g [j e]]. exists g. split; [right; exact j | exact e]. }
      destruct G as [f [j ->]]. exact (V o f j).
    - unfold raw_point. rewrite map_length. unfold policy_good in H.
      apply andb_prop in H as [H _]. apply andb_prop in H as [_ H]. apply Nat.eqb_eq in H. exact H.
  Qed.

  Lemma nth_z_point p i ao : nth_error (asked q) i = Some ao ->
    length (raw_point a us (begins q) p) = length (objectives q) ->
    nth i (z_point a us (asked q) (begins q) p) 0
    = sign (fst ao) * (once a us (begins q) (snd ao) + nth i (raw_point a us (begins q) p) 0).
  Proof.
    intros e len. unfold z_point.
    assert (la : length (asked q) = length (objectives q))
      by (rewrite <- asked_objectives, map_length; reflexivity).
    assert (lt : (i < length (asked q))%nat) by (apply nth_error_Some; congruence).
    assert (N := combine_nth (asked q) (raw_point a us (begins q) p) i ao 0 ltac:(congruence)).
    rewrite (nth_error_nth _ _ ao e) in N.
    assert (E : nth_error (combine (asked q) (raw_point a us (begins q) p)) i
      = Some (ao, nth i (raw_point a us (begins q) p) 0)).
    { rewrite <- N. apply nth_error_nth'. rewrite combine_length. lia. }
    apply nth_error_nth. rewrite nth_error_map.
    exact (f_equal (option_map (fun ax => sign (fst (fst ax))
      * (once a us (begins q) (snd (fst ax)) + snd ax))) E).
  Qed.

  (* Any shares of policies that hold. *)
  Theorem mixture_sound (l : list (Q * shown_policy)) :
    (forall p x, In (p, x) l -> 0 <= p /\
      policy_holds a us k (asked q) (costs q) (begins q) nodes place x = true) ->
    E l (fun _ => 1) == 1 ->
    exists s, counting q s /\ forall i ao, nth_error (asked q) i = Some ao ->
      converges (z q ao s) (E l (fun p => nth i (z_point a us (asked q) (begins q) p) 0)).
  Proof.
    intros H one.
    set (f := fun x : shown_policy => (always PP (pi a us k (picks_of x)),
      raw_point a us (begins q) x)).
    set (l' := map (fun b => (fst b, f (snd b))) l).
    destruct (mixture_found a count us k (objectives q) (costs q) (begins q) nodes place place_is
      process_is_closed product_is_closed height l' heights_are_good) as [s [Hs [R C]]].
    - intros p t point i. apply in_map_iff in i as [[p' x] [e i]]. cbn [fst snd] in e.
      injection e as <- <- <-. destruct (H _ _ i) as [p0 good].
      split; [exact p0 | exact (policy_attains x good)].
    - unfold l'. rewrite E_map. exact one.
    - exists s. split; [exact (conj Hs R) | ]. intros i ao e.
      assert (eo : nth_error (objectives q) i = Some (snd ao)).
      { rewrite <- asked_objectives, nth_error_map.
        exact (f_equal (option_map (@snd aim (objective P))) e). }
      assert (K := C i (snd ao) eo). unfold l' in K.
      assert (K' := sum_converges [(sign (fst ao), tt)] (fun _ : unit => fun n =>
        played q (sums (P := PP) (pay_of P us k (snd ao))) s n (first q) (begins q)) (fun _ => _)
        ltac:(intros; exact K)). cbn [E] in K'.
      set (X := E (map (fun b => (fst b, f (snd b))) l) (fun e0 => nth i (snd e0) 0)) in *.
      assert (same : forall n, z q ao s n == sign (fst ao) * played q (sums (P := PP)
          (pay_of P us k (snd ao))) s n (first q) (begins q) + 0
          + sign (fst ao) * once a us (begins q) (snd ao)).
      { intros n. rewrite z_is. ring. }
      assert (V := converges_shifted _ _ _ _ same K').
      assert (EQ : sign (fst ao) * X + 0 + sign (fst ao) * once a us (begins q) (snd ao)
        == E l (fun p => nth i (z_point a us (asked q) (begins q) p) 0)).
      { unfold X. rewrite E_map. unfold f. cbn [snd].
        rewrite (E_eq l (fun p => nth i (z_point a us (asked q) (begins q) p) 0)
          (fun p => sign (fst ao) * once a us (begins q) (snd ao) + sign (fst ao)
            * nth i (raw_point a us (begins q) p) 0)).
        - rewrite E_plus, E_const, E_scale, one. ring.
        - intros p x j. destruct (H _ _ j) as [_ good].
          rewrite (nth_z_point x i ao e (proj2 (policy_attains x good))). ring. }
      split; [exact (at_least_eq _ _ _ EQ (proj1 V)) | exact (at_most_eq _ _ _ EQ (proj2 V))].
  Qed.
End Sound.
