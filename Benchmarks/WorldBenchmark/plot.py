#!/usr/bin/env python3
"""Draws measured lengths against their truth: plot.py LENGTHS.csv PLOT.svg [AIM]; the aim is one of the table, "corner followed" without.

Left: every length's error in percent over its true length, the median and the middle 90 % in bins. Right: how many truths lie
within so many of the stated standard deviations, beside what a normal distribution says.
"""
import csv
import math
import sys

WIDTH, HEIGHT, PAD = 420, 300, 46
COLORS = {"phone": "#0a84ff", "browser": "#ff8a00"}
INK, FAINT = "#6b7280", "#d1d5db"


def line(points, color, width=1.5, dash=""):
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="{width}" stroke-dasharray="{dash}"/>'


def label(x, y, text, anchor="middle", size=12, color=INK):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{color}">{text}</text>'


class Panel:
    """A box of numbers on the page."""

    def __init__(self, left, x_range, y_range):
        self.left, self.x_range, self.y_range = left, x_range, y_range

    def place(self, x, y):
        (x0, x1), (y0, y1) = self.x_range, self.y_range
        across = (x - x0) / (x1 - x0) * (WIDTH - 2 * PAD)
        up = (min(max(y, y0), y1) - y0) / (y1 - y0) * (HEIGHT - 2 * PAD)
        return self.left + PAD + across, HEIGHT - PAD - up

    def frame(self, title, x_marks, y_marks, x_title):
        parts = [label(self.left + WIDTH / 2, 24, title, size=14)]
        for mark in y_marks:
            a, b = self.place(self.x_range[0], mark), self.place(self.x_range[1], mark)
            parts += [line([a, b], FAINT, 1), label(a[0] - 6, a[1] + 4, f"{mark:g} %", "end")]
        for mark in x_marks:
            parts.append(label(self.place(mark, 0)[0], HEIGHT - PAD + 18, f"{mark:g}"))
        return parts + [label(self.left + WIDTH / 2, HEIGHT - 8, x_title)]


def quantile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(share * len(values)))]


def errors(rows):
    panel = Panel(0, (0, 3), (-4, 4))
    parts = panel.frame("Error of measured lengths", [0, 0.5, 1, 1.5, 2, 2.5, 3], [-4, -2, 0, 2, 4], "true length, m")
    for device, color in COLORS.items():
        some = [(row["truth"], 100 * (row["measured"] / row["truth"] - 1)) for row in rows if row["device"] == device]
        for x, y in some[:: max(1, len(some) // 1200)]:
            px, py = panel.place(x, y)
            parts.append(f'<circle cx="{px:.1f}" cy="{py:.1f}" r="1.3" fill="{color}" opacity="0.25"/>')
        bins = [(low / 4 + 0.125, [y for x, y in some if low / 4 <= x < (low + 1) / 4]) for low in range(12)]
        bins = [(x, ys) for x, ys in bins if len(ys) > 10]
        for share, width in ((0.05, 1), (0.5, 2.5), (0.95, 1)):
            if bins:
                parts.append(line([panel.place(x, quantile(ys, share)) for x, ys in bins], color, width))
    return parts


def coverage(rows):
    panel = Panel(WIDTH, (0, 3), (0, 100))
    parts = panel.frame("Truths within so many sigmas", [0, 1, 2, 3], [0, 25, 50, 75, 100], "stated standard deviations")
    steps = [step / 20 for step in range(61)]
    parts.append(line([panel.place(s, 100 * math.erf(s / math.sqrt(2))) for s in steps], INK, 1.5, "4 3"))
    for index, (device, color) in enumerate(COLORS.items()):
        some = [abs(row["measured"] - row["truth"]) / row["sigma"] for row in rows if row["device"] == device]
        if not some:
            continue
        parts.append(line([panel.place(s, 100 * sum(v < s for v in some) / len(some)) for s in steps], color, 2.5))
        parts.append(label(WIDTH * 2 - PAD - 8, HEIGHT - PAD - 34 + 18 * index, device, "end", 13, color))
    parts.append(label(WIDTH * 2 - PAD - 8, HEIGHT - PAD - 52, "normal", "end", 13))
    return parts


def main(table, picture, aim="corner followed"):
    with open(table, encoding="utf-8") as stream:
        rows = [row for row in csv.DictReader(stream) if row["aim"] == aim]
    for row in rows:
        row.update({key: float(row[key]) for key in ("truth", "measured", "sigma", "distance")})
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * WIDTH} {HEIGHT}" font-family="system-ui, sans-serif">'
    ground = f'<rect width="{2 * WIDTH}" height="{HEIGHT}" fill="#ffffff"/>'
    with open(picture, "w", encoding="utf-8") as stream:
        stream.write("\n".join([head, ground, *errors(rows), *coverage(rows), "</svg>"]) + "\n")


main(*sys.argv[1:])
