"""A metric of one's own: the F1 of boundaries, edges whose two labels differ.

A suite names it (docs/suites.md):

    metrics:
      - command: {run: [python3, ./boundary_f1.py], as: boundary F1, average: micro, higher: true, percent: true}

It gets a line of JSON for each test instance and answers each with what that adds to the
two sums of the metric: 2·|both| and |true| + |predicted| of the boundary's edges.
"""

import json
import sys

for line in sys.stdin:
    x = json.loads(line)
    gold, predicted = x["gold"], x["predicted"]
    both = of_gold = of_predicted = 0
    for u, v in x["edges"]:
        if gold[u] is None or gold[v] is None:
            continue  # not known, or shown: not to be scored
        g, p = gold[u] != gold[v], predicted[u] != predicted[v]
        both, of_gold, of_predicted = both + (g and p), of_gold + g, of_predicted + p
    print(json.dumps({"num": 2 * both, "den": of_gold + of_predicted}))
