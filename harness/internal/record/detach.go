package record

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/record/blob"
)

// hashed returns f with the names of its files in place of their content. It writes nothing.
func hashed(f Fit) (Fit, error) { return detach(f, hashOnly) }

// named is hashed for a row.
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

// Has reports whether the store has the files of a row, undamaged.
func (s *Store) Has(r *Row) bool {
	return s.whole(blob.Statistics, r.StatisticsFile) &&
		s.whole(blob.Predictions, r.PredictionsFile)
}

// HasLists reports whether the store has the lists of instances that a fit names, undamaged.
func (s *Store) HasLists(f *Fit) bool {
	return s.whole(blob.Tests, f.TestFile) && s.whole(blob.Tests, f.TrainFile) &&
		s.whole(blob.Tests, f.GroupsFile)
}

// HasWeights reports whether the store has the weights of a fit, undamaged, if it has any.
func (s *Store) HasWeights(f *Fit) bool { return s.whole(blob.Weights, f.WeightsFile) }

// whole reports whether the store has a file, undamaged. It reads each file once.
func (s *Store) whole(folder, sha string) bool {
	f := blob.File{Folder: folder, SHA: sha}
	if sha == "" {
		return true
	}
	if _, known := s.checked.Load(f); known {
		return true
	}
	whole := f.Whole(s.dir)
	if whole {
		s.checked.Store(f, true)
	}
	return whole
}
