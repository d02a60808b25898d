"""Which numbers a claim of the attention setting is tried at."""

from mpmath import mpf

from tests.theory.proof.definitions.attention.heads import (
    aligned_head,
    dormant_head,
    spectrum,
    vanishing_heads,
)
from tests.theory.proof.definitions.attention.initial_scale import gaussian_head
from tests.theory.proof.definitions.attention.orbit import (
    head_on_its_orbit,
    heads_at_every_scale,
    racing_heads,
)
from tests.theory.proof.definitions.attention.prompts import prompts
from tests.theory.proof.definitions.framework.dormant import radial

# "Some point attains it", "with some phase": no sample does; "for every velocity": functions are
# not sampled.
SAMPLED = {
    "attention.maximum",
    "attention.best-at-value",
    "attention.maximiser",
    "attention.local-maximum",
    "attention.quadrature",
    "attention.racing-heads",
    "attention.largest-eigenvalue",
    "attention.limits",
    "attention.tilt-rate",
    "attention.quadrature-limit",
    "attention.tau-limit",
    "attention.component-taken",
    "attention.expected-threshold",
    "attention.rate-order",
}
INSTANCES = {
    "attention.accelerated-rate": lambda: [gaussian_head(1), gaussian_head(3)],
    "attention.maximal-utility": lambda: [spectrum()],
    "attention.rayleigh": lambda: [spectrum()],
    "attention.maximiser": lambda: [spectrum()],
    "attention.no-other-maxima": lambda: [spectrum()],
    "attention.exact-jump-time": lambda: [head_on_its_orbit()],
    "attention.first-head": lambda: [racing_heads()],
    "attention.alignment-rate": lambda: [heads_at_every_scale()],
    "attention.exact-jump-time-limit": lambda: [heads_at_every_scale()],
    "attention.threshold": lambda: [radial(3)],
    "attention.accumulated-bound": lambda: [aligned_head(full=False)],
    "attention.jump-bound-appendix": lambda: [aligned_head()],
    "attention.jump-bound": lambda: [vanishing_heads()],
    "attention.component-index": lambda: [
        {
            **vanishing_heads(),
            "iteration": mpf(2),
            "component": mpf(2),
            "lam_k": mpf("0.7"),
            "lam_after": mpf("0.1"),
        }
    ],
    **dict.fromkeys(
        (
            f"attention.{name}"
            for name in ("dormant-sums", "alignment", "dormant-norm", "dormant-value")
        ),
        lambda: [dormant_head()],
    ),
}


def instances(identifier):
    """Values of the letters at which a claim is tried."""
    return INSTANCES[identifier]() if identifier in INSTANCES else [prompts()]
