(* Functions on lists without a deep stack. Each does what the one that its lemma names does, and the
   extracted checker has it in that one's place (Extract.v): OCaml's stack, and a browser's, are
   small, and lists as long as the data. *)
From Coq Require Import QArith List Lia ZArith NArith.
From exactbox Require Import Definitions Kernel Questions Backward LinearChecker LinearDefinitions.
Import ListNotations.
Local Open Scope nat_scope.

Lemma reversed {A} (l m : list A) : rev_append l m = rev l ++ m.
Proof. apply rev_append_rev. Qed.

(* Natural numbers ------------------------------------------------------------------------------ *)

Fixpoint plus (n m : nat) : nat := match n with O => m | S n => plus n (S m) end.

Lemma plus_is n m : plus n m = Nat.add n m.
Proof.
  revert m. induction n as [ | n IH]; intros m; cbn [plus]; [reflexivity | rewrite IH; lia].
Qed.

Fixpoint times_onto (n m found : nat) : nat :=
  match n with O => found | S n => times_onto n m (plus m found) end.
Definition times (n m : nat) : nat := times_onto n m O.

Lemma times_is n m : times n m = Nat.mul n m.
Proof.
  assert (G : forall n k, times_onto n m k = n * m + k).
  { clear. induction n as [ | n IH]; intros k; cbn [times_onto]; [reflexivity | ].
    rewrite IH, plus_is. lia. }
  unfold times. rewrite G. lia.
Qed.

Fixpoint of_succ_nat_onto (n : nat) (p : positive) : positive :=
  match n with O => p | S n => of_succ_nat_onto n (Pos.succ p) end.
Definition of_succ_nat (n : nat) : positive := of_succ_nat_onto n 1.

Lemma of_succ_nat_is n : of_succ_nat n = Pos.of_succ_nat n.
Proof.
  assert (G : forall n p, of_succ_nat_onto n p = (p + Pos.of_succ_nat n - 1)%positive).
  { clear. induction n as [ | n IH]; intros p; cbn [of_succ_nat_onto]; [lia | rewrite IH; lia]. }
  unfold of_succ_nat. rewrite G. lia.
Qed.

(* Positive numbers ----------------------------------------------------------------------------- *)

Fixpoint size_onto (p : positive) (s : positive) : positive :=
  match p with xH => s | xO p | xI p => size_onto p (Pos.succ s) end.
Definition size (p : positive) : positive := size_onto p 1.

Lemma size_is p : size p = Pos.size p.
Proof.
  assert (G : forall p s, size_onto p s = (Pos.size p + s - 1)%positive).
  { clear. induction p as [p IH | p IH | ]; intros s; cbn [size_onto Pos.size];
      [rewrite IH; lia | rewrite IH; lia | lia]. }
  unfold size. rewrite G. lia.
Qed.

(* The greatest common divisor, and the quotients by it. *)
Definition ggcd (a b : positive) : positive * (positive * positive) :=
  let g := Pos.gcd a b in
  let by_g n := if (g =? 1)%positive then n else Z.to_pos (Zpos n / Zpos g) in
  (g, (by_g a, by_g b)).

Lemma ggcd_is a b : ggcd a b = Pos.ggcd a b.
Proof.
  assert (D := Pos.ggcd_correct_divisors a b). assert (G := Pos.ggcd_gcd a b).
  destruct (Pos.ggcd a b) as [g [c d]]. cbn [fst] in G. destruct D as [-> ->]. unfold ggcd.
  rewrite <- G. f_equal. destruct (Pos.eqb_spec g 1) as [-> | _]; [reflexivity | ].
  f_equal; rewrite Pos2Z.inj_mul, Z.mul_comm, Z.div_mul by lia; reflexivity.
Qed.

(* Coq's lists ---------------------------------------------------------------------------------- *)

Fixpoint length_onto {A} (l : list A) (n : nat) : nat :=
  match l with [] => n | _ :: l => length_onto l (S n) end.
Definition length {A} (l : list A) : nat := length_onto l O.

Lemma length_is {A} (l : list A) : length l = List.length l.
Proof.
  assert (G : forall l n, @length_onto A l n = List.length l + n).
  { clear. induction l as [ | a l IH]; intros n; cbn; [reflexivity | rewrite IH; lia]. }
  unfold length. rewrite G. lia.
Qed.

Definition rev {A} (l : list A) : list A := rev_append l [].

Lemma rev_is {A} (l : list A) : rev l = List.rev l.
Proof. symmetry. apply rev_alt. Qed.

Definition app {A} (l m : list A) : list A := match m with [] => l | _ => rev_append (rev l) m end.

Lemma app_is {A} (l m : list A) : app l m = List.app l m.
Proof.
  unfold app. destruct m; [symmetry; apply app_nil_r | ].
  rewrite reversed, rev_is, rev_involutive. reflexivity.
Qed.

Fixpoint map_onto {A B} (f : A -> B) (l : list A) (found : list B) : list B :=
  match l with [] => rev found | a :: l => map_onto f l (f a :: found) end.
Definition map {A B} (f : A -> B) (l : list A) : list B := map_onto f l [].

Lemma map_is {A B} (f : A -> B) l : map f l = List.map f l.
Proof.
  assert (G : forall l m, map_onto f l m = List.rev m ++ List.map f l).
  { clear. induction l as [ | a l IH]; intros m; cbn.
    - rewrite rev_is, app_nil_r. reflexivity.
    - rewrite IH. cbn. rewrite <- app_assoc. reflexivity. }
  apply G.
Qed.

Fixpoint flat_map_onto {A B} (f : A -> list B) (l : list A) (found : list B) : list B :=
  match l with [] => rev found | a :: l => flat_map_onto f l (rev_append (f a) found) end.
Definition flat_map {A B} (f : A -> list B) (l : list A) : list B := flat_map_onto f l [].

Lemma flat_map_is {A B} (f : A -> list B) l : flat_map f l = List.flat_map f l.
Proof.
  assert (G : forall l m, flat_map_onto f l m = List.rev m ++ List.flat_map f l).
  { clear. induction l as [ | a l IH]; intros m; cbn.
    - rewrite rev_is, app_nil_r. reflexivity.
    - rewrite IH, reversed, rev_app_distr, rev_involutive, app_assoc. reflexivity. }
  apply G.
Qed.

Definition concat {A} (l : list (list A)) : list A := flat_map (fun m => m) l.

Lemma concat_is {A} (l : list (list A)) : concat l = List.concat l.
Proof.
  unfold concat. rewrite flat_map_is, flat_map_concat_map, map_id. reflexivity.
Qed.

Definition fold_right {A B} (f : B -> A -> A) (a : A) (l : list B) : A :=
  fold_left (fun a b => f b a) (rev l) a.

Lemma fold_right_is {A B} (f : B -> A -> A) a l : fold_right f a l = List.fold_right f a l.
Proof. unfold fold_right. rewrite rev_is, <- fold_left_rev_right, rev_involutive. reflexivity. Qed.

Fixpoint filter_onto {A} (f : A -> bool) (l found : list A) : list A :=
  match l with
  | [] => rev found
  | a :: l => filter_onto f l (if f a then a :: found else found)
  end.
Definition filter {A} (f : A -> bool) (l : list A) : list A := filter_onto f l [].

Lemma filter_is {A} (f : A -> bool) l : filter f l = List.filter f l.
Proof.
  assert (G : forall l m, filter_onto f l m = List.rev m ++ List.filter f l).
  { clear. induction l as [ | a l IH]; intros m; cbn.
    - rewrite rev_is, app_nil_r. reflexivity.
    - rewrite IH. destruct (f a); cbn; [rewrite <- app_assoc | ]; reflexivity. }
  apply G.
Qed.

Fixpoint combine_onto {A B} (l : list A) (m : list B) (found : list (A * B)) : list (A * B) :=
  match l, m with
  | a :: l, b :: m => combine_onto l m ((a, b) :: found)
  | _, _ => rev found
  end.
Definition combine {A B} (l : list A) (m : list B) : list (A * B) := combine_onto l m [].

Lemma combine_is {A B} (l : list A) (m : list B) : combine l m = List.combine l m.
Proof.
  assert (G : forall l m n, @combine_onto A B l m n = List.rev n ++ List.combine l m).
  { clear. induction l as [ | a l IH]; intros [ | b m] n; cbn;
      try (rewrite rev_is, app_nil_r; reflexivity).
    rewrite IH. cbn. rewrite <- app_assoc. reflexivity. }
  apply G.
Qed.

Fixpoint firstn_onto {A} (n : nat) (l found : list A) : list A :=
  match n, l with S n, a :: l => firstn_onto n l (a :: found) | _, _ => rev found end.
Definition firstn {A} (n : nat) (l : list A) : list A := firstn_onto n l [].

Lemma firstn_is {A} n (l : list A) : firstn n l = List.firstn n l.
Proof.
  assert (G : forall n l m, @firstn_onto A n l m = List.rev m ++ List.firstn n l).
  { clear. induction n as [ | n IH]; intros [ | a l] m; cbn;
      try (rewrite rev_is, app_nil_r; reflexivity).
    rewrite IH. cbn. rewrite <- app_assoc. reflexivity. }
  apply G.
Qed.

Fixpoint seq_onto (start n : nat) (found : list nat) : list nat :=
  match n with O => rev found | S n => seq_onto (S start) n (start :: found) end.
Definition seq (start n : nat) : list nat := seq_onto start n [].

Lemma seq_is start n : seq start n = List.seq start n.
Proof.
  assert (G : forall n start m, seq_onto start n m = List.rev m ++ List.seq start n).
  { clear. induction n as [ | n IH]; intros start m; cbn.
    - rewrite rev_is, app_nil_r. reflexivity.
    - rewrite IH. cbn. rewrite <- app_assoc. reflexivity. }
  apply G.
Qed.

(* Of the definitions, and of the checkers ------------------------------------------------------ *)

Fixpoint total_onto {A} (l : list (positive * A)) (sum : positive) : positive :=
  match l with [] => sum | (w, _) :: l => total_onto l (sum + w)%positive end.
Definition total {A} (l : list (positive * A)) : positive :=
  match l with [] => 1%positive | (w, _) :: l => total_onto l w end.

Lemma total_is {A} (l : list (positive * A)) : total l = Definitions.total l.
Proof.
  assert (G : forall l w a s, @total_onto A l (s + w)%positive = (s + Definitions.total ((w, a) :: l))%positive).
  { clear. induction l as [ | [v b] l IH]; intros w a s; [reflexivity | ].
    change (Definitions.total ((w, a) :: (v, b) :: l))
      with (w + Definitions.total ((v, b) :: l))%positive.
    cbn [total_onto]. rewrite (IH v b (s + w)%positive). lia. }
  destruct l as [ | [w a] [ | [v b] l]]; [reflexivity | reflexivity | ].
  cbn [total total_onto]. rewrite (G l v b w). reflexivity.
Qed.

Fixpoint entry_onto (r : row) (j : N) (sum : Z) : Z :=
  match r with [] => sum | (p, v) :: r => entry_onto r j (if N.eqb p j then (v + sum)%Z else sum) end.
Definition entry (r : row) (j : N) : Z := entry_onto r j 0.

Lemma entry_is r j : entry r j = LinearDefinitions.entry r j.
Proof.
  assert (G : forall r s, entry_onto r j s = (LinearDefinitions.entry r j + s)%Z).
  { clear. induction r as [ | [p v] r IH]; intros s; cbn; [reflexivity | ].
    rewrite IH. destruct (N.eqb p j); lia. }
  unfold entry. rewrite G. lia.
Qed.

Fixpoint numbers_onto (first : N) (n : nat) (found : list N) : list N :=
  match n with O => rev found | S n => numbers_onto (N.succ first) n (first :: found) end.
Definition numbers_from (first : N) (n : nat) : list N := numbers_onto first n [].

Lemma numbers_from_is first n : numbers_from first n = Questions.numbers_from first n.
Proof.
  assert (G : forall n first m,
    numbers_onto first n m = List.rev m ++ Questions.numbers_from first n).
  { clear. induction n as [ | n IH]; intros first m; cbn.
    - rewrite rev_is, app_nil_r. reflexivity.
    - rewrite IH. cbn. rewrite <- app_assoc. reflexivity. }
  apply G.
Qed.

Fixpoint counted_onto (from : N) (l : list N) (found : list (N * N)) : list (N * N) :=
  match l with [] => rev found | c :: l => counted_onto (N.succ from) l ((c, from) :: found) end.
Definition counted (from : N) (l : list N) : list (N * N) := counted_onto from l [].

Lemma counted_is from l : counted from l = LinearChecker.counted from l.
Proof.
  assert (G : forall l from m,
    counted_onto from l m = List.rev m ++ LinearChecker.counted from l).
  { clear. induction l as [ | c l IH]; intros from m; cbn.
    - rewrite rev_is, app_nil_r. reflexivity.
    - rewrite IH. cbn. rewrite <- app_assoc. reflexivity. }
  apply G.
Qed.

Fixpoint add_onto (s : Z) (b : N) (l found : list (Z * N)) : list (Z * N) :=
  match l with
  | [] => rev_append found [(s, b)]
  | (s', b') :: l =>
      if (b =? b')%N then rev_append found ((s + s', b')%Z :: l) else add_onto s b l ((s', b') :: found)
  end.
Definition add_to (s : Z) (b : N) (l : list (Z * N)) : list (Z * N) := add_onto s b l [].

Lemma add_to_is s b l : add_to s b l = Kernel.add_to s b l.
Proof.
  assert (G : forall l m, add_onto s b l m = List.rev m ++ Kernel.add_to s b l).
  { clear. induction l as [ | [s' b'] l IH]; intros m; cbn; [apply reversed | ].
    destruct (b =? b')%N; [apply reversed | ].
    rewrite IH. cbn. rewrite <- app_assoc. reflexivity. }
  apply G.
Qed.

Fixpoint best_onto (up : bool) (l : list Z) (b : Z) : Z :=
  match l with [] => b | a :: l => best_onto up l (if up then Z.max a b else Z.min a b) end.
Definition best_integer (up : bool) (l : list Z) : Z :=
  match l with [] => 0%Z | a :: l => best_onto up l a end.

Lemma best_integer_is up l : best_integer up l = Backward.best_integer up l.
Proof.
  assert (G : forall l a b, best_onto up l (if up then Z.max a b else Z.min a b)
    = if up then Z.max b (Backward.best_integer up (a :: l))
      else Z.min b (Backward.best_integer up (a :: l))).
  { clear. induction l as [ | c l IH]; intros a b; [destruct up; cbn; lia | ].
    change (Backward.best_integer up (a :: c :: l)) with
      (let b := Backward.best_integer up (c :: l) in if up then Z.max a b else Z.min a b).
    cbn [best_onto]. cbv zeta. rewrite IH. destruct up; lia. }
  destruct l as [ | a [ | b l]]; [reflexivity | reflexivity | ].
  cbn [best_integer best_onto]. rewrite G. reflexivity.
Qed.

Fixpoint each_onto {A B} (f : A -> option B) (l : list A) (found : list B) : option (list B) :=
  match l with
  | [] => Some (rev found)
  | a :: l => match f a with Some b => each_onto f l (b :: found) | None => None end
  end.
Definition each {A B} (f : A -> option B) (l : list A) : option (list B) := each_onto f l [].

Lemma each_is {A B} (f : A -> option B) l : each f l = Backward.each f l.
Proof.
  assert (G : forall l m, each_onto f l m
    = match Backward.each f l with Some n => Some (List.rev m ++ n) | None => None end).
  { clear. induction l as [ | a l IH]; intros m; cbn.
    - rewrite rev_is, app_nil_r. reflexivity.
    - destruct (f a) as [b | ]; [ | reflexivity]. rewrite IH.
      destruct (Backward.each f l); [ | reflexivity]. cbn. rewrite <- app_assoc. reflexivity. }
  unfold each. rewrite G. destruct (Backward.each f l); reflexivity.
Qed.

(* Both rows in one loop, which ends as they get shorter. *)
Definition add_multiple_onto (modulus f : Z) : forall l pivot found : row,
    Acc lt (List.length l + List.length pivot) -> row.
Proof.
  fix loop 4. intros l pivot found a.
  destruct l as [ | [i u] rest].
  - exact (rev (fold_left (fun found e => put modulus (fst e) (f * snd e)%Z found) pivot found)).
  - destruct pivot as [ | [j v] others]; [exact (rev_append found ((i, u) :: rest)) | ].
    destruct (N.compare i j).
    + refine (loop rest others (put modulus i (u + f * v)%Z found) (Acc_inv a _)). cbn. lia.
    + refine (loop rest ((j, v) :: others) ((i, u) :: found) (Acc_inv a _)). cbn. lia.
    + refine (loop ((i, u) :: rest) others (put modulus j (f * v)%Z found) (Acc_inv a _)). cbn. lia.
Defined.

Definition add_multiple (modulus f : Z) (l pivot found : row) : row :=
  add_multiple_onto modulus f l pivot found (Wf_nat.lt_wf _).

Lemma add_multiple_is modulus f l pivot found :
  add_multiple modulus f l pivot found = LinearChecker.add_multiple modulus f l pivot found.
Proof.
  unfold add_multiple. generalize (Wf_nat.lt_wf (List.length l + List.length pivot)).
  revert l pivot found.
  assert (G : forall n l pivot found (a : Acc lt (List.length l + List.length pivot)),
    List.length l + List.length pivot <= n ->
    add_multiple_onto modulus f l pivot found a
    = LinearChecker.add_multiple modulus f l pivot found).
  { induction n as [ | n IH]; intros [ | [i u] l] [ | [j v] pivot] found [a] le;
      cbn [List.length] in le; try lia; cbn; try (rewrite rev_is; reflexivity); try reflexivity;
      destruct (N.compare i j); apply IH; cbn; lia. }
  intros l pivot found a. apply (G (List.length l + List.length pivot)). reflexivity.
Qed.
