"""Precision is global in mpmath and in FLINT: every test starts from the default, and leaves none
of its own behind.

A test that needs a program says so with ``@pytest.mark.needs_tool("pdflatex")``: without it the
test is skipped, or fails where AGF_REQUIRE_TOOLS=1 says that nothing may be skipped.
"""

import os
import shutil

import flint
import mpmath
import pytest
from hypothesis import settings

settings.register_profile("tests", deadline=None, derandomize=True, database=None, print_blob=False)
settings.load_profile("tests")


@pytest.fixture(autouse=True)
def default_precision():
    mpmath.mp.prec, flint.ctx.prec = 53, 53
    yield
    mpmath.mp.prec, flint.ctx.prec = 53, 53


def pytest_runtest_setup(item):
    for tool in (name for mark in item.iter_markers("needs_tool") for name in mark.args):
        if shutil.which(tool) is None:
            give_up = pytest.fail if os.environ.get("AGF_REQUIRE_TOOLS") == "1" else pytest.skip
            give_up(
                f"{tool} is not installed: .ci/debian.txt names the Debian packages that the tests "
                "need"
            )
