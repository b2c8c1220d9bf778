"""scikit-learn's logistic regression as a learner: each variable by itself, the baseline without
structure."""
import numpy as np
import spbench
from spbench import Parameter

try:
    from sklearn.linear_model import LogisticRegression
except ImportError:
    LogisticRegression = None


class Unary(spbench.Learner):
    """LogisticRegression of scikit-learn on the features of a variable: ½·‖w‖² + C·Σ −log p."""
    probabilities = True
    C: float = Parameter(1.0, "(0,inf)", "C of scikit-learn")

    def fit(self, task):
        if LogisticRegression is None:
            raise spbench.Unsupported("there is no scikit-learn (apt-get install python3-sklearn)")
        xs = [task.train[i] for i in task.labelled]
        model = LogisticRegression(C=self.C, max_iter=1000, fit_intercept=False)
        gold = np.concatenate([x.gold for x in xs])
        model.fit(np.concatenate([x.nodes for x in xs]), gold, np.repeat([x.weight for x in xs], [x.n for x in xs]))
        weights = np.zeros((xs[0].width, task.k))
        if len(model.classes_) == 2:  # one row, of the second class
            weights[:, model.classes_[1]] = model.coef_[0]
        else:
            weights[:, model.classes_] = model.coef_.T
        yield weights.ravel()

    def scores(self, weights, x):
        return x.nodes @ weights.reshape(-1, x.k), np.zeros((x.k, x.k))


if __name__ == "__main__":
    spbench.serve(Unary)
