"""The plain checker in a process of its own, whose time and memory are limited from outside.

The plain checker pays for nothing and minds no limit; so no file may hang the caller. Decides
nothing: who is stopped gave up.
"""

from __future__ import annotations

import os
import sys
from typing import Any

from .claim import Claim, check_plain
from .files import MAX_BYTES, GaveUp, Pieces, check_end
from .reading import InvalidCertificate, MalformedCertificate

try:
    import resource
except ImportError:  # not every system has it
    resource = None  # type: ignore[assignment]

SECONDS, BYTES = 8, 10**6  # of a processor for so many bytes, or fewer; flip-6 takes 3 to 6
MEMORY, MEMORY_PER_BYTE = 900 << 20, 40  # of address space
FASTER = "the fast checker may do it (without --plain)"


def check_alone(
    file: str | None,
    *,
    max_bytes: int = MAX_BYTES,
    max_seconds: int | None = None,
    max_memory: int | None = None,
) -> Claim:
    """Verify a file, or standard input, by the plain checker alone.

    Limits are of bytes, uncompressed, of seconds of a processor, and of bytes of address space, by
    default what the file's size warrants. Where the system limits no process the seconds are those
    of a clock, and memory has no limit.
    """
    import multiprocessing  # what the fast checker need not load

    size = os.path.getsize(file) if file is not None and os.path.isfile(file) else 0
    seconds = max(SECONDS, SECONDS * size // BYTES) if max_seconds is None else max_seconds
    memory = MEMORY + MEMORY_PER_BYTE * size if max_memory is None else max_memory
    context: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    ours, theirs = context.Pipe(duplex=False)
    stdin = os.dup(0) if file is None else None  # multiprocessing closes that of a child
    child = context.Process(target=_check, args=(theirs, file or stdin, max_bytes, seconds, memory))
    child.start()
    theirs.close()
    if stdin is not None:
        os.close(stdin)
    try:
        if not ours.poll(None if resource else seconds):
            raise GaveUp(f"it takes more than {seconds} seconds; {FASTER}")
        outcome = ours.recv()
    except EOFError:
        why = f"it takes more than {seconds} seconds of a processor, or its process died"
        raise GaveUp(f"{why}; {FASTER}") from None
    finally:
        child.kill()
        child.join()
        ours.close()
    if not isinstance(outcome, Claim):
        raise outcome
    return outcome


def _check(pipe: Any, file: str | int, max_bytes: int, seconds: int, memory: int) -> None:
    """Send the claim, or what was raised; the file is named, or open."""
    outcome: Any
    try:
        if isinstance(file, int):
            sys.stdin = os.fdopen(file)
        if resource:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        raw = b"".join(Pieces(None if isinstance(file, int) else file, max_bytes))
        check_end(raw)
        outcome = check_plain(raw)
    except (InvalidCertificate, MalformedCertificate, GaveUp, OSError) as error:
        outcome = error
    except (MemoryError, OverflowError, RecursionError) as error:
        outcome = GaveUp(f"too large for the plain checker: {type(error).__name__}; {FASTER}")
    except Exception as error:
        outcome = RuntimeError(f"{type(error).__name__}: {error}")
    try:
        pipe.send(outcome)
    except MemoryError:  # of a long claim
        pipe.send(GaveUp(f"too large for the plain checker; {FASTER}"))
