"""Modules of the pages that need no page, under node: video files whose bytes are broken, what members of a call send, images in planes, the channels client over a socket that the test plays, the pace of readings, what gives way
in a call on a slow device or network, the order of frames while their images are rectified,
how certain hits are, where mesh anchors are and where rays meet them, what labels show of a channel, how heaps are listed, motion events as samples, when little light is told, what a scan knows and advises."""
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")
@pytest.mark.parametrize("script", ["call-messages", "camera-planes", "channel-values", "channels-client", "codec-choice", "earth", "heaps", "hit-covariance", "image-flow", "light-warning", "mesh-anchors", "mesh-hit", "motion", "projection", "reading-chart", "reading-pace", "recent-capture", "rectified-images", "run-watchdog", "scan", "start-bitrate", "video-files", "view-load"])
def test_under_node(script):
    run = subprocess.run(["node", "--test", "--test-reporter=tap", HERE / f"{script}.test.mjs"], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr
