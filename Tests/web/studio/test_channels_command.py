"""`sightline channels` against a running studio."""
import json
import subprocess

import pytest

from conftest import PROGRAM

CHANNEL = "private-measure-commandtest"


@pytest.fixture
def server(studio):
    return ["--server", studio.rstrip("/")]


def listen(server, *options):
    command = [PROGRAM, "channels", "listen", CHANNEL, *server, "--seconds", "20", *options]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def trigger(server, *options):
    return subprocess.run([PROGRAM, "channels", "trigger", *options, *server], capture_output=True, text=True, timeout=30)


def test_an_event_goes_from_one_command_to_the_other(server):
    # The channel keeps its last events, so that it does not matter who is there first.
    done = trigger(server, CHANNEL, "client-hello", '{"text":"é"}', "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"channel": CHANNEL, "event": "client-hello", "published": True}
    heard, _ = listen(server, "--count", "1", "--event", "client-hello", "--json").communicate(timeout=30)
    line = json.loads(heard)
    assert (line["event"], line["channel"], json.loads(line["data"])) == ("client-hello", CHANNEL, {"text": "é"})


def test_the_application_itself_publishes_with_its_secret(server, studio_data):
    secret = (studio_data / "channels-secret").read_text().strip()
    done = trigger(server, CHANNEL, "greeting", "plain words", "--app-id", "1", "--secret", secret)
    assert done.returncode == 0, done.stderr
    heard, _ = listen(server, "--count", "1", "--event", "greeting").communicate(timeout=30)
    assert heard == "greeting\tplain words\n"


def test_tags_of_one_command_meet_the_filter_of_the_other(server, studio_data):
    secret = (studio_data / "channels-secret").read_text().strip()
    for color in ("red", "blue"):
        done = trigger(server, CHANNEL, "painted", color, "--app-id", "1", "--secret", secret, "--tag", f"color={color}", "--conflation-key", "door")
        assert done.returncode == 0, done.stderr
    blue = json.dumps({"key": "color", "cmp": "eq", "val": "blue"})
    heard, _ = listen(server, "--count", "1", "--event", "painted", "--filter", blue, "--deltas").communicate(timeout=30)
    assert heard == "painted\tblue\n"
    for text, reason in [('{"key":"a","cmp":"is"}', "filter.cmp is no comparison"), ("{", "not JSON")]:
        refused = listen(server, "--filter", text)
        _, told = refused.communicate(timeout=30)
        assert refused.returncode == 64 and reason in told


@pytest.mark.parametrize("options, status, reason", [
    ([CHANNEL, "client-x", "1", "--tag", "a=b"], 64, "--app-id"),
    ([CHANNEL, "x", "1", "--tag", "a"], 64, "NAME=VALUE"),
    (["private-nobodys", "client-x", "1"], 1, "403"),
    ([CHANNEL, "hello", "1"], 64, "client-"),
    (["not a channel", "client-x", "1"], 64, "not a channel's name"),
    ([CHANNEL, "client-x", "1", "--key", "wrong", "--secret", "x"], 1, "4001"),
    ([CHANNEL, "x", "1", "--app-id", "1", "--key", "wrong", "--secret", "x"], 1, "401"),
])
def test_what_cannot_be_done_is_said_with_its_status(server, options, status, reason):
    done = trigger(server, *options)
    assert done.returncode == status, done.stderr
    assert reason in done.stderr
