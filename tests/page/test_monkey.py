"""A monkey at the page: random clicks, keys, settings, reloads and ways back, the same every time.

Whenever the page has come to rest, what it shows is compared with the address: the value with
`exactbox.ShutTheBox`, fraction by fraction, the tiles and the score with the rules in Python.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from random import Random
from urllib.parse import parse_qs

import pytest

from exactbox import ShutTheBox
from exactbox.games.shutbox import position_of, roll_of

RULES = ["", "two-dice", "sum=6?", "above=3", "thai", "digital", "double-shutter", "most=1"]
REST = """() => !RuleForm.asking.busy &&
  ![...document.querySelectorAll(".progress")].some((each) => each.checkVisibility())"""
# what a hand may do; a and b, from 0 to 1, say where
ACT = """([kind, a, b]) => {
  const section = document.querySelector("section:not([hidden])");
  const pick = (all, at) => all[Math.floor(at * all.length)];
  const seen = (each) => each.checkVisibility() && !each.disabled;
  const buttons = [...section.querySelectorAll("button")].filter(seen)
    .filter((each) => !/Print|Download|Copy/.test(each.textContent) && !each.closest(".presets"));
  const fields = [...section.querySelectorAll("select, input")].filter(seen)
    .filter((each) => each.type !== "file" && each.closest("fieldset")?.disabled !== true);
  if (kind === "click") pick(buttons, a)?.click();
  else if (kind === "twice") {
    for (const at of [a, b]) pick(buttons.filter((each) => each.isConnected), at)?.click();
  } else if (kind === "tile") pick(buttons.filter((each) => each.matches(".tile")), a)?.click();
  else if (kind === "fold") pick([...section.querySelectorAll("summary")].filter(seen), a)?.click();
  else if (kind === "set") {
    const field = pick(fields, a);
    if (!field) return "none";
    if (field.type === "checkbox") { field.click(); return field.name; }
    const words = ["", "1", "2", "3", "5", "6", "-1", "12"];
    if (field.type !== "number") words.push("x", "1,2,4", "<b>");
    const options = [...(field.options ?? [])].map((each) => each.value)
      .filter((value) => field.name !== "tiles" || value === "6" || !value); // small is quick
    field.value = pick(options.length ? options : words, b);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
    return field.name;
  }
  return kind;
}"""
LOOK = """() => {
  const section = document.querySelector("section:not([hidden])");
  const texts = (where) => [...section.querySelectorAll(where)].map((each) => each.textContent);
  const number = (each) => (each.querySelector(".fraction .code") ?? each).textContent;
  const numbers = (where) => [...section.querySelectorAll(`${where} .number`)]
    .filter((each) => !each.parentElement.closest(".number")).map(number);
  return {
    hash: location.hash,
    errors: [...section.querySelectorAll(".error")]
      .filter((each) => each.checkVisibility()).map((each) => each.textContent).filter(Boolean),
    headline: numbers(".headline"),
    chances: numbers(".headlines dd"),
    moves: [...section.querySelectorAll(".moves > li")].map((row) => ({
      shut: [...row.querySelectorAll(".chip")].map((chip) => +chip.textContent),
      value: row.querySelector(".number") && number(row.querySelector(".number")),
    })),
    open: [...section.querySelectorAll(".tile:not(.shut)")].map((tile) => +tile.textContent),
    players: texts(".players .score"),
    shares: texts(".players .score + .small"),
    costs: numbers(".review h4"),
    ended: texts(".review h4").length,
    sheet: texts(".sheet p").slice(1, 3),
  };
}"""
KINDS = {
    "click": 8, "tile": 6, "set": 2, "fold": 1, "twice": 1,  # see ACT
    "back": 1, "forward": 1, "link": 1, "reload": 0.3, "visit": 0.5, "undo": 1,
}  # fmt: skip
DICE = """{
  let last = 1;
  crypto.getRandomValues = (words) =>
    words.map((_, i) => (words[i] = last = (Math.imul(last, 1664525) + 1013904223) >>> 0));
}"""  # a generator of Numerical Recipes, for the same rolls every time


@cache
def box(rule, tiles, dice, players, ties, at_once):
    """The game in Python."""
    return ShutTheBox(rule, tiles=tiles, dice=dice, players=players, ties=ties, at_once=at_once)


def game(asked):
    """The game of an address."""
    tiles = asked.get("tiles", "9")
    return box(
        asked.get("rule", "").replace(",", " "),
        tuple(sorted(map(int, tiles.split(",")))) if "," in tiles else int(tiles),
        tuple(map(int, asked.get("dice", "6,6").split(","))),
        int(asked.get("players", 2)),
        asked.get("ties", "share"),
        asked.get("playon") != "1",
    )


def question(asked, players):
    """The question of an address, in Python's words; None where the page says the score to beat."""
    goal = asked.get("goal", "wins" if players > 1 else "score")
    player = int(asked.get("player", 1)) if goal == "wins" else 1
    score = None
    if goal == "beat" or player > 1:
        if "best" not in asked:
            return None
        score = int(asked["best"])
    holders = int(asked.get("holders", 1)) if player > 2 else 1
    return {"goal": goal, "player": player, "score": score, "holders": holders}


def written(rules, position):
    """A position as `position_of` reads it."""
    n = len(rules.tiles)
    front, back = (
        ",".join(str(t) for i, t in enumerate(row) if position >> (i + begin) & 1) + ","
        for row, begin in ((rules.tiles, 0), (rules.behind, n))
    )
    return f"{front}/{back}" if rules.behind else front


def drawn(rules, position):
    """The open tiles as the page draws them: the back row stands first."""
    n, tiles = len(rules.tiles), list(enumerate(rules.numbers))
    return [tile for i, tile in tiles[n:] + tiles[:n] if position >> i & 1]


# What is seen, and whether it is so ---------------------------------------------------------------


def check(seen):
    """What a page at rest shows is so; a word for what it is."""
    view, _, query = seen["hash"].lstrip("#").partition("?")
    asked = {name: texts[0] for name, texts in parse_qs(query, keep_blank_values=True).items()}
    assert len(seen["errors"]) <= 1
    if seen["errors"]:
        assert not any("undefined" in line or "null" in line for line in seen["errors"])
        assert not seen["headline"] and not seen["chances"] and not seen["sheet"]
        return "refused"
    checks = {"advise": check_advice, "play": check_game, "chances": check_chances}
    return checks[view](seen, asked) if view in checks else view


def check_advice(seen, asked):
    """The value, the tiles, and what each move is worth."""
    made = game(asked)
    rules = made.rules
    position = position_of(rules, asked["open"]) if "open" in asked else rules.full
    assert seen["open"] == drawn(rules, position)
    put = question(asked, made.players)
    if not position or not put:
        return "no value"
    here = made.question(written(rules, position), **put)
    assert list(map(Fraction, seen["headline"])) == [here.value]
    if "roll" in asked:
        moves = here.advise(roll_of(rules, position, asked["roll"]))
        shown = [(sorted(move["shut"]), Fraction(move["value"])) for move in seen["moves"]]
        assert shown == [(sorted(drawn(rules, position ^ after)), q) for after, q in moves]
    return "advice"


def check_chances(seen, asked):
    """The values of the rule."""
    made = game(asked)
    goals = ["shut", "score", "wins"][: 3 if made.players > 1 else 2]
    assert list(map(Fraction, seen["chances"])) == [made.value(goal=goal) for goal in goals]
    return "chances"


class Turn:
    """A turn of a match: what its player faces, and what was done."""

    def __init__(self, player, best, holders, position):
        self.player, self.best, self.holders = player, best, holders
        self.position, self.moves, self.score = position, [], None


def check_game(seen, asked):
    """The match is played again in Python: turns, scores, shares, and what the moves cost.

    Whose seat is perfect play's has lost nothing.
    """
    made = game(asked)
    rules, players = made.rules, made.players
    turns = [Turn(1, None, 1, rules.full)]
    best, leaders, over = None, [], False
    for step in filter(None, asked.get("moves", "").split("_")):
        told, _, after = step.partition(".")
        turn = turns[-1]
        count, _, total = told.partition("d")
        roll = total or ",".join(told.split("-"))
        fits = positions_after(rules, turn.position, roll)
        if not after and fits:
            break
        dice = int(count) if total else len(told.split("-"))
        turn.moves.append((turn.position, dice, roll, int(after) if after else None))
        if after:
            assert int(after) in fits
            turn.position = int(after)
            if turn.position:
                continue
        turn.score = rules.points(turn.position)
        if best is None or turn.score < best:
            best, leaders = turn.score, [turn.player]
        elif turn.score == best and made.ties != "earlier":
            leaders.append(turn.player)
        over = turn.player == players or (not turn.position and made.at_once)
        if not over:
            turns.append(Turn(turn.player + 1, best, len(leaders), rules.full))
    assert seen["open"] == drawn(rules, turns[-1].position)
    ended = [turn for turn in turns if turn.score is not None]
    if players > 1:
        scores = [str(turn.score) for turn in ended] + ["plays"] * (not over)
        assert seen["players"][: len(turns)] == scores
    if players > 1 and over:
        lost = made.ties == "lose" and len(leaders) > 1
        wins = {1: "wins the pot"}.get(len(leaders), f"wins 1/{len(leaders)}")
        won = [wins if j in leaders and not lost else "wins nothing" for j in range(1, players + 1)]
        assert seen["shares"] == won
    perfect = asked.get("perfect", "").split(",")
    assert not any(
        lost for turn in turns if f"{turn.player}" in perfect for lost in regrets(made, turn, asked)
    )
    costs = [sum(regrets(made, turn, asked)) for turn in ended]
    assert seen["ended"] == len(ended)
    assert list(map(Fraction, seen["costs"])) == [each for each in costs if each]
    return "game over" if over else "game"


@cache  # a match is played again at every look at it
def positions_after(rules, position, roll):
    """Where a roll leads to."""
    alone = ShutTheBox(rules, players=1).question(written(rules, position), goal="score")
    return [after for after, _ in alone.advise(roll_of(rules, position, roll))]


def regrets(made, turn, asked):
    """What the dice and the tiles of each move lost against the best."""
    put = {"goal": "wins", "player": turn.player, "score": turn.best, "holders": turn.holders}
    if made.players == 1:
        put = question(asked, 1)
    for move in turn.moves:
        yield from lost(made, tuple(put.items()), *move)


@cache
def lost(made, put, position, dice, roll, after):
    """What the dice lost, and the tiles, if any were shut."""
    here = made.question(written(made.rules, position), **dict(put))
    k, values = getattr(here, "k", 0), here.values
    sign = -1 if dict(put)["goal"] == "score" else 1
    throws = [sign * Fraction(q_value[k], values.scale) for q_value in values.throws[position]]
    found = [max(throws) - throws[made.rules.dice_choices(position).index(dice)]]
    if after is not None:
        moves = dict(here.advise(roll_of(made.rules, position, roll)))
        found.append(max(sign * q_value for q_value in moves.values()) - sign * moves[after])
    return found


# What is done -------------------------------------------------------------------------------------


def address(random):
    """Where to begin: a game that Python solves at once."""
    view = random.choice(["advise", "play", "chances", "sheet"])
    rule = random.choice(RULES)
    tiles = random.choice(["3", "4"] if rule == "double-shutter" else ["5", "6", "1,2,4,8"])
    players = random.choice(["1", "2", "2", "3"])
    dice = random.choice(["6,6", "6,6", "4", "3,3"])
    perfect = random.choice(["", "", "1", "2", "1,2"]) if view == "play" and players != "1" else ""
    return f"#{view}?rule={rule}&tiles={tiles}&players={players}&dice={dice}&perfect={perfect}"


def act(tab, random):
    """One event; what it was."""
    (kind,) = random.choices([*KINDS], [*KINDS.values()])
    if kind in ("back", "forward"):
        tab.evaluate(f"history.{kind}()")
        tab.wait_for_timeout(20)
    elif kind == "reload":
        tab.reload()
    elif kind == "link":
        tab.locator("nav").get_by_text(
            random.choice(["Advise", "Play", "Chances", "Sheet"])
        ).click()
    elif kind == "visit":
        tab.evaluate("address => { location.hash = address; }", address(random))
    elif kind == "undo":
        undo_and_redo(tab)
    else:
        return tab.evaluate(ACT, [kind, random.random(), random.random()])
    return kind


def undo_and_redo(tab):
    """They are inverse to one another."""
    rest(tab)
    undo = tab.locator("#advise .steps button:enabled", has_text="Undo")
    if undo.is_visible():
        before = tab.url
        undo.click()
        tab.locator("#advise .steps button", has_text="Redo").click()
        assert tab.url == before


def rest(tab):
    """Wait until nothing is under way."""
    tab.wait_for_timeout(5)  # an address is read in an event
    tab.wait_for_function(REST)


def play(tab, seed, events):
    """So many events; how often each kind of thing was seen."""
    random, seen, done = Random(seed), Counter(), []
    tab.add_init_script(DICE)
    tab.goto("")
    for _ in range(events // 10):
        tab.evaluate("history.pushState(null, '')")  # to go back to
    tab.evaluate("address => { location.hash = address; }", address(random))
    for event in range(events):
        done.append(act(tab, random))
        if random.random() < 0.5:
            rest(tab)
            looked = tab.evaluate(LOOK)
            try:
                seen[check(looked)] += 1
            except Exception as error:
                line = f"seed {seed}, event {event}, after {done[-8:]}: {looked}"
                raise AssertionError(line) from error
    return seen


@pytest.mark.parametrize("seed", [1, 9])
def test_what_is_shown_is_true_after_random_events(own_tab, seed):
    seen = play(own_tab, seed, 120)
    assert seen["advice"] + seen["game"] + seen["chances"] > 20
