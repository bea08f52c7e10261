"""The engine in WebAssembly under node: its size, and milliseconds a frame over a recording, also without looking for planes."""
import gzip
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/web"))
import recordings  # noqa: E402


def main():
    wasm = (ROOT / "Web/sightline/sightline.wasm").read_bytes()
    print(f"engine: {len(wasm) / 1024:.0f} KiB, {len(gzip.compress(wasm, 9)) / 1024:.0f} KiB with gzip")
    chosen = [pathlib.Path(argument) for argument in sys.argv[1:]]
    places = chosen or (sorted(recordings.DATA.iterdir()) if recordings.DATA.exists() else [])
    if not places:
        print("no recording: make bench-web RECORDING=path")
    for place in places:
        with tempfile.TemporaryDirectory() as folder:
            pixels = pathlib.Path(folder, "pixels")
            recordings.write_pixels(place, pixels)
            script = ROOT / "Tests/web/track-recording.mjs"
            command = ["node", script, place, pixels, pathlib.Path(folder, "web.tum")]
            told, without = (
                json.loads(subprocess.run([*command, *more], capture_output=True, text=True, check=True).stdout)
                for more in ([], ['{"planeDetection": []}'])
            )
        spent, bare = told["millisecondsPerFrame"], without["millisecondsPerFrame"]
        print(
            f"{place.name}: {told['trackedFrames']} of {told['frames']} frames tracked; ms a frame mean {spent['mean']:.2f}, "
            f"median {spent['p50']:.2f}, 95 % {spent['p95']:.2f}, worst {spent['max']:.1f}; memory {told['memoryMegabytes']:.0f} MiB; "
            f"without planes mean {bare['mean']:.2f}, median {bare['p50']:.2f}, 95 % {bare['p95']:.2f}, worst {bare['max']:.1f}"
        )


if __name__ == "__main__":
    main()
