package notes

import (
	"fmt"
	"maps"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// changedData warns of datasets that differ from the published ones, once for each reason.
func changedData(t *table.Table) (all []Note) {
	var datasets ordered.Groups[string] // by warning
	for _, c := range t.Columns {
		for _, w := range c.DataWarnings {
			datasets.Add(wording.OneLine(w), c.Dataset)
		}
	}
	for w, where := range datasets.All() {
		all = append(all, caution("Warning (data of %s): %s.", strings.Join(where, ", "),
			strings.TrimSuffix(w, "."))...)
	}
	return all
}

// warnings lists each warning of a fit once, with its learners and the number of fits. Warnings
// that differ only in numbers are merged.
func warnings(t *table.Table) (all []Note) {
	type source struct {
		fits   map[record.Place]bool
		labels []string
	}
	sources := map[string]*source{}
	var texts []string
	for i := range t.Entries {
		e := &t.Entries[i]
		for _, w := range e.Warnings {
			s := sources[w]
			if s == nil {
				s = &source{fits: map[record.Place]bool{}}
				sources[w] = s
				texts = append(texts, w)
			}
			s.fits[e.Distinct()] = true
			s.labels = ordered.Add(s.labels, e.Label)
		}
	}
	merged, members := wording.MergeNumbers(texts)
	for i, w := range merged {
		s := sources[texts[members[i][0]]]
		for _, other := range members[i][1:] {
			o := sources[texts[other]]
			maps.Copy(s.fits, o.fits)
			for _, label := range o.labels {
				s.labels = ordered.Add(s.labels, label)
			}
		}
		times := ""
		if n := len(s.fits); n > 1 {
			times = fmt.Sprintf(", %d fits", n)
		}
		all = append(all, caution("Warning (%s%s): %s", strings.Join(s.labels, ", "), times,
			wording.OneLine(w))...)
	}
	return all
}
