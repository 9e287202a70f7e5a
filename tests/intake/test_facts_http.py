"""HTTP: the status and the headers of a response, and then its body."""

import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from inline_snapshot import snapshot
from typing_extensions import override

from lockstitch.domain.fact import FactKind
from lockstitch.intake.facts import extract


def headers(text: str, tool_name: str | None = None) -> dict[str, str]:
    found = extract(text, tool_name=tool_name).facts
    return {fact.name: fact.value for fact in found if fact.kind is FactKind.HTTP_HEADER}


class Answering(BaseHTTPRequestHandler):
    """Answers every request with two cookies and a small JSON body."""

    def do_GET(self) -> None:
        body = b'{"ready": true}'
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Set-Cookie", "a=1; Path=/")
        self.send_header("Set-Cookie", "b=2")
        self.send_header("Vary", "Accept")
        self.send_header("Vary", "Origin")
        self.end_headers()
        self.wfile.write(body)

    @override
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def a_server() -> Generator[int]:
    with HTTPServer(("127.0.0.1", 0), Answering) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join(30)


def test_what_a_server_sends_is_read_from_status_to_body() -> None:
    with a_server() as port, socket.create_connection(("127.0.0.1", port), timeout=30) as wire:
        wire.sendall(b"GET / HTTP/1.0\r\nHost: here\r\n\r\n")
        sent = b"".join(iter(lambda: wire.recv(65_536), b""))
    found = extract(sent.decode(), tool_name=None)
    told = {fact.name: fact.value for fact in found.facts}
    assert told.pop("date").endswith(" GMT")
    assert told.pop("server").startswith("BaseHTTP/")
    assert told == snapshot(
        {
            "status": "200 OK",
            "content-type": "application/json",
            "content-length": "15",
            "set-cookie[1]": "a=1; Path=/",
            "set-cookie[2]": "b=2",
            "vary": "Accept, Origin",
            "ready": "true",
        }
    )
    assert found.summary == snapshot("HTTP: 200 OK, 8 headers; JSON: 1 field")


def test_redirects_come_before_the_last_response() -> None:
    text = (
        "HTTP/1.1 301 Moved Permanently\r\nLocation: https://example.test/\r\n\r\n"
        "HTTP/2 200 \r\nserver: x\r\n\r\nhello\n"
    )
    assert headers(text) == snapshot(
        {
            "response[1].status": "301 Moved Permanently",
            "response[1].location": "https://example.test/",
            "status": "200",
            "server": "x",
        }
    )
    assert extract(text, tool_name=None).summary == "HTTP: 200, 1 header after 1 response"


def test_the_body_of_a_redirect_is_passed_over() -> None:
    text = (
        "HTTP/1.1 302 Found\nLocation: /b\n\n<p>moved</p>\n"
        'HTTP/1.1 404 Not Found\nServer: x\n\n{"error": "no"}'
    )
    found = {fact.name: fact.value for fact in extract(text, tool_name=None).facts}
    assert (found["status"], found["error"]) == ("404 Not Found", "no")


def test_a_verbose_client_is_read_by_its_marks() -> None:
    text = (
        "  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n"
        "                                 Dload  Upload   Total   Spent    Left  Speed\n"
        "\r  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0"
        "*   Trying 127.0.0.1:80...\n* Connected to here (127.0.0.1) port 80\n"
        "> GET /a HTTP/1.1\r\n> Host: here\r\n> Accept: */*\r\n> \r\n"
        "< HTTP/1.1 200 OK\r\n< Content-Type: application/json\r\n"
        "* a remark between\n< X-Run: 7\r\n< \r\n{ [12 bytes data]\n"
        "\r100    12  100    12    0     0   1417      0 --:--:-- --:--:-- --:--:--  1500\n"
        '{"ready": 1}\n* Connection #0 to host here left intact\n'
    )
    found = {fact.name: fact.value for fact in extract(text, tool_name=None).facts}
    assert found == snapshot(
        {"status": "200 OK", "content-type": "application/json", "x-run": "7", "ready": "1"}
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("HTTP/1.1 204 No Content", {"status": "204 No Content"}, id="a-status-alone"),
        pytest.param("HTTP/1.1 200 OK\nA: b\n c\n\n", {"status": "200 OK", "a": "b c"}, id="a-folded-line"),
        pytest.param("HTTP/1.1 200 OK\nA: b\nnot a header\n", {"status": "200 OK", "a": "b"}, id="cut-short"),
        pytest.param("HTTP/1.1 200 OK\nA:\n\n", {"status": "200 OK", "a": ""}, id="an-empty-value"),
        pytest.param("$ curl -I here\nHTTP/1.1 200 OK\nA: b\n\n[exit 0]", {"status": "200 OK", "a": "b"}, id="inside-a-shell"),
        pytest.param("Content-Type: text/html\nCache-Control: no-cache", {"content-type": "text/html", "cache-control": "no-cache"}, id="headers-alone"),
        pytest.param("etag: \"x\"\nlast-modified: Mon, 02 Feb 2026 10:00:00 GMT\n\nbody", {"etag": '"x"', "last-modified": "Mon, 02 Feb 2026 10:00:00 GMT"}, id="headers-and-a-body"),
    ],
)  # fmt: skip
def test_headers_are_read_in_every_dress(text: str, expected: dict[str, str]) -> None:
    assert headers(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("HTTP/1.1 200 OK\nis what it said.", id="a-status-line-in-prose"),
        pytest.param('127.0.0.1 "GET / HTTP/1.1" 200 OK\nHost: x\n', id="an-access-log"),
        pytest.param("From: a@b.test\nDate: Mon, 02 Feb 2026 10:00:00 GMT\nSubject: hi\n\nHello", id="mail"),
        pytest.param("MIME-Version: 1.0\nContent-Type: text/plain\nContent-Length: 3\n", id="mime"),
        pytest.param("server: db1\nhost: localhost\nage: 3\nlocation: Berlin\n", id="settings"),
        pytest.param("Host: db1\nServer: x\nDate: today\n", id="ordinary-names"),
        pytest.param("Content-Type: the kind of thing\nCache-Control: who decides\n", id="no-such-values"),
        pytest.param("Cache-Control: no-cache\nX-Thing: 1\n", id="one-known-and-one-not"),
        pytest.param("Content-Type: text/html", id="one-alone"),
        pytest.param("> quoted\n< HTTP/1.1 200 OK said nobody\nand so on", id="a-quote"),
    ],
)  # fmt: skip
def test_other_lines_with_colons_are_no_headers(text: str) -> None:
    kinds = {fact.kind for fact in extract(text, tool_name=None).facts}
    assert FactKind.HTTP_HEADER not in kinds


def test_a_tool_of_the_web_lets_unknown_headers_pass() -> None:
    text = 'Cache-Control: no-cache\nETag: "a"\nX-Thing: 1\n'
    assert headers(text) == {}
    assert headers(text, "curl") == {"cache-control": "no-cache", "etag": '"a"', "x-thing": "1"}


def test_a_long_header_is_cut() -> None:
    value = headers(f"HTTP/1.1 200 OK\nX-Long: {'x' * 9_000}\n\n")["x-long"]
    assert (len(value), value[-1]) == (500, "…")
