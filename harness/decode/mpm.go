package decode

import "github.com/spbench/spbench/harness/sp"

var mpmKind = Kind{
	Name: "mpm", Doc: "at each variable the label of largest marginal probability, by sum-product; also the marginals",
	Oracle: true, new: func() Decoder { return &modes{} },
}

// modes breaks ties towards the smaller label.
type modes struct{}

func (*modes) Decode(out *sp.Prediction, p *sp.Potentials, h Help) error {
	s, err := h.Solver()
	if err != nil {
		return err
	}
	mu := sp.Marginals{Node: out.Marginal, NodeOnly: true}
	if _, err := s.Marginals(&mu, p); err != nil {
		return err
	}
	*out = sp.Prediction{Labels: sp.Grow(out.Labels, p.N()), Marginal: mu.Node}
	bestOf(out.Labels, out.Marginal, p.K)
	return nil
}
