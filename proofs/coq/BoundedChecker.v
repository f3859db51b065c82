(* Bounds on what is spent: the checker, and the proof that what it accepts is so. A witness says of
   each number k, of what may still be spent, what each state is worth, what is picked there, and
   ranks: the layer k. Few layers differ: they are the leaves of a tree, by k.

   Whether layer k meets its conditions depends on a view of it: on the layer, on those that steps
   lead to, by what they spend, and on whether goals count. Where the view is that of k - 1 nothing
   need be looked at again: only numbers are where a layer begins, here or where a step leads to.

   The conditions are those of check of exactbox/checker/bounded.py. *)
From Coq Require Import QArith List Lia Lqa Bool ZArith NArith FMapPositive.
From exactbox Require Import Definitions BoundedDefinitions Plays Players Arrays Kernel.
From exactbox Require Import Bounded BoundedGains.
Import ListNotations.
Local Open Scope Q_scope.

(* By the codes of states and of choices. *)
Record layer := Layer { worths : table Q; picks : table N; layer_ranks : table N }.

(* Up to k, exclusive, and from k on. *)
Inductive layers := Always (l : layer) | Split (k : N) (before after : layers).

Fixpoint layer_at (t : layers) (k : N) : layer :=
  match t with
  | Always l => l
  | Split s before after => if (k <? s)%N then layer_at before k else layer_at after k
  end.

Fixpoint starts (t : layers) : list N :=
  match t with
  | Always _ => []
  | Split s before after => s :: app (starts before) (starts after)
  end.

Lemma layer_before t k : (0 < k)%N -> ~ In k (starts t) -> layer_at t k = layer_at t (k - 1).
Proof.
  intros pos. induction t as [l | s a IHa b IHb]; cbn [layer_at starts]; intros H; [reflexivity | ].
  assert (ne : s <> k) by (intros e; apply H; left; exact e).
  assert (na : ~ In k (starts a)) by (intros i; apply H; right; apply in_or_app; auto).
  assert (nb : ~ In k (starts b)) by (intros i; apply H; right; apply in_or_app; auto).
  destruct (N.ltb_spec k s), (N.ltb_spec (k - 1) s); try lia; auto.
Qed.

(* What is asked: the probability of a goal, gains that are not negative, or gains of any sign. *)
Inductive layer_rule := Of_goal | Of_gains | Of_signed_gains.

(* What is looked at again and again: the branches of the options of a state, with what they spend
   and gain, and codes. *)
Record arm (S : Type) := Arm {
  weight : positive;
  target : S;
  target_code : positive;
  spent_by : N;
  gained_by : Q }.
Arguments Arm {S}.
Arguments weight {S}.
Arguments target {S}.
Arguments target_code {S}.
Arguments spent_by {S}.
Arguments gained_by {S}.

Record row (S C : Type) := Row { of_choice : C; all_weights : positive; arms : list (arm S) }.
Arguments Row {S C}.
Arguments of_choice {S C}.
Arguments all_weights {S C}.
Arguments arms {S C}.

Record knot (S C : Type) := Knot {
  of_state : S;
  own_code : positive;
  at_goal : bool;
  at_stay : bool;
  rows : list (row S C) }.
Arguments Knot {S C}.
Arguments of_state {S C}.
Arguments own_code {S C}.
Arguments at_goal {S C}.
Arguments at_stay {S C}.
Arguments rows {S C}.

(* Sums, with few divisions; from the last branch on, without a deep stack. *)
Definition plus (a b : Q) : Q :=
  if (Qden a =? Qden b)%positive then Qnum a + Qnum b # Qden a else reduced (a + b).

Definition weigh {S} (f : arm S -> Q) (l : list (arm S)) : Q :=
  let add a sum :=
    let v := f a in
    if (Qnum v =? 0)%Z then sum
    else
      let term := Zpos (weight a) * Qnum v # Qden v in
      Some (match sum with Some s => plus term s | None => term end) in
  match fold_right add None l with Some s => s | None => 0 end.

Definition mean_of {S C} (f : arm S -> Q) (r : row S C) : Q :=
  match arms r with
  | [] => 0
  | l => let s := weigh f l in reduced (Qnum s # all_weights r * Qden s)
  end.

Lemma plus_is a b : plus a b == a + b.
Proof.
  unfold plus. destruct (Pos.eqb_spec (Qden a) (Qden b)) as [e | ].
  - destruct a as [m d], b as [n e']. cbn [Qnum Qden] in *. subst e'.
    exact (Qmake_add m n d).
  - exact (reduced_same (a + b)).
Qed.

Section Layers.
  Variable P : process.
  Variable nodes : list (state P).
  Variable node_code : state P -> positive.
  Variable choice_code : choice P -> positive.
  Variable no_choice : choice P.
  Variable cost : choice P -> state P -> N.
  Variable gain : choice P -> state P -> Q.        (* 0 where a goal is asked for *)
  Variable endless : bool.
  Variable last : N.                               (* the number of the layer that is asked for *)
  Variable goal : state P -> bool.                 (* where it counts *)
  Variable lowest : N.                             (* if so much has been spent *)
  Variable stay : state P -> bool.
  Variable idle : state P -> bool.                 (* where nothing will be gained *)
  Variable rule : layer_rule.
  Variable maximise : bool.
  Variable amounts : list N.                       (* all that steps spend *)
  Variable t : layers.

  Definition arm_of (c : choice P) (b : positive * state P) : arm (state P) :=
    Arm (fst b) (snd b) (node_code (snd b)) (cost c (snd b)) (gain c (snd b)).

  Definition row_of (c : choice P) : row (state P) (choice P) :=
    let l := branches P c in Row c (total l) (map (arm_of c) l).

  Definition knot_of (x : state P) : knot (state P) (choice P) :=
    Knot x (node_code x) (goal x) (stay x) (map row_of (options P x)).

  Definition value_at (l : layer) (k : positive) : Q :=
    match find k (worths l) with Some q => q | None => 0 end.

  Definition value_in (l : layer) (x : state P) : Q := value_at l (node_code x).

  Definition picked_from {A} (l : layer) (k : positive) (options : list A) : option A :=
    match option_number (match find k (picks l) with Some n => n | None => 0%N end) options with
    | Some c => Some c
    | None => hd_error options
    end.

  Definition pick_in (l : layer) (x : state P) : choice P :=
    match picked_from l (node_code x) (options P x) with Some c => c | None => no_choice end.

  Definition rank_in (l : layer) (c : choice P) : N :=
    match find (choice_code c) (layer_ranks l) with Some r => r | None => 0%N end.

  Lemma picked_from_in {A} l k (options : list A) c :
    picked_from l k options = Some c -> In c options.
  Proof.
    unfold picked_from. destruct (option_number _ _) as [d | ] eqn:e; intros H.
    - injection H as <-. exact (option_number_in _ _ _ e).
    - destruct options; [discriminate | ]. injection H as <-. left. reflexivity.
  Qed.

  Lemma pick_in_option l x : options P x <> [] -> In (pick_in l x) (options P x).
  Proof.
    intros ne. unfold pick_in. destruct (picked_from l (node_code x) (options P x)) as [c | ] eqn:e.
    - exact (picked_from_in _ _ _ _ e).
    - unfold picked_from in e. destruct (option_number _ _); [discriminate | ].
      destruct (options P x); [congruence | discriminate].
  Qed.

  Lemma picked_row l x r :
    picked_from l (node_code x) (map row_of (options P x)) = Some r -> r = row_of (pick_in l x).
  Proof.
    assert (M : forall (l : list (choice P)) k,
      option_number k (map row_of l) = option_map row_of (option_number k l)).
    { induction l0 as [ | c l0 IH]; intros k; cbn [map option_number]; [reflexivity | ].
      destruct (k =? 0)%N; [reflexivity | apply IH]. }
    unfold pick_in, picked_from. rewrite M.
    destruct (option_number _ (options P x)) as [c | ]; cbn [option_map].
    - intros H. injection H as <-. reflexivity.
    - destruct (options P x); intros H; [discriminate | injection H as <-; reflexivity].
  Qed.

  (* What the conditions of a layer depend on. *)
  Record view := View {
    goal_counts : bool;                (* whether the goal counts *)
    moving : bool;                     (* whether to spend something leads to another layer *)
    here : layer;
    there : table (option layer) }.    (* by what is spent; none where there is not enough *)

  Definition lead_to (k e : N) : option layer :=
    if endless || (e <=? k)%N then Some (layer_at t (k - e)) else None.

  Definition view_at (k : N) : view :=
    View (k + lowest <=? last)%N (negb endless || (0 <? k)%N) (layer_at t k)
      (of_pairs (map (fun e => (N.succ_pos e, lead_to k e)) amounts)).

  Section Conditions.
    Variable w : view.

    (* What is gained along a branch, and what is then left to gain. *)
    Definition along (a : arm (state P)) : Q :=
      match get (there w) (spent_by a) with
      | Some (Some l) =>
          let v := value_at l (target_code a) in
          if (Qnum (gained_by a) =? 0)%Z then v else gained_by a + v
      | _ => 0
      end.

    Definition gained_along (a : arm (state P)) : Q :=
      match get (there w) (spent_by a) with Some (Some _) => gained_by a | _ => 0 end.

    (* What the question says that a state is worth. *)
    Definition told_by (is_goal stays : bool) (x : state P) : option Q :=
      match rule with
      | Of_goal => if goal_counts w && is_goal then Some 1 else if stays then None else Some 0
      | Of_gains => None
      | Of_signed_gains => if idle x then Some 0 else None
      end.

    Definition told (x : state P) : option Q := told_by (goal x) (stay x) x.

    Definition is_signed : bool := match rule with Of_signed_gains => true | _ => false end.

    Definition settled_in (x : state P) : bool :=
      match told x with
      | Some _ => true
      | None => negb is_signed && Qle_bool (value_in (here w) x) 0
      end.

    (* The options whose ranks have to fall. *)
    Definition ranked (x : state P) : list (choice P) :=
      if maximise && negb is_signed then [pick_in (here w) x] else options P x.

    Definition falls_in (r : row (state P) (choice P)) : bool :=
      match arms r with
      | [] => true
      | l => any (fun a =>
          if moving w && (0 <? spent_by a)%N then true
          else if settled_in (target a) then true
          else let n := rank_in (here w) (of_choice r) in
            all (fun o => (rank_in (here w) o <? n)%N) (ranked (target a))) l
      end.

    Definition check_knot (n : knot (state P) (choice P)) : bool :=
      let v := value_at (here w) (own_code n) in
      match told_by (at_goal n) (at_stay n) (of_state n) with
      | Some q => Qeq_bool v q
      | None =>
          match picked_from (here w) (own_code n) (rows n) with
          | None => false
          | Some own =>
              if (if is_signed then true else Qle_bool 0 v) then
                if Qeq_bool (mean_of along own) v then
                  if match rows n with
                     | [_] => true
                     | l => all (fun r =>
                         let q := mean_of along r in
                         if maximise then Qle_bool q v else Qle_bool v q) l
                     end
                  then
                    if negb is_signed && Qle_bool v 0 then true
                    else all (fun r =>
                      if falls_in r then true
                      else if is_signed then false
                      else negb (Qle_bool (mean_of gained_along r) 0))
                      (if maximise && negb is_signed then [own] else rows n)
                  else false
                else false
              else false
          end
      end.
  End Conditions.

  (* Where the view may be another one than before: where the goal no longer counts, where there is
     enough for a step, or where a layer begins, here or where a step leads to. *)
  Definition places : list N :=
    let begin := starts t in
    let turns := app begin (app amounts (flat_map (fun s => map (N.add s) amounts) begin)) in
    map Pos.pred_N (keys (set
      (filter (fun k => (k <=? last)%N) (0%N :: 1%N :: (last + 1 - lowest)%N :: turns)))).

  (* Steps spend what is listed; gains are those that are asked for. *)
  Definition check_static : bool :=
    let known := set amounts in
    all (fun x =>
      let is_idle := idle x in
      all (fun c => all (fun b =>
        let z := snd b in
        let q := gain c z in
        if member known (cost c z) then
          match rule with
          | Of_goal => Qeq_bool q 0
          | Of_gains => Qle_bool 0 q
          | Of_signed_gains => if is_idle then Qeq_bool q 0 && idle z else true
          end
        else false) (branches P c)) (options P x)) nodes.

  Definition check_layers (knots : list (knot (state P) (choice P))) : bool :=
    if check_static then
      all (fun k => let w := view_at k in all (check_knot w) knots) places
    else false.

  (* What follows ----------------------------------------------------------------------------- *)

  Hypothesis inside : closed P (options P) nodes.
  Hypothesis no_reward : forall c, reward P c == 0.
  Hypothesis checked : check_layers (map knot_of nodes) = true.

  Definition spend (c : choice P) (z : state P) : nat := N.to_nat (cost c z).
  Definition at_number (k : nat) : layer := layer_at t (N.of_nat k).
  Definition layer_value (k : nat) (x : state P) : Q := value_in (at_number k) x.
  Definition layer_pick (k : nat) (x : state P) : choice P := pick_in (at_number k) x.
  Definition layer_rank (k : nat) (c : choice P) : nat := N.to_nat (rank_in (at_number k) c).
  Definition layer_goal (k : nat) (x : state P) : bool :=
    (N.of_nat k + lowest <=? last)%N && goal x.
  Local Notation K := (N.to_nat last).
  Local Notation v := layer_value.
  Local Notation pi := layer_pick.

  Lemma layer_picks k x : options P x <> [] -> In (pi k x) (options P x).
  Proof. exact (pick_in_option _ x). Qed.

  Lemma in_places k : (k <= last)%N ->
    k = 0%N \/ k = 1%N \/ k = (last + 1 - lowest)%N \/ In k (starts t) \/ In k amounts \/
    (exists s e, In s (starts t) /\ In e amounts /\ k = (s + e)%N) -> In k places.
  Proof.
    intros le H. unfold places. cbv zeta. set (l := filter _ _).
    assert (i : In k l).
    { apply filter_In. split; [ | apply N.leb_le; exact le].
      destruct H as [<- | [<- | [<- | H]]]; [left | right; left | right; right; left | ];
        try reflexivity.
      right. right. right. apply in_or_app. destruct H as [H | H]; [left; exact H | right].
      apply in_or_app. destruct H as [H | [s [e [i [j ->]]]]]; [left; exact H | right].
      apply in_flat_map. exists s. split; [exact i | ]. apply in_map. exact j. }
    clearbody l. apply member_spec in i. unfold member, get in i.
    apply in_map_iff. exists (N.succ_pos k). split; [apply N.pos_pred_succ | ].
    apply in_keys. destruct (find (N.succ_pos k) (set l)); congruence.
  Qed.

  Lemma view_before k : (k <= last)%N -> ~ In k places -> view_at k = view_at (k - 1).
  Proof.
    intros le H.
    assert (n0 : k <> 0%N) by (intros e; apply H, in_places; auto).
    assert (n1 : k <> 1%N) by (intros e; apply H, in_places; auto).
    assert (ng : k <> (last + 1 - lowest)%N) by (intros e; apply H, in_places; auto).
    assert (ns : ~ In k (starts t)) by (intros e; apply H, in_places; auto 6).
    unfold view_at. f_equal.
    - destruct (N.leb_spec (k + lowest) last), (N.leb_spec (k - 1 + lowest) last);
        [reflexivity | lia | lia | reflexivity].
    - f_equal. destruct (N.ltb_spec 0 k), (N.ltb_spec 0 (k - 1)); reflexivity || lia.
    - apply layer_before; [lia | exact ns].
    - f_equal. apply map_ext_in. intros e i. f_equal. unfold lead_to.
      assert (ne : k <> e) by (intros ->; apply H, in_places; auto 7).
      replace (e <=? k - 1)%N with (e <=? k)%N
        by (destruct (N.leb_spec e k), (N.leb_spec e (k - 1)); reflexivity || lia).
      destruct (endless || (e <=? k)%N); [ | reflexivity]. f_equal.
      destruct (N.ltb_spec e k) as [lt | ge].
      + replace (k - 1 - e)%N with (k - e - 1)%N by lia. apply layer_before; [lia | ].
        intros j. apply H, in_places; [exact le | ]. do 5 right.
        exists (k - e)%N, e. split; [exact j | split; [exact i | lia]].
      + f_equal. lia.
  Qed.

  Lemma view_looked_at : forall k, (k <= last)%N -> exists j, In j places /\ view_at k = view_at j.
  Proof.
    apply (N.peano_ind (fun k => (k <= last)%N -> exists j, In j places /\ view_at k = view_at j)).
    - intros le. exists 0%N. split; [apply in_places; auto | reflexivity].
    - intros k IH le. destruct (in_dec N.eq_dec (N.succ k) places) as [i | no].
      + exists (N.succ k). split; [exact i | reflexivity].
      + rewrite (view_before _ le no). replace (N.succ k - 1)%N with k by lia. apply IH. lia.
  Qed.

  Lemma node_checked k x : (k <= K)%nat -> In x nodes ->
    check_knot (view_at (N.of_nat k)) (knot_of x) = true.
  Proof.
    intros le i. destruct (view_looked_at (N.of_nat k) ltac:(lia)) as [j [ij ->]].
    apply if_and in checked as [_ H]. assert (L := all_spec _ _ H j ij).
    cbv zeta in L. exact (all_spec _ _ L _ (in_map knot_of nodes x i)).
  Qed.

  Lemma branch_checked x c n z : In x nodes -> In c (options P x) -> In (n, z) (branches P c) ->
    In (cost c z) amounts /\
    match rule with
    | Of_goal => gain c z == 0
    | Of_gains => 0 <= gain c z
    | Of_signed_gains => idle x = true -> gain c z == 0 /\ idle z = true
    end.
  Proof.
    intros i j b. apply if_and in checked as [S _]. unfold check_static in S. cbv zeta in S.
    assert (H := all_spec _ _ (all_spec _ _ (all_spec _ _ S x i) c j) (n, z) b).
    cbn [snd] in H. destruct (member (set amounts) (cost c z)) eqn:m; [ | discriminate].
    split; [apply member_spec; exact m | ]. destruct rule.
    - apply Qeq_bool_iff. exact H.
    - apply Qle_bool_iff. exact H.
    - intros e. rewrite e in H. apply andb_true_iff in H as [H I].
      split; [apply Qeq_bool_iff; exact H | exact I].
  Qed.

  Lemma there_is k e : In e amounts -> get (there (view_at k)) e = Some (lead_to k e).
  Proof.
    intros i. unfold get. cbn [there view_at].
    destruct (of_pairs_finds (map (fun e => (N.succ_pos e, lead_to k e)) amounts) (N.succ_pos e)
      (lead_to k e)) as [b H]; [exact (in_map _ _ _ i) | ].
    rewrite H. f_equal. apply of_pairs_found in H. apply in_map_iff in H as [d [eq _]].
    injection eq as e1 <-. f_equal.
    rewrite <- (N.pos_pred_succ d), <- (N.pos_pred_succ e), e1. reflexivity.
  Qed.

  Lemma lead_is k c z : lead_to (N.of_nat k) (cost c z)
    = if enough P spend endless k c z then Some (at_number (k - spend c z)) else None.
  Proof.
    unfold lead_to, enough, at_number, spend.
    replace (cost c z <=? N.of_nat k)%N with (N.to_nat (cost c z) <=? k)%nat.
    - destruct (_ || _); [ | reflexivity]. do 2 f_equal. lia.
    - destruct (Nat.leb_spec (N.to_nat (cost c z)) k), (N.leb_spec (cost c z) (N.of_nat k));
        reflexivity || lia.
  Qed.

  Lemma weigh_is f f' c l :
    (forall n z, In (n, z) l -> f (arm_of c (n, z)) == f' z) ->
    weigh f (map (arm_of c) l) == wsum l f'.
  Proof.
    unfold weigh. induction l as [ | [n z] l IH]; intros H; cbn [fold_right wsum map]; [reflexivity | ].
    specialize (IH (fun m y i => H m y (or_intror i))). assert (F := H n z (or_introl eq_refl)).
    set (v := f (arm_of c (n, z))) in *. destruct (Z.eqb_spec (Qnum v) 0) as [e | ].
    - assert (zero : v == 0) by (unfold Qeq; cbn [Qnum Qden]; rewrite e; reflexivity).
      rewrite IH, <- F, zero. ring.
    - assert (T : (Zpos n * Qnum v # Qden v) == inject_Z (Zpos n) * f' z).
      { rewrite <- F. reflexivity. }
      cbn [weight arm_of fst]. rewrite <- IH, <- T.
      destruct (fold_right _ None _); [exact (plus_is _ _) | ring].
  Qed.

  Lemma mean_same f f' x c : In x nodes -> In c (options P x) ->
    (forall n z, In (n, z) (branches P c) -> In (cost c z) amounts ->
      f (arm_of c (n, z)) == f' z) ->
    mean_of f (row_of c) == E (probabilities (branches P c)) f'.
  Proof.
    intros i j H. unfold mean_of. cbn [row_of arms all_weights].
    assert (W := weigh_is f f' c (branches P c)
      (fun n z b => H n z b (proj1 (branch_checked x c n z i j b)))).
    destruct (branches P c) as [ | b l]; [reflexivity | ]. cbn [map] in *. cbv zeta.
    rewrite reduced_same, E_wsum, <- W. destruct (weigh f _) as [s d].
    unfold Qeq, Qmult. cbn [Qnum Qden]. ring.
  Qed.

  Lemma gain_is k c : gain_within P spend endless gain k c
    == E (probabilities (branches P c))
         (fun z => if enough P spend endless k c z then gain c z else 0).
  Proof.
    unfold gain_within. destruct (branches P c); [ | reflexivity].
    cbn [map probabilities E]. apply no_reward.
  Qed.

  Lemma gained_is k x c : In x nodes -> In c (options P x) ->
    mean_of (gained_along (view_at (N.of_nat k))) (row_of c)
    == gain_within P spend endless gain k c.
  Proof.
    intros i j. rewrite gain_is. apply (mean_same _ _ x c i j). intros n z _ a.
    unfold gained_along. cbn [arm_of spent_by gained_by fst snd].
    rewrite (there_is _ _ a), lead_is. destruct (enough P spend endless k c z); reflexivity.
  Qed.

  Lemma along_is k x c : In x nodes -> In c (options P x) ->
    mean_of (along (view_at (N.of_nat k))) (row_of c) == gain_worth P spend endless gain v k c.
  Proof.
    intros i j. unfold gain_worth. rewrite gain_is, <- E_plus.
    apply (mean_same _ _ x c i j). intros n z _ a. unfold along, next_within.
    cbn [arm_of spent_by gained_by target_code fst snd]. rewrite (there_is _ _ a), lead_is.
    destruct (enough P spend endless k c z); [ | ring]. cbv zeta.
    destruct (Z.eqb_spec (Qnum (gain c z)) 0) as [e | ]; [ | reflexivity].
    assert (zero : gain c z == 0) by (unfold Qeq; cbn [Qnum Qden]; rewrite e; reflexivity).
    rewrite zero, Qplus_0_l. reflexivity.
  Qed.

  (* A state is worth what the question says, or what pi picks, and no option is better. *)
  Lemma node_worth k x : (k <= K)%nat -> In x nodes ->
    match told (view_at (N.of_nat k)) x with
    | Some q => v k x == q
    | None =>
        (is_signed = false -> 0 <= v k x) /\
        gain_worth P spend endless gain v k (pi k x) == v k x /\
        (forall c, In c (options P x) ->
          if maximise then gain_worth P spend endless gain v k c <= v k x
          else v k x <= gain_worth P spend endless gain v k c) /\
        (settled_in (view_at (N.of_nat k)) x = false ->
          forall c, In c (ranked (view_at (N.of_nat k)) x) ->
          (is_signed = false /\ 0 < gain_within P spend endless gain k c) \/
          falls_in (view_at (N.of_nat k)) (row_of c) = true)
    end.
  Proof.
    intros le i. assert (C := node_checked k x le i). unfold check_knot in C. cbv zeta in C.
    cbn [knot_of of_state own_code at_goal at_stay rows] in C.
    change (value_at (here (view_at (N.of_nat k))) (node_code x)) with (v k x) in C.
    change (told_by (view_at (N.of_nat k)) (goal x) (stay x) x)
      with (told (view_at (N.of_nat k)) x) in C.
    destruct (told (view_at (N.of_nat k)) x) as [q | ] eqn:et; [apply Qeq_bool_iff; exact C | ].
    destruct (picked_from _ _ _) as [own | ] eqn:ep; [ | discriminate].
    apply picked_row in ep.
    change (pick_in (here (view_at (N.of_nat k))) x) with (pi k x) in ep. subst own.
    apply if_and in C as [A C]. apply if_and in C as [B C]. apply if_and in C as [D C].
    assert (ip := layer_picks k x (some_option inside x i)).
    assert (own : gain_worth P spend endless gain v k (pi k x) == v k x).
    { apply Qeq_bool_iff in B. rewrite <- B. symmetry. exact (along_is k x _ i ip). }
    split; [ | split; [exact own | split]].
    - intros e. rewrite e in A. apply Qle_bool_iff. exact A.
    - intros c j. assert (W := along_is k x c i j).
      assert (O : c = pi k x \/ (let q := mean_of (along (view_at (N.of_nat k))) (row_of c) in
        if maximise then Qle_bool q (v k x) else Qle_bool (v k x) q) = true).
      { destruct (options P x) as [ | o [ | o' l]]; [destruct j | left | right].
        - destruct j as [<- | []]. destruct ip as [-> | []]. reflexivity.
        - exact (all_spec _ _ D _ (in_map row_of _ c j)). }
      destruct O as [-> | O]; [destruct maximise; lra | ]. cbv zeta in O.
      destruct maximise; apply Qle_bool_iff in O; lra.
    - intros e c j. unfold settled_in in e. rewrite et in e.
      change (value_in (here (view_at (N.of_nat k))) x) with (v k x) in e. rewrite e in C.
      assert (jr : In (row_of c)
        (if maximise && negb is_signed then [row_of (pi k x)] else map row_of (options P x))).
      { unfold ranked in j. destruct (maximise && negb is_signed).
        - destruct j as [<- | []]. left. reflexivity.
        - exact (in_map row_of _ c j). }
      assert (R := all_spec _ _ C _ jr). cbv beta in R.
      destruct (falls_in _ (row_of c)); [right; reflexivity | left].
      assert (jo : In c (options P x)).
      { unfold ranked in j. destruct (maximise && negb is_signed); [ | exact j].
        destruct j as [<- | []]. exact ip. }
      destruct is_signed; [discriminate | ]. split; [reflexivity | ].
      rewrite <- (gained_is k x c i jo). apply Qnot_le_lt. intros L.
      apply Qle_bool_iff in L. rewrite L in R. discriminate.
  Qed.

  Lemma falls_is k c (settled : nat -> state P -> bool) (available : nat -> state P -> _) :
    (forall z, settled_in (view_at (N.of_nat k)) z = true -> settled k z = true) ->
    (forall z o, In o (available k z) -> In o (ranked (view_at (N.of_nat k)) z)) ->
    falls_in (view_at (N.of_nat k)) (row_of c) = true ->
    falls P spend endless available layer_rank settled k c.
  Proof.
    intros same among F. unfold falls_in in F. cbn [row_of arms] in F.
    destruct (map (arm_of c) (branches P c)) as [ | d l] eqn:eb.
    { left. destruct (branches P c); [reflexivity | discriminate]. }
    rewrite <- eb in F. right. apply any_spec in F as [a [ia F]].
    apply in_map_iff in ia as [[n z] [<- ib]]. exists n, z. split; [exact ib | ].
    cbn [arm_of spent_by target of_choice fst snd] in F. destruct (moving _ && _) eqn:m.
    { left. apply andb_true_iff in m as [m c0]. apply N.ltb_lt in c0. cbn [moving view_at] in m.
      split; [unfold spend; lia | ]. intros e. rewrite e in m. cbn [negb orb] in m.
      apply N.ltb_lt in m. lia. }
    destruct (settled_in _ z) eqn:e; [right; left; exact (same z e) | right; right].
    intros o j. assert (L := all_spec _ _ F o (among z o j)). cbv beta zeta in L.
    apply N.ltb_lt in L. unfold layer_rank, at_number. cbn [here view_at row_of of_choice] in L.
    lia.
  Qed.

  Variable x : state P.
  Hypothesis is_node : In x nodes.

  (* The probability of the goal. *)
  Section Goal.
    Hypothesis of_goal : rule = Of_goal.
    Local Notation stay' := (fun _ : nat => stay).
    Local Notation settled := (settled_within P layer_goal stay' v).

    Lemma goal_told k z : told (view_at (N.of_nat k)) z
      = if layer_goal k z then Some 1 else if stay z then None else Some 0.
    Proof. unfold told, told_by. rewrite of_goal. reflexivity. Qed.

    Lemma goal_settled k z : settled_in (view_at (N.of_nat k)) z = settled k z.
    Proof.
      unfold settled_in, settled_within, is_signed. rewrite goal_told, of_goal.
      destruct (layer_goal k z), (stay z); reflexivity.
    Qed.

    Lemma goal_worth k z c : In z nodes -> In c (options P z) ->
      gain_worth P spend endless gain v k c == worth_within P spend endless false v k c.
    Proof.
      intros i j. unfold gain_worth. rewrite <- (gained_is k z c i j).
      rewrite (mean_same _ (fun _ => 0) z c i j).
      - rewrite E_const. unfold worth_within. destruct (branches P c); [ | ring].
        cbn [map probabilities E]. ring.
      - intros n y b a. unfold gained_along. cbn [arm_of spent_by gained_by fst snd].
        assert (G := proj2 (branch_checked z c n y i j b)).
        rewrite of_goal in G. rewrite (there_is _ _ a).
        destruct (lead_to _ _); [exact G | reflexivity].
    Qed.

    Lemma goal_upper available : (forall k z, In z nodes -> incl (available k z) (options P z)) ->
      (maximise = false -> forall k z, incl (available k z) [pi k z]) ->
      within_upper P spend endless nodes K layer_goal stay' false v available.
    Proof.
      intros sub least' k z le i. assert (W := node_worth k z le i). rewrite goal_told in W.
      destruct (layer_goal k z); [rewrite W; split; lra | ].
      destruct (stay z); [ | rewrite W; split; [lra | discriminate]].
      destruct W as [v0 [own [all _]]]. unfold is_signed in v0. rewrite of_goal in v0.
      split; [exact (v0 eq_refl) | ]. intros _ c j. rewrite <- (goal_worth k z c i (sub k z i c j)).
      destruct maximise eqn:m; [exact (all c (sub k z i c j)) | ].
      destruct (least' eq_refl k z c j) as [<- | []]. rewrite own. lra.
    Qed.

    Lemma goal_lower available : (forall k z, In z nodes -> incl (available k z) (options P z)) ->
      (maximise = true -> forall k z, incl (available k z) [pi k z]) ->
      within_lower P spend endless nodes K layer_goal stay' false v available.
    Proof.
      intros sub greatest' k z le i. assert (W := node_worth k z le i). rewrite goal_told in W.
      destruct (layer_goal k z); [rewrite W; lra | ].
      destruct (stay z); [ | rewrite W; lra].
      destruct W as [_ [own [all _]]]. intros c j. rewrite <- (goal_worth k z c i (sub k z i c j)).
      destruct maximise eqn:m; [ | exact (all c (sub k z i c j))].
      destruct (greatest' eq_refl k z c j) as [<- | []]. rewrite own. lra.
    Qed.

    Lemma goal_ranks available : (forall k z, In z nodes -> incl (available k z) (options P z)) ->
      (forall k z, incl (available k z) (ranked (view_at (N.of_nat k)) z)) ->
      within_ranks P spend endless nodes K layer_goal stay' v available layer_rank.
    Proof.
      intros sub among k z c le i e j. assert (W := node_worth k z le i).
      rewrite <- (goal_settled k z) in e. assert (T := e). unfold settled_in in T.
      destruct (told _ z); [discriminate | ]. destruct W as [_ [_ [_ R]]].
      apply falls_is; [ | exact (among k) | ].
      - intros y. rewrite goal_settled. exact (fun h => h).
      - destruct (R e c (among k z c j)) as [[_ pos] | F]; [exfalso | exact F].
        assert (jo := sub k z i c j). rewrite <- (gained_is k z c i jo) in pos.
        rewrite (mean_same _ (fun _ => 0) z c i jo) in pos; [rewrite E_const in pos; lra | ].
        intros n y b a. unfold gained_along. cbn [arm_of spent_by gained_by fst snd].
        assert (G := proj2 (branch_checked z c n y i jo b)).
        rewrite of_goal in G. rewrite (there_is _ _ a).
        destruct (lead_to _ _); [exact G | reflexivity].
    Qed.
  End Goal.

  Lemma gains_upper available : rule = Of_gains ->
    (forall k z, In z nodes -> incl (available k z) (options P z)) ->
    (maximise = false -> forall k z, incl (available k z) [pi k z]) ->
    gain_upper P spend endless gain nodes K v available.
  Proof.
    intros of_gains sub least' k z le i. assert (W := node_worth k z le i).
    unfold told, told_by in W.
    rewrite of_gains in W. destruct W as [v0 [own [all _]]]. unfold is_signed in v0.
    rewrite of_gains in v0. split; [exact (v0 eq_refl) | ]. intros c j.
    destruct maximise eqn:m; [exact (all c (sub k z i c j)) | ].
    destruct (least' eq_refl k z c j) as [<- | []]. rewrite own. lra.
  Qed.

  Lemma gains_lower available : rule = Of_gains ->
    (forall k z, In z nodes -> incl (available k z) (options P z)) ->
    (maximise = true -> forall k z, incl (available k z) [pi k z]) ->
    gain_lower P spend endless gain nodes K v available.
  Proof.
    intros of_gains sub greatest' k z c le i j. assert (W := node_worth k z le i).
    unfold told, told_by in W. rewrite of_gains in W. destruct W as [_ [own [all _]]].
    assert (jo := sub k z i c j). split.
    - unfold gain_within. destruct (branches P c) as [ | b l] eqn:eb; [rewrite no_reward; lra | ].
      apply E_nonneg; [apply probabilities_weighted | ]. intros p y ib.
      apply probabilities_in in ib as [n [ib _]]. rewrite <- eb in ib.
      assert (G := proj2 (branch_checked z c n y i jo ib)). rewrite of_gains in G.
      destruct (enough P spend endless k c y); [exact G | lra].
    - destruct maximise eqn:m; [ | exact (all c jo)].
      destruct (greatest' eq_refl k z c j) as [<- | []]. rewrite own. lra.
  Qed.

  Lemma gains_ranks available : rule = Of_gains ->
    (forall k z, In z nodes -> incl (available k z) (options P z)) ->
    (forall k z, incl (available k z) (ranked (view_at (N.of_nat k)) z)) ->
    gain_ranks P spend endless gain nodes K v available layer_rank.
  Proof.
    intros of_gains sub among k z c le i e j. assert (W := node_worth k z le i).
    unfold told, told_by in W. rewrite of_gains in W. destruct W as [_ [_ [_ R]]].
    assert (same : forall y, settled_in (view_at (N.of_nat k)) y = Qle_bool (v k y) 0).
    { intros y. unfold settled_in, told, told_by, is_signed. rewrite of_gains. reflexivity. }
    rewrite <- same in e.
    destruct (R e c (among k z c j)) as [[_ pos] | F]; [left; exact pos | right].
    apply falls_is; [ | exact (among k) | exact F]. intros y h. rewrite <- same. exact h.
  Qed.

  Section Signed.
    Hypothesis of_signed : rule = Of_signed_gains.

    Lemma signed_told k z :
      told (view_at (N.of_nat k)) z = if idle z then Some 0 else None.
    Proof. unfold told, told_by. rewrite of_signed. reflexivity. Qed.

    Lemma signed_idle k z c : (k <= K)%nat -> In z nodes -> idle z = true ->
      In c (options P z) -> gain_within P spend endless gain k c == 0 /\
      forall n y, In (n, y) (branches P c) -> enough P spend endless k c y = true ->
      idle y = true.
    Proof.
      intros _ i e j. assert (B := fun n y b => proj2 (branch_checked z c n y i j b)).
      rewrite of_signed in B. split.
      - unfold gain_within. destruct (branches P c) as [ | b l] eqn:eb; [exact (no_reward c) | ].
        rewrite (E_eq _ _ (fun _ => 0)); [rewrite E_const; ring | ]. intros p y ib.
        apply probabilities_in in ib as [n [ib _]].
        destruct (enough P spend endless k c y); [exact (proj1 (B n y ib e)) | reflexivity].
      - intros n y ib _. exact (proj2 (B n y ib e)).
    Qed.

    Lemma signed_ranks k z c : (k <= K)%nat -> In z nodes -> idle z = false ->
      In c (options P z) ->
      falls P spend endless (fun _ => options P) layer_rank (fun _ => idle) k c.
    Proof.
      intros le i e j. assert (W := node_worth k z le i). rewrite signed_told, e in W.
      destruct W as [_ [_ [_ R]]].
      assert (same : forall y, settled_in (view_at (N.of_nat k)) y = idle y).
      { intros y. unfold settled_in. rewrite signed_told. unfold is_signed. rewrite of_signed.
        destruct (idle y); reflexivity. }
      assert (all : forall y, ranked (view_at (N.of_nat k)) y = options P y).
      { intros y. unfold ranked, is_signed. rewrite of_signed, andb_false_r. reflexivity. }
      rewrite same, all in R. destruct (R e c j) as [[s _] | F].
      { unfold is_signed in s. rewrite of_signed in s. discriminate. }
      apply falls_is; [ | | exact F].
      - intros y h. rewrite <- same. exact h.
      - intros y o l. rewrite all. exact l.
    Qed.

    Lemma signed_gains_upper available :
      (forall k z, In z nodes -> incl (available k z) (options P z)) ->
      (maximise = false -> forall k z, incl (available k z) [pi k z]) ->
      BoundedGains.signed_upper P spend endless gain nodes K v (fun _ => idle) available.
    Proof.
      intros sub least' k z le i. assert (W := node_worth k z le i). rewrite signed_told in W.
      destruct (idle z); [rewrite W; lra | ]. destruct W as [_ [own [all _]]]. intros c j.
      destruct maximise eqn:m; [exact (all c (sub k z i c j)) | ].
      destruct (least' eq_refl k z c j) as [<- | []]. rewrite own. lra.
    Qed.

    Lemma signed_gains_lower available :
      (forall k z, In z nodes -> incl (available k z) (options P z)) ->
      (maximise = true -> forall k z, incl (available k z) [pi k z]) ->
      BoundedGains.signed_lower P spend endless gain nodes K v (fun _ => idle) available.
    Proof.
      intros sub greatest' k z le i. assert (W := node_worth k z le i). rewrite signed_told in W.
      destruct (idle z); [rewrite W; lra | ]. destruct W as [_ [own [all _]]]. intros c j.
      destruct maximise eqn:m; [ | exact (all c (sub k z i c j))].
      destruct (greatest' eq_refl k z c j) as [<- | []]. rewrite own. lra.
    Qed.
  End Signed.

  Lemma all_options (k : nat) z : In z nodes -> incl (options P z) (options P z).
  Proof. intros _ c j. exact j. Qed.

  Lemma own_option (k : nat) z : In z nodes -> incl [pi k z] (options P z).
  Proof. intros i c [<- | []]. exact (layer_picks k z (some_option inside z i)). Qed.

  Lemma own_pick (k : nat) z : incl [pi k z] [pi k z].
  Proof. intros c j. exact j. Qed.

  Lemma ranked_of b k z : maximise = b -> is_signed = false ->
    ranked (view_at (N.of_nat k)) z = if b then [pi k z] else options P z.
  Proof. intros m s. unfold ranked. rewrite m, s, andb_true_r. reflexivity. Qed.

  Theorem layers_sound :
    match rule with
    | Of_goal =>
        (if maximise then greatest else least) P
          (reaching_within P spend endless layer_goal (fun _ => stay) false K x) (v K x)
    | _ =>
        (if maximise then greatest else least) P
          (gaining_within P spend endless gain K x) (v K x)
    end.
  Proof.
    assert (R : forall b k z, maximise = b -> is_signed = false ->
      ranked (view_at (N.of_nat k)) z = if b then [pi k z] else options P z).
    { intros b k z m s. unfold ranked. rewrite m, s, andb_true_r. reflexivity. }
    unfold is_signed in R. destruct rule eqn:er; destruct maximise eqn:em.
    - apply (bounded_greatest P spend endless nodes inside K pi layer_picks) with layer_rank;
        [exact is_node | | | ].
      + apply goal_lower; auto using own_option, own_pick.
      + apply goal_upper; auto using all_options; congruence.
      + apply goal_ranks; auto using own_option. intros k z. rewrite (R true) by auto.
        apply own_pick.
    - apply (bounded_least P spend endless nodes inside K pi layer_picks) with layer_rank;
        [exact is_node | | | ].
      + apply goal_lower; auto using all_options; congruence.
      + apply goal_upper; auto using own_option, own_pick.
      + apply goal_ranks; auto using all_options. intros k z. rewrite (R false) by auto.
        intros c j. exact j.
    - apply (bounded_gain_greatest P spend endless gain nodes inside K pi layer_picks)
        with layer_rank; [exact is_node | | | ].
      + apply gains_lower; auto using own_option, own_pick.
      + apply gains_upper; auto using all_options; congruence.
      + apply gains_ranks; auto using own_option. intros k z. rewrite (R true) by auto.
        apply own_pick.
    - apply (bounded_gain_least P spend endless gain nodes inside K pi layer_picks)
        with layer_rank; [exact is_node | | | ].
      + apply gains_lower; auto using all_options; congruence.
      + apply gains_upper; auto using own_option, own_pick.
      + apply gains_ranks; auto using all_options. intros k z. rewrite (R false) by auto.
        intros c j. exact j.
    - apply (bounded_signed_greatest P spend endless gain nodes inside K pi layer_picks)
        with (idle := fun _ => idle) (rank := layer_rank); [exact is_node | | | | ].
      + exact (signed_idle er).
      + exact (signed_ranks er).
      + apply signed_gains_lower; auto using own_option, own_pick.
      + apply signed_gains_upper; auto using all_options; congruence.
    - apply (bounded_signed_least P spend endless gain nodes inside K pi layer_picks)
        with (idle := fun _ => idle) (rank := layer_rank); [exact is_node | | | | ].
      + exact (signed_idle er).
      + exact (signed_ranks er).
      + apply signed_gains_lower; auto using all_options; congruence.
      + apply signed_gains_upper; auto using own_option, own_pick.
  Qed.
End Layers.
