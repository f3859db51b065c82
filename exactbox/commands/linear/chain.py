"""``exactbox chain P``: a Markov chain that is a table of probabilities, exactly.

JSON has ``states``, ``classes`` (their states, whether they are recurrent, their period) and what
the text has under its symbols: ``pi``, ``b``, ``t``, ``variance``, ``n`` or ``z``, ``r``, ``h``,
``x``, with ``b_row_names`` and the like where these are not all states; ``reversible``; and by
--steps ``unknowns``, ``equations`` and ``steps``, each an operation and the matrix after it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from exactbox.commands.linear import numbers
from exactbox.commands.linear.arguments import add_command
from exactbox.commands.linear.report import deliver
from exactbox.commands.terminal.options import PLOT, TABLES, add_table, style_of, whole
from exactbox.commands.terminal.outputs import Report
from exactbox.showing import Fields, Row, linear_form, one_line

if TYPE_CHECKING:
    from exactbox.mdp import MarkovChain

_PI = "the stationary distribution"
_QUESTIONS = {  # option: its help, the system that proves it, what its unknowns are
    "stationary": (
        "the stationary distribution, of each recurrent class; from --start the shares of time",
        "stationary",
        _PI,
    ),
    "limiting": (
        "the limit of the distribution after n steps, or why there is none; from --start",
        "stationary",
        f"{_PI}, and the limit, as every period is 1",
    ),
    "absorption": (
        "the probability to end in each recurrent class, from each transient state",
        "absorption",
        "the probability to end in each recurrent class, a column for each",
    ),
    "times": (
        "the number of steps until a recurrent state: its mean and its variance",
        "times",
        "t the mean, m the second moment of the steps until a recurrent state",
    ),
    "fundamental": (
        "the fundamental matrix: N = (I - Q)^-1; where no state is transient Z = (I - P + W)^-1",
        "fundamental",
        "the rows of the fundamental matrix, as B is the unit matrix",
    ),
    "returns": (
        "the mean number of steps until the first return to each state",
        "stationary",
        f"{_PI} (1 / pi are the mean return times)",
    ),
    "reversible": (
        "whether there is detailed balance, or where there is none",
        "stationary",
        f"{_PI} (detailed balance is not in the proof)",
    ),
    "hitting": (
        "the probability to reach one of these states (or labels), and the steps until then",
        "hitting",
        "h probabilities, t mean numbers of steps, m their second moments",
    ),
    "after": (
        "the distribution after N steps from --start, or all of P^N",
        "after",
        "the distributions after 1, 2, ... steps",
    ),
}
_STEPS = 6  # states of a chain whose elimination is printed
_CLASSES = 20  # that are listed
_UNKNOWNS = 6  # of a proof that are named
_MORE = """A row has the probabilities of a step from its state, and adds up to 1; names of states
are those of the first line, or of the first column. A model of a chain, as `exactbox solve` reads
it, is taken as well. Without a question: classes, periods, and the stationary distribution or the
absorption."""


def add_parser(commands: Any) -> None:
    """Add the command's options."""
    parser = add_command(
        commands,
        "chain",
        "a Markov chain from a table: distributions, classes, absorption, hitting times",
        run,
        more=_MORE,
        certificate="the question's numbers, as the only solution of a linear system; what the "
        "graph decides (0, 1, infinite) and detailed balance are not in it",
        called=("P", "the table of probabilities"),
    )
    parser.usage = "%(prog)s P [QUESTION] [OPTION ...]"
    asks = parser.add_argument_group("questions, one of").add_mutually_exclusive_group()
    takes: dict[str, dict[str, Any]] = {
        "hitting": {"nargs": "+", "metavar": "STATE"},
        "after": {"type": whole, "metavar": "N"},
    }
    for name, (about, *_) in _QUESTIONS.items():
        asks.add_argument(f"--{name}", help=about, **takes.get(name, {"action": "store_true"}))
    parser.add_argument("--start", metavar="STATE", help="where the chain begins")
    about = f"the equations, and their elimination by hand, of up to {_STEPS} states"
    parser.add_argument("--steps", action="store_true", help=about)
    add_table(parser, PLOT, TABLES, what="a chain of at most 20 states")


def run(arguments: argparse.Namespace) -> Report:
    """Read; answer; write; print."""
    from exactbox.formats import read_chain
    from exactbox.mdp.markov_chain import NoLimitError

    chain, start, goal = read_chain(arguments.matrix), arguments.start, arguments.hitting
    given = {n: value for n in _QUESTIONS if (value := getattr(arguments, n)) is not None}
    asked = next((n for n, value in given.items() if value is not False), None)
    several = sum(c.recurrent for c in chain.classes) > 1
    question = asked or ("absorption" if several and chain.has_transient else "stationary")
    about, system, meaning = _QUESTIONS[question]
    if start is not None and question not in ("stationary", "limiting", "after"):
        raise ValueError("--start goes with --stationary, --limiting and --after")
    text, code, answer = "", 0, dict[str, Any]()  # symbols and what they are
    if question == "limiting" and not chain.is_aperiodic:
        if arguments.certificate:
            raise ValueError(
                "--certificate: where a class has a period no system proves a limit: prove "
                "--stationary"
            )
        try:
            answer["pi"] = chain.limiting(start)
        except NoLimitError as error:
            text, code = one_line(f"no limit: {error}"), 1
    elif question in ("stationary", "limiting"):
        each = several and start is None and question == "stationary"
        pi = chain.stationary_distributions if each else partial(getattr(chain, question), start)
        answer["pi"] = pi()
    elif question == "absorption":
        answer = {"b": chain.absorption()} | ({} if asked else {"t": chain.absorption_times()})
    elif question == "times":
        answer = {"t": chain.absorption_times(), "variance": chain.absorption_variances()}
    elif question == "fundamental":
        answer["n" if chain.has_transient else "z"] = chain.fundamental()
    elif question == "returns":
        answer["r"] = chain.return_times()
    elif question == "hitting":
        answer = {"h": chain.hitting_probabilities(goal), "t": chain.hitting_times(goal)}
        answer["variance"] = chain.hitting_variances(goal)
    elif question == "after":
        answer["x"] = chain.after(arguments.after, start)
    elif (pair := chain.imbalance()) is None:
        text = "reversible: pi(s) P(s, t) = pi(t) P(t, s) for all s and t"
    else:
        s, t = (chain.names[e] for e in pair[:2])
        there, back = (style_of(arguments).number(e) for e in pair[2:])
        text = one_line(f"not reversible: from {s} to {t} it is {there}, from {t} to {s} {back}")
    states: tuple[Any, ...] = ()
    if arguments.certificate:
        if start is not None and several and system == "stationary":
            raise ValueError(
                "--certificate: from a start these are mixtures of the classes' distributions: "
                "prove --stationary without --start, and --absorption"
            )
        at = start if system == "after" else None
        a, b, x = chain.system(system, goal=goal, start=at, steps=arguments.after)
        place = "x({})" if b.shape[1] == 1 else "row {} of X"
        unknowns = [*enumerate(a.labels[1] or (), 1)] if a.labels else []
        named = [f"{place.format(i)} = {name}" for i, name in unknowns[:_UNKNOWNS]]
        named += ["..."] * (len(unknowns) > _UNKNOWNS)
        states, meaning = ("unique", a, b, x), ", ".join([*named, meaning])
    shown, steps = _elimination(chain, system, goal) if arguments.steps else ([], {})
    if shown and "t" in answer and question == "absorption":
        shown.append("t: the same matrix, with 1 at the right (without steps)")
    if shown and any(unknown.startswith("t[") for unknown in steps["unknowns"]):
        shown.append(
            "variance = m - t^2; the second moment m: the matrix of t, with 2 t - 1 at the right "
            "(without steps)"
        )
    if shown and question == "returns":
        shown.append("r[s] = 1 / pi[s]")

    def fields() -> Fields:
        known: Fields = {"question": f"Markov chain: {about}", "states": list(chain.names), **steps}
        known["classes"] = [
            {**c._asdict(), "states": [chain.names[s] for s in c.states]} for c in chain.classes
        ]
        if question == "reversible":
            known["reversible"] = pair is None
        for key, values in answer.items():
            exact = hasattr(values, "columns")
            known[key] = values.tolist() if exact else list(values)
            known |= {f"{key}_{k}": v for k, v in numbers.names(values).items()} if exact else {}
        return known

    def lines() -> Iterator[str]:
        yield from shown
        if text:
            yield text
        style = style_of(arguments)
        for key, values in answer.items():
            if hasattr(values, "columns"):
                yield from numbers.matrix(key, values, style, arguments.digits)
            else:
                for name, v in zip(chain.names, values, strict=True):
                    number = style.number(v) if isinstance(v, Fraction) else "infinite"
                    yield f"{key}[{one_line(name)}] = {number}"

    rows = [Row("class", chain.class_words(c)) for c in chain.classes[:_CLASSES] if not asked]
    if not asked and len(chain.classes) > _CLASSES:
        rows.append(Row("", f"  ... {len(chain.classes):,} classes in all"))
    report = deliver(
        [*rows, Row(text=lines(), fields=fields)],
        arguments,
        states=states,
        weaker=(("solution", *states[1:]), "there is no other solution") if states else None,
        meaning=one_line(f"{meaning}, of the Markov chain {arguments.matrix}"),
        picture=chain.plot if arguments.plot else None,
        code=code,
    )
    report.title = "" if asked else f"{arguments.matrix}: {chain.title()}"
    return report


def _elimination(chain: MarkovChain, system: str, goal: Any) -> tuple[list[str], Fields]:
    """The equations of a question and their elimination, in text and for JSON."""
    from exactbox.linalg import hstack

    if system == "after" or chain.states > _STEPS:
        why = "P^N takes no elimination" if system == "after" else f"{chain.states} states"
        raise ValueError(f"--steps: {why}, need another question, or at most {_STEPS} states")
    a, b, _ = chain.system(system, goal=goal, moments=1, solved=False)
    unknowns, equations = a.labels[1] if a.labels else None, list[str]()
    for row, right in zip(a, b, strict=True):
        terms = [(v, j) for j, v in enumerate(row) if v]
        equation = f"{linear_form(terms, unknowns or ())} = {', '.join(map(str, right))}"
        equations.append(one_line(equation))
    lines, steps = numbers.elimination(hstack([a, b]), (2 * _STEPS, 3 * _STEPS))
    known: Fields = {"unknowns": list(unknowns or ()), "equations": equations, "steps": steps}
    return ["equations:", *(f"  {each}" for each in equations), "elimination:", *lines], known
