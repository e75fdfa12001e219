# Everything starts from a bare clone: the first target you ask for sets up what it needs, the second time it
# is there already. CONURB_PURE=1 never compiles.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.NOTPARALLEL:

VENV      := .venv
PY        := $(VENV)/bin/python
INSTALLED := $(VENV)/.installed
PYTEST    := $(PY) -m pytest -n 2
COVERAGE  := --cov --cov-report=term

# Both engines must pass these; the other tests do not care which one runs.
ENGINE_TESTS := $(wildcard tests/kernel tests/games tests/bots) tests/test_build.py

heading = printf '\n=== %s ===\n'

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

play: build  ## play in the browser
	@$(VENV)/bin/conurb serve --open

test: lint rules build  ## all checks, then the tests on the compiled and on the interpreted engine
	@set -e; if [ "$$($(PY) -m conurb._build --mode)" = compiled ]; then \
		$(heading) 'pytest, compiled engine'; \
		$(PYTEST); \
		$(heading) 'pytest, interpreted engine, with coverage'; \
		CONURB_PURE=1 $(PYTEST) $(COVERAGE) $(ENGINE_TESTS); \
	else \
		$(heading) 'pytest, interpreted engine only (there is no compiled one), with coverage'; \
		CONURB_PURE=1 $(PYTEST) $(COVERAGE); \
	fi

test-long: build  ## the tests that take minutes
	@$(PYTEST) -m long --timeout 3600

build: $(INSTALLED)  ## compile the engine, if its source has changed
	@$(PY) tools/build.py

dev: $(INSTALLED)  ## work on the engine: interpreted, nothing to rebuild after a change
	@CONURB_PURE=1 $(PY) -c 'from conurb import _build; _build.remove_build()'
	@echo 'Interpreted from now on; `make build` compiles again. Activate with: source $(VENV)/bin/activate'

lint: $(INSTALLED)  ## style, types, who imports whom, what the compiler gets wrong
	@$(heading) 'ruff check'
	@$(PY) -m ruff check
	@$(heading) 'ruff format --check'
	@$(PY) -m ruff format --check
	@$(heading) 'mypy --strict'
	@$(PY) -m mypy
	@$(heading) 'lint-imports'
	@CONURB_PURE=1 $(VENV)/bin/lint-imports
	@$(heading) 'lint_compiled'
	@CONURB_PURE=1 $(PY) tools/lint_compiled.py

format: $(INSTALLED)  ## rewrite the source in the project's style
	@$(PY) -m ruff check --fix
	@$(PY) -m ruff format

rules: $(INSTALLED)  ## is every rule of the finished games cited by a test?
	@$(heading) 'rules_coverage'
	@$(PY) tools/rules_coverage.py

bench: build  ## how fast is it? The engine, then the research interfaces beside their peers
	@$(PY) -m pip install -q --disable-pip-version-check -c constraints.txt catanatron chess pygame-ce rlcard
	@$(PY) -m benchmarks

bench-server: build  ## how many live tables does a server hold, on SQLite and on PostgreSQL?
	@$(PY) -m benchmarks.server

clean:  ## remove everything that was made here, the environment too
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage
	rm -rf src/*.egg-info src/conurb/_build_record.json src/*.so
	find src tests tools -name '*.so' -delete
	find src tests tools -name __pycache__ -prune -exec rm -rf {} +

# The first Python that is new enough and really runs; the versions pinned are tried on 3.11.
$(PY):
	@for python in python3.11 python3.12 python3.13 python3.14 python3 python; do \
		if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
			echo "setting up $(VENV) with $$($$python --version)"; \
			exec $$python -m venv $(VENV); \
		fi; \
	done; echo 'Conurb needs Python 3.11 or newer; none was found on the PATH.' >&2; exit 1

# Build tools first, so that the package itself is installed with exactly these and without compiling: that
# is the build target's work, which knows when it is needed.
$(INSTALLED): pyproject.toml constraints.txt setup.py | $(PY)
	@echo 'installing what is pinned in constraints.txt'
	@$(PY) -m pip install -q --disable-pip-version-check -c constraints.txt \
		setuptools wheel mypy librt mypy_extensions
	@CONURB_PURE=1 $(PY) -m pip install -q --disable-pip-version-check --no-build-isolation -c constraints.txt \
		-e '.[dev]'
	@touch $@

.PHONY: help play test test-long build dev lint format rules bench bench-server clean
