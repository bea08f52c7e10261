#!/usr/bin/env bash
# Runs the tests in Swift. Those of servers depend on time and run first, by themselves; the files of tests with a failure run once more.
#   Scripts/test-swift.sh LOG COMMAND...     COMMAND is the tests' program with its flags; LOG is where its output is kept
set -uo pipefail
log=$1
command=("${@:2}")
servers='ChannelServerTests|StudioServerTests|MQTTTests'

run() { "${command[@]}" "$@" 2>&1 | tee "$log" && grep -aqE 'Test run with [1-9]' "$log"; }

part() {
    run "$@" && return
    local failures files
    failures=$(grep -a 'recorded an issue' "$log")
    files=$(grep -oE ' at [A-Za-z0-9_+]+\.swift:[0-9]+:[0-9]+: ' <<<"$failures" | grep -oE '[A-Za-z0-9_+]+\.swift' | sort -u | sed 's/[.+]/\\&/g' | paste -sd '|')
    # Without an issue the program itself ended.
    [ "$files" ] || return 1
    printf 'What failed:\n%s\nThe same files of tests, by themselves:\n' "$failures"
    run --filter "$files"
}

part --filter "$servers" && part --skip "$servers"
