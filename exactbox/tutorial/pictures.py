"""Pictures, with the lines that draw them (they need matplotlib: ``exactbox[plot]``).

**A policy**, where the model is a grid: an arrow a cell, and its exact value.

    $ exactbox examples frozen-lake.json hilbert.csv heights.csv
    ...
    $ exactbox solve frozen-lake.json --prop 'Pmax=? [F "goal"]' --plot lake.png
    ...

![The best way over the lake](lake.png)

**The values of a game**: how many turns are to come, by the cards that are face down.

    $ exactbox certify flip --faces 2 --plot cards.png
    ...

![The turns that are to come](cards.png)

**How floating point comes near**: the true errors of four methods, sweep by sweep, measured against
the exact values.

    $ exactbox flip --faces 2 --plot errors.png
    ...

![The true errors of four methods](errors.png)

**The final scores** of Shut the Box, if one plays to win.

    $ exactbox shutbox --scores 123456789 --plot scores.png
    ...

![The final scores](scores.png)

**A matrix**, and the blocks that it is solved by.

    $ exactbox linsolve hilbert.csv heights.csv --plot blocks.svg
    ...

![A matrix and its blocks](blocks.svg)

From Python results have ``plot()``, which returns a figure, and notebooks show it:

>>> from exactbox.linalg import ExactVector
>>> figure = ExactVector(["1/3", "22/7", 100]).plot()
"""
