"""The seeded generator that is part of the state: xoshiro128++ on 32-bit words.

Words are held in 64-bit integers and masked, so that compiled and interpreted games are the same on every
machine.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from conurb.kernel.checks import BadPosition

MASK: Final = 0xFFFFFFFF
SEED_BITS: Final = 256  # the most bits of a seed; 128 are drawn
HEX_DIGITS: Final = frozenset("0123456789abcdef")


@final
@mypyc_attr(native_class=True, acyclic=True)
class Rng:
    """A small, fast generator.

    >>> Rng(7).below(6) == Rng(7).below(6)
    True
    """

    a: i64
    b: i64
    c: i64
    d: i64

    def __init__(self, seed: int, a: i64 = 0, b: i64 = 0, c: i64 = 0, d: i64 = 1) -> None:
        """A whole number from 0 of up to SEED_BITS bits, all of which count; -1 takes the four words as given."""
        if seed >= 0:
            digest = sha256(f"conurb:{seed}".encode()).digest()
            a = int.from_bytes(digest[0:4], "little")
            b = int.from_bytes(digest[4:8], "little")
            c = int.from_bytes(digest[8:12], "little")
            d = int.from_bytes(digest[12:16], "little") | 1  # the all-zero state would stay zero
        self.a = a
        self.b = b
        self.c = c
        self.d = d

    def clone(self) -> Rng:
        return Rng(-1, self.a, self.b, self.c, self.d)

    def word(self) -> i64:
        """The next 32 random bits."""
        a = self.a
        b = self.b
        c = self.c ^ a
        d = self.d ^ b
        x = (a + self.d) & MASK
        result = ((x << 7 | x >> 25) + a) & MASK
        self.a = a ^ d
        self.b = b ^ c
        self.c = c ^ ((b << 9) & MASK)
        self.d = (d << 11 | d >> 21) & MASK
        return result

    def below(self, n: i64) -> i64:
        """A number from 0 to n-1, all equally likely (n up to 2^31)."""
        product = self.word() * n
        low = product & MASK
        if low < n:  # Lemire's rejection: without it small numbers would come up slightly too often
            floor = (MASK + 1 - n) % n
            while low < floor:
                product = self.word() * n
                low = product & MASK
        return product >> 32

    def shuffle(self, items: vec[i64]) -> None:
        """Fisher-Yates, in place."""
        i = len(items) - 1
        while i > 0:
            j = self.below(i + 1)
            held = items[i]
            items[i] = items[j]
            items[j] = held
            i -= 1

    def fork(self) -> Rng:
        """A generator of its own for a side task: what the task draws does not shift this one."""
        a = self.word()
        b = self.word()
        c = self.word()
        return Rng(-1, a, b, c, self.word() | 1)

    def save(self) -> str:
        """The four words as 32 hexadecimal digits."""
        return "".join(f"{int(w):08x}" for w in (self.a, self.b, self.c, self.d))


def load_rng(text: object) -> Rng:
    """The generator that `save` wrote."""
    digits = text.lower() if isinstance(text, str) else ""
    # Python's int() would also take signs, spaces and underscores.
    if len(digits) != 32 or not set(digits) <= HEX_DIGITS or digits == "0" * 32:
        raise BadPosition(f"rng: expected 32 hexadecimal digits, not all zero, not {text!r}")
    words = [int(digits[k : k + 8], 16) for k in (0, 8, 16, 24)]
    return Rng(-1, words[0], words[1], words[2], words[3])
