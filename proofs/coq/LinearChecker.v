(* Checkers for statements on linear systems, in integers: where one says true, the statement holds.
   A minor is eliminated modulo an integer, prime or not; that its columns are independent follows
   without determinants.

   The conditions are those of check_solution and check_minor of exactbox/checker/linear.py, of
   check_inconsistent of exactbox/checker/statements/weights.py, and of check_singular and
   check_null_space of exactbox/checker/statements/null_space.py.
   Here all numbers of a witness have one denominator, there each block of rows has one. *)
From Coq Require Import QArith ZArith NArith List Lia Lqa Setoid Bool FMapPositive.
From exactbox Require Import LinearDefinitions Linear Arrays.
Import ListNotations.
Local Open Scope Z_scope.

(* Rows ----------------------------------------------------------------------------------------- *)

Definition scale (k : Z) (r : row) : row := map (fun e => (fst e, k * snd e)) r.

(* The row r times the matrix with the rows X: not added up, each column may be listed often. *)
Definition times (r : row) (X : list row) : row :=
  flat_map (fun e => scale (snd e) (nth (N.to_nat (fst e)) X [])) r.

Definition within (n : nat) (r : row) : bool :=
  let n := N.of_nat n in forallb (fun e => N.ltb (fst e) n) r.

Lemma entry_app r q j : entry (r ++ q) j = entry r j + entry q j.
Proof. induction r as [ | [p v] r IH]; cbn [app entry]; [reflexivity | rewrite IH; ring]. Qed.

Lemma entry_scale k r j : entry (scale k r) j = k * entry r j.
Proof.
  induction r as [ | [p v] r IH]; unfold scale in *; cbn [map entry fst snd]; [ring | ].
  rewrite IH. destruct (N.eqb p j); ring.
Qed.

(* A row, each of whose columns may be listed often, times a vector. *)
Lemma row_sum n r (x : vector) : within n r = true ->
  (sum n (fun j => inject_Z (entry r (N.of_nat j)) * x j)
   == fold_right (fun e s => inject_Z (snd e) * x (N.to_nat (fst e)) + s) 0 r)%Q.
Proof.
  unfold within. induction r as [ | [p v] r IH]; cbn [entry forallb fst snd fold_right]; intros W.
  - apply sum_of_0. intros j _. change (inject_Z 0) with 0%Q. ring.
  - apply andb_prop in W as [L W]. apply N.ltb_lt in L. rewrite <- (IH W).
    rewrite (sum_eq n _ (fun j => (if N.eqb p (N.of_nat j) then inject_Z v else 0) * x j
      + inject_Z (entry r (N.of_nat j)) * x j)%Q).
    2: { intros j _. rewrite inject_Z_plus. destruct (N.eqb p (N.of_nat j)); [ring | ].
         change (inject_Z 0) with 0%Q. ring. }
    rewrite sum_plus, (sum_single n (N.to_nat p)); [ | lia | ].
    + rewrite N2Nat.id, N.eqb_refl. reflexivity.
    + intros j _ d. rewrite (proj2 (N.eqb_neq p (N.of_nat j))) by lia. ring.
Qed.

Lemma entry_times n r X c : within n r = true ->
  (inject_Z (entry (times r X) c)
   == sum n (fun j => inject_Z (entry r (N.of_nat j)) * inject_Z (entry (nth j X []) c)))%Q.
Proof.
  intros W. rewrite row_sum by exact W. unfold times. clear W.
  induction r as [ | [p v] r IH]; cbn [flat_map fold_right fst snd]; [reflexivity | ].
  rewrite entry_app, entry_scale, inject_Z_plus, inject_Z_mult, IH. reflexivity.
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

Lemma value_in_collect r j : value_in (N.succ_pos j) (collect r) = entry r j.
Proof.
  assert (G : forall t,
    value_in (N.succ_pos j) (fold_left (fun t e => add (N.succ_pos (fst e)) (snd e) t) r t)
    = entry r j + value_in (N.succ_pos j) t).
  { induction r as [ | [p v] r IH]; intros t; cbn [fold_left entry fst snd]; [ring | ].
    rewrite IH, value_in_add.
    replace (Pos.eqb (N.succ_pos p) (N.succ_pos j)) with (N.eqb p j); [ring | ].
    destruct (N.eqb_spec p j) as [-> | d]; symmetry; [apply Pos.eqb_refl | ].
    apply Pos.eqb_neq. intros e. apply d, N.succ_inj. rewrite <- !N.succ_pos_spec, e. reflexivity. }
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

Lemma nth_all (f : equation -> bool) s i :
  forallb f s = true -> (i < length s)%nat -> f (nth_equation s i) = true.
Proof. intros H l. rewrite forallb_forall in H. apply H, nth_In, l. Qed.

Lemma shape_sound m n s : shape m n s = true ->
  length s = m /\ forall i, (i < m)%nat -> within n (coefficients (nth_equation s i)) = true.
Proof.
  intros H. apply andb_prop in H as [L W]. apply Nat.eqb_eq in L. split; [exact L | ].
  intros i l. apply (nth_all (fun e => within n (coefficients e))); [exact W | lia].
Qed.

Lemma over_denominator v d : (v # d == (1 # d) * inject_Z v)%Q.
Proof. unfold Qeq. cbn [Qmult Qnum Qden inject_Z]. rewrite Pos.mul_1_r. lia. Qed.

Lemma row_times_X m n s d X i c : shape m n s = true -> (i < m)%nat ->
  (product n (lhs s) (fractions d X) i c
   == (1 # over (nth_equation s i)) * ((1 # d)
      * inject_Z (entry (times (coefficients (nth_equation s i)) X) (N.of_nat c))))%Q.
Proof.
  intros W l. apply shape_sound in W as [_ W]. rewrite (entry_times n) by (apply W, l).
  rewrite <- !sum_scale. apply sum_eq. intros j _. unfold lhs, fractions.
  rewrite (over_denominator _ (over _)), (over_denominator _ d). ring.
Qed.

Lemma product_is_B_sound m n k s d X :
  shape m n s = true -> product_is_B s d X = true ->
  solution m n k (lhs s) (rhs s) (fractions d X).
Proof.
  intros W H i c l _. rewrite (row_times_X m) by assumption.
  assert (V : vanishes (times (coefficients (nth_equation s i)) X
    ++ scale (Zneg d) (constants (nth_equation s i))) = true).
  { rewrite <- times_table_is. apply (nth_all (fun e => vanishes (times_table (coefficients e)
      (of_list X) ++ scale (Zneg d) (constants e)))); [exact H | ].
    rewrite (proj1 (shape_sound m n s W)). exact l. }
  apply vanishes_sound with (j := N.of_nat c) in V. rewrite entry_app, entry_scale in V.
  unfold rhs. set (t := entry (times _ X) (N.of_nat c)) in *.
  set (b := entry (constants _) (N.of_nat c)) in *. set (o := over _).
  assert (E : t = Zpos d * b) by lia. rewrite E. unfold Qeq. cbn [Qmult Qnum Qden inject_Z]. lia.
Qed.

Lemma product_is_0_sound m n w s d X :
  shape m n s = true -> product_is_0 s X = true ->
  equal m w (product n (lhs s) (fractions d X)) zero.
Proof.
  intros W H i c l _. rewrite (row_times_X m) by assumption.
  assert (V : vanishes (times (coefficients (nth_equation s i)) X) = true).
  { rewrite <- times_table_is.
    apply (nth_all (fun e => vanishes (times_table (coefficients e) (of_list X)))); [exact H | ].
    rewrite (proj1 (shape_sound m n s W)). exact l. }
  apply vanishes_sound with (j := N.of_nat c) in V. rewrite V.
  unfold zero. change (inject_Z 0) with 0%Q. ring.
Qed.

(* Elimination modulo an integer ---------------------------------------------------------------- *)

(* The linear form with the coefficients l. *)
Definition form (l : row) (y : N -> Z) : Z :=
  fold_right (fun e s => snd e * y (fst e) + s) 0 l.

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

Lemma form_app l m y : form (l ++ m) y = form l y + form m y.
Proof.
  unfold form. induction l as [ | e l IH]; cbn [app fold_right]; [ring | rewrite IH; ring].
Qed.

Lemma form_rev l y : form (rev l) y = form l y.
Proof.
  induction l as [ | e l IH]; [reflexivity | ]. cbn [rev]. rewrite form_app, IH.
  unfold form. cbn [fold_right]. ring.
Qed.

Lemma form_rev_append l m y : form (rev_append l m) y = form l y + form m y.
Proof. rewrite rev_append_rev, form_app, form_rev. reflexivity. Qed.

Lemma mod_divides N a : 0 < N -> (N | a mod N - a).
Proof. intros l. exists (- (a / N)). pose proof (Z.div_mod a N). lia. Qed.

Lemma divides_by_difference N a b : (N | a - b) -> (N | b) -> (N | a).
Proof. intros H K. replace a with (a - b + b) by ring. apply Z.divide_add_r; assumption. Qed.

Lemma form_put N j v l y : 0 < N -> (N | form (put N j v l) y - (v * y j + form l y)).
Proof.
  intros P. unfold put. destruct (Z.eqb_spec (v mod N) 0) as [e | _].
  - replace (form l y - (v * y j + form l y)) with (- (v * y j)) by ring.
    apply Z.divide_opp_r, Z.divide_mul_l, Z.mod_divide; [lia | exact e].
  - unfold form at 1. cbn [fold_right fst snd]. fold (form l y).
    replace (v mod N * y j + form l y - (v * y j + form l y)) with ((v mod N - v) * y j) by ring.
    apply Z.divide_mul_l, mod_divides, P.
Qed.

Lemma form_add_multiple N f y : 0 < N -> forall l pivot found,
  (N | form (add_multiple N f l pivot found) y
    - (form l y + f * form pivot y + form found y)).
Proof.
  intros P.
  assert (step : forall l j v found x,
    (N | form l y - (x + form (put N j v found) y)) ->
    (N | form l y - (x + v * y j + form found y))).
  { intros l j v found x H.
    replace (form l y - (x + v * y j + form found y))
      with (form l y - (x + form (put N j v found) y)
        + (form (put N j v found) y - (v * y j + form found y))) by ring.
    apply Z.divide_add_r; [exact H | exact (form_put N j v found y P)]. }
  induction l as [ | [i a] l IH].
  - intros pivot found.
    assert (G : forall pivot found, (N | form (fold_left (fun found e =>
      put N (fst e) (f * snd e) found) pivot found) y - (f * form pivot y + form found y))).
    { clear pivot found. induction pivot as [ | [j b] pivot IH]; intros found.
      - cbn [fold_left]. unfold form at 2. cbn [fold_right]. exists 0. ring.
      - cbn [fold_left fst snd]. specialize (IH (put N j (f * b) found)). apply step in IH.
        unfold form at 2. cbn [fold_right fst snd]. fold (form pivot y).
        match goal with |- (_ | ?x - ?b) => match type of IH with (_ | _ - ?c) =>
          replace b with c by ring end end. exact IH. }
    replace (add_multiple N f [] pivot found) with (rev' (fold_left (fun found e =>
      put N (fst e) (f * snd e) found) pivot found)) by (destruct pivot; reflexivity).
    unfold rev'. rewrite form_rev_append. change (form [] y) with 0.
    rewrite Z.add_0_r, Z.add_0_l. apply G.
  - induction pivot as [ | [j b] pivot IHp]; intros found.
    + cbn [add_multiple]. rewrite form_rev_append. unfold form at 4. cbn [fold_right].
      match goal with |- (_ | ?x) => replace x with 0 by ring end. apply Z.divide_0_r.
    + cbn [add_multiple]. fold (add_multiple N f). destruct (N.compare_spec i j) as [-> | lt | gt].
      * specialize (IH pivot (put N j (a + f * b) found)). apply step in IH.
        unfold form in *. cbn [fold_right fst snd] in *.
        match goal with |- (_ | ?x - ?b) => match type of IH with (_ | _ - ?c) =>
          replace b with c by ring end end. exact IH.
      * specialize (IH ((j, b) :: pivot) ((i, a) :: found)).
        unfold form in *. cbn [fold_right fst snd] in *.
        match goal with |- (_ | ?x - ?b) => match type of IH with (_ | _ - ?c) =>
          replace b with c by ring end end. exact IH.
      * specialize (IHp (put N j (f * b) found)). apply step in IHp.
        unfold form in *. cbn [fold_right fst snd add_multiple] in *.
        match goal with |- (_ | ?x - ?b) => match type of IHp with (_ | _ - ?c) =>
          replace b with c by ring end end. exact IHp.
Qed.

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

Definition forms (l : list row) (y : N -> Z) : Z := form (concat l) y.

Lemma forms_cons r l y : forms (r :: l) y = form r y + forms l y.
Proof. unfold forms. cbn [concat]. apply form_app. Qed.

Lemma form_increasing N r y : 0 < N -> (N | form (increasing N r) y - form r y).
Proof.
  intros P.
  assert (A : forall l m, forms (l ++ m) y = forms l y + forms m y).
  { intros l m. unfold forms. rewrite concat_app. apply form_app. }
  assert (Pairs : forall n l found, (length l <= n)%nat ->
    (N | forms (merge_pairs N l found) y - (forms l y + forms found y))).
  { induction n as [ | n IH]; intros [ | a [ | b l]] found L; cbn [length] in L; try lia;
      cbn [merge_pairs]; try (rewrite A, Z.sub_diag; apply Z.divide_0_r).
    specialize (IH l (add_multiple N 1 a b [] :: found) ltac:(lia)). rewrite !forms_cons in *.
    assert (S := form_add_multiple N 1 y P a b []). unfold form at 4 in S. cbn [fold_right] in S.
    set (u := form (add_multiple _ _ _ _ _) y) in *.
    match goal with |- (_ | ?x) => match type of IH with (_ | ?v) => match type of S with (_ | ?w)
      => replace x with (v + w) by ring end end end.
    apply Z.divide_add_r; assumption. }
  assert (All : forall rounds l, (N | form (merge_all N rounds l) y - forms l y)).
  { assert (same : forall l, (N | forms l y - forms l y))
      by (intros l; rewrite Z.sub_diag; apply Z.divide_0_r).
    assert (one : forall a, forms [a] y = form a y).
    { intros a. unfold forms. cbn [concat]. rewrite app_nil_r. reflexivity. }
    induction rounds as [ | rounds IH]; intros [ | a [ | b l]]; cbn [merge_all];
      try exact (same []); try (rewrite one, Z.sub_diag; apply Z.divide_0_r).
    - exact (same (a :: b :: l)).
    - apply (divides_by_difference N _
        (forms (merge_pairs N (a :: b :: l) []) y - forms (a :: b :: l) y)).
      + specialize (IH (merge_pairs N (a :: b :: l) [])).
        match goal with |- (_ | ?x) => match type of IH with (_ | ?v) => replace x with v by ring
        end end. exact IH.
      + specialize (Pairs _ (a :: b :: l) [] (le_n _)). unfold forms at 3 in Pairs.
        cbn [concat form fold_right] in Pairs. rewrite Z.add_0_r in Pairs. exact Pairs. }
  unfold increasing.
  assert (Ones : forall r l, (N | forms (fold_left (fun l e => put N (fst e) (snd e) [] :: l) r l) y
    - (form r y + forms l y))).
  { clear r. induction r as [ | e r IH]; intros l; cbn [fold_left].
    - unfold form. cbn [fold_right]. exists 0. ring.
    - specialize (IH (put N (fst e) (snd e) [] :: l)). rewrite forms_cons in IH.
      assert (S := form_put N (fst e) (snd e) [] y P). unfold form in S at 2. cbn [fold_right] in S.
      unfold form at 1. cbn [fold_right]. fold (form r y).
      set (u := form (put _ _ _ _) y) in *.
      match goal with |- (_ | ?x) => match type of IH with (_ | ?v) => match type of S with (_ | ?w)
        => replace x with (v + w) by ring end end end.
      apply Z.divide_add_r; assumption. }
  specialize (Ones r []). unfold forms at 2 in Ones. cbn [concat] in Ones.
  unfold form at 2 in Ones. cbn [fold_right] in Ones. rewrite Z.add_0_r in Ones.
  specialize (All 64%nat (fold_left (fun l e => put N (fst e) (snd e) [] :: l) r [])).
  match goal with |- (_ | ?x) => match type of All with (_ | ?v) => match type of Ones with (_ | ?w)
    => replace x with (v + w) by ring end end end.
  apply Z.divide_add_r; assumption.
Qed.

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

Lemma form_divisible N l : forall y, (forall e, In e l -> (N | y (fst e))) -> (N | form l y).
Proof.
  intros y. induction l as [ | e l IH]; intros H; unfold form; cbn [fold_right];
    [apply Z.divide_0_r | fold (form l y)].
  apply Z.divide_add_r; [apply Z.divide_mul_r, H; left; reflexivity | ].
  apply IH. intros d i. apply H. right. exact i.
Qed.

(* What all rows take to 0 modulo N is 0 modulo N: by the remaining rows after the elimination of
   the pivot, and by the pivot's row for the pivot's unknown. *)
Lemma eliminable_sound N steps last : 1 < N -> forall order column rows y,
  eliminable N steps order column last rows = true -> (column + N.of_nat order = last)%N ->
  (forall l, In l rows -> (N | form l y)) ->
  forall t, (column <= t < last)%N -> (N | y t).
Proof.
  intros P. induction order as [ | order IH]; intros column rows y E L H t lt; [lia | ].
  cbn [eliminable] in E. destruct rows as [ | [ | [j a] rest] rows]; [discriminate.. | ].
  set (u := euclid _ _ _ _ _ mod N) in *. cbv zeta in E.
  destruct (N.eqb_spec j column) as [-> | ]; [ | discriminate].
  destruct (Z.eqb_spec ((a * u) mod N) 1) as [U | ]; [ | discriminate].
  destruct (forallb _ rest) eqn:R; [ | discriminate]. cbn [andb] in E.
  assert (U1 : (N | a * u - 1)).
  { destruct (mod_divides N (a * u) ltac:(lia)) as [q Hq]. rewrite U in Hq. exists (- q). lia. }
  assert (H0 : (N | a * y column + form rest y)) by exact (H _ (or_introl eq_refl)).
  assert (T : forall s, (N.succ column <= s < last)%N -> (N | y s)).
  { intros s ls. apply (IH (N.succ column) _ y E); [lia | | lia]. intros l i.
    assert (i' : exists q, In q rows /\ l = clear N u column rest q).
    { unfold rev' in i. rewrite <- rev_alt in i. apply in_rev in i. clear E.
      assert (G : forall m, In l (fold_left (fun l r => clear N u column rest r :: l) rows m) ->
        (exists q, In q rows /\ l = clear N u column rest q) \/ In l m).
      { clear. induction rows as [ | q rows IH]; intros m i; cbn [fold_left] in i;
          [right; exact i | ].
        apply IH in i as [[p [i e]] | [<- | i]]; [left; exists p | left; exists q | right; exact i];
          split; [right; exact i | exact e | left; reflexivity | reflexivity]. }
      apply G in i as [i | []]. exact i. }
    clear i. destruct i' as [q [i ->]]. specialize (H q (or_intror i)).
    destruct q as [ | [k b] q]; [exact H | ]. cbn [clear].
    destruct (N.eqb_spec k column) as [-> | _]; [ | exact H].
    assert (S := form_add_multiple N ((- b * u) mod N) y ltac:(lia) q rest []).
    unfold form at 4 in S. cbn [fold_right] in S. rewrite Z.add_0_r in S.
    apply (divides_by_difference _ _ _ S). unfold form in H. cbn [fold_right fst snd] in H.
    fold (form q y) in H. destruct (mod_divides N (- b * u) ltac:(lia)) as [w Hw].
    replace (form q y + (- b * u) mod N * form rest y)
      with (b * y column + form q y - b * u * (a * y column + form rest y)
            + b * y column * (a * u - 1) + w * form rest y * N)
      by (replace ((- b * u) mod N) with (- b * u + w * N) by lia; ring).
    apply Z.divide_add_r; [ | apply Z.divide_factor_r]. apply Z.divide_add_r.
    - apply Z.divide_sub_r; [exact H | apply Z.divide_mul_r, H0].
    - apply Z.divide_mul_r, U1. }
  destruct (N.eq_dec t column) as [-> | ne]; [ | apply T; lia].
  assert (D : (N | form rest y)).
  { apply form_divisible. intros e i. apply T. rewrite forallb_forall in R.
    specialize (R e i). apply andb_prop in R as [A B]. apply N.ltb_lt in A, B. lia. }
  assert (D0 : (N | a * y column)).
  { replace (a * y column) with (a * y column + form rest y - form rest y) by ring.
    apply Z.divide_sub_r; assumption. }
  replace (y column) with (u * (a * y column) - y column * (a * u - 1)) by ring.
  apply Z.divide_sub_r; apply Z.divide_mul_r; assumption.
Qed.

(* So integers that all rows take to 0 are divisible by N, and so are their quotients by N, which
   the rows take to 0 as well: they are 0. *)
Lemma form_scale k l y z : (forall e, In e l -> y (fst e) = k * z (fst e)) ->
  form l y = k * form l z.
Proof.
  unfold form. induction l as [ | e l IH]; intros H; cbn [fold_right]; [ring | ].
  rewrite (H e (or_introl eq_refl)), IH; [ring | ]. intros d i. apply H. right. exact i.
Qed.

Lemma descent N r (rows : list row) : 1 < N ->
  (forall l e, In l rows -> In e l -> (fst e < r)%N) ->
  (forall y, (forall l, In l rows -> (N | form l y)) -> forall t, (t < r)%N -> (N | y t)) ->
  forall y, (forall l, In l rows -> form l y = 0) -> forall t, (t < r)%N -> y t = 0.
Proof.
  intros P L D.
  assert (Small : forall b y, (forall l, In l rows -> form l y = 0) ->
    (forall t, (t < r)%N -> Z.abs (y t) < 2 ^ Z.of_nat b) -> forall t, (t < r)%N -> y t = 0).
  { induction b as [ | b IH]; intros y H M t lt; [specialize (M t lt); cbn in M; lia | ].
    assert (Q : forall s, (s < r)%N -> y s = N * (y s / N)).
    { intros s ls. apply Z.div_exact; [lia | ]. apply Z.mod_divide; [lia | ].
      apply D; [ | exact ls]. intros l i. rewrite (H l i). apply Z.divide_0_r. }
    rewrite (Q t lt). rewrite (IH (fun s => y s / N)); [ring | | | exact lt].
    - intros l i. specialize (H l i).
      rewrite (form_scale N l y (fun s => y s / N)) in H.
      + apply Z.mul_eq_0 in H. lia.
      + intros e ie. apply Q. exact (L l e i ie).
    - intros s ls. specialize (M s ls). rewrite (Q s ls), Z.abs_mul in M.
      rewrite Nat2Z.inj_succ, Z.pow_succ_r in M by lia. rewrite (Z.abs_eq N) in M by lia.
      pose proof (Z.abs_nonneg (y s / N)). nia. }
  assert (Bound : forall (k : nat) (y : _ -> Z),
    exists b, forall t, (t < N.of_nat k)%N -> Z.abs (y t) < 2 ^ Z.of_nat b).
  { induction k as [ | k IH]; intros y; [exists 0%nat; lia | ]. destruct (IH y) as [b Hb].
    exists (b + Z.to_nat (Z.abs (y (N.of_nat k))))%nat. intros t lt.
    rewrite Nat2Z.inj_add, Z2Nat.id, Z.pow_add_r by lia.
    assert (0 < 2 ^ Z.of_nat b) by (apply Z.pow_pos_nonneg; lia).
    assert (Z.abs (y (N.of_nat k)) < 2 ^ Z.abs (y (N.of_nat k))) by (apply Z.pow_gt_lin_r; lia).
    destruct (N.eq_dec t (N.of_nat k)) as [-> | d]; [nia | ]. specialize (Hb t ltac:(lia)). nia. }
  intros y H. destruct (Bound (N.to_nat r) y) as [b Hb]. rewrite N2Nat.id in Hb.
  exact (Small b y H Hb).
Qed.

(* Rationals over a common denominator. *)
Lemma common_denominator r (z : vector) : exists (d : positive) (y : nat -> Z),
  forall t, (t < r)%nat -> (inject_Z (y t) == inject_Z (Zpos d) * z t)%Q.
Proof.
  induction r as [ | r [d [y H]]]; [exists 1%positive, (fun _ => 0); lia | ].
  exists (d * Qden (z r))%positive,
    (fun t => if Nat.eqb t r then Zpos d * Qnum (z r) else y t * Zpos (Qden (z r))).
  intros t l. rewrite Pos2Z.inj_mul, inject_Z_mult. destruct (Nat.eqb_spec t r) as [-> | ne].
  - rewrite inject_Z_mult. destruct (z r) as [a b]. unfold Qeq.
    cbn [Qmult Qnum Qden inject_Z]. lia.
  - rewrite inject_Z_mult, H by lia. ring.
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

Lemma in_counted l : forall from c t, In (c, t) (counted from l) <->
  (from <= t)%N /\ nth_error l (N.to_nat (t - from)) = Some c.
Proof.
  induction l as [ | a l IH]; intros from c t; cbn [counted In].
  - split; [intros [] | ]. intros [_ e]. destruct (N.to_nat (t - from)); discriminate.
  - rewrite IH. split.
    + intros [e | [le e]].
      * injection e as -> ->. rewrite N.sub_diag. split; [lia | reflexivity].
      * replace (N.to_nat (t - from)) with (S (N.to_nat (t - N.succ from))) by lia.
        split; [lia | exact e].
    + intros [le e]. destruct (N.eq_dec t from) as [-> | ne].
      * left. rewrite N.sub_diag in e. injection e as ->. reflexivity.
      * right. replace (N.to_nat (t - from)) with (S (N.to_nat (t - N.succ from))) in e by lia.
        split; [lia | exact e].
Qed.

(* A row times a vector in the columns of the list. *)
Lemma row_restricted cs (x : nat -> Q) : all_found (positions cs) cs = true -> forall r,
  (sum (length cs) (fun t => inject_Z (entry r (nth t cs 0%N)) * x t)
   == fold_right (fun e s => inject_Z (snd e) * x (N.to_nat (fst e)) + s) 0
        (restricted (positions cs) r))%Q.
Proof.
  intros A. unfold all_found in A. rewrite forallb_forall in A.
  assert (There : forall t, (t < length cs)%nat ->
    get (positions cs) (nth t cs 0%N) = Some (N.of_nat t)).
  { intros t lt. specialize (A (nth t cs 0%N, N.of_nat t)). cbn [fst snd] in A.
    destruct (get (positions cs) (nth t cs 0%N)) as [u | ].
    - rewrite (proj1 (N.eqb_eq u (N.of_nat t))); [reflexivity | ]. apply A.
      apply in_counted. split; [lia | ]. rewrite N.sub_0_r, Nat2N.id.
      apply nth_error_nth'. exact lt.
    - discriminate A. apply in_counted. split; [lia | ]. rewrite N.sub_0_r, Nat2N.id.
      apply nth_error_nth'. exact lt. }
  assert (Only : forall j t, get (positions cs) j = Some t ->
    (N.to_nat t < length cs)%nat /\ nth (N.to_nat t) cs 0%N = j).
  { intros j t e. apply of_pairs_found, in_map_iff in e as [[c u] [e i]]. injection e as e <-.
    assert (c = j) as -> by (apply N.succ_inj; rewrite <- !N.succ_pos_spec, e; reflexivity).
    apply in_counted in i as [_ i]. rewrite N.sub_0_r in i.
    split; [apply nth_error_Some; congruence | apply nth_error_nth; exact i]. }
  induction r as [ | [j v] r IH]; cbn [entry restricted fold_right fst snd].
  { apply sum_of_0. intros t _. change (inject_Z 0) with 0%Q. ring. }
  fold (restricted (positions cs) r).
  rewrite (sum_eq _ _ (fun t => (if N.eqb j (nth t cs 0%N) then inject_Z v else 0) * x t
    + inject_Z (entry r (nth t cs 0%N)) * x t)%Q).
  2: { intros t _. rewrite inject_Z_plus. destruct (N.eqb j _); [ring | ].
       change (inject_Z 0) with 0%Q. ring. }
  rewrite sum_plus, IH. destruct (get (positions cs) j) as [u | ] eqn:e; cbn [fold_right fst snd].
  - destruct (Only j u e) as [lt nu]. rewrite (sum_single _ (N.to_nat u)); [ | exact lt | ].
    + rewrite nu, N.eqb_refl. reflexivity.
    + intros t l ne. destruct (N.eqb_spec j (nth t cs 0%N)) as [e' | _]; [ | ring].
      specialize (There t l). rewrite <- e', e in There. injection There as ->. lia.
  - rewrite sum_of_0; [ring | ]. intros t l.
    destruct (N.eqb_spec j (nth t cs 0%N)) as [e' | _]; [ | ring].
    specialize (There t l). rewrite <- e', e in There. discriminate.
Qed.

Lemma restricted_within cs r e : In e (restricted (positions cs) r) ->
  (fst e < N.of_nat (length cs))%N.
Proof.
  induction r as [ | [j v] r IH]; cbn [restricted fold_right fst snd]; [intros [] | ].
  fold (restricted (positions cs) r).
  destruct (get (positions cs) j) as [t | ] eqn:f; [ | exact IH].
  intros [<- | i]; [ | exact (IH i)]. cbn [fst].
  apply of_pairs_found, in_map_iff in f as [[c u] [f i]]. injection f as _ <-.
  apply in_counted in i as [_ i]. rewrite N.sub_0_r in i.
  assert (N.to_nat u < length cs)%nat by (apply nth_error_Some; congruence). lia.
Qed.

Lemma regular_sound m n r s g : length s = m -> regular m n r s g = true ->
  places r n (place g) /\ independent m r (columns (lhs s) (place g)).
Proof.
  unfold regular. cbv zeta. intros M H.
  apply andb_prop in H as [H E]. apply andb_prop in H as [H F].
  apply andb_prop in H as [H C]. apply andb_prop in H as [H R]. apply andb_prop in H as [H _].
  apply andb_prop in H as [P LC]. apply Z.ltb_lt in P. apply Nat.eqb_eq in LC.
  rewrite forallb_forall in C, R. set (cs := minor_columns g) in *. set (d := modulus g) in *.
  split.
  { intros t l. unfold place. fold cs.
    assert (I : In (nth t cs 0%N) cs) by (apply nth_In; lia). apply C, N.ltb_lt in I. lia. }
  set (rows := map (minor_row (of_list s) (positions cs)) (minor_rows g)).
  assert (D : forall y, (forall l, In l rows -> (d | form l y)) ->
    forall t, (t < N.of_nat r)%N -> (d | y t)).
  { intros y H t l. refine (eliminable_sound d _ _ P _ _ _ y E ltac:(lia) _ t ltac:(lia)).
    intros q i. apply in_map_iff in i as [p [<- i]].
    apply (divides_by_difference d _ _ (form_increasing d _ y ltac:(lia))).
    apply H. unfold rows. apply in_map. exact i. }
  intros z Z0 t l. destruct (common_denominator r z) as [e [y Hy]].
  set (y' := fun t => y (N.to_nat t)).
  assert (Y : y t = 0).
  { assert (Y' : y' (N.of_nat t) = 0); [ | unfold y' in Y'; rewrite Nat2N.id in Y'; exact Y'].
    apply (descent d (N.of_nat r) rows P); [ | exact D | | lia].
    - intros q f i j. apply in_map_iff in i as [p [<- i]]. unfold minor_row in j.
      destruct (get (of_list s) p); [ | destruct j].
      rewrite <- LC. exact (restricted_within _ _ _ j).
    - intros q i. apply in_map_iff in i as [p [<- i]]. apply R, N.ltb_lt in i.
      unfold minor_row. rewrite of_list_spec.
      rewrite (nth_error_nth' s (Equation 1 [] [])) by lia.
      fold (nth_equation s (N.to_nat p)). set (row := coefficients _).
      apply inject_Z_injective. specialize (Z0 (N.to_nat p) ltac:(lia)). cbv beta in Z0.
      unfold apply, columns, lhs, place in Z0. fold cs row in Z0. set (o := over _) in *.
      assert (S := row_restricted cs (fun t => inject_Z (Zpos e) * z t)%Q F row).
      transitivity (fold_right (fun f s => inject_Z (snd f) * (inject_Z (Zpos e)
        * z (N.to_nat (fst f))) + s)%Q 0%Q (restricted (positions cs) row)).
      { assert (W : forall f, In f (restricted (positions cs) row) -> (N.to_nat (fst f) < r)%nat).
        { intros f j. apply restricted_within in j. lia. }
        clear S. revert W. induction (restricted (positions cs) row) as [ | f q IH]; intros W;
          unfold form; cbn [fold_right]; [reflexivity | ]. fold (form q y').
        rewrite inject_Z_plus, inject_Z_mult, IH by (intros g' j; apply W; right; exact j).
        unfold y'. rewrite (Hy _ (W f (or_introl eq_refl))). reflexivity. }
      rewrite <- S, LC.
      rewrite (sum_eq r _ (fun t => inject_Z (Zpos o) * inject_Z (Zpos e)
        * ((entry row (N.of_nat (N.to_nat (nth t cs 0%N))) # o) * z t))%Q).
      + rewrite sum_scale, Z0. change (inject_Z 0) with 0%Q. ring.
      + intros u lu. rewrite N2Nat.id, (over_denominator _ o).
        set (v := inject_Z (entry row (nth u cs 0%N))).
        assert (O : (inject_Z (Zpos o) * (1 # o) == 1)%Q)
          by (unfold Qeq; cbn [Qmult Qnum Qden inject_Z]; lia).
        transitivity (inject_Z (Zpos o) * (1 # o) * (v * (inject_Z (Zpos e) * z u)))%Q;
          [rewrite O; ring | ring]. }
  specialize (Hy t l). rewrite Y in Hy. apply Qeq_sym in Hy.
  apply Qmult_integral in Hy as [f | f]; [unfold Qeq in f; cbn in f; lia | exact f].
Qed.

(* Each of the w columns of K has a row that is 0 everywhere else, and so they are independent. *)
Definition alone (n w : nat) (K : list row) : bool :=
  let rows := firstn n K in
  forallb (fun c => existsb (fun r =>
    match r with [(p, v)] => if N.eqb p c then negb (Z.eqb v 0) else false | _ => false end) rows)
    (map N.of_nat (seq 0 w)).

Lemma alone_sound n w d K : alone n w K = true -> independent n w (fractions d K).
Proof.
  unfold alone. intros H x X c l. rewrite forallb_forall in H.
  assert (I : In (N.of_nat c) (map N.of_nat (seq 0 w))) by (apply in_map, in_seq; lia).
  apply H, existsb_exists in I as [r [I A]].
  destruct r as [ | [p v] [ | ]]; try discriminate.
  destruct (N.eqb_spec p (N.of_nat c)) as [-> | ]; [ | discriminate].
  apply negb_true_iff, Z.eqb_neq in A.
  apply (In_nth _ _ []) in I as [j [lj e]]. rewrite firstn_length in lj.
  assert (E : nth j K [] = [(N.of_nat c, v)]).
  { rewrite <- e, <- (firstn_skipn n K) at 1. rewrite app_nth1; [reflexivity | ].
    rewrite firstn_length. lia. }
  specialize (X j ltac:(lia)). cbv beta in X. unfold apply in X.
  rewrite (sum_single w c) in X; [ | exact l | ].
  - unfold fractions in X. rewrite E in X. cbn [entry] in X. rewrite N.eqb_refl, Z.add_0_r in X.
    apply Qmult_integral in X as [X | X]; [ | exact X].
    unfold Qeq in X. cbn [Qnum Qden] in X. lia.
  - intros i _ ne. unfold fractions. rewrite E. cbn [entry].
    rewrite (proj2 (N.eqb_neq (N.of_nat c) (N.of_nat i))) by lia. unfold Qeq. reflexivity.
Qed.

(* The statements ------------------------------------------------------------------------------- *)

Definition check_solution (m n : nat) s d X : bool := shape m n s && product_is_B s d X.

Theorem solution_checked m n k s d X : check_solution m n s d X = true ->
  solution m n k (lhs s) (rhs s) (fractions d X).
Proof.
  intros H. apply andb_prop in H as [W H]. exact (product_is_B_sound m n k s d X W H).
Qed.

Definition check_unique (m n : nat) s d X g : bool :=
  check_solution m n s d X && regular m n n s g.

(* All columns: then the null space has no vectors but 0. *)
Lemma regular_independent m n s g : shape m n s = true -> regular m n n s g = true ->
  independent m n (lhs s).
Proof.
  intros W G. apply regular_sound in G as [P I]; [ | exact (proj1 (shape_sound m n s W))].
  assert (Z0 : null_space_basis m n (n - n) (lhs s) zero).
  { apply (null_space m n n _ _ (place g)); try assumption; [lia | | ];
      rewrite Nat.sub_diag; [intros i j _ l; lia | intros x _ j l; lia]. }
  intros y Y. destruct Z0 as [_ [_ N]]. destruct (N y Y) as [c C]. intros j l.
  rewrite (C j l), Nat.sub_diag. reflexivity.
Qed.

Theorem unique_checked m n k s d X g : check_unique m n s d X g = true ->
  unique_solution m n k (lhs s) (rhs s) (fractions d X).
Proof.
  intros H. apply andb_prop in H as [H G].
  apply only_solution; [apply solution_checked, H | ].
  apply andb_prop in H as [W _]. exact (regular_independent m n s g W G).
Qed.

(* A k = 0 for a vector of integers that is not 0. *)
Definition check_singular (n : nat) s (k : list Z) : bool :=
  shape n n s && product_is_0 s (map (fun v => [(0%N, v)]) k)
  && Nat.eqb (length k) n && existsb (fun v => negb (Z.eqb v 0)) k.

Theorem singular_checked n s k : check_singular n s k = true -> singular n (lhs s).
Proof.
  unfold check_singular. intros H. apply andb_prop in H as [H E]. apply andb_prop in H as [H L].
  apply andb_prop in H as [W H]. apply Nat.eqb_eq in L.
  apply existsb_exists in E as [v [I V]]. apply negb_true_iff, Z.eqb_neq in V.
  apply (In_nth _ _ 0) in I as [j [lj e]].
  apply (product_is_0_sound n n 1 s 1) in H; [ | exact W].
  apply (no_inverse n _ (fun j => fractions 1 (map (fun v => [(0%N, v)]) k) j 0%nat)).
  - intros i l. exact (H i 0%nat l ltac:(lia)).
  - exists j. split; [lia | ]. unfold fractions.
    rewrite (nth_indep _ [] [(0%N, 0)]) by (rewrite map_length; lia).
    change [(0%N, 0)] with ((fun v => [(0%N, v)]) 0). rewrite map_nth, e.
    cbn [entry N.of_nat N.eqb]. unfold Qeq. cbn [Qnum Qden]. lia.
Qed.

(* The sum of the rows, each times its weight: the weights are those of rows of integers. *)
Definition weigh (w : list Z) (rows : list row) : row :=
  flat_map (fun e => scale (fst e) (snd e)) (combine w rows).

Definition check_inconsistent (m n k : nat) s (w : list Z) : bool :=
  shape m n s && Nat.eqb (length w) m
  && vanishes (weigh w (map coefficients s))
  && let b := weigh w (map constants s) in
     existsb (fun c => negb (Z.eqb (entry b c) 0)) (map N.of_nat (seq 0 k)).

Lemma weigh_sum (f : equation -> row) c : forall s w, length w = length s ->
  (inject_Z (entry (weigh w (map f s)) c)
   == sum (length s) (fun i => inject_Z (nth i w 0%Z)
      * inject_Z (entry (f (nth_equation s i)) c)))%Q.
Proof.
  unfold weigh. induction s as [ | e s IH]; intros [ | v w] L; cbn [length] in L;
    try discriminate; [reflexivity | ].
  cbn [map combine flat_map fst snd length]. rewrite (sum_skip _ 0) by lia.
  rewrite entry_app, entry_scale, inject_Z_plus, inject_Z_mult, (IH w) by lia. reflexivity.
Qed.

(* As the rows are, row i weighs its denominator times as much. *)
Lemma weigh_system m s w f c : length s = m -> length w = m ->
  (sum m (fun i => inject_Z (nth i w 0%Z) * inject_Z (Zpos (over (nth_equation s i)))
      * (entry (f (nth_equation s i)) c # over (nth_equation s i)))
   == inject_Z (entry (weigh w (map f s)) c))%Q.
Proof.
  intros M L. rewrite weigh_sum, M by lia. apply sum_eq. intros i _.
  set (o := over _). set (v := entry _ _). unfold Qeq. cbn [Qmult Qnum Qden inject_Z]. lia.
Qed.

Theorem inconsistent_checked m n k s w : check_inconsistent m n k s w = true ->
  inconsistent m n k (lhs s) (rhs s).
Proof.
  unfold check_inconsistent. intros H. apply andb_prop in H as [H E].
  apply andb_prop in H as [H V]. apply andb_prop in H as [W L]. apply Nat.eqb_eq in L.
  destruct (shape_sound m n s W) as [M _].
  assert (S := fun f c => weigh_system m s w f c M L).
  apply (no_solution m n k _ _ (fun i => inject_Z (nth i w 0%Z)
      * inject_Z (Zpos (over (nth_equation s i))))%Q).
  - intros j _. unfold lhs. rewrite (S coefficients), vanishes_sound by exact V. reflexivity.
  - apply existsb_exists in E as [c [I E]]. apply in_map_iff in I as [q [<- I]].
    apply in_seq in I. exists q. split; [lia | ]. unfold rhs. rewrite (S constants).
    apply negb_true_iff, Z.eqb_neq in E. intros e. apply E. apply inject_Z_injective, e.
Qed.

Definition check_null_space (m n r : nat) s K g : bool :=
  shape m n s && Nat.leb r n && regular m n r s g && product_is_0 s K && alone n (n - r) K.

Theorem rank_checked m n r s d K g : check_null_space m n r s K g = true ->
  rank m n (lhs s) r /\ null_space_basis m n (n - r) (lhs s) (fractions d K).
Proof.
  unfold check_null_space. intros H. apply andb_prop in H as [H L]. apply andb_prop in H as [H Z0].
  apply andb_prop in H as [H G]. apply andb_prop in H as [W R]. apply Nat.leb_le in R.
  apply regular_sound in G as [P I]; [ | exact (proj1 (shape_sound m n s W))].
  apply (alone_sound n _ d) in L.
  apply (product_is_0_sound m n (n - r) s d) in Z0; [ | exact W].
  split; [apply (rank_is m n r _ (fractions d K) (place g)); assumption | ].
  apply (null_space m n r _ _ (place g)); assumption.
Qed.

Definition check_general (m n r : nat) s d X K g : bool :=
  check_solution m n s d X && check_null_space m n r s K g.

Theorem general_checked m n k r s d X e K g : check_general m n r s d X K g = true ->
  general_solution m n k (n - r) (lhs s) (rhs s) (fractions d X) (fractions e K) /\
  rank m n (lhs s) r /\ null_space_basis m n (n - r) (lhs s) (fractions e K).
Proof.
  intros H. apply andb_prop in H as [S H]. apply (rank_checked m n r s e) in H.
  split; [ | exact H]. apply all_solutions; [apply solution_checked, S | exact (proj2 H)].
Qed.
