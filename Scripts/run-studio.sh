#!/usr/bin/env bash
# What `make run` does once all it needs is installed: builds the studio and the engine for the browser, and serves.
#   Scripts/run-studio.sh ENGINE STUDIO ARGUMENT...     the engine's last module, the studio's program and what follows its `serve`
# Both builds wait for the slowest module of a row, one after the other, so each leaves a core free at times: they run beside each other.
# The first time the studio's goes first, and it serves as soon as it is built; its pages wait for the engine.
set -euo pipefail
cd "$(dirname "$0")/.."
engine=$1 studio=$2
shift 2
build=(make --no-print-directory DEPS=deps-run)
first=
[ -f "$engine" ] || first=1
trap 'kill $(jobs -p) 2>/dev/null; wait' EXIT

echo "1 of 2: the studio; beside it the engine for the browser"
${first:+nice} "${build[@]}" wasm & engine_build=$!
"${build[@]}" build
[ -n "$first" ] || wait "$engine_build"

mkdir -p samples
notes=
[ -z "$first" ] || notes+="; the engine for the browser is still being built, pages wait for it"
[ -d samples/room ] || notes+="; a sample room is made beside it and appears on the pages"
echo "2 of 2: serving$notes"
"${build[@]}" -s sample &
"$studio" serve "$@" ${first:+--await-engine} & serving=$!
if [ -n "$first" ]; then
    wait -n -p ended "$engine_build" "$serving" || exit
    [ "$ended" = "$serving" ] || echo "The engine for the browser is ready."
fi
wait "$serving"
