"""The generator: xoshiro128++, the same numbers everywhere."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from conurb.kernel.checks import BadPosition
from conurb.kernel.rng import Rng, load_rng

# What the authors' C code (prng.di.unimi.it/xoshiro128plusplus.c) gives for the state 1, 2, 3, 4.
FROM_1_2_3_4 = [
    641, 1573767, 3222811527, 3517856514, 836907274, 4247214768, 3867114732, 1355841295, 495546011, 621204420,
]  # fmt: skip

words = st.integers(0, 2**32 - 1)


def reference(state: list[int]) -> int:
    """The next word, written after the authors' C code, statement by statement."""

    def rotl(x: int, k: int) -> int:
        return ((x << k) | (x >> (32 - k))) % 2**32

    result = (rotl((state[0] + state[3]) % 2**32, 7) + state[0]) % 2**32
    t = (state[1] << 9) % 2**32
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= t
    state[3] = rotl(state[3], 11)
    return result


def items(numbers: range) -> vec[i64]:
    return vec[i64](numbers)


def test_known_words() -> None:
    rng = Rng(-1, 1, 2, 3, 4)
    assert [rng.word() for _ in FROM_1_2_3_4] == FROM_1_2_3_4


@given(words, words, words, words)
def test_words_are_those_of_the_reference(a: int, b: int, c: int, d: int) -> None:
    state = [a, b, c, d]
    rng = Rng(-1, a, b, c, d)
    assert [rng.word() for _ in range(20)] == [reference(state) for _ in range(20)]


@given(st.integers(0, 2**200))
def test_a_seed_gives_the_words_of_its_digest(seed: int) -> None:
    digest = sha256(f"conurb:{seed}".encode()).digest()
    a, b, c, d = (int.from_bytes(digest[k : k + 4], "little") for k in (0, 4, 8, 12))
    assert Rng(seed).save() == f"{a:08x}{b:08x}{c:08x}{d | 1:08x}"


def test_a_fixed_seed_gives_fixed_numbers() -> None:
    """These numbers must never change: every record depends on them."""
    rng = Rng(7)
    assert [rng.below(100) for _ in range(8)] == [29, 88, 34, 83, 25, 51, 34, 34]
    order = items(range(10))
    Rng(7).shuffle(order)
    assert list(order) == [0, 4, 3, 6, 8, 1, 5, 9, 7, 2]


def test_every_bit_of_a_seed_counts() -> None:
    assert len({Rng(2**bit).save() for bit in range(128)}) == 128


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 21, 100])
def test_below_is_uniform(n: int) -> None:
    """Chi squared, far in the tail: a right generator with these seeds always passes."""
    rng = Rng(n)
    draws = 4000 * n if n < 50 else 100_000
    counts = Counter(rng.below(n) for _ in range(draws))
    assert set(counts) == set(range(n))
    expected = draws / n
    chi_squared = sum((count - expected) ** 2 / expected for count in counts.values())
    assert chi_squared < n + 5 * (2 * n) ** 0.5


def test_below_large_numbers_is_not_skewed() -> None:
    """Without rejection a third of the range would come up twice as often as the rest."""
    n = 3 * 2**29
    rng = Rng(1)
    low = sum(rng.below(n) < n // 3 for _ in range(30_000))
    assert abs(low - 10_000) < 500


@given(st.integers(0, 2**64), st.integers(1, 2**31))
def test_below_stays_below(seed: int, n: int) -> None:
    assert 0 <= Rng(seed).below(n) < n


@given(st.integers(0, 2**64), st.integers(0, 30))
def test_shuffle_keeps_every_item(seed: int, size: int) -> None:
    shuffled = items(range(size))
    Rng(seed).shuffle(shuffled)
    assert sorted(shuffled) == list(range(size))


def test_shuffle_gives_every_order_equally_often() -> None:
    rng = Rng(3)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(24 * 500):
        order = items(range(4))
        rng.shuffle(order)
        counts[tuple(order)] += 1
    assert set(counts) == set(permutations(range(4)))
    assert all(abs(count - 500) < 120 for count in counts.values())


def test_a_fork_goes_its_own_way() -> None:
    """The parent moves on by the four words a fork takes, whatever the fork then draws."""
    rng, twin = Rng(5), Rng(5)
    fork = rng.fork()
    [twin.word() for _ in range(4)]
    [fork.word() for _ in range(1000)]
    assert rng.save() == twin.save()
    assert fork.save() != rng.save()
    assert Rng(5).fork().save() == Rng(5).fork().save()


def test_a_clone_goes_on_the_same_and_alone() -> None:
    rng = Rng(5)
    clone = rng.clone()
    drawn = [clone.word() for _ in range(10)]
    assert [rng.word() for _ in range(10)] == drawn


@given(words, words, words, st.integers(1, 2**32 - 1))
def test_save_and_load(a: int, b: int, c: int, d: int) -> None:
    rng = Rng(-1, a, b, c, d)
    loaded = load_rng(rng.save())
    assert loaded.save() == rng.save()
    assert [loaded.word() for _ in range(3)] == [rng.word() for _ in range(3)]


@pytest.mark.parametrize(
    "text",
    [
        None,
        7,
        "",
        "12",
        "g" * 32,
        "0" * 32,
        "1" * 31,
        "1" * 33,
        ["1" * 32],
        " " * 31 + "1",
        "-" + "1" * 31,
        "1_1" + "1" * 29,
    ],
)
def test_what_is_no_generator_is_refused(text: object) -> None:
    with pytest.raises(BadPosition, match="rng: expected 32 hexadecimal digits, not all zero"):
        load_rng(text)
