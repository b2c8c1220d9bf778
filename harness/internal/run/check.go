package run

import (
	"fmt"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/record/resume"
)

// checkRecords returns an error unless the record files that this process wrote are as it left them,
// and the records on disk have every fit that it should make.
func (r *runner) checkRecords() error {
	if err := r.store.Check(); err != nil {
		return err
	}
	found := map[record.Place]bool{}
	err := record.EachFit(r.store.Dir(), func(f *record.Fit) error {
		found[f.Place()] = true
		return nil
	})
	if err != nil {
		return err
	}
	missing := 0
	for _, f := range r.Fits {
		if !found[f.Place()] && !r.leases.elsewhere[f.Key] {
			missing++
		}
	}
	if missing > 0 {
		return fmt.Errorf(
			"%d of %d fits were made but are not in the records of %s, which were changed during the "+
				"run: run again",
			missing,
			len(r.Fits),
			r.store.Dir(),
		)
	}
	return nil
}

// dropStates deletes saved states that no run of this plan resumes: of other sources, and of
// recorded fits. A run may have been killed just after a record. If a learner could not be asked,
// its sources are unknown, and all states stay.
func (r *runner) dropStates() error {
	planned := map[string]bool{}
	for _, f := range r.Fits {
		if f.Program.Err != nil {
			return nil
		}
		planned[f.Key] = !r.ended[f.Key]
	}
	if !r.store.Shared() {
		return resume.DropOthers(r.store.Dir(), planned)
	}
	for key, keep := range planned { // other states belong to other shards
		if keep {
			continue
		}
		if err := resume.Drop(r.store.Dir(), key); err != nil {
			return err
		}
	}
	return nil
}
