"""Coq data from the certificates of games: what a headline theorem is checked with.

    python3 generate.py CERTIFICATE NAME > NAME.v

All values over one denominator, sorted; and of each choice the place of its value, and a rank.
Nothing here is trusted: the theorem names the game and the value, not the data.
"""

from __future__ import annotations

import json
import math
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.set_int_max_str_digits(0)

from exactbox.checker.budget import Budget
from exactbox.checker.process import Process
from exactbox.checker.shutbox import Box, turns_from

LIMB = 60  # bits of an integer of Coq's kernel that are used
SHORT = 200  # digits of a value that is written in decimal


def all_values(certificate: dict[str, Any], budget: Budget) -> tuple[Process, list[Fraction]]:
    """What each choice is worth: as the certificate says, or by one step."""
    p, witness = Process(certificate["question"], "", budget), certificate["witness"]
    p.pick(witness["policy"], p.zero)
    given = p.read_values(witness["values"], "values")
    known = {c: Fraction(given.numerator[c], given.denominator[b])
             for c, b in enumerate(given.block) if b >= 0}
    for c in range(p.choices):
        if c not in known:
            total = sum(w * known[k] for w, k in zip(p.weights(c), p.leads(c)) if k < p.choices)
            known[c] = Fraction(*p.reward[c]) + Fraction(total, p.whole[c])
    return p, [known[c] for c in range(p.choices)]


def cards(certificate: dict[str, Any], p: Process) -> tuple[list[int], list[int]]:
    """The code and the rank of each choice, which is a mask."""
    return [mask + 1 for mask in range(p.choices)], certificate["witness"]["ranks"]


def box(certificate: dict[str, Any], budget: Budget) -> tuple[list[int], list[int]]:
    """The code and the rank of each choice: the end with a score, or a roll of all dice or one.

    Ranks are 0 for an end, else one more than the number of open tiles.
    """
    rules = certificate["question"]["model"]
    turns = turns_from(Box({k: rules[k] for k in rules}), [rules["start"]], budget)
    codes, ranks = [2 * (score + 1) for score in turns.scores], [0] * len(turns.scores)
    dice = {c: k for rolls in turns.rolls.values() for k, c in enumerate(rolls)}
    several = len(rules["dice"]) if rules["one_die"] == "never" else 0
    for c, position in enumerate(turns.positions, len(turns.scores)):
        alone = not several and Box(rules).dice_of(position)[dice[c]] == 1
        codes.append(4 * (position + 1) + (3 if alone else 1))
        ranks.append(1 + position.bit_count())
    return codes, ranks


def limbs(n: int) -> str:
    """An integer in limbs, the lowest first."""
    digits = []
    while n:
        digits.append(n & (1 << LIMB) - 1)
        n >>= LIMB
    return "[" + ";".join(map(hex, digits)) + "]"


def main(file: str, name: str) -> None:
    """Print the data and the theorem."""
    certificate = json.loads(Path(file).read_text())
    budget = Budget(1 << 40)
    p, values = all_values(certificate, budget)
    rule = certificate["question"]["model"]["rule"]
    codes, ranks = cards(certificate, p) if rule == "flip" else box(certificate, budget)
    common = math.lcm(*(v.denominator for v in values))
    numerators = sorted({int(v * common) for v in values})
    place = {n: k for k, n in enumerate(numerators)}
    places = ";\n".join(
        f"At {code} {place[int(v * common)]} {rank}" for code, v, rank in zip(codes, values, ranks)
    )
    (start,) = {p.picked[s] for s in p.start}
    claim = values[start]
    print(common, len(numerators), claim if claim.denominator < 10**30 else float(claim), file=sys.stderr)
    print(f"""From Coq Require Import QArith List Hexadecimal.
From exactbox Require Import GameCheckers.
Import ListNotations.
Delimit Scope hex_uint_scope with huint.

Definition {name}_data : sorted_values := {{|
  denominator := {common:#x};
  numerators := map hex [{";".join(map(hex, numerators))}]%huint;
  places := [{places}] |}}.
""")


if __name__ == "__main__":
    main(*sys.argv[1:])
