"""Certificates that are kept as files: what is accepted, what is a lie, what cannot be read.

``certificates/KIND/VERDICT/NAME.json`` is named for what it proves, or for its lie. The table
``certificates/KIND.json`` has a part of what the checker says to each.
"""

from __future__ import annotations

import ast
import json
import traceback
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

KINDS = (
    "bounded",
    "linear",
    "lock",
    "match",
    "process",
    "program",
    "property",
    "timed",
    "trade_off",
    "transient",
)
CORPUS = Path(__file__).parent / "certificates"
VERDICTS = {"accepted": "VALID", "rejected": "INVALID", "malformed": "UNREADABLE"}
# who names a set of states by the other's question, and whether it is the set that is proved there
NESTED = {
    (
        "process/accepted/goal_that_another_certificate_proves.json",
        "property/accepted/set.json",
    ): True,
    (
        "process/accepted/goal_by_14_names_of_which_another_certificate_proves_the_last.json",
        "property/accepted/set.json",
    ): True,
    (
        "process/accepted/goal_that_another_certificate_proves_of_some_states_only.json",
        "property/accepted/set_over_a_part_of_the_states.json",
    ): False,
}
EXIT_CODES = {"accepted": 0, "rejected": 1, "malformed": 2}


def files(kind: str = "*", verdict: str = "*") -> list[Path]:
    """The files of a kind with a verdict."""
    return sorted(CORPUS.glob(f"{kind}/{verdict}/*.json"))


def load(kind: str, verdict: str = "accepted") -> dict[str, dict[str, Any]]:
    """These certificates, by name."""
    return {path.stem: json.loads(path.read_bytes()) for path in files(kind, verdict)}


@cache
def expected(kind: str) -> dict[str, dict[str, str]]:
    """Verdict and name to a part of what the checker says; nothing if there is no table."""
    table = CORPUS / f"{kind}.json"
    return json.loads(table.read_bytes()) if table.exists() else {}


def quoted(path: Path | str) -> str:
    """How a verdict names a file."""
    return json.dumps(str(path))


def canonical(certificate: Any) -> bytes:
    """A certificate's bytes."""
    return json.dumps(certificate, sort_keys=True, separators=(",", ":")).encode()


def unmet(path: Path, errors: Iterable[BaseException]) -> list[str]:
    """The refusals of a file of the checker that none of these errors came from."""
    known = [each for error in errors for each in (error, error.__context__) if each]
    met = {
        frame.lineno
        for error in known
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == str(path)
    }
    return [
        f"{path.name}:{node.lineno}: {ast.unparse(node)}"
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Raise)
        or (isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("need", "holds"))
        if met.isdisjoint(range(node.lineno, (node.end_lineno or 0) + 1))
    ]
