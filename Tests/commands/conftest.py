"""The command line as `make test` or `make build` built it last."""
import fcntl
import json
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BLE = ROOT.parent / "shared" / "data" / "ble"


def pytest_configure(config):
    config.addinivalue_line("markers", "long: takes long and depends on little that changes; `make test` leaves it out, `make test-long` runs it")


def pytest_collection_modifyitems(items):
    """The file that takes longest comes first, so that no worker waits for it at the end."""
    items.sort(key=lambda item: item.path.stem != "test_dist")


@pytest.fixture(scope="session")
def program():
    path = ROOT / ".build-tests/debug/sightline"
    assert path.exists(), "the command line is missing: run make build"
    return path


@pytest.fixture(scope="session")
def sightline(program):
    """Runs a command to its end; gives its result, with `json` read where it printed one object."""

    def run(*arguments, status=0, **options):
        done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, timeout=120, **options)
        assert done.returncode == status, done.stderr
        done.json = json.loads(done.stdout) if "--json" in arguments and status == 0 else None
        return done

    return run


@pytest.fixture(scope="session")
def recorded_beacons():
    """A capture of real advertisements, and the table of what is in it."""
    if not BLE.exists():
        pytest.skip(f"no captures under {BLE}")
    return BLE / "ibeacon_only_sanitised.btsnoop", BLE / "ibeacon_adv_reports.csv"


@pytest.fixture(scope="session")
def walk(sightline, tmp_path_factory):
    """A simulated visit as a capture."""
    path = tmp_path_factory.mktemp("walk") / "walk.btsnoop"
    sightline("beacons", "simulate", "--output", path)
    return path


@pytest.fixture(scope="session")
def table(sightline, tmp_path_factory):
    """Six seconds round a simulated table."""
    folder = tmp_path_factory.mktemp("table") / "table"
    sightline("simulate", "room", "--motion", "tabletop", "--duration", 6, "--no-hand", "--output", folder)
    return folder


@pytest.fixture(scope="session")
def site(program, tmp_path_factory):
    """The documentation site, made from the pages as they are, with the interface in Swift as it was built."""
    folder = tmp_path_factory.mktemp("site") / "site"
    # Tests that run beside each other make the interface's pages in the same folder.
    with open(program.parent / "site.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        subprocess.run([ROOT / "Scripts/site/make-docs.sh", program.parent / "Modules"], check=True, capture_output=True, timeout=280)
        done = subprocess.run([sys.executable, ROOT / "Scripts/site/make-site.py", "--output", folder], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder
