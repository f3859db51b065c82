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

Lemma every_spec {T} (f : N -> T -> bool) d l : forall k, every f k l = true ->
  forall i, (i < length l)%nat -> f (k + N.of_nat i)%N (nth i l d) = true.
Proof.
  induction l as [ | a l IH]; intros k H i s; cbn [length] in s; [lia | ].
  cbn [every] in H. apply andb_prop in H as [first H]. destruct i as [ | i].
  - rewrite N.add_0_r. exact first.
  - replace (k + N.of_nat (S i))%N with (N.succ k + N.of_nat i)%N by lia. apply IH; [exact H | lia].
Qed.

(* Sums ----------------------------------------------------------------------------------------- *)

Definition along (r : row) (t : table Z) : Z :=
  fold_right (fun e s => snd e * at_ t (fst e) + s) 0 r.

Lemma along_sum k r X : LinearChecker.within k r = true ->
  (inject_Z (along r (of_list X))
   == sum k (fun j => inject_Z (entry r (N.of_nat j)) * inject_Z (nth j X 0%Z)))%Q.
Proof.
  intros W. rewrite row_sum by exact W. clear W.
  induction r as [ | [p v] r IH]; cbn [along fold_right fst snd]; [reflexivity | ].
  rewrite inject_Z_plus, inject_Z_mult, IH, <- at_list, N2Nat.id. reflexivity.
Qed.

Lemma along_over k r o x : LinearChecker.within k r = true ->
  (sum k (fun j => (entry r (N.of_nat j) # o) * vector_of x j)
   == along r (of_list (whole x)) # (o * under x))%Q.
Proof.
  intros W. rewrite (sum_eq k _ (fun j => (1 # o * under x)
    * (inject_Z (entry r (N.of_nat j)) * inject_Z (nth j (whole x) 0%Z)))%Q).
  - rewrite sum_scale, <- along_sum by exact W. unfold Qeq. cbn [Qmult Qnum Qden inject_Z]. lia.
  - intros j _. unfold vector_of, Qeq. cbn [Qmult Qnum Qden inject_Z]. lia.
Qed.

(* The questions' rows -------------------------------------------------------------------------- *)

Definition shaped (q : listed) : bool :=
  let n := length (column_sides q) in
  LinearChecker.within n (costs q)
  && forallb (fun b => LinearChecker.within n (coefficients (fst b))) (bounded q).

Definition activity (e : equation) (t : table Z) (d : positive) : Q :=
  along (coefficients e) t # (over e * d).

Lemma row_of q i : nth_equation (rows q) i = fst (nth i (bounded q) nothing).
Proof. unfold nth_equation, rows. change (Equation 1 [] []) with (fst nothing). apply map_nth. Qed.

Lemma shaped_rows q i : shaped q = true -> (i < length (bounded q))%nat ->
  let r := coefficients (fst (nth i (bounded q) nothing)) in
  LinearChecker.within (length (column_sides q)) r = true.
Proof.
  intros H s. apply andb_prop in H as [_ H]. rewrite forallb_forall in H. apply H, nth_In, s.
Qed.

Lemma activity_is q x i : shaped q = true -> (i < length (bounded q))%nat ->
  (apply (length (column_sides q)) (lhs (rows q)) (vector_of x) i
   == activity (fst (nth i (bounded q) nothing)) (of_list (whole x)) (under x))%Q.
Proof.
  intros W s. unfold apply, lhs, activity. rewrite row_of.
  apply along_over, shaped_rows; assumption.
Qed.

(* Coefficients as they are minimised. *)
Definition sign (q : listed) : Z := if maximised q then -1 else 1.

Lemma signed_cost q j : (c (program_of q) j == inject_Z (sign q) * cost_at q j)%Q.
Proof. unfold sign. cbn [c program_of]. destruct (maximised q); ring. Qed.

(* Prices: of columns, a row of integers that are to be divided by the denominators of the objective
   and of y; y weighs rows of integers. *)
Definition price_row (q : listed) (g : Z) (y : numbers) : row :=
  scale (g * Zpos (under y)) (costs q) ++ scale (-1) (weigh (whole y) (map coefficients (rows q))).

Definition weights (q : listed) (y : numbers) : vector := fun i =>
  nth i (whole y) 0 * Zpos (over (fst (nth i (bounded q) nothing))) # costs_over q * under y.

Lemma price_is q g y cost j : length (whole y) = length (bounded q) ->
  (forall j, cost j == inject_Z g * cost_at q j)%Q ->
  (price (program_of q) (weights q y) cost j
   == (1 # costs_over q * under y) * inject_Z (entry (price_row q g y) (N.of_nat j)))%Q.
Proof.
  intros length_y costs_are. unfold price, price_row. cbn [m A program_of]. rewrite costs_are.
  rewrite (sum_eq _ _ (fun i => (1 # costs_over q * under y)
    * (inject_Z (nth i (whole y) 0%Z) * inject_Z (Zpos (over (nth_equation (rows q) i)))
       * (entry (coefficients (nth_equation (rows q) i)) (N.of_nat j)
          # over (nth_equation (rows q) i))))%Q).
  2: { intros i _. unfold weights, lhs. rewrite row_of. unfold Qeq.
       cbn [Qmult Qnum Qden inject_Z]. lia. }
  rewrite sum_scale, weigh_system; [ | unfold rows; apply map_length | exact length_y].
  rewrite entry_app, !entry_scale, inject_Z_plus, !inject_Z_mult. unfold cost_at.
  set (w := entry (weigh _ _) _). set (v := entry (costs q) _).
  unfold Qeq. cbn [Qmult Qplus Qminus Qopp Qnum Qden inject_Z]. lia.
Qed.

Lemma weights_are q y i :
  (weights q y i == (Zpos (over (fst (nth i (bounded q) nothing))) # costs_over q * under y)
    * inject_Z (nth i (whole y) 0%Z))%Q.
Proof. unfold weights, Qeq. cbn [Qmult Qnum Qden inject_Z]. lia. Qed.

(* Feasible and optimal points ------------------------------------------------------------------ *)

Definition inside (b : sides Q) (v : Q) : bool :=
  match fst b with Some a => Qle_bool a v | None => true end
  && match snd b with Some a => Qle_bool v a | None => true end.

Lemma inside_sound b v x : inside b v = true -> (x == v)%Q ->
  from_below (fst b) x /\ from_above (snd b) x.
Proof.
  unfold inside. intros H e. apply andb_prop in H as [low high].
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
  intros H. apply andb_prop in H as [H in_rows]. apply andb_prop in H as [W in_columns].
  split; [intros j s | intros i s]; cbn [m n l u L U A program_of] in *.
  - apply every_spec with (i := j) (d := (None, None)) in in_columns; [ | exact s].
    apply (inside_sound (column_at q j) _ _ in_columns). cbn [N.add]. rewrite at_list. reflexivity.
  - apply every_spec with (i := i) (d := nothing) in in_rows; [ | exact s].
    apply (inside_sound (row_at q i) _ _ in_rows). apply activity_is; assumption.
Qed.

(* A bound that a variable with a price of this sign stands at. *)
Definition supported (p : Z) (b : sides Q) (v : Q) : bool :=
  match p with
  | Z0 => true
  | Zpos _ => match fst b with Some a => Qeq_bool v a | None => false end
  | Zneg _ => match snd b with Some a => Qeq_bool v a | None => false end
  end.

Lemma sign_of a o p d : (d == (Zpos a # o) * inject_Z p)%Q ->
  ((0 < d)%Q -> 0 < p) /\ ((d < 0)%Q -> p < 0) /\ (p <> 0 -> ~ (d == 0)%Q).
Proof.
  assert (positive : (0 < Zpos a # o)%Q) by reflexivity. intros e. rewrite !Zlt_Qlt. change (inject_Z 0) with 0%Q. split; [ | split].
  - intros s. rewrite e in s. destruct (Qlt_le_dec 0 (inject_Z p)); [assumption | nra].
  - intros s. rewrite e in s. destruct (Qlt_le_dec (inject_Z p) 0); [assumption | nra].
  - intros other zero. rewrite e in zero. apply Qmult_integral in zero as [z | z]; [lra | ].
    apply other. apply inject_Z_injective. exact z.
Qed.

Lemma supported_sound a o p b v d x : supported p b v = true ->
  (d == (Zpos a # o) * inject_Z p)%Q -> (x == v)%Q -> supports d x (fst b) (snd b).
Proof.
  intros H e same_value. destruct (sign_of _ _ p d e) as (up & down & _).
  split; intros s; [apply up in s | apply down in s]; destruct p; try discriminate s;
    cbn [supported] in H; [destruct (fst b) as [a' | ] | destruct (snd b) as [a' | ]];
    try discriminate H; exists a'; split; try reflexivity;
    rewrite same_value; apply Qeq_bool_iff, H.
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

Lemma optimal_sound q x y : check_optimal q x y = true ->
  proved_optimal (program_of q) (vector_of x) (weights q y).
Proof.
  intros H. apply andb_prop in H as [H of_rows]. apply andb_prop in H as [H of_columns].
  apply andb_prop in H as [H length_y]. apply Nat.eqb_eq in length_y.
  split; [apply point_sound, H | ]. apply andb_prop in H as [H _]. apply andb_prop in H as [W _].
  split; [intros j s | intros i s]; cbn [m n l u L U A program_of] in *.
  - apply every_spec with (i := j) (d := (None, None)) in of_columns; [ | exact s].
    eapply (supported_sound _ _ _ (column_at q j) _ _ _ of_columns).
    + cbn [N.add]. rewrite value_in_collect. apply price_is; [exact length_y | apply signed_cost].
    + cbn [N.add]. rewrite at_list. reflexivity.
  - apply every_spec with (i := i) (d := nothing) in of_rows; [ | exact s].
    eapply (supported_sound _ _ _ (row_at q i) _ _ _ of_rows).
    + cbn [N.add]. rewrite at_list. apply weights_are.
    + apply activity_is; assumption.
Qed.

Definition value (q : listed) (x : numbers) : Q :=
  constant q + (along (costs q) (of_list (whole x)) # costs_over q * under x).

Lemma value_is q x : shaped q = true -> (value_at q (vector_of x) == value q x)%Q.
Proof.
  intros W. apply andb_prop in W as [W _]. unfold value_at, value.
  rewrite <- (along_over (length (column_sides q))) by exact W. reflexivity.
Qed.

(* The only optimal point ----------------------------------------------------------------------- *)

Definition is_pinned (p : Z) (b : sides Q) : bool :=
  negb (Z.eqb p 0) || match b with (Some a, Some c) => Qeq_bool a c | _ => false end.

Lemma pinned_sound a o p b d : is_pinned p b = true -> (d == (Zpos a # o) * inject_Z p)%Q ->
  pinned d (fst b) (snd b).
Proof.
  intros H e. apply orb_prop in H as [H | H].
  - left. apply (sign_of _ _ p d e). intros z. rewrite z in H. discriminate.
  - right. destruct b as [[a' | ] [c | ]]; try discriminate H. exists a', c.
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

Lemma independent_places k r (M : matrix) c : independent k r (columns M c) ->
  forall s t, (s < r)%nat -> (t < r)%nat -> c s = c t -> s = t.
Proof.
  intros I s t in_s in_t e. destruct (Nat.eq_dec s t) as [d | d]; [exact d | exfalso].
  set (unit := LinearDefinitions.identity).
  assert (Z0 : (unit s s + -(1) * unit t s == 0)%Q).
  { apply (I (fun j => unit s j + -(1) * unit t j)%Q); [ | exact in_s].
    intros i _. rewrite apply_plus, apply_scale. unfold apply, unit, LinearDefinitions.identity.
    rewrite !sum_pick by assumption. unfold columns. rewrite e. ring. }
  unfold unit, LinearDefinitions.identity in Z0. rewrite Nat.eqb_refl in Z0.
  rewrite (proj2 (Nat.eqb_neq t s)) in Z0 by congruence.
  discriminate Z0.
Qed.

(* A vector that is 0 but in some places. *)
Lemma placed k r c z : (forall s t, (s < r)%nat -> (t < r)%nat -> c s = c t -> s = t) ->
  (forall j, (j < k)%nat -> (forall t, (t < r)%nat -> c t <> j) -> (z j == 0)%Q) ->
  same k z (apply r (units c) (fun t => z (c t))).
Proof.
  intros once out j s. unfold apply, units.
  assert (seen : forall t, In t (seq 0 r) <-> (t < r)%nat) by (intros t; rewrite in_seq; lia).
  destruct (in_dec Nat.eq_dec j (map c (seq 0 r))) as [yes | no].
  - apply in_map_iff in yes as (t & e & in_t). apply seen in in_t.
    rewrite (sum_single r t); [ | exact in_t | ].
    + rewrite e, Nat.eqb_refl. ring.
    + intros i in_i d. rewrite (proj2 (Nat.eqb_neq (c i) j)); [ring | ].
      intros f. apply d, once; congruence.
  - assert (none : forall t, (t < r)%nat -> c t <> j)
      by (intros t in_t <-; apply no, in_map, seen, in_t).
    rewrite sum_of_0; [apply out; assumption | ].
    intros t in_t. rewrite (proj2 (Nat.eqb_neq (c t) j)) by (apply none, in_t). ring.
Qed.

Lemma only_sound q y g : length (whole y) = length (bounded q) ->
  check_only q y g = true -> held (program_of q) (weights q y).
Proof.
  intros length_y H. apply andb_prop in H as [H of_rows]. apply andb_prop in H as [R of_columns].
  set (s := minor_equations q g) in *. set (k := length (column_sides q)) in *.
  apply regular_sound in R as [P I]; [ | reflexivity].
  set (h := Minor _ _ _) in I, P. set (c := place h) in I, P.
  set (r := length (minor_columns g)) in I, P.
  intros z in_columns in_rows. cbn [m n l u L U A program_of] in in_columns, in_rows |- *.
  fold k in in_columns, in_rows |- *.
  assert (either : forall j, (j < k)%nat -> (z j == 0)%Q \/ exists t, (t < r)%nat /\ c t = j).
  { intros j in_j. pose proof (every_spec _ (None, None) _ _ of_columns j in_j) as E.
    cbn [N.add] in E. apply orb_prop in E as [E | E].
    - left. apply in_columns; [exact in_j | ].
      eapply (pinned_sound _ _ _ (column_at q j) _ E).
      rewrite value_in_collect. apply price_is; [exact length_y | apply signed_cost].
    - right. apply member_spec, (In_nth _ _ 0%N) in E as (t & in_t & e). exists t.
      split; [exact in_t | ]. unfold c, place, h. cbn [minor_columns]. rewrite e. apply Nat2N.id. }
  assert (zero : forall t, (t < r)%nat -> (z (c t) == 0)%Q).
  { apply (I (fun t => z (c t))). intros i in_i.
    rewrite <- (apply_units k) by exact P.
    rewrite <- (apply_eq k (lhs s) z).
    2: { apply placed; [exact (independent_places _ _ _ _ I) | ]. intros j in_j no.
         destruct (either j in_j) as [e | (t & in_t & e)]; [exact e | ]. destruct (no t in_t e). }
    unfold s, minor_equations in in_i. rewrite map_length in in_i.
    set (p := nth i (minor_rows g) 0%N).
    rewrite forallb_forall in of_rows. specialize (of_rows p (nth_In _ _ in_i)).
    apply andb_prop in of_rows as [in_p pin]. apply N.ltb_lt in in_p.
    transitivity (apply k (lhs (rows q)) z (N.to_nat p)).
    - unfold apply, lhs. rewrite row_of. unfold s, minor_equations, nth_equation at 1 2.
      apply sum_eq. intros j _.
      rewrite (nth_indep _ _ (fst (nth (N.to_nat 0) (bounded q) nothing)))
        by (rewrite map_length; exact in_i).
      rewrite (map_nth (fun i => fst (nth (N.to_nat i) (bounded q) nothing))). reflexivity.
    - apply in_rows; [lia | ].
      eapply (pinned_sound _ _ _ (row_at q (N.to_nat p)) _ pin).
      rewrite <- (N2Nat.id p) at 2. rewrite at_list. apply weights_are. }
  intros j in_j. destruct (either j in_j) as [e | (t & in_t & <-)]; [exact e | exact (zero t in_t)].
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

Lemma cornered_at a o p b d : has_corner p b = true -> (d == (Zpos a # o) * inject_Z p)%Q ->
  cornered d (corner 0%Q p b) (fst b) (snd b).
Proof.
  intros H e. destruct (sign_of _ _ p d e) as (up & down & _).
  unfold corner. split; intros s; [apply up in s | apply down in s]; destruct p; try discriminate s;
    cbn [has_corner] in H; [destruct (fst b) | destruct (snd b)]; try discriminate H; reflexivity.
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
  rewrite IH, (sum_skip _ 0) by lia. cbn [N.of_nat nth]. rewrite N.add_0_r, Qplus_assoc.
  apply Qplus_comp; [reflexivity | ]. apply sum_eq. intros i _. unfold skip.
  cbn [Nat.ltb Nat.leb nth]. replace (N.succ k + N.of_nat i)%N with (k + N.of_nat (S i))%N by lia.
  reflexivity.
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
  intros H. apply andb_prop in H as [H positive]. apply andb_prop in H as [H of_rows].
  apply andb_prop in H as [H of_columns]. apply Nat.eqb_eq in H. rename H into length_y.
  set (p := collect (price_row q 0 y)) in *. set (w := of_list (whole y)) in *.
  set (f := 1 # costs_over q * under y).
  assert (prices : forall j, (price (program_of q) (weights q y) (fun _ => 0) j
    == f * inject_Z (value_in (N.succ_pos (N.of_nat j)) p))%Q).
  { intros j. unfold p. rewrite value_in_collect. apply price_is; [exact length_y | ].
    intros i. change (inject_Z 0) with 0%Q. ring. }
  set (b := fun j => corner 0%Q (value_in (N.succ_pos (N.of_nat j)) p) (column_at q j)).
  set (r := fun i => corner 0%Q (at_ w (N.of_nat i)) (row_at q i)).
  apply (lp_infeasible (program_of q) (weights q y) b r).
  - intros j s. cbn [n l u program_of] in *.
    apply every_spec with (i := j) (d := (None, None)) in of_columns; [ | exact s].
    eapply cornered_at; [exact of_columns | apply prices].
  - intros i s. cbn [m L U program_of] in *.
    apply every_spec with (i := i) (d := nothing) in of_rows; [ | exact s].
    eapply cornered_at; [exact of_rows | ]. cbn [N.add]. unfold w. rewrite at_list.
    apply weights_are.
  - rewrite (sum_eq _ _ (fun i => weights q y i * r i
      + -(1) * (weights q y i * apply (n (program_of q)) (A (program_of q)) b i))%Q)
      by (intros; ring).
    rewrite sum_plus, sum_scale.
    pose proof (Programs.identity (program_of q) (weights q y) (fun _ => 0%Q) b) as I.
    unfold priced in I. rewrite sum_of_0 in I by (intros; ring).
    set (of_A := sum _ (fun i => weights q y i * apply _ _ b i)%Q) in *.
    apply negb_true_iff in positive.
    assert (more : (0 < f * (
      sum (length (column_sides q)) (fun j => inject_Z (value_in (N.succ_pos (N.of_nat j)) p) * b j)
      + sum (length (bounded q)) (fun i => let v := at_ w (N.of_nat i) in
          inject_Z (v * corner 0 v (snd (nth i (bounded q) nothing)))%Z)))%Q).
    { apply Qmult_lt_0_compat; [reflexivity | ]. apply Qnot_le_lt. intros le.
      apply not_true_iff_false in positive. apply positive, Qle_bool_iff.
      rewrite (@total_spec (sides Q) _ (None, None)).
      rewrite (@total_spec (equation * sides Z) _ nothing). exact le. }
    rewrite Qmult_plus_distr_r, <- !sum_scale in more.
    rewrite (sum_eq (length (column_sides q)) _
      (fun j => price (program_of q) (weights q y) (fun _ => 0) j * b j)%Q) in more
      by (intros j _; rewrite prices; ring).
    rewrite (sum_eq (length (bounded q)) _ (fun i => weights q y i * r i)%Q) in more.
    2: { intros i _. rewrite inject_Z_mult, <- row_corner, weights_are. unfold r, w, f, row_at.
         rewrite at_list. set (v := nth i (whole y) 0). set (x := corner 0%Q _ _).
         set (o := over _). unfold Qeq. cbn [Qmult Qnum Qden inject_Z]. lia. }
    cbn [m n program_of] in *. lra.
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
  intros H. apply andb_prop in H as [H better]. apply andb_prop in H as [H of_rows].
  apply andb_prop in H as [H of_columns]. apply Z.ltb_lt in better.
  apply (lp_unbounded _ (vector_of x) (vector_of r)); [apply point_sound, H | | | ];
    apply andb_prop in H as [H _]; apply andb_prop in H as [W _];
    cbn [m n l u L U A program_of] in *.
  - intros j s. apply every_spec with (i := j) (d := (None, None)) in of_columns; [ | exact s].
    eapply free_at; [exact of_columns | auto | auto | ].
    cbn [N.add]. rewrite at_list. unfold vector_of. reflexivity.
  - intros i s. apply every_spec with (i := i) (d := nothing) in of_rows; [ | exact s].
    eapply free_at; [exact of_rows | | | apply activity_is; assumption];
      unfold row_at, row_sides; cbn [fst snd]; intros ->; reflexivity.
  - unfold objective. cbn [n program_of].
    rewrite (sum_eq _ _ (fun j => inject_Z (sign q) * (cost_at q j * vector_of r j))%Q)
      by (intros j _; rewrite signed_cost; ring).
    apply andb_prop in W as [W _]. unfold cost_at. rewrite sum_scale, along_over by exact W.
    unfold Qlt. cbn [Qmult Qnum Qden inject_Z]. lia.
Qed.

(* Games ---------------------------------------------------------------------------------------- *)

Definition is_mixture (k : nat) (p : numbers) : bool :=
  Nat.eqb (length (whole p)) k && forallb (Z.leb 0) (whole p)
  && Z.eqb (fold_right Z.add 0 (whole p)) (Zpos (under p)).

Lemma mixture_sound k p : is_mixture k p = true -> mixture k (vector_of p).
Proof.
  intros H. apply andb_prop in H as [H adds_up]. apply andb_prop in H as [H signs].
  apply Nat.eqb_eq in H as <-. apply Z.eqb_eq in adds_up. rewrite forallb_forall in signs. split.
  - intros j s. specialize (signs _ (nth_In (whole p) 0 s)). apply Z.leb_le in signs.
    unfold vector_of, Qle. cbn [Qnum Qden]. lia.
  - assert (E : forall l, (sum (length l) (fun j => inject_Z (nth j l 0%Z))
      == inject_Z (fold_right Z.add 0%Z l))%Q).
    { induction l as [ | a l IH]; cbn [length fold_right]; [reflexivity | ].
      rewrite (sum_skip _ 0), inject_Z_plus, <- IH by lia. reflexivity. }
    unfold vector_of.
    rewrite (sum_eq _ _ (fun j => (1 # under p) * inject_Z (nth j (whole p) 0%Z))%Q)
      by (intros j _; unfold Qeq; cbn [Qmult Qnum Qden inject_Z]; lia).
    rewrite sum_scale, E, adds_up. unfold Qeq. cbn [Qmult Qnum Qden inject_Z]. lia.
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
  apply andb_prop in E as [E low]. apply andb_prop in E as [E high].
  apply andb_prop in E as [E mix_q]. apply andb_prop in E as [E mix_p].
  rewrite forallb_forall in E, high, low.
  assert (at_row : forall i, (i < length s)%nat ->
    LinearChecker.within k (coefficients (nth_equation s i)) = true /\ over (nth_equation s i) = d).
  { intros i in_i. specialize (E _ (nth_In s (Equation 1 [] []) in_i)).
    apply andb_prop in E as [W e]. apply Pos.eqb_eq in e. split; assumption. }
  apply (game_value _ _ _ _ (vector_of p) (vector_of q)); try (apply mixture_sound; assumption).
  - intros j in_j. specialize (low (N.of_nat j) ltac:(apply in_map, in_seq; lia)).
    apply Z.leb_le in low. rewrite value_in_collect in low.
    apply andb_prop in mix_p as [L _]. apply andb_prop in L as [L _]. apply Nat.eqb_eq in L.
    rewrite (sum_eq _ _ (fun i => (1 # d * under p) * (inject_Z (nth i (whole p) 0%Z)
      * inject_Z (Zpos (over (nth_equation s i))) * lhs s i j))%Q).
    2: { intros i in_i. destruct (at_row i in_i) as [_ ->]. unfold vector_of. set (a := lhs s i j).
         assert (e : (nth i (whole p) 0%Z # under p == (1 # d * under p)
           * (inject_Z (nth i (whole p) 0%Z) * inject_Z (Zpos d)))%Q)
           by (unfold Qeq; cbn [Qmult Qnum Qden inject_Z]; lia).
         rewrite e. ring. }
    rewrite sum_scale. unfold lhs. rewrite (weigh_system (length s) s (whole p) coefficients); auto.
    set (x := entry _ _) in *. unfold Qle. cbn [Qmult Qnum Qden inject_Z].
    rewrite !Pos2Z.inj_mul. apply (Z.mul_le_mono_nonneg_r _ _ (Zpos d)) in low; lia.
  - intros i in_i. destruct (at_row i in_i) as [W e]. unfold apply, lhs.
    rewrite along_over by exact W. specialize (high _ (nth_In s (Equation 1 [] []) in_i)).
    apply Z.leb_le in high.
    fold (nth_equation s i) in high. rewrite e. unfold Qle. cbn [Qnum Qden].
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
  intros H. apply andb_prop in H as [H high]. apply andb_prop in H as [H low].
  apply andb_prop in H as [mix_p mix_q]. rewrite forallb_forall in low, high.
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

Lemma optimal_parts q x y : check_optimal q x y = true ->
  shaped q = true /\ length (whole y) = length (bounded q).
Proof.
  intros H. apply andb_prop in H as [H _]. apply andb_prop in H as [H _].
  apply andb_prop in H as [H e]. apply andb_prop in H as [H _]. apply andb_prop in H as [H _].
  split; [exact H | apply Nat.eqb_eq, e].
Qed.

Theorem program_sound q s w a : check_program q s w = Some a -> program_means q a.
Proof.
  unfold check_program. set (o := check_optimal q (point w) (dual w)).
  assert (V : o = true -> (value_at q (vector_of (point w)) == value q (point w))%Q).
  { intros H. apply value_is, (optimal_parts q _ _ H). }
  destruct s; intros H.
  - destruct (check_point q (point w)) eqn:E; [ | discriminate]. injection H as <-.
    exists (vector_of (point w)). apply point_sound, E.
  - destruct (check_infeasible q (dual w)) eqn:E; [ | discriminate]. injection H as <-.
    exact (infeasible_sound q _ E).
  - destruct o eqn:E; [ | discriminate]. injection H as <-. exists (vector_of (point w)).
    split; [exact (lp_optimal _ _ _ (optimal_sound _ _ _ E)) | exact (V eq_refl)].
  - destruct (o && check_only q (dual w) (corners w)) eqn:E; [ | discriminate]. injection H as <-.
    apply andb_prop in E as [E only]. exists (vector_of (point w)). split; [ | exact (V E)].
    apply (lp_unique _ _ _ (optimal_sound _ _ _ E)), only_sound with (g := corners w);
      [ | exact only].
    apply (optimal_parts q _ _ E).
  - destruct (check_unbounded q (point w) (ray w)) eqn:E; [ | discriminate]. injection H as <-.
    exact (unbounded_sound q _ _ E).
Qed.
