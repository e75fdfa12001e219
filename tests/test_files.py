"""Files are written as a whole, or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from conurb.files import CannotWrite, replacing, write_text


def test_what_fails_leaves_the_old_file_and_nothing_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    write_text(file, "old")

    def stopped_half_way() -> None:
        with replacing(file) as beside:
            beside.write_text("ne")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped_half_way()
    assert file.read_text() == "old"
    write_text(file, "new")
    assert file.read_text() == "new"
    assert list(tmp_path.iterdir()) == [file]


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    monkeypatch.chdir(tmp_path)
    for place, reason in (("folder", "is a directory"), ("file/x", "not a directory"), ("none/x", "no such file")):
        with pytest.raises(CannotWrite, match=f"^{place}: cannot be written: {reason}"):
            write_text(Path(place), "text")
    with pytest.raises(CannotWrite, match=r"^\.: cannot be written"):
        write_text(Path("."), "text")
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "folder"]
