"""The bar that shows how far a long command is, and how long it will take."""

from __future__ import annotations

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from conurb.cli.output import console

REMEMBERED = 3600.0  # seconds whose speed counts: of slow games, less would hold none, and no time left could be told


def progress_bar() -> Progress:
    """On terminals only; it goes when the work is done."""
    to = console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=to,
        transient=True,
        speed_estimate_period=REMEMBERED,
        disable=not to.is_terminal,
    )
