"""Certificates of answers, checked while they are written.

A certificate is one JSON object in canonical bytes (ASCII, sorted keys, no spaces, no newline at
the end, big integers in hexadecimal), so the same answer always has the same SHA-256. It has a
question and a witness, and the bytes without the witness have a hash of their own: that of the
question. What it has to satisfy is stated, and checked, in `exactbox.check`, which shares no code
with what writes it.

It is written piece by piece (`exactbox.canonical`); every piece goes to the checker and to a
temporary file, which takes its name once the checker has passed it. So nobody holds all of it, and
a file that has its name has been checked. The certificate of card flipping with N = 8, 365 MB,
takes 0.6 s and 13 MB to write.

A short one (`PLAIN`) is judged by the plain checker, which is what one reads to believe it, unless
few bytes ask for long work: a number of steps, a bound on rewards, a game of many rolls, a proof of
the lock. The others are judged by the fast one. It takes FLINT's integers, which the solver has
loaded: where they are long it takes half the time (card flipping with N = 7: 2.5 s, with Python's
4.6), where they are short a tenth more (coins-4-4: 33 ms, 29; at most N = 6: 0.34 s, 0.26). Results
of short numbers that are found without FLINT say so (`short_numbers`): they are checked with
Python's, and nothing is loaded for them. `plain_integers` takes Python's for all.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import chain, islice
from math import prod
from typing import Any, Protocol

from exactbox.canonical import encode_integer as encode_integer
from exactbox.canonical import pieces
from exactbox.check import Claim as Claim
from exactbox.check import GaveUp, check_certificate, check_plain
from exactbox.check import InvalidCertificate as InvalidCertificate
from exactbox.files import Draft
from exactbox.inputs import input_of
from exactbox.late import former_function
from exactbox.parallel import current, memory_limit
from exactbox.parallel.memory import used_memory
from exactbox.showing import Shown

VERSION = 2
_LEAST = 16 << 20  # bytes that the checker may use however little is free: Python itself has more
# bytes of a certificate that the plain checker judges, in at most 5 ms. Card flipping with N = 2,
# 542 bytes: 1.2 ms, the fast one 0.7; with N = 3, 2,065 bytes: 4.0 and 1.5, and 5 to load it
PLAIN = 2048
_TURNS = 10**4  # positions of a card game, times rolls; N = 2: 64
_STEPS = 10**6  # up to a time, times bytes: 100 steps of 400 bytes take 0.3 ms, 2,500 some 6
# fields that ask for long work in few bytes
_LONG_WORK = re.compile(rb'"steps":|"kind":"(?:bounded|lock|match)"|"rule":"shutbox"')
TO_PROVE = '.save("proof.json") checks the certificate and writes it'  # of an answer
BY_PLAIN = "checked by the plain checker"
WITH_FLINT = "checked with FLINT's integers"
_plain_integers = ContextVar("plain_integers", default=False)


UNCHECKED = ".unchecked"  # ends the name of a certificate that the checker gave up on


class UncheckedError(GaveUp):
    """The checker has not come to a verdict on the certificate of an answer.

    The certificate is in the file ``path``, which is empty where none was asked for, or it is not
    whole; ``replaced`` says whether there was another file of that name.
    """

    def __init__(self, why: str, path: str = "", replaced: bool = False) -> None:
        super().__init__(f"{why}; {path} has the certificate" if path else why)
        self.why, self.path, self.replaced = why, path, replaced

    def __reduce__(self) -> tuple[Any, ...]:
        return UncheckedError, (self.why, self.path, self.replaced)


class Provable(Protocol):
    """A result that can be written down so that the checker verifies it.

    One that is found without FLINT may have an attribute ``short_numbers``, which is true.
    """

    @abstractmethod
    def certificate_parts(self) -> Iterator[bytes]:
        """The certificate in canonical bytes, in pieces."""

    @abstractmethod
    def is_proved_by(self, claim: Claim) -> bool:
        """True if what the checker has verified is this result."""


class Certified(Shown, Provable):
    """A result that shows itself, and that a certificate proves."""

    def certificate(self) -> bytes:
        """The certificate in canonical bytes; `exactbox.check` verifies it."""
        return b"".join(self.certificate_parts())

    def save(self, path: str | os.PathLike[str]) -> Claim:
        """Write the certificate after the checker has passed it; packed as .gz or .xz."""
        return save(self, path)


@dataclass(frozen=True)
class Proof:
    """That the checker has verified a certificate, and the claim that it proves.

    ``str`` of the claim is the sentence, with the hashes; ``how`` says by which checker, if by the
    plain one, or with which integers, if they are not Python's.
    """

    claim: Claim
    how: str = ""


@contextmanager
def plain_integers(wanted: bool = True) -> Iterator[None]:
    """A context in which results are checked with Python's integers, not FLINT's.

    Examples
    --------
    >>> from exactbox import total_until_end, flip
    >>> [prove(total_until_end(flip(n))).how for n in (2, 4)]
    ['checked by the plain checker', "checked with FLINT's integers"]
    >>> with plain_integers():
    ...     prove(total_until_end(flip(4))).how
    ''
    """
    token = _plain_integers.set(wanted)
    try:
        yield
    finally:
        _plain_integers.reset(token)


def wants_plain_integers() -> bool:
    """True if results are checked with Python's integers here."""
    return _plain_integers.get()


def prove(result: Provable, draft: Draft | None = None) -> Proof:
    """Have the independent checker pass the certificate of a result, while it is written.

    A draft gets the certificate meanwhile; it is to be kept if this returns.

    Raises
    ------
    InvalidCertificate
        If the checker proves something else than the result, or nothing.
    UncheckedError
        If it gives up, or a worker ends: the draft is set aside under the name with `UNCHECKED`.
    """
    short = getattr(result, "short_numbers", False)
    parts = result.certificate_parts()
    if draft is not None:
        parts = draft.passing(parts)
    try:
        proof = check(parts, short_numbers=short)
    except (GaveUp, RuntimeError) as error:
        if not isinstance(error, GaveUp):  # a worker has ended, perhaps
            from concurrent.futures import BrokenExecutor

            if not isinstance(error, BrokenExecutor):
                raise
        why = str(error) or type(error).__name__
        raise _keep_unchecked(why, parts, draft) from None
    if not result.is_proved_by(proof.claim):
        raise InvalidCertificate("the checker proved another result than the one computed")
    return proof


def check(
    parts: Iterable[bytes],
    *,
    max_work: int = sys.maxsize,
    short_numbers: bool = False,
) -> Proof:
    """The checker's proof of a certificate, whose pieces it takes as they are made.

    A short one is judged by the plain checker, others by the fast one, with a limit on work if one
    is given. Memory is bounded by what may be used here: what this program has written is no
    stranger's.
    """
    parts = iter(parts)
    try:
        first = [*islice(parts, 2)]
        if max_work == sys.maxsize and len(first) == 1 and _is_short_work(first[0]):
            return Proof(check_plain(first[0]), BY_PLAIN)
    except (MemoryError, OverflowError, RecursionError) as error:
        raise GaveUp(f"too large to check here: {type(error).__name__}") from None
    number: Callable[[int], Any] = int
    how = ""
    if not short_numbers and not wants_plain_integers():
        from flint import fmpz

        number, how = fmpz, WITH_FLINT
    claim: Claim = check_certificate(
        chain(first, parts),
        max_bytes=sys.maxsize,
        max_work=max_work,
        max_memory=_free_memory(),
        number=number,
        executor=current(),
    )
    return Proof(claim, how)


def _is_short_work(raw: bytes) -> bool:
    """True if this is short, and to check it takes no more than that warrants: the plain checker
    pays for nothing. (A quote in a text has a backslash before it.)"""
    if len(raw) > PLAIN or _LONG_WORK.search(raw):
        return False
    if b'"rule":"flip"' not in raw and b'"kind":"transient"' not in raw:
        return True
    try:
        if b'"kind":"transient"' in raw:
            steps = sum(int(last) for _, last in json.loads(raw)["witness"]["windows"])
            return steps * len(raw) <= _STEPS
        game = json.loads(raw)["question"]["model"]
        rolls, cards = prod(map(len, game["dice"])), int(game["cards"])
        return cards < _TURNS.bit_length() and rolls << cards <= _TURNS
    except (ValueError, LookupError, TypeError, RecursionError):
        return False  # it is no game: the fast one says why


def _free_memory() -> int:
    """The bytes that the checker may use, beside what this process has."""
    return max(memory_limit() - used_memory(), _LEAST)


def _keep_unchecked(why: str, parts: Iterator[bytes], draft: Draft | None) -> UncheckedError:
    """Have what is not checked take another name; the error that says so."""
    if draft is None:
        return UncheckedError(why)
    replaced = os.path.isfile(f"{draft.name}{UNCHECKED}")
    try:
        deque(parts, maxlen=0)  # what the checker has not taken
        return UncheckedError(why, draft.set_aside(UNCHECKED), replaced)
    except (OSError, MemoryError) as error:
        return UncheckedError(f"{why}; the certificate is not written: {error}")


def save(result: Provable, path: str | os.PathLike[str]) -> Claim:
    """Write the certificate of a result, which the checker passes meanwhile; the proved claim.

    The file appears only after it has passed. It is packed where the name ends in .gz or .xz.

    Raises
    ------
    UncheckedError
        If the checker gives up: the certificate is in a file of the same name and `UNCHECKED`.
    """
    with Draft(input_of(path).path) as draft:
        draft.require()  # before the check, which may take long
        proof = prove(result, draft)
        draft.keep()
    return proof.claim


def certificate_pieces(
    kind: str, question: Mapping[str, Any], witness: Mapping[str, Any]
) -> Iterator[bytes]:
    """A certificate's bytes, in pieces."""
    return pieces({"certificate": VERSION, "kind": kind, "question": question, "witness": witness})


def question_sha256(kind: str, question: Mapping[str, Any]) -> str:
    """The question's hash, by which it is cited: SHA-256 of the bytes without a witness, in hex."""
    return sha256(question_bytes(kind, question))


def question_bytes(kind: str, question: Mapping[str, Any]) -> bytes:
    """The bytes of a certificate without its witness, whose SHA-256 the question is cited by."""
    return b"".join(pieces({"certificate": VERSION, "kind": kind, "question": question}))


def encode_ratio(p: Any, q: Any = 1) -> Any:
    """p/q in lowest terms as certificates have it: an integer, or a pair."""
    return encode_integer(p) if q == 1 else [encode_integer(p), encode_integer(q)]


def sha256(certificate: bytes) -> str:
    """The certificate's hash, by which it is cited, in hexadecimal."""
    return hashlib.sha256(certificate).hexdigest()


proved, saved = former_function("proved", prove), former_function("saved", save)
