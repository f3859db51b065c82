(* The rank, as it is defined here, is that of the textbooks: every matrix has exactly one, and its
   rows have the same; and all bases of a null space have the same number of vectors. The checkers
   do not need this file. *)
From Coq Require Import QArith List Lia Lqa Setoid.
From exactbox Require Import LinearDefinitions Linear.
Local Open Scope Q_scope.

Lemma fewer_columns m r s A : (s <= r)%nat -> independent m r A -> independent m s A.
Proof.
  intros l I x N t lt. set (y := fun t => if Nat.ltb t s then x t else 0).
  assert (E : forall t, (t < s)%nat -> y t == x t).
  { intros j lj. unfold y. rewrite (proj2 (Nat.ltb_lt j s) lj). reflexivity. }
  rewrite <- (E t lt). apply I; [ | lia]. intros i li. rewrite <- (N i li). unfold apply.
  replace r with (s + (r - s))%nat by lia. rewrite sum_add, (sum_of_0 (r - s)), Qplus_0_r.
  - apply sum_eq. intros j lj. rewrite (E j lj). reflexivity.
  - intros j _. unfold y. rewrite (proj2 (Nat.ltb_ge _ s)) by lia. ring.
Qed.

Lemma no_more_independent_columns m n A r s :
  (exists c, places r n c /\ independent m r (columns A c)) ->
  (forall c, places (S s) n c -> dependent m (S s) (columns A c)) -> (r <= s)%nat.
Proof.
  intros [c [P I]] D. destruct (Nat.le_gt_cases r s) as [l | l]; [exact l | exfalso].
  apply (dependent_is_not_independent m (S s) (columns A c)).
  - apply D. intros t lt. apply P. lia.
  - exact (fewer_columns m r (S s) _ l I).
Qed.

Theorem rank_unique m n A r s : rank m n A r -> rank m n A s -> r = s.
Proof.
  intros [I D] [J E].
  apply Nat.le_antisymm; eapply no_more_independent_columns; eassumption.
Qed.

(* The columns c of A are independent, and A is these times C: take any column that is not a
   combination of those before. *)
Lemma independent_columns_that_span m A n : exists r c C,
  places r n c /\ independent m r (columns A c) /\ equal m n A (product r (columns A c) C).
Proof.
  induction n as [ | n [r [c [C [P [I E]]]]]].
  - exists 0%nat, (fun t => t), zero. split; [intros t l; lia | ].
    split; [intros x _ j l; lia | intros i j _ l; lia].
  - set (W := beside r (columns A c) (fun i _ => A i n)).
    destruct (independent_or_dependent m (S r) W) as [J | D].
    + exists (S r), (fun t => if Nat.ltb t r then c t else n),
        (fun t j => if Nat.ltb j n then if Nat.ltb t r then C t j else 0
                    else if Nat.ltb t r then 0 else 1).
      split; [ | split].
      * intros t l. destruct (Nat.ltb_spec t r) as [lt | _]; [specialize (P t lt) | ]; lia.
      * intros x X. apply J. intros i l. rewrite <- (X i l). apply sum_eq. intros t _.
        unfold W, beside, columns. destruct (Nat.ltb t r); reflexivity.
      * intros i j li lj. unfold product, columns. cbn [sum]. rewrite Nat.ltb_irrefl.
        destruct (Nat.ltb_spec j n) as [lt | ge].
        { rewrite (E i j li lt), Qmult_0_r, Qplus_0_r. apply sum_eq. intros t l.
          rewrite (proj2 (Nat.ltb_lt t r) l). reflexivity. }
        replace j with n by lia. rewrite sum_of_0; [ring | ]. intros t l.
        rewrite (proj2 (Nat.ltb_lt t r) l). ring.
    + destruct (combination m r _ _ I D) as [x X].
      exists r, c, (fun t j => if Nat.ltb j n then C t j else x t).
      split; [intros t l; specialize (P t l); lia | split; [exact I | ]].
      intros i j li lj. unfold product.
      destruct (Nat.ltb_spec j n) as [lt | ge]; [exact (E i j li lt) | ].
      replace j with n by lia. symmetry. exact (X i li).
Qed.

(* Where A is U V with r columns in U, any r + 1 of its columns are dependent. *)
Lemma dependent_by_factors m n r A U V : equal m n A (product r U V) ->
  forall c, places (S r) n c -> dependent m (S r) (columns A c).
Proof.
  intros E c P.
  destruct (more_unknowns_than_equations r (S r) (columns V c)) as [x [N D]]; [lia | ].
  exists x. split; [ | exact D]. intros i li. rewrite <- (apply_0 r U _ i N), apply_apply.
  apply sum_eq. intros t l. unfold columns. rewrite (E i (c t) li (P t l)). reflexivity.
Qed.

Lemma rank_with_factors m n A : exists r U V, rank m n A r /\ equal m n A (product r U V).
Proof.
  destruct (independent_columns_that_span m A n) as [r [c [C [P [I E]]]]].
  exists r, (columns A c), C. split; [split | exact E].
  - exists c. split; assumption.
  - exact (dependent_by_factors m n r A _ C E).
Qed.

Theorem rank_exists m n A : exists r, rank m n A r.
Proof. destruct (rank_with_factors m n A) as [r [_ [_ [R _]]]]. exists r. exact R. Qed.

Definition transpose (A : matrix) : matrix := fun i j => A j i.

Lemma rank_at_most_of_rows m n A r s : rank m n A r -> rank n m (transpose A) s -> (r <= s)%nat.
Proof.
  intros [I _] R. destruct (rank_with_factors n m (transpose A)) as [b [U [V [S E]]]].
  rewrite (rank_unique n m _ s b R S). apply (no_more_independent_columns m n A r b I).
  apply (dependent_by_factors m n b A (transpose V) (transpose U)). intros i j li lj.
  etransitivity; [exact (E j i lj li) | ]. apply sum_eq. intros t _. apply Qmult_comm.
Qed.

Theorem rank_of_rows m n A r : rank m n A r -> rank n m (transpose A) r.
Proof.
  intros R. destruct (rank_exists n m (transpose A)) as [s S]. replace r with s; [exact S | ].
  apply Nat.le_antisymm; [apply (rank_at_most_of_rows n m (transpose A)) | ];
    eauto using rank_at_most_of_rows.
Qed.

(* Null spaces ---------------------------------------------------------------------------------- *)

Theorem null_space_dimension m n A w v K L :
  null_space_basis m n w A K -> null_space_basis m n v A L -> w = v.
Proof.
  assert (H : forall w v K L,
    null_space_basis m n w A K -> null_space_basis m n v A L -> (w <= v)%nat).
  { intros a b U V [Z [I _]] [_ [_ N]]. destruct (Nat.le_gt_cases a b) as [l | l]; [exact l | ].
    exfalso.
    destruct (finite_choice (fun _ => 0) a
      (fun t x => same n (fun j => U j t) (apply b V x))) as [C H].
    { intros t lt. apply N. intros i li. exact (Z i t li lt). }
    apply (dependent_is_not_independent n a U); [ | exact I].
    destruct (more_unknowns_than_equations b a (fun q t => C t q) l) as [x [X D]].
    exists x. split; [ | exact D]. intros j lj. rewrite <- (apply_0 b V _ j X), apply_apply.
    apply sum_eq. intros t lt. rewrite (H t lt j lj). reflexivity. }
  intros P Q. apply Nat.le_antisymm; eapply H; eassumption.
Qed.
