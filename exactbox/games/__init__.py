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
printed. Each game's page has the rules, examples, the options and the sources:
`help("exactbox.games.flip")`.

**A game of your own: Pig in ten lines.** Two players take turns. Roll a die as often as you like:
2 to 6 is added to the turn's total, which you score by holding; a 1 loses it, and the turn ends.
The first to have 20 wins. `Model.explore` takes the rules as functions; a state is anything that
can be hashed, here the player, their score, the other's, and the turn's total.

>>> def over(s):
...     return s[1] + s[3] >= 20
>>> def actions(s):
...     return ["end"] if over(s) else ["roll", "hold"] if s[3] else ["roll"]
>>> def outcomes(s, action):
...     who, own, other, turn = s
...     if action == "roll":
...         added = {(who, own, other, turn + k): "1/6" for k in range(2, 7)}
...         return {(3 - who, other, own, 0): "1/6"} | added
...     return {(3 - who, other, own + turn, 0): 1} if action == "hold" else None

The exact probability that the first player wins, when both play optimally, and its certificate,
which the checker verifies:

>>> from exactbox.certificate import proved
>>> from exactbox.mdp import Model, reach
>>> pig = Model.explore((1, 0, 0, 0), actions, outcomes, player=lambda s: s[0],
...                     labels={"first wins": lambda s: s[0] == 1 and over(s)})
>>> answer = reach(pig, "first wins", "max")
>>> answer.value, answer.decimal(6)
(Fraction(15116544, 24557443), '0.615559')
>>> proved(answer).claim.value == answer.value
True

``answer.save("pig.json")`` writes it. What to do in a state: the policy has the action's number,
and ``pig.valuations`` are the states' texts. So near to the goal one rolls on, even with 18:

>>> state = (1, 0, 0, 18)
>>> actions(state)[answer.policy[pig.valuations.index(str(state))]]
'roll'

The game that people play is to 100, and has 1,078,110 states. The first player wins with
probability 0.5306, a fraction of some 41,700 characters: `reach` takes a minute and a half and 1.7
GB. Bounds, which are proved as well, take half a minute:

>>> from exactbox.mdp import reach_enclosure
>>> reach_enclosure(pig, "first wins", "max").decimal()
'[0.61555854980503, 0.61555854980505]'

Rules in which chance is seen before the move need no states' names: `Model.from_choices` takes the
choices (a cost, and the probabilities of states), and the choices that each state has, which
states may share. Here a toss of a coin costs 1; after tails you may stop for a fee of 1/2, or toss
again. A choice without branches ends the play:

>>> from exactbox.mdp import total_until_end
>>> toss, won, stopped = (1, [("1/2", 0), ("1/2", 1)]), (0, []), ("1/2", [])
>>> answer = total_until_end(Model.from_choices([toss, won, stopped], [[1], [0, 2]], start=0))
>>> answer.value, [str(answer.q_value(choice)) for choice in range(3)]
(Fraction(5, 4), ['5/4', '0', '1/2'])

Source: Neller, Presser, *Optimal Play of the Dice Game Pig*, The UMAP Journal 25, 2004 (Pig to
100).
"""

from exactbox.late import attach

__getattr__, __dir__, __all__ = attach(__name__)
