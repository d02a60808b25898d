"""Equal singular values among the instances: where a premise of a correction is needed."""

from checks.linear import remarks
from checks.methods.check import Effort
from theory import linear as paper


def test_a_tied_pair_need_not_be_the_leading_one():
    one, *both = remarks.aligned_frames(remarks.TIED, Effort())
    assert one[paper.gap_after].value == 0
    assert one[paper.overlap_all].value < 1 - 1e-4  # a random direction of their plane
    assert all(abs(two[paper.overlap_all].value - 1) < 1e-9 for two in both)


def test_a_tied_pair_leaves_its_span_although_the_covariances_commute():
    (seen,) = remarks.leaving_gradient(remarks.TIED, Effort())
    assert seen[paper.commutes] == 1
    assert seen[paper.top_gap].value == 0
    assert abs(seen[paper.leaving].value - 0.5) < 1e-12
