"use strict";

/*
Rational numbers {p, q} in BigInt, in lowest terms with q > 0, and how they are said.

Nothing here is rounded but the decimals, of as many digits as are wanted, and `toNumber`, which is
for drawing alone. At the end: what is done everywhere with lists of numbers.
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

  /** The least common multiple of two positive numbers. */
  const multipleOf = (a, b) => (a % b ? a * (b / gcd(a, b)) : a);

  /** p/q in lowest terms. */
  function fraction(p, q = 1n) {
    if (q === 0n) throw new RangeError("a fraction with denominator 0");
    const common = q < 0n ? -gcd(p, q) : gcd(p, q);
    return { p: p / common, q: q / common };
  }

  const add = (x, y) => fraction(x.p * y.q + y.p * x.q, x.q * y.q);
  const subtract = (x, y) => fraction(x.p * y.q - y.p * x.q, x.q * y.q);

  /** -1, 0 or 1 as x is less than y, equal, or greater. */
  const compare = (x, y) => order(x.p * y.q, y.p * x.q);

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

  /** The decimal as short as it can be said where it is exact: 0.5, but 0.333333. */
  function brief(x, digits = 6) {
    const text = decimal(x, digits);
    return isDecimal(x, digits) ? text.replace(/\.?0*$/, "") : text;
  }

  /** The same for those who listen: 0.5, about 0.333333. */
  const said = (x, digits = 6) => (isDecimal(x, digits) ? "" : "about ") + brief(x, digits);

  /** A float near the value, of 15 digits or more: for drawing. */
  function toNumber({ p, q }) {
    if (p === 0n) return 0;
    const shift = BigInt(magnitude(p).toString(16).length - q.toString(16).length) * 4n - 64n;
    const whole = shift < 0n ? (p << -shift) / q : p / (q << shift); // |x| / 2^shift: 60 to 68 bits
    return Number(whole) * 2 ** Number(shift);
  }

  // Lists -----------------------------------------------------------------------------------------

  /** The sum of Numbers. */
  const sum = (numbers) => numbers.reduce((all, n) => all + n, 0);

  /** 1, 2, ..., n. */
  const upTo = (n) => Array.from({ length: n }, (_, i) => i + 1);

  /** -1, 0 or 1 as one number or text is less than another, equal, or greater: for sorting. */
  const order = (a, b) => (a < b ? -1 : Number(a > b));

  /** The order of two lists: as of words in a dictionary. */
  function inOrder(a, b) {
    const i = a.findIndex((n, at) => n !== b[at]);
    return i < 0 ? a.length - b.length : i < b.length ? order(a[i], b[i]) : 1;
  }

  return {
    magnitude,
    gcd,
    multipleOf,
    fraction,
    add,
    subtract,
    compare,
    text,
    decimal,
    isDecimal,
    brief,
    said,
    toNumber,
    sum,
    upTo,
    order,
    inOrder,
  };
})();
