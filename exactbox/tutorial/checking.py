"""A model checker's day.

**A model.** Gymnasium's FrozenLake, 4 x 4 cells, is a Markov decision process: in each cell one
chooses a direction, and slips to either side with probability 1/3. The file is written by hand or
by `exactbox.from_gymnasium`; models of Storm and PRISM are read as they are.

    $ exactbox examples frozen-lake.json retry.drn
    ...
    $ exactbox solve frozen-lake.json --prop 'Pmax=? [F "goal"]'
    frozen-lake.json: greatest probability to reach goal, from state 0
      exactly   14/17
      decimal   0.823529411765
      model     16 states, 64 choices
      ...

The answer is a fraction: policy iteration in floating point proposed a policy, its equations were
solved over the rationals, and no other choice is better in any state, however slightly.

**Thresholds and bounds on steps** are properties as PRISM and Storm write them. A message is sent
directly, or by a relay that costs more and fails less. Does it arrive within two steps with
probability 0.9 or more, however it is sent?

    $ exactbox solve retry.drn --prop 'P>=0.9 [F<=2 "done"]'
    retry.drn: whether the least probability to reach done within 2 steps is >= 9/10, from state 0
      answer    false
      exactly   21/25
      ...

**The policy**, and what another one is worth. The file has a line a state:

    $ exactbox solve retry.drn --min-cost done --policy best.txt --certificate proof.json
    retry.drn: least expected reward until done, from state 0
      exactly   5/3
      ...
    $ cat best.txt
    # least expected reward until done
    # state action  value
    0       direct  5/3
    1       stop    0
    $ sed s/direct/relay/ best.txt > relay.txt
    $ exactbox solve retry.drn --min-cost done --evaluate relay.txt
    ...

**The proof** is checked by a program that shares no code with the solver. VALID says what was
proved; whether that is the question that was meant is checked against the model's own file:

    $ exactbox check proof.json --against retry.drn --min-cost done
    VALID "proof.json": ...
    SAME QUESTION "retry.drn": ...
    $ exactbox check proof.json --against retry.drn --max-cost done
    VALID "proof.json": ...
    ANOTHER QUESTION "retry.drn": sense: the proof has "min", yours has "max"

From Python:

>>> import exactbox
>>> retry = exactbox.Model.from_lists(
...     [[[("3/5", 1), ("2/5", 0)], [("9/10", 1), ("1/10", 0)]], [[(1, 1)]]],
...     labels={"done": [1]}, rewards={"cost": [[1, 2], [0]]})
>>> best = exactbox.cost(retry, "cost", "done", "min")
>>> best.values, best.policy
(Values(5/3, 0), array([0, 0]))
>>> exactbox.check_certificate(best.certificate()).value
Fraction(5, 3)

**Large ones** take ``--jobs N``, show how far they are, and refuse what would not fit into memory
before the work; ``--enclosure`` proves bounds where exact values would be too long.

See Also
--------
exactbox.formats : files that are read and written.
exactbox.properties : the property language.
exactbox.check : what VALID means, and how to read the checker.
"""
