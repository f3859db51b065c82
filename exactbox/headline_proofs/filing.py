"""The headline answers, computed anew and compared with the proofs on file.

Each is proved and checked while its certificate is written beside the one on file; then it takes
its name, or is dropped. Where somebody else works, each answer is a part of its own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from exactbox import headline_proofs
from exactbox.certificate import plain_integers, wants_plain_integers
from exactbox.files import Draft
from exactbox.headline_proofs.headline import Headline, HeadlineProof
from exactbox.parallel import Task, current, results
from exactbox.progress import report

SAME, WRITTEN, REPLACED = "the same", "written", "replaced"
DIFFERS = "DIFFERS from what was computed now"

Filed = tuple[HeadlineProof, str]  # and what has become of the file: one of these four


def filed(
    folder: Path,
    headlines: Sequence[Headline],
    update: bool,
    shown: Callable[[str], AbstractContextManager[None]],
) -> Iterator[tuple[Headline, Filed]]:
    """Each headline with its proof, in this order.

    A certificate that is not in the folder is written, and one that differs is replaced if `update`
    is true; ``shown(name)`` is a context that shows the progress of this work.
    """
    if current() is None:
        for headline in headlines:
            with shown(headline.name):
                filed_proof = _filed(folder, headline, update)
            yield headline, filed_proof
        return
    tasks = [_task(folder, headline, update) for headline in headlines]
    waiting, said = dict[int, Filed](), 0  # those that are done before the ones in front of them
    with shown("answers"):
        for k, filed_proof in results(tasks):
            waiting[k] = filed_proof
            report("", said + len(waiting), len(tasks))
            while said in waiting:
                yield headlines[said], waiting.pop(said)
                said += 1


def _task(folder: Path, headline: Headline, update: bool) -> Task:
    """The part of one headline; proofs that are longer take longer."""
    path = folder / headline.file
    size = path.stat().st_size if path.exists() else 0
    arguments = str(folder), headline.name, update, wants_plain_integers()
    return Task(headline.name, size, _filed_by_name, lambda notes: arguments)


def _filed_by_name(folder: str, name: str, update: bool, plain: bool) -> Filed:
    """The work of one worker."""
    all_headlines = headline_proofs.headlines(Path(folder))
    headline = next(headline for headline in all_headlines if headline.name == name)
    with plain_integers(plain):
        return _filed(Path(folder), headline, update)


def _filed(folder: Path, headline: Headline, update: bool) -> Filed:
    """Prove; compare, and write what is to be written."""
    path = folder / headline.file
    with Draft(path) as draft:
        proof = headline.prove(draft)
        there = path.exists()
        if there:
            with path.open("rb") as file:
                on_file = hashlib.file_digest(file, "sha256").hexdigest()
            if on_file == proof.proof.claim.sha256:
                return proof, SAME
            if not update:
                return proof, DIFFERS
        draft.keep()
    return proof, REPLACED if there else WRITTEN
