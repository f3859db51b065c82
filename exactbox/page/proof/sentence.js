"use strict";

/*
What was proved, in the words that `exactbox check` uses, and a list of what the question says.

A value is said exactly, and as a rounded decimal; of a whole number of more than 200 digits the
ends are said. A value is a fraction in lowest terms, or "infinite".
*/
const Sentence = (() => {
  const WHOLE = 200; // digits of an integer that is said in full
  const ENDS = 12; // digits at either end of a longer one, and behind the point of a decimal
  const SAID = 10; // start states whose values are said
  const LIMIT = "as the limit over n of that of the first n steps";
  const ELSE = " (where there is none the {limit} limit)";
  const ALL = "over all policies";

  /* What each objective is called, and among which policies the best is sought. */
  const WORDS = {
    reach: ["probability to reach {goal}{stay}", ALL],
    cost: [
      "expected {reward} until {goal}",
      `${ALL}, infinite for those that miss {it} with positive probability`,
    ],
    signed_cost: [
      "expected {reward} until {goal}",
      `over the policies that reach {it} almost surely, ${LIMIT}${ELSE}`,
    ],
    total: ["expected total {reward}", ALL],
    signed_total: ["expected total {reward}", `${ALL}, ${LIMIT}, which exists for each`],
    discounted: ["expected total {reward}{fading}", ALL],
    mean_payoff: [
      "expected long-run average {reward} of a step",
      `${ALL}, as the limit over n of 1/n of that of the first n steps${ELSE}`,
    ],
    within_steps: ["probability to reach {goal}{stay} within {steps} steps", ALL],
    reward_within_steps: ["expected {reward} of the first {steps} steps{fading}", ALL],
  };

  /* So many of them: "1 state", "2 states". */
  const many = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;

  /* How many bits a BigInt has. */
  function bitsOf(n) {
    const digits = Numbers.magnitude(n).toString(16);
    return 4 * digits.length - Math.clz32(Number.parseInt(digits[0], 16)) + 28;
  }

  /* A whole number in decimal: all of it up to 200 digits, the ends of a longer one. */
  function whole(n) {
    const size = Numbers.magnitude(n);
    if (size < 10n ** BigInt(WHOLE)) return `${n}`;
    const bits = bitsOf(n);
    let e = Math.floor((bits - 1) * 0.30102999566); // a little below log10(size)
    let power = 10n ** BigInt(e);
    while (power * 10n <= size) {
      power *= 10n;
      e++;
    }
    const first = size / (power / 10n ** BigInt(ENDS - 1));
    const last = `${size % 10n ** BigInt(ENDS)}`.padStart(ENDS, "0");
    return `${n < 0n ? "-" : ""}${first}...${last} (${e + 1} digits)`;
  }

  /** "p/q", or "p" where q is 1, each as `whole` says it; or "infinite". */
  function exactly(value) {
    if (value === "infinite") return value;
    const p = whole(value.p);
    return value.q === 1n ? p : `${p}/${whole(value.q)}`;
  }

  /** "exactly p/q", and the decimal where that is another and not too long. */
  function said(value) {
    const text = exactly(value);
    if (value === "infinite") return text;
    const { p, q } = value;
    if (q === 1n || Numbers.magnitude(p) >= q * 10n ** BigInt(WHOLE)) return `exactly ${text}`;
    return `exactly ${text} (rounded: ${Numbers.decimal(value, ENDS)})`;
  }

  /* A set of states by its quoted name and its size. */
  function saidSet(p, { name, size, ended }) {
    const quoted = Reading.brief(name);
    if (!size && ended) return `${quoted} (the end of the play)`;
    const more = ended ? " or the end of the play" : "";
    return `${quoted} (${size} of ${many(p.states, "state")})${more}`;
  }

  /* The stem of what is asked, "greatest probability to reach ...", without the model. */
  function asked(p) {
    const words = {
      goal: p.goal ? saidSet(p, p.goal) : "",
      stay: p.stay ? ` by way of ${saidSet(p, p.stay)} only` : "",
      reward: p.rewardName === null ? "" : `reward ${Reading.brief(p.rewardName)}`,
      steps: p.steps,
      fading: "",
    };
    if (p.discount.q > 1n || p.discount.p === 0n) {
      const factor = exactly(p.discount);
      words.fading = `, that of step k = 0, 1, ... counted (${factor})^k times`;
    }
    const what = WORDS[p.variant][0].replace(/\{(\w+)\}/g, (_, key) => words[key]);
    return `${p.sense === "max" ? "greatest" : "least"} ${what}`;
  }

  const among = (p) =>
    WORDS[p.variant][1]
      .replace("{it}", p.named ? "the end" : "it")
      .replace("{limit}", p.sense === "max" ? "upper" : "lower");

  /** All that was proved: `bounds` has of each start state [value], or its lower and upper bound. */
  function claim(p, bounds) {
    let text = p.named?.text;
    if (!text) {
      const size = `${many(p.states, "state")} and ${many(p.choices, "choice")}`;
      text = `${asked(p)} in the explicit process of ${size}`;
    }
    if (p.second) {
      const where = many(p.second, "state");
      text += `, against a second player, who wants the opposite and chooses in ${where}`;
    }
    const values = p.start.slice(0, SAID).map((s, k) => {
      const [low, high] = [bounds[k][0], bounds[k].at(-1)];
      const value = isSame(low, high)
        ? said(low)
        : `at least ${exactly(low)} and at most ${exactly(high)}`;
      return p.named ? value : `${value} from state ${s}`;
    });
    const unsaid = p.start.length - SAID;
    const more = unsaid > 0 ? `; of ${unsaid} further states it is not said here` : "";
    return `the ${text}, ${among(p)}, is ${values.join(", ")}${more}`;
  }

  const isSame = (x, y) => x === y || (x.p === y.p && x.q === y.q);

  /** What the question says, as rows [what, in words]. */
  function rows(p) {
    const count = p.start.length;
    const first = p.start.slice(0, SAID).join(", ");
    const states = count > SAID ? `${many(count, "state")}: ${first}, ...` : first;
    const branches = `${p.branches} ${p.branches === 1 ? "branch" : "branches"}`;
    const size = `${many(p.states, "state")}, ${many(p.choices, "choice")}, ${branches}`;
    const own = p.named
      ? p.named.rows
      : [
          ["Model", `explicit: ${size}`],
          [count === 1 ? "Start state" : "Start states", states],
        ];
    return [
      ["Asked for", p.named ? p.named.text : asked(p)],
      ["Sense", p.sense === "max" ? "maximise" : "minimise"],
      ["Policies", among(p)],
      ...own,
      p.goal && ["Goal", saidSet(p, p.goal)],
      p.stay && ["By way of", `${saidSet(p, p.stay)} only`],
      p.rewardName !== null && ["Reward", `${Reading.brief(p.rewardName)}, a number a choice`],
      p.steps !== undefined && ["Steps", `${p.steps}`],
      (p.discount.q > 1n || p.discount.p === 0n) && ["Discount", exactly(p.discount)],
      ["Second player", p.second ? `chooses in ${many(p.second, "state")}` : "none"],
    ].filter(Boolean);
  }

  const OBJECTIVES = Object.keys(WORDS);

  return { OBJECTIVES, exactly, said, claim, rows };
})();
