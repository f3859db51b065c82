"""`exactbox lock`: the keys of the Monte Carlo lock, counts, derivations, a certificate."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from exactbox.commands.terminal.json_output import print_json
from exactbox.commands.terminal.options import add_json_option, whole
from exactbox.commands.terminal.progress_bar import progress_bar
from exactbox.commands.terminal.written import (
    add_certificate_option,
    certificate_draft,
    file_fields,
    kept,
    proof_fields,
    unchecked,
)
from exactbox.showing import counted

if TYPE_CHECKING:
    from exactbox.games.lock import KeysFound, Machine

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
    add_certificate_option(what, "that these are the keys, with a derivation of each")
    add_keys(parser)
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
    add_json_option(parser)
    parser.set_defaults(run=run)


def add_keys(parser: argparse.ArgumentParser) -> None:
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


def run(arguments: argparse.Namespace) -> int:
    """Answer what was asked: 0 done, 1 a claim is false."""
    from exactbox.games import lock

    if arguments.rules is None:
        print(lock.SYNTAX)
        return 0
    machine = lock.machine(arguments.rules)
    if arguments.explain is not None:
        return _explain(arguments, machine)
    if arguments.general_form:
        return _general_form(arguments, machine)
    question = {**asked(arguments), "machine": machine}
    if arguments.compare:
        return _compare(arguments, question)
    with progress_bar(arguments.method):
        found = lock.METHODS[arguments.method](**question)
    agreement = "; Makay's general form gives the same" if lock.confirmed(found) else ""
    if arguments.certificate is not None and _prove(arguments, found):
        return 0
    if arguments.count:
        _print_counts(arguments, found, lock.related_pairs(**question), agreement)
    else:
        _print_keys(arguments, found, agreement)
    return 0


def _prove(arguments: argparse.Namespace, found: KeysFound) -> bool:
    """Write the certificate of the keys, which the independent checker passes; whether it has come
    to a verdict."""
    from exactbox.certificate import UncheckedError, proved

    with certificate_draft(arguments.certificate) as draft:
        try:
            with progress_bar("proving and checking"):
                proof = proved(found, draft)
        except UncheckedError as error:
            unchecked(error)
            return False
        files = kept(draft, proof)
    if arguments.json:
        print_json(
            {
                "keys": list(found.keys),
                "question": found.words,
                **proof_fields(proof),
                **file_fields(files),
            }
        )
    else:
        print(proof.claim.sentence, *[each.lines() for each in files], sep="\n")
    return True


def _explain(arguments: argparse.Namespace, machine: Machine) -> int:
    """The derivation of a string, or the first step that fails; 1 if it is not a key."""
    from exactbox.games.lock import explain

    explanation = explain(arguments.explain, machine, allow_empty=not arguments.nonempty)
    if arguments.json:
        print_json(
            {
                "derivation": [[line.rule, line.x, line.y] for line in explanation.derivation],
                "is_key": explanation.is_key,
                "string": arguments.explain,
                "verdict": explanation.verdict,
            }
        )
    else:
        print(explanation)
    return 0 if explanation.is_key else 1


def _general_form(arguments: argparse.Namespace, machine: Machine) -> int:
    """The keys, or their numbers, by the theorem."""
    from exactbox.games.lock import LOCK, general_count, general_form, general_total
    from exactbox.games.lock.rules import alphabet
    from exactbox.games.lock.search import KEYS_LIMIT

    n = arguments.max_length
    if machine != LOCK:
        raise ValueError("the general form is known for the Monte Carlo lock only")
    if arguments.compare or arguments.certificate is not None:
        raise ValueError("the general form is a theorem: it cannot be compared or certified here")
    if n < 1:
        raise ValueError(f"no strings of length {n}: need a length of at least 1")
    alphabet(arguments.letters, machine)  # no other letter occurs in any key
    if arguments.count:
        here, total = general_count(n), general_total(n)
        if arguments.json:
            print_json({"at_length": here, "max_length": n, "total": total})
        else:
            print(f"{here} keys of length {n}, {total} of at most that, by Makay's theorem")
    elif arguments.json:
        if general_total(n) > KEYS_LIMIT:
            raise ValueError(
                f"{general_total(n):,} keys are too many for one JSON object, at most "
                f"{KEYS_LIMIT:,} are taken; --count counts them"
            )
        print_json({"keys": list(general_form(max_length=n)), "max_length": n})
    else:
        for key in general_form(max_length=n):
            print(key)
    return 0


def _print_keys(arguments: argparse.Namespace, found: KeysFound, agreement: str) -> None:
    """The keys, by length."""
    any_alphabet = found.free is False
    if arguments.json:
        print_json(
            {
                "any_alphabet": any_alphabet,
                "empty": found.allow_empty,
                "keys": list(found.keys),
                "letters": found.letters,
                "max_length": found.max_length,
                "method": found.method,
                "rules": str(found.machine),
            }
        )
        return
    for line in found.lines():
        print(line)
    over = "any alphabet" if any_alphabet else f"the letters {found.letters}"
    print(
        f"{counted(len(found.keys), 'key')} of at most {found.max_length} letters over {over},"
        f" by {found.method} search{agreement}"
    )


def _print_counts(
    arguments: argparse.Namespace, found: KeysFound, pairs: int, agreement: str
) -> None:
    """The numbers of keys and of related pairs."""
    sizes = found.number_of_length
    if arguments.json:
        print_json(
            {
                "keys": {str(length): number for length, number in sizes.items()},
                "letters": found.letters,
                "max_length": found.max_length,
                "related_pairs": pairs,
            }
        )
        return
    for length, number in sizes.items():
        print(f"length {length}: {counted(number, 'key')}")
    limit = f"at most {found.max_length} letters"
    print(f"{counted(len(found.keys), 'key')} of {limit}{agreement}")
    print(f"{counted(pairs, 'related pair')} (x, y) with both {limit} over {found.letters}")


def _compare(arguments: argparse.Namespace, question: dict[str, Any]) -> int:
    """Run every method that can, and print each as soon as it is done; 1 if they disagree."""
    from exactbox.games import lock

    pairs = lock.related_pairs(**question)
    row = "{:<10} {:>9} {:>5} {:>14} {:>12} {:>12} {:>12}"
    if not arguments.json:
        print(row.format("method", "seconds", "keys", "looked at", "pairs", "entries", "hits"))
    trials = []
    for method in lock.METHODS:
        with progress_bar(method):
            trial = lock.try_method(method, **question)
        trials.append(trial)
        if not arguments.json:
            if trial.found is None:
                print(f"{method:<10} {trial.refusal}", flush=True)
            else:
                cells = ["-" if n is None else f"{n:,}" for n in trial.took.values()]
                print(row.format(method, f"{trial.seconds:.3f}", *cells), flush=True)
    if all(trial.found is None for trial in trials):
        raise ValueError(f"no method goes to length {arguments.max_length}")
    agree = lock.agree(trials, pairs)
    if arguments.json:
        methods = [
            {"method": trial.method, "refused": trial.refusal}
            if trial.found is None
            else {"method": trial.method, "seconds": round(trial.seconds, 4), **trial.took}
            for trial in trials
        ]
        print_json({"agree": agree, "max_length": arguments.max_length, "methods": methods})
    elif agree:
        print(f"all that ran agree; {pairs:,} related pairs by count")
    else:
        print(f"THE METHODS DISAGREE (related pairs by count: {pairs:,})")
    return 0 if agree else 1
