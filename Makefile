# Long Roll. `make` alone lists what there is. Needs Rust (with rustup), Node and Python; nothing is asked for on the way.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

CARGO ?= cargo
WASM_TARGET := wasm32-unknown-unknown
# The engine as a page gets it, small: tests and browsers use the same file.
WASM_FILE := $(CURDIR)/target/$(WASM_TARGET)/page/wasm.wasm
WEB := $(CURDIR)/web
NPM ?= npm
WEB_SOURCES := $(shell find $(WEB) -type f -not -path "*/node_modules/*" -not -path "*/dist/*" -not -path "*/engine/engine.wasm" -not -path "*/tests/*" -not -path "*/test-results/*")
CHROMIUM ?= $(shell command -v chromium || command -v chromium-browser || command -v google-chrome || true)
# How long a soak lasts: rollouts of each situation, cases of each property, random battles, seconds of each fuzz target.
ROLLOUTS ?= 1000000
CASES ?= 20000
SWEEP ?= 200000
BATTLES ?= 10000
# Random battles of all wargames together, and battles between sergeant and recruit under each.
GAMES ?= 20000
MIRRORED ?= 400
# Games that are played while the server is killed, and how often it is.
KILLS ?= 50
FUZZ_SECONDS ?= 120
# The sanitizer wants an unstable flag of the compiler, and nothing else of a nightly one.
FUZZ := RUSTC_BOOTSTRAP=1 $(CARGO) fuzz
# What is measured is built for the machine it is measured on, ours as the peers.
MEASURED := RUSTFLAGS="-C target-cpu=native" $(CARGO)
# Rounds and seconds of the comparison with the peers.
ROUNDS ?= 5
# What `make play` adds to the command line of the server.
SERVE ?=
SECONDS_A_JOB ?= 1

.PHONY: help play test lint wasm page bench load play-time count soak corpus clean setup web-deps web-types web-engine web-lint web-build web-test web-browser postgres

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 12

play: $(WEB)/dist/index.html ## Build it, page and all, and serve it here; games are kept in longroll.db
	$(CARGO) build --release --package longroll
	target/release/longroll serve --log silent $(SERVE)

test: lint page web-test postgres ## Everything that is checked before a change goes in
	LONGROLL_WASM=$(WASM_FILE) $(CARGO) test --workspace --no-fail-fast

lint: setup web-lint ## Format, lints and documentation, with warnings as errors
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS=-Dwarnings $(CARGO) doc --workspace --no-deps

wasm: page ## The engine as WebAssembly, checked in Node
	LONGROLL_WASM=$(WASM_FILE) $(CARGO) test --package wasm

page: setup
	$(CARGO) build --profile page --package wasm --lib --target $(WASM_TARGET)

web-lint: web-deps ## The page: format, lints and types, with warnings as errors
	$(NPM) --prefix $(WEB) run --silent lint

web-build: web-deps web-engine ## The page with its engine, ready to be served, in web/dist
	$(NPM) --prefix $(WEB) run --silent build
	$(NPM) --prefix $(WEB) run --silent weigh

web-test: web-build web-browser ## The page: its logic, then in a real browser at desk and phone size, at tables of a real server
	$(NPM) --prefix $(WEB) run --silent test
	$(CARGO) build --package longroll
	LONGROLL=$(CURDIR)/target/debug/longroll CHROMIUM="$$(command -v "$(CHROMIUM)" || command -v chromium)" $(NPM) --prefix $(WEB) run --silent test:browser

web-types: setup ## The page's messages, written anew from the Rust types
	LONGROLL_WRITE=1 $(CARGO) test --package wasm --lib typescript
	LONGROLL_WRITE=1 $(CARGO) test --package server --test server typescript

web-engine: $(WEB)/engine/engine.wasm

# Copied only when it is another: whatever is made from it stays as it is otherwise.
$(WEB)/engine/engine.wasm: page
	@mkdir -p $(WEB)/engine
	@cmp --silent $(WASM_FILE) $@ || cp $(WASM_FILE) $@

# The page, built again only when something it is made of has changed.
$(WEB)/dist/index.html: $(WEB)/engine/engine.wasm $(WEB_SOURCES) | web-deps
	$(NPM) --prefix $(WEB) run --silent build
	@touch $@

# `ci` would insist on the bundler's packages for other systems, which not every registry offers; the versions are the lock's all the same.
web-deps:
	@command -v $(NPM) >/dev/null || { echo "Node is missing: install it with npm, 20 or later" >&2; exit 1; }
	@[ $(WEB)/node_modules/.package-lock.json -nt $(WEB)/package-lock.json ] || $(NPM) --prefix $(WEB) install --no-save --no-progress

web-browser:
	@command -v "$(CHROMIUM)" >/dev/null || command -v chromium >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core; } \
		|| { echo "Chromium is missing: install it, or name it in CHROMIUM" >&2; exit 1; }

# The server's tests run on a real PostgreSQL of their own.
postgres:
	@command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || { apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql; } \
		|| { echo "PostgreSQL is missing: install it" >&2; exit 1; }

bench: ## Ours against the peers, on one core, answers compared first; then the server under load
	$(MEASURED) build --profile dist --package bench --target-dir target/bench
	$(MEASURED) build --release --manifest-path benches/peers/geometry/Cargo.toml --target-dir target/peers-geometry
	python3 benches/procedures.py --ours target/bench/dist/bench
	python3 benches/peers/run.py --ours target/bench/dist/bench --geometry target/peers-geometry/release/geometry-peers --rounds $(ROUNDS) --seconds $(SECONDS_A_JOB)
	$(MAKE) load

load: ## The server under load, against a bare room of the same framework
	$(MEASURED) run --profile dist --package server --example load --target-dir target/bench

play-time: ## From `make play` on a warm build to a page one can play on
	node benches/play.mjs

count: ## Instructions of the measured jobs against those accepted before (needs valgrind)
	$(CARGO) build --release --package bench
	python3 benches/count.py --ours target/release/bench

soak: setup postgres ## The same tests for much longer, then fuzzing
	LONGROLL_ROLLOUTS=$(ROLLOUTS) LONGROLL_SWEEP=$(SWEEP) LONGROLL_BATTLES=$(BATTLES) LONGROLL_GAMES=$(GAMES) LONGROLL_MIRRORED=$(MIRRORED) LONGROLL_KILLS=$(KILLS) LONGROLL_LOADED=$(KILLS) PROPTEST_CASES=$(CASES) $(CARGO) test --release --workspace --no-fail-fast
	@command -v cargo-fuzz >/dev/null || $(CARGO) install --locked cargo-fuzz
	@for target in $$($(FUZZ) list); do $(FUZZ) run "$$target" -- -max_total_time=$(FUZZ_SECONDS) || exit 1; done

corpus: ## Fight the games of corpus/games.tsv anew: only while rules still change, for old saves must open
	$(CARGO) build --release --package longroll
	python3 corpus/make.py target/release/longroll

clean: ## Remove everything that was built
	$(CARGO) clean

# Adds what is missing, and nothing else. Quiet when there is nothing to do.
setup:
	@command -v $(CARGO) >/dev/null || { echo "Rust is missing: install it with rustup" >&2; exit 1; }
	@$(CARGO) fmt --version >/dev/null 2>&1 || rustup component add rustfmt
	@$(CARGO) clippy --version >/dev/null 2>&1 || rustup component add clippy
	@[ -d "$$(rustc --print sysroot)/lib/rustlib/$(WASM_TARGET)/lib" ] || rustup target add $(WASM_TARGET)
