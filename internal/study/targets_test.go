package study

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTargets: of three fits of A, the best learner, whose mean at the end is 0.2, one is within 5 % after two
// seconds, one after three, one crashed; B never is. The first has its hit though its loss rises again.
func TestTargets(t *testing.T) {
	p, err := targets(madeRun(
		made{dataset: "d", label: "A", seed: 1, losses: []float64{0.5, 0.209, 0.2, 0.19}},
		made{dataset: "d", label: "A", seed: 2, losses: []float64{0.5, 0.3, 0.201, 0.21}},
		made{dataset: "d", label: "A", seed: 3},
		made{dataset: "d", label: "B", seed: 1, losses: []float64{0.8, 0.4}},
	))
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"d", "A", "2/3", "2.50", "5.00", "25.0", "2/3", "3.00", "6.00", "30.0"},
		{"d", "B", "0/1", "—", "—", "—", "0/1", "—", "—", "—"},
	}
	if diff := cmp.Diff(want, p.Grid.Rows); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	// 51 targets from 0.8 to 0.2: A's first fit meets all after three seconds, its second all but the last.
	a := p.Charts[0].Series[0]
	if n := len(a.Y); a.X[n-1] != 4 || math.Abs(a.Y[n-1]-101./153) > 1e-12 || a.X[0] != 1 {
		t.Errorf("A: %v %v", a.X, a.Y)
	}
	met := 0.0 // of B after one second: the one target 0.8; after two those from 0.4 on, which is half way
	b := p.Charts[0].Series[1]
	for i, x := range b.X {
		if x == 1 {
			met = b.Y[i]
		}
	}
	if math.Abs(met-1./51) > 1e-12 || math.Abs(b.Y[len(b.Y)-1]-26./51) > 1e-12 {
		t.Errorf("B: %v %v", b.X, b.Y)
	}
}

// TestTargetsOfSplits: each split has its own best; where higher is better the order is turned.
func TestTargetsOfSplits(t *testing.T) {
	r := madeRun(
		made{dataset: "d", label: "A", split: 0, losses: []float64{0.5, 0.9}},
		made{dataset: "d", label: "A", split: 1, losses: []float64{0.5, 0.7}},
		made{dataset: "d", label: "B", split: 0, losses: []float64{0.8, 0.8}},
		made{dataset: "d", label: "B", split: 1, losses: []float64{0.68, 0.6}},
	)
	r.Metrics[0].Higher = true
	p, err := targets(r)
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{ // best: 0.9 and 0.7; within 5 %: 0.855 and 0.665
		{"d", "A", "2/2", "2.00", "4.00", "20.0", "2/2", "2.00", "4.00", "20.0"},
		{"d", "B", "1/2", "3.00", "6.00", "30.0", "0/2", "—", "—", "—"},
	}
	if diff := cmp.Diff(want, p.Grid.Rows); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestGaps(t *testing.T) {
	p, err := gaps(madeRun(
		made{dataset: "d", label: "A", losses: []float64{0.5, 0.4, 0.3}, gaps: []float64{0.5, 0.009, 0.0009}},
		made{dataset: "d", label: "without bound", losses: []float64{0.5, 0.4}},
	))
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{{"d", "A", "1/1", "2.00", "4.00", "20.0", "1/1", "3.00", "6.00", "30.0"}}
	if diff := cmp.Diff(want, p.Grid.Rows); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestNoTargets: where a run has nothing to say it says why.
func TestNoTargets(t *testing.T) {
	once := madeRun(made{dataset: "d", label: "A", losses: []float64{0.5}})
	for name, of := range map[string]func(*Run) (*Part, error){"one checkpoint": targets, "no learner claims": gaps} {
		if p, err := of(once); err != nil || p.Grid != nil || !strings.Contains(p.Empty, name) {
			t.Errorf("%v: %+v", err, p)
		}
	}
	if p, err := targets(&Run{Metrics: once.Metrics}); err != nil || p.Empty == "" {
		t.Errorf("of nothing: %v: %+v", err, p)
	}
}

func TestAmount(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 0.00001: "0", 0.0059: "0.0059", 0.126: "0.126", 2.5: "2.50", 9.996: "10.0", 142: "142", 9994: "9994", 9996: "10.0k",
		17400: "17.4k", 129e3: "129k", 999.6e3: "1.00M", 2e9: "2.00G", math.Inf(1): "—", math.NaN(): "—"} {
		if got := amount(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
}
