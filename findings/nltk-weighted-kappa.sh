#!/bin/sh
# NLTK 3.8, AnnotationTask.weighted_kappa: its argument max_distance, meant to bring distances to 0 to 1,
# divides the expected disagreement and not the observed one. Cohen's weighted kappa does not depend
# on the unit of the distances; here two raters of 1 to 3, distance |a - b|, have -.250 with
# max_distance 1, and -1.500 with 2, the greatest distance there is. Inter-rater agreement bounds
# what a learner of such labels can reach.
# Needs Debian 12 and its python3. Fails if a number changes.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
distance |a - b|, max_distance 1: -0.250, by definition -0.250
distance |a - b|, max_distance 2: -1.500, by definition -0.250
distance |a - b|/2, max_distance 1: -0.250, by definition -0.250
TEXT
apt-get download python3-nltk=3.8-1 python3-regex=0.1.20221031-1+b1 python3-click=8.1.3-2 \
	python3-colorama=0.4.6-2 python3-joblib=1.2.0-4+deb12u1 python3-tqdm=4.64.1-1 >log 2>&1 ||
	{ cat log; exit 1; }
for deb in *.deb; do dpkg-deb -x "$deb" unpacked; done
cat >main.py <<'PY'
from nltk.metrics.agreement import AnnotationTask

first, second = [3, 3, 1, 2, 3], [1, 2, 3, 1, 3]
rows = [(rater, item, label) for rater, labels in (("a", first), ("b", second)) for item, label in enumerate(labels)]


def right(distance):
    observed = sum(map(distance, first, second)) / len(first)
    expected = sum(distance(a, b) for a in first for b in second) / len(first) ** 2
    return 1 - observed / expected


for name, distance, greatest in (
    ("|a - b|", lambda a, b: abs(a - b), 1),
    ("|a - b|", lambda a, b: abs(a - b), 2),
    ("|a - b|/2", lambda a, b: abs(a - b) / 2, 1),
):
    seen = AnnotationTask(rows, distance).weighted_kappa(max_distance=greatest)
    print(f"distance {name}, max_distance {greatest}: {seen:.3f}, by definition {right(distance):.3f}")
PY
PYTHONPATH=unpacked/usr/lib/python3/dist-packages /usr/bin/python3 main.py | tee seen
diff want seen
