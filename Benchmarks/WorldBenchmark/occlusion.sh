#!/usr/bin/env bash
# Simulates table-top walks of the phone preset and draws a virtual wall among real things. Seed 1 was looked at while the
# constants were chosen. $PICTURES is a folder for pictures.
source "$(dirname "$0")/../simulated.sh"
[ -z "${PICTURES:-}" ] || mkdir -p "$PICTURES"
for seed in "${@:-11}"; do simulate "occlusion-$seed" room tabletop phone "$seed" "${SECONDS_EACH:-12}"; done
"${WORLD_BENCHMARK:-$built/WorldBenchmark}" --occlusion ${PICTURES:+--pictures "$PICTURES"} "${recordings[@]}"
