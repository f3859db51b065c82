(* The checker of certificates as an OCaml program: extraction, and its mapping of numbers to
   zarith's integers, which is trusted. Standard mappings are those of ExtrOcamlZBigInt; these
   replace the ones that would be slow. *)
From Coq Require Import ZArith NArith QArith Extraction ExtrOcamlBasic ExtrOcamlZBigInt.
From exactbox Require Import Games Questions Certificates GameCertificates.

Extraction Blacklist Z List String.

Extract Inductive positive => "Z.t"
  [ "(fun p -> Z.succ (Z.shift_left p 1))" "(fun p -> Z.shift_left p 1)" "Z.one" ]
  "(fun odd even one p -> if Z.equal p Z.one then one ()
    else if Z.is_odd p then odd (Z.shift_right p 1) else even (Z.shift_right p 1))".
Extract Constant Pos.eqb => "Z.equal".
Extract Constant Pos.ltb => "Z.lt".
Extract Constant Pos.leb => "Z.leq".
Extract Constant N.eqb => "Z.equal".
Extract Constant N.ltb => "Z.lt".
Extract Constant N.leb => "Z.leq".
Extract Constant N.succ_pos => "Z.succ".
Extract Constant Pos.pred_N => "Z.pred".
Extract Constant N.lxor => "Z.logxor".
Extract Constant N.land => "Z.logand".
Extract Constant N.pow => "(fun a n -> Z.pow a (Z.to_int n))".
Extract Constant Pos.pow => "(fun a n -> Z.pow a (Z.to_int n))".
Extract Constant Z.pow =>
  "(fun a n -> if Z.sign n < 0 then Z.zero else Z.pow a (Z.to_int n))".
Extract Constant Z.ltb => "Z.lt".
Extract Constant Z.leb => "Z.leq".
Extract Constant Z.eqb => "Z.equal".
Extract Constant Pos.gcd => "Z.gcd".

Extraction "ocaml/checker.ml" check_certificate check_game_certificate.
