"""Shut the Box, exactly: alone or against others, by the classic rule or any house rule.

**The game.** Tiles with numbers (usually 1 to 9) stand open. Roll the dice and shut a set of open
tiles whose sum is the total; go on until no set fits, or all tiles are shut. What stays open is
your score, and low is good. The classic rule here: two dice, but one when the open tiles add up to
at most 6; two players, player two knows the score to beat; who shuts the box wins at once; a tie
is half a win. The program is called `ShutTheBox`, which is `exactbox shutbox`.

>>> from exactbox.games.shutbox import ShutTheBox
>>> for tiles, wins in ShutTheBox().advise("146789", 9):
...     print(tiles, wins)
[9] 497949182256563/1218719480020992
[1, 8] 50080038732427/228509902503936

``exactbox shutbox --help`` shows the options, ``exactbox help shutbox --manual`` examples.

The modules, each building on those above it:

| module | what it has |
| --- | --- |
| `rules` | `Rules`: tiles, dice, one-die rule, score; how rules in print are read |
| `words` | rules in words, and which of them contradict one another |
| `notation` | positions, scores and rolls as text |
| `board` | the positions within reach, and what every roll allows there |
| `play` | optimal values, the best moves, the distribution of the score |
| `scores_picture` | what is drawn of that distribution |
| `match` | players in order, who know the scores so far |
| `numbering` | the nodes of the decision process that a certificate is about |
| `certificate` | certificates of one player's turn and of a match |
| `questions` | `Question`: a value with its certificate |
| `answers` | the table of a rule |
| `sheet` | `Sheet`: the best move for every position and roll, as HTML and CSV |
| `game` | `ShutTheBox`: the game, to be asked about any position |
| `model` | a turn for the general solver, `exactbox.mdp` |
| `atlas` | every combination of tiles, rules, players and ties, in one table |
| `atlas.toml` | which tiles, words of rules, players and ties |

The game keeps a solver of its own: it needs nothing but the standard library, so that a question
about one position is answered in a tenth of a second.

Sources: Wikipedia, *Shut the box* (the house rules); D. Hathaway, *Double Shutter: Shut the Box
winning strategy*; possiblywrong.wordpress.com, *Analysis of Shut the Box*, 2013 (two players).
"""

from exactbox.late import attach

__getattr__, __dir__, __all__ = attach(__name__)
