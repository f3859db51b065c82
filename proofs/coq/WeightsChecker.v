(* Checkers for what weights of the rows prove: that no solution has integers alone, and what an
   entry of the only solution is. Where one says true, the statement holds.

   The conditions are those of check_no_integer_solution and check_entry of
   exactbox/checker/statements/weights.py. Here all weights have one denominator d. *)
From Coq Require Import QArith ZArith NArith List Lia Lqa Setoid Bool.
From exactbox Require Import LinearDefinitions Linear LinearChecker.
Import ListNotations.
Local Open Scope Z_scope.

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
  intros H. conditions H as [[[W L] V] E]. destruct (shape_length m n s W).
  assert (S := fun f c => weighed s d w f c L).
  destruct E as [c [I E]]. apply in_seq in I.
  apply (no_integers _ n k _ _ (weight s d w)).
  - intros j l. destruct (proj1 (multiple_sound d _ j) (V j ltac:(apply in_seq; lia))) as [z Hz].
    exists z. rewrite <- Hz. exact (S coefficients (N.of_nat j)).
  - exists c. split; [lia | ]. intros [z Hz].
    apply negb_true_iff in E. rewrite (proj2 (multiple_sound d _ c)) in E; [discriminate | ].
    exists z. rewrite <- Hz. symmetry. exact (S constants (N.of_nat c)).
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
  intros H. conditions H as [[[[[[W L] I] K] G] U] E]. apply Qeq_bool_eq in E.
  assert (R := regular_independent n n s g W G). conditions U as U.
  destruct (shape_length n n s W). assert (S := fun f c => weighed s d w f c L).
  destruct (entry_by_weights _ k (lhs s) (rhs s) i c (weight s d w) I K R) as [X [Y V]].
  - intros j l. etransitivity; [exact (S coefficients (N.of_nat j)) | ].
    specialize (U j ltac:(apply in_seq; lia)). apply Z.eqb_eq in U. rewrite U. unfold identity.
    destruct (Nat.eqb i j); by_integers.
  - exists X. split; [exact Y | ]. rewrite V, <- E. exact (S constants (N.of_nat c)).
Qed.
