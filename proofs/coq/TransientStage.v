(* One stage of a chain up to a time, in integers: weights a_k of a window, once rounded down and
   once up; steps y_(k+1) = c + P y_k, rounded down; and from both bounds of the quotients.

   The calculation is that of evolve of exactbox/checker/transient.py. *)
From Coq Require Import QArith Qround List Lia Lqa Bool ZArith NArith FMapPositive.
From exactbox Require Import Definitions Sums Arrays Kernel TransientDefinitions Transient.
Import ListNotations.
Local Open Scope Z_scope.

Definition ceil_div (x y : Z) : Z := - ((- x) / y).

Lemma ceil_div_spec x y : 0 < y -> x <= ceil_div x y * y.
Proof.
  intros H. unfold ceil_div. assert (D := Z.mul_div_le (- x) y H). nia.
Qed.

Lemma ceil_div_nonneg x y : 0 < y -> 0 <= x -> 0 <= ceil_div x y.
Proof. intros H X. assert (D := ceil_div_spec x y H). nia. Qed.

Lemma Qeq_sym_le (x y : Q) : (y == x)%Q -> (x <= y)%Q.
Proof. intros ->. apply Qle_refl. Qed.

Lemma inject_le x y : (x <= y)%Z <-> (inject_Z x <= inject_Z y)%Q.
Proof. rewrite Zle_Qle. reflexivity. Qed.

(* Weights -------------------------------------------------------------------------------------- *)

Section Weights.
  Variable n : Z.
  Variable d : positive.        (* L = n / d *)
  Local Notation D := (Zpos d).

  (* From those of k those of the next ones; and before the others those of the ones before. *)
  Fixpoint rise (count : nat) (k : Z) (p : Z * Z) (before : list (Z * Z)) : list (Z * Z) :=
    match count with
    | O => rev' before
    | S count =>
        let p := (fst p * n / (D * (k + 1)), ceil_div (snd p * n) (D * (k + 1))) in
        rise count (k + 1) p (p :: before)
    end.

  Fixpoint fall (count : nat) (k : Z) (p : Z * Z) (after : list (Z * Z)) : list (Z * Z) :=
    match count with
    | O => after
    | S count =>
        let p := (fst p * (k * D) / n, ceil_div (snd p * (k * D)) n) in
        fall count (k - 1) p (p :: after)
    end.

  Local Open Scope Q_scope.
  Local Notation L := (n # d).
  Hypothesis n_nonneg : (0 <= n)%Z.
  Variable z : Q.

  Definition weighs (k : nat) (p : Z * Z) : Prop :=
    (0 <= fst p)%Z /\ inject_Z (fst p) <= z * a L k <= inject_Z (snd p).

  Fixpoint all_weigh (k : nat) (l : list (Z * Z)) : Prop :=
    match l with [] => True | p :: l => weighs k p /\ all_weigh (S k) l end.

  Lemma L_nonneg : 0 <= L.
  Proof. unfold Qle. cbn. lia. Qed.

  Lemma L_times : L * inject_Z D == inject_Z n.
  Proof. unfold Qeq. cbn. rewrite Pos.mul_1_r. ring. Qed.

  Lemma D_positive : 0 < inject_Z D.
  Proof. reflexivity. Qed.

  (* d (k + 1) a_(k+1) = n a_k *)
  Lemma next_weight k : a L (S k) * inject_Z (D * Z.of_nat (S k)) == a L k * inject_Z n.
  Proof.
    rewrite inject_Z_mult, <- L_times. assert (S := a_step L k). unfold nat_Q in S.
    rewrite (Qmult_comm (inject_Z D)), Qmult_assoc, S. ring.
  Qed.

  Lemma risen k p : weighs k p ->
    weighs (S k) (fst p * n / (D * Z.of_nat (S k)), ceil_div (snd p * n) (D * Z.of_nat (S k)))%Z.
  Proof.
    intros [p0 [lo hi]]. unfold weighs. cbn [fst snd]. set (m := (D * Z.of_nat (S k))%Z).
    assert (m0 : (0 < m)%Z) by (unfold m; lia).
    assert (M : 0 < inject_Z m) by (change 0 with (inject_Z 0); rewrite <- Zlt_Qlt; exact m0).
    assert (N : a L (S k) * inject_Z m == a L k * inject_Z n) by (exact (next_weight k)).
    assert (n0 : 0 <= inject_Z n)
      by (change 0 with (inject_Z 0); rewrite <- Zle_Qle; exact n_nonneg).
    split; [apply Z.div_pos; [apply Z.mul_nonneg_nonneg; assumption | exact m0] | split].
    - apply Qmult_le_r with (inject_Z m); [exact M | ]. rewrite <- inject_Z_mult.
      apply Qle_trans with (inject_Z (fst p * n)).
      + rewrite <- inject_le, Z.mul_comm. apply Z.mul_div_le. exact m0.
      + rewrite inject_Z_mult, <- Qmult_assoc, N, Qmult_assoc.
        apply Qmult_le_compat_r; assumption.
    - apply Qmult_le_r with (inject_Z m); [exact M | ]. rewrite <- (inject_Z_mult (ceil_div _ _)).
      apply Qle_trans with (inject_Z (snd p * n)).
      + rewrite inject_Z_mult, <- Qmult_assoc, N, Qmult_assoc.
        apply Qmult_le_compat_r; assumption.
      + rewrite <- inject_le. apply ceil_div_spec. exact m0.
  Qed.

  Lemma fallen k p : (0 < n)%Z -> weighs (S k) p ->
    weighs k (fst p * (Z.of_nat (S k) * D) / n, ceil_div (snd p * (Z.of_nat (S k) * D)) n)%Z.
  Proof.
    intros n0 [p0 [lo hi]]. unfold weighs. cbn [fst snd]. set (m := (Z.of_nat (S k) * D)%Z).
    assert (m0 : (0 < m)%Z) by (unfold m; lia).
    assert (M : 0 <= inject_Z m) by (change 0 with (inject_Z 0); rewrite <- Zle_Qle; lia).
    assert (N : a L (S k) * inject_Z m == a L k * inject_Z n).
    { unfold m. rewrite Z.mul_comm. exact (next_weight k). }
    assert (N0 : 0 < inject_Z n) by (change 0 with (inject_Z 0); rewrite <- Zlt_Qlt; exact n0).
    split; [apply Z.div_pos; [apply Z.mul_nonneg_nonneg; lia | exact n0] | split].
    - apply Qmult_le_r with (inject_Z n); [exact N0 | ]. rewrite <- inject_Z_mult.
      apply Qle_trans with (inject_Z (fst p * m)).
      + rewrite <- inject_le, Z.mul_comm. apply Z.mul_div_le. exact n0.
      + rewrite inject_Z_mult, <- Qmult_assoc, <- N, Qmult_assoc.
        apply Qmult_le_compat_r; assumption.
    - apply Qmult_le_r with (inject_Z n); [exact N0 | ].
      rewrite <- (inject_Z_mult (ceil_div _ _)). apply Qle_trans with (inject_Z (snd p * m)).
      + rewrite inject_Z_mult, <- Qmult_assoc, <- N, Qmult_assoc.
        apply Qmult_le_compat_r; assumption.
      + rewrite <- inject_le. apply ceil_div_spec. exact n0.
  Qed.

  Lemma all_weigh_snoc l p : forall j, all_weigh j l -> weighs (j + length l) p ->
    all_weigh j (l ++ [p]).
  Proof.
    induction l as [ | q l IH]; intros j; cbn [app all_weigh length].
    - rewrite Nat.add_0_r. auto.
    - intros [Q A] W. split; [exact Q | apply IH; [exact A | ]].
      replace (S j + length l)%nat with (j + S (length l))%nat by lia. exact W.
  Qed.

  Lemma rise_weighs count : forall k p before j, (j + length before = S k)%nat ->
    weighs k p -> all_weigh j (rev before) ->
    all_weigh j (rise count (Z.of_nat k) p before) /\
    length (rise count (Z.of_nat k) p before) = (count + length before)%nat.
  Proof.
    induction count as [ | count IH]; intros k p before j e H A; cbn [rise].
    - unfold rev'. rewrite <- rev_alt, rev_length. auto.
    - assert (R := risen k p H). replace (Z.of_nat k + 1)%Z with (Z.of_nat (S k)) by lia.
      set (q := (_, _)) in *. destruct (IH (S k) q (q :: before) j) as [I1 I2].
      + cbn [length]. lia.
      + exact R.
      + apply all_weigh_snoc; [exact A | ]. rewrite rev_length, e. exact R.
      + split; [exact I1 | ]. rewrite I2. cbn [length]. lia.
  Qed.

  Lemma rise_keeps q count : forall k p before, In q before -> In q (rise count k p before).
  Proof.
    induction count as [ | count IH]; intros k p before i; cbn [rise].
    - unfold rev'. rewrite <- rev_alt. apply in_rev in i. exact i.
    - apply IH. right. exact i.
  Qed.

  Lemma fall_weighs count : forall k p after, (count <= k)%nat -> (count = O \/ 0 < n)%Z ->
    weighs k p -> all_weigh k after ->
    all_weigh (k - count) (fall count (Z.of_nat k) p after) /\
    length (fall count (Z.of_nat k) p after) = (count + length after)%nat.
  Proof.
    induction count as [ | count IH]; intros k p after le pos H A; cbn [fall].
    - rewrite Nat.sub_0_r. auto.
    - destruct pos as [F | pos]; [discriminate | ]. destruct k as [ | k]; [lia | ].
      assert (R := fallen k p pos H). replace (Z.of_nat (S k) - 1)%Z with (Z.of_nat k) by lia.
      destruct (IH k _ (_ :: after) ltac:(lia) (or_intror pos) R (conj R A)) as [I1 I2].
      replace (S k - S count)%nat with (k - count)%nat by lia. split; [exact I1 | ].
      rewrite I2. cbn [length]. lia.
  Qed.

  Lemma all_weigh_nth l : forall k j, all_weigh k l -> (j < length l)%nat ->
    weighs (k + j) (nth j l (0, 0)%Z).
  Proof.
    induction l as [ | p l IH]; intros k j H lt; [cbn in lt; lia | ]. cbn [all_weigh] in H.
    destruct j as [ | j]; cbn [nth]; [rewrite Nat.add_0_r; exact (proj1 H) | ].
    replace (k + S j)%nat with (S k + j)%nat by lia. apply IH; [exact (proj2 H) | cbn in lt; lia].
  Qed.
End Weights.

(* Steps ---------------------------------------------------------------------------------------- *)

(* Of a state: c and P, with weights over their sum; what c adds is rounded down. *)
Record row := Row { whole : positive; parts : list (Z * N); gain : Z }.

Definition value_at (m : table Z) (s : N) : Z := match get m s with Some n => n | None => 0 end.

Definition next_value (m : table Z) (r : row) : Z :=
  fold_left (fun t b => t + fst b * value_at m (snd b)) (parts r) (gain r) / Zpos (whole r).

Definition step (rows : list row) (Y : list Z) : list Z :=
  let m := of_list Y in map (next_value m) rows.

Fixpoint advance (k : nat) (rows : list row) (Y : list Z) : list Z :=
  match k with O => Y | S k => advance k rows (step rows Y) end.

(* Of some states the sums of what is weighed, from step k on. *)
Fixpoint gather (rows : list row) (error : Z) (weights : list (Z * Z)) (k : Z) (Y : list Z)
    (sums : list (N * (Z * Z))) : list (N * (Z * Z)) :=
  match weights with
  | [] => sums
  | p :: weights =>
      let m := of_list Y in
      gather rows error weights (k + 1)
        (match weights with [] => Y | _ => map (next_value m) rows end)
        (map (fun e =>
          let v := value_at m (fst e) in
          (fst e, (fst (snd e) + fst p * v, snd (snd e) + snd p * (v + error + k)))) sums)
  end.

Fixpoint lower_sum rows (weights : list (Z * Z)) (Y : list Z) (s : N) : Z :=
  match weights with
  | [] => 0
  | p :: weights =>
      fst p * value_at (of_list Y) s +
      lower_sum rows weights (match weights with [] => Y | _ => step rows Y end) s
  end.

Fixpoint upper_sum rows error (weights : list (Z * Z)) (k : Z) (Y : list Z) (s : N) : Z :=
  match weights with
  | [] => 0
  | p :: weights =>
      snd p * (value_at (of_list Y) s + error + k) +
      upper_sum rows error weights (k + 1) (match weights with [] => Y | _ => step rows Y end) s
  end.

Lemma gather_spec rows error weights : forall k Y sums,
  gather rows error weights k Y sums =
  map (fun e => (fst e, (fst (snd e) + lower_sum rows weights Y (fst e),
    snd (snd e) + upper_sum rows error weights k Y (fst e)))) sums.
Proof.
  induction weights as [ | p weights IH]; intros k Y sums; cbn [gather lower_sum upper_sum].
  - rewrite <- (map_id sums) at 1. apply map_ext. intros [s [x y]]. cbn [fst snd].
    rewrite !Z.add_0_r. reflexivity.
  - rewrite IH, map_map. apply map_ext. intros [s [x y]]. cbn [fst snd]. unfold step.
    rewrite !Z.add_assoc. reflexivity.
Qed.

Lemma next_value_between m r : let total := fold_right (fun b t => fst b * value_at m (snd b) + t) 0
    (parts r) in
  next_value m r * Zpos (whole r) <= gain r + total < (next_value m r + 1) * Zpos (whole r).
Proof.
  cbn zeta. unfold next_value.
  assert (F : forall l t, fold_left (fun t b => t + fst b * value_at m (snd b)) l t
    = t + fold_right (fun b t => fst b * value_at m (snd b) + t) 0 l).
  { induction l as [ | b l IH]; intros t; cbn [fold_left fold_right]; [lia | rewrite IH; lia]. }
  rewrite F. set (x := gain r + _).
  assert (A := Z.mul_div_le x (Zpos (whole r)) ltac:(lia)).
  assert (B := Z.mul_succ_div_gt x (Zpos (whole r)) ltac:(lia)). lia.
Qed.

Lemma value_at_nth Y s : value_at (of_list Y) s = nth (N.to_nat s) Y 0.
Proof.
  unfold value_at. rewrite of_list_spec. destruct (nth_error Y (N.to_nat s)) as [n | ] eqn:e.
  - symmetry. exact (nth_error_nth _ _ _ e).
  - apply nth_error_None in e. symmetry. apply nth_overflow. exact e.
Qed.

Lemma advance_add rows j : forall k Y,
  advance j rows (advance k rows Y) = advance (k + j) rows Y.
Proof.
  intros k. induction k as [ | k IH]; intros Y; cbn [advance Nat.add]; [reflexivity | apply IH].
Qed.

Lemma advance_S rows k Y : advance (S k) rows Y = step rows (advance k rows Y).
Proof. replace (S k) with (k + 1)%nat by lia. rewrite <- advance_add. reflexivity. Qed.

(* As sums of rationals. *)
Lemma lower_sum_is rows s f (weights : list (Z * Z)) : forall i Y,
  (forall j, (j < length weights)%nat -> (f (i + j)%nat ==
    inject_Z (fst (nth j weights (0, 0)%Z) * value_at (of_list (advance j rows Y)) s))%Q) ->
  (sum f i (length weights) == inject_Z (lower_sum rows weights Y s))%Q.
Proof.
  induction weights as [ | p weights IH]; intros i Y H; cbn [length lower_sum sum];
    [reflexivity | ].
  assert (H0 := H O ltac:(cbn; lia)). rewrite Nat.add_0_r in H0. cbn [nth advance] in H0.
  rewrite inject_Z_plus, H0. apply Qplus_comp; [reflexivity | ].
  destruct weights as [ | p' weights]; [reflexivity | ]. apply IH. intros j lt.
  specialize (H (S j) ltac:(cbn in *; lia)). replace (S i + j)%nat with (i + S j)%nat by lia.
  exact H.
Qed.

Lemma upper_sum_is rows error s f (weights : list (Z * Z)) : forall i Y,
  (forall j, (j < length weights)%nat -> (f (i + j)%nat ==
    inject_Z (snd (nth j weights (0, 0)%Z) *
      (value_at (of_list (advance j rows Y)) s + error + Z.of_nat (i + j))))%Q) ->
  (sum f i (length weights) == inject_Z (upper_sum rows error weights (Z.of_nat i) Y s))%Q.
Proof.
  induction weights as [ | p weights IH]; intros i Y H; cbn [length upper_sum sum];
    [reflexivity | ].
  assert (H0 := H O ltac:(cbn; lia)). rewrite Nat.add_0_r in H0. cbn [nth advance] in H0.
  rewrite inject_Z_plus, H0. apply Qplus_comp; [reflexivity | ].
  replace (Z.of_nat i + 1) with (Z.of_nat (S i)) by lia.
  destruct weights as [ | p' weights]; [reflexivity | ]. apply IH. intros j lt.
  specialize (H (S j) ltac:(cbn in *; lia)). replace (S i + j)%nat with (i + S j)%nat by lia.
  exact H.
Qed.

Definition total_of (f : Z * Z -> Z) (l : list (Z * Z)) : Z :=
  fold_right (fun p t => f p + t) 0 l.

Lemma total_is f u l : forall i,
  (forall j, (j < length l)%nat -> (u (i + j)%nat == inject_Z (f (nth j l (0, 0)%Z)))%Q) ->
  (sum u i (length l) == inject_Z (total_of f l))%Q.
Proof.
  induction l as [ | p l IH]; intros i H; cbn [length total_of fold_right sum]; [reflexivity | ].
  assert (H0 := H O ltac:(cbn; lia)). rewrite Nat.add_0_r in H0. cbn [nth] in H0.
  rewrite inject_Z_plus, H0. apply Qplus_comp; [reflexivity | ]. apply IH. intros j lt.
  specialize (H (S j) ltac:(cbn in *; lia)). replace (S i + j)%nat with (i + S j)%nat by lia.
  exact H.
Qed.

Lemma total_at_least f p l : (forall p, In p l -> 0 <= f p) -> In p l -> f p <= total_of f l.
Proof.
  unfold total_of.
  assert (N : forall m, (forall p, In p m -> 0 <= f p) -> 0 <= fold_right (fun p t => f p + t) 0 m).
  { induction m as [ | q m IH]; intros H; cbn; [reflexivity | ].
    specialize (IH (fun x i => H x (or_intror i))). specialize (H q (or_introl eq_refl)). lia. }
  induction l as [ | q l IH]; intros H i; [destruct i | ]. cbn [fold_right].
  assert (T := N l (fun x j => H x (or_intror j))). destruct i as [<- | i].
  - lia.
  - specialize (IH (fun x j => H x (or_intror j)) i). specialize (H q (or_introl eq_refl)). lia.
Qed.

Lemma fall_keeps n d count : forall k p after x, In x after -> In x (fall n d count k p after).
Proof.
  induction count as [ | count IH]; intros k p after x i; cbn [fall]; [exact i | ].
  apply IH. right. exact i.
Qed.

Lemma a_positive L k : (0 < L)%Q -> (0 < a L k)%Q.
Proof.
  intros H. induction k as [ | k IH]; [reflexivity | ]. cbn [a].
  assert (S0 : (0 < nat_Q (S k))%Q).
  { unfold nat_Q. change 0%Q with (inject_Z 0). rewrite <- Zlt_Qlt. lia. }
  apply Qlt_shift_div_l; [exact S0 | ]. rewrite Qmult_0_l. apply Qmult_lt_0_compat; assumption.
Qed.

(* A row of P and c, over a common denominator of P. *)
Definition row_for (l : list (Q * N)) (c : Q) : option row :=
  let w := fold_left (fun w b => Z.to_pos (Z.lcm (Zpos w) (Zpos (Qden (fst b))))) l 1%positive in
  let good b := (0 <=? Qnum (fst b)) && (Zpos w mod Zpos (Qden (fst b)) =? 0) in
  let gain := Qfloor (c * inject_Z (Zpos w)) in
  if forallb good l && (0 <=? gain)
  then Some (Row w (map (fun b => (Qnum (fst b) * (Zpos w / Zpos (Qden (fst b))), snd b)) l) gain)
  else None.

Definition row_is (r : row) (l : list (Q * N)) (c : Q) : Prop :=
  (forall b, In b (parts r) -> 0 <= fst b) /\ 0 <= gain r /\
  (forall f, E l f * inject_Z (Zpos (whole r)) ==
    fold_right (fun b t => inject_Z (fst b) * f (snd b) + t) 0 (parts r))%Q /\
  (inject_Z (gain r) <= c * inject_Z (Zpos (whole r)) < inject_Z (gain r + 1))%Q.

Lemma row_for_spec l c r : row_for l c = Some r -> row_is r l c.
Proof.
  unfold row_for. cbv zeta. set (w := fold_left _ l 1%positive). clearbody w.
  destruct (forallb _ l && _) eqn:e; [ | discriminate]. intros H. injection H as <-.
  apply andb_prop in e as [G g0]. apply Z.leb_le in g0. rewrite forallb_forall in G.
  unfold row_is. cbn [whole parts gain]. split; [ | split; [exact g0 | split]].
  - intros b i. apply in_map_iff in i as [b' [<- i]]. cbn [fst].
    specialize (G b' i). apply andb_prop in G as [p _]. apply Z.leb_le in p.
    apply Z.mul_nonneg_nonneg; [exact p | apply Z.div_pos; lia].
  - intros f. induction l as [ | [p s] l IH]; cbn [E map fold_right fst snd]; [reflexivity | ].
    rewrite <- (IH (fun b i => G b (or_intror i))), Qmult_plus_distr_l.
    apply Qplus_comp; [ | reflexivity].
    specialize (G (p, s) (or_introl eq_refl)). cbn [fst] in G. apply andb_prop in G as [_ m].
    apply Z.eqb_eq in m. assert (D := Z.div_mod (Zpos w) (Zpos (Qden p)) ltac:(lia)).
    rewrite m, Z.add_0_r in D. set (k := (Zpos w / Zpos (Qden p))%Z) in *.
    destruct p as [n d]. cbn [Qnum Qden] in *. rewrite D, !inject_Z_mult.
    assert (X : ((n # d) * inject_Z (Zpos d) == inject_Z n)%Q).
    { unfold Qeq. cbn. rewrite Pos.mul_1_r. ring. }
    rewrite <- X. ring.
  - exact (conj (Qfloor_le (c * inject_Z (Zpos w))) (Qlt_floor (c * inject_Z (Zpos w)))).
Qed.

Section Stage.
  Variable unit : positive.
  Variable rows : list row.
  Variable L : Q.
  Variable most : Z.            (* no g is greater *)
  Variable most_gain : Z.       (* no c is greater *)
  Variable low : list Z.        (* g, rounded down, by no more than the error *)
  Variable error : Z.
  Variables first last : Z.     (* the window *)
  Variable wanted : list N.

  Definition weights_of : list (Z * Z) :=
    let mode := Qfloor L in
    let p := (Zpos unit, Zpos unit) in
    fall (Qnum L) (Qden L) (Z.to_nat (mode - first)) mode p
      (rise (Qnum L) (Qden L) (Z.to_nat (last - mode)) mode p [p]).

  (* Both bounds of each wanted state. *)
  Definition stage_ends : option (list (N * (Z * Z))) :=
    let (n, d) := L in
    let mode := Qfloor L in
    let d := Zpos d in
    if (0 <=? first) && (first <=? mode) && (mode <=? last) && (0 <=? n)
        && ((first =? 0) || (first * d <? n))
    then
      let weights := weights_of in
      let a_first := snd (hd (0, 0) weights) in
      let a_last := snd (List.last weights (0, 0)) in
      let left := if first =? 0 then 0 else ceil_div (a_first * first * d) (n - first * d) in
      let right := ceil_div (a_last * n) ((last + 1) * d - n) in
      let beyond := most * (left + right)
        + most_gain * (first * left + ceil_div (n * (a_last + right)) d) in
      let least := total_of fst weights in
      let greatest := left + total_of snd weights + right in
      Some (map (fun e => (fst e, (fst (snd e) / greatest, ceil_div (snd (snd e)) least)))
        (gather rows error weights first (advance (Z.to_nat first) rows low)
          (map (fun s => (s, (0, beyond))) wanted)))
    else None.

  Local Open Scope Q_scope.
  Variable P : N -> list (Q * N).
  Variables g c : N -> Q.
  Hypothesis P_weighted : forall s, weighted (P s).
  Hypothesis P_most : forall s, E (P s) (fun _ => 1) <= 1.
  Hypothesis rows_are : forall s r, nth_error rows s = Some r ->
    row_is r (P (N.of_nat s)) (c (N.of_nat s)).
  Hypothesis outside : forall s, (length rows <= N.to_nat s)%nat ->
    g s == 0 /\ c s == 0 /\ forall f, E (P s) f == f s.
  Hypothesis low_all : length low = length rows.
  Hypothesis low_nonneg : forall v, In v low -> (0 <= v)%Z.
  Hypothesis low_between : forall s v, nth_error low s = Some v ->
    inject_Z v <= g (N.of_nat s) <= inject_Z (v + error).
  Hypothesis error_nonneg : (0 <= error)%Z.
  Hypothesis most_nonneg : (0 <= most)%Z.
  Hypothesis most_gain_nonneg : (0 <= most_gain)%Z.
  Hypothesis g_most : forall s, g s <= inject_Z most.
  Hypothesis c_most : forall s, 0 <= c s <= inject_Z most_gain.

  Lemma step_length Y : length (step rows Y) = length rows.
  Proof. unfold step. apply map_length. Qed.

  Lemma step_nonneg Y : (forall v, In v Y -> (0 <= v)%Z) ->
    forall v, In v (step rows Y) -> (0 <= v)%Z.
  Proof.
    intros H v i. unfold step in i. apply in_map_iff in i as [r [<- i]].
    apply In_nth_error in i as [s e]. destruct (rows_are s r e) as [p0 [g0 _]].
    assert (M : forall t, (0 <= value_at (of_list Y) t)%Z).
    { intros t. rewrite value_at_nth. destruct (Nat.lt_ge_cases (N.to_nat t) (length Y)).
      - apply H, nth_In. assumption.
      - rewrite nth_overflow by assumption. lia. }
    assert (B := next_value_between (of_list Y) r). cbn zeta in B.
    assert (T : (0 <= fold_right (fun b t => fst b * value_at (of_list Y) (snd b) + t)
      0 (parts r))%Z).
    { clear - p0 M. induction (parts r) as [ | b l IH]; cbn [fold_right]; [lia | ].
      specialize (IH (fun x i => p0 x (or_intror i))). specialize (M (snd b)).
      specialize (p0 b (or_introl eq_refl)). nia. }
    nia.
  Qed.

  Lemma advance_good k : (forall v, In v (advance k rows low) -> (0 <= v)%Z) /\
    length (advance k rows low) = length rows.
  Proof.
    induction k as [ | k IH]; [exact (conj low_nonneg low_all) | ]. rewrite advance_S.
    split; [exact (step_nonneg _ (proj1 IH)) | apply step_length].
  Qed.

  Definition Y (k : nat) (s : N) : Q := inject_Z (value_at (of_list (advance k rows low)) s).

  Lemma Y_nonneg k s : 0 <= Y k s.
  Proof.
    unfold Y. change 0 with (inject_Z 0). rewrite <- Zle_Qle, value_at_nth.
    destruct (Nat.lt_ge_cases (N.to_nat s) (length (advance k rows low))).
    - apply (proj1 (advance_good k)), nth_In. assumption.
    - rewrite nth_overflow by assumption. lia.
  Qed.

  Lemma Y_outside k s : (length rows <= N.to_nat s)%nat -> Y k s == 0.
  Proof.
    intros H. unfold Y. rewrite value_at_nth, nth_overflow; [reflexivity | ].
    rewrite (proj2 (advance_good k)). exact H.
  Qed.

  Lemma Y_step k s : Y (S k) s <= c s + E (P s) (Y k) <= Y (S k) s + 1.
  Proof.
    destruct (nth_error rows (N.to_nat s)) as [r | ] eqn:e.
    - destruct (rows_are _ r e) as [_ [_ [R G]]]. rewrite N2Nat.id in *. specialize (R (Y k)).
      assert (V : Y (S k) s = inject_Z (next_value (of_list (advance k rows low)) r)).
      { unfold Y. rewrite advance_S, value_at_nth. f_equal. unfold step.
        apply nth_error_nth. rewrite nth_error_map, e. reflexivity. }
      assert (B := next_value_between (of_list (advance k rows low)) r). cbn zeta in B.
      assert (T : fold_right (fun b t => inject_Z (fst b) * Y k (snd b) + t) 0 (parts r)
        == inject_Z (fold_right (fun b t => fst b * value_at (of_list (advance k rows low)) (snd b)
          + t) 0 (parts r))%Z).
      { clear. induction (parts r) as [ | b l IH]; cbn [fold_right]; [reflexivity | ].
        rewrite IH, inject_Z_plus, inject_Z_mult. reflexivity. }
      rewrite T in R. rewrite V. set (x := next_value _ r) in *. set (t := fold_right _ _ _) in *.
      set (W := Zpos (whole r)) in *. assert (W0 : 0 < inject_Z W) by reflexivity.
      destruct B as [B1 B2]. apply Z.le_succ_l in B2. unfold Z.succ in B2.
      rewrite inject_le in B1, B2.
      rewrite !inject_Z_mult, !inject_Z_plus in *. change (inject_Z 1) with 1 in *.
      split; apply Qmult_le_r with (inject_Z W); try exact W0; rewrite Qmult_plus_distr_l, R; lra.
    - apply nth_error_None in e. destruct (outside s e) as [_ [c0 P0]].
      assert (A := Y_outside k s e). assert (B := Y_outside (S k) s e). rewrite c0, P0, A, B.
      split; lra.
  Qed.

  Lemma Y_first s : Y 0 s <= g s <= Y 0 s + inject_Z error.
  Proof.
    destruct (nth_error low (N.to_nat s)) as [v | ] eqn:e.
    - assert (B := low_between _ v e). rewrite N2Nat.id in B.
      assert (V : Y 0 s = inject_Z v).
      { unfold Y. cbn [advance]. rewrite value_at_nth. f_equal. exact (nth_error_nth _ _ _ e). }
      rewrite V, <- inject_Z_plus. exact B.
    - apply nth_error_None in e. rewrite low_all in e. destruct (outside s e) as [g0 _].
      assert (A := Y_outside 0 s e). rewrite g0, A. assert (0 <= inject_Z error); [ | lra].
      change 0 with (inject_Z 0). rewrite <- Zle_Qle. exact error_nonneg.
  Qed.

  (* The window: its weights are those of `a`, up to a factor. *)
  Lemma weights_good : (0 <= first)%Z -> (first <= Qfloor L)%Z -> (Qfloor L <= last)%Z ->
    (0 <= Qnum L)%Z ->
    exists z, 0 < z /\ all_weigh (Qnum L) (Qden L) z (Z.to_nat first) weights_of /\
    length weights_of = S (Z.to_nat last - Z.to_nat first) /\
    In (Zpos unit, Zpos unit) weights_of.
  Proof.
    intros f0 fm ml n0. destruct L as [n d] eqn:eL. cbn [Qnum Qden] in *. unfold weights_of.
    rewrite eL. cbn [Qnum Qden]. set (mode := Qfloor (n # d)) in *.
    assert (M : Z.of_nat (Z.to_nat mode) = mode) by (apply Z2Nat.id; lia).
    set (k := Z.to_nat mode) in *.
    assert (pos : (0 < mode)%Z -> (0 < n)%Z).
    { intros m0. unfold mode, Qfloor in m0. destruct (Z.eq_dec n 0) as [-> | ne]; [ | lia].
      rewrite Z.div_0_l in m0; lia. }
    assert (A : 0 < a (n # d) k).
    { destruct (Z.eq_dec mode 0) as [e | ne].
      - unfold k. rewrite e. reflexivity.
      - apply a_positive. unfold Qlt. cbn. specialize (pos ltac:(lia)). lia. }
    set (p := (Zpos unit, Zpos unit)). exists (inject_Z (Zpos unit) / a (n # d) k).
    assert (Z0 : 0 < inject_Z (Zpos unit) / a (n # d) k).
    { apply Qlt_shift_div_l; [exact A | rewrite Qmult_0_l; reflexivity]. }
    assert (W : weighs n d (inject_Z (Zpos unit) / a (n # d) k) k p).
    { assert (E : inject_Z (Zpos unit) / a (n # d) k * a (n # d) k == inject_Z (Zpos unit))
        by (field; lra).
      unfold weighs, p. cbn [fst snd]. rewrite E. split; [lia | split; apply Qle_refl]. }
    rewrite <- M. destruct (rise_weighs n d n0 _ (Z.to_nat (last - mode)) k p [p] k
      ltac:(apply Nat.add_1_r) W (conj W I)) as [R1 R2].
    rewrite M in *.
    destruct (fall_weighs n d _ (Z.to_nat (mode - first)) k p
      (rise n d (Z.to_nat (last - mode)) mode p [p]) ltac:(unfold k; lia)
      ltac:(destruct (Z.eq_dec (mode - first) 0) as [e | ne];
        [left; rewrite e; reflexivity | right; apply pos; lia]) W R1) as [F1 F2].
    rewrite M in *. split; [exact Z0 | split; [ | split]].
    - replace (Z.to_nat first) with (k - Z.to_nat (mode - first))%nat by (unfold k; lia).
      exact F1.
    - rewrite F2, R2. cbn [length]. lia.
    - apply fall_keeps, rise_keeps. left. reflexivity.
  Qed.

  Lemma last_is_nth (l : list (Z * Z)) n : length l = S n ->
    List.last l (0, 0)%Z = nth n l (0, 0)%Z.
  Proof.
    revert n. induction l as [ | p l IH]; intros n e; [discriminate | ].
    destruct l as [ | q l]; [injection e as <-; reflexivity | ].
    destruct n as [ | n]; [discriminate | ]. exact (IH n (eq_add_S _ _ e)).
  Qed.

  Theorem stage_between ends : stage_ends = Some ends -> map fst ends = wanted /\ 0 <= L /\
    forall s l h, In (s, (l, h)) ends -> forall m, let n := (S (Z.to_nat last) + m)%nat in
    inject_Z l * denominator L n <= numerator L (fun k => y P g c k s) n
      <= inject_Z h * denominator L n.
  Proof.
    unfold stage_ends. assert (WG := weights_good). assert (TF := Qlt_floor L).
    assert (LT := Qfloor_le L). destruct L as [n d] eqn:eL.
    destruct (_ && _) eqn:cond; [ | discriminate]. intros H. injection H as <-.
    apply andb_prop in cond as [cond window]. apply andb_prop in cond as [cond n0].
    apply andb_prop in cond as [cond ml]. apply andb_prop in cond as [f0 fm].
    apply Z.leb_le in f0, fm, ml, n0.
    destruct (WG f0 fm ml n0) as [z [Z0 [W [len mid]]]]. clear WG.
    set (weights := weights_of) in *. cbn [Qnum Qden] in W.
    set (f := Z.to_nat first) in *. set (count := (Z.to_nat last - f)%nat) in *.
    assert (F : Z.of_nat f = first) by (apply Z2Nat.id; exact f0).
    assert (FC : (f + count = Z.to_nat last)%nat) by (unfold count, f; lia).
    assert (LC : Z.of_nat (f + count) = last) by (rewrite FC; apply Z2Nat.id; lia).
    split.
    { rewrite map_map, gather_spec, !map_map. cbn [fst]. apply map_id. }
    assert (L0 : 0 <= n # d) by (unfold Qle; cbn; lia).
    split; [exact L0 | ]. intros s l h i m.
    rewrite gather_spec, !map_map in i. apply in_map_iff in i as [s' [e i]]. cbn [fst snd] in e.
    injection e as <- <- <-.
    set (below := fun k => inject_Z (fst (nth (k - f) weights (0, 0)%Z))).
    set (above := fun k => inject_Z (snd (nth (k - f) weights (0, 0)%Z))).
    assert (B : forall j, (j < length weights)%nat ->
      weighs n d z (f + j) (nth j weights (0, 0)%Z)).
    { intros j lt. exact (all_weigh_nth n d z weights f j W lt). }
    assert (fst_nonneg : forall p, In p weights -> (0 <= fst p)%Z /\ (fst p <= snd p)%Z).
    { intros p ip. destruct (In_nth _ _ (0, 0)%Z ip) as [j [lt <-]].
      destruct (B j lt) as [b0 [b1 b2]]. split; [exact b0 | ]. rewrite inject_le. lra. }
    assert (least0 : (0 < total_of fst weights)%Z).
    { assert (T := total_at_least fst _ weights (fun p ip => proj1 (fst_nonneg p ip)) mid).
      cbn [fst] in T. lia. }
    assert (U0 : (0 < total_of snd weights)%Z).
    { assert (T := total_at_least snd _ weights
        ltac:(intros p ip; specialize (fst_nonneg p ip); lia) mid). cbn [snd] in T. lia. }
    set (least := total_of fst weights) in *.
    assert (sum_below : sum below f (S count) == inject_Z least).
    { rewrite <- len. apply total_is. intros j _. unfold below.
      replace (f + j - f)%nat with j by lia. reflexivity. }
    assert (sum_above : sum above f (S count) == inject_Z (total_of snd weights)).
    { rewrite <- len. apply total_is. intros j _. unfold above.
      replace (f + j - f)%nat with j by lia. reflexivity. }
    set (start := advance f rows low).
    assert (lower_is : sum (fun k => below k * Y k s') f (S count)
      == inject_Z (lower_sum rows weights start s')).
    { rewrite <- len. apply lower_sum_is. intros j _. unfold below, Y, start.
      replace (f + j - f)%nat with j by lia. rewrite advance_add, inject_Z_mult. reflexivity. }
    assert (upper_is : sum (fun k => above k * (Y k s' + (inject_Z error + nat_Q k))) f (S count)
      == inject_Z (upper_sum rows error weights first start s')).
    { rewrite <- len, <- F. apply upper_sum_is. intros j _. unfold above, Y, start, nat_Q.
      replace (f + j - f)%nat with j by lia.
      rewrite advance_add, inject_Z_mult, !inject_Z_plus. ring. }
    assert (hd_is : hd (0, 0)%Z weights = nth 0 weights (0, 0)%Z)
      by (destruct weights; reflexivity).
    assert (last_is := last_is_nth weights count len). rewrite hd_is, last_is in *.
    set (a_first := snd (nth 0 weights (0, 0)%Z)) in *.
    set (a_last := snd (nth count weights (0, 0)%Z)) in *.
    assert (above_first : above f = inject_Z a_first).
    { unfold above. replace (f - f)%nat with O by lia. reflexivity. }
    assert (above_last : above (f + count)%nat = inject_Z a_last).
    { unfold above. replace (f + count - f)%nat with count by lia. reflexivity. }
    assert (a_first0 : (0 <= a_first)%Z).
    { assert (ip : In (nth 0 weights (0, 0)%Z) weights) by (apply nth_In; lia).
      specialize (fst_nonneg _ ip). unfold a_first. lia. }
    assert (a_last0 : (0 <= a_last)%Z).
    { assert (ip : In (nth count weights (0, 0)%Z) weights) by (apply nth_In; lia).
      specialize (fst_nonneg _ ip). unfold a_last. lia. }
    set (left := if (first =? 0)%Z then 0%Z
      else ceil_div (a_first * first * Zpos d) (n - first * Zpos d)) in *.
    set (right := ceil_div (a_last * n) ((last + 1) * Zpos d - n)) in *.
    set (beyond' := (most * (left + right) + most_gain * (first * left
      + ceil_div (n * (a_last + right)) (Zpos d)))%Z) in *.
    assert (D0 : 0 < inject_Z (Zpos d)) by reflexivity.
    assert (LD : (n # d) * inject_Z (Zpos d) == inject_Z n) by exact (L_times n d).
    assert (room : (0 < (last + 1) * Zpos d - n)%Z).
    { assert (M : (n < (Qfloor (n # d) + 1) * Zpos d)%Z).
      { unfold Qlt in TF. cbn [Qnum Qden inject_Z] in TF. lia. }
      nia. }
    assert (left0 : (0 <= left)%Z).
    { unfold left. destruct (Z.eqb_spec first 0) as [e | ne]; [lia | ].
      cbn [orb] in window. apply Z.ltb_lt in window. apply ceil_div_nonneg; nia. }
    assert (right0 : (0 <= right)%Z) by (apply ceil_div_nonneg; [exact room | nia]).
    assert (QD : forall x y, x * inject_Z (Zpos d) <= y * inject_Z (Zpos d) -> x <= y).
    { intros x0 y0. apply Qmult_le_r. exact D0. }
    assert (greatest0 : (0 < left + total_of snd weights + right)%Z) by lia.
    set (greatest := (left + total_of snd weights + right)%Z) in *.
    set (low_end := (lower_sum rows weights start s' / greatest)%Z).
    set (high_end := ceil_div (beyond' + upper_sum rows error weights first start s') least).
    assert (nonneg : forall x, (0 <= x)%Z -> 0 <= inject_Z x).
    { intros x. rewrite (inject_le 0 x). auto. }
    rewrite <- FC. cbv zeta.
    refine (quotients_between P g c P_weighted P_most (n # d) (inject_Z most) (inject_Z most_gain)
      f count z below above Y (inject_Z error) (inject_Z left) (inject_Z right) s'
      (inject_Z low_end) (inject_Z high_end) _ Z0 (nonneg _ most_nonneg) (nonneg _ most_gain_nonneg)
      (nonneg _ error_nonneg) _ c_most _ Y_first (fun k t => conj (Y_nonneg k t) (Y_step k t))
      _ _ _ _ _ _ m).
    - split; [exact L0 | ]. unfold nat_Q. apply Qlt_le_trans with (1 := TF).
      rewrite <- inject_le. lia.
    - intros t. destruct (Y_first t) as [y1 _]. assert (y0 := Y_nonneg 0 t).
      split; [lra | exact (g_most t)].
    - intros k [k1 k2]. destruct (B (k - f)%nat ltac:(lia)) as [b0 b1].
      replace (f + (k - f))%nat with k in b1 by lia.
      exact (conj (nonneg _ b0) b1).
    - unfold left. destruct (Z.eqb_spec first 0) as [e | ne].
      + left. split; [unfold f; rewrite e; reflexivity | apply Qle_refl].
      + right. cbn [orb] in window. apply Z.ltb_lt in window. rewrite above_first.
        assert (nf : nat_Q f = inject_Z first) by (unfold nat_Q; rewrite F; reflexivity).
        rewrite nf. split.
        * apply Qmult_lt_r with (inject_Z (Zpos d)); [exact D0 | ].
          rewrite LD, <- inject_Z_mult, <- Zlt_Qlt. exact window.
        * apply QD. assert (S := ceil_div_spec (a_first * first * Zpos d) (n - first * Zpos d)
            ltac:(lia)). rewrite inject_le in S.
          set (w := ceil_div _ _) in *. rewrite <- Qmult_assoc, <- !inject_Z_mult.
          apply Qle_trans with (inject_Z (w * (n - first * Zpos d))).
          { rewrite Z.mul_assoc. exact S. }
          rewrite inject_Z_mult. unfold Z.sub. rewrite inject_Z_plus, inject_Z_opp, inject_Z_mult.
          rewrite <- LD. apply Qeq_sym_le. ring.
    - rewrite above_last. unfold nat_Q.
      replace (Z.of_nat (S (f + count))) with (last + 1)%Z by lia. apply QD.
      assert (S := ceil_div_spec (a_last * n) _ room). fold right in S. rewrite inject_le in S.
      unfold Z.sub in S. rewrite !inject_Z_mult, inject_Z_plus, inject_Z_opp, inject_Z_mult in S.
      rewrite <- LD in S. rewrite <- Qmult_assoc.
      apply (Qle_trans _ _ _ S), Qeq_sym_le. ring.
    - apply nonneg. unfold low_end. apply Z.div_pos; [ | exact greatest0].
      rewrite inject_le. rewrite <- lower_is. apply sum_nonneg. intros k.
      apply Qmult_le_0_compat; [ | apply Y_nonneg]. apply nonneg.
      destruct (Nat.lt_ge_cases (k - f) (length weights)) as [lt | ge].
      + apply fst_nonneg, nth_In. exact lt.
      + rewrite nth_overflow by exact ge. cbn. lia.
    - rewrite lower_is, sum_above, <- !inject_Z_plus, <- inject_Z_mult, <- inject_le.
      fold greatest. unfold low_end. rewrite Z.mul_comm. apply Z.mul_div_le. exact greatest0.
    - apply nonneg. apply ceil_div_nonneg; [exact least0 | ].
      assert (U : (0 <= upper_sum rows error weights first start s')%Z).
      { rewrite inject_le, <- upper_is. apply sum_nonneg. intros k.
        apply Qmult_le_0_compat.
        - apply nonneg. destruct (Nat.lt_ge_cases (k - f) (length weights)) as [lt | ge].
          + assert (ip := nth_In weights (0, 0)%Z lt). specialize (fst_nonneg _ ip). lia.
          + rewrite nth_overflow by exact ge. cbn. lia.
        - assert (y0 := Y_nonneg k s'). assert (e0 := nonneg _ error_nonneg).
          assert (k0 := nat_Q_nonneg k). lra. }
      assert (c0 := ceil_div_nonneg (n * (a_last + right)) (Zpos d) ltac:(lia) ltac:(nia)).
      assert (0 <= beyond')%Z; [ | lia]. unfold beyond'.
      apply Z.add_nonneg_nonneg; apply Z.mul_nonneg_nonneg; nia.
    - rewrite upper_is, sum_below. unfold beyond. rewrite above_last.
      assert (nf : nat_Q f = inject_Z first) by (unfold nat_Q; rewrite F; reflexivity). rewrite nf.
      set (w := ceil_div (n * (a_last + right)) (Zpos d)) in *.
      assert (LW : (n # d) * (inject_Z a_last + inject_Z right) <= inject_Z w).
      { apply QD. assert (S := ceil_div_spec (n * (a_last + right)) (Zpos d) ltac:(lia)).
        fold w in S. rewrite inject_le, !inject_Z_mult, inject_Z_plus, <- LD in S.
        apply Qle_trans with (2 := S). apply Qeq_sym_le. ring. }
      assert (S := ceil_div_spec (beyond' + upper_sum rows error weights first start s') least
        least0). fold high_end in S. rewrite inject_le, inject_Z_mult, inject_Z_plus in S.
      apply Qle_trans with (2 := S).
      unfold beyond'. rewrite inject_Z_plus, !inject_Z_mult, !inject_Z_plus, inject_Z_mult.
      assert (C0 := nonneg _ most_gain_nonneg).
      assert (M : inject_Z most_gain * ((n # d) * (inject_Z a_last + inject_Z right))
        <= inject_Z most_gain * inject_Z w).
      { rewrite !(Qmult_comm (inject_Z most_gain)). apply Qmult_le_compat_r; assumption. }
      lra.
  Qed.
End Stage.
