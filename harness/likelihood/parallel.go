package likelihood

import (
	"runtime"
	"sync"

	"github.com/spbench/spbench/harness/sp"
)

// A Parallel evaluates the same F(w) as [Objective] by several goroutines. The bits are the
// same for any number of them: the instances are divided into parts that depend on the problem
// alone, and the sums of the parts are added in order.
type Parallel struct {
	Map    sp.FeatureMap
	Train  []sp.Instance // fully labelled, read-only
	Lambda float64
	// Term returns a new term, for each part. It must make no oracle call, because those are
	// counted one by one.
	Term func() Term
	// Visit, if not nil, is called before each instance, in order and never concurrently; its
	// error ends the evaluation.
	Visit   func() error
	Workers int // goroutines; 0: one per processor

	parts []part
}

// A part is a share of the instances, with its own objective.
type part struct {
	Objective
	grad  []float64
	value float64
	err   error
}

const (
	mostParts  = 64
	partMemory = 64 << 20 // limit on the bytes of all gradients
)

// Evaluate returns F(w) and sets grad to its gradient; both slices have length Map.Dim(). The
// error is Visit's, or that of the first failing instance in order.
func (o *Parallel) Evaluate(w, grad []float64) (float64, error) {
	o.divide(len(w))
	todo, group := make(chan *part), sync.WaitGroup{}
	for range min(o.workers(), len(o.parts)) {
		group.Go(func() {
			for p := range todo {
				p.value, p.err = p.Evaluate(w, p.grad)
			}
		})
	}
	err := o.visit(todo)
	close(todo)
	group.Wait()
	total := 0.0
	for i := range o.parts {
		total += o.parts[i].Total()
		if err == nil {
			err = o.parts[i].err
		}
	}
	if err != nil {
		return 0, err
	}
	sum := 0.0
	for j, v := range w {
		sum += o.Lambda / 2 * v * v
		grad[j] = o.Lambda * v
	}
	for i := range o.parts {
		p := &o.parts[i]
		share := p.Total() / total
		sum += share * p.value
		for j, v := range p.grad {
			grad[j] += share * v
		}
	}
	return sum, nil
}

// visit hands over each part after announcing its instances.
func (o *Parallel) visit(todo chan<- *part) error {
	for i := range o.parts {
		for range o.parts[i].Train {
			if o.Visit == nil {
				break
			}
			if err := o.Visit(); err != nil {
				return err
			}
		}
		todo <- &o.parts[i]
	}
	return nil
}

// divide makes the parts, at the first evaluation.
func (o *Parallel) divide(dim int) {
	if o.parts != nil {
		return
	}
	n := max(1, min(mostParts, partMemory/8/max(dim, 1), len(o.Train)))
	o.parts = make([]part, n)
	for i := range o.parts {
		lo, hi := i*len(o.Train)/n, (i+1)*len(o.Train)/n
		o.parts[i] = part{Objective: Objective{Map: o.Map, Train: o.Train[lo:hi], Term: o.Term()},
			grad: make([]float64, dim)}
	}
}

func (o *Parallel) workers() int {
	if o.Workers > 0 {
		return o.Workers
	}
	return runtime.GOMAXPROCS(0)
}
