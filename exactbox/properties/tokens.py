"""The words of the property language, each with its place, and a cursor that walks over them.

Comments (``//`` to the end of the line, ``/* */``) and white space separate words and are none. A
refusal names the file, the line and the column, what was found there and what would be accepted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NoReturn

from exactbox.showing import show

_WORD = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/)
    |(?P<quoted>"[^"\n]*")
    |(?P<number>[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|\.[0-9]+)
    |(?P<name>[^\W\d][\w']*)
    |(?P<sign><=>|=>|<=|>=|!=|=\?|<<|>>|\|\||.)""",
    re.VERBOSE | re.DOTALL,
)
MAX_QUOTED = 40  # characters of the text that a refusal repeats


class PropertyError(ValueError):
    """A property that is not understood, or asks what cannot be answered; one line says where."""


class Unvalued(PropertyError):
    """A part that has no value, or is not answered, before its source is known: which, and why."""

    def __init__(self, at: int, message: str) -> None:
        super().__init__(message)
        self.at = at


@dataclass(frozen=True)
class Word:
    """One word: its kind ("quoted", "number", "name", "sign"), its text, and where it begins."""

    kind: str
    text: str
    at: int

    @property
    def end(self) -> int:
        """The place where it ends."""
        return self.at + len(self.text)


@dataclass(frozen=True)
class Source:
    """A text with properties; the file's name is empty for a property on the command line."""

    text: str
    name: str = ""

    def place(self, at: int) -> str:
        """The name of a position in refusals.

        Examples
        --------
        >>> Source("P=?\\n[ F x ]", "a.props").place(6), Source("P=? [").place(4)
        ('a.props:2:3', 'property, column 5')
        """
        if not self.text:
            return self.name or "property"
        line = self.text.count("\n", 0, at) + 1
        column = at - (self.text.rfind("\n", 0, at) + 1) + 1
        if self.name:
            return f"{self.name}:{line}:{column}"
        return f"property, {f'line {line}, ' if line > 1 else ''}column {column}"

    def fail(self, at: int, what: str) -> NoReturn:
        """Raise the PropertyError that says what is wrong at a position."""
        raise PropertyError(f"{self.place(at)}: {what}")

    @contextmanager
    def placed(self) -> Iterator[None]:
        """A context in which refusals of parts of this text get their places."""
        try:
            yield
        except Unvalued as error:
            self.fail(error.at, str(error))


def words_of(source: Source) -> list[Word]:
    """The words of a text.

    Examples
    --------
    >>> [word.text for word in words_of(Source('P>=0.5 [ F x=2 ] // half'))]
    ['P', '>=', '0.5', '[', 'F', 'x', '=', '2', ']']
    """
    if not isinstance(source.text, str):
        raise TypeError(f"the property: found {show(source.text)}, need a text")
    return [
        Word(str(match.lastgroup), match[0], match.start())
        for match in _WORD.finditer(source.text)
        if match.lastgroup != "space"
    ]


class Cursor:
    """The words of a source, or some of them in a row, and which one is next."""

    def __init__(self, source: Source, words: list[Word] | None = None) -> None:
        self.source = source
        self.words = words_of(source) if words is None else words
        self.at = 0

    @property
    def word(self) -> Word:
        """The next word; of kind "end" behind the last."""
        if self.at < len(self.words):
            return self.words[self.at]
        return Word("end", "", self.words[-1].end if self.words else len(self.source.text))

    def ahead(self, k: int = 1) -> str:
        """The text of the word k places behind the next one."""
        return self.words[self.at + k].text if self.at + k < len(self.words) else ""

    def sees(self, *texts: str) -> bool:
        """Return whether the next word is one of these; what is in quotes is none."""
        return self.word.kind != "quoted" and self.word.text in texts

    def take(self, *texts: str) -> str | None:
        """The next word if it is one of these, and then it is behind us."""
        return self.next().text if self.sees(*texts) and self.word.text else None

    def need(self, *texts: str, what: str = "") -> str:
        """The next word, which has to be one of these."""
        return self.take(*texts) or self.fail(what or " or ".join(texts))

    def next(self) -> Word:
        """The next word, which is then behind us."""
        word = self.word
        self.at += 1
        return word

    def quoted(self, what: str) -> str:
        """A name in double quotes."""
        if self.word.kind != "quoted" or len(self.word.text) < 3:
            self.fail(what)
        return self.next().text[1:-1]

    def fail(self, need: str) -> NoReturn:
        """Refuse the next word."""
        word = self.word
        if word.kind == "end":
            text = " ".join(self.source.text[: word.at].split())
            text = f"...{text[-MAX_QUOTED:]}" if len(text) > MAX_QUOTED else text
            self.source.fail(word.at, f"it ends after {text!r}, need {need}")
        rest = " ".join(self.source.text[word.at : word.at + 4 * MAX_QUOTED].split())
        rest = f"{rest[:MAX_QUOTED]}..." if len(rest) > MAX_QUOTED else rest
        self.source.fail(word.at, f"found {rest!r}, need {need}")
