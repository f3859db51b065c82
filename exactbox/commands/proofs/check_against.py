"""``exactbox check PROOF --against FILE``: whether a proof answers the reader's own question.

The checker says what a proof proves of the model that is in the proof. Here the question is built
anew from the reader's own file, and it is the same question if it has the same bytes. If not, the
first difference is said: of what is asked, then of the model, and of names only where all else is
the same. Numbers of a matrix or a program are those of the file, by the names that it has for rows
and columns.
"""

from __future__ import annotations

import argparse
import json
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import accumulate
from typing import Any

from exactbox.commands.models.question import (
    CHAIN_WORDS,
    INVERSE,
    RELAXATION,
    NormalForm,
    add_options,
    chain_question,
    normal_form,
    stated,
)
from exactbox.commands.models.question_options import given_options, option_names
from exactbox.commands.terminal.options import PROGRAM_OPTIONS
from exactbox.decimals import fraction_string

Path = tuple[str, ...]  # of keys, from the question to a part of it

_ORDER = (  # what is said of several differences: what is asked, then what is counted
    *("statement", "row", "column", "objective", "sense", "steps", "discount"),
    *("model", "rule", "options", "branches", "choice"),
    *("denominators", "denominator", "matrix", "right", "lower", "upper"),
)
_COUNTED = {"options": "states", "denominators": "rows"}  # by their length
_NUMBERED = ("denominators", "denominator", "matrix", "right", "objective", "lower", "upper")
_ENTRY = {  # entry k of a list
    "options": "number of choices of state {}",
    "branches": "number of branches of choice {}",
    "choice": "choice that option {} is",
    "target": "target of branch {}",
    "of": "choice {}",
    "rate": "rate of choice {}",
    "rates": "choice {}",
    "sizes": "number of entries of row {}",
}
_RATIONALS = ("discount", "at_least", "at_most", "time", "bound")  # p, or [p, q]
_NUMBERS = (*_RATIONALS, "of", "rate", "rates", "normalised", "weight")  # long: hexadecimal
_SETS = ("start", "second", "states")
_PATTERN = ("columns", "places", "sizes")  # of the entries of a matrix that are not 0
_WITHOUT_B = "--against A b: the proof is about A x = b, b is missing"
_WITNESS = b',"witness":'  # ends the question


def add_against(parser: argparse.ArgumentParser) -> None:
    """Add the reader's own file, and what is asked about it."""
    parser.add_argument(
        "--against",
        nargs="+",
        metavar="FILE",
        help="a model of your own (or matrices A and b, or what `exactbox question` has written): "
        "say whether the proof answers the question that the options below ask about it; of "
        "matrices and programs that is the proof's own statement, unless there is a --statement",
    )
    add_options(parser)


def refuse_options(arguments: argparse.Namespace) -> None:
    """ValueError for several proofs against one file, and for a question about none."""
    if arguments.against is None and (given := option_names(given_options(arguments))):
        raise ValueError(f"{given[0]} asks about a file of your own: need --against FILE")
    if arguments.against is not None and (len(arguments.files) > 1 or arguments.files[0] == "-"):
        raise ValueError("--against needs one proof, in a file")


def compare(arguments: argparse.Namespace) -> int:
    """Say whether the one proof answers the options' question: 0, or 1 and the first difference."""
    from exactbox.certificate import question_bytes, sha256
    from exactbox.commands.terminal.outputs import Report
    from exactbox.commands.terminal.progress_bar import progress_bar
    from exactbox.inputs import named
    from exactbox.showing import Row

    with progress_bar("question"):
        proof = _read(arguments.files[0], arguments.max_bytes)
        given = given_options(arguments)
        yours = None if given else _of_chain(proof, arguments.against)
        if given.keys() <= {*PROGRAM_OPTIONS}:
            given = {**stated(proof, arguments.against), **given}
        if (
            yours is None
            and len(arguments.against) == 1
            and "right" in proof.question
            and given.get("statement") == proof.question["statement"]
        ):
            raise ValueError(_WITHOUT_B)
        yours = yours or normal_form(arguments.against, given)
        proved, own = _model(proof), _model(yours)
        counts = (len(model.get("options", ())) for model in (proved, own))
        if yours.cut and len({*counts}) > 1:  # it may be about all states
            yours = normal_form(arguments.against, {**given, "whole": True})
        if own.get("choice") and proved.get("choice") == []:  # bounds of states share no choices
            yours = normal_form(arguments.against, given, unshared=True)
    data = question_bytes(yours.kind, yours.question)
    where = None
    if question_bytes(proof.kind, proof.question) != data:
        where = difference(proof, yours)
    about = {"against": arguments.against, "difference": where, "question": sha256(data)}
    name = json.dumps(named(arguments.against[0]))
    same = where is None
    is_said = yours.words.startswith((INVERSE, CHAIN_WORDS, RELAXATION))
    meant = f" ({yours.words})" if is_said else ""
    text = f"SAME QUESTION {name}: {sha256(data)}{meant}" if same else None
    refusal = "" if same else f"ANOTHER QUESTION {name}: {where}"
    row = Row(text=text, fields={**about, "same": same})
    return Report([row], code=int(not same), refusal=refusal).print(as_json=arguments.json)


def _of_chain(proof: NormalForm, files: list[str]) -> NormalForm | None:
    """The question about a chain that a proof answers, where A and b, or the inverse, are not
    meant."""
    from exactbox.formats.recognition import FORMATS
    from exactbox.inputs import input_of

    if proof.kind != "linear" or proof.question["statement"] != "unique" or len(files) > 1:
        return None
    is_table = input_of(files[0]).suffix not in {*FORMATS} - {".json"}
    given = stated(proof, files) if is_table else {}
    inverse = given.get("statement") == "inverse"
    with suppress(ValueError):
        if inverse and normal_form(files, given).question == proof.question:
            return None
    try:
        return chain_question(proof, files[0])
    except ValueError as error:
        a: dict[str, Any] = {}
        with suppress(ValueError):
            a = normal_form(files, {"statement": "rank"}).question["matrix"] if is_table else a
        if inverse or (a and all(a[k] == proof.question["matrix"][k] for k in _PATTERN)):
            return None
        raise ValueError(f"{error}; of a system that is no chain's, two files: A and b") from None


def _model(form: NormalForm) -> dict[str, Any]:
    """The model of a question; without one empty."""
    question = form.question
    while "of" in question:
        question = question["of"]["question"]
    model: dict[str, Any] = question.get("model", {})
    return model


def _read(proof: str, max_bytes: int) -> NormalForm:
    """The question of a certificate that the checker has read."""
    from exactbox.checker.files import Pieces

    raw, end = bytearray(), -1
    for piece in Pieces(proof, max_bytes):
        begin = max(0, len(raw) - len(_WITNESS))
        raw += piece
        if (end := raw.find(_WITNESS, begin)) >= 0:
            break
    given = json.loads(raw[:end] + b"}")
    return NormalForm(given["kind"], given["question"], "")


def difference(proof: NormalForm, yours: NormalForm) -> str:
    """The first difference of two questions that are not the same, in words.

    Examples
    --------
    >>> proof = NormalForm("process", {"sense": "max", "start": [3]}, "")
    >>> difference(proof, NormalForm("process", {"sense": "max", "start": [0]}, ""))
    'start: the proof has state 3, yours has 0'
    """
    if proof.kind != yours.kind:
        return f"kind: {_both(proof.kind, yours.kind)}"
    a, b = _parts(proof.question), _parts(yours.question)
    path = min((p for p in {*a, *b} if p not in a or p not in b or a[p] != b[p]), key=_rank)
    in_normal_form = yours.kind in ("linear", "program") and not yours.as_written
    if in_normal_form and (path[0] in _NUMBERED and path[0] in proof.question):
        return _number_difference(proof.question, yours)
    if path not in a or path not in b:
        longer, who = (b, "the proof") if path in a else (a, "yours")
        whole = all(p[0] != path[0] for p in longer)
        return f"{': '.join(path[:1] if whole else path)}: only {who} has it"
    if path == ("model", "weight"):
        return _weight_difference(proof.question["model"], yours.question["model"]["weight"])
    are_lists = isinstance(a[path], list) and isinstance(b[path], list)
    if are_lists and path[-1] not in _RATIONALS:
        return _list_difference(path, a[path], b[path])
    return _value_difference(path, a[path], b[path])


def _parts(question: Any, path: Path = ()) -> dict[Path, Any]:
    """The parts that are neither objects nor lists of them, by the keys that lead there."""
    if isinstance(question, list) and question and isinstance(question[0], dict):
        question = {str(k): value for k, value in enumerate(question)}
    if not isinstance(question, dict):
        return {path: question}
    return {p: v for key, value in question.items() for p, v in _parts(value, (*path, key)).items()}


def _rank(path: Path) -> tuple[bool, list[int], Path]:
    """Names come last, and other parts in their order."""
    return path[-1] == "name", [_ORDER.index(k) if k in _ORDER else 99 for k in path], path


def _value_difference(path: Path, a: Any, b: Any) -> str:
    """The difference of two numbers or names."""
    text = f"{': '.join(path)}: {_both(_format_value(a, path), _format_value(b, path))}"
    return f"{text}; all else is the same" if path[-1] == "name" else text


def _list_difference(path: Path, a: list[Any], b: list[Any]) -> str:
    """The first difference of two lists."""
    where, key = ": ".join(path).removesuffix(": states"), path[-1]
    if key in _SETS:
        if len(a) == len(b) == 1:
            return f"{where}: {_both(f'state {a[0]}', f'{b[0]}')}"
        s = min({*a} ^ {*b})
        return f"{where}: only {'the proof' if s in a else 'yours'} has state {s}"
    if key == "choice" and not (a and b):
        return f"{path[0]}: states share choices in {'the proof' if a else 'yours'} only"
    if key in _COUNTED and len(a) != len(b):
        return f"{path[0]}: {_both(f'{len(a)} {_COUNTED[key]}', f'{len(b)}')}"
    for k, (x, y) in enumerate(zip(a, b, strict=False)):
        if x != y:
            entry = _ENTRY.get(key, f"{key} {{}}").format(k)
            return f"{path[0]}: {entry}: {_both(_format_value(x, path), _format_value(y, path))}"
    return f"{where}: {_both(f'{len(a)} entries', f'{len(b)}')}"


def _number_difference(question: dict[str, Any], yours: NormalForm) -> str:
    """The first number of a system, a program or a game that differs, where it is in the file."""
    sizes = []
    for each in (question, yours.question):
        right = each.get("right", {"columns": 0})
        sizes.append((len(each["matrix"]["sizes"]), each["matrix"]["columns"], right["columns"]))
    for what, a, b in zip(("rows", "columns", "columns of B"), *sizes, strict=True):
        if a != b:
            return f"matrix: the proof has {a} {what}, yours has {b}"
    m, n, k = sizes[0]
    rows = ["objective", *(f"row {name}" for name in yours.rows or range(1, m + 1))]
    columns = yours.columns or [f"column {j}" for j in range(1, n + 1)]
    places = ["right-hand side", *(f"right-hand side, column {c}" for c in range(2, k + 1))]
    places = [*columns, *(places if k else ["lower bound", "upper bound"]), "constant"]
    both = zip([*rows, *columns], _numbers(question), _numbers(yours.question))
    line, a, b = next((line, a, b) for line, a, b in both if a != b)
    j = min(j for j in {*a, *b} if a.get(j, 0) != b.get(j, 0))
    texts = ["none" if v is None else fraction_string(v) for v in (a.get(j, 0), b.get(j, 0))]
    return f"{line}, {places[j]}: {_both(*texts)}"


def _numbers(question: dict[str, Any]) -> Iterator[dict[int, Any]]:
    """The objective, its constant at -1; the rows, with right-hand sides or bounds after their n
    entries; the bounds of the columns, there too."""
    matrix, goal = question["matrix"], question.get("objective")
    n, over = matrix["columns"], question.get("denominators")
    yield (
        {}
        if goal is None
        else {
            **{
                j: _number(v, goal["denominator"])
                for j, v in zip(goal["places"], goal["numerators"])
            },
            -1: _number(goal["constant"]),
        }
    )
    sides = [question[side] for side in ("lower", "upper") if side in question]
    parts = [(part, accumulate(part["sizes"], initial=0), shift)
             for part, shift in ((matrix, 0), (question.get("right"), n)) if part]  # fmt: skip
    for i in range(len(matrix["sizes"])):
        d = over[i] if over else question["denominator"]
        row = {n + k: _number(side["rows"][i], d) for k, side in enumerate(sides)}
        for part, begins, shift in parts:
            begin = next(begins)
            for e in range(begin, begin + part["sizes"][i]):
                row[part["places"][e] + shift] = _number(part["numerators"][e], d)
        yield row
    for j in range(n if sides else 0):
        yield {n + k: _number(side["columns"][j]) for k, side in enumerate(sides)}


def _number(value: Any, over: Any = 1) -> Fraction | None:
    """The number that a certificate has as numerator and denominator."""
    if value is None:
        return None
    p, q = value if isinstance(value, list) else (value, over)
    return Fraction(*(int(n, 16) if isinstance(n, str) else n for n in (p, q)))


def _weight_difference(model: dict[str, Any], other: list[Any]) -> str:
    """The first branch whose probability differs; all but the weights is the same."""
    ours, theirs = ([int(str(w), 10 if isinstance(w, int) else 16) for w in part]
                    for part in (model["weight"], other))  # fmt: skip
    begin = 0
    for c, size in enumerate(model["branches"]):
        a, b = ours[begin : begin + size], theirs[begin : begin + size]
        for k in range(size):
            p, q = Fraction(a[k], sum(a)), Fraction(b[k], sum(b))
            if p != q:
                option = model["choice"].index(c) if model["choice"] else c
                ends = list(accumulate(model["options"]))
                s = bisect_right(ends, option)
                number = option - (ends[s] - model["options"][s])
                place = f"state {s}, choice {number}, to state {model['target'][begin + k]}"
                return f"model: {place}: {_both(f'{p}', f'{q}')}"
        begin += size
    raise ValueError("model: the weights differ, and no probability does")


def _both(a: str, b: str) -> str:
    return f"the proof has {a}, yours has {b}"


def _format_value(value: Any, path: Path) -> str:
    """A number in decimal, and a name in quotes."""
    from exactbox.checker.claim import decimal_text
    from exactbox.checker.reading import brief

    if isinstance(value, list) and path[-1] in _NUMBERS:
        return "/".join(_format_value(part, path) for part in value)
    if isinstance(value, str) and path[-1] in _NUMBERS:
        return decimal_text(int(value, 16))
    return brief(value)
