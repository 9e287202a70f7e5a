"""The official conformance suite says whether the gateway speaks the protocol.

Its scenarios look for tools, resources and prompts with names of their own, so the full run is on
fixtures behind the gateway of the product. What needs no fixture is judged on the product itself.
"""

import asyncio
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from lockstitch.gateway.serve import tokens_of
from tests.conformance.relay import relaying
from tests.conformance.suite import SuiteMissingError, Verdicts, installed, judge, node, scored
from tests.gateway.posts import a_process, port_in
from tests.gateway.wire import an_environment

MODERN: Final = "2026-07-28"
LEGACY: Final = "2025-11-25"
SKIP: Final = "LOCKSTITCH_SKIP_CONFORMANCE"

FIXTURE_FREE: Final = {
    MODERN: {
        "caching",
        "completion-complete",
        "dns-rebinding-protection",
        "http-header-validation",
        "input-required-result-unsupported-methods",
        "input-required-result-validate-input",
        "prompts-list",
        "resources-list",
        "sep-2164-resource-not-found",
        "server-sse-multiple-streams",
        "tools-list",
    },
    LEGACY: {
        "completion-complete",
        "dns-rebinding-protection",
        "ping",
        "prompts-list",
        "resources-list",
        "resources-subscribe",
        "resources-unsubscribe",
        "server-initialize",
        "server-session-lifecycle",
        "server-sse-multiple-streams",
        "tools-list",
    },
}
"""Scenarios that judge the protocol alone."""

UNSCORED: Final = (
    "http-custom-header-server-validation",
    "http-header-validation",
    "json-schema-2020-12",
)
"""Scenarios that are not required yet, and pass all the same. The others are of extensions."""

STATELESS_NEEDS: Final[Mapping[str, str]] = {
    "sep-2575-server-rejects-undeclared-capability": "calls test_missing_capability",
    "sep-2575-missing-capability-http-400": "calls test_missing_capability",
    "sep-2575-http-server-no-independent-requests-on-stream": "calls test_streaming_elicitation",
    "sep-2575-server-no-log-without-loglevel": "calls test_logging_tool",
}
"""Checks of the scenario server-stateless that need a fixture, each with the reason. It has 20 more."""

LEGACY_LEFT_OUT: Final[Mapping[str, str]] = {
    "elicitation-sep1034-defaults": "no fixture asks a person in the middle of a call",
    "elicitation-sep1330-enums": "no fixture asks a person in the middle of a call",
    "tools-call-elicitation": "no fixture asks a person in the middle of a call",
    "tools-call-sampling": "no fixture asks a model in the middle of a call",
    "logging-set-level": "the gateway has no logging over the protocol, which is deprecated",
    "tools-call-with-logging": "the gateway has no logging over the protocol, which is deprecated",
}
"""Scenarios of the older revision that the fixtures do not pass, each with the reason."""


@pytest.fixture(scope="session", autouse=True)
def _the_suite_is_here() -> None:
    """Have the suite installed before any test runs; only who says so is let off it."""
    if os.environ.get(SKIP) == "1":
        pytest.skip(f"{SKIP}=1 is set: the conformance suite is not run")
    try:
        node()
        installed()
    except SuiteMissingError as error:
        pytest.fail(f"{error}\n(set {SKIP}=1 to go without the conformance suite)", pytrace=False)


def test_everything_that_the_modern_revision_requires_passes(tmp_path: Path) -> None:
    verdicts = asyncio.run(on_fixtures(tmp_path, revision=MODERN))
    required = scored(MODERN)
    assert len(required) == 37
    assert {*required, *UNSCORED} <= set(verdicts.checks)
    assert (verdicts.exit_code, verdicts.account(*required, *UNSCORED)) == (0, "")


def test_of_the_older_revision_only_what_a_memory_does_not_do_is_left_out(tmp_path: Path) -> None:
    verdicts = asyncio.run(on_fixtures(tmp_path, revision=LEGACY))
    assert set(scored(LEGACY)) <= set(verdicts.checks)
    assert set(verdicts.with_status("FAILURE")) == set(LEGACY_LEFT_OUT), verdicts.account()


@pytest.mark.parametrize("revision", [MODERN, LEGACY])
def test_the_product_itself_passes_what_needs_no_fixture(tmp_path: Path, revision: str) -> None:
    verdicts = asyncio.run(on_the_product(tmp_path, revision=revision))
    judged = FIXTURE_FREE[revision]
    assert judged <= set(verdicts.checks)
    assert verdicts.account(*judged) == ""
    if revision == MODERN:
        wrong = verdicts.with_status("FAILURE", "WARNING")["server-stateless"]
        assert wrong == sorted(STATELESS_NEEDS), verdicts.account("server-stateless")


async def on_fixtures(folder: Path, *, revision: str) -> Verdicts:
    """Return what the suite says of the fixtures behind the gateway."""
    data = folder / "data"
    script = Path(__file__).with_name("fixture_server.py")
    return await _judged(sys.executable, str(script), str(data), folder=folder, revision=revision)


async def on_the_product(folder: Path, *, revision: str) -> Verdicts:
    """Return what the suite says of `lockstitch serve --http`."""
    command = (sys.executable, "-m", "lockstitch", "serve", "--http", "--port", "0")
    return await _judged(*command, folder=folder, revision=revision)


async def _judged(*command: str, folder: Path, revision: str) -> Verdicts:
    data = folder / "data"
    data.mkdir(mode=0o700)
    token = tokens_of(data).of("conformance")
    async with (
        a_process(*command, environment=an_environment(folder), directory=folder) as running,
        relaying(port_in(running.address), token=token) as port,
    ):
        address = f"http://localhost:{port}/mcp"
        return await judge(address, revision=revision, results=folder / "results")
