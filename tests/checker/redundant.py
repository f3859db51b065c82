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
    # where a bool is true it is above 0
    "bounded.py: worked_out: one side: active[s] -> active[s] > 0",
    "bounded.py: worked_out: one side: active[s] -> active[s] > 0 (#2)",
    # otherwise nothing comes in from outside
    "bounded.py: announce: always: used if p.goal.ended or circles or b.gain else () -> used",
    # integers tell themselves apart, in time that is quadratic where their hashes are one
    "budget.py: key: always: n if -HASHED < n < HASHED else f'{int(n):x}' -> n",
    # keys are sorted in canonical bytes
    "claim.py: set_sha256: turned round: True -> False",
    # branch 0 is after no other, and the end of the last choice begins none
    "process.py: read_layout: partial [1:]: {*begin} -> set(list({*begin})[1:])",
    "process.py: read_layout: partial [:-1]: {*begin} -> set(list({*begin})[:-1])",
    # the same set, which is looked for where it is known to be empty, too
    "process.py: Process.pick: partial [1:]: {*begin} -> set(list({*begin})[1:])",
    "process.py: Process.pick: partial [:-1]: {*begin} -> set(list({*begin})[:-1])",
    # which state a refusal names
    "property.py: compared: partial [1:]: {*states} -> set(list({*states})[1:])",
    "property.py: compared: partial [1:]: {*true} -> set(list({*true})[1:])",
    # the same is found faster
    "reading.py: rationals: never: (n, 1) if type(n) is int and 0 <= n < SMALL else "
    "rational(n, f'{what}: entry {k}', budget) -> rational(n, f'{what}: entry {k}', budget)",
    # what other processes would cost
    "step.py: Step.signs_by_all: partial [1:]: {known.block[k] for c in block[:1] for k in "
    "row(c).places} -> set(list({known.block[k] for c in block[:1] for k in row(c).places})[1:])",
    "step.py: Step.signs_by_all: partial [:-1]: {known.block[k] for c in block[:1] for k in "
    "row(c).places} -> set(list({known.block[k] for c in block[:1] for k in row(c).places})[:-1])",
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
