"""Kernels: Python and machine code give the same bits, and what is kept on disk is that of these
sources: a change in one file is a change for the kernels of all others.
"""

import math
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("numba")

from checks.run.kernels import make_kernels
from numerics import (
    AttentionNetwork,
    DiagonalNetwork,
    LinearNetwork,
    ModularNetwork,
    gradient_flow,
    machine_code,
)
from numerics.diagonal import compiled, compiled_flow
from numerics.machine_code import FOLDER, Kernel, named_by, number, row

KERNELS = [one for one in vars(compiled_flow).values() if isinstance(one, Kernel)]


@pytest.fixture
def unmade(monkeypatch):
    """Every kernel as in a process after an install."""
    make_kernels()  # what is taken away here comes back at the end
    for kernel in Kernel.everyone:
        for known in vars(kernel).keys() & {"machine", "kept"}:
            monkeypatch.delitem(vars(kernel), known)
        monkeypatch.setitem(vars(kernel), "kept", False)
    monkeypatch.setattr(Kernel, "spent", 0.0)
    monkeypatch.setattr(machine_code, "PATIENCE", math.inf)


def made():
    return {kernel.__name__ for kernel in Kernel.everyone if "machine" in vars(kernel)}


def random_flow(setting, seed):
    random = np.random.default_rng(seed)
    if setting == "linear":
        B, X = random.normal(size=(2, 3)), random.normal(size=(3, 6))
        return gradient_flow(LinearNetwork(B, X @ X.T, 2), "1e-5", seed)
    if setting == "attention":
        return gradient_flow(AttentionNetwork(np.diag(random.uniform(0.5, 2, 2)), 3, 2), 0.1, seed)
    if setting == "modular":
        return gradient_flow(ModularNetwork([2, -1, -1], 2), "1e-2", seed)
    d = {"diagonal": 3, "wide": compiled.WIDE + 2}[setting]
    X = random.normal(size=(d, 2 * d))
    return gradient_flow(DiagonalNetwork(X, random.normal(size=d) @ X), "1e-6")


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("setting", ["diagonal", "wide", "linear", "attention", "modular"])
def test_python_and_machine_code_give_the_same_bits(setting, seed, unmade, monkeypatch):
    slow = random_flow(setting, seed)
    assert made() == set()
    monkeypatch.setattr(machine_code, "PATIENCE", 0.0)
    quick = random_flow(setting, seed)
    assert made()
    assert slow.staircase.jump_times  # there is something to compare
    for bits in ("times", "losses", "speeds"):
        assert getattr(slow, bits).tobytes() == getattr(quick, bits).tobytes()
    assert slow.staircase == quick.staircase


def test_what_takes_longer_than_the_patience_begins_again_as_machine_code(unmade, monkeypatch):
    whole = random_flow("wide", 0)
    assert made() == set()
    monkeypatch.setattr(machine_code, "PATIENCE", Kernel.spent / 2)
    monkeypatch.setattr(Kernel, "spent", 0.0)
    halved = random_flow("wide", 0)
    assert "_flow" in made()
    assert whole.losses.tobytes() == halved.losses.tobytes()
    assert whole.staircase == halved.staircase


def filled(values, to):
    """Fill values with 1, e, e^2, ...: an error in Python from e^710 on."""
    for i in range(len(values)):
        values[i] = math.exp(values[i] * to)
    return values[0]


def test_an_overflow_is_what_machine_code_makes_of_it():
    kernel = Kernel(filled, number(row, number), inner=False)
    kernel.kept = False
    values = np.arange(3.0)
    assert kernel(values, 400.0) == 1.0
    assert "machine" in vars(kernel)
    assert values.tolist() == [1.0, math.exp(400), math.inf]  # e^400 was not taken to its power


def test_another_error_is_the_same_error(unmade):
    def broken(values):
        return 1.0 / values[0]

    kernel = Kernel(broken, number(row), inner=False)
    kernel.kept = False
    with pytest.raises(ZeroDivisionError):
        kernel(np.zeros(1))


def test_a_kernel_that_is_kept_is_read_and_not_run_in_python(unmade, monkeypatch):
    for kernel in Kernel.everyone:
        monkeypatch.delitem(vars(kernel), "kept")
    spent = Kernel.spent
    random_flow("diagonal", 0)
    assert "_flow" in made() and Kernel.spent == spent


def test_another_text_in_any_file_gives_another_name(tmp_path):
    caller, called = tmp_path / "caller.py", tmp_path / "called.py"
    caller.write_text("from called import f\n")
    called.write_text("def f(x): return x\n")
    before = named_by([caller, called])
    assert named_by([called, caller]) == before
    called.write_text("def f(x): return -x\n")
    assert named_by([caller, called]) != before


def test_every_kernel_is_kept_in_the_folder_of_these_sources():
    make_kernels()
    assert KERNELS
    assert all(str(FOLDER) in kernel.machine.stats.cache_path for kernel in KERNELS)


def test_the_settings_of_other_peoples_kernels_stay_as_they_were():
    from numba import config

    assert int(config.OPT) == 3 and str(FOLDER) != config.CACHE_DIR


def test_without_a_place_where_they_should_be_kept_kernels_are_kept_beside_the_sources(tmp_path):
    (tmp_path / "a-file").write_text("no folder can be made in here")
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "a-file")}
    code = (
        "from checks.run.kernels import make_kernels\nmake_kernels(['linear'])\n"
        "from numerics.linear.compiled import _series\nprint(_series.machine.stats.cache_path)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True
    )
    beside = Path(machine_code.__file__).parent / "__pycache__" / FOLDER.name
    assert done.stdout.strip().startswith(str(beside)), done.stderr
