"""The region below points, by its supporting hyperplanes: double description, exactly.

    D = {z : z <= p for some p in the convex hull of the points}      w z <= W(w), w >= 0, on D

The pairs (w, W) with w >= 0 and W >= w p for all points p are a cone. Its extreme rays with w not 0
are the facets of D, and the step of Motzkin and others (1953) gives those of one point more: rays
that keep to w p <= W stay, and each pair of adjacent rays on both sides leaves one on the line. Two
rays are adjacent if no third one is tight wherever both are.

Symbols: d objectives; w normals, W bounds; a ray's tight set are the constraints that it is tight
at: w_i = 0 (i), w p_j = W (d + j).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

Point = tuple[Fraction, ...]
Facet = tuple[Point, Fraction]  # w with sum 1, and W


class Supports:
    """The facets of the region below the points so far."""

    def __init__(self, first: Point) -> None:
        d = len(first)
        self.points = [first]
        unit = [tuple(Fraction(i == j) for j in range(d)) for i in range(d)]
        # w = e_i, W = p_i: tight at the other w_j = 0, and at p; and the ray w = 0, W = 1
        self._rays = {
            (*e, first[i]): frozenset({*range(d)} - {i} | {d}) for i, e in enumerate(unit)
        }
        self._rays[(*[Fraction(0)] * d, Fraction(1))] = frozenset(range(d))

    @property
    def facets(self) -> list[Facet]:
        """The facets: w z <= W on the region."""
        return [(ray[:-1], ray[-1]) for ray in self._rays if any(ray[:-1])]

    def add(self, point: Point) -> None:
        """One point more."""
        d, mark = len(point), len(self.points) + len(point)
        self.points.append(point)
        slack = {ray: ray[-1] - dot(ray[:-1], point) for ray in self._rays}  # W - w p
        kept = {ray for ray, n in slack.items() if n >= 0}
        rays = {ray: self._rays[ray] | ({mark} if not slack[ray] else set()) for ray in kept}
        above = [ray for ray in kept if slack[ray] > 0]
        for a, b in product(above, self._rays.keys() - kept):
            tight = self._rays[a] & self._rays[b]
            if len(tight) < d - 1 or any(
                tight <= other for ray, other in self._rays.items() if ray not in (a, b)
            ):
                continue
            mixed = tuple(slack[a] * y - slack[b] * x for x, y in zip(a, b))  # W = w p
            size = sum(mixed[:-1]) or mixed[-1]
            rays[tuple(n / size for n in mixed)] = tight | {mark}
        self._rays = rays

    def vertices(self) -> list[Point]:
        """The points at which as many facets meet as make a vertex, each once, the least first."""
        d = len(self.points[0])
        vertices = []
        for point in sorted(set(self.points)):
            normals = [w for w, top in self.facets if dot(w, point) == top]
            if rank(normals) == d:
                vertices.append(point)
        return vertices


def dot(a: Sequence[Fraction], b: Sequence[Fraction]) -> Fraction:
    """The sum of products."""
    return sum((x * y for x, y in zip(a, b)), Fraction(0))


def rank(rows: Sequence[Point]) -> int:
    """The rank of a few short rows, by elimination."""
    rest, found = [list(row) for row in rows], 0
    while rest:
        pivot = rest.pop()
        column = next((j for j, n in enumerate(pivot) if n), None)
        if column is not None:
            found += 1
            for row in rest:
                factor = row[column] / pivot[column]
                row[:] = [x - factor * y for x, y in zip(row, pivot)]
    return found
