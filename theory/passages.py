"""The passages of the paper that state something, line by line, and those that look like it and do
not.

A passage is covered by the claims whose line lies in it; nothing here names a claim, so that a new
claim is counted without being entered twice. ``agf coverage`` prints the table.
"""

from __future__ import annotations

from dataclasses import dataclass

from theory.catalogue import claims
from theory.claim import Claim


@dataclass(frozen=True)
class Passage:
    """Lines ``first`` to ``last`` of paper.tex say ``gist``.

    ``repeats`` are lines that say the same, where the paper states a thing twice; ``aside`` is why
    this is no statement to be checked.
    """

    first: int
    last: int
    gist: str
    repeats: tuple[int, ...] = ()
    aside: str = ""

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The claims about these lines, or about those that say the same."""
        here = range(self.first, self.last + 1)
        return tuple(one for one in claims() if one.line in here or one.line in self.repeats)

    @property
    def lines(self) -> str:
        """``142`` or ``158-162``."""
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


def _passages(table: str, aside: bool = False) -> tuple[Passage, ...]:
    """``lines | gist | lines that say the same`` or, of what states nothing, ``lines | gist |
    why``.
    """
    found = []
    for row in table.strip().splitlines():
        lines, gist, rest = (part.strip() for part in (*row.split(" | "), "")[:3])
        first, _, last = lines.partition("-")
        span = (int(first), int(last or first), gist)
        same = () if aside else tuple(map(int, rest.split()))
        found.append(Passage(*span, repeats=same, aside=rest if aside else ""))
    return tuple(found)


STATED = _passages("""
142 | the learning rate rescales time and nothing else
152 | plateaus are saddle points, passed on the way to a minimum
157-158 | the origin is a critical point, one of many | 161
160-161 | a critical point of the loss of the active neurons is one of the whole loss
162 | 2^H partitions of the neurons structure the critical points | 161
168 | dormant neurons evolve independently, active ones stay in equilibrium
170-181 | the direction and the norm of a dormant neuron follow the gradient of its utility
182 | the normalised parameters, the projection, kappa >= 2 as leading order of the utility
183 | direction scales as the norm to the power kappa - 2, the norm as kappa - 1
184-185 | a small neuron turns faster than it grows
190-191 | the jump time is the first time at which the norm exceeds 1 | 196
192-203 | it is when the accumulated utility exceeds c_i/eta, with c_i from the initial norm
204 | jump times diverge as alpha -> 0
205 | time is accelerated by eta = E[c_i]
217-219 | Algorithm 1 starts with all neurons dormant and ends where the gradient vanishes
227-230 | Algorithm 1: utility maximisation until one accumulated utility reaches its threshold
281 | each dormant neuron maximises its utility on the sphere | 335
294 | an active neuron can become dormant again | 825 840 841
316 | AGF and gradient flow of a diagonal network agree as alpha -> 0 (figure) | 371 1167
317 | the learning rate -log(alpha) makes runs comparable
324 | gradient flow is mirror descent with a potential that promotes sparsity
326 | AGF converges to the sequence of Pesme and Flammarion | 371
333 | utility of a diagonal neuron, its maximiser, its maximum | 934 936
335 | the normalised utility goes from its initial value to its maximum by a Riccati equation
337-342 | the accumulated utility in closed form
343 | the next neuron is the first whose accumulated utility is 1
348-349 | a neuron activates with the sign of the negative gradient, and changes it only through \
dormancy | 1047 1049
350 | u^2 - v^2 = 2 alpha^2 is conserved
351-359 | cost minimisation ends at the unique constrained minimum | 1052 1059
364-366 | the integral of the gradient is piecewise linear and stays in [-1, 1]
368-372 | the theorem: AGF converges to Pesme and Flammarion's sequence
373 | log cosh x -> |x|, so the accumulated utility tends to the modulus of the integral
374 | the sign in AGF is the sign of their boundary condition | 1176
375 | hence AGF converges to gradient flow | 371 1167
389-391 | the figure: power-law variances, a random B; the conjecture predicts the singular \
values well
405 | the cross-covariance is B Sigma
407 | invariance under GL(H), and what is conserved
410-411 | the network is a sum of min(c, H, d) orthogonal rank-one maps
417-418 | the total utility of the dormant basis
419 | it is maximised by the top singular modes | 1217 420
420 | each pair attains half its singular value
421 | the top singular mode activates first | 1291
424 | cost minimisation is reduced rank regression | 1226
425 | whose minimum is a projection of the least-squares solution | 1228
426 | the gradient there is the complementary projection of the cross-covariance
429-430 | AGF is greedy low-rank learning | 1226
434-445 | the conjecture: functions, levels and jump times
446 | with commuting covariances it is the sequence of Gidel et al.
459-463 | the transformer's figure: A_k as levels, bounds as lower bounds of jump times
476 | the network is cubic in its input and in its parameters
477 | a head of rank one is homogeneous with kappa = 3 | 768 1412
484 | parameters that start at zero stay there; the prediction reduces
490 | utility of a dormant head, its maximiser, its maximum | 1328 1330
493 | the first head to reach the threshold learns the component | 1414
494 | a lower bound of the jump time | 512 1414
498 | the updates of the heads are decoupled | 1386
499-500 | the learned magnitude is A_k | 1402
504-505 | principal component regression; the norms and the accelerated rate | 510
510 | the prediction after k steps
511 | the loss level after k steps
512 | the lower bound of the jump times
514 | this recovers Zhang et al. and approximates gradient flow
533-534 | one-hot encodings are a special case; one neuron's function
538 | p is odd, so that there is no Nyquist frequency
546-550 | the figure: p = 20, three frequencies, learned dominant first; levels; H = 18, in groups
558 | the initial utility in the frequency domain | 1470
562-571 | maximisers, their amplitude and phases, the maximal utility, no other maxima | 1502 \
1509 1510 1511
574 | a lower bound of the jump time | 601
583-587 | lower bound of the loss, tight for N >= 6; the learned function; the new utility | \
1681 1717 1721 1734 1757
588-589 | the utility keeps its form, with the learned frequency removed; the second group | \
1757 1790
590 | groups at different harmonics are independent | 1789
594 | frequencies are learned by decreasing magnitude, H >= 3p suffices
597-599 | the function after k steps
600 | the loss level after k steps
601-604 | the lower bound of the jump times
605 | the sequence approximates gradient flow
609-611 | several summands: utility maximisation carries over
624 | a ReLU network: AGF tracks narrow networks, less so wide ones
636-637 | many thresholds in close succession make the loss look smooth
740-743 | the gradient of the loss through the residual
744-748 | split into the utility's part and the dormant neurons' part
749 | which is negligible when the dormant neurons are small
751-753 | so a dormant neuron follows the gradient of its utility | 770 749
755 | Hartman and Grobman might make this rigorous
758-767 | direction and norm along the flow
768 | homogeneity of degree k gives kappa = k + 1
769 | Euler's theorem
770 | otherwise the leading order of the Taylor expansion
773-778 | the normalised utility follows a Riccati-like equation, free of the norm for kappa = 2
783-792 | the norm in terms of the accumulated utility
793-803 | the jump time and its threshold
804 | the threshold is continuous at kappa = 2
807-815 | a lower bound of the jump time
821-828 | a neuron's norm is bounded below; when the bound is attained
830-836 | what is conserved, and what follows
840 | at vanishing initialisation the imbalance vanishes
841 | a neuron that returns has accumulated utility c_i/eta
850-872 | scaling the initialisation rescales time
874 | alignment is slowed down by alpha^(kappa - 2)
876-884 | the asymptotics of the threshold
885-893 | the speed of alignment in accelerated time
894-901 | its limit
902 | alignment is instantaneous if and only if kappa = 2
904 | an adaptive rate yields instantaneous alignment (a heading) | 917 918
906-908 | for kappa > 2 neurons turn gradually | 902
910-916 | the adaptive rate
917-918 | which makes every kappa behave as kappa = 2
925 | the initialisation of a diagonal neuron
930-946 | utility, maximiser, maximum of a diagonal neuron
948-956 | conserved quantity and product
958-961 | they follow from a symmetry of utility and loss, (u, v) -> (g u, v/g) | 350
962-967 | the parameters by norm
969-975 | the Riccati equation and its unique solution
977-992 | the utility's gradient and its norm
994-1001 | the accumulated utility
1002-1008 | the sign recursion
1010-1016 | the accumulated utility as an integral
1017-1023 | the constant delta in three forms, the norm
1024-1025 | what cancels; the sign changes only at accumulated utility zero | 1049
1028-1040 | the next neuron and its jump time
1047-1049 | signs, as in the main text
1050-1058 | the constrained minimum
1059 | unique by general position
1096-1100 | the example passes two saddles, where all the time is spent | 1103 1167
1102 | jumps are where the accumulated utility is 1 | 343
1103 | a returning neuron touches zero and comes back with the other sign
1113 | it is enough to track S_i and the sign | 1005 999
1136-1159 | Pesme and Flammarion's algorithm | 371 1174 1179
1167-1168 | gradient flow converges to it
1170-1171 | one coefficient is added at a time, from those with non-zero gradient
1172-1176 | which boundary it reaches
1177-1180 | the simplified jump time
1181 | equal to AGF's in the limit
1182-1183 | arcosh(exp x) ~ x + log 2; rho S = s
1185-1195 | the constrained problem is AGF's
1206 | the singular value decomposition is the unique orthogonal one
1212-1215 | the utility of a basis vector
1216-1217 | the maximum on the Stiefel manifold, no other local maxima
1223 | the flow of the utility aligns with the singular vectors
1226-1230 | the active vectors converge to the reduced-rank solution
1231-1234 | the gradient there
1247-1276 | greedy low-rank learning as an algorithm: when its loop ends
1283-1284 | AGF coincides with it | 1226
1285-1289 | the accumulated utility grows linearly between jumps
1290-1293 | order is kept; the jump time's recursion
1295 | unrolled, it is the conjecture's
1296-1301 | with commuting covariances the jump times are 1/sigma_k
1302 | which gradient flow follows
1304 | singular values interlace
1313-1319 | what the learned heads compute | 1402 1400
1324-1331 | utility of a head, its maximiser, no other maxima
1333-1346 | the initial utility
1347-1360 | the cross term
1361-1367 | the mean square of the empirical covariance
1368-1369 | a Rayleigh quotient, its largest eigenvalue
1371-1374 | the population loss
1383-1389 | the loss decouples, directions are preserved
1391-1396 | the gradient of one head
1398 | heads learned before rest
1399-1401 | the function of the new head
1402 | convexity, and the optimal magnitude
1405-1411 | the loss level
1412 | the accumulated utility's bound and the threshold
1413-1416 | the jump time's bound
1434-1438 | the transform of a real vector
1441-1447 | the triple correlation in the frequency domain
1450-1454 | the encoded inner product is a cross-correlation
1455-1458 | a chain of correlations
1459-1463 | Plancherel and the correlation theorem
1466-1472 | the initial utility
1475-1482 | expanded; square terms vanish
1483-1487 | what is left
1488-1496 | the zero frequency
1500-1509 | the maximisers
1510 | the maximal value
1511 | no other local maxima
1515-1522 | the constraint in the frequency domain
1525 | conjugate symmetry halves the frequencies
1526-1532 | magnitudes and phases
1533 | the phases are free to maximise the cosine | 1509
1534-1540 | the maximising magnitudes
1541 | the maximal value again
1563-1569 | the loss split into cost, utility and a constant
1570-1573 | the cost | 1567
1574-1577 | the utility of aligned neurons
1579-1590 | the cosine sum
1604-1619 | alignment is preserved where square terms cancel
1620-1628 | the three gradients along a harmonic
1629-1630 | every cosine term averages out | 1616
1632-1634 | otherwise resonant frequencies appear
1636-1637 | pairs of neurons can cancel the squares
1645-1657 | the cost as cosines
1659-1670 | the inner products and the squared sum
1671 | the product has 16 terms
1672-1673 | four of them do not average out | 1650 1671
1678-1682 | the lower bound
1683-1693 | when it is attained
1695-1698 | the double sum
1699-1703 | the cost is bounded below
1704-1713 | the square is completed
1714 | equality only there | 1683
1717 | tight for N >= 6; constructions for even and odd N
1718-1722 | the loss is bounded below
1729-1737 | the learned function
1739-1752 | its expansion
1753-1760 | the new utility
1761-1773 | the residual's part; square terms vanish
1774-1779 | in the frequency domain
1782 | the transform of the learned wave
1785 | the utility keeps its form | 1757
1786 | the second group takes the second frequency | 1790
1788-1789 | groups at different frequencies split the loss
1790 | the first group rests while the second learns
1791 | and so on until frequencies or neurons are exhausted
""")

ASIDE = _passages(
    """
137-141 | network, loss, gradient flow | set-up: used as the definition of the letters
143 | the Gaussian initialisation | set-up
144-145 | kernel and mean-field regimes | cited from other papers, about other scales of alpha
146-151 | saddle-to-saddle behaviour is conjectured | a quotation of other work
153-156 | what comes next | a plan
159 | dormant and active sets | a definition
164-167 | dynamics near a saddle | an assumption, made precise by the passages that follow
169 | the utility function | a definition
186 | earlier studies | a quotation
189 | the threshold |theta| = O(1) | says where the approximation is left; no quantity is claimed
259-266 | caption of the algorithm's picture | repeats the text
273-280 | AGF in words | repeats the algorithm
284-293 | what is kept from step to step | part of the algorithm's definition
295-304 | termination, and an open question | termination is claimed at 219; the rest is said to \
be open
329-332 | the diagonal network as an instance of AGF | set-up
334 | every quantity has a closed form | the closed forms are claims of their own
345-347 | cost minimisation in words | repeats 351-359
362-363 | the connection to Pesme and Flammarion | a plan
397-404 | earlier work; the linear network | set-up
406 | neurons are misaligned with the geometry | a motivation
449-450 | the figure supports the conjecture | the figure is judged at 389-391
470-475 | in-context learning; the transformer | set-up
479-483 | the regression task | set-up
486 | an outline | a plan
501 | levels follow | claimed at 510 and 511
520-532 | modular addition and its encoding | set-up
535 | the data set | set-up
578-582 | a group activates at once and stays aligned | assumptions, stated as such
612-614 | other groups | future work
630-635 | summary; the general correspondence is open | said to be open
638-643 | outlook | no statement about AGF
672-727 | related work | about other papers
819 | active neurons can become dormant | introduces the lemma at 821
842 | see the figure | judged at 1103
848 | what is discussed | a plan
919 | analogy with RMSProp and Adam | an analogy
1045-1046 | active neurons in words | repeats 346-347
1112 | the recursion is explicit | a summary
1204-1205 | the notion of a neuron | a motivation
1207-1208 | basis vectors | a definition
1211 | the utility does not decouple | explains why the Stiefel manifold appears
1221 | the utility's computation | a proof's reference to the literature
1312 | heads as neurons | an interpretation
1376-1382 | the state at the start of cost minimisation | repeats 1369 and 1317
1431 | the first iteration in detail | a plan
1498 | the optimisation problem | a plan
1523 | magnitudes and phases | a definition
1542 | the inverse transform | repeats 1502
1545-1547 | a similar theorem elsewhere | a quotation
1550-1561 | aligned neurons | a definition
1595-1602 | the assumption of alignment | an assumption, judged at 1604
1643 | the cost is computed | a plan
243-249 | Algorithm 1: cost minimisation, and removal of collapsed neurons | the algorithm's \
definition; \
what it leaves open (which neurons have collapsed) is decided where AGF runs
328 | the loss of the diagonal network, with n samples | set-up; \
the number of samples is n in the loss and N in the shapes
360 | coordinates that are zero there are dormant next | part of the algorithm's definition
412 | at each step one basis vector moves from the dormant to the active set | part of the \
algorithm's definition
536-537 | what is assumed of x: centred, magnitudes distinct | assumptions of the setting, in \
the claims that use them; \
whom they exclude is claimed at 534
1060 | coordinates at zero are dormant next | part of the algorithm's definition
1638 | which can happen rapidly | no quantity is claimed
""",
    aside=True,
)


def passages() -> tuple[Passage, ...]:
    """Every passage, by line; those that state nothing have an ``aside``."""
    return tuple(sorted((*STATED, *ASIDE), key=lambda one: one.first))


def open_passages() -> tuple[Passage, ...]:
    """The passages that state something and have no claim yet."""
    return tuple(one for one in STATED if not one.claims)
