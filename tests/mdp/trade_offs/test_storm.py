"""Random models against Storm's exact engine: values as near as its precision, and conditions."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from exactbox.mdp.trade_offs.trade_off import trade_off
from tests.mdp.trade_offs import plays

MODELS, CONDITIONS = 200, 100  # that both answer
PRECISION = Fraction(1, 1000)


def program(actions, objectives):
    """The model as a program, with labels and rewards of its objectives."""
    lines = ["mdp", "module play", f"s : [0..{max(1, len(actions) - 1)}] init 0;"]
    for s, row in enumerate(actions):
        for k, branches in enumerate(row):
            to = " + ".join(f"{p} : (s'={t})" for p, t in branches)
            lines.append(f"[a{s}_{k}] s={s} -> {to};")
    lines.append("endmodule")
    for i, o in enumerate(objectives):
        for j, until in enumerate(o.get("untils", ())):
            for what in ("goal", "stay"):
                states = until[what] if until[what] is not None else range(len(actions))
                text = " | ".join(f"s={s}" for s in sorted(states)) or "false"
                lines.append(f'label "{what}{i}_{j}" = {text};')
        if "reward" in o:
            lines.append(f'rewards "paid{i}"')
            for s, row in enumerate(o["reward"]):
                lines += [f"[a{s}_{k}] true : {r};" for k, r in enumerate(row)]
            lines.append("endrewards")
    return "\n".join(lines) + "\n"


def path(i, j, until, complement=False):
    """An until, or its complement, in the language of properties."""
    within = "" if until["steps"] is None else f"<={until['steps']}"
    if complement:
        return f'G !"goal{i}_{j}"'
    return f'"stay{i}_{j}" U{within} "goal{i}_{j}"'


def text_of(i, o):
    """An objective in the language of properties."""
    relation = f"{o['sense']}=?"
    if "bound" in o:
        relation = (">" if o["sense"] == "max" else "<") + "=" * (not o["strict"]) + str(o["bound"])
    if "reward" not in o:
        return f"P{relation} [ {path(i, 0, o['untils'][0], o['complement'])} ]"
    if o.get("untils"):
        return f'R{{"paid{i}"}}{relation} [ F "goal{i}_0" ]'
    return (
        f'R{{"paid{i}"}}{relation} [ C{"" if o.get("steps") is None else "<=" + str(o["steps"])} ]'
    )


def storm(folder, text, asked):
    """Its value, true or false; None where it does not answer."""
    import stormpy

    file = folder / "play.prism"
    file.write_text(text)
    try:
        given = stormpy.parse_prism_program(str(file))
        (wanted,) = stormpy.parse_properties(asked, given)
        model = stormpy.build_model[stormpy.Rational](given, [wanted])
        found = stormpy.model_checking(model, wanted, only_initial_states=True)
        (start,) = model.initial_states
        exact = hasattr(found, "get_value")
        return Fraction(str(found.get_value(start))) if exact else bool(found[start])
    except (RuntimeError, ValueError):  # what it does not know, or infinite
        return None


def is_for_storm(actions, objectives):
    """True where nothing ends the play, and no reward is negative."""
    paid = [r for o in objectives for row in o.get("reward", ()) for r in row]
    return all(branches for row in actions for branches in row) and min(paid, default=0) >= 0


@pytest.mark.slow
def test_values_under_bounds_are_those_of_storm(tmp_path):
    pytest.importorskip("stormpy")
    compared, seed = 0, 100_000
    while compared < MODELS:
        seed += 1
        try:
            case = plays.random_case(seed)
        except OverflowError:
            continue
        if not is_for_storm(case.actions, case.objectives) or "bound" not in case.objectives[-1]:
            continue
        try:
            answer = trade_off(*case.ask())
        except ValueError:
            continue
        asked = ", ".join(text_of(i, o) for i, o in enumerate(case.objectives))
        theirs = storm(tmp_path, program(case.actions, case.objectives), f"multi({asked})")
        if theirs is None:
            continue
        compared += 1
        ours = answer.holds if answer.asks == "achievable" or not answer.holds else answer.value
        if isinstance(theirs, bool) or isinstance(ours, bool):
            same = ours is theirs
        else:
            same = abs(ours - theirs) <= PRECISION * max(1, abs(ours))
        if not same:  # brute force says who is right where Storm takes < for <=
            bounds, strict = case.bounds(), [o.get("strict", False) for o in case.objectives]
            feasible = plays.keeps(case.points, bounds, strict)
            value = feasible
            if feasible and answer.asks == "value":
                value = case.value(0, plays.best(case.points, bounds))
            assert any(strict) and ours == value, f"seed {seed}: {ours}, Storm {theirs}: {asked}"


@pytest.mark.slow
def test_conditions_are_those_of_storm(tmp_path):
    pytest.importorskip("stormpy")
    compared, seed = 0, 0
    while compared < CONDITIONS:
        seed += 1
        rng = Random(seed)
        actions = plays.random_actions(rng)
        a, b = (plays.random_objective(rng, actions, ("F",)) for _ in range(2))
        a["sense"] = b["sense"] = "max"
        if not is_for_storm(actions, []):
            continue
        both = {**a, "untils": a["untils"] + b["untils"]}
        aims = [plays.aim_of(each, len(actions)) for each in (both, b)]
        try:
            ours = trade_off(plays.model_of(actions), aims, ratio=True).value
        except ValueError:
            continue
        asked = 'Pmax=? [ F "goal0_0" || F "goal1_0" ]'
        theirs = storm(tmp_path, program(actions, [a, b]), asked)
        if theirs is not None:
            compared += 1
            assert ours == theirs, f"seed {seed}: {ours}, Storm {theirs}"
