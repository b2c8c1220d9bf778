"""SPO+ of PyEPO (Tang & Khalil 2024) on the paths of this suite, with its splits, in % of normalised
regret. PyEPO's own loss, dataset and metric; Adam; its weight decay has the suite's candidates.

    spbench data convert -set degree=8 -set instances=1000 -set width=5 -set rows=5 -set columns=5 \\
        -set noise=0.5 paths paths-8.jsonl
    PYTHONPATH=PyEPO/pkg python3 beside.py paths-8.jsonl
"""
import json
import sys

import numpy as np
import torch

import pyepo
from pyepo.model.opt import optModel


class Grid(optModel):
    """The shortest path from the first node to the last one, with arcs in topological order."""

    def __init__(self, arcs):
        self.arcs = arcs
        super().__init__()

    def _getModel(self):
        return None, self.arcs

    def setObj(self, c):
        self.costs = [float(v) for v in c]

    def solve(self):
        nodes = 1 + max(v for _, v in self.arcs)
        least, into = [0.] + [np.inf] * (nodes - 1), [None] * nodes
        for d, (u, v) in sorted(enumerate(self.arcs), key=lambda arc: arc[1]):
            if least[u] + self.costs[d] < least[v]:
                least[v], into[v] = least[u] + self.costs[d], d
        path, v = [0] * len(self.arcs), nodes - 1
        while v:
            path[into[v]], v = 1, self.arcs[into[v]][0]
        return path, least[-1]


def fit(model, x, c, decay, epochs=100):
    torch.manual_seed(1)
    predict = torch.nn.Linear(x.shape[1], c.shape[1])
    data = torch.utils.data.DataLoader(pyepo.data.dataset.optDataset(model, x, c), batch_size=32, shuffle=True)
    loss, steps = pyepo.func.SPOPlus(model), torch.optim.Adam(predict.parameters(), lr=0.01, weight_decay=decay)
    for _ in range(epochs):
        for features, costs, paths, values in data:
            steps.zero_grad()
            loss(predict(features), costs, paths, values).backward()
            steps.step()
    return predict


def regret(model, predict, x, c):
    data = torch.utils.data.DataLoader(pyepo.data.dataset.optDataset(model, x, c), batch_size=len(x))
    return 100 * pyepo.metric.regret(predict, model, data)


for path in sys.argv[1:]:
    lines = [json.loads(line) for line in open(path)][1:]
    model = Grid([tuple(arc) for arc in lines[0]["arcs"]])
    x = np.array([line["node_value"][0][:-1] for line in lines], "f4")  # without the constant
    c = np.array([[row[1] for row in line["costs"]] for line in lines], "f4")
    fold, found = np.array([line["fold"] for line in lines]), []
    for k in range(10):
        mine = np.random.RandomState(k).permutation(np.flatnonzero(fold == k))
        aside, rest, others = mine[:25], mine[25:], fold != k
        decay = min((0.00001, 0.0001, 0.001, 0.01, 0.1),
                    key=lambda d: regret(model, fit(model, x[rest], c[rest], d), x[aside], c[aside]))
        found.append(regret(model, fit(model, x[mine], c[mine], decay), x[others], c[others]))
    print("%s %.2f ± %.2f" % (path, np.mean(found), np.std(found, ddof=1) / 10 ** .5), flush=True)
