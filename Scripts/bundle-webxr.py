#!/usr/bin/env python3
"""Writes Web/sightline/webxr-classic.js: the modules of Web/sightline/webxr as one classic script. With --check it fails where the file differs."""
import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "Web/sightline"
IMPORT = re.compile(r'^import \{[^}]*\} from "\./([\w-]+\.js)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let)\b)", re.MULTILINE)
DECLARED = re.compile(r"^(?:export )?(?:async )?(?:function|class|const|let) (\w+)", re.MULTILINE)
HEAD = """// Made by Scripts/bundle-webxr.py from the modules in webxr/; change those. The same as webxr.js as a classic script: `<script src="webxr-classic.js"></script>`
// first in a page, with the same parameters. `installWebXR` is a global.
(() => {
"use strict";
const address = document.currentScript.src;
"""
TAIL = """
globalThis.installWebXR = installFor(() => import(new URL("./sightline.js", address).href), new URL(address).searchParams);
})();
"""


def joined(text, name):
    """A module without comments, on one line; every statement of ours ends with a semicolon."""
    lines = re.sub(r"^\s*/\*\*.*?\*/\n", "", text, flags=re.MULTILINE | re.DOTALL).splitlines()
    code = " ".join(line.strip() for line in lines if line.strip() and not line.strip().startswith("//"))
    if "//" in code:
        sys.exit(f"{name}: a comment must have a line of its own")
    return code


def ordered(name, seen):
    """The modules that a module needs, each after those it imports, as far as they do not import each other."""
    if name in seen:
        return []
    seen.add(name)
    text = (FOLDER / "webxr" / name).read_text()
    return [each for other in IMPORT.findall(text) for each in ordered(other, seen)] + [(name, text)]


def bundle():
    owners = {"address": "the head"}
    parts = []
    for name, text in ordered("install.js", set()):
        for declared in DECLARED.findall(text):
            if declared in owners:
                sys.exit(f"{name} and {owners[declared]} both declare {declared}: rename one")
            owners[declared] = name
        parts.append(f"// {name}\n{joined(EXPORT.sub('', IMPORT.sub('', text)), name)}\n")
    return HEAD + "".join(parts) + TAIL


if __name__ == "__main__":
    target = FOLDER / "webxr-classic.js"
    if "--check" not in sys.argv:
        target.write_text(bundle())
    elif target.read_text() != bundle():
        sys.exit("Web/sightline/webxr-classic.js is not up to date: run Scripts/bundle-webxr.py")
