"use strict";

/*
A bar chart of exact numbers with labelled axes, and the same numbers as a table on demand.

The picture is drawn as wide as there is room, so that its letters have the size of the page's; only
the lengths of bars are floats. It is one image to those who listen, with a sentence for it.
*/
class Chart {
  /**
   * `place` is filled with the chart. `bars` are [{label, value, words}], `value` a fraction from 0
   * and `words` what a pointer is told; `axes` names {x, y}; `summary` is the sentence.
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
    const { drawn } = Elements;
    const width = Math.floor(this.svg.parentElement?.clientWidth ?? 0);
    if (!width || width === this.width) return;
    this.width = width;
    const [left, top, bottom] = [Chart.LEFT, 12, 44];
    const height = Chart.HEIGHT;
    const floor = height - bottom;
    const room = width - left - 4;
    const values = this.bars.map(({ value }) => Numbers.toNumber(value));
    const step = Chart.step(Math.max(...values, 1e-9));
    const high = Math.ceil(Math.max(...values, 1e-9) / step - 1e-9) * step;
    const y = (value) => floor - (value / high) * (floor - top);
    const across = room / this.bars.length;
    const gap = across > 4 ? Math.min(across * 0.2, 8) : 0;
    const line = (at) => [
      drawn("line", { class: "grid", x1: left, x2: left + room, y1: y(at), y2: y(at) }),
      drawn(
        "text",
        { class: "label", x: left - 6, y: y(at) + 4, "text-anchor": "end" },
        Chart.tick(at, step),
      ),
    ];
    const ticks = Array.from({ length: Math.round(high / step) + 1 }, (_, i) => i * step);
    const digits = Math.max(...this.bars.map(({ label }) => label.length));
    const every = Math.max(1, Math.ceil((digits * 8 + 8) / across));
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.setAttribute("width", width);
    this.svg.setAttribute("height", height);
    this.svg.replaceChildren(
      ...ticks.flatMap(line),
      ...this.bars.map(({ words }, i) =>
        drawn(
          "rect",
          {
            class: "bar",
            x: left + i * across + gap / 2,
            width: across - gap,
            y: y(values[i]),
            height: floor - y(values[i]),
          },
          drawn("title", {}, words),
        ),
      ),
      ...this.bars.flatMap(({ label }, i) =>
        i % every
          ? []
          : drawn(
              "text",
              {
                class: "label",
                x: Math.min(left + (i + 0.5) * across, width - label.length * 4), // stays inside
                y: floor + 16,
                "text-anchor": "middle",
              },
              label,
            ),
      ),
      drawn("line", { class: "axis", x1: left, x2: left + room, y1: floor, y2: floor }),
      drawn(
        "text",
        { class: "label", x: left + room / 2, y: height - 8, "text-anchor": "middle" },
        this.axes.x,
      ),
      drawn(
        "text",
        {
          class: "label",
          x: 0,
          y: 0,
          "text-anchor": "middle",
          transform: `translate(12 ${(top + floor) / 2}) rotate(-90)`,
        },
        this.axes.y,
      ),
    );
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

  /**
   * A table on demand, made when it is opened: `head` names the columns, `rows()` makes rows of
   * text and elements; the first column heads its row.
   */
  static table(words, head, rows) {
    const { element } = Elements;
    const place = element("div", { class: "wide" });
    const cell = (content, i) =>
      i ? element("td", {}, content) : element("th", { scope: "row" }, content);
    const fill = () => {
      if (!details.open || place.firstChild) return;
      const columns = head.map((name) => element("th", { scope: "col" }, name));
      const lines = rows().map((row) => element("tr", {}, row.map(cell)));
      place.append(
        element(
          "table",
          {},
          element("thead", {}, element("tr", {}, columns)),
          element("tbody", {}, lines),
        ),
      );
    };
    const details = element("details", { ontoggle: fill }, element("summary", {}, words), place);
    return details;
  }
}

Chart.HEIGHT = 260; // pixels
Chart.LEFT = 58; // of the labels of the y axis
