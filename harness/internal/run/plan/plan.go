package plan

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spbench/spbench/harness/internal/host/confine"
	"github.com/spbench/spbench/harness/internal/host/limit"
	"github.com/spbench/spbench/harness/internal/suite"
)

// Options of a plan.
type Options struct {
	DataDir    string        // folder of the datasets; "" for the default places
	SuiteDir   string        // folder for relative paths of data files; "": that of the suite
	PluginPath []string      // folders with learners, searched first
	Results    string        // folder of the run folders, hidden from learners; "": none
	Pins       string        // folder with pinned learners, preferred to others; "": none
	Start      time.Duration // time for a learner to start; 0: 10 s
	Grace      time.Duration // time to obey after a limit, and then to end; 0: 2 s
	Note       func(string)  // receives warnings and notes; nil: dropped
}

func (o *Options) note(format string, args ...any) {
	if o.Note != nil {
		o.Note(fmt.Sprintf(format, args...))
	}
}

// A Plan is a suite with its data loaded and its learners described: all fits to make, in order.
type Plan struct {
	Suite    *suite.Suite
	Fits     []*Fit
	Text     []byte              // the plan as JSON, without hashes of sources; names the run folder
	Learners map[string]*Learner // by name
	Sandbox  confine.Sandbox     // that learners run in
	Weaker   error               // why it is not the strongest one; nil: it is, or the suite chose it

	start time.Duration
	grace time.Duration
}

// New plans a suite. It loads the data and starts each learner once, to ask what it can do. A
// mistake in the suite is a [suite.Error]. A learner that does not start is no error: its rows
// record the reason.
func New(ctx context.Context, s *suite.Suite, o Options) (*Plan, error) {
	if s.Limits.Memory > 0 && !limit.CanLimitMemory() {
		return nil, s.ErrorAt(
			s.Limits.Pos, errors.New("memory can be limited on Linux only: leave it out"),
		)
	}
	o.SuiteDir = cmp.Or(o.SuiteDir, s.Dir())
	p := &Plan{Suite: s, Learners: map[string]*Learner{}, start: o.Start, grace: o.Grace}
	if err := p.confine(&o); err != nil {
		return nil, err
	}
	if err := p.findLearners(ctx, &o); err != nil {
		return nil, err
	}
	if err := p.check(o.SuiteDir); err != nil {
		return nil, err
	}
	p.setRules()
	datasets, err := p.load(&o)
	if err != nil {
		return nil, err
	}
	if err := p.addFits(datasets, &o); err != nil {
		return nil, err
	}
	p.Text, err = p.text(datasets)
	return p, err
}

// check checks the suite against the catalogue, and pins the commands of its metrics.
func (p *Plan) check(suiteDir string) error {
	s := p.Suite
	if err := s.Check(p.catalogue()); err != nil {
		return err
	}
	s.Metrics = slices.Clone(s.Metrics)
	var all []*suite.Metric
	for i := range s.Metrics {
		all = append(all, &s.Metrics[i])
	}
	for i := range s.Datasets {
		if d := &s.Datasets[i]; d.Loss != nil {
			loss := *d.Loss
			d.Loss = &loss
			all = append(all, &loss)
		}
	}
	for _, m := range all {
		if err := pinCommand(m, suiteDir); err != nil {
			return s.ErrorAt(m.Pos, fmt.Errorf("metric %s: %w", m.Label, err))
		}
	}
	return nil
}

// load loads the datasets of the suite.
func (p *Plan) load(o *Options) (datasets []*Dataset, err error) {
	s := p.Suite
	for i := range s.Datasets {
		d, err := loadDataset(&s.Datasets[i], s, o)
		if err != nil {
			return nil, s.ErrorAt(s.Datasets[i].Pos, err)
		}
		if at, err := d.checkBoxes(); err != nil {
			return nil, s.ErrorAt(at, err)
		}
		if at, err := d.setMetrics(s); err != nil {
			return nil, s.ErrorAt(at, fmt.Errorf("dataset %s: %w", d.Spec.Label, err))
		}
		datasets = append(datasets, d)
	}
	return datasets, nil
}

// addFits adds the fits of all datasets.
func (p *Plan) addFits(datasets []*Dataset, o *Options) error {
	s, drawn := p.Suite, false // whether a split seed draws something, or there is only one seed
	for _, d := range datasets {
		first := len(p.Fits)
		idle, err := p.addFitsOf(d)
		if err != nil {
			return s.ErrorAt(d.Spec.Pos, err)
		}
		unknown, train := 0, p.Fits[first].split.Train
		for _, at := range train {
			if !d.Data.Instances[at].Labelled() {
				unknown++
			}
		}
		if unknown > 0 && !d.Data.Void && slices.Max(d.labelCounts(train)) > 0 {
			use := "some learners leave them out; kappa: 1 uses them"
			if unknown == len(train) {
				use = "most learners need one without"
			}
			o.note("dataset %s: %d of %d training instances have unknown labels, and %s; void: true, or "+
				"others: void, if these variables are no part of the task",
				d.Spec.Label, unknown, len(train), use)
		}
		if drawn = drawn || !idle; idle {
			o.note(
				"dataset %s: its split is the same for all %d split seeds: only the first is used",
				d.Spec.Label, len(s.Seeds.Split),
			)
		}
	}
	if !drawn {
		return s.ErrorAt(
			s.Seeds.SplitPos,
			fmt.Errorf(
				"%d split seeds draw nothing: the split of every dataset is the same for all of them: leave "+
					"split out",
				len(s.Seeds.Split),
			),
		)
	}
	return nil
}

// addFitsOf adds the fits of one dataset: all learners on one split and seed before the next, which
// keeps an interrupted run balanced. Fits are left out if another split seed draws nothing new.
// idle reports that this is so for all split seeds but the first.
func (p *Plan) addFitsOf(d *Dataset) (idle bool, err error) {
	seeds := &p.Suite.Seeds
	idle = len(seeds.Split) > 1
	indices := map[splitIdentity]int{} // of the distinct splits so far
	var configurations [][]*Configuration
	once, first := p.Suite.Tune != nil && p.Suite.Tune.Choose != "", len(p.Fits)
	shared := newIdentityTexts(p, d)
	var drawn []Split
	for i, crossed := range crossedSeeds(seeds) {
		if i == 0 || !d.sameSplits() {
			if drawn, err = d.drawSplits(crossed[0].Split, p.Suite); err != nil {
				return false, err
			}
		}
		for _, split := range drawn {
			if seeds.BySource() && split.labels > 0 { // other hidden labels make another split
				split.hidden = crossed[0].Split
			}
			at, before := indices[split.identity()]
			switch {
			case !before:
				at = len(indices)
				indices[split.identity()] = at
				configurations = append(configurations, p.configurations(d, at, &split, shared))
				idle = idle && i == 0
			case seeds.BySource():
				continue
			}
			for _, seed := range crossed {
				for i, c := range configurations[at] {
					if once && first+i < len(p.Fits) {
						c.first = p.Fits[first+i]
					}
					p.Fits = append(p.Fits, c.fit(seed))
				}
			}
		}
	}
	for i, c := range configurations {
		f := p.Fits[first]
		if once && common(sorted(f.trainingSet(), f.split.Dev), c[0].split.Test) > 0 {
			err = fmt.Errorf("tune: {choose: once} is refused: tuning on split 0 sees labels of the test "+
				"set of split %d\nhint: leave choose out, for a choice on each split", i)
		}
	}
	return idle, err
}

// configurations returns each learner on one split of a dataset.
func (p *Plan) configurations(
	d *Dataset, at int, split *Split, shared *identityTexts,
) (list []*Configuration) {
	for i := range p.Suite.Learners {
		l, on, texts := p.Suite.Learners[i].On(d.Spec.Label), d, shared
		if f := l.Features; f != nil {
			on = d.mapped[f.Name+string(f.Args)]
			texts = newIdentityTexts(p, on)
		}
		list = append(list, newConfiguration(p, on, at, split, l, texts))
	}
	return list
}

// Sort puts the fits with the longest expected time first. seconds has the time of each fit.
func (p *Plan) Sort(seconds []float64) {
	of := map[*Fit]float64{}
	for i, f := range p.Fits {
		of[f] = seconds[i]
	}
	slices.SortStableFunc(p.Fits, func(a, b *Fit) int { return cmp.Compare(of[b], of[a]) })
}
