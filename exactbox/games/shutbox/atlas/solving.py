"""The results for one rule in an atlas: every value, and proofs where they are wanted.

The values of one rule share its board; those of matches come from `shares`. A proof is what
`exactbox certify shutbox` makes: the question is solved again the ordinary way, written as a
certificate, and checked.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from exactbox.certificate import InvalidCertificate, proved
from exactbox.decimals import DIGITS, decimal_string, fraction_string
from exactbox.games.atlas.sweep import Result
from exactbox.games.shutbox.atlas.shares import Played, first_shares
from exactbox.games.shutbox.atlas.variants import Asked
from exactbox.games.shutbox.board import Board
from exactbox.games.shutbox.numbering import Layers
from exactbox.games.shutbox.play import lowest_score, shut_the_box
from exactbox.games.shutbox.questions import SCORE, SHUT
from exactbox.games.shutbox.rules import Rules


def solve(rules: Rules, asked: Sequence[Asked], prove: bool) -> list[Result]:
    """The result of each question about one rule; `prove` sends each through the checker.

    An InvalidCertificate says that the checker does not prove the ordinary solution.

    Examples
    --------
    >>> six = Rules(tiles=(1, 2, 3, 4, 5, 6), dice=(6,))
    >>> solve(six, [Asked("shut", 1, "", False)], True)[0][:4]
    ('145/1944', '0.074588477366', 289, True)
    """
    board, full = Board(rules), rules.full
    states = Layers(board, full).states
    played: dict[Asked, Played] = {
        each: (each.players, each.ties, not each.play_on) for each in asked if each.players > 1
    }
    shares = first_shares(board, played.values()) if played else {}
    results = []
    for each in asked:
        value: Fraction
        if each.objective == SHUT:
            value = shut_the_box(board).at(full)
        elif each.objective == SCORE:
            value = lowest_score(board).at(full)
        else:
            value = shares[played[each]]
        if prove and proved(each.question(rules)).claim.value != value:
            raise InvalidCertificate(f"{each.question(rules).words}: proved is not {value}")
        text = fraction_string(value, whole=10**9)
        decimal = decimal_string(value.numerator, value.denominator, DIGITS)
        results.append(Result(text, decimal, states, prove))
    return results
