package oracle

import (
	"slices"
	"sync/atomic"
)

// Work records the activity of the solvers of a [Pool] between Begin and End.
type Work struct {
	convergence
	draws       []draw
	approximate []string // IDs of instances
	algorithm   string   // their algorithm
}

// A draw is a solver with noise that depends on the number of earlier calls.
type draw struct {
	calls  *atomic.Uint64
	before uint64
}

func (w *Work) clear() { *w = Work{draws: w.draws[:0], approximate: w.approximate[:0]} }

// Begin clears w and starts recording the pool's solvers in it. Approximate and NotConverged exclude
// the recorded calls.
func (p *Pool) Begin(w *Work) {
	w.clear()
	if p.work = w; p.iterates != nil {
		*p.iterates = convergence{}
	}
}

// End stops the recording started by Begin.
func (p *Pool) End() {
	if p.iterates != nil {
		p.work.convergence = *p.iterates
	}
	p.work.algorithm, p.work = p.algorithm, nil
}

// Count adds w, of another pool, to the results of Approximate and NotConverged, and clears w.
func (p *Pool) Count(w *Work) {
	p.before.Calls += w.Calls
	p.before.NotConverged += w.NotConverged
	for _, id := range w.approximate {
		p.approximate[id], p.algorithm = true, w.algorithm
	}
	w.clear()
}

// Undo makes later calls draw the noise drawn by the calls in w.
func (w *Work) Undo() {
	for _, d := range slices.Backward(w.draws) {
		d.calls.Store(d.before)
	}
	w.draws = w.draws[:0]
}
