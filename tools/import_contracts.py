"""Two contracts for import-linter, for what its own cannot say.

Its own list what is forbidden, while the engine may use no third-party package at all but its run-time; and
they refuse to name packages that do not exist yet, which these do not mind.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


def _expand(graph: ImportGraph, names: object) -> set[str]:
    """Names and patterns (`conurb.games.*.show`) as names."""
    assert isinstance(names, list)
    found: set[str] = set()
    for name in names:
        found |= graph.find_matching_modules(name) if "*" in name else {name}
    return found


def _inside(module: str, packages: set[str]) -> bool:
    """Whether a module is one of the packages or lies in one."""
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def _is_standard(module: str) -> bool:
    return module.partition(".")[0] in sys.stdlib_module_names


class _DirectImports(Contract):
    """A contract that looks at each direct import by itself."""

    def broken(self, graph: ImportGraph) -> Iterator[tuple[str, str]]:
        """Pairs (importer, imported) that break the contract."""
        raise NotImplementedError

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """What import-linter calls."""
        lines = []
        for importer, imported in sorted(self.broken(graph)):
            details = graph.get_import_details(importer=importer, imported=imported)
            line = min(detail["line_number"] for detail in details)
            lines.append(f"- {importer} imports {imported} (line {line})")
        return ContractCheck(kept=not lines, metadata={"lines": lines})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """One line for each import that is not allowed."""
        for line in check.metadata["lines"]:
            output.print_error(line)


class ImportsOnly(_DirectImports):
    """`modules`, but not those in `unless`, import only `allowed` and the standard library."""

    type_name = "imports_only"

    modules = fields.ListField(subfield=fields.StringField())
    unless = fields.ListField(subfield=fields.StringField(), required=False, default=[])
    allowed = fields.ListField(subfield=fields.StringField())

    def broken(self, graph: ImportGraph) -> Iterator[tuple[str, str]]:
        """Imports by the modules of what is not allowed."""
        modules, unless = _expand(graph, self.modules), _expand(graph, self.unless)
        allowed = _expand(graph, self.allowed)
        for importer in graph.modules:
            if _inside(importer, modules) and not _inside(importer, unless):
                for imported in graph.find_modules_directly_imported_by(importer):
                    if not _is_standard(imported) and not _inside(imported, allowed):
                        yield importer, imported


class ImportedOnlyBy(_DirectImports):
    """`modules` are imported only by themselves and `importers`."""

    type_name = "imported_only_by"

    modules = fields.ListField(subfield=fields.StringField())
    importers = fields.ListField(subfield=fields.StringField())

    def broken(self, graph: ImportGraph) -> Iterator[tuple[str, str]]:
        """Imports of the modules by others."""
        modules = _expand(graph, self.modules)
        importers = modules | _expand(graph, self.importers)
        for imported in graph.modules:
            if _inside(imported, modules):
                for importer in graph.find_modules_that_directly_import(imported):
                    if not _inside(importer, importers):
                        yield importer, imported
