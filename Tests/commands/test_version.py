"""What `sightline --version` prints: a released number of the change log, and the commit that was built."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_version_names_a_release_and_a_commit(sightline):
    printed = sightline("--version").stdout.strip()
    match = re.fullmatch(r"(\d+\.\d+\.\d+) \([0-9a-f]{7}(\+changes)?\)", printed)
    assert match, printed
    releases = re.findall(r"^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert match.group(1) == releases[0], f"{printed}, but the newest release of CHANGELOG.md is {releases[0]}"
