"""Files are written whole or not at all, and a name that no file can have is refused before any
work.
"""

import os
import stat
import threading

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
    before = os.umask(0o027)
    try:
        files.write(tmp_path / "b", "x")
        files.write(tmp_path / "a", "x")
    finally:
        os.umask(before)
    assert os.stat(tmp_path / "b").st_mode & 0o777 == 0o640


def test_a_file_keeps_its_mode(tmp_path):
    target = tmp_path / "a"
    target.write_text("old")
    target.chmod(0o600)
    files.write(target, "new")
    assert target.read_text() == "new" and os.stat(target).st_mode & 0o777 == 0o600


def test_a_link_is_written_through(tmp_path):
    (tmp_path / "real").mkdir()
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "real" / "report")
    for text in ("first", "second"):
        files.write(files.writable(link), text)
        assert link.is_symlink() and (tmp_path / "real" / "report").read_text() == text


def test_a_circle_of_links_is_refused(tmp_path):
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(OSError, match="cannot write"):
        files.writable(tmp_path / "a")


def test_a_device_stays_a_device():
    files.write(files.writable("/dev/null"), "text")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


def test_a_pipe_is_written_to(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()))
    reader.start()
    files.write(files.writable(pipe), "text")
    reader.join(30)
    assert got == ["text"] and stat.S_ISFIFO(os.stat(pipe).st_mode)


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
