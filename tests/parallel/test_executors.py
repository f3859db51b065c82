"""Parts of long work: threads, processes and Dask do the same, and who dies costs no answer."""

from __future__ import annotations

import logging
import os
import pickle
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from threading import Event, Thread

import pytest

from exactbox import TooLargeError, cli, flip, linsolve, reach, total_until_end, using
from exactbox.mdp.exact import memory_estimate
from exactbox.mdp.objectives.total_until_end import equations_until_end
from exactbox.parallel import (
    Finished,
    Jobs,
    Task,
    WorkerDied,
    cluster,
    current,
    executor_context,
    memory,
    memory_limit,
    results,
    worker,
)
from exactbox.parallel.dask_cluster import _LOGGERS
from tests.models import haddad_monmege
from tests.parallel.tasks import (
    dies,
    dies_once,
    handed_on,
    meets,
    prints,
    refused,
    squared,
    unreadable,
    waits,
)


def nothing(notes):
    """The arguments of a part without any."""
    return ()


def tasks(n, function=squared):
    """The last ones are the largest."""
    return [Task(f"part {k}", k, function, lambda notes, k=k: (k,)) for k in range(n)]


@pytest.fixture(scope="module")
def jobs():
    with Jobs(2) as executor:
        yield executor


@pytest.fixture(scope="module")
def dask():
    """A cluster of two workers, which takes a second."""
    pytest.importorskip("distributed")
    with cluster("local:2") as executor:
        yield executor


@pytest.fixture(params=["nobody", "threads", "processes", "dask"])
def executor(request):
    if request.param == "nobody":
        yield None
    elif request.param == "threads":
        with ThreadPoolExecutor(2) as threads:
            yield threads
    else:
        yield request.getfixturevalue({"processes": "jobs", "dask": "dask"}[request.param])


class AtOnce(Executor):
    """Does what it gets when it gets it, and knows how much that was."""

    _max_workers = 1

    def __init__(self):
        self.names, self.futures = [], []

    def submit(self, fn, /, *args, **kwargs):
        future = Future()
        future.set_result(fn(*args, **kwargs))
        self.names.append(args[1])
        self.futures.append(future)
        return future


# Whoever works ------------------------------------------------------------------------------------


def test_parts_return_the_same_whoever_works(executor):
    with executor_context(executor):
        assert dict(results(tasks(7))) == {k: k * k for k in range(7)}


def test_what_a_part_raises_names_it(executor):
    with executor_context(executor), pytest.raises(ValueError, match="1 is refused") as found:
        list(results([*tasks(1), Task("the bad one", 9, refused, lambda notes: (1,))]))
    assert found.value.__notes__[-1] == "the bad one"


def test_inside_of_a_part_nobody_is_handed_anything(executor):
    with executor_context(executor):
        assert list(results([Task("a part", 1, handed_on, nothing)])) == [(0, True)]
        assert current() is executor


def test_an_answer_is_the_same_whoever_works(executor):
    game = flip(3)
    assert (
        total_until_end(game, executor=executor).certificate()
        == total_until_end(game).certificate()
    )
    assert reach(haddad_monmege(3), "target", "max", executor=executor).value == 1 / 2


def test_the_largest_parts_come_first_and_few_at_once():
    executor, sizes = AtOnce(), [3, 1, 4, 1, 5]
    parts = [Task(str(n), n, squared, lambda notes, n=n: (n,)) for n in sizes]
    with executor_context(executor):
        found = results(parts)
        next(found)
        assert len(executor.names) == 2  # one to work on, one that waits
        list(found)
    assert executor.names == [(5,), (4,), (3,), (1,), (1,)]


def test_who_stops_asking_cancels_what_waits():
    with ThreadPoolExecutor(1) as executor, executor_context(executor):
        found = results([Task(str(k), 1, time.sleep, lambda notes: (0.01,)) for k in range(9)])
        next(found)
        found.close()
        assert executor.submit(squared, 2).result() == 4


def test_only_an_executor_works():
    with pytest.raises(TypeError, match=r"executor is a int, need a concurrent\.futures\.Executor"):
        total_until_end(flip(2), executor=2)


def test_a_client_of_dask_is_told_where_its_executor_is(dask):
    with pytest.raises(TypeError, match="; Dask's client has get_executor"):
        total_until_end(flip(2), executor=dask._client)


def test_a_part_that_is_finished_is_not_done_again(tmp_path):
    def part(returned):
        def done():
            if returned is None:
                raise AssertionError("it was done again")
            return bytes(returned)

        return Task("a part", 1, done, nothing, key="0a")

    with executor_context(None, Finished(tmp_path)):
        ((_, first),) = results([part(b"long")])
        ((_, again),) = results([part(None)])
    assert bytes(first) == bytes(again) == b"long"
    (file,) = tmp_path.iterdir()
    for damaged in (b"", file.read_bytes()[1:]):
        file.write_bytes(damaged)
        with executor_context(None, Finished(tmp_path)):
            ((_, repaired),) = results([part(b"long")])
        assert bytes(repaired) == b"long"


@pytest.mark.parametrize("when", ["submitted", "done"])
def test_an_executor_that_breaks_is_an_error_that_names_the_part(when):
    class Broken(Executor):
        def submit(self, fn, /, *args, **kwargs):
            future = Future()
            future.set_exception(BrokenExecutor("terminated abruptly"))
            return future if when == "done" else future.result()

    said = "part [012]: its worker has ended: terminated abruptly"
    with executor_context(Broken()), pytest.raises(WorkerDied, match=said):
        list(results(tasks(3)))


# Processes ----------------------------------------------------------------------------------------


def test_a_process_that_dies_costs_its_part_once(jobs, tmp_path):
    deadly = Task("deadly", 9, dies_once, lambda notes: (str(tmp_path / "marker"), "alive"))
    with executor_context(jobs):
        assert dict(results([deadly, *tasks(3)])) == {0: "alive", 1: 0, 2: 1, 3: 4}


def test_what_processes_die_of_twice_is_named(jobs):
    with (
        executor_context(jobs),
        pytest.raises(WorkerDied, match="deadly: its worker has ended: exit code 7"),
    ):
        list(results([Task("deadly", 1, dies, nothing)]))
    assert jobs.submit(squared, 3).result() == 9


def test_what_cannot_be_sent_or_read_is_an_error_and_no_more(jobs):
    with pytest.raises(TypeError, match="cannot pickle 'generator' object"):
        jobs.submit(list, (x for x in "no")).result()
    with pytest.raises(TypeError, match="missing 1 required positional argument"):
        jobs.submit(unreadable).result()
    assert jobs.submit(prints, "not an answer\n").result() == "not an answer\n"


def test_functions_of_the_script_are_refused(jobs):
    def mine():
        pass

    mine.__module__ = "__main__"
    with pytest.raises(TypeError, match="mine is of the script that runs, need a function of a mo"):
        jobs.submit(mine)


def test_ended_processes_take_nothing():
    with pytest.raises(ValueError, match="0 workers, need at least 1"):
        Jobs(0)
    executor = Jobs(1)
    executor.shutdown(cancel_futures=True)
    with pytest.raises(RuntimeError, match="these workers have been ended"):
        executor.submit(squared, 1)


def test_processes_are_started_as_there_is_work_for_them():
    with Jobs(1000) as executor:
        assert executor._crew.workers == []
        with executor_context(executor):
            assert dict(results(tasks(200))) == {k: k * k for k in range(200)}
        assert 1 <= len(executor._crew.workers) < 20 * os.cpu_count()


def test_parts_that_wait_have_a_process_each(tmp_path):
    with Jobs(3) as executor:
        futures = [executor.submit(meets, str(tmp_path), 3) for _ in range(3)]
        assert [future.result(60) for future in futures] == [3, 3, 3]


def test_an_error_ends_processes_at_once(tmp_path):
    began = time.monotonic()
    with pytest.raises(ZeroDivisionError), Jobs(1) as executor:
        running, waiting = (executor.submit(waits, str(tmp_path)) for _ in range(2))
        while not [*tmp_path.iterdir()]:
            time.sleep(0.01)
        raise ZeroDivisionError
    assert time.monotonic() - began < 30 and waiting.cancelled()
    with pytest.raises(BrokenExecutor, match="it was told to"):
        running.result()
    (process,) = tmp_path.iterdir()
    with pytest.raises(ProcessLookupError):
        os.kill(int(process.name), 0)


def test_a_worker_reads_calls_until_there_are_no_more():
    """What processes do, in this one."""
    calls, answers = BytesIO(), BytesIO()
    for call in ((squared, (3,), {}), (refused, (1,), {}), (_raises_unsendable, (), {})):
        pickle.dump(call, calls)
    calls.write(b"\x80\x04cno.such.module\nname\n.")
    calls.seek(0)
    worker.serve(calls, answers)
    answers.seek(0)
    found = [pickle.load(answers) for _ in range(4)]
    kinds = [worker.RETURNED, worker.RAISED, worker.RAISED, worker.UNREADABLE]
    assert [kind for kind, _ in found] == kinds
    assert found[0][1] == 9 and "refused" in found[1][1].__notes__[0]
    assert repr(found[2][1]) == "RuntimeError('ValueError: a')"
    worker.serve(BytesIO(), answers)


def _raises_unsendable():
    error = ValueError("a")
    error.rest = (x for x in "no")
    raise error


SCRIPT = """
from exactbox.parallel import Jobs
with Jobs(1) as executor:
    print(executor.submit(abs, -5).result())
"""


def test_a_script_need_not_be_written_for_it_and_may_be_standard_input():
    done = subprocess.run(
        [sys.executable, "-W", "error", "-"], input=SCRIPT, capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == ("5\n", "")


PROGRAM = """
import sys
from exactbox import cli
from exactbox.commands.proofs import certify
from exactbox.commands.terminal import supervision
from exactbox.parallel import Task, results
from tests.parallel.tasks import waits

def run(arguments):
    parts = [Task(str(k), 1, waits, lambda notes: (sys.argv[1],)) for k in range(5)]
    return len(list(results(parts)))

certify.run_flip = run
asked = ["certify", "flip", "--faces", "2", *sys.argv[2:]]
sys.exit(supervision.supervised(lambda: cli.main(asked), "exactbox"))
"""


def alive(session):
    """The processes of a session that have not ended."""
    found = []
    for name in filter(str.isdecimal, os.listdir("/proc")):
        with suppress(OSError):
            state, _, _, of, *_ = Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()
            if int(of) == session and state not in "ZX":
                found.append(name)
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="the system ends workers with who started them")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize(
    "asked", [("--jobs", "2"), pytest.param(("--dask", "local:2"), marks=pytest.mark.slow)]
)
def test_workers_end_with_the_program(asked, number, tmp_path):
    """By an interrupt, which the terminal sends to all processes; and where it is killed."""
    command = [sys.executable, "-c", PROGRAM, str(tmp_path), *asked]
    errors = subprocess.PIPE
    (tmp_path / "temporary").mkdir()  # what Dask's workers keep is there, if they are killed
    environment = {**os.environ, "TMPDIR": str(tmp_path / "temporary")}
    with subprocess.Popen(
        command, start_new_session=True, stderr=errors, text=True, env=environment
    ) as program:
        while len([*tmp_path.iterdir()]) < 3 and program.poll() is None:
            time.sleep(0.01)
        if number == signal.SIGINT:
            os.killpg(program.pid, number)
        else:
            program.send_signal(number)
        _, said = program.communicate()
        # twice where ending takes so long, on a busy machine, that it is ended by force
        assert {*said.splitlines()} == ({"interrupted"} if number == signal.SIGINT else set())
        assert program.returncode == (130 if number == signal.SIGINT else -number)
    end = time.monotonic() + 10
    while alive(program.pid) and time.monotonic() < end:
        time.sleep(0.01)
    assert alive(program.pid) == []


# Dask ---------------------------------------------------------------------------------------------


def test_a_worker_of_dask_that_dies_costs_no_answer(dask, tmp_path):
    deadly = Task("deadly", 9, dies_once, lambda notes: (str(tmp_path / "marker"), "alive"))
    with executor_context(dask):
        assert dict(results([deadly, *tasks(3)])) == {0: "alive", 1: 0, 2: 1, 3: 4}


def test_what_workers_of_dask_die_of_again_and_again_is_named(dask):
    with (
        executor_context(dask),
        pytest.raises(WorkerDied, match="deadly: its worker has ended: as did those"),
    ):
        list(results([Task("deadly", 1, dies, nothing)]))


def test_what_is_large_is_sent_without_a_warning(dask):
    with executor_context(dask):
        assert list(results([Task("large", 1, len, lambda notes: (bytes(11 << 20),))])) == [
            (0, 11 << 20)
        ]


@pytest.mark.parametrize("address", ["local:0", "local:", "local:x", "local:1001"])
def test_addresses_of_no_workers_are_refused(address):
    pytest.importorskip("distributed")
    with pytest.raises(ValueError, match="need local:N with N workers"), cluster(address):
        pass


def test_where_no_scheduler_answers_this_is_said(monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr(sys.modules[cluster.__module__], "_MAX_ANSWER_SECONDS", 0.1)
    before = [logging.getLogger(name).level for name in _LOGGERS]
    said = "no scheduler of Dask answers at 127.0.0.1:1: Timed out"
    with pytest.raises(OSError, match=said), cluster("127.0.0.1:1"):
        pass
    assert [logging.getLogger(name).level for name in _LOGGERS] == before


def test_without_dask_it_is_said_what_installs_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ImportError, match=r"pip install 'exactbox\[dask\]'"), cluster("local:1"):
        pass


# Memory -------------------------------------------------------------------------------------------


def test_a_limit_of_memory_is_known_inside():
    assert memory_limit() == memory.physical_memory() > memory.used_memory() > 1 << 20
    with executor_context(None, memory=1000):
        assert memory_limit() == 1000
        with executor_context(None):
            assert memory_limit() > 1000


def test_where_the_system_does_not_tell_its_memory_a_size_is_assumed(monkeypatch):
    monkeypatch.delattr(memory.os, "sysconf")
    assert memory.physical_memory() <= 1 << 34
    assert memory.used_memory() == 0


def test_what_a_group_of_processes_may_use_is_the_memory(monkeypatch, tmp_path):
    (tmp_path / "cgroup").write_text("4:memory:/mine\n3:cpu:/other\n0::/\n")
    (tmp_path / "mine").mkdir()
    (tmp_path / "memory.max").write_text("max\n")
    (tmp_path / "mine" / "memory.max").write_text("5000000\n")
    monkeypatch.setattr(memory, "_GROUPS", str(tmp_path / "cgroup"))
    monkeypatch.setattr(memory, "_GROUP_LIMITS", (f"{tmp_path}{{}}/memory.max",))
    memory._limits.cache_clear()
    try:
        assert memory.physical_memory() == 5_000_000
    finally:
        memory._limits.cache_clear()


@pytest.mark.parametrize("faces", [5, 6])
def test_how_long_values_are_is_told_within_about_a_factor_of_two(faces):
    """From the blocks of a policy's system, before it is solved."""
    game = flip(faces)
    answer = total_until_end(game)
    equations = equations_until_end(game, game.rewards["turns"])
    matrix, _, _ = equations.system(answer.policy + game.action_start[:-1])
    x = answer.values.x
    found = sum(int(x.parts(k)[0]).bit_length() for k in range(len(x))) / 8
    assert found < memory_estimate.numerator_bytes(matrix) < 2.2 * found


def test_what_does_not_fit_into_memory_is_refused():
    game = flip(5)
    with executor_context(None, memory=1 << 20), pytest.raises(TooLargeError) as found:
        total_until_end(game)
    said = r"to find a policy among 40,921 actions would take about .* MiB of memory, and 1\.0 MiB "
    assert re.match(said, str(found.value)) and str(found.value).endswith("proved bounds")
    policy = total_until_end(game).policy + game.action_start[:-1]
    matrix, _, _ = equations_until_end(game, game.rewards["turns"]).system(policy)
    with executor_context(None, memory=1 << 20), pytest.raises(TooLargeError) as found:
        memory_estimate.require_memory_for_system(matrix)
    said = "the exact values and their proof would take about .* MiB of memory, and 1.0 MiB may be "
    assert re.match(said, str(found.value))


# The command line ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--jobs", "0"], "argument --jobs: found 0, need 1 to 1,000"),
        (["--jobs", "2", "--dask", "x"], "give --jobs or --dask: work is done here or by a clust"),
        (["--max-memory", "8X"], "argument --max-memory: found '8X', need a size: 8G, 500M, 1.5T"),
        (["--max-memory", "0G"], "argument --max-memory: found '0G', need a size"),
        (["--dask", "foo"], "no scheduler of Dask answers at foo: missing port number"),
    ],
)
def test_workers_that_there_are_not_are_refused_in_a_line(options, said, capsys):
    if "foo" in options:
        pytest.importorskip("distributed")
    try:
        code = cli.main(["certify", "flip", "--faces", "2", *options])
    except SystemExit as error:
        code = error.code
    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1) and said in err


def test_a_command_keeps_its_parts_and_answers_the_same(tmp_path, capsys):
    asked = ["certify", "flip", "--faces", "2"]
    assert cli.main(asked) == 0
    alone = capsys.readouterr()
    more = ["--jobs", "2", "--parts", str(tmp_path / "parts"), "--max-memory", "1.5GiB"]
    assert cli.main([*asked, *more]) == 0
    assert capsys.readouterr() == alone
    assert (tmp_path / "parts").is_dir()


def test_a_worker_that_dies_is_said_in_a_line(monkeypatch, capsys):
    def run(arguments):
        return len(list(results([Task("deadly", 1, dies, nothing)])))

    monkeypatch.setattr("exactbox.commands.proofs.certify.run_flip", run)
    assert cli.main(["certify", "flip", "--faces", "2", "--jobs", "2"]) == 3
    said = "exactbox: deadly: its worker has ended: exit code 7\n"
    assert capsys.readouterr().err == said


@pytest.mark.slow
def test_a_worker_of_dask_killed_in_the_middle_changes_no_byte(dask):
    """The certificate of 14 cards, 26 MB."""
    game = flip(7)
    expected = total_until_end(game).certificate()
    killed = Event()

    def kill():
        if not killed.wait(0.3):
            (victim, *_) = dask._client.run(os.getpid).values()
            os.kill(victim, signal.SIGKILL)
            killed.set()

    thread = Thread(target=kill)
    thread.start()
    assert total_until_end(game, executor=dask).certificate() == expected
    thread.join()
    assert killed.is_set()


# Context ------------------------------------------------------------------------------------------


def test_a_context_has_the_executor_progress_and_memory_of_all_inside():
    told, limit = [], memory_limit()
    with ThreadPoolExecutor(1) as executor, using(executor=executor, memory=1 << 40):
        with using(progress=lambda *step: told.append(step)):  # the rest stays
            assert current() is executor and memory_limit() == 1 << 40
            total_until_end(flip(2))
        first = len(told)
        total_until_end(flip(2))
    assert len(told) == first > 0  # of the first one alone
    assert current() is None and memory_limit() == limit


def test_a_call_tells_whom_it_names_and_nobody_else():
    outside, inside = [], []
    with using(progress=lambda *step: outside.append(step)):
        total_until_end(flip(2), progress=lambda *step: inside.append(step))
    assert inside and not outside


def test_the_steps_of_a_matrix_are_told_to_those_who_name_them():
    steps, stages = [], []
    with using(progress=lambda *step: stages.append(step)):
        linsolve([[2, 1], [1, 3]], [1, 1], progress=lambda *step: steps.append(step))
    assert steps == [(2, 2)] and not stages


def test_what_is_no_executor_is_refused_by_the_context():
    with pytest.raises(TypeError, match="executor is a int"), using(executor=2):
        pass
