#!/bin/sh
# NLTK 3.8, ProbabilisticNonprojectiveParser (Chu & Liu's algorithm): it returns heads with a cycle, so
# no tree. Its own documented example has heads 2 1 2: words 1 and 2 are each the other's head, and
# nothing hangs on the root. So for 144 of 300 random sentences of three or four words; the other
# trees are the best ones. Scores of heads count such output as a parse.
# Needs Debian 12 and its python3. Fails if a number changes.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
documented example: heads [2, 1, 2], best tree [0, 1, 2]
random sentences: 144 of 300 no tree, 0 a tree below the best
TEXT
apt-get download python3-nltk=3.8-1 python3-regex=0.1.20221031-1+b1 python3-click=8.1.3-2 \
	python3-colorama=0.4.6-2 python3-joblib=1.2.0-4+deb12u1 python3-tqdm=4.64.1-1 >log 2>&1 ||
	{ cat log; exit 1; }
for deb in *.deb; do dpkg-deb -x "$deb" unpacked; done
cat >main.py <<'PY'
import itertools
import random

from nltk.parse.nonprojectivedependencyparser import ProbabilisticNonprojectiveParser


class Scorer:
    def train(self, graphs):
        pass

    def score(self, graph):
        return self.scores


def parse(arcs):
    """arcs[h][d]: the score of head h for dependent d; 0 is the root"""
    n = len(arcs)
    scorer = Scorer()
    scorer.scores = [[[] if d == 0 or d == h else [arcs[h][d]] for d in range(n)] for h in range(n)]
    parser = ProbabilisticNonprojectiveParser()
    parser.train([], scorer)
    (graph,) = parser.parse(["w"] * (n - 1), ["t"] * (n - 1))
    heads = [None] * n
    for h, node in graph.nodes.items():
        for deps in node["deps"].values():
            for d in deps:
                heads[d] = h
    return heads[1:]


def tree(heads):
    for d in range(1, len(heads) + 1):
        for _ in heads:
            d = heads[d - 1] if d else 0
        if d:
            return False
    return True


def best(arcs):
    n = len(arcs)
    trees = filter(tree, itertools.product(range(n), repeat=n - 1))
    return max(trees, key=lambda heads: total(arcs, heads))


def total(arcs, heads):
    return sum(arcs[h][d] for d, h in enumerate(heads, 1))


documented = [[0, 5, 1, 1], [0, 0, 11, 4], [0, 10, 0, 5], [0, 8, 8, 0]]
print("documented example: heads", parse(documented), end=", ")
print("best tree", list(best(documented)))
generator = random.Random(1)
cycles = worse = 0
for trial in range(300):
    n = 4 + trial % 2
    arcs = [[generator.random() for _ in range(n)] for _ in range(n)]
    heads = parse(arcs)
    if not tree(heads):
        cycles += 1
    elif total(arcs, heads) < total(arcs, best(arcs)):
        worse += 1
print("random sentences:", cycles, "of 300 no tree,", worse, "a tree below the best")
PY
PYTHONPATH=unpacked/usr/lib/python3/dist-packages /usr/bin/python3 main.py | tee seen
diff want seen
