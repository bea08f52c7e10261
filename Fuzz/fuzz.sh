#!/usr/bin/env bash
# Fuzzes what reads strangers' octets (advertisements, HCI, captures, texts) with libFuzzer and the address sanitizer.
#   Fuzz/fuzz.sh [SECONDS]      60 seconds unless told otherwise; a crash's input stays in .build-fuzz/
# Keep the input of a crash in Fuzz/seeds/beacons/: the tests run every file there.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
sanitizers=-sanitize=fuzzer,address
swift build -c release --disable-default-traits --scratch-path .build-fuzz -Xswiftc "$sanitizers" --target BeaconFuzz
# The package's tool would give the program a `main` of its own; libFuzzer brings one.
swiftc "$sanitizers" .build-fuzz/release/{BeaconFuzz,ParserChecks,Bluetooth,CBluetooth,Proximity,RealModule,_NumericsShims}.build/*.o \
    -lm -o .build-fuzz/beacon-fuzz
mkdir -p .build-fuzz/corpus
.build-fuzz/beacon-fuzz -max_total_time="$seconds" -max_len=4096 -artifact_prefix=.build-fuzz/ -print_final_stats=1 \
    .build-fuzz/corpus Fuzz/seeds/beacons
