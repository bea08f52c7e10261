"""The call's messages and frame codes, without a browser."""
import pathlib
import subprocess

SCRIPT = pathlib.Path(__file__).with_name("assist-messages.mjs")


def test_messages_keep_their_limits_and_unsound_ones_are_refused():
    run = subprocess.run(["node", SCRIPT], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
