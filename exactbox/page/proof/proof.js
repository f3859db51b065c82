"use strict";

/*
The check of a certificate: its bytes and its question are read here, and what its witness proves
says the program that Coq extracts (proved.js). The words of the verdict are this page's own: those
of the program's lines, and of a process the sentence that `exactbox check` says.
*/
const Proof = (() => {
  const FRACTION = String.raw`-?\d+(?:/\d+)?`;
  const VALUE = new RegExp(`^(?:(${FRACTION}|infinite)|at least (${FRACTION}), at most (${FRACTION}))`);
  const FROM = / from state (\d+)$/;
  const NUMBER = new RegExp(`^((?:optimal(?: at one point)?: )?)(${FRACTION})$`);

  /* What the program's words are about; and of what a number alone is the value. */
  const ABOUT = {
    bounded: "of the process with bounds on what is spent, the value is ",
    linear: "of the linear system: ",
    program: "of the linear program: ",
    property: "of the values that are asked about: ",
    timed: "of the process in continuous time, the value is ",
    trade_off: "of the several objectives: ",
    transient: "of the chain up to a time, the value is ",
  };
  const VALUE_OF = {
    match: "the first player's expected part of the pot is ",
    program: "the value of the matrix game is ",
  };

  /**
   * Check the certificate with these bytes, a Uint8Array, gzipped or not.
   *
   * Given back is always `verdict`, which is VALID, INVALID, UNREADABLE, GAVE UP or NOT CHECKED,
   * and `size`; `why` where it is not VALID; `sha256`, if the bytes could be unpacked, and
   * `questionSha256`, `kind` and `rows`, what the question says, if they could be read. Of a VALID
   * one besides: `sentence` of a process, else `line`, what the program prints, and `about`, words
   * that go before that; `value` at the first start state, {p, q} or "infinite", if it has one, and
   * `upper`, if that was a lower bound; `isExplicit`, if the states stand in the file itself and no
   * rule makes them; and of the card game `flip`, what CardsView.showProof shows.
   */
  async function check({ bytes: given }, progress = () => {}) {
    const answer = { verdict: "VALID", size: given.length };
    try {
      const bytes = await Gzip.unpacked(given, BUDGET.maxBytes);
      answer.size = bytes.length;
      answer.sha256 = Sha256.hex(bytes);
      await verify(bytes, new Budget(bytes.length, progress), answer);
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
    const { question, witness } = certificate;
    const process = kind === "process" ? Process.read(question) : null;
    answer.rows = process ? process.rows : Kinds.rows(kind, question);
    const proved = await Proved.check(bytes);
    if (proved.question !== answer.questionSha256) {
      throw Refusal.gaveUp("the extracted checker says another hash of the question");
    }
    if (kind !== "process") Object.assign(answer, inWords(kind, proved.lines));
    else if (process) Object.assign(answer, ofProcess(process, proved.lines, question, witness));
    else answer.line = proved.lines.join(", ");
  }

  /* Of the bytes before the comma that stands before the witness, closed. */
  function questionSha256(bytes, at) {
    const question = bytes.slice(0, at);
    question[at - 1] = 0x7d;
    return Sha256.hex(question);
  }

  function inWords(kind, lines) {
    const line = lines.join(", ");
    const [, words, number] = NUMBER.exec(line) ?? [];
    if (number === undefined || !(kind in VALUE_OF)) return { line, about: ABOUT[kind] };
    return { line, about: (words ? ABOUT : VALUE_OF)[kind], value: read(number) };
  }

  /* "p/q", or "infinite". */
  function read(text) {
    if (text === "infinite") return text;
    const [p, q = "1"] = text.split("/");
    return { p: BigInt(p), q: BigInt(q) };
  }

  /* The sentence, from the values at the start states, in their order. */
  function ofProcess(process, lines, { model }, witness) {
    const isSame = (line, k) => process.named || `${process.start[k]}` === FROM.exec(line)?.[1];
    if (lines.length !== process.start.length || !lines.every(isSame)) {
      throw Refusal.gaveUp("the extracted checker speaks of other states");
    }
    const bounds = lines.map((line) => VALUE.exec(line).slice(1).filter(Boolean).map(read));
    const [[value, upper = witness.upper && value]] = bounds; // infinite is said once
    const answer = { sentence: Sentence.claim(process, bounds), value, isExplicit: !process.named };
    if (upper !== undefined) answer.upper = upper;
    const isFlip = process.named?.rule === "flip" && value !== "infinite";
    return isFlip ? { ...answer, flip: { model: { ...model }, values: blocksOf(witness) } } : answer;
  }

  /* The values of the positions that the policy picks, in blocks. */
  const blocksOf = ({ values }) =>
    values.map(([denominator, positions, numerators]) => [
      Reading.integer(denominator, "denominator"),
      positions,
      Reading.integers(numerators, "numerators"),
    ]);

  return { check, answers: { "proof.check": check } };
})();
