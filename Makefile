# Two commands do everything on a fresh machine with Python 3.11 or newer and make: `make demo`, `make test`.
PYTHON ?= python3
VENV ?= .venv
RUN := $(VENV)/bin

.PHONY: help demo test quick check lint types layers clean

help:  ## Say what there is.
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | sort

$(VENV)/.ready: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed: make PYTHON=python3.11" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(RUN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(RUN)/python -m pip install --quiet --editable . --group dev
	touch $@

demo: $(VENV)/.ready  ## Run the demonstration on real material.
	$(RUN)/lockstitch demo

test: $(VENV)/.ready  ## Run every test.
	$(RUN)/python -m pytest -n 2

quick: $(VENV)/.ready  ## Run the tests that take no long time.
	$(RUN)/python -m pytest -n 2 -m 'not slow'

check: lint types layers  ## Check style, types, layers and dependencies.

lint: $(VENV)/.ready
	$(RUN)/ruff check .
	$(RUN)/ruff format --check .

types: $(VENV)/.ready
	$(RUN)/basedpyright --pythonpath $(RUN)/python

layers: $(VENV)/.ready
	$(RUN)/lint-imports
	$(RUN)/deptry .

clean:  ## Remove what the other commands made.
	rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis .import_linter_cache
