(* Linear programs and matrix games: why points, prices, rays and mixtures prove what is said.

   The reasons are those of check_optimal, check_only, check_infeasible, check_ray and check_game of
   exactbox/checker/program.py. *)
From Coq Require Import QArith Qminmax Lia Lqa Setoid.
From exactbox Require Import LinearDefinitions Linear ProgramDefinitions.
Local Open Scope Q_scope.

(* Sums ----------------------------------------------------------------------------------------- *)

Lemma sum_le k f g : (forall j, (j < k)%nat -> f j <= g j) -> sum k f <= sum k g.
Proof.
  induction k as [ | k IH]; intros H; simpl; [apply Qle_refl | ].
  apply Qplus_le_compat; [apply IH; intros j i; apply H; lia | apply H; lia].
Qed.

(* If sums of terms that are each at least as large are equal, the terms are. *)
Lemma sum_le_eq k f g : (forall j, (j < k)%nat -> f j <= g j) -> sum k g <= sum k f ->
  forall j, (j < k)%nat -> f j == g j.
Proof.
  induction k as [ | k IH]; intros H l j i; [lia | ]. simpl in l.
  assert (first : sum k f <= sum k g) by (apply sum_le; intros t s; apply H; lia).
  assert (last : f k <= g k) by (apply H; lia).
  destruct (Nat.eq_dec j k) as [-> | ne]; [lra | ].
  apply IH; [intros t s; apply H; lia | lra | lia].
Qed.

(* The prices of the columns, and the identity that all proofs rest on:
   c x = (c - A' y) x + y (A x). *)
Definition price (P : program) (y c : vector) (j : nat) : Q :=
  c j - sum (m P) (fun i => y i * A P i j).

Definition priced (P : program) (y c x : vector) : Q :=
  sum (n P) (fun j => price P y c j * x j) + sum (m P) (fun i => y i * apply (n P) (A P) x i).

Lemma identity P y c x : sum (n P) (fun j => c j * x j) == priced P y c x.
Proof.
  unfold priced, price. rewrite sum_apply, <- sum_plus. apply sum_eq. intros j _. ring.
Qed.

(* Optimal points ------------------------------------------------------------------------------- *)

(* A variable whose price is above 0 is at its lower bound, one whose price is below 0 at its upper
   one. *)
Definition supports (d x : Q) (low high : option Q) : Prop :=
  (0 < d -> exists b, low = Some b /\ x == b) /\ (d < 0 -> exists b, high = Some b /\ x == b).

Lemma supports_le k d x z low high :
  (forall j, (j < k)%nat -> supports (d j) (x j) (low j) (high j)) ->
  within k low high z -> forall j, (j < k)%nat -> d j * x j <= d j * z j.
Proof.
  intros H inside j i. destruct (H j i) as [positive negative], (inside j i) as [below above].
  destruct (Qlt_le_dec 0 (d j)) as [p | q]; [ | destruct (Qlt_le_dec (d j) 0) as [p | r]].
  - destruct (positive p) as (b & e & x_is). rewrite e in below. simpl in below. rewrite x_is. nra.
  - destruct (negative p) as (b & e & x_is). rewrite e in above. simpl in above. rewrite x_is. nra.
  - assert (e : d j == 0) by lra. rewrite e. lra.
Qed.

(* What the checker looks at: x is feasible, and y prices all variables so. *)
Definition proved_optimal (P : program) (x y : vector) : Prop :=
  feasible P x /\
  (forall j, (j < n P)%nat -> supports (price P y (c P) j) (x j) (l P j) (u P j)) /\
  (forall i, (i < m P)%nat -> supports (y i) (apply (n P) (A P) x i) (L P i) (U P i)).

Theorem lp_optimal P x y : proved_optimal P x y -> optimal P x.
Proof.
  intros (feasible_x & columns & rows). split; [exact feasible_x | ]. intros z [inside inside_rows].
  unfold objective. rewrite (identity P y (c P) x), (identity P y (c P) z).
  apply Qplus_le_compat; apply sum_le; eapply supports_le; eauto.
Qed.

(* The only optimal point ----------------------------------------------------------------------- *)

(* A variable that has a price, or whose two bounds are one. *)
Definition pinned (d : Q) (low high : option Q) : Prop :=
  ~ d == 0 \/ exists a b, low = Some a /\ high = Some b /\ a == b.

Lemma pinned_eq d x z low high : pinned d low high -> d * x == d * z ->
  from_below low x -> from_above high x -> from_below low z -> from_above high z -> z == x.
Proof.
  intros [other | (a & b & -> & -> & e)] same_product; simpl; intros; [ | lra].
  apply (Qmult_inj_l z x d other). symmetry. exact same_product.
Qed.

(* Nothing but 0 is 0 in all pinned columns, and its activities in all pinned rows; as where the
   other columns, restricted to these rows, are independent. *)
Definition held (P : program) (y : vector) : Prop :=
  forall z,
    (forall j, (j < n P)%nat -> pinned (price P y (c P) j) (l P j) (u P j) -> z j == 0) ->
    (forall i, (i < m P)%nat -> pinned (y i) (L P i) (U P i) -> apply (n P) (A P) z i == 0) ->
    same (n P) z (fun _ => 0).

Theorem lp_unique P x y : proved_optimal P x y -> held P y -> only_optimal P x.
Proof.
  intros H only. split; [exact (lp_optimal P x y H) | ].
  intros z [[inside_z inside_rows_z] best] j k.
  destruct H as ([inside inside_rows] & columns & rows).
  assert (as_good : objective P z <= objective P x) by (apply best; split; assumption).
  unfold objective in as_good.
  rewrite (identity P y (c P) x), (identity P y (c P) z) in as_good. unfold priced in as_good.
  pose proof (supports_le _ _ _ z _ _ columns inside_z) as c_le.
  pose proof (supports_le _ _ _ (apply (n P) (A P) z) _ _ rows inside_rows_z) as r_le.
  pose proof (sum_le _ _ _ c_le). pose proof (sum_le _ _ _ r_le).
  apply (minus_0 (n P)), k. apply only; [intros t s pin | intros i s pin].
  - destruct (inside t s), (inside_z t s). unfold minus. assert (z t == x t); [ | lra].
    eapply pinned_eq; eauto. exact (sum_le_eq _ _ _ c_le ltac:(lra) t s).
  - destruct (inside_rows i s), (inside_rows_z i s). rewrite apply_minus.
    assert (apply (n P) (A P) z i == apply (n P) (A P) x i); [ | lra].
    eapply pinned_eq; eauto. exact (sum_le_eq _ _ _ r_le ltac:(lra) i s).
Qed.

(* No feasible point ---------------------------------------------------------------------------- *)

(* Where all variables with a price are at these bounds, b of columns and r of rows, the products of
   prices and bounds are the least that any point has; but at a point they add up to 0. *)
Theorem lp_infeasible P y b r :
  (forall j, (j < n P)%nat -> supports (price P y (fun _ => 0) j) (b j) (l P j) (u P j)) ->
  (forall i, (i < m P)%nat -> supports (y i) (r i) (L P i) (U P i)) ->
  0 < sum (n P) (fun j => price P y (fun _ => 0) j * b j) + sum (m P) (fun i => y i * r i) ->
  infeasible P.
Proof.
  intros columns rows positive (z & inside & inside_rows).
  assert (zero := identity P y (fun _ => 0) z). rewrite sum_of_0 in zero by (intros; ring).
  pose proof (sum_le _ _ _ (supports_le _ _ _ z _ _ columns inside)).
  pose proof (sum_le _ _ _ (supports_le _ _ _ (apply (n P) (A P) z) _ _ rows inside_rows)).
  unfold priced in zero. lra.
Qed.

(* No end --------------------------------------------------------------------------------------- *)

(* Along the ray no variable falls that has a lower bound, and none rises that has an upper one. *)
Definition free_along (step : Q) (low high : option Q) : Prop :=
  (step < 0 -> low = None) /\ (0 < step -> high = None).

Lemma free_along_within step t x low high : 0 <= t -> free_along step low high ->
  from_below low x /\ from_above high x ->
  from_below low (x + t * step) /\ from_above high (x + t * step).
Proof.
  intros nonnegative [falls rises] [below above].
  destruct (Qlt_le_dec step 0) as [s | s]; [ | destruct (Qlt_le_dec 0 step) as [r | r]].
  - rewrite (falls s). split; [exact I | ]. destruct high; simpl in *; [nra | exact I].
  - rewrite (rises r). split; [ | exact I]. destruct low; simpl in *; [nra | exact I].
  - assert (e : step == 0) by lra.
    split; [destruct low | destruct high]; simpl in *; try exact I; rewrite e; lra.
Qed.

Theorem lp_unbounded P x r : feasible P x ->
  (forall j, (j < n P)%nat -> free_along (r j) (l P j) (u P j)) ->
  (forall i, (i < m P)%nat -> free_along (apply (n P) (A P) r i) (L P i) (U P i)) ->
  objective P r < 0 -> unbounded P.
Proof.
  intros [inside inside_rows] columns rows better b.
  set (t := Qmax 0 ((objective P x - b + 1) / - objective P r)).
  assert (nonnegative : 0 <= t) by apply Q.le_max_l.
  assert (enough : (objective P x - b + 1) / - objective P r <= t) by apply Q.le_max_r.
  exists (fun j => x j + t * r j). split; [split | ].
  - intros j k. apply free_along_within; auto.
  - intros i k.
    assert (e : apply (n P) (A P) (fun j => x j + t * r j) i ==
      apply (n P) (A P) x i + t * apply (n P) (A P) r i)
      by (rewrite apply_plus, apply_scale; reflexivity).
    destruct (free_along_within _ t _ _ _ nonnegative (rows i k) (inside_rows i k)).
    split; [destruct (L P i) | destruct (U P i)]; simpl in *; try exact I; rewrite e; assumption.
  - change (apply (n P) (fun _ => c P) (fun j => x j + t * r j) 0%nat < b).
    rewrite apply_plus, apply_scale. change (objective P x + t * objective P r < b).
    assert (over : 0 < - objective P r) by lra.
    apply (Qmult_le_r _ _ _ over) in enough.
    rewrite Qmult_comm, Qmult_div_r in enough by lra. nra.
Qed.

(* Games ---------------------------------------------------------------------------------------- *)

Lemma mixture_scaled k p v : mixture k p -> v == sum k (fun i => p i * v).
Proof. intros [_ e]. rewrite sum_scale_r, e. ring. Qed.

Theorem game_value k w (M : matrix) v p q : mixture k p -> mixture w q ->
  (forall j, (j < w)%nat -> v <= sum k (fun i => p i * M i j)) ->
  (forall i, (i < k)%nat -> apply w M q i <= v) -> game_has_value k w M v.
Proof.
  intros mixture_p mixture_q low high. split; [exists p | exists q]; split; auto.
  - intros z mixture_z. unfold payoff. rewrite sum_apply, (mixture_scaled w z v mixture_z) at 1.
    apply sum_le. intros j s. specialize (low j s). pose proof (proj1 mixture_z j s). nra.
  - intros z mixture_z. unfold payoff. rewrite (mixture_scaled k z v mixture_z) at 1.
    apply sum_le. intros i s. specialize (high i s). pose proof (proj1 mixture_z i s). nra.
Qed.

(* A game has one value. *)
Theorem game_value_unique k w (M : matrix) v z :
  game_has_value k w M v -> game_has_value k w M z -> v == z.
Proof.
  intros [(p & mixture_p & low) (q & mixture_q & high)]
    [(p' & mixture_p' & low') (q' & mixture_q' & high')].
  pose proof (low q' mixture_q'). pose proof (high' p mixture_p).
  pose proof (low' q mixture_q). pose proof (high p' mixture_p'). lra.
Qed.
