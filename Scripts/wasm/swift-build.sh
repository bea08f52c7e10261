# What the scripts beside it share, to be sourced from the repository's root.

# `swift build` as the engine for the browser needs it, in .build-wasm.
# The package is seen through links in a folder of its own, so that SwiftPM pins there what the engine needs: with the studio's
# Package.resolved it would fetch and read all packages of the studio, too, some of them while a studio's build pins them.
# With deferred code generation a module holds its functions as SIL, and only the modules with exports make machine code, of what they
# reach: three quarters of the time in all. Without incremental code generation no object holds a hash of its folder and options, so that each folder's build is the same.
build() {
    mkdir -p .build-wasm/package
    ln -sfn ../../{Package.swift,Sources,Tests,Fuzz,Benchmarks,Plugins} .build-wasm/package
    swift build -c release "$@" --disable-default-traits -debug-info-format none \
        --triple wasm32-unknown-none-wasm --package-path .build-wasm/package --scratch-path .build-wasm \
        -Xswiftc -enable-experimental-feature -Xswiftc Embedded -Xswiftc -enable-experimental-feature -Xswiftc DeferredCodeGen -Xswiftc -wmo \
        -Xswiftc -Xfrontend -Xswiftc -disable-stack-protector \
        -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen -Xcc -msimd128
}

# Writes a linked module to a second file, smaller by a seventh, by 6 % with Brotli; -Os takes twice the time and compresses less well.
# The features are those of the compiled code.
shrink() {
    command -v wasm-opt >/dev/null || { echo "binaryen is missing: run make deps" >&2; return 1; }
    wasm-opt -O1 --shrink-level 1 --enable-simd --enable-bulk-memory --enable-sign-ext --enable-nontrapping-float-to-int --enable-mutable-globals "$1" -o "$2"
}
