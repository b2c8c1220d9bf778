package wire_test

import (
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/internal/wire/pb"
)

// TestManyEntries: a description of tens of thousands of entries is refused before it costs seconds.
func TestManyEntries(t *testing.T) {
	for name, d := range map[string]*pb.Description{
		"decoders":   {Decoders: make([]*pb.Decoder, 60_000)},
		"parameters": {Parameters: make([]*pb.Parameter, 60_000)},
		"values":     {Parameters: []*pb.Parameter{{Name: "a", Enum: make([]string, 60_000)}}},
	} {
		d.Name = "many"
		if _, err := wire.ToDescription(d); err == nil || !strings.Contains(err.Error(),
			"60000 "+name+"; at most 1000") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
