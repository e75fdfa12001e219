"""`conurb serve`: the server."""

from __future__ import annotations

import argparse
import asyncio
import os
import socket
import threading
import time
import urllib.request
import webbrowser

from conurb.cli.arguments import Parser
from conurb.kernel.checks import BadOption

APPLICATION = "conurb.web.app:create_app_from_environment"


def add_serve(parser: Parser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1: this machine only)")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (8000); 0 takes any that is free")
    parser.add_argument(
        "--database", metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME (CONURB_DATABASE)"
    )
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes; more than one with PostgreSQL")
    parser.add_argument("--proxy", metavar="ADDRESS", help="trust the forwarded address and scheme of this proxy")
    parser.add_argument("--open", action="store_true", help="open the browser")
    parser.example(
        "conurb serve --open",
        "conurb serve --host 0.0.0.0 --database postgresql://conurb@localhost/conurb --workers 4",
    )
    parser.set_defaults(run=serve)


def serve(args: argparse.Namespace) -> int:
    import uvicorn

    from conurb.server.settings import from_environment, to_environment

    settings = from_environment(database=args.database)
    # Before anybody is told where to go:
    check_workers(args.workers, settings.database)
    asyncio.run(check_database(settings.database))
    port = check_port(args.host, args.port)
    os.environ.update(to_environment(settings))  # workers are processes of their own
    address = address_of(args.host, port)
    print(f"Conurb is at {address} (Ctrl+C stops it)", flush=True)
    if args.open:
        threading.Thread(target=open_browser, args=(address,), daemon=True).start()
    uvicorn.run(
        APPLICATION,
        factory=True,
        host=args.host,
        port=port,
        workers=args.workers,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=args.proxy is not None,
        forwarded_allow_ips=args.proxy,
        timeout_graceful_shutdown=2,  # for a decision that is being written; streams end at once (server/stopping.py)
    )
    return 0


def check_workers(workers: int, database: str) -> None:
    if workers < 1:
        raise BadOption(f"--workers: expected a number from 1, not {workers}")
    if workers > 1 and database.startswith("sqlite"):
        raise BadOption("--workers: several processes need PostgreSQL, which tells each what the others do")


def address_of(host: str, port: int) -> str:
    """Where a browser of this machine finds the server."""
    name = {"127.0.0.1": "localhost", "0.0.0.0": "localhost", "::": "::1"}.get(host, host)
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"


def check_port(host: str, port: int) -> int:
    """The port, if the server can listen on it; for 0, one that is free."""
    if not 0 <= port < 65536:
        raise BadOption(f"--port: expected a number from 0 to 65535, not {port}")
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.create_server((host, port), family=family) as found:
            return int(found.getsockname()[1])
    except OSError as error:
        reason = str(error.strerror).partition(" (while")[0]  # the address is said already
        raise BadOption(f"--port: cannot listen on {host}, port {port}: {reason}") from error


async def check_database(database: str) -> None:
    from conurb.server.storage import Storage

    storage = Storage(database)
    await storage.start()
    await storage.stop()


def open_browser(address: str) -> None:
    """As soon as the server answers."""
    for _ in range(100):
        try:
            with urllib.request.urlopen(f"{address}healthz", timeout=1):
                webbrowser.open(address)
                return
        except OSError:
            time.sleep(0.1)
