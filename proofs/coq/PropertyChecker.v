(* What a claim about values comes to, from answers for its start states, and that it does.

   What holds, or fails, at both bounds of a value does so for it; a maximum, minimum, sum or mean
   lies between those of the lower and of the upper bounds. The conditions are those of compared and
   calculated of exactbox/checker/property.py. *)
From Coq Require Import QArith List Lia Lqa Bool ZArith NArith.
From exactbox Require Import Arrays Questions Kernel Certificates Reading PropertyDefinitions.
Import ListNotations.
Local Open Scope Q_scope.

(* Values --------------------------------------------------------------------------------------- *)

Definition low_of (a : answer) : value :=
  match a with Exactly v => Finite v | Infinite => Infinity | Between low _ => Finite low end.

Definition high_of (a : answer) : value :=
  match a with Exactly v => Finite v | Infinite => Infinity | Between _ high => Finite high end.

Definition up_to_bool (v w : value) : bool :=
  match v, w with
  | Finite v, Finite w => Qle_bool v w
  | Finite _, Infinity | Infinity, Infinity => true
  | Infinity, Finite _ => false
  end.

Lemma up_to_spec v w : up_to_bool v w = true <-> up_to v w.
Proof.
  destruct v, w; cbn; try apply Qle_bool_iff; split; auto; discriminate.
Qed.

Lemma up_to_trans v w x : up_to v w -> up_to w x -> up_to v x.
Proof. destruct v, w, x; cbn; auto; try contradiction. apply Qle_trans. Qed.

Lemma up_to_total v w : up_to v w \/ up_to w v.
Proof. destruct v, w; cbn; auto. destruct (Qlt_le_dec v v0); [left; lra | right; lra]. Qed.

Lemma up_to_refl v : up_to v v.
Proof. destruct v; cbn; auto. lra. Qed.

Lemma between_ends v a : lies_in v a -> up_to (low_of a) v /\ up_to v (high_of a).
Proof. destruct v, a; cbn; intuition lra. Qed.

(* The answer that has these ends. *)
Definition spanned (low high : value) : option answer :=
  match low, high with
  | Finite l, Finite h => Some (if Qeq_bool l h then Exactly l else Between l h)
  | Infinity, Infinity => Some Infinite
  | _, _ => None
  end.

Lemma spanned_spec low high a v :
  spanned low high = Some a -> up_to low v -> up_to v high -> lies_in v a.
Proof.
  destruct low as [l | ], high as [h | ]; cbn; try discriminate; intros e; injection e as <-;
    destruct v; cbn; try contradiction; auto.
  destruct (Qeq_bool l h) eqn:e; cbn; [apply Qeq_bool_eq in e | ]; intros; lra.
Qed.

(* 1 minus what is a probability. *)
Definition others_of (l : list (N * answer)) : option (list (N * answer)) :=
  each (fun sa =>
    match snd sa with
    | Exactly v => need (Qle_bool 0 v && Qle_bool v 1); Some (fst sa, Exactly (1 - v))
    | Between v w => need (Qle_bool 0 v && Qle_bool w 1); Some (fst sa, Between (1 - w) (1 - v))
    | Infinite => None
    end) l.

Lemma others_spec l m : others_of l = Some m -> map fst m = map fst l /\
  forall v, (forall s a, In (s, a) l -> lies_in (v s) a) ->
  forall s a, In (s, a) m -> lies_in (other_of (v s)) a.
Proof.
  intros H. apply each_spec in H. induction H as [ | [s a] [t b] l m e F IH].
  - split; [reflexivity | intros v _ s a []].
  - cbn [fst snd] in e. assert (E : t = s /\ forall v, lies_in v a -> lies_in (other_of v) b).
    { destruct a as [v | | v w]; [ | discriminate | ]; destruct (_ && _); try discriminate;
        injection e as <- <-; (split; [reflexivity | ]); intros [x | ]; cbn; intuition lra. }
    destruct E as [-> E]. destruct IH as [I1 I2]. cbn [map fst]. rewrite I1.
    split; [reflexivity | ]. intros v P z c [i | i].
    + injection i as <- <-. apply E, P. left. reflexivity.
    + apply I2; [ | exact i]. intros y d j. apply P. right. exact j.
Qed.

(* Comparisons ---------------------------------------------------------------------------------- *)

Definition compares_bool (r : relation) (b : Q) (v : value) : bool :=
  match r with
  | At_least => up_to_bool (Finite b) v
  | More_than => negb (up_to_bool v (Finite b))
  | At_most => up_to_bool v (Finite b)
  | Less_than => negb (up_to_bool (Finite b) v)
  end.

Lemma compares_spec r b v : compares_bool r b v = true <-> compares r b v.
Proof.
  destruct r, v as [v | ]; cbn; rewrite ?negb_true_iff, ?Qle_bool_iff;
    try (split; auto; (discriminate || contradiction)); try reflexivity.
  all: match goal with |- Qle_bool ?a ?b = false <-> _ => destruct (Qle_bool a b) eqn:e end;
    [apply Qle_bool_iff in e; split; [discriminate | intros; lra] | ];
    split; auto; intros _; apply Qnot_le_lt; intros L; apply Qle_bool_iff in L; congruence.
Qed.

(* Whether it is so, if the bounds say it. *)
Definition decided (r : relation) (b : Q) (a : answer) : option bool :=
  match compares_bool r b (low_of a), compares_bool r b (high_of a) with
  | true, true => Some true
  | false, false => Some false
  | _, _ => None
  end.

Lemma decided_spec r b a t v : decided r b a = Some t -> lies_in v a ->
  (t = true <-> compares r b v).
Proof.
  unfold decided. intros D L. apply between_ends in L as [lo hi].
  assert (A := compares_spec r b (low_of a)). assert (B := compares_spec r b (high_of a)).
  destruct (compares_bool r b (low_of a)), (compares_bool r b (high_of a)); try discriminate;
    injection D as <-; destruct r, (low_of a), (high_of a), v; cbn in *;
    intuition (try discriminate; try lra).
Qed.

(* Maxima and minima, by the order or its reverse ----------------------------------------------- *)

Section Extreme.
  Variable below : value -> value -> bool.
  Hypothesis trans : forall v w x, below v w = true -> below w x = true -> below v x = true.
  Hypothesis total : forall v w, below v w = true \/ below w v = true.

  Definition further (v w : value) : value := if below v w then w else v.

  Definition furthest (l : list value) : option value :=
    match l with [] => None | v :: l => Some (fold_left further l v) end.

  Lemma furthest_from v l : (fold_left further l v = v \/ In (fold_left further l v) l) /\
    below v (fold_left further l v) = true /\
    forall w, In w l -> below w (fold_left further l v) = true.
  Proof.
    assert (refl : forall v, below v v = true) by (intros x; destruct (total x x); assumption).
    revert v. induction l as [ | w l IH]; intros v; cbn [fold_left].
    { split; [left; reflexivity | split; [apply refl | intros w []]]. }
    destruct (IH (further v w)) as [I1 [I2 I3]]. set (m := fold_left further l (further v w)) in *.
    assert (F : below v (further v w) = true /\ below w (further v w) = true /\
      (further v w = v \/ further v w = w)).
    { unfold further. destruct (below v w) eqn:e; [auto | ].
      destruct (total v w) as [? | e']; [congruence | auto]. }
    destruct F as [F1 [F2 F3]]. split; [ | split].
    - destruct I1 as [e | i]; [ | right; right; exact i].
      destruct F3 as [f | f]; [left; congruence | right; left; congruence].
    - exact (trans _ _ _ F1 I2).
    - intros x [<- | i]; [exact (trans _ _ _ F2 I2) | exact (I3 x i)].
  Qed.

  Lemma furthest_spec l m : furthest l = Some m ->
    In m l /\ forall w, In w l -> below w m = true.
  Proof.
    destruct l as [ | v l]; [discriminate | ]. intros e. injection e as <-.
    destruct (furthest_from v l) as [I1 [I2 I3]]. split.
    - destruct I1 as [-> | i]; [left; reflexivity | right; exact i].
    - intros w [<- | i]; [exact I2 | exact (I3 w i)].
  Qed.

  Variable l : list (N * answer).
  Variable u : N -> value.
  Hypothesis possible : forall s a, In (s, a) l -> lies_in (u s) a.

  Definition extreme (s : N) : Prop :=
    In s (map fst l) /\ forall t, In t (map fst l) -> below (u t) (u s) = true.

  (* Two ends, of which the first is the nearer one in this order. *)
  Lemma furthest_between (near far : answer -> value) m n :
    (forall s a, In (s, a) l -> below (near a) (u s) = true /\ below (u s) (far a) = true) ->
    furthest (map (fun sa => near (snd sa)) l) = Some m ->
    furthest (map (fun sa => far (snd sa)) l) = Some n ->
    exists s, extreme s /\ below m (u s) = true /\ below (u s) n = true.
  Proof.
    intros H Hm Hn. apply furthest_spec in Hm as [im _]. apply furthest_spec in Hn as [_ bn].
    destruct (furthest (map (fun sa => u (fst sa)) l)) as [x | ] eqn:e.
    - apply furthest_spec in e as [ix bx].
      apply in_map_iff in ix as [[s a] [e i]]. cbn [fst] in e. exists s. subst x. split; [split | ].
      + apply in_map_iff. exists (s, a). split; [reflexivity | exact i].
      + intros t it. apply in_map_iff in it as [[t' b] [<- it]]. apply bx. apply in_map_iff.
        exists (t', b). split; [reflexivity | exact it].
      + apply in_map_iff in im as [[t b] [<- it]]. cbn [snd]. split.
        * apply (trans _ (u t)); [apply (H t b it) | ]. apply bx. apply in_map_iff.
          exists (t, b). split; [reflexivity | exact it].
        * apply (trans _ (far a)); [apply (H s a i) | ]. apply bn. apply in_map_iff.
          exists (s, a). split; [reflexivity | exact i].
    - destruct l; [destruct im | discriminate].
  Qed.

  Definition is_exact (a : answer) : bool := match a with Between _ _ => false | _ => true end.

  (* The states whose values are the furthest, where all are known. *)
  Definition furthest_states : option (list N) :=
    if forallb (fun sa => is_exact (snd sa)) l then
      match furthest (map (fun sa => low_of (snd sa)) l) with
      | Some m => Some (map fst (filter (fun sa => below m (low_of (snd sa))) l))
      | None => None
      end
    else None.

  Lemma furthest_states_spec m : furthest_states = Some m ->
    (forall s a, In (s, a) l -> is_exact a = true ->
      below (low_of a) (u s) = true /\ below (u s) (low_of a) = true) ->
    forall s, In s m <-> extreme s.
  Proof.
    unfold furthest_states. destruct (forallb _ l) eqn:ex; [ | discriminate].
    destruct (furthest _) as [x | ] eqn:e; [ | discriminate]. intros H S s. injection H as <-.
    rewrite forallb_forall in ex.
    assert (S' := fun s a i => S s a i (ex (s, a) i)). apply furthest_spec in e as [ix bx].
    apply in_map_iff in ix as [[t b] [ex' ix]]. cbn [snd] in ex'. split.
    - intros i. apply in_map_iff in i as [[s' a] [<- i]]. apply filter_In in i as [i f].
      cbn [fst snd] in *. split; [apply in_map_iff; exists (s', a); auto | ].
      intros z iz. apply in_map_iff in iz as [[z' c] [<- iz]]. cbn [fst].
      apply (trans _ (low_of c)); [apply (S' z' c iz) | ]. apply (trans _ x).
      + apply bx. apply in_map_iff. exists (z', c). auto.
      + apply (trans _ (low_of a)); [exact f | apply (S' s' a i)].
    - intros [i g]. apply in_map_iff in i as [[s' a] [<- i]]. cbn [fst] in *. apply in_map_iff.
      exists (s', a). split; [reflexivity | ]. apply filter_In. split; [exact i | ]. cbn [snd].
      subst x. apply (trans _ (u t)); [apply (S' t b ix) | ].
      apply (trans _ (u s')); [apply g; apply in_map_iff; exists (t, b); auto | apply (S' s' a i)].
  Qed.
End Extreme.

Definition down_to_bool (v w : value) : bool := up_to_bool w v.

Lemma up_to_bool_trans v w x :
  up_to_bool v w = true -> up_to_bool w x = true -> up_to_bool v x = true.
Proof. rewrite !up_to_spec. apply up_to_trans. Qed.

Lemma up_to_bool_total v w : up_to_bool v w = true \/ up_to_bool w v = true.
Proof. rewrite !up_to_spec. apply up_to_total. Qed.

Lemma down_to_bool_trans v w x :
  down_to_bool v w = true -> down_to_bool w x = true -> down_to_bool v x = true.
Proof. unfold down_to_bool. rewrite !up_to_spec. intros H K. exact (up_to_trans _ _ _ K H). Qed.

Lemma down_to_bool_total v w : down_to_bool v w = true \/ down_to_bool w v = true.
Proof. unfold down_to_bool. rewrite !up_to_spec. apply up_to_total. Qed.

(* Sums ----------------------------------------------------------------------------------------- *)

Definition sum_of (f : answer -> value) (l : list (N * answer)) : value :=
  fold_left (fun v sa =>
    match plus (f (snd sa)) v with Finite q => Finite (reduced q) | Infinity => Infinity end)
    l (Finite 0).

Lemma plus_up_to v w x y : up_to v w -> up_to x y -> up_to (plus v x) (plus w y).
Proof. destruct v, w, x, y; cbn; auto; try contradiction; intros; lra. Qed.

Lemma plus_fold f (l : list (N * answer)) : forall v (w : value), up_to v (plus w (Finite 0)) ->
  up_to (fold_left (fun v sa =>
    match plus (f (snd sa)) v with Finite q => Finite (reduced q) | Infinity => Infinity end) l v)
    (plus w (fold_right (fun sa v => plus (f (snd sa)) v) (Finite 0) l)).
Proof.
  induction l as [ | [s a] l IH]; intros v w H; cbn [fold_left fold_right snd]; [exact H | ].
  eapply up_to_trans; [apply (IH _ (plus (f a) w)) | ].
  - destruct (f a) as [x | ], w as [y | ], v as [z | ]; cbn in *; auto.
    rewrite reduced_same. lra.
  - destruct (f a) as [x | ], w as [y | ], (fold_right _ _ l) as [z | ]; cbn; auto. lra.
Qed.

Lemma fold_plus f (l : list (N * answer)) : forall v (w : value), up_to (plus w (Finite 0)) v ->
  up_to (plus w (fold_right (fun sa v => plus (f (snd sa)) v) (Finite 0) l))
    (fold_left (fun v sa =>
      match plus (f (snd sa)) v with Finite q => Finite (reduced q) | Infinity => Infinity end)
      l v).
Proof.
  induction l as [ | [s a] l IH]; intros v w H; cbn [fold_left fold_right snd]; [exact H | ].
  eapply up_to_trans; [ | apply (IH _ (plus (f a) w))].
  - destruct (f a) as [x | ], w as [y | ], (fold_right _ _ l) as [z | ]; cbn; auto. lra.
  - destruct (f a) as [x | ], w as [y | ], v as [z | ]; cbn in *; auto; try contradiction.
    rewrite reduced_same. lra.
Qed.

Lemma sum_between l u : (forall s a, In (s, a) l -> lies_in (u s) a) ->
  up_to (sum_of low_of l) (sum_of_values (map fst l) u) /\
  up_to (sum_of_values (map fst l) u) (sum_of high_of l).
Proof.
  intros possible.
  assert (zero : forall v, up_to (plus (Finite 0) v) v /\ up_to v (plus (Finite 0) v))
    by (intros [q | ]; cbn; split; auto; lra).
  assert (M : up_to (fold_right (fun sa v => plus (low_of (snd sa)) v) (Finite 0) l)
      (sum_of_values (map fst l) u) /\
    up_to (sum_of_values (map fst l) u)
      (fold_right (fun sa v => plus (high_of (snd sa)) v) (Finite 0) l)).
  { unfold sum_of_values. induction l as [ | [s a] l IH]; cbn [map fold_right fst snd].
    - split; apply up_to_refl.
    - destruct IH as [I1 I2]; [intros t b i; apply possible; right; exact i | ].
      destruct (between_ends _ _ (possible s a (or_introl eq_refl))) as [lo hi].
      split; apply plus_up_to; assumption. }
  destruct M as [M1 M2]. split.
  - eapply up_to_trans; [apply (plus_fold low_of l (Finite 0) (Finite 0)); cbn; lra | ].
    eapply up_to_trans; [exact (proj1 (zero _)) | exact M1].
  - eapply up_to_trans; [exact M2 | ]. eapply up_to_trans; [exact (proj2 (zero _)) | ].
    apply (fold_plus high_of l (Finite 0) (Finite 0)). cbn. lra.
Qed.

Lemma times_up_to p v w : 0 <= p -> up_to v w -> up_to (times p v) (times p w).
Proof.
  destruct v, w; cbn; auto. intros. rewrite !(Qmult_comm p). apply Qmult_le_compat_r; assumption.
Qed.

(* Claims --------------------------------------------------------------------------------------- *)

Section Claims.
  Variable l : list (N * answer).

  Definition truths (r : relation) (b : Q) : option (list (N * bool)) :=
    each (fun sa => t <- decided r b (snd sa); Some (fst sa, t)) l.

  Definition those_that (r : relation) (b : Q) : option (list N) :=
    m <- truths r b; Some (map fst (filter snd m)).

  Definition some_is (t : bool) (r : relation) (b : Q) : bool :=
    existsb (fun sa => match decided r b (snd sa) with Some d => eqb d t | None => false end) l.

  Definition all_are (t : bool) (r : relation) (b : Q) : bool :=
    forallb (fun sa => match decided r b (snd sa) with Some d => eqb d t | None => false end) l.

  Definition maximum : option answer :=
    low <- furthest up_to_bool (map (fun sa => low_of (snd sa)) l);
    high <- furthest up_to_bool (map (fun sa => high_of (snd sa)) l); spanned low high.

  Definition minimum : option answer :=
    low <- furthest down_to_bool (map (fun sa => low_of (snd sa)) l);
    high <- furthest down_to_bool (map (fun sa => high_of (snd sa)) l); spanned low high.

  (* By answers for u itself. *)
  Definition find_result (f : property_filter) : option result :=
    match f with
    | From_all r b =>
        if some_is false r b then Some (Truth false)
        else if all_are true r b then Some (Truth true) else None
    | From_some r b =>
        if some_is true r b then Some (Truth true)
        else if all_are false r b then Some (Truth false) else None
    | From_how_many r b => m <- those_that r b; Some (How_many (length m))
    | From_just r b states =>
        m <- those_that r b; need same_lists N.eqb states m; Some (States states)
    | Maximum => a <- maximum; Some (Amount a)
    | Minimum => a <- minimum; Some (Amount a)
    | Sum => a <- spanned (sum_of low_of l) (sum_of high_of l); Some (Amount a)
    | Mean =>
        let p := 1 # Pos.of_nat (length l) in
        a <- spanned (times p (sum_of low_of l)) (times p (sum_of high_of l)); Some (Amount a)
    | Range => low <- minimum; high <- maximum; Some (From_to low high)
    | Argmax => m <- furthest_states up_to_bool l; Some (States m)
    | Argmin => m <- furthest_states down_to_bool l; Some (States m)
    | First =>
        match l with
        | (_, a) :: _ => a <- spanned (low_of a) (high_of a); Some (Amount a)
        | [] => None
        end
    | Each => Some (Amounts l)
    end.

  Variable u : N -> value.
  Hypothesis distinct : NoDup (map fst l).
  Hypothesis possible : forall s a, In (s, a) l -> lies_in (u s) a.

  Lemma those_spec r b m : those_that r b = Some m ->
    NoDup m /\ forall s, In s m <-> In s (map fst l) /\ compares r b (u s).
  Proof.
    unfold those_that. destruct (truths r b) as [t | ] eqn:e; [ | discriminate]. intros H.
    injection H as <-. apply each_spec in e. revert distinct possible.
    induction e as [ | [s a] [s' d] l' t e F IH]; intros nd P.
    - cbn. split; [constructor | intros s; split; [intros [] | intros [[] _]]].
    - cbn [fst snd] in e. destruct (decided r b a) as [d' | ] eqn:ed; [ | discriminate].
      injection e as <- <-. cbn [map fst] in nd. inversion nd as [ | x y out nd']. subst.
      destruct (IH nd' (fun z c i => P z c (or_intror i))) as [I1 I2].
      assert (D := decided_spec r b a d' (u s) ed (P s a (or_introl eq_refl))).
      cbn [filter snd map fst]. destruct d'; cbn [map fst].
      + split.
        * constructor; [ | exact I1]. intros i. apply I2 in i as [i _]. contradiction.
        * intros z. split.
          -- intros [<- | i]; [split; [left; reflexivity | apply D; reflexivity] | ].
             apply I2 in i as [i c]. split; [right; exact i | exact c].
          -- intros [[<- | i] c]; [left; reflexivity | right; apply I2; auto].
      + split; [exact I1 | ]. intros z. rewrite I2. split.
        * intros [i c]. split; [right; exact i | exact c].
        * intros [[<- | i] c]; [apply D in c; discriminate | auto].
  Qed.

  Lemma some_is_spec t r b : some_is t r b = true ->
    exists s, In s (map fst l) /\ (t = true <-> compares r b (u s)).
  Proof.
    intros H. apply existsb_exists in H as [[s a] [i H]]. cbn [snd] in H. exists s.
    split; [apply in_map_iff; exists (s, a); auto | ].
    destruct (decided r b a) as [d | ] eqn:e; [ | discriminate]. apply eqb_prop in H. subst d.
    exact (decided_spec r b a t (u s) e (possible s a i)).
  Qed.

  Lemma all_are_spec t r b : all_are t r b = true ->
    forall s, In s (map fst l) -> (t = true <-> compares r b (u s)).
  Proof.
    intros H s i. apply in_map_iff in i as [[s' a] [<- i]]. unfold all_are in H.
    rewrite forallb_forall in H. specialize (H _ i). cbn [snd fst] in *.
    destruct (decided r b a) as [d | ] eqn:e; [ | discriminate]. apply eqb_prop in H. subst d.
    exact (decided_spec r b a t (u s') e (possible s' a i)).
  Qed.

  Lemma maximum_spec a : maximum = Some a ->
    exists s, greatest_from (map fst l) u s /\ lies_in (u s) a.
  Proof.
    unfold maximum. destruct (furthest _ _) as [m | ] eqn:em; [ | discriminate].
    destruct (furthest _ (map (fun sa => high_of (snd sa)) l)) as [n | ] eqn:en; [ | discriminate].
    intros H. destruct (furthest_between up_to_bool up_to_bool_trans up_to_bool_total l u
      possible low_of high_of m n) as [s [[i e] [lo hi]]]; auto.
    - intros s b i. rewrite !up_to_spec. exact (between_ends _ _ (possible s b i)).
    - rewrite up_to_spec in lo, hi. exists s.
      split; [split; [exact i | intros t j; apply up_to_spec; exact (e t j)] | ].
      exact (spanned_spec _ _ _ _ H lo hi).
  Qed.

  Lemma minimum_spec a : minimum = Some a ->
    exists s, least_from (map fst l) u s /\ lies_in (u s) a.
  Proof.
    unfold minimum. destruct (furthest _ _) as [m | ] eqn:em; [ | discriminate].
    destruct (furthest _ (map (fun sa => high_of (snd sa)) l)) as [n | ] eqn:en; [ | discriminate].
    intros H. destruct (furthest_between down_to_bool down_to_bool_trans down_to_bool_total l u
      possible high_of low_of n m) as [s [[i e] [hi lo]]]; auto.
    - intros s b i. unfold down_to_bool. rewrite !up_to_spec.
      destruct (between_ends _ _ (possible s b i)). auto.
    - unfold down_to_bool in *. rewrite up_to_spec in lo, hi. exists s.
      split; [split; [exact i | intros t j; apply up_to_spec; exact (e t j)] | ].
      exact (spanned_spec _ _ _ _ H lo hi).
  Qed.

  Lemma exact_same s a : In (s, a) l -> is_exact a = true ->
    up_to (low_of a) (u s) /\ up_to (u s) (low_of a).
  Proof.
    intros i e. destruct (between_ends _ _ (possible s a i)) as [lo hi].
    destruct a; try discriminate; auto.
  Qed.

  Lemma result_sound f r : find_result f = Some r -> comes_to (map fst l) u f r.
  Proof.
    destruct f as [rel b | rel b | rel b | rel b states | | | | | | | | | ];
      cbn [find_result comes_to].
    - destruct (some_is false rel b) eqn:e.
      { intros H. injection H as <-. destruct (some_is_spec _ _ _ e) as [s [i D]]. exists s.
        split; [exact i | ]. intros c. apply D in c. discriminate. }
      destruct (all_are true rel b) eqn:f; [ | discriminate]. intros H. injection H as <-.
      intros s i. apply (all_are_spec _ _ _ f s i). reflexivity.
    - destruct (some_is true rel b) eqn:e.
      { intros H. injection H as <-. destruct (some_is_spec _ _ _ e) as [s [i D]]. exists s.
        split; [exact i | apply D; reflexivity]. }
      destruct (all_are false rel b) eqn:f; [ | discriminate]. intros H. injection H as <-.
      intros s i c. apply (all_are_spec _ _ _ f s i) in c. discriminate.
    - destruct (those_that rel b) as [m | ] eqn:e; [ | discriminate]. intros H. injection H as <-.
      destruct (those_spec _ _ _ e) as [nd S]. exists m. auto.
    - destruct (those_that rel b) as [m | ] eqn:e; [ | discriminate].
      destruct (same_lists N.eqb states m) eqn:es; [ | discriminate]. intros H. injection H as <-.
      apply same_lists_spec in es; [subst m | intros p q; apply N.eqb_eq].
      split; [reflexivity | exact (proj2 (those_spec _ _ _ e))].
    - destruct maximum as [a | ] eqn:e; [ | discriminate]. intros H. injection H as <-.
      exact (maximum_spec a e).
    - destruct minimum as [a | ] eqn:e; [ | discriminate]. intros H. injection H as <-.
      exact (minimum_spec a e).
    - destruct (spanned _ _) as [a | ] eqn:e; [ | discriminate]. intros H. injection H as <-.
      destruct (sum_between l u possible) as [lo hi]. exact (spanned_spec _ _ _ _ e lo hi).
    - destruct (spanned _ _) as [a | ] eqn:e; [ | discriminate]. intros H. injection H as <-.
      destruct (sum_between l u possible) as [lo hi]. rewrite map_length.
      apply (spanned_spec _ _ _ _ e); apply times_up_to; assumption || (unfold Qle; cbn; lia).
    - destruct minimum as [a | ] eqn:e; [ | discriminate].
      destruct maximum as [a' | ] eqn:e'; [ | discriminate]. intros H. injection H as <-.
      exact (conj (minimum_spec a e) (maximum_spec a' e')).
    - destruct (furthest_states _ _) as [m | ] eqn:e; [ | discriminate]. intros H.
      injection H as <-. intros s.
      rewrite (furthest_states_spec up_to_bool up_to_bool_trans up_to_bool_total l u m e).
      + unfold extreme, greatest_from. split; intros [i H]; (split; [exact i | ]); intros t j;
          apply up_to_spec; auto.
      + intros t b i x. rewrite !up_to_spec. exact (exact_same t b i x).
    - destruct (furthest_states _ _) as [m | ] eqn:e; [ | discriminate]. intros H.
      injection H as <-. intros s.
      rewrite (furthest_states_spec down_to_bool down_to_bool_trans down_to_bool_total l u m e).
      + unfold extreme, least_from, down_to_bool. split; intros [i H]; (split; [exact i | ]);
          intros t j; apply up_to_spec; auto.
      + intros t b i x. unfold down_to_bool. rewrite !up_to_spec.
        destruct (exact_same t b i x). auto.
    - destruct l as [ | [s a] m] eqn:el; [discriminate | ].
      destruct (spanned _ _) as [b | ] eqn:e; [ | discriminate]. intros H. injection H as <-.
      exists s, (map fst m). split; [reflexivity | ].
      destruct (between_ends _ _ (possible s a (or_introl eq_refl))) as [lo hi].
      exact (spanned_spec _ _ _ _ e lo hi).
    - intros H. injection H as <-. auto.
  Qed.
End Claims.

(* Range, argmax and argmin need values. *)
Definition needs_values (f : property_filter) : bool :=
  match f with Range | Argmax | Argmin => true | _ => false end.

Definition consistent (l : list (N * answer)) : bool :=
  increase (map fst l) && forallb (fun sa => up_to_bool (low_of (snd sa)) (high_of (snd sa))) l.

(* Whether the witness has bounds is told, as where all is infinite the answers do not say it. *)
Definition check_claim (c : claim_of_values) (bounds : bool) (l : list (N * answer))
    : option result :=
  let exact := negb bounds && forallb (fun sa => is_exact (snd sa)) l in
  need (consistent l && (exact || negb (needs_values (about c))));
  m <- if complement c then others_of l else Some l;
  find_result m (about c).

Lemma increase_above a l : increase (a :: l) = true -> forall b, In b l -> (a < b)%N.
Proof.
  revert a. induction l as [ | b l IH]; intros a H c i; [destruct i | ].
  cbn in H. apply andb_prop in H as [lt H]. apply N.ltb_lt in lt.
  destruct i as [<- | i]; [exact lt | ]. specialize (IH b H c i). lia.
Qed.

Lemma increase_distinct l : increase l = true -> NoDup l.
Proof.
  induction l as [ | a l IH]; intros H; constructor.
  - intros i. assert (L := increase_above a l H a i). lia.
  - apply IH. destruct l; [reflexivity | ]. cbn in H. apply andb_prop in H as [_ H]. exact H.
Qed.

Lemma some_values l : NoDup (map fst l) ->
  (forall s a, In (s, a) l -> up_to (low_of a) (high_of a)) ->
  exists v : N -> value, forall s a, In (s, a) l -> lies_in (v s) a.
Proof.
  induction l as [ | [s a] l IH]; intros nd H; [exists (fun _ => Infinity); intros s a [] | ].
  cbn [map fst] in nd. inversion nd as [ | x y out nd']. subst.
  destruct IH as [v Hv]; [exact nd' | intros t b i; exact (H t b (or_intror i)) | ].
  exists (fun t => if (t =? s)%N then low_of a else v t). intros t b [i | i].
  - injection i as <- <-. rewrite N.eqb_refl. specialize (H s a (or_introl eq_refl)).
    destruct a; cbn in *; auto; lra.
  - destruct (N.eqb_spec t s) as [-> | ne]; [ | exact (Hv t b i)]. destruct out.
    apply in_map_iff. exists (s, b). auto.
Qed.

Theorem claim_sound c bounds l r : check_claim c bounds l = Some r -> claim_means l c r.
Proof.
  unfold check_claim, claim_means. cbv zeta. destruct (consistent l && _) eqn:e; [ | discriminate].
  apply andb_prop in e as [e _]. apply andb_prop in e as [inc ends]. apply increase_distinct in inc.
  rewrite forallb_forall in ends. intros H. split.
  - apply some_values; [exact inc | ]. intros s a i. apply up_to_spec. exact (ends (s, a) i).
  - intros v P. destruct (complement c).
    + destruct (others_of l) as [m | ] eqn:eo; [ | discriminate].
      destruct (others_spec l m eo) as [same S]. rewrite <- same in *.
      exact (result_sound m _ inc (S v P) _ _ H).
    + exact (result_sound l _ inc P _ _ H).
Qed.

(* A claim is not both so and not so, and has one amount. *)
Theorem truth_once known c :
  claim_means known c (Truth true) -> claim_means known c (Truth false) -> False.
Proof.
  intros [[v P] T] [_ F]. specialize (T v P). specialize (F v P).
  destruct (about c) as [r b | r b | | | | | | | | | | | ]; cbn in *; try contradiction.
  - destruct F as [s [i n]]. exact (n (T s i)).
  - destruct T as [s [i n]]. exact (F s i n).
Qed.

Theorem amount_once known c a b :
  claim_means known c (Amount (Exactly a)) -> claim_means known c (Amount (Exactly b)) -> a == b.
Proof.
  assert (one : forall v, lies_in v (Exactly a) -> lies_in v (Exactly b) -> a == b).
  { intros [v | ]; cbn; [intros; lra | contradiction]. }
  assert (two : forall v w, up_to v w -> up_to w v -> lies_in v (Exactly a) ->
    lies_in w (Exactly b) -> a == b).
  { intros [v | ] [w | ]; cbn; try contradiction. intros; lra. }
  intros [[v P] A] [_ B]. specialize (A v P). specialize (B v P).
  destruct (about c); cbn in *; try contradiction.
  - destruct A as [s [[i g] A]], B as [t [[j h] B]]. exact (two _ _ (h s i) (g t j) A B).
  - destruct A as [s [[i g] A]], B as [t [[j h] B]]. exact (two _ _ (g t j) (h s i) A B).
  - exact (one _ A B).
  - exact (one _ A B).
  - destruct A as [s [l [e A]]], B as [t [m [f B]]]. rewrite e in f. injection f as <- _.
    exact (one _ A B).
Qed.
