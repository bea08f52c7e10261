#!/usr/bin/env python3
"""Lists public types that need not be: `Scripts/list-public.py [MODULE…]`.

A client imports products alone. So what a module that is in no product declares public is for its siblings, and can be `package`,
unless a product's interface names it. In a product's module a public type that no other module, example or page of the
documentation names is a candidate too; whether clients are meant to use it is for its reader to say. Goes by text: two types of
one name are taken for one.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
PUBLIC = re.compile(r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*public\b(?!\s+import)", re.M)
TYPE = re.compile(r"^(?:@\w+(?:\([^)]*\))?\s+)*public\s+(?:final\s+|indirect\s+)*(?:struct|enum|class|actor|protocol|typealias)\s+(\w+)", re.M)


def products(manifest):
    """The modules that products name; `Sightline` re-exports more."""
    named = {module for targets in re.findall(r"\.library\(name: \"\w+\",[^\n]*targets: \[([^\]]*)\]", manifest) for module in re.findall(r"\"(\w+)\"", targets)}
    exported = re.findall(r"@_exported import (\w+)", "".join(path.read_text() for path in (ROOT / "Sources/Umbrella").glob("*.swift")))
    return named | set(exported)


def main():
    public = products((ROOT / "Package.swift").read_text())
    sources = {folder.name: {path: path.read_text() for path in folder.rglob("*.swift")} for folder in sorted((ROOT / "Sources").iterdir()) if folder.is_dir()}
    others = "\n".join(path.read_text() for name in ("Examples", "Benchmarks", "Fuzz", "docs", "Tests") for path in (ROOT / name).rglob("*") if path.suffix in (".swift", ".md"))
    total = 0
    for module, files in sources.items():
        text = "\n".join(files.values())
        count = len(PUBLIC.findall(text))
        if not count or (sys.argv[1:] and module not in sys.argv[1:]):
            continue
        outside = others + "\n".join("\n".join(each.values()) for name, each in sources.items() if name != module)
        if module in public:
            alone = [name for name in TYPE.findall(text) if not re.search(rf"\b{name}\b", outside)]
            total += len(alone)
            print(f"{module}: {count} public, of a product; {len(alone)} types named nowhere else: {', '.join(alone) or 'none'}")
        else:
            total += count
            print(f"{module}: {count} public, for siblings alone")
    print(f"{total} candidates")


if __name__ == "__main__":
    main()
