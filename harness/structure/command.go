package structure

import (
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// A ByCommand asks a program of the user, that of [sp.Structure], and checks each answer: a
// labeling is complete and allowed, with the score that the program says. A maximum with a label
// fixed is one with the other labels forbidden.
type ByCommand struct{ last }

func (s *ByCommand) solve(z []int32, p *sp.Potentials) error {
	list, err := askProgram(false, p)
	if err == nil {
		copy(z, list[0].y)
	}
	return err
}

func (s *ByCommand) sums(node []float64, p *sp.Potentials) (float64, error) {
	list, err := askProgram(true, p)
	if err != nil {
		return 0, err
	}
	if node != nil {
		copy(node, slices.Concat(list[0].Marginals...))
	}
	return *list[0].LogSum, nil
}

// Members returns an error for the first of some instances with a command that allows no labeling
// with their gold labels.
func Members(list []sp.Instance) error {
	for some := range slices.Chunk(list, 100) {
		var batch []*sp.Potentials
		for i := range some {
			p := new(sp.Potentials).Resize(&some[i], 0, 0)
			clear(p.Node)
			p.Restrict(&some[i])
			batch = append(batch, p)
		}
		if _, err := askProgram(false, batch...); err != nil {
			return err
		}
	}
	return nil
}
