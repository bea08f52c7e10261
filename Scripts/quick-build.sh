#!/usr/bin/env bash
# The quick build of a product: a debug build in which only what computes is optimised (Package.swift says how).
#   Scripts/quick-build.sh SCRATCH ARCH PRODUCT     ARCH: the processor's class, such as x86-64-v3; may be empty
# swift-nio-ssl and swift-crypto have 520 files of C++ in all, each of which reads the same headers of the standard library for
# almost half of its time. Under Linux these are compiled once, beforehand.
set -euo pipefail
cd "$(dirname "$0")/.."
scratch=$1 arch=${2:+-march=$2} product=$3
# A module is compiled as a whole: in parts, each part would read all of it anew. With several threads its objects have the names that
# SwiftPM expects.
flags=(-c debug --disable-index-store -debug-info-format none ${arch:+-Xcc "$arch"} --explicit-target-dependency-import-check error
    -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2 --scratch-path "$scratch")

if [ "$(uname)" = Linux ]; then
    toolchain=$(swiftc -print-target-info | sed -n 's|.*"runtimeResourcePath": "\(.*\)/lib/swift".*|\1|p')
    # What `swift build` compiles C++ with: a header that was compiled with other flags would be refused.
    compile=("$toolchain/bin/clang" -target "$(uname -m)-unknown-linux-gnu" -O0 -DSWIFT_PACKAGE=1 -DDEBUG=1 -fblocks -fPIC -g0 $arch
        -fno-omit-frame-pointer -w -std=c++17)
    header=$PWD/$scratch/standard-headers.h compiled=$PWD/$scratch/standard-headers.pch
    mkdir -p "$scratch"
    printf '#include <%s>\n' algorithm array atomic bitset initializer_list iterator limits memory optional string_view tuple \
        type_traits utility variant >"$header.new.$$"
    cmp -s "$header.new.$$" "$header" && rm "$header.new.$$" || mv "$header.new.$$" "$header"
    # One of an older toolchain or library does not compile any more. Builds beside this one read it, so it is replaced at once.
    "${compile[@]}" -fmodules-validate-system-headers -include-pch "$compiled" -fsyntax-only -x c++ /dev/null 2>/dev/null || {
        "${compile[@]}" -fpch-instantiate-templates -x c++-header "$header" -o "$compiled.new.$$"
        mv "$compiled.new.$$" "$compiled"
    }
    flags+=(-Xcxx -include-pch -Xcxx "$compiled")
fi
SIGHTLINE_QUICK_BUILD=1 exec swift build "${flags[@]}" --product "$product"
