(* Tables of entries, and two ways to know of two values which is less without
   a look at long integers: values sorted beforehand, or their leading digits. *)
From Coq Require Import QArith List Lia Lqa Bool ZArith NArith FMapPositive.
From exactbox Require Import Definitions Plays Kernel.
From exactbox Require Export Arrays.
Import ListNotations.
Local Open Scope Q_scope.

(* Values of one denominator, sorted ------------------------------------------------------------ *)

Section Sorted.
  Variable numerators : list Z.

  Fixpoint sorted (l : list Z) : bool :=
    match l with
    | a :: (b :: _) as m => if (a <=? b)%Z then sorted m else false
    | _ => true
    end.

  Lemma sorted_spec l : sorted l = true -> forall i j a b, (i <= j)%nat ->
    nth_error l i = Some a -> nth_error l j = Some b -> (a <= b)%Z.
  Proof.
    induction l as [ | c l IH]; intros H i j a b le Ha Hb; [destruct i; discriminate | ].
    assert (Hl : sorted l = true).
    { destruct l as [ | d l]; [reflexivity | ]. cbn [sorted] in H. apply if_and in H.
      exact (proj2 H). }
    destruct i as [ | i], j as [ | j]; cbn [nth_error] in *; [ | | lia | ].
    - injection Ha as <-. injection Hb as <-. lia.
    - injection Ha as <-. destruct l as [ | d l]; [destruct j; discriminate | ].
      cbn [sorted] in H. apply if_and in H as [H _]. apply Z.leb_le in H.
      assert (d <= b)%Z; [ | lia].
      exact (IH Hl 0%nat j d b ltac:(lia) eq_refl Hb).
    - exact (IH Hl i j a b ltac:(lia) Ha Hb).
  Qed.

  (* Each entry is the place of its numerator, and a rank. *)
  Definition at_place (m : table Z) (pr : N * N) : entry :=
    match get m (fst pr) with
    | Some n => Entry true n 0 (Z.of_N (fst pr)) (snd pr)
    | None => Entry false 0 0 (-1) 0
    end.

  Definition by_place (places : table (N * N)) : table entry :=
    let m := of_list numerators in PositiveMap.map (at_place m) places.

  Theorem by_place_orders (den : N -> positive) places : sorted numerators = true ->
    forall k l a b, find k (by_place places) = Some a -> find l (by_place places) = Some b ->
    finite a = true -> finite b = true -> (order a < order b)%Z -> value den a <= value den b.
  Proof.
    intros H k l a b Ha Hb. unfold by_place in *. rewrite find_map in Ha, Hb.
    destruct (find k places) as [[p r] | ]; [ | discriminate].
    destruct (find l places) as [[p' r'] | ]; [ | discriminate].
    cbn [option_map] in *. injection Ha as <-. injection Hb as <-. unfold at_place. cbn [fst snd].
    rewrite !of_list_spec.
    destruct (nth_error numerators (N.to_nat p)) as [n | ] eqn:ep; [ | discriminate].
    destruct (nth_error numerators (N.to_nat p')) as [n' | ] eqn:ep'; [ | discriminate].
    cbn [order]. intros _ _ lt. unfold value, Qle. cbn [num block Qnum Qden].
    assert (n <= n')%Z; [ | nia].
    apply (sorted_spec _ H (N.to_nat p) (N.to_nat p')); [lia | exact ep | exact ep'].
  Qed.
End Sorted.

(* Leading digits ------------------------------------------------------------------------------- *)

Section Leads.
  Variable den : N -> positive.

  (* The value times 2^64, rounded down. *)
  Definition lead (e : entry) : entry :=
    Entry (finite e) (num e) (block e) (num e * 2 ^ 64 / Zpos (den (block e))) (rank e).

  Theorem lead_orders (m : table entry) :
    forall k l a b, find k (PositiveMap.map lead m) = Some a ->
    find l (PositiveMap.map lead m) = Some b ->
    finite a = true -> finite b = true -> (order a < order b)%Z -> value den a <= value den b.
  Proof.
    intros k l a b Ha Hb _ _. rewrite find_map in Ha, Hb.
    destruct (find k m) as [x | ]; [ | discriminate].
    destruct (find l m) as [z | ]; [ | discriminate].
    cbn [option_map] in *. injection Ha as <-. injection Hb as <-. unfold lead, value.
    cbn [order num block]. set (d := den (block x)). set (d' := den (block z)). intros lt.
    assert (U := Z.mul_succ_div_gt (num x * 2 ^ 64) (Zpos d) ltac:(lia)).
    assert (L := Z.mul_div_le (num z * 2 ^ 64) (Zpos d') ltac:(lia)).
    set (i := (num x * 2 ^ 64 / Zpos d)%Z) in *. set (j := (num z * 2 ^ 64 / Zpos d')%Z) in *.
    assert (p0 : (0 < 2 ^ 64)%Z) by reflexivity. set (p := (2 ^ 64)%Z) in *. clearbody p i j.
    assert (A : (num x * p * Zpos d' <= Zpos d * j * Zpos d')%Z).
    { apply Z.mul_le_mono_nonneg_r; [lia | ]. nia. }
    assert (B : (Zpos d' * j * Zpos d <= num z * p * Zpos d)%Z).
    { apply Z.mul_le_mono_nonneg_r; lia. }
    unfold Qle. cbn [Qnum Qden]. apply Z.mul_le_mono_pos_r with p; [exact p0 | nia].
  Qed.
End Leads.
