"""The helpers of the fuzz tests are plain modules beside them."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """A report that somebody did not mean to write lands here."""
    monkeypatch.chdir(tmp_path)
