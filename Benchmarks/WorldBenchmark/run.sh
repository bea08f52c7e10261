#!/usr/bin/env bash
# Simulates table-top walks with two devices and so many seeds, a loop and a room with little texture, and holds sessions to the truth.
source "$(dirname "$0")/../simulated.sh"
bench=${WORLD_BENCHMARK:-$built/WorldBenchmark}
seconds=${SECONDS_EACH:-32}
for seed in $(seq 1 "${1:-8}"); do
    simulate "phone-$seed" room tabletop phone "$seed" "$seconds"
    simulate "browser-$seed" room tabletop browser "$seed" "$seconds" --pictures-of "$folder/phone-$seed"
done
simulate loop-1 room loop phone 1 60
"$bench" --lengths "$folder/lengths.csv" "${recordings[@]}"
recordings=()
simulate bare-1 bare tabletop phone 1 "$seconds"
echo -e "\nA room with little texture, planes grown by pictures:"
"$bench" --no-interruption "${recordings[@]}"
echo -e "\nThe same by landmarks alone:"
"$bench" --no-interruption --landmarks-only "${recordings[@]}"
