#!/bin/sh
# scipy 1.10.1, stats.wilcoxon: differences that are equal as decimals, .21 - .19 and .16 - .14, are no ties
# as doubles, so p depends on the unit. Ten error rates of two learners have p .106 in per cent (ties,
# by the normal approximation) and .037, "exact", as fractions; by enumeration it is .121. Error rates
# are counts divided by a number of instances, so such ties are the rule.
# Needs Debian 12 and its python3. Fails if a number changes.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
per cent 0.1055, fractions 0.0371, fractions of 128 0.1055, enumeration 0.1211
TEXT
apt-get download python3-scipy=1.10.1-2 python3-numpy=1:1.24.2-1+deb12u1 python3-decorator=5.1.1-3 \
	libblas3=3.11.0-2 liblapack3=3.11.0-2 liblbfgsb0=3.0+dfsg.4-1 libgfortran5 >log 2>&1 || { cat log; exit 1; }
for deb in *.deb; do dpkg-deb -x "$deb" unpacked; done
cat >main.py <<'PY'
import itertools

from scipy.stats import rankdata, wilcoxon

a = [21, 26, 16, 19, 21, 22, 28, 6, 10, 14]
b = [19, 24, 14, 21, 18, 19, 30, 4, 8, 15]


def p(unit):
    return wilcoxon([x / unit for x in a], [y / unit for y in b]).pvalue


differences = [x - y for x, y in zip(a, b) if x != y]
ranks = rankdata([abs(d) for d in differences])
seen = abs(sum(r if d > 0 else -r for r, d in zip(ranks, differences)))
signs = list(itertools.product((-1, 1), repeat=len(differences)))
extreme = sum(abs(sum(s * r for s, r in zip(sign, ranks))) >= seen for sign in signs)
print(f"per cent {p(1):.4f}, fractions {p(100):.4f}, fractions of 128 {p(128):.4f}, enumeration {extreme / len(signs):.4f}")
PY
lib="$room/unpacked/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)"
export LD_LIBRARY_PATH="$lib:$lib/blas:$lib/lapack"
PYTHONPATH=unpacked/usr/lib/python3/dist-packages /usr/bin/python3 -W ignore main.py | tee seen
diff want seen
