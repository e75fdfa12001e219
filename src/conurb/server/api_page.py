"""The OpenAPI document as one plain page: no script, nothing loaded from elsewhere."""

from __future__ import annotations

from html import escape
from typing import Any, TypeAlias

STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;
color:#23303b;background:#fbfaf7}
h1{font-size:1.8rem}h2{font-size:1.05rem;margin:0}code{font-family:ui-monospace,monospace;font-size:.92em}
article{border:1px solid #d9d4c8;border-radius:8px;padding:.8rem 1rem;margin:.8rem 0;background:#fff}
b{display:inline-block;min-width:3.5rem;color:#1f5f8b}table{border-collapse:collapse;width:100%;margin:.4rem 0}
td,th{text-align:left;vertical-align:top;padding:.2rem .8rem .2rem 0;border-top:1px solid #eee7d8}
@media(prefers-color-scheme:dark){body{color:#e7e3d8;background:#16202a}article{background:#1d2a36;border-color:#34434f}
b{color:#8fc7ea}td,th{border-color:#34434f}a{color:#8fc7ea}}
"""


def render(document: dict[str, Any]) -> str:
    """The page."""
    info = document["info"]
    calls = [
        _call(method, path, call, document)
        for path, calls in document["paths"].items()
        for method, call in calls.items()
    ]
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(info['title'])} API</title><style>{STYLE}</style>"
        f"<h1>{escape(info['title'])} API {escape(info['version'])}</h1><p>{escape(info['description'])} "
        f'For programs: <a href="/openapi.json">openapi.json</a>.</p>{_keys(document)}{"".join(calls)}</html>'
    )


def _keys(document: dict[str, Any]) -> str:
    """How to say who one is."""
    rows = [
        f"<tr><td>{escape(name)}</td><td>{escape(scheme['description'])}</td></tr>"
        for name, scheme in document["components"]["securitySchemes"].items()
    ]
    return f"<article><h2>Who you are</h2><p>Without either, a spectator.</p><table>{''.join(rows)}</table></article>"


def _call(method: str, path: str, call: dict[str, Any], document: dict[str, Any]) -> str:
    content = f"<h2><b>{method.upper()}</b> <code>{escape(path)}</code></h2><p>{escape(call.get('summary', ''))}</p>"
    if call.get("description"):
        content += f"<p>{escape(call['description'])}</p>"
    rows = [
        (one["name"], one["in"], one["schema"], one.get("required", False), one.get("description", ""))
        for one in call.get("parameters", [])
    ]
    body = call.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    if body is not None:
        rows += _fields(_resolved(body, document), "", document)
    if rows:
        content += "<table>" + "".join(_row(*row) for row in rows) + "</table>"
    return f"<article>{content}</article>"


Row: TypeAlias = tuple[str, str, dict[str, Any], bool, str]


def _fields(schema: dict[str, Any], within: str, document: dict[str, Any]) -> list[Row]:
    """The fields of a body, and of what its lists hold."""
    rows: list[Row] = []
    for name, one in schema.get("properties", {}).items():
        rows.append((within + name, "body", one, name in schema.get("required", []), one.get("description", "")))
        rows += _fields(_resolved(one.get("items", {}), document), f"{within}{name}[].", document)
    return rows


def _row(name: str, place: str, schema: dict[str, Any], required: bool, about: str) -> str:
    need = "" if required else ", optional"
    return (
        f"<tr><td><code>{escape(name)}</code></td><td>{place}{need}</td>"
        f"<td>{escape(_kind(schema))}</td><td>{escape(about)}</td></tr>"
    )


def _kind(schema: dict[str, Any]) -> str:
    """A schema in a few words."""
    if "anyOf" in schema:
        return " or ".join(_kind(one) for one in schema["anyOf"] if one.get("type") != "null")
    if "enum" in schema:
        return " | ".join(str(one) for one in schema["enum"])
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    return str(schema.get("type", "anything"))


def _resolved(schema: dict[str, Any], document: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in schema:
        return schema
    found: dict[str, Any] = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return found
