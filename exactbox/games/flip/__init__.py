"""Turning cards over: how many turns until all of them are face down?

**The rules** (Project Euler 640). Cards 1 to 2N lie face up. A turn: roll two N-sided dice x and
y, then turn over exactly one of the cards x, y, x + y; a card that is face down turns face up
again. The game ends when all cards are face down. How many turns does it take on average, played
as well as possible?

**The equation.** A position s is the set of cards face down, a turn costs 1, and

    v(s) = 1 + sum_roll p(roll) min_{card in roll} v(s ^ card),      v(goal) = 0

where s ^ card is s with that card turned over.

>>> from exactbox import total_until_end, flip
>>> total_until_end(flip(3)).decimal(6)
'12.453758'

``exactbox flip --help`` shows the options, ``exactbox help flip --manual`` examples.

The modules, each building on those above it:

| module | what it has |
| --- | --- |
| `rules` | dice, the cards that a roll offers, positions |
| `model` | the decision process |
| `advice` | what each card of a roll is worth |
| `turns_picture` | what is drawn of the game |
| `atlas` | all dice and numbers of cards in one table |
| `atlas.toml` | which dice and numbers of cards |

Sources: Project Euler, problem 640, *Shut the Box*, 2018.
"""

from exactbox.late import attach

__getattr__, __dir__, __all__ = attach(__name__)
