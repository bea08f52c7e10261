#!/usr/bin/env bash
# Simulates boxes and heaps of chance, the camera once around each, and measures their volume by taps. Tune on 1 to 4.
#   volume.sh SEED...
# Recordings are kept in $RECORDINGS (a folder) for the next time.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=${RECORDINGS:-${TMPDIR:-/tmp}/sightline-volumes}
mkdir -p "$folder"
recordings=()
for seed in "$@"; do
    output=$folder/thing-$seed
    python3 Benchmarks/WorldBenchmark/random-heap.py "$seed" > "$output.scene"
    [ -d "$output/mav0" ] || .build-tests/release/sightline simulate "$output.scene" --motion around --device phone --seed "$seed" \
        --duration 16 --output "$output" >/dev/null
    recordings+=("$output")
done
.build-tests/release/WorldBenchmark --volume "${recordings[@]}"
