#!/usr/bin/env bash
# Copies Examples/Swift out of this folder, builds it as a stranger's package would, against the products alone, and runs its programs.
#   Scripts/test-client.sh                          only builds it
#   Scripts/test-client.sh PROGRAM [RECORDING]      PROGRAM is the built command line; it simulates the recording that they read if none is given
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:+$PWD/$1}
walk=${2:+$(realpath "$2")}
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
fail() { echo "test-client: $*" >&2; exit 1; }

cp -r Examples/Swift "$folder/client"
rm -rf "$folder/client/.build" "$folder/client/Package.resolved"
sed -i "s|path: \"../..\"|path: \"$PWD\"|" "$folder/client/Package.swift"
scratch=$PWD/.build-client

swift build -c release --package-path "$folder/client" --scratch-path "$scratch"
fetched=$(sed -n 's/.*"identity" : "\(.*\)".*/\1/p' "$folder/client/Package.resolved")
[ "$fetched" = swift-numerics ] || fail "a client of Sightline must fetch swift-numerics alone, but fetched: ${fetched//$'\n'/, }"
[ "$program" ] || exit 0

if [ -z "$walk" ]; then
    walk=$folder/walk
    "$program" simulate room --device phone --motion tabletop --duration 10 --output "$walk" >/dev/null 2>&1
fi
run() { # NAME PATTERN ARGUMENTS: runs a program, whose output must match
    local output
    output=$("$scratch/release/$1" "$walk" "${@:3}") || fail "$1 failed"
    grep -qE "$2" <<<"$output" || fail "$1 printed: $output"
    echo "$1: $output"
}
run PlaceAnchor '^anchor [0-9]+ at '
run MeasureLength '^[0-9.]+ m, one sigma [0-9.e-]+ m$' 8 280 240 360 240
run OwnExperience '^[1-9][0-9]* balls$' "$folder/trail.glb"
[ "$(head -c 4 "$folder/trail.glb")" = glTF ] || fail "OwnExperience wrote no binary glTF"
echo "3 passed, 0 failed"
