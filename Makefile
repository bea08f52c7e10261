# Two commands do all: `make run` and `make test`. `make help` lists the rest.
SHELL := /bin/bash

# Vector code for this processor's class; results do not depend on it (no contraction of multiply and add).
ARCH ?= $(shell grep -q -w avx2 /proc/cpuinfo 2>/dev/null && echo x86-64-v3)
# One folder for all that is built natively, with two builds in it. `make run` and `make test` use the quick one: a debug build in
# which only what computes is optimised (Package.swift says how). Benchmarks and `make dist` use the release.
SCRATCH := .build-tests
BUILD := Scripts/quick-build.sh $(SCRATCH) '$(ARCH)'
BUILT := $(SCRATCH)/debug
# The program of all tests by itself: `swift test` would look for tests of XCTest in it first.
TEST := $(BUILT)/SightlinePackageTests.xctest --testing-library swift-testing
BUILD_RELEASE := swift build -c release $(if $(ARCH),-Xcc -march=$(ARCH)) --explicit-target-dependency-import-check error --scratch-path $(SCRATCH) --product
RELEASE := $(SCRATCH)/release
BENCH_PAGES := SIGHTLINE_BUILT=$(CURDIR)/$(RELEASE) .venv/bin/python Benchmarks/web
# Make runs a recipe's line that names `$(MAKE)` even under -n, where it should only print; this name it does not know.
SUBMAKE = $(MAKE) --no-print-directory
# The tests' program, the program of which a test starts several at once, and the one whose pictures are compared with a browser's.
BUILD_TESTS := $(BUILD) SightlinePackageTests && $(BUILD) ChannelsBench && $(BUILD) RenderingBenchmark
# What `make check` compares with.
SINCE ?= $(shell git rev-parse --quiet --verify origin/main >/dev/null && echo origin/)main
# The module that is built last: when it is there, all are.
ENGINE := Web/sightline/scan.wasm
# What a build waits for; `make run` needs less than the tests.
DEPS := deps
PYTEST := .venv/bin/pytest -q --timeout 300
# The simulated recordings that the tests read; made once for a built program.
WALKS := $(SCRATCH)/walks
MAKE_WALKS := .venv/bin/python Tests/web/walks.py $(WALKS)
SIMULATED := SIGHTLINE_SIMULATED=$(CURDIR)/$(WALKS)

# What a build goes by; folders are among it, so that a removed file counts too.
MANIFEST := Package.swift Makefile Scripts/quick-build.sh
ENGINE_SOURCES := $(shell find $(addprefix Sources/,CGLES Codes Depth Experiences Features Geometry Imaging Models Odometry Reconstruction Rendering SceneGraph \
	Shapes Surfaces WebCodes WebDepth WebEngine WebModels WebScan WorldTracking))
STUDIO_SOURCES := $(shell find Sources) $(wildcard .git/HEAD .git/logs/HEAD)

.PHONY: help deps deps-run lint metrics docs check test test-long test-swift test-web test-client build release sample run wasm pictures fuzz fuzz-channels coverage-channels contact-sheet dist dist-image site \
	bench bench-start bench-kernels bench-initializer bench-odometry bench-generality sweep bench-variants bench-tracking bench-phones bench-web bench-first-jobs bench-rendering bench-shapes bench-depth \
	bench-scan bench-codes bench-beacons bench-world bench-mesh bench-volume bench-taps bench-occlusion bench-tools bench-channels bench-assist attack
help:           ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 20

deps:           ## install what is missing
	@Scripts/deps.sh

deps-run:
	@Scripts/deps.sh run

lint:           ## format, layers, the engine's interface, types in JavaScript, examples and their articles, links, texts
	swift format lint --strict --recursive --parallel Package.swift Sources Tests Plugins Examples/Swift
	Scripts/check-layers.py
	Scripts/make-engine-interface.py --check
	Scripts/check-types.sh
	Scripts/sync-examples.py
	Scripts/check-links.py
	Scripts/list-tuning.py --check
	Scripts/list-texts.py

metrics:        ## files, sizes, open state, public declarations and tests of each module
	@Scripts/house-metrics.py

check: deps     ## a quick look before a commit: style, layers, and the tests of the modules that changed since main (SINCE=commit)
	@echo "1 of 3: style and layers"
	@$(SUBMAKE) lint
	@echo "2 of 3: the tests' program"
	@$(BUILD_TESTS)
	@echo "3 of 3: the tests of what changed"
	@Scripts/test-changed.py $(SINCE) -- $(TEST)

test: deps      ## what must hold; what takes long is left to test-long
	@echo "1 of 5: style and layers"
	@$(SUBMAKE) lint
	@echo "2 of 5: the engine for the browser; beside it the studio and the tests' program, the recordings of the tests, and the examples"
	@$(SUBMAKE) wasm & wasm=$$!; nice Scripts/test-client.sh & examples=$$!; ($(SUBMAKE) build && \
		{ $(MAKE_WALKS) & walks=$$!; ($(BUILD_TESTS)); built=$$?; wait $$walks && exit $$built; }); built=$$?; \
		wait $$wasm && wait $$examples && exit $$built
	@echo "3 of 5: the tests in Swift"
	@Scripts/test-swift.sh $(SCRATCH)/tests.log $(TEST)
	@echo "4 of 5: the examples as a package of their own"
	@Scripts/test-client.sh $(BUILT)/sightline $(WALKS)/walk
	@echo "5 of 5: the commands and the pages"
	$(SIMULATED) $(PYTEST) -m "not long" -n 3 --dist loadfile --no-loadscope-reorder --durations 10 Tests/commands
	$(SIMULATED) Scripts/test-pages.sh "not long" $(PYTEST)

test-long: build wasm ## what `make test` leaves out because it takes long; run it before a release
	$(MAKE_WALKS)
	$(SIMULATED) $(PYTEST) -m long --durations 10 Tests/commands
	$(SIMULATED) Scripts/test-pages.sh long $(PYTEST)

test-swift: deps ## tests in Swift, FILTER=Suite or FILTER=Module
	$(BUILD_TESTS)
	$(TEST) $(if $(FILTER),--filter '$(FILTER)')

test-web: build wasm ## tests of the pages, K=words of a test's name
	$(BUILD) RenderingBenchmark
	$(MAKE_WALKS)
	$(SIMULATED) $(PYTEST) -r fEXR Tests/web $(if $(K),-k '$(K)')

attack: build    ## attack a studio of its own on this machine for SECONDS (60) and say what it did; SEED=number repeats a run
	.venv/bin/python Tests/web/attack.py $(or $(SECONDS),60) $(SEED)

test-client: build ## the programs of Examples/Swift, built outside this folder against the products and run
	Scripts/test-client.sh $(BUILT)/sightline

docs:           ## the products' pages by DocC, in .build-docs/
	$(BUILD) SightlinePackageTests
	Scripts/site/make-docs.sh $(BUILT)/Modules

site: deps      ## the documentation as a site with search, in site/; the studio shows it at /docs/
	.venv/bin/python Scripts/site/make-site.py

build: $(DEPS) $(SCRATCH)/sightline.built ## the command line, as `make run` and the tests use it

$(SCRATCH)/sightline.built: $(MANIFEST) $(STUDIO_SOURCES)
	$(BUILD) sightline
	@touch $@

release: deps   ## the command line, optimised as a whole, in .build-tests/release
	$(BUILD_RELEASE) sightline

# A recording appears in samples/ when it is whole; until then its folder is hidden.
samples/%/truth/scene.json:
	@rm -rf samples/.$* samples/$*
	@$(BUILT)/sightline simulate room --hand --duration $(if $(filter first-look,$*),6,30) --output samples/.$* >/dev/null
	@mv samples/.$* samples/$* && echo "The sample $* is ready."

sample: build   ## a synthetic room with exact truth, 6 s and 30 s of it, made once, in samples/
	@$(SUBMAKE) -s samples/first-look/truth/scene.json
	@$(SUBMAKE) -s samples/room/truth/scene.json

wasm: $(DEPS) $(ENGINE) ## the engine for the browser, Web/sightline/sightline.wasm

$(ENGINE): $(MANIFEST) $(wildcard Scripts/wasm/*.sh) $(ENGINE_SOURCES)
	Scripts/wasm/build-wasm.sh

run: deps-run   ## the studio with a sample room; RECORDING=path shows a recording, or a folder of them
	@Scripts/run-studio.sh $(ENGINE) $(BUILT)/sightline --tls --recordings $(or $(RECORDING),samples) --beacons simulated $(SERVE)

bench-tracking: release ## tracking over simulated devices, motions and seeds: docs/figures/tracking-matrix.md; MATRIX="--seeds 2 --seconds 20", RECORDINGS=folder
	Benchmarks/tracking/matrix.py $(RELEASE)/sightline $(MATRIX)

bench-phones: release ## tracking and lengths with the sensors of many phones, on three walks: docs/figures/phones.md; PHONES="--quick", RECORDINGS=folder
	$(BUILD_RELEASE) WorldBenchmark
	Benchmarks/tracking/phones.py $(RELEASE)/sightline $(RELEASE)/WorldBenchmark $(PHONES)

bench-odometry: ## accuracy, coverage, time and allocations of the odometry on real recordings, as they are and perturbed
	$(BUILD_RELEASE) TrackingBench
	$(RELEASE)/TrackingBench --perturb $(or $(RECORDING),$(addprefix ../shared/data/vio/,hall room phone))

bench-generality: release deps ## the odometry on clips that nothing was fitted to, and leave-one-out of a constant (GENERALITY="--quick --fit driftSigma")
	$(BUILD_RELEASE) TrackingBench
	.venv/bin/python Benchmarks/tracking/generality.py $(RELEASE)/TrackingBench $(RELEASE)/sightline $(GENERALITY)

sweep: release deps ## how much each constant of the odometry matters on clips that nothing was fitted to (SWEEP=--quick)
	$(BUILD_RELEASE) TrackingBench
	.venv/bin/python Benchmarks/tracking/sweep.py $(RELEASE)/TrackingBench $(RELEASE)/sightline $(SWEEP)

bench-variants: deps ## the odometry on mirrored, reversed and late copies of a recording (RECORDING=path), or as a browser gives it (VARIANTS=--browser)
	$(BUILD_RELEASE) TrackingBench
	set -o pipefail; folder=$$(mktemp -d) && trap 'rm -r $$folder' EXIT && \
		.venv/bin/python Benchmarks/tracking/variants.py $(or $(RECORDING),../shared/data/vio/hall) $$folder $(VARIANTS) | sort | \
		xargs $(RELEASE)/TrackingBench --runs 1

bench: $(addprefix bench-,kernels initializer odometry variants web rendering shapes depth scan codes beacons world mesh volume tools assist channels tracking) ## every benchmark, one after the other

bench-initializer: ## how well and how soon a start in motion is found (RECORDING=path)
	$(BUILD_RELEASE) InitializerBenchmark
	$(RELEASE)/InitializerBenchmark $(or $(RECORDING),../shared/data/vio/hall) 0.25

bench-kernels: deps ## pyramid, corners, flow and the whole front end beside OpenCV
	$(BUILD_RELEASE) KernelBenchmark
	KERNEL_WASM=$$(Scripts/wasm/link-wasm.sh KernelWasm Features Imaging Geometry) .venv/bin/python Benchmarks/kernels.py $(RELEASE)/KernelBenchmark $(RECORDING)

bench-shapes: deps ## rectangles (native and WebAssembly) and tracking beside OpenCV
	$(BUILD_RELEASE) ShapesBenchmark
	SHAPES_WASM=$$(Scripts/wasm/link-wasm.sh ShapesWasm Shapes Imaging Geometry) .venv/bin/python Benchmarks/shapes/rectangles.py
	.venv/bin/python Benchmarks/shapes/tracking.py
	.venv/bin/python Benchmarks/shapes/fingertips.py --peers

bench-depth: release ## depth maps against the simulator and a depth sensor, beside OpenCV's StereoSGBM (SEEDS=11,12 SECONDS=12 SETS=true,stereo,later,own,real)
	.venv/bin/python Benchmarks/depth/depth.py --seeds $(or $(SEEDS),11,12) --seconds $(or $(SECONDS),12) $(addprefix --sets ,$(SETS))

bench-scan: release ## floor plans of simulated walks beside the true room and flat (SCAN="--seeds 31,32 --flats 41")
	$(BUILD_RELEASE) WorldBenchmark
	.venv/bin/python Benchmarks/scan/scan.py $(RELEASE)/sightline $(RELEASE)/WorldBenchmark $(SCAN)

bench-codes: deps ## QR codes and AprilTags beside libzbar and libapriltag on the same pictures (CODES="--seeds 20 --first 1000")
	$(BUILD_RELEASE) CodesBenchmark
	.venv/bin/python Benchmarks/codes/run.py $(RELEASE)/CodesBenchmark $(CODES)

bench-channels: deps ## channels beside nchan, NATS and uWebSockets: speed, memory (ROUNDS=3 WRITE=docs/tools/channels.md)
	$(BUILD_RELEASE) ChannelsBench
	.venv/bin/python Benchmarks/ChannelsBench/run.py $(RELEASE)/ChannelsBench --rounds $(or $(ROUNDS),1) \
		$(if $(WRITE),--write $(WRITE))

coverage-channels: ## how much of the channels' protocol the tests without sockets run through
	swift test --enable-code-coverage --scratch-path .build-coverage --filter PusherProtocolTests >/dev/null
	Scripts/coverage.py "$$(ls .build-coverage/debug/codecov/*.json)" Sources/PusherProtocol

fuzz: deps      ## fuzzes the parsers of beacons, of recordings, images and maps, and of models, SECONDS=60 each
	Fuzz/fuzz.sh $(or $(SECONDS),60)

fuzz-channels: deps ## mutated frames, messages and texts at the channels' parsers and state machines, INPUTS=1000000 SEED=1
	$(BUILD) SightlinePackageTests
	FUZZ_INPUTS=$(or $(INPUTS),1000000) $(if $(SEED),FUZZ_SEED=$(SEED)) $(TEST) \
		--filter 'PusherProtocolTests.FuzzTests|FrameFuzzTests|ForeignTextTests'

bench-beacons:  ## distances, positions and load of the beacons' ranging on real logs
	$(BUILD_RELEASE) beacon-bench
	$(RELEASE)/beacon-bench

pictures: build wasm ## the pictures of README.md and of the home page, from simulated recordings
	$(MAKE_WALKS)
	.venv/bin/python Scripts/pictures/make-pictures.py $(WALKS)/walk
	.venv/bin/python Scripts/pictures/make-tool-pictures.py $(WALKS)/walk

dist: release wasm site ## what people install, in dist/: a tarball and a Debian package without Swift, the browser library, an SPDX list (ARCH= for older processors)
	Scripts/packaging/make-dist.py $(RELEASE) $(if $(ARCH),--needs-avx2)

dist-image: dist ## an OCI image layout of the studio, in dist/image; needs root, mmdebstrap and umoci
	Scripts/packaging/make-image.sh

bench-start:    ## seconds of the steps of make run, until the page answers and something is there to see (START=--cold: a fresh clone, some minutes; START=--root: in a fresh Debian)
	Benchmarks/start.py $(START)

contact-sheet: build wasm ## screenshots of all pages and their states, both sizes, light and dark, in .build-pictures (PAGES="measure home", BROWSER=firefox or webkit)
	.venv/bin/python Scripts/pictures/make-contact-sheet.py $(PAGES) $(addprefix --browser ,$(BROWSER))

bench-web: release wasm ## the engine in WebAssembly: size, ms a frame under node and in the measuring page, page load, first visit over a slow link, keeping the last seconds; RECORDING=path
	$(BENCH_PAGES)/engine.py $(RECORDING)
	$(BENCH_PAGES)/page.py $(RECORDING)
	$(BENCH_PAGES)/first_load.py $(RECORDING)
	$(BENCH_PAGES)/drawing.py $(RECORDING)
	$(BENCH_PAGES)/recent.py $(RECORDING)
	$(BENCH_PAGES)/webxr.py

bench-first-jobs: release wasm ## the five main jobs as a newcomer does them on a phone, over a slow link with a third of a processor: seconds, and what the pages say
	$(BENCH_PAGES)/first_jobs.py $(RECORDING)

bench-rendering: deps ## 200 nodes at 1280 x 720 in software: frames a second, draw calls, uploads
	$(BUILD_RELEASE) RenderingBenchmark
	$(RELEASE)/RenderingBenchmark

bench-world: release ## planes, anchors, hit tests and measured lengths against the simulator's truth (SEEDS=8)
	$(BUILD_RELEASE) WorldBenchmark
	Benchmarks/WorldBenchmark/run.sh $(or $(SEEDS),8)

bench-mesh: release ## mesh anchors against the true surfaces of the simulated room (SEEDS="61 62")
	$(BUILD_RELEASE) WorldBenchmark
	Benchmarks/WorldBenchmark/mesh.sh $(or $(SEEDS),61 62)

bench-volume: release ## volumes of boxes and heaps of chance, measured by a tap each (THINGS="5 6 7 8")
	$(BUILD_RELEASE) WorldBenchmark
	Benchmarks/WorldBenchmark/volume.sh $(or $(THINGS),$(shell seq 5 12))

bench-taps: release ## edges and diagonals of what stands in rooms of chance, measured by taps (ROOMS="1 2 3", else 201 to 220)
	$(BUILD_RELEASE) WorldBenchmark
	Benchmarks/WorldBenchmark/taps.sh $(or $(ROOMS),$(shell seq 201 220))

bench-occlusion: release ## a virtual wall hidden by real things, against the simulator's truth (SEEDS="11 12" PICTURES=folder)
	$(BUILD_RELEASE) WorldBenchmark
	PICTURES=$(PICTURES) Benchmarks/WorldBenchmark/occlusion.sh $(or $(SEEDS),11 12 13 14)

bench-assist: release wasm ## the call on loopback: camera to glass, finger to picture, pictures a second, what gives way under load
	$(BENCH_PAGES)/assist.py

bench-tools: release ## the drawing tool, the billboard and rectangles in all presets against the simulator's truth (SEEDS=8)
	$(BUILD_RELEASE) ToolsBenchmark
	Benchmarks/ToolsBenchmark/run.sh $(or $(SEEDS),8)
	.venv/bin/python Benchmarks/shapes/posters.py
