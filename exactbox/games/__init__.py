"""Games: from rules to exact answers, and each game's own questions.

The modules:

| room | the game | its commands |
| --- | --- | --- |
| `flip/` | turn cards over: how many turns until all are face down? | `exactbox flip` |
| `shutbox/` | Shut the Box: when to shut which tiles, alone or in a match | `exactbox shutbox` |
| `lock/` | Smullyan's Monte Carlo lock: which strings open it? | `exactbox lock` |
| `atlas/` | every variant of the first two, in one table | `exactbox atlas` |

`exactbox certify flip`, `certify shutbox` and `certify lock` prove an answer: they write a
certificate, the independent checker (`exactbox.check`) verifies it, and only then the answer is
printed. `help("exactbox.games.flip")` has a game's rules and sources, `exactbox help flip --manual`
examples.

``exactbox help pig`` shows how a game of one's own is written: as functions, in ten lines.
"""

from exactbox.late import attach

__getattr__, __dir__, __all__ = attach(__name__)
