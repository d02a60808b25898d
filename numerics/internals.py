"""What we take from the private parts of other libraries: with the versions it was tried with, and
what happens where it does not apply. Nowhere else in ``numerics`` is the inside of another library
used."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
import scipy
from scipy.integrate import BDF
from scipy.sparse import csc_matrix


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


class StructuredBDF(BDF):
    """SciPy's BDF method with the linear algebra of the Jacobian itself; ``newton`` is where
    Newton's method stops.

    SciPy takes a matrix, dense or sparse, and factorises it as one. These fields of its solver
    carry that out; they are the same in SciPy 1.11 to 1.17. A version without them is refused by
    name, for it would do something else in silence.
    """

    FIELDS = ("jac", "J", "I", "newton_tol", "lu", "solve_lu", "D")

    def __init__(
        self,
        slope: Callable,
        y: np.ndarray,
        until: float,
        rtol: float,
        atol: np.ndarray,
        first: float,
        jacobian: Callable[[float, np.ndarray], OwnAlgebra],
        newton: float,
    ) -> None:
        super().__init__(
            slope,
            0.0,
            y,
            until,
            rtol=rtol,
            atol=atol,
            first_step=first,
            jac=csc_matrix((len(y), len(y))),
        )
        if missing := [name for name in self.FIELDS if not hasattr(self, name)]:
            raise NotImplementedError(
                f"SciPy {scipy.__version__} has a BDF method without {', '.join(missing)}: install "
                "scipy<1.18"
            )
        self.jac, self.J, self.I = jacobian, jacobian(0.0, y), 1.0
        self.newton_tol = newton
        self.D[2:] = 0.0  # memory as it was found: never used, but subtracted, with warnings at nan
        self.lu, self.solve_lu = (
            (lambda matrix: matrix.factored()),
            (lambda matrix, right: matrix.solve(right)),
        )
