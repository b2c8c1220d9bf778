package page

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
)

// A fact is a property of a run.
type fact struct{ Term, Text string }

// facts describes the origin of a run by its records: time, machine, data and versions.
func facts(r *Run) []fact {
	var first, last time.Time
	machines, harness, scores, data := map[string]bool{}, map[string]bool{}, map[string]bool{},
		map[string]bool{}
	ends := map[string]int{}
	for _, p := range table.FitsOf(r.Entries) {
		switch {
		case p.Stale:
			ends["left out: stale scores"]++
			continue
		case !p.Recorded():
			ends["not run"]++
			continue
		}
		f := &p.Fit
		if at := f.Times.Appended.UTC(); first.IsZero() || at.Before(first) {
			first = at
		}
		if at := f.Times.Appended.UTC(); at.After(last) {
			last = at
		}
		ends[string(f.Outcome.Kind)]++
		add(machines, f.Times.Machine)
		add(harness, short(f.Identity["harness"]))
		add(data, f.Dataset+" "+short(f.DatasetHash))
		for j := range f.Rows {
			add(scores, short(record.ParseScore(f.Rows[j].Score)["score"]))
		}
	}
	all := []fact{{"Result hash", r.Table.ResultHash}, {"Run folder", r.Folder}, {"Fits", counts(ends)}}
	if !last.IsZero() {
		all = append(all, fact{"Recorded", between(first, last)})
	}
	for _, f := range []struct {
		term string
		set  map[string]bool
	}{{"Machine", machines}, {"Data (content hashes)", data},
		{"spbench, harness version", harness}, {"spbench, scoring version", scores}} {
		if len(f.set) > 0 {
			all = append(all, fact{f.term, strings.Join(slices.Sorted(maps.Keys(f.set)), "; ")})
		}
	}
	return all
}

func add(set map[string]bool, s string) {
	if s != "" {
		set[s] = true
	}
}

// counts formats the numbers of fits by outcome.
func counts(ends map[string]int) string {
	var parts []string
	for _, end := range slices.Sorted(maps.Keys(ends)) {
		parts = append(parts, fmt.Sprintf("%d %s", ends[end], end))
	}
	return strings.Join(parts, ", ")
}

func between(first, last time.Time) string {
	const minutes = "2006-01-02 15:04"
	text, end := first.Format(minutes), last.Format(minutes)
	switch {
	case text == end:
	case text[:10] == end[:10]:
		text += " to " + end[11:]
	default:
		text += " to " + end
	}
	return text + " UTC"
}

// short returns the beginning of a hash.
func short(hash string) string { return hash[:min(len(hash), 12)] }
