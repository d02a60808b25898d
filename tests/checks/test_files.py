"""Files are written whole or not at all, and a name that no file can have is refused before any work."""

import os

import pytest

from checks import files


def test_what_was_there_stays_when_writing_fails(tmp_path):
    target = tmp_path / "report.json"
    files.write(target, "old")
    with pytest.raises(UnicodeEncodeError):
        files.write(target, "new \ud800")
    assert target.read_text() == "old" and list(tmp_path.iterdir()) == [target]


def test_a_written_file_can_be_read_by_others(tmp_path):
    files.write(tmp_path / "a", "é\n")
    assert (tmp_path / "a").read_text(encoding="utf-8") == "é\n"
    assert os.stat(tmp_path / "a").st_mode & 0o777 == 0o644


@pytest.mark.parametrize("name", ["", "a\0b", "a" * 5000, "\ud800"])
def test_a_name_that_no_file_can_have_is_an_error_in_one_line(name):
    with pytest.raises(OSError) as caught:
        files.named(name)
    assert len(str(caught.value).splitlines()) == 1 and len(str(caught.value)) < 200


def test_a_place_that_cannot_be_written_is_refused_and_nothing_is_left_behind(tmp_path):
    with pytest.raises(OSError, match="it is a directory"):
        files.writable(tmp_path)
    with pytest.raises(OSError, match="cannot write .*; name a file in a folder that exists"):
        files.writable(tmp_path / "no" / "file")
    assert files.writable(tmp_path / "file") == tmp_path / "file"
    assert list(tmp_path.iterdir()) == []
