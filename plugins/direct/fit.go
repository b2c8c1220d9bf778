package direct

import (
	"github.com/spbench/spbench/harness/encoder"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/maxima"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// A fit is the state of a fit. Visitors read parts of it. These change between batches only.
type fit struct {
	*Direct
	task     *sp.Task
	train    []sp.Instance
	joint    *encoder.Fit // nil: no encoder
	costs    sp.NodeLoss  // nil: the loss does not sum over variables
	sgd      *optim.SGD
	adaptive maxima.Adaptive
	visited  int // instances so far

	choice   maxima.Adaptive // adaptive at the beginning of the batch
	single   *visitor        // for batches of one
	turns    []optim.Turn    // of one pass in the batch
	share    float64         // 1 over the size of the batch
	value    float64         // of the batch
	visitAll func(n int) error
}

// State implements learner.Resumable.
func (f *fit) State() []any { return []any{&f.adaptive, &f.visited} }

func (f *fit) newSGD() *optim.SGD {
	m := f.task.Map
	o, touched := likelihood.Objective{Map: m, Train: f.train, Lambda: f.Lambda},
		make([][]int32, len(f.train))
	for i := range touched {
		touched[i] = m.Support(nil, &f.train[i])
	}
	f.sgd = o.SGD(0, 0, f.Average, f.task.Seed)
	f.sgd.Touched = func(ranges []int32, i int) []int32 { return append(ranges, touched[i]...) }
	f.single = &visitor{fit: f, task: f.task}
	f.visitAll = f.task.Batch(func(t *sp.Task) (do, take func(j int) error) {
		v := &visitor{fit: f, task: t}
		return func(j int) error { return v.find(f.turns[j]) },
			func(j int) error { v.add(f.turns[j].I); return nil }
	})
	return f.sgd
}

// gradients adds the mean estimate of a batch to Delta, on all threads of the fit. Goroutines work
// ahead within one pass only, because an oracle's noise for an instance depends on its earlier
// visits.
func (f *fit) gradients(turns []optim.Turn) (float64, error) {
	f.value, f.share, f.choice = 0, 1/float64(len(turns)), f.adaptive
	if len(turns) == 1 {
		err := f.single.find(turns[0])
		if err == nil {
			f.single.add(turns[0].I)
			f.joint.Step()
		}
		return f.value, err
	}
	for begun := 0; begun < len(turns); begun += len(f.turns) {
		n, rest := 1, turns[begun:]
		for n < len(rest) && rest[n].Pass == rest[0].Pass {
			n++
		}
		f.turns = rest[:n]
		if err := f.visitAll(n); err != nil {
			return 0, err
		}
	}
	f.joint.Step()
	return f.value, nil
}
