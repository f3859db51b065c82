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

**All keys** up to a length, found by solving an equation letter by letter, without trying any
string; over any alphabet:

    $ exactbox lock --max-length 11
    length 10: 2 keys
      RVLVQRVLVQ
      VRLVQVRLVQ
    length 11: 2 keys
      VLRVQVLRVQQ
      VLVRQVLVRQQ
    4 keys of at most 11 letters over any alphabet, by symbolic search; Makay's general form ...

**Why is it a key?** The derivation applies the rules from the inside out; the first step that
fails is named otherwise, and the exit code is 1.

    $ exactbox lock --explain RVLVQRVLVQ
    QRVLVQ      is related to  RVLV        by QxQ=x
    VQRVLVQ     is related to  VLVR        by Vx=~y
    LVQRVLVQ    is related to  QVLVR       by Lx=Qy
    VLVQRVLVQ   is related to  RVLVQ       by Vx=~y
    RVLVQRVLVQ  is related to  RVLVQRVLVQ  by Rx=yy
    RVLVQRVLVQ is related to itself: it is a key.
    $ exactbox lock --explain VRLVQVRLVX
    VRLVQVRLVX is not a key: what is left, QVRLVX (from position 5), is not of the form QxQ.
    $ echo $?
    1

**Are these all?** A certificate has the keys and a derivation of each; the checker replays them,
and searches on its own for keys that might be missing, to the length that the line "complete"
names.

    $ exactbox certify lock --max-length 11
    Monte Carlo lock, letters Q, L, V, R: all keys of at most 11 letters
      keys      4: 2 of length 10, 2 of length 11
      all       RVLVQRVLVQ VRLVQVRLVQ VLRVQVLRVQQ VLVRQVLVRQQ
      complete  that none is missing was checked to length 11
    proof: 746 bytes, checked: VALID
      question  d2160871616f46d7918d456fbf95dc446c8af95680457e31b0825a38a4e13db6
      proof     d300a89a4a1a4cc6df496b4018a541af68c87dcfd1077898f4ab92a7e6f651b1

**Other machines.** Rules are a table: QxQ=x, Lx=Qy, Vx=~y (y reversed), Rx=yy. Smullyan's three
number machines have names, and a table of your own goes in their place; `--rules` alone explains
how tables are written. A number that is related to itself, by the first machine:

    $ exactbox lock --rules "2x=x, 3x=y2y" --max-length 7
    length 3: 1 key
      323
    1 key of at most 7 letters over any alphabet, by symbolic search

| option | what it says |
| --- | --- |
| `--max-length N` | letters in the longest key (15) |
| `--letters ABC` | the alphabet (that of the rules, QLVR) |
| `--nonempty` | the empty string does not count: QQ is related to nothing |
| `--explain KEY` | the derivation of a string, or the first step that fails |
| `--count` | how many keys there are of each length, and how many related pairs |
| `--compare` | all four methods, what they took, and whether they agree |
| `--method` | `symbolic`, or one that enumerates: `construct`, `recursive`, `memoize` |
| `--general-form` | by Makay's theorem in place of a search; any length |
| `--rules TABLE` | another machine: `first`, `second`, `third`, or a table |
| `--certificate FILE`, `--json` | the proof, checked; one JSON object |

**From Python:**

>>> from exactbox.games import lock
>>> found = lock.symbolic(11)
>>> found.keys
('RVLVQRVLVQ', 'VRLVQVRLVQ', 'VLRVQVLRVQQ', 'VLVRQVLVRQQ')
>>> print(lock.explain("VQQ"))
QQ   is related to  (empty)  by QxQ=x
VQQ  is related to  (empty)  by Vx=~y
VQQ is related to the empty string, not to itself (0 letters, not 3).

**The methods.** Each x is related to at most one y: strip its leading L, V, R down to Q z Q, then
apply them to z from the inside out. So keys are the fixed points of a partial function. Four
methods have one signature and one answer (`KeysFound`). `recursive` and `memoize` try every
string, `construct` grows the related pairs one letter at a time; `symbolic` solves w(z) = w Q z Q
for the strings w of L, V, R without trying any string, so it reaches further than the others by
far, and what it finds holds over every alphabet. The first three do the work that is there,
exponential in the length, and agree on how many pairs (x, y) with |x|, |y| <= n there are;
`related_pairs` counts these without meeting them.

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
