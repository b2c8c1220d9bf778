package wire

import (
	"reflect"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/sp"
)

// TestTwins: each field of a message has a twin in the plain value. Exceptions are filled by hand
// or out of use. A new field cannot be forgotten.
func TestTwins(t *testing.T) {
	byHand := []string{"Oracles", "ReportSeconds", "Chain", "Constrained", "AllowedStart", "Rows",
		"Columns", "ConstrainedPairs", "Sparse", "Variance", "Token"}
	for _, pair := range [][2]reflect.Type{
		{reflect.TypeFor[pb.Answers](), reflect.TypeFor[Answers]()},
		{reflect.TypeFor[pb.Atom](), reflect.TypeFor[sp.Atom]()},
		{reflect.TypeFor[pb.Budget](), reflect.TypeFor[sp.Budget]()},
		{reflect.TypeFor[pb.Checkpoint](), reflect.TypeFor[sp.Stamped]()},
		{reflect.TypeFor[pb.Counts](), reflect.TypeFor[sp.Counts]()},
		{reflect.TypeFor[pb.Decoder](), reflect.TypeFor[Decoder]()},
		{reflect.TypeFor[pb.Description](), reflect.TypeFor[Description]()},
		{reflect.TypeFor[pb.Factors](), reflect.TypeFor[sp.Factors]()},
		{reflect.TypeFor[pb.FitRequest](), reflect.TypeFor[FitRequest]()},
		{reflect.TypeFor[pb.Frame](), reflect.TypeFor[sp.Frame]()},
		{reflect.TypeFor[pb.Instance](), reflect.TypeFor[sp.Instance]()},
		{reflect.TypeFor[pb.Objective](), reflect.TypeFor[sp.Objective]()},
		{reflect.TypeFor[pb.Parameter](), reflect.TypeFor[param.Parameter]()},
		{reflect.TypeFor[pb.Potentials](), reflect.TypeFor[OwnScores]()},
		{reflect.TypeFor[pb.Prediction](), reflect.TypeFor[sp.Prediction]()},
		{reflect.TypeFor[pb.Queries](), reflect.TypeFor[Queries]()},
		{reflect.TypeFor[pb.Rows](), reflect.TypeFor[sp.Rows]()},
		{reflect.TypeFor[pb.Structure](), reflect.TypeFor[sp.Structure]()},
		{reflect.TypeFor[pb.PredictRequest](), reflect.TypeFor[PredictRequest]()},
		{reflect.TypeFor[pb.Saved](), reflect.TypeFor[sp.Saved]()},
		{reflect.TypeFor[pb.Schedule](), reflect.TypeFor[sp.Schedule]()},
		{reflect.TypeFor[pb.Setting](), reflect.TypeFor[Setting]()},
		{reflect.TypeFor[pb.Spec](), reflect.TypeFor[sp.Spec]()},
	} {
		for _, f := range reflect.VisibleFields(pair[0]) {
			_, twin := pair[1].FieldByNameFunc(twinOf(f.Name))
			if f.IsExported() && !twin && !slices.Contains(byHand, f.Name) {
				t.Errorf("%s has no twin of %s.%s", pair[1], pair[0], f.Name)
			}
		}
	}
}
