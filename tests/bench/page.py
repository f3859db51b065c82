"""The page in Chromium: how long its worker takes, each answer in a fresh tab."""

from __future__ import annotations

import tempfile
import time
from base64 import b64encode
from pathlib import Path

from exactbox.page import page
from tests.bench.measure import Figure, report
from tests.page.shots import browser

PROOFS = Path(__file__).parents[2] / "proofs"
RUNS = 5
# seconds in the page, the worker's start included
BOX = """async ([words, tiles, players]) => {
    const rules = Rules.named(words, {tiles});
    const game = {rules, players, ties: "share", atOnce: true};
    const question = {goal: "wins", player: 1, best: null, holders: 1};
    const begin = performance.now();
    await new Work().ask("box.solve", {game, question});
    return (performance.now() - begin) / 1000;
}"""
CARDS = """async (faces) => {
    const begin = performance.now();
    await new Work().ask("cards.solve", {rule: FlipGame.named({faces: `${faces}`})});
    return (performance.now() - begin) / 1000;
}"""
CHECK = """async (bytes) => {
    const given = Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0));
    const begin = performance.now();
    const {verdict} = await new Work().ask("proof.check", {bytes: given});
    if (verdict !== "VALID") throw new Error(verdict);
    return (performance.now() - begin) / 1000;
}"""


def figures() -> None:
    """All of them, beside their bars."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder, "exactbox.html")
        file.write_bytes(page())
        print(f"the page has {len(page()):,} bytes (bar: 400,000)")
        chromium = browser(playwright)
        if chromium is None:
            raise SystemExit("no Chromium: make browser-tools installs it on Debian")

        def first_answer() -> float:
            tab = chromium.new_page()
            begin = time.perf_counter()
            tab.goto(file.as_uri() + "#advise?open=146789&roll=9")
            tab.get_by_text("0.408584").first.wait_for()
            elapsed = time.perf_counter() - begin
            tab.close()
            return elapsed

        def in_page(program: str, given: object) -> float:
            tab = chromium.new_page()
            tab.goto(file.as_uri() + "#proof")
            elapsed = tab.evaluate(program, given)
            tab.close()
            return float(elapsed)

        def several(measure, *given, runs=RUNS) -> Figure:
            return Figure(tuple(measure(*given) for _ in range(runs)))

        report("from load to the moves of 146789 and a 9", several(first_answer), 0.5)
        for tiles, players, bar in (
            *((9, 1, 0.3), (9, 2, 0.3), (9, 3, 20), (9, 4, 20)),
            *((12, 1, 3), (12, 2, 3), (12, 3, 20), (12, 4, 20)),
        ):
            figure = several(in_page, BOX, ["classic", tiles, players], runs=3)
            report(f"{tiles} tiles, {players} players, the first one's wins", figure, bar)
        figure = several(in_page, BOX, ["double-shutter", 9, 2], runs=1)
        report("double shutter of 9 tiles, 2 players", figure)
        for faces in (4, 5):
            report(f"card flipping, N={faces}", several(in_page, CARDS, faces, runs=3))
        for name, bar in (
            ("flip-5", None), ("flip-6", 3), ("herman-15", 2.5), ("shutbox-9-two-dice-match", 2),
            ("pig-20", None), ("trefethen-500", None), ("shutbox-12-sum-6-score", None),
        ):  # fmt: skip
            data = b64encode((PROOFS / f"{name}.json").read_bytes()).decode()
            report(f"second check of {name}.json", several(in_page, CHECK, data, runs=2), bar)
