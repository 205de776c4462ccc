"""The API as one page of plain HTML: no script, and nothing from elsewhere."""

from __future__ import annotations

import html
import json
from typing import Any

__all__ = ["docs_page"]

METHODS = ("get", "post", "patch", "delete")


def docs_page(openapi: dict[str, Any]) -> str:
    """The page for an OpenAPI description."""
    info = openapi["info"]
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>{_text(info['title'])}</title></head><body>",
        f"<h1>{_text(info['title'])} {_text(info['version'])}</h1>",
        f"<p>{_text(info.get('description', ''))}</p>",
        '<p>For programs: <a href="openapi.json">openapi.json</a></p>',
    ]
    for path, operations in openapi["paths"].items():
        for method in METHODS:
            if method in operations:
                parts += _operation(path, method, operations[method])
    parts.append("<h2>Forms</h2>")
    for name, schema in sorted(openapi["components"]["schemas"].items()):
        parts += [
            f'<details id="{_text(name)}"><summary><code>{_text(name)}</code></summary>',
            f"<pre>{_text(json.dumps(schema, indent=1))}</pre></details>",
        ]
    return "\n".join([*parts, "</body></html>"])


def _operation(path: str, method: str, operation: dict[str, Any]) -> list[str]:
    parts = [
        f"<h2><code>{method.upper()} {_text(path)}</code></h2>",
        f"<p>{_text(operation.get('description', ''))}</p>",
        "<dl>",
    ]
    parts += [
        f"<dt>{_text(parameter['in'])} <code>{_text(parameter['name'])}</code></dt>"
        f"<dd>{_text(parameter.get('description', ''))}</dd>"
        for parameter in operation.get("parameters", ())
    ]
    parts += [
        f"<dt>body</dt><dd>{_link(media.get('schema', {}))}</dd>"
        for media in operation.get("requestBody", {}).get("content", {}).values()
    ]
    for status, answer in operation["responses"].items():
        forms = {_link(media.get("schema", {})) for media in answer.get("content", {}).values()}
        parts.append(
            f"<dt>{_text(status)}</dt>"
            f"<dd>{_text(answer['description'])} {' '.join(sorted(forms))}</dd>"
        )
    return [*parts, "</dl>"]


def _link(schema: dict[str, Any]) -> str:
    reference = schema.get("$ref") or schema.get("items", {}).get("$ref")
    if reference is None:
        return ""
    name = _text(reference.rsplit("/", 1)[-1])
    return f'<a href="#{name}"><code>{name}</code></a>'


def _text(value: object) -> str:
    return html.escape(str(value))
