"""2F1(a, b; c; z) as a function of four numbers: ``sympy.hyper`` takes lists of parameters, which
no term of the kernel is.
"""

from __future__ import annotations

from typing import Any

import sympy as sp


class hyp2f1(sp.Function):
    """2F1(a, b; c; z), Gauss's hypergeometric function.

    >>> hyp2f1(1, 1, 2, sp.Rational(1, 2)).evalf(20)  # 2 log 2
    1.3862943611198906188
    """

    nargs = 4

    def _eval_rewrite_as_hyper(self, a, b, c, z, **_: Any) -> sp.Expr:
        return sp.hyper((a, b), (c,), z)

    def _eval_evalf(self, prec: int) -> sp.Expr:
        return self.rewrite(sp.hyper)._eval_evalf(prec)

    def _latex(self, printer: Any, **_: Any) -> str:
        return printer._print(self.rewrite(sp.hyper))
