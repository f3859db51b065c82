"use strict";

/*
The checker that Coq extracts, which checks every certificate that this page calls VALID.

`checker.js.gz` is proofs/coq/ocaml/checker.js, which `make coq-page` packs. It is unpacked when the
first certificate is checked, and runs in a worker of this worker, which is ended when it has
answered or taken too long: it reads one file of a file system that js_of_ocaml makes up, and
prints. What it prints is its own; nothing is VALID here for which it does not print VALID.
*/
const Proved = (() => {
  const PACKED = "packed:proof/checker.js.gz"; // in its place the page has the bytes, in base64
  const LARGEST = 1 << 20; // bytes of the script
  const SECONDS = 60;
  const MAX_BYTES = 8 << 20; // of a certificate: a list takes 50 times as many as its text
  const VERDICTS = /^"[^"]*": (VALID|INVALID|UNREADABLE|NOT COVERED|GAVE UP|FAILED)(?:: ([^\n]*))?\n/;
  const QUESTION = /^([^]*)\nquestion ([0-9a-f]{64})\n$/;

  let script = null; // a promise of the unpacked script

  /**
   * What the extracted checker prints of the certificate with these bytes, if it is VALID: `lines`,
   * and `question`, the SHA-256 of its question. Else a Refusal.
   */
  async function check(bytes) {
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
    const [, said, question] = QUESTION.exec(printed.slice(whole.length)) ?? [];
    if (verdict !== "VALID" || !said) throw Refusal.gaveUp(`the extracted checker: ${verdict} ${why}`);
    return { lines: said.split("\n"), question };
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
