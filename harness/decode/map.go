package decode

import "github.com/spbench/spbench/harness/sp"

var mapKind = Kind{Name: "map", Doc: "a labeling of maximal score", Oracle: true, Structures: true,
	new: func() Decoder { return &maximum{} }}

type maximum struct{}

func (*maximum) Decode(out *sp.Prediction, p *sp.Potentials, h Help) error {
	s, err := h.Solver()
	if err != nil {
		return err
	}
	*out = sp.Prediction{Labels: sp.Grow(out.Labels, p.N())}
	_, err = s.MAP(out.Labels, p)
	return err
}
