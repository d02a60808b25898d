"""What we take from the private parts of other libraries, for ``numerics`` and ``checks`` alike:
each with the versions it was tried with, and what happens where it does not apply. Nowhere else is
a private name of another library used.

A library is loaded where it is used: who needs one of these does not wait for the others.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import numpy as np
    from scipy.integrate import BDF
    from sympy import Symbol


@cache
def draw_by_seed_alone() -> bool:
    """Keep Hypothesis from mixing constants of whatever source files are loaded into what it draws;
    False where that cannot be done.

    Instances must depend on the seed alone: not on the process that draws them, nor on an edit to a
    file that has no part in them. Tried with Hypothesis 6.100 to 6.131.0, which have no such
    constants (nothing is to be done), and with 6.131.15 to 6.170. Where the names below are others
    (6.131.1 to 6.131.14, or a version to come), instances are still random and judged as always,
    but which ones are drawn for a seed depends on the files loaded as well.
    """
    try:
        from hypothesis.internal.conjecture import providers
    except ImportError:  # before 6.125
        return True
    if not hasattr(providers, "_get_local_constants"):
        return True
    try:
        nothing = providers.Constants()
        providers.CONSTANTS_CACHE.cache.clear()
    except (AttributeError, TypeError):
        return False
    providers._get_local_constants = lambda: nothing
    return True


@contextmanager
def shrinking_without_a_clock() -> Iterator[None]:
    """Hypothesis gives up on a smaller counterexample after five minutes by the clock on the wall,
    and says so on stdout; here, whoever looks counts instead.

    Tried with Hypothesis 6.170, which allows this to be set. Where the name is another one, its
    five minutes stand.
    """
    from hypothesis.internal.conjecture import engine

    before = getattr(engine, "MAX_SHRINKING_SECONDS", None)
    if before is not None:
        engine.MAX_SHRINKING_SECONDS = 10**9
    try:
        yield
    finally:
        if before is not None:
            engine.MAX_SHRINKING_SECONDS = before


def keep_expansions(fractions: Any) -> Any:
    """``st.fractions``, of which each denominator's strategy for the numerators is kept: it is
    built and checked once, not at every draw. The same instances are drawn.

    Tried with Hypothesis 6.170. Where the parts have other names, or there is one value alone to
    draw, nothing is changed, and drawing takes longer.
    """
    try:
        flat = fractions.wrapped_strategy.mapped_strategy
        assert isinstance(flat.label, int)  # known before it could see the other function
        flat.expand = cache(flat.expand)
    except AttributeError:
        pass
    return fractions


def allow_children() -> None:
    """Let a Dask worker start processes: workers are daemons, to which ``multiprocessing`` allows
    no children.

    Ours end with their pipe, so none is left behind. Tried with CPython 3.11 to 3.13. Where a
    process keeps this flag elsewhere, starting a child raises AssertionError: the task ends with
    that message and is no result.
    """
    config = getattr(multiprocessing.current_process(), "_config", {})
    config["daemon"] = False


def let_go_of_the_fork_server() -> None:
    """Close this worker's end of the lifeline of the fork server, which ends when nobody holds one.

    Tried with CPython 3.11 to 3.13. Where a process was spawned there is no lifeline; where it has
    another name the fork server outlives its parent for as long as its workers do.
    """
    from multiprocessing import forkserver

    server = getattr(forkserver, "_forkserver", None)
    lifeline = getattr(server, "_forkserver_alive_fd", None)
    if server is not None and lifeline is not None:
        os.close(lifeline)
        server._forkserver_alive_fd = None


def stated_assumptions(symbol: Symbol) -> dict[str, bool]:
    """What was said of a symbol when it was made, without what follows from it.

    Tried with SymPy 1.14.0. Where it is not kept, all that follows is given as well
    (``assumptions0``), which says the same at more length.
    """
    return dict(getattr(symbol, "_assumptions_orig", symbol.assumptions0))


class OwnAlgebra(Protocol):
    """A Jacobian J as a BDF step uses it: 1 - c J, and equations with that."""

    def __rmul__(self, c: float) -> Any: ...
    def __rsub__(self, one: float) -> Any: ...
    def factored(self) -> Any:
        """What solves equations with this matrix again and again."""
        ...

    def solve(self, right: np.ndarray) -> np.ndarray:
        """The solution of the equations with this right side."""
        ...


BDF_FIELDS = ("jac", "J", "I", "newton_tol", "lu", "solve_lu", "D")


def structured_bdf(
    slope: Callable,
    start: float,
    y: np.ndarray,
    until: float,
    rtol: float,
    atol: np.ndarray,
    first: float,
    jacobian: Callable[[float, np.ndarray], OwnAlgebra],
    newton: float,
) -> BDF:
    """SciPy's BDF method with the linear algebra of the Jacobian itself; ``newton`` is where
    Newton's method stops.

    SciPy takes a matrix, dense or sparse, and factorises it as one. These fields of its solver
    carry that out; they are the same in SciPy 1.11 to 1.17. A version without them is refused by
    name, for it would do something else in silence.
    """
    import scipy
    from scipy.integrate import BDF
    from scipy.sparse import csc_matrix

    none = csc_matrix((len(y), len(y)))
    solver = BDF(slope, start, y, until, rtol=rtol, atol=atol, first_step=first, jac=none)
    if missing := [name for name in BDF_FIELDS if not hasattr(solver, name)]:
        raise NotImplementedError(
            f"SciPy {scipy.__version__} has a BDF method without {', '.join(missing)}: install "
            "scipy<1.18"
        )
    solver.jac, solver.J, solver.I = jacobian, jacobian(start, y), 1.0
    solver.newton_tol = newton
    solver.D[2:] = 0.0  # memory as it was found: never used, but subtracted, with warnings at nan
    solver.lu = lambda matrix: matrix.factored()
    solver.solve_lu = lambda matrix, right: matrix.solve(right)
    return solver
