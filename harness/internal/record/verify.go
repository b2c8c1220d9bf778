package record

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spbench/spbench/harness/internal/record/blob"
	"github.com/spbench/spbench/harness/internal/record/cellcache"
	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// Verified says how much of a run folder was verified.
type Verified struct {
	Lines, Rows, Files int
	Unsummed           int // lines without a checksum, of older builds or of others
}

// Verify reads all lines and files of a run folder. It calls damage with the place and the nature
// of each damage: lines that cannot be read, keys other than the hash of the identity, and files
// that are missing, have another hash or another content.
//
// The function measure describes the numbers of a row that do not follow from its statistics. The
// error is about the folder itself. Verify deletes the cache of table cells, which it cannot
// verify.
func Verify(dir string, measure func(*Row) []string, damage func(where, what string)) (v Verified,
	err error) {
	if _, err := Plan(dir); err != nil {
		return v, err
	}
	names, err := rundir.Glob(dir, recordsAll)
	if err != nil {
		return v, fmt.Errorf("record: verify: %w", err)
	}
	_ = os.Remove(filepath.Join(dir, cellcache.File))
	c := &verification{dir: dir, measure: measure, seen: map[string]bool{}, Verified: &v}
	for _, name := range names {
		err := eachLine(name, func(n int, text []byte) {
			if _, has, err := unsummed(bytes.TrimRight(text, " \t\r")); !has && err == nil {
				v.Unsummed++
			}
			where := fmt.Sprintf("%s:%d", name, n)
			if f, err := Decode(text); err != nil {
				damage(where, err.Error())
			} else {
				c.fit(&f, func(what string) { damage(where, what) })
			}
		})
		if err != nil {
			return v, fmt.Errorf("record: verify: %w", err)
		}
	}
	return v, nil
}

// A verification is the state of [Verify].
type verification struct {
	dir     string
	measure func(*Row) []string
	seen    map[string]bool // files, by folder and name
	*Verified
}

// fit verifies a line.
func (c *verification) fit(f *Fit, damage func(string)) {
	c.Lines++
	c.file(blob.Weights, f.WeightsFile, damage, func() error {
		_, err := blob.ReadWeights(c.dir,
			f.WeightsFile)
		return err
	})
	for _, name := range []string{f.TestFile, f.TrainFile} {
		c.file(blob.Tests, name, damage, func() error {
			_, err := readIDs(c.dir, name,
				f.Dataset)
			return err
		})
	}
	for i := range f.Rows {
		r := &f.Rows[i]
		c.Rows++
		c.file(blob.Predictions, r.PredictionsFile, damage, func() error {
			_,
				err := ReadPredictions(c.dir, r)
			return err
		})
		if err := r.readStatistics(c.dir); err != nil {
			c.file(blob.Statistics, r.StatisticsFile, damage, func() error { return err })
			continue
		}
		c.file(blob.Statistics, r.StatisticsFile, damage, func() error { return nil })
		for _, what := range c.measure(r) {
			damage(fmt.Sprintf("decoder %s: %s", r.Label, what))
		}
		r.Instances = nil
	}
}

// file verifies a file that a line names, once.
func (c *verification) file(folder, name string, damage func(string), read func() error) {
	if key := filepath.Join(folder, name); name != "" && !c.seen[key] {
		c.seen[key] = true
		c.Files++
		if err := read(); err != nil {
			damage(err.Error())
		}
	}
}
