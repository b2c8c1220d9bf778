#!/bin/sh
# NLTK 3.8, parse.DependencyGraph: of a sentence with two roots, which CoNLL-X allows, tree() and
# triples() have the first root and what hangs on it. The other words are lost without a word; to_conll
# keeps them. Counts of arcs taken from triples() are too small.
# Needs Debian 12 and its python3. Fails if an answer changes.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
heads 2 0 2: tree (b a c), 2 triples, 3 lines
heads 0 0 2: tree (a ), 0 triples, 3 lines
heads 2 0 0: tree (b a), 1 triples, 3 lines
TEXT
apt-get download python3-nltk=3.8-1 python3-regex=0.1.20221031-1+b1 python3-click=8.1.3-2 \
	python3-colorama=0.4.6-2 python3-joblib=1.2.0-4+deb12u1 python3-tqdm=4.64.1-1 >log 2>&1 ||
	{ cat log; exit 1; }
for deb in *.deb; do dpkg-deb -x "$deb" unpacked; done
cat >main.py <<'PY'
from nltk.parse import DependencyGraph

for heads in "202", "002", "200":
    text = "".join(f"{w} N {h} {'ROOT' if h == '0' else 'x'}\n" for w, h in zip("abc", heads))
    graph = DependencyGraph(text)
    print(f"heads {' '.join(heads)}: tree {graph.tree()}, {len(list(graph.triples()))} triples, "
          f"{len(graph.to_conll(4).splitlines())} lines")
PY
PYTHONPATH=unpacked/usr/lib/python3/dist-packages /usr/bin/python3 main.py | tee seen
diff want seen
