"""The headline answers: which questions ``proofs/`` answers, and how its index is written.

Everything in ``proofs/`` is a function of this list and of the files in ``proofs/models``: the
certificates byte for byte, the index, and how the proofs are cited.

The modules, in the order in which a headline passes through them:

=================  ========================================================================
headline           `Headline`: a question, how it is proved, and what is said of its answer
model_headlines    those about the models and systems in ``proofs/models``
program_headlines  those about the linear programs and matrix games there
game_headlines     those about games that are known by their rules
theorems           those that theorems in Coq state
filing             answers computed anew and compared with the proofs on file
index              ``proofs/README.md``
references         ``proofs/references``
=================  ========================================================================
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from exactbox.headline_proofs.headline import Headline, HeadlineProof
from exactbox.headline_proofs.index import index
from exactbox.headline_proofs.references import references

__all__ = ["Headline", "HeadlineProof", "headlines", "index", "references"]


def headlines(folder: Path = Path("proofs")) -> list[Headline]:
    """The questions, in the order in which they are answered.

    The folder of the proofs has the models that are asked about in its folder ``models``, and what
    theorems state in its folder ``coq``.
    """
    from exactbox.headline_proofs import (
        game_headlines,
        model_headlines,
        program_headlines,
        theorems,
    )

    models, sentences = folder / "models", theorems.sentences(folder)
    headlines_of_all = [
        *model_headlines.models(models),
        *model_headlines.systems(models),
        *program_headlines.programs(models),
        *game_headlines.games(),
    ]
    return [
        replace(headline, theorem=sentences.get(headline.name, "")) for headline in headlines_of_all
    ]
