#!/usr/bin/env python3
"""Runs the tests of the modules that changed since a commit, in the work tree too.

    Scripts/test-changed.py COMMIT -- PROGRAM ...     `--filter` is appended to the command

A module's own tests are run, a test's support module runs the tests that use it. Changes of the command line and of a page's
tests run those under pytest; pages and their JavaScript run what needs no browser. Tests of the modules above a changed one
are left to `make test`, and are named.
"""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PYTEST = [".venv/bin/pytest", "-q", "--timeout", "300"]


def output(*command):
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def changed_files(commit):
    """Files that differ from where this branch left the commit's, and new files that git does not know yet."""
    known = subprocess.run(["git", "rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}"], cwd=ROOT, capture_output=True)
    if known.returncode:
        sys.exit(f"test-changed: there is no commit {commit}; name one with SINCE=")
    base = output("git", "merge-base", commit, "HEAD").strip()
    names = output("git", "diff", "--name-only", base) + output("git", "ls-files", "--others", "--exclude-standard")
    return sorted(set(names.split("\n")) - {""})


def swift_tests(files, targets):
    """The test targets to run, and those of modules above the changed ones."""
    folders = {name: (target.get("path") or f"{'Tests' if target['type'] == 'test' else 'Sources'}/{name}") + "/" for name, target in targets.items()}
    needs = {name: {next(iter(need.values()))[0] for need in target["dependencies"]} for name, target in targets.items()}
    changed = {name for name, folder in folders.items() if any(file.startswith(folder) for file in files)}
    tests = {name for name, target in targets.items() if target["type"] == "test"}
    wanted = (changed & tests) | ({f"{name}Tests" for name in changed} & tests)
    for support in changed:
        if folders[support].startswith("Tests/"):
            wanted |= {test for test in tests if support in needs[test]}
    above, grew = set(changed), True
    while grew:
        count = len(above)
        above |= {name for name in targets if needs[name] & above}
        grew = len(above) > count
    return sorted(wanted), sorted((above & tests) - wanted)


def page_tests(files):
    found = {file for file in files if re.fullmatch(r"Tests/(web|commands)/(\w+/)?test_\w+\.py", file) and (ROOT / file).exists()}
    if any(file.startswith("Sources/sightline/") for file in files):
        found.add("Tests/commands")
    if any(file.startswith("Web/") or file.startswith("Tests/web/") and file.endswith(".mjs") for file in files):
        found.add("Tests/web/node/test_under_node.py")
    return sorted(found)


def main():
    if len(sys.argv) < 4 or sys.argv[2] != "--":
        sys.exit(__doc__)
    files = changed_files(sys.argv[1])
    targets = {target["name"]: target for target in json.loads(output("swift", "package", "dump-package"))["targets"]}
    wanted, above = swift_tests(files, targets)
    pages = page_tests(files)
    commands = []
    if wanted:
        commands.append([*sys.argv[3:], "--filter", "^(" + "|".join(wanted) + r")\."])
    if pages:
        commands.append([*PYTEST, *pages])
    print(f"{len(files)} files differ from {sys.argv[1]}; tests: {', '.join(wanted + pages) or 'none'}", flush=True)
    if above:
        print(f"Left to make test: {', '.join(above)}", flush=True)
    results = [subprocess.run(command, cwd=ROOT).returncode for command in commands]
    return max(results, default=0)


if __name__ == "__main__":
    sys.exit(main())
