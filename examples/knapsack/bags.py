"""Writes bags with their best items: python3 bags.py > bags.jsonl"""
import json, random

from knapsack import SIZE, solve

draw = random.Random(1)
print(json.dumps({"labels": ["left", "packed"], "node_width": 4}))
for bag in range(120):
    items = [[1] + [round(draw.gauss(0, 1), 2) for _ in range(3)] for _ in SIZE]
    worth = [[0, 1 + 2 * a - b + draw.gauss(0, 1)] for _, a, b, _ in items]
    print(json.dumps({"id": f"bag {bag}", "fold": bag // 60, "nodes": items,
                      "gold": solve({"scores": worth})["labels"]}))
