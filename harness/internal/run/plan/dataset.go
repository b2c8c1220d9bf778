package plan

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/sp"
)

// A Dataset is a dataset of the suite with its feature map.
type Dataset struct {
	Spec *suite.Dataset
	Data *data.Dataset
	Map  sp.FeatureMap
	// Features are the name and arguments of Map: those of the suite, with groups of columns.
	Features sp.Spec
	Metrics  []metric.Metric // for the labels of the dataset, parallel to Measured
	// Measured are the metrics in the suite, see [suite.Suite.MetricsOn].
	Measured []suite.Metric
	Dir      string // of the suite file, where commands of metrics run
	Args     []byte // of Data, see [data.Load]
	// Command is the program of its structure; nil: there is none.
	Command *find.Source

	// featureNames reads the names of features of variables once.
	featureNames func() ([]string, error)

	loaded *data.Dataset       // Data without the factors of Map
	units  []int               // see data.GroupClasses
	losses map[string]sp.Loss  // to learn for, by name and arguments
	mapped map[string]*Dataset // the same with feature maps of learners, by name and arguments
}

// loadDataset loads a dataset of s without its metrics. A quick look loads only the instances of
// its splits if others would take long.
func loadDataset(spec *suite.Dataset, s *suite.Suite, o *Options) (*Dataset, error) {
	args, err := data.From(o.SuiteDir, spec.Name, spec.Args)
	if err != nil {
		return nil, err
	}
	var use func(*data.Dataset) []int
	if s.Quick {
		use = func(d *data.Dataset) (used []int) {
			for _, seeds := range crossedSeeds(&s.Seeds) {
				// an error comes again
				splits, _ := (&Dataset{Data: d}).drawSplits(spec, seeds[0].Split, s)
				for _, s := range splits {
					used = slices.Concat(used, s.Train, s.Boxes, s.Partial, s.Dev, s.Test)
				}
			}
			slices.Sort(used)
			return slices.Compact(used)
		}
	}
	d, err := data.LoadUsed(spec.Name, args, o.DataDir, use)
	if err != nil {
		return nil, err
	}
	for _, w := range d.Warnings {
		o.note("dataset %s: %s", spec.Label, w)
	}
	if len(spec.Splits) == 0 && d.Parts != nil { // of a published dataset, without path
		own := *spec
		own.Splits = []suite.Split{{Parts: true, Pos: spec.Pos}}
		spec = &own
	}
	set := &Dataset{Data: d, Dir: o.SuiteDir, Args: args, units: d.GroupClasses()}
	set.featureNames = sync.OnceValues(func() ([]string, error) {
		names, _, err := d.FeatureNames()
		return names, err
	})
	if spec.Structure != nil {
		if err := set.solveBy(spec.Structure, s, o); err != nil {
			return nil, fmt.Errorf("dataset %s: %w", spec.Label, err)
		}
	}
	return set.with(spec)
}

// with returns the dataset with the feature map of spec.
func (d Dataset) with(spec *suite.Dataset) (*Dataset, error) {
	d.loaded = cmp.Or(d.loaded, d.Data)
	d.Data = d.loaded
	dims := feature.Dims{K: d.Data.K, Node: d.Data.NodeWidth, Edge: d.Data.EdgeWidth}
	d.Spec, d.Features = spec, sp.Spec{Name: spec.Features.Name, Args: spec.Features.Args}
	var err error
	if d.Features.Name == feature.CandidatesName {
		d.Features.Args, err = feature.WithGroups(d.Features.Args, d.Data.NodeGroups,
			d.Data.LabelGroups)
		if err != nil {
			return nil, err
		}
	}
	if d.Map, err = feature.New(d.Features.Name, d.Features.Args, dims); err != nil {
		return nil, err
	}
	if m, ok := d.Map.(interface {
		Successive(list []sp.Instance) ([]sp.Instance, error)
	}); ok {
		own := *d.loaded
		if own.Instances, err = m.Successive(own.Instances); err != nil {
			return nil, err
		}
		d.Data = &own
	}
	if m, ok := d.Map.(interface{ Fits(*sp.Instance) error }); ok {
		for i := range d.Data.Instances {
			if err := m.Fits(&d.Data.Instances[i]); err != nil {
				return nil, fmt.Errorf("features: %w", err)
			}
		}
	}
	return &d, nil
}

// setMetrics sets the metrics of s, and the losses that its learners learn for, for the labels of
// the dataset. It returns the place of one that does not fit these labels.
func (d *Dataset) setMetrics(s *suite.Suite) (suite.Pos, error) {
	d.Metrics, d.Measured = nil, s.MetricsOn(d.Spec)
	for i := range d.Measured {
		spec := &d.Measured[i]
		m, err := metric.New(spec.Name, spec.Args, d.Data.Labels)
		if err != nil {
			return spec.Pos, err
		}
		m.Name = spec.Label
		d.Metrics = append(d.Metrics, m)
	}
	if s.Tune != nil && d.Metrics[0].Neutral {
		return d.Measured[0].Pos, fmt.Errorf("%s cannot tune: neither higher nor lower is better",
			d.Metrics[0].Name)
	}
	d.losses, d.mapped = map[string]sp.Loss{}, map[string]*Dataset{}
	for i := range s.Learners {
		if f := s.Learners[i].Features; f != nil {
			own := *d.Spec
			own.Features = *f
			with, err := d.with(&own)
			if err != nil {
				return f.Pos, err
			}
			d.mapped[f.ID()] = with
		}
		spec := s.TrainLossOf(&s.Learners[i], d.Spec)
		l, err := loss.New(spec.Name, spec.Args)
		if err == nil {
			err = loss.Fits(l, d.Data.K)
		}
		if _, matrix := l.(*loss.Cost); matrix && d.Data.Found && err == nil {
			err = errors.New("the matrix needs labels in a fixed order: name them, labels: [A, B, …], " +
				"in the arguments of the dataset")
		}
		if l == (loss.Regret{}) {
			err = sp.HaveCosts(d.Data.Instances)
		}
		if err != nil {
			return cmp.Or(spec.Pos, d.Measured[0].Pos), err
		}
		d.losses[spec.ID()] = l
	}
	return suite.Pos{}, nil
}

// checkBoxes finds a split that asks for boxes in a dataset without boxes, and its place.
func (d *Dataset) checkBoxes() (suite.Pos, error) {
	for _, s := range d.Spec.Splits {
		if wanted := s.Boxes.Count > 0 || s.Boxes.Folds != nil; wanted && d.Data.Outside == nil {
			return s.Boxes.Pos, fmt.Errorf(
				"dataset %q has no boxes: write partial: for instances of which only a share of the labels "+
					"is known",
				d.Spec.Name,
			)
		}
	}
	return suite.Pos{}, nil
}

// sameSplits reports whether all seeds draw the same splits, such as whole folds.
func (d *Dataset) sameSplits() bool {
	return !slices.ContainsFunc(
		d.Spec.Splits,
		func(s suite.Split) bool {
			return s.Train.Count+s.Boxes.Count+s.Partial.Count+s.Dev.Count+s.Test.Count+s.Size > 0
		},
	)
}

// several reports whether one seed draws several splits.
func (d *Dataset) several() bool { return len(d.Spec.Splits) > 1 || d.Spec.Splits[0].Rotate != "" }

// LabelName returns the name of a label in the dataset, or else its number.
func (d *Dataset) LabelName(k int32) string {
	if int(k) < len(d.Data.Labels) {
		return strconv.Quote(d.Data.Labels[k])
	}
	return strconv.Itoa(int(k))
}
