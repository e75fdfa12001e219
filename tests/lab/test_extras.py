"""The core stands alone: without an extra, its interface says which one is missing."""

from __future__ import annotations

import subprocess
import sys

import pytest

BLOCK = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {blocked!r}:
            raise ModuleNotFoundError(name)
import importlib.util
original = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name in {blocked!r} else original(name, package)
sys.meta_path.insert(0, Missing())
"""


def run(code: str, blocked: set[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", BLOCK.format(blocked=blocked) + code], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("pettingzoo", "pettingzoo", "pettingzoo"),
        ("gymnasium", "gymnasium", "gymnasium"),
        ("openspiel", "pyspiel", "openspiel"),
        ("dataset", "pyarrow", "dataset"),
    ],
)
def test_a_missing_extra_is_named(module: str, package: str, extra: str) -> None:
    done = run(f"import conurb.lab.{module}", {package})
    assert done.returncode != 0
    assert f"MissingExtra: this needs {package}: pip install -e '.[{extra}]'" in done.stderr


def test_a_missing_extra_is_an_import_error_too() -> None:
    """So that whoever tries an import, as `pytest.importorskip` does, need not know our errors."""
    code = "try:\n    import conurb.lab.gymnasium\nexcept ImportError as error:\n    print('not there:', error)"
    assert "not there: this needs gymnasium" in run(code, {"gymnasium"}).stdout


def test_the_core_imports_none_of_them() -> None:
    blocked = {"pettingzoo", "gymnasium", "pyspiel", "open_spiel", "numpy", "pyarrow", "PIL", "torch"}
    done = run(
        "from conurb import games, bots, cli; import conurb.lab\n"
        "state = games.get('prosperity').new(2, seed=1); state.playout(state.rng); print(state.over())",
        blocked,
    )
    assert done.stdout.strip() == "True", done.stderr
