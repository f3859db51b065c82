"""Exact, certified answers about games of chance, decision processes and linear systems.

Floating point finds the answer, exact rational arithmetic proves it, and an independent checker
(`exactbox.check`) verifies the certificates of answers.

**A game.** Four cards, and two dice with two sides that say which card may be turned over: how many
turns until all are face down?

>>> import exactbox
>>> turns = exactbox.total_until_end(exactbox.flip(2))
>>> turns
Answer(least expected reward turns until ended: 8936/1575 ~ 5.67365)
>>> turns.value, turns.decimal(20)
(Fraction(8936, 1575), '5.67365079365079365079')
>>> exactbox.check_certificate(turns.certificate()).value == turns.value
True

**A linear system.** Entries are ints, Fractions or texts such as "1/3" and "0.1", and whole
floats such as 2.0; any other float is refused unless one says which number it stands for. The
package itself has what answers a room's main question, `linsolve`, `linprog` and `ask`; all else is
in the rooms, as `exactbox.linalg.inv`, ``det`` and ``rank``; who asks for them here is told where.

>>> exactbox.linsolve([[2, 1], [1, 3]], [1, "1/3"])
ExactVector([8/15, -1/15])

**A linear program.** A matrix game is one as well.

>>> exactbox.linprog([3, 2], [[1, 1], [3, 1]], [4, "17/2"], maximize=True)
ProgramAnswer(maximise, 2 x 2: 41/4)
>>> exactbox.matrix_game([[2, -3], [-3, 4]]).value
Fraction(-1, 12)

**A model.** State 0 is a coin: toss it (heads with probability 1/3), or buy heads for 2; state 1
is heads, where it stays. `read_model` reads such models from the files of Storm and PRISM.

>>> coin = exactbox.Model.from_lists(
...     [[[("2/3", 0), ("1/3", 1)], [(1, 1)]], [[(1, 1)]]],
...     labels={"heads": [1]}, rewards={"price": [[1, 2], [0]]})
>>> print(exactbox.cost(coin, "price", "heads", "min"))
least expected reward price until heads
  exactly   2
  from      state 0
  model     2 states, 3 choices
  policy    a choice a state; no state has more than one best choice
  proof     .save("proof.json") checks the certificate and writes it
>>> exactbox.within_steps(coin, 2, "min", goal=[1]).value
Fraction(5, 9)
>>> exactbox.ask(coin, 'Pmin=? [ F<=2 "heads" ]')
PropertyAnswer(least probability to reach heads within 2 steps: 5/9 ~ 0.555556)

Sets of states are labels, lists of states or masks. An answer has ``.values`` and ``.policy`` of
all states, ``.to_float()``, ``.to_frame()`` for pandas, ``.plot()`` for a picture, and
``.save("proof.json")``, which writes the certificate after the checker has passed it.

Where to go on:

- ``help(exactbox.linalg)``: systems, determinants, inverses, normal forms, least squares;
- ``help(exactbox.lp)``: linear programs, their files, matrix games;
- ``help(exactbox.MarkovChain)``: Markov chains from a table of probabilities;
- ``help(exactbox.mdp)``: models, questions and answers; ``help(exactbox.Model)`` for one's own;
- ``help(exactbox.formats)``: files of other tools; Gymnasium's tables, QuantEcon's arrays;
- ``help(exactbox.games)``: Flip, Shut the Box, a lock;
- ``help(exactbox.parallel)``: more processors and machines;
- ``help(exactbox.check)``: what VALID means, and how to read the checker;
- ``exactbox --help`` in a shell: the same questions as commands.

The modules, in the order in which a question passes through them:

===================  ===============================================================
__main__             where the programs begin
cli                  the two programs, and how errors become a line and an exit code
commands/            the commands, by subject
tutorial/            an argument, a course, a model checker's day; pictures, manuals
gallery/             files to begin with: ``exactbox examples``
inputs               what is read: files, pipes and standard input
games/               games, by their rules
formats/             models in the files of other tools
properties/          the property language of PRISM and Storm
objectives           what can be asked: one table of names and sentences
mdp/                 decision processes
linalg/              rational linear systems
parallel/            parts of long work; the context of executor, progress and memory
progress             how long work says where it is
threads              one BLAS thread at a time
certificate          how an answer is written down and gets its verdict
linear_certificate/  the same of linear systems
lp/                  linear programs and matrix games, on linalg
canonical            JSON in canonical bytes
check                the checker, which needs nothing but Python
checker/             what it is made of
decimals             exact numbers as text
showing              how results show themselves
plots/               pictures
files                files that are written whole or not at all
citation             how a proof is cited
headline_proofs/     the answers in ``proofs/``
page/                the page for a browser
late                 public names that are imported when they are first used
release              version, day and authors
py.typed             tells type checkers that annotations are there
===================  ===============================================================
"""

from __future__ import annotations

import sys
from importlib import import_module

from exactbox.late import attach
from exactbox.release import VERSION

__version__ = VERSION


def _unknown(name: str) -> str:
    """That there is no such name, and where it is, or which of the public ones is like it."""
    from difflib import get_close_matches

    public = not name.startswith("_")
    near = get_close_matches(name, __all__, 1) if public else []
    for room in ("linalg", "mdp", "lp") if public else ():
        if name in import_module(f"exactbox.{room}").__all__:
            near = [f"exactbox.{room}.{name}"]
    meant = "".join(f"; did you mean {other!r}?" for other in near)
    return f"module 'exactbox' has no attribute {name!r}{meant}"


__getattr__, _, __all__ = attach(__name__, unknown=_unknown)


def __dir__() -> list[str]:
    """The public names, and modules that have been imported."""
    return sorted(
        {*__all__}
        | {name for name in globals() if name.startswith("__") or f"exactbox.{name}" in sys.modules}
    )
