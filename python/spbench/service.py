"""The process around a learner: the service of harness/internal/wire/learner.proto."""
import itertools
import json
import os
import pickle
import sys
import threading
import time
import traceback
import types
from concurrent import futures

import grpc
import numpy as np

from . import learner_pb2 as pb
from .learner import Learner, Unsupported
from .task import Budget, Failure, Instance, Oracles, Task

Code = grpc.StatusCode
ENDS = {None: pb.Done.LIMIT, "converged": pb.Done.CONVERGED, "stalled": pb.Done.STALLED}
DECODERS = [pb.Decoder(name="map", doc="a labeling of maximal score"),
            pb.Decoder(name="mpm", doc="at each variable the label of largest marginal probability; also the marginals")]
BATCH = 64  # predictions in a message


class Fit:
    """A fit under way: its task, its last weights, and the times of checkpoints and states."""

    def __init__(self, learner, request, instances):
        self.learner, self.task, self.schedule, self.budget = learner, Task(request, instances), request.schedule, request.budget
        self.next = self.schedule.first * len(instances) or np.inf
        self.weights, self.values, self.end = np.zeros(self.task.dim), {}, pb.Done.LIMIT
        self.started, self.cpu = time.monotonic(), time.process_time()
        self.saved, self.between = self.started, request.save_seconds or np.inf
        self.resumed = request.HasField("resume")
        if self.resumed:
            self.task.counts = request.resume.counts
            try:
                self.next, self.weights, self.values, self.task.random.bit_generator.state, state = pickle.loads(request.resume.state)
                self.task.state = types.SimpleNamespace(**state)
            except Exception as e:
                raise Failure(Code.NOT_FOUND, f"invalid state of a fit: {e!r}") from None

    def events(self, active):
        """Yields checkpoints and states when they are due, the last checkpoint, and the end."""
        if self.resumed and self.due():  # later checkpoints were lost
            yield self.checkpoint()
        try:
            for step in self.steps():
                weights, self.values = step if isinstance(step, tuple) else (step, {})
                self.weights = np.array(weights, "<f8")  # fit may go on to change its array
                if time.monotonic() - self.saved >= self.between and self.task.state:
                    self.saved = time.monotonic()
                    yield self.state()
                if self.due():
                    yield self.checkpoint()
                if self.late() or not active():
                    self.end = pb.Done.BUDGET
                    break
        except Budget:
            self.end = pb.Done.BUDGET
        yield self.checkpoint()
        yield pb.FitEvent(done=pb.Done(counts=self.task.counts, end=self.end))

    def steps(self):
        steps = self.learner.fit(self.task)
        if not hasattr(steps, "send"):
            raise TypeError("fit must be a generator: yield the weights after each step")
        self.end = ENDS[(yield from steps)]

    def due(self):
        """Reports whether the schedule asks for a checkpoint now."""
        was_due = self.task.counts.visits >= self.next
        while self.task.counts.visits >= self.next:
            self.next *= self.schedule.factor
        return was_due

    def late(self):
        """Reports whether a budget of seconds is over."""
        return (0 < self.budget.seconds <= time.monotonic() - self.started
                or 0 < self.budget.cpu_seconds <= time.process_time() - self.cpu)

    def checkpoint(self):
        weights, objective = np.asarray(self.weights, "<f8").ravel(), self.learner.objective()
        if not np.isfinite(weights).all():
            raise Failure(Code.OUT_OF_RANGE, "weights are no longer finite")
        if objective is not None:
            objective = pb.Objective(kind=objective[0], **{"lambda": objective[1]})
        return pb.FitEvent(checkpoint=pb.Checkpoint(
            weights=weights.tobytes(), values=self.values, objective=objective, counts=self.task.counts))

    def state(self):
        state = pickle.dumps((self.next, self.weights, self.values, self.task.random.bit_generator.state, vars(self.task.state)))
        return pb.FitEvent(saved=pb.Saved(state=state, counts=self.task.counts))


class Session:
    """The service: one call at a time on the loaded instances."""

    def __init__(self, learner):
        self.learner, self.turn, self.instances = learner, threading.Lock(), {pb.Batch.TRAIN: [], pb.Batch.TEST: []}

    def Describe(self, request, context):
        name, doc, parameters = self.learner.describe()
        yield pb.Description(
            name=name, doc=doc, source=self.learner.source, resumable="always" if self.learner.resumable else "", decoders=DECODERS,
            probabilities="always" if self.learner.probabilities else "", texts=self.learner.texts,
            parameters=[pb.Parameter(name=p.name, type=p.type, default_json=json.dumps(p.default), range=p.range, help=p.help, enum=p.enum)
                        for p in parameters])

    def Load(self, batches, context):
        batches = list(batches)
        instances = self.instances[batches[0].set] = [Instance(x, batches[0].names) for b in batches for x in b.instances]
        yield pb.LoadReply(instances=len(instances))

    def configured(self, setting):
        try:
            return self.learner.configured(setting.params_json)
        except ValueError as e:
            raise Failure(Code.INVALID_ARGUMENT, str(e)) from None

    def Fit(self, request, context):
        learner, train = self.configured(request.setting), self.instances[pb.Batch.TRAIN]
        if not train:
            raise Failure(Code.UNKNOWN, "no training instances")
        fit = Fit(learner, request, train)
        try:
            yield from fit.events(context.is_active)
        finally:
            fit.task.close()

    def Predict(self, request, context):
        learner, decoder, test = self.configured(request.setting), request.decoder, self.instances[pb.Batch.TEST]
        if decoder.name not in [o.name for o in DECODERS] or json.loads(decoder.args_json or "{}"):
            raise Failure(Code.UNIMPLEMENTED, f"learners in Python have no decoder {decoder.name} with arguments {decoder.args_json}")
        weights, oracles = np.frombuffer(request.weights, "<f8"), Oracles(request.oracles, test)
        ask = oracles.marginals if decoder.name == "mpm" else oracles.map
        own = type(learner).scores is not Learner.scores
        indices = iter(np.frombuffer(request.indices, "<i4"))
        try:
            for some in iter(lambda: list(itertools.islice(indices, BATCH)), []):
                scores = [learner.scores(weights, test[i]) for i in some] if own else None
                answers = ask(some, weights, scores=scores, restrict=True)
                labels = [mu.argmax(1) for mu in answers.node] or answers.labels
                marginals = answers.node or [np.empty(0)] * len(labels)
                members = [at for at, i in enumerate(some) if answers.node and test[i].message.HasField("structure")]
                if members:  # the best labels of single variables need not be one: take the best sum
                    best = oracles.map([some[at] for at in members], scores=[marginals[at] for at in members], restrict=True)
                    for at, y in zip(members, best.labels):
                        labels[at] = y
                yield pb.Predictions(predictions=[pb.Prediction(labels=y.astype("<i4").tobytes(), marginal=mu.tobytes())
                                                  for y, mu in zip(labels, marginals)])
        finally:
            oracles.close()

    def serve(self, method, request, context):
        """Runs one call at a time and turns its exception into a status."""
        with self.turn:
            try:
                yield from method(request, context)
                return
            except Failure as e:
                code, text = e.code, str(e)
            except Unsupported as e:
                code, text = Code.UNIMPLEMENTED, str(e)
            except Exception as e:
                traceback.print_exc()
                at = traceback.extract_tb(e.__traceback__)[-1]
                code, text = Code.ABORTED, f"{os.path.basename(at.filename)}:{at.lineno}: {type(e).__name__}: {e}"
            context.abort(code, text)


def serve(learner):
    """Serves a class of learners until the harness ends the process."""
    if os.environ.get("SPBENCH_LEARNER") != "structured-prediction-bench":
        sys.exit(f"{learner.__name__} is a learner of spbench, which starts it: spbench check \"python3 {sys.argv[0]}\"")
    handshake = os.dup(1)
    os.dup2(2, 1)  # standard output is for the handshake only
    session, server = Session(learner), grpc.server(futures.ThreadPoolExecutor(8), options=[("grpc.max_receive_message_length", -1)])

    def handler(kind, name, request, reply):
        call = lambda r, c: session.serve(getattr(session, name), r, c)
        if kind.endswith("unary"):
            return getattr(grpc, kind + "_rpc_method_handler")(lambda r, c: next(call(r, c)), request.FromString, reply.SerializeToString)
        return getattr(grpc, kind + "_rpc_method_handler")(call, request.FromString, reply.SerializeToString)

    empty = grpc.unary_unary_rpc_method_handler
    server.add_generic_rpc_handlers((
        grpc.method_handlers_generic_handler("spbench.v2.Learner", {
            "Describe": handler("unary_unary", "Describe", pb.DescribeRequest, pb.Description),
            "Load": handler("stream_unary", "Load", pb.Batch, pb.LoadReply),
            "Fit": handler("unary_stream", "Fit", pb.FitRequest, pb.FitEvent),
            "Predict": handler("unary_stream", "Predict", pb.PredictRequest, pb.Predictions)}),
        grpc.method_handlers_generic_handler("grpc.health.v1.Health", {"Check": empty(lambda r, c: b"\x08\x01")}),  # SERVING
        grpc.method_handlers_generic_handler("plugin.GRPCController", {"Shutdown": empty(lambda r, c: os._exit(0))})))
    address = os.path.join(os.environ.get("PLUGIN_UNIX_SOCKET_DIR") or os.environ["TMPDIR"], "learner")
    server.add_insecure_port("unix:" + address)
    server.start()
    os.write(handshake, f"1|2|unix|{address}|grpc|\n".encode())
    os.close(handshake)
    server.wait_for_termination()
