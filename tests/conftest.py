"""Precision is global in mpmath and in FLINT: every test starts from the default, and leaves none of its own behind."""
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
