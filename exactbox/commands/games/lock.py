"""`exactbox lock`: the keys of the Monte Carlo lock, counts, derivations, a certificate."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from exactbox.commands.terminal.options import CERTIFICATE, JSON, PLAIN_INTEGERS, add_table, whole
from exactbox.commands.terminal.outputs import Report, Series
from exactbox.commands.terminal.progress_bar import progress_bar
from exactbox.commands.terminal.written import prove, verdict_fields
from exactbox.showing import Fields, Row, counted

if TYPE_CHECKING:
    from exactbox.games.lock import KeysFound

_ONLY_LOCK = "the general form is known for the Monte Carlo lock only"
METHODS = ("symbolic", "construct", "recursive", "memoize")

ABOUT = """\
The keys of Smullyan's Monte Carlo lock: all of them, by search. With
--certificate, and in `exactbox certify lock`, the independent checker replays a
derivation of each, and searches on its own for keys that might be missing, to a
length that is named."""

EPILOG = """\
examples:
  exactbox lock --max-length 15             the keys, grouped by length
  exactbox lock --explain RVLVQRVLVQ        why this is a key (or is not)
  exactbox lock --compare --max-length 11   all methods, their times and what they hold
  exactbox lock --count --letters QLVRX --max-length 11
  exactbox lock --general-form --count --max-length 1000000
  exactbox lock --rules third --max-length 15
  exactbox lock --rules                     how rule tables are written
"""


def add_parser(commands: Any) -> None:
    """Add the command's options."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "lock",
        help="the keys of Smullyan's Monte Carlo lock, each with its derivation",
        description=ABOUT,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--explain", metavar="KEY", help="print the derivation of KEY, or the first step that fails"
    )
    what.add_argument(
        "--compare", action="store_true", help="run all methods and print what each took"
    )
    what.add_argument(
        "--count", action="store_true", help="count the keys of each length, and the related pairs"
    )
    add_table(what, CERTIFICATE, what="that these are the keys, with a derivation of each")
    add_game(parser)
    parser.add_argument(
        "--rules",
        nargs="?",
        const=None,
        default="lock",
        metavar="TABLE",
        help="another machine, by name or as a table; alone: how to write one",
    )
    method = parser.add_mutually_exclusive_group()
    method.add_argument(
        "--method",
        choices=METHODS,
        default="symbolic",
        help="how to find the keys (%(default)s)",
    )
    method.add_argument(
        "--general-form",
        action="store_true",
        help="list or count by Makay's theorem, not by search; any length",
    )
    add_table(parser, PLAIN_INTEGERS, JSON)
    parser.set_defaults(run=run)


def add_game(parser: argparse.ArgumentParser) -> None:
    """Options for the keys: up to what length, over which letters."""
    parser.add_argument(
        "--max-length",
        type=whole,
        default=15,
        metavar="N",
        help="letters in the longest key (%(default)s)",
    )
    parser.add_argument(
        "--letters", metavar="ABC", help="the alphabet (the letters of the rules, QLVR)"
    )
    parser.add_argument(
        "--nonempty",
        action="store_true",
        help="the empty string does not count as a string (it does)",
    )


def asked(arguments: argparse.Namespace) -> dict[str, Any]:
    """The keys that the options describe, as a method takes them."""
    return {
        "max_length": arguments.max_length,
        "letters": arguments.letters,
        "allow_empty": not arguments.nonempty,
    }


def run(arguments: argparse.Namespace) -> int | Report:
    """Answer what was asked: 0 done, 1 a claim is false."""
    from exactbox.games import lock

    if arguments.rules is None:
        return Report([Row(text=lock.SYNTAX)])
    machine = lock.machine(arguments.rules)
    question = {**asked(arguments), "machine": machine}
    if arguments.explain is not None:
        return _explain(arguments.explain, question)
    if arguments.general_form:
        if arguments.compare or arguments.certificate is not None:
            refused = "the general form is a theorem: it cannot be compared or certified here"
            raise ValueError(refused if machine == lock.LOCK else _ONLY_LOCK)
        return _general_form(question, arguments.count)
    if arguments.compare:
        return _compare(question, arguments.json)
    return _found(question, arguments.method, arguments.count, arguments.certificate)


def _found(question: Fields, method: str, count: bool, certificate: str | None) -> Report:
    """The keys, or their numbers, or a proof that these are all."""
    from exactbox.games import lock

    with progress_bar(method):
        keys = lock.METHODS[method](**question)
    agreement = "; Makay's general form gives the same" if lock.confirmed(keys) else ""
    if certificate is not None:
        files = list[Row]()
        with progress_bar("proving and checking"):
            proof = prove(keys, certificate, files)
        if not isinstance(proof, Exception):
            about = {"keys": list(keys.keys), "question": keys.words, **verdict_fields(proof)}
            return Report([Row(text=proof.claim.sentence, fields=about)], files=files)
    if count:
        return Report([_counts_row(keys, lock.related_pairs(**question), agreement)])
    return Report([_keys_row(keys, agreement)])


def _explain(string: str, question: Fields) -> Report:
    """The derivation of a string, or the first step that fails; 1 if it is not a key."""
    from exactbox.games.lock import explain

    explanation = explain(string, question["machine"], allow_empty=question["allow_empty"])
    about = {
        "derivation": [[line.rule, line.x, line.y] for line in explanation.derivation],
        "is_key": explanation.is_key,
        "string": string,
        "verdict": explanation.verdict,
    }
    return Report([Row(text=str(explanation), fields=about)], code=0 if explanation.is_key else 1)


def _general_form(question: Fields, count: bool) -> Report:
    """The keys, or their numbers, by the theorem."""
    from exactbox.games.lock import LOCK, general_count, general_form, general_total
    from exactbox.games.lock.rules import alphabet
    from exactbox.games.lock.search import KEYS_LIMIT

    n, machine = question["max_length"], question["machine"]
    if machine != LOCK:
        raise ValueError(_ONLY_LOCK)
    if n < 1:
        raise ValueError(f"no strings of length {n}: need a length of at least 1")
    alphabet(question["letters"], machine)  # no other letter occurs in any key
    if count:
        here, total = general_count(n), general_total(n)
        text = f"{here} keys of length {n}, {total} of at most that, by Makay's theorem"
        about = {"at_length": here, "max_length": n, "total": total}
        return Report([Row(text=text, fields=about)])

    def listed() -> Fields:
        if general_total(n) > KEYS_LIMIT:
            raise ValueError(
                f"{general_total(n):,} keys are too many for one JSON object, at most "
                f"{KEYS_LIMIT:,} are taken; --count counts them"
            )
        return {"keys": list(general_form(max_length=n)), "max_length": n}

    return Report([Row(text=general_form(max_length=n), fields=listed)])


def _keys_row(found: KeysFound, agreement: str) -> Row:
    """The keys, by length."""
    any_alphabet = found.free is False
    over = "any alphabet" if any_alphabet else f"the letters {found.letters}"
    keys = f"{counted(len(found.keys), 'key')} of at most {found.max_length} letters over {over}"
    lines = [*found.lines(), f"{keys}, by {found.method} search{agreement}"]
    about = {
        "any_alphabet": any_alphabet,
        "empty": found.allow_empty,
        "keys": list(found.keys),
        "letters": found.letters,
        "max_length": found.max_length,
        "method": found.method,
        "rules": str(found.machine),
    }
    return Row(text=lines, fields=about)


def _counts_row(found: KeysFound, pairs: int, agreement: str) -> Row:
    """The numbers of keys and of related pairs."""
    sizes, limit = found.number_of_length, f"at most {found.max_length} letters"
    lines = [f"length {length}: {counted(number, 'key')}" for length, number in sizes.items()]
    lines.append(f"{counted(len(found.keys), 'key')} of {limit}{agreement}")
    lines.append(f"{counted(pairs, 'related pair')} (x, y) with both {limit} over {found.letters}")
    about = {
        "keys": {str(length): number for length, number in sizes.items()},
        "letters": found.letters,
        "max_length": found.max_length,
        "related_pairs": pairs,
    }
    return Row(text=lines, fields=about)


def _compare(question: Fields, as_json: bool) -> int:
    """Every method that can, each printed as soon as it is done; 1 if they disagree."""
    from exactbox.games import lock

    pairs = lock.related_pairs(**question)
    row = "{:<10} {:>9} {:>5} {:>14} {:>12} {:>12} {:>12}"
    lines = [row.format("method", "seconds", "keys", "looked at", "pairs", "entries", "hits")]
    trials, series = [], Series("methods", as_json=as_json)
    for method in lock.METHODS:
        with progress_bar(method):
            trial = lock.try_method(method, **question)
        trials.append(trial)
        if trial.found is None:
            lines.append(f"{method:<10} {trial.refusal}")
            about: Fields = {"method": method, "refused": trial.refusal}
        else:
            cells = ["-" if n is None else f"{n:,}" for n in trial.took.values()]
            lines.append(row.format(method, f"{trial.seconds:.3f}", *cells))
            about = {"method": method, "seconds": round(trial.seconds, 4), **trial.took}
        series.add(Report([Row(text=lines, fields=about)]))
        lines = []
    if all(trial.found is None for trial in trials):
        raise ValueError(f"no method goes to length {question['max_length']}")
    agree = lock.agree(trials, pairs)
    text = f"THE METHODS DISAGREE (related pairs by count: {pairs:,})"
    if agree:
        text = f"all that ran agree; {pairs:,} related pairs by count"
    about = {"agree": agree, "max_length": question["max_length"]}
    return series.finish(Report([Row(text=text, fields=about)], code=0 if agree else 1))
