package run_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLostStatistics: repeating a complete run changes nothing. If a file of a row's statistics is
// deleted, the row is scored again, without a new fit.
func TestLostStatistics(t *testing.T) {
	e := newEditor(t)
	_, _, was, dir := e.run(editedSuite)
	summary, said, fits, _ := e.run(editedSuite)
	if summary.Before != 4 || summary.Fitted != 0 || said != "" ||
		!fits[0].Times.Appended.Equal(was[0].Times.Appended) {
		t.Errorf("run again: %+v, %s", summary, said)
	}
	files, err := filepath.Glob(filepath.Join(dir, "statistics", "*.gz"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	check(t, os.Remove(files[0]))
	if summary, said, _, _ = e.run(editedSuite); summary.Fitted != 0 ||
		!strings.Contains(said, "fits are scored again") {
		t.Errorf("without a file of statistics: %+v, %s", summary, said)
	}
	if _, err := os.Stat(files[0]); err != nil {
		t.Error(err)
	}
}
