"""A Coq theorem from a certificate of players in order at Shut the Box.

    python3 generate_match.py CERTIFICATE NAME > NAME.v

The theorem names the rules and the value that the certificate claims; Coq finds the value anew.
Nothing here is trusted: of the list of positions, which only boxes with two rows need, Coq
believes nothing.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.set_int_max_str_digits(0)

from exactbox.checker.budget import Budget
from exactbox.checker.match import check
from exactbox.checker.shutbox import Box, turns_from


def numbers(given: list[int]) -> str:
    """A Coq list."""
    return f"[{'; '.join(map(str, given))}]"


def rules(question: dict[str, Any]) -> str:
    """The question as match_rules."""
    one_die = {"never": "Never", "sum": "If_sum", "above": "If_each"}[question["one_die"]]
    if one_die != "Never":
        one_die = f"{one_die} {question['limit']}"
    truth = {key: str(bool(question[key])).lower() for key in ("choice", "single", "at_once")}
    return f"""{{|
  box_of := {{|
    tiles := {numbers(question["tiles"])}%N; behind := {numbers(question["behind"])}%N;
    dice := {numbers(question["dice"])}%nat; one_die := {one_die};
    may_choose := {truth["choice"]}; single := {truth["single"]};
    most := {question["most"]}; first := {question["first"]}; ending := {question["stop"]};
    score := {question["score"].capitalize()}; goal := Score; start := {question["start"]} |}};
  players := {question["players"]}; ties := {question["ties"].capitalize()};
  at_once := {truth["at_once"]} |}}"""


def choices(question: dict[str, Any], budget: Budget) -> str:
    """The rolls: of a box of one row all, else those within reach, moves leading to earlier ones."""
    if not question["behind"]:
        return "all_rolls"
    box = Box(question)
    positions = turns_from(box, [question["start"], box.full], budget).positions
    return f"fun g => rolls_at g {numbers(sorted(set(positions)))}%N"


def main(file: str, name: str) -> None:
    """Print the rules and the theorem."""
    certificate = json.loads(Path(file).read_text())
    question, budget = certificate["question"], Budget(1 << 40)
    value = check(question, certificate["witness"], budget).value
    print(f"""From Coq Require Import QArith NArith List.
From exactbox Require Import Games MatchDefinitions MatchSearch MatchChecker.
Import ListNotations.

Definition {name}_rules : match_rules := {rules(question)}.

Definition {name}_choices : match_rules -> list box_choice := {choices(question, budget)}.

Theorem {name} : first_player_expects {name}_rules
  ({value.numerator} # {value.denominator}).
Proof.
  apply match_checked with (choices := {name}_choices {name}_rules).
  vm_cast_no_check (eq_refl true).
Qed.""")


if __name__ == "__main__":
    main(*sys.argv[1:])
