(* The checker of certificates as an OCaml program: extraction, and its mapping of numbers to
   zarith's integers, which is trusted. Standard mappings are those of ExtrOcamlZBigInt; these
   replace the ones that would be slow. *)
From Coq Require Import ZArith NArith QArith Extraction ExtrOcamlBasic ExtrOcamlNativeString.
From Coq Require Import ExtrOcamlZBigInt.
From exactbox Require Import Files.

Extraction Blacklist Z List String.

Extract Inductive positive => "Integer.t"
  [ "(fun p -> Integer.succ (Integer.shift_left p 1))" "(fun p -> Integer.shift_left p 1)"
    "Integer.one" ]
  "(fun odd even one p -> if Integer.equal p Integer.one then one ()
    else if Integer.is_odd p then odd (Integer.shift_right p 1)
    else even (Integer.shift_right p 1))".
Extract Constant Pos.eqb => "Integer.equal".
Extract Constant Pos.ltb => "Integer.lt".
Extract Constant Pos.leb => "Integer.leq".
Extract Constant N.eqb => "Integer.equal".
Extract Constant N.ltb => "Integer.lt".
Extract Constant N.leb => "Integer.leq".
Extract Constant N.succ_pos => "Integer.succ".
Extract Constant Pos.pred_N => "Integer.pred".
Extract Constant N.lxor => "Integer.logxor".
Extract Constant N.land => "Integer.logand".
Extract Constant N.pow => "(fun a n -> Integer.pow a (Integer.to_int n))".
Extract Constant Pos.pow => "(fun a n -> Integer.pow a (Integer.to_int n))".
Extract Constant Z.pow =>
  "(fun a n -> if Integer.sign n < 0 then Integer.zero else Integer.pow a (Integer.to_int n))".
Extract Constant Z.ltb => "Integer.lt".
Extract Constant Z.leb => "Integer.leq".
Extract Constant Z.eqb => "Integer.equal".
Extract Constant Pos.gcd => "Integer.gcd".

Extraction "ocaml/checker.ml" check_any_file.
