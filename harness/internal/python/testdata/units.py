"""Tests of the package for learners in Python. TestUnits runs them with the package installed."""
import pathlib
import sys
import tempfile
import typing
import unittest

import numpy as np
import spbench
from spbench import learner_pb2 as pb
from spbench.service import Fit
from spbench.task import Answers, Instance, potentials, rows


class Tuned(spbench.Learner):
    """Says what it is.

    And more."""
    common: typing.ClassVar[int] = 3
    lambda_: float = spbench.Parameter(1, "(0,2]", "λ")
    solver: typing.Literal["sgd", "adam"] = "adam"
    average: bool = True
    passes: int = 10


def chain(n, k=2, gold=None, **fields):
    gold = np.zeros(n) if gold is None else np.array(gold)
    return Instance(pb.Instance(id="x", weight=1, k=k, chain=True, gold=gold.astype("<i4").tobytes(),
                                node=pb.Rows(n=n, d=1, dense=np.ones(n, "<f4").tobytes()), **fields))


class Parameters(unittest.TestCase):
    def test_description(self):
        name, doc, parameters = Tuned.describe()
        self.assertEqual((name, doc), ("tuned", "Says what it is."))
        self.assertEqual([(p.name, p.type, p.default, p.range, p.enum) for p in parameters], [
            ("lambda", "number", 1, "(0,2]", []), ("solver", "string", "adam", "", ["sgd", "adam"]),
            ("average", "boolean", True, "", []), ("passes", "integer", 10, "", [])])

    def test_values(self):
        self.assertEqual(Tuned().lambda_, 1)
        learner = Tuned.configured('{"lambda": 2, "solver": "sgd"}')
        self.assertEqual((learner.lambda_, type(learner.lambda_), learner.solver, learner.passes), (2, float, "sgd", 10))
        self.assertEqual(Tuned().lambda_, 1)
        for wrong, named in (('{"lambda": 0}', "lambda is 0, must be in"), ('{"lambda": true}', "lambda is True, must be of type number"),
                             ('{"passes": 1.5}', "passes is 1.5"), ('{"solver": "lbfgs"}', "one of sgd, adam"), ('{"average": 1}', "average is 1"),
                             ('{"passe": 1}', "unknown parameter passe"), ("[]", "must be an object")):
            with self.assertRaisesRegex(ValueError, named):
                Tuned.configured(wrong)

    def test_types(self):
        class Lists(spbench.Learner):
            sizes: list = []
        with self.assertRaisesRegex(TypeError, "parameter sizes: its type is"):
            Lists.parameters()

        class Scores(spbench.Learner):
            scores: float = 1
        with self.assertRaisesRegex(TypeError, "parameter scores: choose a different name"):
            Scores.parameters()


class Arrays(unittest.TestCase):
    def test_sparse(self):
        m = pb.Rows(n=2, d=3, sparse=True, start=np.array([0, 2, 3], "<i4").tobytes(), index=np.array([0, 2, 1], "<i4").tobytes())
        self.assertEqual(rows(m).tolist(), [[1, 0, 1], [0, 1, 0]])
        m.value = np.array([1, 2, 3], "<f4").tobytes()
        x = Instance(pb.Instance(k=2, chain=True, node=m))
        self.assertEqual(x.nodes.tolist(), [[1, 0, 2], [0, 3, 0]])
        self.assertEqual((x.edges.tolist(), x.edge_rows.tolist()), ([[0, 1]], [[1]]))
        self.assertEqual(chain(1).edges.shape, (0, 2))

    def test_answers(self):
        m = pb.Answers(labels=np.arange(5, dtype="<i4").tobytes(), start=np.array([0, 1, 3], "<i4").tobytes(),
                       index=np.array([2, 0, 2], "<i4").tobytes(), value=np.array([1, 2, 3], "<f8").tobytes())
        a = Answers(m, [chain(2), chain(3)], 4)
        self.assertEqual([y.tolist() for y in a.labels], [[0, 1], [2, 3, 4]])
        self.assertEqual(a.difference().tolist(), [2, 0, 4, 0])
        self.assertEqual(a.difference(np.array([10, 1])).tolist(), [2, 0, 13, 0])
        self.assertEqual(a.node, [])
        self.assertEqual([p.shape for p in Answers(pb.Answers(), [chain(1)], 4).pair], [(0, 2, 2)])

    def test_potentials(self):
        xs = [chain(2), chain(3)]
        nodes = [np.zeros((2, 2)), np.ones((3, 2))]
        table = np.array([[1., 2], [3, 4]])
        self.assertEqual(len(potentials(nodes, xs).node), 8 * 10)
        self.assertEqual(potentials([(n, table) for n in nodes], xs).table, table.tobytes())
        own = potentials([(nodes[0], table), (nodes[1], 2 * table)], xs)
        self.assertEqual(np.frombuffer(own.table).tolist(), [1, 2, 3, 4] + 2 * [2, 4, 6, 8])
        self.assertEqual(np.frombuffer(potentials([(nodes[0], [7]), (nodes[1], [8, 9])], xs).potts).tolist(), [7, 8, 9])
        with self.assertRaisesRegex(ValueError, r"shape \(3, 2\), must be \(2, 2\)"):
            potentials(nodes[::-1], xs)


class Fits(unittest.TestCase):
    def events(self, cls, **request):
        """Returns the events of a fit without queries; counts stand for the visits of the steps."""
        request = pb.FitRequest(oracles=pb.Access(address="unix:/nothing", dim=2), schedule=pb.Schedule(first=1, factor=2), **request)
        fit = Fit(cls.configured("{}"), request, [chain(2, gold=[0, 1]), chain(1, gold=[-1])])
        self.addCleanup(fit.task.close)
        return fit, list(fit.events(lambda: True))

    def test_checkpoints_are_those_due(self):
        class Counting(spbench.Learner):
            def fit(self, task):
                for t in range(1, 1001):
                    task.counts.visits = t
                    yield np.full(2, t), {"t": t}
                return "converged"
        fit, events = self.events(Counting)
        self.assertEqual(fit.task.labelled, [0])
        visits = [e.checkpoint.counts.visits for e in events[:-1]]
        self.assertEqual(visits, [2, 4, 8, 16, 32, 64, 128, 256, 512, 1000])
        self.assertEqual(events[-2].checkpoint.values["t"], 1000)
        self.assertEqual(events[-1].done.end, pb.Done.CONVERGED)

    def test_no_yield(self):
        class Returns(spbench.Learner):
            def fit(self, task):
                return np.zeros(2)
        with self.assertRaisesRegex(TypeError, "fit must be a generator"):
            self.events(Returns)

    def test_end_by_time(self):
        class Endless(spbench.Learner):
            def fit(self, task):
                while True:
                    yield np.ones(2)
        for budget in (pb.Budget(seconds=1e-6), pb.Budget(cpu_seconds=1e-6)):
            _, events = self.events(Endless, budget=budget)
            self.assertEqual(events[-1].done.end, pb.Done.BUDGET)


class Backend(unittest.TestCase):
    def test_builds(self):
        sys.path.insert(0, "python")
        import backend
        with tempfile.TemporaryDirectory() as folder:
            wheel = pathlib.Path(folder, backend.build_wheel(folder))
            first = wheel.read_bytes()
            self.assertEqual(pathlib.Path(folder, backend.build_wheel(folder)).read_bytes(), first)
            self.assertTrue(pathlib.Path(folder, backend.build_sdist(folder)).stat().st_size > 1000)


unittest.main()
