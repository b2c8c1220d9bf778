"""Scores by a small network in PyTorch, trained by maximum likelihood.

The harness computes log Z and the marginals μ under the network's scores. The gradient of −log p
is μ minus the indicator of the gold labels; PyTorch carries it on to the weights."""
import numpy as np
import spbench
import torch
from spbench import Parameter
from torch.nn.utils import parameters_to_vector, vector_to_parameters

torch.set_num_threads(1)  # results must not depend on the number of threads


class Model(torch.nn.Module):
    """Node scores by one hidden layer, and a table of scores for pairs of labels."""

    def __init__(self, width, hidden, k):
        super().__init__()
        self.nodes = torch.nn.Sequential(torch.nn.Linear(width, hidden), torch.nn.Tanh(), torch.nn.Linear(hidden, k))
        self.pairs = torch.nn.Parameter(torch.zeros(k, k))

    def vector(self):
        return parameters_to_vector(self.parameters()).detach().numpy()


class Network(spbench.Learner):
    """Node scores by a network with one hidden layer and a table for pairs, by likelihood with Adam."""
    hidden: int = Parameter(32, "[1,10000]", "units of the hidden layer")
    passes: int = Parameter(50, "[1,1000000]", "passes over the training set, unless the budget ends first")
    batch: int = Parameter(8, "[1,1000000]", "instances per step, sent in one query")
    rate: float = Parameter(0.01, "(0,inf)", "step size of Adam")

    def fit(self, task):
        torch.manual_seed(task.seed)
        model = Model(task.width, self.hidden, task.k)
        adam = torch.optim.Adam(model.parameters(), self.rate)
        yield model.vector()  # the result if the budget ends before the first step
        for _ in range(self.passes):
            order = task.random.permutation(task.labelled)
            for block in np.array_split(order, -(-len(order) // self.batch)):
                self.step(task, model, adam, block)
                yield model.vector()

    def step(self, task, model, adam, block):
        xs = [task.train[i] for i in block]
        nodes = model.nodes(torch.tensor(np.concatenate([x.nodes for x in xs])))
        own = np.split(nodes.detach().numpy(), np.cumsum([x.n for x in xs])[:-1])
        table = model.pairs.detach().numpy()
        answers = task.marginals(block, scores=[(scores, table) for scores in own], pairs=True)
        pairs = sum(mu.sum(0) for mu in answers.pair)
        for x in xs:
            np.subtract.at(pairs, tuple(x.gold[x.edges].T), 1)
        gold = np.eye(task.k)[np.concatenate([x.gold for x in xs])]
        adam.zero_grad()
        nodes.backward(torch.tensor((np.concatenate(answers.node) - gold) / len(xs), dtype=torch.float32))
        model.pairs.grad = torch.tensor(pairs / len(xs), dtype=torch.float32)
        adam.step()

    def scores(self, weights, x):
        model = Model(x.width, self.hidden, x.k)
        vector_to_parameters(torch.tensor(weights, dtype=torch.float32), model.parameters())
        with torch.no_grad():
            return model.nodes(torch.tensor(x.nodes)).numpy(), model.pairs.numpy()


if __name__ == "__main__":
    spbench.serve(Network)
