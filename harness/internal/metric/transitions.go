package metric

import (
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// Transitions returns the successions of labels that a scheme of taggings allows, see the argument
// scheme of span-f1.
func Transitions(labels []string, name string) (*sp.Transitions, error) {
	all, _, of, err := tags(labels, name)
	if err != nil {
		return nil, err
	}
	closed, k := len(of.letters) > 2, len(all)
	t := &sp.Transitions{First: make([]float64, k), Last: make([]float64, k),
		Next: make([]float64, k*k)}
	may := func(a, b tag) bool {
		open := a.prefix == 'B' || a.prefix == 'I'
		inside := b.prefix == 'I' || b.prefix == 'E'
		switch {
		case of.name == "iob1":
			return b.prefix != 'B' || a.kind == b.kind
		case closed:
			return open == inside && (!open || a.kind == b.kind)
		}
		return !inside || a.kind == b.kind
	}
	outside := tag{'O', -1}
	for i, a := range all {
		t.First[i], t.Last[i] = sp.MayFollow(may(outside, a)), sp.MayFollow(may(a, outside))
		for j, b := range all {
			t.Next[i*k+j] = sp.MayFollow(may(a, b))
		}
	}
	return t, nil
}

// invalid are the arguments of the share of sequences that a scheme does not allow.
type invalid struct {
	Scheme string `json:"scheme" enum:"auto,iob1,iob2,bioes,bilou,bmes" help:"as of span-f1"`
}

func (a *invalid) complete(m *Metric, labels []string) error {
	t, err := Transitions(labels, a.Scheme)
	m.Stat = func(_ *sp.Instance, _ []int32, p *sp.Prediction) (float64, float64) {
		if p.Labels == nil {
			return math.NaN(), 0
		}
		if t.Broken(p.Labels) >= 0 {
			return 1, 1
		}
		return 0, 1
	}
	return err
}
