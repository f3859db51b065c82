"""The format of a model: by the suffix of its name, or if that says nothing by its content.

::

    .drn    a word of the header: @type, @parameters, ...
    .json   a brace; .jani, a brace and "jani-version" behind it
    .tra    two or three counts; or dtmc, ctmc or mdp and then a number
    .prism  any other word that a program begins with: a type, const, formula, module, ...
    .umb    an archive of tar

Comments (``//``, and ``#`` of .tra) are passed over. The content decides for standard input as
well. What a new format touches: `FORMATS` and `_BEGINNINGS` here, `_HOMES`, `_READERS` and
`_WRITERS` of the package, and the help in `exactbox.commands.models.solve_help`.
"""

from __future__ import annotations

import re
from dataclasses import replace

from exactbox.formats.text_files import shown_line
from exactbox.inputs import Input, PathLike, input_of, opened

PROGRAMS = (".prism", ".nm", ".pm", ".sm", ".ma", ".jani")
FORMATS = (".drn", ".json", ".tra", ".umb", *PROGRAMS)

_MAX_HEAD_BYTES = 65_536  # are looked at: a licence may stand before a program's first word
_SKIPPED = re.compile(rb"(?:\s+|//[^\n]*|#[^\n]*)*")
_TAR = 257, b"ustar"  # where an archive says what it is
_BEGINNINGS = {
    ".drn": rb"@",
    ".jani": rb'\{(?=.*"jani-version")',
    ".json": rb"\{",
    ".tra": rb"[0-9]+[ \t]+[0-9]+([ \t]+[0-9]+)?[ \t]*\r?\n|(dtmc|ctmc|mdp)\s+[0-9]",
    ".prism": rb"(dtmc|ctmc|mdp|ma|pta|pomdp|smg|probabilistic|nondeterministic|stochastic"
    rb"|const|formula|global|label|module|rewards)\b",
}


def format_of(path: PathLike) -> str:
    """The suffix, one of `FORMATS`, of the format that a model is in, by its name or its content.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "coin"
    >>> _ = path.write_text("2 3\\n0 0 0.5\\n0 1 0.5\\n1 1 1\\n")
    >>> format_of("die.drn.gz"), format_of(path)
    ('.drn', '.tra')
    """
    return model_file(path).format


def model_file(path: PathLike) -> Input:
    """A file with the format of its model; what is such a file already is not asked again."""
    file = input_of(path)
    if file.format:
        return file
    if file.suffix in FORMATS:
        return replace(file, format=file.suffix)
    with opened(file) as text:
        start = text.read(_MAX_HEAD_BYTES)
    at, word = _TAR
    if start[at : at + len(word)] == word:
        return replace(file, format=".umb")
    text_start = start.removeprefix(b"\xef\xbb\xbf")
    skipped = _SKIPPED.match(text_start)
    first = skipped.end() if skipped else 0
    for name, pattern in _BEGINNINGS.items():
        if re.compile(pattern, re.DOTALL).match(text_start, first):
            return replace(file, format=name)
    begins = shown_line(start.lstrip().split(b"\n", 1)[0]) if start.strip() else "nothing"
    table = file.suffix in (".csv", ".mtx", ".tsv", ".txt")
    hint = f"; a table of probabilities: exactbox chain {file.name}" if table else ""
    raise ValueError(f"{file.name}: found {begins}, need a model ({', '.join(FORMATS)}){hint}")
