"""A certificate about a linear system as a theorem for Coq.

    python3 generate_linear.py CERTIFICATE.json NAME > NAME.v

Nothing here need be believed: Coq reads the matrices as they stand in NAME.v, and checks the rest.
"""

import json
import math
import sys
import textwrap

PRIMES = [p for p in range(2, 200) if all(p % q for q in range(2, p))]

HEAD = """\
From Coq Require Import ZArith NArith List.
From exactbox Require Import LinearDefinitions LinearChecker.
Import ListNotations.
Local Open Scope Z_scope.
"""

SIDES = "(lhs system) (rhs system)"
X, K = "(fractions denominator unknowns)", "(fractions kernel_denominator kernel)"
RANK = f"""\
rank {{m}} {{n}} (lhs system) {{r}} /\\
  null_space_basis {{m}} {{n}} {{w}} (lhs system) {K}"""

STATEMENTS = {  # the statement, and the theorem with what it is applied to
    "solution": (
        f"solution {{m}} {{n}} {{k}} {SIDES} {X}",
        "solution_checked {m} {n} {k} system denominator unknowns",
    ),
    "unique": (
        f"unique_solution {{m}} {{n}} {{k}} {SIDES} {X}",
        "unique_checked {m} {n} {k} system denominator unknowns regular_minor",
    ),
    "singular": ("singular {n} (lhs system)", "singular_checked {n} system kernel"),
    "inconsistent": (
        f"inconsistent {{m}} {{n}} {{k}} {SIDES}",
        "inconsistent_checked {m} {n} {k} system weights",
    ),
    "rank": (RANK, "rank_checked {m} {n} {r} system kernel_denominator kernel regular_minor"),
    "general": (
        f"general_solution {{m}} {{n}} {{k}} {{w}} {SIDES}\n    {X} {K} /\\\n  {RANK}",
        "general_checked {m} {n} {k} {r} system denominator unknowns\n"
        + "    kernel_denominator kernel regular_minor",
    ),
}


def integer(value):
    """A number of the certificate."""
    return int(value, 16) if isinstance(value, str) else value


def numeral(n):
    """As Coq reads it; it reads hexadecimals faster."""
    text = str(n) if abs(n) < 10**18 else hex(n)
    return f"({text})" if n < 0 else text


def rows_of(given):
    """The rows of a matrix, each as pairs of column and value."""
    entries = zip(given["places"], map(integer, given["numerators"]))
    return [[next(entries) for _ in range(size)] for size in given["sizes"]]


def over_one(given):
    """The rows of a matrix of rationals, and their common denominator."""
    denominators = [integer(d) for d in given["denominators"]]
    common = math.lcm(*denominators)
    factors = [common // denominators[block] for block in given["blocks"]]
    return common, [
        [(j, v * factor) for j, v in row] for row, factor in zip(rows_of(given), factors)
    ]


def vector(given):
    """The integers of a vector, up to a factor."""
    return [row[0][1] if row else 0 for row in over_one(given)[1]]


def eliminated(rows, columns, modulus, matrix, choose):
    """The rows in the order of their pivots, and the pivots' inverses; None where there is none."""
    wanted, inverses, order = set(columns), [], []
    left = {i: {j: v % modulus for j, v in matrix[i] if j in wanted and v % modulus} for i in rows}
    for j in columns:
        with_j = [i for i in left if left[i].get(j)]
        if not choose:
            with_j = [i for i in [next(iter(left))] if i in with_j]
        usable = [i for i in with_j if math.gcd(left[i][j], modulus) == 1]
        if not usable:
            return None
        best = min(usable, key=lambda i: len(left[i]))
        pivot = left.pop(best)
        inverse = pow(pivot.pop(j), -1, modulus)
        order.append(best)
        inverses.append(inverse)
        for row in left.values():
            if value := row.pop(j, 0):
                factor = value * inverse % modulus
                for c, v in pivot.items():
                    row[c] = (row.get(c, 0) - factor * v) % modulus
                    if not row[c]:
                        del row[c]
    return order, inverses


def small_minor(given, matrix):
    """The minor modulo a prime as small as may be, as numbers of few digits are faster."""
    rows, columns = given["rows"], given["columns"]
    for modulus, choose in [*((p, True) for p in PRIMES), (integer(given["modulus"]), False)]:
        if found := eliminated(rows, columns, modulus, matrix, choose):
            return modulus, found[0], columns, found[1]
    raise SystemExit("the minor cannot be eliminated")


def filled(text, end=""):
    """In lines of at most 100 characters."""
    return textwrap.fill(
        text + end,
        98,
        initial_indent="   ",
        subsequent_indent="    ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def listed(items, end=""):
    """A list for Coq, one item after the other."""
    return f"  [{filled('; '.join(items), ']' + end).lstrip()}"


def lines(items):
    """A list for Coq, an item a line."""
    text = ";\n".join(map(filled, items)).lstrip()
    return f"  [{text}]"


def row_text(row):
    return f"[{'; '.join(f'({j}%N, {numeral(v)})' for j, v in row)}]"


def definition(name, kind, text):
    return f"\nDefinition {name} : {kind} :=\n{text}.\n"


def matrix_text(name, rows):
    return definition(name, "list row", lines(map(row_text, rows)))


def generate(certificate, name):
    """The text of NAME.v."""
    question, witness = certificate["question"], certificate["witness"]
    a, b = rows_of(question["matrix"]), [[] for _ in question["denominators"]]
    size = {"m": len(a), "n": question["matrix"]["columns"], "k": 0}
    if "right" in question:
        b, size["k"] = rows_of(question["right"]), question["right"]["columns"]
    equations = (
        f"Equation {numeral(integer(d))} {row_text(left)} {row_text(right)}"
        for d, left, right in zip(question["denominators"], a, b)
    )
    parts = [HEAD, definition("system", "list equation", lines(equations))]
    if "solution" in witness:
        d, rows = over_one(witness["solution"])
        parts.append(definition("denominator", "positive", f"  {numeral(d)}"))
        parts.append(matrix_text("unknowns", rows))
    if "weights" in witness:
        weights = map(numeral, vector(witness["weights"]))
        parts.append(definition("weights", "list Z", listed(weights)))
    if "kernel" in witness and question["statement"] == "singular":
        kernel = map(numeral, vector(witness["kernel"]))
        parts.append(definition("kernel", "list Z", listed(kernel)))
    elif "kernel" in witness:
        d, rows = over_one(witness["kernel"])
        parts.append(definition("kernel_denominator", "positive", f"  {numeral(d)}"))
        parts.append(matrix_text("kernel", rows))
    if "minor" in witness:
        modulus, rows, columns, inverses = small_minor(witness["minor"], a)
        size |= {"r": len(rows), "w": size["n"] - len(rows)}
        fields = [
            f"  Minor {numeral(modulus)}",
            listed(map(str, rows), "%N"),
            listed(map(str, columns), "%N"),
            listed(map(numeral, inverses)),
        ]
        parts.append(definition("regular_minor", "minor", "\n".join(fields)))
    statement, theorem = (text.format(**size) for text in STATEMENTS[question["statement"]])
    parts.append(f"\nTheorem {name} :\n  {statement}.\n")
    parts.append(f"Proof.\n  apply ({theorem}).\n  vm_cast_no_check (eq_refl true).\nQed.\n")
    return "".join(parts)


if __name__ == "__main__":
    with open(sys.argv[1], encoding="ascii") as file:
        sys.stdout.write(generate(json.load(file), sys.argv[2]))
