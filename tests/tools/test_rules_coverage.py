"""The tool that finds rules without a test, on a made-up game whose ids begin with TST."""

from pathlib import Path

import pytest

from tools import rules_coverage

RULES = """
# A game. Ids look like TST-x.y.

## TST-1 Setup

- **TST-1.1** Seats. See TST-1.10 and **bold TST-9.9**.
- **TST-1.10 DEAL** Deal.
| id | question |
|---|---|
| **TST-2.1** | Really? (**TST-9.8** is not defined here) |

**TST-3.1** A paragraph.
"""
ALL = "TST-1.1 TST-1.10 TST-2.1 TST-3.1"


def check(tmp_path: Path, tests: dict[str, str], rules: str = RULES) -> rules_coverage.Coverage:
    """The coverage of a project with these rules and test files."""
    document = tmp_path / "docs/rules/test_game.md"
    document.parent.mkdir(parents=True)
    document.write_text(rules)
    for name, text in tests.items():
        path = tmp_path / "tests" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return rules_coverage.coverage("test_game", "TST", tmp_path)


def test_definitions_are_bold_and_at_the_start() -> None:
    assert rules_coverage.defined_ids(RULES, "TST") == ["TST-1.1", "TST-1.10", "TST-2.1", "TST-3.1"]


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("TST-1.1", {"TST-1.1"}),
        ("(TST-1.10, TST-2.1).", {"TST-1.10", "TST-2.1"}),
        ('rules = ["TST-1.1"]', {"TST-1.1"}),
        ("as TST-1.1. Then", {"TST-1.1"}),
        ("TST-1.1 - TST-1.3", {"TST-1.1", "TST-1.3"}),
        ("TST-1, TST-1.1.2, XTST-1.1, TST-1.1b", set()),
    ],
)
def test_citations_are_whole_ids(text: str, cited: set[str]) -> None:
    assert rules_coverage.cited_ids(text, "TST") == cited


def test_complete(tmp_path: Path) -> None:
    result = check(tmp_path, {"games/test_a.py": '"""TST-1.1, TST-1.10"""', "b.toml": "# TST-2.1 TST-3.1"})
    assert result.complete
    assert rules_coverage.describe(result) == "test_game: 4 rules, 4 cited by tests"


def test_untested_rules_in_order(tmp_path: Path) -> None:
    result = check(tmp_path, {"test_a.py": "TST-1.10", "notes.md": ALL})
    assert result.untested == ["TST-1.1", "TST-2.1", "TST-3.1"]
    assert not result.complete


def test_unknown_citations_say_where(tmp_path: Path) -> None:
    result = check(tmp_path, {"test_a.py": f"{ALL} TST-7.7"})
    assert result.unknown == ["TST-7.7 (tests/test_a.py)"]
    assert not result.complete


def test_a_rule_defined_twice(tmp_path: Path) -> None:
    result = check(tmp_path, {"test_a.py": ALL}, RULES + "- **TST-1.1** Again.\n")
    assert result.doubled == ["TST-1.1"]
    assert not result.complete


def test_a_document_without_rules_is_a_mistake(tmp_path: Path) -> None:
    assert not check(tmp_path, {}, "# Nothing\n").complete


def test_exit_status(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check(tmp_path, {"test_a.py": "TST-1.1"})
    assert rules_coverage.main({"test_game": "TST"}, tmp_path) == 1
    assert "without a test: TST-1.10" in capsys.readouterr().out


def test_every_finished_game_has_rules() -> None:
    for game, prefix in rules_coverage.FINISHED.items():
        text = (rules_coverage.ROOT / "docs/rules" / f"{game}.md").read_text(encoding="utf-8")
        assert len(rules_coverage.defined_ids(text, prefix)) > 100
