package python_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/spbench/spbench/harness/internal/data"
)

// script writes one dataset with every writer of spbench.data and, if numpy is installed, as shown
// in docs/data.md.
const script = `
import sys
sys.path.insert(0, sys.argv[1])
from spbench.data import write_jsonl, write_npz
words = [
    {"id": "a", "fold": 0, "weight": 2.5, "chain": True, "nodes": [[1, 0.1], [1, -2e-3], [1, 1e10]], "gold": ["NOUN", None, "VERB"]},
    {"id": "bé", "fold": 1, "weight": 1, "chain": True, "nodes": [[1, 3]], "gold": [1]},
]
images = [
    {"shape": [2, 2], "box": [0, 0, 2, 1], "size": [1, 2, 3, 4], "edges": [[0, 1], [0, 2], [1, 3], [2, 3]], "edge_rows": [[1], [2], [3], [4]],
     "node_index": [[0, 2], [], [1], [5]], "node_value": [[1, 0.25], [], [3], [-1]], "gold": [1, 0, 1, 0]},
    {"shape": [1, 2], "box": [0, 0, 1, 2], "size": [1, 1], "edges": [[0, 1]], "edge_rows": [[0.5]],
     "node_index": [[0], [2]], "node_value": [[7], [8]], "gold": [1, 0]},
]
partly = [
    {"nodes": [[1], [2], [3]], "gold": [None, None, "LAND"], "allowed": [["SKY", 1], None, None], "size": [4, 2, 9], "mixed": [[1, 2, 1], [0, 2, 0], [0, 0, 9]]},
    {"nodes": [[4]], "gold": ["SEA"], "size": [3], "mixed": [[0.5, 2.5, 0]]},
]
for name, instances, labels, header in (("words", words, ["NOUN", "VERB"], {}), ("images", images, 2, {"node_width": 9, "standardise": False}),
                                       ("partly", partly, ["SKY", "SEA", "LAND"], {})):
    write_jsonl(name + ".jsonl", instances, labels, **header)
    write_jsonl(name + ".jsonl.gz", iter(instances), labels, **header)
    write_npz(name + ".npz", instances, labels, **header)
for gold, id, want in ((["NOON"], "c", "unknown label 'NOON'"), ([0], None, "instance 0 has no id")):
    first = {"nodes": [[1]], "gold": gold}
    try:
        write_npz("refused.npz", [dict(first, id=id) if id else first, {"id": "d", "nodes": [[1]], "gold": [0]}], ["NOUN", "VERB"])
    except ValueError as e:
        assert want in str(e), e
    else:
        raise AssertionError("no error: " + want)
try:
    import numpy
except ImportError:
    sys.exit()
numpy.savez_compressed("words-numpy.npz", labels=["NOUN", "VERB"], offsets=[0, 3, 4], chain=True, fold=[0, 1], weight=[2.5, 1], id=["a", "bé"],
                       nodes=numpy.asfortranarray([[1, 0.1], [1, -2e-3], [1, 1e10], [1, 3]]), gold=[0, -1, 1, 1])
for x in words:
    x["nodes"] = numpy.array(x["nodes"], dtype=numpy.float64)
write_jsonl("words-arrays.jsonl", words, ["NOUN", "VERB"])
`

// All formats written by the Python module, with and without numpy, give one dataset.
func TestData(t *testing.T) {
	path := plain(t)
	here, err := filepath.Abs("../../../python")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cmd := exec.Command(path, "-c", script, here)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for name, instances := range map[string]int{"words": 2, "images": 2, "partly": 2} {
		hash := ""
		for _, ending := range []string{".jsonl", ".jsonl.gz", ".npz", "-numpy.npz",
			"-arrays.jsonl"} {
			file := filepath.Join(dir, name+ending)
			if _, err := os.Stat(file); err != nil {
				t.Logf("SKIPPED: %s%s, written by numpy", name, ending)
				continue
			}
			d, err := data.Load(data.FileName, fmt.Appendf(nil, `{"path":%q}`, file), "")
			if err != nil {
				t.Errorf("%v", err)
				continue
			}
			if hash == "" {
				hash = d.Hash
			}
			if len(d.Instances) != instances || d.Hash != hash {
				t.Errorf("%s%s: %d instances, hash %.8s, want %d and %.8s", name, ending,
					len(d.Instances), d.Hash, instances, hash)
			}
		}
	}
}
