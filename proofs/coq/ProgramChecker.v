(* Checkers for statements on linear programs and matrix games, in integers: where one says true,
   the statement holds.

   The conditions are those of check_point, check_optimal, check_only, check_infeasible, check_ray
   and check_game of exactbox/checker/program.py. Here all numbers of a witness have one
   denominator, there each block of them has one. *)
From Coq Require Import QArith ZArith NArith List Lia Lqa Setoid Bool.
From exactbox Require Import Arrays LinearDefinitions Linear LinearChecker.
From exactbox Require Import ProgramDefinitions Programs.
Import ListNotations.
Local Open Scope Z_scope.

(* Integers over one denominator: a vector. *)
Record numbers := Numbers { under : positive; whole : list Z }.

Definition vector_of (x : numbers) : vector := fun j => nth j (whole x) 0 # under x.

Definition at_ (t : table Z) (j : N) : Z := match Arrays.get t j with Some v => v | None => 0 end.

Lemma at_list l j : at_ (of_list l) (N.of_nat j) = nth j l 0.
Proof.
  unfold at_. rewrite of_list_spec, Nat2N.id. revert j.
  induction l as [ | a l IH]; intros [ | j]; try reflexivity. apply IH.
Qed.

(* What holds of all elements of a list, by their numbers. *)
Fixpoint every {T} (f : N -> T -> bool) (k : N) (l : list T) : bool :=
  match l with [] => true | a :: l => f k a && every f (N.succ k) l end.

Lemma every_spec {T} (f : N -> T -> bool) d l : every f 0 l = true ->
  forall i, (i < length l)%nat -> f (N.of_nat i) (nth i l d) = true.
Proof.
  assert (G : forall k, every f k l = true ->
    forall i, (i < length l)%nat -> f (k + N.of_nat i)%N (nth i l d) = true); [ | exact (G 0%N)].
  induction l as [ | a l IH]; intros k H [ | i] s; cbn [length] in s; try lia;
    conditions H as [first H]; [rewrite N.add_0_r; exact first | ].
  rewrite Nat2N.inj_succ, <- N.add_succ_comm. apply IH; [exact H | lia].
Qed.

(* Sums ----------------------------------------------------------------------------------------- *)

Definition along (r : row) (t : table Z) : Z :=
  fold_right (fun e s => snd e * at_ t (fst e) + s) 0 r.

Lemma along_form r l : along r (of_list l) = form r (fun j => nth (N.to_nat j) l 0).
Proof.
  induction r as [ | [p v] r IH]; [reflexivity | ]. cbn [form].
  rewrite <- IH, <- at_list, N2Nat.id. reflexivity.
Qed.

Lemma along_over k r o x : LinearChecker.within k r = true ->
  (sum k (fun j => (entry r (N.of_nat j) # o) * vector_of x j)
   == along r (of_list (whole x)) # (o * under x))%Q.
Proof. intros W. rewrite along_form. apply (form_over k), W. Qed.

(* The questions' rows -------------------------------------------------------------------------- *)

Definition shaped (q : listed) : bool :=
  let n := length (column_sides q) in
  LinearChecker.within n (costs q)
  && forallb (fun b => LinearChecker.within n (coefficients (fst b))) (bounded q).

Definition activity (e : equation) (t : table Z) (d : positive) : Q :=
  along (coefficients e) t # (over e * d).

Lemma row_of q i : nth_equation (rows q) i = fst (nth i (bounded q) nothing).
Proof. unfold nth_equation, rows. change (Equation 1 [] []) with (fst nothing). apply map_nth. Qed.

Lemma activity_is q x i : shaped q = true -> (i < length (bounded q))%nat ->
  (apply (length (column_sides q)) (lhs (rows q)) (vector_of x) i
   == activity (fst (nth i (bounded q) nothing)) (of_list (whole x)) (under x))%Q.
Proof.
  intros W s. conditions W as [_ W]. unfold apply, lhs, activity. rewrite row_of.
  apply along_over, W, nth_In, s.
Qed.

(* Coefficients as they are minimised. *)
Definition sign (q : listed) : Z := if maximised q then -1 else 1.

Lemma signed_cost q j : (c (program_of q) j == inject_Z (sign q) * cost_at q j)%Q.
Proof. unfold sign. cbn [c program_of]. destruct (maximised q); ring. Qed.

(* Prices: of columns, a row of integers that are to be divided by the denominators of the objective
   and of y; y weighs rows of integers. *)
Definition price_row (q : listed) (g : Z) (y : numbers) : row :=
  scale (g * Zpos (under y)) (costs q) ++ scale (-1) (weigh (whole y) (map coefficients (rows q))).

Definition weights (q : listed) (y : numbers) : vector :=
  weight (rows q) (costs_over q * under y) (whole y).

Lemma weights_are q y i :
  (weights q y i == (Zpos (over (fst (nth i (bounded q) nothing))) # costs_over q * under y)
    * inject_Z (at_ (of_list (whole y)) (N.of_nat i)))%Q.
Proof. unfold weights, weight. rewrite row_of, at_list. by_integers. Qed.

Lemma price_is q g y cost j : length (whole y) = length (bounded q) ->
  (forall j, cost j == inject_Z g * cost_at q j)%Q ->
  (price (program_of q) (weights q y) cost j == (1 # costs_over q * under y)
    * inject_Z (value_in (N.succ_pos (N.of_nat j)) (collect (price_row q g y))))%Q.
Proof.
  intros length_y costs_are. unfold price, price_row. cbn [m A program_of]. rewrite costs_are.
  replace (length (bounded q)) with (length (rows q)) in * by apply map_length.
  unfold weights, lhs. rewrite weighed by exact length_y.
  rewrite value_in_collect, entry_app, !entry_scale. unfold cost_at. by_integers.
Qed.

(* A price, and the integer that is looked at in its place. *)
Definition same_sign (p : Z) (d : Q) : Prop :=
  ((0 < d)%Q -> 0 < p) /\ ((d < 0)%Q -> p < 0) /\ (p <> 0 -> ~ (d == 0)%Q).

Lemma scaled_sign a o p d : (d == (Zpos a # o) * inject_Z p)%Q -> same_sign p d.
Proof.
  intros e. unfold same_sign. rewrite e. unfold Qlt, Qeq. cbn [Qmult Qnum Qden inject_Z]. nia.
Qed.

Lemma price_sign q g y cost j : length (whole y) = length (bounded q) ->
  (forall j, cost j == inject_Z g * cost_at q j)%Q ->
  same_sign (value_in (N.succ_pos (N.of_nat j)) (collect (price_row q g y)))
    (price (program_of q) (weights q y) cost j).
Proof. intros length_y costs_are. eapply scaled_sign, price_is; assumption. Qed.

Lemma weight_sign q y i : same_sign (at_ (of_list (whole y)) (N.of_nat i)) (weights q y i).
Proof. eapply scaled_sign, weights_are. Qed.

(* Feasible and optimal points ------------------------------------------------------------------ *)

Definition inside (b : sides Q) (v : Q) : bool :=
  match fst b with Some a => Qle_bool a v | None => true end
  && match snd b with Some a => Qle_bool v a | None => true end.

Lemma inside_sound b v x : inside b v = true -> (x == v)%Q ->
  from_below (fst b) x /\ from_above (snd b) x.
Proof.
  intros H e. conditions H as [low high].
  split; [destruct (fst b) | destruct (snd b)]; simpl; try exact I; rewrite e;
    apply Qle_bool_iff; assumption.
Qed.

Definition check_point (q : listed) (x : numbers) : bool :=
  let t := of_list (whole x) in
  shaped q
  && every (fun j b => inside b (at_ t j # under x)) 0 (column_sides q)
  && every (fun _ b => inside (row_sides b) (activity (fst b) t (under x))) 0 (bounded q).

Lemma point_sound q x : check_point q x = true -> feasible (program_of q) (vector_of x).
Proof.
  intros H. conditions H as [[W in_columns] in_rows]. split; intros j s.
  - apply (inside_sound _ _ _ (every_spec _ (None, None) _ in_columns j s)). rewrite at_list.
    reflexivity.
  - apply (inside_sound _ _ _ (every_spec _ nothing _ in_rows j s)), activity_is; assumption.
Qed.

(* A bound that a variable with a price of this sign stands at. *)
Definition supported (p : Z) (b : sides Q) (v : Q) : bool :=
  match p with
  | Z0 => true
  | Zpos _ => match fst b with Some a => Qeq_bool v a | None => false end
  | Zneg _ => match snd b with Some a => Qeq_bool v a | None => false end
  end.

Lemma supported_sound p b v d x : supported p b v = true -> same_sign p d -> (x == v)%Q ->
  supports d x (fst b) (snd b).
Proof.
  intros H (up & down & _) e. split; intros s; [apply up in s | apply down in s];
    destruct p; try discriminate s; cbn [supported] in H;
    [destruct (fst b) as [a | ] | destruct (snd b) as [a | ]]; try discriminate H;
    exists a; split; try reflexivity; rewrite e; apply Qeq_bool_iff, H.
Qed.

Definition check_optimal (q : listed) (x y : numbers) : bool :=
  let t := of_list (whole x) in
  let w := of_list (whole y) in
  let p := collect (price_row q (sign q) y) in
  check_point q x && Nat.eqb (length (whole y)) (length (bounded q))
  && every (fun j b => supported (value_in (N.succ_pos j) p) b (at_ t j # under x)) 0
       (column_sides q)
  && every (fun i b => supported (at_ w i) (row_sides b) (activity (fst b) t (under x)))
       0 (bounded q).

Definition value (q : listed) (x : numbers) : Q :=
  constant q + (along (costs q) (of_list (whole x)) # costs_over q * under x).

Lemma value_is q x : shaped q = true -> (value_at q (vector_of x) == value q x)%Q.
Proof.
  intros W. conditions W as [W _]. unfold value_at, value.
  rewrite <- (along_over (length (column_sides q))) by exact W. reflexivity.
Qed.

Lemma optimal_sound q x y : check_optimal q x y = true ->
  proved_optimal (program_of q) (vector_of x) (weights q y) /\
  (value_at q (vector_of x) == value q x)%Q.
Proof.
  intros H. conditions H as [[[H length_y] of_columns] of_rows].
  assert (feasible_x := point_sound q x H). conditions H as [[W _] _].
  split; [split; [exact feasible_x | split; intros j s] | exact (value_is q x W)].
  - apply (supported_sound _ _ _ _ _ (every_spec _ (None, None) _ of_columns j s)).
    + apply price_sign; [exact length_y | apply signed_cost].
    + rewrite at_list. reflexivity.
  - apply (supported_sound _ _ _ _ _ (every_spec _ nothing _ of_rows j s) (weight_sign q y j)).
    apply activity_is; assumption.
Qed.

(* The only optimal point ----------------------------------------------------------------------- *)

Definition is_pinned (p : Z) (b : sides Q) : bool :=
  negb (Z.eqb p 0) || match b with (Some a, Some c) => Qeq_bool a c | _ => false end.

Lemma pinned_sound p b d : is_pinned p b = true -> same_sign p d -> pinned d (fst b) (snd b).
Proof.
  intros H (_ & _ & other). apply orb_prop in H as [H | H].
  - left. apply other, Z.eqb_neq, negb_true_iff, H.
  - right. destruct b as [[a | ] [c | ]]; try discriminate H. exists a, c.
    split; [reflexivity | split; [reflexivity | apply Qeq_bool_iff, H]].
Qed.

Definition minor_equations (q : listed) (g : minor) : list equation :=
  map (fun i => fst (nth (N.to_nat i) (bounded q) nothing)) (minor_rows g).

Definition check_only (q : listed) (y : numbers) (g : minor) : bool :=
  let w := of_list (whole y) in
  let p := collect (price_row q (sign q) y) in
  let s := minor_equations q g in
  let found := set (minor_columns g) in
  regular (length s) (length (column_sides q)) (length (minor_columns g)) s
    (Minor (modulus g) (map N.of_nat (seq 0 (length s))) (minor_columns g))
  && every (fun j b => is_pinned (value_in (N.succ_pos j) p) b || member found j) 0 (column_sides q)
  && forallb (fun i => N.ltb i (N.of_nat (length (bounded q)))
       && is_pinned (at_ w i) (row_sides (nth (N.to_nat i) (bounded q) nothing))) (minor_rows g).

(* A vector that is 0 but in the places c 0, c 1, ... *)
Lemma placed k c r : forall z, (forall j, (j < k)%nat -> (forall t, (t < r)%nat -> c t <> j) ->
  (z j == 0)%Q) -> exists w, same k z (apply r (units c) w).
Proof.
  induction r as [ | r IH]; intros z out; [exists z; intros j s; apply out; [exact s | lia] | ].
  destruct (IH (fun j => if Nat.eqb (c r) j then 0 else z j)%Q) as [w E].
  { intros j s none. destruct (Nat.eqb_spec (c r) j) as [e | ne]; [reflexivity | ].
    apply out; [exact s | ]. intros t l. destruct (Nat.eq_dec t r) as [-> | d]; [exact ne | ].
    apply none. lia. }
  exists (fun t => if Nat.eqb t r then z (c r) else w t). intros j s. specialize (E j s).
  unfold apply in *. cbn [sum]. rewrite Nat.eqb_refl, (sum_eq r _ (fun t => units c j t * w t)%Q).
  - rewrite <- E. unfold units. destruct (Nat.eqb_spec (c r) j) as [e | _]; [rewrite e | ]; ring.
  - intros t l. rewrite (proj2 (Nat.eqb_neq t r)) by lia. reflexivity.
Qed.

Lemma only_sound q x y g : check_optimal q x y = true -> check_only q y g = true ->
  held (program_of q) (weights q y).
Proof.
  intros O H z in_columns in_rows. conditions O as [[[_ length_y] _] _].
  conditions H as [[R of_columns] of_rows].
  cbn [m n l u L U A program_of] in in_columns, in_rows |- *.
  apply regular_sound in R as [P I]; [ | reflexivity]. set (c := place _) in P, I.
  destruct (placed (length (column_sides q)) c (length (minor_columns g)) z) as [w E].
  { intros j s none. apply (every_spec _ (None, None)) with (i := j) in of_columns; [ | exact s].
    apply orb_prop in of_columns as [pin | found].
    - apply in_columns, (pinned_sound _ _ _ pin), price_sign; [exact s | exact length_y | ].
      apply signed_cost.
    - apply member_spec, (In_nth _ _ 0%N) in found as (t & l & e). destruct (none t l).
      unfold c, place. cbn [minor_columns]. rewrite e. apply Nat2N.id. }
  assert (zero : same (length (minor_columns g)) w (fun _ => 0%Q)).
  { apply I. intros i s. rewrite <- (apply_units _ _ _ _ _ _ P), <- (apply_eq _ _ _ _ _ E).
    unfold minor_equations in s. rewrite map_length in s.
    set (p := nth i (minor_rows g) 0%N). specialize (of_rows p (nth_In _ _ s)).
    conditions of_rows as [in_p pin].
    assert (row : nth_equation (minor_equations q g) i = nth_equation (rows q) (N.to_nat p)).
    { rewrite row_of. unfold nth_equation, minor_equations, p.
      rewrite <- (map_nth (fun i => fst (nth (N.to_nat i) (bounded q) nothing))).
      apply nth_indep. rewrite map_length. exact s. }
    unfold apply, lhs. rewrite row. apply in_rows; [lia | ]. apply (pinned_sound _ _ _ pin).
    rewrite <- (N2Nat.id p) at 1. apply weight_sign. }
  intros j s. rewrite (E j s). apply sum_of_0. intros t l. rewrite (zero t l). ring.
Qed.

(* No feasible point ---------------------------------------------------------------------------- *)

Definition corner {T} (none : T) (p : Z) (b : sides T) : T :=
  match (match p with Z0 => None | Zpos _ => fst b | Zneg _ => snd b end) with
  | Some a => a
  | None => none
  end.

Definition has_corner {T} (p : Z) (b : sides T) : bool :=
  match p with
  | Z0 => true
  | Zpos _ => match fst b with Some _ => true | None => false end
  | Zneg _ => match snd b with Some _ => true | None => false end
  end.

Lemma supported_corner p b : has_corner p b = true -> supported p b (corner 0%Q p b) = true.
Proof.
  unfold corner, has_corner, supported.
  destruct p; [ | destruct (fst b) | destruct (snd b)]; auto using Qeq_bool_refl.
Qed.

Fixpoint total_onto {T} (f : N -> T -> Q) (k : N) (l : list T) (s : Q) : Q :=
  match l with [] => s | a :: l => total_onto f (N.succ k) l (s + f k a) end.

Definition total {T} (f : N -> T -> Q) (k : N) (l : list T) : Q := total_onto f k l 0.

Lemma total_spec {T} (f : N -> T -> Q) d l : forall k,
  (total f k l == sum (length l) (fun i => f (k + N.of_nat i)%N (nth i l d)))%Q.
Proof.
  assert (G : forall l k s, (total_onto f k l s
    == s + sum (length l) (fun i => f (k + N.of_nat i)%N (nth i l d)))%Q).
  2: { intros k. unfold total. rewrite G. apply Qplus_0_l. }
  clear l. induction l as [ | a l IH]; intros k s; cbn [total_onto length].
  { symmetry. apply Qplus_0_r. }
  rewrite IH, sum_first, N.add_0_r, Qplus_assoc.
  apply Qplus_comp; [reflexivity | ]. apply sum_eq. intros i _. cbn [nth].
  rewrite Nat2N.inj_succ, N.add_succ_comm. reflexivity.
Qed.

Definition check_infeasible (q : listed) (y : numbers) : bool :=
  let w := of_list (whole y) in
  let p := collect (price_row q 0 y) in
  Nat.eqb (length (whole y)) (length (bounded q))
  && every (fun j b => has_corner (value_in (N.succ_pos j) p) b) 0 (column_sides q)
  && every (fun i b => has_corner (at_ w i) (row_sides b)) 0 (bounded q)
  && negb (Qle_bool
       (total (fun j b => let v := value_in (N.succ_pos j) p in (inject_Z v * corner 0 v b)%Q)
          0 (column_sides q)
        + total (fun i b => inject_Z (at_ w i * corner 0 (at_ w i) (snd b))%Z) 0 (bounded q))%Q 0).

Lemma row_corner p b : (inject_Z (Zpos (over (fst b))) * corner 0%Q p (row_sides b)
  == inject_Z (corner 0%Z p (snd b)))%Q.
Proof.
  unfold corner, row_sides. destruct b as [e [low high]]. cbn [fst snd].
  destruct p; [ | destruct low | destruct high]; cbn [option_map]; unfold Qeq;
    cbn [Qmult Qnum Qden inject_Z]; lia.
Qed.

Theorem infeasible_sound q y : check_infeasible q y = true -> infeasible (program_of q).
Proof.
  intros H. conditions H as [[[length_y of_columns] of_rows] positive].
  set (p := collect (price_row q 0 y)) in *. set (w := of_list (whole y)) in *.
  assert (none : forall j, (0 == inject_Z 0 * cost_at q j)%Q) by (intros j; symmetry; ring).
  apply (lp_infeasible (program_of q) (weights q y)
    (fun j => corner 0%Q (value_in (N.succ_pos (N.of_nat j)) p) (column_at q j))
    (fun i => corner 0%Q (at_ w (N.of_nat i)) (row_at q i))).
  - intros j s. assert (H := supported_corner _ _ (every_spec _ (None, None) _ of_columns j s)).
    apply (supported_sound _ _ _ _ _ H); [apply price_sign; assumption | reflexivity].
  - intros i s. assert (H := supported_corner _ _ (every_spec _ nothing _ of_rows i s)).
    apply (supported_sound _ _ _ _ _ H (weight_sign q y i)). reflexivity.
  - cbn [m n program_of]. set (f := (1 # costs_over q * under y)%Q).
    rewrite (sum_eq (length (column_sides q)) _ (fun j => f * (inject_Z (value_in
      (N.succ_pos (N.of_nat j)) p) * corner 0 (value_in (N.succ_pos (N.of_nat j)) p)
        (column_at q j)))%Q) by (intros j _; rewrite (price_is q 0) by assumption; fold p f; ring).
    rewrite (sum_eq (length (bounded q)) _ (fun i => f * inject_Z (at_ w (N.of_nat i)
      * corner 0 (at_ w (N.of_nat i)) (snd (nth i (bounded q) nothing)))%Z)%Q).
    + rewrite !sum_scale, <- Qmult_plus_distr_r. apply Qmult_lt_0_compat; [reflexivity | ].
      apply Qnot_le_lt. intros le. apply not_true_iff_false in positive.
      apply positive, Qle_bool_iff. rewrite (@total_spec (sides Q) _ (None, None)).
      rewrite (@total_spec (equation * sides Z) _ nothing). exact le.
    + intros i _. rewrite inject_Z_mult, <- row_corner, weights_are. fold w.
      unfold row_at, f. by_integers.
Qed.

(* No end --------------------------------------------------------------------------------------- *)

Definition is_free_along (step : Z) {T} (b : sides T) : bool :=
  match step with
  | Z0 => true
  | Zneg _ => match fst b with Some _ => false | None => true end
  | Zpos _ => match snd b with Some _ => false | None => true end
  end.

Lemma free_at step {T} (b : sides T) low high k d : is_free_along step b = true ->
  (fst b = None -> low = None) -> (snd b = None -> high = None) ->
  (d == step # k)%Q -> free_along d low high.
Proof.
  intros H none_below none_above e.
  split; intros s; rewrite e in s; destruct step; try discriminate s; cbn [is_free_along] in H;
    [apply none_below; destruct (fst b) | apply none_above; destruct (snd b)]; congruence.
Qed.

Definition check_unbounded (q : listed) (x r : numbers) : bool :=
  let t := of_list (whole r) in
  check_point q x
  && every (fun j b => is_free_along (at_ t j) b) 0 (column_sides q)
  && every (fun _ b => is_free_along (along (coefficients (fst b)) t) (snd b)) 0 (bounded q)
  && Z.ltb (sign q * along (costs q) t) 0.

Theorem unbounded_sound q x r : check_unbounded q x r = true -> unbounded (program_of q).
Proof.
  intros H. conditions H as [[[H of_columns] of_rows] better].
  apply (lp_unbounded _ (vector_of x) (vector_of r)); [apply point_sound, H | | | ];
    conditions H as [[W _] _].
  - intros j s. eapply (free_at _ _ _ _ _ _ (every_spec _ (None, None) _ of_columns j s)); auto.
    rewrite at_list. reflexivity.
  - intros i s. eapply (free_at _ _ _ _ _ _ (every_spec _ nothing _ of_rows i s));
      [ | | apply activity_is; assumption];
      cbn; unfold row_at, row_sides; intros e; cbn; rewrite e; reflexivity.
  - unfold objective. cbn [n program_of].
    rewrite (sum_eq _ _ (fun j => inject_Z (sign q) * (cost_at q j * vector_of r j))%Q)
      by (intros j _; rewrite signed_cost; ring).
    conditions W as [W _]. unfold cost_at. rewrite sum_scale, along_over by exact W. by_integers.
Qed.

(* Games ---------------------------------------------------------------------------------------- *)

Definition is_mixture (k : nat) (p : numbers) : bool :=
  Nat.eqb (length (whole p)) k && forallb (Z.leb 0) (whole p)
  && Z.eqb (fold_right Z.add 0 (whole p)) (Zpos (under p)).

Lemma mixture_sound k p : is_mixture k p = true -> mixture k (vector_of p).
Proof.
  intros H. conditions H as [[<- signs] adds_up]. split.
  - intros j s. apply (nth_In _ 0), signs, Z.leb_le in s. unfold vector_of. by_integers.
  - assert (E : forall l d, (sum (length l) (fun j => nth j l 0%Z # d)
      == fold_right Z.add 0%Z l # d)%Q).
    { induction l as [ | a l IH]; intros d; cbn [length fold_right]; [reflexivity | ].
      rewrite sum_first. cbn [nth]. rewrite IH. by_integers. }
    unfold vector_of. rewrite E, adds_up. by_integers.
Qed.

(* What the column player pays at most, times both denominators, where they mix by q. *)
Definition highest (s : list equation) (q : numbers) : Z :=
  let t := of_list (whole q) in
  let pays := map (fun e => along (coefficients e) t) s in fold_right Z.max (hd 0 pays) pays.

Definition check_game (k : nat) (s : list equation) (d : positive) (p q : numbers) : option Q :=
  let t := of_list (whole q) in
  let v := highest s q in
  let w := collect (weigh (whole p) (map coefficients s)) in
  if forallb (fun e => LinearChecker.within k (coefficients e) && Pos.eqb (over e) d) s
     && is_mixture (length s) p && is_mixture k q
     && forallb (fun e => Z.leb (along (coefficients e) t) v) s
     && forallb (fun j => Z.leb (v * Zpos (under p)) (value_in (N.succ_pos j) w * Zpos (under q)))
          (map N.of_nat (seq 0 k))
  then Some (v # d * under q) else None.

Theorem game_sound k s d p q v : check_game k s d p q = Some v ->
  game_has_value (length s) k (lhs s) v.
Proof.
  unfold check_game. set (h := highest s q). intros H.
  destruct (forallb _ s && _ && _ && _ && _) eqn:E; [ | discriminate]. injection H as <-.
  conditions E as [[[[E mix_p] mix_q] high] low].
  assert (at_row : forall i, (i < length s)%nat -> let e := nth_equation s i in
    LinearChecker.within k (coefficients e) = true /\ over e = d).
  { intros i l. specialize (E _ (nth_In s (Equation 1 [] []) l)). conditions E as E. exact E. }
  apply (game_value _ _ _ _ (vector_of p) (vector_of q)); try (apply mixture_sound; assumption).
  - intros j l. specialize (low (N.of_nat j) ltac:(apply in_map, in_seq; lia)).
    apply Z.leb_le in low. rewrite value_in_collect in low. conditions mix_p as [[L _] _].
    assert (S := weighed s (d * under p) (whole p) coefficients (N.of_nat j) L).
    rewrite (sum_eq _ _ (fun i => weight s (d * under p) (whole p) i * lhs s i j)%Q).
    + unfold lhs. rewrite S. apply (Z.mul_le_mono_nonneg_r _ _ (Zpos d)) in low; by_integers.
    + intros i l'. unfold weight. destruct (at_row i l') as [_ ->]. unfold vector_of.
      apply Qmult_comp; [by_integers | reflexivity].
  - intros i l. destruct (at_row i l) as [W e]. unfold apply, lhs. rewrite along_over, e by exact W.
    specialize (high _ (nth_In s (Equation 1 [] []) l)). apply Z.leb_le in high.
    apply Z.mul_le_mono_nonneg_r; [lia | exact high].
Qed.

(* A game by its rules, and strategies of both. *)
Definition check_strategies (k w : nat) (M : matrix) (v : Q) (p q : numbers) : bool :=
  is_mixture k p && is_mixture w q
  && forallb (fun j => Qle_bool v (sum k (fun i => vector_of p i * M i j)%Q)) (seq 0 w)
  && forallb (fun i => Qle_bool (apply w M (vector_of q) i) v) (seq 0 k).

Theorem strategies_checked k w M v p q : check_strategies k w M v p q = true ->
  game_has_value k w M v.
Proof.
  intros H. conditions H as [[[mix_p mix_q] low] high].
  apply (game_value _ _ _ _ (vector_of p) (vector_of q)); try (apply mixture_sound; assumption).
  - intros j s. apply Qle_bool_iff, low, in_seq. lia.
  - intros i s. apply Qle_bool_iff, high, in_seq. lia.
Qed.

(* The statements ------------------------------------------------------------------------------- *)

Record witness := Witness { point : numbers; dual : numbers; ray : numbers; corners : minor }.

(* What is asked of a program; where a value belongs to it, it is found here. *)
Inductive statement := Is_feasible | Is_infeasible | Is_optimal | Is_only | Is_unbounded.

Definition check_program (q : listed) (s : statement) (w : witness) : option claim :=
  let optimal := check_optimal q (point w) (dual w) in
  match s with
  | Is_feasible => if check_point q (point w) then Some Feasible else None
  | Is_infeasible => if check_infeasible q (dual w) then Some Infeasible else None
  | Is_optimal => if optimal then Some (Optimal (value q (point w))) else None
  | Is_only =>
      if optimal && check_only q (dual w) (corners w) then Some (Only_optimal (value q (point w)))
      else None
  | Is_unbounded => if check_unbounded q (point w) (ray w) then Some Unbounded else None
  end.

Theorem program_sound q s w a : check_program q s w = Some a -> program_means q a.
Proof.
  unfold check_program. intros H.
  destruct s; match type of H with (if ?c then _ else _) = _ => destruct c eqn:E end;
    try discriminate H; injection H as <-.
  - exists (vector_of (point w)). apply point_sound, E.
  - exact (infeasible_sound q _ E).
  - destruct (optimal_sound _ _ _ E) as [O V]. exists (vector_of (point w)).
    split; [exact (lp_optimal _ _ _ O) | exact V].
  - apply andb_prop in E as [E only]. destruct (optimal_sound _ _ _ E) as [O V].
    exists (vector_of (point w)).
    split; [exact (lp_unique _ _ _ O (only_sound _ _ _ _ E only)) | exact V].
  - exact (unbounded_sound q _ _ E).
Qed.
