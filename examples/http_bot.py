"""A player over HTTP: sits down at a table of its own against two bots of the server, or takes a seat it was given.

    python examples/http_bot.py http://localhost:8000
    python examples/http_bot.py http://localhost:8000 --table 3kX9aQbT2f --token SEAT_TOKEN
    python examples/http_bot.py http://localhost:8000 --table 3kX9aQbT2f --invite INVITE

It knows nothing of the rules: the document says what it may choose, and what each choice would gain.
"""

from __future__ import annotations

import argparse
import json
import uuid
from collections.abc import Iterator
from typing import Any

import httpx


class HttpBot:
    """One seat of one table."""

    def __init__(self, client: httpx.Client, table: str, token: str) -> None:
        self.client = client
        self.path = f"/api/tables/{table}"
        client.headers["authorization"] = f"Bearer {token}"

    def play(self) -> dict[str, Any]:
        """Until the game is over; the last document."""
        document = self.look()
        for _ in self.changes():
            document = self.look()
            while document["decision"] is not None:
                self.act(document)
                document = self.look()
            if document["status"] == "over":
                break
        return document

    def look(self) -> dict[str, Any]:
        """Everything this seat may see."""
        document: dict[str, Any] = self.client.get(self.path).raise_for_status().json()
        return document

    def act(self, document: dict[str, Any]) -> None:
        """Send the choice that gains most. The id makes it safe to send again when the answer is lost."""
        choice = max(document["view"]["legal"], key=lambda legal: legal.get("gain", 0))
        body = {
            "seat": document["seat"],
            "answers": document["decision"],
            "action": choice["action"],
            "id": str(uuid.uuid4()),
        }
        for _ in range(5):
            try:
                answer = self.client.post(f"{self.path}/actions", json=body)
            except httpx.TransportError:
                continue
            if answer.status_code != 409:  # 409: the decision is gone; look again
                answer.raise_for_status()
            return

    def changes(self) -> Iterator[int]:
        """The versions of the table as they come; a lost line is taken up where it broke."""
        last = ""
        while True:
            try:
                with self.client.stream(
                    "GET", f"{self.path}/events", headers={"last-event-id": last}, timeout=60
                ) as stream:
                    event = ""
                    for line in stream.raise_for_status().iter_lines():
                        name, _, value = line.partition(": ")
                        if name == "id":
                            last = value
                        elif name == "event":
                            event = value
                        elif name == "data" and event == "changed":
                            yield json.loads(value)["version"]
            except httpx.TransportError:
                continue


def take_seat(client: httpx.Client, args: argparse.Namespace) -> tuple[str, str]:
    """The table and the token of the seat."""
    if args.token:
        return args.table, args.token
    if args.invite:
        body = {"invite": args.invite, "name": "HTTP bot"}
        claimed = client.post(f"/api/tables/{args.table}/claim", json=body).raise_for_status().json()
        return args.table, claimed["token"]
    body = {
        "game": "between-two-cities",
        "players": 3,
        "seats": [{"kind": "me", "name": "HTTP bot"}, {"kind": "bot"}, {"kind": "bot"}],
    }
    created = client.post("/api/tables", json=body).raise_for_status().json()
    (token,) = created["tokens"].values()
    print(f"watch at {client.base_url}{created['url'].removeprefix('/')}", flush=True)
    return created["table"], token


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("--table")
    parser.add_argument("--token", help="of the seat")
    parser.add_argument("--invite", help="that claims a seat")
    args = parser.parse_args()
    with httpx.Client(base_url=args.url) as client:
        table, token = take_seat(client, args)
        document = HttpBot(client, table, token).play()
    for name, score in zip(document["names"], document["view"]["scores"], strict=True):
        print(f"{name}: {score}")


if __name__ == "__main__":
    main()
