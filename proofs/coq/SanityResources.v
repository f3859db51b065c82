(* Time, budgets and traps: the definitions tried on small processes, whose answers are known. *)
From Coq Require Import QArith List Bool Lia Lqa.
From exactbox Require Import Definitions Plays Players MeanPayoff TimedAverage TimedUntil Bounded
  BoundedGains Cost Questions BoundedReading.
Import ListNotations.
Local Open Scope Q_scope.

(* A machine that works for an hour, for 2, and is repaired for three, for nothing: 1/2 an hour,
   though a step pays 1 on average. *)

Module Machine.
  Inductive phase := Works | Repaired.

  Definition machine : process := {|
    state := phase; choice := phase; options x := [x];
    reward c := match c with Works => 2 | Repaired => 0 end;
    branches c := match c with
      | Works => [(1%positive, Repaired)] | Repaired => [(1%positive, Works)] end |}.

  Definition hours (c : choice machine) : Q := match c with Works => 1 | Repaired => 3 end.

  Example pays_a_half : greatest machine (by_time hours (Works : state machine)) (1 # 2).
  Proof.
    apply (timed_average_greatest machine (fun x => x)) with (nodes := [Works; Repaired])
      (rank := fun _ => O)
      (h := fun x : state machine => match x with Works => 3 # 2 | Repaired => 0 end).
    - intros x _. left. reflexivity.
    - split; [discriminate | ]. intros x c w z _ _ _. destruct z; cbn; tauto.
    - intros [] c _ [<- | []]; discriminate.
    - intros [] c _ [<- | []]; (split; [ | left]; reflexivity || discriminate).
    - intros [] _; reflexivity.
    - left. reflexivity.
    - intros [] c _ [<- | []]; discriminate.
  Qed.
End Machine.

(* Where gains differ: a coin decides between 10 an hour, in steps of an hour, and nothing, in steps
   of nine. Of an hour the mean is 5, and 9 hours pay 45; but n steps pay by their time no more than
   1, for the steps that pay nothing take the longer. *)

Module Fork.
  Inductive place := Coin | Paid | Idle.

  Definition fork : process := {|
    state := place; choice := place; options x := [x];
    reward c := match c with Paid => 10 | _ => 0 end;
    branches c := match c with
      | Coin => [(1%positive, Paid); (1%positive, Idle)] | x => [(1%positive, x)] end |}.

  Definition hours (c : choice fork) : Q := match c with Coin => 0 | Paid => 1 | Idle => 9 end.
  Definition exactly (c : choice fork) : list (Q * Q) := [(1, hours c)].
  Definition go : policy fork := always fork (fun x => x).

  Example five_steps : by_time hours (Coin : state fork) go 5 == 1.
  Proof. reflexivity. Qed.

  Example nine_hours : paid_before exactly 9 (Coin : state fork) (fun _ => go) 20 == 45.
  Proof. reflexivity. Qed.

  (* A time that is 0 or 2 with equal chances: in half of the cases a second step begins in time. *)
  Definition tossed_times (c : choice fork) : list (Q * Q) := [(1 # 2, 0); (1 # 2, 2)].

  Example tossed_hours : paid_before tossed_times 2 (Paid : state fork) (fun _ => go) 2 == 15.
  Proof. reflexivity. Qed.

  Example pays_5_an_hour : greatest_by_time fork hours (Coin : state fork) 5.
  Proof.
    intros lasts longest l0 K.
    destruct (timed_average_until_greatest fork (fun x => x)) with
      (nodes := [Coin; Paid; Idle]) (tau := hours) (lasts := lasts) (longest := longest)
      (rank := fun c : choice fork => match c with Coin => 1%nat | _ => O end)
      (g := fun x : state fork => match x with Coin => 5 | Paid => 10 | Idle => 0 end)
      (h := fun _ : state fork => 0) as [C H].
    - intros x _. left. reflexivity.
    - split; [discriminate | ]. intros x c w z _ _ _. destruct z; cbn; tauto.
    - intros [] c _ [<- | []]; discriminate.
    - exact l0.
    - split; [intros; apply K | | intros; apply K]. intros x c p d _ _ i.
      exact (clocks_bounded _ _ _ K c p d i).
    - intros [] c _ [<- | []]; (split; [discriminate | ]); [right | left; reflexivity ..].
      exists 1%positive, Paid. split; [left; reflexivity | ]. intros o [<- | []]. exact (le_n 1).
    - intros [] _; reflexivity.
    - intros [] _; reflexivity.
    - intros [] c _ [<- | []]; split; discriminate.
    - split; exists C.
      + intros u s u0 Hs. exact (proj1 (H u u0 Coin (or_introl eq_refl)) s Hs).
      + exists (fun _ => go). split.
        * intros times. apply (always_allowed). intros x _. left. reflexivity.
        * intros u u0. exact (proj2 (H u u0 Coin (or_introl eq_refl))).
  Qed.
End Fork.

(* An errand on foot, which is done in an hour with probability 1/2 and else has to be begun anew,
   or by a car that costs 2 and is sure. With 1 to spend one walks, with 2 one drives. *)

Module Errand.
  Inductive place := Home | Done.
  Inductive way := Walk | Drive | Rest.

  Definition errand : process := {|
    state := place; choice := way;
    options x := match x with Home => [Walk; Drive] | Done => [Rest] end;
    reward _ := 0;
    branches c := match c with
      | Walk => [(1%positive, Home); (1%positive, Done)] | _ => [(1%positive, Done)] end |}.

  Definition cost (c : choice errand) (_ : state errand) : nat :=
    match c with Walk => 1 | Drive => 2 | Rest => 0 end.

  Definition done (_ : nat) (x : state errand) : bool :=
    match x with Done => true | Home => false end.

  Definition anywhere (_ : nat) (_ : state errand) : bool := true.

  Definition way_with (k : nat) (x : state errand) : choice errand :=
    match x, k with Done, _ => Rest | Home, (O | 1%nat) => Walk | Home, _ => Drive end.

  Definition worth_with (k : nat) (x : state errand) : Q :=
    match x, k with Done, _ => 1 | Home, O => 0 | Home, 1%nat => 1 # 2 | Home, _ => 1 end.

  Definition within (k : nat) :=
    reaching_within errand cost false done anywhere false k (Home : state errand).

  Example best_within k : (k <= 2)%nat -> greatest errand (within k) (worth_with k Home).
  Proof.
    intros le. apply (bounded_greatest errand cost false [Home; Done]) with (pi := way_with)
      (rank := fun _ _ => O).
    - split; [intros [] _; discriminate | ]. intros x c w z _ _ _. destruct z; cbn; tauto.
    - intros [ | []] [] _; cbn; tauto.
    - left. reflexivity.
    - intros j [] lj _; [ | discriminate]. intros c [<- | []].
      assert (J : j = 0%nat \/ j = 1%nat \/ j = 2%nat) by lia.
      destruct J as [-> | [-> | ->]]; discriminate.
    - intros j [] lj _; (split; [destruct j as [ | []]; discriminate | ]); [ | discriminate].
      intros _ c i. assert (J : j = 0%nat \/ j = 1%nat \/ j = 2%nat) by lia.
      destruct J as [-> | [-> | ->]]; destruct i as [<- | [<- | []]]; discriminate.
    - intros j [] c lj _ e i; [ | discriminate e]. right. destruct i as [<- | []].
      assert (J : j = 0%nat \/ j = 1%nat \/ j = 2%nat) by lia.
      destruct J as [-> | [-> | ->]]; exists 1%positive, Done;
        (split; [cbn; tauto | right; left; reflexivity]).
  Qed.

  (* To walk, with 3 to spend. *)
  Definition walk : policy errand :=
    always errand (fun x => match x with Home => Walk | Done => Rest end).

  Example three_walks : within 3 walk 5 == 7 # 8.
  Proof. reflexivity. Qed.

  (* How often one walks, with 2 to spend: once, and again if that fails. *)
  Example walks : gaining_within errand cost false
    (fun c _ => match c with Walk => 1 | _ => 0 end) 2 (Home : state errand) walk 5 == 3 # 2.
  Proof. reflexivity. Qed.

  (* That 2 or more are spent, on foot: the first walk fails, and one of the next eight does not. *)
  Example two_spent : reaching_within errand cost true
    (fun k x => done k x && (k =? 0)%nat) anywhere false 2 (Home : state errand) walk 9
    == 255 # 512.
  Proof. reflexivity. Qed.
End Errand.

(* A coin is tossed until heads come up, which has the probability 1/3, or is put away: that is the
   end of the play, for 2. A toss costs 1, tails are counted besides. *)

Module Tosses.
  Definition coin : model := with_end
    (Model [[0; 1]; [2]] [[(2%positive, 0); (1%positive, 1)]; []; [(1%positive, 1)]] [])%N.

  Definition costs (least : N) (most : option N) : amount :=
    Amount (Limit least most) [[1; 1]; [2]; [0]; []]%N.
  Definition tails (least : N) (most : option N) : amount :=
    Amount (Limit least most) [[1; 0]; [0]; [0]; []]%N.

  Definition asked asks first further := Bounded coin asks true first further.
  Definition heads := Reach_goal [1%N] false None.
  Definition always_with (first : N) : policy (explicit coin) :=
    always (explicit coin) (fun x : N => match x with 0 => first | 1 => 2 | _ => 3 end)%N.
  Definition toss := always_with 0.
  Definition put_away := always_with 1.

  Example two_tosses : bounded_pays (asked heads (costs 0 (Some 2%N)) []) 0 toss 5 == 5 # 9.
  Proof. vm_compute. reflexivity. Qed.

  Example one_tail_of_three_tosses :
    bounded_pays (asked heads (costs 0 (Some 3%N)) [tails 1 (Some 1%N)]) 0 toss 5 == 2 # 9.
  Proof. vm_compute. reflexivity. Qed.

  Example three_tosses_or_more : bounded_pays (asked heads (costs 3 None) []) 0 toss 3 == 4 # 27.
  Proof. vm_compute. reflexivity. Qed.

  (* To put it away is a goal if the 2 are enough, and brings what it is said to bring. *)
  Example put_away_for_2 least : (least <= 3)%nat -> bounded_pays
    (asked (Reach_goal [] true None) (costs (N.of_nat least) (Some 3%N)) []) 0 put_away 5
    == if (least <=? 2)%nat then 1 else 0.
  Proof. destruct least as [ | [ | [ | [ | ]]]]; [vm_compute; reflexivity .. | lia]. Qed.

  Example brings most : (most <= 3)%nat -> bounded_pays
    (asked (Gain [[0; 0]; [7]; [0]; []]) (costs 0 (Some (N.of_nat most))) []) 0 put_away 5
    == if (most <? 2)%nat then 0 else 7.
  Proof. destruct most as [ | [ | [ | [ | ]]]]; [vm_compute; reflexivity .. | lia]. Qed.
End Tosses.

(* To the goal for a toll of 5, or by way of a gamble that pays 100 and may end in a trap. Who shall
   get there pays the toll. *)

Module Trap.
  Inductive place := Start | Trapped | There.
  Inductive way := Toll | Gamble | Stay.

  Definition process : process := {|
    state := place; choice := way;
    options x := match x with Start => [Toll; Gamble] | _ => [Stay] end;
    reward c := match c with Toll => -5 | Gamble => 100 | Stay => 1 end;
    branches c := match c with
      | Toll => [(1%positive, There)]
      | Gamble => [(1%positive, There); (1%positive, Trapped)]
      | Stay => [(1%positive, Trapped)] end |}.

  Definition there (x : state process) := match x with There => true | _ => false end.
  Definition trapped (x : state process) := match x with Trapped => true | _ => false end.
  Definition pick (x : state process) : choice process :=
    match x with Start => Toll | _ => Stay end.
  Definition worth_of (x : state process) : Q := match x with Start => -5 | _ => 0 end.

  Example pays_the_toll s : allowed process s -> reaches there false Start s ->
    at_most (collecting there Start s) (-5).
  Proof.
    assert (inside : closed process (options process) [Start; Trapped; There]).
    { split; [intros [] _; discriminate | ]. intros x c w z _ _ _. destruct z; cbn; tauto. }
    apply (greatest_reaching_bounds process [Start; Trapped; There] inside pick)
      with (goal := there) (ended := false) (inf := trapped) (level := fun _ => O)
      (rank := fun _ => O) (lo := worth_of) (hi := worth_of) (x := Start).
    - intros [] _; cbn; tauto.
    - left. reflexivity.
    - reflexivity.
    - split; [intros [] _; discriminate || reflexivity | ].
      intros [] c _ e [<- | []]; try discriminate. right. right. split; [discriminate | ].
      intros w z [h | []]. injection h as <- <-. split; [reflexivity | apply le_n].
    - split; [intros [] _ e; discriminate || (cbn; lra) | ].
      intros [] c _ e f [<- | []]; try (cbn in e, f; congruence); right; right; discriminate.
    - split; [intros [] _ e; discriminate || (cbn; lra) | ].
      intros [] c _ e f i; try discriminate. destruct i as [<- | [<- | []]]; right.
      + right. discriminate.
      + left. exists 1%positive, Trapped. split; [right; left; reflexivity | reflexivity].
    - split.
      + intros [] c _ e f [<- | []]; try discriminate.
        split; [intros [h _]; discriminate | reflexivity].
      + intros [] c _ e [<- | []]; try discriminate. right. exists 1%positive, There.
        split; [left; reflexivity | left; reflexivity].
  Qed.
End Trap.
