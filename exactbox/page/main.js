"use strict";

/*
The page's views: one is shown at a time, named by the part of the address after #, as in
`#advise?rule=two-dice&open=146789`. What stands after ? is the view's own, so that an address that
is kept or sent brings back what was seen.
*/
{
  /* Of each section: what fills it. `start(section)` is called once, before the view is first
     shown; `show(given)` each time the address names it, with what stands after ?. */
  const VIEWS = {};

  const sections = [...document.querySelectorAll("main > section")];
  const started = new Set();

  function shown() {
    const [name, given = ""] = location.hash.slice(1).split("?");
    const section = sections.find(({ id }) => id === name) ?? sections[0];
    for (const each of sections) each.hidden = each !== section;
    for (const link of document.querySelectorAll("nav a")) {
      if (link.hash === `#${section.id}`) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    const view = VIEWS[section.id];
    if (!started.has(section.id)) view?.start(section);
    started.add(section.id);
    view?.show(new URLSearchParams(given));
  }

  window.addEventListener("hashchange", shown);
  shown();
}
