package likelihood

import (
	"runtime"

	"github.com/spbench/spbench/harness/sp"
)

// A batch is an evaluation by several threads. They divide the instances into parts; gradients
// are added up in the order of the instances.
type batch struct {
	run   func(n int) error // does all parts
	parts []int             // indices in Train: the start of each part, then the end of the last

	// Of the evaluation:
	w, grad    []float64
	total, sum float64
}

// partScores limits the label scores of a part. Parts have several small instances, because
// threads synchronise at each part.
const partScores = 1 << 12

// batchSum is sum by several threads.
func (o *Objective) batchSum(w, grad []float64, total float64) (float64, error) {
	b := &o.batch
	if b.run == nil {
		b.run = o.Batch(o.worker)
	}
	o.divide()
	b.w, b.grad, b.total, b.sum = w, grad, total, 0
	err := b.run(len(b.parts) - 1)
	return b.sum, err
}

// divide makes the parts, several for each thread.
func (o *Objective) divide() {
	b, size := &o.batch, 0
	for i := range o.Train {
		size += o.Train[i].N() * o.Train[i].K
	}
	share := min(size/(12*runtime.GOMAXPROCS(0)), partScores)
	b.parts, size = append(b.parts[:0], 0), 0
	for i := range o.Train {
		if size += o.Train[i].N() * o.Train[i].K; size >= share || i == len(o.Train)-1 {
			b.parts, size = append(b.parts, i+1), 0
		}
	}
}

// worker returns functions to do and take a part.
func (o *Objective) worker(t *sp.Task) (do, take func(i int) error) {
	var p sp.Potentials
	var values []float64
	var g []sp.Marginals
	b, term := &o.batch, o.New(t)
	do = func(i int) error {
		values = values[:0]
		for j := b.parts[i]; j < b.parts[i+1]; j++ {
			if len(values) == len(g) {
				g = append(g, sp.Marginals{})
			}
			o.Map.Potentials(&p, b.w, &o.Train[j])
			value, err := term.Value(&g[len(values)], &p, &o.Train[j])
			if err != nil {
				return err
			}
			values = append(values, value)
		}
		return nil
	}
	take = func(i int) error {
		for j, value := range values {
			x := &o.Train[b.parts[i]+j]
			o.addGradient(b.grad, x.Weight/b.total, x, &g[j])
			b.sum += x.Weight * value
		}
		return nil
	}
	return do, take
}
