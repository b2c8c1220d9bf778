package format

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/klauspost/compress/zstd"

	"github.com/spbench/spbench/harness/internal/testkit"
	"github.com/spbench/spbench/harness/sp"
)

// written returns the path of a file with the given content.
func written(t testing.TB, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	check(t, os.WriteFile(path, []byte(content), 0o666))
	return path
}

func read(t *testing.T, paths ...string) *Content {
	t.Helper()
	return must(Read(paths, "", nil))(t)
}

func same(t *testing.T, want, have *Content) {
	t.Helper()
	if diff := cmp.Diff(want, have, cmpopts.IgnoreUnexported(Content{})); diff != "" {
		t.Error(diff)
	}
}

// sameLines compares content with that of JSON lines.
func sameLines(t *testing.T, have *Content, lines ...string) {
	t.Helper()
	same(t, must(readJSONLText([]byte(strings.Join(lines, "\n"))))(t), have)
}

// everything has every field, in an order used by no writer of this project.
const everything = "\uFEFF" + `{"labels": ["sky", "roof"], "edge_width": 1, "standardise": true}

{"gold": ["sky", 0, null, 0], "id": "a\u00e9", "weight": 2.5, "fold": 3, "shape": [2, 2], "size": [1, 2, 0.5, 4], "edge_rows": [[0.5], [-1e-3]], "edges": [[1, 0], [2, 3]], "nodes": [[1, 2], [3, 4], [5, 6], [7, 8]], "allowed": [null, null, [1], null], "mixed": [[1, 0], [0, 2], [0, 0], [3, 1]], "costs": [[0, 1], [0, 2], [-1, 0], [0, 3]], "box": [0, 0, 2, 1]}
{"id": "b", "weight": 0.5, "fold": 0, "texts": ["He", "saw"], "chain": true, "nodes": [[-0.25, 1e2], [0, 0]], "edge_rows": [[7]]}
{"nodes": [[1, 1]], "gold": [1], "fold": 1, "outside": []}` + "\r\n"

// Every field reaches its destination.
func TestJSONL(t *testing.T) {
	want := &Content{
		K: 2, Labels: []string{"sky", "roof"}, NodeWidth: 2, EdgeWidth: 1, Fold: []int{3, 0, 1},
		Standardise: true,
		Outside:     [][]bool{{false, true, false, true}, {false, false}, {false}},
		Instances: []sp.Instance{{
			ID: "aé", Weight: 2.5, K: 2,
			Node:  sp.Rows{N: 4, D: 2, Dense: []float32{1, 2, 3, 4, 5, 6, 7, 8}},
			Edges: []sp.Edge{{U: 0, V: 1}, {U: 2, V: 3}},
			Edge:  sp.Rows{N: 2, D: 1, Dense: []float32{0.5, -1e-3}},
			Gold:  []int32{0, 0, sp.Unknown, 0}, Allowed: [][]int32{nil, nil, {1}, nil},
			Size: []float64{1, 2, 0.5, 4}, Costs: []float64{0, 1, 0, 2, -1, 0, 0, 3},
			Shape: [2]int{2, 2}, Mixed: []float64{1, 0, 0, 2, 0, 0, 3, 1},
		}, {
			ID: "b", Weight: 0.5, K: 2, Node: sp.Rows{N: 2, D: 2, Dense: []float32{-0.25, 100, 0, 0}},
			Edges: sp.ChainEdges(2), Edge: sp.Rows{N: 1, D: 1, Dense: []float32{7}},
			Texts: []string{"He", "saw"},
			Gold:  []int32{sp.Unknown, sp.Unknown},
		}, {
			ID: "3", Weight: 1, K: 2, Node: sp.Rows{N: 1, D: 2, Dense: []float32{1, 1}},
			Edge: sp.Rows{D: 1}, Gold: []int32{1},
		}},
	}
	have := read(t, written(t, "all.jsonl", everything))
	same(t, want, have)

	var b bytes.Buffer
	check(t, WriteJSONL(&b, have))
	same(t, have, read(t, written(t, "again.jsonl", b.String())))
}

// Sparse rows have the width of the largest column of all, unless it is declared.
func TestJSONLSparse(t *testing.T) {
	lines := `{"node_index": [[0, 4], []], "node_value": [[1, 2.5], []], "edges": [[0, 1]], "edge_index": [[2]]}
{"node_index": [[6]], "node_value": [[3]]}
`
	c := read(t, written(t, "s.jsonl", `{"labels": 3}`+"\n"+lines))
	same(t, &Content{
		K: 3, Labels: []string{"0", "1", "2"}, NodeWidth: 7, EdgeWidth: 3,
		Instances: []sp.Instance{{
			ID: "1", Weight: 1, K: 3, Gold: []int32{-1, -1}, Edges: []sp.Edge{{U: 0, V: 1}},
			Node: sp.Rows{N: 2, D: 7, Start: []int32{0, 2, 2}, Index: []int32{0, 4},
				Value: []float32{1, 2.5}},
			Edge: sp.Rows{N: 1, D: 3, Start: []int32{0, 1}, Index: []int32{2}},
		}, {
			ID: "2", Weight: 1, K: 3, Gold: []int32{-1}, Edge: sp.Rows{D: 3},
			Node: sp.Rows{N: 1, D: 7, Start: []int32{0, 1}, Index: []int32{6}, Value: []float32{3}},
		}},
	}, c)
	if c = read(t, written(t, "w.jsonl", `{"labels": 3, "node_width": 20}`+"\n"+
		lines)); c.NodeWidth != 20 || c.Instances[0].Node.D != 20 {
		t.Errorf("width %d, want the declared 20", c.NodeWidth)
	}
	var b bytes.Buffer
	check(t, WriteJSONL(&b, c))
	same(t, c, read(t, written(t, "again.jsonl", b.String())))
}

// A compressed file gives the same dataset. A truncated one is an error.
func TestCompressed(t *testing.T) {
	want := read(t, written(t, "a.jsonl", everything))
	var gz, zst bytes.Buffer
	z := must(zstd.NewWriter(&zst))(t)
	for _, w := range []io.WriteCloser{gzip.NewWriter(&gz), z} {
		must(w.Write([]byte(everything)))(t)
		check(t, w.Close())
	}
	same(t, want, read(t, written(t, "a.jsonl.gz", gz.String())))
	same(t, want, read(t, written(t, "a.JSONL.zst", zst.String())))
	for name, content := range map[string]string{
		"cut.jsonl.gz": gz.String()[:gz.Len()-20], "cut.jsonl.zst": zst.String()[:zst.Len()-20],
		"no.jsonl.gz": everything, "no.jsonl.zst": everything,
	} {
		if _, err := Read([]string{written(t, name, content)}, "", nil); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// Each file is a fold, unless the files name folds.
func TestSeveralFiles(t *testing.T) {
	one := `{"labels": 2}` + "\n" + `{"nodes": [[1]]}` + "\n"
	c := read(t, written(t, "train.jsonl", one+`{"nodes": [[2]]}`), written(t, "test.jsonl", one))
	if !slices.Equal(c.Fold, []int{0, 0, 1}) {
		t.Errorf("folds %v", c.Fold)
	}
	if id := c.Instances[2].ID; id != "1:1" {
		t.Errorf("id %q", id)
	}
	own := `{"labels": 2, "nodes": [[1]], "fold": 4, "id": "x"}`
	if c = read(t, written(t, "a.jsonl", own),
		written(t, "b.jsonl", `{"nodes": [[1]], "fold": 2}`)); !slices.Equal(c.Fold, []int{4, 2}) {
		t.Errorf("folds %v, want those of the files", c.Fold)
	}
	_, err := Read([]string{written(t, "a.jsonl", own), written(t, "b.jsonl", one)}, "", nil)
	wantError(t, "folds in one of two", err, "b.jsonl:2: ", "no fold", "a.jsonl:1")
}

// The field of the groups has any name, also that of another field.
func TestJSONLGroups(t *testing.T) {
	const line = `{"labels": 2, "id": "7", "fold": 7, "nodes": [[1]]`
	for name, text := range map[string]string{"writer": line + `, "writer": 7}`, "id": line + "}",
		"fold": line + "}"} {
		c := must(readArgs(t, written(t, "a.jsonl", text), map[string]any{"group": name}))(t)
		if c.Group[0] != "7" || c.Instances[0].ID != "7" || c.Fold[0] != 7 || c.GroupName != name {
			t.Errorf("%s: groups %q (%s), ID %s, folds %v", name, c.Group, c.GroupName,
				c.Instances[0].ID, c.Fold)
		}
	}
	_, err := readArgs(t, written(t, "a.jsonl", line+"}"), map[string]any{"group": "writer"})
	wantError(t, "no group", err, "a.jsonl:1: no field writer, which group: names")
}

// TestReplacementCharacter: a text may have the character U+FFFD, written as such or as an escape.
func TestReplacementCharacter(t *testing.T) {
	c := read(t, written(t, "a.jsonl",
		"{\"labels\": [\"\\\"\uFFFD\", \"\\uFFFD\", \"\\\\\uFFFD\\ufffd\"], \"nodes\": [[1]]}"))
	if want := []string{"\"\uFFFD", "\uFFFD", "\\\uFFFD\uFFFD"}; !slices.Equal(c.Labels, want) {
		t.Errorf("labels %q, want %q", c.Labels, want)
	}
}

var check = testkit.Need

// must is testkit.Must.
func must[T any](v T, err error) func(testing.TB) T { return testkit.Must(v, err) }
