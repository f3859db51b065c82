"use strict";

/*
The part of the address after #, as in `#advise?rule=two-dice&open=146789`: the view's name, and
after ? what the view shows. It is the one home of what the user has set: views read it and write
it, so that an address that is kept, sent, reloaded or gone back to brings back what was seen.

What other views showed, and what has no place in an address (moves that were taken back), is kept
in the browser's history beside the address: a reload keeps it, a sent address is without it.
*/
const Address = (() => {
  let kept = history.state?.kept ?? {};
  let isWritten = true; // whether the history has what is kept

  /** The view's name, "" if there is none, and its parameters. */
  function read() {
    const [view, ...rest] = location.hash.slice(1).split("?");
    return { view, parameters: new URLSearchParams(rest.join("?")) };
  }

  /** `#view?parameters`, with the commas and equals signs that may stand there left legible. */
  function written(view, parameters) {
    const text = `${parameters}`.replaceAll("%2C", ",").replaceAll("%3D", "=");
    return `#${view}${text && "?"}${text}`;
  }

  /**
   * Give the view that is shown other parameters, and show it anew. With `push` the browser's Back
   * leads to what was shown before.
   */
  function change(parameters, push = false) {
    const address = written(read().view || "advise", parameters);
    isWritten = true;
    if (push) history.pushState({ kept }, "", address);
    else history.replaceState({ kept }, "", address);
    window.dispatchEvent(new Event("hashchange"));
  }

  /** Change these parameters of the view that is shown; null takes one out. */
  function set(changes, push = false) {
    const { parameters } = read();
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) parameters.delete(name);
      else parameters.set(name, value);
    }
    change(parameters, push);
  }

  /**
   * Keep plain data under a name as long as the tab is open; `kept(name)` has it. It is written
   * once an event is over, for browsers write the history some hundred times in ten seconds only.
   */
  function keep(name, data) {
    kept = { ...kept, [name]: data };
    if (!isWritten) return;
    isWritten = false;
    queueMicrotask(() => {
      if (!isWritten) history.replaceState({ kept }, "");
      isWritten = true;
    });
  }

  return { read, written, change, set, keep, kept: (name) => kept[name] };
})();
