package bench

import (
	"slices"
	"time"

	"github.com/spbench/spbench/internal/cluster"
	"github.com/spbench/spbench/internal/record"
)

// Steal returns what [RunOptions.More] can be for a shard of a plan, here still whole: fits of other shards, among those with keys in left, that
// nobody has begun. The shard that has most left loses first; see [cluster.Steal].
func (p *Plan) Steal(store *record.Store, d record.Division, left map[string]bool) func() ([]*Fit, error) {
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

// more claims the next fits and returns them; none where none are left.
func (t *thief) more() ([]*Fit, error) {
	for {
		fresh := false
		if len(t.order) == 0 || time.Since(t.looked) > 20*t.took { // there may be very many claims, and they are looked at before each fit
			if err := t.look(); err != nil {
				return nil, err
			}
			fresh = true
		}
		got, err := t.claim(cluster.Share(len(t.order), t.division.Shards))
		if err != nil || len(got) > 0 || fresh {
			return chosen(t.fits, t.division, func(i int) bool { return got[t.fits[i].Key] }), err
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

// claim tries the next fits until it has got so many, and returns their keys.
func (t *thief) claim(share int) (got map[string]bool, err error) {
	got = map[string]bool{}
	for err == nil && len(got) < share && len(t.order) > 0 {
		key := t.fits[t.order[0]].Key
		t.order = t.order[1:]
		if got[key] { // two rows of a table
			continue
		}
		var mine bool
		if mine, err = t.store.Claim(key); mine {
			got[key] = true
		}
	}
	return got, err
}
