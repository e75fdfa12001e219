"""The pen of Prosperity: the shared one, with the prefix of its classes and ids."""

from __future__ import annotations

from conurb.drawing.pen import Pen

PEN = Pen("pro-")
PREFIX = PEN.prefix

boxes = PEN.boxes
circle = PEN.circle
clipped = PEN.clipped
element = PEN.element
group = PEN.group
path = PEN.path
rect = PEN.rect
symbol = PEN.symbol
text = PEN.text
title = PEN.title
use = PEN.use
