"""Beyond the paper: no mode is learned earlier than the conjecture says, and what one neuron does where it fails."""

from __future__ import annotations

from sympy import Le, Sum, sqrt

from theory.claim import Claim, equation
from theory.linear.utility_maximisation import l, modes, sigma_mode_at
from theory.notation import letter

volume_rate = letter(
    "volume_rate",
    r"\tfrac{d}{dt}\log\|\Lambda^{n}Z\|",
    "growth rate of a volume spanned by n columns of (A; W^T)",
    real=True,
)
turn_time = letter(
    "turn_time",
    r"\tau^{(2)}_{H=1}",
    "time at which a single neuron turns to the better mode",
    positive=True,
)
s_1 = letter("s_1", r"s_{1}", "singular value of the mode learned first", positive=True)
s_2 = letter("s_2", r"s_{2}", "singular value of the better mode", positive=True)
b_1 = letter("b_1", r"b_{1}", "its coefficient in B", positive=True)
lam_1 = letter("lam_1", r"\lambda_{1}", "input variance along the first mode", positive=True)
lam_2 = letter("lam_2", r"\lambda_{2}", "input variance along the second mode", positive=True)

# --- ours --------------------------------------------------------------------------------------------------------------
volume_growth = Claim(
    id="linear.volume-growth",
    title="No mode can be learned earlier than the conjecture says",
    kind="inequality",
    label="conj:fully-connected-linear",
    line=434,
    origin="ours",
    printed=Le(volume_rate, Sum(sigma_mode_at, (l, 1, modes)), evaluate=False),
    reading="Z = (A; W^T) obeys Z' = M Z with M = (0, G; G^T, 0), so the volume of n columns grows at most at the sum of the n largest eigenvalues of M, the "
    "singular values of G = -grad L (Ky Fan). On plateau k, k of them vanish: summed over plateaus this is the conjecture's recursion with <= in place "
    "of =, and equality holds where no overlap of consecutive eigenspaces vanishes. Per unit of plain time, n <= min(c, d).",
)

turning = Claim(
    id="linear.turning",
    title="What one neuron does when the first mode is not the best",
    kind="limit",
    label="conj:fully-connected-linear",
    line=434,
    origin="ours",
    printed=equation(
        turn_time,
        1 / s_1
        + (1 - s_2 / s_1)
        / (sqrt(b_1**2 * (lam_1 - lam_2) ** 2 / 4 + s_2**2) - b_1 * (lam_1 + lam_2) / 2),
    ),
    reading="c = d = 2, H = 1, commuting, s_1 > s_2 but mu_1 < mu_2: the neuron learns mode 1 at 1/s_1 and turns to mode 2 later, so gradient flow jumps twice "
    "where the conjecture has one jump. The rate is the unstable eigenvalue of the Hessian at the first plateau.",
    rests_on=("linear.conjecture",),
)
