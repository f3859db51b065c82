"use strict";

/*
A bar chart of exact numbers with labelled axes.

The picture is drawn as wide as there is room, so that its letters have the size of the page's; only
the lengths of bars are floats. It is one image to those who listen, with a sentence for it.
*/
class Chart {
  /**
   * `place` is filled with the chart. `bars` are [{label, value, from, mark, words}]: fractions of
   * at least 0, of which a bar begins at `from`, 0 if there is none, and has a line across it at
   * `mark`, if there is one; `words` is what a pointer is told. `axes` names {x, y}; `summary` is
   * the sentence.
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
    const [left, top, floor] = [Chart.LEFT, 12, Chart.HEIGHT - 44];
    const right = width - 4;
    const across = (right - left) / this.bars.length;
    const { step, ticks, share } = this.scale();
    const y = (part) => floor - part * (floor - top);
    const line = (kind, x1, x2, at) =>
      Elements.drawn("line", { class: kind, x1, x2, y1: at, y2: at });
    const text = (words, x, at, anchor = "middle", transform = null) =>
      Elements.drawn("text", { class: "label", x, y: at, "text-anchor": anchor, transform }, words);
    const gap = across > 4 ? Math.min(across * 0.2, 8) : 0;
    const bar = ({ value, from, mark, words }, i) => {
      const x = left + i * across + gap / 2;
      const high = y(share(value));
      const height = from ? Math.max(2, y(share(from)) - high) : floor - high;
      const rect = { class: mark ? "bar range" : "bar", x, y: high, width: across - gap, height };
      return [
        Elements.drawn("rect", rect, Elements.drawn("title", {}, words)),
        ...(mark ? [line("mark", x, x + across - gap, y(share(mark)))] : []),
      ];
    };
    const digits = Math.max(...this.bars.map(({ label }) => label.length));
    const every = Math.max(1, Math.ceil((digits * 8 + 8) / across));
    const name = ({ label }, i) => {
      const x = Math.min(left + (i + 0.5) * across, width - label.length * 4); // stays inside
      return i % every ? [] : [text(label, x, floor + 16)];
    };
    const middle = (top + floor) / 2;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${Chart.HEIGHT}`);
    this.svg.setAttribute("width", width);
    this.svg.setAttribute("height", Chart.HEIGHT);
    this.svg.replaceChildren(
      ...ticks.flatMap(({ at, part }) => [
        line("grid", left, right, y(part)),
        text(Chart.tick(at, step), left - 6, y(part) + 4, "end"),
      ]),
      ...this.bars.flatMap(bar),
      ...this.bars.flatMap(name),
      line("axis", left, right, floor),
      text(this.axes.x, (left + right) / 2, Chart.HEIGHT - 8),
      text(this.axes.y, 0, 0, "middle", `translate(12 ${middle}) rotate(-90)`),
    );
  }

  /* The grid lines, each `at` a number, which is `part` of the height; and the share of it that a
     value has. Where the greatest value is too large or too small for floats there are no lines. */
  scale() {
    const values = this.bars.map(({ value }) => value);
    const top = values.reduce((a, b) => (Numbers.compare(a, b) < 0 ? b : a));
    const most = Numbers.toNumber(top);
    const isNear = most > 0 && most < Infinity;
    const step = isNear ? Chart.step(most) : 1;
    const count = isNear ? Math.ceil(most / step - 1e-9) : 0;
    const part = isNear ? most / (count * step) : 1; // of the height, that the greatest value has
    const tick = (_, i) => ({ at: i * step, part: i / count });
    return {
      step,
      ticks: Array.from({ length: count && count + 1 }, tick),
      share: ({ p, q }) => (top.p ? part * Numbers.toNumber({ p: p * top.q, q: q * top.p }) : 0),
    };
  }

  /** The distance of grid lines: 1, 2 or 5 times a power of ten, 4 to 8 of them below `high`. */
  static step(high) {
    const power = 10 ** Math.floor(Math.log10(high / 4));
    return [1, 2, 5, 10].map((n) => n * power).find((step) => high / step <= 8);
  }

  static tick(at, step) {
    if (step >= 1e15) return `${Number(at.toPrecision(12))}`;
    return at.toFixed(Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
  }
}

Chart.HEIGHT = 260; // pixels
Chart.LEFT = 58; // of the labels of the y axis
