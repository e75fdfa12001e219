"""A real server and a real browser for the tests of the pages."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tools.local_postgres import free_port
from tools.system_packages import NotInstalled, install

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",  # in a container it is too small, and pages then die or never load
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 60_000  # milliseconds before a wait fails; a loaded machine takes its time
expect.set_options(timeout=PATIENCE / 2)
SCREENSHOTS = Path(__file__).parents[2] / "build" / "screenshots"
SIZES = {"phone": (360, 740), "tablet": (768, 1000), "desktop": (1440, 1000)}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last: Playwright leaves an event loop running, beside which asyncio starts no other."""
    items.sort(key=lambda item: "browser" in getattr(item, "fixturenames", ()))


# --- the server


class Server:
    """`conurb serve` as a process of its own, on a database of its own."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._log = folder / "server.log"
        self._environment = os.environ | {
            "CONURB_DATABASE": f"sqlite:///{folder / 'test.db'}",
            "CONURB_BOT_PAUSE": "0",
            "CONURB_RATE": "0",
            "CONURB_AWAY_SECONDS": "0",
            "CONURB_BOT_PROCESSES": "2",
            "CONURB_BOT_SECONDS": "60",  # a loaded machine takes its time
        }
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "conurb.cli", "serve", "--port", str(self.port)]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                command, env=self._environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=2):
                    return
            except OSError:
                assert self._process.poll() is None, self._log.read_text()[-3000:]
                time.sleep(0.1)
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        """As if the power had failed."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(60)

    def faults(self) -> list[str]:
        """What the server logged as its own fault."""
        return [line for line in self._log.read_text(encoding="utf-8").splitlines() if '"level": "error"' in line]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    running.kill()


# --- the browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    try:
        install("chromium", find_chromium)
    except NotInstalled as reason:
        pytest.skip(f"no Chromium: {reason}")
    path = find_chromium()
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield started
        started.close()


def find_chromium() -> str | None:
    return next((path for path in map(shutil.which, CHROMIUM_NAMES) if path is not None), None)


class Visitor:
    """Somebody with a browser of their own; keeps an eye on what goes wrong in it."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.errors: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)

    def go(self, path: str) -> None:
        self.page.goto(self.url + path)

    def shot(self, name: str) -> None:
        """For the eye."""
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=True)

    def scrolls_sideways(self) -> bool:
        return bool(self.page.evaluate("document.documentElement.scrollWidth > window.innerWidth"))


Visit = Callable[..., Visitor]


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    """visit(size="phone", language="it", theme="dark", motion=False): a new guest."""
    contexts = []
    visitors: list[Visitor] = []

    def arrive(
        size: str = "desktop", language: str = "en", theme: str = "light", motion: bool = False, url: str = ""
    ) -> Visitor:
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height},
            locale=language,
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="no-preference" if motion else "reduce",
            has_touch=size == "phone",
        )
        contexts.append(context)
        visitor = Visitor(context.new_page(), url or server.url)
        visitors.append(visitor)
        return visitor

    yield arrive
    errors = [error for visitor in visitors for error in visitor.errors]
    for context in contexts:
        context.close()
    assert errors == []
    assert server.faults() == []
