(* Checkers for statements on linear systems, in integers: where one says true, the statement holds.
   A minor is eliminated modulo an integer, prime or not; that its columns are independent follows
   without determinants.

   The conditions are those of check_solution and check_minor of exactbox/checker/linear.py, of
   check_inconsistent of exactbox/checker/statements/weights.py, and of check_singular and
   check_null_space of exactbox/checker/statements/null_space.py.
   Here all numbers of a witness have one denominator, there each block of rows has one. *)
From Coq Require Import QArith ZArith NArith List Lia Lqa Setoid Bool FMapPositive Morphisms.
From exactbox Require Import LinearDefinitions Linear Arrays.
Import ListNotations.
Local Open Scope Z_scope.

(* What a checker looked at, condition by condition. *)
Ltac checker t := match t with ?f _ => checker f | _ => t end.

Tactic Notation "conditions" hyp(H) "as" simple_intropattern(parts) :=
  match type of H with
  | andb _ _ = true => idtac
  | ?b = true => let f := checker b in unfold f in H; cbv zeta in H
  end;
  rewrite ?andb_true_iff, ?negb_true_iff, ?Nat.eqb_eq, ?N.eqb_eq, ?Z.eqb_eq, ?Pos.eqb_eq,
    ?Nat.leb_le, ?Nat.ltb_lt, ?N.ltb_lt, ?Z.ltb_lt, ?forallb_forall, ?existsb_exists in H;
  revert H; intros parts.

(* Fractions are compared by their integers. *)
Ltac by_integers :=
  unfold Qeq, Qle, Qlt; cbn [Qmult Qplus Qminus Qopp Qnum Qden inject_Z fst snd]; lia.

Lemma fraction_0 v d : (v # d == 0)%Q <-> v = 0.
Proof. by_integers. Qed.

(* Rows ----------------------------------------------------------------------------------------- *)

Definition scale (k : Z) (r : row) : row := map (fun e => (fst e, k * snd e)) r.

(* The row r times the matrix with the rows X: not added up, each column may be listed often. *)
Definition times (r : row) (X : list row) : row :=
  flat_map (fun e => scale (snd e) (nth (N.to_nat (fst e)) X [])) r.

Definition within (n : nat) (r : row) : bool :=
  let n := N.of_nat n in forallb (fun e => N.ltb (fst e) n) r.

(* The linear form with the coefficients l. *)
Fixpoint form (l : row) (y : N -> Z) : Z :=
  match l with [] => 0 | (p, v) :: l => v * y p + form l y end.

Lemma entry_app r q j : entry (r ++ q) j = entry r j + entry q j.
Proof. induction r as [ | [p v] r IH]; cbn [app entry]; [reflexivity | rewrite IH; ring]. Qed.

Lemma entry_scale k r j : entry (scale k r) j = k * entry r j.
Proof.
  induction r as [ | [p v] r IH]; unfold scale in *; cbn [map entry fst snd]; [ring | ].
  rewrite IH. destruct (N.eqb p j); ring.
Qed.

Lemma entry_times r X c : entry (times r X) c = form r (fun j => entry (nth (N.to_nat j) X []) c).
Proof.
  induction r as [ | [p v] r IH]; [reflexivity | ]. unfold times in *. cbn [flat_map fst snd].
  rewrite entry_app, entry_scale, IH. reflexivity.
Qed.

(* A row, each of whose columns may be listed often, times the vector x in k columns, where
   place says for each of the row's columns where it is among these. *)
Lemma form_at k (c : nat -> N) (place : N -> option N) x o d r :
  (forall e, In e r -> forall t,
    place (fst e) = Some t <-> (N.to_nat t < k)%nat /\ c (N.to_nat t) = fst e) ->
  (sum k (fun t => (entry r (c t) # o) * (x t # d))
   == form r (fun j => match place j with Some t => x (N.to_nat t) | None => 0%Z end) # o * d)%Q.
Proof.
  induction r as [ | [p v] r IH]; intros H; cbn [form entry].
  { rewrite sum_of_0; [reflexivity | ]. intros t _. by_integers. }
  rewrite (sum_eq k _ (fun t => (if N.eqb p (c t) then v * x t # o * d else 0)
    + (entry r (c t) # o) * (x t # d))%Q)
    by (intros t _; destruct (N.eqb p (c t)); by_integers).
  rewrite sum_plus, IH by (intros e i; apply H; right; exact i).
  specialize (H _ (or_introl eq_refl)). cbn [fst] in H.
  assert (Other : forall t, (t < k)%nat -> place p <> Some (N.of_nat t) ->
    ((if N.eqb p (c t) then v * x t # o * d else 0) == 0)%Q).
  { intros t l ne. destruct (N.eqb_spec p (c t)) as [e | _]; [ | reflexivity].
    destruct ne. apply H. rewrite Nat2N.id. split; congruence. }
  destruct (place p) as [u | ]; [destruct (proj1 (H u) eq_refl) as [l e] | ].
  - rewrite (sum_single k (N.to_nat u) _ l), e, N.eqb_refl; [by_integers | ].
    intros t lt ne. apply Other; [exact lt | ]. intros [= ->]. lia.
  - rewrite sum_of_0; [by_integers | ]. intros t lt. apply Other; [exact lt | discriminate].
Qed.

Lemma form_over n x o d r : within n r = true ->
  (sum n (fun j => (entry r (N.of_nat j) # o) * (x j # d))
   == form r (fun j => x (N.to_nat j)) # o * d)%Q.
Proof.
  intros W. conditions W as W. apply (form_at n N.of_nat Some). intros e i t.
  apply W, N.ltb_lt in i. rewrite N2Nat.id.
  split; [intros [= <-]; lia | intros [_ ->]; reflexivity].
Qed.

(* Whether all entries of a row are 0: they are added up in a tree. *)
Inductive tree := Leaf | Node (v : Z) (l r : tree).

Fixpoint add (p : positive) (v : Z) (t : tree) : tree :=
  match p, t with
  | xH, Leaf => Node v Leaf Leaf
  | xO p, Leaf => Node 0 (add p v Leaf) Leaf
  | xI p, Leaf => Node 0 Leaf (add p v Leaf)
  | xH, Node u l r => Node (u + v) l r
  | xO p, Node u l r => Node u (add p v l) r
  | xI p, Node u l r => Node u l (add p v r)
  end.

Fixpoint value_in (p : positive) (t : tree) : Z :=
  match p, t with
  | _, Leaf => 0
  | xH, Node v _ _ => v
  | xO p, Node _ l _ => value_in p l
  | xI p, Node _ _ r => value_in p r
  end.

Fixpoint all_zero (t : tree) : bool :=
  match t with
  | Leaf => true
  | Node v l r => if Z.eqb v 0 then if all_zero l then all_zero r else false else false
  end.

Definition collect (r : row) : tree :=
  fold_left (fun t e => add (N.succ_pos (fst e)) (snd e) t) r Leaf.

Definition vanishes (r : row) : bool := all_zero (collect r).

Lemma value_in_add p v : forall t q,
  value_in q (add p v t) = (if Pos.eqb p q then v else 0) + value_in q t.
Proof.
  assert (L : forall q, value_in q Leaf = 0) by (intros []; reflexivity).
  induction p as [p IH | p IH | ]; intros [ | u l r] [q | q | ]; cbn [add value_in Pos.eqb];
    rewrite ?IH, ?L; ring.
Qed.

Lemma value_in_all_zero t : all_zero t = true -> forall q, value_in q t = 0.
Proof.
  induction t as [ | v l IHl r IHr]; cbn [all_zero]; intros H q; [destruct q; reflexivity | ].
  destruct (Z.eqb_spec v 0) as [e | ]; [ | discriminate].
  destruct (all_zero l); [ | discriminate].
  destruct q; cbn [value_in]; auto.
Qed.

Lemma succ_pos_inj p j : N.succ_pos p = N.succ_pos j -> p = j.
Proof. intros e. rewrite <- (N.pos_pred_succ p), e. apply N.pos_pred_succ. Qed.

Lemma value_in_collect r j : value_in (N.succ_pos j) (collect r) = entry r j.
Proof.
  assert (G : forall t,
    value_in (N.succ_pos j) (fold_left (fun t e => add (N.succ_pos (fst e)) (snd e) t) r t)
    = entry r j + value_in (N.succ_pos j) t).
  { induction r as [ | [p v] r IH]; intros t; cbn [fold_left entry fst snd]; [ring | ].
    rewrite IH, value_in_add.
    destruct (N.eqb_spec p j) as [-> | d]; [rewrite Pos.eqb_refl; ring | ].
    rewrite (proj2 (Pos.eqb_neq _ _)) by (intros e%succ_pos_inj; exact (d e)). ring. }
  unfold collect. rewrite G. destruct (N.succ_pos j); cbn [value_in]; lia.
Qed.

Lemma vanishes_sound r : vanishes r = true -> forall j, entry r j = 0.
Proof. intros H j. rewrite <- value_in_collect. apply value_in_all_zero, H. Qed.

(* Systems -------------------------------------------------------------------------------------- *)

(* m rows, and A has n columns. *)
Definition shape (m n : nat) (s : list equation) : bool :=
  Nat.eqb (length s) m && forallb (fun e => within n (coefficients e)) s.

(* A row times the rows of a table. *)
Definition times_table (r : row) (X : table row) : row :=
  flat_map (fun e => match get X (fst e) with Some q => scale (snd e) q | None => [] end) r.

Lemma times_table_is r X : times_table r (of_list X) = times r X.
Proof.
  unfold times_table, times. induction r as [ | e r IH]; [reflexivity | ]. cbn [flat_map].
  rewrite IH, of_list_spec, <- nth_default_eq. unfold nth_default.
  destruct (nth_error X _); reflexivity.
Qed.

(* A X = B, A X = 0, where the integers are those of X times d. *)
Definition product_is_B (s : list equation) (d : positive) (X : list row) : bool :=
  let X := of_list X in
  forallb (fun e => vanishes (times_table (coefficients e) X ++ scale (Zneg d) (constants e))) s.

Definition product_is_0 (s : list equation) (X : list row) : bool :=
  let X := of_list X in forallb (fun e => vanishes (times_table (coefficients e) X)) s.

Lemma nth_all (f : equation -> bool) m n s i : shape m n s = true ->
  forallb f s = true -> (i < m)%nat -> f (nth_equation s i) = true.
Proof.
  intros W H l. conditions W as [<- _]. rewrite forallb_forall in H. apply H, nth_In, l.
Qed.

Lemma shape_length m n s : shape m n s = true -> length s = m.
Proof. intros W. conditions W as [L _]. exact L. Qed.

Lemma row_times_X m n s d X i c : shape m n s = true -> (i < m)%nat ->
  let e := nth_equation s i in
  (product n (lhs s) (fractions d X) i c
   == entry (times (coefficients e) X) (N.of_nat c) # over e * d)%Q.
Proof.
  intros W l e. rewrite entry_times. apply (form_over n).
  exact (nth_all (fun e => within n (coefficients e)) m n s i W (proj2 (andb_prop _ _ W)) l).
Qed.

Lemma product_is_B_sound m n k s d X :
  shape m n s = true -> product_is_B s d X = true ->
  solution m n k (lhs s) (rhs s) (fractions d X).
Proof.
  intros W H i c l _. rewrite (row_times_X m) by assumption.
  assert (V := vanishes_sound _ (nth_all _ m n s i W H l) (N.of_nat c)).
  rewrite times_table_is, entry_app, entry_scale in V. unfold rhs. by_integers.
Qed.

Lemma product_is_0_sound m n w s d X :
  shape m n s = true -> product_is_0 s X = true ->
  equal m w (product n (lhs s) (fractions d X)) zero.
Proof.
  intros W H i c l _. rewrite (row_times_X m) by assumption.
  rewrite <- times_table_is, (vanishes_sound _ (nth_all _ m n s i W H l)). reflexivity.
Qed.

(* Elimination modulo an integer ---------------------------------------------------------------- *)

Definition put (modulus : Z) (j : N) (v : Z) (l : row) : row :=
  let v := v mod modulus in if Z.eqb v 0 then l else (j, v) :: l.

(* l and f times the pivot's row, both with increasing columns, without a deep stack. *)
Fixpoint add_multiple (modulus f : Z) (l : row) : row -> row -> row :=
  fix go (pivot found : row) : row :=
  match l with
  | [] => rev' (fold_left (fun found e => put modulus (fst e) (f * snd e) found) pivot found)
  | (i, a) :: rest =>
      match pivot with
      | [] => rev_append found l
      | (j, b) :: others =>
          match N.compare i j with
          | Lt => add_multiple modulus f rest pivot ((i, a) :: found)
          | Eq => add_multiple modulus f rest others (put modulus i (a + f * b) found)
          | Gt => go others (put modulus j (f * b) found)
          end
      end
  end.

(* The columns of rows increase once they are merged, two by two. *)
Fixpoint merge_pairs (modulus : Z) (l found : list row) : list row :=
  match l with
  | a :: b :: l => merge_pairs modulus l (add_multiple modulus 1 a b [] :: found)
  | _ => l ++ found
  end.

Fixpoint merge_all (modulus : Z) (rounds : nat) (l : list row) : row :=
  match rounds, l with
  | _, [] => []
  | _, [a] => a
  | O, _ => concat l
  | S rounds, _ => merge_all modulus rounds (merge_pairs modulus l [])
  end.

Definition increasing (modulus : Z) (r : row) : row :=
  merge_all modulus 64 (fold_left (fun l e => put modulus (fst e) (snd e) [] :: l) r []).

(* The s with s a = 1 modulo b, if s x + ... = a and t x + ... = b: Euclid's algorithm. *)
Fixpoint euclid (steps : nat) (a b s t : Z) : Z :=
  match steps with
  | O => s
  | S steps => if Z.eqb b 0 then s else euclid steps b (a mod b) t (s - a / b * t)
  end.

(* Rows and columns are in the order in which they are eliminated, and columns are counted in that
   order: the pivot is the first entry of the first row, in the column that is next. *)
Definition clear (modulus u : Z) (column : N) (rest l : row) : row :=
  match l with
  | (j, b) :: q =>
      if N.eqb j column then add_multiple modulus ((- b * u) mod modulus) q rest [] else l
  | [] => []
  end.

Fixpoint eliminable (modulus : Z) (steps order : nat) (column last : N) (rows : list row) : bool :=
  match order with
  | O => true
  | S order =>
      match rows with
      | ((j, a) :: rest) :: rows =>
          let u := euclid steps a modulus 1 0 mod modulus in
          if N.eqb j column && Z.eqb ((a * u) mod modulus) 1
             && forallb (fun e => N.ltb column (fst e) && N.ltb (fst e) last) rest
          then eliminable modulus steps order (N.succ column) last
            (rev' (fold_left (fun l r => clear modulus u column rest r :: l) rows []))
          else false
      | _ => false
      end
  end.

Lemma form_app l m y : form (l ++ m) y = form l y + form m y.
Proof. induction l as [ | [p v] l IH]; cbn [app form]; [ring | rewrite IH; ring]. Qed.

Lemma form_rev_append l y : forall m, form (rev_append l m) y = form l y + form m y.
Proof.
  induction l as [ | [p v] l IH]; intros m; [reflexivity | ]. cbn [rev_append form].
  rewrite IH. cbn [form]. ring.
Qed.

Lemma form_scale k l y z : (forall t, y t = k * z t) -> form l y = k * form l z.
Proof. intros H. induction l as [ | [p v] l IH]; cbn [form]; [ring | rewrite H, IH; ring]. Qed.

(* a and b are the same modulo M. *)
Definition congruent (M a b : Z) : Prop := (M | a - b).

#[local] Instance congruent_equivalence M : Equivalence (congruent M).
Proof.
  split.
  - intros a. exists 0. ring.
  - intros a b [k H]. exists (- k). lia.
  - intros a b c [k H] [l K]. exists (k + l). lia.
Qed.

#[local] Instance congruent_add M :
  Proper (congruent M ==> congruent M ==> congruent M) Z.add.
Proof. intros a b [k H] c d [l K]. exists (k + l). lia. Qed.

#[local] Instance congruent_mul M :
  Proper (congruent M ==> congruent M ==> congruent M) Z.mul.
Proof. intros a b [k H] c d [l K]. exists (k * c + l * b). lia. Qed.

Section Modulo.
Variable M : Z.
Local Notation "a == b" := (congruent M a b) : Z_scope.

Local Ltac modular := exists 0; cbn [form concat]; ring.

Lemma mod_congruent a : a mod M == a.
Proof. exists (- (a / M)). rewrite (Z_div_mod_eq_full a M) at 2. ring. Qed.

Lemma form_put j v l y : form (put M j v l) y == v * y j + form l y.
Proof.
  unfold put. cbv zeta. destruct (Z.eqb_spec (v mod M) 0) as [e | _]; cbn [form].
  - rewrite <- (mod_congruent v), e. reflexivity.
  - rewrite mod_congruent. reflexivity.
Qed.

Lemma form_add_multiple f y : forall l pivot found,
  form (add_multiple M f l pivot found) y == form l y + f * form pivot y + form found y.
Proof.
  induction l as [ | [i a] l IH].
  - intros pivot found. replace (add_multiple M f [] pivot found)
      with (rev' (fold_left (fun found e => put M (fst e) (f * snd e) found) pivot found))
      by (destruct pivot; reflexivity).
    unfold rev'. rewrite form_rev_append. revert found.
    induction pivot as [ | [j b] pivot IH]; intros found; cbn [fold_left fst snd]; [modular | ].
    rewrite IH, form_put. modular.
  - induction pivot as [ | [j b] pivot IHp]; intros found; cbn [add_multiple].
    + rewrite form_rev_append. modular.
    + fold (add_multiple M f). destruct (N.compare_spec i j) as [-> | lt | gt].
      * rewrite IH, form_put. modular.
      * rewrite IH. modular.
      * etransitivity; [apply IHp | ]. rewrite form_put. modular.
Qed.

Lemma form_merge_pairs y : forall l found,
  form (concat (merge_pairs M l found)) y == form (concat l) y + form (concat found) y.
Proof.
  fix IH 1. intros [ | a [ | b l]] found; cbn [merge_pairs];
    [rewrite concat_app, form_app; reflexivity.. | ].
  rewrite IH. cbn [concat]. rewrite !form_app, form_add_multiple. modular.
Qed.

Lemma form_merge_all y : forall rounds l, form (merge_all M rounds l) y == form (concat l) y.
Proof.
  induction rounds as [ | rounds IH]; intros [ | a [ | b l]]; cbn [merge_all];
    try reflexivity; try (cbn [concat]; rewrite app_nil_r; reflexivity).
  rewrite IH, form_merge_pairs. modular.
Qed.

Lemma form_increasing r y : form (increasing M r) y == form r y.
Proof.
  unfold increasing. rewrite form_merge_all.
  assert (G : forall l, form (concat (fold_left (fun l e => put M (fst e) (snd e) [] :: l) r l)) y
    == form r y + form (concat l) y); [ | rewrite G; modular].
  induction r as [ | [p v] r IH]; intros l; cbn [fold_left fst snd]; [modular | ].
  rewrite IH. cbn [concat]. rewrite form_app, form_put. modular.
Qed.

Lemma form_0 l y : (forall e, In e l -> y (fst e) == 0) -> form l y == 0.
Proof.
  induction l as [ | [p v] l IH]; intros H; [reflexivity | ]. cbn [form].
  rewrite (H _ (or_introl eq_refl)), IH by (intros e i; apply H; right; exact i). modular.
Qed.

Lemma moved a b : a + b == 0 -> b == - a.
Proof. intros H. transitivity (a + b + - a); [modular | rewrite H; modular]. Qed.

(* a x + the rest of a row is 0, and so is another row: it is with the pivot cleared, too. *)
Lemma form_clear u a column rest l y :
  a * u == 1 -> form ((column, a) :: rest) y == 0 -> form l y == 0 ->
  form (clear M u column rest l) y == 0.
Proof.
  intros U R H. destruct l as [ | [j b] l]; [exact H | ]. cbn [clear].
  destruct (N.eqb_spec j column) as [-> | _]; [ | exact H]. apply moved in R, H.
  rewrite form_add_multiple, mod_congruent.
  rewrite R, H. transitivity (b * y column * (a * u + - (1))); [modular | rewrite U; modular].
Qed.

Lemma rev_fold_left {A B} (f : A -> B) l : rev' (fold_left (fun m a => f a :: m) l []) = map f l.
Proof.
  assert (G : forall m, fold_left (fun m a => f a :: m) l m = rev (map f l) ++ m).
  { induction l as [ | a l IH]; intros m; [reflexivity | ]. cbn [fold_left map rev].
    rewrite IH, <- app_assoc. reflexivity. }
  rewrite G, app_nil_r. unfold rev'. rewrite <- rev_alt. apply rev_involutive.
Qed.

(* What all rows take to 0 modulo M is 0 modulo M: by the remaining rows after the elimination of
   the pivot, and by the pivot's row for the pivot's unknown. *)
Lemma eliminable_sound steps last y : 1 < M -> forall order column rows,
  eliminable M steps order column last rows = true -> (column + N.of_nat order = last)%N ->
  (forall l, In l rows -> form l y == 0) -> forall t, (column <= t < last)%N -> y t == 0.
Proof.
  intros P. induction order as [ | order IH]; intros column rows E L H t lt; [lia | ].
  cbn [eliminable] in E. destruct rows as [ | [ | [j a] rest] rows]; [discriminate.. | ].
  set (u := euclid _ _ _ _ _ mod M) in *. cbv zeta in E.
  destruct (_ && _ && _) eqn:C in E; [ | discriminate]. conditions C as [[-> U] R].
  rewrite rev_fold_left in E.
  assert (U1 : a * u == 1) by (rewrite <- (mod_congruent (a * u)), U; reflexivity).
  assert (H0 := H _ (or_introl eq_refl)).
  assert (T : forall s, (N.succ column <= s < last)%N -> y s == 0).
  { intros s. apply (IH (N.succ column) _ E); [lia | ]. intros l i.
    apply in_map_iff in i as [q [<- i]]. exact (form_clear u a _ _ _ y U1 H0 (H q (or_intror i))). }
  destruct (N.eq_dec t column) as [-> | ne]; [ | apply T; lia].
  transitivity (a * u * y column); [rewrite U1; modular | ].
  cbn [form] in H0. rewrite form_0 in H0.
  - transitivity (u * (a * y column + 0)); [modular | rewrite H0; modular].
  - intros e i. apply R in i. conditions i as [A B]. apply T. lia.
Qed.
End Modulo.

(* Integers are 0 that have a property from which follows that they are divisible by M, and that
   their quotients have it as well. *)
Lemma descent M (K : (N -> Z) -> Prop) : 1 < M ->
  (forall y, K y -> exists z, K z /\ forall t, y t = M * z t) -> forall y, K y -> forall t, y t = 0.
Proof.
  intros P D y H t. assert (G : forall n y, K y -> Z.abs (y t) <= Z.of_nat n -> y t = 0).
  { clear y H. induction n as [ | n IH]; intros y H L; [lia | ]. destruct (D y H) as [z [Kz E]].
    specialize (IH z Kz). rewrite E in *. destruct (Z.eq_dec (z t) 0) as [-> | d]; nia. }
  apply (G (Z.abs_nat (y t)) y H). lia.
Qed.

(* Rationals over a common denominator. *)
Lemma common_denominator r (z : vector) : exists (d : positive) (y : nat -> Z),
  (forall t, (t < r)%nat -> (z t == y t # d)%Q) /\ forall t, (r <= t)%nat -> y t = 0.
Proof.
  induction r as [ | r [d [y [H B]]]].
  { exists 1%positive, (fun _ => 0). split; [lia | reflexivity]. }
  exists (d * Qden (z r))%positive,
    (fun t => if Nat.eqb t r then Zpos d * Qnum (z r) else y t * Zpos (Qden (z r))).
  split; intros t l; destruct (Nat.eqb_spec t r) as [-> | ne]; try lia.
  - by_integers.
  - rewrite H by lia. by_integers.
  - rewrite B by lia. reflexivity.
Qed.

(* Minors --------------------------------------------------------------------------------------- *)

(* Its rows and columns in A, in the order of elimination. *)
Record minor := Minor { modulus : Z; minor_rows : list N; minor_columns : list N }.

(* Where each of these columns is in the list, and whether none is there twice. *)
Fixpoint counted (from : N) (l : list N) : list (N * N) :=
  match l with [] => [] | c :: l => (c, from) :: counted (N.succ from) l end.

Definition positions (l : list N) : table N :=
  of_pairs (map (fun e => (N.succ_pos (fst e), snd e)) (counted 0 l)).

Definition all_found (m : table N) (l : list N) : bool :=
  forallb (fun e => match get m (fst e) with Some t => N.eqb t (snd e) | None => false end)
    (counted 0 l).

Definition restricted (m : table N) (r : row) : row :=
  fold_right (fun e l => match get m (fst e) with Some t => (t, snd e) :: l | None => l end) [] r.

Definition minor_row (s : table equation) (m : table N) (i : N) : row :=
  match get s i with Some e => restricted m (coefficients e) | None => [] end.

(* The minor has order r, lies in the first m rows and n columns, and is regular. *)
Definition regular (m n r : nat) (s : list equation) (g : minor) : bool :=
  let m := N.of_nat m in
  let n := N.of_nat n in
  let found := positions (minor_columns g) in
  let rows := of_list s in
  let steps := Z.to_nat (2 * Z.log2 (modulus g) + 2) in
  Z.ltb 1 (modulus g) && Nat.eqb (length (minor_columns g)) r
  && Nat.eqb (length (minor_rows g)) r
  && forallb (fun i => N.ltb i m) (minor_rows g) && forallb (fun j => N.ltb j n) (minor_columns g)
  && all_found found (minor_columns g)
  && eliminable (modulus g) steps r 0 (N.of_nat r)
       (map (fun i => increasing (modulus g) (minor_row rows found i)) (minor_rows g)).

Definition place (g : minor) (t : nat) : nat := N.to_nat (nth t (minor_columns g) 0%N).

Lemma nth_counted l : forall from t,
  nth_error (counted from l) t = option_map (fun c => (c, from + N.of_nat t)%N) (nth_error l t).
Proof.
  induction l as [ | a l IH]; intros from [ | t]; try reflexivity; cbn [counted nth_error].
  - cbn. rewrite N.add_0_r. reflexivity.
  - rewrite IH, N.add_succ_comm, <- Nat2N.inj_succ. reflexivity.
Qed.

Lemma position cs : all_found (positions cs) cs = true -> forall j t,
  get (positions cs) j = Some t <-> (N.to_nat t < length cs)%nat /\ nth (N.to_nat t) cs 0%N = j.
Proof.
  intros A j t. conditions A as A. split.
  - intros H. apply of_pairs_found, in_map_iff in H as [[c u] [e i]].
    injection e as <-%succ_pos_inj <-. apply In_nth_error in i as [k K]. rewrite nth_counted in K.
    destruct (nth_error cs k) as [c' | ] eqn:E; [ | discriminate]. injection K as -> <-.
    rewrite Nat2N.id. split; [apply nth_error_Some; congruence | apply nth_error_nth, E].
  - intros [l e]. assert (I : In (j, t) (counted 0 cs)).
    { apply (nth_error_In _ (N.to_nat t)). rewrite nth_counted, (nth_error_nth' cs 0%N l), e.
      cbn. rewrite N2Nat.id. reflexivity. }
    apply A in I. cbn [fst snd] in I. destruct (get (positions cs) j) as [u | ]; [ | discriminate].
    apply N.eqb_eq in I as ->. reflexivity.
Qed.

Lemma form_restricted m r y : form (restricted m r) y
  = form r (fun j => match get m j with Some t => y t | None => 0 end).
Proof.
  induction r as [ | [p v] r IH]; [reflexivity | ]. cbn [restricted form fold_right fst snd].
  fold (restricted m r). rewrite <- IH. destruct (get m p); cbn [form]; ring.
Qed.

(* A row times a vector in the columns of the list. *)
Lemma form_in_places cs r o d (x : nat -> Z) : all_found (positions cs) cs = true ->
  (sum (length cs) (fun t => (entry r (nth t cs 0%N) # o) * (x t # d))
   == form (restricted (positions cs) r) (fun t => x (N.to_nat t)) # o * d)%Q.
Proof. intros F. rewrite form_restricted. apply form_at. intros e _ t. apply position, F. Qed.

Lemma regular_sound m n r s g : length s = m -> regular m n r s g = true ->
  places r n (place g) /\ independent m r (columns (lhs s) (place g)).
Proof.
  intros L H. conditions H as [[[[[[P LC] _] R] C] F] E]. subst r. split.
  { intros t l. apply (nth_In _ 0%N), C, N.ltb_lt in l. unfold place. lia. }
  intros z Z0. destruct (common_denominator (length (minor_columns g)) z) as [e [y [Y B]]].
  set (rows := map (minor_row (of_list s) (positions (minor_columns g))) (minor_rows g)).
  assert (A : forall t, y (N.to_nat t) = 0).
  { apply (descent (modulus g) (fun y => (forall l, In l rows -> form l y = 0)
      /\ forall t, (N.of_nat (length (minor_columns g)) <= t)%N -> y t = 0) P).
    - intros x [X O].
      assert (Q : forall t, x t = modulus g * (x t / modulus g)).
      { intros t. apply Z.div_exact; [lia | ].
        destruct (N.lt_ge_cases t (N.of_nat (length (minor_columns g)))) as [l | l];
          [ | rewrite (O t l); reflexivity].
        apply Z.mod_divide; [lia | ]. rewrite <- (Z.sub_0_r (x t)).
        apply (eliminable_sound _ _ _ x P _ _ _ E); try lia. intros q i.
        apply in_map_iff in i as [p [<- i]]. rewrite form_increasing.
        rewrite (X _ (in_map _ _ _ i)). reflexivity. }
      exists (fun t => x t / modulus g). split; [split | exact Q].
      + intros l i. specialize (X l i). rewrite (form_scale _ l x _ Q) in X. lia.
      + intros t l. rewrite (O t l). reflexivity.
    - split; [ | intros t l; apply B; lia]. intros q i. apply in_map_iff in i as [p [<- i]].
      apply R, N.ltb_lt in i.
      unfold minor_row. rewrite of_list_spec, (nth_error_nth' s (Equation 1 [] [])) by lia.
      specialize (Z0 (N.to_nat p) ltac:(lia)). unfold apply in Z0.
      rewrite (sum_eq _ _ (fun t => (entry (coefficients (nth_equation s (N.to_nat p)))
        (nth t (minor_columns g) 0%N) # over (nth_equation s (N.to_nat p))) * (y t # e))%Q) in Z0.
      + rewrite form_in_places in Z0 by exact F. exact (proj1 (fraction_0 _ _) Z0).
      + intros t l. rewrite (Y t l). unfold columns, lhs, place. rewrite N2Nat.id. reflexivity. }
  intros t l. rewrite (Y t l), <- (Nat2N.id t), A. reflexivity.
Qed.

(* Each of the w columns of K has a row that is 0 everywhere else, and so they are independent. *)
Definition alone (n w : nat) (K : list row) : bool :=
  let rows := firstn n K in
  forallb (fun c => existsb (fun r =>
    match r with [(p, v)] => if N.eqb p c then negb (Z.eqb v 0) else false | _ => false end) rows)
    (map N.of_nat (seq 0 w)).

Lemma alone_sound n w d K : alone n w K = true -> independent n w (fractions d K).
Proof.
  intros H x X c l. conditions H as H.
  assert (I := H _ (in_map N.of_nat _ c (proj2 (in_seq w 0 c) ltac:(lia)))).
  apply existsb_exists in I as [r [I A]]. destruct r as [ | [p v] [ | ]]; try discriminate.
  destruct (N.eqb_spec p (N.of_nat c)) as [-> | ]; [ | discriminate].
  apply negb_true_iff, Z.eqb_neq in A.
  apply (In_nth _ _ []) in I as [j [lj e]]. rewrite firstn_length in lj.
  assert (E : nth j K [] = [(N.of_nat c, v)]).
  { rewrite <- e, <- (firstn_skipn n K) at 1. rewrite app_nth1; [reflexivity | ].
    rewrite firstn_length. lia. }
  specialize (X j ltac:(lia)). cbv beta in X. unfold apply in X.
  rewrite (sum_single w c) in X; [ | exact l | ].
  - unfold fractions in X. rewrite E in X. cbn [entry] in X. rewrite N.eqb_refl, Z.add_0_r in X.
    apply Qmult_integral in X as [X | X]; [ | exact X]. apply fraction_0 in X. contradiction.
  - intros i _ ne. unfold fractions. rewrite E. cbn [entry].
    rewrite (proj2 (N.eqb_neq _ _)) by lia. reflexivity.
Qed.

(* The statements ------------------------------------------------------------------------------- *)

Definition check_solution (m n : nat) s d X : bool := shape m n s && product_is_B s d X.

Theorem solution_checked m n k s d X : check_solution m n s d X = true ->
  solution m n k (lhs s) (rhs s) (fractions d X).
Proof. intros H. conditions H as [W H]. exact (product_is_B_sound m n k s d X W H). Qed.

Definition check_unique (m n : nat) s d X g : bool :=
  check_solution m n s d X && regular m n n s g.

(* All columns: then the null space has no vectors but 0. *)
Lemma regular_independent m n s g : shape m n s = true -> regular m n n s g = true ->
  independent m n (lhs s).
Proof.
  intros W G. apply regular_sound in G as [P I]; [ | exact (shape_length m n s W)].
  assert (Z0 : null_space_basis m n (n - n) (lhs s) zero).
  { apply (null_space m n n _ _ (place g)); try assumption; [lia | | ];
      rewrite Nat.sub_diag; [intros i j _ l; lia | intros x _ j l; lia]. }
  intros y Y. destruct Z0 as [_ [_ N]]. destruct (N y Y) as [c C]. intros j l.
  rewrite (C j l), Nat.sub_diag. reflexivity.
Qed.

Theorem unique_checked m n k s d X g : check_unique m n s d X g = true ->
  unique_solution m n k (lhs s) (rhs s) (fractions d X).
Proof.
  intros H. conditions H as [H G]. apply only_solution; [apply solution_checked, H | ].
  conditions H as [W _]. exact (regular_independent m n s g W G).
Qed.

(* A k = 0 for a vector of integers that is not 0. *)
Definition check_singular (n : nat) s (k : list Z) : bool :=
  shape n n s && product_is_0 s (map (fun v => [(0%N, v)]) k)
  && Nat.eqb (length k) n && existsb (fun v => negb (Z.eqb v 0)) k.

Theorem singular_checked n s k : check_singular n s k = true -> singular n (lhs s).
Proof.
  intros H. conditions H as [[[W H] L] E].
  destruct E as [v [I V]]. apply negb_true_iff, Z.eqb_neq in V.
  apply (In_nth _ _ 0) in I as [j [lj e]].
  apply (product_is_0_sound n n 1 s 1) in H; [ | exact W].
  apply (no_inverse n _ (fun j => fractions 1 (map (fun v => [(0%N, v)]) k) j 0%nat)).
  - intros i l. exact (H i 0%nat l ltac:(lia)).
  - exists j. split; [lia | ]. unfold fractions.
    rewrite (nth_indep _ [] [(0%N, 0)]), (map_nth (fun v => [(0%N, v)])), e
      by (rewrite map_length; lia).
    rewrite fraction_0. cbn [entry N.of_nat N.eqb]. lia.
Qed.

(* The sum of the rows, each times its weight: the weights are those of rows of integers. *)
Definition weigh (w : list Z) (rows : list row) : row :=
  flat_map (fun e => scale (fst e) (snd e)) (combine w rows).

Definition check_inconsistent (m n k : nat) s (w : list Z) : bool :=
  shape m n s && Nat.eqb (length w) m
  && vanishes (weigh w (map coefficients s))
  && let b := weigh w (map constants s) in
     existsb (fun c => negb (Z.eqb (entry b c) 0)) (map N.of_nat (seq 0 k)).

(* As the rows are, row i weighs its denominator times as much. *)
Definition weight (s : list equation) (d : positive) (w : list Z) (i : nat) : Q :=
  nth i w 0 * Zpos (over (nth_equation s i)) # d.

Lemma weighed s d w (f : equation -> row) c : length w = length s ->
  (sum (length s) (fun i => weight s d w i
     * (entry (f (nth_equation s i)) c # over (nth_equation s i)))
   == entry (weigh w (map f s)) c # d)%Q.
Proof.
  revert w. induction s as [ | e s IH]; intros [ | v w] L; try discriminate; [reflexivity | ].
  injection L as L. apply IH in L. unfold weight, nth_equation in *. cbn [length].
  rewrite sum_first. cbn [nth]. rewrite L. unfold weigh. cbn [combine map flat_map fst snd].
  rewrite entry_app, entry_scale. by_integers.
Qed.

Theorem inconsistent_checked m n k s w : check_inconsistent m n k s w = true ->
  inconsistent m n k (lhs s) (rhs s).
Proof.
  intros H. conditions H as [[[W L] V] E]. destruct (shape_length m n s W).
  assert (S := fun f c => weighed s 1 w f c L). apply (no_solution _ n k _ _ (weight s 1 w)).
  - intros j _. unfold lhs. rewrite S, vanishes_sound by exact V. reflexivity.
  - destruct E as [c [I E]]. apply in_map_iff in I as [q [<- I]].
    apply in_seq in I. exists q. split; [lia | ]. apply negb_true_iff, Z.eqb_neq in E.
    unfold rhs. rewrite S, fraction_0. exact E.
Qed.

Definition check_null_space (m n r : nat) s K g : bool :=
  shape m n s && Nat.leb r n && regular m n r s g && product_is_0 s K && alone n (n - r) K.

Theorem rank_checked m n r s d K g : check_null_space m n r s K g = true ->
  rank m n (lhs s) r /\ null_space_basis m n (n - r) (lhs s) (fractions d K).
Proof.
  intros H. conditions H as [[[[W R] G] Z0] L].
  apply regular_sound in G as [P I]; [ | exact (shape_length m n s W)].
  apply (alone_sound n _ d) in L. apply (product_is_0_sound m n (n - r) s d) in Z0; [ | exact W].
  split; [eapply rank_is | eapply null_space]; eassumption.
Qed.

Definition check_general (m n r : nat) s d X K g : bool :=
  check_solution m n s d X && check_null_space m n r s K g.

Theorem general_checked m n k r s d X e K g : check_general m n r s d X K g = true ->
  general_solution m n k (n - r) (lhs s) (rhs s) (fractions d X) (fractions e K) /\
  rank m n (lhs s) r /\ null_space_basis m n (n - r) (lhs s) (fractions e K).
Proof.
  intros H. conditions H as [S H]. apply (rank_checked m n r s e) in H.
  split; [ | exact H]. apply all_solutions; [apply solution_checked, S | exact (proj2 H)].
Qed.
