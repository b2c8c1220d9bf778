package skeleton

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/skeleton"
	"github.com/spbench/spbench/harness/sp"
)

// The descent lowers and reports the expected loss, keeps strengths >= 0, and reaches less expected
// loss than moment matching.
func TestExpectedLossFalls(t *testing.T) {
	in := input(masks(3, 4, 8, 8), three, "hamming")
	in.Schedule = sp.Schedule{First: 1, Factor: 1.0001}
	last := map[string]float64{}
	for _, kind := range []string{kindExpectedLoss, kindPMAP, kindSkeletonPMAP} {
		l := defaults()
		l.Objective, l.Iterations = kind, 30
		points, done := fit(t, l, in)
		first, end := points[0], points[len(points)-1]
		if done.End != sp.EndedByLimit || done.Counts.Visits != 30*4 {
			t.Errorf("%s: ended by %s after %d visits", kind, done.End, done.Counts.Visits)
		}
		if _, has := end.Values[sp.ValueObjective]; has != (kind == kindExpectedLoss) {
			t.Errorf("%s: values %v", kind, end.Values)
		}
		if !(end.Values["expected-loss"] < 0.7*first.Values["expected-loss"]) {
			t.Errorf("%s: the expected loss goes from %v to %v", kind,
				first.Values["expected-loss"], end.Values["expected-loss"])
		}
		theta := []float64{end.Values["theta-1"], end.Values["theta-2"], end.Values["theta-3"]}
		if slices.Min(theta[1:]) < 0 {
			t.Errorf("%s: θ = %v", kind, theta)
		}
		for i, v := range end.Weights {
			if math.Abs(v-theta[i]-0.5) > 1e-12 {
				t.Errorf("%s: weight %d is %v, not the centre of the box at %v", kind, i, v, theta)
			}
		}
		mean, centre := 0.0, 0.0
		of, _, _ := read(in.Map, end.Weights)
		for i := range in.Train {
			e := newEnergy(task(in), of, &in.Train[i], false)
			need(t, e.visit(task(in)))
			mean += risk(t, e, in.Loss, theta) / float64(len(in.Train))
			y := predict(t, forecast(in), end.Weights, hidden(&in.Train[i]), "map", "").Labels
			centre += in.Loss.Value(e.x, e.x.Gold, y) / float64(len(in.Train))
		}
		last[kind] = mean
		if said := end.Values["centre-loss"]; math.Abs(said-centre) > 1e-12 {
			t.Errorf("%s: the loss at the centre is %v, reported %v", kind, centre, said)
		}
		if said := end.Values["expected-loss"]; kind != kindPMAP && math.Abs(said-mean) > 1e-9 {
			t.Errorf("%s: the expected loss is %v, reported %v", kind, mean, said)
		}
	}
	if last[kindExpectedLoss] > last[kindPMAP] || last[kindExpectedLoss] > last[kindSkeletonPMAP] {
		t.Errorf("expected losses %v: the minimised one is not the least", last)
	}
}

// Each skeleton keeps to its limit of calls, and checkpoints report the unresolved share.
func TestCap(t *testing.T) {
	in := input(masks(5, 1, 10, 10), three, "hamming")
	l := defaults()
	l.Iterations, l.Calls = 1, 8
	points, done := fit(t, l, in)
	if done.Counts.MAP > 7*8+1 || points[0].Values["unresolved"] <= 0 {
		t.Errorf("%d calls for 6 faces, the box and the centre, unresolved %v", done.Counts.MAP,
			points[0].Values["unresolved"])
	}
	if v, has := points[0].Values[sp.ValueObjective]; has {
		t.Errorf("an estimate is reported as objective: %v", v)
	}
}

func TestErrors(t *testing.T) {
	xs := masks(6, 2, 4, 4)
	for name, test := range map[string]struct {
		features, base, want string
	}{
		"five weights":    {`{"pairs":"full"}`, baseNone, "at most 4 parameters"},
		"no strengths":    {`{"pairs":"full"}`, baseUnary, "use base \"pieces\""},
		"asked for twice": {`{"pairs":"none"}`, baseUnary, "Potts strengths"},
	} {
		l := defaults()
		l.Base = test.base
		_, _, err := learnertest.Try(t, l, input(xs, test.features, "hamming"))
		if !errors.Is(err, errors.ErrUnsupported) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
	in := input(xs, three, "hamming")
	e := inVisit(t, in, &xs[0], false)
	box := boxAt([]float64{0, -1, 0}, 1)
	if _, err := skeleton.Explore(e, box.Whole(), 0); !errors.Is(err, errors.ErrUnsupported) ||
		!strings.Contains(err.Error(), "not submodular") ||
		!strings.Contains(err.Error(), "θ = [0 -1 0]") {
		t.Errorf("no submodular corner: %v", err)
	}
	if _, err := skeleton.Explore(e, boxAt([]float64{0, 0, 0}, 0).Whole(), 0); err == nil ||
		!strings.Contains(err.Error(), "must be positive") {
		t.Errorf("a box of width 0: %v", err)
	}
}
