#!/usr/bin/env bash
# Holds mesh anchors to the true surfaces: walks through the simulated room, phone preset, one for each seed.
#   mesh.sh SEED...
source "$(dirname "$0")/../simulated.sh"
for seed in "$@"; do simulate "walk-$seed" room walk phone "$seed" 30; done
"${WORLD_BENCHMARK:-$built/WorldBenchmark}" --mesh "${recordings[@]}"
