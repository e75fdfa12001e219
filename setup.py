"""Compile the engine with mypyc; everything else about the package is in pyproject.toml.

What is compiled is listed in src/conurb/_build. CONURB_PURE=1 compiles nothing, and where there is no C
compiler the extensions fail without failing the installation: the engine then runs from its source.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

PACKAGE = Path("src/conurb")
# The modules are one library: what one of them calls in another need not be looked up, and may be inlined. A state is
# reached through the structures of its class and of its base class, which strict aliasing would take for two things.
OWN_CALLS = ["-fvisibility=hidden", "-fno-semantic-interposition", "-fno-strict-aliasing"]
COMPILING = {"build", "build_ext", "bdist_wheel", "editable_wheel", "install", "develop"}


def load_build_module() -> ModuleType:
    """conurb._build, without importing conurb: the package is about to change."""
    path = PACKAGE.resolve() / "_build" / "__init__.py"
    spec = importlib.util.spec_from_file_location("_conurb_build", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


build = load_build_module()


def is_gcc(command: list[str]) -> bool:
    """Whether a compiler is GNU's; on some machines others answer to the name."""
    told = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False)
    return "Free Software Foundation" in told.stdout


class BuildEngine(build_ext):
    """Compile, and leave a record of what the build was made from if, and only if, all of it was built."""

    def run(self) -> None:
        self.built: list[str] = []
        build.remove_build(self.package_built())
        super().run()
        failed = {extension.name for extension in self.extensions} - set(self.built)
        if failed:
            print(f"conurb: not compiled, the engine will run interpreted ({len(failed)} modules failed)")
            build.remove_build(self.package_built())
            return
        files = [Path(self.get_ext_fullpath(name)).resolve() for name in self.built]
        build.write_record(self.package_built(), files, version("mypy"))

    def build_extensions(self) -> None:
        compile_one_by_one = self.compiler.compile

        def compile_side_by_side(sources: list[str], *args: Any, **given: Any) -> list[str]:
            # The engine is one extension of many C files; setuptools would compile them one after another.
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                done = list(pool.map(lambda source: compile_one_by_one([source], *args, **given), sources))
            return [name for names in done for name in names]

        self.compiler.compile = compile_side_by_side
        if self.compiler.compiler_type == "unix":
            # Across files only by gcc, which always brings what it needs for that.
            together = [f"-flto={os.cpu_count() or 1}"] if is_gcc(self.compiler.compiler) else []
            for extension in self.extensions:
                extension.extra_compile_args = [*extension.extra_compile_args, *OWN_CALLS, *together]
                extension.extra_link_args = [*extension.extra_link_args, *together]
        super().build_extensions()

    def build_extension(self, ext: Extension) -> None:
        # An optional extension that fails raises out of here; a file left by an earlier build says nothing.
        super().build_extension(ext)
        self.built.append(ext.name)

    def package_built(self) -> Path:
        return (PACKAGE if self.inplace else Path(self.build_lib, "conurb")).resolve()


def extensions() -> list[Extension]:
    """The compiled modules as one group, so that calls between them are direct."""
    # mypycify does its work at once, so only commands that need its result may get here.
    sources = [path.relative_to(Path.cwd()).as_posix() for path in build.compiled_sources(PACKAGE.resolve())]
    if build.pure_wanted() or not sources or not COMPILING & set(sys.argv):
        return []
    from mypyc.build import mypycify

    modules = mypycify(sources, group_name="conurb", opt_level="3", multi_file=True)
    for module in modules:
        module.optional = True
    return modules


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildEngine})
