"""Live readings: what one device measures is seen on another."""
import csv
import io
import json

from conftest import at_size, beside, first_at
from waiting import until

CODE = "livetest2345"
PUBLISH = """async ([code, states]) => {
    localStorage.setItem("sightline-live-code", code);
    const { Publishing } = await import("/measure/publishing.js");
    const results = states.filter(({ result }) => result).map(({ result }) => result);
    let done = 0;
    const publishing = new Publishing(async () => results.slice(0, done));
    const connected = new Promise((resolve) => (publishing.onstate = (state) => state === "connected" && resolve()));
    await publishing.start();
    await connected;
    for (const { live = null, result } of states) {
        if (result) done += 1;
        publishing.take({ tool: "distance", live, measurementCount: done });
        await new Promise((resolve) => setTimeout(resolve, 30));
    }
    await new Promise((resolve) => setTimeout(resolve, 700));
    publishing.stop();
}"""


def live(value):
    return {"live": {"quantity": "length", "value": value, "sigma": 0.004, "text": f"{100 * value:.1f} cm ± 4 mm"}}


def result(number, value):
    text = f"{100 * value:.1f} cm ± 4 mm"
    return {"result": {"number": number, "name": "", "kind": "distance", "value": value, "sigma": 0.004, "unit": "m", "text": text}}


def publish(page, studio, code, states):
    """Publishes from another page as the measuring page does."""
    other = beside(page)
    other.goto(f"{studio}live/")
    other.evaluate(PUBLISH, [code, states])
    other.context.close()


def saved(page, kind):
    with page.expect_download() as download:
        page.click(f"#{kind}")
    return open(download.value.path(), encoding="utf-8").read()


@first_at("phone")
def test_readings_are_seen_logged_and_saved(page, studio):
    code = CODE + page.size
    page.goto(f"{studio}live/#{code}")
    until(page, "document.getElementById('state').dataset.state === 'connected'")
    publish(page, studio, code, [live(0.1 + number / 100) for number in range(30)] + [result(1, 0.412)])
    assert page.inner_text("#value") == "41.2 cm"
    assert page.inner_text("#sigma") == "± 4 mm"
    assert page.inner_text("#what") == "Distance: result"
    assert page.locator("#rows tr").count() == 1
    page.click("#between")
    between = page.locator("#rows tr").count() - 1
    assert 3 <= between <= 7, "thirty readings in a second are at most five a second"
    table = list(csv.DictReader(io.StringIO(saved(page, "csv"))))
    assert len(table) == between + 1 and float(table[-1]["value"]) == 0.412 and table[-1]["isFinal"] == "true"
    assert json.loads(saved(page, "json"))[-1]["unit"] == "m"
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0

    page.reload()
    until(page, "document.getElementById('value').textContent === '41.2 cm'")


def test_the_owner_has_readings_kept_and_forgotten(page, studio, owner_token):
    code = CODE + "kept" + page.size
    page.goto(f"{studio}live/#{code}")
    until(page, "document.getElementById('state').dataset.state === 'connected'")
    assert page.locator("#keep").is_hidden()
    page.evaluate(
        "(token) => fetch('/api/owner/session', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ token }) })",
        owner_token)
    page.reload()
    page.get_by_role("button", name="Keep on this studio").click()
    page.get_by_text("Every reading from now on is kept.").wait_for()
    publish(page, studio, code, [result(1, 0.25), result(2, 0.5)])
    address = f"/api/readings/{code}"
    until(page, f"fetch('{address}').then((answer) => answer.json()).then(({{ readings }}) => readings.length === 2)")
    page.get_by_role("button", name="Stop keeping").click()
    page.get_by_text("2 kept.").wait_for()
    page.get_by_role("button", name="Delete what is kept").click()
    until(page, f"fetch('{address}').then((answer) => answer.json()).then(({{ readings }}) => readings.length === 0)")


def test_what_is_no_code_is_said(page, studio):
    page.goto(f"{studio}live/")
    page.get_by_label("Code").fill("short")
    page.get_by_role("button", name="Watch").click()
    page.get_by_text("That is no code of a measuring device.").wait_for()
    page.faults[:] = [fault for fault in page.faults if "403" not in fault]


@at_size("desktop")
def test_a_measurement_is_seen_on_another_device(page, studio):
    """From the engine in one page to the reading in another, over the studio."""
    from test_measure import hold_when_ready, open_recording, place, ready_places

    open_recording(page, studio)
    page.click("#share")
    page.get_by_text("Live: whoever has this address").wait_for()
    other = beside(page)
    other.goto(page.get_attribute("#share-address", "href"))
    hold_when_ready(page)
    first, second = ready_places(page)[:2]
    place(page, *first)
    place(page, *second)
    until(other, "document.getElementById('what').textContent.endsWith('result')")
    assert other.inner_text("#value") == page.inner_text(".told").split(" ± ")[0]
    other.context.close()
