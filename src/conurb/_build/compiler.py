"""Does the C compiler work? Tried on one line of C, since being on the PATH is not enough."""

from __future__ import annotations

import subprocess
import sysconfig
import tempfile
from pathlib import Path

from conurb._build import compiler_command, find_compiler

PROBE = "#include <Python.h>\nint probe(void) { return 0; }\n"
TIMEOUT = 60.0


def compiler_problem() -> str | None:
    """Why an extension module cannot be compiled here; None when it can."""
    path = find_compiler()
    if path is None:
        return "no C compiler found"
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "probe.c"), Path(folder, "probe.o")
        source.write_text(PROBE, encoding="ascii")
        command = [path, *compiler_command()[1:], "-fPIC", f"-I{sysconfig.get_path('include')}"]
        command += ["-c", str(source), "-o", str(target)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)
        except (OSError, subprocess.TimeoutExpired) as problem:
            return f"{path} does not run: {problem}"
    if done.returncode == 0:
        return None
    if "Python.h" in done.stderr:
        return "Python.h is missing (install Python's development files, such as python3-dev)"
    lines = done.stderr.strip().splitlines()
    return f"{path} fails: {lines[0] if lines else f'exit status {done.returncode}'}"
