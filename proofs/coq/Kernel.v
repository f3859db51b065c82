(* The step, checked in integers. Every choice c has an entry: a value, as a numerator over the
   denominator of its block, or none if c leads to an infinite state. From boolean checks follows
   what the theorems about objectives ask for: v is at most, or at least, what each available
   choice is worth; and ranks fall. Nothing that an entry says is believed.

   The conditions are those of check_step of exactbox/checker/process.py, where only what is picked
   has a value, and what other choices are worth is found. *)
From Coq Require Import QArith List Lia Lqa Setoid Bool ZArith NArith.
From exactbox Require Import Definitions Plays Players.
Import ListNotations.
Local Open Scope Q_scope.

(* In lowest terms. *)
Definition reduced (q : Q) : Q :=
  let g := Z.gcd (Qnum q) (Zpos (Qden q)) in (Qnum q / g) # Z.to_pos (Zpos (Qden q) / g).

Lemma reduced_same q : reduced q == q.
Proof.
  destruct q as [n d]. unfold reduced. cbn [Qnum Qden].
  destruct (Z.gcd_divide_l n (Zpos d)) as [a ea]. destruct (Z.gcd_divide_r n (Zpos d)) as [b eb].
  assert (g0 := Z.gcd_nonneg n (Zpos d)). set (g := Z.gcd n (Zpos d)) in *. clearbody g.
  assert (g1 : (0 < g)%Z) by (destruct (Z.eq_dec g 0) as [-> | ne]; lia).
  assert (b1 : (0 < b)%Z) by (apply Z.mul_pos_cancel_r with g; lia).
  assert (na : (n / g = a)%Z) by (rewrite ea; apply Z.div_mul; lia).
  assert (db : (Zpos d / g = b)%Z) by (rewrite eb; apply Z.div_mul; lia).
  rewrite na, db. unfold Qeq. cbn [Qnum Qden]. rewrite Z2Pos.id by exact b1. rewrite eb, ea. ring.
Qed.

(* Conjunctions that stop at the first failure. *)
Fixpoint all {A} (f : A -> bool) (l : list A) : bool :=
  match l with [] => true | a :: l => if f a then all f l else false end.

Fixpoint any {A} (f : A -> bool) (l : list A) : bool :=
  match l with [] => false | a :: l => if f a then true else any f l end.

Lemma all_spec {A} (f : A -> bool) l : all f l = true -> forall a, In a l -> f a = true.
Proof.
  induction l as [ | b l IH]; simpl; intros H a i; [destruct i | ].
  destruct (f b) eqn:e; [ | discriminate]. destruct i as [<- | i]; [exact e | exact (IH H a i)].
Qed.

Lemma any_spec {A} (f : A -> bool) l : any f l = true <-> exists a, In a l /\ f a = true.
Proof.
  induction l as [ | b l IH]; simpl; [split; [discriminate | intros [a [[] _]]] | ].
  destruct (f b) eqn:e.
  - split; [ | reflexivity]. intros _. exists b. split; [left; reflexivity | exact e].
  - rewrite IH. split; intros [a [i H]]; exists a.
    + split; [right; exact i | exact H].
    + destruct i as [<- | i]; [congruence | split; assumption].
Qed.

Lemma if_and (a b : bool) : (if a then b else false) = true -> a = true /\ b = true.
Proof. destruct a; [split; [reflexivity | assumption] | discriminate]. Qed.

(* The sum of weights times f. *)
Fixpoint wsum {A} (l : list (positive * A)) (f : A -> Q) : Q :=
  match l with [] => 0 | (w, a) :: l => inject_Z (Zpos w) * f a + wsum l f end.

Lemma E_wsum {A} (l : list (positive * A)) f :
  E (probabilities l) f == (1 # total l) * wsum l f.
Proof.
  unfold probabilities. rewrite E_over. apply Qmult_comp; [reflexivity | ].
  induction l as [ | [w a] l IH]; cbn [map E wsum fst snd]; [reflexivity | rewrite IH; reflexivity].
Qed.

(* Entries -------------------------------------------------------------------------------------- *)

Record entry := Entry {
  finite : bool;
  num : Z;
  block : N;
  order : Z;      (* where it is less, so is the value, or it is the same *)
  rank : N }.

Section Values.
  Variable den : N -> positive.

  Definition value (e : entry) : Q := num e # den (block e).

  (* value a <= value b *)
  Definition at_most_value (a b : entry) : bool :=
    if (order a <? order b)%Z then true
    else if (block a =? block b)%N then (num a <=? num b)%Z
    else (num a * Zpos (den (block b)) <=? num b * Zpos (den (block a)))%Z.

  (* Weights of equal keys are added; a key beyond the first few is not looked for. *)
  Fixpoint insert (fuel : nat) (w k : positive) (l : list (positive * positive)) :=
    match fuel, l with
    | S fuel, (w', k') :: l =>
        if (k =? k')%positive then (w + w', k')%positive :: l else (w', k') :: insert fuel w k l
    | _, _ => (w, k) :: l
    end.

  Lemma insert_sum fuel w k f : forall l,
    wsum (insert fuel w k l) f == inject_Z (Zpos w) * f k + wsum l f.
  Proof.
    induction fuel as [ | fuel IH]; intros l; [reflexivity | ].
    destruct l as [ | [w' k'] l]; [reflexivity | ]. cbn [insert].
    destruct (Pos.eqb_spec k k') as [-> | ne]; cbn [wsum].
    - rewrite Pos2Z.inj_add, inject_Z_plus. lra.
    - rewrite IH. lra.
  Qed.

  (* Sums of numerators, by block. *)
  Fixpoint add_to (s : Z) (b : N) (l : list (Z * N)) : list (Z * N) :=
    match l with
    | [] => [(s, b)]
    | (s', b') :: l => if (b =? b')%N then (s + s', b')%Z :: l else (s', b') :: add_to s b l
    end.

  Fixpoint blocks_sum (l : list (Z * N)) : Q :=
    match l with [] => 0 | (s, b) :: l => (s # den b) + blocks_sum l end.

  Lemma Qmake_add s t d : (s + t # d) == (s # d) + (t # d).
  Proof. unfold Qeq. simpl. rewrite !Pos2Z.inj_mul. ring. Qed.

  Lemma add_to_sum s b : forall l, blocks_sum (add_to s b l) == (s # den b) + blocks_sum l.
  Proof.
    induction l as [ | [s' b'] l IH]; [reflexivity | ]. cbn [add_to].
    destruct (N.eqb_spec b b') as [-> | ne]; cbn [blocks_sum].
    - rewrite Qmake_add. lra.
    - rewrite IH. lra.
  Qed.

  (* t / (D x), D being the denominator of block b, plus s / D_c; D_c divides D as a rule. *)
  Definition add_block (b : N) (D : positive) (sc : Z * N) (tx : Z * positive) : Z * positive :=
    let (s, c) := sc in
    let (t, x) := tx in
    if (c =? b)%N then (Zpos x * s + t, x)%Z
    else
      let (k, r) := Z.div_eucl (Zpos D) (Zpos (den c)) in
      if (r =? 0)%Z then (Zpos x * (k * s) + t, x)%Z
      else ((t * Zpos (den c) + Zpos x * (s * Zpos D))%Z, (den c * x)%positive).

  Definition add_up (b : N) (D : positive) (l : list (Z * N)) : Z * positive :=
    fold_right (add_block b D) (0%Z, 1%positive) l.

  Lemma add_up_sum b l :
    let (t, x) := add_up b (den b) l in (t # den b * x) == blocks_sum l.
  Proof.
    induction l as [ | [s c] l IH]; [reflexivity | ]. cbn [add_up fold_right blocks_sum].
    fold (add_up b (den b) l). destruct (add_up b (den b) l) as [t x]. cbn [add_block].
    destruct (N.eqb_spec c b) as [-> | ne].
    - rewrite <- IH. unfold Qeq. cbn [Qnum Qden Qplus]. rewrite !Pos2Z.inj_mul. ring.
    - assert (D := Z.div_eucl_eq (Zpos (den b)) (Zpos (den c)) ltac:(discriminate)).
      destruct (Z.div_eucl (Zpos (den b)) (Zpos (den c))) as [k r].
      destruct (Z.eqb_spec r 0) as [-> | nz]; rewrite <- IH.
      + unfold Qeq. cbn [Qnum Qden Qplus]. rewrite !Pos2Z.inj_mul, D. ring.
      + unfold Qeq. cbn [Qnum Qden Qplus]. rewrite !Pos2Z.inj_mul. ring.
  Qed.
End Values.

(* The process ---------------------------------------------------------------------------------- *)

Section Kernel.
  Variable P : process.
  Variable code : choice P -> positive.
  Hypothesis code_injective : forall c d, code c = code d -> c = d.
  Variable nodes : list (state P).
  Variable every : (state P -> bool) -> bool.       (* whether it holds for all nodes *)
  Hypothesis every_node : forall f, every f = true -> forall x, In x nodes -> f x = true.
  Variable listed : list (choice P).
  Variable y : payoff_of P.

  Variable up : state P -> bool.
  Variable infinite : state P -> bool.
  Variable over_infinite : bool.        (* whether the end of the play is infinite *)
  Variable pick : state P -> list (choice P) -> choice P.   (* among these options *)

  Variable den : N -> positive.
  Variable look : positive -> option entry.
  Hypothesis orders : forall k l a b, look k = Some a -> look l = Some b ->
    finite a = true -> finite b = true -> (order a < order b)%Z -> value den a <= value den b.

  (* What pi picks: an option, come what may. *)
  Definition among (c : choice P) (l : list (choice P)) : bool :=
    any (fun d => (code c =? code d)%positive) l.

  Definition pick_from (x : state P) (l : list (choice P)) : choice P :=
    let c := pick x l in
    if among c l then c else hd c l.

  Definition pi (x : state P) : choice P := pick_from x (options P x).

  Lemma among_spec c l : among c l = true <-> In c l.
  Proof.
    unfold among. rewrite any_spec. split.
    - intros [d [i e]]. apply Pos.eqb_eq in e. apply code_injective in e. subst d. exact i.
    - intros i. exists c. split; [exact i | apply Pos.eqb_refl].
  Qed.

  Lemma pi_picks : picks P pi.
  Proof.
    intros x ne. unfold pi, pick_from. destruct (among (pick x (options P x)) (options P x)) eqn:e.
    - apply among_spec. exact e.
    - destruct (options P x); [congruence | left; reflexivity].
  Qed.

  Definition v (x : state P) : Q :=
    match stop y x with
    | Some q => q
    | None => match look (code (pi x)) with Some e => value den e | None => 0 end
    end.

  Definition leads_to_infinity (c : choice P) : bool :=
    match branches P c with
    | [] => over_infinite
    | l => any (fun b => infinite (snd b)) l
    end.

  (* The branches of a choice: what stops the play pays, and the rest by what pi picks. *)
  Definition gather : list (positive * state P) -> Q * list (positive * positive) :=
    fold_right (fun '(w, z) '(q, g) =>
      match stop y z with
      | Some p => (inject_Z (Zpos w) * p + q, g)
      | None => (q, insert 64 w (code (pi z)) g)
      end) (0, []).

  Definition by_block : list (positive * positive) -> option (list (Z * N)) :=
    fold_right (fun '(w, k) g =>
      match look k, g with
      | Some e, Some g => if finite e then Some (add_to (Zpos w * num e) (block e) g) else None
      | _, _ => None
      end) (Some []).

  Definition key_value (k : positive) : Q :=
    match look k with Some e => value den e | None => 0 end.

  Lemma gather_sum l : let (q, g) := gather l in wsum l v == q + wsum g key_value.
  Proof.
    induction l as [ | [w z] l IH]; [reflexivity | ]. cbn [gather fold_right wsum].
    fold gather in *. destruct (gather l) as [q g]. unfold v at 1. destruct (stop y z) as [p | ]; rewrite IH.
    - ring.
    - rewrite insert_sum. unfold key_value at 2. ring.
  Qed.

  Lemma by_block_sum l : forall g, by_block l = Some g -> wsum l key_value == blocks_sum den g.
  Proof.
    induction l as [ | [w k] l IH]; intros g H; cbn [by_block fold_right] in H.
    - injection H as <-. reflexivity.
    - cbn [wsum]. unfold key_value at 1. destruct (look k) as [e | ]; [ | discriminate].
      fold by_block in H. destruct (by_block l) as [g' | ]; [ | discriminate]. destruct (finite e); [ | discriminate].
      injection H as <-. rewrite add_to_sum, (IH g' eq_refl). unfold value.
      assert (M : inject_Z (Zpos w) * (num e # den (block e)) == (Zpos w * num e # den (block e))).
      { unfold Qeq, inject_Z, Qmult, Qnum, Qden. rewrite Pos.mul_1_l. reflexivity. }
      rewrite M. reflexivity.
  Qed.

  (* An integer with the sign of worth v c - value e. With the reward p/q, the discount a/d, the
     weights' sum W, the sum of w v(z) = m/n + t/(D x), and e = N/D: that of
     p/q + a/d 1/W (m/n + t/(D x)) - N/D, times q d W n D x. *)
  Definition excess (c : choice P) (e : entry) : option Z :=
    let D := den (block e) in
    let (a, d) := discount y in
    let (p, q) := paid y c in
    match branches P c with
    | [] =>
        let (m, n) := over y in
        Some ((p * Zpos (d * n) + a * m * Zpos q) * Zpos D - Zpos (q * d * n) * num e)%Z
    | l =>
        let W := total l in
        let '((Qmake m n), g) := gather l in
        match by_block g with
        | None => None
        | Some g =>
            let (t, x) := add_up den (block e) D g in
            Some ((p * Zpos (d * W * n) + a * m * Zpos q) * Zpos (x * D)
              + (a * Zpos (q * n) * t - Zpos (q * d * W * n * x) * num e))%Z
        end
    end.

  Lemma some_equal {A} (a b : A) : Some a = Some b -> a = b.
  Proof. congruence. Qed.

  Lemma excess_sign c e z : excess c e = Some z ->
    exists k : positive, worth P y v c - value den e == z # k.
  Proof.
    unfold excess, worth, value. destruct (discount y) as [a d]. destruct (paid y c) as [p q].
    set (D := den (block e)). destruct (branches P c) as [ | b l] eqn:eb.
    - destruct (over y) as [m n]. intros H. apply some_equal in H as <-.
      exists (q * d * n * D)%positive.
      unfold Qeq, Qminus, Qplus, Qopp, Qmult, Qnum, Qden. rewrite !Pos2Z.inj_mul. ring.
    - cbv iota. set (L := b :: l). assert (G := gather_sum L).
      destruct (gather L) as [[m n] g]. destruct (by_block g) as [g' | ] eqn:eg; [ | discriminate].
      assert (B := by_block_sum g g' eg). assert (A := add_up_sum den (block e) g'). fold D in A.
      destruct (add_up den (block e) D g') as [t x]. intros H. apply some_equal in H as <-.
      set (W := total L). exists (q * d * W * n * x * D)%positive.
      rewrite E_wsum, G, B, <- A. fold W.
      unfold Qeq, Qminus, Qplus, Qopp, Qmult, Qnum, Qden. rewrite !Pos2Z.inj_mul. ring.
  Qed.

  Variables lower upper : bool.   (* which halves are asked for *)

  Definition check_choice (c : choice P) : bool :=
    match look (code c) with
    | None => false
    | Some e =>
        if finite e then
          if leads_to_infinity c then false
          else
            match excess c e with
            | None => false
            | Some z => if (if lower then (0 <=? z)%Z else true)
                        then (if upper then (z <=? 0)%Z else true) else false
            end
        else leads_to_infinity c
    end.

  Definition stops (x : state P) : bool := match stop y x with Some _ => true | None => false end.

  (* An open state is worth what pi picks: in up states no option is worth more, nor infinite, in
     others none less. *)
  Definition check_state (x : state P) : bool :=
    match options P x with
    | [] => false
    | l =>
        if (if stops x then true else infinite x)
        then all (fun c => match look (code c) with Some _ => true | None => false end) l
        else
          let k := code (pick_from x l) in
          match look k with
          | None => false
          | Some own =>
              if finite own then
                all (fun c =>
                  if (code c =? k)%positive then true
                  else
                    match look (code c) with
                    | None => false
                    | Some e =>
                        if up x then
                          if upper then if finite e then at_most_value den e own else false
                          else true
                        else
                          if lower then if finite e then at_most_value den own e else true
                          else true
                    end) l
              else false
          end
    end.

  Definition check_step : bool := if all check_choice listed then every check_state else false.

  (* Nothing is missing from the two lists. *)
  Hypothesis complete : forall c, look (code c) <> None -> In c listed.
  Hypothesis targets : forall c w z, In c listed -> In (w, z) (branches P c) -> In z nodes.
  Hypothesis checked : check_step = true.

  Lemma choice_checked c : In c listed -> check_choice c = true.
  Proof.
    apply if_and in checked as [H _]. apply all_spec. exact H.
  Qed.

  Lemma state_checked x : In x nodes -> check_state x = true.
  Proof.
    apply if_and in checked as [_ H]. exact (every_node _ H x).
  Qed.

  Lemma option_listed x : In x nodes -> options P x <> [] /\
    forall c, In c (options P x) -> In c listed.
  Proof.
    intros i. assert (S := state_checked x i). unfold check_state in S.
    destruct (options P x) as [ | c0 l]; [discriminate | ].
    split; [discriminate | ]. intros c j. apply complete.
    destruct (if stops x then true else infinite x).
    - assert (K := all_spec _ _ S c j). cbn beta in K.
      destruct (look (code c)); [discriminate | discriminate K].
    - cbn zeta in S. set (k := code (pick_from x (c0 :: l))) in S. clearbody k.
      destruct (look k) as [own | ] eqn:lp; [ | discriminate S].
      destruct (finite own); [ | discriminate S].
      assert (K := all_spec _ _ S c j). cbn beta in K.
      destruct (Pos.eqb_spec (code c) k) as [-> | ne]; [congruence | ].
      destruct (look (code c)); [discriminate | discriminate K].
  Qed.

  Lemma nodes_closed : closed P (options P) nodes.
  Proof.
    split.
    - intros x i. exact (proj1 (option_listed x i)).
    - intros x c w z i j k. exact (targets c w z (proj2 (option_listed x i) c j) k).
  Qed.

  Lemma available_option above x c : In x nodes -> In c (Players.available P up pi above x) ->
    In c (options P x).
  Proof.
    intros i. unfold Players.available. destruct (eqb (up x) above); [exact (fun j => j) | ].
    intros [<- | []]. apply pi_picks. exact (some_option nodes_closed x i).
  Qed.

  Lemma at_most_value_spec k l a b : look k = Some a -> look l = Some b ->
    finite a = true -> finite b = true -> at_most_value den a b = true ->
    value den a <= value den b.
  Proof.
    intros ka lb fa fb. unfold at_most_value.
    destruct (Z.ltb_spec (order a) (order b)) as [lt | ge].
    - intros _. exact (orders k l a b ka lb fa fb lt).
    - destruct (N.eqb_spec (block a) (block b)) as [e | ne].
      + intros H. apply Z.leb_le in H. unfold value, Qle. rewrite e. simpl. nia.
      + intros H. apply Z.leb_le in H. exact H.
  Qed.

  (* What is checked of a choice with a value. *)
  Lemma choice_worth c e : look (code c) = Some e ->
    if finite e then leads_to_infinity c = false /\
      (lower = true -> value den e <= worth P y v c) /\
      (upper = true -> worth P y v c <= value den e)
    else leads_to_infinity c = true.
  Proof.
    intros l. assert (C := choice_checked c (complete c ltac:(congruence))).
    unfold check_choice in C. rewrite l in C. destruct (finite e); [ | exact C].
    destruct (leads_to_infinity c); [discriminate | ]. split; [reflexivity | ].
    destruct (excess c e) as [z | ] eqn:ez; [ | discriminate].
    destruct (excess_sign c e z ez) as [k Hk]. apply if_and in C as [Lo Up].
    set (x := worth P y v c) in *. set (w := value den e) in *. clearbody x w.
    split; intros ->.
    - apply Z.leb_le in Lo. assert (0 <= z # k) by (unfold Qle; simpl; lia). lra.
    - apply Z.leb_le in Up. assert (z # k <= 0) by (unfold Qle; simpl; lia). lra.
  Qed.

  Lemma open_state x : In x nodes -> stop y x = None -> infinite x = false ->
    exists own, look (code (pi x)) = Some own /\ finite own = true /\ v x = value den own /\
    forall c, In c (options P x) -> exists e, look (code c) = Some e /\
      (up x = true -> upper = true -> finite e = true /\ value den e <= value den own) /\
      (up x = false -> lower = true -> finite e = true -> value den own <= value den e).
  Proof.
    intros i es ei. assert (S := state_checked x i). unfold check_state, stops in S.
    unfold v. rewrite es. rewrite es, ei in S.
    destruct (options P x) as [ | c0 l] eqn:eo; [discriminate | ]. cbn zeta in S.
    assert (ep : pick_from x (c0 :: l) = pi x) by (unfold pi; rewrite eo; reflexivity).
    rewrite ep in S. destruct (look (code (pi x))) as [own | ] eqn:lp; [ | discriminate].
    destruct (finite own) eqn:fo; [ | discriminate].
    exists own. split; [reflexivity | split; [exact fo | split; [reflexivity | ]]].
    intros c j. assert (K := all_spec _ _ S c j). cbn beta in K.
    destruct (Pos.eqb_spec (code c) (code (pi x))) as [ec | ne].
    { exists own. rewrite ec. split; [exact lp | ]. split; intros; [split; [exact fo | ] | ];
        apply Qle_refl. }
    destruct (look (code c)) as [e | ] eqn:lc; [ | discriminate].
    exists e. split; [reflexivity | split]; intros u f; rewrite u, f in K.
    - destruct (finite e) eqn:fe; [ | discriminate]. split; [reflexivity | ].
      exact (at_most_value_spec _ _ e own lc lp fe fo K).
    - intros fe. rewrite fe in K. exact (at_most_value_spec _ _ own e lp lc fo fe K).
  Qed.

  (* What pi picks in an open state does not lead to infinity, whichever halves are asked for. *)
  Theorem pick_finite x : In x nodes -> stop y x = None -> infinite x = false ->
    leads_to_infinity (pi x) = false.
  Proof.
    intros i es ei. destruct (open_state x i es ei) as [own [lp [fo _]]].
    assert (W := choice_worth (pi x) own lp). rewrite fo in W. exact (proj1 W).
  Qed.

  Theorem step_lower : lower = true -> forall x, In x nodes -> stop y x = None ->
    infinite x = false -> forall c, In c (Players.available P up pi false x) ->
    leads_to_infinity c = true \/ v x <= worth P y v c.
  Proof.
    intros lo x i es ei c j. destruct (open_state x i es ei) as [own [lp [fo [ev H]]]].
    rewrite ev. assert (jo := available_option false x c i j).
    destruct (H c jo) as [e [lc [_ Hdown]]]. assert (W := choice_worth c e lc).
    unfold Players.available in j. destruct (up x) eqn:u; simpl in j.
    - destruct j as [<- | []]. rewrite lp in lc. injection lc as <-. rewrite fo in W. right.
      exact (proj1 (proj2 W) lo).
    - destruct (finite e) eqn:fe; [right | left; exact W].
      eapply Qle_trans; [exact (Hdown eq_refl lo eq_refl) | exact (proj1 (proj2 W) lo)].
  Qed.

  Theorem step_upper : upper = true -> forall x, In x nodes -> stop y x = None ->
    infinite x = false -> forall c, In c (Players.available P up pi true x) ->
    leads_to_infinity c = false /\ worth P y v c <= v x.
  Proof.
    intros hi x i es ei c j. destruct (open_state x i es ei) as [own [lp [fo [ev H]]]].
    rewrite ev. assert (jo := available_option true x c i j).
    destruct (H c jo) as [e [lc [Hup _]]]. assert (W := choice_worth c e lc).
    unfold Players.available in j. destruct (up x) eqn:u; simpl in j.
    - destruct (Hup eq_refl hi) as [fe le]. rewrite fe in W. split; [exact (proj1 W) | ].
      eapply Qle_trans; [exact (proj2 (proj2 W) hi) | exact le].
    - destruct j as [<- | []]. rewrite lp in lc. injection lc as <-. rewrite fo in W.
      split; [exact (proj1 W) | exact (proj2 (proj2 W) hi)].
  Qed.
End Kernel.
