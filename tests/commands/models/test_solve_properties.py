"""``exactbox solve`` with properties: several in one run, their names, their files, refusals."""

from __future__ import annotations

import json
import re
from fractions import Fraction

import pytest

from exactbox.cli import main
from tests.commands.models.test_solve import COIN, MACHINE
from tests.properties.test_parser import X1, jani
from tests.requests import requested

PROPS = """// of the coin
const int k;
"wins": Pmax=? [ F "heads" ];
"soon": P>=0.9 [ F<=k "heads" ];
"cost": R{"steps"}min=? [ F "heads" ];
"""
PROGRAM = """dtmc
const int N;
const double p;
formula last = x=N;
module walk
  x : [0..N] init 0;
  [] x<N -> p : (x'=x+1) + 1-p : (x'=0);
  [] last -> true;
endmodule
rewards "tries" x<N : 1; endrewards
"""


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Run the program in a folder with models; exit code, output, errors."""
    monkeypatch.chdir(tmp_path)
    texts = {**MACHINE, "coin.drn": COIN, "coin.props": PROPS, "walk.prism": PROGRAM}
    several = MACHINE["machine.lab"].replace("1: 1", "1: 0 1")
    texts |= {f"several{name[7:]}": text for name, text in MACHINE.items()}
    texts["several.lab"] = several
    for name, text in texts.items():
        (tmp_path / name).write_text(text)

    def call(*arguments):
        code = main(list(arguments))
        out, err = capsys.readouterr()
        return code, out, err

    return call


def blocks(out):
    """The lines of each property, by its first line."""
    found = {}
    for line in out.splitlines():
        if line.startswith("  "):
            found[title][line.split()[0]] = " ".join(line.split()[1:])  # noqa: F821 it is set
        else:
            title = line
            found[title] = {}
    return found


def test_a_file_of_properties_is_answered_in_one_run(run):
    code, out, err = run("solve", "coin.drn", "--props", "coin.props", "--constants", "k=9")
    found = blocks(out)
    assert (code, err) == (0, "")
    assert list(found) == [
        'wins: Pmax=? [ F "heads" ]',
        'soon: P>=0.9 [ F<=k "heads" ]',
        'cost: R{"steps"}min=? [ F "heads" ]',
    ]
    wins, soon, cost = found.values()
    assert wins["exactly"] == "1" and cost["exactly"] == "3"
    assert soon["answer"] == "false" and soon["exactly"] == "0"  # who skips for ever
    assert soon["asks"].startswith("whether the least probability to reach heads within 9 steps is")
    assert all(each["proof"].endswith(": VALID") for each in found.values())


def test_properties_are_chosen_by_name_or_are_texts(run):
    asked = ["--prop", "cost", "--prop", 'Pmin=? [ F "heads" ]', "--props", "coin.props"]
    code, out, _ = run("solve", "coin.drn", *asked)
    assert code == 0 and len(blocks(out)) == 2
    assert [each["exactly"] for each in blocks(out).values()] == ["3", "0"]
    _, _, err = run("solve", "coin.drn", "--props", "coin.props", "--prop", "lost")
    assert err == "exactbox: no property 'lost'; the properties are: wins, soon, cost\n"


def test_one_property_alone_is_printed_as_a_question_is(run):
    code, out, _ = run("solve", "coin.drn", "--props", "coin.props", "--prop", "cost")
    title, exact, *_ = out.splitlines()
    assert code == 0 and exact == "  exactly   3"
    assert title == "coin.drn: least expected reward steps until heads, from state 0"


def test_what_is_refused_loses_none_of_the_others(run):
    code, out, err = run("solve", "coin.drn", "--props", "coin.props")
    assert code == 2 and len(blocks(out)) == 2
    assert err == ("exactbox: soon: the constant k is open, need its value: --constants k=...\n")
    asked = ['P=? [ F G "heads" ]', 'Pmax=? [ F "lost" ]', 'Pmax=? [ F "heads" ]']
    code, out, err = run("solve", "coin.drn", *(w for text in asked for w in ("--prop", text)))
    assert code == 2 and list(blocks(out)) == ['Pmax=? [ F "heads" ]']
    assert [line[:33] for line in err.splitlines()] == [
        'exactbox: P=? [ F G "heads" ]: pr', 'exactbox: Pmax=? [ F "lost" ]: pr'
    ]  # fmt: skip


def test_where_everything_is_refused_no_model_is_read(run, tmp_path):
    asked = ["--prop", "P=? [ F G x ]", "--prop", "E [ F x ]"]
    code, out, err = run("solve", "none.drn", *asked)
    assert code == 2 and out == "" and err.count("\n") == 2 and "none.drn" not in err


def test_of_states_alone_it_is_said_that_nothing_is_proved(run):
    code, out, _ = run("solve", "coin.drn", "--prop", '!"heads"')
    assert code == 0 and "proof     none: read off the model" in out


def test_properties_are_listed_without_a_model(run):
    (
        code, out, _,
    ) = run("solve", "none.drn", "--props", "coin.props", "--list-props")  # fmt: skip
    assert code == 0
    assert out.splitlines() == [
        'wins: Pmax=? [ F "heads" ]',
        'soon: P>=0.9 [ F<=k "heads" ]',
        'cost: R{"steps"}min=? [ F "heads" ]',
    ]
    code, out, _ = run("solve", "none.drn", "--prop", "P=? [ F G x ]", "--list-props")
    assert code == 0 and "  not answered: property, column 9: found 'G x ]'" in out


def test_a_jani_model_has_properties_of_its_own(run, tmp_path):
    (tmp_path / "m.jani").write_text(jani({"op": "Pmax", "exp": {"op": "F", "exp": X1}}))
    code, out, _ = run("solve", "m.jani", "--list-props")
    assert code == 0 and out == "p: Pmax=? [ F x=1 ]\n"
    code, _, err = run("solve", "m.jani", "--prop", "q")
    assert code == 2 and err == "exactbox: no property 'q'; the properties are: p\n"


def test_every_property_has_its_certificate_and_policy(run, tmp_path):
    asked = ["solve", "coin.drn", "--props", "coin.props", "--constants", "k=9"]
    (tmp_path / "proofs").mkdir()
    code, out, _ = run(*asked, "--certificate", "proofs", "--policy", "{name}.txt")
    assert code == 0
    for name in ("wins", "soon", "cost"):
        assert f"proofs/{name}.json: " in out and (tmp_path / f"{name}.txt").exists()
        assert run("check", f"proofs/{name}.json")[0] == 0
        against = ["--against", "coin.drn", "--props", "coin.props", "--constants", "k=9"]
        code, out_, _ = run("check", f"proofs/{name}.json", *against, "--prop", name)
        assert code == 0 and "SAME QUESTION" in out_
    assert run("check", "proofs/wins.json", *against, "--prop", "cost")[0] == 1
    code, out, _ = run(*asked, "--certificate", "proofs")
    assert code == 0 and "proofs/wins.json (replaced): " in out


def test_the_folder_of_a_pattern_is_made(run, tmp_path):
    asked = ["solve", "coin.drn", "--props", "coin.props", "--constants", "k=9"]
    assert run(*asked, "--certificate", "made/{name}.json")[0] == 0
    assert {path.stem for path in (tmp_path / "made").iterdir()} == {"wins", "soon", "cost"}


def test_a_folder_that_ends_in_a_slash_is_made(run, tmp_path):
    asked = ["solve", "coin.drn", "--max-reach", "heads"]
    assert run(*asked, "--certificate", "new/", "--policy", "ways/")[0] == 0
    assert run("check", "new/property-1.json")[0] == 0
    assert (tmp_path / "ways" / "property-1.txt").exists()
    for place, message in (
        ("none/new/", "No such file or directory"),
        ("none/a.json", "No such file or directory"),
        ("coin.drn/", "Not a directory"),
    ):
        refused = f"exactbox: {place}: {message}\n"
        assert run(*asked, "--certificate", place) == (2, "", refused)


def test_files_of_a_pattern_are_not_inputs_or_one_another(run, tmp_path):
    asked = ["solve", "coin.drn", "--prop", "wins", "--props", "coin.props", "--constants", "k=9"]
    (tmp_path / "wins.props").symlink_to("coin.props")
    for options, message in (
        (["--policy", "{name}.props"], "--policy wins.props: this is an input, need another file"),
        (
            ["--policy", "x{name}", "--certificate", "xwins"],
            "--policy xwins: this is also --certificate, need another file",
        ),
    ):
        assert run(*asked, *options) == (2, "", f"exactbox: {message}\n")
    assert run(*asked, "--policy", "{name}/p.txt")[0] == 0
    assert (tmp_path / "wins" / "p.txt").exists()


@pytest.mark.parametrize(
    "place, message",
    [
        (
            "a.json",
            "--certificate a.json: several properties need {name} in it, or a folder "
            "that exists, or ends in /",
        ),
        ("no/ne/{name}.json", "no/ne/{name}.json: No such file or directory"),
        ("none/new/", "none/new/: No such file or directory"),
        ("-", "--certificate -: several properties need {name} in it, or a folder"),
    ],
)
def test_files_of_several_properties_need_names_of_their_own(run, place, message):
    asked = ["--props", "coin.props", "--constants", "k=9", "--certificate", place]
    assert run("solve", "coin.drn", *asked) == (2, "", f"exactbox: {message}\n")


def test_two_properties_do_not_share_a_file(run):
    names = ('"a b": P=? [ F true ]', '"a_b": P=? [ F false ]')
    asked = [w for text in names for w in ("--prop", text)]
    code, _, err = run("solve", "machine.tra", *asked, "--certificate", "{name}.json")
    assert code == 2 and "two properties would be written to a_b.json" in err


def test_nested_formulas_have_certificates_of_their_own(run, tmp_path):
    text = 'Pmax=? [ F P>0.4 [ F<=1 "heads" ] & !"heads" ]'
    code, out, _ = run("solve", "coin.drn", "--prop", text, "--certificate", "a.json")
    assert code == 0 and "bytes in 2 certificates, checked: VALID" in out
    assert "  exactly   0" in out.splitlines()  # who may skip has at least 0: the set is empty
    text = 'Pmax=? [ F Pmax>0.4 [ F<=1 "heads" ] & !"heads" ]'
    code, out, _ = run("solve", "coin.drn", "--prop", text, "--certificate", "b.json")
    inner = json.loads((tmp_path / "b.inner-1.json").read_text())["question"]
    outer = json.loads((tmp_path / "b.json").read_text())["question"]
    assert inner["claim"]["states"] == [0, 1]
    (line,) = [x for x in out.splitlines() if x.startswith("b.inner-1.json")]
    hash_ = out.splitlines()[out.splitlines().index(line) + 1].split()[1]
    assert outer["goal"]["name"].endswith(hash_) and outer["goal"]["states"] == [0]
    for name in ("b.json", "b.inner-1.json"):
        assert run("check", name)[0] == 0


def test_several_initial_states_are_read_and_answered(run):
    code, out, _ = run("solve", "several.tra", "--max-reach", "broken", "--steps", "1")
    assert code == 0
    assert "from states 0, 1" in out
    assert "  state 0   0.250000000000 = 1/4  [working=1]" in out.splitlines()
    assert "  state 1   1  [working=0]" in out.splitlines()
    asked = ["--max-reach", "broken", "--steps", "1"]
    assert run("solve", "several.tra", *asked, "--certificate", "two.json")[0] == 0
    assert run("check", "two.json", "--against", "several.tra", *asked)[0] == 0
    asked = [*("--prop", 'filter(min, Pmax=? [ F<=1 "broken" ], "init")')]
    code, out, _ = run("solve", "several.tra", *asked)
    assert code == 0 and "  exactly   1/4" in out.splitlines()
    asked = ["--prop", 'filter(range, Pmax=? [ F<=1 "broken" ], true)']
    code, out, _ = run("solve", "several.tra", *asked)
    assert "  least     0.250000000000 = 1/4" in out.splitlines()
    asked = ["--prop", 'filter(argmax, Pmax=? [ F<=1 "broken" ], true)']
    assert "  states    1" in run("solve", "several.tra", *asked)[1].splitlines()
    asked = ["--prop", 'filter(count, Pmax>0.5 [ F<=1 "broken" ], true)']
    assert "  answer    1 of 2 states" in run("solve", "several.tra", *asked)[1].splitlines()
    asked = ["--prop", 'filter(print, Pmax>0.5 [ F<=1 "broken" ], true)']
    assert "  answer    true in 1 of 2 states: 1" in run("solve", "several.tra", *asked)[1]


def test_what_is_spent_is_bounded(run):
    """A toss costs a step, and so does the way back from tails; skipping is free."""
    text = 'Pmax=? [ F{"steps"}<=3 "heads" ]'  # heads at the first toss, or back and then heads
    code, out, _ = run("solve", "coin.drn", "--prop", text, "--certificate", "a.json")
    assert code == 0 and "  exactly   3/4" in out.splitlines()
    assert run("check", "a.json", "--against", "coin.drn", "--prop", text)[0] == 0
    for text, value in (
        ('Pmax=? [ F{"steps"}<3 "heads" ]', "1/2"),
        ('Pmax=? [ F>=4 "heads" ]', "1"),  # heads is not left
        ('Pmax=? [ F=1 "heads" ]', "1/2"),
        ('Rmax=? [ C{"steps"}<=2 ]', "3/2"),  # 1 for the toss, and 1 for the way back
    ):
        code, out, _ = run("solve", "coin.drn", "--prop", text)
        assert code == 0 and f"  exactly   {value}" in out.splitlines()
        assert run("solve", "coin.drn", "--prop", text, "--all")[0] == 0
    text = 'P>=0.9 [ F{"steps"}<=3 "heads" ]'
    code, out, _ = run("solve", "coin.drn", "--prop", text, "--certificate", "b.json")
    assert code == 0 and "  answer    false" in out.splitlines()
    assert run("check", "b.json")[0] == 0


def test_what_only_says_which_states_are_in_sets_is_answered_without_a_proof(run):
    code, out, _ = run("solve", "machine.tra", "--prop", 'working=1 & !"broken"')
    assert code == 0 and "  answer    true" in out.splitlines()
    asked = ["--prop", "filter(print, working=1, true)"]
    assert "  answer    true in 1 of 2 states: 0" in run("solve", "machine.tra", *asked)[1]
    asked = ["--prop", "filter(count, working=1, true)"]
    assert "  answer    1 of 2 states" in run("solve", "machine.tra", *asked)[1]
    for option in ("--certificate", "--policy"):
        code, _, err = run("solve", "machine.tra", "--prop", "working=1", option, "x.json")
        assert code == 2 and "it only says which states are in sets" in err
    code, _, err = run("solve", "machine.tra", "--prop", "working=1", "--all")
    assert code == 2 and "there are no values to print" in err


@pytest.mark.parametrize(
    "options, message",
    [
        ("--prop p --max-reach heads", "--prop says everything: leave out --max-reach"),
        ("--props coin.props --steps 3", "--props says everything: leave out --steps"),
        ("--props none.props", "none.props: No such file or directory"),
        ("--props coin.props --constants j=1", "no constant j; the constants are: k"),
        ("--props coin.props --evaluate x.txt", "--evaluate goes with one property, found 3"),
        ("--props empty.props", "the files have no properties, need one"),
        ("--prop true --constants j=1", "no constant j; the constants are: none"),
        (
            "--prop wins",
            "no property 'wins': need --props FILE, which has its name, or the property itself, "
            "such as 'Pmax=? [F x=3]'",
        ),
    ],
)
def test_a_mistake_is_one_line(run, tmp_path, options, message):
    (tmp_path / "empty.props").write_text("// nothing\n")
    code, _, err = run("solve", "coin.drn", *options.split())
    assert code == 2 and err == f"exactbox: {message}\n"


def test_bounds_are_printed_as_such(run, tmp_path):
    """State 0 is won or lost with probability 1/2, as soon as it is left."""
    (tmp_path / "thirds.json").write_text(
        '{"type": "dtmc", "initial": 0, "labels": ["won"], "rewards": [], "states": ['
        '{"choices": [{"to": {"0": "1/3", "1": "1/3", "2": "1/3"}}]},'
        '{"labels": ["won"], "choices": [{"to": {"1": "1"}}]}, {"choices": [{"to": {"2": "1"}}]}]}'
    )
    for asked in ('P=? [ G !"won" ]', 'filter(avg, P=? [ G !"won" ], true)'):
        code, out, _ = run("solve", "thirds.json", "--enclosure", "--prop", asked)
        assert code == 0
        within = re.search(r"  within    \[.* ~ (\S+), .* ~ (\S+)\]", out)
        low, high = map(Fraction, within.groups())
        assert low < Fraction(1, 2) < high < low + Fraction(1, 10**12)


def test_files_for_several_properties_may_be_in_several_folders(run, tmp_path):
    for name in ("wins", "cost"):
        (tmp_path / name).mkdir()
    asked = ["--props", "coin.props", "--prop", "wins", "--prop", "cost"]
    code, _, _ = run("solve", "coin.drn", *asked, "--certificate", "{name}/proof.json")
    assert code == 0 and {p.parent.name for p in tmp_path.glob("*/proof.json")} == {"wins", "cost"}


def test_a_constant_of_the_program_is_declared_once(run, tmp_path):
    (tmp_path / "again.props").write_text("const int N;\nP=? [ F x=N ]")
    code, _, err = run("solve", "walk.prism", "--props", "again.props", "--constants", "N=3")
    assert code == 2
    assert err == "exactbox: again.props:1:1: the program has a constant N too\n"


def test_question_and_check_take_one_property(run):
    asked = ["coin.drn", "--props", "coin.props"]
    code, _, err = run("question", *asked)
    assert code == 2 and "found 3 properties, need one: --prop wins, soon, cost" in err
    code, _, err = run("question", *asked, "--prop", "soon")
    assert code == 2 and "the constant k is open" in err
    code, out, _ = run("question", *asked, "--prop", "soon", "--constants", "k=9")
    assert code == 0 and "whether the least probability to reach heads within 9 steps" in out


def test_a_constant_that_only_the_property_has_is_known_before_the_program_is_built(run):
    asked = ["P=? [ F<=T x=N ]", 'P>=q [ x<m U{"tries"}<=k P<=s [ X last ] ]']
    found = requested("walk.prism", [], asked, "N=3,p=1/2,T=7,q=1/2,m=4,k=9,s=1/2")
    assert found.refusals == (None, None)
    with pytest.raises(ValueError, match="no constant last; the constants are: N, p"):
        requested("walk.prism", [], asked, "last=3")


def test_a_constant_that_only_the_property_has_is_given_beside_those_of_the_program(run, tmp_path):
    """Three heads in a row within 7 tosses: 47/128, and within 9: 119/256."""
    pytest.importorskip("stormpy", minversion="2")
    (tmp_path / "t.props").write_text(
        'label "won" = x=M; "t": P=? [ F<=T "won" ]; P=? [ F<=9 x=N ]'
    )
    given = ["--constants", "N=3,p=1/2,T=7"]
    code, out, err = run("solve", "walk.prism", "--prop", "P=? [ F<=T x=N ]", *given)
    assert (code, err) == (0, "") and "  exactly   47/128" in out
    given[1] += ",M=3"
    code, out, err = run("solve", "walk.prism", "--props", "t.props", *given)
    assert (code, err) == (0, "")
    assert [each["exactly"] for each in blocks(out).values()] == ["47/128", "119/256"]
    nested = 'P>=q [ F{"tries"}<=m P>=s [ X x=N ] ]'
    given[1] = "N=1,p=1/2,q=1/2,m=9,s=1/2"
    code, out, err = run("solve", "walk.prism", "--prop", nested, *given)
    assert (code, err) == (0, "") and "  answer    true" in out


@pytest.mark.parametrize("asked", [["--prop", "P=? [ F x=1 ]"], ["--max-reach", "deadlock"]])
def test_a_constant_that_nothing_has_is_refused_where_the_program_has_none(run, tmp_path, asked):
    (tmp_path / "bare.prism").write_text("dtmc\nmodule m x:[0..1]; [] true->(x'=1); endmodule")
    code, _, err = run("solve", "bare.prism", *asked, "--constants", "N=3")
    assert code == 2 and err == "exactbox: no constant N; the constants are: none\n"


def test_a_property_that_is_not_understood_is_refused_for_that_and_not_for_its_constants(run):
    code, _, err = run("solve", "coin.drn", "--prop", "P=? [ F<=T x=1 ", "--constants", "T=3")
    assert code == 2 and err.startswith("exactbox: property, column 15: it ends after")


def test_a_variable_takes_no_value_of_a_constant(run):
    asked = ["--prop", "Pmax=? [ F working=1 ]", "--constants", "working=0"]
    code, _, err = run("solve", "machine.tra", *asked)
    assert code == 2
    why = "working: is a variable of the model: it takes no value of --constants"
    assert err == f"exactbox: property, column 12: {why}\n"


def test_open_constants_of_a_program_are_named_before_it_is_built(run):
    pytest.importorskip("stormpy", minversion="2")
    code, _, err = run("solve", "walk.prism", "--prop", "P>=1 [ F last ]", "--constants", "N=3")
    assert code == 2
    need = "(a number such as 1/3 or 0.1): --constants p=..."
    assert err == f"exactbox: walk.prism: the constant p is open {need}\n"
    code, _, err = run("solve", "walk.prism", "--prop", "P=? [F true]", "--constants", "M=3")
    assert code == 2 and err == "exactbox: no constant M; the constants are: N, p\n"


def test_a_timed_question_is_refused_before_the_program_is_built(run, tmp_path):
    (tmp_path / "c.ma").write_text("ma\nthis is no program\n")
    code, _, err = run("solve", "c.ma", "--prop", "P=? [ F<=3 x=1 ]")
    assert code == 2
    what = "time-bounded questions about a Markov automaton are not answered: its best policy"
    assert err.startswith(f"exactbox: property, column 8: {what}")
    assert err.count("\n") == 1


def test_the_type_of_a_program_is_tested_before_it_is_built(run, tmp_path):
    pytest.importorskip("stormpy", minversion="2")
    (tmp_path / "p.prism").write_text("pomdp\nmodule m\nx : [0..1];\n[] true -> true;\nendmodule\n")
    code, _, err = run("solve", "p.prism", "--prop", "P=? [ F x=1 ]")
    assert code == 2
    assert err == "exactbox: p.prism: found a model of type POMDP, need DTMC, MDP, CTMC, MA\n"


def test_a_program_is_asked_about_its_variables_constants_and_formulas(run):
    pytest.importorskip("stormpy", minversion="2")
    asked = ["--prop", "P>=1 [ F last ]", "--prop", "R=? [ F x=N ]", "--prop", "P=? [ F<=N last ]"]
    code, out, err = run("solve", "walk.prism", *asked, "--constants", "N=2,p=1/2")
    sure, tries, soon = blocks(out).values()
    assert (code, err) == (0, "")
    assert sure["answer"] == "true"
    assert tries["exactly"] == "6"  # two heads in a row: 2 + 4
    assert soon["exactly"] == "1/4"
