"""`exactbox.linalg.solve` by each method that can be asked for."""

from exactbox.linalg import solve
from exactbox.linalg.square import choice


def lift(a, b, **options):
    return solve(a, b, method="lift", **options)


def dixon(a, b, **options):
    return solve(a, b, method="dixon", **options)


def eliminate(a, b, **options):
    return solve(a, b, method="eliminate", **options)


def lift_first(patch):
    """Blocks are lifted, however few unknowns they have: the forecasts say that it is fastest."""
    patch.setattr(choice, "MAX_UNKNOWNS_BY_FLINT", 1)
    patch.setattr(choice, "forecast", lambda way, size: float(way != "lifting"))
