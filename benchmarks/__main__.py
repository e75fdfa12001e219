"""`python -m benchmarks`: the engine's speed."""

from benchmarks.engine import main

main()
