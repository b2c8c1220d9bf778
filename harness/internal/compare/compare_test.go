package compare_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/compare"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/sp"
)

// A build 5 points worse on average is worse, whichever sense the metric has.
func TestBuildsWorse(t *testing.T) {
	pairs := rebuilt(3, 200, 0.1)
	higher, micro := hamming, hamming
	higher.Higher, micro.Micro = true, true
	for _, test := range []struct {
		metric  table.Metric
		worse   float64
		verdict string
	}{
		{hamming, 0.1, compare.IsWorse}, {micro, 0.1, compare.IsWorse},
		{higher, 0.1, compare.IsBetter}, {higher, -0.1, compare.IsWorse},
	} {
		c := compareBuilds(t, rebuilt(3, 200, test.worse), test.metric)
		d := c.Differences[0]
		if len(c.Differences) != 1 || d.Verdict != test.verdict ||
			math.Abs(float64(d.Effect)-test.worse/2) > 0.005 || c.Comparisons != 1 {
			t.Errorf("%+v: %+v", test, d)
		}
		if worse := c.Regressions(); len(worse) > 0 != (test.verdict == compare.IsWorse) {
			t.Errorf("%+v: regressions %q", test, worse)
		}
	}
	pairs[0].After.Fit.Checkpoints = []record.Checkpoint{{Values: record.Values{{Name: sp.ValueInstances, Number: 7}}}}
	if c := compareBuilds(t, pairs, hamming); !slices.Contains(c.Notes,
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
	c := compareBuilds(t, pairs, hamming)
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
		c := compareBuilds(t, test.pairs, hamming)
		worse := c.Regressions()
		if (len(c.Differences) > 0) != (test.verdict != "") || (len(worse) == 1) != test.failed {
			t.Errorf("%s: %+v, regressions %q", test.name, c.Differences, worse)
			continue
		}
		for _, d := range c.Differences {
			if d.Verdict != test.verdict || !strings.Contains(d.Reason, test.reason) ||
				(d.Reason == "") != (test.reason == "") {
				t.Errorf("%s: %+v", test.name, d)
			}
		}
	}
}

// A dataset with one build has no difference. One without fits after the edit is named.
func TestBuildsOnSomeDatasets(t *testing.T) {
	pairs := rebuilt(2, 20, 0.1)
	var more []table.Entry
	for _, p := range pairs {
		other, none := p.After, p.After
		other.Dataset, none.Dataset = "other", "none"
		none.Fit, none.Row = table.NotRun, record.Row{}
		more = append(more, other, none)
	}
	c := compareBuilds(t, pairs, hamming, more...)
	if len(c.Differences) != 1 || !slices.Contains(c.Notes, "CRF mpm on none has no fit.") {
		t.Errorf("%+v, %q", c.Differences, c.Notes)
	}
}

// Rows that are the same for every instance are not in the family.
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
	c := compareBuilds(t, pairs, hamming)
	if c.Comparisons != 5 {
		t.Errorf("%d comparisons, want the 5 rows that differ anywhere", c.Comparisons)
	}
	for i, d := range c.Differences {
		if i >= 5 && d.Verdict != compare.IsEqual || i > 0 && i < 5 && d.Verdict != compare.IsBetter {
			t.Errorf("row %d: %+v", i, d)
		}
	}
}
