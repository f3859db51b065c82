"""Shut the Box, exactly: alone or against others, by the classic rule or any house rule.

**The game.** Tiles with numbers (usually 1 to 9) stand open. Roll the dice and shut a set of open
tiles whose sum is the total; go on until no set fits, or all tiles are shut. What stays open is
your score, and low is good. The classic rule here: two dice, but one when the open tiles add up to
at most 6; two players, player two knows the score to beat; who shuts the box wins at once; a tie
is half a win. The program is called `ShutTheBox`, which is `exactbox shutbox`.

**A player asks** which tiles to shut: the open tiles, the score to beat (for player two), and the
total rolled.

    $ ShutTheBox --one --move 146789 9
    [9]
    $ ShutTheBox --two --move 13456789 17 12
    [3, 9]
    $ ShutTheBox --advise 146789 9
    [9]              0.408583919778  ~ 497949182256563/1218719480020992  best
    [1, 8]           0.219159161960  ~ 50080038732427/228509902503936
    $ ShutTheBox --advise 12 6
    no move fits: 6 ends the turn, with score 3

The numbers are expected wins under optimal play of both. Of equally good moves the first is the
one that leaves the lowest score, then the one that shuts the higher tile where they differ;
`--all` prints them all.

**A teacher asks** what the rule makes of the game. Without a question there is a table, with the
exact distribution of the final score; `--objective` asks for one value.

    $ exactbox shutbox
    tiles 1 2 3 4 5 6 7 8 9; dice d6 d6; one die when the open sum is at most 6; scored by sum
      greatest probability to shut the box     0.097613716170
        ~ 956177159/9795520512
      least expected score                     11.021120546223
        ~ 431830449503/39182082048
      greatest expected sum shut               33.978879453777
        ~ 1331363242657/39182082048
      expected wins of the first of 2 players  0.502810354402
        ~ 385966166402467778845/767617776808101937152
    final scores when the expected score is least:
       0  0.097187146521  ~ 1269331583/13060694016
       1  0.026763599844  ~ 1048653565/39182082048
    ...
    $ exactbox shutbox --rule above=6 --objective shut
    0.074223
    $ exactbox shutbox --rule "above=6?" --objective shut
    0.097614

So with one die as soon as 7, 8 and 9 are shut, having to take it (0.074) is much worse than being
allowed to (0.098). Where the sum has to be at most 6, the choice is worth nothing: one die shows
each total up to 6 with probability 1/6, two dice with at most 5/36, and no higher total fits.

**Who plays without a computer** takes a sheet: the best move for every position and every roll, as
HTML for two printed pages, or as a table with commas. A score to beat stands after its name.

    $ exactbox shutbox --sheet sheet.html
    0.502810
    sheet.html: the sheet
    $ exactbox shutbox --two --sheet facing-17.csv 17
    0.788031
    facing-17.csv: the sheet
    $ head -n 5 facing-17.csv
    open,dice,1,2,3,4,5,6,7,8,9,10,11,12
    1,1,1,end,end,end,end,end,,,,,,
    12,1,1,2,12,end,end,end,,,,,,
    123,1,1,2,3,13,23,123,,,,,,
    1234,2,,2,3,4,14,24,34,134,234,1234,end,end

With 1, 2, 3 and 4 open two dice are rolled, and a 7 shuts 3 and 4; a 1 cannot be rolled, and an 11
ends the turn.

**A student asks** why to trust that. All values are computed in whole numbers, without rounding;
the independent checker has seen a value where it was asked to, which takes a certificate:

    $ exactbox certify shutbox --rule two-dice --objective shut
    Shut the Box: greatest probability to shut the box; tiles 1 2 3 4 5 6 7 8 9; dice d6 d6; ...
      exactly   466473281/6530347008
      decimal   0.071431622306
      process   4,425 decisions, 555 rolls and ends of a turn; several best moves in 39 decisions
    proof: 16,230 bytes, checked: VALID
      question  62eeeac0b0929261003a81e1afb656047421af181854af5252298c15e81dd5fe
      proof     9d20c401c6887cc6e32cb06878e26f7c13fb3dd5542e6503bd80b1804e75ed14

`--certificate FILE`, here or after `exactbox shutbox`, writes the proof.

**To look at.** `--plot` draws the distribution of the final score under optimal play, with the
exact numbers in text (matplotlib: `pip install 'exactbox[plot]'`); so does `.plot()` of a question.

    $ exactbox shutbox --objective score --plot scores.svg
    11.021121
    scores.svg: the picture

**More players, other rules.** `--players 3` plays with more; `--ties` says what a tie is worth;
`--objective shut`, `score` or `beat` asks about one player alone.

    $ exactbox shutbox --players 3 --one --expect 123456789 --exact
    0.340886
    1708796341196387882210103885467/5012810452066400275439567241216
    $ exactbox shutbox --rule unlucky-7,missionary --objective score --exact
    4.926960
    289572835541/58773123072

Each of several players maximises their own share. With ties that are lost, or with three players,
equally good moves of the later ones are worth different shares to the earlier; the question
therefore fixes the order of moves above, then all dice before fewer. `--tie-breaks` prints, for
two players, what other orders could make of it:

    $ exactbox shutbox --ties lose --expect 123456789 --tie-breaks
    value    0.487511
    least    0.487380
    greatest 0.487527

| option | what it says |
| --- | --- |
| `--expect TILES [SCORE]` | the value of a position |
| `--move TILES [SCORE] ROLL` | the best tiles to shut; `--all` of equally good ones |
| `--advise TILES [SCORE] ROLL` | every legal move and its value; a ROLL is 9, or 4+5 or 4 5 |
| `--scores TILES [SCORE]` | the distribution of the final score |
| `--one`, `--two`, `--turn K` | whose turn it is; all but player one need the SCORE to beat |
| `--objective` | `wins`; of one player alone `shut`, `score`, `beat` |
| `--tiles`, `--dice`, `--sides` | `--tiles 12` (then `1,2,12`), or a list; `--sides 4,6` |
| `--rule WORDS` | the rule in words, which `--rule` alone lists; how they are read: `rules` |
| `--players`, `--ties`, `--holders`, `--play-on` | the match |
| `--double-stake` | two players: the loser pays two stakes to who has shut the box, else one |
| `--digits N`, `--exact`, `--json` | how numbers are printed |
| `--sheet FILE.html`, `FILE.csv` | the best move for every position and roll |
| `--plot FILE` | draw the final scores: `.png` or `.svg` |
| `--certificate FILE` | prove the value, have it checked, write the proof |

**From Python:**

>>> from exactbox.games.shutbox import ShutTheBox
>>> for tiles, wins in ShutTheBox().advise("146789", 9):
...     print(tiles, wins)
[9] 497949182256563/1218719480020992
[1, 8] 50080038732427/228509902503936
>>> ShutTheBox(tiles=4, dice=[6]).sheet(goal="score")
Sheet(15 positions; Shut the Box: least expected score; tiles 1 2 3 4; dice d6; scored by sum)
>>> print(ShutTheBox(tiles=6, dice=[6]).question(goal="shut"))
Shut the Box: greatest probability to shut the box; tiles 1 2 3 4 5 6; dice d6; scored by sum
  exactly   145/1944
  decimal   0.074588477366

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
