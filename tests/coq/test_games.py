"""The rules of the games in proofs/coq are those that the checker knows."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections import Counter
from fractions import Fraction

import pytest

from exactbox.checker.rules import flip, shutbox
from proofs.models import tables
from tests import ROOT

COQ = ROOT / "proofs" / "coq"
VARIANTS = 60  # of each game
PREAMBLE = """
From Coq Require Import QArith NArith List.
From exactbox Require Import Definitions Games.
Import ListNotations.
Local Open Scope N_scope.
Set Printing Depth 1000000.
Set Printing Width 1000000.

(* Each choice within reach, as numbers: itself, its reward, and its branches' options. *)
Fixpoint explore (P : process) (code : choice P -> list N) (fuel : nat) (fresh : list (choice P))
    (seen : list (list N)) :=
  match fuel, fresh with
  | S fuel, c :: fresh =>
      if existsb (fun k => if list_eq_dec N.eq_dec k (code c) then true else false) seen
      then explore P code fuel fresh seen
      else let next := map (fun b => (Npos (fst b), options P (snd b))) (branches P c) in
           (code c, (Z.to_N (Qnum (reward P c)), Npos (Qden (reward P c))),
            map (fun o => (fst o, map code (snd o))) next)
           :: explore P code fuel (flat_map snd next ++ fresh) (code c :: seen)
  | O, _ :: _ => [([], (0, 0), [])]
  | _, [] => []
  end.

Definition all (P : process) (code : choice P -> list N) (begin : state P) :=
  (map code (options P begin), explore P code (N.to_nat 10000) (options P begin) []).
Definition box_code c :=
  match c with Ended score => [0; score] | Roll q all => [1; q; if all then 1 else 0] end.
"""


def evaluated(terms, folder):
    """What the terms are in Coq: what may be chosen at first, and {choice: (reward, branches)}."""
    lines = [f"Eval vm_compute in {term}." for term in terms]
    (folder / "Compare.v").write_text("\n".join([PREAMBLE, *lines]))
    for name in ("Definitions.v", "Games.v"):
        shutil.copy(COQ / name, folder)
    coqc = ["coqc", "-q", "-Q", ".", "exactbox"]
    for name in ("Definitions.v", "Games.v", "Compare.v"):
        run = subprocess.run([*coqc, name], cwd=folder, capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
    found = run.stdout.split("     = ")[1:]
    assert len(found) == len(terms)
    for text in found:
        first, rows = eval(text.split("\n     :")[0].replace(";", ",").replace("%list", ""))
        process = {}
        for c, reward, branches in rows:
            after = offers([(w, map(tuple, options)) for w, options in branches])
            process[tuple(c)] = Fraction(*reward), after
        yield {tuple(c) for c in first}, process


def offers(branches):
    """{set of options: probability}, from weights with options."""
    whole = sum(weight for weight, _ in branches)
    found = Counter()
    for weight, after in branches:
        found[frozenset(after)] += Fraction(weight, whole)
    return dict(found)


def checked(game, names):
    """The same of the checker's process, its choices renamed."""
    layout = game.layout
    first, option, begin, target, weight = (
        layout.first,
        layout.action,
        layout.begin,
        layout.target,
        layout.weight,
    )

    def options(s):
        return [names[c] for c in option[first[s] : first[s + 1]]]

    process = {}
    for c, name in enumerate(names):
        branches = [(weight[b], options(target[b])) for b in range(begin[c], begin[c + 1])]
        process[name] = game.reward[c], offers(branches)
    return set(options(game.start[0])), process


def seq(values):
    return f"[{'; '.join(map(str, values))}]"


def card_games(rng):
    """Some games as the checker's model, and as a term of Coq."""
    for _ in range(VARIANTS):
        cards = rng.randint(1, 5)
        dice = []
        for _ in range(rng.randint(1, 3)):
            faces = sorted(rng.sample(range(1, 8), rng.randint(1, 4)))
            weights = [1] + [rng.randint(1, 5) for _ in faces[1:]]
            dice.append([[face, w] for face, w in zip(faces, rng.sample(weights, len(weights)))])
        start, goal = rng.randrange(1 << cards), rng.randrange(1 << cards)
        given = {"rule": "flip", "cards": cards, "dice": dice, "start": start, "goal": goal}
        coq = seq(seq(f"({face}, {w}%positive)" for face, w in die) for die in dice)
        yield given, f"(card_game (Cards {cards} {coq} {start} {goal}))"
    for n in (1, 2, 3):
        die = [[face, 1] for face in range(1, n + 1)]
        given = {"rule": "flip", "cards": 2 * n, "dice": [die, die], "start": 0}
        yield {**given, "goal": 4**n - 1}, f"(flip {n})"


def boxes(rng):
    """Some boxes as the checker's model, and as a term of Coq."""
    for _ in range(VARIANTS):
        tiles = sorted(rng.sample(range(1, rng.choice([7, 13])), rng.randint(2, 6)))
        two_rows = rng.random() < 0.4
        tiles = tiles[:3] if two_rows else tiles
        dice = [rng.choice([1, 2, 4, 6, 6]) for _ in range(rng.choice([1, 2, 2, 3]))]
        one_die = rng.choice(["never", "sum", "above"]) if len(dice) > 1 else "never"
        single = int(rng.random() < 0.3)
        given = {
            "rule": "shutbox",
            "tiles": tiles,
            "behind": [rng.choice([*tiles, 1, 9]) for _ in tiles] if two_rows else [],
            "dice": dice,
            "one_die": one_die,
            "limit": rng.randint(0, 12) if one_die != "never" else 0,
            "choice": rng.randint(0, 1) if one_die != "never" else 0,
            "single": single,
            "most": 0 if single else rng.choice([0, 0, 1, 2, 3]),
            "first": rng.choice([0, 0, *tiles]),
            "stop": rng.choice([0, 0, rng.randint(1, 12)]),
            "score": rng.choice(["sum", "count"] + ["digits"] * (not two_rows)),
            "goal": rng.choice(["shut", "score", "beat"]),
        }
        columns = len(tiles)
        full = (1 << columns * (1 + two_rows)) - 1
        start = rng.choice([full, full, rng.randint(0, full)])
        if two_rows:
            start |= (start & (1 << columns) - 1) << columns  # behind an open tile all are open
        given["start"] = start
        if given["goal"] == "beat":
            best = rng.randint(0, 12)
            given |= {"best": best, "tie": rng.choice([0, 1, [1, 2], [2, 3]])}
        yield given, box_term(given)
    plain = {"rule": "shutbox", "one_die": "never", "limit": 0, "choice": 0, "single": 0, "most": 0}
    plain |= {"behind": [], "dice": [6, 6], "first": 0, "stop": 0, "score": "sum", "goal": "shut"}
    mirror = {**plain, "tiles": [1, 2, 3], "behind": [3, 2, 1], "first": 3, "start": 63}
    yield mirror, box_term(mirror)  # 1 and the 3 behind it are not the first move
    for n in (1, 5, 7):
        given = {**plain, "tiles": list(range(1, n + 1)), "start": 2**n - 1}
        yield given, f"(box {n} Never Shut)"
        low = {"one_die": "sum", "limit": 6, "goal": "score"}
        yield {**given, **low}, f"(box {n} (If_sum 6) Score)"


def box_term(given):
    one = {"never": "Never", "sum": "(If_sum {})", "above": "(If_each {})"}[given["one_die"]]
    goal = given["goal"].capitalize()
    if goal == "Beat":
        p, q = given["tie"] if isinstance(given["tie"], list) else (given["tie"], 1)
        goal = f"(Beat {given['best']} ({p} # {q}))"
    choice, single = ("true" if given[key] else "false" for key in ("choice", "single"))
    rules = [
        seq(given["tiles"]), seq(given["behind"]), f"{seq(given['dice'])}%nat",
        one.format(given["limit"]), choice, single, given["most"], given["first"], given["stop"],
        given["score"].capitalize(), goal, given["start"],
    ]  # fmt: skip
    return f"(shut_the_box (Rules {' '.join(map(str, rules))}))"


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("coqc"), reason="needs Coq")
def test_card_games_are_the_checkers(tmp_path):
    games = list(card_games(random.Random(640)))
    terms = [f"all {term} (fun c => [c]) Begin" for _, term in games]
    for (given, term), found in zip(games, evaluated(terms, tmp_path)):
        game = flip.game(given)
        assert found == checked(game, [(mask,) for mask in positions(given)]), term


def positions(given):
    """The masks within reach: turn over whatever some roll shows, until the goal."""
    rolls = [[]]
    for die in given["dice"]:
        rolls = [[*roll, face] for roll in rolls for face, _ in die]
    cards = {card for roll in rolls for card in (*roll, sum(roll)) if card <= given["cards"]}
    reached, fresh = {given["start"]}, [given["start"]]
    for mask in fresh:
        after = {mask ^ 1 << card - 1 for card in cards} if mask != given["goal"] else set()
        fresh += after - reached
        reached |= after
    return sorted(reached)


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("coqc"), reason="needs Coq")
def test_boxes_are_the_checkers(tmp_path):
    games = list(boxes(random.Random(12)))
    terms = [f"all {term} box_code Begin" for _, term in games]
    for (given, term), (first, found) in zip(games, evaluated(terms, tmp_path)):
        game = shutbox.game(given)
        rules = {key: value for key, value in given.items() if key not in ("goal", "best", "tie")}
        box = shutbox.Box(rules)
        turns = shutbox.turns_from(box, [given["start"]])
        names = [(0, score) for score in turns.scores]
        for k, position in enumerate(turns.positions):
            again = position in turns.positions[:k]  # a roll of all dice comes before that of one
            all_dice = not again and box.dice_of(position)[0] == len(box.dice)
            names.append((1, position, int(all_dice)))
        begin, process = checked(game, names)
        unused = {name for name in process if name[0] == 0 and name not in found}
        assert (first, found) == (begin, {c: process[c] for c in process if c not in unused}), term


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("coqc"), reason="needs Coq")
def test_matrix_games_are_the_tables_that_are_asked_about(tmp_path):
    """Entry by entry: a theorem about these is about the certificates' games."""
    games = {"kuhns_poker": tables.kuhn_poker(), "blotto 10": tables.blotto(10)}
    lines = ["From Coq Require Import List.", "From exactbox Require Import MatrixGames."]
    lines += ["From Coq Require Import QArith.", "Set Printing Depth 1000000."]
    lines += ["Definition entry v := (Qnum v, Qden v)."]
    for term, table in games.items():
        row = f"map (fun j => entry ({term} i j)) (seq 0 {len(table[0])})"
        lines.append(f"Eval vm_compute in map (fun i => {row}) (seq 0 {len(table)}).")
    (tmp_path / "Tables.v").write_text("\n".join(lines))
    for name in ("LinearDefinitions.v", "MatrixGames.v"):
        shutil.copy(COQ / name, tmp_path)
    for name in ("LinearDefinitions.v", "MatrixGames.v", "Tables.v"):
        coqc = ["coqc", "-q", "-Q", ".", "exactbox", name]
        run = subprocess.run(coqc, cwd=tmp_path, capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
    found = run.stdout.split("     = ")[1:]
    for text, table in zip(found, games.values(), strict=True):
        entries = re.findall(r"(-?\d+)\)?%Z, (\d+)%positive", text)
        assert [Fraction(*map(int, pair)) for pair in entries] == [v for row in table for v in row]
