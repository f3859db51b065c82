(* Names of zarith's Big_int_Z that Coq's extraction uses. *)
open Integer
type big_int = t
let zero_big_int = zero
let unit_big_int = one
let minus_big_int = neg
let abs_big_int = abs
let succ_big_int = succ
let pred_big_int = pred
let add_big_int = add
let sub_big_int = sub
let mult_big_int = mul
let add_int_big_int n a = add (of_int n) a
let min_big_int = min
let max_big_int = max
let sign_big_int = sign
let compare_big_int = compare
let eq_big_int = equal
let quomod_big_int = ediv_rem
let div_big_int a b = fst (ediv_rem a b)
let mod_big_int a b = snd (ediv_rem a b)
let int_of_big_int = to_int
let shift_left_big_int = shift_left
