package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/host/confine"
	"github.com/spbench/spbench/harness/internal/host/limit"
	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/sp"
)

// Options of a plan.
type Options struct {
	DataDir    string        // folder of the datasets; "" for the default places
	SuiteDir   string        // folder of the suite file, where the paths of own data start; "": the working directory
	PluginPath []string      // folders with learners, searched first
	Results    string        // folder of the run folders, which no learner may read; "": there is none
	Pins       string        // folder with the learners that a run pinned, which come before; "": none
	Start      time.Duration // for a learner to come up; 0: 10 s
	Grace      time.Duration // for one past its limit to obey, and then to end; 0: 2 s
	Note       func(string)  // receives lines worth reading; nil: dropped
}

func (o *Options) note(format string, args ...any) {
	if o.Note != nil {
		o.Note(fmt.Sprintf(format, args...))
	}
}

// A Plan is a suite with its data loaded and its learners at hand: everything
// that will be fitted, in order.
type Plan struct {
	Suite *suite.Suite
	Fits  []*Fit
	// Text is the plan as JSON: what is compared on which data, but not which
	// builds of the learners do it. It names the run folder.
	Text []byte

	learners  map[string]*learner
	trainLoss sp.Loss
	start     time.Duration
	grace     time.Duration
	sandbox   confine.Sandbox
}

// A Dataset is one dataset of the suite with its feature map.
type Dataset struct {
	Spec *suite.Dataset
	Data *data.Dataset
	Map  sp.FeatureMap

	metrics []metric.Metric // of the suite, for the labels of the dataset
	dir     string          // of the suite file, from which commands of metrics go
}

// NewPlan loads the data, starts each learner once to learn what it can do, and
// holds the suite's names and values against all that. A mistake in the suite is
// a [suite.Error]. A learner that cannot be started does not fail the plan: its
// rows will say why.
func NewPlan(ctx context.Context, s *suite.Suite, o Options) (*Plan, error) {
	if s.Limits.Memory > 0 && !limit.CanLimitMemory() {
		return nil, s.ErrorAt(s.Limits.Pos, errors.New("memory can be limited on Linux only: leave it out"))
	}
	p := &Plan{Suite: s, learners: map[string]*learner{}, start: o.Start, grace: o.Grace}
	if o.SuiteDir == "" {
		o.SuiteDir = s.Dir()
	}
	switch err := p.confine(&o); {
	case err != nil && s.Sandbox.Pos == (suite.Pos{}): // not of what the suite says
		return nil, fmt.Errorf("bench: plan: %w", err)
	case err != nil:
		return nil, s.ErrorAt(s.Sandbox.Pos, err)
	}
	if err := p.describe(ctx, &o); err != nil {
		return nil, err
	}
	if err := s.Check(p.catalogue()); err != nil {
		return nil, err
	}
	metrics, at, err := pinCommands(s.Metrics, o.SuiteDir)
	if err != nil {
		return nil, s.ErrorAt(at, err)
	}
	s.Metrics = metrics
	if err := p.loadTrainLoss(); err != nil {
		return nil, s.ErrorAt(s.TrainLoss.Pos, err)
	}
	var columns []*Dataset
	for i := range s.Datasets {
		c, err := p.column(&s.Datasets[i], &o)
		if err != nil {
			return nil, s.ErrorAt(s.Datasets[i].Pos, err)
		}
		if at, err := c.checkBoxes(); err != nil {
			return nil, s.ErrorAt(at, err)
		}
		if at, err := c.measure(s, p.trainLoss); err != nil {
			return nil, s.ErrorAt(at, fmt.Errorf("dataset %s: %w", c.Spec.Label, err))
		}
		columns = append(columns, c)
	}
	drawn := false // something by split seeds, or there is one
	for _, c := range columns {
		idle, err := p.plan(c)
		if err != nil {
			return nil, s.ErrorAt(c.Spec.Pos, err)
		}
		if drawn = drawn || !idle; idle {
			o.note("dataset %s: its split is the same for all %d split seeds: the first alone is used", c.Spec.Label, len(s.Seeds.Split))
		}
	}
	if !drawn {
		return nil, s.ErrorAt(s.Seeds.SplitPos, fmt.Errorf("%d split seeds draw nothing: the split of every dataset is the same for all of them: leave split out", len(s.Seeds.Split)))
	}
	return p, p.write(columns)
}

func (p *Plan) loadTrainLoss() (err error) {
	p.trainLoss, err = loss.New(p.Suite.TrainLoss.Name, p.Suite.TrainLoss.Args)
	return err
}

func (p *Plan) column(spec *suite.Dataset, o *Options) (*Dataset, error) {
	args, err := data.From(o.SuiteDir, spec.Name, spec.Args)
	if err != nil {
		return nil, err
	}
	d, err := data.Load(spec.Name, args, o.DataDir)
	if err != nil {
		return nil, err
	}
	for _, w := range d.Warnings {
		o.note("dataset %s: %s", spec.Label, w)
	}
	dims := feature.Dims{K: d.K, Node: d.NodeWidth, Edge: d.EdgeWidth}
	m, err := feature.New(spec.Features.Name, spec.Features.Args, dims)
	if err != nil {
		return nil, err
	}
	return &Dataset{Spec: spec, Data: d, Map: m, dir: o.SuiteDir}, nil
}

// measure sets the metrics of s for the labels of the dataset. It returns the place of
// one, or of the loss that is learned for, that is not for these labels.
func (c *Dataset) measure(s *suite.Suite, trainLoss sp.Loss) (suite.Pos, error) {
	c.metrics = nil
	for i := range s.Metrics {
		spec := &s.Metrics[i]
		m, err := metric.New(spec.Name, spec.Args, c.Data.Labels)
		if err != nil {
			return spec.Pos, err
		}
		m.Name = spec.Label
		c.metrics = append(c.metrics, m)
	}
	return s.TrainLoss.Pos, loss.Fits(trainLoss, c.Data.K)
}

// checkBoxes finds a split that asks for boxes where there are none, and its
// place.
func (c *Dataset) checkBoxes() (suite.Pos, error) {
	for _, s := range c.Spec.Splits {
		if wanted := s.Boxes.Count > 0 || s.Boxes.Folds != nil; wanted && c.Data.Outside == nil {
			return s.Boxes.Pos, fmt.Errorf("dataset %q has no boxes: write partial: for instances of which only a share of the labels is known", c.Spec.Name)
		}
	}
	return suite.Pos{}, nil
}

// plan adds the fits of one dataset: all learners on one split and seed before
// the next, so that even an interrupted run compares like with like. Seeds by source draw
// several splits, or the labels that are hidden in them; where a split seed draws nothing new the fits are
// left out, and idle is true where that is so of all but the first.
func (p *Plan) plan(c *Dataset) (idle bool, err error) {
	seeds := &p.Suite.Seeds
	idle = len(seeds.Split) > 1
	splits := map[alike]int{} // numbers of the distinct ones so far
	var families [][]*Family  // by these, of each learner
	t := newTexts(p, c)
	var drawn []division
	for i, trials := range crossed(seeds) {
		if i == 0 || !c.seedless() {
			if drawn, err = c.splits(trials[0].Split); err != nil {
				return false, err
			}
			if p.Suite.Quick {
				drawn = quick(drawn)
			}
			for i := range drawn {
				drawn[i].hash = splitHash(drawn[i].Split)
			}
		}
		for _, split := range drawn {
			if seeds.BySource() && split.labels > 0 { // to hide other labels is to make another split
				split.hidden = trials[0].Split
			}
			like := alike{split.hash, split.labels, split.hidden}
			at, before := splits[like]
			switch {
			case !before:
				at = len(splits)
				splits[like] = at
				families = append(families, p.families(c, at, &split, t))
				idle = idle && i == 0
			case seeds.BySource():
				continue
			}
			for _, seed := range trials {
				for _, m := range families[at] {
					p.Fits = append(p.Fits, m.fit(seed))
				}
			}
		}
	}
	return idle, nil
}

// families returns the fits of each learner to a split.
func (p *Plan) families(c *Dataset, at int, split *division, t *texts) (list []*Family) {
	for l := range p.Suite.Learners {
		list = append(list, newFamily(p, c, at, split, p.Suite.Learners[l].On(c.Spec.Label), t))
	}
	return list
}

// crossed returns the seeds of all trials, together those with one split seed.
func crossed(s *suite.Seeds) (trials [][]record.Seeds) {
	for _, n := range s.All {
		trials = append(trials, []record.Seeds{record.Seed(n)})
	}
	for _, split := range s.Split {
		var list []record.Seeds
		for _, tune := range s.Tune {
			for _, learner := range s.Learner {
				list = append(list, record.Seeds{Split: split, Learner: learner, Tune: tune})
			}
		}
		trials = append(trials, list)
	}
	return trials
}

// A division is a split with the share of labels that is known of its partial
// instances.
type division struct {
	data.Split
	labels float64
	hidden uint64 // seed that draws which labels, where another one makes another division; else 0
	hash   string // of the split, once it is planned
}

// An alike is what divisions have in common that are one.
type alike struct {
	hash   string
	labels float64
	hidden uint64
}

// seedless reports whether the splits of the dataset are the same for all seeds, as whole folds are.
func (c *Dataset) seedless() bool {
	return !slices.ContainsFunc(c.Spec.Splits, func(s suite.Split) bool { return s.Rotate == "" && s.Train.Folds == nil || s.Size > 0 })
}

// splits returns the splits that the suite asks for, drawn by seed.
func (c *Dataset) splits(seed uint64) ([]division, error) {
	if len(c.Spec.Splits) == 0 {
		return nil, fmt.Errorf("dataset %q has no split of its own: say what to train and to test on, such as split: {train: 300, test: 500}", c.Spec.Name)
	}
	var splits []division
	for _, s := range c.Spec.Splits {
		drawn, err := c.Data.Splits(data.SplitSpec{
			TrainN: s.Train.Count, BoxesN: s.Boxes.Count, PartialN: s.Partial.Count, TestN: s.Test.Count,
			TrainFolds: s.Train.Folds, BoxesFolds: s.Boxes.Folds, PartialFolds: s.Partial.Folds, TestFolds: s.Test.Folds,
			Rotate: s.Rotate, Size: s.Size,
		}, seed)
		if err != nil {
			return nil, err
		}
		for _, d := range drawn {
			splits = append(splits, division{Split: d, labels: s.Labels})
		}
	}
	return splits, nil
}
