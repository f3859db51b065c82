(* Bounds on what is spent: the probability to reach a goal while no more than a budget is spent. A
   step may spend something along each branch; what is left goes down, and where it does not suffice
   the play is over, for nothing.

   The states with what is left of the budget are the states of a process (Unfolded.v), and what
   Reach.v proves of it is stated here in terms of the first process, layer by layer: v k x is what
   the state x is worth with k left. Above: if nothing that is available is worth more, by what is
   then left, v K x is at least the probability to have reached the goal within n steps and the
   budget K, for all n and all policies. Below: ranks fall in each layer, by steps which spend
   nothing; a step that may spend something of the budget needs none. So where all do, any ranks
   will do. The policies that attain v need to know what is left, and nothing else.

   Goals may ask what is left: for at least L to be spent and at most K, no more than K - L. For at
   least L and no bound from above the budget is L, and the play goes on when nothing is left of it
   (endless), where alone the goal counts. To end the play spends nothing; where it shall, or where
   it is a goal by what is then left, let a state stand for the end.

   The conditions are those of check of exactbox/checker/bounded.py. *)
From Coq Require Import QArith List Lia Lqa Bool.
From exactbox Require Import Definitions Plays Players Reach Unfolded.
From exactbox Require Export BoundedDefinitions.
Import ListNotations.
Local Open Scope Q_scope.

Section Bounded.
  Variable P : process.
  Variable spend : choice P -> state P -> nat.      (* on the way to a state *)
  Variable endless : bool.     (* whether the play goes on, with nothing left, beyond the budget *)

  Local Notation enough := (enough P spend endless).

  (* To reach the goal by way of states in stay only, with k left at first. *)
  Section Meaning.
    Variables goal stay : nat -> state P -> bool.   (* which may depend on what is left *)
    Variable ended : bool.

    Fixpoint reached_within (s : policy P) (n : nat) (k : nat) (past : history P) (x : state P)
        : Q :=
      if goal k x then 1
      else if stay k x then
        match n with
        | O => 0
        | S n =>
            E (s past x) (fun c =>
              match branches P c with
              | [] => if ended then 1 else 0
              | l => E (probabilities l) (fun z =>
                  if enough k c z
                  then reached_within s n (k - spend c z) ((x, c) :: past) z
                  else 0)
              end)
        end
      else 0.

    Definition reaching_within (K : nat) (x : state P) : policy P -> nat -> Q :=
      fun s n => reached_within s n K [] x.

    (* What a choice is worth with k left, if v k x is what states are worth. *)
    Definition next_within (v : nat -> state P -> Q) (k : nat) (c : choice P) (z : state P) : Q :=
      if enough k c z then v (k - spend c z)%nat z else 0.

    Definition worth_within (v : nat -> state P -> Q) (k : nat) (c : choice P) : Q :=
      match branches P c with
      | [] => if ended then 1 else 0
      | l => E (probabilities l) (next_within v k c)
      end.
  End Meaning.

  (* The process with what is left of the budget. *)
  Definition remember (left : option nat) (c : choice P) (z : state P) : option nat :=
    match left with
    | Some k => if enough k c z then Some (k - spend c z)%nat else None
    | None => None
    end.

  Lemma remember_some k c z : remember (Some k) c z =
    if enough k c z then Some (k - spend c z)%nat else None.
  Proof. reflexivity. Qed.

  Definition pays (pay : nat -> choice P -> Q) (k : option nat) (c : choice P) : Q :=
    match k with Some k => pay k c | None => 0 end.

  Definition product (pay : nat -> choice P -> Q) : process :=
    unfolded P (option nat) remember (pays pay).

  Definition with_left {A} (f : nat -> state P -> A) (a : A) (x : option nat * state P) : A :=
    match fst x with Some k => f k (snd x) | None => a end.

  Variable nodes : list (state P).
  Hypothesis inside : closed P (options P) nodes.
  Variable K : nat.

  Definition layers : list (option nat) := None :: map Some (seq 0 (S K)).

  Lemma layer_in k : In (Some k) layers <-> (k <= K)%nat.
  Proof.
    unfold layers. split.
    - intros [e | i]; [discriminate | ]. apply in_map_iff in i as [j [e i]]. injection e as ->.
      apply in_seq in i. lia.
    - intros le. right. apply in_map. apply in_seq. lia.
  Qed.

  Lemma layers_closed m c z : In m layers -> In (remember m c z) layers.
  Proof.
    intros i. destruct m as [k | ]; [ | left; reflexivity]. unfold remember.
    destruct (enough k c z); [ | left; reflexivity]. apply layer_in in i.
    apply layer_in. lia.
  Qed.

  Definition all_nodes : list (option nat * state P) := list_prod layers nodes.

  Lemma product_closed pay : closed (product pay) (options (product pay)) all_nodes.
  Proof.
    apply closed_unfolded; [exact inside | ]. intros m x c w z i _ _ _.
    exact (layers_closed m c z i).
  Qed.

  Lemma first_node x : In x nodes -> In (Some K, x) all_nodes.
  Proof. intros i. apply in_prod_iff. split; [apply layer_in; lia | exact i]. Qed.

  (* What is available, by what is left; and so in the product. *)
  Definition layered (available : nat -> state P -> list (choice P))
      (available' : option nat * state P -> list (option nat * choice P)) : Prop :=
    forall m x c, In c (available' (m, x)) ->
    fst c = m /\ forall k, m = Some k -> In (snd c) (available k x).

  Lemma layered_options pay : layered (fun _ => options P) (options (product pay)).
  Proof.
    intros m x c i. cbn [options product unfolded fst snd] in i.
    apply in_map_iff in i as [o [<- io]]. split; [reflexivity | intros k _; exact io].
  Qed.

  (* A policy that knows what is left. *)
  Variable pi : nat -> state P -> choice P.
  Hypothesis picked : forall k x, options P x <> [] -> In (pi k x) (options P x).

  Definition pi_with_left (x : option nat * state P) : option nat * choice P :=
    (fst x, pi (match fst x with Some k => k | None => O end) (snd x)).

  Lemma pi_with_left_picks pay : picks (product pay) pi_with_left.
  Proof.
    intros [m x] ne. cbn [options product unfolded fst snd] in *.
    apply (in_map (pair m)). apply picked.
    intros e. rewrite e in ne. apply ne. reflexivity.
  Qed.

  Lemma layered_pi pay : layered (fun k x => [pi k x]) (only (P := product pay) pi_with_left).
  Proof.
    intros m x c [<- | []]. split; [reflexivity | ]. intros k ->. left. reflexivity.
  Qed.

  Lemma options_incl (k : nat) x : In x nodes -> incl (options P x) (options P x).
  Proof. intros _ c i. exact i. Qed.

  Lemma pi_incl k x : In x nodes -> incl [pi k x] (options P x).
  Proof. intros i c [<- | []]. exact (picked k x (some_option inside x i)). Qed.

  (* Ranks that fall in a layer, where nothing is spent, fall in the product. *)
  Section Ranks.
    Variable available : nat -> state P -> list (choice P).
    Variable available' : option nat * state P -> list (option nat * choice P).
    Hypothesis layers_of : layered available available'.
    Variable rank : nat -> choice P -> nat.
    Variable settled : nat -> state P -> bool.

    (* A step ends the play, or may spend something of the budget, settle, or lead to where all that
       is available has a lower rank. *)
    Definition falls (k : nat) (c : choice P) : Prop :=
      branches P c = [] \/ exists w z, In (w, z) (branches P c) /\
        ((0 < spend c z /\ (endless = true -> 0 < k))%nat \/ settled k z = true \/
         forall o, In o (available k z) -> (rank k o < rank k c)%nat).

    Lemma falls_in_product : exists rank' : option nat * choice P -> nat,
      forall k x c, (k <= K)%nat -> In x nodes -> In c (options P x) -> falls k c ->
      forall pay, branches (product pay) (Some k, c) = [] \/
      exists w z, In (w, z) (branches (product pay) (Some k, c)) /\
        (with_left settled true z = true \/
         forall o, In o (available' z) -> (rank' o < rank' (Some k, c))%nat).
    Proof.
      destruct (nat_bound
        (flat_map (fun k => map (pair k) (flat_map (available k) nodes)) (seq 0 (S K)))
        (fun b => rank (fst b) (snd b))) as [R HR].
      assert (lt : forall k x c, (k <= K)%nat -> In x nodes -> In c (available k x) ->
        (rank k c < R)%nat).
      { intros k x c le i j. apply (HR (k, c)). apply in_flat_map. exists k.
        split; [apply in_seq; lia | ]. apply in_map. apply in_flat_map. exists x.
        split; assumption. }
      exists (fun c => match fst c with Some k => k * R + rank k (snd c) | None => O end)%nat.
      intros k x c le i j [eb | [w [z [ib H]]]] pay.
      { left. cbn [branches product unfolded fst snd]. rewrite eb. reflexivity. }
      right. exists w, (remember (Some k) c z, z). split.
      { cbn [branches product unfolded fst snd].
        exact (in_map (fun b => (fst b, (remember (Some k) c (snd b), snd b))) _ (w, z) ib). }
      assert (iz := stays_inside inside i j ib).
      unfold remember. destruct (enough k c z) eqn:e; [ | left; reflexivity].
      destruct (Nat.eq_dec (k - spend c z) k) as [same | ne].
      - rewrite same. destruct H as [pos | [set | H]]; [ | left; exact set | right].
        { exfalso. unfold enough in e. destruct endless; [lia | ]. apply Nat.leb_le in e. lia. }
        clear e. intros o io. destruct (layers_of _ _ _ io) as [e a]. rewrite e.
        specialize (H (snd o) (a k eq_refl)). cbn [fst snd]. lia.
      - right. clear e. intros o io. destruct (layers_of _ _ _ io) as [e a]. rewrite e.
        cbn [fst snd].
        assert (L := lt (k - spend c z)%nat z (snd o) ltac:(lia) iz (a _ eq_refl)). nia.
    Qed.
  End Ranks.

  (* The probability ---------------------------------------------------------------------------- *)

  Section Reach.
    Variables goal stay : nat -> state P -> bool.
    Variable ended : bool.
    Variable v : nat -> state P -> Q.
    Local Notation U := (product (fun _ _ => 0)).
    Local Notation goal' := (with_left goal false).
    Local Notation stay' := (with_left stay false).
    Local Notation v' := (with_left v 0).
    Local Notation y := (reach (P := U) goal' stay' ended).

    Definition within_upper (available : nat -> state P -> list (choice P)) : Prop :=
      forall k x, (k <= K)%nat -> In x nodes -> 0 <= v k x /\
      if goal k x then 1 <= v k x
      else stay k x = true ->
        forall c, In c (available k x) -> worth_within ended v k c <= v k x.

    Definition within_lower (available : nat -> state P -> list (choice P)) : Prop :=
      forall k x, (k <= K)%nat -> In x nodes ->
      if goal k x then v k x <= 1
      else if stay k x
        then forall c, In c (available k x) -> v k x <= worth_within ended v k c
        else v k x <= 0.

    (* Nothing is left to prove where the play has stopped, or v is 0 or less. *)
    Definition settled_within (k : nat) (x : state P) : bool :=
      goal k x || negb (stay k x) || Qle_bool (v k x) 0.

    Definition within_ranks available (rank : nat -> choice P -> nat) : Prop :=
      forall k x c, (k <= K)%nat -> In x nodes -> settled_within k x = false ->
      In c (available k x) -> falls available rank settled_within k c.

    Lemma worth_in_product k c : worth U y v' (Some k, c) == worth_within ended v k c.
    Proof.
      unfold worth, worth_within.
      cbn [paid discount over reach branches product unfolded fst snd].
      rewrite Qplus_0_l, Qmult_1_l. destruct (branches P c) as [ | b l]; [reflexivity | ].
      eapply Qeq_trans;
        [exact (E_probabilities_map (fun z => (remember (Some k) c z, z)) (b :: l) v') | ].
      apply E_eq. intros p z _. unfold next_within, with_left, remember. cbn [fst snd].
      destruct (enough k c z); reflexivity.
    Qed.

    (* The meaning, in the product. *)
    Lemma over_budget s n past x :
      J_with P (option nat) remember (pays (fun _ _ => 0)) y s n None past x == 0.
    Proof. destruct n; reflexivity. Qed.

    Lemma reached_in_product s n : forall k past x,
      J_with P (option nat) remember (pays (fun _ _ => 0)) y s n (Some k) past x
      == reached_within goal stay ended s n k past x.
    Proof.
      induction n as [ | n IH]; intros k past x; cbn [J_with reached_within stop reach];
        unfold with_left at 1 2; cbn [fst snd]; destruct (goal k x); try reflexivity;
        destruct (stay k x); try reflexivity.
      apply E_eq. intros q c _. cbn [paid discount over reach].
      destruct (branches P c) as [ | b l]; [lra | ]. rewrite Qplus_0_l, Qmult_1_l.
      apply E_eq. intros p z _. rewrite remember_some.
      destruct (enough k c z); [exact (IH _ _ z) | exact (over_budget s n _ z)].
    Qed.

    Lemma reached_raised s n x : J U y (raised P _ remember _ s) n [] (Some K, x)
      == reaching_within goal stay ended K x s n.
    Proof.
      eapply Qeq_trans; [exact (raised_pays P _ remember _ y s n [] (Some K) x) | ].
      exact (reached_in_product s n K [] x).
    Qed.

    Lemma reached_lowered s : allowed U s -> forall x, In x nodes -> forall n,
      J U y s n [] (Some K, x)
      == reaching_within goal stay ended K x (lowered P _ remember _ (Some K) s) n.
    Proof.
      intros Hs x i n. symmetry.
      eapply Qeq_trans; [symmetry; exact (reached_in_product _ n K [] x) | ].
      exact (lowered_pays P _ remember _ y (Some K) nodes inside s Hs n [] x i).
    Qed.

    (* The conditions, in the product. *)
    Section Conditions.
      Variable available : nat -> state P -> list (choice P).
      Variable available' : state U -> list (choice U).
      Hypothesis layers_of : layered available available'.

      Lemma upper_in_product : within_upper available ->
        worth_upper U available' all_nodes y v' /\ forall z, In z all_nodes -> 0 <= v' z.
      Proof.
        intros W. split; intros [m x] i; apply in_prod_iff in i as [im ix];
          destruct m as [k | ]; try (apply layer_in in im; destruct (W k x im ix) as [v0 H]).
        - cbn [stop reach]. unfold with_left. cbn [fst snd]. destruct (goal k x); [exact H | ].
          destruct (stay k x); [ | exact v0]. intros [m c] j.
          destruct (layers_of _ _ _ j) as [e a]. cbn [fst snd] in *. subst m.
          fold (with_left v 0). rewrite worth_in_product. exact (H eq_refl c (a k eq_refl)).
        - cbn. lra.
        - exact v0.
        - cbn. lra.
      Qed.

      Lemma lower_in_product : within_lower available -> worth_lower U available' all_nodes y v'.
      Proof.
        intros W [m x] i. apply in_prod_iff in i as [im ix]. destruct m as [k | ]; [ | cbn; lra].
        apply layer_in in im. specialize (W k x im ix). cbn [stop reach]. unfold with_left.
        cbn [fst snd]. destruct (goal k x); [exact W | ]. destruct (stay k x); [ | exact W].
        intros [m c] j. destruct (layers_of _ _ _ j) as [e a]. cbn [fst snd] in *. subst m.
        fold (with_left v 0). rewrite worth_in_product. exact (W c (a k eq_refl)).
      Qed.

      Lemma settled_in_product z : settled U y v' z = with_left settled_within true z.
      Proof.
        destruct z as [[k | ] x]; [ | reflexivity].
        unfold settled, stopped, settled_within, with_left. cbn [stop reach fst snd].
        unfold with_left. cbn [fst snd]. destruct (goal k x), (stay k x); reflexivity.
      Qed.

      Lemma ranks_in_product rank :
        (forall k x, In x nodes -> incl (available k x) (options P x)) ->
        within_ranks available rank ->
        exists rank', ranks_fall U available' all_nodes (settled U y v') rank'.
      Proof.
        intros sub R.
        destruct (falls_in_product available available' layers_of rank settled_within) as [rank' H].
        exists rank'. intros [m x] c i e j. apply in_prod_iff in i as [im ix].
        rewrite settled_in_product in e. destruct m as [k | ]; [ | discriminate e].
        apply layer_in in im. destruct c as [m c]. destruct (layers_of _ _ _ j) as [em a].
        cbn [fst snd] in *. subst m. specialize (a k eq_refl).
        destruct (H k x c im ix (sub k x ix c a) (R k x c im ix e a) (fun _ _ => 0))
          as [eb | [w [z [ib Hz]]]]; [left; exact eb | right].
        exists w, z. split; [exact ib | ]. rewrite settled_in_product. exact Hz.
      Qed.
    End Conditions.

    Variable x : state P.
    Hypothesis is_node : In x nodes.
    Local Notation within := (reaching_within goal stay ended K x).

    (* The greatest probability is v if no option is worth more, and what pi picks is not worth
       less; the least, if no option is worth less, and what pi picks is not worth more. *)
    Theorem bounded_greatest rank :
      within_lower (fun k x => [pi k x]) -> within_upper (fun _ => options P) ->
      within_ranks (fun k x => [pi k x]) rank -> greatest P within (v K x).
    Proof.
      intros lo hi R. destruct (upper_in_product _ _ (layered_options _) hi) as [hi' v0].
      destruct (ranks_in_product _ _ (layered_pi _) rank pi_incl R) as [rank' R'].
      apply (greatest_transferred P _ remember _ (Some K) _ _ (fun s n => reached_raised s n x)
        (fun s Hs => reached_lowered s Hs x is_node)).
      exact (greatest_probability_to_reach U all_nodes (product_closed _) pi_with_left
        (pi_with_left_picks _) goal' stay' ended (Some K, x) (first_node x is_node) v' rank'
        (lower_in_product _ _ (layered_pi _) lo) hi' v0 R').
    Qed.

    Theorem bounded_least rank :
      within_lower (fun _ => options P) -> within_upper (fun k x => [pi k x]) ->
      within_ranks (fun _ => options P) rank -> least P within (v K x).
    Proof.
      intros lo hi R. destruct (upper_in_product _ _ (layered_pi _) hi) as [hi' v0].
      destruct (ranks_in_product _ _ (layered_options _) rank options_incl R) as [rank' R'].
      apply (least_transferred P _ remember _ (Some K) _ _ (fun s n => reached_raised s n x)
        (fun s Hs => reached_lowered s Hs x is_node)).
      exact (least_probability_to_reach U all_nodes (product_closed _) pi_with_left
        (pi_with_left_picks _) goal' stay' ended (Some K, x) (first_node x is_node) v' rank'
        (lower_in_product _ _ (layered_options _) lo) hi' v0 R').
    Qed.
  End Reach.
End Bounded.
