package run_test

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/serve"
	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/harness/structure"
)

// A fault is a way to misbehave, and the outcome that it must have. Without its functions it is a
// perceptron.
type fault struct {
	name    string
	start   func() // before it serves
	fit     func(t *sp.Task, emit emitter) error
	end     func(w []float64) []float64  // of the fit; returns the weights to emit
	predict func(x *sp.Instance) []int32 // labels

	kind   record.OutcomeKind
	reason string // part of it
	scored bool   // there is a number
	claims bool   // that it minimises a hinge objective
	hangs  bool   // until a deadline
}

var faults = []fault{
	{
		name:   "panics-at-start",
		start:  func() { panic("planted at start") },
		kind:   record.Crash,
		reason: "panic: planted at start",
	},

	{name: "hangs", fit: func(*sp.Task, emitter) error { select {} },
		kind: record.Timeout, reason: "not finished within the limit of 15s", hangs: true},
	{name: "hangs-later", end: func([]float64) []float64 { time.Sleep(time.Hour); return nil },
		kind: record.Timeout, reason: "not finished within the limit of 15s", hangs: true,
		scored: true, claims: true},
	{
		name:    "hangs-in-predict",
		predict: func(*sp.Instance) []int32 { time.Sleep(time.Hour); return nil },
		kind:    record.Timeout,
		reason:  "predict: not finished within the limit of 15s",
		hangs:   true,
	},
	{
		name:   "prints-without-end",
		end:    func(w []float64) []float64 { go flood(1); return w },
		kind:   record.Budget,
		scored: true,
	},

	{
		name:   "NaN-weights",
		end:    func(w []float64) []float64 { w[1] = math.NaN(); return w },
		kind:   record.Diverged,
		reason: "weight 1 of",
	},
	{name: "too-many-weights", fit: func(t *sp.Task, emit emitter) error {
		return emit(sp.Checkpoint{Weights: make([]float64, t.Map.Dim()+1)})
	}, kind: record.Protocol, reason: "weights for a feature map with"},
	{name: "labels-out-of-range", predict: func(x *sp.Instance) []int32 {
		y := make([]int32, x.N())
		y[0] = int32(x.K)
		return y
	}, kind: record.Protocol, reason: "label"},
}

// names prints its private folder, which no other process has.
var names = fault{name: "names-itself", start: func() { println(os.Getenv("TMPDIR")) }}

// looks prints at its start how many private folders there are, of learners that run now.
var looks = fault{name: "looks-around", start: func() {
	all, err := filepath.Glob(filepath.Join(filepath.Dir(os.Getenv("TMPDIR")), "spbench-plugin-*"))
	orPanic(err)
	println("learners:", len(all))
}}

func orPanic(err error) {
	if err != nil {
		panic(err)
	}
}

// steady are two learners without faults.
var steady = []fault{{name: "steady"}, {name: "steadier", end: func(w []float64) []float64 {
	for i := range w {
		w[i] *= 0.5
	}
	return w
}}}

// flood prints without end and without a line end.
func flood(fd uintptr) {
	out := os.NewFile(fd, "out")
	line := []byte(strings.Repeat("x", 64<<10))
	for {
		if _, err := out.Write(line); err != nil {
			return
		}
	}
}

// serveFault is the main function of the learner called name.
func serveFault(name string) {
	for _, f := range slices.Concat(steady, faults, breakers, diligent, []fault{names, looks, liar}) {
		if f.name != name {
			continue
		}
		if f.start != nil {
			f.start()
		}
		serve.Main(
			learner.Info{
				Name:     name,
				Doc:      "Planted.",
				Decoders: []learner.Decoder{{Name: "own", Doc: "all zero"}},
			},
			func() learner.Learner { return &faulty{fault: f} },
		)
	}
}

// faulty is a structured perceptron with a fault.
type faulty struct {
	Also int `json:"also" help:"no meaning"`

	fault fault
}

func (l *faulty) Fit(_ context.Context, t *sp.Task, emit emitter) error {
	if l.fault.fit != nil {
		return l.fault.fit(t, emit)
	}
	w := make([]float64, t.Map.Dim())
	var p sp.Potentials
	var y []int32
	for {
		for i := range t.Train {
			x := &t.Train[i]
			s, err := t.Solver(x)
			if err != nil {
				return err
			}
			t.Map.Potentials(&p, w, x)
			y = sp.Grow(y, x.N())
			if _, err := s.MAP(y, &p); errors.Is(err, sp.ErrBudget) {
				if l.fault.end != nil {
					w = l.fault.end(w)
				}
				return emit(sp.Checkpoint{Weights: w})
			} else if err != nil {
				return err
			}
			t.Map.Add(w, 1, x, x.Gold)
			t.Map.Add(w, -1, x, y)
			if t.Due() {
				c := sp.Checkpoint{Weights: w}
				if l.fault.claims {
					c.Objective = &sp.Objective{Kind: sp.ObjectiveHinge, Lambda: 1}
				}
				if err := emit(c); err != nil {
					return err
				}
			}
		}
	}
}

func (l *faulty) Predict(
	_ context.Context, _ *sp.Task, _ []float64, x *sp.Instance, _ sp.Spec,
) (sp.Prediction, error) {
	if l.fault.predict != nil {
		return sp.Prediction{Labels: l.fault.predict(x)}, nil
	}
	y := make([]int32, x.N())
	if x.Structure != nil {
		p := sp.Potentials{K: x.K, Node: make([]float64, x.N()*x.K), Structure: x.Structure}
		_, err := structure.New(x.Structure.Kind).MAP(y, &p)
		return sp.Prediction{Labels: y}, err
	}
	return sp.Prediction{Labels: y}, nil
}
