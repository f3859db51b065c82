(* The definitions say what they should, on small processes: each example has an answer that is
   known from elsewhere, found by computing or by hand. *)
From Coq Require Import QArith List Bool Lia Lqa.
From exactbox Require Import Definitions Plays Players Discounted MeanPayoff.
Import ListNotations.
Local Open Scope Q_scope.

(* Weights 1 and 2 are probabilities 1/3 and 2/3. *)
Example weights_as_probabilities : probabilities [(1%positive, 7); (2%positive, 8)]
  = [(1 # 3, 7); (2 # 3, 8)].
Proof. reflexivity. Qed.

(* Limits: n diverges; the sequence 1, -1, 1, ... is at most 1 and at least -1, and does not
   converge. *)
Example counting_diverges : diverges (fun n => inject_Z (Z.of_nat n)).
Proof. exact above_any. Qed.

Fixpoint swing (n : nat) : Q := match n with O => 1 | S n => - swing n end.

Lemma swing_is n : swing n == 1 /\ swing (S n) == -1 \/ swing n == -1 /\ swing (S n) == 1.
Proof. induction n as [ | n IH]; cbn [swing] in *; [left; split; lra | lra]. Qed.

Example swing_stays_between : at_least swing (-1) /\ at_most swing 1.
Proof. split; intros eps e0; exists O; intros n _; assert (H := swing_is n); lra. Qed.

Example swing_does_not_converge v : ~ converges swing v.
Proof.
  intros [lo hi].
  destruct (lo (1 # 2) ltac:(lra)) as [n L]. destruct (hi (1 # 2) ltac:(lra)) as [m U].
  specialize (L (n + m)%nat ltac:(lia)) as L0. specialize (L (S (n + m)) ltac:(lia)).
  specialize (U (n + m)%nat ltac:(lia)) as U0. specialize (U (S (n + m)) ltac:(lia)).
  assert (H := swing_is (n + m)). lra.
Qed.

(* All policies pick the only option that there is. *)
Lemma only_option (P : process) (s : policy P) h x c f :
  allowed P s -> options P x = [c] -> E (s h x) f == f c.
Proof.
  intros Hs e. destruct (Hs h x) as [D I]; [rewrite e; discriminate | ].
  rewrite (E_eq _ f (fun _ => f c)); [exact (E_dist _ _ D) | ].
  intros q o i. specialize (I q o i). rewrite e in I. destruct I as [<- | []]. reflexivity.
Qed.

(* A coin that is tossed until it shows heads; each toss costs 1. ------------------------------- *)

Module Coin.
  Inductive side := Heads | Tails.

  Definition coin : process := {|
    state := side;
    choice := side;                     (* of Tails, to toss; of Heads, to leave the coin there *)
    options x := [x];
    reward c := match c with Heads => 0 | Tails => 1 end;
    branches c := match c with
      | Heads => [(1%positive, Heads)]
      | Tails => [(1%positive, Heads); (1%positive, Tails)] end |}.

  Definition heads (x : state coin) := match x with Heads => true | Tails => false end.
  Definition toss : policy coin := always coin (fun x => x).

  Example three_tosses : reaching heads everywhere false Tails toss 3 == 7 # 8.
  Proof. reflexivity. Qed.

  Lemma tossed : allowed coin toss.
  Proof. apply always_allowed. intros x _. left. reflexivity. Qed.

  (* A policy takes what there is, with weights that are not negative and add up to 1. *)
  Example no_halves : ~ allowed coin (fun _ x => [(1 # 2, x)]).
  Proof. intros H. destruct (H [] Tails) as [[_ m] _]; discriminate. Qed.

  Example no_negative_weights : ~ allowed coin (fun _ x => [(2, x); (-1, x)]).
  Proof.
    intros H. destruct (H [] Tails) as [[w _] _]; [discriminate | ].
    apply (w (-1) Tails); [right; left; reflexivity | reflexivity].
  Qed.

  Example nothing_else : ~ allowed coin (fun _ _ => [(1, Heads)]).
  Proof.
    intros H. destruct (H [] Tails) as [_ I]; [discriminate | ].
    destruct (I 1 Heads (or_introl eq_refl)) as [e | []]. discriminate e.
  Qed.

  Section Any.
    Variable s : policy coin.
    Hypothesis Hs : allowed coin s.

    Lemma step y n h x : J coin y s (S n) h x ==
      match stop y x with
      | Some q => q
      | None => paid y x + discount y *
          E (probabilities (branches coin x)) (J coin y s n ((x, x) :: h))
      end.
    Proof.
      cbn [J]. destruct (stop y x); [reflexivity | ].
      rewrite (only_option coin s h x x) by (exact Hs || reflexivity). destruct x; reflexivity.
    Qed.

    Lemma probability_of_heads n h :
      J coin (reach heads everywhere false) s n h Tails == 1 - pow (1 # 2) n.
    Proof.
      revert h. induction n as [ | n IH]; intros h; [cbn; lra | ]. rewrite step. cbn -[J Qmult].
      rewrite IH. destruct n; cbn [J stop reach heads pow]; lra.
    Qed.

    Lemma cost_until_heads n h :
      J coin (until heads) s n h Tails == 2 - 2 * pow (1 # 2) n.
    Proof.
      revert h. induction n as [ | n IH]; intros h; [cbn; lra | ]. rewrite step. cbn -[J Qmult].
      rewrite IH. destruct n; cbn [J stop until heads pow]; lra.
    Qed.

    Lemma heads_costs_nothing n h : J coin total_reward s n h Heads == 0.
    Proof.
      revert h. induction n as [ | n IH]; intros h; [reflexivity | ]. rewrite step. cbn -[J Qmult].
      rewrite IH. lra.
    Qed.

    Lemma total_cost n h : J coin total_reward s n h Tails == 2 - 2 * pow (1 # 2) n.
    Proof.
      revert h. induction n as [ | n IH]; intros h; [cbn; lra | ]. rewrite step. cbn -[J Qmult].
      rewrite IH, heads_costs_nothing. cbn [pow]. lra.
    Qed.
  End Any.

  Lemma halves_tend_to v k (u : nat -> Q) : 0 < k -> (forall n, u n == v - k * pow (1 # 2) n) ->
    converges u v.
  Proof.
    intros k0 H. split; intros eps e0.
    - destruct (discount_fades (1 # 2) k eps ltac:(lra) ltac:(lra) ltac:(lra) e0) as [n0 K].
      exists n0. intros n le. specialize (K n le). rewrite H. lra.
    - exists O. intros n _. assert (N := pow_nonneg (1 # 2) n ltac:(lra)). rewrite H. nra.
  Qed.

  Lemma always_heads s : allowed coin s -> reaches heads false Tails s.
  Proof.
    intros Hs. apply (halves_tend_to 1 1); [lra | ]. intros n. unfold reaching.
    rewrite probability_of_heads by exact Hs. lra.
  Qed.

  Lemma costs_2 s : allowed coin s -> converges (collecting heads Tails s) 2.
  Proof.
    intros Hs. apply (halves_tend_to 2 2); [lra | ]. intros n. exact (cost_until_heads s Hs n []).
  Qed.

  Example least_cost_until_heads : least_of_reaching coin heads false Tails 2.
  Proof.
    split.
    - intros s Hs _. exact (proj1 (costs_2 s Hs)).
    - exists toss. split; [exact tossed | split; [exact (always_heads _ tossed) | ]].
      exact (costs_2 _ tossed).
  Qed.

  Example greatest_cost_until_heads : greatest_until coin heads false Tails 2.
  Proof.
    split; [exact always_heads | split].
    - intros s Hs _. exact (proj2 (costs_2 s Hs)).
    - exists toss. split; [exact tossed | split; [exact (always_heads _ tossed) | ]].
      exact (costs_2 _ tossed).
  Qed.

  Example least_total_cost : least_expected_cost coin Tails 2.
  Proof.
    assert (H : forall s, allowed coin s -> converges (earning (P := coin) 1 Tails s) 2).
    { intros s Hs. apply (halves_tend_to 2 2); [lra | ]. intros n. exact (total_cost s Hs n []). }
    split; [intros s Hs; exact (proj1 (H s Hs)) | ].
    exists toss. split; [exact tossed | exact (H _ tossed)].
  Qed.

  (* v = 1 + v/4 if what costs 1 now costs 1/2 a step later. *)
  Example least_discounted_cost : least coin (earning (P := coin) (1 # 2) Tails) (4 # 3).
  Proof.
    apply (discounted_least coin (fun x => x)) with (nodes := [Heads; Tails])
      (v := fun x => match x with Heads => 0 | Tails => 4 # 3 end).
    - intros x _. left. reflexivity.
    - split; [discriminate | ]. intros x c w [ | ] _ _ _; [left | right; left]; reflexivity.
    - lra.
    - lra.
    - right. left. reflexivity.
    - intros x c _ [<- | []]. destruct x; vm_compute; discriminate.
    - intros x _. destruct x; vm_compute; discriminate.
  Qed.
End Coin.

(* Memory. The modest choice pays 1 and may be made again, the greedy one pays 3, and then there is
   nothing more. Of two steps to be modest first and then greedy pays 4; a policy that forgets what
   it did, but may toss coins, gets 25/8 at most. ----------------------------------------------- *)

Module Memory.
  Inductive place := Open | Empty.
  Inductive act := Modest | Greedy | Wait.

  Definition till : process := {|
    state := place;
    choice := act;
    options x := match x with Open => [Modest; Greedy] | Empty => [Wait] end;
    reward c := match c with Modest => 1 | Greedy => 3 | Wait => 0 end;
    branches c := match c with
      | Modest => [(1%positive, Open)]
      | Greedy => [(1%positive, Empty)]
      | Wait => [(1%positive, Empty)] end |}.

  Definition first_modest : policy till := fun h x =>
    match x, h with
    | Empty, _ => [(1, Wait)]
    | Open, [] => [(1, Modest)]
    | Open, _ => [(1, Greedy)]
    end.

  Lemma first_modest_allowed : allowed till first_modest.
  Proof.
    intros h x _. unfold first_modest. repeat split.
    - intros p c. destruct x, h; intros [e | []]; injection e as <- <-; lra.
    - destruct x, h; reflexivity.
    - intros q c. destruct x, h; intros [e | []]; injection e as <- <-; simpl; auto.
  Qed.

  Example memory_gets_4 : J till total_reward first_modest 2 [] Open == 4.
  Proof. reflexivity. Qed.

  Definition memoryless (s : policy till) := forall h x, s h x = s [] x.

  (* p is the probability of the greedy choice. *)
  Lemma two_choices (l : list (Q * act)) : distribution l ->
    (forall q c, In (q, c) l -> In c [Modest; Greedy]) ->
    exists p, forall f, E l f == p * f Greedy + (1 - p) * f Modest.
  Proof.
    intros D I. exists (E l (fun c => match c with Greedy => 1 | _ => 0 end)). intros f.
    rewrite (E_eq l f (fun c => f Modest + (f Greedy - f Modest) *
      match c with Greedy => 1 | _ => 0 end)).
    - rewrite E_plus, E_scale, (E_dist l _ D). ring.
    - intros q c i. destruct (I q c i) as [<- | [<- | []]]; ring.
  Qed.

  Example without_memory_less s : allowed till s -> memoryless s ->
    J till total_reward s 2 [] Open <= 25 # 8.
  Proof.
    intros Hs M. destruct (Hs [] Open) as [D I]; [discriminate | ].
    destruct (two_choices (s [] Open) D I) as [p Hp].
    assert (W : forall f, E (A := act) (s [] Empty) f == f Wait).
    { intros f. apply (only_option till); [exact Hs | reflexivity]. }
    cbn -[Qmult Qplus]. rewrite Hp.
    cbn -[Qmult Qplus]. rewrite (M [_] Open), Hp, (M [_] Empty), W. cbn -[Qmult Qplus].
    assert (square : forall x, 0 <= x * x) by (intros x; nra).
    specialize (square (p - (3 # 4))). lra.
  Qed.
End Memory.

(* The play goes to the goal or away, either by a half; away it ends. --------------------------- *)

Module Fork.
  Inductive place := Start | Goal | Away.

  Definition fork : process := {|
    state := place;
    choice := place;
    options x := [x];
    reward _ := 0;
    branches c := match c with
      | Start => [(1%positive, Goal); (1%positive, Away)]
      | Goal => [(1%positive, Goal)]
      | Away => [] end |}.

  Definition goal (x : state fork) := match x with Goal => true | _ => false end.
  Definition go : policy fork := always fork (fun x => x).

  Lemma to_the_goal ended n :
    reaching goal everywhere ended Start go (S (S n)) == if ended then 1 else 1 # 2.
  Proof. destruct ended, n; reflexivity. Qed.

  Example may_end_elsewhere : misses goal false Start go.
  Proof.
    exists (1 # 2). split; [reflexivity | ]. intros [ | [ | n]]; [discriminate | discriminate | ].
    rewrite to_the_goal. discriminate.
  Qed.

  Example ends_or_reaches : reaches goal true Start go.
  Proof.
    split; intros eps e0; exists 2%nat; intros [ | [ | n]] le; try lia;
      rewrite to_the_goal; lra.
  Qed.

  Example never_both ended x s : misses goal ended x s -> ~ reaches goal ended x s.
  Proof.
    intros [p [p0 H]] [lo _]. destruct (lo (p * (1 # 2)) ltac:(lra)) as [n K].
    specialize (K n (le_n n)). specialize (H n). lra.
  Qed.

  (* The goal may be missed, so there is no greatest reward until it is reached. *)
  Example none_if_missed v : ~ greatest_until fork goal false Start v.
  Proof.
    intros [H _]. apply (never_both false Start go may_end_elsewhere). apply H.
    apply always_allowed. intros x _. left. reflexivity.
  Qed.
End Fork.

(* A path 0, 1, 2, ...: a payment of 1 in state 3 counts d^3 times. ----------------------------- *)

Module Path.
  Definition path : process := {|
    state := nat;
    choice := nat;
    options x := [x];
    reward c := if Nat.eqb c 3 then 1 else 0;
    branches c := [(1%positive, S c)] |}.

  Definition walk : policy path := always path (fun x => x).

  Example three_steps_pay_nothing : earning (P := path) (1 # 2) 0%nat walk 3 == 0.
  Proof. reflexivity. Qed.

  Example the_fourth_pays n : earning (P := path) (1 # 2) 0%nat walk (4 + n) == 1 # 8.
  Proof.
    assert (Z : forall n h x, (4 <= x)%nat -> J path (discounted (1 # 2)) walk n h x == 0).
    { clear n. induction n as [ | n IH]; intros h x le; [reflexivity | ].
      cbn -[Qmult Qplus Nat.eqb]. rewrite IH by lia.
      rewrite (proj2 (Nat.eqb_neq x 3)) by lia. lra. }
    unfold earning. cbn -[Qmult Qplus].
    match goal with |- context [J path ?y walk n ?h 4%nat] => rewrite (Z n h 4%nat (le_n 4)) end.
    lra.
  Qed.

  (* The choices before the goal pay, and none in it. *)
  Definition is_at (k : nat) (x : state path) := Nat.eqb x k.

  Example paid_before_the_goal : collecting (is_at 4) 0%nat walk 9 == 1.
  Proof. reflexivity. Qed.

  Example not_paid_in_the_goal : collecting (is_at 3) 0%nat walk 9 == 0.
  Proof. reflexivity. Qed.

  (* State 5 is reached in 5 steps, but not by way of states below 3 only; the goal itself need not
     be among these. *)
  Definition below (k : nat) (x : state path) := Nat.ltb x k.

  Example not_within_4 : reaching (is_at 5) everywhere false 0%nat walk 4 == 0.
  Proof. reflexivity. Qed.

  Example within_5 : reaching (is_at 5) everywhere false 0%nat walk 5 == 1.
  Proof. reflexivity. Qed.

  Example by_way_of_stay : reaching (is_at 5) (below 5) false 0%nat walk 5 == 1.
  Proof. reflexivity. Qed.

  Example stay_is_obeyed n : reaching (is_at 5) (below 3) false 0%nat walk n == 0.
  Proof. do 3 (destruct n as [ | n]; [reflexivity | ]). destruct n; reflexivity. Qed.
End Path.

(* Two players. The maximiser takes 1, or passes; then the minimiser pays 4 or 2. A step later
   counts 3/4, so to pass secures 3/2, which is better than 1. ---------------------------------- *)

Module Pass.
  Inductive place := Mine | Yours | Done.
  Inductive act := Take | Pass | Much | Little | Wait.

  Definition game : process := {|
    state := place;
    choice := act;
    options x := match x with Mine => [Take; Pass] | Yours => [Much; Little] | Done => [Wait] end;
    reward c := match c with Take => 1 | Much => 4 | Little => 2 | _ => 0 end;
    branches c := match c with Pass => [(1%positive, Yours)] | _ => [(1%positive, Done)] end |}.

  Definition up (x : state game) := match x with Mine => true | _ => false end.

  Definition plan mine yours (x : state game) : choice game :=
    match x with Mine => mine | Yours => yours | Done => Wait end.

  (* s alone would pass and be paid 4, t alone would take 1; when they meet, s passes, and t pays
     2. *)
  Example each_in_the_own_states :
    let s := always game (plan Pass Much) in
    let t := always game (plan Take Little) in
    let pays := fun s => earning (P := game) (3 # 4) Mine s 2 in
    pays s == 3 /\ pays t == 1 /\ pays (join up s t) == 3 # 2.
  Proof. split; [ | split]; reflexivity. Qed.

  Definition worth_of (x : state game) : Q :=
    match x with Mine => 3 # 2 | Yours => 2 | Done => 0 end.

  Example to_pass_is_optimal : game_value game up (earning (3 # 4) (Mine : state game)) (3 # 2).
  Proof.
    assert (I : closed game (options game) [Mine; Yours; Done]).
    { split; [intros [ | | ]; discriminate | ].
      intros x c w [ | | ] _ _ _; simpl; auto. }
    assert (K : picks game (plan Pass Little)) by (intros [ | | ] _; simpl; auto).
    apply (discounted_value game up (plan Pass Little) K [Mine; Yours; Done])
      with (v := worth_of); try lra.
    - left. reflexivity.
    - exact (closed_available up false K I).
    - exact (closed_available up true K I).
    - intros [ | | ] _ c; simpl; intros H; repeat destruct H as [<- | H]; try contradiction;
        vm_compute; discriminate.
    - intros [ | | ] _ c; simpl; intros H; repeat destruct H as [<- | H]; try contradiction;
        vm_compute; discriminate.
  Qed.
End Pass.

(* The mean. Outside a step pays 1; to enter costs 100 once, and then a step pays 3. What is paid
   once does not count: the greatest mean is 3, the least 1. ------------------------------------ *)

Module Door.
  Inductive place := Outside | Inside.
  Inductive act := Stay | Enter | Enjoy.

  Definition door : process := {|
    state := place;
    choice := act;
    options x := match x with Outside => [Stay; Enter] | Inside => [Enjoy] end;
    reward c := match c with Stay => 1 | Enter => -100 | Enjoy => 3 end;
    branches c := match c with
      | Stay => [(1%positive, Outside)]
      | _ => [(1%positive, Inside)] end |}.

  Definition plan outside (x : state door) : choice door :=
    match x with Outside => outside | Inside => Enjoy end.

  Lemma picks_plan c : In c [Stay; Enter] -> picks door (plan c).
  Proof. intros i [ | ] _; [exact i | left; reflexivity]. Qed.

  Lemma inside : closed door (options door) [Outside; Inside].
  Proof.
    split; [intros [ | ]; discriminate | ]. intros x c w [ | ] _ _ _; simpl; auto.
  Qed.

  Lemma goes_on x c : In x [Outside; Inside] -> In c (options door x) -> branches door c <> [].
  Proof. destruct c; discriminate. Qed.

  Ltac each_option :=
    intros [ | ]; simpl; intros; repeat match goal with H : _ \/ _ |- _ => destruct H end;
    subst; try contradiction; try discriminate; vm_compute; (reflexivity || discriminate).

  Example greatest_mean : greatest door (mean (Outside : state door)) 3.
  Proof.
    apply (mean_payoff_greatest door (plan Enter) (picks_plan Enter ltac:(simpl; auto))
      [Outside; Inside] inside goes_on (fun _ => 3)
      (fun x => match x with Outside => -103 | Inside => 0 end));
      each_option || (left; reflexivity).
  Qed.

  Example least_mean : least door (mean (Outside : state door)) 1.
  Proof.
    apply (mean_payoff_least door (plan Stay) (picks_plan Stay ltac:(simpl; auto))
      [Outside; Inside] inside goes_on (fun x => match x with Outside => 1 | Inside => 3 end)
      (fun x => match x with Outside => -101 | Inside => 0 end));
      each_option || (left; reflexivity).
  Qed.
End Door.
