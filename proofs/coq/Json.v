(* JSON, and what is read from it: numbers, lists, fields (proofs/FORMAT.md, version 2). *)
From Coq Require Import QArith String List Bool ZArith NArith.
Import ListNotations.
Local Open Scope string_scope.

(* A text comes with the number that its hexadecimal digits are, if they are. *)
Inductive json :=
  | Number (n : Z)
  | Text (s : string) (n : option Z)
  | Items (l : list json)
  | Object (l : list (string * json))
  | Null.

Notation "x <- a ; b" := (match a with Some x => b | None => None end)
  (at level 100, a at next level, right associativity).
Notation "'need' a ; b" := (if a then b else None) (at level 100, right associativity).

(* All or nothing; without a deep stack. *)
Fixpoint each_onto {A B} (f : A -> option B) (l : list A) (found : list B) : option (list B) :=
  match l with [] => Some (rev' found) | a :: l => b <- f a; each_onto f l (b :: found) end.

Definition each {A B} (f : A -> option B) (l : list A) : option (list B) := each_onto f l [].

Definition items {B} (f : json -> option B) (j : json) : option (list B) :=
  match j with Items l => each f l | _ => None end.

(* Long integers are texts of hexadecimal digits; others are not. *)
Definition short (n : Z) : bool := (Z.abs n <? 10 ^ 18)%Z.

Definition integer (j : json) : option Z :=
  match j with
  | Number n => need (short n); Some n
  | Text _ (Some n) => need ((n <? 0)%Z || negb (short n)); Some n
  | _ => None
  end.

Definition natural (j : json) : option N :=
  match j with Number n => need (0 <=? n)%Z && short n; Some (Z.to_N n) | _ => None end.

Definition positive_number (j : json) : option positive :=
  n <- integer j; need (0 <? n)%Z; Some (Z.to_pos n).

Definition truth (j : json) : option bool :=
  n <- natural j; need (n <? 2)%N; Some (n =? 1)%N.

Definition small (j : json) : option nat :=
  n <- natural j; need (n <? 10 ^ 7)%N; Some (N.to_nat n).

Definition rational (j : json) : option Q :=
  match j with
  | Items [p; q] =>
      p <- integer p; q <- positive_number q;
      need (1 <? Zpos q)%Z && (Z.gcd p (Zpos q) =? 1)%Z; Some (p # q)
  | _ => n <- integer j; Some (n # 1)
  end.

Definition pair_of {A B} (f : json -> option A) (g : json -> option B) (j : json)
    : option (A * B) :=
  match j with Items [a; b] => a <- f a; b <- g b; Some (a, b) | _ => None end.

Definition word (j : json) : option string := match j with Text s _ => Some s | _ => None end.

(* The values of an object that has these keys, in this order. *)
Fixpoint fields_of (keys : list string) (l : list (string * json)) : option (list json) :=
  match keys, l with
  | [], [] => Some []
  | key :: keys, (k, j) :: l => need (k =? key); l <- fields_of keys l; Some (j :: l)
  | _, _ => None
  end.

Definition fields (keys : list string) (j : json) : option (list json) :=
  match j with Object l => fields_of keys l | _ => None end.

Definition field (key : string) (j : json) : option json :=
  match j with
  | Object l =>
      match List.find (fun e => fst e =? key) l with Some (_, j) => Some j | None => None end
  | _ => None
  end.

Definition optional {A} (key : string) (f : json -> option A) (j : json) : option (option A) :=
  match field key j with Some j => a <- f j; Some (Some a) | None => Some None end.

(* Lists side by side; and a list cut into pieces. *)
Fixpoint zip_onto {A B} (l : list A) (m : list B) (found : list (A * B)) : option (list (A * B)) :=
  match l, m with
  | [], [] => Some (rev' found)
  | a :: l, b :: m => zip_onto l m ((a, b) :: found)
  | _, _ => None
  end.

Fixpoint take {A} (n : nat) (l : list A) (found : list A) : option (list A * list A) :=
  match n, l with
  | O, _ => Some (rev' found, l)
  | S n, a :: l => take n l (a :: found)
  | S _, [] => None
  end.

Fixpoint cut {A} (sizes : list nat) (l : list A) (found : list (list A)) : option (list (list A)) :=
  match sizes, l with
  | [], [] => Some (rev' found)
  | n :: sizes, l =>
      match take n l [] with Some (piece, l) => cut sizes l (piece :: found) | None => None end
  | [], _ :: _ => None
  end.

Definition increase (l : list N) : bool :=
  (fix go l := match l with a :: ((b :: _) as m) => (a <? b)%N && go m | _ => true end) l.

(* Nothing below need be read to believe a verdict ---------------------------------------------- *)

Lemma each_onto_spec {A B} (f : A -> option B) l : forall found m, each_onto f l found = Some m ->
  exists r, m = app (rev' found) r /\ Forall2 (fun a b => f a = Some b) l r.
Proof.
  induction l as [ | a l IH]; intros found m; cbn [each_onto].
  - intros e. injection e as <-. exists []. rewrite app_nil_r. split; [reflexivity | constructor].
  - destruct (f a) as [b | ] eqn:e; [ | discriminate]. intros H.
    destruct (IH _ _ H) as [r [-> F]]. exists (b :: r). split; [ | constructor; assumption].
    unfold rev'. rewrite <- !rev_alt. cbn [rev]. rewrite <- app_assoc. reflexivity.
Qed.

Lemma each_spec {A B} (f : A -> option B) l m :
  each f l = Some m -> Forall2 (fun a b => f a = Some b) l m.
Proof. intros H. destruct (each_onto_spec f l [] m H) as [r [-> F]]. exact F. Qed.

Lemma fields_are keys : forall l f, fields_of keys l = Some f -> l = combine keys f.
Proof.
  induction keys as [ | key keys IH]; intros [ | [k j] l] f H; cbn [fields_of] in H;
    try discriminate; [injection H as <-; reflexivity | ].
  destruct (String.eqb_spec k key) as [-> | ne]; [ | discriminate].
  destruct (fields_of keys l) as [r | ] eqn:e; [ | discriminate]. injection H as <-.
  cbn [combine]. rewrite (IH l r e). reflexivity.
Qed.
