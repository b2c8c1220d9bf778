package plan

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"strconv"
	"strings"

	sources "github.com/spbench/spbench"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/sp"
)

// A Configuration is a learner with its parameters on one split of one dataset. Its fits differ
// only in their seeds.
type Configuration struct {
	Dataset *Dataset
	Split   int // index among the distinct splits of the dataset
	Learner *suite.Learner

	Program   *Learner // the learner as it was found
	TrainLoss sp.Loss
	Plan      *Plan
	split     *Split
	shared    *identityTexts
	identity  map[string]string // without the parts that seeds decide
}

// identityTexts are the parts of identities that all fits to a dataset share, as JSON.
type identityTexts struct {
	budget, limits, tune, curve, metrics string
	texts                                string // a hash; "": no learner asks for texts

	scores  map[string]string // hashes of the sources that score a row, by rowName
	sources map[string]string // see fitSources
}

// rowName names a decoder of a learner.
func rowName(l *suite.Learner, d *suite.Decoder) string { return l.Name + "\x00" + DecoderName(d) }

func newIdentityTexts(p *Plan, d *Dataset) *identityTexts {
	s := p.Suite
	t := &identityTexts{
		budget: Compact(s.Budget), limits: Compact(s.Limits), tune: Compact(s.Tune),
		curve:   Compact(s.Curve),
		metrics: Compact(d.Measured), scores: map[string]string{}, sources: fitSources(d),
	}
	for i := range s.Learners {
		l := &s.Learners[i]
		if p.Learners[l.Name].About.Texts {
			sum := sha256.New()
			for at := range d.Data.Instances {
				fmt.Fprintf(sum, "%q", d.Data.Instances[at].Texts)
			}
			names, err := d.featureNames()
			fmt.Fprintf(sum, "%q %v", names, err)
			t.texts = fmt.Sprintf("%x", sum.Sum(nil))
		}
		for j := range l.Decoders {
			decoder := &l.Decoders[j]
			t.scores[rowName(l, decoder)] = RowSources(p.Learners[l.Name], decoder, d.Measured)
		}
	}
	return t
}

// newConfiguration returns a learner of a plan on one split. shared is of the dataset.
func newConfiguration(
	p *Plan, d *Dataset, at int, split *Split, l *suite.Learner, shared *identityTexts,
) *Configuration {
	loss := p.Suite.TrainLossOf(l, d.Spec)
	c := &Configuration{
		Dataset: d, Split: at, Learner: l, Plan: p, Program: p.Learners[l.Name],
		TrainLoss: d.losses[loss.ID()], split: split, shared: shared,
	}
	c.identity = c.identify(loss)
	return c
}

// identify returns the parts of the identity that seeds do not decide.
func (c *Configuration) identify(loss *suite.Spec) map[string]string {
	d, l := c.Dataset, c.Learner
	identity := map[string]string{
		"learner":    l.Name,
		Build:        c.Program.Source.Identity,
		"params":     string(l.Args),
		"train-loss": loss.ID(),
		"features":   d.Spec.Features.ID(),
		"data":       d.Data.Hash,
		"split":      c.split.hash,
		"labels":     strconv.FormatFloat(c.split.labels, 'g', -1, 64),
		"budget":     c.shared.budget,
		"limits":     c.shared.limits,
		"tune":       c.shared.tune,
		"curve":      c.shared.curve,
	}
	if d.Data.Found && (c.split.lacks || c.tuned()) { // trials learn from a part of the set
		identity[labelSet] = "training"
	}
	if d.Command != nil {
		identity["structure"] = Compact(d.Spec.Structure) + " " + d.Command.Identity
	}
	if c.Program.About.Texts {
		identity["texts"] = c.shared.texts
	}
	maps.Copy(identity, c.shared.sources)
	// scores of tuning, or along a curve, are parts of the fit
	chosenBy := func(o *suite.Decoder) string {
		maps.Copy(identity, record.ParseScore(RowSources(c.Program, o, d.Measured[:1])))
		return DecoderName(o)
	}
	if c.tuned() || c.Plan.Suite.Curve != (suite.Curve{}) {
		identity["decoder"] = chosenBy(&l.Decoders[0])
		identity["metric"] = d.Measured[0].ID()
	}
	if rivals := l.Rivals(); rivals != nil {
		var names []string
		for i := range rivals {
			names = append(names, chosenBy(&rivals[i]))
		}
		identity["decoders"] = strings.Join(names, " ")
	}

	addComponent(identity, sources.Loss, loss.Name)
	if o := suite.OracleOf(l, d.Spec); o != nil {
		addComponent(identity, sources.Oracle, o.Name) // the exact oracle has no part of its own
		identity["oracle"] = o.ID()
	}
	return identity
}

// Budget returns the budget of a fit, after which the learner ends it.
func (c *Configuration) Budget() suite.Budget { return c.Plan.Suite.Budget }

// tuned reports whether scores choose the parameters. Such scores cannot be computed again from a
// stored fit, and neither can the losses along a curve.
func (c *Configuration) tuned() bool {
	return len(c.Learner.Candidates) > 1 || c.Learner.Rivals() != nil
}

// learnerSeedOf returns the seed of the learner's random numbers for the declared seeds. It differs
// by split. The first split has the declared seed, and so has a split that alone has this number as
// its seed. Other splits have hashes, small enough for any random generator.
func (c *Configuration) learnerSeedOf(s record.Seeds) uint64 {
	seed := s.Learner
	if c.Split > 0 && (s.Split != seed || c.Dataset.several()) && !c.Plan.Suite.Seeds.Same {
		seed = hashSeed("split %d of seed %d", c.Split, seed)
	}
	return seed
}

// hashSeed returns 31 bits of the hash of a text.
func hashSeed(format string, args ...any) uint64 {
	h := sha256.Sum256(fmt.Appendf(nil, format, args...))
	return uint64(binary.LittleEndian.Uint32(h[:]) >> 1)
}
