"""Files of linear programs: every decimal as it is written, every mistake with its line."""

from __future__ import annotations

import gzip
import lzma
from fractions import Fraction
from random import Random

import pytest

from exactbox.check import check_certificate
from exactbox.lp import (
    floats,
    linear_program,
    parse_program,
    read_program,
    solve_program,
    write_program,
)
from exactbox.progress import Notice, watched
from tests import brute_lp
from tests.lp.test_solving import program_of
from tests.lp_examples import SHARED, netlib, netlib_program

EVERYTHING = """\
* every section, every bound
NAME          TEST 1 of 1
OBJSENSE
    MAX
ROWS
 N  profit
 L  flour
 G  oven
 E  mix
 N  unused
COLUMNS
    bread  profit  3.5  flour  1
    bread  oven  0.1  unused  7
    cake  profit  2e-1  mix  1
    cake  flour  1
    pie  flour  .5  mix  1.
    tart  flour  1/3
    roll  flour  1
    bun  mix  -1
    last  oven  1
    wide  mix  1
RHS
    RHS  profit  -7.25  flour  12
    RHS  oven  1  mix  2
RANGES
    RNG  flour  5  oven  2.5
    RNG  mix  -3
BOUNDS
 UP BND  bread  4
 LO BND  cake  0.25
 FX BND  pie  1.5
 FR BND  tart
 MI BND  roll
 UP BND  roll  9
 PL BND  bun
 UP BND  last  -2
 LO BND  wide  -1e30
ENDATA
"""


def test_all_sections_of_mps_are_read_exactly():
    with pytest.warns(UserWarning, match="36: column last has an upper bound below 0 and no lower"):
        program = parse_program(EVERYTHING)
    assert program.maximize and program.name == "TEST 1 of 1"
    assert program.row_names == ("flour", "oven", "mix")
    names = ("bread", "cake", "pie", "tart", "roll", "bun", "last", "wide")
    assert program.column_names == names
    assert program.cost == [Fraction(7, 2), Fraction(1, 5), 0, 0, 0, 0, 0, 0]
    assert program.constant == Fraction(29, 4)  # minus the right-hand side of the objective
    assert program.row_lower == [7, 1, -1] and program.row_upper == [12, Fraction(7, 2), 2]
    half = Fraction(1, 2)
    lower = [0, Fraction(1, 4), 3 * half, None, None, 0, None, None]
    assert program.lower == lower
    assert program.upper == [4, None, 3 * half, None, 9, None, -2, None]
    assert program.scales == [6, 10, 1]
    assert program.matrix.dense()[0] == [6, 6, 3, 2, 6, 0, 0, 0]
    assert program.matrix.dense()[1] == [1, 0, 0, 0, 0, 0, 10, 0]


FIXED = """\
NAME          BLANKS
ROWS
 N  COST
 G  ROW 1
COLUMNS
    COL 1     COST               1.0   ROW 1              2.0
    COL 2     COST               1.5   ROW 1              1.0
RHS
    RHS       ROW 1              3.0
BOUNDS
 UP BND       COL 1              1.0
ENDATA
"""


def test_names_with_blanks_stand_in_fixed_columns():
    """COL 1 brings 2 for 1 up to 1; the rest, 1, costs 1.5."""
    program = parse_program(FIXED)
    assert program.column_names == ("COL 1", "COL 2") and program.row_names == ("ROW 1",)
    assert solve_program(program).fun == Fraction(5, 2)


@pytest.mark.parametrize(
    ("long", "said"),
    [
        (("BREAD", "ROW 1", "1234567.12345"), "found '5' in column 37, between two fields"),
        (("BREADCAKE", "ROW 1", "1"), "found 'E' in column 13, between two fields"),
        (("BREAD", "ROW 1", "1", "ROW 2", "1234567.12345"), "found '5' in column 62"),
    ],
)
def test_what_is_too_long_for_a_fixed_column_is_not_cut(long, said):
    """So two columns could be one, and a number another."""
    line = "".join(f"{word:{width}}" for word, width in zip(long, (10, 10, 15, 10, 12)))
    rows = "ROWS\n N  COST\n L  ROW 1\n L  ROW 2\n"
    with pytest.raises(ValueError, match=f"6: {said}"):
        parse_program(f"{rows}COLUMNS\n    {line}\nENDATA\n")


def test_sets_may_have_no_name_and_ranges_of_equalities_have_a_sign():
    text = (
        "ROWS\n N c\n E up\n E down\nCOLUMNS\n x c 1 up 1\n x down 1\n"
        "RHS\n up 2 down 2\nRANGES\n R up 3 down -3\nBOUNDS\n UP x 4\nENDATA\n"
    )
    program = parse_program(text)
    assert program.row_lower == [2, -1] and program.row_upper == [5, 2]
    assert program.upper == [4]


BY_HAND = r"""\ a comment
Maximize
  profit: 3 bread + 2 cake - bread + 4
Subject To
  flour: bread + cake
     <= 4
  -1 <= bread - cake <= 8.5
  mix: 2 bread >= 1/3
  4 cake - 1 <= 2 bread_2
"""


def test_the_format_of_cplex_is_read_exactly():
    text = BY_HAND.replace("  4 cake - 1 <= 2 bread_2\n", "") + (
        "  z + 3 = 5\nBounds\n bread <= 3\n -inf <= cake <= 2\n z free\n 1 <= w\nEnd\n"
    ).replace(" 1 <= w\n", "")
    program = parse_program(text)
    assert program.maximize and program.constant == 4
    assert program.column_names == ("bread", "cake", "z") and program.cost == [2, 2, 0]
    assert program.row_names == ("flour", "r2", "mix", "r4")
    third = Fraction(1, 3)
    assert program.row_lower == [None, -1, third, 2]
    assert program.row_upper == [4, Fraction(17, 2), None, 2]
    assert program.lower == [0, None, None] and program.upper == [3, 2, None]


def test_rows_of_type_n_after_the_first_are_left_out_with_all_that_is_said_of_them():
    text = (
        "ROWS\n N c\n N d\n N e\n G r\nCOLUMNS\n x c 1 d 2\n x e 3 r 1\n"
        "RHS\n R d 4 e 5\n R r 6\nENDATA\n"
    )
    program = parse_program(text)
    assert program.shape == (1, 1) and solve_program(program).fun == 6


@pytest.mark.parametrize("section", ["OBJNAME\n e\n", "OBJNAME e\n"])
def test_objname_says_which_row_of_type_n_is_the_objective(section):
    """Of x >= 6, with costs 1, 2 or 3."""
    text = "ROWS\n N c\n N d\n N e\n G r\nCOLUMNS\n x c 1 d 2\n x e 3 r 1\nRHS\n R r 6\nENDATA\n"
    assert solve_program(parse_program(section + text)).fun == 18
    assert parse_program(f"OBJNAME\n    COST\n{FIXED}").cost == parse_program(FIXED).cost
    assert solve_program(parse_program(f"NAME t\nOBJSENSE\n MIN\n{section}{text}")).fun == 18


@pytest.mark.parametrize(
    ("bounds", "low", "high"),
    [
        ("UP B x inf", 0, None),
        ("UP B x +Infinity", 0, None),
        ("LO B x -inf", None, None),
        ("LO B x -INFINITY\n UP B x 3", None, 3),
        ("UP x inf", 0, None),
    ],
)
def test_infinite_bounds_of_mps_are_words_too(bounds, low, high):
    text = f"ROWS\n N c\n G r\nCOLUMNS\n x c 1 r 1\nBOUNDS\n {bounds}\nENDATA\n"
    program = parse_program(text)
    assert (program.lower, program.upper) == ([low], [high])


@pytest.mark.parametrize(
    "bounds, low, high",
    [
        ("x >= -inf", None, None),
        ("x <= +infinity", 0, None),
        ("x = 2.5", Fraction(5, 2), Fraction(5, 2)),
        ("2 <= x", 2, None),
        ("-1 <= x <= inf", -1, None),
        ("3 >= x", 0, 3),
        ("x >= 1\nx <= 2", 1, 2),
        ("x free", None, None),
    ],
)
def test_bounds_by_hand(bounds, low, high):
    program = parse_program(f"min x\nst\n x + y >= 1\nbounds\n {bounds}\nend")
    assert (program.lower[0], program.upper[0]) == (low, high)


@pytest.mark.parametrize("suffix", [".mps", ".lp", ".mps.gz", ".lp.xz"])
@pytest.mark.parametrize("seed", range(3))
def test_what_is_written_is_read_again(suffix, seed, tmp_path):
    rng = Random(seed)
    for _ in range(30):
        given = brute_lp.random_program(rng)
        if not given["cost"]:
            continue
        program = program_of(given, rng.random() < 0.5)
        path = tmp_path / f"program{suffix}"
        write_program(path, program)
        again = read_program(path)
        assert set(again.column_names) <= set(program.column_names)
        assert solve_program(again).status == solve_program(program).status
        assert solve_program(again).fun == solve_program(program).fun
        if "mps" in suffix and None not in [*program.row_lower, *program.row_upper]:
            assert again.question("optimal") == program.question("optimal")


def test_everything_is_written_and_read_as_the_same_question(tmp_path):
    program = parse_program(EVERYTHING.replace(" UP BND  last", " MI BND  last\n UP BND  last"))
    for name in ("p.mps", "p.lp"):
        write_program(tmp_path / name, program)
        again = read_program(tmp_path / name)
        assert again.question("optimal") == program.question("optimal")


def test_packed_files_and_bytes_of_other_alphabets_are_read(tmp_path):
    text = FIXED.replace("COL 2", "C\xf6L 2")
    for name, pack in (("a.mps.gz", gzip.compress), ("a.mps.xz", lzma.compress)):
        (tmp_path / name).write_bytes(pack(text.encode("latin-1")))
        assert read_program(tmp_path / name).column_names[1] == "C\xf6L 2"


MPS_MISTAKES = {
    "ROWS\n N c\n X r\nENDATA\n": "3: row r has the type 'X', need N, E, L or G",
    "ROWS\n N c\n L r\n G r\nENDATA\n": "4: row r is there twice",
    "ROWS\n N c\n N c\nENDATA\n": "3: row c is there twice",
    "ROWS\n N c\nCOLUMNS\n x r 1\nENDATA\n": "4: there is no row 'r'",
    "ROWS\n N c\nCOLUMNS\n x c one\nENDATA\n": "4: a number is 'one', need a number",
    "ROWS\n N c\nCOLUMNS\n x c nan\nENDATA\n": "4: a number is 'nan', need a number",
    "ROWS\n N c\nCOLUMNS\n x c 1 c 2\nENDATA\n": "4: column x has row c twice",
    "ROWS\n N c\nCOLUMNS\n x c\nENDATA\n": "4: found 1 fields, need pairs",
    "ROWS\n N c\nCOLUMNS\n x c 1\nBOUNDS\n UP B y 1\nENDATA\n": "6: there is no column 'y'",
    "ROWS\n N c\nCOLUMNS\n x c 1\nBOUNDS\n UP B x\nENDATA\n": "6: there is no column 'B'",
    "ROWS\n N c\nCOLUMNS\n x c 1\nBOUNDS\n UP\nENDATA\n": "6: found 1 fields, need a bound",
    "ROWS\n N c\nCOLUMNS\n x c 1\nBOUNDS\n ZZ B x 1\nENDATA\n": "6: a bound of type 'ZZ'",
    "ROWS\n N c\nCOLUMNS\n x c 1\nBOUNDS\n SC B x 1\nENDATA\n": "6: a bound of type 'SC'",
    "ROWS\n N c\nENDATA\n\n L r\n": "5: found 'L r' after ENDATA",
    "ROWS\n N c\nCOLUMNS\n x c 1\nBOUNDS\n BV B x\nENDATA\n": "6: column x is to be an integer",
    "ROWS\n N c\n L r\nRHS\n S r 1\n S r 2\nENDATA\n": "6: row r has RHS twice",
    "ROWS\n N c\n L r\n L q\nRHS\n S r 1\n T q 2\nENDATA\n": "7: RHS has the sets 'S', 'T'",
    "ROWS\n N c\nRANGES\n S c 1\nENDATA\n": "4: row c is the objective: it has no range",
    "ROWS\n N c\nQUADOBJ\n x x 1\nENDATA\n": "3: found QUADOBJ: need a linear program",
    "ROWS\n N c\n L r\nQCMATRIX r\n x x 1\nENDATA\n": "4: found QCMATRIX: need a linear program",
    "ROWS\n N c\n": "2: the file ends without ENDATA",
    "ROWS\n N c\nCOLUMNS\n M 'MARKER' 'SOSORG'\nENDATA\n": "4: there is no row \"'MARKER'\"",
    "OBJSENSE\n UP\nENDATA\n": "2: the sense is 'UP', need MIN or MAX",
    "NAME\n x y\nENDATA\n": "2: found 'x y', need one of",
    "NAME\nENDATA\n": "2: there are no rows",
    "OBJNAME\n d\nROWS\n N c\n L d\nENDATA\n": "6: OBJNAME is 'd', need a row of type N",
    "ROWS\n N c\n L d\nOBJNAME\n c\nENDATA\n": "5: found OBJNAME after ROWS, need it before",
    "ROWS\n N c\nCOLUMNS\n x c 1\nBOUNDS\n UP B x -inf\nENDATA\n": "6: an infinite bound on the",
    "ROWS\n N c\nCOLUMNS\n x c 1\nBOUNDS\n LO B x inf\nENDATA\n": "6: an infinite bound on the",
    "ROWS\n N c\nCOLUMNS\n x c 1\nBOUNDS\n FX B x inf\nENDATA\n": "6: an infinite bound on the",
}


@pytest.mark.parametrize("text", MPS_MISTAKES)
def test_mistakes_of_mps_have_a_line(text):
    with pytest.raises(ValueError) as error:
        parse_program(text)
    assert MPS_MISTAKES[text] in str(error.value) and "\n" not in str(error.value)


LP_MISTAKES = {
    "": "1: the file is empty, need Minimize or Maximize",
    "x + y": "1: found 'x', need Minimize or Maximize",
    "st\n x >= 1\nmin x\nend": "1: found 'st', need an objective first",
    "min x\nst\n x + >= 1\nend": "3: found '>=', need a term after the sign",
    "min x\nst\n : x\nend": "3: found ':', need <=, >= or =",
    "min x\nst\n x + y\nend": "3: found the end, need <=, >= or =",
    "min x\nst\n x >= y\nend": "3: found 'y': a sum or variables on the right",
    "min x\nst\n 3 x >= 2 y\n x >= 1\nend": "3: found 'y': a sum or variables on the right",
    "min x\nst\n x <= 4 + 1\n x >= 1\nend": "3: found '+': a sum or variables on the right",
    "max x\nst\nbounds\n x free\nEnd\n\nC: 1 x <= 2": "7: found 'C: 1 x <= 2' after End",
    "max x st x <= 1 end c: x <= 2": "1: found 'c' after End, need nothing",
    "min x\n/* st\n x >= 1\nend": "2: found '/*', need '*/'",
    "min x\nst\n 1 <= x >= 2\nend": "3: two relations that do not bound from two sides",
    "min x\nst\n x <= -inf\nend": "3: an infinite bound on the wrong side",
    "min x ^ 2\nst\nend": "1: found '^': no linear program has it",
    "min [ x ]\nst\nend": "1: found '[': no linear program has it",
    "min x + [x ^ 2]/2\nst\nend": "1: found '[': no linear program has it",
    "min x [1]\nst\nend": "1: found '[': no linear program has it",
    "min x[1\nst\nend": "1: found '[': no linear program has it",
    "min x[0] + 1,5 x[1]\nst\nend": "1: found '1,5', need a decimal point",
    "min x\nst\n x >= 1\nbounds\n 2 x <= 1\nend": "5: a bound is of one column, such as",
    "min x\nst\n x >= 1\ngenerals\n x\nend": "5: column x is to be an integer",
    "min x\nst\n x >= 1\nbinary\n x\nend": "5: column x is to be an integer",
    "min x\nst\n x >= 1\nsemi-continuous\n x\nend": "5: found 'x' in semi-continuous, a section",
    "min x\nst\n x >= 1\nSOS\n s: S1:: x:1\nend": "5: found 's' in SOS, a section of no linear",
    "min x\nst\n x >= 1\nLazy Constraints\n x <= 2\nend": "5: found 'x' in Lazy Constraints, a",
    "min x st x >= 1 User cuts x <= 2 end": "1: found 'x' in User cuts, a section of no linear",
    "min x\nst\n x >= 1\nUser Cuts\n x <= 2\nend": "5: found 'x' in User Cuts, a section of no",
    "min x\nst\n x >= 1\nGeneral Constraints\n r = MAX ( x )\nend": (
        "5: found 'r' in General Constraints, a section of no linear program"
    ),
    "min x\nst\n x >= 1\nPWLObj\n x: (1, 1)\nend": "5: found 'x' in PWLObj, a section of no",
    "Minimize multi-objectives\n o:\n x\nst\n x >= 1\nend": (
        "1: found 'Minimize multi-objectives', need a linear program, with one objective"
    ),
    "min x\nst\n b = 1 -> x + y <= 9\nend": "3: found '->' of an indicator constraint",
    "min x\nSubject To:\n x >= 1\nend": "2: found 'Subject To:', need Subject To without a colon",
    "min x\nConstraintz\n c: x >= 1\nend": "2: found 'Constraintz', which opens no section",
    "min x\nst\n x >= 1\nBundz\n x <= 1\nend": "4: found 'Bundz', which opens no section",
    "min x\nst\n x >= 1\nbounds\n x <= 3\nGenerls\n x\nend": "6: found 'Generls', which opens",
    "min x\nst\n x >= 1\nBundz\nend": "4: found 'Bundz', which opens no section",
    "min x\nst\n x >= 1\ngenerals\n x\n y\nend": "5: column x is to be an integer",
    "min x\nst\n x >= 1\nbinary\n z\nend": "5: column z is to be an integer",
    "min x\nst\n a: x >= 1\n a:\n x >= 2\nend": "4: row a is there twice",
    "min x/3\nst\nend": "1: found 'x/3', need a number and a name, such as 1/3 x",
    "min 2 (x + y)\nst\nend": "1: found '(x', need a number and a name",
    "min x\nst\n x(1,2) + y) >= 1\nend": "3: found 'y)', need a number and a name",
    "min x y\nst\nend": "1: need a sum of terms as objective",
    "max: 3x + 2y;\nc1: x <= 4;": "1: found 'max', need Minimize or Maximize (lp_solve's format is",
    "/* a */\nmin: x;": "2: found 'min', need Minimize or Maximize (lp_solve's format is",
    "min x\nst\n -x <= 3,5\n -x >= 2\nend": "3: found '3,5', need a decimal point",
    "min x\nst\n x >= 1.000,5\nend": "3: found '1.000,5', need a decimal point",
    "min 1,5 x\nst\n x >= 1\nend": "1: found '1,5', need a decimal point",
    "min 2 * x\nst\n x >= 1\nend": "1: found '*', need 2 x for 2 * x",
    "min x\nst\n x \u2265 1\nend": "3: found '\u2265', need >=",
    "min x\nst\n c: x <= 4 + y\nend": "3: found '+': a sum or variables on the right",
}


WHOLE = "max 3 bread + 2 cake st flour: bread + cake <= 4 oven: 3 bread + cake <= 8.5"


@pytest.mark.parametrize(
    "text",
    [
        f"{WHOLE} end",
        f"{WHOLE} bounds bread >= 0 cake <= inf end",
        f"{WHOLE} Bounds 0 <= bread <= 9 cake >= 0 End",
        f"{WHOLE}\nBounds bread <= 9\nEnd",
        WHOLE.replace(" st ", " Subject To "),
        WHOLE.replace(" st ", " such that\n"),
        WHOLE.replace("st", "/* st: a row\nand\n*/ s.t. /**/")
        + "\nSemi-continuous\nEnd\n\n\\ no more",
        WHOLE.replace("bread", "st"),  # where it can be nothing but a column
        WHOLE.replace("oven:", "\nCPT_==_1:"),
        WHOLE.replace("cake", "CPT_==_1"),
    ],
)
def test_the_lp_format_has_no_lines(text):
    """Sections within a line, comments over several, names that hold two signs of equality."""
    program = parse_program(text)
    assert program.shape == (2, 2) and solve_program(program).fun == Fraction(41, 4)


def test_sections_of_integers_are_within_a_line_too():
    text = f"{WHOLE} bounds bread <= 2 generals bread cake binaries cake end"
    with pytest.warns(UserWarning, match="1: column cake has its upper bound again") as said:
        program = parse_program(text.replace("generals", "cake <= 2 generals"), relax=True)
    assert len(said) == 1
    assert program.integer == (0, 1) and program.upper == [2, 1]


# What readers take otherwise ----------------------------------------------------------------------


def test_bounds_that_are_crossed_are_an_infeasible_program_with_its_proof():
    """By the two bounds of x, one of which is a row."""
    by_hand = "Minimize\n obj: x + y\nSubject To\n c1: x + y >= 1\nBounds\n 0 <= x <= -1\nEnd\n"
    in_mps = "ROWS\n N c\nCOLUMNS\n x c 1\nBOUNDS\n LO B x 2\n UP B x 1\nENDATA\n"
    for text in (by_hand, in_mps):
        answer = solve_program(parse_program(text))
        assert answer.status == "infeasible" and answer.program.row_names[-1] == "x_lower"
        assert check_certificate(answer.certificate()).facts["statement"] == "infeasible"
        assert [w != 0 for w in answer.farkas][-1]


def test_a_column_that_stands_in_bounds_alone_is_a_column():
    text = "Minimize\n obj: x\nSubject To\n c1: x >= 1\nBounds\n x <= 5\n z <= 4\n y free\nEnd\n"
    with pytest.warns(UserWarning) as said:
        program = parse_program(text)
    lines = [str(each.message) for each in said]
    assert lines == [
        "the text:7: column z is in no row and not in the objective",
        "the text:8: column y is in no row and not in the objective",
    ]
    assert program.column_names == ("x", "z", "y") and solve_program(program).fun == 1
    assert (program.lower, program.upper) == ([0, 0, None], [5, 4, None])


def test_a_column_that_is_named_as_an_integer_alone_is_a_column():
    text = "min x\nst\n x >= 1\ngenerals\n y\n x\nbinary\n x z\nend"
    with pytest.warns(UserWarning) as said:
        program = parse_program(text, relax=True)
    assert [str(each.message) for each in said] == [
        "the text:5: column y is in no row and not in the objective",
        "the text:8: column z is in no row and not in the objective",
    ]
    assert program.column_names == ("x", "y", "z")
    assert sorted(program.integer) == [0, 1, 2]
    assert program.upper == [1, None, 1]


@pytest.mark.parametrize("bounds", ["x <= -5\n x >= -9", "-9 <= x <= -5", "x = -5"])
def test_an_upper_bound_below_0_with_a_lower_one_is_as_it_is_for_others(bounds):
    text = f"min x\nst\n x >= -20\nbounds\n {bounds}\nend"
    assert parse_program(text).upper == [-5]


REPEATED = (
    "ROWS\n N c\n G r\nCOLUMNS\n x c 1 r 1\nRHS\n S r 1\nBOUNDS\n UP B x 3\n UP B x 2\nENDATA\n"
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (REPEATED, "10: column x has its upper bound again; the last one, 2, counts"),
        (
            REPEATED.replace("UP B x 2", "FX B x 2"),
            "10: column x has its upper bound again; the last one, 2, counts",
        ),
        (
            REPEATED.replace(" UP B x 3\n UP", " FR B x\n PL"),
            "10: column x has its upper bound again; the last one, none, counts",
        ),
        (
            "*SENSE:Maximize\nNAME M\n" + REPEATED.replace(" UP B x 3\n", ""),
            "1: a comment says to maximise, and there is no OBJSENSE: it is minimised",
        ),
        ("min x\nst\n x >= 1\nbounds\n x <= 3\n x <= 2\nend", "6: column x has its upper bound"),
        (
            "min x\nst\n x >= -9\nbounds\n x <= -5\nend",
            "5: column x has an upper bound below 0 and no lower one, which is taken for 0",
        ),
        ("min x\nst\n x >= 1\nbounds\n x >= 3\n 0 <= x <= 2\nend", "6: column x has its lower"),
        (
            REPEATED.replace(" UP B x 3\n UP B x 2", " UP B x -2"),
            "9: column x has an upper bound below 0 and no lower one",
        ),
    ],
)
def test_what_readers_take_otherwise_is_said_with_its_line(text, said):
    with pytest.warns(UserWarning) as warned:
        program = parse_program(text)
    (message,) = (str(each.message) for each in warned)
    assert message.startswith(f"the text:{said}")
    assert (program.upper[0] is None) == ("none" in said)


LARGE = (
    "ROWS\n N c\n {kind} r\nCOLUMNS\n x c -1 r 1\nRHS\n S r {side}\nBOUNDS\n"
    " LO B x {low}\n UP B x {high}\nENDATA\n",
    "max x\nst\n r: x {relation} {side}\nbounds\n x >= {low}\n x <= {high}\nend",
)


@pytest.mark.parametrize("text", LARGE)
def test_bounds_from_1e30_on_are_none_in_both_formats(text):
    large = {"kind": "L", "relation": "<=", "side": "1e30", "low": "-1e30", "high": "1E+31"}
    program = parse_program(text.format(**large))
    assert (program.lower, program.upper, program.row_upper) == ([None], [None], [None])
    assert solve_program(program).status == "unbounded"
    large |= {"kind": "G", "relation": ">=", "side": "-1e30"}
    assert parse_program(text.format(**large)).row_lower == [None]


@pytest.mark.parametrize(
    ("text", "change", "said"),
    [
        (LARGE[0], {"high": "1e20"}, "10: column x has the upper bound 1e+20, which other"),
        (LARGE[1], {"high": "1e20"}, "6: column x has the upper bound 1e+20, which other"),
        (LARGE[0], {"low": "-2e20"}, "9: column x has the lower bound -2e+20, which other"),
        (LARGE[1], {"low": "-2e20"}, "5: column x has the lower bound -2e+20, which other"),
        (LARGE[0], {"side": "1e25"}, "7: row r has the upper bound 1e+25, which other"),
        (LARGE[1], {"side": "1e25"}, "3: row r has the upper bound 1e+25, which other"),
        (LARGE[0], {"kind": "E", "side": "1e30"}, "7: row r has the lower bound 1e+30, which"),
        (LARGE[1], {"relation": "=", "side": "1e30"}, "3: row r has the lower bound 1e+30, which"),
    ],
)
def test_numbers_that_are_infinite_for_other_readers_are_told_with_their_line(text, change, said):
    small = {
        "kind": "L",
        "relation": "<=",
        "side": "9",
        "low": "-9",
        "high": "99999999999999999999",
    }
    with pytest.warns(UserWarning) as warned:
        program = parse_program(text.format(**{**small, **change}))
    (message,) = (str(each.message) for each in warned)
    assert message.startswith(f"the text:{said}") and message.endswith("readers take for infinite")
    for key, bounds in (
        ("low", program.lower),
        ("high", program.upper),
        ("side", program.row_upper),
    ):
        assert bounds == [Fraction(change.get(key, small[key]))]


def test_a_comment_about_the_sense_is_told_only_without_objsense():
    program = parse_program(f"*SENSE:Maximize\nOBJSENSE\n MAX\n{FIXED.partition(chr(10))[2]}")
    assert program.maximize
    assert not parse_program(f"*SENSE:Minimize\n{FIXED}").maximize


def test_who_watches_is_told_in_a_line_of_its_own():
    stages = []
    with watched(lambda stage, done, total: stages.append(stage)):
        parse_program(REPEATED)
    (notice,) = (stage for stage in stages if isinstance(stage, Notice))
    assert notice.startswith("warning: the text:10: column x has its upper bound again")


SETS = """ROWS
 N c
 L r
COLUMNS
 x c -1 r 1
RHS
 S r 3
 T r 5
RANGES
 P r 1
 Q r 2
BOUNDS
 UP A x 9
 UP B x 4
ENDATA
"""


def test_of_several_sets_one_is_chosen_by_its_name():
    chosen = {"rhs_set": "T", "ranges_set": "Q", "bounds_set": "B"}
    program = parse_program(SETS, **chosen)
    assert (program.row_lower, program.row_upper, program.upper) == ([3], [5], [4])
    assert parse_program(SETS, **{**chosen, "bounds_set": "A"}).upper == [9]
    with pytest.raises(
        ValueError, match="14: BOUNDS has the sets 'A', 'B': need one, or --bounds-set"
    ):
        parse_program(SETS, **{**chosen, "bounds_set": None})
    with pytest.raises(ValueError, match="there is no BOUNDS set 'C', only 'A', 'B'"):
        parse_program(SETS, **{**chosen, "bounds_set": "C"})
    with pytest.raises(ValueError, match="--rhs-set is for MPS"):
        parse_program(WHOLE, rhs_set="T")


def test_comments_stand_after_the_fields_of_mps():
    """What begins with a dollar is one where the third or the fifth field may stand."""
    text = (
        "ROWS\n N c $ costs\n L $r * a row\nCOLUMNS\n x c -1 $ a comment 7\n x $r 1 ! one\n"
        "RHS\n S $r 3 $\nBOUNDS\n UP $B x 2 * two\nENDATA\n"
    )
    program = parse_program(text)
    assert program.row_names == ("$r",) and program.upper == [2]
    assert solve_program(program).fun == -2
    fixed = FIXED.replace("1.0   ROW 1              2.0", "1.0   $ROW 1             2.0", 1)
    assert parse_program(fixed).columns[0] == ([], [])


def test_commas_in_names_are_no_decimal_commas():
    program = parse_program("min x(1,2) + 2 y1,2\nst\n c1,2: 3x,5 >= 1\nend")
    assert (program.column_names, program.row_names) == (("x(1,2)", "y1,2", "x,5"), ("c1,2",))


def test_an_index_in_brackets_is_part_of_a_name(tmp_path):
    program = parse_program(
        "min x[0] + 2 flow[a,b] - 3u[-1,2]\nst\n dev[1]: x[0] + u[-1,2]>=1\n"
        " c[a:b]: 3 flow[a,b] - u[-1,2] >= 0\nbounds\n u[-1,2] <= 2\n x[0] free\nend"
    )
    assert program.column_names == ("x[0]", "flow[a,b]", "u[-1,2]")
    assert program.row_names == ("dev[1]", "c[a:b]") and program.cost == [1, 2, -3]
    assert program.lower == [None, 0, 0] and program.upper == [None, None, 2]
    write_program(tmp_path / "a.lp", program)
    assert read_program(tmp_path / "a.lp").question("optimal") == program.question("optimal")


@pytest.mark.parametrize("text", LP_MISTAKES)
def test_mistakes_of_the_lp_format_have_a_line(text):
    with pytest.raises(ValueError) as error:
        parse_program(text)
    assert LP_MISTAKES[text] in str(error.value) and "\n" not in str(error.value)


INTEGERS = """\
ROWS
 N c
 L r
COLUMNS
    M1  'MARKER'  'INTORG'
    x  c  -1  r  2
    M2  'MARKER'  'INTEND'
    y  c  -1  r  1
RHS
    S  r  3
BOUNDS
 UP B  x  5
 BV B  y
ENDATA
"""


def test_integers_are_refused_by_name_or_relaxed():
    with pytest.raises(ValueError, match=r"6: column x is to be an integer.*--relax"):
        parse_program(INTEGERS)
    program = parse_program(INTEGERS, relax=True)
    assert program.integer == (0, 1) and solve_program(program).fun == -2
    with pytest.raises(ValueError, match="x is to be an integer and has no bounds"):
        parse_program(INTEGERS.replace(" UP B  x  5\n", ""), relax=True)
    bare = INTEGERS.replace(" UP B  x  5\n", "")
    program = parse_program(bare, relax=True, integer_bounds=True)
    assert (program.lower, program.upper) == ([0, 0], [1, 1])
    by_hand = "max x + y\nst\n 2 x + y <= 3\ngenerals\n x\nbinaries\n y\nend"
    relaxed = parse_program(by_hand, relax=True)
    assert relaxed.integer == (0, 1) and relaxed.upper == [None, 1]
    assert solve_program(relaxed).fun == 2


def test_what_cannot_be_written_is_refused(tmp_path):
    program = parse_program(FIXED)
    with pytest.raises(ValueError, match="row 'ROW 1': MPS has no names with blanks"):
        write_program(tmp_path / "a.mps", program)
    with pytest.raises(ValueError, match="row 'ROW 1': the LP format has no such name"):
        write_program(tmp_path / "a.lp", program)
    with pytest.raises(ValueError, match=r"need a name that ends in \.mps or \.lp"):
        write_program(tmp_path / "a.txt", program)
    far = linear_program([1], [[1]], 0, upper=10**30)
    with pytest.raises(ValueError, match="column x1 has a bound of 1e30 or more"):
        write_program(tmp_path / "a.mps", far)
    broken = linear_program([1], [[1]], 0, column_names=["x\n"])
    with pytest.raises(ValueError, match=r"column 'x\\n': MPS has no names with blanks"):
        write_program(tmp_path / "a.mps", broken)
    assert list(tmp_path.iterdir()) == []
    write_program(tmp_path / "a.lp", program, names=False)
    assert read_program(tmp_path / "a.lp").column_names == ("x1", "x2")


@pytest.mark.parametrize("name", ["st", "S.T.", "max", "end"])
def test_a_name_that_begins_a_section_of_the_lp_format_is_not_written(name, tmp_path):
    """As in "st = 3" or "st free", which would be a row."""
    program = linear_program([1], [[1]], 0, lower=3, upper=3, column_names=[name])
    with pytest.raises(ValueError, match=f"column {name!r}: the LP format has no such name"):
        write_program(tmp_path / "a.lp", program)


def test_a_row_may_be_called_marker(tmp_path):
    program = linear_program([1], [[2]], 3, row_names=["MARKER"])
    write_program(tmp_path / "a.mps", program)
    assert read_program(tmp_path / "a.mps").rows == program.rows == [([0], [2])]


# Netlib, with the values of Koch 2004 -------------------------------------------------------------


def assert_as_koch_says(name):
    """In every digit that he printed; of e226 he left out the constant of the objective."""
    program, digits = netlib_program(name), netlib()[name]
    answer = solve_program(program)
    value = answer.fun - (program.constant if name == "e226" else 0)
    mantissa, exponent = digits.split("e")
    unit = Fraction(10) ** int(exponent) / 10 ** len(mantissa.partition(".")[2])
    assert abs(value - Fraction(digits)) <= unit / 2
    return answer


@pytest.mark.skipif(not SHARED.is_dir(), reason="the programs are beside the repository")
@pytest.mark.parametrize("name", ["afiro", "kb2", "adlittle", "forplan", "e226", "boeing1"])
def test_small_programs_of_netlib_have_kochs_values(name, tmp_path):
    answer = assert_as_koch_says(name)
    assert answer.save(tmp_path / "proof.json").value == answer.fun


@pytest.mark.skipif(not SHARED.is_dir(), reason="the programs are beside the repository")
@pytest.mark.parametrize("name", ["blend", "etamacro", "scsd1", "stair", "25fv47"])
def test_without_highspy_a_basis_is_completed_exactly(name, monkeypatch):
    """In 25fv47 columns depend on others in its decimals, and not in floats; in scsd1 11 columns
    are inside of their bounds, and there are 77 rows."""
    monkeypatch.setattr(floats, "highs", lambda: None)
    assert assert_as_koch_says(name).pivots <= 20


@pytest.mark.slow
@pytest.mark.parametrize("solver", ["highspy", "scipy"])
@pytest.mark.parametrize("name", netlib())
def test_netlib_has_kochs_values(name, solver, tmp_path, monkeypatch):
    if solver == "scipy":
        monkeypatch.setattr(floats, "highs", lambda: None)
    answer = assert_as_koch_says(name)
    assert answer.save(tmp_path / "proof.json.gz").value == answer.fun
