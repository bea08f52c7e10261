"""Modules of the pages that need no page, under node: video files whose bytes are broken, what members of a call send and show, images in planes, the channels client over a socket that the test plays, the pace of readings, what gives way
in a call on a slow device or network, the order of frames while their images are rectified,
@pytest.mark.parametrize("script", sorted(file.name.removesuffix(".test.mjs") for file in HERE.glob("*.test.mjs")))
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")
@pytest.mark.parametrize("script", sorted(file.name.removesuffix(".test.mjs") for file in HERE.glob("*.test.mjs")))
def test_under_node(script):
    run = subprocess.run(["node", "--test", "--test-reporter=tap", HERE / f"{script}.test.mjs"], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr
