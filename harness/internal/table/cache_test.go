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
					Outcome: record.Outcome{Kind: record.OK}, Instances: e.Instances}}}
			f.Times.Rows = make([]record.Clock, 1)
			ok(t, store.Append(0, f))
			e.Statistics = must(record.StatisticsName(e.Instances))(t)
			e.Instances = nil
		}
		read = append(read, e)
	}
	return store.Dir(), read
}

func cachedTable(t *testing.T, entries []table.Entry, cache *table.Cache,
	metrics ...table.Metric) string {
	t.Helper()
	tab := must(annotated("cells", entries, table.Options{Metrics: metrics, Cache: cache}))(t)
	text := write(t, tab, "json", layout.Style{})
	if cache != nil {
		cache.Save()
	}
	return text
}

// A table is the same whether statistics are in its entries, in a run folder, or some here and some
// there, and whether its cells are cached.
func TestCache(t *testing.T) {
	for name, unread := range map[string]func(int) bool{
		"all": func(int) bool { return true }, "some": func(i int) bool { return i%3 > 0 },
		"none": func(int) bool { return false },
	} {
		for _, drawn := range []bool{false, true} {
			entries := run("words", 4, 20, drawn)
			want := cachedTable(t, entries, nil, hamming, micro)
			dir, read := stored(t, entries, unread)
			for _, time := range []string{"first", "second", "third"} {
				if time == "third" && name == "all" { // the cache needs none
					ok(t, os.RemoveAll(filepath.Join(dir, "statistics")))
				}
				if is := cachedTable(t, read, table.NewCache(dir), hamming, micro); is != want {
					t.Errorf("%s unread, drawn %v: another table the %s time", name, drawn, time)
				}
			}
		}
	}
}

// A metric takes no cells of another metric with its name, and a sum over all fits none of a sum
// over some.
func TestCacheOfAnotherMetric(t *testing.T) {
	counted := func(times float64) table.Metric {
		return table.Metric{Name: "counted", Args: fmt.Sprint(times),
			Value: func(sum []float64) float64 { return times * sum[0] / sum[1] }}
	}
	value := func(entries []table.Entry, times float64) []table.Entry {
		for i := range entries {
			s := entries[i].Instances["hamming"]
			is := record.Statistics{Width: 2}
			for j := range s.Num {
				is.Counts = append(is.Counts, s.Num[j], s.Den[j])
			}
			entries[i].Instances = map[string]record.Statistics{"counted": is}
			entries[i].Metrics = map[string]float64{"counted": counted(times).Value(is.Sum())}
		}
		return entries
	}
	dir, _ := stored(t, value(run("words", 4, 20, false), 1), func(int) bool { return true })
	for _, seeds := range []int{3, 4, 2} {
		for _, times := range []float64{1, 2} {
			entries := value(run("words", seeds, 20, false), times)
			want := cachedTable(t, entries, nil, counted(times))
			_, read := stored(t, entries, func(int) bool { return true })
			if is := cachedTable(t, read, table.NewCache(dir), counted(times)); is != want ||
				!strings.Contains(is, `"p"`) {
				t.Errorf("%d seeds, %v times: another table", seeds, times)
			}
		}
	}
}
