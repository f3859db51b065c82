"""Property files: .props, .pctl, .prctl, .csl, as PRISM and Storm read them.

Properties, each perhaps with ``"name":`` before it, end with a semicolon or with the line on which
their last bracket closes. Between them stand comments, constants (``const int k = 3;``,
``const double T;`` where a value is to be given) and labels (``label "done" = s=4;``). A property
that is not understood loses none of the others: it carries its refusal.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from exactbox.inputs import contents, input_of
from exactbox.properties.declarations import Constant, PropertyFile, distinct, read_constant
from exactbox.properties.expressions import expression
from exactbox.properties.parser import Property, parse_words, text_of
from exactbox.properties.syntax import Expression
from exactbox.properties.tokens import Cursor, PropertyError, Source, Word, words_of

_OPENS, _CLOSES = "([{", ")]}"


def read_properties(path: str | os.PathLike[str]) -> PropertyFile:
    """The properties in a file; of a JANI file, its own.

    A ValueError says where a declaration is malformed, or a name is there twice.
    """
    file = input_of(path)
    name, raw = file.name, contents(file)
    if name.lower().endswith(".jani") or (file.is_standard and raw[:1] == b"{"):
        from exactbox.properties.jani import read_jani

        return read_jani(file)
    try:
        return parse_properties(raw.decode("utf-8-sig"), name)
    except UnicodeDecodeError:
        raise ValueError(f"{name}: found what is not UTF-8, need a text with properties") from None


def parse_properties(text: str, name: str = "") -> PropertyFile:
    """The properties in a text, which refusals call `name`.

    Examples
    --------
    >>> file = parse_properties('const int k; "a": P=? [ F<=k x=3 ]; // twice\\nPmax>0.5 [ G y ]')
    >>> [(each.name, each.text) for each in file.properties], list(file.constants)
    ([('a', 'P=? [ F<=k x=3 ]'), ('', 'Pmax>0.5 [ G y ]')], ['k'])
    """
    source = Source(text, name)
    properties: list[Property] = []
    constants: dict[str, Constant] = {}
    labels: dict[str, Expression] = {}
    for words in _statements(source):
        first = words[0]
        cursor = Cursor(source, words)
        if first.kind == "name" and first.text == "const":
            cursor.next()
            constant, declared = read_constant(cursor, first.at)
            if cursor.word.kind != "end":
                cursor.fail("; or = and a value")
            _once(source, first, "constant", constant, constants)
            constants[constant] = declared
        elif first.kind == "name" and first.text == "label":
            cursor.next()
            label = cursor.quoted("the label's name in double quotes")
            _once(source, first, "label", label, labels)
            cursor.need("=")
            labels[label] = expression(cursor)
        else:
            try:
                properties.append(parse_words(source, words))
            except PropertyError as error:  # the property carries its refusal
                has_name = len(words) > 1 and words[1].text == ":"
                own = words[0].text.strip('"') if has_name else ""
                written = text_of(source, words[2 * has_name :])
                properties.append(Property(None, own, written, source, str(error)))
    return PropertyFile(name, distinct(properties), constants, labels)


def _once(source: Source, word: Word, what: str, name: str, known: Mapping[str, object]) -> None:
    if name in known:
        source.fail(word.at, f"found the {what} {name!r} twice, need it once")


def _statements(source: Source) -> Iterator[list[Word]]:
    """The words of each statement; they end at a semicolon, or with a line where brackets close."""
    words = words_of(source)
    statement: list[Word] = []
    depth = 0
    for k, word in enumerate(words):
        if word.kind == "sign" and word.text == ";":
            depth = 0
            if statement:
                yield statement
            statement = []
            continue
        statement.append(word)
        if word.kind == "sign":
            depth += (word.text in _OPENS) - (word.text in _CLOSES)
        if depth <= 0 and k + 1 < len(words) and _ends(source, statement, word, words[k + 1]):
            yield statement
            statement, depth = [], 0
    if statement:
        yield statement


def _ends(source: Source, statement: list[Word], word: Word, after: Word) -> bool:
    """Return whether a statement without a semicolon ends between two words."""
    # a property begins a line
    if "\n" not in source.text[word.end : after.at] or statement[0].text in ("const", "label"):
        return False
    return word.text in "])" and (after.kind in ("quoted", "name"))
