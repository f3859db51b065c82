"use strict";

/*
A bar chart of exact numbers with labelled axes.

The picture is drawn as wide as there is room, so that its letters have the size of the page's; only
the lengths of bars are floats. It is one image to those who listen, with a sentence for it.
*/
class Chart {
  /**
   * `place` is filled with the chart. `bars` are [{at, value, from, mark, words}], `at` being whole
   * numbers in order, the places on the x axis. The others are fractions of at least 0, of which a
   * bar begins at `from`, 0 if there is none, and has a line across it at `mark`, if there is one;
   * `words` is what a pointer is told. `axes` names {x, y}; `summary` is the sentence.
   */
  constructor(place, { bars, axes, summary }) {
    Object.assign(this, { bars, axes });
    this.svg = Elements.drawn("svg", { class: "chart", role: "img", "aria-label": summary });
    place.replaceChildren(this.svg);
    // not at once: what is drawn changes sizes again, of which browsers complain
    this.observer = new ResizeObserver(() => requestAnimationFrame(() => this.draw()));
    this.observer.observe(place);
  }

  draw() {
    const width = Math.floor(this.svg.parentElement?.clientWidth ?? 0);
    if (!width || width === this.width) return;
    this.width = width;
    const { ticks, share } = this.scale();
    const digits = Math.max(...ticks.map(({ label }) => label.length), Chart.DIGITS);
    const left = Chart.BESIDE + digits * Chart.DIGIT;
    const [top, floor, right] = [12, Chart.HEIGHT - 44, width - 4];
    const slots = Chart.slots(this.bars.map(({ at }) => at));
    const across = (right - left) / (slots.at(-1) + 1);
    const y = (part) => floor - part * (floor - top);
    const line = (kind, x1, x2, at) =>
      Elements.drawn("line", { class: kind, x1, x2, y1: at, y2: at });
    const text = (words, x, at, anchor = "middle", transform = null) =>
      Elements.drawn("text", { class: "label", x, y: at, "text-anchor": anchor, transform }, words);
    const gap = across > 4 ? Math.min(across * 0.2, 8) : 0;
    const bar = ({ value, from, mark, words }, i) => {
      const x = left + slots[i] * across + gap / 2;
      const high = y(share(value));
      const height = from ? Math.max(2, y(share(from)) - high) : floor - high;
      const rect = { class: mark ? "bar range" : "bar", x, y: high, width: across - gap, height };
      return [
        Elements.drawn("rect", rect, Elements.drawn("title", {}, words)),
        ...(mark ? [line("mark", x, x + across - gap, y(share(mark)))] : []),
      ];
    };
    const longest = Math.max(...this.bars.map(({ at }) => `${at}`.length));
    const every = Math.ceil(((longest + 1) * Chart.DIGIT) / across); // slots from label to label
    let free = 0; // the slot that may have the next label
    const name = ({ at }, i) => {
      if (slots[i] < free) return [];
      free = slots[i] + every;
      const half = (`${at}`.length * Chart.DIGIT) / 2;
      const x = Math.min(left + (slots[i] + 0.5) * across, width - half); // stays inside
      return [text(`${at}`, x, floor + 16)];
    };
    const middle = (top + floor) / 2;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${Chart.HEIGHT}`);
    this.svg.setAttribute("width", width);
    this.svg.setAttribute("height", Chart.HEIGHT);
    this.svg.replaceChildren(
      ...ticks.flatMap(({ label, part }) => [
        line("grid", left, right, y(part)),
        text(label, left - 6, y(part) + 4, "end"),
      ]),
      ...this.bars.flatMap(bar),
      ...this.bars.flatMap(name),
      line("axis", left, right, floor),
      text(this.axes.x, (left + right) / 2, Chart.HEIGHT - 8),
      text(this.axes.y, 0, 0, "middle", `translate(12 ${middle}) rotate(-90)`),
    );
  }

  /* The grid lines, each with its label, at a `part` of the height; and the share of it that a
     value has. Where the greatest value is too large or too small for floats there are no lines. */
  scale() {
    const values = this.bars.map(({ value }) => value);
    const top = values.reduce((a, b) => (Numbers.compare(a, b) < 0 ? b : a));
    const most = Numbers.toNumber(top);
    const isNear = most > 0 && most < Infinity;
    const step = isNear ? Chart.step(most) : 1;
    const count = isNear ? Math.ceil(most / step - 1e-9) : 0;
    const part = isNear ? most / (count * step) : 1; // of the height, that the greatest value has
    const tick = (_, i) => ({ label: Chart.tick(i * step, step), part: i / count });
    return {
      ticks: Array.from({ length: count && count + 1 }, tick),
      share: ({ p, q }) => (top.p ? part * Numbers.toNumber({ p: p * top.q, q: q * top.p }) : 0),
    };
  }

  /** The distance of grid lines: 1, 2 or 5 times a power of ten, 4 to 8 of them below `high`. */
  static step(high) {
    const power = 10 ** Math.floor(Math.log10(high / 4));
    return [1, 2, 5, 10].map((n) => n * power).find((step) => high / step <= 8);
  }

  /** The label of a grid line: at most 9 signs, those of large and small steps with exponents. */
  static tick(at, step) {
    const isPlain = at === 0 || (step > 5e-7 && step < 5e6);
    if (!isPlain) return Number(at.toPrecision(12)).toExponential().replace("+", "");
    return at.toFixed(Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
  }

  /**
   * The slots of the x axis, 0, 1, ..., that bars at these places stand in: as far apart as the
   * places, or, where this would leave most slots empty, with one empty slot for all that a bar and
   * the next one skip.
   */
  static slots(places) {
    const span = places.at(-1) - places[0];
    const most = span < 2 * places.length ? span : 2;
    let slot = 0;
    return places.map((at, i) => (slot += i && Math.min(at - places[i - 1], most)));
  }
}

Chart.HEIGHT = 260; // pixels
Chart.DIGIT = 8.5; // the width of one in the widest of the page's fonts
Chart.DIGITS = 4; // of the labels of the y axis, at least
Chart.BESIDE = 28; // on their left the axis' name, on their right a space
