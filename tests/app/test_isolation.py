"""What one project is told is the same whatever others in the store write."""

import tempfile
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from lockstitch.app.answers import plain
from lockstitch.app.commit import Turn, commit
from lockstitch.app.fold import fold, recall_fold, unfold
from lockstitch.app.forget import plan_purge
from lockstitch.app.identify import identify
from lockstitch.app.pin import pin, standing_anchors
from lockstitch.app.projects import sessions_of
from lockstitch.app.read import read_passage
from lockstitch.app.recall import Question, recall
from lockstitch.app.status import status
from lockstitch.app.world import World
from lockstitch.domain.errors import LockstitchError
from lockstitch.domain.project import Caller
from tests.builders import a_caller, a_folder, a_store
from tests.fakes.clock import StoppedClock
from tests.fakes.ids import CountedIds

pytestmark = pytest.mark.anyio

PROJECTS = 3
OF_THE_STORE = ("episodes", "symbolic_facts", "anchors", "store_holds_other_projects")
"""What a status says of the store as a whole, on purpose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One call: of which project, what, with which words, in which session, of which thing."""

    project: int
    do: str
    words: str
    session: int
    thing: int


class Run:
    """A store in which some projects take their steps; those of project 0 are written down."""

    def __init__(self, world: World, folder: Path, projects: Sequence[int]) -> None:
        self._worlds = {n: replace(world, ids=CountedIds(series=n + 1)) for n in projects}
        self._folder = folder
        self._callers: dict[int, Caller] = {}
        self.told: list[object] = []

    async def take(self, steps: Sequence[Step]) -> None:
        for number, world in self._worlds.items():
            directory = a_folder(self._folder / f"project{number}")
            project = await identify(world, str(directory))
            self._callers[number] = a_caller(project.id)
        for step in steps:
            if step.project in self._worlds:
                answer = await self._answer(step)
                if step.project == 0:
                    self.told.append((step.do, answer))

    async def _answer(self, step: Step) -> object:
        caller = replace(self._callers[step.project], session_id=f"s{step.session}")
        try:
            return plain(await DO[step.do](self._worlds[step.project], caller, step))
        except LockstitchError as error:
            return type(error).__name__, error.message


Call = Callable[[World, Caller, Step], Awaitable[object]]


def _content(step: Step) -> str:
    return f"project {step.project}: {step.words}"


async def _say(world: World, caller: Caller, step: Step) -> object:
    return await commit(world, caller, Turn(role="user", content=_content(step)))


async def _see(world: World, caller: Caller, step: Step) -> object:
    content = f'{{"{step.words.split()[0]}": "{_content(step)}"}}'
    return await commit(world, caller, Turn(role="tool", content=content, tool_name="t"))


async def _correct(world: World, caller: Caller, step: Step) -> object:
    turn = Turn(role="user", content=_content(step), corrects=_id("ep_", step))
    return await commit(world, caller, turn)


async def _say_again(world: World, caller: Caller, step: Step) -> object:
    turn = Turn(role="user", content=_content(step), idempotency_key=step.words)
    return await commit(world, caller, turn)


async def _pin(world: World, caller: Caller, step: Step) -> object:
    session = caller.session_id if step.thing % 2 else None
    return await pin(world, caller, step.words, session_id=session)


async def _fold(world: World, caller: Caller, step: Step) -> object:
    return await fold(world, caller, description=_content(step), goal=step.words)


async def _unfold(world: World, caller: Caller, step: Step) -> object:
    item = _id("fold_", step)
    return await unfold(world, caller, fold_id=item, result_summary=_content(step))


async def _recall(world: World, caller: Caller, step: Step) -> object:
    question = Question(query=step.words, k=20, include_folded=step.thing % 2 == 0)
    return await recall(world, caller, question)


async def _read(world: World, caller: Caller, step: Step) -> object:
    return await read_passage(world, caller, _id("ep_", step))


async def _trace(world: World, caller: Caller, step: Step) -> object:
    return await recall_fold(world, caller, fold_id=_id("fold_", step))


async def _status(world: World, caller: Caller, step: Step) -> object:
    assert step.do == "status"
    said = cast("dict[str, object]", plain(await status(world, caller, protocol_version="")))
    return {name: value for name, value in said.items() if name not in OF_THE_STORE}


async def _rules(world: World, caller: Caller, step: Step) -> object:
    assert step.do == "rules"
    return await standing_anchors(world, caller)


async def _sessions(world: World, caller: Caller, step: Step) -> object:
    return await sessions_of(world, caller.project, limit=step.thing)


async def _plan_purge(world: World, caller: Caller, step: Step) -> object:
    own = f"ep_{step.project + 1:08x}{step.thing + 1:024x}"
    plan = await plan_purge(world, caller, own)
    return [(target.project, target.texts, target.about) for target in plan.targets]


DO: dict[str, Call] = {
    "say": _say,
    "see": _see,
    "correct": _correct,
    "say_again": _say_again,
    "pin": _pin,
    "fold": _fold,
    "unfold": _unfold,
    "recall": _recall,
    "read": _read,
    "trace": _trace,
    "status": _status,
    "rules": _rules,
    "sessions": _sessions,
    "plan_purge": _plan_purge,
}


def _id(prefix: str, step: Step) -> str:
    """Return an id that a project, often another one, may have given to something."""
    series, number = step.thing % PROJECTS, step.thing // PROJECTS
    return f"{prefix}{series + 1:08x}{number + 1:024x}"


_WORDS = st.lists(
    st.sampled_from(["linker", "port", "cache", "helper", "loom", "shuttle"]),
    min_size=1,
    max_size=4,
).map(" ".join)
_STEPS = st.lists(
    st.builds(
        Step,
        project=st.integers(0, PROJECTS - 1),
        do=st.sampled_from(sorted(DO)) | st.just("say"),
        words=_WORDS,
        session=st.integers(0, 1),
        thing=st.integers(0, 30),
    ),
    min_size=5,
    max_size=30,
)


@settings(
    deadline=None,
    max_examples=25,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # a smaller example would take minutes
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(steps=_STEPS)
async def test_a_project_is_told_the_same_whether_the_others_exist_or_not(
    steps: list[Step],
) -> None:
    told: list[list[object]] = []
    with tempfile.TemporaryDirectory() as folder:
        for projects in ([0], list(range(PROJECTS))):
            data_dir = Path(folder) / f"data{len(projects)}"
            with a_store(data_dir, clock=StoppedClock()) as world:
                run = Run(world, Path(folder), projects)
                await run.take(steps)
                told.append(run.told)
    assert told[0] == told[1]


async def test_the_comparison_would_notice_what_another_project_says(tmp_path: Path) -> None:
    step = Step(project=0, do="rules", words="linker", session=0, thing=0)
    told: list[list[object]] = []
    for projects in ([0], [0, 1]):
        with a_store(tmp_path / f"data{len(projects)}", clock=StoppedClock()) as world:
            run = Run(world, tmp_path, projects)
            await run.take([])
            for caller in run._callers.values():
                await pin(world, caller, f"Of {caller.project}", everywhere=True)
            await run.take([step])
            told.append(run.told)
    assert told[0] != told[1]


async def test_ten_thousand_words_of_another_project_change_no_score(
    world: World, caller: Caller, tmp_path: Path
) -> None:
    for number in range(20):
        words = "linker port" if number % 3 else "linker"
        turn = Turn(role="user", content=f"{words} {number}")
        await commit(world, caller, turn)
    before = await recall(world, caller, Question(query="linker port", k=20))
    other = a_caller((await identify(world, str(a_folder(tmp_path / "other")))).id)
    for number in range(200):
        turn = Turn(role="user", content=f"{'port ' * 50}{number}")
        await commit(world, other, turn)
    assert await recall(world, caller, Question(query="linker port", k=20)) == before
