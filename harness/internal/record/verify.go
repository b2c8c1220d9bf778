package record

import (
	"bytes"
	"fmt"
	"path/filepath"

	"github.com/spbench/spbench/harness/internal/record/blob"
	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// Verified counts what [Verify] checked in a run folder.
type Verified struct {
	Lines, Rows, Files int
	Unsummed           int // lines without a checksum, by older builds or other programs
	Shortened          int // rows whose statistics shipped results shorten or leave out
}

// Texts says what was checked, and what was not.
func (v *Verified) Texts() []string {
	texts := []string{fmt.Sprintf("checked %d lines with %d rows, and %d files", v.Lines, v.Rows,
		v.Files)}
	if v.Unsummed > 0 {
		texts = append(texts, fmt.Sprintf("%d lines of old builds have no checksum: changes in them "+
			"may be missed", v.Unsummed))
	}
	if v.Shortened > 0 {
		texts = append(texts, fmt.Sprintf("%d rows have the shortened statistics of shipped results: "+
			"their metrics are not checked", v.Shortened))
	}
	return texts
}

// Verify reads all lines and files of a run folder. For each damage it calls damage with the
// place and a description. Damage is a line that cannot be read, a key that is not the hash of the
// identity, or a file that is missing or has a different hash or content.
//
// The function measure returns a description of each number of a row that contradicts the row's
// statistics, and audit one of each number of a fit that contradicts its weights. The error is about
// the folder itself.
func Verify(dir string, measure func(*Row) []string, audit func(*Fit) []string,
	damage func(where, what string)) (v Verified, err error) {
	if _, err := Plan(dir); err != nil {
		return v, err
	}
	names, err := rundir.Glob(dir, recordsAll)
	if err != nil {
		return v, fmt.Errorf("record: verify: %w", err)
	}
	c := &verification{dir: dir, measure: measure, audit: audit, seen: map[string]bool{}, Verified: &v}
	for _, name := range names {
		_, err := eachBatch(name, func(first int, lines [][]byte) error {
			for i, text := range lines {
				if _, has, err := unsummed(bytes.TrimRight(text, " \t\r")); !has && err == nil {
					v.Unsummed++
				}
				where := fmt.Sprintf("%s:%d", name, first+i)
				if f, err := Decode(text); err != nil {
					damage(where, err.Error())
				} else {
					c.fit(&f, func(what string) { damage(where, what) })
				}
			}
			return nil
		})
		if err != nil {
			return v, fmt.Errorf("record: verify: %w", err)
		}
	}
	err = EachDeclared(dir, func(name string, _ map[string]string, err error) {
		v.Files++
		if err != nil {
			damage(name, err.Error())
		}
	})
	return v, err
}

// A verification is the state of [Verify].
type verification struct {
	dir     string
	measure func(*Row) []string
	audit   func(*Fit) []string
	seen    map[string]bool // files, by folder and name
	*Verified
}

// fit verifies a line.
func (c *verification) fit(f *Fit, damage func(string)) {
	c.Lines++
	if f.Times.Shipped == "" {
		c.file(blob.Weights, f.WeightsFile, damage, func() error {
			return blob.Check(c.dir, blob.Weights, f.WeightsFile)
		})
	}
	for _, name := range []string{f.TestFile, f.TrainFile, f.GroupsFile} {
		c.file(blob.Tests, name, damage, func() error {
			_, err := readIDs(c.dir, name, f.Dataset)
			return err
		})
	}
	for i := range f.Rows {
		r := &f.Rows[i]
		c.Rows++
		if r.Unshipped != "" {
			c.Shortened++
		}
		c.file(blob.Predictions, r.PredictionsFile, damage, func() error {
			_, err := ReadPredictions(c.dir, r)
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
	for _, what := range c.audit(f) {
		damage(what)
	}
}

// file verifies the file with a name from a line, unless it was verified before.
func (c *verification) file(folder, name string, damage func(string), read func() error) {
	if key := filepath.Join(folder, name); name != "" && !c.seen[key] {
		c.seen[key] = true
		c.Files++
		if err := read(); err != nil {
			damage(err.Error())
		}
	}
}
