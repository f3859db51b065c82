(* What the extracted checker needs of zarith's integers, by those of stubs.js. *)
type t
external of_int : int -> t = "bz_of_int"
external to_int : t -> int = "bz_to_int"
external add : t -> t -> t = "bz_add"
external sub : t -> t -> t = "bz_sub"
external mul : t -> t -> t = "bz_mul"
external neg : t -> t = "bz_neg"
external quotient : t -> t -> t = "bz_quotient"
external remainder : t -> t -> t = "bz_remainder"
external sign : t -> int = "bz_sign"
external compare : t -> t -> int = "bz_compare"
external equal : t -> t -> bool = "bz_equal"
external lt : t -> t -> bool = "bz_lt"
external leq : t -> t -> bool = "bz_leq"
external is_odd : t -> bool = "bz_is_odd"
external shift_left : t -> int -> t = "bz_shift_left"
external shift_right : t -> int -> t = "bz_shift_right"
external logand : t -> t -> t = "bz_and"
external logxor : t -> t -> t = "bz_xor"
external gcd : t -> t -> t = "bz_gcd"
external power : t -> int -> t = "bz_pow"
external of_string_base : int -> string -> t = "bz_of_string"
external to_string : t -> string = "bz_to_string"

let zero = of_int 0
let one = of_int 1
let of_string s = of_string_base 10 s
let succ a = add a one
let pred a = sub a one
let abs a = if sign a < 0 then neg a else a
let min a b = if leq a b then a else b
let max a b = if leq a b then b else a
let pow a n = if n < 0 then invalid_arg "a negative exponent" else power a n

(* The remainder is not negative. *)
let ediv_rem a b =
  if sign b = 0 then raise Division_by_zero;
  let q = quotient a b and r = remainder a b in
  if sign r >= 0 then (q, r)
  else if sign b > 0 then (pred q, add r b)
  else (succ q, sub r b)
