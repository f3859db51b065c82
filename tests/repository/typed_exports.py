"""What a type checker knows about the names of `exactbox`, which are imported when they are used.

`make lint` runs ``mypy --strict`` on this file. Nothing here is run.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, assert_type

import exactbox
from exactbox import Answer, Claim, ExactVector, MarkovChain, Model, reach, read_model


def questions(model: Model) -> None:
    """A set of states is said in any way."""
    assert_type(reach(model, "done", "max"), Answer)
    assert_type(reach(model, [1, 2], "max", stay={1, 2, 3}), Answer)
    assert_type(exactbox.cost(model, "price", range(3), "min").value, Fraction | float)
    assert_type(exactbox.total(model, [1, "1/2"], "min"), Answer)
    assert_type(exactbox.total_until_end(exactbox.flip(2)).save("proof.json"), Claim)
    assert_type(exactbox.ask(model, 'Pmax=? [ F "done" ]').value, Any)


def others() -> None:
    """Functions of other rooms, under their own names."""
    assert_type(read_model("die.drn"), Model)
    assert_type(exactbox.linsolve([[2, 1], [1, 3]], [1, 1]), ExactVector)
    assert_type(exactbox.mdp.Model, type[Model])
    chain = MarkovChain([["1/2", "1/2"], [1, 0]])
    assert_type(chain.stationary(), ExactVector)
    assert_type(chain.after(2), exactbox.ExactMatrix)
    assert_type(chain.after(2, "0"), ExactVector)
    exactbox.nonsense  # type: ignore[attr-defined]  # noqa: B018
