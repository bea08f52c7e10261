#!/usr/bin/env bash
# Simulates table-top walks with two devices and so many seeds, a loop and a room with little texture, and holds sessions to the truth.
# Recordings are kept in $RECORDINGS (a folder) for the next time.
set -euo pipefail
cd "$(dirname "$0")/../.."
seeds=${1:-8}
folder=${RECORDINGS:-${TMPDIR:-/tmp}/sightline-world}
seconds=${SECONDS_EACH:-32}
program=${SIGHTLINE:-.build-tests/release/sightline}
bench=${WORLD_BENCHMARK:-.build-tests/release/WorldBenchmark}
mkdir -p "$folder"
simulate() { # NAME SCENE MOTION DEVICE SEED SECONDS [OPTIONS]
    local output=$folder/$1
    [ -d "$output/mav0" ] || "$program" simulate "$2" --motion "$3" --device "$4" --seed "$5" --duration "$6" \
        --output "$output" "${@:7}" >/dev/null
    recordings+=("$output")
}
recordings=()
for seed in $(seq 1 "$seeds"); do
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
