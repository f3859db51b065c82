/* What is out of place on the page as it is shown: lists of texts, each a sentence for a failure.

   A line box is seen by the rectangles of a Range: a text on two lines has two that do not overlap.
   What scrolls by itself may have more inside than it shows; its own box is looked at. */
() => {
  const NUMBER = /\d(?:[\d.,/]*\d)?/g;
  const PART = /\d(?:[\d.,]*\d)?/g; // of a fraction, which is broken after / where it is long
  const SCROLLS = new Set(["auto", "scroll"]);
  const unseen = (each) => each.closest(".skip, .words-only, option") || !each.checkVisibility();
  const seen = [...document.body.querySelectorAll("*")].filter((each) => !unseen(each));

  function rectangles(node, start = 0, end = node.length) {
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, end);
    return [...range.getClientRects()].filter(({ width }) => width > 0);
  }

  const isBroken = (boxes) => boxes.some(({ top }) => top >= boxes[0].bottom - 2);
  const long = (boxes) => boxes.reduce((all, { width }) => all + width, 0);
  const texts = seen.flatMap((each) =>
    [...each.childNodes].filter((node) => node.nodeType === 3 && node.data.trim()),
  );
  // no hashes; and those with a sign are looked at with it
  const decimals = texts.filter((node) => !node.parentElement.closest(".code, .number > button"));
  const fractions = texts.filter((node) => node.parentElement.closest(".fraction .code"));

  // Numbers: one may be broken only where the card that it stands in has no line as long
  function inside(each) {
    const style = getComputedStyle(each);
    const box = each.getBoundingClientRect();
    return [
      box.left + each.clientLeft + parseFloat(style.paddingLeft),
      box.left + each.clientLeft + each.clientWidth - parseFloat(style.paddingRight),
    ];
  }
  const fits = (node, boxes) => {
    const of = node.parentElement;
    const [left, right] = inside(of.closest(".card, main, footer, header"));
    const most = of.closest(".fraction") && of.closest(".wide, .moves, .option") ? 256 : Infinity;
    return long(boxes) <= Math.min(right - left, most);
  };
  const brokenIn = (node, pattern) =>
    [...node.data.matchAll(pattern)]
      .filter(({ 0: text, index }) => {
        const boxes = rectangles(node, index, index + text.length);
        return isBroken(boxes) && fits(node, boxes);
      })
      .map(({ 0: text }) => `${text} in ${node.data}`);
  const broken = [
    ...decimals.flatMap((node) => brokenIn(node, NUMBER)),
    ...fractions.flatMap((node) => brokenIn(node, PART)),
  ];
  for (const each of seen.filter((one) => one.matches(".number > button"))) {
    const boxes = [...each.childNodes].flatMap(({ firstChild }) => rectangles(firstChild));
    if (isBroken(boxes) && fits(each.firstChild, boxes)) broken.push(each.textContent);
  }

  // Margins: those of main, and the edges of whatever box a text stands in
  const scroller = (each) => SCROLLS.has(getComputedStyle(each).overflowX);
  const up = (each, test) => {
    while (each && !test(each)) each = each.parentElement;
    return each;
  };
  const scrolls = (each) => up(each.parentElement, scroller) !== null;
  const isBox = (each) => {
    const { borderLeftWidth, backgroundColor, backgroundImage } = getComputedStyle(each);
    const isFilled = backgroundImage !== "none" || !/, 0\)|transparent/.test(backgroundColor);
    return isFilled || parseFloat(borderLeftWidth) > 0;
  };
  const [left, right] = inside(document.querySelector("main"));
  const isOut = (box, from, to) => box.left < from - 0.5 || box.right > to + 0.5;
  const named = (each) => `${each.tagName} ${each.getAttribute("class")} ${each.textContent}`;
  const outside = seen
    .filter((each) => !scrolls(each) && !each.closest("svg *"))
    .filter((each) => isBox(each) || scroller(each) || each.matches("svg, input, select, progress"))
    .filter((each) => isOut(each.getBoundingClientRect(), left, right))
    .map((each) => named(each).slice(0, 80));
  for (const node of texts) {
    const of = node.parentElement;
    const box = of.closest("svg") ?? up(of, (each) => isBox(each) || scroller(each));
    const { left: from, right: to } = box?.getBoundingClientRect() ?? {};
    const limits = [box?.matches(".card") ? inside(box) : [from, to]];
    if (!scrolls(of)) limits.push([left, right]);
    if (box && scroller(box)) limits.shift();
    const isOff = (one) => limits.some(([least, most]) => isOut(one, least, most));
    if (rectangles(node).some(isOff)) outside.push(`"${node.data.slice(0, 60)}"`);
  }
  if (document.documentElement.scrollWidth > innerWidth) outside.push("the page scrolls sideways");
  return { broken, outside };
}
