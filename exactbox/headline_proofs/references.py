"""Citations of the proofs: ``proofs/references``, in BibTeX and in CSL-JSON.

``exactbox cite proofs/NAME.json`` prints the same of one of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from exactbox.citation import Citation, bibtex_file, csl_file
from exactbox.headline_proofs.headline import Headline, HeadlineProof

FOLDER = "references"  # not beside the proofs: they are all that proofs/*.json means


def references(answers: Sequence[tuple[Headline, HeadlineProof]]) -> dict[str, str]:
    """The text of each file, by its name in ``proofs/``."""
    citations = [citation(*each) for each in answers]
    return {
        f"{FOLDER}/exactbox.bib": bibtex_file(citations),
        f"{FOLDER}/exactbox.json": csl_file(citations),
    }


def citation(headline: Headline, answer: HeadlineProof) -> Citation:
    """The citation of one proof."""
    claim = answer.proof.claim
    hashes = claim.question_sha256, claim.sha256
    return Citation(headline.file, claim.kind, claim.sentence, *hashes)
