package audit_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/internal/audit"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// TestBound: a bound from any weights is below F at all others, and equals F at its minimum.
func TestBound(t *testing.T) {
	train, m, w := objectives(t)
	rng := rand.New(rand.NewPCG(5, 0))
	for _, kind := range audit.Kinds() {
		o := sp.Objective{Kind: kind.Name, Lambda: 0.3}
		smooth := kind.Name != sp.ObjectiveHinge
		for range 20 {
			bound, err := audit.Bound(o, w, train, m, loss.Hamming{})
			if err != nil || math.IsNaN(bound) == smooth {
				t.Fatalf("%s: bound %v, %v", kind.Name, bound, err)
			}
			for j := range w {
				w[j] = rng.NormFloat64()
			}
			if f, err := audit.Value(o, w, train, m, loss.Hamming{}); err != nil || bound > f {
				t.Errorf("%s: bound %v above the objective %v, %v", kind.Name, bound, f, err)
			}
		}
	}
	best := likelihood.Objective{Map: m, Train: train, Lambda: 0.3, Term: new(likelihood.Pseudo)}
	end, err := optim.Minimize(best.Evaluate, w, optim.Options{})
	if err != nil {
		t.Fatal(err)
	}
	bound, err := audit.Bound(sp.Objective{Kind: sp.ObjectivePseudolikelihood, Lambda: 0.3}, w, train,
		m, nil)
	if err != nil || !(end.F-bound < 1e-9) || bound > end.F+1e-12 {
		t.Errorf("at the minimum %v the bound is %v, %v", end.F, bound, err)
	}
	images := grid(t, 3)
	if m, err = feature.New("linear", []byte(`{"pairs":"potts","nonnegative":true}`),
		feature.Dims{K: 3, Node: 1}); err != nil {
		t.Fatal(err)
	}
	w = make([]float64, m.Dim())
	grad, bounded := make([]float64, len(w)), likelihood.Objective{Map: m, Train: images, Lambda: 0.3,
		Term: new(likelihood.Pseudo)}
	for d := range images[0].Gold { // neighbours differ, so strengths would be negative
		images[0].Gold[d] = int32((d%3 + d/3) % 3)
	}
	held := 0 // weights whose sign matters
	for range 20 {
		for j := range w {
			w[j] = rng.NormFloat64()
		}
		optim.Project(w, m.NonNegative())
		f, err := bounded.Evaluate(w, grad)
		if err != nil {
			t.Fatal(err)
		}
		bound, err = audit.Bound(sp.Objective{Kind: sp.ObjectivePseudolikelihood, Lambda: 0.3}, w, images,
			m, nil)
		want := optim.Bound(f, w, grad, 0.3, m.NonNegative())
		if err != nil || math.Abs(bound-want) > 1e-9 {
			t.Errorf("with signs: bound %v, learners have %v, %v", bound, want, err)
		}
		if want > optim.Bound(f, w, grad, 0.3, nil)+1e-3 {
			held++
		}
	}
	if held < 5 {
		t.Errorf("signs matter to %d of 20 bounds", held)
	}
	bound, err = audit.Bound(sp.Objective{Kind: "mystery", Lambda: 1}, w, train, m, nil)
	if err != nil || !math.IsNaN(bound) {
		t.Errorf("unknown kind: %v, %v", bound, err)
	}
}

// TestOverflow: weights with infinite scores have diverged.
func TestOverflow(t *testing.T) {
	train, m, w := objectives(t)
	for _, huge := range []float64{math.MaxFloat64, 1e200} {
		for j := range w {
			w[j] = huge
		}
		for _, kind := range audit.Kinds() {
			if f, err := audit.Value(sp.Objective{Kind: kind.Name, Lambda: 1}, w, train, m,
				loss.Hamming{}); !errors.Is(err, sp.ErrDiverged) {
				t.Errorf("%s at %v: %v, %v", kind.Name, huge, f, err)
			}
		}
	}
}

// TestUphold: only impossible values are removed.
func TestUphold(t *testing.T) {
	points := func() []sp.Stamped {
		var list []sp.Stamped
		for _, v := range []map[string]float64{
			{sp.ValueObjective: 5, sp.ValueBound: 1, "theta": 9},
			{sp.ValueObjective: 4, sp.ValueBound: 3.5}, // above what is certified
			{sp.ValueObjective: 2, sp.ValueBound: 3},   // below it
			nil,
		} {
			list = append(list, sp.Stamped{Checkpoint: sp.Checkpoint{Values: v}})
		}
		return list
	}
	list := points()
	if !audit.DropUncertified(list, 3) {
		t.Error("nothing was taken out")
	}
	if len(list[0].Values) != 3 || len(list[1].Values) != 1 || len(list[2].Values) != 1 ||
		list[2].Values[sp.ValueBound] != 3 {
		t.Errorf("%v", list)
	}
	for _, off := range []float64{0, 3e-6, 5e-6} { // rounding is up to 1e-6·(1 + 3)
		list := []sp.Stamped{{Checkpoint: sp.Checkpoint{Values: map[string]float64{
			sp.ValueObjective: 3 - off, sp.ValueBound: 3 + off}}}}
		want := 2
		if off > 4e-6 {
			want = 0
		}
		if dropped := audit.DropUncertified(list, 3); len(list[0].Values) != want || dropped != (want == 0) {
			t.Errorf("%v beside 3: %v", off, list[0].Values)
		}
	}
	if list = points(); !audit.DropUncertified(list, math.NaN()) || len(list[0].Values) != 2 ||
		len(list[1].Values) != 1 {
		t.Errorf("without a certificate: %v", list)
	}
	if audit.DropUncertified(list, math.NaN()) {
		t.Error("something was taken out twice")
	}
}

// TestBoundL1: with an L1 norm, with and without λ, a bound from any weights is below F at all
// others. F is that of the kind with the norm.
func TestBoundL1(t *testing.T) {
	train, m, w := objectives(t)
	rng := rand.New(rand.NewPCG(5, 0))
	for i, kind := range audit.Kinds() {
		plain := sp.Objective{Kind: kind.Name, Lambda: float64(i%3) / 10}
		o := sp.Objective{Kind: fmt.Sprintf(sp.ObjectiveL1, kind.Name, 0.2), Lambda: plain.Lambda}
		for range 20 {
			bound, err := audit.Bound(o, w, train, m, loss.Hamming{})
			if smooth := kind.Name != sp.ObjectiveHinge; err != nil || math.IsNaN(bound) == smooth {
				t.Fatalf("%s: bound %v, %v", o.Kind, bound, err)
			}
			for j := range w {
				w[j] = rng.NormFloat64()
			}
			f, err := audit.Value(o, w, train, m, loss.Hamming{})
			without, _ := audit.Value(plain, w, train, m, loss.Hamming{})
			if err != nil || bound > f || math.Abs(f-without-0.2*floats.Norm(w, 1)) > 1e-12*f {
				t.Errorf("%s: bound %v, objective %v, %v without the norm, %v", o.Kind, bound, f, without, err)
			}
		}
		if dual := audit.Dual(o, make([][]sp.Atom, len(train)), train, m, nil); !math.IsNaN(dual) {
			t.Errorf("%s: dual %v", o.Kind, dual)
		}
	}
}
