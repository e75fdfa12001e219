"""The translations of the rules documents say as much as the English ones."""

from pathlib import Path

import pytest

from conurb import rulebook
from conurb.games import CATALOGUE
from conurb.words import LANGUAGES
from tools.rules_languages import RULES, differences, translations

ENGLISH = """## TST-1 Money

- **TST-1.1** You get 5 coins, `coins += 5`. `[house]`
- **TST-1.2** At most 12.

| roll | coins |
| --- | --- |
| 1 | 2 |

```
pay(3)
```
"""
ITALIAN = """## TST-1 Denaro

- **TST-1.1** `[house]` Ricevi 5 monete, cioè
  `coins += 5`.
- **TST-1.2** Al massimo 12.

| tiro | monete |
| --- | --- |
| 1 | 2 |

```
pay(3)
```
"""


def test_every_document_has_its_translations() -> None:
    expected = {RULES / language / f"{game.replace('-', '_')}.md" for language in LANGUAGES[1:] for game in CATALOGUE}
    assert set(translations()) == expected


@pytest.mark.parametrize("path", translations(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_translation_keeps_blocks_ids_and_numbers(path: Path) -> None:
    assert differences((RULES / path.name).read_text("utf-8"), path.read_text("utf-8")) == []


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize("game", CATALOGUE)
def test_a_translation_is_read_rule_by_rule(game: str, language: str) -> None:
    english, translated = rulebook.read(game), rulebook.read(game, language)
    assert [rule.id for rule in translated.rules] == [rule.id for rule in english.rules]
    same = [ours.id for ours, theirs in zip(english.rules, translated.rules, strict=True) if ours.text == theirs.text]
    assert len(same) < 0.05 * len(list(english.rules)), same  # a row of numbers may well be the same


def test_what_is_the_same_passes() -> None:
    assert differences(ENGLISH, ITALIAN) == []


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("12", "21", "line 5 (English line 4): missing: 12; not in the English text: 21"),
        ("TST-1.2", "TST-1.3", "line 5 (English line 4): missing: TST-1.2; not in the English text: TST-1.3"),
        ("coins += 5", "monete += 5", "line 3 (English line 3): missing: `coins += 5`"),
        ("| 1 | 2 |", "| 1 | 2 |\n| 2 | 4 |", "expected tbody_close, found tr_open"),
        ("- **TST-1.2** Al massimo 12.\n", "", "expected list_item_open, found bullet_list_close"),
        ("pay(3)", "paga(3)", "expected fence pay(3)"),
    ],
)
def test_what_differs_is_told(before: str, after: str, told: str) -> None:
    assert told in "\n".join(differences(ENGLISH, ITALIAN.replace(before, after)))
