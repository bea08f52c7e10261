#!/usr/bin/env bash
# Simulates table-top walks with two devices and so many seeds, and holds the session to their truth.
set -euo pipefail
cd "$(dirname "$0")/../.."
seeds=${1:-8}
folder=${TMPDIR:-/tmp}/sightline-world
mkdir -p "$folder"
recordings=()
for device in phone browser; do
    for seed in $(seq 1 "$seeds"); do
        recording=$folder/$device-$seed
        [ -d "$recording/mav0" ] || .build/release/sightline simulate room --device "$device" --motion tabletop \
            --seed "$seed" --duration "${SECONDS_EACH:-20}" --output "$recording" >/dev/null
        recordings+=("$recording")
    done
done
swift build -c release -Xcc -march=x86-64-v3 --product WorldBenchmark 2>&1 | tail -1 >&2
.build/release/WorldBenchmark "${recordings[@]}"
