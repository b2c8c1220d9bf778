"""Writes data for spbench, with the standard library only.

An instance is a dict with the fields of docs/data.md: id, nodes (or node_index and node_value),
chain or edges, edge_rows (or edge_index and edge_value), gold, allowed, size, mixed, fold, weight,
shape, box, outside. Numbers may be numpy's.

    from spbench.data import write_jsonl, write_npz
    words = [{"chain": True, "nodes": [[1, 0.5], [1, -2]], "gold": [0, 1], "fold": 0}]
    write_jsonl("words.jsonl", words, labels=["NOUN", "VERB"])    # or words.jsonl.gz
    write_npz("words.npz", words, labels=["NOUN", "VERB"])

Both files are the same dataset. "spbench data check FILE" describes it and reports errors by line
or instance.
"""

import array
import gzip
import itertools
import json
import struct
import sys
import zipfile


def write_jsonl(path, instances, labels, **header):
    """Writes one instance per line.

    labels is their number or a list of their names; header has further fields of the first line."""
    opened = gzip.open(path, "wt", encoding="utf-8") if str(path).endswith(".gz") else open(path, "w", encoding="utf-8")
    with opened as file:
        for line in itertools.chain([dict(header, labels=labels)], instances):
            file.write(json.dumps(line, default=_plain, allow_nan=False, separators=(",", ":")) + "\n")


def write_npz(path, instances, labels, **header):
    """Writes the same as arrays. All instances need the same fields, and all dense or all sparse features."""
    instances = [{key: _plain(value) if hasattr(value, "tolist") else value for key, value in x.items()} for x in instances]
    labels = _plain(labels) if hasattr(labels, "tolist") else labels
    have = set().union(*(x.keys() for x in instances))
    for field in have & {"id", "fold", "nodes", "node_index", "node_value"}:
        for i, x in enumerate(instances):
            if field not in x:
                raise ValueError("instance %d has no %s, but others have: all instances or none" % (i, field))
    sizes = [len(x["nodes"] if "nodes" in x else x["node_index"]) for x in instances]
    arrays = {"labels": _texts(labels) if isinstance(labels, (list, tuple)) else _array("q", [labels], ())}
    arrays["offsets"] = _offsets(sizes)
    for what, dense in (("node", "nodes"), ("edge", "edge_rows")):
        if dense in have:
            rows = [row for x in instances for row in x.get(dense, [])]
            arrays[dense] = _table("f", rows)
        if what + "_index" in have:
            rows = [row for x in instances for row in x.get(what + "_index", [])]
            arrays[what + "_indptr"] = _offsets([len(row) for row in rows])
            arrays[what + "_indices"] = _flat("q", rows)
        if what + "_value" in have:
            arrays[what + "_data"] = _flat("f", [row for x in instances for row in x.get(what + "_value", [])])
    if all(x.get("chain") for x in instances):
        arrays["chain"] = _array("B", [1], (), "|b1")
    else:
        edges = [_edges(x, n) for x, n in zip(instances, sizes)]
        arrays["edges"] = _array("q", [v for ends in edges for edge in ends for v in edge], (sum(map(len, edges)), 2))
        arrays["edge_offsets"] = _offsets([len(ends) for ends in edges])
    if "gold" in have:
        names = {name: k for k, name in enumerate(labels)} if isinstance(labels, (list, tuple)) else {}
        gold = [-1 if k is None else names.get(k, k) for x, n in zip(instances, sizes) for k in x.get("gold", [None] * n)]
        for k in gold:
            if isinstance(k, str):
                raise ValueError("gold: unknown label %r: want one of %s" % (k, labels))
        arrays["gold"] = _array("q", gold, (len(gold),))
    if "allowed" in have:
        count = len(labels) if isinstance(labels, (list, tuple)) else labels
        names = {name: k for k, name in enumerate(labels)} if isinstance(labels, (list, tuple)) else {}
        lists = [a and {names.get(k, k) for k in a} for x, n in zip(instances, sizes) for a in x.get("allowed") or [None] * n]
        allowed = [int(a is None or k in a) for a in lists for k in range(count)]
        arrays["allowed"] = _array("B", allowed, (len(lists), count), "|b1")
    if "mixed" in have:
        for i, x in enumerate(instances):
            if "mixed" not in x:
                raise ValueError("instance %d has no mixed, but others have: all instances or none" % i)
        arrays["mixed"] = _table("d", [row for x in instances for row in x["mixed"]])
    if "outside" in have:
        outside = [int(v in out) for x, n in zip(instances, sizes) for out in [set(x.get("outside", ()))] for v in range(n)]
        arrays["outside"] = _array("B", outside, (len(outside),), "|b1")
    if "size" in have:
        arrays["size"] = _flat("d", [x.get("size", [1] * n) for x, n in zip(instances, sizes)])
    if "id" in have:
        arrays["id"] = _texts([x["id"] for x in instances])
    for field, code, absent in (("fold", "q", None), ("weight", "d", 1), ("shape", "q", [0, 0]), ("box", "q", [0] * 4)):
        if field in have:
            values = [x.get(field, absent) for x in instances]
            arrays[field] = _table(code, values) if absent and absent != 1 else _array(code, values, (len(values),))
    for field, value in header.items():
        arrays[field] = _array("B", [value], (), "|b1") if isinstance(value, bool) else _array("q", [value], ())
    unknown = have - {"nodes", "node_index", "node_value", "edge_rows", "edge_index", "edge_value", "chain", "edges", "gold", "allowed", "outside", "size", "mixed",
                      "id", "fold", "weight", "shape", "box"}
    if unknown:
        raise ValueError("write_npz does not write " + ", ".join(sorted(unknown)) + ": use write_jsonl")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in arrays.items():
            file.writestr(name + ".npy", content)


def _plain(value):
    """Converts a numpy array or number to plain Python."""
    return value.tolist()


def _edges(x, n):
    if x.get("chain"):
        return [(v, v + 1) for v in range(n - 1)]
    return x.get("edges", [])


def _offsets(sizes):
    offsets = [0]
    for n in sizes:
        offsets.append(offsets[-1] + n)
    return _array("q", offsets, (len(offsets),))


def _flat(code, rows):
    values = [v for row in rows for v in row]
    return _array(code, values, (len(values),))


def _table(code, rows):
    widths = {len(row) for row in rows} or {0}
    if len(widths) > 1:
        raise ValueError("rows have %s columns: all rows must be equally wide" % sorted(widths))
    return _array(code, [v for row in rows for v in row], (len(rows), widths.pop()))


def _texts(texts):
    width = max(map(len, texts), default=1) or 1
    content = b"".join(text.ljust(width, "\0").encode("utf-32-le") for text in texts)
    return _npy("<U%d" % width, (len(texts),), content)


def _array(code, values, shape, descr=None):
    """Returns the bytes of a .npy file. code is a type code of the array module."""
    content = array.array(code, values)
    if sys.byteorder == "big":
        content.byteswap()
    return _npy(descr or {"q": "<i8", "f": "<f4", "d": "<f8"}[code], shape, content.tobytes())


def _npy(descr, shape, content):
    header = repr({"descr": descr, "fortran_order": False, "shape": tuple(shape)}).replace("}", ", }")
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode("latin1") + content
