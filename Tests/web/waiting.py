"""Waiting for a page."""
import time


def until(page, condition, seconds=30):
    """Waits for a condition; the page's own policy forbids Playwright's way of waiting, which evaluates text in the page."""
    deadline = time.monotonic() + seconds
    while not page.evaluate(condition):
        assert time.monotonic() < deadline, f"never came true: {condition}"
        page.wait_for_timeout(50)
