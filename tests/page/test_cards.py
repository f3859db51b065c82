"""The card game of the page: its values against Python's and printed ones, and its view."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from exactbox import flip, total_until_end
from exactbox.games.flip import advise, cards_face_down, state_mask, state_masks
from tests import ROOT
from tests.page.conftest import open_anew

PROOFS = ROOT / "proofs"
SOLVE = """async ([words, picked]) => {
  const work = new Work();
  const rule = FlipGame.named(words);
  const { values } = await work.ask("cards.solve", { rule });
  work.stop();
  const table = new FlipTable(rule, values);
  picked ??= Array.from({ length: table.positions.size }, (_, k) => k);
  return picked.map((k) => Numbers.text(table.value(k)));
}"""
CHOICES = """async ({ words, asked }) => {
  const rule = FlipGame.named(words);
  const table = new FlipTable(rule, Cards.solve(rule).values);
  return asked.map(([down, roll]) => {
    const offered = FlipGame.offered(roll, rule.cards);
    return table.choices(table.positions.numbered(down), offered).map(({ card, after, best }) =>
      [card, Numbers.text(table.value(after)), best]);
  });
}"""
VALUE = "said => document.querySelector('#cards .huge')?.textContent.includes(said)"
GAMES = [  # as the page names them, and as Python does
    ({"faces": "2"}, {"faces": 2}),
    ({"faces": "3"}, {"faces": 3}),
    ({"faces": "4"}, {"faces": 4}),
    ({"dice": "3", "cards": "3"}, {"dice": [3]}),
    ({"dice": "7"}, {"dice": [7]}),  # one block of 127 positions, which is lifted
    ({"dice": "9 9", "cards": "8"}, {"dice": [9, 9], "cards": 8}),  # rolls that pass
    ({"dice": "4 1:1,2:3", "cards": "5"}, {"dice": [4, {1: 1, 2: 3}], "cards": 5}),
    ({"dice": "2:2,1:4 2"}, {"dice": [{1: 2, 2: 1}, 2]}),
    (
        {"dice": "1:1,2:999999999999,3:1 1:1000000,2:3", "cards": "5"},
        {"dice": [{1: 1, 2: 999999999999, 3: 1}, {1: 1000000, 2: 3}], "cards": 5},
    ),
    ({"dice": "2 2 2"}, {"dice": [2, 2, 2]}),
    (
        {"faces": "3", "begin": "1, 2", "goal": "none"},
        {"faces": 3, "start": 3, "goal": 0},
    ),
    (
        {"dice": "1:1,3:1", "cards": "4", "begin": "2", "goal": "1,2,3"},
        {"dice": [{1: 1, 3: 1}], "cards": 4, "start": 2, "goal": 7},
    ),
    ({"faces": "2", "begin": "1,2,3,4"}, {"faces": 2, "start": 15}),  # over before it begins
]
PRINTED = {2: Fraction(8936, 1575), 3: Fraction(22887965369, 1837836000)}  # Storm, exact


def solved(tab, words, picked=None):
    """The values of these positions, or of all, by the page."""
    tab.goto("")
    return list(map(Fraction, tab.evaluate(SOLVE, [words, picked])))


def values(game):
    """Every position's value, by Python."""
    answer = total_until_end(game)
    return [Fraction(answer.q_value(choice)) for choice in range(len(state_masks(game.rule)))]


@pytest.mark.parametrize(("words", "known"), GAMES, ids=lambda given: str(given))
def test_every_position_is_worth_what_python_says(tab, words, known):
    assert solved(tab, words) == values(flip(**known))


def test_values_are_the_published_ones(tab):
    for faces, value in PRINTED.items():
        assert solved(tab, {"faces": f"{faces}"}, [0]) == [value]


def test_five_faces(tab):
    """The start as a notebook prints it, and 50 positions against Python."""
    picked = [0, *random.Random(640).sample(range(1024), 50)]
    found = solved(tab, {"faces": "5"}, picked)
    assert f"{float(found[0]):.5f}" == "34.69856"
    exact = values(flip(5))
    assert found == [exact[k] for k in picked]


def test_six_faces_as_printed(tab):
    (value,) = solved(tab, {"faces": "6"}, [0])
    assert f"{float(value):.6f}" == "50.317928"


@pytest.mark.parametrize(("words", "known"), [GAMES[1], GAMES[2], GAMES[5], GAMES[6], GAMES[9]])
def test_cards_are_offered_as_the_command_does(tab, words, known):
    """In its order, with its values, the best marked, for random positions and rolls."""
    tab.goto("")
    game = flip(**known)
    answer = total_until_end(game)
    dice = [[face for face, _ in die] for die in game.rule["dice"]]
    draw = random.Random(6)
    asked = [
        (draw.randrange(2 ** game.rule["cards"] - 1), [draw.choice(die) for die in dice])
        for _ in range(60)
    ]
    found = tab.evaluate(
        CHOICES,
        {"words": words, "asked": [(list(cards_face_down(k)), roll) for k, roll in asked]},
    )
    for (position, roll), choices in zip(asked, found, strict=True):
        expected = advise(answer, position, roll)
        best = expected[0][1]
        assert [(card, Fraction(value), mark) for card, value, mark in choices] == [
            (card, value, value == best) for card, value in expected
        ]


def test_both_exact_methods_agree_with_multiplication(tab):
    """Random M-matrices with long right-hand sides: A n = q b, by elimination and by lifting."""
    tab.goto("")
    draw = random.Random(7)
    for n in (1, 2, 7, 30):
        rows = []
        for i in range(n):
            others = {
                j: draw.randrange(1, 10**6) for j in range(n) if j != i and draw.random() < 0.6
            }
            rows.append([[i, sum(others.values()) + draw.randrange(1, 9)]])
            rows[-1] += [[j, -weight] for j, weight in others.items()]
        right = [draw.randrange(10 ** draw.randrange(1, 200)) for _ in range(n)]
        found = tab.evaluate(
            """({ rows, right }) => {
              const matrix = rows.map((row) => row.map(([j, a]) => [j, BigInt(a)]));
              const b = right.map(BigInt);
              return ["eliminate", "lift"].map((name) => {
                const { numerators, denominator } = ExactLinear[name](matrix, b);
                return [...numerators, denominator].map(String);
              });
            }""",
            {"rows": rows, "right": list(map(str, right))},
        )
        for *numerators, denominator in found:
            assert int(denominator) > 0
            for row, b in zip(rows, right, strict=True):
                assert sum(a * int(numerators[j]) for j, a in row) == int(denominator) * b


def test_a_policy_that_is_not_the_best_is_sent_back(tab):
    """Floats that take all rolls for equally likely find a policy that the comparisons refuse."""
    tab.goto("")
    proofs, value = tab.evaluate(
        """() => {
          const real = Number;
          globalThis.Number = (x) => (typeof x === "bigint" ? 1 : real(x));
          const rule = FlipGame.named({ faces: "4" });
          const { proofs, values } = Cards.solve(rule);
          globalThis.Number = real;
          return [proofs, Numbers.text(new FlipTable(rule, values).value(0))];
        }"""
    )
    assert proofs > 1 and Fraction(value) == total_until_end(flip(4)).value


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ({"dice": "2", "cards": "3"}, "card 3 can never be turned over: no roll shows it"),
        ({"dice": "2:1"}, "card 1 can never be turned over: no roll shows it"),
        ({"faces": "2", "cards": "5"}, "card 5 can never be turned over: no roll shows it"),
        ({"dice": "x"}, 'die 1: the number of faces "x" is not a number'),
        ({"dice": "6 0"}, "die 2: the number of faces is 0, need 1 to 1000"),
        ({"dice": "1:0"}, 'die 1: "1:0" is not face:weight, such as 2:3'),
        ({"dice": "1:1,1:2"}, "die 1: face 1 is given twice"),
        ({"faces": "30"}, "60 cards, at most 59 are taken"),
        ({"faces": "2", "goal": "1,1"}, "card 1 is named twice"),
        ({"faces": "2", "begin": "9"}, "card 9 does not exist: there are 4 cards"),
        ({}, "give either the number of faces of two fair dice, or a list of dice"),
        ({"faces": "7"}, "16384 positions, the page solves 4096"),
        ({"dice": "12"}, "4095 positions lead to each other in this game, at most 2048 are solved"),
    ],
)
def test_what_cannot_be_solved_is_refused_in_a_line(tab, words, line):
    tab.goto("")
    found = tab.evaluate(
        """(words) => {
          try { Cards.solve(FlipGame.named(words)); } catch ({ message }) { return message; }
        }""",
        words,
    )
    assert found.startswith(line) and "\n" not in found


# The view ---------------------------------------------------------------------------------------


def visit(tab, address):
    """Show an address, and wait for its answer."""
    open_anew(tab, address)
    tab.wait_for_selector("#cards table.flip-list")


def offered(tab):
    """What the roll offers: the card, its decimal and what more it takes, or "best"."""
    rows = tab.locator("#cards .flip-offers tbody tr").all()
    return [
        (
            row.locator("th").inner_text(),
            row.locator("td").nth(0).locator("button").first.inner_text(),
            row.locator("td").nth(1).inner_text(),
        )
        for row in rows
    ]


def test_the_documented_move(tab):
    """The example of the package's page: exactbox flip --faces 3 --play 1 2."""
    visit(tab, "#cards?faces=3&roll=1,2")
    assert offered(tab) == [
        ("1", "≈\u00a012.234165", "best"),
        ("2", "≈\u00a012.301743", "≈\u00a00.067578"),
        ("3", "≈\u00a012.324187", "≈\u00a00.090022"),
    ]
    assert "Rolled 1, 2. Turn card 1." in tab.inner_text("#cards")
    number = tab.locator("#cards .flip-offers .number").first
    number.locator("button").first.click()
    assert number.locator(".code").inner_text() == "175203029/14320800"


def test_the_value_and_the_table_by_cards_down(tab):
    visit(tab, "#cards?faces=3")
    assert "12.453758316302" in tab.inner_text("#cards .huge")
    exact = values(flip(3))
    groups = [[exact[k] for k in range(64) if k.bit_count() == down] for down in range(7)]
    rows = tab.locator("#cards .columns:has(figure) tbody tr").all()
    for down, (row, group) in enumerate(zip(rows, groups, strict=True)):
        cells = row.locator("td").all()
        found = [
            Fraction(cell.locator(".code, .number:not(:has(.code))").text_content())
            for cell in cells[1:]
        ]
        assert (row.locator("th").inner_text(), cells[0].inner_text()) == (
            f"{down}",
            f"{len(group)}",
        )
        assert found == [min(group), sum(group) / len(group), max(group)]
    assert tab.locator("#cards .chart .bar").count() == 7


def test_every_position_and_roll_is_listed(tab):
    """Over all pages, the best cards as `advise` has them, an arrow where one turns up again."""
    visit(tab, "#cards?faces=3")
    answer, rolls = total_until_end(flip(3)), [(1, 1), (1, 2), (1, 3), (2, 3), (2, 2), (3, 3)]
    heads = tab.locator("#cards .flip-list thead .flip-roll").all_inner_texts()
    assert [tuple(map(int, head.split())) for head in heads] == rolls
    seen = {}
    for page in (1, 2):
        assert f"{page} of 2 (63 positions)" in tab.inner_text("#cards")
        for line in tab.locator("#cards .flip-list tbody tr").all_inner_texts():
            name, _, *cells = (cell.strip() for cell in line.split("\t"))
            seen[state_mask("" if name == "none" else name, 6)] = cells
        if page == 1:
            tab.locator("#cards").get_by_role("button", name="Next").click()
    assert sorted(seen) == list(range(63))
    for position, cells in seen.items():
        for roll, cell in zip(rolls, cells, strict=True):
            choices = advise(answer, position, roll)
            best = [card for card, turns in choices if turns == choices[0][1]]
            down = cards_face_down(position)
            assert cell == " ".join(f"{card}↑" if card in down else f"{card}" for card in best)


def test_positions_are_filtered(tab):
    visit(tab, "#cards?faces=3")
    tab.get_by_label("Face down", exact=True).fill("1, 2")
    tab.get_by_label("Face up", exact=True).fill("6")
    tab.keyboard.press("Enter")
    assert "1 of 1 (8 positions)" in tab.inner_text("#cards")
    assert tab.evaluate("location.hash").startswith("#cards?faces=3&with=1,+2&without=6")
    tab.locator("#cards").get_by_role("button", name="show 1 2 5 face down").click()
    assert "down=1,2,5" in tab.evaluate("location.hash")
    tab.get_by_label("Face up", exact=True).fill("7")
    tab.keyboard.press("Tab")
    assert "card 7 does not exist: there are 6 cards" in tab.inner_text("#cards")


def test_a_game_is_played_by_clicks(tab):
    """The second-best card at every turn, what it costs added up, and all of it taken back."""
    visit(tab, "#cards?faces=2")
    game = flip(2)
    answer = total_until_end(game)
    cards = tab.locator("#cards")
    draw = random.Random(4)
    position, cost, turns = 0, Fraction(0), 0
    while position != 15 and turns < 12:
        roll = [draw.randrange(1, 3), draw.randrange(1, 3)]
        for i, face in enumerate(roll):
            group = cards.get_by_role("group", name=f"Die {i + 1}")
            group.get_by_role("button", name=f"{face}").click()
        choices = advise(answer, position, roll)
        card, value = choices[1]
        cards.get_by_role("button", name=f"Turn card {card}", exact=True).click()
        position ^= 1 << (card - 1)
        cost += value - choices[0][1]
        turns += 1
        said = tab.locator(".flip-played")
        assert f"{turns} turn" in said.inner_text()
        exactly = said.locator(".code, .number:not(:has(.code))").text_content()
        assert Fraction(exactly) == cost
        down = ",".join(map(str, cards_face_down(position)))
        assert tab.evaluate("new URLSearchParams(location.hash.split('?')[1]).get('down')") == down
    tab.reload()  # a play outlives it
    assert f"{turns} turn" in tab.inner_text(".flip-played")
    for _ in range(turns):
        cards.get_by_role("button", name="Undo").click()
    assert tab.locator(".flip-played").count() == 0
    assert cards.get_by_role("button", name="Undo").is_disabled()


def test_a_game_is_played_by_the_keyboard(tab):
    """Roll, then the best card, with Enter alone; Roll has the focus after it. It costs nothing."""
    visit(tab, "#cards?faces=2")
    tab.locator("#cards-roll").focus()
    for _ in range(500):
        tab.keyboard.press("Enter")
        best = tab.locator(".flip-best button[id]").first
        best.focus()
        tab.keyboard.press("Enter")
        if "Over after" in tab.inner_text(".flip-played"):
            break
        assert tab.evaluate("document.activeElement.id") == "cards-roll"
    said = tab.inner_text(".flip-played")
    assert said.startswith("Over after") and said.endswith(": 0")
    assert tab.evaluate("document.activeElement.id") == "cards-undo"
    assert "The cards lie as they should." in tab.inner_text("#cards")


def test_cards_laid_by_hand_end_the_play(tab):
    visit(tab, "#cards?faces=2&roll=1,1")
    cards = tab.locator("#cards")
    cards.get_by_role("button", name="Turn card 1", exact=True).click()
    assert "1 turn played" in tab.inner_text(".flip-played")
    cards.get_by_role("button", name="card 2, face up").press("Space")
    assert tab.evaluate("document.activeElement.id") == "cards-card-2"
    assert cards.get_by_role("button", name="card 2, face down").is_visible()
    cards.get_by_role("button", name="card 2, face down").click()
    assert tab.locator(".flip-played").count() == 0  # though the cards lie as after the move


def test_another_game_is_taken_from_the_form_and_back(tab):
    visit(tab, "#cards?faces=3")
    tab.locator("#cards summary").first.click()
    tab.locator("#cards-dice").fill("4 1:1,2:3")
    tab.locator("#cards-cards").fill("5")
    tab.keyboard.press("Enter")
    tab.wait_for_function(VALUE, arg="7.2408")
    assert Fraction(tab.locator("#cards .huge .code").text_content()) == Fraction(
        837686269241, 115689588300
    )
    assert tab.evaluate("location.hash") == "#cards?dice=4+1%3A1,2%3A3&cards=5"
    tab.go_back()
    tab.wait_for_function(VALUE, arg="12.4537")


@pytest.mark.parametrize(
    ("address", "line"),
    [
        ("dice=2&cards=3", "card 3 can never be turned over: no roll shows it"),
        ("faces=2&down=7", "card 7 does not exist: there are 4 cards"),
        ("faces=2&roll=1,3", 'die 2 cannot show "3"'),
        ("faces=2&roll=1", "the roll has 1 dice, the game 2"),
        ("dice=1:1,3:1&cards=3&begin=2&down=1", "the position 1 cannot be reached from the start"),
        ("faces=7", "16384 positions, the page solves 4096"),
    ],
)
def test_a_bad_address_shows_one_line_and_no_answer(tab, address, line):
    tab.goto(f"#cards?{address}")
    tab.wait_for_function("() => document.querySelector('#cards .error').textContent !== ''")
    assert tab.inner_text("#cards .error").startswith(line)
    assert not tab.locator("#cards .huge").is_visible()


def test_all_is_back_when_an_address_is_put_right(tab):
    visit(tab, "#cards?faces=2")
    tab.goto("#cards?faces=2&down=9")
    tab.wait_for_function("() => document.querySelector('#cards .error').textContent !== ''")
    tab.go_back()
    tab.wait_for_selector("#cards table.flip-list")
    assert tab.locator("#cards .chart").is_visible()
    assert tab.inner_text("#cards .error") == ""


def test_solving_can_be_stopped(tab):
    """A game of one die with 11 sides, the largest, takes seconds."""
    tab.goto("#cards?dice=11")
    tab.locator("#cards").get_by_role("button", name="Stop").click()
    tab.wait_for_function("() => document.querySelector('#cards .error').textContent !== ''")
    assert "Stopped" in tab.inner_text("#cards .error")
    assert not tab.locator("#cards .huge").is_visible()


def test_a_proof_of_six_faces_is_shown_without_solving(tab):
    """12 cards from the proof that is shipped: the published value, and a move of the command."""
    tab.goto("#proof")
    tab.set_input_files("#proof-file", PROOFS / "flip-6.json")
    tab.get_by_role("button", name="Show in Cards").click(timeout=120_000)
    tab.wait_for_selector("#cards table.flip-list")
    assert f"{float(tab.inner_text('#cards .huge').lstrip('≈')):.6f}" == "50.317928"
    assert "From the proof" in tab.inner_text("#cards")
    assert "1 of 128 (4095 positions)" in tab.inner_text("#cards")
