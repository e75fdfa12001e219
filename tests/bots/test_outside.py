"""Bots from outside: whatever a program does, it loses only its own decisions."""

from __future__ import annotations

import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from conurb import bots, games
from conurb.bots.outside import Fault, OutsideBot, Program, undisturbed
from conurb.kernel import BadOption

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = f"{sys.executable} {ROOT / 'examples' / 'line_bot.py'}"
PATIENCE = 60.0  # seconds; a good program must not fail on a busy machine
HURRY = 0.3


def python(code: str) -> str:
    return f'{sys.executable} -c "{code}"'


LOOP = "import sys, json\nfor line in sys.stdin: "
ANSWER_FIRST = "print(json.dumps(dict(action=json.loads(line)['view']['legal'][0]['action'])), flush=True)"
BAD = {
    "no JSON": (python(LOOP + "print(1, 2, flush=True)"), PATIENCE, "no JSON"),
    "an illegal action": (python(LOOP + "print(json.dumps(dict(action=-5)), flush=True)"), PATIENCE, "no legal action"),
    "a greeting": (
        python("import sys, json; print('hello', flush=True)\n" + LOOP.partition("\n")[2] + ANSWER_FIRST),
        PATIENCE,
        "hello",
    ),
    "a list": (python(LOOP + "print([0], flush=True)"), PATIENCE, "no JSON object"),
    "truth as a number": (python(LOOP + "print('{}', flush=True)"), PATIENCE, "no legal action"),
    "a crash": (python("import sys; sys.stdin.readline(); sys.exit(3)"), PATIENCE, "exit status 3"),
    "gone before it is asked": (python("import sys; sys.exit(3)"), PATIENCE, "exit status 3"),
    "silence": (python("import time; time.sleep(600)"), HURRY, "no answer in 0.3 seconds"),
    "silence of a program it has started": ("sh -c 'sleep 600 & wait'", HURRY, "no answer in 0.3 seconds"),
    "closed output": (python("import os, time; os.close(1); time.sleep(600)"), PATIENCE, "has closed its output"),
    "a line without end": (python(LOOP + "\n while True: print('x' * 65536, end='')"), PATIENCE, "no JSON: 'xxx"),
    "no program": ("there-is-no-such-program", PATIENCE, "does not start"),
}


def test_the_example_plays_a_whole_game() -> None:
    state = games.get("between-two-cities").new(2, seed=1)
    bot = OutsideBot(EXAMPLE, PATIENCE, seed=1)
    other = bots.get("random", 1)
    try:
        while (seat := int(state.next_seat())) >= 0:
            state.apply(seat, (bot if seat == 0 else other).choose(state.view(seat)))
    finally:
        bot.close()
    assert bot.faults == []


def test_an_answer_may_be_in_notation() -> None:
    state = games.get("between-two-cities").new(2, seed=1)
    text = state.text(0, state.legal(0)[3])
    bot = OutsideBot(python(LOOP + f"print(json.dumps(dict(text='{text}')), flush=True)"), PATIENCE)
    assert bot.choose(state.view(0)) == state.legal(0)[3]
    assert bot.faults == []
    bot.close()


@pytest.mark.parametrize("name", BAD)
def test_a_bad_program_loses_its_decision_and_no_more(name: str) -> None:
    command, limit, complaint = BAD[name]
    view = games.get("between-two-cities").new(2, seed=1).view(0)
    bot = OutsideBot(command, limit, seed=4)
    try:
        for number in (1, 2):  # the second time it is started anew where that is needed
            assert bot.choose(view) == bots.get("greedy", 4).choose(view)
            assert len(bot.faults) == number
            assert complaint in bot.faults[-1]
    finally:
        bot.close()


def test_a_program_that_writes_too_much_is_started_anew() -> None:
    """A second line to the first question must not be taken for the answer to the second question."""
    state = games.get("between-two-cities").new(2, seed=1)
    first, last = state.legal(0)[0], state.legal(0)[-1]
    lines = f"print(json.dumps(dict(action={last})), flush=True); print(json.dumps(dict(action={first})), flush=True)"
    bot = OutsideBot(python(LOOP + lines), PATIENCE, seed=4)
    try:
        assert bot.choose(state.view(0)) == last
        end = time.monotonic() + PATIENCE
        while bot._program is not None and bot._program._answers.empty():
            assert time.monotonic() < end
            time.sleep(0.01)
        assert bot.choose(state.view(0)) == bots.get("greedy", 4).choose(state.view(0))
        (fault,) = bot.faults
        assert "out of step" in fault
        assert bot.choose(state.view(0)) == last
        assert len(bot.faults) == 1
    finally:
        bot.close()


def test_what_nobody_reads_fills_no_memory() -> None:
    """While others think, a program may write for as long as it likes."""
    program = Program(shlex.split(python("while True: print(1)")))
    try:
        time.sleep(HURRY)
        assert program._answers.qsize() <= 1
        with pytest.raises(Fault, match="nobody asked for"):
            program.ask("{}", PATIENCE)
    finally:
        program.end()


def test_what_is_written_before_the_question_is_out_is_no_answer_to_it() -> None:
    """The question is longer than a pipe holds and the program does not read it, so it cannot have seen the end."""
    program = Program([sys.executable, "-c", "import time; print({}, flush=True); time.sleep(600)"])
    try:
        with pytest.raises(Fault, match="out of step"):
            program.ask("x" * 1_000_000, PATIENCE)
    finally:
        program.end()


def test_who_answers_by_number_is_never_taken_at_an_earlier_answer() -> None:
    """The second line for a question comes when the next question is out already."""
    state = games.get("between-two-cities").new(2, seed=1)
    first, last = state.legal(0)[0], state.legal(0)[-1]
    code = (
        "import sys, json\n"
        "for line in sys.stdin:\n"
        f"  q = json.loads(line); print(json.dumps(dict(id=q['id'], action={last})), flush=True)\n"
        f"  sys.stdin.readline(); print(json.dumps(dict(id=q['id'], action={first})), flush=True)"
    )
    bot = OutsideBot(python(code), PATIENCE, seed=4)
    try:
        assert bot.choose(state.view(0)) == last
        assert bot.choose(state.view(0)) == bots.get("greedy", 4).choose(state.view(0))
        (fault,) = bot.faults
        assert "out of step: this is no answer to question 2" in fault
        assert bot.choose(state.view(0)) == last, "started anew"
    finally:
        bot.close()


def test_a_wrong_answer_by_number_is_in_step() -> None:
    view = games.get("between-two-cities").new(2, seed=1).view(0)
    wrong = "print(json.dumps(dict(id=json.loads(line)['id'], action=-5)), flush=True)"
    bot = OutsideBot(python(LOOP + wrong), PATIENCE)
    try:
        bot.choose(view)
        program = bot._program
        assert program is not None, "it goes on"
        bot.choose(view)
        assert bot._program is program
        assert len(bot.faults) == 2
    finally:
        bot.close()


def test_a_program_that_cannot_be_started_is_known_before_it_is_asked() -> None:
    with pytest.raises(BadOption, match="there-is-no-such-program does not start"):
        OutsideBot("there-is-no-such-program").check()
    OutsideBot(EXAMPLE).check()


def test_a_process_that_is_told_to_end_ends_its_programs() -> None:
    """The program holds a pipe open: it is at its end when the program has gone."""
    code = """
import os, signal
from conurb.bots.outside import Program, end_with_this_process
end_with_this_process()
Program(["sleep", "600"])
os.kill(os.getpid(), signal.SIGTERM)
signal.pause()
"""
    with subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE) as process:
        try:
            _, told = process.communicate(timeout=PATIENCE)  # the error stream, which "sleep" holds open too
        finally:
            process.kill()
    assert process.returncode == -signal.SIGTERM, told


def test_nobody_is_stopped_while_a_program_starts() -> None:
    """Otherwise it would run, and nobody would know of it."""
    done = []

    def start() -> None:
        with undisturbed():
            signal.raise_signal(signal.SIGINT)
            done.append("started")

    with pytest.raises(KeyboardInterrupt):
        start()
    assert done == ["started"]


@pytest.mark.parametrize("command", ["", "'"])
def test_a_command_that_cannot_be_read_is_refused(command: str) -> None:
    with pytest.raises(BadOption, match="command of a bot"):
        OutsideBot(command)
