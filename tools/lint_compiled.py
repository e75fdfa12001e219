"""Reject what the compiler gets wrong in compiled modules (`make lint`).

mypyc 2.4.1 writes a constant as a C int, so a constant on the left of `<<` is shifted in 32 bits: in compiled
code `1 << n` is 256 for n = 40, without a word. What counts as a constant, as found by compiling each case:

- a number, and what is computed from numbers: `1`, `-1`, `~0`, `2 * 3`, `i64(1)`;
- a module's Final, also one imported from elsewhere: names in capitals;
- a local variable whose only value is a constant, since the compiler puts the constant in its place.

Where both sides are numbers or Finals, the compiler computes the value itself, correctly: that is allowed.

It also makes a Python object of both values in `number if condition else 0`, where the number is 64 bits wide and the
constant is not: correct, but slow where it is done often. Found here where such an expression is returned as an i64.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from conurb import _build

CASTS = {"i64", "i32", "i16", "u8", "int"}
SHIFTED = "the compiler shifts a constant in 32 bits; use the table ONE[n] (to make such a table: 2**n)"
BOXED = "the compiler makes objects of both values; write i64(...) around the constant, or `if` and two returns"

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


@dataclass(frozen=True)
class Finding:
    """A place where compiled code would compute something else than the source says, or take a needless detour."""

    path: Path
    line: int
    text: str
    cure: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: `{self.text}`: {self.cure}"


def is_folded(node: ast.expr) -> bool:
    """Whether the compiler computes this itself: numbers, Finals, and arithmetic on them."""
    match node:
        case ast.Constant():
            return isinstance(node.value, int)
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.isupper()
        case ast.UnaryOp():
            return is_folded(node.operand)
        case ast.BinOp():
            return is_folded(node.left) and is_folded(node.right)
    return False


def is_constant(node: ast.expr, local_constants: set[str]) -> bool:
    """Whether the compiler may write this as a C constant."""
    match node:
        case ast.Name(id=name) if name in local_constants:
            return True
        case ast.Call(func=ast.Name(id=cast), args=[argument]) if cast in CASTS:
            return is_constant(argument, local_constants)
        case ast.NamedExpr(value=value):
            return is_constant(value, local_constants)
        case ast.UnaryOp():
            return is_constant(node.operand, local_constants)
        case ast.BinOp():
            return is_constant(node.left, local_constants) and is_constant(node.right, local_constants)
    return is_folded(node)


def _assignments(function: Function) -> dict[str, list[ast.expr | None]]:
    """Every value each local variable gets; None for one that is not a plain assignment."""
    values: dict[str, list[ast.expr | None]] = defaultdict(list)
    plain: set[ast.expr] = set()
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Name() as target], value=value):
                values[target.id].append(value)
                plain.add(target)
            case ast.AnnAssign(target=ast.Name() as target, value=ast.expr() as value):
                values[target.id].append(value)
                plain.add(target)
            case ast.AnnAssign(target=ast.Name() as target, value=None):
                plain.add(target)
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node not in plain:
            values[node.id].append(None)
    return values


def local_constants(function: Function) -> set[str]:
    """Local variables that are only ever given one value, a constant."""
    arguments = {argument.arg for argument in ast.walk(function.args) if isinstance(argument, ast.arg)}
    once = {
        name: values[0] for name, values in _assignments(function).items() if len(values) == 1 and name not in arguments
    }
    found: set[str] = set()
    while True:  # a constant may be given through another one
        more = {name for name, value in once.items() if value is not None and is_constant(value, found)}
        if more == found:
            return found
        found = more


def _shifts(node: ast.AST, constants: set[str]) -> Iterator[ast.BinOp]:
    """Unsafe shifts under a node, each seen with the local variables of its own function."""
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                yield from _shifts(child, constants | local_constants(child))
                continue
            case ast.BinOp(op=ast.LShift(), left=left, right=right):
                if is_constant(left, constants) and not (is_folded(left) and is_folded(right)):
                    yield child
        yield from _shifts(child, constants)


def _boxed(tree: ast.AST) -> Iterator[ast.IfExp]:
    """Choices between a constant and something else, returned as an i64."""
    for function in ast.walk(tree):
        match function:
            case ast.FunctionDef(returns=ast.Name(id="i64")):
                for node in ast.walk(function):
                    match node:
                        case ast.Return(value=ast.IfExp() as choice):
                            if is_folded(choice.body) != is_folded(choice.orelse):
                                yield choice


def lint(path: Path) -> list[Finding]:
    """The findings of one module, in the order of the text."""
    tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
    found: list[tuple[ast.expr, str]] = [(node, SHIFTED) for node in _shifts(tree, set())]
    found += [(node, BOXED) for node in _boxed(tree)]
    found.sort(key=lambda one: (one[0].lineno, one[0].col_offset))
    return [Finding(path, node.lineno, ast.unparse(node), cure) for node, cure in found]


def main(arguments: Sequence[str]) -> int:
    """Lint the files given, or every compiled module."""
    paths = [Path(argument) for argument in arguments] or _build.compiled_sources()
    findings = [finding for path in paths for finding in lint(path)]
    for finding in findings:
        print(finding)
    print(f"{len(paths)} compiled modules, {len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
