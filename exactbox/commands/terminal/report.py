"""Reports: what a command says, as text or with ``--json`` as one object, from the same rows.

A report has a title, rows and files. As text, the title stands above and a row is a label and a
text; in JSON the fields of all rows are one object. Files are written before anything is printed:
who reads that may be gone by then. A command returns its report, and `exactbox.cli` prints it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import isinf
from typing import Any

from exactbox.commands.terminal.json_output import number, print_json
from exactbox.commands.terminal.outputs import say
from exactbox.commands.terminal.progress_bar import hide
from exactbox.decimals import DIGITS
from exactbox.showing import Row, fact_lines, one_line


@dataclass
class Report:
    """What a command says of one question; numbers in JSON have so many digits."""

    rows: Iterable[Row]
    title: str = ""  # the first line of the text
    files: list[Row] = field(default_factory=list)
    digits: int = DIGITS
    code: int = 0  # the exit code
    refusal: str = ""  # a line of the text that goes to standard error

    def lines(self) -> Iterator[str]:
        """The report as text."""
        if self.title:
            yield one_line(self.title)
        for row in (*self.rows, *self.files):
            if row.label:
                yield from fact_lines([(row.label, str(row.text))])
            elif isinstance(row.text, str):
                yield row.text
            elif row.text is not None:
                yield from row.text

    def fields(self) -> dict[str, Any]:
        """The report for JSON."""
        found: dict[str, Any] = {}
        for row in self.rows:
            fields = row.fields() if callable(row.fields) else row.fields
            found |= {key: self._value(value) for key, value in (fields or {}).items()}
        return found | ({"files": [each.fields for each in self.files]} if self.files else {})

    def _value(self, value: Any) -> Any:
        """The same with every number exact and rounded."""
        if isinstance(value, Fraction) or (isinstance(value, float) and isinf(value)):
            return number(value, self.digits)
        if isinstance(value, (list, tuple)):
            return [self._value(each) for each in value]
        if isinstance(value, Mapping):
            return {key: self._value(each) for key, each in value.items()}
        return value

    def print(self, *, as_json: bool) -> int:
        """Print it; the exit code."""
        hide()
        if as_json:
            print_json(self.fields())
        else:
            for line in self.lines():
                print(line)
            if self.refusal:
                say(self.refusal)
        return self.code


@dataclass
class Series:
    """Reports one after the other: text as soon as it is there, JSON as one object at the end.

    It has the reports as a list under the key.
    """

    key: str
    as_json: bool
    records: list[dict[str, Any]] = field(default_factory=list)
    code: int = 0

    def add(self, report: Report) -> None:
        """Print a report, or keep it for the end."""
        self.code = max(self.code, report.code)
        if self.as_json:
            self.records.append(report.fields())
            return
        report.print(as_json=False)
        print(end="", flush=True)

    def finish(self, end: Report) -> int:
        """Print the end; the greatest exit code."""
        if self.as_json:
            print_json({self.key: self.records, **end.fields()})
        else:
            end.print(as_json=False)
        return max(self.code, end.code)
