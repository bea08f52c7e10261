#!/usr/bin/env bash
# Builds a target as Embedded Swift for wasm32 and links it with the modules that it needs; prints where the file is.
#   Scripts/wasm/link-wasm.sh TARGET MODULE...
set -euo pipefail
cd "$(dirname "$0")/../.."
target=$1
libraries=/usr/lib/wasm32-wasi
[ -f "$libraries/libc.a" ] || { echo "wasi-libc is missing: run make deps" >&2; exit 1; }
source Scripts/wasm/swift-build.sh
build --target "$target" >&2
built=.build-wasm/wasm32-unknown-none-wasm/release
# Objects of sources that are gone stay in the folder; they are not linked.
declare -A sources
while read -r path; do
    module=${path#Sources/}
    [ "$module" = "$path" ] && sources[${path##*/}]=1 || sources[${module%%/*}/${path##*/}]=1
done < <(find Sources Tests Benchmarks .build-wasm/checkouts -name '*.swift' -o -name '*.c')
objects=()
for module in "$@" RealModule _NumericsShims; do
    for object in "$built/$module.build"/*.o; do
        name=${object##*/}
        [ -z "${sources[${name%.o}]:-}${sources[$module/${name%.o}]:-}" ] || objects+=("$object")
    done
done
clang --target=wasm32-unknown-none-wasm -O2 -c Scripts/wasm/assert-fail.c -o "$built/assert-fail.o"
wasm-ld "${objects[@]}" "$built/assert-fail.o" "$libraries/crt1-reactor.o" -L"$libraries" -lc -lm --entry=_initialize \
    --gc-sections --strip-all -z stack-size=1048576 --stack-first -o "$built/$target.linked"
shrink "$built/$target.linked" "$built/$target.wasm"
echo "$built/$target.wasm"
