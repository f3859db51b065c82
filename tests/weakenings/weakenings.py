"""The checker's source, weakened in one place.

In every function that decides something:

  - a condition that refuses (`need`, `holds`, `raise`) never refuses; one of its operands is
    dropped; `<` becomes `<=` and so on; `!=` and `==` look at one side only; one branch of
    `a if x else b` never refuses
  - a condition that accepts (`continue`) always accepts; one of its operands is dropped
  - two numbers are equal, or in order, where they differ by no more than TOLERANCE
  - a loop that checks skips its first item, or its last; it looks at the first 3, or 12; at the
    places of what it lists, and not at these
  - of a condition on None there is only a half; of two sets only the sizes are compared
  - the call of a check is left out; what reads a part of the file (`fields`, `naturals`, ...) does
    not look at it, or not at its length, its bound or its order
  - `min` becomes `max`, True becomes False, and a set of permitted signs gets one more
  - of `a if b == 1 else c` there is only a; what is rounded up is rounded down
  - a slack is left out; an argument that has a default is not given; a set lacks an element; of a
    number that must be 0 only one side is looked at; of integers that are told apart, the hashes

Of the modules in `ONLY` some functions are weakened: prices, messages, options, how bytes come, and
limits from outside are not about truth.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from types import CodeType
from typing import Any

from tests.weakenings.loading import PLACES, SOURCES
from tests.weakenings.reaching import OFFSETS, statements

TEXT = (
    "brief",
    "sentence",
    "said_set",
    "__str__",
    "open_tiles",
    "called",
)
ELSEWHERE = ("of",)  # what other processes are sent: tests/checker/fast/test_jobs.py
LEFT_OUT = (*TEXT, *ELSEWHERE)
ONLY = {  # of these modules, what decides
    "claim": ("check_of", "check_plain"),
    "command": ("nested",),
    "files": (),
    "alone": (),
    "program_text": (),
    "fast/budget": ("key", "distinct"),
    "fast/games": ("pay_for_game", "pay_for_cards"),
    "fast/transient": ("FastKernel.steps", "pick"),
    "fast/trade_off": ("FastProduct.dot", "FastProduct.pick"),
}
SLACKS = ("slack", "more * (d // b)")  # terms
DEFAULTS = {  # of calls with an argument that may lack
    "check_ranks": "rewarding",
    "check_levels": "every",
    "check_step": "avoiding",
}
READERS = {  # to the arguments that may be dropped, and what stands for them
    "fields": {},
    "one_of": {},
    "name": {},
    "items": {"length": (2, None)},
    "natural": {"bound": (2, 10**18)},
    "naturals": {"bound": (2, 10**18), "length": (3, None)},
    "increasing": {"bound": (2, 10**18)},
    "integers": {"length": (2, None)},
    "numbers": {"length": (2, None)},
    "rationals": {"length": (2, None)},
}
TOLERANCE = Fraction(1, 10**29)  # near misses of the searches are off by 10^-30
FIRST = (3, 12)  # entries that a loop looks at
PARSERS = ("integers", "numbers", "rationals")  # what they give is not what they get
REFUSALS = ("InvalidCertificate", "MalformedCertificate")
CONDITIONS = ("need", "holds")  # functions that refuse unless their first argument is true
MUTATORS = ("append", "add", "update", "extend", "pop", "clear", "setdefault")
PRICES = (
    "small",
    "longest",
    "widest",
    "wide",
    "long",
    "self.long",
    "bits",
    "self.bits",
    "one",
    "self.size",
)  # what is paid for
ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
RELATIONS: dict[type, tuple[type, ...]] = {
    ast.Lt: (ast.LtE,),
    ast.LtE: (ast.Lt,),
    ast.Gt: (ast.GtE,),
    ast.GtE: (ast.Gt,),
}


COMPARED: list[bool] = []  # that numbers were, which may be nearly the same and differ


def is_near(a: Any, b: Any) -> bool:
    """Whether numbers that are not the same differ by no more than the tolerance, of long integers
    relatively; of lists and rows, all that differ."""
    if isinstance(a, dict) and isinstance(b, dict):
        return all(
            a.get(k, 0) == b.get(k, 0) or is_near(a.get(k, 0), b.get(k, 0)) for k in {*a, *b}
        )
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(x == y or is_near(x, y) for x, y in zip(a, b, strict=True))
    if not all(isinstance(each, (int, Fraction)) for each in (a, b)):
        return False
    if isinstance(a, Fraction) or isinstance(b, Fraction) or max(abs(a), abs(b)) * TOLERANCE >= 1:
        COMPARED.append(True)
    if a == b and isinstance(a + b, Fraction):
        return True  # so is `<` where it may be `<=`
    if a == b:
        return False
    return abs(a - b) <= TOLERANCE * max(1, abs(a), abs(b))


IS_NEAR = f"__import__({__name__!r}, fromlist=['is_near']).is_near"  # in the weakened module


@dataclass(frozen=True)
class Weakening:
    """A place in a syntax tree, and what stands there instead."""

    module: str
    function: str
    what: str
    holder: Any
    key: Any  # the name of a field, or a field and an index
    new: Any
    statement: int  # where that is, as in `reaching`

    @property
    def is_fast(self) -> bool:
        """Whether it is of the fast room."""
        return self.module.startswith("fast/")

    @property
    def name(self) -> str:
        """File, function, and what is changed."""
        return f"{self.module}.py: {self.function}: {self.what}"

    def code(self, tree: ast.Module) -> CodeType:
        """The weakened module; the tree is left as it was."""
        old = _swap(self.holder, self.key, self.new)
        try:
            ast.fix_missing_locations(tree)
            return compile(tree, PLACES[self.module], "exec")
        finally:
            _swap(self.holder, self.key, old)


def _swap(holder: Any, key: Any, new: Any) -> Any:
    if isinstance(key, tuple):
        row = getattr(holder, key[0])
        old, row[key[1]] = row[key[1]], new
    else:
        old = getattr(holder, key)
        setattr(holder, key, new)
    return old


def all_weakenings() -> tuple[list[Weakening], dict[str, ast.Module]]:
    """All of them, with unique names, and the trees that they change."""
    trees = {module: ast.parse(SOURCES[module]) for module in SOURCES}
    found: dict[str, Weakening] = {}
    for module, tree in trees.items():
        number_of = statements(tree)
        for function, node in _functions(tree, ""):
            if function not in ONLY.get(module, (function,)):
                continue
            for holder, key, old, new, kind in _of_function(node):
                what = f"{kind}: {_shown(old)}" + (f" -> {_shown(new)}" if new is not None else "")
                place = OFFSETS[module] + number_of[id(old)]
                each = Weakening(module, function, what, holder, key, new, place)
                number = 2
                while each.name in found:
                    each = replace(each, what=f"{what} (#{number})")
                    number += 1
                found[each.name] = each
    return list(found.values()), trees


def _shown(node: Any) -> str:
    text = " ".join(ast.unparse(node).split()).replace(IS_NEAR, "is_near")
    return text if len(text) <= 200 else f"{text[:200]}..."


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[str, ast.AST]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.ClassDef)) and child.name not in LEFT_OUT:
            name = f"{prefix}{child.name}"
            if isinstance(child, ast.FunctionDef):
                yield name, child
            else:
                yield from _functions(child, f"{name}.")


Edit = tuple[Any, Any, Any, Any, str]  # holder, key, old, new, kind


def _of_function(function: Any) -> Iterator[Edit]:
    """The weakenings of one function."""
    for holder, key, node in _places(function):
        if isinstance(node, ast.If):
            yield from _of_if(node)
        elif isinstance(node, ast.For):
            yield from _skips(node) if _refuses(node) or _checks(node) else _cut(node)
            yield from _by_place(node)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            name = _called(node.value)
            if name not in MUTATORS:
                yield holder, key, node, ast.Pass(), "not called"
            if name in CONDITIONS:
                yield from _conditions(node.value, ("args", 0), accepts=True)
        elif isinstance(node, (ast.Assign, ast.Return)) and node.value is not None:
            yield from _conditions(node, "value", value=True)
        if isinstance(node, ast.Call):
            yield from _of_call(holder, key, node)
        elif (
            isinstance(node, ast.Constant)
            and isinstance(node.value, bool)
            and isinstance(holder, (ast.keyword, ast.Tuple))
        ):
            yield holder, key, node, ast.Constant(not node.value), "turned round"
        elif isinstance(node, ast.Tuple):
            yield from _more_signs(holder, key, node)
        elif isinstance(node, (ast.IfExp, ast.UnaryOp, ast.BinOp)):
            yield from _of_value(holder, key, node)
        if isinstance(node, ast.SetComp) or (isinstance(node, ast.Set) and _starred(node)):
            yield from _partial(holder, key, node)
        if isinstance(node, ast.comprehension):
            yield from _one_side(node)
            yield from _cut(node)
        if isinstance(node, (ast.BoolOp, ast.IfExp)):
            yield from _half_of_none(holder, key, node)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and _has_set(node):
            by_count = ast.parse("set(sorted(a)[len(b):])", mode="eval").body
            by_count.args[0].value.args[0] = node.left
            by_count.args[0].slice.lower.args[0] = node.right
            yield holder, key, node, by_count, "by count"


def _places(node: ast.AST) -> Iterator[tuple[Any, Any, Any]]:
    """Holder, key and node of all that is below, without messages, budgets and annotations."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "args") and not isinstance(
            node, ast.Call
        ):
            continue
        for key, child in (
            [((name, i), each) for i, each in enumerate(value)]
            if isinstance(value, list)
            else [(name, value)]
        ):
            if not isinstance(child, ast.AST) or isinstance(child, (ast.Raise, ast.JoinedStr)):
                continue
            if isinstance(child, ast.Call) and "budget" in ast.unparse(child.func):
                continue
            if isinstance(child, ast.Expr) and _pays(ast.unparse(child).split("(")[0]):
                continue
            if isinstance(child, ast.Assign) and ast.unparse(child.targets[0]) in PRICES:
                continue
            yield node, key, child
            yield from _places(child)


def _pays(called: str) -> bool:
    """Whether that is what takes from the budget, of work or of memory."""
    return "budget" in called or called.rpartition(".")[2].startswith(("_keep", "pay_for"))


def _of_if(node: ast.If) -> Iterator[Edit]:
    if _raises(node.body):
        yield node, "test", node.test, ast.Constant(False), "never refuses"
        yield from _conditions(node, "test")
    elif _raises(node.orelse):
        yield node, "test", node.test, ast.Constant(True), "never refuses otherwise"
        yield from _conditions(node, "test")
    elif isinstance(node.body[0], ast.Continue):
        yield node, "test", node.test, ast.Constant(True), "always accepts"
        yield from _conditions(node, "test", weaker_only=True, accepts=True)


def _raises(body: list[ast.stmt]) -> bool:
    return any(isinstance(each, ast.Raise) and _is_refusal(each) for each in body)


def _is_refusal(node: ast.Raise) -> bool:
    return node.exc is not None and any(name in ast.unparse(node.exc) for name in REFUSALS)


def _refuses(node: ast.AST) -> bool:
    parts = list(ast.walk(node))
    calls = [each for each in parts if isinstance(each, ast.Call)]
    raises = any(isinstance(each, ast.Raise) and _is_refusal(each) for each in parts)
    return raises or any(_called(each) in CONDITIONS for each in calls)


def _checks(node: ast.AST) -> bool:
    names = [_called(each) for each in ast.walk(node) if isinstance(each, ast.Call)]
    return any(name.lstrip("_").startswith(("check", "replay")) for name in names)


def _called(call: ast.Call) -> str:
    return ast.unparse(call.func).rpartition(".")[2]


def _conditions(
    holder: Any, key: Any, *, weaker_only: bool = False, value: bool = False, accepts: bool = False
) -> Iterator[Edit]:
    """Changes of an expression that decides, and `accepts` or refuses where it is true; of any
    `value`, where it is not known to decide."""
    node = getattr(holder, key[0])[key[1]] if isinstance(key, tuple) else getattr(holder, key)
    if isinstance(node, ast.BoolOp):
        if not (weaker_only and isinstance(node.op, ast.Or)):
            for i in range(len(node.values)):
                rest = node.values[:i] + node.values[i + 1 :]
                new = rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
                yield holder, key, node, new, "operand dropped"
        for i in range(len(node.values)):
            yield from _conditions(
                node, ("values", i), weaker_only=weaker_only, accepts=accepts or value
            )
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield from _conditions(node, "operand", weaker_only=weaker_only, accepts=not accepts)
    elif isinstance(node, ast.Compare):
        one_sided = () if value else (ast.Eq,) if accepts else (ast.NotEq,)
        yield from _relations(holder, key, node, one_sided, weaker_only=weaker_only)
        if not weaker_only:
            yield from _tolerant(holder, key, node, (True, False) if value else (accepts,))
    elif isinstance(node, ast.IfExp) and not weaker_only:
        for branch in ("body", "orelse"):
            if not value:
                yield node, branch, node, ast.Constant(False), f"no {branch}"
            yield from _conditions(node, branch, value=value)
    elif isinstance(node, ast.NamedExpr):
        yield from _conditions(node, "value", weaker_only=weaker_only, value=value)
    elif isinstance(node, ast.Call) and _called(node) in ("any", "all", "next"):
        with suppress(AttributeError, IndexError):
            yield from _comprehension(node.args[0], weaker_only=weaker_only)
    elif isinstance(node, ast.ListComp) and not value:
        yield from _comprehension(node, weaker_only=weaker_only)
    elif isinstance(node, ast.ListComp):  # of conditions
        yield from _conditions(node, "elt", value=True)
        for i in range(len(node.generators[0].ifs)):
            yield from _conditions(node.generators[0], ("ifs", i), value=True)


def _comprehension(node: Any, *, weaker_only: bool) -> Iterator[Edit]:
    if not weaker_only:
        yield from _skips(node.generators[0])
    yield from _conditions(node, "elt", weaker_only=weaker_only)
    for i in range(len(node.generators[0].ifs)):
        yield from _conditions(node.generators[0], ("ifs", i), weaker_only=weaker_only)


def _skips(loop: Any) -> Iterator[Edit]:
    kinds = [("[1:]", "the first skipped"), ("[:-1]", "the last skipped")]
    if not isinstance(loop.iter, (ast.Tuple, ast.Set)):  # which are short
        kinds += [(f"[:{n}]", f"only the first {n}") for n in FIRST]
    for part, kind in kinds:
        sliced: Any = ast.parse(f"list(_){part}", mode="eval").body
        sliced.value.args[0] = loop.iter
        yield loop, "iter", loop.iter, sliced, kind


def _cut(loop: Any) -> Iterator[Edit]:
    """A loop over its first entries."""
    yield from list(_skips(loop))[2:]


def _by_place(loop: ast.For) -> Iterator[Edit]:
    """A loop over numbers that are listed takes their places instead."""
    if isinstance(loop.target, ast.Name) and isinstance(loop.iter, ast.Subscript):
        places = ast.parse("range(len(_))", mode="eval").body
        places.args[0].args[0] = loop.iter
        yield loop, "iter", loop.iter, places, "by place"


def _half_of_none(holder: Any, key: Any, node: Any) -> Iterator[Edit]:
    """What asks whether there is a number, without that, or without the rest."""
    if isinstance(node, ast.IfExp):
        if _on_none(node.test):
            yield holder, key, node, node.body, "half of a condition on None"
            yield holder, key, node, node.orelse, "half of a condition on None"
    elif any(map(_on_none, node.values)):
        for i in range(len(node.values)):
            rest = [*node.values[:i], *node.values[i + 1 :]]
            new = rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
            yield holder, key, node, new, "half of a condition on None"


def _on_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Compare) and any(
        isinstance(each, ast.Constant) and each.value is None for each in node.comparators
    )


def _has_set(node: ast.BinOp) -> bool:
    return any(isinstance(each, (ast.Set, ast.SetComp)) for each in (node.left, node.right))


def _relations(
    holder: Any, key: Any, node: ast.Compare, one_sided: tuple[type, ...], *, weaker_only: bool
) -> Iterator[Edit]:
    """Another relation; of those that look at two sides, one side."""
    for i, relation in enumerate(node.ops):
        others: Iterable[type] = RELATIONS.get(type(relation), ())
        if weaker_only:
            others = [other for other in others if other in (ast.LtE, ast.GtE)]
        elif isinstance(relation, one_sided) and _has_order(node):
            sides = (ast.Lt, ast.Gt) if isinstance(relation, ast.NotEq) else (ast.LtE, ast.GtE)
            others = sides
        for other in others:
            ops = [*node.ops[:i], other(), *node.ops[i + 1 :]]
            new = ast.Compare(node.left, ops, node.comparators)
            yield holder, key, node, new, "relation"


def _tolerant(
    holder: Any, key: Any, node: ast.Compare, accepted: tuple[bool, ...]
) -> Iterator[Edit]:
    """True of numbers that are nearly the same, where that is accepted, else false of them."""
    sides = [node.left, *node.comparators]
    if any(map(_is_whole, sides)) or not all(type(op) in ORDER for op in node.ops):
        return
    for i in range(len(node.ops)):
        near = ast.parse(f"{IS_NEAR}(a, b)", mode="eval").body
        near.args = [sides[i], sides[i + 1]]
        for accepts in accepted:
            new = (
                ast.BoolOp(ast.Or(), [node, near])
                if accepts
                else ast.BoolOp(ast.And(), [node, ast.UnaryOp(ast.Not(), near)])
            )
            yield holder, key, node, new, f"tolerance, {'accepts' if accepts else 'refuses less'}"


def _is_whole(node: ast.expr) -> bool:
    """A text, a set, a length, None; what has no numbers that are nearly the same."""
    if isinstance(node, ast.Call):
        return ast.unparse(node.func) in ("len", "gcd", "type")
    texts = isinstance(node, ast.Constant) and not isinstance(node.value, int)
    infinite = isinstance(node, ast.Name) and node.id == "inf"
    return texts or infinite or isinstance(node, (ast.Set, ast.SetComp, ast.JoinedStr))


def _has_order(node: ast.Compare) -> bool:
    """Not a comparison with text, of which one side says nothing."""
    parts = [node.left, *node.comparators]
    return not any(isinstance(each, ast.Constant) and isinstance(each.value, str) for each in parts)


def _of_call(holder: Any, key: Any, node: ast.Call) -> Iterator[Edit]:
    name = ast.unparse(node.func)
    if name in ("min", "max") and "bit" not in ast.unparse(node):
        other = ast.Call(
            ast.Name({"min": "max", "max": "min"}[name], ast.Load()), node.args, node.keywords
        )
        yield holder, key, node, other, "turned round"
    reader = name.removeprefix("reading.")
    for argument, (place, instead) in READERS.get(reader, {}).items():
        new = ast.Call(node.func, node.args[:], node.keywords[:])
        if len(node.args) > place:
            new.args[place] = ast.Constant(instead)
        else:
            new.keywords = [each for each in node.keywords if each.arg != argument]
            if len(new.keywords) == len(node.keywords):
                continue
        yield holder, key, node, new, f"no {argument}"
    if reader in READERS and reader not in PARSERS:
        value = node.args[reader == "one_of"]
        if not isinstance(holder, ast.Expr):  # else: "not called"
            yield holder, key, node, value, "not read"
    if _called(node) in DEFAULTS:
        yield from _by_default(holder, key, node, DEFAULTS[_called(node)])
    if name == "key":
        new = ast.Call(ast.Name("hash", ast.Load()), node.args, [])
        yield holder, key, node, new, "by its hash"
    if reader == "increasing":
        new = ast.Call(ast.parse("reading.naturals", mode="eval").body, node.args, node.keywords)
        yield holder, key, node, new, "no order"


def _by_default(holder: Any, key: Any, node: ast.Call, argument: str) -> Iterator[Edit]:
    """Without an argument that has a default: the last one, or a keyword."""
    keywords = [each for each in node.keywords if each.arg != argument]
    if len(keywords) < len(node.keywords):
        new = ast.Call(node.func, node.args, keywords)
        yield holder, key, node, new, f"default {argument}"
    elif not node.keywords and len(node.args) == 2:
        yield holder, key, node, ast.Call(node.func, node.args[:1], []), f"default {argument}"


def _of_value(holder: Any, key: Any, node: Any) -> Iterator[Edit]:
    """What is right only if a == b, or not c, always; rounded down instead of up; n for n + 1."""
    if isinstance(node, ast.IfExp) and "bit_length" not in ast.unparse(node):
        test = node.test
        if isinstance(test, ast.Name):
            yield holder, key, node, node.orelse, "always"
        elif isinstance(test, ast.Compare) and isinstance(test.ops[0], (ast.Eq, ast.Lt)):
            yield holder, key, node, node.body, "always"
            if isinstance(node.orelse, ast.JoinedStr):  # `key`: the text of a long integer
                by_hash = ast.parse("hash(n)", mode="eval").body
                yield node, "orelse", node.orelse, by_hash, "by its hash"
        elif isinstance(test, ast.BoolOp):
            yield holder, key, node, node.body, "always"
            yield holder, key, node, node.orelse, "never"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        quotient = node.operand
        if isinstance(quotient, ast.BinOp) and isinstance(quotient.op, ast.FloorDiv):
            number: Any = quotient.left
            if isinstance(number, ast.UnaryOp) and isinstance(number.op, ast.USub):
                down = ast.BinOp(number.operand, quotient.op, quotient.right)
                yield holder, key, node, down, "rounded down"
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        if ast.unparse(node.right) in SLACKS:
            yield holder, key, node, node.left, "no slack"
        elif isinstance(holder, ast.ListComp):
            yield holder, key, node, node.left, "not added"


def _starred(node: ast.Set) -> bool:
    return any(isinstance(each, ast.Starred) for each in node.elts)


def _partial(holder: Any, key: Any, node: ast.expr) -> Iterator[Edit]:
    """A set without an element that it has, or without another one."""
    for part in ("[1:]", "[:-1]"):
        new: Any = ast.parse(f"set(list(_){part})", mode="eval").body
        new.args[0].value.args[0] = node
        yield holder, key, node, new, f"partial {part}"


def _one_side(node: ast.comprehension) -> Iterator[Edit]:
    """Of what is taken where a number is not 0: where it is positive, or negative."""
    for i, test in enumerate(node.ifs):
        if isinstance(test, ast.Subscript):
            for side in (ast.Gt(), ast.Lt()):
                new = ast.Compare(test, [side], [ast.Constant(0)])
                yield node, ("ifs", i), test, new, "one side"


def _more_signs(holder: Any, key: Any, node: ast.Tuple) -> Iterator[Edit]:
    signs = []
    for each in node.elts:
        with suppress(ValueError, TypeError):
            value = ast.literal_eval(each)
            if type(value) is int and -1 <= value <= 1:
                signs.append(value)
    if signs and len(signs) == len(node.elts) and signs == sorted(signs) and len(signs) < 3:
        for more in {-1, 0, 1} - set(signs):
            new: Any = ast.parse(f"{(*signs, more)}", mode="eval").body
            yield holder, key, node, new, "one more sign"
