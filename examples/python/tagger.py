"""Scores by a bidirectional LSTM over words in PyTorch, trained by maximum likelihood with a table for
successive labels (Huang, Xu & Yu 2015).

The harness computes log Z and the marginals μ under these scores. The gradient of −log p is μ minus
the indicator of the gold labels; PyTorch carries it on to the weights."""
import zlib

import numpy as np
import spbench
import torch
from spbench import Parameter
from torch.nn.utils import parameters_to_vector, vector_to_parameters

torch.set_num_threads(1)  # results must not depend on the number of threads


class Model(torch.nn.Module):
    """Scores of labels by a word, its ending and its capitals, read in both directions."""

    def __init__(self, rows, hidden, k):
        super().__init__()
        self.embedding = torch.nn.EmbeddingBag(rows, hidden, mode="sum")
        self.lstm = torch.nn.LSTM(hidden, hidden, bidirectional=True)
        self.nodes = torch.nn.Linear(2 * hidden, k)
        self.pairs = torch.nn.Parameter(torch.zeros(k, k))

    def forward(self, words):
        return self.nodes(self.lstm(self.embedding(words))[0])

    def vector(self):
        return parameters_to_vector(self.parameters()).detach().numpy()


class Tagger(spbench.Learner):
    """A bidirectional LSTM over words with a table for pairs of labels, by likelihood with Adam."""
    source = "Z. Huang, W. Xu, K. Yu. Bidirectional LSTM-CRF Models for Sequence Tagging. 2015"
    texts = True
    hidden: int = Parameter(16, "[1,10000]", "units in each direction, and of an embedding")
    rows: int = Parameter(1024, "[1,10000000]", "embeddings; words share them by a hash")
    passes: int = Parameter(10, "[1,1000000]", "passes over the training set, unless the budget ends first")
    batch: int = Parameter(8, "[1,1000000]", "instances per step, sent in one query")
    rate: float = Parameter(0.01, "(0,inf)", "step size of Adam")

    def words(self, x):
        """The rows of each word: of its lower case, its last three letters, and its capitals."""
        if x.message.HasField("structure"):
            raise spbench.Unsupported("it tags sequences, and these are structures")
        if len(x.texts) != x.n:
            raise spbench.Unsupported("the data have no words (spbench describe conllu, or texts in JSON lines)")
        parts = [("w" + t.lower(), "e" + t.lower()[-3:], "c%d%d" % (t[:1].isupper(), any(map(str.isdigit, t)))) for t in x.texts]
        return torch.tensor([[zlib.crc32(part.encode()) % self.rows for part in word] for word in parts])

    def fit(self, task):
        torch.manual_seed(task.seed)
        words = {i: self.words(task.train[i]) for i in task.labelled}
        model = Model(self.rows, self.hidden, task.k)
        adam = torch.optim.Adam(model.parameters(), self.rate)
        yield model.vector()  # the result if the budget ends before the first step
        for _ in range(self.passes):
            order = task.random.permutation(task.labelled)
            for block in np.array_split(order, -(-len(order) // self.batch)):
                self.step(task, model, adam, block, words)
                yield model.vector()

    def step(self, task, model, adam, block, words):
        xs = [task.train[i] for i in block]
        nodes = [model(words[i]) for i in block]
        table = model.pairs.detach().numpy()
        answers = task.marginals(block, scores=[(s.detach().numpy(), table) for s in nodes], pairs=True)
        pairs = sum(mu.sum(0) for mu in answers.pair)
        for x in xs:
            np.subtract.at(pairs, tuple(x.gold[x.edges].T), 1)
        gold = np.eye(task.k)[np.concatenate([x.gold for x in xs])]
        adam.zero_grad()
        torch.cat(nodes).backward(torch.tensor((np.concatenate(answers.node) - gold) / len(xs), dtype=torch.float32))
        model.pairs.grad = torch.tensor(pairs / len(xs), dtype=torch.float32)
        adam.step()

    def scores(self, weights, x):
        model = Model(self.rows, self.hidden, x.k)
        vector_to_parameters(torch.tensor(weights, dtype=torch.float32), model.parameters())
        with torch.no_grad():
            return model(self.words(x)).numpy(), model.pairs.numpy()


if __name__ == "__main__":
    spbench.serve(Tagger)
