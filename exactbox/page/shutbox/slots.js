"use strict";

/*
Many whole numbers in one BigInt: number k, which is from 0 and below 2^w, in slot k,

    packed = sum_k number_k 2^(wk)

Sums, products by a number, and quotients that are exact act on all slots at once, as long as no
number outgrows its slot; equal runs of slots are cut out whole. So what would be K operations on
small BigInts, each of which makes a new one, is one on a long BigInt.
*/
const Slots = (() => {
  /** These numbers, packed. */
  function pack(numbers, width, from = 0, to = numbers.length) {
    if (to - from < 2) return numbers[from] ?? 0n;
    const middle = (from + to) >> 1;
    const high = pack(numbers, width, middle, to);
    return pack(numbers, width, from, middle) + (high << BigInt(width * (middle - from)));
  }

  /** The numbers in the first `count` slots. */
  function unpack(packed, width, count) {
    if (count < 2) return count ? [packed] : [];
    const middle = count >> 1;
    const low = unpack(BigInt.asUintN(width * middle, packed), width, middle);
    return low.concat(unpack(packed >> BigInt(width * middle), width, count - middle));
  }

  /** The number in slot k. */
  const at = (packed, width, k) => BigInt.asUintN(width, packed >> BigInt(width * k));

  /** The slots from `from` to before `to`, where they are; 0 in the others. */
  function run(packed, width, from, to) {
    const low = BigInt.asUintN(width * to, packed);
    return from ? low - BigInt.asUintN(width * from, packed) : low;
  }

  /** The packed numbers that have in slot k what `sources[choice[k]]` has there. */
  function chosen(sources, choice, width) {
    const count = choice.length;
    let from = 0;
    let found = 0n;
    for (let k = 1; k <= count; k++) {
      if (k < count && choice[k] === choice[from]) continue;
      if (k - from === count) return sources[choice[from]];
      found += run(sources[choice[from]], width, from, k);
      from = k;
    }
    return found;
  }

  return { pack, unpack, at, run, chosen };
})();
