#!/usr/bin/env python3
"""Writes modules as one classic script: Web/sightline/webxr-classic.js, and Web/lab/webxr/injected.js, which the lab puts first into a page; and
Web/lab/webxr/examples.json, the WebXR examples as the lab opens them. With --check it fails if a file differs."""
import json
import pathlib
import re
import sys

WEB = pathlib.Path(__file__).resolve().parents[1] / "Web"
IMPORT = re.compile(r'^import \{[^}]*\} from "(\.\.?/[\w./-]+\.js)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let)\b)", re.MULTILINE)
TITLE = re.compile(r"<title>([^<]+)</title>")
DECLARED = re.compile(r"^(?:export )?(?:async )?(?:function|class|const|let) (\w+)", re.MULTILINE)
CLASSIC = ("sightline/webxr/install.js", """// Made by Scripts/bundle-webxr.py from the modules in webxr/; change those. The same as webxr.js as a classic script: `<script src="webxr-classic.js"></script>`
// first in a page, with the same parameters. `installWebXR` is a global.
(() => {
"use strict";
const address = document.currentScript.src;
""", """
globalThis.installWebXR = installFor(() => import(new URL("./sightline.js", address).href), new URL(address).searchParams);
})();
""")
INJECTED = ("lab/webxr/injected/begin.js", """// Made by Scripts/bundle-webxr.py from the modules in injected/; change those.
(() => {
"use strict";
""", """
beginInPage();
})();
""")


def joined(text, name):
    """A module without comments, on one line; every statement of ours ends with a semicolon."""
    lines = re.sub(r"^\s*/\*\*.*?\*/\n", "", text, flags=re.MULTILINE | re.DOTALL).splitlines()
    code = " ".join(line.strip() for line in lines if line.strip() and not line.strip().startswith("//"))
    if "//" in code:
        sys.exit(f"{name}: a comment must have a line of its own")
    if "</script" in code or "<!--" in code:
        sys.exit(f"{name}: a page's script cannot hold this text")
    return code


def ordered(file, seen):
    """The modules that a module needs, each after those it imports, as far as they do not import each other."""
    if file in seen:
        return []
    seen.add(file)
    text = file.read_text()
    return [each for other in IMPORT.findall(text) for each in ordered((file.parent / other).resolve(), seen)] + [(file, text)]


def bundle(entry, head, tail):
    owners = {"address": "the head"}
    parts = []
    for file, text in ordered(WEB / entry, set()):
        for declared in DECLARED.findall(text):
            if declared in owners:
                sys.exit(f"{file.name} and {owners[declared]} both declare {declared}: rename one")
            owners[declared] = file.name
        parts.append(f"// {file.name}\n{joined(EXPORT.sub('', IMPORT.sub('', text)), file.name)}\n")
    return head + "".join(parts) + tail


def examples():
    """The WebXR pages of Examples/web: name, title and text."""
    files = sorted((WEB.parent / "Examples/web").glob("webxr-*.html"))
    pages = [{"name": file.name, "title": TITLE.search(text)[1], "html": text} for file in files for text in [file.read_text()]]
    return json.dumps(pages, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    for name, make in (("sightline/webxr-classic.js", lambda: bundle(*CLASSIC)), ("lab/webxr/injected.js", lambda: bundle(*INJECTED)), ("lab/webxr/examples.json", examples)):
        target, made = WEB / name, make()
        if "--check" not in sys.argv:
            target.write_text(made)
        elif not target.exists() or target.read_text() != made:
            sys.exit(f"Web/{name} is not up to date: run Scripts/bundle-webxr.py")
