"""What people who mean harm may try in a call: words and names that look like a page, unsound messages and signals, too many of them; and passes
that are forged, over, or of another room."""
import base64
import hashlib
import hmac
import json
import time

import pytest
import requests

import calls

MARKUP = "<img src=x onerror=alert(1)>"
SITE = "[...assist.room.peers.values()][0].peer"
INSIDE = "document.querySelectorAll('main img:not(.code):not(#pictures img)').length + document.querySelectorAll('main iframe, main script').length"


def open_call(callers, name="Ada"):
    site = callers.on_site()
    site.wait_for_selector("#alone:not([hidden])")
    calls.draw_small(site)
    expert = callers.join(name)
    for person in (site, expert):
        person.until("document.body.dataset.call === 'live'")
    expert.until(f"{SITE}.annotations.readyState === 'open' && {SITE}.chat.readyState === 'open'")
    return site, expert


def test_a_name_that_looks_like_a_page_is_shown_as_it_is_written(callers):
    site, expert = open_call(callers, MARKUP)
    asked = []
    site.page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    site.until(f"document.getElementById('people').textContent.includes({MARKUP!r})")
    expert.evaluate("assist.chat.note({ record: 'wish' })")
    site.until(f"document.getElementById('consent').open && document.getElementById('consent-text').textContent.startsWith({MARKUP!r})")
    site.click("#consent-no")
    expert.evaluate(f"assist.chat.say({MARKUP!r})")
    site.until("document.querySelectorAll('#talk li').length === 1")
    assert site.evaluate("document.querySelector('#talk .label').textContent") == MARKUP
    assert site.evaluate(INSIDE) == 0 and asked == []


def test_unsound_messages_and_files_of_a_peer_harm_nobody(callers):
    site, expert = open_call(callers)
    calls.hold_when_tracking(site, expert)
    expert.evaluate(f"globalThis.answers = []; {SITE}.annotations.addEventListener('message', ({{ data }}) => answers.push(JSON.parse(data)))")
    frame = expert.evaluate("assist.side.code")
    begin = {"v": 1, "t": "begin", "n": 1, "kind": "stroke", "color": "#ff5a52", "width": 0.006, "frame": frame}
    unsound = [
        "", "null", "[]", "{", '"begin"', "x" * 60_000, json.dumps({**begin, "text": "x" * 2000}), json.dumps({**begin, "width": 1e308}),
        json.dumps({**begin, "color": "url(//evil)"}), json.dumps({**begin, "t": "__proto__"}), json.dumps({**begin, "frame": -1}),
        json.dumps({"v": 1, "t": "points", "n": 1, "frame": frame, "p": [0.5] * 10_000}),
        json.dumps({"v": 1, "t": "measure", "n": 1, "frame": frame, "p": [0.4, 0.5, 9e9, 0.5]}),
    ]
    expert.evaluate(f"(texts) => texts.forEach((text) => {SITE}.annotations.send(text))", unsound)
    expert.until(f"answers.filter(({{ t, why }}) => t === 'refused' && why === 'badMessage').length === {len(unsound)}")

    # Thousands at once: what is over the limit is dropped, and after it the call goes on as before.
    expert.evaluate(f"(text) => {{ for (let i = 0; i < 150; i++) {SITE}.annotations.send(text); }}", json.dumps({"v": 1, "t": "freeze", "frame": frame}))
    expert.until("answers.filter(({ t }) => t === 'refused').length > 60")
    site.wait_for_timeout(2500)
    assert site.strokes() == []
    expert.evaluate("(texts) => texts.forEach((text) => [...assist.room.peers.values()][0].peer.annotations.send(text))", [
        json.dumps(begin), json.dumps({"v": 1, "t": "points", "n": 1, "frame": frame, "p": [0.45, 0.55, 0.5, 0.6]}), '{"v": 1, "t": "end", "n": 1}'])
    site.until("assist.side.session.assisting.list().then((all) => all.length === 1)", 30)

    # Talk: what is too long, too much or no talk at all is dropped; a page sent as a file is bytes to save.
    flood = ["null", "{", json.dumps({"t": "word", "text": 7}), json.dumps({"t": "word", "text": "x" * 9000}), json.dumps({"t": "note"}),
             json.dumps({"t": "note", "note": {"record": "saved", "address": "javascript:alert(1)"}}),
             json.dumps({"t": "file", "name": "all.bin", "size": 9e12, "type": "image/png"}), json.dumps({"t": "file", "size": 3})]
    expert.evaluate(f"(texts) => texts.forEach((text) => {SITE}.chat.send(text))", flood)
    expert.evaluate(f"{SITE}.chat.send(new Uint8Array(1000))")
    page = "<script>alert(1)</script>"
    expert.evaluate(f"""(page) => {{
        {SITE}.chat.send(JSON.stringify({{ t: "file", name: "../../page.html", size: page.length, type: "text/html" }}));
        {SITE}.chat.send(new TextEncoder().encode(page));
    }}""", page)
    site.wait_for_selector("#talk a.file", state="attached")
    kind = site.evaluate("fetch(document.querySelector('#talk a.file').href).then((answer) => answer.headers.get('content-type'))")
    assert kind == "application/octet-stream"
    assert "/" not in site.get_attribute("#talk a.file", "download")
    expert.evaluate(f"for (let i = 0; i < 3000; i++) {SITE}.chat.send(JSON.stringify({{ t: 'word', text: `spam ${{i}}` }}))")
    site.wait_for_timeout(2000)
    assert 2 <= site.locator("#talk li").count() < 100
    assert site.evaluate(INSIDE) == 0 and site.inner_text("#state") == "Live"


def test_unsound_signals_harm_nobody(callers):
    site, expert = open_call(callers)
    unsound = [None, 7, "x", [], {}, {"hello": {"a": 1}, "link": {"b": 2}}, {"description": 5}, {"description": {"type": "offer", "sdp": MARKUP}},
               {"candidates": 9}, {"candidates": [{"candidate": MARKUP}, None]}, {"link": "other", "description": {"type": "answer", "sdp": ""}}]
    expert.evaluate("""async (all) => {
        const { Channels } = await import("/sightline/channels.js");
        const { pass, name } = assist.room;
        const told = await fetch(`/api/assist/rooms/${name}/join`, {
            method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ role: "expert", name: "Eve" }),
        }).then((answer) => answer.json());
        const authorize = ({ channel, socketId }) => fetch("/api/channels/auth", {
            method: "POST", headers: { "X-Assist-Pass": told.pass }, body: new URLSearchParams({ socket_id: socketId, channel_name: channel }),
        }).then((answer) => answer.json());
        const channel = new Channels({ key: told.key, authorize }).subscribe(`presence-room-${name}`);
        await channel.subscribed;
        const pieces = [null, 5, { text: 5 }, { text: "{", part: 0, of: 1e9 }, { text: "{", part: -1, of: 1 }, { text: "{}", part: 0, of: 0.5 }];
        pieces.push(...all.map((each, id) => ({ to: null, instance: "eve", id, part: 0, of: 1, text: JSON.stringify(each) })));
        for (const piece of pieces) {
            channel.trigger("client-signal", piece);
            await new Promise((done) => setTimeout(done, 130));
        }
    }""", unsound)
    site.wait_for_timeout(1500)
    expert.evaluate("assist.chat.say('still here')")
    site.wait_for_selector("#talk li p:has-text('still here')", state="attached")
    assert site.inner_text("#state") == expert.inner_text("#state") == "Live"


def signed(claims, key, algorithm="HS256"):
    """A token, put together by hand."""
    def part(data):
        return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
    head = f"{part(json.dumps({'alg': algorithm, 'typ': 'JWT'}).encode())}.{part(json.dumps(claims).encode())}"
    seal = part(hmac.new(key.encode(), head.encode(), hashlib.sha256).digest()) if algorithm != "none" else ""
    return f"{head}.{seal}"


def claims_of(token):
    middle = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(middle + "=" * (-len(middle) % 4)))


@pytest.fixture
def host(studio):
    """The host's room and pass."""
    room = calls.new_room()
    answer = requests.post(f"{studio}api/assist/rooms/{room}/join", json={"role": "site", "name": "Sam"}, timeout=10)
    return room, answer.json()["pass"]


def doors(studio, room, token):
    """What a pass opens of a room: each way in, and its status."""
    with_pass = {"headers": {"X-Assist-Pass": token}, "timeout": 10}
    base = f"{studio}api/assist/rooms/{room}"
    form = {"socket_id": "1.1", "channel_name": f"presence-room-{room}"}
    return {
        "channel": requests.post(f"{studio}api/channels/auth", data=form, **with_pass).status_code,
        "waiting": requests.get(f"{base}/waiting", **with_pass).status_code,
        "invitation": requests.get(f"{base}/invitation", **with_pass).status_code,
        "door": requests.patch(base, json={"hasWaitingRoom": False}, **with_pass).status_code,
        "record": requests.post(f"{base}/records", json={"people": ["Sam"]}, **with_pass).status_code,
    }


def test_passes_that_are_forged_over_or_of_another_room_open_nothing(studio, studio_data, host):
    room, token = host
    key = (studio_data / "assist-key").read_text().strip()
    claims = claims_of(token)
    invited = {**claims, "isInvited": True}
    assert all(status < 300 for status in doors(studio, room, signed(invited, key)).values()), "the studio's key, put together by hand, opens all"
    elsewhere = requests.post(f"{studio}api/assist/rooms/{calls.new_room()}/join", json={"role": "site", "name": "Eve"}, timeout=10).json()["pass"]
    bad = {
        "none": "",
        "another room's": elsewhere,
        "over": signed({**claims, "exp": time.time() - 5}, key),
        "another key's": signed(claims, "0" * 64),
        "without a seal": signed(claims, key, "none"),
        "its room changed": ".".join([token.split(".")[0], signed({**claims, "isHost": True, "sub": "x"}, key).split(".")[1], token.split(".")[2]]),
        "invited by itself": ".".join([token.split(".")[0], signed(invited, key).split(".")[1], token.split(".")[2]]),
        "a consent": signed({**invited, "kind": "consent"}, key),
        "an invitation only": signed({**claims, "kind": "invite"}, key),
        "one who waits": signed({**claims, "kind": "waiting"}, key),
    }
    for name, each in bad.items():
        opened = {door: status for door, status in doors(studio, room, each).items() if status < 400}
        # Who waits may ask how they stand, and no more.
        assert opened == ({"waiting": 200} if name == "one who waits" else {}), name
    # The relay's secret and the key are nowhere to be read.
    assert requests.get(f"{studio}api/assist/rooms/{room}", timeout=10).status_code == 401
    assert all(requests.get(f"{studio}{path}", timeout=10).status_code in (401, 404) for path in ("assist-key", "data/assist-key", "api/assist/records"))
