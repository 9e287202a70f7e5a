"""True examples of each credential format, drawn from a seed: none is written down anywhere."""

import json
import random
import re
import uuid
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from string import ascii_letters, ascii_uppercase, digits
from typing import Final

ALNUM: Final = ascii_letters + digits
HEX: Final = "0123456789abcdef"
WORD: Final = ALNUM + "-_"
BECH32: Final = "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A credential, and what has to stand around it."""

    credential: str
    before: str = ""
    after: str = ""

    @property
    def text(self) -> str:
        return self.before + self.credential + self.after


def drawn(rng: random.Random, alphabet: str, length: int) -> str:
    return "".join(rng.choices(alphabet, k=length))


def prefixed(
    prefix: str, alphabet: str, length: int, *, ending: str = ""
) -> Callable[[random.Random], Example]:
    """Return a maker of credentials: a prefix, and characters drawn at random."""
    return lambda rng: Example(credential=prefix + drawn(rng, alphabet, length) + ending)


def named(
    before: str, make: Callable[[random.Random], str], *, after: str = ""
) -> Callable[[random.Random], Example]:
    """Return a maker of credentials that are told by what stands before them."""
    return lambda rng: Example(before=before, credential=make(rng), after=after)


def base64_of(rng: random.Random, size: int) -> str:
    return b64encode(rng.randbytes(size)).decode()


def joined(*makers: Callable[[random.Random], str]) -> Callable[[random.Random], Example]:
    return lambda rng: Example(credential="".join(make(rng) for make in makers))


def url_part(value: bytes) -> str:
    return urlsafe_b64encode(value).decode().rstrip("=")


def web_token(rng: random.Random) -> Example:
    header = json.dumps({"alg": rng.choice(["HS256", "RS256", "EdDSA"]), "typ": "JWT"})
    payload = json.dumps({"sub": drawn(rng, digits, 10)})
    parts = header.encode(), payload.encode(), rng.randbytes(32)
    return Example(credential=".".join(map(url_part, parts)))


def encrypted_web_token(rng: random.Random) -> Example:
    header = json.dumps({"alg": "dir", "enc": "A128GCM"}, separators=(",", ":"))
    parts = header.encode(), b"", rng.randbytes(12), rng.randbytes(60), rng.randbytes(16)
    return Example(credential=".".join(map(url_part, parts)))


def bot_token(rng: random.Random) -> Example:
    number = str(rng.randrange(10**17, 10**18)).encode()
    parts = url_part(number), drawn(rng, WORD, 6), drawn(rng, WORD, 38)
    return Example(credential=".".join(parts))


def cloud_policy(rng: random.Random) -> str:
    return b64encode(json.dumps({"o": "1", "n": "k", "k": drawn(rng, ALNUM, 24)}).encode()).decode()


def key_lines(rng: random.Random, size: int) -> str:
    return "\n".join(re.findall(".{1,64}", base64_of(rng, size)))


def key_block(label: str, *, header: str = "") -> Callable[[random.Random], Example]:
    def make(rng: random.Random) -> Example:
        dashes = "-" * 5
        first, last = (f"{dashes}{edge} {label}{dashes}" for edge in ("BEGIN", "END"))
        return Example(credential=f"{first}\n{header}{key_lines(rng, 300)}\n{last}")

    return make


def cut_key_block(rng: random.Random) -> Example:
    dashes = "-" * 5
    body = key_lines(rng, 240)
    return Example(credential=f"{dashes}BEGIN PRIVATE KEY{dashes}\n{body}", after="\n... 12 more")


def putty_key(rng: random.Random) -> Example:
    return Example(
        before="Private-Lines: 4", credential=f"\n{key_lines(rng, 180)}", after="\nPrivate-MAC: 0"
    )


def login(rng: random.Random) -> str:
    return b64encode(f"deploy:{drawn(rng, ALNUM, 14)}7q".encode()).decode()


EXAMPLES: Final[dict[str, tuple[Callable[[random.Random], Example], ...]]] = {
    "github-token": tuple(prefixed(f"gh{kind}_", ALNUM, 36) for kind in "pousr"),
    "github-fine-grained-token": (
        joined(
            lambda _: "github" + "_pat_",
            lambda rng: drawn(rng, ALNUM, 22),
            lambda _: "_",
            lambda rng: drawn(rng, ALNUM, 59),
        ),
    ),
    "gitlab-token": (
        prefixed("gl" + "pat-", WORD, 20),
        prefixed("gl" + "rt-", WORD, 20),
        prefixed("gl" + "pat-", ALNUM, 27, ending=".01.0w0abc123"),
    ),
    "aws-access-key-id": (
        prefixed("AK" + "IA", ascii_uppercase + "234567", 16),
        prefixed("AS" + "IA", ascii_uppercase + "234567", 15, ending="7"),
    ),
    "google-api-key": (prefixed("AI" + "za", WORD, 35),),
    "google-oauth-secret": (prefixed("GOC" + "SPX-", WORD, 28),),
    "google-access-token": (
        prefixed("ya" + "29.a0", WORD, 120),
        prefixed("ya" + "29.c.b0", WORD, 120),
    ),
    "slack-token": (
        prefixed("xo" + "xb-2048204820-4096409640960-", ALNUM, 24),
        prefixed("xo" + "xp-2048204820-4096409640-4096409640-", HEX, 32),
        prefixed("xo" + "xe.xoxp-1-", ALNUM, 146),
        prefixed("xa" + "pp-1-A0123456789-4096409640960-", HEX, 64),
    ),
    "stripe-key": tuple(
        prefixed(f"{kind}_{mode}_", ALNUM, 24) for kind in ("sk", "rk") for mode in ("live", "test")
    ),
    "webhook-signing-secret": (prefixed("wh" + "sec_", ALNUM, 32),),
    "anthropic-key": (
        prefixed("sk-" + "ant-api03-", WORD, 93, ending="AA"),
        prefixed("sk-" + "ant-admin01-", WORD, 93, ending="AA"),
    ),
    "openrouter-key": (prefixed("sk-" + "or-v1-", HEX, 64),),
    "openai-key": (
        joined(
            lambda rng: "sk-" + drawn(rng, ALNUM, 20),
            lambda rng: "T3Blbk" + "FJ" + drawn(rng, ALNUM, 20),
        ),
        joined(
            lambda rng: "sk-" + "proj-" + drawn(rng, WORD, 74),
            lambda rng: "T3Blbk" + "FJ" + drawn(rng, WORD, 74),
        ),
        prefixed("sk-" + "svcacct-", WORD, 90),
        prefixed("sk-", ALNUM, 48),
    ),
    "hugging-face-token": (
        prefixed("h" + "f_", ascii_letters, 34),
        prefixed("api_" + "org_", ascii_letters, 34),
    ),
    "groq-key": (prefixed("gs" + "k_", ALNUM, 52),),
    "xai-key": (prefixed("xa" + "i-", ALNUM, 80),),
    "perplexity-key": (prefixed("pp" + "lx-", ALNUM, 48),),
    "replicate-token": (prefixed("r" + "8_", ALNUM, 37),),
    "npm-token": (prefixed("np" + "m_", ALNUM, 36),),
    "pypi-token": (prefixed("py" + "pi-AgEIcHlwaS5vcmc", WORD, 130),),
    "rubygems-key": (prefixed("ruby" + "gems_", HEX, 48),),
    "crates-io-token": (prefixed("ci" + "o", ALNUM, 32),),
    "docker-hub-token": (
        prefixed("dckr" + "_pat_", WORD, 27),
        prefixed("dckr" + "_oat_", ALNUM, 32),
    ),
    "digitalocean-token": tuple(prefixed(f"do{kind}_v1_", HEX, 64) for kind in "por"),
    "heroku-key": (
        lambda rng: Example(
            credential="HR" + f"KU-{uuid.UUID(bytes=rng.randbytes(16), version=4)}"
        ),
        prefixed("HR" + "KU-AA", WORD, 58),
    ),
    "databricks-token": (
        prefixed("da" + "pi", HEX, 32),
        prefixed("da" + "pi", HEX, 32, ending="-2"),
    ),
    "shopify-token": tuple(prefixed(f"shp{kind}_", HEX, 32) for kind in ("at", "ca", "pa", "ss")),
    "sendgrid-key": (
        joined(
            lambda rng: "SG" + "." + drawn(rng, WORD, 22),
            lambda rng: "." + drawn(rng, WORD, 43),
        ),
    ),
    "mailgun-key": (prefixed("ke" + "y-", HEX, 32),),
    "mailchimp-key": (prefixed("", HEX, 32, ending="-us6"), prefixed("", HEX, 32, ending="-us21")),
    "twilio-key": (prefixed("S" + "K", HEX, 32),),
    "telegram-bot-token": (
        named("110201543:", lambda rng: "A" + "AH" + drawn(rng, WORD, 32)),
        named("bot7102015432:", lambda rng: "A" + "AE" + drawn(rng, WORD, 32), after="/getMe"),
    ),
    "discord-bot-token": (bot_token,),
    "linear-key": (prefixed("lin_" + "api_", ALNUM, 40), prefixed("lin_" + "oauth_", HEX, 64)),
    "notion-token": (prefixed("nt" + "n_", ALNUM, 46), prefixed("sec" + "ret_", ALNUM, 43)),
    "figma-token": (prefixed("fi" + "gd_", WORD, 40),),
    "vault-token": (
        prefixed("hv" + "s.CAESI", WORD, 90),
        prefixed("hv" + "b.AAAAAQ", WORD, 130),
    ),
    "terraform-cloud-token": (
        lambda rng: Example(
            before=drawn(rng, ALNUM, 14) + ".atlas" + "v1.", credential=drawn(rng, ALNUM, 67)
        ),
    ),
    "grafana-token": (
        lambda rng: Example(credential="gl" + f"sa_{drawn(rng, ALNUM, 32)}_{drawn(rng, HEX, 8)}"),
        lambda rng: Example(credential="gl" + f"c_{cloud_policy(rng)}"),
    ),
    "new-relic-key": (
        prefixed("NR" + "AK-", ascii_uppercase + digits, 27),
        prefixed("NR" + "II-", WORD, 32),
    ),
    "sentry-token": (
        prefixed("snt" + "rys_eyJpYXQiOjE3MDAwMDAwMDAuMSwidXJs", ALNUM, 80),
        prefixed("snt" + "ryu_", HEX, 64),
    ),
    "postman-key": (
        lambda rng: Example(credential="PM" + f"AK-{drawn(rng, HEX, 24)}-{drawn(rng, HEX, 34)}"),
    ),
    "atlassian-token": (
        prefixed("ATAT" + "T3xFfGF0", WORD, 170, ending="=2A1B3C4D"),
        prefixed("AT" + "BB", ALNUM, 32),
    ),
    "supabase-key": (prefixed("sb" + "p_", HEX, 40), prefixed("sb_" + "secret_", ALNUM, 31)),
    "tailscale-key": (
        lambda rng: Example(
            credential="ts" + f"key-auth-{drawn(rng, ALNUM, 17)}-{drawn(rng, ALNUM, 32)}"
        ),
    ),
    "pulumi-token": (prefixed("pu" + "l-", HEX, 40),),
    "age-secret-key": (prefixed("AGE-SECRET" + "-KEY-1", BECH32, 58),),
    "json-web-token": (web_token, encrypted_web_token),
    "private-key": (
        key_block("RSA PRIVATE KEY"),
        key_block("PRIVATE KEY"),
        key_block("OPENSSH PRIVATE KEY"),
        key_block("EC PRIVATE KEY", header="Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A\n\n"),
        key_block("PGP PRIVATE KEY BLOCK", header="Comment: a key\n\n"),
        cut_key_block,
    ),
    "putty-private-key": (putty_key,),
    "aws-secret-access-key": tuple(
        named(before, lambda rng: base64_of(rng, 30))
        for before in (
            "aws_secret_access_key = ",
            "AWS_SECRET_ACCESS_KEY=",
            "'SecretAccessKey': '",
            "aws configure set aws_secret_access_key ",
            "<SecretAccessKey>",
        )
    ),
    "azure-storage-key": (
        named("AccountName=x;Account" + "Key=", lambda rng: base64_of(rng, 64), after=";E=y"),
    ),
    "twilio-auth-token": (named("TWILIO_AUTH_TOKEN=", lambda rng: drawn(rng, HEX, 32)),),
    "slack-webhook": (
        named(
            "https://hooks.slack.com/services/",
            lambda rng: "T" + f"0AB12CD3/B0AB12CD3/{drawn(rng, ALNUM, 24)}",
        ),
    ),
    "discord-webhook": (
        named(
            "https://discord.com/api/webhooks/123456789012345678/", lambda rng: drawn(rng, WORD, 68)
        ),
    ),
    "authorization-header": (
        named("Authorization: Bearer ", lambda rng: drawn(rng, ALNUM, 40)),
        named("authorization: token ", lambda rng: drawn(rng, HEX, 40)),
        named("HTTP_AUTHORIZATION='Basic ", login, after="'"),
    ),
    "url-password": (
        named("postgres://app:", lambda rng: drawn(rng, ALNUM, 14) + "q7", after="@db:5432/app"),
        named("redis://:", lambda rng: drawn(rng, ALNUM + "!^~", 14) + "q7", after="@10.0.0.7/0"),
        named(
            "https://ci:", lambda rng: drawn(rng, ALNUM, 9) + "%40q7", after="@git.example.org/r"
        ),
    ),
}
"""For each kind, makers of true examples: one for each pattern and prefix at least."""
SEEDS: Final = range(4)


def examples_of(kind: str) -> Iterator[Example]:
    for number, make in enumerate(EXAMPLES[kind]):
        yield from (make(random.Random(f"{kind} {number} {seed}")) for seed in SEEDS)
