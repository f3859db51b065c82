"use strict";

/*
The view that checks a certificate: a file is chosen, or dropped anywhere on the page; its verdict,
what it claims, and what was checked. Whatever a file says is shown as text, names quoted and
escaped, so nothing in it can pass for a word of the page.
*/
const ProofView = (() => {
  const { element, row, number } = Elements;
  const DIGITS = 12; // of decimals, as exactbox check says them
  const LONG = 20000; // hexadecimal digits of a value; a longer one is said by its ends

  /* Of each verdict a sign, so that it is not told by colour alone, and what it means. */
  const VERDICTS = {
    VALID: ["✓", "The sentence below is true, if what is named below does what it should."],
    INVALID: ["✗", "Something that the certificate says is not so, or is not proved."],
    UNREADABLE: ["?", "This is not a certificate, or one that needs a newer checker."],
    "GAVE UP": ["…", "To check this takes more work or memory than this page gives to a file."],
    "NOT CHECKED": ["–", "This page can read it, and its checker does not cover what it claims."],
  };
  const LOOKS = { VALID: "proof-valid", INVALID: "proof-invalid" };
  const MEANT =
    "That is all that is proved, of the question that is listed below: check that you meant it.";
  const EXPLICIT =
    "It names no game: what the states and their odds stand for, the file does not prove. " +
    "exactbox check FILE --against MODEL compares it with a model of your own.";
  const CHECKED = [
    "A program that Coq extracts from its proofs checks the file: by the theorem any_file_sound in " +
      "proofs/coq/Files.v, what it prints is so of the question.",
    "It covers decision processes (probabilities, costs, rewards), turns and matches of Shut the " +
      "Box, the card game, linear systems, linear programs and matrix games. For want of a theorem " +
      "it leaves out determinants, double stakes, doubles and dice taken apart, and some rewards " +
      "of both signs.",
    "The states of a game are made anew from its rules. Of the witness nothing is believed: that " +
      "no choice is better than its policy's, that its values are what the policy comes to, and " +
      "that plays end, is checked in whole numbers, unrounded.",
    "Of what it does not cover the page says what it is about; python3 exactbox/check.py FILE " +
      "checks it.",
  ];
  const PROVED =
    "Checked by the program that Coq extracts, as js_of_ocaml compiles it, with this browser's " +
    "integers; the hashes and the words for the question are this page's own. " +
    "proofs/coq/README.md has what is trusted; python3 exactbox/check.py FILE is another checker: " +
    "take it from where you trust, not from whoever sent the file.";

  const SAMPLES =
    "No file at hand? Craps and Four cards are proofs of headlines, as exactbox ships them:";

  const asking = new Asking(new Work());
  let parts = null;
  let waiting = null; // files that were dropped before the view was first shown

  /** Fill the section, once. */
  function start(section) {
    const file = element("input", {
      type: "file",
      id: "proof-file",
      accept: ".json,.gz,application/json,application/gzip",
      onchange: () => {
        if (file.files.length) take(file.files[0]);
        file.value = ""; // the same file again is a new check
      },
    });
    parts = {
      said: element("p", { class: "words-only", role: "status" }),
      result: element("div", { class: "proof-result" }),
    };
    section.append(
      Elements.title("Check a proof"),
      element(
        "div",
        { class: "card proof-drop" },
        element(
          "p",
          {},
          "Drop a certificate anywhere on this page, or choose its file. It stays on this device: ",
          "the page checks it here, in whole numbers, and sends nothing.",
        ),
        Elements.field("Certificate", file),
        element("p", { class: "muted small" }, SAMPLES),
        element(
          "div",
          { class: "row proof-samples" },
          Samples.map(({ words, name, text }) =>
            Elements.button(words, () => take(new File([text], name))),
          ),
        ),
      ),
      asking.element,
      parts.said,
      parts.result,
      card(
        "What is checked",
        CHECKED.map((words) => element("p", {}, words)),
      ),
    );
    if (waiting) dropped(waiting);
    waiting = null;
  }

  /** Nothing of this view is in the address. */
  function show() {}

  /* Of several files none is checked: a verdict would be taken for that of all. */
  function dropped(files) {
    if (files.length === 1) {
      take(files[0]);
      return;
    }
    parts.result.replaceChildren();
    parts.said.textContent = "";
    asking.refuse(`${files.length} files were dropped, need one at a time`);
  }

  /** Check a File, and show what came of it; what was shown of another is taken away. */
  function take(file) {
    parts.result.replaceChildren();
    parts.said.textContent = "";
    const title = element("h3", { class: "proof-file" }, Reading.brief(file.name));
    asking.start(`${file.name} ${file.size} ${file.lastModified}`, async (ask) => {
      const begun = performance.now();
      const answer = await checked(file, ask);
      fill(title, answer, performance.now() - begun);
    });
  }

  async function checked(file, ask) {
    if (file.size > BUDGET.maxBytes) {
      const why = `${bytes(file.size)}: this page checks files of up to ${bytes(BUDGET.maxBytes)}`;
      return { verdict: "GAVE UP", why, size: file.size };
    }
    let read;
    try {
      read = new Uint8Array(await file.arrayBuffer());
    } catch {
      throw new Error("the file cannot be read");
    }
    return ask("proof.check", { bytes: read });
  }

  function fill(title, answer, ms) {
    const [sign, means] = VERDICTS[answer.verdict];
    const isValid = answer.verdict === "VALID";
    const { line, about = "", isExplicit } = answer; // of a process there is a sentence
    const proved = answer.sentence ?? `Proved: ${about}${Elements.line(line ?? "")}`;
    const notes = [MEANT, isExplicit && EXPLICIT, PROVED];
    parts.said.textContent = `${answer.verdict}. ${isValid ? "" : answer.why}`;
    parts.result.replaceChildren(
      Elements.card(
        title,
        element(
          "p",
          { class: `proof-verdict ${LOOKS[answer.verdict] ?? "proof-open"}` },
          element("span", { "aria-hidden": "true" }, sign),
          element("strong", {}, answer.verdict),
        ),
        element("p", { class: "muted" }, means),
        element("p", { class: "proof-sentence" }, isValid ? `${proved}.` : answer.why),
        isValid &&
          notes.filter(Boolean).map((words) => element("p", { class: "small" }, words)),
        answer.flip && inCards(answer.flip),
      ),
      ...[claimed(answer), made(answer, ms)].filter(Boolean),
    );
  }

  function inCards(flip) {
    const show = () => {
      try {
        CardsView.showProof(flip);
      } catch (error) {
        asking.fail(error.message); // a game that the view does not take
      }
    };
    return element("p", {}, Elements.button("Show in Cards", show));
  }

  /* What the question says, and the value. */
  function claimed({ verdict, rows, value, upper }) {
    if (!rows) return null;
    const said = rows.map((each) => row(each));
    if (verdict === "VALID" && value !== undefined) {
      const names = upper === undefined ? ["Value"] : ["At least", "At most"];
      const from = rows.some(([name]) => name === "Start states") ? " from the first start" : "";
      [value, upper].slice(0, names.length).forEach((each, k) => {
        said.push(row([`${names[k]}${from}`, exact(each)]));
      });
    }
    return card(verdict === "VALID" ? "What it claims" : "What it says", table(said));
  }

  /* Hashes and size. */
  function made({ size, sha256, questionSha256, kind }, ms) {
    const said = [row(["Size", bytes(size)])];
    if (kind) said.push(row(["Kind", kind]));
    if (questionSha256) said.push(row(["SHA-256 of the question", hash(questionSha256)]));
    if (sha256) said.push(row([`SHA-256 of the ${kind ? "proof" : "bytes"}`, hash(sha256)]));
    said.push(row(["Time", `${(ms / 1000).toFixed(2)} s`]));
    return Elements.folded("The file", table(said));
  }

  function exact(value) {
    if (value === "infinite") return "infinite";
    const isLong = [value.p, value.q].some((n) => n.toString(16).length > LONG);
    return isLong ? Sentence.said(value) : number(value, DIGITS);
  }

  const hash = (digits) => element("span", { class: "row" }, Elements.copied(digits));
  const bytes = (size) => `${size.toLocaleString("en")} bytes`;
  const card = (name, inside) => Elements.card(element("h3", {}, name), inside);
  const table = (rows) => element("table", { class: "proof-rows" }, element("tbody", {}, rows));

  /* A file that is dropped on any view is shown here. */
  const isFile = (event) => event.dataTransfer?.types.includes("Files");

  window.addEventListener("dragover", (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    document.body.classList.add("proof-dragged");
  });
  window.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("proof-dragged");
  });
  window.addEventListener("drop", (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    document.body.classList.remove("proof-dragged");
    const { files } = event.dataTransfer;
    if (!files.length) return;
    if (parts) dropped(files);
    else waiting = files;
    location.hash = Address.written("proof", new URLSearchParams());
  });

  return { start, show };
})();
