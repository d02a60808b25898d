"""Numbers for the task with k summands: sums by brute force, local maxima, and a neuron that grows
to its jump.
"""

from itertools import product

from mpmath import mp, mpf

from tests.theory.proof.definitions.kept import once_a_precision
from tests.theory.proof.definitions.modular.residues import maximising, residues


def of_task(p):
    """What the task with k summands has, whatever its neuron is."""
    return {
        **maximising(p),
        "power_of": lambda n, z: mpf(z) ** int(n),
        "factorial": lambda n: mp.factorial(int(n)),
    }


def summands(k, p=3):
    """k input vectors: the utility over all p^k tuples, sums over the first j indices by brute
    force.
    """
    values = residues(p)
    rows = [[mpf(2), mpf(-1), mpf("0.5")], [mpf(1), mpf(3), mpf(-2)], [mpf("0.3"), mpf(1), mpf(4)]]
    x, w = ([values[name](a) for a in range(p)] for name in "xw")
    mean = mp.fsum(x) / p

    reached = [
        [mp.fsum(row[c] * x[(c - a) % p] for c in range(p)) for a in range(p)] for row in rows
    ]
    labels = [mp.fsum(w[c] * (x[(c - r) % p] - mean) for c in range(p)) for r in range(p)]
    inputs = {
        j: [
            (mp.fsum(reached[i][a] for i, a in enumerate(chosen)), sum(chosen))
            for chosen in product(range(p), repeat=j)
        ]
        for j in range(len(rows) + 1)
    }

    @once_a_precision
    def tuple_sum(j, n, s, r):
        return mp.fsum(
            (s + inner) ** int(n) * labels[(int(r) + shift) % p] for inner, shift in inputs[int(j)]
        )

    def product_to(j, m):
        hats = [
            mp.fsum(value * mp.expjpi(mpf(-2 * int(m) * a) / p) for a, value in enumerate(row))
            for row in rows[: int(j)]
        ]
        return mp.fprod(hat * mp.conj(values["x_hat"](m)) for hat in hats)

    return {
        **values,
        "k": mpf(k),
        "inputs": lambda j, a: rows[(int(j) - 1) % 3][int(a) % p],
        "power_of": lambda n, z: mpf(z) ** int(n),
        "factorial": lambda n: mp.factorial(int(n)),
        "tuple_sum": tuple_sum,
        "product_to": product_to,
        "prod_hat": lambda m: product_to(k, m),
        "U_k": tuple_sum(k, k, mpf(0), 0) / mpf(p) ** k,
    }


def largest_of_two(p=3):
    """Two summands are the paper's task: its largest utility."""
    values = of_task(p)
    return {**values, "k": mpf(2), "U_top_k": values["U_top"]}


def local_maxima(k, p=3):
    """One frequency carries a local maximum for k = 1, all (p - 1)/2 for k > 1."""
    count = 1 if k == 1 else (p - 1) // 2
    return {**of_task(p), "k": mpf(k), "maxima_k": mpf(count)}


def first_jump(k, p=3, size=mpf("0.4"), rate=mpf(2)):
    """r(s) times k + 1 waves in phase with x, where r' = eta (k + 1) U* r^k, from norm 0.4 to 1."""
    values = of_task(p)
    xi, top = int(values["xi"]), values["X"]
    height = mp.sqrt(mpf(2) / ((k + 1) * p))
    shift = mp.arg(values["x_hat"](xi))
    wave = [height * mp.cos(2 * mp.pi * xi * a / p + shift) for a in range(p)]
    most = 2 * mp.factorial(k) * top ** (k + 1) * (2 * (k + 1) * mpf(p)) ** (-mpf(k + 1) / 2)
    pace = rate * (k + 1) * most
    steep = 1 - k

    def scale(s):
        if k == 1:
            return size * mp.exp(pace * s)
        return (size**steep + steep * pace * s) ** (mpf(1) / steep)

    return {
        **values,
        "k": mpf(k),
        "eta": rate,
        "tau": (-mp.log(size) if k == 1 else (1 - size**steep) / steep) / pace,
        "mu_l": size,
        "dormants": mpf(2),
        "jumper": mpf(1),
        "norm_dormant": lambda i: size / i,
        "inputs_on": lambda j, a, s: scale(s) * wave[int(a) % p],
        "w_on": lambda a, s: scale(s) * wave[int(a) % p],
        "G_inputs": lambda j, a, s: pace / rate * scale(s) ** k * wave[int(a) % p],
        "G_w": lambda a, s: pace / rate * scale(s) ** k * wave[int(a) % p],
    }
