"""The budget of rates; the rest is that of any decision process (`process`)."""

from __future__ import annotations

from typing import Any

from .. import timed
from ..claim import Claim
from .budget import ITEM, Budget
from .process import paid_process


def check(question: Any, witness: Any, budget: Budget) -> Claim:
    """The check of `..timed`, with this kernel."""
    pay_for_rewards(question, budget)
    return timed.check(question, witness, paid_process(question, budget))


def pay_for_rewards(question: Any, budget: Budget) -> None:
    """Pay for i + a tau of each choice."""
    given = question if isinstance(question, dict) else {}
    reward = given["reward"] if isinstance(given.get("reward"), dict) else {}
    lists = given.get("rates"), reward.get("of"), reward.get("rate")
    for row in zip(*[each if isinstance(each, list) else [] for each in lists]):
        bits = sum(map(bits_of, row)) if {*map(type, row)} != {int} else 0
        if bits > 200:  # else it is one of the steps that are paid when it is read
            budget.keep(ITEM + bits // 4)
            budget.product(bits, bits, 6)
            budget.divisor(bits, bits)
            budget.divisor(bits, bits)


def bits_of(number: Any) -> int:
    """At most so many bits has an integer, or a pair, as the file has it."""
    parts = number[:2] if isinstance(number, list) else [number]
    return sum([4 * len(n) if isinstance(n, str) else 60 for n in parts])
