"""The work in a child process: how it ends, and what is shown of it on standard error."""

from __future__ import annotations

import fcntl
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from functools import partial

import pytest

from exactbox.commands.terminal import progress_bar as module
from exactbox.commands.terminal import supervision
from exactbox.commands.terminal.progress_bar import Display, progress_bar
from exactbox.progress import Notice, report
from tests import ROOT

IN_C = "import hashlib; hashlib.pbkdf2_hmac('sha256', b'', b'', 10**9)"  # for minutes


def started(work, **more):
    """A process that does this work, supervised; it has said so when this returns."""
    code = f"""if True:
        import os, sys, time
        from exactbox.commands.terminal.supervision import supervised
        def work():
            print("begun", flush=True)
            {work}
            return 0
        sys.exit(supervised(work, "prog"))"""
    child = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **more,
    )
    assert child.stdout is not None and child.stdout.readline() == "begun\n"
    return child


def ended(child):
    """How it has ended, and the rest of what it has written."""
    out, err = child.stdout.read(), child.stderr.read()
    child.stdout.close()
    child.stderr.close()
    return child.wait(30), out, err


@pytest.mark.parametrize(
    "work, outcome",
    [
        ("return 7", (7, "", "")),
        ("sys.exit(2)", (2, "", "")),
        ("print('said')", (0, "said\n", "")),
    ],
)
def test_the_exit_code_and_the_output_are_the_childs(work, outcome):
    assert ended(started(work)) == outcome


def test_a_mistake_of_the_program_has_its_traceback():
    code, _, err = ended(started("raise KeyError('x')"))
    assert code == 1 and err.count("Traceback") == 1 and "KeyError: 'x'" in err


def test_a_child_that_is_killed_is_not_taken_for_done():
    code, _, err = ended(started("os.kill(os.getpid(), 9)"))
    assert (code, err) == (137, "prog: the work has been ended: Killed; was there enough memory?\n")


def test_what_is_ignored_stays_so():
    """As of a job in the background of a script, or under nohup."""
    child = started("time.sleep(0.3)", preexec_fn=ignore_both)
    child.send_signal(signal.SIGINT)
    child.send_signal(signal.SIGHUP)
    assert ended(child) == (0, "", "")


def ignore_both():
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)


def test_a_termination_is_passed_on():
    child = started("time.sleep(60)")
    child.send_signal(signal.SIGTERM)
    assert ended(child) == (143, "", "")


def test_an_interrupt_ends_work_in_c():
    child = started(IN_C)
    time.sleep(0.2)  # so that it is in C
    child.send_signal(signal.SIGINT)
    assert ended(child) == (130, "", "interrupted\n")


def test_work_in_c_ends_after_its_time_and_what_is_known_is_said():
    begun = """from exactbox.commands.terminal.progress_bar import progress_bar
            from exactbox.commands.terminal.supervision import end_after
            from exactbox.progress import Known, report
            end_after(1)
            with progress_bar("lp"):
                report(Known("a feasible point has the value 3"), 0, 0)
                report("exact pivots", 37, 0)
                import hashlib; hashlib.pbkdf2_hmac('sha256', b'', b'', 10**9)"""
    why = "not done in 1 s (--max-seconds): lp: exact pivots 37; a feasible point has the value 3"
    assert ended(started(begun)) == (3, "", f"prog: {why}\n")


def test_work_that_ends_in_time_is_as_without_a_limit():
    work = "from exactbox.commands.terminal.supervision import end_after; end_after(60); return 7"
    assert ended(started(work)) == (7, "", "")


def test_a_limit_needs_a_process_that_can_be_ended():
    with pytest.raises(ValueError, match="--max-seconds needs a process that can be ended"):
        supervision.end_after(1)


@pytest.mark.slow
def test_an_interrupt_ends_flint_and_leaves_no_file(tmp_path):
    """Dixon lifting of 400 unknowns of 200 bits, for which FLINT takes a minute."""
    import random

    rng = random.Random(1)
    for name, columns in (("a.mtx", 400), ("b.mtx", 1)):
        entries = "\n".join(str(rng.getrandbits(200)) for _ in range(400 * columns))
        head = "%%MatrixMarket matrix array integer general"
        (tmp_path / name).write_text(f"{head}\n400 {columns}\n{entries}\n")
    words = ["linsolve", "a.mtx", "b.mtx", "--method", "dixon", "--certificate", "x.json"]
    child = subprocess.Popen(
        [sys.executable, "-m", "exactbox", *words],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with pytest.raises(subprocess.TimeoutExpired):
        child.wait(5)
    child.send_signal(signal.SIGINT)
    assert ended(child) == (130, "", "interrupted\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.mtx", "b.mtx"]


@pytest.mark.skipif(sys.platform != "linux", reason="prctl is Linux's")
def test_a_parent_that_is_killed_takes_its_child_with_it():
    reading, writing = os.pipe()
    child = started("time.sleep(60)", pass_fds=[writing])
    os.close(writing)
    child.kill()
    child.communicate(timeout=30)
    assert os.read(reading, 1) == b""  # once nobody is left who could write
    os.close(reading)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_child_that_is_ended_while_it_writes_leaves_the_older_file_alone(tmp_path, number):
    """When the temporary file is there; of what the system kills the parent removes it."""
    (tmp_path / "file").write_bytes(b"old")
    code = f"""if True:
        import os, signal, sys
        from exactbox.commands.terminal.supervision import supervised
        from exactbox.files import write
        def end(descriptor):
            assert len(os.listdir()) == 2
            os.kill(os.getpid(), {int(number)})
        os.fsync = end
        sys.exit(supervised(lambda: write("file", b"new") or 0, "prog"))"""
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True)
    assert done.returncode == 128 + number and done.stderr.count(b"\n") == 1
    assert os.listdir(tmp_path) == ["file"] and (tmp_path / "file").read_bytes() == b"old"


def test_what_python_drops_of_an_interrupt_is_not_said(capsys):
    class Unraisable:
        exc_type, exc_value, exc_traceback = KeyboardInterrupt, KeyboardInterrupt(), None
        err_msg, object = None, None

    supervision._without_interrupts(Unraisable())
    assert capsys.readouterr().err == ""


def test_what_a_library_raises_because_of_an_interrupt_is_an_interrupt(capsys, monkeypatch):
    from exactbox import cli

    def fail(*_):
        raise ImportError("a module has not been loaded")

    monkeypatch.setattr(supervision, "interrupted", True)
    monkeypatch.setattr(cli, "_command", fail)
    assert cli.main(["check", "any.json"]) == 130
    assert capsys.readouterr() == ("", "interrupted\n")


def watched(code, interrupt_after=None):
    """The exit code that a parent in this process returns for a child that runs this."""
    reports, sending = os.pipe()
    answers, answering = os.pipe()
    child = subprocess.Popen(
        [sys.executable, "-c", f"import os, time; sending, answers = {sending}, {answers}; {code}"],
        pass_fds=[sending, answers],
    )
    os.close(sending)
    os.close(answers)
    if interrupt_after is not None:
        threading.Timer(interrupt_after, os.kill, [os.getpid(), signal.SIGINT]).start()
    try:
        return supervision._Parent(child.pid, reports, answering, "prog").wait()
    finally:
        child.returncode = 0  # it has been waited for
        os.close(reports)
        os.close(answering)


def test_the_parent_shows_what_the_child_sends_and_answers_when_that_is_gone(capsys):
    code = watched(
        """os.write(sending, b'{"work": "w", "stage": "s", "done": 1, "total": 2}\\n{"say": "wo')
os.write(sending, b'rd"}\\n{"close": true}\\n')
os.read(answers, 1) == b"." or os._exit(1)
os._exit(5)"""
    )
    assert (code, capsys.readouterr().err) == (5, "prog: word\n")


def test_the_parent_kills_a_child_that_does_not_heed_an_interrupt(capsys, monkeypatch):
    monkeypatch.setattr(supervision, "GRACE", 0.05)
    code = "import signal; signal.signal(2, signal.SIG_IGN); time.sleep(60)"
    assert watched(code, interrupt_after=0.2) == 130
    assert capsys.readouterr().err == "interrupted\n"


def test_the_parent_says_how_a_child_was_ended(capsys):
    assert watched("os.kill(os.getpid(), 11)") == 128 + 11
    assert capsys.readouterr().err == "prog: the work has been ended: Segmentation fault\n"


def test_the_childs_display_waits_until_it_is_gone():
    reports, sending = os.pipe()
    answers, answering = os.pipe()
    os.write(answering, b"..")
    send = partial(supervision._send_message, sending, answers)
    send(say="word")
    send(close=True)
    assert os.read(reports, 99) == b'{"say": "word"}\n{"close": true}\n'
    assert os.read(answers, 2) == b"."
    os.close(reports)
    send(say="nobody hears it")
    for fd in (sending, answers, answering):
        os.close(fd)


def test_only_the_first_interrupt_counts(monkeypatch):
    monkeypatch.setattr(supervision, "interrupted", False)  # and is what it was afterwards
    before = signal.getsignal(signal.SIGINT)
    try:
        with pytest.raises(KeyboardInterrupt):
            supervision._interrupt_once(signal.SIGINT, None)
        os.kill(os.getpid(), signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


def test_without_fork_the_work_is_done_here(monkeypatch):
    monkeypatch.delattr(os, "fork")
    assert supervision.supervised(lambda: 7, "prog") == 7


# The display --------------------------------------------------------------------------------------


@pytest.fixture
def clock(monkeypatch):
    """Seconds, moved by hand."""
    now = [0.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    return now


def test_without_a_terminal_long_work_says_a_line_now_and_then(capsys, clock):
    display = Display("prog")
    display.tick()
    display.receive(work="solve", stage="", done=0, total=0)
    clock[0] = 9.9
    display.tick()
    assert capsys.readouterr().err == ""
    clock[0] = 10
    display.tick()
    assert capsys.readouterr().err == "prog: solve, after 10 s\n"
    clock[0] = 19
    display.receive(work="solve", stage="exact values", done=2000, total=3000)
    assert capsys.readouterr().err == ""
    clock[0] = 21
    display.tick()
    assert capsys.readouterr().err == "prog: solve: exact values 2,000 of 3,000, after 21 s\n"
    display.close()
    clock[0] = 1000
    display.tick()
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("elsewhere", [None, Display("exactbox").receive])
def test_work_that_goes_on_after_a_part_of_it_has_not_begun_anew(
    elsewhere, clock, capsys, monkeypatch
):
    """The seconds are those since it began, in one display, which may be another process's."""
    monkeypatch.setattr(module, "_elsewhere", elsewhere)
    with progress_bar("certify"):
        clock[0] = 15
        with progress_bar("check"):
            clock[0] = 20
            report("reading", 5, 9)
        clock[0] = 41
        report("exact values", 2, 3)
    assert capsys.readouterr().err.splitlines()[1:] == [
        "exactbox: certify: exact values 2 of 3, after 41 s"
    ]


def test_what_has_to_be_read_has_a_line_of_its_own(capsys):
    with progress_bar("solve"):
        report(Notice("this will take a minute"), 0, 0)
        report("steps", 1, 2)
        report(Notice("this will take a minute"), 0, 0)
    assert capsys.readouterr().err == "exactbox: this will take a minute\n"


def test_reports_that_come_too_often_are_left_out(clock, monkeypatch):
    sent = []
    monkeypatch.setattr(module, "_elsewhere", lambda **message: sent.append(message))
    with progress_bar("solve"):
        for k in range(1000):
            clock[0] += 0.001
            report("steps", k, 1000)
        report("check", 1, 1)
    shown = [message for message in sent if "stage" in message]
    assert 10 <= len(shown) <= 14 and shown[-1]["stage"] == "check" and sent[-1] == {"close": True}


def on_terminal(code):
    """What a terminal of 80 columns shows of a program."""
    fd, terminal = pty.openpty()
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    child = subprocess.Popen(
        [sys.executable, "-c", code], stdin=terminal, stdout=terminal, stderr=terminal
    )
    os.close(terminal)
    shown = b""
    while True:
        try:
            found = os.read(fd, 65536)
        except OSError:  # Linux, when the child has ended
            break
        if not found:
            break
        shown += found
    os.close(fd)
    assert child.wait(30) == 0
    return shown.decode()


@pytest.mark.slow
def test_a_bar_moves_on_a_terminal_while_a_library_works():
    """Two seconds in C; the bar is gone when the result is printed."""
    shown = on_terminal(
        """if True:
        import ctypes, sys
        from exactbox.commands.terminal.progress_bar import progress_bar
        from exactbox.commands.terminal.supervision import supervised
        from exactbox.progress import Notice, report
        def work():
            with progress_bar("solve"):
                report("exact values", 2, 8)
                ctypes.PyDLL(None).sleep(2)
                report(Notice("a word"), 0, 0)
            print("the result")
            return 0
        sys.exit(supervised(work, "prog"))"""
    )
    assert shown.count("solve: exact values") >= 4 and " 2/8 " in shown
    assert "\rprog: a word\r\n" in shown and shown.endswith("\rthe result\r\n")


def test_a_bar_without_an_end_shows_the_time():
    shown = on_terminal(
        """if True:
        from exactbox.commands.terminal import progress_bar
        progress_bar._FIRST_BAR = 0
        display = progress_bar.Display("prog")
        display.receive(work="solve", stage="prefixes", done=5, total=0)
        display.tick()
        display.close()"""
    )
    assert "solve: prefixes 00:0" in shown
