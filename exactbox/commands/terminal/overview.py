"""Two examples of each command, for its help; the first of each are what ``exactbox`` alone prints.

Their files are those of ``exactbox examples all``, or are written by an example above. A test runs
every one of them.
"""

from __future__ import annotations

from collections.abc import Sequence

EXAMPLES = {  # command: (what to type, what it prints or writes), twice
    "shutbox": (
        ("shutbox --one --expect 123456789", "Shut the Box: the first player's part"),
        ("shutbox --advise 146789 9", "every move with its value"),
    ),
    "page": (
        ("page", "the game, advice and odds, for a browser"),
        ("page --out game.html", "in another file"),
    ),
    "flip": (
        ("flip", "card flipping: the expected number of turns"),
        ("flip --faces 2 --play 2 2", "which card to turn after 2 and 2"),
    ),
    "lock": (
        ("lock --max-length 10", "the keys of the Monte Carlo lock"),
        ("lock --explain RVLVQRVLVQ", "why a key opens it"),
    ),
    "atlas": (
        ("atlas shutbox --tiles 6 --players 1 --count", "every house rule: how many, how long"),
        ("atlas flip --max-faces 2 --output flip.csv", "exact values in a table"),
    ),
    "certify": (
        ("certify flip --faces 2 --certificate flip.json", "a game's value, with its proof"),
        ("certify lock --json", "in JSON"),
    ),
    "check": (
        ("check flip.json", "the checker alone"),
        ("check --plain flip.json", "the one that is short enough to be read"),
    ),
    "cite": (
        ("cite flip.json", "how the proof is cited"),
        ("cite flip.json --format csl", "for a program that keeps citations"),
    ),
    "solve": (
        ("solve retry.drn --min-cost done --policy policy.txt", "a decision process, by an option"),
        ("solve frozen-lake.json --prop 'Pmax=? [F<=20 \"goal\"]'", "or by a property"),
    ),
    "question": (
        ("question retry.drn --min-cost done", "the hash that its proofs are cited by"),
        ("question retry.drn --prop 'Pmax=? [F<=2 \"done\"]'", "of a property"),
    ),
    "linsolve": (
        ("linsolve hilbert.csv heights.csv", "x with A x = b, or why there is none"),
        ("linsolve hilbert.csv heights.csv --certificate x.json", "with its proof"),
    ),
    "lstsq": (
        ("lstsq points.csv heights.csv", "the x that minimises |A x - b|"),
        ("lstsq points.csv heights.csv --certificate line.json", "with its proof"),
    ),
    "det": (
        ("det hilbert.csv", "the determinant"),
        ("det hilbert.csv --certificate det.json", "with its proof"),
    ),
    "inv": (
        ("inv hilbert.csv", "the inverse"),
        ("inv hilbert.csv --output inverse.csv", "in a file"),
    ),
    "rank": (
        ("rank kuhn.csv", "the rank"),
        ("rank kuhn.csv --certificate rank.json", "with its proof"),
    ),
    "nullspace": (
        ("nullspace kuhn.csv", "a basis of the x with A x = 0"),
        ("nullspace kuhn.csv --integer", "of integers"),
    ),
    "rref": (
        ("rref hilbert.csv", "the reduced row echelon form"),
        ("rref kuhn.csv --json", "in JSON"),
    ),
    "smith": (
        ("smith integers.csv", "the Smith form of integers"),
        ("smith integers.csv --json", "in JSON"),
    ),
    "charpoly": (
        ("charpoly hilbert.csv", "the characteristic polynomial"),
        ("charpoly hilbert.csv --json", "in JSON"),
    ),
    "lp": (
        ("lp bread.lp --all --certificate lp.json", "a linear program: LP format, or MPS"),
        ("lp afiro.mps --unique", "whether the optimal point is the only one"),
    ),
    "matrix-game": (
        ("matrix-game kuhn.csv", "the value, and how both sides play"),
        ("matrix-game kuhn.csv --certificate game.json", "with its proof"),
    ),
    "chain": (
        ("chain oz.csv", "a Markov chain: classes, the long run"),
        ("chain oz.csv --hitting rain --certificate wait.json", "days until it rains, proved"),
    ),
    "completion": (
        ("completion bash", "what a shell needs to complete commands"),
        ("completion zsh", "... another shell"),
    ),
    "help": (
        ("help solve", "all that a command takes"),
        ("help inv", "... another one"),
    ),
    "examples": (
        ("examples", "the files to begin with"),
        ("examples all", "written into this folder"),
    ),
}

_ESSENTIAL = {  # options that the short help shows, where it leaves most out
    "solve": (
        *("--max-reach", "--min-reach", "--max-cost", "--min-cost", "--max-total"),
        *("--mean-payoff", "--prop", "--steps", "--reward", "--discount", "--all"),
        *("--policy", "--certificate", "--plot", "--digits", "--json", "--help"),
    ),
}
_ASIDE = 40  # columns of an example, what is said of it beside it
_LONG_WORK = (
    "--jobs",
    "--dask",
    "--parts",
    "--max-memory",
    "--max-seconds",
)  # shown by `exactbox help COMMAND`
_LONG = ("atlas", "certify", "check", "solve")  # commands whose work is long


def examples_of(command: str) -> str:
    """The opening of a command's help; nothing for what is no command."""
    if command not in EXAMPLES:
        return ""
    lines = [f"  exactbox {line}\n      {about}" for line, about in EXAMPLES[command]]
    return "\n".join(["examples, with the files of `exactbox examples all`:", *lines, "", ""])


def is_shown(command: str, options: Sequence[str]) -> bool:
    """True if the short help of a command shows an option, by its names."""
    if command in _ESSENTIAL:
        return not options or any(option in _ESSENTIAL[command] for option in options)
    return (
        command not in EXAMPLES
        or command in _LONG
        or not any(option in _LONG_WORK for option in options)
    )


def page() -> str:
    """The text that ``exactbox`` alone prints: its purpose, and an example of each command."""
    rows = [pair[0] for pair in EXAMPLES.values()]
    lines = [f"  exactbox {line:<{_ASIDE}}  # {about}" for line, about in rows]
    return "\n".join([_OPENING, "", *lines, "", _END, ""])


_OPENING = """\
exactbox gives exact answers, with proofs that an independent checker verifies. Examples, whose
files are written by: exactbox examples all"""
_END = """\
exactbox --help lists the commands, exactbox COMMAND --help says what one takes, and exactbox help
COMMAND all of it. The shell completes both: exactbox completion bash. In Python: help("exactbox").\
"""
