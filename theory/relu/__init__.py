"""ReLU networks: what the paper shows in one figure (fig:stairslide), as statements of ours that
can be checked.

The utility of a ReLU neuron has kappa = 2, so a dormant neuron obeys a flow that is homogeneous
of degree one. Two neurons that turn to the same direction therefore keep the ratio of their
norms, at every alpha: they activate together, which AGF, that activates one at a time, does not
see. Without such a pair AGF tracks gradient flow.

>>> constant_ratio.expr
Eq(ratio_small, ratio_large)
"""

from theory.relu.claims import constant_ratio, cosine, gap, ratio_large, ratio_small, tracking
