"use strict";

/*
Reading a certificate: canonical bytes, fields and numbers, as proofs/FORMAT.md says them.

The bytes are JSON in the one spelling that the format has: ASCII, no white space, the keys of an
object increasing, in strings an escape only where it must be, and no numbers but 0 to 10^18 - 1 in
decimal. Whatever is spelled otherwise is refused where it stands; so what was read determines the
bytes. There is null, which stands for a bound that is not there, and no true or false. Other
integers are strings of hexadecimal digits.

A number is a Number up to 2^53 - 1 and a BigInt from there on: each has one form, and comparisons
between the two are exact. `integer` makes a BigInt of every integer.
*/
const Reading = (() => {
  const SMALL = 10n ** 18n; // numbers below are written in decimal
  const DEEPEST = 40; // brackets in brackets; certificates have at most 12
  const BRIEF = 60; // characters of a string that are said
  const OPENING = '{"certificate":2,';
  const ESCAPES = { '"': '"', "\\": "\\", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
  const QUOTE = 0x22;
  const BACKSLASH = 0x5c;

  const isDigit = (byte) => byte >= 0x30 && byte <= 0x39;
  const isPlain = (code) => code >= 0x20 && code < 0x7f;
  const isNumber = (value) => typeof value === "number" || typeof value === "bigint";
  const { unreadable } = Refusal;

  /**
   * The value of these canonical bytes; objects have no prototype.
   *
   * Returned with it is `keys`: at which byte each key of the outermost object stands.
   */
  function read(bytes, budget) {
    const text = new TextDecoder("latin1").decode(bytes);
    if (!text.startsWith(OPENING)) throw unreadable(whatElse(text));
    const keys = Object.create(null);
    let at = 0;

    const fail = (what) => unreadable(`not canonical JSON: byte ${at}: ${what}`);

    function value(depth) {
      const byte = bytes[at];
      if (byte === QUOTE) return string();
      if (isDigit(byte)) return number();
      if (text.startsWith("null", at)) {
        at += 4;
        return null;
      }
      if (byte !== 0x5b && byte !== 0x7b) throw fail(`need a value, found ${found()}`);
      if (depth === DEEPEST) throw fail("brackets are nested too deeply");
      budget.keep(byte === 0x5b ? 2 * BUDGET.item : 6 * BUDGET.item);
      return byte === 0x5b ? list(depth + 1) : object(depth + 1);
    }

    const found = () => (at < bytes.length ? brief(text[at]) : "the end");

    function list(depth) {
      const made = [];
      if (bytes[++at] === 0x5d) {
        at++;
        return made;
      }
      for (;;) {
        made.push(value(depth));
        if (made.length % 1024 === 0) budget.keep(1024 * 8);
        if (made.length % 65536 === 0) budget.progress(at / bytes.length, "reading");
        const byte = bytes[at];
        if (byte !== 0x2c && byte !== 0x5d) throw fail(`need , or ], found ${found()}`);
        at++;
        if (byte === 0x5d) return made;
      }
    }

    function object(depth) {
      const made = Object.create(null);
      let last = null;
      if (bytes[++at] === 0x7d) {
        at++;
        return made;
      }
      for (;;) {
        if (bytes[at] !== QUOTE) throw fail(`need a key, found ${found()}`);
        const start = at;
        const key = string();
        if (last !== null && !(last < key)) throw fail(`key ${brief(key)} is not after the last`);
        last = key;
        if (bytes[at] !== 0x3a) throw fail(`need :, found ${found()}`);
        at++;
        budget.keep(4 * BUDGET.item);
        made[key] = value(depth);
        if (depth === 1) keys[key] = start;
        const byte = bytes[at];
        if (byte !== 0x2c && byte !== 0x7d) throw fail(`need , or }, found ${found()}`);
        at++;
        if (byte === 0x7d) return made;
      }
    }

    function number() {
      const start = at;
      while (isDigit(bytes[at])) at++;
      if (at - start > 18) throw fail("a number of 19 digits or more is written in hexadecimal");
      if (bytes[start] === 0x30 && at - start > 1) throw fail("a number with a leading 0");
      const digits = text.slice(start, at);
      const exact = Number(digits);
      return exact <= Number.MAX_SAFE_INTEGER ? exact : BigInt(digits);
    }

    function string() {
      let start = ++at;
      let made = "";
      for (;;) {
        const byte = bytes[at];
        if (byte === QUOTE) return made + text.slice(start, at++);
        if (byte === BACKSLASH) {
          made += text.slice(start, at) + escaped();
          start = at;
        } else if (isPlain(byte)) {
          at++;
        } else {
          throw fail(at < bytes.length ? "not a printable ASCII character" : "a string ends here");
        }
      }
    }

    function escaped() {
      const letter = text[at + 1];
      if (Object.hasOwn(ESCAPES, letter)) {
        at += 2;
        return ESCAPES[letter];
      }
      const digits = text.slice(at + 2, at + 6);
      if (letter !== "u" || !/^[0-9a-f]{4}$/.test(digits)) throw fail("an escape of another form");
      const code = Number.parseInt(digits, 16);
      const made = String.fromCharCode(code);
      if (isPlain(code) || "\b\f\n\r\t".includes(made)) throw fail("an escape that is not needed");
      at += 6;
      return made;
    }

    const read = value(0);
    if (/^\r?\n$/.test(text.slice(at, at + 3))) {
      const added = "a newline follows the certificate, as mail and editors add it";
      throw unreadable(`${added}: take off ${bytes.length - at > 1 ? "both its bytes" : "that byte"}`);
    }
    if (at < bytes.length) throw fail(`need the end, found ${found()}`);
    return { value: read, keys };
  }

  /* Why this is not how a certificate of this version begins. */
  function whatElse(text) {
    if (text.startsWith('{"certificate":1,')) {
      return "version 1: make it anew with this exactbox, or check it with that of exactbox 0.1.0";
    }
    if (/^\{"certificate":[0-9]+,/.test(text)) return "another version: needs a newer checker";
    return `not a certificate: need ${OPENING} as its first bytes`;
  }

  /** A value of the certificate, short enough to stand in a message, and harmless there. */
  function brief(value) {
    if (value === null) return "null";
    if (Array.isArray(value)) return `a list of ${value.length}`;
    if (typeof value === "object") return `an object of ${Object.keys(value).length}`;
    if (isNumber(value)) return `${value}`;
    const signs = [...value.slice(0, 2 * BRIEF + 2)];
    const more = signs.length > BRIEF ? "..." : "";
    return `"${signs.slice(0, BRIEF).join("").replace(/[^ !#-[\]-~]/g, escape)}"${more}`;
  }

  function escape(sign) {
    const letter = Object.keys(ESCAPES).find((key) => ESCAPES[key] === sign);
    return letter ? `\\${letter}` : `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  }

  /** An object with exactly these keys, which are words of one string; those with ? may be missing. */
  function fields(value, keys, what) {
    const words = keys.split(" ").filter(Boolean);
    const known = words.map((key) => key.replace("?", ""));
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw unreadable(`${what}: ${brief(value)}, need an object`);
    }
    for (const key of words) {
      if (!key.endsWith("?") && !Object.hasOwn(value, key)) throw unreadable(`${what}: '${key}' is missing`);
    }
    for (const key of Object.keys(value)) {
      if (!known.includes(key)) {
        throw unreadable(`${what}: unknown key ${brief(key)}; needs a newer checker?`);
      }
    }
    return value;
  }

  /** One of these names. */
  function oneOf(names, value, what) {
    if (!names.includes(value)) {
      const wrong = value === undefined ? "nothing" : brief(value);
      throw unreadable(`${what}: ${wrong} needs a newer checker, known are ${names.join(", ")}`);
    }
    return value;
  }

  /** A list, of this length if one is given. */
  function items(value, what, length = null) {
    if (!Array.isArray(value)) throw unreadable(`${what}: ${brief(value)}, need a list`);
    if (length !== null && value.length !== length) {
      throw unreadable(`${what}: ${value.length} entries, need ${length}`);
    }
    return value;
  }

  /** An integer in its one spelling, as a BigInt. */
  function integer(value, what) {
    if (isNumber(value)) return BigInt(value);
    if (typeof value === "string" && /^-?[1-9a-f][0-9a-f]*$/.test(value)) {
      if (value[0] === "-") return -BigInt(`0x${value.slice(1)}`);
      const read = BigInt(`0x${value}`);
      if (read >= SMALL) return read;
    }
    throw unreadable(`${what}: ${brief(value)} is not the one spelling of an integer`);
  }

  /** A list of these. */
  function integers(value, what, length = null) {
    return items(value, what, length).map((each, k) => integer(each, `${what}: entry ${k}`));
  }

  /** A rational {p, q}: an integer, or a pair in lowest terms with q > 1. */
  function rational(value, what) {
    if (!Array.isArray(value)) return { p: integer(value, what), q: 1n };
    const [p, q] = integers(value, what, 2);
    if (q <= 1n || Numbers.gcd(p, q) > 1n) {
      throw unreadable(`${what}: need an integer, or [p, q] in lowest terms with q > 1`);
    }
    return { p, q };
  }

  return { read, brief, fields, oneOf, integer, integers, rational };
})();
