"use strict";

/*
SHA-256 of bytes, as FIPS 180-4 (section 6.2) says it: browsers have it only where a page comes by
an encrypted connection, and this page may be a file.

The constants are the first 32 bits of the fractional parts of the square roots (initial state) and
cube roots (K) of the first primes; they are calculated here, exactly, by roots of integers.
*/
const Sha256 = (() => {
  const primes = [];
  for (let n = 2; primes.length < 64; n++) {
    if (primes.every((p) => n % p)) primes.push(n);
  }

  /* floor(2^32 n^(1/power)) modulo 2^32: the greatest integer x with x^power <= n 2^(32 power). */
  function fractionOfRoot(n, power) {
    const bound = BigInt(n) << BigInt(32 * power);
    let root = 0n;
    for (let bit = 1n << 40n; bit; bit >>= 1n) {
      if ((root + bit) ** BigInt(power) <= bound) root += bit;
    }
    return Number(root & 0xffffffffn);
  }

  const START = Uint32Array.from(primes.slice(0, 8), (n) => fractionOfRoot(n, 2));
  const K = Uint32Array.from(primes, (n) => fractionOfRoot(n, 3));
  const rotate = (x, n) => (x >>> n) | (x << (32 - n));

  /** The SHA-256 of a Uint8Array as 64 hexadecimal digits. */
  function hex(bytes) {
    const state = START.slice();
    const words = new Uint32Array(64);
    const whole = bytes.length - (bytes.length % 64);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let at = 0; at < whole; at += 64) compress(state, words, view, at);

    // what is left, a bit 1, zeros, and the length in bits, to a multiple of 64 bytes
    const rest = bytes.length - whole;
    const last = new Uint8Array(rest < 56 ? 64 : 128);
    last.set(bytes.subarray(whole));
    last[rest] = 0x80;
    const end = new DataView(last.buffer);
    end.setBigUint64(last.length - 8, 8n * BigInt(bytes.length));
    for (let at = 0; at < last.length; at += 64) compress(state, words, end, at);
    return Array.from(state, (word) => word.toString(16).padStart(8, "0")).join("");
  }

  function compress(state, words, view, at) {
    for (let t = 0; t < 16; t++) words[t] = view.getUint32(at + 4 * t);
    for (let t = 16; t < 64; t++) {
      const [x, y] = [words[t - 15], words[t - 2]];
      const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
      const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
      words[t] = words[t - 16] + s0 + words[t - 7] + s1;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let t = 0; t < 64; t++) {
      const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const first = (h + sum1 + ((e & f) ^ (~e & g)) + K[t] + words[t]) | 0;
      const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const second = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    const made = [a, b, c, d, e, f, g, h];
    for (let k = 0; k < 8; k++) state[k] += made[k];
  }

  return { hex };
})();
