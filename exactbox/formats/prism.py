"""PRISM's explicit files, and Storm's dialect of them, read and written exactly.

A model is a group of files of one stem: transitions ``.tra``, and where they exist labels ``.lab``,
variables of the states ``.sta``, state rewards ``.srew`` and transition rewards ``.trew``; several
reward structures are numbered (``die1.srew``, ``die2.srew``). PRISM's ``.tra`` begins with the
counts of states, (choices) and transitions; Storm's with ``dtmc`` or ``mdp``, and its labels and
rewards have no counts. Lines are ``state (choice) target probability (action)`` in any order;
branches keep theirs. A transition reward is added to its choice times its probability. The label
``init`` marks the initial state, 0 without labels, and is not among the model's labels.

Sources: PRISM manual, appendix *Explicit Model Files* (4.8); Storm, *Explicit input*.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import chain, count
from pathlib import Path
from typing import NoReturn

import numpy as np

from exactbox.formats.columns import Piece, WordError, pieces
from exactbox.formats.files import fail, opened, shown, write_text
from exactbox.formats.numbers import (
    Numbers,
    probability_texts,
    reward_texts,
    rewards,
    weights,
)
from exactbox.mdp.model import Array, Model

_PathLike = str | os.PathLike[str]
_Rewards = tuple[str, _PathLike | None, _PathLike | None]  # number or name, .srew, .trew
_PACKED = ("", ".gz", ".xz")
_DECLARED = re.compile(r'([0-9]{1,18})="([^"]*)"')
_REWARD_NAME = re.compile(r'#\s*Reward structure:?\s*"?([^"]*)"?')
_VARIABLE = re.compile(r"([^=&(),\s]+)=([^=&(),\s]+)")


def read_prism(
    path: _PathLike,
    *,
    labels: _PathLike | None = None,
    states: _PathLike | None = None,
    state_rewards: Mapping[str, _PathLike] | None = None,
    transition_rewards: Mapping[str, _PathLike] | None = None,
) -> Model:
    """The model in a .tra file and the files beside it.

    Parameters
    ----------
    path : str or os.PathLike
        The .tra file; this and the others may be packed (.gz, .xz).
    labels, states : str or os.PathLike, optional
        By default the .lab and the .sta file of the same stem, where they exist.
    state_rewards, transition_rewards : dict of name to str or os.PathLike, optional
        By default the .srew and .trew files of the same stem, numbered or not; the name of a reward
        structure is the one that its file states in a comment, or else its number, or empty.

    Raises
    ------
    ValueError
        If a file is malformed; names the file and the line.
    OSError
        If one cannot be read.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "coin.tra"
    >>> _ = path.write_text("2 2 3\\n0 0 0 0.5 toss\\n0 0 1 0.5 toss\\n1 0 1 1\\n")
    >>> _ = path.with_suffix(".lab").write_text('0="init" 1="heads"\\n0: 0\\n1: 1\\n')
    >>> model = read_prism(path)
    >>> model.actions, model.labels["heads"].tolist()
    (['toss', ''], [False, True])
    """
    tra = _Transitions(path)
    label_file = labels or _sibling(path, ".lab")
    marked = _read_labels(label_file, tra.states) if label_file else {}
    where = np.flatnonzero(marked.pop("init", np.arange(tra.states) == 0))
    if len(where) != 1:
        source = os.fspath(label_file or path)
        raise ValueError(f"{source}: found {len(where)} states with the label init, need one")
    state_file = states or _sibling(path, ".sta")
    if state_rewards is None and transition_rewards is None:
        found = _numbered_siblings(path)
    else:
        found = [(name, file, None) for name, file in (state_rewards or {}).items()]
        found += [(name, None, file) for name, file in (transition_rewards or {}).items()]
    tables: dict[str, list[Fraction]] = {}
    for default, srew, trew in found:
        name, sums = default, [Fraction(0)] * tra.choices
        for file, add in ((srew, tra.add_state_rewards), (trew, tra.add_transition_rewards)):
            if file is not None:
                stated = add(file, sums)
                name = stated if stated and state_rewards is transition_rewards is None else name
        before = tables.get(name)
        if before is not None and state_rewards is transition_rewards is None:
            raise ValueError(
                f"{os.fspath(path)}: found two reward structures {name!r}, need different names"
            )
        tables[name] = sums if before is None else [a + b for a, b in zip(before, sums)]
    return Model(
        tra.choice_start,
        tra.branch_start,
        tra.target,
        tra.weight,
        tra.denominator,
        int(where[0]),
        marked,
        {name: rewards(sums) for name, sums in tables.items()},
        tra.actions,
        _read_states(state_file, tra.states) if state_file else None,
    )


class _Transitions:
    """A .tra file as arrays."""

    def __init__(self, path: _PathLike) -> None:
        self.path = path
        numbers = Numbers()
        actions: dict[bytes, int] = {b"": 0}
        columns: list[tuple[Array, ...]] = []
        with opened(path) as file:
            header, line = _first_line(path, file, "the counts, dtmc or mdp")
            counts = self._header(header, line)
            for piece in pieces(file, line + 1):
                columns.append(self._columns(piece, numbers, actions))
        end = [np.concatenate(column) for column in zip(*columns)] if columns else []
        if not columns or not len(end[0]):
            fail(path, line, "found no transitions, need one")
        state, choice, target, numerator, denominator, action, lines = end
        if counts and len(state) != counts[-1]:
            fail(path, line, f"found {len(state)} transitions, need {counts[-1]} as stated here")
        self.states = counts[0] if counts else 1 + int(max(state.max(), target.max()))
        self.has_counts = bool(counts)
        if (state >= self.states).any():
            b = int(np.argmax(state >= self.states))
            fail(path, lines[b], f"found state {state[b]}, need 0 to {self.states - 1}")
        later = (np.diff(state) > 0) | ((np.diff(state) == 0) & (np.diff(choice) >= 0))
        if not later.all():
            order = np.lexsort((choice, state))
            state, choice, target, numerator, denominator, action, lines = (
                column[order]
                for column in (state, choice, target, numerator, denominator, action, lines)
            )
        self._group(state, choice, lines, counts)
        self._lines = lines
        self.target = target
        self.weight, self.denominator = weights(
            self._where, self.states, self.branch_start, target, numerator, denominator
        )
        self.actions = self._actions(action, list(actions))

    def _header(self, text: str, line: int) -> list[int]:
        """The counts; none in Storm's dialect."""
        words = text.split()
        self.chain = text.lower() == "dtmc" or len(words) == 2
        if text.lower() in ("dtmc", "mdp"):
            return []
        if len(words) not in (2, 3) or not all(re.fullmatch("[0-9]{1,18}", w) for w in words):
            fail(
                self.path,
                line,
                f"found {text[:60]!r}, need 'states transitions', 'states choices transitions', "
                "dtmc or mdp",
            )
        if int(words[0]) == 0:
            fail(self.path, line, "found 0 states, need one")
        return list(map(int, words))

    def _columns(
        self, piece: Piece, numbers: Numbers, actions: dict[bytes, int]
    ) -> tuple[Array, ...]:
        """State, choice, target, numerator, denominator, action and line of every transition."""
        need = "state target probability" if self.chain else "state choice target probability"
        width = 3 if self.chain else 4
        wrong = (piece.count != width) & (piece.count != width + 1)
        if wrong.any():
            k = int(np.argmax(wrong))
            fail(
                self.path,
                piece.line[k],
                f"found {piece.count[k]} words, need {width} or {width + 1}: {need} (action)",
            )
        integers = []
        for column, what in enumerate(need.split()[:-1]):
            value, plain = piece.integers(column)
            if not plain.all():
                k = int(np.argmin(plain))
                fail(
                    self.path,
                    piece.line[k],
                    f"found the {what} {shown(piece.word(k, column))}, need a number from 0",
                )
            integers.append(value)
        if self.chain:
            integers.insert(1, np.zeros(len(piece), dtype=np.int64))
        try:
            numerator, denominator = piece.numbers(width - 1, numbers)
        except WordError as error:
            fail(self.path, error.line, f"the probability {error}")
        named = np.zeros(len(piece), dtype=np.int64)
        for k in np.flatnonzero(piece.count > width).tolist():
            named[k] = actions.setdefault(piece.word(k, width), len(actions))
        return (*integers, numerator, denominator, named, piece.line)

    def _group(self, state: Array, choice: Array, lines: Array, counts: list[int]) -> None:
        """Where every choice and every state begins, none left out."""
        fresh = (np.diff(state, prepend=-1) != 0) | (np.diff(choice, prepend=-1) != 0)
        first = np.flatnonzero(fresh)
        self.branch_start = np.append(first, len(state))
        self.choices = len(first)
        owner, number = state[first], choice[first]
        per_state = np.bincount(owner, minlength=self.states)
        if (per_state == 0).any():
            s = int(np.argmin(per_state))
            raise ValueError(
                f"{os.fspath(self.path)}: state {s} has no transition, need one (a loop, where it "
                "is the end)"
            )
        self.choice_start = np.concatenate([[0], np.cumsum(per_state)])
        expected = np.arange(self.choices) - self.choice_start[owner]
        if (number != expected).any():
            c = int(np.argmax(number != expected))
            fail(
                self.path,
                lines[first[c]],
                f"found choice {number[c]} of state {owner[c]}, need choice {expected[c]} before",
            )
        if len(counts) == 3 and self.choices != counts[1]:
            raise ValueError(
                f"{os.fspath(self.path)}: found {self.choices} choices, need {counts[1]} as the "
                "first line says"
            )

    def _where(self, c: int) -> str:
        s = int(np.searchsorted(self.choice_start, c, side="right")) - 1
        line = self._lines[self.branch_start[c]]
        return f"{os.fspath(self.path)}:{line}: state {s}, choice {c - self.choice_start[s]}"

    def _actions(self, action: Array, names: list[bytes]) -> list[str] | None:
        """The name of every choice, the same on all its lines."""
        if len(names) == 1:
            return None
        lengths = np.diff(self.branch_start)
        of_choice = action[self.branch_start[:-1]]
        other = action != np.repeat(of_choice, lengths)
        if other.any():
            b = int(np.argmax(other))
            c = int(np.searchsorted(self.branch_start, b, side="right")) - 1
            two = " and ".join(shown(names[k]) for k in (of_choice[c], action[b]))
            fail(self.path, self._lines[b], f"found the actions {two} of one choice, need one")
        texts = [name.decode("utf-8", "replace") for name in names]
        return [texts[k] for k in of_choice.tolist()]

    def add_state_rewards(self, path: _PathLike, sums: list[Fraction]) -> str:
        """Add those of a .srew file to every choice of the states; the stated name."""
        starts = self.choice_start.tolist()
        name, rows = _reward_lines(path, 1, self.has_counts)
        seen = set()
        for line, (s,), value in rows:
            if s >= self.states:
                fail(path, line, f"found state {s}, need 0 to {self.states - 1}")
            if s in seen:
                fail(path, line, f"found a second reward of state {s}, need one")
            seen.add(s)
            for c in range(starts[s], starts[s + 1]):
                sums[c] += value
        return name

    def add_transition_rewards(self, path: _PathLike, sums: list[Fraction]) -> str:
        """Add those of a .trew file times their probabilities; the stated name."""
        starts = self.choice_start.tolist()
        name, rows = _reward_lines(path, 2 if self.chain else 3, self.has_counts)
        known: dict[int, dict[int, int]] = {}  # the branch to each target, of the choices met
        for line, (s, *k, t), value in rows:
            c = starts[s] + sum(k) if s < self.states else -1
            if c < 0 or c >= starts[s + 1]:
                fail(path, line, f"found state {s}, choice {sum(k)}, which .tra does not have")
            if c not in known:
                low, high = self.branch_start[c : c + 2].tolist()
                known[c] = dict(zip(self.target[low:high].tolist(), range(low, high)))
            branch = known[c].get(t)
            if branch is None:
                fail(path, line, f"found target {t} of state {s} twice, or not in .tra, need once")
            del known[c][t]
            sums[c] += value * Fraction(int(self.weight[branch]), int(self.denominator[c]))
        return name


def _reward_lines(
    path: _PathLike, indices: int, has_counts: bool
) -> tuple[str, list[tuple[int, tuple[int, ...], Fraction]]]:
    """The stated name, and line, indices and value of every reward."""
    name, rows = "", []
    numbers = Numbers()
    announced: int | None = None
    with opened(path) as file:
        for line, raw in enumerate(file, 1):
            words = raw.split()
            if raw.lstrip().startswith(b"#"):
                if found := _REWARD_NAME.match(raw.decode("utf-8", "replace").strip()):
                    name = found[1].strip()
                continue
            if not words:
                continue
            if has_counts and announced is None:
                if len(words) not in (2, 3) or not all(w.isdigit() for w in words):
                    fail(path, line, f"found {shown(raw)}, need the counts of states and rewards")
                announced = int(words[-1])
                continue
            if len(words) not in (indices + 1, indices + 2 if indices > 1 else indices + 1):
                fail(path, line, f"found {len(words)} words, need {indices + 1}: indices, reward")
            if not all(w.isdigit() and len(w) <= 18 for w in words[:indices]):
                fail(path, line, f"found {shown(raw)}, need {indices} indices and a reward")
            try:
                value = numbers.value(words[indices])
            except ValueError as error:
                fail(path, line, f"the reward {error}")
            rows.append((line, tuple(map(int, words[:indices])), value))
    if announced is None and has_counts:
        raise ValueError(f"{os.fspath(path)}: the file is empty, need the counts")
    if announced not in (None, len(rows)):
        raise ValueError(
            f"{os.fspath(path)}: found {len(rows)} rewards, need {announced} as stated"
        )
    return name, rows


def _first_line(path: _PathLike, file: Iterable[bytes], need: str) -> tuple[str, int]:
    """The first line that is neither empty nor a comment, and its number."""
    line = 0
    for line, raw in enumerate(file, 1):
        if raw.strip() and not raw.lstrip().startswith(b"#"):
            return raw.strip().decode("utf-8", "replace"), line
    fail(path, max(line, 1), f"the file ends here, need {need}")


def _read_labels(path: _PathLike, states: int) -> dict[str, Array]:
    """The states of every label, by PRISM's declarations (0="init") or Storm's (#DECLARATION)."""
    with opened(path) as file:
        lines = file.read().decode("utf-8", "replace").splitlines()
    lines = [line.strip() for line in lines]
    at = next((k for k, line in enumerate(lines) if line), None)
    if at is None:
        fail(path, max(1, len(lines)), "the file ends here, need labels")
    if storm := lines[at] == "#DECLARATION":
        if "#END" not in lines:
            fail(path, len(lines), "the file ends here, need #END")
        end = lines.index("#END")
        names = {name: name for line in lines[at + 1 : end] for name in line.split()}
    else:
        while at < len(lines) and (not lines[at] or lines[at].startswith("#")):
            at += 1
        end = at
        names = dict(_DECLARED.findall(lines[at])) if at < len(lines) else {}
        if not names or _DECLARED.sub("", lines[at]).strip():
            found = lines[at][:60] if at < len(lines) else ""
            fail(path, at + 1, f'found {found!r}, need labels such as 0="init" or #DECLARATION')
        if len(set(names.values())) < len(names):
            fail(path, at + 1, "found a label twice, need different labels")
    marked = {name: np.zeros(states, dtype=bool) for name in names.values()}
    for k in range(end + 1, len(lines)):
        if not lines[k] or lines[k].startswith("#"):
            continue
        first, *given = lines[k].replace(":", " ", 0 if storm else 1).split()
        if not re.fullmatch("[0-9]{1,18}", first) or int(first) >= states:
            fail(path, k + 1, f"found {lines[k][:60]!r}, need a state from 0 to {states - 1}")
        for word in given:
            if word not in names:
                fail(path, k + 1, f"found the label {word!r}, need one that is declared above")
            marked[names[word]][int(first)] = True
    return marked


def _read_states(path: _PathLike, states: int) -> list[str]:
    """``x=0 & y=1`` for every state."""
    with opened(path) as file:
        header, line = _first_line(path, file, "the variables")
        if not re.fullmatch(r"\(.*\)", header):
            fail(path, line, f"found {header[:60]!r}, need the variables: (x,y)")
        variables = [word.strip() for word in header[1:-1].split(",")]
        found: dict[int, str] = {}
        for at, raw in enumerate(file, line + 1):
            text = raw.decode("utf-8", "replace").strip()
            if not text or text.startswith("#"):
                continue
            row = re.fullmatch(r"([0-9]{1,18})\s*:\s*\((.*)\)", text)
            values = [word.strip() for word in row[2].split(",")] if row else []
            if row is None or len(values) != len(variables):
                fail(path, at, f"found {text[:60]!r}, need state:(values of {header[1:-1]})")
            state = int(row[1])
            if state >= states or state in found:
                fail(path, at, f"found state {state}, need each of 0 to {states - 1} once")
            found[state] = " & ".join(f"{x}={v}" for x, v in zip(variables, values))
    if len(found) < states:
        missing = next(s for s in range(states) if s not in found)
        raise ValueError(f"{os.fspath(path)}: found no line for state {missing}, need one")
    return [found[s] for s in range(states)]


def _stem(path: _PathLike) -> Path:
    """The path of a .tra file without its suffixes."""
    file = Path(path)
    return (file.with_suffix("") if file.suffix.lower() in _PACKED[1:] else file).with_suffix("")


def _sibling(path: _PathLike, suffix: str, number: str = "") -> Path | None:
    """The file of the same stem, packed or not, where it exists."""
    stem = _stem(path)
    names = (stem.with_name(f"{stem.name}{number}{suffix}{packed}") for packed in _PACKED)
    return next((name for name in names if name.exists()), None)


def _numbered_siblings(path: _PathLike) -> list[_Rewards]:
    """Number, .srew and .trew of every reward structure; a stem with its own .tra is another's."""
    found: list[_Rewards] = []
    for number in chain([""], map(str, count(1))):
        pair = _sibling(path, ".srew", number), _sibling(path, ".trew", number)
        if number and (pair == (None, None) or _sibling(path, ".tra", number)):
            return found
        if pair != (None, None):
            found.append((number, *pair))
    raise AssertionError("the numbers end")


def write_prism(path: _PathLike, model: Model) -> None:
    """Write a model as PRISM's explicit files of one stem, each whole or not at all.

    ``.lab`` is always written, ``.sta`` where there are valuations, and the rewards as ``.srew``
    (Markov chains) or ``.trew``, numbered from 1 if there are several. Files of these names that
    an older model left behind are removed.

    Parameters
    ----------
    path : str or os.PathLike
        The .tra file; if it is packed, so are the others.
    model : Model
        Valuations are of the form ``x=0 & y=1``, with the same variables in every state.

    Raises
    ------
    ValueError
        If the format cannot hold the players, a valuation or some name.
    OSError
        If a file cannot be written.
    """
    _refuse(path, model)
    chain = model.states == model.choices
    probabilities = probability_texts(model)
    targets = model.target.tolist()
    state_of, branch_start = model.state_of.tolist(), model.branch_start.tolist()
    first = model.choice_start.tolist()
    prefixes, suffixes = [], []
    for c, s in enumerate(state_of):
        prefixes.append(f"{s}" if chain else f"{s} {c - first[s]}")
        suffixes.append(f" {model.actions[c]}" if model.actions and model.actions[c] else "")
    branches = [
        (c, b) for c in range(model.choices) for b in range(branch_start[c], branch_start[c + 1])
    ]
    sizes = f"{model.states} {model.choices}" if not chain else f"{model.states}"
    tra = [f"{prefixes[c]} {targets[b]} {probabilities[b]}{suffixes[c]}" for c, b in branches]
    texts = {".tra": [f"{sizes} {len(tra)}", *tra], ".lab": _label_lines(model)}
    if model.valuations is not None:
        texts[".sta"] = _state_lines(path, model.valuations)
    for k, (name, given) in enumerate(model.rewards.items(), 1):
        number = str(k) if len(model.rewards) > 1 else ""
        head = [f'# Reward structure "{name}"'] if name else []
        head.append(f"# {'State' if chain else 'Transition'} rewards")
        values = reward_texts(given)
        if chain:
            body = [f"{s} {value}" for s, value in enumerate(values) if value != "0"]
            texts[f"{number}.srew"] = [*head, f"{model.states} {len(body)}", *body]
        else:
            body = [
                f"{prefixes[c]} {targets[b]} {values[c]}" for c, b in branches if values[c] != "0"
            ]
            texts[f"{number}.trew"] = [*head, f"{sizes} {len(body)}", *body]
    stem = _stem(path)
    packed = Path(path).suffix if Path(path).suffix.lower() in _PACKED[1:] else ""
    stale = {Path(file) for _, *pair in _numbered_siblings(path) for file in pair if file}
    stale |= {file for file in (_sibling(path, ".sta"), _sibling(path, ".lab")) if file}
    for ending, lines in texts.items():
        file = stem.with_name(f"{stem.name}{ending}{packed}")
        write_text(Path(path) if ending == ".tra" else file, "\n".join(lines) + "\n")
        stale.discard(file)
    for file in stale:
        file.unlink()


def _label_lines(model: Model) -> list[str]:
    marked = {"init": np.arange(model.states) == model.initial, **model.labels}
    lines = [" ".join(f'{k}="{name}"' for k, name in enumerate(marked))]
    of_state: dict[int, list[str]] = {}
    for k, where in enumerate(marked.values()):
        for s in np.flatnonzero(where).tolist():
            of_state.setdefault(s, []).append(str(k))
    return lines + [f"{s}: {' '.join(of_state[s])}" for s in sorted(of_state)]


def _state_lines(path: _PathLike, valuations: Iterable[str]) -> list[str]:
    lines: list[str] = []
    for s, text in enumerate(valuations):
        pairs = [_VARIABLE.fullmatch(part) for part in text.split(" & ")]
        names = ",".join(pair[1] for pair in pairs if pair)
        values = ",".join(pair[2] for pair in pairs if pair)
        if None in pairs or (lines and lines[0] != f"({names})"):
            raise ValueError(
                f"{os.fspath(path)}: found the valuation {text!r} of state {s}, need the same "
                "variables in every state: x=0 & y=1"
            )
        if not lines:
            lines.append(f"({names})")
        lines.append(f"{s}:({values})")
    return lines


def _refuse(path: _PathLike, model: Model) -> None:
    """Raise ValueError for what these files have no place for."""

    def bad(what: str) -> NoReturn:
        raise ValueError(f"{os.fspath(path)}: {what}")

    if model.players is not None:
        bad("found players, need a model without: .tra has no place for them")
    for name in (*model.labels, *model.rewards):
        if '"' in name or len(name.splitlines()) > 1 or name != name.strip():
            bad(f"found the name {name!r}, need one line without quotes or spaces around it")
    if "init" in model.labels:
        bad("found the label init, need another: it is the initial state")
    for action in model.actions or ():
        if action and action.split() != [action]:
            bad(f"found the action {action!r}, need a name without spaces")
