"""How a fuzzed call may end: with a result that holds no NaN, or with an error of our own that says
what was wrong.

``AGF_FUZZ=full`` runs some eight thousand cases (the default about six hundred): ``AGF_FUZZ=full
pytest tests/fuzz``.
"""

import dataclasses
import os
import signal
import time
import traceback
from contextlib import contextmanager
from pathlib import Path

import mpmath
import numpy as np
import sympy as sp
from click.testing import CliRunner
from hypothesis import HealthCheck, settings

from checks.cli import main

FULL = os.environ.get("AGF_FUZZ") == "full"
SECONDS = 60  # of CPU: a case that takes longer hangs, the slowest legitimate one takes a second
PATIENCE = 20 * SECONDS  # of the clock, for a case that waits without working, on a busy machine
HOME = Path(__file__).parents[2]
OURS = tuple(str(HOME / name) for name in ("theory", "numerics", "checks"))
EXPECTED = (ValueError, LookupError, TypeError, ArithmeticError)


def cases(few: int, many: int) -> settings:
    """Random cases: ``few`` by default, ``many`` in the full profile."""
    return settings(max_examples=many if FULL else few, suppress_health_check=list(HealthCheck))


class Hang(BaseException):
    """Not an Exception: no handler on the way may swallow it."""


@contextmanager
def time_limit(seconds: int = SECONDS):
    """Looks every few seconds of the clock; the timers of CPU time belong to what is tested."""
    worked, began = time.process_time(), time.monotonic()

    def look(*_):
        if time.process_time() - worked > seconds or time.monotonic() - began > PATIENCE:
            raise Hang(f"no answer in {seconds} s of CPU or {PATIENCE} s of the clock")

    before = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, 5, 5)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def ends_well(call, *args, **options):
    """Call it; return its result, or None after a clear error. Everything else is a failure of the
    test.
    """
    with time_limit():
        try:
            result = call(*args, **options)
        except EXPECTED as problem:
            frame = traceback.extract_tb(problem.__traceback__)[-1]
            message = str(problem.args[0]) if problem.args else ""
            assert frame.filename.startswith(OURS) and "raise " in frame.line, (
                f"{type(problem).__name__} from {frame}, not from us: {problem}"
            )
            assert len(message) > 15 and "\n" not in message, f"not one clear line: {problem!r}"
            return None
    assert not_a_number(result) is None, f"a silent NaN in {not_a_number(result)}"
    return result


def command(arguments):
    """Run ``agf`` with these arguments: exit status 0, 1 or 2, and of bad usage one line."""
    with time_limit():
        ended = CliRunner().invoke(main, arguments)
    assert ended.exception is None or isinstance(ended.exception, SystemExit), repr(ended.exception)
    assert ended.exit_code in (0, 1, 2) and "Traceback" not in ended.output
    if ended.exit_code == 2 and arguments:
        lines = ended.stderr.strip().splitlines()
        assert len(lines) == 1 and lines[0].startswith("agf: error: "), ended.stderr
    return ended


def not_a_number(value, name="the result"):
    """The name of the first NaN inside a result, or None."""
    if isinstance(value, np.ndarray):
        bad = (
            np.isnan(value).any()
            if value.dtype.kind in "fc"
            else any(not_a_number(x) for x in value.ravel().tolist())
        )
        return name if bad else None
    if isinstance(value, (float, np.floating, mpmath.mpf)):
        return name if value != value else None
    if isinstance(value, sp.Basic):
        return name if value.has(sp.nan) else None
    if isinstance(value, (list, tuple)):
        return next(
            filter(None, (not_a_number(one, f"{name}[{k}]") for k, one in enumerate(value))), None
        )
    if dataclasses.is_dataclass(value):
        return next(
            filter(
                None,
                (
                    not_a_number(getattr(value, f.name), f"{name}.{f.name}")
                    for f in dataclasses.fields(value)
                    if f.name != "network"
                ),
            ),
            None,
        )
    return None
