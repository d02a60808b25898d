"""The attention-only linear transformer: Section 4 and Appendix E of the paper, statement by statement.

A head is (V, Q, K); the network predicts x^T W sum_n y_n x_n with W = sum_h V_h Q_h K_h^T. Matrices enter through
their components in the eigenbasis of Sigma or through traces, so a formula holds in every dimension. What stands behind the
paper's bound on the jump times, the exact time of every head, is in ``dormant_head.py``; staircases in ``attention_staircase.py``.

>>> magnitude.printed
Eq(A_k, 1/(lam_k*(N + 1) + trace))
"""
from __future__ import annotations

from sympy import Abs, And, Ge, Gt, Implies, Integral, Le, Rational, Symbol, exp, gamma, sign, sqrt

from .attention_staircase import exact_jump_time, exact_staircase, limit_jump_time, staircase  # noqa: F401  (public names of the setting)
from .claim import Claim, equation
from .derivation import Derivation, derive
from .framework import S_jump, U, expected, lam, theta_sq
from .symbols import S, U_star, alpha, d, eta, letter, n_0, t, tau

# --- letters of this setting ------------------------------------------------------------------------------------
N = letter("N", "N", "number of examples in the context", integer=True, positive=True)
T = letter("trace", r"\operatorname{tr}\Sigma_{xx}", "trace of the input covariance", positive=True)
lam_k = letter("lam_k", r"\lambda_{k}", "eigenvalue learned at iteration k", positive=True)
lam_h = letter("lam_h", r"\lambda_{h}", "eigenvalue learned by head h", positive=True)
lam_j = letter("lam_j", r"\lambda_{j}", "eigenvalue of component j", positive=True)
lam_after = letter("lam_after", r"\lambda_{k+1}", "the eigenvalue behind lambda_k", positive=True)
lam_now = letter("lam_now", r"\lambda_{l+1}", "largest eigenvalue not yet learned after jump l", positive=True)
V = letter("V_i", "V_{i}", "value parameter of head i", real=True)
Q_k = letter("Q_k", r"v_{k}^{\intercal}Q_{i}", "query of head i along v_k", real=True)
K_k = letter("K_k", r"v_{k}^{\intercal}K_{i}", "key of head i along v_k", real=True)
Q_h = letter("Q_h", r"v_{h}^{\intercal}Q_{i}", "query of head i along v_h", real=True)
K_h = letter("K_h", r"v_{h}^{\intercal}K_{i}", "key of head i along v_h", real=True)
Q_j = letter("Q_j", "Q_{h,j}", "query of head h along v_j", real=True)
K_j = letter("K_j", "K_{h,j}", "key of head h along v_j", real=True)
V_h = letter("V_h", "V_{h}", "value parameter of head h", real=True)
head_part = letter("head", r"W_{V}XX^{\intercal}W_{K}W_{Q}^{\intercal}X", "an entry of an attention head's output", real=True)
head_by_input = letter("head_input", r"\mathrm{head}(\lambda X)", "the same entry for the scaled input", real=True)
head_by_weights = letter("head_weights", r"\mathrm{head}(\lambda\theta)", "the same entry for the scaled parameters", real=True)
y_hat = letter("y_hat", r"\hat{y}_{N+1}", "prediction of a network with two heads", real=True)
V_1, V_2 = (letter(f"V_{i}", f"V_{{{i}}}", f"value parameter of head {i}", real=True) for i in (1, 2))
key_1, key_2 = (letter(f"key_{i}", rf"\sum_{{n}}y_{{n}}x_{{n}}^{{\intercal}}K_{{{i}}}", f"key response of head {i}", real=True) for i in (1, 2))
query_1, query_2 = (letter(f"query_{i}", rf"Q_{{{i}}}^{{\intercal}}x_{{N+1}}", f"query response of head {i}", real=True) for i in (1, 2))
grad_zero = letter("grad_zero", r"\max|\nabla_{0}\mathcal{L}|", "largest loss gradient of a parameter that starts at zero", nonnegative=True)
C_ab = letter("C_ab", r"\mathbb{E}[(\sum_{n}x_{n}x_{n}^{\intercal})^{2}]_{ab}", "entry of the expected squared empirical covariance", real=True)
s_ab = letter("s_ab", r"(\Sigma_{xx})_{ab}", "entry of the covariance", real=True)
s2_ab = letter("s2_ab", r"(\Sigma_{xx}^{2})_{ab}", "entry of its square", real=True)
squares_ab = letter("squares_ab", r"\mathbb{E}[\sum_{n}(x_{n}x_{n}^{\intercal})^{2}]_{ab}", "the part with equal indices", real=True)
pairs_ab = letter("pairs_ab", r"\mathbb{E}[\sum_{i<j}x_{i}x_{i}^{\intercal}x_{j}x_{j}^{\intercal}]_{ab}", "the part with i < j", real=True)
QSSK = letter("QSSK", r"Q_{i}^{\intercal}\Sigma_{xx}^{2}K_{i}", "overlap of query and key", real=True)
captured = letter("captured", r"\sum_{h<k}\lambda_{h}^{2}Q_{i}^{\intercal}v_{h}v_{h}^{\intercal}K_{i}", "its part that active heads have learned", real=True)
cross = letter("cross", r"\mathbb{E}[f_{h}^{*}f_{i}]", "correlation of an active head with a dormant one", real=True)
A_h = letter("A_h", "A_{h}", "magnitude of an active head in the proof of the utility", positive=True)
A_k = letter("A_k", "A_{k}", "magnitude that the new head learns", positive=True)
W_kk = letter("W_kk", r"v_{k}^{\intercal}W^{(k)}v_{k}", "what the network has learned along v_k on plateau k", real=True)
other_maxima = letter("other_maxima", r"\#\text{other local maxima}", "local maxima of the utility on the sphere besides the printed ones", integer=True, nonnegative=True)
best_at_V = letter("best_at_V", r"\max_{Q,K}\mathcal{U}_{i}", "largest utility at a given V on the sphere", real=True)
top = letter("top", r"\lambda_{\max}(\Sigma_{xx}^{2}-\sum_{h<k}\lambda_{h}^{2}v_{h}v_{h}^{\intercal})", "largest eigenvalue of the matrix in the utility", real=True)
L_A = letter("L_A", r"\mathcal{L}(\Theta_{\mathcal{A}})", "loss of the active heads together", real=True)
L_sum = letter("L_sum", r"\sum_{i\in\mathcal{A}}\mathcal{L}(\theta_{i})", "sum of the losses of the active heads alone", real=True)
active = letter("active", r"|\mathcal{A}|", "number of active heads", integer=True, positive=True)
across_Q = letter("across_Q", r"\nabla_{Q_{h}}^{\perp}\mathcal{L}", "part of the gradient in Q_h across v_h", nonnegative=True)
across_K = letter("across_K", r"\nabla_{K_{h}}^{\perp}\mathcal{L}", "part of the gradient in K_h across v_h", nonnegative=True)
grad_Q = letter("grad_Q", r"\partial_{Q_{h,j}}\mathcal{L}(\Theta_{\mathcal{A}})", "gradient in a component of Q_h", real=True)
grad_Q_alone = letter("grad_Q_alone", r"\partial_{Q_{h,j}}\mathcal{L}(\theta_{h})", "the same for the loss of head h alone", real=True)
response = letter("response", r"\mathbb{E}(V_{h}\sum_{n}y_{n}x_{n}^{\intercal}K_{h})^{2}", "second moment of the key response", nonnegative=True)
grad_old = letter("grad_old", r"\max_{h<k}|\nabla_{\theta_{h}}\mathcal{L}|", "largest gradient of the heads that were active before", nonnegative=True)
component = letter("component", r"\mathrm{component}(k)", "index of the eigenvector that iteration k learns", integer=True, positive=True)
iteration = letter("iteration", r"k_{\mathrm{it}}", "iteration of AGF", integer=True, positive=True)
curvature = letter("curvature", r"\partial_{A_{k}}^{2}\mathcal{L}", "second derivative of the loss in the magnitude", real=True)
level_0 = letter("level_0", r"\ell^{(0)}", "loss before the first jump", real=True)
drop = letter("drop", r"\ell^{(k-1)}-\ell^{(k)}", "fall of the loss at jump k", real=True)
time_ratio = letter("time_ratio", r"\lim\tau_{\mathrm{GF}}/\tau_{\mathrm{AGF}}", "jump times of gradient flow over those of AGF", real=True)
level_ratio = letter("level_ratio", r"\lim\ell_{\mathrm{GF}}/\ell_{\mathrm{AGF}}", "plateau levels of gradient flow over those of AGF", real=True)
gap = letter("gap", r"\tau^{(k)}-\tau^{(l)}", "time from jump l to jump k", real=True)
gap_limit = letter("gap_limit", r"\lim(\tau^{(k)}-\tau^{(l)})", "the same for alpha -> 0 with eta = 1/alpha", real=True)
mu = letter("mu", r"\mu^{(l)}", "largest norm of a dormant head at jump l", positive=True)
mu_limit = letter("mu_limit", r"\lim\eta_{\alpha}\mu^{(l)}", "the same over alpha, for alpha -> 0", positive=True)
L_W = letter("L_W", r"\mathcal{L}(W)", "population loss", real=True)
linear_term = letter("tr_SSW", r"\operatorname{tr}(\Sigma_{xx}^{2}W)", "overlap of W with the target", real=True)
quad_1 = letter("tr_SWSW", r"\operatorname{tr}(\Sigma_{xx}W\Sigma_{xx}W^{\intercal})", "first quadratic term of the loss", nonnegative=True)
quad_2 = letter("tr_SWSSW", r"\operatorname{tr}(\Sigma_{xx}W\Sigma_{xx}^{2}W^{\intercal})", "second quadratic term of the loss", nonnegative=True)
rate_VQ = letter("rate_VQ", r"\tfrac{d}{dt}(V^{2}-|Q|^{2})", "velocity of the first imbalance", real=True)
rate_VK = letter("rate_VK", r"\tfrac{d}{dt}(V^{2}-|K|^{2})", "velocity of the second imbalance", real=True)
mu_j = letter("mu_j", r"\mu_{j}", "eigenvalue j of the matrix in the utility", nonnegative=True)
mu_1 = letter("mu_1", r"\mu_{1}", "its largest eigenvalue", positive=True)
integral_V = letter("I_V", "I", "eta times the time integral of V", real=True)
plus_0 = letter("plus_0", "(Q_{j}+K_{j})(0)", "sum of query and key at the start of the plateau", real=True)
minus_0 = letter("minus_0", "(Q_{j}-K_{j})(0)", "their difference at the start of the plateau", real=True)
plus_t = letter("plus_t", "(Q_{j}+K_{j})(t)", "sum of query and key", real=True)
minus_t = letter("minus_t", "(Q_{j}-K_{j})(t)", "their difference", real=True)
V_0 = letter("V_0", "V(0)", "value parameter at the start of the plateau", real=True)
V_sq = letter("V_sq", "V(t)^{2}", "square of the value parameter", nonnegative=True)
quadrature = letter("quadrature", r"\int\mathrm{d}I/|V(I)|", "over the orbit, there and back where V turns round, up to norm one", positive=True)
quadrature_limit = letter("quadrature_limit", r"\int_{\infty}\mathrm{d}I/|\hat{V}(I)|", "the same for the head over alpha, up to infinity", positive=True)
tau_limit = letter("tau_limit", r"\lim\tau", "jump time for alpha -> 0 with eta = 1/alpha", positive=True)
first_head = letter("first_head", r"i_{*}", "the head that jumps first", integer=True)
least_quadrature = letter("least_quadrature", r"\operatorname{argmin}_{i}\int\mathrm{d}I/|V_{i}|", "the head with the shortest quadrature", integer=True)
tilt_0 = letter("tilt_0", r"\tfrac{Q_{j}+K_{j}}{Q_{1}+K_{1}}(0)", "misalignment at the start of the plateau", real=True)
tilt = letter("tilt", r"\tfrac{Q_{j}+K_{j}}{Q_{1}+K_{1}}(t)", "misalignment", real=True)
tilt_rate = letter("tilt_rate", r"\operatorname{ord}_{\alpha}\mathrm{tilt}(\tau)", "power of alpha with which the misalignment at the jump vanishes", real=True)

POSITIVE = (T > lam_k,)                                     # the trace of two eigenvalues or more
THIRD = Rational(1, 3)
MAGNITUDE = 1 / (T + (N + 1) * lam_k)
LEVEL = "eq:in-context-learning-sequence"
UTILITY = "lemma:app_transformer_utility"

# --- the model --------------------------------------------------------------------------------------------------
cubic = Claim(
    id="attention.cubic", title="A head is cubic in the input and, as a homogeneous neuron of kappa = 3, in its parameters",
    kind="identity", label="sec:unifying-analysis", line=476,
    printed=And(equation(head_by_input, lam**3 * head_part), equation(head_by_weights, lam**3 * head_part), evaluate=False), given=(lam > 0,),
    reading="Of the attention part; the skip connection X adds a linear term, which does not reach the prediction since y_{N+1} is set to 0.",
)

reduced_prediction = Claim(
    id="attention.reduced-prediction", title="The prediction of the full attention formula with the zero slices at zero",
    kind="identity", label="sec:unifying-analysis", line=484,
    printed=equation(y_hat, V_1 * key_1 * query_1 + V_2 * key_2 * query_2),
    reading="Two heads stand for H. XX^T has N + 1 tokens and the sum only N: the last one carries y = 0 and drops out.",
)

zero_slices = Claim(
    id="attention.zero-slices", title="Parameters that start at zero remain at zero", kind="identity", label="sec:unifying-analysis", line=484,
    printed=equation(grad_zero, 0), rests_on=("attention.reduced-prediction",),
    reading="At every point of the reduced network the loss gradient of the full one vanishes in all other entries of W_V, W_K and W_Q.",
)

accelerated_rate = Claim(
    id="attention.accelerated-rate", title="The accelerated learning rate of the section and that of the framework", kind="definition",
    label=LEVEL, line=505, printed=equation(expected, 1 / alpha), corrected=equation(expected, gamma(d) / (sqrt(2 * alpha) * gamma(d + Rational(1, 2))) - 1),
    given=(alpha > 0, alpha < 1, d >= 1, d <= 6), rests_on=("framework.accelerated-rate",),
    severity="slip", erratum="Section 2 sets eta = E[c_i] with c_i = 1/|theta| - 1. For 2d + 1 parameters from N(0, alpha) that is of the order "
            "alpha^(-1/2), not 1/alpha: at eta = 1/alpha jump times would shrink to 0. With N(0, alpha^2) it is Gamma(d)/(sqrt(2) alpha "
            "Gamma(d + 1/2)) - 1, of the order 1/alpha but not equal to it; numerics/ uses that scale with eta = 1/alpha.",
    reading="N(0, alpha) has variance alpha, as everywhere in the paper.",
)

# --- Gaussian moments ------------------------------------------------------------------------------------------------
covariance_split = Claim(
    id="attention.covariance-split", title="The squared empirical covariance, equal and unequal indices", kind="identity",
    label="eq:expectation_of_emp_covariance_square", line=1364, printed=equation(C_ab, squares_ab + 2 * pairs_ab),
    reading="Entry (a, b). It holds in expectation only: the sum over i < j alone is not a symmetric matrix.",
)

covariance_square = Claim(
    id="attention.covariance-square", title="The expected squared empirical covariance", kind="identity",
    label="eq:expectation_of_emp_covariance_square", line=1365, printed=equation(C_ab, N * s_ab * T + N * (N + 1) * s2_ab), reading="Entry (a, b).",
)

population_loss = Claim(
    id="attention.population-loss", title="The population loss is a polynomial in W = sum_h V_h Q_h K_h^T", kind="identity",
    label="sec:costmin_attn_app", line=1374, origin="ours",
    printed=equation(L_W, T / 2 - N * linear_term + (N * T * quad_1 + N * (N + 1) * quad_2) / 2), rests_on=("attention.covariance-square",),
)

# --- utility maximisation ----------------------------------------------------------------------------------------------
initial_utility = Claim(
    id="attention.initial-utility", title="The utility of a head before the first jump", kind="identity", label="eq:utility_init_transformer", line=1344,
    printed=equation(U, N * V * QSSK), rests_on=("attention.reduced-prediction",),
)

magnitude_index = Claim(
    id="attention.magnitude-index", title="The magnitude of an active head in the proof of the utility", kind="definition",
    label=UTILITY, line=1347, printed=equation(A_h, MAGNITUDE), corrected=equation(A_h, 1 / (T + (N + 1) * lam_h)),
    severity="typo", erratum="Head h learned lambda_h, so A_h has lambda_h in place of lambda_k (as eq:att_app_fun_k-1 has it).",
    reading="A_h is the magnitude with which head h minimises the loss along v_h; k > h is the iteration.",
)

cross_term = Claim(
    id="attention.cross-term", title="The correlation of an active head with a dormant one", kind="identity", label=UTILITY, line=1358,
    printed=equation(cross, N * V * lam_h**2 * Q_h * K_h), rests_on=("attention.covariance-square", "attention.magnitude-index"),
)

utility = Claim(
    id="attention.utility", title="The utility of a dormant head at the k-th iteration", kind="identity", label=UTILITY, line=1328,
    printed=equation(U, N * V * (QSSK - captured)), rests_on=("attention.initial-utility", "attention.cross-term"),
    reading="Also in the main text, line 490.",
)

largest_eigenvalue = Claim(
    id="attention.largest-eigenvalue", title="The largest eigenvalue of the matrix in the utility", kind="optimum", label=UTILITY, line=1369,
    printed=equation(top, lam_k**2),
)

rayleigh = Claim(
    id="attention.rayleigh", title="For a given V the utility is a Rayleigh quotient in (Q, K)", kind="optimum", label=UTILITY, line=1368,
    printed=equation(best_at_V, N * Abs(V) * lam_k**2 * (1 - V**2) / 2), given=(V > -1, V < 1), rests_on=("attention.largest-eigenvalue",),
    reading="'Corresponds to a Rayleigh quotient': the utility is trilinear, not a quadratic form of (V, Q, K); at fixed V it is one of "
            "(Q, K), with the eigenvalues +-N V lambda_j^2/2, on the sphere |Q|^2 + |K|^2 = 1 - V^2.",
)


def _derive_maximum() -> Derivation:
    v = Symbol("v", positive=True)
    height = N * lam_k**2 * v * (1 - v**2) / 2
    return (derive(height).equals(N * lam_k**2 * (v - v**3) / 2, because="multiply out")
            .substitute(equation(v, 1 / sqrt(3)), because="where the derivative (1 - 3 v^2)/2 vanishes").simplify())


maximal_utility = Claim(
    id="attention.maximal-utility", title="The maximal utility on the sphere", kind="optimum", label=UTILITY, line=1330,
    printed=equation(U_star, N * lam_k**2 / (3 * sqrt(3))), rests_on=("attention.rayleigh",), derive=_derive_maximum,
    reading="Also in the main text, line 490.",
)

maximiser = Claim(
    id="attention.maximiser", title="Where the utility is maximal on the sphere", kind="optimum", label=UTILITY, line=1330,
    printed=And(equation(V**2, THIRD), equation(Q_k**2, THIRD), equation(K_k**2, THIRD), equation(sign(V * Q_k * K_k), 1), evaluate=False),
    rests_on=("attention.rayleigh",), given=(lam_k > lam_after,),
    reading="On the unit sphere the three squares leave nothing for other components.",
)

no_other_maxima = Claim(
    id="attention.no-other-maxima", title="The utility has no other local maxima", kind="optimum", label=UTILITY, line=1330,
    printed=equation(other_maxima, 0), corrected=Implies(Gt(lam_k, lam_after), equation(other_maxima, 0), evaluate=False),
    rests_on=("attention.maximiser",),
    severity="slip", erratum="The eigenvalues are only assumed ordered, lambda_1 >= ... >= lambda_d (line 480). Where lambda_k = lambda_{k+1}, every unit vector of "
            "their eigenspace gives a maximum; the statement needs lambda_k > lambda_{k+1}.",
    reading="Every critical point on the sphere of R^(2d+1): single eigenvectors with |V| = |Q| = |K|, and points of utility zero, which are "
            "never maxima since the utility takes both signs around them.",
)

# --- cost minimisation --------------------------------------------------------------------------------------------------
decoupled_loss = Claim(
    id="attention.decoupled-loss", title="The loss of aligned heads is the sum of their own losses", kind="identity", label="lemm:app_attn", line=1386,
    printed=equation(L_A, L_sum), corrected=equation(L_A, L_sum - (active - 1) * T / 2), rests_on=("attention.population-loss",),
    severity="slip", erratum="Each L(theta_i) contains the loss tr(Sigma)/2 of the zero function, so the sum counts it k times. Gradients are not affected.",
)

directions_preserved = Claim(
    id="attention.directions-preserved", title="Queries and keys keep their eigendirection during cost minimisation", kind="identity",
    label="lemm:app_attn", line=1388, printed=And(equation(across_Q, 0), equation(across_K, 0), evaluate=False), rests_on=("attention.population-loss",),
    reading="For heads aligned with distinct eigenvectors; a head aligned only approximately, as at any alpha > 0, turns.",
)

gradient_alone = Claim(
    id="attention.gradient-alone", title="The gradient of a head is that of its own loss", kind="identity", label="eq:gradloss_attn", line=1393,
    printed=equation(grad_Q - grad_Q_alone, 0), rests_on=("attention.decoupled-loss",),
)

gradient_formula = Claim(
    id="attention.gradient", title="The gradient of the loss in a query", kind="identity", label="eq:gradloss_attn", line=1393,
    printed=equation(grad_Q_alone, response * lam_j * Q_j), corrected=equation(grad_Q_alone, response * lam_j * Q_j - N * V_h * lam_j**2 * K_j),
    rests_on=("attention.population-loss",),
    severity="slip", erratum="The gradient of the linear term of the loss, -N V Sigma^2 K, is missing; as printed no head would ever grow. The conclusion "
            "(directions are kept) is not affected.",
    reading="Component j in the eigenbasis, of the loss of one head.",
)

old_heads_rest = Claim(
    id="attention.old-heads-rest", title="Heads that were active before stay at equilibrium", kind="identity", label="sec:costmin_attn_app", line=1398,
    printed=equation(grad_old, 0), rests_on=("attention.decoupled-loss",), reading="For any magnitude of the new head, aligned with v_k.",
)

component_index = Claim(
    id="attention.component-index", title="Which eigenvector the k-th head learns", kind="algorithm", label="sec:costmin_attn_app", line=1400,
    printed=equation(component - iteration, 1), corrected=equation(component - iteration, 0), rests_on=("attention.maximiser",),
    severity="typo", erratum="f_k is built on v_k; the printed v_{k+1} is left over from a count that starts at 0.",
    reading="Counted from 1 along AGF from random small initialisations.",
)

convex = Claim(
    id="attention.convex", title="The loss is convex in the magnitude of the new head", kind="inequality", label="sec:costmin_attn_app", line=1402,
    printed=Ge(curvature, 0, evaluate=False), rests_on=("attention.population-loss",),
    reading="In A_k = V |Q| |K|. In the parameters themselves it is not convex: the origin is a saddle.",
)

magnitude = Claim(
    id="attention.magnitude", title="The magnitude that the new head learns", kind="optimum", label="sec:costmin_attn_app", line=1402,
    printed=equation(A_k, MAGNITUDE), given=POSITIVE, rests_on=("attention.convex",), reading="Also in the main text, line 500.",
)

learned_function = Claim(
    id="attention.learned-function", title="The prediction after each jump", kind="algorithm", label=LEVEL, line=510,
    printed=equation(W_kk, MAGNITUDE), given=POSITIVE, rests_on=("attention.magnitude", "attention.component-index"),
    reading="Also eq:att_app_fun_k-1. On the plateaus of AGF, and at the minimum of the loss over all networks of k heads.",
)

levels = Claim(
    id="attention.levels", title="Plateau levels, main text", kind="recursion", label=LEVEL, line=511,
    printed=And(equation(level_0, T / 2), equation(drop, (N * lam_k / 2) / (T / lam_k + N + 1)), evaluate=False), given=POSITIVE,
    rests_on=("attention.learned-function",), reading="The sum over i <= k as its first term and the fall at each jump.",
)

levels_appendix = Claim(
    id="attention.levels-appendix", title="Plateau levels, appendix", kind="recursion", label="sec:attn_jump_app", line=1409,
    printed=And(equation(level_0, T / 2), equation(drop, N * lam_k**2 / (T + (N + 1) * lam_k) / 2), evaluate=False), given=POSITIVE,
    rests_on=("attention.learned-function",), reading="D is the d of the main text: tr(Sigma) = sum_{i <= d} lambda_i.",
)

zhang_levels = Claim(
    id="attention.zhang-levels", title="The levels of Zhang et al. are recovered", kind="identity", label=LEVEL, line=514,
    printed=equation(2 * drop, lam_k / (1 + (1 + T / lam_k) / N)), given=POSITIVE, rests_on=("attention.levels",),
    reading="Their loss is E(y - y_hat)^2, twice the loss here, and falls by lambda_k (1 + (1 + tr/lambda_k)/N)^(-1).",
)

gradient_flow_limit = Claim(
    id="attention.gradient-flow", title="AGF is an excellent approximation to gradient flow", kind="limit", label=LEVEL, line=514,
    printed=And(equation(time_ratio, 1), equation(level_ratio, 1), evaluate=False), rests_on=("attention.exact-jump-time",),
    reading="Jump times and levels of gradient flow over those of AGF from the same initialisation as alpha -> 0. Both depend on the "
            "draw even in the limit: kappa = 3, and alignment is not instantaneous.",
)

# --- jump times ---------------------------------------------------------------------------------------------------------
accumulated_bound = Claim(
    id="attention.accumulated-bound", title="Upper bound on the accumulated utility", kind="inequality", label="sec:attn_jump_app", line=1412,
    printed=Le(S, t * N * lam_k**2 / sqrt(3), evaluate=False), rests_on=("attention.maximal-utility",),
    reading="From jump k - 1 on; S integrates 3 U along the direction.",
)

threshold = Claim(
    id="attention.threshold", title="The accumulated utility at which a head jumps", kind="identity", label="sec:attn_jump_app", line=1412,
    printed=equation(S_jump, 1 / n_0), corrected=equation(S_jump, (1 / n_0 - 1) / eta), given=(eta > 0, n_0 > 0, n_0 < 1),
    rests_on=("framework.jump-threshold",),
    severity="slip", erratum="eq:jump-time-neuron at kappa = 3 is (1/|theta| - 1)/eta: the appendix drops the learning rate and the 1.",
)

jump_bound = Claim(
    id="attention.jump-bound", title="Lower bound on the jump times, main text", kind="inequality", label=LEVEL, line=512,
    printed=Ge(gap_limit, sqrt(3) / (mu_limit * N * lam_k**2), evaluate=False),
    corrected=Ge(gap_limit, sqrt(3) / (mu_limit * N * lam_now**2), evaluate=False), rests_on=("attention.accumulated-bound", "attention.threshold"),
    severity="error", erratum="Between jump l and jump l + 1 the largest utility is N lambda_{l+1}^2/(3 sqrt 3), not that of lambda_k: for l < k - 1 a head grows "
            "faster than the bound assumes, and jump k comes earlier. It holds with lambda_{l+1}, which is the printed bound for l = k - 1.",
    reading="'Greater, approximately' as alpha -> 0 with eta = 1/alpha, for every l < k; at alpha > 0 the factor is 1/mu - 1.",
)

jump_bound_appendix = Claim(
    id="attention.jump-bound-appendix", title="Lower bound on the jump times, appendix", kind="inequality", label="sec:attn_jump_app", line=1414,
    printed=Ge(gap, sqrt(3) / (N * lam_k**2 * mu), evaluate=False),
    corrected=Ge(gap, sqrt(3) * (1 / mu - 1) / (eta * N * lam_now**2), evaluate=False), given=(eta > 0, mu > 0, mu < 1),
    rests_on=("attention.accumulated-bound", "attention.threshold"),
    severity="error", erratum="The learning rate is missing, the threshold is 1/mu - 1 and not 1/mu, and for l < k - 1 the rate is that of lambda_{l+1}. "
            "(The line below it defines mu_k where the formula has mu_l.)",
    reading="mu_l is the largest Euclidean norm of (V, Q, K) among the heads that are dormant after jump l.",
)

# --- beyond the paper: a dormant head is solvable ------------------------------------------------------------------------------
conserved = Claim(
    id="attention.conserved", title="Two conserved quantities of every head", kind="identity", label="app:transformer", line=1412, origin="ours",
    printed=And(equation(rate_VQ, 0), equation(rate_VK, 0), evaluate=False), rests_on=("attention.population-loss",),
    reading="Along the whole of gradient flow, dormant or active.",
)

dormant_sums = Claim(
    id="attention.dormant-sums", title="Sums and differences of query and key are exponentials", kind="ode-solution", label="app:transformer", line=1412,
    origin="ours", printed=And(equation(plus_t, plus_0 * exp(N * mu_j * integral_V)), equation(minus_t, minus_0 * exp(-N * mu_j * integral_V)), evaluate=False),
    rests_on=("attention.utility",), reading="Component j in the eigenbasis of M = Sigma^2 - sum_{h<k} lambda_h^2 v_h v_h^T; I' = eta V.",
)


def _derive_value() -> Derivation:
    """V^2(I) = V(0)^2 + int_0^I 2 N mu Q K dI for one component, since V V' = eta N V mu Q K and I' = eta V."""
    J = Symbol("J", real=True)
    Q = (plus_0 * exp(N * mu_1 * J) + minus_0 * exp(-N * mu_1 * J)) / 2
    K = (plus_0 * exp(N * mu_1 * J) - minus_0 * exp(-N * mu_1 * J)) / 2
    force = 2 * N * mu_1 * Q * K
    growth = (plus_0**2 * exp(2 * N * mu_1 * J) + minus_0**2 * exp(-2 * N * mu_1 * J)) / 4
    return (derive(V_0**2 + Integral(force, (J, 0, integral_V)), I_V=(-1, 1)).integrate(antiderivative=growth, because="V^2 by its derivative 2 N mu Q K")
            .equals(V_0**2 + (plus_0**2 * (exp(2 * N * mu_1 * integral_V) - 1) + minus_0**2 * (exp(-2 * N * mu_1 * integral_V) - 1)) / 4))


dormant_value = Claim(
    id="attention.dormant-value", title="The value parameter of a dormant head", kind="ode-solution", label="app:transformer", line=1412, origin="ours",
    printed=equation(V_sq, V_0**2 + (plus_0**2 * (exp(2 * N * mu_1 * integral_V) - 1) + minus_0**2 * (exp(-2 * N * mu_1 * integral_V) - 1)) / 4),
    rests_on=("attention.dormant-sums", "attention.conserved"), derive=_derive_value,
    reading="For one component; the terms of several components add. V^2 is convex in I, so V turns round at most once.",
)

dormant_norm = Claim(
    id="attention.dormant-norm", title="The norm of a dormant head", kind="identity", label="app:transformer", line=1412, origin="ours",
    printed=equation(theta_sq, 3 * V_sq + n_0**2 - 3 * V_0**2), rests_on=("attention.conserved",),
)

exact_time = Claim(
    id="attention.exact-jump-time", title="The exact jump time of a head", kind="ode-solution", label="sec:attn_jump_app", line=1414, origin="ours",
    printed=equation(tau, quadrature / eta), given=(eta > 0,), rests_on=("attention.dormant-value", "attention.dormant-norm"),
    reading="Where the paper has a bound. The integral runs over the orbit of attention.dormant-value to V^2 = (1 - |theta(0)|^2)/3 + V(0)^2; "
            "exact_jump_time evaluates it.",
)

exact_time_limit = Claim(
    id="attention.exact-jump-time-limit", title="The jump time in the limit of vanishing initialisation", kind="limit", label="sec:attn_jump_app", line=1414,
    origin="ours", printed=equation(tau_limit / quadrature_limit, 1), rests_on=("attention.exact-jump-time",),
    reading="theta(0) = alpha times a fixed head and eta = 1/alpha. The limit is finite and depends on the head: it is a random variable.",
)

first_to_jump = Claim(
    id="attention.first-head", title="Which head jumps first", kind="algorithm", label="sec:attn_jump_app", line=1414, origin="ours",
    printed=equation(first_head - least_quadrature, 0), rests_on=("attention.exact-jump-time",),
)

alignment = Claim(
    id="attention.alignment", title="How a dormant head aligns", kind="ode-solution", label="sec:attn_jump_app", line=1414, origin="ours",
    printed=equation(tilt, tilt_0 * exp(-N * (mu_1 - mu_j) * integral_V)), rests_on=("attention.dormant-sums",),
)

alignment_rate = Claim(
    id="attention.alignment-rate", title="The misalignment at the jump vanishes like a power of alpha", kind="limit", label="sec:attn_jump_app", line=1414,
    origin="ours", printed=equation(tilt_rate, 1 - lam_j**2 / lam_k**2), given=(lam_k > lam_j,), rests_on=("attention.alignment",),
    reading="At the first jump exp(N lambda_k^2 I) is of the order 1/alpha. Close eigenvalues align slowly: at ratio 9/10, alpha = 1e-6 leaves 7%.",
)
