package compare_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/compare"
	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/sp"
)

// A build 5 points worse on average is worse. It is worse beyond a threshold only if this is shown:
// not at 5 points, where chance decides on which side the estimate is.
func TestBuildsThreshold(t *testing.T) {
	pairs := rebuilt(3, 200, 0.1)
	higher, micro := hamming, hamming
	higher.Higher, micro.Micro = true, true
	for _, test := range []struct {
		metric    table.Metric
		worse     float64
		threshold float64
		verdict   string
		beyond    bool
	}{
		{hamming, 0.1, 0, compare.IsWorse, true},
		{hamming, 0.1, 0.04, compare.IsWorse, true},
		{hamming, 0.1, 0.05, compare.IsWorse, false},
		{hamming, 0.1, 0.06, compare.IsWorse, false},
		{micro, 0.1, 0.04, compare.IsWorse, true},
		{higher, 0.1, 0, compare.IsBetter, false},
		{higher, -0.1, 0.04, compare.IsWorse, true},
	} {
		c := compareBuilds(t, rebuilt(3, 200, test.worse), test.metric, test.threshold)
		d := c.Differences[0]
		if len(c.Differences) != 1 || d.Verdict != test.verdict || d.Beyond != test.beyond ||
			math.Abs(float64(d.Effect)-test.worse/2) > 0.005 || c.Comparisons != 1 {
			t.Errorf("%+v: %+v", test, d)
		}
		if worse, _ := c.Regressions(); len(worse) > 0 != test.beyond {
			t.Errorf("%+v: regressions %q", test, worse)
		}
	}
	pairs[0].After.Fit.Checkpoints = []record.Checkpoint{{Values: record.Values{{Name: sp.ValueInstances, Number: 7}}}}
	if c := compareBuilds(t, pairs, hamming, 0); !slices.Contains(c.Notes,
		"CRF mpm on words learned from other training instances than before.") {
		t.Errorf("a build with fewer training instances: %q", c.Notes)
	}
}

// The tests are those of tables for the layout.
func TestBuildsBySplit(t *testing.T) {
	var pairs []pair
	for split := range 6 {
		p := rebuilt(1, 60, 0.08+0.01*float64(split))[0]
		for _, e := range []*table.Entry{&p.Before, &p.After} {
			e.Split, e.Overlap = split, 0.9
		}
		pairs = append(pairs, p)
	}
	c := compareBuilds(t, pairs, hamming, 0)
	if len(c.Notes) != 1 ||
		!strings.Contains(c.Notes[0], "Nadeau–Bengio corrected resampled t test over 6 splits") ||
		c.Differences[0].Verdict != compare.IsWorse {
		t.Errorf("%q %+v", c.Notes, c.Differences)
	}
}

// There is no verdict from one value, or without a number. A failure is one also beside an earlier
// failure of another fit.
func TestBuildsWithoutVerdict(t *testing.T) {
	fail := func(e *table.Entry) {
		e.Fit.Outcome, e.Row = crashed, record.Row{}
	}
	for _, test := range []struct {
		name    string
		pairs   []pair
		edit    func(pairs []pair)
		verdict string // "": there is no difference
		reason  string
		failed  bool
	}{
		{"one value", rebuilt(1, 1, 0.5), nil, compare.IsUntested, "n = 1 is too small", false},
		{"the same numbers", rebuilt(2, 20, 0), nil, compare.IsEqual, "", false},
		{"a crash", rebuilt(2, 20, 0), func(p []pair) { fail(&p[1].After) }, compare.HasFailed,
			"seed 1: crash exit code 3", true},
		{"a crash before", rebuilt(2, 20, 0), func(p []pair) { fail(&p[1].Before) }, compare.IsUntested,
			"before: 1 of 2 fits have a number; split 0 seed 1: crash exit code 3", false},
		{"another crash before", rebuilt(3, 20, 0.1), func(p []pair) {
			fail(&p[0].Before)
			for i := range p {
				fail(&p[i].After)
			}
		}, compare.HasFailed, "seed 0: crash", true},
		{"crashes in both", rebuilt(3, 20, 0.1), func(p []pair) {
			for i := range p {
				fail(&p[i].Before)
				fail(&p[i].After)
			}
		}, "", "", false},
	} {
		if test.edit != nil {
			test.edit(test.pairs)
		}
		c := compareBuilds(t, test.pairs, hamming, 0)
		worse, _ := c.Regressions()
		if (len(c.Differences) > 0) != (test.verdict != "") || (len(worse) == 1) != test.failed {
			t.Errorf("%s: %+v, regressions %q", test.name, c.Differences, worse)
			continue
		}
		for _, d := range c.Differences {
			if d.Verdict != test.verdict || d.Beyond || !strings.Contains(d.Reason, test.reason) ||
				(d.Reason == "") != (test.reason == "") {
				t.Errorf("%s: %+v", test.name, d)
			}
		}
	}
}

// A dataset with one build has no difference. One without fits after the edit has no test. The check
// for CI must name it.
func TestBuildsOnSomeDatasets(t *testing.T) {
	pairs := rebuilt(2, 20, 0.1)
	var more []table.Entry
	for _, p := range pairs {
		other, none := p.After, p.After
		other.Dataset, none.Dataset = "other", "none"
		none.Fit, none.Row = table.NotRun, record.Row{}
		more = append(more, other, none)
	}
	c := compareBuilds(t, pairs, hamming, 0, more...)
	_, untested := c.Regressions()
	if len(c.Differences) != 1 || !slices.Equal(untested, []string{"CRF mpm on none has no fit"}) {
		t.Errorf("%+v, %q", c.Differences, untested)
	}
}

// Rows that have got better, or are the same for every instance, take nothing away from the
// correction, and add nothing to it.
func TestBuildsFamily(t *testing.T) {
	var pairs []pair
	for l, label := range strings.Fields("a b c d e f g h") {
		worse := -0.2
		switch {
		case l == 0:
			worse = 0.01
		case l >= 5:
			worse = 0
		}
		p := rebuilt(1, 60, worse)[0]
		p.Before.Label, p.After.Label = label, label
		pairs = append(pairs, p)
	}
	c := compareBuilds(t, pairs, hamming, 0.001)
	if c.Comparisons != 5 {
		t.Errorf("%d comparisons, want the 5 rows that differ anywhere", c.Comparisons)
	}
	for i, d := range c.Differences {
		switch {
		case i >= 5 && d.Verdict != compare.IsEqual, i > 0 && d.Beyond, i > 0 && i < 5 &&
			d.Verdict != compare.IsBetter:
			t.Errorf("row %d: %+v", i, d)
		case d.Beyond && d.Verdict != compare.IsWorse:
			t.Errorf("beyond the threshold and not worse: %+v", d)
		}
	}
}

// Equal builds are told apart in about 5 % of the cases, for any number of rows. A true loss of just
// the threshold counts as one beyond it in about α/2 of the cases, if differences are symmetric.
func TestBuildsLevel(t *testing.T) {
	longtest.Skip(t)
	const repetitions, threshold = 150, 0.03
	random := rand.New(rand.NewPCG(4, 0))
	apart := func(d compare.Difference) bool { return d.Verdict != compare.IsUndecided }
	beyond := func(d compare.Difference) bool { return d.Beyond }
	for _, test := range []struct {
		name        string
		draw        func() float64 // a difference
		found       func(d compare.Difference) bool
		least, most float64 // share of comparisons with a row that is found
	}{
		{"equal", func() float64 { return 0.1 * random.NormFloat64() }, apart, 0, 0.11}, // 0.05 and 3 standard errors
		{"normal", func() float64 { return threshold + 0.1*random.NormFloat64() }, beyond, 0, 0.065},
		{"long tails", func() float64 {
			return threshold + 0.02*random.NormFloat64()/(0.1+random.Float64())
		}, beyond, 0, 0.065},
		{"a point more", func() float64 { return threshold + 0.05 + 0.1*random.NormFloat64() }, beyond, 0.9, 1},
	} {
		found := 0.0
		for range repetitions {
			var pairs []pair
			for _, label := range strings.Fields("a b c d e f g h") {
				before := draw(random, 40)
				after := slices.Clone(before)
				for i := range after {
					after[i] += test.draw()
				}
				pairs = append(pairs, row(label, 1, before, after))
			}
			c := compareBuilds(t, pairs, hamming, threshold)
			if slices.ContainsFunc(c.Differences, test.found) {
				found++
			}
		}
		if share := found / repetitions; share > test.most || share < test.least {
			t.Errorf("%s: found in %.3f of the comparisons, want %v to %v", test.name, share, test.least,
				test.most)
		}
	}
}
