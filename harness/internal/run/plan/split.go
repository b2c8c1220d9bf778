package plan

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
)

// A Split is a split of a dataset with the share of labels that is known of its partial instances.
type Split struct {
	data.Split
	alone   []int // Train without Dev
	labels  float64
	hidden  uint64 // seed of the hidden labels, if seeds make different splits; else 0
	hash    string // see [SplitHash]; with the groups, if tuning keeps them together
	byGroup bool
	lacks   bool // Train may lack labels of the dataset
}

// A splitIdentity is equal for equal splits.
type splitIdentity struct {
	hash   string
	labels float64
	hidden uint64
}

func (s *Split) identity() splitIdentity { return splitIdentity{s.hash, s.labels, s.hidden} }

// drawSplits draws the splits of spec by a seed. A quick look keeps a few instances of the first.
func (d *Dataset) drawSplits(
	spec *suite.Dataset, seed uint64, in *suite.Suite,
) (splits []Split, err error) {
	if len(spec.Splits) == 0 {
		return nil, fmt.Errorf(
			"dataset %q has no split of its own: say what to train and to test on, such as split: "+
				"{train: 300, test: 500}",
			spec.Name,
		)
	}
	part := func(p suite.Part) data.Part { return data.Part{N: p.Count, Folds: p.Folds} }
	for _, s := range spec.Splits {
		drawn, err := d.Data.Splits(data.SplitSpec{
			Train: part(s.Train), Boxes: part(s.Boxes), Partial: part(s.Partial), Dev: part(s.Dev),
			Test:   part(s.Test),
			Rotate: s.Rotate, Size: s.Size, ByGroup: s.By != "", Folds: s.Folds,
		}, seed)
		if err != nil {
			return nil, err
		}
		for _, one := range drawn {
			splits = append(splits, Split{Split: one, labels: s.Labels, byGroup: s.By != ""})
		}
	}
	if in.Quick {
		splits = quick(splits)
	}
	for i := range splits {
		s, t := &splits[i], in.Tune
		if s.alone = s.Train; t != nil && t.On != "" {
			if len(s.Dev) == 0 {
				return nil, fmt.Errorf("tune: {on: dev} needs the part dev in every split" +
					"\nhint: name it in path, {train: …, dev: …, test: …}, or in split")
			}
			if t.Refit {
				s.Train = sorted(s.Train, s.Dev)
			}
		}
		hashed := s.Split
		if s.byGroup {
			hashed.Boxes = slices.Concat(s.Boxes, d.units)
		}
		s.hash = SplitHash(hashed)
		s.lacks = d.Data.Found && slices.Contains(d.labelCounts(s.Train), 0)
	}
	return splits, nil
}

// SplitHash returns the hash of the instances in a split, in their order.
func SplitHash(s data.Split) string {
	parts := [][]int{s.Train, s.Partial, s.Test, s.Boxes, s.Dev}
	for len(parts[len(parts)-1]) == 0 { // the test set is not empty
		parts = parts[:len(parts)-1]
	}
	h := sha256.Sum256([]byte(Compact(parts)))
	return hex.EncodeToString(h[:])
}

// crossedSeeds returns the seeds of all fits of a learner to a dataset, grouped by split seed.
func crossedSeeds(s *suite.Seeds) (groups [][]record.Seeds) {
	for _, n := range s.All {
		groups = append(groups, []record.Seeds{record.Seed(n)})
	}
	for _, split := range s.Split {
		var list []record.Seeds
		for _, tune := range s.Tune {
			for _, learner := range s.Learner {
				list = append(list, record.Seeds{Split: split, Learner: learner, Tune: tune})
			}
		}
		groups = append(groups, list)
	}
	return groups
}

// unitsOf returns the groups of some instances, by number, ascending and each once; without groups
// the instances.
func (d *Dataset) unitsOf(instances []int) (units []int) {
	for _, at := range instances {
		if d.units != nil {
			at = d.units[at]
		}
		units = append(units, at)
	}
	slices.Sort(units)
	return slices.Compact(units)
}

// TestGroups returns the group of each test instance; nil if the dataset has none.
func (f *Fit) TestGroups() (groups []string) {
	if d := f.Dataset.Data; d.Group != nil {
		for _, at := range f.split.Test {
			groups = append(groups, d.Group[at])
		}
	}
	return groups
}

// A quick look trains and tests on at most this many instances.
const (
	quickTrain = 8
	quickTest  = 10
)

// quick returns the first split with a few of its instances, spread over each of its sets.
func quick(drawn []Split) []Split {
	if len(drawn) == 0 {
		return nil
	}
	s := drawn[0]
	s.Train, s.Boxes = few(s.Train, quickTrain), few(s.Boxes, quickTrain)
	s.Partial, s.Dev = few(s.Partial, quickTrain), few(s.Dev, quickTrain)
	s.Test = few(s.Test, quickTest)
	return []Split{s}
}

// few returns at most n elements of list, in its order and at equal distances.
func few(list []int, n int) []int {
	if len(list) <= n {
		return list
	}
	some := make([]int, n)
	for i := range some {
		some[i] = list[i*len(list)/n]
	}
	return some
}
