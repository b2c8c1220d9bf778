"""A structural SVM by averaged stochastic subgradients (Shalev-Shwartz, Singer & Srebro 2007;
Lacoste-Julien, Schmidt & Bach 2012). The harness computes the maxima over labelings."""
import sys

sys.dont_write_bytecode = True  # keep compiled files out of the folder

import numpy as np

import spbench
from spbench import Code, Parameter, Refused, pb


class Subgradient:
    """F(w) = λ/2·‖w‖² + (1/Σa)·Σ aᵢ·(max_y [L(yᵢ,y) + ⟨w,φ(xᵢ,y)⟩] − ⟨w,φ(xᵢ,yᵢ)⟩). 

    Step t of size 1/(λt) uses a few instances at once. The average weights w_t by t. Constrained
    weights are clipped at 0."""
    name = "subgradient"
    doc = "Structural SVM by averaged stochastic subgradients, with the oracles of the harness."
    resumable = "always"
    source = "S. Shalev-Shwartz, Y. Singer, N. Srebro. Pegasos: primal estimated sub-gradient solver for SVM. ICML 2007"
    parameters = [
        Parameter("lambda", "number", 0.01, "(0,inf)", "λ of the objective"),
        Parameter("passes", "integer", 50, "[1,1000000]", "passes over the training set, unless the budget ends first"),
        Parameter("batch", "integer", 4, "[1,1000000]", "instances per step, sent in one query"),
    ]

    def fit(self, task):
        if not task.train:
            raise Refused(Code.UNKNOWN, "no training instances")
        if not task.labelled:
            raise Refused(Code.UNIMPLEMENTED, "no fully labelled training instance")
        lam, batch = task.params["lambda"], task.params["batch"]
        a = np.array([task.train[i].weight for i in task.labelled])
        a *= len(a) / a.sum()
        random, blocks = np.random.default_rng(task.seed), -(-len(a) // batch)
        s = task.state or {"t": 0, "w": np.zeros(task.dim), "mean": np.zeros(task.dim), "random": random.bit_generator.state}
        w, mean, random.bit_generator.state = s["w"], s["mean"], s["random"]
        try:
            while s["t"] < task.params["passes"] * blocks:
                at = s["t"] % blocks
                if at == 0:
                    s["order"], s["random"] = random.permutation(len(a)), random.bit_generator.state
                block = s["order"][at * batch:][:batch]
                answers = task.oracles.ask([task.labelled[i] for i in block], w, augment=True, difference=True)
                s["t"] += 1
                w += (slope(answers, a[block], task.dim) / lam - w) / s["t"]
                w[task.non_negative] = w[task.non_negative].clip(0)
                mean += 2 / (s["t"] + 1) * (w - mean)
                yield mean, {}, s
        except spbench.Budget:
            pass
        yield mean, {}, None

    def objective(self, task):
        return pb.Objective(kind="hinge", **{"lambda": task.params["lambda"]})


def slope(answers, a, dim):
    """Returns the mean of aᵢ·(φ(xᵢ,yᵢ) − φ(xᵢ,y))."""
    sizes = np.diff(np.frombuffer(answers.start, "<i4"))
    index, value = np.frombuffer(answers.index, "<i4"), np.frombuffer(answers.value, "<f8")
    return np.bincount(index, np.repeat(a / len(a), sizes) * value, minlength=dim)


if __name__ == "__main__":
    spbench.serve(Subgradient())
