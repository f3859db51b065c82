"""The page under addresses and files that no one would send in good faith."""

from __future__ import annotations

from fractions import Fraction

import pytest

VIEWS = ["advise", "play", "chances", "sheet"]
POWERS = ",".join(str(2**i) for i in range(30))
SHOWN = """() => {
  const section = document.querySelector("section:not([hidden])");
  const errors = [...section.querySelectorAll(".error")].filter((e) => e.checkVisibility());
  const values = section.querySelectorAll(".answer .number, dd .number, .leaf, .flip-value");
  return { errors: errors.map((e) => e.textContent).filter(Boolean), values: values.length };
}"""


def shown(tab, address):
    """The errors that an address gets, and how many values, when all is done."""
    tab.goto(address)
    tab.wait_for_timeout(10)  # the address is read in an event
    tab.wait_for_function("() => !RuleForm.asking.busy")
    return tab.evaluate(SHOWN)


@pytest.mark.parametrize("view", VIEWS)
def test_a_parameter_without_a_meaning_is_one_line_and_no_answer(tab, view):
    names = ["rule", "tiles", "dice", "players", "ties", "goal", "open", "playon"]
    asked = [
        *[
            f"{name}={value}"
            for name in names
            for value in ("-1", "1e9", "%F0%9F%8E%B2", "<b>x</b>")
        ],
        *["player=2&best=" + value for value in ("abc", "-1", "1e2", "%00", "0", "46")],
        *["players=3&player=3&best=5&holders=" + value for value in ("0", "3", "x", "1.5")],
        "tiles=30&dice=1000000",
        "tiles=6&tiles=7",
        "rule=most=1?",
        "rule=double-shutter&tiles=5&open=12/5",
        "rule=toString",
        "ties=constructor",
        f"goal=beat&best=1073741824&tiles={POWERS}",
    ]
    for each in asked:
        found = shown(tab, f"#{view}?{each}")
        assert len(found["errors"]) == 1 and not found["values"], (each, found)


def test_what_a_message_quotes_is_short_and_cannot_turn_it_round(tab):
    (line,) = shown(tab, "#advise?ties=%E2%80%AE%00" + "x" * 50_000)["errors"]
    assert r"ties are '\u{202e}\u{0}xxx" in line and "need one of share, lose, earlier" in line
    assert len(line) < 400


def test_two_taps_at_once_leave_no_progress_behind(tab):
    tab.goto("")
    tab.wait_for_selector("#advise[data-answered]")
    tab.evaluate("document.querySelectorAll('#advise .box button').forEach((tile) => tile.click())")
    tab.wait_for_timeout(600)  # progress is shown after 300 ms
    assert not tab.locator("#advise .progress").is_visible()
    assert "The box is shut." in tab.locator("#advise .answer").inner_text()


def test_a_tap_writes_the_history_twice_at_most(tab):
    """Safari allows a hundred times in ten seconds."""
    tab.goto("")
    tab.wait_for_selector("#advise[data-answered]")
    tab.evaluate("""() => {
      window.written = 0;
      const replace = history.replaceState;
      history.replaceState = (...all) => { window.written++; replace.apply(history, all); };
    }""")
    for tile in (1, 2, 3):
        tab.locator("#advise .box").get_by_role("button", name=f"tile {tile},").click()
    assert tab.evaluate("window.written") <= 6
    tab.reload()
    tab.wait_for_selector("#advise[data-answered]")
    tab.get_by_role("button", name="Undo").click()
    assert tab.url.endswith("open=3456789")


@pytest.mark.parametrize("dice", [17, 30])
def test_values_beyond_floats_are_exact_and_drawn(tab, dice):
    """All dice must show 1 for their total; if only some do, card 1 has to be turned."""
    words = " ".join(["1:1,99:999999999999999999"] * dice)
    tab.goto(f"#cards?dice={words}&cards={dice}&goal={dice}")
    tab.wait_for_selector("#cards .chart")
    none = (1 - Fraction(1, 10**18)) ** dice
    all_show = Fraction(1, 10 ** (18 * dice))
    some = 1 - none - all_show
    # u, d: card 1 is up or down; u = 1 + some d + none u, d = 1 + all w + some u + none d
    up_again = 1 / (1 - none)  # w: the total's card is turned, card 1 is to be turned up
    start = (1 + (1 + all_show * up_again) * some / (1 - none)) / (1 - none - some**2 / (1 - none))
    found = tab.locator("#cards .headline .fraction .code").first.text_content()
    assert Fraction(found) == start


def test_loaded_dice_are_thrown_as_they_are_loaded(tab):
    """A weight of 10^17 - 1 in 10^17: a float would round the other face away."""
    tab.goto("")
    assert tab.evaluate("() => Dice.below(1n)") == 0
    count = tab.evaluate("""() => {
      const all = 3n * 2n ** 64n;
      let count = 0;
      for (let i = 0; i < 3000; i++) count += Number(Dice.below(all) < 2n ** 64n);
      return count;
    }""")
    assert abs(count - 1000) < 150  # 5.8 standard deviations


DROP = """(names) => {
  const carried = new DataTransfer();
  for (const name of names) carried.items.add(new File([name], name));
  const carry = { dataTransfer: carried, bubbles: true, cancelable: true };
  for (const kind of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(kind, carry));
}"""


@pytest.mark.parametrize("begun", [True, False])
def test_of_two_files_that_are_dropped_none_is_checked(tab, begun):
    """One verdict would be taken for that of both."""
    tab.goto("#proof" if begun else "")
    tab.evaluate(DROP, ["one.json", "two.json"])
    tab.locator("#proof .error", has_text="2 files were dropped, need one at a time").wait_for()
    assert not tab.locator("#proof .proof-verdict").count()
    tab.evaluate(DROP, ["three.json"])
    assert tab.locator("#proof .proof-verdict").inner_text().endswith("UNREADABLE")
    assert tab.locator("#proof .proof-file").inner_text() == '"three.json"'
    assert not tab.locator("#proof .error").is_visible()


def test_the_file_that_is_dropped_last_is_the_one_that_is_told_of(tab):
    """The first is slow to read."""
    tab.goto("#proof")
    tab.wait_for_selector("#proof-file")
    tab.evaluate("""() => {
      const read = File.prototype.arrayBuffer;
      File.prototype.arrayBuffer = async function () {
        if (this.name === "slow.json") await new Promise((done) => setTimeout(done, 300));
        return read.call(this);
      };
    }""")
    tab.evaluate(DROP, ["slow.json"])
    tab.evaluate(DROP, ["quick.json"])
    tab.wait_for_timeout(500)
    assert tab.locator("#proof .proof-file").inner_text() == '"quick.json"'
    tab.evaluate(DROP, ["slow.json"])
    tab.evaluate("[...document.querySelectorAll('#proof .progress button')][0].click()")  # Stop
    tab.wait_for_timeout(500)
    assert not tab.locator("#proof .proof-verdict").count()
    assert "Stopped" in tab.locator("#proof .error").inner_text()


def test_what_is_rounded_is_said_to_be(tab):
    tab.goto("#chances")
    tab.wait_for_selector("#chances[data-answered]")
    for picture in tab.locator("#chances svg[role=img]").all():
        assert "about 0." in picture.get_attribute("aria-label")
    said = tab.evaluate("() => [[1n, 2n], [1n, 3n]].map(([p, q]) => Numbers.said({ p, q }, 3))")
    assert said == ["0.5", "about 0.333"]
