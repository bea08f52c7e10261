#!/usr/bin/env bash
# Simulates a drawing hand and walks round a table with so many seeds, and holds the drawing tool and the billboard to their truth.
# Recordings are kept in $RECORDINGS (a folder) for the next time; the walks are those of the world's benchmark, so that none is made twice.
set -euo pipefail
cd "$(dirname "$0")/../.."
seeds=${1:-8}
program=${SIGHTLINE:-.build-tests/release/sightline}
bench=${TOOLS_BENCHMARK:-.build-tests/release/ToolsBenchmark}
folder=${RECORDINGS:-${TMPDIR:-/tmp}/sightline-world}
mkdir -p "$folder"
simulate() { # NAME SECONDS SEED [OPTIONS]
    [ -d "$folder/$1/mav0" ] || "$program" simulate room --device phone --motion tabletop --duration "$2" --seed "$3" "${@:4}" --output "$folder/$1" >/dev/null
}
hands=() walks=()
for seed in $(seq 1 "$seeds"); do
    simulate "hand-$seed" 20 "$seed" --hand
    simulate "phone-$seed" 32 "$seed"
    hands+=("$folder/hand-$seed") walks+=("$folder/phone-$seed")
done
"$bench" draw "${hands[@]}"
echo
"$bench" billboard "${walks[@]}"
