#!/usr/bin/env python3
"""QR codes and AprilTags on images with known truth, beside Debian's libzbar and libapriltag on the same images.

    run.py CodesBenchmark [--seeds 20] [--first 1000] [--family qr|tag] [--kinds blur,noise] [--misses]

The corner error is the root of the mean squared distance over the four corners; of the peers' corners the best order counts.
"""
import argparse
import json
import pathlib
import subprocess
import tempfile

import cv2
import numpy as np

import pictures
from judges import judges


def corner_error(found, truth, exact_order):
    """Root mean square over four corners; in the order given, or in the best one."""
    if len(found) != 4:
        return np.nan
    orders = [found] if exact_order else [np.roll(turned, i, 0) for turned in (found, found[::-1]) for i in range(4)]
    return min(float(np.sqrt(((order - truth) ** 2).sum(1).mean())) for order in orders)


def says(code, family):
    """What the engine read: the text, or the number."""
    return code.get("text") if family == "qr" else code.get("id")


class Score:
    """Counts of one detector over one kind of image."""

    def __init__(self):
        self.pictures, self.read, self.wrong, self.errors, self.ratios, self.milliseconds = 0, 0, 0, [], [], []

    def add(self, found, truth, corners, milliseconds, exact_order, sigmas=None):
        self.pictures += 1
        self.milliseconds.append(milliseconds)
        right = [i for i, (text, _) in enumerate(found) if text == truth]
        self.wrong += len(found) - len(right)
        if right:
            self.read += 1
            self.errors.append(corner_error(found[right[0]][1], corners, exact_order))
            if sigmas:
                self.ratios.append(((found[right[0]][1] - corners) ** 2).mean() / sigmas[right[0]] ** 2)
        return bool(right)

    def merged(self, other):
        result = Score()
        for name in vars(result):
            setattr(result, name, getattr(self, name) + getattr(other, name))
        return result


def row(kind, name, score):
    median = np.nanmedian(score.errors) if score.errors else np.nan
    high = np.nanpercentile(score.errors, 95) if score.errors else np.nan
    ratio = f"{np.median(score.ratios):.2f}" if score.ratios else ""
    print(f"| {kind} | {name} | {score.read} of {score.pictures} | {score.wrong} | {median:.3f} | {high:.3f} | {ratio} | "
          f"{np.median(score.milliseconds):.1f} |")


def run(program, family, arguments):
    peers, missing = judges(family)
    for package in missing:
        print(f"The peer of Debian's {package} is not installed and is left out.")
    kinds = arguments.kinds.split(",") if arguments.kinds else (pictures.KINDS if family == "qr" else pictures.TAG_KINDS)
    total = {}
    print(f"\n| {'QR codes' if family == 'qr' else 'AprilTags 36h11'} | detector | read | read wrongly | corner error, median px | 95 % | "
          "squared error / sigma², median | CPU ms |\n|---|---|---|---|---|---|---|---|")
    for kind in kinds:
        scores = {}
        with tempfile.TemporaryDirectory() as folder:
            files, truths = [], []
            for seed in range(arguments.first, arguments.first + arguments.seeds):
                image, text, corners, _ = pictures.picture(seed, kind, family)
                files.append(str(pathlib.Path(folder) / f"{seed}.pgm"))
                truths.append((image, text, corners))
                cv2.imwrite(files[-1], image)
            output = subprocess.run([program, "--qr" if family == "qr" else "--april", *files], capture_output=True, text=True, check=True).stdout
        for seed, (line, (image, text, corners)) in enumerate(zip(output.splitlines(), truths), arguments.first):
            report = json.loads(line)
            found = [(says(code, family), np.array(code["corners"])) for code in report["codes"]]
            sigmas = [code["sigma"] for code in report["codes"]]
            ours = scores.setdefault("Sightline", Score()).add(found, text, corners, report["milliseconds"], True, sigmas)
            for peer in peers:
                theirs, milliseconds = peer(image)
                read = scores.setdefault(peer.name, Score()).add(theirs, text, corners, milliseconds, family == "tag")
                if arguments.misses and read and not ours:
                    print(f"only {peer.name} reads {kind} {seed}")
        for name, score in scores.items():
            row(kind, name, score)
            total[name] = total[name].merged(score) if name in total else score
    for name, score in total.items():
        row("all", name, score)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--first", type=int, default=1000)
    parser.add_argument("--family", choices=["qr", "tag"])
    parser.add_argument("--kinds")
    parser.add_argument("--misses", action="store_true")
    arguments = parser.parse_args()
    for family in [arguments.family] if arguments.family else ["qr", "tag"]:
        run(arguments.program, family, arguments)


if __name__ == "__main__":
    main()
