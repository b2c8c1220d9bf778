"""Fills a bag: items of SIZE, and ROOM for some of them. Label 1 is in the bag."""
import json, sys

SIZE, ROOM, NEVER = [1 + 7 * i % 9 for i in range(20)], 30, float("-inf")


def solve(question):
    best, before, labels, room = [0.0] * (ROOM + 1), [], [], ROOM
    rows = [[NEVER if v is None else v for v in row] for row in question["scores"]]
    for (out, into), size in zip(rows, SIZE):  # best: scores of the items so far, by room
        before.append(best)
        packed = [NEVER] * size + [b + into for b in best[:-size]]
        best = list(map(max, [b + out for b in best] if out else best, packed))
    for (out, into), size, b in zip(rows[::-1], SIZE[::-1], before[::-1]):
        labels.append(int(room >= size and b[room - size] + into > b[room] + out))
        room -= size * labels[-1]
    return {"labels": labels[::-1], "score": best[-1]} if best[-1] > NEVER else None


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps([solve(q) for q in json.loads(line)]), flush=True)
