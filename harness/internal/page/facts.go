package page

import (
	"slices"
	"strings"
	"time"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
)

// A fact is a property of a run.
type fact struct{ Term, Text string }

// facts describes the origin of a run by its records: time, machine, data and versions.
func facts(r *Run) []fact {
	var times []time.Time
	var found ordered.Groups[string] // texts by term
	ends := map[string]int{}
	add := func(term, text string) {
		if text != "" {
			found.Add(term, text)
		}
	}
	for _, p := range table.FitsOf(r.Entries) {
		switch {
		case p.Stale:
			ends["left out: stale scores"]++
			continue
		case !p.Recorded():
			ends["not run"]++
			continue
		}
		f := p.Fit
		times = append(times, f.Times.Appended.UTC())
		ends[string(f.Outcome.Kind)]++
		add("Machine", f.Times.Machine)
		add("Data (content hashes)", f.Dataset+" "+short(f.DatasetHash))
		add("spbench, harness version", short(f.Identity["harness"]))
		for j := range f.Rows {
			add("spbench, scoring version", short(record.ParseScore(f.Rows[j].Score)["score"]))
		}
	}
	all := []fact{{"Result hash", r.Table.ResultHash}, {"Run folder", r.Folder},
		{"Fits", ordered.ByCount(ends, len(ends))}}
	if len(times) > 0 {
		const minutes = "2006-01-02 15:04"
		all = append(all, fact{"Recorded", slices.MinFunc(times, time.Time.Compare).Format(minutes) +
			" to " + slices.MaxFunc(times, time.Time.Compare).Format(minutes) + " UTC"})
	}
	for term, texts := range found.All() {
		all = append(all, fact{term, strings.Join(texts, "; ")})
	}
	return all
}

// short returns the beginning of a hash.
func short(hash string) string { return hash[:min(len(hash), 12)] }
