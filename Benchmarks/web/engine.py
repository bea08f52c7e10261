"""The engine in WebAssembly under node: its size, and milliseconds a frame over a recording, what planes and remembering the place take of them, and
milliseconds a depth map, of which five a second are made."""
import gzip
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/web"))
import recordings  # noqa: E402


# All that a session does; without planes; without remembering the place; with depth maps.
PARTS = [], ['{"planeDetection": []}'], ['{"remembersPlace": false}'], ["{}", "", "5"]
ROUNDS = 3


def run(command):
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def mean(told):
    return told["millisecondsPerFrame"]["mean"]


def main():
    wasm = (ROOT / "Web/sightline/sightline.wasm").read_bytes()
    print(f"engine: {len(wasm) / 1024:.0f} KiB, {len(gzip.compress(wasm, 9)) / 1024:.0f} KiB with gzip")
    estimator = [(ROOT / f"Web/sightline/{name}").stat().st_size / 1024 for name in ("depth.wasm", "depth.wasm.br")]
    print(f"depth maps: {estimator[0]:.0f} KiB, {estimator[1]:.0f} KiB with Brotli")
    chosen = [pathlib.Path(argument) for argument in sys.argv[1:]]
    places = chosen or (sorted(recordings.DATA.iterdir()) if recordings.DATA.exists() else [])
    if not places:
        print("no recording: make bench-web RECORDING=path")
    for place in places:
        with tempfile.TemporaryDirectory() as folder:
            pixels = pathlib.Path(folder, "pixels")
            recordings.write_pixels(place, pixels)
            script = ROOT / "Tests/web/engine/track-recording.mjs"
            command = ["node", script, place, pixels, pathlib.Path(folder, "web.tum")]
            # In turn, so that what else the machine does is in all of them.
            rounds = [[run([*command, *more]) for more in PARTS] for _ in range(ROUNDS)]
        told, *without, depth = (min(runs, key=mean) for runs in zip(*rounds))
        spent = told["millisecondsPerFrame"]
        planes, remembering = (mean(told) - mean(less) for less in without)
        print(
            f"{place.name}: {told['trackedFrames']} of {told['frames']} frames tracked; ms a frame mean {spent['mean']:.2f}, "
            f"median {spent['p50']:.2f}, 95 % {spent['p95']:.2f}, worst {spent['max']:.1f}; memory {told['memoryMegabytes']:.0f} MiB; "
            f"of the mean planes {planes:.2f}, remembering and recognising the place {remembering:.2f}"
        )
        maps, fused = (sorted(depth["depth"][name]) for name in ("mapMilliseconds", "fuseMilliseconds"))
        print(
            f"{place.name}, depth: {len(maps)} maps of {depth['depth']['keyframes']} keyframes, {100 * (depth['depth']['known'] or 0):.0f} % known; "
            f"ms a map median {maps[len(maps) // 2]:.1f}, worst {maps[-1]:.1f}; fused into the mesh anchors {fused[len(fused) // 2]:.1f}, worst {fused[-1]:.1f}; ms a keyframe {depth['depth']['addMilliseconds'] / max(1, depth['depth']['keyframes']):.1f}; "
            f"ms a frame of tracking with depth {mean(depth):.2f}, without {spent['mean']:.2f}"
            if maps else f"{place.name}, depth: no maps"
        )


if __name__ == "__main__":
    main()
