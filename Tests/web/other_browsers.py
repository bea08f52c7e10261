"""Firefox and WebKitGTK as pages with the few calls of Playwright's page that the stories need."""
import base64
import contextlib
import json
import os
import re
import shutil
import subprocess
import tempfile
import time

import pytest
import websocket
from selenium import webdriver
from selenium.webdriver.remote.command import Command
from selenium.webdriver.webkitgtk.options import Options as WebKitOptions
from selenium.webdriver.webkitgtk.service import Service as WebKitService

from conftest import SIZES

ANSWER_SECONDS = 120


def expression(code, argument):
    """An expression that gives the value of Playwright-like code as JSON."""
    called = code if argument is None else f"({code})({json.dumps(argument)})"
    return f"(async () => JSON.stringify((await ({called})) ?? null))()"


class OtherPage:
    """What Firefox's and WebKitGTK's pages share; a browser adds `goto`, `_evaluate`, `_perform` and `picture`."""

    def __init__(self, size):
        self.size = size

    def evaluate(self, code, argument=None):
        return json.loads(self._evaluate(expression(code, argument)))

    def click(self, selector):
        self.evaluate(f"document.querySelector({json.dumps(selector)}).click()")

    def drag(self, points):
        """Moves a pressed pointer over places of the page, as a person does; one place is a tap."""
        steps = [{"type": "pointerMove", "duration": 30, "x": round(x), "y": round(y)} for x, y in points]
        steps[1:1] = [{"type": "pointerDown", "button": 0}]
        steps.append({"type": "pointerUp", "button": 0})
        self._perform([{"type": "pointer", "id": "pointer", "parameters": {"pointerType": "mouse"}, "actions": steps}])

    def view_box(self):
        """Left, top, width and height of the view on the page."""
        return self.evaluate("(({ x, y, width, height }) => [x, y, width, height])(document.getElementById('view').getBoundingClientRect())")

    def inner_text(self, selector):
        return self.evaluate(f"document.querySelector({json.dumps(selector)}).innerText")

    def wait_for_selector(self, selector, seconds=60):
        deadline = time.monotonic() + seconds
        while not self.evaluate(f"document.querySelector({json.dumps(selector)}) !== null"):
            assert time.monotonic() < deadline, f"never there: {selector}"
            self.wait_for_timeout(100)

    @staticmethod
    def wait_for_timeout(milliseconds):
        time.sleep(milliseconds / 1000)


class FirefoxPage(OtherPage):
    """A tab of Firefox, driven over WebDriver BiDi."""

    def __init__(self, address, size):
        super().__init__(size)
        self._socket = websocket.create_connection(f"{address}/session", timeout=ANSWER_SECONDS, suppress_origin=True)
        self._count = 0
        self.faults = []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._tab = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        width, height = SIZES[size]
        self._ask("browsingContext.setViewport", context=self._tab, viewport={"width": width, "height": height})

    def goto(self, address):
        self._ask("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def picture(self):
        return base64.b64decode(self._ask("browsingContext.captureScreenshot", context=self._tab)["data"])

    def close(self):
        self._socket.close()

    def _perform(self, actions):
        self._ask("input.performActions", context=self._tab, actions=actions)

    def _evaluate(self, code):
        answer = self._ask("script.evaluate", expression=code, target={"context": self._tab}, awaitPromise=True, userActivation=True)
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return answer["result"]["value"]

    def _ask(self, method, **parameters):
        self._count += 1
        self._socket.send(json.dumps({"id": self._count, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._socket.recv())
            if message.get("method") == "log.entryAdded":
                self._note(message["params"])
            if message.get("id") == self._count:
                assert message["type"] == "success", message
                return message["result"]

    def _note(self, entry):
        # Firefox says of every drawing context without a GPU that reading back is slow, and of a socket that its page was left while it was opened.
        known = ("WebGL warning", "establish a connection", "was interrupted while the page was loading")
        if entry["level"] == "error" and not any(words in (entry["text"] or "") for words in known):
            self.faults.append(entry["text"])


class WebKitPage(OtherPage):
    """A window of WebKitGTK's MiniBrowser, driven over WebDriver. It has no console to listen to."""

    def __init__(self, driver, size):
        super().__init__(size)
        self.faults = []
        self._driver = driver
        driver.set_script_timeout(ANSWER_SECONDS)
        driver.set_window_size(*SIZES[size])

    def goto(self, address):
        self._driver.get(address)

    def picture(self):
        return self._driver.get_screenshot_as_png()

    def _evaluate(self, code):
        script = f"const done = arguments[arguments.length - 1]; {code}.then(done, (error) => done('!' + error));"
        answer = self._driver.execute_async_script(script)
        assert not answer.startswith("!"), answer
        return answer

    def _perform(self, actions):
        self._driver.execute(Command.W3C_ACTIONS, {"actions": actions})


@contextlib.contextmanager
def screen():
    """The environment of programs that need a screen: a virtual one, drawn by the processor."""
    if not shutil.which("Xvfb"):
        pytest.skip("Xvfb is not installed")
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
    process = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as stream:
            number = stream.readline().strip()
        assert number, "the virtual screen did not start"
        yield {**os.environ, "DISPLAY": f":{number}", "LIBGL_ALWAYS_SOFTWARE": "1", "GDK_BACKEND": "x11", "MOZ_ENABLE_WAYLAND": "0"}
    finally:
        process.terminate()
        process.wait(timeout=10)


@contextlib.contextmanager
def firefox(size, scheme="light"):
    """A page of Debian's Firefox ESR with a profile of its own, light or dark."""
    program = shutil.which("firefox-esr")
    if not program:
        pytest.skip("firefox-esr is not installed")
    with screen() as environment, tempfile.TemporaryDirectory() as profile:
        command = [program, "--profile", profile, "--no-remote", "--remote-debugging-port", "0", "about:blank"]
        with open(f"{profile}/user.js", "w") as preferences:
            preferences.write('user_pref("datareporting.policy.dataSubmissionEnabled", false);\nuser_pref("browser.shell.checkDefaultBrowser", false);\n')
            preferences.write('user_pref("app.update.enabled", false);\nuser_pref("webgl.force-enabled", true);\n')
            preferences.write(f'user_pref("layout.css.prefers-color-scheme.content-override", {int(scheme == "light")});\n')
            preferences.write('user_pref("media.navigator.streams.fake", true);\nuser_pref("media.navigator.permission.disabled", true);\n')
        process = subprocess.Popen(command, env={**environment, "HOME": profile}, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            address = next(found.group(1) for line in process.stderr if (found := re.search(r"WebDriver BiDi listening on (ws://\S+)", line)))
            page = FirefoxPage(address, size)
            yield page
            page.close()
        finally:
            process.terminate()
            process.wait(timeout=20)


@contextlib.contextmanager
def webkit(size, scheme="light"):
    """A page of Debian's WebKitGTK, light or dark."""
    driver = shutil.which("WebKitWebDriver")
    if not driver:
        pytest.skip("webkit2gtk-driver is not installed")
    with screen() as environment:
        options = WebKitOptions()
        options.binary_location = next(
            each for each in ("/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser", "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.0/MiniBrowser")
            if os.path.exists(each)
        )
        options.add_argument("--automation")
        environment = {**environment, "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
        environment["GTK_THEME"] = "Adwaita:dark" if scheme == "dark" else "Adwaita"
        window = webdriver.WebKitGTK(options=options, service=WebKitService(executable_path=driver, env=environment))
        try:
            yield WebKitPage(window, size)
        finally:
            window.quit()


BROWSERS = {"firefox": firefox, "webkit": webkit}
