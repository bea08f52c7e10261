# For benchmarks of simulated recordings, which source this file: the folder of recordings, the program, and a recording made once.
# $RECORDINGS is the folder in which recordings are kept for the next time.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
folder=${RECORDINGS:-${TMPDIR:-/tmp}/sightline-simulated}
program=${SIGHTLINE:-.build-tests/release/sightline}
built=.build-tests/release
recordings=()
mkdir -p "$folder"

# Simulates a recording unless it is there, and adds it to `recordings`. One that was cut off is made again.
simulate() { # NAME SCENE MOTION DEVICE SEED SECONDS [OPTIONS]
    local output=$folder/$1
    if [ ! -e "$output/complete" ]; then
        rm -rf "$output"
        "$program" simulate "$2" --motion "$3" --device "$4" --seed "$5" --duration "$6" --output "$output" "${@:7}" >/dev/null
        touch "$output/complete"
    fi
    recordings+=("$output")
}
