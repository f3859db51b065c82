"use strict";

/*
Elements of the page, made without ever reading text as HTML.
*/
const Elements = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const [LINE_START, LINE_END] = [240, 80]; // signs: a message has what is needed at its end

  /**
   * An element with attributes and children, which are elements or text.
   *
   * An attribute that is a function is a listener (`onclick`); `true` stands for an attribute
   * without a value, `false`, null and undefined for none.
   */
  function element(tag, attributes = {}, ...children) {
    return filled(document.createElement(tag), attributes, children);
  }

  /** The same for drawings. */
  function drawn(tag, attributes = {}, ...children) {
    return filled(document.createElementNS(SVG, tag), attributes, children);
  }

  function filled(made, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
      if (typeof value === "function") made.addEventListener(name.slice(2), value);
      else if (value === true) made.setAttribute(name, "");
      else if (value !== false && value != null) made.setAttribute(name, value);
    }
    made.append(...children.flat(Infinity).filter((child) => child != null && child !== false));
    return made;
  }

  /** The heading of a view, which takes the focus when it is shown. */
  const title = (words) => element("h2", { tabindex: "-1" }, words);

  /** A box on the page, and a remark in small letters. */
  const card = (...children) => element("div", { class: "card" }, ...children);
  const note = (...children) => element("p", { class: "muted small" }, ...children);

  // Controls --------------------------------------------------------------------------------------

  /** A button with these words or elements on it; `onclick` hears of it. */
  const button = (words, onclick, attributes = {}) =>
    element("button", { type: "button", onclick, ...attributes }, words);

  /** A control with its label above. */
  const field = (words, control, kind = "") =>
    element("label", { class: `field ${kind}` }, element("span", {}, words), control);

  /** Give a `select` these options, [value, words], and its value. */
  function offer(select, options, value) {
    const made = options.map(([at, words]) => element("option", { value: at }, words));
    select.replaceChildren(...made);
    select.value = value;
  }

  /** Where an error stands, as one line. */
  const alert = (words = "", attributes = {}) =>
    element("p", { class: "error", role: "alert", ...attributes }, line(words));

  // Numbers ---------------------------------------------------------------------------------------

  /**
   * A fraction as a decimal of so many digits after the point, `≈` before it where it is rounded.
   * It is a button that shows and hides the fraction; a whole number is text alone.
   */
  function number(fraction, digits = 6) {
    const exactly = Numbers.text(fraction);
    if (fraction.q === 1n) return element("span", { class: "number" }, exactly);
    const shown = element("span", { class: "fraction", hidden: true }, copied(exactly));
    const decimal = [
      !Numbers.isDecimal(fraction, digits) && element("span", { class: "sign" }, "≈\u00a0"),
      element("span", {}, Numbers.brief(fraction, digits)),
    ];
    const toggle = button(
      decimal,
      () => {
        shown.hidden = !shown.hidden;
        toggle.setAttribute("aria-expanded", !shown.hidden);
      },
      {
        "aria-label": Numbers.said(fraction, digits),
        "aria-expanded": "false",
        title: "the fraction",
      },
    );
    return element("span", { class: "number" }, toggle, shown);
  }

  /** A text whose lines break after "/" before they break anywhere else. */
  const breakable = (text) =>
    text.split("/").flatMap((part, i) => (i ? ["/", element("wbr"), part] : [part]));

  /** A text, and a button that copies it; where the browser forbids that, it selects the text. */
  function copied(text) {
    const written = element("span", { class: "code" }, breakable(text));
    const copy = button("Copy", async () => {
      try {
        await navigator.clipboard.writeText(text);
        copy.textContent = "Copied";
      } catch {
        getSelection().selectAllChildren(written);
        copy.textContent = "Selected";
      }
    });
    return [written, copy];
  }

  /**
   * A message as one short line: of a long one the middle is left out, and signs that cannot be
   * seen, or turn the line round, are said by their codes.
   */
  function line(message) {
    const signs = [...message];
    const left = signs.length - LINE_START - LINE_END;
    if (left > 0) signs.splice(LINE_START, left, " ... ");
    const hidden = /[\p{C}\p{Zl}\p{Zp}]/u;
    const code = (sign) => `\\u{${sign.codePointAt(0).toString(16)}}`;
    return signs.map((sign) => (hidden.test(sign) ? code(sign) : sign)).join("");
  }

  // Tables ----------------------------------------------------------------------------------------

  /** A row of a table: the first cell, which is its head, and the others. */
  const row = ([head, ...cells], attributes = {}) =>
    element(
      "tr",
      attributes,
      element("th", { scope: "row" }, head),
      cells.map((cell) => element("td", {}, cell)),
    );

  /** The heads of a table's columns. */
  const heads = (names) =>
    element(
      "thead",
      {},
      element("tr", {}, names.map((name) => element("th", { scope: "col" }, name))),
    );

  /** A table, which scrolls by itself where it is wider than the page; `name` is told of it. */
  const table = (name, columns, rows, kind = "") =>
    element(
      "div",
      { class: "wide", tabindex: "0", role: "region", "aria-label": name },
      element("table", { class: kind }, heads(columns), element("tbody", {}, rows)),
    );

  /** A card that is folded on a phone: its title, and what is in it. */
  const folded = (words, ...children) =>
    element(
      "details",
      { class: "card folded", open: matchMedia("(min-width: 40rem)").matches },
      element("summary", {}, element("h3", {}, words)),
      ...children,
    );

  /** What is made when it is asked for: `made()` is called when these words are opened first. */
  function onDemand(words, made, kind = "") {
    const place = element("div", {});
    const fill = () => details.open && !place.firstChild && place.append(made());
    const details = element(
      "details",
      { class: kind, ontoggle: fill },
      element("summary", {}, words),
      place,
    );
    return details;
  }

  return {
    element,
    drawn,
    title,
    card,
    note,
    button,
    field,
    offer,
    alert,
    number,
    breakable,
    copied,
    line,
    row,
    table,
    folded,
    onDemand,
  };
})();
