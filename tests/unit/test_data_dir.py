"""Where the store lies: one place for a person, named by nothing that changes from call to call."""

from pathlib import Path

import pytest

from lockstitch.config import read_settings


def data_dir(environment: dict[str, str], **flags: str) -> Path:
    return read_settings(flags, environment=environment).data_dir


def test_the_store_does_not_depend_on_where_one_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    found: set[Path] = set()
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        found.add(data_dir(environment))
    (place,) = found
    assert place.is_absolute()
    assert place.is_relative_to(tmp_path)


def test_a_folder_that_is_named_wins_and_is_made_absolute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    environment = {"HOME": str(tmp_path), "LOCKSTITCH_DATA_DIR": "~/named"}
    assert data_dir(environment).name == "named"
    assert data_dir(environment).is_absolute()
    assert data_dir(environment, data_dir="here") == tmp_path / "here"
