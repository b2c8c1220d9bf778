package learnertest

import (
	"fmt"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/sp"
)

// repeat is the check "repeat".
func (t *attempt) repeat() error {
	if err := t.again(t.l, "in the same process"); err != nil {
		return err
	}
	l, err := t.openOn(2, t.train, t.shown)
	if err != nil {
		return err
	}
	defer l.Close() // the fit reports a crash
	return t.again(l, "in another process, which may use two threads")
}

// again repeats the first fit and returns an error if it differs.
func (t *attempt) again(l *host.Learner, where string) error {
	o := t.fit(l, t.request())
	if o.err != nil {
		return fmt.Errorf("the same fit %s: %w", where, o.err)
	}
	if diff := t.first.differs(&o); diff != "" {
		return fmt.Errorf(
			"the same fit %s: %s; take all randomness from Task.Seed, keep no state between fits, "+
				"and sum in an order that threads do not change", where, diff)
	}
	return nil
}

// differs describes a difference of outcome b from o, except in times; "" if there is none.
func (o *outcome) differs(b *outcome) string {
	if len(o.points) != len(b.points) {
		return fmt.Sprintf("%d checkpoints, %d before", len(b.points), len(o.points))
	}
	for i := range o.points {
		p, q := &o.points[i], &b.points[i]
		if p.Counts != q.Counts {
			return fmt.Sprintf("counts %+v at checkpoint %d, %+v before", q.Counts, i+1, p.Counts)
		}
		if diff := apart(p.Weights, q.Weights); diff != "" {
			return fmt.Sprintf("weights of checkpoint %d: %s", i+1, diff)
		}
		for name, v := range p.Values {
			if w, ok := q.Values[name]; !ok || !same(v, w) {
				return fmt.Sprintf("value %q of checkpoint %d is %v, %v before", name, i+1, w, v)
			}
		}
	}
	if o.Counts != b.Counts {
		return fmt.Sprintf("counts %+v in all, %+v before", b.Counts, o.Counts)
	}
	return ""
}

// apart describes where b differs from a, to the bit; "" if nowhere.
func apart(a, b []float64) string {
	if len(a) != len(b) {
		return fmt.Sprintf("%d numbers, %d before", len(b), len(a))
	}
	for i := range a {
		if !same(a[i], b[i]) {
			return fmt.Sprintf("number %d of %d is %v, %v before", i, len(a), b[i], a[i])
		}
	}
	return ""
}

func same(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }

// unlike describes a difference of predictions b from a; "" if there is none.
func unlike(a, b []sp.Prediction, instances []sp.Instance) string {
	for i := range a {
		p, q := &a[i], &b[i]
		diff := apart(p.Marginal, q.Marginal)
		if diff == "" {
			diff = apart(p.Variance, q.Variance)
		}
		switch {
		case !slices.Equal(p.Labels, q.Labels):
			return fmt.Sprintf("%q has labels %v, %v before", instances[i].ID, q.Labels, p.Labels)
		case diff != "":
			return fmt.Sprintf("marginals of %q: %s", instances[i].ID, diff)
		case !slices.EqualFunc(p.Atoms, q.Atoms, func(a, b sp.Atom) bool {
			return same(a.Weight, b.Weight) && slices.Equal(a.Labels, b.Labels)
		}):
			return fmt.Sprintf("%q has other atoms than before", instances[i].ID)
		}
	}
	return ""
}
