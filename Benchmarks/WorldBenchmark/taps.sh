#!/usr/bin/env bash
# Simulates rooms of chance and measures the edges and diagonals of what stands in them by taps. Seeds 209 to 220 are held out; tune on 1 to 4, 101 and 102.
source "$(dirname "$0")/../simulated.sh"
for seed in "${@:-101}"; do
    scene=$folder/room-$seed.scene
    python3 Benchmarks/WorldBenchmark/random-room.py "$seed" > "$scene"
    simulate "room-$seed" "$scene" tabletop phone "$seed" "${SECONDS_EACH:-32}"
done
"${WORLD_BENCHMARK:-$built/WorldBenchmark}" --taps "${recordings[@]}"
