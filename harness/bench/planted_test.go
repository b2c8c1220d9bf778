package bench_test

import (
	"context"
	"errors"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/sp"
)

// The test binary is also a learner: started with the name of a planted one as
// its argument, it serves that.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 {
		if p, ok := planted[os.Args[1]]; ok {
			learner.Serve(learner.Info{
				Name: os.Args[1], Doc: "Planted.", Outputs: []learner.Output{{Name: "spy", Doc: "the labels it was shown, else 0"}},
			}, func() learner.Learner { return &plant{Name: os.Args[1], Shift: 1, fit: p} })
			return
		}
	}
	os.Exit(m.Run())
}

// A plant is a learner with a weight vector of zeros and a planted behaviour.
type plant struct {
	Name  string  `json:"-"`
	Shift float64 `json:"shift" help:"first weight"`
	Also  int     `json:"also" help:"no meaning"`
	fit   func(p *plant, t *sp.Task, emit func(sp.Checkpoint) error) error
}

func (p *plant) Fit(_ context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
	return p.fit(p, t, emit)
}

func (p *plant) Objective(t *sp.Task) (sp.Objective, bool) {
	if p.Name == "dual" || p.Name == "certified" {
		o := sp.Objective{Kind: sp.ObjectiveHinge, Lambda: 1}
		for i := range t.Train {
			o.Dual = append(o.Dual, []sp.Atom{{Weight: 1, Labels: t.Train[i].Gold}})
		}
		return o, true
	}
	return sp.Objective{Kind: sp.ObjectiveLikelihood, Lambda: 1}, slices.Contains([]string{"honest", "objective", "bound"}, p.Name)
}

// Predict answers "spy": the gold labels, had the harness let them through.
func (p *plant) Predict(_ context.Context, _ *sp.Task, _ []float64, x *sp.Instance, _ string) (sp.Prediction, error) {
	y := make([]int32, x.N())
	for d, k := range x.Gold {
		if k != sp.Unknown {
			y[d] = k
		}
	}
	return sp.Prediction{Labels: y}, nil
}

// zeros emits weights of which the first is Shift.
func zeros(p *plant, t *sp.Task, emit func(sp.Checkpoint) error, values map[string]float64) error {
	w := make([]float64, t.Map.Dim())
	w[0] = p.Shift
	return emit(sp.Checkpoint{Params: w, Values: values})
}

// uniform is F(0): log K per variable, the mean over instances.
func uniform(t *sp.Task) float64 {
	s := 0.0
	for i := range t.Train {
		s += float64(t.Train[i].N()) * math.Log(float64(t.Train[i].K))
	}
	return s / float64(len(t.Train))
}

var planted = map[string]func(p *plant, t *sp.Task, emit func(sp.Checkpoint) error) error{
	"plain": func(p *plant, t *sp.Task, emit func(sp.Checkpoint) error) error { return zeros(p, t, emit, nil) },
	"honest": func(p *plant, t *sp.Task, emit func(sp.Checkpoint) error) error {
		p.Shift = 0
		return zeros(p, t, emit, map[string]float64{"objective": uniform(t), "bound": 0})
	},
	"objective": func(p *plant, t *sp.Task, emit func(sp.Checkpoint) error) error {
		p.Shift = 0
		return zeros(p, t, emit, map[string]float64{"objective": uniform(t) * 0.999})
	},
	"bound": func(p *plant, t *sp.Task, emit func(sp.Checkpoint) error) error {
		p.Shift = 0
		return zeros(p, t, emit, map[string]float64{"bound": uniform(t) * 1.001})
	},
	// The dual value of gold labelings is 0.
	"certified": func(p *plant, t *sp.Task, emit func(sp.Checkpoint) error) error {
		return zeros(p, t, emit, map[string]float64{"bound": 0})
	},
	"dual": func(p *plant, t *sp.Task, emit func(sp.Checkpoint) error) error {
		return zeros(p, t, emit, map[string]float64{"bound": 0.01})
	},
	"diverges": func(p *plant, t *sp.Task, emit func(sp.Checkpoint) error) error {
		p.Shift = math.NaN()
		return zeros(p, t, emit, nil)
	},
	"panics":  func(*plant, *sp.Task, func(sp.Checkpoint) error) error { panic("planted") },
	"exits":   func(*plant, *sp.Task, func(sp.Checkpoint) error) error { os.Exit(3); return nil },
	"refuses": func(*plant, *sp.Task, func(sp.Checkpoint) error) error { return errors.ErrUnsupported },
	// counts says in its first weights how many instances it got of each kind
	// and how many labels of the partial ones are known.
	"counts": func(p *plant, t *sp.Task, emit func(sp.Checkpoint) error) error {
		w := make([]float64, t.Map.Dim())
		w[0], w[1] = float64(len(t.Train)), float64(len(t.Partial))
		for i := range t.Partial {
			for _, k := range t.Partial[i].Gold {
				if k != sp.Unknown {
					w[2]++
				}
			}
		}
		return emit(sp.Checkpoint{Params: w})
	},
	"greedy": func(p *plant, t *sp.Task, emit func(sp.Checkpoint) error) error {
		for {
			s, err := t.Solver(&t.Train[0])
			if err != nil {
				return err
			}
			var q sp.Potentials
			t.Map.Potentials(&q, make([]float64, t.Map.Dim()), &t.Train[0])
			if _, err := s.MAP(make([]int32, t.Train[0].N()), &q); err != nil {
				return errors.Join(zeros(p, t, emit, nil), err)
			}
		}
	},
}
