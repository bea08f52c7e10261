#!/usr/bin/env bash
# Builds the engine as Embedded Swift for wasm32 and links it as a reactor into Web/sightline/sightline.wasm.
# The stack lies first in memory, so that running over it traps instead of overwriting data.
set -euo pipefail
cd "$(dirname "$0")/../.."
libraries=/usr/lib/wasm32-wasi
[ -f "$libraries/libc.a" ] || { echo "wasi-libc is missing: run make deps" >&2; exit 1; }
command -v brotli >/dev/null || { echo "brotli is missing: run make deps" >&2; exit 1; }
# An archive that is there keeps the objects of sources that are gone.
rm -f .build-wasm/wasm32-unknown-none-wasm/release/libWebEngine.a
built=.build-wasm/wasm32-unknown-none-wasm/release
source Scripts/wasm/swift-build.sh
# Puts a linked module in its place, at once, since a studio may be serving; it sends the compressed file if a browser accepts it.
publish() {
    local module=$1 output=$2
    brotli --best --force --output="$module.br" "$module"
    mv "$module.br" "$output.br"
    mv "$module" "$output"
    printf '%s: %d bytes, %d with Brotli\n' "$output" "$(stat -c %s "$output")" "$(stat -c %s "$output.br")"
}
# Links the engine with more objects into a file.
link() {
    local output=$1 linked=$built/${1##*/}
    shift
    wasm-ld --whole-archive "$built/libWebEngine.a" --no-whole-archive "$@" \
        "$libraries/crt1-reactor.o" -L"$libraries" -lc -lm --entry=_initialize \
        --gc-sections --strip-all -z stack-size=1048576 --stack-first -o "$linked.linked"
    shrink "$linked.linked" "$linked"
    publish "$linked" "$output"
}
build --product WebEngine
link Web/sightline/sightline.wasm
# The engine that also reads and places models, for pages that request it.
build --target WebModels
link Web/sightline/sightline-models.wasm "$built"/WebModels.build/{PlacingExports,SessionModels}.swift.o
# The reader of codes and the estimator of depth maps are modules of their own, which pages fetch when they need them; so is the
# estimator with what makes files and floor plans.
separate() {
    local output=Web/sightline/$1.wasm
    shift
    publish "$(Scripts/wasm/link-wasm.sh "$@")" "$output"
}
separate codes WebCodes Codes Imaging Geometry
separate depth WebDepth Depth Reconstruction SceneGraph Imaging Geometry
separate scan WebScan WebDepth Depth Reconstruction SceneGraph Imaging Geometry
