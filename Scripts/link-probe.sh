#!/usr/bin/env bash
# Builds the reference scenes of Tests/RenderingProbe as Embedded Swift for wasm32; prints where the module is.
set -euo pipefail
cd "$(dirname "$0")/.."
libraries=/usr/lib/wasm32-wasi
[ -f "$libraries/libc.a" ] || { echo "wasi-libc is missing: run make deps" >&2; exit 1; }
SIGHTLINE_TARGETS=RenderingProbe swift build -c release --target RenderingProbe \
    --triple wasm32-unknown-none-wasm --scratch-path .build-wasm \
    -Xswiftc -enable-experimental-feature -Xswiftc Embedded -Xswiftc -wmo \
    -Xswiftc -Xfrontend -Xswiftc -disable-stack-protector -Xcc -msimd128 >&2
built=.build-wasm/wasm32-unknown-none-wasm/release
objects=()
for module in RenderingProbe RenderingScenes Rendering SceneGraph Imaging Geometry CGLES RealModule _NumericsShims; do
    objects+=("$built/$module.build"/*.o)
done
wasm-ld "${objects[@]}" "$libraries/crt1-reactor.o" -L"$libraries" -lc -lm --entry=_initialize \
    --gc-sections --strip-all -z stack-size=1048576 --stack-first -o "$built/probe.wasm"
echo "$built/probe.wasm"
