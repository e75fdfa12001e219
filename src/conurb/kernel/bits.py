"""Small numbers as the bits of one word: cells of a board, members of a set."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

BITS: Final = 62  # a word keeps clear of its sign

ONE: Final = vec[i64]([2**n for n in range(BITS)])

# By 67, all powers of 2 leave different remainders: LOWEST[bit % 67] is the number of a single bit.
_NUMBER: Final = {2**n % 67: n for n in range(BITS)}
LOWEST: Final = vec[i64]([_NUMBER.get(remainder, 0) for remainder in range(67)])


def lowest(bits: i64) -> i64:
    """The number of the first bit that is set; there must be one.

    >>> lowest(2**61 + 2**40)
    40
    """
    return LOWEST[(bits & -bits) % 67]


def count(bits: i64) -> i64:
    """How many bits are set; quick where they are few.

    >>> count(2**61 + 2**40)
    2
    """
    n: i64 = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n
