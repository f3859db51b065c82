(* The checker of certificates as an OCaml program: extraction, and its mapping of numbers to
   zarith's integers, which is trusted. Standard mappings are those of ExtrOcamlZBigInt; these
   replace the ones that would be slow. *)
From Coq Require Import ZArith NArith QArith Extraction ExtrOcamlBasic ExtrOcamlNativeString.
From Coq Require Import ExtrOcamlZBigInt.
From exactbox Require Import Files Iterative.

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

(* Functions that recur as deep as a list is long get the place of those without a deep stack, of
   which Iterative.v proves that they do the same. *)
Extraction "ocaml/iterative.ml" Iterative.plus Iterative.times Iterative.of_succ_nat Iterative.size
  Iterative.ggcd Iterative.length Iterative.rev Iterative.app Iterative.map Iterative.flat_map
  Iterative.concat Iterative.fold_right Iterative.filter Iterative.combine Iterative.firstn
  Iterative.seq Iterative.total Iterative.entry Iterative.numbers_from Iterative.counted
  Iterative.add_to Iterative.best_integer Iterative.each Iterative.add_multiple.

Extract Inductive nat => "Iterative.nat" [ "Iterative.O" "Iterative.S" ].
Extract Inlined Constant Init.Nat.add => "Iterative.plus".
Extract Inlined Constant Init.Nat.mul => "Iterative.times".
Extract Inlined Constant Pos.of_succ_nat => "Iterative.of_succ_nat".
Extract Inlined Constant Pos.size => "Iterative.size".
Extract Inlined Constant Pos.ggcd => "Iterative.ggcd".
Extract Inlined Constant List.length => "Iterative.length".
Extract Inlined Constant List.rev => "Iterative.rev".
Extract Inlined Constant List.app => "Iterative.app".
Extract Inlined Constant List.map => "Iterative.map".
Extract Inlined Constant List.flat_map => "Iterative.flat_map".
Extract Inlined Constant List.concat => "Iterative.concat".
Extract Inlined Constant List.fold_right => "Iterative.fold_right".
Extract Inlined Constant List.filter => "Iterative.filter".
Extract Inlined Constant List.combine => "Iterative.combine".
Extract Inlined Constant List.firstn => "Iterative.firstn".
Extract Inlined Constant List.seq => "Iterative.seq".
Extract Inlined Constant Definitions.total => "Iterative.total".
Extract Inlined Constant LinearDefinitions.entry => "Iterative.entry".
Extract Inlined Constant Questions.numbers_from => "Iterative.numbers_from".
Extract Inlined Constant LinearChecker.counted => "Iterative.counted".
Extract Inlined Constant Kernel.add_to => "Iterative.add_to".
Extract Inlined Constant Backward.best_integer => "Iterative.best_integer".
Extract Inlined Constant Backward.each => "Iterative.each".
Extract Inlined Constant LinearChecker.add_multiple => "Iterative.add_multiple".

Extraction "ocaml/checker.ml" check_any_file.
