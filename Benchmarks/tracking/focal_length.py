#!/usr/bin/env python3
"""The focal length that a room's straight edges ask for, without any motion sensor or motion: what an estimated one can be held to.

Usage: focal_length.py PICTURES [--every N] [--center X Y] [--range FROM TO]

Edges of a room and its furniture run in three directions at right angles. In each image those three are searched (random triples of edges, then
refined) once for every focal length tried; edges that fit none count alike. The answer is where the misfit of all images is least, with the scatter
of the same over images redrawn. A lens without distortion is taken for granted.
"""
import argparse
import pathlib
import sys

import cv2
import numpy as np
from scipy.optimize import least_squares
from scipy.spatial.transform import Rotation

TRIPLES = 1000
FEWEST_EDGES = 15
SHORTEST_EDGE = 40
MISFIT_DEGREES = 1.5


def edges(path, center):
    """Edges' ends from the image's centre, n × 2 × 2, and their lengths."""
    found = cv2.createLineSegmentDetector(cv2.LSD_REFINE_ADV).detect(cv2.imread(str(path), cv2.IMREAD_GRAYSCALE))[0]
    ends = np.zeros((0, 2, 2)) if found is None else found.reshape(-1, 2, 2) - center
    lengths = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    return ends[lengths > SHORTEST_EDGE], lengths[lengths > SHORTEST_EDGE]


def misfits(ends, axes, focal):
    """Degrees between each edge and the way from its middle to where each axis vanishes; axes: … × 3 × 3, an axis a column."""
    middle, along = ends.mean(1), ends[:, 1] - ends[:, 0]
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    way = focal * axes[..., None, :2, :] - axes[..., None, 2:, :] * middle[:, :, None]
    way /= np.linalg.norm(way, axis=-2, keepdims=True)
    sine = along[:, 0, None] * way[..., 1, :] - along[:, 1, None] * way[..., 0, :]
    return np.degrees(np.arcsin(np.clip(sine, -1, 1)))


def triples(ends, focal, random):
    """Rotations: one axis where two edges meet, the second where a third edge meets the plane at right angles to it."""
    rays = np.concatenate([ends, np.full((len(ends), 2, 1), focal)], 2)
    normals = np.cross(rays[:, 0], rays[:, 1])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    first, second, third = (normals[random.integers(0, len(ends), TRIPLES)] for _ in range(3))
    one = np.cross(first, second)
    two = np.cross(one, third)
    sizes = np.linalg.norm(one, axis=1) * np.linalg.norm(two, axis=1)
    one, two = one[sizes > 1e-4], two[sizes > 1e-4]
    one, two = one / np.linalg.norm(one, axis=1, keepdims=True), two / np.linalg.norm(two, axis=1, keepdims=True)
    return np.stack([one, two, np.cross(one, two)], axis=-1)


def misfit(ends, lengths, focal, random):
    """The least misfit of an image's edges to three axes, in pixels of edge."""
    def share(axes):
        return np.minimum(np.abs(misfits(ends, axes, focal)) / MISFIT_DEGREES, 1).min(-1)

    tried = triples(ends, focal, random)
    best = tried[(lengths * share(tried) ** 2).sum(-1).argmin()]
    refined = least_squares(lambda turn: np.sqrt(lengths) * share(best @ Rotation.from_rotvec(turn).as_matrix()), np.zeros(3), diff_step=1e-3)
    return 2 * refined.cost


def lowest(focals, costs):
    """Where a parabola through the seven costs about the least is least."""
    at = int(np.clip(costs.argmin(), 3, len(costs) - 4))
    near = slice(at - 3, at + 4)
    bend, slope, _ = np.polyfit(focals[near] - focals[at], costs[near], 2)
    return float(np.clip(focals[at] - slope / (2 * max(bend, 1e-12)), focals[0], focals[-1]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pictures", type=pathlib.Path)
    parser.add_argument("--every", type=int, default=6)
    parser.add_argument("--center", type=float, nargs=2)
    parser.add_argument("--range", type=float, nargs=2)
    options = parser.parse_args()
    paths = sorted(path for path in options.pictures.iterdir() if path.suffix in (".jpg", ".png"))[::options.every]
    if not paths:
        sys.exit(f"{options.pictures}: no .jpg or .png pictures")
    height, width = cv2.imread(str(paths[0])).shape[:2]
    center = np.array(options.center or [width / 2 - 0.5, height / 2 - 0.5])
    focals = np.linspace(*(options.range or (0.65 * width, 0.95 * width)), 14)
    seen = [found for found in (edges(path, center) for path in paths) if len(found[1]) >= FEWEST_EDGES]
    if len(seen) < 5:
        sys.exit(f"{options.pictures}: {len(seen)} of {len(paths)} pictures show {FEWEST_EDGES} straight edges; 5 are needed")
    costs = np.array([[misfit(*found, focal, np.random.default_rng(number)) for focal in focals] for number, found in enumerate(seen)])
    random = np.random.default_rng(0)
    again = [lowest(focals, costs[random.integers(0, len(costs), len(costs))].sum(0)) for _ in range(500)]
    length = sum(lengths.sum() for _, lengths in seen)
    for focal, cost in zip(focals, costs.sum(0)):
        print(f"{focal:6.0f} px: {100 * cost / length:.2f} % of the edges' length do not fit")
    print(f"focal length {lowest(focals, costs.sum(0)):.0f} ± {np.std(again):.0f} px, from {len(seen)} pictures")


if __name__ == "__main__":
    main()
