package learner

import (
	"errors"
	"runtime"

	"github.com/spbench/spbench/harness/inorder"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// A batch is one use of Task.Batch on several threads. Results do not depend on the number of
// threads.
//
// Each worker has its own meter, which counts from the beginning of the batch. When the batch takes
// an item, it adds the item's counts to those of the fit. If the budget may end within an item, the
// batch does the item again, alone, with a meter that starts at the counts of the fit. This meter
// refuses the same call that one thread would have refused.
type batch struct {
	fit     *meter
	task    *sp.Task
	worker  sp.Worker
	threads int

	places []place
	counts sp.Counts // at which the meters start
	ended  int       // item in which the budget may end
}

// A place holds an item from its beginning until it is taken.
type place struct {
	m        *meter
	do, take func(i int) error
	counts   sp.Counts // of the meter after the item
	missed   bool      // a call of the item got no answer
	refused  bool      // the meter refused something
	work     oracle.Work
	err      error
}

// errEnds means that the budget may end within an item.
var errEnds = errors.New("the budget may end here")

// batch is Task.Threads.
func (r *run) batch(t *sp.Task, worker sp.Worker) func(n int) error {
	b := &batch{fit: r.meter, task: t, worker: worker, threads: runtime.GOMAXPROCS(0)}
	do, take := b.do, b.take
	return func(n int) error { return b.run(n, do, take) }
}

// taskOf returns the task of a worker with meter m.
func (b *batch) taskOf(m *meter) *sp.Task {
	t := *b.task
	t.Solver, t.Visit, t.Sweep, t.Threads, t.Steps = m.solver, m.visit, m.sweep, nil, sp.Steps{}
	return &t
}

// ofWorker returns the meter of worker i. All batches of the fit share it. Its solvers give the
// same answers as those of m.
func (m *meter) ofWorker(i int) *meter {
	for len(m.workers) <= i {
		a := &meter{
			ctx: m.ctx, limit: m.limit, calls: m.calls, deadline: m.deadline, cpu: m.cpu,
			clock:  m.clock,
			choice: m.choice, ledger: m.ledger, worker: true,
		}
		a.pool = m.pool.Beside(a.wrap)
		m.workers = append(m.workers, a)
	}
	return m.workers[i]
}

func (b *batch) run(n int, do, take func(place, i int) error) error {
	if n == 0 {
		return nil // as on one thread, a solver in use stays in its visit
	}
	workers := max(1, min(b.threads, n))
	for i := len(b.places); i < inorder.Each*workers; i++ {
		p := place{m: b.fit.ofWorker(i / inorder.Each)}
		p.do, p.take = b.worker(b.taskOf(p.m))
		b.places = append(b.places, p)
	}
	b.counts = b.fit.counts
	err := inorder.Run(workers, n, do, take)
	b.fit.graph, b.fit.visited = graph{}, false // the next call starts a new visit
	if err == nil {
		return nil
	}
	for i := range b.places {
		b.places[i].work.Undo()
	}
	if err != errEnds {
		return err
	}
	for i := b.ended; i < n; i++ {
		if err := b.alone(i); err != nil {
			return err
		}
	}
	return nil
}

// do does item i and keeps the counts of its calls.
func (b *batch) do(place, i int) error {
	p := &b.places[place]
	m := p.m
	m.counts, m.graph = b.counts, graph{}
	m.visited, m.refused, m.missed = false, false, false
	m.pool.Begin(&p.work)
	p.err = p.do(i)
	m.pool.End()
	p.counts, p.refused, p.missed = m.counts, m.refused, m.missed
	return nil
}

// take adds the counts of item i to those of the fit and takes the item.
func (b *batch) take(place, i int) error {
	p, next := &b.places[place], b.fit.counts
	for k := range kinds {
		*k.of(&next) += *k.of(&p.counts) - *k.of(&b.counts)
	}
	if p.refused || !b.fit.allows(&next, p.missed) {
		b.ended = i
		return errEnds
	}
	return b.count(p, next, i)
}

// allows reports whether the budget allows the counts next, and, if more is set, one more call.
func (m *meter) allows(next *sp.Counts, more bool) bool {
	rest := int64(0)
	if more {
		rest = 1
	}
	for k := range kinds {
		if *k.of(next) > *k.of(&m.limit)-rest {
			return false
		}
	}
	return next.Calls() <= m.calls-rest
}

// alone does and takes item i while no other item is in progress.
func (b *batch) alone(i int) error {
	b.counts = b.fit.counts
	if err := b.do(0, i); err != nil {
		return err
	}
	p := &b.places[0]
	b.fit.refused = b.fit.refused || p.refused
	return b.count(p, p.counts, i)
}

// count sets the counts of the fit to those after item i and takes the item.
func (b *batch) count(p *place, counts sp.Counts, i int) error {
	b.fit.counts = counts
	b.fit.pool.Count(&p.work)
	if p.err != nil {
		return p.err
	}
	return p.take(i)
}
