# Meantime. Run `make` for a list of targets.

PORT ?= 8080
DATA ?= meantime.sqlite
DEMO ?=

# The files that the browser loads; the server hashes and serves them.
WEB := .build/web
SWIFT_SOURCES := Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources scripts/wasm-runtime.swift
IMPORTS := --explicit-target-dependency-import-check error
# Formats and lints the JavaScript.
BIOME := .build/venv/bin/biome
PYTEST := .build/venv/bin/python -m pytest
# How many browsers the browser tests run at once. Two don't keep two processors busy all the time.
BROWSERS ?= 3
# Extra flags for the compiler, in every call: if they differed, SwiftPM would rebuild everything.
SWIFT_FLAGS ?=
# The release build contains the Swift runtime, so that it runs where there's no Swift. Apple's systems have it anyway.
RELEASE := -c release $(if $(filter Linux,$(shell uname)),--static-swift-stdlib)

.PHONY: help run test check fix setup setup-serve setup-package build web wasm calls lint types docs \
	test-swift test-node test-interop test-browser test-crash crash zones differential fuzz measure endurance load cluster cluster-load rolling-upgrade scale benchmark benchmark-caldav benchmark-sources screens icons programs package package-test clean

help:
	@echo 'make run [PORT=8080] [DATA=meantime.sqlite] [DEMO=1]   build and serve on 127.0.0.1'
	@echo 'make test                 run all tests, as in continuous integration'
	@echo 'make check                run all tests and render the documentation, cheapest first'
	@echo 'make fix                  format the code'
	@echo 'make calls                write the Swift side of the core'"'"'s calls from Web/types/core.d.ts'
	@echo 'make zones                compare every zone with the C library, every 6 hours from 1900 to 2100'
	@echo 'make differential [RULES=50000]                       compare random rules with python-dateutil and libical'
	@echo 'make fuzz [TARGET=ics] [RUNS=1000000] [SEED=1]         feed mutated inputs to the parsers'
	@echo 'make crash [KILLS=10000] [POSTGRESQL_KILLS=1000]       kill servers during writes, and check that nothing is lost'
	@echo 'make measure              measure the figures of docs/performance.md on this machine'
	@echo 'make endurance [MINUTES=60]   use the page for an hour and check that its memory does not grow'
	@echo 'make cluster              serve the demo data from three servers on PostgreSQL behind a balancer'
	@echo 'make cluster-load [CONNECTIONS=600] [CHANGES=20] [SECONDS=60]   the same under load, and kill one of the servers'
	@echo 'make rolling-upgrade FROM=REVISION   replace servers of an older version one by one, under load'
	@echo 'make simulate [SEEDS=1000000] [FIRST=1]   let clients, a server and everything that can go wrong between them meet a million times'
	@echo 'make scale [SECONDS=20] [ACCOUNTS=20000]   measure writes and sync on PostgreSQL, then do cluster-load; takes 10 minutes'
	@echo 'make load [CONNECTIONS=200] [CHANGES=20] [SECONDS=60] measure how late changes arrive on the live stream'
	@echo 'make benchmark            compare the speed of the core with its peers'
	@echo 'make benchmark-caldav     compare the server over CalDAV with Radicale and xandikos; takes 20 minutes'
	@echo 'make benchmark-sources    measure the work on calendars that are read from elsewhere'
	@echo 'make programs             drive GNOME'"'"'s data server and Thunderbird against the server'
	@echo 'make package              make a Debian package and a tarball in .build/package'
	@echo 'make package-test         install, upgrade and remove it on a bare Debian; needs root'
	@echo 'make screens              take the screenshots in docs/screens'
	@echo 'single steps: setup build web wasm lint types docs test-swift test-node test-crash test-interop test-browser clean'

# The page's core is compiled beside the server: either alone leaves a processor idle for minutes.
run: setup-serve
	@echo 'Building the server and the page. The first time compiles the libraries too: several minutes on 2 cores.'
	@$(MAKE) --no-print-directory -j2 build-release web
	@echo 'Serving http://127.0.0.1:$(PORT)/ with the data in $(DATA). Press Ctrl-C to stop.'
	@exec "$$(swift build -c release --show-bin-path)/meantime" serve \
		--port $(PORT) --data $(DATA) --web $(WEB) $(if $(DEMO),--demo)

test: setup
	@python3 scripts/steps.py build+web,types,test-node,lint test-swift test-crash test-interop test-browser

check: setup
	@python3 scripts/steps.py build+web,types,test-node,lint,docs test-swift test-crash test-interop test-browser

fix:
	swift format --in-place --parallel --recursive $(SWIFT_SOURCES)
	$(BIOME) check --write --log-level=warn

setup:
	@scripts/setup.sh all

setup-serve:
	@scripts/setup.sh serve

setup-package:
	@scripts/setup.sh package

build:
	swift build --build-tests $(IMPORTS) $(SWIFT_FLAGS)

wasm:
	@scripts/webassembly.sh

# The result is in the repository, so that building the page doesn't need the TypeScript compiler.
calls:
	node scripts/core-calls.mjs

web: wasm
	@scripts/web.py $(WEB)

lint:
	swift format lint --strict --parallel --recursive $(SWIFT_SOURCES)
	$(BIOME) check --log-level=warn
	@scripts/longest.py

types:
	tsc -p Web/jsconfig.json

docs: wasm
	@scripts/docs.sh

# Without a bound, all tests begin at once, and what one waits for in seconds may take a minute.
test-swift: $(if $(BUILT),,build)
	scripts/with-postgresql.sh swift test --skip-build --experimental-maximum-parallelization-width 8 $(SWIFT_FLAGS)

test-node: $(if $(BUILT),,web)
	node --test --test-timeout=120000 --test-reporter=spec Web/tests/*.test.js Tests/WebAssembly/*.test.mjs

test-browser: $(if $(BUILT),,build web)
	$(PYTEST) Tests/Browser -n $(BROWSERS)

# A short run of what make crash does.
test-crash: $(if $(BUILT),,build web)
	BINARY_TO_TEST=$(CURDIR)/.build/debug/meantime scripts/with-postgresql.sh .build/venv/bin/python scripts/crash.py --kills 15 --postgresql-kills 15

# Kills servers during writes, on both databases; takes an hour and a half.
crash: build-release web
	TEST_FSYNC=on scripts/with-postgresql.sh .build/venv/bin/python scripts/crash.py \
		--kills $(or $(KILLS),10000) --postgresql-kills $(or $(POSTGRESQL_KILLS),1000)

# Calendar programs and the suites of others; they wait more than they compute, so several run at once.
test-interop: $(if $(BUILT),,build web)
	.build/interop/bin/python -m pytest Tests/Interop -n 4

# Tells a million stories of clients without a network, and repeats 5,000 of them at a server; make test tells 10,000, and repeats 100.
simulate: build
	SIMULATED_SEEDS=$(or $(SEEDS),1000000) REPEATED_SEEDS=$(or $(REPEATED),5000) FIRST_SEED=$(or $(FIRST),1) \
		swift test --skip-build $(SWIFT_FLAGS) --filter 'SimulationTests|ServerModelTests'

# Compares every zone with the C library, every 6 hours from 1900 to 2100; make test checks every 30 days.
zones: build
	ZONE_STEP_HOURS=6 swift test --skip-build $(SWIFT_FLAGS) --filter ZoneProofTests

# Compares random rules with other engines: installs python-dateutil, and uses libical if present.
differential: build
	@test -x .build/differential/bin/python || python3 -m venv .build/differential
	.build/differential/bin/pip install --quiet python-dateutil==2.9.0.post0
	.build/differential/bin/python scripts/differential.py --rules $(or $(RULES),50000)

# TARGET is one of filter, ics, if-header, jcal, merge, multistatus, quickadd, rule, tzif, xml; without it, all of them run.
fuzz:
	swift build $(RELEASE) --product fuzz $(SWIFT_FLAGS)
	@for target in $(or $(TARGET),filter ics if-header jcal merge multistatus quickadd rule tzif xml); do \
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

cluster: build-release web
	@scripts/setup.sh cluster
	TEST_FSYNC=on scripts/with-postgresql.sh .build/venv/bin/python scripts/cluster.py

cluster-load: build-release web
	@scripts/setup.sh cluster
	TEST_FSYNC=on scripts/with-postgresql.sh .build/venv/bin/python scripts/cluster.py --load \
		--connections $(or $(CONNECTIONS),600) --changes $(or $(CHANGES),20) --seconds $(or $(SECONDS),60)

# The older version is built in a folder of its own, which takes as long as the first build.
rolling-upgrade: build-release web
	@scripts/setup.sh cluster
	@test -n "$(FROM)" || { echo 'Say FROM=REVISION.'; exit 2; }
	rm -rf .build/older && git worktree prune && git worktree add --force --detach .build/older $(FROM)
	swift build --package-path .build/older --scratch-path .build/older-build $(RELEASE) --product meantime $(SWIFT_FLAGS)
	git worktree remove --force .build/older
	TEST_FSYNC=on scripts/with-postgresql.sh .build/venv/bin/python scripts/rolling_upgrade.py \
		.build/older-build/release/meantime --seconds $(or $(SECONDS),40)

scale: build-release web
	@scripts/setup.sh cluster
	TEST_FSYNC=on scripts/with-postgresql.sh .build/venv/bin/python scripts/scale.py \
		--seconds $(or $(SECONDS),20) --accounts $(or $(ACCOUNTS),20000)
	$(MAKE) cluster-load SECONDS=60

benchmark:
	@scripts/setup.sh peers
	@python3 Benchmarks/run.py $(WRITE)

benchmark-caldav: build-release web
	@scripts/setup.sh peers
	@python3 Benchmarks/caldav/run.py $(WRITE)

benchmark-sources: build-release web
	python3 Benchmarks/sources/run.py

icons: setup
	.build/venv/bin/python scripts/icons.py

screens: build-release web
	.build/venv/bin/python scripts/screens.py

# Drives calendar programs of Debian's, without a window; needs Debian or Ubuntu.
programs: build web
	@scripts/setup.sh programs
	python3 scripts/programs/evolution.py
	python3 scripts/programs/thunderbird.py

# A Debian package and a tarball, in .build/package.
package: setup-package build-release web
	@scripts/package.py

# Installs, upgrades and removes the package on a bare Debian that is started for it; needs root on Debian or Ubuntu.
package-test: package
	.build/interop/bin/python -m pytest Tests/Package

.PHONY: build-release
build-release:
	swift build $(RELEASE) --product meantime $(SWIFT_FLAGS)

clean:
	rm -rf .build
