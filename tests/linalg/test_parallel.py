"""Linear systems by many workers: the same answers, whoever works, and whatever happens to them."""

from __future__ import annotations

import os
import pickle
import re
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from multiprocessing import get_context
from pathlib import Path
from threading import current_thread, main_thread

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactbox import linalg
from exactbox.linalg.matrices.matrix_inputs import read_scaled
from exactbox.linalg.results import encoded
from exactbox.linalg.results.encoded import EncodedRows
from exactbox.linalg.square import parts
from exactbox.linalg.square.system import solve_system
from exactbox.linear_certificate import LinearCertificate
from exactbox.parallel import Finished, Jobs, executor_context
from tests.strategies import examples

MARK = "EXACTBOX_TEST_MARK"  # names the file that says that a worker has died


@pytest.fixture
def cut(monkeypatch):
    """Everything is handed out, in small parts."""
    monkeypatch.setattr(parts, "MIN_SECONDS_HANDED_OUT", 2e-9)
    monkeypatch.setattr(parts, "_MAX_SHARE", 1 / 3)
    monkeypatch.setattr(parts, "_MIN_SHARE", 1 / 3)
    monkeypatch.setattr(parts, "_MIN_COLUMNS", 1)


@pytest.fixture(scope="module")
def two():
    """Two processes."""
    with Jobs(2) as executor:
        yield executor


def block_system(seed: int, blocks: int = 8, columns: int = 1, largest: int = 4):
    """A block triangular matrix whose diagonal dominates, its rows shuffled, and a right side."""
    rng = np.random.default_rng(seed)
    sizes = rng.integers(1, largest + 1, blocks)
    ends = np.cumsum(sizes)
    n = int(ends[-1])
    a = np.zeros((n, n), dtype=object)
    for low, high in zip(ends - sizes, ends, strict=True):
        a[low:high, low:high] = rng.integers(-4, 5, (high - low, high - low))
        for i in range(low, high):
            for j in rng.integers(0, max(low, 1), 3).tolist():
                a[i, j] = int(rng.integers(-9, 10))
            a[i, i] = 40 + int(rng.integers(0, 9))
    order = rng.permutation(n)
    return a[order].tolist(), rng.integers(-99, 100, (n, columns)).tolist()


def sparse(rows):
    """As a sparse matrix, which is cut into blocks however small it is."""
    matrix, _ = read_scaled(rows)
    return matrix


def same(x, y):
    """Whether denominators and numerators are the same integers."""
    return (
        x.denominators == y.denominators
        and x.block_of == y.block_of
        and list(map(list, x.numerators)) == list(map(list, y.numerators))
    )


@pytest.mark.parametrize("columns", [1, 3])
def test_the_answer_is_the_same_for_all_workers(cut, two, columns):
    rows, b = block_system(1, 12, columns)
    a = sparse(rows)
    alone = solve_system(a, b)
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(8) as eight:
        for executor in (two, one, eight):
            with executor_context(executor):
                x = solve_system(a, b)
            assert isinstance(x.numerators, EncodedRows)
            assert same(x, alone) and x == alone and hash(x) == hash(alone)
            assert x.info.methods == alone.info.methods
            assert x.info.unknowns == alone.info.unknowns


@pytest.mark.slow
def test_the_answer_is_the_same_for_a_pool_of_processes(cut):
    rows, b = block_system(1, 12)
    a = sparse(rows)
    alone = solve_system(a, b)
    pool = ProcessPoolExecutor(2, get_context("forkserver"))
    with pool, Jobs(8) as eight:
        for executor in (pool, eight):
            with executor_context(executor):
                assert same(solve_system(a, b), alone)


@examples(30)
@given(st.integers(0, 10**6), st.integers(1, 9), st.integers(1, 3), st.integers(1, 5))
def test_any_system_has_the_same_answer_and_certificate(seed, blocks, columns, largest):
    rows, b = block_system(seed, blocks, columns, largest)
    a = {(i, j): v for i, row in enumerate(rows) for j, v in enumerate(row) if v}
    long = [[Fraction(v, 7**60) for v in row] for row in b]  # and not within 64 bits
    with pytest.MonkeyPatch.context() as patch, ThreadPoolExecutor(2) as executor:
        cut.__wrapped__(patch)
        patch.setattr("exactbox.linalg.solver.is_small_and_dense", lambda a: False)
        alone = linalg.solve(a, long)
        x = linalg.solve(a, long, executor=executor)
    assert x == alone and linalg.verify(a, x, long)
    made = [LinearCertificate.unique(a, long, y).data for y in (x, alone)]
    assert made[0] == made[1]


def test_depths_of_little_cost_are_solved_here(monkeypatch, cut):
    rows, b = block_system(3, 40)
    a = sparse(rows)
    alone = solve_system(a, b)
    handed = []
    monkeypatch.setattr(parts.Parts, "pays", lambda self, depth: depth % 2 == 1)
    monkeypatch.setattr(parts, "solve_piece", lambda *p: handed.append(p) or solve_piece(*p))
    with ThreadPoolExecutor(2) as executor, executor_context(executor):
        x = solve_system(a, b)
    assert handed and same(x, alone)


def test_what_was_solved_here_is_verified_too(monkeypatch, cut):
    rows, b = block_system(3, 40)
    monkeypatch.setattr(parts.Parts, "pays", lambda self, depth: depth % 2 == 1)
    monkeypatch.setattr(parts, "holds", lambda *a: current_thread() is not main_thread())
    with (
        ThreadPoolExecutor(2) as executor,
        executor_context(executor),
        pytest.raises(ArithmeticError, match="failed in exact integers"),
    ):
        solve_system(sparse(rows), b)


@pytest.mark.parametrize(
    ("call", "several"),
    [
        (lambda a, e: linalg.solve(a, [[1, 2, 3]] * len(a), executor=e), True),
        (lambda a, e: linalg.inv(a, executor=e), True),
        (lambda a, e: linalg.solve(a, [1] * len(a), executor=e), False),
        (lambda a, e: linalg.rref([[*row, 1, 2] for row in a], executor=e), True),
        (lambda a, e: linalg.solve_general(a, [[1, 2]] * len(a), executor=e), True),
        (lambda a, e: linalg.left_nullspace(a + a[:2], executor=e), True),
        (lambda a, e: linalg.lstsq(a + a[:2], [[k, 1] for k in range(72)], executor=e), True),
        (lambda a, e: linalg.pinv(a[:-1], executor=e), True),
    ],
)
def test_several_right_sides_of_one_block_are_handed_out(monkeypatch, cut, call, several):
    rng = np.random.default_rng(0)
    a = rng.integers(-9, 10, (70, 70)).tolist()
    monkeypatch.setattr("exactbox.linalg.solver.is_small_and_dense", lambda a: False)
    monkeypatch.setattr("exactbox.linalg.determinant.is_small_and_dense", lambda a: False)
    monkeypatch.setattr("exactbox.linalg.solver.integers_of", lambda *_: None)
    monkeypatch.setattr("exactbox.linalg.general.read_small", lambda *_: None)
    monkeypatch.setattr("exactbox.linalg.determinant.read_small", lambda *_: None)
    monkeypatch.setattr("exactbox.linalg.least_squares.integers_of", lambda *_: None)
    alone = call(a, None)
    handed = []
    monkeypatch.setattr(parts, "solve_piece", lambda *p: handed.append(p) or solve_piece(*p))
    with ThreadPoolExecutor(2) as executor:
        found = call(a, executor)
    assert str(found) == str(alone)
    assert bool(handed) == several


def test_columns_with_other_denominators_are_put_over_their_multiple(cut):
    """A dense block: two columns have integer solutions, and two have not."""
    rng = np.random.default_rng(5)
    a = rng.integers(-9, 10, (12, 12))
    whole = a @ rng.integers(-9, 10, (12, 2))
    b = np.hstack([whole, rng.integers(-9, 10, (12, 2))]).tolist()
    a = sparse(a.tolist())
    alone = solve_system(a, b)
    with ThreadPoolExecutor(2) as executor, executor_context(executor):
        assert same(solve_system(a, b), alone)


def test_a_singular_block_is_refused_with_the_same_words(cut, two):
    rows, b = block_system(2, 6, largest=1)
    for i, row in enumerate(rows):
        row += [0] * 4
        b[i] = [1]
    n = len(rows)
    for k in range(0, 4, 2):  # two singular blocks
        rows += [[1] + [0] * (n - 1 + k) + [v, 2 * v] + [0] * (2 - k) for v in (1, 2)]
    b += [[1]] * 4
    said = []
    for executor in (None, two):
        with executor_context(executor), pytest.raises(linalg.SingularMatrixError) as error:
            solve_system(sparse(rows), b)
        assert sparse(rows).csr() @ np.array(error.value.kernel.to_numpy(), float) == pytest.approx(
            0
        )
        said.append(str(error.value))
    assert said[0] == said[1]


def test_an_error_says_which_part_it_is_of(cut):
    rows, b = block_system(1, 12)

    def refuse(*arguments):
        raise MemoryError("too large")

    with pytest.MonkeyPatch.context() as patch, ThreadPoolExecutor(1) as executor:
        patch.setattr(parts, "solve_piece", refuse)
        with executor_context(executor), pytest.raises(MemoryError) as error:
            solve_system(sparse(rows), b)
    (note,) = error.value.__notes__
    assert re.fullmatch(r"blocks \d+ to \d+ of 12: \d+ unknowns?", note)


def dies_once(*arguments):
    """A worker that is killed in its first part."""
    mark = Path(os.environ[MARK])
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), 9)
    return solve_piece(*arguments)


solve_piece = parts.solve_piece


def test_a_worker_may_die(monkeypatch, cut, tmp_path):
    monkeypatch.setenv(MARK, str(tmp_path / "died"))
    monkeypatch.setattr(parts, "solve_piece", dies_once)
    rows, b = block_system(1, 12)
    alone = solve_system(sparse(rows), b)
    with Jobs(2) as executor, executor_context(executor):
        assert same(solve_system(sparse(rows), b), alone)
    assert (tmp_path / "died").exists()


def dies_with_what_it_kept(piece, *asked):
    """A worker that is killed in a part for which it has kept values."""
    mark = Path(os.environ[MARK])
    if piece.keep.more and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), 9)
    return solve_piece(piece, *asked)


def test_what_a_worker_has_kept_may_be_lost(monkeypatch, cut, tmp_path):
    monkeypatch.setenv(MARK, str(tmp_path / "died"))
    monkeypatch.setattr(parts, "solve_piece", dies_with_what_it_kept)
    rows, b = block_system(1, 12)
    alone = solve_system(sparse(rows), b)
    with Jobs(1) as executor, executor_context(executor):
        assert same(solve_system(sparse(rows), b), alone)
    assert (tmp_path / "died").exists()


@pytest.fixture
def sent(monkeypatch):
    """The pieces that are made."""
    found, made = [], parts.Parts._piece

    def noted(self, *asked):
        found.append(made(self, *asked))
        return found[-1]

    monkeypatch.setattr(parts.Parts, "_piece", noted)
    return found


def test_a_worker_is_not_sent_what_it_has(cut, sent):
    rows, b = block_system(1, 12)
    a = sparse(rows)
    alone = solve_system(a, b)
    with Jobs(1) as executor, executor_context(executor):
        assert same(solve_system(a, b), alone)
    pieces = [piece for piece in sent if piece.keep.system]  # the last one is verified here
    assert [piece.keep.more for piece in pieces] == [False] + [True] * (len(pieces) - 1)
    for unknowns, values in (("unknowns", "numerators"), ("blocks", "denominators")):
        has, needed = set(), 0
        for piece in pieces:
            numbers = getattr(piece, values)[0].tolist()
            assert not has & set(numbers)
            has |= set(getattr(piece, unknowns).tolist())
            needed += len(numbers)
        assert 0 < needed < len(has)


def test_a_worker_keeps_no_more_than_it_may(cut, sent, monkeypatch):
    rows, b = block_system(1, 30)
    a = sparse(rows)
    alone = solve_system(a, b)
    with Jobs(1) as executor:
        for bytes_kept in (0, 40):
            sent.clear()
            monkeypatch.setattr(parts.Parts, "_kept_bytes", bytes_kept)
            with executor_context(executor):
                assert same(solve_system(a, b), alone)
            more = [piece.keep.more for piece in sent]
            assert any(len(piece.numerators[0]) for piece in sent)
            assert any(more) == (bytes_kept > 0) and not all(more[1:])


def test_two_systems_at_once_do_not_mix(cut, two):
    asked = [block_system(seed, 20) for seed in (1, 2)]
    alone = [solve_system(sparse(rows), b) for rows, b in asked]

    def solved(rows, b):
        with executor_context(two):
            return [solve_system(sparse(rows), b) for _ in range(3)]

    with ThreadPoolExecutor(2) as threads:
        for found, x in zip(threads.map(solved, *zip(*asked, strict=True)), alone, strict=True):
            assert all(same(each, x) for each in found)


def test_a_solution_goes_on_where_it_was_stopped(monkeypatch, cut, tmp_path):
    rows, b = block_system(4, 12)
    a = sparse(rows)
    alone = solve_system(a, b)
    done = []
    monkeypatch.setattr(parts, "solve_piece", lambda *p: done.append(p) or solve_piece(*p))

    def run(right=b):
        done.clear()
        with executor_context(None, Finished(tmp_path)):
            x = solve_system(a, right)
        return x, len(done)

    x, number = run()
    files = sorted(tmp_path.iterdir())
    assert same(x, alone) and number == len(files) > 6
    assert same(run()[0], alone) and not done
    for file in files[::2]:
        file.unlink()
    data = bytearray(files[1].read_bytes())
    data[len(data) // 2] ^= 1
    files[1].write_bytes(data)
    files[3].write_bytes(b"")
    x, again = run()
    assert same(x, alone) and again == (number + 1) // 2 + 2
    assert run([[v + 1] for (v,) in b])[1] == number  # another system


def test_a_result_of_bytes_is_like_others(cut):
    rows, b = block_system(7, 12, 2)
    a = sparse(rows)
    alone = solve_system(a, b)
    with ThreadPoolExecutor(1) as executor, executor_context(executor):
        x = solve_system(a, b)
        v = solve_system(a, [row[:1] for row in b]).as_vector()
    other = alone[:, 0]
    assert x.shape == alone.shape and x[1:3] == alone[1:3] and x[-1] == alone[-1]
    assert x[[2, 0], [1, 0]] == alone[[2, 0], [1, 0]] and x.T == alone.T
    assert x[[3, 1]] == alone[[3, 1]]
    assert isinstance(x[[3, 1]].numerators, EncodedRows)
    assert x - alone == [[0, 0]] * len(x) and linalg.verify(rows, x, b)
    copy = pickle.loads(pickle.dumps(x))
    assert copy == x and isinstance(copy.numerators, EncodedRows)
    assert v == other and list(v) == list(other) and v[2] == other[2]
    assert v.decimal(0, 30) == other.decimal(0, 30) and str(v) == str(other)
    assert (v.to_float() == other.to_float()).all() and v.parts(3) == (
        v.numerators[3][0],
        v.denominators[v.block_of[3]],
    )
    first = v.numerators.after([[7]])
    assert [list(row) for row in first] == [[7], *map(list, v.numerators)]
    assert [list(row) for row in v.numerators[1:3]] == [list(v.numerators[k]) for k in (1, 2)]
    with pytest.raises(IndexError):
        v.numerators[len(v)]


def test_numerators_go_to_a_file_where_memory_is_short(monkeypatch, cut, tmp_path):
    monkeypatch.setattr(encoded, "_MAX_MAPPED_FILES", 1)
    rows, b = block_system(4, 12)
    a = sparse(rows)
    alone = solve_system(a, b)
    with ThreadPoolExecutor(1) as executor:
        for finished in (None, Finished(tmp_path)):
            for memory in (4, 10**6):
                with executor_context(executor, finished, memory):
                    x = solve_system(a, b)
                assert same(x, alone) and pickle.loads(pickle.dumps(x)) == alone
                assert (x.numerators._file._file is not None) == (memory == 4)


def test_finished_parts_are_told_apart_where_numbers_are_of_any_length(monkeypatch, cut, tmp_path):
    """Neither coefficients nor right sides are written as decimals, which Python refuses."""
    rows, b = block_system(4, 6)
    long = 10**5000
    a = sparse([[v * (long + i) for v in row] for i, row in enumerate(rows)])
    done = []
    monkeypatch.setattr(parts, "solve_piece", lambda *p: done.append(p) or solve_piece(*p))

    def solved(right):
        done.clear()
        with executor_context(None, Finished(tmp_path)):
            return solve_system(a, right)

    right = [[v * (long + i) for v in row] for i, row in enumerate(b)]
    assert same(solved(right), solve_system(a, right)) and done
    assert same(solved(right), solve_system(a, right)) and not done
    other = [[right[0][0] + 1], *right[1:]]
    assert same(solved(other), solve_system(a, other)) and done
