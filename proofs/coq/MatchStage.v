(* What the choices of a turn are worth, found in one pass over its rolls, in integers over one
   denominator: the prospects of the player, who picks the best move with a tie-break, and those
   that the moves so picked leave to others. That a division leaves no rest is checked; what a roll
   leads to and is not yet known makes the pass fail, and so each roll leads to earlier ones. *)
From Coq Require Import QArith List Lia Lqa Bool ZArith NArith FMapPositive.
From exactbox Require Import Definitions Plays Kernel Tables.
Import ListNotations.
Local Open Scope Q_scope.

(* What a choice is worth to the player and to each holder of the lowest score, over a denominator
   that is kept elsewhere; and its place in the tie-break. *)
Record prospects := Prospects { own : Z; held : Z; place : N * N * N }.

(* A roll, and what its outcomes offer to the player. *)
Record throw := Throw {
  thrown : positive;                              (* the roll's code *)
  place_of : N * N * N;
  whole : positive;                               (* the sum of the weights *)
  outcomes : list (positive * list positive) }.   (* weights, and codes of the choices *)

(* Outcomes that offer the same are taken together. *)
Fixpoint same (l m : list positive) : bool :=
  match l, m with
  | [], [] => true
  | j :: l, k :: m => if (j =? k)%positive then same l m else false
  | _, _ => false
  end.

Fixpoint add_outcome (w : positive) (o : list positive) (l : list (positive * list positive)) :=
  match l with
  | [] => [(w, o)]
  | (v, p) :: l => if same o p then ((w + v)%positive, p) :: l else (v, p) :: add_outcome w o l
  end.

Definition place_before (a b : N * N * N) : bool :=
  let '(s, p, h) := a in
  let '(s', p', h') := b in
  if (s <? s')%N then true
  else if (s =? s')%N then
    if (p <? p')%N then true else if (p =? p')%N then (h <? h')%N else false
  else false.

Definition better_prospects (e f : prospects) : bool :=
  match Z.compare (own e) (own f) with
  | Gt => true
  | Eq => place_before (place e) (place f)
  | Lt => false
  end.

(* The best of some choices, if all are known. *)
Fixpoint best_of (m : table prospects) (l : list positive) : option (positive * prospects) :=
  match l with
  | [] => None
  | k :: l =>
      match find k m with
      | None => None
      | Some e =>
          match l with
          | [] => Some (k, e)
          | _ =>
              match best_of m l with
              | None => None
              | Some (j, f) => if better_prospects e f then Some (k, e) else Some (j, f)
              end
          end
      end
  end.

(* The sums, over the outcomes, of weights times what the best of them is worth. *)
Fixpoint sums (m : table prospects) (l : list (positive * list positive)) : option (Z * Z) :=
  match l with
  | [] => Some (0, 0)%Z
  | (w, o) :: l =>
      match best_of m o with
      | None => None
      | Some (_, e) =>
          match sums m l with
          | None => None
          | Some (u, t) => Some (Zpos w * own e + u, Zpos w * held e + t)%Z
          end
      end
  end.

Definition divide (n : Z) (d : positive) : option Z :=
  let (q, r) := Z.div_eucl n (Zpos d) in if (r =? 0)%Z then Some q else None.

Definition add_throw (r : throw) (m : table prospects) : option (table prospects) :=
  match find (thrown r) m, sums m (outcomes r) with
  | None, Some (u, t) =>
      match divide u (whole r), divide t (whole r) with
      | Some u, Some t => Some (PositiveMap.add (thrown r) (Prospects u t (place_of r)) m)
      | _, _ => None
      end
  | _, _ => None
  end.

Fixpoint add_throws (l : list throw) (m : table prospects) : option (table prospects) :=
  match l with
  | [] => Some m
  | r :: l => match add_throw r m with Some m => add_throws l m | None => None end
  end.

(* What these find ------------------------------------------------------------------------------ *)

Lemma same_spec l : forall m, same l m = true -> l = m.
Proof.
  induction l as [ | j l IH]; intros [ | k m] H; cbn [same] in H; try discriminate.
  { reflexivity. }
  destruct (Pos.eqb_spec j k) as [-> | ne]; [ | discriminate]. rewrite (IH m H). reflexivity.
Qed.

Lemma add_outcome_sum w o F : forall l,
  wsum (add_outcome w o l) F == inject_Z (Zpos w) * F o + wsum l F.
Proof.
  induction l as [ | [v p] l IH]; cbn [add_outcome wsum]; [reflexivity | ].
  destruct (same o p) eqn:e; cbn [wsum].
  - apply same_spec in e as ->. rewrite Pos2Z.inj_add, inject_Z_plus. ring.
  - rewrite IH. ring.
Qed.

Lemma add_outcome_in w o : forall l p, p = o \/ In p (map snd l) ->
  In p (map snd (add_outcome w o l)).
Proof.
  induction l as [ | [v q] l IH]; intros p H; cbn [add_outcome map snd].
  - destruct H as [-> | []]. left. reflexivity.
  - destruct (same o q) eqn:e; cbn [map snd].
    + apply same_spec in e as ->. destruct H as [-> | H]; [left; reflexivity | exact H].
    + destruct H as [-> | [<- | H]]; [ | left; reflexivity | ]; right; apply IH; auto.
Qed.

(* The tie-break. *)
Lemma place_before_spec s p h s' p' h' : place_before (s, p, h) (s', p', h') = true <->
  (s < s' \/ (s = s' /\ (p < p' \/ (p = p' /\ h < h'))))%N.
Proof.
  unfold place_before. destruct (N.ltb_spec s s'); [split; [lia | reflexivity] | ].
  destruct (N.eqb_spec s s'); [ | split; [discriminate | lia]].
  destruct (N.ltb_spec p p'); [split; [lia | reflexivity] | ].
  destruct (N.eqb_spec p p'); [ | split; [discriminate | lia]].
  rewrite N.ltb_lt. lia.
Qed.

Lemma place_before_total a b : place_before a b = false -> a = b \/ place_before b a = true.
Proof.
  destruct a as [[s p] h], b as [[s' p'] h']. intros F.
  rewrite place_before_spec. assert (N := place_before_spec s p h s' p' h'). rewrite F in N.
  destruct (N.eq_dec s s') as [-> | ]; [ | right; lia].
  destruct (N.eq_dec p p') as [-> | ]; [ | right; lia].
  destruct (N.eq_dec h h') as [-> | ]; [left; reflexivity | right; lia].
Qed.

Lemma place_before_trans a b c :
  place_before a b = true -> place_before b c = true -> place_before a c = true.
Proof.
  destruct a as [[s p] h], b as [[s' p'] h'], c as [[s'' p''] h''].
  rewrite !place_before_spec. lia.
Qed.

Definition beats (e f : prospects) : Prop :=
  (own f < own e)%Z \/ (own f = own e /\ place_before (place e) (place f) = true).

Lemma better_beats e f : better_prospects e f = true <-> beats e f.
Proof.
  unfold better_prospects, beats. destruct (Z.compare_spec (own e) (own f)) as [-> | lt | gt].
  - split; [intros H; right; split; [reflexivity | exact H] | intros [lt | [_ H]]; [lia | exact H]].
  - split; [discriminate | intros [? | [? _]]; lia].
  - split; [intros _; left; lia | reflexivity].
Qed.

Lemma beats_trans e f d : beats e f -> beats f d -> beats e d.
Proof.
  unfold beats. intros [lt | [eq p]] [lt' | [eq' p']]; try (left; lia).
  right. split; [lia | exact (place_before_trans _ _ _ p p')].
Qed.

Section Stage.
  (* No two choices have the same place. *)
  Variable place_of_code : positive -> N * N * N -> Prop.
  Hypothesis one_code : forall j k a, place_of_code j a -> place_of_code k a -> j = k.

  Definition placed (m : table prospects) : Prop :=
    forall k e, find k m = Some e -> place_of_code k (place e).

  Theorem best_of_spec m : placed m -> forall l k e, best_of m l = Some (k, e) ->
    In k l /\ find k m = Some e /\
    forall j, In j l -> exists f, find j m = Some f /\ (j = k \/ beats e f).
  Proof.
    intros P. induction l as [ | i l IH]; intros k e H; [discriminate | ]. cbn [best_of] in H.
    destruct (find i m) as [d | ] eqn:fi; [ | discriminate]. destruct l as [ | i' l'] eqn:el.
    - injection H as <- <-. split; [left; reflexivity | split; [exact fi | ]].
      intros j [<- | []]. exists d. split; [exact fi | left; reflexivity].
    - rewrite <- el in *. destruct (best_of m l) as [[j f] | ] eqn:eb; [ | discriminate].
      destruct (IH j f eq_refl) as [ij [fj B]].
      destruct (better_prospects d f) eqn:bt; injection H as <- <-.
      + apply better_beats in bt. split; [left; reflexivity | split; [exact fi | ]].
        intros a [<- | ia]; [exists d; split; [exact fi | left; reflexivity] | ].
        destruct (B a ia) as [c [fa [-> | b]]].
        * exists f. split; [exact fj | right; exact bt].
        * exists c. split; [exact fa | right; exact (beats_trans _ _ _ bt b)].
      + split; [right; exact ij | split; [exact fj | ]]. intros a [<- | ia]; [ | exact (B a ia)].
        exists d. split; [exact fi | ]. unfold better_prospects in bt. unfold beats.
        destruct (Z.compare_spec (own d) (own f)) as [eq | lt | gt]; [ | right; left; lia | ].
        * apply place_before_total in bt as [eq' | b]; [left | right; right; split; assumption].
          apply (one_code i j (place d)); [exact (P i d fi) | rewrite eq'; exact (P j f fj)].
        * discriminate.
  Qed.
End Stage.

Lemma best_of_known m l : best_of m l <> None -> forall k, In k l -> find k m <> None.
Proof.
  induction l as [ | i l IH]; intros H k j; [destruct j | ]. cbn [best_of] in H.
  destruct (find i m) as [d | ] eqn:fi; [ | congruence]. destruct j as [<- | j]; [congruence | ].
  destruct l as [ | i' l'] eqn:el; [destruct j | ]. rewrite <- el in *.
  destruct (best_of m l); [ | congruence]. exact (IH ltac:(discriminate) k j).
Qed.

(* A table that has all that another has. *)
Definition extends (m m' : table prospects) : Prop :=
  forall k e, find k m = Some e -> find k m' = Some e.

Lemma best_of_extends m m' : extends m m' -> forall l r, best_of m l = Some r ->
  best_of m' l = Some r.
Proof.
  intros X. induction l as [ | i l IH]; intros r H; [discriminate | ]. cbn [best_of] in *.
  destruct (find i m) as [d | ] eqn:fi; [ | discriminate]. rewrite (X i d fi).
  destruct l as [ | i' l'] eqn:el; [exact H | ]. rewrite <- el in *.
  destruct (best_of m l) as [q | ]; [ | discriminate]. rewrite (IH q eq_refl). exact H.
Qed.

Lemma sums_extends m m' : extends m m' -> forall l r, sums m l = Some r -> sums m' l = Some r.
Proof.
  intros X. induction l as [ | [w o] l IH]; intros r H; [exact H | ]. cbn [sums] in *.
  destruct (best_of m o) as [q | ] eqn:eb; [ | discriminate].
  rewrite (best_of_extends m m' X o q eb). destruct q as [k e].
  destruct (sums m l) as [[u t] | ]; [ | discriminate]. rewrite (IH _ eq_refl). exact H.
Qed.

Lemma sums_best m : forall l, sums m l <> None -> forall o, In o (map snd l) -> best_of m o <> None.
Proof.
  induction l as [ | [w p] l IH]; intros H o i; [destruct i | ]. cbn [sums] in H.
  destruct (best_of m p) as [[k e] | ] eqn:eb; [ | congruence].
  destruct i as [<- | i]; [cbn [snd]; congruence | ].
  destruct (sums m l); [ | congruence]. exact (IH ltac:(discriminate) o i).
Qed.

Lemma Qmake_scale w n d : inject_Z w * (n # d) == (w * n # d).
Proof. unfold Qeq, inject_Z, Qmult, Qnum, Qden. rewrite Pos.mul_1_l. reflexivity. Qed.

Lemma sums_spec m D : forall l u t, sums m l = Some (u, t) ->
  wsum l (fun o => match best_of m o with Some (_, e) => own e # D | None => 0 end) == u # D /\
  wsum l (fun o => match best_of m o with Some (_, e) => held e # D | None => 0 end) == t # D.
Proof.
  induction l as [ | [w o] l IH]; intros u t H; cbn [sums wsum] in *.
  - injection H as <- <-. split; reflexivity.
  - destruct (best_of m o) as [[k e] | ]; [ | discriminate].
    destruct (sums m l) as [[u' t'] | ]; [ | discriminate]. injection H as <- <-.
    destruct (IH u' t' eq_refl) as [-> ->]. rewrite !Qmake_scale, !Qmake_add. split; reflexivity.
Qed.

Lemma divide_spec n d q : divide n d = Some q -> n = (Zpos d * q)%Z.
Proof.
  unfold divide. intros H. assert (D := Z.div_eucl_eq n (Zpos d) ltac:(discriminate)).
  destruct (Z.div_eucl n (Zpos d)) as [k r]. destruct (r =? 0)%Z eqn:e; [ | discriminate].
  apply Z.eqb_eq in e. injection H as <-. lia.
Qed.

Lemma find_add {A} j k (a : A) m :
  find k (PositiveMap.add j a m) = if Pos.eq_dec k j then Some a else find k m.
Proof.
  unfold find. destruct (Pos.eq_dec k j) as [-> | ne]; [apply PositiveMap.gss | ].
  apply PositiveMap.gso. exact ne.
Qed.

Lemma add_throw_spec r m m' : add_throw r m = Some m' ->
  extends m m' /\ find (thrown r) m = None /\ exists e u t,
    m' = PositiveMap.add (thrown r) e m /\ place e = place_of r /\
    sums m (outcomes r) = Some (u, t) /\
    u = (Zpos (whole r) * own e)%Z /\ t = (Zpos (whole r) * held e)%Z.
Proof.
  unfold add_throw. intros H. destruct (find (thrown r) m) eqn:f; [discriminate | ].
  destruct (sums m (outcomes r)) as [[u t] | ]; [ | discriminate].
  destruct (divide u (whole r)) as [a | ] eqn:du; [ | discriminate].
  destruct (divide t (whole r)) as [b | ] eqn:dt; [ | discriminate]. injection H as <-.
  split; [ | split; [reflexivity | ]].
  - intros k e fk. rewrite find_add. destruct (Pos.eq_dec k (thrown r)); [congruence | exact fk].
  - exists (Prospects a b (place_of r)), u, t. cbn [own held place].
    repeat split; [exact (divide_spec _ _ _ du) | exact (divide_spec _ _ _ dt)].
Qed.

(* Each throw is worth what its outcomes are, and a number is above that of all that they offer. *)
Theorem add_throws_spec : forall l m m', add_throws l m = Some m' ->
  extends m m' /\
  (forall k e, find k m' = Some e ->
     find k m = Some e \/ exists r, In r l /\ k = thrown r /\ place e = place_of r) /\
  (forall r, In r l -> exists e, find (thrown r) m' = Some e /\
     sums m' (outcomes r) = Some (Zpos (whole r) * own e, Zpos (whole r) * held e)%Z) /\
  exists number : positive -> nat, (forall k, find k m <> None -> number k = O) /\
    forall r, In r l -> forall o k, In o (map snd (outcomes r)) -> In k o ->
    (number k < number (thrown r))%nat.
Proof.
  induction l as [ | r l IH]; intros m m' H; cbn [add_throws] in H.
  - injection H as <-. split; [intros k e f; exact f | ].
    split; [intros k e f; left; exact f | ]. split; [intros r [] | ].
    exists (fun _ => O). split; [reflexivity | intros r []].
  - destruct (add_throw r m) as [m1 | ] eqn:a; [ | discriminate].
    destruct (add_throw_spec r m m1 a) as [X [new [e [u [t [em [pe [Sm [eu et]]]]]]]]].
    destruct (IH m1 m' H) as [X' [Back [Sums [number [N0 Falls]]]]].
    assert (fr : find (thrown r) m1 = Some e).
    { rewrite em, find_add. destruct (Pos.eq_dec (thrown r) (thrown r)); congruence. }
    split; [intros k d f; exact (X' k d (X k d f)) | ].
    split.
    { intros k d f. destruct (Back k d f) as [f1 | [q [iq R]]].
      - rewrite em, find_add in f1. destruct (Pos.eq_dec k (thrown r)) as [-> | ne].
        + injection f1 as <-. right. exists r. split; [left; reflexivity | ].
          split; [reflexivity | exact pe].
        + left. exact f1.
      - right. exists q. split; [right; exact iq | exact R]. }
    split.
    { intros q [<- | iq]; [ | exact (Sums q iq)]. exists e. split; [exact (X' _ _ fr) | ].
      apply (sums_extends m1 m' X'), (sums_extends m m1 X). rewrite Sm, eu, et. reflexivity. }
    set (known k := match find k m with Some _ => true | None => false end).
    exists (fun k => if known k then O else S (number k)). unfold known.
    split; [intros k f; destruct (find k m); [reflexivity | congruence] | ].
    intros q [<- | iq] o k io ik.
    + rewrite new. assert (B := sums_best m (outcomes r) ltac:(congruence) o io).
      assert (K := best_of_known m o B k ik). destruct (find k m); [lia | congruence].
    + assert (L := Falls q iq o k io ik). destruct (find (thrown q) m) eqn:fq.
      * assert (Z := N0 (thrown q)). rewrite (X _ _ fq) in Z. specialize (Z ltac:(discriminate)).
        lia.
      * destruct (find k m); lia.
Qed.
