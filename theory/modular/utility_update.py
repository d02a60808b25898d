"""Appendix F.3: the function that a group has learned, and the utility that it leaves to the
others.
"""

from __future__ import annotations

from sympy import Abs, And, I, Sum, conjugate, cos, sin, sqrt

from theory.claim import Claim, equation
from theory.derivation import written_in
from theory.modular.aligned import A_u, A_v, A_w, amp_u, amp_v, over_neurons, ph_x, s_u, s_v, s_w
from theory.modular.cost_minimisation import aligned_part, amplitude_product
from theory.modular.cyclic_sums import REMOVED, p
from theory.modular.preservation import ph_h
from theory.modular.transforms import i, j, k, summand, u_hat, v_hat, w_hat, x_hat
from theory.modular.utility_maximisation import ODD, U_init, X, xi
from theory.notation import function, letter

slope_cross = letter(
    "slope_cross",
    r"\langle h_{\xi'},\partial_{w^{1}}\mathcal{L}\rangle",
    "slope of the loss along another group's frequency, in the output of a neuron",
    real=True,
)
X_2 = letter(
    "X_2",
    r"|\hat{x}[\xi']|",
    "magnitude of the encoding at the second group's frequency",
    nonnegative=True,
)

f_c = letter("f_c", r"f(a\cdot x,b\cdot x)[c]", "output of the network", real=True)
turn = letter("turn", r"2\pi\xi(c-a-b)/p", "angle of the output entry", real=True)
chi_plus, chi_minus, chi_else = (
    letter(
        f"chi_{name}",
        rf"\widehat{{\chi_{{\xi}}}}[{at}]",
        f"transform of the learned wave at {name}",
        complex=True,
    )
    for name, at in (("plus", r"\xi"), ("minus", r"-\xi"), ("else", r"k\neq\pm\xi"))
)
Delta = letter(
    "Delta", r"\Delta(\theta)", "correlation of a neuron with the learned function", real=True
)
U_new = letter("U_new", r"\mathcal{U}(\theta;r)", "utility with the updated residual", real=True)
U_two = letter(
    "U_two",
    r"\mathcal{U}(\theta;r_{2})",
    "utility with the residual that two learned frequencies leave",
    real=True,
)
xi_2 = letter(
    "xi_2", r"\xi_{2}", "a second frequency, neither of +-xi", integer=True, positive=True
)
chi_hat = function(
    "chi_hat", r"\widehat{\chi_{\xi}}[#1]", "transform of the learned wave", of=("k",)
)
chi_triple = letter(
    "chi_triple",
    r"\sum_{a,b}(x\star u)[a]\,(x\star v)[b]\,(\chi_{\xi}\star w)[a+b]",
    "triple correlation with the learned wave",
    real=True,
)

loss_both, loss_one, loss_two, loss_none = (
    letter(f"loss_{name}", rf"\mathcal{{L}}({macro})", f"loss of {meaning}", nonnegative=True)
    for name, macro, meaning in (
        ("both", r"\Theta_{1},\Theta_{2}", "both groups"),
        ("one", r"\Theta_{1}", "the first group"),
        ("two", r"\Theta_{2}", "the second group"),
        ("none", r"\emptyset", "the empty network"),
    )
)

# --- the function learned and the next utility ----------------------------------------------------
learned_expansion = Claim(
    id="modular.learned-expansion",
    title="The only term that survives at a minimiser",
    kind="identity",
    label="eq:networkchi",
    line=1746,
    printed=equation(
        f_c,
        sqrt(2 / (27 * p**3))
        * X**2
        * over_neurons(amplitude_product * cos(2 * ph_x + s_w(i) - s_u(i) - s_v(i) + turn)),
    ),
    given=ODD,
    rests_on=("modular.equality-conditions",),
)

learned_factored = Claim(
    id="modular.learned-factored",
    title="The same with the wave taken out",
    kind="identity",
    label="eq:networkchi",
    line=1747,
    printed=equation(f_c, sqrt(2 / (27 * p**3)) * cos(ph_x + turn) * aligned_part),
    corrected=equation(f_c, sqrt(2 / (27 * p**3)) * X**2 * cos(ph_x + turn) * aligned_part),
    severity="typo",
    erratum="The factor |x_hat[xi]|^2 of the line above is lost (the line below has it again).",
    given=ODD,
    rests_on=("modular.learned-expansion",),
)

learned_function = Claim(
    id="modular.learned-function",
    title="The function learned",
    kind="identity",
    label="eq:networkchi",
    line=1734,
    printed=equation(f_c, 2 * X / p * cos(ph_x + turn)),
    given=ODD,
    rests_on=("modular.learned-factored",),
    reading="((a + b).chi)[c] = chi[c - a - b] with chi[c] = cos(2 pi xi c/p + s_x).",
)

wave_transform = Claim(
    id="modular.wave-transform",
    title="Transform of the learned wave",
    kind="identity",
    label="eq:newutil",
    line=1782,
    printed=And(
        equation(chi_plus, p / 2 * (cos(ph_x) + I * sin(ph_x))),
        equation(chi_minus, p / 2 * (cos(ph_x) - I * sin(ph_x))),
        equation(chi_else, 0),
        evaluate=False,
    ),
    given=ODD,
    reading="e^(i s) is written cos s + i sin s; k is any whole number that is neither xi nor -xi "
    "mod p.",
)

residual_utility = Claim(
    id="modular.residual-utility",
    title="The new utility is the old one less a correlation",
    kind="identity",
    label="eq:newutil",
    line=1765,
    printed=equation(U_new, U_init - Delta / p**2),
    given=ODD,
    reading="The left side is summed over the residual itself.",
)

learned_triple = Claim(
    id="modular.learned-triple",
    title="The squares average out of this correlation",
    kind="identity",
    label="eq:newutil",
    line=1777,
    printed=equation(Delta, 4 * X / p * chi_triple),
    given=ODD,
    rests_on=("modular.learned-function",),
    reading="The paper writes x*y for x*v. Lines 1771 and 1772 are the same with <w, f> in place "
    "of the wave.",
)

learned_spectrum = Claim(
    id="modular.learned-spectrum",
    title="This correlation in frequency space",
    kind="identity",
    label="eq:newutil",
    line=1778,
    printed=equation(
        Delta,
        4
        * X
        / p**2
        * Sum(
            conjugate(x_hat(k))
            * u_hat(k)
            * conjugate(x_hat(k))
            * v_hat(k)
            * conjugate(conjugate(chi_hat(k)) * w_hat(k)),
            (k, 0, p - 1),
        ),
    ),
    given=ODD,
    rests_on=("modular.learned-triple", "modular.correlation-theorem"),
    reading="The three transforms of cross-correlations written out.",
)

learned_correlation = Claim(
    id="modular.learned-correlation",
    title="Correlation of a neuron with the learned function",
    kind="identity",
    label="eq:newutil",
    line=1779,
    printed=equation(
        Delta,
        2
        * Abs(x_hat(xi))
        / p
        * (
            u_hat(xi) * v_hat(xi) * conjugate(w_hat(xi)) * conjugate(x_hat(xi))
            + conjugate(u_hat(xi)) * conjugate(v_hat(xi)) * w_hat(xi) * x_hat(xi)
        ),
    ),
    corrected=equation(
        Delta,
        2
        * Abs(x_hat(xi)) ** 2
        / p
        * (
            u_hat(xi) * v_hat(xi) * conjugate(w_hat(xi)) * conjugate(x_hat(xi))
            + conjugate(u_hat(xi)) * conjugate(v_hat(xi)) * w_hat(xi) * x_hat(xi)
        ),
    ),
    severity="typo",
    erratum="|x_hat[xi]| is squared: one factor from the learned function, one from |x_hat[xi]| "
    "conj(x_hat[xi]). Only so does it cancel in the "
    "next theorem. (The line above writes x*y for x*v.)",
    given=ODD,
    rests_on=("modular.learned-function", "modular.wave-transform"),
)

updated_utility = Claim(
    id="modular.updated-utility",
    title="The utility after a frequency is learned",
    kind="identity",
    label="eq:newutil",
    line=1757,
    printed=equation(
        U_new, 2 / p**3 * Sum(summand(k, at=xi) * REMOVED(k, xi) * REMOVED(k, -xi), (k, 1, p - 1))
    ),
    corrected=equation(
        U_new, 2 / p**3 * Sum(summand(k) * REMOVED(k, xi) * REMOVED(k, -xi), (k, 1, p - 1))
    ),
    severity="typo",
    erratum="The summand is to be taken at k, not at xi (also in line 586).",
    given=ODD,
    rests_on=("modular.learned-correlation", "modular.initial-utility"),
    reading="without(k, m) leaves out the term k = m; [p] in both lines is read as all residues "
    "mod p.",
    derive=written_in("theory.modular.proofs.derivations", "updated_utility"),
)

utility_after_two = Claim(
    id="modular.utility-after-two",
    title="The utility after two frequencies are learned",
    kind="identity",
    label="sec:utupdatemodulararit",
    line=1791,
    printed=equation(
        U_two,
        2
        / p**3
        * Sum(
            summand(k) * REMOVED(k, xi) * REMOVED(k, -xi) * REMOVED(k, xi_2) * REMOVED(k, -xi_2),
            (k, 1, p - 1),
        ),
    ),
    given=ODD + (p >= 5,),
    rests_on=("modular.updated-utility", "modular.plateau-function"),
    reading="Both groups at their bounds, xi_2 != +-xi. The residual is linear in what is learned, "
    "so every further frequency takes off its own two terms: the argument iterates, "
    "as the paper says, for any number of them.",
)

independent_groups = Claim(
    id="modular.independent-groups",
    title="The loss of groups at different frequencies is a sum",
    kind="identity",
    label="sec:utupdatemodulararit",
    line=1789,
    printed=equation(loss_both, loss_one + loss_two - loss_none),
    given=ODD,
    rests_on=("modular.loss-split",),
    reading="Two groups of aligned neurons with frequencies xi != +-xi', anywhere in their "
    "harmonics. "
    "It does not follow that one group stays where it is while the other is optimised "
    "(modular.second-group).",
)

cross_pull = Claim(
    id="modular.cross-pull",
    title="A second group pulls on the outputs of the first",
    kind="identity",
    label="sec:utupdatemodulararit",
    line=1789,
    origin="ours",
    printed=equation(
        slope_cross,
        sqrt(2 / (3 * p)) ** 5
        * p
        / 8
        * X**2
        * X_2**2
        * (amp_u**2 + amp_v**2)
        * over_neurons(A_w(j) * (A_u(j) ** 2 + A_v(j) ** 2) * cos(s_w(j) - ph_h), j),
    ),
    given=ODD + (p >= 5,),
    rests_on=("modular.independent-groups", "modular.gradient-w"),
    reading="h = cos(omega' c + s_h) in w of a neuron of the first group, with amplitudes A_u, "
    "A_v; the sum runs over the second group, at xi' != +-xi. So two groups "
    "stay aligned only while this sum vanishes, as it does at a minimiser or for a square-free "
    "group; the loss alone does not keep them apart.",
)
