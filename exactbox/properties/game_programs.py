"""PRISM's stochastic games (``smg``) read as the two-player models that coalitions make of them.

    smg    player p1 walker, [toss] endplayer    const int N = 3;    formula done = x=N;
    module walker  x : [0..N] init 0;  [toss] x<N -> 1/2 : (x'=x+1) + 1/2 : true;  endmodule
    module other = walker [x=y, toss=step] endmodule    global b : bool;
    rewards "r" [toss] true : 1;  x=0 : 2; endrewards    label "end" = done;

Commands of one action of several modules are taken together; others by themselves. An action, and
the commands without one of a module, are a player's; the state is the player's whose choices it
has. In a state without commands nothing happens any more, and nobody chooses. Labels ``player p1``
say whose states are whose: a coalition ``<<p1,p2>>`` is the first player (`coalition_of`).

Refused by name, with line and column: ``system``, ``init`` of several states, clocks, rates, and
choices of two players in a state. A value outside of a variable's range is refused with its state.

Source: the PRISM-games manual, *Modelling: SMGs*, 3.2; Kwiatkowska and others, *PRISM-games 3.0*,
2020.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import prod
from typing import Any

import numpy as np

from exactbox.inputs import PathLike, contents, named
from exactbox.mdp.model.layout import PerState
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Ratios, Rewards
from exactbox.properties.constants import Names
from exactbox.properties.declarations import Program
from exactbox.properties.evaluation import Value, integer, no_value, number, truth, value_of
from exactbox.properties.expressions import expression, parse_expression, whole_expression
from exactbox.properties.programs import parse_program
from exactbox.properties.syntax import Expression, Name
from exactbox.properties.tokens import Cursor, PropertyError, Source, Unvalued, Word

MAX_STATES = 1_000_000
OWNER = "player "  # labels of the states of a player begin so
_UNKNOWN = ("system", "init", "invariant", "clock", "observables", "bounds")

State = tuple[Any, ...]
Updates = tuple[tuple[Expression | None, tuple[tuple[str, Expression, int], ...]], ...]


@dataclass(frozen=True)
class _Command:
    """A command of a module: its action, or "", its guard, and its updates with probabilities."""

    module: str
    action: str
    guard: Expression
    updates: Updates
    at: int


@dataclass
class _Game:
    """What a program says."""

    source: Source
    names: Names
    variables: dict[str, tuple[Any, Any, Any]] = field(default_factory=dict)  # low, high, first
    commands: list[_Command] = field(default_factory=list)
    modules: dict[str, list[Word]] = field(default_factory=dict)  # the words of their bodies
    owners: dict[str, str] = field(default_factory=dict)  # of modules and of [actions]: the player
    players: list[str] = field(default_factory=list)
    labels: dict[str, Expression] = field(default_factory=dict)
    # of states (None) and of actions: guard and amount
    rewards: dict[str, list[tuple[str | None, Expression, Expression]]] = field(
        default_factory=dict
    )

    def read(self, cursor: Cursor) -> None:
        """Everything in the program, up to its end."""
        while cursor.word.kind != "end":
            word = cursor.next()
            match word.text:
                case "smg" | ";":
                    pass
                case "const" | "formula":  # which `parse_program` has read
                    while not cursor.take(";"):
                        cursor.next()
                case "global":
                    self.variable(cursor)
                case "player":
                    self.player(cursor)
                case "module":
                    self.module(cursor)
                case "label":
                    name = cursor.quoted("the label's name in double quotes")
                    cursor.need("=")
                    self.labels[name] = expression(cursor)
                case "rewards":
                    self.reward(cursor)
                case text if text in _UNKNOWN:
                    cursor.source.fail(word.at, f"found {text}, which is not read in an smg")
                case _:
                    what = "player, module, global, const, formula, label or rewards"
                    cursor.source.fail(word.at, f"found {word.text!r}, need {what}")

    def variable(self, cursor: Cursor) -> None:
        """``x : [0..3] init 1;`` or ``b : bool init true;``."""
        name = _name(cursor, "the name of a variable")
        cursor.need(":")
        if name in self.variables:
            cursor.fail(f"another name: {name} is there twice")
        low: Any = False
        high: Any = True
        if not cursor.take("bool"):
            start = cursor.word.end
            cursor.need("[", what="bool or a range such as [0..3]")
            depth = 1
            while depth:
                if cursor.word.kind == "end":
                    cursor.fail("]")
                word = cursor.next()
                depth += (word.text == "[") - (word.text == "]")
            ends = cursor.source.text[start : word.at].split("..")
            if len(ends) != 2:
                cursor.source.fail(start, "found no range, need one such as [0..3]")
            with _placed(cursor.source, start):
                low, high = (integer(parse_expression(end), self.constant) for end in ends)
        first = low
        if cursor.take("init"):
            at = cursor.word.at
            first = value_of(expression(cursor), self.constant)
            if isinstance(first, bool) != isinstance(low, bool) or not low <= first <= high:
                need = f"{str(low).lower()}..{str(high).lower()}"
                cursor.source.fail(at, f"{name} is {first} at first, need {need}")
        cursor.need(";")
        self.variables[name] = low, high, first

    def player(self, cursor: Cursor) -> None:
        """``player p1 module1, [action] endplayer``."""
        player = _name(cursor, "the name of a player")
        if player in self.players:
            cursor.fail(f"another name: the player {player} is there twice")
        self.players.append(player)
        while not cursor.take("endplayer"):
            at = cursor.word.at
            thing = _name(cursor, "a module") if not cursor.take("[") else ""
            if not thing:
                thing = f"[{_name(cursor, 'an action')}]"
                cursor.need("]")
            if thing in self.owners:
                cursor.source.fail(at, f"found {thing} twice, need one player of it")
            self.owners[thing] = player
            if not cursor.take(",") and not cursor.sees("endplayer"):
                cursor.fail("a comma or endplayer")

    def module(self, cursor: Cursor) -> None:
        """A module, or the renaming of one."""
        name = _name(cursor, "the name of a module")
        at = cursor.word.at
        if cursor.take("="):
            other = _name(cursor, "a module")
            if other not in self.modules:
                cursor.source.fail(at, f"found no module {other}, need one from above")
            cursor.need("[")
            new = dict[str, str]()
            while not cursor.take("]"):
                old = cursor.next().text
                cursor.need("=")
                new[old] = cursor.next().text
                cursor.take(",")
            words = [_renamed(word, new) for word in self.modules[other]]
            cursor.need("endmodule")
        else:
            start = cursor.at
            while not cursor.sees("endmodule"):
                if cursor.word.kind == "end":
                    cursor.fail("endmodule")
                cursor.next()
            words = cursor.words[start : cursor.at]
            cursor.next()
        self.modules[name] = words
        body = Cursor(cursor.source, words)
        while body.word.kind != "end":
            if body.sees("["):
                self.command(name, body)
            else:
                self.variable(body)

    def command(self, module: str, cursor: Cursor) -> None:
        """``[action] guard -> p : (x'=1) & (y'=2) + q : true;``."""
        at = cursor.word.at
        cursor.need("[")
        action = "" if cursor.sees("]") else _name(cursor, "an action")
        cursor.need("]")
        start = cursor.at
        while not (cursor.sees("-") and cursor.ahead() == ">"):
            if cursor.word.kind == "end" or cursor.sees(";"):
                cursor.fail("-> behind the guard")
            cursor.next()
        guard = whole_expression(Cursor(cursor.source, cursor.words[start : cursor.at]))
        cursor.at += 2
        updates = list[tuple[Expression | None, tuple[tuple[str, Expression, int], ...]]]()
        while not updates or cursor.take("+"):
            chance = None
            is_update = cursor.sees("(") and cursor.ahead().endswith("'")
            if not is_update and not (cursor.sees("true") and cursor.ahead() in (";", "+", "&")):
                chance = expression(cursor)
                cursor.need(":", what=": and an update such as (x'=1)")
            assigned = list[tuple[str, Expression, int]]()
            while not cursor.take("true"):
                cursor.need("(", what="an update such as (x'=1), or true")
                word = cursor.next()
                if not word.text.endswith("'"):
                    cursor.source.fail(word.at, f"found {word.text!r}, need a variable and '")
                cursor.need("=")
                assigned.append((word.text[:-1], expression(cursor), word.at))
                cursor.need(")")
                if not cursor.take("&"):
                    break
            updates.append((chance, tuple(assigned)))
        cursor.need(";", what="; or +")
        self.commands.append(_Command(module, action, guard, tuple(updates), at))

    def reward(self, cursor: Cursor) -> None:
        """``rewards "r" [action] guard : amount; guard : amount; endrewards``."""
        name = cursor.quoted("a name") if cursor.word.kind == "quoted" else ""
        parts = self.rewards.setdefault(name, [])
        while not cursor.take("endrewards"):
            action = None
            if cursor.take("["):
                action = "" if cursor.sees("]") else _name(cursor, "an action")
                cursor.need("]")
            guard = expression(cursor)
            cursor.need(":")
            parts.append((action, guard, expression(cursor)))
            cursor.need(";")

    def constant(self, node: Expression) -> Value:
        """The value of a name that is no variable: a constant's."""
        if isinstance(node, Name) and self.names.has(node.name):
            return self.names.constant(node.name)
        no_value(node, "is no constant")

    @cached_property
    def place(self) -> dict[str, int]:
        """The place of each variable in a state, once the program has been read."""
        return {name: k for k, name in enumerate(self.variables)}

    @cached_property
    def alphabets(self) -> dict[str, set[str]]:
        """The actions of each module, once the program has been read."""
        return {
            name: {c.action for c in self.commands if c.module == name and c.action}
            for name in self.modules
        }

    def lookup(self, state: State) -> Any:
        """What a name is in a state."""
        at, formulas = self.place, self.names.program.formulas

        def value(node: Expression) -> Value:
            if isinstance(node, Name):
                if node.name in at:
                    found: Value = state[at[node.name]]
                    return found
                if node.name in formulas:
                    return value_of(formulas[node.name], value)
            return self.constant(node)

        return value

    def choices(self, state: State) -> Iterator[tuple[str, str, list[tuple[Fraction, State]]]]:
        """The player, the action, and the branches of each choice in a state."""
        value = self.lookup(state)
        enabled = [each for each in self.commands if truth(each.guard, value)]
        for each in [c for c in enabled if not c.action]:
            yield self.owner(each), "", self.outcome(state, value, [each])
        for action in dict.fromkeys(c.action for c in enabled if c.action):
            groups = [
                [c for c in enabled if c.module == name and c.action == action]
                for name, letters in self.alphabets.items()
                if action in letters
            ]
            for together in product(*groups):
                yield self.owner(together[0]), action, self.outcome(state, value, [*together])

    def owner(self, command: _Command) -> str:
        """Whose choice a command is."""
        keys = [f"[{command.action}]"] if command.action else []
        for key in (*keys, command.module):
            if key in self.owners:
                return self.owners[key]
        what = keys[0] if keys else f"the commands of {command.module}"
        self.source.fail(command.at, f"no player has {what}: need one")

    def outcome(
        self, state: State, value: Any, commands: list[_Command]
    ) -> list[tuple[Fraction, State]]:
        """The branches of commands that are taken together."""
        found = dict[State, Fraction]()
        for updates in product(*[each.updates for each in commands]):
            chances = [Fraction(1 if p is None else number(p, value)) for p, _ in updates]
            new = list(state)
            for name, node, at in [each for _, own in updates for each in own]:
                if name not in self.place:
                    self.source.fail(at, f"found {name}', need a variable")
                low, high, _ = self.variables[name]
                now = value_of(node, value)
                if isinstance(low, bool) != isinstance(now, bool) or not low <= now <= high:
                    said = str(low).lower(), str(high).lower()
                    where = self.words(state)
                    self.source.fail(
                        at, f"{name} is {now} after {where}, need {said[0]}..{said[1]}"
                    )
                new[self.place[name]] = now
            if (p := prod(chances, start=Fraction(1))) < 0:
                self.source.fail(commands[0].at, f"a probability below 0 in {self.words(state)}")
            if p:
                found[tuple(new)] = found.get(tuple(new), Fraction(0)) + p
        if (whole := sum(found.values(), Fraction(0))) != 1:
            what = f"probabilities that add up to {whole} in {self.words(state)}, need 1"
            self.source.fail(commands[0].at, what)
        return [(p, t) for t, p in found.items()]

    def words(self, state: State) -> str:
        """A state's valuation."""
        pairs = zip(self.variables, state, strict=True)
        return " & ".join(f"{name}={str(value).lower()}" for name, value in pairs)


def read_game(path: PathLike, constants: str | Mapping[str, Any] = "") -> Model:
    """The model of an smg program, with labels that say whose states are whose.

    Raises
    ------
    ValueError
        With line and column: what is not understood, not read, or wrong in a state.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "duel.prism"
    >>> _ = path.write_text('''smg player a m endplayer player b [hit] endplayer
    ...   module m x : [0..2]; [] x=0 -> 1/2:(x'=1) + 1/2:(x'=2); [hit] x=1 -> (x'=2); endmodule
    ...   label "end" = x=2;''')
    >>> model = read_game(path)
    >>> model.states, sorted(model.labels), model.labels["player b"].tolist()
    (3, ['end', 'player a', 'player b'], [False, True, False])
    """
    text, name = contents(path).decode("utf-8-sig", "replace"), named(path)
    program = parse_program(text, name)
    # variables that nothing assigns are no constants here
    declared = {key: each for key, each in program.constants.items() if _is_declared(text, key)}
    names = Names(constants, program=Program(program.kind, declared, program.formulas))
    source = Source(text, name)
    game = _Game(source, names)
    with source.placed():
        game.read(Cursor(source))
        actions = {f"[{each.action}]" for each in game.commands}
        for thing in game.owners:
            if thing not in game.modules and thing not in actions:
                raise PropertyError(f"{name}: a player has {thing}, and there is none")
        return _explored(game)


def _explored(game: _Game) -> Model:
    """The states that can be reached, as a model."""
    first = tuple(value for _, _, value in game.variables.values())
    place, states = {first: 0}, [first]
    rows = list[Any]()
    options = list[list[int]]()
    actions, owner = list[str](), list[str]()
    for state in states:  # grows while it is read
        found = [*game.choices(state)]
        who = {player for player, _, _ in found}
        if len(who) > 1:
            both = " and ".join(sorted(who))
            raise PropertyError(
                f"{game.source.name}: {game.words(state)}: choices of {both}, need one player's"
            )
        owner.append(who.pop() if who else "")
        options.append([])
        for _, action, branches in found or [("", "", [(Fraction(1), state)])]:
            row = []
            for p, target in branches:
                if target not in place:
                    place[target] = len(states)
                    states.append(target)
                    if len(states) > MAX_STATES:
                        raise PropertyError(f"{game.source.name}: more than {MAX_STATES:,} states")
                row.append((p, place[target]))
            options[-1].append(len(rows))
            rows.append((0, sorted(row, key=lambda each: each[1])))
            actions.append(action)
    labels = {f"{OWNER}{player}": [who == player for who in owner] for player in game.players}
    lookups = [game.lookup(state) for state in states]
    for label, node in game.labels.items():
        labels[label] = [truth(node, value) for value in lookups]
    model = Model.from_choices(rows, options, initial=0)
    rewards = dict[str, Rewards]()
    for name, parts in game.rewards.items():
        amounts = [Fraction(0)] * len(rows)
        for s, value in enumerate(lookups):
            for of, guard, amount in parts:
                if truth(guard, value):
                    for c in options[s]:
                        if of is None or (owner[s] and of == actions[c]):
                            amounts[c] += number(amount, value)
        ratios = Ratios.from_fractions(amounts)
        rewards[name] = Rewards(ratios.numerator, ratios.denominator, name=name)
    return Model(
        model.action_start,
        model.branch_start,
        model.target,
        model.weight,
        model.denominator,
        0,
        labels={name: np.array(where, dtype=bool) for name, where in labels.items()},
        rewards=rewards,
        actions=actions if any(actions) else None,
        valuations=[game.words(state) for state in states],
        afterstate=model.afterstate,
    )


def coalition_of(model: Model, names: tuple[str, ...], at: int) -> PerState:
    """(S,) bool: the states of who is not in the coalition, that is of the second player.

    Of a model of two players that is no program they are called 1 and 2.
    """
    owned = {name.removeprefix(OWNER): name for name in model.labels if name.startswith(OWNER)}
    second = np.zeros(model.states, dtype=bool) if model.players is None else model.players
    where = {name: model.labels[label] for name, label in owned.items()}
    where = where or {"1": ~second, "2": second}
    if unknown := [name for name in names if name not in where]:
        raise Unvalued(at, f"no player {unknown[0]!r}; the players are: {', '.join(where)}")
    others = np.zeros(model.states, dtype=bool)
    for name, states in where.items():
        if name not in names:
            others |= states
    return others


def _name(cursor: Cursor, what: str) -> str:
    """A name that is next."""
    if cursor.word.kind != "name":
        cursor.fail(what)
    return cursor.next().text


def _renamed(word: Word, new: Mapping[str, str]) -> Word:
    """A word with its new name, primed ones too."""
    if word.kind != "name":
        return word
    bare = word.text.rstrip("'")
    return Word(word.kind, new.get(bare, bare) + word.text[len(bare) :], word.at)


def _is_declared(text: str, name: str) -> bool:
    """Return whether a program declares a constant of this name, and not a variable."""
    declared = rf"\bconst\s+(?:int\s+|double\s+|bool\s+)?{re.escape(name)}\b"
    return re.search(declared, text) is not None


@contextmanager
def _placed(source: Source, at: int) -> Iterator[None]:
    """A context in which what is wrong is at this place."""
    try:
        yield
    except PropertyError as error:
        source.fail(at, str(error))
