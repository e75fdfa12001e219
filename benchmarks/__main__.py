"""`python -m benchmarks`: the engine's speed, then that of the research interfaces."""

from benchmarks import engine, lab

engine.main()
lab.main()
