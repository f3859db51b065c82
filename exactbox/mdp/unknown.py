"""What an objective leaves to be solved: the graph decides some states, equations the others."""

from __future__ import annotations

from typing import NamedTuple

from exactbox.mdp.equations import Equations
from exactbox.mdp.exact_policy_iteration import optimal_values
from exactbox.mdp.layout import Array, PerState
from exactbox.mdp.values import Values, everywhere
from exactbox.progress import Progress


class Unknown(NamedTuple):
    """Equations for the states inside; other values are known.

    Attributes
    ----------
    equations : Equations
        Of the states inside, in their order. From each some policy ends.
    inside, one, infinite : (S,) bool
        The states in question; where the value is 1; where it is infinite. It is 0 elsewhere.
    options : (n,) int64
        The model's options that the equations are about.
    """

    equations: Equations
    inside: PerState
    one: PerState
    infinite: PerState
    options: Array

    def values(self, sense: str, progress: Progress | None = None) -> Values:
        """The exact optimum of all states, 0 where it is infinite."""
        x = optimal_values(self.equations, sense, progress=progress)
        return everywhere(self.inside, x, self.one)
