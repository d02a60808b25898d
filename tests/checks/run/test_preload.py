"""What workers are forked from: each task starts from the same state, and a run loads what it is
about.
"""

import os
import random
import subprocess
import sys

import mpmath
import numpy as np

LOADED = """
import sys
import checks.run.preload
print(*(name for name in ("theory.relu", "theory.linear", "checks.linear") if name in sys.modules))
"""


def loaded(settings):
    done = subprocess.run(
        [sys.executable, "-c", LOADED],
        capture_output=True,
        text=True,
        env=os.environ | {"AGF_SETTINGS": settings},
    )
    return done.stdout.split()


def test_a_run_loads_the_settings_that_it_is_about():
    assert loaded("relu") == ["theory.relu"]


def test_every_task_starts_from_the_same_state():
    code = (
        "import checks.run.preload as p, mpmath, random, numpy as np\nmpmath.mp.prec = 7; "
        "random.seed(5)\np.fresh()\nprint(mpmath.mp.prec, random.random(), np.random.rand())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    random.seed(0)
    np.random.seed(0)
    assert done.stdout.split() == [
        str(mpmath.mp.prec),
        str(random.random()),
        str(np.random.rand()),
    ]


def test_every_algebra_library_of_a_worker_has_one_thread():
    # SciPy's had two, whose waiting for each other counted as CPU time: claims ran out of it
    code = (
        "import checks.run.preload\nimport scipy.linalg, threadpoolctl\n"
        "print(*(one['num_threads'] for one in threadpoolctl.threadpool_info()))"
    )
    env = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env)
    assert set(done.stdout.split()) == {"1"}
