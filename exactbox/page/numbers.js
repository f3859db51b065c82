"use strict";

/*
Rational numbers {p, q} in BigInt, in lowest terms with q > 0, and how they are said.

Nothing here is rounded but `decimal`, which says so by its digits, and `toNumber`, which is for
drawing alone.
*/
const Numbers = (() => {
  const magnitude = (n) => (n < 0n ? -n : n);

  /** The greatest common divisor, 0 of two zeros. */
  function gcd(a, b) {
    a = magnitude(a);
    b = magnitude(b);
    while (b) [a, b] = [b, a % b];
    return a;
  }

  /** p/q in lowest terms. */
  function fraction(p, q = 1n) {
    if (q === 0n) throw new RangeError("a fraction with denominator 0");
    const common = q < 0n ? -gcd(p, q) : gcd(p, q);
    return { p: p / common, q: q / common };
  }

  const add = (x, y) => fraction(x.p * y.q + y.p * x.q, x.q * y.q);
  const subtract = (x, y) => fraction(x.p * y.q - y.p * x.q, x.q * y.q);
  const multiply = (x, y) => fraction(x.p * y.p, x.q * y.q);

  /** -1, 0 or 1 as x is less than y, equal, or greater. */
  function compare(x, y) {
    const difference = x.p * y.q - y.p * x.q;
    return difference < 0n ? -1 : Number(difference > 0n);
  }

  /** "p/q", or "p" where q is 1. */
  const text = ({ p, q }) => (q === 1n ? `${p}` : `${p}/${q}`);

  /** The value rounded half to even to so many digits after the point. */
  function decimal({ p, q }, digits = 12) {
    const scaled = magnitude(p) * 10n ** BigInt(digits);
    let whole = scaled / q;
    const twice = 2n * (scaled % q);
    if (twice > q || (twice === q && whole % 2n)) whole += 1n;
    const sign = p < 0n && whole ? "-" : "";
    if (digits === 0) return `${sign}${whole}`;
    const written = `${whole}`.padStart(digits + 1, "0");
    return `${sign}${written.slice(0, -digits)}.${written.slice(-digits)}`;
  }

  /** Whether `decimal` says the value exactly. */
  const isDecimal = ({ p, q }, digits = 12) => (p * 10n ** BigInt(digits)) % q === 0n;

  /** The decimal in words: "about" before it where it is rounded. */
  const said = (x, digits) => `${isDecimal(x, digits) ? "" : "about "}${decimal(x, digits)}`;

  /** A float near the value, of 15 digits or more: for drawing. */
  function toNumber({ p, q }) {
    if (p === 0n) return 0;
    const shift = BigInt(magnitude(p).toString(16).length - q.toString(16).length) * 4n - 64n;
    const whole = shift < 0n ? (p << -shift) / q : p / (q << shift); // |x| / 2^shift: 60 to 68 bits
    return Number(whole) * 2 ** Number(shift);
  }

  return {
    magnitude,
    gcd,
    fraction,
    add,
    subtract,
    multiply,
    compare,
    text,
    decimal,
    isDecimal,
    said,
    toNumber,
  };
})();
