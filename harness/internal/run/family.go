package run

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"strconv"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
)

// A Family is the fits of a learner with its parameters to one split of one dataset, which differ in their seeds alone: what they have in common.
type Family struct {
	Dataset *Dataset
	Split   int // index among the distinct splits of the column
	Learner *suite.Learner

	plan     *Plan
	learner  *learner
	split    *division
	texts    *texts
	identity map[string]string // without what seeds decide
}

// texts are what the fits of a dataset have in common of the suite as it is in their keys and in those of their rows: JSON.
type texts struct {
	budget, limits, tune, curve, metrics string

	scores map[string]string // sources that score a decoder of a learner, by rowName

	sources map[string]string // see fitSources
}

// rowName names a decoder of a learner.
func rowName(l *suite.Learner, out *suite.Decoder) string { return l.Name + "\x00" + decoderName(out) }

func newTexts(p *Plan, c *Dataset) *texts {
	s, d := p.Suite, c.Spec
	t := &texts{
		budget: compact(s.BudgetOn(d)), limits: compact(s.Limits), tune: compact(s.Tune), curve: compact(s.Curve),
		metrics: compact(s.Metrics), scores: map[string]string{}, sources: fitSources(s, c),
	}
	for i := range s.Learners {
		l := &s.Learners[i]
		for j := range l.Decoders {
			out := &l.Decoders[j]
			t.scores[rowName(l, out)] = scoreSources(p.learners[l.Name], out, s.Metrics)
		}
	}
	return t
}

// newFamily returns the fits of a learner of a plan of which the suite changes no more; t is of the dataset.
func newFamily(p *Plan, c *Dataset, at int, split *division, l *suite.Learner, t *texts) *Family {
	s := p.Suite
	m := &Family{Dataset: c, Split: at, Learner: l, plan: p, learner: p.learners[l.Name], split: split, texts: t}
	m.identity = map[string]string{
		"learner":    l.Name,
		build:        m.learner.source.Identity,
		"params":     string(l.Args),
		"train-loss": s.TrainLoss.Name + string(s.TrainLoss.Args),
		"features":   c.Spec.Features.Name + string(c.Spec.Features.Args),
		"data":       c.Data.Hash,
		"split":      split.hash,
		"labels":     strconv.FormatFloat(split.labels, 'g', -1, 64),
		"budget":     t.budget,
		"limits":     t.limits,
		"tune":       t.tune,
		"curve":      t.curve,
	}
	maps.Copy(m.identity, t.sources)
	if m.tuned() || s.Curve != noCurve {
		maps.Copy(m.identity, record.ParseScore(scoreSources(m.learner, &l.Decoders[0], s.Metrics[:1])))
		m.identity["decoder"] = decoderName(&l.Decoders[0])
		m.identity["metric"] = s.Metrics[0].Name + string(s.Metrics[0].Args)
	}
	if o := c.Spec.Oracle; o != nil { // the exact one leaves the key as it was
		m.identity["oracle"] = o.Name + string(o.Args)
	}
	return m
}

// fit returns the fit with these seeds.
func (m *Family) fit(seed record.Seeds) *Fit {
	f := &Fit{Seed: seed, Family: m}
	f.Key = record.Key(f.Identity())
	return f
}

// Identity returns all that the fit depends on, by name; see row for what its rows do. It is the caller's own, unless the fit is one of earlier.
func (f *Fit) Identity() map[string]string {
	if f.made != nil {
		return f.made
	}
	all := maps.Clone(f.identity)
	seed := f.Seed
	if !f.tuned() { // then its tuning draws nothing
		seed.Tune = seed.Split
	}
	if all["seed"] = seed.String(); f.Learner.Placebo != nil {
		all["learner-seed"] = strconv.FormatUint(f.learnerSeedOf(seed), 10)
	}
	return all
}

// part returns a part of the identity that seeds do not decide.
func (f *Fit) part(name string) string {
	if f.made != nil {
		return f.made[name]
	}
	return f.identity[name]
}

// as makes f the fit that an outcome of earlier is of, whatever is found now.
func (f *Fit) as(old *record.Fit) { f.made, f.Key = old.Identity, old.Key }

// tuned reports whether the parameters are chosen by scores. Like the losses along
// a curve, these cannot be made anew from what is kept of a fit.
func (m *Family) tuned() bool { return len(m.Learner.Candidates) > 1 }

// learnerSeedOf returns, of the seeds of a fit, that of all that the learner draws: of a placebo another one than
// that of the data, small enough for any random generator.
func (m *Family) learnerSeedOf(s record.Seeds) uint64 {
	if m.Learner.Placebo == nil {
		return s.Learner
	}
	h := sha256.Sum256(fmt.Appendf(nil, "placebo %d of seed %d", m.Learner.Placebo.Number, s.Learner))
	return uint64(binary.LittleEndian.Uint32(h[:]) >> 1)
}
