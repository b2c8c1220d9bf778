"""A structural SVM by averaged stochastic subgradients (Shalev-Shwartz, Singer & Srebro 2007;
Lacoste-Julien, Schmidt & Bach 2012). The harness computes the maxima over labelings."""
import numpy as np
import spbench
from spbench import Parameter


class Subgradient(spbench.Learner):
    """Structural SVM by averaged stochastic subgradients, with the oracles of the harness.

    F(w) = λ/2·‖w‖² + (1/Σa)·Σ aᵢ·(max_y [L(yᵢ,y) + ⟨w,φ(xᵢ,y)⟩] − ⟨w,φ(xᵢ,yᵢ)⟩).

    Step t of size 1/(λt) uses a few instances at once. The average weights w_t by t. Constrained
    weights are clipped at 0."""
    source = "S. Shalev-Shwartz, Y. Singer, N. Srebro. Pegasos: primal estimated sub-gradient solver for SVM. ICML 2007"
    resumable = True
    lambda_: float = Parameter(0.01, "(0,inf)", "λ of the objective")
    passes: int = Parameter(50, "[1,1000000]", "passes over the training set, unless the budget ends first")
    batch: int = Parameter(4, "[1,1000000]", "instances per step, sent in one query")

    def fit(self, task):
        a = np.array([task.train[i].weight for i in task.labelled])
        a /= a.mean()
        blocks = -(-len(a) // self.batch)
        s = task.restore(t=0, w=np.zeros(task.dim), mean=np.zeros(task.dim), order=None)
        while s.t < self.passes * blocks:
            at = s.t % blocks
            if at == 0:
                s.order = task.random.permutation(len(a))
            block = s.order[at * self.batch:][:self.batch]
            answers = task.map([task.labelled[i] for i in block], s.w, augment=True, difference=True)
            s.t += 1
            s.w += (answers.difference(a[block] / len(block)) / self.lambda_ - s.w) / s.t
            s.w[task.non_negative] = s.w[task.non_negative].clip(0)
            s.mean += 2 / (s.t + 1) * (s.w - s.mean)
            yield s.mean

    def objective(self):
        return "hinge", self.lambda_


if __name__ == "__main__":
    spbench.serve(Subgradient)
