package record

import (
	"maps"
	"time"
)

// A Stub is what tells which fits of a run stand in its table, by which builds, and with which of another run they pair.
type Stub struct {
	Place
	Key, Slot   string `json:"-"` // see [Key] and [Slot]
	Learner     string
	DatasetHash string
	Kept        map[string]string
	Appended    time.Time
	Rows        []RowStub
	Built       map[string]string `json:"-"` // "build", "harness" and "score" of the identity; shared, to be read only
	N           int               `json:"-"` // number of the fit, in the list or index that it is from
}

// A RowStub is what a Stub has of a row.
type RowStub struct{ Label, Score, Measures string }

// StubOf returns the stub of fit n of a list.
func StubOf(f *Fit, n int) Stub {
	s := Stub{
		Place: f.Place(), Key: f.Key, Slot: f.Slot(), Learner: f.Learner, DatasetHash: f.DatasetHash, Kept: f.Kept, Appended: f.Times.Appended,
		Built: built(f.Identity), N: n,
	}
	for i := range f.Rows {
		r := &f.Rows[i]
		s.Rows = append(s.Rows, RowStub{r.Label, r.Score, string(r.Measures)})
	}
	return s
}

// StubsOf returns the stubs of a list, in its order.
func StubsOf(fits []Fit) []Stub {
	stubs := make([]Stub, len(fits))
	for i := range fits {
		stubs[i] = StubOf(&fits[i], i)
	}
	return stubs
}

// built returns the parts of an identity that say which builds made a fit.
func built(identity map[string]string) map[string]string {
	parts := maps.Clone(identity)
	maps.DeleteFunc(parts, func(part, _ string) bool { return !isBuild(part) })
	return parts
}
