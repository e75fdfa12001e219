"""`python -m conurb._build`: the running engine as JSON; with `--mode`, only "compiled" or "interpreted"."""

import json
import sys
from dataclasses import asdict

from conurb._build import info


def main(arguments: list[str]) -> int:
    """Print and leave; any argument but `--mode` is refused."""
    if arguments not in ([], ["--mode"]):
        print("usage: python -m conurb._build [--mode]", file=sys.stderr)
        return 2
    running = info()
    print(running.mode if arguments else json.dumps(asdict(running), indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
