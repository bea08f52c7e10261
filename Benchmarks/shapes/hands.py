#!/usr/bin/env python3
"""Fits the weights of `HandEvidence`, by which a tapped fingertip's hand is told from other regions of the first image.

First images of `grounds.py`. Without `--fit` it shows in how many of them the region that the score chooses is the hand (Jaccard above 0.5), and in how many any
region is. `--fit` maximises the probability of hands among an image's regions, and shows in how many images the hand is found when the weights are
fitted without all images of the same person's clip.
"""
import argparse
import pathlib
import tempfile

import cv2
import numpy as np
from scipy.optimize import minimize

import grounds
from common import run
from fingertips import labelled

FITTED = [range(1, 25), range(100, 124), range(200, 240), range(2000, 2048), range(3000, 3048)]
NAMES = ["tipness", "size", "solidity", "border"]


def regions(seed, folder):
    """The name of the hand's clip, and of each region tried in the first image the evidence, how far it is the hand, and its score."""
    name, pictures, tips, _, miss, inside = grounds.clip(seed, labelled, is_first_only=True)
    picture, mask = folder / "first.ppm", folder / "hand.pgm"
    cv2.imwrite(str(picture), pictures[0])
    cv2.imwrite(str(mask), inside * 255)
    rows = run(["hands", ",".join(str(float(v)) for v in [*(tips[0] - 20 + miss), 40, 40]), picture, mask])
    evidence, jaccard, score = (np.array([row[key] for row in rows]) for key in ("evidence", "jaccard", "score"))
    return name.split()[1], evidence.reshape(-1, len(NAMES)), jaccard, score


def fitted(images, penalty=0.02):
    """The weights under which a choice among an image's regions, by the exponential of their score, is most often a hand; tipness counts 1."""
    scale = np.vstack([evidence for _, evidence, *_ in images]).std(0) + 1e-6

    def loss(weights):
        total, slope = penalty * weights @ weights, 2 * penalty * weights
        for _, evidence, jaccard, _ in images:
            hand = np.clip((jaccard - 0.3) / 0.4, 0, 1)
            if not hand.any():
                continue
            x = evidence / scale
            odds = np.exp(x @ weights - (x @ weights).max())
            right = odds * hand + 1e-12
            total -= np.log(right.sum() / odds.sum()) / len(images)
            slope = slope - (right / right.sum() - odds / odds.sum()) @ x / len(images)
        return total, slope

    weights = minimize(loss, np.zeros(len(NAMES)), jac=True).x / scale
    return weights / weights[0]


def is_hand(jaccard, score):
    """Whether the region of the largest score is the hand."""
    return len(jaccard) > 0 and jaccard[np.argmax(score)] > 0.5


def found(weights, images):
    """Whether weights choose the hand, for each image."""
    return [is_hand(jaccard, evidence @ weights) for _, evidence, jaccard, _ in images]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fit", action="store_true", help="fit the weights on the seeds of the fit; else show what the weights give")
    parser.add_argument("--seeds", type=int, nargs=2, metavar=("SEED", "COUNT"), help="other seeds than those of the fit")
    arguments = parser.parse_args()
    ranges = [range(arguments.seeds[0], sum(arguments.seeds))] if arguments.seeds else FITTED
    with tempfile.TemporaryDirectory() as folder:
        images = [regions(seed, pathlib.Path(folder)) for seeds in ranges for seed in seeds]
    print(f"{len(images)} images; in {np.mean([(jaccard > 0.5).any() for *_, jaccard, _ in images]):.1%} a region is the hand")
    print(f"the score chooses it in {np.mean([is_hand(jaccard, score) for *_, jaccard, score in images]):.1%}")
    if arguments.fit:
        print("fitted:", ", ".join(f"{name} {weight:.2f}" for name, weight in zip(NAMES, fitted(images))))
        left = [found(fitted([i for i in images if i[0] != clip]), [i for i in images if i[0] == clip]) for clip in sorted({i[0] for i in images})]
        print(f"fitted without the image's own clip: {np.mean(np.concatenate(left)):.1%}")


if __name__ == "__main__":
    main()
