package format

import (
	"bytes"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/spbench/spbench/harness/sp"
)

// TestStructures: each field of a structure reaches its destination. Writing and reading changes
// nothing.
func TestStructures(t *testing.T) {
	c := read(t, "testdata/structures.jsonl")
	want := []sp.Structure{{Kind: sp.Arborescence, Single: true}, {Kind: sp.Assignment},
		{Kind: sp.Assignment, None: sp.Unknown},
		{Kind: sp.Path, Arcs: []sp.Edge{{U: 0, V: 1}, {U: 1, V: 3}, {U: 0, V: 3}}, Sink: 3},
		{Kind: sp.Cardinality, Least: 1, Most: 2}}
	labels := []int{3, 2, 4, 2, 2, 4}
	for i := range c.Instances {
		x := &c.Instances[i]
		if x.K != labels[i] || x.Label.N > 0 && x.Label.D != 9 {
			t.Errorf("instance %s: %d labels, want %d; %d columns", x.ID, x.K, labels[i], x.Label.D)
		}
		if i == len(want) {
			if x.Structure != nil {
				t.Errorf("a chain has structure %v", x.Structure)
			}
			continue
		}
		if diff := cmp.Diff(&want[i], x.Structure); diff != "" {
			t.Errorf("instance %s: %s", x.ID, diff)
		}
	}
	c.Instances[0], c.Instances[1] = c.Instances[1], c.Instances[0] // the first one tells widths
	var b bytes.Buffer
	check(t, WriteJSONL(&b, c))
	same(t, c, read(t, written(t, "b.jsonl", b.String())))

	c.Instances[1].K = 2
	if err := WriteJSONL(&b, c); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("an instance of 2 labels without rows: error %v", err)
	}
}

// TestNPZStructures: arrays are the same as lines.
func TestNPZStructures(t *testing.T) {
	same(t, read(t, "testdata/arrays.jsonl"), read(t, written(t, "a.npz", string(structures()))))
}

// structures has an array of each field of a structure.
func structures() []byte {
	return zipped(
		"labels", npy("<i8 (): 4"),
		"offsets", npy("<i8 (5,): 0 2 3 6 7"), "nodes", npy("<f4 (7,1): 1 2 3 4 5 6 7"),
		"structure", words32(12, "arborescence", "assignment", "path", "cardinality"),
		"single", npy("|b1 (4,): 1 0 0 0"), "none", npy("<i8 (4,): -1 0 -1 -1"),
		"arcs", npy("<i8 (7,2): 0 0 0 0 0 0 0 1 1 3 0 3 0 0"), "source", npy("<i8 (4,): 0 0 0 0"),
		"sink", npy("<i8 (4,): 0 0 3 0"), "least", npy("<i8 (4,): 0 0 0 1"),
		"most", npy("<i8 (4,): 0 0 0 1"), "label_offsets", npy("<i8 (5,): 0 0 2 4 6"),
		"label_rows", npy("<f4 (6,1): 1 2 3 4 5 6"), "gold", npy("<i8 (7,): 2 0 1 1 1 0 -1"),
		"mixed", npy("<f8 (7,4): 1 2 3 4 5 6 7 8 1 2 3 4 0*16"),
		"allowed", npy("|b1 (7,4): 1 1 1 0 1 0 1 0 1 1 0 0 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1"))
}
