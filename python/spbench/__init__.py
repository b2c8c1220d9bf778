"""Learners for spbench. A learner is a class; docs/python.md of spbench describes it.

    import spbench

    class Mine(spbench.Learner):
        passes: int = 10

        def fit(self, task):
            ...
            yield weights

    if __name__ == "__main__":
        spbench.serve(Mine)

Module spbench.data writes datasets.
"""
from .learner import Learner, Parameter, Unsupported

__all__ = ["Learner", "Parameter", "Unsupported", "serve"]


def serve(learner):
    """Runs a class as the process that spbench starts. It returns only if nobody has started it so."""
    from .service import serve  # needs grpc; importing spbench does not
    serve(learner)
