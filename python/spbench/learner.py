"""The class of a learner and its hyper-parameters."""
import inspect
import json
import typing

KINDS = {float: "number", int: "integer", bool: "boolean", str: "string"}


class Unsupported(Exception):
    """The learner cannot do this task. Raise it before the first yield: the table then shows a dash."""


class Parameter:
    """A default value with an interval such as "(0,inf)", "[1,100]" and a help text."""

    def __init__(self, default, range="", help=""):
        self.default, self.range, self.help = default, range, help

    def __get__(self, learner, owner=None):
        return self if learner is None else self.default

    def typed(self, attribute, kind):
        """Completes the parameter by the name and the type of its attribute."""
        self.name = attribute[:-1] if attribute.endswith("_") else attribute
        self.attribute, self.enum = attribute, list(typing.get_args(kind))
        self.type = "string" if self.enum else KINDS.get(kind)
        if self.type is None:
            raise TypeError(f"parameter {attribute}: its type is {kind}, must be float, int, bool, str or Literal")
        self.check(self.default)
        return self

    def check(self, value):
        """Raises a ValueError unless the value is of the type and in the range."""
        of = {"number": (int, float), "integer": int, "boolean": bool, "string": str}[self.type]
        if not isinstance(value, of) or isinstance(value, bool) and self.type != "boolean":
            raise ValueError(f"parameter {self.name} is {value!r}, must be of type {self.type}")
        if self.enum and value not in self.enum:
            raise ValueError(f"parameter {self.name} is {value!r}, must be one of {', '.join(self.enum)}")
        if self.range:
            low, high = (float(end) for end in self.range[1:-1].split(","))
            if not (low < value < high or value == low and self.range[0] == "[" or value == high and self.range[-1] == "]"):
                raise ValueError(f"parameter {self.name} is {value}, must be in {self.range}")


class Learner:
    """The base of all learners. Each attribute with a type is a hyper-parameter; its value is the
    default, or a Parameter. lambda_ is the parameter lambda. The name of the learner is the class
    name in lower case, and its description the first line of the docstring."""

    source = ""  # the publication
    resumable = False  # whether task.state has everything that a fit changes
    texts = False  # whether it reads the words and names of instances; they then count as its data
    probabilities = False  # whether exp(score) has the scale of a probability, as after maximum likelihood

    def fit(self, task):
        """A generator: it yields the weights, or (weights, values), after each step. values is a dict
        of names and numbers. It may return "converged" or "stalled"."""
        raise NotImplementedError

    def scores(self, weights, x):
        """Returns the learner's own scores of an instance: n×K for its nodes, or (nodes, pairs).

        pairs is K×K for all edges, m×K×K for each edge, or m strengths for equal labels. Learners
        without this method use the harness's feature map, in which scores are linear in the weights."""

    def objective(self):
        """Returns the kind of the minimised objective and its λ, such as ("hinge", self.lambda_), or
        None. The harness computes its value."""

    @classmethod
    def describe(cls):
        """Returns name, description and parameters."""
        doc = inspect.getdoc(cls) if cls.__doc__ else ""
        return cls.__name__.lower(), doc.split("\n")[0] or f"{cls.__name__}, a learner in Python.", cls.parameters()

    @classmethod
    def parameters(cls):
        """Returns the hyper-parameters in the order of their attributes."""
        found = []
        for name, kind in typing.get_type_hints(cls).items():
            if typing.get_origin(kind) is typing.ClassVar:
                continue
            if hasattr(Learner, name):
                raise TypeError(f"parameter {name}: choose a different name, spbench.Learner has this one")
            default = getattr(cls, name, None)
            parameter = default if isinstance(default, Parameter) else Parameter(default)
            found.append(parameter.typed(name, kind))
        return found

    @classmethod
    def configured(cls, params_json):
        """Returns a learner with these hyper-parameters; a ValueError names a wrong one."""
        given = json.loads(params_json or "{}")
        if not isinstance(given, dict):
            raise ValueError(f"parameters must be an object, not {given!r}")
        learner, known = cls(), {p.name: p for p in cls.parameters()}
        for name in given:
            if name not in known:
                raise ValueError(f"unknown parameter {name}, there are: {', '.join(known)}")
        for p in known.values():
            value = given.get(p.name, p.default)
            p.check(value)
            setattr(learner, p.attribute, float(value) if p.type == "number" else value)
        return learner
