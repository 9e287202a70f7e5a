"""What the conformance suite looks for on a server: made-up tools, resources and prompts.

They stand behind the gateway of the product, in the place of the memory. Nothing here knows HTTP.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

import mcp_types as types
from typing_extensions import override

from lockstitch.gateway.mcp.faults import bad_params
from lockstitch.gateway.mcp.surface import Context, Surface
from tests.conformance.fixture_tools import (
    FIXTURE_TOOLS,
    Answer,
    Asked,
    Given,
    a_form,
    a_picture,
    a_text,
    an_embedded,
    an_image,
    answers_to,
)

WATCHED: Final = "test://watched-resource"
_TEMPLATE: Final = "test://template/{id}/data"

_CONTENTS: Final[Mapping[str, types.TextResourceContents | types.BlobResourceContents]] = {
    content.uri: content
    for content in (
        types.TextResourceContents(uri="test://static-text", mime_type="text/plain", text="stays"),
        types.BlobResourceContents(
            uri="test://static-binary", mime_type="image/png", blob=a_picture()
        ),
        types.TextResourceContents(uri=WATCHED, mime_type="text/plain", text="watched"),
    )
}


def _saying(*content: types.ContentBlock) -> types.GetPromptResult:
    messages = [types.PromptMessage(role="user", content=one) for one in content]
    return types.GetPromptResult(messages=messages)


def _argument(name: str) -> types.PromptArgument:
    return types.PromptArgument(name=name, description=f"the {name}", required=True)


_PROMPTS: Final = (
    types.Prompt(name="test_input_required_result_prompt", description="Asks first", arguments=[]),
    types.Prompt(
        name="test_prompt_with_arguments",
        description="Says both arguments",
        arguments=[_argument("arg1"), _argument("arg2")],
    ),
    types.Prompt(
        name="test_prompt_with_embedded_resource",
        description="Holds a resource",
        arguments=[_argument("resourceUri")],
    ),
    types.Prompt(name="test_prompt_with_image", description="Holds a picture", arguments=[]),
    types.Prompt(name="test_simple_prompt", description="Says one thing", arguments=[]),
)


class FixtureSurface(Surface):
    """The fixtures, as the gateway shows them."""

    @override
    def reads(self, method: str, params: object) -> bool | None:
        return True if method in {"tools/call", "resources/read", "prompts/get"} else None

    @override
    async def place(self, project: str | None) -> str:
        return project or ""

    @override
    def input_schema(self, name: str) -> Mapping[str, Any] | None:
        tool = FIXTURE_TOOLS.get(name)
        return None if tool is None else tool.schema

    @override
    async def tools(self, context: Context) -> Sequence[types.Tool]:
        return [
            types.Tool(name=name, description=tool.about, input_schema=dict(tool.schema))
            for name, tool in FIXTURE_TOOLS.items()
        ]

    @override
    async def call(self, context: Context, params: types.CallToolRequestParams) -> Answer:
        tool = FIXTURE_TOOLS.get(params.name)
        if tool is None:
            raise bad_params(f"Unknown tool: {params.name}")
        return await tool.handler(context, params)

    @override
    async def resources(self, context: Context) -> Sequence[types.Resource]:
        return [
            types.Resource(
                uri=uri,
                name=uri.removeprefix("test://"),
                description="a fixture",
                mime_type=content.mime_type,
            )
            for uri, content in _CONTENTS.items()
        ]

    @override
    async def templates(self, context: Context) -> Sequence[types.ResourceTemplate]:
        return [
            types.ResourceTemplate(
                uri_template=_TEMPLATE, name="data", mime_type="application/json"
            )
        ]

    @override
    async def read(
        self, context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        before, after = _TEMPLATE.split("{id}")
        content = _CONTENTS.get(params.uri)
        if content is None and params.uri.startswith(before) and params.uri.endswith(after):
            found = params.uri.removeprefix(before).removesuffix(after)
            content = types.TextResourceContents(
                uri=params.uri, mime_type="application/json", text=json.dumps({"id": found})
            )
        if content is None:
            raise bad_params("Resource not found", data={"uri": params.uri})
        return types.ReadResourceResult(contents=[content])

    @override
    async def prompts(self, context: Context) -> Sequence[types.Prompt]:
        return _PROMPTS

    @override
    async def prompt(
        self, context: Context, params: types.GetPromptRequestParams
    ) -> types.GetPromptResult | types.InputRequiredResult:
        given = params.arguments or {}
        match params.name:
            case "test_simple_prompt":
                return _saying(a_text("one thing"))
            case "test_prompt_with_arguments":
                return _saying(a_text(f"arg1='{given.get('arg1')}', arg2='{given.get('arg2')}'"))
            case "test_prompt_with_embedded_resource":
                return _saying(
                    an_embedded(given.get("resourceUri", "test://none"), "inside"),
                    a_text("and a text"),
                )
            case "test_prompt_with_image":
                return _saying(an_image(), a_text("and a text"))
            case "test_input_required_result_prompt":
                return self._prompt_that_asks(params.input_responses)
            case name:
                raise bad_params(f"Unknown prompt: {name}")

    @staticmethod
    def _prompt_that_asks(given: Given) -> types.GetPromptResult | types.InputRequiredResult:
        asked: Asked = {"user_context": a_form("In which context?", context={"type": "string"})}
        found = answers_to(given, asked)
        if found is None:
            return types.InputRequiredResult(input_requests=asked)
        return _saying(a_text(json.dumps(found, sort_keys=True)))

    @override
    async def completion(
        self, context: Context, params: types.CompleteRequestParams
    ) -> types.CompleteResult:
        words = [word for word in ("testable", "tested") if word.startswith(params.argument.value)]
        return types.CompleteResult(
            completion=types.Completion(values=words, total=len(words), has_more=False)
        )
