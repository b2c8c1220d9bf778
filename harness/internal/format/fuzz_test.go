package format

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// readsWell checks the result of a reader: its instances are valid, and written as JSON lines they
// are read back unchanged.
func readsWell(t *testing.T, c *Content, err error) {
	if err != nil {
		if text := err.Error(); strings.Contains(text, "\n") && !strings.HasSuffix(text, "^") {
			t.Errorf("the error has several lines: %q", err)
		}
		return
	}
	if c == nil || len(c.Instances) == 0 { // rejected by Read
		return
	}
	for i := range c.Instances {
		check(t, c.Instances[i].Check())
	}
	var first, second bytes.Buffer
	check(t, WriteJSONL(&first, c))
	again, err := readJSONLText(first.Bytes())
	if err != nil {
		t.Fatalf("written data cannot be read: %v\n%s", err, first.Bytes())
	}
	check(t, WriteJSONL(&second, again))
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Errorf("written, read and written:\n%s\n%s", first.Bytes(), second.Bytes())
	}
}

func readJSONLText(text []byte) (*Content, error) {
	r := newJSONL("")
	if err := r.read(newLines("text", bytes.NewReader(text))); err != nil {
		return nil, err
	}
	return r.content(), nil
}

func FuzzJSONL(f *testing.F) {
	f.Add([]byte(everything))
	if text, err := os.ReadFile("testdata/structures.jsonl"); err == nil {
		f.Add(text)
	}
	f.Add([]byte(`{"labels": 3}` + "\n" +
		`{"node_index": [[0, 4], []], "node_value": [[1, 2.5], []], "edges": [[0, 1]], "edge_index": [[2]]}`))
	f.Add([]byte(`{"labels": ["a"], "nodes": [[1e-3], [0.5]], "gold": ["a", null], "shape": [1, 2], "box": [0, 0, 1, 1]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := readJSONLText(text)
		readsWell(t, c, err)
	})
}
