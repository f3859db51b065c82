"""Weakenings that nothing can notice: each with its proof, here or beside the condition."""

REDUNDANT = {
    # The plain room
    # a choice that ends the play has one branch, and takes one of these
    "bounded.py: Bounded.branches: one more sign: (1,) -> (1, 0)",
    "bounded.py: Bounded.branches: one more sign: (1,) -> (1, -1)",
    # a conjunction has an until, and what has no until is a reward
    "trade_off.py: Product.__init__: operand dropped: a.reward and a.steps is None and "
    "(not a.untils) -> a.steps is None and (not a.untils)",
    "trade_off.py: Product.__init__: half of a condition on None: a.reward and a.steps is None and "
    "(not a.untils) -> a.steps is None and (not a.untils)",
    # the goal of a cost is open or won, never lost
    "trade_off.py: Product.row: relation: at_end[k] != WON -> at_end[k] < WON",
    # the kernel of `fast` does the same in less time
    "bounded.py: check: operand dropped: kernel or Layers() -> Layers()",
    "match.py: check: operand dropped: kernel or Arithmetic() -> Arithmetic()",
    # a choice that leads nowhere ends the play, so it falls
    "signed.py: check_signed_total: relation: leads_to[c] == {component[s]} -> "
    "leads_to[c] <= {component[s]}",
    # what is over 1 is over its least denominator; a greatest common divisor with d > 0 is above 0
    "linear.py: System.check_denominators: operand dropped: d == 1 or gcd(d, *row.values(), "
    "*right.values()) == 1 -> gcd(d, *row.values(), *right.values()) == 1",
    "linear.py: System.check_denominators: relation: d == 1 -> d <= 1",
    "linear.py: System.check_denominators: relation: gcd(d, *row.values(), *right.values()) == 1 "
    "-> gcd(d, *row.values(), *right.values()) <= 1",
    # all that is compared row by row has as many rows on both sides
    "linear.py: System.check_product: turned round: True -> False",
    "linear.py: product_of_pivots: relation: gcd(p, modulus) == 1 -> gcd(p, modulus) <= 1",
    "reading.py: rational: relation: gcd(p, q) == 1 -> gcd(p, q) <= 1",
    # of no denominators no block can lack a row
    "linear.py: read_matrix: relation: len(d) == 1 -> len(d) <= 1",
    # of fewer rows than n a minor of order n has one twice, whose pivot is no unit
    "statements/weights.py: check_entry: relation: s.m == s.n -> s.m <= s.n",
    # modulo 0 is never enough, D 0 > 2 H; a modulus below 1 is refused before
    "statements/determinant.py: check_determinant: relation: modulus > 0 -> modulus >= 0",
    "statements/determinant.py: check_determinant: relation: modulus == 1 -> modulus <= 1",
    # lock: from the empty string the rules lead to strings of Q alone, which are not keys
    "lock.py: replay: operand dropped: new_x == 'Q' + new_y + 'Q' and (new_y != '' or empty) -> "
    "new_x == 'Q' + new_y + 'Q'",
    "lock.py: replay: operand dropped: new_y != '' or empty -> new_y != ''",
    "lock.py: replay: operand dropped: x != '' and new_x == rule + x and (new_y == image(rule, y))"
    " -> new_x == rule + x and new_y == image(rule, y)",
    # no key has one letter
    "lock.py: search: the first skipped: range(1, longest + 1) -> list(range(1, longest + 1))[1:]",
    # a natural number is not below 0, nor is a list below an empty one
    "match.py: Match.check_stage: relation: m == 0 -> m <= 0",
    "match.py: Match.check_stage: relation: given['held'] == [] -> given['held'] <= []",
    # branch 0 is after no other, and the end of the last choice begins none
    "model.py: read_layout: partial [1:]: {*begin} -> set(list({*begin})[1:])",
    "model.py: read_layout: partial [:-1]: {*begin} -> set(list({*begin})[:-1])",
    # which choice or state a refusal names
    "process.py: Policy.read_values: turned round: min(wrong) -> max(wrong)",
    "property.py: compared: partial [1:]: {*states} -> set(list({*states})[1:])",
    "property.py: compared: partial [1:]: {*true} -> set(list({*true})[1:])",
    # where p A >= v in all columns and A q <= v in all rows, each column that q mixes has v
    "program.py: check_game: tolerance, refuses less: s.dot({j: 1}, w['columns']) > 0 -> "
    "s.dot({j: 1}, w['columns']) > 0 and (not is_near(s.dot({j: 1}, w['columns']), 0))",
    # nothing is above what is infinite
    "process.py: Policy.check_values: relation: worth == inf -> worth >= inf",
    # one end of the play takes one weight of these
    "process.py: Process.q_value: one more sign: (1,) -> (1, 0)",
    "process.py: Process.q_value: one more sign: (1,) -> (1, -1)",
    # what is refused here would be so a line further down, without a word what to do
    "reading.py: check_opening: not called: need(version, 'not a certificate: need "
    '{"certificate":2, as its first bytes\') -> pass',
    "reading.py: check_opening: not called: need(version != b'1', 'version 1: make it anew, or "
    "check it with the checker of exactbox 0.1.0') -> pass",
    # a die without faces has no weights, whose greatest common divisor is 0; others have it above 0
    "rules/flip.py: read_dice: operand dropped: faces and faces == sorted(set(faces)) and "
    "(0 not in faces) -> faces == sorted(set(faces)) and 0 not in faces",
    "rules/flip.py: read_dice: relation: math.gcd(*weights) == 1 -> math.gcd(*weights) <= 1",
    # The fast room
    # states that are not in the order are never worked out
    "fast/bounded.py: FastLayers.last: partial [1:]: {*range(p.states)} -> "
    "set(list({*range(p.states)})[1:])",
    "fast/bounded.py: FastLayers.last: partial [:-1]: {*range(p.states)} -> "
    "set(list({*range(p.states)})[:-1])",
    # otherwise nothing comes in from outside
    "fast/bounded.py: announce: always: used if p.goal.ended or cycles or any(b.gain) else () -> "
    "used",
    # added in layer 0, which is proved and not worked out, and taken off again in layer 1
    "fast/bounded.py: announce: operand dropped: cycles and (not spent) and (t in p.goal.states) "
    "and (not b.clipped) -> cycles and (not spent) and (t in p.goal.states)",
    # integers tell themselves apart, in time that is quadratic where their hashes are one
    "fast/budget.py: key: always: n if -HASHED < n < HASHED else f'{int(n):x}' -> n",
    # what options, comparisons, products and other processes cost
    "fast/games.py: pay_for_cards: turned round: max(len(move), 1) -> min(len(move), 1)",
    "fast/property.py: pay_for_comparisons: turned round: max(sizes) -> min(sizes)",
    "fast/property.py: pay_for_comparisons: always: max(sizes) if among_them else "
    "bits_of(claim.get('bound', 0)) -> bits_of(claim.get('bound', 0))",
    "fast/rationals.py: Values.scaled_floor: always: zip(self.numerator, self.block) if long else "
    "() -> ()",
    "fast/step.py: Step.signs_by_all: partial [1:]: {known.block[k] for c in block[:1] for k in "
    "row(c).places} -> set(list({known.block[k] for c in block[:1] for k in row(c).places})[1:])",
    "fast/step.py: Step.signs_by_all: partial [:-1]: {known.block[k] for c in block[:1] for k in "
    "row(c).places} -> set(list({known.block[k] for c in block[:1] for k in row(c).places})[:-1])",
    # the same is found faster
    "fast/process.py: FastPolicy.check_values: always: self.p.ratios if same else "
    "[r.as_integer_ratio() for r in reward] -> [r.as_integer_ratio() for r in reward]",
    "fast/process.py: FastPolicy.brackets: one more sign: (0, 1) -> (0, 1, -1)",
    # one end of the play takes one weight of these
    "fast/process.py: FastPolicy.row: one more sign: (1,) -> (1, 0)",
    "fast/process.py: FastPolicy.row: one more sign: (1,) -> (1, -1)",
    # where a bool is true it is above 0
    "fast/process.py: FastPolicy.better: one side: sides[up[s]] -> sides[up[s]] > 0",
    # the same is found with longer numbers; a quotient in pieces of any length is the same
    "fast/rationals.py: Values.scale: turned round: min(SHARED, SHARED_BITS // len(self.block)) -> "
    "max(SHARED, SHARED_BITS // len(self.block))",
    "fast/rationals.py: divided: turned round: max(PIECE, length // 32) -> min(PIECE, length // "
    "32)",
    # without a witness there is no certificate, whatever its question's hash would be
    "fast/stream.py: read: always: b'' if asked else b'}' -> b'}'",
    # each number is looked at, which takes longer
    "fast/stream.py: decode: always: number if b',-' in alike or b',' + b'0' * 19 in alike else "
    "None -> number",
}
