#!/usr/bin/env python3
"""Holds docs/architecture.md, Package.swift and the imports to one another.

Fails when a module has no row in the table of docs/architecture.md, when a row names a module that does not exist, when an
import points upward or sideways between hosts that the manifest does not declare, and when the engine imports what cannot be
embedded or uses `any`.
"""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FLOORS = {"engine": 0, "realtime": 1, "hosts": 2}
FORBIDDEN_IN_ENGINE = re.compile(r"^\s*import\s+(Foundation\w*|Dispatch|Glibc|Synchronization)\b")
KEY_PATH = re.compile(r"[(:] ?\\\.\w")
EXISTENTIAL = re.compile(r"(?<![\w`.])any\s+[A-Z]\w*")


def manifest_targets():
    dump = subprocess.run(["swift", "package", "dump-package"], cwd=ROOT, capture_output=True, text=True)
    if dump.returncode:
        sys.exit(f"Package.swift: {dump.stderr.strip()}")
    return {target["name"]: target for target in json.loads(dump.stdout)["targets"]}


def documented_modules():
    floor, modules = None, {}
    for line in (ROOT / "docs/architecture.md").read_text().splitlines():
        if heading := re.match(r"### .*\b(engine|realtime|hosts)\b", line, re.IGNORECASE):
            floor = heading.group(1).lower()
        elif line.startswith("#"):
            floor = None
        elif floor and (row := re.match(r"\|\s*`(\w+)`\s*\|", line)):
            modules[row.group(1)] = floor
    return modules


def code_lines(path):
    for number, line in enumerate(path.read_text().splitlines(), 1):
        yield number, re.sub(r'"(\\.|[^"\\])*"', '""', line).split("//")[0]


def faults():
    targets = manifest_targets()
    modules = documented_modules()
    folders = {name: target.get("path") or f"Sources/{name}" for name, target in targets.items()}
    sources = {
        name
        for name, target in targets.items()
        if target["type"] not in ("test", "plugin") and folders[name].startswith("Sources/")
    }
    for name in sorted(sources - modules.keys()):
        yield f"Package.swift: {name} has no row in docs/architecture.md"
    for name in sorted(modules.keys() - sources):
        yield f"docs/architecture.md: {name} is not in Package.swift"
    for name in sorted(sources & modules.keys()):
        for path in sorted((ROOT / folders[name]).rglob("*.swift")):
            for number, line in code_lines(path):
                where = f"{path.relative_to(ROOT)}:{number}"
                imported = re.match(r"\s*(?:@\w+\s+|public\s+|internal\s+)*import\s+(?:struct\s+|func\s+)?(\w+)", line)
                if imported and imported.group(1) in modules:
                    other = imported.group(1)
                    if FLOORS[modules[other]] > FLOORS[modules[name]]:
                        yield f"{where}: {name} ({modules[name]}) imports {other} ({modules[other]}), which is above it"
                    declared = {list(d.values())[0][0] for d in targets[name]["dependencies"]}
                    if other not in declared:
                        yield f"{where}: {name} imports {other} without declaring it"
                if modules[name] == "engine":
                    if FORBIDDEN_IN_ENGINE.match(line):
                        yield f"{where}: the engine cannot import this: {line.strip()}"
                    if EXISTENTIAL.search(line):
                        yield f"{where}: no `any` in the engine"
                    if KEY_PATH.search(line):
                        yield f"{where}: no key paths in the engine, Embedded Swift has none"


def main():
    found = list(faults())
    for fault in found:
        print(fault, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
