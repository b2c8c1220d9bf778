package reuse

import (
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
)

// Finished are the latest recorded fits of a run folder by their key, and by their slot: the key
// without sources. The zero place stands for any place.
type Finished map[At]*record.Fit

// An At is the key or slot of a fit, and its place in a table.
type At struct {
	Hash  string
	Place record.Place
}

// Find indexes fits. It keeps the latest of several with the same key and place.
func Find(fits []record.Fit) Finished {
	o := Finished{}
	for i := range fits {
		f := &fits[i]
		for _, hash := range []string{f.Key, f.KeyWithoutSources()} {
			for _, place := range []record.Place{f.Place(), {}} {
				at := At{hash, place}
				if old := o[at]; old == nil || !f.Times.Appended.Before(old.Times.Appended) {
					o[at] = f
				}
			}
		}
	}
	return o
}

// InPlace returns the record of f in its place or, if stale is set, one made by other sources; nil
// if there is none.
func (o Finished) InPlace(f *plan.Fit, stale bool) *record.Fit { return o.find(f, stale, f.Place()) }

// Of returns the record of f: in its place, or else under another label. If stale is set and there
// is none, it returns one made by other sources, in the same order. It is nil if there is none.
func (o Finished) Of(f *plan.Fit, stale bool) *record.Fit {
	return o.find(f, stale, f.Place(), record.Place{})
}

// find returns the first record in one of the places: under the key, else under the slot.
func (o Finished) find(f *plan.Fit, stale bool, places ...record.Place) *record.Fit {
	under := func(hash string) *record.Fit {
		for _, place := range places {
			if rec := o[At{hash, place}]; rec != nil {
				return rec
			}
		}
		return nil
	}
	if rec := under(f.Key); rec != nil || !stale {
		return rec
	}
	return under(record.KeyWithoutSources(f.Identity()))
}
