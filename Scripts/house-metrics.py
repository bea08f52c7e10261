#!/usr/bin/env python3
"""Counts, per module, what shows whether code stays easy to change: file sizes, open state, public surface, tests.

    Scripts/house-metrics.py [FOLDER]     FOLDER is a checkout of the repository, this one unless told otherwise

"opened" counts mutable stored properties that are not private (or declared for other modules) and whose name another file of the module uses.
It goes by text alone: two types with a property of one name are taken for one, so it is an upper estimate. Compare it
between commits of one module, not between modules.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent)
COLUMNS = ["module", "files", "<=10", "cut", "opened", "public", "lines", "tests", "ratio", ">120", "longest"]
PROPERTY = re.compile(r"^(?: {4}| {8})(?:@\w+(?:\([^)]*\))? )*((?:\w+(?:\(set\))? )*)var (\w+)\b(.*)$")
PUBLIC = re.compile(r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:public|open)\b(?!\(set\))(?!\s+import)")


def code(text):
    """The text without comments and without what stands in string literals."""
    text = re.sub(r'"""(.*?)"""', '""', text, flags=re.S)
    lines = (re.sub(r'"(\\.|[^"\\\n])*"', '""', line).split("//")[0].rstrip() for line in text.splitlines())
    return "\n".join(lines)


def is_stored(rest):
    """Whether what follows a variable's name leaves it stored: no getter, though observers may follow."""
    if "{" not in rest:
        return True
    return "=" in rest.split("{")[0] or bool(re.search(r"\{\s*(didSet|willSet)", rest))


def opened(files):
    """Names of mutable stored properties that another file of the module reads or writes, as (file, name)."""
    found = set()
    for path, text in files.items():
        others = "\n".join(other for place, other in files.items() if place != path)
        for line in text.splitlines():
            match = PROPERTY.match(line)
            if not match or not is_stored(match.group(3)):
                continue
            words = match.group(1).split()
            if {"private", "fileprivate", "private(set)", "fileprivate(set)", "public", "package", "static"} & set(words):
                if "internal(set)" not in words and "package(set)" not in words:
                    continue
            if re.search(rf"\.{match.group(2)}\b|(?<![.\w]){match.group(2)}\s*(?:[-+*/]?=(?!=)|\.append|\[)", others):
                found.add((path, match.group(2)))
    return found


def row(name, folder, tests):
    raw = {path: path.read_text() for path in sorted(folder.rglob("*.swift"))}
    if not raw:
        return None
    files = {path: code(text) for path, text in raw.items()}
    stems = {path.stem for path in raw}
    lines = [text.count("\n") for text in raw.values()]
    test_lines = sum(path.read_text().count("\n") for path in tests.rglob("*.swift")) if tests.exists() else 0
    return [
        name,
        len(raw),
        sum(count <= 10 for count in lines),
        sum("+" in path.stem and path.stem.split("+")[0] in stems for path in raw),
        len(opened(files)),
        sum(bool(PUBLIC.match(line)) for text in files.values() for line in text.splitlines()),
        sum(lines),
        test_lines,
        f"{test_lines / sum(lines):.2f}",
        sum(len(line) > 120 for text in raw.values() for line in text.splitlines()),
        max(lines),
    ]


def main():
    folders = sorted(path for path in (ROOT / "Sources").iterdir() if path.is_dir())
    rows = [row(folder.name, folder, ROOT / "Tests" / f"{folder.name}Tests") for folder in folders]
    rows = [found for found in rows if found]
    sums = [sum(found[column] for found in rows) for column in range(1, 8)]
    rows.append(["all", *sums, f"{sums[6] / sums[5]:.2f}", sum(found[9] for found in rows), max(found[10] for found in rows)])
    widths = [max(len(str(found[column])) for found in [COLUMNS, *rows]) for column in range(len(COLUMNS))]
    for found in [COLUMNS, *rows]:
        print("  ".join(str(value).ljust(width) if index == 0 else str(value).rjust(width)
                        for index, (value, width) in enumerate(zip(found, widths))))
    print("\n<=10: files of at most ten lines. cut: files Type+Aspect.swift beside a Type.swift. opened: mutable stored properties, not")
    print("private, that another file uses (estimated from the text). public: public declarations. tests: lines of the module's own tests.")


if __name__ == "__main__":
    main()
