package run

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/sp"
)

// A Fit is one planned fit: a learner with its parameters on one split of one
// dataset with one seed.
type Fit struct {
	Seed record.Seeds
	Key  string // record.Key(Identity)
	*Family

	made map[string]string // its identity, where it is that of an outcome of earlier; else nil
}

// row returns the key of a decoder that is read off the fit with that key.
func (f *Fit) row(fit string, out *suite.Decoder) string {
	return rowKey(fit, out, f.texts.metrics, f.scoredBy(out))
}

// scoredBy returns the sources that score a decoder of the fit, as in [record.Row.Score].
func (f *Fit) scoredBy(out *suite.Decoder) string {
	if by, ok := f.texts.scores[rowName(f.Learner, out)]; ok {
		return by
	}
	return scoreSources(f.learner, out, f.plan.Suite.Metrics)
}

// decoderName names a decoder with its arguments and protocol.
func decoderName(o *suite.Decoder) string {
	name := o.Name + string(o.Args)
	if o.Reveal != (suite.Reveal{}) {
		name += compact(o.Reveal)
	}
	return name
}

// String names the fit as a person would.
func (f *Fit) String() string {
	name := f.Dataset.Spec.Label
	if f.distinctSplits() {
		name += fmt.Sprintf(" split %d", f.Split)
	}
	return fmt.Sprintf("%s seed %s: %s", name, f.Seed, f.Learner.Label)
}

func (f *Fit) distinctSplits() bool {
	splits := f.Dataset.Spec.Splits
	return len(splits) > 1 || splits[0].Rotate != ""
}

// budget returns what the fit may take before it ends itself.
func (f *Fit) budget() suite.Budget { return f.plan.Suite.BudgetOn(f.Dataset.Spec) }

// place returns where the rows of the fit stand in a table.
func (f *Fit) place() record.Place {
	return record.Place{Dataset: f.Dataset.Spec.Label, Label: f.Learner.Label, Split: f.Split, Seed: f.Seed}
}

// learnerSeed returns the seed of all that the learner draws.
func (f *Fit) learnerSeed() uint64 { return f.learnerSeedOf(f.Seed) }

func splitHash(s data.Split) string {
	parts := [][]int{s.Train, s.Partial, s.Test}
	if len(s.Boxes) > 0 {
		parts = append(parts, s.Boxes)
	}
	h := sha256.Sum256([]byte(compact(parts)))
	return hex.EncodeToString(h[:])
}

func compact(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic("bench: " + err.Error()) // plain data
	}
	return string(text)
}

// setting is what the learner is told for fit and prediction with params.
func (f *Fit) setting(params []byte) wire.Setting {
	s, c := f.plan.Suite, f.Dataset
	return wire.Setting{
		Map: sp.Spec{Name: c.Spec.Features.Name, Args: c.Spec.Features.Args},
		K:   c.Data.K, NodeWidth: c.Data.NodeWidth, EdgeWidth: c.Data.EdgeWidth,
		Loss:   sp.Spec{Name: s.TrainLoss.Name, Args: s.TrainLoss.Args},
		Params: params, Seed: f.learnerSeed(), Oracle: f.oracle(),
	}
}

// oracle returns the one that the learner is given to train with; of no name where it is exact.
func (f *Fit) oracle() sp.Spec {
	o := f.Dataset.Spec.Oracle
	if o == nil {
		return sp.Spec{}
	}
	return sp.Spec{Name: o.Name, Args: o.Args}
}
