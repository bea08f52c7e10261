#!/usr/bin/env python3
"""Makes what people install, in dist/: a tarball, a Debian package, the browser library, a list of what is linked in. `make dist`.

The program is linked anew from the objects of the build, with Swift's runtime inside, so that the target machine needs no Swift.
Two runs of one build give the same bytes: dates are those of the commit, owners are root, lists are sorted.
"""
import argparse
import base64
import datetime
import gzip
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

import licences
import manual

ROOT = pathlib.Path(__file__).resolve().parents[2]

PACKAGING = ROOT / "Packaging/debian"
LIBRARIES = ["qrencode", "brotlienc", "hiredis", "mosquitto", "sqlite3", "stdc++", "m", "z", "EGL", "GLESv2", "jpeg", "png"]
# Foundation's own libraries, which the compiler's autolinking leaves out of a static program.
FOUNDATION = [
    "Foundation", "FoundationInternationalization", "FoundationEssentials", "_FoundationICU", "CoreFoundation", "_FoundationCShims", "_FoundationCollections",
]


class Distribution:
    """One version of the program, its pages and its papers."""

    def __init__(self, built, output, needs_avx2, site):
        self.built, self.output, self.needs_avx2, self.site = built, output, needs_avx2, site
        self.seconds = int(git("log", "-1", "--format=%ct"))
        self.date = datetime.datetime.fromtimestamp(self.seconds, datetime.timezone.utc)
        printed = run([built / "sightline", "--version"])
        self.version = re.match(r"(\d+\.\d+\.\d+) \(", printed).group(1)
        self.linked = licences.packages(ROOT, built.parent)

    def link(self, target):
        """Links the program with Swift's runtime inside and without symbols."""
        product = self.built / "sightline.product/Objects.LinkFileList"
        command = ["swiftc", "-static-stdlib", "-use-ld=lld", "-emit-executable", "-module-name", "sightline", "-o", target, f"@{product}"]
        command += ["-L", self.built, "-Xlinker", "--gc-sections", "-Xlinker", "--defsym", "-Xlinker", "main=sightline_main"]
        run(command + [f"-l{name}" for name in [*LIBRARIES, *FOUNDATION]])
        # No program reads the hashes of Swift's modules, and they differ from build to build.
        run(["strip", "--remove-section=.swift_modhash", target])

    def tree(self, folder):
        """The installed files below a prefix: program, pages, documentation, manual pages, completions, licences."""
        program = folder / "bin/sightline"
        for path in ("bin", "share/man/man1", "share/doc/sightline/licences"):
            (folder / path).mkdir(parents=True)
        self.link(program)
        shutil.copytree(ROOT / "Web", folder / "share/sightline/Web")
        shutil.copytree(self.site, folder / "share/sightline/site")
        for name, text in manual.pages(program, self.date.date().isoformat()).items():
            (folder / "share/man/man1" / f"{name}.gz").write_bytes(gzip.compress(text.encode(), mtime=0))
        for shell, path in {"bash": "bash-completion/completions/sightline", "zsh": "zsh/vendor-completions/_sightline", "fish": "fish/vendor_completions.d/sightline.fish"}.items():
            target = folder / "share" / path
            target.parent.mkdir(parents=True)
            target.write_text(run([program, "--generate-completion-script", shell]).removeprefix("#!/bin/bash\n"))
        papers = folder / "share/doc/sightline"
        for name in ("README.md", "SECURITY.md"):
            shutil.copy(ROOT / name, papers)
        shutil.copy(ROOT / "LICENSE", papers / "licences/sightline")
        for package in self.linked:
            for name, text in licences.texts(package).items():
                (papers / "licences" / f"{package['name']}-{name}").write_text(text)
        for path in folder.rglob("*"):
            path.chmod(0o755 if path.is_dir() or path == program else 0o644)

    def tarball(self, tree):
        name = f"sightline-{self.version}-linux-x86_64"
        return self.archive(self.output / f"{name}.tar.gz", tree, name)

    def archive(self, path, folder, prefix):
        """A tar.gz of a folder that does not depend on when, by whom and in which order its files were made."""
        with open(path, "wb") as stream, gzip.GzipFile(fileobj=stream, mode="wb", filename="", mtime=0, compresslevel=6) as packed:
            with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
                for each in sorted(folder.rglob("*")):
                    archive.add(each, f"{prefix}/{each.relative_to(folder)}", recursive=False, filter=self._neutral)
        return path

    def _neutral(self, entry):
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        entry.mtime = self.seconds
        return entry

    def debian(self, tree, folder):
        """The Debian package: the same files below /usr, a service, its configuration, a user of its own."""
        root = folder / "debian"
        shutil.copytree(tree, root / "usr", copy_function=shutil.copy)
        papers = root / "usr/share/doc/sightline"
        shutil.move(root / "usr/share/doc/sightline/licences", papers / "third-party-licences")
        (papers / "copyright").write_text(
            "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: *\nCopyright: 2026 the Sightline authors\nLicense: Apache-2.0\n\n"
            "License: Apache-2.0\n On Debian systems the text is in /usr/share/common-licenses/Apache-2.0.\n The licences of what is linked in"
            " are in third-party-licences.\n"
        )
        entry = f"sightline ({self.version}) stable; urgency=medium\n\n  * See README.md.\n\n -- Sightline maintainers <maintainers@sightline.invalid>  {self.date:%a, %d %b %Y %H:%M:%S +0000}\n"
        (papers / "changelog.gz").write_bytes(gzip.compress(entry.encode(), mtime=0))
        place(PACKAGING / "sightline.service", root / "usr/lib/systemd/system/sightline.service")
        place(PACKAGING / "bluetooth.conf", papers / "examples/bluetooth.conf")
        place(PACKAGING / "lintian-overrides", root / "usr/share/lintian/overrides/sightline")
        place(PACKAGING / "sightline.env", root / "etc/sightline/sightline.env")
        control = root / "DEBIAN"
        control.mkdir()
        (control / "conffiles").write_text("/etc/sightline/sightline.env\n")
        for name in ("preinst", "postinst", "prerm", "postrm"):
            (control / name).write_text((PACKAGING / name).read_text().replace("@NEEDS_AVX2@", "yes" if self.needs_avx2 else "no"))
        installed = sum(path.stat().st_size for path in root.rglob("*") if path.is_file()) // 1024
        (control / "control").write_text(
            f"Package: sightline\nVersion: {self.version}\nArchitecture: amd64\nMaintainer: Sightline maintainers <maintainers@sightline.invalid>\n"
            f"Installed-Size: {installed}\nDepends: {self._depends(root)}, adduser\nRecommends: ffmpeg\nSuggests: redis-server, coturn, tesseract-ocr, poppler-utils\nSection: graphics\n"
            "Priority: optional\nDescription: open augmented reality: world tracking, measuring, calls, beacons\n"
            " A studio for phones' browsers: it measures with the camera, lets a remote\n expert draw into the world of a call, and shows iBeacons. Its engine tracks\n"
            " recordings on the command line.\n"
        )
        for path in [root, *root.rglob("*")]:
            is_script = path.parent == control and path.name in ("preinst", "postinst", "prerm", "postrm")
            path.chmod(0o755 if path.is_dir() or is_script or path.name == "sightline" and path.parent.name == "bin" else 0o644)
        package = self.output / f"sightline_{self.version}_amd64.deb"
        run(["dpkg-deb", "--build", "--root-owner-group", "-Zgzip", "-z6", root, package], SOURCE_DATE_EPOCH=str(self.seconds))
        return package

    @staticmethod
    def _depends(root):
        """The packages of the libraries that the program loads."""
        with tempfile.TemporaryDirectory() as folder:
            place(pathlib.Path("/dev/null"), pathlib.Path(folder, "debian/control"))
            printed = run(["dpkg-shlibdeps", "-O", "--ignore-missing-info", root / "usr/bin/sightline"], cwd=folder)
        return re.search(r"^shlibs:Depends=(.*)$", printed, re.MULTILINE).group(1)

    def library(self, folder):
        """The browser library in the layout of an npm package, with the digest of every file for `integrity` attributes."""
        package = folder / "package"
        shutil.copytree(ROOT / "Web/sightline", package, ignore=shutil.ignore_patterns("*.br"))
        description = json.loads((package / "package.json").read_text())
        description["version"] = self.version
        description.pop("private", None)
        (package / "package.json").write_text(json.dumps(description, indent=4) + "\n")
        shutil.copy(ROOT / "LICENSE", package)
        shutil.copy(ROOT / "docs/library/web.md", package / "README.md")
        digests = {str(path.relative_to(package)): integrity(path) for path in sorted(package.rglob("*")) if path.suffix in (".js", ".wasm")}
        (package / "integrity.json").write_text(json.dumps(digests, indent=4) + "\n")
        return self.archive(self.output / f"sightline-web-{self.version}.tgz", package, "package")

    def bill(self):
        path = self.output / f"sightline-{self.version}.spdx.json"
        path.write_text(json.dumps(licences.document(self.version, f"{self.date:%Y-%m-%dT%H:%M:%SZ}", self.linked), indent=2) + "\n")
        return path


def run(command, cwd=None, **environment):
    """What a command prints; its errors end this program with its words."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, cwd=cwd, env={**os.environ, **environment})
    if done.returncode != 0:
        sys.exit(f"{command[0]} failed:\n{done.stderr[-4000:]}")
    return done.stdout


def git(*arguments):
    return run(["git", "-C", ROOT, *arguments]).strip()


def place(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(source.read_bytes())


def integrity(path):
    return "sha384-" + base64.b64encode(hashlib.sha384(path.read_bytes()).digest()).decode()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("built", type=pathlib.Path, help="the folder of the built program")
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "dist")
    parser.add_argument("--needs-avx2", action="store_true", help="the program was built for x86-64-v3")
    parser.add_argument("--site", type=pathlib.Path, default=ROOT / "site", help="the documentation site (make site)")
    options = parser.parse_args()
    if not (ROOT / "Web/sightline/sightline.wasm").exists():
        sys.exit("The engine for the browser is missing: run make wasm.")
    if not (options.site / "index.html").exists():
        sys.exit("The documentation site is missing: run make site.")
    options.output.mkdir(parents=True, exist_ok=True)
    distribution = Distribution(options.built.resolve(), options.output.resolve(), options.needs_avx2, options.site)
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder, "tree")
        distribution.tree(tree)
        made = [distribution.tarball(tree), distribution.debian(tree, pathlib.Path(folder)), distribution.library(pathlib.Path(folder)), distribution.bill()]
    sums = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in made)
    (options.output / "SHA256SUMS").write_text(sums)
    for path in made:
        print(f"{path}  {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
