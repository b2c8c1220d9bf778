package examine

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/internal/host/proc"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/partition"
	"github.com/spbench/spbench/harness/sp"
)

// Calls and tolerances of the meter check: seconds of two processes on a
// machine that may be busy are not exact.
const (
	meterCalls  = 40
	meterFactor = 1.6
	meterSlack  = 120 * time.Millisecond
	meterTries  = 3
)

// meter is the law "meter". Two tasks differ only in their edges: inference takes ten
// milliseconds on one and almost nothing on the other. All other work of a learner costs the same
// on both. So the difference in CPU time of its processes, as the operating system counts it, is
// the cost of inference.
//
// The counted calls must explain this cost, at the price that the harness pays for each. A busy
// machine may slow down either task, so only a difference seen three times counts.
func (t *trial) meter() error {
	narrow, wide := twins()
	under(t.Oracle, narrow, wide)
	var seen error
	for range meterTries {
		base, _, err := t.spend(narrow)
		if err != nil {
			return err
		}
		whole, o, err := t.spend(wide)
		if err != nil {
			return err
		}
		for _, w := range o.Warnings {
			if strings.HasPrefix(w, sp.Unmetered) {
				return fmt.Errorf("%s: take solvers from Task.Solver", w)
			}
		}
		inference, explained := whole-base, wide.explained(o.Counts)
		if inference <= time.Duration(meterFactor*float64(explained))+meterSlack {
			return nil
		}
		seen = fmt.Errorf("it took %.2g s of CPU time for inference, and counts %d oracle "+
			"calls, for which the harness takes %.2g s: "+
			"count every call, and call only the task's solvers or the harness",
			inference.Seconds(), o.Counts.Calls(), explained.Seconds())
	}
	return seen
}

// spend makes a fit of meterCalls calls in a process of its own and returns the CPU time of the
// process. A refusal is a skip.
func (e *examination) spend(t *task) (time.Duration, outcome, error) {
	l, err := e.open(1, t.train, t.shown)
	if err != nil {
		return 0, outcome{}, err
	}
	r := t.request()
	r.Budget, r.Schedule = sp.Budget{Passes: meterCalls / float64(len(t.train)), Calls: meterCalls},
		sp.Schedule{}
	o := e.fit(l, r)
	l.Close() // the fit has reported a crash
	if why := unsupported(o.err); why != nil {
		return 0, o, why
	}
	return l.Usage().CPU, o, o.err
}

// twins returns the two tasks of the check: grids, and the same variables with as many edges in a
// band of width 2.
func twins() (narrow, wide *task) {
	wide = drawn(11, "wide", "", feature.PairsPotts, 4, 1, image(9, 9, 3))
	band := *wide
	band.name, band.train, band.test = "narrow", slices.Clone(wide.train), slices.Clone(wide.test)
	for _, set := range [][]sp.Instance{band.train, band.test} {
		for i := range set {
			x := &set[i]
			edges := sp.ChainEdges(x.N())
			for v := int32(0); len(edges) < len(x.Edges); v++ {
				edges = append(edges, sp.Edge{U: v, V: v + 2})
			}
			x.Edges, x.Shape = edges, [2]int{}
		}
	}
	both := prepare(&band, wide)
	return both[0], both[1]
}

// explained returns the CPU time that the harness needs for these calls on the training instances.
func (t *task) explained(c sp.Counts) time.Duration {
	choice, err := oracle.Choose(t.oracle.Name, t.oracle.Args)
	if err != nil {
		panic("examine: " + err.Error()) // Learner has tried
	}
	pool, y, mu := choice.Pool(t.fmap, 0, nil), []int32(nil), sp.Marginals{}
	w, p := slices.Repeat([]float64{1}, t.fmap.Dim()), sp.Potentials{}
	var forests []*sp.Forest
	for i := range t.train {
		forests = append(forests, partition.NewGrower(&t.train[i], partition.BreadthFirst, 0).Next())
	}

	// price is the time of so many calls, each like one for training instance i.
	price := func(calls int64, one func(s sp.Solver, i int) (float64, error)) time.Duration {
		if calls == 0 {
			return 0
		}
		took := proc.OnThread(func() {
			for i := range t.train {
				x := &t.train[i]
				y = sp.Grow(y, x.N())
				clear(y)
				t.fmap.Potentials(&p, w, x)
				s, err := pool.Get(x)
				if err == nil {
					_, err = one(s, i)
				}
				if err != nil {
					panic("examine: " + err.Error()) // an error in this file
				}
			}
		})
		return time.Duration(calls) * took / time.Duration(len(t.train))
	}
	return price(c.MAP, func(s sp.Solver, _ int) (float64, error) { return s.MAP(y, &p) }) +
		price(c.Marginals, func(s sp.Solver, _ int) (float64, error) { return s.Marginals(&mu, &p) }) +
		price(c.Conditional, func(s sp.Solver, i int) (float64, error) {
			return s.(sp.Conditioner).Conditional(&mu, &p, forests[i], y)
		}) +
		price(c.Clamped, func(s sp.Solver, _ int) (float64, error) { // the first after a MAP costs most
			if score, err := s.MAP(y, &p); err != nil {
				return score, err
			}
			return s.(sp.Clamper).Clamped(y, 0, (y[0]+1)%int32(p.K)) // other oracles make none
		})
}
