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

  /**
   * A fraction as a decimal of so many digits after the point, with `=`, or `~` where it is
   * rounded. It is a button that shows and hides the fraction, which can be copied; where the
   * decimal is a whole number it is text alone.
   */
  function number(fraction, digits = 6) {
    const exactly = Numbers.text(fraction);
    if (fraction.q === 1n) return element("span", { class: "number" }, exactly);
    const written = element("span", { class: "code" }, exactly);
    const onclick = () => copied(written, copy);
    const copy = element("button", { type: "button", onclick }, "Copy");
    const shown = element("span", { class: "fraction", hidden: true }, written, copy);
    const button = element(
      "button",
      {
        type: "button",
        "aria-expanded": "false",
        title: "the fraction",
        onclick: () => {
          shown.hidden = !shown.hidden;
          button.setAttribute("aria-expanded", String(!shown.hidden));
        },
      },
      element("span", {}, Numbers.decimal(fraction, digits)),
      element("span", { class: "sign" }, Numbers.isDecimal(fraction, digits) ? "=" : "~"),
    );
    return element("span", { class: "number" }, button, shown);
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

  /** Copy an element's text, and say so on the button; where the browser forbids it the text is
      selected, for the reader to copy. */
  async function copied(written, button) {
    try {
      await navigator.clipboard.writeText(written.textContent);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(written);
      button.textContent = "Selected";
    }
  }

  return { element, drawn, number, line, copied };
})();
