# Flagplot's chores. Each target sets up what it needs, in .venv, the first time.

PYTHON ?= python3
BIN    := .venv/bin
PLAYS  := .venv/plays
READY  := .venv/ready
LAB    := .venv/lab
GAME   ?= atlantic-wolves
CODE   := $(wildcard src tests bench tools examples)
TSC    := build/node/node_modules/.bin/tsc
CHECKED := --incremental --tsBuildInfoFile build/node/client.tsbuildinfo
TYPESCRIPT  := 5.9.3
WORLD_ATLAS := 2.0.2
COMMA  := ,
APT    := $(if $(filter-out 0,$(shell id -u)),sudo) apt-get -qq

# Compiled modules are kept: tests start many processes, each of which would compile all of them again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play terminal test test-long lint browser database bench instructions charts playthroughs ratings docs clean

help: ## say what can be made
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' Makefile | expand -t 20

play: $(PLAYS) ## play in the browser
	@$(BIN)/flagplot serve

terminal: $(PLAYS) ## play in the terminal; GAME=sea-control plays that game
	@$(BIN)/flagplot play $(GAME)

test: lint browser database ## check style, types, imports, and run the tests
	@echo "== tests"
	@$(BIN)/pytest -n 2 --dist worksteal --rule-coverage

test-long: lint browser database $(LAB) ## the same with the long tests, for which Ray and pyarrow are installed
	@echo "== tests, long ones too"
	@$(BIN)/pytest -n 2 --dist worksteal --rule-coverage -m ""

lint: $(READY) ## check style, types and imports only
	@echo "== style"
	@$(BIN)/ruff check --quiet $(CODE)
	@$(BIN)/ruff format --check --quiet $(CODE)
	@echo "== types"
	@$(BIN)/mypy
	@echo "== imports"
	@$(BIN)/lint-imports --no-logo
	@echo "== types of the client"
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory $(TSC) && $(TSC) -p src/flagplot/web/tsconfig.json $(CHECKED); \
	    else echo "There is no npm here, so they are not checked."; fi

# Types in the JSDoc comments of the client; nothing of node is needed to play.
$(TSC):
	@npm install --silent --no-save --no-package-lock --prefix build/node typescript@$(TYPESCRIPT)

browser: ## install Chromium, with which the pages are tested, where it is missing
	@command -v chromium-headless-shell >/dev/null || \
	    { $(APT) update && $(APT) install -y chromium-headless-shell fonts-liberation; } >/dev/null

database: ## install PostgreSQL, with which the server is tested too, where it is missing
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || \
	    { $(APT) update && $(APT) install -y postgresql; } >/dev/null

bench: $(READY) browser database ## measure how fast the games run, against bench/targets.toml
	@$(BIN)/python bench/run.py
	@$(BIN)/python -m bench.server

instructions: $(READY) ## count the instructions of a decision, where the clock of a busy machine tells nothing
	@command -v callgrind_control >/dev/null || { $(APT) update && $(APT) install -y valgrind; } >/dev/null
	@$(BIN)/python -m bench.instructions

playthroughs: $(READY) ## rewrite the golden games in tests/playthroughs
	@$(BIN)/python -m tests.playthroughs.rewrite

ratings: $(READY) ## let the computer players find out anew how good they are
	@$(BIN)/python tools/rate_computers.py

docs: $(READY) ## rewrite the generated pages of docs
	@$(BIN)/python tools/state_docs.py

charts: $(READY) ## draw the charts and the silhouettes anew
	@npm install --silent --no-save --no-package-lock --prefix build/node world-atlas@$(WORLD_ATLAS)
	@$(BIN)/python tools/coastlines.py build/node/node_modules/world-atlas/land-50m.json
	@$(BIN)/python tools/silhouettes.py
	@$(BIN)/python tools/covers.py

clean: ## remove everything that make made, .venv included
	@rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	@find . -name __pycache__ -prune -exec rm -rf {} +

# Debian ships Python without ensurepip until python3-venv is there.
define set_up
@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
    { echo "Flagplot needs Python 3.11 or newer; name one with make PYTHON=..."; exit 1; }
@echo "Setting up .venv, this once ..."
@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
    { $(APT) update && $(APT) install -y python3-venv; } >/dev/null
@test -x $(BIN)/pip || $(PYTHON) -m venv .venv
@$(BIN)/python -m pip install -qq --no-compile -c constraints.txt hatchling
@$(BIN)/python -m pip install -qq --no-compile -c constraints.txt --no-build-isolation -e '.[$(1)]'
endef

# What playing needs, and nothing else
$(PLAYS): pyproject.toml constraints.txt
	$(call set_up,web)
	@touch $@

# What developers need besides
$(READY): pyproject.toml constraints.txt
	$(call set_up,web$(COMMA)dev)
	@touch $(PLAYS) $@

# What the long tests of the laboratory need besides
$(LAB): pyproject.toml constraints.txt
	$(call set_up,web$(COMMA)dev$(COMMA)lab)
	@touch $(PLAYS) $(READY) $@
