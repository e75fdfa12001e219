"""The rules: the rounds with their five phases, building, activating, the tracks, the World Expo (CAP-2 to CAP-6).

A decision of the rulebook is a series of small ones (CAP-3.5): a build is a tile, then a cell, then, where it makes a
difference, the order of its effects; an activation is a tile, then the tourists that help to pay. What is under way
is a stack of frames (effects.py): an event, and on top of it the events that it caused. One seat decides at a time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from conurb.games.the_capitals import heuristics, moves, position, scoring, view
from conurb.games.the_capitals.data import (
    ACTIVATES,
    BEFORE_EXPO,
    COLOURS,
    ERA_TYPES,
    ERAS,
    FULL_REFILL_MOST,
    MOST_PLAYERS,
    NEUTRAL,
    NO_PENALTY,
    ON_ACTIVATE,
    ON_BUILD,
    ON_UPGRADE,
    TOURISM_END,
    Data,
    hand_size,
    tiles_of_era,
)
from conurb.games.the_capitals.effects import (
    ACTIVATION,
    BUILD,
    END_GAME,
    FIXED,
    IMMEDIATE,
    MOST_ITEMS,
    PRE_EXPO,
    Frame,
    entry_item,
    entry_of,
    first_in_order,
    fixed_item,
    item_list,
    item_n,
    item_tile,
    item_what,
    order_matters,
)
from conurb.games.the_capitals.geometry import (
    CULTURE,
    ECONOMY,
    EMPLOYMENT,
    ENERGY,
    NOWHERE,
    POPULATION,
    PRESTIGE,
    PROGRESS,
    RESOURCE_NAMES,
    RESOURCES,
    SERVICES,
    SPAN,
    START,
    City,
    point,
    sort_in,
)
from conurb.games.the_capitals.moves import (
    ACTIVATE_CELL,
    ADMINISTRATIVE,
    ASK_ACTIVATE,
    ASK_CELL,
    ASK_FREE,
    ASK_NOTHING,
    ASK_ORDER,
    ASK_PAYMENT,
    ASK_PROSPERITY,
    ASK_SPACE,
    ASK_TILE,
    ASK_TOKEN,
    BONUS,
    BUILDING,
    DECLINE,
    END_TURN,
    EXECUTIVE,
    KEY,
    LAKE,
    MOST_PROJECTS,
    NOBODY,
    NUM_ACTIONS,
    OVER,
    PAY_CUBES,
    PAY_TOURIST,
    PLACE,
    POLITICAL,
    PRE_EXPO_PHASE,
    PROSPERITY_STEP,
    RESOLVE,
    RESOLVE_REST,
    ROW_PRICES,
    SPACE,
    TAKE,
    TOKEN,
    project,
    project_row,
    project_tile,
)
from conurb.kernel import state as kernel
from conurb.kernel.bits import ONE, count, lowest
from conurb.kernel.numbers import Layout
from conurb.kernel.rng import Rng
from conurb.kernel.state import HOST, Event, Hasher, Knowledge, Move, Position, View

PENALTY: Final = 2  # prestige for each broken placement rule (CAP-4.7)
LAKE_ENERGY: Final = 2  # CAP-3.57
MOST_UNEMPLOYMENT: Final = 3  # CAP-6.2
PER_RANK: Final = 2  # CAP-6.4
NO_ITEMS: Final = vec[i64]([])
# By resource: the rule that moves it.
GAIN_RULES: Final = (
    "CAP-5.1",
    "CAP-5.10",
    "CAP-5.1",
    "CAP-5.23",
    "CAP-5.1",
    "CAP-5.31",
    "CAP-5.1",
    "CAP-1.2",
)


@final
@mypyc_attr(native_class=True, acyclic=True)
class Variant:
    """The options that the rules look at, as numbers."""

    prosperity: bool
    full_refill: bool
    hidden_prestige: bool
    cubes_to_plant: bool
    final_multiplier: bool
    up_to_four: bool
    tie_before_exchange: bool
    pass_bonus: vec[i64]  # ascending

    def __init__(
        self,
        prosperity: bool,
        full_refill: bool,
        hidden_prestige: bool,
        cubes_to_plant: bool,
        final_multiplier: bool,
        up_to_four: bool,
        tie_before_exchange: bool,
        pass_bonus: vec[i64],
    ) -> None:
        self.prosperity = prosperity
        self.full_refill = full_refill
        self.hidden_prestige = hidden_prestige
        self.cubes_to_plant = cubes_to_plant
        self.final_multiplier = final_multiplier
        self.up_to_four = up_to_four
        self.tie_before_exchange = tie_before_exchange
        self.pass_bonus = pass_bonus


@final
@mypyc_attr(native_class=True, acyclic=True)
class State(kernel.State):
    """One game of The Capitals."""

    data: Data
    options: object  # the checked options of the game, as the title's options.py makes them
    variant: Variant
    round: i64
    phase: i64
    asks: i64  # the decision at hand
    order: vec[i64]  # the seats in initiative order (CAP-3.1)
    turn: i64  # whose turn it is in that order
    spaces: vec[i64]  # the initiative space of each seat, from 0
    chosen: vec[i64]  # the new space of each seat in the Political Phase; -1 before the choice
    cities: vec[City]
    projects: vec[i64]  # the Projects Area: tiles with their rows, ascending by tile
    project_count: i64
    stacks: list[vec[i64]]  # the shuffled stacks of the three eras; drawn from the front
    drawn: vec[i64]  # how many tiles of each stack have been drawn
    removed: vec[i64]  # two players: the tiles taken out unseen (CAP-2.21)
    discards: vec[i64]  # tiles that left the Projects Area unbuilt
    undealt: vec[i64]  # prosperity tiles in the box
    plants_taken: vec[i64]  # by level
    tourist_city: vec[i64]  # by colour: the city in which the tourist is; -1 beside the board, or not in the game
    tourist_spot: vec[i64]  # the tile on which it stands; -1 beside the city
    used: i64  # tourists used in this Executive Phase, as a mask
    culture_token: i64  # the seat that holds it; -1 nobody
    neutral_culture: i64
    activations: i64  # made by the seat in this Executive Phase
    held: i64  # a tile that was chosen and is about to be placed; -1 none
    held_as_lake: bool
    paying: i64  # the tile that is being paid for; -1 none
    due: i64  # what is still to be paid
    last_tourist: i64  # tourists pay in the order of colours; the last that did, -1 none
    granting: i64  # the tile that grants a free activation; -1 none
    frames: list[Frame]
    ends: i64  # the track ends that have paid in the event at hand (CAP-5.4)
    last_seat: i64  # who acted last; -1 nobody yet
    trial: bool  # a look ahead: stop when the event at hand is over

    def __init__(self, players: i64, data: Data, options: object, variant: Variant, rng: Rng) -> None:
        kernel.State.__init__(self, KEY, players, rng)
        self.data = data
        self.options = options
        self.variant = variant
        self.trial = False

    # --- set-up (CAP-2)

    def clear_table(self) -> None:
        """Everything at its start, but nothing shuffled or dealt."""
        n = self.players
        self.round = 1
        self.phase = BUILDING
        self.asks = ASK_TILE
        self.order = vec[i64](range(n))
        self.turn = 0
        self.spaces = vec[i64]([self.data.first_space + k for k in range(n)])
        self.chosen = vec[i64]([NOWHERE] * n)
        self.cities = vec[City]([City() for _ in range(n)])
        for seat in range(n):
            self.cities[seat].clear()
            self.cities[seat].have = self.data.start[:]
        self.projects = vec[i64]([0] * MOST_PROJECTS)
        self.project_count = 0
        self.stacks = [vec[i64]([]) for _ in range(ERAS)]
        self.drawn = vec[i64]([0] * ERAS)
        self.removed = vec[i64]([])
        self.discards = vec[i64]([])
        self.undealt = vec[i64]([])
        self.plants_taken = vec[i64]([0] * (self.data.top_level + 1))
        self.tourist_city = vec[i64]([NOWHERE] * COLOURS)
        self.tourist_spot = vec[i64]([NOWHERE] * COLOURS)
        self.used = 0
        self.culture_token = NOBODY
        self.neutral_culture = self.data.start[CULTURE]
        self.activations = 0
        self.held = NOWHERE
        self.held_as_lake = False
        self.paying = NOWHERE
        self.due = 0
        self.last_tourist = NOWHERE
        self.granting = NOWHERE
        self.frames = []
        self.ends = 0
        self.last_seat = NOBODY

    def set_up(self, order: vec[i64] | None) -> None:
        """Order, stacks, hands: the generator is used in this order, and never again (CAP-7.6)."""
        n = self.players
        self.clear_table()
        if order is None:
            order = vec[i64](range(n))
            self.rng.shuffle(order)
        self.order = order
        for era in range(i64(ERAS)):
            self.shuffle_stack(era)
        if self.variant.prosperity:
            self.deal_hands()
        for place in range(n):
            self.spaces[order[place]] = self.data.first_space + place  # CAP-2.6
        for seat in range(n):
            self.found_city(seat)
        self.draw(0, n + 2)  # CAP-2.4
        for seat in order:
            self.pay(seat, self.data.price[self.spaces[seat]])  # CAP-2.7

    def shuffle_stack(self, era: i64) -> None:
        stack = vec[i64](tiles_of_era(self.data, int(era), int(self.players)))
        self.rng.shuffle(stack)
        if self.players == 2:
            stack = self.without_one_of_each_type(stack)
        self.stacks[era] = stack

    def without_one_of_each_type(self, stack: vec[i64]) -> vec[i64]:
        """The topmost tile of each type leaves the stack unseen (CAP-2.21, CAP-7.6)."""
        out: i64 = 0
        for kind in range(i64(ERA_TYPES)):
            for k in range(i64(len(stack))):
                if self.data.type[stack[k]] == kind:
                    out |= ONE[k]
                    self.removed = extended(self.removed, stack[k])
                    break
        kept = vec[i64]([])
        for k in range(i64(len(stack))):
            if not out & ONE[k]:
                kept = extended(kept, stack[k])
        return kept

    def deal_hands(self) -> None:
        """Secret hands as blocks from the top; the rest goes back to the box unseen (CAP-2.30)."""
        tiles = vec[i64](self.data.prosperity)
        self.rng.shuffle(tiles)
        size = i64(hand_size(int(self.players)))
        for seat in range(self.players):
            hand = vec[i64]([0] * size)
            for k in range(size):
                sort_in(hand, k, tiles[seat * size + k])
            self.cities[seat].hand = hand
        self.undealt = tiles[self.players * size :]

    def found_city(self, seat: i64) -> None:
        """City Hall, Hotel, the two tokens, a level-1 plant and the own tourist (CAP-2.8, CAP-2.9)."""
        data = self.data
        city = self.cities[seat]
        self.lay(seat, data.city_hall, START)
        self.lay(seat, data.hotel, START + 1)
        city.tokens[0] = START + 1
        city.tokens[1] = START + 1 + SPAN
        city.have[ENERGY] = data.plant_cubes[0]
        self.tourist_city[seat] = seat

    # --- rounds and phases (CAP-3.1)

    def era(self) -> i64:
        """The era of the round in progress, from 0."""
        return self.data.era_of[self.round]

    def start_round(self) -> None:
        self.round += 1
        self.phase = POLITICAL
        self.turn = 0
        self.asks = ASK_SPACE
        for seat in range(self.players):
            self.chosen[seat] = NOWHERE
        if self.events is not None:
            self.tell("round", HOST, "CAP-3.10", {"round": int(self.round), "era": int(self.era()) + 1})

    # --- Political Phase (CAP-3.10 to CAP-3.13)

    def choose_space(self, seat: i64, space: i64) -> None:
        """Pay the price of the new space times the multiplier of the old one (CAP-3.12)."""
        self.chosen[seat] = space
        cost = self.space_cost(seat, space)
        if self.events is not None:
            self.tell("chose_space", seat, "CAP-3.11", {"space": int(space) + 1, "cost": int(cost)})
        self.ends = 0
        self.pay(seat, cost)
        self.turn += 1
        if self.turn == self.players:
            self.settle_order()
            self.start_building()

    def space_cost(self, seat: i64, space: i64) -> i64:
        old = self.spaces[seat]
        reduced = self.players == MOST_PLAYERS and self.round == 2  # CAP-3.13
        factor = self.data.multiplier_round_2[old] if reduced else self.data.multiplier[old]
        return self.data.price[space] * factor

    def settle_order(self) -> None:
        """The new spaces, and the initiative order they give (CAP-3.1)."""
        n = self.players
        by_space = vec[i64]([0] * n)
        for seat in range(n):
            self.spaces[seat] = self.chosen[seat]
            self.chosen[seat] = NOWHERE
            sort_in(by_space, seat, self.spaces[seat] * 8 + seat)
        order = vec[i64]([0] * n)
        for place in range(n):
            order[place] = by_space[place] & 7
        self.order = order

    # --- Building Phase (CAP-3.20 to CAP-3.28)

    def start_building(self) -> None:
        self.phase = BUILDING
        self.turn = 0
        self.asks = ASK_TILE

    def take(self, tile: i64) -> None:
        """Choose a tile; nothing happens before it is placed."""
        self.held = tile
        self.held_as_lake = False
        self.asks = ASK_CELL

    def place(self, seat: i64, cell: i64) -> None:
        """Pay, place, and let the effects follow (CAP-3.21, CAP-3.22, CAP-3.56, CAP-3.57)."""
        tile = self.held
        self.held = NOWHERE
        self.asks = ASK_NOTHING
        if self.data.era[tile] < 0:
            self.drop_from_hand(seat, tile)
            if self.held_as_lake:
                self.build_lake(seat, tile, cell)
                return
            self.pay_prerequisite(seat, tile)
        else:
            self.buy_project(seat, tile)
        self.build(seat, tile, cell)

    def buy_project(self, seat: i64, tile: i64) -> None:
        """Take the tile out of the Projects Area and pay its row (CAP-3.20, CAP-3.21)."""
        k: i64 = 0
        while project_tile(self.projects[k]) != tile:
            k += 1
        price = ROW_PRICES[project_row(self.projects[k])]
        self.project_count -= 1
        while k < self.project_count:
            self.projects[k] = self.projects[k + 1]
            k += 1
        self.pay(seat, price)

    def build(self, seat: i64, tile: i64, cell: i64) -> None:
        """Placement, penalties and pending effects are one event (CAP-3.28)."""
        city = self.cities[seat]
        penalty = self.penalty(seat, tile, cell)
        at = self.lay(seat, tile, cell)
        if self.events is not None:
            args: dict[str, object] = {"tile": self.data.ids[tile], "cell": point(int(cell)), "penalty": int(penalty)}
            self.tell("built", seat, "CAP-3.22", args)
        city.have[PRESTIGE] -= penalty
        frame = self.push(BUILD, at)
        self.collect(city, at, frame)
        self.run(seat)

    def lay(self, seat: i64, tile: i64, cell: i64) -> i64:
        return self.cities[seat].put(tile, cell, self.data.type[tile], self.data.flags[tile])

    def penalty(self, seat: i64, tile: i64, cell: i64) -> i64:
        """Two prestige for each broken placement rule (CAP-4.6, CAP-4.7)."""
        city = self.cities[seat]
        beside = city.beside(cell)
        if beside & city.flagged[NO_PENALTY]:
            return 0
        same = city.of_type[self.data.type[tile]]
        broken: i64 = 0
        if not city.on_token(cell):
            broken += 1
        if same and not same & beside:
            broken += 1
        return broken * PENALTY

    def collect(self, city: City, at: i64, frame: Frame) -> None:
        """The pending effects of a build, with the amounts of construction effects fixed now (CAP-3.24)."""
        tile = city.tile[at]
        era = self.era()
        items = vec[i64]([0] * MOST_ITEMS)
        n: i64 = 0
        entries = self.data.immediate[tile]
        for k in range(i64(len(entries))):
            entry = entries[k]
            if not entry.plain(era):
                items[n] = entry_item(IMMEDIATE, at, k)
                n += 1
            elif entry.amount(era) != 0:
                items[n] = fixed_item(at, entry.what, entry.amount(era))
                n += 1
        for own in self.data.construction[tile]:
            amount = own.n * own.choice.number(city, at)
            if amount != 0:
                items[n] = fixed_item(at, own.what, amount)
                n += 1
        watchers = city.flagged[ON_BUILD] & ~ONE[at]
        if watchers:
            for place in range(city.tiles):
                other = city.by_cell[place] & 31
                if watchers & ONE[other]:
                    for trigger in self.data.construction[city.tile[other]]:
                        if trigger.choice.answers(city, other, at):
                            items[n] = fixed_item(other, trigger.what, trigger.n)
                            n += 1
        frame.items = items
        frame.left = ONE[n] - 1

    def demand_extra_build(self, seat: i64) -> None:
        """One more tile from the Projects Area; without any, the effect lapses (CAP-3.59)."""
        if self.project_count:
            self.asks = ASK_TILE

    # --- events under way

    def push(self, kind: i64, at: i64) -> Frame:
        """Begin an event, perhaps inside another one."""
        frame = Frame(kind, at, self.ends, NO_ITEMS, 0)
        self.ends = 0
        self.frames.append(frame)
        return frame

    def run(self, seat: i64) -> None:
        """Go on with the events under way until a decision is needed or all are done."""
        while len(self.frames) > 0:
            frame = self.frames[-1]
            if frame.kind == ACTIVATION:
                done = self.go_on_activating(seat, frame)
            else:
                done = self.go_on_resolving(seat, frame)
            if done:
                self.frames.pop()
                self.ends = frame.ends
            elif self.asks != ASK_NOTHING:
                return
        self.after_event(seat)

    def after_event(self, seat: i64) -> None:
        if self.trial:
            return
        if self.phase == EXECUTIVE:
            self.asks = ASK_ACTIVATE
            return
        self.turn += 1
        if self.phase == BUILDING:
            if self.turn < self.players:
                self.asks = ASK_TILE
            else:
                self.tourism()
        elif self.phase == PROSPERITY_STEP:
            self.next_prosperity()
        else:
            self.next_pre_expo()

    def go_on_resolving(self, seat: i64, frame: Frame) -> bool:
        """The items of a pending list, one after the other, in the order that the player wants (CAP-3.25, CAP-6.6)."""
        while frame.left:
            if not frame.settled:
                several = frame.left & (frame.left - 1) != 0
                if several and (frame.kind == PRE_EXPO or order_matters(self, seat, frame)):
                    self.asks = ASK_ORDER
                    return False
                frame.settled = True
            if not self.resolve(seat, frame, first_in_order(self, seat, frame)):
                return False
        return True

    def resolve(self, seat: i64, frame: Frame, k: i64) -> bool:
        """One pending item; False if it begins an event or needs a decision."""
        frame.left &= ~ONE[k]
        item = frame.items[k]
        if frame.kind == PRE_EXPO:
            self.ends = 0  # each effect is an event of its own
        if item_list(item) == FIXED:
            self.gain(seat, item_what(item), item_n(item))
            return True
        depth = len(self.frames)
        entry_of(self, seat, item).resolve(self, seat, item_tile(item))
        return self.asks == ASK_NOTHING and len(self.frames) == depth

    # --- Tourism Phase (CAP-3.30 to CAP-3.35)

    def tourism(self) -> None:
        """Who leads takes the token and the tourists of those who fall behind."""
        n = self.players
        ranked = self.ranked(CULTURE)
        leader = ranked[0]
        self.culture_token = leader
        if self.events is not None:
            self.tell("leads", leader, "CAP-3.30", {"culture": int(self.cities[leader].have[CULTURE])})
        limit = self.attraction_limit(self.cities[leader].have[CULTURE])
        for place in range(1, n):
            seat = ranked[place]
            culture = self.cities[seat].have[CULTURE]
            last = place == n - 1
            if n == 2:
                last = self.neutral_culture > culture  # the neutral marker loses all ties (CAP-3.35)
            captured = last or culture < limit
            self.send_tourist(seat, leader if captured else seat)
        self.send_tourist(leader, leader)
        if n == 2:
            self.send_tourist(NEUTRAL, leader)
        for seat in self.order:
            self.end_of_tourism(seat)
        self.start_executive()

    def ranked(self, what: i64) -> vec[i64]:
        """The seats by a track, higher first; ties by money, then by initiative (CAP-3.30, CAP-6.4)."""
        n = self.players
        keys = vec[i64]([0] * n)
        for place in range(n):
            have = self.cities[self.order[place]].have
            sort_in(keys, place, -((have[what] + 512) << 24 | have[ECONOMY] << 4 | (n - place)))
        ranked = vec[i64]([0] * n)
        for k in range(n):
            ranked[k] = self.order[n - (-keys[k] & 15)]
        return ranked

    def attraction_limit(self, culture: i64) -> i64:
        """Below which culture cities lose their tourists to a leader with that much (CAP-1.43)."""
        limit: i64 = -1
        for k in range(i64(len(self.data.reach))):
            if culture >= self.data.reach[k]:
                limit = self.data.below[k]
        return limit

    def send_tourist(self, colour: i64, city: i64) -> None:
        """A marker that is there already stays exactly where it is (CAP-3.33)."""
        if self.tourist_city[colour] == city:
            return
        self.tourist_city[colour] = city
        self.tourist_spot[colour] = NOWHERE
        if self.events is not None:
            args: dict[str, object] = {"tourist": moves.colour_name(int(colour)), "city": int(city)}
            self.tell("tourist", HOST if colour == NEUTRAL else colour, "CAP-3.33", args)

    def end_of_tourism(self, seat: i64) -> None:
        """tourism_end effects (CAP-1.25, CAP-3.34)."""
        city = self.cities[seat]
        acting = city.flagged[TOURISM_END]
        if not acting:
            return
        for place in range(city.tiles):
            at = city.by_cell[place] & 31
            if acting & ONE[at]:
                for entry in self.data.tourism_end[city.tile[at]]:
                    self.ends = 0
                    entry.resolve(self, seat, at)

    # --- Executive Phase (CAP-3.40 to CAP-3.48)

    def start_executive(self) -> None:
        self.phase = EXECUTIVE
        self.turn = 0
        self.activations = 0
        self.used = 0
        self.asks = ASK_ACTIVATE

    def activations_allowed(self, seat: i64) -> i64:
        """Those of the plant owned at this moment, and one for the Highest Culture token (CAP-3.40)."""
        allowed = self.data.plant_activations[self.cities[seat].plant]
        return allowed + 1 if self.culture_token == seat else allowed

    def activation_cost(self, seat: i64, at: i64) -> i64:
        """One, the printed cubes, and what lies and stands on the tile (CAP-3.42)."""
        city = self.cities[seat]
        return 1 + self.data.printed[city.tile[at]] + city.cubes[at] + self.tourists_on(seat, at)

    def tourists_on(self, seat: i64, at: i64) -> i64:
        n: i64 = 0
        for colour in range(i64(COLOURS)):
            n += self.tourist_city[colour] == seat and self.tourist_spot[colour] == at
        return n

    def usable(self, seat: i64, at: i64, after: i64) -> i64:
        """The tourists that may still help to pay for a tile, of later colours than `after` (CAP-3.44)."""
        mask: i64 = 0
        for colour in range(after + 1, i64(COLOURS)):
            if self.tourist_city[colour] == seat and self.tourist_spot[colour] != at:
                mask |= ONE[colour]
        return mask & ~self.used

    def can_activate(self, seat: i64, at: i64) -> bool:
        means = self.cities[seat].have[ENERGY] + count(self.usable(seat, at, NOWHERE))
        return means >= self.activation_cost(seat, at)

    def activate(self, seat: i64, at: i64) -> None:
        """Choose the tile; its cost is counted before the payment is moved."""
        self.paying = at
        self.due = self.activation_cost(seat, at)
        self.last_tourist = NOWHERE
        self.activations += 1
        if self.events is not None:
            args: dict[str, object] = {
                "tile": self.data.ids[self.cities[seat].tile[at]],
                "cell": point(int(self.cities[seat].cell[at])),
                "cost": int(self.due),
            }
            self.tell("activated", seat, "CAP-3.42", args)
        self.ask_payment(seat)

    def ask_payment(self, seat: i64) -> None:
        """Cubes pay where no tourist can; otherwise the player says how to go on."""
        if self.due and self.usable(seat, self.paying, self.last_tourist):
            self.asks = ASK_PAYMENT
        else:
            self.pay_cubes(seat)

    def pay_tourist(self, seat: i64, colour: i64) -> None:
        """A marker moves onto the tile and pays for one cube (CAP-3.43)."""
        self.tourist_spot[colour] = self.paying
        self.used |= ONE[colour]
        self.last_tourist = colour
        self.due -= 1
        if self.events is not None:
            self.tell("paid_tourist", seat, "CAP-3.43", {"tourist": moves.colour_name(int(colour))})
        self.ask_payment(seat)

    def pay_cubes(self, seat: i64) -> None:
        """Cubes for the rest; they lie on the tile afterwards (CAP-3.43)."""
        city = self.cities[seat]
        city.have[ENERGY] -= self.due
        city.cubes[self.paying] += self.due
        if self.events is not None and self.due:
            self.tell("paid_cubes", seat, "CAP-3.43", {"cubes": int(self.due)})
        at = self.paying
        self.paying = NOWHERE
        self.due = 0
        self.last_tourist = NOWHERE
        self.asks = ASK_NOTHING
        self.push(ACTIVATION, at)
        self.run(seat)

    def go_on_activating(self, seat: i64, frame: Frame) -> bool:
        """Costs, gains, then the permanent effects of other tiles in cell order (CAP-3.46)."""
        city = self.cities[seat]
        entries = self.data.activation[city.tile[frame.at]]
        while frame.next < len(entries):
            entry = entries[frame.next]
            frame.next += 1
            depth = len(self.frames)
            entry.resolve(self, seat, frame.at)
            if self.asks != ASK_NOTHING or len(self.frames) != depth:
                return False
        watchers = city.flagged[ON_ACTIVATE] & ~ONE[frame.at]
        if watchers:
            for place in range(city.tiles):
                other = city.by_cell[place] & 31
                if watchers & ONE[other]:
                    for trigger in self.data.on_activate[city.tile[other]]:
                        if trigger.choice.answers(city, other, frame.at):
                            self.gain(seat, trigger.what, trigger.n)
        return True

    def offer_free_activation(self, seat: i64, at: i64) -> None:
        """Asked only where an adjacent tile has an activation (CAP-3.47)."""
        city = self.cities[seat]
        if city.near[at] & city.flagged[ACTIVATES]:
            self.granting = at
            self.asks = ASK_FREE

    def activate_free(self, seat: i64, at: i64) -> None:
        """An event of its own, without cubes (CAP-3.47)."""
        self.granting = NOWHERE
        self.asks = ASK_NOTHING
        if self.events is not None:
            city = self.cities[seat]
            args: dict[str, object] = {"tile": self.data.ids[city.tile[at]], "cell": point(int(city.cell[at]))}
            self.tell("activated_free", seat, "CAP-3.47", args)
        self.push(ACTIVATION, at)
        self.run(seat)

    def decline(self, seat: i64) -> None:
        self.granting = NOWHERE
        self.asks = ASK_NOTHING
        if self.events is not None:
            self.tell("declined", seat, "CAP-3.47", {})
        self.run(seat)

    def end_turn(self, seat: i64, bonus: i64) -> None:
        """Stop activating; without any activation, with a reward (CAP-3.48)."""
        if self.events is not None:
            args: dict[str, object] = {"activations": int(self.activations)}
            if bonus >= 0:
                args["bonus"] = RESOURCE_NAMES[bonus]
            self.tell("ended_turn", seat, "CAP-3.48", args)
        if bonus >= 0:
            self.ends = 0
            self.gain(seat, bonus, 1)
        self.activations = 0
        self.turn += 1
        if self.turn == self.players:
            self.start_administration()

    # --- Administrative Phase (CAP-3.50 to CAP-3.59)

    def start_administration(self) -> None:
        self.phase = ADMINISTRATIVE
        self.used = 0
        self.turn = 0
        if self.players == 2:
            self.neutral_culture = min(self.neutral_culture + 1, self.data.last[CULTURE])  # CAP-3.50
        self.next_token()

    def next_token(self) -> None:
        """The next surrounded token, in initiative order (CAP-3.51)."""
        while self.turn < self.players:
            if self.cities[self.order[self.turn]].surrounded() >= 0:
                self.asks = ASK_TOKEN
                return
            self.turn += 1
        self.renew_projects()
        self.start_prosperity()

    def move_token(self, seat: i64, vertex: i64) -> None:
        city = self.cities[seat]
        token = city.surrounded()
        city.tokens[token] = vertex
        if self.events is not None:
            args: dict[str, object] = {"token": int(token), "vertex": point(int(vertex))}
            self.tell("moved_token", seat, "CAP-3.51", args)
        self.next_token()

    def renew_projects(self) -> None:
        """Row $4 leaves, the others move on, new tiles come from the next round's era (CAP-3.52, CAP-3.53)."""
        if self.round == self.data.rounds:
            return
        kept: i64 = 0
        for k in range(self.project_count):
            word = self.projects[k]
            row = project_row(word)
            if row + 1 < len(ROW_PRICES):
                self.projects[kept] = project(project_tile(word), row + 1)
                kept += 1
            else:
                self.discards = extended(self.discards, project_tile(word))
        self.project_count = kept
        era = self.data.era_of[self.round + 1]
        self.draw(era, self.projects_to_draw(era))
        self.undo_floor = self.count  # what was drawn has been seen

    def projects_to_draw(self, era: i64) -> i64:
        """CAP-3.54, CAP-2.25, CAP-2.40."""
        full = self.players + 2
        if self.variant.full_refill:
            return min(full, FULL_REFILL_MOST)
        if self.players == 2 and not self.variant.up_to_four:
            return full
        for k in range(self.project_count):
            if self.data.era[project_tile(self.projects[k])] == era:
                full -= 1
        return full

    def draw(self, era: i64, amount: i64) -> None:
        """New tiles into row $0; a short stack gives what is left (CAP-2.41)."""
        stack = self.stacks[era]
        amount = min(amount, i64(len(stack)) - self.drawn[era])
        new: list[str] = []
        for _ in range(amount):
            tile = stack[self.drawn[era]]
            self.drawn[era] += 1
            sort_in(self.projects, self.project_count, project(tile, 0))
            self.project_count += 1
            if self.events is not None:
                new.append(self.data.ids[tile])
        if self.events is not None:
            self.tell("projects", HOST, "CAP-3.53", {"tiles": sorted(new)})  # which lay on top is not told

    # --- the prosperity step (CAP-3.55 to CAP-3.58)

    def start_prosperity(self) -> None:
        self.turn = 0
        if self.variant.prosperity and self.data.prosperity_in[self.round]:
            self.phase = PROSPERITY_STEP
            self.next_prosperity()
        else:
            self.start_pre_expo()

    def next_prosperity(self) -> None:
        while self.turn < self.players and not len(self.cities[self.order[self.turn]].hand):
            self.turn += 1  # only a hand-written position can leave a player without tiles
        if self.turn < self.players:
            self.asks = ASK_PROSPERITY
        else:
            self.start_pre_expo()

    def may_build(self, seat: i64, tile: i64) -> bool:
        """Whether the prerequisite of a prosperity tile holds now (CAP-3.56)."""
        wanted = self.data.prerequisite[tile]
        return wanted is not None and wanted.holds(self, seat)

    def drop_from_hand(self, seat: i64, tile: i64) -> None:
        self.undo_floor = self.count  # the tile has been seen
        city = self.cities[seat]
        rest = vec[i64]([])
        for other in city.hand:
            if other != tile:
                rest = extended(rest, other)
        city.hand = rest

    def pay_prerequisite(self, seat: i64, tile: i64) -> None:
        """Losses paid first, as an event of their own (CAP-3.56, CAP-5.4)."""
        wanted = self.data.prerequisite[tile]
        if wanted is not None:
            self.ends = 0
            for entry in wanted.cost:
                entry.resolve(self, seat, NOWHERE)
            self.ends = 0

    def build_lake(self, seat: i64, tile: i64, cell: i64) -> None:
        """Face down: no type, no penalty, no effect, two energy cubes (CAP-3.57)."""
        city = self.cities[seat]
        city.put(tile, cell, NOWHERE, 0)
        self.held_as_lake = False
        if self.events is not None:
            args: dict[str, object] = {"tile": self.data.ids[tile], "cell": point(int(cell))}
            self.tell("built_lake", seat, "CAP-3.57", args)
        self.ends = 0
        self.gain(seat, ENERGY, LAKE_ENERGY)
        self.after_event(seat)

    # --- before the last World Expo (CAP-6.6)

    def start_pre_expo(self) -> None:
        self.turn = 0
        if self.round == self.data.rounds:
            self.phase = PRE_EXPO_PHASE
            self.next_pre_expo()
        else:
            self.end_round()

    def next_pre_expo(self) -> None:
        """The pre_expo effects of the next player who has any."""
        while self.turn < self.players:
            seat = self.order[self.turn]
            city = self.cities[seat]
            acting = city.flagged[BEFORE_EXPO]
            if acting:
                items = vec[i64]([0] * MOST_ITEMS)
                n: i64 = 0
                for place in range(city.tiles):
                    at = city.by_cell[place] & 31
                    if acting & ONE[at]:
                        for k in range(i64(len(self.data.pre_expo[city.tile[at]]))):
                            items[n] = entry_item(END_GAME, at, k)
                            n += 1
                frame = self.push(PRE_EXPO, NOWHERE)
                frame.items = items
                frame.left = ONE[n] - 1
                self.asks = ASK_NOTHING
                self.run(seat)
                return
            self.turn += 1
        self.end_round()

    # --- World Expo (CAP-6.1 to CAP-6.5) and the end of the round

    def end_round(self) -> None:
        if self.data.expo_after[self.round]:
            self.world_expo()
        if self.round == self.data.rounds:
            self.finish()
        else:
            self.start_round()

    def world_expo(self) -> None:
        """By step, in initiative order inside each (CAP-8.48)."""
        if self.events is not None:
            self.tell("expo", HOST, "CAP-6.1", {"round": int(self.round)})
        for seat in self.order:
            have = self.cities[seat].have
            prestige = self.data.expo_prestige[have[EMPLOYMENT] - self.data.first[EMPLOYMENT]]
            self.expo_step(seat, PRESTIGE, prestige, "CAP-6.1")
        for seat in self.order:
            have = self.cities[seat].have
            self.expo_step(seat, PRESTIGE, -min(MOST_UNEMPLOYMENT, have[POPULATION] - have[EMPLOYMENT]), "CAP-6.2")
        for seat in self.order:
            services = self.cities[seat].have[SERVICES] - self.data.first[SERVICES]
            self.expo_step(seat, PROGRESS, self.data.expo_progress[services], "CAP-6.3")
        ranked = self.ranked(SERVICES)
        for place in range(self.players):
            self.expo_step(ranked[place], PRESTIGE, -PER_RANK * place, "CAP-6.4")
        for seat in self.order:
            self.clear_cubes(seat)

    def expo_step(self, seat: i64, what: i64, n: i64, rule: str) -> None:
        """One step for one player is one event (CAP-5.4)."""
        self.ends = 0
        if self.events is not None and n != 0:
            self.tell("expo_step", seat, rule, {"what": RESOURCE_NAMES[what], "n": int(n)})
        if what == PRESTIGE:  # the step has told of it
            self.cities[seat].have[PRESTIGE] += n
        else:
            self.gain(seat, what, n)

    def clear_cubes(self, seat: i64) -> None:
        """Cubes leave the tiles; tourists stay (CAP-6.5, CAP-8.5)."""
        city = self.cities[seat]
        for at in range(city.tiles):
            if self.variant.cubes_to_plant:
                city.have[ENERGY] += city.cubes[at]
            city.cubes[at] = 0

    def finish(self) -> None:
        """The position stays as it is after the last Expo; final scoring is counted from it (scoring.py)."""
        self.phase = OVER
        self.asks = ASK_NOTHING
        self.turn = 0
        self.undo_floor = self.count  # hidden totals are shown now
        if self.events is not None:
            self.tell("game_over", HOST, "CAP-6.24", {"scores": self.scores(), "ranking": self.ranking()})

    # --- tracks (CAP-5)

    def gain(self, seat: i64, what: i64, n: i64) -> None:
        """A gain, or with a negative number a loss, of a track or resource (CAP-5.1 to CAP-5.3)."""
        if n == 0:
            return
        have = self.cities[seat].have
        before = have[what]
        if what == PRESTIGE:
            have[PRESTIGE] += n
        elif what == ENERGY:
            have[ENERGY] = max(0, have[ENERGY] + n)
        elif what == PROGRESS:
            self.progress(seat, n)
        elif what == ECONOMY and n < 0:
            self.pay(seat, -n)
            return
        elif what == EMPLOYMENT and n > 0:
            self.employ(seat, n)
        else:
            self.move_marker(seat, what, n)
        if self.events is not None:
            args: dict[str, object] = {"what": RESOURCE_NAMES[what], "n": int(n)}
            if what != PRESTIGE:  # every change is public, totals need not be (CAP-7.4)
                args["from"] = int(before)
                args["to"] = int(have[what])
            self.tell("gained" if n > 0 else "lost", seat, GAIN_RULES[what], args)

    def move_marker(self, seat: i64, what: i64, n: i64) -> None:
        """The marker stops at the end of its track, and the end pays once an event (CAP-5.2 to CAP-5.4)."""
        have = self.cities[seat].have
        goal = have[what] + n
        if goal > self.data.last[what]:
            have[what] = self.data.last[what]
            self.over_the_top(seat, what)
        elif goal < self.data.first[what]:
            have[what] = self.data.first[what]
            self.below_the_bottom(seat, what)
        else:
            have[what] = goal
        if what == POPULATION and have[EMPLOYMENT] > have[POPULATION]:
            have[EMPLOYMENT] = have[POPULATION]  # CAP-5.11

    def employ(self, seat: i64, n: i64) -> None:
        """Employment never exceeds population; what is ignored is lost (CAP-5.10)."""
        have = self.cities[seat].have
        goal = have[EMPLOYMENT] + n
        last = self.data.last[EMPLOYMENT]
        if goal > last and have[POPULATION] >= last:
            have[EMPLOYMENT] = last
            self.over_the_top(seat, EMPLOYMENT)
        else:
            have[EMPLOYMENT] = min(goal, have[POPULATION])

    def over_the_top(self, seat: i64, what: i64) -> None:
        if self.ends & ONE[what]:
            return
        self.ends |= ONE[what]
        if self.events is not None:
            self.tell("top", seat, "CAP-5.2", {"track": RESOURCE_NAMES[what]})
        self.gain(seat, self.data.over_what[what], self.data.over_n[what])  # CAP-5.5

    def below_the_bottom(self, seat: i64, what: i64) -> None:
        if self.ends & ONE[what + RESOURCES]:
            return
        self.ends |= ONE[what + RESOURCES]
        if self.events is not None:
            self.tell("bottom", seat, "CAP-5.3", {"track": RESOURCE_NAMES[what]})
        self.gain(seat, self.data.under_what[what], self.data.under_n[what])

    def pay(self, seat: i64, cost: i64) -> None:
        """With extra taxation, exactly as far as needed (CAP-5.20 to CAP-5.22)."""
        if cost == 0:
            return
        data = self.data
        have = self.cities[seat].have
        short = cost + data.first[ECONOMY] - have[ECONOMY]
        taxes = (max(short, i64(0)) + data.tax_money - 1) // data.tax_money
        have[ECONOMY] += taxes * data.tax_money - cost
        have[PRESTIGE] += taxes * data.tax_prestige
        if self.events is not None:
            args: dict[str, object] = {"cost": int(cost), "taxations": int(taxes), "money": int(have[ECONOMY])}
            self.tell("paid", seat, "CAP-5.20", args)

    def progress(self, seat: i64, n: i64) -> None:
        """Round the circle; each time the symbol is reached, a new power plant (CAP-5.31 to CAP-5.33)."""
        city = self.cities[seat]
        have = city.have
        have[PROGRESS] = max(0, have[PROGRESS] + n)
        while have[PROGRESS] >= self.data.circle and city.level < self.data.top_level:
            have[PROGRESS] -= self.data.circle
            self.upgrade(seat)  # may bring progress itself

    def upgrade(self, seat: i64) -> None:
        """The best plant left of the next level, its cubes, and what watches for upgrades (CAP-1.24, CAP-5.31)."""
        city = self.cities[seat]
        city.level += 1
        city.plant = self.data.first_plant[city.level] + self.plants_taken[city.level]
        self.plants_taken[city.level] += 1
        city.have[ENERGY] += self.data.plant_cubes[city.plant]
        if self.events is not None:
            args: dict[str, object] = {
                "plant": self.data.plant_ids[city.plant],
                "level": int(city.level),
                "cubes": int(self.data.plant_cubes[city.plant]),
            }
            self.tell("upgraded", seat, "CAP-5.31", args)
        watchers = city.flagged[ON_UPGRADE]
        while watchers:
            at = lowest(watchers)
            watchers &= watchers - 1
            for entry in self.data.on_upgrade[city.tile[at]]:
                entry.resolve(self, seat, at)

    def upgrade_writes(self, seat: i64) -> i64:
        """What the upgrade effects of a city change, as a mask of resources."""
        city = self.cities[seat]
        mask: i64 = 0
        watchers = city.flagged[ON_UPGRADE]
        while watchers:
            for entry in self.data.on_upgrade[city.tile[lowest(watchers)]]:
                mask |= ONE[entry.what]
            watchers &= watchers - 1
        return mask

    # --- who decides, and what

    def next_seat(self) -> i64:
        if self.phase == OVER:
            return NOBODY
        return self.order[self.turn]

    def must_act(self, seat: i64) -> bool:
        return seat == self.next_seat()

    def legal_capacity(self) -> i64:
        return 512

    def legal_into(self, seat: i64, out: vec[i64]) -> i64:
        asks = self.asks
        city = self.cities[seat]
        if asks == ASK_CELL:
            return self.cells_into(city, out)
        if asks == ASK_TILE:
            for k in range(self.project_count):
                out[k] = TAKE + project_tile(self.projects[k])
            return self.project_count
        if asks == ASK_ACTIVATE:
            return self.activations_into(seat, out)
        if asks == ASK_SPACE:
            return self.spaces_into(out)
        if asks == ASK_PAYMENT:
            return self.payments_into(seat, out)
        if asks == ASK_ORDER:
            return items_into(self.frames[-1], out)
        if asks == ASK_TOKEN:
            return city.vertices_into(out, city.surrounded(), TOKEN)
        if asks == ASK_PROSPERITY:
            return self.prosperity_into(seat, out)
        out[0] = DECLINE
        return activating_into(city, out, 1, city.near[self.granting] & city.flagged[ACTIVATES])

    def cells_into(self, city: City, out: vec[i64]) -> i64:
        """The frontier; a lake needs a neighbour that is none (CAP-4.5, CAP-3.57)."""
        n: i64 = 0
        for k in range(city.open):
            cell = city.frontier[k]
            if not self.held_as_lake or city.beside(cell) & ~city.lakes:
                out[n] = PLACE + cell
                n += 1
        return n

    def activations_into(self, seat: i64, out: vec[i64]) -> i64:
        """To stop, with a bonus if nothing was activated, or any tile that can be paid (CAP-3.40, CAP-3.48)."""
        n: i64 = 0
        if self.activations:
            out[0] = END_TURN
            n = 1
        else:
            for bonus in self.variant.pass_bonus:
                out[n] = BONUS + bonus
                n += 1
        city = self.cities[seat]
        affordable: i64 = 0
        if self.activations < self.activations_allowed(seat):
            rest = city.flagged[ACTIVATES]
            while rest:
                at = lowest(rest)
                rest &= rest - 1
                if self.can_activate(seat, at):
                    affordable |= ONE[at]
        return activating_into(city, out, n, affordable)

    def spaces_into(self, out: vec[i64]) -> i64:
        """Open spaces that nobody has chosen in this phase (CAP-3.11)."""
        taken: i64 = 0
        for space in self.chosen:
            if space >= 0:
                taken |= ONE[space]
        n: i64 = 0
        for space in self.data.open_spaces[self.players]:
            if not taken & ONE[space]:
                out[n] = SPACE + space
                n += 1
        return n

    def payments_into(self, seat: i64, out: vec[i64]) -> i64:
        """Cubes for the rest, if they suffice, or the next tourist, if the rest can then still be paid (CAP-3.43)."""
        energy = self.cities[seat].have[ENERGY]
        n: i64 = 0
        if energy >= self.due:
            out[0] = PAY_CUBES
            n = 1
        usable = self.usable(seat, self.paying, self.last_tourist)
        while usable:
            colour = lowest(usable)
            if energy + count(usable) >= self.due:  # this one and all later ones
                out[n] = PAY_TOURIST + colour
                n += 1
            usable &= usable - 1
        return n

    def prosperity_into(self, seat: i64, out: vec[i64]) -> i64:
        """A prosperity tile whose prerequisite holds, or any as a lake (CAP-3.55 to CAP-3.58)."""
        hand = self.cities[seat].hand
        n: i64 = 0
        for tile in hand:
            if self.may_build(seat, tile):
                out[n] = TAKE + tile
                n += 1
        for tile in hand:
            out[n] = LAKE + tile
            n += 1
        return n

    def step(self, seat: i64, action: i64) -> None:
        if self.last_seat != seat:
            self.undo_floor = self.count  # what others did before can no longer be taken back
            self.last_seat = seat
        self.count += 1
        if action >= TOKEN:
            self.move_token(seat, action - TOKEN)
        elif action >= ACTIVATE_CELL:
            at = self.cities[seat].tile_on(action - ACTIVATE_CELL)
            if self.asks == ASK_FREE:
                self.activate_free(seat, at)
            else:
                self.activate(seat, at)
        elif action >= PLACE:
            self.place(seat, action - PLACE)
        elif action >= LAKE:
            self.take(action - LAKE)
            self.held_as_lake = True
            self.tell_choice(seat)
        elif action >= TAKE:
            self.take(action - TAKE)
            self.tell_choice(seat)
        elif action >= RESOLVE:
            self.choose_item(seat, action - RESOLVE)
        elif action == RESOLVE_REST:
            self.settle_items(seat)
        elif action >= PAY_TOURIST:
            self.pay_tourist(seat, action - PAY_TOURIST)
        elif action == PAY_CUBES:
            self.pay_cubes(seat)
        elif action >= BONUS:
            self.end_turn(seat, action - BONUS)
        elif action == END_TURN:
            self.end_turn(seat, NOWHERE)
        elif action == DECLINE:
            self.decline(seat)
        else:
            self.choose_space(seat, action - SPACE)

    def choose_item(self, seat: i64, k: i64) -> None:
        """The player picks the next pending effect (CAP-3.25)."""
        frame = self.frames[-1]
        self.asks = ASK_NOTHING
        if self.events is not None:
            self.tell("resolves", seat, "CAP-3.25", {"item": moves.item_json(self, int(seat), int(frame.items[k]))})
        self.resolve(seat, frame, k)
        if self.asks == ASK_NOTHING:
            self.run(seat)

    def settle_items(self, seat: i64) -> None:
        """The rest in the canonical order."""
        self.frames[-1].settled = True
        self.asks = ASK_NOTHING
        if self.events is not None:
            self.tell("resolves_rest", seat, "CAP-3.25", {})
        self.run(seat)

    def why_not(self, seat: int, action: int) -> str:
        return moves.why_not(self, seat, action, kernel.State.why_not(self, seat, action))

    # --- events, for those who listen

    def tell(self, kind: str, seat: i64, rule: str, args: dict[str, object]) -> None:
        assert self.events is not None
        self.events.append(Event(kind, seat, rule, args))

    def tell_choice(self, seat: i64) -> None:
        """A chosen project is public; a tile of the hand is not, until it is placed."""
        if self.events is None:
            return
        tile: dict[str, object] = {"tile": self.data.ids[self.held], "lake": self.held_as_lake}
        if self.data.era[self.held] >= 0:
            self.events.append(Event("took", seat, "CAP-3.20", tile))
        else:
            self.events.append(Event("picked", seat, "CAP-3.55", {}, tile))

    # --- copies and identity

    def clone(self) -> State:
        copy = self.shell()
        copy.cities = vec[City]([city.clone() for city in self.cities])
        return copy

    def look_ahead(self, seat: i64) -> State:
        """For trying out what only the city of the seat can feel: a clone that shares the other cities, and stops when
        the event at hand is over."""
        copy = self.shell()
        copy.cities = self.cities[:]
        copy.cities[seat] = self.cities[seat].clone()
        copy.trial = True
        return copy

    def shell(self) -> State:
        """A clone without its cities."""
        copy = State(self.players, self.data, self.options, self.variant, self.rng.clone())
        copy.count = self.count
        copy.undo_floor = self.undo_floor
        copy.round = self.round
        copy.phase = self.phase
        copy.asks = self.asks
        copy.order = self.order  # replaced, never changed, so clones share it
        copy.turn = self.turn
        copy.spaces = self.spaces[:]
        copy.chosen = self.chosen[:]
        copy.projects = self.projects[:]
        copy.project_count = self.project_count
        copy.stacks = self.stacks  # never changed
        copy.drawn = self.drawn[:]
        copy.removed = self.removed
        copy.discards = self.discards  # replaced, never changed
        copy.undealt = self.undealt
        copy.plants_taken = self.plants_taken[:]
        copy.tourist_city = self.tourist_city[:]
        copy.tourist_spot = self.tourist_spot[:]
        copy.used = self.used
        copy.culture_token = self.culture_token
        copy.neutral_culture = self.neutral_culture
        copy.activations = self.activations
        copy.held = self.held
        copy.held_as_lake = self.held_as_lake
        copy.paying = self.paying
        copy.due = self.due
        copy.last_tourist = self.last_tourist
        copy.granting = self.granting
        copy.frames = [frame.clone() for frame in self.frames]
        copy.ends = self.ends
        copy.last_seat = self.last_seat
        return copy

    def hash(self) -> int:
        hasher = Hasher()
        for word in (
            self.players,
            self.round,
            self.phase,
            self.asks,
            self.turn,
            self.used,
            self.culture_token,
            self.neutral_culture,
            self.activations,
            self.held,
            self.paying,
            self.due,
            self.last_tourist,
            self.granting,
            self.ends,
            self.last_seat,
            self.count,
            self.undo_floor,
        ):
            hasher.add(word + 1)
        hasher.add(1 if self.held_as_lake else 0)
        for words in (self.order, self.spaces, self.chosen, self.plants_taken, self.tourist_city, self.tourist_spot):
            for word in words:
                hasher.add(word + 1)
        hasher.add_all(self.projects[: self.project_count])
        for era in range(i64(ERAS)):
            rest = self.stacks[era][self.drawn[era] :]
            hasher.add(len(rest))
            hasher.add_all(rest)
        hasher.add_all(self.removed)
        hasher.add_all(self.discards)
        hasher.add_all(self.undealt)
        for city in self.cities:
            hash_city(hasher, city)
        for frame in self.frames:
            for word in (frame.kind, frame.at, frame.ends, frame.left, frame.next):
                hasher.add(word + 1)
            hasher.add(1 if frame.settled else 0)
            for k in range(i64(MOST_ITEMS)):
                if frame.left & ONE[k]:
                    hasher.add(frame.items[k])
        for digit in self.rng.save():
            hasher.add(ord(digit))
        return hasher.value()

    def save(self) -> Position:
        return position.save(self)

    def check(self) -> None:
        position.check(self)

    # --- results

    def scores(self) -> list[int]:
        return scoring.scores(self)

    def sheet(self) -> dict[str, object]:
        return scoring.sheet(self)

    def ranking(self) -> list[int]:
        return scoring.ranking(self)

    def score_bounds(self) -> tuple[int, int]:
        return (-2000, 2000)

    # --- what leaves the game

    def view(self, seat: int | None) -> View:
        return view.view(self, seat)

    def knowledge(self, seat: int | None) -> Knowledge:
        blank = State(self.players, self.data, self.options, self.variant, Rng(0))
        return view.CapitalKnowledge(view.view(self, seat), blank)

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
        return view.layout(int(self.players), self.data)

    def encode_at(self, seat: i64, out: vec[float], at: i64) -> None:
        view.encode(self, seat, out, at)

    def value(self, seat: i64) -> float:
        return heuristics.value(self, seat)


def hash_city(hasher: Hasher, city: City) -> None:
    for n in city.have:
        hasher.add(n + 4096)
    for word in (city.level, city.plant, city.tiles, city.lakes):
        hasher.add(word)
    for at in range(city.tiles):
        hasher.add(city.tile[at] << 32 | city.cell[at] << 16 | city.cubes[at])
    hasher.add_all(city.tokens)
    hasher.add_all(city.hand)


def items_into(frame: Frame, out: vec[i64]) -> i64:
    """The rest in the canonical order, or any pending item next."""
    out[0] = RESOLVE_REST
    n: i64 = 1
    rest = frame.left
    while rest:
        out[n] = RESOLVE + lowest(rest)
        rest &= rest - 1
        n += 1
    return n


def activating_into(city: City, out: vec[i64], n: i64, tiles: i64) -> i64:
    """Append the cells of some tiles, ascending."""
    if tiles:
        for place in range(city.tiles):
            word = city.by_cell[place]
            if tiles & ONE[word & 31]:
                out[n] = ACTIVATE_CELL + (word >> 5)
                n += 1
    return n


def extended(words: vec[i64], word: i64) -> vec[i64]:
    """A copy with one word more."""
    longer = vec[i64]([0] * (len(words) + 1))
    for k in range(i64(len(words))):
        longer[k] = words[k]
    longer[len(words)] = word
    return longer
