(* Small programs and a game: what is known of them follows, and the statements exclude each
   other as they should. *)
From Coq Require Import QArith NArith List Lia Lqa.
From exactbox Require Import LinearDefinitions LinearChecker ProgramDefinitions Programs.
From exactbox Require Import ProgramChecker.
Import ListNotations.
Local Open Scope Q_scope.

(* Two-finger Morra: -1/12. *)
Definition morra : matrix := fun i j =>
  match i, j with O, O => 2 | S O, S O => 4 | _, _ => -(3) end.
Definition twelfths : vector := fun i => match i with O => 7 # 12 | _ => 5 # 12 end.

Ltac each := intros [ | [ | k]] s; [ | | simpl in s; lia].    (* for all numbers below 2 *)

Lemma mixed : mixture 2 twelfths.
Proof. split; [each | ]; unfold twelfths; simpl; lra. Qed.

Example morras_value : game_has_value 2 2 morra (-1 # 12).
Proof.
  apply (game_value 2 2 morra (-1 # 12) twelfths twelfths); try exact mixed;
    each; vm_compute; discriminate.
Qed.

(* minimise -3 x - 2 y where x + y <= 4, 6 x + 2 y <= 17 and x, y >= 0: -41/4 at (9/4, 7/4) alone. *)
Definition bread : program := {|
  m := 2; n := 2;
  A := fun i j => match i, j with O, _ => 1 | _, O => 6 | _, _ => 2 end;
  L := fun _ => None; U := fun i => match i with O => Some 4 | _ => Some 17 end;
  l := fun _ => Some 0; u := fun _ => None;
  c := fun j => match j with O => -(3) | _ => -(2) end |}.
Definition best : vector := fun j => match j with O => 9 # 4 | _ => 7 # 4 end.
Definition prices : vector := fun i => match i with O => -(3 # 2) | _ => -(1 # 4) end.

Lemma bread_proved : proved_optimal bread best prices.
Proof.
  split; [split; each; split; vm_compute; try exact I; discriminate | split; each].
  all: split; intros s'; vm_compute in s'; try discriminate s'; eexists; split; reflexivity.
Qed.

Example bread_optimal : optimal bread best /\ objective bread best == -41 # 4.
Proof. split; [exact (lp_optimal bread best prices bread_proved) | reflexivity]. Qed.

Example bread_only : only_optimal bread best.
Proof.
  apply (lp_unique bread best prices bread_proved). intros z _ rows.
  assert (first : apply 2 (A bread) z 0%nat == 0)
    by (apply (rows 0%nat); [simpl; lia | left; discriminate]).
  assert (second : apply 2 (A bread) z 1%nat == 0)
    by (apply (rows 1%nat); [simpl; lia | left; discriminate]).
  unfold apply in first, second. simpl in first, second. each; simpl; lra.
Qed.

(* x >= 1 and x <= 0, as a row and a bound; and without the bound, where -x is minimised. *)
Definition one_row (high : option Q) (cost : Q) : program := {|
  m := 1; n := 1; A := fun _ _ => 1; L := fun _ => Some 1; U := fun _ => None;
  l := fun _ => Some 0; u := fun _ => high; c := fun _ => cost |}.

Example none : infeasible (one_row (Some 0) 0).
Proof.
  apply (lp_infeasible _ (fun _ => 1) (fun _ => 0) (fun _ => 1)).
  1, 2: intros j _; split; intros s; vm_compute in s; try discriminate s; eexists; easy.
  reflexivity.
Qed.

Example endless : unbounded (one_row None (-(1))).
Proof.
  apply (lp_unbounded _ (fun _ => 1) (fun _ => 1)).
  1: split; intros j _; split; vm_compute; try exact I; discriminate.
  1, 2: intros j _; split; intros s; vm_compute in s; try discriminate s; reflexivity.
  reflexivity.
Qed.

Goal ~ unbounded bread.
Proof.
  intros H. destruct (H (objective bread best)) as (x & feasible_x & less).
  destruct bread_optimal as [[_ least] _]. specialize (least x feasible_x). lra.
Qed.

(* The same as a file has it: maximise 3 x + 2 y where x + y <= 4, 3 x + y <= 17/2 and x, y >= 0; a
   change of any bound, coefficient, price or row of the minor is refused. *)
Definition written (high : Z) : listed := {|
  bounded := [(Equation 1 [(0%N, 1%Z); (1%N, 1%Z)] [], (None, Some 4%Z));
              (Equation 2 [(0%N, 6%Z); (1%N, 2%Z)] [], (None, Some high))];
  column_sides := [(Some 0, None); (Some 0, None)];
  costs := [(0%N, 3%Z); (1%N, 2%Z)]; costs_over := 1; constant := 0; maximised := true |}.
Definition shown (price : Z) (rows : list N) : witness := {|
  point := Numbers 4 [9%Z; 7%Z]; dual := Numbers 4 [(-6)%Z; price]; ray := Numbers 1 [];
  corners := Minor 5 rows [0%N; 1%N] |}.

Example written_only : program_means (written 17) (Only_optimal (41 # 4)).
Proof. exact (program_sound (written 17) Is_only (shown (-1) [0%N; 1%N]) _ eq_refl). Qed.

Goal check_program (written 18) Is_only (shown (-1) [0%N; 1%N]) = None /\
  check_program (written 17) Is_only (shown (-2) [0%N; 1%N]) = None /\
  check_program (written 17) Is_only (shown (-1) [0%N; 0%N]) = None.
Proof. repeat split. Qed.

Goal ~ program_means (written 17) (Optimal 10).
Proof.
  intros (x & [feasible_x least] & ten). destruct written_only as (z & [[feasible_z best] _] & value).
  specialize (least z feasible_z). specialize (best x feasible_x).
  unfold objective in least, best. simpl in least, best.
  unfold value_at, cost_at in *. simpl in *. unfold cost_at in *. simpl in *. lra.
Qed.
