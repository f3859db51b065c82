"""``exactbox cite FILE...``: how proofs are cited, after the checker has passed them."""

from __future__ import annotations

import argparse
import json
import os
from functools import partial
from typing import Any

from exactbox.commands.terminal import outputs
from exactbox.commands.terminal.options import JSON, add_table
from exactbox.commands.terminal.outputs import Report
from exactbox.commands.terminal.progress_bar import hide, progress_bar
from exactbox.progress import report
from exactbox.showing import Row, one_line

_ABOUT = """Check certificates, and print how they are cited: in a sentence, in BibTeX and in
CSL-JSON. Each has what is proved, the hashes of the question and of the proof, the version that has
checked it and the command that checks it again. If one of the files is not VALID, none is cited.
The same file is cited alike on every day and machine."""
_LIMIT = "limit of each check, as in `exactbox check`"


def add_parser(commands: Any) -> None:
    """Add the command's options."""
    from exactbox.checker.command import amount
    from exactbox.checker.files import MAX_BYTES
    from exactbox.release import AUTHORS

    parser = commands.add_parser(
        "cite", help="how proofs are cited: BibTeX, CSL-JSON, a sentence", description=_ABOUT
    )
    files = "a certificate, perhaps packed by gzip or xz; -: standard input"
    parser.add_argument("files", metavar="FILE", nargs="+", help=files)
    parser.add_argument(
        "--author", type=_name, default=AUTHORS, metavar="NAME", help="of the proofs (%(default)s)"
    )
    parser.add_argument("--max-bytes", metavar="N", type=amount, default=MAX_BYTES, help=_LIMIT)
    parser.add_argument("--max-work", metavar="N", type=amount, help=_LIMIT)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--format", choices=("text", "bibtex", "csl"), help="one of the three alone")
    add_table(form, JSON)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int | Report:
    """Check all files, then print; exit codes are those of ``check``."""
    from exactbox.check import check_certificate
    from exactbox.checker.command import printable, verdict
    from exactbox.citation import Citation, bibtex_file, csl_file

    limits = {"max_bytes": arguments.max_bytes, "max_work": arguments.max_work}
    check = partial(check_certificate, **limits)
    code, citations = 0, []
    files = [*dict.fromkeys(arguments.files)]
    with progress_bar("cite"):
        for k, file in enumerate(files):
            report("checking", k, len(files))
            file_code, word, result = verdict(file, check)
            code = max(code, file_code)
            if isinstance(result, str):
                hide()
                outputs.say(f"{word} {printable(json.dumps(file))}: {printable(result)}")
            else:
                name = "" if file == "-" else os.path.basename(file)
                hashes = result.question_sha256, result.sha256
                entries = name, result.kind, result.sentence, *hashes, arguments.author
                citations.append(Citation(*entries))
    if code:
        return code
    citations = [*dict.fromkeys(citations)]  # copies in several folders are cited once
    text = "\n\n".join(citation.text() for citation in citations) + "\n"
    forms = {"text": text, "bibtex": bibtex_file(citations), "csl": csl_file(citations)}
    one = arguments.format
    row = Row(
        text="\n".join([forms[one]] if one else forms.values()).removesuffix("\n"),
        fields=lambda: {
            "citations": [
                {
                    "key": each.key,
                    "question_sha256": each.question_sha256,
                    "proof_sha256": each.proof_sha256,
                    "text": each.text(),
                    "bibtex": each.bibtex(),
                    "csl": each.csl(),
                }
                for each in citations
            ]
        },
    )
    return Report([row])


def _name(text: str) -> str:
    """A name on one line, with what cannot be printed escaped."""
    if not text.strip():
        raise argparse.ArgumentTypeError("found no letter, need a name")
    return one_line(" ".join(text.split()))
