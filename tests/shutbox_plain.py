"""Shut the Box a second time: rules and matches written out plainly, with sets and fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

from exactbox.games.shutbox import Rules, rules_named

HALF = Fraction(1, 2)


def box(n, *words, dice=(6, 6)):
    """Tiles 1 to n under these rules."""
    return rules_named(words, Rules(tiles=tuple(range(1, n + 1)), dice=dice))


class Plain:
    """Turns with positions as sets of (row, column), by going through all rolls and all subsets."""

    def __init__(self, rules):
        self.rules = rules
        rows = [rules.tiles, rules.behind]
        self.number = {(r, i): n for r, row in enumerate(rows) for i, n in enumerate(row)}
        self.full = frozenset(self.number)
        self.turns = {}

    def mask(self, position):
        n = len(self.rules.tiles)
        return sum(2 ** (row * n + i) for row, i in position)

    def score(self, position):
        numbers = [self.number[tile] for tile in sorted(position)]
        if self.rules.score == "digits":
            return int("".join(map(str, numbers)) or 0)
        if self.rules.score == "count":
            return len(numbers)
        double = [self.number[t] for t in position if t[0] == 0 and self.rules.behind]
        return sum(numbers) + sum(double)

    def legal(self, position, faces):
        """What the roll can lead to."""
        rules, after = self.rules, []
        twice = rules.doubles and len(faces) > 1 and len({*faces}) == 1
        total = sum(faces) * (2 if twice else 1)
        if total == rules.stop:
            return []
        for size in range(1, len(position) + 1):
            for shut in combinations(sorted(position), size):
                left = position - set(shut)
                if any(r and (0, i) in left for r, i in shut):
                    continue  # behind a tile that stands
                if rules.single:
                    seen = (0, shut[0][1]) not in position or shut[0][0] == 0
                    if size > 1 or not seen or self.number[shut[0]] not in (*faces, total):
                        continue
                elif rules.each:
                    if {self.number[tile] for tile in shut} not in ({*faces}, {total}):
                        continue
                elif sum(self.number[tile] for tile in shut) != total:
                    continue
                if rules.most and size > rules.most:
                    continue
                must = [rules.tiles.index(rules.first)] if rules.first else []
                if position == self.full and any((0, i) not in shut for i in must):
                    continue
                after.append(left)
        return sorted(after, key=lambda p: (self.score(p), self.mask(p)))

    def dice(self, position):
        rules = self.rules
        shown = [self.number[r, i] for r, i in position if r == 0 or (0, i) not in position]
        if rules.one_die == "never" or len(rules.dice) == 1:
            return [rules.dice]
        if rules.one_die == "sum" and sum(shown) > rules.limit:
            return [rules.dice]
        if rules.one_die == "above" and any(n > rules.limit for n in shown):
            return [rules.dice]
        return [rules.dice, rules.dice[:1]] if rules.choice else [rules.dice[:1]]

    def turn(self, position):
        """For each choice of dice, the options of every roll, equally likely."""
        if position not in self.turns:
            self.turns[position] = [
                [self.legal(position, roll) for roll in product(*(range(1, s + 1) for s in dice))]
                for dice in (self.dice(position) if position else [])
            ]
        return self.turns[position]

    def decisions(self, start):
        """Everything to decide, as {(position, ...): number of options}."""
        found, fresh = {}, [start]
        for position in fresh:
            if position in found:
                continue
            found[position] = len(self.turn(position)) or 1
            for d, rolls in enumerate(self.turn(position)):
                for options in rolls:
                    fresh += options
                    found[position, d, tuple(self.mask(q) for q in options)] = len(options) or 1
        return found

    def value(self, position, pay, policy):
        """What the policy expects from here."""
        known = {}

        def of(p):
            if p not in known:
                throws = self.turn(p)
                if not throws:
                    known[p] = Fraction(pay(self.score(p)))
                else:
                    d = policy[p]
                    total = Fraction(0)
                    for options in throws[d]:
                        k = policy[p, d, tuple(self.mask(q) for q in options)]
                        total += of(options[k]) if options else pay(self.score(p))
                    known[p] = total / len(throws[d])
            return known[p]

        return of(position)

    def best(self, position, pay, held=None):
        """V, and the expectation of `held` under the first of the best options: recursion."""
        known = {}

        def of(p):
            if p not in known:
                throws = []
                for rolls in self.turn(p):
                    ends = (Fraction(pay(self.score(p))), Fraction(held(self.score(p))))
                    picks = [
                        max((of(q) for q in options), key=lambda pair: pair[0]) if options else ends
                        for options in rolls
                    ]
                    throws.append(tuple(sum(column) / len(rolls) for column in zip(*picks)))
                ends = Fraction(pay(self.score(p))), Fraction(held(self.score(p)))
                known[p] = max(throws, key=lambda pair: pair[0]) if throws else ends
            return known[p]

        held = held or (lambda score: 0)
        return of(position)


def share_of_the_first(plain, players, ties, at_once, start=None):
    """The first player's expected share, by recursion over players, in fractions."""
    step = 0 if ties == "earlier" else 1
    known = {}

    def holder(player, b, m):
        if player == players:
            return Fraction(1, m) if ties == "share" else Fraction(m == 1)
        return stage(player, b, m)[1] if b or not at_once else Fraction(1)

    def stage(player, b, m):
        if (player, b, m) not in known:

            def pay(s):
                if m == 0 or s < b:
                    return holder(player + 1, s, 1)
                return step * holder(player + 1, b, m + step) if s == b else 0

            def held(s):
                if m == 0 or s < b:
                    return 0
                return holder(player + 1, b, m + step if s == b else m)

            first = plain.full if player or start is None else start
            known[player, b, m] = plain.best(first, pay, held)
        return known[player, b, m]

    return stage(0, -1, 0)[0]


def gain_of_the_first(plain, ties, at_once, start=None):
    """The first of two players' expected gain in stakes, by recursion over signed payments."""
    drawn = {"share": (0, 0), "lose": (-1, -1)}

    def payments(first, second):
        """What the first and the second player gain."""
        if first == second and ties in drawn:
            return drawn[ties]
        stakes = 2 if min(first, second) == 0 else 1
        return (stakes, -stakes) if first <= second else (-stakes, stakes)

    known = {}

    def first(b):
        if b == 0 and at_once:
            return 2
        if b not in known:
            pay, held = (lambda s: payments(b, s)[1]), (lambda s: payments(b, s)[0])
            known[b] = plain.best(plain.full, pay, held)[1]
        return known[b]

    return plain.best(plain.full if start is None else start, first)[0]


RULE_KEYS = {*Rules(each=True, doubles=True).statement()} - {"rule"}


def truth(certificate):
    """The value that a well-formed certificate's question has, by the rules written out above."""
    question = certificate["question"]
    model = question if certificate["kind"] == "match" else question["model"]
    rules = Rules(**{key: model[key] for key in RULE_KEYS & model.keys()})
    plain = Plain(rules)
    n = len(rules.tiles)
    start = frozenset(t for t in plain.full if model["start"] >> (t[0] * n + t[1]) & 1)
    if certificate["kind"] == "match":
        parts = model["players"], model["ties"], bool(model["at_once"])
        if "double_stake" in model:
            return gain_of_the_first(plain, *parts[1:], start)
        return share_of_the_first(plain, *parts, start)

    def pay(s):
        if model["goal"] == "beat":
            tie = model["tie"] if isinstance(model["tie"], list) else [model["tie"]]
            return int(s < model["best"]) + Fraction(*tie) * (s == model["best"])
        return s if model["goal"] == "score" else int(s == 0)

    sign = 1 if question["sense"] == "max" else -1
    return sign * plain.best(start, lambda s: sign * pay(s))[0]
