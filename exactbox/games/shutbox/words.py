"""The rules of Shut the Box in words: what each changes, and which contradict one another.

| word | what it says |
| --- | --- |
| `classic` | nothing: two dice, one when the open tiles add up to at most 6 |
| `two-dice` | always all dice |
| `sum=N` | one die when the open tiles add up to at most N |
| `above=N` | one die when all tiles above N are shut |
| `last-one` | one die when tile 1 alone is left |
| `sum=N?`, `above=N?`, `last-one?` | the same, but the player may choose |
| `most=K` | at most K tiles a move |
| `thai` | one tile a move, equal to a die or to the total; always all dice |
| `each-die` | a tile for each die, or one tile equal to the total |
| `doubles` | two equal dice count twice: 5, 5 is 20 |
| `even-stevens` | the odd tiles are shut from the start |
| `against-all-odds` | the even tiles are shut from the start |
| `3-down-extreme` | tiles 1, 2 and 3 are shut from the start |
| `2-to-go` | the first roll must shut tile 2 |
| `unlucky-7` | a total of 7 ends the turn |
| `missionary` | the score is the number of open tiles |
| `digital` | the score is the open tiles, read as one number |
| `double-shutter` | the same tiles stand behind them, from the highest to the lowest |

In the double shutter one die may be rolled when the open tiles add up to at most 6, unless another
word says when one is.

The order of the words does not matter. Two that say different things of one and the same (which
dice are rolled, how many tiles are shut, how a turn is scored) are refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from exactbox.games.shutbox.rules import Rules

# each word, as it is written, with its meaning: the table above
_ROWS = [line.replace("`", "").split("|") for line in __doc__.splitlines() if line[:3] == "| `"]
MEANING = {word.strip(): said.strip() for _, word, said, _ in _ROWS}
_NEVER = {"one_die": "never", "limit": 0, "choice": False}
_CHANGES: dict[str, dict[str, Any]] = {
    "classic": {},
    "two-dice": _NEVER,
    "thai": {"single": True, "each": False, "most": 0, **_NEVER},
    "each-die": {"single": False, "each": True, "most": 0},
    "doubles": {"doubles": True},
    "2-to-go": {"first": 2},
    "unlucky-7": {"stop": 7},
    "missionary": {"score": "count"},
    "digital": {"score": "digits"},
    "double-shutter": {},  # see `rules_named`
}
_STAY_OPEN = {  # which tiles are open at the start
    "even-stevens": lambda n: n % 2 == 0,
    "against-all-odds": lambda n: n % 2 == 1,
    "3-down-extreme": lambda n: n > 3,
}


def rules_named(words: str | Iterable[str], rules: Rules | None = None) -> Rules:
    """The rules with what these words of the table above change, with commas or spaces in one text.

    They change `rules`, by default tiles 1 to 9 and two dice.

    Raises
    ------
    ValueError
        An unknown word, two that contradict one another, or words that leave no tile.

    Examples
    --------
    >>> rules_named("even-stevens, sum=6?")
    Rules(tiles=(2, 4, 6, 8), choice=True)
    >>> rules_named("sum=6, above=6")
    Traceback (most recent call last):
        ...
    ValueError: the rules sum=6 and above=6 contradict one another
    """
    rules = rules or Rules()
    words = words.replace(",", " ").split() if isinstance(words, str) else list(words)
    said: dict[str, tuple[str, Any]] = {}  # of each parameter: a word, and the value
    for word in words:
        for name, value in _changes(word).items():
            first, earlier = said.setdefault(name, (word, value))
            if earlier != value:
                raise ValueError(f"the rules {first} and {word} contradict one another")
    changes: dict[str, Any] = {name: value for name, (_, value) in said.items()}
    closing = [word for word in words if word in _STAY_OPEN]
    tiles = tuple(n for n in rules.tiles if all(_STAY_OPEN[word](n) for word in closing))
    if not tiles:
        raise ValueError(f"{' and '.join(closing)}: no tile of {rules.tiles} is open at the start")
    changes["tiles"] = tiles
    if "double-shutter" in words:
        changes["behind"] = tiles[::-1]
        if "one_die" not in changes:
            changes |= {"one_die": "sum", "limit": 6, "choice": True}
    return replace(rules, **changes)


def rule_hint(word: str) -> str:
    """The way to write a word of the rule that stands apart from the others; else nothing."""
    try:
        rules_named(word)
    except ValueError:
        return ""
    return f"; {word!r} is a word of the rule: --rule WORDS,{word}"


def _changes(word: str) -> dict[str, Any]:
    """The parameters that a word sets."""
    name, _, number = word.removesuffix("?").partition("=")
    choice = word.endswith("?")
    if name in ("sum", "above", "most") and number.isascii() and number.isdigit():
        if len(number) > 9:
            raise ValueError(f"{word}: a number of {len(number)} digits, at most 9 are taken")
        if name != "most":
            return {"one_die": name, "limit": int(number), "choice": choice}
        if int(number) < 1:
            raise ValueError(f"{word}: need at least 1 tile a move")
        if not choice:
            return {"most": int(number)}
    if word.removesuffix("?") == "last-one":
        return {"one_die": "sum", "limit": 1, "choice": choice}
    if word in _STAY_OPEN:
        return {}
    if word not in _CHANGES:
        vocabulary = ", ".join(["sum=N", "above=N", "most=N", "last-one", *_CHANGES, *_STAY_OPEN])
        raise ValueError(f"unknown rule {word!r}; known: {vocabulary}")
    return _CHANGES[word]
