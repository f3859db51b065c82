(* A process with a memory: what was met and chosen changes it, and the states of the unfolded
   process are pairs of what is remembered and of a state. A policy remembers the past, and so the
   memory too: the policies of a process and those of the process unfolded pay the same. What is
   proved of all policies of the one, and that there is one, is so of the other. *)
From Coq Require Import QArith List Lqa.
From exactbox Require Import Definitions Plays Players.
From exactbox Require Export ProductDefinitions.
Import ListNotations.
Local Open Scope Q_scope.

Lemma E_map {A B} (f : A -> B) (l : list (Q * A)) (g : B -> Q) :
  E (map (fun b => (fst b, f (snd b))) l) g == E l (fun a => g (f a)).
Proof. induction l as [ | [p a] l IH]; cbn [map E fst snd]; [lra | rewrite IH; lra]. Qed.

Lemma E_probabilities_map {A B} (f : A -> B) (l : list (positive * A)) (g : B -> Q) :
  E (probabilities (map (fun b => (fst b, f (snd b))) l)) g
  == E (probabilities l) (fun a => g (f a)).
Proof.
  assert (T : total (map (fun b => (fst b, f (snd b))) l) = total l).
  { induction l as [ | [w a] l IH]; [reflexivity | ]. destruct l as [ | b l]; [reflexivity | ].
    change (total ((w, a) :: b :: l)) with (w + total (b :: l))%positive. rewrite <- IH.
    reflexivity. }
  unfold probabilities. rewrite T, map_map. cbn [fst snd].
  rewrite <- (E_map f). rewrite map_map. cbn [fst snd]. reflexivity.
Qed.

Lemma distribution_map {A B} (f : A -> B) (l : list (Q * A)) :
  distribution l -> distribution (map (fun b => (fst b, f (snd b))) l).
Proof.
  intros [w m]. split; [ | rewrite E_map; exact m]. intros p b i.
  apply in_map_iff in i as [[q a] [e i]]. cbn [fst snd] in e. injection e as <- _.
  exact (w q a i).
Qed.

Lemma at_most_same u w v : (forall n, u n == w n) -> at_most u v -> at_most w v.
Proof.
  intros e H eps e0. destruct (H eps e0) as [n0 K]. exists n0. intros n le. rewrite <- (e n).
  exact (K n le).
Qed.

Lemma at_least_same u w v : (forall n, u n == w n) -> at_least u v -> at_least w v.
Proof.
  intros e H eps e0. destruct (H eps e0) as [n0 K]. exists n0. intros n le. rewrite <- (e n).
  exact (K n le).
Qed.

Section Unfolded.
  Variable P : process.
  Variable memory : Type.
  Variable remember : memory -> choice P -> state P -> memory.
  Variable pay : memory -> choice P -> Q.

  Local Notation unfolded := (unfolded P memory remember pay).

  Variable y : payoff_of unfolded.

  Local Notation J_with := (J_with P memory remember pay y).

  (* From policies of the process to those of the unfolded process. *)
  Definition forget (past : history unfolded) : history P :=
    map (fun step => (snd (fst step), snd (snd step))) past.

  Definition raised (s : policy P) : policy unfolded := fun past x =>
    map (fun b => (fst b, (fst x, snd b))) (s (forget past) (snd x)).

  Lemma raised_allowed s : allowed P s -> allowed unfolded (raised s).
  Proof.
    intros Hs past [m x] ne. cbn [options ProductDefinitions.unfolded fst snd] in *.
    destruct (Hs (forget past) x) as [d a].
    { intros e. rewrite e in ne. apply ne. reflexivity. }
    split; [exact (distribution_map (pair m) _ d) | ]. intros q c i.
    apply in_map_iff in i as [[p o] [e i]]. cbn [fst snd] in e. injection e as _ <-.
    apply in_map. exact (a p o i).
  Qed.

  Lemma raised_pays s n : forall past m x,
    J unfolded y (raised s) n past (m, x) == J_with s n m (forget past) x.
  Proof.
    induction n as [ | n IH]; intros past m x; cbn [J ProductDefinitions.J_with];
    destruct (stop y (m, x));
      try reflexivity.
    unfold raised at 1. cbn [fst snd].
    eapply Qeq_trans; [exact (E_map (pair m) _ _) | ]. apply E_eq. intros q c _.
    apply Qplus_comp; [reflexivity | ]. apply Qmult_comp; [reflexivity | ].
    cbn [branches ProductDefinitions.unfolded fst snd].
    destruct (branches P c) as [ | b l]; [reflexivity | ].
    rewrite <- (E_eq _ _ _ (fun p z _ => IH (((m, x), (m, c)) :: past) (remember m c z) z)).
    exact (E_probabilities_map (fun z => (remember m c z, z)) (b :: l)
      (J unfolded y (raised s) n (((m, x), (m, c)) :: past))).
  Qed.

  (* And back: what is remembered at x follows from the past. *)
  Variable first : memory.

  Fixpoint remembered (past : history P) (x : state P) : memory :=
    match past with
    | [] => first
    | (z, c) :: past => remember (remembered past z) c x
    end.

  Fixpoint recalled (past : history P) : history unfolded :=
    match past with
    | [] => []
    | (z, c) :: past => ((remembered past z, z), (remembered past z, c)) :: recalled past
    end.

  Definition lowered (s : policy unfolded) : policy P := fun past x =>
    map (fun b => (fst b, snd (snd b))) (s (recalled past) (remembered past x, x)).

  Lemma unfolded_options m x : options P x <> [] -> options unfolded (m, x) <> [].
  Proof. intros ne e. cbn [options ProductDefinitions.unfolded fst snd] in e.
    apply map_eq_nil in e. exact (ne e). Qed.

  Lemma lowered_allowed s : allowed unfolded s -> allowed P (lowered s).
  Proof.
    intros Hs past x ne.
    destruct (Hs (recalled past) (remembered past x, x) (unfolded_options _ x ne)) as [d a].
    split; [exact (distribution_map snd _ d) | ]. intros q c i.
    apply in_map_iff in i as [[p o] [e i]]. cbn [fst snd] in e. injection e as _ <-.
    specialize (a p o i). apply in_map_iff in a as [c [<- j]]. exact j.
  Qed.

  (* What is so of the one is so of the other, whatever f and g say of their policies, if they say
     the same of policies that are raised or lowered. *)
  Section Transferred.
    Variable f : policy unfolded -> nat -> Q.
    Variable g : policy P -> nat -> Q.
    Hypothesis same_raised : forall s n, f (raised s) n == g s n.
    Hypothesis same_lowered : forall s, allowed unfolded s -> forall n, f s n == g (lowered s) n.

    Lemma attained_lowered v :
      (exists s, allowed unfolded s /\ converges (f s) v) ->
      exists s, allowed P s /\ converges (g s) v.
    Proof.
      intros [s [Hs [lo hi]]]. exists (lowered s).
      split; [exact (lowered_allowed s Hs) | split].
      - exact (at_least_same _ _ v (same_lowered s Hs) lo).
      - exact (at_most_same _ _ v (same_lowered s Hs) hi).
    Qed.

    Lemma greatest_transferred v : greatest unfolded f v -> greatest P g v.
    Proof.
      intros [all some]. split; [ | exact (attained_lowered v some)].
      intros t Ht. apply (at_most_same (f (raised t))); [exact (same_raised t) | ].
      exact (all _ (raised_allowed t Ht)).
    Qed.

    Lemma least_transferred v : least unfolded f v -> least P g v.
    Proof.
      intros [all some]. split; [ | exact (attained_lowered v some)].
      intros t Ht. apply (at_least_same (f (raised t))); [exact (same_raised t) | ].
      exact (all _ (raised_allowed t Ht)).
    Qed.
  End Transferred.

  Variable nodes : list (state P).
  Hypothesis inside : closed P (options P) nodes.

  Lemma lowered_pays s : allowed unfolded s -> forall n past x, In x nodes ->
    J_with (lowered s) n (remembered past x) past x
    == J unfolded y s n (recalled past) (remembered past x, x).
  Proof.
    intros Hs. induction n as [ | n IH]; intros past x i; cbn [J ProductDefinitions.J_with];
      destruct (stop y (remembered past x, x)); try reflexivity.
    set (m := remembered past x).
    assert (ne := some_option inside x i).
    destruct (Hs (recalled past) (m, x) (unfolded_options m x ne)) as [_ a].
    unfold lowered at 1. eapply Qeq_trans; [exact (E_map snd _ _) | ]. apply E_eq. fold m.
    intros q c j.
    specialize (a q c j). apply in_map_iff in a as [o [<- io]]. cbn [fst snd] in *.
    apply Qplus_comp; [reflexivity | ]. apply Qmult_comp; [reflexivity | ].
    cbn [branches ProductDefinitions.unfolded fst snd].
    destruct (branches P o) as [ | b l] eqn:eb; [reflexivity | ].
    assert (X : forall p z, In (p, z) (probabilities (b :: l)) ->
      J_with (lowered s) n (remember m o z) ((x, o) :: past) z
      == J unfolded y s n (((m, x), (m, o)) :: recalled past) (remember m o z, z)).
    { intros p z k. rewrite <- eb in k.
      exact (IH ((x, o) :: past) z (lands inside x o p z i io k)). }
    rewrite (E_eq _ _ _ X). symmetry.
    exact (E_probabilities_map (fun z => (remember m o z, z)) (b :: l)
      (J unfolded y s n (((m, x), (m, o)) :: recalled past))).
  Qed.

  (* Finitely many memories. *)
  Lemma closed_unfolded memories :
    (forall m x c w z, In m memories -> In x nodes -> In c (options P x) ->
      In (w, z) (branches P c) -> In (remember m c z) memories) ->
    closed unfolded (options unfolded) (list_prod memories nodes).
  Proof.
    intros H. split.
    - intros [m x] i. apply in_prod_iff in i as [_ i].
      exact (unfolded_options m x (some_option inside x i)).
    - intros [m x] c w [m' z] i j k. apply in_prod_iff in i as [im ix].
      apply in_map_iff in j as [o [<- io]]. cbn [fst snd] in *.
      apply in_map_iff in k as [[w' z'] [e ib]]. cbn [fst snd] in e. injection e as _ <- <-.
      apply in_prod_iff. split; [exact (H m x o w' z' im ix io ib) | ].
      exact (stays_inside inside ix io ib).
  Qed.
End Unfolded.
