#!/bin/sh
# PyNLPl 1.2.9, OrdinalEvaluation: mae() and rmse() of all items leave out each item whose predicted
# label is the gold label of no item. Gold 1 1 2 2 and predicted 3 3 2 2 have error 0. So a learner
# gains by predicting labels that do not occur.
# Needs Debian 12 and its python3. Fails if a number changes.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
gold [1, 1, 2, 2], predicted [3, 3, 2, 2]: mae 0.00, rmse 0.00, right 1.00, 1.41
gold [1, 1, 2, 2], predicted [2, 2, 2, 2]: mae 0.50, rmse 0.71, right 0.50, 0.71
gold [1, 2, 4, 4], predicted [3, 3, 3, 4]: mae 0.00, rmse 0.00, right 1.00, 1.22
TEXT
apt-get download python3-pynlpl=1.2.9-1 >log 2>&1 || { cat log; exit 1; }
for deb in *.deb; do dpkg-deb -x "$deb" unpacked; done
cat >main.py <<'PY'
from pynlpl.evaluation import OrdinalEvaluation

for gold, predicted in ([1, 1, 2, 2], [3, 3, 2, 2]), ([1, 1, 2, 2], [2, 2, 2, 2]), ([1, 2, 4, 4], [3, 3, 3, 4]):
    seen = OrdinalEvaluation(gold, predicted)
    errors = [abs(a - b) for a, b in zip(gold, predicted)]
    print(f"gold {gold}, predicted {predicted}: mae {seen.mae():.2f}, rmse {seen.rmse():.2f},",
          f"right {sum(errors) / 4:.2f}, {(sum(e * e for e in errors) / 4) ** 0.5:.2f}")
PY
PYTHONPATH=unpacked/usr/lib/python3/dist-packages /usr/bin/python3 main.py | tee seen
diff want seen
