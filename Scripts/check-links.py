#!/usr/bin/env python3
"""Fails if a Markdown page names what does not exist. Part of `make lint`.

Relative links must lead to files, and to headings that the page has. In docs/tools/overview.md also: tests (`test_place::test_a_model`, a file of Tests and a function
of it), pages (`/place/`) and commands (`sightline beacons scan`).
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
OVERVIEW = ROOT / "docs/tools/overview.md"
LINK = re.compile(r"\[[^\]]*\]\(([^()\s]+(?:\([^()]*\))?)\)|<(?:img|a)\b[^>]*?(?:src|href)=\"([^\"]+)\"")
CODE = re.compile(r"`([^`]+)`")
TEST = re.compile(r"@Test\b(?:(?!@Test\b)[\s\S])*?\bfunc (?:`([^`]+)`|(\w+))|^def (test_\w+)", re.M)
COMMAND = re.compile(r"commandName: \"(\w+)\"")


def anchors(page):
    """The anchors of a page's headings, as Git hosts write them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def faults(page):
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.S)
    for match in LINK.finditer(text):
        target = match[1] or match[2]
        if re.match(r"[a-z]+:", target) or target.startswith("/"):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists():
            yield f"{page.relative_to(ROOT)}: {target}: no such file"
        elif anchor and file.suffix == ".md" and anchor not in anchors(file):
            yield f"{page.relative_to(ROOT)}: {target}: no such heading"


def named_faults(page):
    """The tests, pages and commands that a page names and that do not exist."""
    tests = {}
    for file in [*ROOT.glob("Tests/**/*.swift"), *ROOT.glob("Tests/**/test_*.py")]:
        tests.setdefault(file.stem, set()).update(name for names in TEST.findall(file.read_text()) for name in names if name)
    commands = {name for file in ROOT.glob("Sources/sightline/**/*.swift") for name in COMMAND.findall(file.read_text())}
    for name in CODE.findall(page.read_text()):
        file, colons, function = name.partition("::")
        if colons and function not in tests.get(file, ()):
            yield f"{page.relative_to(ROOT)}: {name}: no such test"
        if name.startswith("/") and not (ROOT / f"Web{name}index.html").exists():
            yield f"{page.relative_to(ROOT)}: {name}: no such page"
        if name.startswith("sightline ") and not commands.issuperset(name.split()):
            yield f"{page.relative_to(ROOT)}: {name}: no such command"


def main():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True)
    pages = [ROOT / name for name in listed.stdout.split()]
    found = [fault for page in pages if page.exists() for fault in faults(page)] + list(named_faults(OVERVIEW))
    print("\n".join(found), end="\n" if found else "")
    sys.exit(1 if found else 0)


main()
