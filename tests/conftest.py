"""For every test: say which engine runs, and never run the tests beside a stale build."""

import signal

import pytest

from conurb import _build

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Started in the background by a shell, as automatic checks are: the programs under test would inherit deaf ears
    # and never hear the Ctrl-C that a test presses.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header() -> str:
    """A line at the top of the report."""
    engine = _build.verdict()
    return f"conurb engine: {engine.mode} ({engine.reason})"


def pytest_sessionstart() -> None:
    """Results on another engine than the one expected would mislead."""
    engine = _build.verdict()
    if engine.stale:
        pytest.exit(f"{engine.reason}: run `make build`, or test with CONURB_PURE=1", returncode=3)
