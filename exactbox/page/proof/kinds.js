"use strict";

/*
The kinds of certificate that this page reads: what a question says, with nothing promised. A linear program of a few rows and columns, and several
objectives, are written out; of others the names and the numbers of the question are listed.
*/
const Kinds = (() => {
  const WORDS = {
    bounded: "a decision process whose spending keeps to a bound",
    linear: "a linear system over the rationals",
    lock: "keys of the Monte Carlo lock",
    match: "a match of Shut the Box, players in order",
    process: "a decision process",
    program: "a linear program or a matrix game",
    property: "a threshold, a filter or a set of states of another question",
    timed: "a decision process in continuous time",
    trade_off: "several objectives of a decision process at once",
    transient: "a Markov chain up to a time, in continuous time",
  };
  const NAMES = Object.keys(WORDS);
  const ROWS = 40;
  const DEEP = 3; // objects within objects whose entries are listed
  const NUMBERS = 12; // a list of at most so many numbers is said in full

  const FEW = 8; // rows, or columns, of a program that is written out

  /** What the question of a kind says, as rows [what, in words]; of processes see `Sentence`. */
  function rows(kind, question) {
    const made = [["About", WORDS[kind]]];
    const whole = inFull(kind, question);
    if (whole) return [...made, ...whole];
    list(question, "", 0, made);
    return made.slice(0, ROWS);
  }

  /** The rows of a question that is said in words; null of any other. */
  function inFull(kind, question) {
    try {
      if (kind === "program") return programRows(question);
      return kind === "trade_off" ? objectiveRows(question) : null;
    } catch (error) {
      if (error instanceof RangeError || error instanceof TypeError || error instanceof SyntaxError)
        return null; // nothing here was read as a checker reads it
      throw error;
    }
  }

  /** A small program: statement, objective, rows and bounds; null of any other question. */
  function programRows(question) {
    const { denominators, lower, matrix, objective, sense, statement, upper } = question;
    const { columns } = matrix;
    const isSmall = Math.max(columns, denominators.length) <= FEW && columns >= 0;
    const isKnown = ["feasible", "infeasible", "optimal", "unbounded", "unique"].includes(statement);
    if (!isSmall || !isKnown || !["max", "min"].includes(sense)) return null;
    const goal = sum(objective.places, objective.numerators, objective.denominator);
    const constant = fraction(objective.constant);
    const both = [goal, constant].filter((text) => text !== "0").join(" + ") || "0";
    const made = [
      ["statement", statement],
      [sense === "max" ? "maximise" : "minimise", both.replace("+ -", "- ")],
    ];
    let begin = 0;
    denominators.forEach((d, i) => {
      const end = begin + matrix.sizes[i];
      const [places, numerators] = [matrix.places, matrix.numerators].map((l) => l.slice(begin, end));
      begin = end;
      made.push([`row ${i + 1}`, within(sum(places, numerators, d), lower.rows[i], upper.rows[i], d)]);
    });
    for (let j = 0; j < columns; j += 1) {
      const bounds = [lower.columns[j], upper.columns[j]];
      made.push([`column ${j + 1}`, within(`x(${j + 1})`, ...bounds, 1)]);
    }
    return made;
  }

  /** Several objectives: what is asked, from which state, and each of them. */
  function objectiveRows({ asks, model, objectives, start }) {
    if (Math.max(...[objectives, ...objectives.map((o) => o.untils ?? [])].map((l) => l.length)) > FEW)
      return null;
    const made = [
      ["asks", short(asks)],
      ["model", `${integer(model.options.length)} states`],
      ["from", `state ${integer(start)}`],
    ];
    objectives.forEach((each, i) => made.push([`objective ${i + 1}`, objective(each)]));
    return made;
  }

  function objective({ bound, complement, goal, reward, sense, steps, strict, untils }) {
    const isMore = sense === "max";
    const goals = (goal ? [{ goal }] : (untils ?? [])).map(until).join(" and ");
    let what = `probability ${complement ? "not " : ""}to reach ${goals}`;
    if (reward) what = `reward ${Reading.brief(reward.name)}${goals && ` until ${goals}`}${limit(steps)}`;
    if (bound === undefined) return `${isMore ? "greatest" : "least"} ${what}`;
    const relation = isMore ? ["at least", "more than"] : ["at most", "less than"];
    return `${what} is ${relation[strict ? 1 : 0]} ${fraction(bound)}`;
  }

  function until({ goal, stay, steps }) {
    const way = stay ? ` by way of ${Reading.brief(stay.name)} only` : "";
    return `${Reading.brief(goal.name)}${way}${limit(steps)}`;
  }

  function limit(steps) {
    return steps === undefined ? "" : ` within ${integer(steps)} steps`;
  }

  /* A form between its bounds, which may be absent. */
  function within(form, low, high, over) {
    const [least, most] = [low, high].map((n) => (n === null ? null : fraction(n, over)));
    if (least === null && most === null) return `${form} is free`;
    if (least === most) return `${form} = ${least}`;
    if (most === null) return `${form} >= ${least}`;
    return least === null ? `${form} <= ${most}` : `${least} <= ${form} <= ${most}`;
  }

  function sum(places, numerators, over) {
    const terms = places.map((j, k) => {
      const value = fraction(numerators[k], over);
      const size = { 1: "", "-1": "-" }[value] ?? `${value} `;
      return `${size}x(${j + 1})`;
    });
    return terms.join(" + ").replaceAll("+ -", "- ") || "0";
  }

  /* What a certificate spells, over a denominator that it spells, in lowest terms. */
  function fraction(value, over = 1) {
    const [p, q] = (Array.isArray(value) ? value : [value, over]).map(integer);
    let [a, b] = [p < 0n ? -p : p, q];
    while (b > 0n) [a, b] = [b, a % b];
    return a === q ? `${p / q}` : `${p / a}/${q / a}`;
  }

  function integer(n) {
    if (typeof n !== "string") return BigInt(n);
    if (n.length > ROWS) throw new RangeError("too long to be written out");
    return n.startsWith("-") ? -BigInt(`0x${n.slice(1)}`) : BigInt(`0x${n}`);
  }

  function list(value, name, depth, made) {
    if (made.length >= ROWS) return;
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    if (isObject && depth < DEEP) {
      for (const key of Object.keys(value)) {
        const clean = /^[a-z_]{1,40}$/.test(key) ? key.replaceAll("_", " ") : Reading.brief(key);
        list(value[key], name ? `${name}: ${clean}` : clean, depth + 1, made);
      }
    } else {
      made.push([name || "question", short(value)]);
    }
  }

  function short(value) {
    const isShort = Array.isArray(value) && value.length <= NUMBERS;
    if (isShort && value.every((n) => typeof n === "number")) return value.join(" ") || "none";
    return Reading.brief(value);
  }

  return { NAMES, rows };
})();
