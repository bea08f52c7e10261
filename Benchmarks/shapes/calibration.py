#!/usr/bin/env python3
"""Fits the weights of a rectangle's probability, `QuadEvidence.Tuning`, and shows how often each confidence is right.

Fitted (`--fit`) on documents of seed 1, faint sheets of the seeds from 100 on and every second image of `planar/desk`, each with the lens known and
not known; checked on documents and sheets of other seeds (`--seed`, `--unseen`) and on the other images of the desk. Right: Jaccard above 0.9.
"""
import argparse
import tempfile

import numpy as np

import documents
import rectangles
import unseen
from common import jaccard, run, write_gray


def measured(pictures, truths, arguments=()):
    """Each image's evidence, confidence and whether the rectangle is right."""
    with tempfile.TemporaryDirectory() as folder:
        files = [f"{folder}/{i:04d}.pgm" for i in range(len(pictures))]
        for file, picture in zip(files, pictures):
            write_gray(file, picture)
        found = run(["rectangles", *arguments, *files])
    rows = [(f["evidence"], f["quadrilaterals"][0]["confidence"], max(jaccard(f["quadrilaterals"][0]["corners"], t) for t in ts) > .9)
            for f, ts in zip(found, truths) if f["quadrilaterals"]]
    return [np.array(column, float) for column in zip(*rows)]


def fitted(evidence, right, penalty=0.3):
    """Logistic regression by Newton's method; the weights are pulled to 0 by a normal prior."""
    x = np.hstack([np.ones((len(evidence), 1)), evidence])
    weights = np.zeros(x.shape[1])
    keep = np.diag([0.0] + [penalty] * evidence.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-x @ weights))
        slope = x.T @ (p - right) + keep @ weights
        weights -= np.linalg.solve((x.T * (p * (1 - p))) @ x + keep, slope)
    return weights


def table(title, confidence, right):
    print(f"\n{title}\n\n| confidence | images | mean confidence | right |\n|---|---|---|---|")
    for low, high in zip((0, .2, .4, .6, .7, .8, .9), (.2, .4, .6, .7, .8, .9, 1.01)):
        inside = (confidence >= low) & (confidence < high)
        if inside.any():
            print(f"| {low:.1f} to {min(high, 1):.1f} | {inside.sum()} | {confidence[inside].mean():.2f} | {right[inside].mean():.2f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fit", action="store_true", help="fit the weights; else show the confidences as they are")
    parser.add_argument("--count", type=int, default=100, help="images of each kind")
    parser.add_argument("--seed", type=int, default=1, help="the documents' seed")
    parser.add_argument("--unseen", type=int, default=100, help="the faint sheets' first seed")
    arguments = parser.parse_args()
    photos = documents.photographs()
    scenes = [documents.scene(arguments.seed * 100_000 + i, photos) for i in range(arguments.count)]
    sheets = [unseen.faint(arguments.unseen + i) for i in range(arguments.count)]
    sets = [("documents", measured([s[0] for s in scenes], [[s[1]] for s in scenes])),
            ("faint sheets", measured([s[0] for s in sheets], [s[1] for s in sheets]))]
    if (rectangles.DATA / "planar/desk").exists():
        pictures, truths, camera = rectangles.desk()
        half = slice(0, None, 2) if arguments.fit else slice(1, None, 2)
        lens = ["--camera", ",".join(map(str, camera))]
        sets.append(("desk, lens known", measured(pictures[half], truths[half], lens)))
        sets.append(("desk, lens not known", measured(pictures[half], truths[half])))
    if arguments.fit:
        weights = fitted(np.vstack([s[1][0] for s in sets]), np.concatenate([s[1][2] for s in sets]))
        print("constant, coverage, separation:", weights.round(2))
        return
    for title, (_, confidence, right) in sets:
        table(title, confidence, right)


if __name__ == "__main__":
    main()
