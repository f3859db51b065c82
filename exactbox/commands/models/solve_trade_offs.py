"""Several objectives at once in ``exactbox solve``: what is printed, written and read.

With ``--json`` an object has, beside the keys of all answers (`solve_report`)::

    objectives          their texts
    answer              true or false: whether one policy keeps to all bounds; a comparison
    value               {exact, decimal}: of the first under bounds, or under a condition
    vertices            of a curve: a list of points, each a list of {exact, decimal}
    probabilities       with which the policies are drawn
    policy, worth       with --evaluate: the file, and the objectives' values
    note                that a strict bound keeps policies from the value
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from exactbox.commands.models.solve_report import model_rows
from exactbox.commands.terminal.written import (
    prove_all,
    size_words,
    unchecked,
    verdict_fields,
    write_file,
    write_picture,
)
from exactbox.decimals import Style
from exactbox.formats.mixtures import read_mixture, write_mixture
from exactbox.inputs import named
from exactbox.mdp.trade_offs.trade_off import TradeOff
from exactbox.showing import Row, counted, one_line

if TYPE_CHECKING:
    from exactbox.commands.models.solve_files import Places

_MAX_LISTED = 20  # vertices that are printed; --full prints all


def report_rows(
    found: TradeOff, paths: Places, style: Style, evaluate: str | None
) -> tuple[list[Row], list[Row]]:
    """The rows of a report, and those of the files, which are written first."""
    if found.mixture is None and "policy" in paths:
        raise ValueError("--policy: no policy keeps to the bounds")
    figure = found.plot() if "plot" in paths else None
    worth = [*_worth(found, evaluate, style)] if evaluate else []
    files = list[Row]()
    verdicts = prove_all([*found.inner, found], paths.get("certificate"), files)
    if "policy" in paths:

        def write(file: str) -> None:
            write_mixture(file, found.product, found.policies, found.asked)

        files = [*write_file(paths["policy"], "policy", write), *files]
    if "plot" in paths:
        files = [*files, *write_picture(paths["plot"], lambda: figure)]
    texts = [aim.text for aim in found.aims]
    about = {"question": found.asked, "from": found.start.tolist(), "objectives": texts}
    rows = [Row(fields=about), *_result_rows(found, style)]
    if found.note:
        rows.append(Row("note", found.note, {"note": found.note}))
    rows += model_rows(found.product.process)
    shares = [share for share, _ in found.policies if share is not None]
    rows.append(Row("policy", found.policy_words, {"probabilities": shares} if shares else None))
    rows += worth
    why = unchecked(verdicts)
    said = f"not checked: {why}" if why else size_words(*verdicts)
    return [*rows, Row("proof", said, lambda: verdict_fields(*verdicts))], files


def _result_rows(found: TradeOff, style: Style) -> Iterator[Row]:
    """The vertices, whether all bounds can be kept to, or the value."""
    if found.asks == "curve":
        yield Row(fields={"vertices": found.vertices})
        most = len(found.vertices) if style.full else _MAX_LISTED
        for each in found.vertices[:most]:
            yield Row("vertex", _point(each, style))
        if len(found.vertices) > most:
            yield Row("...", f"{counted(len(found.vertices) - most, 'more vertex')}: --full")
        return
    if found.is_truth or found.value is None:
        truth = str(found.holds).lower() if found.is_truth else "no policy keeps to the bounds"
        yield Row("answer", truth, {"answer": found.holds})
    if found.value is not None:
        yield Row("exactly", style.exactly(found.value), {"value": found.value})
        yield Row("decimal", style.decimal(found.value))


def _point(values: tuple[Fraction, ...], style: Style) -> str:
    """Exact coordinates, and decimals of those that are no integers."""
    exact = f"({', '.join(map(style.exactly, values))})"
    if all(value.denominator == 1 for value in values):
        return exact
    return f"{exact} ~ ({', '.join(map(style.decimal, values))})"


def _worth(found: TradeOff, path: str, style: Style) -> Iterator[Row]:
    """The objectives' values under the policies of a file."""
    drawn = read_mixture(path, found.product)
    try:
        each = [found.evaluate(actions) for _, actions in drawn]
    except ValueError as error:
        raise ValueError(f"{named(path)}: {error}") from None
    many = f"{len(drawn)} policies" if len(drawn) > 1 else "one policy"
    yield Row("file", f"{one_line(named(path))}: {many}", {"policy": path})
    if drawn[0][0] is None:
        yield Row(fields={"worth": each})
        for values in each:
            yield Row("worth", _point(values, style))
        return
    mean = [
        sum(((share or 0) * values[i] for (share, _), values in zip(drawn, each)), Fraction(0))
        for i in range(len(found.aims))
    ]
    yield Row(fields={"worth": mean})
    for aim, value in zip(found.aims, mean, strict=True):
        yield Row("worth", f"{style.short(value)}  {aim.text}")
