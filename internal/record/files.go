package record

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
)

// detached returns f with what has files of its own in these.
func (s *Store) detached(f Fit) (Fit, error) { return detach(f, s.putBlob) }

// hashed returns f as detached would, and writes nothing.
func hashed(f Fit) (Fit, error) { return detach(f, nameOf) }

// named returns a row that names its files in place of their content.
func named(r *Row) *Row {
	row := *r
	if err := row.detach(nameOf); err != nil {
		return r // Encode says it
	}
	return &row
}

// nameOf is a putter that stores nothing.
func nameOf(_ string, content []byte) (sha string, err error) {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:]), nil
}

// A putter stores the content of a file and names it.
type putter func(folder string, content []byte) (sha string, err error)

// detach returns f with the names of its files in place of their content.
func detach(f Fit, put putter) (Fit, error) {
	f.Rows = slices.Clone(f.Rows)
	for i := range f.Rows {
		if err := f.Rows[i].detach(put); err != nil {
			return f, fmt.Errorf("record: row %d: %w", i, err)
		}
	}
	if f.Test != nil {
		content, err := pack(f.Test)
		if err == nil {
			f.TestFile, err = put(testsDir, content)
		}
		if err != nil {
			return f, err
		}
		f.Test = nil
	}
	return f, nil
}

// detach puts the content of the row's files away.
func (r *Row) detach(put putter) error {
	if len(r.Instances) > 0 {
		content, err := packStatistics(r.Instances)
		if err == nil {
			r.StatisticsFile, err = put(statisticsDir, content)
		}
		if err != nil {
			return err
		}
		r.Instances = nil
	}
	if r.Predictions != nil {
		content, err := r.Predictions.pack()
		if err == nil {
			r.PredictionsFile, err = put(predictionsDir, content)
		}
		if err != nil {
			return err
		}
		r.Predictions = nil
	}
	return nil
}

// Has reports whether the files of a row are there.
func (s *Store) Has(r *Row) bool {
	return (r.StatisticsFile == "" || hasBlob(s.dir, statisticsDir, r.StatisticsFile)) &&
		(r.PredictionsFile == "" || hasBlob(s.dir, predictionsDir, r.PredictionsFile))
}
