"use strict";

/*
A sheet of best moves as text and as pages to print; exactbox/page/sheet.py lays it out in the same
way, and views/shutbox/sheet.css is the style of both.

A page is as high as Letter and as wide as A4, less 8 mm on each side. It has blocks beside each
other, as many as fit, of rows in the order of a dictionary: 1, 12, 123, ..., 13, ..., 9. Rows are
counted here, so that all browsers break the pages at the same places.

A sheet is {rules, columns, rows}: columns are rolls {total, faces}, rows {position, dice, cells},
and a cell {text, ends, isChoice} where the roll can be thrown, else null.

Symbols: lengths are in points, 1/72 inch.
*/
const Leaves = (() => {
  const { element } = Elements;
  const MAX_CELLS = 100_000; // as of the command
  const [WIDE, HIGH] = [549, 746]; // of a page: A4 is 595 x 842, Letter 612 x 792
  const [ROW, HEAD_LINE, TEXT_LINE] = [7.6, 6.9, 8.6]; // heights in sheet.css
  const ABOVE = 28; // two heads of a block, and the line above the blocks
  const FIRST = 32; // the title, and the rest of what stands above the blocks of the first page
  const LINE = 150; // characters of a line of text, at least
  const [DIGIT, BESIDE, BETWEEN] = [3.62, 2.2, 8]; // a digit, beside a text, between blocks
  const DASH = "\u2013";

  /**
   * The sheet of the rolls and rows that the worker's "box.sheet" answers.
   *
   * @throws {Error} One line, if it has more than 100,000 cells.
   */
  function sheet(rules, { rolls, rows }) {
    const key = ({ total, faces }) => `${total}:${faces}`;
    const distinct = new Map(rolls.map((roll) => [key(roll), roll]));
    const columns = [...distinct.values()].sort(Rules.rollOrder);
    const size = rows.length * columns.length;
    if (size > MAX_CELLS) {
      const [found, most] = [size, MAX_CELLS].map((n) => n.toLocaleString("en"));
      throw new Error(`the sheet has ${found} cells, more than ${most}`);
    }
    const at = new Map(columns.map((roll, i) => [key(roll), i]));
    const filled = rows.map(({ position, dice, moves }) => {
      const cells = Array(columns.length).fill(null);
      const sets = Rules.fitting(rules, position);
      rolls.forEach((roll, i) => {
        if (roll.dice !== dice) return;
        const after = moves[i];
        const ends = after === null;
        const text = ends ? "end" : Notation.positionText(rules, position ^ after);
        const isChoice = !ends && Rules.moves(rules, position, roll, sets).length > 1;
        cells[at.get(key(roll))] = { text, ends, isChoice };
      });
      return { position, dice, cells };
    });
    const words = new Map(filled.map((row) => [row, inOrder(rules, row.position)]));
    filled.sort((a, b) => Numbers.inOrder(words.get(a), words.get(b)));
    return { rules, columns, rows: filled };
  }

  /* What positions are sorted by: the front row's tiles, then those of the back row. */
  function inOrder(rules, position) {
    const front = 2 ** rules.tiles.length - 1;
    const tiles = (mask) => Rules.tilesOf(rules, position & mask);
    return [...tiles(front), 0, ...tiles(~front)];
  }

  /** A roll as people write it: the total; in Thai games the dice, or those that differ. */
  function rollText({ total, faces }) {
    let dice = faces.filter((face) => face !== total);
    if (!dice.length) return `${total}`;
    if (dice.length === 1) dice = Array(total / dice[0]).fill(dice[0]);
    return Numbers.sum(dice) === total ? dice.join(",") : `${dice.join(",")}=${total}`;
  }

  /** The sheet as a table with commas, a line for each row; the same as the command writes. */
  function csv({ rules, columns, rows }) {
    const quoted = (text) => (text.includes(",") ? `"${text}"` : text);
    const lines = rows.map(({ position, dice, cells }) => [
      Notation.positionText(rules, position),
      `${dice}`,
      ...cells.map((cell) => cell?.text ?? ""),
    ]);
    return [["open", "dice", ...columns.map(rollText)], ...lines]
      .map((line) => `${line.map(quoted).join(",")}\n`)
      .join("");
  }

  /** How to read the sheet, in sentences. */
  function reading({ rules, rows }) {
    const [low, high] = [rules.tiles[0], rules.tiles.at(-1)];
    const example = high > 9 ? `${low},${high}` : `${low}${high}`;
    const one = ({ dice }) => dice < rules.dice.length;
    const how = [
      "Find the open tiles at the left and the roll at the top: there ",
      rules.single
        ? "is the tile to shut. The dice of a roll stand one above the other."
        : `are the tiles to shut, ${example} being ${low} and ${high}.`,
      " Bold: the best of several moves. Grey: the only move. ",
      `${DASH}: no move fits, and the turn ends.`,
      rules.behind.length ? " After / stand tiles of the back row." : "",
      new Set(rows.map(({ dice }) => dice)).size > 1 ? " Empty: cannot be rolled." : "",
      rows.some(one) ? " *: roll one die." : "",
    ];
    const ties =
      "Of equally good moves the sheet has one: that which leaves the lowest score, then " +
      "that which shuts the higher tile where two differ, then all dice before one.";
    return [how.join(""), ties];
  }

  /* The head of a column: dice stand one above the other. */
  const stacked = (text) => text.replaceAll(",", "\n").replace("=", "\n=");

  /* As many digits are as wide as the text, or wider: two commas are as wide as one. */
  const digits = (text) => text.length - Math.floor((text.match(/[,/]/g) ?? []).length / 2);

  const label = ({ rules }, { position, dice }) =>
    Notation.positionText(rules, position) + (dice < rules.dice.length ? "*" : "");

  /** The pages, each an element; `facts` are the paragraphs that stand above the first. */
  function pages(made, title, facts) {
    const heads = made.columns.map((roll) => stacked(rollText(roll)));
    const widest = (texts) => Math.max(...texts.map(digits));
    const widths = [
      widest(made.rows.map((row) => label(made, row))),
      ...heads.map((text, i) =>
        Math.max(widest(text.split("\n")), widest(made.rows.map(({ cells }) => shown(cells[i])))),
      ),
    ];
    const above = ABOVE + HEAD_LINE * Math.max(...heads.map((text) => text.split("\n").length - 1));
    const all = paginated(made.rows, widths, above, facts);
    const head = () =>
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          ["open", ...heads].map((text, i) =>
            element("th", { scope: "col", class: `w${widths[i]}` }, text),
          ),
        ),
      );
    return all.map((blocks, i) =>
      element(
        "section",
        { class: "leaf" },
        i > 0 && element("p", {}, `${title}, page ${i + 1} of ${all.length}`),
        element("div", {}, blocks.map((rows) => block(made, rows, head()))),
      ),
    );
  }

  /* The rows of each block of each page. */
  function paginated(rows, widths, above, facts) {
    const wide = DIGIT * Numbers.sum(widths) + BESIDE * widths.length + BETWEEN;
    const beside = Math.max(1, Math.floor((WIDE + BETWEEN) / wide));
    const lines = Numbers.sum(facts.map((text) => Math.ceil(text.length / LINE)));
    let high = HIGH - above - FIRST - TEXT_LINE * lines;
    const found = [];
    for (let at = 0; at < rows.length; ) {
      const most = Math.max(1, Math.floor(high / ROW));
      const each = Math.min(most, Math.ceil((rows.length - at) / beside));
      const end = Math.min(at + each * beside, rows.length);
      const blocks = [];
      for (; at < end; at += each) blocks.push(rows.slice(at, Math.min(at + each, end)));
      found.push(blocks);
      at = end;
      high = HIGH - above;
    }
    return found;
  }

  function block(made, rows, head) {
    const [first, last] = [rows[0], rows.at(-1)].map((row) => label(made, row));
    const line = (row) =>
      Elements.row(
        [
          label(made, row),
          ...row.cells.map((cell) => (cell?.isChoice ? element("b", {}, cell.text) : shown(cell))),
        ],
        { "data-position": row.position },
      );
    return element(
      "table",
      {},
      element("caption", {}, `${first} to ${last}`),
      head,
      element("tbody", {}, rows.map(line)),
    );
  }

  const shown = (cell) => (cell?.ends ? DASH : (cell?.text ?? ""));

  return { sheet, csv, reading, pages };
})();
