(* Backward induction, done in integers. D is a common denominator of what choices pay and, times
   the discount, of the probabilities of branches: then what states are worth with k steps left are
   integers over D^k. What is found is the greatest, or the least, for n steps. Nothing is believed
   of D, nor of the nodes: that D is a common denominator, and that no play leaves the nodes, is
   checked.

   So does check_within_steps of exactbox/checker/steps.py, which finds D itself. *)
From Coq Require Import QArith Qminmax List Lia Lqa ZArith FMapPositive.
From exactbox Require Import Definitions Plays Kernel Tables WithinSteps.
Import ListNotations.
Local Open Scope Q_scope.

(* All of f a, if there are all. *)
Fixpoint each {A B} (f : A -> option B) (l : list A) : option (list B) :=
  match l with
  | [] => Some []
  | a :: l =>
      match f a, each f l with
      | Some b, Some m => Some (b :: m)
      | _, _ => None
      end
  end.

Lemma each_spec {A B} (f : A -> option B) l : forall m, each f l = Some m ->
  Forall2 (fun a b => f a = Some b) l m.
Proof.
  induction l as [ | a l IH]; intros m H; cbn [each] in H; [injection H as <-; constructor | ].
  destruct (f a) as [b | ] eqn:e; [ | discriminate]. destruct (each f l); [ | discriminate].
  injection H as <-. constructor; [exact e | exact (IH _ eq_refl)].
Qed.

Lemma Forall2_left {A B} (R : A -> B -> Prop) l m a :
  Forall2 R l m -> In a l -> exists b, In b m /\ R a b.
Proof.
  intros F. induction F as [ | b c l m H F IH]; intros i; [destruct i | ].
  destruct i as [<- | i]; [exists c; split; [left; reflexivity | exact H] | ].
  destruct (IH i) as [d [j K]]. exists d. split; [right; exact j | exact K].
Qed.

Lemma Forall2_right {A B} (R : A -> B -> Prop) l m b :
  Forall2 R l m -> In b m -> exists a, In a l /\ R a b.
Proof.
  intros F. induction F as [ | a c l m H F IH]; intros i; [destruct i | ].
  destruct i as [<- | i]; [exists a; split; [left; reflexivity | exact H] | ].
  destruct (IH i) as [d [j K]]. exists d. split; [right; exact j | exact K].
Qed.

(* f n times. *)
Fixpoint repeated {A} (f : A -> A) (n : nat) (a : A) : A :=
  match n with O => a | S n => repeated f n (f a) end.

Lemma repeated_last {A} (f : A -> A) n : forall a, repeated f (S n) a = f (repeated f n a).
Proof.
  induction n as [ | n IH]; intros a; [reflexivity | ].
  change (repeated f (S n) (f a) = f (repeated f n (f a))). apply IH.
Qed.

(* The best of integers, and of integers over one denominator. *)
Fixpoint best_integer (up : bool) (l : list Z) : Z :=
  match l with
  | [] => 0
  | [a] => a
  | a :: l => let b := best_integer up l in if up then Z.max a b else Z.min a b
  end.

Lemma better_over up a b d :
  better up (a # d) (b # d) == (if up then Z.max a b else Z.min a b) # d.
Proof.
  assert (mono : forall i j : Z, (i <= j)%Z -> (i # d) <= (j # d)).
  { intros i j le. unfold Qle. cbn [Qnum Qden]. nia. }
  destruct (Z.le_ge_cases a b) as [le | le]; assert (L := mono _ _ le); destruct up; cbn [better].
  - rewrite Z.max_r by exact le. apply Q.max_r. exact L.
  - rewrite Z.min_l by exact le. apply Q.min_l. exact L.
  - rewrite Z.max_l by exact le. apply Q.max_l. exact L.
  - rewrite Z.min_r by exact le. apply Q.min_r. exact L.
Qed.

Lemma best_over up d l m : Forall2 (fun q n => q == n # d) l m ->
  best up l == best_integer up m # d.
Proof.
  intros F. induction F as [ | q n l m H F IH]; [reflexivity | ].
  destruct F as [ | r k l m K F]; [exact H | ].
  change (best up (q :: r :: l)) with (better up q (best up (r :: l))).
  change (best_integer up (n :: k :: m)) with
    (if up then Z.max n (best_integer up (k :: m)) else Z.min n (best_integer up (k :: m))).
  rewrite <- better_over. destruct up; cbn [better]; rewrite H, IH; reflexivity.
Qed.

Section Backward.
  Variable P : process.
  Variable code : state P -> positive.
  Hypothesis code_injective : forall x z, code x = code z -> x = z.
  Variable nodes : list (state P).
  Variable y : payoff_of P.
  Variable up : bool.
  Variable D : positive.

  (* No play leaves the nodes, and each has an option. *)
  Definition check_closed : bool :=
    let m := of_pairs (map (fun x => (code x, tt)) nodes) in
    all (fun x =>
      match options P x with
      | [] => false
      | l => all (fun c => all (fun b =>
               match find (code (snd b)) m with Some _ => true | None => false end)
             (branches P c)) l
      end) nodes.

  Lemma closed_checked : check_closed = true -> closed P (options P) nodes.
  Proof.
    intros H. assert (K := all_spec _ _ H). cbn beta in K. split.
    - intros x i e. specialize (K x i). rewrite e in K. discriminate.
    - intros x c w z i j k. specialize (K x i).
      destruct (options P x) as [ | c0 l]; [destruct j | ].
      assert (L := all_spec _ _ (all_spec _ _ K c j) (w, z) k). cbn [snd] in L.
      destruct (find (code z) _) as [u | ] eqn:f; [ | discriminate].
      apply of_pairs_found in f. apply in_map_iff in f as [t [e it]]. injection e as e _.
      apply code_injective in e. subst t. exact it.
  Qed.

  (* D q, if it is an integer. *)
  Definition scaled (q : Q) : option Z :=
    let (k, r) := Z.div_eucl (Qnum q * Zpos D) (Zpos (Qden q)) in
    if (r =? 0)%Z then Some k else None.

  Lemma scaled_spec q k : scaled q = Some k -> q == k # D.
  Proof.
    unfold scaled.
    assert (E := Z.div_eucl_eq (Qnum q * Zpos D) (Zpos (Qden q)) ltac:(discriminate)).
    destruct (Z.div_eucl _ _) as [k' r]. destruct (Z.eqb_spec r 0) as [-> | ne]; [ | discriminate].
    intros H. injection H as <-. unfold Qeq. cbn [Qnum Qden]. lia.
  Qed.

  (* A choice pays gain, and then a share of what each state that it leads to is worth; the play
     ends, or it goes on in one of some ways. All are integers, over D where a step is taken. *)
  Record way := Way { gain : Z; shares : list (Z * positive) }.
  Inductive row := Fixed (pays : Z) | Ways (l : list way).

  Definition way_of (c : choice P) : option way :=
    match branches P c with
    | [] => option_map (fun g => Way g []) (scaled (paid y c + discount y * over y))
    | l =>
        let W := total l in
        match scaled (paid y c),
              each (fun b => option_map (fun k => (k, code (snd b)))
                                        (scaled (discount y * (Zpos (fst b) # W)))) l with
        | Some g, Some s => Some (Way g s)
        | _, _ => None
        end
    end.

  Definition row_of (x : state P) : option row :=
    match stop y x with
    | Some q => if (Qden q =? 1)%positive then Some (Fixed (Qnum q)) else None
    | None => option_map Ways (each way_of (options P x))
    end.

  (* With p = D^k, t has the numerators over p: those of the next step, over p D. *)
  Definition numerator (t : table Z) (k : positive) : Z :=
    match find k t with Some n => n | None => 0%Z end.

  Definition shared (t : table Z) (l : list (Z * positive)) : Z :=
    fold_right (fun e s => fst e * numerator t (snd e) + s)%Z 0%Z l.

  Definition next (p : positive) (t : table Z) (r : row) : Z :=
    match r with
    | Fixed n => (n * Zpos (p * D))%Z
    | Ways l => best_integer up (map (fun w => (gain w * Zpos p + shared t (shares w))%Z) l)
    end.

  Definition at_first (r : row) : Z := match r with Fixed n => n | Ways _ => 0%Z end.

  Definition numerators_after (rows : table row) (n : nat) : positive * table Z :=
    repeated (fun '(p, t) => ((p * D)%positive, PositiveMap.map (next p t) rows)) n
      (1%positive, PositiveMap.map at_first rows).

  Definition rows : option (list (positive * row)) :=
    each (fun x => option_map (fun r => (code x, r)) (row_of x)) nodes.

  (* What the states are worth with n steps left, if D is a common denominator and no play leaves
     the nodes. *)
  Definition backward (n : nat) : option (state P -> Q) :=
    if check_closed then
      match rows with
      | Some l =>
          let (p, t) := numerators_after (of_pairs l) n in Some (fun x => numerator t (code x) # p)
      | None => None
      end
    else None.

  Lemma way_worth c w (V : state P -> Q) p t :
    way_of c = Some w ->
    (forall k z, In (k, z) (branches P c) -> V z == numerator t (code z) # p) ->
    worth P y V c == (gain w * Zpos p + shared t (shares w))%Z # p * D.
  Proof.
    intros H HV. unfold way_of, worth in *. destruct (branches P c) as [ | b0 l0] eqn:eb.
    - destruct (scaled _) as [g | ] eqn:es; [ | discriminate]. injection H as <-.
      rewrite (scaled_spec _ _ es). cbn [gain shares shared fold_right].
      unfold Qeq. cbn [Qnum Qden]. rewrite !Pos2Z.inj_mul. ring.
    - rewrite <- eb in *. clear eb. unfold probabilities. set (W := total (branches P c)) in *.
      clearbody W. destruct (scaled (paid y c)) as [g | ] eqn:eg; [ | discriminate].
      destruct (each _ _) as [s | ] eqn:es; [ | discriminate]. injection H as <-.
      apply each_spec in es. rewrite (scaled_spec _ _ eg). cbn [gain shares].
      assert (G : (g * Zpos p + shared t s)%Z # p * D == (g # D) + (shared t s # p * D)).
      { unfold Qeq, Qplus. cbn [Qnum Qden]. rewrite !Pos2Z.inj_mul. ring. }
      rewrite G. apply Qplus_comp; [reflexivity | ]. clear G eg.
      induction es as [ | [w z] [k j] l s K F IH]; cbn [map E fst snd shared fold_right].
      + unfold Qeq, Qmult. cbn [Qnum Qden]. ring.
      + fold (shared t s). cbn [fst snd] in K.
        destruct (scaled _) as [k' | ] eqn:ek; [ | discriminate].
        injection K as -> <-. apply scaled_spec in ek.
        rewrite Qmult_plus_distr_r, IH by (intros a b i; exact (HV a b (or_intror i))).
        rewrite Qmult_assoc, ek, (HV w z (or_introl eq_refl)).
        unfold Qeq, Qplus, Qmult. cbn [Qnum Qden]. rewrite !Pos2Z.inj_mul. ring.
  Qed.

  Section Rows.
    Hypothesis inside : closed P (options P) nodes.
    Variable l : list (positive * row).
    Hypothesis found : rows = Some l.

    Lemma row_found x : In x nodes ->
      exists r, find (code x) (of_pairs l) = Some r /\ row_of x = Some r.
    Proof.
      intros i. assert (F := each_spec _ _ _ found).
      destruct (Forall2_left _ _ _ x F i) as [[k r] [j e]].
      assert (ek : k = code x).
      { destruct (row_of x); [injection e as <- _; reflexivity | discriminate]. }
      subst k. destruct (of_pairs_finds _ _ _ j) as [r' f]. exists r'. split; [exact f | ].
      apply of_pairs_found in f. destruct (Forall2_right _ _ _ _ F f) as [z [_ ez]].
      destruct (row_of z) as [r'' | ] eqn:er; [ | discriminate].
      injection ez as ez <-. apply code_injective in ez. subst z. exact er.
    Qed.

    Lemma numerators_after_best n : forall x, In x nodes ->
      let (p, t) := numerators_after (of_pairs l) n in
      best_within P y up n x == numerator t (code x) # p.
    Proof.
      induction n as [ | n IH]; intros x i; destruct (row_found x i) as [r [f er]];
        unfold row_of in er; unfold numerators_after in *; cbn [best_within].
      - cbn [repeated]. unfold numerator. rewrite find_map, f. cbn [option_map].
        destruct (stop y x) as [q | ].
        + destruct (Pos.eqb_spec (Qden q) 1) as [e | ne]; [ | discriminate]. injection er as <-.
          cbn [at_first]. unfold Qeq. cbn [Qnum Qden]. rewrite e. reflexivity.
        + destruct (each _ _); [ | discriminate]. injection er as <-. reflexivity.
      - rewrite repeated_last. destruct (repeated _ n _) as [p t].
        unfold numerator. rewrite find_map, f. cbn [option_map].
        destruct (stop y x) as [q | ].
        + destruct (Pos.eqb_spec (Qden q) 1) as [e | ne]; [ | discriminate]. injection er as <-.
          cbn [next]. unfold Qeq. cbn [Qnum Qden]. rewrite e. ring.
        + destruct (each _ _) as [ways | ] eqn:ew; [ | discriminate]. injection er as <-.
          cbn [next]. apply best_over. apply each_spec in ew.
          assert (H : forall c w, In c (options P x) -> way_of c = Some w ->
            worth P y (best_within P y up n) c
            == (gain w * Zpos p + shared t (shares w))%Z # p * D).
          { intros c w j e. apply way_worth; [exact e | ]. intros k z iz.
            exact (IH z (stays_inside inside i j iz)). }
          clear f. revert ew H. generalize (options P x). intros os ew H.
          induction ew as [ | c w os ws e F IHF]; cbn [map]; constructor.
          * exact (H c w (or_introl eq_refl) e).
          * apply IHF. intros a b j. exact (H a b (or_intror j)).
    Qed.
  End Rows.

  Theorem backward_best n v : backward n = Some v ->
    closed P (options P) nodes /\ forall x, In x nodes -> v x == best_within P y up n x.
  Proof.
    unfold backward. destruct check_closed eqn:ec; [ | discriminate].
    assert (inside := closed_checked ec). destruct rows as [l | ] eqn:er; [ | discriminate].
    assert (H := numerators_after_best inside l er n).
    destruct (numerators_after (of_pairs l) n) as [p t].
    intros e. injection e as <-. split; [exact inside | ]. intros x i. symmetry. exact (H x i).
  Qed.
End Backward.

(* What induction finds is the answer. *)
Theorem backward_max P code nodes y D n v :
  (forall x z, code x = code z -> x = z) -> 0 <= discount y ->
  backward P code nodes y true D n = Some v ->
  forall x, In x nodes -> greatest_within P n (fun s n => J P y s n [] x) (v x).
Proof.
  intros injective d0 H x i. destruct (backward_best P code injective nodes y true D n v H)
    as [inside e]. destruct (within_steps_max P nodes inside x i n y d0) as [top [s [Hs gets]]].
  split; [intros t Ht; rewrite (e x i); exact (top t Ht) | ].
  exists s. split; [exact Hs | rewrite (e x i); exact gets].
Qed.

Theorem backward_min P code nodes y D n v :
  (forall x z, code x = code z -> x = z) -> 0 <= discount y ->
  backward P code nodes y false D n = Some v ->
  forall x, In x nodes -> least_within P n (fun s n => J P y s n [] x) (v x).
Proof.
  intros injective d0 H x i. destruct (backward_best P code injective nodes y false D n v H)
    as [inside e]. destruct (within_steps_min P nodes inside x i n y d0) as [top [s [Hs gets]]].
  split; [intros t Ht; rewrite (e x i); exact (top t Ht) | ].
  exists s. split; [exact Hs | rewrite (e x i); exact gets].
Qed.
