package bench

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"strconv"

	"github.com/spbench/spbench/harness/data"
	"github.com/spbench/spbench/harness/record"
	"github.com/spbench/spbench/harness/suite"
	"github.com/spbench/spbench/harness/wire"
)

// A Fit is one planned fit: a learner with its parameters on one split of one
// dataset with one seed.
type Fit struct {
	Column   *Column
	Split    int // index among the distinct splits of the column
	Seed     uint64
	Learner  *suite.Learner
	Identity map[string]string // all that the outcome depends on, by name
	Key      string            // record.Key(Identity)

	plan    *Plan
	learner *learner
	split   division
}

// build is the part of a fit's identity that says which build of a learner it is.
const build = "build"

func newFit(p *Plan, c *Column, at int, split division, seed uint64, l *suite.Learner) *Fit {
	f := &Fit{
		Column: c, Split: at, Seed: seed, Learner: l, plan: p,
		learner: p.learners[l.Name], split: split,
	}
	s := p.Suite
	f.Identity = map[string]string{
		"learner":  l.Name,
		build:      f.learner.source.Identity,
		"protocol": strconv.Itoa(wire.ProtocolVersion),
		"scorer":   scorer,
		"params":   string(l.Args),
		"outputs":  compact(l.Outputs),
		"metrics":  compact(s.Metrics),
		"margin":   s.Margin.Name + string(s.Margin.Args),
		"features": c.Spec.Features.Name + string(c.Spec.Features.Args),
		"data":     c.Data.Hash,
		"split":    splitHash(split.Split),
		"labels":   strconv.FormatFloat(split.labels, 'g', -1, 64),
		"seed":     strconv.FormatUint(seed, 10),
		"budget":   compact(s.Budget),
		"limits":   compact(s.Limits),
		"tune":     compact(s.Tune),
		"curve":    compact(s.Curve),
		"reveal":   strconv.FormatFloat(s.Reveal, 'g', -1, 64),
	}
	f.Key = record.Key(f.Identity)
	return f
}

// String names the fit as a person would.
func (f *Fit) String() string {
	name := f.Column.Spec.Label
	if f.distinctSplits() {
		name += fmt.Sprintf(" split %d", f.Split)
	}
	return fmt.Sprintf("%s seed %d: %s", name, f.Seed, f.Learner.Label)
}

func (f *Fit) distinctSplits() bool {
	splits := f.Column.Spec.Splits
	return len(splits) > 1 || splits[0].Rotate != ""
}

// slot identifies the fit whatever the build of its learner.
func slot(identity map[string]string) string {
	parts := maps.Clone(identity)
	delete(parts, build)
	return record.Key(parts)
}

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
	s, c := f.plan.Suite, f.Column
	return wire.Setting{
		Map: wire.Spec{Name: c.Spec.Features.Name, Args: c.Spec.Features.Args},
		K:   c.Data.K, NodeWidth: c.Data.NodeWidth, EdgeWidth: c.Data.EdgeWidth,
		Loss:   wire.Spec{Name: s.Margin.Name, Args: s.Margin.Args},
		Params: params, Seed: f.Seed,
	}
}
