"""The machine code of kernels, before there is work for it: who runs many flows, or measures them,
wants it from the first.
"""

from __future__ import annotations

from collections.abc import Collection
from importlib import import_module

KERNELS = {
    "diagonal": ("numerics.diagonal.compiled_reading",),
    "attention": ("numerics.attention.integrator", "checks.attention.compiled_flight"),
    "linear": ("numerics.linear.compiled",),
    "modular": ("numerics.modular.compiled",),
}


def make_kernels(settings: Collection[str] = tuple(KERNELS)) -> None:
    """Make the kernels of these settings, or read them from disk; nothing where numba is not
    installed, for the portable engines are used there.
    """
    try:
        from numerics.machine_code import make_all
    except ImportError:
        return
    for setting in KERNELS.keys() & set(settings):
        for module in KERNELS[setting]:
            import_module(module)
    make_all()
