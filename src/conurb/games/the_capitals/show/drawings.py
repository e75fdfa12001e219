"""The drawing of every tile and power plant of the box, composed from the families of `sketch`.

Each tile has its own composition: the family says the type (terraces, saw-tooth halls, shop fronts, domes, temples),
a thing in front of it or on its sign says which one it is.
"""

from __future__ import annotations

from .sketch import (
    Drawing,
    arches,
    awning,
    block,
    box,
    boxes_of,
    chimney,
    cog,
    disc,
    dome,
    flag,
    gabled,
    house,
    line,
    path,
    pine,
    plinth,
    put,
    saw,
    shop,
    sign,
    smoke,
    tank,
    temple,
    tree,
    trees,
    windows,
)

# --- things that tell what a place is for, around (0, 0), about 10 units in radius

PROPS: dict[str, Drawing] = {
    "loaf": path("M-9 5c-2-8 3-11 9-11s11 3 9 11z", "k") + path("M-4-5l3 5M1-6l3 5", "l"),
    "book": path("M0-5C-3-8-7-8-10-7V6c3-1 7-1 10 2 3-3 7-3 10-2V-7C7-8 3-8 0-5z", "k") + path("M0-5V8", "l"),
    "boot": path("M-4-9h7V2l7 3v4H-4z", "k"),
    "cross": path("M-3-9h6v6h6v6H3v6h-6V3h-6v-6h6z", "k"),
    "scales": path("M0-9V8M-5 8H5M-9-6H9M-9-6l-3 7h6zM9-6L6 1h6z", "l"),
    "fork": path("M-5-9v6c0 3 4 3 4 0v-6M-3-1V9M4 9V-9c4 2 4 8 0 9", "l"),
    "lyre": path("M-5-9c-4 6-3 13 5 15 8-2 9-9 5-15M-2-7V5M2-7V5M-5-7H5", "l"),
    "target": disc(0, 0, 10, "k") + disc(0, 0, 6.6, "w") + disc(0, 0, 3.2, "k"),
    "bolt": path("M3-10l-9 12h6L-2 10 7-3H1z", "k"),
    "flame": path("M0-10c6 6 8 9 6 14-1 4-11 4-12 0-2-4 2-5 2-9 2 2 3 1 4-5z", "k"),
    "gnome": path("M0-12L6 0H-6z", "k") + disc(0, 2, 4, "w") + path("M-7 12c0-8 14-8 14 0z", "a"),
    "tyre": disc(0, 0, 9, "k") + disc(0, 0, 4, "w"),
    "bulb": disc(0, -3, 7, "w") + path("M-3 4h6v4h-6zM0-3v7", "l"),
    "frame": path("M-9-8H9V8H-9z", "a") + path("M-6-5H6V5H-6z", "w") + path("M-6 5l4-6 3 3 2-3 3 6z", "k"),
    "bones": path("M-16 8c4-2 4-8 10-8s8 4 12 4 8-6 8-12c4 0 6 2 6 4s-4 2-4 2M-6 2v8M2 4v6", "l"),
    "chair": path("M-6-10V8M-6 0H6V8M-6-10h2V0", "l"),
    "shield": path("M0-10l8 3v6c0 6-4 9-8 11-4-2-8-5-8-11v-6z", "k") + disc(0, -1, 2.6, "w"),
    "atom": disc(0, 0, 2.4, "k") + path("M-10 0a10 4 0 1 0 20 0a10 4 0 1 0-20 0M-5-9c-8 5 2 22 10 18s-2-22-10-18", "l"),
    "chip": box(-7, -7, 14, 14, "k")
    + box(-3, -3, 6, 6, "w")
    + line("M-4-11v4M0-11v4M4-11v4M-4 7v4M0 7v4M4 7v4M-11-4h4M-11 0h4M-11 4h4M7-4h4M7 0h4M7 4h4"),
    "plane": path("M-14 2L10-2c4-1 6 3 2 4l-8 2-8 8h-3l4-7-6 1-4 4h-2l1-5z", "k"),
    "meeple": path("M0-10a4 4 0 0 1 3 6c6 1 8 4 6 6l-4-1 4 9H2L0 6-2 10h-7l4-9-4 1c-2-2 0-5 6-6a4 4 0 0 1 3-6z", "k"),
    "die": box(-7, -7, 14, 14, "w") + disc(-3.4, -3.4, 1.5, "k") + disc(3.4, 3.4, 1.5, "k") + disc(0, 0, 1.5, "k"),
    "leaf": path("M-8 8C-10-4-2-10 9-9c1 11-5 19-17 17z", "k") + path("M-10 10L2-2", "l"),
    "coin": disc(0, 0, 9, "w") + path("M4-4c-2-3-8-2-8 1s8 2 8 5-6 4-8 1M0-8V8", "l"),
    "dancer": disc(1, -15, 3.4, "k") + path("M1-11c-6 6-2 12 0 14l-8 12M1 3l9 12M0-7l-12-5M1-8l13 2", "l"),
    "amphora": path("M-3-12h6v4c6 2 7 10 0 20h-6c-7-10-6-18 0-20z", "k")
    + path("M-4-8c-6-1-7 6-4 8M4-8c6-1 7 6 4 8", "l"),
    "heart": path("M0 9C-14 0-9-10 0-4 9-10 14 0 0 9z", "k"),
    "pill": path("M-9-3a4 4 0 0 1 6-5L8 3a4 4 0 0 1-6 6z", "k") + path("M-3 3l6-6", "l"),
    "recycle": path("M-3-9h6l4 7M9 2l-3 6h-7M-4 8h-3l-3-6 4-7M4-4l3 2 2-4M1 5l-2 3 3 3M-8-1l2-4-4-1", "l"),
    "film": box(-9, -6, 18, 12, "k") + windows(-7, -4, 4, 1, 4, 0, 2.4, 8),
    "crown": path("M-9 6V-6l5 5 4-8 4 8 5-5V6z", "k"),
    "dice": box(-10, -4, 9, 9, "w") + disc(-5.5, 0.5, 1.6, "k") + box(1, -8, 9, 9, "w") + disc(5.5, -3.5, 1.6, "k"),
    "helix": path("M-6-12c0 8 12 8 12 16S-6 4-6 12M6-12c0 8-12 8-12 16M-4-7h8M-4 7h8M-3 0h6", "l"),
    "star": path("M0-10l3 6.6 7 1-5 5 1 7-6-3.5L-6 9.6l1-7-5-5 7-1z", "k"),
    "camera": box(-8, -3, 12, 10, "k") + disc(-5, -7, 4, "k") + disc(2, -7, 3, "k") + path("M4 0l6-3v9l-6-3z", "k"),
    "globe": disc(0, 0, 9, "w") + path("M-9 0H9M0-9c-6 5-6 13 0 18M0-9c6 5 6 13 0 18", "l"),
    "spanner": path("M-8 8L2-2M2-2a5 5 0 1 0 6-6l-3 4-3-1-1-3 4-3", "l"),
    "bag": path("M-7-3H7l2 12H-9z", "k") + path("M-4-3c0-8 8-8 8 0", "l"),
    "rocket": path("M0-20c6 6 7 14 5 24h-10c-2-10-1-18 5-24z", "a")
    + disc(0, -8, 2.4, "w")
    + path("M-5-2l-6 8h6zM5-2l6 8H5z", "k"),
    "chart": path("M-9 8V2M-3 8V-2M3 8V-1M9 8V-9M-9-2l6-5 6 3 6-8", "l"),
    "masks": path("M-10-7h9v7c0 6-9 6-9 0z", "w")
    + path("M1-5h9v7c0 6-9 6-9 0z", "k")
    + path("M-8-3h1M-4-3h1M-8 1c1 2 4 2 5 0", "l"),
    "crate": box(-7, -7, 14, 14, "b") + line("M-7-7L7 7M7-7L-7 7"),
    "barrel": path("M-5-8H5c3 5 3 11 0 16H-5c-3-5-3-11 0-16z", "b") + line("M-6.5-3H6.5M-6.5 3H6.5"),
    "sun": disc(0, 0, 5, "w") + line("M0-9v-3M0 9v3M-9 0h-3M9 0h3M-6-6l-2-2M6 6l2 2M-6 6l-2 2M6-6l2-2"),
    "cog": cog(),
    "people": disc(-5, -5, 3, "k") + disc(5, -5, 3, "k") + path("M-10 8c0-12 10-12 10 0zM0 8c0-12 10-12 10 0z", "k"),
}


def of(name: str, x: float, y: float, scale: float = 1) -> Drawing:
    """A thing, put somewhere."""
    return put(PROPS[name], x, y, scale)


def on_sign(name: str, x: float, y: float, r: float = 9) -> Drawing:
    return sign(PROPS[name], x, y, r)


def _terrace(count: int, width: float, eave: float, ridge: float, start: float = 6) -> Drawing:
    return [s for k in range(count) for s in house(start + k * width, width, eave, ridge, "b" if k % 2 else "a")]


START: dict[str, Drawing] = {
    "city_hall": box(22, 30, 76, 26)
    + path("M46 30V22l14-9 14 9v8z", "b")
    + box(56, 4, 8, 12)
    + flag(60, 4)
    + windows(28, 35, 3, 1, 9.5, 0, 5, 14)
    + windows(69, 35, 3, 1, 9.5, 0, 5, 14)
    + box(56, 40, 8, 16, "k")
    + line("M16 56h88"),
    "hotel": block(26, 6, 40, 3, 5)
    + block(66, 26, 30, 3, 2, "b")
    + path("M36 48h20l-3-4H39z", "k")
    + line("M30 6V0M62 6V0M40 48v8M52 48v8"),
}

ERA_1: dict[str, Drawing] = {
    "baker": shop(20, 44, 24)
    + chimney(70, 14, 9, "b")
    + box(66, 34, 30, 22, "b")
    + path("M72 56V46a9 6 0 0 1 18 0v10z", "k")
    + on_sign("loaf", 42, 15, 11),
    "barrel_factory": saw(8, 4, 15, 30)
    + of("barrel", 80, 47, 1.1)
    + of("barrel", 96, 47, 1.1)
    + of("barrel", 88, 30, 1.1),
    "bookseller": gabled(36, 46, 26, 16)
    + path("M40 54V38h18v16zM63 56V38h14v18z", "w")
    + line("M46 38v16M52 38v16M40 46h18")
    + on_sign("book", 94, 22, 11)
    + line("M82 12h12"),
    "brick_works": path("M12 56V40c0-22 34-22 34 0v16z")
    + path("M24 56V46c0-7 10-7 10 0v10z", "k")
    + chimney(54, 6, 8, "b")
    + boxes_of([(74 + 11 * c, 50 - 6 * r) for r in range(4) for c in range(3)], 10, 5),
    "cobbler": shop(28, 40, 22, "b")
    + box(72, 30, 26, 26)
    + windows(77, 35, 2, 1, 9, 0, 6, 8)
    + of("boot", 48, 13, 1.1),
    "cog_factory": saw(8, 4, 15, 30) + chimney(70, 12, 7) + of("cog", 92, 40, 1.5),
    "courthouse": temple(24, 72, 26, 16, 6) + of("scales", 60, 6, 0.8),
    "dancing_horse_statue": plinth(60, 34, 18)
    + path("M46 36c-2-12 6-16 14-18 4-6 8-12 16-14l4 6-6 4c4 10-2 16-8 18l-2 8h-4l-1-7-7 1-4 7h-4l4-10z", "k")
    + path("M70 14l10-4M68 18l10 2M46 34c-6 0-8 4-8 8", "l")
    + trees(16, 104),
    "danncil_estate": block(16, 12, 26, 3, 5)
    + block(47, 4, 26, 3, 6, "b")
    + block(78, 12, 26, 3, 5)
    + line("M12 56H108M29 12V6M91 12V6"),
    "dillobill_residences": block(14, 28, 44, 4, 2)
    + block(62, 28, 44, 4, 2, "b")
    + path("M10 28l6-10h40l6 10zM58 28l6-10h40l6 10z", "k")
    + box(33, 46, 7, 10, "k")
    + box(80, 46, 7, 10, "k"),
    "doctor": house(40, 40, 30, 12)
    + of("cross", 60, 20, 0.55)
    + on_sign("cross", 22, 26)
    + line("M22 35v21")
    + tree(100, 1.2),
    "downtown_abode": block(40, 4, 40, 4, 4, "a", 42)
    + box(40, 42, 40, 14, "b")
    + awning(40, 42, 40)
    + box(24, 22, 16, 34, "b")
    + box(80, 22, 16, 34, "b")
    + windows(28, 27, 1, 3, 0, 9, 7, 5)
    + windows(84, 27, 1, 3, 0, 9, 7, 5),
    "fountain": path("M22 56c2-8 74-8 76 0z", "q")
    + path("M42 46c4 6 32 6 36 0z", "b")
    + box(57, 30, 6, 20)
    + path("M50 30c3 4 17 4 20 0z", "b")
    + path("M60 26c0-12-14-10-18 4M60 26c0-12 14-10 18 4M60 28V10M50 34c-8 0-10 8-10 12M70 34c8 0 10 8 10 12", "l"),
    "heritage_windmill": path("M50 56l5-32h14l5 32z")
    + path("M54 24a8 8 0 0 1 16 0z", "b")
    + box(59, 44, 6, 12, "k")
    + path("M62 20L38 4l3-4zM62 20L86 4l-3-4zM62 20L40 38l4 3zM62 20l22 18-4 3z", "w")
    + disc(62, 20, 2.4, "k")
    + trees(24, 98),
    "iron_foundry": saw(6, 3, 16, 34)
    + chimney(58, 6, 9)
    + path("M74 30h30v26H74z", "b")
    + path("M80 36h18l-4 10h-10zM86 46l-4 8h10l-2-8z", "k")
    + path("M84 54c6-4 10 0 16-1", "w"),
    "king_george_mansion": block(26, 26, 68, 7, 2)
    + path("M22 26l8-14h60l8 14z", "b")
    + windows(38, 16, 4, 1, 13, 0, 6, 7)
    + box(34, 6, 6, 8, "b")
    + box(80, 6, 6, 8, "b")
    + box(55, 42, 10, 14, "k")
    + of("crown", 60, 6, 0.6),
    "library": temple(26, 68, 22, 14, 5) + trees(10, 110) + of("book", 60, 17, 0.45),
    "market": box(10, 40, 28, 16)
    + box(46, 40, 28, 16)
    + box(82, 40, 28, 16)
    + awning(9, 28, 30)
    + awning(45, 28, 30)
    + awning(81, 28, 30)
    + line("M12 36v20M36 36v20M48 36v20M72 36v20M84 36v20M108 36v20")
    + disc(18, 40, 3, "k")
    + disc(25, 40, 3, "k")
    + disc(54, 40, 3, "k")
    + disc(62, 40, 3, "k")
    + disc(90, 40, 3, "k")
    + disc(98, 40, 3, "k"),
    "museum_of_industry": box(16, 30, 88, 26)
    + path("M40 30a20 20 0 0 1 40 0z", "b")
    + arches(22, 2, 12, 40, 8)
    + arches(80, 2, 12, 40, 8)
    + of("cog", 60, 32, 1.1)
    + line("M16 35h24M80 35h24"),
    "opera_house": box(20, 30, 80, 26)
    + dome(60, 30, 18)
    + arches(26, 3, 11, 38, 8)
    + arches(64, 3, 11, 38, 8)
    + of("lyre", 60, 24, 0.6)
    + line("M20 34h80M16 56h88"),
    "park": path("M4 56c24-8 50-4 60-2s32 0 52-4v6z", "t")
    + tree(20, 1.5, 52)
    + tree(38, 1.1, 52)
    + tree(98, 1.4, 52)
    + line("M60 54V34M56 34h8M74 50h18M76 50v5M90 50v5M74 44h18M76 44v6M90 44v6")
    + disc(60, 31, 3, "w"),
    "restaurant": box(14, 22, 40, 34)
    + awning(14, 33, 40)
    + box(20, 43, 14, 10, "w")
    + box(40, 42, 9, 14, "k")
    + of("fork", 34, 12, 0.9)
    + line("M72 56V38M96 56V38M66 50h12M90 50h12")
    + path("M60 38c2-10 22-10 24 0zM84 38c2-10 22-10 24 0z", "b"),
    "school_1": gabled(26, 68, 32, 16)
    + box(54, 6, 12, 14)
    + path("M51 8l9-8 9 8z", "k")
    + path("M57 18v-4c0-4 6-4 6 0v4z", "w")
    + windows(32, 37, 3, 1, 8, 0, 5, 8)
    + windows(68, 37, 3, 1, 8, 0, 5, 8)
    + box(55, 42, 10, 14, "k"),
    "steam_engine_plant": path("M8 56V26h34v30z")
    + path("M4 26L25 14l21 12z", "b")
    + arches(14, 1, 0, 34, 22)
    + box(54, 34, 34, 12, "b")
    + box(88, 26, 16, 20, "a")
    + windows(92, 30, 1, 1, 0, 0, 8, 6)
    + box(60, 22, 6, 12, "k")
    + path("M74 34c0-6 8-6 8 0z", "k")
    + disc(62, 50, 5, "k")
    + disc(76, 50, 5, "k")
    + disc(96, 49, 6, "k")
    + smoke(63, 20),
    "train_station": path("M10 56V40a50 26 0 0 1 100 0v16z")
    + path("M22 56V42a38 18 0 0 1 76 0v14z", "w")
    + line("M41 56V28M60 56V24M79 56V28M22 42h76")
    + disc(60, 14, 8, "b")
    + disc(60, 14, 5.6, "w")
    + line("M60 14V10M60 14h3"),
    "tudor_townhouses": _terrace(4, 27, 32, 14)
    + line("M8 32h22M12 32l7 10M26 32l-7 10M35 32h22M62 32h22M89 32h22M93 32l7 10M107 32l-7 10"),
    "victoria_terraces": _terrace(5, 21, 24, 12, 8)
    + boxes_of([(26, 8), (47, 8), (68, 8), (89, 8)], 5, 9, "k")
    + windows(12, 36, 5, 1, 21, 0, 4, 6)
    + windows(21, 36, 5, 1, 21, 0, 4, 6),
}

ERA_2: dict[str, Drawing] = {
    "bulls_eye_emporium": box(14, 26, 92, 30)
    + windows(20, 40, 7, 1, 12, 0, 9, 16)
    + box(14, 26, 92, 7, "b")
    + of("target", 60, 20, 1.4),
    "cogswell_cogs": box(12, 30, 60, 26)
    + windows(18, 36, 5, 2, 11, 10, 7, 5)
    + path("M12 30c10-10 50-10 60 0z", "b")
    + of("cog", 88, 42, 1.3)
    + of("cog", 102, 24, 0.8),
    "cole_harbor": _terrace(3, 22, 32, 18, 6)
    + path("M72 56v-8h48v8z", "q")
    + path("M78 48h30l-6 6H84z", "k")
    + line("M92 48V20M92 22l14 20H92M92 26L82 42h10"),
    "delight_consulting": block(42, 4, 36, 4, 6)
    + box(24, 34, 18, 22, "b")
    + box(78, 34, 18, 22, "b")
    + on_sign("bulb", 98, 18, 11),
    "exxedout_oil_refinery": tank(8, 34, 26)
    + tank(38, 40, 20, "b")
    + box(64, 8, 7, 48)
    + box(78, 18, 7, 38, "b")
    + line("M92 56V10M71 20h7M71 30h7M85 26h7M71 42h21M15 46l12-6M15 40l12 6")
    + of("flame", 92, 4, 0.6),
    "fire_department": box(20, 26, 62, 30)
    + arches(25, 3, 19, 34, 15)
    + box(86, 6, 16, 50, "b")
    + windows(90, 22, 1, 3, 0, 10, 8, 5)
    + path("M83 6l11-8 11 8z", "k")
    + of("flame", 94, 14, 0.5)
    + box(20, 26, 62, 5, "k"),
    "furley_apartments": block(24, 16, 72, 5, 3)
    + line("M22 30h18M50 30h18M80 30h18M22 43h18M50 43h18M80 43h18M24 26v4M38 26v4")
    + box(54, 46, 12, 10, "k")
    + box(24, 12, 72, 5, "b"),
    "garden_gnome_mfg": saw(8, 3, 16, 32)
    + chimney(60, 16, 6, "b")
    + of("gnome", 80, 44, 1.0)
    + of("gnome", 100, 44, 1.0),
    "generally_electrical": block(18, 18, 34, 3, 3)
    + box(52, 30, 48, 26, "b")
    + windows(58, 36, 4, 1, 10, 0, 6, 8)
    + line("M70 30V14M62 18h16M64 24h12")
    + of("bolt", 92, 18, 1.1),
    "hotrock_tire_factory": box(8, 28, 58, 28)
    + path("M8 28c8-12 50-12 58 0z", "b")
    + windows(13, 36, 5, 1, 11, 0, 7, 8)
    + of("tyre", 80, 47)
    + of("tyre", 99, 47)
    + of("tyre", 90, 31),
    "inspiration_fountain": path("M18 56c2-9 82-9 84 0z", "q")
    + path("M40 48V24h12v24zM68 48V24h12v24z", "b")
    + path("M46 22c-6-14-18-6-20 12M74 22c6-14 18-6 20 12M46 22c8-14 20-14 28 0", "l")
    + of("bulb", 60, 38, 0.9),
    "jefferson_apartments": block(34, 20, 52, 5, 4)
    + block(42, 8, 36, 4, 1, "b", 20)
    + box(52, 0, 16, 8)
    + box(54, 46, 12, 10, "k")
    + trees(20, 100),
    "luxury_lanes_mall": box(10, 32, 100, 24)
    + path("M40 32a20 20 0 0 1 40 0z", "w")
    + line("M60 12v20M50 15v17M70 15v17M40 32h40")
    + windows(15, 38, 3, 1, 9, 0, 6, 12)
    + windows(82, 38, 3, 1, 9, 0, 6, 12)
    + of("bag", 60, 46, 0.9),
    "magnificent_arch": path("M30 56C30 8 46-2 60-2S90 8 90 56h-8C82 16 72 6 60 6S38 16 38 56z", "b")
    + trees(14, 106, size=0.9)
    + line("M8 56H112"),
    "museum_of_art": box(16, 30, 88, 26)
    + dome(60, 30, 14, "a")
    + of("frame", 34, 44, 0.9)
    + of("frame", 86, 44, 0.9)
    + arches(54, 1, 0, 40, 12)
    + box(16, 26, 88, 6, "b"),
    "natural_history_museum": box(14, 30, 92, 26)
    + dome(36, 30, 14)
    + arches(20, 3, 11, 42, 7)
    + of("bones", 82, 42, 1.0)
    + line("M14 35h92"),
    "office_furniture_mfg": saw(8, 4, 15, 34)
    + box(70, 26, 42, 30, "b")
    + of("chair", 82, 42, 1.1)
    + of("chair", 100, 42, 1.1),
    "osler_general": block(20, 16, 34, 4, 4)
    + block(54, 26, 46, 5, 3, "b")
    + on_sign("cross", 76, 16, 10)
    + box(32, 46, 10, 10, "k"),
    "police_station": block(26, 26, 68, 6, 2)
    + box(22, 20, 76, 7, "b")
    + of("shield", 60, 12, 0.9)
    + box(54, 44, 12, 12, "k")
    + line("M46 56V42M74 56V42")
    + disc(46, 39, 3, "w")
    + disc(74, 39, 3, "w"),
    "public_utilities": path("M8 42v14h34V42z")
    + path("M8 42a17 5 0 0 1 34 0a17 5 0 0 1-34 0z", "q")
    + path("M48 42v14h34V42z", "b")
    + path("M48 42a17 5 0 0 1 34 0a17 5 0 0 1-34 0z", "q")
    + box(90, 28, 20, 28)
    + windows(94, 34, 2, 2, 8, 9)
    + line("M100 28V14M94 14h12M65 42h16")
    + path("M93 14c0-10 14-10 14 0z", "b"),
    "school_2": box(10, 32, 72, 24)
    + windows(15, 38, 7, 1, 9.5, 0, 6, 8)
    + box(34, 20, 24, 12, "b")
    + flag(46, 20)
    + path("M86 42h26q4 0 4 4v6H86z", "b")
    + windows(90, 44, 3, 1, 8, 0, 5, 4)
    + disc(94, 53, 3, "k")
    + disc(108, 53, 3, "k"),
    "science_center": path("M28 56a32 32 0 0 1 64 0z")
    + line("M28 56L44 30M60 24L44 30M60 24l16 6M92 56L76 30M44 30l16 26M76 30L60 56M44 30h32M34 44l26 12M86 44L60 56")
    + of("atom", 60, 10, 0.9)
    + tree(12)
    + tree(108),
    "titan_of_progress": plinth(60, 26, 14)
    + path("M52 42l3-16-8-2 4-4h8a5 5 0 1 1 4 0h4l10-14 4 3-10 16 2 17z", "k")
    + of("flame", 80, 2, 0.6)
    + trees(20, 100, size=0.9),
    "university": temple(40, 40, 26, 14, 4)
    + block(10, 36, 26, 3, 1, "b")
    + block(84, 36, 26, 3, 1, "b")
    + box(56, 2, 8, 10)
    + flag(60, 2),
    "walled_mart": path("M12 56V28h8v5h8v-5h8v5h8v-5h8v5h16v-5h8v5h8v-5h8v5h8v-5h8v28z")
    + box(24, 16, 72, 12, "b")
    + arches(50, 1, 0, 38, 20)
    + windows(22, 40, 2, 1, 12, 0, 7, 5)
    + windows(78, 40, 2, 1, 12, 0, 7, 5)
    + of("bag", 60, 22, 0.5),
    "west_81st_street": block(28, 4, 30, 3, 6)
    + block(62, 18, 28, 3, 4, "b")
    + box(38, 47, 10, 9, "k")
    + tree(18)
    + tree(100, 1.1),
    "windsor_cottages": house(12, 30, 38, 20)
    + house(74, 34, 38, 18, "b")
    + trees(52, 62, 114)
    + boxes_of([(36, 20), (100, 18)], 4, 9, "k")
    + line("M42 52h30M46 48v8M54 48v8M62 48v8"),
}

ERA_3: dict[str, Drawing] = {
    "abl_semiconductor": box(12, 30, 70, 26)
    + box(12, 30, 70, 7, "w")
    + windows(18, 43, 6, 1, 11, 0, 7, 4)
    + box(24, 20, 14, 10, "b")
    + box(48, 22, 20, 8, "b")
    + of("chip", 98, 40, 1.2),
    "airport": path("M8 56V44c20-8 44-8 60 0v12z")
    + windows(14, 46, 6, 1, 9, 0, 6, 5)
    + path("M78 56l3-34h8l3 34z", "b")
    + path("M72 22l4-10h18l4 10z", "w")
    + line("M85 12V4")
    + of("plane", 34, 18, 1.3),
    "bel_air_tower": path("M46 56V8l14-10 14 10v48z")
    + windows(50, 12, 3, 6, 7.5, 7, 4.5, 4)
    + path("M38 56v-8h44v8z", "b")
    + trees(22, 98, size=1.2)
    + line("M60-2v-4"),
    "belt_howl_labs": block(14, 26, 44, 5, 2)
    + box(58, 36, 44, 20, "b")
    + path("M64 30a14 14 0 0 0 24-8z", "w")
    + line("M74 34l-4-8M80 24l6-10")
    + path("M94 36V24h-3v-3h10v3h-3v6l8 14z", "k"),
    "boardgame_factory": saw(8, 3, 16, 32)
    + box(60, 38, 50, 18, "b")
    + of("die", 72, 30, 1.0)
    + of("meeple", 94, 27, 1.1)
    + windows(66, 43, 4, 1, 11, 0, 7, 6),
    "boing_aerospace": path("M10 56V34a34 20 0 0 1 68 0v22z")
    + path("M20 56V38a24 12 0 0 1 48 0v18z", "w")
    + of("plane", 44, 46, 1.1)
    + of("rocket", 98, 42, 1.0),
    "botanical_gardens": path("M16 56V40a44 30 0 0 1 88 0v16z", "w")
    + line("M16 40h88M38 56V22M60 56V10M82 56V22M16 48h88M60 10V2")
    + tree(28, 0.9)
    + pine(49, 1.2)
    + tree(71, 1.2)
    + tree(93, 0.9),
    "community_center": gabled(24, 72, 34, 16)
    + of("people", 60, 30, 0.7)
    + arches(30, 2, 12, 42, 8)
    + arches(70, 2, 12, 42, 8)
    + box(54, 42, 12, 14, "k")
    + trees(10, 110),
    "convention_center": path("M8 56V36c18-22 34-22 52-8s34 14 52-4v32z")
    + windows(14, 40, 9, 1, 10.5, 0, 8, 16)
    + line("M8 36c18-22 34-22 52-8s34 14 52-4M30 24V14M90 34V22")
    + flag(30, 14)
    + flag(90, 22),
    "executive_estates": path("M14 56V36l20-12 20 12v20z")
    + box(54, 38, 26, 18, "b")
    + windows(20, 38, 2, 1, 16, 0, 9, 7)
    + windows(58, 43, 2, 1, 11, 0, 8, 6)
    + path("M84 52h26v4H84z", "q")
    + box(31, 46, 7, 10, "k")
    + pine(94, 1.2, 52)
    + tree(106, 0.9, 52),
    "fertilizer_plant": tank(10, 22, 18)
    + tank(32, 22, 18, "b")
    + box(56, 34, 30, 22)
    + windows(60, 40, 3, 1, 9, 0, 6, 8)
    + line("M28 20L84 32M58 34L100 12M100 12v20")
    + path("M88 56c0-14 24-14 24 0z", "k")
    + of("leaf", 100, 34, 0.7),
    "hartwood_heights": path("M0 56c18-10 30-24 60-26s44 16 60 26z", "t")
    + put(house(0, 22, 36, 24), 24, -8)
    + put(house(0, 24, 36, 22, "b"), 52, -22)
    + put(house(0, 20, 38, 26), 84, -4)
    + pine(14, 0.9, 52)
    + pine(114, 0.8, 54),
    "high_finance_square": path("M56 56L58 8l2-6 2 6 2 48z", "b")
    + block(12, 18, 26, 3, 4)
    + block(82, 12, 26, 3, 5)
    + of("coin", 60, 34, 0.9)
    + line("M40 56h40M44 52h32"),
    "legacy_park_homes": house(8, 28, 38, 24)
    + house(84, 28, 38, 24, "b")
    + path("M44 56V36a16 14 0 0 1 32 0v20h-5V38a11 10 0 0 0-22 0v18z", "k")
    + tree(40, 0.9)
    + tree(80, 0.9)
    + tree(60, 0.8),
    "modern_dance_tribute": plinth(60, 30, 10) + of("dancer", 60, 31, 1.25) + trees(18, 102, size=1.1),
    "museum_of_history": temple(18, 60, 26, 14, 5) + dome(48, 14, 8) + plinth(98, 12, 14) + of("amphora", 98, 30, 1.0),
    "nature_trails": path("M0 50L28 12l16 20 14-18 34 40z", "a")
    + path("M28 12l6 8-4 2-4-2-3 3zM58 14l5 7-4 1-4-2z", "w")
    + path("M0 56c30-8 60-10 120-4v4z", "t")
    + pine(16)
    + pine(90, 1.2)
    + pine(104, 0.9)
    + line("M60 56c-4-6 12-6 4-12s6-6 2-10"),
    "penfield_health": path("M14 56V26q0-6 6-6h52v36z")
    + windows(20, 26, 5, 3, 10, 10, 7, 5)
    + path("M72 34h34v22H72z", "b")
    + of("heart", 90, 22, 1.0)
    + line("M78 45h6l3-6 4 10 3-4h8"),
    "prescott_pharmaceuticals": block(20, 10, 30, 3, 5)
    + box(50, 30, 50, 26, "b")
    + windows(56, 36, 4, 2, 11, 9, 7, 5)
    + on_sign("pill", 82, 16, 12),
    "recycling_facility": box(8, 30, 62, 26)
    + path("M8 30l14-10h62l-14 10z", "b")
    + windows(14, 38, 4, 1, 14, 0, 9, 10)
    + path("M78 40h14l-2 16H80zM96 40h14l-2 16H98z", "k")
    + of("recycle", 96, 24, 1.0),
    "royal_cinema": box(24, 18, 72, 38)
    + path("M18 34h84v9H18z", "w")
    + line("M24 38.5h72")
    + box(54, 2, 12, 32, "b")
    + of("film", 60, 22, 0.9)
    + box(34, 45, 14, 11, "k")
    + box(72, 45, 14, 11, "k")
    + of("crown", 60, 6, 0.6),
    "stadium": path("M10 30q50-18 100 0l-8 26H18z")
    + path("M10 30q50 14 100 0q-50-18-100 0z", "t")
    + line("M24 36l4 20M42 39l2 17M60 40v16M78 39l-2 17M96 36l-4 20M28 24V8M92 24V8M23 8h10M87 8h10"),
    "technotech_inc": path("M36 56V16L66 2v54z", "w")
    + line("M36 26l30-10M36 36l30-8M36 46l30-4M46 12v44M56 7v49")
    + path("M66 20h24v36H66z", "b")
    + windows(71, 26, 2, 4, 9, 7, 6, 4)
    + line("M66 2v-6")
    + of("chip", 104, 46, 0.7),
    "the_villa": box(22, 30, 48, 12)
    + box(36, 18, 46, 12, "b")
    + windows(42, 21, 4, 1, 10, 0, 7, 6)
    + windows(28, 33, 4, 1, 10, 0, 7, 6)
    + line("M26 42v14M66 42v14")
    + box(40, 42, 26, 14, "k")
    + path("M76 52h34v4H76z", "q")
    + tree(12, 1.2)
    + pine(98, 1, 52),
}

PROSPERITY: dict[str, Drawing] = {
    "art_gallery": box(14, 22, 92, 34)
    + box(14, 22, 92, 6, "b")
    + of("frame", 34, 43, 1.1)
    + of("frame", 60, 43, 1.1)
    + of("frame", 86, 43, 1.1),
    "bus_station": path("M6 30c30-14 78-14 108 0v4H6z", "b")
    + line("M14 34v22M106 34v22")
    + box(34, 38, 52, 14)
    + windows(38, 40, 6, 1, 7.5, 0, 6, 6)
    + disc(46, 53, 3.4, "k")
    + disc(74, 53, 3.4, "k"),
    "casino": block(20, 28, 80, 8, 1)
    + path("M16 28c8-16 80-16 88 0z", "b")
    + of("dice", 60, 12, 1.2)
    + box(50, 44, 20, 12, "k")
    + line("M24 22V12M96 22V12"),
    "church": path("M40 56V34l22-12 22 12v22z")
    + path("M26 56V26l8-24 8 24v30z", "b")
    + line("M34 2v-7M31-2h6")
    + arches(56, 1, 0, 42, 10)
    + windows(31, 32, 1, 2, 0, 9, 6, 5)
    + tree(102, 1.1),
    "energy_research": block(12, 30, 40, 4, 2)
    + disc(80, 34, 20)
    + disc(80, 34, 12, "w")
    + of("bolt", 80, 34, 0.9)
    + line("M52 44h10M66 50l-4 6M94 50l4 6"),
    "environmental_institute": box(18, 30, 52, 26)
    + path("M14 30l10-10h50l-10 10z", "t")
    + windows(24, 36, 5, 1, 9, 0, 6, 14)
    + of("leaf", 94, 28, 1.6)
    + line("M84 40v16"),
    "financial_district": block(10, 22, 22, 3, 4, "b")
    + block(34, 4, 24, 3, 7)
    + block(60, 12, 22, 3, 5, "b")
    + block(84, 26, 26, 3, 3)
    + of("coin", 46, 44, 0.6),
    "gene_research_lab": block(14, 26, 48, 5, 3)
    + path("M66 56V36a20 16 0 0 1 40 0v20z", "b")
    + of("helix", 86, 38, 1.2),
    "international_bank": temple(22, 76, 26, 16, 7) + of("coin", 60, 21, 0.5) + of("globe", 60, 4, 0.5),
    "mayors_house": block(24, 28, 72, 6, 2)
    + path("M18 28l16-14h52l16 14z", "b")
    + temple(48, 24, 32, 9, 3)
    + flag(60, 14)
    + trees(10, 110),
    "military_base": path("M8 56V40a22 14 0 0 1 44 0v16z")
    + path("M56 56V40a22 14 0 0 1 44 0v16z", "b")
    + arches(20, 1, 0, 40, 20)
    + arches(68, 1, 0, 40, 20)
    + of("star", 60, 16, 1.0)
    + line("M2 50h116M8 46v8M110 46v8"),
    "movie_studio": path("M8 56V30a36 16 0 0 1 72 0v26z")
    + box(20, 36, 24, 20, "k")
    + windows(52, 38, 2, 2, 12, 9, 8, 5)
    + of("camera", 96, 36, 1.3)
    + line("M96 46l-8 10M96 46l8 10"),
    "multinational_corp": block(40, 2, 40, 4, 7)
    + box(20, 36, 20, 20, "b")
    + box(80, 36, 20, 20, "b")
    + on_sign("globe", 100, 18, 12),
    "public_meeting_hall": path("M20 56V30a40 22 0 0 1 80 0v26z")
    + path("M20 30a40 22 0 0 1 80 0z", "b")
    + arches(28, 5, 13.5, 40, 9)
    + of("people", 60, 22, 0.7),
    "public_works_office": block(24, 24, 50, 5, 3)
    + box(74, 36, 30, 20, "b")
    + on_sign("spanner", 90, 20, 11)
    + path("M80 56l8-18 8 18z", "k"),
    "resort": path("M64 56c14-6 40-6 56 0z", "q")
    + block(14, 22, 44, 5, 3)
    + path("M82 52c0-16 2-24 6-30l2 1c-3 8-4 16-4 29z", "b")
    + path("M88 22c-8-6-16-2-18 6 6-6 12-6 18-6 2-8 10-10 18-4-8-2-12 0-18 4 8 0 12 4 12 12-2-6-6-10-12-12z", "t")
    + of("sun", 108, 10, 0.7),
    "shopping_center": box(10, 30, 100, 26)
    + path("M34 30l26-14 26 14z", "b")
    + windows(16, 38, 3, 1, 11, 0, 8, 18)
    + windows(74, 38, 3, 1, 11, 0, 8, 18)
    + awning(46, 38, 28)
    + of("bag", 60, 26, 0.45),
    "space_research_lab": of("rocket", 88, 34, 1.6)
    + line("M74 56V10M74 18h8M74 30h8M68 56h40")
    + block(8, 32, 34, 4, 2)
    + path("M44 34a14 14 0 0 0 22-10z", "w")
    + line("M52 38v18M56 30l6-10"),
    "stock_exchange": temple(30, 60, 30, 14, 5)
    + box(22, 8, 76, 8, "b")
    + of("chart", 60, 6, 0.8)
    + line("M30 16v14M90 16v14"),
    "subway": path("M6 56V44a54 26 0 0 1 108 0v12z", "b")
    + path("M16 56V46a44 18 0 0 1 88 0v10z", "k")
    + path("M38 54V36q0-6 8-6h28q8 0 8 6v18z")
    + path("M43 34h15v10H43zM62 34h15v10H62z", "w")
    + disc(47, 49, 2.4, "w")
    + disc(73, 49, 2.4, "w")
    + line("M34 56h52"),
    "technology_park": tree(14, 1.2)
    + path("M26 56V30l24-8v34z", "w")
    + line("M38 26v30M26 40h24")
    + block(54, 16, 28, 3, 4, "b")
    + tree(94, 1.3)
    + of("chip", 68, 8, 0.6)
    + tree(108, 0.9)
    + path("M84 56c6-4 24-4 30 0z", "q"),
    "theatre": box(22, 26, 76, 30)
    + path("M18 26q42-22 84 0z", "b")
    + path("M42 56V34c12 6 24 6 36 0v22z", "k")
    + path("M42 34c8 6 6 16 0 22zM78 34c-8 6-6 16 0 22z", "w")
    + of("masks", 60, 16, 0.8),
    "three_pennants": line("M30 56V8M60 56V0M90 56V8")
    + path("M30 8l20 7-20 7zM60 0l22 8-22 8zM90 8l20 7-20 7z", "b")
    + path("M8 56c10-14 24-14 30-6s14 0 22 0 14-8 24-6 20 6 28 12z", "t")
    + path("M14 56V46h12l6-6v16z", "a"),
    "warehouse": path("M10 56V30l50-16 50 16v26z")
    + box(28, 36, 26, 20, "k")
    + line("M28 41h26M28 46h26M28 51h26")
    + of("crate", 74, 47)
    + of("crate", 92, 47)
    + of("crate", 83, 34, 0.85),
    "world_wonder": path("M12 56L60 2l48 54z")
    + path("M60 2l48 54H72z", "b")
    + line("M30 36h34M20 46h48M42 22h22")
    + path("M50 56v-8h10v8z", "k")
    + tree(8, 0.8)
    + tree(112, 0.8),
}

PLANTS: dict[int, Drawing] = {
    1: path("M14 56c4-14 5-24 4-34h18c-1 10 0 20 4 34z")
    + path("M42 56c4-12 5-20 4-28h15c-1 8 0 16 4 28z")
    + box(68, 34, 34, 22, "b")
    + box(76, 12, 5, 22)
    + box(88, 16, 5, 18)
    + windows(72, 40, 4, 2, 8, 7)
    + path("M22 20c0-7 8-5 9-13M49 26c0-6 6-4 7-11M79 10c1-5 6-3 7-8", "s"),
    2: path("M6 56l16-40h8l20 40z")
    + path("M50 56L30 16h8l34 40z", "b")
    + path("M72 56c14-6 30-6 48 0z", "q")
    + box(78, 34, 30, 20)
    + windows(83, 39, 3, 1, 8, 0, 5, 6)
    + line("M18 30h10M14 40h18M62 46l16-2"),
    3: tank(10, 26, 24)
    + tank(38, 26, 24, "b")
    + chimney(68, 10, 7)
    + box(66, 34, 42, 22, "b")
    + windows(71, 39, 4, 2, 9, 8, 5, 4)
    + line("M34 36h4M62 40h4M22 26v-6M50 26v-6"),
    4: path("M20 56c5-14 6-24 3-36h24c-3 12-2 22 3 36z")
    + path("M54 56c5-14 6-24 3-36h24c-3 12-2 22 3 36z")
    + path("M86 56V38a10 10 0 0 1 20 0v18z", "b")
    + path("M28 18c0-8 10-5 11-14M62 18c0-8 10-5 11-14", "s")
    + line("M23 28h24M57 28h24"),
    5: path("M0 56c24-8 44-6 66-2s36 2 54-4v6z", "t")
    + line("M26 54V22M62 54V14M98 52V24")
    + path("M26 22l3-4-3-15-2 15zM26 22l4 2 13 7-15-4zM26 22l-4 2-11 9 12-12z", "b")
    + path("M62 14l3-4-3-15-2 15zM62 14l4 2 13 7-15-4zM62 14l-4 2-11 9 12-12z", "b")
    + path("M98 24l3-4-3-15-2 15zM98 24l4 2 13 7-15-4zM98 24l-4 2-11 9 12-12z", "b"),
    6: disc(60, 30, 22)
    + disc(60, 30, 14, "w")
    + of("sun", 60, 30, 1.0)
    + box(8, 38, 26, 18, "b")
    + box(86, 38, 26, 18, "b")
    + windows(12, 43, 3, 1, 7, 0, 5, 7)
    + windows(90, 43, 3, 1, 7, 0, 5, 7)
    + line("M34 46h8M78 46h8M48 50l-4 6M72 50l4 6"),
}

LAKE: Drawing = (
    path("M10 50c4-16 22-22 50-22s46 6 50 22c-20 8-80 8-100 0z", "q")
    + path("M28 40c8-4 14 4 22 0s14 4 22 0 12 2 18 0M24 48c8-4 14 4 22 0s14 4 22 0 14 4 22 0", "l")
    + tree(14, 0.9, 40)
    + pine(106, 0.8, 42)
)

UNKNOWN: Drawing = block(34, 14, 24, 3, 4) + block(62, 24, 26, 3, 3, "b")
"""For tiles of another data pack."""

DRAWINGS: dict[str, Drawing] = START | ERA_1 | ERA_2 | ERA_3 | PROSPERITY
