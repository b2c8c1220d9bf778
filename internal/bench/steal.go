package bench

import (
	"slices"
	"time"

	"github.com/spbench/spbench/internal/cluster"
	"github.com/spbench/spbench/internal/record"
)

// Steal returns what [RunOptions.More] can be for a shard of a plan, here still whole: fits of other shards, among those with keys in left, that
// nobody has begun. The shard that has most left loses first; see [cluster.Steal].
func (p *Plan) Steal(store *record.Store, d record.Division, left map[string]bool) func(free func(*Fit) bool) ([]*Fit, error) {
	t := &thief{store: store, division: d, fits: p.Fits}
	for i, f := range p.Fits {
		if left[f.Key] {
			t.places = append(t.places, i)
		}
	}
	return t.more
}

// A thief takes over fits of other shards.
type thief struct {
	store    *record.Store
	division record.Division
	fits     []*Fit // of the whole plan
	places   []int  // of those that nobody had when it looked

	order  []int         // those of places that are left to try, the next first
	looked time.Time     // at the claims
	took   time.Duration // to do so
}

// more claims the next fits, or all that are free, and returns them; none where none are left.
func (t *thief) more(free func(*Fit) bool) ([]*Fit, error) {
	for {
		fresh := false
		if len(t.order) == 0 || time.Since(t.looked) > 20*t.took { // there may be very many claims, and they are looked at before each fit
			if err := t.look(); err != nil {
				return nil, err
			}
			fresh = true
		}
		var got []*Fit
		var err error
		if free != nil {
			got, err = t.claim(len(t.order), free)
			t.order = nil // those that are not free are found again
		} else {
			got, err = t.claim(cluster.Share(len(t.order), t.division.Shards), func(*Fit) bool { return true })
		}
		if err != nil || len(got) > 0 || fresh {
			return got, err
		}
	}
}

// look finds out what nobody has.
func (t *thief) look() error {
	t.looked = time.Now()
	claimed, err := t.store.Claims()
	if err != nil {
		return err
	}
	t.places = slices.DeleteFunc(t.places, func(i int) bool { return claimed[t.fits[i].Key] })
	open := make([]bool, len(t.fits))
	for _, i := range t.places {
		open[i] = true
	}
	t.order = cluster.Steal(t.division.Seconds, t.division.Of, t.division.Shards, func(i int) bool { return open[i] })
	t.took = time.Since(t.looked)
	return nil
}

// claim tries the next fits of some until it has got so many, by their keys, and returns them.
func (t *thief) claim(share int, some func(*Fit) bool) (got []*Fit, err error) {
	tried, n := map[string]bool{}, 0 // whether it got them
	for err == nil && n < share && len(t.order) > 0 {
		f := t.fits[t.order[0]]
		t.order = t.order[1:]
		if !some(f) {
			continue
		}
		mine, again := tried[f.Key] // again: another row of the table
		if !again {
			if mine, err = t.store.Claim(f.Key); mine {
				n++
			}
			tried[f.Key] = mine
		}
		if mine {
			got = append(got, f)
		}
	}
	return got, err
}
