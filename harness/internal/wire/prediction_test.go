package wire_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/sp"
	"google.golang.org/protobuf/proto"
)

func TestPredictionRoundTrip(t *testing.T) {
	x := instances()[0]
	want := sp.Prediction{
		Labels: []int32{1, 0, 1}, Marginal: []float64{0, 1, 0.5, 0.5, 1.0 / 3, 2.0 / 3},
		Variance: make([]float64, 6),
		Atoms: []sp.Atom{{Weight: 0.25, Labels: []int32{0, 0, 0}},
			{Weight: 0.75, Labels: []int32{1, 1, 1}}}, NotConverged: true, LogZ: -1.5, Summed: true,
	}
	got, err := wire.ToPrediction(carry(t, wire.FromPrediction(&want), &pb.Prediction{}), &x)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-sent +got:\n%s", diff)
	}
	bad := map[string]func(p *sp.Prediction){
		"labels: 2 entries, want 3": func(p *sp.Prediction) { p.Labels = p.Labels[:2] },
		"label 2 of variable 0":     func(p *sp.Prediction) { p.Labels = []int32{2, 0, 0} },
		"label -1 of variable 2":    func(p *sp.Prediction) { p.Labels = []int32{0, 0, -1} },
		"marginals of variable 1": func(p *sp.Prediction) {
			p.Marginal = []float64{0, 1, 0.5,
				0.6, 0, 1}
		},
		"NaN, not a probability": func(p *sp.Prediction) {
			p.Marginal = []float64{0, 1, 0, 1,
				math.NaN(), 1}
		},
		"-0.5, not a probability": func(p *sp.Prediction) {
			p.Marginal = []float64{0, 1, -0.5,
				1.5, 0, 1}
		},
		"marginals: 5 entries, want 6": func(p *sp.Prediction) { p.Marginal = p.Marginal[:5] },
		"variances without marginals":  func(p *sp.Prediction) { p.Marginal = nil },
		"variance -1 of variable 2": func(p *sp.Prediction) {
			p.Variance = []float64{0, 0, 0, 0,
				0, -1}
		},
		"log Z is +Inf":                 func(p *sp.Prediction) { p.LogZ = math.Inf(1) },
		"weights of atoms: they sum to": func(p *sp.Prediction) { p.Atoms = p.Atoms[:1] },
		"atom 1: labels: 1 entries": func(p *sp.Prediction) {
			p.Atoms = []sp.Atom{want.Atoms[0],
				{Weight: 0.75, Labels: []int32{1}}}
		},
	}
	for text, bend := range bad {
		p := want
		bend(&p)
		_, err := wire.ToPrediction(wire.FromPrediction(&p), &x)
		if err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("error %v does not say %q", err, text)
		}
	}
}

// FuzzPrediction checks that any message is an error or a prediction for the instance.
func FuzzPrediction(f *testing.F) {
	x := instances()[0]
	p := sp.Prediction{Labels: []int32{1, 0, 1}, Marginal: []float64{0, 1, 0.5, 0.5, 1, 0},
		Atoms: []sp.Atom{{Weight: 1, Labels: []int32{1, 0, 1}}}}
	b, err := proto.Marshal(wire.FromPrediction(&p))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Fuzz(func(t *testing.T, b []byte) {
		var m pb.Prediction
		if proto.Unmarshal(b, &m) != nil {
			return
		}
		p, err := wire.ToPrediction(&m, &x)
		if err != nil {
			return
		}
		for _, k := range p.Labels {
			if k < 0 || int(k) >= x.K {
				t.Fatalf("label %d passed", k)
			}
		}
		if len(p.Labels) != x.N() || len(p.Marginal) != 0 && len(p.Marginal) != x.N()*x.K {
			t.Fatalf("%d labels, %d marginals passed", len(p.Labels), len(p.Marginal))
		}
	})
}
