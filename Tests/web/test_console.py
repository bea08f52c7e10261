"""The console of the channel server in a real browser."""
import json

import pytest

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


def test_events_flow_and_are_filtered_held_back_and_made(page, studio, owner_token):
    sign_in(page, studio, owner_token)
    other = page.context.new_page()
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
    other.close()


def test_the_secret_is_shown_when_asked_for(page, studio, owner_token):
    sign_in(page, studio, owner_token)
    assert page.inner_text("#secret") == "••••••••"
    page.click("#reveal")
    until(page, "/^[0-9a-f]{32}$/.test(document.getElementById('secret').textContent)")
    page.click("#reveal")
    assert page.inner_text("#secret") == "••••••••"
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_tabs_go_by_arrow_keys(page, studio, owner_token):
    if page.size == "phone":
        pytest.skip("no keys there")
    sign_in(page, studio, owner_token)
    page.focus("#events-tab")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "connections-tab"
    assert page.locator("#connections-panel").is_visible() and page.locator("#events-panel").is_hidden()
