"""Shut the Box, exactly: its rules as data, one player's turn, and players in order.

**The game.** Tiles with numbers (usually 1 to 9) stand open. Roll the dice and shut open tiles
whose numbers add up to the total; go on until no set of tiles fits, or all are shut. The score is
what stays open, and low is good.

Each module builds on those above it:

===============  ===================================================================
`rules`          `Rules`: tiles, dice, one-die rule, score; the names of house rules
`notation`       positions, scores and rolls as text
`board`          the positions within reach, and what every roll allows there
`play`           optimal values, the best moves, the distribution of the score
`match`          players in order, who know the scores so far
`numbering`      the nodes of the decision process that a certificate is about
`certificate`    certificates of one player's turn and of a match
`questions`      `TurnQuestion`, `MatchQuestion`: a value with its certificate
`model`          a turn for the general solver, `exactbox.mdp`
===============  ===================================================================

The game keeps a solver of its own: it needs nothing but the standard library, so that a question
about one position is answered in a tenth of a second.
"""

from __future__ import annotations

from exactbox.games.shutbox.answers import RuleAnswers, rule_answers
from exactbox.games.shutbox.board import Board
from exactbox.games.shutbox.game import ShutTheBox
from exactbox.games.shutbox.match import Match
from exactbox.games.shutbox.model import turn_model
from exactbox.games.shutbox.notation import position_of, roll_of, score_of, tiles_of
from exactbox.games.shutbox.questions import MatchQuestion, TurnQuestion
from exactbox.games.shutbox.rules import Rules
from exactbox.games.shutbox.words import rules_named

__all__ = [
    "Board",
    "Match",
    "MatchQuestion",
    "RuleAnswers",
    "Rules",
    "ShutTheBox",
    "TurnQuestion",
    "position_of",
    "roll_of",
    "rule_answers",
    "rules_named",
    "score_of",
    "tiles_of",
    "turn_model",
]
