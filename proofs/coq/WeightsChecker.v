(* Checkers for what weights of the rows prove: that no solution has integers alone, and what an
   entry of the only solution is. Where one says true, the statement holds.

   The conditions are those of check_no_integer_solution and check_entry of
   exactbox/checker/statements/weights.py. Here all weights have one denominator d. *)
From Coq Require Import QArith ZArith NArith List Lia Lqa Setoid Bool.
From exactbox Require Import LinearDefinitions Linear LinearChecker.
Import ListNotations.
Local Open Scope Z_scope.

(* Row i of A weighs w(i) / d times its denominator, row i of integers w(i) / d. *)
Definition weight (s : list equation) (d : positive) (w : list Z) (i : nat) : Q :=
  ((nth i w 0%Z # d) * inject_Z (Zpos (over (nth_equation s i))))%Q.

Lemma weighed m s d w f c : length s = m -> length w = m ->
  (sum m (fun i => weight s d w i * (entry (f (nth_equation s i)) c # over (nth_equation s i)))
   == entry (weigh w (map f s)) c # d)%Q.
Proof.
  intros M L. rewrite (over_denominator _ d), <- (weigh_system m s w f c M L), <- sum_scale.
  apply sum_eq. intros i _. unfold weight. rewrite (over_denominator _ d). ring.
Qed.

(* All of the first n entries are multiples of d; entry c is. *)
Definition multiple (d : positive) (r : row) (c : nat) : bool :=
  Z.eqb (entry r (N.of_nat c) mod Zpos d) 0.

Lemma multiple_sound d r c :
  multiple d r c = true <-> exists z, (entry r (N.of_nat c) # d == inject_Z z)%Q.
Proof.
  unfold multiple. rewrite Z.eqb_eq. set (v := entry r (N.of_nat c)). split.
  - intros H. exists (v / Zpos d). pose proof (Z.div_mod v (Zpos d) ltac:(discriminate)).
    unfold Qeq. cbn [Qnum Qden inject_Z]. lia.
  - intros [z H]. unfold Qeq in H. cbn [Qnum Qden inject_Z] in H.
    replace v with (z * Zpos d) by lia. apply Z.mod_mul. discriminate.
Qed.

Definition check_no_integer_solution (m n k : nat) s (d : positive) (w : list Z) : bool :=
  shape m n s && Nat.eqb (length w) m
  && (let a := weigh w (map coefficients s) in forallb (multiple d a) (seq 0 n))
  && let b := weigh w (map constants s) in existsb (fun c => negb (multiple d b c)) (seq 0 k).

Theorem no_integer_solution_checked m n k s d w :
  check_no_integer_solution m n k s d w = true -> no_integer_solution m n k (lhs s) (rhs s).
Proof.
  unfold check_no_integer_solution. intros H. apply andb_prop in H as [H E].
  apply andb_prop in H as [H V]. apply andb_prop in H as [W L]. apply Nat.eqb_eq in L.
  destruct (shape_sound m n s W) as [M _].
  rewrite forallb_forall in V. apply existsb_exists in E as [c [I E]]. apply in_seq in I.
  apply (no_integers m n k _ _ (weight s d w)).
  - intros j l. unfold lhs.
    destruct (proj1 (multiple_sound d _ j) (V j ltac:(apply in_seq; lia))) as [z Hz].
    exists z. rewrite <- Hz. exact (weighed m s d w coefficients (N.of_nat j) M L).
  - exists c. split; [lia | ]. intros [z Hz]. unfold rhs in Hz.
    apply negb_true_iff in E. rewrite (proj2 (multiple_sound d _ c)) in E; [discriminate | ].
    exists z. rewrite <- Hz. symmetry. exact (weighed m s d w constants (N.of_nat c) M L).
Qed.

(* The unit vector of i, times d. *)
Definition is_unit (n i : nat) (d : positive) (r : row) : bool :=
  forallb (fun j => Z.eqb (entry r (N.of_nat j)) (if Nat.eqb i j then Zpos d else 0)) (seq 0 n).

Definition check_entry (n k : nat) s (i c : nat) g (d : positive) (w : list Z) (v : Q) : bool :=
  shape n n s && Nat.eqb (length w) n && Nat.ltb i n && Nat.ltb c k && regular n n n s g
  && is_unit n i d (weigh w (map coefficients s))
  && Qeq_bool (entry (weigh w (map constants s)) (N.of_nat c) # d) v.

Theorem entry_checked n k s i c g d w v : check_entry n k s i c g d w v = true ->
  entry_of_solution n k (lhs s) (rhs s) i c v.
Proof.
  unfold check_entry. intros H. apply andb_prop in H as [H E]. apply Qeq_bool_eq in E.
  apply andb_prop in H as [H U]. apply andb_prop in H as [H G].
  apply andb_prop in H as [H K]. apply andb_prop in H as [H I]. apply andb_prop in H as [W L].
  apply Nat.eqb_eq in L. apply Nat.ltb_lt in I, K. destruct (shape_sound n n s W) as [M _].
  unfold is_unit in U. rewrite forallb_forall in U.
  destruct (entry_by_weights n k (lhs s) (rhs s) i c (weight s d w) I K) as [X [S V]].
  - exact (regular_independent n n s g W G).
  - intros j l. unfold lhs, identity.
    rewrite (weighed n s d w coefficients (N.of_nat j) M L).
    specialize (U j ltac:(apply in_seq; lia)). apply Z.eqb_eq in U. rewrite U.
    destruct (Nat.eqb i j); [ | reflexivity]. unfold Qeq. cbn [Qnum Qden]. lia.
  - exists X. split; [exact S | ]. rewrite V, <- E. unfold rhs.
    exact (weighed n s d w constants (N.of_nat c) M L).
Qed.
