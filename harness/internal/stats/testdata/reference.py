"""Writes reference.json: the numbers that package stats is checked against, from the definitions, in exact fractions, and by
other formulas than the package's (python3 testdata/reference.py > testdata/reference.json)."""
import itertools
import json
import math
from fractions import Fraction as F

FULL = [[3, 1, 4, 1, 5, 9, 2], [8, 13, 7, 14, 8, 14, 7], [1, 6, 1, 8, 0, 3, 3], [0, 5, 7, 7, 2, 1, 5]]  # splits × instances
FOLDS = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]  # learned from in their turn
ROTATED = [  # splits × instances, None where the split learned from it
    [None, None, None, 4, 6, 1, 3, 8, 2, 5, 5, 2],
    [2, 5, 3, None, None, None, 6, 9, 5, 7, 6, 2],
    [1, 4, 0, 3, 7, 2, None, None, None, 3, 4, 1],
    [0, 6, 2, 5, 5, 1, 4, 7, 3, None, None, None],
]
FAMILY = [[5, -2, 3, 7, 0, 4, -1, 6], [4, -3, 2, 5, 1, 3, -2, 1], [-1, 2, 0, 3, -4, 1, 1, -2], [6, 1, 4, 6, -1, 5, 0, 5]]  # rows × instances


def gallas(d):
    """Var of the mean of a full table by the moments of Gallas (2006): U-statistics of products of equal and of other splits and instances."""
    J, N = len(d), len(d[0])
    cells = list(itertools.product(range(J), range(N)))
    moments, counts = [F(0)] * 4, [0] * 4
    for (j, i), (k, l) in itertools.product(cells, cells):
        m = (j != k) * 2 + (i != l)
        moments[m] += d[j][i] * d[k][l]
        counts[m] += 1
    m = [s / n for s, n in zip(moments, counts)]
    variance = m[0] / (J * N) + m[1] * (N - 1) / (J * N) + m[2] * (J - 1) / (J * N) + m[3] * (F((J - 1) * (N - 1), J * N) - 1)
    both = (m[0] - m[1] - m[2] + m[3]) / (J * N)  # what varies by split and instance, over J·N: once in variance
    return variance, both


def solve(rows, right):
    """Gauss-Jordan on fractions."""
    m = [list(map(F, r)) + [F(b)] for r, b in zip(rows, right)]
    n = len(m)
    for c in range(n):
        pivot = next(r for r in range(c, n) if m[r][c] != 0)
        m[c], m[pivot] = m[pivot], m[c]
        m[c] = [x / m[c][c] for x in m[c]]
        for r in range(n):
            if r != c:
                m[r] = [x - m[r][c] * y for x, y in zip(m[r], m[c])]
    return [r[n] for r in m]


def rotated(d, folds):
    """Effects of splits and instances by the normal equations, with Lagrange's multipliers for Σa = Σb = 0."""
    J, N = len(d), len(d[0])
    size = 1 + J + N + 2
    A, y = [[F(0)] * size for _ in range(size)], [F(0)] * size
    observed = [(j, i) for j in range(J) for i in range(N) if d[j][i] is not None]
    for j, i in observed:
        at = [0, 1 + j, 1 + J + i]
        for r in at:
            y[r] += d[j][i]
            for c in at:
                A[r][c] += 1
    for j in range(J):
        A[1 + j][size - 2] = A[size - 2][1 + j] = F(1)
    for i in range(N):
        A[1 + J + i][size - 1] = A[size - 1][1 + J + i] = F(1)
    x = solve(A, y)
    mu, a, b = x[0], x[1 : 1 + J], x[1 + J : 1 + J + N]
    beta = [sum(b[i] for i in f) / len(f) for f in folds]
    left = sum((d[j][i] - mu - a[j] - b[i]) ** 2 for j, i in observed) / (len(observed) - N - (J - 1))
    E = left / (N * (J - 1))
    A = sum(v * v for v in a) / (J * (J - 1))
    B = sum(v * v for v in b) / (N * (N - 1))
    C = sum(v * w for v, w in zip(a, beta)) / (J * (J - 1))
    # Covariance of least squares estimates of (a_j, b̄_j): the inverse of ((J−1, −1), (−1, J−1)) times the variance of a cell of folds.
    cell = E * J * (J - 1)
    det = F((J - 1) ** 2 - 1)
    added = max(F(0), A - cell * (J - 1) / det / J + 2 * max(F(0), C - cell / det / J))
    variance = B + added
    return mu, variance, (min(F(1), A / variance) + added / variance) / 2


def beyond(t, df):
    """Two-sided tail of Student's t for an odd number of degrees of freedom (Abramowitz & Stegun 26.7.3)."""
    theta, term, total = math.atan(t / math.sqrt(df)), 1.0, 0.0
    for k in range(1, df - 1, 2):
        total += term * math.cos(theta) ** k
        term *= (k + 1) / (k + 2)
    return 1 - 2 / math.pi * (theta + (math.sin(theta) * total if df > 1 else 0))


def step_down(rows):
    """Westfall & Young's algorithm 2.8 over all 2^n sign patterns; statistics compared as squares of fractions."""
    squares = [sum(x * x for x in r) for r in rows]
    statistic = lambda r, signs: F(sum(s * x for s, x in zip(signs, rows[r])) ** 2, squares[r])
    patterns = list(itertools.product([1, -1], repeat=len(rows[0])))
    order = sorted(range(len(rows)), key=lambda r: -statistic(r, patterns[0]))
    adjusted, running = {}, F(0)
    for at, r in enumerate(order):
        hits = sum(max(statistic(u, p) for u in order[at:]) >= statistic(r, patterns[0]) for p in patterns)
        running = max(running, F(hits, len(patterns)))
        adjusted[r] = running
    return [float(adjusted[r]) for r in range(len(rows))]


variance, both = gallas(FULL)
mean, of_rotation, share = rotated(ROTATED, FOLDS)
t = float(mean) / math.sqrt(of_rotation)
splits, instances = len(ROTATED), len(ROTATED[0])
print(json.dumps({
    "full": {"values": FULL, "variance": float(variance), "both": float(both)},
    "rotated": {"folds": FOLDS, "values": ROTATED, "mean": float(mean), "variance": float(of_rotation), "share": float(share),
                "p": float(share) * beyond(t, splits - 1) + (1 - float(share)) * beyond(t, instances - 1)},
    "family": {"rows": FAMILY, "adjusted": step_down(FAMILY)},
}, indent=1))
