#!/usr/bin/env bash
# Fuzzes the parsers of foreign bytes with libFuzzer and the address sanitizer: beacons (advertisements, HCI, captures, texts),
# recordings (EuRoC, .jsonl, images, Exif, trajectories, world maps) and models (glTF).
#   Fuzz/fuzz.sh [SECONDS] [beacons|recordings|models]     60 seconds each unless told otherwise; a crash's input stays in .build-fuzz/
# Keep the input of a crash in Fuzz/seeds/NAME/: the tests run every file there.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
sanitizers=-sanitize=fuzzer,address

# fuzz NAME TARGET MODULES LIBRARIES: builds a target with its modules, and runs it from its seeds.
fuzz() {
    local name=$1 target=$2 modules=$3 libraries=$4
    swift build -c release --disable-default-traits --scratch-path .build-fuzz -Xswiftc "$sanitizers" --target "$target"
    local objects=()
    for module in $target $modules RealModule _NumericsShims; do objects+=(.build-fuzz/release/"$module".build/*.o); done
    # The package's tool would give the program a `main` of its own; libFuzzer brings one.
    # shellcheck disable=SC2086
    swiftc "$sanitizers" "${objects[@]}" -lm $libraries -o ".build-fuzz/$name-fuzz"
    mkdir -p ".build-fuzz/corpus/$name"
    ".build-fuzz/$name-fuzz" -max_total_time="$seconds" -max_len=4096 -artifact_prefix=".build-fuzz/$name-" -print_final_stats=1 \
        ".build-fuzz/corpus/$name" "Fuzz/seeds/$name"
}

[ "${2:-beacons}" != beacons ] || fuzz beacons BeaconFuzz "ParserChecks Bluetooth CBluetooth Proximity" ""
[ "${2:-recordings}" != recordings ] || fuzz recordings RecordingFuzz \
    "RecordingChecks Recordings CImageCodecs WorldTracking Surfaces Odometry Depth Features Imaging Geometry" "-ljpeg -lpng"
[ "${2:-models}" != models ] || fuzz models ModelFuzz "ModelChecks Models SceneGraph Imaging Geometry" ""
