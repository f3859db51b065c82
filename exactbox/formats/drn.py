"""Storm's explicit format ``.drn``: Markov chains and decision processes, read and written exactly.

A header of ``@`` words, then for every state a line ``state 0 [reward, ...] label ...``, for every
choice ``action name [reward, ...]``, and for every branch ``target : probability``. Rewards of a
state are added to each of its choices. The label ``init`` marks the initial states and is not
among the model's labels. A comment below a state line is its valuation. Actions that are merely
numbered from 0, and ``__NOLABEL__``, are not names.

In continuous time a state's line has its exit rate, ``state 0 !5/2``. Branches of a CTMC have
rates; those of a Markov automaton have probabilities, and where the exit rate is not 0 it is that
of the state's first choice; all others are immediate, and come first (`rates`). Rewards of a state
then accrue with time, those of choices are had at once.

Nearly all lines are branches, so they are tried first; texts of numbers are looked up, not parsed
again. What is left out: POMDPs, parameters, intervals. A label that no
state has cannot be written.

Source: Storm's ``DirectEncodingParser.cpp`` and ``DirectEncodingExporter.cpp``, 2025.
"""

from __future__ import annotations

import os
import re
from array import array
from fractions import Fraction
from typing import IO, Any, NoReturn

import numpy as np

from exactbox.decimals import fraction_string
from exactbox.formats.memory import require_memory_for_branches, require_memory_for_names
from exactbox.formats.numbers import Numbers, weights
from exactbox.formats.rates import embedded, maximal_progress
from exactbox.formats.text_files import fail, shown_line, text_of
from exactbox.inputs import named, opened
from exactbox.mdp.model.layout import Array, Layout
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Ratios, Rewards
from exactbox.mdp.model.validation import Place, freeze
from exactbox.showing import counted

_STATE = re.compile(rb"state\s+([0-9]{1,18})(?:\s+!(\S+))?\s*(?:\[([^\]]*)\])?(?:\s+(.*))?$")
_ACTION = re.compile(rb"action\s+(\S+)(?:\s*\[([^\]]*)\])?$")
_LABEL = re.compile(rb'"([^"]+)"|([^\s"]+)')
UNNAMED = "__NOLABEL__"
_VALUE_TYPES = ("double", "rational")
_TYPES = {  # as the header names them: whether there is one choice a state, and whether rates
    "DTMC": (True, False),
    "MDP": (False, False),
    "CTMC": (True, True),
    "MARKOV AUTOMATON": (False, True),
    "MA": (False, True),
}


def read_drn(path: str | os.PathLike[str]) -> Model:
    """The model in a .drn file, which may be packed (.gz, .xz).

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "coin.drn"
    >>> text = "@type: DTMC\\n@parameters\\n\\n@reward_models\\n\\n@nr_states\\n2\\n@model\\n"
    >>> text += "state 0 init\\n\\taction 0\\n\\t\\t0 : 0.5\\n\\t\\t1 : 1/2\\n"
    >>> _ = path.write_text(text + "state 1 heads\\n\\taction 0\\n\\t\\t1 : 1\\n")
    >>> model = read_drn(path)
    >>> model.initial_state, model.weight.tolist(), model.labels["heads"].tolist()
    (0, [1, 1, 1], [False, True])
    """
    with opened(path) as file:
        return _Reader(named(path), file).model()


class _Reader:
    """One file while it is read."""

    def __init__(self, path: str, file: IO[bytes]) -> None:
        self.path = path
        self.file = file
        self.line = 0
        self.numbers = Numbers()
        self.reward_names: list[str] = []
        self.kind = ""
        self.chain = self.timed = False
        self.states = self.choices = -1
        self.option_start = array("q")
        self.choice_line = array("q")
        self.branch_start = array("q")
        self.exit_rate = array("q")  # the number of every state's; -1 without one
        self.state_rewards: list[bytes] = []  # the text in brackets, of every state
        self.choice_rewards: list[bytes] = []
        self.actions: list[str] = []
        self.labels: dict[str, list[int]] = {}
        self.valuations: dict[int, str] = {}

    def fail(self, what: str) -> NoReturn:
        fail(self.path, self.line, what)

    def next(self, need: str) -> bytes:
        """The next line, which has to be there."""
        line = self.file.readline()
        if not line:
            self.fail(f"the file ends here, need {need}")
        self.line += 1
        return line.rstrip(b"\r\n")

    def text(self, line: bytes) -> str:
        return text_of(self.path, self.line, line)

    def header(self) -> None:
        """Everything up to @model."""
        line = b""
        seen: set[bytes] = set()
        while line != b"@model":
            raw = self.next("@model")
            line = raw.strip()
            key = line.split(b":")[0]
            if line.startswith(b"@") and key in seen:
                self.fail(f"found {self.text(key)} twice, need it once")
            seen.add(key)
            if line.startswith(b"@type:"):
                self.kind = self.text(line[6:].strip()).upper()
                if self.kind not in _TYPES:
                    need = "DTMC, MDP, CTMC or Markov Automaton"
                    self.fail(f"found a model of type {self.kind[:40]}, need {need}")
                self.chain, self.timed = _TYPES[self.kind]
            elif line.startswith(b"@value_type:"):
                found = self.text(line[12:].strip())
                if found not in _VALUE_TYPES:
                    self.fail(f"found the value type {found}, need double or rational")
            elif line == b"@parameters":
                if found := self.text(self.next("the parameters").strip()):
                    self.fail(f"found the parameters {found}, need none")
            elif line == b"@reward_models":
                names = self.text(self.next("the names of the rewards"))
                # Storm writes a space after each, and a name may be empty
                self.reward_names = names[:-1].split(" ") if names[-1:] == " " else names.split()
                if len(set(self.reward_names)) < len(self.reward_names):
                    self.fail("found a reward model twice, need different names")
            elif line == b"@nr_states":
                self.states = self.count("states")
            elif line == b"@nr_choices":
                self.choices = self.count("choices")
            elif line.startswith(b"$"):
                self.placeholder(line)
            elif line not in (b"", b"@placeholders", b"@model") and not line.startswith(b"//"):
                self.fail(f"found {shown_line(line)}, need a word of the header such as @model")
        if not self.kind:
            self.fail("the header ends here, need @type: DTMC, MDP, CTMC or Markov Automaton")
        if self.states < 0:
            self.fail("the header ends here, need @nr_states")

    def count(self, what: str) -> int:
        word = self.next(f"the number of {what}").strip()
        if not word.isdigit() or len(word) > 18:
            self.fail(f"found {shown_line(word)}, need the number of {what}")
        return int(word)

    def placeholder(self, line: bytes) -> None:
        name, colon, value = (part.strip() for part in line.partition(b":"))
        if not colon:
            self.fail(f"found {shown_line(line)}, need $name : value")
        if name in self.numbers:
            self.fail(f"found the placeholder {self.text(name)} twice, need it once")
        self.numbers[name] = self.number(value, "the placeholder")

    def number(self, word: bytes, what: str) -> int:
        try:
            return self.numbers[word]
        except ValueError as error:
            if word.startswith(b"$"):
                self.fail(f"the placeholder {self.text(word)} is not defined above, need its value")
            self.fail(f"{what} {error}")

    def body(self) -> tuple[Array, Array]:
        """All states; the targets and the number of each probability."""
        target, probability = array("q"), array("q")
        numbers = self.numbers
        for line in self.file:
            self.line += 1
            words = line.split()
            if len(words) == 3 and words[1] == b":" and words[0].isdigit():
                if not self.option_start:
                    self.fail(f"found {shown_line(line)}, need a state before it")
                if len(self.branch_start) == self.option_start[-1]:
                    self.add_choice(UNNAMED, None, len(target))
                word = words[2]
                # the fast way: no call for a number that was seen before
                probability.append(
                    numbers[word] if word in numbers else self.number(word, "the probability")
                )
                if len(words[0]) > 18:
                    found = words[0][:40].decode()
                    self.fail(f"the target {found} is not a state, need 0 to {self.states - 1}")
                target.append(int(words[0]))
            elif words:
                self.structure(line.strip(), len(target))
        self.end_state()
        require_memory_for_branches(self.path, len(target))
        require_memory_for_names(
            f"{self.path}: ",
            len(self.option_start),
            len(self.labels),
            len(self.choice_line),
            len(self.reward_names),
        )
        self.branch_start.append(len(target))
        self.option_start.append(len(self.choice_line))
        return np.array(target), np.array(probability)

    def structure(self, line: bytes, branches: int) -> None:
        """A line that is not a branch: of a state, a choice or a comment."""
        if found := _ACTION.match(line):
            if not self.option_start:
                self.fail(f"found {shown_line(line)}, need a state before it")
            self.add_choice(self.text(found[1]), found[2], branches)
        elif found := _STATE.match(line):
            self.end_state()
            state = len(self.option_start)
            if int(found[1]) != state or state == self.states:
                need = f"state {state}" if state < self.states else "no more, as @nr_states says"
                self.fail(f"found state {found[1].decode()}, need {need}")
            self.option_start.append(len(self.choice_line))
            self.exit_rate.append(
                -1 if found[2] is None else self.number(found[2], "the exit rate")
            )
            self.state_rewards.append(found[3] or b"")
            self.check_rewards(found[3])
            if found[4]:
                self.add_labels(state, found[4])
        elif line.startswith(b"//"):
            state = len(self.option_start) - 1
            if state >= 0 and len(self.choice_line) == self.option_start[-1]:
                self.valuations.setdefault(state, _valuation(self.text(line[2:].strip())))
        else:
            self.fail(f"found {shown_line(line)}, need 'state', 'action' or 'target : probability'")

    def add_labels(self, state: int, words: bytes) -> None:
        if b'"' in _LABEL.sub(b"", words):
            self.fail(f"found the labels {shown_line(words)}, need an even number of quotes")
        for quoted, plain in _LABEL.findall(words):
            name = self.text(quoted or plain)
            if plain and name[0] in ("[{<" if self.timed else "[{<!"):  # rates come first
                self.fail(f"found {name!r}, need a label, quoted if it begins like this")
            states = self.labels.setdefault(name, [])
            if states and states[-1] == state:
                self.fail(f"found the label {name!r} twice, need it once")
            states.append(state)

    def end_state(self) -> None:
        if self.option_start and len(self.choice_line) == self.option_start[-1]:
            self.fail(f"state {len(self.option_start) - 1} has no action before this, need one")

    def add_choice(self, name: str, given: bytes | None, branches: int) -> None:
        self.branch_start.append(branches)
        self.choice_line.append(self.line)
        self.choice_rewards.append(given or b"")
        self.check_rewards(given)
        within = len(self.choice_line) - 1 - self.option_start[-1]
        self.actions.append("" if name in (UNNAMED, str(within)) else name)
        if within and self.chain:
            self.fail(f"found a second action of a state of a {self.kind}, need one")

    def check_rewards(self, given: bytes | None) -> None:
        """Parse the numbers between the brackets where they stand, for the line of an error."""
        if given is None:
            return
        words = given.split(b",")
        if not self.reward_names:
            self.reward_names = [f"rew{k}" for k in range(len(words))]
        if len(words) != len(self.reward_names):
            need = len(self.reward_names)
            self.fail(f"found {len(words)} rewards, need {need}: {', '.join(self.reward_names)}")
        for word in words:
            self.number(word.strip(), "the reward")

    def rewards(self, option_start: Array) -> dict[str, Rewards]:
        """Those of a state and of a choice added up, or beside each other in continuous time; each
        pair of texts once."""
        lengths = np.diff(option_start).tolist()
        owners = (
            text for text, n in zip(self.state_rewards, lengths, strict=True) for _ in range(n)
        )
        pairs: dict[tuple[bytes, bytes], int] = {}
        of_choice = np.array(
            [
                pairs.setdefault(pair, len(pairs))
                for pair in zip(owners, self.choice_rewards, strict=True)
            ]
        )
        result = {}
        for k, name in enumerate(self.reward_names):
            accrues = None
            if self.timed:
                of_states = Ratios.of(self.reward(a, k) for a, _ in pairs)
                if of_states.numerator.any():
                    accrues = of_states.only(of_choice)
                sums = Ratios.of(self.reward(b, k) for _, b in pairs)
            else:
                sums = Ratios.of(self.reward(a, k) + self.reward(b, k) for a, b in pairs)
            mine = sums.only(of_choice)
            result[name] = Rewards(mine.numerator, mine.denominator, rate=accrues)
        return result

    def rates(self, layout: Layout) -> Ratios:
        """The rates of a Markov automaton: the exit rate is that of the state's first choice."""
        zero = self.numbers[b"0"]
        of_choice = np.full(layout.choices, zero)
        exits = np.array(self.exit_rate)
        of_choice[layout.option_start[:-1]] = np.where(exits < 0, zero, exits)
        return self.numbers.take(of_choice)

    def reward(self, given: bytes, k: int) -> Fraction:
        return self.numbers.value(given.split(b",")[k].strip()) if given else Fraction(0)

    def model(self) -> Model:
        self.header()
        target, probability = self.body()
        layout = Layout(
            freeze(np.array(self.option_start)), freeze(np.array(self.branch_start)), freeze(target)
        )
        found, choices = layout.states, layout.choices
        if found != self.states:
            self.fail(
                f"the file ends after {counted(found, 'state')}, need {self.states} as "
                "@nr_states says"
            )
        if self.choices not in (-1, choices):
            self.fail(
                f"found {counted(choices, 'choice')}, need {self.choices} as @nr_choices says"
            )
        if not found:
            self.fail("found no states, need one")
        initial = self.labels.pop("init", [])
        if not initial:
            self.fail("found 0 states with the label init, need one or more")
        numbers, rates = self.numbers.take(probability), None

        def place(c: int) -> str:
            return f"{self.path}:{self.choice_line[c]}: {layout.place(c)}"

        if self.timed and self.chain:
            weight, denominator, rates = embedded(layout, numbers, place)
            self.check_exits(rates, place)
        else:
            weight, denominator = weights(layout, numbers, place)
            rates = self.rates(layout) if self.timed else None
        labels: dict[str, Any] = {}
        for name, states in self.labels.items():
            labels[name] = np.zeros(found, dtype=bool)
            labels[name][states] = True
            freeze(labels[name])
        model = Model(
            layout.option_start,
            layout.branch_start,
            layout.target,
            weight,
            denominator,
            initial,
            labels,
            self.rewards(layout.option_start),
            self.actions if any(self.actions) else None,
            [self.valuations.get(s, "") for s in range(found)] if self.valuations else None,
            rates=rates,
        )
        return maximal_progress(model)

    def check_exits(self, rates: Ratios, place: Place) -> None:
        """Compare a CTMC's exit rate, where a state has one, with the sum of its branches."""
        exits = np.array(self.exit_rate)
        said = self.numbers.take(np.maximum(exits, 0))
        wrong = said.numerator != rates.numerator
        wrong |= said.denominator != rates.denominator
        wrong &= exits >= 0
        if wrong.any():
            c = int(np.argmax(wrong))
            found, need = fraction_string(rates[c]), fraction_string(said[c])
            raise ValueError(f"{place(c)}: the rates add up to {found}, need {need} as it says")


def _valuation(text: str) -> str:
    """Storm's ``[s=0\t& done]`` as ``s=0 & done=true``; anything else as it is."""
    if not (text.startswith("[") and text.endswith("]")):
        return text
    parts = [part.strip() for part in text[1:-1].split("&")]
    if not all(re.fullmatch(r"[^\s=!]+=[^\s=!]+|!?[^\s=!]+", part) for part in parts):
        return text
    return " & ".join(
        part if "=" in part else f"{part[1:]}=false" if part[0] == "!" else f"{part}=true"
        for part in parts
    )
