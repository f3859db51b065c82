"use strict";

/*
Exact solutions of A x = b over the rationals, for the blocks of a policy's equations.

A = W I - P has integers with P >= 0 and is a nonsingular M-matrix: its leading minors are positive
(Berman and Plemmons 1994, chapter 6, theorem 2.3), so that elimination needs no exchange of rows.

- `eliminate`: fraction-free elimination (Bareiss 1968). Every entry is a minor of [A b], so the
  divisions are exact; the long numbers are in the column of b alone. n^3 / 3 multiplications.
- `lift`: p-adic lifting (Dixon 1982). A = L U (mod p) once, in floats that stay below 2^53; then
  each step takes a digit of x: d = A^-1 r (mod p), r <- (r - A d) / p. From x modulo p^k the
  rationals are found by the Euclidean algorithm (Wang 1981), and multiplied back: A n = q b.

Both end with the multiplication, so an answer is right however it was found. `solve` chooses.
*/
const ExactLinear = (() => {
  /* Of the game of one die, 31, 63 and 127 unknowns: eliminate 2, 12 and 150 ms, lift 2, 4 and 3.
     Where b is long, as in the game of two six-sided dice (31 unknowns, 2,300 digits), eliminate is
     quicker: 330 ms in all, where lifting takes 750. */
  const ELIMINATED = 64;
  /* Below 2^21: of 2,048 products the sum is below 2^53. */
  const PRIMES = [2097143, 2097133, 2097131];
  const MOST = 2048;

  /**
   * x with A x = b: {numerators, denominator} in lowest terms, the denominator positive.
   *
   * `rows` is A, each row a list of [column, BigInt] with distinct columns; `right` is b.
   * At most MOST unknowns. Throws an Error if A is not such a matrix.
   */
  function solve(rows, right) {
    const found = rows.length <= ELIMINATED ? eliminate(rows, right) : lift(rows, right);
    let common = found.denominator;
    for (const numerator of found.numerators) {
      if (common === 1n) break;
      common = Numbers.gcd(common, numerator);
    }
    const numerators = found.numerators.map((numerator) => numerator / common);
    const denominator = found.denominator / common;
    if (!holds(rows, numerators, denominator, right)) throw new Error("the equations do not hold");
    return { numerators, denominator };
  }

  /* Whether A n = q b. */
  function holds(rows, numerators, denominator, right) {
    return rows.every((row, i) => times(row, numerators) === denominator * right[i]);
  }

  const times = (row, x) => row.reduce((sum, [j, a]) => sum + a * x[j], 0n);

  function eliminate(rows, right) {
    const n = rows.length;
    const matrix = rows.map((row, i) => {
      const dense = Array(n + 1).fill(0n);
      for (const [j, a] of row) dense[j] = a;
      dense[n] = right[i];
      return dense;
    });
    let previous = 1n;
    for (let k = 0; k < n; k++) {
      const top = matrix[k];
      const pivot = top[k];
      if (pivot <= 0n) throw new Error("the policy does not reach the end");
      for (let i = 0; i < n; i++) {
        if (i === k) continue;
        const row = matrix[i];
        const factor = row[k];
        for (let j = k + 1; j <= n; j++) {
          row[j] = (pivot * row[j] - factor * top[j]) / previous; // a minor of order k + 2
        }
      }
      previous = pivot; // rows above stay diagonal: pivot x_i + ... = row[n]
    }
    return { numerators: matrix.map((row) => row[n]), denominator: previous };
  }

  function lift(rows, right) {
    for (const prime of PRIMES) {
      const inverse = inverted(rows, prime);
      if (inverse) return lifted(rows, right, prime, inverse);
    }
    throw new Error("the equations are singular modulo every prime that was tried");
  }

  function lifted(rows, right, prime, inverse) {
    const p = BigInt(prime);
    let residual = [...right];
    const x = right.map(() => 0n);
    let modulus = 1n;
    for (let step = 1, next = 8; ; step++) {
      // A x + modulus residual = b
      const digits = inverse(residual.map((r) => Number(((r % p) + p) % p))).map(BigInt);
      residual = residual.map((r, i) => (r - times(rows[i], digits)) / p);
      for (let i = 0; i < x.length; i++) x[i] += digits[i] * modulus;
      modulus *= p;
      if (step < next) continue;
      next = Math.ceil(next * 1.25);
      const found = rational(x, modulus);
      if (found && holds(rows, found.numerators, found.denominator, right)) return found;
    }
  }

  /* x = n / q modulo the modulus, |n| and q below the root of half of it; or null. */
  function rational(x, modulus) {
    const bits = BigInt(modulus.toString(2).length - 2) / 2n;
    const bound = 1n << bits;
    let denominator = 1n;
    const scaled = [];
    for (const entry of x) {
      let small = symmetric(entry * denominator, modulus);
      if (Numbers.magnitude(small) > bound) {
        let [r0, r1, t0, t1] = [modulus, ((small % modulus) + modulus) % modulus, 0n, 1n];
        while (r1 > bound) {
          const quotient = r0 / r1; // r1 = t1 small (mod modulus)
          [r0, r1, t0, t1] = [r1, r0 - quotient * r1, t1, t0 - quotient * t1];
        }
        const more = Numbers.magnitude(t1);
        denominator *= more;
        if (denominator > bound) return null;
        small = t1 < 0n ? -r1 : r1;
        for (let i = 0; i < scaled.length; i++) scaled[i] *= more;
      }
      scaled.push(small);
    }
    return { numerators: scaled, denominator };
  }

  function symmetric(x, modulus) {
    const rest = ((x % modulus) + modulus) % modulus;
    return 2n * rest > modulus ? rest - modulus : rest;
  }

  /* v -> A^-1 v (mod p), by A = L U (mod p) with 1 on L's diagonal; null where a pivot is 0. */
  function inverted(rows, prime) {
    const n = rows.length;
    const p = BigInt(prime);
    const lower = new Float64Array(n * n); // L by rows
    const upper = new Float64Array(n * n); // U by columns: both are read in order
    const pivots = new Float64Array(n); // their inverses
    for (let i = 0; i < n; i++) {
      const row = new Float64Array(n);
      for (const [j, a] of rows[i]) row[j] = Number(((a % p) + p) % p);
      for (let j = 0; j < n; j++) {
        const end = Math.min(i, j);
        let sum = 0; // at most 2,048 products below 2^42
        for (let k = 0, a = i * n, b = j * n; k < end; k++) sum += lower[a + k] * upper[b + k];
        const entry = (((row[j] - sum) % prime) + prime) % prime;
        if (j < i) lower[i * n + j] = (entry * pivots[j]) % prime;
        else upper[j * n + i] = entry;
      }
      if (upper[i * n + i] === 0) return null;
      pivots[i] = power(upper[i * n + i], prime - 2, prime); // Fermat
    }
    return (right) => {
      const x = [...right];
      for (let i = 0; i < n; i++) {
        let sum = 0;
        for (let k = 0; k < i; k++) sum += lower[i * n + k] * x[k];
        x[i] = (((x[i] - sum) % prime) + prime) % prime;
      }
      for (let i = n - 1; i >= 0; i--) {
        x[i] = (x[i] * pivots[i]) % prime;
        for (let k = 0; k < i; k++) x[k] = (x[k] + (prime - upper[i * n + k]) * x[i]) % prime;
      }
      return x;
    };
  }

  function power(base, exponent, prime) {
    let result = 1;
    for (let square = base % prime; exponent > 0; exponent = Math.floor(exponent / 2)) {
      if (exponent % 2) result = (result * square) % prime;
      square = (square * square) % prime;
    }
    return result;
  }

  return { MOST, solve, eliminate, lift };
})();
