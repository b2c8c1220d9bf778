package format_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/spbench/spbench/harness/internal/format"
	"github.com/spbench/spbench/harness/sp"
)

// JSON lines refuse a structure that they cannot hold, and do not leave it out.
func TestWriteRefusesStructures(t *testing.T) {
	for _, x := range []sp.Instance{
		{ID: "a", Structure: &sp.Structure{Kind: sp.Arborescence}},
		{ID: "b", Label: sp.Rows{N: 2, D: 1, Dense: []float32{1, 2}}},
	} {
		var b bytes.Buffer
		err := format.WriteJSONL(&b, &format.Content{Instances: []sp.Instance{x}})
		if !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("instance %s: error %v, want %v", x.ID, err, errors.ErrUnsupported)
		}
	}
}
