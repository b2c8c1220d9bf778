"""The common part of learners in Python, after harness/internal/wire/learner.proto.

serve(learner) runs a learner. A learner is an object with these members:

    name, doc, source     texts
    resumable             "always" or ""
    parameters            a list of Parameter
    objective(task)       returns a pb.Objective or None
    fit(task)             a generator

fit yields (weights, values, state) after each step, with a state other than None. The schedule
decides which steps become checkpoints. A resumed fit gets its last state as task.state. After the
last step fit yields the state None once. Each None is a checkpoint; more than 16 unscheduled
checkpoints are an error. The weights belong to the harness's feature map, and predictions use
the harness's oracles.
"""
import json
import os
import pickle
import queue
import sys
import threading
import time
from concurrent import futures

import grpc
import numpy as np

import learner_pb2 as pb

Code = grpc.StatusCode
TYPES = {"number": (int, float), "integer": int, "boolean": bool, "string": str}
DECODERS = [pb.Decoder(name="map", doc="a labeling of maximal score"),
           pb.Decoder(name="mpm", doc="at each variable the label of largest marginal probability; also the marginals")]


class Refused(Exception):
    """An error with the status code for the harness."""
    def __init__(self, code, text):
        super().__init__(text)
        self.code = code


class Budget(Exception):
    """The budget is used up: yield the present weights, and return."""


class Parameter:
    def __init__(self, name, type, default, range, help):
        self.name, self.type, self.default, self.range, self.help = name, type, default, range, help
        self.low, self.high = (float(end) for end in range[1:-1].split(","))

    def check(self, value):
        if not isinstance(value, TYPES[self.type]) or isinstance(value, bool):
            raise Refused(Code.INVALID_ARGUMENT, f"parameter {self.name} is {value!r}, must be of type {self.type}")
        if not (self.low < value < self.high or value == self.low and self.range[0] == "[" or value == self.high and self.range[-1] == "]"):
            raise Refused(Code.INVALID_ARGUMENT, f"parameter {self.name} is {value}, must be in {self.range}")


class Oracles:
    """A stream of queries to the harness during one call."""
    channel = None

    def __init__(self, access):
        if Oracles.channel is None:
            Oracles.channel = grpc.insecure_channel(access.address, [("grpc.max_receive_message_length", -1)])
        self.token, self.counts, self.queries = access.token, pb.Counts(), queue.SimpleQueue()
        self.answers = Oracles.channel.stream_stream("/spbench.v2.Oracles/Query", pb.Queries.SerializeToString, pb.Answers.FromString)(
            iter(self.queries.get, None))

    def ask(self, indices, w, **options):
        """Returns one answer for each index. w None: use the weights of the last query."""
        self.queries.put(pb.Queries(token=self.token, indices=np.asarray(indices, "<i4").tobytes(),
                                    w=b"" if w is None else w.astype("<f8").tobytes(), **options))
        try:
            answers = next(self.answers)
            self.counts = answers.counts
            if len(answers.score) < 8 * len(indices):
                next(self.answers)  # raises the reason
            return answers
        except grpc.RpcError as e:
            if e.code() == Code.RESOURCE_EXHAUSTED:
                raise Budget from None
            raise Refused(e.code(), "oracles: " + e.details()) from None

    def close(self):
        self.queries.put(None)


class Task:
    """Input of a fit: training instances (messages), parameters, and budgeted oracles."""
    def __init__(self, request, params, train):
        access, self.schedule = request.oracles, request.schedule
        self.params, self.train, self.seed, self.oracles = params, train, request.setting.seed, Oracles(access)
        self.dim, self.non_negative = access.dim, np.frombuffer(access.non_negative, "<i4")
        self.labelled = [i for i, x in enumerate(train) if (np.frombuffer(x.gold, "<i4") >= 0).all()]
        self.next, self.state = self.schedule.first * len(train) or np.inf, None
        self.saved, self.between = time.monotonic(), request.save_seconds or np.inf
        if request.HasField("resume"):
            self.oracles.counts = request.resume.counts
            try:
                self.next, self.last, self.state = pickle.loads(request.resume.state)
            except Exception as e:
                raise Refused(Code.NOT_FOUND, f"invalid state of a fit: {e!r}") from None

    def due(self):
        """Reports whether the schedule asks for a checkpoint now."""
        visits = self.oracles.counts.visits
        was_due = visits >= self.next
        while visits >= self.next:
            self.next *= self.schedule.factor
        return was_due

    def save(self, weights, values, state):
        """Returns the state to save, or None if it is too early."""
        if state is None or time.monotonic() - self.saved < self.between:
            return None
        self.saved = time.monotonic()
        return pickle.dumps((self.next, (weights, values), state))


class Session:
    """The service: one call at a time on the loaded instances."""
    def __init__(self, learner):
        self.learner, self.turn, self.instances = learner, threading.Lock(), {pb.Batch.TRAIN: [], pb.Batch.TEST: []}

    def Describe(self, request, context):
        l = self.learner
        yield pb.Description(name=l.name, doc=l.doc, source=l.source, resumable=l.resumable, decoders=DECODERS, parameters=[pb.Parameter(
            name=p.name, type=p.type, default_json=json.dumps(p.default), range=p.range, help=p.help) for p in l.parameters])

    def Load(self, batches, context):
        batches = list(batches)
        self.instances[batches[0].set] = [x for b in batches for x in b.instances]
        yield pb.LoadReply(instances=len(self.instances[batches[0].set]))

    def params(self, setting):
        given, known = json.loads(setting.params_json or "{}"), {p.name: p for p in self.learner.parameters}
        if not isinstance(given, dict):
            raise Refused(Code.INVALID_ARGUMENT, f"parameters must be an object, not {given!r}")
        for name, value in given.items():
            if name not in known:
                raise Refused(Code.INVALID_ARGUMENT, f"unknown parameter {name}, there are: {', '.join(known)}")
            known[name].check(value)
        return {p.name: p.default for p in self.learner.parameters} | given

    def Fit(self, request, context):
        task = Task(request, self.params(request.setting), self.instances[pb.Batch.TRAIN])

        def checkpoint(weights, values):
            return pb.FitEvent(checkpoint=pb.Checkpoint(
                weights=weights.astype("<f8").tobytes(), values=values, objective=self.learner.objective(task),
                counts=task.oracles.counts))

        try:
            if task.state and task.due():  # later checkpoints were lost
                yield checkpoint(*task.last)
            for weights, values, state in self.learner.fit(task):
                saved = task.save(weights, values, state)
                if saved:
                    yield pb.FitEvent(saved=pb.Saved(state=saved, counts=task.oracles.counts))
                if state is None or task.due():
                    yield checkpoint(weights, values)
            yield pb.FitEvent(done=pb.Done(counts=task.oracles.counts, end=pb.Done.LIMIT))
        finally:
            task.oracles.close()

    def Predict(self, request, context):
        self.params(request.setting)
        decoder = request.decoder
        if decoder.name not in [o.name for o in DECODERS] or json.loads(decoder.args_json or "{}"):
            raise Refused(Code.INVALID_ARGUMENT, f"no decoder {decoder.name} with arguments {decoder.args_json}")
        oracles, mpm = Oracles(request.oracles), decoder.name == "mpm"
        try:
            for i in np.frombuffer(request.indices, "<i4"):
                w = np.frombuffer(request.weights, "<f8")
                answers = oracles.ask([i], w, restrict=True, kind=pb.Queries.MARGINALS if mpm else pb.Queries.MAP)
                k = self.instances[pb.Batch.TEST][i].k
                labels = np.frombuffer(answers.node, "<f8").reshape(-1, k).argmax(1).astype("<i4").tobytes() if mpm else answers.labels
                yield pb.Predictions(predictions=[pb.Prediction(labels=labels, marginal=answers.node)])
        finally:
            oracles.close()

    def serve(self, method, request, context):
        """Runs one call at a time and turns its exception into a status."""
        with self.turn:
            try:
                yield from method(request, context)
            except Refused as e:
                context.abort(e.code, str(e))


def serve(learner):
    if os.environ.get("SPBENCH_LEARNER") != "structured-prediction-bench":
        sys.exit(f"{learner.name} is a learner of spbench. spbench starts it.")
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
