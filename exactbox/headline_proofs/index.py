"""The index of the proofs: ``proofs/README.md``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from exactbox.headline_proofs.headline import Headline, HeadlineProof
from exactbox.headline_proofs.references import citation
from exactbox.headline_proofs.theorems import theorem

_OPENING = """\
# Proved answers

Each answer is exact, and each file is its proof: a certificate that `exactbox/check.py` verifies
with nothing but Python's standard library.

    make check        check all of them
    make certify      compute all of them anew, check, and compare with these files
    make coq          prove in Coq what the lines "theorem" state; make coq-all, long ones too

A certificate has a question and a witness, and two hashes. The question's is that of what is asked:
certificates that answer the same question have it in common, and prove the same value. The proof's
is that of the whole file, and what the answer is cited by. Whether the question is *yours* is for
you to say: `exactbox check PROOF --against FILE` builds it anew from a file of your own, with the
options that ask it. The files that are asked about here are in `proofs/models`, written by
[rules.py](models/rules.py) from the rules of each game and algorithm, by
[systems.py](models/systems.py) and [tables.py](models/tables.py); but for the programs of Netlib
(Gay 1985), which are as they are there.

A theorem in Coq states the game's rules and the answer, and nothing of the certificate that it is
proved with; [coq](coq/README.md) says what to read. Long numbers are shortened here.

A command that asks writes the proof with `--certificate FILE`. Decimals are rounded half to even.

How to cite a proof, by its key: [references/exactbox.bib](references/exactbox.bib) for BibTeX,
[references/exactbox.json](references/exactbox.json) for what reads CSL-JSON. `exactbox cite FILE`
says it of one of them, and of any other certificate.
"""

_COMPARED = """\
## Compared with what is known

A proof is of the question in its file. That the files ask what their names say is tested: values of
the card game for 2 (Project Euler 640), 5 and 6 faces agree with the published decimals, and for 3
with another exact program. Shut the Box agrees with the published chances and fractions
for 9 tiles, one and two players, and with values for 6, 10 and 12 tiles computed elsewhere; the
lock's keys with Smullyan's and, to length 30, with Makay's general form. Models agree with the
values published for Knuth and Yao's die, randomised consensus, Herman's ring, Chutes and Ladders,
craps, Piglet and FrozenLake, and small ones with the best of all policies, enumerated. Kuhn's
poker has the value that Kuhn published, and Netlib's programs have those that Koch printed in 2004,
in all their digits.

The checker itself: `make test-checker` searches some 400,000 tiny certificates for a false claim
that is accepted, and weakens the checker one condition at a time, each of which the tests must
notice. The [theorems in Coq](coq/README.md) say that its conditions suffice.
"""

_LARGE = """\
## Proved, too large to keep here

Card flipping, 18 cards, two fair 9-sided dice: the least expected number of turns is
117.246827102509122719592618..., a fraction with 340,765 digits above the line and 340,763 below.
There are 262,144 positions; in no state are several actions best. The certificate was written and
checked in one run, with FLINT's integers, of two processes, in 6 minutes and 9.8 GiB:

    exactbox certify flip --faces 9 --max-states 262144 --jobs 2 --certificate flip-9.json

- question: SHA-256 `4da8b29d3a14fe8b995db1b9d2f898159d8e6c284a3e9dcff14fa59164b31e6a`
- proof: 5,001,898,998 bytes, SHA-256
  `0953e57a196620297df5349b7eb9ff1c630bd77f9638299bb3d7987d6e7cfaa3`
- value: the SHA-256 of its two numbers in decimals with a stroke between, as `--full` prints them,
  is `0cd814645954ed9ef2031725c85d2845cf651eeb756757531a56b8db6b6fd92c`

The question's hash is that of the rule, and is tested. With Python's integers the checker said
VALID as well, in 24 minutes of processors and 4.5 GiB:

    exactbox check --jobs 2 --max-bytes 5001898998 --max-work 10000000000000 flip-9.json
"""

_COMPUTED = """\
## Computed, not certified

Entry (1, 1) of the inverse of Trefethen's matrix of 20,000, problem 7 of the *SIAM 100-digit
challenge* (Trefethen 2002; Bornemann, Laurie, Wagon, Waldvogel 2004, who print 100 digits):
0.7250783462684011674686877..., a fraction whose numerator and denominator have 97,389 digits each.
Its certificate would have all components, and take 1.6 GB. The command takes half a minute, and its
answer is verified in integers before it is printed:

    python proofs/models/systems.py trefethen-20000.mtx unit-20000.mtx
    cd proofs/models
    exactbox linsolve trefethen-20000.mtx unit-20000.mtx --want 1 --output corner.mtx
    tail -n 1 corner.mtx | cut -d ' ' -f 3 | sha256sum

    cdb7094156e6af7f2a09cde8b53587d07406baf86148691321ee8f18e3ceb0a8

Every house rule of Shut the Box that the atlas has: 86,790 variants, 6 to 12 tiles, one to four
players. What follows from them is on one page, [shutbox-atlas.md](shutbox-atlas.md). The table took
2.3 hours of processors, busy with other work too:

    exactbox atlas shutbox --jobs 2 --output atlas.csv --findings shutbox-atlas.md

- table: 18,361,172 bytes, SHA-256
  `a313d6c3b656c971523b97494d3a2d1856d5cc0defdff092181856f02e86d8fd`

Each row has the hash of its question, and `exactbox shutbox`, with the row's columns as options and
`--certificate FILE`, proves it. 595 rows that were drawn at random, of at most 1,200 states, were
proved, and no other value was found.
"""


def index(answers: Sequence[tuple[Headline, HeadlineProof]]) -> str:
    """The text of ``proofs/README.md``."""
    rows = ["| proof | question | answer |", "| --- | --- | --- |"]
    rows += [
        f"| [{headline.name}](#{headline.name}) | {headline.question} | {answer.brief} |"
        for headline, answer in answers
    ]
    sections = ["\n".join(_section(*each)) + "\n" for each in answers]
    return "\n".join([_OPENING, "\n".join(rows) + "\n", *sections, _COMPARED, _LARGE, _COMPUTED])


def _section(headline: Headline, answer: HeadlineProof) -> Iterator[str]:
    """The section about one answer."""
    claim = answer.proof.claim
    file = f"proofs/{headline.file}"
    yield from (f"## {headline.name}", "", f"{headline.question}.", "")
    yield f"- proved: {claim.sentence}"
    yield from (f"- {label}: {text}" for label, text in answer.facts(200, 12))
    stated = theorem(headline.name, headline.theorem, claim.value) if headline.theorem else ""
    yield f"- theorem: {f'`{stated}`' if stated else 'none in Coq states it'}"
    yield f"- question: SHA-256 `{claim.question_sha256}`"
    yield f"- proof: {claim.size:,} bytes, SHA-256 `{claim.sha256}`"
    yield f"- cite: `{citation(headline, answer).key}`"
    yield f"- ask: `{headline.asks}`"
    yield f"- check: `python3 exactbox/check.py {file}`"
    if headline.against:
        yield f"- compare: `exactbox check {file} --against {headline.against}`"
