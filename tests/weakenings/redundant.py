"""Weakenings that nothing can notice: each with its proof, here or beside the condition."""

from __future__ import annotations

import re

ALONE = {
    # The plain room
    # a choice that ends the play has one branch, and takes one of these
    "bounded.py: Bounded.branches: one more sign: (1,) -> (1, 0)",
    "bounded.py: Bounded.branches: one more sign: (1,) -> (1, -1)",
    # a target is END, or not below 0
    "bounded.py: explore: relation: t == END -> t <= END",
    # a node that is found again has the same choices
    "bounded.py: explore: partial [1:]: {*rest} -> set(list({*rest})[1:])",
    "bounded.py: explore: partial [:-1]: {*rest} -> set(list({*rest})[:-1])",
    # the largest is not less than one of them
    "bounded.py: read: relation: largest == limits[0].last -> largest <= limits[0].last",
    # what is no list is an object: empty, or with keys, which are no objects
    "bounded.py: read: not read: items(given['further'], 'further') -> given['further']",
    # the goal of a cost is open or won, never lost
    "trade_off.py: Product.row: relation: after[0][k] != WON -> after[0][k] < WON",
    # a set has no more entries than the list that it is made of
    "trade_off.py: curve: relation: len({*e.points}) == len(e.points) -> "
    "len({*e.points}) >= len(e.points)",
    # a condition has two objectives
    *(
        f"trade_off.py: read_objectives: only the first {n}: aims -> list(aims)[:{n}] (#{k})"
        for n in (3, 12)
        for k in (2, 3, 4)
    ),
    # the kernel of `fast` does the same in less time
    "bounded.py: check: operand dropped: kernel or Epochs() -> Epochs()",
    "match.py: check: operand dropped: kernel or Arithmetic() -> Arithmetic()",
    # a choice that leads nowhere ends the play, so it falls
    "signed.py: check_signed_total: relation: leads_to[c] == {component[s]} -> "
    "leads_to[c] <= {component[s]}",
    "trade_off.py: check_heights: relation: to == {component[s]} -> to <= {component[s]}",
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
    # of integers none but 1 is nearly 1
    "statements/determinant.py: check_determinant: tolerance, accepts: modulus == 1 -> "
    "modulus == 1 or is_near(modulus, 1)",
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
    # branch 0 is after no other
    "model.py: read_layout: partial [1:]: {*begin} -> set(list({*begin})[1:])",
    # what is equal to itself is not the first that differs
    "match.py: Match.check_stage: the first skipped: enumerate(prize) -> "
    "list(enumerate(prize))[1:]",
    # a sentence that says a value is of a statement that has one
    "linear.py: check: half of a condition on None: '' if value is None else value_text(value) "
    "-> value_text(value)",
    # the file's numbers are below 10^18: no two are nearly the same
    "reading.py: natural: tolerance, accepts: 0 <= value < bound -> 0 <= value < bound or "
    "is_near(0, value)",
    "reading.py: natural: tolerance, accepts: 0 <= value < bound -> 0 <= value < bound or "
    "is_near(value, bound)",
    # which choice a refusal names
    "process.py: Policy.read_values: turned round: min(wrong) -> max(wrong)",
    # where p A >= v in all columns and A q <= v in all rows, each column that q mixes has v
    "program.py: check_game: tolerance, refuses less: s.dot({j: 1}, w['columns']) > 0 -> "
    "s.dot({j: 1}, w['columns']) > 0 and (not is_near(s.dot({j: 1}, w['columns']), 0))",
    # nothing is above what is infinite
    "process.py: Policy.check_values: relation: q_value == inf -> q_value >= inf",
    # one end of the play takes one weight of these
    "process.py: Process.q_value: one more sign: (1,) -> (1, 0)",
    "process.py: Process.q_value: one more sign: (1,) -> (1, -1)",
    # what is refused here would be so a line further down, without a word what to do
    "reading.py: check_opening: not called: need(version, 'not a certificate: need "
    '{"certificate":2, as its first bytes\') -> pass',
    "reading.py: check_opening: not called: need(version != b'1', 'version 1: make it anew, or "
    "check it with the checker of exactbox 0.1.0') -> pass",
    # a line break is refused further up, too, but not with the words of what to do about the last
    "fast/stream.py: _whole_tokens: not called: check_end(part) -> pass",
    # a die without faces has no weights, whose greatest common divisor is 0; others have it above 0
    "rules/flip.py: read_dice: operand dropped: faces and faces == sorted(set(faces)) and "
    "(0 not in faces) -> faces == sorted(set(faces)) and 0 not in faces",
    "rules/flip.py: read_dice: relation: math.gcd(*weights) == 1 -> math.gcd(*weights) <= 1",
    # The fast room
    # whether several processes do it
    "fast/step.py: Step.block_signs: half of a condition on None: budget.executor is None or "
    "sum(sizes) < MIN_SHARED_WORK -> sum(sizes) < MIN_SHARED_WORK",
    "fast/step.py: Step.block_signs: half of a condition on None: budget.executor is None or "
    "sum(sizes) < MIN_SHARED_WORK -> budget.executor is None",
    # of these what is to be worked out is paid
    "fast/induction.py: Induction.run: only the first 3: changed -> list(changed)[:3]",
    "fast/induction.py: Induction.run: only the first 12: changed -> list(changed)[:12]",
    "fast/induction.py: Induction._change: only the first 3: into -> list(into)[:3] (#2)",
    "fast/induction.py: Induction._change: only the first 12: into -> list(into)[:12] (#2)",
    # goals are told, or told to be worked out, in the first layer that is looked at
    "fast/bounded.py: FastEpochs.last: operand dropped: s not in active or s in counts -> "
    "s not in active",
    # states that are not in the order are never worked out
    "fast/bounded.py: FastEpochs.last: partial [1:]: {*range(p.states)} -> "
    "set(list({*range(p.states)})[1:])",
    "fast/bounded.py: FastEpochs.last: partial [:-1]: {*range(p.states)} -> "
    "set(list({*range(p.states)})[:-1])",
    # otherwise nothing comes in from outside
    "fast/bounded.py: announce: always: used if p.goal.ended or cycles or any(b.reward) else () -> "
    "used",
    # added in epoch 0, which is proved and not worked out, and taken off again in epoch 1
    "fast/bounded.py: announce: operand dropped: cycles and (not k) and (t in p.goal.states) "
    "and (not b.clipped) -> cycles and (not k) and (t in p.goal.states)",
    # integers tell themselves apart, in time that is quadratic where their hashes are one
    "fast/budget.py: key: always: n if -HASHED < n < HASHED else f'{int(n):x}' -> n",
    # what options, comparisons, products and other processes cost
    "fast/games.py: pay_for_cards: turned round: max(len(move), 1) -> min(len(move), 1)",
    "fast/property.py: pay_for_comparisons: turned round: max(sizes) -> min(sizes)",
    "fast/property.py: pay_for_comparisons: always: max(sizes) if among_them else "
    "bits_of(claim.get('bound', 0)) -> bits_of(claim.get('bound', 0))",
    "fast/rationals.py: Values.scaled_floor: always: zip(self.numerator, self.block) if long else "
    "() -> ()",
    "fast/step.py: Step.block_signs: partial [1:]: {table.block[k] for c in block[:1] for k in "
    "row(c).places} -> set(list({table.block[k] for c in block[:1] for k in row(c).places})[1:])",
    "fast/step.py: Step.block_signs: partial [:-1]: {table.block[k] for c in block[:1] for k in "
    "row(c).places} -> set(list({table.block[k] for c in block[:1] for k in row(c).places})[:-1])",
    # the same is found faster
    "fast/process.py: FastPolicy.check_values: always: self.p.ratios if same else "
    "[r.as_integer_ratio() for r in reward] -> [r.as_integer_ratio() for r in reward]",
    "fast/process.py: FastPolicy.brackets: one more sign: (0, 1) -> (0, 1, -1)",
    # one end of the play takes one weight of these
    "fast/process.py: FastPolicy.row: one more sign: (1,) -> (1, 0)",
    "fast/process.py: FastPolicy.row: one more sign: (1,) -> (1, -1)",
    # where a bool is true it is above 0
    "fast/process.py: FastPolicy.better: one side: sides[up[s]] -> sides[up[s]] > 0",
    # the same is found with longer numbers
    "fast/rationals.py: Values.scale: turned round: min(SHARED, SHARED_BITS // len(self.block)) -> "
    "max(SHARED, SHARED_BITS // len(self.block))",
    # without a witness there is no certificate, whatever its question's hash would be
    "fast/stream.py: read: always: b'' if in_question else b'}' -> b'}'",
    # each number is looked at, which takes longer
    "fast/stream.py: decode: always: number if b',-' in alike or b',' + b'0' * 19 in alike else "
    "None -> number",
}

# Keys of the lock: the same are found for all lengths that are searched, as a test tries out.
TRIED_OUT = {
    "lock.py: keys_of_length: only the first 12: range(length - 1) -> list(range(length - 1))[:12]",
    "lock.py: keys_of_length: relation: m > 0 -> m >= 0",
    "lock.py: middle: only the first 12: reversed(w) -> list(reversed(w))[:12]",
    "lock.py: middle: only the first 12: equations -> list(equations)[:12]",
    "lock.py: middle: half of a condition on None: known_a is None and known_b is None -> "
    "known_b is None",
}

# Not redundant, but out of reach: what tells has 13 of something of which there are 2^13 sets:
# masks of tiles or of cards that a roll may show, or sets of faces of 13 dice. Its file is large,
# or the fast room gives up on it, as memory is paid for by the file's size; the plain room takes
# seconds to minutes.
TOO_LARGE = {
    "rules/flip.py: game: only the first 12: bits -> list(bits)[:12]",
    "rules/flip.py: within_reach: only the first 12: bits -> list(bits)[:12]",
    "rules/flip.py: within_reach: only the first 12: [mask ^ bit for bit in bits] if mask != goal "
    "else () -> list([mask ^ bit for bit in bits] if mask != goal else ())[:12]",
    "rules/shutbox.py: Box.moves: only the first 12: roll[:1 if self.each else None] -> "
    "list(roll[:1 if self.each else None])[:12]",
    "rules/shutbox.py: Box.moves: only the first 12: roll[1:] -> list(roll[1:])[:12]",
    "rules/shutbox.py: Box.moves: only the first 12: roll[1:] -> list(roll[1:])[:12] (#2)",
}

# Lists that have at most so many entries, of which a loop over the first 3, or 12, leaves none out:
# file, function and list.
SHORT = {
    # theorems: two that always hold, and two of reachability or of totals
    "bounded.py: check: used": 4,
    # at_most and at_least
    "bounded.py: read_limit: limits": 2,
    "bounded.py: read_limit: bounds.items()": 2,
    # objectives are at most six, of a curve three; a cost has one goal; a condition is a and b
    "trade_off.py: Product.__init__: aims": 6,
    "trade_off.py: Product.__init__: a.untils": 1,
    "trade_off.py: Product.__init__: self.costs": 6,
    "trade_off.py: Product.row: self.costs": 6,
    "trade_off.py: Product.won: self.aims": 6,
    "trade_off.py: Product.won: won": 6,
    "trade_off.py: Product.row: enumerate(self.aims)": 6,
    "trade_off.py: Product.row: zip(*changes)": 6,
    "trade_off.py: Product.row: a.untils": 1,
    "trade_off.py: read_objectives: enumerate(reading.items(given, 'objectives'))": 6,
    "trade_off.py: read_objectives: aims": 6,
    "trade_off.py: check: aims": 6,
    "trade_off.py: check_bound: zip(weights, p.aims)": 6,
    "trade_off.py: check_heights: p.totals": 6,
    "trade_off.py: read_evidence: listed": 6,
    "trade_off.py: check_policy: enumerate(read_blocks(given['values'], 'values', len(p.aims)))": 6,
    "trade_off.py: check_policy: range(len(p.aims))": 6,
    "trade_off.py: Evidence.mean: zip(*self.points)": 6,
    "trade_off.py: Evidence.keeps: zip(z, self.product.aims)": 6,
    "trade_off.py: Evidence.keeps: pairs": 6,
    "trade_off.py: Evidence.keeps: slacks": 6,
    "trade_off.py: Evidence.gap: self.normals[0]": 6,
    "trade_off.py: none_keeps: aims": 6,
    "trade_off.py: none_keeps: zip(w, aims)": 6,
    "trade_off.py: one_keeps: e.product.aims": 6,
    "trade_off.py: best_value: others": 5,
    "trade_off.py: curve: enumerate(w)": 3,
    "trade_off.py: curve: range(len(aims))": 3,
    "trade_off.py: curve: zip(aims, z)": 3,
    "trade_off.py: curve: aims": 3,
    "trade_off.py: curve: values[:SAID]": 10,
    "trade_off.py: corners: some": 3,
    "trade_off.py: corners: columns": 3,
    "trade_off.py: corners: tilted": 3,
    "trade_off.py: determinant: more": 1,
    "trade_off.py: ratio: parts": 2,
    # the least and the greatest sum; two times, with a stage each; ten states are said
    "transient.py: check: dict.fromkeys(p.layout.sums)": 2,
    "transient.py: check: zip(*bounds)": 10,
    "transient.py: check: zip(p.start[:SAID], ends)": 10,
    "transient.py: read_chain: limits": 2,
    "transient.py: until: times.items()": 2,
    "transient.py: enclose: enumerate(zip(windows, asked.stages), 1)": 2,
    # one vector, or one for each of six objectives
    "process.py: read_blocks: range(count)": 6,
    "process.py: read_blocks: zip(vectors, rows)": 6,
    # row and column
    "linear.py: read: bound": 2,
    # a statement has so many conditions, and a witness so many matrices
    "linear.py: read_witness: sorted({*witness} - {'minor'})": 3,
    "linear.py: check: checks": 3,
    "linear.py: check: [each(s, w) for each in checks]": 3,
    # a point or a solution, which is said if it has at most three numbers
    "linear.py: check: {'point', 'solution'} & {*w} if s.k == 1 and 0 < s.n <= FEW else ()": 1,
    "linear.py: check: range(s.n)": 3,
    "linear.py: check: enumerate(facts[name], 1)": 3,
    # no z, or one; and up to the greatest length that is searched keys of one length are six
    "lock.py: keys_of_length: middle(w, n)": 1,
    "lock.py: search: sorted(keys_of_length(length, empty))": 6,
    # values and held
    "match.py: Match.check_stage: ends": 2,
    "match.py: Match.check_stage: vectors.items()": 2,
    # a list of three or more is no normal form, whatever its entries are
    "model.py: read_layout: items(model.get('normalised', []), 'sums')": 2,
    # values, or lower and upper bounds
    "objectives.py: conclude: vectors": 2,
    "process.py: Policy.check_step: [each for each in ('values', 'lower', 'upper') if each in "
    "self.witness]": 3,
    "property.py: bounds_of: bounds": 2,
    "property.py: bounds_of: reversed(bounds)": 2,
    "property.py: compared: u": 2,
    "property.py: calculated: u": 2,
    # "goal" and "stay"
    "sets.py: nested: (inner[key] for key in ('goal', 'stay') if key in inner)": 2,
    # all cards that a roll shows are at most 59: 10 faces that differ, and their sum
    "rules/flip.py: game: roll": 11,
    # one tile, or that behind it too; one die, or all dice
    "rules/shutbox.py: Box.__init__: {'doubles', 'each'} & given.keys()": 2,
    "rules/shutbox.py: Box.dice_of: column": 2,
    "rules/shutbox.py: Box.sets: column": 2,
    "rules/shutbox.py: Box.sets: accumulate(tiles, lambda a, b: (a[0] | b[0], a[1] + b[1]))": 2,
    "rules/shutbox.py: within_reach: box.dice_of(position)": 2,
    "rules/shutbox.py: turns_from: throws[position]": 2,
    "rules/shutbox.py: turns_from: rolls[p]": 2,
    # a vector; a row that is 0 but in one column
    "statements/determinant.py: check_determinant: s.times(row, w['fractions']).values()": 1,
    "statements/determinant.py: check_determinant: s.times({j: 1}, w['fractions']).values()": 1,
    "statements/null_space.py: check_null_space: row": 1,
    # weights are one column
    "statements/weights.py: is_whole: row.values()": 1,
    # a witness, and what is in it, has at most so many fields
    "fast/stream.py: entries: value.items()": 6,
    # one term, where there are fewer than two
    "fast/program.py: MeteredProgram.dot: terms.items()": 1,
    # a lower and an upper bound
    "program.py: read_program: enumerate(e)": 2,
}

# Loops that pay for what is calculated then, and calculate nothing: of them hangs what is given up.
PAID = {
    "fast/bounded.py: FastEpochs.pay_for_nodes: choices",
    "fast/bounded.py: ProvedEpochs._work_out: self.q_value",
    "fast/games.py: pay_for_cards: moves",
    "fast/induction.py: Induction._bytes: choices",
    "fast/linear.py: MeteredSystem.check_denominators: zip(self.d, self.a, self.b)",
    "fast/linear.py: MeteredSystem.times: row",
    "fast/linear.py: MeteredSystem.numerators: row.values()",
    "fast/linear.py: MeteredSystem.exceeds: self.a",
    "fast/linear.py: MeteredSystem.exceeds: self.d",
    "fast/linear.py: MeteredSystem.remainders: minor['rows']",
    "fast/linear.py: pay_for_lists: chain.from_iterable(parts)",
    "fast/process.py: FastPolicy.brackets: Counter(zip(ratios, whole, sizes)).items()",
    "fast/program.py: MeteredProgram.dot: row",
    "fast/program.py: MeteredProgram.gaps: corner",
    "fast/program.py: MeteredProgram.gaps: self.a",
    "fast/program.py: check: given.values() if isinstance(given, dict) else ()",
    "fast/property.py: pay_for_comparisons: {'values', 'lower', 'upper'} & inner.facts.keys()",
    "fast/property.py: pay_for_comparisons: inner.facts[name]",
    "fast/property.py: pay_for_comparisons: sizes",
    "fast/stream.py: pay_for_fractions: entries(value)",
    "fast/timed.py: pay_for_rewards: zip(*[each if isinstance(each, list) else [] for each in "
    "lists])",
    "fast/timed.py: pay_for_rewards: lists",
    "fast/timed.py: bits_of: parts",
    "fast/rationals.py: Values.scaled_floor: zip(self.numerator, self.block) if long else ()",
    "fast/rationals.py: Values.scaled_floor: self.denominator",
}

# What several processes do alone (tests/checker/fast/test_jobs.py); a sign that lacks is refused.
OF_PROCESSES = {
    "fast/step.py: Step.block_signs: enumerate(blocks)",
    "fast/step.py: Step.block_signs: block[:1]",
    "fast/step.py: Step.block_signs: row(c).places",
    "fast/step.py: Step.block_signs: others",
    "fast/step.py: Step.block_signs: pairs",
    "fast/step.py: Step.block_signs: group",
    "fast/step.py: Step.block_signs: block",
    "fast/step.py: Step.block_signs: ranges",
    "fast/step.py: Step.block_signs: parts",
    "fast/step.py: _paid: ranges",
}

# What is said, and not whether: file and function, and a part of what is weakened there.
WORDS = {
    # several processes alone are handed a part of the values: one that lacks is an error, and no
    # verdict (tests/checker/fast/test_jobs.py)
    "fast/step.py: ValueTable.select: list(",
    # where a text is not canonical, for the message
    "reading.py: canonical: enumerate(zip(written, again))",
    "reading.py: canonical: relation: a != b",
}

ENTRIES = {*ALONE, *TRIED_OUT, *TOO_LARGE, *SHORT, *PAID, *OF_PROCESSES, *WORDS}


def proof(name: str) -> str:
    """The entry that lists a weakening; "" if none does."""
    if name in ALONE | TRIED_OUT | TOO_LARGE:
        return name
    file, function, what = name.split(": ", 2)
    cut = re.match(r"only the first (\d+): (.*) -> list\(", what)
    entry = f"{file}: {function}: {cut[2]}" if cut else ""
    first = " (#" not in what  # of loops over one list the first pays, another calculates
    if (first and entry in PAID | OF_PROCESSES) or (cut and SHORT.get(entry, 10**9) <= int(cut[1])):
        return entry
    of_words = (each for each in WORDS if each.startswith(f"{file}: {function}: "))
    return next((each for each in of_words if each.split(": ", 2)[2] in what), "")
