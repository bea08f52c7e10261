#!/usr/bin/env python3
"""Draws models of `sightline scan` (PLY) beside each other, from above at a slant: what faces away, as the near walls and the ceiling, is left out.

Usage: picture.py [--angle 25] OUTPUT.jpg MODEL.ply...
"""
import argparse
import pathlib

import numpy
from PIL import Image

SIZE = (900, 700)
STEP = 0.006


def read(path):
    """The corners of a model's triangles, and the colours at them: both parts, if it has two."""
    head, _, body = path.read_bytes().partition(b"end_header\n")
    vertices, triangles = (int(line.split()[2]) for line in head.decode().splitlines() if line.startswith("element"))
    parts = [("part", "u1")] * (b"property uchar part" in head)
    vertex = numpy.frombuffer(body, numpy.dtype([("place", "<f4", 3), ("normal", "<f4", 3), ("color", "u1", 3)]), vertices)
    face = numpy.frombuffer(body, numpy.dtype([("count", "u1"), ("corners", "<u4", 3), *parts]), triangles, vertices * vertex.itemsize)
    places, colors = vertex["place"].astype(float)[face["corners"]], vertex["color"].astype(float)[face["corners"]]
    return places, colors


def points_on(places, colors):
    """Points at most a step apart on triangles, each with its triangle's normal and its own colour."""
    sides = numpy.stack([places[:, 1] - places[:, 0], places[:, 2] - places[:, 0], places[:, 2] - places[:, 1]], 1)
    normals = numpy.cross(sides[:, 0], sides[:, 1])
    normals /= numpy.maximum(numpy.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    counts = numpy.maximum(1, numpy.ceil(numpy.linalg.norm(sides, axis=2).max(1) / STEP)).astype(int)
    for count in numpy.unique(counts):
        chosen = counts == count
        i, j = numpy.meshgrid(numpy.arange(count), numpy.arange(count), indexing="ij")
        keep = i + j < count
        u, v = ((each[keep] + 1 / 3) / count for each in (i, j))
        weights = numpy.stack([1 - u - v, u, v], 1)
        for values in numpy.array_split(numpy.flatnonzero(chosen), max(1, chosen.sum() * len(u) // 2_000_000)):
            yield weights @ places[values], numpy.repeat(normals[values, None], len(u), 1), weights @ colors[values]


def view(angle):
    """World to picture: right, down, and away from the eye."""
    sine, cosine = numpy.sin(angle), numpy.cos(angle)
    tilt = numpy.radians(50)
    ahead = numpy.array([sine * numpy.cos(tilt), -numpy.sin(tilt), cosine * numpy.cos(tilt)])
    right = numpy.cross(ahead, [0, 1, 0])
    right /= numpy.linalg.norm(right)
    return numpy.stack([right, numpy.cross(ahead, right), ahead])


def draw(model, frame, angle):
    turn, (low, high) = view(angle), frame
    scale = min((size - 40) / extent for size, extent in zip(SIZE, high[:2] - low[:2]))
    picture = numpy.full((SIZE[1], SIZE[0], 3), 255, numpy.uint8)
    depths = numpy.full(SIZE[0] * SIZE[1], numpy.inf)
    light = numpy.array([0.35, 0.8, 0.45])
    for places, normals, colors in points_on(*model):
        seen = (normals @ turn[2]) < -0.05
        at = places[seen] @ turn.T
        pixel = ((at[:, :2] - (low + high)[:2] / 2) * scale + numpy.array(SIZE) / 2).astype(int)
        inside = ((pixel >= 0) & (pixel < SIZE)).all(1)
        index = (pixel[:, 1] * SIZE[0] + pixel[:, 0])[inside]
        shade = 0.65 + 0.35 * numpy.abs(normals[seen][inside] @ light)
        order = numpy.argsort(-at[inside, 2])
        index, depth, color = index[order], at[inside, 2][order], (colors[seen][inside] * shade[:, None])[order]
        nearer = depth < depths[index]
        depths[index[nearer]] = depth[nearer]
        picture.reshape(-1, 3)[index[nearer]] = color[nearer].clip(0, 255)
    return picture


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("models", type=pathlib.Path, nargs="+")
    parser.add_argument("--angle", type=float, default=25, help="from where, degrees about the vertical")
    options = parser.parse_args()
    models, angle = [read(path) for path in options.models], numpy.radians(options.angle)
    corners = numpy.concatenate([places.reshape(-1, 3) for places, _ in models]) @ view(angle).T
    frame = corners.min(0), corners.max(0)
    Image.fromarray(numpy.concatenate([draw(model, frame, angle) for model in models], 1)).save(options.output, quality=88)


if __name__ == "__main__":
    main()
