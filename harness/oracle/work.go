package oracle

import (
	"slices"
	"sync/atomic"
)

// Work is a record of what the solvers of a [Pool] did, from Begin to End.
type Work struct {
	settling
	draws       []draw
	approximate []string // IDs of instances
	algorithm   string   // of those
}

// A draw is a solver whose noise depends on how many calls there were before.
type draw struct {
	calls  *atomic.Uint64
	before uint64
}

func (w *Work) clear() { *w = Work{draws: w.draws[:0], approximate: w.approximate[:0]} }

// Begin clears w and records there what solvers of the pool do. Approximate and Unsettled leave it
// out.
func (p *Pool) Begin(w *Work) {
	w.clear()
	if p.work = w; p.iterates != nil {
		*p.iterates = settling{}
	}
}

// End ends the record that Begin began.
func (p *Pool) End() {
	if p.iterates != nil {
		p.work.settling = *p.iterates
	}
	p.work.algorithm, p.work = p.algorithm, nil
}

// Count adds w, of another pool, to what Approximate and Unsettled return, and clears w.
func (p *Pool) Count(w *Work) {
	p.before.Calls += w.Calls
	p.before.Unsettled += w.Unsettled
	for _, id := range w.approximate {
		p.approximate[id], p.algorithm = true, w.algorithm
	}
	w.clear()
}

// Undo makes later calls draw the noise that the calls of w drew.
func (w *Work) Undo() {
	for _, d := range slices.Backward(w.draws) {
		d.calls.Store(d.before)
	}
	w.draws = w.draws[:0]
}
