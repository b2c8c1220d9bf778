"""An external metric: the F1 of boundaries, the edges with two different labels.

Use it in a suite like this (docs/suites.md):

    metrics:
      - command: {run: [python3, ./boundary_f1.py], as: boundary F1, average: micro, higher: true, percent: true}

It reads a line of JSON for each test instance. For each it prints the addends of the
metric's two sums: 2·|both| and |true| + |predicted| of the boundary's edges.
"""

import json
import sys

for line in sys.stdin:
    x = json.loads(line)
    gold, predicted = x["gold"], x["predicted"]
    both = of_gold = of_predicted = 0
    for u, v in x["edges"]:
        if gold[u] is None or gold[v] is None:
            continue  # unknown or revealed: not scored
        g, p = gold[u] != gold[v], predicted[u] != predicted[v]
        both, of_gold, of_predicted = both + (g and p), of_gold + g, of_predicted + p
    print(json.dumps({"num": 2 * both, "den": of_gold + of_predicted}))
