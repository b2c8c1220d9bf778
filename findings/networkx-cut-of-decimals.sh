#!/bin/sh
# networkx 2.8.8, minimum_cut: with decimal capacities the partition may be no minimum cut, or no cut,
# beside the right value. In tenths three flow functions leave the source's side empty: not even the
# source is in it. In hundredths the default's partition cuts 1.30 for a value of 1.24. With whole
# numbers all are right. Saturated arcs are found by flow == capacity, which rounding breaks. Who
# decodes a binary model by the partition gets another labeling than the best.
# Needs Debian 12 and its python3. Fails if a number changes.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
1/10, preflow_push: value 1.00, source's side [0, 1, 2, 3] cuts 1.00, least 1.00
1/10, edmonds_karp: value 1.00, source's side [] cuts 0.00, least 1.00
1/10, shortest_augmenting_path: value 1.00, source's side [] cuts 0.00, least 1.00
1/10, dinitz: value 1.00, source's side [] cuts 0.00, least 1.00
1/10, boykov_kolmogorov: value 1.00, source's side [0, 1, 2, 3] cuts 1.00, least 1.00
1/100, preflow_push: value 1.24, source's side [0, 2] cuts 1.30, least 1.24
1/1, preflow_push: value 124.00, source's side [0, 1, 2] cuts 124.00, least 124.00
1/100, edmonds_karp: value 1.24, source's side [] cuts 0.00, least 1.24
1/1, edmonds_karp: value 124.00, source's side [0, 1, 2] cuts 124.00, least 124.00
TEXT
apt-get download python3-networkx=2.8.8-1 >log 2>&1 || { cat log; exit 1; }
for deb in *.deb; do dpkg-deb -x "$deb" unpacked; done
cat >main.py <<'PY'
import itertools

import networkx
from networkx.algorithms import flow

tenths = {
    (0, 1): 7, (0, 3): 7, (1, 2): 3, (1, 4): 1, (2, 1): 4, (2, 3): 3, (2, 4): 9, (3, 1): 4, (3, 2): 8,
}
hundredths = {(0, 1): 3, (0, 2): 66, (0, 3): 62, (1, 3): 45, (2, 1): 48, (2, 3): 17}


def cut(arcs, side):
    return sum(c for (u, v), c in arcs.items() if u in side and v not in side)


def trial(arcs, unit, name):
    graph = networkx.DiGraph()
    for (u, v), c in arcs.items():
        graph.add_edge(u, v, capacity=c / unit)
    value, (side, _) = networkx.minimum_cut(graph, 0, max(graph), flow_func=getattr(flow, name))
    sides = [s for k in range(len(graph)) for s in itertools.combinations(range(max(graph)), k) if 0 in s]
    least = min(cut(arcs, s) for s in sides)
    print(f"1/{unit}, {name}: value {value:.2f}, source's side {sorted(side)} cuts {cut(arcs, side) / unit:.2f},",
          f"least {least / unit:.2f}")


for name in "preflow_push", "edmonds_karp", "shortest_augmenting_path", "dinitz", "boykov_kolmogorov":
    trial(tenths, 10, name)
for name in "preflow_push", "edmonds_karp":
    trial(hundredths, 100, name)
    trial(hundredths, 1, name)
PY
PYTHONPATH=unpacked/usr/lib/python3/dist-packages /usr/bin/python3 main.py | tee seen
diff want seen
