"""Files of linear programs: MPS and CPLEX' LP format, packed or not, as they are written."""

from __future__ import annotations

import os
import re
import warnings

from exactbox.files import write
from exactbox.inputs import contents, input_of, named, require_memory_for_words
from exactbox.lp.formats.draft import Conventions, LineError
from exactbox.lp.formats.lpformat import lp_lines, read_lp
from exactbox.lp.formats.mps import mps_lines, read_mps
from exactbox.lp.program import LinearProgram
from exactbox.progress import Notice, is_watched, report
from exactbox.showing import show

_MPS = re.compile(r"(?:\*[^\n]*\n|\s*\n)*(?:NAME|ROWS|OBJSENSE|OBJNAME)\b")
_WRITERS = {".mps": mps_lines, ".lp": lp_lines}
_PACKED = (".gz", ".xz")


def read_program(
    path: str | os.PathLike[str],
    *,
    relax: bool = False,
    integer_bounds: bool = False,
    bounds_set: str | None = None,
    rhs_set: str | None = None,
    ranges_set: str | None = None,
) -> LinearProgram:
    """The linear program in a file: MPS or LP format, which is seen from what is in it.

    What other readers may take otherwise, such as a bound that is there twice, is said: to who
    watches (`exactbox.progress`), else as a warning.

    Parameters
    ----------
    path : str or os.PathLike
        "-" is standard input; it may be packed by gzip or xz.
    relax : bool
        Whether columns that are to be integers may be any number; without it they are refused.
    integer_bounds : bool
        Whether columns of MPS that are to be integers and have no bounds are in 0 .. 1, as they are
        for some readers; without it they are refused.
    bounds_set, rhs_set, ranges_set : str, optional
        Of an MPS file that has several sets of bounds, right-hand sides or ranges: which one.

    Raises
    ------
    ValueError
        If it is no linear program; names the file and the line.
    OSError
        If it cannot be read.
    """
    name, data = named(path), contents(path)
    require_memory_for_words(len(data) // 8, path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")  # names in other alphabets; numbers are ASCII
    if "\0" in text:
        raise ValueError(f"{name}: found binary data, need a linear program: MPS or LP format")
    return _parsed(text, name, Conventions(relax, integer_bounds, bounds_set, rhs_set, ranges_set))


def parse_program(
    text: str,
    *,
    relax: bool = False,
    integer_bounds: bool = False,
    bounds_set: str | None = None,
    rhs_set: str | None = None,
    ranges_set: str | None = None,
) -> LinearProgram:
    """The linear program that a text in MPS or LP format says, as `read_program` reads it.

    Examples
    --------
    >>> parse_program('''Maximize
    ...    3 x + 2 y
    ... Subject To
    ...    x + y <= 4
    ...    3 x + y <= 8.5
    ... End''')
    LinearProgram(maximise, 2 rows, 2 columns, 4 non-zeros)
    """
    chosen = Conventions(relax, integer_bounds, bounds_set, rhs_set, ranges_set)
    return _parsed(text, "the text", chosen)


def _parsed(text: str, name: str, chosen: Conventions) -> LinearProgram:
    try:
        draft = (read_mps if _MPS.match(text) else read_lp)(text, chosen)
        program = draft.program()
    except LineError as error:
        raise ValueError(f"{name}:{error.at}: {error}") from None
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
    for line, said in draft.notices:
        warning = f"warning: {name}:{line}: {said}"
        if is_watched():
            report(Notice(warning), 0, 0)
        else:
            warnings.warn(warning.removeprefix("warning: "), stacklevel=3)
    return program


def write_program(
    path: str | os.PathLike[str], program: LinearProgram, *, names: bool = True
) -> None:
    """Write a program to a file, exactly: MPS or LP format, as the name ends in .mps or .lp.

    Packed where .gz or .xz follows. Numbers are decimals; those that are none, such as 1/3, are
    written p/q, which other tools may not read. Without `names` rows are r1, r2, ... and columns
    x1, x2, ...

    Raises
    ------
    ValueError
        If the name ends in something else, or a name of the program cannot be written.
    """
    lines_of = _WRITERS[require_format(path)]
    named = program if names else program.unnamed()
    write(path, "".join(f"{line}\n" for line in lines_of(named)).encode())


def require_format(path: str | os.PathLike[str]) -> str:
    """The suffix of a format that is written; ValueError where the name has none."""
    name = input_of(path).path.removesuffix(_PACKED[0]).removesuffix(_PACKED[1])
    suffix = os.path.splitext(name)[1].lower()
    if suffix not in _WRITERS:
        raise ValueError(f"{show(input_of(path).path)}: need a name that ends in .mps or .lp")
    return suffix
