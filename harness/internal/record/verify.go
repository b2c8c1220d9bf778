package record

import (
	"bytes"
	"fmt"

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
// identity, or a file that is missing or has a different hash.
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
	whole := map[blob.File]bool{} // files checked before
	for _, name := range names {
		_, err := eachBatch(name, func(first int, lines [][]byte) error {
			for i, text := range lines {
				if _, has, err := unsummed(bytes.TrimRight(text, " \t\r")); !has && err == nil {
					v.Unsummed++
				}
				found := func(what string) { damage(fmt.Sprintf("%s:%d", name, first+i), what) }
				f, err := Decode(text)
				if err != nil {
					found(err.Error())
					continue
				}
				v.files(dir, &f, whole, found)
				v.rows(dir, &f, whole, measure, found)
				for _, what := range audit(&f) {
					found(what)
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

// files verifies the files of a line that were not checked before. Shipped results have no weights.
func (v *Verified) files(dir string, f *Fit, whole map[blob.File]bool, damage func(string)) {
	v.Lines++
	for _, file := range f.files() {
		_, known := whole[file]
		if known || file.Folder == blob.Weights && f.Times.Shipped != "" {
			continue
		}
		v.Files++
		err := blob.Check(dir, file.Folder, file.SHA)
		if whole[file] = err == nil; err != nil {
			damage(err.Error())
		}
	}
}

// rows compares the metrics of a line with its statistics.
func (v *Verified) rows(dir string, f *Fit, whole map[blob.File]bool, measure func(*Row) []string,
	damage func(string)) {
	for i := range f.Rows {
		r := &f.Rows[i]
		v.Rows++
		if r.Unshipped != "" {
			v.Shortened++
		}
		if whole[blob.File{Folder: blob.Predictions, SHA: r.PredictionsFile}] {
			if _, err := ReadPredictions(dir, r); err != nil {
				damage(err.Error())
			}
		}
		if err := r.readStatistics(dir); err != nil {
			if whole[blob.File{Folder: blob.Statistics, SHA: r.StatisticsFile}] { // its hash is right
				damage(err.Error())
			}
			continue
		}
		for _, what := range measure(r) {
			damage(fmt.Sprintf("decoder %s: %s", r.Label, what))
		}
		r.Instances = nil
	}
}
