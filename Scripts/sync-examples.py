#!/usr/bin/env python3
"""Holds the code in the DocC articles and in docs/start equal to the programs of Examples/Swift.

    Scripts/sync-examples.py           fails and names the articles that differ
    Scripts/sync-examples.py --write   writes the programs into the articles

An article names the program in a comment on the line before the code block: <!-- Examples/Swift/Sources/…/Name.swift -->
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"(<!-- (Examples/Swift/\S+\.swift) -->\n```swift\n)(.*?)(```\n)", re.S)
MOST_LINES = 60


def main():
    articles = sorted([*(ROOT / "Sources").glob("*/*.docc/*.md"), *(ROOT / "docs/start").glob("*.md")])
    programs = set((ROOT / "Examples/Swift/Sources").rglob("*.swift"))
    faults, shown = [], set()
    for article in articles:
        text = article.read_text()
        for match in BLOCK.finditer(text):
            shown.add(ROOT / match.group(2))
        wanted = BLOCK.sub(lambda match: match.group(1) + (ROOT / match.group(2)).read_text() + match.group(4), text)
        if wanted != text:
            if "--write" in sys.argv:
                article.write_text(wanted)
            else:
                faults.append(f"{article.relative_to(ROOT)}: the code differs from its program: Scripts/sync-examples.py --write")
    for program in sorted(programs):
        if program not in shown:
            faults.append(f"{program.relative_to(ROOT)}: no article shows this program")
        if (count := program.read_text().count("\n")) >= MOST_LINES:
            faults.append(f"{program.relative_to(ROOT)}: {count} lines; an example has fewer than {MOST_LINES}")
    print("\n".join(faults), file=sys.stderr, end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
