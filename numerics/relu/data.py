"""Handwritten digits as the data of a small network (fig:stairslide)."""

from __future__ import annotations

import numpy as np

from numerics import validate


def digits(
    samples: int = 80, components: int = 8, classes: int = 5
) -> tuple[np.ndarray, np.ndarray]:
    """X (components, samples), Y (classes, samples): scikit-learn's handwritten digits, the first
    ``samples`` of the first ``classes``.

    Inputs are centred and reduced to principal components, targets are one-hot and centred;
    both have mean square norm one.
    """
    from sklearn.datasets import load_digits

    for name, value, most in (
        ("samples", samples, None),
        ("components", components, 64),
        ("classes", classes, 10),
    ):
        validate.whole(name, value, 2 if name == "classes" else 1)
        if most is not None and value > most:
            raise ValueError(f"{name} is {value}: expected at most {most}")
    images, labels = load_digits(return_X_y=True)
    chosen = np.flatnonzero(labels < classes)[:samples]
    if samples > len(chosen) or components > samples:
        raise ValueError(
            f"samples is {samples}: expected at least components = {components} and at most "
            f"{len(chosen)}"
        )
    images, labels = images[chosen], labels[chosen]
    left, sizes, _ = np.linalg.svd(images - images.mean(axis=0), full_matrices=False)
    X = (left * sizes)[:, :components].T
    Y = (labels == np.arange(classes)[:, None]).astype(float)
    Y -= Y.mean(axis=1, keepdims=True)
    return X / np.sqrt(np.mean(np.sum(X**2, axis=0))), Y / np.sqrt(np.mean(np.sum(Y**2, axis=0)))
