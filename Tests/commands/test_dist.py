"""What `make dist` makes is unpacked and run as on a machine without Swift."""
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import tarfile

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def dist(program, site, tmp_path_factory):
    """The folder of what was made from the program as it was built last."""
    if not (ROOT / "Web/sightline/sightline.wasm").exists():
        pytest.skip("the engine for the browser is missing: run make wasm")
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([ROOT / "Scripts/packaging/make-dist.py", program.parent, "--output", folder, "--site", site], check=True, capture_output=True, timeout=280)
    return folder


@pytest.fixture(scope="module")
def unpacked(dist, tmp_path_factory):
    """The tarball, unpacked somewhere else, and the environment of a machine without Swift."""
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(next(dist.glob("*-linux-x86_64.tar.gz"))) as archive:
        archive.extractall(folder, filter="data")
    return next(folder.iterdir()), {"PATH": "/usr/bin:/bin", "HOME": str(folder)}


def test_the_tarballs_program_needs_no_swift_and_tracks_as_the_build_does(sightline, unpacked, tmp_path):
    folder, environment = unpacked
    own = folder / "bin/sightline"
    needed = subprocess.run(["ldd", own], capture_output=True, text=True, check=True).stdout
    assert "swift" not in needed.lower() and "Foundation" not in needed
    sightline("simulate", "desk", "--duration", "2", "--output", tmp_path / "desk")
    subprocess.run([own, "track", tmp_path / "desk", "--trajectory", tmp_path / "own.tum"], check=True, capture_output=True, env=environment)
    sightline("track", tmp_path / "desk", "--trajectory", tmp_path / "built.tum")
    assert (tmp_path / "own.tum").read_bytes() == (tmp_path / "built.tum").read_bytes() != b""


def test_the_tarballs_studio_serves_its_own_pages(unpacked, tmp_path):
    folder, environment = unpacked
    command = [folder / "bin/sightline", "serve", "--port", "0", "--data", tmp_path]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment, cwd=tmp_path)
    try:
        address = next(found.group() for line in process.stderr if (found := re.search(r"http://\S+:\d+/", line)))
        for path in ("", "measure/", "docs/start/measure.html", "sightline/sightline.wasm"):
            done = subprocess.run(["curl", "-sf", "-o", tmp_path / "answer", "--compressed", address + path], check=False)
            assert done.returncode == 0, path
        assert (tmp_path / "answer").read_bytes() == (ROOT / "Web/sightline/sightline.wasm").read_bytes()
    finally:
        process.terminate()
        assert process.wait(timeout=20) == 0


def test_the_debian_package_has_a_service_and_a_manual(dist, tmp_path):
    package = next(dist.glob("*.deb"))
    subprocess.run(["dpkg-deb", "-x", package, tmp_path], check=True)
    unit = (tmp_path / "usr/lib/systemd/system/sightline.service").read_text()
    for line in ("User=sightline", "ProtectSystem=strict", "NoNewPrivileges=yes", "StateDirectory=sightline"):
        assert line in unit.splitlines()
    assert (tmp_path / "etc/sightline/sightline.env").exists()
    assert (tmp_path / "usr/share/man/man1/sightline-track.1.gz").exists()
    assert (tmp_path / "usr/share/bash-completion/completions/sightline").read_text().startswith("#") is False


@pytest.mark.long
def test_the_debian_package_has_no_errors(dist):
    if not shutil.which("lintian"):
        pytest.skip("lintian is not installed")
    done = subprocess.run(["lintian", "--fail-on", "error", next(dist.glob("*.deb"))], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_the_browser_library_names_its_version_and_every_files_digest(dist):
    with tarfile.open(next(dist.glob("sightline-web-*.tgz"))) as archive:
        names = archive.getnames()
        description = json.load(archive.extractfile("package/package.json"))
        digests = json.load(archive.extractfile("package/integrity.json"))
    assert description["version"] in str(next(dist.glob("*.deb"))) and "private" not in description
    assert {name.removeprefix("package/") for name in names if name.endswith((".js", ".wasm"))} == set(digests)
    assert "sightline.wasm" in digests and all(each.startswith("sha384-") for each in digests.values())


def test_the_list_of_packages_names_a_licence_for_each(dist):
    document = json.loads(next(dist.glob("*.spdx.json")).read_text())
    licences = {each["name"]: each["licenseConcluded"] for each in document["packages"]}
    assert {"sightline", "hummingbird", "swift-nio", "grdb.swift"} <= set(licences)
    assert set(licences.values()) <= {"Apache-2.0", "MIT"}


def test_the_sums_are_those_of_the_files(dist):
    for line in (dist / "SHA256SUMS").read_text().splitlines():
        expected, name = line.split()
        assert hashlib.sha256((dist / name).read_bytes()).hexdigest() == expected


@pytest.mark.long
def test_the_image_starts_as_its_own_user_and_serves(dist, tmp_path):
    """The image's layers are unpacked, and its entry point runs in them with the image's user, arguments and folder."""
    if os.geteuid() != 0:
        pytest.skip("an image is made and unpacked by root alone")
    if missing := [tool for tool in ("mmdebstrap", "umoci") if not shutil.which(tool)]:
        pytest.skip(f"not installed: {', '.join(missing)}")
    subprocess.run([ROOT / "Scripts/packaging/make-image.sh", dist], check=True, capture_output=True, timeout=280)
    index = json.loads((dist / "image/index.json").read_text())
    version = index["manifests"][0]["annotations"]["org.opencontainers.image.ref.name"]
    subprocess.run(["umoci", "unpack", "--image", f"{dist}/image:{version}", tmp_path / "bundle"], check=True, capture_output=True)
    assert sum(path.stat().st_size for path in (dist / "image").rglob("*") if path.is_file()) < 150e6
    process = json.loads((tmp_path / "bundle/config.json").read_text())["process"]
    user, arguments = process["user"], ["0" if each == "8443" else each for each in process["args"]]
    assert user["uid"] != 0 and "8443" in process["args"]
    # In a mount namespace of its own, which takes /proc away again when the studio ends.
    start = 'mount -t proc proc "$0/proc" && cd "$0" && exec chroot --userspec="$1" "$0" "${@:2}"'
    command = ["unshare", "--mount", "bash", "-c", start, tmp_path / "bundle/rootfs", f"{user['uid']}:{user['gid']}", *arguments]
    environment = dict(each.split("=", 1) for each in process["env"])
    studio = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
    try:
        address = next((found.group() for line in studio.stderr if (found := re.search(r"https://\S+:\d+/", line))), None)
        assert address, "the image's studio did not start"
        port = address.rstrip("/").rsplit(":", 1)[1]
        for path in ("health", "measure/", "docs/", "sightline/sightline.wasm"):
            done = subprocess.run(["curl", "-skf", "--compressed", "-o", tmp_path / "answer", f"https://127.0.0.1:{port}/{path}"], check=False)
            assert done.returncode == 0, path
        assert (tmp_path / "answer").read_bytes() == (ROOT / "Web/sightline/sightline.wasm").read_bytes()
        token = tmp_path / "bundle/rootfs/var/lib/sightline/owner-token"
        assert token.stat().st_uid == user["uid"] and token.stat().st_mode & 0o077 == 0
    finally:
        studio.terminate()
        assert studio.wait(timeout=20) == 0
