#!/usr/bin/env bash
# What `make run` does once all it needs is installed: builds the studio and the engine for the browser, and serves.
#   Scripts/run-studio.sh ENGINE STUDIO ARGUMENT...     the engine's last module, the studio's program and what follows its `serve`
# The first time the studio is built by itself, so that it serves as early as it can, and the engine is built while it serves: pages wait
# for it. Later both are renewed, beside each other, before it serves.
set -euo pipefail
cd "$(dirname "$0")/.."
engine=$1 studio=$2
shift 2
build=(make --no-print-directory DEPS=deps-run)
first=
[ -f "$engine" ] || first=1
trap 'kill $(jobs -p) 2>/dev/null; wait' EXIT

echo "1 of 2: the studio"
[ -n "$first" ] || { "${build[@]}" wasm & engine_build=$!; }
"${build[@]}" build
[ -n "$first" ] || wait "$engine_build"

mkdir -p samples
notes=
[ -z "$first" ] || notes+="; the engine for the browser is built meanwhile, and pages wait for it"
[ -d samples/room ] || notes+="; a sample room is made beside it and appears on the pages"
echo "2 of 2: serving$notes"
[ -z "$first" ] || { nice "${build[@]}" wasm & engine_build=$!; }
"${build[@]}" -s sample &
"$studio" serve "$@" ${first:+--await-engine} & serving=$!
if [ -n "$first" ]; then
    wait -n -p ended "$engine_build" "$serving" || exit
    [ "$ended" = "$serving" ] || echo "The engine for the browser is ready."
fi
wait "$serving"
