"""Every tile and printed facility as an elevation, 120 units wide on a ground line at 56.

A drawing is a list of strokes: a letter that says what a stroke is made of, and a path. The letters are a wall, b a
darker wall, l a line, s smoke and wires, w a window, t leaves, q water. What they look like in the colour of a tile's
type is in `palette`.
"""

from __future__ import annotations

import re
from math import cos, radians, sin

Stroke = tuple[str, str]
Strokes = list[Stroke]

GROUND = 56


# --- pieces


def wall(d: str) -> Strokes:
    return [("a", d)]


def dark(d: str) -> Strokes:
    return [("b", d)]


def line(d: str) -> Strokes:
    return [("l", d)]


def smoke(d: str) -> Strokes:
    return [("s", d)]


def glass(d: str) -> Strokes:
    return [("w", d)]


def green(d: str) -> Strokes:
    return [("t", d)]


def water(d: str) -> Strokes:
    return [("q", d)]


def box(x: float, y: float, w: float, h: float, k: str = "a") -> Strokes:
    return [(k, f"M{x:g} {y:g}h{w:g}v{h:g}h{-w:g}z")]


def ring(x: float, y: float, r: float, k: str = "a") -> Strokes:
    return [(k, f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0z")]


def wheels(*places: float, y: float = 51, r: float = 3) -> Strokes:
    return [stroke for x in places for stroke in ring(x, y, r, "b")]


def windows(x: float, y: float, nx: int, ny: int, dx: float, dy: float, w: float = 3.2, h: float = 4) -> Strokes:
    pane = f"h{w:g}v{h:g}h{-w:g}z"
    return glass("".join(f"M{x + i * dx:g} {y + j * dy:g}{pane}" for i in range(nx) for j in range(ny)))


def tree(x: float, y: float = GROUND, s: float = 1) -> Strokes:
    return line(f"M{x:g} {y:g}v{-6 * s:g}") + ring(x, y - 10 * s, 5.2 * s, "t")


def pine(x: float, y: float = GROUND, s: float = 1) -> Strokes:
    return green(f"M{x:g} {y - 18 * s:g}l{6 * s:g} {14 * s:g}h{-12 * s:g}zM{x:g} {y - 4 * s:g}v{4 * s:g}")


def trees(*places: tuple[float, float]) -> Strokes:
    return [stroke for x, s in places for stroke in tree(x, GROUND, s)]


def cooling_tower(x: float, top: float, width: float) -> Strokes:
    """Narrow at the waist, wide at the foot."""
    waist, height = width * 0.72, GROUND - top
    drift = (width - waist) / 2
    return wall(
        f"M{x:g} {GROUND}c{drift:g} {-height * 0.4:g} {drift * 1.2:g} {-height * 0.7:g} {drift:g} {-height:g}"
        f"h{waist:g}c{-drift * 0.2:g} {height * 0.3:g} 0 {height * 0.6:g} {drift:g} {height:g}z"
    )


def plume(x: float, y: float, s: float = 1) -> Strokes:
    return smoke(f"M{x:g} {y:g}c0 {-6 * s:g} {7 * s:g} {-4 * s:g} {8 * s:g} {-11 * s:g}")


def turbine(x: float, hub: float, length: float, turn: int, foot: float = GROUND) -> Strokes:
    """A mast with three blades."""
    blades = []
    for k in range(3):
        ax, ay = _along(turn + 120 * k)
        px, py = -ay * 1.9, ax * 1.9
        tip = f"{x + ax * length:.1f} {hub + ay * length:.1f}"
        near = f"{x + ax * 4 + px:.1f} {hub + ay * 4 + py:.1f}"
        blades.append(f"M{x:g} {hub:g}L{near}L{tip}z")
    return line(f"M{x:g} {foot:g}V{hub:g}") + wall("".join(blades)) + ring(x, hub, 1.8, "b")


def _along(degrees: int) -> tuple[float, float]:
    return cos(radians(degrees)), sin(radians(degrees))


def pylon(x: float, top: float) -> Strokes:
    """A lattice mast with two cross-arms."""
    return line(
        f"M{x:g} {top:g}L{x - 9:g} {GROUND}M{x:g} {top:g}L{x + 9:g} {GROUND}M{x - 13:g} {top + 9:g}h26"
        f"M{x - 10:g} {top + 17:g}h20M{x - 5:g} {top + 26:g}L{x + 8:g} 50M{x + 5:g} {top + 26:g}L{x - 8:g} 50"
    )


def gable(x: float, width: float, eaves: float, ridge: float, k: str = "a") -> Strokes:
    """A house from its end."""
    half = width / 2
    return [(k, f"M{x:g} {GROUND}V{eaves:g}L{x + half:g} {ridge:g}L{x + width:g} {eaves:g}V{GROUND}z")]


def road(y: float = 50) -> Strokes:
    return (
        dark(f"M4 {y:g}H116V{GROUND}H4z")
        + smoke(f"M10 {y + 3:g}h8M26 {y + 3:g}h8M42 {y + 3:g}h8M58 {y + 3:g}h8")
        + smoke(f"M74 {y + 3:g}h8M90 {y + 3:g}h8M106 {y + 3:g}h8")
    )


def car(x: float, y: float = 50) -> Strokes:
    body = f"M{x:g} {y:g}v-5l4-1 4-5h9l4 5 5 1v5z"
    return (
        wall(body)
        + glass(f"M{x + 9:g} {y - 9:g}h3v3h-6zM{x + 14:g} {y - 9:g}h3l2 3h-5z")
        + wheels(x + 6, x + 20, y=y, r=2.6)
    )


def truck(x: float, y: float = 50) -> Strokes:
    return (
        box(x, y - 18, 26, 17)
        + dark(f"M{x + 27:g} {y - 1:g}v-12h6l5 6v6z")
        + glass(f"M{x + 29:g} {y - 11:g}h3.5l3 4h-6.5z")
        + wheels(x + 6, x + 18, x + 32, y=y, r=3)
    )


def flask(x: float, y: float, s: float = 1) -> Strokes:
    return glass(
        f"M{x - 2 * s:g} {y - 14 * s:g}h{4 * s:g}v{5 * s:g}l{5 * s:g} {9 * s:g}h{-14 * s:g}l{5 * s:g} {-9 * s:g}z"
    )


# --- power plants

_POWER: dict[str, Strokes] = {
    "coal_fired_power_station": cooling_tower(12, 20, 30)
    + cooling_tower(44, 27, 24)
    + box(72, 34, 34, 22, "b")
    + box(78, 10, 5, 24)
    + box(90, 15, 5, 19)
    + windows(76, 40, 4, 2, 7.5, 8)
    + plume(24, 18)
    + plume(54, 25, 0.8)
    + plume(80, 8, 0.7),
    "oil_fired_power_station": box(8, 34, 22, 22)
    + box(33, 34, 22, 22)
    + line("M8 38h22M33 38h22M8 45h22M33 45h22M19 34v-4M44 34v-4")
    + box(60, 30, 42, 26, "b")
    + box(66, 8, 6, 22)
    + box(80, 4, 6, 26)
    + windows(65, 36, 4, 2, 9, 8, 5, 4)
    + plume(69, 6, 0.8)
    + plume(83, 2, 0.5),
    "gas_fired_power_station": ring(22, 40, 13)
    + ring(48, 43, 10)
    + line("M14 56l2-5M30 56l-2-5M42 56l1-4M54 56l-1-4M9 40h26M38 43h20")
    + box(64, 28, 38, 28, "b")
    + box(72, 10, 6, 18)
    + windows(69, 34, 4, 2, 8, 9, 4, 5)
    + plume(75, 8, 0.7)
    + dark("M92 28c-4-5 0-8 2-12 3 4 6 8 2 12z"),
    "nuclear_power_station": cooling_tower(12, 16, 34)
    + cooling_tower(48, 16, 34)
    + dark("M86 56V38a10 10 0 0 1 20 0v18z")
    + line("M18 28h22M54 28h22M86 44h20")
    + plume(27, 14)
    + plume(63, 14),
    "wind_farm": green("M4 56c20-7 40-7 60-3s34 2 52-2v5z")
    + turbine(28, 24, 17, 40)
    + turbine(62, 17, 19, 80)
    + turbine(96, 27, 15, 10),
    "hydroelectric_dam": water("M4 20q9-4 18 0t18 0v36H4z")
    + wall("M38 16h10l14 40H30z")
    + dark("M96 56V36h16v20z")
    + line("M42 24h8M41 32h12M40 40h15M38 48h20")
    + water("M62 50q6-4 12 0t12 0 12 0v6H64z")
    + windows(99, 41, 2, 1, 7, 0, 4, 5)
    + green("M108 36l8-18v38h-4z"),
    "geothermal_plant": box(44, 34, 36, 22)
    + windows(49, 40, 4, 1, 8, 0, 5, 6)
    + box(84, 40, 22, 16, "b")
    + line("M14 56V42h16v-6h14M26 56V48h12v-6h6M88 40v-8M100 40v-8")
    + dark("M4 56l8-8 8 4 6-3 6 7z")
    + plume(14, 40, 1.2)
    + plume(88, 30, 1)
    + plume(100, 30, 1.2),
    "combined_cycle_plant": box(10, 30, 40, 26)
    + windows(16, 36, 4, 2, 8.5, 9, 4, 5)
    + dark("M54 56V36l12-8h12v28z")
    + box(82, 38, 26, 18)
    + box(68, 6, 6, 22)
    + box(16, 14, 5, 16)
    + line("M50 44h4M78 46h4M86 44h18M86 50h18")
    + plume(71, 4, 0.6),
    "waste_to_energy_plant": wall("M10 56V34l16-8h30v30z")
    + box(56, 20, 24, 36, "b")
    + box(86, 4, 6, 52)
    + windows(60, 26, 3, 3, 6.5, 9, 4, 5)
    + glass("M18 44h10v12H18zM34 44h10v12H34z")
    + line("M66 16a7 7 0 1 1 4 3M64 20l2-4 4 2")
    + trees((102, 1.1), (112, 0.8)),
    "offshore_wind_park": turbine(24, 22, 16, 20, 48)
    + turbine(60, 14, 18, 60, 48)
    + turbine(96, 24, 15, 100, 48)
    + water("M4 49q7-4 14 0t14 0 14 0 14 0 14 0 14 0 14 0 14 0v7H4z")
    + dark("M70 47h18l-4 5H74z"),
    "solar_farm": glass("M8 48l8-16h26l-4 16zM46 48l6-16h26l-2 16zM84 48l4-16h24l1 16z")
    + line("M14 40h26M50 40h26M86 40h26M24 32l-6 16M33 32l-5 16M61 32l-5 16M70 32l-3 16M96 32l-2 16M104 32l-1 16")
    + line("M22 48v8M60 48v8M98 48v8")
    + ring(104, 12, 6, "w")
    + line("M104 2v-4M95 12h-4M113 12h4M98 6l-3-3M110 6l3-3"),
    "clean_coal_plant": cooling_tower(10, 22, 28)
    + box(42, 28, 38, 28, "b")
    + windows(47, 34, 4, 2, 8, 9, 4, 5)
    + box(48, 8, 6, 20)
    + ring(92, 44, 11)
    + line("M51 8V2h40v31M81 44h22M92 33v22")
    + plume(22, 20, 0.8)
    + trees((110, 0.9)),
    "bio_power_plant": dark("M8 56V46a17 15 0 0 1 34 0v10z")
    + wall("M46 56V48a15 13 0 0 1 30 0v8z")
    + box(82, 36, 24, 20)
    + windows(86, 41, 3, 1, 6.5, 0, 4, 6)
    + line("M8 46h34M46 48h30M94 36V24M90 24h8")
    + green("M24 30c-8-10 2-18 12-18 0 10-2 16-12 18zM60 34c6-10 14-8 18-4-4 6-10 8-18 4z")
    + line("M24 30q6-10 10-16"),
    "fusion_reactor": wall("M14 56V34a20 20 0 0 1 40 0v22z")
    + dark("M24 44a10 6 0 1 1 20 0a10 6 0 1 1-20 0z")
    + glass("M30 44a4 2.5 0 1 1 8 0a4 2.5 0 1 1-8 0z")
    + line("M34 14V4M28 4h12M16 30q18-10 36 0")
    + box(58, 34, 46, 22, "b")
    + windows(63, 40, 5, 1, 8, 0, 5, 6)
    + line("M81 14a14 5 0 1 0 .1 0M81 14a5 12 40 1 0 .1 0")
    + ring(81, 19, 2.4, "w"),
}

# --- supply

_SUPPLY: dict[str, Strokes] = {
    "high_voltage_distribution": pylon(30, 8)
    + pylon(90, 8)
    + smoke("M17 17Q4 22 0 22M43 17Q60 30 77 17M40 25Q60 38 80 25M103 17Q116 24 120 23")
    + pine(56, 56, 0.8)
    + pine(66, 56, 0.6),
    "underground_cables": green("M4 30q28-6 56 0t56 0v6H4z")
    + wall("M4 36h112v20H4z")
    + smoke("M4 43q20 6 40 0t40 0 32 0M4 50q20 6 40 0t40 0 32 0")
    + dark("M50 56V38h20v18z")
    + ring(60, 47, 6, "w")
    + line("M60 43v8M56 47h8M20 30v-8M14 22h12v-6H14z")
    + tree(92, 30, 1)
    + tree(106, 31, 0.8),
    "overhead_lines": line("M20 56V10M60 56V10M100 56V10M10 16h20M50 16h20M90 16h20M12 22h16M52 22h16M92 22h16")
    + smoke("M0 18q6 0 10-2Q30 26 50 16M70 16Q80 26 90 16M110 16q6 2 10 2M28 22Q40 32 52 22M68 22Q80 32 92 22")
    + gable(34, 14, 46, 39)
    + gable(74, 16, 45, 37)
    + windows(39, 49, 1, 1, 0, 0, 4, 4),
    "electricity_exchange": box(14, 22, 34, 34)
    + windows(19, 28, 3, 3, 9, 9, 5, 5)
    + box(52, 34, 54, 22, "b")
    + line("M60 34V24M72 34V24M84 34V24M96 34V24M56 24h44M60 46l8-6 8 4 10-8 12 6")
    + glass("M31 2l-7 9h5l-2 8 8-11h-5z"),
    "smart_grid": ring(60, 28, 9)
    + glass("M61 20l-7 9h5l-2 7 8-10h-5z")
    + gable(8, 20, 42, 32)
    + gable(92, 20, 42, 32)
    + box(50, 44, 20, 12, "b")
    + smoke("M52 32L28 40M68 32L92 40M60 37v7M54 21L36 12M66 21l18-9")
    + ring(32, 10, 5, "a")
    + ring(88, 10, 5, "a")
    + windows(15, 46, 1, 1, 0, 0, 5, 5)
    + windows(99, 46, 1, 1, 0, 0, 5, 5)
    + line("M30 10h4M86 10h4"),
    "superconducting_grid": box(8, 30, 30, 26)
    + box(82, 30, 30, 26)
    + wall("M38 36h44v10H38z")
    + line("M38 41h44M46 36v10M54 36v10M62 36v10M70 36v10M16 30v-8M30 30v-8M90 30v-8M104 30v-8")
    + windows(13, 36, 3, 2, 8, 9, 4, 5)
    + windows(87, 36, 3, 2, 8, 9, 4, 5)
    + line("M60 6v16M53 10l14 8M67 10l-14 8M60 22l-3-3M60 22l3-3M60 6l-3 3M60 6l3 3"),
    "energy_storage_ring": line("M60 14a46 18 0 1 0 .1 0M60 20a34 11 0 1 0 .1 0")
    + wall("M60 12a48 20 0 1 0 .1 0zM60 20a34 11 0 1 1-.1 0z")
    + box(52, 26, 16, 14, "b")
    + glass("M61 28l-5 6h4l-2 5 6-7h-4z")
    + line("M14 32h10M96 32h10M60 12v8M60 42v10")
    + trees((8, 0.7), (112, 0.7)),
}

# --- transport

_TRANSPORT: dict[str, Strokes] = {
    "integrated_mass_transit": line("M4 22h112M24 22v34M96 22v34")
    + wall("M34 20V12q0-4 4-4h36q8 2 12 12z")
    + windows(40, 11, 4, 1, 8.5, 0, 6, 5)
    + wall("M14 50V34q0-4 4-4h34q4 0 4 4v16z")
    + windows(19, 34, 4, 1, 9, 0, 6, 6)
    + dark("M66 50V36h32l6 6v8z")
    + windows(70, 39, 3, 1, 9, 0, 6, 5)
    + wheels(24, 46, 74, 96)
    + line("M4 56h112"),
    "toll_roads": road(48)
    + box(46, 12, 8, 36)
    + box(88, 12, 8, 36)
    + dark("M38 8h66v8H38z")
    + line("M50 30L78 22M54 38h30")
    + glass("M66 10h10v4H66z")
    + car(12, 50),
    "rail_network": wall("M10 50V32q0-8 8-8h62q16 2 24 26z")
    + glass("M84 28q9 4 13 12H84z")
    + windows(18, 31, 5, 1, 12.5, 0, 9, 8)
    + line("M10 44h90M4 54h112M16 54v2M32 54v2M48 54v2M64 54v2M80 54v2M96 54v2")
    + wheels(24, 38, 72, 86),
    "motorway_network": wall("M4 34C30 34 40 18 66 18h50v10H70C46 28 36 44 4 44z")
    + dark("M4 48h112v8H4z")
    + smoke("M8 52h10M26 52h10M44 52h10M62 52h10M80 52h10M98 52h10M70 23h8M86 23h8M102 23h8")
    + line("M44 34v14M58 30v18M84 28v20M102 28v20")
    + car(76, 18)
    + car(14, 50),
    "tram_system": box(22, 22, 76, 28)
    + windows(28, 28, 6, 1, 11.5, 0, 8, 10)
    + line("M22 42h76M60 22V12M48 12h24M2 10h116M4 54h112")
    + wheels(36, 48, 72, 84),
    "container_port": line("M92 56V10M104 56V10M88 16h28M60 12l32-4 24 8M66 12v14")
    + dark("M6 42h66l-6 10H12z")
    + wall("M14 42V32h12v10zM28 42V32h12v10zM42 42V32h12v10zM20 32V22h12v10zM34 32V22h12v10z")
    + box(58, 28, 10, 14)
    + glass("M60 31h6v4h-6z")
    + wall("M60 26h12v8H60z")
    + water("M4 50q7-4 14 0t14 0 14 0 14 0 14 0 12 0v6H4z"),
    "cycle_network": ring(22, 46, 9.5, "l")
    + ring(58, 46, 9.5, "l")
    + line("M22 46l9-16h19l8 16M31 30l9 16 10-16M22 46h18M27 28h8M47 25l6-2M50 30l-3-6")
    + gable(80, 16, 40, 32)
    + windows(85, 44, 1, 1, 0, 0, 5, 5)
    + trees((72, 1.1), (103, 1.5), (112, 1)),
    "international_airport": wall("M10 30l8 0 8 6h50q10 0 14 6-8 4-22 4H30q-10 0-20-16z")
    + dark("M44 40h16L46 54h-6z")
    + dark("M10 30l-4-14h7l10 16z")
    + windows(36, 37.5, 6, 1, 7, 0, 3, 3)
    + line("M104 56V24M96 24h18")
    + dark("M97 24l3-10h10l3 10z")
    + glass("M101 16h8l1 5h-10z")
    + line("M4 56h112"),
    "high_speed_train": wall("M4 50V30h60q24 2 46 16 4 4-4 4z")
    + glass("M74 34q14 4 24 9H74z")
    + windows(10, 34, 5, 1, 12, 0, 9, 6)
    + dark("M4 44h100l4 2-2 4H4z")
    + line("M4 54h112M10 22h30M4 26h22M20 18h30"),
    "hydrogen_vehicles": road(50)
    + wall("M36 50V34q0-5 5-5h42q9 2 13 13v8z")
    + windows(42, 33, 4, 1, 10, 0, 7, 7)
    + glass("M84 33q6 3 8 8h-8z")
    + wheels(48, 84, y=50, r=4)
    + box(10, 26, 16, 24, "b")
    + glass("M13 30h10v6H13z")
    + line("M26 34q6 0 6 6v6M52 27v-9h20v9M58 22h8"),
    "autonomous_trucks": road(50)
    + truck(8)
    + truck(64)
    + smoke("M44 24q6 6 0 12M50 20q10 10 0 20M100 24q6 6 0 12M106 20q10 10 0 20"),
    "maglev_line": wall("M6 34q2-14 20-14h52q22 2 32 14z")
    + glass("M80 24q14 2 22 9H80z")
    + windows(22, 24, 4, 1, 13, 0, 9, 5)
    + dark("M4 38h112v5H4z")
    + line("M20 43v13M60 43v13M100 43v13M14 56h12M54 56h12M94 56h12M12 36h90"),
    "green_belt": trees((16, 1.3), (34, 1.6), (54, 1.2), (70, 1.7), (90, 1.3), (106, 1)),
    "farmland": green("M4 56V46q30-12 56-6t56-4v20z")
    + line("M6 56q10-9 26-15M22 56q10-9 26-15M38 56q10-9 26-15M54 56q10-9 26-15")
    + wall("M78 44V30l10-8 10 8v14z")
    + box(85, 36, 6, 8, "w")
    + tree(106, 48, 1),
}

# --- infrastructure

_INFRASTRUCTURE: dict[str, Strokes] = {
    "steel_works": wall("M8 56V34l14 9v-9l14 9v-9l14 9v13z")
    + box(54, 12, 7, 44)
    + box(66, 18, 7, 38)
    + box(78, 32, 30, 24, "b")
    + windows(13, 47, 5, 1, 8, 0)
    + windows(82, 38, 3, 2, 9, 8)
    + plume(57, 10, 0.8)
    + plume(69, 16, 0.7),
    "technical_college": box(16, 30, 88, 26)
    + wall("M44 30l16-12 16 12z")
    + windows(22, 35, 4, 2, 8, 10, 5, 6)
    + windows(72, 35, 4, 2, 8, 10, 5, 6)
    + box(55, 42, 10, 14, "b")
    + line("M60 24v3M60 18v-9h9v5h-9")
    + trees((8, 0.9), (112, 0.9)),
    "mega_skyscraper": dark("M30 56V30h16v26zM76 56V36h18v20z")
    + wall("M48 56V10l12-8 12 8v46z")
    + windows(52, 12, 3, 7, 6.5, 6, 3.6, 3.4)
    + windows(34, 34, 2, 3, 6, 7, 3.6, 4)
    + windows(80, 40, 2, 2, 6, 7, 3.6, 4)
    + line("M60 2v-7")
    + trees((20, 0.8), (104, 0.9)),
    "communication_network": line(
        "M60 4L50 56M60 4l10 52M56 22h8M54 32h12M52 42h16M56 22l10 10M64 22L54 32M54 32l14 10M66 32L52 42"
    )
    + smoke("M50 2q-6 6 0 12M70 2q6 6 0 12M43-2q-10 10 0 20M77-2q10 10 0 20")
    + box(12, 36, 26, 20)
    + windows(17, 41, 3, 1, 7, 0, 4, 6)
    + wall("M86 56V46h18v10z")
    + dark("M84 34a14 14 0 0 0 22 6z")
    + line("M95 46v-6M95 36l5-6"),
    "entertainment_complex": dark("M10 56V26h46v30z")
    + wall("M56 56V34q26-16 52 0v22z")
    + line("M62 56V38M72 56V33M82 56V30M92 56V33M102 56V38M4 20h58M6 26h54")
    + windows(16, 32, 4, 1, 10, 0, 6, 8)
    + glass("M26 46h14v10H26zM24 14l3-6 3 6-6 0zM40 14l3-6 3 6z")
    + line("M33 20v-4"),
    "hospital": box(34, 10, 52, 46)
    + box(12, 32, 22, 24, "b")
    + box(86, 32, 22, 24, "b")
    + windows(39, 28, 5, 2, 9, 9, 5, 5)
    + glass("M57 13h6v4h4v6h-4v4h-6v-4h-4v-6h4z")
    + windows(16, 38, 2, 1, 8, 0, 5, 6)
    + windows(91, 38, 2, 1, 8, 0, 5, 6)
    + box(54, 46, 12, 10, "b"),
    "car_manufacture": wall("M8 56V30l12-8v8l12-8v8l12-8v8l12-8v34z")
    + box(60, 34, 48, 22, "b")
    + windows(13, 38, 4, 1, 10, 0, 6, 6)
    + glass("M62 54v-6l5-1 5-5h11l5 5 6 1v6z")
    + wheels(70, 88, y=54, r=3)
    + line("M62 28h44M70 28v6M98 28v6"),
    "university": wall("M30 26l30-18 30 18z")
    + box(34, 26, 52, 30)
    + glass("M39 30h4v22h-4zM49 30h4v22h-4zM67 30h4v22h-4zM77 30h4v22h-4z")
    + box(56, 38, 8, 18, "b")
    + box(10, 36, 24, 20, "b")
    + box(86, 36, 24, 20, "b")
    + windows(14, 41, 3, 1, 7, 0, 4, 6)
    + windows(91, 41, 3, 1, 7, 0, 4, 6)
    + line("M60 17a3 3 0 1 0 .1 0M28 56h64M60 8V0"),
    "water_treatment_plant": box(8, 46, 34, 10, "b")
    + water("M8 42a17 6 0 1 0 34 0a17 6 0 1 0-34 0zM49 42a17 6 0 1 0 34 0a17 6 0 1 0-34 0z")
    + line("M49 42v14h34V42M25 42h15M66 42h15")
    + wall("M92 56V30h18v26zM96 30V18h10v12z")
    + windows(96, 36, 2, 2, 7, 8),
    "plastics_research_lab": box(10, 32, 50, 24)
    + windows(16, 38, 5, 1, 8.5, 0, 5, 7)
    + dark("M10 32l8-8h34l8 8z")
    + ring(78, 44, 11)
    + ring(98, 48, 8)
    + line("M67 44h22M90 48h16M78 33V22M98 40V28M78 22h20M26 24v-6M36 24v-9")
    + flask(34, 54, 0.5),
    "polytechnic": wall("M34 26L60 10l26 16z")
    + box(38, 26, 44, 30)
    + glass("M43 30h4v24h-4zM52 30h4v24h-4zM64 30h4v24h-4zM73 30h4v24h-4z")
    + box(12, 36, 26, 20, "b")
    + box(82, 36, 26, 20, "b")
    + windows(16, 41, 3, 1, 7, 0)
    + windows(87, 41, 3, 1, 7, 0)
    + line("M60 10V2h8v4h-8")
    + trees((6, 0.9), (114, 0.9)),
    "sports_stadium": wall("M10 30q50-18 100 0l-8 26H18z")
    + line("M10 30q50 14 100 0M24 36l4 20M42 39l2 17M60 40v16M78 39l-2 17M96 36l-4 20M28 24V8M92 24V8M23 8h10M87 8h10"),
    "business_park": box(12, 26, 26, 30)
    + box(44, 14, 28, 42, "b")
    + box(78, 32, 30, 24)
    + windows(16, 31, 3, 3, 7, 8, 4, 4)
    + windows(48, 19, 3, 4, 8, 9, 5, 5)
    + windows(82, 37, 4, 2, 6.5, 8, 4, 4)
    + trees((41, 0.7), (75, 0.7), (113, 0.8)),
    "botanical_garden": glass("M24 56V40a36 30 0 0 1 72 0v16z")
    + line("M24 40h72M36 56V26M48 56V18M60 56V10M72 56V18M84 56V26M24 48h72M30 30h60M60 10V4")
    + green("M40 56q-8-8 0-16 8 8 0 16zM60 56q-12-10 0-24 12 14 0 24zM80 56q-8-8 0-16 8 8 0 16z")
    + trees((12, 1.2), (108, 1.2)),
    "genetics_laboratory": box(12, 26, 52, 30)
    + windows(18, 32, 5, 2, 9, 10, 5, 6)
    + dark("M68 56V34h40v22z")
    + line("M80 30C98 22 76 12 94 4M94 30C76 22 98 12 80 4M82 27h10M82 7h10M85 17h4")
    + windows(73, 40, 4, 1, 8.5, 0, 5, 8)
    + line("M20 26v-6h10v6"),
    "stock_exchange": wall("M20 24L60 6l40 18z")
    + box(24, 24, 72, 32)
    + glass("M29 28h5v24h-5zM41 28h5v24h-5zM74 28h5v24h-5zM86 28h5v24h-5z")
    + box(52, 34, 16, 22, "b")
    + line("M18 56h84M38 18l8-4 8 3 8-7 10 5")
    + box(104, 38, 10, 18, "b")
    + box(6, 38, 10, 18, "b"),
    "recycling_centre": wall("M8 56V36l20-10h30v30z")
    + glass("M16 42h12v14H16zM36 42h12v14H36z")
    + dark("M64 56V42h12v14zM80 56V42h12v14zM96 56V42h12v14z")
    + line("M62 42h16M78 42h16M94 42h16M78 30a10 9 0 0 1 18-6M98 18l-1 7-7-1M96 34a10 9 0 0 1-16 2M78 40l1-6 6 2")
    + trees((114, 0.7)),
    "data_centre": box(12, 22, 28, 34, "b")
    + box(44, 22, 28, 34)
    + box(76, 22, 32, 34, "b")
    + windows(16, 27, 1, 4, 0, 7, 20, 3)
    + windows(48, 27, 1, 4, 0, 7, 20, 3)
    + windows(80, 27, 1, 4, 0, 7, 24, 3)
    + smoke("M36 14a8 7 0 0 1 15-2 7 6 0 0 1 13 1 6 5 0 0 1 2 9H38a6 5 0 0 1-2-8"),
    "eco_district": box(12, 26, 22, 30)
    + box(38, 14, 26, 42)
    + box(68, 30, 24, 26)
    + windows(16, 31, 2, 3, 9, 8, 5, 4)
    + windows(43, 19, 2, 4, 10, 9, 6, 5)
    + windows(73, 35, 2, 2, 10, 9, 6, 4)
    + dark("M66 28l12-6h14l-8 6z")
    + trees((98, 1.2), (108, 0.9))
    + tree(51, 14, 0.6)
    + tree(20, 26, 0.5)
    + tree(84, 30, 0.5),
    "science_city": wall("M10 56V38a18 18 0 0 1 36 0v18z")
    + line("M28 20v36M10 40h36M14 28q14 8 28 0")
    + box(50, 12, 24, 44, "b")
    + windows(54, 17, 3, 4, 6.5, 9, 4, 5)
    + box(78, 28, 30, 28)
    + windows(83, 34, 3, 2, 8.5, 9, 5, 5)
    + line("M62 12V4M93 28l8-10M96 26l8-2")
    + ring(102, 17, 3, "w"),
    "vertical_farm": box(40, 4, 40, 52)
    + green("M42 16q5-7 10 0zM54 16q5-7 10 0zM66 16q5-7 10 0zM42 29q5-7 10 0zM54 29q5-7 10 0zM66 29q5-7 10 0z")
    + green("M42 42q5-7 10 0zM54 42q5-7 10 0zM66 42q5-7 10 0z")
    + line("M40 16h40M40 29h40M40 42h40")
    + box(54, 46, 12, 10, "b")
    + box(14, 38, 22, 18, "b")
    + windows(18, 43, 2, 1, 8, 0, 5, 6)
    + trees((92, 1.2), (106, 1)),
    "world_trade_hub": box(34, 6, 18, 50)
    + box(68, 6, 18, 50)
    + dark("M52 26h16v8H52z")
    + windows(37, 11, 2, 6, 7, 7, 5, 4)
    + windows(71, 11, 2, 6, 7, 7, 5, 4)
    + box(12, 40, 22, 16, "b")
    + box(86, 40, 22, 16, "b")
    + line("M43 6V0M77 6V0M16 45h14M16 50h14M90 45h14M90 50h14"),
    "rejuvenation_clinic": wall("M14 56V36q46-26 92 0v20z")
    + windows(22, 40, 3, 1, 9, 0, 6, 8)
    + windows(74, 40, 3, 1, 9, 0, 6, 8)
    + box(52, 38, 16, 18, "b")
    + glass("M60 34c-8-5-10-12-5-14 3-1 5 2 5 4 0-2 2-5 5-4 5 2 3 9-5 14z")
    + trees((8, 1), (112, 1)),
    "climate_engineering": water("M60 6a22 22 0 1 0 .1 0z")
    + green("M48 14q10-4 12 4t-8 10-10-4 6-10zM66 30q8-4 10 2t-8 10-6-8 4-4z")
    + line("M28 28q32-22 64 0M92 28l-6-2M92 28l-1-6M92 30q-32 22-64 0M28 30l6 2M28 30l1 6")
    + box(8, 42, 22, 14, "b")
    + box(90, 42, 22, 14, "b")
    + windows(12, 46, 2, 1, 8, 0, 5, 5)
    + windows(94, 46, 2, 1, 8, 0, 5, 5),
}

# --- specials

_SPECIAL: dict[str, Strokes] = {
    "inner_city_regeneration": box(14, 24, 22, 32, "b")
    + box(40, 12, 26, 44)
    + windows(18, 29, 2, 3, 8, 8, 5, 5)
    + windows(45, 18, 3, 4, 7, 8, 4, 5)
    + line("M78 56V8M70 8h38M78 8l24 10M104 8v16M98 24h12v8H98z")
    + box(72, 44, 34, 12),
    "suburban_renewal": gable(8, 24, 34, 22)
    + gable(38, 24, 34, 22, "b")
    + gable(68, 24, 34, 22)
    + windows(14, 38, 2, 1, 8, 0, 5, 6)
    + windows(44, 38, 2, 1, 8, 0, 5, 6)
    + windows(74, 38, 2, 1, 8, 0, 5, 6)
    + trees((108, 1.2)),
    "brown_field_clean_up": dark("M10 56V36l10 6v-6l10 6v14z")
    + line("M48 54L70 26M66 22l10 8M40 56h24")
    + wall("M70 56q4-10 14-8t14 0 12 8z")
    + green("M86 48q-4-8 2-12 4 6-2 12zM98 48q6-6 4-12-6 4-4 12z")
    + wheels(50, y=53, r=3),
    "tree_planting_project": trees((20, 1.5), (44, 1.2), (100, 1.6))
    + line("M70 56V40M70 48l-6-6M70 46l6-5")
    + green("M70 40c-6-4-6-10 0-14 6 4 6 10 0 14z")
    + wall("M58 56q12-8 24 0z"),
    "city_of_culture": wall("M14 56V34h92v22z")
    + dark("M40 34a20 20 0 0 1 40 0z")
    + glass(
        "M22 56V44a4 4 0 0 1 8 0v12zM38 56V44a4 4 0 0 1 8 0v12zM56 56V42a4 4 0 0 1 8 0v14zM74 56V44a4 4 0 0 1 8 0v12z"
    )
    + glass("M90 56V44a4 4 0 0 1 8 0v12z")
    + line("M60 14V4h9v5h-9M14 38h92"),
    "garden_city": gable(30, 26, 36, 24)
    + gable(64, 26, 36, 24)
    + windows(36, 40, 2, 1, 9, 0, 6, 6)
    + windows(70, 40, 2, 1, 9, 0, 6, 6)
    + trees((14, 1.5), (60, 1), (102, 1.5), (112, 0.9))
    + green("M4 56q6-5 12 0t12 0z"),
}

BY_TYPE: dict[str, dict[str, Strokes]] = {
    "powerplant": _POWER,
    "supply": _SUPPLY,
    "transport": _TRANSPORT,
    "infrastructure": _INFRASTRUCTURE,
    "special": _SPECIAL,
}

# A tile of another data pack that we have no drawing for gets the plainest of its type.
PLAIN: dict[str, str] = {
    "powerplant": "combined_cycle_plant",
    "supply": "high_voltage_distribution",
    "transport": "rail_network",
    "infrastructure": "business_park",
    "special": "city_of_culture",
}


def slug(name: str) -> str:
    """The name of a tile as a key: "Waste-to-Energy Plant" is waste_to_energy_plant."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


def drawing_of(kind: str, name: str) -> str:
    """The key of the drawing for a tile or facility of that type."""
    known = slug(name)
    return known if known in BY_TYPE[kind] else PLAIN[kind]
