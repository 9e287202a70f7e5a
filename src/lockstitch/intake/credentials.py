"""The credential formats that are recognised, as one table. What replaces them is in `masking`.

A format is told either by how a long run of letters, digits, `-` and `_` begins, and is then tried
at few places, or it is searched for in the whole text; its pattern then begins with plain
characters, which is quick. No pattern takes in a square bracket, so that none matches a marker.
"""

from collections.abc import Callable
from dataclasses import dataclass
from string import ascii_letters, digits
from typing import Final

from lockstitch.intake.likeness import (
    is_access_key_id,
    is_bot_token,
    is_cased_and_numbered,
    is_header_value,
    is_key_block,
    is_mixed,
    is_no_placeholder,
    is_numbered,
    is_password,
    is_secret_access_key,
    is_web_token,
)
from lockstitch.intake.patterns import Pattern, lazy

RUN_CHARS: Final = 20
"""The shortest run of letters, digits, `-` and `_` that a run format starts with."""
START_CHARS: Final = 3
"""How many characters tell that a run is worth a look."""
LATE_AT: Final = 32
"""Where they stand in a run that is not told by its first characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CredentialFormat:
    """A kind of credential: how it is found, and which part of it is replaced."""

    kind: str
    description: str
    """What it opens, and how it looks: the row of docs/reference/masking.md."""
    patterns: tuple[Pattern, ...]
    group: int = 0
    """The group of the pattern that is the credential; what is around it stays."""
    check: Callable[[str], bool] = is_no_placeholder
    """Whether what matched is a real credential, rather than a placeholder or a plain word."""
    starts: tuple[str, ...] = ()
    """The three characters that tell a run of this format: its first, or those at `LATE_AT`."""
    words: tuple[str, ...] = ()
    """What to search the text for first, where that is quicker than to search for the pattern."""

    def __post_init__(self) -> None:
        if any(len(start) != START_CHARS for start in self.starts):
            raise ValueError(f"{self.kind}: a start has {START_CHARS} characters")


def _run(
    kind: str,
    description: str,
    *patterns: str,
    starts: str,
    check: Callable[[str], bool] = is_no_placeholder,
    group: int = 0,
) -> CredentialFormat:
    """Return a format that is told by how a run starts. It ends where letters and digits end."""
    return CredentialFormat(
        kind=kind,
        description=description,
        patterns=tuple(lazy(rf"(?:{pattern})(?![A-Za-z0-9])") for pattern in patterns),
        group=group,
        check=check,
        starts=tuple(starts.split()),
    )


def _searched(
    kind: str,
    description: str,
    *patterns: str,
    words: tuple[str, ...] = (),
    check: Callable[[str], bool] = is_no_placeholder,
    group: int = 1,
) -> CredentialFormat:
    """Return a format that is told by what stands before it, or by a line of its own."""
    return CredentialFormat(
        kind=kind,
        description=description,
        patterns=tuple(lazy(pattern) for pattern in patterns),
        group=group,
        check=check,
        words=words,
    )


_WORD = "[A-Za-z0-9_-]"
_GAP = r"[\\\"'`\])}:=,>\s]{1,16}+"
"""What stands between a name and its value in code, in a file of settings, in JSON and in XML."""
_BREAK = r"(?:\\+[nr]|[\s\\\"'`+,>|#*-]){1,40}+"
"""What stands between two lines of a key block: line ends, escaped or not, quotes, indentation."""
_LABEL = "(?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?"

FORMATS: Final[tuple[CredentialFormat, ...]] = (
    _run(
        "github-token",
        "GitHub access, OAuth, app and refresh tokens: `ghp_`, `gho_`, `ghu_`, `ghs_`, `ghr_`",
        "gh[oprsu]_[A-Za-z0-9]{36,255}",
        starts="ghp gho ghu ghs ghr",
    ),
    _run(
        "github-fine-grained-token",
        "GitHub fine-grained access tokens: `github_pat_`",
        "github_pat_[A-Za-z0-9_]{36,255}",
        starts="git",
        check=is_numbered,
    ),
    _run(
        "gitlab-token",
        "GitLab personal, deploy, runner, job, trigger, feed, agent and mail tokens: `glpat-`, ...",
        rf"gl(?:agent|cbt|dt|ffct|ft|imt|oas|pat|ptt|rt|soat|wt)-{_WORD}{{20,300}}"
        r"(?:\.[0-9a-z]{2}\.[0-9a-z]{9})?",
        starts="gla glc gld glf gli glo glp glr gls glw",
        check=is_mixed,
    ),
    _run(
        "aws-access-key-id",
        "AWS access key ids: `AKIA`, `ASIA`, `ABIA`, `ACCA`",
        "(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}",
        starts="AKI ASI ABI ACC",
        check=is_access_key_id,
    ),
    _run(
        "google-api-key",
        "Google API keys: `AIza`",
        rf"AIza{_WORD}{{35}}(?!-|_)",
        starts="AIz",
    ),
    _run(
        "google-oauth-secret",
        "Google OAuth client secrets: `GOCSPX-`",
        rf"GOCSPX-{_WORD}{{28}}",
        starts="GOC",
    ),
    _run(
        "google-access-token",
        "Google OAuth access tokens: `ya29.`",
        rf"ya29\.(?:[a-z]\.)?{_WORD}{{40,2000}}",
        starts="ya2",
        check=is_mixed,
    ),
    _run(
        "slack-token",
        "Slack bot, user, app, workspace and refresh tokens: `xoxb-`, `xoxp-`, `xapp-`, `xoxe.`, ...",
        r"(?:xoxe\.)?xox[abceoprs]-[A-Za-z0-9-]{20,300}",
        r"(?:xapp|xwfp)-[A-Za-z0-9-]{20,300}",
        starts="xox xap xwf",
        check=is_numbered,
    ),
    _run(
        "stripe-key",
        "Stripe secret and restricted keys, live and test: `sk_live_`, `rk_live_`, `sk_test_`, ...",
        "[rs]k_(?:live|test)_[A-Za-z0-9]{20,255}",
        starts="sk_ rk_",
        check=is_mixed,
    ),
    _run(
        "webhook-signing-secret",
        "Stripe's and Svix's webhook signing secrets: `whsec_`",
        "whsec_[A-Za-z0-9+/]{32,64}={0,2}",
        starts="whs",
        check=is_mixed,
    ),
    _run(
        "anthropic-key",
        "Anthropic API, admin and OAuth keys: `sk-ant-`",
        rf"sk-ant-{_WORD}{{24,300}}",
        starts="sk-",
        check=is_numbered,
    ),
    _run(
        "openrouter-key",
        "OpenRouter keys: `sk-or-v1-`",
        r"sk-or-v\d-[A-Za-z0-9]{32,128}",
        starts="sk-",
    ),
    _run(
        "openai-key",
        "OpenAI keys: `sk-proj-`, `sk-svcacct-`, `sk-admin-`, and `sk-` with 48 letters and digits",
        rf"sk-{_WORD}{{20,200}}?T3BlbkFJ{_WORD}{{20,200}}",
        rf"sk-(?:proj|svcacct|admin)-{_WORD}{{40,300}}",
        "sk-[A-Za-z0-9]{48}",
        starts="sk-",
        check=is_cased_and_numbered,
    ),
    _run(
        "hugging-face-token",
        "Hugging Face user and organisation tokens: `hf_`, `api_org_`",
        "(?:hf|api_org)_[A-Za-z0-9]{34,40}",
        starts="hf_ api",
        check=is_mixed,
    ),
    _run(
        "groq-key",
        "Groq keys: `gsk_`",
        "gsk_[A-Za-z0-9]{40,64}",
        starts="gsk",
    ),
    _run(
        "xai-key",
        "xAI keys: `xai-`",
        "xai-[A-Za-z0-9]{60,128}",
        starts="xai",
    ),
    _run(
        "perplexity-key",
        "Perplexity keys: `pplx-`",
        "pplx-[A-Za-z0-9]{40,64}",
        starts="ppl",
    ),
    _run(
        "replicate-token",
        "Replicate tokens: `r8_`",
        "r8_[A-Za-z0-9]{37}",
        starts="r8_",
    ),
    _run(
        "npm-token",
        "npm tokens: `npm_`",
        "npm_[A-Za-z0-9]{36}",
        starts="npm",
    ),
    _run(
        "pypi-token",
        "PyPI upload tokens: `pypi-AgE`",
        rf"pypi-AgE{_WORD}{{50,1000}}",
        starts="pyp",
        check=is_mixed,
    ),
    _run("rubygems-key", "RubyGems keys: `rubygems_`", "rubygems_[0-9a-f]{48}", starts="rub"),
    _run(
        "crates-io-token",
        "crates.io tokens: `cio` and 32 letters and digits",
        "(?<![A-Za-z0-9][+/])cio[A-Za-z0-9]{32}",
        starts="cio",
        check=is_cased_and_numbered,
    ),
    _run(
        "docker-hub-token",
        "Docker Hub personal and organisation tokens: `dckr_pat_`, `dckr_oat_`",
        rf"dckr_[op]at_{_WORD}{{27,64}}",
        starts="dck",
        check=is_mixed,
    ),
    _run(
        "digitalocean-token",
        "DigitalOcean access, OAuth and refresh tokens: `dop_v1_`, `doo_v1_`, `dor_v1_`",
        "do[opr]_v1_[0-9a-f]{64}",
        starts="dop doo dor",
    ),
    _run(
        "heroku-key",
        "Heroku keys: `HRKU-`",
        "HRKU-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}",
        rf"HRKU-AA{_WORD}{{58}}",
        starts="HRK",
    ),
    _run(
        "databricks-token",
        "Databricks tokens: `dapi` and 32 hex digits",
        r"dapi[0-9a-f]{32}(?:-\d{1,2})?",
        starts="dap",
        check=is_numbered,
    ),
    _run(
        "shopify-token",
        "Shopify access tokens and app secrets: `shpat_`, `shpca_`, `shppa_`, `shpss_`",
        "shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}",
        starts="shp",
    ),
    _run(
        "sendgrid-key",
        "SendGrid keys: `SG.`",
        rf"SG\.{_WORD}{{16,32}}\.{_WORD}{{32,64}}",
        starts="SG.",
        check=is_cased_and_numbered,
    ),
    _run(
        "mailgun-key",
        "Mailgun keys: `key-` and 32 hex digits",
        "key-[0-9a-f]{32}(?!-|_)",
        starts="key",
        check=is_numbered,
    ),
    _run(
        "mailchimp-key",
        "Mailchimp keys: 32 hex digits and the data centre, `-us12`",
        r"[0-9a-f]{32}-us\d{1,2}",
        starts="-us",
        check=is_numbered,
    ),
    _run(
        "twilio-key",
        "Twilio API key ids: `SK` and 32 hex digits",
        "SK[0-9a-f]{32}",
        starts=" ".join(f"SK{digit}" for digit in "0123456789abcdef"),
        check=is_numbered,
    ),
    _run(
        "telegram-bot-token",
        "Telegram bot tokens: what follows the bot's number and a colon, `AA`",
        rf"(?<=\d{{8}}:)AA{_WORD}{{33}}(?!-|_)",
        starts=" ".join(f"AA{letter}" for letter in ascii_letters + digits + "-_"),
        check=is_mixed,
    ),
    _run(
        "discord-bot-token",
        "Discord bot tokens: the application's number in base64, a time and a signature",
        rf"[MNO]{_WORD}{{22,27}}\.{_WORD}{{6}}\.{_WORD}{{27,40}}",
        starts=" ".join(
            f"{first}{second}{third}"
            for first in "MNO"
            for second in "DTjz"
            for third in "AEIMQUYcgk"
        ),
        check=is_bot_token,
    ),
    _run(
        "linear-key",
        "Linear API keys and OAuth tokens: `lin_api_`, `lin_oauth_`",
        "lin_(?:api|oauth)_[A-Za-z0-9]{32,64}",
        starts="lin",
        check=is_mixed,
    ),
    _run(
        "notion-token",
        "Notion integration tokens: `ntn_`, `secret_`",
        "ntn_[A-Za-z0-9]{40,64}",
        "secret_[A-Za-z0-9]{43}",
        starts="ntn sec",
        check=is_cased_and_numbered,
    ),
    _run(
        "figma-token",
        "Figma access and OAuth tokens: `figd_`, `figo_`, `figr_`, `figu_`",
        rf"fig[doru]_{_WORD}{{40,64}}",
        starts="fig",
        check=is_cased_and_numbered,
    ),
    _run(
        "vault-token",
        "HashiCorp Vault service, batch and recovery tokens: `hvs.`, `hvb.`, `hvr.`",
        rf"hv[brs]\.{_WORD}{{24,400}}",
        starts="hvs hvb hvr",
        check=is_cased_and_numbered,
    ),
    _run(
        "terraform-cloud-token",
        "Terraform Cloud tokens: what follows the token's id and `.atlasv1.`",
        rf"(?<=[A-Za-z0-9]{{14}}\.)atlasv1\.({_WORD}{{60,80}})",
        starts="atl",
        group=1,
        check=is_mixed,
    ),
    _run(
        "grafana-token",
        "Grafana service account and cloud tokens: `glsa_`, `glc_`",
        "glsa_[A-Za-z0-9]{32}_[0-9a-fA-F]{8}",
        "glc_[A-Za-z0-9+/]{32,400}={0,2}",
        starts="gls glc",
        check=is_mixed,
    ),
    _run(
        "new-relic-key",
        "New Relic user and insert keys: `NRAK-`, `NRII-`",
        "NRAK-[A-Z0-9]{27}",
        rf"NRII-{_WORD}{{32}}",
        starts="NRA NRI",
        check=is_mixed,
    ),
    _run(
        "sentry-token",
        "Sentry organisation and user tokens: `sntrys_`, `sntryu_`",
        "sntrys_[A-Za-z0-9+/=_-]{40,400}",
        "sntryu_[0-9a-f]{64}",
        starts="snt",
        check=is_numbered,
    ),
    _run(
        "postman-key",
        "Postman keys: `PMAK-`",
        "PMAK-[0-9a-f]{24}-[0-9a-f]{34}",
        starts="PMA",
    ),
    _run(
        "atlassian-token",
        "Atlassian and Bitbucket tokens: `ATATT3`, `ATCTT3`, `ATBB`",
        rf"AT[AC]TT3{_WORD}{{50,400}}(?:=[0-9A-F]{{8}})?",
        "ATBB[A-Za-z0-9]{32}",
        starts="ATA ATC ATB",
        check=is_cased_and_numbered,
    ),
    _run(
        "supabase-key",
        "Supabase access tokens and secret keys: `sbp_`, `sb_secret_`",
        "sbp_[0-9a-f]{40}",
        rf"sb_secret_{_WORD}{{30,60}}",
        starts="sbp sb_",
        check=is_mixed,
    ),
    _run(
        "tailscale-key",
        "Tailscale keys: `tskey-`",
        "tskey-[a-z]{3,10}-[A-Za-z0-9]{10,30}-[A-Za-z0-9]{20,60}",
        starts="tsk",
        check=is_mixed,
    ),
    _run(
        "pulumi-token",
        "Pulumi access tokens: `pul-`",
        "pul-[0-9a-f]{40}",
        starts="pul",
        check=is_numbered,
    ),
    _run(
        "age-secret-key",
        "age secret keys: `AGE-SECRET-KEY-1`",
        "AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}",
        starts="AGE",
    ),
    _run(
        "json-web-token",
        "JSON Web Tokens, signed or encrypted: base64url parts, the first a header with `alg`",
        rf"eyJ{_WORD}{{17,4000}}\.{_WORD}{{0,20000}}\.{_WORD}{{16,20000}}"
        rf"(?:\.{_WORD}{{16,20000}}\.{_WORD}{{16,100}})?",
        starts="eyJ",
        check=is_web_token,
    ),
    _searched(
        "private-key",
        "PEM and PGP private keys, OpenSSH's too, from BEGIN to END or to where they are cut off",
        rf"-----BEGIN (?:({_LABEL})-----[^-\[\]]*+(?:-(?!----)[^-\[\]]*+)*+-?-----END \1-----"
        rf"|{_LABEL}-----(?:{_BREAK}[A-Z][A-Za-z-]{{2,14}}: [A-Za-z0-9 ,.()/-]{{1,80}})*"
        rf"(?:{_BREAK}[A-Za-z0-9/=][A-Za-z0-9+/=]{{15,}}+)+)",
        group=0,
        check=is_key_block,
    ),
    _searched(
        "putty-private-key",
        "The private lines of a PuTTY key file",
        rf"Private-Lines: \d{{1,3}}((?:{_BREAK}[A-Za-z0-9/=][A-Za-z0-9+/=]{{3,}}+(?![:-]))+)",
        check=is_key_block,
    ),
    _searched(
        "aws-secret-access-key",
        "AWS secret access keys, after a name such as `aws_secret_access_key`",
        *(
            rf"{name}{_GAP}([A-Za-z0-9+/]{{40}})(?![A-Za-z0-9+/=])"
            for name in ("ecret_access_key", "ECRET_ACCESS_KEY", "ecretAccessKey")
        ),
        words=("ecret_access_key", "ECRET_ACCESS_KEY", "ecretAccessKey"),
        check=is_secret_access_key,
    ),
    _searched(
        "azure-storage-key",
        "Azure storage keys in connection strings: `AccountKey=`",
        "AccountKey=([A-Za-z0-9+/]{86}==)",
    ),
    _searched(
        "twilio-auth-token",
        "Twilio auth tokens, after the name `TWILIO_AUTH_TOKEN`",
        rf"TWILIO_AUTH_TOKEN{_GAP}([0-9a-f]{{32}})(?![A-Za-z0-9])",
        words=("TWILIO_AUTH_TOKEN",),
        check=is_numbered,
    ),
    _searched(
        "slack-webhook",
        "The path of a Slack webhook: what follows `hooks.slack.com/services/`",
        r"hooks\.slack\.com\\?/(?:services|triggers|workflows)\\?/"
        r"(T[A-Za-z0-9]{7,20}(?:\\?/[A-Za-z0-9]{7,30}){1,3}\\?/[A-Za-z0-9]{18,64})",
        words=("hooks.slack.com",),
        check=is_numbered,
    ),
    _searched(
        "discord-webhook",
        "The token of a Discord webhook: what follows `/api/webhooks/` and a number",
        rf"/webhooks\\?/\d{{17,20}}\\?/({_WORD}{{60,80}})(?!{_WORD})",
        check=is_mixed,
    ),
    _searched(
        "authorization-header",
        "The value of an Authorization header: a `Bearer` token that looks drawn at random, or a"
        " `Basic` login whose password is no placeholder",
        *(
            rf"{name}{_GAP}(?:[bf$]?[\"'`])?"
            r"(?:[Bb]earer|BEARER|[Bb]asic|BASIC|[Tt]oken|Bot|[Aa]pi[Kk]ey)\s{1,4}"
            r"([A-Za-z0-9._~+/-]{8,4000}={0,2})"
            for name in ("uthorization", "UTHORIZATION")
        ),
        words=("uthorization", "UTHORIZATION"),
        check=is_header_value,
    ),
    _searched(
        "url-password",
        "The password in a URL, `scheme://name:password@host`, if it is no placeholder",
        r"://[^\s:/?#@\"'`<>()\[\]{}\\$,;|]{0,100}+:"
        r"([^\s:/?#\"'`<>()\[\]{}\\$,;|]{6,200})@(?=[A-Za-z0-9]|\[[0-9a-f:])",
        check=is_password,
    ),
)
"""Every format. Where two match at one place, the first in the table names it."""
