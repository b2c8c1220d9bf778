package skeleton

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/skeleton"
	"github.com/spbench/spbench/harness/sp"
)

// strengths returns groups of pair strengths, one per parameter.
func strengths(m sp.FeatureMap) (groups [][]int) {
	for i, j := range m.NonNegative() {
		if i < skeleton.MaxDim-1 {
			groups = append(groups, []int{j})
		} else {
			groups[skeleton.MaxDim-2] = append(groups[skeleton.MaxDim-2], j)
		}
	}
	return groups
}

// parameters are the directions of the method in the space of the weights: one for each weight, or,
// with a base, the base's node weights and the strengths of pairs.
type parameters struct {
	directions  [][]float64
	nonNegative []bool
	groups      [][]int // of strengths, with a base; nil without
	pieces      bool    // a factor of all node scores, and one of all pair scores
}

// scores sets p to the scores of x along direction i.
func (p *parameters) scores(to *sp.Potentials, m sp.FeatureMap, i int, x *sp.Instance) {
	m.Potentials(to, p.directions[i], x)
	switch {
	case !p.pieces:
	case i == 0:
		clear(to.Pair.Potts)
		clear(to.Pair.Table)
	default:
		clear(to.Node)
	}
}

// newPieces returns the parameters for the scores under w.
func newPieces(w []float64) *parameters {
	return &parameters{directions: [][]float64{w, w}, nonNegative: []bool{true, true}, pieces: true}
}

// tied returns the number of strengths that share a parameter; 0: none do.
func (p *parameters) tied() int {
	if n := len(p.groups); n > 0 && len(p.groups[n-1]) > 1 {
		return len(p.groups[n-1])
	}
	return 0
}

// newParameters returns the parameters for map m. base is nil or holds the node weights.
func newParameters(m sp.FeatureMap, base []float64) *parameters {
	p := &parameters{}
	bounded := m.NonNegative()
	if base == nil {
		for i := range m.Dim() {
			p.add(m.Dim(), slices.Contains(bounded, i), i)
		}
		return p
	}
	nodes := slices.Clone(base[:m.Dim()])
	for _, j := range bounded {
		nodes[j] = 0
	}
	p.directions, p.nonNegative = append(p.directions, nodes), append(p.nonNegative, true)
	p.groups = strengths(m)
	for _, group := range p.groups {
		p.add(m.Dim(), true, group...)
	}
	return p
}

// add adds the direction of some weights.
func (p *parameters) add(dim int, nonNegative bool, weights ...int) {
	d := make([]float64, dim)
	for _, j := range weights {
		d[j] = 1
	}
	p.directions, p.nonNegative = append(p.directions, d), append(p.nonNegative, nonNegative)
}

// weights returns the weights of a fit whose box has the given centre.
func (p *parameters) weights(centre []float64) []float64 {
	switch {
	case p.pieces:
		return slices.Concat(p.directions[0], centre)
	case p.groups == nil:
		return slices.Clone(centre)
	}
	w := append(slices.Clone(p.directions[0]), centre[0])
	for i, group := range p.groups {
		for _, j := range group {
			w[j] = centre[i+1]
		}
	}
	return w
}

// read recovers the parameters and the centre of the box from weights.
func read(m sp.FeatureMap, weights []float64) (p *parameters, centre []float64, err error) {
	switch len(weights) {
	case m.Dim():
		return newParameters(m, nil), slices.Clone(weights), nil
	case m.Dim() + 1:
		p, centre = newParameters(m, weights), weights[m.Dim():m.Dim()+1:m.Dim()+1]
		for _, group := range p.groups {
			centre = append(centre, weights[group[0]])
		}
		return p, centre, nil
	case m.Dim() + 2:
		if weights[m.Dim()+1] < 0 { // no factor of pairs
			return read(m, weights[:m.Dim()+1])
		}
		return newPieces(weights[:m.Dim()]), slices.Clone(weights[m.Dim():]), nil
	}
	return nil, nil, fmt.Errorf(
		"skeleton: %d weights for a feature map with %d weights, and one or two more after two stages",
		len(weights), m.Dim())
}

// Potentials implements learner.Scorer: the scores at the centre of the box.
func (l *Skeleton) Potentials(t *sp.Task, p *sp.Potentials, weights []float64,
	x *sp.Instance) error {
	of, centre, err := read(t.Map, weights)
	if err != nil {
		return err
	}
	e := newEnergy(t, of, x, false)
	e.scores(centre)
	*p = e.p
	return nil
}
