# interpreted: it waits for another process
"""Bots from outside: any program that reads views as lines of JSON and answers with actions (docs/bots.md).

The program is started when it is first asked. If it dies, takes too long or answers with what is no legal action, the
greedy bot makes that decision, the fault is written down, and a program that can no longer be trusted to be in step is
ended; the next decision starts it anew. Out of step is who has written what nobody asked for, and who may have: a line
that is no answer, or that was there before the question. Only an answer with the number of its question is surely one.
"""

from __future__ import annotations

import json
import os
import queue
import shlex
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from conurb.bots.bot import Bot, texts
from conurb.bots.greedy import GreedyBot
from conurb.kernel.checks import BadOption
from conurb.kernel.state import View

PROTOCOL = 1
LONGEST = 300  # characters of a wrong answer that are repeated
LONGEST_LINE = 1 << 20  # characters that are read as an answer; no right one comes near it
GRACE = 1.0  # seconds that a program has to end after it has closed its output


class Fault(Exception):
    """No usable answer. `dead` unless the program is surely in step, and need not be started anew."""

    def __init__(self, words: str, dead: bool = True) -> None:
        super().__init__(words)
        self.dead = dead


class OutsideBot(Bot):
    """A program as a player."""

    name = "outside"

    def __init__(self, command: str, limit: float = 5.0, seed: int = 0, data: Any = None) -> None:
        super().__init__(seed, data)
        try:
            self.command = shlex.split(command)
        except ValueError as error:
            raise BadOption(f"the command of a bot cannot be read: {error}: {command!r}") from None
        if not self.command:
            raise BadOption("the command of a bot is empty")
        self.limit = limit
        self._program: Program | None = None
        self._number = 0  # of the question

    def choose(self, view: View) -> int:
        try:
            return self._ask(view)
        except Fault as fault:
            self.faults.append(f"decision {view['count']}: {fault}")
            if fault.dead:
                self.close()
        greedy = GreedyBot(self.seed, self.data)
        return greedy.choose(view)

    def _ask(self, view: View) -> int:
        if self._program is None:
            with undisturbed():
                self._program = Program(self.command)
        self._number += 1
        question = {"protocol": PROTOCOL, "id": self._number, "limit": self.limit, "seed": self.seed, "view": view}
        line = self._program.ask(json.dumps(question), self.limit)
        answer = read_line(line)
        if "id" in answer:
            self._program.numbers_answers = True
        if self._program.numbers_answers and answer.get("id") != self._number:
            raise Fault(f"it is out of step: this is no answer to question {self._number}: {line[:LONGEST]!r}")
        return read_answer(answer, texts(view), line)

    def check(self) -> None:
        """BadOption if the program cannot be started at all."""
        try:
            with undisturbed():
                Program(self.command).end()
        except Fault as fault:
            raise BadOption(str(fault)) from None

    def close(self) -> None:
        if self._program is not None:
            self._program.end()
            self._program = None


def read_line(line: str) -> dict[str, Any]:
    """A line as the object that it should be."""
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise Fault(f"the answer is no JSON: {line[:LONGEST]!r}") from None
    if not isinstance(answer, dict):
        raise Fault(f"the answer is no JSON object: {line[:LONGEST]!r}")
    return answer


def read_answer(answer: dict[str, Any], legal: dict[int, str], line: str) -> int:
    """The legal action of an answer: {"action": 17}, or {"text": "left P11 d5"} in notation."""
    action, text = answer.get("action"), answer.get("text")
    if isinstance(action, int) and not isinstance(action, bool) and action in legal:
        return action
    if action is None and text in legal.values():
        return next(code for code, words in legal.items() if words == text)
    # With the number of its question it is a wrong answer, without it perhaps one to another question.
    raise Fault(f"the answer is no legal action: {line[:LONGEST]!r}", dead="id" not in answer)


class Program:
    """A running program. A thread reads its answers, so that waiting for one can end."""

    def __init__(self, command: list[str]) -> None:
        with STARTING:
            self._process = self._start(command)
            RUNNING.add(self)
        self.numbers_answers = False  # whoever has said the number of a question once says it every time
        self._asked = False  # whether the question is out: before that, no line can be its answer
        self._answers: queue.Queue[tuple[str, bool]] = queue.Queue()  # each with whether it was asked for
        threading.Thread(target=self._read, daemon=True).start()

    @staticmethod
    def _start(command: list[str]) -> subprocess.Popen[str]:
        try:
            return subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,  # so that what it starts ends with it
            )
        except OSError as error:
            raise Fault(f"{command[0]} does not start: {error.strerror or error}") from None

    def _read(self) -> None:
        """Read answers up to the first line that nobody asked for: who has written one will be ended, and may write
        without end before that."""
        assert self._process.stdout is not None
        asked = True
        with suppress(ValueError):  # ended in the middle of a line: the output is closed
            while asked:
                line = self._process.stdout.readline(LONGEST_LINE)  # "": the program has closed its output
                asked, self._asked = bool(line) and self._asked, False  # a second line is nobody's answer
                self._answers.put((line, asked))

    def ask(self, question: str, limit: float) -> str:
        assert self._process.stdin is not None
        if not self._answers.empty():
            raise Fault(self._out_of_step(self._answers.get()[0]))
        # A program that does not read would keep us waiting here, so this too is left to a thread.
        writer = threading.Thread(target=self._write, args=(question,), daemon=True)
        writer.start()
        try:
            line, asked = self._answers.get(timeout=limit)
        except queue.Empty:
            raise Fault(f"no answer in {limit:g} seconds") from None
        if not asked:
            raise Fault(self._out_of_step(line))
        return line

    def _out_of_step(self, line: str) -> str:
        """What is wrong when it has written a line that is no answer, or has closed its output."""
        if line:
            return f"it is out of step: it has written what nobody asked for: {line[:LONGEST]!r}"
        try:
            return f"the program has ended, exit status {self._process.wait(GRACE)}"
        except subprocess.TimeoutExpired:
            return "the program has closed its output"

    def _write(self, question: str) -> None:
        assert self._process.stdin is not None
        try:
            # All but its end first: who answers now answers something else.
            self._process.stdin.write(question[:-1])
            self._process.stdin.flush()
            self._asked = True
            self._process.stdin.write(question[-1] + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            pass  # it has gone, which the reader notices

    def end(self) -> None:
        """End the program, whatever it is doing."""
        RUNNING.discard(self)
        self.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            with suppress(OSError):  # what it has not read cannot be written any more; it closes all the same
                stream.close()

    def kill(self) -> None:
        if os.name == "posix":
            # While a program that it has started holds its output open, the reader would wait for ever.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()


RUNNING: set[Program] = set()
STARTING = threading.Lock()  # held while a program runs that RUNNING does not know yet


@contextmanager
def undisturbed() -> Iterator[None]:
    """Requests to end wait: a program that has just been started, and that nobody knows yet, would be left behind."""
    if threading.current_thread() is not threading.main_thread():  # no other hears of signals
        yield
        return
    came: list[int] = []
    before = {
        number: signal.signal(number, lambda number, frame: came.append(number))
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for waiting in came:
            signal.raise_signal(waiting)


def end_with_this_process() -> None:
    """From now on, a process that is asked to end (SIGTERM) ends the programs it has started first."""
    signal.signal(signal.SIGTERM, _end_all)


def end_at_once() -> None:
    """End this process and its programs, whatever the other threads are doing."""
    with STARTING:
        for program in list(RUNNING):
            program.kill()
        os._exit(1)


def _end_all(number: int, frame: object) -> None:
    for program in list(RUNNING):
        program.kill()
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)
