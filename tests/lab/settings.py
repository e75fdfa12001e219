"""The games as the tests of the research interfaces play them: every title, with few and with many players."""

from conurb import games

TITLES = games.CATALOGUE
# The smallest and the largest number of players of each title.
SETTINGS = [
    (key, players) for key, game in TITLES.items() for players in (game.player_counts[0], game.player_counts[-1])
]
SMALL = [(key, game.player_counts[0]) for key, game in TITLES.items()]
