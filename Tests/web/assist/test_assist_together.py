"""Several people in one call: each two of them have a connection of their own, made again without harm to the others."""
import pytest

import calls

LIST = "assist.side.session.assisting.list()"
# The other end of each connection, by the name of who is there.
NAMES = "[...assist.room.peers.values()].filter(({ peer }) => peer.state === 'connected').map(({ member }) => member.name).sort()"
INK = """([x, y]) => {
    const video = document.getElementById("remote");
    const canvas = Object.assign(document.createElement("canvas"), { width: 64, height: 36 });
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(video, 0, 0, 64, 36);
    const { data } = context.getImageData(Math.round(64 * x) - 4, Math.round(36 * y) - 4, 8, 8);
    let colors = { green: 0, red: 0 };
    for (let i = 0; i < data.length; i += 4) {
        const [r, g, b] = data.subarray(i, i + 3);
        if (g > 130 && r < 110 && b < 110) colors.green += 1;
        if (r > 130 && g < 110 && b < 110) colors.red += 1;
    }
    return colors;
}"""
# What the page sends over its socket to others.
KEEP_SIGNALS = """{
    const send = WebSocket.prototype.send;
    globalThis.signals = [];
    WebSocket.prototype.send = function (text) {
        if (String(text).includes("client-signal")) signals.push(text);
        globalThis.socket = this;
        send.call(this, text);
    };
}"""
LINK = "[...assist.room.peers.values()][0].link"
# By which way the other end is reached; a description may be made again without the way being another.
WAY = "[...assist.room.peers.values()][0].peer.connection.remoteDescription.sdp.match(/ice-ufrag:(.+)/)[1]"
WAYS = "[...assist.room.peers.values()].map(({ peer }) => peer.connection.localDescription.sdp.match(/ice-ufrag:(.+)/)[1])"
TALK = "[...assist.room.peers.values()].every(({ peer }) => peer.chat.readyState === 'open')"


def all_connected(*people):
    """Everyone is connected with everyone else, and the channels are open."""
    for person in people:
        person.until(f"assist.room.peers.size === {len(people) - 1} && {NAMES}.length === {len(people) - 1} && {TALK}")


def paint(expert, color, places):
    """A thick stroke over the places; its pen alone knows of the colour."""
    expert.evaluate(f"Object.assign(assist.side.pen, {{ color: '{color}', width: 0.05 }})")
    expert.draw(places)


def sees(expert, color, place):
    expert.until(f"({INK})({list(place)}).{color} > 8")


@pytest.mark.realtime
def test_two_experts_at_once_see_each_others_strokes_and_one_goes_on_alone(callers):
    site = callers.on_site()
    site.wait_for_selector("#alone:not([hidden])")
    calls.draw_small(site)
    ada = callers.join("Ada")
    bob = callers.join("Bob", width=1280, height=800, is_mobile=False, has_touch=False)
    all_connected(site, ada, bob)
    assert [person.evaluate(NAMES) for person in (site, ada, bob)] == [["Ada", "Bob"], ["Bob", "Sam"], ["Ada", "Sam"]]
    calls.hold_when_tracking(site, ada)
    calls.hold(site, ada, bob)
    assert ada.evaluate("assist.side.author") != bob.evaluate("assist.side.author")

    # Each sees the other's stroke where it was drawn, in the site's image.
    paint(ada, "#00ff00", [(0.35, 0.6), (0.4, 0.61), (0.45, 0.6)])
    paint(bob, "#ff0000", [(0.55, 0.7), (0.6, 0.71), (0.65, 0.7)])
    site.until(f"{LIST}.then((all) => all.filter(({{ isFinished }}) => isFinished).length === 2)")
    sees(bob, "green", (0.4, 0.6))
    sees(ada, "red", (0.6, 0.7))
    assert {stroke["author"] for stroke in site.strokes()} == {ada.evaluate("assist.side.author"), bob.evaluate("assist.side.author")}

    # Undo takes one's own alone.
    ada.click("#undo")
    site.until(f"{LIST}.then((all) => all.length === 1 && all[0].color === 0xff0000)")

    # A word goes to both; who leaves is gone for both, and the other goes on.
    ada.evaluate("assist.chat.say('Good-bye')")
    for person in (site, bob):
        person.wait_for_selector("#talk li p:has-text('Good-bye')", state="attached")
    ada.evaluate("document.getElementById('hang-up').click()")
    all_connected(site, bob)
    assert site.inner_text("#state") == bob.inner_text("#state") == "Live"
    pictures = bob.evaluate("assist.side.readFrames")
    site.evaluate("assist.side.session.resume()")
    bob.until(f"assist.side.readFrames > {pictures} + 5")
    calls.hold(site, bob)
    paint(bob, "#00ff00", [(0.4, 0.65), (0.45, 0.66), (0.5, 0.65)])
    site.until(f"{LIST}.then((all) => all.length === 2 && all.every(({{ isFinished }}) => isFinished))")


@pytest.mark.long
def test_experts_who_come_at_the_same_moment_and_load_their_pages_anew_all_meet(callers):
    site = callers.on_site()
    site.wait_for_selector("#alone:not([hidden])")
    calls.draw_small(site)
    site.until("assist.side.session.shownNanoseconds && assist.side.frames > 20")
    site.evaluate("assist.side.session.pause()")
    experts = [callers.join(name, is_entering=False) for name in ("Ada", "Bob", "Cleo")]
    for expert in experts:
        expert.evaluate("void setTimeout(() => document.getElementById('enter').click(), 300)")
    all_connected(site, *experts)

    # Everyone looks for another way at once: all offers collide.
    ways = [person.evaluate(WAYS) for person in (site, *experts)]
    for person in (site, *experts):
        person.evaluate("void setTimeout(() => dispatchEvent(new Event('online')), 500)")
    for person, before in zip((site, *experts), ways):
        person.until(f"{WAYS}.every((way) => !{before}.includes(way))")
    all_connected(site, *experts)
    word = "[...document.querySelectorAll('#talk li p')].map(({ textContent }) => textContent).sort().join()"
    for person, text in ((site, "one"), (experts[0], "two")):
        person.evaluate(f"assist.chat.say('{text}')")
    for expert in experts[1:]:
        expert.until(f"{word} === 'one,two'")

    # The same people on pages reloaded, while the others still have connections with the old ones.
    for expert in experts[:2]:
        expert.reload(wait_until="commit")
        expert.wait_for_selector("#enter:enabled")
        expert.click("#enter")
    for expert in experts[:2]:
        expert.until("globalThis.assist?.room.me")
    all_connected(site, *experts)
    experts[0].evaluate("assist.chat.say('again')")
    for person in (site, *experts[1:]):
        person.until("[...document.querySelectorAll('#talk li p')].at(-1)?.textContent === 'again'")
    for expert in experts:
        expert.until("assist.side.readFrames > 0")


def test_signals_of_an_earlier_connection_are_dropped(callers):
    site = callers.on_site(script=KEEP_SIGNALS)
    site.wait_for_selector("#alone:not([hidden])")
    calls.draw_small(site)
    site.until("assist.side.session.shownNanoseconds && assist.side.frames > 20")
    site.evaluate("assist.side.session.pause()")
    ada = callers.join("Ada")
    all_connected(site, ada)
    first = site.evaluate(LINK)
    assert first and first == ada.evaluate(LINK)
    early = site.evaluate("signals.length")
    ada.reload()
    ada.click("#enter")
    ada.until("globalThis.assist?.room.me")
    all_connected(site, ada)
    second = site.evaluate(LINK)
    assert second != first and second == ada.evaluate(LINK)

    # All that the site said on the first connection comes again, late, at the page that was reloaded.
    ways = [person.evaluate(WAY) for person in (site, ada)]
    for number in range(early):
        site.evaluate(f"socket.send(signals[{number}])")
        site.wait_for_timeout(130)
    ada.evaluate("assist.chat.say('here')")
    site.wait_for_selector("#talk li p:has-text('here')", state="attached")
    all_connected(site, ada)
    assert [person.evaluate(WAY) for person in (site, ada)] == ways
