"""Recipes: questions that are asked often, each in some lines that run.

A patrol with a battery: constrained decision processes
--------------------------------------------------------

A robot patrols with a battery that is full, half full or flat. To walk checks one room and takes
half a charge every second time, to run checks two and takes it always; half full it may go to its
dock, and where it is flat it has to be carried there. After each step the shift is over with
probability 1/10. How many rooms does it check, where on the average it may be carried half a time
a shift at most? Rewards under bounds on other rewards are what is called a constrained process.

>>> from fractions import Fraction
>>> from exactbox import Model, linprog, trade_off
>>> stay, over = "9/20", ("1/10", 3)
>>> walk = [[(stay, 0), (stay, 1), over], [(stay, 1), (stay, 2), over]]
>>> run = [[("9/10", 1), over], [("9/10", 2), over]]
>>> dock = [("9/10", 0), over]
>>> patrol = Model.from_lists(
...     [[walk[0], run[0]], [walk[1], run[1], dock], [dock], [[(1, 3)]]],
...     actions=[["walk", "run"], ["walk", "run", "dock"], ["carried"], ["rest"]],
...     labels={"over": [3]},
...     rewards={"rooms": [[1, 2], [1, 2, 0], [0], [0]], "carried": [[0, 0], [0, 0, 0], [1], [0]]})
>>> rooms = trade_off(patrol, ['R{"rooms"}max=? [F "over"]', 'R{"carried"}<=1/2 [F "over"]'])
>>> print(rooms)  # doctest: +ELLIPSIS
R{"rooms"}max=? [ F "over" ] under R{"carried"}<=1/2 [ F "over" ]
  exactly   ...
  policy    2 of a product with 4 nodes, drawn once with probabilities ...
  proof     .save("proof.json") checks the certificate and writes it

Each policy is deterministic, and one of them is drawn before the shift. The textbooks' way (Altman,
*Constrained Markov decision processes*, 1999) is a linear program: x(c) is how often choice c is
taken on the average, and what flows into a state flows out of it. Its optimum is the same fraction,
found and proved by other means.

>>> choices = [(s, c) for s, own in enumerate(((0, 1), (2, 3, 4), (5,))) for c in own]
>>> flows = [[0] * 6 for _ in range(3)]
>>> for s, c in choices:
...     flows[s][c] += 1
...     for k in range(*patrol.branch_start[c : c + 2]):
...         if patrol.target[k] < 3:
...             p = Fraction(int(patrol.weight[k]), int(patrol.denominator[c]))
...             flows[patrol.target[k]][c] -= p
>>> program = linprog(
...     [1, 2, 1, 2, 0, 0], A_ub=[[0, 0, 0, 0, 0, 1]], b_ub=["1/2"],
...     A_eq=flows, b_eq=[1, 0, 0], maximize=True)
>>> program.fun == rooms.value
True

The whole curve, from no carrying at all to as many rooms as there can be:

>>> curve = trade_off(patrol, ['R{"rooms"}max=? [F "over"]', 'R{"carried"}min=? [F "over"]'])
>>> for vertex in curve.vertices:
...     print(*vertex)
200/19 0
3800/271 810/271
"""
