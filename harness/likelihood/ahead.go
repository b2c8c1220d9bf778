package likelihood

import (
	"github.com/spbench/spbench/harness/inorder"
	"github.com/spbench/spbench/harness/sp"
)

// ahead returns the team of those who find values and derivatives, which are added up in the order of the instances.
func (o *Objective) ahead() *inorder.Team[*worker] {
	if o.team == nil {
		o.team = &inorder.Team[*worker]{Task: o.Task, New: func(t *sp.Task) *worker { return &worker{objective: o, term: o.Ahead(t)} }}
	}
	return o.team
}

// A worker is what one goroutine needs.
type worker struct {
	objective *Objective
	term      Term
	p         sp.Potentials
}

// A place holds what was found for the instances of a part until it is added up.
type place struct {
	value []float64
	g     []sp.Marginals
}

// most is the number of scores of labels of a part, so that its instances are many where they are small: the goroutines
// agree on each part.
const most = 1 << 12

// sumAhead is sum by several goroutines.
func (o *Objective) sumAhead(w, grad []float64, total float64) (sum float64, err error) {
	team := o.ahead()
	o.divide(team.Places(len(o.Train)))
	team.Do = func(k *worker, place, i int) error {
		return k.evaluate(&o.places[place], w, o.Train[o.parts[i]:o.parts[i+1]])
	}
	team.Take = func(place, i int) error {
		at := &o.places[place]
		for j, value := range at.value {
			x := &o.Train[o.parts[i]+j]
			o.addGradient(grad, x.Weight/total, x, &at.g[j])
			sum += x.Weight * value
		}
		return nil
	}
	return sum, team.Run(len(o.parts) - 1)
}

// divide makes the parts, several for each of the places.
func (o *Objective) divide(places int) {
	for len(o.places) < places {
		o.places = append(o.places, place{})
	}
	size := 0
	for i := range o.Train {
		size += o.Train[i].N() * o.Train[i].K
	}
	share := min(size/(4*places), most)
	o.parts, size = append(o.parts[:0], 0), 0
	for i := range o.Train {
		if size += o.Train[i].N() * o.Train[i].K; size >= share || i == len(o.Train)-1 {
			o.parts, size = append(o.parts, i+1), 0
		}
	}
}

// evaluate leaves in the place what there is to find for the instances, up to the first error.
func (k *worker) evaluate(at *place, w []float64, part []sp.Instance) error {
	at.value = at.value[:0]
	for len(at.g) < len(part) {
		at.g = append(at.g, sp.Marginals{})
	}
	for i := range part {
		k.objective.Map.Potentials(&k.p, w, &part[i])
		value, err := k.term.Value(&at.g[i], &k.p, &part[i])
		if err != nil {
			return err
		}
		at.value = append(at.value, value)
	}
	return nil
}
