// Integers of the extracted checker in JavaScript, in place of zarith, as integer.ml names them: a
// number where that is exact, up to 2^53 - 1, and a BigInt beyond; so each integer is one value.
// js_of_ocaml has no literals of BigInt.

//Provides: bz_short
//Requires: bz_most
function bz_short(a) { return a <= bz_most && a >= -bz_most ? Number(a) : a }
//Provides: bz_most
var bz_most = 9007199254740991
//Provides: bz_of_int
function bz_of_int(a) { return a }
//Provides: bz_is_word
function bz_is_word(a) { return typeof a === "number" && (a | 0) === a }
//Provides: bz_to_int
//Requires: caml_failwith, bz_is_word
function bz_to_int(a) {
  if (!bz_is_word(a)) caml_failwith("an integer is beyond 32 bits")
  return a
}
//Provides: bz_add
//Requires: bz_most, bz_short
function bz_add(a, b) {
  if (typeof a === "number" && typeof b === "number") {
    var sum = a + b
    if (sum <= bz_most && sum >= -bz_most) return sum
  }
  return bz_short(BigInt(a) + BigInt(b))
}
//Provides: bz_sub
//Requires: bz_add, bz_neg
function bz_sub(a, b) { return bz_add(a, bz_neg(b)) }
//Provides: bz_mul
//Requires: bz_most, bz_short
function bz_mul(a, b) {
  if (typeof a === "number" && typeof b === "number") {
    var product = a * b
    if (product <= bz_most && product >= -bz_most) return product
  }
  return bz_short(BigInt(a) * BigInt(b))
}
//Provides: bz_neg
function bz_neg(a) { return -a }
//Provides: bz_quotient
//Requires: bz_short
function bz_quotient(a, b) {
  if (typeof a === "number" && typeof b === "number") return (a - a % b) / b
  return bz_short(BigInt(a) / BigInt(b))
}
//Provides: bz_remainder
//Requires: bz_short
function bz_remainder(a, b) {
  if (typeof a === "number" && typeof b === "number") return a % b
  return bz_short(BigInt(a) % BigInt(b))
}
//Provides: bz_sign
function bz_sign(a) { return a > 0 ? 1 : a < 0 ? -1 : 0 }
//Provides: bz_compare
function bz_compare(a, b) { return a < b ? -1 : a > b ? 1 : 0 }
//Provides: bz_equal
function bz_equal(a, b) { return a === b ? 1 : 0 }
//Provides: bz_lt
function bz_lt(a, b) { return a < b ? 1 : 0 }
//Provides: bz_leq
function bz_leq(a, b) { return a <= b ? 1 : 0 }
//Provides: bz_is_odd
function bz_is_odd(a) {
  return (typeof a === "number" ? a % 2 : Number(BigInt.asUintN(1, a))) === 0 ? 0 : 1
}
//Provides: bz_shift_left
//Requires: bz_most, bz_short
function bz_shift_left(a, n) {
  if (typeof a === "number" && n < 53) {
    var shifted = a * Math.pow(2, n)
    if (shifted <= bz_most && shifted >= -bz_most) return shifted
  }
  return bz_short(BigInt(a) << BigInt(n))
}
//Provides: bz_shift_right
//Requires: bz_short
function bz_shift_right(a, n) {
  if (typeof a === "number" && n < 53) return Math.floor(a / Math.pow(2, n))
  return bz_short(BigInt(a) >> BigInt(n))
}
//Provides: bz_and
//Requires: bz_short, bz_is_word
function bz_and(a, b) {
  if (bz_is_word(a) && bz_is_word(b)) return a & b
  return bz_short(BigInt(a) & BigInt(b))
}
//Provides: bz_xor
//Requires: bz_short, bz_is_word
function bz_xor(a, b) {
  if (bz_is_word(a) && bz_is_word(b)) return a ^ b
  return bz_short(BigInt(a) ^ BigInt(b))
}
//Provides: bz_gcd
//Requires: bz_remainder
function bz_gcd(a, b) {
  while (b) { var c = bz_remainder(a, b); a = b; b = c }
  return a < 0 ? -a : a
}
//Provides: bz_pow
//Requires: bz_mul
function bz_pow(a, n) {
  var power = 1
  for (; n > 0; n >>= 1, a = n > 0 ? bz_mul(a, a) : a) if (n & 1) power = bz_mul(power, a)
  return power
}
//Provides: bz_of_string
//Requires: caml_jsbytes_of_string, bz_short
function bz_of_string(base, text) {
  var s = caml_jsbytes_of_string(text), minus = s.charAt(0) == "-"
  var a = bz_short(BigInt((base == 16 ? "0x" : "") + (minus ? s.slice(1) : s)))
  return minus ? -a : a
}
//Provides: bz_to_string
//Requires: caml_string_of_jsbytes
function bz_to_string(a) { return caml_string_of_jsbytes(a.toString()) }
