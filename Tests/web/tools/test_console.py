"""The console of the channel server in a real browser."""
import http.server
import json
import os
import threading

import pytest

import conftest
from conftest import at_size, first_at
from waiting import until

SUBSCRIBE = """async (name) => {
    const { Channels } = await import("/sightline/channels.js");
    const { key } = await (await fetch("/api/channels")).json();
    window.channels = new Channels({ key });
    await window.channels.subscribe(name).subscribed;
}"""


def sign_in(page, studio, token):
    page.goto(f"{studio}console/")
    page.get_by_label("Owner's token").fill(token)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_selector("#console:not([hidden])")
    until(page, "document.getElementById('state').dataset.state === 'connected'")
    page.wait_for_timeout(300)


def rows(page):
    return page.locator("#events tr").all_inner_texts()


def test_the_console_is_the_owners_alone(page, studio):
    page.goto(f"{studio}console/")
    assert page.locator("#console").is_hidden()
    page.get_by_label("Owner's token").fill("wrong")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_text("This is not the owner's token.").wait_for()
    assert page.evaluate("fetch('../api/console/state').then((answer) => answer.status)") == 401
    assert all("401" in fault for fault in page.faults)
    page.faults.clear()


@first_at("desktop")
def test_events_flow_and_are_filtered_held_back_and_made(page, studio, owner_token):
    sign_in(page, studio, owner_token)
    other = conftest.beside(page)
    other.goto(f"{studio}live/")
    other.evaluate(SUBSCRIBE, "private-measure-consoletest1")
    page.get_by_text("private-measure-consoletest1").first.wait_for(state="attached")
    other.evaluate("window.channels.subscribe('private-measure-consoletest1').trigger('client-hello', { n: 1 })")
    until(page, "[...document.querySelectorAll('#events tr')].some((row) => row.innerText.includes('client-hello'))")
    assert any("subscribed" in row for row in rows(page))

    page.fill("#filter", "client-hello")
    assert len(rows(page)) == 1 and '{"n":1}' in rows(page)[0]
    page.fill("#filter", "")

    page.click("#pause")
    other.evaluate("window.channels.subscribe('private-measure-consoletest1').trigger('client-later', 2)")
    page.get_by_text("held back").wait_for()
    assert not any("client-later" in row for row in rows(page))
    page.click("#pause")
    assert any("client-later" in row for row in rows(page))

    page.click("#send-tab")
    other.evaluate("() => { window.made = new Promise((hear) => window.channels.subscribe('private-measure-consoletest1').bind('made', hear)); }")
    page.get_by_label("Channel", exact=True).fill("private-measure-consoletest1")
    page.get_by_label("Event", exact=True).fill("made")
    page.get_by_label("Data").fill(json.dumps({"by": "console"}))
    page.get_by_role("button", name="Send").click()
    assert other.evaluate("window.made") == {"by": "console"}
    page.get_by_text("Sent to private-measure-consoletest1.").wait_for()
    page.click("#connections-tab")
    page.locator("#connection-rows").get_by_text("private-measure-consoletest1").wait_for()
    other.context.close()


def test_the_secret_is_shown_when_asked_for(page, studio, owner_token):
    sign_in(page, studio, owner_token)
    assert page.inner_text("#secret") == "••••••••"
    page.click("#reveal")
    until(page, "/^[0-9a-f]{32}$/.test(document.getElementById('secret').textContent)")
    page.click("#reveal")
    assert page.inner_text("#secret") == "••••••••"
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@at_size("desktop")
def test_tabs_go_by_arrow_keys(page, studio, owner_token):
    sign_in(page, studio, owner_token)
    page.focus("#events-tab")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "connections-tab"
    assert page.locator("#connections-panel").is_visible() and page.locator("#events-panel").is_hidden()


@pytest.fixture(scope="module")
def receiver():
    """An address for webhooks that refuses the first request of all, and what it was told after that."""
    told = []

    class Receiver(http.server.BaseHTTPRequestHandler):
        refusals = 1

        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            is_refused, Receiver.refusals = Receiver.refusals > 0, Receiver.refusals - 1
            if not is_refused:
                told.extend(json.loads(body)["events"])
            self.send_response(503 if is_refused else 200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    server.told = told
    yield server
    server.shutdown()


@pytest.fixture(scope="module")
def telling_studio(engine, receiver, tmp_path_factory):
    """A studio with a second application whose webhooks go to the receiver: its address and the owner's token."""
    folder = tmp_path_factory.mktemp("telling")
    application = {
        "id": "7", "name": "Museum", "key": "museum-key", "secret": "museum-secret",
        "webhooks": [{"url": f"http://127.0.0.1:{receiver.server_port}/hooks/museum"}],
    }
    (folder / "applications.json").write_text(json.dumps([application]))
    with conftest.serving("--data", folder) as address:
        yield address, (folder / "owner-token").read_text().strip()


VISIT = """async () => {
    const { Channels } = await import("/sightline/channels.js");
    window.channels = new Channels({ key: "museum-key" });
    await window.channels.subscribe("hall").subscribed;
}"""


@at_size("desktop")
def test_webhooks_are_seen_as_they_go_out_fail_and_are_tried_again(page, telling_studio, receiver):
    studio, token = telling_studio
    receiver.RequestHandlerClass.refusals = 1
    sign_in(page, studio, token)
    page.select_option("#application", "7")
    page.click("#webhooks-tab")
    page.get_by_text(f"http://127.0.0.1:{receiver.server_port}/hooks/museum").first.wait_for()
    other = conftest.beside(page)
    other.goto(f"{studio}live/")
    other.evaluate(VISIT)
    until(page, "[...document.querySelectorAll('#webhook-rows tr')].some((row) => /^503/.test(row.children[1].innerText))")
    until(page, "document.querySelector('#webhook-rows tr').innerText.includes('attempt 2')")
    newest, older = page.locator("#webhook-rows tr").all()[:2]
    assert "200" in newest.inner_text() and "channel_occupied" in newest.inner_text()
    assert "503" in older.inner_text() and "again in 1 s" in older.inner_text()
    assert older.get_attribute("data-fault") == "true" and newest.get_attribute("data-fault") == "false"
    assert {"name": "channel_occupied", "channel": "hall"} in receiver.told
    if folder := os.environ.get("SIGHTLINE_PICTURES"):
        page.screenshot(path=f"{folder}/console-webhooks-{page.size}.png")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0

    # Another application's webhooks are not shown under this one, and the log outlives the page.
    page.select_option("#application", index=[i for i, name in enumerate(page.locator("#application option").all_inner_texts()) if name != "Museum"][0])
    assert page.locator("#webhook-rows tr").count() == 0
    page.get_by_text("This application has no address for webhooks.").wait_for()
    page.reload()
    page.wait_for_selector("#console:not([hidden])")
    page.select_option("#application", "7")
    page.click("#webhooks-tab")
    page.locator("#webhook-rows").get_by_text("again in 1 s").first.wait_for()
    other.context.close()
    page.locator("#webhook-rows").get_by_text("channel_vacated").first.wait_for()


def test_text_that_is_not_json_is_sent_with_a_word(page, studio, owner_token):
    sign_in(page, studio, owner_token)
    page.click("#send-tab")
    page.fill("[name=channel]", "public-test")
    page.fill("[name=name]", "hello")
    page.fill("[name=data]", "{ not json")
    page.get_by_text("This is not JSON. It will be sent as plain text.").wait_for()
    page.locator("#send .main").click()
    page.get_by_text("Sent to public-test as plain text.").wait_for()
    button, told = page.locator("#send .main").bounding_box(), page.locator("#sent").bounding_box()
    assert told["x"] == button["x"] and told["y"] >= button["y"] + button["height"]
    page.fill("[name=data]", "{}")
    page.locator("#send .main").click()
    page.get_by_text("Sent to public-test.", exact=True).wait_for()


def test_what_is_counted_is_listed(page, tmp_path):
    with conftest.serving("--data", tmp_path, "--beacons", "simulated") as studio:
        sign_in(page, studio, (tmp_path / "owner-token").read_text().strip())
        until(page, "Number(document.getElementById('rate').textContent) > 0")
        until(page, "document.querySelectorAll('#events tr').length > 0")
        # The page must not look for a studio that is stopped.
        page.goto("about:blank")
