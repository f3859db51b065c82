"""``make docs``: pages of the docstrings, for a browser, in ``build/docs``.

pdoc makes the pages, which need no network. It takes docstrings as Markdown with numpydoc's
sections; ours are reStructuredText, as numpydoc wants them, which reads better in a terminal. So
tables, headings and the colons before a block are rewritten here. A docstring that names what does
not exist, a link that leads nowhere and a warning of pdoc end the work.
"""

from __future__ import annotations

import re
import shlex
import sys
import warnings
from contextlib import chdir, redirect_stdout
from html import escape
from importlib import import_module
from io import StringIO
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

from exactbox import __version__

PAGES = (  # what is imported by name, and the checker; modules without __all__ have all they have
    "exactbox",
    "exactbox.tutorial",
    "exactbox.linalg",
    "exactbox.lp",
    "exactbox.mdp",
    "exactbox.mdp.chains",
    "exactbox.games",
    "exactbox.games.shutbox.words",
    "exactbox.formats",
    *(f"exactbox.formats.{name}" for name in ("arrays", "drn", "gymnasium", "jsonmodel")),
    *(f"exactbox.formats.{name}" for name in ("policies", "prism", "storm", "umb")),
    "exactbox.properties",
    *(f"exactbox.properties.{name}" for name in ("parser", "expressions", "filters")),
    "exactbox.certificate",
    "exactbox.linear_certificate",
    "exactbox.checker",
)

FRONT = (  # what the first page links: where it leads, its name, what is there
    ("argument.html", "An argument", "about a game, settled: begin here"),
    ("course.html", "A course", "linear algebra and Markov chains without rounding"),
    ("solve.html", "A model checker's day", "a model in a file, properties, policies, proofs"),
    ("gallery.html", "Gallery", "pictures, and the lines that draw them"),
    ("exactbox/games.html", "Games", "dice and cards: each game's rules and questions"),
    ("pig.html", "A game of your own", "Pig in ten lines"),
    ("cookbook.html", "Recipes", "a constrained process and its linear program"),
    ("shutbox.html", "Shut the Box: a manual", "for players, teachers, students"),
    ("flip.html", "Turning cards over: a manual", "the best card, float methods, enclosures"),
    ("lock.html", "The Monte Carlo lock: a manual", "all keys, why they are keys, other machines"),
    ("exactbox/linalg.html", "Matrices", "systems, determinants, ranks, normal forms, lattices"),
    ("linalg.html", "Matrices: a manual", "by example, and what it is called elsewhere"),
    ("exactbox/lp.html", "Programs", "linear programs and matrix games"),
    ("exactbox/mdp.html", "Models", "Markov chains, decision processes, games of two players"),
    ("mdp.html", "Models: a manual", "questions, chains, enclosures, by example"),
    ("chains.html", "Markov chains: a manual", "tables of probabilities, by example"),
    ("exactbox/properties.html", "Properties", "questions as PRISM and Storm have them"),
    ("exactbox/formats.html", "Files", "models, matrices and policies of other tools"),
    ("exactbox/checker.html", "Checker", "what VALID means, and why"),
    ("exactbox.html", "All of it", "what there is to import"),
)
MANUALS = sorted((Path(__file__).parents[1] / "exactbox" / "tutorial").glob("*.md"))
(PICTURES,) = (manual for manual in MANUALS if manual.stem == "pictures")
_DARK = {  # of pdoc's colours, by `prefers-color-scheme`
    "": """--text: #d8dee4; --muted: #9aa4af; --link: #7ab7ff; --link-hover: #a8d1ff;
  --code: #22272e; --active: #5a4a00; --accent: #2d333b; --accent2: #545d68;
  --nav-hover: rgba(255, 255, 255, 0.1); --name: #77bdfb; --def: #8ddb8c; --annotation: #8ddb8c;""",
    "-code": "background: #22272e;",
    "-code .c1": "color: #9aa4af;",
    "-code :is(.k, .kc, .kd, .kn, .kr, .gp, .ow)": "color: #f69d9c;",
    "-code :is(.s, .s1, .s2, .sd, .gi)": "color: #9ecbff;",
    "-code :is(.nb, .nc, .nf, .nn, .fm)": "color: #dcbdfb;",
    "-code :is(.o, .go, .gh)": "color: #b8c0c8;",
    "-code :is(.m, .mi, .mf, .mb, .mh)": "color: #6cb6ff;",
}
DARK = "@media (prefers-color-scheme: dark) {\n"
DARK += ":root { --pdoc-background: #1c2128; color-scheme: dark; }\n"
DARK += "".join(f".pdoc{where} {{ {colours} }}\n" for where, colours in _DARK.items())
DARK += ".pdoc img { background: #fff; }\n}\n"  # pictures are drawn on white

HARMLESS = (  # how warnings of pdoc begin
    "Error parsing type annotation",  # in the functions that dataclasses and named tuples make
    "The module specification",  # a module is in PAGES, and in its package's __all__ as well
)

_RULE = re.compile(r"(=+)( +=+)+")
_HEADING = re.compile(r"^(\S.*)\n-{4,}$", re.MULTILINE)
_SECTIONS = (  # numpydoc's, which pdoc knows
    *("Attributes", "Examples", "Notes", "Parameters", "Raises", "References", "Returns"),
    *("See Also", "Warns", "Yields"),
)
_OF_PYTHON = ("Alias for field number", "Create new instance of")  # named tuples' docstrings
_NAMED = re.compile(r"`(exactbox(?:\.\w+)+)`")
_HREF = re.compile(r'href="([^"#:]+\.html)(?:#([^"]*))?"')


def markdown(text: str) -> str:
    """A docstring as pdoc takes it: tables with bars, headings with number signs."""
    lines = _without_colons(text).split("\n")
    text = "\n".join(_with_bars(lines))
    return _HEADING.sub(lambda found: found[0] if found[1] in _SECTIONS else f"## {found[1]}", text)


def _without_colons(text: str) -> str:
    """Of the two colons that announce a block one is left, or none where they stand alone."""
    text = re.sub(r"^ *::\n", "\n", text, flags=re.MULTILINE)
    return re.sub(r"(\S)::$", r"\1:", text, flags=re.MULTILINE)


def _with_bars(lines: list[str]) -> list[str]:
    """Lines in which simple tables of reStructuredText are tables of Markdown."""
    made: list[str] = []
    at = 0
    while at < len(lines):
        rule = lines[at].strip()
        if not _RULE.fullmatch(rule):
            made.append(lines[at])
            at += 1
            continue
        margin = lines[at].index("=")
        starts = [margin + column.start() for column in re.finditer("=+", rule)]
        ends = [i for i in range(at + 1, len(lines)) if lines[i].strip() == rule]
        end = next((i for i in ends if i + 1 == len(lines) or not lines[i + 1].strip()), None)
        if end is None:
            raise ValueError(f"a table without an end: {rule}")
        rows: list[list[str]] = []
        for line in (line for line in lines[at + 1 : end] if line.strip() != rule):
            cells = [line[a:b].strip() for a, b in zip(starts, [*starts[1:], None])]
            if cells[0] or not rows:
                rows.append(cells)
            else:  # the row above goes on
                rows[-1] = [f"{above} {cell}".strip() for above, cell in zip(rows[-1], cells)]
        head = rows.pop(0) if len(ends) > 1 and ends[0] < end else [""] * len(starts)
        table = [head, ["---"] * len(starts), *rows]
        made += [" " * margin + f"| {' | '.join(cells)} |" for cells in table]
        at = end + 1
    return made


def _tidy(made: str) -> str:
    """What pdoc makes of sections, with bold names, and no colon where nothing follows."""
    made = re.sub(r"^###### (.*)$", r"**\1**\n", made, flags=re.MULTILINE)
    return re.sub(r"^( - \*\*.*\)):\n\n", r"\1\n", made, flags=re.MULTILINE)


def missing(text: str) -> list[str]:
    """The names in backticks, from ``exactbox.`` on, that stand for nothing."""
    return [name for name in dict.fromkeys(_NAMED.findall(text)) if not _exists(name)]


def _exists(name: str) -> bool:
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: Any = import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            found = getattr(found, part, None)
        return found is not None
    return False


def dead_links(folder: Path) -> list[str]:
    """The links of the pages to pages, or places in them, that are not there."""
    texts = {path: path.read_text(encoding="utf-8") for path in folder.rglob("*.html")}
    return [
        f"{path.relative_to(folder)}: {page}#{place}"
        for path, text in texts.items()
        for page, place in dict.fromkeys(_HREF.findall(text))
        if (f'id="{place}"' not in texts.get((path.parent / page).resolve(), "") and place)
        or (path.parent / page).resolve() not in texts
    ]


def draw(folder: Path) -> None:
    """Run the lines of the page of pictures in the folder where it shows them."""
    from exactbox.cli import main

    with chdir(folder), redirect_stdout(StringIO()):
        for line in re.findall(r"^    \$ exactbox (.*)$", PICTURES.read_text("utf-8"), re.M):
            if main(shlex.split(line)) != 0:
                raise ValueError(f"a picture cannot be drawn: exactbox {line}")


def page(title: str, body: str) -> str:
    """A page of our own, in the colours of pdoc's."""
    style = """body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto;
  padding: 0 1rem; color: #212529; background: #fff; }
a { color: #3660a5; } img { max-width: 100%; background: #fff; } figure { margin: 0; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: 1.5rem; }
pre { overflow-x: auto; font-size: 0.85rem; }
@media (prefers-color-scheme: dark) {
  body { color: #d8dee4; background: #1c2128; } a { color: #7ab7ff; }
}"""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        f"<h1>{escape(title)}</h1>\n{body}</body>\n</html>\n"
    )


def front() -> str:
    """The first page."""
    about = (import_module("exactbox").__doc__ or "").split("\n\n")[0]
    cards = [
        f'<section><h2><a href="{to}">{name}</a></h2><p>{escape(said)}</p></section>'
        for to, name, said in FRONT
    ]
    return page("exactbox", f'<p>{escape(about)}</p>\n<div class="cards">{"".join(cards)}</div>\n')


def gallery() -> str:
    """The pictures of the tutorial, each with the line that draws it."""
    text = PICTURES.read_text("utf-8")
    line = r"^    (\$ exactbox [^\n]*--plot[^\n]*)$"
    found = re.findall(line + r".*?^!\[([^\]\n]*)\]\(([^)\n]*)\)$", text, re.M | re.S)
    shown = [
        f'<figure><a href="{name}"><img src="{name}" alt="{escape(title)}"></a>'
        f"<figcaption><p>{escape(title)}</p><pre>{escape(said)}</pre></figcaption></figure>"
        for said, title, name in found
    ]
    more = '<p><a href="pictures.html">What they show</a>, '
    more += '<a href="index.html">back</a></p>\n'
    return page("Gallery", f'<div class="cards">{"".join(shown)}</div>\n{more}')


def build(folder: Path) -> None:
    """Make the pages in a folder.

    Raises
    ------
    ValueError
        If something is named or linked that is not there.
    """
    import pdoc
    from pdoc import docstrings
    from pdoc.render_helpers import to_html

    convert = docstrings.convert

    def converted(docstring: str, docformat: str, source: Path | None) -> str:
        if lost := missing(docstring):
            raise ValueError(f"{source}: named, and not there: {', '.join(lost)}")
        if docstring.startswith(_OF_PYTHON):
            return ""
        return _tidy(convert(markdown(docstring), docformat, None))

    templates = Path(mkdtemp())
    (templates / "custom.css").write_text(DARK, encoding="utf-8")
    pdoc.render.configure(
        docformat="numpy",
        template_directory=templates,
        footer_text=f"exactbox {__version__}",
        include_undocumented=False,
        show_source=False,
    )
    docstrings.convert = converted
    try:
        pdoc.pdoc(*PAGES, output_directory=folder)
    finally:
        docstrings.convert = convert
        rmtree(templates)
    for name, text in (("index", front()), ("gallery", gallery())):
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    for manual in MANUALS:
        text = manual.read_text(encoding="utf-8")
        if lost := missing(text):
            raise ValueError(f"{manual.name}: named, and not there: {', '.join(lost)}")
        title, body = text.removeprefix("# ").split("\n", 1)
        made = page(title, str(to_html(body)))
        (folder / f"{manual.stem}.html").write_text(made, encoding="utf-8")
    draw(folder)
    if dead := dead_links(folder.resolve()):
        raise ValueError(f"links that lead nowhere: {', '.join(dead)}")


if __name__ == "__main__":
    warnings.simplefilter("error")
    for harmless in HARMLESS:
        warnings.filterwarnings("ignore", harmless)
    build(Path(sys.argv[1]))
