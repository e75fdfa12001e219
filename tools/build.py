"""Compile the engine in place, unless the build that is there is fresh (`make build`).

Without a working C compiler this says so and succeeds: the engine then runs interpreted. With one, a build
that fails is an error, so that nobody measures the interpreted engine believing that it is the compiled one.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

# This tool is the answer to the warning about a stale build, so it need not print it.
os.environ["CONURB_STALE_WARNED"] = "1"

from conurb import _build
from conurb._build.compiler import compiler_problem

ROOT = Path(__file__).resolve().parent.parent


def is_fresh() -> bool:
    """Whether the build matches its source and was made by the installed compiler."""
    record = _build.read_record()
    return _build.judge().mode == "compiled" and record is not None and record["mypy"] == version("mypy")


def compile_engine() -> int:
    """Run setup.py; everything mypyc and the C compiler say goes to the terminal if it fails."""
    command = [
        sys.executable,
        "setup.py",
        "-q",
        "build_ext",
        "--inplace",
        f"--parallel={os.cpu_count() or 1}",
    ]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode == 0 and is_fresh():
        print("build: done")
        return 0
    print(done.stdout)
    print("build: FAILED, see the compiler's messages above (CONURB_PURE=1 runs without compiling)")
    return 1


def main() -> int:
    """Build if that is needed and possible."""
    sources = _build.compiled_sources()
    if _build.pure_wanted():
        print("build: CONURB_PURE=1, nothing compiled, running interpreted")
        return 0
    if not sources:
        print("build: nothing to compile")
        return 0
    if is_fresh():
        print(f"build: up to date ({len(sources)} compiled modules)")
        return 0
    problem = compiler_problem()
    if problem:
        print(f"build: {problem}: running interpreted, which is some 50 times slower")
        _build.remove_build()
        return 0
    print(f"build: compiling {len(sources)} modules, about 5 seconds for each 1,000 lines", flush=True)
    return compile_engine()


if __name__ == "__main__":
    sys.exit(main())
