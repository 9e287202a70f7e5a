"""Masking takes out each credential that the table names, and leaves everything else as it is.

No credential is written down here: each is put together when the tests run.
"""

import hashlib
import hmac
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lockstitch.domain.episode import Redaction
from lockstitch.intake.credentials import FORMATS
from lockstitch.intake.masking import Masked, mask
from tests.intake.credential_examples import EXAMPLES, examples_of

KEY: Final = b"the key of this store"
MEGABYTE: Final = 1_000_000
PAGE: Final = Path(__file__).parents[2] / "docs" / "reference" / "masking.md"

SURROUNDINGS: Final = (
    pytest.param("{}", id="bare"),
    pytest.param("API_TOKEN={}\nNEXT=1\n", id="env"),
    pytest.param("export API_TOKEN='{}'\n", id="export"),
    pytest.param('curl -H "X-Api-Key: {}" https://example.org\n', id="header"),
    pytest.param("GET https://example.org/v1?token={}&page=2 HTTP/1.1\r\n", id="query"),
    pytest.param("@@ -1 +1 @@\n-token: none\n+token: {}\n", id="diff"),
    pytest.param("+{}\n", id="added-line"),
    pytest.param("-{}\n", id="removed-line"),
    pytest.param("log in with `{}`, please.", id="prose"),
    pytest.param("naïve 🙂 {}", id="end-of-a-text-beyond-ascii"),
    pytest.param("\x1b[32m{}\x1b[0m\n", id="colour"),
    pytest.param("first\\n{}\\nlast", id="escaped-line-ends"),
    pytest.param("a\\u003d{}\\u0026", id="escaped-characters"),
    pytest.param("state%3D{}%26next", id="percent-encoded"),
)


def marker_of(kind: str, credential: str, *, key: bytes = KEY) -> str:
    digest = hmac.new(key, credential.encode(), hashlib.sha256).hexdigest()
    return f"[masked:{kind}:{len(credential)}:{digest[:10]}]"


def assert_masked(kind: str, credential: str, *, before: str, after: str) -> None:
    marker = marker_of(kind, credential)
    start = len(before)
    redaction = Redaction(kind=kind, length=len(credential), start=start, end=start + len(marker))
    masked = mask(before + credential + after, key=KEY)
    assert masked == Masked(text=before + marker + after, redactions=(redaction,))
    assert masked.text[redaction.start : redaction.end] == marker


KINDS: Final = tuple(form.kind for form in FORMATS)


def test_each_format_has_a_name_of_its_own_and_examples() -> None:
    assert len(set(KINDS)) == len(KINDS)
    assert set(EXAMPLES) == set(KINDS)
    assert all(re.fullmatch("[a-z]+(?:-[a-z]+)*", kind) for kind in KINDS)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("surrounding", SURROUNDINGS)
def test_a_credential_is_masked_and_nothing_around_it(kind: str, surrounding: str) -> None:
    left, right = surrounding.split("{}")
    for example in examples_of(kind):
        assert_masked(
            kind, example.credential, before=left + example.before, after=example.after + right
        )


@pytest.mark.parametrize("kind", KINDS)
def test_a_credential_in_json_is_masked_in_its_escaped_form(kind: str) -> None:
    for example in examples_of(kind):
        before, credential, after = (
            json.dumps(part)[1:-1] for part in (example.before, example.credential, example.after)
        )
        assert_masked(kind, credential, before=f'{{"note": "{before}', after=f'{after}", "n": 1}}')


@pytest.mark.parametrize("sign", ["+", "-", "> ", "    "])
def test_a_key_block_is_masked_when_each_line_has_a_sign_before_it(sign: str) -> None:
    for example in examples_of("private-key"):
        credential = example.credential.replace("\n", f"\n{sign}")
        assert_masked("private-key", credential, before=f"a file\n{sign}", after="\n")


def test_two_credentials_are_two_markers_with_the_text_between_them() -> None:
    token, key_id = (next(examples_of(kind)) for kind in ("github-token", "aws-access-key-id"))
    masked = mask(f"é {token.text}, then {key_id.text}\n", key=KEY)
    markers = (
        marker_of("github-token", token.credential),
        marker_of("aws-access-key-id", key_id.credential),
    )
    assert masked.text == f"é {markers[0]}, then {markers[1]}\n"
    assert [masked.text[seen.start : seen.end] for seen in masked.redactions] == [*markers]


def test_one_credential_has_one_marker_under_one_key_and_another_under_another() -> None:
    token = next(examples_of("github-token")).text
    one, same, other = (mask(token, key=key).text for key in (KEY, KEY, b"another key"))
    assert one == same
    assert one != other
    assert mask(f"{token} {token}", key=KEY).text == f"{one} {one}"


def test_a_credential_in_a_url_or_a_header_keeps_the_more_telling_name() -> None:
    token = next(examples_of("github-token"))
    for text in ("https://me:{}@example.org/r.git", "Authorization: Bearer {}"):
        before, after = text.split("{}")
        assert_masked("github-token", token.credential, before=before, after=after)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("gh" + "p_" + "x" * 36, id="crosses"),
        pytest.param("gh" + "p_" + "0" * 36, id="zeros"),
        pytest.param("gh" + "p_abc...", id="ellipsis"),
        pytest.param("gh" + "p_" + "Ab3dE" * 6, id="too-short"),
        pytest.param("export GITHUB_TOKEN=<your-token>", id="angle-brackets"),
        pytest.param("OPENAI_API_KEY=sk-...", id="a-prefix-and-dots"),
        pytest.param("sk" + "-your-key-here-0123456789", id="a-hint"),
        pytest.param("region = ASIAPACIFICNORTHEAST", id="a-constant-as-long-as-a-key-id"),
        pytest.param("Authorization: Bearer ${TOKEN}", id="a-variable"),
        pytest.param("Authorization: Bearer {settings.access_token_0001}", id="a-format-field"),
        pytest.param("Authorization: Bearer my-secret-token-12345-for-tests", id="words"),
        pytest.param("Authorization: Bearer PutTheAccessTokenOfTheBotHere42", id="camel-case"),
        pytest.param("postgres://app:MyVeryLongSecretPhraseOfWords@db/app", id="no-digit"),
        pytest.param("postgres://app:hunter2@db/app", id="short"),
        pytest.param(
            "Authorization: Bearer 123e4567-e89b-12d3-a456-426614174000", id="a-uuid-in-a-header"
        ),
        pytest.param("Authorization: Basic dXNlcjpwYXNzd29yZDEyMw==", id="user-and-password123"),
        pytest.param("postgres://user:password@localhost/db", id="password"),
        pytest.param("postgres://postgres:postgres@db:5432/app", id="the-name-again"),
        pytest.param("postgres://user:my-db-password1@db/app", id="words-and-a-digit"),
        pytest.param("postgres://app:${DB_PASSWORD_1}@db/app", id="a-variable-in-a-url"),
        pytest.param("postgres://app:{password1}@db/app", id="a-format-field-in-a-url"),
        pytest.param("postgres://app:<password1>@db/app", id="angle-brackets-in-a-url"),
        pytest.param("postgres://app:%(pass1word)s@db/app", id="a-percent-field-in-a-url"),
        pytest.param("postgres://app:********@db/app", id="stars-in-a-url"),
        pytest.param("https://user:he%2F%2Fo@example.org", id="escapes-are-no-digits"),
        pytest.param("http://localhost:8080/@scope/pkg-1.2.3", id="a-port"),
        pytest.param("git@example.org:8022/a1b2c3d4.git", id="an-address"),
        pytest.param(
            "-----BEGIN PRIVATE" + " KEY-----\n...\n-----END PRIVATE KEY-----", id="no-key-in-it"
        ),
        pytest.param("grep -r 'BEGIN PRIVATE" + " KEY-----' .", id="a-search-for-keys"),
        pytest.param("eyJ0eXAiOiJKV1QifQ.eyJzdWIiOiIxMjM0NTY3ODkwIn0." + "a1" * 16, id="no-alg"),
        pytest.param("secret_access_key = hashlib.sha1(secret).hexdigest()", id="code"),
        pytest.param("hvs.calculate_spectral_ratio_of_curve()", id="an-attribute"),
        pytest.param("npm_config_registry_of_this_very_long_name_here=1", id="a-setting"),
    ],
)
def test_what_only_looks_like_a_credential_is_left_alone(text: str) -> None:
    assert mask(text, key=KEY) == Masked(text=text, redactions=())


PIECES: Final = st.sampled_from(
    [
        *(example.text for kind in sorted(EXAMPLES) for example in examples_of(kind)),
        *("gh" + "p_", "sk-", "-----BEGIN PRIVATE" + " KEY-----", "eyJ", "://a:", "@b", ".", "-"),
        *(
            "Authorization: Bearer ",
            "[masked:",
            "]",
            "[",
            "\n",
            "\\n",
            " ",
            "=",
            "é",
            "🙂",
            "\ud800",
        ),
        *("aws_secret_access_key=", "Private-Lines: 3", "a1B2c3D4e5F6g7H8i9J0"),
    ]
)
TEXTS: Final = st.lists(PIECES | st.text(max_size=8), max_size=8).map("".join)


@given(text=TEXTS)
def test_masking_twice_is_masking_once(text: str) -> None:
    masked = mask(text, key=KEY)
    assert mask(masked.text, key=KEY) == replace(masked, redactions=())


@given(text=TEXTS)
def test_what_is_between_the_markers_is_the_text_as_it_was(text: str) -> None:
    masked = mask(text, key=KEY)
    read = written = 0
    for seen in masked.redactions:
        kept = masked.text[written : seen.start]
        assert text[read : read + len(kept)] == kept
        read += len(kept) + seen.length
        credential = text[read - seen.length : read]
        digest = hmac.digest(KEY, credential.encode(errors="surrogatepass"), "sha256").hex()
        marker = f"[masked:{seen.kind}:{seen.length}:{digest[:10]}]"
        assert masked.text[seen.start : seen.end] == marker
        written = seen.end
    assert text[read:] == masked.text[written:]


@pytest.mark.parametrize(
    "piece",
    [
        pytest.param("a", id="letters"),
        pytest.param("-", id="dashes"),
        pytest.param(".eyJ", id="dotted-headers"),
        pytest.param("eyJ" + "a" * 200 + ".", id="headers-of-no-token"),
        pytest.param("BEGIN", id="begin"),
        pytest.param("-----BEGIN PRIVATE" + " KEY-----", id="blocks-without-an-end"),
        pytest.param("-----BEGIN PRIVATE" + " KEY-----\\n", id="blocks-without-a-key"),
        pytest.param("://a:", id="schemes"),
        pytest.param("://a:" + "b@" * 90, id="urls-of-many-signs"),
        pytest.param("a@", id="addresses"),
        pytest.param("sk-", id="prefixes"),
        pytest.param("sk-" + "a" * 30 + " ", id="prefixed-words"),
        pytest.param("xo" + "xb-" + "-" * 200 + " ", id="slack-dashes"),
        pytest.param("Authorization: Bearer ", id="headers"),
        pytest.param("secret_access_key=", id="names"),
        pytest.param("Private-Lines: 1\n", id="private-lines"),
        pytest.param("\\", id="backslashes"),
        pytest.param("a" * 32 + "-us ", id="regions"),
    ],
)
def test_a_megabyte_of_near_misses_is_read_once_and_left_alone(piece: str) -> None:
    text = piece * (MEGABYTE // len(piece))
    masked = mask(text, key=KEY)
    assert not masked.redactions
    assert masked.text == text


def test_the_page_lists_the_formats_as_the_table_does() -> None:
    rows = re.findall(
        r"^\| `([a-z-]+)` \| (.+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert rows == [(form.kind, form.description) for form in FORMATS]


def test_the_examples_of_the_aws_manuals_have_the_form_of_keys_and_are_masked() -> None:
    key_id = "AK" + "IAIOSFODNN7EXAMPLE"
    secret = "wJalrXUtnFEMI/K7MDENG/" + "bPxRfiCYEXAMPLEKEY"
    masked = mask(f"aws_access_key_id = {key_id}\naws_secret_access_key = {secret}\n", key=KEY)
    assert [one.kind for one in masked.redactions] == ["aws-access-key-id", "aws-secret-access-key"]
    assert key_id not in masked.text
    assert secret not in masked.text
