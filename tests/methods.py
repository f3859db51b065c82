"""`exactbox.linalg.solve` by each method that can be asked for."""

from exactbox.linalg import solve


def lift(a, b, **options):
    return solve(a, b, method="lift", **options)


def dixon(a, b, **options):
    return solve(a, b, method="dixon", **options)


def eliminate(a, b, **options):
    return solve(a, b, method="eliminate", **options)
