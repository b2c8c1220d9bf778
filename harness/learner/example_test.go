package learner_test

import (
	"context"
	"fmt"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/sp"
)

// A Perceptron is the structured perceptron (Collins 2002): a whole learner.
type Perceptron struct {
	Passes int `json:"passes" range:"[1,1000]" help:"passes over the training set"`
}

func (l *Perceptron) Fit(_ context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
	w, p, i := make([]float64, t.Map.Dim()), new(sp.Potentials), 0
	step := func() error {
		x := &t.Train[i%len(t.Train)]
		i++
		solver, err := t.Solver(x) // counts calls, ends the budget
		if err != nil {
			return err
		}
		y := make([]int32, x.N())
		t.Map.Potentials(p, w, x)
		if _, err := solver.MAP(y, p); err != nil {
			return err
		}
		t.Map.Add(w, 1, x, x.Gold)
		t.Map.Add(w, -1, x, y)
		return nil
	}
	return learner.Steps(t, emit, l.Passes*len(t.Train), step, func() sp.Checkpoint {
		return sp.Checkpoint{Weights: w}
	})
}

// In a program of its own, main hands the learner to package serve:
//
//	serve.Main(learner.Info{Name: "perceptron", Doc: "Structured perceptron."},
//		func() learner.Learner { return &Perceptron{Passes: 10} })
//
// Fit runs it in this process instead, as tests do.
func Example() {
	x := sp.Instance{
		ID: "a", Weight: 1, K: 2, Gold: []int32{0, 1, 1}, Edges: sp.ChainEdges(3),
		Node: sp.Rows{N: 3, D: 1, Dense: []float32{1, -1, -1}},
	}
	m, err := feature.New("linear", nil, feature.Dims{K: 2, Node: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	hamming, err := loss.New("hamming", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	in := learner.Input{Train: []sp.Instance{x}, Map: m, Loss: hamming,
		Budget: sp.Budget{Passes: 4}}
	done, err := learner.Fit(context.Background(), &Perceptron{Passes: 10}, in,
		func(c sp.Stamped) error {
			fmt.Println("params", c.Weights)
			return nil
		})
	fmt.Println(done.Counts.Visits, "visits, ended by the", done.End, err)
	// Output:
	// params [2 -2 -2 1 0 1]
	// 4 visits, ended by the budget <nil>
}
