"""Numbers for the task with k summands: local maxima, and a neuron that grows to its jump."""

from mpmath import mp, mpf

from tests.theory.proof.definitions.modular.residues import maximising


def of_task(p):
    """What the task with k summands has, whatever its neuron is."""
    return {
        **maximising(p),
        "power_of": lambda n, z: mpf(z) ** int(n),
        "factorial": lambda n: mp.factorial(int(n)),
    }


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
