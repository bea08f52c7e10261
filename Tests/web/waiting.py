"""Waiting for a page."""
import time


def comes(page, condition, seconds):
    """Whether a condition comes true within so many seconds."""
    deadline = time.monotonic() + seconds
    while not (is_true := page.evaluate(condition)) and time.monotonic() < deadline:
        page.wait_for_timeout(50)
    return bool(is_true)


def until(page, condition, seconds=30):
    """Waits for a condition; the page's own policy forbids Playwright's way of waiting, which evaluates text in the page."""
    assert comes(page, condition, seconds), f"never came true: {condition}"


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
