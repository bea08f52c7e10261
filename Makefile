# Two commands do all: `make run` and `make test`. `make help` lists the rest.
SHELL := /bin/bash

# Vector code for this processor's class; results do not depend on it (no contraction of multiply and add).
ARCH ?= $(shell grep -q -w avx2 /proc/cpuinfo 2>/dev/null && echo x86-64-v3)
FLAGS := -c release $(if $(ARCH),-Xcc -march=$(ARCH)) --explicit-target-dependency-import-check error

WASM_FLAGS := -c release --triple wasm32-unknown-none-wasm --scratch-path .build-wasm \
	-Xswiftc -enable-experimental-feature -Xswiftc Embedded -Xswiftc -wmo -Xcc -msimd128 \
	-Xswiftc -Xclang-linker -Xswiftc -nostdlib -Xlinker --no-entry -Xlinker -L/usr/lib/wasm32-wasi -Xlinker -lc -Xlinker -lm

.PHONY: help deps lint test build sample run wasm pictures fuzz fuzz-channels coverage-channels bench bench-kernels bench-initializer \
	bench-odometry bench-variants bench-tracking bench-web bench-rendering bench-shapes bench-beacons bench-world bench-tools bench-channels bench-assist
help:           ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 20

deps:           ## install what is missing
	@Scripts/deps.sh

lint:           ## format, layers
	swift format lint --strict --recursive --parallel Package.swift Sources Tests
	Scripts/check-layers.py

test: deps lint wasm ## everything that must hold
	@mkdir -p .build-tests
	set -o pipefail; swift test $(FLAGS) --scratch-path .build-tests -Xswiftc -enable-testing 2>&1 | tee .build-tests/tests.log || \
		{ echo "What failed:"; grep -aE '✘|error:' .build-tests/tests.log; exit 1; }
	.venv/bin/pytest -q --durations 10 --timeout 300 Tests/commands
	.venv/bin/pytest -q --durations 30 -r fEXR --timeout 300 --reruns 2 Tests/web

build: deps     ## the command line, optimised
	swift build $(FLAGS)

samples/room/truth/scene.json:
	rm -rf samples/room
	.build/release/sightline simulate room --hand --output samples/room

sample: build   ## a synthetic room of 30 s with exact truth, made once, in samples/room
	@$(MAKE) --no-print-directory samples/room/truth/scene.json

bench-tracking: build ## tracking over simulated devices, motions and seeds: docs/tracking-matrix.md; MATRIX="--seeds 2 --seconds 20", RECORDINGS=folder
	Benchmarks/tracking/matrix.py .build/release/sightline $(MATRIX)

bench-odometry: ## accuracy, coverage, time and allocations of the odometry on real recordings, as they are and perturbed
	SIGHTLINE_TARGETS=TrackingBench swift build $(FLAGS) --scratch-path .build-kernels --product TrackingBench
	.build-kernels/release/TrackingBench --perturb $(or $(RECORDING),$(addprefix ../shared/data/vio/,hall room phone))

bench-variants: deps ## the odometry on mirrored, reversed and late copies of a recording (RECORDING=path), or as a browser gives it (VARIANTS=--browser)
	SIGHTLINE_TARGETS=TrackingBench swift build $(FLAGS) --scratch-path .build-kernels --product TrackingBench
	set -o pipefail; folder=$$(mktemp -d) && trap 'rm -r $$folder' EXIT && \
		.venv/bin/python Benchmarks/tracking/variants.py $(or $(RECORDING),../shared/data/vio/hall) $$folder $(VARIANTS) | sort | \
		xargs .build-kernels/release/TrackingBench --runs 1

bench: $(addprefix bench-,kernels initializer odometry variants web rendering shapes beacons world tools assist channels tracking) ## every benchmark, one after the other

bench-initializer: ## how well and how soon a start in motion is found (RECORDING=path)
	SIGHTLINE_TARGETS=InitializerBenchmark swift build $(FLAGS) --scratch-path .build-kernels --product InitializerBenchmark
	.build-kernels/release/InitializerBenchmark $(or $(RECORDING),../shared/data/vio/hall) 0.25

bench-kernels: deps ## pyramid, corners, flow and the whole front end beside OpenCV
	SIGHTLINE_TARGETS=KernelBenchmark swift build $(FLAGS) --scratch-path .build-kernels --product KernelBenchmark
	SIGHTLINE_TARGETS=KernelWasm swift build --product KernelWasm $(WASM_FLAGS) -Xswiftc -Xfrontend -Xswiftc -disable-stack-protector \
		-Xlinker /usr/lib/wasm32-wasi/crt1-reactor.o -Xlinker -z -Xlinker stack-size=1048576 -Xlinker --stack-first
	KERNEL_WASM=.build-wasm/release/KernelWasm.wasm .venv/bin/python Benchmarks/kernels.py .build-kernels/release/KernelBenchmark $(RECORDING)

bench-shapes: deps ## rectangles (native and WebAssembly) and tracking beside OpenCV
	SIGHTLINE_TARGETS=ShapesBenchmark swift build $(FLAGS) --product ShapesBenchmark
	SIGHTLINE_TARGETS=ShapesWasm swift build --product ShapesWasm $(WASM_FLAGS) -Xswiftc -Xfrontend -Xswiftc -disable-stack-protector \
		-Xlinker /usr/lib/wasm32-wasi/crt1-reactor.o -Xlinker -z -Xlinker stack-size=1048576 -Xlinker --stack-first
	SHAPES_WASM=.build-wasm/release/ShapesWasm.wasm .venv/bin/python Benchmarks/shapes/rectangles.py
	.venv/bin/python Benchmarks/shapes/tracking.py
	.venv/bin/python Benchmarks/shapes/fingertips.py --peers

bench-channels: deps ## channels beside nchan, NATS and uWebSockets: speed, memory (ROUNDS=3 WRITE=docs/channels.md)
	SIGHTLINE_TARGETS=ChannelsBench swift build $(FLAGS) --scratch-path .build-channels --product ChannelsBench
	.venv/bin/python Benchmarks/ChannelsBench/run.py .build-channels/release/ChannelsBench --rounds $(or $(ROUNDS),1) \
		$(if $(WRITE),--write $(WRITE))

coverage-channels: ## how much of the channels' protocol the tests without sockets run through
	SIGHTLINE_TARGETS=PusherProtocol,PusherProtocolTests swift test --enable-code-coverage --scratch-path .build-coverage >/dev/null
	Scripts/coverage.py "$$(ls .build-coverage/debug/codecov/*.json)" Sources/PusherProtocol

fuzz: deps      ## fuzzes what reads advertisements, HCI and captures, SECONDS=60
	Fuzz/fuzz.sh $(or $(SECONDS),60)

fuzz-channels: deps ## mutated frames and messages at the channels' parsers and state machines, INPUTS=1000000 SEED=1
	FUZZ_INPUTS=$(or $(INPUTS),1000000) $(if $(SEED),FUZZ_SEED=$(SEED)) swift test $(FLAGS) --scratch-path .build-tests \
		-Xswiftc -enable-testing --filter 'PusherProtocolTests.FuzzTests|FrameFuzzTests'

bench-beacons:  ## distances, positions and load of the beacons' ranging on real logs
	SIGHTLINE_TARGETS=beacon-bench swift run $(FLAGS) beacon-bench

wasm: deps      ## the engine for the browser, Web/sightline/sightline.wasm
	Scripts/build-wasm.sh

run: build wasm sample ## the studio with a sample room; RECORDING=path shows a recording, or a folder of them
	.build/release/sightline serve --tls --recordings $(or $(RECORDING),samples) --beacons simulated $(SERVE)

pictures: build wasm ## the pictures of README.md, from a simulated recording
	.venv/bin/python Scripts/make-pictures.py

bench-web: build wasm ## the engine in WebAssembly: size, ms a frame under node and in the measuring page, page load; RECORDING=path
	.venv/bin/python Benchmarks/web/engine.py $(RECORDING)
	.venv/bin/python Benchmarks/web/page.py $(RECORDING)

bench-rendering: deps ## 200 nodes at 1280 x 720 in software: frames a second, draw calls, uploads
	SIGHTLINE_TARGETS=RenderingBenchmark swift build $(FLAGS) --product RenderingBenchmark
	.build/release/RenderingBenchmark

bench-world: build ## planes, anchors, hit tests and measured lengths against the simulator's truth (SEEDS=8)
	Benchmarks/WorldBenchmark/run.sh $(or $(SEEDS),8)

bench-assist: build wasm ## the call on loopback: camera to glass, finger to picture, pictures a second, what gives way under load
	.venv/bin/python Benchmarks/web/assist.py

bench-tools: build ## the drawing tool, the billboard and rectangles in all presets against the simulator's truth (SEEDS=8)
	Benchmarks/ToolsBenchmark/run.sh $(or $(SEEDS),8)
	.venv/bin/python Benchmarks/shapes/posters.py
