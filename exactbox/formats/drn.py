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

import re
from array import array
from typing import IO, NoReturn

import numpy as np

from exactbox.decimals import fraction_string
from exactbox.formats.numbers import Numbers
from exactbox.formats.text_files import fail, shown_line
from exactbox.inputs import PathLike, input_of, opened
from exactbox.mdp.model.builder import RewardParts, build_model, require_memory_for_model
from exactbox.mdp.model.layout import Layout
from exactbox.mdp.model.model import Model
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


def read_drn(path: PathLike, *, normalise: bool = False) -> Model:
    """The model in a .drn file, which may be packed (.gz, .xz).

    The argument is explained in `exactbox.formats`.

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
    source = input_of(path)
    with opened(source) as file:
        reader = _Reader(source.name, file)
        try:
            reader.header()
            reader.body()
        except UnicodeDecodeError as error:
            reader.fail(f"found {shown_line(error.object)}, need UTF-8")
    return reader.model(normalise)


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
        self.action_start = array("q")  # state s has the choices action_start[s]:action_start[s+1]
        self.choice_line = array("q")
        self.branch_start = array("q")  # choice c has the branches branch_start[c]:...[c + 1]
        self.target = array("q")
        self.probability = array("q")  # the number of every branch's
        self.exit_rate = array("q")  # the number of every state's; -1 without one
        self.rewards: dict[bytes | None, int] = {None: 0}  # the row of each text in brackets
        self.reward_rows: list[list[int]] = [[]]  # the numbers of its rewards
        self.state_rewards = array("q")  # the row of every state
        self.choice_rewards = array("q")
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

    def header(self) -> None:
        """Everything up to @model."""
        line = b""
        keys: set[bytes] = set()
        while line != b"@model":
            raw = self.next("@model")
            line = raw.strip()
            key = line.split(b":")[0]
            if line.startswith(b"@") and key in keys:
                self.fail(f"found {key.decode()} twice, need it once")
            keys.add(key)
            if line.startswith(b"@type:"):
                self.kind = line[6:].strip().decode().upper()
                if self.kind not in _TYPES:
                    need = "DTMC, MDP, CTMC or Markov Automaton"
                    if self.kind == "POMDP":
                        need += "; storm-pomdp has bounds of a POMDP"
                    self.fail(f"found a model of type {self.kind[:40]}, need {need}")
                self.chain, self.timed = _TYPES[self.kind]
            elif line.startswith(b"@value_type:"):
                values = line[12:].strip().decode()
                if values not in _VALUE_TYPES:
                    self.fail(f"found the value type {values}, need double or rational")
            elif line == b"@parameters":
                if parameters := self.next("the parameters").strip().decode():
                    way = "storm-pars has regions of them, or give them values before it is built"
                    self.fail(f"found the parameters {parameters}, need none: {way}")
            elif line == b"@reward_models":
                names = self.next("the names of the rewards").decode()
                # Storm writes a space after each, and a name may be empty
                self.reward_names = names[:-1].split(" ") if names[-1:] == " " else names.split()
                if len(set(self.reward_names)) < len(self.reward_names):
                    self.fail("found a reward model twice, need different names")
            elif line in (b"@nr_states", b"@nr_choices"):
                what = line[4:].decode()  # states or choices
                word = self.next(f"the number of {what}").strip()
                if not word.isdigit() or len(word) > 18:
                    self.fail(f"found {shown_line(word)}, need the number of {what}")
                setattr(self, what, int(word))
            elif line.startswith(b"$"):
                name, colon, value = (part.strip() for part in line.partition(b":"))
                if not colon:
                    self.fail(f"found {shown_line(line)}, need $name : value")
                if name in self.numbers:
                    self.fail(f"found the placeholder {name.decode()} twice, need it once")
                self.numbers[name] = self.number(value, "the placeholder")
            elif line not in (b"", b"@placeholders", b"@model") and not line.startswith(b"//"):
                self.fail(f"found {shown_line(line)}, need a word of the header such as @model")
        if not self.kind:
            self.fail("the header ends here, need @type: DTMC, MDP, CTMC or Markov Automaton")
        if self.states < 0:
            self.fail("the header ends here, need @nr_states")

    def number(self, word: bytes, what: str) -> int:
        try:
            return self.numbers[word]
        except ValueError as error:
            if word.startswith(b"$"):
                name = word.decode()
                self.fail(f"the placeholder {name} is not defined above, need its value")
            self.fail(f"{what} {error}")

    def body(self) -> None:
        """All states, with their choices and branches."""
        target, probability, numbers = self.target, self.probability, self.numbers
        for line in self.file:
            self.line += 1
            words = line.split()
            if len(words) == 3 and words[1] == b":" and words[0].isdigit():
                if not self.action_start:
                    self.fail(f"found {shown_line(line)}, need a state before it")
                if len(self.branch_start) == self.action_start[-1]:
                    self.add_choice(UNNAMED, None)
                word = words[2]
                # the fast way: no call for a number that was seen before
                probability.append(
                    numbers[word] if word in numbers else self.number(word, "the probability")
                )
                if len(words[0]) > 18:
                    digits = words[0][:40].decode()
                    self.fail(f"the target {digits} is not a state, need 0 to {self.states - 1}")
                target.append(int(words[0]))
                continue
            if not words:
                continue
            state, line = len(self.action_start), line.strip()
            if parts := _ACTION.match(line):
                if not state:
                    self.fail(f"found {shown_line(line)}, need a state before it")
                self.add_choice(parts[1].decode(), parts[2])
            elif parts := _STATE.match(line):
                self.end_state()
                if int(parts[1]) != state or state == self.states:
                    need = (
                        f"state {state}" if state < self.states else "no more, as @nr_states says"
                    )
                    self.fail(f"found state {parts[1].decode()}, need {need}")
                self.action_start.append(len(self.choice_line))
                rate, text, labels = parts[2], parts[3], parts[4] or b""
                self.exit_rate.append(-1 if rate is None else self.number(rate, "the exit rate"))
                row = self.rewards[text] if text in self.rewards else self.reward_row(text)
                self.state_rewards.append(row)
                if b'"' in _LABEL.sub(b"", labels):
                    need = "need an even number of quotes"
                    self.fail(f"found the labels {shown_line(labels)}, {need}")
                for quoted, plain in _LABEL.findall(labels):
                    name = (quoted or plain).decode()
                    if plain and name[0] in ("[{<" if self.timed else "[{<!"):  # rates come first
                        self.fail(f"found {name!r}, need a label, quoted if it begins like this")
                    states = self.labels.setdefault(name, [])
                    if states and states[-1] == state:
                        self.fail(f"found the label {name!r} twice, need it once")
                    states.append(state)
            elif line.startswith(b"//"):
                if state and len(self.choice_line) == self.action_start[-1]:
                    text = line[2:].strip().decode()
                    self.valuations.setdefault(state - 1, _valuation(text))
            else:
                need = "'state', 'action' or 'target : probability'"
                self.fail(f"found {shown_line(line)}, need {need}")
        self.end_state()

    def end_state(self) -> None:
        if self.action_start and len(self.choice_line) == self.action_start[-1]:
            self.fail(f"state {len(self.action_start) - 1} has no action before this, need one")

    def add_choice(self, name: str, rewards: bytes | None) -> None:
        self.branch_start.append(len(self.target))
        self.choice_line.append(self.line)
        self.choice_rewards.append(
            self.rewards[rewards] if rewards in self.rewards else self.reward_row(rewards)
        )
        within = len(self.choice_line) - 1 - self.action_start[-1]
        self.actions.append("" if name in (UNNAMED, str(within)) else name)
        if within and self.chain:
            self.fail(f"found a second action of a state of a {self.kind}, need one")

    def reward_row(self, text: bytes | None) -> int:
        """The row of the numbers between brackets, which are read where they first stand."""
        words = (text or b"").split(b",")
        if not self.reward_names:
            self.reward_names = [f"rew{k}" for k in range(len(words))]
        if len(words) != len(self.reward_names):
            need = len(self.reward_names)
            self.fail(f"found {len(words)} rewards, need {need}: {', '.join(self.reward_names)}")
        self.rewards[text] = len(self.reward_rows)
        self.reward_rows.append([self.number(word.strip(), "the reward") for word in words])
        return self.rewards[text]

    def model(self, normalise: bool) -> Model:
        """The states that the header announces, as a model."""
        states, choices, branches = map(len, (self.action_start, self.choice_line, self.target))
        names = len(self.reward_names)
        require_memory_for_model(
            f"{self.path}: ",
            states=states,
            choices=choices,
            branches=branches,
            labels=len(self.labels),
            rewards=names,
        )
        if states != self.states:
            need = f"{self.states} as @nr_states says"
            self.fail(f"the file ends after {counted(states, 'state')}, need {need}")
        if self.choices not in (-1, choices):
            self.fail(
                f"found {counted(choices, 'choice')}, need {self.choices} as @nr_choices says"
            )
        if not states:
            self.fail("found no states, need one")
        initial = self.labels.pop("init", [])
        if not initial:
            self.fail("found 0 states with the label init, need one or more")
        self.action_start.append(choices)
        self.branch_start.append(branches)
        action_start, branch_start = np.array(self.action_start), np.array(self.branch_start)
        layout = Layout(action_start, branch_start, np.array(self.target))
        zero = self.numbers[b"0"]
        self.reward_rows[0] = [zero] * names
        ratios = self.numbers.ratios()
        probability = ratios.only(np.asarray(self.probability))
        del self.target, self.probability
        rows = np.array(self.reward_rows, dtype=np.int64)
        exits = np.array(self.exit_rate)
        rates = None
        if self.timed and not self.chain:  # a state's exit rate is that of its first choice
            first_rate = np.full(choices, zero)
            first_rate[action_start[:-1]] = np.where(exits < 0, zero, exits)
            rates = ratios.only(first_rate)

        def place(c: int) -> str:
            return f"{self.path}:{self.choice_line[c]}: {layout.place(c)}"

        model = build_model(
            Model,
            action_start,
            branch_start,
            layout.target,
            probability,
            rated=self.timed and self.chain,
            rates=rates,
            normalise=normalise,
            place=place,
            initial=np.array(initial),
            labels=self.labels,
            rewards={
                name: RewardParts(
                    states=ratios.only(rows[np.array(self.state_rewards), k]),
                    choices=ratios.only(rows[np.array(self.choice_rewards), k]),
                )
                for k, name in enumerate(self.reward_names)
            },
            actions=self.actions if any(self.actions) else None,
            valuations=[self.valuations.get(s, "") for s in range(states)]
            if self.valuations
            else None,
        )
        if model.rates is None:
            return model
        if not self.chain:
            from exactbox.formats.rates import maximal_progress

            return maximal_progress(model)
        announced = ratios.only(np.maximum(exits, 0))
        wrong = announced.numerator != model.rates.numerator
        wrong |= announced.denominator != model.rates.denominator
        wrong &= exits >= 0
        if wrong.any():
            c = int(np.argmax(wrong))
            total, need = fraction_string(model.rates[c]), fraction_string(announced[c])
            raise ValueError(f"{place(c)}: the rates add up to {total}, need {need} as it says")
        return model


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
