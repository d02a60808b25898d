"""Kernels on disk: a change in one file is a change for the kernels of all others."""

import os
import subprocess
import sys

import pytest

pytest.importorskip("numba")

from numerics.diagonal import compiled_flow
from numerics.machine_code import FOLDER, named_by

KERNELS = [one for one in vars(compiled_flow).values() if hasattr(one, "stats")]


def test_another_text_in_any_file_gives_another_name(tmp_path):
    caller, called = tmp_path / "caller.py", tmp_path / "called.py"
    caller.write_text("from called import f\n")
    called.write_text("def f(x): return x\n")
    before = named_by([caller, called])
    assert named_by([called, caller]) == before
    called.write_text("def f(x): return -x\n")
    assert named_by([caller, called]) != before


def test_every_kernel_is_kept_in_the_folder_of_these_sources():
    assert KERNELS
    assert all(str(FOLDER) in kernel.stats.cache_path for kernel in KERNELS)


def test_the_settings_of_other_peoples_kernels_stay_as_they_were():
    from numba import config

    assert int(config.OPT) == 3 and str(FOLDER) != config.CACHE_DIR


def test_without_a_place_to_keep_them_kernels_are_compiled_all_the_same(tmp_path):
    (tmp_path / "a-file").write_text("no folder can be made in here")
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "a-file")}
    code = "from numerics.linear import compiled; print(compiled.__name__)"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True
    )
    assert done.stdout.strip() == "numerics.linear.compiled", done.stderr
