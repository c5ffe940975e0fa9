# Meantime. `make` says what there is to make.

PORT ?= 8080
DATA ?= meantime.sqlite
DEMO ?=

# The tree of what the browser loads; the server hashes it and serves it.
WEB := .build/web
SWIFT_SOURCES := Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources scripts/wasm-runtime.swift
IMPORTS := --explicit-target-dependency-import-check error
# Formats the JavaScript.
BIOME := .build/venv/bin/biome
PYTEST := .build/venv/bin/python -m pytest
# Browsers at once in the browser tests; each has a processor to do.
BROWSERS ?= 2
# More for the compiler, the same in every call, or it would build everything anew.
SWIFT_FLAGS ?=

.PHONY: help run test check fix setup setup-serve build web wasm lint types docs \
	test-swift test-node test-browser zones differential fuzz measure endurance load benchmark screens icons clean

help:
	@echo 'make run [PORT=8080] [DATA=meantime.sqlite] [DEMO=1]   build and serve on 127.0.0.1'
	@echo 'make test                 everything that can fail, as in continuous integration'
	@echo 'make check                the same and the documentation, cheapest first'
	@echo 'make fix                  let the formatter have its way'
	@echo 'make zones                every zone against the C library, each 6 hours from 1900 to 2100'
	@echo 'make differential [RULES=50000]                       rules beside python-dateutil and libical'
	@echo 'make fuzz [TARGET=ics] [RUNS=1000000] [SEED=1]         changed inputs for the readers of files'
	@echo 'make measure              the figures of docs/performance.md, on this machine'
	@echo 'make endurance [MINUTES=60]   the page used for an hour, and its memory after it'
	@echo 'make load [CONNECTIONS=200] [CHANGES=20] [SECONDS=60] changes a second, and how late they come to everybody'
	@echo 'make benchmark            the core beside its peers, as figures and ratios'
	@echo 'make screens              the pictures in docs/screens'
	@echo 'parts: setup build web wasm lint types docs test-swift test-node test-browser clean'

run: setup-serve
	@echo 'Building the server. The first time compiles its libraries too: about 10 minutes on 2 cores.'
	swift build -c release --product meantime
	@$(MAKE) --no-print-directory web
	@echo 'Serving http://127.0.0.1:$(PORT)/ with the data in $(DATA); Ctrl-C ends it.'
	@exec "$$(swift build -c release --show-bin-path)/meantime" serve \
		--port $(PORT) --data $(DATA) --web $(WEB) $(if $(DEMO),--demo)

test: setup
	@python3 scripts/steps.py build+web,types,test-node,lint test-swift test-browser

check: setup
	@python3 scripts/steps.py build+web,types,test-node,lint,docs test-swift test-browser

fix:
	swift format --in-place --parallel --recursive $(SWIFT_SOURCES)
	$(BIOME) check --write --log-level=warn

setup:
	@scripts/setup.sh all

setup-serve:
	@scripts/setup.sh serve

build:
	swift build --build-tests $(IMPORTS) $(SWIFT_FLAGS)

wasm:
	@scripts/webassembly.sh

web: wasm
	@scripts/web.py $(WEB)

lint:
	swift format lint --strict --parallel --recursive $(SWIFT_SOURCES)
	$(BIOME) check --log-level=warn

types:
	tsc -p Web/jsconfig.json

docs: wasm
	@scripts/docs.sh

test-swift: $(if $(BUILT),,build)
	swift test --skip-build $(SWIFT_FLAGS)

test-node: $(if $(BUILT),,web)
	node --test --test-reporter=spec Web/tests/*.test.js Tests/WebAssembly/*.test.mjs

test-browser: $(if $(BUILT),,build web)
	$(PYTEST) Tests/Browser -n $(BROWSERS)

# Every zone against the C library, each 6 hours from 1900 to 2100; make test looks each 30 days.
zones: build
	ZONE_STEP_HOURS=6 swift test --skip-build $(SWIFT_FLAGS) --filter ZoneProofTests

# Random rules beside other engines; python-dateutil is installed for it, libical used if there is one.
differential: build
	@test -x .build/differential/bin/python || python3 -m venv .build/differential
	.build/differential/bin/pip install --quiet python-dateutil==2.9.0.post0
	.build/differential/bin/python scripts/differential.py --rules $(or $(RULES),50000)

# TARGET is one of ics, jcal, quickadd, rule, tzif; without it all of them run.
fuzz:
	swift build -c release --product fuzz
	@for target in $(or $(TARGET),ics jcal quickadd rule tzif); do \
		"$$(swift build -c release --show-bin-path)/fuzz" $$target \
			--runs $(or $(RUNS),1000000) --seed $(or $(SEED),1) || exit 1; \
	done

measure: build-release web
	.build/venv/bin/python scripts/measure.py $(WRITE)

endurance: build-release web
	.build/venv/bin/python scripts/endurance.py --minutes $(or $(MINUTES),60)

load: build-release web
	.build/venv/bin/python scripts/live_load.py --connections $(or $(CONNECTIONS),200) \
		--changes $(or $(CHANGES),20) --seconds $(or $(SECONDS),60)

benchmark:
	@scripts/setup.sh peers
	@python3 Benchmarks/run.py $(WRITE)

icons: setup
	.build/venv/bin/python scripts/icons.py

screens: build-release web
	.build/venv/bin/python scripts/screens.py

.PHONY: build-release
build-release:
	swift build -c release --product meantime

clean:
	rm -rf .build
