package score

import (
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/sp"
)

// A decoder that predicts one label for all hidden variables is named, if their true labels differ. Shown
// labels do not count, in the predictions nor in the truth.
func TestWarnConstant(t *testing.T) {
	const hidden = sp.Unknown
	for _, c := range []struct {
		shown, gold, said []int32
		want              bool
	}{
		{[]int32{hidden, hidden, hidden}, []int32{0, 1, 1}, []int32{1, 1, 1}, true},
		{[]int32{hidden, hidden, hidden}, []int32{0, 1, 1}, []int32{1, 1, 0}, false},
		{[]int32{hidden, hidden, hidden}, []int32{0, 0, 0}, []int32{1, 1, 1}, false},
		{[]int32{0, hidden, hidden}, []int32{0, 0, 1}, []int32{0, 1, 1}, true},
		{[]int32{0, hidden, hidden}, []int32{0, 1, 1}, []int32{0, 1, 1}, false},
		{[]int32{0, hidden, hidden}, []int32{0, 1, 1}, []int32{1, 1, 1}, false},
		{[]int32{0, 1, 1}, []int32{0, 1, 1}, []int32{0, 0, 0}, false},
	} {
		got := ""
		in := &Input{Instances: &plan.Instances{Gold: [][]int32{c.gold[:2], c.gold[2:]}},
			Fit: &plan.Fit{Configuration: &plan.Configuration{Dataset: &plan.Dataset{
				Data: &data.Dataset{Labels: []string{"no", "yes"}}}}},
			Warn: func(text string) { got += text }}
		test := []sp.Instance{{Gold: c.shown[:2]}, {Gold: c.shown[2:]}}
		in.warnConstant(&suite.Decoder{Spec: suite.Spec{Name: "map", Args: []byte(`{}`)}}, test,
			[]sp.Prediction{{Labels: c.said[:2]}, {Labels: c.said[2:]}})
		want := ""
		if c.want {
			want = `one label by decoder map: it predicts label "yes" for every variable, but the test set has several`
		}
		if got != want {
			t.Errorf("%+v: %q, want %q", c, got, want)
		}
	}
}

// TestWarningsOfRowsLeftOut: a warning of scoring names only the remaining decoders.
func TestWarningsOfRowsLeftOut(t *testing.T) {
	rec := record.Fit{
		Warnings: []string{
			"hot",
			"approximate oracle: decoder map, mpm by TRW for 3 of 20 test instances",
			"approximate decoder mpm: it is",
			"approximate oracle: decoder map by TRW for 3 of 20 validation instances",
			`one label by decoder mpm: it predicts label "a" for every`,
			"no temperature: mpm takes scores as log-probabilities",
		},
		Rows: []record.Row{{Outcome: record.Outcome{Kind: record.OK}}},
	}
	out := func(name string) []suite.Decoder { return []suite.Decoder{{Spec: suite.Spec{Name: name}}} }
	for name, want := range map[string][]string{
		"map":  {"hot", "approximate oracle: decoder map by TRW for 3 of 20 test instances", rec.Warnings[3]},
		"mpm":  {"hot", "approximate oracle: decoder mpm by TRW for 3 of 20 test instances", rec.Warnings[2], rec.Warnings[3], rec.Warnings[4], rec.Warnings[5]},
		"mean": {"hot", rec.Warnings[3]},
	} {
		if is := WarningsFor(&rec, out(name)); !slices.Equal(is, want) {
			t.Errorf("%s: %q, want %q", name, is, want)
		}
	}
}
