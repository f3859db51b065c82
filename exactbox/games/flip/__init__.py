"""Turning cards over: how many turns until all of them are face down?

**The rules** (Project Euler 640). Cards 1 to 2N lie face up. A turn: roll two N-sided dice x and
y, then turn over exactly one of the cards x, y, x + y; a card that is face down turns face up
again. The game ends when all cards are face down. How many turns does it take on average, played
as well as possible?

**The answer, proved.** With two-sided dice and four cards:

    $ exactbox certify flip --faces 2
    Card flipping, 4 cards, dice d2 d2: least expected number of turns
      exactly   8936/1575
      decimal   5.673650793651
      process   46 states, 16 choices; several best actions in 0 states
    proof: 542 bytes, checked by the plain checker: VALID
      question  4a1e141aba4baf6cf693f794fa56b51e2aab0efc7664c42ee836ecac235a9fb7
      proof     f4e9299b97613e73cfd021f71afeec611f75f8827b6edf58b3867dba175b4d14

VALID: the independent checker has verified the certificate, which `--certificate FILE` writes. For
the six-sided dice of the problem the answer has 2,342 digits above the line, and is 50.317928
rounded.

**Which card?** `--play` takes what the dice show, `--down` the cards that are face down before:

    $ exactbox flip --faces 3 --play 1 2
    face down none; rolled 1 2
      card 1   12.234164920954 turns to come  best
               ~ 175203029/14320800
      card 2   12.301742565532 turns to come
               ~ 67825756049/5513508000
      card 3   12.324187009976 turns to come
               ~ 67949503673/5513508000

These numbers are computed without rounding. The checker sees the game's answer where you
`total_until_end`.

**Other games.** Any number of cards, any dice, also weighted ones (`1:1,2:3` shows 2 three times
as often as 1), any start and goal. A roll that shows no existing card passes; a single die and the
total of all are what a roll offers.

    $ exactbox certify flip --cards 5 --dice 4 1:1,2:3 --digits 6
    Card flipping, 5 cards, dice d4 1:1,2:3: least expected number of turns
      exactly   837686269241/115689588300
      decimal   7.240809
      ...

**For students: how good is floating point?** Value iteration, policy iteration and Gauss-Seidel
run beside the exact value, and the error that is printed is the true one. Here value iteration
stops when no value changes by more than 10^-6, and is wrong by seven times as much:

    $ exactbox flip --faces 3 --method value-iteration --tolerance 1e-6
    method      value-iteration
    iterations  120
    value       12.453751499986
    exact       12.453758316302 (rounded)
    true error  -6.816e-06 (-0.000006816316888968)

`--plot` draws the true errors of Jacobi (value iteration), Gauss-Seidel, SOR and policy iteration,
sweep by sweep on a logarithmic scale; `--relaxation` is SOR's factor. After `certify flip` it draws
the game: the values by the number of cards face down, and how often which die or the total is the
best choice, roll by roll. Both name the exact number in text (matplotlib: `exactbox[plot]`).

    $ exactbox flip --faces 3 --plot convergence.png
    method      policy-iteration
    iterations  1
    ...
    convergence.png: the picture
    $ exactbox certify flip --faces 3 --plot turns.svg
    ...
    turns.svg: the picture

| option | what it says |
| --- | --- |
| `--faces N` | two fair N-sided dice, and 2N cards |
| `--dice DIE ...` | in its place, each die: its sides, or `face:weight,...` |
| `--cards N` | how many cards (the greatest total of the dice) |
| `--begin`, `--goal CARDS` | cards face down at first (none), and at the end (all): `1,2,5` |
| `--enclosure` | of `certify`: proved bounds in place of the exact number |
| `--max-states N` | refuse games with more positions (65,536: 16 cards; enclosures 20 cards) |
| `--play DIE ...`, `--down CARDS` | the best card after a roll, in a position |
| `--method`, `--start`, `--tolerance`, `--relaxation` | a floating-point method |
| `--plot FILE` | a picture, `.png` or `.svg`: errors of float methods; of `certify`, the game |
| `--digits N`, `--full`, `--json` | how numbers are printed |
| `--jobs N`, `--dask ADDRESS` | more processors; `--parts FOLDER` makes it resumable |
| `--max-memory SIZE` | refuse to read or do what would take more |

**Where the exact number would be too long.** With 18 cards it has some 300,000 digits. An
enclosure takes seconds: two numbers between which it lies, proved in integers, and for the checker.
With 20 cards, a million positions, that takes some minutes, and the check more memory than a file
of its size gets.

    $ exactbox certify flip --faces 7 --enclosure
    Card flipping, 14 cards, dice d7 d7: least expected number of turns
      within    [69.2087766482..., 69.2087766482...]
      width     at most ... in every state
      process   458,725 states, 16,384 choices
    proof: ... bytes, checked with FLINT's integers: VALID
    ...

**From Python:**

>>> from exactbox import total_until_end, flip
>>> answer = total_until_end(flip(3))
>>> answer.decimal(6)
'12.453758'
>>> from exactbox.games.flip import advise, state_mask
>>> [card for card, turns in advise(answer, state_mask("1,2,4", cards=6), [1, 2])]
[3, 2, 1]

>>> from exactbox.games.flip import plot_turns
>>> figure = plot_turns(answer)  # a notebook shows it; exactbox.plots.save(figure, "turns.png")

**The equation.** A position s is the set of cards face down, a turn costs 1, and

    v(s) = 1 + sum_roll p(roll) min_{card in roll} v(s ^ card),      v(goal) = 0

where s ^ card is s with that card turned over.

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
