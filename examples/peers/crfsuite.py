"""CRFsuite (http://www.chokkan.org/software/crfsuite/) as a learner: the program crfsuite in $PATH
trains, and its weights, as crfsuite dump prints them, score labels."""
import pathlib
import re
import shutil
import subprocess
import tempfile

import numpy as np
import spbench
from spbench import Parameter


class CRFsuite(spbench.Learner):
    """The program crfsuite, L-BFGS: Σ −log p + c2·‖w‖²; transitions and features of all labels."""
    probabilities = True
    c2: float = Parameter(1.0, "(0,inf)", "c2 of the objective")
    minfreq: float = Parameter(-1e9, "", "least sum of the values of a feature; CRFsuite's default, 0, drops features")

    def fit(self, task):
        program = shutil.which("crfsuite")
        if not program:
            raise spbench.Unsupported("there is no program crfsuite in $PATH")
        with tempfile.TemporaryDirectory() as folder:
            file, model = pathlib.Path(folder, "train.crfsuite"), pathlib.Path(folder, "model")
            file.write_text("\n".join(self.lines(task.train[i]) for i in task.labelled))
            options = {"c2": self.c2, "feature.minfreq": self.minfreq, "feature.possible_states": 1, "feature.possible_transitions": 1}
            subprocess.run([program, "learn", "-m", model, *(a for o in options.items() for a in ("-p", "%s=%s" % o)), file],
                           check=True, stdout=subprocess.DEVNULL)
            dump = subprocess.run([program, "dump", model], check=True, capture_output=True, text=True).stdout
        x, k = task.train[0], task.k
        weights = np.zeros((x.width + k, k))
        for kind, name, label, value in re.findall(r"^  \((\d)\) (\d+) --> (\d+): (\S+)$", dump, re.M):
            weights[int(name) + x.width * (kind == "1"), int(label)] = float(value)
        yield weights.ravel()

    @staticmethod
    def lines(x):
        if x.n > 1 and (x.message.edge.d or not np.array_equal(x.edges, [(v, v + 1) for v in range(x.n - 1)])):
            raise spbench.Unsupported("it learns sequences without features of edges")
        return "@weight:%r\n" % x.weight + "".join("%d\t%s\n" % (label, "\t".join("%d:%r" % (j, float(row[j])) for j in row.nonzero()[0]))
                       for label, row in zip(x.gold, x.nodes))

    def scores(self, weights, x):
        weights = weights.reshape(-1, x.k)
        return x.nodes @ weights[:-x.k], weights[-x.k:]


if __name__ == "__main__":
    spbench.serve(CRFsuite)
