# Everything starts from Python 3.11 or newer and make. Nothing else is needed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PYTEST ?= $(BIN)/python -m pytest -n auto

.PHONY: setup demo up test format lint types contracts pytest coverage mutants chaos soak bench compare lock schemas clean

setup: $(VENV)/.ready

# The locked requirements hold the build back end too, so nothing is fetched outside the lock.
$(VENV)/.ready: requirements.lock pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "NextRound needs Python 3.11 or newer; there is no $(PYTHON) here. Name another: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "NextRound needs Python 3.11 or newer; $$($(PYTHON) --version 2>&1) was found. Name another: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "This Python lacks venv. On Debian and Ubuntu: apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

demo: setup
	$(BIN)/nextround demo

up: setup
	$(BIN)/nextround up

test: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(PYTEST)

# A report and no bar: which lines of the core no test of the core reaches.
coverage: setup
	$(PYTEST) tests/matching tests/pairing tests/systems tests/tournament tests/formats --cov=nextround.core --cov-branch --cov-report=term-missing:skip-covered

# Small changes of the Dutch engine, of which some test must notice each; at most an hour on two cores. SEED=2 for others.
mutants: setup
	$(BIN)/python -m tests.mutants --seed $(or $(SEED),1)

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

chaos: setup
	$(BIN)/python -m tests.chaos

# A steady load, and what processes and broker hold before and after: make soak MINUTES=10
soak: setup
	$(BIN)/python -m tests.chaos.soak $(MINUTES)

bench: setup
	$(BIN)/python -m tests.benchmarks

# Plays rounds against bbpPairings and gacrux, where they are; TOURNAMENTS=1000 for more.
compare: setup
	$(BIN)/nextround compare --keep var/compare --tournaments $(or $(TOURNAMENTS),50)

schemas: setup
	$(BIN)/python -m nextround_schemas

# For maintainers; needs uv. Users need only the file it writes.
lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --all-extras --group dev pyproject.toml -o requirements.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --constraint requirements.lock pyproject.toml -o deploy/requirements.lock

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .import_linter_cache var
