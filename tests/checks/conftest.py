"""Work for child processes, importable by name there."""
import sys
from pathlib import Path

import pytest

from checks.check import Effort
from checks.pool import in_children


@pytest.fixture
def children(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    import children

    # The server that children are forked from imports the catalogue first; that must not count against a short limit.
    assert list(in_children(children.raises, ["warm"], Effort(), 1, 120.0)) == [("warm", ["warm"], "")]
    yield children
    sys.modules.pop("children", None)
