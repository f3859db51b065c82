(* What steps gain while what is spent keeps to a budget (Bounded.v): a step counts if the budget
   allows its spending. The product with what is left is a process whose rewards are those gains,
   and its total is asked.

   Where no gain is negative Total.v has the theorem: a step that may gain something needs no lower
   rank. Where gains have any sign, but under any policy the play spends, ends or gets to where
   nothing is to be gained any more (idle), the limit is known by Fading.v.

   The conditions are those of check of exactbox/checker/bounded.py. *)
From Coq Require Import QArith List Lia Lqa Bool.
From exactbox Require Import Definitions Plays Players Total Fading Unfolded Bounded.
Import ListNotations.
Local Open Scope Q_scope.

Section Gains.
  Variable P : process.
  Variable spend : choice P -> state P -> nat.
  Variable endless : bool.
  Variable gain : choice P -> state P -> Q.
  Local Notation enough := (enough P spend endless).
  Local Notation next_within := (next_within P spend endless).

  (* What the steps gain while their spending, that of the last included, is within the budget. *)
  Fixpoint gained_within (s : policy P) (n : nat) (k : nat) (past : history P) (x : state P)
      : Q :=
    match n with
    | O => 0
    | S n =>
        E (s past x) (fun c =>
          match branches P c with
          | [] => reward P c
          | l => E (probabilities l) (fun z =>
              if enough k c z
              then gain c z + gained_within s n (k - spend c z) ((x, c) :: past) z
              else 0)
          end)
    end.

  Definition gaining_within (K : nat) (x : state P) : policy P -> nat -> Q :=
    fun s n => gained_within s n K [] x.

  (* The gain of one step. *)
  Definition gain_within (k : nat) (c : choice P) : Q :=
    match branches P c with
    | [] => reward P c
    | l => E (probabilities l) (fun z => if enough k c z then gain c z else 0)
    end.

  Variable nodes : list (state P).
  Hypothesis inside : closed P (options P) nodes.
  Variable K : nat.
  Variable pi : nat -> state P -> choice P.
  Hypothesis picked : forall k x, options P x <> [] -> In (pi k x) (options P x).
  Variable v : nat -> state P -> Q.

  (* As in Bounded.v, of this process. *)
  Local Notation remember := (remember P spend endless).
  Local Notation remember_some := (remember_some P spend endless).
  Local Notation pays := (pays P).
  Local Notation product := (product P spend endless).
  Local Notation with_left := (with_left P).
  Local Notation layer_in := (layer_in K).
  Local Notation all_nodes := (all_nodes P nodes K).
  Local Notation product_closed := (product_closed P spend endless nodes inside K).
  Local Notation first_node := (first_node P nodes K).
  Local Notation layered := (layered P).
  Local Notation layered_options := (layered_options P spend endless).
  Local Notation layered_pi := (layered_pi P spend endless pi).
  Local Notation pi_with_left := (pi_with_left P pi).
  Local Notation pi_with_left_picks := (pi_with_left_picks P spend endless pi picked).
  Local Notation options_incl := (options_incl P nodes).
  Local Notation pi_incl := (pi_incl P nodes inside pi picked).
  Local Notation falls := (falls P spend endless).
  Local Notation falls_in_product := (falls_in_product P spend endless nodes inside K).

  Local Notation U := (product gain_within).
  Local Notation v' := (with_left v 0).
  Local Notation y := (total_reward (P := U)).
  Local Notation none := (fun _ => false).

  (* The gain of a step, and what is then left to gain. *)
  Definition gain_worth (k : nat) (c : choice P) : Q :=
    gain_within k c + E (probabilities (branches P c)) (next_within v k c).

  Definition gain_upper (available : nat -> state P -> list (choice P)) : Prop :=
    forall k x, (k <= K)%nat -> In x nodes -> 0 <= v k x /\
    forall c, In c (available k x) -> gain_worth k c <= v k x.

  Definition gain_lower (available : nat -> state P -> list (choice P)) : Prop :=
    forall k x c, (k <= K)%nat -> In x nodes -> In c (available k x) ->
    0 <= gain_within k c /\ v k x <= gain_worth k c.

  Definition gain_ranks available (rank : nat -> choice P -> nat) : Prop :=
    forall k x c, (k <= K)%nat -> In x nodes -> Qle_bool (v k x) 0 = false ->
    In c (available k x) ->
    0 < gain_within k c \/ falls available rank (fun k x => Qle_bool (v k x) 0) k c.

  Lemma gain_worth_in_product k c : worth U y v' (Some k, c) == gain_worth k c.
  Proof.
    unfold worth, gain_worth.
    cbn [paid discount over total_reward discounted reward branches product unfolded fst snd pays].
    destruct (branches P c) as [ | b l]; [cbn [map probabilities E]; lra | ].
    apply Qplus_comp; [reflexivity | ]. rewrite Qmult_1_l.
    eapply Qeq_trans;
      [exact (E_probabilities_map (fun z => (remember (Some k) c z, z)) (b :: l) v') | ].
    apply E_eq. intros p z _. unfold next_within, with_left, remember. cbn [fst snd].
    destruct (enough k c z); reflexivity.
  Qed.

  Lemma over_worth c : worth U y v' (None, c) == 0.
  Proof.
    unfold worth.
    cbn [paid discount over total_reward discounted reward branches product unfolded fst snd pays].
    rewrite Qplus_0_l, Qmult_1_l. destruct (branches P c) as [ | b l]; [reflexivity | ].
    eapply Qeq_trans;
      [exact (E_probabilities_map (fun z => (remember None c z, z)) (b :: l) v') | ].
    rewrite (E_eq _ _ (fun _ => 0)); [rewrite E_const; lra | ]. intros. reflexivity.
  Qed.

  (* The meaning, in the product. *)
  Lemma over_gains s n : forall past x,
    J_with P (option nat) remember (pays gain_within) y s n None past x == 0.
  Proof.
    induction n as [ | n IH]; intros past x; cbn [J_with stop total_reward discounted];
      [reflexivity | ].
    rewrite (E_eq _ _ (fun _ => 0)); [rewrite E_const; lra | ]. intros q c _.
    cbn [paid discount over total_reward discounted reward product unfolded fst snd pays].
    rewrite Qplus_0_l, Qmult_1_l. destruct (branches P c) as [ | b l]; [reflexivity | ].
    rewrite (E_eq _ _ (fun _ => 0)); [rewrite E_const; lra | ].
    intros p z _. exact (IH _ z).
  Qed.

  Lemma gained_in_product s n : forall k past x,
    J_with P (option nat) remember (pays gain_within) y s n (Some k) past x
    == gained_within s n k past x.
  Proof.
    induction n as [ | n IH]; intros k past x;
      cbn [J_with gained_within stop total_reward discounted]; [reflexivity | ].
    apply E_eq. intros q c _.
    cbn [paid discount over total_reward discounted reward product unfolded fst snd pays].
    unfold gain_within at 1. destruct (branches P c) as [ | b l]; [lra | ].
    rewrite Qmult_1_l, <- E_plus. apply E_eq. intros p z _. rewrite remember_some.
    destruct (enough k c z); [rewrite (IH _ _ z); reflexivity | ].
    rewrite Qplus_0_l. exact (over_gains s n _ z).
  Qed.

  Section Conditions.
    Variable available : nat -> state P -> list (choice P).
    Variable available' : state U -> list (choice U).
    Hypothesis layers_of : layered available available'.

    Lemma total_upper_in_product : gain_upper available ->
      total_upper U available' all_nodes v' none.
    Proof.
      intros W. split.
      - intros [m x] i _. apply in_prod_iff in i as [im ix]. destruct m as [k | ]; [ | cbn; lra].
        apply layer_in in im. exact (proj1 (W k x im ix)).
      - intros z c _ _ _ [w [b [_ e]]]. discriminate.
      - intros [m x] [m' c] i _ j. apply in_prod_iff in i as [im ix].
        destruct (layers_of _ _ _ j) as [e a]. cbn [fst snd] in *. subst m'.
        destruct m as [k | ].
        + apply layer_in in im. rewrite gain_worth_in_product.
          exact (proj2 (W k x im ix) c (a k eq_refl)).
        + rewrite over_worth. cbn. lra.
    Qed.

    Lemma total_lower_in_product rank :
      (forall k x, In x nodes -> incl (available k x) (options P x)) ->
      gain_lower available -> gain_ranks available rank ->
      exists rank', total_lower U available' all_nodes v' none none (reward U) rank' (fun _ => O).
    Proof.
      intros sub W R.
      destruct (falls_in_product available available' layers_of rank
        (fun k x => Qle_bool (v k x) 0)) as [rank' H].
      assert (same : forall z, unpaid U v' none none z
        = with_left (fun k x => Qle_bool (v k x) 0) true z).
      { intros [[k | ] z]; reflexivity. }
      exists rank'. split.
      - intros [m x] [m' c] i _ j. apply in_prod_iff in i as [im ix].
        destruct (layers_of _ _ _ j) as [e a]. cbn [fst snd] in *. subst m'.
        destruct m as [k | ]; [ | cbn; lra]. apply layer_in in im.
        exact (proj1 (W k x c im ix (a k eq_refl))).
      - discriminate.
      - intros [m x] [m' c] i _ _ j. right. apply in_prod_iff in i as [im ix].
        destruct (layers_of _ _ _ j) as [e a]. cbn [fst snd] in *. subst m'.
        destruct m as [k | ]; [ | rewrite over_worth; cbn; lra]. apply layer_in in im.
        rewrite gain_worth_in_product. exact (proj2 (W k x c im ix (a k eq_refl))).
      - intros [m x] [m' c] i u j. apply in_prod_iff in i as [im ix].
        destruct (layers_of _ _ _ j) as [e a]. cbn [fst snd] in *. subst m'.
        rewrite same in u. destruct m as [k | ]; [ | discriminate u]. apply layer_in in im.
        specialize (a k eq_refl). destruct (R k x c im ix u a) as [pos | F]; [left; exact pos | ].
        right. destruct (H k x c im ix (sub k x ix c a) F gain_within)
          as [eb | [w [z [ib Hz]]]]; [left; exact eb | right].
        exists w, z. split; [exact ib | ]. rewrite same. exact Hz.
      - split; discriminate.
    Qed.
  End Conditions.

  Variable x : state P.
  Hypothesis is_node : In x nodes.
  Local Notation within := (gaining_within K x).

  (* Policies of the process and of the product gain the same. *)
  Lemma gained_raised s n : earning 1 ((Some K, x) : state U) (raised P _ remember _ s) n
    == within s n.
  Proof.
    eapply Qeq_trans; [exact (raised_pays P _ remember _ y s n [] (Some K) x) | ].
    exact (gained_in_product s n K [] x).
  Qed.

  Lemma gained_lowered s : allowed U s -> forall n,
    earning 1 ((Some K, x) : state U) s n == within (lowered P _ remember _ (Some K) s) n.
  Proof.
    intros Hs n. symmetry.
    eapply Qeq_trans; [symmetry; exact (gained_in_product _ n K [] x) | ].
    exact (lowered_pays P _ remember _ y (Some K) nodes inside s Hs n [] x is_node).
  Qed.

  Theorem bounded_gain_at_most : gain_upper (fun _ => options P) ->
    forall s, allowed P s -> forall n, within s n <= v K x.
  Proof.
    intros W s Hs n. rewrite <- gained_raised.
    exact (total_of_steps (product_closed _) (total_upper_in_product _ _ (layered_options _) W)
      (raised_allowed P _ remember _ s Hs) n [] (Some K, x) (first_node x is_node) eq_refl).
  Qed.

  Theorem bounded_gain_greatest rank :
    gain_lower (fun k x => [pi k x]) -> gain_upper (fun _ => options P) ->
    gain_ranks (fun k x => [pi k x]) rank -> greatest P within (v K x).
  Proof.
    intros lo hi R.
    destruct (total_lower_in_product _ _ (layered_pi _) rank pi_incl lo R) as [rank' L].
    apply (greatest_transferred P _ remember _ (Some K) _ _ gained_raised gained_lowered).
    apply greatest_is_value.
    exact (total_value U (fun _ => true) pi_with_left (pi_with_left_picks _) all_nodes
      (product_closed _) none rank' (fun _ => O) (Some K, x) (first_node x is_node) v' L
      (total_upper_in_product _ _ (layered_options _) hi) eq_refl).
  Qed.

  Theorem bounded_gain_least rank :
    gain_lower (fun _ => options P) -> gain_upper (fun k x => [pi k x]) ->
    gain_ranks (fun _ => options P) rank -> least P within (v K x).
  Proof.
    intros lo hi R.
    destruct (total_lower_in_product _ _ (layered_options _) rank options_incl lo R) as [rank' L].
    apply (least_transferred P _ remember _ (Some K) _ _ gained_raised gained_lowered).
    apply least_is_value.
    exact (total_value U (fun _ => false) pi_with_left (pi_with_left_picks _) all_nodes
      (product_closed _) none rank' (fun _ => O) (Some K, x) (first_node x is_node) v' L
      (total_upper_in_product _ _ (layered_pi _) hi) eq_refl).
  Qed.

  (* Gains of any sign ------------------------------------------------------------------------ *)

  (* Where nothing will be gained, whatever is picked. From elsewhere ranks fall, as above. *)
  Variable idle : nat -> state P -> bool.
  Hypothesis idle_for_good : forall k x c, (k <= K)%nat -> In x nodes -> idle k x = true ->
    In c (options P x) ->
    gain_within k c == 0 /\
    forall w z, In (w, z) (branches P c) -> enough k c z = true ->
    idle (k - spend c z)%nat z = true.
  Variable rank : nat -> choice P -> nat.
  Hypothesis idle_ranks : forall k x c, (k <= K)%nat -> In x nodes -> idle k x = false ->
    In c (options P x) -> falls (fun _ => options P) rank idle k c.
  Local Notation idle' := (with_left idle true).

  Definition signed_upper (available : nat -> state P -> list (choice P)) : Prop :=
    forall k x, (k <= K)%nat -> In x nodes ->
    if idle k x then 0 <= v k x
    else forall c, In c (available k x) -> gain_worth k c <= v k x.

  Definition signed_lower (available : nat -> state P -> list (choice P)) : Prop :=
    forall k x, (k <= K)%nat -> In x nodes ->
    if idle k x then v k x <= 0
    else forall c, In c (available k x) -> v k x <= gain_worth k c.

  Section Conditions_signed.
    Variable available : nat -> state P -> list (choice P).
    Variable available' : state U -> list (choice U).
    Hypothesis layers_of : layered available available'.
    Hypothesis among : forall k x, In x nodes -> incl (available k x) (options P x).

    Lemma idle_in_product t c : In t all_nodes -> idle' t = true -> In c (available' t) ->
      reward U c == 0 /\ forall w z, In (w, z) (branches U c) -> idle' z = true.
    Proof.
      destruct t as [m t], c as [m' c]. intros i o j. apply in_prod_iff in i as [im it].
      destruct (layers_of _ _ _ j) as [e a]. cbn [fst snd] in *. subst m'.
      destruct m as [k | ].
      - apply layer_in in im.
        destruct (idle_for_good k t c im it o (among k t it c (a k eq_refl))) as [g H].
        split; [exact g | ]. intros w [m' z] l. apply in_map_iff in l as [[w' z'] [e l]].
        cbn [fst snd] in e. injection e as _ <- <-.
        change (idle' (remember (Some k) c z', z') = true). rewrite remember_some.
        destruct (enough k c z') eqn:en; [ | reflexivity]. exact (H w' z' l en).
      - split; [reflexivity | ]. intros w [m' z] l. apply in_map_iff in l as [[w' z'] [e l]].
        cbn [fst snd] in e. injection e as _ <- <-. reflexivity.
    Qed.

    Lemma idle_ranks_in_product :
      exists rank', ranks_fall U available' all_nodes idle' rank'.
    Proof.
      destruct (falls_in_product available available' layers_of rank idle) as [rank' H].
      exists rank'. intros [m t] [m' c] i e j. apply in_prod_iff in i as [im it].
      destruct (layers_of _ _ _ j) as [em a]. cbn [fst snd] in *. subst m'.
      destruct m as [k | ]; [ | discriminate e]. apply layer_in in im.
      assert (io := among k t it c (a k eq_refl)).
      apply (H k t c im it io).
      destruct (idle_ranks k t c im it e io) as [eb | [w [z [ib F]]]]; [left; exact eb | right].
      exists w, z. split; [exact ib | ]. destruct F as [sp | [id | F]];
        [left; exact sp | right; left; exact id | right; right].
      intros o jo. exact (F o (among k z (stays_inside inside it io ib) o jo)).
    Qed.

    Lemma signed_upper_in_product : signed_upper available ->
      worth_upper U available' all_nodes (until (P := U) idle') v'.
    Proof.
      intros W [m t] i. apply in_prod_iff in i as [im it]. destruct m as [k | ]; [ | cbn; lra].
      apply layer_in in im. specialize (W k t im it). cbn [stop until]. unfold with_left at 1.
      cbn [fst snd]. destruct (idle k t); [exact W | ]. intros [m c] j.
      destruct (layers_of _ _ _ j) as [e a]. cbn [fst snd] in *. subst m.
      eapply Qle_trans; [ | exact (W c (a k eq_refl))].
      apply Qle_lteq. right. exact (gain_worth_in_product k c).
    Qed.

    Lemma signed_lower_in_product : signed_lower available ->
      worth_lower U available' all_nodes (until (P := U) idle') v'.
    Proof.
      intros W [m t] i. apply in_prod_iff in i as [im it]. destruct m as [k | ]; [ | cbn; lra].
      apply layer_in in im. specialize (W k t im it). cbn [stop until]. unfold with_left at 1.
      cbn [fst snd]. destruct (idle k t); [exact W | ]. intros [m c] j.
      destruct (layers_of _ _ _ j) as [e a]. cbn [fst snd] in *. subst m.
      eapply Qle_trans; [exact (W c (a k eq_refl)) | ].
      apply Qle_lteq. right. symmetry. exact (gain_worth_in_product k c).
    Qed.

    Hypothesis closed_product : closed U available' all_nodes.
    Variable s : policy U.
    Hypothesis Hs : plays U available' s.

    Lemma signed_at_most_in_product : signed_upper available ->
      at_most (earning 1 ((Some K, x) : state U) s) (v K x).
    Proof.
      intros W. destruct idle_ranks_in_product as [rank' R].
      exact (faded_at_most U available' all_nodes closed_product idle' (reward U) idle_in_product
        rank' R s Hs v' (Some K, x) (signed_upper_in_product W) (first_node x is_node)).
    Qed.

    Lemma signed_at_least_in_product : signed_lower available ->
      at_least (earning 1 ((Some K, x) : state U) s) (v K x).
    Proof.
      intros W. destruct idle_ranks_in_product as [rank' R].
      exact (faded_at_least closed_product idle' (reward U) idle_in_product R Hs v' (Some K, x)
        (signed_lower_in_product W) (first_node x is_node)).
    Qed.
  End Conditions_signed.

  (* What the policy that picks as pi gets. *)
  Lemma pi_gains : signed_lower (fun k x => [pi k x]) -> signed_upper (fun k x => [pi k x]) ->
    exists s, allowed U s /\ converges (earning 1 ((Some K, x) : state U) s) (v K x).
  Proof.
    intros lo hi. assert (picks' := pi_with_left_picks gain_within).
    assert (C := closed_only picks' (product_closed _)). assert (Hs := @plays_only U pi_with_left).
    exists (always U pi_with_left). split; [exact (always_allowed picks') | split].
    - exact (signed_at_least_in_product _ _ (layered_pi _) pi_incl C _ Hs lo).
    - exact (signed_at_most_in_product _ _ (layered_pi _) pi_incl C _ Hs hi).
  Qed.

  Theorem bounded_signed_greatest :
    signed_lower (fun k x => [pi k x]) -> signed_upper (fun _ => options P) ->
    greatest P within (v K x).
  Proof.
    intros lo hi.
    apply (greatest_transferred P _ remember _ (Some K) _ _ gained_raised gained_lowered). split.
    - intros s Hs. exact (signed_at_most_in_product _ _ (layered_options _) options_incl
        (product_closed _) _ Hs hi).
    - apply (pi_gains lo). intros k z le i. specialize (hi k z le i).
      destruct (idle k z); [exact hi | ]. intros c j. exact (hi c (pi_incl k z i c j)).
  Qed.

  Theorem bounded_signed_least :
    signed_lower (fun _ => options P) -> signed_upper (fun k x => [pi k x]) ->
    least P within (v K x).
  Proof.
    intros lo hi.
    apply (least_transferred P _ remember _ (Some K) _ _ gained_raised gained_lowered). split.
    - intros s Hs. exact (signed_at_least_in_product _ _ (layered_options _) options_incl
        (product_closed _) _ Hs lo).
    - refine (pi_gains _ hi). intros k z le i. specialize (lo k z le i).
      destruct (idle k z); [exact lo | ]. intros c j. exact (lo c (pi_incl k z i c j)).
  Qed.
End Gains.
