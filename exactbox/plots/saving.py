"""The bytes of a figure as PNG or SVG, and its file: written whole or not at all.

The bytes depend on the picture and on matplotlib's version alone: no date and no version is
written. Both formats also hold the title and the text below as metadata, for who cannot see them.
"""

from __future__ import annotations

import io
import os
from typing import Any

from exactbox.files import write
from exactbox.plots.style import style

SUFFIXES = (".png", ".svg")


def require_suffix(path: str | os.PathLike[str]) -> str:
    """The ending of a picture's name, one of `SUFFIXES`, in small letters.

    Examples
    --------
    >>> require_suffix("box.PNG")
    '.png'
    >>> require_suffix("box.pdf")
    Traceback (most recent call last):
        ...
    ValueError: 'box.pdf' is not the name of a picture: need .png or .svg at its end
    """
    name = os.fsdecode(path)
    suffix = os.path.splitext(name)[1].lower()
    if suffix not in SUFFIXES:
        needed = " or ".join(SUFFIXES)
        raise ValueError(f"{name!a} is not the name of a picture: need {needed} at its end")
    return suffix


def image(figure: Any, suffix: str) -> bytes:
    """The bytes of a figure as ``.png`` or ``.svg``; those of the same figure are the same."""
    title, below = (
        " ".join(text.split()) for text in (figure.get_suptitle(), figure.get_supxlabel())
    )
    said: dict[str, str | None] = {"Title": title, "Description": below}
    said |= {"Software": None} if suffix == ".png" else {"Creator": None, "Date": None}
    buffer = io.BytesIO()
    with style():
        figure.savefig(buffer, format=suffix[1:], metadata=said)
    return buffer.getvalue()


def save(figure: Any, path: str | os.PathLike[str]) -> None:
    """Write a figure of matplotlib whole or not at all, by the name's end as PNG or SVG."""
    suffix = require_suffix(path)
    write(path, image(figure, suffix))


def also_saved(figure: Any, path: str | os.PathLike[str] | None) -> Any:
    """The figure, written to the path if there is one."""
    if path is not None:
        save(figure, path)
    return figure
