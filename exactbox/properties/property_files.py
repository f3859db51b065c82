"""Property files: .props, .pctl, .prctl, .csl, as PRISM and Storm read them.

Properties, each perhaps with ``"name":`` before it, end with a semicolon or with the line on which
their last bracket closes. Between them stand comments, constants (``const int k = 3;``,
``const double T;`` where a value is to be given) and labels (``label "done" = s=4;``). A property
that is not understood loses none of the others: it carries its refusal.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from exactbox.inputs import contents, input_of
from exactbox.properties.declarations import Constant, PropertyFile, distinct, read_constant
from exactbox.properties.expressions import expression
from exactbox.properties.parser import Property, parse_words, text_of
from exactbox.properties.syntax import Expression
from exactbox.properties.tokens import Cursor, PropertyError, Source, Word, words_of


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
            if constant in constants:
                source.fail(first.at, f"found the constant {constant!r} twice, need it once")
            constants[constant] = declared
        elif first.kind == "name" and first.text == "label":
            cursor.next()
            label = cursor.quoted("the label's name in double quotes")
            if label in labels:
                source.fail(first.at, f"found the label {label!r} twice, need it once")
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


def _statements(source: Source) -> Iterator[list[Word]]:
    """The words of each statement; they end at a semicolon, or with a line where brackets close."""
    words = words_of(source)
    statement: list[Word] = []
    depth = 0
    for k, word in enumerate(words):
        after = words[k + 1] if k + 1 < len(words) else None
        ends = word.kind == "sign" and word.text == ";"
        if not ends:
            statement.append(word)
            if word.kind == "sign":
                depth += (word.text in "([{") - (word.text in ")]}")
            # without a semicolon: brackets are closed, and the next line begins a property
            if depth <= 0 and after is not None and statement[0].text not in ("const", "label"):
                closes = word.text in "])" and "\n" in source.text[word.end : after.at]
                ends = closes and after.kind in ("quoted", "name")
        if ends or after is None:
            if statement:
                yield statement
            statement, depth = [], 0
