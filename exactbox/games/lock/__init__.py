"""The Monte Carlo lock: all its keys up to a length, each with its derivation.

**The puzzle** (Smullyan, *The Lady or the Tiger?*, 1982, chapter 8). Combinations are strings of
letters; some open the lock, some jam it, the others are neutral. For all combinations x and y,

    Q:  QxQ is specially related to x;
    L:  if x is specially related to y, then Lx is specially related to Qy;
    V:  if x is specially related to y, then Vx is specially related to y reversed;
    R:  if x is specially related to y, then Rx is specially related to yy;
    Sp: if x is specially related to y, then y is neutral if x jams the lock, and y jams it if x is
    neutral.

Which combination opens the lock? By Sp one that is related to itself neither jams the lock nor is
neutral: it opens it. Those are the *keys*.

**The methods.** Each x is related to at most one y: strip its leading L, V, R down to Q z Q, then
apply them to z from the inside out. So keys are the fixed points of a partial function. Four
methods have one signature and one answer (`KeysFound`). `recursive` and `memoize` try every
string, `construct` grows the related pairs one letter at a time; `symbolic` solves w(z) = w Q z Q
for the strings w of L, V, R without trying any string, so it reaches further than the others by
far, and what it finds holds over every alphabet. The first three do the work that is there,
exponential in the length, and agree on how many pairs (x, y) with |x|, |y| <= n there are;
`related_pairs` counts these without meeting them.

>>> from exactbox.games import lock
>>> lock.symbolic(11).keys
('RVLVQRVLVQ', 'VRLVQVRLVQ', 'VLRVQVLRVQQ', 'VLVRQVLVRQQ')

``exactbox lock --help`` shows the options, ``exactbox help lock --manual`` examples.

The modules, each importing only from those above it:

| module | what it has |
| --- | --- |
| `rules` | rule tables, the lock's and others, and alphabets |
| `derivations` | what a string is related to, line by line; whether it is a key, and why |
| `keys` | the keys that were found, and their certificate |
| `limits` | which lengths, how much work and memory are refused |
| `enumeration` | recursive, memoize, construct; the related pairs |
| `search` | symbolic, and why it is complete |
| `theorem` | Makay's general form of the keys, which confirms the search |
| `methods` | the four methods by name, timed and compared |

Symbols: x, y strings with x related to y; w leading step letters, z the middle; n a limit on
lengths.

Sources: Smullyan 1982, as above. Makay, 2016, for the general form.
"""

from exactbox.games.lock.derivations import (
    Derived,
    Explanation,
    UnrelatedError,
    derive,
    explain,
    is_key,
)
from exactbox.games.lock.enumeration import (
    construct,
    iterate_pairs,
    memoize,
    recursive,
    related_pairs,
)
from exactbox.games.lock.keys import KeysFound
from exactbox.games.lock.methods import METHODS, Trial, agree, try_method
from exactbox.games.lock.rules import LOCK, MACHINES, SYNTAX, Machine, machine
from exactbox.games.lock.search import symbolic
from exactbox.games.lock.theorem import (
    confirmed,
    general_count,
    general_form,
    general_total,
)

__all__ = [
    "LOCK",
    "MACHINES",
    "METHODS",
    "SYNTAX",
    "Derived",
    "Explanation",
    "KeysFound",
    "Machine",
    "Trial",
    "UnrelatedError",
    "agree",
    "confirmed",
    "construct",
    "derive",
    "explain",
    "general_count",
    "general_form",
    "general_total",
    "is_key",
    "iterate_pairs",
    "machine",
    "memoize",
    "recursive",
    "related_pairs",
    "symbolic",
    "try_method",
]
