"""What `exactbox lock` answers: keys, derivations, comparisons, counts, certificates."""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from exactbox.commands.progress import progress_bar
from exactbox.games import monte_carlo_lock as lock

RULES = """\
A rule table is a list of rules with commas between them, as that of the Monte Carlo lock:

    QxQ=x, Lx=Qy, Vx=~y, Rx=yy

QxQ=x   opens: QxQ is related to x. Exactly one rule gives x; it has one letter before x, and any
        number of letters after it, perhaps none, as in 2x=x.
Lx=Qy   a step: if x is related to y, then Lx is related to Qy. One letter before x, nothing after.
        The result is made of letters, y, and ~y, which is y reversed; y is in it at least once.

No two rules begin with the same letter. A letter is any printable ASCII character but x y ~ = and
the comma. A string that is related to itself is a key; with --nonempty, QQ is related to nothing.

Smullyan's machines have names:
"""


def answer(args: argparse.Namespace) -> int:
    """Do what was asked: 0 done, 1 a claim is false; unusable input raises ValueError, OSError."""
    if args.rules == "":
        width = max(map(len, lock.MACHINES))
        print(RULES + "\n".join(f"    {n:{width}}  {t}" for n, t in lock.MACHINES.items()))
        return 0
    machine = lock.machine(args.rules)
    if args.explain is not None:
        return _explain(args, machine)
    if args.general_form:
        return _general_form(args, machine)
    if args.compare:
        return _compare(args, machine)
    with _progress(args.method) as progress:
        found = lock.METHODS[args.method](
            args.max_length,
            args.letters,
            machine=machine,
            allow_empty=not args.nonempty,
            progress=progress,
        )
    if machine == lock.LOCK and list(found.keys) != list(_by_theorem(args)):
        raise RuntimeError("the search and the general form disagree")
    if args.certificate is not None:
        return _certify(args, machine, found)
    if args.count:
        return _count(args, machine, found)
    return _list(args, machine, found)


def _explain(args: argparse.Namespace, machine: lock.Machine) -> int:
    good, text = lock.explain(args.explain, machine, allow_empty=not args.nonempty)
    if args.json:
        lines: list[list[str]] = []
        try:
            for line in lock.derive(args.explain, machine, allow_empty=not args.nonempty):
                lines.append([line.rule, line.x, line.y])
        except ValueError:
            pass  # `text` says why there is no derivation
        _print_json(
            {
                "derivation": lines,
                "is_key": good,
                "string": args.explain,
                "verdict": text.rpartition("\n")[2],
            }
        )
    else:
        print(text)
    return 0 if good else 1


def _general_form(args: argparse.Namespace, machine: lock.Machine) -> int:
    if machine != lock.LOCK:
        raise ValueError("the general form is known for the Monte Carlo lock only")
    if args.compare or args.certificate is not None:
        raise ValueError("the general form is a theorem: it cannot be compared or certified here")
    if args.max_length < 1:
        raise ValueError(f"no strings of length {args.max_length}: need a length of at least 1")
    if args.count:
        n = args.max_length
        here, total = lock.general_count(n), lock.general_total(n)
        if args.json:
            _print_json({"at_length": here, "max_length": n, "total": total})
        else:
            print(f"{here} keys of length {n}, {total} of at most that, by Makay's theorem")
        return 0
    if args.json:
        _print_json({"keys": list(_by_theorem(args)), "max_length": args.max_length})
        return 0
    for key in _by_theorem(args):
        print(key)
    return 0


def _by_theorem(args: argparse.Namespace) -> Iterator[str]:
    return lock.general_form(max_length=args.max_length)


def _list(args: argparse.Namespace, machine: lock.Machine, found: lock.Found) -> int:
    if args.json:
        _print_json(
            {
                "any_alphabet": found.free is False,
                "empty": not args.nonempty,
                "keys": list(found.keys),
                "letters": found.letters,
                "max_length": found.max_length,
                "method": found.method,
                "rules": str(machine),
            }
        )
        return 0
    sizes = Counter(map(len, found.keys))
    for length in sorted(sizes):
        print(f"length {length}: {_number(sizes[length], 'key')}")
        for key in found.keys:
            if len(key) == length:
                print(f"  {key}")
    over = "any alphabet" if found.free is False else f"the letters {found.letters}"
    print(
        f"{_number(len(found.keys), 'key')} of at most {found.max_length} letters over {over},"
        f" by {found.method} search{_agreement(machine)}"
    )
    return 0


def _agreement(machine: lock.Machine) -> str:
    return "; Makay's general form gives the same" if machine == lock.LOCK else ""


def _count(args: argparse.Namespace, machine: lock.Machine, found: lock.Found) -> int:
    pairs = lock.related_pairs(
        args.max_length, args.letters, machine=machine, allow_empty=not args.nonempty
    )
    sizes = Counter(map(len, found.keys))
    if args.json:
        _print_json(
            {
                "keys": {str(n): sizes[n] for n in sorted(sizes)},
                "letters": found.letters,
                "max_length": found.max_length,
                "related_pairs": pairs,
            }
        )
        return 0
    for length in sorted(sizes):
        print(f"length {length}: {_number(sizes[length], 'key')}")
    print(
        f"{_number(len(found.keys), 'key')} of at most {found.max_length} letters"
        f"{_agreement(machine)}"
    )
    print(
        f"{_number(pairs, 'related pair')} (x, y) with both at most {found.max_length} letters"
        f" over {found.letters}"
    )
    return 0


def _certify(args: argparse.Namespace, machine: lock.Machine, found: lock.Found) -> int:
    if machine != lock.LOCK:
        raise ValueError("certificates are for the Monte Carlo lock only, not for other rules")
    from exactbox.certificate import canonical
    from exactbox.check import check_certificate
    from exactbox.files import write

    data = canonical(lock.certificate(found, allow_empty=not args.nonempty))
    claim = check_certificate(data)
    write(args.certificate, data)
    print(f"{args.certificate}: VALID, {claim}")
    return 0


def _compare(args: argparse.Namespace, machine: lock.Machine) -> int:
    """Run every method that can; a row each, as soon as it is done."""
    expected = lock.related_pairs(
        args.max_length, args.letters, machine=machine, allow_empty=not args.nonempty
    )
    rows: list[dict[str, Any]] = []
    answers = set()
    heads = ("method", "seconds", "keys", "looked at", "pairs", "entries", "hits")
    if not args.json:
        print("{:<10} {:>9} {:>5} {:>14} {:>12} {:>12} {:>12}".format(*heads))
    for name, method in lock.METHODS.items():
        begin = time.perf_counter()
        try:
            with _progress(name) as progress:
                found = method(
                    args.max_length,
                    args.letters,
                    machine=machine,
                    allow_empty=not args.nonempty,
                    progress=progress,
                )
        except ValueError as error:
            rows.append({"method": name, "refused": str(error)})
            if not args.json:
                print(f"{name:<10} {error}", flush=True)
            continue
        seconds = time.perf_counter() - begin
        answers.add((found.keys, expected if found.pairs is None else found.pairs))
        rows.append(
            {
                "entries": found.entries,
                "hits": found.hits,
                "keys": len(found.keys),
                "looked_at": found.looked_at,
                "method": name,
                "pairs": found.pairs,
                "seconds": round(seconds, 4),
            }
        )
        if not args.json:
            columns = (found.looked_at, found.pairs, found.entries, found.hits)
            cells = ["-" if n is None else f"{n:,}" for n in columns]
            print(
                "{:<10} {:>9.3f} {:>5} {:>14} {:>12} {:>12} {:>12}".format(
                    name, seconds, len(found.keys), *cells
                ),
                flush=True,
            )
    if not answers:
        raise ValueError(f"no method goes to length {args.max_length}")
    agree = len(answers) == 1 and {pairs for _, pairs in answers} == {expected}
    if args.json:
        _print_json({"agree": agree, "max_length": args.max_length, "methods": rows})
    else:
        print(
            f"all that ran agree; {expected:,} related pairs by count"
            if agree
            else f"THE METHODS DISAGREE (related pairs by count: {expected:,})"
        )
    return 0 if agree else 1


@contextmanager
def _progress(name: str) -> Iterator[Callable[[int], None]]:
    """How many strings, pairs or prefixes a method has been through, on a terminal."""
    with progress_bar(name) as bar:
        yield lambda done: bar("looked at", done, 0)


def _number(n: int, thing: str) -> str:
    return f"{n:,} {thing}{'' if n == 1 else 's'}"


def _print_json(value: object) -> None:
    print(json.dumps(value, sort_keys=True, indent=1))
