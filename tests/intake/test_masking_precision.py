"""Ordinary source, lock files and test output are never masked, over 100,000 lines and more.

The material is what is there wherever the tests run: the standard library, the installed packages
with the hashes of their files, lock files written from these hashes, and the output of pytest.
"""

import csv
import hashlib
import re
import subprocess
import sys
import sysconfig
import uuid
from base64 import b64encode, urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from textwrap import dedent
from typing import Final, TypeAlias

from hypothesis import given
from hypothesis import strategies as st

from lockstitch.intake.masking import mask

KEY: Final = b"the key of this store"
LINES_MIN: Final = 100_000
FILES_MAX: Final = 1_000
HASHES_MAX: Final = 4_000
CHARS_MAX: Final = 2_000_000
LIBRARY: Final = Path(sysconfig.get_path("stdlib"))
PACKAGES: Final = Path(sysconfig.get_path("purelib"))
REAL_CREDENTIALS: Final = {
    "oauthlib/oauth2/rfc6749/clients/base.py": "quotes the Basic login of RFC 6749",
    "joserfc/jws.py": "shows a signed token in a docstring",
}
"""Files with a credential in its whole form, and why they have one: these are masked, rightly."""

Named: TypeAlias = tuple[str, str]


def files_below(folder: Path, *patterns: str) -> Iterator[Named]:
    """Yield the files of *folder* with their text, in an order that stays from run to run."""
    for path in sorted(chain.from_iterable(map(folder.rglob, patterns))):
        name = path.relative_to(folder).as_posix()
        exempt = "site-packages" in name or any(map(name.endswith, REAL_CREDENTIALS))
        if not exempt and path.is_file():
            yield name, path.read_text(encoding="utf-8", errors="replace")[:CHARS_MAX]


def installed_hashes() -> Iterator[tuple[str, bytes]]:
    """Yield the name and the SHA-256 of each installed file, from the packages' RECORD files."""
    for _, record in files_below(PACKAGES, "RECORD"):
        for row in csv.reader(record.splitlines()):
            name, recorded = row[0], row[1]
            if recorded.startswith("sha256="):
                yield name, urlsafe_b64decode(recorded.removeprefix("sha256=") + "=")


def lock_lines(name: str, sha256: bytes) -> str:
    """Return how a dozen kinds of lock file write down a package with this hash."""
    sha512 = b64encode(hashlib.sha512(sha256).digest()).decode()
    sha1 = hashlib.sha1(sha256, usedforsecurity=False).hexdigest()
    plain, short = sha256.hex(), b64encode(sha256).decode()
    url = f"https://packages.example/{plain[:2]}/{plain[2:4]}/{plain[4:]}/a-1.2.3.tgz"
    return dedent(f"""\
        a==1.2.3 \\
            --hash=sha256:{plain}
            {{file = "{name}", hash = "sha256:{plain}"}},
            {{ url = "{url}", hash = "sha256:{plain}", size = 4096 }},
            "sha256:{plain}",
          "resolved": "{url}",
          "integrity": "sha512-{sha512}",
          resolved "{url}#{sha1}"
          integrity sha512-{sha512}
          integrity sha1-{b64encode(bytes.fromhex(sha1)).decode()}
            resolution: {{integrity: sha512-{sha512}}}
          '@scope/a@1.2.3(react@18.2.0)': {{version: 1.2.3, integrity: sha256-{short}}}
        checksum = "{plain}"
        source = "git+https://git.example/a?rev={sha1[:7]}#{sha1}"
        example.org/a/b v1.2.3/go.mod h1:{short}
            a (1.2.3) sha256={plain}
            "reference": "{sha1}", "shasum": "{sha1}"
        image: registry.example/a@sha256:{plain}
        provider "a" {{ hashes = ["h1:{short}", "zh:{plain}"] }}
        index {sha1[:7]}..{sha1[7:14]} 100644
        commit {sha1}
        id: {uuid.UUID(bytes=sha256[:16])} etag: "{plain[:32]}" key: v1-deps-{plain[:16]}
        background: url(data:image/png;base64,{b64encode(sha256 * 4).decode()});
        <script src="/main.{plain[:20]}.js" integrity="sha384-{sha512[:64]}"></script>
        """)


TESTS: Final = """
import pytest
import warnings
import hashlib

@pytest.mark.parametrize("number", range(60))
def test_a_digest(number):
    digest = hashlib.sha256(str(number).encode()).hexdigest()
    print("seen", digest, {"token": digest[:20], "authorization": "Bearer " + "x" * 20})
    assert digest == hashlib.sha1(digest.encode()).hexdigest()

@pytest.mark.parametrize("url", [f"postgres://user:password@db{n}/app" for n in range(20)])
def test_a_url(url):
    warnings.warn(f"{url} is deprecated")
    assert [url, url.upper()] == [url, url.lower()]

@pytest.fixture
def broken():
    raise RuntimeError("no such key: AWS_SECRET_ACCESS_KEY")

def test_an_error(broken):
    pass
"""


def output_of_tests(folder: Path) -> Iterator[Named]:
    """Yield what pytest writes about tests that fail, in colour and without."""
    (folder / "test_digests.py").write_text(TESTS, encoding="utf-8")
    options = "-vv", "-rA", "--showlocals", "--color=yes", "-p", "no:cacheprovider"
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "test_digests.py"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "failed" in ended.stdout
    yield "pytest in colour", ended.stdout
    yield "pytest", re.sub(r"\x1b\[[0-9;]*m", "", ended.stdout)


def lock_files() -> Iterator[Named]:
    for name, sha256 in islice(installed_hashes(), HASHES_MAX):
        yield f"a lock line of {name}", lock_lines(name, sha256)


def false_masks(name: str, text: str) -> Iterator[str]:
    """Yield the lines of *text* that are masked, each with the name of where it stands."""
    masked = mask(text, key=KEY)
    for seen in masked.redactions:
        line = masked.text.rfind("\n", 0, seen.start) + 1
        yield f"{name}: {masked.text[line : seen.end]}"


def test_source_lock_files_and_test_output_are_never_masked(tmp_path: Path) -> None:
    material = chain(
        islice(files_below(LIBRARY, "*.py"), FILES_MAX),
        islice(files_below(PACKAGES, "*.json", "*.toml", "*.md", "RECORD"), FILES_MAX),
        islice(files_below(PACKAGES, "*.py"), FILES_MAX),
        lock_files(),
        output_of_tests(tmp_path),
    )
    lines = 0
    masks: list[str] = []
    for name, text in material:
        lines += text.count("\n")
        masks += false_masks(name, text)
    assert masks == []
    assert lines >= LINES_MIN


@given(drawn=st.binary(min_size=64, max_size=64))
def test_a_hash_a_uuid_and_base64_data_are_never_masked(drawn: bytes) -> None:
    text = lock_lines(drawn[:4].hex(), hashlib.sha256(drawn).digest())
    data = "\n".join(
        [drawn.hex(), b64encode(drawn * 9).decode(), urlsafe_b64encode(drawn).decode()]
    )
    assert list(false_masks("drawn", text + data)) == []
