(* The expected reward until the goal is reached, among the policies that reach it almost surely,
   rewards having any sign. By the ranks pi is proper: it reaches the goal almost surely. If v is
   at most what each choice is worth, v is at most the expected reward of every such policy, up to
   a bound times the probability that it has not reached the goal yet, which tends to 0; and at
   least, if v is at least what each choice is worth. A choice that ends the play where that is not
   the goal needs no worth: such a policy does not take it.

   The conditions are those of check_signed_cost of exactbox/checker/signed.py where no state is
   infinite: SignedAvoiding.v has the others. *)
From Coq Require Import QArith List Lqa Bool.
From exactbox Require Import Definitions Plays Players Cost.
Import ListNotations.
Local Open Scope Q_scope.

Section Halves.
  Variable P : process.
  Variable available : state P -> list (choice P).
  Variable nodes : list (state P).
  Hypothesis inside : closed P available nodes.
  Variable goal : state P -> bool.
  Variable ended : bool.

  (* What is available is worth v or more, or loses. *)
  Record signed_lower (v : state P -> Q) : Prop := {
    signed_lower_goal : forall x, In x nodes -> goal x = true -> v x <= 0;
    signed_lower_step : forall x c, In x nodes -> goal x = false -> In c (available x) ->
      loses P ended c \/ v x <= worth P (until goal) v c }.

  (* What is available is worth v or less, or loses. *)
  Record signed_upper (v : state P -> Q) : Prop := {
    signed_upper_goal : forall x, In x nodes -> goal x = true -> 0 <= v x;
    signed_upper_step : forall x c, In x nodes -> goal x = false -> In c (available x) ->
      loses P ended c \/ worth P (until goal) v c <= v x }.

  Lemma signed_bounded v : exists K, 0 <= K /\ (forall x, In x nodes -> - K <= v x <= K) /\
    forall x c, In x nodes -> In c (available x) ->
    v x <= reward P c + K /\ reward P c <= v x + K.
  Proof.
    destruct (bounded nodes v) as [M [M0 HM]].
    destruct (bounded (flat_map available nodes) (reward P)) as [B [B0 HB]].
    exists (M + B). split; [lra | split].
    - intros x i. destruct (HM x i). lra.
    - intros x c i j. destruct (HM x i).
      destruct (HB c (proj2 (in_flat_map available nodes c) (ex_intro _ x (conj i j)))). lra.
  Qed.

  Theorem signed_at_least v : signed_lower v ->
    forall s x, plays P available s -> In x nodes ->
    reaches goal ended x s -> at_least (collecting goal x s) (v x).
  Proof.
    intros H s x Hs i. destruct (signed_bounded v) as [K [K0 [HK Hc]]].
    apply (collecting_at_least P goal ended s x (v x) K K0). intros n.
    apply (collect_lower P available nodes inside goal ended s Hs K v (fun _ => false) K0);
      [ | exact (signed_lower_goal v H) | discriminate | | exact i].
    - intros z j. exact (proj2 (HK z j)).
    - intros z c j eg _ k. destruct (signed_lower_step v H z c j eg k) as [l | le]; [left | auto].
      split; [exact l | exact (proj1 (Hc z c j k))].
  Qed.

  Theorem signed_at_most v : signed_upper v ->
    forall s x, plays P available s -> In x nodes ->
    reaches goal ended x s -> at_most (collecting goal x s) (v x).
  Proof.
    intros H s x Hs i. destruct (signed_bounded v) as [K [K0 [HK Hc]]].
    apply (collecting_at_most P goal ended s x (v x) K K0). intros n.
    apply (collect_upper P available nodes inside goal ended s Hs K v (fun _ => false) K0);
      [ | exact (signed_upper_goal v H) | | exact i | reflexivity].
    - intros z j. exact (proj1 (HK z j)).
    - intros z c j eg _ k. destruct (signed_upper_step v H z c j eg k) as [l | le]; [left | auto].
      split; [exact l | exact (proj2 (Hc z c j k))].
  Qed.
End Halves.

Section Answers.
  Variable P : process.
  Variable nodes : list (state P).
  Hypothesis inside : closed P (options P) nodes.
  Variable pi : state P -> choice P.
  Hypothesis picked : picks P pi.
  Variable goal : state P -> bool.
  Variable ended : bool.
  Variable rank : choice P -> nat.

  (* What pi picks does not lose, and has ranks that fall. *)
  Record proper : Prop := {
    proper_step : forall x, In x nodes -> goal x = false -> ~ loses P ended (pi x);
    proper_ranks : ranks_fall P (only pi) nodes goal rank }.

  Hypothesis ranks : proper.

  Theorem proper_reaches x : In x nodes -> reaches goal ended x (always P pi).
  Proof.
    intros i. apply (ranks_reach P (only pi) nodes (closed_only P pi nodes picked inside) goal ended
      (fun _ => false) rank); [ | | exact (plays_only P pi) | exact i | reflexivity].
    - intros z c j eg _ [<- | []]. split; [exact (proper_step ranks z j eg) | reflexivity].
    - intros z c j. rewrite orb_false_r. intros eg k.
      destruct (proper_ranks ranks z c j eg k) as [e | [w [t [b f]]]]; [left; exact e | right].
      exists w, t. rewrite orb_false_r. auto.
  Qed.

  Theorem least_signed_bounds lo hi :
    signed_lower P (options P) nodes goal ended lo ->
    signed_upper P (only pi) nodes goal ended hi ->
    forall x, In x nodes ->
    (forall s, allowed P s -> reaches goal ended x s -> at_least (collecting goal x s) (lo x)) /\
    (exists s, allowed P s /\ reaches goal ended x s /\ at_most (collecting goal x s) (hi x)).
  Proof.
    intros Hlo Hhi x i. split.
    - intros s Hs. exact (signed_at_least _ _ _ inside _ _ lo Hlo s x Hs i).
    - exists (always P pi). assert (R := proper_reaches x i).
      split; [exact (always_allowed P pi picked) | split; [exact R | ]].
      exact (signed_at_most _ _ _ (closed_only P pi nodes picked inside) _ _ hi Hhi
        _ x (plays_only P pi) i R).
  Qed.

  Theorem greatest_signed_bounds lo hi :
    signed_lower P (only pi) nodes goal ended lo ->
    signed_upper P (options P) nodes goal ended hi ->
    forall x, In x nodes ->
    (forall s, allowed P s -> reaches goal ended x s -> at_most (collecting goal x s) (hi x)) /\
    (exists s, allowed P s /\ reaches goal ended x s /\ at_least (collecting goal x s) (lo x)).
  Proof.
    intros Hlo Hhi x i. split.
    - intros s Hs. exact (signed_at_most _ _ _ inside _ _ hi Hhi s x Hs i).
    - exists (always P pi). assert (R := proper_reaches x i).
      split; [exact (always_allowed P pi picked) | split; [exact R | ]].
      exact (signed_at_least _ _ _ (closed_only P pi nodes picked inside) _ _ lo Hlo
        _ x (plays_only P pi) i R).
  Qed.

  Theorem least_signed_cost v :
    signed_lower P (options P) nodes goal ended v ->
    signed_upper P (only pi) nodes goal ended v ->
    forall x, In x nodes -> least_of_reaching P goal ended x (v x).
  Proof.
    intros Hlo Hhi x i. destruct (least_signed_bounds v v Hlo Hhi x i) as [L [s [Hs [R U]]]].
    split; [exact L | ]. exists s. exact (conj Hs (conj R (conj (L s Hs R) U))).
  Qed.

  Theorem greatest_signed_cost v :
    signed_lower P (only pi) nodes goal ended v ->
    signed_upper P (options P) nodes goal ended v ->
    forall x, In x nodes -> greatest_of_reaching P goal ended x (v x).
  Proof.
    intros Hlo Hhi x i. destruct (greatest_signed_bounds v v Hlo Hhi x i) as [U [s [Hs [R L]]]].
    split; [exact U | ]. exists s. exact (conj Hs (conj R (conj L (U s Hs R)))).
  Qed.
End Answers.
