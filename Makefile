# Everything here needs python3 (3.11 or newer) and nothing else: each target makes .venv by itself.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
AUDIT := .venv/.audit

.DEFAULT_GOAL := help
.PHONY: help venv run quick test cover check audit format docs reference bench golden messages lock sbom base clean

# The tests start many processes, so they may keep compiled Python files.
export PYTHONDONTWRITEBYTECODE :=

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

venv: $(READY) ## make .venv with everything in it; quick when nothing changed

$(READY): requirements-dev.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Durbar needs Python 3.11 or newer: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "This Python cannot make virtual environments (on Debian: apt install python3-venv)." >&2; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

run: $(READY) ## run the bot if it has a token, else the sandbox in your browser
	$(BIN)/durbar run

quick: $(READY) ## the tests of what you changed, for less than a minute
	$(BIN)/python -m tools.quick

# Three processes for two cores, because the tests of whole bots often wait.
test: $(READY) ## all tests, on both cores
	$(BIN)/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder

cover: $(READY) ## all lines of rules/ that their tests don't run; takes twice as long as the tests
	$(BIN)/python -m pytest -n 2 --dist loadfile --cov --cov-report=term tests/kernel tests/games tests/every_game

check: $(READY) ## lint, format, types, imports between packages, known vulnerabilities
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	@$(AUDITING) --if-reachable

# pip-audit has its own environment, so that it changes nothing in ours.
audit: $(READY) ## known vulnerabilities of the locked packages; fails if no database answers
	@$(AUDITING)

AUDITING = test -x $(AUDIT)/bin/pip-audit || { $(PYTHON) -m venv $(AUDIT) && \
	$(AUDIT)/bin/pip install --quiet --disable-pip-version-check pip-audit || true; }; \
	$(BIN)/python -m tools.audit $(AUDIT)/bin/pip-audit

sbom: $(READY) ## what the image is made of, in sbom.json (CycloneDX)
	$(BIN)/python -m tools.sbom > sbom.json
	@echo sbom.json

base: $(READY) ## pin the image in the Dockerfile to the newest patch of its Python, by digest
	$(BIN)/python -m tools.base_image

format: $(READY) ## format the code
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: $(READY) ## the benchmarks, as docs/how-to/measure-performance.md says
	$(BIN)/durbar bench

docs: $(READY) ## the documentation as a site, in site/; a broken link is an error
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet
	@echo "site/index.html"

reference: $(READY) ## rewrite the pages of docs/reference that come from the code
	$(BIN)/python -m tools.reference

golden: $(READY) ## rewrite the golden games and pictures after an intended change; GAME=mela: the games of Mela
	DURBAR_REWRITE=$(or $(GAME),1) $(BIN)/python -m pytest -q $(if $(GAME),$(GOLDEN) -k $(GAME),tests/every_game tests/render)

GOLDEN := $(patsubst %,tests/every_game/test_%.py,golden frozen perft order_sentences)

messages: $(READY) ## bring the catalogues of sentences up to date with the source; GAME=kabaddi: of a package
	$(BIN)/python -m tools.messages $(if $(GAME),--game $(GAME))

# Hashes are left out: a wheel built for another platform or mirror would be refused.
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --upgrade --no-emit-index-url \
	--custom-compile-command "make lock" pyproject.toml

lock: $(READY) ## remake both lock files with the newest versions that pyproject.toml allows
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(COMPILE) --extra postgres --output-file requirements.lock
	$(COMPILE) --group dev --constraint requirements.lock --output-file requirements-dev.lock

clean: ## remove what make made
	rm -rf .venv site sbom.json .coverage .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis dist
