"""Waiting for a page."""
import time

# What a page says of itself: its data, the texts that tell people how things stand, and how the live feed stands if there is one.
TOLD = """({
    ...document.body.dataset,
    told: [...document.querySelectorAll("[role=status], [role=alert], [role=alertdialog], [aria-live]")].map((element) => element.textContent.trim()).filter(Boolean),
    feed: globalThis.feed && { seen: feed.seen.length, last: feed.seen.at(-1)?.number, rounds: feed.rounds, sent: feed.next },
})"""


def comes(page, condition, seconds):
    """Whether a condition comes true within so many seconds."""
    deadline = time.monotonic() + seconds
    while not (is_true := page.evaluate(condition)) and time.monotonic() < deadline:
        page.wait_for_timeout(50)
    return bool(is_true)


def until(page, condition, seconds=30):
    """Waits for a condition; the page's own policy forbids Playwright's way of waiting, which evaluates text in the page."""
    assert comes(page, condition, seconds), f"never came true: {condition}; the page says {page.evaluate(TOLD)}"


def until_still(page, expression, seconds=0.4):
    """Waits until the value of an expression has not changed for so many seconds, and returns it."""
    value, since = page.evaluate(expression), time.monotonic()
    while time.monotonic() - since < seconds:
        page.wait_for_timeout(50)
        if (now := page.evaluate(expression)) != value:
            value, since = now, time.monotonic()
    return value


def hold(page):
    """Presses the stage's button that holds the recording, or lets it go on for a moment; waits until the last image of a held one was shown."""
    page.click("#hold")
    if page.evaluate("document.getElementById('hold').dataset.held") == "true":
        until_still(page, "document.body.dataset.frames", 0.6)
    else:
        page.wait_for_timeout(700)
