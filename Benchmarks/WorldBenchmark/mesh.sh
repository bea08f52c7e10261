#!/usr/bin/env bash
# Holds mesh anchors to the true surfaces: walks through the simulated room, phone preset, one for each seed.
#   mesh.sh SEED...
# Recordings are kept in $RECORDINGS (a folder) for the next time.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=${RECORDINGS:-${TMPDIR:-/tmp}/sightline-mesh}
recordings=()
for seed in "$@"; do
    output=$folder/walk-$seed
    [ -d "$output/mav0" ] || .build-tests/release/sightline simulate room --motion walk --device phone --seed "$seed" --duration 30 --output "$output" >/dev/null
    recordings+=("$output")
done
.build-tests/release/WorldBenchmark --mesh "${recordings[@]}"
