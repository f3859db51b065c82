"""Pictures of exact answers, drawn by matplotlib (``pip install 'exactbox[plot]'``).

**The problem.** People would rather look than read; a picture that rounds must still say the number
that it illustrates, and must be the same picture on every machine.

**The method.** A result has `.plot()`, which returns a figure of matplotlib; a notebook shows it,
and `save` writes it, as does ``--plot FILE.png`` or ``FILE.svg`` of a command. What is drawn are
floats, each the exact number correctly rounded; the exact number stands below, in text. Nothing is
told by colour alone: hatches, markers, line styles and labels say it too, in letters of 8 points or
more. One picture has one sequence of bytes, for one version of matplotlib.

| picture | from Python | command |
| --- | --- | --- |
| final scores of Shut the Box | `.plot()` of its questions | `shutbox --plot` |
| the card game | `exactbox.games.flip.plot_turns` | `certify flip --plot` |
| float methods beside the exact value | `exactbox.mdp.convergence` | `flip --plot` |
| a policy, or how long values are | `.plot()` of an answer | `solve --plot` |
| a Pareto curve of two objectives | `exactbox.trade_off` | `solve --plot` |
| a matrix and the blocks in it | `.plot()` of a matrix | `linsolve --plot` |
| the steps of a Markov chain | `.plot()` of a chain | `chain --plot` |

Pyplot is not used: there is no window, and no state that one figure leaves to the next. matplotlib
is imported when something is drawn.

>>> from exactbox.plots import exactly
>>> from fractions import Fraction
>>> exactly(Fraction(8936, 1575))
'exactly 8936/1575 ~ 5.673650793651 (rounded)'

The modules, in the order in which a picture passes through them:

===========  ==========================================================
digits       how long exact values are
curves       what can be had of two objectives
transitions  the states and steps of a Markov chain
figures      the style, a title, the exact answer in text below; bytes as PNG or SVG, and files
===========  ==========================================================
"""

from __future__ import annotations

from exactbox.plots.figures import drawing, exactly, image, power_of_ten, require_suffix, save

__all__ = ["drawing", "exactly", "image", "power_of_ten", "require_suffix", "save"]
