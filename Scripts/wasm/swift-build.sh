# `swift build` as the engine for the browser needs it, in .build-wasm; sourced by the scripts beside it, from the repository's root.
# Without incremental code generation no object holds a hash of its folder and options, so that each folder's build is the same.
build() {
    swift build -c release "$@" --disable-default-traits \
        --triple wasm32-unknown-none-wasm --scratch-path .build-wasm \
        -Xswiftc -enable-experimental-feature -Xswiftc Embedded -Xswiftc -wmo \
        -Xswiftc -Xfrontend -Xswiftc -disable-stack-protector \
        -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen -Xcc -msimd128
}
