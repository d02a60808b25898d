"""Diagonal gradient flow in doubles, against scipy tuned to the same true error, and against
gradient descent.
"""

from __future__ import annotations

from collections.abc import Iterator

from checks.bench.regression import Run, apart, fastest, regression
from checks.bench.row import Row, answered, seconds, side_by_side

ALPHAS = ("1e-3", "1e-8", "1e-50")
ERRORS = (1e-10, 1e-12)
# (coefficients, jumps followed, target): with fifty coefficients the 50-digit reference costs a
# minute beyond five jumps.
SIZES = ((5, 5, 25.0), (50, 5, 8.0))
# Ours also reads its staircase: levels and jump times to the digits of the flow, which scipy's side
# does without.
LIMIT = "ours with its staircase"
LADDER = [
    (method, rtol)
    for method in ("DOP853", "LSODA")
    for rtol in (1e-10, 1e-11, 1e-12, 1e-13, 2.5e-14)
]


def rows() -> Iterator[Row]:
    """The flow in each dimension and at each alpha, at several errors; then a coefficient that
    returns.
    """
    for d, jumps, target in SIZES:
        net = regression(d)
        for alpha in ALPHAS:
            yield from _against_scipy(
                Run.through_jumps(net, alpha, jumps),
                f"diagonal flow, d = {d}, alpha = {alpha}",
                target,
            )
    yield _returning()


def _against_scipy(run: Run, name: str, target: float) -> Iterator[Row]:
    reference = run.ours(digits=50)
    ours = apart(run.ours(), reference)
    candidates = []
    for method, rtol in LADDER:
        taken, beta = answered(lambda: run.scipy(method, rtol))
        candidates.append((taken, apart(beta, reference), f"{method} {rtol:g}"))
    for error in ERRORS:
        best = fastest(candidates, error)
        if ours > error or best is None:
            closest = min(candidates, key=lambda one: one[1])
            yield Row(
                f"{name}, error {error:g}",
                seconds(run.with_staircase),
                "scipy (u, v)",
                None,
                ours,
                target,
                f"no scipy run is right to {error:g}: the best, {closest[2]}, is off by "
                f"{closest[1]:.1e} after {closest[0]:.3g} s",
            )
            continue
        solver, accuracy = best[2].split()
        mine, theirs = side_by_side(run.with_staircase, lambda: run.scipy(solver, float(accuracy)))
        yield Row(
            f"{name}, error {error:g}",
            mine,
            f"scipy {best[2]} in (u, v)",
            theirs,
            max(ours, best[1]),
            target,
            LIMIT,
        )
    step = apart(run.euler(), reference)
    mine, theirs = side_by_side(run.ours, run.euler, turns=1)
    yield Row(
        name, mine, "gradient descent, step 1e-3", theirs, step, None, f"which is off by {step:.1e}"
    )


def _returning() -> Row:
    """A coefficient that returns to zero and comes back: u^2 - v^2 is then lost to rounding in (u,
    v).
    """
    run = Run.through_jumps(regression(20, samples_each=3), "1e-20", 20)
    reference = run.ours(digits=30)
    errors = [
        (apart(run.scipy(method, rtol), reference), f"{method} {rtol:g}")
        for method, rtol in LADDER[-3:]
    ]
    best = min(errors)
    return Row(
        "diagonal flow, a coefficient returns, alpha = 1e-20",
        seconds(run.ours),
        "scipy (u, v)",
        None,
        apart(run.ours(), reference),
        None,
        f"the best scipy run, {best[1]}, is off by {best[0]:.1e}",
    )
