"""A figure of matplotlib that a notebook shows, whether or not pyplot is loaded there.

Imported when something is drawn, because matplotlib is.
"""

from __future__ import annotations

from matplotlib.figure import Figure

from exactbox.plots.saving import image


class Picture(Figure):  # type: ignore[misc]
    """A `matplotlib.figure.Figure` with a representation of its own."""

    def _repr_png_(self) -> bytes:
        """The picture in a notebook."""
        return image(self, ".png")
