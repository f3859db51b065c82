(* Checkers for statements on linear systems, in integers: where one says true, the statement holds.
   A minor is eliminated modulo an integer, prime or not; that its columns are independent follows
   without determinants.

   The conditions are those of check_solution and check_minor of exactbox/checker/linear.py, of
   check_inconsistent of exactbox/checker/statements/weights.py, and of check_singular and
   check_null_space of exactbox/checker/statements/null_space.py.
   Here all numbers of a witness have one denominator, there each block of rows has one; there the
   inverses modulo that integer are found, here they are given. *)
From Coq Require Import QArith ZArith NArith List Lia Lqa Setoid Bool.
From exactbox Require Import LinearDefinitions Linear.
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

Fixpoint get (p : positive) (t : tree) : Z :=
  match p, t with
  | _, Leaf => 0
  | xH, Node v _ _ => v
  | xO p, Node _ l _ => get p l
  | xI p, Node _ _ r => get p r
  end.

Fixpoint all_zero (t : tree) : bool :=
  match t with
  | Leaf => true
  | Node v l r => if Z.eqb v 0 then if all_zero l then all_zero r else false else false
  end.

Definition collect (r : row) : tree :=
  fold_left (fun t e => add (N.succ_pos (fst e)) (snd e) t) r Leaf.

Definition vanishes (r : row) : bool := all_zero (collect r).

Lemma get_add p v : forall t q, get q (add p v t) = (if Pos.eqb p q then v else 0) + get q t.
Proof.
  assert (L : forall q, get q Leaf = 0) by (intros []; reflexivity).
  induction p as [p IH | p IH | ]; intros [ | u l r] [q | q | ]; cbn [add get Pos.eqb];
    rewrite ?IH, ?L; ring.
Qed.

Lemma get_all_zero t : all_zero t = true -> forall q, get q t = 0.
Proof.
  induction t as [ | v l IHl r IHr]; cbn [all_zero]; intros H q; [destruct q; reflexivity | ].
  destruct (Z.eqb_spec v 0) as [e | ]; [ | discriminate].
  destruct (all_zero l); [ | discriminate].
  destruct q; cbn [get]; auto.
Qed.

Lemma get_collect r j : get (N.succ_pos j) (collect r) = entry r j.
Proof.
  assert (G : forall t,
    get (N.succ_pos j) (fold_left (fun t e => add (N.succ_pos (fst e)) (snd e) t) r t)
    = entry r j + get (N.succ_pos j) t).
  { induction r as [ | [p v] r IH]; intros t; cbn [fold_left entry fst snd]; [ring | ].
    rewrite IH, get_add.
    replace (Pos.eqb (N.succ_pos p) (N.succ_pos j)) with (N.eqb p j); [ring | ].
    destruct (N.eqb_spec p j) as [-> | d]; symmetry; [apply Pos.eqb_refl | ].
    apply Pos.eqb_neq. intros e. apply d, N.succ_inj. rewrite <- !N.succ_pos_spec, e. reflexivity. }
  unfold collect. rewrite G. destruct (N.succ_pos j); cbn [get]; lia.
Qed.

Lemma vanishes_sound r : vanishes r = true -> forall j, entry r j = 0.
Proof. intros H j. rewrite <- get_collect. apply get_all_zero, H. Qed.

(* Systems -------------------------------------------------------------------------------------- *)

(* m rows, and A has n columns. *)
Definition shape (m n : nat) (s : list equation) : bool :=
  Nat.eqb (length s) m && forallb (fun e => within n (coefficients e)) s.

(* A X = B, A X = 0, where the integers are those of X times d. *)
Definition product_is_B (s : list equation) (d : positive) (X : list row) : bool :=
  forallb (fun e => vanishes (times (coefficients e) X ++ scale (Zneg d) (constants e))) s.

Definition product_is_0 (s : list equation) (X : list row) : bool :=
  forallb (fun e => vanishes (times (coefficients e) X)) s.

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
  { apply (nth_all (fun e => vanishes (times (coefficients e) X
      ++ scale (Zneg d) (constants e)))); [exact H | ].
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
  { apply (nth_all (fun e => vanishes (times (coefficients e) X))); [exact H | ].
    rewrite (proj1 (shape_sound m n s W)). exact l. }
  apply vanishes_sound with (j := N.of_nat c) in V. rewrite V.
  unfold zero. change (inject_Z 0) with 0%Q. ring.
Qed.

(* Elimination modulo an integer ---------------------------------------------------------------- *)

(* The linear form with the coefficients l. *)
Fixpoint dot (l : list Z) (y : nat -> Z) : Z :=
  match l with
  | [] => 0
  | a :: l => a * y 0%nat + dot l (fun t => y (S t))
  end.

(* l less f times the pivot's row. *)
Fixpoint subtract (modulus f : Z) (l pivot : list Z) : list Z :=
  match pivot with
  | [] => l
  | b :: pivot =>
      (if Z.eqb b 0 then hd 0 l else (hd 0 l - f * b) mod modulus)
      :: subtract modulus f (tl l) pivot
  end.

(* Rows and columns are in the order in which they are eliminated: the pivot is the first entry of
   the first row, and the first inverse is the pivot's. *)
Fixpoint eliminable (modulus : Z) (inverses : list Z) (rows : list (list Z)) : bool :=
  match inverses, rows with
  | [], [] => true
  | u :: inverses, pivot :: rows =>
      if Z.eqb ((hd 0 pivot * u) mod modulus) 1 then
        eliminable modulus inverses (map (fun l =>
          if Z.eqb (hd 0 l) 0 then tl l
          else subtract modulus ((hd 0 l * u) mod modulus) (tl l) (tl pivot)) rows)
      else false
  | _, _ => false
  end.

Lemma dot_hd l y : dot l y = hd 0 l * y 0%nat + dot (tl l) (fun t => y (S t)).
Proof. destruct l; [reflexivity | reflexivity]. Qed.

Lemma mod_divides N a : 0 < N -> (N | a mod N - a).
Proof. intros l. exists (- (a / N)). pose proof (Z.div_mod a N). lia. Qed.

Lemma divides_by_difference N a b : (N | a - b) -> (N | b) -> (N | a).
Proof. intros H K. replace a with (a - b + b) by ring. apply Z.divide_add_r; assumption. Qed.

Lemma dot_subtract N f pivot : 0 < N -> forall l y,
  (N | dot (subtract N f l pivot) y - (dot l y - f * dot pivot y)).
Proof.
  intros P. induction pivot as [ | b pivot IH]; intros l y; cbn [subtract dot].
  - exists 0. ring.
  - rewrite (dot_hd l). specialize (IH (tl l) (fun t => y (S t))).
    set (u := dot (subtract _ _ _ _) _) in *. set (v := dot (tl l) _) in *.
    set (w := dot pivot _) in *.
    assert (H : (N | (if Z.eqb b 0 then hd 0 l else (hd 0 l - f * b) mod N) - (hd 0 l - f * b))).
    { destruct (Z.eqb_spec b 0) as [-> | _]; [exists 0; ring | apply mod_divides, P]. }
    set (x := if Z.eqb b 0 then _ else _) in *.
    replace (x * y 0%nat + u - (hd 0 l * y 0%nat + v - f * (b * y 0%nat + w)))
      with ((x - (hd 0 l - f * b)) * y 0%nat + (u - (v - f * w))) by ring.
    apply Z.divide_add_r; [apply Z.divide_mul_l, H | exact IH].
Qed.

Lemma length_subtract N f pivot : forall l n, (length l <= n)%nat -> (length pivot <= n)%nat ->
  (length (subtract N f l pivot) <= n)%nat.
Proof.
  induction pivot as [ | b pivot IH]; intros l n L P; cbn [subtract length] in *; [exact L | ].
  destruct n as [ | n]; [lia | ]. apply le_n_S, IH; [destruct l; cbn [tl length] in *; lia | lia].
Qed.

Lemma dot_divisible N l : forall y, (forall t, (t < length l)%nat -> (N | y t)) -> (N | dot l y).
Proof.
  induction l as [ | a l IH]; intros y H; cbn [dot]; [apply Z.divide_0_r | ].
  apply Z.divide_add_r; [apply Z.divide_mul_r, H; cbn [length]; lia | ].
  apply IH. intros t lt. apply H. cbn [length]. lia.
Qed.

(* What all rows take to 0 modulo N is 0 modulo N: by the remaining rows after the elimination of
   the pivot, and by the pivot's row for the pivot's unknown. *)
Lemma eliminable_sound N inverses : 1 < N -> forall rows y,
  eliminable N inverses rows = true ->
  (forall l, In l rows -> (length l <= length inverses)%nat) ->
  (forall l, In l rows -> (N | dot l y)) ->
  forall t, (t < length inverses)%nat -> (N | y t).
Proof.
  intros P. induction inverses as [ | u inverses IH]; intros rows y; cbn [length]; [lia | ].
  destruct rows as [ | pivot rows]; cbn [eliminable]; [discriminate | ].
  destruct (Z.eqb_spec ((hd 0 pivot * u) mod N) 1) as [U | _]; [ | discriminate].
  intros E L H.
  assert (Lt : forall l, In l (pivot :: rows) -> (length (tl l) <= length inverses)%nat).
  { intros l i. specialize (L l i). destruct l; cbn [tl length] in *; lia. }
  assert (U1 : (N | hd 0 pivot * u - 1)).
  { destruct (mod_divides N (hd 0 pivot * u) ltac:(lia)) as [q Hq]. rewrite U in Hq.
    exists (- q). lia. }
  assert (H0 : (N | hd 0 pivot * y 0%nat + dot (tl pivot) (fun t => y (S t)))).
  { rewrite <- dot_hd. apply H. left. reflexivity. }
  assert (T : forall t, (t < length inverses)%nat -> (N | y (S t))).
  { apply (IH _ (fun t => y (S t)) E); intros l i; apply in_map_iff in i as [q [<- i]].
    { destruct (Z.eqb (hd 0 q) 0); [apply Lt; right; exact i | ].
      apply length_subtract; apply Lt; [right; exact i | left; reflexivity]. }
    assert (Hq : (N | hd 0 q * y 0%nat + dot (tl q) (fun t => y (S t)))).
    { rewrite <- dot_hd. apply H. right. exact i. }
    set (a := hd 0 q) in *. set (x := dot (tl q) _) in *. set (z := dot (tl pivot) _) in *.
    destruct (Z.eqb_spec a 0) as [e | _].
    - rewrite e in Hq. replace x with (0 * y 0%nat + x) by ring. exact Hq.
    - apply (divides_by_difference N _ (x - (a * u) mod N * z)).
      + apply dot_subtract. lia.
      + apply (divides_by_difference N _ (x - a * u * z)).
        * destruct (mod_divides N (a * u) ltac:(lia)) as [k Hk].
          exists (- k * z). replace (- k * z * N) with (- (k * N) * z) by ring.
          rewrite <- Hk. ring.
        * replace (x - a * u * z) with ((a * y 0%nat + x)
            - (a * u * (hd 0 pivot * y 0%nat + z)) + a * y 0%nat * (hd 0 pivot * u - 1)) by ring.
          apply Z.divide_add_r; [apply Z.divide_sub_r | ].
          -- exact Hq.
          -- apply Z.divide_mul_r, H0.
          -- apply Z.divide_mul_r, U1. }
  intros [ | t] l; [ | apply T; lia].
  assert (D : (N | dot (tl pivot) (fun t => y (S t)))).
  { apply dot_divisible. intros t lt. apply T. specialize (Lt pivot (or_introl eq_refl)). lia. }
  assert (D0 : (N | hd 0 pivot * y 0%nat)).
  { replace (hd 0 pivot * y 0%nat) with (hd 0 pivot * y 0%nat + dot (tl pivot) (fun t => y (S t))
      - dot (tl pivot) (fun t => y (S t))) by ring. apply Z.divide_sub_r; assumption. }
  replace (y 0%nat) with (u * (hd 0 pivot * y 0%nat) - y 0%nat * (hd 0 pivot * u - 1)) by ring.
  apply Z.divide_sub_r; apply Z.divide_mul_r; assumption.
Qed.

(* So integers that all rows take to 0 are divisible by N, and so are their quotients by N, which
   the rows take to 0 as well: they are 0. *)
Lemma dot_scale k l : forall y z, (forall t, (t < length l)%nat -> y t = k * z t) ->
  dot l y = k * dot l z.
Proof.
  induction l as [ | a l IH]; intros y z H; cbn [dot]; [ring | ].
  rewrite (H 0%nat) by (cbn [length]; lia).
  rewrite (IH _ (fun t => z (S t))); [ring | ]. intros t lt. apply H. cbn [length]. lia.
Qed.

Lemma descent N r (rows : list (list Z)) : 1 < N ->
  (forall l, In l rows -> (length l <= r)%nat) ->
  (forall y, (forall l, In l rows -> (N | dot l y)) -> forall t, (t < r)%nat -> (N | y t)) ->
  forall y, (forall l, In l rows -> dot l y = 0) -> forall t, (t < r)%nat -> y t = 0.
Proof.
  intros P L D.
  assert (Small : forall b y, (forall l, In l rows -> dot l y = 0) ->
    (forall t, (t < r)%nat -> Z.abs (y t) < 2 ^ Z.of_nat b) -> forall t, (t < r)%nat -> y t = 0).
  { induction b as [ | b IH]; intros y H M t lt; [specialize (M t lt); cbn in M; lia | ].
    assert (Q : forall s, (s < r)%nat -> y s = N * (y s / N)).
    { intros s ls. apply Z.div_exact; [lia | ]. apply Z.mod_divide; [lia | ].
      apply D; [ | exact ls]. intros l i. rewrite (H l i). apply Z.divide_0_r. }
    rewrite (Q t lt). rewrite (IH (fun s => y s / N)); [ring | | | exact lt].
    - intros l i. specialize (H l i).
      rewrite (dot_scale N l y (fun s => y s / N)) in H.
      + apply Z.mul_eq_0 in H. lia.
      + intros s ls. apply Q. specialize (L l i). lia.
    - intros s ls. specialize (M s ls). rewrite (Q s ls), Z.abs_mul in M.
      rewrite Nat2Z.inj_succ, Z.pow_succ_r in M by lia. rewrite (Z.abs_eq N) in M by lia.
      pose proof (Z.abs_nonneg (y s / N)). nia. }
  assert (Bound : forall k y, exists b, forall t, (t < k)%nat -> Z.abs (y t) < 2 ^ Z.of_nat b).
  { induction k as [ | k IH]; intros y; [exists 0%nat; lia | ]. destruct (IH y) as [b Hb].
    exists (b + Z.to_nat (Z.abs (y k)))%nat. intros t lt.
    rewrite Nat2Z.inj_add, Z2Nat.id, Z.pow_add_r by lia.
    assert (0 < 2 ^ Z.of_nat b) by (apply Z.pow_pos_nonneg; lia).
    assert (Z.abs (y k) < 2 ^ Z.abs (y k)) by (apply Z.pow_gt_lin_r; lia).
    destruct (Nat.eq_dec t k) as [-> | d]; [nia | ]. specialize (Hb t ltac:(lia)). nia. }
  intros y H. destruct (Bound r y) as [b Hb]. exact (Small b y H Hb).
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

Lemma dot_sum l : forall y,
  (inject_Z (dot l y) == sum (length l) (fun t => inject_Z (nth t l 0%Z) * inject_Z (y t)))%Q.
Proof.
  induction l as [ | a l IH]; intros y; cbn [dot length]; [reflexivity | ].
  rewrite inject_Z_plus, inject_Z_mult, IH. rewrite (sum_skip _ 0) by lia.
  cbn [nth]. unfold skip. cbn [Nat.ltb Nat.leb]. reflexivity.
Qed.

(* Minors --------------------------------------------------------------------------------------- *)

(* Its rows and columns in A, in the order of elimination, and the inverses of the pivots. *)
Record minor :=
  Minor { modulus : Z; minor_rows : list N; minor_columns : list N; inverses : list Z }.

Definition minor_row (s : list equation) (g : minor) (i : N) : list Z :=
  let r := coefficients (nth_equation s (N.to_nat i)) in
  let m := modulus g in map (fun j => entry r j mod m) (minor_columns g).

(* The minor has order r, lies in the first m rows and n columns, and is regular. *)
Definition regular (m n r : nat) (s : list equation) (g : minor) : bool :=
  let m := N.of_nat m in
  let n := N.of_nat n in
  Z.ltb 1 (modulus g)
  && Nat.eqb (length (inverses g)) r && Nat.eqb (length (minor_columns g)) r
  && forallb (fun i => N.ltb i m) (minor_rows g) && forallb (fun j => N.ltb j n) (minor_columns g)
  && eliminable (modulus g) (inverses g) (map (minor_row s g) (minor_rows g)).

Lemma dot_mod N (f : N.t -> Z) : 0 < N -> forall cs y,
  (N | dot (map (fun j => f j mod N) cs) y - dot (map f cs) y).
Proof.
  intros P. induction cs as [ | c cs IH]; intros y; cbn [map dot]; [exists 0; ring | ].
  specialize (IH (fun t => y (S t))). set (u := dot (map f cs) _) in *.
  set (v := dot (map (fun j => f j mod N) cs) _) in *.
  replace (f c mod N * y 0%nat + v - (f c * y 0%nat + u))
    with ((f c mod N - f c) * y 0%nat + (v - u)) by ring.
  apply Z.divide_add_r; [apply Z.divide_mul_l, mod_divides, P | exact IH].
Qed.

Definition place (g : minor) (t : nat) : nat := N.to_nat (nth t (minor_columns g) 0%N).

Lemma regular_sound m n r s g : regular m n r s g = true ->
  places r n (place g) /\ independent m r (columns (lhs s) (place g)).
Proof.
  unfold regular. intros H. apply andb_prop in H as [H E]. apply andb_prop in H as [H C].
  apply andb_prop in H as [H R]. apply andb_prop in H as [H LC]. apply andb_prop in H as [P LI].
  apply Z.ltb_lt in P. apply Nat.eqb_eq in LC, LI. rewrite forallb_forall in C, R.
  set (cs := minor_columns g) in *. set (M := modulus g) in *.
  split.
  { intros t l. unfold place. fold cs.
    assert (I : In (nth t cs 0%N) cs) by (apply nth_In; lia). apply C, N.ltb_lt in I. lia. }
  set (rows := map (fun i => map (entry (coefficients (nth_equation s (N.to_nat i)))) cs)
    (minor_rows g)).
  assert (L : forall l, In l rows -> length l = r).
  { intros l i. apply in_map_iff in i as [q [<- _]]. rewrite map_length. exact LC. }
  assert (D : forall y, (forall l, In l rows -> (M | dot l y)) ->
    forall t, (t < r)%nat -> (M | y t)).
  { intros y H t l. rewrite <- LI in l. revert t l.
    apply (eliminable_sound M _ P _ y E); intros l i; apply in_map_iff in i as [q [<- i]];
      unfold minor_row; fold M cs.
    - rewrite map_length. lia.
    - apply (divides_by_difference M _ (dot (map (entry
        (coefficients (nth_equation s (N.to_nat q)))) cs) y)).
      + apply dot_mod. lia.
      + apply H, in_map_iff. exists q. split; [reflexivity | exact i]. }
  intros z Z0 t l. destruct (common_denominator r z) as [d [y Hy]].
  assert (Y : y t = 0).
  { revert t l. apply (descent M r rows P); [intros l i; rewrite (L l i); lia | exact D | ].
    intros l i. apply in_map_iff in i as [q [<- i]]. apply R, N.ltb_lt in i.
    apply inject_Z_injective. rewrite dot_sum, map_length. fold cs. rewrite LC.
    specialize (Z0 (N.to_nat q) ltac:(lia)). cbv beta in Z0.
    unfold apply, columns, lhs, place in Z0.
    fold cs in Z0. set (o := over _) in *. set (row := coefficients _) in *.
    rewrite (sum_eq r _ (fun t => inject_Z (Zpos o) * inject_Z (Zpos d)
      * ((entry row (N.of_nat (N.to_nat (nth t cs 0%N))) # o) * z t))%Q).
    + rewrite sum_scale, Z0. change (inject_Z 0) with 0%Q. ring.
    + intros t l. rewrite (Hy t l), (over_denominator _ o), N2Nat.id.
      rewrite (nth_indep _ 0 (entry row 0%N)) by (rewrite map_length; lia). rewrite map_nth.
      set (e := inject_Z (entry row (nth t cs 0%N))).
      assert (O : (inject_Z (Zpos o) * (1 # o) == 1)%Q)
        by (unfold Qeq; cbn [Qmult Qnum Qden inject_Z]; lia).
      transitivity (inject_Z (Zpos o) * (1 # o) * (e * (inject_Z (Zpos d) * z t)))%Q;
        [rewrite O; ring | ring]. }
  specialize (Hy t l). rewrite Y in Hy. apply Qeq_sym in Hy.
  apply Qmult_integral in Hy as [e | e]; [unfold Qeq in e; cbn in e; lia | exact e].
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
Lemma regular_independent m n s g : regular m n n s g = true -> independent m n (lhs s).
Proof.
  intros G. apply regular_sound in G as [P I].
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
  apply only_solution; [apply solution_checked, H | apply (regular_independent m n s g), G].
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
  apply regular_sound in G as [P I]. apply (alone_sound n _ d) in L.
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
