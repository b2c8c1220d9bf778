package partclamp

import (
	"errors"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/bound"
	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/messages"
	"github.com/spbench/spbench/harness/sp"
)

// A tightener finds states for clampings. It keeps buffers.
type tightener struct {
	clamp  string
	most   int // states of a clamping beside the gold one
	sweeps int
	sweep  func() error // of the task
	spent  sp.Counts    // MAP calls and sweeps, since it was last set

	y        []int32
	node     []float64 // scores before known labels
	mix      messages.State
	max      []bool
	climb    local.State
	frontier frontier
}

// tighten adds a new state to each clamping: the one expected to raise the bound most under p. In a
// full clamping it replaces the state of smallest sum if its own sum is larger. It reports whether
// any clamping has changed. Candidates are, in this order, until one is new:
//
//   - the B of the labeling of maximal score, or the labels of B from messages that sum over A (Liu
//     & Ihler 2011): one MAP call for all clampings, or sweeps for each of them
//   - states that differ from an included one in one label, see frontier
func (t *tightener) tighten(s sp.Solver, p *sp.Potentials,
	list []bound.Clamping) (changed bool, err error) {
	t.y = sp.Grow(t.y, p.N())
	for i := range list {
		c := &list[i]
		if len(c.Forest.Order) == p.N() {
			continue // only the empty state exists
		}
		switch {
		case t.clamp == clampMarginal:
			err = t.marginalMAP(p, c.Forest)
		case i == 0:
			err = t.maximum(s, p)
		}
		if err != nil {
			return changed, err
		}
		y, sums := t.y, []float64(nil)
		if t.frontier.included.fill(c); t.frontier.included.has(hash(c.Forest, y)) {
			if y, err = t.frontier.best(s.(sp.Conditioner), p, c); err != nil {
				return changed, err
			}
			sums = t.frontier.sums
		}
		if y == nil {
			continue // all are included
		}
		better, err := t.include(s.(sp.Conditioner), p, c, y, sums)
		if err != nil {
			return changed, err
		}
		changed = changed || better
	}
	return changed, nil
}

// maximum fills t.y with the labeling of maximal score. If the solver has no MAP, it uses
// max-product messages and then ICM.
func (t *tightener) maximum(s sp.Solver, p *sp.Potentials) error {
	if _, err := s.MAP(t.y, p); !errors.Is(err, errors.ErrUnsupported) {
		t.spent.MAP++
		return err
	}
	t.max = sp.Grow(t.max, p.N())
	for d := range t.max {
		t.max[d] = true
	}
	if err := t.pass(p); err != nil {
		return err
	}
	t.climb.Reset(p)
	copy(t.climb.Y, t.y)
	for done := false; !done; {
		if err := t.sweep(); err != nil {
			return err
		}
		_, done = t.climb.ICM(1)
	}
	copy(t.y, t.climb.Y)
	return nil
}

// marginalMAP fills t.y with labels of approximately the largest sum over the labels of f.
func (t *tightener) marginalMAP(p *sp.Potentials, f *sp.Forest) error {
	t.max = sp.Grow(t.max, p.N())
	for d := range t.max {
		t.max[d] = !f.Has(int32(d))
	}
	return t.pass(p)
}

// pass fills t.y with the labels of largest belief after sweeps of messages. They maximise over the
// variables in t.max and sum over the others.
func (t *tightener) pass(p *sp.Potentials) error {
	const still = 1e-3
	t.spent.Sweeps++ // at least
	t.mix.Reset(p, messages.Rule{Max: t.max, Damping: 0.1})
	for range t.sweeps {
		if err := t.sweep(); err != nil {
			return err
		}
		if t.mix.Sweep() < still {
			break
		}
	}
	t.mix.Labels(t.y)
	return nil
}

// include adds the state y to c if there is room. Otherwise y replaces the state of smallest sum,
// except gold, if its own sum is larger. One Conditional call for each state of c and for y, or for
// y only if sums has the sums of c's states under p (nil: unknown).
func (t *tightener) include(s sp.Conditioner, p *sp.Potentials, c *bound.Clamping, y []int32,
	sums []float64) (bool, error) {
	if len(c.States) <= t.most {
		c.States = append(c.States, slices.Clone(y))
		return true, nil
	}
	sum, err := s.Conditional(nil, p, c.Forest, y)
	if err != nil {
		return false, err
	}
	least, at := math.Inf(1), 0
	for i := 1; i < len(c.States); i++ {
		var of float64
		if sums != nil {
			of = sums[i]
		} else if of, err = s.Conditional(nil, p, c.Forest, c.States[i]); err != nil {
			return false, err
		}
		if of < least {
			least, at = of, i
		}
	}
	if sum <= least {
		return false, nil
	}
	c.States[at] = slices.Clone(y)
	return true, nil
}
