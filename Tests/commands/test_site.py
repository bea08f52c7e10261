"""The documentation site, as the studio serves it: complete, searched, light and dark, and without a request to anywhere else."""
import os
import re
import shutil
import subprocess
import threading
import urllib.parse

import bs4
import pytest

from conftest import ROOT


@pytest.fixture(scope="module")
def address(program, site, tmp_path_factory):
    """The site's address in a studio whose pages have it beside them."""
    folder = tmp_path_factory.mktemp("pages")
    (folder / "Web").symlink_to(ROOT / "Web")
    (folder / "site").symlink_to(site)
    command = [program, "serve", "--port", "0", "--pages", folder / "Web", "--data", folder / "data"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    found = next(found.group() for line in process.stderr if (found := re.search(r"http://\S+:\d+/", line)))
    threading.Thread(target=process.stderr.read, daemon=True).start()
    yield found + "docs/"
    process.terminate()
    assert process.wait(timeout=20) == 0


def test_no_link_leads_nowhere_and_nothing_comes_from_elsewhere(site):
    # What DocC made is its own.
    found = [page for page in site.rglob("*.html") if page.relative_to(site).parts[0] != "api"]
    pages = {page: bs4.BeautifulSoup(page.read_text(), "html.parser") for page in found}
    assert len(pages) > 30
    for page, document in pages.items():
        assert not document.find_all(["style", "base"]) and not document.find_all(style=True)
        for script in document.find_all("script"):
            assert script.get("src"), f"{page.name} has a script inside"
        loaded = [element.get("src") or element.get("href") for element in document.find_all(["script", "img", "link"])]
        links = [element["href"] for element in document.find_all("a", href=True)]
        for target in loaded + links:
            parts = urllib.parse.urlsplit(target)
            if parts.scheme or parts.netloc:
                assert target in links, f"{page.name} loads {target}"
            elif parts.path:
                assert (page.parent / urllib.parse.unquote(parts.path)).exists(), f"{page.name}: {target}"
    for style in site.rglob("*.css"):
        assert not re.search(r"(url\(|@import)[\s\"']*(https?:)?//", style.read_text()), style.name


def test_it_is_searched_in_light_and_in_dark_without_a_fault(address):
    if not (chromium := os.environ.get("CHROMIUM") or shutil.which("chromium")):
        pytest.skip("chromium is not installed")
    from playwright.sync_api import sync_playwright

    faults, requests, backgrounds = [], [], []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for scheme, width in (("light", 390), ("dark", 1280)):
            page = browser.new_page(color_scheme=scheme, viewport={"width": width, "height": 800})
            page.on("console", lambda message: faults.append(message.text))
            page.on("pageerror", lambda error: faults.append(str(error)))
            page.on("request", lambda request: requests.append(request.url))
            page.goto(address)
            backgrounds.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
            page.click(".roles a:has-text('I build web pages')")
            assert page.inner_text("h1").startswith("I build web pages")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            page.goto(f"{address}search.html?q=trajectory")
            page.wait_for_selector("ul.search a")
            assert page.locator("ul.search a").count() > 3
            page.close()
        browser.close()
    assert backgrounds[0] != backgrounds[1]
    assert faults == []
    assert all(url.startswith(address) for url in requests)


def test_the_interface_in_swift_is_read_from_the_index_on(address):
    if not (chromium := os.environ.get("CHROMIUM") or shutil.which("chromium")):
        pytest.skip("chromium is not installed")
    from playwright.sync_api import sync_playwright

    faults, requests = [], []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        page.on("console", lambda message: faults.append(message.text))
        page.on("request", lambda request: requests.append(request.url))
        page.goto(address)
        page.click("a:text-is('WorldTracking')")
        page.wait_for_selector("h1:has-text('WorldTracking')")
        page.click("main a:has-text('HitTestResult') >> nth=0")
        page.wait_for_selector("h1:has-text('HitTestResult')")
        page.goto(f"{address}api/documentation/sightline/")
        page.click("a:has-text('Your first session') >> nth=0")
        page.wait_for_selector("h1:has-text('Your first session')")
        browser.close()
    assert faults == []
    assert all(url.startswith(address) for url in requests if not url.startswith("data:"))
