"""Coq data from certificates: what a theorem is checked with.

    python3 generate.py CERTIFICATE

prints definitions, and the theorem of the checker that accepts them. Nothing here is trusted: Coq
checks the data, and the theorems name rules and values, not data.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import generate_linear
from coq_text import Data, numeral, numerals, separated

from exactbox.checker.process import Process, read_question
from exactbox.checker.rules.shutbox import Box, turns_from

# The codes of states in ChanceCheckers.v, in the order of the certificates.
TOSSES = [1, 3, 5, 7, 9, 11, 13, *(2 * (face + 1) for face in range(1, 7))]
PASS_LINE = [1, 5, 10, 12, 14, 3, 18, 20, 22]
CHAINS = {13: (TOSSES, "toss_checked _"), 9: (PASS_LINE, "pass_checked")}  # by number of states


def data_of(certificate: dict[str, Any], system: str = "") -> Data:
    """What Coq needs to believe the certificate's answer; a linear system may have a name there."""
    if certificate["kind"] == "linear":
        return generate_linear.data_of(certificate, system)
    if certificate["kind"] == "program":
        return generate_linear.strategies(certificate["witness"])
    if certificate["kind"] == "match":
        return Data("", "match_of_one_row_checked")  # Coq calculates it anew
    process = read_question(certificate["question"], "goal second")
    rule = certificate["question"]["model"]["rule"]
    if rule == "explicit":
        codes, theorem = CHAINS[process.choices]
        ranks = certificate["witness"]["ranks"]
        return sorted_values(codes, chain_values(certificate, process), ranks, theorem)
    values = game_values(certificate, process)
    if rule == "flip":
        codes = [mask + 1 for mask in range(process.choices)]
        ranks = certificate["witness"]["ranks"]
        return sorted_values(codes, values, ranks, "cards_checked _")
    codes, ranks = box_codes(certificate)
    theorem = f"box_{'greatest' if process.sense == 'max' else 'least'}_checked _"
    return sorted_values(codes, values, ranks, theorem)


def given_values(certificate: dict[str, Any], process: Process) -> tuple[Sequence[Any], list[int]]:
    """Those in the certificate, by state, and the choice that the policy picks in each."""
    witness = certificate["witness"]
    pi = process.fix_policy(witness, Fraction(0))
    return pi.read_values(witness["values"], "values"), pi.picked


def game_values(certificate: dict[str, Any], process: Process) -> list[Fraction]:
    """What each choice of a game is worth: as the certificate says, or by one step."""
    values, picked = given_values(certificate, process)
    known = dict(zip(picked, values, strict=True))
    for c in range(process.choices):
        if c not in known:
            known[c] = process.q_value(c, values, Fraction(0), process.reward[c])
    return [known[c] for c in range(process.choices)]


def chain_values(certificate: dict[str, Any], process: Process) -> list[Fraction]:
    """The probabilities of a chain; in Coq there is nothing after the goal."""
    values, picked = given_values(certificate, process)
    goal = process.goal.states
    known = {c: values[s] for s, c in enumerate(picked) if s not in goal}
    return [known.get(c, Fraction(0)) for c in range(process.choices)]


def box_codes(certificate: dict[str, Any]) -> tuple[list[int], list[int]]:
    """The code and the rank of each choice: the end with a score, or a roll of all dice or one.

    Ranks are 0 for an end, else one more than the number of open tiles.
    """
    rules = certificate["question"]["model"]
    box = Box(rules)
    turns = turns_from(box, [rules["start"]])
    codes, ranks = [2 * (score + 1) for score in turns.scores], [0] * len(turns.scores)
    for c, position in enumerate(turns.positions):
        again = c > 0 and turns.positions[c - 1] == position  # all dice come before one of them
        alone = again or box.dice_of(position)[0] != len(box.dice)
        codes.append(4 * (position + 1) + (3 if alone else 1))
        ranks.append(1 + position.bit_count())
    return codes, ranks


def sorted_values(
    codes: Sequence[int],
    values: Sequence[Fraction],
    ranks: Iterable[int],
    theorem: str,
) -> Data:
    """All values over one denominator, sorted; of each choice the place of its value, a rank."""
    common = math.lcm(*(value.denominator for value in values))
    numerators = sorted({int(value * common) for value in values})
    place = {numerator: k for k, numerator in enumerate(numerators)}
    places = separated(
        f"At {code} {place[int(value * common)]} {rank}"
        for code, value, rank in zip(codes, values, ranks, strict=True)
    )
    notation, listed = numerals(numerators)
    definitions = f"""{notation}
Definition data : sorted_values := {{|
  GameCheckers.denominator := {numeral(common)};
  GameCheckers.numerators := {listed};
  GameCheckers.places := [
    {places}] |}}.
"""
    return Data(definitions, f"{theorem} Data.data")


def main(file: str) -> None:
    """Print the data of a certificate."""
    data = data_of(json.loads(Path(file).read_text(encoding="ascii")))
    print(data.definitions, f"(* {data.theorem} *)", sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
