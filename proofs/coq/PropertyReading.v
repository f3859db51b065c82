(* What a file says of the values of another question (proofs/FORMAT.md, version 2), and of which
   kinds these may be; like Reading.v a reader of the extracted checker's verdict believes this. *)
From Coq Require Import QArith String List Bool ZArith NArith.
From exactbox Require Import Definitions Questions Reading TransientDefinitions TransientReading.
From exactbox Require Import TradeOffDefinitions TradeOffReading TimedReading BoundedReading.
From exactbox Require Import PropertyDefinitions.
Import ListNotations.
Local Open Scope string_scope.

Definition read_claim (j : json) : option claim_of_values :=
  name <- field "filter" j; name <- word name;
  complement <- field "complement" j; complement <- truth complement;
  let claim f := Some (Claim_of f complement) in
  let calculating f := _ <- fields ["complement"; "filter"] j; claim f in
  let comparing f more :=
    _ <- fields (app ["bound"; "complement"; "filter"; "relation"] more) j;
    b <- field "bound" j; b <- rational b;
    r <- field "relation" j; r <- word r;
    r <- match r with
      | ">=" => Some At_least
      | ">" => Some More_than
      | "<=" => Some At_most
      | "<" => Some Less_than
      | _ => None
      end;
    claim (f r b) in
  match name with
  | "forall" => comparing From_all []
  | "exists" => comparing From_some []
  | "count" => comparing From_how_many []
  | "set" =>
      states <- field "states" j; states <- items natural states; need (increase states);
      comparing (fun r b => From_just r b states) ["states"]
  | "max" => calculating Maximum
  | "min" => calculating Minimum
  | "sum" => calculating Sum
  | "avg" => calculating Mean
  | "range" => calculating Range
  | "argmax" => calculating Argmax
  | "argmin" => calculating Argmin
  | "first" => calculating First
  | "print" => calculating Each
  | _ => None
  end.

(* The kind and the question whose values are spoken of, and what is claimed of them. *)
Definition read_property (j : json) : option (string * json * claim_of_values) :=
  f <- fields ["claim"; "of"] j;
  match f with
  | [claim; of] =>
      claim <- read_claim claim;
      f <- fields ["kind"; "question"] of;
      match f with
      | [kind; question] => kind <- word kind; Some (kind, question, claim)
      | _ => None
      end
  | _ => None
  end.

(* The file about that question. *)
Definition file_of (kind : string) (q w : json) : json :=
  Object [("certificate", Number 2); ("kind", Text kind None); ("question", q); ("witness", w)].

(* What answers say of a question, one for each of its start states. *)
Definition answers (kind : string) (q : json) (l : list (N * answer)) : Prop :=
  match kind with
  | "process" =>
      exists m start, read_question q = Some (m, start) /\ map fst l = start /\
      forall x a, In (x, a) l -> means m x a
  | "timed" =>
      exists t start, read_timed q = Some (t, start) /\ map fst l = start /\
      forall x a, In (x, a) l -> timed_means t x a
  | "bounded" =>
      exists b start, read_bounded q = Some (b, start) /\ map fst l = start /\
      forall x a, In (x, a) l -> exists v, a = Exactly v /\ bounded_means b x v
  | "transient" =>
      exists o start, read_transient q = Some (o, start) /\ map fst l = start /\
      forall x a, In (x, a) l -> transient_means o x a
  | "trade_off" =>
      exists o v, read_trade_off q = Some (Ratio, o) /\ l = [(begins o, Exactly v)] /\
      trade_off_means o (Best_ratio v)
  | _ => False
  end.
