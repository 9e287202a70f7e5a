"""What harnesses and shells put around a command's output: an echo of the command, times, labels.

Without it, the output itself may be JSON, a table or headers as a whole.
"""

from typing import Final

from lockstitch.intake.facts.exit_codes import says_exit
from lockstitch.intake.patterns import lazy

HEAD_LINES: Final = 12
TAIL_LINES: Final = 3
LINE_CHARS: Final = 2_500

_LEAD: Final = lazy(
    r"[$❯➜] .+|(?:Command|Directory|Wall time|Duration|Chunk ID|Original token count|"
    r"Total output lines|Process Group PGID|Background PIDs|Signal|Error): .*|"
    r"(?:Output|Stdout|Stderr|STDOUT|STDERR):|"
    r"<(?:output|stdout|bash-stdout)>|\s+% Total\s+% Received.*|\s+Dload\s+Upload.*|"
    r"[ \t]*\d{1,3}[ \t]+[\d.kMG]+[ \t]+\d{1,3}[ \t][\d:. \tkMG-]*",
)
_TAIL: Final = lazy(
    r"</(?:output|stdout|bash-stdout)>|(?:Signal|Error|Background PIDs|Process Group PGID): .*"
)


def unwrapped(text: str) -> str:
    """Return *text* without such lines at its start and its end."""
    start = _start(text)
    end = _end(text, start)
    return text if start == 0 and end == len(text) else text[start:end]


def _start(text: str) -> int:
    start = 0
    for _ in range(HEAD_LINES):
        newline = text.find("\n", start, start + LINE_CHARS)
        if newline < 0:
            break
        # A terminal shows the last drawing of a line; progress is drawn over and over.
        line = text[start:newline].rstrip().rpartition("\r")[2]
        if line and not _LEAD.fullmatch(line) and not says_exit(line):
            break
        start = newline + 1
    return start


def _end(text: str, start: int) -> int:
    end = len(text)
    for _ in range(TAIL_LINES):
        line_start = text.rfind("\n", start, end) + 1
        if line_start <= start or end - line_start > LINE_CHARS:
            break
        line = text[line_start:end].rstrip()
        if line and not _TAIL.fullmatch(line) and not says_exit(line):
            break
        end = line_start - 1
    return end
