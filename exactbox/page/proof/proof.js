"use strict";

/*
A second check of a certificate: the bytes, the question, and what the witness has to satisfy.

It is written from proofs/FORMAT.md and the theorems, in other terms than exactbox/checker: choices
are compared as fractions, by products across; the hash, the reader of JSON and the rules are this
page's own. All is calculated in BigInt. So it checks the kind "process"; others are given to the
checker that Coq extracts (proved.js), and it says what they are about.
*/
const Proof = (() => {
  const LISTED = 100; // start states, or states, whose values are handed over

  /**
   * Check the certificate with these bytes, a Uint8Array, gzipped or not.
   *
   * Given back is always `verdict`, which is VALID, INVALID, UNREADABLE, GAVE UP or NOT CHECKED,
   * and `size`; `why` where it is not VALID; `sha256`, if the bytes could be unpacked, and
   * `questionSha256`, `kind` and `rows`, what the question says, if they could be read. Of a VALID
   * one besides: `line` and `about`, see Proved, and `value`, if it has one; or `sentence`; `value`
   * at the first start state, {p, q} or "infinite", `upper`, if that was a lower bound; `facts`,
   * numbers of what was read and checked; `values`, of the first
   * states, {state, value, upper}; `isExplicit`, if the states stand in the file itself and no
   * rule makes them; and of the card game `flip`, what CardsView.showProof shows.
   */
  async function check({ bytes: given }, progress = () => {}) {
    const answer = { verdict: "VALID", size: given.length };
    try {
      const bytes = await Gzip.unpacked(given, BUDGET.maxBytes);
      const budget = new Budget(bytes.length, progress);
      answer.size = bytes.length;
      answer.sha256 = Sha256.hex(bytes);
      await verify(bytes, budget, answer);
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

  async function verify(bytes, budget, answer) {
    const { value: certificate, keys } = Reading.read(bytes, budget);
    Reading.fields(certificate, "certificate kind question witness", "certificate");
    const kind = Reading.oneOf(Kinds.NAMES, certificate.kind, "kind");
    answer.kind = kind;
    answer.questionSha256 = questionSha256(bytes, keys.witness);
    if (kind !== "process") {
      answer.rows = Kinds.rows(kind, certificate.question);
      Object.assign(answer, await Proved.check(bytes, kind));
      return;
    }
    const { question, witness } = certificate;
    const p = Process.read(question, budget);
    const counts = { equations: 0, comparisons: 0, ranks: 0, levels: 0 };
    const variant = Objectives.variantOf(p);
    answer.rows = Sentence.rows(p, variant, budget);
    answer.isExplicit = !p.named;
    const proved = Objectives.check(p, variant, witness, budget, counts);
    const bounds = boundsAtStart(p, proved, budget);
    answer.sentence = Sentence.claim(p, variant, bounds, budget);
    [answer.value] = bounds[0];
    if (bounds.length > 1) [answer.upper] = bounds[1];
    answer.facts = {
      states: p.states,
      choices: p.choices,
      branches: p.target.length,
      ...counts,
    };
    answer.values = firstValues(p, proved);
    if (p.named?.rule === "flip") answer.flip = cardGame(p, question.model, proved, budget);
  }

  /* Of the bytes before the comma that stands before the witness, closed. */
  function questionSha256(bytes, at) {
    const question = bytes.slice(0, at);
    question[at - 1] = 0x7d;
    return Sha256.hex(question);
  }

  /* Of each vector the values at the start states, in lowest terms. */
  function boundsAtStart(p, { pi, found }, budget) {
    const bounds = found.map((values) => valuesAt(p.start, pi, values, budget));
    if (found.length > 1 && p.objective === "reach") {
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

  /* The card game's rule, and the values of all positions in blocks: those of the witness, that of
     the goal, and what the positions are worth that the policy never picks. Null for bounds, or if
     a value is infinite. */
  function cardGame(p, model, { pi, found: [values, upper] }, budget) {
    if (upper || pi.place.includes(ValueBlocks.INFINITE)) return null;
    const blocks = values.denominator.map((denominator) => [denominator, [], []]);
    for (let c = 0; c < p.choices; c++) {
      const b = values.block[c];
      if (b >= 0) {
        blocks[b][1].push(c);
        blocks[b][2].push(values.numerator[c]);
      } else {
        const places = Conditions.leads(p, pi, c);
        const worth = ValueBlocks.worth(values, p, c, places, p.reward[c], budget);
        blocks.push([worth.d, [c], [worth.n]]);
      }
    }
    return { model: { ...model }, values: blocks };
  }

  /* The values of the first states, as many as can be reduced at little cost. */
  function firstValues(p, { pi, found }) {
    const budget = new Budget(0);
    const made = [];
    try {
      for (let state = 0; state < p.states && made.length < LISTED; state++) {
        const [[value], [upper] = []] = found.map((each) => valuesAt([state], pi, each, budget));
        made.push({ state, value, upper });
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
    return made;
  }

  return { check, answers: { "proof.check": check } };
})();
