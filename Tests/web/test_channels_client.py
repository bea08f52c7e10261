"""The browser's channels client, under node, over a socket that the test plays."""
import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent / "channels-client.test.mjs"


@pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")
def test_the_channels_client_keeps_to_the_protocol():
    run = subprocess.run(["node", "--test", "--test-reporter=tap", SCRIPT], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr
