"""Modules of the pages and of the library that need no page: each file of tests beside this one runs under node."""
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
