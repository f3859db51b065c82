"use strict";

/*
The kinds of certificate that this page can read and does not check: what their question says, with
nothing promised. The names and the numbers of the question are listed as they stand.
*/
const Kinds = (() => {
  const WORDS = {
    bounded: "a decision process whose spending keeps to a bound",
    linear: "a linear system over the rationals",
    lock: "keys of the Monte Carlo lock",
    match: "a match of Shut the Box, players in order",
    program: "a linear program or a matrix game",
    property: "a threshold, a filter or a set of states of another question",
    timed: "a decision process in continuous time",
  };
  const NAMES = ["process", ...Object.keys(WORDS)];
  const ROWS = 40;
  const DEEP = 3; // objects within objects whose entries are listed
  const NUMBERS = 12; // a list of at most so many numbers is said in full

  /** What the question of such a kind says, as rows [what, in words]. */
  function rows(kind, question) {
    const made = [["About", WORDS[kind]]];
    list(question, "", 0, made);
    return made.slice(0, ROWS);
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
