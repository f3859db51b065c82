"""The headline answers: which questions ``proofs/`` answers, and how its index is written.

Everything in ``proofs/`` is a function of this list and of the files in ``proofs/models``: the
certificates byte for byte, the index, and how the proofs are cited.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from exactbox.headline_proofs import files, games, theorems
from exactbox.headline_proofs.answers import Headline, HeadlineProof
from exactbox.headline_proofs.index import index
from exactbox.headline_proofs.references import references

__all__ = ["Headline", "HeadlineProof", "headlines", "index", "references"]


def headlines(folder: Path = Path("proofs")) -> list[Headline]:
    """The questions, in the order in which they are answered.

    The folder of the proofs has the models that are asked about in its folder ``models``, and what
    theorems state in its folder ``coq``.
    """
    models, sentences = folder / "models", theorems.sentences(folder)
    found = [*files.models(models), *files.systems(models), *games.games()]
    return [replace(headline, theorem=sentences.get(headline.name, "")) for headline in found]
