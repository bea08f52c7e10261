#!/usr/bin/env bash
# Simulates a drawing hand and walks round a table with so many seeds, and holds the drawing tool and the billboard to their truth.
# The walks are those of the world's benchmark, so that none is made twice.
source "$(dirname "$0")/../simulated.sh"
bench=${TOOLS_BENCHMARK:-$built/ToolsBenchmark}
for seed in $(seq 1 "${1:-8}"); do simulate "hand-$seed" room tabletop phone "$seed" 20 --hand; done
"$bench" draw "${recordings[@]}"
echo
recordings=()
for seed in $(seq 1 "${1:-8}"); do simulate "phone-$seed" room tabletop phone "$seed" 32; done
"$bench" billboard "${recordings[@]}"
