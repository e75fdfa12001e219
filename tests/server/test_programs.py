"""Programs around the server: the example that plays over HTTP, and the commands for the database."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from conurb.cli import main
from conurb.cli.serve import check_workers
from conurb.kernel.checks import BadOption
from conurb.server import migrate
from conurb.server.errors import BadSetting
from conurb.server.settings import Settings, from_environment, read_setting, to_environment
from tests.cli.support import fault
from tests.server.support import GAME, PATIENCE, ROOT, Server, quick
from tools.local_postgres import free_port

EXAMPLE = ROOT / "examples" / "http_bot.py"


def run_example(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(EXAMPLE), *arguments], capture_output=True, text=True, timeout=300, env=dict(os.environ)
    )


def test_a_program_plays_over_http_at_a_table_of_its_own_and_at_anothers(sqlite: str) -> None:
    with Server(quick(sqlite)) as server, httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        done = run_example(server.url)
        assert done.returncode == 0, done.stderr
        assert "HTTP bot: " in done.stdout
        assert len(done.stdout.splitlines()) == 4
        seats = [{"kind": "open"}, {"kind": "bot", "level": "random"}]
        created = client.post("/api/tables", json={"game": GAME, "players": 2, "seats": seats}).json()
        ((_, url),) = created["invites"].items()
        done = run_example(server.url, "--table", created["table"], "--invite", url.removeprefix("/join/"))
        assert done.returncode == 0, done.stderr
        assert client.get(f"/api/tables/{created['table']}").json()["status"] == "over"


def test_the_database_is_upgraded_backed_up_and_restored_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = f"sqlite:///{tmp_path / 'a.db'}", f"sqlite:///{tmp_path / 'b.db'}"
    file = str(tmp_path / "backup.jsonl")
    assert main(["db", "version", "--database", first]) == 2
    assert "there is no file" in capsys.readouterr().err
    assert not (tmp_path / "a.db").exists()
    assert main(["db", "upgrade", "--database", first]) == 0
    assert migrate.newest() in capsys.readouterr().out
    assert main(["db", "version", "--database", first]) == 0
    assert main(["backup", file, "--database", first]) == 0
    assert main(["restore", file, "--database", second]) == 0
    assert main(["restore", str(tmp_path / "none"), "--database", second]) == 2
    assert "there is no file" in capsys.readouterr().err
    (tmp_path / "folder").mkdir()
    assert main(["backup", str(tmp_path / "folder"), "--database", first]) == 2
    assert "folder: cannot be written: is a directory" in capsys.readouterr().err
    assert not list(tmp_path.glob(".folder*"))
    assert main(["restore", str(tmp_path / "folder"), "--database", second]) == 2
    assert "folder cannot be read: Is a directory" in capsys.readouterr().err
    (tmp_path / "picture").write_bytes(b"\xff\xfe\x00")
    assert main(["restore", str(tmp_path / "picture"), "--database", second]) == 2
    assert "picture is no backup" in capsys.readouterr().err
    assert main(["db", "upgrade", "--database", "oracle://x"]) == 2
    assert "sqlite:///FILE" in capsys.readouterr().err


def test_a_wrong_database_is_refused_before_an_address_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--database", "/tmp/x.db"]) == 2
    told = capsys.readouterr()
    assert "sqlite:///FILE" in told.err
    assert told.out == ""


def test_a_server_with_a_page_open_stops_without_a_complaint(sqlite: str, tmp_path: Path) -> None:
    port, log = free_port(), tmp_path / "log"
    command = [sys.executable, "-m", "conurb.cli", "serve", "--port", str(port), "--database", sqlite]
    with log.open("wb") as to, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=to) as server:
        assert server.stdout is not None
        assert b"Conurb is at" in server.stdout.readline()
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as client:
                table = table_of(client)
                with client.stream("GET", f"/api/tables/{table}/events") as stream:
                    lines = stream.iter_lines()
                    assert next(lines).startswith("id:")
                    server.send_signal(signal.SIGINT)
                    list(lines)  # to its end
            assert server.wait(PATIENCE) == 0
        finally:
            server.kill()
    assert [line for line in log.read_text().splitlines() if '"level": "info"' not in line] == []


def table_of(client: httpx.Client) -> str:
    """A new table, as soon as the server answers."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with suppress(httpx.TransportError):
            body = {"game": GAME, "players": 2, "seats": [{"kind": "me"}, {"kind": "bot"}]}
            return str(client.post("/api/tables", json=body).json()["table"])
        time.sleep(0.05)
    raise AssertionError("the server does not answer")


def test_a_server_that_cannot_start_says_why_and_no_address(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'x.db'}"
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = str(busy.getsockname()[1])
        assert f"--port: cannot listen on 127.0.0.1, port {port}: Address already in use" in fault(
            "serve", "--port", port, "--database", database
        )
    assert "from 0 to 65535" in fault("serve", "--port", "99999", "--database", database)
    gone = f"postgresql://me:secret@127.0.0.1:{free_port()}/conurb"
    for command in (["serve"], ["db", "upgrade"], ["db", "version"], ["backup", str(tmp_path / "b")]):
        complaint = fault(*command, "--database", gone)
        assert "cannot be used" in complaint
        assert "secret" not in complaint


def test_a_backup_needs_a_database_and_a_place(tmp_path: Path) -> None:
    database, file = tmp_path / "x.db", tmp_path / "backup.jsonl"
    assert "there is no database" in fault("backup", file, "--database", f"sqlite:///{database}")
    assert list(tmp_path.iterdir()) == []
    assert main(["db", "upgrade", "--database", f"sqlite:///{database}"]) == 0
    nowhere = tmp_path / "nodir" / "backup.jsonl"
    complaint = fault("backup", nowhere, "--database", f"sqlite:///{database}")
    assert f"{nowhere}: cannot be written: no such file or directory" in complaint


def test_several_workers_need_postgresql() -> None:
    check_workers(1, "sqlite:///x.db")
    check_workers(4, "postgresql://x")
    with pytest.raises(BadOption, match="need PostgreSQL"):
        check_workers(2, "sqlite:///x.db")
    with pytest.raises(BadOption, match="from 1"):
        check_workers(0, "postgresql://x")


def test_settings_come_from_the_environment_and_go_back_there() -> None:
    settings = Settings(
        database="sqlite:///x.db", origins=("https://a.example", "https://b.example"), bots={"mine": "my.bots:Bot"}
    )
    assert from_environment(to_environment(settings)) == settings
    assert from_environment({"CONURB_DATABASE": "sqlite:///y.db"}).database == "sqlite:///y.db"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("rate", "fast"),
        ("burst", "-1"),
        ("burst", "0"),
        ("bot_processes", "0"),
        ("tick", "nan"),
        ("heartbeat", "0"),
        ("bots", "mine"),
        ("log_level", "loud"),
    ],
)
def test_settings_that_make_no_sense_are_refused(name: str, text: str) -> None:
    with pytest.raises(BadSetting, match=f"CONURB_{name.upper()}: expected"):
        read_setting(name, text)


def test_some_settings_may_be_nothing() -> None:
    assert [read_setting(name, "0") for name in ("rate", "bot_pause", "away_seconds")] == [0, 0, 0]
