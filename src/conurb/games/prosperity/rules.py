"""The rules: draw and tally, two actions, the final scoring (PRO-2 to PRO-6).

Everything that asks for no decision happens at once: after an action the engine goes on to the next decision of
anybody, drawing tiles and tallying on the way (PRO-3.2, PRO-9.4).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from conurb.games.prosperity import heuristics, moves, position, view
from conurb.games.prosperity.country import LOWEST_SPACE, Country, new_country
from conurb.games.prosperity.data import (
    CAPITAL,
    ECOLOGY,
    ENERGY,
    MOST_SPACES,
    PROSPERITY,
    RESEARCH,
    SIDE_NAMES,
    SPECIAL,
    SYMBOL_COUNT,
    SYMBOLS,
    TILES,
    TRACKS,
    Board,
    Data,
)
from conurb.games.prosperity.moves import (
    ACTION,
    BUY,
    CLEANUP,
    FINAL,
    KEY,
    NUM_ACTIONS,
    OVER,
    PAY,
    REVENUE,
    SPLIT,
    STEP,
    TALLY,
    space_of,
    tile_of,
)
from conurb.games.prosperity.scoring import (
    MONEY_PART,
    PART_COUNT,
    PROSPERITY_PART,
    RESEARCH_PART,
    advance_both,
    convert_money,
    full_sheet,
    majority,
    ranking_keys,
    tally_capital,
    tally_ecology,
    tally_energy,
    tally_prosperity,
    tally_research,
)
from conurb.kernel import state as kernel
from conurb.kernel.bits import LOWEST, ONE
from conurb.kernel.numbers import Layout
from conurb.kernel.ranking import places
from conurb.kernel.rng import Rng
from conurb.kernel.state import HOST, Event, Hasher, Knowledge, Move, Position, View

NOTHING: Final = -1  # below the lowest tile of a stack; nobody has acted yet


@final
@mypyc_attr(native_class=True, acyclic=True)
class State(kernel.State):
    """One game of Prosperity."""

    data: Data
    options: object  # the checked options of the game, as the title's options.py makes them
    countries: vec[Country]
    first: i64  # who took the first turn
    active: i64  # whose turn it is
    turn: i64  # from 0
    phase: i64
    mover: i64  # who must decide; -1 when the game is over
    tallied: i64  # seats that have finished the tally under way
    action_number: i64  # of the turn, from 0
    final_tally: i64  # energy tallies of the final scoring that are finished
    deck: vec[i64]  # the dated tiles in the order they are drawn; the last one drawn is number `turn`
    display: i64  # tiles as bits
    removed: i64
    beneath: vec[i64]  # for each tile on a board, the tile under it
    parts: vec[i64]  # points of the final scoring, four a seat
    actor: i64  # who decided last

    def __init__(self, players: i64, data: Data, options: object, rng: Rng) -> None:
        kernel.State.__init__(self, KEY, players, rng)
        self.data = data
        self.options = options

    # --- set-up (PRO-2)

    def set_up(self, boards: list[Board], deck: vec[i64] | None, first: i64) -> None:
        """Shuffles decade by decade, then the first player; what is given uses no chance (PRO-9.5)."""
        self.deck = self.shuffled_deck() if deck is None else deck
        self.clear_table(boards)
        self.first = self.rng.below(self.players) if first < 0 else first
        self.active = self.first
        self.display = self.data.undated
        self.start_turn()

    def shuffled_deck(self) -> vec[i64]:
        """Each decade face down by itself, the earliest on top (PRO-2.4)."""
        deck = vec[i64]([0] * self.data.turns)
        place: i64 = 0
        for tiles in self.data.decks:
            decade = vec[i64](tiles)
            self.rng.shuffle(decade)
            for tile in decade:
                deck[place] = tile
                place += 1
        return deck

    def clear_table(self, boards: list[Board]) -> None:
        self.countries = vec[Country]([new_country(board, self.data) for board in boards])
        self.first = 0
        self.active = 0
        self.turn = 0
        self.phase = TALLY
        self.mover = 0
        self.tallied = 0
        self.action_number = 0
        self.final_tally = 0
        self.display = 0
        self.removed = 0
        self.beneath = vec[i64]([NOTHING] * TILES)
        self.parts = vec[i64]([0] * (PART_COUNT * self.players))
        self.actor = NOTHING

    # --- draw and tally (PRO-3.4 to PRO-3.11)

    def start_turn(self) -> None:
        """The top tile is revealed, and its call announced (PRO-3.4); what was done before is final."""
        self.phase = TALLY
        self.tallied = 0
        self.undo_floor = self.count
        if self.events is not None:
            self.tell_draw()
        self.go_on()

    def drawn(self) -> i64:
        """The tile drawn last."""
        return self.deck[self.turn]

    def symbol(self) -> i64:
        """What is tallied now: the call, or energy in the final scoring."""
        if self.phase == FINAL:
            return ENERGY
        return self.data.call[self.drawn()]

    def go_on(self) -> None:
        """To the next decision: tallies that ask nobody are carried out at once (PRO-9.4)."""
        if self.phase == TALLY:
            if self.tally_in_order():
                self.start_actions()
            return
        while self.final_tally < self.data.final_energy_tallies:
            if not self.tally_in_order():
                return
            self.final_tally += 1
            self.tallied = 0
        self.finish()

    def tally_in_order(self) -> bool:
        """The active player first, then clockwise (PRO-3.5); False if a seat must decide."""
        symbol = self.symbol()
        while self.tallied < self.players:
            self.mover = self.seat_in_order(self.tallied)
            if self.choices(self.mover, symbol) > 1:
                return False
            self.tally(self.mover, symbol, self.only_choice(self.mover, symbol))
            self.tallied += 1
        return True

    def seat_in_order(self, number: i64) -> i64:
        seat = self.active + number
        return seat if seat < self.players else seat - self.players

    def choices(self, seat: i64, symbol: i64) -> i64:
        """In how many ways the seat can tally the symbol."""
        country = self.countries[seat]
        if symbol == ENERGY:
            return 1 + country.most_paid(self.data)
        if symbol == RESEARCH:
            return 1 + country.most_energy_steps(self.data) - country.fewest_energy_steps(self.data)
        return 1

    def only_choice(self, seat: i64, symbol: i64) -> i64:
        """Where there is no choice: nothing paid, or the steps on the energy track that must be."""
        if symbol != RESEARCH:
            return 0
        return self.countries[seat].fewest_energy_steps(self.data)

    def tally(self, seat: i64, symbol: i64, choice: i64) -> None:
        """One seat tallies one symbol; `choice` is the levels paid for, or the energy steps."""
        country = self.countries[seat]
        before = country.clone() if self.events is not None else country
        if symbol == ENERGY:
            tally_energy(country, choice, self.data)
        elif symbol == ECOLOGY:
            tally_ecology(country, self.data)
        elif symbol == CAPITAL:
            tally_capital(country, self.data)
        elif symbol == RESEARCH:
            tally_research(country, choice, self.data)
        else:
            tally_prosperity(country, self.data)
        if self.events is not None:
            self.tell_tally(seat, symbol, before)

    def start_actions(self) -> None:
        """The drawn tile joins the display, and the active player acts (PRO-3.11, PRO-3.12)."""
        self.display |= ONE[self.drawn()]
        self.phase = ACTION
        self.tallied = 0
        self.mover = self.active
        if self.events is not None:
            tile = self.data.ids[self.drawn()]
            self.events.append(Event("displayed", HOST, "PRO-3.11", {"tile": tile}))

    def tallies_left(self) -> vec[i64]:
        """How often each symbol will still be tallied: the undrawn calls and the final scoring (PRO-7.6)."""
        data = self.data
        calls = data.call
        deck = self.deck
        tallies = vec[i64]([0] * SYMBOL_COUNT)
        for place in range(self.turn + 1, data.turns):
            tallies[calls[deck[place]]] += 1
        if self.phase != OVER:
            tallies[ENERGY] += data.final_energy_tallies - self.final_tally
            tallies[ECOLOGY] += data.final_ecology_tallies
            tallies[CAPITAL] += 1
            tallies[RESEARCH] += 1
            tallies[PROSPERITY] += 1
        return tallies

    # --- actions (PRO-3.12 to PRO-3.16, PRO-4)

    def take_revenue(self, seat: i64) -> None:
        self.countries[seat].money += self.data.revenue
        if self.events is not None:
            self.tell(seat, "revenue", "PRO-3.12", {"money": int(self.data.revenue)})

    def clean_up(self, seat: i64) -> None:
        """The highest disc goes (PRO-3.13)."""
        self.countries[seat].remove_discs(1)
        if self.events is not None:
            self.tell(seat, "cleanup", "PRO-3.13", {"discs": int(self.countries[seat].discs)})

    def do_research(self, seat: i64, track: i64) -> None:
        """One step on a track (PRO-3.14)."""
        country = self.countries[seat]
        country.squares[track] += 1
        if self.events is not None:
            args: dict[str, object] = {
                "track": TRACKS[track],
                "square": int(country.squares[track]),
                "level": int(country.level(track, self.data)),
            }
            self.tell(seat, "researched", "PRO-3.14", args)

    def buy(self, seat: i64, tile: i64, space: i64) -> None:
        """Pay, take the tile, place it or carry out its effect (PRO-4.13)."""
        country = self.countries[seat]
        price = country.price(tile, self.data)
        country.money -= price
        self.display &= ~ONE[tile]
        if self.data.kind[tile] == SPECIAL:
            self.use_special(seat, tile, price)
            return
        self.beneath[tile] = country.tops[space]
        before = country.clone() if self.events is not None else country
        country.place(tile, space, self.data)
        if self.events is not None:
            self.tell_purchase(seat, tile, space, price, before)

    def use_special(self, seat: i64, tile: i64, price: i64) -> None:
        """Points, or discs that go; then the tile is out of the game (PRO-4.11)."""
        country = self.countries[seat]
        discs = country.discs
        country.score += self.data.points[tile]
        country.remove_discs(self.data.clean[tile])
        self.removed |= ONE[tile]
        if self.events is not None:
            args: dict[str, object] = {
                "tile": self.data.ids[tile],
                "price": int(price),
                "points": int(self.data.points[tile]),
                "discs": int(country.discs - discs),
            }
            self.tell(seat, "used", "PRO-4.11", args)

    def end_action(self) -> None:
        self.action_number += 1
        if self.action_number == self.data.actions:
            self.end_turn()

    def end_turn(self) -> None:
        """The next player clockwise, or after the last tile the final scoring (PRO-3.1, PRO-6.1)."""
        self.action_number = 0
        if self.turn + 1 == self.data.turns:
            self.start_final()
            return
        self.turn += 1
        self.active = (self.active + 1) % self.players
        self.start_turn()

    # --- final scoring (PRO-6)

    def start_final(self) -> None:
        """The player of the last turn begins each step (PRO-8.24)."""
        self.phase = FINAL
        self.tallied = 0
        self.final_tally = 0
        self.tell(HOST, "final", "PRO-6.1", {})
        self.go_on()

    def finish(self) -> None:
        """Steps 3 to 8, each finished for all before the next begins (PRO-6.2)."""
        for _ in range(self.data.final_ecology_tallies):
            self.tally_all(ECOLOGY)
        self.tally_all(CAPITAL)
        self.score_money()
        self.score_research()
        for seat in range(self.players):
            self.parts[seat * PART_COUNT + PROSPERITY_PART] = self.countries[seat].prosperity(self.data)
        self.tally_all(PROSPERITY)
        self.phase = OVER
        self.mover = -1
        if self.events is not None:
            args: dict[str, object] = {"scores": self.scores(), "ranking": self.ranking()}
            self.tell(HOST, "game_over", "PRO-6.8", args)

    def tally_all(self, symbol: i64) -> None:
        for number in range(self.players):
            self.tally(self.seat_in_order(number), symbol, 0)

    def score_money(self) -> None:
        for number in range(self.players):
            seat = self.seat_in_order(number)
            points = convert_money(self.countries[seat], self.data)
            self.parts[seat * PART_COUNT + MONEY_PART] = points
            if self.events is not None:
                left = int(self.countries[seat].money)
                self.tell(seat, "money_scored", "PRO-6.5", {"points": int(points), "money": left})

    def score_research(self) -> None:
        """Everybody advances on both tracks; then the majorities, track by track (PRO-6.6)."""
        for country in self.countries:
            advance_both(country, self.data)
        for track in range(i64(2)):
            points = majority(vec[i64]([country.squares[track] for country in self.countries]), self.data)
            for seat in range(self.players):
                self.parts[seat * PART_COUNT + RESEARCH_PART + track] = points[seat]
                self.countries[seat].score += points[seat]
            if self.events is not None:
                args: dict[str, object] = {
                    "track": TRACKS[track],
                    "squares": [int(country.squares[track]) for country in self.countries],
                    "points": [int(p) for p in points],
                }
                self.tell(HOST, "majority", "PRO-6.6", args)

    # --- who decides, and what

    def next_seat(self) -> i64:
        return self.mover

    def must_act(self, seat: i64) -> bool:
        return seat == self.mover

    def legal_capacity(self) -> i64:
        return self.data.most_choices

    def legal_into(self, seat: i64, out: vec[i64]) -> i64:
        """In the canonical order of PRO-9.3."""
        country = self.countries[seat]
        if self.phase == ACTION:
            return self.actions_into(country, out)
        if self.symbol() == ENERGY:
            return range_into(out, PAY, PAY + country.most_paid(self.data))
        fewest = country.fewest_energy_steps(self.data)
        return range_into(out, SPLIT + fewest, SPLIT + country.most_energy_steps(self.data))

    def actions_into(self, country: Country, out: vec[i64]) -> i64:
        out[0] = REVENUE
        n: i64 = 1
        if country.discs > 0:
            out[n] = CLEANUP
            n += 1
        for track in range(i64(2)):
            if country.room(track, self.data) > 0:
                out[n] = STEP + track
                n += 1
        return self.purchases_into(country, out, n)

    def purchases_into(self, country: Country, out: vec[i64], n: i64) -> i64:
        """Every tile that can be paid for, on every space where it may lie (PRO-4.1).

        Half of a random game is spent here, so bits are looked up without a call.
        """
        kinds = self.data.kind
        of_type = country.board.of_type
        open = country.open
        tiles = self.display & country.affordable(self.data)
        while tiles:
            tile = LOWEST[(tiles & -tiles) % 67]
            tiles &= tiles - 1
            kind = kinds[tile]
            first = BUY + tile * MOST_SPACES
            spaces = of_type[kind] & open
            if kind == SPECIAL:
                out[n] = first
                n += 1
            while spaces:
                out[n] = first + LOWEST_SPACE[spaces & -spaces]
                n += 1
                spaces &= spaces - 1
        return n

    def step(self, seat: i64, action: i64) -> None:
        if seat != self.actor:
            self.undo_floor = self.count  # another seat acts: what went before stays
            self.actor = seat
        self.count += 1
        if self.phase == ACTION:
            if action == REVENUE:
                self.take_revenue(seat)
            elif action == CLEANUP:
                self.clean_up(seat)
            elif action < BUY:
                self.do_research(seat, action - STEP)
            else:
                self.buy(seat, tile_of(action), space_of(action))
            self.end_action()
        else:
            symbol = self.symbol()
            self.tally(seat, symbol, action - PAY if symbol == ENERGY else action - SPLIT)
            self.tallied += 1
            self.go_on()
        if self.phase == OVER:
            self.undo_floor = self.count  # the ranking is fixed (PRO-3.2)

    def why_not(self, seat: int, action: int) -> str:
        return moves.why_not(self, seat, action, kernel.State.why_not(self, seat, action))

    # --- events, for those who listen

    def tell(self, seat: i64, kind: str, rule: str, args: dict[str, object]) -> None:
        if self.events is not None:
            self.events.append(Event(kind, seat, rule, args))

    def tell_draw(self) -> None:
        tile = self.drawn()
        args: dict[str, object] = {
            "tile": self.data.ids[tile],
            "call": SYMBOLS[self.data.call[tile]],
            "turn": int(self.turn) + 1,
        }
        self.tell(self.active, "drew", "PRO-3.4", args)

    def tell_tally(self, seat: i64, symbol: i64, before: Country) -> None:
        """What the tally changed."""
        after = self.countries[seat]
        args: dict[str, object] = {
            "symbol": SYMBOLS[symbol],
            "total": int(after.totals[symbol]),
            "money": int(after.money - before.money),
            "discs": int(after.discs - before.discs),
            "points": int(after.score - before.score),
            "energy_steps": int(after.squares[ENERGY] - before.squares[ENERGY]),
            "ecology_steps": int(after.squares[ECOLOGY] - before.squares[ECOLOGY]),
            "blocked": symbol == PROSPERITY and after.blocked(self.data),
        }
        self.tell(seat, "tallied", TALLY_RULES[symbol], args)

    def tell_purchase(self, seat: i64, tile: i64, space: i64, price: i64, before: Country) -> None:
        """The tile, its place, and how the totals change (PRO-4.9)."""
        after = self.countries[seat]
        under = before.tops[space]
        args: dict[str, object] = {
            "tile": self.data.ids[tile],
            "space": after.board.spaces[space],
            "price": int(price),
            "covered": after.board.printed[space] if under < 0 else self.data.ids[under],
            "change": {SYMBOLS[s]: int(after.totals[s] - before.totals[s]) for s in range(len(SYMBOLS))},
        }
        self.tell(seat, "bought", "PRO-4.13", args)

    # --- copies and identity

    def clone(self) -> State:
        copy = State(self.players, self.data, self.options, self.rng.clone())
        copy.count = self.count
        copy.undo_floor = self.undo_floor
        copy.countries = vec[Country]([country.clone() for country in self.countries])
        copy.first = self.first
        copy.active = self.active
        copy.turn = self.turn
        copy.phase = self.phase
        copy.mover = self.mover
        copy.tallied = self.tallied
        copy.action_number = self.action_number
        copy.final_tally = self.final_tally
        copy.deck = self.deck  # never changed, so clones share it
        copy.display = self.display
        copy.removed = self.removed
        copy.beneath = self.beneath[:]
        copy.parts = self.parts[:]
        copy.actor = self.actor
        return copy

    def hash(self) -> int:
        hasher = Hasher()
        for word in (self.players, self.first, self.active, self.turn, self.phase, self.mover, self.tallied):
            hasher.add(word + 1)
        for word in (self.action_number, self.final_tally, self.actor, self.count, self.undo_floor):
            hasher.add(word + 1)
        hasher.add(self.display)
        hasher.add(self.removed)
        hasher.add_all(self.deck)
        hasher.add_all(self.beneath)
        hasher.add_all(self.parts)
        for country in self.countries:
            hasher.add(SIDE_NAMES.index(country.board.side))
            for word in (country.money, country.discs, country.score, country.open):
                hasher.add(word)
            hasher.add_all(country.squares)
            hasher.add_all(country.totals)
            hasher.add_all(country.tops)
        for digit in self.rng.save():
            hasher.add(ord(digit))
        return hasher.value()

    def save(self) -> Position:
        return position.save(self)

    def check(self) -> None:
        position.check(self)

    # --- results

    def scores(self) -> list[int]:
        return [int(country.score) for country in self.countries]

    def sheet(self) -> dict[str, object]:
        return full_sheet(self.countries, self.parts)

    def ranking(self) -> list[int]:
        return places(ranking_keys(self.countries))

    def score_bounds(self) -> tuple[int, int]:
        return (0, position.MOST_SCORE)

    # --- what leaves the game

    def view(self, seat: int | None) -> View:
        return view.view(self, seat)

    def knowledge(self, seat: int | None) -> Knowledge:
        blank = State(self.players, self.data, self.options, Rng(0))
        return view.CountryKnowledge(view.view(self, seat), blank)

    def move(self, seat: int, action: int) -> Move:
        return moves.move(self, seat, action)

    def action(self, seat: int, move: Mapping[str, object]) -> int:
        return moves.action(self, seat, move)

    def text(self, seat: int, action: int) -> str:
        return moves.text(self, seat, action)

    def parse(self, seat: int, text: str) -> int:
        return moves.parse(self, seat, text)

    # --- simulation and learning

    def num_actions(self) -> int:
        return NUM_ACTIONS

    def observation_layout(self) -> Layout:
        return view.layout(int(self.players))

    def encode_at(self, seat: i64, out: vec[float], at: i64) -> None:
        view.encode(self, seat, out, at)

    def value(self, seat: i64) -> float:
        return heuristics.value(self, seat)


TALLY_RULES: Final = ("PRO-3.6", "PRO-3.7", "PRO-3.8", "PRO-3.9", "PRO-3.10")  # by symbol


def range_into(out: vec[i64], low: i64, high: i64) -> i64:
    """Every code from low to high, both included."""
    n: i64 = 0
    while low + n <= high:
        out[n] = low + n
        n += 1
    return n
