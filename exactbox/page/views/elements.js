"use strict";

/*
Elements of the page, made without ever reading text as HTML.
*/
const Elements = (() => {
  const SVG = "http://www.w3.org/2000/svg";

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

  return { element, drawn };
})();
