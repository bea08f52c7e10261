#!/usr/bin/env bash
# Simulates table-top walks of the phone preset and draws a virtual wall among real things. Seed 1 was looked at while the
# constants were chosen. Recordings are kept in $RECORDINGS (a folder) for the next time; $PICTURES is a folder for pictures.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=${RECORDINGS:-${TMPDIR:-/tmp}/sightline-world}
program=${SIGHTLINE:-.build-tests/release/sightline}
bench=${WORLD_BENCHMARK:-.build-tests/release/WorldBenchmark}
mkdir -p "$folder" ${PICTURES:+"$PICTURES"}
recordings=()
for seed in "${@:-11}"; do
    output=$folder/occlusion-$seed
    [ -d "$output/mav0" ] || "$program" simulate room --motion tabletop --device phone --seed "$seed" --duration "${SECONDS_EACH:-12}" \
        --output "$output" >/dev/null
    recordings+=("$output")
done
"$bench" --occlusion ${PICTURES:+--pictures "$PICTURES"} "${recordings[@]}"
