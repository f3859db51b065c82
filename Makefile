# On a bare machine with Python 3.11 or later each of these makes .venv, installs what it needs, and runs.
#
#   make certify   recompute the headline answers, check each, compare with proofs/
#   make check     check the certificates in proofs/ (needs nothing but Python)
#   make page      the page that plays and advises in a browser: build/exactbox.html (needs nothing but
#                  Python)
#   make check.pyz the checker as one file, to send: python3 check.pyz FILE...
#   make test      the tests, those that take long for what they find left out, with few examples
#   make test ROOM=linalg  those of a room, a file or folder in exactbox/, and of the rooms that import it
#   make test-oldest  those of the package, with the oldest packages that setup.cfg allows
#   make test-checker  what nobody would notice if the checker checked less (minutes)
#   make test-page the page in a real browser: Chromium; make browser-tools installs it on Debian
#   make coverage  all tests but slow ones, more examples; do those of `make test` reach 95 % of lines and
#                  branches?
#   make test-all  the slow ones too
#   make coq       the checker's theorems and most headlines in Coq; coq-all: all of them
#   make coq-checker  the checker of certificates that is proved in Coq and extracted to OCaml
#   make coq-checker-js  the same as one script for node and browsers; coq-page: packed into the page
#   make coq-tools what these need, installed on Debian; coq-js-tools: for the script
#   make bench     the figures        make bench linear  a section of them: python -m tests.bench -h
#   make pairs     twelve lines beside those of the last release, built from the history of this repository
#   make bench model  what the choice between ways to A x = b is made by, fitted and judged
#   make bench programs  questions about our own programs, beside Storm
#   make bench qvbs QVBS=FOLDER  every question of a folder of the benchmark set, beside Storm
#   make docs      the tutorial, pictures, and pages of the docstrings, for a browser: build/docs/index.html
#   make lint      ruff and mypy
#   make clean     remove .venv, caches and what Coq made

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# what is imported is compiled then, and kept: to compile all of SymPy and SciPy takes as long as the
# rest of pip, and a process that keeps nothing compiles again for seconds what it imports
unexport PYTHONDONTWRITEBYTECODE
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile

EXTRA := from configparser import ConfigParser; from sys import argv; file = ConfigParser(); \
  file.read("setup.cfg", "utf-8"); print(file["options.extras_require"][argv[1]].replace(" ", ""))

# of each package that is needed, or that the tests need, the oldest; pip is asked for these very ones
OLDEST := from configparser import ConfigParser; file = ConfigParser(); file.read("setup.cfg", "utf-8"); \
  print(file["options"]["install_requires"].replace(" ", "").replace(">=", "=="), \
  file["options.extras_require"]["test"].replace(" ", "").replace(">=", "=="))

LAST_RELEASE := 0.2.0

# as many processes as there are cores, up to 4; a file's tests stay in one while there are others to run
WORKERS := -n auto --maxprocesses 4 --dist worksteal

# what follows `bench` are sections of it, not targets
SECTIONS := $(if $(filter bench,$(firstword $(MAKECMDGOALS))),$(filter-out bench,$(MAKECMDGOALS)))

.PHONY: $(SECTIONS) certify check test test-all test-oldest test-checker test-page pairs \
	coverage bench docs page browser-tools lint clean \
	coq coq-all coq-check coq-checker coq-checker-js coq-page coq-tools coq-js-tools
.DELETE_ON_ERROR:

certify: $(VENV)/installed
	$(BIN)/exactbox certify

check:
	$(PYTHON) exactbox/check.py proofs/*.json

page:
	@mkdir -p build
	$(PYTHON) -m exactbox page --out build/exactbox.html

check.pyz: exactbox/check.py $(wildcard exactbox/checker/*.py exactbox/checker/*/*.py)
	rm -rf build/check
	mkdir -p build/check/checker/fast build/check/checker/rules build/check/checker/statements
	cp exactbox/check.py build/check/__main__.py
	cp exactbox/checker/*.py build/check/checker
	cp exactbox/checker/fast/*.py build/check/checker/fast
	cp exactbox/checker/rules/*.py build/check/checker/rules
	cp exactbox/checker/statements/*.py build/check/checker/statements
	$(PYTHON) -m zipapp --compress --output $@ build/check

# what takes long for what it finds is of the gate, which runs `make coverage`
test: $(VENV)/installed-test
	@$(if $(ROOM),files=$$($(BIN)/python -m tests.repository.room $(ROOM)) &&) \
	$(BIN)/python -m pytest $(WORKERS) -m "not slow and not gate" $$files

test-all: $(VENV)/installed-test
	$(BIN)/python -m pytest $(WORKERS) --hypothesis-profile=thorough -m "slow or not slow"

# what is of the repository itself, and the checker, know nothing of packages
test-oldest: $(VENV)/installed-oldest
	$(BIN)/python -m pytest $(WORKERS) -m "not slow and not gate" tests \
	  --ignore=tests/repository --ignore=tests/checker --ignore=tests/coq --ignore=tests/page

test-checker: $(VENV)/installed-test
	$(BIN)/python -m tests.weakenings

# two processes: they wait for their browsers most of the time
test-page: $(VENV)/installed-test $(VENV)/installed-browser
	$(BIN)/python -m pytest -n 2 --dist worksteal -m slow tests/page

# to trace what takes long for what it finds would double the time, for 2 % more lines and branches
coverage: $(VENV)/installed-test
	$(BIN)/python -m pytest $(WORKERS) --hypothesis-profile=gate -m "not slow and not gate" \
	  --cov --cov-report=term:skip-covered
	$(BIN)/python -m pytest $(WORKERS) --hypothesis-profile=gate -m "gate and not slow"

browser-tools:
	@tests/page/tools.sh

coq coq-all coq-check coq-checker coq-checker-js coq-page:
	@command -v coqc >/dev/null || { echo "no coqc here: make coq-tools installs it on Debian" >&2; exit 1; }
	@$(MAKE) --no-print-directory -C proofs/coq -j 2 PYTHON=$(PYTHON) $@

coq-tools:
	@proofs/coq/tools.sh

coq-js-tools:
	@proofs/coq/tools.sh js

bench: $(VENV)/installed-bench $(VENV)/installed-browser
	$(BIN)/python -m tests.bench $(SECTIONS)

pairs: $(VENV)/installed
	@rm -rf build/last-release
	@mkdir -p build
	@cp -a $(VENV) build/last-release
	@if tests/bench/release.sh $(LAST_RELEASE) build/last-release; \
	then $(BIN)/python -m tests.bench.pairs build/last-release/bin/python; \
	else [ $$? -eq 3 ] && echo "no figures beside those of $(LAST_RELEASE)" >&2; fi

$(SECTIONS): bench
	@:

docs: $(VENV)/installed-docs
	$(BIN)/python -m tests.pages build/docs
	@echo "open build/docs/index.html"

lint: $(VENV)/installed-lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy tests/linalg/typed_linalg.py tests/repository/typed_exports.py

clean:
	rm -rf $(VENV) build dist check.pyz exactbox.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage
	$(MAKE) --no-print-directory -C proofs/coq clean
	find . -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/installed: setup.cfg pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "need Python 3.11 or later, found %d.%d; name one with make PYTHON=..." % sys.version_info[:2])'
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) --editable .
	@touch $@

# wheels alone: what has none for this Python was not tested with it
$(VENV)/installed-oldest: $(VENV)/installed
	$(INSTALL) --only-binary :all: $$($(BIN)/python -c '$(OLDEST)')
	@touch $@

# of an extra what it asks for: exactbox is there, and to install it again takes four times as long
$(VENV)/installed-%: $(VENV)/installed
	$(INSTALL) $$($(BIN)/python -c '$(EXTRA)' $*)
	@touch $@
