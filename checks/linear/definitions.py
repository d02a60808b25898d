"""What the letters stand for where the linear claims are proved: c = H = d = 2, any entries."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from theory import linear as paper


# --- symbolic: c = H = d = 2, any entries --------------------------------------------------------
def matrices(*names: str) -> list[sp.Matrix]:
    return [
        sp.Matrix(2, 2, lambda i, k, name=name: sp.Symbol(f"{name}{i + 1}{k + 1}", real=True))
        for name in names
    ]


def each_entry(where: Callable[[int, int], dict]) -> Callable[[sp.Basic], sp.Basic]:
    """The statement at all four entries at once."""

    def into(statement: sp.Basic) -> sp.Basic:
        return sp.And(
            *(statement.xreplace(where(i, k)) for i in range(2) for k in range(2)), evaluate=False
        )

    return into


def change_of_basis(i: int, k: int) -> dict:
    A, W, G = matrices("a", "w", "g")
    adjugate = sp.Matrix([[G[1, 1], -G[0, 1]], [-G[1, 0], G[0, 0]]]) / (
        G[0, 0] * G[1, 1] - G[0, 1] * G[1, 0]
    )
    return {
        paper.f_moved: sp.cancel(((A * adjugate) * (G * W))[i, k]),
        paper.f_entry: (A * W)[i, k],
    }


def balance(i: int, k: int) -> dict:
    """d/dt (A^T A - W W^T) under A' = G W^T, W' = A^T G for any G."""
    A, W, G = matrices("a", "w", "g")
    dA, dW = G * W.T, A.T * G
    return {paper.rate_balance: sp.expand((dA.T * A + A.T * dA - dW * W.T - W * dW.T)[i, k])}


def one_sample() -> dict:
    """U = E<a w^T x, y - beta x> and a^T grad L w for one sample; all others are averaged by the same sum."""
    beta = sp.Matrix(1, 2, sp.symbols("beta1 beta2", real=True))
    x, w = (sp.Matrix(2, 1, sp.symbols(f"{name}1 {name}2", real=True)) for name in "xw")
    y, a = (sp.Matrix(1, 1, sp.symbols(f"{name}1,", real=True)) for name in "ya")
    residual = y - beta * x
    loss = residual.dot(residual) / 2
    grad = beta.applyfunc(lambda entry: sp.diff(loss, entry))
    return {
        paper.U_basis: sp.expand((a * w.dot(x)).dot(residual)),
        paper.pairing: sp.expand((a.T * grad * w)[0, 0]),
    }


def recursion_at(statement: sp.Basic) -> sp.Basic:
    """The statement at k = 1..3 with Delta tau from eq:cumut and eq:rectime, indices corrected, for symbolic sigma_i^(k)."""
    spectrum_ = {
        (i, k): sp.Symbol(f"sigma{i}_{k}", positive=True) for k in range(5) for i in range(1, 7)
    }
    waits, S = [sp.S.Zero], dict.fromkeys(range(1, 6), sp.S.Zero)
    for k in range(4):
        wait = (1 - S[k + 1]) / spectrum_[1, k]
        waits.append(wait)
        for n in range(k + 1, 6):
            S[n] += spectrum_[n - k, k] * wait
    # Whatever lies outside the table (a mutant's index, say) is a letter of its own.
    outside = sp.Function("outside")

    def sigma(i: sp.Expr, k: sp.Expr) -> sp.Expr:
        return (
            spectrum_.get((int(i), int(k)), sp.S.Zero)
            if i.is_Integer and k.is_Integer
            else outside(i, k)
        )

    def delta(i: sp.Expr) -> sp.Expr:
        return waits[int(i)] if i.is_Integer and 0 <= i < len(waits) else sp.S.Zero

    def at(k: int, side: sp.Basic) -> sp.Basic:
        opened = side.subs(paper.step, k).replace(lambda e: isinstance(e, sp.Sum), _opened)
        return opened.replace(paper.sigma, sigma).replace(paper.delta, delta)

    def _opened(total: sp.Sum) -> sp.Expr:
        body, (symbol, low, high) = total.args
        return sp.Add(*(body.subs(symbol, n) for n in range(int(low), int(high) + 1)))

    return sp.And(
        *(
            statement.func(*(at(k, side) for side in statement.args), evaluate=False)
            for k in range(1, 4)
        ),
        evaluate=False,
    )


def two_plateaus() -> dict:
    small, gap, wait = (
        sp.symbols(f"{name}_0 {name}_1", nonnegative=True) for name in ("sigma", "gap", "wait")
    )
    second = sum(s * w for s, w in zip(small, wait))
    return {
        paper.S_one: sp.expand(sum((s + g) * w for s, g, w in zip(small, gap, wait))),
        paper.S_two: second,
    }


def tied_plateaus() -> dict:
    found = two_plateaus()
    ties = {s: 0 for s in found[paper.S_one].free_symbols if s.name.startswith("gap")}
    return {paper.S_one: found[paper.S_one].subs(ties), paper.S_two: found[paper.S_two]}
