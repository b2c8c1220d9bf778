package plan

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/host/limit"
	"github.com/spbench/spbench/harness/internal/suite"
)

// Options of a plan.
type Options struct {
	DataDir    string        // folder of the datasets; "" for the default places
	SuiteDir   string        // folder for relative paths of data files; "": that of the suite
	PluginPath []string      // folders with learners, searched first
	Results    string        // folder of the run folders, hidden from learners; "": none
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
	Host     host.Options        // how learners are run
	Weaker   error               // why their sandbox is not the strongest; nil: it is, or was chosen
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
	sandbox, weaker, err := newSandbox(s, &o)
	if err != nil {
		return nil, err
	}
	run := hostOptions(s.Limits, sandbox, &o)
	learners, err := findLearners(ctx, s, run, &o)
	if err != nil {
		return nil, err
	}

	// the learners tell which parameters and decoders there are, and the scale of their scores
	if err := s.Check(catalogue(learners)); err != nil {
		return nil, err
	}
	if err := pinCommands(s, o.SuiteDir); err != nil {
		return nil, err
	}
	setRules(s, learners)

	datasets, err := load(s, &o)
	if err != nil {
		return nil, err
	}
	p := &Plan{Suite: s, Learners: learners, Host: run, Weaker: weaker}
	fits, err := p.fits(datasets, &o)
	if err != nil {
		return nil, err
	}
	p.Fits = fits
	p.Text, err = text(s, datasets, fits)
	return p, err
}

// load loads the datasets of the suite.
func load(s *suite.Suite, o *Options) (datasets []*Dataset, err error) {
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

// fits returns the fits of all datasets.
func (p *Plan) fits(datasets []*Dataset, o *Options) (all []*Fit, err error) {
	s, drawn := p.Suite, false // whether a split seed draws something, or there is only one seed
	for _, d := range datasets {
		fits, idle, err := p.fitsOf(d)
		if err != nil {
			return nil, s.ErrorAt(d.Spec.Pos, err)
		}
		all = append(all, fits...)
		d.noteUnknown(fits[0].split.Train, o)
		if drawn = drawn || !idle; idle {
			o.note(
				"dataset %s: its split is the same for all %d split seeds: only the first is used",
				d.Spec.Label, len(s.Seeds.Split),
			)
		}
	}
	if !drawn {
		return nil, s.ErrorAt(
			s.Seeds.SplitPos,
			fmt.Errorf(
				"%d split seeds draw nothing: the split of every dataset is the same for all of them: leave "+
					"split out",
				len(s.Seeds.Split),
			),
		)
	}
	return all, nil
}

// fitsOf returns the fits of one dataset: all learners on one split and seed before the next, which
// keeps an interrupted run balanced. Fits are left out if another split seed draws nothing new.
// idle reports that this is so for all split seeds but the first.
func (p *Plan) fitsOf(d *Dataset) (fits []*Fit, idle bool, err error) {
	seeds := &p.Suite.Seeds
	idle = len(seeds.Split) > 1
	indices := map[splitIdentity]int{} // of the distinct splits so far
	var configurations [][]*Configuration
	shared := newIdentityTexts(p, d)
	var drawn []Split
	for i, crossed := range crossedSeeds(seeds) {
		if i == 0 || !d.sameSplits() {
			if drawn, err = d.drawSplits(d.Spec, crossed[0].Split, p.Suite); err != nil {
				return nil, false, err
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
				for _, c := range configurations[at] {
					fits = append(fits, c.fit(seed))
				}
			}
		}
	}
	return fits, idle, nil
}

// configurations returns each learner on one split of a dataset.
func (p *Plan) configurations(
	d *Dataset, at int, split *Split, shared *identityTexts,
) (list []*Configuration) {
	for i := range p.Suite.Learners {
		l, on, texts := p.Suite.Learners[i].On(d.Spec.Label), d, shared
		if f := l.Features; f != nil {
			on = d.mapped[f.ID()]
			texts = newIdentityTexts(p, on)
		}
		list = append(list, newConfiguration(p, on, at, split, l, texts))
	}
	return list
}

// Shard returns a function for choosing the fits of shard i, from 0, of n. The choice depends on
// the plan alone. Fits with the same key belong to one shard; learners and datasets are mixed.
func (p *Plan) Shard(i, n int) func(*Fit) bool {
	var keys []string
	for _, f := range p.Fits {
		keys = append(keys, f.Key)
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	return func(f *Fit) bool {
		at, _ := slices.BinarySearch(keys, f.Key)
		return at%n == i
	}
}
