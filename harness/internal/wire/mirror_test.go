package wire

import (
	"reflect"
	"testing"

	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/sp"
)

// TestTwins: each field of a small message has a twin in the plain value, except the access to
// oracles and what is out of use. A new field cannot be forgotten.
func TestTwins(t *testing.T) {
	for _, pair := range [][2]reflect.Type{
		{reflect.TypeFor[pb.Budget](), reflect.TypeFor[sp.Budget]()},
		{reflect.TypeFor[pb.Checkpoint](), reflect.TypeFor[sp.Stamped]()},
		{reflect.TypeFor[pb.Counts](), reflect.TypeFor[sp.Counts]()},
		{reflect.TypeFor[pb.Decoder](), reflect.TypeFor[Decoder]()},
		{reflect.TypeFor[pb.Description](), reflect.TypeFor[Description]()},
		{reflect.TypeFor[pb.FitRequest](), reflect.TypeFor[FitRequest]()},
		{reflect.TypeFor[pb.Objective](), reflect.TypeFor[sp.Objective]()},
		{reflect.TypeFor[pb.Parameter](), reflect.TypeFor[param.Parameter]()},
		{reflect.TypeFor[pb.PredictRequest](), reflect.TypeFor[PredictRequest]()},
		{reflect.TypeFor[pb.Saved](), reflect.TypeFor[sp.Saved]()},
		{reflect.TypeFor[pb.Schedule](), reflect.TypeFor[sp.Schedule]()},
		{reflect.TypeFor[pb.Setting](), reflect.TypeFor[Setting]()},
		{reflect.TypeFor[pb.Spec](), reflect.TypeFor[sp.Spec]()},
	} {
		for _, f := range reflect.VisibleFields(pair[0]) {
			_, twin := pair[1].FieldByNameFunc(twinOf(f.Name))
			if f.IsExported() && !twin && f.Name != "Oracles" && f.Name != "ReportSeconds" {
				t.Errorf("%s has no twin of %s.%s", pair[1], pair[0], f.Name)
			}
		}
	}
}
