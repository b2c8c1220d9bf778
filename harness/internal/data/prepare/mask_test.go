package prepare

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/testkit"
	"github.com/spbench/spbench/harness/sp"
)

// wantError expects an error that contains all parts.
func wantError(t *testing.T, what string, err error, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%s: error %v, want %q", what, err, part)
		}
	}
}

// must is testkit.Must.
func must[T any](v T, err error) func(testing.TB) T { return testkit.Must(v, err) }

func TestMasks(t *testing.T) {
	x := sp.Instance{ID: "x", Gold: make([]int32, 40)}
	for d := range x.Gold {
		x.Gold[d] = int32(d % 3)
	}
	x.Gold[5] = sp.Unknown
	h := Hide(x)
	for d, k := range h.Gold {
		if k != sp.Unknown || d != 5 && x.Gold[d] != int32(d%3) {
			t.Fatalf("Hide leaves %v of %v", h.Gold, x.Gold)
		}
	}
	var last sp.Instance
	for i, share := range []float64{0, 0.1, 0.5, 0.9, 1} {
		r := must(Reveal(x, share, 3))(t)
		known := 0
		for d, k := range r.Gold {
			if k != sp.Unknown {
				known++
				if k != x.Gold[d] {
					t.Errorf("Reveal changes label %d", d)
				}
			}
			if i > 0 && last.Gold[d] != sp.Unknown && k == sp.Unknown {
				t.Errorf("share %v hides variable %d again", share, d)
			}
		}
		if want := share * 40; math.Abs(float64(known)-want) > 2 {
			t.Errorf("share %v reveals %d of 40", share, known)
		}
		last = r
	}
	if !slices.Equal(last.Gold, x.Gold) {
		t.Errorf("all labels are %v of %v", last.Gold, x.Gold)
	}
	b := Box(x, append([]bool{true, false, false, true}, make([]bool, 36)...))
	for d, k := range b.Gold {
		if out := d == 0 || d == 3; out != (k == 0) || !out && k != sp.Unknown {
			t.Errorf("a box gives label %d to variable %d", k, d)
		}
	}
	b.Gold[0], last.Gold[0] = 9, 9
	if x.Gold[0] == 9 {
		t.Error("a mask aliases the gold labels")
	}
	for _, share := range []float64{-0.1, 1.1, math.NaN()} {
		_, err := Reveal(x, share, 0)
		wantError(t, fmt.Sprint(share), err, "must be in [0,1]")
	}
}

// A share of 0.3 of words with 2 letters is 0.6 letters on average, chosen by seed and ID alone.
func TestRevealIsFairAndSeeded(t *testing.T) {
	known, first, differ := 0, 0, 0
	for i := range 5000 {
		x := sp.Instance{ID: fmt.Sprint(i), Gold: []int32{0, 0}}
		a, _ := Reveal(x, 0.3, 1)
		b, _ := Reveal(x, 0.3, 1)
		c, _ := Reveal(x, 0.3, 2)
		if fmt.Sprint(a.Gold) != fmt.Sprint(b.Gold) {
			t.Fatal("the same seed reveals different labels")
		}
		if fmt.Sprint(a.Gold) != fmt.Sprint(c.Gold) {
			differ++
		}
		for d, k := range a.Gold {
			if k != sp.Unknown {
				known++
				first += 1 - d
			}
		}
	}
	// Binomial with 5000 draws: five standard deviations.
	if math.Abs(float64(known)-3000) > 175 || math.Abs(float64(first)-float64(known)/2) > 140 ||
		differ < 1000 {
		t.Errorf("%d revealed, %d of them first letters, %d differ between seeds", known, first,
			differ)
	}
}
