#!/bin/sh
# Biopython 1.80, Bio.HMM: the forward algorithm is no forward algorithm. It ignores the initial
# probabilities (Viterbi has them), adds a return to the first state, and gives what is left after
# scaling as "probability of the sequence": those of all words of three letters sum to 3.4. Its
# backward step takes the letter from the wrong state. So Baum-Welch, "guaranteed to converge to a
# local maximum", ends with a model that makes the data less likely than the model before.
# Needs Debian 12 and its python3. Fails if a number changes.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
xxx: forward 0.555, by enumeration 0.102
yyy: forward 0.317, by enumeration 0.223
all words of 3 letters: forward 3.426, by enumeration 1.000
log-likelihood of 10 words: at the start -53.510
log-likelihood of 10 words: after 5 rounds -52.930
log-likelihood of 10 words: after 20 rounds -53.502
log-likelihood of 10 words: after 80 rounds -54.123
TEXT
apt-get download python3-biopython=1.80+dfsg-4+b1 >log 2>&1 || { cat log; exit 1; }
for deb in *.deb; do dpkg-deb -x "$deb" unpacked; done
cat >main.py <<'PY'
import itertools
import math
import random

from Bio.HMM.DynamicProgramming import ScaledDPAlgorithms
from Bio.HMM.MarkovModel import MarkovModelBuilder
from Bio.HMM.Trainer import BaumWelchTrainer, TrainingSequence
from Bio.Seq import Seq

initial = {"a": 0.2, "b": 0.8}
transition = {("a", "a"): 0.6, ("a", "b"): 0.4, ("b", "a"): 0.3, ("b", "b"): 0.7}
emission = {("a", "x"): 0.9, ("a", "y"): 0.1, ("b", "x"): 0.2, ("b", "y"): 0.8}


def start():
    builder = MarkovModelBuilder("ab", "xy")
    builder.allow_all_transitions()
    builder.set_initial_probabilities(initial)
    for (s, t), p in transition.items():
        builder.set_transition_score(s, t, p)
    for (s, letter), p in emission.items():
        builder.set_emission_score(s, letter, p)
    return builder.get_markov_model()


def training(word):
    return TrainingSequence(Seq(word), Seq(""))


def enumerated(model, word):
    total = 0
    for path in itertools.product("ab", repeat=len(word)):
        p = initial[path[0]]
        for arc in zip(path, path[1:]):
            p *= model.transition_prob[arc]
        for pair in zip(path, word):
            p *= model.emission_prob[pair]
        total += p
    return total


def line(name, forward, right):
    print(f"{name}: forward {forward:.3f}, by enumeration {right:.3f}")


words = ["".join(word) for word in itertools.product("xy", repeat=3)]
forward = [ScaledDPAlgorithms(start(), training(word)).forward_algorithm()[1] for word in words]
right = [enumerated(start(), word) for word in words]
line(words[0], forward[0], right[0])
line(words[-1], forward[-1], right[-1])
line("all words of 3 letters", sum(forward), sum(right))

generator = random.Random(1)
data = []
for _ in range(10):
    state, word = "b", ""
    for _ in range(8):
        word += "x" if generator.random() < emission[state, "x"] else "y"
        state = "a" if generator.random() < transition[state, "a"] else "b"
    data.append(word)


def likelihood(name, model):
    print(f"log-likelihood of 10 words: {name} {sum(math.log(enumerated(model, w)) for w in data):.3f}")


likelihood("at the start", start())
for rounds in 5, 20, 80:
    trainer = BaumWelchTrainer(start())
    model = trainer.train([training(w) for w in data], lambda change, n: n >= rounds)
    likelihood(f"after {rounds} rounds", model)
PY
PYTHONPATH=unpacked/usr/lib/python3/dist-packages /usr/bin/python3 -W ignore main.py | tee seen
diff want seen
