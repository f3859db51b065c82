(* Two players. Fix what the policy pi picks in the states of one player: all plays of the other
   are plays among what is then available. So a bound for all such plays is one that a player
   secures, and two bounds that are equal are the value.

   Above and below are those of check_step of exactbox/checker/process.py. *)
From Coq Require Import QArith List Lqa Bool.
From exactbox Require Import Definitions Plays.
Import ListNotations.
Local Open Scope Q_scope.

(* To pick one for sure. *)
Lemma sure {A} (l : list A) a : In a l ->
  distribution [(1, a)] /\ forall q b, In (q, b) [(1, a)] -> In b l.
Proof.
  intros i. split; [split | ].
  - intros q b [e | []]. injection e as <- _. lra.
  - simpl. lra.
  - intros q b [e | []]. injection e as _ <-. exact i.
Qed.

Section Players.
  Variable P : process.
  Variable up : state P -> bool.                (* where the player who maximises chooses *)
  Variable pi : state P -> choice P.

  Definition picks := forall x, options P x <> [] -> In (pi x) (options P x).

  (* The policy that always takes what pi picks. *)
  Definition always : policy P := fun _ x => [(1, pi x)].

  (* Above, all options of up states are available, below, all of the others; else pi's alone. *)
  Definition available (above : bool) (x : state P) : list (choice P) :=
    if eqb (up x) above then options P x else [pi x].

  Hypothesis picked : picks.

  Lemma plays_always available' : (forall x, available' x <> [] -> In (pi x) (available' x)) ->
    plays P available' always.
  Proof. intros H h x ne. exact (sure _ _ (H x ne)). Qed.

  Lemma pi_available above x : options P x <> [] -> In (pi x) (available above x).
  Proof.
    intros ne. unfold available. destruct (eqb (up x) above); [exact (picked x ne) | ].
    left. reflexivity.
  Qed.

  Lemma always_allowed : allowed P always.
  Proof. exact (plays_always (options P) picked). Qed.

  Lemma join_below t : allowed P t -> plays P (available false) (join up always t).
  Proof.
    intros Ht h x. unfold available, join. destruct (up x); [ | exact (Ht h x)].
    intros _. exact (sure [pi x] _ (or_introl eq_refl)).
  Qed.

  Lemma join_above s : allowed P s -> plays P (available true) (join up s always).
  Proof.
    intros Hs h x. unfold available, join. destruct (up x); [exact (Hs h x) | ].
    intros _. exact (sure [pi x] _ (or_introl eq_refl)).
  Qed.

  Variable u : policy P -> nat -> Q.

  Theorem secure_at_least v :
    (forall s, plays P (available false) s -> at_least (u s) v) -> secures_at_least P up u v.
  Proof.
    intros H. exists always. split; [exact always_allowed | ].
    intros t Ht. exact (H _ (join_below t Ht)).
  Qed.

  Theorem secure_at_most v :
    (forall s, plays P (available true) s -> at_most (u s) v) -> secures_at_most P up u v.
  Proof.
    intros H. exists always. split; [exact always_allowed | ].
    intros t Ht. exact (H _ (join_above t Ht)).
  Qed.
End Players.
Arguments always_allowed {P pi}.
Arguments secure_at_least {P up pi}.
Arguments secure_at_most {P up pi}.

(* What no play leaves, no play leaves if some of the choices are pi's. *)
Lemma closed_available {P nodes} up above {pi} :
  picks P pi -> closed P (options P) nodes -> closed P (available P up pi above) nodes.
Proof.
  intros picked [some stays]. unfold available. split.
  - intros x i. destruct (eqb (up x) above); [exact (some x i) | discriminate].
  - intros x c w z i j. apply (stays x c w z i). destruct (eqb (up x) above); [exact j | ].
    destruct j as [<- | []]. exact (picked x (some x i)).
Qed.

(* What pi picks, and nothing else. *)
Definition only {P} (pi : state P -> choice P) : state P -> list (choice P) := fun x => [pi x].

Lemma closed_only {P nodes pi} :
  picks P pi -> closed P (options P) nodes -> closed P (only pi) nodes.
Proof. exact (closed_available (fun _ => true) false). Qed.

Lemma plays_only {P} pi : plays P (only pi) (always P pi).
Proof. apply plays_always. intros x _. left. reflexivity. Qed.

(* One player: he maximises if up is true everywhere, and minimises if it is nowhere. *)
Theorem greatest_is_value P u v :
  game_value P (fun _ => true) u v -> greatest P u v.
Proof.
  intros [[s [Hs lo]] [t [Ht hi]]]. split; [exact hi | ].
  exists s. split; [exact Hs | split; [exact (lo t Ht) | exact (hi s Hs)]].
Qed.

Theorem least_is_value P u v :
  game_value P (fun _ => false) u v -> least P u v.
Proof.
  intros [[s [Hs lo]] [t [Ht hi]]]. split; [exact lo | ].
  exists t. split; [exact Ht | split; [exact (lo t Ht) | exact (hi s Hs)]].
Qed.

(* A bound from below is not above one from above: so there is one value. *)
Lemma limits_ordered u v w : at_least u v -> at_most u w -> v <= w.
Proof.
  intros lo hi. destruct (Qlt_le_dec w v) as [lt | le]; [exfalso | exact le].
  destruct (lo ((v - w) * (1 # 4)) ltac:(lra)) as [n0 H0].
  destruct (hi ((v - w) * (1 # 4)) ltac:(lra)) as [n1 H1].
  specialize (H0 (n0 + n1)%nat (Nat.le_add_r _ _)).
  specialize (H1 (n0 + n1)%nat (Nat.le_add_l _ _)). lra.
Qed.

Theorem value_between P up u v w :
  secures_at_least P up u v -> secures_at_most P up u w -> v <= w.
Proof.
  intros [s [Hs lo]] [t [Ht hi]]. exact (limits_ordered _ _ _ (lo t Ht) (hi s Hs)).
Qed.

Theorem value_unique P up u v w : game_value P up u v -> game_value P up u w -> v == w.
Proof.
  intros [a b] [c d]. apply Qle_antisym; [exact (value_between _ _ _ _ _ a d) | ].
  exact (value_between _ _ _ _ _ c b).
Qed.

Theorem least_unique P u v w : least P u v -> least P u w -> v == w.
Proof.
  intros [a [s [Hs [_ b]]]] [c [t [Ht [_ d]]]]. apply Qle_antisym.
  - exact (limits_ordered _ _ _ (a t Ht) d).
  - exact (limits_ordered _ _ _ (c s Hs) b).
Qed.

Theorem greatest_unique P u v w : greatest P u v -> greatest P u w -> v == w.
Proof.
  intros [a [s [Hs [b _]]]] [c [t [Ht [d _]]]]. apply Qle_antisym.
  - exact (limits_ordered _ _ _ b (c s Hs)).
  - exact (limits_ordered _ _ _ d (a t Ht)).
Qed.

(* The limits respect the equality of rationals. *)
Lemma at_least_eq u v w : v == w -> at_least u v -> at_least u w.
Proof.
  intros e H eps e0. destruct (H eps e0) as [n0 K]. exists n0. intros n le.
  specialize (K n le). lra.
Qed.

Lemma at_most_eq u v w : v == w -> at_most u v -> at_most u w.
Proof.
  intros e H eps e0. destruct (H eps e0) as [n0 K]. exists n0. intros n le.
  specialize (K n le). lra.
Qed.

Lemma at_most_opposite u w v : (forall n, w n == - u n) -> at_least w (- v) -> at_most u v.
Proof.
  intros e H eps e0. destruct (H eps e0) as [n0 K]. exists n0. intros n le.
  specialize (K n le). rewrite (e n) in K. lra.
Qed.
