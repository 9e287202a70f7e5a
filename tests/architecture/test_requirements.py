"""Every known defect has its proof, and the proof is there."""

import ast
from functools import cache
from pathlib import Path

import pytest

from tests.requirements import REQUIREMENTS

ROOT = Path(__file__).parents[2]
SAKUR4 = (1, 5, 6, 7, 8, 12, 13, 36, 37, 38, 39, 40)
MEMLOOM = (10, 15, 16)


@cache
def names_in(module: str) -> frozenset[str]:
    tree = ast.parse((ROOT / module).read_text(encoding="utf-8"))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, functions))


def test_every_defect_that_concerns_what_there_is_has_a_proof() -> None:
    wanted = {f"sakur4-8.3-{number}" for number in SAKUR4}
    wanted |= {f"memloom-8-{number}" for number in MEMLOOM}
    assert wanted <= set(REQUIREMENTS)
    assert all(REQUIREMENTS.values())


@pytest.mark.parametrize("requirement", sorted(REQUIREMENTS))
def test_the_proof_of_a_requirement_is_there(requirement: str) -> None:
    for proof in REQUIREMENTS[requirement]:
        module, _, name = proof.partition("::")
        assert name in names_in(module), proof
