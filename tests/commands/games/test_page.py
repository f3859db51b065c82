"""The page is written as every file is; what is inside runs by its own policy alone.

What it does in a browser is tested in `tests.page`.
"""

from __future__ import annotations

import re
import webbrowser
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

import exactbox.page
import exactbox.page.sheet as sheet
from exactbox.cli import main
from exactbox.page import page, without_comments

HTML = page().decode()
FOLDER = Path(exactbox.page.__file__).parent


def test_the_policy_names_each_script_and_style_by_its_hash_and_nothing_else():
    """The network is forbidden: no source but hashes, a worker made here, and pictures inside."""
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', HTML)
    directives = {name: values for name, *values in map(str.split, policy.split(";"))}
    assert directives.pop("default-src") == ["'none'"]
    inside = {
        "script-src": re.findall(r"<script[^>]*>(.*?)</script>", HTML, re.DOTALL),
        "style-src": re.findall(r"<style>(.*?)</style>", HTML, re.DOTALL),
    }
    for directive, texts in inside.items():
        digests = [b64encode(sha256(text.encode()).digest()).decode() for text in texts]
        assert directives.pop(directive) == [f"'sha256-{digest}'" for digest in digests]
    assert directives == {
        "img-src": ["data:"],
        "worker-src": ["blob:"],
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
    }


def test_the_page_has_every_script_and_style_of_its_folder_and_asks_for_no_file():
    for path in [*FOLDER.rglob("*.js"), *FOLDER.rglob("*.css")]:
        text = without_comments(path.read_text(encoding="utf-8"))
        assert path.suffix == ".css" or text.startswith('"use strict";\n'), path.name
        for name in re.findall(r'"packed:([^"]+)"', text):
            packed = b64encode((FOLDER / name).read_bytes()).decode()
            text = text.replace(f"packed:{name}", packed)
        assert text.removeprefix('"use strict";\n') in HTML, path.name
    inside = re.findall(r"<script[^>]*>(.*?)</script>", HTML, re.DOTALL)
    assert all(text.startswith('"use strict";\n') for text in inside)
    assert not re.search(r'<(script|link|img|iframe)[^>]* (src|href)="(?!data:)', HTML)


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.js")), ids=lambda path: path.name)
def test_no_string_goes_over_several_lines(path):
    """So what begins a line as a comment does is one."""
    code = without_comments(path.read_text(encoding="utf-8"))
    assert [line for line in code.splitlines() if line.count("`") % 2] == []


# of the browser: what reads text as HTML or as a program, or asks the network
FORBIDDEN = (
    r"\.innerHTML|\.outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|"
    r"\bfetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|importScripts|\bimport\("
)


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.js")), ids=lambda path: path.name)
def test_no_script_reads_text_as_html_or_asks_the_network(path):
    assert re.findall(FORBIDDEN, path.read_text(encoding="utf-8")) == []


def test_each_script_uses_only_names_of_the_scripts_before_it():
    """The order of index.html is the order of the rooms; a worker's script uses a worker's."""
    scripts = re.findall(r'<script src="([^"]+)"([^>]*)>', exactbox.page.source("index.html"))
    text = {name: exactbox.page.source(name) for name, _ in scripts}
    defined = {
        name: re.findall(r"^(?:const|let|class|function) (\w+)", text[name], re.MULTILINE)
        for name, _ in scripts
    }
    names = [word for words in defined.values() for word in words]
    assert len(names) == len(set(names)), "two scripts define one name"
    of_worker = {name for name, more in scripts if "data-worker" in more}
    for k, (name, _) in enumerate(scripts):
        code = re.sub(r"/\*.*?\*/|//[^\n]*|\"[^\"\n]*\"", "", text[name], flags=re.DOTALL)
        allowed = {n for n, _ in scripts[:k] if name not in of_worker or n in of_worker}
        for other in text.keys() - allowed - {name}:
            for word in defined[other]:
                assert not re.search(rf"(?<![.\w]){word}(?=[.(])", code), f"{name}: {word}"


def test_the_sheets_of_the_page_and_of_the_command_have_the_same_measures():
    """Both break pages by counting rows, one in a script and one without any."""
    script = without_comments(exactbox.page.source("views/shutbox/leaves.js"))
    listed = re.findall(r"^const \[?([A-Z_, ]+)\]? = \[?([\d., _]+)\]?;$", script, re.MULTILINE)
    found = {}
    for names, numbers in listed:
        found |= zip(names.split(", "), map(float, numbers.split(", ")), strict=True)
    found.pop("MAX_CELLS")
    assert len(found) == 11
    assert found == {name: getattr(sheet, name) for name in found}


def test_writes_the_page_and_says_what_it_replaced(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["page"]) == 0
    assert (tmp_path / "exactbox.html").read_bytes() == page()
    assert capsys.readouterr().out == "exactbox.html: the page, for any browser\n"
    assert main(["page", "--out", "exactbox.html"]) == 0
    assert "exactbox.html (replaced)" in capsys.readouterr().out


def test_the_page_goes_to_standard_output(capfdbinary):
    assert main(["page", "--out", "-"]) == 0
    assert capfdbinary.readouterr().out == page()


def test_opens_what_it_has_written(tmp_path, monkeypatch, capsys):
    opened = []
    monkeypatch.setattr(webbrowser, "open", lambda address: opened.append(address) or True)
    file = tmp_path / "a b.html"
    assert main(["page", "--out", str(file), "--open"]) == 0
    assert opened == [file.as_uri()]
    monkeypatch.setattr(webbrowser, "open", lambda address: False)
    assert main(["page", "--out", str(file), "--open"]) == 2
    assert "no browser was found; open" in capsys.readouterr().err
    assert main(["page", "--out", "-", "--open"]) == 2


def test_what_would_end_a_script_early_is_refused(monkeypatch):
    sources = {"index.html": '<script src="a.js"></script>\n', "a.js": 'const x = "</script>";'}
    monkeypatch.setattr(exactbox.page, "source", sources.get)
    with pytest.raises(ValueError, match=r"a\.js"):
        page.__wrapped__()
