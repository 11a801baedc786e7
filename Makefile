# Each command makes the virtual environment by itself when it is missing or out of date.
PYTHON ?= python3
VENV ?= .venv
WORKERS ?= auto

BIN := $(VENV)/bin
# armwright alone, and with what its development takes: engines to compare with, linters and so on.
INSTALLED := $(VENV)/.installed
READY := $(VENV)/.ready
CROSSCHECK_READY := $(VENV)/.ready-crosscheck
BENCH_READY := $(VENV)/.ready-bench
# The workers of pytest share the cores already; threads inside each would only get in the way.
ONE_THREAD := OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 MKL_NUM_THREADS=1

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test check bench crosscheck clean

help:
	@echo "make demo        simulate a six-axis arm on a straight line, and draw its path error"
	@echo "make test        run the tests"
	@echo "make check       linter, formatting, types, import rules"
	@echo "make bench       run the benchmarks; with AGAINST=COMMIT beside another commit, too"
	@echo "make crosscheck  slow comparisons, and real robots (downloads over 400 MB once)"
	@echo "make clean       remove what the other commands made"
	@echo "Each of them makes $(VENV) by itself. Another Python: make test PYTHON=python3.12"

demo: $(INSTALLED)
	@echo "==> Simulating a six-axis arm with flexible joints and friction on a straight line"
	@$(BIN)/armwright simulate six-axis-line --out demo

test: $(READY)
	@echo "==> Running the tests"
	@$(ONE_THREAD) $(BIN)/python -m pytest -q -rs -n $(WORKERS) --dist worksteal

check: $(READY)
	@echo "==> Linter"
	@$(BIN)/ruff check .
	@echo "==> Formatting"
	@$(BIN)/ruff format --check .
	@echo "==> Types"
	@$(BIN)/mypy
	@echo "==> Import rules"
	@$(BIN)/lint-imports --no-logo

bench: $(BENCH_READY)
	@echo "==> Running the benchmarks; this takes a few minutes"
	@$(BIN)/python -m benchmarks
	@if [ -n "$(AGAINST)" ]; then $(BIN)/python -m benchmarks.against $(AGAINST); fi

crosscheck: $(CROSSCHECK_READY)
	@echo "==> Comparing with other engines and on real robots"
	@$(ONE_THREAD) $(BIN)/python -m pytest -q -rs -n $(WORKERS) --dist worksteal -m crosscheck

clean:
	@echo "==> Removing $(VENV), caches and the demo's files"
	@rm -rf $(VENV) demo build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	@find src tests examples benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

$(INSTALLED): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "armwright needs Python 3.11 or newer; '$(PYTHON)' is: $$($(PYTHON) --version 2>&1)"; \
	  echo "If a newer one has another name, say so: make PYTHON=python3.12 ..."; exit 1; }
	@echo "==> Making $(VENV) and installing armwright into it; this takes about a minute"
	@$(PYTHON) -m venv $(VENV) || { \
	  echo "'$(PYTHON) -m venv' failed; on Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@# What is imported gets compiled by itself; all the rest would take longer than the demo.
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-compile -e .
	@touch $@

$(READY): $(INSTALLED)
	@echo "==> Installing what tests and checks need; this takes a minute or two the first time"
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -e '.[dev]'
	@touch $@

$(BENCH_READY): $(READY)
	@echo "==> Installing the peers to compare with"
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -e '.[dev,bench]'
	@touch $@

$(CROSSCHECK_READY): $(READY)
	@echo "==> Installing the robots to compare with: over 400 MB, once"
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -e '.[dev,crosscheck]'
	@touch $@
