// Integers of the extracted checker in JavaScript: BigInt in place of zarith, as integer.ml names it.
// js_of_ocaml has no literals of BigInt.

//Provides: bz_zero
var bz_zero = BigInt(0)
//Provides: bz_one
var bz_one = BigInt(1)
//Provides: bz_of_int
function bz_of_int(a) { return BigInt(a) }
//Provides: bz_to_int
//Requires: caml_failwith
function bz_to_int(a) {
  if (BigInt.asIntN(32, a) !== a) caml_failwith("an integer is beyond 32 bits")
  return Number(a)
}
//Provides: bz_add
function bz_add(a, b) { return a + b }
//Provides: bz_sub
function bz_sub(a, b) { return a - b }
//Provides: bz_mul
function bz_mul(a, b) { return a * b }
//Provides: bz_neg
function bz_neg(a) { return -a }
//Provides: bz_quotient
function bz_quotient(a, b) { return a / b }
//Provides: bz_remainder
function bz_remainder(a, b) { return a % b }
//Provides: bz_sign
//Requires: bz_zero
function bz_sign(a) { return a > bz_zero ? 1 : a < bz_zero ? -1 : 0 }
//Provides: bz_compare
function bz_compare(a, b) { return a < b ? -1 : a > b ? 1 : 0 }
//Provides: bz_equal
function bz_equal(a, b) { return a === b ? 1 : 0 }
//Provides: bz_lt
function bz_lt(a, b) { return a < b ? 1 : 0 }
//Provides: bz_leq
function bz_leq(a, b) { return a <= b ? 1 : 0 }
//Provides: bz_is_odd
//Requires: bz_zero, bz_one
function bz_is_odd(a) { return (a & bz_one) === bz_zero ? 0 : 1 }
//Provides: bz_shift_left
//Requires: bz_one
function bz_shift_left(a, n) { return a << (n === 1 ? bz_one : BigInt(n)) }
//Provides: bz_shift_right
//Requires: bz_one
function bz_shift_right(a, n) { return a >> (n === 1 ? bz_one : BigInt(n)) }
//Provides: bz_and
function bz_and(a, b) { return a & b }
//Provides: bz_xor
function bz_xor(a, b) { return a ^ b }
//Provides: bz_gcd
//Requires: bz_zero
function bz_gcd(a, b) {
  while (b) { var c = a % b; a = b; b = c }
  return a < bz_zero ? -a : a
}
//Provides: bz_pow
//Requires: bz_one
function bz_pow(a, n) {
  var power = bz_one
  for (; n > 0; n >>= 1, a = n > 0 ? a * a : a) if (n & 1) power = power * a
  return power
}
//Provides: bz_of_string
//Requires: caml_jsbytes_of_string
function bz_of_string(base, text) {
  var s = caml_jsbytes_of_string(text), minus = s.charAt(0) == "-"
  var a = BigInt((base == 16 ? "0x" : "") + (minus ? s.slice(1) : s))
  return minus ? -a : a
}
//Provides: bz_to_string
//Requires: caml_string_of_jsbytes
function bz_to_string(a) { return caml_string_of_jsbytes(a.toString()) }
