"""The call with a peer that is not a browser and knows only the documented formats."""
import time

import pytest

import calls

pytest.importorskip("aiortc")
from independent_expert import IndependentExpert  # noqa: E402


def test_an_independent_expert_sees_hears_and_draws(chromium, studio):
    room = calls.new_room()
    site = calls.on_site(chromium, studio, room)
    site.wait_for_selector("#alone:not([hidden])")
    expert = IndependentExpert(studio, room)
    site.until("assist.side.session.frame?.trackingState === 'normal' && assist.side.frames > 90")
    until(site, lambda: expert.opened.is_set() and len([code for code in expert.codes if code]) > 10)
    read = [code for code in expert.codes if code is not None]
    assert len(read) > 0.9 * len(expert.codes), "most pictures tell their frame"
    assert read == sorted(read)
    site.evaluate("assist.side.session.pause()")
    frame = read[-1]
    begin = {"t": "begin", "n": 5, "kind": "stroke", "color": "#2f9bff", "width": 0.006, "frame": frame}
    expert.draw(begin, {"t": "points", "n": 5, "frame": frame, "p": [0.45, 0.55, 0.5, 0.6, 0.55, 0.55]}, {"t": "end", "n": 5})
    site.until("assist.side.session.assisting.list().then((all) => all.length === 1 && all[0].isFinished)", 30)
    stroke = site.strokes()[0]
    assert stroke["support"] == "plane" and stroke["color"] == 0x2F9BFF and len(stroke["points"]) == 3
    until(site, lambda: any(message["t"] == "shown" and message["n"] == 5 for message in expert.messages))
    until(site, lambda: expert.voices > 500)

    # What does not check is refused, and harms nobody.
    expert.draw({"t": "points", "n": 5, "frame": frame, "p": [0.5]}, {"t": "nonsense"}, {**begin, "n": 6, "width": 9})
    until(site, lambda: sum(message["t"] == "refused" for message in expert.messages) == 3)
    expert.draw({**begin, "n": 7, "frame": (frame + 9_000_000) % 2**24})
    until(site, lambda: any(message["t"] == "refused" and message["why"] == "unknownFrame" for message in expert.messages))
    assert len(site.strokes()) == 1
    expert.leave()
    site.wait_for_selector("#alone:not([hidden])", timeout=20_000)
    site.leave()


def until(site, holds, seconds=calls.PATIENCE):
    """Waits while the page goes on."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "never came true"
        site.wait_for_timeout(100)
