package wire_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/param"
)

func TestDescriptionRoundTrip(t *testing.T) {
	want := wire.Description{
		Name: "crf", Doc: "Conditional random field.", Source: "Lafferty et al. 2001",
		Parameters: []param.Parameter{
			{Name: "lambda", Type: "number", Default: []byte("0.1"), Help: "strength",
				Range: "(0,inf)", When: "objective=joint"},
			{Name: "objective", Type: "string", Default: []byte(`"joint"`),
				Enum: []string{"joint", "unary"}},
		},
		Decoders: []wire.Decoder{
			{Name: "map", Doc: "most probable labeling"},
			{Name: "perturb", Doc: "by draws",
				Params: []param.Parameter{{Name: "draws", Type: "integer", Default: []byte("100"),
					Range: "[1,inf)"}}},
		},
	}
	got, err := wire.ToDescription(carry(t, wire.FromDescription(&want), &pb.Description{}))
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v\n-sent +got:\n%s", err, diff)
	}
	if _, err := wire.ToDescription(&pb.Description{}); err == nil {
		t.Error("a description without a name passes")
	}
}
