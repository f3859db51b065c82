"""Pictures of exact answers, drawn by matplotlib (``pip install 'exactbox[plot]'``).

**The problem.** People would rather look than read; a picture that rounds must still say the number
that it illustrates, and must be the same picture on every machine.

**The method.** A result has `.plot()`, which returns a figure of matplotlib; a notebook shows it,
and `save` writes it, as does ``--plot FILE.png`` or ``FILE.svg`` of a command. What is drawn are
floats, each the exact number correctly rounded; the exact number stands below, in text. Nothing is
told by colour alone: hatches, markers, line styles and labels say it too, in letters of 8 points or
more. One picture has one sequence of bytes, for one version of matplotlib.

`grid` draws a policy, `digits` how long numbers are, `blocks` a matrix and the blocks in it.
`figures` makes figures, `style` has what they look like, `saving` writes them. Pyplot is not used:
there is no window, and no state that one figure leaves to the next. matplotlib is imported when
something is drawn.

>>> from exactbox.plots import exactly
>>> from fractions import Fraction
>>> exactly(Fraction(8936, 1575))
'exactly 8936/1575 ~ 5.673650793651 (rounded)'
"""

from __future__ import annotations

from exactbox.plots.figures import drawing, exactly, power_of_ten
from exactbox.plots.saving import image, require_suffix, save

__all__ = ["drawing", "exactly", "image", "power_of_ten", "require_suffix", "save"]
