package decode_test

import (
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/decode"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// TestGibbsCounts: burn-in, sweeps and thinning count as documented. Of 3 sweeps with a sample
// at every second one, one sample is left, the same as without the third sweep. Samples depend
// on the key.
func TestGibbsCounts(t *testing.T) {
	p := pottsGrid(4, 4, 3, 1)
	at := func(args string) []float64 { return decodeWith(t, "gibbs", args, p).Marginal }
	one := at(`{"burn-in": 4, "sweeps": 2, "thinning": 2}`)
	for _, args := range []string{`{"burn-in": 4, "sweeps": 3, "thinning": 2}`,
		`{"burn-in": 5, "sweeps": 1, "thinning": 1}`, `{"burn-in": 0, "sweeps": 6, "thinning": 6}`,
		`{"burn-in": 4, "sweeps": 2, "thinning": 9}`} {
		if !slices.Equal(at(args), one) {
			t.Errorf("%s is not the sample after 6 sweeps", args)
		}
	}
	if slices.Equal(at(`{"burn-in": 4, "sweeps": 4, "thinning": 2}`), one) {
		t.Error("a second sample makes no difference")
	}
	d, _ := decode.New("gibbs", nil)
	var out sp.Prediction
	if err := d.Decode(&out, p, decode.Help{Key: perturb.NewKey(2, "x")}); err != nil ||
		slices.Equal(out.Marginal, at("")) {
		t.Errorf("another key gives the same marginals (%v)", err)
	}
}
