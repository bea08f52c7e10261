#!/usr/bin/env python3
"""Makes the documentation site from the Markdown pages, in site/: search, light and dark, no request to anywhere else. `make site`.

Sphinx (with MyST, which reads Markdown as Git hosts do, and the theme Furo) makes the pages. Before it, the pages are laid out with `docs/` as the root;
after it, scripts and styles inside the pages move into files, so that the studio's content security policy lets them run. What `make docs` made is added.
"""
import argparse
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import bs4

ROOT = pathlib.Path(__file__).resolve().parents[2]
SETTINGS = ROOT / "Scripts/site"
API = ROOT / ".build-docs/site"
LINK = re.compile(r"(\[[^\]]*\]\()([^()\s]+)(\))|(<(?:img|a)\b[^>]*?(?:src|href)=\")([^\"]+)(\")")
FENCE = re.compile(r"^```.*?^```\n", re.M | re.S)

# The pages beside docs/ and their names on the site.
OTHERS = {"README.md": "about.md", "CONTRIBUTING.md": "contributing.md", "SECURITY.md": "security.md", "CHANGELOG.md": "changelog.md"}
# Folders of docs/ whose pages are at the site's root, where links of others lead.
FLAT = {"tools", "library", "server", "figures"}
# The contents at the side: every page has its place here.
CONTENTS = {
    "Start": ["start/measure", "start/web", "start/swift", "start/venue", "start/server"],
    "Tools": ["overview", "measure", "draw", "billboard", "assist", "problem-report", "beacons", "channels", "room-scan"],
    "Library": ["session", "web", "webxr", "headsets", "shapes", "depth", "scan", "codes", "models", "rendering", "simulation", "examples"],
    "Server": ["install", "serve"],
    "Figures": ["accuracy", "tracking-matrix", "phones", "tuning", "notes/depth", "notes/lengths", "notes/odometry", "notes/phones", "notes/planes", "notes/positions", "notes/webxr"],
    "Project": ["about", "architecture", "conventions", "glossary", "languages", "contributing", "security", "changelog"],
}
ROLES = {
    "start/measure": ("I want to measure", "Lengths, areas and heights with a phone, or from a recording."),
    "start/web": ("I build web pages", "The engine in a page of your own, WebXR, channels."),
    "start/swift": ("I write Swift", "The engine in a package of your own."),
    "start/venue": ("I run a venue", "Beacons, a floor plan, posters, Home Assistant."),
    "start/server": ("I run the server", "Install, serve, watch, keep safe."),
}


class Sources:
    """The pages as Sphinx reads them: laid out anew, with their links following."""

    def __init__(self, folder):
        self.folder = folder
        self.names = {ROOT / path: name for path, name in OTHERS.items()}
        for page in sorted((ROOT / "docs").rglob("*.md")):
            name = str(page.relative_to(ROOT / "docs")).removeprefix(f"{page.parent.name}/" if page.parent.name in FLAT else "")
            self.names[page] = "index.md" if name == "README.md" else name

    def write(self):
        placed = {f"{name}.md" for names in CONTENTS.values() for name in names} | {"index.md"}
        made = set(self.names.values()) | {"examples.md"}
        if placed != made:
            sys.exit(f"Scripts/site/make-site.py: CONTENTS and the pages differ: {', '.join(sorted(placed ^ made))}")
        for folder in ("_static", "_extra"):
            (self.folder / folder).mkdir(parents=True)
        shutil.copy(SETTINGS / "sightline.css", self.folder / "_static")
        shutil.copy(SETTINGS / "conf.py", self.folder)
        shutil.copy(ROOT / "Web/studio/mark.svg", self.folder)
        for page, name in self.names.items():
            self.put(name, self.with_links(page, name))
        self.put("examples.md", self.examples())
        index = self.folder / "index.md"
        index.write_text(self.with_roles(index.read_text()) + contents())

    def put(self, name, text):
        target = self.folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)

    def with_links(self, page, name):
        """A page's text with each link leading to where its target is on the site; code is left as it is."""
        text, parts, end = page.read_text(), [], 0
        for fence in FENCE.finditer(text):
            parts += [self.relinked(text[end:fence.start()], page, name), fence.group()]
            end = fence.end()
        return "".join(parts) + self.relinked(text[end:], page, name)

    def relinked(self, text, page, name):
        def new(match):
            before, target, after = (part or other for part, other in zip(match.groups()[:3], match.groups()[3:]))
            return before + self.target(target, page, name, is_markup=before.startswith("<")) + after

        return LINK.sub(new, text)

    def target(self, target, page, name, is_markup):
        path, mark, anchor = target.partition("#")
        if not path or re.match(r"[a-z]+:", target):
            return target
        file = (page.parent / path).resolve()
        if file in self.names:
            return relative(self.names[file], name) + mark + anchor
        inside = file.relative_to(ROOT)
        if inside.parts[0] == "Examples":
            return relative("examples.md", name)
        if not file.is_file():
            sys.exit(f"{page.relative_to(ROOT)}: {target}: a folder has no page on the site; link to a file in it")
        # Sphinx copies what Markdown links to; what markup names it leaves alone.
        kept = self.folder / ("_extra/files" if is_markup else "files") / inside
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, kept)
        return relative(f"files/{inside}", name)

    @staticmethod
    def examples():
        """One page with the programs of Examples/."""
        parts = ["# Examples\n\nWhole programs. The Swift ones are a package, `Examples/Swift`; the pages lie beside the library's folder.\n"]
        for title, pattern, language in (("In Swift", "Swift/**/*.swift", "swift"), ("In JavaScript", "web/*.html", "html")):
            parts.append(f"\n## {title}\n")
            for file in sorted((ROOT / "Examples").glob(pattern)):
                parts.append(f"\n### {file.relative_to(ROOT / 'Examples')}\n\n````{language}\n{file.read_text()}````\n")
        return "".join(parts)

    @staticmethod
    def with_roles(text):
        """The index with the list of first pages as cards."""
        cards = "".join(f'<li><a href="{name}.html"><strong>{title}</strong>{words}</a></li>' for name, (title, words) in ROLES.items())
        table = re.search(r"^\| I \|.*?\n\n`make site`.*?\n\n", text, re.M | re.S)
        if not table:
            sys.exit("docs/README.md: the table of first pages, or what is said of the site below it, is missing")
        return text[:table.start()] + f'<ul class="roles">{cards}</ul>\n\n' + interface() + text[table.end():]


def interface():
    """A line with links to the modules' pages; empty if `make docs` has not made them."""
    if not API.exists():
        return ""
    titles = {page.stem: json.loads(page.read_text())["metadata"]["title"] for page in (API / "data/documentation").glob("*.json")}
    # The pages' script takes a path without a file's name.
    links = ", ".join(f'<a href="api/documentation/{name}/">{title}</a>' for name, title in sorted(titles.items()))
    return f"<p>The interface in Swift: {links}.</p>\n\n"


def contents():
    """The lists of pages that make the contents at the side."""
    tree = "\n```{toctree}\n:hidden:\n:caption: %s\n%s\n```\n"
    return "".join(tree % (caption, "\n".join(names)) for caption, names in CONTENTS.items())


def relative(target, page):
    return os.path.relpath(target, os.path.dirname(page) or ".")


def add_api(site):
    """Adds the pages of `make docs`, moved from the root of a server to `/docs/api/`, where the studio has them."""
    base = "/docs/api/"
    shutil.copytree(API, site / "api")
    (site / "api/base.js").write_text(f'var baseUrl = "{base}";\n')
    # The pages' script asks for it; without settings of ours it is empty.
    (site / "api/theme-settings.json").write_text("{}\n")
    for page in (site / "api").rglob("*.html"):
        text = re.sub(r'\b(src|href)="/', rf'\1="{base}', page.read_text())
        text = text.replace('<script>var baseUrl = "/"</script>', f'<script src="{base}base.js"></script>')
        page.write_text(re.sub(r"<noscript>.*?</noscript>", "<noscript>This page needs JavaScript.</noscript>", text, flags=re.S))


class Policy:
    """Moves what stands inside the pages into files: scripts and styles there would not run under the studio's content security policy."""

    def __init__(self, site):
        self.site = site
        self.styles = {}

    def apply(self):
        for page in sorted(self.site.rglob("*.html")):
            page.write_text(self.moved(page.read_text(), page))
        rules = "".join(f".{name} {{ {style} }}\n" for style, name in sorted(self.styles.items()))
        (self.site / "_static/inline.css").write_text(rules)

    def moved(self, text, page):
        document = bs4.BeautifulSoup(text, "html.parser")
        up = relative("_static", str(page.relative_to(self.site)))
        for element in document.find_all(["script", "style"]):
            if element.name == "script" and element.get("src"):
                continue
            kind = "js" if element.name == "script" else "css"
            name = f"{hashlib.sha256(element.string.encode()).hexdigest()[:12]}.{kind}"
            (self.site / "_static" / name).write_text(element.string.strip() + "\n")
            if kind == "js":
                new = document.new_tag("script", src=f"{up}/{name}")
            else:
                new = document.new_tag("link", rel="stylesheet", href=f"{up}/{name}")
            element.replace_with(new)
        for element in document.find_all(style=True):
            style = element["style"].strip().rstrip(";") + ";"
            name = self.styles.setdefault(style, f"inline-{hashlib.sha256(style.encode()).hexdigest()[:8]}")
            element["class"] = [*element.get_attribute_list("class"), name] if element.get("class") else [name]
            del element["style"]
        document.head.append(document.new_tag("link", rel="stylesheet", href=f"{up}/inline.css"))
        return str(document)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "site")
    options = parser.parse_args()
    output = options.output.resolve()
    with tempfile.TemporaryDirectory() as folder:
        sources, made = pathlib.Path(folder, "sources"), pathlib.Path(folder, "site")
        Sources(sources).write()
        command = [sys.executable, "-m", "sphinx", "-b", "html", "-q", "-W", "--keep-going", "-d", pathlib.Path(folder, "trees"), sources, made]
        if subprocess.run(command).returncode != 0:
            sys.exit("The site is not made: see above.")
        (made / ".buildinfo").unlink(missing_ok=True)
        Policy(made).apply()
        if API.exists():
            add_api(made)
        shutil.rmtree(output, ignore_errors=True)
        shutil.copytree(made, output)
    print(f"{output}: {len(list(output.rglob('*.html')))} pages. The studio shows them at /docs/.")


if __name__ == "__main__":
    main()
