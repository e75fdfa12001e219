"""The lint for what the compiler gets wrong. Each case was compiled once to see what the compiler does."""

from pathlib import Path

import pytest

from conurb import _build
from tools import lint_compiled


def lines(tmp_path: Path, source: str) -> list[int]:
    """The line numbers of the findings in a source."""
    path = tmp_path / "module.py"
    path.write_text(source)
    return [finding.line for finding in lint_compiled.lint(path)]


@pytest.mark.parametrize(
    "expression",
    [
        "1 << n",
        "0x7F << n",
        "-1 << n",
        "~0 << n",
        "(1 + 2) << n",
        "BIT << n",
        "kinds.BIT << n",
        "i64(1) << n",
    ],
)
def test_a_constant_on_the_left_is_rejected(tmp_path: Path, expression: str) -> None:
    assert lines(tmp_path, f"def f(n):\n    return {expression}\n") == [2]


@pytest.mark.parametrize("expression", ["1 << 40", "BIT << WIDTH", "-1 << 40", "ONE[n]", "n << 3", "m << n", "1 >> n"])
def test_safe_expressions_pass(tmp_path: Path, expression: str) -> None:
    assert lines(tmp_path, f"def f(n, m):\n    return {expression}\n") == []


def test_a_cast_is_not_computed_by_the_compiler_even_beside_a_number(tmp_path: Path) -> None:
    assert lines(tmp_path, "x = i64(1) << 40\n") == [1]


def test_a_local_constant_is_rejected(tmp_path: Path) -> None:
    source = "def f(n):\n    one: i64 = 1\n    same = one\n    return one << n | same << n\n"
    assert lines(tmp_path, source) == [4, 4]


@pytest.mark.parametrize("change", ["bit <<= n", "bit = n", "for bit in (n,): pass", "bit, n = n, bit"])
def test_a_variable_that_changes_passes(tmp_path: Path, change: str) -> None:
    assert lines(tmp_path, f"def f(n):\n    bit = 1\n    {change}\n    return bit << n\n") == []


def test_an_argument_passes(tmp_path: Path) -> None:
    assert lines(tmp_path, "def f(bit, n):\n    if not bit:\n        bit = 1\n    return bit << n\n") == []


def test_a_constant_of_another_function_passes(tmp_path: Path) -> None:
    assert lines(tmp_path, "def f():\n    bit = 1\n\ndef g(bit, n):\n    return bit << n\n") == []


def test_inner_functions_and_comprehensions_are_looked_at(tmp_path: Path) -> None:
    source = "TABLE = [1 << c for c in range(56)]\n\ndef f(n):\n    return lambda: 2 << n\n"
    assert lines(tmp_path, source) == [1, 4]


def test_the_finding_says_where_what_and_how_to_cure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "module.py"
    path.write_text("x = 1 << n\n")
    assert lint_compiled.main([str(path)]) == 1
    said = capsys.readouterr().out
    assert f"{path}:1: `1 << n`" in said
    assert "ONE[n]" in said


def test_the_engine_is_clean() -> None:
    assert [str(finding) for path in _build.compiled_sources() for finding in lint_compiled.lint(path)] == []


@pytest.mark.parametrize("choice", ["n if n > 2 else 0", "NOBODY if n else n + 1", "-1 if n else table[n]"])
def test_a_constant_that_makes_objects_of_numbers_is_rejected(tmp_path: Path, choice: str) -> None:
    assert lines(tmp_path, f"def f(n: i64) -> i64:\n    return {choice}\n") == [2]


@pytest.mark.parametrize("choice", ["n if n > 2 else i64(0)", "n if n else m", "FEW if n else 3"])
def test_numbers_of_one_width_pass(tmp_path: Path, choice: str) -> None:
    assert lines(tmp_path, f"def f(n: i64, m: i64) -> i64:\n    return {choice}\n") == []


def test_what_is_returned_as_a_plain_int_is_an_object_anyway(tmp_path: Path) -> None:
    assert lines(tmp_path, "def f(n: int) -> int:\n    return n if n > 2 else 0\n") == []
