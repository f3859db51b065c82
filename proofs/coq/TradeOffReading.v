(* What a file says of several objectives (proofs/FORMAT.md, version 2); like Reading.v a reader of
   the extracted checker's verdict believes read_trade_off. Of curves nothing is checked. *)
From Coq Require Import QArith String List Bool ZArith NArith.
From exactbox Require Import Questions Reading TradeOffDefinitions.
Import ListNotations.
Local Open Scope string_scope.

Inductive trade_off_asks := Curve | Value | Achievable | Ratio.

Definition read_until (inside : list N -> bool) (j : json) : option until_asked :=
  let has key := match field key j with Some _ => [key] | None => [] end in
  _ <- fields (["goal"] ++ has "stay" ++ has "steps")%list j;
  goal <- field "goal" j; goal <- goal_in goal;
  stay <- optional "stay" states_in j;
  steps <- optional "steps" small j;
  need (inside (fst goal) && inside (match stay with Some l => l | None => [] end));
  Some (Until_asked (fst goal) (snd goal) stay steps).

Definition read_objective (inside : list N -> bool) (choices : nat) (j : json) : option aim :=
  let has key := match field key j with Some _ => [key] | None => [] end in
  sense <- field "sense" j; sense <- word sense;
  need (if sense =? "max" then true else sense =? "min");
  bound <- optional "bound" rational j;
  strict <- optional "strict" truth j;
  let shape := match field "reward" j with
    | Some _ => has "goal" ++ ["reward"; "sense"] ++ has "steps"
    | None => ["complement"; "sense"]
    end%list in
  _ <- fields (has "bound" ++ shape ++ has "strict"
    ++ match field "reward" j with Some _ => [] | None => ["untils"] end)%list j;
  bound <- match bound, strict with
    | Some b, Some s => Some (Some (b, s))
    | None, None => Some None
    | _, _ => None
    end;
  let ask complement o := Some (Aim o complement (sense =? "max") bound) in
  match field "reward" j with
  | Some reward =>
      r <- rewards_in reward; need (Nat.eqb (List.length r) choices);
      match field "goal" j, field "steps" j with
      | Some goal, None =>
          goal <- goal_in goal; need (inside (fst goal));
          ask false (Reward_until (Until_asked (fst goal) (snd goal) None None) r)
      | None, _ => steps <- optional "steps" small j; ask false (Reward_total r steps)
      | Some _, Some _ => None
      end
  | None =>
      complement <- field "complement" j; complement <- truth complement;
      untils <- field "untils" j; untils <- items (read_until inside) untils;
      need (match untils with [] => false | _ => true end);
      ask complement (Probability untils)
  end.

Fixpoint same_json (j k : json) {struct j} : bool :=
  match j, k with
  | Number a, Number b => (a =? b)%Z
  | Text a _, Text b _ => a =? b
  | Null, Null => true
  | Items l, Items m =>
      (fix go l m := match l, m with
        | [], [] => true
        | a :: l, b :: m => same_json a b && go l m
        | _, _ => false
        end) l m
  | Object l, Object m =>
      (fix go l m := match l, m with
        | [], [] => true
        | (key, a) :: l, (key', b) :: m => (key =? key') && same_json a b && go l m
        | _, _ => false
        end) l m
  | _, _ => false
  end.

Fixpoint distinct (l : list json) : bool :=
  match l with [] => true | j :: l => forallb (fun k => negb (same_json j k)) l && distinct l end.

(* "a and b", then "b". *)
Definition is_condition (both condition : json) : bool :=
  match field "untils" both, field "untils" condition with
  | Some (Items l), Some (Items m) =>
      same_json (Items (skipn (List.length l - List.length m) l)) (Items m)
  | _, _ => false
  end.

Definition read_trade_off (j : json) : option (trade_off_asks * trade_off_question) :=
  f <- fields ["asks"; "model"; "objectives"; "start"] j;
  match f with
  | [asks; model; objectives; start] =>
      asks <- word asks;
      asks <- match asks with
        | "curve" => Some Curve
        | "value" => Some Value
        | "achievable" => Some Achievable
        | "ratio" => Some Ratio
        | _ => None
        end;
      model <- read_model model None;
      let count := N.of_nat (List.length (options_of model)) in
      let inside l := forallb (fun x => (x <? count)%N) l in
      start <- natural start; need (start <? count)%N;
      given <- items (fun j => Some j) objectives;
      aims <- each (read_objective inside (List.length (branches_of model))) given;
      need (distinct given && Nat.leb 2 (List.length aims) && Nat.leb (List.length aims) 6);
      let bounded := map (fun a => match bound_of a with Some _ => true | None => false end) aims in
      need (match asks, bounded with
        | Curve, _ => forallb negb bounded && Nat.leb (List.length aims) 3
        | Value, first :: others => negb first && forallb (fun b => b) others
        | Achievable, _ => forallb (fun b => b) bounded
        | Ratio, _ =>
            match given, aims with
            | [both; condition], [a; b] =>
                forallb negb bounded && is_condition both condition
                && negb (complemented a) && negb (complemented b)
                && Bool.eqb (maximised a) (maximised b)
            | _, _ => false
            end
        | _, _ => false
        end);
      Some (asks, Trade_off model aims start)
  | _ => None
  end.
