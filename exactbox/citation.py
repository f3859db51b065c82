"""Citations of a proof: in BibTeX, in CSL-JSON, and in a sentence.

A certificate that the checker has passed is cited by two hashes: that of its question, which other
proofs of the same answer have in common, and that of the file. A citation also says what is proved,
as the checker says it, which version of exactbox checked it, and the command that checks it again.
Nothing in it depends on the day, the machine or the folder, so that the citations of one file by
one version are the same everywhere: the year is the version's.

In BibTeX the entry is a ``@misc``, which BibTeX's own styles and biblatex both know; ``@software``
and ``@dataset`` are biblatex's alone. Its text is escaped for LaTeX, and hashes are set in a
typewriter font, in which nothing is hyphenated. In CSL-JSON the item is of the type "dataset",
with the hashes in its note.

Sources: Patashnik, *BibTeXing*, 1988; Zelle and others, *Citation Style Language 1.0.2*, 2022.
"""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from exactbox.release import AUTHORS, DATE, VERSION
from exactbox.showing import one_line

KEY_DIGITS = 8  # of the proof's hash in a key: names tell proofs apart, these tell versions
LONG_NUMBER = 25  # digits; a longer number is shown by its ends
ENDS = 12  # digits of each end, as the checker shows them
LONG_SENTENCE = 2000  # characters; the longest in proofs/ has 1,100, BibTeX takes some 5,000

_YEAR = DATE.partition("-")[0]
_QUOTED_OR_LONG = re.compile(rf'"(?:[^"\\]|\\.)*"|(?<![\w.])\d{{{LONG_NUMBER},}}(?![\w.])')
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_LATEX = str.maketrans(
    {
        **{character: f"\\{character}" for character in "#$%&_"},
        "\\": r"\textbackslash{}",
        "{": r"\textbraceleft{}",  # BibTeX counts braces, those with a backslash too
        "}": r"\textbraceright{}",
        "^": r"\textasciicircum{}",
        "~": r"\textasciitilde{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': r"\char34{}",  # T1 alone has a command for it
    }
)


@dataclass(frozen=True)
class Citation:
    """A certificate that the checker has passed, as it is cited.

    ``file`` is its name without its folder, or nothing where it has none; the author is that of the
    proof, and what is between is the checker's claim.
    """

    file: str
    kind: str
    sentence: str
    question_sha256: str
    proof_sha256: str
    author: str = AUTHORS

    @property
    def key(self) -> str:
        """The name of the entry: the file's name, and the first digits of its hash.

        >>> Citation("flip-6.json", "process", "", "", "6eeb6982e5f54c46").key
        'exactbox-flip-6-6eeb6982'
        """
        stem = self.file.removesuffix(".gz").removesuffix(".json")
        name = re.sub(r"[^A-Za-z0-9]+", "-", stem).strip("-") or self.kind
        return f"exactbox-{name}-{self.proof_sha256[:KEY_DIGITS]}"

    @property
    def title(self) -> str:
        """The title: the kind of file, and the claim that it proves."""
        name = f" {one_line(self.file)}" if self.file else ""
        return f"Certificate{name}: {shortened(self.sentence)}"

    def note(self, typewriter: Callable[[str], str] = str) -> str:
        """The two hashes, and the command that checks the proof."""
        check = f"exactbox check {shell_word(self.file) if self.file else 'FILE'}"
        return (
            f"Question SHA-256 {typewriter(self.question_sha256)}, proof SHA-256 "
            f"{typewriter(self.proof_sha256)}; to check it: {typewriter(check)}"
        )

    def text(self) -> str:
        """A sentence."""
        name = f" {one_line(self.file)}" if self.file else ""
        return (
            f"{self.author} ({_YEAR}), certificate{name}, which exactbox {VERSION} has checked, "
            f"proves: {shortened(self.sentence)}. {self.note()}"
        )

    def bibtex(self) -> str:
        """An entry; double braces keep a name whole, and the capitals of a title."""
        note = self.note(lambda text: f"\\texttt{{{latex(text)}}}")
        return (
            f"@misc{{{self.key},\n"
            f"  author = {{{{{latex(self.author)}}}}},\n"
            f"  title = {{{{{latex(self.title)}}}}},\n"
            f"  year = {{{_YEAR}}},\n"
            f"  howpublished = {{Checked by exactbox {VERSION}}},\n"
            f"  note = {{{note}}}\n}}"
        )

    def csl(self) -> dict[str, Any]:
        """An item."""
        return {
            "id": self.key,
            "type": "dataset",
            "author": [{"literal": self.author}],
            "title": self.title,
            "issued": {"date-parts": [[int(_YEAR)]]},
            "genre": "certificate",
            "source": f"checked by exactbox {VERSION}",
            "note": self.note(),
        }


def bibtex_file(citations: Sequence[Citation]) -> str:
    """The entries of several proofs, as a file has them."""
    return "\n\n".join(citation.bibtex() for citation in citations) + "\n"


def csl_file(citations: Sequence[Citation]) -> str:
    """The items of several proofs, as a file has them."""
    return json.dumps([citation.csl() for citation in citations], indent=1) + "\n"


def shortened(sentence: str) -> str:
    """A sentence in which long numbers are shown by their ends; and the beginning of a long one.

    What is quoted is a name, and stays as it is.

    >>> shortened(f"is exactly {10**30}")
    'is exactly 100000000000...000000000000 (31 digits)'
    """

    def ends(match: re.Match[str]) -> str:
        digits = match[0]
        if digits.startswith('"'):
            return digits
        return f"{digits[:ENDS]}...{digits[-ENDS:]} ({len(digits)} digits)"

    text = _QUOTED_OR_LONG.sub(ends, sentence)
    if len(text) <= LONG_SENTENCE:
        return text
    return f"{text[:LONG_SENTENCE]}... ({len(text):,} characters in all)"


def latex(text: str) -> str:
    """The text as LaTeX shows it, with quotation marks in pairs.

    >>> print(latex('"50%_done"'))
    ``50\\%\\_done''
    """
    parts = _QUOTED.split(text)  # between quotation marks, and in them, by turns
    escaped = [part.translate(_LATEX) for part in parts]
    escaped[1::2] = [f"``{part}''" for part in escaped[1::2]]
    return "".join(escaped)


def shell_word(file: str) -> str:
    """A file's name as a shell reads it, in one line, and so that it is not an option.

    >>> print(shell_word("a.json"), shell_word("-a b.json"), shell_word("a\\nb"))
    a.json './-a b.json' $'a\\012b'
    """
    name = f"./{file}" if file.startswith("-") else file
    if name.isprintable():
        return shlex.quote(name)
    plain = (
        chr(b) if 32 <= b < 127 and b not in b"\\'" else f"\\{b:03o}" for b in os.fsencode(name)
    )
    return f"$'{''.join(plain)}'"
