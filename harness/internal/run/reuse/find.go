package reuse

import (
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
)

// Finished are the recorded fits of a run folder, by keys and slots.
type Finished struct {
	byKey, bySlot                 map[At]*record.Fit
	byKeyAnywhere, bySlotAnywhere map[string]*record.Fit
}

// An At is the key or slot of a fit, and its place in a table.
type At struct {
	Hash  string
	Place record.Place
}

// Find indexes fits. It keeps the latest of several with the same key and place.
func Find(fits []record.Fit) *Finished {
	o := &Finished{
		map[At]*record.Fit{},
		map[At]*record.Fit{},
		map[string]*record.Fit{},
		map[string]*record.Fit{},
	}
	for i := range fits {
		f := &fits[i]
		slot, place := f.KeyWithoutSources(), f.Place()
		keepLatest(o.byKey, At{f.Key, place}, f)
		keepLatest(o.bySlot, At{slot, place}, f)
		keepLatest(o.byKeyAnywhere, f.Key, f)
		keepLatest(o.bySlotAnywhere, slot, f)
	}
	return o
}

func keepLatest[K comparable](m map[K]*record.Fit, key K, f *record.Fit) {
	if old := m[key]; old == nil || !f.Times.Appended.Before(old.Times.Appended) {
		m[key] = f
	}
}

// InPlace returns the record of f in its place or, if stale is set, one made by other sources; nil
// if there is none.
func (o *Finished) InPlace(f *plan.Fit, stale bool) *record.Fit {
	rec := o.byKey[At{f.Key, f.Place()}]
	if rec == nil && stale {
		rec = o.bySlot[At{record.KeyWithoutSources(f.Identity()), f.Place()}]
	}
	return rec
}

// Of returns the record of f: in its place, or else under another label. If stale is set and there
// is none, it returns one made by other sources, in the same order. It is nil if there is none.
func (o *Finished) Of(f *plan.Fit, stale bool) *record.Fit {
	for _, rec := range []*record.Fit{o.byKey[At{f.Key, f.Place()}], o.byKeyAnywhere[f.Key]} {
		if rec != nil {
			return rec
		}
	}
	if !stale {
		return nil
	}
	slot := record.KeyWithoutSources(f.Identity())
	if rec := o.bySlot[At{slot, f.Place()}]; rec != nil {
		return rec
	}
	return o.bySlotAnywhere[slot]
}
