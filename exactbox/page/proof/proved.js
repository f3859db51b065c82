"use strict";

/*
The checker that Coq extracts, for the kinds of certificate that this page's own code does not check.

`checker.js.gz` is proofs/coq/ocaml/checker.js, which `make coq-page` packs. It is unpacked when the
first such certificate is checked, and runs in a worker of this worker, as its own stack may
overflow: it reads one file of a file system that js_of_ocaml makes up, prints, and is ended. What
it prints is its own; nothing is VALID here for which it does not print VALID.
*/
const Proved = (() => {
  const PACKED = "packed:proof/checker.js.gz"; // in its place the page has the bytes, in base64
  const LARGEST = 1 << 20; // bytes of the script
  const SECONDS = 60;
  const MAX_BYTES = 8 << 20; // of a certificate: a list takes 50 times as many as its text
  const VERDICTS = /^"[^"]*": (VALID|INVALID|UNREADABLE|NOT COVERED|GAVE UP|FAILED)(?:: ([^\n]*))?\n/;
  const NUMBER = /^((?:optimal(?: at one point)?: )?)(-?\d+)(?:\/(\d+))?$/;

  /* What its words are about; and of what a number alone is the value. */
  const ABOUT = { linear: "of the linear system: ", program: "of the linear program: " };
  const VALUE = {
    match: "the first player's expected part of the pot is ",
    program: "the value of the matrix game is ",
  };
  const STACK = "needs a larger stack than this browser has: python3 exactbox/check.py FILE does not";

  let script = null; // a promise of the unpacked script

  /**
   * What the extracted checker proves of the certificate with these bytes, of a kind that is no
   * process: `line`, what it prints; `about`, words that go before that; and `value`, {p, q}, if
   * it has one. Else a Refusal.
   */
  async function check(bytes, kind) {
    if (typeof DecompressionStream === "undefined" || typeof Worker === "undefined") {
      throw notChecked("this browser cannot run the extracted checker");
    }
    if (bytes.length > MAX_BYTES) {
      throw Refusal.gaveUp(`larger than ${MAX_BYTES} bytes, which the extracted checker is given here`);
    }
    script ??= Gzip.unpacked(Uint8Array.from(atob(PACKED), byteOf), LARGEST);
    const printed = await run(bytes, await script);
    const [whole, verdict, why = ""] = VERDICTS.exec(printed) ?? ["", "no verdict"];
    if (verdict === "INVALID") throw Refusal.invalid("what it says is not so, or is not proved");
    if (verdict === "UNREADABLE") throw Refusal.unreadable(why);
    if (verdict === "NOT COVERED") throw notChecked(`the extracted checker does not cover it: ${why}`);
    if (verdict === "GAVE UP") throw Refusal.gaveUp(`the extracted checker ${STACK}`);
    const line = verdict === "VALID" ? printed.slice(whole.length).replace(/\n$/, "") : "";
    if (!line) throw Refusal.gaveUp(`the extracted checker: ${verdict} ${why}`);
    const number = NUMBER.exec(line);
    if (!number) return { line, about: ABOUT[kind] };
    const [, words, p, q = "1"] = number;
    const about = (words ? ABOUT : VALUE)[kind];
    return { line, about, value: { p: BigInt(p), q: BigInt(q) } };
  }

  const byteOf = (sign) => sign.charCodeAt(0);

  const notChecked = (why) =>
    new Refusal("NOT CHECKED", `${why}: python3 exactbox/check.py FILE checks it`);

  /* What the script prints of these bytes, in a worker that is ended then, or after some time. */
  async function run(bytes, unpacked) {
    const head = `self.onmessage = ({ data }) => (${around})(data, () => {\n`;
    const program = new Blob([head, unpacked, "\n});"], { type: "text/javascript" });
    const address = URL.createObjectURL(program);
    const worker = new Worker(address);
    URL.revokeObjectURL(address);
    let patience = null;
    try {
      return await new Promise((resolve, reject) => {
        const giveUp = (why) => reject(Refusal.gaveUp(`the extracted checker ${why}`));
        patience = setTimeout(() => giveUp(`takes more than ${SECONDS} s`), SECONDS * 1000);
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = (event) => {
          event.preventDefault();
          giveUp(`has failed: ${event.message || "memory may have run out"}`);
        };
        worker.postMessage(bytes);
      });
    } finally {
      clearTimeout(patience);
      worker.terminate();
    }
  }

  /* The script in what is around it: a command's argument, a file, an output. Its text alone goes to
     the worker, so it uses no name of this page. A string has a character for each byte. */
  function around(bytes, script) {
    const path = "/static/certificate.json";
    const ended = {};
    let content = "";
    for (let at = 0; at < bytes.length; at += 32768) {
      content += String.fromCharCode(...bytes.subarray(at, at + 32768));
    }
    let printed = "";
    self.caml_fs_tmp = [{ name: path, content }];
    self.process = {
      argv: ["", "checker", path],
      stdout: { write: (text) => (printed += text) },
      stderr: { write: () => {} },
      exit: () => {
        self.postMessage(printed);
        throw ended;
      },
    };
    try {
      script();
    } catch (error) {
      if (error !== ended) throw error;
    }
  }

  return { check };
})();
