#!/usr/bin/env bash
# Simulates a drawing hand and walks round a table with so many seeds, and holds the drawing tool and the billboard to their truth.
set -euo pipefail
cd "$(dirname "$0")/../.."
seeds=${1:-8}
program=${SIGHTLINE:-.build/release/sightline}
bench=${TOOLS_BENCHMARK:-.build/release/ToolsBenchmark}
folder=${TMPDIR:-/tmp}/sightline-tools
mkdir -p "$folder"
hands=() walks=()
for seed in $(seq 1 "$seeds"); do
    hand=$folder/hand-$seed walk=$folder/walk-$seed
    [ -d "$hand/mav0" ] || "$program" simulate room --hand --device phone --motion tabletop --seed "$seed" --duration "${SECONDS_EACH:-20}" --output "$hand" >/dev/null
    [ -d "$walk/mav0" ] || "$program" simulate room --device phone --motion tabletop --seed "$seed" --duration "${SECONDS_EACH:-20}" --output "$walk" >/dev/null
    hands+=("$hand") walks+=("$walk")
done
"$bench" draw "${hands[@]}"
echo
"$bench" billboard "${walks[@]}"
