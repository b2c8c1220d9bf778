package likelihood

import (
	"github.com/spbench/spbench/harness/inorder"
	"github.com/spbench/spbench/harness/sp"
)

// An Ahead lets several goroutines evaluate an [Objective]: they find the values and derivatives of instances, which are
// added up in the order of the instances. Value, gradient, counts and errors are those of one goroutine, to the bit.
type Ahead struct {
	Task *sp.Task
	// Term returns a new term whose solvers and visits are those of a task beside Task. What the term finds for an
	// instance must not depend on those that it was asked about before.
	Term func(*sp.Task) Term
	// Workers is the number of goroutines; 0: as many as there are processors that may be used.
	Workers int
}

// A worker is what one goroutine needs.
type worker struct {
	term  Term
	asked func(sp.Asked) sp.Asked
	p     sp.Potentials
}

// A place holds what was found for the instances of a part until it is added up.
type place struct {
	value []float64
	g     []sp.Marginals
	asked sp.Asked
	err   error // of the last of them
}

// most is the number of scores of labels of a part, so that its instances are many where they are small: the goroutines
// agree on each part.
const most = 1 << 12

// numWorkers returns how many goroutines are to evaluate.
func (o *Objective) numWorkers() int {
	switch {
	case o.Ahead == nil || o.Ahead.Task.Aside == nil:
		return 1
	case o.Ahead.Workers > 0:
		return o.Ahead.Workers
	}
	return inorder.Workers(len(o.Train))
}

// sumAhead is sum by several goroutines.
func (o *Objective) sumAhead(w, grad []float64, total float64, workers int) (sum float64, err error) {
	o.prepare(workers)
	work := inorder.Work{
		Do: func(worker, place, i int) error {
			o.workers[worker].evaluate(o, &o.places[place], w, o.Train[o.parts[i]:o.parts[i+1]])
			return nil
		},
		Take: func(place, i int) error {
			at := &o.places[place]
			if err := o.Ahead.Task.Settle(at.asked); err != nil {
				return err
			}
			for j, value := range at.value {
				x := &o.Train[o.parts[i]+j]
				o.addGradient(grad, x.Weight/total, x, &at.g[j])
				sum += x.Weight * value
			}
			return at.err
		},
	}
	return sum, work.Run(workers, len(o.parts)-1)
}

// prepare makes what so many workers need, at the first evaluation, and the parts.
func (o *Objective) prepare(workers int) {
	for len(o.workers) < workers {
		t, asked := o.Ahead.Task.Aside()
		o.workers = append(o.workers, worker{term: o.Ahead.Term(t), asked: asked})
	}
	for len(o.places) < inorder.Places(workers) {
		o.places = append(o.places, place{})
	}
	size := 0
	for i := range o.Train {
		size += o.Train[i].N() * o.Train[i].K
	}
	share := min(size/(8*workers), most)
	o.parts, size = append(o.parts[:0], 0), 0
	for i := range o.Train {
		if size += o.Train[i].N() * o.Train[i].K; size >= share || i == len(o.Train)-1 {
			o.parts, size = append(o.parts, i+1), 0
		}
	}
}

// evaluate leaves in the place what there is to find for the instances, up to the first error.
func (k *worker) evaluate(o *Objective, at *place, w []float64, part []sp.Instance) {
	at.value, at.asked, at.err = at.value[:0], at.asked[:0], nil
	for len(at.g) < len(part) {
		at.g = append(at.g, sp.Marginals{})
	}
	for i := range part {
		o.Map.Potentials(&k.p, w, &part[i])
		value, err := k.term.Value(&at.g[i], &k.p, &part[i])
		if at.err = err; err != nil {
			break
		}
		at.value = append(at.value, value)
	}
	at.asked = k.asked(at.asked)
}
