"""Trade-offs by brute force: every deterministic policy of the product, in Fractions.

Shares no code with the package: the product is built by recursion, a policy is evaluated by
elimination, and the convex hull of two objectives by turning along it.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

OPEN, WON, LOST = range(3)


class Play:
    """A process, as lists: states of actions of (probability, target); an empty action ends."""

    def __init__(self, actions, start, objectives):
        """Objectives are dicts: untils (goal, stay, steps, ended), or reward of (state, action),
        with goal, steps; sense and complement."""
        self.actions, self.objectives = actions, objectives
        self.untils = [u for o in objectives for u in o.get("untils", ())]
        steps = [u["steps"] for u in self.untils] + [o.get("steps") for o in objectives]
        self.most = max([k for k in steps if k is not None], default=0)
        self.place, n = [], 0
        for o in objectives:
            self.place.append(range(n, n + len(o.get("untils", ()))))
            n += len(o.get("untils", ()))
        status = self.come((OPEN,) * n, start, 0)
        self.at_once = self.won((OPEN,) * n, status)
        self.start = start, status, 0
        self.nodes = [self.start]
        for node in self.nodes:
            for a in range(len(actions[node[0]])):
                self.nodes += [m for _, m in self.follow(node, a) if m not in self.nodes]

    def come(self, status, t, k):
        out = []
        for u, now in zip(self.untils, status):
            if now == OPEN:
                if t in u["goal"]:
                    now = WON
                elif (u["stay"] is not None and t not in u["stay"]) or (
                    u["steps"] is not None and k >= u["steps"]
                ):
                    now = LOST
            out.append(now)
        return tuple(out)

    def follow(self, node, a):
        s, status, k = node
        k = min(k + 1, self.most)
        return [(p, (t, self.come(status, t, k), k)) for p, t in self.actions[s][a]]

    def won(self, before, now):
        return [
            int("reward" not in o and all(now[i] == WON for i in place)
                and any(before[i] != WON for i in place))
            for o, place in zip(self.objectives, self.place)
        ]  # fmt: skip

    def pay(self, node, a):
        s, status, k = node
        outcomes = [(p, m[1]) for p, m in self.follow(node, a)]
        if not outcomes:
            outcomes = [(1, self.ended(status))]
        pay = [Fraction(0)] * len(self.objectives)
        for p, now in outcomes:
            for i, w in enumerate(self.won(status, now)):
                pay[i] += p * w
        for i, (o, place) in enumerate(zip(self.objectives, self.place)):
            if "reward" in o:
                counts = all(status[j] == OPEN for j in place)
                counts &= o.get("steps") is None or k < o["steps"]
                pay[i] = Fraction(o["reward"][s][a]) * counts
        return pay

    def ended(self, status):
        return tuple(
            WON if now == OPEN and u["ended"] else now for u, now in zip(self.untils, status)
        )

    def reaches_costs(self, status):
        return all(
            status[j] == WON
            for o, place in zip(self.objectives, self.place) if "reward" in o for j in place
        )  # fmt: skip

    def points(self):
        """What every deterministic policy that counts pays, each point once."""
        found = set()
        met = self.nodes
        for choice in product(*[range(len(self.actions[n[0]])) for n in met]):
            policy = dict(zip(met, choice))
            point = self.evaluate(policy)
            if point is not None:
                found.add(tuple(point))
        return found

    def evaluate(self, policy):
        reach, rest = {self.start}, [self.start]
        edges = {}
        while rest:
            n = rest.pop()
            edges[n] = [m for _, m in self.follow(n, policy[n])]
            for m in edges[n]:
                if m not in reach:
                    reach.add(m)
                    rest.append(m)
        pays = {n: self.pay(n, policy[n]) for n in reach}

        def closure(n):
            seen, todo = {n}, [n]
            while todo:
                for m in edges[todo.pop()]:
                    if m not in seen:
                        seen.add(m)
                        todo.append(m)
            return seen

        after = {n: closure(n) for n in reach}
        for n in reach:  # bottom classes: nothing is paid, and the goals are won; or the end
            if all(n in after[m] for m in after[n]):
                if not edges[n]:
                    if not self.reaches_costs(self.ended(n[1])):
                        return None
                elif any(any(pays[m]) for m in after[n]):
                    if not self.reaches_costs(n[1]):
                        return None
                    raise ValueError("something is paid for ever")
                elif not self.reaches_costs(n[1]):
                    return None
        final = [n for n in reach if edges[n] and all(n in after[m] for m in after[n])]
        moving = [n for n in reach if n not in final]
        at = {n: i for i, n in enumerate(moving)}
        rows = []
        for n in moving:  # x = pay + P x
            row = [Fraction(0)] * len(moving) + list(pays[n])
            row[at[n]] += 1
            for p, m in self.follow(n, policy[n]):
                if m in at:
                    row[at[m]] -= p
            rows.append(row)
        for i in range(len(moving)):
            k = next(k for k in range(i, len(moving)) if rows[k][i])
            rows[i], rows[k] = rows[k], rows[i]
            rows[i] = [x / rows[i][i] for x in rows[i]]
            for j in range(len(moving)):
                if j != i and rows[j][i]:
                    rows[j] = [x - rows[j][i] * y for x, y in zip(rows[j], rows[i])]
        total = (
            rows[at[self.start]][len(moving) :] if self.start in at else [0] * len(self.objectives)
        )
        return [Fraction(a + b) for a, b in zip(self.at_once, total)]
