"""What the conformance suite looks for on a server: made-up tools, resources and prompts.

They stand behind the gateway of the product, in the place of the memory. Nothing here knows HTTP.
"""

import asyncio
import base64
import io
import json
import struct
import wave
import zlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import mcp_types as types
from mcp.shared.exceptions import MCPError
from typing_extensions import override

from lockstitch.gateway.mcp.faults import bad_params
from lockstitch.gateway.mcp.surface import Context, Surface

Answer: TypeAlias = types.CallToolResult | types.InputRequiredResult
Handler: TypeAlias = Callable[[Context, types.CallToolRequestParams], Awaitable[Answer]]
Asked: TypeAlias = types.InputRequests
Given: TypeAlias = types.InputResponses | None

WATCHED: Final = "test://watched-resource"
_TEMPLATE: Final = "test://template/{id}/data"


def a_picture() -> str:
    """Return a PNG of one red pixel, in base64."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)

    head = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    pixel = zlib.compress(b"\x00\xff\x00\x00")
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixel) + chunk(b"IEND", b"")
    return base64.b64encode(png).decode()


def a_sound() -> str:
    """Return a WAV of ten silent samples, in base64."""
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(8_000)
        sound.writeframes(bytes(20))
    return base64.b64encode(file.getvalue()).decode()


def _text(text: str) -> types.TextContent:
    return types.TextContent(type="text", text=text)


def _image() -> types.ImageContent:
    return types.ImageContent(type="image", data=a_picture(), mime_type="image/png")


def _embedded(uri: str, text: str, *, mime_type: str = "text/plain") -> types.EmbeddedResource:
    inside = types.TextResourceContents(uri=uri, mime_type=mime_type, text=text)
    return types.EmbeddedResource(type="resource", resource=inside)


def _done(*content: types.ContentBlock, is_error: bool = False) -> types.CallToolResult:
    return types.CallToolResult(content=list(content), is_error=is_error)


def _fixed(*content: types.ContentBlock, is_error: bool = False) -> Handler:
    """Return a tool that always answers the same."""

    async def handler(context: Context, params: types.CallToolRequestParams) -> Answer:
        return _done(*content, is_error=is_error)

    return handler


def _form(message: str, **properties: dict[str, Any]) -> types.ElicitRequest:
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    params = types.ElicitRequestFormParams(message=message, requested_schema=schema)
    return types.ElicitRequest(params=params)


def _sample(question: str) -> types.CreateMessageRequest:
    message = types.SamplingMessage(role="user", content=_text(question))
    params = types.CreateMessageRequestParams(messages=[message], max_tokens=60)
    return types.CreateMessageRequest(params=params)


def _answers(given: Given, asked: Asked) -> dict[str, Any] | None:
    """Return what was answered to each question, or None while one is open or refused."""
    found: dict[str, Any] = {}
    for name in asked:
        answer = (given or {}).get(name)
        if answer is None or (isinstance(answer, types.ElicitResult) and not answer.content):
            return None
        found[name] = answer.model_dump(mode="json", by_alias=True, exclude_none=True)
    return found


def _asking(asked: Asked, *, state: str | None = None) -> Handler:
    """Return a tool that asks *asked* of its client, and then tells what it was answered."""

    async def handler(context: Context, params: types.CallToolRequestParams) -> Answer:
        found = _answers(params.input_responses, asked)
        if found is None or params.request_state != state:
            return types.InputRequiredResult(input_requests=asked, request_state=state)
        told = json.dumps(found, sort_keys=True)
        return _done(_text(f"state-ok {told}" if state else told))

    return handler


def _declared(context: Context, asked: Asked) -> Asked:
    """Return those questions that the client can be asked."""
    able = context.session.client_capabilities or types.ClientCapabilities()
    needs = {"elicitation/create": able.elicitation, "sampling/createMessage": able.sampling}
    return {
        name: one for name, one in asked.items() if needs.get(one.method, able.roots) is not None
    }


async def _asking_what_it_may(context: Context, params: types.CallToolRequestParams) -> Answer:
    asked = _declared(context, {"who": _NAME, "what": _sample("Say something."), "where": _ROOTS})
    return await _asking(asked, state="asked")(context, params) if asked else _done(_text("alone"))


async def _two_rounds(context: Context, params: types.CallToolRequestParams) -> Answer:
    first: Asked = {"step1": _form("Which name?", name={"type": "string"})}
    second: Asked = {"step2": _form("Which colour?", color={"type": "string"})}
    if params.request_state is None or params.request_state == "first":
        if params.request_state is None or _answers(params.input_responses, first) is None:
            return types.InputRequiredResult(input_requests=first, request_state="first")
        return types.InputRequiredResult(input_requests=second, request_state="second")
    if _answers(params.input_responses, second) is None:
        return types.InputRequiredResult(input_requests=second, request_state="second")
    return _done(_text("both rounds are done"))


async def _needing_sampling(context: Context, params: types.CallToolRequestParams) -> Answer:
    wanted = types.ClientCapabilities(sampling=types.SamplingCapability())
    if not context.session.check_client_capability(wanted):
        raise MCPError(
            code=types.MISSING_REQUIRED_CLIENT_CAPABILITY,
            message="this tool asks its client for a sample",
            data={"requiredCapabilities": {"sampling": {}}},
        )
    return _done(_text("the client can sample"))


async def _with_progress(context: Context, params: types.CallToolRequestParams) -> Answer:
    for progress in (0, 50, 100):
        await context.session.report_progress(progress, total=100, message=f"{progress} of 100")
    return _done(_text("all of it"))


async def _reporting_then_asking(context: Context, params: types.CallToolRequestParams) -> Answer:
    await context.session.report_progress(1, total=2)
    return await _asking({"user_name": _NAME})(context, params)


async def _slow(context: Context, params: types.CallToolRequestParams) -> Answer:
    await asyncio.sleep(0)
    return _done(_text("nothing is logged"))


async def _told_its_region(context: Context, params: types.CallToolRequestParams) -> Answer:
    return _done(_text(f"region {(params.arguments or {}).get('region')}"))


_NAME: Final = _form("Whom do I greet?", name={"type": "string"})
_ROOTS: Final = types.ListRootsRequest()
_NOTHING: Final[Mapping[str, Any]] = {"type": "object", "properties": {}}
_REGION: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {"region": {"type": "string", "x-mcp-header": "Region"}},
    "required": ["region"],
}
_ADDRESS: Final[Mapping[str, Any]] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
        }
    },
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"},
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FixtureTool:
    """A tool that the suite calls."""

    about: str
    handler: Handler
    schema: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)


_OK: Final = _form("Is that all right?", ok={"type": "boolean"})

FIXTURE_TOOLS: Final[Mapping[str, FixtureTool]] = {
    "json_schema_2020_12_tool": FixtureTool(
        about="Takes an address", handler=_fixed(_text("taken")), schema=_ADDRESS
    ),
    "test_audio_content": FixtureTool(
        about="Gives a sound",
        handler=_fixed(types.AudioContent(type="audio", data=a_sound(), mime_type="audio/wav")),
    ),
    "test_embedded_resource": FixtureTool(
        about="Gives a resource",
        handler=_fixed(_embedded("test://embedded-resource", "a resource within an answer")),
    ),
    "test_error_handling": FixtureTool(
        about="Fails",
        handler=_fixed(_text("This tool intentionally returns an error"), is_error=True),
    ),
    "test_image_content": FixtureTool(about="Gives a picture", handler=_fixed(_image())),
    "test_input_required_result_capabilities": FixtureTool(
        about="Asks what its client can be asked", handler=_asking_what_it_may
    ),
    "test_input_required_result_elicitation": FixtureTool(
        about="Asks a person", handler=_asking({"user_name": _NAME})
    ),
    "test_input_required_result_list_roots": FixtureTool(
        about="Asks for roots", handler=_asking({"client_roots": _ROOTS})
    ),
    "test_input_required_result_multi_round": FixtureTool(about="Asks twice", handler=_two_rounds),
    "test_input_required_result_multiple_inputs": FixtureTool(
        about="Asks three things at once",
        handler=_asking(
            {"user_name": _NAME, "greeting": _sample("Greet me."), "client_roots": _ROOTS},
            state="three",
        ),
    ),
    "test_input_required_result_request_state": FixtureTool(
        about="Asks, with a state", handler=_asking({"confirm": _OK}, state="waiting")
    ),
    "test_input_required_result_sampling": FixtureTool(
        about="Asks a model", handler=_asking({"capital_question": _sample("Capital of France?")})
    ),
    "test_input_required_result_tampered_state": FixtureTool(
        about="Asks, with a state that nobody may change",
        handler=_asking({"confirm": _OK}, state="sealed"),
    ),
    "test_logging_tool": FixtureTool(about="Logs nothing that nobody asked for", handler=_slow),
    "test_missing_capability": FixtureTool(
        about="Works for clients that can sample", handler=_needing_sampling
    ),
    "test_multiple_content_types": FixtureTool(
        about="Gives several things",
        handler=_fixed(
            _text("several things:"),
            _image(),
            _embedded(
                "test://mixed-content-resource",
                json.dumps({"test": "data", "value": 123}),
                mime_type="application/json",
            ),
        ),
    ),
    "test_simple_text": FixtureTool(about="Gives a text", handler=_fixed(_text("a simple text"))),
    "test_streaming_elicitation": FixtureTool(
        about="Reports, then asks", handler=_reporting_then_asking
    ),
    "test_tool_with_progress": FixtureTool(about="Reports", handler=_with_progress),
    "test_x_mcp_header": FixtureTool(
        about="Wants an argument in a header too", handler=_told_its_region, schema=_REGION
    ),
}

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
                return _saying(_text("one thing"))
            case "test_prompt_with_arguments":
                return _saying(_text(f"arg1='{given.get('arg1')}', arg2='{given.get('arg2')}'"))
            case "test_prompt_with_embedded_resource":
                return _saying(
                    _embedded(given.get("resourceUri", "test://none"), "inside"),
                    _text("and a text"),
                )
            case "test_prompt_with_image":
                return _saying(_image(), _text("and a text"))
            case "test_input_required_result_prompt":
                return self._prompt_that_asks(params.input_responses)
            case name:
                raise bad_params(f"Unknown prompt: {name}")

    @staticmethod
    def _prompt_that_asks(given: Given) -> types.GetPromptResult | types.InputRequiredResult:
        asked: Asked = {"user_context": _form("In which context?", context={"type": "string"})}
        found = _answers(given, asked)
        if found is None:
            return types.InputRequiredResult(input_requests=asked)
        return _saying(_text(json.dumps(found, sort_keys=True)))

    @override
    async def completion(
        self, context: Context, params: types.CompleteRequestParams
    ) -> types.CompleteResult:
        words = [word for word in ("testable", "tested") if word.startswith(params.argument.value)]
        return types.CompleteResult(
            completion=types.Completion(values=words, total=len(words), has_more=False)
        )
