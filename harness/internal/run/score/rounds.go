package score

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/data/prepare"
	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/partition"
	"github.com/spbench/spbench/harness/sp"
)

// maxRounds bounds the rounds of forests. Each round needs a process of its own.
const maxRounds = 50

// roundsOf returns the test set as a decoder with this protocol sees it. There is one round, or one
// for each part or forest of the variables, which the round hides while it shows all others.
func roundsOf(p *plan.Instances, r suite.Reveal, seed uint64) ([][]sp.Instance, error) {
	switch {
	case r.Parts > 0:
		return partRounds(p, r.Parts, seed), nil
	case r.Forests != "":
		return forestRounds(p, partition.Growth(r.Forests), seed)
	case r.Share == 0:
		return [][]sp.Instance{p.Test}, nil
	}
	shown := slices.Clone(p.Test)
	for i := range shown {
		shown[i].Gold = p.Gold[i]
		var err error
		if shown[i], err = prepare.Reveal(shown[i], r.Share, seed); err != nil {
			return nil, fmt.Errorf("score: test set: %w", err)
		}
	}
	return [][]sp.Instance{shown}, nil
}

// partRounds returns a round for each part. If an instance has fewer variables than parts, some
// rounds show all of it.
func partRounds(p *plan.Instances, parts int, seed uint64) [][]sp.Instance {
	return hideInTurn(p, parts, func(x *sp.Instance) func(r, v int) bool {
		part := prepare.Divide(x, parts, seed)
		return func(r, v int) bool { return part[v] == r }
	})
}

// forestRounds returns rounds until every variable has been in a hidden forest. The instance with
// the most forests decides their number; the last rounds show all of other instances.
//
// The error is errors.ErrUnsupported if a test label is unknown, since forests are summed given all
// other labels. It is also errors.ErrUnsupported above maxRounds, as on dense graphs.
func forestRounds(p *plan.Instances, g partition.Growth, seed uint64) ([][]sp.Instance, error) {
	most, forests := 1, map[*sp.Instance][]*sp.Forest{}
	for i := range p.Test {
		x := &p.Test[i]
		if v := slices.Index(p.Gold[i], sp.Unknown); v >= 0 {
			return nil, fmt.Errorf(
				"score: reveal: variable %d of test instance %q has no label to show outside of forests: %w",
				v, x.ID, host.ErrUnsupported,
			)
		}
		forests[x] = partition.Cover(x, g, seed)
		most = max(most, len(forests[x]))
	}
	if most > maxRounds {
		return nil, fmt.Errorf(
			"score: reveal: forests cover a test instance only in %d rounds, above the limit of %d: %w",
			most, maxRounds, host.ErrUnsupported,
		)
	}
	return hideInTurn(p, most, func(x *sp.Instance) func(r, v int) bool {
		of := forests[x]
		return func(r, v int) bool { return r < len(of) && of[r].Has(int32(v)) }
	}), nil
}

// hideInTurn returns rounds of the test set. hides returns, for an instance, whether a round hides
// a variable.
func hideInTurn(
	p *plan.Instances, count int, hides func(x *sp.Instance) func(round, v int) bool,
) [][]sp.Instance {
	rounds := make([][]sp.Instance, count)
	for r := range rounds {
		rounds[r] = slices.Clone(p.Test)
	}
	for i := range p.Test {
		hidden := hides(&p.Test[i])
		for r := range rounds {
			gold := slices.Clone(p.Gold[i])
			for v := range gold {
				if hidden(r, v) {
					gold[v] = sp.Unknown
				}
			}
			rounds[r][i].Gold = gold
		}
	}
	return rounds
}

// scoredSet returns the test set as metrics see it: shown labels do not count.
func scoredSet(rounds [][]sp.Instance, r suite.Reveal, p *plan.Instances) []sp.Instance {
	if r.Share > 0 {
		return rounds[0]
	}
	return p.Test // each variable was hidden at least once
}
