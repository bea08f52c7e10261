"""The true poses of a simulated recording, as `--poses` takes them."""
import json


def write(recording, path):
    """Writes the body's true poses as TUM, by the stamps of the images."""
    camera = json.loads((recording / "truth/scene.json").read_text())["camera"]
    shift = round(camera["timeOffset"] * 1e9)
    lines = (recording / "mav0/state_groundtruth_estimate0/data.csv").read_text().splitlines()[1:]
    with open(path, "w") as out:
        for stamp, x, y, z, qw, qx, qy, qz, *_ in (line.split(",") for line in lines):
            seconds, nanoseconds = divmod(int(stamp) - shift, 10**9)
            out.write(f"{seconds}.{nanoseconds:09d} {x} {y} {z} {qx} {qy} {qz} {qw}\n")
