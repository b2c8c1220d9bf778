package bench

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"

	sources "github.com/spbench/spbench"
	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/internal/data"
	"github.com/spbench/spbench/internal/record"
	"github.com/spbench/spbench/internal/suite"
	"github.com/spbench/spbench/internal/wire"
)

// A Fit is one planned fit: a learner with its parameters on one split of one
// dataset with one seed.
type Fit struct {
	Dataset  *Dataset
	Split    int // index among the distinct splits of the column
	Seed     record.Seeds
	Learner  *suite.Learner
	Identity map[string]string // all that the fit depends on, by name; see row for what its rows do
	Key      string            // record.Key(Identity)

	plan    *Plan
	learner *learner
	split   division
	texts   *texts
}

// The parts of an identity that say which build of the learner and of the harness
// it is of.
const (
	build   = "build"
	harness = "harness"
	score   = "score" // the build that scored it; of a fit only where scores decided something
)

// texts are what the fits of a dataset have in common of the suite as it is in their keys and in those of their rows: JSON.
type texts struct {
	budget, limits, tune, curve, metrics string

	each []string // of the metrics
}

func newTexts(s *suite.Suite, d *suite.Dataset) *texts {
	t := &texts{
		budget: compact(s.BudgetOn(d)), limits: compact(s.Limits), tune: compact(s.Tune), curve: compact(s.Curve),
		metrics: compact(s.Metrics),
	}
	for i := range s.Metrics {
		t.each = append(t.each, compact(s.Metrics[i]))
	}
	return t
}

// newFit returns a fit of a plan of which the suite changes no more; t is of its dataset.
func newFit(p *Plan, c *Dataset, at int, split division, seed record.Seeds, l *suite.Learner, t *texts) *Fit {
	f := &Fit{
		Dataset: c, Split: at, Seed: seed, Learner: l, plan: p,
		learner: p.learners[l.Name], split: split, texts: t,
	}
	s := p.Suite
	f.Identity = map[string]string{
		"learner":    l.Name,
		build:        f.learner.source.Identity,
		harness:      fitSide(),
		"params":     string(l.Args),
		"train-loss": s.TrainLoss.Name + string(s.TrainLoss.Args),
		"features":   c.Spec.Features.Name + string(c.Spec.Features.Args),
		"data":       c.Data.Hash,
		"split":      split.hash,
		"labels":     strconv.FormatFloat(split.labels, 'g', -1, 64),
		"seed":       f.drawnBy().String(),
		"budget":     t.budget,
		"limits":     t.limits,
		"tune":       t.tune,
		"curve":      t.curve,
	}
	if f.tuned() || s.Curve != noCurve {
		f.Identity[score] = scoreSide()
		f.Identity["output"] = outputName(&l.Outputs[0])
		f.Identity["metric"] = s.Metrics[0].Name + string(s.Metrics[0].Args)
	}
	if o := c.Spec.Oracle; o != nil { // the exact one leaves the key as it was
		f.Identity["oracle"] = o.Name + string(o.Args)
	}
	if l.Placebo != nil {
		f.Identity["learner-seed"] = strconv.FormatUint(f.learnerSeed(), 10)
	}
	f.Key = record.Key(f.Identity)
	return f
}

// The hashes of the harness's own sources, which tests replace.
var (
	fitSide   = sources.FitSide
	scoreSide = sources.ScoreSide
)

// tuned reports whether the parameters are chosen by scores. Like the losses along
// a curve, these cannot be made anew from what is kept of a fit.
func (f *Fit) tuned() bool { return len(f.Learner.Candidates) > 1 }

// row returns the key of an output that is read off the fit with that key.
func (f *Fit) row(fit string, out *suite.Output) string {
	return rowKey(fit, out, f.texts.metrics, scoreSide())
}

// outputName names an output with its arguments and protocol.
func outputName(o *suite.Output) string {
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

// drawnBy returns the seeds without one that draws nothing: that of the validation part of a fit that is not tuned.
func (f *Fit) drawnBy() record.Seeds {
	s := f.Seed
	if !f.tuned() {
		s.Tune = s.Split
	}
	return s
}

// learnerSeed returns the seed of all that the learner draws: of a placebo another one than
// that of the data, small enough for any random generator.
func (f *Fit) learnerSeed() uint64 {
	if f.Learner.Placebo == nil {
		return f.Seed.Learner
	}
	h := sha256.Sum256(fmt.Appendf(nil, "placebo %d of seed %d", f.Learner.Placebo.Number, f.Seed.Learner))
	return uint64(binary.LittleEndian.Uint32(h[:]) >> 1)
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
