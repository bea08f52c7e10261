#!/usr/bin/env python3
"""Lists the constants of all detectors and estimators, their `Tuning` values, in docs/figures/tuning.md.

    Scripts/list-tuning.py            writes the page
    Scripts/list-tuning.py --check    fails if the page differs from the sources, or a member is not documented

A member of a `struct Tuning` (or of an `enum` or `struct` whose name ends in Tuning) has a line such as

    /// Unit: pixels. Range: 1…4. Origin: by hand.

in its comment. Members without that line are listed with what their comment says, if their module is not in COMPLETE.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/figures/tuning.md"
# In these modules every member says unit, range and origin.
COMPLETE = {"Features", "Odometry"}
BEGIN = re.compile(r"^( *)(?:(?:public|package|private|fileprivate) )*(?:struct|enum) (\w*Tuning)\b.*\{$")
TYPE = re.compile(r"^( *)(?:[\w()]+ )*(?:struct|class|enum|extension) ([\w.]+)")
MEMBER = re.compile(r"^ *(?:(?:public|package|static|private) )*(?:let|var) (\w+)(?:: [\w.]+)? = (.+)$")
FACTS = re.compile(r"^Unit: (.+?)\. Range: (.+?)\. Origin: (.+)\.$")
HEAD = """# Tuning

The constants that were chosen, not derived, module by module. `Scripts/list-tuning.py` writes this page from the sources; `make lint` fails if
they differ. The range is where a value is plausible. "By hand" means that no command fits the value: it was tried and kept. A dash: the
source does not say.
"""


def members(path):
    """Tuning members of a file: (type, name, value, description, unit, range, origin)."""
    owners, comment, inside, name = [], [], None, None
    for line in path.read_text().splitlines():
        if inside is None:
            if begin := BEGIN.match(line):
                inside, name, comment = begin.group(1), begin.group(2), []
            elif owner := TYPE.match(line):
                depth = len(owner.group(1))
                owners = [known for known in owners if known[0] < depth] + [(depth, owner.group(2))]
            continue
        if line == inside + "}":
            inside, comment = None, []
        elif found := re.match(r"^ */// ?(.*)$", line):
            comment.append(found.group(1))
        elif found := MEMBER.match(line):
            text = [part for part in comment if part]
            facts = next((match for part in text if (match := FACTS.match(part))), None)
            words = " ".join(part for part in text if not FACTS.match(part))
            owner = ".".join([known[1] for known in owners if known[0] < len(inside)] + ([name] if name != "Tuning" else []))
            yield (owner, found.group(1), found.group(2), words, *(facts.groups() if facts else ("–", "–", "–")))
            comment = []


def page():
    """The page's text, and what is missing in the sources."""
    lines, missing = [HEAD], []
    for module in sorted(folder for folder in (ROOT / "Sources").iterdir() if folder.is_dir()):
        rows = []
        for path in sorted(module.rglob("*.swift")):
            for owner, name, value, words, unit, span, origin in members(path):
                if module.name in COMPLETE and origin == "–":
                    missing.append(f"{path.relative_to(ROOT)}: {owner}.{name} needs a line with Unit, Range and Origin")
                cells = [f"`{owner}`", f"`{name}`", value.replace("_", ""), unit, span, origin, words]
                rows.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
        if rows:
            lines.append(f"\n## {module.name}\n\n| owner | name | value | unit | range | origin | meaning |\n|---|---|---|---|---|---|---|")
            lines.extend(rows)
    return "\n".join(lines) + "\n", missing


def main():
    text, missing = page()
    for line in missing:
        print(line)
    if "--check" in sys.argv[1:]:
        if not PAGE.exists() or PAGE.read_text() != text:
            sys.exit("docs/figures/tuning.md differs from the sources: run Scripts/list-tuning.py")
    else:
        PAGE.write_text(text)
    if missing:
        sys.exit(1)


if __name__ == "__main__":
    main()
