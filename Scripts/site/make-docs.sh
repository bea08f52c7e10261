#!/usr/bin/env bash
# Makes the products' pages with the toolchain's DocC from the modules that were built last, in .build-docs/.
#   Scripts/site/make-docs.sh FOLDER      FOLDER holds the built modules (.build-tests/debug/Modules)
# No package plugin is needed, so clients fetch none.
set -euo pipefail
cd "$(dirname "$0")/../.."
modules=$(realpath "$1")
graphs=.build-docs/graphs
rm -rf .build-docs && mkdir -p "$graphs"
includes=(-I "$modules")
while read -r map; do includes+=(-Xcc "-fmodule-map-file=$map"); done < <(
    find "$PWD/Sources" -name module.modulemap
    find "$PWD/.build-tests/checkouts" -path '*/Sources/*/include/module.modulemap'
    ls "$modules"/../C*.build/module.modulemap
)
target=$(swiftc -print-target-info | sed -n 's/.*"triple": "\(.*\)",/\1/p' | head -1)
for module in Sightline Geometry Imaging Odometry WorldTracking Experiences SceneGraph Rendering Shapes Codes Proximity Recordings \
    Simulation PusherProtocol ChannelClient ChannelServer; do
    mkdir "$graphs/$module"
    swift symbolgraph-extract -module-name "$module" -target "$target" "${includes[@]}" \
        -minimum-access-level public -skip-synthesized-members -output-dir "$graphs/$module"
done
docc convert Sources/Umbrella/Sightline.docc --additional-symbol-graph-dir "$graphs" --output-path .build-docs/site \
    --fallback-display-name Sightline --fallback-bundle-identifier Sightline
echo "python3 -m http.server --directory .build-docs/site shows it at /documentation"
