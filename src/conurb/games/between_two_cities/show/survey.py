"""Where a tile could go and what its city would gain, worked out from a view alone.

The engine asks for the left city first, then for the right one. A page lets people begin with either, and shows already
while they choose what a tile of the hand could do: this looks ahead for both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from conurb.games.between_two_cities import BetweenTwoCities
from conurb.games.between_two_cities.data import TYPES
from conurb.games.between_two_cities.geometry import cell_at, col_of, row_of
from conurb.games.between_two_cities.moves import RIGHT_CITY
from conurb.games.between_two_cities.scoring import city_sheet, full_sheet
from conurb.games.between_two_cities.show.prose import cities_of
from conurb.games.between_two_cities.view import CityKnowledge

View = Mapping[str, Any]
Site = dict[str, Any]
"""As an entry of view["legal"], with `changes`: what each type of building gains or loses."""


class Survey:
    """The cities of a view, ready to be asked."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.known = cast("CityKnowledge", BetweenTwoCities().knowledge(dict(view))).known
        self._sites: dict[tuple[str, int], list[Site]] = {}

    def decision(self) -> list[Site]:
        """Every site of the placement at hand: the legal ones, and for a whole pair those in the right city too."""
        legal = [choice for choice in self.view["legal"] if choice["kind"] != "choose"]
        sites = [{**choice, "changes": self.changes(choice)} for choice in legal]
        if legal and legal[0]["kind"] == "left":
            right = cities_of(self.view, self.view["seat"])[1]
            for tile in dict.fromkeys(choice["tile"] for choice in legal):
                sites += [
                    {**site, "kind": "right", "action": RIGHT_CITY + cell_of(site)} for site in self.sites(tile, right)
                ]
        return sites

    def sites(self, tile_id: str, city: int) -> list[Site]:
        """Where a tile could go in a city as it lies now."""
        if (tile_id, city) not in self._sites:
            self._sites[tile_id, city] = self._find_sites(tile_id, city)
        return self._sites[tile_id, city]

    def _find_sites(self, tile_id: str, city: int) -> list[Site]:
        tile = self.known.data.numbers[tile_id]
        board = int(self.known.cities[city].open_cells(self.known.data.shape[tile]))
        cells = [cell for cell in range(board.bit_length()) if board >> cell & 1]
        sites = []
        for cell in cells:
            site: Site = {"tile": tile_id, "city": city, "row": row_of(cell), "col": col_of(cell), "kind": "maybe"}
            site["changes"] = self.changes(site)
            site["gain"] = sum(site["changes"].values())
            site["action"] = -1
            sites.append(site)
        return sites

    def changes(self, site: Mapping[str, Any]) -> dict[str, int]:
        """What each type of building of the city would gain or lose; types that stay as they are, are left out."""
        city = site["city"]
        now = self.view["cities"][city]["sheet"]
        trial = self.known.clone()
        trial.place(city, trial.data.numbers[site["tile"]], cell_of(site), 0)
        after = city_sheet(trial.cities, city, trial.data)
        return {name: after[name] - now[name] for name in TYPES if after[name] != now[name]}

    def best(self, tile_id: str, city: int) -> int | None:
        """The most that a city would gain by a tile now; None where it fits nowhere."""
        return max((site["gain"] for site in self.sites(tile_id, city)), default=None)

    def sheet(self) -> dict[str, Any]:
        """The itemised score of all cities and seats, and what decides."""
        return full_sheet(self.known.cities, int(self.known.players), self.known.data)

    def points(self) -> dict[str, list[int]]:
        """The numbers of the reference card."""
        data = self.known.data
        line = [int(data.shops[2**length - 1]) for length in range(1, 5)]
        return {
            "shops": line,
            "factories": [int(value) for value in data.factory],
            "taverns": [int(value) for value in data.tavern_set[1:]],
            "offices": [int(value) for value in data.offices[1:7]],
            "parks": [int(value) for value in data.parks[1:4]],
            "houses": [int(data.house_per_type) * (len(TYPES) - 1)],
        }


def cell_of(site: Mapping[str, Any]) -> int:
    return cell_at(site["row"], site["col"])
