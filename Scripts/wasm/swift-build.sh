# What the scripts beside it share, to be sourced from the repository's root.

# `swift build` as the engine for the browser needs it, in .build-wasm.
# Without incremental code generation no object holds a hash of its folder and options, so that each folder's build is the same.
build() {
    swift build -c release "$@" --disable-default-traits \
        --triple wasm32-unknown-none-wasm --scratch-path .build-wasm \
        -Xswiftc -enable-experimental-feature -Xswiftc Embedded -Xswiftc -wmo \
        -Xswiftc -Xfrontend -Xswiftc -disable-stack-protector \
        -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen -Xcc -msimd128
}

# Writes a linked module to a second file, smaller by a seventh, by 6 % with Brotli; -Os takes twice the time and compresses less well.
# The features are those of the compiled code.
shrink() {
    command -v wasm-opt >/dev/null || { echo "binaryen is missing: run make deps" >&2; return 1; }
    wasm-opt -O1 --shrink-level 1 --enable-simd --enable-bulk-memory --enable-sign-ext --enable-nontrapping-float-to-int --enable-mutable-globals "$1" -o "$2"
}
