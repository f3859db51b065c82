(* What main.ml needs of zarith's rationals. *)
let make num den = let d = Integer.gcd num den in (Integer.quotient num d, Integer.quotient den d)
let to_string (num, den) =
  if Integer.equal den Integer.one then Integer.to_string num
  else Integer.to_string num ^ "/" ^ Integer.to_string den
