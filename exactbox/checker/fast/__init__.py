"""Fast kernels for long certificates: the verdicts are those of the plain room.

They replace how a file is read (stream), values (rationals: in blocks with common denominators),
the step (process, step: brackets, and ranges for other processes), the induction (induction),
products of matrices (linear) and turns of Shut the Box (match), and nothing else: conditions,
theorems, tables and sentences are those of the plain room. All that they do is paid (budget), what
a named game takes (games) before it is made.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..claim import Claim, check_of
from ..files import MAX_BYTES, GaveUp, Pieces, Source
from ..sets import nested
from .budget import Budget, without_collection
from .stream import decode, read

if TYPE_CHECKING:
    from concurrent.futures import Executor


@without_collection()
def check_certificate(
    source: Source,
    *,
    max_bytes: int = MAX_BYTES,
    max_work: int | None = None,
    max_memory: int | None = None,
    number: Callable[[int], Any] = int,
    executor: Executor | None = None,
) -> Claim:
    """The claim that is proved; ``str`` says it in a sentence, with the hashes.

    The source is a file, which may be packed by gzip or xz, the certificate's bytes, whole or in
    pieces, or standard input (None). Limits are of bytes, uncompressed, of work in units of about a
    nanosecond, and of memory in bytes. `number` makes integers, or what calculates alike, such as
    `flint.fmpz`. The executor does parts of long checks; the claim is the same. Who is refused gets
    InvalidCertificate, MalformedCertificate, GaveUp, or OSError where a file cannot be opened.
    """
    try:
        pieces = Pieces(source, max_bytes)
        raw = read(pieces)
        budget = Budget(pieces.warranted, max_work, number, executor, max_memory)
        given = decode(raw, budget)
        claim = check_kind(given["kind"], given["question"], given["witness"], budget)
        return dataclasses.replace(
            claim,
            facts={**claim.facts, **nested(given["question"])},
            question_sha256=raw.question_sha256,
            sha256=raw.sha256,
            size=raw.size,
            work=budget.all_work - budget.work,
        )
    except (MemoryError, OverflowError, RecursionError) as error:
        raise GaveUp(f"too large to check here: {type(error).__name__}") from None


def check_kind(kind: Any, question: Any, witness: Any, budget: Budget) -> Claim:
    """The check of a kind, with its kernel; the lock needs none."""
    plain: Callable[..., Claim] = check_of(kind)
    if kind == "lock":
        return plain(question, witness)
    claim: Claim = import_module(f".{kind}", __package__).check(question, witness, budget)
    return claim
