package bench

import (
	"math/rand/v2"
	"slices"
	"time"

	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/internal/audit"
	"github.com/spbench/spbench/internal/host"
)

// What a fit may take beyond what the harness takes for the same calls, visits and sweeps.
const (
	effortFactor = 10
	effortMost   = 100 // and what it may count beyond what the harness does in the time that it took: warm solvers and kept results save much
	effortSlack  = 0.2 // CPU seconds
)

// toil doubts the counts of a fit whose processes computed for much longer than what it counts takes the harness, or for so much
// shorter that they cannot have done that. The harness tries some of it on the training set with the last weights, in a hundredth of the
// time of the fit or 10 ms. Nothing is said where there is nothing to compare with: of calls that the harness cannot make, of weights of another kind, of visits
// without a call and without an objective that the harness knows, of a learner in another language that has the harness make its calls.
func (x *execution) toil() {
	took, c := x.fitted.Computed, x.rec.Counts
	if !(took > effortSlack) || x.rec.Remote {
		return
	}
	if c == (sp.Counts{}) {
		x.doubt("it computed, and counts no visit, sweep or call")
		return
	}
	known := x.last().Objective != nil && audit.Known(x.last().Objective.Kind)
	if c.Calls() == 0 && c.Sweeps == 0 && !known || len(x.last().Weights) != x.Dataset.Map.Dim() || len(x.train) == 0 {
		return
	}
	switch takes, least, ok := x.reference(c, took); {
	case !ok:
	case took > effortFactor*takes+effortSlack:
		x.doubt("it computed for more than 10 times as long as the harness does for the calls, visits and sweeps that it counts")
	case least > effortMost*took: // counts that no computing explains would explain any
		x.doubt("it counts calls, visits or sweeps for which the harness computes more than 100 times as long as it did")
	}
}

// doubt adds a doubt to the record, once.
func (x *execution) doubt(text string) {
	if !slices.Contains(x.rec.Times.Doubts, text) {
		x.rec.Times.Doubts = append(x.rec.Times.Doubts, text)
	}
}

// reference returns the seconds that the harness takes for what a fit counts that took so many; and where a clamped query takes
// the share of one variable, as of a solver that keeps what it found for the others.
func (x *execution) reference(c sp.Counts, took float64) (seconds, least float64, ok bool) {
	spec := x.oracle()
	choice, err := oracle.Choose(spec.Name, spec.Args)
	if err != nil {
		return 0, 0, false
	}
	variables := 0
	for i := range x.train {
		variables += x.train[i].N()
	}
	clamped := float64(c.Clamped) * float64(len(x.train)) / float64(max(1, variables))
	m, w := x.Dataset.Map, x.last().Weights
	phi := make([]float64, m.Dim())
	pseudo := likelihood.Objective{Map: m, Term: new(likelihood.Pseudo)}
	cold := func() *oracle.Pool { return choice.Pool(m, x.Seed.Learner, nil) } // one that keeps nothing of what was asked of another
	exact, maximiser := likelihood.Objective{Map: m, Term: &likelihood.Exact{Solver: cold().Get}}, cold()
	for _, work := range []struct {
		times int64
		least float64 // of them
		one   func(*sp.Instance) error
	}{
		{c.Visits + c.Sweeps, float64(c.Visits + c.Sweeps), func(one *sp.Instance) error { _, err := pseudo.Add(phi, 1, w, 1, one); return err }},
		{c.Marginals + c.Conditional, float64(c.Marginals + c.Conditional), func(one *sp.Instance) error { _, err := exact.Add(phi, 1, w, 1, one); return err }},
		{c.MAP + c.Clamped, float64(c.MAP) + clamped, func(one *sp.Instance) error { return maximise(maximiser, m, w, phi, one) }},
	} {
		if work.times == 0 {
			continue
		}
		one, err := x.timed(work.one, max(0.01, took/100)/3, max(1, work.times/100))
		if err != nil {
			return 0, 0, false
		}
		seconds += float64(work.times) * one
		least += work.least * one
	}
	return seconds, least, true
}

// maximise adds φ at a maximiser under w to phi.
func maximise(pool *oracle.Pool, m sp.FeatureMap, w, phi []float64, x *sp.Instance) error {
	s, err := pool.Get(x)
	if err != nil {
		return err
	}
	var p sp.Potentials
	y := make([]int32, x.N())
	m.Potentials(&p, w, x)
	_, err = s.MAP(y, &p)
	m.Add(phi, 1, x, y)
	return err
}

// timed returns the mean CPU seconds of one over training instances in a random order: of the first before the clock starts and then of up to so
// many others, each once, as a solver may be faster the second time, in about so many seconds.
func (x *execution) timed(one func(*sp.Instance) error, seconds float64, often int64) (mean float64, err error) {
	order := rand.New(rand.NewPCG(x.Seed.Learner, 0)).Perm(len(x.train))
	if err := one(&x.train[order[0]]); err != nil {
		return 0, err
	}
	if len(order) > 1 {
		order = order[1:]
	}
	often = min(often, int64(len(order)))
	n, start := int64(0), time.Now()
	took := host.OnThread(func() {
		for n < often && err == nil && (n == 0 || time.Since(start).Seconds() < seconds) {
			err = one(&x.train[order[n]])
			n++
		}
	})
	return took.Seconds() / float64(n), err
}
