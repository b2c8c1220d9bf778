package plan

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/sp"
)

// A Fit is a planned fit: a learner with its parameters on one split of one dataset with one seed.
type Fit struct {
	Seed record.Seeds
	Key  string // record.Key(Identity)
	*Configuration

	recorded map[string]string // identity of a recorded fit, see [Fit.SetRecorded]; else nil
}

// fit returns the fit with these seeds.
func (c *Configuration) fit(seed record.Seeds) *Fit {
	f := &Fit{Seed: seed, Configuration: c}
	f.Key = record.Key(f.Identity())
	return f
}

// Identity returns everything that the fit depends on, by name. The caller owns the map, unless
// [Fit.SetRecorded] was called.
func (f *Fit) Identity() map[string]string {
	if f.recorded != nil {
		return f.recorded
	}
	all := maps.Clone(f.identity)
	seed := f.Seed
	if !f.tuned() { // without tuning its seed draws nothing
		seed.Tune = seed.Split
	}
	all["seed"] = seed.String()
	if own := f.learnerSeedOf(seed); own != seed.Learner {
		all["learner-seed"] = strconv.FormatUint(own, 10)
	}
	return all
}

// IdentityPart returns a part of the identity that seeds do not decide.
func (f *Fit) IdentityPart(name string) string { return f.WithoutSeeds()[name] }

// WithoutSeeds returns the identity without the parts that seeds decide. After [Fit.SetRecorded] it
// is the whole recorded identity. The caller must not change it.
func (f *Fit) WithoutSeeds() map[string]string {
	if f.recorded != nil {
		return f.recorded
	}
	return f.identity
}

// SetRecorded gives f the identity and key of a recorded fit, whatever sources are found now.
func (f *Fit) SetRecorded(old *record.Fit) { f.recorded, f.Key = old.Identity, old.Key }

// String names the fit for people.
func (f *Fit) String() string {
	name := f.Dataset.Spec.Label
	if f.Dataset.several() {
		name += fmt.Sprintf(" split %d", f.Split)
	}
	return fmt.Sprintf("%s seed %s: %s", name, f.Seed, f.Learner.Label)
}

// Place returns the place of the fit's rows in a table.
func (f *Fit) Place() record.Place {
	return record.Place{
		Dataset: f.Dataset.Spec.Label,
		Label:   f.Learner.Label,
		Split:   f.Split,
		Seed:    f.Seed,
	}
}

// trainingSet returns the indices of all training instances, whatever labels they have.
func (f *Fit) trainingSet() []int {
	return slices.Concat(f.split.Train, f.split.Boxes, f.split.Partial)
}

// TrainingIDs returns the IDs of all training instances, in the order of the dataset.
func (f *Fit) TrainingIDs() (ids []string) {
	all := f.trainingSet()
	slices.Sort(all)
	for _, at := range all {
		ids = append(ids, f.Dataset.Data.Instances[at].ID)
	}
	return ids
}

// Setting returns what the learner is told for fits and predictions with params on prepared
// instances.
func (f *Fit) Setting(p *Instances, params []byte) wire.Setting {
	d := f.Dataset
	loss := f.Plan.Suite.TrainLossOf(f.Learner, d.Spec)
	return wire.Setting{
		Map: d.Features,
		K:   p.Dims.K, NodeWidth: p.Dims.Node, EdgeWidth: p.Dims.Edge,
		Loss:   sp.Spec{Name: loss.Name, Args: loss.Args},
		Params: params, Seed: f.learnerSeedOf(f.Seed), Oracle: f.Oracle(), Seen: p.Seen,
	}
}

// Oracle returns the oracle that the learner trains with; its name is "" for the exact one.
func (f *Fit) Oracle() sp.Spec {
	o := suite.OracleOf(f.Learner, f.Dataset.Spec)
	if o == nil {
		return sp.Spec{}
	}
	return sp.Spec{Name: o.Name, Args: o.Args}
}

// DefaultTimeout is the time of a fit, or of the predictions of a decoder, if neither limits
// nor budget of the suite give one. It is not part of the identity of a fit. Tests replace it.
var DefaultTimeout = time.Hour

// Timeout returns the time of a fit, or of the predictions of a decoder, and whether it is the
// default.
func (f *Fit) Timeout() (limit time.Duration, byDefault bool) {
	if limit = f.TimeoutUnder(f.Plan.Suite.Limits); limit > 0 {
		return limit, false
	}
	return DefaultTimeout, true
}

// TimeoutUnder returns the wall time that these limits and the budget give; 0 for none. A learner
// ends by itself at a budget of seconds, and so the time after that is only for one that hangs. A
// second of CPU time may take many of wall time on a busy machine.
func (f *Fit) TimeoutUnder(l suite.Limits) time.Duration {
	s := l.Seconds
	switch b := f.Budget(); {
	case s > 0:
	case b.Seconds > 0:
		s = 2*b.Seconds + 10
	case b.CPUSeconds > 0:
		s = 20*b.CPUSeconds + 60
	}
	return time.Duration(min(s*1e9, math.MaxInt64/2))
}

// DecoderName names a decoder with its arguments and protocol.
func DecoderName(d *suite.Decoder) string {
	name := d.ID()
	if d.Reveal != (suite.Reveal{}) {
		name += Compact(d.Reveal)
	}
	return name
}

// Compact returns plain data as JSON.
func Compact(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic("plan: " + err.Error())
	}
	return string(text)
}
