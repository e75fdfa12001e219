"""Small signs that every game uses: seat marks and the laurel of the winner, drawn with the pen of the game."""

from __future__ import annotations

from conurb.drawing.pen import Pen


def seat_mark(pen: Pen, seat: int, initial: str, x: float, y: float, size: float) -> str:
    """A player's sign centred on (x, y): colour, shape and initial of the seat."""
    cls = f"seat-{seat}"
    shape = (
        pen.circle(12, 12, 10.5, cls),
        pen.rect(2, 2, 20, 20, cls, rx=3),
        pen.path("M12 1 23 21.5H1z", cls),
        pen.path("M12 .5 23.5 12 12 23.5.5 12z", cls),
        pen.path("M6.5 2h11l5.5 10-5.5 10h-11L1 12z", cls),
        pen.path("M12 1l11 8-4.2 13H5.2L1 9z", cls),
        pen.path("M8 1h8v7h7v8h-7v7H8v-7H1V8h7z", cls),
    )[seat]
    tight = "tight-" if seat in (2, 3) else ""
    baseline = {2: 18.6, 3: 15.8, 5: 17.3}.get(seat, 16.3)
    letter = pen.text(12, baseline, initial, f"initial-{tight}{seat}", "middle")
    return pen.group(shape + letter, x=x - size / 2, y=y - size / 2, scale=size / 24)


def laurel(pen: Pen, x: float, y: float, radius: float) -> str:
    """Two branches around (x, y), open at the top: the sign of the first place."""
    leaves = []
    for side in (-1, 1):
        for step in range(8):
            along = f"rotate({-8 - step * 17}) translate(0 {32 if step % 2 else 28})"
            lean = f"rotate({26 if step % 2 else -26})"
            turned = f"scale({side} 1) {along} {lean}"
            leaves.append(pen.element("path", cls="laurel", d="M0 0c2-4 7-5 11-2-3 4-8 5-11 2z", transform=turned))
    stem = pen.path("M4 30A30 30 0 0 0 26-15M-4 30A30 30 0 0 1-26-15", "stem")
    return pen.group(stem + "".join(leaves), x=x, y=y, scale=radius / 30)
