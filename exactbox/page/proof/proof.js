"use strict";

/*
A second check of a certificate: the bytes, the question, and what the witness has to satisfy.

It is written from proofs/FORMAT.md and the theorems, in other terms than exactbox/checker: choices
are compared as fractions, by products across; the hash, the reader of JSON and the rules are this
page's own. All is calculated in BigInt. It never says VALID but of the kind "process"; of others
it says what they are about.
*/
const Proof = (() => {
  const LISTED = 100; // start states, or states, whose values are handed over
  const NOT_CHECKED = "NOT CHECKED";

  /**
   * Check the certificate with these bytes, a Uint8Array, gzipped or not.
   *
   * Given back is always `verdict`, which is VALID, INVALID, UNREADABLE, GAVE UP or NOT CHECKED,
   * and `size`; `why` where it is not VALID; `sha256`, if the bytes could be unpacked, and
   * `questionSha256` and `kind`, if they could be read; `rows`, what the question says, as
   * far as it was read. Of a VALID one besides: `sentence`; `value` at the first start state, {p, q}
   * or "infinite", and `upper`, if that was a lower bound; `facts`, numbers of what was read
   * and checked; `values`, of the first states, {state, value, upper}; and of the card game `flip`,
   * which is what CardsView.showProof shows.
   */
  async function check({ bytes: given }, progress = () => {}) {
    const answer = { verdict: "VALID", size: given.length };
    try {
      const bytes = await Gzip.unpacked(given, BUDGET.maxBytes);
      const budget = new Budget(bytes.length, progress);
      answer.size = bytes.length;
      answer.sha256 = Sha256.hex(bytes);
      verify(bytes, budget, answer);
      answer.work = budget.allWork - budget.work;
    } catch (error) {
      const refusal = error instanceof RangeError ? tooLarge(error) : error;
      if (!(refusal instanceof Refusal)) throw error;
      answer.verdict = refusal.verdict;
      answer.why = refusal.message;
    }
    return answer;
  }

  /* A BigInt, an array or a stack that is longer than the browser allows. */
  const tooLarge = ({ message }) => Refusal.gaveUp(`too large to check here: ${message}`);

  function verify(bytes, budget, answer) {
    const { value: certificate, keys } = Reading.read(bytes, budget);
    Reading.fields(certificate, "certificate kind question witness", "certificate");
    const kind = Reading.oneOf(Kinds.NAMES, certificate.kind, "kind");
    answer.kind = kind;
    answer.questionSha256 = questionSha256(bytes, keys.witness);
    if (kind !== "process") {
      answer.rows = Kinds.rows(kind, certificate.question);
      const what = "its bytes are canonical, and this page does not check this kind";
      throw new Refusal(NOT_CHECKED, `${what}: python3 exactbox/check.py does`);
    }
    const { question, witness } = certificate;
    const p = Process.read(question, budget);
    const counts = { equations: 0, comparisons: 0, ranks: 0, levels: 0 };
    const proved = Objectives.check(p, witness, budget, counts);
    const bounds = boundsAtStart(p, proved, budget);
    answer.sentence = Sentence.claim(p, proved.variant, bounds, budget);
    answer.rows = Sentence.rows(p, proved.variant, budget);
    [answer.value] = bounds[0];
    if (bounds.length > 1) [answer.upper] = bounds[1];
    answer.facts = {
      states: p.states,
      choices: p.choices,
      branches: p.target.length,
      ...counts,
    };
    answer.values = firstValues(p, proved, budget);
    if (p.named?.rule === "flip") answer.flip = cardGame(p, question.model, witness);
  }

  /* Of the bytes before the comma that stands before the witness, closed. */
  function questionSha256(bytes, at) {
    const question = bytes.slice(0, at);
    question[at - 1] = 0x7d;
    return Sha256.hex(question);
  }

  /* Of each vector the values at the start states, in lowest terms. */
  function boundsAtStart(p, { variant, pi, found }, budget) {
    const bounds = found.map((values) => valuesAt(p.start, pi, values, budget));
    if (found.length > 1 && variant === "reach") {
      for (const [k, s] of p.start.entries()) {
        const [low, high] = [bounds[0][k], bounds[1][k]];
        if (low.p < 0n || high.p > high.q || (low.p === 0n && high.p === high.q)) {
          throw Refusal.invalid(`state ${s}: bounds of a probability that say nothing`);
        }
      }
    }
    return bounds;
  }

  function valuesAt(states, pi, values, budget) {
    const known = new Map(); // by place
    return states.map((s) => {
      const place = pi.place[s];
      if (place === ValueBlocks.INFINITE) return "infinite";
      if (!known.has(place)) {
        known.set(place, ValueBlocks.lowest(ValueBlocks.at(values, place), budget));
      }
      return known.get(place);
    });
  }

  /* The card game's rule, and the values of all positions in blocks; null if one is infinite. */
  function cardGame(p, model, { values, infinite }) {
    if (!values || infinite.length) return null;
    const blocks = values.map(([denominator, positions, numerators]) => [
      Reading.integer(denominator, "denominator"),
      positions,
      Reading.integers(numerators, "numerators"),
    ]);
    const goal = p.reward.findIndex((reward) => reward.p === 0n);
    return { model: { ...model }, values: [...blocks, [1n, goal < 0 ? [] : [goal], [0n]]] };
  }

  /* The values of the first states. */
  function firstValues(p, { pi, found }, budget) {
    const states = [];
    for (let s = 0; s < p.states && states.length < LISTED; s++) states.push(s);
    const [low, high] = found.map((values) => valuesAt(states, pi, values, budget));
    return states.map((state, k) => ({ state, value: low[k], upper: high?.[k] }));
  }

  return { check, answers: { "proof.check": check } };
})();
