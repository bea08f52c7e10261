#!/usr/bin/env bash
# Simulates rooms of chance and measures the edges and diagonals of what stands in them by taps. Seeds 209 to 220 are held out; tune on 1 to 4, 101 and 102.
# Recordings are kept in $RECORDINGS (a folder) for the next time.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=${RECORDINGS:-${TMPDIR:-/tmp}/sightline-taps}
program=${SIGHTLINE:-.build-tests/release/sightline}
bench=${WORLD_BENCHMARK:-.build-tests/release/WorldBenchmark}
mkdir -p "$folder"
recordings=()
for seed in "${@:-101}"; do
    output=$folder/room-$seed
    python3 Benchmarks/WorldBenchmark/random-room.py "$seed" > "$folder/room-$seed.scene"
    [ -d "$output/mav0" ] || "$program" simulate "$folder/room-$seed.scene" --motion tabletop --device phone --seed "$seed" \
        --duration "${SECONDS_EACH:-32}" --output "$output" >/dev/null
    recordings+=("$output")
done
"$bench" --taps "${recordings[@]}"
