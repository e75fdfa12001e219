"""`conurb doctor`."""

import json
import tomllib
from pathlib import Path

import pytest

from conurb import _build, doctor


def check_named(name: str) -> doctor.Check:
    """One check of the report."""
    return next(check for check in doctor.report() if check.name == name)


def test_this_installation_is_healthy() -> None:
    assert doctor.healthy(doctor.report())
    assert check_named("engine").detail.startswith(f"conurb {_build.info().conurb}")


def test_a_missing_requirement_is_a_fault_with_a_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "REQUIRED", ("no-such-package",))
    assert check_named("no-such-package") == doctor.Check(
        "no-such-package", "missing", "not installed", "pip install no-such-package"
    )
    assert not doctor.healthy(doctor.report())
    assert doctor.run() == 1


def test_a_missing_option_or_compiler_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "OPTIONAL", {"no-such-package": "nothing"})
    monkeypatch.setenv("CC", "no-such-compiler")
    assert check_named("C compiler").status == "info"
    assert check_named("no-such-package").status == "info"
    assert doctor.healthy(doctor.report())


def test_every_extra_is_looked_at() -> None:
    """Whatever the project offers, and is not only for those who work on it."""
    offered = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())
    extras = offered["project"]["optional-dependencies"]
    wanted = {name for extra, names in extras.items() if extra not in ("dev", "bench") for name in names}
    assert wanted == set(doctor.OPTIONAL)


def test_text_lines_up_and_shows_cures() -> None:
    checks = [doctor.Check("a", "ok", "fine"), doctor.Check("longer", "missing", "gone", "fetch it")]
    assert doctor.render_text(checks).splitlines() == [
        "ok       a       fine",
        "missing  longer  gone",
        "                 -> fetch it",
    ]


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert doctor.run(as_json=True) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["ok"] is True
    assert {"name", "status", "detail", "cure"} == set(printed["checks"][0])
