"""How right edges and callers are: ours, a floor's, and other projects'."""

import json
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bench.call_graph import (
    DEPTH,
    EdgeScore,
    Gold,
    ImpactScore,
    PlacedGold,
    Use,
    callers_within,
    edge_score,
    impact_score,
    placed_recall,
)
from bench.code_floors import NAME, by_name
from bench.code_index import Indexed, answered, children_cpu, spots_of, uses_of
from bench.code_peers import PEERS
from bench.code_tables import Section
from bench.measures import Estimate

if TYPE_CHECKING:
    from bench.stopwatch import Row

OURS: Final = "lockstitch"
ANSWERED: Final = "impact, as it answers"
BY_CALLS: Final = "impact, by calls alone"
WIDER: Final = (
    "`impact` also follows fixtures, references and overrides, which the reference does not hold: as it"
    " answers, its recall can be compared, and its precision is a lower bound."
)
CIRCULAR: Final = (
    "jedi is one of the engines that the reference was made from: of its figures only `executed` is"
    " independent."
)
INTERVALS: Final = (
    "value, 95 % interval (n). Precision and recall of impact are over all members of all sets: they"
    " hang together, and their true interval is wider."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """Edges by system, in one run; what each took; and who was left out, with the reason."""

    uses: Mapping[str, set[Use]]
    cpu_s: Mapping[str, float]
    notes: Sequence[str]


async def drawn(index: Indexed, *, peers: Path | None, seconds: float) -> Drawn:
    """Return the edges of all systems over the files of the index."""
    paths = await index.paths()
    uses = {OURS: uses_of(await index.graph(), spots_of(await index.symbols()))}
    cpu_s = {OURS: round(index.cpu_s, 2)}
    before = time.process_time()
    uses[NAME] = by_name(index.root, paths)
    cpu_s[NAME] = round(time.process_time() - before, 2)
    notes: list[str] = []
    for name in PEERS:
        given = ask_peer(name, index.root, paths, python=peers, seconds=seconds)
        if isinstance(given, str):
            notes.append(f"{name}: skipped, {given}")
        else:
            uses[name], cpu_s[name] = given
    return Drawn(uses=uses, cpu_s=cpu_s, notes=notes)


def ask_peer(
    name: str, root: Path, paths: Sequence[str], *, python: Path | None, seconds: float
) -> tuple[set[Use], float] | str:
    """Return the edges of a peer and its CPU seconds, or why there are none."""
    if python is None:
        return "no --peers was given"
    own = [path for path in paths if path.endswith(".py")]
    if not own:
        return "it reads Python alone"
    script = Path(__file__).parent / "code_peers.py"
    command = [str(python), str(script), name, str(root), *own]
    try:
        told, spent = children_cpu(command, seconds=seconds)
    except subprocess.TimeoutExpired:
        return f"it took longer than {seconds:.0f} s"
    except subprocess.CalledProcessError as error:
        lines = str(error.stderr).strip().splitlines() or [f"it ended with {error.returncode}"]
        return lines[-1]
    except OSError as error:
        return str(error)
    return {((one, line), (other, at)) for one, line, other, at in json.loads(told)}, spent


def edges_section(found: Drawn, gold: Gold | PlacedGold) -> Section:
    """Return the table of direct edges."""
    title = f"edges of {gold.repository} at {gold.commit[:12]}"
    costs: list[Row] = [
        {"what": f"{name}: CPU s", "s": spent} for name, spent in found.cpu_s.items()
    ]
    if isinstance(gold, PlacedGold):
        return Section(
            title=f"{title}: the reference tells what is missing alone",
            figures={
                name: {"recall": placed_recall(gold, uses)} for name, uses in found.uses.items()
            },
            rows=costs,
            notes=found.notes,
        )
    scores = {name: edge_score(gold, uses) for name, uses in found.uses.items()}
    counts: list[Row] = [
        {"what": f"{name}: edges", "counted": one.drawn, "unknown to the reference": one.unmapped}
        for name, one in scores.items()
    ]
    return Section(
        title=title,
        figures={name: _edge_row(one) for name, one in scores.items()},
        rows=[*counts, *costs],
        notes=[*found.notes, CIRCULAR] if "jedi" in found.uses else found.notes,
    )


def _edge_row(score: EdgeScore) -> dict[str, Estimate | None]:
    return {
        "precision": score.precision,
        "recall": score.recall,
        "F1": score.f1,
        "executed": score.executed,
        "source precision": score.source_precision,
        "source recall": score.source_recall,
    }


async def impact_section(found: Drawn, gold: Gold | PlacedGold, index: Indexed) -> Section:
    """Return the table of transitive callers."""
    title = f"impact in {gold.repository} at {gold.commit[:12]}, depth {DEPTH}"
    if isinstance(gold, PlacedGold):
        return Section(title=title, notes=["skipped: the reference does not name its symbols"])
    scores = {
        name: impact_score(
            gold, callers_within(gold.counted(gold.pairs(uses)), depth=DEPTH), depth=DEPTH
        )
        for name, uses in found.uses.items()
    }
    answers = await answered(index, gold, depth=DEPTH)
    scores[BY_CALLS] = impact_score(gold, answers.by_calls, depth=DEPTH)
    scores[ANSWERED] = impact_score(gold, answers.every, depth=DEPTH)
    return Section(
        title=title,
        figures={name: _impact_row(one) for name, one in scores.items()},
        rows=[{"what": f"{ANSWERED}: answers cut short", "n": answers.cut}],
        notes=(*found.notes, WIDER, INTERVALS),
    )


def _impact_row(score: ImpactScore) -> dict[str, Estimate | None]:
    return {
        "precision": score.precision,
        "recall": score.recall,
        "exact": score.exact,
        "silent": score.silent,
    }
