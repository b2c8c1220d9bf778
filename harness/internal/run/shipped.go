package run

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/run/reuse"
)

// takeShipped returns the shipped records in the places of fits: those of the store, and those of
// r.Shipped for fits without a record by the present sources, unless they are of strangers. It links
// the files of the latter into the store.
func (r *runner) takeShipped(finished reuse.Finished) (map[*plan.Fit]*record.Fit, error) {
	var fits, files []record.Fit
	if r.Shipped != "" {
		var err error
		if fits, _, err = record.Load(r.Shipped); err != nil {
			return nil, err
		}
	}
	taken, all := map[*plan.Fit]*record.Fit{}, reuse.Find(fits)
	for _, f := range r.Fits {
		own := finished.InPlace(f, fits != nil || !r.Rerun)
		switch {
		case own != nil && own.Times.Shipped != "":
			if taken[f] = own; fits != nil {
				files = append(files, *own) // some may be damaged
			}
		case fits == nil, own != nil && own.Key == f.Key,
			slices.Contains(r.Strangers, f.Learner.Label):
		default:
			old := all.InPlace(f, true)
			if old == nil {
				return nil, notShipped(f, fits)
			}
			taken[f], files = old, append(files, *old)
			r.imported[old.Key] = true
		}
	}
	return taken, r.store.CopyFiles(r.Shipped, files)
}

// notShipped says why no shipped record is one of f.
func notShipped(f *plan.Fit, fits []record.Fit) error {
	at := slices.IndexFunc(fits, func(s record.Fit) bool { return s.Place() == f.Place() })
	if at < 0 {
		return fmt.Errorf("%s: the shipped results have no such fit\nhint: change nothing but learners to "+
			"add", f)
	}
	parts := slices.DeleteFunc(plan.Differing(fits[at].Identity, f.Identity()),
		func(part string) bool { return record.SourceOf(part) != "" })
	hint := "change nothing but learners to add"
	if slices.Contains(parts, "data") {
		hint = "spbench data check shows the data of this machine"
	}
	return fmt.Errorf("%s: the shipped results differ in %s\nhint: %s", f, strings.Join(parts, ", "), hint)
}

// addShipped schedules a shipped record as a line of the table. It needs all planned rows.
func (r *runner) addShipped(s *schedule, f *plan.Fit, old *record.Fit) error {
	rec, complete := r.rules.Relabel(f, old)
	if !complete {
		return fmt.Errorf("%s: the shipped results lack a decoder or a metric, or are damaged"+
			"\nhint: -with takes damaged files from the archive again", f)
	}
	r.addLine(s, &rec, old)
	r.ended[f.Key] = true
	return nil
}
