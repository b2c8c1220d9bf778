package score

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/data/prepare"
	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/run/plan"
	_ "github.com/spbench/spbench/harness/internal/run/runtest" // for the flag -update
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/partition"
	"github.com/spbench/spbench/harness/sp"
)

// TestForestsInTurn: in each round an instance hides a forest and shows the true labels of the
// rest. After the last round every variable was hidden once, and its first prediction counts. Other
// seeds have other forests.
func TestForestsInTurn(t *testing.T) {
	d, err := data.Load("blobs", []byte(`{"images":6,"rows":9,"columns":7,"labels":3}`), "")
	if err != nil {
		t.Fatal(err)
	}
	var p plan.Instances
	for i := range d.Instances {
		p.Gold, p.Test = append(
			p.Gold, d.Instances[i].Gold,
		), append(
			p.Test, prepare.Hide(d.Instances[i]),
		)
	}
	for _, growth := range []string{suite.BreadthFirst, suite.DepthFirst} {
		rounds, err := roundsOf(&p, suite.Reveal{Forests: growth}, 1)
		if err != nil || len(rounds) < 2 {
			t.Fatalf("%d rounds, %v", len(rounds), err)
		}
		if other, _ := roundsOf(&p, suite.Reveal{Forests: growth}, 2); slices.Equal(
			rounds[0][0].Gold, other[0][0].Gold,
		) {
			t.Errorf("%s: the same forest under another seed", growth)
		}
		all, hidden := emptyPredictions(p.Test), 0
		first := make([][]int32, len(p.Test))
		for r, shown := range rounds {
			for i := range shown {
				x := &shown[i]
				if first[i] == nil {
					first[i] = slices.Repeat([]int32{-1}, x.N())
				}
				said := sp.Prediction{
					Labels:   slices.Repeat([]int32{int32(r)}, x.N()),
					Marginal: slices.Repeat([]float64{float64(r), 1, 2}, x.N()),
				}
				for v, k := range x.Gold {
					if k != sp.Unknown && k != p.Gold[i][v] {
						t.Fatalf("%s: round %d shows a wrong label of %s", growth, r, x.ID)
					}
					if k == sp.Unknown && first[i][v] < 0 {
						first[i][v] = int32(r)
						hidden++
					}
				}
				merge(&all[i], &said, x)
			}
		}
		if hidden != 6*63 {
			t.Errorf("%s: %d of %d variables are scored", growth, hidden, 6*63)
		}
		for i := range all {
			if !slices.Equal(all[i].Labels, first[i]) ||
				all[i].Marginal[3*62] != float64(first[i][62]) {
				t.Fatalf(
					"%s: %v is said of instance %d, in the first rounds %v", growth, all[i].Labels, i, first[i],
				)
			}
		}
		if test := scoredSet(rounds, suite.Reveal{Forests: growth}, &p); &test[0] != &p.Test[0] {
			t.Errorf("%s: labels that were shown in a round do not count", growth)
		}
		if test := scoredSet(rounds, suite.Reveal{Share: 0.5}, &p); &test[0] != &rounds[0][0] {
			t.Error("labels that were shown for good count")
		}
	}
	if partition.Growth(suite.BreadthFirst) != partition.BreadthFirst ||
		partition.Growth(suite.DepthFirst) != partition.DepthFirst {
		t.Error("a suite has other words for the orders of growth")
	}
}

// TestForestsThatCannotBe: an unknown label cannot be shown. A graph that needs more forests than
// the limit of rounds is refused.
func TestForestsThatCannotBe(t *testing.T) {
	d, err := data.Load("blobs", []byte(`{"images":1,"rows":3,"columns":3}`), "")
	if err != nil {
		t.Fatal(err)
	}
	unknown, dense := d.Instances[0], d.Instances[0]
	unknown.Gold = slices.Clone(unknown.Gold)
	unknown.Gold[4] = sp.Unknown
	dense.Node, dense.Edges, dense.Gold = sp.Rows{N: 120}, nil, make([]int32, 120)
	for u := range int32(120) {
		for v := u + 1; v < 120; v++ {
			dense.Edges = append(dense.Edges, sp.Edge{U: u, V: v})
		}
	}
	for want, x := range map[string]sp.Instance{"variable 4 of test instance": unknown, "only in " +
		"60 rounds": dense} {
		p := plan.Instances{Test: []sp.Instance{x}, Gold: [][]int32{x.Gold}}
		if _, err := roundsOf(&p, suite.Reveal{Forests: suite.BreadthFirst}, 1); !errors.Is(
			err, errors.ErrUnsupported,
		) ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not say %q", err, want)
		}
	}
}

// TestRestartFails: a process that does not start after rounds with revealed labels is an error. The
// process to close is still the one before.
func TestRestartFails(t *testing.T) {
	want, before := errors.New("no process"), new(host.Learner)
	p := Predictor{Learner: before, ended: true,
		Start: func(context.Context) (*host.Learner, error) { return nil, want }}
	if _, err := p.round(t.Context(), wire.Setting{}, nil, new(suite.Decoder), nil); !errors.Is(err, want) {
		t.Error(err)
	}
	if p.Learner != before {
		t.Error("there is no process to close")
	}
}
