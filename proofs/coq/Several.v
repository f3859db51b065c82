(* Several bounds at once: of one amount that steps spend what is left is known (Bounded.v), of the
   others what has been spent so far is counted. The states with their counts are the states of a
   process (Unfolded.v), whose policies are those of the first, as the past says what has been
   spent. So what Bounded.v and BoundedGains.v prove of that process is so of this one, with all
   bounds: reached_several and gained_several say what that means, in its own terms.

   A count goes up to the upper bound, and beyond it nothing counts any more (None). Where there is
   no upper bound it goes up to the lower one (count_enough). A goal counts if all counts are
   enough. For the end of the play let a state stand, as in Bounded.v.

   The conditions are those of unfold of exactbox/checker/bounded.py. *)
From Coq Require Import QArith List Lia Lqa Bool NArith.
From exactbox Require Import Definitions Plays Players Unfolded Bounded BoundedGains.
Import ListNotations.
Local Open Scope Q_scope.

Section Several.
  Variable P : process.
  Variable spend : choice P -> state P -> nat.        (* of the first amount *)
  Variable endless : bool.
  Variable memory : Type.                             (* what is counted *)
  Variable remember : memory -> choice P -> state P -> memory.
  Local Notation nothing := (fun (_ : memory) (_ : choice P) => 0).

  Definition counting : process := unfolded P memory remember nothing.
  Definition spend_counting (c : memory * choice P) (z : memory * state P) : nat :=
    spend (snd c) (snd z).

  (* To reach the goal with k left of the first amount and the counts m. *)
  Section Meaning.
    Variables goal stay : nat -> memory -> state P -> bool.
    Variable ended : bool.

    Local Notation reached_several := (reached_several P spend endless memory remember goal stay
      ended).
    Local Notation reaching_several := (reaching_several P spend endless memory remember goal stay
      ended).

    Definition goal_counting k (x : state counting) := goal k (fst x) (snd x).
    Definition stay_counting k (x : state counting) := stay k (fst x) (snd x).
    Local Notation within := (reached_within counting spend_counting endless goal_counting
      stay_counting ended).

    Lemma reached_raised_counting s n : forall k past m x,
      within (raised P memory remember nothing s) n k past (m, x)
      == reached_several s n k m (forget P memory remember nothing past) x.
    Proof.
      induction n as [ | n IH]; intros k past m x; cbn [reached_within BoundedDefinitions.reached_several];
        unfold goal_counting, stay_counting; cbn [fst snd]; destruct (goal k m x);
        try reflexivity; destruct (stay k m x); try reflexivity.
      unfold raised at 1. cbn [fst snd].
      eapply Qeq_trans; [exact (E_map (pair m) _ _) | ]. apply E_eq. intros q c _.
      cbn [branches counting unfolded fst snd].
      destruct (branches P c) as [ | b l]; [reflexivity | ].
      change (map (fun b => (fst b, (remember m c (snd b), snd b))) (b :: l))
        with (map (fun b => (fst b, (fun z => (remember m c z, z)) (snd b))) (b :: l)).
      eapply Qeq_trans; [exact (E_probabilities_map (fun z => (remember m c z, z)) (b :: l) _) | ].
      apply E_eq. intros p z _. unfold enough, spend_counting. cbn [fst snd].
      destruct (endless || (spend c z <=? k)%nat); [ | reflexivity].
      exact (IH (k - spend c z)%nat (((m, x), (m, c)) :: past) (remember m c z) z).
    Qed.

    Variable first : memory.
    Variable nodes : list (state P).
    Hypothesis inside : closed P (options P) nodes.
    Local Notation lower := (lowered P memory remember nothing first).
    Local Notation recall := (recalled P memory remember nothing first).
    Local Notation counts := (remembered P memory remember first).

    Lemma reached_lowered_counting s : allowed counting s -> forall n k past x, In x nodes ->
      reached_several (lower s) n k (counts past x) past x
      == within s n k (recall past) (counts past x, x).
    Proof.
      intros Hs. induction n as [ | n IH]; intros k past x i;
        cbn [reached_within BoundedDefinitions.reached_several];
        unfold goal_counting, stay_counting; cbn [fst snd]; destruct (goal k (counts past x) x);
        try reflexivity; destruct (stay k (counts past x) x); try reflexivity.
      set (m := counts past x). assert (ne := some_option inside x i).
      destruct (Hs (recall past) (m, x)
        (unfolded_options P memory remember nothing m x ne)) as [_ a].
      unfold lowered at 1. eapply Qeq_trans; [exact (E_map snd _ _) | ]. apply E_eq. fold m.
      intros q c j. specialize (a q c j). apply in_map_iff in a as [o [<- io]].
      cbn [branches counting unfolded fst snd] in *.
      destruct (branches P o) as [ | b l] eqn:eb; [reflexivity | ].
      symmetry.
      eapply Qeq_trans; [exact (E_probabilities_map (fun z => (remember m o z, z)) (b :: l) _) | ].
      symmetry. apply E_eq. intros p z j'. unfold enough, spend_counting. cbn [fst snd].
      destruct (endless || (spend o z <=? k)%nat); [ | reflexivity].
      rewrite <- eb in j'.
      exact (IH (k - spend o z)%nat ((x, o) :: past) z (lands inside x o p z i io j')).
    Qed.

    Variable K : nat.
    Variable x : state P.
    Hypothesis is_node : In x nodes.
    Local Notation of_counting := (reaching_within counting spend_counting endless goal_counting
      stay_counting ended K (first, x)).
    Local Notation of_process := (reaching_several K first x).

    Lemma counting_raised s n : of_counting (raised P memory remember nothing s) n
      == of_process s n.
    Proof. exact (reached_raised_counting s n K [] first x). Qed.

    Lemma counting_lowered s : allowed counting s -> forall n,
      of_counting s n == of_process (lower s) n.
    Proof. intros Hs n. symmetry. exact (reached_lowered_counting s Hs n K [] x is_node). Qed.

    (* bounded_greatest and bounded_least give the premises. *)
    Theorem several_greatest v : greatest counting of_counting v -> greatest P of_process v.
    Proof. exact (greatest_transferred P memory remember nothing first _ _ counting_raised counting_lowered v). Qed.

    Theorem several_least v : least counting of_counting v -> least P of_process v.
    Proof. exact (least_transferred P memory remember nothing first _ _ counting_raised counting_lowered v). Qed.
  End Meaning.

  (* What steps gain while all amounts keep to their bounds; gain knows what has been counted, that
     of the step included. *)
  Section Gains.
    Variable gain : memory -> choice P -> state P -> Q.

    Local Notation gained_several := (gained_several P spend endless memory remember gain).
    Local Notation gaining_several := (gaining_several P spend endless memory remember gain).

    Definition gain_counting (c : choice counting) (z : state counting) : Q :=
      gain (fst z) (snd c) (snd z).
    Local Notation within := (gained_within counting spend_counting endless gain_counting).

    Lemma gained_raised_counting s n : forall k past m x,
      within (raised P memory remember nothing s) n k past (m, x)
      == gained_several s n k m (forget P memory remember nothing past) x.
    Proof.
      induction n as [ | n IH]; intros k past m x; cbn [gained_within BoundedDefinitions.gained_several];
        [reflexivity | ].
      unfold raised at 1. cbn [fst snd].
      eapply Qeq_trans; [exact (E_map (pair m) _ _) | ]. apply E_eq. intros q c _.
      cbn [branches reward counting unfolded fst snd].
      destruct (branches P c) as [ | b l]; [reflexivity | ].
      eapply Qeq_trans; [exact (E_probabilities_map (fun z => (remember m c z, z)) (b :: l) _) | ].
      apply E_eq. intros p z _. unfold enough, spend_counting, gain_counting. cbn [fst snd].
      destruct (endless || (spend c z <=? k)%nat); [ | reflexivity].
      apply Qplus_comp; [reflexivity | ].
      exact (IH (k - spend c z)%nat (((m, x), (m, c)) :: past) (remember m c z) z).
    Qed.

    Variable first : memory.
    Variable nodes : list (state P).
    Hypothesis inside : closed P (options P) nodes.
    Local Notation lower := (lowered P memory remember nothing first).
    Local Notation recall := (recalled P memory remember nothing first).
    Local Notation counts := (remembered P memory remember first).

    Lemma gained_lowered_counting s : allowed counting s -> forall n k past x, In x nodes ->
      gained_several (lower s) n k (counts past x) past x
      == within s n k (recall past) (counts past x, x).
    Proof.
      intros Hs. induction n as [ | n IH]; intros k past x i;
        cbn [gained_within BoundedDefinitions.gained_several]; [reflexivity | ].
      set (m := counts past x). assert (ne := some_option inside x i).
      destruct (Hs (recall past) (m, x)
        (unfolded_options P memory remember nothing m x ne)) as [_ a].
      unfold lowered at 1. eapply Qeq_trans; [exact (E_map snd _ _) | ]. apply E_eq. fold m.
      intros q c j. specialize (a q c j). apply in_map_iff in a as [o [<- io]].
      cbn [branches reward counting unfolded fst snd] in *.
      destruct (branches P o) as [ | b l] eqn:eb; [reflexivity | ].
      symmetry.
      eapply Qeq_trans; [exact (E_probabilities_map (fun z => (remember m o z, z)) (b :: l) _) | ].
      symmetry. apply E_eq. intros p z j'. unfold enough, spend_counting, gain_counting.
      cbn [fst snd]. destruct (endless || (spend o z <=? k)%nat); [ | reflexivity].
      apply Qplus_comp; [reflexivity | ]. rewrite <- eb in j'.
      exact (IH (k - spend o z)%nat ((x, o) :: past) z (lands inside x o p z i io j')).
    Qed.

    Variable K : nat.
    Variable x : state P.
    Hypothesis is_node : In x nodes.
    Local Notation of_counting := (gaining_within counting spend_counting endless gain_counting K
      (first, x)).
    Local Notation of_process := (gaining_several K first x).

    Lemma gain_raised s n : of_counting (raised P memory remember nothing s) n == of_process s n.
    Proof. exact (gained_raised_counting s n K [] first x). Qed.

    Lemma gain_lowered s : allowed counting s -> forall n,
      of_counting s n == of_process (lower s) n.
    Proof. intros Hs n. symmetry. exact (gained_lowered_counting s Hs n K [] x is_node). Qed.

    (* bounded_gain_greatest, bounded_gain_least give the premises; bounded_signed_greatest,
       bounded_signed_least where gains have both signs. *)
    Theorem several_gain_greatest v : greatest counting of_counting v -> greatest P of_process v.
    Proof. exact (greatest_transferred P memory remember nothing first _ _ gain_raised gain_lowered v). Qed.

    Theorem several_gain_least v : least counting of_counting v -> least P of_process v.
    Proof. exact (least_transferred P memory remember nothing first _ _ gain_raised gain_lowered v). Qed.
  End Gains.
End Several.

(* Nothing is forgotten: after more steps a count is that of the sum, and it is enough, and not too
   much, if the sum is. *)
Lemma count_again l a b x : count l a = Some x -> count l (x + b)%N = count l (a + b)%N.
Proof.
  unfold count. destruct (at_most_so_much l) as [most | ].
  - destruct (a <=? most)%N; [intros e; injection e as <-; reflexivity | discriminate].
  - intros e. injection e as <-. f_equal. lia.
Qed.

Lemma count_too_much l a b : count l a = None -> count l (a + b)%N = None.
Proof.
  unfold count. destruct (at_most_so_much l) as [most | ]; [ | discriminate].
  destruct (a <=? most)%N eqn:e; [discriminate | ]. intros _. apply N.leb_gt in e.
  destruct (a + b <=? most)%N eqn:f; [apply N.leb_le in f; lia | reflexivity].
Qed.

Lemma count_enough l a x : count l a = Some x ->
  (at_least_so_much l <= x <-> at_least_so_much l <= a)%N.
Proof.
  unfold count. destruct (at_most_so_much l) as [most | ].
  - destruct (a <=? most)%N; [intros e; injection e as <-; tauto | discriminate].
  - intros e. injection e as <-. lia.
Qed.

Lemma count_allowed l a :
  count l a <> None <-> match at_most_so_much l with Some most => (a <= most)%N | None => True end.
Proof.
  unfold count. destruct (at_most_so_much l) as [most | ]; [ | split; [trivial | discriminate]].
  destruct (a <=? most)%N eqn:e; split; intros H.
  - apply N.leb_le. exact e.
  - discriminate.
  - contradiction.
  - apply N.leb_gt in e. lia.
Qed.
