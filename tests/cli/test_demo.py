"""The demo works on real material and says what it measured."""

import re
import subprocess
import sys
from pathlib import Path


def test_the_demo_remembers_real_output_and_proves_it_by_hash(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "lockstitch", "demo"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    same = re.search(r"(\d+) of (\d+) episodes came back byte for byte", done.stdout)
    assert same is not None
    assert same[1] == same[2] != "0"
    for said in (
        "unittest: 1 passed, 1 failed; exit code 1",
        "unittest: 2 passed",
        "JSON: 4 fields",
        "CSV: 3 columns",
        "HTTP: 200 OK",
        "diff: 1 file",
        "-> now: Correction: the default width",
        "nothing is known about that",
    ):
        assert said in done.stdout
    assert list(tmp_path.iterdir()) == []
