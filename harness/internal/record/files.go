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
	var err error
	if f.Test, f.TestFile, err = detachIDs(f.Test, f.TestFile, put); err != nil {
		return f, err
	}
	f.Train, f.TrainFile, err = detachIDs(f.Train, f.TrainFile, put)
	return f, err
}

// detachIDs puts a list away and returns none and the name of its file, which is as it was where there is no list.
func detachIDs(ids []string, name string, put putter) ([]string, string, error) {
	if ids == nil {
		return nil, name, nil
	}
	content, err := pack(ids)
	if err == nil {
		name, err = put(testsDir, content)
	}
	return nil, name, err
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
	has := func(folder, sha string) bool { return sha == "" || hasBlob(s.dir, folder, sha) }
	return has(statisticsDir, r.StatisticsFile) && has(predictionsDir, r.PredictionsFile)
}
