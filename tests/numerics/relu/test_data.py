"""Handwritten digits as data: what NumPy's own spectrum and counts say of them."""

import numpy as np
import pytest

from numerics.relu.data import digits

pytest.importorskip("sklearn")


def test_inputs_and_targets_are_centred_and_of_mean_square_norm_one():
    X, Y = digits(60, 6, 4)
    assert X.shape == (6, 60) and Y.shape == (4, 60)
    for part in (X, Y):
        assert part.mean(axis=1) == pytest.approx(np.zeros(len(part)), abs=1e-12)
        assert np.trace(part @ part.T) / 60 == pytest.approx(1)


def test_principal_components_are_uncorrelated_and_fall():
    X, _ = digits(80, 8, 5)
    covariance = X @ X.T
    spread = np.diag(covariance)
    assert covariance == pytest.approx(np.diag(spread), abs=1e-10)
    assert np.all(np.diff(spread) < 0)


def test_fewer_components_are_the_first_of_more_up_to_a_scale():
    many, few = digits(50, 10, 3)[0], digits(50, 4, 3)[0]
    scale = np.linalg.norm(few) / np.linalg.norm(many[:4])
    assert few == pytest.approx(scale * many[:4]) and scale > 1


def test_distances_of_all_components_are_those_of_the_images():
    """As many components as an image has pixels lose nothing."""
    from sklearn.datasets import load_digits

    images, labels = load_digits(return_X_y=True)
    X, Y = digits(90, 64, 10)
    true = np.linalg.norm(images[:90] - images[0], axis=1)
    found = np.linalg.norm(X.T - X[:, 0], axis=1)
    assert found / found.max() == pytest.approx(true / true.max())
    assert np.argmax(Y, axis=0).tolist() == labels[:90].tolist()


@pytest.mark.parametrize(
    "arguments, name",
    [
        ((0, 1, 2), "samples is 0"),
        ((5, 8, 2), "samples is 5"),  # fewer than components
        ((10**6, 8, 2), "samples is 1000000"),
        ((80, 65, 5), "components is 65"),
        ((80, 8, 1), "classes is 1"),
        ((80, 8, 11), "classes is 11"),
    ],
)
def test_what_the_digits_do_not_have_is_named(arguments, name):
    with pytest.raises(ValueError, match=name):
        digits(*arguments)
