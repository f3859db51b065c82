(* The checker of files about bounds on what is spent: from a question and a witness to what each
   initial state is worth, and the proof that this is so. *)
From Coq Require Import QArith String List Lia Bool ZArith NArith FMapPositive.
From exactbox Require Import Definitions BoundedDefinitions Arrays Sorting Plays Kernel Prepare.
From exactbox Require Import Questions.
From exactbox Require Import Unfolded Bounded BoundedGains Several Checkers Certificates.
From exactbox Require Import BoundedChecker BoundedSearch Reading BoundedReading.
Import ListNotations.
Local Open Scope string_scope.

(* Witnesses, of which nothing need be believed ------------------------------------------------- *)

Record given := Given { given_policy : list N; given_ranks : list N; given_values : blocks }.

Definition read_given (j : json) : option given :=
  f <- fields ["policy"; "ranks"; "values"] j;
  match f with
  | [policy; ranks; values] =>
      policy <- items natural policy; ranks <- items natural ranks; values <- read_blocks values;
      Some (Given policy ranks values)
  | _ => None
  end.

(* What is proved of a layer without a bound, and of the others. *)
Definition read_givens (w : json) : option (option given * option (list given)) :=
  need only_fields ["base"; "layers"] w;
  base <- optional "base" read_given w;
  layers <- optional "layers" (items read_given) w;
  Some (base, layers).

Definition node := (option (list N) * N)%type.

(* A number for a state or choice with its counts, increasing with the pair. *)
Definition coded (radices : list N) (x : node) : positive :=
  match fst x with
  | Some counts =>
      N.succ_pos (2 * fold_left (fun n e => fst e * n + snd e)%N (combine radices counts) (snd x))
  | None => N.succ_pos (2 * snd x + 1)
  end.

Definition same_node (x y : node) : bool :=
  (snd x =? snd y)%N &&
  match fst x, fst y with
  | Some l, Some m => if list_eq_dec N.eq_dec l m then true else false
  | None, None => true
  | _, _ => false
  end.

Lemma same_node_spec x y : same_node x y = true -> x = y.
Proof.
  destruct x as [[l | ] x], y as [[m | ] y]; unfold same_node; cbn [fst snd]; intros H;
    apply andb_true_iff in H as [e H]; apply N.eqb_eq in e; subst y; try discriminate;
    try reflexivity.
  destruct (list_eq_dec N.eq_dec l m); [congruence | discriminate].
Qed.

(* What is given by numbers: of states and choices, or where there are further amounts of the
   states with their counts in order, and of their options in turn. Then two states more, each with
   a choice, stand for the end of the play and for what has spent too much; and in a layer one
   stands for all other layers. *)
Section Parts.
  Variable options : N -> list N.
  Variable numbered : node -> option (N * N).    (* the numbers of a state and its first option *)
  Variable proper : list node.                   (* those that have one *)
  Variables count choices : N.                   (* of states and choices, without the last ones *)
  Variable unfolds : bool.
  Variable of_goal : bool.

  Definition number (x : node) (i : N) : option N :=
    match numbered x with
    | Some (_, first) => if unfolds then Some (first + i)%N else option_number i (options (snd x))
    | None => None
    end.

  Definition value_table (g : given) : table Q :=
    of_pairs (flat_map (fun b => map (fun cn =>
      (N.succ_pos (fst cn), reduced (snd cn # fst b))) (snd b)) (given_values g)).

  Definition given_fits (of_layer : bool) (g : given) (values : table Q) (policy : table N)
      (told : node -> bool) : bool :=
    let last k := (if of_layer then [k] else [])%N in
    let more k := (if unfolds then [k; N.succ k] else [])%N in
    let states := (count + N.of_nat (List.length (more 0)))%N in
    let all_choices := (choices + N.of_nat (List.length (more 0)))%N in
    let ends := app (if of_layer && negb of_goal then more choices else []) (last all_choices) in
    let first n := match get policy n with Some 0%N => true | _ => false end in
    let sized {A} (l : list A) n :=
      (N.of_nat (List.length l) =? n + N.of_nat (List.length (last 0)))%N in
    let picked := each (fun x =>
      match numbered x with
      | Some (n, _) =>
          i <- get policy n;
          need (i <? N.of_nat (List.length (options (snd x))))%N;
          need negb (of_layer && told x) || (i =? 0)%N;
          if told x then Some [] else c <- number x i; Some [c]
      | None => None
      end) proper in
    match picked with
    | Some l =>
        let keys := set (app ends (List.concat l)) in
        let entries := List.concat (map snd (given_values g)) in
        sized (given_policy g) states && sized (given_ranks g) all_choices
        && forallb first (app (more count) (last states))
        && Nat.eqb (List.length entries) (List.length (PositiveMap.elements keys))
        && forallb (fun e => member keys (fst e)) entries
        && forallb (fun c => match get values c with Some q => Qeq_bool q 0 | None => false end)
             ends
        && forallb (fun k => match find k values with Some _ => true | None => false end)
             (Arrays.keys keys)
    | None => false
    end.

  Definition part_of (of_layer : bool) (g : given) : part node :=
    let policy := of_list (given_policy g) in
    let ranks := of_list (given_ranks g) in
    let values := value_table g in
    let picked x :=
      match numbered x with
      | Some (n, _) => match get policy n with Some i => i | None => 0%N end
      | None => 0%N
      end in
    Part node (given_fits of_layer g values policy) picked
      (fun x i =>
        match number x i with
        | Some c => match get values c with Some q => q | None => 0 end
        | None => 0
        end)
      (fun x i =>
        match number x i with
        | Some c => match get ranks c with Some r => r | None => 0%N end
        | None => 0%N
        end).
End Parts.

(* Answers -------------------------------------------------------------------------------------- *)

(* Every option of these states leads to one of them, and each has one. *)
Definition closed_in (P : process) (is_node : state P -> bool) (nodes : list (state P)) : bool :=
  all (fun x =>
    match options P x with
    | [] => false
    | l => all (fun c => all (fun b => is_node (snd b)) (branches P c)) l
    end) nodes.

Lemma closed_in_spec P is_node nodes : closed_in P is_node nodes = true ->
  (forall x, is_node x = true -> In x nodes) -> closed P (options P) nodes.
Proof.
  intros H into. split.
  - intros x i. assert (K := all_spec _ _ H x i). cbv beta in K.
    destruct (options P x); discriminate.
  - intros x c w z i j b. assert (K := all_spec _ _ H x i). cbv beta in K.
    destruct (options P x) as [ | o l]; [destruct j | ]. apply into.
    exact (all_spec _ _ (all_spec _ _ K c j) (w, z) b).
Qed.

Section Answers.
  Variable b : bounded.
  Local Notation m := (bounded_model b).
  Local Notation memory := (option (list N)).
  Variable a : arrays.                                 (* those of the model, made once *)
  Variable remember : memory -> N -> N -> memory.      (* that of the question *)
  Variable spent_first : N -> N -> N.
  Variable gains : N -> N -> Q.
  Variable is_goal : N -> bool.
  Variable stays : N -> bool.
  Local Notation P := (process_of a).
  Local Notation U := (counting P memory remember).

  Definition cost (c z : node) : N := spent_first (snd c) (snd z).
  Definition gain_of (c z : node) : Q := if still_counted (fst z) then gains (snd c) (snd z) else 0.
  Definition goal_node (x : node) : bool := further_enough b (fst x) && is_goal (snd x).
  Definition stay_node (x : node) : bool := still_counted (fst x) && stays (snd x).
  Definition asks_goal : bool :=
    match asks_bounded b with Reach_goal _ _ _ => true | Gain _ => false end.

  Local Notation first := (bounds (first_amount b)).
  Local Notation last := (greatest_told first).
  Local Notation lowest := (at_least_so_much first).
  Local Notation best := (bounded_maximise b).

  Definition is_endless : bool := match at_most_so_much first with None => true | _ => false end.

  Definition radices : list N :=
    map (fun a => N.succ (greatest_told (bounds a))) (further b).

  (* The states that have a number, in order, with it and that of their first option. *)
  Definition in_order (found : table node) : list (node * (N * N)) :=
    let over := end_of_play m in
    let proper := filter (fun e =>
      still_counted (fst (snd e)) && negb (snd (snd e) =? over)%N)
      (PositiveMap.elements found) in
    let order := sorted_by (fun n => n) (map (fun e => Npos (fst e)) proper) in
    let nodes := flat_map (fun k =>
      match k with
      | Npos k => match find k found with Some x => [x] | None => [] end
      | N0 => []
      end) order in
    (fix go (n first : N) nodes :=
      match nodes with
      | [] => []
      | x :: nodes =>
          (x, (n, first)) :: go (N.succ n) (first + N.of_nat (List.length (options U x)))%N nodes
      end) 0%N 0%N nodes.

  Definition check_layers_of (t : layers) (nodes : list node) (knots : list (knot node node))
      (amounts : list N) (among : table unit) (rule : layer_rule) : bool :=
    let code := coded radices in
    check_layers U nodes code code (None, 0%N) cost gain_of is_endless last goal_node lowest
      stay_node (fun x => negb (is_in among (code x))) rule best amounts t knots.

  Definition layers_of (found : table node) (nodes : list (knot node node)) (base : option given)
      (parts : option (list given)) (amounts : list N) (among : table unit)
      : option (layers * bool) :=
    let code := coded radices in
    let told := match asks_bounded b, further b with
      | Reach_goal [] _ _, [] => false
      | Reach_goal _ true _, _ => true
      | Reach_goal _ false _, _ => existsb at_goal nodes
      | Gain _, _ => false
      end in
    let order := topological U nodes among in
    let unfolds := match further b with [] => false | _ => true end in
    let ordered := match base, parts with None, None => [] | _, _ => in_order found end in
    let places := of_pairs (map (fun e => (code (fst e), snd e)) ordered) in
    let proper := map fst ordered in
    let choices :=
      if unfolds
      then fold_left (fun n x => n + N.of_nat (List.length (options U x)))%N proper 0%N
      else N.pred (N.of_nat (List.length (branches_of m))) in
    let part := part_of (options P) (fun x => find (code x) places) proper
      (N.of_nat (List.length proper)) choices unfolds asks_goal in
    need Bool.eqb is_endless (match base with Some _ => true | None => false end);
    need match order, parts with Some _, None | None, Some _ => true | _, _ => false end;
    t <- find_layers U code code nodes is_endless last lowest asks_goal best amounts told
      (option_map (fun l => (l, order_ranks U code among l)) order)
      (option_map (part false) base)
      (map (part true) (match parts with Some l => l | None => [] end));
    Some (t, match order with Some _ => true | None => false end).

  Definition values_of (base : option given) (parts : option (list given)) (start : list N)
      : option (list (N * Q)) :=
    let code := coded radices in
    let states := states_of m in
    let nothing := nothing_spent b in
    let count := N.of_nat (List.length (options_of m)) in
    let inside z := (z <? count)%N in
    need (closed_in P inside states);
    found <- reachable U code (map (pair nothing) states);
    let nodes := map snd (PositiveMap.elements found) in
    let is_node x := match find (code x) found with Some y => same_node x y | None => false end in
    need (closed_in U is_node nodes);
    need (forallb (fun x => inside x && is_node (nothing, x)) start);
    let amounts := sorted_by (fun k => k) (0%N :: List.concat (spent (first_amount b))) in
    let knots := map (knot_of U code cost gain_of goal_node stay_node) nodes in
    let among := alive U knots lowest asks_goal in
    both <- layers_of found knots base parts amounts among;
    let (t, ordered) := both in
    let rule := if asks_goal then Of_goal else if ordered then Of_signed_gains else Of_gains in
    need (check_layers_of t nodes knots amounts among rule);
    let at_last := layer_at t last in
    Some (map (fun x => (x, value_in U code at_last (nothing, x))) start).

  (* What has been accepted of the states with their counts. *)
  Lemma values_sound base parts start l : values_of base parts start = Some l ->
    map fst l = start /\
    forall x v, In (x, v) l ->
    closed P (options P) (states_of m) /\ In x (states_of m) /\
    let spend (c : choice U) (z : state U) := N.to_nat (spent_first (snd c) (snd z)) in
    let K := N.to_nat last in
    let x' := (nothing_spent b, x) : state U in
    (if best then greatest else least) U
      (if asks_goal
       then reaching_within U spend is_endless (fun k z => first_enough b k && goal_node z)
              (fun _ => stay_node) false K x'
       else gaining_within U spend is_endless gain_of K x') v.
  Proof.
    unfold values_of. cbv zeta. set (code := coded radices).
    destruct (closed_in P _ _) eqn:closed_states; [ | discriminate].
    destruct (reachable U code _) as [found | ]; [ | discriminate].
    set (nodes := map snd (PositiveMap.elements found)).
    set (is_node := fun x : node => match find (code x) found with Some y => _ | None => _ end).
    destruct (closed_in U _ _) eqn:closed_nodes; [ | discriminate].
    destruct (forallb _ start) eqn:begins; [ | discriminate].
    set (amounts := sorted_by _ _). set (among := alive _ _ _ _).
    destruct (layers_of _ _ _ _ _ _) as [[t ordered] | ]; [ | discriminate].
    set (rule := if asks_goal then Of_goal else _).
    destruct (check_layers_of t nodes _ amounts among rule) eqn:checked; [ | discriminate].
    intros H. injection H as <-. split; [rewrite map_map; apply map_id | ].
    intros x v i. apply in_map_iff in i as [z [e i]]. injection e as -> <-.
    apply (proj1 (forallb_forall _ _) begins) in i. apply andb_true_iff in i as [ix is_in].
    assert (inside : forall y, (y <? N.of_nat (List.length (options_of m)))%N = true ->
      In y (states_of m)) by (intros y e; apply in_numbers, N.ltb_lt; exact e).
    assert (into : forall y, is_node y = true -> In y nodes).
    { intros y e. unfold is_node in e. destruct (find (code y) found) as [y' | ] eqn:f;
        [ | discriminate]. apply same_node_spec in e. subst y'.
      apply PositiveMap.elements_correct in f. exact (in_map snd _ _ f). }
    split; [exact (closed_in_spec _ _ _ closed_states inside) | split; [exact (inside x ix) | ]].
    cbv zeta. unfold check_layers_of in checked. cbv zeta in checked.
    assert (S := layers_sound U nodes code code (None, 0%N) cost gain_of is_endless last goal_node
      lowest stay_node _ rule best amounts t (closed_in_spec _ _ _ closed_nodes into)
      (fun _ => Qeq_refl 0) checked (nothing_spent b, x) (into _ is_in)).
    unfold layer_value, at_number in S. rewrite N2Nat.id in S. unfold rule in S.
    destruct asks_goal; [exact S | destruct ordered; exact S].
  Qed.
End Answers.

Definition check_bounded (b : bounded) (base : option given) (parts : option (list given))
    (start : list N) : option (list (N * Q)) :=
  let m := bounded_model b in
  let values := values_of b (arrays_of m) (remember_further b) (spends m (first_amount b)) in
  match asks_bounded b with
  | Reach_goal goal ended stay =>
      values (fun _ _ => 0) (in_goal m goal ended) (staying stay) base parts start
  | Gain gains => values (along_branches 0 m gains) nowhere everywhere base parts start
  end.

Theorem bounded_sound b base parts start l : check_bounded b base parts start = Some l ->
  map fst l = start /\ forall x v, In (x, v) l -> bounded_means b x v.
Proof.
  unfold check_bounded, bounded_means, bounded_pays. cbv zeta.
  destruct (asks_bounded b) as [g ended stay | gains] eqn:asked; intros H;
    apply values_sound in H as [starts H]; (split; [exact starts | ]);
    intros x v i; destruct (H x v i) as [C [ix S]]; unfold asks_goal in S; rewrite asked in S.
  - destruct (bounded_maximise b).
    + exact (several_greatest _ _ _ _ _ _ _ _ _ _ C _ x ix v S).
    + exact (several_least _ _ _ _ _ _ _ _ _ _ C _ x ix v S).
  - destruct (bounded_maximise b).
    + exact (several_gain_greatest _ _ _ _ _ _ _ _ C _ x ix v S).
    + exact (several_gain_least _ _ _ _ _ _ _ _ C _ x ix v S).
Qed.
