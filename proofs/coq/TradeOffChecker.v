(* The checker of several objectives of one process: the product within reach, bounds of weighted
   sums over all policies, what policies pay, mixtures of these; and the proof of what is found.

   The conditions are those of check_bound and check_policy of exactbox/checker/trade_off.py. What
   is a node, and where it leads, is found anew wherever it is asked for; nothing that the tables
   below say of a node is believed. *)
From Coq Require Import QArith List Lia Lqa Bool ZArith NArith FMapPositive.
From exactbox Require Import Definitions Sums Arrays Sorting Plays Players Kernel Questions.
From exactbox Require Import Certificates.
From exactbox Require Import Settling Potentials Reach Unfolded TradeOff.
From exactbox Require Import Mixtures.
From exactbox Require Import TradeOffPolicies TradeOffProduct Reading TradeOffDefinitions.
Import ListNotations.
Local Open Scope Q_scope.

(* Sums that are kept in lowest terms. *)
Definition E_reduced {A} (l : list (Q * A)) (f : A -> Q) : Q :=
  fold_left (fun q b => reduced (q + fst b * f (snd b))) l 0.

Lemma E_reduced_is {A} (l : list (Q * A)) f : E_reduced l f == E l f.
Proof.
  unfold E_reduced. assert (H : forall q, fold_left (fun q b => reduced (q + fst b * f (snd b))) l q
    == q + E l f); [ | rewrite (H 0); ring].
  induction l as [ | [p a] l IH]; intros q; cbn [fold_left E fst snd]; [ring | ].
  rewrite IH, reduced_same. ring.
Qed.

Definition mean_of {A} (l : list (positive * A)) (f : A -> Q) : Q :=
  (1 # total l) * fold_left (fun q b => reduced (q + inject_Z (Zpos (fst b)) * f (snd b))) l 0.

Lemma mean_of_is {A} (l : list (positive * A)) f : mean_of l f == E (probabilities l) f.
Proof.
  unfold mean_of. rewrite E_wsum. apply Qmult_comp; [reflexivity | ].
  assert (H : forall q, fold_left (fun q b => reduced (q + inject_Z (Zpos (fst b)) * f (snd b))) l q
    == q + wsum l f); [ | rewrite (H 0); ring].
  induction l as [ | [p a] l IH]; intros q; cbn [fold_left wsum fst snd]; [ring | ].
  rewrite IH, reduced_same. ring.
Qed.

(* Limits --------------------------------------------------------------------------------------- *)

Lemma exceptions_add (A B C : nat -> Prop) (f : nat -> bool) k m :
  (forall n, A n -> if f n then B n else C n) -> holds_at_most k B -> holds_at_most m C ->
  holds_at_most (k + m) A.
Proof.
  intros H Hk Hm l nd Hl. rewrite (two_parts f l). apply Nat.add_le_mono.
  - apply Hk; [exact (NoDup_filter _ nd) | ]. intros n i. apply filter_In in i as [i e].
    specialize (H n (Hl n i)). rewrite e in H. exact H.
  - apply Hm; [exact (NoDup_filter _ nd) | ]. intros n i. apply filter_In in i as [i e].
    apply negb_true_iff in e. specialize (H n (Hl n i)). rewrite e in H. exact H.
Qed.

(* u <= a v + w, where v and w are at most x and y in the end. *)
Lemma finally_at_most_sum u v w p x y : 0 <= p -> (forall n, u n <= p * v n + w n) ->
  finally_at_most v x -> finally_at_most w y -> finally_at_most u (p * x + y).
Proof.
  intros p0 H Hv Hw eps e0.
  destruct (small_multiple p (eps * (1 # 2)) p0 ltac:(lra)) as [e [e1 pe]].
  destruct (Hv e e1) as [k Hk]. destruct (Hw (eps * (1 # 2)) ltac:(lra)) as [m Hm].
  exists (k + m)%nat.
  refine (exceptions_add _ _ _ (fun n => negb (Qle_bool (v n) (x + e))) k m _ Hk Hm).
  - intros n lt. specialize (H n). destruct (Qle_bool (v n) (x + e)) eqn:le; cbn [negb].
    + apply Qle_bool_iff in le. assert (p * v n <= p * (x + e)).
      { rewrite !(Qmult_comm p). apply Qmult_le_compat_r; assumption. }
      lra.
    + apply Qnot_le_lt. intros le'. apply Qle_bool_iff in le'. congruence.
Qed.

Lemma finally_at_most_le u v x : (forall n, u n <= v n) -> finally_at_most v x ->
  finally_at_most u x.
Proof.
  intros H Hv eps e0. destruct (Hv eps e0) as [k Hk]. exists k. intros l nd Hl.
  apply Hk; [exact nd | ]. intros n i. specialize (Hl n i). specialize (H n). cbn beta in *. lra.
Qed.

Lemma finally_at_least_minus u v : finally_at_least u v -> finally_at_most (fun n => - u n) (- v).
Proof.
  intros H eps e0. destruct (H eps e0) as [k Hk]. exists k. intros l nd Hl. apply Hk; [exact nd | ].
  intros n i. specialize (Hl n i). cbn beta in *. lra.
Qed.

Lemma finally_at_most_weaker u x y : x <= y -> finally_at_most u x -> finally_at_most u y.
Proof.
  intros le H eps e0. destruct (H eps e0) as [k Hk]. exists k. intros l nd Hl.
  apply Hk; [exact nd | ]. intros n i. specialize (Hl n i). cbn beta in *. lra.
Qed.

Lemma finally_no_more u x y : finally_at_least u x -> finally_at_most u y -> x <= y.
Proof.
  intros L H. apply Qnot_lt_le. intros lt. set (e := (x - y) * (1 # 3)).
  assert (e0 : 0 < e) by (unfold e; lra). destruct (L e e0) as [k Hk]. destruct (H e e0) as [m Hm].
  assert (A : holds_at_most (k + m) (fun _ => True)).
  { refine (exceptions_add _ _ _ (fun n => negb (Qle_bool (x - e) (u n))) k m _ Hk Hm).
    intros n _. destruct (Qle_bool (x - e) (u n)) eqn:le; cbn [negb].
    - apply Qle_bool_iff in le. unfold e in *. lra.
    - apply Qnot_le_lt. intros le'. apply Qle_bool_iff in le'. congruence. }
  assert (B := A (seq 0 (S (k + m))) (seq_NoDup _ _) (fun _ _ => I)). rewrite seq_length in B. lia.
Qed.

(* Weights that are not negative keep lower bounds. *)
Lemma finally_weighted {A} (l : list (Q * A)) (u : A -> nat -> Q) b :
  (forall w a, In (w, a) l -> 0 <= w /\ finally_at_least (u a) (b a)) ->
  finally_at_most (fun n => - E l (fun a => u a n)) (- E l b).
Proof.
  induction l as [ | [w a] l IH]; intros H; cbn [E].
  - intros eps e0. exists O. intros l nd Hl. destruct l as [ | n l]; [cbn; lia | ].
    specialize (Hl n (or_introl eq_refl)). cbn [E] in Hl. exfalso. lra.
  - destruct (H w a (or_introl eq_refl)) as [w0 F].
    assert (S : finally_at_most (fun n => - (w * u a n + E l (fun a => u a n)))
      (w * - b a + - E l b)).
    { apply (finally_at_most_sum _ (fun n => - u a n) (fun n => - E l (fun a => u a n)));
        [exact w0 | | exact (finally_at_least_minus _ _ F) | ].
      - intros n. assert (Q : - (w * u a n + E l (fun a => u a n))
          == w * - u a n + - E l (fun a => u a n)) by ring. rewrite Q. apply Qle_refl.
      - exact (IH (fun w' a' i => H w' a' (or_intror i))). }
    apply (finally_at_most_weaker _ (w * - b a + - E l b)); [ | exact S].
    assert (Q : w * - b a + - E l b == - (w * b a + E l b)) by ring. rewrite Q. apply Qle_refl.
Qed.

(* Nodes ---------------------------------------------------------------------------------------- *)

Definition node : Type := memory * N.

Definition digit (now : status) : N := match now with Open => 0 | Won => 1 | Lost => 2 end.

Definition same_status (a b : status) : bool := (digit a =? digit b)%N.

Definition same_node (n n' : node) : bool :=
  (snd n =? snd n')%N && (snd (fst n) =? snd (fst n'))%nat
  && same_lists same_status (fst (fst n)) (fst (fst n')).

Lemma same_node_spec n n' : same_node n n' = true -> n = n'.
Proof.
  destruct n as [[l k] x], n' as [[l' k'] x']. unfold same_node. cbn [fst snd]. intros H.
  apply andb_prop in H as [H e]. apply andb_prop in H as [ex ek].
  apply N.eqb_eq in ex. apply Nat.eqb_eq in ek. apply same_lists_spec in e; [congruence | ].
  intros [ | | ] [ | | ] j; try reflexivity; discriminate j.
Qed.

Lemma node_choice_eq : forall c d : memory * N, {c = d} + {c <> d}.
Proof. repeat decide equality. Qed.

(* So many steps, up to 2^depth, until it is done. *)
Fixpoint run_steps {S} (depth : nat) (next : S -> option S) (s : S) : S * bool :=
  match depth with
  | O => match next s with Some s => (s, false) | None => (s, true) end
  | S depth =>
      let (s, done) := run_steps depth next s in
      if done then (s, true) else run_steps depth next s
  end.

Section Product.
  Variable a : arrays.
  Local Notation P := (process_of a).
  Variable count : nat.                   (* of the states of P *)
  Variable untils : list (until_of P).
  Variable most : nat.
  Variable objectives : list (objective P).
  Variable costs : list nat.
  Variable start : N.
  Local Notation nothing := (fun (_ : memory) (_ : N) => 0).
  Local Notation PP := (product P untils most nothing).
  Local Notation first := (map (fun u => judge (P := P) u Open 0 start) untils, O).

  Definition key (n : node) : N :=
    (fold_left (fun s now => 3 * s + digit now) (fst (fst n)) (snd n)
      * (N.of_nat most + 1) + N.of_nat (snd (fst n)))%N.

  Definition nexts (n : node) : list node :=
    flat_map (fun c => map snd (branches PP c)) (options PP n).

  (* Those within reach. *)
  Definition found_nodes : list node :=
    let visit (s : list node * list (N * node) * PositiveMap.t unit) :=
      match s with
      | ([], _, _) => None
      | (n :: todo, found, seen) =>
          let k := key n in
          match find (N.succ_pos k) seen with
          | Some _ => Some (todo, found, seen)
          | None => Some (rev_append (nexts n) todo, (k, n) :: found,
                          PositiveMap.add (N.succ_pos k) tt seen)
          end
      end in
    let '(_, found, _) := fst (run_steps 60 visit ([(first, start)], [], PositiveMap.empty unit)) in
    map snd (sorted_by fst found).

  Variable nodes : list node.

  Definition places : table (N * node) :=
    of_pairs (map (fun kn => (N.succ_pos (key (snd kn)), kn)) (combine (numbers (length nodes)) nodes)).
  Variable place : table (N * node).
  Hypothesis place_is : place = places.

  Definition index (n : node) : option N :=
    match find (N.succ_pos (key n)) place with
    | Some (i, n') => if same_node n n' then Some i else None
    | None => None
    end.

  Lemma index_in n i : index n = Some i -> In n nodes.
  Proof.
    unfold index. rewrite place_is. unfold places.
    destruct (find _ _) as [[j n'] | ] eqn:e; [ | discriminate].
    destruct (same_node n n') eqn:s; [ | discriminate]. intros _.
    apply same_node_spec in s. subst n'.
    apply of_pairs_found, in_map_iff in e as [[k m] [e is_in]]. injection e as _ _ ->.
    exact (in_combine_r _ _ _ _ is_in).
  Qed.

  Definition is_node (n : node) : bool := match index n with Some _ => true | None => false end.

  Lemma is_node_spec n : is_node n = true -> In n nodes.
  Proof.
    unfold is_node. destruct (index n) as [i | ] eqn:e; [ | discriminate]. intros _.
    exact (index_in n i e).
  Qed.

  Definition for_all (f : node -> memory * N -> bool) : bool :=
    all (fun n => all (f n) (options PP n)) nodes.

  Lemma for_all_spec f : for_all f = true -> forall n c, In n nodes -> In c (options PP n) ->
    f n c = true.
  Proof. intros H n c i j. exact (all_spec _ _ (all_spec _ _ H n i) c j). Qed.

  Definition closed_product : bool :=
    is_node (first, start)
    && all (fun n => (snd n <? N.of_nat count)%N) nodes
    && for_all (fun _ c => all (fun b => is_node (snd b)) (branches PP c)).

  Definition closed_process : bool :=
    all (fun x => match options P x with [] => false | l =>
      all (fun c => all (fun b => (snd b <? N.of_nat count)%N) (branches P c)) l end)
      (numbers count).

  Lemma process_closed : closed_process = true -> closed P (options P) (numbers count).
  Proof.
    intros H. split.
    - intros x i e. assert (K := all_spec _ _ H x i). cbn beta in K. rewrite e in K. discriminate.
    - intros x c w z i j k. assert (K := all_spec _ _ H x i). cbn beta in K.
      destruct (options P x) as [ | o l] eqn:e; [destruct j | ].
      apply in_numbers, N.ltb_lt. exact (all_spec _ _ (all_spec _ _ K c j) (w, z) k).
  Qed.

  Lemma product_closed : closed_process = true -> closed_product = true ->
    closed PP (options PP) nodes /\ In (first, start) nodes /\
    forall n, In n nodes -> In (snd n) (numbers count).
  Proof.
    intros HP H. apply andb_prop in H as [H inner]. apply andb_prop in H as [s states].
    assert (of_nodes : forall n, In n nodes -> In (snd n) (numbers count)).
    { intros n i. apply in_numbers, N.ltb_lt. exact (all_spec _ _ states n i). }
    split; [ | split; [exact (is_node_spec _ s) | exact of_nodes]]. split.
    - intros [m x] i. apply unfolded_options.
      exact (some_option (process_closed HP) x (of_nodes _ i)).
    - intros n c w z i j k. apply is_node_spec.
      exact (all_spec _ _ (for_all_spec _ inner n c i j) (w, z) k).
  Qed.

  (* What is paid, in lowest terms. *)
  Definition pay (o : objective P) (n : memory * N) : Q :=
    let (m, c) := n in
    match o with
    | Conjunction _ js =>
        if all_won js m then 0 else
        match branches P c with
        | [] => one (all_won js (at_end P untils m))
        | l => mean_of l (fun t => one (all_won js (remember P untils most m c t)))
        end
    | Cost _ j r => if is_open (status_of j m) then r c else 0
    | Total _ r => r c
    | First _ k r => if (snd m <? k)%nat then r c else 0
    end.

  Lemma pay_is o n : pay o n == pay_of P untils most o n.
  Proof.
    destruct n as [m c], o as [js | j r | r | k r]; cbn [pay pay_of]; try reflexivity.
    destruct (all_won js m); [reflexivity | ].
    destruct (branches P c) as [ | b l]; [reflexivity | ].
    apply mean_of_is.
  Qed.

  Definition pays_something (n : memory * N) : bool := existsb (fun o =>
    match o with Cost _ _ _ => false | _ => negb (Qeq_bool (pay o n) 0) end) objectives.

  Lemma pays_is n : pays_something n = pays P untils most objectives n.
  Proof.
    unfold pays_something, pays. generalize objectives. intros l.
    induction l as [ | o l IH]; [reflexivity | ]. cbn [existsb]. rewrite IH. f_equal.
    destruct o; try reflexivity; f_equal; rewrite (Qeqb_comp _ _ (pay_is _ n) 0 0); reflexivity.
  Qed.

  (* Sets of nodes: a table, of which no key is believed. *)
  Definition in_set (s : table node) (n : node) : bool :=
    match find (N.succ_pos (key n)) s with Some n' => same_node n n' | None => false end.

  Definition put (n : node) (s : table node) : table node :=
    PositiveMap.add (N.succ_pos (key n)) n s.

  Lemma in_put n s z : in_set (put n s) z = true -> z = n \/ in_set s z = true.
  Proof.
    unfold in_set, put, find. destruct (Pos.eq_dec (N.succ_pos (key z)) (N.succ_pos (key n)))
      as [-> | ne].
    - rewrite PositiveMap.gss. intros e. left. exact (same_node_spec _ _ e).
    - rewrite PositiveMap.gso by exact ne. auto.
  Qed.

  (* Nodes with all goals won where the play can stay for nothing: others are taken away. *)
  Local Notation won := (goals_won P costs).
  Local Notation early := (ends_early P untils costs).

  Definition stays_in (gone : table node) (n : node) : bool :=
    won n && negb (in_set gone n).

  Definition sweep (s : table node * bool) : option (table node * bool) :=
    if snd s then
      Some (fold_left (fun s n =>
        if stays_in (fst s) n && negb (existsb (fun c => negb (pays_something c) &&
            forallb (fun b => stays_in (fst s) (snd b)) (branches PP c)) (options PP n))
        then (put n (fst s), true) else s) nodes (fst s, false))
    else None.

  Definition resting : table node :=
    fst (fst (run_steps 40 sweep (PositiveMap.empty node, true))).

  Hypothesis process_is_closed : closed_process = true.
  Hypothesis product_is_closed : closed_product = true.

  Definition contains_rests (gone : table node) : Prop := exists k, forall n, In n nodes ->
    rests PP (options PP) won (pays P untils most objectives) k n = true -> stays_in gone n = true.

  Lemma run_steps_keeps {S} (next : S -> option S) (I : S -> Prop) :
    (forall s t, next s = Some t -> I s -> I t) ->
    forall depth s, I s -> I (fst (run_steps depth next s)).
  Proof.
    intros H. induction depth as [ | d IH]; intros s i; cbn [run_steps].
    - destruct (next s) as [t | ] eqn:e; cbn [fst]; [exact (H s t e i) | exact i].
    - assert (J := IH s i). destruct (run_steps d next s) as [t done]. cbn [fst] in J.
      destruct done; [exact J | exact (IH t J)].
  Qed.

  Lemma resting_contains : contains_rests resting.
  Proof.
    unfold resting. apply (run_steps_keeps sweep (fun s => contains_rests (fst s))).
    - intros [gone b] t. unfold sweep. cbn [fst snd]. destruct b; [ | discriminate]. intros H I.
      injection H as <-.
      enough (K : forall l s, incl l nodes -> contains_rests (fst s) ->
        contains_rests (fst (fold_left (fun s n =>
          if stays_in (fst s) n && negb (existsb (fun c => negb (pays_something c) &&
            forallb (fun b => stays_in (fst s) (snd b)) (branches PP c)) (options PP n))
          then (put n (fst s), true) else s) l s))).
      { apply (K nodes (gone, false) (incl_refl _) I). }
      clear I gone. induction l as [ | n l IH]; intros [g c] sub I; cbn [fold_left];
        [exact I | ].
      apply IH; [intros z i; exact (sub z (or_intror i)) | ]. cbn [fst].
      destruct (stays_in g n && _) eqn:e; [ | exact I]. cbn [fst] in *.
      apply andb_prop in e as [_ e]. apply negb_true_iff in e. destruct I as [k Hk]. exists (S k).
      intros z iz H. cbn [rests] in H. apply andb_prop in H as [H1 H2].
      assert (W := Hk z iz H1). unfold stays_in in *. apply andb_prop in W as [W1 W2].
      rewrite W1. cbn [andb]. apply negb_true_iff. apply Bool.not_true_iff_false. intros p.
      apply in_put in p as [-> | p]; [ | rewrite p in W2; discriminate].
      rewrite <- Bool.not_true_iff_false in e. apply e. apply existsb_exists.
      apply existsb_exists in H2 as [o [j H2]]. apply andb_prop in H2 as [free H2].
      exists o. split; [exact j | ]. rewrite pays_is, free. cbn [andb]. apply forallb_forall.
      intros [w t] ib. rewrite forallb_forall in H2. specialize (H2 _ ib). cbn [snd] in *.
      destruct (product_closed process_is_closed product_is_closed) as [inside _].
      exact (Hk t (stays_inside inside (sub n (or_introl eq_refl)) j ib) H2).
    - exists O. intros n _ e. cbn [rests] in e. unfold stays_in, in_set, find. rewrite e.
      cbn [fst]. rewrite PositiveMap.gempty. reflexivity.
  Qed.

  (* Bounds ------------------------------------------------------------------------------------- *)

  Variable height : N -> nat.

  Definition heights_good : bool :=
    all (fun x => all (fun c =>
      match branches P c with [] => true | l =>
        any (fun b => (height (snd b) <? height x)%nat) l
        || all (fun b => (height (snd b) =? height x)%nat) l
           && all (fun o => match o with Total _ r => Qeq_bool (r c) 0 | _ => true end) objectives
      end) (options P x)) (numbers count)
    && all (fun o => match o with First _ k _ => (k <=? most)%nat | _ => true end) objectives
    && all (fun j => (j <? length untils)%nat) costs.

  Variable lost : node -> bool.
  Variable level : node -> nat.

  Definition levels_good : bool :=
    negb (lost (first, start))
    && all (fun n => if lost n then negb (won n) else true) nodes
    && for_all (fun n c =>
      if lost n then early c ||
        match branches PP c with
        | [] => false
        | l => any (fun b => lost (snd b) && (level (snd b) <? level n)%nat) l
               || all (fun b => lost (snd b) && (level (snd b) <=? level n)%nat) l
        end
      else true).

  Variable r : memory * N -> Q.
  Variable v : node -> Q.

  Definition worth_of (c : memory * N) : Q :=
    match branches PP c with [] => r c | l => r c + mean_of l v end.

  Definition bound_good (rest : table node) : bool :=
    all (fun n => if stays_in rest n then Qle_bool 0 (v n) else true) nodes
    && for_all (fun n c =>
      if lost n then true
      else if early c then true
      else if risky PP lost c then true
      else Qle_bool (worth_of c) (v n)).

  Lemma worth_of_is c : worth_of c == worth PP (sums (P := PP) r) v c.
  Proof.
    unfold worth_of, worth. cbn [paid discount over sums].
    destruct (branches PP c) as [ | b l]; [ring | ]. rewrite mean_of_is. ring.
  Qed.

  Lemma heights_hold : heights_good = true ->
    (forall z c, In z (numbers count) -> In c (options P z) ->
      falls P height z c \/
      stays P height z c /\ forall r, In (Total P r) objectives -> r c == 0) /\
    (forall k r, In (First P k r) objectives -> (k <= most)%nat) /\
    (forall j, In j costs -> exists u, nth_error untils j = Some u).
  Proof.
    intros H. apply andb_prop in H as [H K]. apply andb_prop in H as [H F]. split; [ | split].
    - intros z c i j. assert (A := all_spec _ _ (all_spec _ _ H z i) c j). cbn beta in A.
      destruct (branches P c) as [ | b l] eqn:e; [left; left; exact e | ].
      apply orb_prop in A as [A | A].
      + left. right. apply any_spec in A as [[w t] [ib lt]]. exists w, t. rewrite e.
        split; [exact ib | apply Nat.ltb_lt; exact lt].
      + right. apply andb_prop in A as [A Z]. split.
        * intros w t ib. rewrite e in ib. apply Nat.eqb_eq. exact (all_spec _ _ A (w, t) ib).
        * intros r0 ir. apply Qeq_bool_iff. exact (all_spec _ _ Z (Total P r0) ir).
    - intros k r0 i. apply Nat.leb_le. exact (all_spec _ _ F (First P k r0) i).
    - intros j i. assert (lt := all_spec _ _ K j i). cbn beta in lt. apply Nat.ltb_lt in lt.
      destruct (nth_error untils j) as [u | ] eqn:e; [exists u; reflexivity | ].
      apply nth_error_None in e. lia.
  Qed.

  Lemma levels_found : levels_good = true ->
    levels_hold PP (options PP) nodes won (fun c => early c = true) lost level /\
    lost (first, start) = false.
  Proof.
    intros H. apply andb_prop in H as [H S]. apply andb_prop in H as [H W].
    apply negb_true_iff in H. split; [ | exact H]. split.
    - intros n i e. assert (A := all_spec _ _ W n i). cbn beta in A. rewrite e in A.
      apply negb_true_iff in A. exact A.
    - intros n c i e j. assert (A := for_all_spec _ S n c i j). cbn beta in A. rewrite e in A.
      apply orb_prop in A as [A | A]; [left; exact A | right].
      destruct (branches PP c) as [ | b l] eqn:eb; [discriminate | ].
      apply orb_prop in A as [A | A].
      + left. apply any_spec in A as [[w z] [ib A]]. apply andb_prop in A as [A1 A2].
        exists w, z. split; [exact ib | split; [exact A1 | apply Nat.ltb_lt; exact A2]].
      + right. split; [discriminate | ]. intros w z ib.
        assert (B := all_spec _ _ A (w, z) ib). cbn beta in B. apply andb_prop in B as [B1 B2].
        split; [exact B1 | apply Nat.leb_le; exact B2].
  Qed.

  Theorem bound_found : heights_good = true -> levels_good = true -> bound_good resting = true ->
    forall s, allowed P s ->
    at_least (fun n => J_with P memory (remember P untils most) nothing (win PP won early) s n first
      [] start) 1 ->
    finally_at_most (fun n => J_with P memory (remember P untils most) nothing
      (sums (P := PP) r) s n first [] start) (v (first, start)).
  Proof.
    intros HH HL HB. destruct (heights_hold HH) as [H1 [H2 H3]].
    destruct (levels_found HL) as [L1 L2]. apply andb_prop in HB as [B1 B2].
    destruct (product_closed process_is_closed product_is_closed) as [inside [is of_nodes]].
    destruct resting_contains as [k Hk].
    apply (trade_off_bound P untils most nothing objectives (numbers count) nodes of_nodes costs H3
      height lost level r v k first start (process_closed process_is_closed) inside is H1 H2 L1);
      [ | | exact L2].
    - intros n c i e j. assert (A := for_all_spec _ B2 n c i j). cbn beta in A. rewrite e in A.
      unfold avoid. destruct (early c); [left; reflexivity | ].
      destruct (risky PP lost c); [left; reflexivity | right].
      rewrite <- worth_of_is. apply Qle_bool_iff. exact A.
    - intros n i e. assert (A := all_spec _ _ B1 n i). cbn beta in A. rewrite (Hk n i e) in A.
      apply Qle_bool_iff. exact A.
  Qed.

  (* Policies ----------------------------------------------------------------------------------- *)

  Variable pick : node -> nat.                  (* which of its options a node takes *)
  Variable moves : node -> bool.                (* where something may still be paid *)
  Variable values : list (node -> Q).           (* of each objective, where the node moves *)

  Definition pi (n : node) : memory * N :=
    match options PP n with [] => (fst n, 0%N) | c :: l => nth (pick n) (c :: l) c end.

  Definition met_nodes : table node :=
    let visit (s : list node * table node) :=
      match s with
      | ([], _) => None
      | (n :: todo, met) =>
          if in_set met n then Some (todo, met)
          else Some (rev_append (map snd (branches PP (pi n))) todo, put n met)
      end in
    snd (fst (run_steps 60 visit ([(first, start)], PositiveMap.empty node))).

  Variable met : table node.
  Definition idle (n : node) : bool := negb (moves n).
  Definition met_list : list node := List.filter (in_set met) nodes.

  (* From where the play gets to rest, or ends: others are put in. *)
  Definition comes_near (s : table node) (n : node) : bool :=
    idle n || match branches PP (pi n) with
      | [] => true
      | l => existsb (fun b => in_set s (snd b)) l
      end.

  Definition grow (s : table node * bool) : option (table node * bool) :=
    if snd s then
      Some (fold_left (fun s n =>
        if negb (in_set (fst s) n) && comes_near (fst s) n
        then (put n (fst s), true) else s) (rev' met_list) (fst s, false))
    else None.

  Definition leading : table node :=
    fst (fst (run_steps 40 grow (PositiveMap.empty node, true))).

  Lemma leading_leads n : in_set leading n = true -> leads PP pi idle n.
  Proof.
    revert n. unfold leading.
    apply (run_steps_keeps grow (fun s => forall n, in_set (fst s) n = true -> leads PP pi idle n)).
    - intros [g b] t. unfold grow. cbn [fst snd]. destruct b; [ | discriminate]. intros H I.
      injection H as <-. revert I. generalize (rev' met_list). generalize false. revert g.
      intros g c l. revert g c. induction l as [ | n l IH]; intros g c I; cbn [fold_left];
        [exact I | ].
      cbn [fst]. destruct (negb (in_set g n) && _) eqn:e; apply IH; [ | exact I].
      apply andb_prop in e as [_ e]. intros z i. apply in_put in i as [-> | i]; [ | exact (I z i)].
      unfold comes_near in e. apply orb_prop in e as [e | e]; [apply leads_there; exact e | ].
      destruct (branches PP (pi n)) as [ | b' l'] eqn:eb; [apply leads_end; exact eb | ].
      apply existsb_exists in e as [[w t] [ib e]].
      apply leads_on with w t; [rewrite eb; exact ib | exact (I t e)].
    - intros n i. unfold in_set, find in i. cbn [fst] in i. rewrite PositiveMap.gempty in i.
      discriminate.
  Qed.

  Definition policy_good (lead : table node) : bool :=
    is_node (first, start) && in_set met (first, start)
    && Nat.eqb (length values) (length objectives)
    && all (fun n =>
      let c := pi n in
      let l := branches PP c in
      all (fun b => in_set met (snd b)) l
      && if moves n then
           in_set lead n && negb (early c)
           && all (fun ox =>
                let f := snd ox in
                let later := match l with
                  | [] => 0
                  | l => mean_of l (fun z => if moves z then f z else 0)
                  end in
                Qeq_bool (f n) (pay (fst ox) c + later))
              (combine objectives values)
         else won n && all (fun o => Qeq_bool (pay o c) 0) objectives
              && all (fun b => negb (moves (snd b))) l)
      met_list.

  Lemma pi_picks n : options PP n <> [] -> In (pi n) (options PP n).
  Proof.
    unfold pi. destruct (options PP n) as [ | c l]; [congruence | ]. intros _.
    destruct (Nat.lt_ge_cases (pick n) (length (c :: l))) as [lt | ge].
    - exact (nth_In _ _ lt).
    - rewrite nth_overflow by exact ge. left. reflexivity.
  Qed.

  Lemma pi_allowed : allowed PP (always PP pi).
  Proof.
    intros h n ne. unfold always. split; [split | ].
    - intros p c [e | []]. injection e as <- _. lra.
    - cbn. lra.
    - intros p c [e | []]. injection e as _ <-. exact (pi_picks n ne).
  Qed.

  Theorem policy_found : policy_good leading = true ->
    counts PP won early (first, start) (always PP pi) /\
    forall o f, In (o, f) (combine objectives values) ->
    converges (fun n => J PP (sums (P := PP) (pay_of P untils most o)) (always PP pi) n []
        (first, start))
      (if moves (first, start) then f (first, start) else 0).
  Proof.
    intros H. apply andb_prop in H as [H A]. apply andb_prop in H as [H len].
    apply andb_prop in H as [s ms]. apply is_node_spec in s.
    assert (im : In (first, start) met_list) by (apply filter_In; auto).
    destruct (product_closed process_is_closed product_is_closed) as [inside _].
    assert (each_met : forall n, In n met_list -> In n nodes /\ in_set met n = true)
      by (intros n i; apply filter_In; exact i).
    assert (B := fun n i => all_spec _ _ A n i). cbv beta zeta in B.
    assert (in_options : forall n, In n met_list -> In (pi n) (options PP n)).
    { intros n i. apply pi_picks. exact (some_option inside n (proj1 (each_met n i))). }
    assert (closed_met : closed PP (only (P := PP) pi) met_list).
    { split; [intros n i; discriminate | ]. intros n c w z i [<- | []] ib. apply filter_In.
      split;
        [exact (stays_inside inside (proj1 (each_met n i)) (in_options n i) ib) | ].
      specialize (B n i). apply andb_prop in B as [B _]. exact (all_spec _ _ B (w, z) ib). }
    assert (moving : forall n, In n met_list -> idle n = false ->
      in_set leading n = true /\ early (pi n) = false /\
      forall o f, In (o, f) (combine objectives values) ->
      f n == worth PP (sums (P := PP) (pay_of P untils most o))
        (fun z => if moves z then f z else 0) (pi n)).
    { intros n i e. specialize (B n i). apply andb_prop in B as [_ B]. unfold idle in e.
      apply negb_false_iff in e. rewrite e in B. apply andb_prop in B as [B V].
      apply andb_prop in B as [B1 B2]. apply negb_true_iff in B2.
      split; [exact B1 | split; [exact B2 | ]]. intros o f io.
      assert (C := all_spec _ _ V (o, f) io). cbn [fst snd] in C. apply Qeq_bool_iff in C.
      rewrite C. unfold worth. cbn [paid discount over sums]. rewrite pay_is.
      destruct (branches PP (pi n)) as [ | b l]; [ring | ]. rewrite mean_of_is. ring. }
    assert (resting_there : forall n, In n met_list -> idle n = true -> won n = true /\
      (forall o, In o objectives -> pay_of P untils most o (pi n) == 0) /\
      forall w z, In (w, z) (branches PP (pi n)) -> idle z = true).
    { intros n i e. specialize (B n i). apply andb_prop in B as [_ B]. unfold idle in *.
      apply negb_true_iff in e. rewrite e in B. apply andb_prop in B as [B B3].
      apply andb_prop in B as [B1 B2]. split; [exact B1 | split].
      - intros o io. rewrite <- pay_is. apply Qeq_bool_iff. exact (all_spec _ _ B2 o io).
      - intros w z ib. exact (all_spec _ _ B3 (w, z) ib). }
    assert (paths : forall n, In n met_list -> leads PP pi idle n).
    { intros n i. destruct (idle n) eqn:e; [apply leads_there; exact e | ].
      exact (leading_leads n (proj1 (moving n i e))). }
    split.
    - apply (own_counts PP met_list pi closed_met idle paths); [ | | exact im].
      + intros n i e. exact (proj1 (resting_there n i e)).
      + intros n i e. exact (proj1 (proj2 (moving n i e))).
    - intros o f io. assert (oo : In o objectives) by exact (in_combine_l _ _ _ _ io).
      apply (own_pay PP met_list pi closed_met idle paths (pay_of P untils most o)
        (fun n i e => conj (proj1 (proj2 (resting_there n i e)) o oo)
          (proj2 (proj2 (resting_there n i e)))) (fun z => if moves z then f z else 0));
        [ | | exact im].
      + intros n _ e. unfold idle in e. apply negb_true_iff in e. rewrite e. reflexivity.
      + intros n i e. assert (V := proj2 (proj2 (moving n i e)) o f io). unfold idle in e.
        apply negb_false_iff in e. rewrite e. exact V.
  Qed.

  (* Mixtures ----------------------------------------------------------------------------------- *)

  (* Policies of the product, each with what it pays of each objective. *)
  Local Notation played y s n :=
    (J_with P memory (remember P untils most) nothing y s n first [] start).

  Definition attained (point : list Q) (t : policy PP) : Prop :=
    allowed PP t /\ counts PP won early (first, start) t /\
    forall o x, In (o, x) (combine objectives point) ->
    converges (fun n => J PP (sums (P := PP) (pay_of P untils most o)) t n [] (first, start)) x.

  Theorem mixture_found (l : list (Q * (policy PP * list Q))) : heights_good = true ->
    (forall p t point, In (p, (t, point)) l ->
      0 <= p /\ attained point t /\ length point = length objectives) ->
    E l (fun _ => 1) == 1 ->
    exists s, allowed P s /\ at_least (fun n => played (win PP won early) s n) 1 /\
    forall i o, nth_error objectives i = Some o ->
    converges (fun n => played (sums (P := PP) (pay_of P untils most o)) s n)
      (E l (fun e => nth i (snd e) 0)).
  Proof.
    intros HH H one. destruct (heights_hold HH) as [_ [_ known]].
    destruct (product_closed process_is_closed product_is_closed) as [inside [is of_nodes]].
    set (shares := map (fun b => (fst b, fst (snd b))) l).
    assert (each : forall p t, In (p, t) shares -> 0 <= p /\ exists point, In (p, (t, point)) l).
    { intros p t i. apply in_map_iff in i as [[p' [t' point]] [e i]]. cbn [fst snd] in e.
      injection e as <- <-. split; [exact (proj1 (H _ _ _ i)) | exists point; exact i]. }
    assert (adds : distribution shares).
    { split; [intros p t i; exact (proj1 (each p t i)) | ]. unfold shares.
      rewrite (E_map (fun e => fst e) l (fun _ => 1)). exact one. }
    assert (plays_each : forall p t, In (p, t) shares -> plays PP (options PP) t).
    { intros p t i. destruct (each p t i) as [_ [point j]].
      exact (proj1 (proj1 (proj2 (H _ _ _ j)))). }
    set (mix := mixture PP node_choice_eq (options PP) shares).
    assert (mixed : forall y (x : policy PP * list Q -> Q),
      (forall p e, In (p, e) l -> converges (fun n => J PP y (fst e) n [] (first, start)) (x e)) ->
      converges (fun n => J PP y mix n [] (first, start)) (E l x)).
    { intros y x C. destruct (sum_converges l (fun e n => J PP y (fst e) n [] (first, start)) x C)
        as [lo hi].
      assert (same : forall n, E l (fun e => J PP y (fst e) n [] (first, start))
        == J PP y mix n [] (first, start)).
      { intros n. unfold mix.
        rewrite (mixture_pays PP node_choice_eq (options PP) shares adds plays_each nodes inside y n
          (first, start) is).
        symmetry. exact (E_map (fun e => fst e) l _). }
      split; [exact (at_least_same _ _ _ same lo) | exact (at_most_same _ _ _ same hi)]. }
    assert (wins : at_least (fun n => J PP (win PP won early) mix n [] (first, start)) 1).
    { apply (at_least_eq _ (E l (fun _ => 1))); [exact one | ].
      apply (mixed (win PP won early) (fun _ => 1)). intros p [t point] i.
      destruct (H _ _ _ i) as [_ [[A [C _]] _]]. split; [exact C | ]. intros eps e0. exists O.
      intros n _. assert (L := won_at_most_1 inside (win_wins PP won early) A n [] (first, start)
        is).
      cbn [fst]. lra. }
    assert (mix_allowed : allowed PP mix)
      by exact (mixture_plays PP node_choice_eq (options PP) shares adds plays_each).
    destruct (same_policies P untils most nothing (numbers count) first start
      (process_closed process_is_closed) (of_nodes _ is)) as [_ down].
    destruct (down mix mix_allowed) as [s [Hs same]]. exists s. split; [exact Hs | split].
    - exact (at_least_same _ _ _ (same (win PP won early)) wins).
    - intros i o e. destruct (mixed (sums (P := PP) (pay_of P untils most o))
        (fun e => nth i (snd e) 0)) as [lo hi].
      + intros p [t point] j. destruct (H _ _ _ j) as [_ [[_ [_ V]] len]]. cbn [fst snd]. apply V.
        assert (lt : (i < length objectives)%nat) by (apply nth_error_Some; congruence).
        assert (N := combine_nth objectives point i o 0 (eq_sym len)).
        assert (oo : nth i objectives o = o) by exact (nth_error_nth _ _ _ e). rewrite oo in N.
        rewrite <- N. apply nth_In. rewrite combine_length, len. lia.
      + split; [exact (at_least_same _ _ _ (same _) lo) | exact (at_most_same _ _ _ (same _) hi)].
  Qed.
End Product.
