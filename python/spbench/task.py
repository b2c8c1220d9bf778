"""The input of a fit: instances as numpy arrays, and queries to the oracles of the harness."""
import queue
import types

import grpc
import numpy as np

from . import learner_pb2 as pb
from .learner import Unsupported


class Failure(Exception):
    """An error with the status code for the harness."""

    def __init__(self, code, text):
        super().__init__(text)
        self.code = code


class Budget(Exception):
    """The budget is used up. The weights of the last yield are the result."""


class Instance:
    """An instance: id, weight, n nodes with width features each, and k labels. A learner with texts =
    True gets texts, the words behind the nodes, and names.labels and names.features; empty: there are
    none. message has all fields of learner.proto. Arrays are read-only or copies."""

    def __init__(self, message, names=None):
        self.message, self.id, self.k, self.weight = message, message.id, message.k, message.weight
        self.texts, self.names = message.texts, names
        self.n, self.width = message.node.n, message.node.d

    @property
    def nodes(self):
        """Features of the nodes, n×D float32. Sparse features become dense."""
        return rows(self.message.node)

    @property
    def edges(self):
        """The edges, m×2, as pairs of nodes."""
        if self.message.chain:
            return np.stack([np.arange(self.n - 1), np.arange(1, self.n)], 1)
        return np.frombuffer(self.message.edges, "<i4").reshape(-1, 2)

    @property
    def edge_rows(self):
        """Features of the edges, m×D float32; one constant column if the data has none."""
        return rows(self.message.edge) if self.message.edge.d else np.ones((len(self.edges), 1), "f4")

    @property
    def gold(self):
        """The true labels, n; -1 is unknown."""
        return np.frombuffer(self.message.gold, "<i4")

    @property
    def costs(self):
        """The true costs of labels, n×k, in training; no rows if they are not known."""
        return np.frombuffer(self.message.costs, "<f8").reshape(-1, self.k)


def rows(m):
    """Returns feature rows as a dense array."""
    if not m.sparse:
        return np.frombuffer(m.dense, "<f4").reshape(m.n, m.d)
    start, index = np.frombuffer(m.start, "<i4"), np.frombuffer(m.index, "<i4")
    dense = np.zeros((m.n, m.d), "f4")
    value = np.frombuffer(m.value, "<f4") if m.value else 1
    np.add.at(dense, (np.repeat(np.arange(m.n), np.diff(start)), index), value)
    return dense


class Answers:
    """The answers to a batch of queries, in order.

    score  maximal scores with the loss, or log Z: one each
    labels of the maxima: a list of arrays of n labels
    loss   of these labels, if augmented: one each
    node   marginals: a list of n×K arrays
    pair   marginals of the edges, if wanted: a list of m×K×K arrays"""

    def __init__(self, m, instances, dim):
        self.message, self._instances, self._dim = m, instances, dim
        self.score, self.loss = np.frombuffer(m.score, "<f8"), np.frombuffer(m.loss, "<f8")

    def _split(self, data, kind, shape):
        """Returns the arrays of the instances, with these shapes; none if the harness sent none."""
        shapes = [shape(x) for x in self._instances]
        ends = np.cumsum([np.prod(s, dtype=int) for s in shapes])
        if not data and ends[-1] > 0:
            return []
        return [part.reshape(s) for part, s in zip(np.split(np.frombuffer(data, kind), ends[:-1]), shapes)]

    @property
    def labels(self):
        return self._split(self.message.labels, "<i4", lambda x: (x.n,))

    @property
    def node(self):
        return self._split(self.message.node, "<f8", lambda x: (x.n, x.k))

    @property
    def pair(self):
        return self._split(self.message.pair, "<f8", lambda x: (len(x.edges), x.k, x.k))

    def difference(self, a=1):
        """Returns Σᵢ aᵢ·(φ(xᵢ,gold) − φ(xᵢ,ŷᵢ)), or with E[φ(xᵢ,·)] for marginals, as a dense array."""
        sizes = np.diff(np.frombuffer(self.message.start, "<i4"))
        index, value = np.frombuffer(self.message.index, "<i4"), np.frombuffer(self.message.value, "<f8")
        return np.bincount(index, np.repeat(a * np.ones(len(sizes)), sizes) * value, minlength=self._dim)


class Oracles:
    """A stream of queries to the harness during one call. Each method sends one message for a whole
    batch of instances: a message costs as much as some ten chains of ten variables."""

    channel = None

    def __init__(self, access, instances):
        if Oracles.channel is None:
            Oracles.channel = grpc.insecure_channel(access.address, [("grpc.max_receive_message_length", -1)])
        self.instances, self.dim, self.token, self.counts = instances, access.dim, access.token, pb.Counts()
        self.queries = queue.SimpleQueue()
        self.answers = Oracles.channel.stream_stream("/spbench.v2.Oracles/Query", pb.Queries.SerializeToString, pb.Answers.FromString)(
            iter(self.queries.get, None))

    def map(self, indices, weights=None, **options):
        """Returns labelings of maximal score for these instances, by the weights or by scores=.

        weights     None: those of the query before
        scores      the learner's own: a list with an entry for each index, as Learner.scores returns
        augment     add the loss against the gold labels to the scores
        difference  also φ(x,gold) − φ(x,ŷ): Answers.difference
        restrict    keep the known labels, and choose others among the candidates"""
        return self._ask(pb.Queries.MAP, indices, weights, **options)

    def marginals(self, indices, weights=None, given=None, **options):
        """Returns probabilities under p(y) ∝ exp(score(y)), with the options of map.

        pairs       also those of the edges
        given       a list of labelings with -1 at the nodes to sum over, which form no cycle"""
        if given is None:
            return self._ask(pb.Queries.MARGINALS, indices, weights, **options)
        given = np.concatenate(given).astype("<i4").tobytes()
        return self._ask(pb.Queries.CONDITIONAL, indices, weights, given=given, **options)

    def _ask(self, kind, indices, weights, scores=None, **options):
        instances = [self.instances[i] for i in indices]
        if scores is not None:
            options["potentials"] = potentials(scores, instances)
        elif weights is not None:
            options["w"] = np.asarray(weights, "<f8").tobytes()
        self.queries.put(pb.Queries(token=self.token, kind=kind, indices=np.asarray(indices, "<i4").tobytes(), **options))
        try:
            answers = next(self.answers)
            self.counts = answers.counts
            if len(answers.score) < 8 * len(instances):
                next(self.answers)  # raises the reason
            return Answers(answers, instances, self.dim)
        except grpc.RpcError as e:
            if e.code() == grpc.StatusCode.RESOURCE_EXHAUSTED:
                raise Budget from None
            if e.code() == grpc.StatusCode.UNIMPLEMENTED:
                raise Unsupported("oracles: " + e.details()) from None
            raise Failure(e.code(), "oracles: " + e.details()) from None

    def close(self):
        self.queries.put(None)


def potentials(scores, instances):
    """Encodes the learner's own scores of instances."""
    pairs = [s[1] for s in scores if isinstance(s, tuple)]
    nodes = [np.asarray(s[0] if isinstance(s, tuple) else s, "<f8") for s in scores]
    for x, node in zip(instances, nodes):
        if node.shape != (x.n, x.k):
            raise ValueError(f"scores: instance {x.id} has scores of shape {node.shape}, must be {(x.n, x.k)}")
    m = pb.Potentials(node=b"".join(node.tobytes() for node in nodes))
    if not pairs:
        return m
    pairs = [np.asarray(p, "<f8") for p in pairs]
    if all(p.ndim == 1 for p in pairs):
        m.potts = b"".join(p.tobytes() for p in pairs)
    elif all(p.ndim == 2 and (p == pairs[0]).all() for p in pairs):
        m.table = pairs[0].tobytes()
    else:
        m.table = b"".join(np.broadcast_to(p, (len(x.edges), x.k, x.k)).tobytes() for x, p in zip(instances, pairs))
    return m


class Task(Oracles):
    """The input of a fit.

    train         the training instances, a list of Instance
    labelled      indices of those with all labels
    dim           weights of the harness's feature map
    non_negative  indices of weights that must not be negative
    k, width      labels, and features of a node
    seed, random  the seed of the fit, and numpy's generator from it
    counts        the oracle calls so far"""

    def __init__(self, request, instances):
        super().__init__(request.oracles, instances)
        self.train, self.seed, self.state = instances, request.setting.seed, None
        self.k, self.width = request.setting.k, request.setting.node_width
        self.non_negative = np.frombuffer(request.oracles.non_negative, "<i4")
        self.random = np.random.default_rng(self.seed)
        self._labelled = [i for i, x in enumerate(instances) if len(x.gold) == x.n and (x.gold >= 0).all()]

    @property
    def labelled(self):
        if not self._labelled:
            raise Unsupported("no fully labelled training instance")
        return self._labelled

    def restore(self, **start):
        """Returns the state of a resumable fit: an object with these attributes at the start, and
        the saved ones after an interruption. All that a step changes belongs to it. The state of
        random is saved as well."""
        if self.state is None:
            self.state = types.SimpleNamespace(**start)
        return self.state
