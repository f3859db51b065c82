(* Lists as tables: by number, counted from 0, or by key; and sets of numbers. *)
From Coq Require Import List Lia ZArith NArith FMapPositive.
Import ListNotations.

Definition table := PositiveMap.t.

Definition find {A} (k : positive) (m : table A) : option A := PositiveMap.find k m.

(* The first at k, the next at k + 1, ... *)
Fixpoint fill {A} (k : positive) (l : list A) (m : table A) : table A :=
  match l with [] => m | a :: l => fill (Pos.succ k) l (PositiveMap.add k a m) end.

Definition of_list {A} (l : list A) : table A := fill 1 l (PositiveMap.empty A).

(* Of those with one key the first. *)
Definition of_pairs {A} (l : list (positive * A)) : table A :=
  fold_right (fun e m => PositiveMap.add (fst e) (snd e) m) (PositiveMap.empty A) l.

(* Number n of a list that is counted from 0. *)
Definition get {A} (m : table A) (n : N) : option A := find (N.succ_pos n) m.

(* Sets of numbers. *)
Definition set (l : list N) : table unit := of_pairs (map (fun n => (N.succ_pos n, tt)) l).

Definition member (s : table unit) (n : N) : bool :=
  match get s n with Some _ => true | None => false end.

(* Nothing below need be read to believe a verdict ---------------------------------------------- *)

(* An entry of a list by its number, if there is one. *)
Fixpoint option_number {A} (k : N) (l : list A) : option A :=
  match l with [] => None | a :: l => if (k =? 0)%N then Some a else option_number (N.pred k) l end.

Fixpoint same_lists {A} (same : A -> A -> bool) (l m : list A) : bool :=
  match l, m with
  | [], [] => true
  | a :: l, b :: m => if same a b then same_lists same l m else false
  | _, _ => false
  end.

Lemma option_number_in {A} (l : list A) : forall k a, option_number k l = Some a -> In a l.
Proof.
  induction l as [ | b l IH]; intros k a H; cbn [option_number] in H; [discriminate | ].
  destruct (k =? 0)%N; [injection H as <-; left; reflexivity | right; exact (IH _ _ H)].
Qed.

Lemma same_lists_spec {A} (same : A -> A -> bool) : (forall a b, same a b = true -> a = b) ->
  forall l m, same_lists same l m = true -> l = m.
Proof.
  intros S. induction l as [ | a l IH]; intros [ | b m]; cbn; try discriminate; [reflexivity | ].
  destruct (same a b) eqn:e; [ | discriminate]. intros H. rewrite (S a b e), (IH m H). reflexivity.
Qed.

Definition keys {A} (m : table A) : list positive := map fst (PositiveMap.elements m).

Lemma in_keys {A} k (m : table A) : find k m <> None -> In k (keys m).
Proof.
  unfold find. intros H. destruct (PositiveMap.find k m) as [a | ] eqn:e; [ | congruence].
  apply PositiveMap.elements_correct in e. apply in_map_iff. exists (k, a).
  split; [reflexivity | exact e].
Qed.

Lemma find_map {A B} (f : A -> B) k (m : table A) :
  find k (PositiveMap.map f m) = option_map f (find k m).
Proof. unfold find, PositiveMap.map. apply PositiveMap.gmapi. Qed.

Lemma fill_before {A} (l : list A) j : forall k m, (j < k)%positive ->
  find j (fill k l m) = find j m.
Proof.
  unfold find. induction l as [ | a l IH]; intros k m lt; cbn [fill]; [reflexivity | ].
  rewrite IH by lia. apply PositiveMap.gso. lia.
Qed.

Lemma fill_spec {A} (l : list A) : forall k n m, (forall j, (k <= j)%positive -> find j m = None) ->
  find (k + Pos.of_succ_nat n - 1) (fill k l m) = nth_error l n.
Proof.
  induction l as [ | a l IH]; intros k n m free; cbn [fill].
  - rewrite free by lia. destruct n; reflexivity.
  - destruct n as [ | n].
    + replace (k + Pos.of_succ_nat 0 - 1)%positive with k by lia. rewrite fill_before by lia.
      apply PositiveMap.gss.
    + replace (k + Pos.of_succ_nat (S n) - 1)%positive
        with (Pos.succ k + Pos.of_succ_nat n - 1)%positive by lia.
      apply IH. intros j le. unfold find. rewrite PositiveMap.gso by lia. apply free. lia.
Qed.

Theorem of_list_spec {A} (l : list A) n : get (of_list l) n = nth_error l (N.to_nat n).
Proof.
  unfold get, of_list. rewrite <- fill_spec with (k := 1%positive) (m := PositiveMap.empty A)
    by (intros j _; apply PositiveMap.gempty).
  f_equal. rewrite <- (N2Nat.id n) at 1. generalize (N.to_nat n). intros m. lia.
Qed.

Lemma of_pairs_found {A} (l : list (positive * A)) k a :
  find k (of_pairs l) = Some a -> In (k, a) l.
Proof.
  unfold find. induction l as [ | [j b] l IH]; cbn [of_pairs fold_right fst snd]; intros H.
  - rewrite PositiveMap.gempty in H. discriminate.
  - destruct (Pos.eq_dec k j) as [-> | ne].
    + rewrite PositiveMap.gss in H. injection H as <-. left. reflexivity.
    + rewrite PositiveMap.gso in H by exact ne. right. exact (IH H).
Qed.

Lemma of_pairs_finds {A} (l : list (positive * A)) k a :
  In (k, a) l -> exists b, find k (of_pairs l) = Some b.
Proof.
  unfold find. induction l as [ | [j b] l IH]; cbn [of_pairs fold_right fst snd]; intros i; [destruct i | ].
  destruct (Pos.eq_dec k j) as [-> | ne].
  - exists b. apply PositiveMap.gss.
  - rewrite PositiveMap.gso by exact ne. destruct i as [e | i]; [congruence | exact (IH i)].
Qed.

Theorem member_spec l n : member (set l) n = true <-> In n l.
Proof.
  unfold member, set, get, find. induction l as [ | m l IH]; cbn [map of_pairs fold_right fst snd].
  - rewrite PositiveMap.gempty. split; [discriminate | intros []].
  - destruct (Pos.eq_dec (N.succ_pos m) (N.succ_pos n)) as [e | ne].
    + assert (m = n) as -> by (rewrite <- (N.pos_pred_succ m), e; apply N.pos_pred_succ).
      rewrite PositiveMap.gss. split; [left; reflexivity | reflexivity].
    + rewrite PositiveMap.gso by congruence. rewrite IH. split; [right; assumption | ].
      intros [-> | i]; [congruence | exact i].
Qed.
