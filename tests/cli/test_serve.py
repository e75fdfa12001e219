"""`conurb serve`: where it says the server is. What it then does is tested in tests/server."""

import re
import urllib.request
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from conurb.cli.serve import address_of
from tests.cli.support import conurb


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://localhost:8000/"),
        ("0.0.0.0", "http://localhost:8000/"),
        ("::", "http://[::1]:8000/"),
        ("::1", "http://[::1]:8000/"),
        ("example.org", "http://example.org:8000/"),
    ],
)
def test_the_address_is_one_that_browsers_read(host: str, address: str) -> None:
    assert address_of(host, 8000) == address
    assert urllib.request.Request(address).host == address.split("/")[2]


def test_any_free_port_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}
    monkeypatch.setattr(uvicorn, "run", lambda application, **settings: asked.update(settings))
    done = conurb("serve", "--port", "0", "--database", f"sqlite:///{tmp_path / 'x.db'}")
    assert done.status == 0, done
    (port,) = re.findall(r"http://localhost:(\d+)/", done.out)
    assert int(port) == asked["port"] > 0
