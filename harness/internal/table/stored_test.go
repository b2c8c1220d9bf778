package table_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/layout"
)

// stored puts the statistics of the entries where unread says so into a run folder, and returns the
// entries with their names in place of them.
func stored(t *testing.T, entries []table.Entry, unread func(i int) bool) (dir string,
	read []table.Entry) {
	t.Helper()
	store := must(record.Create(t.TempDir(), "cells", []byte(`{}`)))(t)
	defer store.Close()
	for i, e := range entries {
		if unread(i) {
			identity := map[string]string{"entry": fmt.Sprint(i)}
			key := record.Key(identity)
			f := record.Fit{Key: key, Identity: identity, Label: fmt.Sprint(i),
				Params: json.RawMessage(`{}`), Outcome: record.Outcome{Kind: record.Skipped},
				Rows: []record.Row{{Key: key, Args: json.RawMessage(`{}`),
					Outcome: record.Outcome{Kind: record.OK}, Instances: e.Row.Instances}}}
			f.Times.Rows = make([]record.Clock, 1)
			ok(t, store.Append(0, f))
			e.Row.StatisticsFile = must(record.StatisticsName(e.Row.Instances))(t)
			e.Row.Instances = nil
		}
		read = append(read, e)
	}
	return store.Dir(), read
}

// A table is the same whether statistics are in its entries, or some in a run folder.
func TestStoredStatistics(t *testing.T) {
	entries := run("words", 4, 20, true)
	o := table.Options{Metrics: []table.Metric{hamming, micro}}
	want := write(t, must(annotated("cells", entries, o))(t), "json", layout.Style{})
	o.Dir, entries = stored(t, entries, func(i int) bool { return i%3 > 0 })
	if is := write(t, must(annotated("cells", entries, o))(t), "json", layout.Style{}); is != want {
		t.Error("another table")
	}
}

// A missing or damaged file of statistics costs the cells of its entry, which names the file. The
// other cells stay.
func TestLostStatistics(t *testing.T) {
	for _, damage := range []func(path string) error{
		os.Remove, func(path string) error { return os.Truncate(path, 30) },
	} {
		for _, drawn := range []bool{false, true} {
			dir, entries := stored(t, run("words", 4, 20, drawn), func(int) bool { return true })
			lost := &entries[5]
			ok(t, damage(filepath.Join(dir, "statistics", lost.Row.StatisticsFile+".gz")))
			name := lost.Row.StatisticsFile
			whole := must(annotated("cells", run("words", 4, 20, drawn), table.Options{
				Metrics: []table.Metric{hamming}}))(t)
			tab := must(annotated("cells", entries, table.Options{Metrics: []table.Metric{hamming},
				Dir: dir}))(t)
			lost = &tab.Entries[5]
			if !strings.Contains(lost.Lost, name) || tab.ResultHash == whole.ResultHash {
				t.Errorf("lost %q, hash %s", lost.Lost, tab.ResultHash)
			}
			for r := range tab.Rows {
				is, was := tab.Rows[r].Cells[0], whole.Rows[r].Cells[0]
				if tab.Rows[r].Label == lost.Label && tab.Rows[r].Decoder == lost.Decoder {
					if is.Good != is.Planned-1 {
						t.Errorf("%d of %d fits count", is.Good, is.Planned)
					}
				} else if is.Mean != was.Mean || is.Good != is.Planned {
					t.Errorf("%s: %v, was %v", tab.Rows[r].Label, is.Mean, was.Mean)
				}
			}
		}
	}
}
