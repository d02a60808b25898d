"""A test that needs a program says so; whether it may be skipped is for the machine to say."""

from pathlib import Path
from types import SimpleNamespace

import pytest


@pytest.fixture
def setup(request, monkeypatch, tmp_path):
    """The hook of tests/conftest.py on a machine without any program."""
    monkeypatch.setenv("PATH", str(tmp_path))
    here = str(Path(__file__).with_name("conftest.py"))
    (plugin,) = (
        plugin
        for plugin in request.config.pluginmanager.get_plugins()
        if getattr(plugin, "__file__", None) == here
    )
    return plugin.pytest_runtest_setup


ITEM = SimpleNamespace(iter_markers=lambda name: iter([pytest.mark.needs_tool("pdflatex").mark]))


def test_without_the_program_a_test_is_skipped_and_says_why(setup, monkeypatch):
    monkeypatch.delenv("AGF_REQUIRE_TOOLS", raising=False)
    with pytest.raises(pytest.skip.Exception, match="pdflatex is not installed: .ci/debian.txt"):
        setup(ITEM)


def test_where_tools_are_required_it_fails_instead(setup, monkeypatch):
    monkeypatch.setenv("AGF_REQUIRE_TOOLS", "1")
    with pytest.raises(pytest.fail.Exception, match="pdflatex is not installed"):
        setup(ITEM)
