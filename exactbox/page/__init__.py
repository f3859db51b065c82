"""The page that plays and advises in a browser: one file, which works from anywhere, and alone.

`index.html` names style sheets and scripts; `page` puts them inside, without their comments and
indentation, which are a third of them, and with the packed file that a script asks for, in base64.
There are no modules and no build step: each script defines one name, an object or a class of what
it offers, and uses only names of the scripts before it;
those that are marked ``data-worker`` make the program of the page's worker as well.

**What the page may do.** Its content-security policy forbids all but the scripts and the style that
are inside, by their SHA-256: no request leaves the page, and text that it is given is never run.

The files, in the order in which the page loads them:

============  =========================================================================
index.html    the elements of the page, and all scripts and style sheets in their order
page.css      how the page looks: colours, distances, what every view uses
controls.css  buttons, fields, and numbers with their fractions
print.css     the page on paper
numbers.js    rational numbers in BigInt, and how they are said
shutbox/      the values of Shut the Box
proof/        certificates, read, and checked by the program that Coq extracts
flip/         the values of the card game
worker.js     what runs in the worker
work.js       work that takes long, done in the worker
views/        what is shown of these, by their names; what views share stands outside
main.js       the page's views, one shown at a time
sheet         sheets of best moves as pages of their own, made here in Python
============  =========================================================================
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib.resources import files

_FILE = re.compile(r' (?:src|href)="([^"]+)"')
# elements that differ in their files alone: one element has them all
_STYLES = re.compile(r'(?:<link rel="stylesheet" href="[^"]+">\n)+')
_SCRIPTS = re.compile(
    r'<script src="[^"]+"([^>]*)></script>\n(?:<script src="[^"]+"\1></script>\n)*'
)

_PACKED = re.compile(r'"packed:([^"]+)"')  # in place of it a script has this file's bytes

_STRICT = '"use strict";\n'  # each script says it; an element of several does so once

# at the end of a line only what has no quotes: `//` in a string has a quote after it
_COMMENT = re.compile(
    r"^[ ]*(?://[^\n]*|/\*.*?\*/)[ ]*$|[ ]+(?:// [^\n\"'`]*|/\* [^\n\"'`*]*\*/)$",
    re.MULTILINE | re.DOTALL,
)
_LINE_START = re.compile(r"^\s+", re.MULTILINE)


@cache
def page() -> bytes:
    """The page as one HTML file in UTF-8; a script with what would end it early is refused.

    Examples
    --------
    >>> page()[:15], b"src=" in page()
    (b'<!doctype html>', False)
    """
    policy: dict[str, list[str]] = {"style": [], "script": []}

    def inside(found: re.Match[str]) -> str:
        kind = "style" if found[0].startswith("<link") else "script"
        texts = {name: without_comments(source(name)) for name in _FILE.findall(found[0])}
        for name, text in texts.items():
            if f"</{kind}" in text.lower() or "<!--" in text:
                raise ValueError(f"{name}: has </{kind} or <!--, which ends it in HTML")
        joined = _PACKED.sub(lambda name: f'"{_packed(name[1])}"', "".join(texts.values()))
        if kind == "script":
            joined = _STRICT + joined.replace(_STRICT, "")
        policy[kind].append(joined)
        more = "" if kind == "style" else found[1]
        return f"<{kind}{more}>{policy[kind][-1]}</{kind}>\n"

    html = _SCRIPTS.sub(inside, _STYLES.sub(inside, source("index.html")))
    for kind, texts in policy.items():
        html = html.replace(f"{kind}-src 'self'", f"{kind}-src {hashes(texts)}")
    return html.encode()


def source(name: str) -> str:
    """A file of this folder, `name` being its path."""
    return files(__package__).joinpath(*name.split("/")).read_text(encoding="utf-8")


def _packed(name: str) -> str:
    """The bytes of a file of this folder in base64."""
    return b64encode(files(__package__).joinpath(*name.split("/")).read_bytes()).decode()


def without_comments(text: str) -> str:
    """A script or a style sheet without indentation, empty lines, and most comments.

    Those that begin a line go, and those at its end that have no quotes. No string of a script goes
    over several lines; a test asserts it.

    Examples
    --------
    >>> without_comments("/* What\\n   it does. */\\n\\nif (a) {\\n  // no\\n  b(); // yet\\n}\\n")
    'if (a) {\\nb();\\n}\\n'
    """
    return _LINE_START.sub("", _COMMENT.sub("", text))


def hashes(texts: Iterable[str]) -> str:
    """The hashes of scripts or styles, as a content-security policy names them."""
    digests = (b64encode(sha256(text.encode()).digest()).decode() for text in texts)
    return " ".join(f"'sha256-{digest}'" for digest in digests)
