"""The documents tell the truth: examples run, signatures are those of the source, files named are there."""

from __future__ import annotations

import ast
import doctest
import importlib
import json
import re
from pathlib import Path
from random import Random

import pytest

from conurb import games, testing
from conurb.games.between_two_cities.position import FIELDS, SEAT_FIELDS
from conurb.kernel import notation
from conurb.kernel.play import replay

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
GUIDES = ("architecture.md", "adding_a_game.md", "lab.md", "bots.md")
POSITIONS = sorted((DOCS / "positions").glob("*.md"))


def text_of(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GUIDES)
def test_examples_run(name: str) -> None:
    found = doctest.testfile(str(DOCS / name), module_relative=False, encoding="utf-8")
    assert found.attempted > 2
    assert found.failed == 0


def modules_with_examples() -> list[str]:
    """The engine's modules that show in a docstring how they are used."""
    source = ROOT / "src"
    files = [
        path
        for part in ("kernel", "games", "bots", "lab", "testing")
        for path in (source / "conurb" / part).rglob("*.py")
    ]
    files += [source / "conurb/words.py", source / "conurb/rulebook.py"]
    names = [path.relative_to(source).with_suffix("") for path in files if ">>> " in path.read_text(encoding="utf-8")]
    return sorted(".".join(name.parts).removesuffix(".__init__") for name in names)


@pytest.mark.parametrize("name", modules_with_examples())
def test_examples_in_docstrings_run(name: str) -> None:
    """Read from the source, since compiled code does not show its docstrings to doctest."""
    module = importlib.import_module(name)
    origin = ROOT / "src" / Path(*name.split("."))
    file = origin / "__init__.py" if origin.is_dir() else origin.with_suffix(".py")
    nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    texts = [ast.get_docstring(n) or "" for n in nodes if isinstance(n, (ast.Module, ast.ClassDef, ast.FunctionDef))]
    runner = doctest.DocTestRunner()
    for text in texts:
        runner.run(doctest.DocTestParser().get_doctest(text, dict(vars(module)), name, None, 0))
    assert runner.tries > 0
    assert runner.failures == 0


def signatures(path: str, kind: str) -> dict[str, str]:
    """The methods of a class as the source writes them."""
    tree = ast.parse((ROOT / "src/conurb" / path).read_text(encoding="utf-8"))
    body = next(node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == kind)
    return {
        node.name: f"{node.name}({ast.unparse(node.args)}) -> {ast.unparse(node.returns)}"
        for node in body
        if isinstance(node, ast.FunctionDef) and node.returns is not None
    }


def told(section: str) -> dict[str, str]:
    """The signatures in the tables of a section of the architecture."""
    part = text_of("architecture.md").split(f"\n## {section}")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)(\(self.*?\) -> .*?)` \|", part, flags=re.MULTILINE)
    return {name: name + rest.replace("\\|", "|") for name, rest in rows}


@pytest.mark.parametrize(
    ("section", "path", "kind"),
    [("A game in progress", "kernel/state.py", "State"), ("A title", "kernel/game.py", "Game")],
)
def test_the_contract_is_that_of_the_source(section: str, path: str, kind: str) -> None:
    true = {name: re.sub(r"\s+", " ", line).replace("'", "") for name, line in signatures(path, kind).items()}
    written = told(section)
    assert len(written) > 8
    for name, line in written.items():
        assert line.replace(" = ", "=") == true[name].replace(" = ", "=")


def test_the_contract_is_told_in_full() -> None:
    """Every public method of a state has its place in the document."""
    document = text_of("architecture.md")
    methods = [name for name in signatures("kernel/state.py", "State") if not name.startswith("_")]
    assert [name for name in methods if f"`{name}" not in document] == []


@pytest.mark.parametrize("name", GUIDES)
def test_files_that_are_named_are_there(name: str) -> None:
    paths = re.findall(r"`((?:src|tests|docs|tools)/[\w/.]+)`", text_of(name))
    assert paths
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_record_of_the_architecture_replays() -> None:
    text = re.search(r"```\n(game: .*?)```", text_of("architecture.md"), flags=re.DOTALL)
    assert text is not None
    record = notation.read(text[1])
    assert replay(games.get(record.game), record).state.count == len(record.entries) == 4


# --- positions


def test_every_game_has_its_positions_documented() -> None:
    documented = {path.stem.replace("_", "-") for path in POSITIONS}
    assert documented == set(games.CATALOGUE)


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_the_positions_of_a_document_load(path: Path) -> None:
    game = games.get(path.stem)
    blocks = re.findall(r"```json\n(.*?)```", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert len(blocks) >= 2
    for block in blocks:
        state = game.load(json.loads(block), seed=1)
        state.check()
        testing.check_save(game, state, Random(1))


def test_every_field_of_a_position_is_documented() -> None:
    document = text_of("positions/between_two_cities.md")
    fields = re.findall(r"^\| `(\w+)` \|", document, flags=re.MULTILINE)
    assert sorted(fields) == sorted([*FIELDS, *SEAT_FIELDS])


def test_the_example_is_the_position_that_the_text_describes() -> None:
    document = text_of("positions/between_two_cities.md")
    block = re.search(r"```json\n(.*?)```", document, flags=re.DOTALL)
    assert block is not None
    state = games.get("between-two-cities").load(json.loads(block[1]), seed=1)
    view = state.view(1)
    assert (view["round"], view["phase"], view["to_act"]) == ("2", "place", [1])
    assert [state.text(1, action).split()[:2] for action in state.legal(1)] == [["right", "XV08"]] * 4
