package record

import (
	"fmt"
	"slices"
	"sync"

	"github.com/spbench/spbench/harness/internal/record/blob"
)

// named returns r with the names of its files in place of their content. It writes nothing.
func named(r *Row) *Row {
	row := *r
	if err := row.detach(hashOnly); err != nil {
		return r // Encode reports the error
	}
	return &row
}

// hashOnly is a putter that stores nothing.
func hashOnly(_ string, content []byte) (sha string, err error) { return blob.Hash(content), nil }

// A putter stores the content of a file in a folder and returns its name.
type putter func(folder string, content []byte) (sha string, err error)

// detach puts the content of the files of f and returns f with their names in its place.
func detach(f Fit, put putter) (Fit, error) {
	f.Rows = slices.Clone(f.Rows)
	for i := range f.Rows {
		if err := f.Rows[i].detach(put); err != nil {
			return f, fmt.Errorf("record: row %d: %w", i, err)
		}
	}
	for _, list := range []struct {
		ids  *[]string
		name *string
	}{{&f.Test, &f.TestFile}, {&f.Groups, &f.GroupsFile}, {&f.Train, &f.TrainFile}} {
		if *list.ids == nil {
			continue
		}
		content, err := blob.Head(*list.ids)
		if err == nil {
			*list.name, err = put(blob.Tests, content)
		}
		if err != nil {
			return f, err
		}
		*list.ids = nil
	}
	return f, nil
}

// detach puts the statistics and predictions of the row.
func (r *Row) detach(put putter) error {
	if len(r.Instances) > 0 {
		content, err := packStatistics(r.Instances)
		if err == nil {
			r.StatisticsFile, err = put(blob.Statistics, content)
		}
		if err != nil {
			return err
		}
		r.Instances = nil
	}
	if r.Predictions != nil {
		content, err := r.Predictions.pack()
		if err == nil {
			r.PredictionsFile, err = put(blob.Predictions, content)
		}
		if err != nil {
			return err
		}
		r.Predictions = nil
	}
	return nil
}

// A Checker finds undamaged files of a run folder. It reads each file once.
type Checker struct {
	dir   string
	whole sync.Map // blob.File
}

// NewChecker returns a Checker for a run folder.
func NewChecker(dir string) *Checker { return &Checker{dir: dir} }

// HasRow reports whether the folder has the files of a row.
func (c *Checker) HasRow(r *Row) bool {
	return c.has(blob.Statistics, r.StatisticsFile) && c.has(blob.Predictions, r.PredictionsFile)
}

// HasLists reports whether the folder has the lists of instances that a fit names.
func (c *Checker) HasLists(f *Fit) bool {
	return c.has(blob.Tests, f.TestFile) && c.has(blob.Tests, f.TrainFile) &&
		c.has(blob.Tests, f.GroupsFile)
}

// HasWeights reports whether the folder has the weights of a fit, if it has any.
func (c *Checker) HasWeights(f *Fit) bool { return c.has(blob.Weights, f.WeightsFile) }

func (c *Checker) has(folder, sha string) bool {
	f := blob.File{Folder: folder, SHA: sha}
	if sha == "" {
		return true
	}
	if _, known := c.whole.Load(f); known {
		return true
	}
	whole := f.Whole(c.dir)
	if whole {
		c.whole.Store(f, true)
	}
	return whole
}
