"""Weakenings that nothing can notice. A proof stands beside each condition, in the source."""

REDUNDANT = {
    # a choice that ends the play has one branch, and takes one of these
    "bounded.py: announce: one more sign: (-1,) -> (-1, 0)",
    "bounded.py: announce: one more sign: (-1,) -> (-1, 1)",
    # added in layer 0, which is proved and not worked out, and taken off again in layer 1
    "bounded.py: announce: operand dropped: circles and (not spent) and (t in p.goal.states) and "
    "(not b.clipped) -> circles and (not spent) and (t in p.goal.states)",
    # no goal is looked at where total rewards are asked for; and what products cost
    "bounded.py: ByLayers._process: turned round: False -> True",
    "bounded.py: ByLayers._process: turned round: True -> False",
    # lock: from the empty string the rules lead to strings of Q alone, which are not keys
    "lock.py: replay: operand dropped: new_x == 'Q' + new_y + 'Q' and (new_y != '' or empty) -> "
    "new_x == 'Q' + new_y + 'Q'",
    "lock.py: replay: operand dropped: new_y != '' or empty -> new_y != ''",
    "lock.py: replay: operand dropped: x != '' and new_x == rule + x and (new_y == image(rule, y))"
    " -> new_x == rule + x and new_y == image(rule, y)",
    # the same is found faster
    "matrices.py: times: always: (terms[block], 1) if one else x.cofactors.add_up(terms, block) -> "
    "x.cofactors.add_up(terms, block)",
    # no key has one letter
    "lock.py: search: the first skipped: range(1, longest + 1) -> list(range(1, longest + 1))[1:]",
    # what products cost
    "process.py: Process.__init__: turned round: max(abs(p), q) -> min(abs(p), q)",
    "timed.py: divide: operand dropped: p.long or longest > LONG -> longest > LONG",
    "timed.py: divide: operand dropped: p.long or longest > LONG -> p.long",
    "timed.py: divide: relation: longest > LONG -> longest >= LONG",
    # one end of the play takes one weight of these
    "process.py: Process.weights: one more sign: (1,) -> (1, 0)",
    "process.py: Process.weights: one more sign: (1,) -> (1, -1)",
    # the same is found with longer numbers; and what quotients cost
    "rationals.py: Values.scale: turned round: min(SHARED, SHARED_BITS // len(self.block)) -> "
    "max(SHARED, SHARED_BITS // len(self.block))",
    "rationals.py: Values.leads: always: zip(self.numerator, self.block) if long else () -> ()",
    # a quotient in pieces of any length is the same
    "rationals.py: divided: turned round: max(PIECE, length // 32) -> min(PIECE, length // 32)",
    # long decimal numbers are refused where they are read; here, since Python is slow with them
    "reading.py: decode: always: None if limit else _short -> _short",
    "reading.py: _short: always: int(text) if len(text) < 19 else _no_number(text) -> int(text)",
    # what is refused here would be so a few lines further down, without a word what to do
    "reading.py: check_opening: never refuses: raw.startswith(b'{\"certificate\":1,') -> False",
    "reading.py: check_opening: never refuses: re.match(b'{\"certificate\":[0-9]+,', raw) -> False",
}
