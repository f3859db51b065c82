"use strict";

/*
The page's views: one is shown at a time, named by the address (see Address). The links to the
others lead to where each was left; those of Shut the Box go by the rule that was set last.
*/
{
  /* Of each section: what fills it. `start(section)` is called once, before the view is first
     shown; `show(parameters)` each time the address names it or changes. */
  const VIEWS = {
    advise: AdviseView,
    play: PlayView,
    chances: ChancesView,
    proof: ProofView,
    cards: CardsView,
    sheet: SheetView,
  };
  const OF_THE_BOX = new Set(["advise", "play", "chances", "sheet"]);

  const content = document.querySelector("main");
  const sections = [...content.querySelectorAll(":scope > section")];
  const links = [...document.querySelectorAll("nav a")];
  const names = new Map(links.map((link) => [link.hash.slice(1), link.textContent]));
  const started = new Set();
  const left = new Map(Object.entries(Address.kept("left") ?? {})); // parameters, as text
  let current = null;
  let box = new URLSearchParams(Address.kept("box") ?? ""); // of the last view of Shut the Box

  function shown() {
    const { view: name, parameters } = Address.read();
    const section = sections.find(({ id }) => id === name) ?? sections[0];
    left.set(section.id, `${parameters}`);
    if (OF_THE_BOX.has(section.id)) box = parameters;
    Address.keep("left", Object.fromEntries(left));
    Address.keep("box", `${box}`);
    for (const each of sections) each.hidden = each !== section;
    for (const link of links) pointed(link, section);
    document.title = `${names.get(section.id)} – exactbox`;
    const view = VIEWS[section.id];
    if (!started.has(section.id)) view?.start(section);
    started.add(section.id);
    view?.show(parameters);
    if (current && current !== section) section.querySelector("h2")?.focus();
    current = section;
  }

  /* Make a link of the navigation lead to where its view was left. */
  function pointed(link, section) {
    const [name] = link.hash.slice(1).split("?");
    if (name === section.id) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
    const kept = new URLSearchParams(left.get(name) ?? "");
    const follow = VIEWS[name]?.follow ?? (OF_THE_BOX.has(name) ? Game.follow : null);
    const parameters = name !== section.id && follow ? follow(kept, box) : kept;
    link.setAttribute("href", Address.written(name, parameters));
  }

  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault(); // the address is that of the views
    content.focus();
  });
  window.addEventListener("hashchange", shown);
  shown();
}
