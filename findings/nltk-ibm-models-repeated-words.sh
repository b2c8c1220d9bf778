#!/bin/sh
# NLTK 3.8, IBMModel1 and IBMModel2: where a word occurs twice in a target sentence, each occurrence is
# counted by half, since the E step adds up by word and not by position. For "x x y" from "a" the
# estimate of x is 1/2; it is 2/3, as IBMModel3 says. So this is no EM: rounds lower the likelihood.
# Words such as "the" repeat in most sentences, and these models are the baseline of alignment.
# Needs Debian 12 and its python3. Fails if a number changes.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
IBMModel1, x x y from a: t(x|a) 0.500, t(y|a) 0.500
IBMModel2, x x y from a: t(x|a) 0.500, t(y|a) 0.500
IBMModel3, x x y from a: t(x|a) 0.667, t(y|a) 0.333
IBMModel2, no word twice: 0 of 220 rounds lower the likelihood
IBMModel2, words repeat: 52 of 220 rounds lower the likelihood
TEXT
apt-get download python3-nltk=3.8-1 python3-regex=0.1.20221031-1+b1 python3-click=8.1.3-2 \
	python3-colorama=0.4.6-2 python3-joblib=1.2.0-4+deb12u1 python3-tqdm=4.64.1-1 >log 2>&1 ||
	{ cat log; exit 1; }
for deb in *.deb; do dpkg-deb -x "$deb" unpacked; done
cat >main.py <<'PY'
import math
import random

from nltk.translate import AlignedSent, IBMModel1, IBMModel2, IBMModel3

for Model in IBMModel1, IBMModel2, IBMModel3:
    table = Model([AlignedSent(["x", "x", "y"], ["a"])], 20).translation_table
    print(f"{Model.__name__}, x x y from a: t(x|a) {table['x']['a']:.3f}, t(y|a) {table['y']['a']:.3f}")


def likelihood(model, pairs):
    total = 0
    for target, source in pairs:
        places, n, m = list(enumerate([None] + source)), len(source), len(target)
        for j, word in enumerate(target, 1):
            total += math.log(sum(
                model.translation_table[word][s] * model.alignment_table[i][j][n][m] for i, s in places
            ))
    return total


def falls(words):
    """rounds of IBM Model 2 that lower the likelihood, on 20 corpora"""
    generator = random.Random(1)
    fallen = 0
    for _ in range(20):
        pairs = []
        for _ in range(6):
            target = words(generator, "wxyz", generator.randint(2, 4))
            pairs.append((target, generator.sample("abc", generator.randint(1, 3))))
        tables = previous = None
        for _ in range(12):
            model = IBMModel2([AlignedSent(*pair) for pair in pairs], 1, tables)
            now = likelihood(model, pairs)
            fallen += previous is not None and now < previous - 1e-9
            previous = now
            tables = {"translation_table": model.translation_table, "alignment_table": model.alignment_table}
    return fallen


print("IBMModel2, no word twice:", falls(lambda g, words, n: g.sample(words, n)), "of 220 rounds lower the likelihood")
print("IBMModel2, words repeat:", falls(lambda g, words, n: g.choices(words, k=n)), "of 220 rounds lower the likelihood")
PY
PYTHONPATH=unpacked/usr/lib/python3/dist-packages /usr/bin/python3 -W ignore main.py | tee seen
diff want seen
