"""What the benchmarks of Shapes share: finding the tool, writing raw images, areas in common."""
import json
import os
import pathlib
import subprocess

import cv2
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT.parent / "shared" / "data"


def tool():
    path = pathlib.Path(os.environ.get("SHAPES_BENCHMARK", ROOT / ".build-tests" / "release" / "ShapesBenchmark"))
    if not path.exists():
        raise SystemExit("build first: make bench-shapes")
    return str(path)


def run(arguments, core=None):
    command = [tool(), *map(str, arguments)]
    if core is not None:
        command = ["taskset", "-c", str(core), *command]
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in out.splitlines()]


def write_gray(path, picture):
    cv2.imwrite(str(path), picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))


def jaccard(a, b):
    """Area in common over area of both, of two convex polygons."""
    if a is None:
        return 0.0
    a, b = (np.asarray(p, np.float32).reshape(-1, 2) for p in (a, b))
    common, _ = cv2.intersectConvexConvex(a, b)
    whole = abs(cv2.contourArea(a)) + abs(cv2.contourArea(b)) - common
    return float(common / whole) if whole > 0 else 0.0


def corner_error(a, b):
    """Largest distance between corners, for the best of the four rotations."""
    if a is None:
        return float("inf")
    a, b = np.asarray(a, float), np.asarray(b, float)
    return min(np.linalg.norm(np.roll(a, k, 0) - b, axis=1).max() for k in range(4))
