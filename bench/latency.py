"""Measure what calls cost, in process, over stdio and over HTTP, and what starting costs.

    python -m bench.latency                       # 1,000, 10,000 and 100,000 turns: half an hour
    python -m bench.latency --sizes 1000 --imported 2000 --rival

Wall times are for a quiet machine; CPU times hold on a busy one. `--rival` measures the official
`@modelcontextprotocol/server-memory` beside it, installed with npm into a temporary folder.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile

from bench.in_process import RANDOM_NOTE, import_rows, sizes_rows
from bench.served import over_http, over_stdio, rival, warm
from bench.stopwatch import Row, Stopwatch


def command_line() -> list[Row]:
    """Return the CPU time of whole commands, start and all, and of an interpreter that does nothing."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        base = [sys.executable, "-m", "lockstitch", "--data-dir", folder]
        commands = {
            "python -c pass": [sys.executable, "-c", "pass"],
            "import click": [sys.executable, "-c", "import click"],
        }
        for what in (["--help"], ["commit", "hello there"], ["status"], ["recall", "hello"]):
            commands[f"lockstitch {what[0]}"] = [*base, *what]
        for name, command in commands.items():
            spent = Stopwatch()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=warm())
            for _ in range(7):
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                with spent:
                    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=warm())
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                spent.cpu[-1] = (
                    after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
                ) * 1000
            rows.append(spent.row(f"command line: {name}"))
    return rows


def main() -> None:
    """Print a line a figure, or JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "--sizes", type=int, nargs="*", default=[1_000, 10_000, 100_000], help="turns in process"
    )
    parser.add_argument(
        "--imported", type=int, default=20_000, help="turns that are imported; 0 for none"
    )
    parser.add_argument(
        "--calls", type=int, default=1_000, help="commits over stdio and HTTP; 0 for none"
    )
    parser.add_argument("--rival", action="store_true")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rows = command_line()
    if given.calls:
        rows += over_stdio(given.calls) + over_http(given.calls)
    for size in given.sizes:
        rows += sizes_rows(size)
    if given.imported:
        rows += import_rows(given.imported)
    if given.rival:
        rows += rival(given.calls)
    else:
        rows.append({"what": "server-memory: skipped, --rival was not given"})
    if given.json:
        said = {"load": os.getloadavg()[0], "note": RANDOM_NOTE, "rows": rows}
        print(json.dumps(said))
        return
    print(
        f"load average {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores,"
        f" Python {sys.version.split()[0]}; {RANDOM_NOTE}"
    )
    for row in rows:
        figures = ", ".join(f"{name} {value}" for name, value in row.items() if name != "what")
        print(f"{row['what']:60} {figures}")


if __name__ == "__main__":
    main()
