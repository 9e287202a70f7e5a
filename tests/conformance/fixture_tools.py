"""The tools that the conformance suite calls, made up for it: each gives, asks or refuses one thing."""

import asyncio
import base64
import io
import json
import struct
import wave
import zlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import mcp_types as types
from mcp.shared.exceptions import MCPError

from lockstitch.gateway.mcp.surface import Context

Answer: TypeAlias = types.CallToolResult | types.InputRequiredResult
Handler: TypeAlias = Callable[[Context, types.CallToolRequestParams], Awaitable[Answer]]
Asked: TypeAlias = types.InputRequests
Given: TypeAlias = types.InputResponses | None


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


def a_text(text: str) -> types.TextContent:
    return types.TextContent(type="text", text=text)


def an_image() -> types.ImageContent:
    return types.ImageContent(type="image", data=a_picture(), mime_type="image/png")


def an_embedded(uri: str, text: str, *, mime_type: str = "text/plain") -> types.EmbeddedResource:
    inside = types.TextResourceContents(uri=uri, mime_type=mime_type, text=text)
    return types.EmbeddedResource(type="resource", resource=inside)


def _done(*content: types.ContentBlock, is_error: bool = False) -> types.CallToolResult:
    return types.CallToolResult(content=list(content), is_error=is_error)


def _fixed(*content: types.ContentBlock, is_error: bool = False) -> Handler:
    """Return a tool that always answers the same."""

    async def handler(context: Context, params: types.CallToolRequestParams) -> Answer:
        return _done(*content, is_error=is_error)

    return handler


def a_form(message: str, **properties: dict[str, Any]) -> types.ElicitRequest:
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    params = types.ElicitRequestFormParams(message=message, requested_schema=schema)
    return types.ElicitRequest(params=params)


def _sample(question: str) -> types.CreateMessageRequest:
    message = types.SamplingMessage(role="user", content=a_text(question))
    params = types.CreateMessageRequestParams(messages=[message], max_tokens=60)
    return types.CreateMessageRequest(params=params)


def answers_to(given: Given, asked: Asked) -> dict[str, Any] | None:
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
        found = answers_to(params.input_responses, asked)
        if found is None or params.request_state != state:
            return types.InputRequiredResult(input_requests=asked, request_state=state)
        told = json.dumps(found, sort_keys=True)
        return _done(a_text(f"state-ok {told}" if state else told))

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
    return await _asking(asked, state="asked")(context, params) if asked else _done(a_text("alone"))


async def _two_rounds(context: Context, params: types.CallToolRequestParams) -> Answer:
    first: Asked = {"step1": a_form("Which name?", name={"type": "string"})}
    second: Asked = {"step2": a_form("Which colour?", color={"type": "string"})}
    if params.request_state is None or params.request_state == "first":
        if params.request_state is None or answers_to(params.input_responses, first) is None:
            return types.InputRequiredResult(input_requests=first, request_state="first")
        return types.InputRequiredResult(input_requests=second, request_state="second")
    if answers_to(params.input_responses, second) is None:
        return types.InputRequiredResult(input_requests=second, request_state="second")
    return _done(a_text("both rounds are done"))


async def _needing_sampling(context: Context, params: types.CallToolRequestParams) -> Answer:
    wanted = types.ClientCapabilities(sampling=types.SamplingCapability())
    if not context.session.check_client_capability(wanted):
        raise MCPError(
            code=types.MISSING_REQUIRED_CLIENT_CAPABILITY,
            message="this tool asks its client for a sample",
            data={"requiredCapabilities": {"sampling": {}}},
        )
    return _done(a_text("the client can sample"))


async def _with_progress(context: Context, params: types.CallToolRequestParams) -> Answer:
    for progress in (0, 50, 100):
        await context.session.report_progress(progress, total=100, message=f"{progress} of 100")
    return _done(a_text("all of it"))


async def _reporting_then_asking(context: Context, params: types.CallToolRequestParams) -> Answer:
    await context.session.report_progress(1, total=2)
    return await _asking({"user_name": _NAME})(context, params)


async def _slow(context: Context, params: types.CallToolRequestParams) -> Answer:
    await asyncio.sleep(0)
    return _done(a_text("nothing is logged"))


async def _told_its_region(context: Context, params: types.CallToolRequestParams) -> Answer:
    return _done(a_text(f"region {(params.arguments or {}).get('region')}"))


_NAME: Final = a_form("Whom do I greet?", name={"type": "string"})
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


_OK: Final = a_form("Is that all right?", ok={"type": "boolean"})

FIXTURE_TOOLS: Final[Mapping[str, FixtureTool]] = {
    "json_schema_2020_12_tool": FixtureTool(
        about="Takes an address", handler=_fixed(a_text("taken")), schema=_ADDRESS
    ),
    "test_audio_content": FixtureTool(
        about="Gives a sound",
        handler=_fixed(types.AudioContent(type="audio", data=a_sound(), mime_type="audio/wav")),
    ),
    "test_embedded_resource": FixtureTool(
        about="Gives a resource",
        handler=_fixed(an_embedded("test://embedded-resource", "a resource within an answer")),
    ),
    "test_error_handling": FixtureTool(
        about="Fails",
        handler=_fixed(a_text("This tool intentionally returns an error"), is_error=True),
    ),
    "test_image_content": FixtureTool(about="Gives a picture", handler=_fixed(an_image())),
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
            a_text("several things:"),
            an_image(),
            an_embedded(
                "test://mixed-content-resource",
                json.dumps({"test": "data", "value": 123}),
                mime_type="application/json",
            ),
        ),
    ),
    "test_simple_text": FixtureTool(about="Gives a text", handler=_fixed(a_text("a simple text"))),
    "test_streaming_elicitation": FixtureTool(
        about="Reports, then asks", handler=_reporting_then_asking
    ),
    "test_tool_with_progress": FixtureTool(about="Reports", handler=_with_progress),
    "test_x_mcp_header": FixtureTool(
        about="Wants an argument in a header too", handler=_told_its_region, schema=_REGION
    ),
}
