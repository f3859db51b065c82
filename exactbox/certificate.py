"""Certificates: what a checked answer is written down as. The verdict is the checker's.

A certificate is one JSON object in canonical bytes (ASCII, sorted keys, no spaces, no newline at
the end, big integers in hexadecimal), so the same answer always has the same SHA-256. It holds
the claim, the model (a named rule with its parameters, or every node), the policy, a rank per
chance node, and the values: for each strongly connected block of nodes one denominator, and
numerators. What it has to satisfy is stated, and checked, in `exactbox.check`, which shares no
code with this.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from exactbox.check import InvalidCertificate, check_certificate
from exactbox.decimals import decimal_string

if TYPE_CHECKING:
    import numpy as np

    from exactbox.linalg import ExactVector
    from exactbox.mdp.process import DecisionProcess

VERSION = 1
DIGITS = 12  # decimals that a claim shows


class Provable(Protocol):
    """A result that can be written down so that the checker verifies it."""

    def certificate(self) -> bytes:
        """The certificate in canonical bytes."""

    def is_proved_by(self, claim: Any) -> bool:
        """Whether what the checker has verified is this result."""


@dataclass(frozen=True)
class Proof:
    """A certificate that the checker has verified, and what it proves."""

    data: bytes
    claim: Any


def proved(result: Provable) -> Proof:
    """The certificate of a result, after the independent checker has passed it.

    Raises
    ------
    InvalidCertificate
        If the checker proves something else than the result, or nothing.
    """
    data = result.certificate()
    claim = check_certificate(data, max_bytes=len(data))
    if not result.is_proved_by(claim):
        raise InvalidCertificate("the checker proved another result than the one computed")
    return Proof(data, claim)


def process_certificate(
    process: DecisionProcess,
    policy: np.ndarray[Any, Any],
    ranks: np.ndarray[Any, Any],
    values: ExactVector,
    *,
    digits: int = DIGITS,
) -> bytes:
    """The certificate that `values` are optimal, in canonical bytes.

    Parameters
    ----------
    process : DecisionProcess
    policy : (D,) option indices
    ranks : (C,) integers
        Falling along some branch at every chance node that is not a terminal.
    values : ExactVector of C entries
    digits : int
        Digits after the point of the claim's decimal.
    """
    value = values[process.start]
    return canonical(
        {
            "certificate": VERSION,
            "kind": "process",
            "claim": {
                "decimals": [decimal_string(value.numerator, value.denominator, digits)],
                "node": process.start,
                "sense": process.sense,
                "value": [_hex(value.numerator), _hex(value.denominator)],
            },
            "model": dict(process.rule) if process.rule is not None else _explicit(process),
            "policy": policy.tolist(),
            "ranks": ranks.tolist(),
            "values": blocks(values),
        }
    )


def blocks(values: ExactVector) -> list[Any]:
    """For each block with entries its denominator, its nodes and their numerators."""
    members: list[list[int]] = [[] for _ in values.denominators]
    for node, block in enumerate(values.block_of):
        members[block].append(node)
    return [
        [_hex(d), nodes, [_hex(values.numerators[c][0]) for c in nodes]]
        for d, nodes in zip(values.denominators, members, strict=True)
        if nodes
    ]


def _explicit(process: DecisionProcess) -> dict[str, Any]:
    """The layers, node by node."""
    p = process
    branches = [
        [_hex(w), d]
        for w, d in zip(p.branch_weight.tolist(), p.branch_target.tolist(), strict=True)
    ]
    costs, denominators = p.cost.tolist(), p.denominator.tolist()
    chance = [
        [_hex(costs[c]), _hex(denominators[c]), branches[low:high]]
        for c, (low, high) in enumerate(_spans(p.branch_start))
    ]
    options = p.option_target.tolist()
    decision = [options[low:high] for low, high in _spans(p.option_start)]
    return {"rule": "explicit", "chance": chance, "decision": decision}


def _spans(start: np.ndarray[Any, Any]) -> Sequence[tuple[int, int]]:
    ends = start.tolist()
    return list(pairwise(ends))


def _hex(n: Any) -> str:
    """An int or fmpz in hexadecimal, without a prefix."""
    return format(int(n), "x")


def canonical(certificate: dict[str, Any]) -> bytes:
    """The one way in which a certificate is written."""
    return json.dumps(certificate, sort_keys=True, separators=(",", ":")).encode("ascii")


def sha256(certificate: bytes) -> str:
    """What the certificate is cited by, in hexadecimal."""
    return hashlib.sha256(certificate).hexdigest()


def write(path: str | os.PathLike[str], data: bytes) -> None:
    """Write `data` to `path` whole or not at all; gzip it where the name ends in .gz.

    The bytes go to a temporary file in the same folder that then takes the name, so a full disk or
    an interrupt leaves an older file as it was.
    """
    target = Path(path)
    if target.suffix == ".gz":
        data = gzip.compress(data, compresslevel=1, mtime=0)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    except OSError as error:  # say which file was wanted, not the temporary one
        raise OSError(error.errno, error.strerror, str(target)) from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(name, 0o666 & ~umask)
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise
