"""Counters and durations in the text format of Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable

Labels = tuple[tuple[str, str], ...]

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)  # seconds
HELP = {
    "conurb_requests_total": "HTTP requests by route, method and status.",
    "conurb_request_seconds": "How long requests took, streams excepted.",
    "conurb_actions_total": "Actions written down, by game.",
    "conurb_tables_created_total": "Tables made, by game.",
    "conurb_races_lost_total": "Entries that another writer was quicker with.",
    "conurb_bot_decisions_total": "Decisions of bots, by level.",
    "conurb_bot_seconds": "How long bots took for a decision.",
    "conurb_bot_faults_total": "Bots that crashed, looped or answered nonsense, by level and fault.",
    "conurb_clock_actions_total": "Overdue decisions that the clock has taken.",
    "conurb_live_tables": "Tables in memory.",
    "conurb_streams": "Open streams of live updates.",
    "conurb_entries_written_total": "Entries written to the database.",
    "conurb_transactions_total": "Transactions they were written in.",
}


class Metrics:
    """What one worker has counted."""

    def __init__(self) -> None:
        self._counts: defaultdict[tuple[str, Labels], float] = defaultdict(float)
        self._times: dict[tuple[str, Labels], list[int]] = {}
        self._sums: defaultdict[tuple[str, Labels], float] = defaultdict(float)
        self._gauges: dict[str, Callable[[], float]] = {}

    def count(self, name: str, amount: float = 1, **labels: str) -> None:
        self._counts[(name, tuple(sorted(labels.items())))] += amount

    def total(self, name: str, **labels: str) -> float:
        """What was counted under these labels."""
        return self._counts[(name, tuple(sorted(labels.items())))]

    def time(self, name: str, seconds: float, **labels: str) -> None:
        key = (name, tuple(sorted(labels.items())))
        buckets = self._times.setdefault(key, [0] * (len(BUCKETS) + 1))
        buckets[bisect_left(BUCKETS, seconds)] += 1
        self._sums[key] += seconds

    def gauge(self, name: str, read: Callable[[], float]) -> None:
        """A number that is looked up when asked for."""
        self._gauges[name] = read

    def text(self) -> str:
        """Everything, as Prometheus reads it."""
        lines: list[str] = []
        for name in sorted({name for name, _ in self._counts}):
            lines += _head(name, "counter")
            lines += [f"{name}{_braces(labels)} {_number(n)}" for (key, labels), n in self._each(name)]
        for name in sorted({name for name, _ in self._times}):
            lines += _head(name, "histogram")
            for (key, labels), buckets in sorted(self._times.items()):
                if key == name:
                    lines += _histogram(name, labels, buckets, self._sums[(key, labels)])
        for name, read in sorted(self._gauges.items()):
            lines += [*_head(name, "counter" if name.endswith("_total") else "gauge"), f"{name} {_number(read())}"]
        return "\n".join(lines) + "\n"

    def _each(self, name: str) -> list[tuple[tuple[str, Labels], float]]:
        return sorted(item for item in self._counts.items() if item[0][0] == name)


def _head(name: str, kind: str) -> list[str]:
    return [f"# HELP {name} {HELP[name]}", f"# TYPE {name} {kind}"]


def _histogram(name: str, labels: Labels, buckets: list[int], total: float) -> list[str]:
    lines, so_far = [], 0
    for bound, n in zip([*map(str, BUCKETS), "+Inf"], buckets, strict=True):
        so_far += n
        lines.append(f"{name}_bucket{_braces((*labels, ('le', bound)))} {so_far}")
    return [*lines, f"{name}_sum{_braces(labels)} {total:.6f}", f"{name}_count{_braces(labels)} {so_far}"]


def _braces(labels: Labels) -> str:
    if not labels:
        return ""
    quoted = (f'{name}="{_escaped(value)}"' for name, value in labels)
    return "{" + ",".join(quoted) + "}"


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


def _number(value: float) -> str:
    return f"{value:g}" if value != int(value) else str(int(value))
