package plan

import (
	"slices"

	"github.com/spbench/spbench/harness/internal/data/prepare"
	"github.com/spbench/spbench/harness/sp"
)

// Names returns the names for prepared instances of f, for a learner that asks for texts; else nil.
func (p *Instances) Names(f *Fit) (*sp.Names, error) {
	if !f.Program.About.Texts {
		return nil, nil
	}
	all, err := f.Dataset.featureNames()
	if err != nil {
		return nil, err
	}
	names := &sp.Names{Labels: slices.Clone(prepare.Pick(p.Labels, f.Dataset.Data.Labels))}
	for j := range min(p.Dims.Node, len(all)) {
		names.Features = append(names.Features, all[p.Vocabulary.Node.Source(j)])
	}
	return names, nil
}
