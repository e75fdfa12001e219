"""The picture of Between Two Cities: SVG drawn from the View alone.

``board`` holds the public functions; ``plan`` draws one city, ``art`` the tiles, ``marks`` the badges and emblems,
``palette`` the colours (page tokens or resolved for a standalone file), ``pen`` the SVG primitives.
"""
