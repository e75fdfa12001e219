"""The contracts on who imports whom, on made-up graphs."""

from grimp import ImportGraph
from importlinter.domain.contract import Contract

from tools.import_contracts import ImportedOnlyBy, ImportsOnly


def graph(*imports: tuple[str, str]) -> ImportGraph:
    """A graph of modules that import each other."""
    made = ImportGraph()
    for module in sorted({module for pair in imports for module in pair}):
        made.add_module(module)
    for importer, imported in imports:
        made.add_import(importer=importer, imported=imported, line_number=7, line_contents="-")
    return made


def complaints(contract: Contract, *imports: tuple[str, str]) -> list[str]:
    """The lines the contract would print."""
    lines: list[str] = contract.check(graph(*imports), verbose=False).metadata["lines"]
    return lines


def contract_of(kind: type[Contract], **options: list[str]) -> Contract:
    """A contract as the settings file would make it."""
    return kind(name="test", session_options={}, contract_options=options)


def test_imports_only() -> None:
    contract = contract_of(ImportsOnly, modules=["a"], unless=["a.*.show"], allowed=["a", "librt"])
    found = complaints(
        contract,
        ("a.x", "a.y"),
        ("a.x", "librt"),
        ("a.x", "json"),
        ("a.x", "numpy"),
        ("a.x", "b"),
        ("a.g.show", "rich"),
        ("ab", "numpy"),
    )
    assert found == ["- a.x imports b (line 7)", "- a.x imports numpy (line 7)"]


def test_imports_only_of_a_package_that_is_not_there() -> None:
    assert complaints(contract_of(ImportsOnly, modules=["later"], allowed=[]), ("a", "b")) == []


def test_imported_only_by() -> None:
    contract = contract_of(ImportedOnlyBy, modules=["words"], importers=["cli", "games.*.show"])
    found = complaints(
        contract,
        ("cli", "words"),
        ("games.g.show", "words.forms"),
        ("words", "words.forms"),
        ("games.g.rules", "words"),
    )
    assert found == ["- games.g.rules imports words (line 7)"]
