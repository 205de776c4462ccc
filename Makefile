# One command each, from nothing. `make help` lists them.
# A machine needs Python 3.11 or newer (PYTHON=... names one), make and a C++20 compiler.

VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2

export CMAKE_BUILD_PARALLEL_LEVEL ?= $(JOBS)
export PIP_DISABLE_PIP_VERSION_CHECK := 1

native_sources := CMakeLists.txt core/CMakeLists.txt pyproject.toml src/viergewinnt/_version.py \
    $(wildcard core/include/vier/*.hpp core/src/*.cpp core/src/*/*.cpp core/src/*/*.hpp) \
    $(wildcard src/viergewinnt/_native/*.cpp src/viergewinnt/_native/*.hpp)

.PHONY: help setup play test check soak bench docs stub lock clean
.DEFAULT_GOAL := help

help:
	@echo 'make play    set up what is missing and start a game in the terminal'
	@echo 'make test    the tests of the core (release, sanitizers) and of the package'
	@echo 'make check   formatting, types, imports, warnings, stub, locks, spelling, docs'
	@echo 'make soak    the randomised tests with full counts; writes docs/measurements/soak-*.json'
	@echo 'make bench   the measured figures of the README'
	@echo 'make docs    the documentation, built into build/site'
	@echo 'make setup   everything the commands above need'
	@echo 'make stub    renew the type stub of the extension module'
	@echo 'make lock    renew the lock files from pyproject.toml'
	@echo 'make clean   remove everything that was built or installed here'

setup: $(VENV)/.dev $(VENV)/.peers $(VENV)/.extension

$(VENV)/.made:
	@python=$$(scripts/find-python) && echo "Setting up $(VENV) with $$python" && \
	    "$$python" -m venv --clear $(VENV)
	@touch $@

$(VENV)/.run: requirements/run.lock $(VENV)/.made
	@echo 'Installing the build tools and what the package needs'
	@$(BIN)/python -m pip install --quiet --require-hashes -r requirements/run.lock
	@touch $@

$(VENV)/.dev: requirements/dev.lock $(VENV)/.run
	@echo 'Installing the tools for tests, checks and documentation'
	@$(BIN)/python -m pip install --quiet --require-hashes -r requirements/dev.lock
	@touch $@

# Not every platform has them; the tests that compare with them say so at the end of a run.
$(VENV)/.peers: requirements/peers.lock $(VENV)/.run
	@echo 'Installing the independent implementations that tests compare with'
	@$(BIN)/python -m pip install --quiet --require-hashes --no-deps --only-binary :all: \
	    -r requirements/peers.lock || \
	    { test "$${CI:-}" != true && echo 'Not to be had here; going on without them (rm $@ to try again).'; }
	@touch $@

$(VENV)/.extension: $(native_sources) $(VENV)/.run
	@echo 'Building the extension module'
	@$(BIN)/python -m pip install --quiet --no-index --no-deps --no-build-isolation --editable .
	@touch $@

play: $(VENV)/.extension
	@$(BIN)/viergewinnt play

test: setup
	scripts/test-core release
	scripts/test-core sanitize
	scripts/test-package

check: setup
	@scripts/check

# A room after the other, each with a record of its own, so that one can be done again:
# make soak ROOMS='solver book'
ROOMS ?= $(patsubst tests/%/,%,$(sort $(dir $(wildcard tests/*/test_*.py))))

soak: setup
	scripts/test-core release
	@status=0; for room in $(ROOMS); do \
	    echo "== $$room"; \
	    VIER_SOAK=1 VIER_RECORD=docs/measurements/soak-$$room.json \
	        $(BIN)/python -m pytest tests/$$room || status=1; \
	done; exit $$status

bench: setup
	$(BIN)/python -m benchmarks $(NAMES)

docs: setup
	scripts/build-docs

stub: setup
	scripts/stub > build/_native.pyi
	mv build/_native.pyi src/viergewinnt/_native.pyi

lock: $(VENV)/.made
	$(BIN)/python scripts/lock.py

clean:
	rm -rf $(VENV) build
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
